/* shift.c -- vm.por=dynamic: what is done from a state, as the state before it sees it (dynamic.c). */
#include "kernel/events.h"
#include "search/por/dynamic_int.h"

static void demands(u64 *sets, u32 *n, u64 threads) {
    for (u32 i = 0; i < *n; i++)
        if (sets[i] == threads) return;
    sets[(*n)++] = threads;
}

static bool holds(const DynLevel *n, u32 thread, const Deed *d) {
    for (u32 i = 0; i < n->n_holds; i++)
        for (u32 k = 0; k < DEED_LOCKS; k++)
            if (n->holds[i].thread == thread && n->holds[i].lock == d->locks[k]) return true;
    return false;
}

enum { NEXT = 4 };

static u32 next_words(Act *a, u64 place, u32 words, u32 how) {
    for (u32 i = 0; i < words; i++) a[i] = (Act){.place = place + i, .how = how};
    return words;
}

static u64 monitor_of(Ref r) { return (u64)r * 2 + offsetof(ElementInfo, lock) / 4; }

/* What a thread that is blocked may be let go on by. */
static u32 next_blocked(Search *s, const ThreadInfo *t, u32 n, Act *a) {
    const Pending *p = &t->pend;
    a[0] = (Act){.place = place_of_thread(n, PLACE_INTERRUPT), .how = ACT_READ};
    if (t->status != TS_RUNNABLE) {
        Ref lock = t->wait_obj ? t->wait_obj : p->obj;
        a[1] = (Act){.place = place_of_thread(n, PLACE_STATUS), .how = ACT_READ};
        a[2] = (Act){.place = monitor_of(lock), .how = ACT_ENTER | ACT_READ};
        return lock ? 3 : 2;
    }
    if (p->action == AC_PARK) a[1] = (Act){.place = place_of_thread(n, PLACE_PERMIT), .how = ACT_READ};
    else if (p->index >= DPOR_THREADS || p->index >= s->ks->n_threads) return 1;
    else a[1] = (Act){.place = place_of_thread(dyn_number(s, p->index), PLACE_END), .how = ACT_READ};
    return 2;
}

/* What a thread's next step touches in any case: how many places. */
static u32 next_of(Search *s, const ThreadInfo *t, u32 n, Act *a) {
    const Pending *p = &t->pend;
    if (t->status != TS_RUNNABLE || p->action == AC_PARK || p->action == AC_JOIN) return next_blocked(s, t, n, a);
    if (t->lib_depth) return 0;
    switch (p->action) {
    case AC_GET:
    case AC_PUT:
    case AC_GETSTATIC:
    case AC_PUTSTATIC: {
        bool put = p->action == AC_PUT || p->action == AC_PUTSTATIC;
        if (!p->obj || !p->fi) return 0;
        return next_words(a, (u64)p->obj * 2 + p->fi->offset / 4, type_size(p->fi->type) == 8 ? 2 : 1,
                          put ? ACT_WRITE : ACT_READ);
    }
    case AC_ALOAD:
    case AC_ASTORE: {
        u8 shift = ei_class(s->ks->heap, ei(s->ks->heap, p->obj))->elem_shift;
        return next_words(a, (u64)p->obj * 2 + OBJ_HEADER / 4 + (((u64)p->index << shift) / 4), shift == 3 ? 2 : 1,
                          p->action == AC_ASTORE ? ACT_WRITE : ACT_READ);
    }
    case AC_LOCK: return next_words(a, monitor_of(p->obj), 1, ACT_ENTER | ACT_READ); /* behind a leave as well */
    default: return 0;
    }
}

static bool depends(const Acts *step, const Deed *d) {
    if (step->unknown || d->place == DEED_ANYTHING) return true;
    const Act *a = acts_at(step, d->place);
    return a && act_meets(a->how, d->how);
}

/* Do all who judge steps hold the two for dependent? */
static bool sure(const Acts *step, u64 place, u32 how) {
    const Act *a = place == DEED_ANYTHING ? NULL : acts_at(step, place);
    return a && !((a->how | how) & ACT_UNSURE) && act_meets(a->how, how);
}

