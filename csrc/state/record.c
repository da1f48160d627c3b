/* record.c -- the state as records in a store, from what the last transition changed. Layer 10.
 *
 * Objects are named by their labels, frames, threads and static words as in the key, so that the records that change
 * are those whose terms of the key may: an object's whenever its label, its content or the label of what it refers to
 * does. Within a state no two records have the same name (store_change sees to it), so that equal sets of records are
 * equal states, whatever labels hash to; and equal states have equal labels, as they have equal keys.
 *
 * Words of a record: what it is, then
 *   object    class, length, identity hash, monitor, then its words; of a long array instead of these the root of a
 *             tree over chunks of them, of which those above a written element are made anew
 *   frame     frame_words, numbers of words, the words; thread: thread_words, references
 *   static    the word's value; times: when tasks are due; rest: the clock, the exit status, the number of threads
 * A reference is the label of its target, 0 for null. */
#include "classes/times.h"
#include "state/set_int.h"
#include "state/state_int.h"

#include <stdlib.h>

enum { KIND_OBJECT = 1, KIND_LONG, KIND_FRAME, KIND_THREAD, KIND_STATIC, KIND_TIMES, KIND_REST };
/* Words of a long array's record: how many words stand for its elements, and the root of their tree. */
enum { LONG_WORDS = 7, LONG_ROOT = LONG_WORDS + 2, LONG = 2 * CHUNK_WORDS };
#define NAME_TIMES 0x54696D6573ull
#define NAME_REST 0x52657374ull
#define NAME_STATIC 0x537461746963ull
#define SOURCE(kind, i) ((u32)(kind) << 29 | (u32)(i))

/* --- words --- */

static bool words(StateEngine *se, u64 n) {
    return pays(se, n) && ok(se, n < UINT32_MAX / 2 ? vec_reserve(se->cx, &se->raw, n) : ST_ERROR);
}

static inline void put(StateEngine *se, u32 v) { se->raw.v[se->raw.n++] = v; }

static inline void put64(StateEngine *se, u64 v) {
    put(se, (u32)v);
    put(se, (u32)(v >> 32));
}

static void begin(StateEngine *se, u32 kind) {
    se->raw.n = 0;
    if (words(se, 32)) put(se, kind);
}

static u64 label_at(StateEngine *se, Ref r, u32 target) {
    return target ? eff(&se->metas.v[target]) : r ? imm_label(se, r) : 0;
}

static u64 label_of(StateEngine *se, Ref r) {
    if (!r) return 0;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) return imm_label(se, r);
    u32 i = e->meta;
    return i && i < se->metas.n && se->metas.v[i].obj == r ? eff(&se->metas.v[i]) : 0;
}

/* A name has a record now: `removes`, if it may have had one. */
static void change(StateEngine *se, u64 name, u32 side, u32 source, u32 record, bool removes) {
    u32 objects = source >> 29 == KIND_OBJECT ? TRIE_OBJECTS : 0;
    if (record == STORE_NONE || side == STORE_NONE) se->failed = true;
    if (se->failed) return;
    Change c = {name, store_place(name), record, source, (u8)(side + objects), removes};
    ok(se, vec_push(se->cx, &se->changes, c));
}

/* Where what the running thread makes is. */
static u32 side_of(StateEngine *se, u64 name) {
    return store_side(se->store, name, se->ran_side < 2 ? se->ran_side : store_place(name) >> 63);
}

/* The side with fewer threads that live. */
static u32 side_for_thread(StateEngine *se) {
    const KernelState *ks = se->ks;
    u32 in[2] = {0, 0};
    u64 side;
    for (u32 i = 0; i < ks->n_threads; i++)
        if (ks->threads.v[i]->top && map_get(&se->store->side_of, thread_rec_name(thread_key(ks->threads.v[i])), &side))
            in[side]++;
    return in[1] < in[0];
}

static u32 thread_side(StateEngine *se, const ThreadInfo *ti) {
    u64 name = thread_rec_name(thread_key(ti)), side;
    if (JPF_LIKELY(map_get(&se->store->side_of, name, &side))) return (u32)side;
    return store_side(se->store, name, side_for_thread(se));
}

