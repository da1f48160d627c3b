/* spread.h -- Carrier: tasks for a search that is one of many, in other processes or on other machines. Layer 11.
 *
 * As work.h, but the engines have no memory in common: states are claimed, many at a time, by their keys. A task is a
 * number of states, named by the choices that lead to them, that are all the task's own. The engine leaves them and
 * what it reaches from them, as far as it was told that nobody else has it, until the budget of states is used up;
 * what it has claimed and not left goes back as new prefixes (kinds/spread.c).
 *
 * What must hold
 *  - A key is one task's for good, so that each state is left by one task, and where nothing is reduced, states and
 *    transitions are those of one engine. The task that asks again is told again that the key is its own: a task that
 *    was lost is done over, and comes to the same result.
 *  - Which states a task leaves, and in which order, follows from the task and the answers, not from time: answers are
 *    taken at fixed points, in the order of the questions.
 *  - What an engine knows of its own (the keys that it has met before) may only spare questions whose answer would be
 *    no. A task that is done over begins with nothing known (TASK_FORGET), as some keys met before may be its own.
 *  - A path is the same in each engine; the key of its state is compared where a path is executed. */
#ifndef JPF_SPREAD_H
#define JPF_SPREAD_H
#include "base/hash.h"
#include "search/meet.h"
#include "search/work.h"

enum {
    TASK_ROOT = 1,   /* the initial state is the task's; or the first executions are */
    TASK_FORGET = 2, /* what was known is forgotten */
    TASK_LAST = 4,   /* of executions: none; all have ended, and this is what they say */
};

/* What stands before a task's facts (search/meet.h) and prefixes; little-endian, as all that is carried. */
typedef struct TaskHead {
    u32 version, flags;
    u64 budget;       /* states to be left */
    u32 batch, chunk; /* keys of a question; states of a chunk that goes back */
    H128 initial;     /* the key of the initial state; not looked at with TASK_ROOT */
    u32 facts, zero;  /* bytes */
} TaskHead;
enum { SPREAD_FORMAT = 2 };

/* Prefixes: their number (u32), then for each how many choices it has in common with the one before, how many follow,
 * these (varints), bits of the state's key (u32), and flags (a byte). With PREFIX_PASSED follow how long, and who, was
 * left out up to there (por/fair.h, varints). */
enum {
    PREFIX_WHOLE = 1, /* nothing is left out there (the cycle proviso) */
    PREFIX_PASSED = 2,
};

/* In place of prefixes, of searches that draw executions (kinds/draws.h): these numbers, what is known when they are
 * drawn, and for the last task of all what the others have said. */
typedef struct DrawTask {
    u64 from, to;
    u32 longest, threads;
    u64 cut;
    u64 paths, shapes, once, since, stale;
    u8 data, erred, limited, zero[5];
} DrawTask;
typedef struct Chunk {
    size_t end; /* behind the end of the one before */
    u32 states;
} Chunk;

typedef struct TaskResult {
    const u8 *v;
    const Chunk *chunks;
    u32 n;
    u64 expanded;
    H128 initial;
    bool begun; /* the task only begins: what is counted from now on is its own */
    bool over; /* the search ends here: an error, a limit */
    const char *alone; /* it cannot be one of many, because ...; NULL: it can */
    bool again; /* nothing of it counts: the search begins again with what was learned */
    bool stray; /* because a path of another engine's leads elsewhere here */
    const u8 *facts; /* what is known here now */
    size_t n_facts;
    const void *drawn; /* Drawn, of the executions that have ended */
    u32 n_drawn;
    u64 erred; /* the execution that an error which ends the search has ended; UINT64_MAX: none */
} TaskResult;

typedef struct Carrier {
    void *user;
    /* *v stays until the next call; NULL: there is none, and will be none. */
    Status (*take)(void *user, const u8 **v, size_t *n);
    Status (*ask)(void *user, const H128 *keys, u32 n);
    /* To the oldest question that has no answer: 1 for each key that is the task's. *on false: the task is given up. */
    Status (*answer)(void *user, u8 *mask, u32 n, bool *on);
    /* Errors, constraints and figures are in the Search. */
    Status (*deliver)(void *user, const TaskResult *r);
    /* The root task is begun again; what it has asked for and printed was in vain. */
    Status (*again)(void *user);
} Carrier;

/* An engine's side of it, whatever kind of search it makes. */
typedef struct Search Search;
typedef struct Far {
    const Carrier *c;
    Work work; /* how what is learned here meets what is known to the others (work.h) */
    Facts *facts;
    TaskHead task;
    const u8 *body; /* behind the facts */
    size_t n_body;
    bool joins; /* another engine has begun */
    bool waits; /* the task was taken, and is not begun */
    bool open; /* it is not delivered */
    bool told_last; /* the engine has nothing more to say */
} Far;

/* Before the search makes its first transition, if there is a carrier: the first task, and what is known. */
Status far_begin(Search *s);
void far_free(Search *s);
/* The next one; *any false: there is none. */
Status far_take(Search *s, bool *any);
/* Does what the engine has done count, as far as is known? If not the search is to begin again. */
Status far_meet(Search *s);
Status far_tell(Search *s, TaskResult r);
/* The search ends here, or is to begin again: whoever gave the task is told, if it is not the root task, which the
 * engine begins again by itself. */
Status far_leave(Search *s);
/* Does the engine join a search that another one has begun? */
bool far_joins(const Search *s);

#endif
