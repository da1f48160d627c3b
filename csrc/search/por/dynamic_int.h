/* dynamic_int.h -- what the files of vm.por=dynamic share: levels, what is kept of states, steps. Layer 11. */
#ifndef JPF_DYNAMIC_INT_H
#define JPF_DYNAMIC_INT_H
#include "kernel/fielduse.h"
#include "search/dpor/dpor.h"
#include "search/kind.h"
#include "search/por/deeds.h"
#include "search/por/dynamic.h"

enum { HOLDS = 12 };
enum { KEPT_NOTHING = 0, KEPT_UNKNOWN = 1, KEPT_ON_PATH = 2, KEPT_LIST = 3 }; /* low bits of Dynamic.kept */

typedef struct Owed { /* numbers: a thread that is not tried as it is like one that sleeps since a level */
    u32 thread, like, since;
} Owed;

typedef struct DynLevel {
    bool chooses; /* a thread is chosen here */
    bool whole;   /* all of the persistent set is tried */
    bool unknown; /* what is done from here is not known */
    u32 base;     /* choices that belong to the set; they come first */
    u32 low;      /* the first level of the path that can be reached from here */
    u32 id;       /* of the state, in the state set */
    u64 enabled;  /* numbers of the threads that can move */
    Deeds deeds;
    u32 thread;   /* the number of the one whose step led here */
    Acts *step;   /* what it did; NULL: nobody else was there */
    u64 joined;   /* by it, before */
    Ref first;    /* the monitor that the step began with by entering it; 0: there is none */
    u32 joins;    /* or by waiting for this thread's end, or DPOR_NONE */
    Passed passed;
    u32 ranks;    /* which thread of the state is which (names.c) */
    VEC(u64) like; /* sets of threads that can change places here, one of which is tried at most */
    bool liked;   /* one of these was not tried since another one was */
    VEC(Owed) owed;
    u32 n_holds;
    struct {
        Ref lock;
        u32 thread;
    } holds[HOLDS]; /* monitors that are held here, as far as known */
} DynLevel;

typedef struct KeptState {
    u64 kept;
    u64 rest;  /* numbers of the threads of its set that were not tried */
    u32 ranks; /* of the state when it was left: which thread was which */
} KeptState;

typedef struct Dynamic {
    bool on;
    bool expects; /* the last transition leads to a new level */
    bool failed;  /* an error is pending */
    bool watched; /* the running transition is looked at */
    u32 ran;      /* number of the thread that made the last one */
    u64 joined;   /* by that, before it */
    Ref first;    /* the monitor that it began with by entering it; 0: there is none */
    u32 joins;    /* or by waiting for this thread's end, or DPOR_NONE */
    Acts *step;
    VEC(DynLevel) levels; /* beside those of the path */
    VEC(KeptState) kept;  /* by id in the state set */
    DeedStore store;
    bool born; /* scratch */
    u32 ranks; /* of the state that the last transition led to */
    VEC(u8) rank_lists;  /* each once: PATH_THREADS ranks by number */
    Map ranks_of;        /* hash -> place there + 1; collisions go on to the next hash */
    VEC(u32) named;      /* by place of the state's name in Alike.plain: its ranks */
    Deeds below;          /* scratch */
} Dynamic;

typedef struct Edge { /* a step from the level `at` */
    u32 at, thread;
    u32 id; /* of the thread, on this path */
    const Acts *step;
    u64 joined; /* by the thread, before */
    bool known; /* the state behind it is the current one */
    Ref first;  /* the monitor that it begins with by entering it; 0: there is none */
    u32 joins;  /* or by waiting for this thread's end, or DPOR_NONE */
} Edge;

static inline u32 dyn_number(Search *s, u32 id) { return dpor_number(s->dpor, s->ks->threads.v[id]); }
u64 dyn_numbers(Search *s, u64 ids); /* ids as bits */

/* --- dynamic.c --- */
/* One of each of these sets of threads must be tried at the level. */
void dyn_demand(Search *s, u32 at, u64 *sets, u32 n);

/* --- names.c --- */
enum { RANKS_NONE = 0, RANKS_UNKNOWN = UINT32_MAX }; /* the state has its names; nothing is known */
void dyn_crew(Search *s, Crew *c);
/* Dynamic.ranks: of the current state, which has this number in the state set. */
Status dyn_ranks(Search *s, u32 id);
/* to: for each number in a state of these ranks, the one of the thread that stands there in one of those. *same: it is
 * the same; false: that is not known. */
bool dyn_renaming(const Search *s, u32 from, u32 now, u8 *to, bool *same);
/* The deeds of the last level, with those of the threads that were not tried since others are like them. */
Status dyn_close(Search *s, DynLevel *l);
/* The level since which the thread sleeps in the last one; DPOR_NONE: it does not. */
u32 dyn_asleep_since(const Search *s, u32 id);
/* With those of threads that are like one that sleeps, too. *known: false: they are not known. */
Status dyn_owed(Search *s, u32 at, bool *known);

/* --- shift.c --- */
/* Deeds of the state behind the step become deeds of the state before. */
Status dyn_shift(Search *s, const Edge *e, const Deeds *below);
/* Threads whose ends this one has waited for. */
u64 dyn_joined(Search *s, const ThreadInfo *ti);
/* What threads stand before in the current state and another one's step may take away from them. */
Status dyn_standing(Search *s, Deeds *d);
/* Monitors that are held behind the step. */
void dyn_pass_holds(DynLevel *to, const DynLevel *from);

#endif
