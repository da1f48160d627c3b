/* queue.c -- two binary heaps over the same entries: what leaves one leaves the other. */
#include "search/kinds/queue.h"

/* Does entry a stand before b in heap h? */
static bool before(const Queue *q, u32 h, u32 a, u32 b) {
    const QueueEntry *x = &q->entries.v[a], *y = &q->entries.v[b];
    bool first = x->value != y->value ? x->value < y->value : x->node < y->node;
    return h == QUEUE_FIRST ? first : !first && a != b;
}

static void put(Queue *q, u32 h, u32 at, u32 entry) {
    q->heap[h].v[at] = entry;
    q->entries.v[entry].at[h] = at;
}

static void up(Queue *q, u32 h, u32 at) {
    u32 e = q->heap[h].v[at];
    for (; at && before(q, h, e, q->heap[h].v[(at - 1) / 2]); at = (at - 1) / 2)
        put(q, h, at, q->heap[h].v[(at - 1) / 2]);
    put(q, h, at, e);
}

static void down(Queue *q, u32 h, u32 at) {
    u32 e = q->heap[h].v[at], n = q->heap[h].n;
    for (u32 k; (k = 2 * at + 1) < n; at = k) {
        if (k + 1 < n && before(q, h, q->heap[h].v[k + 1], q->heap[h].v[k])) k++;
        if (!before(q, h, q->heap[h].v[k], e)) break;
        put(q, h, at, q->heap[h].v[k]);
    }
    put(q, h, at, e);
}

Status queue_add(Ctx *cx, Queue *q, double value, u32 node) {
    u32 e;
    if (q->unused.n) {
        e = q->unused.v[--q->unused.n];
    } else {
        e = q->entries.n;
        if (vec_push(cx, &q->entries, (QueueEntry){0}) != ST_OK) return ST_ERROR;
    }
    q->entries.v[e].value = value;
    q->entries.v[e].node = node;
    for (u32 h = 0; h < 2; h++) {
        if (vec_push(cx, &q->heap[h], e) != ST_OK) return ST_ERROR;
        up(q, h, q->heap[h].n - 1);
    }
    return ST_OK;
}

static void leave(Queue *q, u32 h, u32 at) {
    u32 last = q->heap[h].v[--q->heap[h].n];
    if (at == q->heap[h].n) return;
    put(q, h, at, last);
    up(q, h, at);
    down(q, h, q->entries.v[last].at[h]);
}

Status queue_take(Ctx *cx, Queue *q, u32 end, QueueEntry *out) {
    u32 e = q->heap[end].v[0];
    *out = q->entries.v[e];
    if (vec_push(cx, &q->unused, e) != ST_OK) return ST_ERROR;
    for (u32 h = 0; h < 2; h++) leave(q, h, out->at[h]);
    return ST_OK;
}

void queue_free(Ctx *cx, Queue *q) {
    vec_free(cx, &q->entries);
    vec_free(cx, &q->unused);
    for (u32 h = 0; h < 2; h++) vec_free(cx, &q->heap[h]);
}
