/* known.c -- notes of steps, and where they apply. Layer 10. */
#include "interp/interp_int.h"
#include "state/known_int.h"

/* Notes lie in one array of words; when that is full, all are forgotten. A thread's state has a place by its hash, and
 * there the first of the notes that begin in it. */
enum { PLACES_BITS = 13, PLACES = 1 << PLACES_BITS, NOTE_WORDS = 1 << 18, FEW_WORDS = 1 << 14, CHAIN = 64 };
enum { NOTES_SHARE = 64 }; /* of the limit of memory, that they may take */
enum { SEEN = 1, NEVER = 2, NOTES = 3 }; /* below NOTES: there is none */

enum { MAX_HELD = 24, MAX_READS = 24, MAX_WORDS = 8, MAX_REFS = 12, MAX_INSNS = 2000, MAX_LIVE = 48, MAX_POPS = 8 };

/* The step that is being noted. */
typedef struct Noting {
    bool on, bad;
    bool end;
    u32 place;
    StateEngine *se;
    ThreadInfo *ti;
    StackFrame *top; /* where it is now */
    u32 frame_rec, n_pops;
    struct Below { /* the frames that it has returned to */
        H128 sum;
        u32 rec;
    } below[MAX_POPS];
    const Insn *last;
    u32 stop_reads, insns;
    u64 before, relabelled, skipped[KNOWN_SKIPS];
    u32 live;
    H128 thread, frame, key, shape;
    const Insn *pc;
    Word held[MAX_HELD], reads[MAX_READS];
    Written words[MAX_WORDS];
    u32 n_held, n_reads, n_words;
    u8 saved[TI_SAVED_BYTES]; /* of the thread */
    u32 flags;                /* of the frame */
    Status (*hook)(KernelState *ks, ThreadInfo *ti, const Insn *pc); /* what was told of instructions before */
} Noting;

typedef struct Place {
    u32 tag, first;
} Place;

struct Known {
    Place places[PLACES];
    VEC(u64) words;
    u64 round; /* how often all were forgotten */
    Noting now;
};

void known_forget(StateEngine *se) {
    if (!se->known) return;
    memset(se->known->places, 0, sizeof se->known->places);
    se->known->words.n = NOTES;
    se->known->round++;
}

void known_free(StateEngine *se) {
    if (!se->known) return;
    vec_free(se->cx, &se->known->words);
    cx_free(se->cx, se->known, sizeof *se->known);
    se->known = NULL;
}

static bool known_make(StateEngine *se) {
    if (se->known) return true;
    Known *k = cx_alloc(se->cx, sizeof *k);
    if (!k) return false;
    memset(k, 0, sizeof *k);
    se->known = k;
    for (u32 i = 0; i < NOTES; i++)
        if (vec_push(se->cx, &k->words, 0) != ST_OK) return false;
    return true;
}

/* Does the key hang on more than what a note says: clocks, tasks, names that are given later? */
static bool plain_state(const StateEngine *se) {
    const StateTop *t = &se->top;
    return t->begun && t->sealed && !t->moved && !t->clock_read && !se->tasked && !se->tasks.n && !se->ks->clk.tasks &&
           !se->store && !se->keyless && !se->seal_next;
}

/* --- finding --- */

static inline const Note *note_at(const Known *k, u32 i) { return (const Note *)(const void *)&k->words.v[i]; }

const Note *known_note(const Known *k, u32 at) { return note_at(k, at); }

static H128 static_term(const StaticSlot *st, u32 v) { return v == st->pristine ? h128_zero() : mix128(st->name, v); }

/* What the words that the step writes do to the key. False: not known here. */
static bool written(const StateEngine *se, const Written *w, u32 n, H128 *key) {
    const u32 *base = (const u32 *)se->heap->base;
    for (u32 i = 0; i < n; i++) {
        u32 old = base[w[i].widx];
        if (w[i].slot) {
            const StaticSlot *st = &se->sslots.v[w[i].slot];
            if (old != w[i].now) *key = h128_add(*key, h128_sub(static_term(st, w[i].now), static_term(st, old)));
            continue;
        }
        u32 m = record_of(se, w[i].obj);
        if (!m || se->metas.v[m].rd >= RD_WORST) return false;
        const Meta *o = &se->metas.v[m];
        H128 body = o->body;
        for (;; i++) {
            u32 word = word_in(&w[i]);
            old = base[w[i].widx];
            if (old != w[i].now)
                body = h128_add(h128_sub(body, word_term(se, word, old)), word_term(se, word, w[i].now));
            if (i + 1 == n || w[i + 1].obj != w[i].obj || w[i + 1].slot) break;
        }
        if (!h128_eq(body, o->body)) *key = h128_add(*key, h128_sub(meta_term(o->h, body), meta_term(o->h, o->body)));
    }
    return true;
}

