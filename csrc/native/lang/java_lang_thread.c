/* java_lang_thread.c -- java.lang.Thread: start, join, sleep, interrupt, park, state.
 *
 * The whole of start, join, interrupt and the like is one VM action each; JDK bookkeeping around
 * them (thread groups' arrays, interrupt locks) is left out. Blocking ones execute twice: first they
 * fill ti->pend and answer NAT_BLOCK, then, resumed, they look at why they may go on.
 *
 * Java's own fields (interrupted, threadStatus) are kept equal to the VM's, for code that reads them. */
#include "kernel/calls.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "native/world.h"

/* --- shared with the other files --- */

i64 thread_tid(ThreadInfo *ti, Ref obj) { return nat_get_long(ti, obj, NF_T_TID); }

void thread_set_status(ThreadInfo *ti, Ref obj, i32 jvmti) {
    Ref holder = nat_get_ref(ti, obj, NF_T_HOLDER);
    if (holder) nat_set_int(ti, holder, NF_TH_STATUS, jvmti);
    else if (!nat_off(natives(ti), NF_T_HOLDER)) nat_set_int(ti, obj, NF_T_STATUS, jvmti);
}

void thread_clear_interrupt(ThreadInfo *ti) {
    ti_touch(ti);
    if (ti->interrupted && ti->id < 63) ti->ks->fp.told |= 1ull << ti->id;
    ti->interrupted = 0;
    MEM(ti, ti->obj, nat_off(natives(ti), NF_T_INTERRUPTED), MEM_ACQUIRE);
    nat_set_bool(ti, ti->obj, NF_T_INTERRUPTED, false);
}

void thread_interrupt(ThreadInfo *ti, Ref obj) {
    KernelState *ks = ti->ks;
    ThreadInfo *t = ks_thread_of(ks, obj);
    if (t && t->id < 63 && !nat_get_bool(ti, obj, NF_T_INTERRUPTED)) ks->fp.told |= 1ull << t->id;
    nat_set_bool(ti, obj, NF_T_INTERRUPTED, true);
    MEM(ti, obj, nat_off(natives(ti), NF_T_INTERRUPTED), MEM_RELEASE);
    fp_flag(ks, t);
    ks->saw.interrupt |= t != NULL; /* one that has ended could have lived then */
    ks->saw.interrupt_main |= t && !t->id;
    if (!t || t->status == TS_TERMINATED) return;
    ti_touch(t);
    t->interrupted = 1;
    /* A pool interrupts idle workers only; they forget it before their next task (runWorker). */
    if (t != ti && strcmp(ti->top->mi->name->s, "interruptIdleWorkers") != 0) t->ks->looks.seen |= LIB_INTERRUPT;
    /* It leaves the wait set now or a little later (JLS 17.2.4): may_have_left of java_lang_object.c. */
    if (t->status == TS_WAITING || t->status == TS_TIMED_WAITING) {
        t->status = TS_NOTIFIED;
        t->was_interrupted = 1;
        t->pend.timed = 0;
    } else if (t->timed_out) { /* HotSpot looks whether it is interrupted once it has the monitor, unless notified */
        t->was_interrupted = 1;
    }
    EV(t->ks, thread_interrupted, .ti = t, .obj = obj);
}

static int interrupted_exception(ThreadInfo *ti, const char *msg) {
    thread_clear_interrupt(ti);
    return msg ? throw_new(ti, "java/lang/InterruptedException", "%s", msg)
               : throw_no_msg(ti, "java/lang/InterruptedException");
}

static void wait_over(ThreadInfo *ti) {
    ti_touch(ti);
    ti->deadline = 0;
    ti->pend.timed = 0;
    ti->pend.obj = 0;
}

/* --- start --- */

/* Threads of the JDK that would only wait for references to be cleared are not started: that never happens in a
 * search, and under --run System.gc needs the cleaners alone. */
