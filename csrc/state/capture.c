/* capture.c -- the image of a state that was reached: what the steps to it have written. Layer 10. */
#include "state/image_int.h"

/* --- pieces of the running state --- */

static u32 payload_words(const Heap *h, Ref r) { return (ei_payload_bytes(h, ei(h, r)) + 3) / 4; }

static u32 pieces_of(u32 words) {
    const u32 head = CELL_WORDS - OBJECT_HEAD;
    return words <= head ? 1 : 1 + (words - head + CELL_WORDS - 1) / CELL_WORDS;
}

u32 object_pieces(const Heap *h, Ref r) { return pieces_of(payload_words(h, r)); }

/* What a state has of it: neither its birth nor the record of the state engine. */
void object_piece(const Heap *h, Ref r, u32 piece, u32 w[CELL_WORDS]) {
    const ElementInfo *e = ei(h, r);
    u32 at = 0, from = 0, n = payload_words(h, r);
    if (!piece) {
        w[at++] = e->ci;
        w[at++] = e->len;
        w[at++] = e->hf;
        w[at++] = e->lock;
    } else {
        from = piece * CELL_WORDS - OBJECT_HEAD;
    }
    const u32 *p = (const u32 *)(const void *)((const u8 *)e + OBJ_HEADER);
    for (; at < CELL_WORDS; at++, from++) w[at] = from < n ? p[from] : 0;
}

/* The words of live frames, without the state engine's records. */
void stack_piece(const ThreadInfo *ti, u32 line, u32 w[CELL_WORDS]) {
    const u8 *from = ti->stack + (u64)line * CELL_WORDS * 4, *end = stack_end(ti);
    u64 n = end > from ? (u64)(end - from) : 0;
    if (n > CELL_WORDS * 4) n = CELL_WORDS * 4;
    memset(w, 0, CELL_WORDS * 4);
    mem_copy(w, from, n);
    for (const StackFrame *f = ti->top, *next = NULL; f; next = f, f = f->prev) {
        const u8 *meta = (const u8 *)&f->meta, *sp = (const u8 *)f + fr_used(f), *top = (const u8 *)next;
        if (meta >= from && meta < from + n) w[(meta - from) / 4] = 0;
        for (const u8 *p = sp > from ? sp : from; p < top && p < from + n; p += 4) w[(p - from) / 4] = 0;
        if ((const u8 *)f <= from) break;
    }
}

void kernel_piece(const Images *im, u32 w[CELL_WORDS]) {
    const KernelState *ks = im->ks;
    memset(w, 0, CELL_WORDS * 4);
    w[KW_THREADS] = ks->n_threads;
    w[KW_LIVE] = ks->n_live;
    memcpy(&w[KW_BOUNDARIES], &ks->boundaries, 4);
    w[KW_TURN] = ks->bp.turn;
    w[KW_TURNS] = ks->bp.n_turns;
    memcpy(&w[KW_CLOCK], &ks->clk, sizeof ks->clk);
    memcpy(&w[KW_REACH], heap_reach_bound(im->heap), 8);
    w[KW_CUR] = ks->cur;
    w[KW_OUT] = ks->out.n;
    w[KW_ANSWERS] = ks->verify.answers_at;
}

/* Of the first n bytes that were printed. */
static void output_piece(const KernelState *ks, u32 piece, u32 n, u32 w[CELL_WORDS]) {
    u64 from = (u64)piece * CELL_BYTES, bytes = n > from ? n - from : 0;
    mem_copy(w, ks->out.v + from, bytes < CELL_BYTES ? bytes : CELL_BYTES);
}

static void piece(const Images *im, u64 key, u32 w[CELL_WORDS]) {
    u32 what = key_what(key), k = key_piece(key);
    memset(w, 0, CELL_WORDS * 4);
    switch (key_space(key)) {
    case SPACE_OBJECT: object_piece(im->heap, what, k, w); break;
    case SPACE_THREAD: {
        u32 from = k * CELL_WORDS * 4, n = TI_SAVED_BYTES - from;
        mem_copy(w, (const u8 *)im->ks->threads.v[what] + from, n < CELL_WORDS * 4 ? n : CELL_WORDS * 4);
        break;
    }
    case SPACE_STACK: stack_piece(im->ks->threads.v[what], k, w); break;
    case SPACE_KERNEL: kernel_piece(im, w); break;
    case SPACE_INTERN: w[0] = im->heap->intern.v[what].cur; break;
    case SPACE_LOADER: w[0] = im->ks->cs->loaders.v[what].obj; break;
    case SPACE_OUTPUT: output_piece(im->ks, k, im->ks->out.n, w); break;
    case SPACE_SEAL: {
        Later l = state_later(im->se, what);
        memcpy(w, &l.sealed, 8);
        memcpy(w + 2, &l.h, 8);
        break;
    }
    case SPACE_LEVEL: break;
    }
}