/* Do labels stay when references of the frames change so? */
static bool references_stay(const StateEngine *se, const Note *o, const ThreadInfo *ti) {
    const Ref *lost = note_lost(o);
    const Gained *g = note_gained(o);
    u32 low = 2 + ti->top->depth - o->n_pops, n = o->n_gained; /* Rec.cls of the lowest one */
    for (u32 i = 0; i < o->n_lost; i++) {
        u32 m = record_of(se, lost[i]);
        if (!m || (se->metas.v[m].flags & META_REST)) return false;
        SlotId tree = se->metas.v[m].tree;
        if (tree >> 30 != SLOT_ROOT) continue;
        const Rec *r = &se->recs.v[se->rslots.v[tree & SLOT_INDEX].s.owner];
        if (r->thread == ti->id && r->cls != REC_THREAD && r->cls >= low) return false;
    }
    for (u32 i = 0; i < n; i++) {
        u32 m = record_of(se, g[i].obj);
        if (!m || sealed_rank(se, m)) return false;
        const Meta *o = &se->metas.v[m];
        if (o->rd >= RD_WORST || o->h != g[i].h || label_less(g[i].rd, g[i].name, o)) return false;
    }
    return true;
}

/* The thread comes to stand before a monitor that is not its own, or before its end, which takes one: can anybody go on
 * then? */
static bool stops_there(const StateEngine *se, const Note *o, const Written *w, const ThreadInfo *ti) {
    const KernelState *ks = se->ks;
    u32 lock = ei(se->heap, o->obj)->lock;
    bool takes = false;
    for (u32 i = 0; i < o->n_words; i++) {
        if (!w[i].obj || word_in(&w[i]) != LOCK_WORD) continue;
        takes |= w[i].now != 0;
        if (w[i].obj == o->obj) lock = w[i].now;
    }
    if (!lock) return true;
    for (u32 i = 0; i < ks->n_threads && lock >> 16 != ti->id + 1; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        bool stands = t->status != TS_RUNNABLE || t->pend.action == AC_LOCK || t->pend.action == AC_REACQUIRE;
        if (t != ti && t->status != TS_NEW && t->status != TS_TERMINATED && ti_enabled(t) && !(takes && stands))
            return true;
    }
    return false;
}

/* What decides the labels at the end of a thread; the same for all notes. */
typedef struct EndNow {
    bool asked, known;
    H128 shape;
} EndNow;

static bool ends_so(const StateEngine *se, const Note *o, const ThreadInfo *ti, u32 frame_rec, EndNow *end) {
    if (!end->asked) {
        end->asked = true;
        end->known = known_others_go_on(se, ti) && known_end_shape(se, ti, frame_rec, &end->shape);
    }
    return end->known && h128_eq(end->shape, o->shape);
}

/* The frames that the step returns to, and the references in all frames that it looks at, are what they were. */
static bool frames_fit(const StateEngine *se, const Note *o, const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    const H128 *below = note_below(o);
    for (u32 i = 0; i < o->n_pops; i++) {
        f = f->prev;
        if (!f || f->meta >= se->recs.n || !h128_eq(se->recs.v[f->meta].sum, below[i])) return false;
    }
    f = ti->top;
    const Word *p = note_held(o);
    for (u32 i = 0, k = 0; i < o->n_held; i++, p++) {
        for (; k < p->at >> WORD_FRAME; k++) f = f->prev;
        if (f->slots[p->at & ((1u << WORD_FRAME) - 1)] != p->value) return false;
    }
    return true;
}

static bool applies(const StateEngine *se, const Note *o, const ThreadInfo *ti, u32 frame_rec, EndNow *end, H128 *key) {
    const u32 *base = (const u32 *)se->heap->base;
    const Word *p = note_held(o) + o->n_held;
    if (!frames_fit(se, o, ti) || (o->action == AC_EXIT && ti->obj != o->obj)) return false;
    for (u32 i = 0; i < o->n_reads; i++, p++) /* of objects that live: by frames and thread, and by the words before */
        if (base[p->at] != p->value) return false;
    *key = h128_add(se->top.key, o->adds);
    if (o->ends) return ends_so(se, o, ti, frame_rec, end);
    const Written *w = note_written(o);
    if ((o->n_lost || o->n_gained) && !references_stay(se, o, ti)) return false;
    if ((o->action == AC_LOCK || o->action == AC_EXIT) && !stops_there(se, o, w, ti)) return false;
    return written(se, w, o->n_words, key);
}