static bool is_a(ThreadInfo *ti, Ref obj, const char *cls) {
    return obj && !strcmp(ei_class(ti->ks->heap, ei(ti->ks->heap, obj))->name->s, cls);
}
static bool vm_service(ThreadInfo *ti, Ref obj) {
    if (is_a(ti, obj, "java/lang/ref/Reference$ReferenceHandler")) return true;
    if (is_a(ti, obj, "java/lang/ref/Finalizer$FinalizerThread")) return true;
    if (!is_a(ti, obj, "jdk/internal/misc/InnocuousThread")) return false;
    Ref holder = nat_get_ref(ti, obj, NF_T_HOLDER);
    Ref task = holder ? nat_get_ref(ti, holder, NF_TH_TASK) : nat_get_ref(ti, obj, NF_T_TARGET);
    return ti->ks->search && is_a(ti, task, "jdk/internal/ref/CleanerImpl");
}

/* What the start of a thread reads of its settings: others may set them as long as they are not read. */
static void started_with(ThreadInfo *ti, Ref obj, ThreadInfo *t) {
    Ref holder = nat_get_ref(ti, obj, NF_T_HOLDER), at = holder ? holder : obj;
    const enum NatField daemon = holder ? NF_TH_DAEMON : NF_T_DAEMON;
    const enum NatField priority = holder ? NF_TH_PRIORITY : NF_T_PRIORITY;
    const ElementInfo *e = ei(ti->ks->heap, at);
    const u32 read[2] = {nat_off(natives(ti), daemon), nat_off(natives(ti), priority)};
    for (u32 i = 0; i < 2; i++) {
        if (ti->ks->watch) use_raw(ti, at, read[i], false);
        fp_read(ti->ks, e, (const u8 *)e + read[i], 1);
    }
    t->daemon = nat_get_bool(ti, at, daemon);
    t->priority = (u32)nat_get_int(ti, at, priority);
}

/* The JDK's start and join enter the thread's monitor, and join waits on it. That shows only where the program uses
 * these monitors itself (one that holds it gives it up in join; one that holds it elsewhere keeps others from starting
 * or joining). Then it is the JDK's code that runs. */
static bool by_monitor(ThreadInfo *ti, Ref thread) {
    if (!looks_rely(&ti->ks->looks, LIB_JOIN)) return !thread_is_virtual(ti, thread);
    return false;
}

int Thread_start0(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Ref obj = a[0];
    if (!ks->booted || vm_service(ti, obj)) return NAT_OK;
    if (nat_visible(ti, AC_START, obj)) return NAT_BLOCK;
    if (ks_thread_of(ks, obj)) {
        fp_begun(ks, ks_thread_of(ks, obj)); /* it would have started that thread, had it come first */
        if (thread_is_virtual(ti, obj)) /* bound threads play its part here, and it says more */
            return throw_new(ti, "java/lang/IllegalThreadStateException", "Already started");
        return throw_no_msg(ti, "java/lang/IllegalThreadStateException");
    }
    if (ti->atomic) ks->saw.atomic = true;
    ThreadInfo *t;
    if (ks_new_thread(ks, ti, obj, &t) != ST_OK) return NAT_ERROR;
    if (!t)
        return throw_new(ti, "java/lang/OutOfMemoryError",
                         "unable to create native thread: possibly out of memory or process/resource limits reached");
    started_with(ti, obj, t);
    heap_share(ks->heap, obj);
    ks->saw.daemons |= t->daemon;
    t->interrupted = nat_get_bool(ti, obj, NF_T_INTERRUPTED);
    ks->saw.interrupt |= t->interrupted;
    t->status = TS_RUNNABLE;
    t->pend = (Pending){.action = AC_START_OF_THREAD, .obj = obj};
    thread_set_status(ti, obj, JVMTI_RUNNABLE);
    ks_touch(ks);
    ks->n_live++;
    ks_update_boundaries(ks);
    EV(ks, thread_started, .ti = t, .obj = obj);
    return ti_push_thread_run(t) == ST_OK ? NAT_OK : NAT_ERROR;
}

int Thread_start(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->booted && !vm_service(ti, a[0]) && by_monitor(ti, a[0])) return NAT_BYTECODE;
    return Thread_start0(ti, a, r);
}

/* --- join --- */

/* Whether `thread` has ended makes a difference to ti, or would have made one, had ti come earlier. So this is said
 * before anything that the order of the two decides. */
static void looks_for_end(ThreadInfo *ti, Ref thread) {
    if (thread != ti->obj && ks_thread_of(ti->ks, thread)) ti->ks->saw.ends = true;
}

