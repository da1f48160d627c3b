/* ahead.h -- transitions that are not executed, for it is known where they lead. Layer 11.
 *
 * Depth first or breadth first, without reductions (por/ asks what a transition has touched), where nobody listens: of
 * a transition to a known state nothing stays but counts. Those are the same as if it had been executed: transitions,
 * visited states, bytecodes, boundaries. To a new state the program is brought by what the step is known to write
 * (known_take). Of several engines (work.h) each knows the steps that it has made itself, and
 * a state that any of them has found is known: what the step has shown of the program was met when it was made. */
#ifndef JPF_AHEAD_H
#define JPF_AHEAD_H
#include "state/known.h"

typedef struct Search Search;
typedef struct After After;
typedef struct Level Level;
typedef struct Arrival Arrival;

typedef struct Ahead {
    bool on;     /* this search may look ahead */
    bool noting; /* the transition that runs is noted */
    bool told;   /* stress: its key was known, and it is executed all the same */
    bool takes;  /* it is made without executing it */
    KnownStep step;
    struct AheadRow *rows; /* AHEAD_ROWS of them, by depth; NULL: none yet */
} Ahead;

void ahead_begin(Search *s); /* a search begins, or begins again */
/* The current choice of the last level is about to be made. *known: it leads to a known state; nothing is left to be
 * done. */
Status ahead_look(Search *s, bool *known);
void ahead_free(Search *s);
/* Ahead.takes: it leads to a new state; in the place of executing it. */
Status ahead_take(Search *s, Level *l, After *a, Arrival *to);
/* The transition is executed: before that, when the thread has stopped, and when it is closed. */
Status ahead_runs(Search *s, ThreadInfo *ti);
void ahead_ran(Search *s, const ThreadInfo *ti, const After *a);
Status ahead_closed(Search *s, const ThreadInfo *ti, const Arrival *to);

#endif
