/* trail.c -- undo. Layer 4.
 *
 * A record is its words followed by one that says what it is, so that undo is one loop from the end:
 *   TK_WORDS   count pairs (word index, old value) of the heap region: one transition's log
 *   TK_MEM     count words of old contents, then the address (2 words)
 *   TK_THIN    old contents of count words of lasting memory that differ from what a transition left there, a bit for
 *              each of its first 64 words that says whether it is one of these (2 words), the address (2 words)
 *   TK_BORN    count references made by a transition that outlived it: undo frees them
 *   TK_INTERN  index, old `cur` of an interned string
 *   TK_REACH   the old bound of reachable bytes (2 words)
 * Words of the region are first collected in heap->log (a dirty bit each, so that the first old value
 * of a transition counts), which state/ reads before the transition is closed. */
#include "heap/heap_int.h"

#define MAX_COUNT (1u << 28)

static Status trail_grow(Heap *h, u64 words) {
    Trail *t = &h->trail;
    if (cold_due(&t->cold, t->n)) {
        u64 end = t->n_lasting ? t->lasting[0] - 3 - (t->v[t->lasting[0] - 1] >> KIND_BITS) : t->n; /* trail_thin */
        if (end > t->cold.plain && cold_pack(h->cx, &t->cold, t->v, end) != ST_OK) return ST_ERROR;
    }
    u64 cap = cold_room(&t->cold, t->cap ? t->cap : 2048, t->n + words, sizeof *t->v);
    u32 *v = cx_realloc(h->cx, t->v, t->cap * 4, cap * 4);
    if (!v) return ST_ERROR;
    t->v = v;
    t->cap = cap;
    return ST_OK;
}

/* Words from `from` on are read, and those from n on are read no more. */
static u32 *trail_plain(Heap *h, u64 from, u64 n) {
    Trail *t = &h->trail;
    if (from >= t->cold.plain) return t->v;
    cold_unpack(h->cx, &t->cold, t->v, from);
    u64 cap = cold_fit(&t->cold, t->cap, n, sizeof *t->v);
    u32 *v = cap < t->cap ? cx_realloc(h->cx, t->v, t->cap * 4, cap * 4) : NULL;
    if (v) {
        t->v = v;
        t->cap = cap;
    }
    return t->v;
}

static inline Status trail_room(Heap *h, u64 words) {
    return JPF_LIKELY(h->trail.n + words <= h->trail.cap) ? ST_OK : trail_grow(h, words);
}

Status trail_record(Heap *h, u32 kind, u32 count, const u32 *words, u32 n) {
    Trail *t = &h->trail;
    if (trail_room(h, (u64)n + 1)) return ST_ERROR;
    mem_copy(t->v + t->n, words, (size_t)n * 4);
    t->n += n;
    t->v[t->n++] = count << KIND_BITS | kind;
    return ST_OK;
}

Status trail_push(Heap *h, void *addr, u32 bytes) {
    if (!h->trailing || !bytes) return ST_OK;
    Trail *t = &h->trail;
    u32 n = (bytes + 3) / 4;
    if (JPF_UNLIKELY(trail_room(h, (u64)n + 3) != ST_OK)) {
        h->in->failed = true;
        return ST_ERROR;
    }
    u64 a = (u64)(uintptr_t)addr;
    u32 *v = t->v + t->n;
    mem_copy(v, addr, bytes);
    memcpy(v + n, &a, 8);
    v[n + 2] = n << KIND_BITS | TK_MEM;
    t->n += n + 3;
    return ST_OK;
}

Status trail_push_lasting(Heap *h, void *addr, u32 bytes) {
    Trail *t = &h->trail;
    if (trail_push(h, addr, bytes) != ST_OK) return ST_ERROR;
    if (h->trailing && t->n >= h->thin_from && bytes <= 4 * 64 && t->n_lasting < TRAIL_LASTING)
        t->lasting[t->n_lasting++] = t->n;
    return ST_OK;
}

/* The record of n whole words at v is written anew at `to`, which is not behind it. The words that it takes then. */
static u64 thin_record(const u32 *v, u32 n, u32 *to) {
    u64 a, bits = 0;
    u32 m = 0;
    memcpy(&a, v + n, 8);
    const u32 *now = (const u32 *)(uintptr_t)a;
    for (u32 i = 0; i < n; i++)
        if (v[i] != now[i]) bits |= 1ull << i, m++;
    if (m + 2 > n) {
        mem_move(to, v, (size_t)(n + 3) * 4);
        return n + 3;
    }
    for (u32 i = 0, k = 0; i < n; i++)
        if (bits >> i & 1) to[k++] = v[i];
    memcpy(to + m, &bits, 8);
    memcpy(to + m + 2, &a, 8);
    to[m + 4] = m << KIND_BITS | TK_THIN;
    return m + 5;
}

