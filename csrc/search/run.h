/* run.h -- one transition of the program: a choice made, a thread run to where the next is. Layer 11.
 *
 * What comes of it (keys, matching, levels of the path) is forward.c's. */
#ifndef JPF_RUN_H
#define JPF_RUN_H
#include "search/search.h"

/* What the driver found at the end of a transition. */
struct After {
    SchedVerdict verdict; /* when the thread stopped at a boundary or ended */
    bool has_cg;
    ChoiceGenerator *up;  /* cascaded above cg */
    u32 n_up;
    StepOutcome out;      /* OUT_NEW: to be matched; otherwise final */
    bool deadlock, uncaught, violation;
    bool exited;  /* by System.exit or halt, with a status other than 0 */
    bool blocked; /* the violation is a thread that waits inside an atomic section */
    u8 bad; /* b-programs: 1 a state marked as bad (the search goes on from it), 2 a hot end */
    ChoiceGenerator cg; /* the generator of the new state; with has_cg only */
};

#define AFTER_HEAD offsetof(After, cg)

/* Make the current choice of level l happen: the thread that runs; NULL: failed. */
ThreadInfo *run_choice(Search *s, Level *l);
/* Run *at until something must be decided; *at is the thread that ran last. */
Status run_thread(Search *s, ThreadInfo **at, After *a);
/* ti has come to stand before an access or a monitor, without having been run: what that leads to. */
Status run_stands(Search *s, ThreadInfo *ti, After *a);
/* KernelHooks.alone */
bool run_alone(void *search, ThreadInfo *ti);
/* Back to the state that level l stands for. */
void run_undo(Search *s, const Level *l);
void after_free_(Search *s, After *a);
static inline void after_free(Search *s, After *a) {
    if (a->has_cg) after_free_(s, a);
}
/* report/error.c: which error the transition has led to, as far as that is known by the state that it ended in: a hash
 * of the exception, its message and place, of the threads of a deadlock, of what was asserted. 0: none. */
u64 search_error_sign(Search *s, const After *a);
/* rerun.c: stress: the state before is the one that was left, and the transition leads to the same again. */
Status rerun_check(Search *s, H128 key);
/* forward.c: the transition that is about to be closed may be the one to the first choice (state/seal.c). */
void search_seal(Search *s, const After *a);
/* forward.c: the level that a search begins with, before main has run. */
Status search_root(Search *s);
/* search.c: limits and signals, every so often. */
Status search_limit_met(Search *s, enum CountLimit which);
Status search_limits(Search *s);

#endif
