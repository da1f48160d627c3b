/* livelock.c -- does the program ever end? Cycles of states on which it can go on for ever.
 *
 * A cycle is fair if every thread that can move somewhere on it moves on it, or cannot move somewhere else on it (weak
 * fairness: no scheduler that lets every thread run now and then leaves such a cycle by itself). A strongly connected
 * part of the graph of states has a fair cycle exactly if all of it together is one. Nothing but such a part can be
 * followed for ever, so a program that never ends has one; a part that nothing leads out of is one that never ends.
 *
 * Depth first nothing is kept until a transition closes a cycle: what was done with by then lies on none. From there
 * on, and breadth first from the beginning, states and transitions are kept, and looked at when the search is over.
 *
 * Reductions: persistent sets keep a run equivalent to each fair infinite one, if every cycle has a state where all is
 * tried. The search sees to that with LivelockProperty only; without, a fair cycle that the program can still leave
 * may be missed, but a part that nothing leads out of is not (some step from each reduced state leads to one that is
 * left later, so such a part has a state where all is tried). Sleep sets are off where there are cycles. Where threads
 * change names within a part only the latter is said of it; LivelockProperty does without symmetry.
 *
 * Several engines (work.h) keep no graph: a cycle need not be on the path of one of them, so each transition would have
 * to be kept from the beginning. Where one of them goes round, a note says that nobody has looked. */
#include "kernel/fielduse.h"
#include "search/livelock.h"
#include "kernel/events.h"
#include "search/run.h"
#include "search/kind.h"

#include <stdio.h>

#define NONE UINT32_MAX
enum { NOTES = 3, TRIED = 20, PLACES = 6 };

typedef struct Node { /* by place in the state set */
    u64 enabled; /* threads that can move, by id */
    u32 by;      /* edge + 1 that led to it first; 0: it is the first state */
    bool known, leaves;
} Node;

typedef struct Edge {
    u32 from, to;
    u32 thread : 31, renamed : 1;
    u32 choice; /* level_word */
} Edge;

typedef struct Part { /* strongly connected */
    u64 ran, always, some; /* threads: moved within it; can move in all of it; somewhere in it */
    u32 least;             /* its first state */
    bool cycle, renamed, leaves;
} Part;

typedef struct LiveGraph {
    VEC(Node) nodes;
    VEC(Edge) edges;
    bool off; /* more threads than can be told apart */
    /* live_check */
    u32 *first, *out; /* edges by the node that they lead from: out[first[n] .. first[n + 1]) */
    u32 *part;        /* of a node */
    VEC(Part) parts;
} LiveGraph;

static void forget_parts(Search *s, LiveGraph *g) {
    cx_free(s->cx, g->first, (g->nodes.n + 1) * sizeof *g->first);
    cx_free(s->cx, g->out, g->edges.n * sizeof *g->out);
    cx_free(s->cx, g->part, g->nodes.n * sizeof *g->part);
    g->first = g->out = g->part = NULL;
    vec_free(s->cx, &g->parts);
}

void live_free(Search *s) {
    LiveGraph *g = s->live;
    if (!g) return;
    forget_parts(s, g);
    vec_free(s->cx, &g->nodes);
    vec_free(s->cx, &g->edges);
    cx_free(s->cx, g, sizeof *g);
    s->live = NULL;
}

/* --- while the search goes on --- */

u64 live_enabled(const KernelState *ks) {
    u64 set = 0;
    for (u32 i = 0; i < ks->n_threads && i < 64; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t->status != TS_NEW && t->status != TS_TERMINATED && ti_enabled(t)) set |= 1ull << i;
    }
    return set;
}

static Status add_node(Search *s, LiveGraph *g, const Level *l, u32 by) {
    while (g->nodes.n <= l->set_id)
        if (vec_push(s->cx, &g->nodes, ((Node){0})) != ST_OK) return ST_ERROR;
    Node *n = &g->nodes.v[l->set_id];
    if (n->known) return ST_OK;
    *n = (Node){.enabled = l->enabled, .by = by, .known = true};
    return ST_OK;
}

