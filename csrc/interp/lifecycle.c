/* lifecycle.c -- the bottom frames of threads: main or run(), then what the uncaught exception handlers
 * do, then the thread's end as one action. JPF: ThreadInfo's run and exit, DirectCallStackFrame. */
#include "base/text.h"
#include "interp/interp_int.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"

enum { LF_METHOD, LF_ARGS, LF_EXC, LF_SELF, LF_LOCALS };
enum {
    S_START,
    S_NEW,
    S_BODY,
    S_UNCAUGHT,
    S_HANDLED,
    S_PRINTED,
    S_THREW,
    S_PRINTED_THREW,
    S_END,
    S_LAST,
    S_EXIT,
    S_ASKED
};

/* For a thread Thread's own: a class of the program's may have another of that name. */
static FieldInfo *field_of(ThreadInfo *ti, Ref o, const char *name) {
    Heap *h = ti->ks->heap;
    ClassInfo *ci = o ? ei_class(h, ei(h, o)) : NULL, *thread = ti->ks->cs->thread;
    if (ci && ci_is_subclass(ci, thread)) ci = thread;
    return ci ? ci_find_field(ci, name) : NULL;
}

static Ref field_ref(ThreadInfo *ti, Ref o, const char *name) {
    Heap *h = ti->ks->heap;
    FieldInfo *fi = field_of(ti, o, name);
    if (!fi || fi->type != T_REF) return 0;
    return get_ref(h, fi->flags & ACC_STATIC ? fi->ci->mirror : o, fi->offset);
}

static void set_int(ThreadInfo *ti, Ref o, const FieldInfo *fi, u32 v) {
    Heap *h = ti->ks->heap;
    if (!fi || !o || (fi->flags & ACC_STATIC)) return;
    if (fi->type == T_INT) put_u32(h, o, fi->offset, v);
    else if (fi->type == T_LONG) put_u64(h, o, fi->offset, v);
}

