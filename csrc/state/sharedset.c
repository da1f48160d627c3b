/* sharedset.c -- keys in shards: reserved, written, published. Layer 10. */
#include "state/sharedset.h"

#include <sched.h>
#include <stdlib.h>

enum { SHARDS = 64, KEYS = 3, LINES0 = 128, LINE = 64 };

/* Marks of places. A published one is the key's number and FIRST. */
enum { FREE = 0, RESERVED = 1, FIRST = 2 };

typedef struct Cells {
    H128 keys[KEYS];
    u32 marks[KEYS]; /* atomic */
    u32 left;        /* atomic: bits of keys whose states were left for good */
} Cells;
_Static_assert(sizeof(Cells) == LINE, "one cache line");

typedef struct Shard {
    Cells *lines; /* aligned within `room`; changed while the gate is closed, with nobody inside */
    void *room;
    u64 n_lines;
    u32 inside; /* atomic: those that read or add; with CLOSED, nobody may enter */
    u32 n;      /* atomic: keys */
    u32 bits;   /* stress */
    char pad[LINE - 40];
} Shard;
_Static_assert(sizeof(Shard) == LINE, "engines in different shards do not disturb each other");

#define CLOSED (1u << 31)

struct SharedSet {
    Shard shards[SHARDS];
};

static bool lines_new(Shard *s, u64 n) {
    s->room = calloc(n + 1, LINE);
    s->lines = (Cells *)(((uintptr_t)s->room + LINE - 1) & ~(uintptr_t)(LINE - 1));
    s->n_lines = n;
    return s->room != NULL;
}

SharedSet *sharedset_new(void) {
    SharedSet *s = aligned_alloc(LINE, sizeof *s);
    if (!s) return NULL;
    memset(s, 0, sizeof *s);
    for (u32 i = 0; i < SHARDS; i++)
        if (!lines_new(&s->shards[i], LINES0)) {
            sharedset_free(s);
            return NULL;
        }
    return s;
}

void sharedset_free(SharedSet *s) {
    for (u32 i = 0; s && i < SHARDS; i++) free(s->shards[i].room);
    free(s);
}

void sharedset_test_bits(SharedSet *s, u32 bits) {
    for (u32 i = 0; i < SHARDS; i++) s->shards[i].bits = bits;
}

/* The shard follows from other bits than the place in it. */
static Shard *shard_of(const SharedSet *s, H128 k) { return (Shard *)&s->shards[(k.hi ^ k.lo >> 11) % SHARDS]; }

static u64 place(const Shard *s, H128 k) {
    u64 h = k.lo ^ k.hi >> 7;
    if (JPF_UNLIKELY(s->bits)) h &= ~(UINT64_MAX >> s->bits);
    return (u64)((unsigned __int128)h * s->n_lines >> 64);
}

static void pause_a_little(u32 *turns) {
    if (++*turns % 64 == 0) sched_yield();
}

static void enter(Shard *s) {
    for (u32 turns = 0;; pause_a_little(&turns)) {
        if (!(__atomic_fetch_add(&s->inside, 1, __ATOMIC_ACQUIRE) & CLOSED)) return;
        __atomic_fetch_sub(&s->inside, 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(&s->inside, __ATOMIC_RELAXED) & CLOSED) pause_a_little(&turns);
    }
}

static void leave(Shard *s) { __atomic_fetch_sub(&s->inside, 1, __ATOMIC_RELEASE); }

/* A mark that is not RESERVED: what lies beside it may be read if it is published. */
static u32 settled(u32 *mark) {
    u32 m = __atomic_load_n(mark, __ATOMIC_ACQUIRE);
    for (u32 turns = 0; JPF_UNLIKELY(m == RESERVED); pause_a_little(&turns))
        m = __atomic_load_n(mark, __ATOMIC_ACQUIRE);
    return m;
}

typedef struct At {
    Cells *line;
    u32 i, mark; /* FREE: the key is not there, and this is where it belongs */
} At;

static At seek(Shard *s, H128 k) {
    for (u64 at = place(s, k);; at = at + 1 < s->n_lines ? at + 1 : 0) {
        Cells *l = &s->lines[at];
        for (u32 i = 0; i < KEYS; i++) {
            u32 m = settled(&l->marks[i]);
            if (m == FREE || h128_eq(l->keys[i], k)) return (At){l, i, m};
        }
    }
}