static bool steps_plainly(const ThreadInfo *ti) {
    const u64 accesses = 1ull << AC_GET | 1ull << AC_PUT | 1ull << AC_GETSTATIC | 1ull << AC_PUTSTATIC |
                         1ull << AC_ALOAD | 1ull << AC_ASTORE | 1ull << AC_LOCK;
    const StackFrame *f = ti->top;
    if (!f || !f->meta || ti->status != TS_RUNNABLE || ti->clock_depth || ti->exception) return false;
    if (ti->pend.action == AC_EXIT) return !f->depth && f->mi->step;
    if (!(accesses >> (ti->pend.action & 63) & 1) || ti->pend.exposes) return false;
    return !f->mi->step && f->mi->code && !(f->mi->ci->attrs & (CA_SYSTEM | CA_BREAK_FIELDS)) &&
           !(ti->atomic | ti->lib_depth | ti->quiet_depth);
}

static bool holds(const StateEngine *se, const Note *o, const ThreadInfo *ti, EndNow *end, H128 *key) {
    const Rec *t = &se->recs.v[se->thread_recs.v[ti->id]], *f = &se->recs.v[ti->top->meta];
    if (o->pc != ti->top->pc || o->tid != ti->id || !h128_eq(o->thread, t->sum) || !h128_eq(o->frame, f->sum))
        return false;
    return applies(se, o, ti, ti->top->meta, end, key);
}

bool known_holds(const StateEngine *se, const ThreadInfo *ti, const KnownStep *step) {
    EndNow end = {0};
    H128 key;
    return holds(se, note_at(se->known, step->note), ti, &end, &key) && h128_eq(key, step->key);
}

const u8 *known_skipped(const StateEngine *se, const KnownStep *step) {
    return note_at(se->known, step->note)->skipped;
}

u64 known_round(const StateEngine *se) { return se->known ? se->known->round : 0; }

enum KnownAnswer known_find(StateEngine *se, const ThreadInfo *ti, bool early, KnownStep *out) {
    if (!steps_plainly(ti) || !plain_state(se) || ti->id >= se->thread_recs.n) return KNOWN_NOT;
    if (JPF_UNLIKELY(!se->known)) return KNOWN_NOTE; /* which makes it */
    Known *k = se->known;
    const Rec *t = &se->recs.v[se->thread_recs.v[ti->id]], *f = &se->recs.v[ti->top->meta];
    u64 x = mix64(t->sum.lo, f->sum.lo);
    Place *p = &k->places[x >> (64 - PLACES_BITS)];
    k->now.place = (u32)(p - k->places);
    if (p->tag != (u32)x) {
        if (!early) *p = (Place){(u32)x, SEEN};
        return KNOWN_NOT;
    }
    if (p->first < NOTES) return p->first == SEEN ? KNOWN_NOTE : KNOWN_NOT;
    u32 n = 0;
    EndNow end = {0};
    for (u32 i = p->first; i; i = note_at(k, i)->next, n++) {
        const Note *o = note_at(k, i);
        if (!holds(se, o, ti, &end, &out->key)) continue;
        *out = (KnownStep){out->key, o->insns, o->action, o->skips, o->taken, i};
        return KNOWN_YES;
    }
    return n < CHAIN ? KNOWN_NOTE : KNOWN_NOT;
}

/* --- noting --- */

static bool note_word(Noting *o, const KernelState *ks, const void *at) {
    u32 widx = (u32)((u64)((const u8 *)at - ks->heap->base) / 4);
    if (ks->heap->dirty[widx >> 5] >> (widx & 31) & 1) return true; /* its own: what it was before counts no more */
    for (u32 i = 0; i < o->n_reads; i++)
        if (o->reads[i].at == widx) return true;
    if (o->n_reads == MAX_READS) return false;
    o->reads[o->n_reads++] = (Word){widx, ((const u32 *)ks->heap->base)[widx]};
    return true;
}

static bool note_words(Noting *o, const KernelState *ks, const u8 *at, u32 bytes) {
    return note_word(o, ks, at) && (bytes <= 4 || note_word(o, ks, at + 4));
}

