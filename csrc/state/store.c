/* store.c -- pairs and records, each kept once, and tries of them. Layer 10. */
#include "state/store.h"
#include "state/set_int.h"

enum { LINE_ROOM = 64, LINES0 = 64, LARGE = 1 << 12, PAIRS0 = 512, LARGE_PAIRS = 1 << 16, GROUP = 32 };

/* --- numbers by hashes --- */

static size_t room_of(u64 lines) { return (lines + 1) * LINE_ROOM; }

static Status index_init(Ctx *cx, IdIndex *x, u64 lines) {
    x->room = cx_alloc(cx, room_of(lines));
    if (!x->room) return ST_ERROR;
    x->lines = (IdLine *)(((uintptr_t)x->room + LINE_ROOM - 1) & ~(uintptr_t)(LINE_ROOM - 1));
    x->n_lines = lines;
    x->n = 0;
    return ST_OK;
}

static void index_free(Ctx *cx, IdIndex *x) {
    cx_free(cx, x->room, x->room ? room_of(x->n_lines) : 0);
    *x = (IdIndex){0};
}

/* A walk over those whose hashes may be this one; it ends at a free place, where the hash belongs. */
typedef struct Walk {
    u64 line;
    u32 at;
    u8 tag;
} Walk;

static inline Walk walk_begin(const Store *st, const IdIndex *x, u64 h) {
    if (JPF_UNLIKELY(st->test_bits)) h = cut_hash(h, st->test_bits, x->n_lines);
    return (Walk){(u64)((unsigned __int128)h * x->n_lines >> 64), 0, (u8)h};
}

static inline u32 walk_next(const IdIndex *x, Walk *w) {
    for (;; w->line = w->line + 1 < x->n_lines ? w->line + 1 : 0, w->at = 0) {
        const IdLine *l = &x->lines[w->line];
        for (u32 j = w->at; j < ID_LINE; j++) {
            w->at = j;
            if (!l->ids[j]) return 0;
            if (l->tags[j] != w->tag) continue;
            w->at = j + 1;
            return l->ids[j];
        }
    }
}

static inline void index_put(IdIndex *x, const Walk *w, u32 id) {
    x->lines[w->line].ids[w->at] = id;
    x->lines[w->line].tags[w->at] = w->tag;
    x->n++;
}

static bool index_full(const IdIndex *x) { return x->n >= x->n_lines * ID_LINE / 10 * 9; }

typedef u64 HashOf(const void *of, u32 id);

/* Each line is a cache miss in a large index: they are asked for ahead. */
static void index_fill(const Store *st, IdIndex *x, u32 n, HashOf *hash, const void *of) {
    enum { AHEAD = 16 };
    u64 next[AHEAD] = {0};
    for (u32 i = 1; i < n + AHEAD; i++) {
        u64 h = next[i % AHEAD];
        if (i < n) {
            next[i % AHEAD] = hash(of, i);
            __builtin_prefetch(&x->lines[walk_begin(st, x, next[i % AHEAD]).line], 1);
        }
        if (i <= AHEAD) continue;
        Walk w = walk_begin(st, x, h);
        while (walk_next(x, &w)) {}
        index_put(x, &w, i - AHEAD);
    }
}

static Status index_grow(const Store *st, IdIndex *x, u32 n, HashOf *hash, const void *of) {
    IdIndex more = {0};
    if (index_init(st->cx, &more, x->n_lines + (x->n_lines < LARGE ? x->n_lines : x->n_lines / 4)) != ST_OK)
        return ST_ERROR;
    index_fill(st, &more, n, hash, of);
    index_free(st->cx, x);
    *x = more;
    return ST_OK;
}

/* --- pairs --- */

static inline u64 pair_hash(Pair p) {
    return mix_fold(((u64)p.a << 32 | p.b) ^ 0x9E3779B97F4A7C15ull, 0xD6E8FEB86659FD93ull) * 0x9E3779B97F4A7C15ull;
}
static u64 hash_of_pair(const void *t, u32 id) { return pair_hash(((const PairTable *)t)->v[id]); }

