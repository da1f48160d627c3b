/* await.c -- a thread that joins others, as one that waits for all of them at once. Layer 10.
 *
 * Who joins the threads of an array in order stands at another place for each set of those that have ended, and the
 * array keeps apart threads that nothing else does. Forms without names (symmetry.c) are written of another state
 * instead, where the waiting thread W has gone on past all joins that follow one another, to the first instruction that
 * is none of what lies between joins, and waits there for all the threads that it has joined on the way.
 *
 * Why two states with the same form have the same future but for names of threads. Between the joins W moves numbers
 * and references in its frames, calls plain methods, and reads and writes what no other thread can reach (walk.h: loops
 * over arrays and lists, by index, by an iterator or forEach): nobody can see these steps, nor change what they do. A
 * join is no more than waiting for an end: no interrupt can end it as long as none is sent (SeenOfProgram.interrupt),
 * and nobody looks where W stands (`states`, `lists`). So every step of the
 * others commutes with W's steps up to where it waits in the form, and each execution has one with the same steps of
 * the others where W does all of its own once the last of its threads has ended. That one is an execution from the
 * form, too. If one of them never ends, W waits for ever in both. `joined_by` is what it will be by then.
 *
 * Where it has gone on to it may refer to objects that it does not refer to yet: no slot says so, await_refers does.
 * What it has written on the way stands in its place while the form is written. References that it has overwritten
 * still count, which keeps threads apart that could be alike, and no more.
 *
 * Only a join that waits is passed over. A state where W could go on is written as it is: its step would otherwise
 * lead to the state itself, a cycle that is none. If somebody is interrupted or looked at after all, the search begins
 * again without this (search/por/alike.c). */
#include "state/state_int.h"
#include "state/walk.h"

static bool waits(const KernelState *ks, const ThreadInfo *ti) {
    const Pending *p = &ti->pend;
    return ti->status == TS_RUNNABLE && p->action == AC_JOIN && !p->timed && p->index < ks->n_threads &&
           ks->threads.v[p->index]->status != TS_TERMINATED && !ti->interrupted && !ti->atomic && !ti->lib_depth &&
           !ti->quiet_depth && !ti->clock_depth && !ti->suspended && !ti->in_exit && !ti->deadline && ti->top;
}

/* Main, or the only other thread that waits so: one that is found whatever threads are called. */
static ThreadInfo *who_waits(const KernelState *ks) {
    ThreadInfo *found = NULL;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        if (!waits(ks, ti)) continue;
        if (found) return NULL;
        found = ti;
        if (!i) break;
    }
    return found;
}

static bool none_awaited(StateEngine *se, const KernelState *ks) {
    se->await.awaited.n = 0;
    if (!ok(se, vec_reserve(se->cx, &se->await.awaited, ks->n_threads))) return false;
    mem_fill(se->await.awaited.v, 0, ks->n_threads);
    se->await.awaited.n = ks->n_threads;
    return true;
}

static void take_over(StateEngine *se, ThreadInfo *ti, StackFrame *f) {
    Await *a = &se->await;
    KernelState *ks = se->ks;
    a->ti = ti;
    a->top = ti->top;
    a->pend = ti->pend;
    a->from = f->meta;
    a->depth = f->depth;
    ti->top = f;
    ti->pend = (Pending){.action = AWAITS};
    a->told.n = 0;
    for (u32 i = 0; i < a->passed.n; i++) a->awaited.v[a->passed.v[i]] = 1;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (!a->awaited.v[i] || t->status != TS_TERMINATED) continue;
        a->awaited.v[i] = 0;
        if (t->joined_by || !ok(se, vec_push(se->cx, &a->told, i))) continue;
        t->joined_by = ti->id + 1;
    }
    omit_settle(se);
    if (frame_scan(se, ti, f) != ST_OK) return;
    a->refs.n = 0;
    for (u32 i = 0; i < se->refs.n; i++) ok(se, vec_push(se->cx, &a->refs, se->refs.v[i].val));
    for (u32 i = 0; i < a->wrote.n; i++)
        if (a->wrote.v[i].ref) ok(se, vec_push(se->cx, &a->refs, *a->wrote.v[i].at));
}

/* Main stays where it is; there may be arrays of threads that it will only join (held.c). Not in a store of records
 * (an exact set): what is made of a form without names is written whole there, each time that one is met. */
static void keep_place(StateEngine *se) {
    Await *a = &se->await;
    if (se->store) return;
    ThreadInfo *ti = se->ks->threads.v[0];
    if (!none_awaited(se, se->ks) || !held_begin(se, ti)) return;
    a->ti = ti;
    a->top = ti->top;
    a->pend = ti->pend;
    a->from = 0;
    a->told.n = a->refs.n = 0;
}

