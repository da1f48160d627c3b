/* images.c -- the store of images: cells, leaves and nodes, each kept once. Layer 10. */
#include "state/image_int.h"

#define HEIGHT_SHIFT 27u /* an image is the number of its root with the height of its tree above it */
#define MAX_NODES (1u << HEIGHT_SHIFT)

/* --- what is kept once --- */

static u64 hash_words(const u32 *w, u32 n) {
    u64 h = n;
    for (u32 i = 0; i < n; i += 2) h = mix64(h, (u64)w[i + 1] << 32 | w[i]);
    return h;
}

static const u32 *words_of(const Images *im, const struct Unique *u, u32 i) {
    return u == &im->leaf_of ? im->leaves.v[i].w : im->nodes.v[i].kid;
}

static Status grow(Images *im, struct Unique *u, u32 len) {
    u32 cap = u->cap ? 2 * u->cap : 1024;
    u32 *slot = cx_alloc(im->cx, (u64)cap * 4);
    if (!slot) return ST_ERROR;
    for (u32 i = 0; i < u->cap; i++) {
        if (!u->slot[i]) continue;
        u32 at = (u32)hash_words(words_of(im, u, u->slot[i]), len) & (cap - 1);
        while (slot[at]) at = (at + 1) & (cap - 1);
        slot[at] = u->slot[i];
    }
    cx_free(im->cx, u->slot, (u64)u->cap * 4);
    u->slot = slot;
    u->cap = cap;
    return ST_OK;
}

/* Where the words are, or where they would be; NULL: error pending. */
static u32 *unique(Images *im, struct Unique *u, const u32 *w, u32 len) {
    if (u->n >= u->cap / 4 * 3 && grow(im, u, len) != ST_OK) return NULL;
    u32 at = (u32)hash_words(w, len) & (u->cap - 1);
    while (u->slot[at] && mem_cmp(words_of(im, u, u->slot[at]), w, (size_t)len * 4) != 0) at = (at + 1) & (u->cap - 1);
    return &u->slot[at];
}

u32 leaf_make(Images *im, const u32 w[CELL_WORDS]) {
    u32 *slot = unique(im, &im->leaf_of, w, CELL_WORDS);
    if (!slot || *slot) return slot ? *slot : LEAF_NONE;
    Leaf l;
    memcpy(l.w, w, sizeof l.w);
    if (vec_push(im->cx, &im->leaves, l) != ST_OK) return LEAF_NONE;
    im->leaf_of.n++;
    return *slot = im->leaves.n - 1;
}

/* 0 for a node without leaves. UINT32_MAX: error pending. */
static u32 node_make(Images *im, const u32 kid[FANOUT]) {
    static const u32 none[FANOUT];
    if (memcmp(kid, none, sizeof none) == 0) return 0;
    u32 *slot = unique(im, &im->node_of, kid, FANOUT);
    if (!slot || *slot) return slot ? *slot : UINT32_MAX;
    ImageNode n;
    memcpy(n.kid, kid, sizeof n.kid);
    if (im->nodes.n + 1 >= MAX_NODES) {
        cx_fail(im->cx, ERR_NOMEM, "too many states");
        return UINT32_MAX;
    }
    if (vec_push(im->cx, &im->nodes, n) != ST_OK) return UINT32_MAX;
    im->node_of.n++;
    return *slot = im->nodes.n - 1;
}

/* --- cells --- */

u32 cell_at(Images *im, u64 key, bool make) {
    u64 v;
    if (JPF_LIKELY(map_get(&im->cell_of, key, &v))) return (u32)v;
    if (!make) return UINT32_MAX;
    u32 i = im->keys.n;
    if (vec_push(im->cx, &im->keys, key) != ST_OK || vec_push(im->cx, &im->first, LEAF_ABSENT) != ST_OK ||
        vec_push(im->cx, &im->stamp, 0) != ST_OK || vec_push(im->cx, &im->fresh, i) != ST_OK ||
        map_put(&im->cell_of, key, i) != ST_OK)
        return UINT32_MAX;
    return i;
}

static u32 height_of(u32 image) { return image >> HEIGHT_SHIFT; }
static u32 root_of(u32 image) { return image & (MAX_NODES - 1); }
/* Cells that a tree of this height has room for. */
static u64 room(u32 height) { return (u64)1 << (2 * height); }

u32 leaf_in(const Images *im, u32 image, u32 cell) {
    u32 h = height_of(image), n = root_of(image);
    if (cell >= room(h)) return im->first.v[cell];
    while (h-- > 0 && n) n = im->nodes.v[n].kid[cell >> (2 * h) & (FANOUT - 1)];
    return n ? n : im->first.v[cell];
}

/* --- change --- */

static int by_cell(const void *a, const void *b) {
    u32 x = ((const CellSet *)a)->cell, y = ((const CellSet *)b)->cell;
    return (x > y) - (x < y);
}

/* The node n of this height with sets [lo, hi), which are all below it. */
static u32 put(Images *im, u32 n, u32 height, u32 lo, u32 hi) {
    if (lo == hi) return n;
    if (!height) return im->sets.v[lo].leaf;
    u32 kid[FANOUT] = {0}, shift = 2 * (height - 1);
    if (n) memcpy(kid, im->nodes.v[n].kid, sizeof kid);
    for (u32 k = 0; k < FANOUT; k++) {
        u32 end = lo;
        while (end < hi && (im->sets.v[end].cell >> shift & (FANOUT - 1)) == k) end++;
        if ((kid[k] = put(im, kid[k], height - 1, lo, end)) == UINT32_MAX) return UINT32_MAX;
        lo = end;
    }
    return node_make(im, kid);
}

