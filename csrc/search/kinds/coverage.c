/* coverage.c -- random walks that begin with what has shown something new: prefixes of executions are kept whose
 * happens-before shape no prefix had before, and most executions go along one of them, and on at random from there.
 *
 * An entry is the choices of one execution, with where its prefixes began to be new. What comes after a cut is drawn
 * uniformly. One execution in FRESH begins anew, so that nothing is out of reach. */
#include "search/kinds/random.h"
#include "search/kind.h"

enum { KEPT = 1024, FRESH = 4 };

typedef struct Prefix {
    u64 *words;
    u32 n, from; /* from: choices before the first prefix that was new */
} Prefix;

typedef struct Coverage {
    Map seen; /* shapes of prefixes */
    Prefix kept[KEPT];
    u32 n;
    VEC(u64) words; /* choices of this execution, among threads that the search drew */
    u32 news;       /* the first of them behind which the prefix was new; UINT32_MAX: none */
    const Prefix *along;
    u32 cut; /* choices of it that are taken */
} Coverage;

static Status begin(Search *s, Walk *w) {
    Coverage *c = w->own;
    if (!c) {
        if (!(c = w->own = cx_alloc(s->cx, sizeof *c))) return ST_ERROR;
        map_init(&c->seen, s->cx);
    }
    c->words.n = 0;
    c->news = UINT32_MAX;
    c->along = NULL;
    if (!c->n || !walk_drawn(w, FRESH)) return ST_OK;
    c->along = &c->kept[walk_drawn(w, c->n)];
    c->cut = c->along->from + (u32)walk_drawn(w, c->along->n - c->along->from);
    return ST_OK;
}

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    Coverage *c = w->own;
    *index = walk_drawn(w, l->cg.n);
    if (!c->along || c->words.n >= c->cut) return ST_OK;
    for (u64 i = 0; i < l->cg.n; i++)
        if (cg_thread(&l->cg, i) == c->along->words[c->words.n]) *index = i;
    return ST_OK;
}

static Status made(Search *s, Walk *w, const Level *l) {
    Coverage *c = w->own;
    if (!level_by_id(l) || l->cg.n < 2) return ST_OK;
    bool fresh = !map_get(&c->seen, w->shapes.sum, NULL);
    if (fresh && c->news == UINT32_MAX) c->news = c->words.n;
    if (vec_push(s->cx, &c->words, cg_thread(&l->cg, (u64)(l->cg.at + 1))) != ST_OK) return ST_ERROR;
    return fresh ? map_put(&c->seen, w->shapes.sum, 1) : ST_OK;
}

static void drop(Search *s, Prefix *p) {
    cx_free(s->cx, p->words, p->n * sizeof *p->words);
    *p = (Prefix){0};
}

static Status ended(Search *s, Walk *w) {
    Coverage *c = w->own;
    if (c->news == UINT32_MAX) return ST_OK;
    u64 *v = cx_alloc(s->cx, c->words.n * sizeof *v);
    if (!v) return ST_ERROR;
    mem_copy(v, c->words.v, c->words.n * sizeof *v);
    Prefix *p = &c->kept[c->n < KEPT ? c->n++ : walk_drawn(w, KEPT)];
    drop(s, p);
    *p = (Prefix){v, c->words.n, c->news};
    c->along = NULL;
    return ST_OK;
}

static void finish(Search *s, Walk *w) {
    Coverage *c = w->own;
    if (!c) return;
    for (u32 i = 0; i < c->n; i++) drop(s, &c->kept[i]);
    vec_free(s->cx, &c->words);
    map_free(&c->seen);
    cx_free(s->cx, c, sizeof *c);
}

static Status own_pack(Search *s, Walk *w, Pack *p) {
    Coverage *c = w->own;
    pack_map(p, &c->seen);
    u32 n = pack_u32(p, c->n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        Prefix *x = &c->kept[i];
        pack_it(p, x->n);
        pack_it(p, x->from);
        if (p->reading && !p->failed && !(x->words = cx_alloc(s->cx, x->n * sizeof *x->words))) return ST_ERROR;
        pack_bytes(p, x->words, x->n * sizeof *x->words);
        c->n = i + 1;
    }
    u32 along = pack_u32(p, c->along ? (u32)(c->along - c->kept) + 1 : 0);
    c->along = along ? &c->kept[along - 1] : NULL;
    pack_it(p, c->cut);
    return ST_OK;
}

static const Drawer coverage = {.word = "coverage-guided walk",
                                .begin = begin,
                                .pick = pick,
                                .made = made,
                                .ended = ended,
                                .finish = finish,
                                .pack = own_pack};

static Status start(Search *s) { return walk_start(s, &coverage); }
static Status pack(Search *s, Pack *p) { return walk_pack(s, p, &coverage); }

const SearchKind kind_coverage = WALK_KIND("CoverageSearch coverage", start, pack, NULL);
