/* best.c -- best first: the state that a heuristic finds most promising is left first. JPF: SimplePriorityHeuristic.
 *
 * search.heuristic.astar adds the depth to the value. A queue limit drops the last states; a beam search goes level by
 * level and keeps the best states of each. What is dropped makes the search incomplete.
 *
 * A Python heuristic is asked for many states in one call. They wait for their values until the next state is to be
 * left; between two calls a part of the queue may be left (Host.batch). */
#include "search/kinds/heuristic.h"
#include "search/kind.h"
#include "search/reduction.h"

enum { ASKED_AT_ONCE = 1000, ADAPTIVE_SHARE = 16 };

static Status start_best(Search *s) {
    Best *b = s->way = cx_alloc(s->cx, sizeof *b);
    if (!b || heuristic_begin(s, b) != ST_OK || tree_begin(s) != ST_OK) return ST_ERROR;
    return s->path.n > 1 ? kind_best.reached(s) : ST_OK;
}

/* --- into the queue --- */

/* It will not be left. */
static void dropped(Search *s, Best *b, u32 node) { b->waiting.v[s->tree.nodes.v[node].state]--; }

static Status shorten(Search *s, Best *b, Queue *q, u64 limit) {
    QueueEntry last;
    bool some = queue_size(q) > limit;
    while (queue_size(q) > limit) {
        if (queue_take(s->cx, q, QUEUE_LAST, &last) != ST_OK) return ST_ERROR;
        dropped(s, b, last.node);
    }
    if (!some) return ST_OK;
    const char *why = s->cfg.beam ? "beam search: states of a level were dropped (search.heuristic.queue_limit=%llu)"
                                  : "queue limit reached: %llu states wait (search.heuristic.queue_limit)";
    return search_constraint(s, why, (unsigned long long)limit); // NOLINT: both take one number
}

static Status queue(Search *s, Best *b, double value, const Candidate *c, u32 node) {
    if (c->interesting) value = VALUE_FIRST;
    else if (c->boring) value = VALUE_LAST;
    else if (s->cfg.astar) value += (double)c->depth;
    s->frontier.stored = value;
    Queue *q = s->cfg.beam ? &b->coming : &b->queue;
    if (queue_add(s->cx, q, value, node) != ST_OK) return ST_ERROR;
    return s->cfg.beam || !s->cfg.queue_limited ? ST_OK : shorten(s, b, q, s->cfg.queue_limit);
}

/* --- the host's values --- */

static Status ask(Search *s, Best *b) {
    const Host *h = s->cx->host;
    u32 n = b->asked.n;
    b->left_since = 0;
    if (!n) return ST_OK;
    b->values.n = 0;
    if (vec_reserve(s->cx, &b->values, n) != ST_OK) return ST_ERROR;
    CandidateBatch batch = {b->asked.v, b->doings.v, b->doing.v, n, b->values.v};
    if (h->evaluate(h->cg_user, &batch) != ST_OK) {
        if (!s->cx->err.kind) cx_fail(s->cx, ERR_INTERNAL, "a heuristic failed");
        return ST_ERROR;
    }
    for (u32 i = 0; i < n; i++)
        if (queue(s, b, b->values.v[i], &b->asked.v[i], b->asked_nodes.v[i]) != ST_OK) return ST_ERROR;
    b->asked.n = b->asked_nodes.n = b->doings.n = b->doing.n = 0;
    return ST_OK;
}

/* Wait for a value. */
static Status put_off(Search *s, Best *b, const Candidate *c, u32 node) {
    const KernelState *ks = s->ks;
    Doing d = {b->doing.n, ks->n_threads};
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        bool there = t->status != TS_NEW && t->status != TS_TERMINATED;
        if (vec_push(s->cx, &b->doing, there ? t->pend.action : AC_NONE) != ST_OK) return ST_ERROR;
    }
    if (vec_push(s->cx, &b->asked, *c) != ST_OK || vec_push(s->cx, &b->asked_nodes, node) != ST_OK) return ST_ERROR;
    if (vec_push(s->cx, &b->doings, d) != ST_OK) return ST_ERROR;
    return b->asked.n < ASKED_AT_ONCE ? ST_OK : ask(s, b);
}

/* A state was left: is the host asked before the next one? */
static bool due(Search *s, const Best *b) {
    u32 waiting = queue_size(&b->queue), share = s->cx->host->batch;
    if (!share) share = waiting / ADAPTIVE_SHARE;
    return !waiting || b->left_since >= share;
}

/* --- leaving states --- */

/* The states of a level are left before those of the next one. */
static Status next_level(Search *s, Best *b) {
    Queue done = b->queue;
    if (ask(s, b) != ST_OK || shorten(s, b, &b->coming, s->cfg.queue_limit) != ST_OK) return ST_ERROR;
    b->queue = b->coming;
    b->coming = done;
    return ST_OK;
}