Status pairs_init(Ctx *cx, PairTable *t) {
    t->v = cx_alloc(cx, PAIRS0 * sizeof *t->v);
    t->cap = t->v ? PAIRS0 : 0;
    t->n = 1;
    return t->v ? index_init(cx, &t->of, LINES0) : ST_ERROR;
}

void pairs_free(Ctx *cx, PairTable *t) {
    cx_free(cx, t->v, (size_t)t->cap * sizeof *t->v);
    index_free(cx, &t->of);
    t->v = NULL;
    t->n = t->cap = 0;
}

u64 pairs_bytes(const PairTable *t) { return (u64)t->cap * sizeof(Pair) + t->of.n_lines * sizeof(IdLine); }

static Status pairs_room(const Store *st, PairTable *t, u64 cap) {
    if (cap > STORE_LEAF) return cx_fail(st->cx, ERR_NOMEM, "exact state set: more than 2^31 nodes");
    Pair *v = cx_realloc(st->cx, t->v, (size_t)t->cap * sizeof *v, (size_t)cap * sizeof *v);
    if (!v) return ST_ERROR;
    t->v = v;
    t->cap = (u32)cap;
    return ST_OK;
}

Status pairs_id(const Store *st, PairTable *t, Pair p, bool make, u32 *id, bool *is_new) {
    u64 h = pair_hash(p);
    Walk w = walk_begin(st, &t->of, h);
    *is_new = false;
    while ((*id = walk_next(&t->of, &w)) != 0)
        if (t->v[*id].a == p.a && t->v[*id].b == p.b) return ST_OK;
    if (!make) return ST_OK;
    if (t->n == t->cap && pairs_room(st, t, t->cap + (u64)(t->cap < LARGE_PAIRS ? t->cap : t->cap / 8)) != ST_OK)
        return ST_ERROR;
    if (index_full(&t->of)) {
        if (index_grow(st, &t->of, t->n, hash_of_pair, t) != ST_OK) return ST_ERROR;
        w = walk_begin(st, &t->of, h);
        while (walk_next(&t->of, &w)) {}
    }
    *is_new = true;
    *id = t->n;
    t->v[t->n++] = p;
    index_put(&t->of, &w, *id);
    return ST_OK;
}

u32 store_pair(Store *st, u32 a, u32 b) {
    u32 id;
    bool fresh;
    return pairs_id(st, &st->nodes, (Pair){a, b}, true, &id, &fresh) == ST_OK ? id : STORE_NONE;
}

static Status index_again(const Store *st, IdIndex *x, u32 n, HashOf *hash, const void *of) {
    u64 lines = n / 10 + LINES0;
    index_free(st->cx, x);
    if (index_init(st->cx, x, lines) != ST_OK) return ST_ERROR;
    index_fill(st, x, n, hash, of);
    return ST_OK;
}

Status pairs_pack(const Store *st, PairTable *t, Pack *p) {
    u32 n = pack_u32(p, t->n);
    if (p->failed) return ST_OK;
    if (p->reading && t->cap < n && pairs_room(st, t, n) != ST_OK) return ST_ERROR;
    t->n = n;
    pack_bytes(p, t->v, (size_t)n * sizeof *t->v);
    return p->reading && !p->failed ? index_again(st, &t->of, n, hash_of_pair, t) : ST_OK;
}

/* --- records --- */

static u64 hash_of_record(const void *s, u32 id) {
    const Store *st = s;
    return hash_bytes(st->words + st->at[id], (size_t)(st->at[id + 1] - st->at[id]) * 4, 0);
}

static Status words_room(Store *st, u64 more) {
    if (st->n_words + more <= st->cap_words) return ST_OK;
    u64 cap = st->cap_words + (st->cap_words < LARGE_PAIRS ? st->cap_words : st->cap_words / 8) + more;
    if (st->n_words + more >= UINT32_MAX)
        return cx_fail(st->cx, ERR_NOMEM, "exact state set: more than 2^32 words of records");
    u32 *w = cx_realloc(st->cx, st->words, st->cap_words * 4, cap * 4);
    if (!w) return ST_ERROR;
    st->words = w;
    st->cap_words = cap;
    return ST_OK;
}

