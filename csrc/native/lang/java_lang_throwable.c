/* java_lang_throwable.c -- stack traces: Throwable.fillInStackTrace, StackTraceElement, the helpful
 * texts of NullPointerException. The backtrace is an int[] of (method id, instruction) pairs. */
#include "native/world.h"

int Throwable_fillInStackTrace(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref bt;
    if (fill_backtrace(ti, a[0], &bt) != ST_OK) return NAT_ERROR;
    nat_set_ref(ti, a[0], NF_THR_BACKTRACE, bt);
    nat_set_int(ti, a[0], NF_THR_DEPTH, bt ? (i32)(arr_len(ti->ks->heap, bt) / 2) : 0);
    nat_set_ref(ti, a[0], NF_THR_STACKTRACE, 0); /* made from the backtrace when asked for */
    return ret_ref(r, a[0]);
}

/* --- StackTraceElement --- */

static int set_utf8(ThreadInfo *ti, Ref ste, enum NatField f, const char *s, size_t n) {
    Ref v;
    NAT_TRY(nat_intern_z(ti, s, n, &v));
    nat_set_ref(ti, ste, f, v);
    return NAT_OK;
}

/* Everything HotSpot fills in; StackTraceElement.computeFormat decides what toString shows. */
int ste_fill(ThreadInfo *ti, Ref ste, MethodInfo *mi, u32 insn) {
    ClassInfo *ci = mi->ci;
    char buf[512], *name = nat_java_name(ci, buf, sizeof buf);
    Ref mirror = ci->mirror, loader = 0, module = 0, v;
    if (mirror) {
        loader = nat_get_ref(ti, mirror, NF_CLASS_LOADER);
        module = nat_get_ref(ti, mirror, NF_CLASS_MODULE);
        nat_set_ref(ti, ste, NF_STE_CLASS, mirror);
    }
    if (loader && (v = nat_get_ref(ti, loader, NF_CL_NAME))) nat_set_ref(ti, ste, NF_STE_LOADER, v);
    NAT_TRY(set_utf8(ti, ste, NF_STE_DECLARING, name, strlen(name)));
    if (module && (v = nat_get_ref(ti, module, NF_MODULE_NAME))) {
        nat_set_ref(ti, ste, NF_STE_MODULE, v);
        Ref desc = nat_get_ref(ti, module, NF_MOD_DESCRIPTOR);
        Ref ver = desc ? nat_get_ref(ti, desc, NF_MD_VERSION) : 0;
        if (ver) nat_set_ref(ti, ste, NF_STE_VERSION, nat_get_ref(ti, ver, NF_MV_VERSION));
    }
    NAT_TRY(set_utf8(ti, ste, NF_STE_METHOD, mi->name->s, mi->name->len));
    const Sym *src = ci->cf ? ci->cf->source_file : NULL;
    if (src) NAT_TRY(set_utf8(ti, ste, NF_STE_FILE, src->s, src->len));
    nat_set_int(ti, ste, NF_STE_LINE, mi->flags & ACC_NATIVE ? -2 : mi->code ? mi_line(mi, insn) : -1);
    return NAT_OK;
}

static int fill_all(ThreadInfo *ti, Ref arr, Ref bt) {
    Heap *h = ti->ks->heap;
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    look_at_trace(ti->ks);
    u32 n;
    (void)backtrace_pairs(ti->ks, bt, &n);
    if (n != arr_len(h, arr)) return throw_no_msg(ti, "java/lang/IndexOutOfBoundsException");
    for (u32 i = 0; i < n; i++) {
        const u32 *at = (const u32 *)(const void *)arr_at(h, bt, T_INT, 2 * (i64)i, 2);
        Ref ste = get_ref(h, arr, OBJ_HEADER + 4 * i);
        if (!ste) return throw_no_msg(ti, "java/lang/NullPointerException");
        NAT_TRY(ste_fill(ti, ste, ti->ks->cs->methods.v[at[0]], at[1] & ~BT_UNDER_HIDDEN));
    }
    return NAT_OK;
}

/* 17: (elements, throwable). */
int StackTraceElement_init17(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    return fill_all(ti, a[0], nat_get_ref(ti, a[1], NF_THR_BACKTRACE));
}
/* 18 and up: (elements, backtrace, depth). */
int StackTraceElement_init(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    return fill_all(ti, a[0], a[1]);
}

