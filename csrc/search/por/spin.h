/* spin.h -- turns of a loop of the library that add nothing. Layer 11. */
#ifndef JPF_SPIN_H
#define JPF_SPIN_H
#include "state/state.h"

typedef struct Search Search;

typedef struct Spot { /* where a thread stood in a loop of the library */
    u64 place;
    u32 thread;   /* id + 1; 0: in no such loop */
    u32 turns;    /* how often it has stood there since anything was written */
    bool quiet;   /* the transition that led here wrote nothing that could matter to others */
    bool stamped; /* it wrote all the same */
    bool broken;  /* it was broken off for its length */
} Spot;

/* Where ti stands after it ran from the last level, before the transition is closed. */
Spot spin_spot(const Search *s, const ThreadInfo *ti);
/* The level of the path that this turn stands for; NULL: it is a state of its own. */
const struct Level *spin_turns(const Search *s, Spot *now);

#endif
