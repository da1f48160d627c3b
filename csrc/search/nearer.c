/* nearer.c -- states that are reached by a shorter path than before. */
#include "search/kind.h"
#include "search/reduction.h"

void nearer_free(Search *s) { disk_vec_free(s->cx, &s->nearer.depths); }

void nearer_begin(Search *s) {
    s->nearer.depths.n = 0;
    s->nearer.bound = 0;
    s->nearer.cut = false;
}

void nearer_again(Search *s) {
    for (u32 i = 0; i < s->nearer.depths.n; i++) s->nearer.depths.v[i] = UINT32_MAX;
    s->nearer.cut = false;
}

Status nearer_arrive(Search *s, Arrival *to) {
    bool on = s->cfg.match_depth || s->cfg.kind->deepens;
    if (!on || !to->onward || to->turned || !s->set || s->silent || s->replaying) return ST_OK;
    while (s->nearer.depths.n <= to->id)
        if (disk_vec_push(s->cx, &s->nearer.depths, UINT32_MAX) != ST_OK) return ST_ERROR;
    u32 *least = &s->nearer.depths.v[to->id], now = s->cfg.kind->cost ? s->cfg.kind->cost(s) : s->path.n;
    to->nearer = !to->fresh && now < *least;
    if (now < *least) *least = now;
    return ST_OK;
}

bool nearer_cuts(Search *s) {
    if (!s->nearer.bound || s->path.n < s->nearer.bound) return false;
    s->nearer.cut = true;
    return true;
}
