/* key.c -- the state engine: from the words a transition wrote to its key, and back. Layer 10. */
#include "state/known.h"
#include "state/state_int.h"

Status state_init(StateEngine *se, KernelState *ks) {
    memset(se, 0, sizeof *se);
    se->ks = ks;
    se->heap = ks->heap;
    se->cx = ks->cx;
    map_init(&se->static_of, se->cx);
    se->sets = &ks->sets;
    se->sets->narrow = false;
    map_init(&se->cover, se->cx);
    map_init(&se->count_methods, se->cx);
    map_init(&se->seal_names, se->cx);
    /* index 0 of every table means "none" */
    if (vec_push(se->cx, &se->metas, ((Meta){.rd = RD_NONE})) || vec_push(se->cx, &se->oslots, ((Slot){0})) ||
        vec_push(se->cx, &se->rslots, ((RootSlot){0})) || vec_push(se->cx, &se->recs, ((Rec){0})) ||
        vec_push(se->cx, &se->imm, ((struct ImmRec){0})) || statics_init(se)) {
        state_free(se);
        return ST_ERROR;
    }
    se->top.n_metas = se->top.n_oslots = se->top.n_rslots = se->top.n_recs = 1;
    return ST_OK;
}

void state_free(StateEngine *se) {
    Ctx *cx = se->cx;
    if (!cx) return;
    /* another engine may look at this heap later */
    for (u32 i = 1; i < se->imm.n; i++) ei(se->heap, se->imm.v[i].obj)->meta = 0;
    for (u32 i = 1; i < se->metas.n; i++)
        if (heap_is_object(se->heap, se->metas.v[i].obj)) ei(se->heap, se->metas.v[i].obj)->meta = 0;
    known_free(se);
    vec_free(cx, &se->metas);
    vec_free(cx, &se->oslots);
    vec_free(cx, &se->rslots);
    vec_free(cx, &se->sslots);
    vec_free(cx, &se->recs);
    vec_free(cx, &se->walk);
    vec_free(cx, &se->thread_recs);
    vec_free(cx, &se->imm);
    vec_free(cx, &se->intern_slot);
    vec_free(cx, &se->loader_slot);
    vec_free(cx, &se->at_start);
    vec_free(cx, &se->dirty);
    vec_free(cx, &se->cuts);
    vec_free(cx, &se->lost);
    vec_free(cx, &se->loose);
    vec_free(cx, &se->sealed);
    vec_free(cx, &se->cands);
    vec_free(cx, &se->late);
    vec_free(cx, &se->queue);
    vec_free(cx, &se->refs);
    vec_free(cx, &se->prims);
    vec_free(cx, &se->sorted);
    vec_free(cx, &se->number);
    vec_free(cx, &se->order);
    vec_free(cx, &se->by_key);
    vec_free(cx, &se->sym_rank);
    vec_free(cx, &se->sym_words);
    vec_free(cx, &se->sym_room);
    vec_free(cx, &se->sorted_ids);
    own_free(se);
    fixed_free(se);
    vec_free(cx, &se->own_refs);
    vec_free(cx, &se->await.frame);
    vec_free(cx, &se->await.refs);
    vec_free(cx, &se->await.awaited);
    vec_free(cx, &se->await.told);
    vec_free(cx, &se->await.calls);
    vec_free(cx, &se->await.passed);
    vec_free(cx, &se->await.wrote);
    vec_free(cx, &se->await.present);
    vec_free(cx, &se->await.held);
    vec_free(cx, &se->await.ways);
    vec_free(cx, &se->await.open);
    omit_free(se);
    cold_drop(cx, &se->undo.cold);
    cx_free(cx, se->undo.v, se->undo.cap * 8);
    cx_free(cx, se->fp_written, FP_BITS / 8);
    cx_free(cx, se->fp_relied, FP_BITS / 8);
    map_free(&se->static_of);
    map_free(&se->cover);
    map_free(&se->count_methods);
    map_free(&se->seal_names);
    vec_free(cx, &se->moves);
    vec_free(cx, &se->exposed);
    vec_free(cx, &se->resealed);
    vec_free(cx, &se->counts);
    vec_free(cx, &se->rests);
    vec_free(cx, &se->count_spans);
    vec_free(cx, &se->tasks);
    vec_free(cx, &se->overdue);
    vec_free(cx, &se->readings);
    vec_free(cx, &se->anew);
    vec_free(cx, &se->rec_marks);
    vec_free(cx, &se->static_marks);
    vec_free(cx, &se->chunks);
    vec_free(cx, &se->changes);
    vec_free(cx, &se->raw);
    vec_free(cx, &se->was);
    vec_free(cx, &se->form_ends);
    memset(se, 0, sizeof *se);
}

/* References written to old objects, now that it is known which of these may be garbage. The slots
 * of one that is are read again if it gets a label after all. */
