/* times.c -- when tasks are due, by what is left until then. Layer 10.
 *
 * A task's time (classes/times.h) is compared with the clock and with other tasks' times, and moved on from one of
 * the two. So a state and the same one some time later behave alike, as long as the program itself does not look
 * at the clock; then that is in the key as well. Times are kept out of the records of objects and frames, because
 * all of them change when the clock does.
 *
 * How long a task is overdue decides nothing but which one comes first, so that its rank among the overdue ones
 * will do: else two schedulers, one of which may stand still for any time, would never come back to a state.
 * Not so if a task repeats at a fixed rate and has missed a whole period: its next time is overdue too, and may
 * lie before or after another's. A task at a fixed rate that has missed less is in the future after its next run.
 * If it is the only task there is, nothing tells how many periods it has missed but whether its thread waits before
 * the next run; it may be woken from that wait at once. (Thread.getState would tell: KernelState.saw.states.) */
#include "classes/times.h"
#include "state/state_int.h"

#include <stdlib.h>

#define TAG_TIME 0x54ull << 56
#define NS_PER_MS 1000000
enum { LEFT_EXACT, LEFT_UNSET, LEFT_RANK }; /* what a code means */

typedef struct Left {
    i64 left; /* in the task's own unit; below 0: overdue */
    i64 ns;   /* the same, as far as it fits */
    bool unset, steady; /* not scheduled; only the exact value will do */
} Left;

static const TaskClass *timed(const ClassInfo *ci) { return ci->task && ci->task->time ? ci->task : NULL; }

/* Numbers wrap as Java's do. */
static Left left_of(const StateEngine *se, u8 kind, u64 v) {
    u64 clock = (u64)se->ks->clk.now;
    Left l = {0};
    if (kind == TIME_MILLI) {
        l.unset = v == 0;
        l.left = (i64)(v - (u64)(CLOCK_EPOCH_NS / NS_PER_MS) - clock / NS_PER_MS);
        if (__builtin_mul_overflow(l.left, (i64)NS_PER_MS, &l.ns)) l.ns = l.left < 0 ? INT64_MIN : INT64_MAX;
    } else {
        if (kind == TIME_LOWEST) v ^= 1ull << 63;
        l.ns = l.left = (i64)(v - (u64)CLOCK_NANO_BASE - clock);
    }
    return l;
}

/* TimerTask.state, FutureTask.state */
enum { TIMER_EXECUTED = 2, TIMER_CANCELLED = 3, FUTURE_COMPLETING = 1 };

static i32 state_of(const TaskClass *t, const u32 *w) { return t->state ? (i32)w[t->state - 1] : 0; }

static Left left_of_task(const StateEngine *se, const TaskClass *t, const u32 *w) {
    Left l = left_of(se, t->kind, (u64)task_long(w, t->time));
    bool cancelled = t->kind == TIME_MILLI && state_of(t, w) == TIMER_CANCELLED; /* its time will not be moved on */
    l.steady = task_long(w, t->period) > 0 && !cancelled;
    return l;
}

/* It is in no queue and will not be again. */
static bool is_gone(const TaskClass *t, const u32 *w) {
    i32 state = state_of(t, w);
    if (t->kind == TIME_MILLI) return state == TIMER_EXECUTED;
    bool ended = t->kind == TIME_NANO ? state > FUTURE_COMPLETING : state < 0;
    return ended && t->index && (i32)w[t->index - 1] < 0;
}

static int by_value(const void *a, const void *b) {
    i64 x = *(const i64 *)a, y = *(const i64 *)b;
    return (x > y) - (x < y);
}

/* What times_look has seen. */
typedef struct Looked {
    u32 tasks[TIME_MILLI + 1];   /* that wait, run or are about to be made, by kind */
    bool steady[TIME_MILLI + 1]; /* one of them repeats at a fixed rate */
    bool missed;                 /* and has missed a period, or may have */
} Looked;

static void look(StateEngine *se, const Left *l) {
    if (l->left < 0 && !l->unset) ok(se, vec_push(se->cx, &se->overdue, l->ns));
}

/* --- frames --- */

static bool of_task(const StackFrame *f) {
    return !f->mi->step && f->mi->code && f->mi->ci->task && f->mi->ci->task->reads;
}

static bool is_reading(u8 kind, u32 lo, u32 hi) {
    const i64 start = CLOCK_EPOCH_NS / NS_PER_MS, year = 365 * 24 * (i64)3600000;
    if (kind != TIME_MILLI) return clock_is_nano(lo, kind == TIME_LOWEST ? hi ^ 1u << 31 : hi);
    i64 v = (i64)((u64)hi << 32 | lo);
    return v >= start && v < start + 2 * year;
}

void readings_scan(StateEngine *se, const StackFrame *f) {
    if (!of_task(f)) return;
    u8 kind = f->mi->ci->task->reads;
    for (u32 i = 0; i + 1 < se->prims.n; i++) {
        RefWord *a = &se->prims.v[i], *b = a + 1;
        i64 v = (i64)((u64)b->val << 32 | a->val);
        if (b->word != a->word + 1 || !is_reading(kind, a->val, b->val)) continue;
        if (!ok(se, vec_push(se->cx, &se->readings, ((Reading){v, a->word, kind})))) return;
        a->val = b->val = 0;
        i++;
    }
}

/* Will the time that f holds be compared only? It is on its way into the field of a task that does not repeat at a
 * fixed rate, or within a comparison. */
static bool compared_only(const StateEngine *se, const StackFrame *f) {
    const TaskClass *t = timed(f->mi->ci);
    if (f->mi->known & KM_TIME_DELAYED) return f->prev && (f->prev->mi->known & KM_TIME_DELAY);
    if (f->mi->known & KM_TIME_ONCE) return t && task_long(ei_words(ei(se->heap, f->slots[0])), t->period) <= 0;
    return f->mi->known & KM_TIME_COMPARED;
}

