/* roots.c -- the references that threads hold. Layer 5. */
#include "kernel/kernel.h"

#include <stdlib.h>

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

void ks_lists_heap(KernelState *ks) {
    if (!ks->search || (ks->looks.seen & LIB_HEAP)) return;
    ks->looks.seen |= LIB_HEAP;
    ks->looks.used |= LIB_HEAP;
}

Status ks_keep_dead(KernelState *ks) {
    if (!(ks->looks.seen & LIB_HEAP) || ks->cs->keep_dead) return ST_OK;
    liveness_keep_dead(ks->cs);
    /* What was not alive may have been collected since. */
    for (u32 i = 0; i < ks->n_threads; i++)
        for (StackFrame *f = ks->threads.v[i]->top; f; f = f->prev) {
            const FrameMap *m = f->mi->step || !f->mi->code ? NULL : fr_map(ks->cs, f, f == ks->threads.v[i]->top);
            if (!m && f->mi->code && !f->mi->step) return ST_ERROR;
            for (u32 k = 0; m && k < m->n_live_ref; k++)
                if (f->slots[m->ref[k]] && !heap_is_object(ks->heap, f->slots[m->ref[k]])) f->slots[m->ref[k]] = 0;
        }
    return ST_OK;
}

/* --- the objects that live --- */

typedef struct Walk {
    Heap *h;
    Ctx *cx;
    u64 *seen; /* a bit for each granule of 8 bytes, which Ref counts */
    VEC(Ref) queue;
    void (*fn)(void *arg, Ref r);
    void *arg;
    bool failed;
} Walk;

static void meet(void *arg, Ref r) {
    Walk *w = arg;
    if (!r || w->failed || !heap_is_object(w->h, r) || (w->seen[r >> 6] >> (r & 63) & 1)) return;
    w->seen[r >> 6] |= (u64)1 << (r & 63);
    w->failed = vec_push(w->cx, &w->queue, r) != ST_OK;
}

static void drain(Walk *w, u32 *done) {
    for (; *done < w->queue.n && !w->failed; ++*done) {
        ElementInfo *e = ei(w->h, w->queue.v[*done]);
        Shape s = ei_shape(w->h, e);
        if (!(e->hf & EF_BOOT)) w->fn(w->arg, w->queue.v[*done]);
        for (u32 i = 0; i < s.n_refs; i++) {
            u32 k = s.ref_words ? s.ref_words[i] : i;
            if (!s.kinds || s.kinds[k] == WK_REF) meet(w, ei_words(e)[k]);
        }
    }
}

static int by_key(const void *a, const void *b) {
    u64 x = (*(ClassInfo *const *)a)->key, y = (*(ClassInfo *const *)b)->key;
    return x < y ? -1 : x > y;
}

Status ks_each_live(KernelState *ks, void (*fn)(void *arg, Ref r), void *arg) {
    Walk w = {.h = ks->heap, .cx = ks->cx, .fn = fn, .arg = arg};
    VEC(ClassInfo *) classes = {0};
    size_t bytes = (ks->heap->top / 8 / 64 + 2) * sizeof *w.seen;
    u32 done = 0;
    if (!(w.seen = cx_alloc(ks->cx, bytes))) return ST_ERROR;
    for (u32 i = 0; i < ks->cs->by_id.n && !w.failed; i++) {
        ClassInfo *ci = ks->cs->by_id.v[i];
        if (ci && ci->mirror && ci->mirror_p && ci->mirror_p[0]) w.failed = vec_push(ks->cx, &classes, ci) != ST_OK;
    }
    mem_sort(classes.v, classes.n, sizeof *classes.v, by_key);
    ks_visit_roots(ks, meet, &w);
    drain(&w, &done);
    for (u32 i = 0; i < classes.n && !w.failed; i++) {
        meet(&w, classes.v[i]->mirror);
        drain(&w, &done);
    }
    vec_free(ks->cx, &classes);
    vec_free(ks->cx, &w.queue);
    cx_free(ks->cx, w.seen, bytes);
    return w.failed ? ST_ERROR : ST_OK;
}
