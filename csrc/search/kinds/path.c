/* path.c -- one path: the first choice of each state. JPF: PathSearch and Simulation, which differ in nothing that can
 * be seen here. */
#include "search/kind.h"
#include "search/reduction.h"

typedef struct OnePath {
    bool wide; /* some state offered more than one choice */
    bool over;
} OnePath;

static Status start(Search *s) {
    s->way = cx_alloc(s->cx, sizeof(OnePath));
    return s->way ? ST_OK : ST_ERROR;
}

static Status next(Search *s, bool *any) {
    OnePath *p = s->way;
    Level *l = &s->path.v[s->path.n - 1];
    *any = false;
    if (!p->over && s->path.n > 1) {
        if (level_has_more(s, l, any) != ST_OK) return ST_ERROR;
        p->wide |= level_total(l) > 1;
        p->over = true; /* unless it leads on (reached) */
        if (*any) return ST_OK;
    }
    return p->wide ? search_constraint(s, "path search: one path was taken, not all there are") : ST_OK;
}

/* What is chosen is a function of the state: from a state of the path on it goes round. */
static Status reached(Search *s) {
    OnePath *p = s->way;
    p->over = !s->told.now.fresh;
    return ST_OK;
}

static Status pack(Search *s, Pack *p) {
    OnePath *w = s->way;
    if (p->reading && !w && start(s) != ST_OK) return ST_ERROR;
    w = s->way;
    pack_it(p, w->wide);
    pack_it(p, w->over);
    return ST_OK;
}

static void finish(Search *s) { way_free(s, sizeof(OnePath)); }

const SearchKind kind_path = {
    .names = "PathSearch path Simulation simulation",
    .walks = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = never_later,
    .finish = finish,
    .pack = pack,
};
