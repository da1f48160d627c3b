/* heuristic.c -- the heuristics, and what they go by. JPF: search/heuristic. */
#include "search/kinds/heuristic.h"
#include "search/search.h"

/* --- what is known of a state --- */

static bool shares(const ThreadInfo *t) {
    switch (t->pend.action) {
    case AC_GET:
    case AC_PUT:
    case AC_GETSTATIC:
    case AC_PUTSTATIC:
    case AC_ALOAD:
    case AC_ASTORE:
    case AC_ATOMIC:
    case AC_LIBRARY: return t->status != TS_TERMINATED;
    default: return false;
    }
}

/* The turn was taken from a thread that could go on. JPF: MinimizePreemption, which takes the choices of the scheduling
 * point for the threads that could. */
static void count_switch(const Level *up, PathSums *sums) {
    for (u32 i = 0; i <= up->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(up, i);
        if (cg->kind != CK_THREAD) continue;
        u32 prev = sums->thread, now = up->thread;
        for (u64 k = 0; prev != now && k < cg->n_full; k++)
            if (cg_thread(cg, k) == prev) {
                sums->preemptions++;
                break;
            }
        sums->thread = now;
        return;
    }
}

static Status count_place(Search *s, Best *b, const ThreadInfo *t, PathSums *sums) {
    if (!t->top || t->status == TS_TERMINATED) return ST_OK;
    u64 at = t->top->mi->code && !t->top->mi->step ? (u64)(t->top->pc - t->top->mi->code) : t->top->step;
    u64 key = mix64(t->top->mi->key, at + 1) | 1;
    if (map_get(&b->places, key, NULL)) return ST_OK;
    sums->coverage++;
    return map_put(&b->places, key, 1);
}

static void count_threads(const KernelState *ks, Candidate *c) {
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t->status == TS_NEW || t->status == TS_TERMINATED) continue;
        c->threads++;
        c->locks += t->held;
        if (ti_enabled(t)) {
            c->runnable++;
            continue;
        }
        bool lock = t->status == TS_NOTIFIED || t->status == TS_TIMED_WAITING || t->pend.action == AC_LOCK ||
                    t->pend.action == AC_REACQUIRE;
        if (lock) c->locking++;
        else c->waiting++;
    }
}

Status candidate_of(Search *s, Best *b, Candidate *c) {
    KernelState *ks = s->ks;
    const Level *l = &s->path.v[s->path.n - 1], *up = l - 1;
    const ThreadInfo *t = ks->threads.v[s->last_thread];
    while (b->sums.n <= l->node)
        if (vec_push(s->cx, &b->sums, ((PathSums){.thread = UINT32_MAX})) != ST_OK) return ST_ERROR;
    PathSums *sums = &b->sums.v[l->node];
    *sums = b->sums.v[up->node];
    count_switch(up, sums);
    sums->shared += shares(t);
    if (count_place(s, b, t, sums) != ST_OK) return ST_ERROR;
    *c = (Candidate){.state_id = l->state_id,
                     .depth = s->path.n - 1,
                     .thread = t->id,
                     .shared = sums->shared,
                     .preemptions = sums->preemptions,
                     .coverage = sums->coverage,
                     .choices = (i64)level_total(l),
                     .value = ks->verify.heuristic,
                     .interesting = ks->verify.interesting,
                     .boring = ks->verify.boring};
    count_threads(ks, c);
    return ST_OK;
}

/* --- the heuristics --- */

static double deepest(Search *s, Best *b, const Candidate *c) { return VALUE_LAST - (double)c->depth; }
static double least_deep(Search *s, Best *b, const Candidate *c) { return (double)c->depth; }

/* 10000: the most threads that JPF reckons with. */
static double most_blocked(Search *s, Best *b, const Candidate *c) {
    return 10000.0 - (double)(c->threads - c->runnable);
}

static double few_preemptions(Search *s, Best *b, const Candidate *c) {
    bool many = s->cfg.preemptions && (u64)c->preemptions >= s->cfg.preemptions;
    return many ? VALUE_LAST : (double)c->preemptions;
}

static double preferred(Search *s, Best *b, const Candidate *c) {
    char name[300];
    thread_name(s->ks, s->ks->threads.v[c->thread], name, sizeof name);
    size_t n = strlen(name);
    for (const char *p = s->cfg.preferred; (p = strstr(p, name)) && n; p++) {
        bool begins = p == s->cfg.preferred || p[-1] == ',', ends = !p[n] || p[n] == ',';
        if (begins && ends) return 0;
    }
    return 1;
}

/* How often, how long ago and among how many the thread has run, in the last transitions of the path. */
static double interleaved(Search *s, Best *b, const Candidate *c) {
    const Tree *t = &s->tree;
    u64 kept = s->cfg.path_history, value = 0;
    if (c->threads < 2) return 0;
    u32 node = s->path.v[s->path.n - 1].node;
    for (u64 ago = 1; ago <= kept && node; ago++, node = t->nodes.v[node].parent)
        if (t->nodes.v[node].thread == (u32)c->thread) value += ago * (u64)c->threads;
    return (double)value;
}

/* The same of the transitions that the search made last, on whatever path. */
static double switched(Search *s, Best *b, const Candidate *c) {
    u32 n = b->history.n, *v = b->history.v, me = (u32)c->thread;
    u64 value = 0;
    for (u32 i = 0; i < n && c->threads > 1; i++)
        if (v[i] == me) value += (u64)(n - i) * (u64)c->threads;
    for (u32 i = n; i-- > 1;) v[i] = v[i - 1];
    if (n) v[0] = me;
    return (double)value;
}

/* The generator of java.util.Random, whose documentation defines it: Math.abs(nextInt()). */
#define RANDOM_MULTIPLIER 0x5DEECE66DULL
#define RANDOM_MASK ((1ULL << 48) - 1)
static double drawn(Search *s, Best *b, const Candidate *c) {
    b->random = (b->random * RANDOM_MULTIPLIER + 0xB) & RANDOM_MASK;
    i32 x = (i32)(u32)(b->random >> 16);
    return x == INT32_MIN ? (double)x : (double)(x < 0 ? -x : x);
}

static double user(Search *s, Best *b, const Candidate *c) { return (double)c->value; }

static const Heuristic all[] = {
    {"MostBlocked", most_blocked},    {"DFSHeuristic", deepest},
    {"BFSHeuristic", least_deep},     {"MinimizePreemption", few_preemptions},
    {"PreferThreads", preferred},     {"Interleaving", interleaved},
    {"GlobalSwitchThread", switched}, {"RandomHeuristic", drawn},
    {"UserHeuristic", user},          {"python", NULL},
};

const Heuristic *search_heuristic(const char *name) {
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, dot ? dot + 1 : name) == 0) return &all[i];
    return NULL;
}

Status heuristic_begin(Search *s, Best *b) {
    map_init(&b->places, s->cx);
    b->random = (s->cfg.choice_seed ^ RANDOM_MULTIPLIER) & RANDOM_MASK;
    drawn(s, b, NULL); /* JPF gives a value to the state before main has run, too */
    for (u64 i = 0; i < s->cfg.search_history; i++)
        if (vec_push(s->cx, &b->history, UINT32_MAX) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &b->sums, ((PathSums){.thread = UINT32_MAX}));
}
