/* canon.c -- the state as a sequence of words, equal iff the states are equal. Layer 10.
 *
 * Objects are numbered in the order of a breadth-first walk from the roots, these in the order of
 * their names; no label is looked at. A reference is written as one of
 *   0 null, 1 the next object not seen before, 2 an immortal object (its label follows), 3 a sealed one, or in a form
 *   without names one that a static names (its name follows), 4 + number, in records 4 + `place_of`.
 * "Next" rather than its number, and places, keep records alike when an object comes or goes elsewhere,
 * which is what the exact set shares. The walk does not follow excluded fields. JPF: CFSerializer. */
#include "state/state_int.h"

#include <stdlib.h>

typedef struct Canon {
    StateEngine *se;
    WordVec *out, *ends;
    const ThreadInfo *own; /* only what this thread has is written, without its name */
    bool fixed; /* what statics name is a sum (fixed.c) */
} Canon;

/* Words of a reference at most. */
enum { REF_WORDS = 3 };

/* Room for so many words; before any of them is put. */
static inline bool room(Canon *c, u64 words) {
    if (!pays(c->se, words)) return false;
    if (JPF_LIKELY(c->out->n + words <= c->out->cap)) return true;
    return ok(c->se, words < UINT32_MAX / 2 ? vec_reserve(c->se->cx, c->out, words) : ST_ERROR);
}

static inline void put(Canon *c, u32 v) { c->out->v[c->out->n++] = v; }

static inline void put64(Canon *c, u64 v) {
    put(c, (u32)v);
    put(c, (u32)(v >> 32));
}

static void end_record(Canon *c) {
    if (c->ends) ok(c->se, vec_push(c->se->cx, c->ends, c->out->n));
}

/* --- what a thread has to itself --- */

u32 named_by(StateEngine *se, u32 i) {
    enum { FAR = 32 };
    for (u32 n = 0; n < FAR; n++) {
        SlotId id = se->metas.v[i].tree;
        if (id >> 30 == SLOT_ROOT) return se->recs.v[se->rslots.v[id & SLOT_INDEX].s.owner].thread;
        if (!id || id >> 30 != SLOT_OBJ) return id && omitted(se, id & SLOT_INDEX) ? NAMED_FAR : NAMED_STATIC;
        i = se->oslots.v[id].owner & ~SLOT_SKIP;
    }
    return NAMED_FAR;
}

u64 state_place_of(StateEngine *se, Ref r) {
    const ElementInfo *e = ei(se->heap, r);
    u64 sum = 0;
    if (!r || is_immortal(e) || e->meta >= se->metas.n || se->metas.v[e->meta].obj != r) return 0;
    for (SlotId id = se->metas.v[e->meta].in; id; id = slot_at(se, id)->next) {
        if (!pays(se, 1) || id >> 30 != SLOT_OBJ || await_dropped(se, id)) continue;
        u32 owner = se->oslots.v[id].owner, by;
        if (owner & SLOT_SKIP || ((by = named_by(se, owner)) && by < NAMED_FAR)) continue;
        const Meta *m = &se->metas.v[owner];
        if (by == 0 || named_static(se, owner)) sum += mix64(m->h, id - m->slots);
    }
    return sum;
}

/* Is the reference one of the thread's own, or none that is in the key? `walked`: all that the thread has to itself has
 * its number; else it may also come from an object that was not met yet, unless that is known to be another's. */
static bool is_own(StateEngine *se, const ThreadInfo *ti, SlotId id, bool walked) {
    if (await_dropped(se, id) || crew_drops(se, id)) return true;
    if (id >> 30 == SLOT_STATIC) return false;
    if (id >> 30 == SLOT_ROOT) return se->recs.v[se->rslots.v[id & SLOT_INDEX].s.owner].thread == ti->id;
    u32 owner = se->oslots.v[id].owner;
    if (owner & SLOT_SKIP || se->number.v[owner] || se->metas.v[owner].rd >= RD_WORST) return true;
    if (walked) return false;
    u32 by = named_by(se, owner);
    return by == ti->id || by == NAMED_FAR;
}

static bool is_out(const StateEngine *se, u32 i) { return i < se->own.out.n && se->own.out.v[i] == se->own.stamp; }

static bool all_own(StateEngine *se, const ThreadInfo *ti, u32 i, bool walked) {
    if (is_out(se, i) || await_refers(se, ti, i)) return false; /* where it has gone on to; no slot says so */
    for (SlotId id = se->metas.v[i].in; id; id = slot_at(se, id)->next)
        if (!pays(se, 1) || !is_own(se, ti, id, walked)) return false;
    return true;
}