/* What was put since begin. */
static u32 record(StateEngine *se, u64 name) {
    return se->failed ? STORE_NONE : store_record(se->store, name, se->raw.v, se->raw.n, false);
}

/* --- long arrays --- */

typedef struct Array {
    StateEngine *se;
    const u32 *w;
    u64 n; /* words that stand for its elements */
    u32 slots;
    bool refs;
} Array;

static Array array_of(StateEngine *se, u32 m, const ElementInfo *e, const ClassInfo *ci) {
    bool refs = ci->elem_type == T_REF;
    u64 n = refs ? 2 * (u64)e->len : (((u64)e->len << ci->elem_shift) + 3) / 4;
    return (Array){se, ei_words((ElementInfo *)e), n, se->metas.v[m].slots, refs};
}

static u32 height_of(u64 n) {
    u32 h = 0;
    while ((u64)CHUNK_WORDS << h < n) h++;
    return h;
}

static u64 element_label(const Array *a, u64 i) {
    return label_at(a->se, a->w[i], a->se->oslots.v[a->slots + i].target);
}

static u32 chunk_of(const Array *a, u64 at) {
    u32 w[CHUNK_WORDS] = {0};
    if (!pays(a->se, CHUNK_WORDS)) return STORE_NONE;
    for (u32 i = 0; i < CHUNK_WORDS && at * CHUNK_WORDS + i < a->n; i++) {
        u64 k = at * CHUNK_WORDS + i;
        w[i] = a->refs ? (u32)(element_label(a, k / 2) >> (k & 1 ? 32 : 0)) : a->w[k];
    }
    return store_chunk(a->se->store, w);
}

/* Tree t over the chunks from `at` on, with those in c[0..n) made anew; c NULL: all. */
static u32 chunks(const Array *a, u32 t, u32 height, u64 at, const TouchedChunk *c, u32 n) {
    if (c && !n) return t;
    if (at * CHUNK_WORDS >= a->n) return 0;
    if (!height) return chunk_of(a, at);
    Store *st = a->se->store;
    Pair p = t ? st->nodes.v[t] : (Pair){0, 0};
    u64 mid = at + ((u64)1 << (height - 1));
    u32 k = 0;
    while (k < n && c[k].chunk < mid) k++;
    u32 x = chunks(a, p.a, height - 1, at, c, k);
    u32 y = x == STORE_NONE ? x : chunks(a, p.b, height - 1, mid, c ? c + k : c, n - k);
    if (y == STORE_NONE || !(x | y)) return y;
    return t && x == p.a && y == p.b ? t : store_pair(st, x, y);
}

void chunk_touch_slow(StateEngine *se, u32 m, u32 word) {
    const ElementInfo *e = ei(se->heap, se->metas.v[m].obj);
    const ClassInfo *ci = ei_class(se->heap, e);
    if (ci->kind != CK_ARRAY) return;
    Array a = array_of(se, m, e, ci);
    if (a.n <= LONG) return;
    TouchedChunk c = {m, (a.refs ? 2 * word : word) / CHUNK_WORDS};
    ok(se, vec_push(se->cx, &se->chunks, c));
}

static int by_chunk(const void *x, const void *y) {
    const TouchedChunk *a = x, *b = y;
    if (a->meta != b->meta) return a->meta < b->meta ? -1 : 1;
    return (a->chunk > b->chunk) - (a->chunk < b->chunk);
}

/* The array's tree; h0: the name it had in the state before, 0: none that could be built upon. */
static u32 array_tree(StateEngine *se, const Array *a, u32 m, u64 h0) {
    u32 height = height_of(a->n), lo = 0, hi = se->chunks.n;
    u64 side;
    if (!h0 || !map_get(&se->store->side_of, h0, &side)) return chunks(a, 0, height, 0, NULL, 0);
    u32 was = store_find(se->store, se->top.root[TRIE_OBJECTS + side], h0);
    WordVec *w = &se->was;
    w->n = 0;
    if (!was) return chunks(a, 0, height, 0, NULL, 0);
    if (store_words(se->store, was, se->cx, &w->v, &w->n, &w->cap) != ST_OK) return STORE_NONE;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (se->chunks.v[mid].meta < m) lo = mid + 1;
        else hi = mid;
    }
    for (hi = lo; hi < se->chunks.n && se->chunks.v[hi].meta == m;) hi++;
    static const TouchedChunk none;
    return chunks(a, w->v[LONG_ROOT], height, 0, lo < hi ? se->chunks.v + lo : &none, hi - lo);
}

