/* given.h -- a search that the host drives: forward, backtrack, restore. Layer 11.
 *
 * JPF: Search.forward and backtrack, VM.restoreState. The host's search is one call (Host.search), in which it moves
 * the engine by these functions. As long as it goes depth first, what native depth-first search leaves out is left out
 * here, and the counts are the same. It leaves that order when it goes on from a visited state, picks a choice itself
 * or restores a state: then the search begins again without sleep sets, and every state can be restored. Persistent
 * sets are used where a state is restored; one that is come upon has all its choices. */
#ifndef JPF_GIVEN_H
#define JPF_GIVEN_H
#include "search/search.h"

/* Where the search stands. */
typedef struct GivenNow {
    u32 state_id; /* UINT32_MAX: before main has run, or where a path has ended without a state */
    u32 depth;
    bool fresh, end, error, ignored; /* of the last transition; nothing of this holds after going back */
} GivenNow;

/* The next transition from here; choice >= 0: the one of that place among all. *moved: there was one. */
Status given_forward(Search *s, i64 choice, bool *moved);
/* *moved: there is a state before this one. */
Status given_backtrack(Search *s, bool *moved);
/* *moved: there is a state of this id. All its choices are still to be made. */
Status given_restore(Search *s, u32 state_id, bool *moved);
GivenNow given_now(const Search *s);
/* The level whose choices are made here, with all of them; NULL: none are. */
const Level *given_level(Search *s);
/* No move is possible any more: the search is over, or begins again. */
bool given_over(const Search *s);

#endif
