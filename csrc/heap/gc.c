/* gc.c -- mark and sweep. Layer 4.
 *
 * Only young objects are ever freed here: old ones belong to states the trail may bring back, and in
 * a run without search (no trail) every object is young. Marks are EF_MARK bits, cleared from the list
 * of what was reached. Collecting by itself has no effect the program could see (references are strong, nothing
 * is finalized), so a word that only looks like a reference may keep an object without harm. */
#include "heap/heap_int.h"

enum { MARK_WORK = 8 }; /* in units of cx_work, for an object and what it refers to; arrays by their length */

typedef struct Marker {
    Heap *h;
    bool full; /* through old objects too, not only young ones */
    bool failed;
    bool (*weak)(const ClassInfo *ci); /* NULL: every reference is strong */
    u32 referent;                      /* offset of the word that does not hold its object in those */
} Marker;

static void reach(void *arg, Ref r) {
    Marker *m = arg;
    Heap *h = m->h;
    if (!r || !heap_is_object(h, r)) return;
    ElementInfo *e = ei(h, r);
    if (e->hf & EF_MARK || (!m->full && e->birth != h->epoch)) return;
    if (vec_push(h->cx, &h->in->queue, r)) {
        m->failed = true;
        return;
    }
    e->hf |= EF_MARK;
}

static void reach_refs(Marker *m, Ref r) {
    ElementInfo *e = ei(m->h, r);
    Shape s = ei_shape(m->h, e);
    const u32 *w = ei_words(e);
    cx_worked(m->h->cx, s.n_refs);
    if (m->weak && s.ref_words && m->weak(ei_class(m->h, e))) {
        u32 out = (m->referent - OBJ_HEADER) / 4;
        for (u32 i = 0; i < s.n_refs; i++)
            if (s.ref_words[i] != out) reach(m, w[s.ref_words[i]]);
        return;
    }
    if (s.ref_words)
        for (u32 i = 0; i < s.n_refs; i++) {
            if (w[s.ref_words[i]]) reach(m, w[s.ref_words[i]]);
        }
    else
        for (u32 i = 0; i < s.n_refs; i++)
            if (w[i]) reach(m, w[i]);
}

static void reach_roots(Marker *m) {
    Heap *h = m->h;
    struct HeapInner *in = h->in;
    if (h->visit_roots) h->visit_roots(h->roots_user, reach, m);
    for (u32 i = 0; i < in->handles.n; i++) reach(m, in->handles.v[i]);
    for (u32 i = 0; i < h->intern.n; i++) reach(m, h->intern.v[i].cur);
    for (u32 i = 0; h->finalize && i < h->young.n; i++) {
        const ElementInfo *e = ei(h, h->young.v[i]);
        if (e->hf & EF_FINALIZED) continue;
        for (const ClassInfo *c = ei_class(h, e); c; c = c->super)
            if (c->attrs & CA_HAS_FINALIZER) {
                reach(m, h->young.v[i]);
                break;
            }
    }
    if (m->full) {
        for (u32 i = 0; i < in->immortals.n; i++) reach(m, in->immortals.v[i]);
        return;
    }
    /* A young object is held by an old one only through a word written in this transition. */
    const u32 *base = (const u32 *)h->base;
    for (u32 i = 0; i < h->log.n; i++) reach(m, base[h->log.v[i].widx]);
    /* ... or through a mirror's fields that are written without the trail. */
    for (u32 i = 0; i < in->mirrors.n; i++) reach_refs(m, in->mirrors.v[i]);
}

/* On failure nothing stays marked. */
static Status mark_with(Marker m) {
    Heap *h = m.h;
    struct HeapInner *in = h->in;
    if (h->cx->err.kind != ERR_NONE) return ST_ERROR;
    in->queue.n = 0;
    reach_roots(&m);
    for (u32 i = 0; i < in->queue.n && !m.failed; i++) {
        reach_refs(&m, in->queue.v[i]);
        m.failed |= !cx_work(h->cx, MARK_WORK);
    }
    /* visit_roots has no result: a frame map that could not be made leaves its error pending */
    if (!m.failed && h->cx->err.kind == ERR_NONE) return ST_OK;
    for (u32 i = 0; i < in->queue.n; i++) ei(h, in->queue.v[i])->hf &= ~(u32)EF_MARK;
    in->queue.n = 0;
    return cx_fail(h->cx, ERR_NOMEM, "no memory for a collection");
}