static void set_out(StateEngine *se, u32 i) {
    Owns *o = &se->own;
    while (o->out.n <= i)
        if (!ok(se, vec_push(se->cx, &o->out, 0))) return;
    o->out.v[i] = o->stamp;
    ok(se, vec_push(se->cx, &se->lost, i));
}

/* Marks what was written as the thread's own and is not, since somebody else reaches it: what others refer to, and
 * what hangs from that. What is left is what the thread alone reaches, whatever objects are named by. */
static bool any_out(StateEngine *se, const ThreadInfo *ti) {
    se->lost.n = 0;
    for (u32 k = 0; k < se->order.n && !se->failed; k++)
        if (!all_own(se, ti, se->order.v[k], true)) set_out(se, se->order.v[k]);
    for (u32 n = 0; n < se->lost.n && !se->failed; n++) {
        const Meta *m = &se->metas.v[se->lost.v[n]];
        for (u32 k = m->slots; k < m->slots + m->n_slots && pays(se, 1); k++) {
            const Slot *s = &se->oslots.v[k];
            if (s->target && !(s->owner & SLOT_SKIP) && se->number.v[s->target] && !is_out(se, s->target))
                set_out(se, s->target);
        }
    }
    bool any = se->lost.n;
    se->lost.n = 0;
    return any;
}

/* Nothing but the thread itself refers to what was written as its own. Was nothing written, but for names of places,
 * that another thread could not have at its own place? */
static bool alone(StateEngine *se, const ThreadInfo *ti) {
    if (ti->held) return false;
    for (const StackFrame *f = ti->top; f; f = f->prev)
        if (f->flags & FR_CLINIT) return false; /* it is the one that initializes the class */
    for (u32 k = 0; k < se->order.n; k++)
        if (ei(se->heap, se->metas.v[se->order.v[k]].obj)->lock) return false;
    if (ti->status != TS_TERMINATED || !ti->obj) return true;
    const ElementInfo *e = ei(se->heap, ti->obj);
    bool lives = e->meta && e->meta < se->metas.n && se->metas.v[e->meta].obj == ti->obj;
    return !is_immortal(e) && !(lives && se->metas.v[e->meta].rd < RD_WORST && await_has(se, e->meta));
}

/* An object that is not the thread's own, if it is none. */
static bool put_others(Canon *c, Ref r, u32 i) {
    StateEngine *se = c->se;
    bool fixed = named_static(se, i);
    if (!fixed && (se->number.v[i] || all_own(se, c->own, i, false))) return false;
    put(c, 2);
    ok(se, vec_push(se->cx, &se->own.saw, i));
    if (!fixed) ok(se, vec_push(se->cx, &se->own_refs, r)); /* which it is stands there alone */
    put64(c, fixed ? se->metas.v[i].h : UINT64_MAX);
    return true;
}

/* Which of the objects that were met so far: how many came after it, or, where it is one of the first, its number. */
static u32 place_of(u32 number, u32 met) { return number <= met / 2 ? 2 * number : 2 * (met - number) + 1; }

/* se->number: by record, place in se->order + 1. */
static void canon_object(Canon *c, Ref r) {
    StateEngine *se = c->se;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) {
        put(c, 2);
        put64(c, imm_label(se, r));
        return;
    }
    u32 i = e->meta;
    if (!i || i >= se->metas.n || se->metas.v[i].obj != r) {
        cx_fail(se->cx, ERR_INTERNAL, "state: a live object without a record");
        se->failed = true;
        return;
    }
    if (c->own && put_others(c, r, i)) return;
    if (c->fixed && named_static(se, i)) {
        put(c, 3);
        put64(c, se->metas.v[i].h);
        return;
    }
    bool sealed = sealed_first(se, i) && !se->sym && !c->own; /* the same in all states of the search */
    if (sealed) {
        put(c, 3);
        put64(c, se->metas.v[i].h);
    } else if (!se->number.v[i]) put(c, 1);
    else put(c, c->ends ? 4 + place_of(se->number.v[i], se->order.n) : 3 + se->number.v[i]);
    if (se->number.v[i]) return;
    if (ok(se, vec_push(se->cx, &se->order, i))) se->number.v[i] = se->order.n;
}

static inline void canon_ref(Canon *c, Ref r) {
    if (r) canon_object(c, r);
    else put(c, 0);
}

/* --- roots --- */

typedef struct Named {
    u64 name;
    u32 i;
} Named;