static bool looked_at(const SeenOfProgram *w) { return w->interrupt || w->states || w->lists; }

bool state_await_broken(const StateEngine *se) { return se->await.used && looked_at(&se->ks->saw); }

ThreadSet state_awaits(StateEngine *se, u32 id) {
    const KernelState *ks = se->ks;
    const ThreadInfo *ti = ks->threads.v[id];
    if (se->await.within || looked_at(&ks->saw) || !waits(ks, ti)) return 0;
    se->failed = false;
    const bool is = walk_past(se, ti) && !se->failed;
    se->failed = false;
    if (!is) return 0;
    ts_begin(se->sets);
    for (u32 i = 0; i < se->await.passed.n; i++) {
        const u32 t = se->await.passed.v[i];
        if (ks->threads.v[t]->status != TS_TERMINATED) ts_add(se->sets, t);
    }
    const ThreadSet set = ts_made(se->sets);
    return set == REACH_ALL ? 0 : set;
}

void state_await_shared(StateEngine *se) {
    if (!looked_at(&se->ks->saw)) se->await.used = true;
}

void await_begin(StateEngine *se) {
    Await *a = &se->await;
    if (a->within++) return;
    a->ti = NULL;
    a->last = false;
    a->seen = false;
    omit_begin(se);
    if (se->failed || looked_at(&se->ks->saw)) return;
    ThreadInfo *ti = who_waits(se->ks);
    StackFrame *f = ti && none_awaited(se, se->ks) ? walk_on(se, ti) : NULL;
    if (f) take_over(se, ti, f);
    else if (!ti || !ti->id) keep_place(se);
    a->used |= a->ti != NULL;
    a->last = a->ti != NULL;
}

void await_end(StateEngine *se) {
    Await *a = &se->await;
    if (--a->within || !a->ti) return;
    walk_undo(se, 0);
    a->held.n = 0;
    a->ti->top = a->top;
    a->ti->pend = a->pend;
    for (u32 i = 0; i < a->told.n; i++) se->ks->threads.v[a->told.v[i]]->joined_by = 0;
    a->ti = NULL;
}

/* --- what there is in that state --- */

void await_saw(StateEngine *se) {
    Await *a = &se->await;
    if (!a->ti || a->seen) return;
    if (a->present.n < se->metas.n) {
        u32 n = a->present.n;
        if (!ok(se, vec_reserve(se->cx, &a->present, se->metas.n - n))) return;
        mem_fill(a->present.v + n, 0, (size_t)(se->metas.n - n) * sizeof *a->present.v);
        a->present.n = se->metas.n;
    }
    if (++a->stamp == 0) {
        mem_fill(a->present.v, 0, (size_t)a->present.n * sizeof *a->present.v);
        a->stamp = 1;
    }
    for (u32 k = 0; k < se->order.n; k++) a->present.v[se->order.v[k]] = a->stamp;
    a->seen = true;
}

bool await_has(const StateEngine *se, u32 m) {
    const Await *a = &se->await;
    return !a->seen || (m < a->present.n && a->present.v[m] == a->stamp) || named_static(se, m);
}

bool await_dropped(const StateEngine *se, SlotId id) {
    const Await *a = &se->await;
    if (!a->seen) return false;
    if (id >> 30 == SLOT_OBJ) {
        u32 owner = se->oslots.v[id].owner & ~SLOT_SKIP;
        return held_has(se, owner) || !await_has(se, owner);
    }
    if (id >> 30 == SLOT_STATIC) return omitted(se, id & SLOT_INDEX);
    if (id >> 30 != SLOT_ROOT || a->held.n) return false;
    const RootSlot *r = &se->rslots.v[id & SLOT_INDEX];
    if (r->s.owner == se->thread_recs.v[a->ti->id]) return r->word != THREAD_OBJ;
    bool above = false;
    for (const StackFrame *f = a->top; f != NULL && f->depth > a->depth; f = f->prev) above |= f->meta == r->s.owner;
    if (above) return true;
    if (!a->from || r->s.owner != a->from) return false;
    for (u32 i = 0; i < a->refs.n; i++)
        if (a->refs.v[i] == se->metas.v[r->s.target].obj) return false;
    return true;
}

bool await_refers(const StateEngine *se, const ThreadInfo *by, u32 m) {
    const Await *a = &se->await;
    if (!a->ti || a->ti == by) return false;
    for (u32 i = 0; i < a->refs.n; i++)
        if (a->refs.v[i] == se->metas.v[m].obj) return true;
    return false;
}
