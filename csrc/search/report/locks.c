/* locks.c -- which locks a recorded transition took and released, for the traces.
 *
 * Monitors are told by the kernel; the locks of java.util.concurrent by the one method through which
 * every AbstractOwnableSynchronizer changes hands. Only the first of nested acquisitions and the
 * last of the releases count. */
#include "search/search.h"

enum { LOCKS_KEPT = 2000 }; /* of one transition; from there on what is taken and released again is left out */

/* What the class library locks and releases for itself within one line of the program is nobody's concern. */
static bool of_no_concern(const Search *s, const ThreadInfo *ti) {
    const LockRec *last = &s->rec.locks.v[s->rec.locks.n - 1];
    return last->step == s->rec.steps.n - 1 && ti->top && ti->top->mi->ci->attrs & CA_SYSTEM;
}

Status search_lock(Search *s, const ThreadInfo *ti, Ref obj, bool taken) {
    LockRec r = {obj,          ei_class(s->ks->heap, ei(s->ks->heap, obj)),
                 s->rec.level, s->rec.steps.n ? s->rec.steps.n - 1 : 0,
                 ti->id,       taken};
    u32 n = s->rec.locks.n;
    if (n && !taken) {
        const LockRec *last = &s->rec.locks.v[n - 1];
        bool many = n > LOCKS_KEPT && s->rec.locks.v[n - LOCKS_KEPT].level == s->rec.level;
        if (last->level == s->rec.level && last->obj == obj && last->taken && last->thread == ti->id &&
            (many || (s->rec.steps.n && of_no_concern(s, ti)))) {
            s->rec.locks.n--;
            return ST_OK;
        }
    }
    return vec_push(s->cx, &s->rec.locks, r);
}

/* AbstractOwnableSynchronizer.setExclusiveOwnerThread(t) is about to run. A new owner takes over from the old
 * one without a release in between nowhere in the JDK; both are told all the same. */
Status search_owner_set(Search *s, const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    KernelState *ks = s->ks;
    if (!(f->mi->known & KM_SETS_OWNER)) return ST_OK;
    const FieldInfo *fi = ci_known_field(f->mi->ci, KF_OWNER);
    Ref self = f->slots[0], to = f->slots[1], from = fi ? get_ref(ks->heap, self, fi->offset) : 0;
    if (from == to) return ST_OK;
    const ThreadInfo *old = from ? ks_thread_of(ks, from) : NULL, *now = to ? ks_thread_of(ks, to) : NULL;
    if (old && search_lock(s, old, self, false) != ST_OK) return ST_ERROR;
    return now ? search_lock(s, now, self, true) : ST_OK;
}
