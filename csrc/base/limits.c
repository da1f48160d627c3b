/* limits.c -- limits of time, and the host's signals: looked at as work is done. */
#include <stdio.h>
#include <time.h>

#include "base/host.h"

/* The host is asked so often at most: it may have to wait for a lock of its own. */
#define POLL_NS 20000000

static i64 clock_ns(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (i64)t.tv_sec * 1000000000 + t.tv_nsec;
}

static i64 after(i64 now, double seconds) {
    if (seconds <= 0) return 0;
    return seconds < 1e9 ? now + (i64)(seconds * 1e9) : INT64_MAX;
}

void cx_limits(Ctx *cx, double wall, double cpu) {
    cx->wall0 = clock_ns(CLOCK_MONOTONIC);
    cx->time_limit = wall;
    cx->cpu_limit = cpu;
    cx->wall_end = after(cx->wall0, wall);
    cx->cpu_end = cpu > 0 ? after(clock_ns(CLOCK_THREAD_CPUTIME_ID), cpu) : 0;
    cx->looked = 0;
}

double cx_cpu(void) { return (double)clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1e9; }

/* What is put off is put off for so long: a transition may take much longer. */
#define PATIENCE_NS 2000000000

/* Of a limit the property that sets it, for whoever gives it anew; NULL: it is none. */
static void end(Ctx *cx, i64 now, const char *what, double seconds, const char *key) {
    char why[sizeof cx->why];
    (void)snprintf(why, sizeof why, key ? "%s: %g s (%s)" : "%s", what, seconds, key);
    if (cx->patient && !cx->due) {
        cx->due = true;
        cx->due_at = now + PATIENCE_NS;
        memcpy(cx->why, why, sizeof why);
    }
    if (!cx->patient || now >= cx->due_at) cx_fail(cx, ERR_STOP, "%s", why);
}

Status cx_end_now(Ctx *cx) {
    cx->patient = cx->due = false;
    return cx_fail(cx, ERR_STOP, "%s", cx->why);
}

i64 cx_now(const Ctx *cx) { return clock_ns(CLOCK_MONOTONIC) - cx->wall0; }

bool cx_look(Ctx *cx) {
    cx->fuel = CX_TANK;
    if (cx->err.kind != ERR_NONE) return false;
    if (cx->stopped) return true;
    i64 now = clock_ns(CLOCK_MONOTONIC);
    cx->looked = now - cx->wall0;
    if (cx->wall_end && now >= cx->wall_end) {
        const char *key = cx->time_key ? cx->time_key : "search.time_limit";
        end(cx, now, "time limit reached", cx->time_limit, key);
    } else if (cx->cpu_end && clock_ns(CLOCK_THREAD_CPUTIME_ID) >= cx->cpu_end) {
        end(cx, now, "CPU time limit reached", cx->cpu_limit, "search.cpu_limit");
    } else if (now >= cx->poll_at && cx->host && (cx->host->mask & HE_POLL)) {
        cx->poll_at = now + POLL_NS;
        if (cx->host->poll(cx->host->user) != ST_OK && cx->err.kind == ERR_NONE) {
            cx->interrupted = true;
            end(cx, now, "interrupted", 0, NULL);
        }
    }
    return cx->err.kind == ERR_NONE;
}

void cx_wind_up(Ctx *cx) {
    cx_clear(cx);
    cx->stopped = true;
    cx->limit = 0;
}

enum { SORTED_AT_ONCE = 1 << 14, COMPARE_WORK = 2 };

/* Merge [a, mid) and [mid, end) of `from` into the same place of `to`. */
static void merge(u8 *to, const u8 *from, size_t a, size_t mid, size_t end, size_t size,
                  int (*cmp)(const void *x, const void *y)) {
    size_t b = mid;
    for (size_t i = a; i < end; i++) {
        bool first = a < mid && (b == end || cmp(from + a * size, from + b * size) <= 0);
        mem_copy(to + i * size, from + (first ? a++ : b++) * size, size);
    }
}

/* An element that stands before the last one of those in order is taken out, and where it stands behind the last but
 * one that one is as well: it was too large, not this one too small. What was taken out is sorted and merged. */
void mem_settle(void *p, size_t n, size_t size, int (*cmp)(const void *a, const void *b), void *tmp) {
    char *v = p, *out = tmp;
    size_t kept = 0, taken = 0;
    for (size_t i = 0; i < n; i++) {
        const char *x = v + i * size;
        if (kept && cmp(v + (kept - 1) * size, x) > 0) {
            bool large = kept > 1 && cmp(v + (kept - 2) * size, x) <= 0;
            mem_copy(out + taken++ * size, large ? v + --kept * size : x, size);
            if (!large) continue;
        }
        if (kept++ != i) mem_copy(v + (kept - 1) * size, x, size);
    }
    mem_sort(out, taken, size, cmp);
    for (size_t at = n; taken; at--) {
        bool last = kept && cmp(v + (kept - 1) * size, out + (taken - 1) * size) > 0;
        mem_copy(v + (at - 1) * size, last ? v + --kept * size : out + --taken * size, size);
    }
}

bool cx_sort(Ctx *cx, void *p, size_t n, size_t size, int (*cmp)(const void *a, const void *b)) {
    u8 *v = p, *other, *room;
    for (size_t i = 0; i < n; i += SORTED_AT_ONCE) {
        size_t k = n - i < SORTED_AT_ONCE ? n - i : SORTED_AT_ONCE;
        mem_sort(v + i * size, k, size, cmp);
        if (!cx_work(cx, (u64)COMPARE_WORK * 14 * k)) return false;
    }
    if (n <= SORTED_AT_ONCE) return true;
    if (!(room = cx_alloc(cx, n * size))) return false;
    other = room;
    bool ok = true;
    for (size_t run = SORTED_AT_ONCE; run < n && ok; run *= 2) {
        for (size_t i = 0; i < n && ok; i += 2 * run) { /* a pair of runs is merged in one piece */
            size_t mid = n - i < run ? n : i + run, end = n - i < 2 * run ? n : i + 2 * run;
            merge(other, v, i, mid, end, size, cmp);
            ok = cx_work(cx, (u64)COMPARE_WORK * (end - i));
        }
        u8 *x = v;
        v = other;
        other = x;
    }
    if (v == room) mem_copy(p, room, n * size);
    cx_free(cx, room, n * size);
    return ok;
}
