/* bounded.c -- searches with a bound on how often the schedule departs from a plain one, then once more with a greater
 * bound, until nothing was left out (Musuvathi and Qadeer, PLDI 2007).
 *
 * Preemptions: it costs one to take the turn from a thread that could go on, unless it yields, sleeps or waits with a
 * timeout. Delays (Emmi, Qadeer and Rakamaric, POPL 2011): a scheduler goes on with the thread that runs, or else with
 * the next one in the order of their creation; each thread that is passed over costs one.
 *
 * What must hold: when an iteration ends, every path that costs no more than the bound was taken, or leads through
 * states that such a path was taken from. What can still be done within the bound is a function of the state, of the
 * thread that ran last, and of what the path has cost: so the thread is part of the key (forward.c), and a state is
 * left once more where a path comes to it that has cost less (nearer.c). Persistent and sleep sets take one order of
 * steps for another that may cost more, so neither is used, nor is symmetry. Scheduling points that are left out since
 * nobody can tell them apart from the next one cost nothing: a preemption there is as good as one at the next. But
 * others wait for what the thread holds there, and taking the turn from who waits is free: so to give something back is
 * a point (SearchKind.holds). */
#include "search/kind.h"
#include "search/reduction.h"

typedef struct Bounded {
    bool delays;
    u64 bound;
    bool cut;        /* a choice would have cost too much */
    VEC(u32) cost;   /* by level: of the path to it */
    VEC(u32) last;   /* by level: the thread that ran last before it */
    u32 coming;      /* of the path that the running transition makes */
} Bounded;

static const char *what(const Bounded *b) { return b->delays ? "delays" : "preemptions"; }

