/* cold.c -- see cold.h. Layer 1.
 *
 * What a search puts on its stacks repeats itself with small differences, at a distance that stays the same for long. A
 * packed block is a row of items: a byte with what it is (3 bits) and how many words equal the word at the distance
 * before it (5 bits, 31: more bytes follow, as long as they are 255), then what it is. */
#include "base/cold.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sys/mman.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
static void forbid(const void *p, size_t n) { __asan_poison_memory_region(p, n); }
static void allow(const void *p, size_t n) { __asan_unpoison_memory_region(p, n); }
#else
static void forbid(const void *p, size_t n) { (void)p, (void)n; }
static void allow(const void *p, size_t n) { (void)p, (void)n; }
#endif

enum { WORD, WORDS, NEAR, FAR, DISTANCE, END }; /* a word; 1 to 256; a difference of 1 or 2 bytes; another distance */
enum { MOST_RUN = 31, MOST_WORDS = 256, SEEN_BITS = 12, ITEM = 5 };

static inline u32 seen_at(const u32 *v) {
    u64 x = ((u64)v[1] << 32 | v[0]) * 0x9E3779B97F4A7C15ull ^ (u64)v[2] << 31;
    return (u32)(x * 0x9E3779B97F4A7C15ull >> (64 - SEEN_BITS));
}
static inline bool same3(const u32 *a, const u32 *b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; }
static inline bool fits16(u32 x) { return x + 0x8000u < 0x10000u; }

static u8 *item(u8 *o, u32 what, u32 run) {
    if (run < MOST_RUN) {
        *o++ = (u8)(what << ITEM | run);
        return o;
    }
    *o++ = (u8)(what << ITEM | MOST_RUN);
    for (run -= MOST_RUN; run >= 255; run -= 255) *o++ = 255;
    *o++ = (u8)run;
    return o;
}

/* n < 2^16. `out` has room for 5 bytes a word and 16 more. */
static u32 fold(const u32 *v, u32 n, u8 *out) {
    u16 seen[1 << SEEN_BITS]; /* where three words stood, by a hash of them */
    u8 *o = out;
    u32 i = 0, d = 1;
    memset(seen, 0, sizeof seen);
    for (;;) {
        u32 from = i;
        if (i >= d)
            while (i < n && v[i] == v[i - d]) i++;
        u32 run = i - from;
        if (i == n) return (u32)(item(o, END, run) - out);
        if (i + 4 <= n) {
            u32 h = seen_at(v + i), at = seen[h];
            seen[h] = (u16)i;
            seen[seen_at(v + i + 1)] = (u16)(i + 1);
            if (at < i && same3(v + at, v + i)) {
                d = i - at;
                o = item(o, DISTANCE, run);
                memcpy(o, &(u16){(u16)d}, 2);
                o += 2;
                continue;
            }
        }
        u32 x = i >= d ? v[i] - v[i - d] : 0x80000000u;
        if (x + 0x80u < 0x100u) {
            o = item(o, NEAR, run);
            *o++ = (u8)x;
            i++;
            continue;
        }
        if (fits16(x)) {
            o = item(o, FAR, run);
            memcpy(o, &(u16){(u16)x}, 2);
            o += 2;
            i++;
            continue;
        }
        u32 k = i + 1;
        for (; k < n && k - i < MOST_WORDS; k++) {
            if (k >= d && fits16(v[k] - v[k - d])) break;
            if (k + 3 > n) continue;
            u32 h = seen_at(v + k), at = seen[h];
            if (at < k && same3(v + at, v + k)) break;
            seen[h] = (u16)k;
        }
        o = item(o, k - i == 1 ? WORD : WORDS, run);
        if (k - i > 1) *o++ = (u8)(k - i - 1);
        mem_copy(o, v + i, 4 * (size_t)(k - i));
        o += 4 * (size_t)(k - i);
        i = k;
    }
}