Status image_set(Images *im, u32 image, u32 *out) {
    u32 h = height_of(image), n = root_of(image), want = h;
    for (u32 i = 0; i < im->sets.n; i++) {
        CellSet *x = &im->sets.v[i];
        while (x->cell >= room(want)) want++;
        if (x->leaf == im->first.v[x->cell]) x->leaf = LEAF_NONE;
    }
    for (; h < want; h++) {
        u32 kid[FANOUT] = {n};
        if (n && (n = node_make(im, kid)) == UINT32_MAX) return ST_ERROR;
    }
    if (im->sets.n > 1) mem_sort(im->sets.v, im->sets.n, sizeof *im->sets.v, by_cell);
    if ((n = put(im, n, h, 0, im->sets.n)) == UINT32_MAX) return ST_ERROR;
    *out = n ? h << HEIGHT_SHIFT | n : IMAGE_FIRST;
    return ST_OK;
}

/* --- difference --- */

static Status walk(Images *im, u32 a, u32 b, u32 height, u32 cell) {
    if (a == b) return ST_OK;
    if (!height) {
        u32 was = a ? a : im->first.v[cell], now = b ? b : im->first.v[cell];
        if (was == now) return ST_OK;
        u64 key = im->keys.v[cell]; /* they are read once all that differ are known */
        __builtin_prefetch(im->leaves.v[now].w);
        if (key_space(key) == SPACE_OBJECT) __builtin_prefetch(ei(im->heap, key_what(key)));
        return vec_push(im->cx, &im->diffs, ((CellDiff){cell, was, now}));
    }
    static const ImageNode none;
    ImageNode x = a ? im->nodes.v[a] : none, y = b ? im->nodes.v[b] : none;
    for (u32 k = 0; k < FANOUT; k++)
        if (walk(im, x.kid[k], y.kid[k], height - 1, cell | k << (2 * (height - 1))) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* The lower tree is the first child of the first child ... of one as high as the other. */
static Status walk_lifted(Images *im, u32 low, u32 h, u32 high, u32 height, bool swap) {
    if (h == height) return swap ? walk(im, high, low, h, 0) : walk(im, low, high, h, 0);
    static const ImageNode none;
    ImageNode y = high ? im->nodes.v[high] : none;
    if (walk_lifted(im, low, h, y.kid[0], height - 1, swap) != ST_OK) return ST_ERROR;
    for (u32 k = 1; k < FANOUT; k++) {
        u32 cell = k << (2 * (height - 1)), a = swap ? y.kid[k] : 0, b = swap ? 0 : y.kid[k];
        if (walk(im, a, b, height - 1, cell) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status image_diff(Images *im, u32 from, u32 to) {
    u32 a = height_of(from), b = height_of(to);
    im->diffs.n = 0;
    return a <= b ? walk_lifted(im, root_of(from), a, root_of(to), b, false)
                  : walk_lifted(im, root_of(to), b, root_of(from), a, true);
}

/* --- beginning and end --- */

Images *images_new(StateEngine *se) {
    Images *im = cx_alloc(se->cx, sizeof *im);
    if (!im) return NULL;
    im->se = se;
    im->heap = se->heap;
    im->ks = se->ks;
    im->cx = se->cx;
    im->base = trail_mark(se->heap);
    im->base_pos = se->undo.n;
    im->base_out = se->ks->out.n;
    im->base_epoch = se->heap->epoch;
    map_init(&im->cell_of, se->cx);
    u32 w[CELL_WORDS], cell;
    Leaf none = {{0}};
    kernel_piece(im, w);
    /* 0 and 1 of the leaves, 0 of the nodes are no leaves and nodes */
    if (vec_push(im->cx, &im->leaves, none) || vec_push(im->cx, &im->leaves, none) ||
        vec_push(im->cx, &im->nodes, ((ImageNode){{0}})))
        goto fail;
    cell = cell_at(im, cell_key(SPACE_KERNEL, 0, 0), true);
    if (cell == UINT32_MAX || !(im->first.v[cell] = leaf_make(im, w))) goto fail;
    im->fresh.n = 0;
    heap_revisit(im->heap);
    return im;
fail:
    images_free(im);
    return NULL;
}

void images_free(Images *im) {
    if (!im) return;
    Ctx *cx = im->cx;
    vec_free(cx, &im->leaves);
    vec_free(cx, &im->nodes);
    cx_free(cx, im->leaf_of.slot, (u64)im->leaf_of.cap * 4);
    cx_free(cx, im->node_of.slot, (u64)im->node_of.cap * 4);
    map_free(&im->cell_of);
    vec_free(cx, &im->keys);
    vec_free(cx, &im->first);
    vec_free(cx, &im->stamp);
    vec_free(cx, &im->sets);
    vec_free(cx, &im->fresh);
    vec_free(cx, &im->swapped);
    vec_free(cx, &im->diffs);
    vec_free(cx, &im->coming);
    vec_free(cx, &im->low);
    vec_free(cx, &im->touched);
    vec_free(cx, &im->level);
    cx_free(cx, im, sizeof *im);
}

u64 images_bytes(const Images *im) {
    if (!im) return 0;
    return (u64)im->leaves.cap * sizeof(Leaf) + (u64)im->nodes.cap * sizeof(ImageNode) +
           4 * ((u64)im->leaf_of.cap + im->node_of.cap + im->first.cap + im->stamp.cap) + 8 * (u64)im->keys.cap +
           17 * (u64)im->cell_of.cap;
}
