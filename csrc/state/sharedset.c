/* sharedset.c -- keys in shards: reserved, written, published. Layer 10. */
#include "state/sharedset.h"

#include <sched.h>
#include <stdlib.h>

enum { SHARDS = 1 << 12, KEYS = 3, LINE = 64, SIZES = LINE, PORTS = 64 };
enum { NUMBERS = 1 << 12 }; /* that an engine takes at once */

/* Marks of places. A published one is the key's number and FIRST. MOVED: the place was free when its table was copied,
 * and nothing is put there any more. */
enum { FREE = 0, RESERVED = 1, MOVED = 2, FIRST = 3 };

typedef struct Cells {
    H128 keys[KEYS];
    u32 marks[KEYS]; /* atomic */
    u32 pad;
} Cells;
_Static_assert(sizeof(Cells) == LINE, "one cache line");

/* What stands in the line before a table's first. */
typedef struct Head {
    struct Head *next; /* of those that wait to be freed */
    u64 gone_at;       /* the epoch since which nobody comes to it anew */
    size_t bytes;
} Head;

/* A table in one word: where its lines are, and in the bits below a line which of the sizes it has. */
typedef u64 Table;

struct SharedPort {
    SharedSet *set;
    u64 epoch; /* atomic: the set's as it last began to look at it; RESTING */
    u64 n;     /* atomic: keys that it added */
    u32 next, end; /* numbers that it has taken and not given to keys */
    bool open;     /* atomic */
    Head *oldest, *newest; /* tables that wait to be freed */
    char pad[LINE - 56];
};
_Static_assert(sizeof(SharedPort) == LINE, "engines do not disturb each other");

#define RESTING UINT64_MAX

/* Marks of numbers, in chunks that are made when they are first needed. */
enum { CHUNK_BITS = 18, CHUNKS = 1 << (32 - CHUNK_BITS), PER_WORD = 64 / SM_MARKS };
#define CHUNK_BYTES ((1u << CHUNK_BITS) / 8 * SM_MARKS)

struct SharedSet {
    SharedPort ports[PORTS];
    Table tables[SHARDS]; /* atomic */
    u32 n[SHARDS];        /* atomic: keys, and those for which a place is being looked for */
    bool growing[SHARDS]; /* atomic */
    u64 *marks[CHUNKS];   /* atomic */
    u64 sizes[SIZES];     /* lines */
    u32 limits[SIZES];    /* keys */
    u32 bits;             /* stress */
    void *room;           /* of the first tables */
    /* atomic, each seldom written */
    u64 numbers; /* taken by engines */
    u64 epoch;   /* counts tables that were replaced */
    u64 bytes;
    Head *orphans; /* of engines that have left */
};

static Cells *lines_of(Table t) { return (Cells *)(uintptr_t)(t & ~(Table)(LINE - 1)); }
static u32 size_of(Table t) { return (u32)(t & (LINE - 1)); }
static Table table_at(const void *lines, u32 size) { return (Table)(uintptr_t)lines | size; }

/* Small tables double; large ones take less at a time, so that their peak is near their size. */
static void sizes_init(SharedSet *s) {
    u64 n = 4;
    for (u32 i = 0; i < SIZES; i++) {
        s->sizes[i] = n;
        s->limits[i] = n * KEYS / 5 * 4 < UINT32_MAX ? (u32)(n * KEYS * 4 / 5) : UINT32_MAX;
        n += n < 64 ? n : n < 512 ? n / 2 : n / 4;
    }
}

SharedSet *sharedset_new(void) {
    SharedSet *s = aligned_alloc(LINE, (sizeof *s + LINE - 1) / LINE * LINE);
    if (!s) return NULL;
    *s = (SharedSet){0};
    sizes_init(s);
    s->bytes = s->sizes[0] * SHARDS * LINE;
    s->room = aligned_alloc(LINE, s->bytes);
    if (!s->room) {
        free(s);
        return NULL;
    }
    mem_fill(s->room, 0, s->bytes);
    for (u32 i = 0; i < SHARDS; i++) s->tables[i] = table_at((Cells *)s->room + i * s->sizes[0], 0);
    for (u32 i = 0; i < PORTS; i++) s->ports[i] = (SharedPort){.set = s, .epoch = RESTING};
    return s;
}

static void free_all(Head *h) {
    while (h) {
        Head *next = h->next;
        free(h);
        h = next;
    }
}

void sharedset_free(SharedSet *s) {
    if (!s) return;
    for (u32 i = 0; i < SHARDS; i++)
        if (size_of(s->tables[i])) free(lines_of(s->tables[i]) - 1);
    for (u32 i = 0; i < CHUNKS; i++) free(s->marks[i]);
    free_all(s->orphans);
    free(s->room);
    free(s);
}

