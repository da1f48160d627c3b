/* ahead.c -- transitions that are not executed. Layer 11. */
#include "search/ahead.h"

#include "kernel/events.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/reduction.h"
#include "search/run.h"

/* In units of cx_work. */
enum { LOOK_WORK = 128 };

static bool keyed(const Search *s) { return stateset_is_keys(s->set) || stateset_is_shared(s->set); }

void ahead_begin(Search *s) {
    const SearchConfig *c = &s->cfg;
    const KernelState *ks = s->ks;
    const Host *h = s->cx->host;
    bool heard = ks->hub->n_sinks || ks->events || ks->cs->peers || ks->heap->tell || ks->heap->finalize || ks->attrs;
    bool asked = h && (h->schedule || h->lock_policy || h->shared_point);
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

static void known_skips(KernelState *ks, const KnownStep *step) {
    for (u32 i = 0; step->skipped && i < KNOWN_SKIPS; i++) ks->skipped[i] += step->skipped[i];
}

/* As forward.c counts a transition to a known state, and undoes it. */
static Status count(Search *s, Level *l, const ThreadInfo *ti, const KnownStep *step, u32 id) {
    KernelState *ks = s->ks;
    l->thread = ks->cur = s->last_thread = ti->id;
    s->instructions += step->insns;
    known_skips(ks, step);
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

Status ahead_look(Search *s, bool *known) {
    Ahead *x = &s->ahead;
    Level *l = &s->path.v[s->path.n - 1];
    u32 id;
    *known = x->noting = x->told = false;
    x->step.note = 0;
    if (!applies(s, l)) return ST_OK;
    const ThreadInfo *ti = s->ks->threads.v[cg_thread(&l->cg, (u64)l->cg.at)];
    KnownStep *step = &x->step;
    enum KnownAnswer answer = known_find(s->se, ti, step);
    x->noting = answer == KNOWN_NOTE;
    if (answer != KNOWN_YES) return ST_OK;
    if (stateset_find(s->set, s->se, step->key, known, &id) != ST_OK) return ST_ERROR;
    if (JPF_UNLIKELY(s->cfg.check_state) && (*known || !step->note)) {
        *known = false;
        x->told = true;
        step->note = 0;
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
    known_skips(ks, step);
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