static Status add_edge(Search *s, LiveGraph *g, const Level *l, u32 to, bool renamed) {
    u64 choice = level_word(l);
    if (l->thread > 62 || s->ks->n_threads > 63 || choice >= NONE) g->off = true;
    if (g->off) return ST_OK;
    return vec_push(s->cx, &g->edges, ((Edge){l->set_id, to, l->thread & 0x3f, renamed, (u32)choice}));
}

static bool known(const LiveGraph *g, u32 id) { return id < g->nodes.n && g->nodes.v[id].known; }

/* A state of the path becomes a node. */
static Status add_level(Search *s, LiveGraph *g, u32 i) {
    const Level *l = level_at(s, i), *up = i > 1 ? level_at(s, i - 1) : NULL;
    u32 by = 0;
    if (up && !known(g, l->set_id)) by = g->edges.n + 1;
    if (up && add_edge(s, g, up, l->set_id, false) != ST_OK) return ST_ERROR;
    return add_node(s, g, l, by);
}

static Status begin(Search *s) {
    LiveGraph *g = s->live = cx_alloc(s->cx, sizeof *g);
    if (!g) return ST_ERROR;
    for (u32 i = 1; i < s->path.n; i++) {
        if (add_level(s, g, i) != ST_OK) return ST_ERROR;
        /* what was tried there before is done with and lies on no cycle */
        if (level_index(level_at(s, i)) && level_index(level_at(s, i)) != UINT64_MAX)
            g->nodes.v[level_at(s, i)->set_id].leaves = true;
    }
    return ST_OK;
}

static bool followed(const Search *s) {
    const SearchKind *k = s->cfg.kind;
    return s->set && !s->work && !s->silent && !s->replaying && !s->ks->saw.turns && stateset_has_ids(s->set) &&
           !k->walks && !k->deepens && !k->parted;
}

/* One that is entered again is a node as a rule; not if a limit of depth stood before it the first time. */
Status live_entered(Search *s) {
    if (!followed(s) || (!s->live && !s->cfg.kind->returns)) return ST_OK;
    if (s->live && known(s->live, level_at(s, s->path.n - 1)->set_id)) return ST_OK;
    return s->live ? add_level(s, s->live, s->path.n - 1) : begin(s);
}

Status live_closed(Search *s, const Level *l, u32 to, H128 key, bool renamed) {
    if (s->work || s->cfg.kind->deepens) s->went_round |= stack_has(s, key);
    if (!followed(s) || l == s->path.v || (!s->live && !stack_has(s, key))) return ST_OK;
    if (!s->live && begin(s) != ST_OK) return ST_ERROR;
    LiveGraph *g = s->live;
    if (known(g, to)) return add_edge(s, g, l, to, renamed);
    g->nodes.v[l->set_id].leaves = true;
    return ST_OK;
}

void live_left(Search *s, const Level *l) {
    LiveGraph *g = s->live;
    if (g && !s->silent && l->set_id < g->nodes.n) g->nodes.v[l->set_id].leaves = true;
}

Status live_pack(Search *s, Pack *p) {
    bool any = pack_u32(p, s->live != NULL) != 0;
    if (p->failed) return ST_ERROR;
    if (any && !s->live && !(s->live = cx_alloc(s->cx, sizeof *s->live))) return ST_ERROR;
    if (!any) return ST_OK;
    pack_vec(p, &s->live->nodes);
    pack_vec(p, &s->live->edges);
    pack_it(p, s->live->off);
    return ST_OK;
}

/* --- strongly connected parts (Tarjan, SIAM J. Comput. 1972) --- */

