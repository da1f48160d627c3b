/* step.c -- the acts of a transition, from its footprint and from what became of threads. */
#include "kernel/footprint.h"
#include "search/dpor/dpor.h"

enum { MAX_ACTS = 4096 }; /* an event that does more is dependent on everything */

static struct DporThread record(const ThreadInfo *t) {
    return (struct DporThread){t->status, t->permit, t->interrupted, t->suspended, dpor_stands(t)};
}

u64 dpor_class(const KernelState *ks, u32 id) {
    return (u64)(ks->cs->by_id.v[id]->mirror_p - (const u32 *)(const void *)ks->heap->base);
}

/* Nobody waits for its initialization any more, whether it succeeded or failed (JVMS 5.5). */
static bool is_over(const ClassInfo *ci) { return ci->mirror_p[0] == CI_INITED || ci->mirror_p[0] == CI_ERRONEOUS; }

void dpor_before(Dpor *d, const ThreadInfo *ran) {
    const KernelState *ks = d->s->ks;
    fp_begin(d->s->ks, true);
    d->n_was = ks->n_threads < DPOR_THREADS ? ks->n_threads : DPOR_THREADS;
    for (u32 i = 0; i < d->n_was; i++) d->was[i] = record(ks->threads.v[i]);
    d->action = ran->status == TS_RUNNABLE ? ran->pend.action : AC_REACQUIRE;
    d->lib = ran->lib_depth != 0;
    d->joined = d->did = 0;
    d->in_time = ran->pend.timed || ran->atomic;
    d->s->ks->fp.section = ran->atomic != 0;
    if (ran->pend.action == AC_JOIN && ran->pend.index < DPOR_THREADS) d->joined = 1ull << ran->pend.index;
    if (d->knew_inits) d->s->ks->fp.uses |= USES_READ;
    d->awaited_class = DPOR_NONE;
    if (d->action == AC_CLINIT_WAIT && is_over(ks->cs->by_id.v[ran->pend.index])) d->awaited_class = ran->pend.index;
}

void dpor_past(Dpor *d, const ThreadInfo *ran) {
    d->did |= 1ull << ran->pend.action;
    d->in_time |= ran->pend.timed || ran->atomic;
    if (ran->pend.action == AC_JOIN && ran->pend.index < DPOR_THREADS) d->joined |= 1ull << ran->pend.index;
}

static bool did(const Dpor *d, u32 action) { return d->action == action || (d->did >> action & 1); }

static Status act(Dpor *d, u64 place, u32 how, u32 before, u32 after) {
    return vec_push(d->s->cx, &d->acts, ((Act){place, before, after, how}));
}

/* Does the step that enters a monitor look whether it is free, as it could be taken if it is not? In an atomic section,
 * where that is an error; by a thread whose timed wait is over, which then shows that it is blocked. */
static bool enters_looking(const Dpor *d, u32 thread) {
    if (d->s->ks->fp.section) return true;
    return d->knew_states && thread < d->n_was && d->was[thread].status == TS_TIMED_WAITING;
}

