/* pos.c -- POS, partial order sampling: random priorities of pending steps (Yuan, Yang and Gu, CAV 2018).
 *
 * A step gets its priority when its thread comes to stand before it, and the step with the highest is taken. Steps that
 * race with the one that is taken get new priorities, so that a step is not put off for good by one draw: orders of
 * dependent steps come out more evenly than where threads are drawn, and independent steps do not matter. */
#include "search/kinds/random.h"
#include "search/kind.h"

typedef struct Pos {
    VEC(u64) priority; /* by thread, of the step it stands before; 0: not drawn yet */
} Pos;

static Status begin(Search *s, Walk *w) {
    if (!w->own && !(w->own = cx_alloc(s->cx, sizeof(Pos)))) return ST_ERROR;
    Pos *p = w->own;
    p->priority.n = 0;
    return ST_OK;
}

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    Pos *p = w->own;
    u64 top = 0;
    for (u64 i = 0; i < l->cg.n; i++) {
        u32 id = cg_thread(&l->cg, i);
        while (p->priority.n <= id)
            if (vec_push(s->cx, &p->priority, 0) != ST_OK) return ST_ERROR;
        if (!p->priority.v[id]) p->priority.v[id] = walk_drawn(w, UINT64_MAX) | 1;
        if (p->priority.v[id] <= top) continue;
        top = p->priority.v[id];
        *index = i;
    }
    return ST_OK;
}

static Status made(Search *s, Walk *w, const Level *l) {
    Pos *p = w->own;
    if (!level_by_id(l)) return ST_OK;
    u32 id = cg_thread(&l->cg, (u64)(l->cg.at + 1)); /* the advance is still to come */
    const Pending *taken = &s->ks->threads.v[id]->pend;
    for (u32 i = 0; i < p->priority.n; i++)
        if (i == id || shapes_race(taken, &s->ks->threads.v[i]->pend)) p->priority.v[i] = 0;
    return ST_OK;
}

static void finish(Search *s, Walk *w) {
    Pos *p = w->own;
    if (!p) return;
    vec_free(s->cx, &p->priority);
    cx_free(s->cx, p, sizeof *p);
}

const Drawer draw_pos = {.word = "POS", .begin = begin, .pick = pick, .made = made, .finish = finish};

static Status start(Search *s) { return walk_start(s, &draw_pos); }

static Status pack(Search *s, Pack *p) { return walk_pack(s, p, &draw_pos); }

const SearchKind kind_pos = WALK_KIND("POS pos", start, pack, walk_draws);
