/* clock_uses.c -- what JDK code does with the clock it reads.
 *
 * Once the program has read the clock, the clock is part of the state (docs/design.md, 6), and a loop
 * that only waits with a timeout never closes. But most of the JDK's readings serve one timed wait: the
 * deadline made from them lives in the waiting method's frame, and only differences leave it. For these
 * the frame's distance to the clock counts, as long as it lives (state/frames.c). Every entry was read in the sources of 17 and 25. */
#include "native/world.h"

static const struct {
    const char *cls, *methods; /* "*": every method */
    u8 use;
} table[] = {
    {"java/util/concurrent/locks/AbstractQueuedSynchronizer", "tryAcquireNanos tryAcquireSharedNanos acquire",
     CLOCK_FRAME},
    {"java/util/concurrent/locks/AbstractQueuedLongSynchronizer", "tryAcquireNanos tryAcquireSharedNanos acquire",
     CLOCK_FRAME},
    {"java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", "await awaitUntil", CLOCK_FRAME},
    {"java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject", "await awaitUntil", CLOCK_FRAME},
    /* answers how long the deadline has passed */
    {"java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", "awaitNanos", CLOCK_WAIT},
    {"java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject", "awaitNanos", CLOCK_WAIT},
    {"java/util/concurrent/locks/StampedLock", "tryWriteLock tryReadLock acquireWrite acquireRead tryAcquireRead",
     CLOCK_START},
    {"java/util/concurrent/locks/LockSupport", "parkUntil", CLOCK_FRAME},
    {"java/util/concurrent/FutureTask", "awaitDone", CLOCK_START},
    {"java/util/concurrent/AbstractExecutorService", "invokeAll doInvokeAny", CLOCK_START},
    {"java/util/concurrent/ThreadPerTaskExecutor", "invokeAll invokeAny", CLOCK_START},
    {"java/util/concurrent/SynchronousQueue$TransferStack", "*", CLOCK_FRAME},
    {"java/util/concurrent/SynchronousQueue$TransferQueue", "*", CLOCK_FRAME},
    {"java/util/concurrent/LinkedTransferQueue", "awaitMatch", CLOCK_FRAME},
    {"java/util/concurrent/LinkedTransferQueue$DualNode", "await", CLOCK_FRAME},
    {"java/util/concurrent/Exchanger", "exchange slotExchange arenaExchange", CLOCK_FRAME},
    {"java/util/concurrent/CompletableFuture", "timedGet", CLOCK_OBJECT},
    {"java/util/concurrent/CompletableFuture$Signaller", "isReleasable", CLOCK_OBJECT},
    {"java/util/concurrent/Phaser$QNode", "isReleasable", CLOCK_OBJECT},
    /* the node is the caller's, awaitAdvanceInterruptibly */
    {"java/util/concurrent/Phaser$QNode", "<init>", CLOCK_CALLER},
    {"java/util/concurrent/SubmissionPublisher$BufferedSubscription", "block awaitSpace", CLOCK_OBJECT},
    {"java/util/concurrent/ForkJoinPool", "awaitWork tryTrim", CLOCK_FRAME},
    {"java/util/concurrent/ForkJoinPool",
     "externalHelpQuiescePool helpQuiescePool externalHelpQuiesce helpQuiesce invokeAll", CLOCK_START},
    {"java/util/concurrent/ForkJoinTask", "awaitDone get quietlyJoin quietlyJoinUninterruptibly", CLOCK_START},
    {"java/lang/Thread", "join", CLOCK_START},
    {"java/lang/VirtualThread", "joinNanos parkNanos sleepNanos", CLOCK_START},
    {"jdk/internal/misc/ThreadFlock", "awaitAll", CLOCK_START},
    {"java/util/concurrent/ScheduledThreadPoolExecutor", "triggerTime", CLOCK_TASK},
    {"java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask", "getDelay", CLOCK_TASK},
    {"java/util/concurrent/DelayScheduler", "now", CLOCK_TASK},
    {"java/util/concurrent/DelayScheduler", "<clinit>", CLOCK_SEED}, /* whether it is below 0 */
    {"java/util/Timer", "schedule scheduleAtFixedRate", CLOCK_TASK},
    {"java/util/TimerThread", "mainLoop", CLOCK_TASK},
    {"java/util/concurrent/ThreadLocalRandom", "<clinit>", CLOCK_SEED},
    {"java/util/Random", "<init>", CLOCK_SEED},
    {"java/util/SplittableRandom", "<clinit>", CLOCK_SEED},
    {"jdk/internal/util/random/RandomSupport", "initialSeed", CLOCK_SEED},
};

/* Callers of awaitNanos to which every answer that is not positive is the same. Not poll of the delay queues: they
 * subtract it from a longer time. */
