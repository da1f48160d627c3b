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

static void wake(ThreadInfo *t) {
    ti_touch(t);
    t->status = TS_NOTIFIED;
    t->pend.timed = 0;
    EV(t->ks, thread_notified, .ti = t, .obj = t->wait_obj);
}

int Object_notify(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!owns(ti, ei(ks->heap, a[0]))) return not_owner(ti);
    ks->fp.notified = true;
    u32 n = 0;
    ThreadInfo *pick = NULL;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (in_wait_set(t) && t->wait_obj == a[0]) {
            n++;
            pick = t;
        }
    }
    if (n == 0) {
        EV(ks, object_notify, .ti = ti, .obj = a[0]);
        return NAT_OK;
    }
    if (n > 1) {
        ChoiceReq *q = &ks->choice_req;
        u32 want = 0;
        if (q->ready) {
            want = (u32)q->value;
            q->ready = 0;
        } else if (ks->search) {
            q->kind = CK_NOTIFY;
            q->pending = 1;
            q->lo = 0;
            q->hi = n - 1;
            q->delta = 1;
            snprintf(q->id, sizeof q->id, "notify");
            return NAT_CHOICE;
        }
        /* The want-th waiter in the order of Thread.tid, which does not depend on the schedule. */
        i64 after = INT64_MIN;
        for (u32 k = 0; k <= want && k < n; k++) {
            i64 best = INT64_MAX;
            for (u32 i = 0; i < ks->n_threads; i++) {
                ThreadInfo *t = ks->threads.v[i];
                if (!in_wait_set(t) || t->wait_obj != a[0]) continue;
                i64 tid = thread_tid(ti, t->obj);
                if (tid > after && tid <= best) {
                    best = tid;
                    pick = t;
                }
            }
            after = best;
        }
    }
    wake(pick);
    EV(ks, object_notify, .ti = ti, .obj = a[0]);
    return NAT_OK;
}

int Object_notifyAll(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!owns(ti, ei(ks->heap, a[0]))) return not_owner(ti);
    ks->fp.notified = true;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (in_wait_set(t) && t->wait_obj == a[0]) wake(t);
    }
    EV(ks, object_notify_all, .ti = ti, .obj = a[0]);
    return NAT_OK;
}
