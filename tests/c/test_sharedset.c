/* A set that several threads add the same keys to: each key is new once, has one number, and keeps it, while tables are
 * replaced, and while keys go to the disk. Exit status 0: all is well.
 * test_sharedset keys [bits of the hashes that are kept, 0: all; [folder, keys that are kept in memory,
 *     0: what 3 MB hold]] */
#include "state/sharedset.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, SLACK = 4096 };
#define FAIL_IF(c) ((c) ? (void)__atomic_store_n(&failed, (u32)__LINE__, __ATOMIC_RELAXED) : (void)0)
static SharedSet *set;
static u32 n_keys, failed;
static u32 *number[THREADS];
static u64 fresh[THREADS];
static Disk *disk;

static H128 key(u64 i) { return mix128(i, 7); }

static void *add(void *arg) {
    u64 me = (u64)(uintptr_t)arg;
    Ctx cx = {0};
    SharedPort *p = sharedset_open(set, &cx);
    bool is_new, known;
    u32 id;
    for (u64 i = 0; p && i < n_keys; i++) {
        u64 k = (i + me * n_keys / THREADS / 8) % n_keys; /* close behind each other */
        FAIL_IF(!sharedset_add(p, key(k), &is_new, &number[me][k]));
        fresh[me] += is_new;
        FAIL_IF(is_new && !sharedset_mark(set, number[me][k], SM_LEFT));
        FAIL_IF(!sharedset_find(p, key(k), &known, &id) || !known || id != number[me][k]);
        FAIL_IF(!sharedset_find(p, key(k + n_keys), &known, &id) || known);
        if (i % 4096 == 0) sharedset_rest(p);
        if (disk && i % 30000 == 29999) FAIL_IF(!sharedset_relieve(p));
        sharedset_prefetch(p, key(k + 1));
    }
    FAIL_IF(!p);
    sharedset_close(p);
    FAIL_IF(cx.bytes || cx.err.kind);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t t[THREADS];
    u64 sum = 0;
    n_keys = argc > 1 ? (u32)strtoul(argv[1], NULL, 10) : 100000;
    Ctx cx = {0};
    set = sharedset_new();
    if (argc > 4) {
        disk = disk_new(&cx, argv[3], "folder");
        u64 at = strtoul(argv[4], NULL, 10);
        FAIL_IF(!disk || sharedset_spill(set, &cx, disk, at) != ST_OK);
        if (!at) sharedset_allow(set, 3 << 20, 8 << 20);
    }
    if (argc > 2) sharedset_test_bits(set, (u32)strtoul(argv[2], NULL, 10));
    for (u64 i = 0; i < THREADS; i++) number[i] = calloc(n_keys, sizeof(u32));
    for (u64 i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, add, (void *)(uintptr_t)i);
    for (u64 i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
    for (u64 i = 0; i < THREADS; i++) sum += fresh[i];
    u8 *seen = calloc(n_keys + THREADS * SLACK, 1);
    for (u64 k = 0; k < n_keys; k++) {
        u32 id = number[0][k];
        for (u64 i = 1; i < THREADS; i++) FAIL_IF(number[i][k] != id);
        FAIL_IF(id >= n_keys + THREADS * SLACK || seen[id]++ || !sharedset_has(set, id, SM_LEFT));
    }
    FAIL_IF(sum != n_keys || sharedset_count(set) != n_keys);
    FAIL_IF(disk && (sharedset_spilled(set) < n_keys / 2 || disk_bytes(disk) < 20 * sharedset_spilled(set)));
    printf("%u keys, %.1f bytes each%s\n", n_keys, (double)sharedset_bytes(set) / n_keys, failed ? ": WRONG" : "");
    sharedset_free(set);
    FAIL_IF(disk && disk_bytes(disk));
    disk_free(disk);
    FAIL_IF(cx.bytes || cx.err.kind);
    for (u64 i = 0; i < THREADS; i++) free(number[i]);
    free(seen);
    return failed != 0;
}
