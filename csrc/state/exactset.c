/* exactset.c -- states stored without loss: their records (record.c), in tries whose nodes are kept once. Layer 10.
 *
 * A state is a pair: one side, and the other one with what the caller adds to the state. */
#include "state/set_int.h"
#include "state/state_int.h"

Status exact_init(StateSet *s, Store *with) {
    s->store = with;
    if (!with) {
        s->own = cx_alloc(s->cx, sizeof *s->own);
        s->store = s->own;
        if (!s->own || store_init(s->own, s->cx) != ST_OK) return ST_ERROR;
    }
    return pairs_init(s->cx, &s->states);
}

void exact_free(StateSet *s) {
    pairs_free(s->cx, &s->states);
    if (!s->own) return;
    store_free(s->own);
    cx_free(s->cx, s->own, sizeof *s->own);
}

/* A form that names no thread is a sequence of records, beside the record of what is added. */
static Status pair_of_form(StateSet *s, StateEngine *se, const u32 extra[4], Pair *p) {
    if (records_of_form(se, s->store, &p->a) != ST_OK) return ST_ERROR;
    p->b = store_record(s->store, 0, extra, 4, true);
    return p->b == STORE_NONE ? ST_ERROR : ST_OK;
}

/* The state of se. What is added to it mostly is nothing. */
static Status pair_of(StateSet *s, StateEngine *se, H128 extra, Pair *p) {
    Store *st = s->store;
    u32 side[2], w[4];
    memcpy(w, &extra, sizeof w);
    if (se->sym) return pair_of_form(s, se, w, p);
    if (records_ask(se, st) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < 2; i++)
        if ((side[i] = store_pair(st, se->top.root[i], se->top.root[TRIE_OBJECTS + i])) == STORE_NONE) return ST_ERROR;
    if (extra.lo | extra.hi) {
        u32 r = store_record(st, 0, w, 4, true);
        if (r == STORE_NONE || (side[1] = store_pair(st, side[1], r)) == STORE_NONE) return ST_ERROR;
    }
    *p = (Pair){side[0], side[1]};
    return ST_OK;
}

Status exact_add(StateSet *s, StateEngine *se, H128 extra, bool *is_new, u32 *id) {
    Pair p;
    u32 state;
    if (pair_of(s, se, extra, &p) != ST_OK || pairs_id(s->store, &s->states, p, true, &state, is_new) != ST_OK)
        return ST_ERROR;
    *id = state - 1;
    return ST_OK;
}

Status exact_find(StateSet *s, StateEngine *se, H128 extra, bool *known, u32 *id) {
    Pair p;
    u32 state;
    bool fresh;
    if (pair_of(s, se, extra, &p) != ST_OK || pairs_id(s->store, &s->states, p, false, &state, &fresh) != ST_OK)
        return ST_ERROR;
    *known = state != 0;
    *id = state - 1;
    return ST_OK;
}

u64 exact_bytes(const StateSet *s) { return pairs_bytes(&s->states) + (s->own ? store_bytes(s->own) : 0); }

Status exact_pack(StateSet *s, Pack *p) {
    if (s->own && store_pack(s->own, p) != ST_OK) return ST_ERROR;
    return pairs_pack(s->store, &s->states, p);
}

/* --- reading back --- */

typedef struct Reader {
    StateSet *s;
    WordVec *out;
    u32 n; /* records of a form so far */
} Reader;

static Status read_words(const Reader *r, u32 leaf, u64 name, bool form) {
    StateSet *s = r->s;
    WordVec *out = r->out;
    u32 at = out->n;
    if (vec_reserve(s->cx, out, 3) != ST_OK) return ST_ERROR;
    out->n += 3;
    Status st = form ? store_words(s->store, leaf, s->cx, &out->v, &out->n, &out->cap)
                     : record_words(s->store, s->cx, leaf, out);
    if (st != ST_OK) return ST_ERROR;
    out->v[at] = out->n - at - 3;
    out->v[at + 1] = (u32)name;
    out->v[at + 2] = (u32)(name >> 32);
    return ST_OK;
}

static Status read_record(void *arg, u32 leaf) {
    const Reader *r = arg;
    return read_words(r, leaf, store_name(r->s->store, leaf), false);
}

static Status read_of_form(void *arg, u32 leaf) {
    Reader *r = arg;
    return read_words(r, leaf, r->n++, true);
}

Status stateset_words(StateSet *s, u32 id, WordVec *out) {
    out->n = 0;
    if (s->kind != SET_EXACT || id + 1 >= s->states.n)
        return cx_fail(s->cx, ERR_INTERNAL, "exact state set: no such state");
    Reader r = {s, out, 0};
    Pair p = s->states.v[id + 1];
    if (p.b & STORE_LEAF) return store_each(s->store, p.a, read_of_form, &r);
    const Pair *v = s->store->nodes.v;
    Pair a = v[p.a], b = v[p.b];
    if (b.b & STORE_LEAF && store_loose(s->store, b.b)) b = v[b.a];
    u32 roots[TRIES] = {a.a, b.a, a.b, b.b};
    for (u32 i = 0; i < TRIES; i++)
        if (store_each(s->store, roots[i], read_record, &r) != ST_OK) return ST_ERROR;
    return ST_OK;
}
