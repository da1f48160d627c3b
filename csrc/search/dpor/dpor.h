/* dpor.h -- Dpor: the events of the current path, their order, and what has still to be turned round. Layer 11.
 *
 * Optimal dynamic partial order reduction without stored states (Abdulla, Aronis, Jonsson and Sagonas, Source Sets,
 * JACM 2017): every Mazurkiewicz trace is executed once. Happens-before is kept in vector clocks; where an execution
 * ends, each race in it is turned round by a sequence that is put into the wakeup tree of the state before it.
 *
 * What must hold
 *  - Level k of the path has its Spot `levels.v[k]` as soon as the search comes back to it; events are those of
 *    the levels from which threads were chosen, in order. Whoever leaves a level pops both.
 *  - Everything here follows the path by stacks: what an event changed of places is written down with it (Mark), and
 *    taken back when it is popped. Nothing is computed by executing the path again.
 *  - Acts are shared and never change once they belong to somebody. */
#ifndef JPF_DPOR_H
#define JPF_DPOR_H
#include "search/dpor/acts.h"
#include "search/run.h"

enum { DPOR_THREADS = 64 };
#define DPOR_NONE UINT32_MAX

/* The values that a thread drew within one event (Verify, notify), by level_word. NULL: any. */
typedef struct Picks {
    u32 refs, n;
    u64 v[];
} Picks;
Picks *picks_with(Ctx *cx, const Picks *p, u64 next);
static inline Picks *picks_share(Picks *p) {
    if (p) p->refs++;
    return p;
}
void picks_drop(Ctx *cx, Picks *p);
bool picks_equal(const Picks *a, const Picks *b);

/* A step that can be taken: of a thread, with the values it draws. */
typedef struct Step {
    u32 thread;
    Acts *acts;
    Picks *picks;
    bool ends; /* it ends the path for all (an error, System.exit ...): it says nothing of what others do */
} Step;

/* A node of a wakeup tree. Children are in the order in which they are to be executed. */
typedef struct WakeNode {
    Step step;
    u32 child, last, next; /* DPOR_NONE: there is none */
} WakeNode;

/* A node's children, or those of a level: sequences that have still to be executed. */
typedef struct Wakes {
    u32 first, last;
} Wakes;

typedef struct DporLevel {
    bool chooses;  /* a thread is chosen here; else it is within an event */
    u32 from;      /* the level where the thread of the event was chosen: this one, or one before */
    bool begun;    /* some step was taken from here */
    bool lost;     /* a sequence could not be executed from here: some other step is tried instead */
    Wakes wakes;
    Wakes behind;  /* what is to be executed behind the step `now` */
    VEC(Step) asleep;
    u32 slept;     /* so many of these slept when it was entered; the others were taken from here */
    Step now;      /* the step that is being explored; acts NULL: none is */
    u64 enabled;   /* numbers of the threads that could take a step */
    /* within an event */
    Acts *part;    /* its acts so far */
    Picks *picks;  /* its values so far */
} DporLevel;

typedef struct DporEvent {
    u32 level;  /* of the path, where its thread was chosen */
    u32 thread, ord; /* its number among the thread's, from 1 */
    u32 before; /* the thread's event before, DPOR_NONE: none */
    u32 unknown_before; /* the last event of unknown acts before it */
    u32 clock, width;   /* entries in Dpor.clocks */
    u32 marks, races;   /* its first in Dpor.marks, Dpor.races */
    u64 enabled; /* before it */
    Acts *acts;
    Picks *picks;
} DporEvent;

/* A place that events act on. Indices into Dpor.marks + 1; 0: none. */
typedef struct DporPlace {
    u64 name;
    u32 change, reads, leave; /* the last change; the reads since, a list; the last leave */
} DporPlace;

typedef struct DporMark {
    u32 place, event;
    u32 next;  /* reads: the one before since the last change */
    u32 how;
    u32 value[2]; /* before and behind */
    u32 was_change, was_reads, was_leave;
} DporMark;

typedef struct DporRace {
    u32 first, second; /* events */
    bool given; /* the second used what the first gave: only another source could turn them round */
} DporRace;

/* What a thread has come to and may wait for; action 0: it has not. */
typedef struct DporStands {
    u8 action, timed;
    Ref obj;
    u32 index;
} DporStands;

typedef struct DporLay { /* an object of the path, by heap words */
    u32 from, words;
} DporLay;
typedef struct DporShift { /* where it lies after the path was executed again */
    u32 from, words, to;
} DporShift;