/* --- objects --- */

static void elements(StateEngine *se, u32 m, const ElementInfo *e, const ClassInfo *ci, u64 h0) {
    Array a = array_of(se, m, e, ci);
    if (a.n > LONG) {
        u32 t = array_tree(se, &a, m, h0);
        se->raw.v[0] = KIND_LONG;
        if (t == STORE_NONE) se->failed = true;
        else {
            put64(se, a.n);
            put(se, t);
        }
        return;
    }
    if (!words(se, a.n)) return;
    for (u32 i = 0; a.refs && i < e->len; i++) put64(se, element_label(&a, i));
    if (a.refs) return;
    mem_copy(se->raw.v + se->raw.n, a.w, (size_t)a.n * 4);
    se->raw.n += (u32)a.n;
}

static void fields(StateEngine *se, u32 m, const ElementInfo *e, const ClassInfo *ci) {
    const u32 *w = ei_words((ElementInfo *)e);
    u32 n = (ci->inst_size - OBJ_HEADER) / 4, slot = se->metas.v[m].slots;
    if (!words(se, 2 * (u64)n)) return;
    for (u32 i = 0; i < n; i++) {
        if (wk_number(ci->kinds[i])) put(se, w[i]);
        else if (ci->kinds[i] == WK_REF) put64(se, label_at(se, w[i], se->oslots.v[slot++].target));
        else if (ci->kinds[i] == WK_SKIPREF) slot++;
    }
}

static void object_change(StateEngine *se, u32 m, u64 h0) {
    const Meta *x = &se->metas.v[m];
    u64 name = eff(x);
    if (h0 && h0 != name) change(se, h0, side_of(se, h0), SOURCE(KIND_OBJECT, m), 0, true);
    if (!name || se->failed) return;
    const ElementInfo *e = ei(se->heap, x->obj);
    const ClassInfo *ci = ei_class(se->heap, e);
    begin(se, KIND_OBJECT);
    if (se->failed) return;
    put64(se, ci->key);
    put(se, e->len);
    put(se, e->hf >> 8);
    put64(se, lock_value(se, e->lock));
    if (ci->kind == CK_ARRAY) elements(se, m, e, ci, h0);
    else fields(se, m, e, ci);
    change(se, name, side_of(se, name), SOURCE(KIND_OBJECT, m), record(se, name), h0 == name);
}

/* --- frames and threads --- */

static u32 frame_side(StateEngine *se, u64 name, const ThreadInfo *ti) {
    u32 side = ti ? thread_side(se, ti) : 0;
    return side == STORE_NONE ? side : store_side(se->store, name, side);
}

static void frame_change(StateEngine *se, ThreadInfo *ti, StackFrame *f, u32 r) {
    u32 w[FRAME_WORDS];
    if (!ok(se, frame_scan(se, ti, f))) return;
    frame_words(se, ti, f, w);
    begin(se, KIND_FRAME);
    if (!words(se, FRAME_WORDS + 1 + se->prims.n + 3 * (u64)se->refs.n)) return;
    for (u32 i = 0; i < FRAME_WORDS; i++) put(se, w[i]);
    put(se, se->prims.n << 16 | se->refs.n);
    for (u32 i = 0; i < se->prims.n; i++) put(se, se->prims.v[i].val);
    for (u32 i = 0; i < se->refs.n; i++) {
        if (f->mi->step || se->refs.v[i].word == WORD_LOCK) put(se, se->refs.v[i].word);
        put64(se, label_of(se, se->refs.v[i].val));
    }
    u64 name = frame_name(thread_key(ti), f->depth);
    change(se, name, frame_side(se, name, ti), SOURCE(KIND_FRAME, r), record(se, name), true);
}

