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

/* The ids of methods depend on what was loaded first, their keys do not. */
static u32 made_at(const KernelState *ks, const Trace *t) {
    u64 hash = t->n;
    for (u32 i = 0; i < t->n; i++) hash = mix64(hash, mix64(ks->cs->methods.v[t->v[2 * i]]->key, t->v[2 * i + 1]));
    return (u32)(hash ^ hash >> 32);
}

/* Where an exception was made is outside the state key as long as nobody asks (a trace that people read is none of the
 * program's course): states that differ in that alone are one. Who asks makes the search begin again with it. */
static void note_made_at(ThreadInfo *ti, Ref throwable, const Trace *t) {
    KernelState *ks = ti->ks;
    if (!ks->search || !ks->booted || looks_rely(&ks->looks, LIB_TRACES)) return;
    const FieldInfo *fi = ci_find_field(ks->cs->throwable, "vmMadeAt");
    if (fi) put_u32(ks->heap, throwable, fi->offset, made_at(ks, t));
}

void look_at_trace(KernelState *ks) {
    if (ks->search) ks->looks.seen |= LIB_TRACES;
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
    if (st != ST_OK || !*out) return st;
    mem_copy(arr_data(ks->heap, *out), t.v, 8u * t.n);
    note_made_at(ti, throwable, &t);
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