static Status records_room(Store *st, u64 cap) {
    if (cap > STORE_LEAF - 2) return cx_fail(st->cx, ERR_NOMEM, "exact state set: more than 2^31 records");
    u32 *at = cx_realloc(st->cx, st->at, (size_t)st->cap * 4, (size_t)cap * 4);
    if (!at) return ST_ERROR;
    st->at = at;
    st->cap = (u32)cap;
    return ST_OK;
}

/* The number of st->coded. */
static u32 unique(Store *st) {
    const u32 *w = st->coded.v;
    u32 n = st->coded.n, id;
    u64 h = hash_bytes(w, (size_t)n * 4, 0);
    Walk k = walk_begin(st, &st->of, h);
    while ((id = walk_next(&st->of, &k)) != 0)
        if (st->at[id + 1] - st->at[id] == n && mem_cmp(st->words + st->at[id], w, (size_t)n * 4) == 0)
            return id | STORE_LEAF;
    if (words_room(st, n) != ST_OK) return STORE_NONE;
    if (st->n + 2 > st->cap &&
        records_room(st, st->cap + (u64)(st->cap < LARGE_PAIRS ? st->cap : st->cap / 8)) != ST_OK)
        return STORE_NONE;
    if (index_full(&st->of)) {
        if (index_grow(st, &st->of, st->n, hash_of_record, st) != ST_OK) return STORE_NONE;
        k = walk_begin(st, &st->of, h);
        while (walk_next(&st->of, &k)) {}
    }
    id = st->n++;
    mem_copy(st->words + st->n_words, w, (size_t)n * 4);
    st->n_words += n;
    st->at[st->n] = (u32)st->n_words;
    index_put(&st->of, &k, id);
    return id | STORE_LEAF;
}

/* Groups of words: a bit for each that is not 0, then these. */
static void code(u32 **to, const u32 *w, u32 n) {
    for (u32 i = 0; i < n; i += GROUP) {
        u32 *mask = (*to)++;
        *mask = 0;
        for (u32 j = 0; j < GROUP && i + j < n; j++) {
            if (!w[i + j]) continue;
            *mask |= 1u << j;
            *(*to)++ = w[i + j];
        }
    }
}

static void decode(const u32 *from, u32 *w, u32 n) {
    for (u32 i = 0; i < n; i += GROUP) {
        u32 mask = *from++;
        for (u32 j = 0; j < GROUP && i + j < n; j++) w[i + j] = mask >> j & 1 ? *from++ : 0;
    }
}

#define LOOSE 0x80000000u
enum { HEAD = 3 }; /* the name and the number of words */

u32 store_record(Store *st, u64 name, const u32 *w, u32 n, bool loose) {
    st->coded.n = 0;
    if (vec_reserve(st->cx, &st->coded, HEAD + n + n / GROUP + 1) != ST_OK) return STORE_NONE;
    u32 *to = st->coded.v;
    *to++ = (u32)name;
    *to++ = (u32)(name >> 32);
    *to++ = n | (loose ? LOOSE : 0);
    code(&to, w, n);
    st->coded.n = (u32)(to - st->coded.v);
    return unique(st);
}

u32 store_chunk(Store *st, const u32 w[CHUNK_WORDS]) {
    bool any = false;
    for (u32 i = 0; i < CHUNK_WORDS; i++) any |= w[i] != 0;
    if (!any) return 0;
    st->coded.n = 0;
    if (vec_reserve(st->cx, &st->coded, CHUNK_WORDS + 1) != ST_OK) return STORE_NONE;
    u32 *to = st->coded.v;
    code(&to, w, CHUNK_WORDS);
    st->coded.n = (u32)(to - st->coded.v);
    return unique(st);
}

static const u32 *coded(const Store *st, u32 leaf) { return st->words + st->at[leaf & ~STORE_LEAF]; }

u64 store_name(const Store *st, u32 leaf) {
    const u32 *w = coded(st, leaf);
    return (u64)w[1] << 32 | w[0];
}

bool store_loose(const Store *st, u32 leaf) { return coded(st, leaf)[HEAD - 1] & LOOSE; }

void store_chunk_words(const Store *st, u32 leaf, u32 w[CHUNK_WORDS]) {
    if (leaf) decode(coded(st, leaf), w, CHUNK_WORDS);
    else memset(w, 0, CHUNK_WORDS * 4);
}