static Left left_of_reading(const StateEngine *se, const StackFrame *f, const Reading *r) {
    Left l = left_of(se, r->kind, (u64)r->v);
    l.steady = !compared_only(se, f);
    return l;
}

/* The task that the reading is for is not made yet, or not in its queue. */
static bool makes_task(const StackFrame *f) {
    const TaskClass *t = f->mi->ci->task;
    return !t->time && !t->runs;
}

static void look_frames(StateEngine *se, Looked *seen) {
    const KernelState *ks = se->ks;
    for (u32 t = 0; t < ks->n_threads && !se->failed; t++)
        for (StackFrame *f = ks->threads.v[t]->top; f; f = f->prev) {
            if (!of_task(f) || !ok(se, frame_scan(se, ks->threads.v[t], f))) continue;
            for (u32 i = 0; i < se->readings.n; i++) {
                Left l = left_of_reading(se, f, &se->readings.v[i]);
                seen->missed |= l.steady && l.left < 0;
                seen->tasks[se->readings.v[i].kind] += makes_task(f);
                seen->steady[se->readings.v[i].kind] |= l.steady && makes_task(f);
                look(se, &l);
            }
        }
}

static void look_task(StateEngine *se, const TaskClass *t, const u32 *w, Looked *seen) {
    Left l = left_of_task(se, t, w);
    look(se, &l);
    if (l.unset || is_gone(t, w)) return;
    seen->tasks[t->kind]++;
    seen->steady[t->kind] |= l.steady;
    seen->missed |= l.steady && l.left <= -task_long(w, t->period);
}

void times_look(StateEngine *se) {
    KernelState *ks = se->ks;
    Looked seen = {0};
    se->overdue.n = 0;
    if (ks->clk.tasks) look_frames(se, &seen);
    for (u32 k = 0; k < se->tasks.n && !se->failed; k++) {
        const Meta *m = &se->metas.v[se->tasks.v[k]];
        if (m->rd >= RD_WORST) continue;
        const ElementInfo *e = ei(se->heap, m->obj);
        const TaskClass *t = timed(ei_class(se->heap, e));
        if (t) look_task(se, t, ei_words((ElementInfo *)e), &seen);
    }
    for (u32 k = 0; k <= TIME_MILLI; k++)
        if (seen.steady[k] && (seen.tasks[k] > 1 || ks->saw.states)) ks->looks.seen |= LIB_RATE;
    se->rates_exact = ks->looks.seen & LIB_RATE;
    se->overdue_exact = (ks->looks.seen & LIB_OVERDUE) || (seen.missed && se->rates_exact);
    if (se->overdue.n > 1) mem_sort(se->overdue.v, se->overdue.n, sizeof(i64), by_value);
}

/* Different times overdue that are not later than this one. */
static u32 rank_of(const StateEngine *se, i64 ns) {
    u32 rank = 0;
    for (u32 i = 0; i < se->overdue.n && se->overdue.v[i] <= ns; i++)
        rank += !i || se->overdue.v[i] != se->overdue.v[i - 1];
    return rank;
}

static TimeCode code_of(StateEngine *se, const Left *l) {
    if (l->unset) return (TimeCode){0, LEFT_UNSET};
    if (l->left >= 0 || (l->steady && se->rates_exact) || se->overdue_exact)
        return (TimeCode){(u64)l->left, LEFT_EXACT};
    se->ks->looks.used |= LIB_OVERDUE | (l->steady ? LIB_RATE : 0);
    return (TimeCode){rank_of(se, l->ns), LEFT_RANK};
}

/* --- the key --- */

static H128 code_term(u64 name, TimeCode t) { return mix128_3(name, mix128(TAG_TIME | t.means, t.code)); }

TimeCode time_code(StateEngine *se, const ClassInfo *ci, const u32 *w) {
    const TaskClass *t = timed(ci);
    Left l = left_of_task(se, t, w);
    return code_of(se, &l);
}

TimeCode reading_code(StateEngine *se, const StackFrame *f, const Reading *r) {
    Left l = left_of_reading(se, f, r);
    TimeCode t = code_of(se, &l);
    t.means |= (u32)r->kind << 8;
    return t;
}

H128 time_term(StateEngine *se, const ElementInfo *e, u64 label) {
    const ClassInfo *ci = ei_class(se->heap, e);
    return timed(ci) ? code_term(label, time_code(se, ci, ei_words((ElementInfo *)e))) : h128_zero();
}

H128 frames_time_term(StateEngine *se) {
    const KernelState *ks = se->ks;
    H128 sum = h128_zero();
    for (u32 t = 0; t < ks->n_threads && ks->clk.tasks; t++) {
        ThreadInfo *ti = ks->threads.v[t];
        for (StackFrame *f = ti->top; f; f = f->prev) {
            if (!of_task(f) || !ok(se, frame_scan(se, ti, f))) continue;
            u64 name = frame_name(thread_key(ti), f->depth);
            for (u32 i = 0; i < se->readings.n; i++) {
                const Reading *r = &se->readings.v[i];
                sum = h128_add(sum, code_term(word_name(name, r->word), reading_code(se, f, r)));
            }
        }
    }
    return sum;
}

H128 times_term(StateEngine *se) {
    times_look(se);
    H128 sum = frames_time_term(se);
    for (u32 k = 0; k < se->tasks.n; k++) {
        const Meta *m = &se->metas.v[se->tasks.v[k]];
        if (m->rd < RD_WORST) sum = h128_add(sum, time_term(se, ei(se->heap, m->obj), m->h));
    }
    return sum;
}
