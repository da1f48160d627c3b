/* threadset.c -- sets of threads by id, as one word (threadset.h). */
#include "base/threadset.h"
#include "base/hash.h"

/* Words of all sets together: 64 MB. */
#define MOST (8u << 20)

void ts_init(ThreadSets *t, Ctx *cx) {
    *t = (ThreadSets){.cx = cx};
    map_init(&t->at, cx);
}

void ts_free(ThreadSets *t) {
    map_free(&t->at);
    vec_free(t->cx, &t->words);
    vec_free(t->cx, &t->made);
}

const u64 *ts_words(const ThreadSets *t, const ThreadSet *s, u32 *n) {
    if (!(*s & TS_WIDE)) {
        *n = 1;
        return s;
    }
    const u64 *w = t->words.v + (*s & ~TS_WIDE);
    *n = (u32)w[0];
    return w + 1;
}

void ts_begin(ThreadSets *t) {
    t->made.n = 0;
    t->all = false;
}

bool ts_add(ThreadSets *t, u32 id) {
    while (t->made.n <= id >> 6)
        if (vec_push(t->cx, &t->made, 0) != ST_OK) return t->all = true;
    u64 *w = &t->made.v[id >> 6], b = 1ull << (id & 63);
    bool fresh = !(*w & b);
    *w |= b;
    return fresh;
}

void ts_add_words(ThreadSets *t, const u64 *w, u32 n) {
    for (u32 i = 0; i < n; i++) {
        if (t->made.n <= i && vec_push(t->cx, &t->made, 0) != ST_OK) {
            t->all = true;
            return;
        }
        t->made.v[i] |= w[i];
    }
}

void ts_add_all(ThreadSets *t, ThreadSet s) {
    if (s == REACH_ALL) {
        t->all = true;
        return;
    }
    u32 n;
    const u64 *w = ts_words(t, &s, &n);
    ts_add_words(t, w, n);
}

/* The place of the set that was made, which is wide. */
static ThreadSet place_of(ThreadSets *t) {
    u32 n = t->made.n;
    u64 hash = hash_bytes(t->made.v, (size_t)n * 8, 0x54534554), at;
    for (; map_get(&t->at, hash, &at); hash = mix64(hash, 1)) {
        const u64 *w = t->words.v + at;
        if (w[0] == n && mem_cmp(w + 1, t->made.v, (size_t)n * 8) == 0) return TS_WIDE | at;
    }
    at = t->words.n;
    if (t->narrow || at + n >= MOST || vec_reserve(t->cx, &t->words, n + 1) != ST_OK ||
        map_put(&t->at, hash, at) != ST_OK)
        return REACH_ALL;
    t->words.v[at] = n;
    mem_copy(t->words.v + at + 1, t->made.v, (size_t)n * 8);
    t->words.n += n + 1;
    return TS_WIDE | at;
}

ThreadSet ts_made(ThreadSets *t) {
    if (t->all) return REACH_ALL;
    while (t->made.n && !t->made.v[t->made.n - 1]) t->made.n--;
    if (!t->made.n) return 0;
    if (t->made.n == 1 && !(t->made.v[0] & TS_WIDE)) return t->made.v[0];
    return place_of(t);
}

bool ts_has_wide(const ThreadSets *t, ThreadSet s, u32 id) {
    u32 n;
    const u64 *w = ts_words(t, &s, &n);
    return id >> 6 < n && (w[id >> 6] >> (id & 63) & 1);
}

ThreadSet ts_one(ThreadSets *t, u32 id) {
    if (id < 63) return 1ull << id;
    ts_begin(t);
    ts_add(t, id);
    return ts_made(t);
}

ThreadSet ts_with_wide(ThreadSets *t, ThreadSet a, ThreadSet b) {
    if (a == b) return a;
    ts_begin(t);
    ts_add_all(t, a);
    ts_add_all(t, b);
    return ts_made(t);
}

ThreadSet ts_part_wide(ThreadSets *t, ThreadSet a, ThreadSet b, bool in) {
    if (b == REACH_ALL) return in ? a : 0;
    if (a == REACH_ALL) return in ? b : a;
    ts_begin(t);
    ts_add_all(t, a);
    u32 n;
    const u64 *w = ts_words(t, &b, &n);
    for (u32 i = 0; i < t->made.n; i++) {
        u64 other = i < n ? w[i] : 0;
        t->made.v[i] &= in ? other : ~other;
    }
    return ts_made(t);
}

bool ts_within_wide(const ThreadSets *t, ThreadSet a, ThreadSet b) {
    if (a == b || b == REACH_ALL) return true;
    if (a == REACH_ALL) return false;
    u32 n, k;
    const u64 *v = ts_words(t, &a, &n), *w = ts_words(t, &b, &k);
    for (u32 i = 0; i < n; i++)
        if (v[i] & ~(i < k ? w[i] : 0)) return false;
    return true;
}

bool ts_meets_wide(const ThreadSets *t, ThreadSet a, ThreadSet b) {
    if (a == REACH_ALL || b == REACH_ALL) return a && b;
    u32 n, k;
    const u64 *v = ts_words(t, &a, &n), *w = ts_words(t, &b, &k);
    for (u32 i = 0; i < n && i < k; i++)
        if (v[i] & w[i]) return true;
    return false;
}

u32 ts_count(const ThreadSets *t, ThreadSet s) {
    if (s == REACH_ALL) return UINT32_MAX;
    u32 n, k = 0;
    const u64 *w = ts_words(t, &s, &n);
    for (u32 i = 0; i < n; i++) k += (u32)__builtin_popcountll(w[i]);
    return k;
}

u32 ts_next(const ThreadSets *t, ThreadSet s, u32 id) {
    u32 n;
    const u64 *w = ts_words(t, &s, &n);
    for (u32 i = id >> 6; i < n; i++) {
        u64 left = i == id >> 6 ? w[i] >> (id & 63) << (id & 63) : w[i];
        if (left) return i * 64 + (u32)__builtin_ctzll(left);
    }
    return UINT32_MAX;
}
