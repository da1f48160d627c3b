/* java_lang_object.c -- java.lang.Object: identity, clone, and the monitor's wait sets (JLS 17.2).
 *
 * Object.wait is one call executed twice: the first time it gives the monitor away and blocks with
 * AC_REACQUIRE pending; the second time, once it may run again, it takes the monitor back. */
#include "kernel/attr.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "native/lang/arraycopy.h"
#include "native/world.h"

#include <stdio.h>

int Object_getClass(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    return ret_ref(r, ei_class(h, ei(h, a[0]))->mirror);
}

int Object_hashCode(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, (i32)identity_hash(ti, a[0])); }

int Object_clone(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    const ClassInfo *ci = ei_class(h, ei(h, a[0]));
    if (ci->kind == CK_ARRAY) return array_clone(ti, a[0], r);
    if (ci_is_subclass(ci, ti->ks->cs->cloneable) && !(ci->attrs & CA_REFERENCE)) return object_clone(ti, a[0], r);
    char buf[512];
    return throw_new(ti, "java/lang/CloneNotSupportedException", "%s", nat_java_name(ci, buf, sizeof buf));
}

static bool owns(const ThreadInfo *ti, const ElementInfo *e) { return mon_owner(e) == ti->id + 1; }

static int not_owner(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/IllegalMonitorStateException", "current thread is not owner");
}

static bool in_wait_set(const ThreadInfo *t) { return t->status == TS_WAITING || t->status == TS_TIMED_WAITING; }

/* Its time is over, and somebody else has the monitor: it leaves the wait set now and is BLOCKED, so that no notify
 * comes to it any more (JLS 17.2.4). A notify writes nothing if it finds nobody, so all that the owner does counts as
 * what this depends on, up to where he leaves the monitor. */
static int wait_expires(ThreadInfo *ti, Ref obj, const ElementInfo *e) {
    KernelState *ks = ti->ks;
    ti->first_step = 0;
    fp_read(ks, e, &e->lock, 1);
    fp_waited(ks, ks->threads.v[mon_owner(e) - 1]);
    clock_advance(ti, ti->deadline);
    ti->deadline = 0;
    ti->timed_out = 1;
    ti->status = TS_NOTIFIED;
    return nat_block(ti, AC_REACQUIRE, obj, 0, false);
}

/* The second half of wait: notified, interrupted or out of time, and the monitor is free. */
static int wait_end(ThreadInfo *ti, Ref obj) {
    ElementInfo *e = ei(ti->ks->heap, obj);
    bool interrupted = ti->was_interrupted || (in_wait_set(ti) && ti->interrupted);
    bool expired = ti->status == TS_TIMED_WAITING && !interrupted;
    if (expired && !mon_can_lock(ti, e)) return wait_expires(ti, obj, e);
    if (!mon_can_lock(ti, e) || (ti->status == TS_WAITING && !interrupted))
        return nat_block(ti, AC_REACQUIRE, obj, 0, false);
    ti->first_step = 0;
    ti_touch(ti);
    if (expired) clock_advance(ti, ti->deadline);
    for (u32 i = 0; i < ti->wait_count; i++) mon_lock(ti, e);
    ti->status = TS_RUNNABLE;
    ti->wait_obj = 0;
    ti->wait_count = 0;
    ti->deadline = 0;
    ti->timed_out = 0;
    ti->was_interrupted = 0;
    ti->pend.action = AC_NONE;
    ti->pend.obj = 0;
    ti->pend.timed = 0;
    if (!interrupted) return NAT_OK;
    thread_clear_interrupt(ti);
    return throw_no_msg(ti, "java/lang/InterruptedException");
}

/* On an object that nobody else has it is a step of its own for those who ask for the thread's state. */
static bool stops_before_wait(ThreadInfo *ti, Ref obj, bool timed) {
    KernelState *ks = ti->ks;
    bool alone = ks->boundaries && ks->cfg.por && !ks_meets(ks, ei(ks->heap, obj));
    if (!alone) return nat_visible(ti, AC_WAIT, obj);
    if (looks_rely(&ks->looks, LIB_STATES)) return timed && clock_starts(ti);
    if (!nat_visible(ti, AC_WAIT, 0)) return false;
    ti->pend.obj = obj;
    return true;
}

int Object_wait(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref obj = a[0];
    ElementInfo *e = ei(ti->ks->heap, obj);
    i64 ms = getw_long(a + 1);
    if (ti->wait_obj == obj && ti->status != TS_RUNNABLE) return wait_end(ti, obj);
    if (ms < 0) return throw_new(ti, "java/lang/IllegalArgumentException", "timeout value is negative");
    if (!owns(ti, e)) return not_owner(ti);
    if (stops_before_wait(ti, obj, ms)) return NAT_BLOCK;
    if (ti->interrupted) {
        thread_clear_interrupt(ti);
        return throw_no_msg(ti, "java/lang/InterruptedException");
    }
    if (ms && nat_unlimited(ti)) ms = 0;
    ti_touch(ti);
    ti->wait_count = mon_count(e);
    ti->wait_obj = obj;
    ti->status = ms ? TS_TIMED_WAITING : TS_WAITING;
    ti->deadline = ms ? clock_deadline(ti, ms > INT64_MAX / 1000000 ? INT64_MAX : ms * 1000000) : 0;
    EV(ti->ks, thread_waiting, .ti = ti, .obj = obj); /* JPF's order */
    while (mon_owner(e) == ti->id + 1) mon_unlock(ti, e);
    EV(ti->ks, object_wait, .ti = ti, .obj = obj);
    return nat_block(ti, AC_REACQUIRE, obj, 0, ms != 0);
}