/* Of whole words that are written nothing is read. */
static bool note_use(Noting *o, const KernelState *ks, const u8 *at, u32 bytes, bool write) {
    return (write && bytes >= 4) || note_words(o, ks, at, bytes);
}

/* So much decides that the thread stops before the instruction; the rest is read when it goes on. */
static bool note_stop(Noting *o) {
    o->stop_reads = o->n_reads;
    return true;
}

static bool note_field(Noting *o, const ThreadInfo *ti, const Insn *pc, u32 n, u32 bytes, bool write) {
    const KernelState *ks = ti->ks;
    Ref r = ti->top->sp[-(i32)n];
    if (!r) return false;
    ElementInfo *e = ei(ks->heap, r);
    if (e->ci != pc->a) return false;
    return note_word(o, ks, &e->ci) && note_stop(o) && note_use(o, ks, (const u8 *)e + pc->u, bytes, write);
}

static bool note_static(Noting *o, const ThreadInfo *ti, const Insn *pc, u32 bytes, bool write) {
    const KernelState *ks = ti->ks;
    const Site *s = site_at(ks->interp, pc->u);
    if (s->ci->mirror_p[0] != CI_INITED) return false;
    return note_word(o, ks, &s->ci->mirror_p[0]) && note_stop(o) && note_use(o, ks, s->addr, bytes, write);
}

static bool note_element(Noting *o, const ThreadInfo *ti, const Insn *pc, u32 n, u32 bytes, bool write) {
    const KernelState *ks = ti->ks;
    Ref r = ti->top->sp[-(i32)n];
    u32 i = ti->top->sp[-(i32)n + 1];
    if (!r) return false;
    ElementInfo *e = ei(ks->heap, r);
    if (e->ci != pc->a || i >= e->len) return false;
    return note_word(o, ks, &e->ci) && note_word(o, ks, &e->len) && note_stop(o) &&
           note_use(o, ks, ei_data(e) + (u64)bytes * i, bytes, write);
}

static bool note_length(Noting *o, const ThreadInfo *ti) {
    Ref r = ti->top->sp[-1];
    if (!r) return false;
    const ElementInfo *e = ei(ti->ks->heap, r);
    return note_word(o, ti->ks, &e->ci) && note_word(o, ti->ks, &e->len);
}

/* What else a monitor of a thread's or a stream's does is not noted. */
static bool note_lock(Noting *o, const ThreadInfo *ti) {
    const KernelState *ks = ti->ks;
    Ref r = ti->top->sp[-1];
    if (!r) return false;
    const ElementInfo *e = ei(ks->heap, r);
    ClassInfo *ci = ei_class(ks->heap, e);
    if (is_immortal(e) || (ci->attrs & CA_QUIET) || (ci->known & KC_STREAM) || ci_is_subclass(ci, ks->cs->thread))
        return false;
    return note_word(o, ks, &e->ci) && note_stop(o) && note_word(o, ks, &e->lock);
}

/* Of the words that are alive in the k-th frame from the top, those that refer to something go behind v. */
static bool references(StateEngine *se, const StackFrame *f, bool top, u32 k, Word *v, u32 *n) {
    const MethodInfo *mi = f->mi;
    if (mi->step) {
        for (u32 i = 0; i < mi->max_locals && i < 32; i++) {
            if (!(mi->step_refs >> i & 1)) continue;
            if (*n == MAX_HELD) return false;
            v[(*n)++] = (Word){k << WORD_FRAME | i, f->slots[i]};
        }
        return !f->lock;
    }
    const FrameMap *m = fr_map(se->ks->cs, f, top);
    if (!m) return false;
    for (u32 i = 0; i < m->n_live_ref; i++) {
        if (*n == MAX_HELD) return false;
        v[(*n)++] = (Word){k << WORD_FRAME | m->ref[i], f->slots[m->ref[i]]};
    }
    return !f->lock;
}

/* The frame returns to one of bytecode, or its thread goes on to its end. */
static bool note_return(Noting *o, const ThreadInfo *ti) {
    StateEngine *se = o->se;
    const StackFrame *f = ti->top;
    StackFrame *p = f->prev;
    const void *at[3];
    if (!p || (f->lock | f->flags) || o->n_pops == MAX_POPS || !p->meta || p->meta >= se->recs.n) return false;
    if (p->mi->step ? p->prev || p->sp != fr_stack(p) : p->flags != FR_CALLER_INVOKE || !p->mi->code) return false;
    for (u32 i = 0, n = p->mi->step ? life_reads(o->ti, at) : 0; i < n; i++)
        if (!at[i] || !note_word(o, ti->ks, at[i])) return false;
    o->below[o->n_pops].sum = se->recs.v[p->meta].sum;
    o->below[o->n_pops++].rec = p->meta;
    o->top = p;
    return references(se, p, false, o->n_pops, o->held, &o->n_held);
}

