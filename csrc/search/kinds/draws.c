/* draws.c -- executions are numbered, and what they show is taken in order. */
#include "search/kinds/draws.h"
#include "base/turn.h"
#include "search/search.h"
#include "search/spread.h"

#include <stdlib.h>

struct Draws {
    pthread_mutex_t lock;
    pthread_cond_t turn;
    u64 stop; /* atomic: this execution and those behind it are of no interest */
    u32 holders; /* atomic */
    /* behind the lock */
    u32 engines; /* that take executions */
    bool erred;
    u64 next;    /* number */
    u64 paths, stale_limit;
    VEC(Drawn) early; /* have ended before one with a lesser number has */
    Known upto;       /* of those before the last power of two */
    u64 since;        /* the first number that was drawn with upto.longest */
    DrawnAll all;     /* .paths: all before this number have ended */
    Map seen;         /* shapes: how often */
    Ctx cx;
    /* with tasks (search/spread.h), of one engine */
    u64 end;      /* the number behind those of the task */
    bool last;    /* there are no more */
    VEC(Drawn) told; /* of the task: have ended */
};

Draws *draws_new(u64 paths, u64 stale) {
    Draws *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->stop = paths ? paths : UINT64_MAX;
    d->paths = paths;
    d->stale_limit = stale;
    d->holders = 1;
    map_init(&d->seen, &d->cx);
    bool made = pthread_mutex_init(&d->lock, NULL) == 0 && turn_init(&d->turn);
    if (made) return d;
    free(d);
    return NULL;
}

void draws_hold(Draws *d) { __atomic_add_fetch(&d->holders, 1, __ATOMIC_RELAXED); }

