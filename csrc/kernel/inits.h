/* inits.h -- class initializers that are part of the step that comes to them. Layer 5.
 *
 * The first use of a class runs its initializer (JVMS 5.5). Who comes first is a choice if that makes a difference.
 * It makes none if the initializer does the same whoever runs it, and whenever: it is *closed*. Then the uses of the
 * class by any two threads commute, and no scheduling point stands before them: an initializer that runs within one
 * step is never seen half done, so nobody waits for it, either. Each initializer of the program's is taken to be
 * closed until it is seen to be *open*. Then its class gets its scheduling point (AC_CLINIT_WAIT), and if a step went
 * without one in this search, the search begins again (FieldUses.stale).
 *
 * An initializer is seen to be open, while it runs, if
 *  - its step ends before it does: a scheduling point, a choice of data, a loop that was broken off;
 *  - it throws, or an exception is made in it, which knows by whom the class was used;
 *  - it comes to a class that this thread is initializing farther out: another thread may begin with that one, and the
 *    two wait for each other. That needs somebody to begin with the inner one. A subclass without code of its own, as
 *    the constants of an enum are made of, is *inner* first: if it is used while its superclass is not being
 *    initialized, on any path, both are open;
 *  - it uses a class whose initializer is open;
 *  - its class is used within an atomic section, where a wait for it would be an error;
 *  - it calls a native that may tell threads apart, or act beside the heap (KM_FOR_ANYBODY: those that do not);
 *  - it has read what others may write. It may read constants, what it has made itself, and what nobody writes while
 *    it is shared: fields and elements of which that is known are relied upon from then on (FU_SAVED), so that a later
 *    write makes the search begin again;
 *  - it has written to an object that was there before, but for the statics of a class whose initialization began in
 *    it.
 *
 * Why that is enough. What a closed initializer reads has the same values in every state, so it makes the same objects
 * and statics wherever it runs, and the class is initialized behind the first use in either order of two steps that use
 * it. A search that rests on that meets every local state of every thread that can be met before an initializer does
 * otherwise; so it meets the first one that does, in each execution, and notes it there. Nothing of what an open
 * initializer does is judged by another one's run: each run is looked at. */
#ifndef JPF_INITS_H
#define JPF_INITS_H
#include "kernel/kernel.h"

/* Is the initializer of ci, a class of the program, taken to be closed? */
bool init_closed(const KernelState *ks, const ClassInfo *ci);
/* ti is about to begin it, while others could be concerned: is it part of the step? The running step is looked at from
 * here on. */
bool init_joins(ThreadInfo *ti, const ClassInfo *ci);
/* It has ended. Is what is done in it within one step, and closed? Otherwise it is open from here on. */
void init_over(ThreadInfo *ti, const ClassInfo *ci);
/* Those that ti runs, down to the one of `from` (NULL: all), are open. */
void inits_open(ThreadInfo *ti, const ClassInfo *from);
/* ti comes to ci, which it is initializing. */
void inits_circle(ThreadInfo *ti, const ClassInfo *ci);
/* The step ends. */
void inits_cut(KernelState *ks);
/* ti uses ci. Told while FieldUses.tell_inits. */
void init_use(ThreadInfo *ti, const ClassInfo *ci);
/* The threads that come to uses of ci that could be the first one, on whatever path; false: that is not
 * known, as of classes of the JDK, whose uses are not told. */
bool init_partners(KernelState *ks, const ClassInfo *ci, ThreadSet *set);

/* ti does what makes the initializers open that it runs. */
static inline void init_tells(ThreadInfo *ti) {
    if (JPF_UNLIKELY(ti->ks->inits.n)) inits_open(ti, NULL);
}

#endif
