/* references.c -- System.gc under --run: weak and phantom references to what nothing else holds are cleared and
 * reach their queues (java.lang.ref; JDK: Reference.enqueueFromPending, which its ReferenceHandler would call).
 *
 * In a search they stay: a collection is no event of the program, and its moment would be a choice at every step. */
#include "interp/interp_int.h"

typedef struct Cleared {
    KernelState *ks;
    VEC(Ref) v;
    bool failed;
} Cleared;

/* Soft references live as long as there is memory; final ones are of vm.finalize. */
static bool weak(const ClassInfo *ci) { return ci->known & KC_WEAK; }

static void one(void *arg, Ref r) {
    Cleared *c = arg;
    c->failed |= vec_push(c->ks->cx, &c->v, r) != ST_OK;
}

static int step_enqueue(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    Heap *h = ti->ks->heap;
    Ref ref = f->slots[0];
    if (f->step || thrown) return STEP_RETURN;
    f->step = 1;
    ClassInfo *ci = ei_class(h, ei(h, ref));
    MethodInfo *mi = ci_find_method(ci, ci->known & KC_CLEANER ? "clean" : "enqueueFromPending", "()V");
    int r = mi ? call_java(ti, mi, &ref, false) : NAT_OK;
    return r == NAT_ERROR ? STEP_ERROR : r == NAT_BLOCK ? STEP_BLOCK : STEP_AGAIN;
}

int references_due(ThreadInfo *ti, u32 referent) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    Cleared c = {.ks = ks};
    int pushed = -1;
    if (ks->search || !referent) return 0;
    MethodInfo *kind = vm_method(ks, "enqueue", step_enqueue, 1, 2, 1, T_VOID);
    if (!kind || heap_weakly_held(h, weak, referent, one, &c) != ST_OK || c.failed) goto out;
    for (u32 i = 0; i < c.v.n; i++) put_ref(h, c.v.v[i], referent, 0);
    pushed = 0;
    for (u32 i = c.v.n; i-- > 0 && push_vm_frame(ti, kind, &c.v.v[i], 1);) pushed++;
out:
    vec_free(ks->cx, &c.v);
    return pushed;
}
