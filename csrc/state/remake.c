/* remake.c -- a state is made from another by writing what differs. Layer 10. */
#include "state/image_int.h"

typedef struct Remake {
    Images *im;
    u32 to;
    bool failed;
    bool renamed; /* a thread's number is another thread's now */
} Remake;

static const u32 *words_of(const Images *im, u32 leaf) { return im->leaves.v[leaf].w; }

/* Words of a cell in the state to be made; NULL: it has none there, or (failed) should have. */
static const u32 *wanted(Remake *m, u64 key) {
    u32 c = cell_at(m->im, key, false);
    u32 leaf = c == UINT32_MAX ? LEAF_ABSENT : leaf_in(m->im, m->to, c);
    if (leaf > LEAF_ABSENT) return words_of(m->im, leaf);
    if (!m->failed) cx_fail(m->im->cx, ERR_INTERNAL, "an image lacks a piece");
    m->failed = true;
    return NULL;
}

/* --- objects --- */

enum Fate { FATE_STAYS, FATE_CHANGES, FATE_GOES, FATE_COMES };

/* Of the object whose first piece differs, before anything goes. One of another class or length is another one. */
static enum Fate fate(const Images *im, const CellDiff *d, Ref r) {
    if (d->was == LEAF_ABSENT) return FATE_COMES;
    if (d->now == LEAF_ABSENT) return FATE_GOES;
    const ElementInfo *e = ei(im->heap, r);
    const u32 *w = words_of(im, d->now);
    return e->ci == w[0] && e->len == w[1] ? FATE_STAYS : FATE_CHANGES;
}

static bool head_of(const Images *im, const CellDiff *d, Ref *r) {
    u64 key = im->keys.v[d->cell];
    *r = key_what(key);
    return key_space(key) == SPACE_OBJECT && !key_piece(key);
}

static void changes(void *arg, u32 thread) {
    Images *im = arg;
    im->touched.v[thread] = 1;
    im->low.v[thread] = 0;
}

/* Those that come are noted. */
static void objects_go(Remake *m) {
    Images *im = m->im;
    Ref r;
    im->coming.n = 0;
    for (u32 i = 0; i < im->diffs.n; i++) {
        if (!head_of(im, &im->diffs.v[i], &r)) continue;
        enum Fate f = fate(im, &im->diffs.v[i], r);
        if (f == FATE_STAYS) continue;
        if (f != FATE_GOES) m->failed |= vec_push(im->cx, &im->coming, i) != ST_OK;
        if (f == FATE_COMES || seal_keeps(im->se, r)) continue; /* dead or alive, its place is its own */
        if (f == FATE_CHANGES) state_replaced(im->se, r, changes, im);
        else state_forget(im->se, r);
        heap_gone(im->heap, r);
    }
}

static void piece_in(Images *im, Ref r, u32 piece, const u32 *w, bool log) {
    Heap *h = im->heap;
    ElementInfo *e = ei(h, r);
    u32 at = 0, from = piece ? piece * CELL_WORDS - OBJECT_HEAD : 0, n = (ei_payload_bytes(h, e) + 3) / 4;
    u32 *p = ei_words(e);
    if (!piece) {
        if (log && e->hf != w[2]) heap_log(h, e, &e->hf);
        if (log && e->lock != w[3]) heap_log(h, e, &e->lock);
        e->hf = w[2];
        e->lock = w[3];
        at = OBJECT_HEAD;
    }
    for (; at < CELL_WORDS && from < n; at++, from++) {
        if (p[from] == w[at]) continue;
        if (log) heap_log(h, e, &p[from]);
        p[from] = w[at];
    }
}