/* It was interrupted while it waited on obj, and has not gone on yet. JLS 17.2.4 leaves open whether it has left the
 * wait set: if not, a notify may come to it, and wait returns as if nothing had happened but for the flag. */
static bool may_have_left(const ThreadInfo *t, Ref obj) {
    return t->status == TS_NOTIFIED && t->was_interrupted && !t->timed_out && t->wait_obj == obj;
}

static bool waits_on(const ThreadInfo *t, Ref obj) { return in_wait_set(t) && t->wait_obj == obj; }

static void wake(ThreadInfo *t) {
    ti_touch(t);
    t->status = TS_NOTIFIED;
    t->was_interrupted = 0;
    t->pend.timed = 0;
    EV(t->ks, thread_notified, .ti = t, .obj = t->wait_obj);
}

/* One of n possibilities. False: the driver has to be asked first. */
static bool chosen(KernelState *ks, u32 n, const char *id, u32 *want) {
    ChoiceReq *q = &ks->choice_req;
    *want = 0;
    if (n < 2 || (!q->ready && !ks->search)) return true;
    if (q->ready) {
        *want = (u32)q->value;
        q->ready = 0;
        return true;
    }
    q->kind = CK_NOTIFY;
    q->pending = 1;
    q->lo = 0;
    q->hi = n - 1;
    q->delta = 1;
    snprintf(q->id, sizeof q->id, "%s", id);
    return false;
}

/* Those that wait, and those that may do so still, which the step has looked at. */
static u32 waiters(KernelState *ks, Ref obj, u32 *unsure) {
    u32 n = *unsure = 0;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        bool left = may_have_left(t, obj);
        if (left) fp_thread(ks, t);
        n += waits_on(t, obj);
        *unsure += left;
    }
    return n;
}

/* The want-th of them in the order of Thread.tid, which does not depend on the schedule; NULL: there are fewer. */
static ThreadInfo *waiter(ThreadInfo *ti, Ref obj, u32 want, bool unsure_only) {
    KernelState *ks = ti->ks;
    ThreadInfo *pick = NULL;
    i64 after = INT64_MIN;
    for (u32 k = 0; k <= want; k++) {
        i64 best = INT64_MAX;
        pick = NULL;
        for (u32 i = 0; i < ks->n_threads; i++) {
            ThreadInfo *t = ks->threads.v[i];
            if (!may_have_left(t, obj) && (unsure_only || !waits_on(t, obj))) continue;
            i64 tid = thread_tid(ti, t->obj);
            if (tid > after && tid <= best) {
                best = tid;
                pick = t;
            }
        }
        after = best;
    }
    return pick;
}

int Object_notify(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!owns(ti, ei(ks->heap, a[0]))) return not_owner(ti);
    ks->fp.notified = true;
    u32 unsure, sure = waiters(ks, a[0], &unsure), want;
    bool nobody = unsure && !sure; /* all may have left; where somebody else waits, he is notified then */
    if (!chosen(ks, sure + unsure + nobody, "notify", &want)) return NAT_CHOICE;
    ThreadInfo *pick = want < sure + unsure ? waiter(ti, a[0], want, false) : NULL;
    if (pick) wake(pick);
    EV(ks, object_notify, .ti = ti, .obj = a[0]);
    return NAT_OK;
}

int Object_notifyAll(ThreadInfo *ti, const u32 *a, u32 *r) {
    enum { ALIKE = 16 }; /* of more than these each has left, or none has */
    KernelState *ks = ti->ks;
    if (!owns(ti, ei(ks->heap, a[0]))) return not_owner(ti);
    ks->fp.notified = true;
    u32 unsure, mask;
    (void)waiters(ks, a[0], &unsure);
    if (!chosen(ks, 1u << (unsure < ALIKE ? unsure : 1), "notify", &mask)) return NAT_CHOICE;
    if (unsure >= ALIKE && mask) mask = UINT32_MAX;
    for (u32 k = unsure; k-- > 0;) { /* by bit: notified, it is none of them any more */
        ThreadInfo *t = mask >> (k < 31 ? k : 31) & 1 ? waiter(ti, a[0], k, true) : NULL;
        if (t) wake(t);
    }
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (waits_on(t, a[0])) wake(t);
    }
    EV(ks, object_notify_all, .ti = ti, .obj = a[0]);
    return NAT_OK;
}