/* --- what was written --- */

typedef struct Take {
    Images *im;
    bool failed;
    bool unknown; /* something else was written */
    Ref last;     /* object of the word before */
    u64 last_end; /* byte where it ends */
} Take;

static u32 cell_made(Take *t, u64 key) {
    u32 c = t->failed ? UINT32_MAX : cell_at(t->im, key, true);
    t->failed |= c == UINT32_MAX;
    return c;
}

static void set(Take *t, u32 cell, u32 leaf) {
    if (!leaf || vec_push(t->im->cx, &t->im->sets, ((CellSet){cell, leaf})) != ST_OK) t->failed = true;
}

/* The cell gets what it holds now; once. */
static void keep(Take *t, u64 key) {
    Images *im = t->im;
    u32 c = cell_made(t, key), w[CELL_WORDS];
    if (t->failed || im->stamp.v[c] == im->takes) return;
    im->stamp.v[c] = im->takes;
    piece(im, key, w);
    set(t, c, leaf_make(im, w));
}

static void keep_object(Take *t, Ref r) {
    u32 n = object_pieces(t->im->heap, r);
    for (u32 k = 0; k < n && !t->failed; k++) keep(t, cell_key(SPACE_OBJECT, r, k));
}

/* Objects of the first state need no cells before something happens to them. */
static bool is_first(const Images *im, Ref r) {
    const ElementInfo *e = ei(im->heap, r);
    return e->birth == IMMORTAL_BIRTH || e->birth < im->base_epoch;
}

static void changed(void *arg, Ref r, bool was) {
    Take *t = arg;
    Images *im = t->im;
    if (!heap_is_object(im->heap, r)) return;
    if (state_lives(im->se, r)) {
        if (!was) keep_object(t, r);
        return;
    }
    u32 c = cell_made(t, cell_key(SPACE_OBJECT, r, 0));
    if (t->failed || im->stamp.v[c] == im->takes) return;
    im->stamp.v[c] = im->takes;
    set(t, c, LEAF_ABSENT);
    u32 n = is_first(im, r) ? object_pieces(im->heap, r) : 0; /* what it was is still known */
    for (u32 k = 1; k < n; k++) (void)cell_made(t, cell_key(SPACE_OBJECT, r, k));
}

static void sealed(void *arg, Ref r) {
    Take *t = arg;
    Images *im = t->im;
    u64 key = cell_key(SPACE_SEAL, r, 0);
    if (heap_is_object(im->heap, r) && state_lives(im->se, r) && state_later(im->se, r).sealed) {
        keep(t, key);
        return;
    }
    u32 c = cell_made(t, key);
    if (t->failed || im->stamp.v[c] == im->takes) return;
    im->stamp.v[c] = im->takes;
    set(t, c, LEAF_ABSENT);
}

static void word(Take *t, u32 widx) {
    Images *im = t->im;
    Heap *h = im->heap;
    u64 at = (u64)widx * 4;
    if (!t->last || at < (u64)t->last * 8 || at >= t->last_end) {
        t->last = object_at(im->se, widx);
        if (!t->last) return; /* it is gone already */
        t->last_end = (u64)t->last * 8 + ei_bytes(h, ei(h, t->last));
    }
    if (!state_lives(im->se, t->last)) return;
    u32 i = widx - t->last * 2, k = 0;
    if (i >= OBJ_HEADER / 4) k = (i - OBJ_HEADER / 4 + OBJECT_HEAD) / CELL_WORDS;
    keep(t, cell_key(SPACE_OBJECT, t->last, k));
}

