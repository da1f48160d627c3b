/* ahead.c -- transitions that are not executed. Layer 11. */
#include "search/ahead.h"

#include "kernel/events.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/reduction.h"
#include "search/run.h"

/* In units of cx_work. */
enum { LOOK_WORK = 128 };
/* Levels at the end of the path whose choices are kept in mind, of how many choices, and from how many states on: fewer
 * lie in the processor's own memory. */
enum { AHEAD_ROWS = 256, AHEAD_CHOICES = 8, AHEAD_STATES = 1 << 18 };

static bool keyed(const Search *s) { return stateset_is_keys(s->set) || stateset_is_shared(s->set); }

void ahead_begin(Search *s) {
    const SearchConfig *c = &s->cfg;
    const KernelState *ks = s->ks;
    const Host *h = s->cx->host;
    bool heard = ks->hub->n_sinks || ks->events || ks->cs->peers || ks->heap->tell || ks->heap->finalize || ks->attrs;
    bool asked = h && (h->schedule || h->lock_policy || h->shared_point);
    ahead_free(s);
    s->ahead = (Ahead){0};
    s->ahead.on = (c->kind == &kind_dfs || c->kind == &kind_bfs) && !c->por && !s->n_reductions && keyed(s) && !heard &&
                  !asked && !s->sched.priority && !c->randomize && !c->livelock && !c->match_depth &&
                  !c->check_restore && !s->settle.on && !s->far && !s->replaying && !ks->cfg.idle_limits;
    known_forget(s->se);
}

static bool applies(const Search *s, const Level *l) {
    return !s->silent && !s->rec.on && !s->settle.on && !s->ks->bp.turn && !l->n_up && !l->borrowed &&
           l->cg.kind == CK_THREAD && !(l->cg.flags & (CGF_GIVEN | CGF_OPEN)) && s->path.n > 1 && keyed(s);
}

static void count_skips(Search *s, const KnownStep *step) {
    const u8 *more = step->skips ? known_skipped(s->se, step) : NULL;
    for (u32 i = 0; more && i < KNOWN_SKIPS; i++) s->ks->skipped[i] += more[i];
}

/* As forward.c counts a transition to a known state, and undoes it. */
static Status count(Search *s, Level *l, const ThreadInfo *ti, const KnownStep *step, u32 id) {
    KernelState *ks = s->ks;
    l->thread = ks->cur = s->last_thread = ti->id;
    s->instructions += step->insns;
    count_skips(s, step);
    s->sched.met[step->action & 31]++;
    s->se->transitions++;
    s->st.transitions++;
    s->st.visited++;
    l->open |= s->cfg.kind->later(s, search_state_id(s, true, false, id), step->key);
    if (live_closed(s, l, id, step->key, false) != ST_OK) return ST_ERROR;
    search_backtracked(s);
    (void)cx_work(s->cx, step->insns + LOOK_WORK); /* search_limits finds what that says */
    return search_limits(s);
}

/* --- all choices of a state at once ---
 *
 * Where a key lies in a large set, memory must be waited for. So when the first choice of a state is made, those of all
 * others are asked for together. What was found then holds as long as the state's other choices are made: a state that
 * is known stays known, and which one a choice leads to follows from the state. One that was not known is looked for
 * again when its turn has come. */

typedef struct AheadItem {
    KnownStep step;
    u32 id;
    bool found, known; /* the step; where it leads */
} AheadItem;
typedef struct AheadRow {
    H128 key; /* of the state */
    u64 round;
    u32 depth, n;
    AheadItem v[AHEAD_CHOICES];
} AheadRow;

void ahead_free(Search *s) {
    cx_free(s->cx, s->ahead.rows, AHEAD_ROWS * sizeof *s->ahead.rows);
    s->ahead.rows = NULL;
}

static Status look_wide(Search *s, const Level *l) {
    Ahead *x = &s->ahead;
    if (!x->rows && !(x->rows = cx_alloc(s->cx, AHEAD_ROWS * sizeof *x->rows))) return ST_ERROR;
    AheadRow *r = &x->rows[s->path.n % AHEAD_ROWS];
    r->key = l->key;
    r->depth = s->path.n;
    r->round = known_round(s->se);
    r->n = l->cg.n <= AHEAD_CHOICES ? (u32)l->cg.n : 0;
    for (u32 i = 1; i < r->n; i++) {
        AheadItem *t = &r->v[i];
        t->known = false;
        t->found = known_find(s->se, s->ks->threads.v[cg_thread(&l->cg, i)], true, &t->step) == KNOWN_YES;
        if (t->found) stateset_prefetch(s->set, t->step.key);
    }
    return ST_OK;
}