static int by_name(const void *a, const void *b) {
    const Named *x = a, *y = b;
    return x->name != y->name ? (x->name < y->name ? -1 : 1) : (x->i > y->i) - (x->i < y->i);
}

static u64 static_name(StateEngine *se, u32 i) { return se->sslots.v[i].name; }
static u64 thread_name(StateEngine *se, u32 i) { return thread_ident(se, se->ks->threads.v[i]); }

/* Ranks are the numbers from 0 on. */
static Status sort_ranks(StateEngine *se, u32 n, WordVec *order) {
    order->n = 0;
    if (vec_reserve(se->cx, order, n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n; i++) order->v[se->sym[i]] = i;
    order->n = n;
    return ST_OK;
}

/* Indices 0..n-1 by name, into *order. */
static Status sort_names(StateEngine *se, u32 n, u64 (*name)(StateEngine *, u32), WordVec *order) {
    Named *v = cx_alloc(se->cx, (size_t)n * sizeof *v + 1);
    if (!v) return ST_ERROR;
    for (u32 i = 0; i < n; i++) v[i] = (Named){name(se, i), i};
    mem_sort(v, n, sizeof *v, by_name);
    order->n = 0;
    Status st = vec_reserve(se->cx, order, n);
    for (u32 i = 0; st == ST_OK && i < n; i++) order->v[order->n++] = v[i].i;
    cx_free(se->cx, v, (size_t)n * sizeof *v + 1);
    return st;
}

static void put_statics(Canon *c) {
    StateEngine *se = c->se;
    if (se->n_sorted != se->sslots.n) {
        if (!ok(se, sort_names(se, se->sslots.n, static_name, &se->sorted))) return;
        se->n_sorted = se->sslots.n;
    }
    for (u32 k = 0; k < se->sorted.n && !se->failed; k++) {
        const StaticSlot *st = &se->sslots.v[se->sorted.v[k]];
        u64 h;
        Ref r;
        enum StaticValue is = static_value(se, st, static_read(se, st), &h, &r);
        if (is == SV_NONE) continue;
        if (!room(c, 3 + REF_WORDS)) return;
        if (se->sym && omitted(se, se->sorted.v[k])) is = SV_LEFT;
        put64(c, st->name);
        put(c, is);
        if (is == SV_LEFT) continue;
        if (is == SV_HASH) put64(c, h);
        else canon_ref(c, r);
        end_record(c);
    }
}

static void put_object(Canon *c, Ref r);

static void put_fixed(Canon *c) {
    StateEngine *se = c->se;
    const Fixed *x = &se->fixed;
    if (!fixed_begin(se) || !room(c, 6 + (u64)x->refs.n * (2 + REF_WORDS))) return;
    put64(c, x->rest.lo);
    put64(c, x->rest.hi);
    put(c, x->refs.n);
    put(c, x->apart.n);
    for (u32 k = 0; k < x->refs.n; k++) {
        const StaticSlot *st = &se->sslots.v[x->refs.v[k]];
        put64(c, st->name);
        canon_ref(c, se->metas.v[st->s.target].obj);
    }
    for (u32 k = 0; k < x->apart.n && !se->failed; k++) {
        if (!room(c, 2)) return;
        put64(c, se->metas.v[x->apart.v[k]].h);
        put_object(c, se->metas.v[x->apart.v[k]].obj);
    }
}

static void put_time(Canon *c, TimeCode t) {
    put64(c, t.code);
    put(c, t.means);
}

static void put_frame(Canon *c, ThreadInfo *ti, StackFrame *f) {
    StateEngine *se = c->se;
    u32 w[FRAME_WORDS];
    if (!ok(se, frame_scan(se, ti, f))) return;
    frame_words(se, ti, f, w);
    if (!room(c, FRAME_WORDS + 1 + se->prims.n + (u64)se->refs.n * (1 + REF_WORDS) +
                     (u64)se->readings.n * (1 + TIME_CODE_WORDS)))
        return;
    for (u32 i = 0; i < FRAME_WORDS; i++) put(c, w[i]);
    put(c, se->prims.n << 16 | se->refs.n);
    for (u32 i = 0; i < se->readings.n; i++) {
        put(c, se->readings.v[i].word);
        put_time(c, reading_code(se, f, &se->readings.v[i]));
    }
    for (u32 i = 0; i < se->prims.n; i++) put(c, se->prims.v[i].val);
    for (u32 i = 0; i < se->refs.n; i++) {
        RefWord r = se->refs.v[i];
        if (f->mi->step || r.word == WORD_LOCK) put(c, r.word);
        canon_ref(c, r.val);
    }
    end_record(c);
}

/* What the thread has to itself by its hash, and what else it refers to. */
static bool put_own(Canon *c, const ThreadInfo *ti) {
    StateEngine *se = c->se;
    const OwnForm *o;
    if (!se->sym || c->ends || !own_in_form(se, ti->id, &o) || !room(c, 7 + (u64)o->others.n * REF_WORDS)) return false;
    put64(c, 0x4F574E);
    put64(c, o->hash.lo);
    put64(c, o->hash.hi);
    for (u32 i = 0; i < o->others.n; i++) canon_ref(c, o->others.v[i]);
    return true;
}

static void put_thread(Canon *c, ThreadInfo *ti) {
    StateEngine *se = c->se;
    if (put_own(c, ti)) return;
    u32 w[THREAD_WORDS], n = 0;
    Ref refs[N_THREAD_SLOTS];
    if (!room(c, 3 + THREAD_WORDS + N_THREAD_SLOTS * REF_WORDS)) return;
    put64(c, c->own ? 0 : thread_ident(se, ti));
    thread_words(se, ti, w);
    if (c->own && ti->status == TS_TERMINATED) w[1] = ti->joined_by == 1, w[2] = ti->joined_by != 0;
    for (u32 i = 0; i < THREAD_WORDS; i++) put(c, w[i]);
    thread_refs(se, ti, refs);
    for (u32 i = 0; i < N_THREAD_SLOTS; i++)
        if (i != THREAD_GONE) canon_ref(c, refs[i]);
    for (StackFrame *f = ti->top; f; f = f->prev) n++;
    put(c, n);
    end_record(c);
    for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) put_frame(c, ti, f);
}