/* Memory that was saved: whose is it? */
static void memory(Take *t, const u8 *p, u32 bytes) {
    Images *im = t->im;
    KernelState *ks = im->ks;
    if (p == (const u8 *)&im->se->top || (p >= (const u8 *)ks && p < (const u8 *)(ks + 1))) return;
    const u8 *loaders = (const u8 *)ks->cs->loaders.v;
    if (p >= loaders && p < (const u8 *)(ks->cs->loaders.v + ks->cs->loaders.n)) {
        keep(t, cell_key(SPACE_LOADER, (u32)((u64)(p - loaders) / sizeof *ks->cs->loaders.v), 0));
        return;
    }
    for (u32 i = 0; i < ks->threads.n; i++) {
        const ThreadInfo *ti = ks->threads.v[i];
        if (p == (const u8 *)ti) {
            im->touched.v[i] = 1;
            return;
        }
        if (p < ti->stack || p >= ti->stack_end) continue;
        u32 lo = (u32)((u64)(p - ti->stack) / (CELL_WORDS * 4));
        u32 hi = (u32)((u64)(p - ti->stack + bytes - 1) / (CELL_WORDS * 4));
        im->touched.v[i] = 1;
        if (lo < im->low.v[i]) im->low.v[i] = lo;
        for (u32 k = lo; k <= hi; k++) (void)cell_made(t, cell_key(SPACE_STACK, i, k));
        return;
    }
    t->unknown = true;
}

static void threads(Take *t, u32 before) {
    Images *im = t->im;
    KernelState *ks = im->ks;
    for (u32 i = 0; i < ks->n_threads && !t->failed; i++) {
        const ThreadInfo *ti = ks->threads.v[i];
        if (i >= before) im->low.v[i] = 0;
        else if (!im->touched.v[i]) continue;
        for (u32 k = 0; k * CELL_WORDS * 4 < TI_SAVED_BYTES; k++) keep(t, cell_key(SPACE_THREAD, i, k));
        u64 end = ((u64)(stack_end(ti) - ti->stack) + CELL_WORDS * 4 - 1) / (CELL_WORDS * 4);
        for (u64 k = im->low.v[i]; k < end && !t->failed; k++) keep(t, cell_key(SPACE_STACK, i, (u32)k));
    }
}

/* --- what the cells were in the first state --- */

static void exchange(Images *im, const TrailRec *r) {
    u32 *base = (u32 *)(void *)im->heap->base, *mem = (u32 *)(void *)r->addr, x;
    for (u32 i = 0; i < r->count && (r->kind == TK_WORDS || r->kind == TK_MEM); i++) {
        u32 *p = r->kind == TK_WORDS ? &base[r->words[2 * i]] : &mem[i];
        u32 *kept = r->kind == TK_WORDS ? &r->words[2 * i + 1] : &r->words[i];
        x = *p;
        *p = *kept;
        *kept = x;
    }
    if (r->kind != TK_INTERN) return;
    x = im->heap->intern.v[r->words[0]].cur;
    im->heap->intern.v[r->words[0]].cur = r->words[1];
    r->words[1] = x;
}

/* A cell that nothing had written on any path is still as it was then when this step began: go back for a moment. */
static void first_leaves(Take *t, u64 mark) {
    Images *im = t->im;
    Heap *h = im->heap;
    TrailRec r;
    im->swapped.n = 0;
    for (u64 at = h->trail.n, end = at; !t->failed && trail_back(h, mark, &at, &r); end = at) {
        t->failed = vec_push(im->cx, &im->swapped, end) != ST_OK;
        if (!t->failed) exchange(im, &r);
    }
    for (u32 i = 0; i < im->fresh.n && !t->failed; i++) {
        u64 key = im->keys.v[im->fresh.v[i]];
        u32 w[CELL_WORDS] = {0};
        bool printed = key_space(key) == SPACE_OUTPUT;
        if (printed && (u64)key_piece(key) * CELL_BYTES >= im->base_out) continue;
        if (key_space(key) == SPACE_LEVEL || key_space(key) == SPACE_SEAL ||
            (key_space(key) == SPACE_OBJECT && !is_first(im, key_what(key))))
            continue;
        if (printed) output_piece(im->ks, key_piece(key), im->base_out, w);
        else piece(im, key, w);
        if (!(im->first.v[im->fresh.v[i]] = leaf_make(im, w))) t->failed = true;
    }
    while (im->swapped.n) {
        u64 at = im->swapped.v[--im->swapped.n];
        if (trail_back(h, mark, &at, &r)) exchange(im, &r);
    }
}

/* --- taking --- */

