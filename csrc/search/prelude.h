/* prelude.h -- before the first choice nothing is to be gone back to but the root. Layer 11.
 *
 * A transition that is too long is broken off and matched, so that an endless loop is met again. Before the first
 * choice that would make old what is new and will never be gone back to: each word that is then written is logged and
 * keyed. So the only thread goes on there, as long as it does not seem to go round: a loop without end comes back to
 * the numbers that its frames hold, at the same instructions (Brent's algorithm finds such). There the transition is
 * broken off, and the next one where they come back once more, so that what does go round is matched.
 *
 * What must hold: whether a transition goes on follows from the path alone, so that it does where it is executed
 * again. */
#ifndef JPF_PRELUDE_H
#define JPF_PRELUDE_H
#include "search/level.h"

typedef struct Prelude {
    u32 sign, n; /* of the frames where they were looked at last to be compared with; lengths since then */
    u32 look_at; /* so many lengths behind that they are looked at anew */
    bool round;  /* the frames came back: the transition was broken off */
} Prelude;

/* The transition from the level begins. */
void prelude_begin(Search *s, const Level *l);
/* The transition is as long as one may be: does it go on all the same? */
bool prelude_goes_on(Search *s, ThreadInfo *ti);
/* Of a state without a choice so far (Tail.chosen). */
void prelude_entered(const Search *s, Tail *t);

#endif