static void thread_change(StateEngine *se, ThreadInfo *ti, u32 r) {
    u32 w[THREAD_WORDS];
    Ref refs[N_THREAD_SLOTS];
    thread_words(se, ti, w);
    thread_refs(se, ti, refs);
    begin(se, KIND_THREAD);
    if (se->failed) return;
    for (u32 i = 0; i < THREAD_WORDS; i++) put(se, w[i]);
    for (u32 i = 0; i < N_THREAD_SLOTS; i++) put64(se, label_of(se, refs[i]));
    u64 name = thread_rec_name(thread_key(ti));
    change(se, name, thread_side(se, ti), SOURCE(KIND_THREAD, r), record(se, name), true);
}

void rec_mark_slow(StateEngine *se, u32 r) {
    if (ok(se, vec_push(se->cx, &se->rec_marks, r))) se->recs.v[r].marked = 1;
}

void static_mark_slow(StateEngine *se, u32 i) {
    if (ok(se, vec_push(se->cx, &se->static_marks, i))) se->sslots.v[i].marked = 1;
}

/* Thread ti has `left` marked records of frames; which are still there is found by a walk over its stack. */
static void frames_change(StateEngine *se, ThreadInfo *ti, u32 left) {
    for (StackFrame *f = ti->top; f && left && pays(se, 1) && !se->failed; f = f->prev) {
        u32 r = f->meta;
        if (!r || r >= se->recs.n || se->recs.v[r].marked != 1) continue;
        se->recs.v[r].marked = 2; /* it lives */
        left--;
        frame_change(se, ti, f, r);
    }
}

static void recs_change(StateEngine *se) {
    const KernelState *ks = se->ks;
    WordVec *left = &se->was; /* by thread */
    left->n = 0;
    if (!ok(se, vec_reserve(se->cx, left, ks->n_threads))) return;
    mem_fill(left->v, 0, (size_t)ks->n_threads * 4);
    for (u32 k = 0; k < se->rec_marks.n && !se->failed; k++) {
        u32 r = se->rec_marks.v[k];
        Rec *x = &se->recs.v[r];
        bool there = x->thread < ks->n_threads;
        if (x->cls != REC_THREAD) left->v[there ? x->thread : 0] += there;
        else if (there && x->thread < se->thread_recs.n && se->thread_recs.v[x->thread] == r) {
            x->marked = 2;
            thread_change(se, ks->threads.v[x->thread], r);
        }
    }
    for (u32 i = 0; i < ks->n_threads && !se->failed; i++)
        if (left->v[i]) frames_change(se, ks->threads.v[i], left->v[i]);
    for (u32 k = 0; k < se->rec_marks.n && !se->failed; k++) {
        u32 r = se->rec_marks.v[k];
        const Rec *x = &se->recs.v[r];
        const ThreadInfo *ti = x->thread < ks->n_threads ? ks->threads.v[x->thread] : NULL;
        if (x->marked == 1) change(se, x->name, frame_side(se, x->name, ti), SOURCE(KIND_FRAME, r), 0, true);
    }
}

/* --- statics, and what there is one of --- */

static void static_change(StateEngine *se, u32 i) {
    const StaticSlot *st = &se->sslots.v[i];
    u64 h;
    Ref r;
    enum StaticValue is = static_value(se, st, static_read(se, st), &h, &r);
    u64 name = st->name ^ NAME_STATIC; /* what it refers to has its own name, as a label */
    u32 rec = 0;
    if (is != SV_NONE) {
        begin(se, KIND_STATIC);
        if (se->failed) return;
        put(se, is);
        put64(se, is == SV_HASH ? h : label_of(se, r));
        rec = record(se, name);
    }
    change(se, name, side_of(se, name), SOURCE(KIND_STATIC, i), rec, true);
}

static void time_put(StateEngine *se, u64 name, TimeCode t) {
    if (!words(se, 5)) return;
    put64(se, name);
    put64(se, t.code);
    put(se, t.means);
}

