/* spin.h -- turns of a library's waiting loop that add nothing to the state. Layer 11.
 *
 * Such a loop counts while it waits, so no two of its turns have the same key. forward.c asks whether a turn stands for
 * an earlier one of the path; then the loop closes. */
#ifndef JPF_SPIN_H
#define JPF_SPIN_H
#include "state/state.h"

typedef struct Search Search;

typedef struct Spot { /* where a thread stood in a loop of the library */
    u64 place;
    u32 thread;   /* id + 1; 0: in no such loop */
    u32 turns;    /* how often it has stood there since anything was written */
    bool quiet;   /* the transition that led here wrote nothing that could matter to others */
    bool stamped; /* that transition wrote something all the same */
    bool broken;  /* that transition was broken off for its length */
} Spot;

/* Where ti stands after it ran from the last level, before the transition is closed. */
Spot spin_spot(const Search *s, const ThreadInfo *ti);
/* The level of the path that this turn stands for; NULL: it is a state of its own. */
const struct Level *spin_turns(const Search *s, Spot *now);

#endif
