/* revisit.c -- for states that are made again (state/remake.c): the trail is read, objects come back. Layer 4. */
#include "heap/heap_int.h"

/* Words that are read, and stay where they are. */
static void see(Heap *h, u64 from, u64 to) {
    Cold *c = &h->trail.cold;
    if (JPF_LIKELY(from >= c->plain)) return;
    if (to - from > c->block) cold_unpack(h->cx, c, h->trail.v, from);
    else cold_look(h->cx, c, h->trail.v, from, to);
}

bool trail_back(Heap *h, u64 from, u64 *at, TrailRec *out) {
    u32 *v = h->trail.v;
    u64 n = *at;
    if (n <= from) return false;
    see(h, n > 8 ? n - 8 : 0, n);
    u32 tag = v[--n];
    *out = (TrailRec){.kind = tag & ((1u << KIND_BITS) - 1), .count = tag >> KIND_BITS};
    if (out->kind == TK_MEM) {
        n -= 2;
        memcpy(&out->addr, v + n, sizeof out->addr);
    }
    if (out->kind == TK_THIN) n -= 4; /* nobody reads what is in it: a search that makes images has none */
    u64 words = out->count;
    if (out->kind == TK_WORDS) words *= 2;
    if (out->kind == TK_INTERN || out->kind == TK_REACH) words = 2;
    n -= words;
    see(h, n, n + words);
    out->words = v + n;
    *at = n;
    return true;
}

void trail_forget(Heap *h, TrailMark m) {
    cold_plain(h->cx, &h->trail.cold, h->trail.v, m.n);
    h->trail.n = m.n;
}

void heap_revisit(Heap *h) {
    if (!h->revisits) alloc_revisit(h);
}

Status heap_born_at(Heap *h, Ref r, ClassInfo *ci, u32 len) {
    u64 size = round8(ci->kind == CK_ARRAY ? OBJ_HEADER + ((u64)len << ci->elem_shift) : ci->inst_size);
    if (heap_is_object(h, r)) return cx_fail(h->cx, ERR_INTERNAL, "an object's place is taken");
    if (vec_reserve(h->cx, &h->young, 1) || block_claim(h, (u64)r * GRANULE, size)) return ST_ERROR;
    object_starts(h, r, ci, len, size);
    return ST_OK;
}

void heap_gone(Heap *h, Ref r) { obj_free(h, r); }

u64 *heap_reach_bound(Heap *h) { return &h->in->reach_old; }
