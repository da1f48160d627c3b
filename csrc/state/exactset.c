/* exactset.c -- states stored without loss as trees of shared pairs. Layer 10.
 *
 * A vector of n words is folded pair by pair until one number is left; which numbers are words and
 * which are ids of pairs follows from n alone, so (n, root) names the vector exactly. A state is the
 * vector of its records' names (see canon.c), each a pair (length, root): what two states have in
 * common is stored once. (Laarman, van de Pol and Weber, SPIN 2011; Filliatre and Conchon, 2006.) */
#include "state/set_int.h"

#define PAIRS0 1024u

static void pairs_free(Ctx *cx, PairTable *t) {
    cx_free(cx, t->v, (size_t)t->cap * sizeof *t->v);
    cx_free(cx, t->slot, (size_t)t->slots * sizeof *t->slot);
    memset(t, 0, sizeof *t);
}

static Status pairs_init(Ctx *cx, PairTable *t) {
    t->v = cx_alloc(cx, PAIRS0 * sizeof *t->v);
    t->cap = t->v ? PAIRS0 : 0;
    t->slot = t->v ? cx_alloc(cx, 2 * PAIRS0 * sizeof *t->slot) : NULL;
    t->slots = t->slot ? 2 * PAIRS0 : 0;
    t->n = 1;
    return t->slot ? ST_OK : ST_ERROR;
}

static inline u32 pair_place(const StateSet *s, Pair p, u32 mask) {
    u64 h = mix_fold(((u64)p.a << 32 | p.b) ^ 0x9E3779B97F4A7C15ull, 0xD6E8FEB86659FD93ull);
    return (u32)(JPF_UNLIKELY(s->test_bits) ? cut_place(h, s->test_bits, mask) : h & mask);
}

static Status pairs_grow(StateSet *s, PairTable *t) {
    if (t->cap >= 1u << 31) return cx_fail(s->cx, ERR_NOMEM, "exact state set: more than 2^31 nodes");
    Pair *v = cx_realloc(s->cx, t->v, (size_t)t->cap * sizeof *v, (size_t)t->cap * 2 * sizeof *v);
    if (!v) return ST_ERROR;
    t->v = v;
    t->cap *= 2;
    u64 n = (u64)t->cap * 2;
    if (n > 1u << 31) n = 1u << 31;
    if (n == t->slots) return ST_OK;
    u32 *slot = cx_alloc(s->cx, n * sizeof *slot), mask = (u32)n - 1;
    if (!slot) return ST_ERROR;
    for (u32 i = 1; i < t->n; i++) {
        u32 j = pair_place(s, t->v[i], mask);
        while (slot[j]) j = (j + 1) & mask;
        slot[j] = i;
    }
    cx_free(s->cx, t->slot, (size_t)t->slots * sizeof *slot);
    t->slot = slot;
    t->slots = (u32)n;
    return ST_OK;
}

static Status pair_id(StateSet *s, PairTable *t, Pair p, u32 *id, bool *is_new) {
    if (t->n == t->cap && pairs_grow(s, t) != ST_OK) return ST_ERROR;
    u32 mask = t->slots - 1, i = pair_place(s, p, mask), x;
    *is_new = false;
    for (; (x = t->slot[i]) != 0; i = (i + 1) & mask)
        if (t->v[x].a == p.a && t->v[x].b == p.b) {
            *id = x;
            return ST_OK;
        }
    *is_new = true;
    *id = t->slot[i] = t->n;
    t->v[t->n++] = p;
    return ST_OK;
}

/* Root of v[0..n), which is overwritten. */
static Status fold(StateSet *s, u32 *v, u32 n, u32 *root) {
    bool fresh;
    *root = 0;
    if (!n) return ST_OK;
    for (; n > 1; n = (n + 1) / 2) {
        for (u32 i = 0; i + 1 < n; i += 2)
            if (pair_id(s, &s->nodes, (Pair){v[i], v[i + 1]}, &v[i / 2], &fresh) != ST_OK) return ST_ERROR;
        if (n & 1) v[n / 2] = v[n - 1];
    }
    *root = v[0];
    return ST_OK;
}

Status exact_init(StateSet *s) {
    return pairs_init(s->cx, &s->nodes) || pairs_init(s->cx, &s->states) ? ST_ERROR : ST_OK;
}

void exact_free(StateSet *s) {
    pairs_free(s->cx, &s->nodes);
    pairs_free(s->cx, &s->states);
    vec_free(s->cx, &s->words);
    vec_free(s->cx, &s->ends);
    vec_free(s->cx, &s->level);
}

