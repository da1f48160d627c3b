/* pct.c -- PCT: random priorities of threads, and d - 1 points where the one that runs comes last (Burckhardt, Kothari,
 * Musuvathi and Nagarakatte, ASPLOS 2010).
 *
 * An error has depth d if d constraints on the order of steps make it happen. With at most n threads and k choices
 * among threads on a path, one execution finds an error of depth d with probability at least 1/(n k^(d-1)): the k
 * choices are what the longest execution had that was Known (draws.h), so that this holds of those that were drawn
 * since; of data, for the values that were drawn. A thread is new wherever it is first seen, so that its priority may
 * be drawn then.
 *
 * The paper's programs end. Here a thread that went round (Run, random.h) comes last: the state is the one that it was,
 * so whatever can happen happens without that turn, too, and no step of an error is put off by it. Else it would go
 * round until the execution is left; then longest is that length, and the d - 1 points fall behind all steps that
 * matter. It waits for somebody to write, as one that is blocked does: once another thread has written it has its
 * priority back, and either goes on or goes round once more. A loop that counts its turns is not seen by that. So one
 * that was broken off comes last, and one that yields or sleeps for the PATIENCE-th time with nobody else between (the
 * first, once it has waited so); up to there yields and sleeps are steps as any other, for what an error needs may come
 * behind them before the others move. An execution that is several times as long as those before goes on with threads
 * drawn uniformly. */
#include "search/kinds/random.h"
#include "search/kind.h"

#include <math.h>
#include <stdio.h>

enum { FAIR_AFTER = 1000, FAIR_TIMES = 4, PATIENCE = 8 };

typedef struct Pct {
    u64 paths; /* execution that the priorities are of, + 1 */
    VEC(i64) priority; /* by thread; 0: not drawn yet. Drawn ones are greater than all that are given */
    VEC(i64) waits; /* by thread: its priority before it came last, since it waits; 0: it does not */
    VEC(u8) patient; /* by thread: it has waited by yields or sleeps */
    u32 points[PCT_DEPTH_MAX]; /* steps at which the running thread comes last; 0: none */
    i64 low; /* the next priority of those that come last */
} Pct;

static u32 length(const Known *k) { return k->longest ? k->longest : 1; }

static Status begin(Search *s, Walk *w) {
    if (!w->own && !(w->own = cx_alloc(s->cx, sizeof(Pct)))) return ST_ERROR;
    Pct *p = w->own;
    p->priority.n = p->waits.n = p->patient.n = 0;
    p->low = -1;
    for (u32 i = 0; i + 1 < w->pct_depth; i++) p->points[i] = 1 + (u32)walk_drawn(w, length(&w->known));
    return ST_OK;
}

static Status priority_of(Search *s, Walk *w, u32 id, i64 **at) {
    Pct *p = w->own;
    while (p->priority.n <= id)
        if (vec_push(s->cx, &p->priority, 0) != ST_OK || vec_push(s->cx, &p->waits, 0) != ST_OK ||
            vec_push(s->cx, &p->patient, 0) != ST_OK)
            return ST_ERROR;
    *at = &p->priority.v[id];
    if (!**at) **at = (i64)(walk_fixed(w, id) >> 1 | 1ull << 62);
    return ST_OK;
}

static Status highest(Search *s, Walk *w, const Level *l, u64 *index) {
    i64 *best = NULL, top = INT64_MIN;
    for (u64 i = 0; i < l->cg.n; i++) {
        if (priority_of(s, w, cg_thread(&l->cg, i), &best) != ST_OK) return ST_ERROR;
        if (*best <= top) continue;
        top = *best;
        *index = i;
    }
    return ST_OK;
}

static bool gives_way(Pct *p, const Run *r, const ThreadInfo *t) {
    if (t->pend.action == AC_BREAK) return true;
    if (r->thread != t->id + 1) return false;
    if (walk_yields(t) && r->yields + 1 >= PATIENCE) p->patient.v[t->id] = true;
    return r->round || (walk_yields(t) && p->patient.v[t->id]);
}

/* Another thread has written what they may wait for. */
static void wake(Pct *p, const Run *r) {
    for (u32 i = 0; i < p->waits.n; i++) {
        if (!p->waits.v[i] || i + 1 == r->thread) continue;
        p->priority.v[i] = p->waits.v[i];
        p->waits.v[i] = 0;
    }
}

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    Pct *p = w->own;
    i64 *at;
    if (w->steps > FAIR_AFTER + FAIR_TIMES * length(&w->known)) {
        *index = walk_drawn(w, l->cg.n);
        return ST_OK;
    }
    if (!l->spot.quiet) wake(p, &w->run);
    if (highest(s, w, l, index) != ST_OK) return ST_ERROR;
    u32 who = cg_thread(&l->cg, *index);
    bool waits = gives_way(p, &w->run, s->ks->threads.v[who]), lower = waits;
    i64 to = lower ? p->low-- : 0;
    for (u32 i = 0; i + 1 < w->pct_depth; i++) {
        if (p->points[i] != w->steps || lower) continue;
        lower = true;
        to = (i64)(w->pct_depth - i); /* the order in which they come last is drawn with the points */
    }
    if (!lower) return ST_OK;
    if (priority_of(s, w, who, &at) != ST_OK) return ST_ERROR;
    if (waits && !p->waits.v[who]) p->waits.v[who] = *at;
    if (!waits) p->waits.v[who] = 0;
    *at = to;
    return highest(s, w, l, index);
}

static void text(const Search *s, const DrawnAll *a, char *buf, size_t n) {
    double one = 1 / ((double)a->known.threads * pow((double)length(&a->known), (double)s->cfg.pct_depth - 1));
    double all = -expm1((double)a->since * log1p(-one));
    if (one >= 1) all = 1;
    snprintf(buf, n,
             "; an error of depth %u is found by one path with probability 1/%.6g or more (%u threads, %u choices "
             "among threads), by all of them with %.3g%s",
             s->cfg.pct_depth, 1 / one, a->known.threads, length(&a->known), all,
             a->data ? ", given the data that were drawn" : "");
}

static Status own_pack(Search *s, Walk *w, Pack *p) {
    Pct *x = w->own;
    pack_it(p, x->points);
    pack_it(p, x->low);
    return ST_OK;
}

static void finish(Search *s, Walk *w) {
    Pct *p = w->own;
    if (!p) return;
    vec_free(s->cx, &p->priority);
    vec_free(s->cx, &p->waits);
    vec_free(s->cx, &p->patient);
    cx_free(s->cx, p, sizeof *p);
}

const Drawer draw_pct = {.word = "PCT", .begin = begin, .pick = pick, .text = text, .finish = finish, .pack = own_pack};

static Status start(Search *s) { return walk_start(s, &draw_pct); }

static Status pack(Search *s, Pack *p) { return walk_pack(s, p, &draw_pct); }

const SearchKind kind_pct = WALK_KIND("PCT pct", start, pack, walk_draws);