static Status seek_wide(Search *s) {
    AheadRow *r = &s->ahead.rows[s->path.n % AHEAD_ROWS];
    for (u32 i = 1; i < r->n; i++) {
        AheadItem *t = &r->v[i];
        if (t->found && stateset_find(s->set, s->se, t->step.key, &t->known, &t->id) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static const AheadItem *seen_wide(const Search *s, const Level *l) {
    const AheadRow *r = s->ahead.rows ? &s->ahead.rows[s->path.n % AHEAD_ROWS] : NULL;
    u64 i = (u64)l->cg.at;
    if (!r || i >= r->n || r->depth != s->path.n || !h128_eq(r->key, l->key)) return NULL;
    return r->v[i].found && r->round == known_round(s->se) ? &r->v[i] : NULL;
}

Status ahead_look(Search *s, bool *known) {
    Ahead *x = &s->ahead;
    Level *l = &s->path.v[s->path.n - 1];
    KnownStep *step = &x->step;
    const AheadItem *item = NULL;
    u32 id;
    *known = x->noting = x->told = x->takes = false;
    if (!applies(s, l)) return ST_OK;
    const ThreadInfo *ti = s->ks->threads.v[cg_thread(&l->cg, (u64)l->cg.at)];
    bool wide = s->st.states_new >= AHEAD_STATES || JPF_UNLIKELY(s->cfg.check_state), first = wide && !l->cg.at;
    if (first && look_wide(s, l) != ST_OK) return ST_ERROR;
    if (wide && l->cg.at) item = seen_wide(s, l);
    if (item && (item->known || known_holds(s->se, ti, &item->step))) {
        *step = item->step;
        *known = item->known;
        id = item->id;
    } else {
        enum KnownAnswer answer = known_find(s->se, ti, false, step);
        x->noting = answer == KNOWN_NOTE;
        if (first && answer == KNOWN_YES) stateset_prefetch(s->set, step->key);
        if (first && seek_wide(s) != ST_OK) return ST_ERROR;
        if (answer != KNOWN_YES) return ST_OK;
    }
    if (!*known && stateset_find(s->set, s->se, step->key, known, &id) != ST_OK) return ST_ERROR;
    x->takes = !*known && step->taken;
    if (JPF_UNLIKELY(s->cfg.check_state) && !x->takes) {
        *known = false;
        x->told = true;
        return ST_OK;
    }
    return *known ? count(s, l, ti, step, id) : ST_OK;
}

/* --- made without executing it --- */

static Status leads_elsewhere(const Search *s, const ThreadInfo *ti, const char *what) {
    return cx_fail(s->cx, ERR_INTERNAL, "a step that was known leads elsewhere (thread %u, %s)", ti->id, what);
}

/* Stress: the step is executed and undone. What the thread has become is in *w then. */
static Status tried(Search *s, Level *l, ThreadInfo *ti, KnownWitness *w) {
    KernelState *ks = s->ks;
    u64 instructions = s->instructions, insns = ti->insns, n = s->se->transitions, skipped[KNOWN_SKIPS];
    u64 met[sizeof s->sched.met / sizeof *s->sched.met];
    mem_copy(skipped, ks->skipped, sizeof skipped);
    mem_copy(met, s->sched.met, sizeof met);
    ThreadInfo *ran = run_choice(s, l);
    After a;
    H128 key;
    if (!ran || run_thread(s, &ran, &a) != ST_OK) return ST_ERROR;
    bool same = ran == ti && a.out == OUT_NEW && a.has_cg && !a.n_up && a.cg.kind == CK_THREAD;
    after_free(s, &a);
    if (a.out == OUT_STOP) return ST_ERROR;
    if (!same) return leads_elsewhere(s, ti, "it ends otherwise");
    if (state_end_transition(s->se, ti, &key) != ST_OK) return ST_ERROR;
    if (!h128_eq(key, s->ahead.step.key)) return leads_elsewhere(s, ti, "its key");
    known_witness(s->se, ti, w);
    run_undo(s, l);
    s->instructions = instructions;
    ti->insns = insns;
    s->se->transitions = n;
    mem_copy(ks->skipped, skipped, sizeof skipped);
    mem_copy(s->sched.met, met, sizeof met);
    return ST_OK;
}

/* What run_choice, run_thread and match do for one that is executed. */
Status ahead_take(Search *s, Level *l, After *a, Arrival *to) {
    KernelState *ks = s->ks;
    const KnownStep *step = &s->ahead.step;
    ThreadInfo *ti = ks->threads.v[cg_thread(&l->cg, (u64)l->cg.at)];
    KnownWitness w, now;
    bool check = JPF_UNLIKELY(s->cfg.check_state);
    if (check && tried(s, l, ti, &w) != ST_OK) return ST_ERROR;
    ks->cg_place = mix64(l->place, level_rank(l) + 1);
    l->thread = s->last_thread = ti->id;
    prelude_begin(s, l);
    ti_begin_transition(ti);
    if (known_take(s->se, ti, step) != ST_OK || run_stands(s, ti, a) != ST_OK) return ST_ERROR;
    s->st.transitions++;
    s->instructions += step->insns;
    count_skips(s, step);
    if (check) {
        known_witness(s->se, ti, &now);
        if (memcmp(&w, &now, sizeof w)) return leads_elsewhere(s, ti, "what it leaves");
        if (state_check(s->se) != ST_OK) return ST_ERROR;
    }
    if (!a->has_cg || a->deadlock) return leads_elsewhere(s, ti, "nobody goes on");
    *to = (Arrival){.key = step->key, .plain = step->key, .raw = step->key, .woken = REACH_ALL};
    to->keyed = to->onward = true;
    if (stateset_add(s->set, s->se, step->key, &to->fresh, &to->id) != ST_OK) return ST_ERROR;
    (void)cx_work(s->cx, step->insns + LOOK_WORK); /* search_limits finds what that says */
    return ST_OK;
}

/* --- executed --- */

Status ahead_runs(Search *s, ThreadInfo *ti) { return s->ahead.noting ? known_begin(s->se, ti) : ST_OK; }

void ahead_ran(Search *s, const ThreadInfo *ti, const After *a) {
    if (!s->ahead.noting) return;
    bool stopped = s->last == RUN_BOUNDARY || s->last == RUN_TERMINATED;
    known_ran(s->se, ti,
              stopped && a->out == OUT_NEW && a->has_cg && a->cg.kind == CK_THREAD && !a->n_up &&
                  !(a->cg.flags & CGF_GIVEN) && !a->deadlock && !a->violation);
}

Status ahead_closed(Search *s, const ThreadInfo *ti, const Arrival *to) {
    Ahead *x = &s->ahead;
    if (x->told && !(to->keyed && h128_eq(x->step.key, to->key))) return leads_elsewhere(s, ti, "its key");
    return x->noting ? known_closed(s->se, ti) : ST_OK;
}