static Status by_origin(Search *s, LiveGraph *g) {
    g->first = cx_alloc(s->cx, (g->nodes.n + 1) * sizeof *g->first);
    g->out = cx_alloc(s->cx, g->edges.n * sizeof *g->out);
    g->part = cx_alloc(s->cx, g->nodes.n * sizeof *g->part);
    if (!g->first || !g->out || !g->part) return ST_ERROR;
    for (u32 i = 0; i < g->edges.n; i++) g->first[g->edges.v[i].from + 1]++;
    for (u32 i = 0; i < g->nodes.n; i++) g->first[i + 1] += g->first[i];
    for (u32 i = g->edges.n; i-- > 0;) g->out[--g->first[g->edges.v[i].from + 1]] = i;
    for (u32 i = 0; i < g->nodes.n; i++) { /* first[i + 1] stands where node i begins */
        g->first[i] = g->first[i + 1];
        g->part[i] = NONE;
    }
    g->first[g->nodes.n] = g->edges.n;
    return ST_OK;
}

typedef struct Visit {
    u32 number, low, at, next; /* next: edge of out to be followed; at: above it on the way */
} Visit;

static Status find_parts(Search *s, LiveGraph *g) {
    u32 n = g->nodes.n, count = 0, depth = 0, waiting = 0;
    Visit *v = cx_alloc(s->cx, n * sizeof *v);
    u32 *way = cx_alloc(s->cx, n * sizeof *way), *open = cx_alloc(s->cx, n * sizeof *open);
    Status st = v && way && open ? ST_OK : ST_ERROR;
    for (u32 root = 0; root < n && st == ST_OK; root++) {
        if (v[root].number || !g->nodes.v[root].known) continue;
        v[root] = (Visit){.number = ++count, .low = count, .next = g->first[root]};
        way[depth++] = open[waiting++] = root;
        while (depth && st == ST_OK) {
            u32 x = way[depth - 1];
            if (v[x].next < g->first[x + 1]) {
                u32 to = g->edges.v[g->out[v[x].next++]].to;
                if (!v[to].number) {
                    v[to] = (Visit){.number = ++count, .low = count, .next = g->first[to]};
                    way[depth++] = open[waiting++] = to;
                } else if (g->part[to] == NONE && v[to].number < v[x].low) {
                    v[x].low = v[to].number;
                }
                continue;
            }
            depth--;
            if (depth && v[x].low < v[way[depth - 1]].low) v[way[depth - 1]].low = v[x].low;
            if (v[x].low != v[x].number) continue;
            do g->part[open[--waiting]] = g->parts.n;
            while (open[waiting] != x);
            st = vec_push(s->cx, &g->parts, ((Part){.always = ~(u64)0, .least = NONE}));
        }
    }
    cx_free(s->cx, v, n * sizeof *v);
    cx_free(s->cx, way, n * sizeof *way);
    cx_free(s->cx, open, n * sizeof *open);
    return st;
}

static Status sum_up(Search *s, LiveGraph *g) {
    if (by_origin(s, g) != ST_OK || find_parts(s, g) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < g->nodes.n; i++) {
        const Node *n = &g->nodes.v[i];
        if (!n->known) continue;
        Part *p = &g->parts.v[g->part[i]];
        p->always &= n->enabled;
        p->some |= n->enabled;
        p->leaves |= n->leaves;
        if (i < p->least) p->least = i;
    }
    for (u32 i = 0; i < g->edges.n; i++) {
        const Edge *e = &g->edges.v[i];
        Part *p = &g->parts.v[g->part[e->from]];
        if (g->part[e->to] != g->part[e->from]) {
            p->leaves = true;
            continue;
        }
        p->cycle = true;
        p->renamed |= e->renamed;
        p->ran |= 1ull << e->thread;
    }
    return ST_OK;
}

static bool fair(const Part *p) { return !p->renamed && !(p->always & ~p->ran); }

/* --- what is told --- */

static Status take(Search *s, const Edge *e) {
    StepOutcome out;
    if (e && level_seek_word(s, &s->path.v[s->path.n - 1], e->choice) != ST_OK) return ST_ERROR;
    if (search_forward(s, &out) != ST_OK) return ST_ERROR;
    return out == OUT_NEW ? ST_OK : cx_fail(s->cx, ERR_INTERNAL, "a cycle of states that is not there");
}