static void unfold(const u8 *p, u32 *v) {
    for (u32 d = 1;;) {
        u32 what = *p >> ITEM, run = *p++ & MOST_RUN, more = 255;
        while (run >= MOST_RUN && more == 255) run += more = *p++;
        for (const u32 *end = v + run; v < end; v++) *v = v[-(ptrdiff_t)d];
        switch (what) {
        case WORD:
            memcpy(v++, p, 4);
            p += 4;
            break;
        case WORDS: {
            u32 n = *p++ + 1u;
            mem_copy(v, p, 4 * (size_t)n);
            p += 4 * (size_t)n;
            v += n;
            break;
        }
        case NEAR:
            *v = v[-(ptrdiff_t)d] + (u32)(i8)*p++;
            v++;
            break;
        case FAR: {
            u16 x;
            memcpy(&x, p, 2);
            p += 2;
            *v = v[-(ptrdiff_t)d] + (u32)(i16)x;
            v++;
            break;
        }
        case DISTANCE: {
            u16 x;
            memcpy(&x, p, 2);
            p += 2;
            d = x;
            break;
        }
        default: return;
        }
    }
}

void cold_init(Cold *c, ColdSizes x) {
    if (c->blocks.n) return;
    c->least = x.least;
    c->block = x.block;
    c->hot = x.hot;
    c->strict = x.strict;
}

/* The host gets back the memory of blocks from..to-1, which are packed. A page at an end goes where all blocks that lie
 * in it are. */
static void give_back(const Cold *c, u32 *v, u32 from, u32 to) {
    enum { RUBBISH = 0xA5 };
    if (c->strict) {
        u32 *words = v + (u64)from * c->block;
        size_t n = (size_t)(to - from) * c->block * 4;
        allow(words, n); /* the array may have been copied */
        mem_fill(words, RUBBISH, n);
        forbid(words, n);
        return;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE) - 1, bytes = (uintptr_t)c->block * 4;
    uintptr_t a = (uintptr_t)v + from * bytes, b = (uintptr_t)v + to * bytes;
    bool before = bytes > page && from && !c->blocks.v[from - 1].open;
    bool after = bytes > page && to < c->blocks.n && !c->blocks.v[to].open;
    a = (before ? a : a + page) & ~page;
    b = (after ? b + page : b) & ~page;
    if (a < b) madvise((void *)a, b - a, MADV_DONTNEED); /* no harm if the host does not: it is memory only */
}

/* An array that grows may have been copied, with what stood where nothing is. */
static void was_moved(const Cold *c, u32 *v) {
    for (u32 i = 0; i < c->blocks.n;) {
        u32 from = i;
        while (i < c->blocks.n && !c->blocks.v[i].open) i++;
        if (i > from) give_back(c, v, from, i);
        else i++;
    }
}

/* The packed form of block k. */
static Status keep(Ctx *cx, Cold *c, const u32 *v, u32 k, u8 *room) {
    ColdBlock *b = &c->blocks.v[k];
    u32 n = fold(v + (u64)k * c->block, c->block, room);
    if (n != b->n || !b->v) {
        u8 *p = b->v ? cx_realloc(cx, b->v, b->n, n) : cx_alloc(cx, n);
        if (!p) return ST_ERROR;
        b->v = p;
        b->n = n;
    }
    mem_copy(b->v, room, n);
    b->open = false;
    cx->bytes -= (u64)c->block * 4;
    cx_worked(cx, c->block);
    return ST_OK;
}

static u8 *room_new(Ctx *cx, const Cold *c) { return cx_alloc(cx, 5 * (size_t)c->block + 16); }
static void room_free(Ctx *cx, const Cold *c, u8 *room) { cx_free(cx, room, 5 * (size_t)c->block + 16); }

/* Block k is looked at no more. Where there is no memory to pack it, it stays plain. */
static void look_away(Ctx *cx, Cold *c, u32 *v, u32 k) {
    if (cx->err.kind != ERR_NONE) return;
    u8 *room = room_new(cx, c);
    if (room && keep(cx, c, v, k, room) == ST_OK) give_back(c, v, k, k + 1);
    else cx_clear(cx);
    room_free(cx, c, room);
}

