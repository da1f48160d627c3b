/* sleep.h -- sleep sets: the threads that need not be tried in a state, because the same steps were tried before in
 * another order. Layer 11. The sets are stored with their states; reduction.c calls the hooks of sleep.c. */
#ifndef JPF_SLEEP_H
#define JPF_SLEEP_H
#include "base/arena.h"
#include "state/state.h"

typedef struct Search Search;
typedef struct Level Level;

typedef VEC(Footprint *) Asleep; /* the sleeping threads, each by the footprint of its step, of which it is an owner */

/* What must hold: the states form no cycle, and the search leaves states in the order of a stack. With the first cycle
 * sleep sets are given up, and if a choice was left out by then, the search begins again. */
typedef struct SleepSets {
    bool on;
    bool dozed; /* a choice was left out because its thread slept */
    bool cyclic; /* a cycle was met: this program is searched without sleep sets */
    Asleep dozing; /* the sleep set of the state that comes */
    Footprint *recent[16]; /* of deep levels, by a hash of what they say: steps that did the same share one */
    DISK_VEC(u32) slept; /* by state id: place in `sleepers`; 0, or none: nobody slept there */
    DISK_VEC(u64) sleepers; /* number of threads asleep when the state was last left, their keys */
} SleepSets;

/* The thread does not sleep in this level's state any more. False: it did not. */
bool sleep_rouse(Search *s, Level *l, u32 thread);

struct Sleepers;
/* Who sleeps in which state is the same for other engines from now on. */
Status sleep_share(Search *s, struct Sleepers *with);

#endif
