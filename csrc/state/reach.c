/* reach.c -- who can reach an object: a walk against the references, from the links that the labels
 * are kept with. JPF asks the same with a mark phase over the whole heap (its extended reachability
 * analysis); here the cost is what lies between the object and its roots. */
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

/* Threads whose roots lie above walk[0..]. */
static ThreadSet walk_up(StateEngine *se) {
    ts_begin(se->sets);
    for (u32 i = 0; i < se->walk.n; i++) {
        for (SlotId id = se->metas.v[se->walk.v[i]].in; id;) {
            const Slot *s = slot_at(se, id);
            SlotId next = s->next;
            switch (id >> 30) {
            case SLOT_OBJ:
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

ThreadSet state_reach(StateEngine *se, Ref r, bool inside) {
    if (!r) return REACH_ALL;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) return REACH_ALL;
    u32 m = e->meta;
    if (!m || m >= se->metas.n || se->metas.v[m].obj != r) return REACH_ALL;
    if (++se->reach_mark == 0) { /* wrapped around: forget all marks */
        for (u32 i = 0; i < se->metas.cap; i++) se->metas.v[i].mark = 0;
        se->reach_mark = 1;
    }
    se->walk.n = 0;
    if (!visit(se, m)) return REACH_ALL;
    if (inside && !walk_down(se, 0)) return REACH_ALL;
    return walk_up(se);
}