/* ti knows that t has ended, and so what t did (JLS 17.4.5). t may be NULL. */
static void saw_end(ThreadInfo *ti, const ThreadInfo *t) {
    if (t && t->status == TS_TERMINATED) MEM(ti, t->obj, MEM_END, MEM_ACQUIRE);
}

/* join(long): enabled when the target has ended, the caller is interrupted, or time may pass. */
int Thread_join(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    i64 ms = getw_long(a + 1);
    if (ms < 0) return throw_new(ti, "java/lang/IllegalArgumentException", "timeout value is negative");
    ThreadInfo *t = ks_thread_of(ks, a[0]);
    bool resumed = nat_resumed(ti, AC_JOIN);
    if (ms || ti->atomic) looks_for_end(ti, a[0]);
    ks->saw.others_join |= ti->id != 0;
    if (ti->atomic && t) fp_end(ks, t, a[0]); /* it would be an error, had that thread not ended */
    if (!resumed && by_monitor(ti, a[0])) return NAT_BYTECODE;
    if (!t) {
        if (nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK;
        fp_thread(ks, t); /* it would have waited, had that thread been started */
        return NAT_OK;
    }
    bool stood = ti->first_step && ti->pend.obj; /* above */
    if (!resumed && !stood && ms && clock_starts(ti)) return NAT_BLOCK;
    if (!resumed && nat_resumed(ti, AC_OTHER)) fp_begun(ks, t); /* it stopped above, and would not wait */
    if (resumed || !ks->boundaries) {
        if (t->status == TS_TERMINATED) {
            if (!resumed && ms) fp_end(ks, t, a[0]);
            else if (!resumed) fp_joined(ks, t);
            saw_end(ti, t);
            wait_over(ti);
            if (!t->joined_by && ks->cfg.por) {
                ti_touch(t);
                t->joined_by = ti->id + 1;
                ks_update_boundaries(ks);
            }
            return NAT_OK;
        }
        fp_waited(ks, t); /* it would not be interrupted, or late, had that thread ended */
        if (ti->interrupted) {
            wait_over(ti);
            return interrupted_exception(ti, NULL);
        }
        if (resumed && ms) {
            clock_advance(ti, ti->deadline);
            wait_over(ti);
            return NAT_OK;
        }
    }
    ti_touch(ti);
    ti->deadline = ms ? clock_deadline(ti, ms > INT64_MAX / 1000000 ? INT64_MAX : ms * 1000000) : 0;
    return nat_block(ti, AC_JOIN, a[0], t->id, ms != 0);
}

/* --- sleep, yield --- */

static int sleep_ns(ThreadInfo *ti, i64 ns) {
    KernelState *ks = ti->ks;
    if (ns < 0) return throw_new(ti, "java/lang/IllegalArgumentException", "timeout value is negative");
    if (nat_resumed(ti, AC_SLEEP)) {
        i64 until = ti->deadline;
        wait_over(ti);
        if (ti->interrupted) return interrupted_exception(ti, "sleep interrupted");
        clock_advance(ti, until);
        return NAT_OK;
    }
    if (ti->interrupted && !ks->boundaries) return interrupted_exception(ti, "sleep interrupted");
    if (clock_starts(ti)) return NAT_BLOCK;
    i64 until = clock_deadline(ti, ns);
    if (ks->boundaries || !ks->search) {
        ti_touch(ti);
        ti->deadline = until;
        return nat_block(ti, AC_SLEEP, 0, 0, true);
    }
    clock_advance(ti, until);
    return NAT_OK;
}

int Thread_sleepMillis(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 ms = getw_long(a);
    if (ti->native_mi && !(ti->native_mi->flags & ACC_NATIVE)) return NAT_BYTECODE; /* up from 19 */
    return sleep_ns(ti, ms > INT64_MAX / 1000000 ? INT64_MAX : ms * 1000000);
}
int Thread_sleepNanos(ThreadInfo *ti, const u32 *a, u32 *r) { return sleep_ns(ti, getw_long(a)); }

int Thread_yield(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!ks->search && ks->n_live > 1) return nat_resumed(ti, AC_YIELD) ? NAT_OK : nat_block(ti, AC_YIELD, 0, 0, false);
    return nat_visible(ti, AC_YIELD, 0) ? NAT_BLOCK : NAT_OK;
}