/* The state of the node becomes the last level. */
static Status go_to(Search *s, const LiveGraph *g, u32 node) {
    VEC(u32) chain = {0};
    Status st = ST_OK;
    for (u32 n = node; g->nodes.v[n].by && st == ST_OK; n = g->edges.v[g->nodes.v[n].by - 1].from)
        st = vec_push(s->cx, &chain, g->nodes.v[n].by - 1);
    tree_home(s);
    while (s->path.n > 1) search_backtrack(s);
    level_at(s, 0)->cg.at = -1;
    if (st == ST_OK) st = take(s, NULL);
    while (chain.n && st == ST_OK) st = take(s, &g->edges.v[chain.v[--chain.n]]);
    vec_free(s->cx, &chain);
    return st;
}

/* "2 threads loop for ever at A.java:4, B.java:7", of the threads in `set` as they stand. */
static Status loop_text(Search *s, u64 set, Text *t) {
    KernelState *ks = s->ks;
    char places[PLACES][200], place[200];
    u32 n = 0, threads = 0, more = 0;
    for (u32 i = 0; i < ks->n_threads && i < 63; i++) {
        const ThreadInfo *ti = ks->threads.v[i];
        if (!(set >> i & 1) || ti->status == TS_NEW || ti->status == TS_TERMINATED) continue;
        const StackFrame *f = user_frame(ti);
        for (const StackFrame *x = ti->top; x && !f; x = x->prev)
            if (x->mi->code && !(x->mi->attrs & MA_SYNTHETIC_VM)) f = x;
        threads++;
        if (!f) continue;
        const Sym *file = f->mi->ci->cf ? f->mi->ci->cf->source_file : NULL;
        snprintf(place, sizeof place, "%.150s:%d", file ? file->s : f->mi->ci->name->s,
                 mi_line(f->mi, (u32)(f->pc - f->mi->code)));
        u32 k = 0;
        while (k < n && strcmp(places[k], place) != 0) k++;
        if (k < n) continue;
        if (n < PLACES) memcpy(places[n++], place, sizeof place);
        else more++;
    }
    text_f(t, "%u thread%s for ever", threads, threads == 1 ? " loops" : "s loop");
    for (u32 k = 0; k < n; k++) text_f(t, "%s%s", k ? ", " : " at ", places[k]);
    if (more) text_f(t, " and %u more place%s", more, more == 1 ? "" : "s");
    return t->failed ? ST_ERROR : ST_OK;
}

static Status add_note(Search *s, const Part *p, bool certain, Text *t) {
    text_z(t, certain ? "note: never ends: " : "note: may never end: ");
    /* where nothing leads out, who can always move and was not tried is like one that was (por/alike.c) */
    if (loop_text(s, certain ? p->ran | p->always : p->ran, t) != ST_OK) return ST_ERROR;
    if (certain && s->st.end_states) text_z(t, " (other paths end)");
    if (t->failed) return ST_ERROR;
    for (u32 i = 0; i < s->found.notes.n; i++)
        if (strcmp(s->found.notes.v[i], t->v) == 0) return ST_OK;
    if (s->found.notes.n >= NOTES) return ST_OK;
    char *c = cx_strndup(s->cx, t->v, strlen(t->v));
    if (!c) return ST_ERROR;
    return vec_push(s->cx, &s->found.notes, c);
}

/* --- an error: the path to the part and once round a fair cycle of it --- */

typedef struct Tour {
    VEC(u32) edges;
    u32 *from; /* of a node: edge + 1 by which it was reached from where the tour stands */
    VEC(u32) queue;
} Tour;

/* Is thread t served there: it moves with this edge, or cannot move where that leads? */
static bool serves(const LiveGraph *g, const Edge *e, u32 t) {
    return e->thread == t || !(g->nodes.v[e->to].enabled >> t & 1);
}