/* A terminated thread does not keep its Thread object; which it was counts while that lives. */
static void put_gone(Canon *c) {
    StateEngine *se = c->se;
    if (!room(c, (u64)se->by_key.n * REF_WORDS)) return;
    for (u32 k = 0; k < se->by_key.n; k++) {
        const ThreadInfo *ti = se->ks->threads.v[se->by_key.v[k]];
        if (ti->status != TS_TERMINATED || !ti->obj) continue;
        const ElementInfo *e = ei(se->heap, ti->obj);
        u32 i = e->meta;
        if (is_immortal(e)) put(c, 1);
        else if (!i || i >= se->metas.n || se->metas.v[i].obj != ti->obj) put(c, 0);
        else if (c->fixed && named_static(se, i)) canon_ref(c, ti->obj);
        else put(c, se->number.v[i]);
    }
    end_record(c);
}

/* --- objects --- */

enum { SUMMED = 16, PIECE = 32 }; /* words; of long arrays in one record, so that others are shared */

static void put_elements(Canon *c, const ElementInfo *e, const ClassInfo *ci) {
    const u32 *w = ei_words((ElementInfo *)e);
    if (ci->elem_type == T_REF) {
        if (!room(c, (u64)e->len * REF_WORDS)) return;
        if ((c->se->sym || c->own) && held_has(c->se, e->meta)) { /* who is in it stands with the threads */
            for (u32 i = 0; i < e->len; i++) put64(c, w[i] ? ei_class(c->se->heap, ei(c->se->heap, w[i]))->key : 0);
            return;
        }
        for (u32 i = 0; i < e->len; i++) {
            if (i && i % PIECE == 0) end_record(c);
            canon_ref(c, w[i]);
        }
        return;
    }
    u32 n = (u32)((((u64)e->len << ci->elem_shift) + 3) / 4);
    if (c->se->sym && !c->ends && n > SUMMED && !e->lock) { /* it will only be hashed: the sum of its words is known */
        H128 body = c->se->metas.v[e->meta].body;
        if (!room(c, 4)) return;
        put64(c, body.lo);
        put64(c, body.hi);
        return;
    }
    if (!room(c, n)) return;
    for (u32 i = 0, k; i < n; i += k) {
        k = c->ends && n - i > PIECE ? PIECE : n - i;
        mem_copy(c->out->v + c->out->n, w + i, (size_t)k * 4);
        c->out->n += k;
        if (i + k < n) end_record(c);
    }
}

