/* bfs.c -- breadth first: states are left in the order in which they were reached. JPF: BFSHeuristic. */
#include "search/kind.h"
#include "search/reduction.h"

/* Nodes of the tree are in that order. */
struct Bfs {
    u32 node, depth; /* of the state being left; node 0: none was yet */
};

static Status start(Search *s) {
    s->way = cx_alloc(s->cx, sizeof(struct Bfs));
    return s->way ? tree_begin(s) : ST_ERROR;
}

static Status next(Search *s, bool *any) {
    struct Bfs *b = s->way;
    const Tree *t = &s->tree;
    for (;;) {
        *any = false;
        if (b->node) {
            /* shorter: the path is lost (forward.c, leave_lost) */
            if (s->path.n >= b->depth && reduction_more(s, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
            if (*any) return ST_OK;
            search_event_processed(s);
        }
        if (++b->node >= t->nodes.n) return ST_OK;
        s->frontier.queued = t->nodes.n - b->node - 1; /* without the one that is left now */
        s->frontier.expanded = t->nodes.v[b->node].state;
        if (tree_go(s, b->node) != ST_OK) return ST_ERROR;
        if (s->torn) return ST_OK;
        b->depth = s->path.n;
        s->frontier.value = b->depth - 1;
    }
}

static Status reached(Search *s) {
    if (tree_add(s) != ST_OK) return ST_ERROR;
    s->frontier.queued++;
    s->frontier.stored = s->path.n - 1;
    search_event_back(s, EV_state_stored);
    search_backtrack(s);
    return ST_OK;
}

/* Ids are in order of discovery. */
static bool later(const Search *s, u32 id, H128 key) { return id > s->path.v[s->path.n - 1].state_id; }

static Status pack(Search *s, Pack *p) {
    if (p->reading && !(s->way = cx_alloc(s->cx, sizeof(struct Bfs)))) return ST_ERROR;
    pack_bytes(p, s->way, sizeof(struct Bfs));
    return ST_OK;
}

static void finish(Search *s) {
    cx_free(s->cx, s->way, sizeof(struct Bfs));
    s->way = NULL;
    tree_free(s);
}

const SearchKind kind_bfs = {
    .names = "BFSHeuristic BFSearch bfs",
    .returns = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = later,
    .finish = finish,
    .pack = pack,
};
