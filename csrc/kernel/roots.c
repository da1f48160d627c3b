/* roots.c -- the references that threads hold. Layer 5. */
#include "kernel/kernel.h"

typedef struct Visit {
    void (*fn)(void *arg, Ref r);
    void *arg;
} Visit;

static void visit(const Visit *v, Ref r) {
    if (r) v->fn(v->arg, r);
}

static void vm_frame(const StackFrame *f, const Visit *v) {
    const MethodInfo *mi = f->mi;
    for (u32 i = 0; i < mi->max_locals && i < 32; i++)
        if (mi->step_refs >> i & 1) visit(v, f->slots[i]);
    /* what callees returned: a word is a reference or a number, as it happens */
    const u32 *low = f->slots + mi->max_locals, *high = low + mi->max_stack + 2;
    for (const u32 *w = low; w < f->sp && w < high; w++) visit(v, *w);
}

/* A map that cannot be made leaves its error pending, and the collector frees nothing. */
static bool java_frame(Classes *cs, StackFrame *f, bool top, const Visit *v) {
    if (!f->mi->code) return true;
    const FrameMap *m = fr_map(cs, f, top);
    if (!m) return false;
    for (u32 i = 0; i < m->n_live_ref; i++) visit(v, f->slots[m->ref[i]]);
    return true;
}

void ks_visit_roots(void *user, void (*fn)(void *arg, Ref r), void *arg) {
    KernelState *ks = user;
    Visit v = {fn, arg};
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        visit(&v, ti->obj);
        visit(&v, ti->wait_obj);
        visit(&v, ti->pend.obj);
        visit(&v, ti->exception);
        for (StackFrame *f = ti->top; f; f = f->prev) {
            visit(&v, f->lock);
            if (f->mi->step) vm_frame(f, &v);
            else if (!java_frame(ks->cs, f, f == ti->top, &v)) return;
        }
    }
    visit(&v, ks->uncaught);
    for (u32 i = 0; i < ks->cs->loaders.n; i++) visit(&v, ks->cs->loaders.v[i].obj);
}
