/* mix.c -- random executions of several kinds in turn: uniform ones, POS, even steps, and PCT of several depths
 * (portfolio.c).
 *
 * Programs differ in what finds their faults. PCT finds those that few constraints on the order make happen; POS and
 * uniform draws those that need one thread among many at one moment, where PCT would have to draw that moment; even
 * steps those that need many threads at like places. Every
 * second execution is eager: a thread that has started others goes on until it waits, for where it has to compete with
 * those that it has started, the first of them have often ended before the last one begins. Executions that do not end
 * are left at lengths that vary, since the faults of endless programs mostly lie near their beginning. */
#include "search/kinds/random.h"
#include "search/kind.h"

enum { STYLES = 5, EAGER_MAX = 4096, SHORT = 128, LENGTHS = 6 };

typedef struct Style {
    const Drawer *drawer;
    u32 depth; /* of PCT; 0: as configured */
} Style;

static const Style styles[STYLES] = {
    {&draw_pos, 0}, {&draw_uniform, 0}, {&draw_even, 0}, {&draw_pct, 2}, {&draw_pct, 0}};

typedef struct Mix {
    void *own[STYLES];
    u32 style;
    bool eager; /* in this execution */
    u32 went;   /* eager steps in it */
    VEC(bool) starts; /* by thread: it has started another one, and has not waited since */
} Mix;

/* The drawer of the running execution is called with what it keeps for itself. */
#define AS_STYLE(hook, ...)                                                                                            \
    do {                                                                                                               \
        const Drawer *d = styles[m->style].drawer;                                                                     \
        w->own = m->own[m->style];                                                                                     \
        if (d->hook) st = d->hook(__VA_ARGS__);                                                                        \
        m->own[m->style] = w->own;                                                                                     \
        w->own = m;                                                                                                    \
    } while (0)

static u32 depth_of(const Search *s, const Mix *m) {
    return styles[m->style].depth ? styles[m->style].depth : s->cfg.pct_depth;
}

static Status begin(Search *s, Walk *w) {
    Mix *m = w->own;
    Status st = ST_OK;
    if (!m && !(m = w->own = cx_alloc(s->cx, sizeof *m))) return ST_ERROR;
    m->style = (u32)(w->number % STYLES);
    m->eager = w->number / STYLES % 2 == 0;
    m->went = 0;
    for (u32 i = 0; i < m->starts.n; i++) m->starts.v[i] = false;
    if (w->known.cut) w->limit = (u32)SHORT << w->number / (2 * STYLES) % LENGTHS;
    w->pct_depth = depth_of(s, m);
    AS_STYLE(begin, s, w);
    return st;
}

static bool waits(const ThreadInfo *t) {
    u8 a = t->pend.action;
    return a == AC_JOIN || a == AC_WAIT || a == AC_PARK || a == AC_SLEEP || a == AC_YIELD || a == AC_BREAK ||
           a == AC_EXIT || a == AC_ARRIVE;
}

static bool goes_first(const Search *s, const Mix *m, u32 id) {
    const ThreadInfo *t = s->ks->threads.v[id];
    return t->pend.action == AC_START || (id < m->starts.n && m->starts.v[id] && !waits(t));
}

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    Mix *m = w->own;
    Status st = ST_OK;
    for (u64 i = 0; m->eager && m->went < EAGER_MAX && i < l->cg.n; i++) {
        if (!goes_first(s, m, cg_thread(&l->cg, i))) continue;
        m->went++;
        *index = i;
        return ST_OK;
    }
    AS_STYLE(pick, s, w, l, index);
    return st;
}

static Status made(Search *s, Walk *w, const Level *l) {
    Mix *m = w->own;
    Status st = ST_OK;
    if (level_by_id(l)) {
        u32 id = cg_thread(&l->cg, (u64)(l->cg.at + 1)); /* the advance is still to come */
        const ThreadInfo *t = s->ks->threads.v[id];
        while (m->starts.n <= id)
            if (vec_push(s->cx, &m->starts, false) != ST_OK) return ST_ERROR;
        if (t->pend.action == AC_START) m->starts.v[id] = true;
        else if (waits(t)) m->starts.v[id] = false;
    }
    AS_STYLE(made, s, w, l);
    return st;
}

static void finish(Search *s, Walk *w) {
    Mix *m = w->own;
    if (!m) return;
    for (u32 i = 0; i < STYLES; i++) {
        w->own = m->own[i];
        if (styles[i].drawer->finish) styles[i].drawer->finish(s, w);
    }
    w->own = NULL;
    vec_free(s->cx, &m->starts);
    cx_free(s->cx, m, sizeof *m);
}

/* What the drawers keep is of one execution: that of the running one is written. */
static Status own_pack(Search *s, Walk *w, Pack *p) {
    Mix *m = w->own;
    Status st = ST_OK;
    pack_it(p, m->style);
    pack_it(p, m->eager);
    if (p->failed) return ST_ERROR;
    w->pct_depth = depth_of(s, m);
    if (p->reading && !m->own[m->style] && styles[m->style].drawer->begin) AS_STYLE(begin, s, w);
    if (st == ST_OK && styles[m->style].drawer->pack) AS_STYLE(pack, s, w, p);
    return st;
}

static const Drawer mix = {.word = "POS, PCT, even and uniform draws",
                           .begin = begin,
                           .pick = pick,
                           .made = made,
                           .finish = finish,
                           .pack = own_pack};

static Status start(Search *s) { return walk_start(s, &mix); }
static Status pack(Search *s, Pack *p) { return walk_pack(s, p, &mix); }

const SearchKind kind_mix = WALK_KIND("MixedSearch mixed", start, pack, walk_draws);