/* On from node `at` within its part, the shortest way, to an edge that serves thread t; t NONE: to node `goal`. */
static Status walk(Search *s, const LiveGraph *g, Tour *tour, u32 *at, u32 t, u32 goal) {
    u32 found = NONE;
    tour->queue.n = 0;
    mem_fill(tour->from, 0, g->nodes.n * sizeof *tour->from);
    if (vec_push(s->cx, &tour->queue, *at) != ST_OK) return ST_ERROR;
    for (u32 q = 0; q < tour->queue.n && found == NONE; q++) {
        u32 x = tour->queue.v[q];
        for (u32 k = g->first[x]; k < g->first[x + 1] && found == NONE; k++) {
            const Edge *e = &g->edges.v[g->out[k]];
            if (g->part[e->to] != g->part[x]) continue;
            if (t == NONE ? e->to == goal : serves(g, e, t)) found = g->out[k];
            if (tour->from[e->to] || e->to == *at) continue;
            tour->from[e->to] = g->out[k] + 1;
            if (vec_push(s->cx, &tour->queue, e->to) != ST_OK) return ST_ERROR;
        }
    }
    if (found == NONE) return cx_fail(s->cx, ERR_INTERNAL, "a cycle of states that is not fair");
    u32 begin = tour->edges.n, end = g->edges.v[found].to;
    for (u32 e = found;; e = tour->from[g->edges.v[e].from] - 1) {
        if (vec_push(s->cx, &tour->edges, e) != ST_OK) return ST_ERROR;
        if (g->edges.v[e].from == *at) break;
    }
    for (u32 i = begin, k = tour->edges.n - 1; i < k; i++, k--) {
        u32 x = tour->edges.v[i];
        tour->edges.v[i] = tour->edges.v[k];
        tour->edges.v[k] = x;
    }
    *at = end;
    return ST_OK;
}

static Status round_trip(Search *s, const LiveGraph *g, const Part *p, Tour *tour) {
    u32 at = p->least;
    for (u32 t = 0; t < 63; t++) {
        bool served = !(p->some >> t & 1) || !(g->nodes.v[at].enabled >> t & 1);
        for (u32 i = 0; i < tour->edges.n && !served; i++) served = serves(g, &g->edges.v[tour->edges.v[i]], t);
        if (!served && walk(s, g, tour, &at, t, NONE) != ST_OK) return ST_ERROR;
    }
    return at != p->least || !tour->edges.n ? walk(s, g, tour, &at, NONE, p->least) : ST_OK;
}

/* The path stands where the cycle has closed, on which the threads of `ran` moved; no choice is taken in the last
 * state. */
static Status report_here(Search *s, u64 ran, Text *t) {
    text_z(t, "never ends: ");
    if (loop_text(s, ran, t) != ST_OK) return ST_ERROR;
    search_backtrack(s);
    return search_report(s, EK_LIVELOCK, "LivelockProperty", t->v);
}

static Status report_cycle(Search *s, const LiveGraph *g, const Part *p, Text *t) {
    Tour tour = {0};
    u64 ran = 0;
    tour.from = cx_alloc(s->cx, g->nodes.n * sizeof *tour.from);
    Status st = tour.from ? round_trip(s, g, p, &tour) : ST_ERROR;
    for (u32 i = 0; i < tour.edges.n && st == ST_OK; i++) {
        ran |= 1ull << g->edges.v[tour.edges.v[i]].thread;
        st = take(s, &g->edges.v[tour.edges.v[i]]);
    }
    if (st == ST_OK) st = report_here(s, ran, t);
    cx_free(s->cx, tour.from, g->nodes.n * sizeof *tour.from);
    vec_free(s->cx, &tour.edges);
    vec_free(s->cx, &tour.queue);
    return st;
}

