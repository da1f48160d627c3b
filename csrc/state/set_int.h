/* set_int.h -- the inside of StateSet, for stateset.c and exactset.c. */
#ifndef JPF_SET_INT_H
#define JPF_SET_INT_H
#include "state/state.h"

typedef struct Pair {
    u32 a, b;
} Pair;

/* Pairs made unique: equal pairs have equal ids. Id 0 is no pair. */
typedef struct PairTable {
    Pair *v;      /* by id */
    u32 n, cap;
    u32 *slot;    /* open addressing: ids */
    u32 slots;    /* power of 2 */
} PairTable;

/* A cache line of keys: what is looked up costs one miss. Filled from the front. */
enum { LINE_KEYS = 3, LINE_BYTES = 64 };
typedef struct KeyLine {
    H128 keys[LINE_KEYS]; /* {0, 0}: free */
    u32 ids[LINE_KEYS];
    u32 pad;
} KeyLine;
_Static_assert(sizeof(KeyLine) == LINE_BYTES, "one cache line");

struct StateSet {
    Ctx *cx;
    enum StateSetKind kind;
    u64 n;
    u32 test_bits;   /* 0: off */
    double label_pairs; /* sum over states of live objects squared: pairs that might have equal labels */
    /* SET_KEYS */
    struct KeyLine *lines; /* aligned, within `room` */
    u64 n_lines;
    void *room;
    bool has_zero;   /* the key {0, 0} itself */
    u32 zero_id;
    /* SET_BITS */
    u64 *bits;
    u32 log2_bits;
    /* SET_EXACT */
    PairTable nodes, states; /* states: (records, root) -> state id - 1 */
    WordVec words, ends, level;
    /* SET_SHARED */
    SharedSet *shared; /* not its own */
};

/* Slot of hash h with only a few of its bits kept (stress builds: equal places are the rule, so the whole comparison
 * decides). The places left lie 128 slots apart at most: cost stays bounded as the table grows. */
static inline u64 cut_place(u64 h, u32 bits, u64 mask) {
    u32 all = (u32)__builtin_ctzll(mask + 1), kept = all > bits + 7 ? all - 7 : bits < all ? bits : all;
    return (h & (((u64)1 << kept) - 1)) << (all - kept);
}

/* The same for a table of n lines that are found by the upper bits. */
static inline u64 cut_hash(u64 h, u32 bits, u64 n) {
    u32 all = 64u - (u32)__builtin_clzll(n | 1), kept = all > bits + 5 ? all - 5 : bits;
    return h << (64 - (kept < 64 ? kept : 63));
}

Status exact_init(StateSet *s);
void exact_free(StateSet *s);
Status exact_add(StateSet *s, StateEngine *se, H128 extra, bool *is_new, u32 *id);
u64 exact_bytes(const StateSet *s);
Status exact_pack(StateSet *s, Pack *p);

#endif