static Status spans(Dpor *d, const Footprint *f, bool *unknown) {
    const u32 *mem = (const u32 *)(const void *)d->s->se->heap->base;
    for (u32 i = 0; i < f->spans.n; i++) {
        const FpSpan *x = &f->spans.v[i];
        u32 how = x->write ? ACT_WRITE : ACT_READ;
        if (x->lock)
            how = (x->lock & FP_LOOKED ? ACT_READ : 0) | (x->lock & FP_ENTERED ? ACT_ENTER : 0) |
                  (x->lock & FP_LEFT ? ACT_LEAVE : 0);
        if (!how) continue;
        if (how & ACT_ENTER && enters_looking(d, f->thread)) how = (how & ~(u32)ACT_ENTER) | ACT_READ | ACT_WRITE;
        if (x->quiet) how |= ACT_UNSURE; /* no dependence for persistent sets (fp_escapes) */
        u32 from = x->from;
        /* what looks at a whole object does not look at its monitor */
        if (!x->write && !x->lock && from < x->obj * 2 + OBJ_HEADER / 4) from = x->obj * 2 + OBJ_HEADER / 4;
        if (x->to > from && (u64)d->acts.n + (x->to - from) > MAX_ACTS) {
            *unknown = true;
            return ST_OK;
        }
        for (u32 w = from; w < x->to; w++)
            if (act(d, w, how, x->write ? x->old : mem[w], mem[w]) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* The library's waiting is within a listed call or a section: it looks at the permit when it is about to block. */
static bool looks_at_permit(const Dpor *d, const ThreadInfo *ran) {
    return did(d, AC_PARK) || (ti_action(ran) == AC_PARK && (d->lib || ran->lib_depth || ran->atomic));
}

/* Does a step that began so look whether it is interrupted? */
static bool looks_at_interrupt(const Dpor *d) {
    static const u8 looks[] = {AC_WAIT, AC_REACQUIRE, AC_SLEEP, AC_JOIN, AC_PARK, AC_INTERRUPT, AC_LIBRARY};
    for (u32 i = 0; i < sizeof looks; i++)
        if (did(d, looks[i])) return true;
    return d->lib || d->fp->interrupt;
}

static Status of_itself(Dpor *d, const ThreadInfo *ran, u32 me) {
    struct DporThread was = ran->id < d->n_was ? d->was[ran->id] : (struct DporThread){0};
    if (was.permit && !ran->permit) {
        /* without the permit it is an error in a section, and goes on by its limit where it has one */
        u32 how = d->s->ks->fp.section || d->s->ks->fp.limited ? ACT_READ | ACT_WRITE : ACT_TAKE;
        if (act(d, place_of_thread(me, PLACE_PERMIT), how, 0, 0) != ST_OK) return ST_ERROR;
    } else if (looks_at_permit(d, ran)) {
        if (act(d, place_of_thread(me, PLACE_PERMIT), ACT_READ, 0, 0) != ST_OK) return ST_ERROR;
    }
    bool told = was.interrupted != ran->interrupted || (ran->id < 63 && (d->s->ks->fp.told >> ran->id & 1));
    if (told || looks_at_interrupt(d)) {
        u32 how = told ? ACT_WRITE : ACT_READ;
        if (act(d, place_of_thread(me, PLACE_INTERRUPT), how, 0, 0) != ST_OK) return ST_ERROR;
    }
    if (was.status != ran->status || did(d, AC_REACQUIRE)) {
        if (act(d, place_of_thread(me, PLACE_STATUS), was.status != ran->status ? ACT_WRITE : ACT_READ, 0, 0) != ST_OK)
            return ST_ERROR;
    } else if (d->action == AC_START_OF_THREAD) {
        if (act(d, place_of_thread(me, PLACE_STATUS), ACT_READ, 0, 0) != ST_OK) return ST_ERROR;
    }
    if (d->awaited_class != DPOR_NONE) {
        u32 state = d->s->ks->cs->by_id.v[d->awaited_class]->mirror_p[0];
        if (act(d, dpor_class(d->s->ks, d->awaited_class), ACT_READ | ACT_AWAIT, state, state) != ST_OK)
            return ST_ERROR;
    }
    if (dpor_shown(d, ran, me) != ST_OK) return ST_ERROR;
    if (ran->status != TS_TERMINATED || was.status == TS_TERMINATED) return ST_OK;
    if (ran->obj && act(d, dpor_monitor(ran->obj), ACT_ENTER | ACT_LEAVE, 0, 0) != ST_OK)
        return ST_ERROR; /* a thread's end waits until its monitor is free */
    if (d->s->ks->saw.daemons && !ran->daemon && act(d, PLACE_LAST, ACT_WRITE | ACT_UNSURE, 0, 0) != ST_OK)
        return ST_ERROR;
    return act(d, place_of_thread(me, PLACE_END), ACT_WRITE, 0, 0);
}

/* What the step changed of other threads, or looked at. */
static Status of_others(Dpor *d, const ThreadInfo *ran, bool *unknown) {
    const KernelState *ks = d->s->ks;
    const u32 epoch = ks->heap->epoch;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        bool looked = ts_has(&ks->sets, d->fp->looked, i), end = i < 63 && (ks->fp.ends >> i & 1);
        bool asks = i < 63 && (ks->fp.asked >> i & 1);
        bool joined = i < DPOR_THREADS && ((d->joined | ks->fp.joined) >> i & 1);
        bool arrives = d->arrivals && ran->status == TS_RUNNABLE && ti_action(ran) == AC_JOIN && ran->pend.index == i;
        bool begun = looked || end || asks || joined || arrives || (i < 63 && (ks->fp.begun >> i & 1));
        if (t == ran) continue;
        bool same = i < d->n_was && t->touched != epoch; /* nothing of it has changed */
        if (same && !begun && !ks->fp.notified) continue;
        if (i >= d->n_was && i >= DPOR_THREADS) {
            *unknown = true;
            continue;
        }
        struct DporThread was = i < d->n_was ? d->was[i] : (struct DporThread){0};
        bool moved = i >= d->n_was || was.status != t->status;
        bool told = i < 63 && (ks->fp.told >> i & 1);
        /* Whether it is interrupted is nothing to its end, and to its status as far as it is not among those who wait:
         * what it does from there looks whether it is interrupted by itself. */
        bool flagged = i < 63 && (ks->fp.flagged >> i & 1);
        bool waited = i < 63 && (ks->fp.waited >> i & 1);
        if (flagged || waited) looked = false, begun = true;
        /* Who has ended gets no permit, and nobody can tell whether one that comes last has come before the end: so
         * that is what it does as well. It could have come before what the thread has waited for. */
        bool late = i < 63 && (ks->fp.late >> i & 1);
        bool gave = late || (i < d->n_was && !was.permit && t->permit);
        /* an interrupt takes it from among those who wait */
        bool asked = (ks->fp.notified || flagged) && t->wait_obj && !moved;
        *unknown |= was.suspended != t->suspended;
        if (!moved && !told && !gave && !asked && !begun) continue;
        u32 n = dpor_number(d, t);
        if (n == DPOR_NONE) {
            *unknown = true;
            continue;
        }
        Status st = ST_OK;
        const u32 look =
            ACT_READ | (looked || flagged || waited ? ACT_UNSURE : 0); /* of all that a look may be at it is at some */
        if (moved) st = act(d, place_of_thread(n, PLACE_STATUS), ACT_WRITE, 0, 0);
        if (st == ST_OK && moved && was.status == TS_NEW) st = act(d, place_of_thread(n, PLACE_BEGIN), ACT_WRITE, 0, 0);
        if (st == ST_OK && moved && was.status == TS_NEW) /* who starts it instead makes one of another number */
            st = act(d, dpor_born(t->obj), ACT_WRITE, 0, 1);
        if (st == ST_OK && begun) st = act(d, place_of_thread(n, PLACE_BEGIN), look, 0, 0);
        if (st == ST_OK && (end || asks)) st = act(d, dpor_born(t->obj), ACT_READ, 0, 0);
        if (st == ST_OK && end) st = act(d, place_of_thread(n, PLACE_END), ACT_READ, 0, 0);
        if (st == ST_OK && asks) st = dpor_asks(d, t, n);
        if (st == ST_OK && gave) st = act(d, place_of_thread(n, PLACE_PERMIT), ACT_GIVE, 0, 0);
        else if (st == ST_OK && looked) st = act(d, place_of_thread(n, PLACE_PERMIT), look, 0, 0);
        if (st == ST_OK && (told || flagged || (looked && d->action != AC_UNPARK)))
            st = act(d, place_of_thread(n, PLACE_INTERRUPT), told ? ACT_WRITE : look, 0, 0);
        if (st == ST_OK && (asked || (looked && d->action != AC_UNPARK)))
            st = act(d, place_of_thread(n, PLACE_STATUS), look, 0, 0);
        bool ended = joined && t->status == TS_TERMINATED && !d->in_time;
        if (st == ST_OK && (joined || waited || (looked && d->action != AC_UNPARK)))
            st = act(d, place_of_thread(n, PLACE_END), ended ? ACT_READ | ACT_AWAIT : look, 0, 0);
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* It is a look at one thread and nothing else: its number + 1; *one: there is no more than that. */
static u32 asks(Dpor *d, bool *one) {
    const KernelState *ks = d->s->ks;
    u64 set = ks->fp.ends | ks->fp.asked;
    *one = !(set & (set - 1)) && !(set && ks->fp.unborn) && d->action == AC_OTHER && !d->did && !d->lib;
    return *one && set ? dpor_number(d, ks->threads.v[__builtin_ctzll(set)]) + 1 : 0;
}

/* Actions whose visible part touches the same places wherever it comes. */
static bool is_plain(const Dpor *d) {
    switch (d->action) {
    case AC_LIBRARY: return d->s->ks->fp.one_place;
    case AC_OTHER: return (d->s->ks->fp.ends || d->s->ks->fp.asked || d->s->ks->fp.unborn) && !d->lib;
    case AC_OUTPUT:
    case AC_NONE:
    case AC_START_OF_THREAD:
    case AC_GET:
    case AC_PUT:
    case AC_GETSTATIC:
    case AC_PUTSTATIC:
    case AC_ALOAD:
    case AC_ASTORE:
    case AC_LOCK:
    case AC_UNLOCK:
    case AC_ATOMIC:
    case AC_START:
    case AC_EXIT:
    case AC_YIELD:
    case AC_ARRIVE:
    case AC_BREAK:
    case AC_PARK: return !d->lib;
    case AC_SLEEP:
    case AC_JOIN: return !d->lib && !d->s->ks->saw.interrupt; /* an interrupt would end it by an exception */
    default: return false;
    }
}

Status dpor_acts(Dpor *d, const ThreadInfo *ran) {
    KernelState *ks = d->s->ks;
    u32 me = dpor_number(d, ran);
    bool unknown = false;
    ks->fp.on = false;
    d->fp->apart = true;
    d->acts.n = 0;
    if (state_footprint(d->s->se, ran, true, d->fp) != ST_OK || spans(d, d->fp, &unknown) != ST_OK) return ST_ERROR;
    if (of_itself(d, ran, me) != ST_OK || of_others(d, ran, &unknown) != ST_OK) return ST_ERROR;
    if (d->fp->timed && d->knew_clock && act(d, PLACE_CLOCK, ACT_WRITE, 0, 0) != ST_OK) return ST_ERROR;
    if (ks->fp.unborn && act(d, dpor_born(ks->fp.unborn), ACT_READ, 0, 0) != ST_OK) return ST_ERROR;
    if (ks->fp.output && act(d, PLACE_CONSOLE, ACT_WRITE, 0, 0) != ST_OK) return ST_ERROR;
    acts_drop(d->s->cx, d->made);
    if (!(d->made = acts_new(d->s->cx, me, d->acts.v, d->acts.n))) return ST_ERROR;
    d->made->unknown = unknown || d->fp->unknown;
    bool one = true;
    if (ks->fp.ends || ks->fp.asked) d->made->asks = asks(d, &one);
    d->made->vague = !is_plain(d) || ks->fp.cas > 1 || (ks->fp.asked && !one);
    if (ks->fp.cas != 1) return ST_OK;
    d->made->cas = true;
    d->made->cas_place = ks->fp.cas_word;
    d->made->cas_words = ks->fp.cas_words;
    mem_copy(d->made->expected, ks->fp.expected, sizeof d->made->expected);
    return ST_OK;
}
