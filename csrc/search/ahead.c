/* ahead.c -- transitions that are not executed. Layer 11. */
#include "search/ahead.h"

#include "kernel/events.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/reduction.h"
#include "search/run.h"
#include "state/known.h"

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

/* As forward.c counts a transition to a known state, and undoes it. */
static Status count(Search *s, Level *l, const ThreadInfo *ti, const KnownStep *step, u32 id) {
    KernelState *ks = s->ks;
    l->thread = ks->cur = s->last_thread = ti->id;
    s->instructions += step->insns;
    for (u32 i = 0; step->skipped && i < KNOWN_SKIPS; i++) ks->skipped[i] += step->skipped[i];
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
    KnownStep step;
    u32 id;
    *known = x->noting = x->told = false;
    if (!applies(s, l)) return ST_OK;
    const ThreadInfo *ti = s->ks->threads.v[cg_thread(&l->cg, (u64)l->cg.at)];
    enum KnownAnswer answer = known_find(s->se, ti, &step);
    x->noting = answer == KNOWN_NOTE;
    if (answer != KNOWN_YES) return ST_OK;
    if (JPF_UNLIKELY(s->cfg.check_state)) {
        x->told = true;
        x->key = step.key;
        return ST_OK;
    }
    if (stateset_find(s->set, s->se, step.key, known, &id) != ST_OK) return ST_ERROR;
    return *known ? count(s, l, ti, &step, id) : ST_OK;
}

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
    if (x->told && !(to->keyed && h128_eq(x->key, to->key)))
        return cx_fail(s->cx, ERR_INTERNAL, "a step that was known leads elsewhere (thread %u)", ti->id);
    return x->noting ? known_closed(s->se, ti) : ST_OK;
}
