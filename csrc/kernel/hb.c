/* hb.c -- vector clocks that backtrack. */
#include "kernel/hb.h"

void hb_init(HB *hb, KernelState *ks) {
    memset(hb, 0, sizeof *hb);
    hb->ks = ks;
    map_init(&hb->at, ks->cx);
    hb->epoch = ks->heap->epoch - 1;
}

void hb_free(HB *hb) {
    Ctx *cx = hb->ks->cx;
    map_free(&hb->at);
    vec_free(cx, &hb->words);
    vec_free(cx, &hb->undo);
}

void hb_catch_up(HB *hb) {
    while (hb->undo.n > hb->valid.n_undo) {
        const HbUndo *u = &hb->undo.v[--hb->undo.n];
        if (u->old == UINT32_MAX) map_del(&hb->at, u->key);
        else if (map_put(&hb->at, u->key, u->old) != ST_OK) hb->failed = true;
    }
    if (hb->words.n > hb->valid.n_words) hb->words.n = hb->valid.n_words;
}

const u32 *hb_get(HB *hb, u64 key) {
    u64 i;
    return map_get(&hb->at, key, &i) ? hb->words.v + i : NULL;
}

u32 *hb_new(HB *hb, u64 key, u32 n) {
    KernelState *ks = hb->ks;
    u64 old = UINT32_MAX;
    (void)map_get(&hb->at, key, &old);
    if (hb->epoch != ks->heap->epoch) {
        if (trail_push(ks->heap, &hb->valid, sizeof hb->valid) != ST_OK) goto fail;
        hb->epoch = ks->heap->epoch;
    }
    u32 at = hb->words.n;
    if (vec_push(ks->cx, &hb->undo, ((HbUndo){key, (u32)old, 0})) != ST_OK) goto fail;
    if (vec_reserve(ks->cx, &hb->words, n) != ST_OK || map_put(&hb->at, key, at) != ST_OK) goto fail;
    hb->words.n += n;
    hb->valid.n_undo = hb->undo.n;
    hb->valid.n_words = hb->words.n;
    return hb->words.v + at;
fail:
    hb->failed = true;
    return NULL;
}

static u64 thread_key(const HB *hb, u32 thread) { return hb_key(hb->ks->heap, HB_THREAD, 0, thread); }

/* max(a, b) as the clock of `key`, then `own` (unless UINT32_MAX) steps into its next epoch. */
static void set_join(HB *hb, u64 key, u64 ka, u64 kb, u32 own) {
    const u32 *a = hb_get(hb, ka), *b = hb_get(hb, kb);
    u32 n = a ? *a : 0;
    if (b && *b > n) n = *b;
    if (own != UINT32_MAX && n <= own) n = own + 1;
    u32 *c = hb_new(hb, key, n + 1);
    if (!c) return;
    /* hb_new may have moved the blobs; the new one took the old one's key */
    u64 ia, ib;
    a = ka == key ? (hb->undo.v[hb->undo.n - 1].old != UINT32_MAX ? hb->words.v + hb->undo.v[hb->undo.n - 1].old : NULL)
        : map_get(&hb->at, ka, &ia) ? hb->words.v + ia
                                    : NULL;
    b = kb == key ? a : map_get(&hb->at, kb, &ib) ? hb->words.v + ib : NULL;
    c[0] = n;
    for (u32 i = 0; i < n; i++) {
        u32 x = a && i < *a ? a[i + 1] : 0, y = b && i < *b ? b[i + 1] : 0;
        c[i + 1] = x > y ? x : y;
    }
    if (own != UINT32_MAX) c[own + 1]++;
}

static bool below(const u32 *a, const u32 *b) {
    for (u32 i = 0; i < *a; i++)
        if (a[i + 1] > (b && i < *b ? b[i + 1] : 0)) return false;
    return true;
}

void hb_acquire(HB *hb, u32 thread, u64 key) {
    const u32 *c = hb_get(hb, key);
    u64 tk = thread_key(hb, thread);
    if (!c || below(c, hb_get(hb, tk))) return;
    set_join(hb, tk, tk, key, UINT32_MAX);
}

void hb_release(HB *hb, u32 thread, u64 key) {
    u64 tk = thread_key(hb, thread);
    const u32 *c = hb_get(hb, tk);
    if (!c) { /* its first epoch is 1: 0 is what nobody knows of */
        set_join(hb, tk, tk, tk, thread);
        if (!hb_get(hb, tk)) return;
    }
    set_join(hb, key, key, tk, UINT32_MAX);
    set_join(hb, tk, tk, tk, thread);
}

void hb_fork(HB *hb, u32 parent, u32 child) {
    u64 pk = thread_key(hb, parent), ck = thread_key(hb, child);
    if (!hb_get(hb, pk)) set_join(hb, pk, pk, pk, parent);
    set_join(hb, ck, pk, pk, child);
    set_join(hb, pk, pk, pk, parent);
}

u32 hb_knows(HB *hb, u32 thread, u32 other) {
    const u32 *c = hb_get(hb, thread_key(hb, thread));
    if (c && other < *c) return c[other + 1];
    return thread == other ? 1 : 0; /* it has not released anything yet */
}
