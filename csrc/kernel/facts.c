/* facts.c -- what a search has learned of the program, in a pack. Layer 5. */
#include "kernel/facts.h"
#include "kernel/fielduse.h"
#include "kernel/lastuse.h"
#include "kernel/places.h"

/* --- names --- */

typedef struct Naming {
    const KernelState *ks;
    Map *seeds;
    Status st;
} Naming;

static void name_immortal(void *arg, Ref r) {
    Naming *n = arg;
    if (n->st == ST_OK) n->st = map_put(n->seeds, heap_label_seed(n->ks->heap, r), r);
}

Status stable_begin(KernelState *ks, Stable *t) {
    map_init(&t->classes, ks->cx);
    map_init(&t->immortals, ks->cx);
    for (u32 i = 0; i < ks->cs->by_id.n; i++) {
        const ClassInfo *ci = ks->cs->by_id.v[i];
        if (ci && map_put(&t->classes, ci->key, (u64)i + 1) != ST_OK) return ST_ERROR;
    }
    Naming n = {ks, &t->immortals, ST_OK};
    heap_each_immortal(ks->heap, name_immortal, &n);
    return n.st;
}

void stable_free(Stable *t) {
    map_free(&t->classes);
    map_free(&t->immortals);
}

ClassInfo *stable_class(const KernelState *ks, const Stable *t, u64 key) {
    u64 id;
    return map_get(&t->classes, key, &id) ? ks->cs->by_id.v[id - 1] : NULL;
}

Ref stable_immortal(const Stable *t, u64 seed) {
    u64 r;
    return map_get(&t->immortals, seed, &r) ? (Ref)r : 0;
}

/* Those of the program's own loaders, and what it defines while it runs, are there once a path has defined them. What
 * call sites are linked to is made from the class file. */
bool class_is_stable(const ClassInfo *ci) {
    while (ci->elem) ci = ci->elem;
    if (ci->loader > 2 || (ci->origin && *ci->origin == '_')) return false;
    return !(ci->attrs & CA_HIDDEN) || (ci->n_methods && (ci->methods[0].attrs & MA_SYNTHETIC_VM));
}

/* --- uses of fields --- */

typedef struct Facts {
    KernelState *ks;
    Pack *p;
    const Stable *t;
    const ClassInfo **why;
} Facts;

static const ClassInfo *pack_class(Facts *f, const ClassInfo *ci) {
    u64 key = pack_u64(f->p, ci ? ci->key : 0);
    if (!f->p->reading || !key) return f->p->reading ? NULL : ci;
    ci = stable_class(f->ks, f->t, key);
    if (!ci) f->p->failed = true;
    return ci;
}

static const FieldInfo *pack_field(Facts *f, const FieldInfo *fi) {
    const ClassInfo *ci = pack_class(f, fi ? fi->ci : NULL);
    u32 slot = pack_u32(f->p, fi ? fi->slot : 0);
    if (!f->p->reading) return fi;
    if (ci && slot >= ci->n_fields) f->p->failed = true;
    return ci && !f->p->failed ? &ci->fields[slot] : NULL;
}

static void pack_cand(Facts *f, LockCand *c) {
    const KernelState *ks = f->ks;
    c->kind = (u8)pack_u32(f->p, c->kind);
    u64 seed = pack_u64(f->p, c->at ? heap_label_seed(ks->heap, c->at) : 0);
    if (f->p->reading) c->at = seed ? stable_immortal(f->t, seed) : 0;
    c->fi = pack_field(f, c->fi);
    c->through = pack_field(f, c->through);
}

static void pack_use(Facts *f, FieldUse *u) {
    Pack *p = f->p;
    u->fi = pack_field(f, u->fi);
    u->ci = pack_class(f, u->ci);
    pack_it(p, u->flags);
    pack_it(p, u->begun);
    pack_it(p, u->not_own);
    pack_it(p, u->by_names);
    pack_it(p, u->many);
    pack_it(p, u->n_cands);
    pack_it(p, u->looks);
    pack_it(p, u->point);
    pack_it(p, u->marked);
    pack_it(p, u->passed);
    pack_it(p, u->checks);
    pack_it(p, u->thread);
    for (u32 i = 0; i < u->n_cands && i < MAX_CANDS && !p->failed; i++) pack_cand(f, &u->cand[i]);
}

/* The class that keeps a use from being known to another process; NULL: none does. What nobody has relied upon need not
 * be known. */
