/* mark.c -- which objects two threads can reach, by JPF's two-phase mark; the stress build's oracle for the
 * status that heap/share.c keeps incrementally.
 *
 * Phase 1 marks what the roots refer to, with the thread whose root it is: its frames, its Thread object, what
 * it waits for. What a static field or the boot image refers to is shared at once. Phase 2 propagates marks
 * through all references but firewalls; a second thread's mark makes shared. (JPF: SharedObjectPolicy and
 * the mark phase of its documents.) The incremental status is sticky, so that it may hold more. */
#include "state/state_int.h"

enum { SHARED = UINT32_MAX };

typedef struct Mark {
    StateEngine *se;
    Map by;         /* Ref -> thread id + 1, or SHARED */
    VEC(Ref) queue; /* marked anew: to be propagated */
    bool failed;
} Mark;

static void mark(Mark *m, Ref r, u32 by) {
    u64 was = 0;
    if (!r || !heap_is_object(m->se->heap, r) || is_immortal(ei(m->se->heap, r))) return;
    map_get(&m->by, r, &was);
    u32 now = !was || was == by ? by : SHARED;
    if (was == now) return;
    if (map_put(&m->by, r, now) != ST_OK || vec_push(m->se->cx, &m->queue, r) != ST_OK) m->failed = true;
}

static void children(Mark *m, Ref r, u32 by) {
    Heap *h = m->se->heap;
    const ElementInfo *e = ei(h, r);
    Shape s = ei_shape(h, e);
    for (u32 i = 0; i < s.n_refs; i++) {
        u32 word = s.ref_words ? s.ref_words[i] : i;
        Ref v = ei_words((ElementInfo *)(uintptr_t)e)[word];
        if (v && !heap_walled(h, e, word)) mark(m, v, by);
    }
}

/* The boot image, mirrors with their static fields, constants. */
static void immortal(void *arg, Ref r) {
    Mark *m = arg;
    if (is_immortal(ei(m->se->heap, r))) children(m, r, SHARED);
}

static Status thread_roots(Mark *m, const ThreadInfo *ti) {
    StateEngine *se = m->se;
    u32 by = ti->id + 1;
    if (ti->status == TS_NEW || ti->status == TS_TERMINATED) return ST_OK;
    mark(m, ti->obj, by);
    mark(m, ti->wait_obj, by);
    mark(m, ti->pend.obj, by);
    for (StackFrame *f = ti->top; f; f = f->prev) {
        if (frame_scan(se, ti, f) != ST_OK) return ST_ERROR;
        for (u32 i = 0; i < se->refs.n; i++) mark(m, se->refs.v[i].val, by);
    }
    return ST_OK;
}

Status sharedness_check(StateEngine *se) {
    KernelState *ks = se->ks;
    Heap *h = se->heap;
    Mark m = {.se = se};
    Status st = ST_OK;
    map_init(&m.by, se->cx);
    heap_each(h, immortal, &m);
    for (u32 i = 0; i < ks->n_threads && st == ST_OK; i++) st = thread_roots(&m, ks->threads.v[i]);
    while (st == ST_OK && m.queue.n && !m.failed) {
        Ref r = m.queue.v[--m.queue.n];
        u64 by = 0;
        const ElementInfo *e = ei(h, r);
        map_get(&m.by, r, &by);
        children(&m, r, (u32)by);
        if (by != SHARED || (e->hf & EF_SHARED)) continue;
        st = cx_fail(se->cx, ERR_INTERNAL, "sharedness: two threads reach a %s that is not shared (ref %u)",
                     ei_class(h, e)->name->s, r);
    }
    if (m.failed) st = ST_ERROR;
    map_free(&m.by);
    vec_free(se->cx, &m.queue);
    return st;
}
