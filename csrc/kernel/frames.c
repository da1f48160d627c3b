/* frames.c -- stacks of threads, and what a transition saves of them. Layer 5.
 *
 * Frames lie one after another in a range of addresses (stacks.c) and never move. At the start of a transition the
 * thread's record and its top frame go on the trail; a frame below is saved when a return uncovers
 * it. Frames pushed in the transition need nothing: undo puts `top` back and they are gone. */
#include "kernel/kernel.h"

/* Beyond the limit, for what throws and handles StackOverflowError. */
#define STACK_RESERVE ((u64)1 << 20)
#define RESERVE_DEPTH 16
/* What touched pages are counted by. */
#define STACK_STEP ((u64)4096)

u32 fr_used(const StackFrame *f) {
    const u32 *low = f->slots + f->mi->max_locals, *high = low + f->mi->max_stack + 2;
    if (f->sp < low || f->sp > high) return fr_bytes(f->mi); /* sp is not stored: all of it */
    return (u32)((const u8 *)f->sp - (const u8 *)f);
}

static void fr_save(ThreadInfo *ti, StackFrame *f) { trail_push(ti->ks->heap, f, fr_used(f)); }

void ti_begin_transition(ThreadInfo *ti) {
    ti->ks->popped_metas.n = 0;
    ti->low_epoch = 0;
    ti_join_transition(ti);
}

void ti_join_transition(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    ks->cur = ti->id;
    if (ti->low_epoch == ks->heap->epoch) return; /* what it had is saved */
    ti_touch(ti);
    ti->budget = ks->cfg.max_transition ? ks->cfg.max_transition : UINT64_MAX;
    ti->low_epoch = ks->heap->epoch;
    ti->saved_depth = ti->low_depth = ti->top ? ti->top->depth : 0;
    if (ti->top && ks->heap->trailing) fr_save(ti, ti->top);
}

void ti_uncover(ThreadInfo *ti, StackFrame *f) {
    ti->saved_depth = ti->low_depth = f->depth;
    if (ti->ks->heap->trailing) fr_save(ti, f);
}

/* A failure leaves its error pending, which ends the transition as one (heap_end_transition). */
void ti_popped_meta(ThreadInfo *ti, const StackFrame *f) {
    KernelState *ks = ti->ks;
    (void)vec_push(ks->cx, &ks->popped_metas, ((PoppedMeta){ti->id, f->depth, f->meta}));
}

/* The reserve is for VM frames and what they call, not for the program's own recursion. */
static bool may_use_reserve(const ThreadInfo *ti, const MethodInfo *mi) {
    const StackFrame *f = ti->top;
    if (mi->step) return true;
    for (int i = 0; f && i < RESERVE_DEPTH; i++, f = f->prev)
        if (f->mi->step) return true;
    return false;
}

/* Past stack_paid. Pages that are written for the first time are memory of the engine; no call fails for the engine's
 * limit, which is looked at between transitions and by the next allocation. */
static bool stack_room(ThreadInfo *ti, const MethodInfo *mi, const u8 *end) {
    Ctx *cx = ti->ks->cx;
    u64 used = (u64)(end - ti->stack), limit = ti->ks->cfg.stack_limit,
        paid = (used + STACK_STEP - 1) & ~(STACK_STEP - 1);
    if (used > limit && (end > ti->stack_end || used > limit + STACK_RESERVE || !may_use_reserve(ti, mi))) return false;
    if (end > ti->stack_mapped && !stack_grow(ti, end)) return false;
    if (paid > limit) paid = limit;
    if (ti->stack + paid <= ti->stack_paid) return true;
    cx->bytes += (u64)(ti->stack + paid - ti->stack_paid);
    if (cx->bytes > cx->peak) cx->peak = cx->bytes;
    ti->stack_paid = ti->stack + paid;
    return true;
}

StackFrame *ti_push(ThreadInfo *ti, MethodInfo *mi, const u32 *args) {
    StackFrame *t = ti->top;
    u8 *p = t ? (u8 *)t + fr_bytes(t->mi) : ti->stack;
    u8 *end = p + fr_bytes(mi);
    if (JPF_UNLIKELY(end > ti->stack_paid) && !stack_room(ti, mi, end)) return NULL;
    StackFrame *f = (StackFrame *)p;
    if (JPF_UNLIKELY(ti->ks->quiet.own) && !mi->step && !(mi->ci->attrs & CA_SYSTEM)) ks_quiet_end(ti->ks);
    u32 n = mi->n_args, locals = mi->max_locals;
    f->prev = t;
    f->mi = mi;
    f->pc = mi->code;
    f->lock = 0;
    f->flags = 0;
    f->depth = t ? t->depth + 1 : 0;
    f->meta = 0;
    f->step = 0;
    f->pad = 0;
    u32 i = 0;
    if (args)
        for (; i < n; i++) f->slots[i] = args[i];
    for (; i < locals; i++) f->slots[i] = 0;
    f->sp = f->slots + locals;
    ti_touch(ti);
    ti->top = f;
    return f;
}
