/* dynamic_keep.c -- vm.por=dynamic in a pack: what it keeps of the path and of states that were left. */
#include "search/por/dynamic_int.h"

static void lock_pack(Pack *p, Prints *x, Ref *r) {
    bool any = *r != 0;
    pack_it(p, any);
    *r = any ? object_pack(x, *r) : 0;
}

/* False: its object was gone, so that nobody can reach it from here: whoever acts on it makes it first. */
static bool deed_pack(ActsPack *k, Pack *p, Prints *x, Deed *d) {
    bool refs;
    d->place = place_pack(k, d->place, &refs);
    pack_it(p, d->before);
    pack_it(p, d->ended);
    pack_it(p, d->thread);
    pack_it(p, d->how);
    pack_it(p, d->loose);
    for (u32 i = 0; i < DEED_LOCKS; i++) {
        bool known = d->locks[i] != 0;
        pack_it(p, known);
        lock_pack(p, x, &d->locks[i]);
        d->loose |= known && !d->locks[i];
    }
    return d->place == DEED_ANYTHING || d->place < PLACE_GONE;
}

static Status level_pack(Search *s, DynLevel *l, ActsPack *k, Pack *p, Prints *x) {
    pack_it(p, l->chooses);
    pack_it(p, l->whole);
    pack_it(p, l->unknown);
    pack_it(p, l->base);
    pack_it(p, l->low);
    pack_it(p, l->id);
    pack_it(p, l->enabled);
    pack_it(p, l->thread);
    pack_it(p, l->joined);
    lock_pack(p, x, &l->first);
    pack_it(p, l->joins);
    pack_it(p, l->passed);
    pack_it(p, l->ranks);
    pack_vec(p, &l->like);
    pack_it(p, l->liked);
    pack_vec(p, &l->owed);
    if (acts_pack(k, &l->step) != ST_OK) return ST_ERROR;
    u32 n = pack_u32(p, l->n_holds);
    if (p->reading) l->n_holds = 0;
    for (u32 i = 0; i < n && !p->failed; i++) {
        u32 thread = pack_u32(p, l->holds[i].thread);
        Ref lock = object_pack(x, l->holds[i].lock);
        if (!p->reading || !lock) continue;
        l->holds[l->n_holds].lock = lock;
        l->holds[l->n_holds++].thread = thread;
    }
    n = pack_u32(p, l->deeds.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        Deed d = {0};
        if (!p->reading) d = l->deeds.v[i];
        bool stays = deed_pack(k, p, x, &d);
        if (p->reading && stays && deeds_put(s->cx, &l->deeds, &d) != ST_OK) return ST_ERROR;
    }
    return p->failed ? ST_ERROR : ST_OK;
}

Status dynamic_pack(Search *s, ActsPack *k, Pack *p, Prints *x) {
    Dynamic *y = s->dynamic;
    pack_it(p, y->expects);
    pack_it(p, y->watched);
    pack_it(p, y->ran);
    pack_it(p, y->joined);
    lock_pack(p, x, &y->first);
    pack_it(p, y->joins);
    if (acts_pack(k, &y->step) != ST_OK) return ST_ERROR;
    u32 n = pack_u32(p, y->levels.n);
    if (p->reading) y->levels.n = 0; /* the root, which has nothing yet */
    for (u32 i = 0; i < n && !p->failed; i++) {
        if (p->reading && vec_push(s->cx, &y->levels, (DynLevel){0}) != ST_OK) return ST_ERROR;
        if (level_pack(s, &y->levels.v[i], k, p, x) != ST_OK) return ST_ERROR;
    }
    pack_vec(p, &y->kept);
    pack_it(p, y->ranks);
    pack_vec(p, &y->rank_lists);
    pack_map(p, &y->ranks_of);
    pack_vec(p, &y->named);
    return deeds_pack(s->se, &y->store, p);
}