Status cold_pack(Ctx *cx, Cold *c, u32 *v, u64 n) {
    u32 first = c->blocks.n;
    u8 *room = room_new(cx, c);
    if (!room) return ST_ERROR;
    for (u32 i = 0; i < c->n_open; i++) look_away(cx, c, v, c->open[i]);
    c->n_open = 0;
    c->held_from = c->held_to = 0;
    if (v != c->at) was_moved(c, v);
    c->at = v;
    Status st = ST_OK;
    while (st == ST_OK && c->plain + c->block + c->hot <= n) {
        st = vec_push(cx, &c->blocks, ((ColdBlock){.open = true}));
        if (st == ST_OK && (st = keep(cx, c, v, c->blocks.n - 1, room)) != ST_OK) c->blocks.n--;
        if (st == ST_OK) c->plain += c->block;
    }
    if (c->blocks.n > first) give_back(c, v, first, c->blocks.n);
    room_free(cx, c, room);
    return st;
}

/* What the packed blocks had is free, but lies below what was made later: it goes back to the host. */
enum { TRIMMED = 512 };
static void host_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void make_plain(Ctx *cx, const Cold *c, u32 *v, u32 k) {
    if (c->strict) allow(v + (u64)k * c->block, (size_t)c->block * 4);
    unfold(c->blocks.v[k].v, v + (u64)k * c->block);
    c->blocks.v[k].open = true;
    cx->bytes += (u64)c->block * 4;
    if (cx->bytes > cx->peak) cx->peak = cx->bytes;
    cx_worked(cx, c->block / 2);
}

void cold_unpack(Ctx *cx, Cold *c, u32 *v, u64 from) {
    while (from < c->plain) {
        u32 k = c->blocks.n - 1;
        if (!c->blocks.v[k].open) make_plain(cx, c, v, k);
        cx_free(cx, c->blocks.v[k].v, c->blocks.v[k].n);
        c->blocks.n--;
        c->plain -= c->block;
        if (c->blocks.n && !(c->blocks.n % TRIMMED)) host_trim();
        u32 n = 0;
        for (u32 i = 0; i < c->n_open; i++)
            if (c->open[i] != k) c->open[n++] = c->open[i];
        c->n_open = n;
    }
}

/* An open block that is looked at again is the last to be packed. */
static void looked_last(Cold *c, u32 k) {
    u32 n = 0;
    for (u32 i = 0; i < c->n_open; i++)
        if (c->open[i] != k) c->open[n++] = c->open[i];
    if (n < c->n_open) c->open[n] = k;
}

static bool is_held(const Cold *c, u32 k) {
    return (u64)k * c->block < c->held_to && (u64)(k + 1) * c->block > c->held_from;
}

/* Another block can be opened: the one that was looked at least recently is packed, unless it is held. */
static void make_room(Ctx *cx, Cold *c, u32 *v) {
    u32 most = c->strict ? COLD_STRICT : COLD_OPEN, held = 0, first = c->n_open;
    for (u32 i = c->n_open; i-- > 0;)
        if (is_held(c, c->open[i])) held++;
        else first = i;
    if (c->n_open - held < most || first == c->n_open) return;
    look_away(cx, c, v, c->open[first]);
    looked_last(c, c->open[first]);
    c->n_open--;
}

void cold_look(Ctx *cx, Cold *c, u32 *v, u64 from, u64 to) {
    for (u64 k = from / c->block; k * c->block < to && k < c->blocks.n; k++) {
        if (c->blocks.v[k].open) {
            looked_last(c, (u32)k);
            continue;
        }
        make_room(cx, c, v);
        make_plain(cx, c, v, (u32)k);
        c->open[c->n_open++] = (u32)k;
    }
}

void cold_hold(Ctx *cx, Cold *c, u32 *v, u64 from, u64 to) {
    c->held_from = c->held_to = 0;
    while (c->n_open > COLD_OPEN) make_room(cx, c, v); /* those that were held */
    cold_look(cx, c, v, from, to);
    c->held_from = from;
    c->held_to = to;
}

void cold_drop(Ctx *cx, Cold *c) {
    for (u32 k = 0; k < c->blocks.n; k++) {
        if (!c->blocks.v[k].open) cx->bytes += (u64)c->block * 4;
        cx_free(cx, c->blocks.v[k].v, c->blocks.v[k].n);
    }
    vec_free(cx, &c->blocks);
    c->n_open = 0;
    c->held_from = c->held_to = 0;
    c->plain = 0;
}