static const struct {
    const char *cls, *methods;
} takes_sign[] = {
    {"java/util/concurrent/ArrayBlockingQueue", "*"},
    {"java/util/concurrent/LinkedBlockingQueue", "*"},
    {"java/util/concurrent/LinkedBlockingDeque", "*"},
    {"java/util/concurrent/PriorityBlockingQueue", "*"},
    {"java/util/concurrent/CyclicBarrier", "*"},
    {"java/util/concurrent/ThreadPoolExecutor", "*"},
    {"java/util/concurrent/DelayQueue", "take"},
    {"java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue", "take"},
};

static bool sign_only(const StackFrame *caller) {
    if (!caller || caller->mi->step || !(caller->mi->ci->attrs & CA_SYSTEM)) return false;
    for (size_t i = 0; i < sizeof takes_sign / sizeof *takes_sign; i++)
        if (strcmp(caller->mi->ci->name->s, takes_sign[i].cls) == 0 &&
            (*takes_sign[i].methods == '*' || sym_listed(takes_sign[i].methods, caller->mi->name)))
            return true;
    return false;
}

enum ClockUse clock_use(const MethodInfo *mi) {
    if (!(mi->ci->attrs & CA_SYSTEM)) return CLOCK_KEPT;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(mi->ci->name->s, table[i].cls) == 0 &&
            (*table[i].methods == '*' || sym_listed(table[i].methods, mi->name)))
            return table[i].use;
    return CLOCK_KEPT;
}

/* The reading belongs to frame f and what it calls, as long as f lives. */
static void mark_frame(ThreadInfo *ti, StackFrame *f, u8 use) {
    ti_touch(ti);
    if (ti->clock_depth && ti->clock_depth <= f->depth + 1) { /* within a wait that reads it already */
        if ((use ^ ti->clock_use) & CU_MS) use |= CU_ABS;
        ti->clock_use |= use & ~CU_SIGN;
        return;
    }
    ti->clock_depth = f->depth + 1;
    ti->ks->saw_clock = true;
    ti->clock_use = use;
    f->flags |= FR_CLOCK;
}

/* From now on the clock is in the key. */
static void clock_keep(KernelState *ks) {
    if (!ks->booted || !ks->search || ks->clock_read) return;
    ks_touch(ks);
    ks->clock_read = 1;
}

bool clock_mark_read(ThreadInfo *ti, bool ms) {
    KernelState *ks = ti->ks;
    StackFrame *f = ti->top;
    if (!ks->booted || !ks->search) return true;
    enum ClockUse use = f && !f->mi->step ? clock_use(f->mi) : CLOCK_KEPT;
    if (use == CLOCK_SEED) return false;
    if (use == CLOCK_TASK) {
        u8 is = ms ? CT_MILLI : CT_NANO;
        if (ks->clock_tasks & is) return true;
        ks_touch(ks);
        ks->clock_tasks |= is;
        return true;
    }
    bool sign = use == CLOCK_WAIT && sign_only(f->prev);
    if (use == CLOCK_WAIT) use = sign ? CLOCK_FRAME : CLOCK_START;
    if (ks->clock_read) return true;
    if (use == CLOCK_CALLER && (f = f->prev) && (f->mi->step || f->depth < ti->saved_depth)) use = CLOCK_KEPT;
    if (use == CLOCK_KEPT || !f) {
        clock_keep(ks);
        return true;
    }
    u8 flags = (ms ? CU_MS : 0) | (sign ? CU_SIGN : 0);
    if (use == CLOCK_OBJECT || use == CLOCK_CALLER) flags |= CU_ABS;
    if (use == CLOCK_START) flags |= CU_EXACT;
    mark_frame(ti, f, flags);
    return true;
}

/* --- what the program sees of tasks' times: the methods run as they are --- */

/* scheduledExecutionTime(): the absolute time */
int TimerTask_scheduledExecutionTime(ThreadInfo *ti, const u32 *a, u32 *r) {
    clock_keep(ti->ks);
    return NAT_BYTECODE;
}

/* sched(task, time, period), called by the methods that take a delay, and by those that take a Date of the program's */
int Timer_sched(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->top && strstr(ti->top->mi->desc->s, "Ljava/util/Date;")) clock_keep(ti->ks);
    return NAT_BYTECODE;
}

/* getDelay(unit): the library asks whether it is above 0. To the program it is a reading of the clock. */
int Delayed_getDelay(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search || !nat_caller_is_app(ti)) return NAT_BYTECODE;
    if (ti->ks->boundaries && nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    ti->ks->lib_seen |= LIB_OVERDUE;
    return NAT_BYTECODE;
}

/* getCompletedTaskCount, getTaskCount, toString */
int ThreadPoolExecutor_tally(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->search) ti->ks->lib_seen |= LIB_TALLY;
    return NAT_BYTECODE;
}
