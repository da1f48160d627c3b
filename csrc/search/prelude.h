/* prelude.h -- where only one thread can move: before the first choice, and behind the last one. Layer 11.
 *
 * A transition that is too long is broken off and matched, so that an endless loop is met again. Before the first
 * choice that would make old what is new and will never be gone back to: each word that is then written is logged and
 * keyed. So the only thread goes on there, as long as it does not seem to go round: a loop without end comes back to
 * the numbers that its frames hold, at the same instructions (Brent's algorithm finds such). There the transition is
 * broken off, and the next one where they come back once more, so that what does go round is matched.
 *
 * The same where some choice was met, as long as nobody else can move: all others have ended, or wait for what that
 * thread alone could do. Other paths may come into the same tail, so some of its states are matched: all at first
 * (level.h, TAIL_INSNS), then those whose frames' numbers have a mark, a rarer one the longer the thread has been
 * alone. Who comes to the tail later has rarer marks, and the other one had these too: both are matched at the same
 * states.
 *
 * What must hold: whether a transition goes on follows from the path alone, so that it does where it is executed
 * again. One that is broken off because the search is to begin again does not follow from it: the level says so, for
 * whoever executes it again, and no error behind one is told (forward.c). */
#ifndef JPF_PRELUDE_H
#define JPF_PRELUDE_H
#include "search/level.h"

typedef struct Prelude {
    u32 sign, n; /* of the frames where they were looked at last to be compared with; lengths since then */
    u32 look_at; /* so many lengths behind that they are looked at anew */
    u32 looks;   /* lengths since the thread was left alone, those of earlier transitions among them */
    u32 ways;    /* ways back that were passed, for they had no mark */
    bool round;  /* the frames came back: the transition was broken off */
    bool vain;   /* the search is to begin again, and one thread alone shows it nothing more */
} Prelude;

/* The transition from the level begins. */
void prelude_begin(Search *s, Level *l);
/* The transition is as long as one may be: does it go on all the same? */
bool prelude_goes_on(Search *s, ThreadInfo *ti);
/* Of a state with one choice, of a thread. */
void prelude_entered(const Search *s, Tail *t);

#endif
