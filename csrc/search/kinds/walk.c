/* walk.c -- random walks: from the initial state along choices drawn at random, again and again. JPF: RandomSearch,
 * which takes the choices in the order that cg.randomize_choices gives. */
#include "search/kind.h"
#include "search/reduction.h"

/* Where no depth limit is given. */
enum { LONGEST = 10000 };

typedef struct Walk {
    u64 paths;
    u64 seed, draws;
    bool wide;  /* some state offered more than one choice */
    bool begun, moved; /* a transition was made; the last one led to a state that is gone on from */
    bool closed; /* the only path there is goes round */
} Walk;

static Status start(Search *s) {
    Walk *w = s->way = cx_alloc(s->cx, sizeof *w);
    if (!w) return ST_ERROR;
    w->seed = s->cfg.seed;
    return ST_OK;
}

static u64 drawn(Walk *w, u64 n) { return mix64(w->seed, ++w->draws) % n; }

/* Combinations that can be taken; of a generator whose end is not known, one more than was drawn. */
static u64 offers(const Level *l) {
    u64 n = 1;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        u64 k = cg->n + (i == l->n_up && (cg->flags & CGF_OPEN) ? 1 : 0);
        n = k && n > (1ull << 62) / k ? 1ull << 62 : n * k;
    }
    return n;
}

static Status choose(Search *s, Walk *w, Level *l, bool *any) {
    *any = false;
    u64 n = offers(l);
    if (!n) return ST_OK;
    w->wide |= n > 1 || level_total(l) > 1;
    if (level_seek(s, l, 0) != ST_OK || level_has_more(s, l, any) != ST_OK || !*any) return ST_OK;
    u64 i = drawn(w, n);
    if (!i) return ST_OK;
    const ChoiceGenerator *top = level_cg(l, l->n_up);
    bool there = true;
    u64 below = offers(l) / (top->n + ((top->flags & CGF_OPEN) ? 1 : 0));
    if ((top->flags & CGF_OPEN) && cg_reach(s->cx, level_digit(l, l->n_up), i / below, &there) != ST_OK)
        return ST_ERROR;
    return level_seek(s, l, there ? i : 0);
}

/* Back to the initial state, which listeners are told as of a state that is restored. */
static Status begin_path(Search *s) {
    s->silent = true;
    hub_pause(s->ks);
    while (s->path.n > 2) search_backtrack(s);
    hub_resume(s->ks);
    s->silent = false;
    s->st.restored++;
    search_event_back(s, EV_state_restored);
    return ST_OK;
}

static Status over(Search *s, const Walk *w) {
    if (!w->wide) return ST_OK;
    return search_constraint(s,
                             "random walk: %llu paths were taken, not all there are (search.RandomSearch.path_limit)",
                             (unsigned long long)w->paths);
}

static Status next(Search *s, bool *any) {
    Walk *w = s->way;
    *any = false;
    if (s->path.n < 2 || w->closed) return ST_OK; /* the initial state is the last one */
    bool endless = !s->cfg.depth_limit && s->path.n > LONGEST;
    if (endless && search_constraint(s, "a path was left after %d transitions (search.depth_limit)", LONGEST) != ST_OK)
        return ST_ERROR;
    if ((w->begun && !w->moved) || endless) {
        w->paths++;
        if (!w->wide || w->paths >= s->cfg.path_limit) return over(s, w);
        if (begin_path(s) != ST_OK) return ST_ERROR;
    }
    w->begun = true;
    w->moved = false;
    if (choose(s, w, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
    if (*any || s->path.n == 2) return ST_OK;
    return next(s, any); /* NOLINT(misc-no-recursion): once, a state without a choice ends its path */
}

static Status reached(Search *s) {
    Walk *w = s->way;
    w->moved = true;
    w->closed = !w->wide && !s->told.now.fresh;
    return ST_OK;
}

static void finish(Search *s) { way_free(s, sizeof(Walk)); }

const SearchKind kind_walk = {
    .names = "RandomSearch random walk",
    .walks = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = never_later,
    .finish = finish,
};
