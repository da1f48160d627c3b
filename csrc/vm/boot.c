/* boot.c -- java.base from nothing to VM.initLevel(4), in the order HotSpot follows
 * (reference/boot.md section 2). */
#include "vm/jpf.h"

#include <stdio.h>
#include <stdlib.h>

#include "native/io/hostview.h"

/* --- calling Java to its end while booting --- */

/* Local 0: method id; the argument words lie on a side list of the KernelState's vm. */
static int step_call(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    if (thrown) {
        ks->uncaught = thrown;
        ks->run_end = RUN_UNCAUGHT;
        return STEP_END;
    }
    if (f->step == 0) {
        MethodInfo *mi = ks->cs->methods.v[f->slots[0]];
        f->step = 1;
        int r = call_java(ti, mi, f->slots + 1, false);
        if (r == NAT_CALL || r == NAT_RETRY) return STEP_AGAIN;
        if (r == NAT_THROW) return STEP_THROW;
        if (r != NAT_OK) return STEP_ERROR;
    }
    ks->run_end = RUN_TERMINATED;
    return STEP_END;
}

/* Local 0: class id. */
static int step_init(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    if (thrown) {
        ks->uncaught = thrown;
        ks->run_end = RUN_UNCAUGHT;
        return STEP_END;
    }
    int r = ensure_init(ti, ks->cs->by_id.v[f->slots[0]]);
    if (r == NAT_RETRY) return STEP_AGAIN;
    if (r == NAT_THROW) return STEP_THROW;
    if (r != NAT_OK) return STEP_ERROR;
    ks->run_end = RUN_TERMINATED;
    return STEP_END;
}

static Status boot_failed(JPF *j, const char *what) {
    KernelState *ks = &j->ks;
    char cls[300] = "?", buf[200];
    char *msg = NULL;
    size_t n = 0;
    if (ks->uncaught) {
        ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, ks->uncaught));
        ci_external_name(ci, cls, sizeof cls);
        FieldInfo *fi = ci_find_field(ci, "detailMessage");
        Ref m = fi ? get_ref(ks->heap, ks->uncaught, fi->offset) : 0;
        if (m) msg = string_utf8(ks->heap, m, &n);
        FieldInfo *bf = ci_find_field(ci, "backtrace");
        Ref bt = bf ? get_ref(ks->heap, ks->uncaught, bf->offset) : 0;
        buf[0] = 0;
        u32 pairs;
        const u32 *v = backtrace_pairs(ks, bt, &pairs);
        for (u32 i = 0; i < pairs && i < 40 && getenv("JPF_BOOT_DEBUG"); i++) {
            MethodInfo *mi = ks->cs->methods.v[v[2 * i]];
            fprintf(stderr, "  at %s.%s:%d\n", ci_external_name(mi->ci, buf, sizeof buf), mi->name->s,
                    mi_line(mi, v[2 * i + 1] & 0x7fffffffu));
        }
    }
    if (ks->last_run == RUN_NOT_MODELLED)
        cx_fail(&j->cx, ERR_INTERNAL, "the JDK did not boot: %s is not modelled", ks->not_modelled);
    else
        cx_fail(&j->cx, ERR_CONFIG, "the JDK at %s does not boot (is it damaged?): %s: %s%s%s", j->jdk_home, what, cls,
                msg ? ": " : "", msg ? msg : "");
    if (msg) cx_free(&j->cx, msg, n + 1);
    return ST_ERROR;
}

static Status run_frame(JPF *j, const char *what) {
    ThreadInfo *ti = j->ks.threads.v[0];
    ti_begin_transition(ti);
    ti->budget = UINT64_MAX;
    RunResult r = interp_run(ti);
    j->ks.last_run = r;
    if (r == RUN_TERMINATED) return ST_OK;
    if (r == RUN_ERROR) return ST_ERROR;
    return boot_failed(j, what);
}