/* A hint only: the read that the spinning waits for is a scheduling point of its own. */
int Thread_onSpinWait(ThreadInfo *ti, const u32 *a, u32 *r) { return ti->ks->search ? NAT_OK : Thread_yield(ti, a, r); }

/* --- suspend, resume, stop: gone from JDK 20 on --- */

static void set_suspended(ThreadInfo *ti, Ref thread, bool on) {
    ThreadInfo *t = ks_thread_of(ti->ks, thread);
    ti->ks->saw.states = ti->ks->fp.lost = true; /* it changes what any thread may do next */
    if (!t || t->status == TS_NEW || t->status == TS_TERMINATED) return;
    ti_touch(t);
    t->suspended = on;
}

int Thread_suspend(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (a[0] == ti->obj && nat_resumed(ti, AC_YIELD)) return NAT_OK;
    if (nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK;
    set_suspended(ti, a[0], true);
    return a[0] == ti->obj ? nat_block(ti, AC_YIELD, 0, 0, false) : NAT_OK;
}

int Thread_resume(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK;
    set_suspended(ti, a[0], false);
    return NAT_OK;
}

/* An exception out of nowhere in another thread is not modelled. */
int Thread_stop(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    looks_for_end(ti, a[0]);
    if (t == ti) {
        ti->exception = a[1];
        return NAT_THROW;
    }
    if (nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK;
    if (t && t->status == TS_TERMINATED) return NAT_OK;
    return nat_not_modelled(ti, "Thread.stop of another thread");
}

/* --- interrupts --- */

/* A thread in an interruptible channel operation has left an object to tell. */
int Thread_interrupt(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Ref blocker = nat_get_ref(ti, a[0], NF_T_BLOCKER);
    if (!blocker) blocker = nat_get_ref(ti, a[0], NF_T_NIOBLOCKER);
    if (nat_visible(ti, AC_INTERRUPT, a[0])) return NAT_BLOCK;
    thread_interrupt(ti, a[0]);
    if (!blocker || a[0] == ti->obj) return NAT_OK;
    ClassInfo *bc = ei_class(ks->heap, ei(ks->heap, blocker));
    MethodInfo *mi = ci_find_method(bc, "interrupt", "(Ljava/lang/Thread;)V");
    u32 args[2] = {blocker, a[0]};
    return mi ? call_java(ti, mi, args, true) : NAT_OK;
}

int Thread_interrupt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    thread_interrupt(ti, a[0]);
    return NAT_OK;
}

int Thread_clearInterruptEvent(ThreadInfo *ti, const u32 *a, u32 *r) {
    thread_clear_interrupt(ti);
    return NAT_OK;
}

/* A listed call that can be interrupted looks at the flag first and takes the lock later: two steps once
 * somebody interrupts. What is waited for may come between them, after the interrupt: the call then
 * succeeds and leaves the flag set. */
static bool lib_looked(ThreadInfo *ti) {
    if (!lib_runs(ti) || ti->atomic || !ti->ks->boundaries) return false;
    return !looks_rely(&ti->ks->looks, LIB_INTERRUPT);
}

int Thread_interrupted(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (lib_runs(ti) && nat_resumed(ti, AC_INTERRUPT)) return ret_int(r, 0); /* it has looked */
    if (nat_visible(ti, AC_INTERRUPT, ti->obj)) return NAT_BLOCK;
    ti->ks->fp.interrupt = true; /* within a listed call nothing else tells that it looked */
    bool was = nat_get_bool(ti, ti->obj, NF_T_INTERRUPTED);
    if (was) thread_clear_interrupt(ti);
    else if (lib_looked(ti)) return nat_block(ti, AC_INTERRUPT, ti->obj, 0, false);
    return ret_int(r, was);
}

int Thread_isInterrupted(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_visible(ti, AC_INTERRUPT, a[0])) return NAT_BLOCK;
    MEM(ti, a[0], nat_off(natives(ti), NF_T_INTERRUPTED), MEM_ACQUIRE);
    if (a[0] != ti->obj) fp_flag(ti->ks, ks_thread_of(ti->ks, a[0]));
    else ti->ks->fp.interrupt = true;
    return ret_int(r, nat_get_bool(ti, a[0], NF_T_INTERRUPTED));
}

