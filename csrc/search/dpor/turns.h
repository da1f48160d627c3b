/* turns.h -- DporTurns: search.class=dpor as one of the searches that take turns (portfolio.h). Layer 11.
 *
 * It is good for what depth first is bad for: many states, few of which are met twice. Depth first with sleep sets
 * comes to a known state only where two traces lead to one state. So the part of its transitions that do is what
 * keeping states saves; where it is small, there may be few traces. Whether there are is not known before some were
 * executed. So dpor has a short turn first, and then what it expects to be left decides (dpor_left).
 *
 * What must hold
 *  - While it has no turn, its path is undone and its Search is kept: it goes on where it stood. It rests on the same
 *    scheduling points as long as no search begins again; then it is dropped.
 *  - All is decided by counts of transitions, and in whole numbers, so that it is decided alike everywhere. */
#ifndef JPF_DPOR_TURNS_H
#define JPF_DPOR_TURNS_H
#include "search/search.h"

typedef struct DporTurns {
    Search *kept;   /* it, while it has no turn */
    bool waits;     /* it does */
    bool keyless;   /* no keys are computed for it (state_keyless) */
    bool ended;     /* some execution has come to its end */
    u32 turns;
    u64 made, all;  /* its transitions, and what it was expected to make in all, when its last turn was over */
    u64 left;       /* transitions that it is expected to make yet; UINT64_MAX: far too many */
    u64 not_before; /* depth first has made so many */
    u64 transitions, known; /* of depth first before this round, and those of them that led to known states */
} DporTurns;

enum { DPOR_WHY = 100 };

/* Its share of a round beside the depth-first search s, in sixteenths of that one's turn; 0: none. why: the reason. */
u32 dpor_share(const Search *s, DporTurns *t, char why[DPOR_WHY]);
/* It has had a turn. why: it is to have no more; empty: it may. */
void dpor_judge(const Search *s, const Search *depth_first, DporTurns *t, char why[DPOR_WHY]);
/* It is to begin anew, in a search that begins anew: what was expected of it is all that is known. */
void dpor_turns_anew(DporTurns *t);
/* Did it stop only because it has learned what no other search rests on? It is to begin again, and they are not. */
bool dpor_alone(const Search *s);

#endif