static int by_words(const void *x, const void *y) {
    const u32 *a = x, *b = y;
    for (u32 i = 0; i < 5; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* After times_look. */
static void times_change(StateEngine *se) {
    const KernelState *ks = se->ks;
    u32 rec = 0;
    begin(se, KIND_TIMES);
    for (u32 t = 0; t < ks->n_threads && ks->clk.tasks && !se->failed; t++) {
        ThreadInfo *ti = ks->threads.v[t];
        for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) {
            if (f->mi->step || !f->mi->code || !f->mi->ci->task || !ok(se, frame_scan(se, ti, f))) continue;
            u64 name = frame_name(thread_key(ti), f->depth);
            for (u32 i = 0; i < se->readings.n; i++) {
                const Reading *r = &se->readings.v[i];
                time_put(se, word_name(name, r->word), reading_code(se, f, r));
            }
        }
    }
    for (u32 k = 0; k < se->tasks.n && !se->failed; k++) {
        const Meta *m = &se->metas.v[se->tasks.v[k]];
        if (m->rd >= RD_WORST) continue;
        ElementInfo *e = ei(se->heap, m->obj);
        const ClassInfo *ci = ei_class(se->heap, e);
        if (ci->task && ci->task->time) time_put(se, m->h, time_code(se, ci, ei_words(e)));
    }
    if (se->failed) return;
    if (se->raw.n > 1) {
        mem_sort(se->raw.v + 1, (se->raw.n - 1) / 5, 20, by_words);
        rec = record(se, NAME_TIMES);
    }
    change(se, NAME_TIMES, 0, SOURCE(KIND_TIMES, 0), rec, true);
}

static void rest_change(StateEngine *se) {
    const KernelState *ks = se->ks;
    begin(se, KIND_REST);
    if (se->failed) return;
    put(se, ks->n_threads);
    put(se, (u32)ks->exiting);
    put(se, (u32)ks_clock_seen(ks) | (ks->clk.tasks & CT_MILLI ? 2u : 0));
    put64(se, ks_clock_seen(ks) ? (u64)ks->clk.now : ks->clk.tasks & CT_MILLI ? (u64)ks->clk.now % 1000000 : 0);
    change(se, NAME_REST, 1, SOURCE(KIND_REST, 0), record(se, NAME_REST), true);
}

/* --- a transition --- */

void records_clear(StateEngine *se) {
    for (u32 k = 0; k < se->rec_marks.n; k++) se->recs.v[se->rec_marks.v[k]].marked = 0;
    for (u32 k = 0; k < se->static_marks.n; k++) se->sslots.v[se->static_marks.v[k]].marked = 0;
    se->rec_marks.n = se->static_marks.n = se->changes.n = se->chunks.n = 0;
}

void records_begin(StateEngine *se, const ThreadInfo *ran) {
    se->ran_side = 2;
    se->changes.n = 0;
    if (!se->store->gen) se->store->gen = ++se->gens;
    se->rooted = se->top.root_gen == se->store->gen;
    if (!ran) return;
    se->ran_side = thread_side(se, ran);
    if (se->ran_side == STORE_NONE) se->failed = true;
}

void records_changed(StateEngine *se) {
    if (!se->rooted) return;
    if (se->chunks.n > 1) mem_sort(se->chunks.v, se->chunks.n, sizeof *se->chunks.v, by_chunk);
    for (u32 k = 0; k < se->dirty.n && !se->failed; k++) object_change(se, se->dirty.v[k].meta, se->dirty.v[k].h0);
    for (u32 k = 0; k < se->static_marks.n && !se->failed; k++) static_change(se, se->static_marks.v[k]);
    if (!se->failed) recs_change(se);
}

/* All records. */
static void records_all(StateEngine *se) {
    const KernelState *ks = se->ks;
    se->changes.n = 0;
    for (u32 i = 1; i < se->metas.n && !se->failed; i++)
        if (eff(&se->metas.v[i])) object_change(se, i, 0);
    for (u32 i = 1; i < se->sslots.n && !se->failed; i++) static_change(se, i);
    for (u32 i = 0; i < ks->n_threads && !se->failed; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        thread_change(se, ti, i);
        for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) frame_change(se, ti, f, f->meta);
    }
}

static Status settle(StateEngine *se, u32 roots[TRIES]) {
    if (!se->failed && (se->tasks.n || se->ks->clk.tasks || se->top.timed || !se->rooted)) times_change(se);
    if (!se->failed) rest_change(se);
    return se->failed ? ST_ERROR : store_change(se->store, roots, se->changes.v, se->changes.n);
}