/* Would ThreadGroup.uncaughtException print the trace, because nobody has set a handler? */
static bool nobody_handles(ThreadInfo *ti) {
    Heap *h = ti->ks->heap;
    if (ti->obj) { /* a thread may answer what it likes */
        const MethodInfo *own = ci_find_method(ei_class(h, ei(h, ti->obj)), "getUncaughtExceptionHandler",
                                               "()Ljava/lang/Thread$UncaughtExceptionHandler;");
        if (own && !(own->ci->attrs & CA_SYSTEM)) return false;
    }
    if (field_ref(ti, ti->obj, "uncaughtExceptionHandler")) return false;
    if (field_ref(ti, ti->obj, "defaultUncaughtExceptionHandler")) return false;
    Ref holder = field_ref(ti, ti->obj, "holder"), g = field_ref(ti, holder ? holder : ti->obj, "group");
    for (; g; g = field_ref(ti, g, "parent")) {
        MethodInfo *mi =
            ci_find_method(ei_class(h, ei(h, g)), "uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
        if (mi && !(mi->ci->known & KC_THREAD_GROUP)) return false;
    }
    return true;
}

static int after_call(int r) {
    switch (r) {
    case NAT_BLOCK: return STEP_BLOCK;
    case NAT_END: return STEP_END;
    case NAT_ERROR: return STEP_ERROR;
    default: return STEP_AGAIN;
    }
}

/* May the handlers be set while the thread dies? */
static bool handlers_rest(const ThreadInfo *ti) {
    return !ti->ks->watch || looks_rely(&ti->ks->looks, LIB_SET_OBJECT | LIB_SET_STATIC);
}

/* Up to JDK 19 the thread has no uncaught exception then: nothing is printed. */
static bool dies_quietly(const KernelState *ks, Ref exc) {
    return ks->cs->jdk < 20 && (ei_class(ks->heap, ei(ks->heap, exc))->known & KC_THREAD_DEATH);
}

static MethodInfo *dispatcher(const KernelState *ks) {
    return ci_find_method(ks->cs->thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
}

/* The frame of the thread that dies, if ThreadGroup.uncaughtException runs for it because the thread has no handler of
 * its own, and no code of the program's has come between. */
static const StackFrame *dying(const ThreadInfo *ti) {
    const KernelState *ks = ti->ks;
    const StackFrame *f = ti->top;
    if (!f || f->mi->step || !(f->mi->ci->known & KC_THREAD_GROUP)) return NULL;
    while (f && !f->mi->step && (f->mi->ci->known & KC_THREAD_GROUP)) f = f->prev;
    if (!f || f->mi != dispatcher(ks)) return NULL;
    f = f->prev;
    return f && f->mi->step && f->step == S_ASKED && (f->mi == ks->interp->k_main || f->mi == ks->interp->k_thread)
               ? f
               : NULL;
}

/* Thread.getDefaultUncaughtExceptionHandler. Where it is the last that a dying thread asks, and there is none, the
 * exception is an error: it goes down the stack again, for step_life to report it. */
int life_asks_default(ThreadInfo *ti, u32 *ret) {
    KernelState *ks = ti->ks;
    const StackFrame *life = ks->search ? dying(ti) : NULL;
    FieldInfo *fi = life ? ci_find_field(ks->cs->thread, "defaultUncaughtExceptionHandler") : NULL;
    if (!fi) return NAT_BYTECODE;
    if (bd_reads_setting(ti, fi, fi->ci->mirror)) return NAT_BLOCK;
    *ret = get_ref(ks->heap, fi->ci->mirror, fi->offset);
    if (*ret || dies_quietly(ks, life->slots[LF_EXC])) return NAT_OK;
    ks->uncaught = ti->exception = life->slots[LF_EXC];
    return NAT_THROW;
}

/* While others may set handlers, the thread asks for them as the JDK does, one after the other: each is read once, at
 * a scheduling point. */
static int dispatch(ThreadInfo *ti, StackFrame *f) {
    KernelState *ks = ti->ks;
    bool ask = ks->search && !handlers_rest(ti), report = !ask && nobody_handles(ti);
    if (!ks->search && ti->id == 0) ks->exit_status = 1; /* `java` says 1 whoever handles main's exception */
    if (dies_quietly(ks, f->slots[LF_EXC])) report = false;
    if (report && ks->search) {
        f->step = S_END;
        ks->uncaught = f->slots[LF_EXC];
        ks->run_end = RUN_UNCAUGHT;
        return STEP_END;
    }
    MethodInfo *mi = dispatcher(ks);
    if (!mi) return cx_fail(ks->cx, ERR_INTERNAL, "no Thread.dispatchUncaughtException"), STEP_ERROR;
    u32 args[2] = {ti->obj, f->slots[LF_EXC]};
    f->step = ask ? S_ASKED : report ? S_PRINTED : S_HANDLED;
    return after_call(call_java(ti, mi, args, true));
}

/* Is t to ask yet whether it is the last? Daemons never do. */
static bool to_ask(const ThreadInfo *t) {
    if (t->daemon || t->status == TS_NEW || t->status == TS_TERMINATED) return false;
    return !t->top || t->top->prev || t->top->step != S_EXIT;
}

/* The last thread of the program runs the shutdown sequence, as DestroyJavaVM does. */
static int shutdown(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    ClassInfo *ci;
    for (u32 i = 0; i < ks->n_threads; i++)
        if (ks->threads.v[i] != ti && to_ask(ks->threads.v[i])) return STEP_AGAIN;
    if (ci_needed(ks->cs, NEED_SHUTDOWN, &ci) != ST_OK) return STEP_ERROR;
    MethodInfo *mi = ci ? ci_find_method(ci, "shutdown", "()V") : NULL;
    if (!mi) return STEP_AGAIN;
    int r = ensure_init(ti, ci);
    if (r == NAT_OK) r = call_java(ti, mi, NULL, false);
    return after_call(r);
}

/* Thread.exit(), where somebody can tell whether it was called: it closes scopes that are open yet, and tells the
 * container of the thread. What else it clears nobody looks at any more. */
static MethodInfo *to_exit(ThreadInfo *ti) {
    Heap *h = ti->ks->heap;
    Ref holder;
    const LifeFields *l = life_fields(ti, &holder);
    if (!ti->obj || !l->container || !l->scopes) return NULL; /* before JDK 19 */
    Ref c = get_ref(h, ti->obj, l->container->offset);
    if (!get_ref(h, ti->obj, l->scopes->offset)) {
        const MethodInfo *told = c ? ci_find_method(ei_class(h, ei(h, c)), "onExit", "(Ljava/lang/Thread;)V") : NULL;
        if (!told || !(told->known & KM_COUNTS_OUT)) return NULL;
    }
    return ci_find_method(ti->ks->cs->thread, "exit", "()V");
}

/* Nobody asks which thread is the last: there is nothing to run then. A search runs the program's own hooks
 * (Runtime.addShutdownHook); without one the ends of two threads need no order. */
static bool ends_unasked(const ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    return ti->daemon || !ks->booted || (ks->search && looks_rely(&ks->looks, LIB_HOOKS));
}

/* Up to 18 a thread that has ended has no handler of its own, unless it is given one then. Who could tell has asked for
 * the handler of a thread that was started, which is a look at its end (Thread_reads_group): as long as nobody does,
 * this makes no dependence, so that an end has no partners. Where settings rest it is no change of one: nobody else
 * reads it. */
static void forget_handler(ThreadInfo *ti, const FieldInfo *fi) {
    KernelState *ks = ti->ks;
    if (!fi || !ti->obj) return;
    const ElementInfo *e = ei(ks->heap, ti->obj);
    bool is = get_ref(ks->heap, ti->obj, fi->offset) != 0, quiet = !ks->saw.ends;
    if (ks->watch && !looks_rely(&ks->looks, LIB_SET_OBJECT)) use_raw(ti, ti->obj, fi->offset, is);
    if (!quiet) fp_read(ks, e, (const u8 *)e + fi->offset, 1); /* one that is set afterwards would be cleared */
    if (!is) return;
    if (quiet) quiet_begin(&ks->quiet, ks->heap->log.n);
    put_ref(ks->heap, ti->obj, fi->offset, 0);
    if (quiet) quiet_end(&ks->quiet, ks->heap->log.n);
}

/* Terminated; whoever waits on the Thread object is notified (Thread.join's contract). A thread that ended
 * has no group: up to JDK 18 that is a field's value, later getThreadGroup looks at the status. */
static void thread_exit(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    Ref holder;
    const LifeFields *l = life_fields(ti, &holder);
    if (l->group) put_ref(ks->heap, ti->obj, l->group->offset, 0);
    forget_handler(ti, l->handler);
    set_int(ti, holder ? holder : ti->obj, l->status, 2);
    set_int(ti, ti->obj, l->eetop, 0);
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if ((t->status != TS_WAITING && t->status != TS_TIMED_WAITING) || t->wait_obj != ti->obj || !ti->obj) continue;
        ti_touch(t);
        t->status = TS_NOTIFIED;
        t->pend.timed = 0;
        EV(ks, thread_notified, .ti = t, .obj = ti->obj);
    }
    ti_touch(ti);
    ti->status = TS_TERMINATED;
    ti->interrupted = 0; /* what Thread.isInterrupted says stands in the object; an interrupt may as well come later */
    ti->first_step = 0;
    ks_touch(ks);
    ks->n_live--;
    if (EV_ON(ks, method_exited)) ev_methods(ti);
    EV(ks, thread_terminated, .ti = ti, .obj = ti->obj);
}

static int call_body(ThreadInfo *ti, StackFrame *f) {
    KernelState *ks = ti->ks;
    u32 args[2];
    int r;
    if (!f->slots[LF_METHOD]) { /* Thread.run */
        MethodInfo *run = ci_find_method(ks->cs->thread, "run", "()V");
        if (!run) return cx_fail(ks->cx, ERR_INTERNAL, "no Thread.run"), STEP_ERROR;
        if (!ks->cfg.por) ti->first_step = 0; /* starting is a step of its own */
        f->step = S_BODY;
        return after_call(call_java(ti, run, &ti->obj, true));
    }
    MethodInfo *mi = ks->cs->methods.v[f->slots[LF_METHOD]];
    bool takes_args = mi->desc->s[1] != ')', stat = mi->flags & ACC_STATIC;
    if (f->step == S_START) {
        r = ensure_init(ti, mi->ci);
        if (r != NAT_OK) return after_call(r);
        f->step = S_NEW;
        if (stat) return STEP_AGAIN;
        /* JEP 512: an instance main, on an object made by the constructor without parameters */
        MethodInfo *ctor = ci_declared_method(mi->ci, ks->interp->s_init, ks->interp->s_ctor0);
        if (!ctor || (mi->ci->flags & ACC_ABSTRACT))
            return after_call(throw_new(ti, "java/lang/NoSuchMethodException", "%s.<init>()", mi->ci->name->s));
        if ((r = alloc_object(ti, mi->ci, &f->slots[LF_SELF])) != NAT_OK) return after_call(r);
        return after_call(call_java(ti, ctor, &f->slots[LF_SELF], false));
    }
    u32 n = 0;
    if (!stat) args[n++] = f->slots[LF_SELF];
    if (takes_args) args[n++] = f->slots[LF_ARGS];
    f->step = S_BODY;
    return after_call(call_java(ti, mi, args, !stat));
}

/* HotSpot's words when a handler itself throws; the exception is ignored otherwise (JLS 11.3). */
static Status handler_threw(ThreadInfo *ti, Ref thrown) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    Ref name = field_ref(ti, ti->obj, "name");
    size_t n = 0;
    char cls[400], *s = name ? string_utf8(h, name, &n) : NULL;
    Text t;
    text_init(&t, ks->cx);
    text_f(&t, "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
           ci_external_name(ei_class(h, ei(h, thrown)), cls, sizeof cls), s ? s : "");
    if (s) cx_free(ks->cx, s, n + 1);
    Status st = t.failed ? ST_ERROR : ks->up.print ? ks->up.print(ks, 2, t.v, (u32)t.n) : ST_OK;
    text_free(&t);
    return st;
}

