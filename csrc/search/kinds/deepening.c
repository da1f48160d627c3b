/* deepening.c -- iterative deepening: depth first down to a bound, then once more to a greater one (Korf, Artificial
 * Intelligence 27, 1985). Errors are found near the shortest path to them, and only one path is kept.
 *
 * A state is left again in each iteration, and within one where a shorter path leads to it (nearer.h): what lies within
 * the bound is seen, whatever path came first. The last iteration is one that the bound cuts nothing off from; it is a
 * depth-first search, and what that may leave out it may, too. */
#include "search/kind.h"
#include "search/reduction.h"

enum { FIRST = 4 };

static Status start(Search *s) {
    s->nearer.bound = s->cfg.deepen_by ? s->cfg.deepen_by : FIRST;
    return ST_OK;
}

static u64 deeper(const Search *s) {
    u64 bound = s->nearer.bound;
    return bound + (s->cfg.deepen_by ? s->cfg.deepen_by : bound / 4);
}

static Status next(Search *s, bool *any) {
    if (kind_dfs.next(s, any) != ST_OK) return ST_ERROR;
    if (*any || s->done || s->restart || !s->nearer.cut) return ST_OK;
    s->nearer.bound = deeper(s);
    nearer_again(s);
    *any = true;
    return level_seek(s, level_at(s, 0), 0);
}

static Status reached(Search *s) { return ST_OK; }

static bool later(const Search *s, u32 id, H128 key) { return !stack_has(s, key); }

static void finish(Search *s) {}

const SearchKind kind_deepening = {
    .names = "IterativeDeepening iddfs deepening",
    .deepens = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
    .pack = packs_nothing,
};
