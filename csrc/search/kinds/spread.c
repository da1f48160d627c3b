/* spread.c -- one of many engines that search one space: tasks come and go by a carrier (search/spread.h).
 *
 * States are left in rounds. What a round reaches that is not known here is asked for at its end; while the answer is
 * on its way, the next round goes on with states that are the task's already, the newest first: so few wait, and most
 * that do have long paths in common. The answer is taken at the end of that round.
 *
 * Persistent sets. A state where choices were left out is left wholly, later, unless one of its transitions has led to
 * a state that the task could claim: one that waits, in this task or in one that is made of what it hands back. So
 * along these transitions one comes to states that are left later and later, of tasks that were given out later and
 * later; there are no endless ones of these in a finite space, so that each way ends where nothing is left out
 * (por/persist.c). It does not matter what other tasks do meanwhile: a claim that is refused counts for nothing, though
 * the state may wait elsewhere. How long a thread was left out goes with a prefix (por/fair.c).
 *
 * What a task leaves out follows from what its engine has learned, and not from the task alone: done over it may claim
 * other states. A claim that was refused because of one that was lost would be missed then, so where anything is
 * reduced the search goes back to where no task ran, if one was lost (jpfpy/spread). Sleep sets are not used: a state
 * would have to be left once more where fewer sleep than before, and who sleeps would have to be told with each claim
 * and each key that is kept. Neither are states taken for others under other names of threads: that has to be known to
 * who claims them (uses_renamed), and a key says nothing of it. */
#include "search/spread.h"
#include "kernel/fielduse.h"
#include "search/kind.h"
#include "search/reduction.h"

/* A state that is new here. */
typedef struct Claim {
    H128 key;
    u32 node; /* 0: nothing follows */
    u32 first_error, end_error;
    bool once; /* its errors are reported where it is new, and only there */
} Claim;

/* A state where choices were left out: the places of what it has led to in `found`, then in `asked`. */
typedef struct Thin {
    u32 node, from, to;
} Thin;

typedef struct Spread {
    const Carrier *c;
    const TaskHead *task;
    bool open, used; /* there is a task; there was one */
    u32 from; /* of the state being left, in found */
    u64 expanded;
    u32 node, depth;   /* being left; 0: none is */
    VEC(u32) stack;    /* the task's, to be left */
    VEC(u32) round;    /* those of this round */
    u32 at;
    VEC(Claim) found, asked; /* of this round; asked for */
    VEC(Thin) thin, thin_asked;
    VEC(u32) checks;   /* by node: bits of its key, not 0; 0: not known */
    VEC(u8) whole;     /* by node: nothing is left out */
    VEC(H128) keys;
    VEC(u8) mask;
    const char *alone;
} Spread;

static u32 check_of(H128 key) { return (u32)key.lo | 1; }

static bool is_whole(const Spread *b, u32 node) { return node < b->whole.n && b->whole.v[node]; }

static Status make_whole(Search *s, u32 node) {
    Spread *b = s->way;
    while (b->whole.n <= node)
        if (vec_push(s->cx, &b->whole, false) != ST_OK) return ST_ERROR;
    b->whole.v[node] = true;
    return ST_OK;
}

/* --- what a path that is only executed again shall not count --- */

typedef struct Counted {
    u64 met[sizeof((Sched *)0)->met / sizeof(u64)], choices[sizeof((Sched *)0)->choices / sizeof(u64)];
    u64 skipped[SKIP_COUNT];
} Counted;

static void counted(const Search *s, Counted *c) {
    memcpy(c->met, s->sched.met, sizeof c->met);
    memcpy(c->choices, s->sched.choices, sizeof c->choices);
    memcpy(c->skipped, s->ks->skipped, sizeof c->skipped);
}

static void count_as(Search *s, const Counted *c) {
    memcpy(s->sched.met, c->met, sizeof c->met);
    memcpy(s->sched.choices, c->choices, sizeof c->choices);
    memcpy(s->ks->skipped, c->skipped, sizeof c->skipped);
}

/* --- prefixes --- */

typedef struct Reader {
    const u8 *p, *end;
    bool bad;
} Reader;

static void take_bytes(Reader *r, void *out, size_t n) {
    r->bad |= (size_t)(r->end - r->p) < n;
    if (r->bad) {
        mem_fill(out, 0, n);
        return;
    }
    mem_copy(out, r->p, n);
    r->p += n;
}