static void put_fields(Canon *c, const ElementInfo *e, const ClassInfo *ci) {
    StateEngine *se = c->se;
    const u32 *w = ei_words((ElementInfo *)e);
    u32 n = (ci->inst_size - OBJ_HEADER) / 4;
    bool named = (se->sym || c->own) && ci_is_subclass((ClassInfo *)ci, se->ks->cs->thread);
    u32 crew = se->sym || c->own ? crew_word(se, e) : 0;
    if (!room(c, (u64)n * REF_WORDS)) return;
    for (u32 i = 0; i < n; i++) {
        if (i + 1 == crew) {
            put(c, UINT32_MAX);
            continue;
        }
        if (named && (i == se->sym_name || i == se->sym_tid || i == se->sym_tid + 1)) continue;
        if (wk_number(ci->kinds[i])) put(c, w[i]);
        else if (ci->kinds[i] == WK_REF) canon_ref(c, w[i]);
        else if (ci->kinds[i] == WK_TIME) {
            put_time(c, time_code(se, ci, w));
            i++;
        }
    }
}

static void put_object(Canon *c, Ref r) {
    StateEngine *se = c->se;
    const ElementInfo *e = ei(se->heap, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    if (!room(c, 6)) return;
    put64(c, ci->key);
    put(c, e->len);
    put(c, (se->sym || c->own) && crew_hides(se, e) ? 0 : e->hf >> 8);
    put64(c, c->own ? e->lock & 0xffff : lock_value(se, e->lock));
    if (ci->kind == CK_ARRAY) put_elements(c, e, ci);
    else put_fields(c, e, ci);
    end_record(c);
}

static Status begin(Canon *c) {
    StateEngine *se = c->se;
    se->failed = false;
    c->out->n = 0;
    if (c->ends) c->ends->n = 0;
    se->order.n = 0;
    if (!ok(se, vec_reserve(se->cx, &se->number, se->metas.n > se->number.n ? se->metas.n - se->number.n : 0)))
        return ST_ERROR;
    if (se->number.n < se->metas.n) {
        mem_fill(se->number.v + se->number.n, 0, (size_t)(se->metas.n - se->number.n) * 4);
        se->number.n = se->metas.n;
    }
    return ST_OK;
}

static Status end(Canon *c) {
    StateEngine *se = c->se;
    for (u32 k = 0; k < se->order.n; k++) se->number.v[se->order.v[k]] = 0;
    return se->failed ? cx_fail(se->cx, ERR_NOMEM, "out of memory (canonical form)") : ST_OK;
}

static void own_words(Canon *c, ThreadInfo *ti) {
    StateEngine *se = c->se;
    se->own_refs.n = se->own.saw.n = 0;
    put_thread(c, ti);
    for (u32 k = 0; k < se->order.n && !se->failed; k++) put_object(c, se->metas.v[se->order.v[k]].obj);
}

static u32 next_stamp(Owns *o) {
    if (++o->stamp == 0) {
        if (o->out.n) mem_fill(o->out.v, 0, (size_t)o->out.n * sizeof *o->out.v);
        o->stamp = 1;
    }
    return o->stamp;
}

Status state_canon_own(StateEngine *se, ThreadInfo *ti, WordVec *out, bool *closed) {
    Canon c = {.se = se, .out = out, .own = ti};
    if (begin(&c) != ST_OK) return ST_ERROR;
    next_stamp(&se->own);
    own_words(&c, ti);
    if (!se->failed && any_out(se, ti)) {
        if (end(&c) != ST_OK || begin(&c) != ST_OK) return ST_ERROR;
        own_words(&c, ti);
    }
    *closed = !se->failed && alone(se, ti);
    return end(&c);
}

static Status canon(Canon *c) {
    StateEngine *se = c->se;
    KernelState *ks = se->ks;
    H128 clock = clock_term(se);
    times_look(se);
    if (!room(c, 5)) return ST_ERROR;
    put64(c, clock.lo);
    put64(c, clock.hi);
    put(c, ks->n_threads);
    end_record(c);
    if (!ok(se, se->sym ? sort_ranks(se, ks->n_threads, &se->by_key)
                        : sort_names(se, ks->n_threads, thread_name, &se->by_key)))
        return ST_ERROR;
    if (c->fixed) put_fixed(c);
    else put_statics(c);
    for (u32 k = 0; k < se->by_key.n && !se->failed; k++) put_thread(c, ks->threads.v[se->by_key.v[k]]);
    for (u32 k = 0; k < se->order.n && !se->failed; k++) put_object(c, se->metas.v[se->order.v[k]].obj);
    put_gone(c);
    if (se->sym) await_saw(se);
    return end(c);
}

Status state_canon(StateEngine *se, WordVec *out, WordVec *ends) {
    Canon c = {.se = se, .out = out, .ends = ends, .fixed = se->sym && !ends && !se->store};
    if (begin(&c) != ST_OK) return ST_ERROR;
    if (se->sym) await_begin(se);
    Status st = canon(&c);
    if (se->sym) await_end(se);
    return st;
}
