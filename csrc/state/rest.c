/* rest.c -- what calls of the library have left behind becomes nothing again. Layer 10.
 *
 * jdk/rest.def lists words that count for nothing while an object is at rest, or for ever. At the end of a transition
 * that touched such an object they become 0 or null, so that states in which the same can happen are equal. Nothing is
 * taken away from under a thread that is inside: a dummy goes only if nobody but its queue refers to it, and no thread
 * is in a method of the queue (it may just have made the dummy, and would make another one for ever). */
#include "classes/rest.h"
#include "state/state_int.h"

static u32 *words_of(const StateEngine *se, u32 i) { return ei_words(ei(se->heap, se->metas.v[i].obj)); }

/* The reference at payload word `word` of a record that has a label, which is to a record, becomes one to record `to`;
 * 0: null. Its target may lose its label: labels_cut has to follow. */
static void ref_put(StateEngine *se, u32 i, u32 word, u32 to) {
    ElementInfo *e = ei(se->heap, se->metas.v[i].obj);
    u32 ord = ref_ordinal(meta_class(se, i), word);
    SlotId id = se->metas.v[i].slots + ord;
    u32 t = se->oslots.v[id].target;
    meta_touch(se, i);
    if (se->failed || !t || t == to) return;
    heap_log(se->heap, e, ei_words(e) + word);
    ei_words(e)[word] = to ? se->metas.v[to].obj : 0;
    Meta *m = &se->metas.v[i];
    m->body = h128_sub(m->body, ref_term(ord, before(se, &se->metas.v[t])));
    if (to) m->body = h128_add(m->body, ref_term(ord, before(se, &se->metas.v[to])));
    slot_set(se, id, to);
    if (to) offer(se, id);
}

static void ref_clear(StateEngine *se, u32 i, u32 word) { ref_put(se, i, word, 0); }

static void labels_settle(StateEngine *se) {
    if (se->cuts.n) labels_cut(se);
    if (se->queue.n) labels_run(se);
}

/* Does nobody else refer to record `to`, but `owner`, `other` and itself? What has no label refers to nothing. */
static bool only_from(StateEngine *se, u32 to, u32 owner, u32 other) {
    for (SlotId s = se->metas.v[to].in; s; s = slot_at(se, s)->next) {
        if (s >> 30 != SLOT_OBJ) return false;
        u32 o = se->oslots.v[s].owner & ~SLOT_SKIP;
        if (o != owner && o != other && o != to && se->metas.v[o].rd != RD_NONE) return false;
    }
    return true;
}

/* With fine steps the way through a method of the queue has one scheduling point more where there is no dummy. It must
 * not depend on whether keys are made: a replay and a search without states make none. Who asks for a lock, a permit or
 * a latch makes points of the calls that give one back, which stay whole; who goes through a map, reads a buffer, or
 * looks at the ends of a deque has nothing to do with queues of threads. That nobody else looks is relied upon: a state
 * must not be another one when its path is executed again. */
static bool queues_are_steps(KernelState *ks) {
    const u64 whole = 1ull << G_FRONT | 1ull << G_BACK | 1ull << G_CREW | 1ull << G_LOCK | 1ull << G_SEMAPHORE |
                      1ull << G_LATCH | 1ull << G_MAP | 1ull << G_TABLE | 1ull << G_ORDER | 1ull << G_GROWTH |
                      1ull << G_BUFFER | 1ull << G_AFFAIRS | 1ull << G_ENDS | 1ull << G_SUM;
    return ks->cfg.library_whole && looks_rely(&ks->looks, (LOOKS_GROUPS & ~whole) | LIB_WAY_BACK);
}

/* Is it a frame of a method of the queue that refers to it? */
static bool inside(const StateEngine *se, SlotId s) {
    if (s >> 30 != SLOT_ROOT) return false;
    const Rec *r = &se->recs.v[se->rslots.v[s & SLOT_INDEX].s.owner];
    if (r->cls == REC_THREAD) return false;
    const StackFrame *f = se->ks->threads.v[r->thread]->top;
    while (f && f->depth + 2 > r->cls) f = f->prev;
    return !f || (!f->mi->step && f->mi->ci->rest && f->mi->ci->rest->head);
}

static bool anybody_inside(StateEngine *se, u32 i) {
    SlotId s = se->metas.v[i].in;
    while (s && !inside(se, s)) s = slot_at(se, s)->next;
    return s != 0;
}

static void queue_settle(StateEngine *se, u32 i, const RestClass *q) {
    const u32 *w = words_of(se, i);
    Ref head = w[q->head - 1];
    if (!head || is_immortal(ei(se->heap, head))) return;
    u32 dummy = ei(se->heap, head)->meta;
    const RestClass *node = meta_class(se, dummy)->rest;
    if (!node || !node->status || se->metas.v[dummy].rd == RD_NONE) return;
    word_set(se, dummy, node->status - 1u, 0);
    if (w[q->tail - 1] != head || !only_from(se, dummy, i, 0) || anybody_inside(se, i)) return;
    for (int k = 0; k < 2; k++)
        if (!node->link[k] || words_of(se, dummy)[node->link[k] - 1]) return;
    if (!queues_are_steps(se->ks)) return;
    ref_clear(se, i, q->head - 1u);
    ref_clear(se, i, q->tail - 1u);
}

