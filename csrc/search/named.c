/* named.c -- what belongs to one process, in a pack: objects of the path by their names, footprints. Layer 11. */
#include "search/run.h"

enum NameKind { NAME_BORN, NAME_IMMORTAL, NAME_BEFORE, NAME_LOST };

struct Prints {
    Search *s;
    Pack *p;
    const Stable *t;
    bool named;
    Map born; /* written: object -> its transition << 32 | its place; read: the other way round */
    Map number; /* written: address of a footprint -> its number + 1 */
    VEC(Footprint *) read; /* by number */
};

static Status born_of(Prints *x) {
    Search *s = x->s;
    if (x->named) return ST_OK;
    x->named = true;
    for (u32 i = 0; i + 1 < s->path.n; i++) {
        u64 at = level_at(s, i + 1)->mark.n, k = 0;
        TrailRec rec;
        while (trail_back(s->ks->heap, level_at(s, i)->mark.n, &at, &rec))
            for (u32 j = 0; rec.kind == TK_BORN && j < rec.count; j++, k++) {
                u64 name = (u64)i << 32 | k, r = rec.words[j];
                if (map_put(&x->born, x->p->reading ? name : r, x->p->reading ? r : name) != ST_OK) return ST_ERROR;
            }
    }
    return ST_OK;
}

Ref object_pack(Prints *x, Ref r) {
    const Heap *h = x->s->ks->heap;
    u64 name = 0, kind = NAME_LOST, cls = 0, y = 0;
    if (born_of(x) != ST_OK) x->p->failed = true;
    if (!x->p->reading && heap_is_object(h, r)) {
        const ElementInfo *e = ei(h, r);
        cls = ei_class(h, e)->key;
        if (e->birth == IMMORTAL_BIRTH) kind = NAME_IMMORTAL, name = heap_label_seed(x->s->ks->heap, r);
        else if (map_get(&x->born, r, &name)) kind = NAME_BORN;
        else kind = NAME_BEFORE, name = r;
    }
    kind = pack_u64(x->p, kind);
    name = pack_u64(x->p, name);
    cls = pack_u64(x->p, cls);
    if (!x->p->reading) return kind == NAME_LOST ? 0 : r;
    if (kind == NAME_IMMORTAL) r = stable_immortal(x->t, name);
    else if (kind == NAME_BORN) r = map_get(&x->born, name, &y) ? (Ref)y : 0;
    else r = kind == NAME_BEFORE ? (Ref)name : 0;
    return r && heap_is_object(h, r) && ei_class(h, ei(h, r))->key == cls ? r : 0;
}

static int by_address(const void *a, const void *b) {
    const FpSpan *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

static Status spans_pack(Prints *x, Footprint *f) {
    Pack *p = x->p;
    u32 n = pack_u32(p, f->spans.n);
    if (p->failed) return ST_ERROR;
    if (p->reading) {
        f->spans.n = 0;
        if (vec_reserve(x->s->cx, &f->spans, n) != ST_OK) return ST_ERROR;
        f->spans.n = n;
    }
    for (u32 i = 0; i < n; i++) {
        FpSpan *s = &f->spans.v[i], was = *s;
        Ref r = object_pack(x, s->obj);
        u32 first = was.from - s->obj * 2, last = was.to - s->obj * 2;
        pack_it(p, first);
        pack_it(p, last);
        pack_it(p, s->write);
        pack_it(p, s->quiet);
        pack_it(p, s->lock);
        pack_it(p, s->old);
        s->call = object_pack(x, s->call);
        if (!p->reading) continue;
        if (!r) f->unknown = true;
        s->obj = r;
        s->from = r * 2 + first;
        s->to = r * 2 + last;
    }
    if (p->reading) mem_sort(f->spans.v, n, sizeof *f->spans.v, by_address);
    return ST_OK;
}

static Status print_pack(Prints *x, Footprint *f) {
    Pack *p = x->p;
    pack_it(p, f->thread);
    pack_it(p, f->touched);
    pack_it(p, f->looked);
    pack_it(p, f->quiet);
    pack_it(p, f->unknown);
    pack_it(p, f->timed);
    pack_it(p, f->starts);
    pack_it(p, f->interrupt);
    pack_it(p, f->late);
    pack_it(p, f->apart);
    return spans_pack(x, f);
}

/* Behind the number of one that was not met before stands what it is. */
Status prints_pack(Prints *x, Footprint **f) {
    Pack *p = x->p;
    Ctx *cx = x->s->cx;
    u64 number = 0;
    if (!p->reading) {
        bool known = map_get(&x->number, (u64)(uintptr_t)*f, &number);
        if (!known) number = x->number.n;
        (void)pack_u64(p, number);
        if (known) return ST_OK;
        return map_put(&x->number, (u64)(uintptr_t)*f, number) == ST_OK ? print_pack(x, *f) : ST_ERROR;
    }
    number = pack_u64(p, 0);
    if (p->failed) return ST_ERROR;
    if (number < x->read.n) {
        *f = x->read.v[number];
        (*f)->refs++;
        return ST_OK;
    }
    if (number > x->read.n || !(*f = fp_new(cx))) return ST_ERROR;
    return vec_push(cx, &x->read, *f) == ST_OK ? print_pack(x, *f) : ST_ERROR;
}

Prints *prints_begin(Search *s, Pack *p, const Stable *t) {
    Prints *x = cx_alloc(s->cx, sizeof *x);
    if (!x) return NULL;
    *x = (Prints){.s = s, .p = p, .t = t};
    map_init(&x->born, s->cx);
    map_init(&x->number, s->cx);
    return x;
}

void prints_end(Prints *x) {
    Ctx *cx = x->s->cx;
    map_free(&x->born);
    map_free(&x->number);
    vec_free(cx, &x->read);
    cx_free(cx, x, sizeof *x);
}
