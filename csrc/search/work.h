/* work.h -- Work: which engine explores what, where several search one space. Layer 11.
 *
 * The engines have one set of seen states between them (state/sharedset.h), and each its own heap, path and statistics.
 * An engine with nothing left takes a part: a state, named by the choices that lead to it, and some of the choices
 * there. An engine that has enough gives one: the untried choices of the shallowest state of its path that has any,
 * since most lies behind these. Who takes a part executes the path to it again.
 *
 * What must hold
 *  - Each choice of each state is tried by one engine: what was given away is not tried by who gave it, and who takes
 *    it tries nothing else there. So where nothing is reduced, states and transitions are those of one engine. (Choices
 *    that a persistent set has left out may come back to both, which is more work and nothing else.)
 *  - A state is left for good by the engine that found it (Level.borrowed: not by others), which marks it so in the
 *    set. por/persist.c rests on that.
 *    Marks and sleep sets go by the numbers of states, which these keep when their keys go to the disk (sharedset.h):
 *    nothing here depends on where a key is.
 *  - A path is the same in each engine: what follows from more than the state, or from what one engine alone has seen,
 *    keeps the search in one (work_refused).
 *
 * A search begins in one engine, and goes on in several where it stands. By then
 *  - what is on its path has not been left for good, and all other states have: in that moment the states that count
 *    for the cycle proviso are the same as before (stack_has). Who found the states of the path leaves them for good,
 *    as he would have alone; what was led to a state that is left later (Level.open) stays so, since the order of these
 *    moments is the one in which the argument goes (kinds/dfs.c, por/sleep.c), however many engines there are;
 *  - a visit of a known state for those woken (Level.again) is none of who found it, who has left it before: it would
 *    be on the path twice, and sleep sets be given up (por/sleep.c, cycle);
 *  - each state has the sleep set that was stored when it was last left, and a name leads to the state that it
 *    was taken for;
 *  - nothing that the search rests on is known to be wrong, else it would begin again anyway: so what sets of threads
 *    were chosen by is what the engines that join are told (Persistence.knew), and what it has relied upon is told to
 *    who compares that with what the others see (meet.h).
 *
 * The search can be written down (checkpoint.h) when the engines have parked: each, between two transitions, gives its
 * whole path as one part, with all that is left to be tried at each level, and ends. Who takes it owns these levels as
 * the one did who gave it, so that each state is still left for good once, and by one engine. Only its sleep sets are
 * gone, since a footprint's places are those of one heap: fewer sleep, which is always sound (por/sleep.c). The engine
 * that began stays, has what the others have found, and is written as one that searches alone; the parts, the set and
 * who sleeps where go into the file behind it. Whoever goes on from there, in this process or another, makes the
 * engines anew.
 *
 * Who carries parts from one engine to the next, and how the search ends when all wait, is not known here: vm/crew.c
 * has threads. */
#ifndef JPF_WORK_H
#define JPF_WORK_H
#include "base/base.h"
#include "state/sharedset.h"

typedef struct Search Search;
typedef struct Level Level;
typedef struct SearchStats SearchStats;
typedef struct LeftPart LeftPart;
typedef struct Sleepers Sleepers;

enum { PART_THREADS, PART_RANGE, PART_WAY }; /* work.c, park.c */

/* A part of the space, in plain words (work.c), from malloc. They hold in another process, too. */
typedef struct WorkPart {
    struct WorkPart *next; /* for who has it */
    u64 n; /* words */
    u64 v[];
} WorkPart;
/* NULL: no memory. */
WorkPart *part_new(Search *s, size_t room);

typedef struct Work {
    void *user;
    /* Does somebody wait for a part? */
    bool (*hungry)(void *user);
    /* It is the other's from then on. */
    void (*give)(void *user, WorkPart *part);
    /* Waits for a part, which is the caller's then; NULL: there is none, and will be none. Looks at limits and signals
     * meanwhile. */
    Status (*take)(void *user, WorkPart **part);
    /* Another engine has ended the search. */
    bool (*over)(void *user);
    /* Transitions and new states of all others. */
    void (*others)(void *user, u64 *transitions, u64 *states);
    /* Bytes that the others have, and those of the states. */
    u64 (*bytes)(void *user);
    /* What this one has learned of the program, and what the others have (meet.h). */
    Status (*meet)(void *user);
    /* What it expects of its path (left.h); what the others expect of theirs is added. */
    void (*expect)(void *user, const LeftPart *part);
    void (*parts)(void *user, LeftPart *all);
    /* What this one has done by now. */
    void (*done)(void *user, const SearchStats *st);
    /* The search is to be written down: the engines are to park. NULL: it never is. */
    bool (*parks)(void *user);
    void (*park)(void *user);
} Work;

/* Why this search has to stay in one engine; NULL: it need not, as far as is known now. */
const char *work_refused(const Search *s);
/* The same of any search that others take a part in: host, program. */
const char *work_refused_here(const Search *s);
/* The search begins, alone. */
void work_begin(Search *s);
/* It has got so long that others are to take part: now, if they can. */
Status work_grow(Search *s);
/* What one engine knows of states becomes what all know. Its path stays its own. */
Status work_hand_over(Search *s, SharedSet *seen, SharedSet *plain, Sleepers *sleepers);
/* Nothing is left of what was this engine's: *any: another part was taken, and the last level has choices of it.
 * *back: none was, but the search is to be written down; or a whole path, whose last level may have none left. */
Status work_next(Search *s, bool *any, bool *back);
/* Gives if somebody is hungry and there is something to give. */
Status work_share(Search *s);
/* Gives before anybody asks: it will not be asked for a while. */
Status work_stock(Search *s);
/* Called off by others? Called once for each transition. */
void work_look(Search *s);
/* park.c: the search is to be written down, or what this engine may take is used up, of which the first one is to be
 * told. */
bool work_parks(const Search *s);
Status work_park(Search *s);
/* The same where nothing is left to be given: between two executions that are drawn. */
Status work_stand_by(Search *s);
/* The levels of a path part, once their path was executed. *fits: they are those that it tells of. */
Status work_unpark(Search *s, const u64 *w, bool *fits);
/* The last level is left; where this engine has found its state, it is left for good. */
Status work_left(Search *s, const Level *l);
/* The first path of an engine that joins: the root, which is not its own. */
Status work_join(Search *s);

#endif