/* Natives have no frame: the one a thread is blocked in follows from its pending action. */
static MethodInfo *blocked_in(const ThreadInfo *of) {
    static const struct {
        u8 action;
        const char *cls, *name, *desc;
    } in[] = {
        {AC_SLEEP, "java/lang/Thread", "sleep", "(J)V"},        {AC_SLEEP, "java/lang/Thread", "sleepNanos0", "(J)V"},
        {AC_SLEEP, "java/lang/Thread", "sleep0", "(J)V"},       {AC_REACQUIRE, "java/lang/Object", "wait", "(J)V"},
        {AC_REACQUIRE, "java/lang/Object", "wait0", "(J)V"},    {AC_JOIN, "java/lang/Thread", "join", "(J)V"},
        {AC_PARK, "jdk/internal/misc/Unsafe", "park", "(ZJ)V"},
    };
    Classes *cs = of->ks->cs;
    if (of->id == of->ks->cur || !of->top || of->top->mi->step) return NULL;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        if (in[i].action != of->pend.action) continue;
        Sym *s = sym_find(&cs->syms, in[i].cls, strlen(in[i].cls));
        ClassInfo *ci = s ? ci_find(cs, 0, s) : NULL;
        MethodInfo *mi = ci ? ci_find_method(ci, in[i].name, in[i].desc) : NULL;
        if (mi && ((mi->flags & ACC_NATIVE) || of->pend.action == AC_JOIN)) return mi;
    }
    return NULL;
}

static int trace_of(ThreadInfo *ti, const ThreadInfo *of, Ref *out) {
    Heap *h = ti->ks->heap;
    ClassInfo *sc;
    NAT_TRY(nat_class_named(ti, "java/lang/StackTraceElement", &sc));
    MethodInfo *native = blocked_in(of);
    u32 n = native != NULL, k = 0;
    for (StackFrame *f = of->top; f; f = f->prev)
        if (!nat_hidden_frame(f) && !(f->mi->attrs & MA_HIDDEN)) n++;
    NAT_TRY(nat_new_array(ti, sc, n, out));
    NAT_TRY(nat_hold(ti, *out));
    if (native) {
        Ref ste;
        NAT_TRY(nat_new(ti, sc, &ste));
        put_ref(h, *out, OBJ_HEADER + 4 * k++, ste);
        NAT_TRY(ste_fill(ti, ste, native, 0));
    }
    for (StackFrame *f = of->top; f; f = f->prev) {
        if (nat_hidden_frame(f) || (f->mi->attrs & MA_HIDDEN)) continue;
        Ref ste;
        NAT_TRY(nat_new(ti, sc, &ste));
        put_ref(h, *out, OBJ_HEADER + 4 * k++, ste);
        NAT_TRY(ste_fill(ti, ste, f->mi, f->mi->code ? (u32)(f->pc - f->mi->code) : 0));
    }
    return NAT_OK;
}
int ste_array_of_thread(ThreadInfo *ti, const ThreadInfo *of, Ref *out) {
    u32 m = handle_mark(ti->ks->heap);
    int res = trace_of(ti, of, out);
    handle_release(ti->ks->heap, m);
    return res;
}

/* --- NullPointerException --- */

int NPE_getExtendedMessage(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Ref bt = nat_get_ref(ti, a[0], NF_THR_BACKTRACE), out;
    u32 n;
    look_at_trace(ks);
    const u32 *v = backtrace_pairs(ks, bt, &n);
    if (!n || (v[1] & BT_UNDER_HIDDEN)) return ret_ref(r, 0);
    MethodInfo *mi = ks->cs->methods.v[v[0]];
    if (!mi->code || (mi->flags & ACC_NATIVE)) return ret_ref(r, 0);
    size_t bytes = 0;
    char *s = npe_message(ks, mi, v[1], &bytes);
    if (!s) return ks->cx->err.kind == ERR_NONE ? ret_ref(r, 0) : NAT_ERROR;
    Status st = string_new(ks->heap, s, strlen(s), &out);
    cx_free(ks->cx, s, bytes);
    if (st != ST_OK) return NAT_ERROR;
    return out ? ret_ref(r, out) : nat_oom(ti);
}
