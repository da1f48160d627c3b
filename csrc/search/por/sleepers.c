/* sleepers.c -- sleep sets by the numbers of states, in shards with a lock each. Layer 11. */
#include "search/por/sleepers.h"
#include "base/arena.h"

#include <pthread.h>

enum { SHARDS = 64 };

typedef struct Shard {
    pthread_mutex_t lock;
    Ctx cx;
    Map at; /* number of a state, and 1 -> place in v */
    VEC(u64) v; /* how many, their keys */
    u64 bytes; /* atomic: those of cx, for who has not the lock */
    bool made;
} Shard;

struct Sleepers {
    Shard shards[SHARDS];
};

Sleepers *sleepers_new(void) {
    Sleepers *s = calloc(1, sizeof *s);
    for (u32 i = 0; s && i < SHARDS; i++) {
        Shard *sh = &s->shards[i];
        map_init(&sh->at, &sh->cx);
        sh->made = pthread_mutex_init(&sh->lock, NULL) == 0;
        if (sh->made) continue;
        sleepers_free(s);
        return NULL;
    }
    return s;
}

void sleepers_free(Sleepers *s) {
    for (u32 i = 0; s && i < SHARDS; i++) {
        Shard *sh = &s->shards[i];
        if (!sh->made) continue;
        map_free(&sh->at);
        vec_free(&sh->cx, &sh->v);
        pthread_mutex_destroy(&sh->lock);
    }
    free(s);
}

u64 sleepers_bytes(const Sleepers *s) {
    u64 n = sizeof *s;
    for (u32 i = 0; i < SHARDS; i++) n += __atomic_load_n(&s->shards[i].bytes, __ATOMIC_RELAXED);
    return n;
}

bool sleepers_put(Sleepers *s, u32 id, const u64 *keys, u32 n) {
    Shard *sh = &s->shards[id % SHARDS];
    pthread_mutex_lock(&sh->lock);
    bool ok = map_put(&sh->at, (u64)id + 1, sh->v.n) == ST_OK && vec_push(&sh->cx, &sh->v, n) == ST_OK;
    for (u32 i = 0; ok && i < n; i++) ok = vec_push(&sh->cx, &sh->v, keys[i]) == ST_OK;
    __atomic_store_n(&sh->bytes, sh->cx.bytes, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&sh->lock);
    return ok;
}

static bool is_in(const u64 *v, u32 n, u64 key) {
    for (u32 i = 0; i < n; i++)
        if (v[i] == key) return true;
    return false;
}

bool sleepers_wake(Sleepers *s, u32 id, const u64 *keys, u32 n, u64 *woken, u32 *k, u64 *kept, u32 *stay, u32 room) {
    Shard *sh = &s->shards[id % SHARDS];
    u64 at;
    *k = *stay = 0;
    pthread_mutex_lock(&sh->lock);
    u64 *v = map_get(&sh->at, (u64)id + 1, &at) ? sh->v.v + at : NULL;
    bool fits = !v || v[0] <= room;
    if (v && fits) {
        for (u64 i = 1; i <= v[0]; i++)
            if (is_in(keys, n, v[i])) kept[(*stay)++] = v[i];
            else woken[(*k)++] = v[i];
        v[0] = *stay;
        for (u32 i = 0; i < *stay; i++) v[i + 1] = kept[i];
    }
    pthread_mutex_unlock(&sh->lock);
    return fits;
}

void sleepers_pack(Sleepers *s, Pack *p) {
    for (u32 i = 0; i < SHARDS && !p->failed; i++) {
        Shard *sh = &s->shards[i];
        u32 n = pack_u32(p, sh->v.n);
        pack_map(p, &sh->at);
        if (p->reading && !p->failed && vec_reserve(&sh->cx, &sh->v, n) != ST_OK) p->failed = true;
        if (p->failed) return;
        sh->v.n = n;
        pack_bytes(p, sh->v.v, (size_t)n * sizeof *sh->v.v);
        __atomic_store_n(&sh->bytes, sh->cx.bytes, __ATOMIC_RELAXED);
    }
}
