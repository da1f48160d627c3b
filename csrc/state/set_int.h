/* set_int.h -- the inside of StateSet, and how hashes are cut in stress builds. */
#ifndef JPF_SET_INT_H
#define JPF_SET_INT_H
#include "state/spill.h"
#include "state/state.h"

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
    u64 held;        /* keys in the lines */
    struct {         /* the last key that was asked for and is not there, and its place while so many are held */
        H128 key;
        struct KeyLine *line;
        u64 held;
        u32 at;
    } missed_key;
    bool lost;       /* memory or disk has failed, and keys with it: the set is only to be given up */
    Spill *spill;    /* NULL: keys stay in memory */
    SpillReader *reader;
    u64 spill_at;    /* keys that the lines take before they go to the disk; 0: as memory allows */
    bool has_zero;   /* the key {0, 0} itself */
    u32 zero_id;
    /* SET_BITS */
    u64 *bits;
    u32 log2_bits;
    u64 ones;        /* bits that are set */
    double missed;   /* states expected to have been taken for others */
    /* SET_EXACT */
    Store *store, *own; /* own: NULL if it is another set's */
    PairTable states;   /* by id + 1 */
    /* SET_SHARED */
    SharedSet *shared; /* not its own */
    SharedPort *port;
    u64 reads; /* of its own runs, before it was shared */
};

/* Hash h with only a few of its bits kept (stress builds: equal places are the rule, so the whole comparison
 * decides), for a table of n lines that are found by the upper bits. The places left lie 32 lines apart at most: cost
 * stays bounded as the table grows. */
static inline u64 cut_hash(u64 h, u32 bits, u64 n) {
    u32 all = 64u - (u32)__builtin_clzll(n | 1), kept = all > bits + 5 ? all - 5 : bits;
    return h << (64 - (kept < 64 ? kept : 63));
}

Status exact_init(StateSet *s, Store *with); /* `with`: NULL: its own */
void exact_free(StateSet *s);
Status exact_add(StateSet *s, StateEngine *se, H128 extra, bool *is_new, u32 *id);
Status exact_find(StateSet *s, StateEngine *se, H128 extra, bool *known, u32 *id);
u64 exact_bytes(const StateSet *s);
Status exact_pack(StateSet *s, Pack *p);

#endif