static void link_late(StateEngine *se) {
    for (u32 k = 0; k < se->late.n && !se->failed; k++) {
        LateLink l = se->late.v[k];
        u32 owner = se->oslots.v[l.slot].owner;
        bool skip = owner & SLOT_SKIP;
        owner &= ~SLOT_SKIP;
        if (se->metas.v[owner].rd == RD_NONE) {
            se->metas.v[owner].flags |= META_STALE;
            continue;
        }
        u32 t = meta_of(se, l.val);
        if (!t) return;
        slot_set(se, l.slot, t);
        if (!skip) {
            meta_touch(se, owner);
            Meta *m = &se->metas.v[owner];
            m->body = h128_add(m->body, ref_term(l.slot - m->slots, before(se, &se->metas.v[t])));
        }
        offer(se, l.slot);
    }
    se->late.n = 0;
}

static void scratch_reset(StateEngine *se) {
    for (u32 i = 0; i < se->dirty.n; i++) {
        Meta *m = &se->metas.v[se->dirty.v[i].meta];
        m->dirty = 0;
        m->flags &= META_REST;
    }
    records_clear(se);
    se->counts.n = se->rests.n = 0;
    se->dirty.n = se->cuts.n = se->cands.n = se->late.n = se->queue.n = se->lost.n = 0;
}

/* Words that differ from their first values, where no log says which. */
static void all_statics(StateEngine *se) {
    for (u32 i = 1; i < se->sslots.n && !se->failed; i++) {
        const StaticSlot *st = &se->sslots.v[i];
        if (!st->at_start && st->kind != SK_INTERN && st->kind != SK_KEEP) static_set(se, i, st->pristine);
    }
}

void state_keyless(StateEngine *se, bool on) { se->keyless = se->heap->lazy = on; }

static H128 sign_of(const StateEngine *se, const ThreadInfo *ran) {
    const StackFrame *f = ran ? ran->top : NULL;
    if (!f) return mix128(0x5369676Eull, se->ks->n_threads);
    u64 at = f->mi->step ? f->step : f->mi->code ? (u64)(f->pc - f->mi->code) : 0;
    return mix128(f->mi->key + (at << 8 | ran->pend.action), (u64)se->ks->n_threads << 32 | f->depth);
}

Status state_end_transition(StateEngine *se, ThreadInfo *ran, H128 *key) {
    Heap *h = se->heap;
    StateTop *t = &se->top;
    se->state_no++;
    if (se->keyless) {
        se->transitions++;
        *key = sign_of(se, ran);
        return heap_end_transition(h);
    }
    if (se->cx->err.kind != ERR_NONE || trail_push_lasting(h, t, sizeof *t)) return ST_ERROR;
    se->pass++;
    se->failed = false;
    se->assigned = se->exposed.n = se->near.n = 0;
    if (JPF_UNLIKELY(se->store != NULL)) records_begin(se, ran);
    if (JPF_UNLIKELY(!t->begun)) statics_start(se);
    if (JPF_UNLIKELY(!t->begun && se->remaking)) all_statics(se);
    for (u32 i = 0; i < h->log.n && !se->failed; i++)
        if (pays(se, WORD_WORK)) word_changed(se, h->log.v[i].widx, h->log.v[i].old);
    for (u32 i = 0; i < se->anew.n && !se->failed; i++) {
        SlotId id = se->anew.v[i];
        u32 to = slot_at(se, id)->target;
        if (!to || se->metas.v[to].obj) continue; /* the word itself has changed */
        if (id >> 30 == SLOT_OBJ) ref_anew(se, id);
        else static_anew(se, id & SLOT_INDEX);
    }
    se->anew.n = 0;
    threads_changed(se, ran);
    statics_misc(se);
    if (!se->failed) {
        labels_cut(se);
        link_late(se);
        for (u32 i = 0; i < se->cands.n && !se->failed; i++) offer(se, se->cands.v[i]);
        se->cands.n = 0;
        if (JPF_UNLIKELY(se->resealed.n)) later_again(se);
        labels_run(se);
        if (se->rests.n && JPF_LIKELY(!se->remaking)) rests_settle(se);
        if (JPF_UNLIKELY(se->seal_next) && !se->failed) seal_set(se);
        else if (JPF_UNLIKELY(se->assigned >= se->seal_moved || t->moved) && !se->remaking) later_settle(se);
        for (u32 i = 0; h->tell && i < se->dirty.n; i++) {
            const Meta *m = &se->metas.v[se->dirty.v[i].meta];
            if (m->rd == RD_NONE && se->dirty.v[i].had_label == LABEL_HAD) heap_tell(h, HT_RELEASED, m->obj);
        }
        if (JPF_LIKELY(!se->remaking)) {
            if (se->counts.n) counts_settle(se);
            if (se->tasked) tasks_settle(se);
        }
        se->counts.n = 0;
        pass_finish(se);
        se->rests.n = 0; /* what garbage referred to is there, too */
    }
    H128 c = clock_term(se);
    if (!se->failed && (se->tasks.n || se->ks->clk.tasks)) c = h128_add(c, times_term(se));
    t->root_gen = se->store ? t->root_gen : 0;
    if (JPF_UNLIKELY(se->store != NULL) && !se->failed) records_end(se);
    if (se->failed) {
        scratch_reset(se);
        return cx_fail(se->cx, ERR_NOMEM, "out of memory (state)");
    }
    t->key = h128_add(h128_sub(t->key, t->clock), c);
    t->clock = c;
    t->pos = se->undo.n;
    t->n_metas = se->metas.n;
    t->n_oslots = se->oslots.n;
    t->n_rslots = se->rslots.n;
    t->n_recs = se->recs.n;
    t->n_threads = se->thread_recs.n;
    t->begun = 1;
    if (JPF_UNLIKELY(se->remaking)) own_forget_all(se);
    se->seal_next = false;
    se->transitions++;
    if (t->live > se->max_live) se->max_live = t->live;
    *key = t->key;
    if (se->asked) stateset_prefetch(se->asked, *key);
    return heap_end_transition(h);
}