/* The plain form of each instruction: what is fused is executed one by one while somebody follows. */
static u16 plain_op(u16 op) {
    switch (op) {
#define FOP(NAME, FIRST, count)                                                                                        \
    case OP_##NAME: return OP_##FIRST;
#include "classes/fused.def"
#undef FOP
    }
    return op;
}

/* Is the instruction one of a plain step? What it reads of the heap is noted. */
static bool note(Noting *o, const ThreadInfo *ti, const Insn *pc) {
    u16 op = plain_op(pc->op);
    if ((op >= OP_ILOAD && op <= OP_ALOAD) || (op >= OP_ISTORE && op <= OP_ASTORE)) return true;
    if (op >= OP_POP && op <= OP_GOTO) return true; /* stack, arithmetic, comparisons, branches */
    if (op >= OP_IRETURN && op <= OP_RETURN) return note_return(o, ti);
    switch (op) {
    case OP_NOP:
    case OP_ACONST_NULL:
    case OP_ICONST:
    case OP_FCONST:
    case OP_LCONST:
    case OP_DCONST:
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH:
    case OP_IFNULL:
    case OP_IFNONNULL: return true;
    case OP_ARRAYLENGTH: return note_length(o, ti);
    case OP_IALOAD:
    case OP_FALOAD:
    case OP_AALOAD: return note_element(o, ti, pc, 2, 4, false);
    case OP_LALOAD:
    case OP_DALOAD: return note_element(o, ti, pc, 2, 8, false);
    case OP_BALOAD: return note_element(o, ti, pc, 2, 1, false);
    case OP_CALOAD:
    case OP_SALOAD: return note_element(o, ti, pc, 2, 2, false);
    case OP_IASTORE:
    case OP_FASTORE: return note_element(o, ti, pc, 3, 4, true);
    case OP_LASTORE:
    case OP_DASTORE: return note_element(o, ti, pc, 4, 8, true);
    case OP_BASTORE: return note_element(o, ti, pc, 3, 1, true);
    case OP_CASTORE:
    case OP_SASTORE: return note_element(o, ti, pc, 3, 2, true);
    case OP_GETF_B:
    case OP_GETFW_B: return note_field(o, ti, pc, 1, 1, false);
    case OP_GETF_C:
    case OP_GETFW_C:
    case OP_GETF_S:
    case OP_GETFW_S: return note_field(o, ti, pc, 1, 2, false);
    case OP_GETF_I:
    case OP_GETFW_I: return note_field(o, ti, pc, 1, 4, false);
    case OP_GETF_J:
    case OP_GETFW_J: return note_field(o, ti, pc, 1, 8, false);
    case OP_PUTF_Z:
    case OP_PUTFW_Z:
    case OP_PUTF_B:
    case OP_PUTFW_B: return note_field(o, ti, pc, 2, 1, true);
    case OP_PUTF_S:
    case OP_PUTFW_S: return note_field(o, ti, pc, 2, 2, true);
    case OP_PUTF_I:
    case OP_PUTFW_I: return note_field(o, ti, pc, 2, 4, true);
    case OP_PUTF_J:
    case OP_PUTFW_J: return note_field(o, ti, pc, 3, 8, true);
    case OP_MONITORENTER:
    case OP_MONITOREXIT: return note_lock(o, ti);
    case OP_GETS_B: return note_static(o, ti, pc, 1, false);
    case OP_GETS_C:
    case OP_GETS_S: return note_static(o, ti, pc, 2, false);
    case OP_GETS_I: return note_static(o, ti, pc, 4, false);
    case OP_GETS_J: return note_static(o, ti, pc, 8, false);
    case OP_PUTS_Z:
    case OP_PUTS_B: return note_static(o, ti, pc, 1, true);
    case OP_PUTS_S: return note_static(o, ti, pc, 2, true);
    case OP_PUTS_I: return note_static(o, ti, pc, 4, true);
    case OP_PUTS_J: return note_static(o, ti, pc, 8, true);
    }
    return false;
}