static void object_comes(Remake *m, Ref r, const u32 *head) {
    Images *im = m->im;
    const Classes *cs = im->heap->cs;
    ClassInfo *ci = head[0] < cs->by_id.n ? cs->by_id.v[head[0]] : NULL;
    bool there = heap_is_object(im->heap, r) && seal_keeps(im->se, r);
    if (!ci) cx_fail(im->cx, ERR_INTERNAL, "an image names no class");
    if (!ci || (!there && heap_born_at(im->heap, r, ci, head[1]) != ST_OK)) {
        m->failed = true;
        return;
    }
    u32 n = object_pieces(im->heap, r);
    piece_in(im, r, 0, head, there);
    for (u32 k = 1; k < n && !m->failed; k++) {
        const u32 *w = wanted(m, cell_key(SPACE_OBJECT, r, k));
        if (w) piece_in(im, r, k, w, there);
    }
}

/* Those that come stand in their places before anything refers to them. */
static void objects_come(Remake *m) {
    Images *im = m->im;
    for (u32 i = 0; i < im->coming.n && !m->failed; i++) {
        const CellDiff *d = &im->diffs.v[im->coming.v[i]];
        object_comes(m, key_what(im->keys.v[d->cell]), words_of(im, d->now));
    }
}

static void objects_change(Remake *m) {
    Images *im = m->im;
    const Heap *h = im->heap;
    for (u32 i = 0; i < im->diffs.n; i++) {
        const CellDiff *d = &im->diffs.v[i];
        u64 key = im->keys.v[d->cell];
        Ref r = key_what(key);
        if (key_space(key) != SPACE_OBJECT || d->now == LEAF_ABSENT || !heap_is_object(h, r)) continue;
        if (ei(h, r)->birth != h->epoch) piece_in(im, r, key_piece(key), words_of(im, d->now), true);
    }
}

/* --- threads --- */

static u64 name_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

/* Frames that touch the bytes from `low` on are given up; the lowest one's depth, and where it began. */
static u32 frames_go(ThreadInfo *ti, const u8 *low, const u8 **from) {
    u32 depth = ti->top ? ti->top->depth : 0;
    *from = ti->stack;
    for (StackFrame *f = ti->top; f; f = f->prev) {
        if (f != ti->top && (const u8 *)f + fr_bytes(f->mi) <= low) break;
        depth = f->depth;
        *from = (const u8 *)f;
        if (f->meta) ti_popped_meta(ti, f);
        f->meta = 0;
    }
    return depth;
}

/* Bytes [from, to) of a stack. */
static void stack_in(Remake *m, ThreadInfo *ti, const u8 *from, const u8 *to) {
    for (const u8 *p = from; p < to && !m->failed;) {
        u64 at = (u64)(p - ti->stack), line = at / (CELL_WORDS * 4);
        u64 end = (line + 1) * CELL_WORDS * 4, n = (end < (u64)(to - ti->stack) ? end : (u64)(to - ti->stack)) - at;
        u64 key = cell_key(SPACE_STACK, ti->id, (u32)line);
        p += n;
        if (cell_at(m->im, key, false) == UINT32_MAX) continue; /* no step that led to a state has written there */
        const u32 *w = wanted(m, key);
        if (w) mem_copy(ti->stack + at, (const u8 *)w + at % (CELL_WORDS * 4), n);
    }
}