static void keep_level(Take *t, u32 from, const WordVec *level) {
    Images *im = t->im;
    u32 c = cell_at(im, cell_key(SPACE_LEVEL, 0, 0), false), had = 0, n = level->n + 1;
    if (c != UINT32_MAX && leaf_in(im, from, c) > LEAF_ABSENT) had = im->leaves.v[leaf_in(im, from, c)].w[0] + 1;
    for (u32 k = 0; k * CELL_WORDS < n || k * CELL_WORDS < had; k++) {
        u32 w[CELL_WORDS] = {0};
        c = cell_made(t, cell_key(SPACE_LEVEL, 0, k));
        if (t->failed) return;
        for (u32 i = 0; i < CELL_WORDS && k * CELL_WORDS + i < n; i++) {
            u32 at = k * CELL_WORDS + i;
            w[i] = at ? level->v[at - 1] : level->n;
        }
        set(t, c, k * CELL_WORDS < n ? leaf_make(im, w) : LEAF_ABSENT);
    }
}

/* `was`: bytes printed up to the state before. */
static void keep_output(Take *t, u32 was) {
    u32 n = t->im->ks->out.n;
    for (u32 k = was / CELL_BYTES; (u64)k * CELL_BYTES < n && n > was && !t->failed; k++)
        keep(t, cell_key(SPACE_OUTPUT, 0, k));
}

Status images_level(Images *im, u32 image, WordVec *out) {
    out->n = 0;
    u32 n = 1;
    for (u32 at = 0; at < n; at++) {
        u32 c = cell_at(im, cell_key(SPACE_LEVEL, 0, at / CELL_WORDS), false);
        u32 leaf = c == UINT32_MAX ? LEAF_ABSENT : leaf_in(im, image, c);
        if (leaf == LEAF_ABSENT) return cx_fail(im->cx, ERR_INTERNAL, "an image without its level");
        u32 v = im->leaves.v[leaf].w[at % CELL_WORDS];
        if (!at) n = v + 1;
        else if (vec_push(im->cx, out, v) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status threads_untouched(Images *im) {
    u32 n = im->ks->threads.n;
    if (n > im->low.n) {
        if (vec_reserve(im->cx, &im->low, n - im->low.n) || vec_reserve(im->cx, &im->touched, n - im->touched.n))
            return ST_ERROR;
        im->low.n = im->touched.n = n;
    }
    for (u32 i = 0; i < n; i++) im->low.v[i] = UINT32_MAX;
    mem_fill(im->touched.v, 0, n);
    return ST_OK;
}

Status images_take(Images *im, u32 from, TrailMark mark, const WordVec *level, u32 *out) {
    Heap *h = im->heap;
    Take t = {.im = im};
    TrailRec r;
    u64 pos = im->se->undo.n;
    *out = IMAGE_NONE;
    if (from == IMAGE_NONE || h->epoch < im->base_epoch) return ST_OK; /* epochs have begun again */
    im->sets.n = im->fresh.n = 0;
    im->takes++;
    if (threads_untouched(im) != ST_OK) return ST_ERROR;
    for (u64 at = h->trail.n; !t.failed && trail_back(h, mark.n, &at, &r);) {
        for (u32 i = 0; i < r.count && r.kind == TK_WORDS && !t.failed; i++) word(&t, r.words[2 * i]);
        for (u32 i = 0; i < r.count && r.kind == TK_BORN && !t.failed; i++)
            if (state_lives(im->se, r.words[i])) keep_object(&t, r.words[i]);
        if (r.kind == TK_INTERN) keep(&t, cell_key(SPACE_INTERN, r.words[0], 0));
        if (r.kind != TK_MEM) continue;
        memory(&t, r.addr, r.count * 4);
        if (r.addr != (u8 *)&im->se->top) continue;
        StateTop was;
        memcpy(&was, r.words, sizeof was);
        pos = was.pos;
    }
    if (!t.failed && !t.unknown) {
        state_each_changed(im->se, pos, changed, &t);
        state_each_sealed(im->se, pos, sealed, &t);
        u32 kernel = cell_at(im, cell_key(SPACE_KERNEL, 0, 0), false);
        const u32 *w = im->leaves.v[leaf_in(im, from, kernel)].w;
        u32 n_threads = w[KW_THREADS], printed = w[KW_OUT]; /* leaves move */
        threads(&t, n_threads);
        keep_output(&t, printed);
        keep(&t, cell_key(SPACE_KERNEL, 0, 0));
        keep_level(&t, from, level);
    }
    if (!t.failed && im->fresh.n) first_leaves(&t, mark.n);
    if (t.failed) return ST_ERROR;
    return t.unknown ? ST_OK : image_set(im, from, out);
}
