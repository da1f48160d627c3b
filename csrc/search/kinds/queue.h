/* queue.h -- a priority queue that gives its first and its last element. Layer 11.
 *
 * The order is total: the smallest value first, of equal values the node that was made first. JPF: StaticPriorityQueue,
 * PrioritizedState. */
#ifndef JPF_QUEUE_H
#define JPF_QUEUE_H
#include "base/arena.h"

typedef struct QueueEntry {
    double value; /* never NaN */
    u32 node;
    u32 at[2]; /* its places in the two heaps */
} QueueEntry;

/* Each entry stands in two heaps, one with the first on top and one with the last. What must hold: at[h] is where heap
 * h has the entry. */
typedef struct Queue {
    VEC(QueueEntry) entries;
    VEC(u32) unused; /* places in `entries` */
    VEC(u32) heap[2];
} Queue;

Status queue_add(Ctx *cx, Queue *q, double value, u32 node);
static inline u32 queue_size(const Queue *q) { return q->heap[0].n; }
enum { QUEUE_FIRST = 0, QUEUE_LAST = 1 };
/* The entry at that end of a queue that is not empty. */
static inline const QueueEntry *queue_peek(const Queue *q, u32 end) { return &q->entries.v[q->heap[end].v[0]]; }
/* It leaves the queue. Fails only for want of memory. */
Status queue_take(Ctx *cx, Queue *q, u32 end, QueueEntry *out);
void queue_free(Ctx *cx, Queue *q);

#endif
