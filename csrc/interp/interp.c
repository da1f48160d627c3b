/* interp.c -- the loop. Direct-threaded through one of two tables: plain, and one whose every entry
 * reports the instruction first.
 *
 * Registers of the loop: pc, sp, lv (locals), f. They are stored (SAVE) before anything that may
 * allocate, throw, push a frame or leave. Bytecodes are counted without an increment per
 * instruction: POS() = index of pc + adj grows by one from an instruction to the next, and each
 * transfer of control corrects adj. */
#include <math.h>

#include "interp/interp_int.h"
#include "kernel/arrays.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/lastuse.h"
#include "kernel/words.h"

/* GCC would keep pc and sp, which SAVE stores side by side, packed in one vector register: measured
 * five times slower. Global common subexpressions only lengthen the dispatch. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize", "no-gcse", "no-crossjumping")
#endif

/* NaN gives 0, what is out of range saturates (JVMS 6.5 d2i). */
static inline i32 to_int(double d) {
    if (d >= -2147483648.0 && d < 2147483648.0) return (i32)d;
    return d != d ? 0 : d > 0 ? INT32_MAX : INT32_MIN;
}
static inline i64 to_long(double d) {
    if (d >= -9223372036854775808.0 && d < 9223372036854775808.0) return (i64)d;
    return d != d ? 0 : d > 0 ? INT64_MAX : INT64_MIN;
}

static const Sym *site_desc(const ClassInfo *ci, u16 cp) {
    const CpEntry *p = ci->cf->cp;
    return p[p[p[cp].b].b].u.sym;
}

/* The table of a run that listeners follow: entries of opcodes nobody listens to are the plain ones. */
static const void *const *listen_table(EventHub *hub, const void *const *plain, const void *listen, const void *after) {
    if (!hub->fresh) {
        for (u32 i = 0; i < OP_COUNT; i++) { /* forms that fuse what is listened to are taken apart */
            hub->table[i] = hub->leave || ev_listened(hub, i) ? listen : plain[i];
            hub->after[i] = after;
        }
        hub->listen = listen;
        hub->fresh = !hub->leave;
    }
    return hub->table;
}

/* In bytecodes; each counts as one unit of work, exceptions and what natives do beside them. */
/* OWN_AFFAIR: how much longer a transition may be while the library is about its own affairs; nobody is to see these
 * half done. */
enum { OWN_AFFAIR = 1 << 14, POLL_EVERY = 1 << 16, THROW_WORK = 64, STEP_WORK = 16 };

/* False: a limit was met, or the host wants to stop, or it failed. */
static bool poll(ThreadInfo *ti, i64 *poll_at, i64 now) {
    *poll_at = now + POLL_EVERY;
    return cx_work(ti->ks->cx, POLL_EVERY);
}

#define PCI(p) ((i64)((uintptr_t)(p) >> 3))
#define POS() (PCI(pc) + adj)
#define EI(r) ((ElementInfo *)(void *)(hb + ((u64)(r) << 3)))
#define SAVE() (f->pc = pc, f->sp = sp)
#define DISPATCH() goto *disp[pc->op]
#define NEXT()                                                                                                         \
    do {                                                                                                               \
        pc++;                                                                                                          \
        DISPATCH();                                                                                                    \
    } while (0)
/* The instruction again, in its new form; a trace has seen it already. */
#define REDO() goto *plain[pc->op]
#define JUMP(off)                                                                                                      \
    do {                                                                                                               \
        i64 o_ = (off);                                                                                                \
        adj += 1 - o_;                                                                                                 \
        pc += o_;                                                                                                      \
        if (o_ <= 0 && JPF_UNLIKELY(POS() >= limit)) goto back_edge;                                                   \
        DISPATCH();                                                                                                    \
    } while (0)

#pragma GCC diagnostic ignored "-Wpedantic"

