/* dfs.c -- depth first: the state reached last is left first. JPF: DFSearch. */
#include "search/kind.h"
#include "search/reduction.h"

static Status start(Search *s) { return ST_OK; }

static Status next(Search *s, bool *any) {
    *any = false;
    while (s->path.n > 1 && !s->done && !s->restart) {
        if (reduction_more(s, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
        if (*any || s->path.v[s->path.n - 1].borrowed) return ST_OK;
        search_event_processed(s);
        left_closed(s, &s->path.v[s->path.n - 1]);
        if (JPF_UNLIKELY(s->work != NULL) && work_left(s, &s->path.v[s->path.n - 1]) != ST_OK) return ST_ERROR;
        search_backtrack(s);
    }
    if (level_at(s, 0)->borrowed) return ST_OK;
    if (!s->done && !s->restart && !s->persist.doomed) search_event_processed(s);
    return ST_OK;
}

static Status reached(Search *s) { return ST_OK; }

/* States on the path are left earlier, for good later. With several engines the paths are those of all of them: a
 * state counts once who found it has left it for good (a visit for those woken says nothing of the set that is tried
 * there). In the order of these moments the state that says yes comes
 * before the one that it is asked for, however fast the engines are, and por/fair.c's argument rests on no more. */
static bool later(const Search *s, u32 id, H128 key) {
    return s->work ? stateset_has(s->set, id, SM_LEFT) : !stack_has(s, key);
}

static void finish(Search *s) {}

const SearchKind kind_dfs = {
    .names = "DFSearch dfs",
    .start = start,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
    .pack = packs_nothing,
};
