/* known.h -- steps of threads whose effect on the key is known, so that they need not be executed. Layer 10.
 *
 * Where every access is a choice, two of three transitions lead to states that were seen before, and most of them were
 * executed before: by the same thread, in the same frame, reading the same values. What such a step adds to the key is
 * then known, and so is the key of the state that it leads to. If that state is in the set, nothing is left to be done.
 *
 * Steps are noted in two kinds.
 *  - Plain steps: instructions that read and write numbers, enter and leave monitors, and return (known.c `note` lists
 *    them; nothing is allocated, called or thrown), from a frame of the program's own code up to a boundary before an
 *    access or a monitor in the program's code, or before the end of the thread.
 *  - Ends: the last step of a thread (interp/lifecycle.c thread_exit).
 *
 * What must hold: a note is used only where everything is as it was that its step has read, and that decides what it
 * adds to the key.
 *  - The thread's record, its top frame and those that are returned to have the sums that they had, and where these
 *    frames have a reference they have the same one. The frames below are not looked at by a plain step, and an end has
 *    none.
 *  - Each word of the heap that was read has the value that it had; of each object whose fields are used that is also
 *    its class, and of a class that it is initialized. So it is with the instruction that the step stops before, as far
 *    as these decide whether it stops.
 *  - Words that are written may have been anything: what the key loses is computed from what they hold. (A write of
 *    part of a word counts as reading it.)
 *  - A monitor that is entered or left has the lock word that it had, which has the number of the thread. Where the
 *    thread stops before one, that is not its own, and somebody can go on: it is free, or another thread is enabled
 *    that no monitor that the step takes can stop (`stops_there`). Else the search would find a deadlock there.
 *  - No label changes. A reference that the frame loses must not be what names its object, and one that it gains must
 *    not name it better.
 *  - The end of a thread does change labels: those of what hangs from the Thread object and from its last frame. What
 *    decides them is hashed (`end_shape`): labels and contents of these objects, and who refers to them from where.
 * Nothing is said of searches that ask for more than the key: whoever uses this must know that (search/ahead.c). */
#ifndef JPF_KNOWN_H
#define JPF_KNOWN_H
#include "state/state.h"

enum { KNOWN_SKIPS = 16 };

/* What a step does. */
typedef struct KnownStep {
    H128 key;  /* of the state that it leads to */
    u32 insns; /* its bytecodes */
    u8 action; /* enum Action: what the thread stands before then; AC_EXIT: it has ended */
    bool skips; /* it adds to KernelState.skipped (known_skipped) */
    bool taken; /* known_take can do it */
    u32 note;   /* good until known_round says something else */
} KnownStep;

enum KnownAnswer {
    KNOWN_NOT,
    KNOWN_NOTE, /* not yet, but the thread stood so before: the step is worth a note */
    KNOWN_YES,
};

/* The step that ti takes next from the state where the engine stands, and that some transition ended in. early: it is
 * not about to be taken, and will be asked for again. */
enum KnownAnswer known_find(StateEngine *se, const ThreadInfo *ti, bool early, KnownStep *out);
/* What was found early for this state is good where the engine stands. */
bool known_holds(const StateEngine *se, const ThreadInfo *ti, const KnownStep *step);
const u8 *known_skipped(const StateEngine *se, const KnownStep *step); /* KNOWN_SKIPS of them */
u64 known_round(const StateEngine *se);
/* The step is made as if it had been executed and closed: the program and the engine stand at the state that it leads
 * to. ti_begin_transition was called. */
Status known_take(StateEngine *se, ThreadInfo *ti, const KnownStep *step);
/* Stress: what a step has made of its thread, which two ways of making it must agree in. No padding. */
typedef struct KnownWitness {
    u64 saved[(TI_SAVED_BYTES + 7) / 8], pc, sp, frame; /* frame: a hash of what is alive in it */
    H128 thread, thread_own, top, top_own;
} KnownWitness;
void known_witness(const StateEngine *se, const ThreadInfo *ti, KnownWitness *out);
/* A step that is noted: before it runs; when it has stopped, before it is closed (`plain`: it has stopped at a choice
 * of threads); and when it is closed. */
Status known_begin(StateEngine *se, ThreadInfo *ti);
void known_ran(StateEngine *se, const ThreadInfo *ti, bool plain);
Status known_closed(StateEngine *se, const ThreadInfo *ti);
/* Nothing is known any more: the search begins, or what is alive in a frame is judged otherwise. */
void known_forget(StateEngine *se);
void known_free(StateEngine *se);

#endif