static u64 take_varint(Reader *r) {
    u64 v = 0;
    for (u32 shift = 0; shift < 64; shift += 7) {
        u8 b;
        take_bytes(r, &b, 1);
        v |= (u64)(b & 0x7f) << shift;
        if (!(b & 0x80)) return v;
    }
    r->bad = true;
    return 0;
}

typedef VEC(u8) Bytes;

static Status put_bytes(Ctx *cx, Bytes *to, const void *v, u32 n) {
    if (vec_reserve(cx, to, n) != ST_OK) return ST_ERROR;
    mem_copy(to->v + to->n, v, n);
    to->n += n;
    return ST_OK;
}

static Status put_varint(Ctx *cx, Bytes *to, u64 v) {
    u8 b[10];
    u32 n = 0;
    do {
        b[n] = (u8)(v & 0x7f) | (v > 0x7f ? 0x80 : 0);
        n++;
    } while (v >>= 7);
    return put_bytes(cx, to, b, n);
}

static Status set_check(Search *s, u32 node, u32 check) {
    Spread *b = s->way;
    while (b->checks.n <= node)
        if (vec_push(s->cx, &b->checks, 0) != ST_OK) return ST_ERROR;
    b->checks.v[node] = check;
    return ST_OK;
}

/* Who was left out up to the state of this node. */
static Passed *passed_of(const Search *s, u32 node) {
    u32 id = s->tree.nodes.v[node].state;
    return id < s->fair.ahead.n ? &s->fair.ahead.v[id] : NULL;
}

static Status take_flags(Search *s, Reader *r, u32 node) {
    u8 flags;
    take_bytes(r, &flags, 1);
    if ((flags & PREFIX_WHOLE) && make_whole(s, node) != ST_OK) return ST_ERROR;
    if (!(flags & PREFIX_PASSED)) return ST_OK;
    u64 run = take_varint(r), left = take_varint(r);
    u32 id = s->tree.nodes.v[node].state = s->told.next_id++;
    while (s->fair.ahead.n <= id)
        if (vec_push(s->cx, &s->fair.ahead, ((Passed){0})) != ST_OK) return ST_ERROR;
    s->fair.ahead.v[id] = (Passed){.left = left, .run = (i32)run, .still = (u32)run};
    return ST_OK;
}

/* The states of the task become nodes of the tree, and so do those on the way to them. */
static Status seed(Search *s, Reader *r) {
    Spread *b = s->way;
    VEC(u32) line = {0}; /* nodes of the path, from the initial state on */
    u32 n, check;
    Status st = vec_push(s->cx, &line, 1);
    take_bytes(r, &n, sizeof n);
    for (u32 i = 0; i < n && st == ST_OK && !r->bad; i++) {
        u64 common = take_varint(r), rest = take_varint(r);
        if (common >= line.n) r->bad = true;
        else line.n = (u32)common + 1;
        for (; rest && st == ST_OK && !r->bad; rest--) {
            TreeNode node = {.parent = line.v[line.n - 1],
                             .depth = line.n + 1,
                             .choice = take_varint(r),
                             .state = UINT32_MAX,
                             .set_id = UINT32_MAX};
            st = vec_push(s->cx, &line, s->tree.nodes.n);
            if (st == ST_OK) st = disk_vec_push(s->cx, &s->tree.nodes, node);
        }
        take_bytes(r, &check, sizeof check);
        if (st == ST_OK) st = set_check(s, line.v[line.n - 1], check);
        if (st == ST_OK) st = take_flags(s, r, line.v[line.n - 1]);
        if (st == ST_OK) st = vec_push(s->cx, &b->stack, line.v[line.n - 1]);
    }
    vec_free(s->cx, &line);
    if (st == ST_OK && r->bad) st = cx_fail(s->cx, ERR_INTERNAL, "a task that is cut off or damaged");
    return st;
}

typedef VEC(u64) Words;

static Status path_of(const Search *s, u32 node, Words *out) {
    const Tree *t = &s->tree;
    u32 n = t->nodes.v[node].depth - 1;
    out->n = 0;
    if (vec_reserve(s->cx, out, n) != ST_OK) return ST_ERROR;
    out->n = n;
    for (; n; node = t->nodes.v[node].parent) out->v[--n] = t->nodes.v[node].choice;
    return ST_OK;
}