static Status mark(Heap *h, bool full) { return mark_with((Marker){.h = h, .full = full}); }

typedef struct Rest {
    Heap *h;
    void (*fn)(void *arg, Ref r);
    void *arg;
} Rest;
static void unmarked(void *arg, Ref r) {
    const Rest *x = arg;
    const ElementInfo *e = ei(x->h, r);
    if (!(e->hf & EF_MARK) && e->birth != IMMORTAL_BIRTH) x->fn(x->arg, r);
}

static void unmark(Heap *h) {
    struct HeapInner *in = h->in;
    for (u32 i = 0; i < in->queue.n; i++) ei(h, in->queue.v[i])->hf &= ~(u32)EF_MARK;
    in->queue.n = 0;
}

Status heap_unreachable(Heap *h, void (*fn)(void *arg, Ref r), void *arg) {
    Rest rest = {h, fn, arg};
    bool keep = h->finalize;
    h->finalize = false; /* what waits for its finalizer is no root here */
    Status st = mark(h, true);
    h->finalize = keep;
    if (st != ST_OK) return st;
    heap_each(h, unmarked, &rest);
    unmark(h);
    return ST_OK;
}

Status heap_weakly_held(Heap *h, bool (*weak)(const ClassInfo *ci), u32 referent, void (*fn)(void *arg, Ref r),
                        void *arg) {
    if (mark_with((Marker){.h = h, .full = true, .weak = weak, .referent = referent})) return ST_ERROR;
    for (u32 i = 0; i < h->in->queue.n; i++) {
        const ElementInfo *e = ei(h, h->in->queue.v[i]);
        if (!weak(ei_class(h, e))) continue;
        Ref o = get_u32(h, h->in->queue.v[i], referent);
        if (o && !(ei(h, o)->hf & EF_MARK) && ei(h, o)->birth != IMMORTAL_BIRTH) fn(arg, h->in->queue.v[i]);
    }
    unmark(h);
    return ST_OK;
}

Status heap_collect(Heap *h) {
    heap_tell(h, HT_GC_BEGIN, 0);
    if (mark(h, !h->trailing)) return ST_ERROR;
    u32 n = 0, k = 0;
    u64 bytes = 0;
    cx_worked(h->cx, (u64)SWEEP_WORK * h->young.n); /* half done it would leave the list in pieces */
    for (u32 i = 0; i < h->young.n; i++) {
        Ref r = h->young.v[i];
        done_kept(h, i, n, &k);
        if (ei(h, r)->hf & EF_MARK) {
            bytes += ei_bytes(h, ei(h, r));
            h->young.v[n++] = r;
        } else {
            heap_tell(h, HT_RELEASED, r);
            done_freed(h, r);
            obj_free(h, r);
        }
    }
    done_kept(h, h->young.n, n, &k);
    unmark(h);
    h->young.n = n;
    h->young_bytes = bytes;
    h->in->gc_next = 2 * bytes;
    h->collections++;
    heap_tell(h, HT_GC_END, 0);
    return ST_OK;
}

Status heap_reach(Heap *h, u64 *old_bytes, u64 *young_bytes) {
    *old_bytes = *young_bytes = 0;
    if (mark(h, true)) return ST_ERROR;
    for (u32 i = 0; i < h->in->queue.n; i++) {
        const ElementInfo *e = ei(h, h->in->queue.v[i]);
        if (e->birth == IMMORTAL_BIRTH) continue;
        *(e->birth == h->epoch ? young_bytes : old_bytes) += ei_bytes(h, e);
    }
    unmark(h);
    return ST_OK;
}
