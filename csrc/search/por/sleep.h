/* sleep.h -- sleep sets, stored with their states. Layer 11. */
#ifndef JPF_SLEEP_H
#define JPF_SLEEP_H
#include "base/arena.h"
#include "state/state.h"

typedef struct Search Search;

typedef VEC(Footprint *) Asleep; /* threads, each with what its step did; each counts as one of its references */

/* They hold for a search whose states form no cycle, and that leaves states in the order of a stack: with the first
 * cycle they are given up, and if a choice was left out by then, the search begins again. */
typedef struct SleepSets {
    bool on;
    bool dozed;    /* a choice was left out for them */
    bool cyclic;   /* a cycle was met: not with this program */
    Asleep dozing; /* of the state that comes */
    Map slept;     /* state id + 1 -> place in `sleepers` */
    VEC(u64) sleepers; /* number of threads asleep when the state was last left, their keys */
} SleepSets;

#endif
