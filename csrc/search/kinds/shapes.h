/* shapes.h -- Shapes: the happens-before shapes of executions, as hashes. Layer 11.
 *
 * The events of an execution are its transitions. The shape of an event is a hash of what its thread is about to do, of
 * the shape of the thread's event before it, and of those of the accesses to the same place that it depends on: the
 * last write, and for a write the reads since. The shape of an execution is the sum over its events, so that executions
 * which differ only in the order of independent events have the same shape. No name of an object is in it.
 *
 * They tell what is new from what is known, and prove nothing: what a transition does behind its first action is no
 * event (nobody else could run then, or the action is one that reductions leave out). */
#ifndef JPF_SHAPES_H
#define JPF_SHAPES_H
#include "base/arena.h"
#include "base/hash.h"
#include "base/pack.h"
#include "kernel/kernel.h"

typedef struct Access {
    u64 place; /* hash of object and index; 0: free */
    u64 age;   /* execution it belongs to */
    u64 write, reads;
} Access;

typedef struct Shapes {
    u64 age;
    u64 sum; /* of the events of this execution so far */
    VEC(u64) last; /* by thread: the shape of its last event */
    Access *accesses;
    u32 n_accesses, cap;
} Shapes;

void shapes_free(Shapes *h, Ctx *cx);
void shapes_begin(Shapes *h); /* an execution begins */
/* The thread is about to do what it stands before; `value`: of a choice of data, or 0. */
Status shapes_event(Shapes *h, const ThreadInfo *ti, u64 value);
/* Are two pending actions dependent: do they touch the same place, and not both read it? */
bool shapes_race(const Pending *a, const Pending *b);
/* The chance that one more execution, drawn as those before, has a new shape: Good and Turing's estimate, the share of
 * executions whose shape was seen once (Good, Biometrika 40, 1953). */
double shapes_unseen(u64 once, u64 executions);

#endif
