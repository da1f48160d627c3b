/* counts.c -- modCount starts again at 0 whenever nothing but equality hangs on it. Layer 10.
 *
 * A collection's counter is only ever compared with what iterators, spliterators and sublists remember
 * of it (classes/counts.c). It never falls, so one that is remembered otherwise will stay so. At the end of
 * a transition a counter that was changed becomes 0; who remembered its value remembers 0, everybody
 * else -1, which no counter reaches. All comparisons to come have the same results. Not done while a
 * frame holds the counter. JPF leaves these fields out of the state (FilterConfiguration
 * IgnoreUtilSilliness), which can take states for equal that are not. */
#include "classes/counts.h"
#include "state/state_int.h"

/* spans of a method, cached by its id: first << 8 | number */
static Status spans_of(StateEngine *se, const MethodInfo *mi, u64 *out) {
    if (map_get(&se->count_methods, mi->id, out)) return ST_OK;
    CountSpans s;
    if (counts_in_frames(se->ks->cs, mi, &s)) return ST_ERROR;
    *out = (u64)se->count_spans.n << 8 | s.n;
    for (u32 i = 0; i < s.n; i++)
        if (vec_push(se->cx, &se->count_spans, s.v[i])) return ST_ERROR;
    return map_put(&se->count_methods, mi->id, *out);
}

static bool may_hold(StateEngine *se, const StackFrame *f) {
    u64 at;
    if (f->mi->step || !f->mi->code || !ok(se, spans_of(se, f->mi, &at))) return false;
    u32 pc = (u32)(f->pc - f->mi->code);
    for (u64 i = at >> 8; i < (at >> 8) + (at & 0xff); i++)
        if (pc >= se->count_spans.v[i].from && pc <= se->count_spans.v[i].to) return true;
    return false;
}

/* A frame that holds a counter has the collection, an iterator or a view of it at hand as well, to compare
 * with it or to store it: one of se->lost. */
static bool refers(StateEngine *se, const ThreadInfo *ti, StackFrame *f) {
    if (!ok(se, frame_scan(se, ti, f))) return true;
    for (u32 k = 0; k < se->refs.n; k++)
        for (u32 i = 0; i < se->lost.n; i++)
            if (se->refs.v[k].val == se->metas.v[se->lost.v[i]].obj) return true;
    return false;
}

static bool frames_hold(StateEngine *se) {
    const KernelState *ks = se->ks;
    for (u32 t = 0; t < ks->n_threads; t++)
        for (StackFrame *f = ks->threads.v[t]->top; f; f = f->prev)
            if (may_hold(se, f) && refers(se, ks->threads.v[t], f)) return true;
    return false;
}

static u32 *count_of(StateEngine *se, u32 i) {
    return ei_words(ei(se->heap, se->metas.v[i].obj)) + meta_class(se, i)->count_word - 1;
}

void word_set(StateEngine *se, u32 i, u32 word, u32 now) {
    u32 *w = ei_words(ei(se->heap, se->metas.v[i].obj)) + word;
    if (se->failed || *w == now) return;
    meta_touch(se, i);
    if (se->failed) return;
    heap_log(se->heap, ei(se->heap, se->metas.v[i].obj), w);
    Meta *m = &se->metas.v[i];
    m->body = h128_add(h128_sub(m->body, prim_term(word, *w)), prim_term(word, now));
    *w = now;
}

static void count_set(StateEngine *se, u32 i, u32 now) { word_set(se, i, meta_class(se, i)->count_word - 1u, now); }

/* Everything that may remember the counter of `of`, views of it included: records in se->lost. */
static void gather(StateEngine *se, u32 of) {
    se->lost.n = 0;
    ok(se, vec_push(se->cx, &se->lost, of));
    for (u32 k = 0; k < se->lost.n && !se->failed; k++)
        for (SlotId s = se->metas.v[se->lost.v[k]].in; s; s = slot_at(se, s)->next) {
            if (s >> 30 != SLOT_OBJ) continue;
            u32 o = se->oslots.v[s].owner & ~SLOT_SKIP;
            u32 kind = se->metas.v[o].rd != RD_NONE ? meta_class(se, o)->count_kind : COUNT_NONE;
            if (kind != COUNT_REMEMBERED && kind != COUNT_VIEW) continue;
            bool seen = false; /* an inner class and its superclass have a reference each */
            for (u32 j = 0; !seen && j < se->lost.n; j++) seen = se->lost.v[j] == o;
            if (!seen) ok(se, vec_push(se->cx, &se->lost, o));
        }
}

static void settle(StateEngine *se, u32 i) {
    u32 was = *count_of(se, i);
    gather(se, i);
    if (frames_hold(se)) return;
    for (u32 k = 1; k < se->lost.n && !se->failed; k++) {
        u32 o = se->lost.v[k];
        if (meta_class(se, o)->count_kind == COUNT_REMEMBERED)
            count_set(se, o, *count_of(se, o) == was ? 0 : UINT32_MAX);
    }
    count_set(se, i, 0);
}

void counts_settle(StateEngine *se) {
    for (u32 k = 0; k < se->counts.n && !se->failed; k++) {
        u32 i = se->counts.v[k];
        if (se->metas.v[i].rd != RD_NONE && *count_of(se, i)) settle(se, i);
    }
    se->counts.n = 0;
}