static Status tell(Search *s, const LiveGraph *g, const Part *p, bool certain) {
    Text t;
    text_init(&t, s->cx);
    u32 errors = s->found.errors.n;
    Status st = go_to(s, g, p->least);
    if (st == ST_OK) st = s->cfg.livelock && fair(p) ? report_cycle(s, g, p, &t) : add_note(s, p, certain, &t);
    text_free(&t);
    if (st == ST_OK && s->found.errors.n > errors) {
        bool silent = s->silent;
        s->silent = false;
        search_event(s, EV_property_violated);
        s->silent = silent;
        s->done |= !s->cfg.multiple_errors;
    }
    return st;
}

/* Parts that nothing leads out of first. */
static Status tell_all(Search *s, const LiveGraph *g) {
    bool whole = s->found.complete && !s->done;
    u32 tried = 0;
    for (u32 pass = 0; pass < 2; pass++) {
        for (u32 i = g->parts.n; i-- > 0;) {
            const Part *p = &g->parts.v[i];
            bool certain = whole && !p->leaves;
            if (!p->cycle || certain != (pass == 0) || (!certain && !fair(p))) continue;
            bool errors = s->cfg.livelock && fair(p);
            if (!errors && (s->found.notes.n >= NOTES || ++tried > TRIED)) continue;
            if (tell(s, g, p, certain) != ST_OK) return ST_ERROR;
            if (errors && !s->cfg.multiple_errors) return ST_OK;
        }
    }
    return ST_OK;
}

static Status cannot_serve(Search *s) {
    if (!s->cfg.livelock || s->replaying) return ST_OK;
    if (!s->set || !stateset_has_ids(s->set))
        return search_constraint(s, "LivelockProperty needs stored states: not with vm.storage.class=%s",
                                 s->cfg.storage);
    return s->live && s->live->off ? search_constraint(s, "LivelockProperty: more than 63 threads") : ST_OK;
}

Status live_check(Search *s) {
    LiveGraph *g = s->live;
    if (cannot_serve(s) != ST_OK) return ST_ERROR;
    if (s->went_round && s->found.complete && !s->done && s->cfg.kind->deepens)
        return search_note(s, "note: whether the program can go on for ever was not looked at; search.class=dfs does");
    if (s->went_round && s->found.complete && !s->done)
        return search_note(s,
                           "note: search.threads=%u: whether the program can go on for ever was not looked at; one "
                           "thread does",
                           s->cfg.threads);
    if (!g || g->off || !g->edges.n || s->interrupted || (s->found.errors.n && !s->cfg.multiple_errors)) return ST_OK;
    /* a limit came before the search began again: the paths of the graph cannot be executed any more */
    if (s->ks->uses->stale || looks_spoilt(&s->ks->looks)) return ST_OK;
    Status st = sum_up(s, g);
    s->silent = true;
    hub_pause(s->ks);
    if (st == ST_OK) st = tell_all(s, g);
    if (st == ST_OK) tree_home(s);
    while (st == ST_OK && s->path.n > 1) search_backtrack(s);
    hub_resume(s->ks);
    s->silent = false;
    forget_parts(s, g);
    return st;
}

/* --- replay --- */

/* Do the levels from `first` to the last but one, whose state is that of `first`, form a fair cycle? */
static u64 fair_from(const Search *s, u32 first) {
    u64 ran = 0, always = ~(u64)0;
    for (u32 i = first; i + 1 < s->path.n; i++) {
        if (level_at(s, i)->thread > 62) return 0;
        ran |= 1ull << level_at(s, i)->thread;
        always &= level_at(s, i)->enabled;
    }
    return always & ~ran ? 0 : ran;
}

Status live_replay(Search *s, bool *stop) {
    const Level *last = &s->path.v[s->path.n - 1];
    u64 ran = 0;
    for (u32 i = 1; i + 1 < s->path.n && !ran && s->cfg.livelock; i++)
        if (h128_eq(level_at(s, i)->raw, last->raw) && level_at(s, i)->cg.kind == last->cg.kind) ran = fair_from(s, i);
    if (!ran) return ST_OK;
    *stop = true;
    Text t;
    text_init(&t, s->cx);
    s->silent = true;
    Status st = report_here(s, ran, &t);
    s->silent = false;
    text_free(&t);
    return st;
}
