/* label.c -- labels: who lost one, who is offered one, what that does to the key. Layer 10.
 *
 * Dynamic single-source shortest paths (Ramalingam and Reps 1996) over the lexicographic order of
 * labels: every edge makes a label strictly greater, so offers taken smallest first are final but for
 * those that an offer taken later takes back, and these are made again. */
#include "kernel/places.h"
#include "state/state_int.h"

/* --- offers --- */

/* What slot `id` offers to any target; false: its owner has no label. */
static bool offer_made(StateEngine *se, SlotId id, u64 *rd, u64 *h) {
    u32 i = id & SLOT_INDEX;
    switch (id >> 30) {
    case SLOT_OBJ: {
        const Slot *s = &se->oslots.v[id];
        const Meta *m = &se->metas.v[s->owner & ~SLOT_SKIP];
        if (m->rd == RD_NONE) return false;
        *h = child_hash(m->h, id - m->slots);
        *rd = m->rd + 1;
        if (s->owner & SLOT_SKIP && *rd < RD_WORST) *rd = RD_WORST | (u32)*rd;
        return true;
    }
    case SLOT_ROOT: {
        const RootSlot *s = &se->rslots.v[i];
        u32 cls = se->recs.v[s->s.owner].cls;
        if (cls == REC_THREAD) cls = thread_slot_class(s->word);
        *rd = (u64)cls << 32 | 1;
        *h = s->name;
        return true;
    }
    default: {
        const StaticSlot *s = &se->sslots.v[i];
        *rd = s->kind == SK_SKIPREF || s->kind == SK_KEEP ? RD_WORST | 1 : 1;
        *h = s->name;
        return true;
    }
    }
}

/* And to its own one, which is there: a sealed object keeps its name, and takes no place above its own. Every edge
 * still makes the rank strictly greater. */
static bool offer_of(StateEngine *se, SlotId id, u32 target, u64 *rd, u64 *h) {
    if (!offer_made(se, id, rd, h)) return false;
    u64 least = sealed_rank(se, target);
    if (JPF_LIKELY(!least)) return true;
    if (*rd < least) {
        if (JPF_UNLIKELY(*rd >> 32 == 0 && least >> 32)) fixed_crossed(se, target);
        *rd = least;
    }
    *h = se->metas.v[target].h;
    return true;
}

static inline bool before_in_queue(const Offer *a, const Offer *b) {
    return a->rd != b->rd ? a->rd < b->rd : a->h < b->h;
}

void queue_push(StateEngine *se, Offer o) {
    if (!pays(se, OBJECT_WORK) || !ok(se, vec_push(se->cx, &se->queue, o))) return;
    Offer *q = se->queue.v;
    u32 i = se->queue.n - 1;
    while (i) {
        u32 p = (i - 1) / 2;
        if (!before_in_queue(&o, &q[p])) break;
        q[i] = q[p];
        i = p;
    }
    q[i] = o;
}

Offer queue_pop(StateEngine *se) {
    Offer *q = se->queue.v, top = q[0], last = q[--se->queue.n];
    u32 n = se->queue.n, i = 0;
    for (;;) {
        u32 c = 2 * i + 1;
        if (c >= n) break;
        if (c + 1 < n && before_in_queue(&q[c + 1], &q[c])) c++;
        if (!before_in_queue(&q[c], &last)) break;
        q[i] = q[c];
        i = c;
    }
    if (n) q[i] = last;
    return top;
}

void offer(StateEngine *se, SlotId id) {
    u32 t = slot_at(se, id)->target;
    u64 rd, h;
    if (!t || !offer_of(se, id, t, &rd, &h)) return;
    if (label_less(rd, h, &se->metas.v[t])) queue_push(se, (Offer){rd, h, id, t});
}

/* --- losing --- */

static void lose(StateEngine *se, u32 i) {
    if (!pays(se, OBJECT_WORK)) return;
    meta_touch(se, i);
    if (!ok(se, vec_push(se->cx, &se->lost, i))) return;
    se->metas.v[i].rd = RD_NONE;
    se->metas.v[i].tree = 0;
}

/* Its slot is cut, or comes from an object that lost its label. A sealed one mostly has another slot that offers the
 * same label, or gets one from what this transition made: that is looked for later. */
