/* alloc.c -- the region and its blocks. Layer 4.
 *
 * Small blocks (up to 2 KiB) live on free lists by exact size, last in first out: what a backtrack
 * frees, the next path takes again. Large blocks are multiples of 256 bytes with boundary tags in the
 * free memory itself; two bitmaps say where a free one starts and ends, so that neighbours merge.
 * The state of the allocator is not part of the program's state and is never undone.
 *
 * Where states are gone back to (heap_revisit), objects come back at their own places. Then free small blocks are
 * linked both ways, and no large block that was ever in use is cut into small ones: what was once a small block stays
 * one of that size. */
#include "heap/heap_int.h"
#include <sys/mman.h>

/* The sanitizer build tells ASan which bytes of the region belong to live blocks. The free lists lie in what is free:
 * the functions that walk them are not instrumented. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISONED __attribute__((no_sanitize("address"), noinline))
#define CLOSE(p, n) __asan_poison_memory_region(p, n)
#define OPEN(p, n) __asan_unpoison_memory_region(p, n)
#else
#define POISONED
#define CLOSE(p, n) ((void)(p), (void)(n))
#define OPEN(p, n) ((void)(p), (void)(n))
#endif

#define DEFAULT_RESERVE ((u64)16 << 30) /* a word index in the log has 32 bits: no more than this */
#define MIN_RESERVE ((u64)16 << 20)
#define ACCOUNT_STEP ((u64)1 << 20)
#define CHUNK_UNITS 128u

typedef struct LargeFree {
    u32 units, next, prev, bin; /* next, prev: unit + 1 */
} LargeFree;

