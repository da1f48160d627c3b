/* given.c -- the moves of a search that the host drives, and whether it has left anything out. */
#include "search/kinds/given.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/reduction.h"

enum { ENTERED = 1, EXHAUSTED = 2 };
enum { DONE = 2 };

typedef struct Given {
    bool begun;   /* the first transition, which search_start has made, was given to the host */
    bool beyond;  /* the last transition led to a state that is no level: visited, an end, ignored, too deep */
    bool onward;  /* but one that could be gone on from */
    GivenNow now;
    VEC(u8) states; /* by id: ENTERED, EXHAUSTED */
    u32 entered, exhausted;
    /* By level of the path, from level `through` on; those before are of a path that was not gone through. */
    VEC(u8) whole;  /* its choices were made in order, from the first on; DONE: all of them */
    VEC(u32) first; /* place in `led` of the first state that a transition of this level led to */
    u32 through;
    VEC(u32) led;   /* these states, by id */
    VEC(u32) nodes; /* by id: the node of the tree, where states can be restored; 0: none */
} Given;

static bool frees(const Search *s) { return s->cfg.kind == &kind_given_freely; }

/* What follows is no depth-first search. */
static Status free_it(Search *s, bool *go_on) {
    *go_on = frees(s);
    if (*go_on) return ST_OK;
    s->cfg.kind = &kind_given_freely;
    s->restart = true;
    return ST_OK;
}

bool given_over(const Search *s) { return s->done || s->restart || s->torn || s->cx->err.kind; }

static Status set_at(Search *s, u32 level, u8 whole) {
    Given *g = s->way;
    while (g->whole.n <= level)
        if (vec_push(s->cx, &g->whole, 0) != ST_OK) return ST_ERROR;
    while (g->first.n <= level)
        if (vec_push(s->cx, &g->first, 0) != ST_OK) return ST_ERROR;
    g->whole.v[level] = whole;
    g->first.v[level] = g->led.n;
    if (level < g->through) g->through = level;
    return ST_OK;
}

static u8 whole_at(const Given *g, u32 level) { return level < g->through ? 0 : g->whole.v[level]; }
static u32 first_at(const Given *g, u32 level) { return level < g->through ? 0 : g->first.v[level]; }

/* The cycle proviso (por/persist.c) for states that are left in any order: a reduced state needs a transition to one
 * that has still choices to be made when the reduced one has none any more. If all is made in the end, that one was
 * done with later, and so on to a state that is expanded wholly; if not, the search is not whole. */
static bool leads_on(const Search *s) {
    const Given *g = s->way;
    u32 level = s->path.n - 1, here = level_at(s, level)->state_id;
    for (u32 i = first_at(g, level); i < g->led.n; i++) {
        u32 id = g->led.v[i];
        if (id != here && !(g->states.v[id] & EXHAUSTED)) return true;
    }
    return false;
}

/* The last level is a state that was reached. */
static Status entered(Search *s) {
    Given *g = s->way;
    const Level *l = &s->path.v[s->path.n - 1];
    while (g->states.n <= l->state_id)
        if (vec_push(s->cx, &g->states, 0) != ST_OK || vec_push(s->cx, &g->nodes, 0) != ST_OK) return ST_ERROR;
    if (!g->states.v[l->state_id]) g->entered++;
    g->states.v[l->state_id] |= ENTERED;
    if (frees(s) && !g->nodes.v[l->state_id]) g->nodes.v[l->state_id] = l->node;
    return set_at(s, s->path.n - 1, 1);
}

static Status start(Search *s) {
    Given *g = s->way = cx_alloc(s->cx, sizeof *g);
    if (!g) return ST_ERROR;
    g->now = (GivenNow){.state_id = UINT32_MAX, .fresh = true};
    if (frees(s) && tree_begin(s) != ST_OK) return ST_ERROR;
    return s->path.n > 1 ? entered(s) : ST_OK;
}

/* What the last transition led to. */
static void arrived(Search *s) {
    Given *g = s->way;
    const StateNow *w = &s->told.arrived;
    g->now = (GivenNow){w->id, w->depth, w->fresh, w->end, w->error, w->ignored};
}

static Status reached(Search *s) {
    if (frees(s) && tree_add(s) != ST_OK) return ST_ERROR;
    return entered(s);
}

static void exhausted(Search *s) {
    Given *g = s->way;
    const Level *l = &s->path.v[s->path.n - 1];
    if (s->path.n < 2 || !whole_at(g, s->path.n - 1)) return;
    g->whole.v[s->path.n - 1] = DONE;
    if (g->states.v[l->state_id] & EXHAUSTED) return;
    g->states.v[l->state_id] |= EXHAUSTED;
    g->exhausted++;
}

static Status first_forward(Search *s, bool *moved) {
    Given *g = s->way;
    g->begun = *moved = true;
    g->beyond = s->path.n < 2;
    arrived(s);
    return ST_OK;
}

/* A choice of the host's own: the others are no more made in order. */
static Status pick(Search *s, Level *l, u64 choice, bool *there) {
    Given *g = s->way;
    *there = choice < l->cg.n || l->n_up || (l->cg.flags & CGF_OPEN);
    if (!*there || level_seek(s, l, choice) != ST_OK || level_has_more(s, l, there) != ST_OK) return ST_OK;
    if (whole_at(g, s->path.n - 1)) g->whole.v[s->path.n - 1] = 0;
    return ST_OK;
}

