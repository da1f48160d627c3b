/* keep.c -- events, steps that sleep and sequences that are still to be executed, in a pack. Layer 11.
 *
 * Acts name heap words: they are written by the names of objects (named.c). Clocks, marks and races follow from the
 * acts of the events and are made again. What lay in an object that is gone has a place where nothing will ever lie:
 * no first step of a branch names such a one, as its object was there when the step was taken from this state. */
#include "search/dpor/dpor.h"
#include "search/kind.h"
#include "search/por/dynamic.h"

struct ActsPack {
    Dpor *d;
    Pack *p;
    Prints *x;
    Map number;       /* written: address of acts -> their number */
    VEC(Acts *) read; /* by number */
};

enum PlaceKind { PK_NAMED, PK_IN_OBJECT };

static bool holds_refs(const Heap *h, Ref r, u32 word) {
    Shape s = ei_shape(h, ei(h, r));
    if (word < OBJ_HEADER / 4 || word - OBJ_HEADER / 4 >= s.n_words) return false;
    u8 kind = s.kinds ? s.kinds[word - OBJ_HEADER / 4] : s.all_kind;
    return kind == WK_REF || kind == WK_SKIPREF;
}

u64 place_pack(ActsPack *k, u64 place, bool *refs) {
    Pack *p = k->p;
    const Heap *h = k->d->s->ks->heap;
    Ref r = !p->reading && place < PLACE_THREAD ? state_object_at(k->d->s->se, (u32)place) : 0;
    u8 kind = r ? PK_IN_OBJECT : PK_NAMED;
    *refs = r && holds_refs(h, r, (u32)place - r * 2);
    pack_it(p, kind);
    pack_it(p, *refs);
    if (kind == PK_NAMED) {
        if (!p->reading && place < PLACE_THREAD) place |= PLACE_GONE;
        return pack_u64(p, place);
    }
    u64 was = place;
    r = object_pack(k->x, r);
    u32 word = pack_u32(p, (u32)was - r * 2);
    was = pack_u64(p, was);
    if (!p->reading) return place;
    return r ? (u64)r * 2 + word : was | PLACE_GONE;
}

/* What lies in a word. False: it was a reference to what is not there any more. */
static bool value_pack(ActsPack *k, u32 *v, bool ref) {
    if (!ref) {
        pack_it(k->p, *v);
        return true;
    }
    bool null = *v == 0;
    pack_it(k->p, null);
    if (null) {
        *v = 0;
        return true;
    }
    Ref r = object_pack(k->x, *v);
    if (k->p->reading) *v = r;
    return r != 0;
}

static Status one(ActsPack *k, Acts **acts) {
    Pack *p = k->p;
    u32 n = pack_u32(p, *acts ? (*acts)->n : 0);
    u32 thread = pack_u32(p, *acts ? (*acts)->thread : 0);
    ActVec v = {0};
    bool refs, known = true;
    if (p->failed) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        Act a = {0};
        if (!p->reading) a = (*acts)->v[i];
        a.place = place_pack(k, a.place, &refs);
        pack_it(p, a.how);
        known &= value_pack(k, &a.before, refs);
        known &= value_pack(k, &a.after, refs);
        if (p->failed || (p->reading && vec_push(p->cx, &v, a) != ST_OK)) return ST_ERROR;
    }
    if (p->reading) *acts = acts_new(p->cx, thread, v.v, n);
    vec_free(p->cx, &v);
    if (!*acts) return ST_ERROR;
    Acts *a = *acts;
    pack_it(p, a->unknown);
    pack_it(p, a->vague);
    pack_it(p, a->asks);
    pack_it(p, a->cas);
    pack_it(p, a->cas_words);
    u64 at = place_pack(k, a->cas_place, &refs);
    if (p->reading) a->cas_place = at;
    for (u32 i = 0; i < 2; i++) known &= value_pack(k, &a->expected[i], refs && i < a->cas_words);
    if (!p->reading) return ST_OK;
    a->moves = k->d->moves;
    a->vague |= !known; /* as in moved.c: what it compares is not known */
    a->cas &= known;
    return p->failed ? ST_ERROR : ST_OK;
}

Status acts_pack(ActsPack *k, Acts **acts) {
    Pack *p = k->p;
    u64 number = 0;
    if (!p->reading && *acts && !map_get(&k->number, (u64)(uintptr_t)*acts, &number)) {
        number = k->number.n + 1;
        if (map_put(&k->number, (u64)(uintptr_t)*acts, number) != ST_OK) return ST_ERROR;
        (void)pack_u64(p, number);
        return one(k, acts);
    }
    number = pack_u64(p, number);
    if (!p->reading) return ST_OK;
    *acts = NULL;
    if (p->failed || number > k->read.n + 1) return ST_ERROR;
    if (number && number <= k->read.n) *acts = acts_share(k->read.v[number - 1]);
    if (number <= k->read.n) return ST_OK;
    if (one(k, acts) != ST_OK) return ST_ERROR;
    return vec_push(p->cx, &k->read, *acts);
}