static void *reserve_map(u64 bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void reserve_unmap(void *p, u64 bytes) {
    if (p) munmap(p, bytes);
}

void alloc_free(Heap *h) {
    if (h->base) OPEN(h->base, h->top);
    reserve_unmap(h->base, h->reserved);
    reserve_unmap(h->dirty, h->reserved / 32);
    if (h->in) {
        reserve_unmap(h->in->starts, h->reserved / 64);
        reserve_unmap(h->in->lstart, h->reserved / UNIT / 8);
        reserve_unmap(h->in->lend, h->reserved / UNIT / 8);
        h->in->starts = NULL;
        h->in->lstart = h->in->lend = NULL;
        h->cx->bytes -= h->in->accounted;
        h->in->accounted = 0;
    }
    h->base = NULL;
    h->dirty = NULL;
}

static bool try_reserve(Heap *h, u64 n) {
    h->reserved = n;
    h->base = reserve_map(n);
    h->dirty = reserve_map(n / 32);
    h->in->starts = reserve_map(n / 64);
    h->in->lstart = reserve_map(n / UNIT / 8);
    h->in->lend = reserve_map(n / UNIT / 8);
    if (h->base && h->dirty && h->in->starts && h->in->lstart && h->in->lend) return true;
    alloc_free(h);
    return false;
}

Status alloc_init(Heap *h, u64 reserve) {
    u64 n = DEFAULT_RESERVE;
    if (reserve)
        while (n / 2 >= reserve && n / 2 >= MIN_RESERVE) n /= 2;
    while (!try_reserve(h, n)) {
        n /= 2;
        if (n < MIN_RESERVE) {
            h->reserved = 0;
            return cx_fail(h->cx, ERR_NOMEM, "the host refused %llu MiB of address space for the heap",
                           (unsigned long long)(n >> 20));
        }
    }
    h->top = FIRST_OFFSET;
    return ST_OK;
}

Status alloc_grow(Heap *h, u64 top) {
    struct HeapInner *in = h->in;
    if (top > h->reserved)
        return cx_fail(h->cx, ERR_NOMEM, "the heap's region of %llu MiB is full",
                       (unsigned long long)(h->reserved >> 20));
    if (top > in->accounted) {
        u64 step = (top - in->accounted + ACCOUNT_STEP - 1) / ACCOUNT_STEP * ACCOUNT_STEP;
        if (h->cx->limit && h->cx->bytes + step > h->cx->limit) return cx_over_limit(h->cx);
        in->accounted += step;
        h->cx->bytes += step;
        if (h->cx->bytes > h->cx->peak) h->cx->peak = h->cx->bytes;
    }
    if (top > h->top) CLOSE(h->base + h->top, top - h->top);
    else OPEN(h->base + top, h->top - top);
    h->top = top;
    return ST_OK;
}

/* --- large blocks --- */

static inline bool bit_get(const u32 *m, u32 i) { return m[i >> 5] >> (i & 31) & 1; }
static inline void bit_set(u32 *m, u32 i) { m[i >> 5] |= 1u << (i & 31); }
static inline void bit_clear(u32 *m, u32 i) { m[i >> 5] &= ~(1u << (i & 31)); }
static inline LargeFree *lf_at(Heap *h, u32 unit) { return (LargeFree *)(h->base + (u64)unit * UNIT); }
static inline u32 *lf_foot(Heap *h, u32 end) { return (u32 *)(h->base + (u64)end * UNIT) - 1; }

/* Four bins a power of two: every block of a higher bin is larger than all of a lower one. */
static u32 bin_of(u32 units) {
    u32 l = 31u - (u32)__builtin_clz(units);
    return l < 2 ? units - 1 : l * 4 + ((units >> (l - 2)) & 3) - 5;
}

POISONED static void large_insert(Heap *h, u32 unit, u32 units) {
    struct HeapInner *in = h->in;
    LargeFree *f = lf_at(h, unit);
    u32 b = bin_of(units);
    *f = (LargeFree){units, in->lbin[b], 0, b};
    if (f->next) lf_at(h, f->next - 1)->prev = unit + 1;
    in->lbin[b] = unit + 1;
    in->lmask[b >> 6] |= (u64)1 << (b & 63);
    *lf_foot(h, unit + units) = units;
    bit_set(in->lstart, unit);
    bit_set(in->lend, unit + units - 1);
}

POISONED static void large_remove(Heap *h, u32 unit) {
    struct HeapInner *in = h->in;
    LargeFree *f = lf_at(h, unit);
    if (f->prev) lf_at(h, f->prev - 1)->next = f->next;
    else in->lbin[f->bin] = f->next;
    if (f->next) lf_at(h, f->next - 1)->prev = f->prev;
    if (!in->lbin[f->bin]) in->lmask[f->bin >> 6] &= ~((u64)1 << (f->bin & 63));
    bit_clear(in->lstart, unit);
    bit_clear(in->lend, unit + f->units - 1);
}

POISONED static u32 large_find(Heap *h, u32 units) {
    struct HeapInner *in = h->in;
    u32 b = bin_of(units), tries = 16;
    for (u32 u = in->lbin[b]; u && tries--; u = lf_at(h, u - 1)->next)
        if (lf_at(h, u - 1)->units >= units) return u;
    b++;
    for (u32 w = b >> 6; w < 2; w++) {
        u64 m = in->lmask[w];
        if (w == b >> 6) m &= ~(u64)0 << (b & 63);
        if (m) return in->lbin[w * 64 + (u32)__builtin_ctzll(m)];
    }
    return 0;
}

static u64 top_new(Heap *h, u32 units, bool *fresh) {
    u64 off = h->top;
    *fresh = true;
    return alloc_grow(h, off + (u64)units * UNIT) == ST_OK ? off : 0;
}

/* *fresh: never used since it was mapped, so zero. */
POISONED static u64 large_new(Heap *h, u32 units, bool *fresh) {
    u32 u = large_find(h, units);
    *fresh = false;
    if (!u) return top_new(h, units, fresh);
    u--;
    u32 have = lf_at(h, u)->units;
    large_remove(h, u);
    if (have > units) large_insert(h, u + units, have - units);
    return (u64)u * UNIT;
}

POISONED static void large_free(Heap *h, u64 off, u32 units) {
    struct HeapInner *in = h->in;
    u32 u = (u32)(off / UNIT);
    if (u + units < h->top / UNIT && bit_get(in->lstart, u + units)) {
        u32 n = lf_at(h, u + units)->units;
        large_remove(h, u + units);
        units += n;
    }
    if (bit_get(in->lend, u - 1)) { /* unit 0 is never free */
        u32 n = *lf_foot(h, u);
        u -= n;
        large_remove(h, u);
        units += n;
    }
    large_insert(h, u, units);
}

/* --- small blocks --- */

POISONED static void small_put(Heap *h, u64 off, u64 size) {
    u32 *w = (u32 *)(h->base + off);
    u32 head = h->in->small[size / GRANULE];
    *w = head;
    h->in->small[size / GRANULE] = (u32)(off / GRANULE);
    if (JPF_LIKELY(!h->revisits)) return;
    w[1] = 0;
    if (head) ((u32 *)(h->base + (u64)head * GRANULE))[1] = (u32)(off / GRANULE);
}

static Status refill(Heap *h) {
    struct HeapInner *in = h->in;
    u64 left = in->chunk_end - in->chunk;
    bool fresh;
    u64 off = h->revisits ? top_new(h, CHUNK_UNITS, &fresh) : large_new(h, CHUNK_UNITS, &fresh);
    if (!off) return ST_ERROR;
    if (left >= OBJ_HEADER) small_put(h, in->chunk, left);
    if (!fresh) {
        OPEN(h->base + off, CHUNK_UNITS * UNIT);
        memset(h->base + off, 0, CHUNK_UNITS * UNIT);
        CLOSE(h->base + off, CHUNK_UNITS * UNIT);
    }
    in->chunk = off;
    in->chunk_end = off + CHUNK_UNITS * UNIT;
    return ST_OK;
}

/* The link of a free small block. */
POISONED static u32 link_of(const u64 *p) { return *(const u32 *)p; }

POISONED static void first_now(Heap *h, u32 g) {
    if (g) ((u32 *)(h->base + (u64)g * GRANULE))[1] = 0;
}

static u64 block_take(Heap *h, u64 size) {
    struct HeapInner *in = h->in;
    if (JPF_LIKELY(size <= SMALL_MAX)) {
        u32 g = in->small[size / GRANULE];
        if (g) {
            u64 *p = (u64 *)(h->base + (u64)g * GRANULE);
            in->small[size / GRANULE] = link_of(p);
            if (JPF_UNLIKELY(h->revisits)) first_now(h, in->small[size / GRANULE]);
            OPEN(p, size);
            if (size <= 64)
                for (u64 i = 0; i < size / 8; i++) p[i] = 0;
            else mem_fill(p, 0, size);
            return (u64)g * GRANULE;
        }
        if (in->chunk + size > in->chunk_end && refill(h)) return 0;
        u64 off = in->chunk;
        in->chunk += size;
        return off;
    }
    if (size > h->reserved) {
        alloc_grow(h, size);
        return 0;
    }
    bool fresh;
    u64 off = large_new(h, (u32)((size + UNIT - 1) / UNIT), &fresh);
    if (off) OPEN(h->base + off, size);
    if (off && !fresh) mem_fill(h->base + off, 0, size);
    cx_worked(h->cx, size / 16);
    return off;
}

/* Where no block ever was. */
static u64 fresh_take(Heap *h, u64 size) {
    struct HeapInner *in = h->in;
    bool fresh;
    u64 off;
    if (size > SMALL_MAX) return top_new(h, (u32)((size + UNIT - 1) / UNIT), &fresh);
    if (in->chunk + size > in->chunk_end && refill(h)) return 0;
    off = in->chunk;
    in->chunk += size;
    return off;
}

u64 block_fresh(Heap *h, u64 size) {
    u64 off = fresh_take(h, size + REDZONE);
    if (off) OPEN(h->base + off, size);
    return off;
}

u64 block_new(Heap *h, u64 size) {
    u64 off = block_take(h, size + REDZONE);
    if (!off) return 0;
    OPEN(h->base + off, size);
    CLOSE(h->base + off + size, REDZONE);
    return off;
}

void block_free(Heap *h, u64 off, u64 size) {
    size += REDZONE;
    if (JPF_UNLIKELY(h->stress_gc)) mem_fill(h->base + off, POISON, size - REDZONE);
    CLOSE(h->base + off, size);
    if (size <= SMALL_MAX) small_put(h, off, size);
    else large_free(h, off, (u32)((size + UNIT - 1) / UNIT));
}

/* --- blocks at their places --- */

POISONED void alloc_revisit(Heap *h) {
    h->revisits = true;
    for (u32 i = 0; i <= SMALL_MAX / GRANULE; i++)
        for (u32 g = h->in->small[i], prev = 0; g; prev = g, g = *(u32 *)(h->base + (u64)g * GRANULE))
            ((u32 *)(h->base + (u64)g * GRANULE))[1] = prev;
}

POISONED static bool small_claim(Heap *h, u64 off, u64 size) {
    const u32 *w = (const u32 *)(h->base + off);
    u32 g = (u32)(off / GRANULE), next = w[0], prev = w[1];
    u32 *from = prev ? (u32 *)(h->base + (u64)prev * GRANULE) : &h->in->small[size / GRANULE];
    if ((u64)prev * GRANULE >= h->top || (u64)next * GRANULE >= h->top || *from != g) return false;
    *from = next;
    if (next) ((u32 *)(h->base + (u64)next * GRANULE))[1] = prev;
    return true;
}

POISONED static bool large_claim(Heap *h, u64 off, u32 units) {
    u32 u = (u32)(off / UNIT), from = u;
    while (from && !bit_get(h->in->lstart, from)) from -= !(from & 31) || h->in->lstart[from >> 5] ? 1 : from & 31;
    u32 n = from ? lf_at(h, from)->units : 0;
    if (from + n < u + units) return false;
    large_remove(h, from);
    if (u > from) large_insert(h, from, u - from);
    if (from + n > u + units) large_insert(h, u + units, from + n - u - units);
    return true;
}

Status block_claim(Heap *h, u64 off, u64 size) {
    size += REDZONE;
    bool had = off + size <= h->top &&
               (size <= SMALL_MAX ? small_claim(h, off, size) : large_claim(h, off, (u32)((size + UNIT - 1) / UNIT)));
    if (!had) return cx_fail(h->cx, ERR_INTERNAL, "an object cannot come back to its place");
    OPEN(h->base + off, size - REDZONE);
    mem_fill(h->base + off, 0, size - REDZONE);
    return ST_OK;
}

void obj_free(Heap *h, Ref r) {
    u64 n = ei_bytes(h, ei(h, r));
    start_clear(h, r);
    h->live_bytes -= n;
    h->n_objects--;
    block_free(h, (u64)r * GRANULE, n);
}

void alloc_mark(Heap *h, bool objects_only) {
    OPEN(h->base, h->top);
    if (!objects_only || !REDZONE) return;
    u64 end = FIRST_OFFSET;
    for (u64 i = 0, n = (h->top / GRANULE + 63) / 64; i < n; i++)
        for (u64 m = h->in->starts[i]; m; m &= m - 1) {
            u64 off = (i * 64 + (u64)__builtin_ctzll(m)) * GRANULE;
            CLOSE(h->base + end, off - end);
            end = off + ei_bytes(h, ei(h, (Ref)(off / GRANULE)));
        }
    CLOSE(h->base + end, h->top - end);
}

void alloc_seal(Heap *h) {
    struct HeapInner *in = h->in;
    for (u32 b = 0; b < N_LBINS; b++)
        while (in->lbin[b]) large_remove(h, in->lbin[b] - 1);
    memset(in->small, 0, sizeof in->small);
    in->chunk = in->chunk_end = 0;
}