static Status put_prefix(Search *s, Bytes *to, u32 node, const Words *before, const Words *now) {
    const Spread *b = s->way;
    u32 same = 0;
    while (same < before->n && same < now->n && before->v[same] == now->v[same]) same++;
    Status st = put_varint(s->cx, to, same);
    if (st == ST_OK) st = put_varint(s->cx, to, now->n - same);
    for (u32 i = same; i < now->n && st == ST_OK; i++) st = put_varint(s->cx, to, now->v[i]);
    const Passed *p = passed_of(s, node);
    bool passed = p && p->left;
    u8 flags = (is_whole(b, node) ? PREFIX_WHOLE : 0) | (passed ? PREFIX_PASSED : 0);
    if (st == ST_OK) st = put_bytes(s->cx, to, &b->checks.v[node], sizeof(u32));
    if (st == ST_OK) st = put_bytes(s->cx, to, &flags, 1);
    if (st == ST_OK && passed) st = put_varint(s->cx, to, (u32)p->run);
    return st == ST_OK && passed ? put_varint(s->cx, to, p->left) : st;
}

/* --- a task begins and ends --- */

/* Back to the initial state; nothing is kept of what was before. */
static Status go_home(Search *s) {
    StepOutcome out;
    Counted c;
    counted(s, &c);
    search_leave(s);
    if (s->torn) return cx_fail(s->cx, ERR_INTERNAL, "the way back to the initial state is lost");
    s->silent = true;
    Status st = search_root(s);
    if (st == ST_OK) st = search_forward(s, &out);
    s->silent = false;
    count_as(s, &c);
    if (st == ST_OK && out != OUT_NEW) st = cx_fail(s->cx, ERR_INTERNAL, "the initial state is lost");
    return st == ST_OK ? tree_begin(s) : st;
}

static Status tell(Search *s, TaskResult r) {
    Spread *b = s->way;
    r.expanded = b->expanded;
    r.erred = UINT64_MAX;
    if (s->path.n > 1) r.initial = level_at(s, 1)->key;
    return far_tell(s, r);
}

static void drop_task(Spread *b) {
    b->open = false;
    b->node = b->at = b->round.n = b->stack.n = b->found.n = b->asked.n = b->checks.n = 0;
    b->thin.n = b->thin_asked.n = b->whole.n = 0;
}

/* What was claimed and not left goes back. */
static Status hand_back(Search *s, bool over) {
    Spread *b = s->way;
    Bytes out = {0};
    VEC(Chunk) chunks = {0};
    Words before = {0}, now = {0};
    Status st = far_meet(s);
    if (s->restart || st != ST_OK) return st;
    for (u32 i = 0; i < b->stack.n && st == ST_OK && !over; i++) {
        u32 left = b->stack.n - i, n = left < b->task->chunk ? left : b->task->chunk;
        if (i % b->task->chunk == 0) {
            before.n = 0;
            st = put_bytes(s->cx, &out, &n, sizeof n);
            if (st == ST_OK) st = vec_push(s->cx, &chunks, ((Chunk){.states = n}));
        }
        if (st == ST_OK) st = path_of(s, b->stack.v[i], &now);
        if (st == ST_OK) st = put_prefix(s, &out, b->stack.v[i], &before, &now);
        Words was = before;
        before = now;
        now = was;
        if (st == ST_OK) chunks.v[chunks.n - 1].end = out.n;
    }
    if (st == ST_OK)
        st = tell(s, (TaskResult){.v = out.v, .chunks = chunks.v, .n = chunks.n, .over = over, .alone = b->alone});
    vec_free(s->cx, &out);
    vec_free(s->cx, &chunks);
    vec_free(s->cx, &before);
    vec_free(s->cx, &now);
    found_drop_errors(s);
    drop_task(b);
    return st;
}

static Status begin_task(Search *s) {
    Spread *b = s->way;
    Reader r = {.p = s->far->body, .end = s->far->body + s->far->n_body};
    b->task = &s->far->task;
    b->open = true;
    b->expanded = 0;
    if (b->used && s->path.n > 1 && go_home(s) != ST_OK) return ST_ERROR;
    b->used = true;
    if ((b->task->flags & TASK_FORGET) && search_forget_states(s) != ST_OK) return ST_ERROR;
    if (!(b->task->flags & TASK_ROOT)) {
        bool same = s->path.n > 1 && h128_eq(level_at(s, 1)->key, b->task->initial);
        s->restart = s->strayed = !same && s->cfg.por; /* it may be more known here than there when the search began */
        if (s->restart) return ST_OK;
        if (!same)
            return cx_fail(s->cx, ERR_CONFIG,
                           "the initial state is another one here than where the search began: the JDK, the program or "
                           "jpfpy is not the same");
        return seed(s, &r);
    }
    if (s->path.n < 2) return ST_OK; /* the program has no choice */
    if (set_check(s, 1, check_of(level_at(s, 1)->key)) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &b->found, ((Claim){.key = level_at(s, 1)->key, .node = 1}));
}