void sharedset_test_bits(SharedSet *s, u32 bits) { s->bits = bits; }

/* --- engines --- */

SharedPort *sharedset_open(SharedSet *s) {
    for (u32 i = 0; i < PORTS; i++) {
        bool open = false;
        if (__atomic_compare_exchange_n(&s->ports[i].open, &open, true, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return &s->ports[i];
    }
    return NULL;
}

void sharedset_rest(SharedPort *p) { __atomic_store_n(&p->epoch, RESTING, __ATOMIC_SEQ_CST); }

void sharedset_close(SharedPort *p) {
    if (!p) return;
    sharedset_rest(p);
    if (p->newest) {
        Head **at = &p->set->orphans;
        p->newest->next = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (
            !__atomic_compare_exchange_n(at, &p->newest->next, p->oldest, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
        p->oldest = p->newest = NULL;
    }
    __atomic_store_n(&p->open, false, __ATOMIC_RELEASE);
}

/* The shard's table, which stays there until the engine comes again. An engine tells here that it has no other one in
 * its hands, and since when; it has to be seen before the table is read, where an engine has rested (SEQ_CST: who
 * replaces a table does so before it looks at the engines). */
static Table look(SharedPort *p, u32 shard) {
    SharedSet *s = p->set;
    u64 now = __atomic_load_n(&s->epoch, __ATOMIC_SEQ_CST);
    if (JPF_UNLIKELY(p->epoch != now)) (void)__atomic_exchange_n(&p->epoch, now, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&s->tables[shard], __ATOMIC_SEQ_CST);
}

static void retire(SharedPort *p, Table t) {
    SharedSet *s = p->set;
    u64 all = __atomic_add_fetch(&s->epoch, 1, __ATOMIC_SEQ_CST);
    if (size_of(t)) { /* the first tables lie in one piece */
        Head *h = (Head *)(lines_of(t) - 1);
        h->gone_at = all;
        h->next = NULL;
        if (p->oldest) p->newest->next = h;
        else p->oldest = h;
        p->newest = h;
    }
    for (u32 i = 0; i < PORTS; i++) {
        u64 e = __atomic_load_n(&s->ports[i].epoch, __ATOMIC_SEQ_CST);
        if (&s->ports[i] != p && e < all) all = e;
    }
    while (p->oldest && p->oldest->gone_at <= all) {
        Head *h = p->oldest;
        p->oldest = h->next;
        __atomic_sub_fetch(&s->bytes, h->bytes, __ATOMIC_RELAXED);
        free(h);
    }
    if (!p->oldest) p->newest = NULL;
}

/* --- places --- */

/* The shard follows from other bits than the place in it. */
static u32 shard_of(H128 k) { return (u32)((k.hi ^ k.lo >> 11) % SHARDS); }

static u64 place(const SharedSet *s, H128 k, u64 lines) {
    u64 h = k.lo ^ k.hi >> 7;
    if (JPF_UNLIKELY(s->bits)) h &= ~(UINT64_MAX >> s->bits);
    return (u64)((unsigned __int128)h * lines >> 64);
}

static void pause_a_little(u32 *turns) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
    if (++*turns % 1024 == 0) sched_yield();
}

/* A mark that is not RESERVED: what lies beside it may be read if it is published. */
static u32 settled(u32 *mark) {
    u32 m = __atomic_load_n(mark, __ATOMIC_ACQUIRE);
    for (u32 turns = 0; JPF_UNLIKELY(m == RESERVED); pause_a_little(&turns))
        m = __atomic_load_n(mark, __ATOMIC_ACQUIRE);
    return m;
}

typedef struct At {
    Cells *line;
    u32 i, mark; /* below FIRST: the key is not there, and this is where it belongs */
} At;

static At seek(const SharedSet *s, Table t, H128 k) {
    Cells *lines = lines_of(t);
    u64 n = s->sizes[size_of(t)];
    for (u64 at = place(s, k, n);; at = at + 1 < n ? at + 1 : 0) {
        Cells *l = &lines[at];
        for (u32 i = 0; i < KEYS; i++) {
            u32 m = settled(&l->marks[i]);
            if (m < FIRST || h128_eq(l->keys[i], k)) return (At){l, i, m};
        }
    }
}

/* --- growth --- */

static Table table_new(SharedSet *s, u32 size) {
    size_t bytes = (s->sizes[size] + 1) * LINE;
    Cells *room = aligned_alloc(LINE, bytes);
    if (!room) return 0;
    mem_fill(room, 0, bytes);
    ((Head *)room)->bytes = bytes;
    __atomic_add_fetch(&s->bytes, bytes, __ATOMIC_RELAXED);
    return table_at(room + 1, size);
}

/* A key that is there, or MOVED: nobody puts one there any more. */
static u32 moved(u32 *mark) {
    for (;;) {
        u32 m = settled(mark), is_free = FREE;
        if (m != FREE) return m;
        if (__atomic_compare_exchange_n(mark, &is_free, MOVED, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return MOVED;
    }
}

static void copy(SharedSet *s, Table from, Table to) {
    Cells *lines = lines_of(from);
    u64 n = s->sizes[size_of(from)];
    for (u64 at = 0; at < n; at++) {
        Cells *l = &lines[at];
        for (u32 i = 0; i < KEYS; i++) {
            u32 m = moved(&l->marks[i]);
            if (m < FIRST) continue;
            At put = seek(s, to, l->keys[i]);
            put.line->keys[put.i] = l->keys[i];
            put.line->marks[put.i] = m;
        }
    }
}

/* Waits until the shard has another table; false: nobody is making one. */
static bool wait_for_other(SharedSet *s, u32 shard, Table t) {
    for (u32 turns = 0; __atomic_load_n(&s->tables[shard], __ATOMIC_RELAXED) == t; pause_a_little(&turns))
        if (!__atomic_load_n(&s->growing[shard], __ATOMIC_ACQUIRE)) return false;
    return true;
}

/* Who finds it full makes the next one; one of several does. */
static bool grow(SharedPort *p, u32 shard, Table t) {
    SharedSet *s = p->set;
    if (__atomic_exchange_n(&s->growing[shard], true, __ATOMIC_ACQUIRE)) {
        (void)wait_for_other(s, shard, t);
        return true;
    }
    bool mine = __atomic_load_n(&s->tables[shard], __ATOMIC_RELAXED) == t, ok = true;
    if (mine) {
        Table big = table_new(s, size_of(t) + 1);
        ok = big != 0;
        mine = ok;
        if (ok) {
            copy(s, t, big);
            __atomic_store_n(&s->tables[shard], big, __ATOMIC_SEQ_CST);
        }
    }
    __atomic_store_n(&s->growing[shard], false, __ATOMIC_RELEASE);
    if (mine) retire(p, t);
    return ok;
}

/* --- keys --- */

static bool have_number(SharedPort *p) {
    if (JPF_LIKELY(p->next != p->end)) return true;
    u64 from = __atomic_fetch_add(&p->set->numbers, NUMBERS, __ATOMIC_RELAXED);
    if (from + NUMBERS + FIRST > UINT32_MAX) return false;
    p->next = (u32)from;
    p->end = p->next + NUMBERS;
    return true;
}

/* One more key may be put into this table: so it has free places, always. */
static bool have_room(SharedSet *s, u32 shard, Table t) {
    u32 *n = &s->n[shard];
    if (__atomic_fetch_add(n, 1, __ATOMIC_RELAXED) < s->limits[size_of(t)]) return true;
    __atomic_fetch_sub(n, 1, __ATOMIC_RELAXED);
    return false;
}

static bool add(SharedPort *p, H128 k, const u32 *value, bool *is_new, u32 *id) {
    SharedSet *s = p->set;
    u32 shard = shard_of(k);
    *is_new = false;
    for (;;) {
        Table t = look(p, shard);
        At at = seek(s, t, k);
        if (at.mark >= FIRST) {
            *id = at.mark - FIRST;
            return true;
        }
        if (at.mark == MOVED) {
            (void)wait_for_other(s, shard, t);
            continue;
        }
        if (!value && !have_number(p)) return false;
        if (!have_room(s, shard, t)) {
            if (!grow(p, shard, t)) return false;
            continue;
        }
        u32 mark = FREE;
        if (__atomic_compare_exchange_n(&at.line->marks[at.i], &mark, RESERVED, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
            at.line->keys[at.i] = k;
            *id = value ? *value : p->next++;
            __atomic_store_n(&at.line->marks[at.i], *id + FIRST, __ATOMIC_RELEASE);
            __atomic_store_n(&p->n, p->n + 1, __ATOMIC_RELAXED);
            *is_new = true;
            return true;
        }
        __atomic_fetch_sub(&s->n[shard], 1, __ATOMIC_RELAXED); /* somebody was quicker: with this key, or another */
    }
}

bool sharedset_add(SharedPort *p, H128 k, bool *is_new, u32 *id) { return add(p, k, NULL, is_new, id); }

bool sharedset_put(SharedPort *p, H128 k, u32 value, bool *is_new, u32 *id) { return add(p, k, &value, is_new, id); }

void sharedset_numbered(SharedSet *s, u64 n) { s->numbers = n; }

/* What is not in a table that is being copied was nowhere when the copying began. */
bool sharedset_find(SharedPort *p, H128 k, u32 *id) {
    At at = seek(p->set, look(p, shard_of(k)), k);
    *id = at.mark - FIRST;
    return at.mark >= FIRST;
}

void sharedset_prefetch(SharedPort *p, H128 k) {
    Table t = look(p, shard_of(k));
    __builtin_prefetch(&lines_of(t)[place(p->set, k, p->set->sizes[size_of(t)])]);
}

/* --- marks --- */

static u64 *word_of(u64 *chunk, u32 id) { return &chunk[(id & ((1u << CHUNK_BITS) - 1)) / PER_WORD]; }
static u64 bit_of(u32 id, enum SharedMark m) { return 1ull << (id % PER_WORD * SM_MARKS + m); }

bool sharedset_mark(SharedSet *s, u32 id, enum SharedMark m) {
    u64 **at = &s->marks[id >> CHUNK_BITS], *chunk = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (JPF_UNLIKELY(!chunk)) {
        u64 *made = calloc(1, CHUNK_BYTES);
        if (!made) return false;
        if (__atomic_compare_exchange_n(at, &chunk, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            chunk = made;
            __atomic_add_fetch(&s->bytes, CHUNK_BYTES, __ATOMIC_RELAXED);
        } else {
            free(made);
        }
    }
    __atomic_fetch_or(word_of(chunk, id), bit_of(id, m), __ATOMIC_RELEASE);
    return true;
}

void sharedset_unmark(SharedSet *s, u32 id, enum SharedMark m) {
    u64 *chunk = __atomic_load_n(&s->marks[id >> CHUNK_BITS], __ATOMIC_ACQUIRE);
    if (chunk) __atomic_fetch_and(word_of(chunk, id), ~bit_of(id, m), __ATOMIC_RELEASE);
}

bool sharedset_has(const SharedSet *s, u32 id, enum SharedMark m) {
    u64 *chunk = __atomic_load_n(&s->marks[id >> CHUNK_BITS], __ATOMIC_ACQUIRE);
    return chunk && (__atomic_load_n(word_of(chunk, id), __ATOMIC_ACQUIRE) & bit_of(id, m));
}

/* --- in a pack --- */

typedef struct Packed {
    H128 key;
    u32 id;
    u32 marks;
} Packed;

static u32 marks_of(const SharedSet *s, u32 id) {
    u32 out = 0;
    for (u32 m = 0; m < SM_MARKS; m++) out |= (u32)sharedset_has(s, id, (enum SharedMark)m) << m;
    return out;
}

static void table_pack(SharedSet *s, Table t, Pack *p) {
    const Cells *lines = lines_of(t);
    for (u64 at = 0; at < s->sizes[size_of(t)]; at++)
        for (u32 i = 0; i < KEYS; i++) {
            u32 mark = lines[at].marks[i];
            if (mark < FIRST) continue;
            Packed x = {lines[at].keys[i], mark - FIRST, marks_of(s, mark - FIRST)};
            pack_it(p, x);
        }
}

/* Of numbers that engines have taken, those that no key has are used up. */
void sharedset_pack(SharedSet *s, SharedPort *port, Pack *p) {
    u64 n = pack_u64(p, sharedset_count(s));
    pack_it(p, s->numbers);
    for (u32 i = 0; !p->reading && i < SHARDS; i++) table_pack(s, s->tables[i], p);
    for (u64 i = 0; p->reading && i < n && !p->failed; i++) {
        Packed x = {0};
        bool is_new;
        pack_it(p, x);
        if (p->failed || !sharedset_put(port, x.key, x.id, &is_new, &x.id)) p->failed = true;
        for (u32 m = 0; m < SM_MARKS && !p->failed; m++)
            if (x.marks >> m & 1) p->failed |= !sharedset_mark(s, x.id, (enum SharedMark)m);
    }
}

u64 sharedset_count(const SharedSet *s) {
    u64 n = 0;
    for (u32 i = 0; i < PORTS; i++) n += __atomic_load_n(&s->ports[i].n, __ATOMIC_RELAXED);
    return n;
}

u64 sharedset_bytes(const SharedSet *s) { return sizeof *s + __atomic_load_n(&s->bytes, __ATOMIC_RELAXED); }
