/* sleepers.c -- sleep sets by the numbers of states, in shards with a lock each. Layer 11. */
#include "search/por/sleepers.h"
#include "base/arena.h"

#include <pthread.h>

enum { SHARDS = 32 }; /* two files each, where they lie on the disk */

typedef struct Shard {
    pthread_mutex_t lock;
    Ctx cx;
    Disk *disk; /* NULL: they are in memory */
    DISK_VEC(u32) at; /* by the number of the state among those of the shard: place in v; 0, or none: nobody slept */
    DISK_VEC(u64) v;  /* how many, their keys */
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
        disk_vec_free(&sh->cx, &sh->at);
        disk_vec_free(&sh->cx, &sh->v);
        disk_free(sh->disk);
        pthread_mutex_destroy(&sh->lock);
    }
    free(s);
}

/* What has failed behind the lock of the shard. */
static Status told(Ctx *cx, const Shard *sh) { return cx_fail(cx, sh->cx.err.kind, "%s", sh->cx.err.msg); }

Status sleepers_spill(Sleepers *s, Ctx *cx, const Disk *first) {
    for (u32 i = 0; i < SHARDS; i++) {
        Shard *sh = &s->shards[i];
        if (!(sh->disk = disk_beside(&sh->cx, first))) return told(cx, sh);
        sh->at.disk = sh->v.disk = sh->disk;
    }
    return ST_OK;
}

u64 sleepers_bytes(const Sleepers *s) {
    u64 n = sizeof *s;
    for (u32 i = 0; i < SHARDS; i++) n += __atomic_load_n(&s->shards[i].bytes, __ATOMIC_RELAXED);
    return n;
}

static Status put(Shard *sh, u32 nth, const u64 *keys, u32 n) {
    Ctx *cx = &sh->cx;
    if (!sh->v.n && disk_vec_push(cx, &sh->v, 0) != ST_OK) return ST_ERROR;
    while (sh->at.n <= nth)
        if (disk_vec_push(cx, &sh->at, 0) != ST_OK) return ST_ERROR;
    u32 at = sh->v.n;
    if (disk_vec_push(cx, &sh->v, n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n; i++)
        if (disk_vec_push(cx, &sh->v, keys[i]) != ST_OK) return ST_ERROR;
    sh->at.v[nth] = at;
    return ST_OK;
}

Status sleepers_put(Sleepers *s, Ctx *cx, u32 id, const u64 *keys, u32 n) {
    Shard *sh = &s->shards[id % SHARDS];
    pthread_mutex_lock(&sh->lock);
    Status st = put(sh, id / SHARDS, keys, n);
    if (st != ST_OK) (void)told(cx, sh);
    __atomic_store_n(&sh->bytes, sh->cx.bytes, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&sh->lock);
    return st;
}

static bool is_in(const u64 *v, u32 n, u64 key) {
    for (u32 i = 0; i < n; i++)
        if (v[i] == key) return true;
    return false;
}

bool sleepers_wake(Sleepers *s, u32 id, const u64 *keys, u32 n, u64 *woken, u32 *k, u64 *kept, u32 *stay, u32 room) {
    Shard *sh = &s->shards[id % SHARDS];
    u32 nth = id / SHARDS;
    *k = *stay = 0;
    pthread_mutex_lock(&sh->lock);
    u64 *v = nth < sh->at.n && sh->at.v[nth] ? sh->v.v + sh->at.v[nth] : NULL;
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
        disk_vec_pack(p, &sh->at);
        disk_vec_pack(p, &sh->v);
        __atomic_store_n(&sh->bytes, sh->cx.bytes, __ATOMIC_RELAXED);
    }
}