/* KernelState.up.trace_insn while a step is noted. */
static Status follow(KernelState *ks, ThreadInfo *ti, const Insn *pc) {
    Noting *o = ks->noting;
    if (o->bad) return ST_OK;
    o->last = pc;
    note_stop(o);
    o->bad = o->end || ti != o->ti || ti->top != o->top || ++o->insns > MAX_INSNS || !note(o, ti, pc);
    return ST_OK;
}

/* The record of the thread may hold what else it is about to touch; such steps are left alone. */
static bool only_itself(const StateEngine *se, u32 rec) {
    for (u32 i = se->recs.v[rec].first; i; i = se->rslots.v[i].sib)
        if (se->rslots.v[i].s.target && se->rslots.v[i].word > THREAD_GONE) return false;
    return true;
}

Status known_begin(StateEngine *se, ThreadInfo *ti) {
    if (!known_make(se)) return ST_ERROR;
    KernelState *ks = se->ks;
    Noting *o = &se->known->now;
    u32 place = o->place;
    memset(o, 0, sizeof *o);
    o->place = place;
    o->se = se;
    o->ti = ti;
    o->top = ti->top;
    o->frame_rec = ti->top->meta;
    o->pc = ti->top->pc;
    o->end = ti->pend.action == AC_EXIT;
    o->thread = se->recs.v[se->thread_recs.v[ti->id]].sum;
    o->frame = se->recs.v[o->frame_rec].sum;
    o->key = se->top.key;
    o->relabelled = se->relabelled;
    o->live = se->top.live;
    o->before = ti->insns;
    memcpy(o->saved, ti, sizeof o->saved);
    o->flags = ti->top->flags;
    mem_copy(o->skipped, ks->skipped, sizeof o->skipped);
    o->bad = !only_itself(se, se->thread_recs.v[ti->id]);
    if (o->end) o->bad |= !known_others_go_on(se, ti) || !known_end_shape(se, ti, o->frame_rec, &o->shape);
    else o->bad |= !references(se, ti->top, true, 0, o->held, &o->n_held);
    o->on = true;
    o->hook = ks->up.trace_insn;
    ks->up.trace_insn = follow;
    ks->noting = o;
    ks->tracing = true;
    return se->cx->err.kind == ERR_NONE ? ST_OK : ST_ERROR;
}

/* A word of a plain step, of one of the kinds that `written` knows. */
static bool word_of_note(StateEngine *se, u32 widx, Written *w) {
    Ref r = object_at(se, widx);
    if (!r) return false;
    const ElementInfo *e = ei(se->heap, r);
    u32 word = widx - r * 2;
    if (is_immortal(e)) return true; /* its slot is made when the step is closed */
    const ClassInfo *ci = ei_class(se->heap, e);
    u32 m = record_of(se, r);
    if (!m || (se->metas.v[m].flags & META_REST) || ci->task || ci->count_kind) return false;
    w->obj = r;
    if (word == LOCK_WORD) return true;
    if (word < OBJ_HEADER / 4) return false;
    word -= OBJ_HEADER / 4;
    if (ci->kind == CK_ARRAY ? ci->elem_type == T_REF
                             : word >= (ci->inst_size - OBJ_HEADER) / 4 || ci->kinds[word] != WK_PRIM)
        return false;
    return true;
}

/* Words of an object stand together. */
static void add_word(Noting *o, Written w) {
    u32 at = o->n_words;
    for (u32 i = 0; i < o->n_words && w.obj; i++)
        if (o->words[i].obj == w.obj) at = i + 1;
    for (u32 i = o->n_words++; i > at; i--) o->words[i] = o->words[i - 1];
    o->words[at] = w;
}

void known_ran(StateEngine *se, const ThreadInfo *ti, bool plain) {
    KernelState *ks = se->ks;
    Noting *o = &se->known->now;
    const Heap *h = se->heap;
    ks->tracing = false;
    ks->noting = NULL;
    ks->up.trace_insn = o->hook;
    o->bad |= !plain || ti != o->ti || h->young.n || h->intern_changed.n;
    if (o->bad) return;
    if (!o->end) {
        o->bad = ti->top != o->top || (ti->pend.action == AC_EXIT && !o->n_pops) || !steps_plainly(ti);
        if (o->last == ti->top->pc) o->n_reads = o->stop_reads; /* it stands before that */
        if (ti->pend.action == AC_LOCK || ti->pend.action == AC_EXIT) o->bad |= !ti->pend.obj;
    } else o->bad = ti->status != TS_TERMINATED;
    for (u32 i = 0; i < h->log.n && !o->bad; i++) {
        WordLog l = h->log.v[i];
        if (o->end) {
            o->bad = o->n_reads == MAX_READS;
            if (!o->bad) o->reads[o->n_reads++] = (Word){l.widx, l.old};
            continue;
        }
        Written w = {.widx = l.widx, .now = ((const u32 *)h->base)[l.widx]};
        o->bad = o->n_words == MAX_WORDS || !word_of_note(se, l.widx, &w);
        if (!o->bad) add_word(o, w);
    }
}