/* --- park --- */

/* The pool whose worker waits in ForkJoinPool.awaitWork, or 0. */
static Ref awaits_work(const ThreadInfo *ti) {
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        const u32 known = f->mi->ci->known;
        if (known & KC_FORK_JOIN) return f->mi->known & KM_IDLES ? f->slots[0] : 0;
        if (!(known & (KC_UNSAFE | KC_PARK))) return 0;
    }
    return 0;
}

/* Would a new worker of the pool run code of the program's own? */
static bool own_factory(const Heap *h, Ref pool) {
    FieldInfo *fi = ci_find_field(ei_class(h, ei(h, pool)), "factory");
    Ref factory = fi ? get_ref(h, pool, fi->offset) : 0;
    return factory && !(ei_class(h, ei(h, factory))->attrs & CA_SYSTEM);
}

/* A fork-join worker without work ends after a while, and another one comes when there is work, so that numbers of
 * workers and versions of ForkJoinPool.ctl have no end. Unless the program asks for the workers, makes them or leaves
 * thread locals in them, it waits for ever instead, with vm.por.library=fine too: it is a daemon, and what another one
 * would do, it does. */
static bool idle_worker(const ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    const u32 tells = 1u << G_WORKERS | 1u << G_IDLE;
    if (!ks->cfg.por || !ks->search || !ti->daemon || (ks->looks.seen & tells)) return false;
    Ref pool = awaits_work(ti);
    if (!pool || own_factory(ks->heap, pool)) return false;
    ks->looks.used |= tells;
    return true;
}

/* The awaitQuiescence of a fork-join pool polls after 1 us, then each time after twice the time, up to some ms: days of
 * it are millions of states. After the first poll it waits for all of its time at once. That loses nothing: a poll that
 * finds nothing does nothing, so that the first one may as well come when the others have done what a later one sees;
 * one that finds a task begins again. */
static i64 poll_time(const ThreadInfo *ti, i64 time) {
    const StackFrame *f = ti->top;
    if (time < 2000) return time;
    while (f && !f->mi->step && (f->mi->ci->known & KC_PARK)) f = f->prev;
    if (!f || f->mi->step || !(f->mi->known & KM_QUIESCES)) return time;
    const char *d = f->mi->desc->s + 1;
    u32 w = !(f->mi->flags & ACC_STATIC);
    for (; *d != ')' && *d != 'J'; d = desc_skip(d)) w++;
    i64 all = *d == 'J' ? getw_long(f->slots + w) : 0;
    return all > time ? all : time;
}

int Unsafe_park(ThreadInfo *ti, const u32 *a, u32 *r) {
    /* this, isAbsolute, time: absolute is milliseconds since the epoch, else nanoseconds, 0: for ever */
    KernelState *ks = ti->ks;
    bool absolute = a[1] != 0;
    i64 time = getw_long(a + 2);
    if (!absolute && ti->ks->search) time = poll_time(ti, time);
    if (time < 0 || (absolute && time == 0)) return nat_visible(ti, AC_YIELD, 0) ? NAT_BLOCK : NAT_OK;
    bool lasts = time != 0 && nat_lasts(ti);
    bool timed = (absolute || time != 0) && !idle_worker(ti) && !nat_unlimited(ti) &&
                 !(lasts && looks_rely(&ks->looks, LIB_CLOCK));
    bool resumed = nat_resumed(ti, AC_PARK);
    bool lib = lib_runs(ti) || ti->atomic; /* no boundary wanted unless it must block */
    if (resumed || !ks->boundaries || lib) {
        if (ti->permit || ti->interrupted) {
            wait_over(ti);
            MEM(ti, ti->obj, MEM_PERMIT, MEM_ACQUIRE);
            ks->fp.limited |= timed && ti->permit;
            ti->permit = 0;
            return NAT_OK;
        }
        if (resumed && timed) {
            clock_advance(ti, ti->deadline);
            wait_over(ti);
            return NAT_OK;
        }
    }
    if (timed && !absolute && clock_starts(ti)) return NAT_BLOCK;
    ti_touch(ti);
    ti->deadline = 0;
    if (timed) {
        if (absolute) {
            i64 rest, ms = time - clock_day(ti, 1000000, &rest);
            if (ms <= 0) return NAT_OK;
            time = ms > INT64_MAX / 1000000 ? INT64_MAX : ms * 1000000 - rest;
        }
        ti->deadline = clock_deadline(ti, time);
    }
    return nat_block(ti, AC_PARK, 0, lasts, timed);
}