/* The thread becomes what it is in the state to be made; `was`: it exists. */
static void thread_in(Remake *m, ThreadInfo *ti, bool was) {
    Images *im = m->im;
    u32 saved[(TI_SAVED_BYTES + CELL_WORDS * 4) / 4];
    u32 epoch = im->heap->epoch;
    for (u32 k = 0; k * CELL_WORDS * 4 < TI_SAVED_BYTES; k++) {
        u32 c = cell_at(im, cell_key(SPACE_THREAD, ti->id, k), false);
        u32 leaf = c == UINT32_MAX ? LEAF_ABSENT : leaf_in(im, m->to, c), n = TI_SAVED_BYTES - k * CELL_WORDS * 4;
        if (n > CELL_WORDS * 4) n = CELL_WORDS * 4;
        /* no state has another value where there is no cell */
        const void *from = leaf > LEAF_ABSENT ? (const void *)words_of(im, leaf) : (const u8 *)ti + k * CELL_WORDS * 4;
        mem_copy(saved + k * CELL_WORDS, from, n);
    }
    ThreadInfo next = *ti;
    memcpy(&next, saved, TI_SAVED_BYTES);
    bool same = was && name_of(ti) == name_of(&next);
    const u8 *end = was ? stack_end(ti) : ti->stack, *from = ti->stack;
    u32 line = im->low.v[ti->id], low = 0;
    if (was && !same) { /* numbers in monitors name another thread now */
        state_drop_thread(im->se, ti);
        m->renamed = true;
    }
    /* readings of the clock count by their distance to it in some frames (frames.c), by themselves in others */
    bool readings = ti->clock_depth != next.clock_depth || ti->clock_use != next.clock_use;
    bool frames = !same || readings || next.top != ti->top ||
                  (line != UINT32_MAX && ti->stack + (u64)line * CELL_WORDS * 4 < end);
    if (same && frames) {
        const u8 *at = line == UINT32_MAX ? end : ti->stack + (u64)line * CELL_WORDS * 4;
        if ((const u8 *)next.top < at) at = (const u8 *)next.top;
        low = frames_go(ti, next.top && !readings ? at : ti->stack, &from);
    }
    if (frames && next.top) {
        /* whole: between a caller's sp and the next frame memory is none of a state's, and may differ from its image */
        stack_in(m, ti, (const u8 *)next.top, (const u8 *)next.top + sizeof(StackFrame));
        if (m->failed) return;
        stack_in(m, ti, from, (const u8 *)next.top + fr_used(next.top));
    }
    memcpy(ti, &next, TI_SAVED_BYTES);
    ti->exception = 0;
    ti->touched = epoch;
    if (!frames) return;
    if (same && ti->top && ti->top->depth < low) low = ti->top->depth;
    for (StackFrame *f = ti->top; f && f->depth >= low; f = f->prev) f->meta = 0;
    ti->low_epoch = epoch;
    ti->low_depth = low;
}

static void threads_in(Remake *m, u32 now, u32 wanted_n) {
    Images *im = m->im;
    KernelState *ks = im->ks;
    ks->popped_metas.n = 0;
    for (u32 i = now; i-- > wanted_n;) state_drop_thread(im->se, ks->threads.v[i]);
    for (u32 i = 0; i < wanted_n && !m->failed; i++)
        if (im->touched.v[i] || i >= now) thread_in(m, ks->threads.v[i], i < now);
}

/* --- the rest --- */

static Status note_threads(Images *im) {
    if (threads_untouched(im) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < im->diffs.n; i++) {
        u64 key = im->keys.v[im->diffs.v[i].cell];
        u32 t = key_what(key), line = key_piece(key);
        if (key_space(key) == SPACE_THREAD) im->touched.v[t] = 1;
        if (key_space(key) != SPACE_STACK) continue;
        im->touched.v[t] = 1;
        if (line < im->low.v[t]) im->low.v[t] = line;
    }
    return ST_OK;
}

static void tables_in(Remake *m) {
    Images *im = m->im;
    for (u32 i = 0; i < im->diffs.n && !m->failed; i++) {
        const CellDiff *d = &im->diffs.v[i];
        u64 key = im->keys.v[d->cell];
        u32 what = key_what(key);
        if (d->now == LEAF_ABSENT) continue;
        if (key_space(key) == SPACE_LOADER) im->ks->cs->loaders.v[what].obj = words_of(im, d->now)[0];
        if (key_space(key) != SPACE_INTERN) continue;
        im->heap->intern.v[what].cur = words_of(im, d->now)[0];
        m->failed |= vec_push(im->cx, &im->heap->intern_changed, what) != ST_OK;
    }
}

/* Before records of what comes are made. */
static void seals_in(Remake *m) {
    Images *im = m->im;
    for (u32 i = 0; i < im->diffs.n && !m->failed; i++) {
        const CellDiff *d = &im->diffs.v[i];
        u64 key = im->keys.v[d->cell];
        if (key_space(key) != SPACE_SEAL) continue;
        Later l = {.obj = key_what(key)};
        if (d->now != LEAF_ABSENT) {
            memcpy(&l.sealed, words_of(im, d->now), 8);
            memcpy(&l.h, words_of(im, d->now) + 2, 8);
        }
        m->failed = state_seal_later(im->se, l) != ST_OK;
    }
}

