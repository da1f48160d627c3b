/* calls.h -- which threads come to a lock, a collection or an atomic variable of the library, on any path. Layer 5.
 *
 * Who can reach such an object is no answer: the queue of a lock leads to the threads that wait, and these lead to all
 * that they have. So the object is a place of its own (PLACE_CALL of its *owner*), as a monitor is, and its partners
 * are the threads known to come to it. The owner is the object that has the state: the one behind the *face* that the
 * program has (KF_FACE: the synchronizer of a ReentrantLock, of either half of a read-write lock or of a condition, the
 * list of a CopyOnWriteArraySet), or the object itself (KC_CALL_OWNER), but none of a class of the program's. What
 * belongs to an owner are its own words, what it alone refers to (KF_HELD: an array of elements), and the words of its
 * *cells* (KC_CALL_CELL): conditions, the nodes of its queues, what it counts for a reader. A *holder* (KC_HOLDER) has
 * owners for its own ends, its *parts*, or a monitor: whoever comes to the holder tells of these as well, and its
 * partners are theirs, too. So it does not matter whether a thread stands at a call of the holder, or at one of a part
 * or at the monitor, in a method that is not listed.
 *
 * What must hold, and why it does
 *  - Whoever comes to what belongs to an owner tells so: call_told at each call of a face's method that is listed
 *    (classes/jdk/steps.def), whether it is a step, a part of one, or only made; call_touched at each access to a word
 *    of such an object that may be a scheduling point, whatever code makes it (places.h), and at each access to any
 *    other of its words by reflection or Unsafe; both before the scheduling point if there is one. The code of the JDK
 *    comes to a plain word that is no scheduling point by no other way, but to look whether its own thread has the
 *    lock, which no other thread can change, and behind such a look or a read of a word that tells (the state, the
 *    queue's ends), or within a part's lock. The program's code comes to these words by no other way: they are private,
 *    or of classes that nobody outside of the package can name, or the object is of the JDK's class itself and of none
 *    that extends it. A synchronizer of the program's own is no owner, nor is one of the JDK that has fields for others
 *    (a pool's worker). An owner's monitor and hash do not belong to it, but for holders that lock themselves.
 *  - A cell belongs to one owner as long as it lives, and only code of that owner comes to it. Whose it is cannot be
 *    seen from itself, but for those with a KF_FACE (conditions, iterators): what a transition touches within a told
 *    call belongs to the call's owner (the log below), and elsewhere the nearest method of an owner on the stack says
 *    it. If there is none, cells are anybody's (places_open), and all are judged by who can reach them.
 *  - What a call calls back (equals, a comparator, the task of a FutureTask, a barrier's action) is no part of it, and
 *    has scheduling points of its own: who stands there has the partners of that. Where a step goes on with the call,
 *    its footprint tells.
 *  - A call that is part of another listed call, of a lock in a pool, is not told before the scheduling point of that.
 *    Such a lock is judged by who can reach it (PLACE_INNER), from when that is met first. Where the same code of the
 *    JDK runs in steps of its own, the call is told as any other.
 *  - A call that only looks (KM_LOOKS) may tidy up: whoever meets what was taken out takes it out of a list of nodes.
 *    Others that look need not be its partners. If it meets such a node, it writes, and that is seen in its footprint;
 *    if it does not, nobody tidies up there unless somebody who does more than look has taken something out before.
 *  - What a told call does besides is its thread's own (interrupt status, permit, thread locals), or is done to a
 *    thread that waits in a call of the same owner: it is given a permit. Who waits is woken by an interrupt, its limit
 *    or a permit, and permits for it come from threads that are known to come to the owner. Another permit makes it
 *    look again and go on waiting, but that is not relied upon: SeenOfProgram.permits is set where the program gives
 *    permits itself, before the scheduling point of that. Other code of java.util.concurrent gives permits to those
 *    only that wait for it; if such a thread is met within a told call, that sets it too.
 *
 * That is as sound as places are (docs/por-internals.md): the first access that was not known is met, and then the
 * search begins again. */
#ifndef JPF_CALLS_H
#define JPF_CALLS_H
#include "kernel/maps.h"
#include "kernel/places.h"

/* The owner behind a face; 0: it is none. */
Ref call_owner(const KernelState *ks, Ref face);
/* ti calls a listed method of `face` that is KM_FACE; looks: KM_LOOKS as well. */
void call_told(ThreadInfo *ti, Ref face, bool looks);
/* ti comes to a word of e, before the scheduling point if there is one. */
void call_touched_(ThreadInfo *ti, const ElementInfo *e);
static inline void call_touched(ThreadInfo *ti, const ElementInfo *e) {
    if (JPF_UNLIKELY(ei_class(ti->ks->heap, e)->known & (KC_CALL_OWNER | KC_CALL_CELL))) call_touched_(ti, e);
    if (JPF_UNLIKELY(map_part(ei_class(ti->ks->heap, e)))) map_touched(ti, e);
}
/* ti is about to give a permit to t (NULL: it has none to be given). */
void call_permits(ThreadInfo *ti, const ThreadInfo *t);

/* --- what the running transition touches within told calls --- */

/* It begins, with the thread where it stands; a listed call of `face` begins in it, or one of a map, which does that
 * (maps.h); the listed call ends. */
void calls_begin(KernelState *ks, const ThreadInfo *ti);
void calls_enter(KernelState *ks, Ref face);
void calls_part(KernelState *ks, Ref owner, u32 deed);
void calls_leave(KernelState *ks);
/* The owner, or the map, in whose call entry i of the heap's log (write), or of the reads, was made; 0: in none. */
Ref calls_of(const KernelState *ks, bool write, u32 i, u32 *deed);

/* --- for persistent sets --- */

/* The owner whose call ti stands in; 0: it stands in none, or not in that alone. */
Ref call_stands(const ThreadInfo *ti);
/* The receiver of the listed call that ti is in; 0: it is in none, or nothing is known of it. A frame of a listed
 * method keeps its receiver (liveness.h); one that goes on as such (LIBHOLD, LIBSPLIT_BACK) may have lost it. */
Ref call_receiver(const ThreadInfo *ti);
/* `set`, and who has r's monitor or waits for its notification: who took it before anybody else could reach it did not
 * have to say so. */
ThreadSet monitor_users(KernelState *ks, Ref r, ThreadSet set);
/* Threads of this path that may come to the owner, or, for a call that only looks, may change it; false: nothing is
 * known. */
bool call_partners(KernelState *ks, Ref owner, bool looks, ThreadSet *set);
/* The same of a cell that ti is about to come to, in a method that is not listed. */
bool call_partners_near(const ThreadInfo *ti, Ref obj, ThreadSet *set);
/* The same of a word, and those behind it, of an object that may belong to one; `call`: in whose call it was touched.
 * Of its monitor and its hash nothing is known here. `deed`: of a map's call. */
bool call_partners_of(KernelState *ks, Ref obj, u32 word, bool write, Ref call, u32 deed, ThreadSet *set);
#endif