int Unsafe_unpark(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return NAT_OK;
    ThreadInfo *t = ks_thread_of(ti->ks, a[1]);
    call_permits(ti, t);
    if (nat_visible(ti, AC_UNPARK, a[1])) return NAT_BLOCK;
    MEM(ti, a[1], MEM_PERMIT, MEM_RELEASE);
    fp_thread(ti->ks, t);
    if (t && t->status != TS_TERMINATED && !t->permit) {
        ti_touch(t);
        bool quiet = quiet_runs(&ti->ks->quiet) && !ti->ks->saw.states; /* who asks for its state can tell */
        if (quiet) fp_quiet(ti->ks, t);
        t->permit = 1;
    } else if (t && !t->permit && t->id < 63) {
        ti->ks->fp.late |= 1ull << t->id;
    }
    return NAT_OK;
}

/* --- state --- */

/* What it follows from is what search/dpor takes for looked at (dpor/shown.c). */
static i32 jvmti_state(const ThreadInfo *t) {
    if (!t) return JVMTI_NEW;
    switch (t->status) {
    case TS_NEW: return JVMTI_NEW;
    case TS_TERMINATED: return JVMTI_TERMINATED;
    case TS_WAITING: return JVMTI_WAITING;
    case TS_TIMED_WAITING: return JVMTI_TIMED;
    case TS_NOTIFIED: return JVMTI_BLOCKED;
    default: break;
    }
    if (t->id == t->ks->cur) return JVMTI_RUNNABLE;
    switch (t->pend.action) {
    case AC_LOCK: return ti_enabled(t) ? JVMTI_RUNNABLE : JVMTI_BLOCKED;
    case AC_PARK:
    case AC_JOIN:
        if (!t->pend.timed && !ti_lasts(t)) return ti_enabled(t) ? JVMTI_RUNNABLE : JVMTI_WAITING;
        return t->interrupted || (t->permit && t->pend.action == AC_PARK) ? JVMTI_RUNNABLE : JVMTI_TIMED;
    case AC_SLEEP: return t->interrupted ? JVMTI_RUNNABLE : JVMTI_TIMED;
    default: return JVMTI_RUNNABLE;
    }
}

bool thread_asks_of(ThreadInfo *ti, Ref thread) {
    if (thread == ti->obj) return false; /* of itself it knows */
    if (nat_visible(ti, AC_OTHER, thread)) return true;
    /* Of one that was not started (ThreadPoolExecutor asks so) nothing but its start changes it. Who could start it
     * reaches it, as this one does: the other order is tried, and there the answer is another one. */
    if (ti->ks->n_live > 1 && ks_thread_of(ti->ks, thread)) {
        ti->ks->saw.states = true;
        ti->ks->looks.seen |= LIB_STATES;
    }
    return false;
}

/* What the thread is parked for is outside the state key as long as nobody asks, as it follows from where the thread
 * stands but for what is parked for in vain. Who asks makes the search begin again with it: then each change of it is a
 * step of its own. */
static int note_blocker(ThreadInfo *ti, Ref thread, Ref blocker) {
    KernelState *ks = ti->ks;
    if (!ks->search || !ks->booted || !thread || looks_rely(&ks->looks, LIB_BLOCKER)) return NAT_BYTECODE;
    if (nat_visible(ti, AC_OTHER, thread)) return NAT_BLOCK;
    const FieldInfo *fi = ci_find_field(ks->cs->thread, "vmBlocker");
    if (fi) put_ref(ks->heap, thread, fi->offset, blocker);
    return NAT_BYTECODE;
}

int LockSupport_setBlocker(ThreadInfo *ti, const u32 *a, u32 *r) { return note_blocker(ti, a[0], a[1]); }

int LockSupport_setCurrentBlocker(ThreadInfo *ti, const u32 *a, u32 *r) { return note_blocker(ti, ti->obj, a[0]); }

