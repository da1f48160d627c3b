/* keyset.c -- 128-bit keys of states seen, open addressing. */
#include "bp/bp.h"

static Status grow(Ctx *cx, BpKeys *s) {
    u32 cap = s->cap ? s->cap * 2 : 1024;
    if (cap < s->cap) return cx_fail(cx, ERR_NOMEM, "out of memory (too many states)");
    BpKeys t = {.v = cx_alloc(cx, (size_t)cap * sizeof *t.v), .n = s->n, .cap = cap};
    if (!t.v) return ST_ERROR;
    for (u32 i = 0; i < s->cap; i++) {
        if (!s->v[i].used) continue;
        u32 at = (u32)s->v[i].key.lo & (cap - 1);
        while (t.v[at].used) at = (at + 1) & (cap - 1);
        t.v[at] = s->v[i];
    }
    cx_free(cx, s->v, (size_t)s->cap * sizeof *s->v);
    *s = t;
    return ST_OK;
}

Status bpkeys_add(Ctx *cx, BpKeys *s, H128 key, u32 id, u32 *found, bool *is_new) {
    if ((s->n + 1) * 4ull > s->cap * 3ull && grow(cx, s) != ST_OK) return ST_ERROR;
    u32 at = (u32)key.lo & (s->cap - 1);
    for (; s->v[at].used; at = (at + 1) & (s->cap - 1))
        if (h128_eq(s->v[at].key, key)) {
            *found = s->v[at].id;
            *is_new = false;
            return ST_OK;
        }
    s->v[at].key = key;
    s->v[at].id = id;
    s->v[at].used = 1;
    s->n++;
    *found = id;
    *is_new = true;
    return ST_OK;
}

u32 bpkeys_find(const BpKeys *s, H128 key) {
    if (!s->n) return BP_NONE;
    for (u32 at = (u32)key.lo & (s->cap - 1); s->v[at].used; at = (at + 1) & (s->cap - 1))
        if (h128_eq(s->v[at].key, key)) return s->v[at].id;
    return BP_NONE;
}

void bpkeys_free(Ctx *cx, BpKeys *s) {
    cx_free(cx, s->v, (size_t)s->cap * sizeof *s->v);
    memset(s, 0, sizeof *s);
}

void bpkeys_pack(Ctx *cx, BpKeys *s, Pack *p) {
    u32 n = pack_u32(p, s->n), found;
    bool is_new;
    for (u32 i = 0; !p->reading && i < s->cap; i++) {
        if (!s->v[i].used) continue;
        pack_it(p, s->v[i].key);
        pack_it(p, s->v[i].id);
    }
    for (u32 i = 0; p->reading && i < n && !p->failed; i++) {
        H128 key = {0};
        u32 id = 0;
        pack_it(p, key);
        pack_it(p, id);
        if (bpkeys_add(cx, s, key, id, &found, &is_new) != ST_OK) p->failed = true;
    }
}
