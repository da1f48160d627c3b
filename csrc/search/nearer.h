/* nearer.h -- states that are reached by a shorter path than before. Layer 11.
 *
 * Where a depth limits what is searched, a state that was found close to the limit hides what lies behind it. With
 * search.match_depth, and in iterative deepening, a state that is reached by a shorter path is left once more. JPF:
 * Search.isNewState. */
#ifndef JPF_NEARER_H
#define JPF_NEARER_H
#include "base/arena.h"

typedef struct Search Search;
typedef struct Arrival Arrival;

typedef struct Nearer {
    DISK_VEC(u32)
    depths; /* or costs (SearchKind.cost), by place in the state set; UINT32_MAX: not reached in this iteration */
    u64 bound;       /* iterative deepening: states of this depth are not left; 0: none */
    bool cut;        /* some were not */
} Nearer;

void nearer_begin(Search *s);
void nearer_free(Search *s);
/* The next iteration begins: no state was reached in it. */
void nearer_again(Search *s);
/* Arrival.nearer */
Status nearer_arrive(Search *s, Arrival *to);
/* The state arrived at is as deep as this iteration goes. */
bool nearer_cuts(Search *s);

#endif