void records_end(StateEngine *se) {
    StateTop *t = &se->top;
    if (!se->rooted) {
        records_all(se);
        memset(t->root, 0, sizeof t->root);
    }
    if (settle(se, t->root) != ST_OK) se->failed = true;
    t->root_gen = se->store->gen;
    t->timed = se->tasks.n || se->ks->clk.tasks;
    records_clear(se);
}

Status records_ask(StateEngine *se, Store *st) {
    if (se->store == st && se->top.root_gen == st->gen && st->gen) return ST_OK;
    /* The transition that led here is closed, and of what it saved only that has stayed which it had changed. */
    if (trail_push(se->heap, &se->top, sizeof se->top) != ST_OK) return ST_ERROR;
    records_clear(se);
    se->store = st;
    se->failed = false;
    records_begin(se, NULL);
    if (!se->rooted) times_look(se);
    records_end(se);
    if (!se->failed) return ST_OK;
    se->top.root_gen = 0;
    return cx_fail(se->cx, ERR_NOMEM, "out of memory (records)");
}

Status records_check(StateEngine *se) {
    u32 roots[TRIES] = {0};
    if (!se->store || se->top.root_gen != se->store->gen) return ST_OK;
    se->failed = false;
    se->ran_side = 2;
    se->rooted = false;
    records_all(se);
    times_look(se);
    Status st = settle(se, roots);
    se->changes.n = 0;
    if (st != ST_OK) return cx_fail(se->cx, ERR_NOMEM, "out of memory (records)");
    if (memcmp(roots, se->top.root, sizeof roots) == 0) return ST_OK;
    return cx_fail(se->cx, ERR_INTERNAL, "state check: records (transition %llu)", (unsigned long long)se->transitions);
}

/* --- forms that name no thread (symmetry.c) --- */

Status records_of_form(StateEngine *se, Store *st, u32 *root) {
    WordVec *v = &se->raw;
    if (state_canon(se, &se->was, &se->form_ends) != ST_OK) return ST_ERROR;
    v->n = 0;
    if (vec_reserve(se->cx, v, se->form_ends.n) != ST_OK) return ST_ERROR;
    for (u32 k = 0, from = 0; k < se->form_ends.n; from = se->form_ends.v[k++]) {
        v->v[k] = store_record(st, 0, se->was.v + from, se->form_ends.v[k] - from, true);
        if (v->v[k] == STORE_NONE) return ST_ERROR;
    }
    se->sym_cost += se->was.n;
    return (*root = store_fold(st, v->v, se->form_ends.n)) == STORE_NONE ? ST_ERROR : ST_OK;
}

/* --- reading back --- */

/* n words from the tree, behind those of out. */
static Status tree_words(const Store *st, Ctx *cx, u32 t, u32 height, u64 n, WordVec *out) {
    if (n > INT32_MAX || vec_reserve(cx, out, n + CHUNK_WORDS) != ST_OK)
        return cx_fail(cx, ERR_NOMEM, "out of memory (records)");
    u32 *w = out->v + out->n;
    if (!height || !t) {
        u32 chunk[CHUNK_WORDS];
        store_chunk_words(st, t, chunk);
        for (u32 i = 0; i < n; i++) w[i] = t ? chunk[i] : 0;
        out->n += (u32)n;
        return ST_OK;
    }
    Pair p = st->nodes.v[t];
    u64 half = (u64)CHUNK_WORDS << (height - 1), left = n < half ? n : half;
    if (tree_words(st, cx, p.a, height - 1, left, out) != ST_OK) return ST_ERROR;
    return n > left ? tree_words(st, cx, p.b, height - 1, n - left, out) : ST_OK;
}

Status record_words(const Store *st, Ctx *cx, u32 leaf, WordVec *out) {
    u32 from = out->n;
    if (store_words(st, leaf, cx, &out->v, &out->n, &out->cap) != ST_OK) return ST_ERROR;
    if (out->n <= from + LONG_ROOT || out->v[from] != KIND_LONG) return ST_OK;
    u32 t = out->v[from + LONG_ROOT];
    u64 n = (u64)out->v[from + LONG_WORDS + 1] << 32 | out->v[from + LONG_WORDS];
    out->n = from + LONG_WORDS;
    out->v[from] = KIND_OBJECT;
    return tree_words(st, cx, t, height_of(n), n, out);
}