Status vm_call(JPF *j, MethodInfo *mi, const u32 *args, u32 *ret) {
    ThreadInfo *ti = j->ks.threads.v[0];
    u32 words[17] = {mi->id};
    if (mi->n_args > 16) return cx_fail(&j->cx, ERR_INTERNAL, "vm_call: too many arguments");
    mem_copy(words + 1, args, 4u * mi->n_args);
    /* which of the words are references depends on the method: one frame kind a mask */
    u32 refs = 0, w = 1;
    if (!(mi->flags & ACC_STATIC)) refs |= 1u << w++;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p)) {
        if (*p == 'L' || *p == '[') refs |= 1u << w;
        w += *p == 'J' || *p == 'D' ? 2 : 1;
    }
    MethodInfo *vm = vm_method(&j->ks, "call", step_call, 17, 4, refs, mi->ret);
    if (!vm || !push_vm_frame(ti, vm, words, 17)) return ST_ERROR;
    Status st = run_frame(j, mi->name->s);
    if (st == ST_OK && ret && mi->ret != T_VOID) {
        ret[0] = fr_stack(ti->top)[0];
        if (mi->ret == T_LONG || mi->ret == T_DOUBLE) ret[1] = fr_stack(ti->top)[1];
    }
    if (st == ST_OK) ti_pop(ti);
    return st;
}

Status vm_init_class(JPF *j, ClassInfo *ci) {
    ThreadInfo *ti = j->ks.threads.v[0];
    MethodInfo *vm = vm_method(&j->ks, "initialize", step_init, 1, 2, 0, T_VOID);
    if (!vm || !push_vm_frame(ti, vm, &ci->id, 1)) return ST_ERROR;
    Status st = run_frame(j, ci->name->s);
    if (st == ST_OK) ti_pop(ti);
    return st;
}

Status vm_load(JPF *j, u32 loader, const char *name, ClassInfo **out) {
    JErr je = {0};
    Sym *s = sym_z(&j->cs.syms, name);
    if (!s || ci_load(&j->cs, loader, s, out, &je) != ST_OK) return ST_ERROR;
    if (!*out)
        return cx_fail(&j->cx, ERR_CONFIG, "the JDK at %s has no class %s (%s)", j->jdk_home, name, jerr_text(&je));
    return ST_OK;
}

static Status load_init(JPF *j, const char *name, ClassInfo **out) {
    ClassInfo *ci;
    if (vm_load(j, 0, name, &ci) != ST_OK) return ST_ERROR;
    if (out) *out = ci;
    return vm_init_class(j, ci);
}

static Status call_named(JPF *j, ClassInfo *ci, const char *name, const char *desc, const u32 *args, u32 *ret) {
    MethodInfo *mi = ci_find_method(ci, name, desc);
    if (!mi) return cx_fail(&j->cx, ERR_INTERNAL, "no method %s.%s%s in this JDK", ci->name->s, name, desc);
    return vm_call(j, mi, args, ret);
}

/* Static or instance field by name, set raw: nothing is trailed while booting. */
static bool set_field(JPF *j, ClassInfo *ci, Ref obj, const char *name, i64 v) {
    FieldInfo *fi = ci_find_field(ci, name);
    if (!fi) return false;
    Ref at = fi->flags & ACC_STATIC ? fi->ci->mirror : obj;
    u8 *p = (u8 *)ei(&j->heap, at) + fi->offset;
    mem_copy(p, &v, type_size(fi->type));
    return true;
}

static Status string_arg(JPF *j, const char *s, u32 *out) { return string_new(&j->heap, s, strlen(s), out); }

