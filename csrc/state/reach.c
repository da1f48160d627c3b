/* reach.c -- who can reach an object: a walk against the references, from the links that the labels
 * are kept with. JPF asks the same with a mark phase over the whole heap (its extended reachability
 * analysis); here the cost is what lies between the object and its roots. */
#include "kernel/maps.h"
#include "state/state_int.h"

#define WALK_LIMIT 200u

/* Visit a record once; false: the bound is met. */
static bool visit(StateEngine *se, u32 m) {
    Meta *x = &se->metas.v[m];
    if (x->mark == se->reach_mark) return true;
    x->mark = se->reach_mark;
    return se->walk.n < WALK_LIMIT && vec_push(se->cx, &se->walk, m) == ST_OK;
}

/* All that walk[from..] refers to, transitively. */
static bool walk_down(StateEngine *se, u32 from) {
    for (u32 i = from; i < se->walk.n; i++) {
        const Meta *m = &se->metas.v[se->walk.v[i]];
        for (u32 k = m->slots; k < m->slots + m->n_slots; k++) {
            u32 to = se->oslots.v[k].target;
            if (to && !visit(se, to)) return false;
        }
    }
    return true;
}

/* References in objects with names that a walk has stopped at, or what lies in a map with a name. */
enum { HELD_MAX = 16 };
typedef struct Held {
    bool maps; /* it may stop at these */
    u32 n;
    struct {
        Ref obj;
        u32 word;
        Ref key; /* of the map `obj`; 0: it is none */
    } v[HELD_MAX];
} Held;

/* The map that the node of record m lies in, and nothing else refers to it, nor to what lies between; 0: there is none.
 * While a table grows there are two ways to it. */
static Ref map_around(StateEngine *se, u32 m) {
    enum { NEAR = 24 };
    u32 v[NEAR] = {m}, n = 1, k;
    Ref map = 0;
    for (u32 i = 0; i < n; i++)
        for (SlotId id = se->metas.v[v[i]].in; id; id = slot_at(se, id)->next) {
            const Slot *s = slot_at(se, id);
            if (id >> 30 != SLOT_OBJ) return 0;
            const u32 by = s->owner & ~SLOT_SKIP;
            const Ref r = se->metas.v[by].obj;
            if (is_map(se->ks, r)) {
                if (map && map != r) return 0;
                map = r;
                continue;
            }
            if (!map_part(ei_class(se->heap, ei(se->heap, r)))) return 0;
            for (k = 0; k < n && v[k] != by; k++) {}
            if (k == NEAR) return 0;
            if (k == n) v[n++] = by;
        }
    return map;
}

/* Does the walk stop at the slot, one of record m? */
static bool stops_at(StateEngine *se, SlotId slot, u32 m, Held *held) {
    const Meta *x = &se->metas.v[m];
    if (!held || held->n == HELD_MAX) return false;
    Ref key = held->maps ? map_key_of(se->ks, x->obj) : 0, map = key ? map_around(se, m) : 0;
    if (map && places_known(se->ks, map)) {
        held->v[held->n].obj = map;
        held->v[held->n++].key = key;
        return true;
    }
    const Shape s = ei_shape(se->heap, ei(se->heap, x->obj));
    u32 i = slot - x->slots, word = OBJ_HEADER / 4 + (s.ref_words ? s.ref_words[i] : i);
    if (!places_holds(se->ks, x->obj, word)) return false;
    held->v[held->n].obj = x->obj;
    held->v[held->n].key = 0;
    held->v[held->n++].word = word;
    return true;
}

/* Is it a thread where threads are listed? Whoever asks for a list is given those that live, and reaches none of them
 * before. */
static bool is_listed(const StateEngine *se, u32 m) {
    return se->ks->saw.lists &&
           ci_is_subclass(ei_class(se->heap, ei(se->heap, se->metas.v[m].obj)), se->ks->cs->thread);
}

/* Threads whose roots lie above walk[0..], but for what comes by way of `held` (NULL: nothing does). */
static ThreadSet walk_up(StateEngine *se, Held *held) {
    ts_begin(se->sets);
    for (u32 i = 0; i < se->walk.n; i++) {
        if (JPF_UNLIKELY(is_listed(se, se->walk.v[i]))) return REACH_ALL;
        for (SlotId id = se->metas.v[se->walk.v[i]].in; id;) {
            const Slot *s = slot_at(se, id);
            SlotId next = s->next;
            switch (id >> 30) {
            case SLOT_OBJ:
                if (!(s->owner & SLOT_SKIP) && stops_at(se, id, s->owner, held)) break;
                if (!visit(se, s->owner & ~SLOT_SKIP)) return REACH_ALL;
                break;
            case SLOT_ROOT: {
                const RootSlot *r = &se->rslots.v[id & SLOT_INDEX];
                const Rec *rec = &se->recs.v[s->owner];
                if (rec->cls == REC_THREAD && r->word == THREAD_GONE) break; /* it never runs again */
                ts_add(se->sets, rec->thread);
                break;
            }
            default:
                if (!omit_mains(se, id & SLOT_INDEX)) return REACH_ALL;
                ts_add(se->sets, 0);
            }
            id = next;
        }
    }
    return ts_made(se->sets);
}

static bool walk_begin(StateEngine *se, Ref r) {
    if (!r) return false;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) return false;
    u32 m = e->meta;
    if (!m || m >= se->metas.n || se->metas.v[m].obj != r) return false;
    if (++se->reach_mark == 0) { /* wrapped around: forget all marks */
        for (u32 i = 0; i < se->metas.cap; i++) se->metas.v[i].mark = 0;
        se->reach_mark = 1;
    }
    se->walk.n = 0;
    return visit(se, m);
}

ThreadSet state_reach(StateEngine *se, Ref r, bool inside) {
    if (!walk_begin(se, r) || (inside && !walk_down(se, 0))) return REACH_ALL;
    return walk_up(se, NULL);
}

/* A thread gets a reference from where it is: a root of its own, or a place that it comes to. Where that place has a
 * name, those who come to it are known, or the search begins again (kernel/places.h): as long as none of the threads
 * that are found here moves, nobody else can get hold of r. For the first of the others who did would have to come to
 * one of these places, or to an object that the walk has gone through, which he could not reach either. What lies in a
 * map, under a key, is got by those who come to the key or to the whole map (kernel/maps.h). What threads come to
 * without saying so (final fields, excluded ones, those of threads and of references) does not stop a walk. */
static ThreadSet holders(StateEngine *se, Ref r, bool maps) {
    Held held = {.maps = maps};
    if (!walk_begin(se, r)) return REACH_ALL;
    ThreadSet set = walk_up(se, &held), more;
    for (u32 i = 0; i < held.n && set != REACH_ALL; i++) {
        Ref obj = held.v[i].obj, key = held.v[i].key;
        bool known = key ? map_holders(se->ks, obj, key, &more) : places_holders(se->ks, obj, held.v[i].word, &more);
        if (key && !known) return holders(se, r, false);
        set = known ? ts_or(se->sets, set, more) : REACH_ALL;
    }
    return set;
}

ThreadSet state_holders(StateEngine *se, Ref r) { return holders(se, r, true); }
