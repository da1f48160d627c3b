/* looks.h -- what the search takes for unobserved, and what was observed after all. Layer 5.
 *
 * Library calls have no scheduling point, and pools no tallies, as long as nobody looks at what these would tell. Who
 * leaves such a thing out notes it in `used`; who looks, on whatever path, in `seen`. What must hold:
 * - Neither is undone: both are of the search, not of a path, and `seen` of all its beginnings. So states that were
 *   stored hold under both.
 * - When a bit is in both, what was explored does not count, and the search begins again (search/assume.c). It ends,
 *   because `seen` only grows.
 * - `seen` stands in replay strings, so that a replay has the scheduling points of its search: a bit's number stays. */
#ifndef JPF_LOOKS_H
#define JPF_LOOKS_H
#include "classes/jdk.h"

enum LookBit {
#define LOOK(name, bit, what) LIB_##name = 1ull << (bit),
#include "kernel/looks.def"
};

/* No two share a bit, nor one with a group: who looks at the one would spoil the other. */
enum LookTaken {
#define LOOK(name, bit, what) LOOK_BIT_##bit##_IS_TAKEN_ONCE,
#include "kernel/looks.def"
};
enum LookBits {
    LOOK_BITS = 0
#define LOOK(name, bit, what) | 1ull << (bit)
#include "kernel/looks.def"
};
#define LOOKS_GROUPS                                                                                                   \
    ((2u << G_LAST) - 2 + (1u << G_IDLE) + (1u << G_WORKERS) + (1ull << G_TABLE) + (1ull << G_ORDER) +                 \
     (1ull << G_GROWTH) + (1ull << G_BUFFER) + (1ull << G_AFFAIRS) + (1ull << G_ENDS) + (1ull << G_PERMITS) +          \
     (1ull << G_SUM))
#define LOOKS_ALL (LOOK_BITS | LOOKS_GROUPS)
/* In older replay strings these stood for two observations each, output or a shared pool, a task's delay or an idle
 * worker, and the search went by both. */
#define LOOKS_OLD_OUTPUT (1u << 23)
#define LOOKS_OLD_IDLE (1u << 26)
_Static_assert(!(LOOK_BITS & LOOKS_GROUPS), "the bit of a group");
_Static_assert(!(LOOKS_ALL & (1u << G_NONE | LOOKS_OLD_OUTPUT | LOOKS_OLD_IDLE)), "a bit that means something else");

typedef struct Looks {
    u64 seen, used;
    /* Threads that use and control pools, by id, the last bit for all others: LIB_SHARED; [1]: fork-join pools. */
    u64 users[2], controls[2];
} Looks;

/* The search begins, for the first time or again: `seen` stays. */
static inline void looks_begin(Looks *l) { l->used = 0; }
/* Does what was explored not count? */
static inline bool looks_spoilt(const Looks *l) { return (l->seen & l->used) != 0; }
/* Unless somebody has looked, `what` may be left out. */
static inline bool looks_rely(Looks *l, u64 what) {
    if (l->seen & what) return false;
    l->used |= what;
    return true;
}
/* Is the monitor of an object of ci none that anybody could notice? Thread's constructor locks its group to count
 * unstarted threads, and groups lock themselves and their parents for a moment; nobody waits there, as long as the
 * program's own code does not take such a monitor and keep it. */
static inline bool looks_quiet_monitor(Looks *l, const ClassInfo *ci) {
    return (ci->attrs & CA_QUIET) && looks_rely(l, LIB_GROUP);
}

#endif