static Status picks_pack(ActsPack *k, Picks **picks) {
    Pack *p = k->p;
    u32 n = pack_u32(p, *picks ? (*picks)->n : UINT32_MAX);
    if (p->failed) return ST_ERROR;
    if (p->reading) *picks = NULL;
    for (u32 i = 0; i < n && n != UINT32_MAX; i++) {
        u64 v = pack_u64(p, p->reading ? 0 : (*picks)->v[i]);
        if (!p->reading) continue;
        Picks *more = p->failed ? NULL : picks_with(p->cx, *picks, v);
        picks_drop(p->cx, *picks);
        *picks = more;
        if (!more) return ST_ERROR;
    }
    return ST_OK;
}

static Status step_pack(ActsPack *k, Step *t) {
    pack_it(k->p, t->thread);
    pack_it(k->p, t->ends);
    return acts_pack(k, &t->acts) == ST_OK ? picks_pack(k, &t->picks) : ST_ERROR;
}

static Status level_pack(ActsPack *k, DporLevel *l) {
    Pack *p = k->p;
    pack_it(p, l->chooses);
    pack_it(p, l->from);
    pack_it(p, l->begun);
    pack_it(p, l->lost);
    pack_it(p, l->wakes);
    pack_it(p, l->behind);
    pack_it(p, l->enabled);
    pack_it(p, l->slept);
    u32 n = pack_u32(p, l->asleep.n);
    if (p->failed) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        if (p->reading && vec_push(p->cx, &l->asleep, (Step){0}) != ST_OK) return ST_ERROR;
        if (step_pack(k, &l->asleep.v[i]) != ST_OK) return ST_ERROR;
    }
    if (step_pack(k, &l->now) != ST_OK || acts_pack(k, &l->part) != ST_OK) return ST_ERROR;
    return picks_pack(k, &l->picks);
}

static Status events_pack(ActsPack *k) {
    Dpor *d = k->d;
    Pack *p = k->p;
    u32 n = pack_u32(p, d->events.n);
    if (p->failed) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        DporEvent e = {0};
        if (!p->reading) e = d->events.v[i];
        pack_it(p, e.level);
        pack_it(p, e.enabled);
        if (acts_pack(k, &e.acts) != ST_OK || !e.acts) return ST_ERROR;
        Status st = picks_pack(k, &e.picks);
        if (p->reading && st != ST_OK) acts_drop(p->cx, e.acts);
        if (p->reading && st == ST_OK) st = dpor_push(d, e.level, e.acts, e.picks, e.enabled);
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status path_pack(ActsPack *k) {
    Dpor *d = k->d;
    Pack *p = k->p;
    if (events_pack(k) != ST_OK) return ST_ERROR;
    u32 n = pack_u32(p, d->nodes.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        if (p->reading && vec_push(p->cx, &d->nodes, (WakeNode){0}) != ST_OK) return ST_ERROR;
        WakeNode *w = &d->nodes.v[i];
        pack_it(p, w->child);
        pack_it(p, w->last);
        pack_it(p, w->next);
        if (step_pack(k, &w->step) != ST_OK) return ST_ERROR;
    }
    pack_it(p, d->free_nodes);
    n = pack_u32(p, d->levels.n);
    if (p->reading && d->levels.n) d->levels.n = 0; /* the root, which has nothing yet */
    for (u32 i = 0; i < n && !p->failed; i++) {
        if (p->reading && vec_push(p->cx, &d->levels, (DporLevel){0}) != ST_OK) return ST_ERROR;
        if (level_pack(k, &d->levels.v[i]) != ST_OK) return ST_ERROR;
    }
    pack_it(p, d->analysed);
    pack_it(p, d->pending);
    pack_it(p, d->event);
    pack_it(p, d->onward);
    pack_it(p, d->turns);
    return acts_pack(k, &d->made);
}

Status dpor_pack(Search *s, Pack *p, Prints *x) {
    Dpor *d = s->dpor;
    bool traces = s->cfg.kind == &kind_dpor, dynamic = dynamic_on(s);
    pack_mark(p, 0x64706F72u + traces + 2 * dynamic);
    if (p->failed) return ST_ERROR;
    if (!traces && !dynamic) return ST_OK;
    ActsPack k = {.d = d, .p = p, .x = x};
    map_init(&k.number, s->cx);
    pack_map(p, &d->thread_of);
    pack_it(p, d->n_threads);
    for (u32 i = 0; p->reading && i < DPOR_THREADS; i++) d->number[i] = d->last[i] = DPOR_NONE;
    pack_it(p, d->knew_clock);
    pack_it(p, d->knew_inits);
    pack_it(p, d->knew_daemons);
    pack_it(p, d->knew_interrupt);
    pack_it(p, d->knew_states);
    Status st = traces ? path_pack(&k) : dynamic_pack(s, &k, p, x);
    map_free(&k.number);
    vec_free(s->cx, &k.read);
    return p->failed ? ST_ERROR : st;
}
