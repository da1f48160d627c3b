/* even.c -- random executions in which all threads keep step: the thread goes on that has made the fewest transitions.
 *
 * Where many threads have to stand at like places at once, as where each holds one lock and wants the next, uniform
 * draws scatter them: with n threads the place is missed with a probability that grows with n. Here they come to it
 * together. Ties are drawn, and one choice in eight is drawn uniformly, so that every schedule has a probability. */
#include "search/kinds/random.h"
#include "search/kind.h"

enum { UNIFORM_ONE_IN = 8 };

typedef struct Even {
    VEC(u32) steps; /* by thread: transitions in this execution */
} Even;

static Status begin(Search *s, Walk *w) {
    if (!w->own && !(w->own = cx_alloc(s->cx, sizeof(Even)))) return ST_ERROR;
    Even *e = w->own;
    e->steps.n = 0;
    return ST_OK;
}

static u32 steps_of(const Even *e, u32 id) { return id < e->steps.n ? e->steps.v[id] : 0; }

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    const Even *e = w->own;
    u32 fewest = UINT32_MAX, ties = 0;
    *index = walk_drawn(w, l->cg.n);
    if (walk_drawn(w, UNIFORM_ONE_IN) == 0) return ST_OK;
    for (u64 i = 0; i < l->cg.n; i++) {
        u32 n = steps_of(e, cg_thread(&l->cg, i));
        if (n > fewest) continue;
        ties = n < fewest ? 1 : ties + 1;
        fewest = n;
        if (ties == 1 || walk_drawn(w, ties) == 0) *index = i;
    }
    return ST_OK;
}

static Status made(Search *s, Walk *w, const Level *l) {
    Even *e = w->own;
    if (!level_by_id(l)) return ST_OK;
    u32 id = cg_thread(&l->cg, (u64)(l->cg.at + 1)); /* the advance is still to come */
    while (e->steps.n <= id)
        if (vec_push(s->cx, &e->steps, 0) != ST_OK) return ST_ERROR;
    e->steps.v[id]++;
    return ST_OK;
}

static void finish(Search *s, Walk *w) {
    Even *e = w->own;
    if (!e) return;
    vec_free(s->cx, &e->steps);
    cx_free(s->cx, e, sizeof *e);
}

const Drawer draw_even = {.word = "even steps", .begin = begin, .pick = pick, .made = made, .finish = finish};
