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

enum { TASK_ROOT = 1, TASK_FORGET = 2 }; /* the initial state is the task's; what was known is forgotten */

/* What stands before a task's prefixes; little-endian, as all that is carried. */
typedef struct TaskHead {
    u32 version, flags;
    u64 budget;       /* states to be left */
    u32 batch, chunk; /* keys of a question; states of a chunk that goes back */
    H128 initial;     /* the key of the initial state; not looked at with TASK_ROOT */
} TaskHead;
enum { SPREAD_FORMAT = 1 };

/* Prefixes, as they follow a TaskHead: their number (u32), then for each how many choices it has in common with the one
 * before, how many follow, these (varints), and bits of the state's key (u32). */
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
} Carrier;

#endif