/* A field that the thread's own library code writes, at no scheduling point. */
int LockSupport_getBlocker(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->search) ti->ks->looks.seen |= LIB_BLOCKER;
    if (a[0] && thread_asks_of(ti, a[0])) return NAT_BLOCK;
    ti->ks->fp.lost |= a[0] && a[0] != ti->obj;
    return NAT_BYTECODE;
}

/* getState() and threadState(): the enum constant comes from VM.toThreadState. */
int Thread_getState(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *vm;
    NAT_TRY(nat_class_named(ti, "jdk/internal/misc/VM", &vm));
    MethodInfo *mi = ci_find_method(vm, "toThreadState", "(I)Ljava/lang/Thread$State;");
    if (!mi) return nat_not_modelled(ti, "Thread.getState of this JDK");
    NAT_TRY(ensure_init(ti, vm));
    looks_for_end(ti, a[0]);
    if (thread_asks_of(ti, a[0])) return NAT_BLOCK;
    if (a[0] != ti->obj) fp_ask(ti->ks, ks_thread_of(ti->ks, a[0]), a[0]);
    saw_end(ti, ks_thread_of(ti->ks, a[0]));
    u32 state = (u32)(a[0] == ti->obj ? JVMTI_RUNNABLE : jvmti_state(ks_thread_of(ti->ks, a[0])));
    return call_java(ti, mi, &state, false);
}

int Thread_isAlive(ThreadInfo *ti, const u32 *a, u32 *r) {
    looks_for_end(ti, a[0]);
    if (a[0] != ti->obj && nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK; /* of itself it knows */
    const ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    saw_end(ti, t);
    if (a[0] != ti->obj) fp_end(ti->ks, t, a[0]);
    return ret_int(r, t && t->status != TS_NEW && t->status != TS_TERMINATED);
}

int Thread_isTerminated(ThreadInfo *ti, const u32 *a, u32 *r) {
    looks_for_end(ti, a[0]);
    if (a[0] != ti->obj && nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK; /* of itself it knows */
    const ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    saw_end(ti, t);
    if (a[0] != ti->obj) fp_end(ti->ks, t, a[0]);
    return ret_int(r, t && t->status == TS_TERMINATED);
}

/* Methods that read Thread.group, which a thread's end sets to null up to JDK 18. A thread that is not started yet may
 * have ended by then, had the caller come later; not one that nobody else could start. */
int Thread_reads_group(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    looks_for_end(ti, a[0]);
    if (a[0] != ti->obj && (t || (ei(ti->ks->heap, a[0])->hf & EF_SHARED))) {
        if (nat_visible(ti, AC_OTHER, a[0])) return NAT_BLOCK;
        fp_thread(ti->ks, t);
    }
    return NAT_BYTECODE;
}

/* Where ThreadGroup asks for it because a thread dies of an exception: lifecycle.c. */
int Thread_getDefaultHandler(ThreadInfo *ti, const u32 *a, u32 *r) { return life_asks_default(ti, r); }

int Thread_holdsLock(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    return ret_int(r, mon_owner(ei(ti->ks->heap, a[0])) == ti->id + 1);
}

int Thread_setPriority0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    if (t) {
        ti_touch(t);
        t->priority = a[1];
    }
    return NAT_OK;
}

int Thread_currentThread(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (JPF_UNLIKELY(!ti->id && !ti->ks->saw.main) && ti->ks->booted && !(ti->top->mi->ci->attrs & CA_SYSTEM))
        ti->ks->saw.main = true;
    return ret_ref(r, ti->obj);
}

/* A cache of scoped values: never filled, which is always right. */
int Thread_null(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, 0); }

/* The bindings in force are those of the innermost runWith frame, in its local 1. */
int Thread_findScopedValueBindings(ThreadInfo *ti, const u32 *a, u32 *r) {
    for (StackFrame *f = ti->top; f; f = f->prev) {
        const char *c = f->mi->ci->name->s;
        if (strcmp(f->mi->name->s, "runWith") || nat_hidden_frame(f)) continue;
        if (!strcmp(c, "java/lang/Thread") || !strcmp(c, "java/lang/VirtualThread") ||
            !strcmp(c, "java/lang/ScopedValue$Carrier"))
            return ret_ref(r, fr_locals(f)[1]);
    }
    return ret_ref(r, 0);
}