/* The node behind node n of a queue, a record that has a label; 0: there is none, or n has left the queue. */
static u32 node_after(const StateEngine *se, u32 n) {
    const RestClass *node = meta_class(se, n)->rest;
    Ref next = words_of(se, n)[node->link[0] - 1];
    if (!next || is_immortal(ei(se->heap, next))) return 0;
    u32 to = ei(se->heap, next)->meta;
    return to == n || meta_class(se, to)->rest != node || se->metas.v[to].rd == RD_NONE ? 0 : to;
}

static bool node_spent(const StateEngine *se, u32 n) {
    const RestClass *node = meta_class(se, n)->rest;
    const u32 *w = words_of(se, n);
    return (w[node->item - 1] != 0) != (!node->data || w[node->data - 1]);
}

/* The node that an end of the queue refers to; 0: there is none, or it is no queue whose ends may lag. */
static u32 end_node(const StateEngine *se, u32 i, u16 end) {
    Ref r = words_of(se, i)[end - 1];
    if (!r || is_immortal(ei(se->heap, r))) return 0;
    u32 n = ei(se->heap, r)->meta;
    const RestClass *node = meta_class(se, n)->rest;
    return node && node->item && !node->spent && node->link[0] && se->metas.v[n].rd != RD_NONE ? n : 0;
}

/* Had it a label before this transition? Images of states rely on it that who gets a label in a pass keeps it there. */
static bool was_there(const StateEngine *se, u32 i) {
    const Meta *m = &se->metas.v[i];
    return !m->dirty || se->dirty.v[m->dirty - 1].had_label == LABEL_HAD;
}

/* The ends of a queue without locks may lag: the first nodes may be spent, and `back` refer to one before the last,
 * or to one that has left. Calls that are steps cannot tell; who goes from node to node beside others has more points,
 * or stands at a node (G_ENDS). So `back` becomes the last node, and `front` the first one that is not spent, or the
 * last. A call leaves few behind; where there are more, or somebody else refers to them, they stay.
 * Two calls that are tried in both orders from one state meet as before: who comes to an end reads what the call has
 * changed that let it move. Of two calls one behind the other the second may come by what was moved alone, so the ends
 * stay where such pairs are looked for. */
static void ends_settle(StateEngine *se, u32 i, const RestClass *q) {
    enum { LAG = 8 };
    u32 front = end_node(se, i, q->front), back = end_node(se, i, q->back), first = front, n, prev = 0;
    if (!front || !back || se->told_apart || !se->ks->cfg.library_whole) return;
    u32 last = words_of(se, back)[meta_class(se, back)->rest->link[0] - 1] == se->metas.v[back].obj ? front : back;
    for (u32 k = 0; (n = node_after(se, last)) != 0; k++, last = n)
        if (k == LAG) return;
    if (!was_there(se, back)) last = back;
    for (u32 k = 0; k < LAG && node_spent(se, first) && was_there(se, first) && only_from(se, first, i, prev); k++) {
        if ((n = node_after(se, first)) == 0) break;
        prev = first;
        first = n;
    }
    if ((first == front && last == back) || !looks_rely(&se->ks->looks, 1ull << G_ENDS)) return;
    if (last != back) ref_put(se, i, q->back - 1u, last);
    if (first != front) ref_put(se, i, q->front - 1u, first);
    labels_settle(se);
}

/* A queue of offers, its ends where they belong. If it has one node, which is spent, that becomes one that offered
 * something. */
static void offers_settle(StateEngine *se, u32 i, const RestClass *q) {
    ends_settle(se, i, q);
    if (se->failed) return;
    Ref front = words_of(se, i)[q->front - 1], back = words_of(se, i)[q->back - 1];
    if (!front || (back && back != front) || is_immortal(ei(se->heap, front))) return;
    u32 at = ei(se->heap, front)->meta;
    const RestClass *node = meta_class(se, at)->rest;
    if (!node || !node->item || se->metas.v[at].rd == RD_NONE) return;
    const u32 *w = words_of(se, at);
    for (int k = 0; k < 2; k++)
        if (!node->link[k] || w[node->link[k] - 1]) return;
    u32 data = node->spent ? node->spent : node->data;
    Ref item = w[node->item - 1];
    if (!data || (item && is_immortal(ei(se->heap, item))) || !only_from(se, at, i, 0)) return;
    if (!node->spent && (w[data - 1] != 0) == (item != 0)) return;
    if (item) ref_clear(se, at, node->item - 1u);
    word_set(se, at, data - 1u, 1);
}