static Status kernel_in(Images *im, const u32 *w) {
    KernelState *ks = im->ks;
    ks->n_threads = w[KW_THREADS];
    ks->n_live = w[KW_LIVE];
    memcpy(&ks->boundaries, &w[KW_BOUNDARIES], 4);
    ks->bp.turn = w[KW_TURN];
    ks->bp.n_turns = w[KW_TURNS];
    memcpy(&ks->clk, &w[KW_CLOCK], sizeof ks->clk);
    ks->cur = w[KW_CUR];
    ks->uncaught = 0;
    u32 more = w[KW_OUT] > ks->out.n ? w[KW_OUT] - ks->out.n : 0;
    if (vec_reserve(ks->cx, &ks->out, more) != ST_OK) return ST_ERROR;
    ks->out.n = w[KW_OUT];
    more = w[KW_ANSWERS] > ks->verify.answers.n ? w[KW_ANSWERS] - ks->verify.answers.n : 0;
    if (vec_reserve(ks->cx, &ks->verify.answers, more) != ST_OK) return ST_ERROR;
    ks->verify.answers.n += more;
    ks->verify.answers_at = w[KW_ANSWERS];
    return ST_OK;
}

static void output_in(Images *im) {
    KernelState *ks = im->ks;
    for (u32 i = 0; i < im->diffs.n; i++) {
        const CellDiff *d = &im->diffs.v[i];
        u64 key = im->keys.v[d->cell], at = (u64)key_piece(key) * CELL_BYTES;
        if (key_space(key) != SPACE_OUTPUT || at >= ks->out.n) continue;
        u64 n = ks->out.n - at;
        mem_copy(ks->out.v + at, words_of(im, d->now), n < CELL_BYTES ? n : CELL_BYTES);
    }
}

/* What the trail would still bring back will not come back: the trail goes. */
static void litter_goes(void *arg, Ref r, bool was) {
    Images *im = arg;
    if (!heap_is_object(im->heap, r) || state_lives(im->se, r) || seal_keeps(im->se, r)) return;
    state_forget(im->se, r);
    heap_gone(im->heap, r);
    (void)was;
}

static Status make(Images *im, u32 from, u32 to, H128 *key) {
    Remake m = {.im = im, .to = to};
    KernelState *ks = im->ks;
    u32 now = ks->n_threads, bound[2];
    if (image_diff(im, from, to) != ST_OK || note_threads(im) != ST_OK) return ST_ERROR;
    state_each_changed(im->se, im->moved ? 0 : im->base_pos, litter_goes, im);
    trail_forget(im->heap, im->base);
    im->moved = true;
    const u32 *kernel = wanted(&m, cell_key(SPACE_KERNEL, 0, 0));
    if (!kernel) return ST_ERROR;
    memcpy(bound, &kernel[KW_REACH], 8);
    objects_go(&m);
    objects_come(&m);
    objects_change(&m);
    threads_in(&m, now, kernel[KW_THREADS]);
    tables_in(&m);
    seals_in(&m);
    if (m.failed || kernel_in(im, kernel) != ST_OK) return ST_ERROR;
    output_in(im);
    if (state_remade(im->se, key) != ST_OK) return ST_ERROR;
    memcpy(heap_reach_bound(im->heap), bound, 8);
    return m.renamed || state_littered(im->se) ? state_rebuild(im->se, key) : ST_OK;
}

Status images_go(Images *im, u32 from, u32 to, H128 *key) {
    Ctx *cx = im->cx;
    bool tell = im->heap->tell;
    const i64 fuel = cx->fuel, tank = INT64_MAX / 2;
    cx->fuel = tank; /* nothing of this can be left half done; who waits for the next look gets it afterwards */
    im->heap->tell = false;
    Status st = make(im, from, to, key);
    im->heap->tell = tell;
    cx->fuel -= tank - fuel;
    return st;
}

void images_home(Images *im) {
    trail_undo(im->heap, im->base);
    state_undo(im->se);
}
