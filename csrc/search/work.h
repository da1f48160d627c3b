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
 *  - A path is the same in each engine: what follows from more than the state, or from what one engine alone has seen,
 *    keeps the search in one (work_refused).
 *
 * Who carries parts from one engine to the next, and how the search ends when all wait, is not known here: vm/crew.c
 * has threads. */
#ifndef JPF_WORK_H
#define JPF_WORK_H
#include "base/base.h"

typedef struct Search Search;
typedef struct Level Level;
typedef struct SearchStats SearchStats;
typedef struct LeftPart LeftPart;

/* A part of the space, in plain words (work.c), from malloc. */
typedef struct WorkPart {
    struct WorkPart *next; /* for who has it */
    u64 v[];
} WorkPart;

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
} Work;

/* Why this search has to stay in one engine; NULL: it need not, as far as is known now. */
const char *work_refused(const Search *s);
/* The same of any search that others take a part in: host, program. */
const char *work_refused_here(const Search *s);
/* The search that began alone is to get others beside it now, if it is long enough and can. */
Status work_grow(Search *s);
/* The search begins anew: with several engines, if that was decided. */
Status work_begin(Search *s);
/* Nothing is left of what was this engine's: *any: another part was taken, and the last level has choices of it. */
Status work_next(Search *s, bool *any);
/* Gives if somebody is hungry and there is something to give. */
Status work_share(Search *s);
/* Called off by others? Called once for each transition. */
void work_look(Search *s);
/* The last level is left; where this engine has found its state, it is left for good. */
Status work_left(Search *s, const Level *l);
/* The first path of an engine that joins: the root, which is not its own. */
Status work_join(Search *s);

#endif