/* A node: its queue, if it is a dummy. */
static void queues_settle(StateEngine *se, u32 node) {
    for (SlotId s = se->metas.v[node].in; s && !se->failed;) {
        u32 o = s >> 30 == SLOT_OBJ ? se->oslots.v[s].owner & ~SLOT_SKIP : 0;
        s = slot_at(se, s)->next; /* the list changes */
        const RestClass *q = o && se->metas.v[o].rd != RD_NONE ? meta_class(se, o)->rest : NULL;
        if (!q || !(q->head | q->front)) continue;
        if (q->head) queue_settle(se, o, q);
        else offers_settle(se, o, q);
        return;
    }
}

/* Does the array refer to nothing? */
static bool all_null(const Heap *h, Ref arr) {
    const u32 *w = ei_words(ei(h, arr));
    for (u32 i = 0, n = arr_len(h, arr); i < n; i++)
        if (w[i]) return false;
    return true;
}

static bool no_tasks(const StateEngine *se, Ref queues) {
    const Heap *h = se->heap;
    for (u32 i = 0, n = arr_len(h, queues); i < n; i++) {
        Ref q = ei_words(ei(h, queues))[i];
        const RestClass *r = q ? ei_class(h, ei(h, q))->rest : NULL;
        if (!q) continue;
        if (!r || !r->tasks) return false;
        Ref tasks = ei_words(ei(h, q))[r->tasks - 1];
        if (tasks && !all_null(h, tasks)) return false;
    }
    return true;
}

/* Could any thread have a task in hand, of any pool, or be about to hand one in? */
static bool tasks_in_hand(const StateEngine *se) {
    const KernelState *ks = se->ks;
    for (u32 t = 0; t < ks->n_threads; t++)
        for (const StackFrame *f = ks->threads.v[t]->top; f; f = f->prev)
            if (!f->mi->step && (f->mi->ci->known & KC_CONCURRENT) && !(f->mi->known & KM_TASKLESS)) return true;
    return false;
}

/* A pool that stops: where to look first for tasks, if there are none and none can come. */
static void rover_settle(StateEngine *se, u32 i, const RestClass *r) {
    const u32 *w = words_of(se, i);
    if (!r->stops || !r->queues || !r->factory || !w[r->rover - 1] || (i32)w[r->stops - 1] >= 0) return;
    Ref queues = w[r->queues - 1], factory = w[r->factory - 1];
    if (!factory || !(ei_class(se->heap, ei(se->heap, factory))->attrs & CA_SYSTEM)) return;
    if (!queues || tasks_in_hand(se) || !no_tasks(se, queues)) return;
    word_set(se, i, r->rover - 1u, 0);
}

/* Does an object refer to the record, by a field that counts? What has no label refers to nothing. A Thread does as
 * long as it is parked there, by parkBlocker; whoever is given that cannot look into a node, whose class is the JDK's
 * own. */
static bool from_object(StateEngine *se, u32 to) {
    for (SlotId s = se->metas.v[to].in; s; s = slot_at(se, s)->next) {
        u32 o = s >> 30 == SLOT_OBJ ? se->oslots.v[s].owner : SLOT_SKIP;
        if ((o & SLOT_SKIP) || se->metas.v[o].rd == RD_NONE) continue;
        if (!ci_is_subclass(meta_class(se, o), se->ks->cs->thread)) return true;
    }
    return false;
}

/* A node that nobody comes to any more: what was behind it counts for nothing, and may be such a node itself. */
static void gone_settle(StateEngine *se, u32 i, const RestClass *r) {
    const u32 *w = words_of(se, i);
    if (w[r->gone - 1] || !w[r->after - 1] || from_object(se, i)) return;
    u32 next = se->oslots.v[se->metas.v[i].slots + ref_ordinal(meta_class(se, i), r->after - 1u)].target;
    ref_clear(se, i, r->after - 1u);
    if (next && (se->metas.v[next].flags & META_REST) && !se->failed && vec_push(se->cx, &se->rests, next) != ST_OK)
        se->failed = true;
}

void rests_settle(StateEngine *se) {
    for (u32 k = 0; k < se->rests.n && !se->failed; k++) {
        u32 i = se->rests.v[k];
        if (se->metas.v[i].rd == RD_NONE) continue;
        const RestClass *r = meta_class(se, i)->rest;
        if (r->whose && r->much && !words_of(se, i)[r->whose - 1]) word_set(se, i, r->much - 1u, 0);
        if (r->gone && r->after) gone_settle(se, i, r);
        if (r->rover) rover_settle(se, i, r);
        if (r->head && r->tail) queue_settle(se, i, r);
        else if (r->front && r->back) offers_settle(se, i, r);
        else if (r->status || r->item) queues_settle(se, i);
    }
    se->rests.n = 0;
    labels_settle(se);
}
