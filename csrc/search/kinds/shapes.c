/* shapes.c -- the happens-before shapes of executions. */
#include "search/kinds/shapes.h"

void shapes_free(Shapes *h, Ctx *cx) {
    vec_free(cx, &h->last);
    cx_free(cx, h->accesses, h->cap * sizeof *h->accesses);
    h->accesses = NULL;
    h->cap = 0;
}

void shapes_begin(Shapes *h) {
    h->age++;
    h->sum = 0;
    h->n_accesses = 0;
    for (u32 i = 0; i < h->last.n; i++) h->last.v[i] = 0;
}

static bool reads(u8 action) { return action == AC_GET || action == AC_GETSTATIC || action == AC_ALOAD; }

/* Accesses of one word each; of any other action its object is all that it touches. */
static bool of_word(u8 action) {
    return reads(action) || action == AC_PUT || action == AC_PUTSTATIC || action == AC_ASTORE;
}

bool shapes_race(const Pending *a, const Pending *b) {
    if (!a->obj || a->obj != b->obj) return false;
    if (!of_word(a->action) || !of_word(b->action)) return true;
    return a->index == b->index && !(reads(a->action) && reads(b->action));
}

static Access *find(const Shapes *h, u64 place) {
    for (u32 i = (u32)place & (h->cap - 1);; i = (i + 1) & (h->cap - 1)) {
        Access *a = &h->accesses[i];
        if (a->age != h->age || a->place == place) return a;
    }
}

static Status room(Shapes *h, Ctx *cx) {
    if (2 * h->n_accesses + 2 <= h->cap) return ST_OK;
    u32 cap = h->cap ? 2 * h->cap : 64, old = h->cap;
    Access *was = h->accesses, *v = cx_alloc(cx, cap * sizeof *v);
    if (!v) return ST_ERROR;
    h->accesses = v;
    h->cap = cap;
    for (u32 i = 0; i < old; i++)
        if (was[i].age == h->age) *find(h, was[i].place) = was[i];
    cx_free(cx, was, old * sizeof *was);
    return ST_OK;
}

static Status access(Shapes *h, Ctx *cx, u64 place, bool read, u64 *shape) {
    if (room(h, cx) != ST_OK) return ST_ERROR;
    Access *a = find(h, place);
    if (a->age != h->age) {
        *a = (Access){.place = place, .age = h->age};
        h->n_accesses++;
    }
    *shape = mix64(*shape, a->write);
    if (read) {
        a->reads += *shape;
        return ST_OK;
    }
    *shape = mix64(*shape, a->reads);
    a->write = *shape;
    a->reads = 0;
    return ST_OK;
}

Status shapes_event(Shapes *h, const ThreadInfo *ti, u64 value) {
    Ctx *cx = ti->ks->cx;
    const Pending *p = &ti->pend;
    while (h->last.n <= ti->id)
        if (vec_push(cx, &h->last, 0) != ST_OK) return ST_ERROR;
    u64 at = ti->top && ti->top->mi->code ? mix64(ti->top->mi->key, (u64)(ti->top->pc - ti->top->mi->code)) : 0;
    u64 who = (u64)ti->tid_key_hi << 32 | ti->tid_key_lo;
    u64 shape = mix64(mix64(who, h->last.v[ti->id]), mix64(at + p->action, value));
    if (p->obj && !value) {
        u64 place = mix64(p->obj, of_word(p->action) ? (u64)p->index + 1 : 0);
        if (access(h, cx, place, reads(p->action), &shape) != ST_OK) return ST_ERROR;
    }
    h->last.v[ti->id] = shape;
    h->sum += shape;
    return ST_OK;
}

double shapes_unseen(u64 once, u64 executions) { return executions ? (double)once / (double)executions : 1; }