/* Slots of the words of immortal objects, which there are now. */
static bool static_slots(StateEngine *se, Noting *o) {
    for (u32 i = 0; i < o->n_words; i++) {
        u64 v;
        if (o->words[i].obj) continue;
        if (!map_get(&se->static_of, o->words[i].widx, &v)) return false;
        if (se->sslots.v[v].kind != SK_PRIM || se->sslots.v[v].at_start) return false;
        o->words[i].slot = (u32)v;
    }
    return true;
}

static u32 last_rec(const Noting *o) { return o->n_pops ? o->below[o->n_pops - 1].rec : o->frame_rec; }

static bool lost_one(const StateEngine *se, Ref x, Ref *lost, u32 *n) {
    if (!x || is_immortal(ei(se->heap, x))) return true;
    if (*n == MAX_REFS) return false;
    lost[(*n)++] = x;
    return true;
}

/* References that the frames have lost and gained: all of those that are gone, and in the last one what differs. */
static bool changed_references(StateEngine *se, const Noting *o, Ref *lost, u32 *n_lost, Gained *g, u32 *n) {
    Word now[MAX_HELD];
    u32 n_now = 0, a = 0, b = 0;
    const Rec *r = &se->recs.v[last_rec(o)];
    *n_lost = *n = 0;
    if (!references(se, o->top, true, o->n_pops, now, &n_now)) return false;
    for (; a < o->n_held && o->held[a].at >> WORD_FRAME < o->n_pops; a++)
        if (!lost_one(se, o->held[a].value, lost, n_lost)) return false;
    while (a < o->n_held || b < n_now) {
        bool was = b == n_now || (a < o->n_held && o->held[a].at <= now[b].at);
        bool is = a == o->n_held || (b < n_now && now[b].at <= o->held[a].at);
        Ref x = was ? o->held[a].value : 0, y = is ? now[b].value : 0;
        u32 word = is ? now[b].at & ((1u << WORD_FRAME) - 1) : 0;
        a += was;
        b += is;
        if (x == y) continue;
        if (!lost_one(se, x, lost, n_lost)) return false;
        if (y && !is_immortal(ei(se->heap, y))) {
            u32 m = record_of(se, y);
            if (!m || *n == MAX_REFS) return false;
            g[(*n)++] = (Gained){word_name(r->name, word), (u64)r->cls << 32 | 1, se->metas.v[m].h, y, 0};
        }
    }
    return true;
}

/* What the thread has become, but for what it is about to do and for the monitors that it holds: nothing else. */
static bool only_stands(const Noting *o, const ThreadInfo *ti) {
    ThreadInfo was;
    memcpy(&was, o->saved, sizeof o->saved);
    was.pend = ti->pend;
    was.held = ti->held;
    was.top = ti->top;
    return !memcmp(&was, ti, sizeof o->saved) && (o->n_pops || o->flags == ti->top->flags);
}

/* The end of a plain step that is closed. */
static bool step_end(StateEngine *se, const Noting *o, const ThreadInfo *ti, StepEnd *end, Word *live, u8 *n) {
    const StackFrame *f = ti->top;
    const Rec *t = &se->recs.v[se->thread_recs.v[ti->id]], *r = &se->recs.v[last_rec(o)];
    const FrameMap *m = f->mi->step ? NULL : fr_map(se->ks->cs, f, true);
    u32 words = m ? m->n_live_ref + m->n_live_prim : f->mi->max_locals;
    if ((!m && !f->mi->step) || words > MAX_LIVE || !only_stands(o, ti)) return false;
    ThreadInfo was;
    memcpy(&was, o->saved, sizeof o->saved);
    memset(end, 0, sizeof *end);
    end->thread = t->sum;
    end->thread_own = t->own;
    end->frame = r->sum;
    end->frame_own = r->own;
    end->pc = f->pc;
    end->pend = ti->pend;
    end->sp = (u32)(f->sp - f->slots);
    end->step = f->step;
    end->flags = f->flags;
    end->held = (i32)(ti->held - was.held);
    *n = (u8)words;
    for (u32 i = 0; i < words; i++) {
        u32 at = !m ? i : i < m->n_live_ref ? m->ref[i] : m->prim[i - m->n_live_ref];
        live[i] = (Word){at, f->slots[at]};
    }
    return true;
}