static int step_life(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    int n;
    if (f->step == S_ASKED) {
        f->step = thrown && thrown == ks->uncaught ? S_PRINTED : S_HANDLED;
        if (f->step == S_PRINTED) thrown = 0; /* nobody handles it: life_asks_default */
    }
    if (thrown) {
        if (f->step <= S_BODY) {
            f->slots[LF_EXC] = thrown;
            f->step = S_UNCAUGHT;
        } else if (f->step < S_END) {
            f->slots[LF_SELF] = thrown;
            f->step = f->step == S_PRINTED ? S_PRINTED_THREW : S_THREW;
        } else if (f->step != S_LAST) {
            f->step = S_EXIT;
        }
    }
    f->sp = fr_stack(f);
    switch (f->step) {
    case S_START:
    case S_NEW: return call_body(ti, f);
    case S_BODY:
    case S_HANDLED: f->step = S_END; return STEP_AGAIN;
    case S_UNCAUGHT: return dispatch(ti, f);
    case S_THREW:
    case S_PRINTED_THREW:
        if (bd_output(ti)) return STEP_BLOCK;
        if (handler_threw(ti, f->slots[LF_SELF]) != ST_OK) return STEP_ERROR;
        f->step = f->step == S_PRINTED_THREW ? S_PRINTED : S_END;
        return STEP_AGAIN;
    case S_PRINTED:
        f->step = S_END;
        ks->uncaught = f->slots[LF_EXC];
        ks->run_end = RUN_UNCAUGHT;
        return STEP_END;
    case S_END:
        if (ti->ks->heap->finalize && ti->ks->booted && (n = finalize_due(ti, false)) != 0)
            return n < 0 ? STEP_ERROR : STEP_AGAIN;
        f->slots[LF_EXC] = f->slots[LF_SELF] = 0;
        f->step = S_LAST;
        MethodInfo *exit = ti->ks->booted ? to_exit(ti) : NULL;
        return exit ? after_call(call_java(ti, exit, &ti->obj, true)) : STEP_AGAIN;
    case S_LAST:
        if (ends_unasked(ti)) {
            f->step = S_EXIT;
            return STEP_AGAIN;
        }
        if (ks->search) { /* two threads that end: one of them is the last, in any order */
            if (bd_ask(ti, AC_OTHER, 0, 0, NULL)) return STEP_BLOCK;
            ks->fp.lost = true;
        }
        f->step = S_EXIT;
        return shutdown(ti);
    default:
        if (bd_ask(ti, AC_EXIT, ti->obj, 0, NULL)) return STEP_BLOCK;
        if (!mon_can_lock(ti, ei(ti->ks->heap, ti->obj))) {
            set_pend(ti, AC_EXIT, ti->obj, 0, NULL);
            return STEP_BLOCK;
        }
        thread_exit(ti);
        return STEP_RETURN;
    }
}

