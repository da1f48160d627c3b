/* shown.c -- what Thread.getState says of a thread follows from: whether it was started; its status; where it stands;
 * and, where it has come to what it may wait for, from whether that is there.
 *
 * So a look at a state reads the place of the thread's object where the start writes, PLACE_STATUS, PLACE_SHOWN, and
 * what the thread stands before (ACT_SEEN): the word of a monitor, its permit, its interrupt, the end of a thread.
 * PLACE_SHOWN is written by the thread's own events alone, by those that come to such a place or leave it. All else is
 * written by whoever writes it anyway: nothing of what events act on follows from who looks, or from the order of
 * events that are independent. What a look acts on follows from where the thread stands, so from the last event before
 * it that writes PLACE_SHOWN, on which it depends. That event has the marks ACT_STANDS, which meet nothing: they say
 * what a look behind it would see. So it is known as well what a look would see that comes earlier (shown_turned). */
#include "search/dpor/dpor.h"

static Status act(Dpor *d, u64 place, u32 how) { return vec_push(d->s->cx, &d->acts, ((Act){place, 0, 0, how})); }

DporStands dpor_stands(const ThreadInfo *t) {
    const Pending *p = &t->pend;
    DporStands at = {0};
    if (t->status != TS_RUNNABLE) return at;
    switch (p->action) {
    case AC_LOCK:
    case AC_PARK:
    case AC_SLEEP:
    case AC_JOIN: return (DporStands){p->action, p->timed, p->action == AC_LOCK ? p->obj : 0, p->index};
    default: return at;
    }
}

/* What lets the thread go on, as getState sees it. */
static Status seen(Dpor *d, const ThreadInfo *t, u32 how) {
    const KernelState *ks = d->s->ks;
    DporStands at = dpor_stands(t);
    u32 n = dpor_number(d, t);
    Status st = ST_OK;
    if (at.action == AC_LOCK) return act(d, dpor_monitor(at.obj), how);
    if (at.action == AC_JOIN && !at.timed && at.index < ks->n_threads) {
        u32 of = dpor_number(d, ks->threads.v[at.index]);
        if (of != DPOR_NONE) st = act(d, place_of_thread(of, PLACE_END), how);
    }
    if (st == ST_OK && at.action == AC_PARK) st = act(d, place_of_thread(n, PLACE_PERMIT), how);
    return st == ST_OK && at.action ? act(d, place_of_thread(n, PLACE_INTERRUPT), how) : st;
}

Status dpor_shown(Dpor *d, const ThreadInfo *ran, u32 me) {
    bool was = ran->id < d->n_was;
    DporStands before = was ? d->was[ran->id].stands : (DporStands){0}, now = dpor_stands(ran);
    if (!d->knew_states) return ST_OK;
    bool same = before.action == now.action && before.timed == now.timed;
    same &= before.obj == now.obj && before.index == now.index;
    if (!same && act(d, place_of_thread(me, PLACE_SHOWN), ACT_WRITE) != ST_OK) return ST_ERROR;
    return seen(d, ran, ACT_STANDS);
}

Status dpor_asks(Dpor *d, const ThreadInfo *t, u32 n) {
    const u32 look = ACT_READ | ACT_UNSURE;
    if (act(d, place_of_thread(n, PLACE_STATUS), look) != ST_OK) return ST_ERROR;
    if (act(d, place_of_thread(n, PLACE_SHOWN), look) != ST_OK) return ST_ERROR;
    return seen(d, t, look | ACT_SEEN);
}

/* The last event that wrote the place, where `first` and what comes after it are left out. */
static u32 written_without(const Dpor *d, u32 first, u32 second, u64 name) {
    u64 i;
    if (!map_get(&d->place_of, name, &i)) return DPOR_NONE;
    for (u32 m = d->places.v[i].change; m; m = d->marks.v[m - 1].was_change) {
        u32 e = d->marks.v[m - 1].event;
        if (e < first) return e;
        if (e < second && event_clock(d, e, d->events.v[first].thread) < d->events.v[first].ord) return e;
    }
    return DPOR_NONE;
}

Acts *shown_turned(Dpor *d, u32 first, u32 second) {
    const Acts *a = d->events.v[second].acts, *f = d->events.v[first].acts;
    u32 of = a->asks - 1;
    const Act *begin = acts_at(f, place_of_thread(of, PLACE_BEGIN));
    bool unborn = begin && (begin->how & ACT_WRITE);
    u64 stood = place_of_thread(of, PLACE_SHOWN);
    u32 by = unborn || !acts_at(a, stood) ? DPOR_NONE : written_without(d, first, second, stood);
    Status st = ST_OK;
    d->acts.n = 0;
    for (u32 i = 0; i < a->n && st == ST_OK; i++) {
        Act x = a->v[i];
        if (x.how & ACT_SEEN) x.how &= ~(u32)(ACT_READ | ACT_SEEN); /* it may leave the same monitor */
        if (!(x.how & ~(u32)ACT_UNSURE)) continue;
        if (unborn && x.place >= place_of_thread(of, 0) && x.place < place_of_thread(of, PLACE_OF_THREAD)) continue;
        st = vec_push(d->s->cx, &d->acts, x);
    }
    const Acts *stands = by == DPOR_NONE ? NULL : d->events.v[by].acts;
    for (u32 i = 0; stands && i < stands->n && st == ST_OK; i++)
        if (stands->v[i].how & ACT_STANDS) st = act(d, stands->v[i].place, ACT_READ | ACT_UNSURE | ACT_SEEN);
    return st == ST_OK ? acts_new(d->s->cx, a->thread, d->acts.v, d->acts.n) : NULL;
}