Status store_words(const Store *st, u32 leaf, Ctx *cx, u32 **v, u32 *n, u32 *cap) {
    const u32 *w = coded(st, leaf);
    u32 many = w[HEAD - 1] & ~LOOSE;
    if (*cap - *n < many && vec_grow_(cx, (void **)v, cap, *n + many, sizeof **v) != ST_OK) return ST_ERROR;
    decode(w + HEAD, *v + *n, many);
    *n += many;
    return ST_OK;
}

/* --- sides --- */

u32 store_side(Store *st, u64 name, u32 hint) {
    u64 side;
    if (map_get(&st->side_of, name, &side)) return (u32)side;
    return map_put(&st->side_of, name, hint) == ST_OK ? hint : STORE_NONE;
}

/* --- tries --- */

/* Another number for each name, with all of its bits alike (the finalizer of MurmurHash3). */
u64 store_place(u64 name) {
    name = (name ^ name >> 33) * 0xFF51AFD7ED558CCDull;
    name = (name ^ name >> 33) * 0xC4CEB9FE1A85EC53ull;
    return name ^ name >> 33;
}

static inline bool bit_of(u64 place, u32 depth) { return place >> (63 - depth) & 1; }

static u32 same_name(const Store *st) {
    cx_fail(st->cx, ERR_INTERNAL, "exact state set: two parts of one state have the same name of 64 bits");
    return STORE_NONE;
}

static u32 join(Store *st, u32 a, u32 b) {
    if (!a && (!b || b & STORE_LEAF)) return b;
    if (!b && a & STORE_LEAF) return a;
    return store_pair(st, a, b);
}

/* The record of trie t alone, if one of the changes takes its name away. */
static u32 taken_away(const Store *st, u32 t, u64 place, const Change *c, u32 n) {
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (c[mid].place < place) lo = mid + 1;
        else hi = mid;
    }
    if (lo == n || c[lo].place != place) return t;
    return c[lo].removes ? 0 : same_name(st);
}

static u32 put(Store *st, u32 t, u32 depth, const Change *c, u32 n) {
    if (!n) return t;
    Pair p = {0, 0};
    if (t & STORE_LEAF) {
        u64 place = store_place(store_name(st, t));
        t = taken_away(st, t, place, c, n);
        if (t == STORE_NONE) return t;
        if (t) p = bit_of(place, depth) ? (Pair){0, t} : (Pair){t, 0};
    } else if (t) p = st->nodes.v[t];
    if (!t && n == 1) return c->record;
    u32 k = 0;
    while (k < n && !bit_of(c[k].place, depth)) k++;
    u32 a = put(st, p.a, depth + 1, c, k);
    u32 b = a == STORE_NONE ? a : put(st, p.b, depth + 1, c + k, n - k);
    if (b == STORE_NONE) return b;
    if (t && !(t & STORE_LEAF) && a == p.a && b == p.b) return t;
    return join(st, a, b);
}

static int by_place(const void *x, const void *y) {
    const Change *a = x, *b = y;
    if (a->trie != b->trie) return a->trie < b->trie ? -1 : 1;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    return (a->source > b->source) - (a->source < b->source);
}

/* Few, as a rule. */
static bool sorted(Store *st, Change *c, u32 n) {
    enum { FEW = 24 };
    if (n > FEW) return cx_sort(st->cx, c, n, sizeof *c, by_place);
    for (u32 i = 1; i < n; i++) {
        Change x = c[i];
        u32 j = i;
        for (; j && by_place(&x, &c[j - 1]) < 0; j--) c[j] = c[j - 1];
        c[j] = x;
    }
    return true;
}

/* One change for each name. */
static u32 merged(Store *st, Change *c, u32 n) {
    u32 k = 0;
    for (u32 i = 0; i < n; i++) {
        Change *last = k ? &c[k - 1] : NULL;
        if (!last || last->place != c[i].place || last->trie != c[i].trie) {
            c[k++] = c[i];
            continue;
        }
        if (last->record && c[i].record && last->source != c[i].source) return same_name(st);
        last->removes |= c[i].removes;
        if (!c[i].record) continue;
        last->record = c[i].record;
        last->source = c[i].source;
    }
    return k;
}

