/* backtrace.c -- the frames of a thread as a Throwable keeps them. */
#include "interp/interp_int.h"

enum { MAX_TRACE = 1024 }; /* HotSpot's MaxJavaStackTraceDepth */

typedef struct Trace {
    u32 v[2 * MAX_TRACE];
    u32 n;
    bool hidden; /* frames above the first one are not shown */
} Trace;

static void add(Trace *t, const MethodInfo *mi, u32 insn) {
    if (t->n >= MAX_TRACE) return;
    if ((mi->attrs & (MA_HIDDEN | MA_SYNTHETIC_VM)) || (mi->ci->attrs & CA_HIDDEN)) {
        t->hidden |= !t->n;
        return;
    }
    t->v[2 * t->n] = mi->id;
    t->v[2 * t->n + 1] = insn | (!t->n && t->hidden ? BT_UNDER_HIDDEN : 0);
    t->n++;
}

Status fill_backtrace(ThreadInfo *ti, Ref throwable, Ref *out) {
    KernelState *ks = ti->ks;
    const ClassInfo *tc = ei_class(ks->heap, ei(ks->heap, throwable));
    Trace t;
    t.n = 0;
    t.hidden = false;
    /* fillInStackTrace and the constructors of the throwable itself are left out */
    enum { FILLING, CONSTRUCTING, SHOWN } phase = FILLING;
    for (const StackFrame *f = ti->top; f && t.n < MAX_TRACE; f = f->prev) {
        const MethodInfo *mi = f->mi;
        if (mi->step) {
            phase = SHOWN;
        } else {
            if (phase == FILLING && strcmp(mi->name->s, "fillInStackTrace") != 0) phase = CONSTRUCTING;
            if (phase == CONSTRUCTING && (mi->name != ks->interp->s_init || !ci_is_subclass(tc, mi->ci))) phase = SHOWN;
            if (phase == SHOWN) add(&t, mi, mi->code ? (u32)(f->pc - mi->code) : 0);
        }
        if (f->native) { /* pushed by a native, which has no frame of its own */
            phase = SHOWN;
            add(&t, ks->cs->methods.v[f->native - 1], 0);
        }
    }
    ClassInfo *ints;
    *out = 0;
    cx_worked(ks->cx, 4ull * t.n);
    if (ci_array_of(ks->cs, ks->cs->prim[T_INT], &ints) != ST_OK) return ST_ERROR;
    u32 mark = handle_mark(ks->heap);
    Status st = handle_push(ks->heap, throwable);
    if (st == ST_OK) st = heap_new_array(ks->heap, ints, 2 * t.n, out);
    handle_release(ks->heap, mark);
    if (st == ST_OK && *out) mem_copy(arr_data(ks->heap, *out), t.v, 8u * t.n);
    return st;
}

const u32 *backtrace_pairs(const KernelState *ks, Ref backtrace, u32 *n) {
    *n = backtrace ? arr_len(ks->heap, backtrace) / 2 : 0;
    const u32 *v = (const u32 *)(const void *)arr_at(ks->heap, backtrace, T_INT, 0, 2 * (i64)*n);
    for (u32 i = 0; v && i < *n; i++) {
        const MethodInfo *mi = v[2 * i] < ks->cs->methods.n ? ks->cs->methods.v[v[2 * i]] : NULL;
        u32 insn = v[2 * i + 1] & ~BT_UNDER_HIDDEN;
        if (!mi || insn >= (mi->n_code ? mi->n_code : 1)) v = NULL;
    }
    if (!v) *n = 0;
    return v;
}
