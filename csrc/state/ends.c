/* ends.c -- what decides the labels when a thread ends, and whether anybody goes on then. Layer 10. */
#include "state/known_int.h"

enum { END_OBJECTS = 24, END_LINKS = 128 };

/* Sums of two halves that are mixed apart. */
static inline void shape_add(H128 *x, u64 a, H128 b) {
    x->lo += mix_fold(a ^ b.lo ^ 0xA0761D6478BD642Full, b.hi ^ 0xE7037ED1A0B428DBull);
    x->hi += mix_fold(a + b.hi + 0x589965CC75374CC3ull, b.lo ^ 0x1D8E4E27C47D124Full);
}

/* A reference to an object that may lose its label: what it offers, and whose body it is part of. */
static void shape_in(const StateEngine *se, H128 *x, u64 h, SlotId id) {
    u32 i = id & SLOT_INDEX;
    switch (id >> 30) {
    case SLOT_OBJ: {
        u32 owner = se->oslots.v[i].owner;
        const Meta *m = &se->metas.v[owner & ~SLOT_SKIP];
        shape_add(x, mix_fold(h ^ m->h ^ 0xC2B2AE3D27D4EB4Full, m->rd + (owner & SLOT_SKIP)) + (i - m->slots), m->body);
        break;
    }
    case SLOT_ROOT: shape_add(x, h, (H128){se->rslots.v[i].name, 1}); break;
    default: shape_add(x, h, (H128){se->sslots.v[i].name, 2 + se->sslots.v[i].kind}); break;
    }
}

/* What hangs from the Thread object and from the record's frame by their slots, and what decides which label that gets
 * when these are gone: each offer comes from a reference that is looked at here, and none gets less than before. What
 * the objects refer to besides keeps its label; the end may write to it. */
bool known_end_shape(const StateEngine *se, const ThreadInfo *ti, u32 frame_rec, H128 *out) {
    u32 w[END_OBJECTS], n = 0, links = 0, m;
    H128 x = {1, 1};
    u32 recs[2] = {se->thread_recs.v[ti->id], frame_rec};
    if (ti->obj && !is_immortal(ei(se->heap, ti->obj))) {
        if (!(m = record_of(se, ti->obj))) return false;
        w[n++] = m;
    }
    for (u32 r = 0; r < 2; r++)
        for (u32 i = se->recs.v[recs[r]].first; i; i = se->rslots.v[i].sib) {
            u32 t = se->rslots.v[i].s.target;
            if (!t || se->metas.v[t].tree != slot_id(SLOT_ROOT, i) || (n && w[0] == t)) continue;
            if (n == END_OBJECTS) return false;
            w[n++] = t;
        }
    for (u32 p = 0; p < n; p++) {
        const Meta *o = &se->metas.v[w[p]];
        if (o->rd >= RD_WORST || (o->flags & META_REST) || sealed_rank(se, w[p])) return false;
        shape_add(&x, mix_fold(o->h ^ 0x165667B19E3779F9ull, o->rd ^ 0x9E3779B97F4A7C15ull), o->body);
        for (SlotId s = o->in; s; s = slot_at((StateEngine *)se, s)->next) {
            if (++links > END_LINKS) return false;
            shape_in(se, &x, o->h, s);
        }
        for (u32 s = o->slots; s < o->slots + o->n_slots; s++) {
            u32 t = se->oslots.v[s].target;
            if (!t) continue;
            if (++links > END_LINKS) return false;
            if (se->metas.v[t].flags & META_REST) return false;
            if (se->metas.v[t].tree != s) {
                shape_add(&x, (o->h ^ se->metas.v[t].h) + s - o->slots, se->metas.v[t].body);
            } else if (t != w[0]) {
                if (n == END_OBJECTS) return false;
                w[n++] = t;
            }
        }
    }
    *out = x;
    return true;
}

/* Is there another thread that can go on now, and one for whom the program goes on? Nobody is to be woken. */
bool known_others_go_on(const StateEngine *se, const ThreadInfo *ti) {
    const KernelState *ks = se->ks;
    bool user = false, any = false;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t == ti || t->status == TS_NEW || t->status == TS_TERMINATED) continue;
        if (t->status == TS_WAITING || t->status == TS_TIMED_WAITING) return false;
        user |= !t->daemon;
        any |= ti_enabled(t);
    }
    return user && any;
}