static const ClassInfo *unstable(const FieldUse *u) {
    const ClassInfo *ci = u->fi ? u->fi->ci : u->ci;
    if (!class_is_stable(ci)) return ci;
    for (u32 i = 0; i < u->n_cands; i++) {
        const LockCand *c = &u->cand[i];
        if (c->fi && !class_is_stable(c->fi->ci)) return c->fi->ci;
        if (c->through && !class_is_stable(c->through->ci)) return c->through->ci;
    }
    return NULL;
}

static Status enter(FieldUses *us, FieldUse *u) {
    Ctx *cx = us->ks->cx;
    if (vec_push(cx, &us->v, *u) != ST_OK) return ST_ERROR;
    u32 at = us->v.n - 1;
    if (u->fi) {
        *field_use(u->fi, u->marked) = at;
        return ST_OK;
    }
    u32 i = u->ci->id * ARRAY_MAKERS + u->marked % ARRAY_MAKERS;
    while (us->arrays.n <= i)
        if (vec_push(cx, &us->arrays, 0) != ST_OK) return ST_ERROR;
    us->arrays.v[i] = at;
    us->tell_inits |= use_is_init(u) && (u->flags & FU_KNOWN);
    return ST_OK;
}

static Status uses_read(Facts *f, FieldUses *us) {
    for (u32 i = 1; i < us->v.n; i++)
        if (us->v.v[i].fi) *field_use(us->v.v[i].fi, us->v.v[i].marked) = 0;
    us->v.n = 1;
    us->arrays.n = 0;
    u32 n = pack_u32(f->p, 0);
    for (u32 i = 0; i < n && !f->p->failed; i++) {
        FieldUse u = {0};
        pack_use(f, &u);
        if (!f->p->failed && enter(us, &u) != ST_OK) return ST_ERROR;
    }
    for (u32 i = 0; i < us->owners.n; i++) us->owners.v[i]->owner = OWN_NONE;
    us->owners.n = 0;
    n = pack_u32(f->p, 0);
    for (u32 i = 0; i < n && !f->p->failed; i++) {
        const FieldInfo *fi = pack_field(f, NULL);
        u8 owner = (u8)pack_u32(f->p, 0);
        if (!fi) continue;
        FieldInfo *at = &fi->ci->fields[fi->slot]; /* the record itself, without its const */
        at->owner = owner;
        if (vec_push(us->ks->cx, &us->owners, at) != ST_OK) return ST_ERROR;
    }
    us->ks->cs->n_owners = us->owners.n;
    return ST_OK;
}

static void uses_write(Facts *f, FieldUses *us) {
    u32 n = 0;
    for (u32 i = 1; i < us->v.n; i++) {
        const ClassInfo *ci = unstable(&us->v.v[i]);
        if (ci && (us->v.v[i].flags & FU_SAVED)) *f->why = ci;
        n += !ci;
    }
    (void)pack_u32(f->p, n);
    for (u32 i = 1; i < us->v.n; i++) {
        FieldUse u = us->v.v[i];
        if (!unstable(&u)) pack_use(f, &u);
    }
    n = 0;
    for (u32 i = 0; i < us->owners.n; i++) n += class_is_stable(us->owners.v[i]->ci);
    (void)pack_u32(f->p, n);
    for (u32 i = 0; i < us->owners.n; i++) {
        if (!class_is_stable(us->owners.v[i]->ci)) continue;
        (void)pack_field(f, us->owners.v[i]);
        (void)pack_u32(f->p, us->owners.v[i]->owner);
    }
}

static Status uses_pack(Facts *f) {
    FieldUses *us = f->ks->uses;
    Pack *p = f->p;
    pack_mark(p, 0x75736573);
    if (!p->reading) uses_write(f, us);
    else if (uses_read(f, us) != ST_OK) return ST_ERROR;
    pack_map(p, &us->declined);
    pack_it(p, us->left_out);
    pack_it(p, us->once);
    pack_it(p, us->thread);
    pack_it(p, us->lock);
    pack_it(p, us->renamed);
    pack_it(p, us->stale);
    pack_it(p, us->late);
    pack_it(p, us->broke_fast);
    pack_text(p, &us->warnings);
    return ST_OK;
}

Status facts_pack(KernelState *ks, Pack *p, const Stable *t, const ClassInfo **why) {
    Facts f = {ks, p, t, why};
    if (why) *why = NULL;
    pack_it(p, ks->looks);
    pack_it(p, ks->saw);
    pack_it(p, ks->skipped);
    pack_it(p, ks->input_asked);
    if (uses_pack(&f) != ST_OK) return ST_ERROR;
    places_pack(ks, p);
    return last_pack(ks, p);
}
