/* sharedset.c -- keys in shards: reserved, written, published; and written to the disk. Layer 10. */
#include "state/sharedset.h"
#include "state/spill.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { SHARD_BITS = 12, SHARDS = 1 << SHARD_BITS, KEYS = 3, LINE = 64, SIZES = LINE, PORTS = 64 };
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
    bool inside;   /* atomic: within a call; kept where keys may go to the disk */
    Head *oldest, *newest; /* tables that wait to be freed */
    SpillReader *reader;   /* NULL: keys stay in memory */
};
_Static_assert(sizeof(SharedPort) == LINE, "engines do not disturb each other");

#define RESTING UINT64_MAX

/* Marks of numbers, in chunks that are made when they are first needed. */
enum { CHUNK_BITS = 18, CHUNKS = 1 << (32 - CHUNK_BITS), PER_WORD = 64 / SM_MARKS };
#define CHUNK_BYTES ((1u << CHUNK_BITS) / 8 * SM_MARKS)

/* Keys that do not fit into memory. */
typedef struct Past {
    Ctx cx; /* of what is made while the set is stopped */
    Disk *disk;
    Spill *runs;
    u64 at;
    pthread_mutex_t gate; /* held by who has stopped the set */
    /* atomic */
    u64 tables, most; /* sharedset_allow */
    u64 bytes, keys;  /* of the runs: in memory; on the disk */
    u64 times;        /* the set was stopped so often */
    u64 reads;        /* of engines that have left */
    u32 stopped;
    /* marks */
    pthread_mutex_t lock;
    Ctx marks_cx;
    Disk *marks_disk;
    DiskFile file;
} Past;

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
    u64 table_bytes; /* of these */
    Head *orphans; /* of engines that have left */
    Past *past; /* NULL: keys stay in memory; set before any engine comes */
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

static u64 first_bytes(const SharedSet *s) { return s->sizes[0] * SHARDS * LINE; }

static Table first_table(const SharedSet *s, u32 shard) { return table_at((Cells *)s->room + shard * s->sizes[0], 0); }