void draws_drop(Draws *d) {
    if (!d || __atomic_sub_fetch(&d->holders, 1, __ATOMIC_ACQ_REL)) return;
    map_free(&d->seen);
    vec_free(&d->cx, &d->early);
    vec_free(&d->cx, &d->told);
    pthread_cond_destroy(&d->turn);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

/* --- behind the lock --- */

static void stop_at(Draws *d, u64 number) {
    if (number < d->stop) __atomic_store_n(&d->stop, number, __ATOMIC_RELAXED);
}

static Status take(Draws *d, const Drawn *e) {
    DrawnAll *a = &d->all;
    u64 n = 0;
    bool fresh = !map_get(&d->seen, e->shape, &n);
    a->shapes += fresh;
    a->once += fresh ? 1 : 0;
    a->once -= n == 1 ? 1 : 0;
    if (n < 2 && map_put(&d->seen, e->shape, n + 1) != ST_OK) return ST_ERROR;
    a->stale = fresh ? 0 : a->stale + 1;
    a->data |= e->data;
    if (e->steps > a->known.longest) a->known.longest = e->steps;
    if (e->threads > a->known.threads) a->known.threads = e->threads;
    a->known.cut += e->cut;
    a->paths++;
    if (d->stale_limit && a->stale >= d->stale_limit) stop_at(d, a->paths);
    if (a->paths & (a->paths - 1)) return ST_OK;
    if (a->known.longest != d->upto.longest) d->since = a->paths;
    d->upto = a->known;
    return ST_OK;
}

/* What has ended early is taken when its turn comes. */
static Status settle(Draws *d, const Drawn *e) {
    if (e->number != d->all.paths) return vec_push(&d->cx, &d->early, *e);
    if (take(d, e) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < d->early.n;) {
        if (d->early.v[i].number != d->all.paths) {
            i++;
            continue;
        }
        if (take(d, &d->early.v[i]) != ST_OK) return ST_ERROR;
        d->early.v[i] = d->early.v[--d->early.n];
        i = 0;
    }
    return ST_OK;
}

/* All that were drawn before this one must have ended. */
static u64 needed(u64 number) { return number ? 1ull << (63 - __builtin_clzll(number)) : 0; }

/* The lock is left meanwhile. False: the search is over. */
static bool wait_a_little(Search *s, Draws *d, Status *st) {
    turn_wait(&d->turn, &d->lock);
    pthread_mutex_unlock(&d->lock);
    if (!cx_look(s->cx)) *st = cx_ends_in_order(s->cx) ? search_wind_up(s) : ST_ERROR;
    if (s->work) work_look(s);
    pthread_mutex_lock(&d->lock);
    return *st == ST_OK && !s->done;
}

/* --- for engines --- */

static Status unlocked(Search *s, Draws *d, Status st) {
    pthread_mutex_unlock(&d->lock);
    if (st == ST_OK || s->cx->err.kind != ERR_NONE) return st;
    return cx_fail(s->cx, ERR_NOMEM, "out of memory (executions that were drawn)");
}

/* --- tasks --- */

/* The task's executions have ended; or, `erred`, one of them has ended the search. */
static Status hand_back(Search *s, Draws *d, u64 erred) {
    bool over = erred != UINT64_MAX || s->done;
    Status st = far_meet(s);
    if (s->restart || st != ST_OK) return st;
    st = far_tell(s, (TaskResult){.over = over, .drawn = d->told.v, .n_drawn = d->told.n, .erred = erred});
    found_drop_errors(s);
    d->told.n = 0;
    return st;
}

static Status begin_task(Search *s, Draws *d) {
    const Far *f = s->far;
    DrawTask t;
    if (f->n_body != sizeof t) return cx_fail(s->cx, ERR_INTERNAL, "a task of another version of jpfpy");
    mem_copy(&t, f->body, sizeof t);
    if (f->task.flags & TASK_LAST) {
        d->all = (DrawnAll){t.paths, t.shapes, t.once, t.since, t.stale, t.data != 0, {t.longest, t.threads, t.cut}};
        d->erred = t.erred != 0;
        s->done |= t.limited != 0;
        d->end = d->next = 0;
        d->last = true;
        return ST_OK;
    }
    d->next = t.from;
    d->end = t.to;
    d->upto = (Known){t.longest, t.threads, t.cut};
    return ST_OK;
}

/* draws_next of an engine that is given tasks. */
static Status next_of_task(Search *s, Draws *d, u64 *number, Known *known, bool *any) {
    *any = true;
    while (*any && d->next >= d->end && !d->last) {
        if (s->far->open && hand_back(s, d, UINT64_MAX) != ST_OK) return ST_ERROR;
        if (!s->restart && far_take(s, any) != ST_OK) return ST_ERROR;
        if (s->restart) break;
        if (*any && begin_task(s, d) != ST_OK) return ST_ERROR;
    }
    *any &= !d->last && !s->restart;
    if (*any) *number = d->next++;
    *known = d->upto;
    return ST_OK;
}

void draws_enter(Draws *d) {
    pthread_mutex_lock(&d->lock);
    d->engines++;
    pthread_mutex_unlock(&d->lock);
}

Status draws_leave(Search *s, Draws *d, u64 number, bool waits) {
    Status st = ST_OK;
    if (s->far) {
        if (s->far->open && !s->restart) st = hand_back(s, d, number);
        d->erred |= number != UINT64_MAX;
        return st == ST_OK ? far_leave(s) : st;
    }
    pthread_mutex_lock(&d->lock);
    d->engines--;
    d->erred |= number != UINT64_MAX;
    if (number != UINT64_MAX) stop_at(d, number);
    pthread_cond_broadcast(&d->turn);
    bool done = s->done;
    s->done = false;
    while (waits && d->engines && wait_a_little(s, d, &st)) {}
    s->done |= done;
    return unlocked(s, d, st);
}

Status draws_next(Search *s, Draws *d, u64 *number, Known *known, bool *any) {
    Status st = ST_OK;
    if (s->far) return next_of_task(s, d, number, known, any);
    pthread_mutex_lock(&d->lock);
    *any = d->next < d->stop;
    if (*any) *number = d->next++;
    while (*any && d->all.paths < needed(*number)) *any = wait_a_little(s, d, &st) && *number < d->stop;
    *known = d->upto;
    return unlocked(s, d, st);
}

Status draws_ended(Search *s, Draws *d, const Drawn *e) {
    if (s->far && vec_push(&d->cx, &d->told, *e) != ST_OK)
        return cx_fail(s->cx, ERR_NOMEM, "out of memory (executions that were drawn)");
    if (far_joins(s)) return ST_OK; /* who gives the tasks takes them in order */
    pthread_mutex_lock(&d->lock);
    Status st = settle(d, e);
    pthread_cond_broadcast(&d->turn);
    return unlocked(s, d, st);
}

bool draws_past(const Draws *d, u64 number) { return number >= __atomic_load_n(&d->stop, __ATOMIC_RELAXED); }

Status draws_all(Search *s, Draws *d, DrawnAll *out) {
    Status st = ST_OK;
    pthread_mutex_lock(&d->lock);
    for (u32 i = 0; i < d->early.n && st == ST_OK; i++) st = take(d, &d->early.v[i]); /* one before was given up */
    d->early.n = 0;
    DrawnAll a = *out = d->all;
    if (!d->last) out->since = a.known.longest == d->upto.longest && a.paths > d->since ? a.paths - d->since : 0;
    return unlocked(s, d, st);
}

u64 draws_bytes(Draws *d) {
    pthread_mutex_lock(&d->lock);
    u64 n = d->cx.bytes;
    pthread_mutex_unlock(&d->lock);
    return n;
}

bool draws_erred(Draws *d) {
    pthread_mutex_lock(&d->lock);
    bool erred = d->erred;
    pthread_mutex_unlock(&d->lock);
    return erred;
}

void draws_pack(Draws *d, Pack *p) {
    pack_it(p, d->next);
    pack_it(p, d->upto);
    pack_it(p, d->since);
    pack_it(p, d->all);
    pack_map(p, &d->seen);
}