static Status leave_next(Search *s, Best *b, bool *any) {
    QueueEntry e;
    *any = false;
    if (s->cfg.beam && !queue_size(&b->queue) && next_level(s, b) != ST_OK) return ST_ERROR;
    if (!s->cfg.beam && due(s, b) && ask(s, b) != ST_OK) return ST_ERROR;
    if (!queue_size(&b->queue)) return ST_OK;
    if (queue_take(s->cx, &b->queue, QUEUE_FIRST, &e) != ST_OK) return ST_ERROR;
    b->node = e.node;
    b->left_since++;
    b->waiting.v[s->tree.nodes.v[e.node].state]--;
    s->frontier.queued = queue_size(&b->queue) + queue_size(&b->coming) + b->asked.n;
    s->frontier.expanded = s->tree.nodes.v[e.node].state;
    s->frontier.value = e.value;
    if (tree_go(s, e.node) != ST_OK) return ST_ERROR;
    if (s->torn) return ST_OK;
    b->depth = s->path.n;
    *any = true;
    return ST_OK;
}

static Status next(Search *s, bool *any) {
    Best *b = s->way;
    for (;;) {
        *any = false;
        if (b->node) {
            /* shorter: the path is lost (forward.c, leave_lost) */
            if (s->path.n >= b->depth && reduction_more(s, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
            if (*any) return ST_OK;
            search_event_processed(s);
        }
        if (leave_next(s, b, any) != ST_OK) return ST_ERROR;
        if (!*any) return ST_OK;
    }
}

/* The initial state is a node already. */
static Status reached(Search *s) {
    Best *b = s->way;
    Candidate c;
    bool first = b->node == 0;
    if (!first && tree_add(s) != ST_OK) return ST_ERROR;
    const Level *l = &s->path.v[s->path.n - 1];
    u32 node = l->node;
    while (b->waiting.n <= l->state_id)
        if (vec_push(s->cx, &b->waiting, 0) != ST_OK) return ST_ERROR;
    b->waiting.v[l->state_id]++;
    if (candidate_of(s, b, &c) != ST_OK) return ST_ERROR;
    const Heuristic *h = s->cfg.heuristic;
    const Host *host = s->cx->host;
    if (!h->value && host->stored && host->stored(host->cg_user, l->state_id) != ST_OK) return ST_ERROR;
    Status st = h->value ? queue(s, b, h->value(s, b, &c), &c, node) : put_off(s, b, &c, node);
    if (st != ST_OK || first) return st;
    s->frontier.queued = queue_size(&b->queue) + queue_size(&b->coming) + b->asked.n;
    search_event_back(s, EV_state_stored);
    search_backtrack(s);
    return ST_OK;
}

/* It waits, and is left unless it is dropped: then the search is not whole. */
static bool later(const Search *s, u32 id, H128 key) {
    const Best *b = s->way;
    return id < b->waiting.n && b->waiting.v[id];
}

static void queue_pack(Pack *p, Queue *q) {
    pack_vec(p, &q->entries);
    pack_vec(p, &q->unused);
    pack_vec(p, &q->heap[0]);
    pack_vec(p, &q->heap[1]);
}

static Status pack(Search *s, Pack *p) {
    Best *b = s->way;
    if (p->reading && (!(b = s->way = cx_alloc(s->cx, sizeof *b)) || heuristic_begin(s, b) != ST_OK)) return ST_ERROR;
    queue_pack(p, &b->queue);
    queue_pack(p, &b->coming);
    pack_it(p, b->node);
    pack_it(p, b->depth);
    pack_it(p, b->level_left);
    pack_vec(p, &b->waiting);
    pack_vec(p, &b->sums);
    pack_map(p, &b->places);
    pack_it(p, b->random);
    pack_vec(p, &b->history);
    pack_vec(p, &b->asked);
    pack_vec(p, &b->doings);
    pack_vec(p, &b->doing);
    pack_vec(p, &b->asked_nodes);
    pack_it(p, b->left_since);
    return ST_OK;
}

static void finish(Search *s) {
    Best *b = s->way;
    if (b) {
        queue_free(s->cx, &b->queue);
        queue_free(s->cx, &b->coming);
        vec_free(s->cx, &b->waiting);
        vec_free(s->cx, &b->sums);
        vec_free(s->cx, &b->history);
        map_free(&b->places);
        vec_free(s->cx, &b->asked);
        vec_free(s->cx, &b->asked_nodes);
        vec_free(s->cx, &b->doings);
        vec_free(s->cx, &b->doing);
        vec_free(s->cx, &b->values);
        cx_free(s->cx, b, sizeof *b);
    }
    s->way = NULL;
    tree_free(s);
}

const SearchKind kind_best = {
    .names = "BestFirst best AStar astar BeamSearch beam",
    .returns = true,
    .start = start_best,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
    .pack = pack,
};