static u64 notes_room(const Ctx *cx) {
    u64 limit = cx->told_limit ? cx->told_limit : cx->limit, words = limit / NOTES_SHARE / sizeof(u64);
    return !limit || words > NOTE_WORDS ? NOTE_WORDS : words < FEW_WORDS ? FEW_WORDS : words;
}

static u64 *put(u64 *to, const void *from, size_t bytes) {
    mem_copy(to, from, bytes);
    return to + bytes / 8;
}

Status known_closed(StateEngine *se, const ThreadInfo *ti) {
    Known *k = se->known;
    Noting *o = &k->now;
    Place *p = &k->places[o->place];
    Ref lost[MAX_REFS + 2] = {0};
    Gained gained[MAX_REFS];
    StepEnd end;
    Word live[MAX_LIVE];
    u32 n_lost = 0, n_gained = 0, rec = se->thread_recs.v[ti->id];
    o->on = false;
    bool ok = !o->bad && plain_state(se) && se->metas.n && (p->first >= NOTES || p->first == SEEN);
    if (ok && !o->end)
        ok = se->relabelled == o->relabelled && se->top.live == o->live && ti->top->meta == last_rec(o) &&
             only_itself(se, rec) && static_slots(se, o) && changed_references(se, o, lost, &n_lost, gained, &n_gained);
    Note v = {.next = p->first >= NOTES ? p->first : 0,
              .insns = (u32)(ti->insns - o->before),
              .pc = o->pc,
              .thread = o->thread,
              .frame = o->frame,
              .shape = o->shape,
              .obj = !o->end && ti->pend.action == AC_LOCK ? ti->pend.obj : ti->obj,
              .n_pops = (u8)o->n_pops,
              .ends = o->end,
              .tid = ti->id,
              .n_held = (u8)o->n_held,
              .n_reads = (u8)o->n_reads,
              .n_words = o->end ? 0 : (u8)o->n_words,
              .n_lost = (u8)n_lost,
              .n_gained = (u8)n_gained,
              .action = o->end ? AC_EXIT : ti->pend.action};
    for (u32 i = 0; i < KNOWN_SKIPS && ok; i++) {
        u64 d = se->ks->skipped[i] - o->skipped[i];
        ok = d <= UINT8_MAX;
        v.skipped[i] = (u8)d;
        v.skips |= d != 0;
    }
    if (!ok) { /* most of what is no such step once is none ever */
        if (p->first == SEEN) p->first = NEVER;
        return ST_OK;
    }
    v.taken = !o->end && step_end(se, o, ti, &end, live, &v.n_live);
    if (se->cx->err.kind != ERR_NONE) return ST_ERROR;
    if (o->end) v.adds = h128_sub(se->top.key, o->key);
    else v.adds = h128_add(h128_sub(se->recs.v[rec].sum, o->thread), h128_sub(se->recs.v[last_rec(o)].sum, o->frame));
    H128 below[MAX_POPS];
    for (u32 i = 0; i < o->n_pops; i++) {
        below[i] = o->below[i].sum;
        v.adds = h128_sub(v.adds, below[i]);
    }
    size_t pairs = v.n_pops * sizeof(H128) + (v.n_held + v.n_reads) * sizeof(Word), words = v.n_words * sizeof(Written);
    size_t refs = n_gained * sizeof(Gained), all = lost_room(n_lost) * sizeof(Ref);
    size_t ends = v.taken ? sizeof end + v.n_live * sizeof(Word) : 0;
    u32 n = (u32)((sizeof v + pairs + words + refs + all + ends) / 8), at = k->words.n;
    if (at + n > notes_room(se->cx)) {
        known_forget(se);
        return ST_OK;
    }
    if (vec_reserve(se->cx, &k->words, n) != ST_OK) return ST_ERROR;
    u64 *to = put(k->words.v + at, &v, sizeof v);
    to = put(to, below, v.n_pops * sizeof *below);
    to = put(to, o->held, v.n_held * sizeof(Word));
    to = put(to, o->reads, v.n_reads * sizeof(Word));
    to = put(to, o->words, words);
    to = put(to, gained, refs);
    to = put(to, lost, all);
    if (v.taken) put(put(to, &end, sizeof end), live, v.n_live * sizeof(Word));
    k->words.n += n;
    p->first = at;
    return ST_OK;
}
