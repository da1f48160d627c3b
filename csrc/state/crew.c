/* crew.c -- the set of a pool's workers, which forms are without. Layer 10.
 *
 * A ThreadPoolExecutor has its workers in a HashSet, where their identity hashes say which comes first. That tells
 * threads apart that are alike in everything else. Forms without names (symmetry.c) leave the set out, and the hashes:
 *  - Who is in it follows from the rest of the state. A worker is put in by addWorker, which starts its thread, and
 *    taken out by processWorkerExit, which its thread runs last: in between the frames of the two say how far they are.
 *  - The order decides something in two places only. Where workers are interrupted one after the other (shutdownNow),
 *    or asked one after the other (queries), the program can tell: once somebody does so, on whatever path, or two
 *    threads share the control of pools, the search begins again, and the set is in the forms.
 *  - The other place is tryTerminate, which interrupts one worker that waits for a task, when there will be none. It
 *    ends and does the same for the next one. So all of them end, and which one is first can be told only by code of
 *    the program's that a worker runs behind its tasks: hooks of the pool, or what a thread factory has put round the
 *    worker. So this is for pools and factories of the library's own classes.
 * Who asks for the hash of a worker from elsewhere (a factory is given the worker) is told as well (monitor.c). */
#include "classes/rest.h"
#include "state/state_int.h"

static bool left_of(const StateEngine *se, Ref pool) {
    enum { ORDER = 1u << G_CREW | 1u << G_POOL };
    const ElementInfo *e = ei(se->heap, pool);
    const RestClass *r = ei_class(se->heap, e)->rest;
    if (!r || !r->crew || !r->maker) return false;
    Ref maker = ei_words((ElementInfo *)e)[r->maker - 1];
    if (!maker || !(ei_class(se->heap, ei(se->heap, maker))->attrs & CA_SYSTEM)) return false;
    return looks_rely(&se->ks->looks, LIB_SHARED | ORDER);
}

u32 crew_word(const StateEngine *se, const ElementInfo *e) {
    const RestClass *r = ei_class(se->heap, e)->rest;
    return r && r->crew && left_of(se, ei_ref(se->heap, e)) ? r->crew : 0;
}

bool crew_hides(const StateEngine *se, const ElementInfo *e) {
    const RestClass *r = ei_class(se->heap, e)->rest;
    Ref pool = r && r->pool ? ei_words((ElementInfo *)e)[r->pool - 1] : 0;
    return pool && left_of(se, pool);
}

bool crew_leads(const StateEngine *se, u32 owner, SlotId id) {
    const RestClass *r = meta_class(se, owner)->rest;
    return r && r->crew && id - se->metas.v[owner].slots == ref_ordinal(meta_class(se, owner), r->crew - 1u);
}

/* What a set consists of is named by the set alone, for nobody else refers to it. */
bool crew_drops(StateEngine *se, SlotId id) {
    enum { FAR = 64 };
    u32 to = slot_at(se, id)->target;
    if (id >> 30 != SLOT_OBJ || !to) return false;
    const RestClass *r = meta_class(se, to)->rest;
    if (JPF_LIKELY(!r || !r->pool)) return false;
    for (u32 n = 0, m; n < FAR && id && id >> 30 == SLOT_OBJ && pays(se, 1); n++, id = se->metas.v[m].tree) {
        m = se->oslots.v[id].owner & ~SLOT_SKIP;
        if (meta_class(se, m)->attrs & CA_SYSTEM && crew_leads(se, m, id)) return left_of(se, se->metas.v[m].obj);
    }
    return false;
}