static Status start_of(Search *s, bool delays) {
    Bounded *b = s->way = cx_alloc(s->cx, sizeof *b);
    if (!b) return ST_ERROR;
    b->delays = delays;
    b->bound = s->st.within = s->cfg.first_bound;
    for (u32 i = 0; i < 2; i++)
        if (vec_push(s->cx, &b->cost, 0) != ST_OK || vec_push(s->cx, &b->last, 0) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status start(Search *s) { return start_of(s, false); }
static Status start_delays(Search *s) { return start_of(s, true); }

static bool gives_way(const ThreadInfo *t) {
    return t->pend.action == AC_YIELD || t->pend.action == AC_SLEEP || t->pend.timed || t->status == TS_TIMED_WAITING;
}

/* Of the choice at index i. The choices are in the order that arrange has put them in. */
static u64 step_cost(const Search *s, const Bounded *b, const Level *l, u64 i) {
    if (!level_by_id(l)) return 0;
    if (b->delays) return i;
    u32 last = b->last.v[s->path.n - 1];
    bool could = cg_thread(&l->cg, 0) == last;
    return i && could && !gives_way(s->ks->threads.v[last]);
}

static int by_id(const void *a, const void *b) {
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

/* The thread that ran last comes first, and then those behind it, in their order and round: what a choice costs goes by
 * that, so cg.randomize_choices has no say in it. */
static Status arrange(Search *s, Level *l, u32 last) {
    if (!level_by_id(l) || l->cg.n < 2) return ST_OK;
    u32 *ids = l->cg.n_full > 4 ? l->cg.u.threads : l->cg.u.small, n = (u32)l->cg.n, first = 0;
    if (!(l->cg.flags & CGF_GIVEN)) mem_sort(ids, n, sizeof *ids, by_id);
    while (first < n && ids[first] < last) first++;
    if (!first || first == n) return ST_OK;
    u32 *v = cx_alloc(s->cx, n * sizeof *v);
    if (!v) return ST_ERROR;
    for (u32 i = 0; i < n; i++) v[i] = ids[(first + i) % n];
    mem_copy(ids, v, n * sizeof *v);
    cx_free(s->cx, v, n * sizeof *v);
    return ST_OK;
}

static Status reached(Search *s) {
    Bounded *b = s->way;
    b->cost.n = b->last.n = s->path.n - 1;
    if (vec_push(s->cx, &b->cost, b->coming) != ST_OK) return ST_ERROR;
    if (vec_push(s->cx, &b->last, s->last_thread) != ST_OK) return ST_ERROR;
    return arrange(s, &s->path.v[s->path.n - 1], s->last_thread);
}

/* The next choice of the last level that the bound lets through. */
static Status within(Search *s, Bounded *b, bool *any) {
    u32 at = s->path.n - 1;
    Level *l = level_at(s, at);
    for (;;) {
        if (level_has_more(s, l, any) != ST_OK) return ST_ERROR;
        if (!*any) return ST_OK;
        u64 cost = b->cost.v[at] + step_cost(s, b, l, (u64)(l->cg.at + 1));
        b->coming = (u32)cost;
        if (cost <= b->bound) return ST_OK;
        b->cut = true;
        if (level_advance(s, l) != ST_OK) return ST_ERROR; /* past it */
    }
}

static Status next(Search *s, bool *any) {
    Bounded *b = s->way;
    *any = false;
    for (;;) {
        while (s->path.n > 1 && !s->done && !s->restart) {
            if (within(s, b, any) != ST_OK) return ST_ERROR;
            if (*any) return ST_OK;
            search_event_processed(s);
            search_backtrack(s);
        }
        if (s->done || s->restart) return ST_OK;
        s->st.within = b->bound + 1;
        if (!b->cut) {
            search_event_processed(s);
            return ST_OK;
        }
        if (s->cfg.bounded && b->bound >= s->cfg.bound)
            return search_constraint(s, "every path with at most %llu %s was explored, and no other (search.bound)",
                                     (unsigned long long)b->bound, what(b));
        b->bound++;
        b->cut = false;
        nearer_again(s);
        b->coming = 0;
        *any = true;
        return level_seek(s, level_at(s, 0), 0);
    }
}

static u32 cost(const Search *s) {
    const Bounded *b = s->way;
    return b ? b->coming : 0;
}

/* Which of two states is meant, where what can be done within the bound differs. */
static H128 term(const Search *s) {
    H128 key = {0, 0};
    const KernelState *ks = s->ks;
    const ThreadInfo *last = ks->threads.v[s->last_thread];
    if (s->cfg.kind == &kind_delays) {
        for (u32 i = 0; i < ks->n_threads; i++) {
            const ThreadInfo *t = ks->threads.v[i];
            if (t->status != TS_TERMINATED || t == last)
                key = h128_add(key, mix128((u64)t->tid_key_hi << 32 | t->tid_key_lo, 0xDE1A5 + i));
        }
    } else if (last->status == TS_TERMINATED || !ti_enabled(last) || gives_way(last)) {
        return key;
    }
    return h128_add(key, mix128((u64)last->tid_key_hi << 32 | last->tid_key_lo, 0xB07D));
}

static bool later(const Search *s, u32 id, H128 key) { return !stack_has(s, key); }

static void finish(Search *s) {
    Bounded *b = s->way;
    if (!b) return;
    /* broken off in the middle of an iteration: what those before it have shown */
    if (s->done && !s->restart && !s->found.errors.n && b->bound && s->cx->err.kind == ERR_NONE)
        (void)search_constraint(s, "every path with at most %llu %s was explored", (unsigned long long)(b->bound - 1),
                                what(b));
    if (s->done && !s->restart && s->found.errors.n && b->bound && s->cx->err.kind == ERR_NONE)
        (void)search_note(s, "note: no error has a path with fewer than %llu %s", (unsigned long long)b->bound,
                          what(b));
    vec_free(s->cx, &b->cost);
    vec_free(s->cx, &b->last);
    way_free(s, sizeof *b);
}

static Status pack(Search *s, Pack *p) {
    Bounded *b = s->way;
    if (p->reading && !(b = s->way = cx_alloc(s->cx, sizeof *b))) return ST_ERROR;
    pack_it(p, b->delays);
    pack_it(p, b->bound);
    pack_it(p, b->cut);
    pack_vec(p, &b->cost);
    pack_vec(p, &b->last);
    pack_it(p, b->coming);
    return ST_OK;
}

#define BOUNDED_KIND(text, first)                                                                                      \
    {                                                                                                                  \
        .names = (text),                                                                                               \
        .deepens = true,                                                                                               \
        .holds = true,                                                                                                 \
        .start = (first),                                                                                              \
        .next = next,                                                                                                  \
        .reached = reached,                                                                                            \
        .later = later,                                                                                                \
        .cost = cost,                                                                                                  \
        .term = term,                                                                                                  \
        .finish = finish,                                                                                              \
        .pack = pack,                                                                                                  \
    }
const SearchKind kind_preemptions = BOUNDED_KIND("PreemptionBounding preemptions", start);
const SearchKind kind_delays = BOUNDED_KIND("DelayBounding delays", start_delays);