/* The main thread's java.lang.Thread and the two thread groups. */
static Status make_main_thread(JPF *j) {
    ClassInfo *tg, *th, *holder;
    u32 sys, args[3];
    Heap *h = &j->heap;
    ThreadInfo *ti = j->ks.threads.v[0];
    if (load_init(j, "java/lang/ThreadGroup", &tg) != ST_OK) return ST_ERROR;
    u32 hm = handle_mark(h);
    if (heap_new(h, tg, &sys) != ST_OK || handle_push(h, sys) != ST_OK) return ST_ERROR;
    if (call_named(j, tg, "<init>", "()V", &sys, NULL) != ST_OK) return ST_ERROR;
    if (heap_new(h, tg, &args[0]) != ST_OK || handle_push(h, args[0]) != ST_OK) return ST_ERROR;
    Ref main_group = args[0];
    args[1] = sys;
    if (string_arg(j, "main", &args[2]) != ST_OK || handle_push(h, args[2]) != ST_OK) return ST_ERROR;
    if (call_named(j, tg, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", args, NULL) != ST_OK)
        return ST_ERROR;
    if (vm_load(j, 0, "java/lang/Thread", &th) != ST_OK) return ST_ERROR;
    if (heap_new(h, th, &ti->obj) != ST_OK) return ST_ERROR;
    set_field(j, th, ti->obj, "vmThread", 1);
    set_field(j, th, ti->obj, "eetop", 1);
    set_field(j, th, ti->obj, "priority", 5); /* up to 18; a FieldHolder later */
    if (vm_init_class(j, th) != ST_OK) return ST_ERROR;
    args[0] = ti->obj;
    args[1] = main_group;
    if (string_arg(j, "main", &args[2]) != ST_OK) return ST_ERROR;
    if (call_named(j, th, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", args, NULL) != ST_OK)
        return ST_ERROR;
    FieldInfo *hf = ci_find_field(th, "holder");
    if (hf) {
        Ref ho = get_ref(h, ti->obj, hf->offset);
        holder = ei_class(h, ei(h, ho));
        set_field(j, holder, ho, "threadStatus", 5); /* JVMTI: alive, runnable */
    } else {
        set_field(j, th, ti->obj, "threadStatus", 5);
    }
    handle_release(h, hm);
    return ST_OK;
}

static Status init_if_there(JPF *j, const char *name) {
    JErr je = {0};
    ClassInfo *ci;
    Sym *s = sym_z(&j->cs.syms, name);
    if (!s || ci_load(&j->cs, 0, s, &ci, &je) != ST_OK) return ST_ERROR;
    return ci ? vm_init_class(j, ci) : ST_OK;
}

/* What is initialized here is so on every path. Elsewhere the first path that comes to a class initializes it, and then
 * one state is two: with the class and without it, whatever else happens. */
static Status init_early(JPF *j) {
    static const char *const early[] = {
        /* Tables of powers that the first double made text (140,000 bytecodes on 17) would else build on every path. */
        "jdk/internal/math/MathUtils",
        "jdk/internal/math/FDBigInteger",
        /* Classes of nodes, which a thread that has to wait comes to, and one that has not does not. Their initializers
         * make offsets and handles of variables, on 17 and 25. One that reads a property, which a program may set
         * before (ForkJoinPool), or asks for processors, which may be a choice, is none for this list. */
        "java/util/concurrent/locks/LockSupport",
        "java/util/concurrent/locks/AbstractQueuedSynchronizer$Node",
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$Node",
        "java/util/concurrent/locks/StampedLock$Node",
        "java/util/concurrent/locks/StampedLock$ReaderNode",
        "java/util/concurrent/ThreadLocalRandom", /* and draws a seed of java.util.Random's; -D for it boots alone */
        "java/util/concurrent/ForkJoinTask",
        "java/util/concurrent/ForkJoinTask$Aux",
        "java/util/concurrent/ForkJoinWorkerThread", /* 25: a LinkedTransferQueue asks it */
        "java/util/concurrent/SynchronousQueue$TransferQueue$QNode",
        "java/util/concurrent/SynchronousQueue$TransferStack$SNode",
    };
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        if (init_if_there(j, early[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* The JDK's own lines, as one. */
static Status bad_layer(JPF *j) {
    Text *t = &j->booting;
    while (t->n && t->v[t->n - 1] == '\n') t->n--;
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i] == '\n') t->v[i] = ' ';
    return cx_fail(&j->cx, ERR_CONFIG, "%.*s", (int)(t->n < 900 ? t->n : 900), t->v);
}

static Status boot_in(JPF *j) {
    static const char *const late[] = {
        "java/lang/ArithmeticException",
        "java/lang/ArrayStoreException",
        "java/lang/ClassCastException",
        "java/lang/NullPointerException",
        "java/lang/StackOverflowError",
        "java/lang/OutOfMemoryError",
        "java/lang/IllegalMonitorStateException",
        "java/lang/IllegalArgumentException",
        "java/lang/ArrayIndexOutOfBoundsException",
        "java/lang/NegativeArraySizeException",
        "java/lang/AssertionError",
        "java/lang/invoke/MethodHandle",
        "java/lang/invoke/ResolvedMethodName",
        "java/lang/invoke/MemberName",
        "java/lang/invoke/MethodHandleNatives",
    };
    ClassInfo *ci, *sys;
    u32 ret[2], args[4];
    if (vm_load(j, 0, "java/lang/Object", &ci) != ST_OK || vm_load(j, 0, "java/lang/String", &ci) != ST_OK ||
        vm_load(j, 0, "java/lang/Class", &ci) != ST_OK)
        return ST_ERROR;
    ThreadInfo *ti;
    if (ks_new_thread(&j->ks, NULL, 0, &ti) != ST_OK) return ST_ERROR;
    if (!ti) return cx_fail(&j->cx, ERR_NOMEM, "the host refused address space for the main thread's stack");
    ti->status = TS_RUNNABLE;
    ti->priority = 5;
    j->ks.n_live = 1;
    if (load_init(j, "java/lang/Object", NULL) != ST_OK || load_init(j, "java/lang/String", &ci) != ST_OK)
        return ST_ERROR;
    set_field(j, ci, 0, "COMPACT_STRINGS", 1);
    if (load_init(j, "java/lang/System", &sys) != ST_OK || load_init(j, "java/lang/Class", NULL) != ST_OK)
        return ST_ERROR;
    if (make_main_thread(j) != ST_OK) return ST_ERROR;
    if (load_init(j, "java/lang/Module", NULL) != ST_OK) return ST_ERROR;
    if (load_init(j, "jdk/internal/misc/UnsafeConstants", &ci) != ST_OK) return ST_ERROR;
    set_field(j, ci, 0, "ADDRESS_SIZE0", 8);
    set_field(j, ci, 0, "PAGE_SIZE", 4096);
    set_field(j, ci, 0, "BIG_ENDIAN", 0);
    set_field(j, ci, 0, "UNALIGNED_ACCESS", 1);
    set_field(j, ci, 0, "DATA_CACHE_LINE_FLUSH_SIZE", 0);
    if (load_init(j, "java/lang/reflect/Method", NULL) != ST_OK ||
        load_init(j, "java/lang/ref/Finalizer", NULL) != ST_OK)
        return ST_ERROR;
    if (call_named(j, sys, "initPhase1", "()V", args, NULL) != ST_OK) return ST_ERROR;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        if (load_init(j, late[i], NULL) != ST_OK) return ST_ERROR;
    args[0] = 1; /* what is wrong with the module graph is told on standard error, */
    args[1] = 0; /* without a stack trace */
    if (call_named(j, sys, "initPhase2", "(ZZ)I", args, ret) != ST_OK) return ST_ERROR;
    if (ret[0] != 0 && j->boots_alone && j->booting.n) return bad_layer(j);
    if (ret[0] != 0)
        return cx_fail(&j->cx, ERR_CONFIG, "the JDK at %s does not boot (is it damaged?): initPhase2 answered %d",
                       j->jdk_home, (i32)ret[0]);
    if (call_named(j, sys, "initPhase3", "()V", args, NULL) != ST_OK) return ST_ERROR;

    /* The builtin loaders' objects. */
    if (vm_load(j, 0, "java/lang/ClassLoader", &ci) != ST_OK) return ST_ERROR;
    if (call_named(j, ci, "getSystemClassLoader", "()Ljava/lang/ClassLoader;", args, ret) != ST_OK) return ST_ERROR;
    nat_bind_loaders(ti);
    if (init_early(j) != ST_OK) return ST_ERROR;
    j->cs.layer_known = true;
    return ST_OK;
}

Status boot_java(JPF *j) {
    if (!j->boots_alone) return boot_in(j);
    if (host_view_lend(&j->ks) != ST_OK) return ST_ERROR;
    Status st = boot_in(j);
    host_view_close(&j->ks);
    return st;
}
