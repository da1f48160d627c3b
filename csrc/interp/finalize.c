/* finalize.c -- vm.finalize: finalize() of objects that nothing refers to any more (JLS 12.6). JPF: FinalizerThread.
 *
 * It is called once for each, by the thread that comes to its next scheduling point, calls System.gc or ends, as a
 * call of its own between two instructions; what it throws is ignored. An object that was already unreachable in
 * the state before is left alone: the state does not know it any more. */
#include "interp/interp_int.h"

typedef struct Found {
    ThreadInfo *ti;
    VEC(Ref) v;
    bool failed;
} Found;

static MethodInfo *finalizer_of(const ClassInfo *ci) {
    for (const ClassInfo *c = ci; c; c = c->super)
        if (c->attrs & CA_HAS_FINALIZER) return ci_find_method((ClassInfo *)ci, "finalize", "()V");
    return NULL;
}

static void one(void *arg, Ref r) {
    Found *f = arg;
    KernelState *ks = f->ti->ks;
    const ElementInfo *e = ei(ks->heap, r);
    const ClassInfo *ci = ei_class(ks->heap, e);
    if (f->failed || (e->hf & EF_FINALIZED) || ci->kind != CK_CLASS || !finalizer_of(ci)) return;
    if (e->birth != ks->heap->epoch && ks->up.was_reachable && !ks->up.was_reachable(ks, r)) return;
    f->failed = vec_push(ks->cx, &f->v, r) != ST_OK;
}

/* By class, then in the order they were made in. */
static bool before(const Heap *h, Ref a, Ref b) {
    const ElementInfo *x = ei(h, a), *y = ei(h, b);
    u64 kx = ei_class(h, x)->key, ky = ei_class(h, y)->key;
    if (kx != ky) return kx < ky;
    return x->birth != y->birth ? x->birth < y->birth : a < b;
}

static int step_finalize(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    Heap *h = ti->ks->heap;
    Ref obj = f->slots[0];
    if (f->step || thrown) return STEP_RETURN;
    f->step = 1;
    MethodInfo *mi = finalizer_of(ei_class(h, ei(h, obj)));
    int r = mi ? call_java(ti, mi, &obj, true) : NAT_OK;
    return r == NAT_ERROR ? STEP_ERROR : r == NAT_BLOCK ? STEP_BLOCK : STEP_AGAIN;
}

/* pend says that nothing has happened yet at the instruction the thread stands at. */
static bool between(const ThreadInfo *ti) {
    switch (ti_action(ti)) {
    case AC_WAIT:
    case AC_REACQUIRE:
    case AC_PARK:
    case AC_SLEEP:
    case AC_JOIN:
    case AC_BSYNC: return false;
    default: return ti->status == TS_RUNNABLE;
    }
}

int finalize_due(ThreadInfo *ti, bool at_boundary) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    Found f = {.ti = ti};
    if (!h->finalize || !ti->top || (at_boundary && !between(ti))) return 0;
    if (heap_unreachable(h, one, &f) != ST_OK || f.failed) {
        vec_free(ks->cx, &f.v);
        return -1;
    }
    for (u32 i = 1; i < f.v.n; i++)
        for (u32 k = i; k > 0 && before(h, f.v.v[k], f.v.v[k - 1]); k--) {
            Ref t = f.v.v[k];
            f.v.v[k] = f.v.v[k - 1];
            f.v.v[k - 1] = t;
        }
    u32 n = f.v.n;
    for (u32 i = n; i-- > 0;) { /* the first one on top */
        ElementInfo *e = ei(h, f.v.v[i]);
        heap_log(h, e, &e->hf);
        e->hf |= EF_FINALIZED;
        MethodInfo *kind = vm_method(ks, "finalizer", step_finalize, 1, 2, 1, T_VOID);
        if (!kind || !push_vm_frame(ti, kind, &f.v.v[i], 1)) {
            vec_free(ks->cx, &f.v);
            return kind ? (int)(n - i - 1) : -1; /* no stack: the rest is left */
        }
    }
    vec_free(ks->cx, &f.v);
    return (int)n;
}
