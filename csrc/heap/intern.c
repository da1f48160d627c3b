/* intern.c -- the table behind String.intern() and ldc of strings. Layer 4.
 *
 * Entries stay for good, found by their text; what a path sees of one is `cur`, which is trailed. A
 * constant's String is immortal and made once; whichever comes first on a path, the constant or a
 * string the program interned, is the one that path gets (JVMS 5.1). */
#include "base/pack.h"
#include "heap/heap_int.h"

#define LOCAL_UNITS 256u

static Status entry_of(Heap *h, const u16 *text, u32 n, u32 *index) {
    u64 hash = hash_bytes(text, (size_t)n * 2, 0x5374), first = 0;
    bool known = map_get(&h->interned, hash, &first);
    if (known)
        for (u32 i = (u32)first + 1; i; i = h->intern.v[i - 1].next) {
            const InternEntry *e = &h->intern.v[i - 1];
            if (e->len == n && !mem_cmp(e->text, text, (size_t)n * 2)) {
                *index = i - 1;
                return ST_OK;
            }
        }
    u16 *copy = arena_alloc(&h->in->arena, (size_t)n * 2 + 2);
    if (!copy || vec_reserve(h->cx, &h->intern, 1)) return ST_ERROR;
    mem_copy(copy, text, (size_t)n * 2);
    u32 i = h->intern.n;
    if (map_put(&h->interned, hash, i)) return ST_ERROR;
    h->intern.v[h->intern.n++] = (InternEntry){0, 0, hash, copy, n, known ? (u32)first + 1 : 0};
    *index = i;
    return ST_OK;
}

static Status set_cur(Heap *h, u32 index, Ref r) {
    InternEntry *e = &h->intern.v[index];
    u32 w[2] = {index, e->cur};
    if (h->trailing && (vec_push(h->cx, &h->intern_changed, index) || trail_record(h, TK_INTERN, 1, w, 2)))
        return ST_ERROR;
    e->cur = r;
    return ST_OK;
}

static Status make_literal(Heap *h, u32 index) {
    InternEntry *e = &h->intern.v[index];
    Ref r;
    if (e->literal) return ST_OK;
    if (string_make(h, e->text, e->len, true, &r)) return ST_ERROR;
    if (!r) return cx_fail(h->cx, ERR_NOMEM, "string constant too long");
    u64 seed = mix64(e->hash, 0x4C6974);
    if (map_put(&h->in->seeds, r, seed) || map_put(&h->in->seeds, get_u32(h, r, h->in->off_value), mix64(seed, 1)))
        return ST_ERROR;
    h->intern.v[index].literal = r;
    return ST_OK;
}

Status intern_activate(Heap *h, u32 index, Ref *out) {
    InternEntry *e = &h->intern.v[index];
    *out = e->cur;
    if (e->cur) return ST_OK;
    if (make_literal(h, index)) return ST_ERROR;
    *out = e->literal;
    return set_cur(h, index, e->literal);
}

Status intern_literal(Heap *h, const Sym *text, u32 *index, Ref *out) {
    u16 buf[LOCAL_UNITS];
    u32 n = 0;
    u16 *v = mutf8_units(h->cx, text->s, text->len, buf, LOCAL_UNITS, &n);
    *out = 0;
    if (!v) return ST_ERROR;
    Status st = entry_of(h, v, n, index);
    if (v != buf) cx_free(h->cx, v, (size_t)text->len * 2);
    return st ? st : intern_activate(h, *index, out);
}

Status intern_string(Heap *h, Ref s, Ref *out) {
    u16 buf[LOCAL_UNITS];
    u32 n = 0, index;
    *out = 0;
    const u16 *v = string_units(h, s, buf, LOCAL_UNITS, &n);
    if (!v) return ST_ERROR;
    Status st = entry_of(h, v, n, &index);
    if (v != buf) cx_free(h->cx, (void *)v, (size_t)n * 2);
    if (st) return ST_ERROR;
    InternEntry *e = &h->intern.v[index];
    if (!e->cur) {
        if (set_cur(h, index, s)) return ST_ERROR;
        heap_share(h, s); /* the table hands it to every thread */
        e = &h->intern.v[index];
    }
    *out = e->cur;
    return ST_OK;
}

u64 heap_label_seed(Heap *h, Ref r) {
    u64 seed;
    ClassInfo *of = mirror_class(h, r);
    if (of) return mix64(of->key, 0x4D6972);
    if ((u64)r * GRANULE < h->boot_top) return mix64(r, 0x426F6F);
    if (map_get(&h->in->seeds, r, &seed)) return seed;
    return mix64(r, 0x426F6F); /* an immortal made before the boot image was sealed */
}

Status intern_pack(Heap *h, Pack *p) {
    u32 n = 0, index;
    for (u32 i = 0; i < h->intern.n; i++) n += h->intern.v[i].literal != 0;
    n = pack_u32(p, n);
    if (!p->reading) {
        for (u32 i = 0; i < h->intern.n; i++) {
            InternEntry *e = &h->intern.v[i];
            if (!e->literal) continue;
            pack_it(p, e->len);
            pack_bytes(p, (void *)(uintptr_t)e->text, (size_t)e->len * 2);
        }
        return ST_OK;
    }
    VEC(u16) text = {0};
    Status st = ST_OK;
    for (u32 i = 0; i < n && st == ST_OK && !p->failed; i++) {
        text.n = 0;
        pack_vec(p, &text);
        if (!p->failed) st = entry_of(h, text.v, text.n, &index);
        if (!p->failed && st == ST_OK) st = make_literal(h, index);
    }
    vec_free(h->cx, &text);
    return st;
}