SharedSet *sharedset_new(void) {
    SharedSet *s = aligned_alloc(LINE, (sizeof *s + LINE - 1) / LINE * LINE);
    if (!s) return NULL;
    *s = (SharedSet){0};
    sizes_init(s);
    s->bytes = s->table_bytes = first_bytes(s);
    s->room = aligned_alloc(LINE, s->bytes);
    if (!s->room) {
        free(s);
        return NULL;
    }
    mem_fill(s->room, 0, s->bytes);
    for (u32 i = 0; i < SHARDS; i++) s->tables[i] = first_table(s, i);
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

static void past_free(Past *x) {
    if (!x) return;
    spill_free(x->runs);
    disk_free(x->disk);
    if (x->marks_disk) disk_close(x->marks_disk, &x->file);
    disk_free(x->marks_disk);
    pthread_mutex_destroy(&x->gate);
    pthread_mutex_destroy(&x->lock);
    free(x);
}

void sharedset_free(SharedSet *s) {
    if (!s) return;
    for (u32 i = 0; i < SHARDS; i++)
        if (size_of(s->tables[i])) free(lines_of(s->tables[i]) - 1);
    for (u32 i = 0; i < CHUNKS; i++)
        if (!s->past) free(s->marks[i]);
        else if (s->marks[i]) disk_unmap(s->marks[i], CHUNK_BYTES);
    free_all(s->orphans);
    free(s->room);
    past_free(s->past);
    free(s);
}

void sharedset_test_bits(SharedSet *s, u32 bits) { s->bits = bits; }

Status sharedset_spill(SharedSet *s, Ctx *cx, const Disk *first, u64 at) {
    Past *x = calloc(1, sizeof *x);
    if (!x) return cx_fail(cx, ERR_NOMEM, "out of memory (search.spill)");
    if (pthread_mutex_init(&x->gate, NULL) != 0 || pthread_mutex_init(&x->lock, NULL) != 0) {
        free(x);
        return cx_fail(cx, ERR_NOMEM, "out of memory (search.spill)");
    }
    s->past = x;
    x->at = at;
    x->tables = x->most = UINT64_MAX;
    x->file.fd = -1;
    if ((x->disk = disk_beside(&x->cx, first)) && (x->marks_disk = disk_beside(&x->marks_cx, first)) &&
        (x->runs = spill_new(&x->cx, x->disk)) && disk_open(x->marks_disk, &x->file) == ST_OK)
        return ST_OK;
    const Err *e = x->cx.err.kind ? &x->cx.err : &x->marks_cx.err;
    return cx_fail(cx, e->kind, "%s", e->msg);
}

void sharedset_allow(SharedSet *s, u64 tables, u64 most) {
    if (!s->past) return;
    __atomic_store_n(&s->past->tables, tables, __ATOMIC_RELAXED);
    __atomic_store_n(&s->past->most, most, __ATOMIC_RELAXED);
}

/* --- engines --- */

SharedPort *sharedset_open(SharedSet *s, Ctx *cx) {
    for (u32 i = 0; i < PORTS; i++) {
        SharedPort *p = &s->ports[i];
        bool open = false;
        if (!__atomic_compare_exchange_n(&p->open, &open, true, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) continue;
        if (!s->past || (p->reader = spill_reader(cx, s->past->disk))) return p;
        sharedset_close(p);
        return NULL;
    }
    cx_fail(cx, ERR_INTERNAL, "too many engines for one set of states");
    return NULL;
}

void sharedset_rest(SharedPort *p) { __atomic_store_n(&p->epoch, RESTING, __ATOMIC_SEQ_CST); }

/* An engine is within a call from here on. Who stops the set tells so before he looks for engines inside, and an engine
 * that it is before it looks whether the set is stopped: one of the two sees the other. */
static void come_in(SharedPort *p) {
    Past *x = p->set->past;
    while (x) {
        __atomic_store_n(&p->inside, true, __ATOMIC_SEQ_CST);
        if (!__atomic_load_n(&x->stopped, __ATOMIC_SEQ_CST)) return;
        __atomic_store_n(&p->inside, false, __ATOMIC_RELEASE);
        pthread_mutex_lock(&x->gate);
        pthread_mutex_unlock(&x->gate);
    }
}

static void go_out(SharedPort *p) {
    if (p->set->past) __atomic_store_n(&p->inside, false, __ATOMIC_RELEASE);
}

void sharedset_close(SharedPort *p) {
    if (!p) return;
    sharedset_rest(p);
    come_in(p);
    if (p->newest) {
        Head **at = &p->set->orphans;
        p->newest->next = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (
            !__atomic_compare_exchange_n(at, &p->newest->next, p->oldest, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
        p->oldest = p->newest = NULL;
    }
    go_out(p);
    if (p->reader) __atomic_add_fetch(&p->set->past->reads, spill_reads(p->reader), __ATOMIC_RELAXED);
    spill_reader_free(p->reader);
    p->reader = NULL;
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

static void drop(SharedSet *s, Head *h) {
    __atomic_sub_fetch(&s->bytes, h->bytes, __ATOMIC_RELAXED);
    __atomic_sub_fetch(&s->table_bytes, h->bytes, __ATOMIC_RELAXED);
    free(h);
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
        drop(s, h);
    }
    if (!p->oldest) p->newest = NULL;
}

/* --- places --- */

/* By what sorts the keys of runs: the upper bits say which shard, those that follow the place in it. */
static u32 shard_of(H128 k) { return (u32)(spill_sign(k) >> (64 - SHARD_BITS)); }

static u64 place(const SharedSet *s, H128 k, u64 lines) {
    u64 h = spill_sign(k) << SHARD_BITS;
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
    __atomic_add_fetch(&s->table_bytes, bytes, __ATOMIC_RELAXED);
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

/* --- past memory --- */

static u64 held(const SharedSet *s) { return sharedset_count(s) - __atomic_load_n(&s->past->keys, __ATOMIC_RELAXED); }

/* Is there room for one more key in memory, and for the next table if the shard `grows`? Tables of engines that have
 * not come anew yet count: there are few. */
static bool fits(const SharedSet *s, Table t, bool grows) {
    const Past *x = s->past;
    if (!x) return true;
    if (x->at) return held(s) < x->at;
    u64 more = grows ? (s->sizes[size_of(t) + 1] + 1) * LINE : 0;
    return !more ||
           __atomic_load_n(&s->table_bytes, __ATOMIC_RELAXED) + more <= __atomic_load_n(&x->tables, __ATOMIC_RELAXED);
}

/* The shard's keys, as runs have them. */
static u64 keys_of(const SharedSet *s, Table t, SpillKey *v) {
    const Cells *lines = lines_of(t);
    u64 n = 0;
    for (u64 at = 0; at < s->sizes[size_of(t)]; at++)
        for (u32 i = 0; i < KEYS; i++)
            if (lines[at].marks[i] >= FIRST) v[n++] = spill_key(lines[at].keys[i], lines[at].marks[i] - FIRST);
    return n;
}

static Status write_run(SharedSet *s) {
    Past *x = s->past;
    u64 n = 0;
    u32 most = 0;
    for (u32 i = 0; i < SHARDS; i++) {
        n += s->n[i];
        if (s->n[i] > most) most = s->n[i];
    }
    if (!n) return ST_OK;
    SpillKey *v = cx_alloc(&x->cx, most * sizeof *v);
    SpillWriter *w = v ? spill_begin(x->runs, n) : NULL;
    Status st = w ? ST_OK : ST_ERROR;
    for (u32 i = 0; i < SHARDS && st == ST_OK; i++) st = spill_add(w, v, keys_of(s, s->tables[i], v));
    if (w) spill_end(w, st == ST_OK);
    cx_free(&x->cx, v, most * sizeof *v);
    return st;
}

/* No engine is inside: tables that were replaced are in nobody's hands. */
static void drop_replaced(SharedSet *s) {
    for (u32 i = 0; i < PORTS; i++) {
        SharedPort *p = &s->ports[i];
        for (Head *h; (h = p->oldest);) {
            p->oldest = h->next;
            drop(s, h);
        }
        p->newest = NULL;
    }
    for (Head *h; (h = s->orphans);) {
        s->orphans = h->next;
        drop(s, h);
    }
}

/* All tables are empty, and of this size at most; where there is no memory for it, they are the first ones. */
static void empty(SharedSet *s, u32 size) {
    drop_replaced(s);
    for (u32 i = 0; i < SHARDS; i++) {
        Table t = s->tables[i];
        if (size_of(t) > size) {
            drop(s, (Head *)(lines_of(t) - 1));
            t = first_table(s, i);
        }
        s->n[i] = 0;
        s->tables[i] = t;
        mem_fill(lines_of(t), 0, s->sizes[size_of(t)] * LINE);
    }
    for (u32 i = 0; i < SHARDS && size; i++) {
        Table t = size_of(s->tables[i]) < size ? table_new(s, size) : 0;
        if (!t) continue;
        if (size_of(s->tables[i])) drop(s, (Head *)(lines_of(s->tables[i]) - 1));
        s->tables[i] = t;
    }
}

/* What fits beside all else, which has grown by `more`: of this size or below. */
static u32 size_that_fits(const SharedSet *s, u32 size, u64 more) {
    u64 all = __atomic_load_n(&s->past->tables, __ATOMIC_RELAXED);
    all = all > more ? all - more : 0;
    while (size && (s->sizes[size] + 1) * LINE * SHARDS + first_bytes(s) > all) size--;
    return size;
}

/* The set is stopped. The tables get no larger than this. */
static Status empty_to_disk(SharedSet *s, u32 size) {
    Past *x = s->past;
    u64 was = x->cx.bytes;
    for (u32 i = 0; i < SHARDS; i++)
        if (size_of(s->tables[i]) < size) size = size_of(s->tables[i]);
    if (write_run(s) != ST_OK) return ST_ERROR;
    Status st = ST_OK;
    if (spill_due(x->runs)) {
        u64 most = __atomic_load_n(&x->most, __ATOMIC_RELAXED), grown = first_bytes(s) + x->cx.bytes - was;
        empty(s, 0);
        st = spill_merge(x->runs, most > grown ? most - grown : 0);
    }
    empty(s, size_that_fits(s, size, x->cx.bytes > was ? x->cx.bytes - was : 0));
    __atomic_store_n(&x->bytes, x->cx.bytes, __ATOMIC_RELAXED);
    __atomic_store_n(&x->keys, spill_count(x->runs), __ATOMIC_RELAXED);
    return st;
}

/* Not within a call. Unless somebody else has done so since they were emptied for the `times`-th time. */
static bool spill_now(SharedPort *p, u64 times, u32 size) {
    SharedSet *s = p->set;
    Past *x = s->past;
    bool ok = true;
    pthread_mutex_lock(&x->gate);
    if (__atomic_load_n(&x->times, __ATOMIC_RELAXED) == times) {
        __atomic_store_n(&x->stopped, 1, __ATOMIC_SEQ_CST);
        u32 turns = 0;
        for (u32 i = 0; i < PORTS; i++)
            while (__atomic_load_n(&s->ports[i].inside, __ATOMIC_SEQ_CST)) pause_a_little(&turns);
        ok = x->cx.err.kind == ERR_NONE && empty_to_disk(s, size) == ST_OK;
        if (ok) __atomic_store_n(&x->times, times + 1, __ATOMIC_RELEASE);
        __atomic_store_n(&x->stopped, 0, __ATOMIC_SEQ_CST);
    }
    if (!ok) (void)spill_told(p->reader, &x->cx.err);
    pthread_mutex_unlock(&x->gate);
    return ok;
}

static u64 times_of(const SharedSet *s) { return s->past ? __atomic_load_n(&s->past->times, __ATOMIC_ACQUIRE) : 0; }

/* Not where the tables have hardly grown since they were emptied: that would give nothing back. */
bool sharedset_relieve(SharedPort *p) {
    SharedSet *s = p->set;
    u64 times = times_of(s);
    if (!s->past || sharedset_tables(s) < 2 * first_bytes(s)) return true;
    return spill_now(p, times, 0);
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

enum Added { ADDED, FULL, FAILED }; /* it is there, old or new; the tables have to be emptied; no memory, no disk */

static enum Added add(SharedPort *p, H128 k, const u32 *value, bool *is_new, u32 *id) {
    SharedSet *s = p->set;
    u32 shard = shard_of(k);
    bool asked = !s->past || !spill_count(s->past->runs);
    *is_new = false;
    for (;;) {
        Table t = look(p, shard);
        At at = seek(s, t, k);
        if (at.mark >= FIRST) {
            *id = at.mark - FIRST;
            return ADDED;
        }
        if (!asked) { /* the place stays what it is, or is taken meanwhile, which is seen below */
            bool known;
            if (spill_find(s->past->runs, p->reader, k, &known, id) != ST_OK) return FAILED;
            if (known) return ADDED;
            asked = true;
        }
        if (at.mark == MOVED) {
            (void)wait_for_other(s, shard, t);
            continue;
        }
        if (!value && !have_number(p)) return FAILED;
        if (s->past && !fits(s, t, false)) return FULL;
        if (!have_room(s, shard, t)) {
            if (!fits(s, t, true)) return FULL;
            if (!grow(p, shard, t)) return FAILED;
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
            return ADDED;
        }
        __atomic_fetch_sub(&s->n[shard], 1, __ATOMIC_RELAXED); /* somebody was quicker: with this key, or another */
    }
}

static bool add_all_the_same(SharedPort *p, H128 k, const u32 *value, bool *is_new, u32 *id) {
    for (;;) {
        u64 times = times_of(p->set);
        come_in(p);
        enum Added how = add(p, k, value, is_new, id);
        go_out(p);
        if (JPF_LIKELY(how != FULL)) return how == ADDED;
        if (!spill_now(p, times, SIZES)) return false;
    }
}

bool sharedset_add(SharedPort *p, H128 k, bool *is_new, u32 *id) { return add_all_the_same(p, k, NULL, is_new, id); }

bool sharedset_put(SharedPort *p, H128 k, u32 value, bool *is_new, u32 *id) {
    return add_all_the_same(p, k, &value, is_new, id);
}

void sharedset_numbered(SharedSet *s, u64 n) { s->numbers = n; }

/* What is not in a table that is being copied was nowhere when the copying began. */
bool sharedset_find(SharedPort *p, H128 k, bool *known, u32 *id) {
    SharedSet *s = p->set;
    Status st = ST_OK;
    come_in(p);
    At at = seek(s, look(p, shard_of(k)), k);
    *id = at.mark - FIRST;
    *known = at.mark >= FIRST;
    if (s->past && !*known) st = spill_find(s->past->runs, p->reader, k, known, id);
    go_out(p);
    return st == ST_OK;
}

void sharedset_prefetch(SharedPort *p, H128 k) {
    SharedSet *s = p->set;
    Past *x = s->past;
    if (x) __atomic_store_n(&p->inside, true, __ATOMIC_SEQ_CST);
    if (!x || !__atomic_load_n(&x->stopped, __ATOMIC_SEQ_CST)) {
        Table t = look(p, shard_of(k));
        __builtin_prefetch(&lines_of(t)[place(s, k, s->sizes[size_of(t)])]);
        if (x) spill_prefetch(x->runs, k);
    }
    go_out(p);
}

/* --- marks --- */

static u64 *word_of(u64 *chunk, u32 id) { return &chunk[(id & ((1u << CHUNK_BITS) - 1)) / PER_WORD]; }
static u64 bit_of(u32 id, enum SharedMark m) { return 1ull << (id % PER_WORD * SM_MARKS + m); }

/* A chunk that is missing; NULL: no memory, no disk. */
static u64 *chunk_made(SharedSet *s, u64 **at) {
    u64 *none = NULL, *made = calloc(1, CHUNK_BYTES);
    if (made && !__atomic_compare_exchange_n(at, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(made);
        return none;
    }
    if (made) __atomic_add_fetch(&s->bytes, CHUNK_BYTES, __ATOMIC_RELAXED);
    return made;
}

static u64 *chunk_mapped(Past *x, u64 **at) {
    void *v = NULL;
    pthread_mutex_lock(&x->lock);
    u64 *chunk = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (!chunk && disk_map(x->marks_disk, &x->file, CHUNK_BYTES, &v) == ST_OK) {
        chunk = v;
        __atomic_store_n(at, chunk, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&x->lock);
    return chunk;
}

bool sharedset_mark(SharedSet *s, u32 id, enum SharedMark m) {
    u64 **at = &s->marks[id >> CHUNK_BITS], *chunk = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (JPF_UNLIKELY(!chunk) && !(chunk = s->past ? chunk_mapped(s->past, at) : chunk_made(s, at))) return false;
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

typedef struct PackUser {
    const SharedSet *set;
    Pack *pack;
} PackUser;

static Status pack_spilled(void *user, const SpillKey *k) {
    const PackUser *u = user;
    Packed x = {spill_h128(k), k->id, marks_of(u->set, k->id)};
    pack_it(u->pack, x);
    return ST_OK;
}

/* Of numbers that engines have taken, those that no key has are used up. */
void sharedset_pack(SharedSet *s, SharedPort *port, Pack *p) {
    u64 n = pack_u64(p, sharedset_count(s));
    pack_it(p, s->numbers);
    for (u32 i = 0; !p->reading && i < SHARDS; i++) table_pack(s, s->tables[i], p);
    if (!p->reading && s->past && spill_each(s->past->runs, port->reader, pack_spilled, &(PackUser){s, p}) != ST_OK)
        p->failed = true;
    for (u64 i = 0; p->reading && i < n && !p->failed; i++) {
        Packed x = {0};
        bool is_new;
        pack_it(p, x);
        if (p->failed || !sharedset_put(port, x.key, x.id, &is_new, &x.id)) p->failed = true;
        for (u32 m = 0; m < SM_MARKS && !p->failed; m++)
            if (x.marks >> m & 1) p->failed |= !sharedset_mark(s, x.id, (enum SharedMark)m);
    }
}

Status sharedset_failed(SharedSet *s, Ctx *cx) {
    Past *x = s->past;
    Status st = ST_OK;
    if (x) {
        pthread_mutex_lock(&x->lock);
        if (x->marks_cx.err.kind) st = cx_fail(cx, x->marks_cx.err.kind, "%s", x->marks_cx.err.msg);
        pthread_mutex_unlock(&x->lock);
    }
    return st != ST_OK ? st : cx_fail(cx, ERR_NOMEM, "out of memory (states that engines share)");
}

u64 sharedset_count(const SharedSet *s) {
    u64 n = 0;
    for (u32 i = 0; i < PORTS; i++) n += __atomic_load_n(&s->ports[i].n, __ATOMIC_RELAXED);
    return n;
}

u64 sharedset_bytes(const SharedSet *s) {
    u64 runs = s->past ? __atomic_load_n(&s->past->bytes, __ATOMIC_RELAXED) : 0;
    return sizeof *s + __atomic_load_n(&s->bytes, __ATOMIC_RELAXED) + runs;
}

u64 sharedset_tables(const SharedSet *s) { return __atomic_load_n(&s->table_bytes, __ATOMIC_RELAXED); }

u64 sharedset_spilled(const SharedSet *s) { return s->past ? __atomic_load_n(&s->past->keys, __ATOMIC_RELAXED) : 0; }

u64 sharedset_reads(const SharedSet *s) {
    u64 n = s->past ? __atomic_load_n(&s->past->reads, __ATOMIC_RELAXED) : 0;
    for (u32 i = 0; s->past && i < PORTS; i++) n += spill_reads(s->ports[i].reader);
    return n;
}

const Disk *sharedset_disk(const SharedSet *s) { return s->past ? s->past->disk : NULL; }
