/* take.c -- a step that is known is made without executing it. Layer 10.
 *
 * What a plain step writes follows from what a note says of it (known.h): words of the heap, of its last frame those
 * that are alive after it, where the thread stands, which frames are gone, and which monitors it holds. The rest of a
 * transition is left as it is: no object is made, none loses or gains a label, no other thread is touched. So the
 * engine's records change as state_end_transition would change them, and nothing is computed but what hangs on values
 * that were written over.
 *
 * What must hold: everything is saved as an executed step saves it, on the heap's trail and in the undo log, in records
 * of the same kinds, for whoever reads those (state/capture.c). Words that are dead after the step keep what they hold:
 * nobody reads them. */
#include "state/known_int.h"

/* Words of the heap, objects one after the other. */
static void write_words(StateEngine *se, const Written *w, u32 n) {
    Heap *h = se->heap;
    u32 *base = (u32 *)h->base, saved = 0;
    for (u32 i = 0; i < n && !se->failed; i++) {
        u32 old = base[w[i].widx];
        if (old == w[i].now) continue;
        heap_log_slow(h, w[i].obj ? ei(h, w[i].obj) : NULL, base + w[i].widx);
        base[w[i].widx] = w[i].now;
        if (w[i].slot) continue;
        u32 m = record_of(se, w[i].obj);
        if (m != saved && !meta_save(se, m)) return;
        saved = m;
        Meta *o = &se->metas.v[m];
        u32 word = word_in(&w[i]);
        o->body = h128_add(h128_sub(o->body, word_term(se, word, old)), word_term(se, word, w[i].now));
    }
}

/* The record's sums are these now. */
static void set_sums(StateEngine *se, u32 rec, H128 sum, H128 own) {
    const Rec *r = &se->recs.v[rec];
    if (h128_eq(r->sum, sum) && h128_eq(r->own, own)) return;
    rec_touch(se, rec);
    se->recs.v[rec].sum = sum;
    se->recs.v[rec].own = own;
}

Status known_take(StateEngine *se, ThreadInfo *ti, const KnownStep *step) {
    Heap *h = se->heap;
    StateTop *t = &se->top;
    const Note *o = known_note(se->known, step->note);
    const StepEnd *end = note_end(o);
    const Word *live = note_live(o);
    se->state_no++;
    if (se->cx->err.kind != ERR_NONE || trail_push_lasting(h, t, sizeof *t)) return ST_ERROR;
    se->pass++;
    se->failed = false;
    write_words(se, note_written(o), o->n_words);
    for (u32 i = 0; i < o->n_pops; i++) ti_pop(ti);
    StackFrame *f = ti->top;
    if (o->n_pops) f->flags = end->flags;
    f->pc = end->pc;
    f->step = end->step;
    f->sp = f->slots + end->sp;
    for (u32 i = 0; i < o->n_live; i++) f->slots[live[i].at] = live[i].value;
    ti->pend = end->pend;
    ti->held += (u32)end->held;
    ti->insns += o->insns;
    ti->first_step = 0;
    if (o->n_pops | o->n_lost | o->n_gained) frames_relink(se, ti, o->n_pops != 0);
    set_sums(se, se->thread_recs.v[ti->id], end->thread, end->thread_own);
    set_sums(se, f->meta, end->frame, end->frame_own);
    if (se->failed) return cx_fail(se->cx, ERR_NOMEM, "out of memory (state)");
    t->key = step->key;
    t->fixed_lost = 1; /* no search that takes steps so asks for forms */
    se->fixed.on = false;
    t->pos = se->undo.n;
    t->n_rslots = se->rslots.n;
    se->transitions++;
    return heap_end_transition(h);
}

void known_witness(const StateEngine *se, const ThreadInfo *ti, KnownWitness *out) {
    const StackFrame *f = ti->top;
    const FrameMap *m = f->mi->step ? NULL : fr_map(se->ks->cs, f, true);
    const Rec *t = &se->recs.v[se->thread_recs.v[ti->id]], *r = &se->recs.v[f->meta];
    memset(out, 0, sizeof *out);
    memcpy(out->saved, ti, TI_SAVED_BYTES);
    out->pc = (u64)(uintptr_t)f->pc;
    out->sp = (u64)(f->sp - f->slots);
    out->frame = mix64(f->flags, (u64)f->meta << 32 | f->lock);
    for (u32 i = 0; !m && i < f->mi->max_locals; i++) out->frame = mix64(out->frame + f->step, f->slots[i]);
    for (u32 i = 0; m && i < m->n_live_ref; i++) out->frame = mix64(out->frame, f->slots[m->ref[i]]);
    for (u32 i = 0; m && i < m->n_live_prim; i++) out->frame = mix64(out->frame, f->slots[m->prim[i]]);
    out->thread = t->sum;
    out->thread_own = t->own;
    out->top = r->sum;
    out->top_own = r->own;
}