static void unhook(StateEngine *se, u32 i) {
    if (JPF_LIKELY(!sealed_rank(se, i))) lose(se, i);
    else ok(se, vec_push(se->cx, &se->loose, i));
}

/* Tree descendants of those lost from `from` on. */
static void cascade(StateEngine *se, u32 from) {
    for (u32 p = from; p < se->lost.n && !se->failed; p++) {
        Meta *m = &se->metas.v[se->lost.v[p]];
        for (u32 s = m->slots; s < m->slots + m->n_slots; s++) {
            u32 t = se->oslots.v[s].target;
            if (t && se->metas.v[t].tree == s) unhook(se, t);
        }
    }
}

void offers_in(StateEngine *se, u32 i) {
    for (SlotId s = se->metas.v[i].in; s && pays(se, 1); s = slot_at(se, s)->next) offer(se, s);
}

void labels_cut(StateEngine *se) {
    se->lost.n = se->loose.n = 0;
    for (u32 k = 0; k < se->cuts.n && !se->failed; k++) {
        u32 i = se->cuts.v[k];
        const Meta *m = &se->metas.v[i];
        if (m->rd != RD_NONE && m->tree && slot_at(se, m->tree)->target != i) unhook(se, i);
    }
    se->cuts.n = 0;
    cascade(se, 0);
    for (u32 k = 0; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
}

/* Does the slot give i the label that it has? */
static bool holds(StateEngine *se, SlotId id, u32 i) {
    const Meta *m = &se->metas.v[i];
    u64 rd, h;
    return id && slot_at(se, id)->target == i && offer_of(se, id, i, &rd, &h) && rd == m->rd;
}

/* An owner with a lesser label is none of its descendants. If that loses its label in turn, so will this. */
static bool held(StateEngine *se, u32 i) {
    if (holds(se, se->metas.v[i].tree, i)) return true;
    for (SlotId s = se->metas.v[i].in; s && pays(se, 1); s = slot_at(se, s)->next)
        if (holds(se, s, i)) {
            meta_touch(se, i);
            se->metas.v[i].tree = s;
            return true;
        }
    return false;
}

/* --- gaining --- */

static void assign(StateEngine *se, const Offer *o) {
    u32 i = o->target;
    meta_touch(se, i);
    Meta *m = &se->metas.v[i];
    if (se->failed) return;
    m->rd = o->rd;
    m->h = o->h;
    m->tree = o->slot;
    se->relabelled++;
    se->assigned += se->dirty.v[m->dirty - 1].had_label == LABEL_HAD;
    if (!(m->flags & META_NEW) && !se->dirty.v[m->dirty - 1].had_label) {
        se->dirty.v[m->dirty - 1].had_label = LABEL_BACK;
        m->flags |= META_STALE | META_BACK;
    }
    if (m->flags & META_STALE) {
        meta_sync(se, i);
        m = &se->metas.v[i];
    }
    u32 from = m->slots, n = m->n_slots;
    for (u32 s = from; s < from + n && !se->failed; s++)
        if (se->oslots.v[s].target) offer(se, s);
}

static void take_offers(StateEngine *se) {
    while (se->queue.n && !se->failed) {
        Offer o = queue_pop(se);
        u64 rd, h;
        Slot *s = slot_at(se, o.slot);
        if (s->target != o.target || !offer_of(se, o.slot, o.target, &rd, &h) || rd != o.rd || h != o.h) continue;
        Meta *m = &se->metas.v[o.target];
        if (!label_less(rd, h, m)) continue;
        /* what a sealed one has named it names so from nearer to the root, too */
        if (m->rd != RD_NONE && !sealed_rank(se, o.target)) {
            u32 from = se->lost.n;
            lose(se, o.target);
            cascade(se, from);
            for (u32 k = from + 1; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
        }
        assign(se, &o);
    }
}

/* First all that hold by nothing lose their labels, then those are offered new ones: none that rests on its own. */
static void settle_loose(StateEngine *se) {
    u32 from = se->lost.n;
    while (se->loose.n && !se->failed) {
        u32 i = se->loose.v[--se->loose.n];
        if (se->metas.v[i].rd == RD_NONE || held(se, i)) continue;
        u32 n = se->lost.n;
        lose(se, i);
        cascade(se, n);
    }
    for (u32 k = from; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
}

void labels_run(StateEngine *se) {
    take_offers(se);
    while (JPF_UNLIKELY(se->loose.n) && !se->failed) {
        settle_loose(se);
        take_offers(se);
    }
}

void labels_renew(StateEngine *se, u32 i) {
    if (se->metas.v[i].rd == RD_NONE) return;
    u32 from = se->lost.n;
    lose(se, i);
    cascade(se, from);
}

/* --- the key --- */

static void correct(StateEngine *se, SlotId id, u64 h0, u64 h1) {
    if (!pays(se, 1)) return;
    u32 i = id & SLOT_INDEX;
    switch (id >> 30) {
    case SLOT_OBJ: {
        u32 owner = se->oslots.v[id].owner;
        if (owner & SLOT_SKIP) return;
        meta_touch(se, owner);
        Meta *m = &se->metas.v[owner];
        u32 ord = id - m->slots;
        m->body = h128_add(h128_sub(m->body, ref_term(ord, h0)), ref_term(ord, h1));
        chunk_touch(se, owner, ord);
        return;
    }
    case SLOT_ROOT: {
        const RootSlot *s = &se->rslots.v[i];
        H128 d = h128_sub(root_term(s->name, h1), root_term(s->name, h0));
        rec_touch(se, s->s.owner);
        Rec *r = &se->recs.v[s->s.owner];
        r->sum = h128_add(r->sum, d);
        se->top.key = h128_add(se->top.key, d);
        return;
    }
    default: {
        const StaticSlot *s = &se->sslots.v[i];
        if (s->kind == SK_SKIPREF || s->kind == SK_KEEP) return;
        static_mark(se, i);
        H128 d = h128_sub(root_term(s->name, h1), root_term(s->name, h0));
        se->top.key = h128_add(se->top.key, d);
        se->top.fixed = h128_add(se->top.fixed, d);
        return;
    }
    }
}

/* Garbage refers to nothing any more, so that lists of references stay as short as the live heap. */
static void unlink_dead(StateEngine *se, u32 i) {
    u32 from = se->metas.v[i].slots, n = se->metas.v[i].n_slots;
    for (u32 s = from; s < from + n; s++)
        if (se->oslots.v[s].target) slot_set(se, s, 0);
}

/* An object has another label, 0: none that is in the key. */
static void names_moved(StateEngine *se, const Meta *m, u64 was, u64 is) {
    const Places *pl = se->ks->places;
    if (JPF_LIKELY(!pl || !pl->until) || was == is || !m->obj) return;
    StateTop *t = &se->top;
    if (was) t->apart = h128_sub(t->apart, places_apart(se->ks, m->obj, was));
    if (is) t->apart = h128_add(t->apart, places_apart(se->ks, m->obj, is));
}

void pass_finish(StateEngine *se) {
    for (u32 k = 0; k < se->dirty.n && !se->failed; k++) {
        Dirty d = se->dirty.v[k];
        const Meta *m = &se->metas.v[d.meta];
        if (m->rd != RD_NONE || !d.had_label) continue;
        unlink_dead(se, d.meta);
        if (JPF_UNLIKELY(sealed_later(se, d.meta))) later_drop(se, d.meta);
    }
    se->cuts.n = 0;
    for (u32 k = 0; k < se->dirty.n && !se->failed; k++) { /* grows: referrers are touched */
        Dirty d = se->dirty.v[k];
        u64 h = eff(&se->metas.v[d.meta]);
        if (h == d.h0) continue;
        for (SlotId s = se->metas.v[d.meta].in; s && !se->failed; s = slot_at(se, s)->next) correct(se, s, d.h0, h);
    }
    if (JPF_UNLIKELY(se->store != NULL) && !se->failed) records_changed(se);
    for (u32 k = 0; k < se->dirty.n; k++) {
        Dirty d = se->dirty.v[k];
        Meta *m = &se->metas.v[d.meta];
        if (m->rd < RD_WORST) {
            H128 term = meta_term(m->h, m->body);
            se->top.key = h128_add(se->top.key, term);
            if (is_static(m)) se->top.fixed = h128_add(se->top.fixed, term);
        }
        se->top.live += (m->rd != RD_NONE) - (d.had_label == LABEL_HAD);
        own_renamed(se, d.meta, d.rd0, d.h0);
        names_moved(se, m, d.h0, eff(m));
        m->dirty = 0;
        m->flags &= META_REST;
    }
    se->dirty.n = 0;
}