/* The transition is over: of what it has saved of lasting memory only that stays which it has changed. */
static void trail_thin(Heap *h) {
    Trail *t = &h->trail;
    u64 from = 0, to = 0;
    for (u32 i = 0; i < t->n_lasting; i++) {
        u64 end = t->lasting[i];
        u32 n = t->v[end - 1] >> KIND_BITS;
        u64 start = end - 3 - n;
        if (i) {
            mem_move(t->v + to, t->v + from, (size_t)(start - from) * 4);
            to += start - from;
        } else to = start;
        to += thin_record(t->v + start, n, t->v + to);
        from = end;
    }
    mem_move(t->v + to, t->v + from, (size_t)(t->n - from) * 4);
    t->n = to + (t->n - from);
    t->n_lasting = 0;
}

void heap_log_slow(Heap *h, const ElementInfo *e, u32 *word) {
    u32 i = (u32)(word - (u32 *)h->base);
    if (JPF_UNLIKELY(h->log_epoch != h->epoch) && done_write(h, e, i, *word)) return;
    if (vec_push(h->cx, &h->log, ((WordLog){i, *word}))) {
        h->in->failed = true;
        return;
    }
    h->dirty[i >> 5] |= 1u << (i & 31);
}

void heap_log_range(Heap *h, const ElementInfo *e, void *addr, u64 bytes) {
    if (e->birth == h->log_epoch || !h->trailing || !bytes || (e->birth == h->epoch && !heap_is_done(h, e))) return;
    u32 *base = (u32 *)h->base;
    u64 i = (u64)((u8 *)addr - h->base) / 4, end = ((u64)((u8 *)addr - h->base) + bytes + 3) / 4;
    while (i < end) {
        if (JPF_UNLIKELY(!(i & 0xffff)) && !cx_work(h->cx, 0x10000)) {
            h->in->failed = true; /* the transition ends with the error that is pending */
            return;
        }
        if (!(i & 31) && h->dirty[i >> 5] == ~0u) {
            i += 32;
            continue;
        }
        if (!(h->dirty[i >> 5] & (1u << (i & 31)))) heap_log_slow(h, e, base + i);
        i++;
    }
}

/* --- epochs --- */

/* Epochs are compared for equality only: after 2^32 of them all that is old becomes epoch 0. */
static void born_to_zero(void *arg, Ref r) {
    ElementInfo *e = ei(arg, r);
    if (e->birth != IMMORTAL_BIRTH) e->birth = 0;
}

static void next_epoch(Heap *h) {
    if (JPF_UNLIKELY(h->log_epoch != h->epoch || h->done.open.n)) done_clear(h);
    if (++h->epoch == NO_EPOCH) {
        heap_each(h, born_to_zero, h);
        h->epoch = 1;
        if (h->on_wrap) h->on_wrap(h->roots_user);
    }
    h->log_epoch = h->epoch;
    h->in->gc_next = 0;
    h->young_bytes = 0;
    h->young.n = 0;
    h->intern_changed.n = 0;
    h->trail.n_lasting = 0;
}

static void log_clear(Heap *h) {
    for (u32 i = 0; i < h->log.n; i++) h->dirty[h->log.v[i].widx >> 5] = 0;
    cx_worked(h->cx, h->log.n);
    h->log.n = 0;
}

/* A collection costs about as much as it takes to make this many bytes of objects; once much is kept, less. */
enum { KEPT_BYTES = 16 << 10, KEPT_LITTLE = 256, KEPT_MUCH = 64 << 20 };

static bool worth_collecting(const Heap *h) {
    return h->young_bytes > (h->live_bytes < KEPT_MUCH ? KEPT_BYTES : KEPT_LITTLE);
}