static Status take_task(Search *s, bool *any) {
    if (far_take(s, any) != ST_OK) return ST_ERROR;
    return *any && !s->restart ? begin_task(s) : ST_OK;
}

/* --- states are claimed --- */

/* The errors of the last one end where something else is reached. */
static void close_found(Search *s) {
    Spread *b = s->way;
    if (!b->found.n) return;
    Claim *c = &b->found.v[b->found.n - 1];
    if (c->end_error == UINT32_MAX) c->end_error = s->found.errors.n;
}

static Status arrived(Search *s, const After *a, const Arrival *to) {
    Spread *b = s->way;
    if (!b) return ST_OK; /* the initial state */
    close_found(s);
    if (!b->open || !to->keyed || !to->fresh) return ST_OK;
    Claim c = {.key = to->key,
               .first_error = s->found.errors.n,
               .end_error = UINT32_MAX,
               .once = (a->deadlock || a->exited) && !a->uncaught && !a->violation};
    return vec_push(s->cx, &b->found, c);
}

static Status reached(Search *s) {
    Spread *b = s->way;
    if (tree_add(s) != ST_OK) return ST_ERROR;
    const Level *l = &s->path.v[s->path.n - 1];
    b->found.v[b->found.n - 1].node = l->node;
    if (set_check(s, l->node, check_of(l->key)) != ST_OK) return ST_ERROR;
    search_event_back(s, EV_state_stored);
    search_backtrack(s);
    return ST_OK;
}

static Status ask(Search *s) {
    Spread *b = s->way;
    close_found(s);
    b->keys.n = b->asked.n = b->thin_asked.n = 0;
    for (u32 i = 0; i < b->thin.n; i++)
        if (vec_push(s->cx, &b->thin_asked, b->thin.v[i]) != ST_OK) return ST_ERROR;
    b->thin.n = 0;
    for (u32 i = 0; i < b->found.n; i++)
        if (vec_push(s->cx, &b->keys, b->found.v[i].key) != ST_OK || vec_push(s->cx, &b->asked, b->found.v[i]) != ST_OK)
            return ST_ERROR;
    b->found.n = 0;
    return b->c->ask(b->c->user, b->keys.v, b->keys.n);
}

/* Another task has the state, and with it what is wrong there. */
static void was_known(Search *s, const Claim *c) {
    s->st.states_new--;
    s->st.visited++;
    for (u32 i = c->first_error; c->once && i < c->end_error; i++) {
        ErrorRec *e = &s->found.errors.v[i];
        cx_free(s->cx, e->json, e->bytes);
        *e = (ErrorRec){0};
    }
}

static Status take_answer(Search *s, bool *on) {
    Spread *b = s->way;
    *on = true;
    if (!b->asked.n) return ST_OK;
    if (vec_reserve(s->cx, &b->mask, b->asked.n) != ST_OK) return ST_ERROR;
    if (b->c->answer(b->c->user, b->mask.v, b->asked.n, on) != ST_OK) return ST_ERROR;
    for (u32 i = 0; *on && i < b->asked.n; i++) {
        const Claim *c = &b->asked.v[i];
        if (!b->mask.v[i]) was_known(s, c);
        else if (c->node && vec_push(s->cx, &b->stack, c->node) != ST_OK) return ST_ERROR;
    }
    for (u32 i = 0; *on && i < b->thin_asked.n; i++) { /* the cycle proviso */
        const Thin *t = &b->thin_asked.v[i];
        bool later = false;
        for (u32 k = t->from; k < t->to; k++) later |= b->mask.v[k] && b->asked.v[k].node;
        if (later) continue;
        if (make_whole(s, t->node) != ST_OK || vec_push(s->cx, &b->stack, t->node) != ST_OK) return ST_ERROR;
    }
    b->asked.n = b->thin_asked.n = 0;
    return ST_OK;
}

/* --- rounds --- */

