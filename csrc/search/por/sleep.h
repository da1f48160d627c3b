/* sleep.h -- sleep sets, stored with their states. Layer 11. */
#ifndef JPF_SLEEP_H
#define JPF_SLEEP_H
#include "base/arena.h"
#include "state/state.h"

typedef struct Search Search;
struct Level;

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

void sleep_init(Search *s);
void sleep_reset(Search *s);
void sleep_free(Search *s);
/* The last transition from l led to the state with this id and key. Who sleeps there goes to `dozing`; *again:
 * fewer than when it was left before, *woken: ids of the threads to be tried now, REACH_ALL: whatever there is.
 * `stays`: its own thread may sleep in what is tried from l later. */
Status sleep_step(Search *s, struct Level *l, bool stays, u32 id, H128 key, bool fresh, bool *again, u64 *woken);
void sleep_clear(Search *s, Asleep *a);
void sleep_moved(Search *s); /* the path was executed again: its objects lie elsewhere now */

#endif
