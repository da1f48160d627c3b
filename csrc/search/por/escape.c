/* escape.c -- what a transition from a reduced state touched besides what its set was taken for: if others may come to
 * it, the state is expanded wholly (persist.c). */
#include "kernel/footprint.h"
#include "search/kind.h"
#include "search/reduction.h"

/* The set that the closed transition was of, and the threads that it has started. Nobody could have heard of such a
 * thread before, so it could take no step as long as nobody of the set moved: that it reaches what the transition has
 * touched means nothing. Whoever else could have started it, or could have come to these objects, still can: the
 * transition would otherwise have written to something that he reaches. */
static ThreadSet with_started(Search *s, ThreadSet set) {
    const KernelState *ks = s->ks;
    if (s->persist.fp->n_known >= ks->n_threads) return set;
    ts_begin(s->se->sets);
    ts_add_all(s->se->sets, set);
    for (u32 i = s->persist.fp->n_known; i < ks->n_threads; i++) ts_add(s->se->sets, i);
    return ts_made(s->se->sets);
}

/* The set, and who waits in a join and joins one of it, or one of these, before he does anything else: as long as
 * nobody of the set moves he does not come to what it touches (awaits_closure). What he does up to there no step of
 * others changes, so it may be asked behind one. */
static Status with_waiting(Search *s, ThreadSet *set) {
    const KernelState *ks = s->ks;
    ThreadSets *t = s->se->sets;
    s->persist.scratch.n = 0;
    if (vec_reserve(s->cx, &s->persist.scratch, ks->n_threads) != ST_OK) return ST_ERROR;
    ThreadSet *awaits = s->persist.scratch.v;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *u = ks->threads.v[i];
        bool may = u->status == TS_RUNNABLE && u->pend.action == AC_JOIN && !ts_has(t, *set, i);
        awaits[i] = may ? state_awaits(s->se, i) : 0;
    }
    for (bool more = true; more;) {
        more = false;
        for (u32 i = 0; i < ks->n_threads; i++) {
            if (!awaits[i] || !ts_meets(t, awaits[i], *set)) continue;
            *set = ts_or(t, *set, ts_one(t, i));
            awaits[i] = 0;
            more = true;
        }
    }
    return ST_OK;
}

/* Has a step of the set touched what others may come to? */
static Status escapes(Search *s, const Footprint *f, ThreadSet set, bool *is) {
    ThreadSet with = set;
    *is = fp_escapes(s->se, f, set);
    if (!*is || set == REACH_ALL) return ST_OK;
    if (with_waiting(s, &with) != ST_OK) return ST_ERROR;
    if (with != set) *is = fp_escapes(s->se, f, with);
    return ST_OK;
}

/* Has the closed transition touched what is not the tried threads' alone? */
Status persist_escaped(Search *s, const Level *l, const Arrival *to, bool *is) {
    *is = s->persist.reads && l->tried != REACH_ALL;
    if (!*is || !to->keyed) return ST_OK;
    return escapes(s, s->persist.fp, with_started(s, l->tried), is);
}