static Status push(ThreadInfo *ti, MethodInfo *kind, const u32 *locals) {
    MethodInfo *native = ti->native_mi;
    ti->native_mi = NULL;
    StackFrame *f = push_vm_frame(ti, kind, locals, LF_LOCALS);
    ti->native_mi = native;
    return f ? ST_OK : cx_fail(ti->ks->cx, ERR_INTERNAL, "no stack for a thread");
}

Status ti_push_main(ThreadInfo *ti, MethodInfo *main, Ref args) {
    u32 locals[LF_LOCALS] = {main->id, args, 0, 0};
    return push(ti, ti_interp(ti)->k_main, locals);
}

Status ti_push_thread_run(ThreadInfo *ti) {
    u32 locals[LF_LOCALS] = {0, 0, 0, 0};
    return push(ti, ti_interp(ti)->k_thread, locals);
}

Status lifecycle_init(Interp *in) {
    u32 refs = 1u << LF_ARGS | 1u << LF_EXC | 1u << LF_SELF;
    in->k_main = vm_make(in, "main thread", step_life, LF_LOCALS, 2, refs, T_VOID, 4);
    in->k_thread = vm_make(in, "thread", step_life, LF_LOCALS, 2, refs, T_VOID, 5);
    return in->k_main && in->k_thread ? ST_OK : ST_ERROR;
}