Status state_begin(StateEngine *se, ThreadInfo *ti) {
    H128 key;
    return state_end_transition(se, ti, &key);
}

void state_undo(StateEngine *se) {
    se->state_no++;
    undo_run(se);
}

Status state_remade(StateEngine *se, H128 *key) {
    se->remaking = true; /* what is settled at the end of a step was settled when the state was reached */
    TrailMark before = trail_mark(se->heap);
    Status st = state_end_transition(se, NULL, key);
    trail_forget(se->heap, before);
    se->remaking = false;
    cold_drop(se->cx, &se->undo.cold);
    se->undo.n = se->top.pos = 0;
    return st;
}

Status state_rebuild(StateEngine *se, H128 *key) {
    KernelState *ks = se->ks;
    for (u32 i = 1; i < se->sealed.n && se->top.moved; i++)
        if (sealed_later(se, i) && se->metas.v[i].obj &&
            state_seal_later(se, state_later(se, se->metas.v[i].obj)) != ST_OK)
            return ST_ERROR;
    u32 n = seal_records_anew(se);
    StateTop top = {.n_metas = n, .n_oslots = se->oslots.n, .n_rslots = 1, .n_recs = 1};
    top.sealed = se->top.sealed;
    top.sealed_slots = se->top.sealed_slots;
    top.sealed_metas = se->top.sealed_metas;
    for (u32 i = 0; i < ks->n_threads; i++)
        for (StackFrame *f = ks->threads.v[i]->top; f; f = f->prev) f->meta = 0;
    for (u32 i = 0; i < se->sslots.n; i++) se->sslots.v[i].s = (Slot){0, 0, 0, se->sslots.v[i].s.owner};
    se->rslots.n = se->recs.n = 1;
    se->thread_recs.n = 0;
    cold_drop(se->cx, &se->undo.cold);
    se->undo.n = 0;
    se->top = top;
    ks->popped_metas.n = 0;
    return state_remade(se, key);
}

bool state_littered(const StateEngine *se) {
    enum { SOME = 1 << 16 };
    return se->metas.n > SOME + 4 * se->top.live || se->recs.n > SOME || se->rslots.n > 4 * SOME;
}

bool state_lives(const StateEngine *se, Ref r) {
    const ElementInfo *e = ei(se->heap, r);
    u32 i = e->meta;
    return is_immortal(e) || (i && i < se->metas.n && se->metas.v[i].obj == r && se->metas.v[i].rd != RD_NONE);
}

void state_replaced(StateEngine *se, Ref r, void (*root)(void *arg, u32 thread), void *arg) {
    u32 i = ei(se->heap, r)->meta;
    if (!i || i >= se->metas.n || se->metas.v[i].obj != r) return;
    for (SlotId s = se->metas.v[i].in; s; s = slot_at(se, s)->next) {
        if (s >> 30 == SLOT_ROOT) root(arg, se->recs.v[se->rslots.v[s & SLOT_INDEX].s.owner].thread);
        else if (vec_push(se->cx, &se->anew, s) != ST_OK) return; /* the pending error ends what follows */
    }
    se->metas.v[i].obj = 0;
}

/* Its record stays until its references are cut like those of any other garbage. */
void state_forget(StateEngine *se, Ref r) {
    u32 i = ei(se->heap, r)->meta;
    if (i && i < se->metas.n && se->metas.v[i].obj == r) se->metas.v[i].obj = 0;
}

bool state_label(StateEngine *se, Ref r, u64 *label) {
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) {
        *label = imm_label(se, r);
        return true;
    }
    u32 i = e->meta;
    if (!i || i >= se->metas.n || se->metas.v[i].obj != r) return false;
    *label = eff(&se->metas.v[i]);
    return *label != 0;
}