/* Nobody else is inside. */
static bool grow_alone(Shard *s) {
    Shard big = *s;
    if (!lines_new(&big, s->n_lines + s->n_lines / 2)) return false;
    for (u64 at = 0; at < s->n_lines; at++) {
        const Cells *l = &s->lines[at];
        for (u32 i = 0; i < KEYS && l->marks[i] != FREE; i++) {
            At to = seek(&big, l->keys[i]);
            to.line->keys[to.i] = l->keys[i];
            to.line->marks[to.i] = l->marks[i];
            to.line->left |= (l->left >> i & 1) << to.i;
        }
    }
    free(s->room);
    s->room = big.room;
    s->lines = big.lines;
    s->n_lines = big.n_lines;
    return true;
}

static bool is_full(const Shard *s) { return __atomic_load_n(&s->n, __ATOMIC_RELAXED) >= s->n_lines * KEYS / 10 * 8; }

/* Who is inside and finds it full grows it; one of several does. The caller is inside before and after. */
static bool grow(Shard *s) {
    leave(s);
    bool ok = true;
    u32 turns = 0;
    if (__atomic_fetch_or(&s->inside, CLOSED, __ATOMIC_ACQUIRE) & CLOSED) { /* another one does it */
        enter(s);
        return true;
    }
    while (__atomic_load_n(&s->inside, __ATOMIC_ACQUIRE) != CLOSED) pause_a_little(&turns);
    if (is_full(s)) ok = grow_alone(s);
    __atomic_fetch_and(&s->inside, ~CLOSED, __ATOMIC_RELEASE);
    enter(s);
    return ok;
}

bool sharedset_add(SharedSet *set, H128 k, bool *is_new, u32 *id) {
    Shard *s = shard_of(set, k);
    bool ok = true;
    *is_new = false;
    enter(s);
    while (ok) {
        At at = seek(s, k);
        if (at.mark != FREE) {
            *id = at.mark - FIRST;
            break;
        }
        if (is_full(s)) { /* those that are inside now add no more than there are of them: there is room for these */
            ok = grow(s);
            continue;
        }
        u32 mark = FREE;
        if (!__atomic_compare_exchange_n(&at.line->marks[at.i], &mark, RESERVED, false, __ATOMIC_ACQUIRE,
                                         __ATOMIC_RELAXED))
            continue; /* somebody was quicker: with this key, or another */
        at.line->keys[at.i] = k;
        u32 n = __atomic_fetch_add(&s->n, 1, __ATOMIC_RELAXED);
        *id = n * SHARDS + (u32)(s - set->shards);
        __atomic_store_n(&at.line->marks[at.i], *id + FIRST, __ATOMIC_RELEASE);
        *is_new = true;
        break;
    }
    leave(s);
    return ok;
}

bool sharedset_find(SharedSet *set, H128 k, u32 *id) {
    Shard *s = shard_of(set, k);
    enter(s);
    At at = seek(s, k);
    leave(s);
    *id = at.mark - FIRST;
    return at.mark != FREE;
}

/* A guess: the table may have moved. */
void sharedset_prefetch(const SharedSet *set, H128 k) {
    Shard *s = shard_of(set, k);
    enter(s);
    __builtin_prefetch(&s->lines[place(s, k)]);
    leave(s);
}

void sharedset_leave(SharedSet *set, H128 k) {
    Shard *s = shard_of(set, k);
    enter(s);
    At at = seek(s, k);
    if (at.mark != FREE) __atomic_fetch_or(&at.line->left, 1u << at.i, __ATOMIC_RELEASE);
    leave(s);
}

void sharedset_unleave(SharedSet *set, H128 k) {
    At at = seek(shard_of(set, k), k);
    if (at.mark != FREE) at.line->left &= ~(1u << at.i);
}

bool sharedset_is_left(SharedSet *set, H128 k) {
    Shard *s = shard_of(set, k);
    enter(s);
    At at = seek(s, k);
    bool is = at.mark != FREE && (__atomic_load_n(&at.line->left, __ATOMIC_ACQUIRE) >> at.i & 1);
    leave(s);
    return is;
}

u64 sharedset_count(const SharedSet *s) {
    u64 n = 0;
    for (u32 i = 0; i < SHARDS; i++) n += __atomic_load_n(&s->shards[i].n, __ATOMIC_RELAXED);
    return n;
}

u64 sharedset_bytes(const SharedSet *s) {
    u64 n = sizeof *s;
    for (u32 i = 0; i < SHARDS; i++) {
        Shard *sh = (Shard *)&s->shards[i];
        enter(sh);
        n += (sh->n_lines + 1) * LINE;
        leave(sh);
    }
    return n;
}