/* The round is over: the next one, or the end of the task. */
static Status turn(Search *s) {
    Spread *b = s->way;
    bool on;
    while (b->round.n > b->at)
        if (vec_push(s->cx, &b->stack, b->round.v[--b->round.n]) != ST_OK) return ST_ERROR;
    b->round.n = b->at = 0;
    if ((b->alone = work_refused_here(s))) {
        s->done = true;
        return ST_OK;
    }
    if (take_answer(s, &on) != ST_OK) return ST_ERROR;
    if (on && b->found.n && ask(s) != ST_OK) return ST_ERROR;
    bool enough = b->expanded >= b->task->budget;
    if (on && (!b->stack.n || enough) && take_answer(s, &on) != ST_OK) return ST_ERROR;
    if (!on) {
        found_drop_errors(s);
        drop_task(b);
        return ST_OK;
    }
    if (!b->stack.n || enough) return hand_back(s, false);
    while (b->stack.n && b->round.n < b->task->batch)
        if (vec_push(s->cx, &b->round, b->stack.v[--b->stack.n]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status leave(Search *s) {
    Spread *b = s->way;
    Counted c;
    b->node = b->round.v[b->at++];
    b->expanded++;
    b->from = b->found.n;
    counted(s, &c);
    if (tree_go(s, b->node) != ST_OK) return ST_ERROR;
    count_as(s, &c);
    if (s->torn || s->restart) return ST_OK;
    b->depth = s->path.n;
    if (b->checks.v[b->node] != check_of(level_at(s, b->depth - 1)->key))
        s->restart = s->strayed = true; /* what it knows of the program differs */
    else if (is_whole(b, b->node)) reduction_expand(s, level_at(s, b->depth - 1));
    return ST_OK;
}

/* The state is left, as far as its choices need to be tried. */
static Status left(Search *s) {
    Spread *b = s->way;
    const Level *l = s->path.n >= b->depth ? &s->path.v[s->path.n - 1] : NULL;
    if (l && l->tried != REACH_ALL && l->cg.n < l->awake &&
        vec_push(s->cx, &b->thin, ((Thin){b->node, b->from, b->found.n})) != ST_OK)
        return ST_ERROR;
    search_event_processed(s);
    b->node = 0;
    return ST_OK;
}

static Status next(Search *s, bool *any) {
    Spread *b = s->way;
    while (!s->done && !s->torn && !s->restart) {
        *any = false;
        if (b->node) {
            /* shorter: the path is lost (forward.c, leave_lost) */
            if (s->path.n >= b->depth && reduction_more(s, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
            if (*any) return ST_OK;
            if (left(s) != ST_OK) return ST_ERROR;
        }
        Status st = ST_OK;
        if (b->at < b->round.n && b->found.n < b->task->batch) st = leave(s);
        else if (b->open) st = turn(s);
        else if ((st = take_task(s, any)) == ST_OK && !*any) return ST_OK;
        if (st != ST_OK) return ST_ERROR;
    }
    *any = false;
    return ST_OK;
}

static Status start(Search *s) {
    Spread *b = s->way = cx_alloc(s->cx, sizeof *b);
    if (!b) return ST_ERROR;
    b->c = s->cx->host->carrier;
    b->task = &s->far->task;
    return tree_begin(s);
}

static void finish(Search *s) {
    Spread *b = s->way;
    if (b && (b->open || b->alone) && s->cx->err.kind == ERR_NONE && !s->restart && !s->torn) {
        bool done = s->done, root = !far_joins(s);
        s->done = true;
        (void)hand_back(s, true); /* a failure of the host's is known to it */
        if (s->restart && root) s->done = done && s->interrupted;
    }
    if (b && s->cx->err.kind == ERR_NONE && !s->torn) (void)far_leave(s);
    if (b) {
        vec_free(s->cx, &b->stack);
        vec_free(s->cx, &b->round);
        vec_free(s->cx, &b->found);
        vec_free(s->cx, &b->asked);
        vec_free(s->cx, &b->checks);
        vec_free(s->cx, &b->whole);
        vec_free(s->cx, &b->thin);
        vec_free(s->cx, &b->thin_asked);
        vec_free(s->cx, &b->keys);
        vec_free(s->cx, &b->mask);
    }
    way_free(s, sizeof *b);
    tree_free(s);
}

const SearchKind kind_spread = {
    .names = "",
    .returns = true,
    .parted = true,
    .start = start,
    .next = next,
    .reached = reached,
    .arrived = arrived,
    .later = never_later,
    .finish = finish,
};
