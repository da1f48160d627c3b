/* clock_uses.c -- what becomes of a reading of the clock: jdk/clock.def says it of the JDK's methods. */
#include "native/world.h"

/* The reading belongs to frame f and what it calls, as long as f lives. */
static void mark_frame(ThreadInfo *ti, StackFrame *f, u8 use) {
    ti_touch(ti);
    if (ti->clock_depth && ti->clock_depth <= f->depth + 1) { /* within a wait that reads it already */
        if ((use ^ ti->clock_use) & CU_MS) use |= CU_ABS;
        ti->clock_use |= use & ~CU_SIGN;
        return;
    }
    ti->clock_depth = f->depth + 1;
    ti->ks->saw.clock = true;
    ti->clock_use = use;
    f->flags |= FR_CLOCK;
}

/* From now on the clock is in the key. */
static void clock_keep(KernelState *ks) {
    if (!ks->booted || !ks->search) return;
    ks->looks.seen |= LIB_CLOCK | LIB_TIMES;
    if (ks->clk.read) return;
    ks_touch(ks);
    ks->clk.read = 1;
}

static enum ClockUse use_of(const StackFrame *f) { return f && !f->mi->step ? f->mi->clock : CLOCK_KEPT; }

static bool moves(KernelState *ks) { return !ks->cfg.por || clock_moves(ks); }

/* What is made of a reading depends on what others have slept. Where the library computes a limit from it, that matters
 * only to who knows the time otherwise. */
bool clock_asks(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    enum ClockUse use = use_of(ti->top);
    if (use == CLOCK_KEPT) return ks->boundaries && moves(ks) && nat_visible(ti, AC_OTHER, 0);
    return use != CLOCK_SEED && clock_starts(ti);
}

bool clock_starts(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    if (!ks->boundaries || looks_rely(&ks->looks, LIB_TIMES) || !moves(ks)) return false;
    /* Where a wait of the greatest length has ended, its deadline is no reading to the key (clock_is_nano): a thread
     * that stood here would be one that has not waited yet. */
    bool far = (u64)ks->clk.now >> 61;
    return !(far && !ti->first_step) && nat_parts(ti);
}

bool clock_mark_read(ThreadInfo *ti, bool ms) {
    KernelState *ks = ti->ks;
    StackFrame *f = ti->top;
    if (!ks->booted || !ks->search) return true;
    enum ClockUse use = use_of(f);
    if (use == CLOCK_SEED) return false;
    if (use == CLOCK_TASK) {
        u8 is = ms ? CT_MILLI : CT_NANO;
        ks->looks.seen |= LIB_CLOCK;
        if (ks->clk.tasks & is) return true;
        ks_touch(ks);
        ks->clk.tasks |= is;
        return true;
    }
    bool sign = use == CLOCK_WAIT && f->prev && (f->prev->mi->known & KM_TAKES_SIGN);
    /* how much is left is answered to the program */
    if (use == CLOCK_WAIT && f->prev && !(f->prev->mi->ci->attrs & CA_SYSTEM)) ks->looks.seen |= LIB_CLOCK | LIB_TIMES;
    if (use == CLOCK_WAIT) use = sign ? CLOCK_FRAME : CLOCK_START;
    if (ks->clk.read) return true;
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

/* java.util.prefs has a timer that writes every 30 seconds what was put, and reads what other processes have written.
 * There are none, and the program reads what was put from memory; but the log and the times of files have read the
 * clock, so that no two rounds leave one state. In a search flush, sync and the end of the program write, and the timer
 * ends. */
static bool is_prefs_round(const ThreadInfo *ti, Ref task) {
    static const char prefs[] = "java/util/prefs/FileSystemPreferences$";
    const Heap *h = ti->ks->heap;
    return ti->ks->search && task && strncmp(ei_class(h, ei(h, task))->name->s, prefs, sizeof prefs - 1) == 0;
}

/* sched(task, time, period), called by the methods that take a delay, and by those that take a Date of the program's */
int Timer_sched(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (is_prefs_round(ti, a[1])) {
        MethodInfo *cancel = ci_find_method(ei_class(ti->ks->heap, ei(ti->ks->heap, a[0])), "cancel", "()V");
        return cancel ? call_java(ti, cancel, a, false) : nat_not_modelled(ti, "java.util.Timer of this JDK");
    }
    if (ti->top && strstr(ti->top->mi->desc->s, "Ljava/util/Date;")) clock_keep(ti->ks);
    return NAT_BYTECODE;
}

/* getDelay(unit): the library asks whether it is above 0. To the program it is a reading of the clock. */
int Delayed_getDelay(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search || !nat_caller_is_app(ti)) return NAT_BYTECODE;
    if (ti->ks->boundaries && nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    ti->ks->looks.seen |= LIB_OVERDUE;
    return NAT_BYTECODE;
}

/* getCompletedTaskCount, getTaskCount, toString */
int ThreadPoolExecutor_tally(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->search) ti->ks->looks.seen |= LIB_TALLY;
    return NAT_BYTECODE;
}