Status heap_end_transition(Heap *h) {
    if (h->in->failed || h->cx->err.kind != ERR_NONE)
        return cx_fail(h->cx, ERR_INTERNAL, "a transition could not be recorded");
    if (!h->trailing) return ST_OK;
    if (h->lazy && worth_collecting(h) && heap_collect(h) != ST_OK) return ST_ERROR;
    Trail *t = &h->trail;
    if (t->n_lasting) trail_thin(h);
    if (h->log.n >= MAX_COUNT || h->young.n >= MAX_COUNT)
        return cx_fail(h->cx, ERR_NOMEM, "a transition wrote too much");
    if (trail_room(h, 2 * (u64)h->log.n + h->young.n + 2)) return ST_ERROR;
    if (h->log.n) {
        _Static_assert(sizeof(WordLog) == 8, "log entries are pairs");
        mem_copy(t->v + t->n, h->log.v, (size_t)h->log.n * 8);
        t->n += 2 * (u64)h->log.n;
        t->v[t->n++] = h->log.n << KIND_BITS | TK_WORDS;
        log_clear(h);
    }
    u32 born = 0;
    cx_worked(h->cx, (u64)SWEEP_WORK * h->young.n);
    for (u32 i = 0; i < h->young.n; i++) {
        Ref r = h->young.v[i];
        if (h->lazy || ei(h, r)->meta) {
            t->v[t->n + born++] = r;
            h->in->reach_old += ei_bytes(h, ei(h, r));
        } else {
            heap_tell(h, HT_RELEASED, r);
            obj_free(h, r);
        }
    }
    if (born) {
        t->n += born;
        t->v[t->n++] = born << KIND_BITS | TK_BORN;
    }
    next_epoch(h);
    return ST_OK;
}

TrailMark trail_mark(const Heap *h) { return (TrailMark){h->trail.n}; }

Status trail_born(Heap *h, TrailMark m, void *user, Status (*fn)(void *user, Ref r)) {
    const u32 *v = h->trail.v;
    cold_plain(h->cx, &h->trail.cold, h->trail.v, m.n);
    for (u64 n = h->trail.n; n > m.n;) {
        u32 tag = v[--n], count = tag >> KIND_BITS;
        switch (tag & ((1u << KIND_BITS) - 1)) {
        case TK_WORDS: n -= 2ull * count; break;
        case TK_MEM: n -= 2ull + count; break;
        case TK_THIN: n -= 4ull + count; break;
        case TK_BORN:
            for (u32 i = 0; i < count; i++)
                if (fn(user, v[--n]) != ST_OK) return ST_ERROR;
            break;
        default: n -= 2; break; /* TK_INTERN, TK_REACH */
        }
    }
    return ST_OK;
}

/* --- undo --- */

static void undo_open(Heap *h) {
    u32 *base = (u32 *)h->base;
    for (u32 i = h->log.n; i-- > 0;) base[h->log.v[i].widx] = h->log.v[i].old;
    log_clear(h);
    for (u32 i = h->young.n; i-- > 0;) obj_free(h, h->young.v[i]);
    h->young.n = 0;
}

void trail_undo(Heap *h, TrailMark m) {
    u32 *base = (u32 *)h->base;
    Trail *t = &h->trail;
    undo_open(h);
    u32 *v = t->v;
    u64 n = t->n;
    cx_worked(h->cx, n - m.n);
    while (n > m.n) {
        if (JPF_UNLIKELY(n <= t->cold.plain)) v = trail_plain(h, n - 1, n);
        u32 tag = v[--n], count = tag >> KIND_BITS;
        if (JPF_UNLIKELY(n < t->cold.plain + 2ull * count + 4)) {
            u64 most = 2ull * count + 4;
            v = trail_plain(h, n > most ? n - most : 0, n + 1);
        }
        switch (tag & ((1u << KIND_BITS) - 1)) {
        case TK_WORDS:
            for (u32 i = 0; i < count; i++) {
                n -= 2;
                base[v[n]] = v[n + 1];
            }
            break;
        case TK_MEM: {
            u64 a;
            n -= 2;
            memcpy(&a, v + n, 8);
            n -= count;
            mem_copy((void *)(uintptr_t)a, v + n, (size_t)count * 4);
            break;
        }
        case TK_THIN: {
            u64 a, bits;
            n -= 4;
            memcpy(&bits, v + n, 8);
            memcpy(&a, v + n + 2, 8);
            n -= count;
            u32 *words = (u32 *)(uintptr_t)a;
            for (u64 k = n; bits; bits &= bits - 1) words[__builtin_ctzll(bits)] = v[k++];
            break;
        }
        case TK_BORN:
            for (u32 i = 0; i < count; i++) {
                Ref r = v[--n];
                h->in->reach_old -= ei_bytes(h, ei(h, r));
                obj_free(h, r);
            }
            break;
        case TK_INTERN:
            n -= 2;
            h->intern.v[v[n]].cur = v[n + 1];
            break;
        case TK_REACH:
            n -= 2;
            memcpy(&h->in->reach_old, v + n, 8);
            break;
        }
    }
    t->n = n;
    h->in->failed = false;
    next_epoch(h);
}