typedef struct Dpor {
    Search *s;
    VEC(DporLevel) levels;
    VEC(DporEvent) events;
    VEC(DporMark) marks;
    VEC(DporRace) races;
    VEC(u32) clocks;
    VEC(DporPlace) places;
    Map place_of; /* name -> index */
    Map thread_of; /* a thread's key -> its number */
    u32 n_threads;
    u32 last[DPOR_THREADS]; /* events, or DPOR_NONE */
    u32 unknown;   /* last event of unknown acts */
    u32 ending;    /* the event that has ended the path for all: nothing can come behind it */
    u32 analysed;  /* races of the events before this one were turned round already */
    VEC(WakeNode) nodes;
    u32 free_nodes;
    /* the running transition */
    ActVec acts;
    Footprint *fp;
    Acts *made;
    struct DporThread {
        u8 status, permit, interrupted, suspended;
        DporStands stands;
    } was[DPOR_THREADS];
    u32 n_was;
    u32 number[DPOR_THREADS]; /* by id on this path */
    u64 number_key[DPOR_THREADS];
    u8 action;     /* that the running transition began with */
    bool lib;      /* it began within a listed call */
    bool in_time;  /* it waited for so long at most */
    u64 joined;    /* ids of the threads that it waited for */
    u64 did;       /* actions that it went past, where nobody else could run, as bits */
    bool pending;  /* the transition has ended, and next has not been told where */
    bool event;    /* with it an event ended */
    bool onward;   /* and there is a state behind it */
    bool turns;    /* b-threads have had their turns within the event */
    bool arrivals; /* who comes to wait for a thread's end has seen that it was started (por/dynamic.c) */
    bool knew_clock, knew_inits, knew_daemons, knew_interrupt, knew_states;
    bool learned; /* one of these has just become known: the search begins again */
    u32 awaited_class; /* that it waited for the initialization of; DPOR_NONE: none */
    /* scratch */
    VEC(u32) cand, seq;
    VEC(u8) given;
    /* while the path is executed again (moved.c) */
    VEC(DporLay) lay;
    VEC(DporShift) shift;
    u32 moves;
} Dpor;

/* --- step.c --- */
/* Where it stands how far a class is initialized. */
u64 dpor_class(const KernelState *ks, u32 id);
void dpor_before(Dpor *d, const ThreadInfo *ran); /* a transition begins */
void dpor_past(Dpor *d, const ThreadInfo *ran);   /* it goes on past an action: nobody else can run */
Status dpor_acts(Dpor *d, const ThreadInfo *ran); /* it has ended, and is not closed yet: d->made */

/* --- shown.c: what Thread.getState looks at; acts go to d->acts --- */
DporStands dpor_stands(const ThreadInfo *t);
Status dpor_shown(Dpor *d, const ThreadInfo *ran, u32 me); /* what the step of `ran` changes of what it says */
Status dpor_asks(Dpor *d, const ThreadInfo *t, u32 n);     /* t, of number n, is asked for */
/* The acts of the event that asks, where it comes before `first`. */
Acts *shown_turned(Dpor *d, u32 first, u32 second);
static inline u64 dpor_monitor(Ref r) { return (u64)r * 2 + offsetof(ElementInfo, lock) / 4; }
static inline u64 dpor_born(Ref r) { return (u64)r * 2; } /* a thread's start writes there, whoever starts it */

/* kinds/dpor.c: s->dpor, with no events. */
Status dpor_begin(Search *s);

/* --- order.c --- */
u32 dpor_number(Dpor *d, const ThreadInfo *ti); /* DPOR_NONE: too many; the search is done */
static inline u32 event_clock(const Dpor *d, u32 e, u32 thread) {
    const DporEvent *v = &d->events.v[e];
    return thread < v->width ? d->clocks.v[v->clock + thread] : 0;
}
/* Does a come before b, or is it b? */
static inline bool event_before(const Dpor *d, u32 a, u32 b) {
    return event_clock(d, b, d->events.v[a].thread) >= d->events.v[a].ord;
}
/* The acts become an event that began at this level; takes over acts and picks. */
Status dpor_push(Dpor *d, u32 level, Acts *acts, Picks *picks, u64 enabled);
void dpor_pop(Dpor *d);
/* Places are named anew: what events have changed of them is written down once more. */
Status dpor_remark(Dpor *d);
u32 dpor_change(const Dpor *d, u64 place); /* the event that changed it last, or DPOR_NONE */

/* --- moved.c --- */
Status dpor_moving(Search *s);
Status dpor_moved(Search *s);

/* --- keep.c: both ways --- */
/* Acts, each of which is written once; NULL is. */
Status acts_pack(ActsPack *k, Acts **acts);
/* *refs: references lie there. */
u64 place_pack(ActsPack *k, u64 place, bool *refs);

/* --- wake.c --- */
void step_drop(Ctx *cx, Step *p);
void wakes_drop(Dpor *d, Wakes *w);
/* Races of events that were not looked at before are turned round. */
Status dpor_turn(Dpor *d);
/* A thread that waits for a monitor for ever could have had it before the one that has it. */
Status dpor_turn_blocked(Dpor *d, const ThreadInfo *ti);
/* The last event ends the path for all: somebody else goes first instead. */
Status dpor_turn_end(Dpor *d, u64 others);

#endif