/* Threads whose next step, in the state behind the step, comes after it. */
static u64 comes_after(Search *s, u32 at, u32 thread, const Acts *step, u64 enabled) {
    const KernelState *ks = s->ks;
    u64 set = 0, was = s->dynamic->levels.v[at].enabled;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        u32 n = dyn_number(s, i);
        Act a[NEXT];
        if (t->status == TS_TERMINATED || n == DPOR_NONE || n == thread) continue;
        bool after = (enabled >> n & 1) && !(was >> n & 1);
        for (u32 k = after ? 0 : next_of(s, t, n, a); k-- > 0 && !after;) after = sure(step, a[k].place, a[k].how);
        if (after) set |= 1ull << n;
    }
    return set;
}

/* The thread whose end the step waited for before anything else, so that all that one did comes before it. */
static u64 awaited(Search *s, const Edge *e) {
    if (s->ks->saw.interrupt || e->joins == DPOR_NONE) return 0; /* an interrupt would let it go on as well */
    const Act *a = acts_at(e->step, place_of_thread(e->joins, PLACE_END));
    return a && (a->how & ACT_AWAIT) ? 1ull << e->joins : 0;
}

/* Can no other event be turned round with it? A thread's end, and who waits for one, is of no interest while nobody is
 * interrupted or looks how far others are; once somebody does the search begins again (persist.c, assumed). */
static bool idle_act(Search *s, const Edge *e, const Act *a, u64 waited, Ref ending) {
    const SeenOfProgram *saw = &s->ks->saw;
    if (saw->interrupt) return false;
    if (place_is(a->place, PLACE_INTERRUPT)) return !(a->how & ACT_CHANGES);
    if (place_is(a->place, PLACE_END) || place_is(a->place, PLACE_BEGIN)) {
        if ((a->how & ~ACT_AWAIT) == ACT_READ && (waited >> ((a->place & ~PLACE_THREAD) >> 8) & 1)) return true;
    }
    if (!ending || saw->ends || saw->states || saw->lists) return false;
    return a->place == monitor_of(ending) || a->place == place_of_thread(e->thread, PLACE_STATUS) ||
           a->place == place_of_thread(e->thread, PLACE_END);
}

static Ref monitor_at(u64 place) { return (Ref)((place - offsetof(ElementInfo, lock) / 4) / 2); }

/* Deeds of the state behind the step become deeds of the state before. */
Status dyn_shift(Search *s, const Edge *e, const Deeds *below) {
    DynLevel *n = &s->dynamic->levels.v[e->at];
    const u64 me = 1ull << e->thread;
    if (n->unknown) {
        n->deeds.n = 0;
        return ST_OK;
    }
    u64 enabled = e->known ? dyn_numbers(s, live_enabled(s->ks)) : n->enabled;
    u64 after = e->step && e->known ? comes_after(s, e->at, e->thread, e->step, enabled) : 0;
    u64 sets[DEEDS_MOST];
    u32 n_sets = 0;
    for (u32 i = 0; i < below->n; i++) {
        Deed d = below->v[i];
        u64 who = 1ull << d.thread;
        if (!e->step || d.thread == e->thread || ((d.before | d.ended) & (me | after)) || holds(n, e->thread, &d)) {
            d.before |= me; /* or something between the two is */
        } else if (depends(e->step, &d)) {
            /* Whom it waits for is no matter of order. Nor is what it cannot do before somebody lets it: were that
             * another one than this step, that one would come before the deed. */
            bool first = !d.before && !d.loose && !(n->enabled & who);
            bool awaits = (d.how & ACT_AWAIT) && !s->ks->saw.interrupt; /* an interrupt would end the join too */
            if (n->chooses && !awaits && !first) demands(sets, &n_sets, d.before | who);
            if ((who & after) || sure(e->step, d.place, d.how)) d.before |= me;
        } else if (who & after) {
            d.before |= me;
        }
        if (deeds_add(s->cx, &n->deeds, &d) != ST_OK) return ST_ERROR;
    }
    dyn_demand(s, e->at, sets, n_sets);
    if (!e->step) return ST_OK;
    const u64 waited = awaited(s, e);
    Deed own = {.thread = (u8)e->thread, .ended = e->joined | waited, .how = ACT_WRITE};
    const Act *end = acts_at(e->step, place_of_thread(e->thread, PLACE_END));
    const Ref ending = end && (end->how & ACT_WRITE) ? s->ks->threads.v[e->id]->obj : 0;
    u32 locks = 0;
    for (u32 i = n->n_holds; i-- > 0 && locks < DEED_LOCKS;)
        if (n->holds[i].thread == e->thread) own.locks[locks++] = n->holds[i].lock;
    const Ref second = own.locks[DEED_LOCKS - 1];
    const Act *enters = e->first ? acts_at(e->step, monitor_of(e->first)) : NULL;
    const Ref entered = enters && (enters->how & ACT_ENTER) ? e->first : 0;
    for (u32 i = 0; i < e->step->n && !e->step->unknown; i++) {
        if (!(e->step->v[i].how & ~(u32)ACT_STANDS) || idle_act(s, e, &e->step->v[i], waited, ending)) continue;
        own.place = e->step->v[i].place;
        own.how = (u8)e->step->v[i].how;
        bool itself = entered && own.place < PLACE_THREAD && monitor_at(own.place) == entered;
        own.locks[DEED_LOCKS - 1] = entered && !itself ? entered : second;
        if (deeds_add(s->cx, &n->deeds, &own) != ST_OK) return ST_ERROR;
    }
    own.locks[DEED_LOCKS - 1] = second;
    own.place = DEED_ANYTHING;
    return e->step->unknown ? deeds_add(s->cx, &n->deeds, &own) : ST_OK;
}

