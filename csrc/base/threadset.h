/* threadset.h -- sets of threads by id, as one word. Layer 1.
 *
 * Ids below 63 are bits. A set with a larger one is a number in a table where equal sets are kept once: so sets of any
 * size can be stored with states, compared and passed on as words. The table only grows while a search is on; where it
 * has got too large sets become REACH_ALL, which is everybody. */
#ifndef JPF_THREADSET_H
#define JPF_THREADSET_H
#include "base/arena.h"

#define REACH_ALL UINT64_MAX
#define TS_WIDE (1ull << 63)

typedef u64 ThreadSet;

typedef struct ThreadSets {
    Ctx *cx;
    VEC(u64) words; /* of each wide set: how many, and these */
    Map at; /* hash -> place in `words` */
    VEC(u64) made; /* the set that is being made */
    bool all; /* it is everybody */
    bool narrow; /* none is wide: those would be are everybody */
} ThreadSets;

void ts_init(ThreadSets *t, Ctx *cx);
void ts_free(ThreadSets *t);

/* A set is made by one caller at a time. */
void ts_begin(ThreadSets *t);
bool ts_add(ThreadSets *t, u32 id); /* false: it was there */
void ts_add_all(ThreadSets *t, ThreadSet s);
ThreadSet ts_made(ThreadSets *t);

bool ts_has_wide(const ThreadSets *t, ThreadSet s, u32 id);
static inline bool ts_has(const ThreadSets *t, ThreadSet s, u32 id) {
    if (JPF_LIKELY(!(s & TS_WIDE))) return id < 63 && (s >> id & 1);
    return s == REACH_ALL || ts_has_wide(t, s, id);
}
ThreadSet ts_one(ThreadSets *t, u32 id);
ThreadSet ts_with_wide(ThreadSets *t, ThreadSet a, ThreadSet b);
static inline ThreadSet ts_or(ThreadSets *t, ThreadSet a, ThreadSet b) {
    return JPF_LIKELY(!((a | b) & TS_WIDE)) ? a | b : ts_with_wide(t, a, b);
}
ThreadSet ts_part_wide(ThreadSets *t, ThreadSet a, ThreadSet b, bool in);
/* Those of a that are in b; that are not. Of everybody nobody is known by his id: REACH_ALL less some is REACH_ALL. */
static inline ThreadSet ts_and(ThreadSets *t, ThreadSet a, ThreadSet b) {
    return JPF_LIKELY(!((a | b) & TS_WIDE)) ? a & b : ts_part_wide(t, a, b, true);
}
static inline ThreadSet ts_less(ThreadSets *t, ThreadSet a, ThreadSet b) {
    return JPF_LIKELY(!((a | b) & TS_WIDE)) ? a & ~b : ts_part_wide(t, a, b, false);
}
bool ts_within_wide(const ThreadSets *t, ThreadSet a, ThreadSet b);
/* Are all of a in b? */
static inline bool ts_within(const ThreadSets *t, ThreadSet a, ThreadSet b) {
    return JPF_LIKELY(!((a | b) & TS_WIDE)) ? !(a & ~b) : ts_within_wide(t, a, b);
}
bool ts_meets_wide(const ThreadSets *t, ThreadSet a, ThreadSet b);
static inline bool ts_meets(const ThreadSets *t, ThreadSet a, ThreadSet b) {
    return JPF_LIKELY(!((a | b) & TS_WIDE)) ? (a & b) != 0 : ts_meets_wide(t, a, b);
}
/* The words of a set, ids as bits, good until another one is made. Not for REACH_ALL. */
const u64 *ts_words(const ThreadSets *t, const ThreadSet *s, u32 *n);
void ts_add_words(ThreadSets *t, const u64 *w, u32 n);
/* How many there are; UINT32_MAX: everybody. */
u32 ts_count(const ThreadSets *t, ThreadSet s);
/* The first of s from id on; UINT32_MAX: none. Not for REACH_ALL. */
u32 ts_next(const ThreadSets *t, ThreadSet s, u32 id);

#endif
