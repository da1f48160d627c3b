/* checkpoint.h -- a search on the disk: written between two transitions, gone on with in another process. Layer 11.
 *
 * A search between two transitions is: the choices of its path and what is left to be tried at each level, the states
 * that it knows, what it has learned of the program, what it has counted and found, and what its kind keeps. The state
 * itself is not written: the path is executed again, as for a trace.
 *
 * What must hold
 *  - Nothing that belongs to one process is written: no references but by the names below, no ids of classes, no
 *    addresses. Threads go by their ids, which follow from the path.
 *  - What is gone on with makes the same transitions, in the same order, as the search that was never stopped, so that
 *    the same is found and counted. What decides anything is therefore written, caches that only save work are not.
 *  - What was learned is there before the path is executed, for scheduling points follow from it; and again
 *    afterwards, as executing the path tells nothing new.
 *
 * An object of the path is named by the transition that made it and its place among those that outlived the transition;
 * an immortal one by its label seed; one that was there before main by its reference, as what comes before main is the
 * same in each process. Acts (dpor/keep.c) and deeds (por/dynamic.c) name words of such objects. */
#ifndef JPF_CHECKPOINT_H
#define JPF_CHECKPOINT_H
#include "base/pack.h"
#include "kernel/facts.h"
#include "state/state.h"

typedef struct Search Search;
typedef struct Level Level;

enum CountLimit { LIMIT_NONE, LIMIT_STATES, LIMIT_TRANSITIONS };

typedef struct Checkpoint {
    const char *file; /* NULL: none is written */
    i64 every, due;   /* nanoseconds: between two, and the next one, of Ctx.looked */
    i64 last;         /* when the last one was done with */
    u64 stop_after;   /* stress: after so many transitions of this process one is written, and the search ends */
    u64 each;         /* stress: one is written after each so many transitions */
    u64 made;         /* transitions of this process */
    u64 written_at;   /* that when the last one was */
    u64 written;      /* checkpoints so far */
    bool over;        /* the search has come to its end: nothing is left to go on with */
    bool lasts;       /* the host removes a file that is of no use, once the report is where it is to be */
    bool useless;
    bool resumed;     /* the search has gone on from one */
    bool failed;      /* one could not be written, and that was told */
    u32 first_class;  /* those before it are there once the JDK has booted */
    Pack *from;       /* the search goes on from here; NULL: it begins */
    /* the search has met a limit, which is no part of what is written: what was found before */
    bool limited, was_complete;
    u32 constraints;
    u8 limit; /* enum CountLimit: met in an execution, which is brought to its end */
} Checkpoint;

/* Is one to be written, or the search to be ended behind one? */
bool checkpoint_due(const Search *s);
/* Between two transitions. What keeps it from being written is noted, and the search goes on. */
Status checkpoint_now(Search *s);
/* A limit is met between two transitions: what is found from here on is of the limit. */
void checkpoint_limit(Search *s);
/* One is due: it is written, and the search ends behind it where it is to. */
Status checkpoint_here(Search *s);
/* The same between two executions. `begin`, the next one's beginning, comes before it is written; where several engines
 * take executions, behind the end of all that were begun: they wait for each other's (draws.h). Where none is left
 * nothing is written: the search has come to its end. */
typedef Status Begins(Search *s, bool *any);
Status checkpoint_between(Search *s, Begins *begin);
/* Others take their turns, in which none is written: unless there is a recent one, it is written now. */
Status checkpoint_before_turns(Search *s);
/* The search is over: what was met is a limit, and it can be gone on with, or nothing is left to be done. */
Status checkpoint_last(Search *s);
/* A search that has come to its end leaves none, or one that is known to be useless. */
void checkpoint_over(Search *s);
/* Both ways: the search, between two transitions. Read: s->way is made, and the path executed. */
Status search_pack(Search *s, Pack *p);

/* --- named.c: what names objects, behind the path --- */
typedef struct Prints Prints;
typedef struct ActsPack ActsPack; /* dpor/keep.c */
Prints *prints_begin(Search *s, Pack *p, const Stable *t); /* NULL: ERR_NOMEM */
void prints_end(Prints *x);
/* 0: it has no name, or there is none of that name here. */
Ref object_pack(Prints *x, Ref r);
/* A footprint, which is written once. */
Status prints_pack(Prints *x, Footprint **f);
/* dpor/keep.c: what search.class=dpor and vm.por=dynamic keep; nothing in other searches. */
Status dpor_pack(Search *s, Pack *p, Prints *x);

#endif
