/* seal.c -- what lives when the first choice is met has fixed names. Layer 10.
 *
 * A label follows the shortest path from a root, so that a new head on a list names all of the list anew. Nearly all of
 * what is large stands in every state of a search: it was there before the first choice. So objects from which much
 * hangs there keep the hash that they have at that moment; what little hangs from an object is named along its path as
 * ever, and that ends at the next sealed one.
 *
 * Only names are fixed. What lives is decided by ranks, as for all objects: that of a sealed object is the least one
 * that a reference offers, but never less than its own, and these lie so far apart that something new finds room
 * between two of them. A reference that is cut then mostly has another one beside it that offers the same.
 *
 * A label stays a function of the heap's shape and of the seal, which is the same for all states of a search. What it
 * costs: states that differ in which of two sealed objects is where stay two, and so do those where a new object with
 * the same contents has taken a sealed one's place. That is why little objects have no seal. */
#include "state/state_int.h"

#define SEAL_NAME 0x5EA15EA15EA15EA1ull
#define RANKS_APART (1u << 16) /* as long as the deepest one leaves so much room */
#define DEEPEST (1u << 31)

typedef struct Weights {
    u32 *of, *kids, *queue; /* by record; whose kids are all counted */
    u32 n;
} Weights;

/* How many objects have their label through it, itself counted. */
static void weigh(StateEngine *se, const Weights *w) {
    u32 n = 0;
    for (u32 i = 1; i < w->n; i++) {
        const Meta *m = &se->metas.v[i];
        if (!is_named(m)) continue;
        w->of[i] = 1;
        w->kids[parent_of(se, m)]++;
    }
    for (u32 i = 1; i < w->n; i++)
        if (w->of[i] && !w->kids[i]) w->queue[n++] = i;
    for (u32 k = 0; k < n && pays(se, OBJECT_WORK); k++) {
        u32 i = w->queue[k], p = parent_of(se, &se->metas.v[i]);
        w->of[p] += w->of[i];
        if (p && !--w->kids[p]) w->queue[n++] = p;
    }
}

static void seal_heavy(StateEngine *se, const Weights *w) {
    u32 deepest = 0, apart = RANKS_APART;
    for (u32 i = 1; i < w->n; i++)
        if (w->of[i] >= se->seal_weight && (u32)se->metas.v[i].rd > deepest) deepest = (u32)se->metas.v[i].rd;
    if (!deepest) return;
    if (apart > DEEPEST / (deepest + 1)) apart = DEEPEST / (deepest + 1);
    if (!ok(se, vec_reserve(se->cx, &se->sealed, w->n))) return;
    for (u32 i = 0; i < w->n; i++) {
        u64 rd = se->metas.v[i].rd;
        bool heavy = i && w->of[i] >= se->seal_weight;
        se->sealed.v[i] = heavy ? (rd >> 32 << 32) + (u64)(u32)rd * apart : 0;
    }
    /* those that are not below another one: all others lose their labels with these */
    for (u32 i = 1; i < w->n && !se->failed; i++)
        if (se->sealed.v[i] && !se->sealed.v[parent_of(se, &se->metas.v[i])]) labels_renew(se, i);
    for (u32 i = 1; i < w->n; i++)
        if (se->sealed.v[i]) se->metas.v[i].h = name_hash(se->metas.v[i].h, SEAL_NAME);
    se->sealed.n = w->n;
    for (u32 k = 0; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
    labels_run(se);
}

void seal_set(StateEngine *se) {
    u32 n = se->metas.n;
    Weights w = {.n = n};
    u32 *v = cx_alloc(se->cx, (u64)n * 3 * sizeof *v);
    if (!ok(se, v ? ST_OK : ST_ERROR)) return;
    w.of = v;
    w.kids = v + n;
    w.queue = v + 2 * (u64)n;
    se->top.sealed = 1;
    se->top.sealed_slots = se->oslots.n;
    se->sealed.n = se->lost.n = 0;
    weigh(se, &w);
    if (!se->failed) seal_heavy(se, &w);
    se->top.sealed_metas = se->sealed.n;
    cx_free(se->cx, v, (u64)n * 3 * sizeof *v);
}

void state_seal(StateEngine *se) { se->seal_next = state_unsealed(se); }

bool seal_keeps(const StateEngine *se, Ref r) {
    u32 i = ei(se->heap, r)->meta;
    return i && sealed_first(se, i) && se->metas.v[i].obj == r;
}

u32 seal_records_anew(StateEngine *se) {
    se->sealed.n = se->top.sealed ? se->top.sealed_metas : 0;
    u32 n = se->sealed.n ? se->sealed.n : 1;
    for (u32 i = 1; i < se->metas.n; i++) {
        Meta *m = &se->metas.v[i];
        if (!sealed_first(se, i)) {
            if (i < se->sealed.n) se->sealed.v[i] = 0;
            Ref r = m->obj;
            if (r && heap_is_object(se->heap, r) && !is_immortal(ei(se->heap, r)) && ei(se->heap, r)->meta == i)
                ei(se->heap, r)->meta = 0;
            *m = (Meta){.rd = RD_NONE};
            continue;
        }
        m->rd = RD_NONE;
        m->tree = m->in = m->dirty = 0;
        m->flags &= META_REST;
    }
    u32 slots = se->sealed.n ? se->top.sealed_slots : 1, tasks = 0;
    for (u32 i = 1; i < slots; i++) se->oslots.v[i] = (Slot){0, 0, 0, se->oslots.v[i].owner};
    for (u32 k = 0; k < se->tasks.n; k++)
        if (sealed_first(se, se->tasks.v[k])) se->tasks.v[tasks++] = se->tasks.v[k];
    se->tasks.n = tasks;
    u32 threads = 0;
    for (u32 k = 0; k < se->fixed.threads.n; k++)
        if (sealed_first(se, se->fixed.threads.v[k])) se->fixed.threads.v[threads++] = se->fixed.threads.v[k];
    se->fixed.threads.n = threads;
    se->oslots.n = slots;
    se->metas.n = n;
    return n;
}
