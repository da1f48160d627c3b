/* times.c -- when tasks are due, by what is left until then. Layer 10.
 *
 * A task's time (classes/times.h) is compared with the clock and with other tasks' times, and moved on from one of
 * the two. So a state and the same one some time later behave alike, as long as the program itself does not look
 * at the clock; then that is in the key as well. Times are kept out of the objects' records, because all of
 * them change when the clock does.
 *
 * How long a task is overdue decides nothing but which one comes first, so that its rank among the overdue ones
 * will do: else two schedulers, one of which may stand still for any time, would never come back to a state.
 * Not so if a task repeats at a fixed rate and has missed a whole period: its next time is overdue too, and may
 * lie before or after another's. A task at a fixed rate that has missed less is in the future after its next run. */
#include "classes/times.h"
#include "state/state_int.h"

#include <stdlib.h>

#define TAG_TIME 0x54ull << 56
#define NS_PER_MS 1000000
enum { LEFT_EXACT, LEFT_UNSET, LEFT_RANK }; /* what a code means */

typedef struct Left {
    i64 left; /* in the task's own unit; below 0: overdue */
    i64 ns;   /* the same, as far as it fits */
    bool unset, steady; /* not scheduled; repeats at a fixed rate */
} Left;

static const TaskClass *timed(const ClassInfo *ci) { return ci->task && ci->task->time ? ci->task : NULL; }

/* Numbers wrap as Java's do. */
static Left left_of(const StateEngine *se, const TaskClass *t, const u32 *w) {
    u64 clock = (u64)se->ks->clock, v = (u64)task_long(w, t->time);
    Left l = {0};
    i64 period = task_long(w, t->period);
    l.steady = period > 0 && !(t->done && w[t->done - 1] == t->is_done);
    if (t->kind == TIME_MILLI) {
        l.unset = v == 0;
        l.left = (i64)(v - (u64)(CLOCK_EPOCH_NS / NS_PER_MS) - clock / NS_PER_MS);
        if (__builtin_mul_overflow(l.left, (i64)NS_PER_MS, &l.ns)) l.ns = l.left < 0 ? INT64_MIN : INT64_MAX;
    } else {
        if (t->kind == TIME_LOWEST) v ^= 1ull << 63;
        l.ns = l.left = (i64)(v - (u64)CLOCK_NANO_BASE - clock);
    }
    return l;
}

static bool missed_a_period(const TaskClass *t, const u32 *w, const Left *l) {
    return l->steady && !l->unset && l->left <= -task_long(w, t->period);
}

static int by_value(const void *a, const void *b) {
    i64 x = *(const i64 *)a, y = *(const i64 *)b;
    return (x > y) - (x < y);
}

void times_look(StateEngine *se) {
    se->overdue.n = 0;
    se->overdue_exact = se->ks->lib_seen & LIB_OVERDUE;
    for (u32 k = 0; k < se->tasks.n && !se->failed; k++) {
        const Meta *m = &se->metas.v[se->tasks.v[k]];
        if (m->rd >= RD_WORST) continue;
        const ElementInfo *e = ei(se->heap, m->obj);
        const TaskClass *t = timed(ei_class(se->heap, e));
        if (!t) continue;
        const u32 *w = ei_words((ElementInfo *)e);
        Left l = left_of(se, t, w);
        if (missed_a_period(t, w, &l)) se->overdue_exact = true;
        if (l.left < 0 && !l.unset) ok(se, vec_push(se->cx, &se->overdue, l.ns));
    }
    if (se->overdue.n > 1) qsort(se->overdue.v, se->overdue.n, sizeof(i64), by_value);
}

/* Different times overdue that are not later than this one. */
static u32 rank_of(const StateEngine *se, i64 ns) {
    u32 rank = 0;
    for (u32 i = 0; i < se->overdue.n && se->overdue.v[i] <= ns; i++)
        rank += !i || se->overdue.v[i] != se->overdue.v[i - 1];
    return rank;
}

u64 time_code(StateEngine *se, const ClassInfo *ci, const u32 *w, u32 *means) {
    const TaskClass *t = timed(ci);
    Left l = left_of(se, t, w);
    *means = l.unset ? LEFT_UNSET : LEFT_EXACT;
    if (l.unset) return 0;
    if (l.left >= 0 || l.steady || se->overdue_exact) return (u64)l.left;
    *means = LEFT_RANK;
    se->ks->lib_used |= LIB_OVERDUE;
    return rank_of(se, l.ns);
}

H128 time_term(StateEngine *se, const ElementInfo *e, u64 label) {
    const ClassInfo *ci = ei_class(se->heap, e);
    u32 means;
    if (!timed(ci)) return h128_zero();
    u64 code = time_code(se, ci, ei_words((ElementInfo *)e), &means);
    return mix128_3(label, mix128(TAG_TIME | means, code));
}

H128 times_term(StateEngine *se) {
    H128 sum = h128_zero();
    if (!se->tasks.n) return sum;
    times_look(se);
    for (u32 k = 0; k < se->tasks.n; k++) {
        const Meta *m = &se->metas.v[se->tasks.v[k]];
        if (m->rd < RD_WORST) sum = h128_add(sum, time_term(se, ei(se->heap, m->obj), m->h));
    }
    return sum;
}
