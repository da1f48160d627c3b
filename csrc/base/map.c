/* map.c -- u64 to u64. Linear probing, at most 3/4 full; deletion shifts back, so that no
 * tombstones slow down later lookups. */
#include "base/arena.h"
#include "base/hash.h"

enum { MAP_CAP0 = 16 };

void map_init(Map *m, Ctx *cx) {
    memset(m, 0, sizeof *m);
    m->cx = cx;
}

void map_free(Map *m) {
    if (!m->cx) return;
    cx_free(m->cx, m->kv, (size_t)m->cap * 16);
    cx_free(m->cx, m->used, m->cap);
    m->kv = NULL;
    m->used = NULL;
    m->n = m->cap = 0;
}

static inline u32 home(u64 key, u32 cap) {
    return (u32)mix_fold(key ^ 0x9E3779B97F4A7C15ull, 0xD6E8FEB86659FD93ull) & (cap - 1);
}

/* The slot of `key`, or the free one where it belongs. cap > 0. */
static inline u32 probe(const Map *m, u64 key) {
    u32 i = home(key, m->cap);
    while (m->used[i] && m->kv[2 * (size_t)i] != key) i = (i + 1) & (m->cap - 1);
    return i;
}

bool map_get(const Map *m, u64 key, u64 *val) {
    if (!m->n) return false;
    u32 i = probe(m, key);
    if (!m->used[i]) return false;
    if (val) *val = m->kv[2 * (size_t)i + 1];
    return true;
}

static Status grow(Map *m) {
    if (m->cap >= 1u << 30) return cx_fail(m->cx, ERR_NOMEM, "out of memory (map)");
    Map big = {m->cx, NULL, NULL, m->n, m->cap ? m->cap * 2 : MAP_CAP0};
    big.kv = cx_alloc(m->cx, (size_t)big.cap * 16);
    if (!big.kv) return ST_ERROR;
    big.used = cx_alloc(m->cx, big.cap);
    if (!big.used) {
        cx_free(m->cx, big.kv, (size_t)big.cap * 16);
        return ST_ERROR;
    }
    for (u32 i = 0; i < m->cap; i++) {
        if (!m->used[i]) continue;
        u32 j = probe(&big, m->kv[2 * (size_t)i]);
        big.used[j] = 1;
        memcpy(&big.kv[2 * (size_t)j], &m->kv[2 * (size_t)i], 16);
    }
    cx_free(m->cx, m->kv, (size_t)m->cap * 16);
    cx_free(m->cx, m->used, m->cap);
    *m = big;
    return ST_OK;
}

Status map_put(Map *m, u64 key, u64 val) {
    if (m->cap) {
        u32 i = probe(m, key);
        if (m->used[i]) {
            m->kv[2 * (size_t)i + 1] = val;
            return ST_OK;
        }
    }
    if (m->n + 1 > m->cap / 4 * 3 && grow(m) != ST_OK) return ST_ERROR;
    u32 i = probe(m, key);
    m->used[i] = 1;
    m->kv[2 * (size_t)i] = key;
    m->kv[2 * (size_t)i + 1] = val;
    m->n++;
    return ST_OK;
}

void map_del(Map *m, u64 key) {
    if (!m->n) return;
    u32 i = probe(m, key), mask = m->cap - 1;
    if (!m->used[i]) return;
    m->n--;
    /* Knuth 6.4 algorithm R: an entry moves into the hole unless its home lies cyclically in
     * (hole, entry]. */
    for (u32 j = (i + 1) & mask; m->used[j]; j = (j + 1) & mask) {
        u32 h = home(m->kv[2 * (size_t)j], m->cap);
        if (((j - h) & mask) >= ((j - i) & mask)) {
            memcpy(&m->kv[2 * (size_t)i], &m->kv[2 * (size_t)j], 16);
            i = j;
        }
    }
    m->used[i] = 0;
}