Status exact_add(StateSet *s, StateEngine *se, H128 extra, bool *is_new, u32 *id) {
    if (state_canon(se, &s->words, &s->ends) != ST_OK || vec_reserve(s->cx, &s->words, 4) != ST_OK ||
        vec_push(s->cx, &s->ends, s->words.n + 4) != ST_OK)
        return ST_ERROR;
    memcpy(s->words.v + s->words.n, &extra, 16);
    s->words.n += 4;
    s->level.n = 0;
    if (vec_reserve(s->cx, &s->level, s->ends.n) != ST_OK) return ST_ERROR;
    u32 at = 0, root;
    bool fresh;
    for (u32 i = 0; i < s->ends.n; i++) {
        u32 n = s->ends.v[i] - at;
        if (fold(s, s->words.v + at, n, &root) != ST_OK ||
            pair_id(s, &s->nodes, (Pair){n, root}, &s->level.v[s->level.n], &fresh) != ST_OK)
            return ST_ERROR;
        s->level.n++;
        at = s->ends.v[i];
    }
    u32 state;
    if (fold(s, s->level.v, s->level.n, &root) != ST_OK ||
        pair_id(s, &s->states, (Pair){s->ends.n, root}, &state, is_new) != ST_OK)
        return ST_ERROR;
    *id = state - 1;
    return ST_OK;
}

u64 exact_bytes(const StateSet *s) {
    return (u64)(s->nodes.cap + s->states.cap) * sizeof(Pair) + (u64)(s->nodes.slots + s->states.slots) * 4;
}

static Status pairs_pack(StateSet *s, PairTable *t, Pack *p) {
    u32 n = pack_u32(p, t->n);
    while (p->reading && !p->failed && t->cap < n)
        if (pairs_grow(s, t) != ST_OK) return ST_ERROR;
    if (p->failed) return ST_OK;
    t->n = n;
    pack_bytes(p, t->v, (size_t)n * sizeof *t->v);
    for (u32 i = 1; p->reading && i < n; i++) {
        u32 mask = t->slots - 1, j = pair_place(s, t->v[i], mask);
        while (t->slot[j]) j = (j + 1) & mask;
        t->slot[j] = i;
    }
    return ST_OK;
}

Status exact_pack(StateSet *s, Pack *p) {
    return pairs_pack(s, &s->nodes, p) == ST_OK ? pairs_pack(s, &s->states, p) : ST_ERROR;
}

/* --- reading back --- */

/* Vector v[0..n) with v[0] its root: undo the foldings, from the shortest length to n. */
static Status unfold(StateSet *s, u32 *v, u32 n) {
    u32 len[33], k = 0;
    for (u32 x = n; x > 1; x = (x + 1) / 2) len[k++] = x;
    while (k-- > 0) {
        u32 m = len[k];
        if (m & 1) v[m - 1] = v[m / 2];
        for (u32 i = m / 2; i-- > 0;) {
            u32 x = v[i];
            if (!x || x >= s->nodes.n) return cx_fail(s->cx, ERR_INTERNAL, "exact state set: bad node");
            v[2 * i + 1] = s->nodes.v[x].b;
            v[2 * i] = s->nodes.v[x].a;
        }
    }
    return ST_OK;
}

Status stateset_words(StateSet *s, u32 id, WordVec *out) {
    out->n = 0;
    if (s->kind != SET_EXACT || id + 1 >= s->states.n)
        return cx_fail(s->cx, ERR_INTERNAL, "exact state set: no such state");
    Pair top = s->states.v[id + 1];
    s->level.n = 0;
    if (vec_reserve(s->cx, &s->level, top.a) != ST_OK) return ST_ERROR;
    s->level.v[0] = top.b;
    if (unfold(s, s->level.v, top.a) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < top.a; i++) {
        u32 x = s->level.v[i];
        if (!x || x >= s->nodes.n) return cx_fail(s->cx, ERR_INTERNAL, "exact state set: bad record");
        Pair p = s->nodes.v[x];
        if (vec_reserve(s->cx, out, p.a) != ST_OK) return ST_ERROR;
        if (!p.a) continue;
        out->v[out->n] = p.b;
        if (unfold(s, out->v + out->n, p.a) != ST_OK) return ST_ERROR;
        out->n += p.a;
    }
    return ST_OK;
}