Status store_change(Store *st, u32 roots[TRIES], Change *c, u32 n) {
    if (!sorted(st, c, n) || (n = merged(st, c, n)) == STORE_NONE) return ST_ERROR;
    for (u32 i = 0, from = 0, to = 0; i < TRIES; i++, from = to) {
        while (to < n && c[to].trie == i) to++;
        u32 t = put(st, roots[i], 0, c + from, to - from);
        if (t == STORE_NONE) return ST_ERROR;
        roots[i] = t;
    }
    return ST_OK;
}

u32 store_find(const Store *st, u32 t, u64 name) {
    u64 place = store_place(name);
    for (u32 depth = 0; t && !(t & STORE_LEAF); depth++) t = bit_of(place, depth) ? st->nodes.v[t].b : st->nodes.v[t].a;
    return t && store_name(st, t) == name ? t : 0;
}

Status store_each(const Store *st, u32 t, Status (*fn)(void *arg, u32 leaf), void *arg) {
    if (!t) return ST_OK;
    if (t & STORE_LEAF) return fn(arg, t);
    Pair p = st->nodes.v[t];
    return store_each(st, p.a, fn, arg) == ST_OK ? store_each(st, p.b, fn, arg) : ST_ERROR;
}

/* --- sequences --- */

/* Does a group of elements end here? What they are decides, not where they stand, so that all groups but those around
 * it stay where an element comes or goes. One has two elements at least, so that there are fewer groups. */
static bool group_ends(u32 last, u32 n) {
    enum { MOST = 8 };
    return n > 1 && (n == MOST || mix64(last, 0x666F6C64) & 1);
}

u32 store_fold(Store *st, u32 *v, u32 n) {
    while (n > 1) {
        u32 k = 0, in = 0;
        for (u32 i = 0; i < n; i++) {
            u32 last = v[i];
            v[k] = in++ ? store_pair(st, v[k], last) : last;
            if (v[k] == STORE_NONE) return STORE_NONE;
            if (!group_ends(last, in) && i + 1 < n) continue;
            k++;
            in = 0;
        }
        n = k;
    }
    return n ? v[0] : 0;
}

/* --- all of it --- */

Status store_init(Store *st, Ctx *cx) {
    *st = (Store){.cx = cx, .n = 1};
    map_init(&st->side_of, cx);
    if (pairs_init(cx, &st->nodes) != ST_OK || index_init(cx, &st->of, LINES0) != ST_OK ||
        records_room(st, PAIRS0) != ST_OK || words_room(st, PAIRS0) != ST_OK)
        return ST_ERROR;
    st->at[0] = st->at[1] = 0;
    return ST_OK;
}

void store_free(Store *st) {
    if (!st->cx) return;
    pairs_free(st->cx, &st->nodes);
    index_free(st->cx, &st->of);
    cx_free(st->cx, st->words, st->cap_words * 4);
    cx_free(st->cx, st->at, (size_t)st->cap * 4);
    map_free(&st->side_of);
    vec_free(st->cx, &st->coded);
    *st = (Store){0};
}

u64 store_bytes(const Store *st) {
    return pairs_bytes(&st->nodes) + st->cap_words * 4 + (u64)st->cap * 4 + st->of.n_lines * sizeof(IdLine) +
           (u64)st->side_of.cap * 17;
}

Status store_pack(Store *st, Pack *p) {
    u32 n = pack_u32(p, st->n);
    u64 words = pack_u64(p, st->n_words);
    if (p->failed) return ST_OK;
    if (p->reading) {
        st->gen = 0; /* roots that were found before are of other numbers */
        st->n_words = 0;
        if ((st->cap < n + 1 && records_room(st, n + 1) != ST_OK) || words_room(st, words) != ST_OK) return ST_ERROR;
    }
    st->n = n;
    st->n_words = words;
    pack_bytes(p, st->at, (size_t)(n + 1) * 4);
    pack_bytes(p, st->words, words * 4);
    pack_map(p, &st->side_of);
    if (p->reading && !p->failed && index_again(st, &st->of, n, hash_of_record, st) != ST_OK) return ST_ERROR;
    return pairs_pack(st, &st->nodes, p);
}