RunResult interp_run(ThreadInfo *ti) {
    static const void *const plain[OP_COUNT] = {
#define OP(value, NAME, mnemonic, length, pops, pushes, flags) [value] = &&L_##NAME,
#define QOP(NAME, mnemonic, pops, pushes, flags) [OP_##NAME] = &&L_##NAME,
#include "classes/opcodes.def"
#define FOP(NAME, FIRST, count) [OP_##NAME] = &&L_##NAME,
#include "classes/fused.def"
#undef FOP
    };
    /* The plain body of each instruction: a trace sees them one by one. */
    static const void *const unfused[OP_COUNT] = {
#define OP(value, NAME, mnemonic, length, pops, pushes, flags) [value] = &&L_##NAME,
#define QOP(NAME, mnemonic, pops, pushes, flags) [OP_##NAME] = &&L_##NAME,
#include "classes/opcodes.def"
#define FOP(NAME, FIRST, count) [OP_##NAME] = &&L_##FIRST,
#include "classes/fused.def"
#undef FOP
    };
    static const void *const traced[OP_COUNT] = {[0 ... OP_COUNT - 1] = &&L_TRACED};
    KernelState *const ks = ti->ks;
    Classes *const cs = ks->cs;
    Heap *const h = ks->heap;
    Interp *const in = ks->interp;
    u8 *const hb = h->base;
    EventHub *const hub = ks->hub;
    const void *const *disp = ks->tracing ? traced : plain;
    Insn *pc = NULL;
    u32 *sp = NULL, *lv = NULL, *args;
    StackFrame *f;
    MethodInfo *m;
    const i64 start = (i64)ti->insns;
    i64 cnt = start, adj = 0, poll_at = start + POLL_EVERY;
    i64 budget_end = ti->budget > (u64)INT64_MAX / 2 ? INT64_MAX : start + (i64)ti->budget;
    i64 limit = budget_end < poll_at ? budget_end : poll_at;
    u32 ret[2] = {0, 0}, rwords, index_, len_;
    u8 rtype;
    int nr;
    bool no_result;
    RunResult result;

    ks->uncaught = 0; /* what the last run reported; it may be undone since */
    if (JPF_UNLIKELY(cs->loaders.n > 3) && loaders_follow(ks) != ST_OK) return RUN_ERROR;
    hub->turned = true;
outer: /* go on with whatever frame is on top */
    if (JPF_UNLIKELY(hub->turned)) {
        hub->turned = false;
        if (ks->events) {
            const void *const *t_ = listen_table(hub, plain, &&L_LISTEN, &&L_AFTER);
            if (!ks->tracing) disp = t_;
        } else if (!ks->tracing) disp = plain;
    }
    if (JPF_UNLIKELY(ti->exception)) goto unwind;
    f = ti->top;
    if (JPF_UNLIKELY(!f)) {
        result = RUN_TERMINATED;
        goto leave;
    }
    if (f->mi->step) {
        nr = f->mi->step(ti, f, 0);
        goto stepped;
    }
    pc = (Insn *)f->pc;
    sp = f->sp;
    lv = f->slots;
    adj = cnt - PCI(pc);
    DISPATCH();

L_TRACED:
    SAVE();
    if (ks->up.trace_insn && ks->up.trace_insn(ks, ti, pc) != ST_OK) goto error;
    if (JPF_UNLIKELY((ks->events & EV_INSN_BITS) || hub->leave)) goto L_LISTEN;
    goto *unfused[pc->op];

L_LISTEN:
    SAVE();
    cnt = POS();
    hub->pos = (u64)cnt;
    if (!cx_work(ks->cx, EVENT_WORK)) goto error;
    ev_insn(ti, pc);
    if (JPF_UNLIKELY(hub->ctl)) goto listened;
    if (hub->after_pc) disp = hub->after;
    goto *unfused[pc->op];
L_AFTER:
    SAVE();
    cnt = POS();
    disp = ks->tracing ? traced : ks->events ? listen_table(hub, plain, &&L_LISTEN, &&L_AFTER) : plain;
    ev_insn_done(ti);
    if (JPF_UNLIKELY(hub->ctl)) goto listened;
    DISPATCH();
listened: /* what a listener asked for; frames and pcs may be others now */
    nr = hub->ctl;
    hub->ctl = CTL_NONE;
    if (nr == CTL_RELOAD) goto outer;
    result = ks->run_end;
    if (nr == CTL_CHOICE)
        ti->first_step = ti->top && ti->top->pc == hub->told_pc; /* executed again: it is past its boundary */
    if (nr == CTL_BREAK || nr == CTL_CHOICE) {
        set_pend(ti, nr == CTL_BREAK ? AC_BREAK : AC_NONE, 0, 0, NULL);
        result = nr == CTL_BREAK ? RUN_BOUNDARY : RUN_CHOICE;
    }
    goto leave;

#include "interp/op/basic.h"
#include "interp/op/math.h"
#include "interp/op/branch.h"
#include "interp/op/array.h"
#include "interp/op/field.h"
#include "interp/op/object.h"
#include "interp/op/invoke.h"
#include "interp/op/fused.h"

back_edge: /* pc stands at the head already */
    SAVE();
    cnt = POS();
    if (cnt >= budget_end && ks->booted && lib_own_affair(ti)) budget_end = cnt + OWN_AFFAIR;
    if (cnt >= budget_end && ks->booted) {
        set_pend(ti, AC_BREAK, 0, 0, NULL);
        result = RUN_BOUNDARY;
        goto leave;
    }
    if (cnt >= poll_at && !poll(ti, &poll_at, cnt)) goto error;
    limit = budget_end < poll_at && ks->booted ? budget_end : poll_at;
    DISPATCH();

npe:
    SAVE();
    nr = throw_npe(ti);
    goto nres;
oom:
    nr = throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space");
    goto nres;
block:
    nr = NAT_BLOCK;
    goto nres;
quickened:
    /* a listener may have come with a class that was loaded just now */
    if (JPF_UNLIKELY(ks->events) && disp == plain) disp = listen_table(hub, plain, &&L_LISTEN, &&L_AFTER);
    if (JPF_LIKELY(nr == NAT_OK)) REDO();
    /* fall through */
nres: /* nr: why the instruction at pc, stored, did not complete */
    cnt = POS();
handle:
    switch (nr) {
    case NAT_RETRY:
        hub->after_pc = NULL; /* it is executed later */
        goto outer;
    case NAT_OK:
    case NAT_THROW:
    case NAT_CALL: goto outer;
    case NAT_BLOCK: /* a library-atomic call that blocks goes on atomically when it is resumed */
        if (!lib_runs(ti)) lib_leave(ti);
        result = RUN_BOUNDARY;
        goto leave;
    case NAT_CHOICE:
        set_pend(ti, AC_NONE, 0, 0, NULL);
        result = RUN_CHOICE;
        goto leave;
    case NAT_END: result = ks->run_end; goto leave;
    default: goto error;
    }

unwind: { /* ti->exception leaves the top frame, unless it is handled there */
    Ref exc = ti->exception;
    f = ti->top;
    if (!f) {
        ks->uncaught = exc;
        ti->exception = 0;
        result = RUN_UNCAUGHT;
        goto leave;
    }
    if (f->mi->step) {
        ti->exception = 0;
        nr = f->mi->step(ti, f, exc);
        goto stepped;
    }
    if (!cx_work(ks->cx, THROW_WORK)) goto error;
    const Insn *from_ = f->pc;
    if (find_handler(ti, f, exc)) {
        ti->exception = 0;
        EV(ks, exception_handled, .ti = ti, .obj = exc, .mi = f->mi);
        if (JPF_LIKELY(f->pc > from_)) goto outer;
        /* A way back, like a branch. It may take no instruction: it counts towards the budget by itself. */
        if (budget_end != INT64_MAX && limit > --budget_end) limit = budget_end;
        if (JPF_LIKELY(cnt < limit) || hub->turned) goto outer;
        pc = (Insn *)f->pc;
        sp = f->sp;
        lv = f->slots;
        adj = cnt - PCI(pc);
        goto back_edge;
    }
    if (f->lock) mon_unlock(ti, ei(h, f->lock));
    if (f->flags & (FR_LIBATOMIC | FR_CLOCK | FR_ATOMIC | FR_NEVER_BREAK)) frame_leaves(ti, f);
    if (EV_ON(ks, method_exited)) ev_leaves(ti);
    EV(ks, exception_bailout, .ti = ti, .obj = exc, .mi = f->mi);
    ti_pop(ti);
    goto unwind;
}

stepped: /* f, a VM frame, was stepped */
    if (!cx_work(ks->cx, STEP_WORK)) goto error;
    switch (nr) {
    case STEP_AGAIN: goto outer;
    case STEP_RETURN: {
        rwords = ret_words(f->mi->ret);
        const u32 *low = fr_stack(f);
        for (u32 i = 0; i < rwords; i++) ret[i] = f->sp >= low + rwords ? f->sp[(i32)i - (i32)rwords] : 0;
        if (f->flags & FR_NO_RESULT) rwords = 0;
        ti_pop(ti);
        f = ti->top;
        goto returned;
    }
    case STEP_THROW:
        if (ti->exception && ti->top) ti_pop(ti); /* otherwise a frame that throws was pushed */
        goto outer;
    case STEP_BLOCK:
        lib_leave(ti);
        result = RUN_BOUNDARY;
        goto leave;
    case STEP_END: result = ks->run_end; goto leave;
    default: goto error;
    }

error:
    result = RUN_ERROR;
    if (pc && f == ti->top && f && !f->mi->step) cnt = POS() > cnt ? POS() : cnt;
leave:
    if (JPF_UNLIKELY(ks->events & EV_INSN_BITS)) {
        ev_insn_left(ti, result == RUN_TERMINATED || result == RUN_EXIT);
        if (!ti->top || !ti->top->mi->code) ev_methods(ti);
    }
    if (ks->cx->err.kind != ERR_NONE) result = RUN_ERROR;
    ti->insns = (u64)cnt;
    if (budget_end != INT64_MAX) ti->budget = cnt < budget_end ? (u64)(budget_end - cnt) : 0;
    if (result == RUN_TERMINATED && !ti->top) set_pend(ti, AC_NONE, 0, 0, NULL);
    ks->last_run = result;
    return result;
}