/* Threads whose ends this one has waited for. */
u64 dyn_joined(Search *s, const ThreadInfo *ti) {
    u64 set = 0;
    for (u32 i = 0; i < s->ks->n_threads; i++)
        if (s->ks->threads.v[i]->joined_by == ti->id + 1) set |= 1ull << (i & 63);
    return dyn_numbers(s, set);
}

static Status waits_for(Search *s, Deeds *d, Deed x, u64 place, u32 how) {
    x.place = place;
    x.how = (u8)how;
    return deeds_add(s->cx, d, &x);
}

/* What threads stand before in the current state and another one's step may take away from them. */
Status dyn_standing(Search *s, Deeds *d) {
    const KernelState *ks = s->ks;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        u32 n = dyn_number(s, i);
        if (t->status == TS_NEW || t->status == TS_TERMINATED || n == DPOR_NONE) continue;
        Deed x = {.thread = (u8)n, .ended = dyn_joined(s, t)};
        Status st = ST_OK;
        bool waits = t->status != TS_RUNNABLE;
        Ref lock = waits && t->wait_obj ? t->wait_obj : t->pend.obj;
        u8 act = t->pend.action;
        if (t->suspended || (!waits && act == AC_CLINIT_WAIT)) st = waits_for(s, d, x, DEED_ANYTHING, ACT_WRITE);
        if (st == ST_OK && waits) st = waits_for(s, d, x, place_of_thread(n, PLACE_STATUS), ACT_WRITE);
        if (st == ST_OK && waits && ks->saw.interrupt)
            st = waits_for(s, d, x, place_of_thread(n, PLACE_INTERRUPT), ACT_READ);
        if (st == ST_OK && act == AC_EXIT && !waits) lock = t->obj;
        bool enters = waits || act == AC_LOCK || act == AC_REACQUIRE || act == AC_EXIT;
        if (st == ST_OK && enters && lock) st = waits_for(s, d, x, monitor_of(lock), ACT_ENTER);
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* Monitors that are held behind the step. */
void dyn_pass_holds(DynLevel *to, const DynLevel *from) {
    to->n_holds = 0;
    const Acts *a = to->step;
    for (u32 i = 0; i < from->n_holds; i++) {
        Ref r = from->holds[i].lock;
        const Act *x = a ? acts_at(a, (u64)r * 2 + offsetof(ElementInfo, lock) / 4) : NULL;
        bool left = x && (x->how & ACT_LEAVE) && from->holds[i].thread == to->thread;
        if (!left) to->holds[to->n_holds++] = from->holds[i];
    }
    for (u32 i = 0; a && i < a->n && to->n_holds < HOLDS; i++) {
        if (a->v[i].place >= PLACE_THREAD || (a->v[i].how & (ACT_ENTER | ACT_LEAVE)) != ACT_ENTER) continue;
        to->holds[to->n_holds].lock = monitor_at(a->v[i].place);
        to->holds[to->n_holds++].thread = to->thread;
    }
}