Status given_forward(Search *s, i64 choice, bool *moved) {
    Given *g = s->way;
    bool ok = true, any = false;
    StepOutcome out;
    *moved = false;
    if (search_limits(s) != ST_OK) return ST_ERROR;
    if (given_over(s)) return ST_OK;
    if (!g->begun) return first_forward(s, moved);
    if (choice >= 0 && s->path.n > 1 && free_it(s, &ok) != ST_OK) return ST_ERROR;
    if (g->beyond && g->onward && free_it(s, &ok) != ST_OK) return ST_ERROR;
    g->now.fresh = g->now.end = g->now.error = g->now.ignored = false;
    if (!ok || g->beyond) return ST_OK;
    Level *l = &s->path.v[s->path.n - 1];
    if (s->path.n > 1 && whole_at(g, s->path.n - 1) == DONE) return ST_OK;
    if (frees(s) && s->path.n > 1) l->open = leads_on(s);
    if (choice >= 0 && s->path.n > 1) {
        if (pick(s, l, (u64)choice, &any) != ST_OK) return ST_ERROR;
    } else if (reduction_more(s, l, &any) != ST_OK) {
        return ST_ERROR;
    }
    if (!any) {
        search_event_processed(s);
        exhausted(s);
        return ST_OK;
    }
    u32 depth = s->path.n;
    if (search_forward(s, &out) != ST_OK) return ST_ERROR;
    if (s->restart || (out == OUT_STOP && s->done)) return ST_OK;
    arrived(s);
    *moved = true;
    g->beyond = out != OUT_NEW || s->path.n <= depth;
    g->onward = out == OUT_VISITED && !g->now.ignored;
    if (g->beyond) return ST_OK;
    if (frees(s) && vec_push(s->cx, &g->led, s->path.v[s->path.n - 1].state_id) != ST_OK) return ST_ERROR;
    return reached(s);
}

Status given_backtrack(Search *s, bool *moved) {
    Given *g = s->way;
    *moved = false;
    if (search_limits(s) != ST_OK) return ST_ERROR;
    if (given_over(s) || !g->begun || (!g->beyond && s->path.n < 2)) return ST_OK;
    *moved = true;
    const Level *l = &s->path.v[s->path.n - 1];
    if (!g->beyond && !(l->state_id < g->states.n && g->states.v[l->state_id] & EXHAUSTED)) live_left(s, l);
    if (!g->beyond) g->led.n = first_at(g, s->path.n - 1);
    if (!g->beyond) search_backtrack(s);
    g->beyond = false;
    g->now = (GivenNow){.state_id = s->path.v[s->path.n - 1].state_id, .depth = s->path.n - 1};
    return ST_OK;
}

Status given_restore(Search *s, u32 state_id, bool *moved) {
    Given *g = s->way;
    bool ok;
    *moved = false;
    if (search_limits(s) != ST_OK) return ST_ERROR;
    if (given_over(s) || free_it(s, &ok) != ST_OK || !ok) return ST_OK;
    if (state_id >= g->nodes.n || !g->nodes.v[state_id]) return ST_OK;
    if (tree_go(s, g->nodes.v[state_id]) != ST_OK) return ST_ERROR;
    if (s->torn) return ST_OK;
    g->led.n = 0;
    g->through = s->path.n - 1;
    g->beyond = false;
    g->begun = *moved = true;
    g->now = (GivenNow){.state_id = state_id, .depth = s->path.n - 1};
    return set_at(s, s->path.n - 1, 1);
}

GivenNow given_now(const Search *s) {
    const Given *g = s->way;
    return g->now;
}

const Level *given_level(Search *s) {
    const Given *g = s->way;
    if (given_over(s) || g->beyond) return NULL;
    Level *l = level_at(s, g->begun ? s->path.n - 1 : 0);
    if (frees(s)) reduction_expand(s, l);
    return l;
}

static Status next(Search *s, bool *any) {
    Given *g = s->way;
    const Host *h = s->cx->host;
    *any = false;
    if (h->search(h->cg_user) != ST_OK || search_limits(s) != ST_OK) return ST_ERROR;
    if (given_over(s) || g->exhausted == g->entered) return ST_OK;
    return search_constraint(s, "the search left %u of %u states before forward() had said that no choice is left",
                             g->entered - g->exhausted, g->entered);
}

/* States on the path are left earlier, for good later. */
static bool later(const Search *s, u32 id, H128 key) { return !stack_has(s, key); }

static void finish(Search *s) {
    Given *g = s->way;
    if (g) {
        vec_free(s->cx, &g->states);
        vec_free(s->cx, &g->whole);
        vec_free(s->cx, &g->led);
        vec_free(s->cx, &g->first);
        vec_free(s->cx, &g->nodes);
        cx_free(s->cx, g, sizeof *g);
    }
    s->way = NULL;
    tree_free(s);
}

const SearchKind kind_given = {
    .names = "given",
    .start = start,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
};

const SearchKind kind_given_freely = {
    .names = "given_freely",
    .returns = true,
    .walks = true,
    .accounts = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
};
