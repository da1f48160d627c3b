/* draws.h -- Draws: which executions are drawn, and what is known of those that have ended, however many engines take
 * them. Layer 11.
 *
 * Executions have numbers. What is drawn in one is a function of the seed, of its number, and of what was known of the
 * executions before the last power of two (Known). An engine gets a number only once all of those have ended. So the
 * executions that are made do not depend on how many engines there are, nor on how fast each is. What they show is
 * taken in the order of the numbers, too: of errors that end the search the one with the least number counts, and
 * whoever is in an execution behind it gives that up. */
#ifndef JPF_DRAWS_H
#define JPF_DRAWS_H
#include "base/arena.h"
#include "base/pack.h"

typedef struct Draws Draws;
typedef struct Search Search;

/* Of executions: the choices among threads in the longest; the threads alive at once or before, at most; those that
 * were left at the limit of their length. */
typedef struct Known {
    u32 longest, threads;
    u64 cut;
} Known;

/* One that has ended. */
typedef struct Drawn {
    u64 number, shape;
    u32 steps, threads;
    bool cut, data; /* it made choices of data */
} Drawn;

/* What all executions say that have ended. */
typedef struct DrawnAll {
    u64 paths, shapes, once; /* ended; shapes; those that one execution has had */
    u64 since;  /* executions that knew how long the longest is when they were drawn */
    u64 stale;  /* executions since one had a new shape */
    bool data;
    Known known;
} DrawnAll;

/* NULL: no memory. It is of no engine's Ctx. paths, stale: after so many it is enough; 0: never. */
Draws *draws_new(u64 paths, u64 stale);
/* Several hold it; the last one to drop it frees it. */
void draws_hold(Draws *d);
void draws_drop(Draws *d);
/* An engine takes executions, or has come to its end; so many do. */
void draws_enter(Draws *d);
/* Its execution `number` was broken off by an error that ends the search, unless that is UINT64_MAX. It waits until the
 * others have ended theirs, as far as these count, or until the search is over for another reason. */
Status draws_leave(Search *s, Draws *d, u64 number, bool waits);
/* The next number; false: none is left. Waits for those that must have ended before. */
Status draws_next(Search *s, Draws *d, u64 *number, Known *known, bool *any);
Status draws_ended(Search *s, Draws *d, const Drawn *e);
/* Is the execution of no interest any more? */
bool draws_past(const Draws *d, u64 number);
/* The executions that have ended; none runs any more. */
Status draws_all(Search *s, Draws *d, DrawnAll *out);
u64 draws_bytes(Draws *d);
bool draws_erred(Draws *d); /* an error has ended the search */
/* Checkpoints: one engine has it, and its execution `number` has begun. */
void draws_pack(Draws *d, Pack *p);

#endif
