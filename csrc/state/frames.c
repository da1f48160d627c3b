/* frames.c -- threads and their frames: roots, and their part of the key. Layer 10.
 *
 * A frame's record holds the sum of its terms and one slot for each word that ever held a reference at
 * the end of a transition. A frame that replaces another at the same depth takes over its record: the
 * slots have the same names, so that a loop which calls and returns relabels nothing. */
#include "state/state_int.h"

#define STACK_MAX_VM_REFS 32u

/* --- what is in the key --- */

u32 thread_words(const StateEngine *se, const ThreadInfo *ti, u32 *w) {
    u32 n = 0;
    memset(w, 0, THREAD_WORDS * 4);
    w[n++] = ti->status;
    if (ti->status == TS_TERMINATED) {
        if (ti->joined_by) { /* decides KernelState.watch */
            const ThreadInfo *by = se->ks->threads.v[ti->joined_by - 1];
            w[n++] = (u32)thread_ident(se, by);
            w[n++] = (u32)(thread_ident(se, by) >> 32);
        }
        w[THREAD_WORDS - 1] = is_awaited(se, ti);
        return THREAD_WORDS;
    }
    w[n++] = (u32)ti->interrupted | (u32)ti->permit << 8 | (u32)ti->daemon << 16 | (u32)ti->timed_out << 24;
    w[n++] = (u32)ti->was_interrupted | (u32)ti->in_exit << 8 | (u32)ti->suspended << 16;
    w[n++] = (u32)ti->pend.action | (u32)ti->pend.timed << 8 | ti->pend.then << 16;
    w[n++] = ti->wait_count;
    w[n++] = ti->children;
    w[n++] = ti->hashes;
    w[n++] = ti->created;
    w[n++] = ti->named;
    w[n++] = ti->atomic;
    w[n++] = ti->lib_depth;
    w[n++] = ti->quiet_depth;
    w[n++] = ti->priority;
    if (ks_clock_seen(se->ks)) {
        w[n++] = (u32)ti->deadline;
        w[n++] = (u32)((u64)ti->deadline >> 32);
    } else if (ti->deadline && ks_clock_matters(se->ks)) {
        i64 left = ti_time_left(ti);
        w[n++] = (u32)left;
        w[n++] = (u32)((u64)left >> 32) | 0x80000000u;
    }
    w[THREAD_WORDS - 1] = is_awaited(se, ti);
    return THREAD_WORDS;
}

/* FR_LIBATOMIC stays behind in a frame whose listed call was ended (lib_leave). It is asked for only where
 * ThreadInfo.lib_depth is that of the frame, and whoever sets that sets the flag there: the thread's part of the key
 * says all of it. */
static u32 frame_flags(const ThreadInfo *ti, const StackFrame *f) {
    return f->flags & ~(u32)(f == ti->top ? FR_CALLER_INVOKE | FR_LIBATOMIC : FR_LIBATOMIC);
}

u32 frame_words(const StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u32 *w) {
    const MethodInfo *mi = f->mi;
    bool code = !mi->step && mi->code;
    u64 native = 0;
    const Classes *cs = se->ks->cs;
    if (f->native && f->native <= cs->methods.n) native = cs->methods.v[f->native - 1]->key;
    w[0] = (u32)mi->key;
    w[1] = (u32)(mi->key >> 32);
    w[2] = code ? (u32)(f->pc - mi->code) : 0;
    w[3] = frame_flags(ti, f);
    w[4] = f->step;
    w[5] = code ? 0 : (u32)(f->sp - f->slots);
    w[6] = (u32)native;
    w[7] = (u32)(native >> 32);
    w[8] = w[9] = 0;
    return FRAME_WORDS;
}

/* Equal where thread_words are: the same fields, packed. What is nearly always 0 is a term of its own. */
H128 thread_term(const StateEngine *se, const ThreadInfo *ti, u64 name) {
    enum { STATUS = 1, PAIRS = 2, DEADLINE = PAIRS + 4, LEFT };
    const u64 spread = 0x9E3779B97F4A7C15ull;
    if (ti->status == TS_TERMINATED) {
        u64 by = ti->joined_by ? thread_ident(se, se->ks->threads.v[ti->joined_by - 1]) : 0;
        return mix128(name, by);
    }
    u64 now = STATUS | (u64)ti->status << 8 | (u64)ti->interrupted << 16 | (u64)ti->permit << 24 |
              (u64)ti->daemon << 32 | (u64)ti->timed_out << 40 | (u64)ti->was_interrupted << 48 |
              (u64)ti->in_exit << 56;
    u64 next = (u64)ti->pend.action | (u64)ti->pend.timed << 8 | (u64)ti->suspended << 12 | (u64)ti->wait_count << 16 |
               (u64)ti->priority << 32 | (u64)ti->pend.then << 56;
    H128 t = mix128(name ^ now * spread, next);
    if (ti->children | ti->hashes | ti->created | ti->named) {
        t = h128_add(t, mix128(name ^ PAIRS * spread, (u64)ti->children << 32 | ti->hashes));
        t = h128_add(t, mix128(name ^ (PAIRS + 1) * spread, (u64)ti->created << 32 | ti->named));
    }
    if (JPF_UNLIKELY(ti->atomic | ti->lib_depth | ti->quiet_depth)) {
        t = h128_add(t, mix128(name ^ (PAIRS + 2) * spread, (u64)ti->atomic << 32 | ti->lib_depth));
        t = h128_add(t, mix128(name ^ (PAIRS + 3) * spread, ti->quiet_depth));
    }
    if (ks_clock_seen(se->ks)) {
        t = h128_add(t, mix128(name ^ DEADLINE * spread, (u64)ti->deadline));
    } else if (JPF_UNLIKELY(ti->deadline != 0) && ks_clock_matters(se->ks)) {
        i64 left = ti_time_left(ti);
        t = h128_add(t, mix128(name ^ LEFT * spread, (u64)left));
    }
    return t;
}

H128 frame_term(const StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u64 name) {
    const MethodInfo *mi = f->mi;
    const Classes *cs = se->ks->cs;
    bool code = !mi->step && mi->code;
    u64 flags = frame_flags(ti, f);
    H128 t = mix128(name + mi->key, flags << 32 | (code ? (u32)(f->pc - mi->code) : (u32)(f->sp - f->slots)));
    if (f->step) t = h128_add(t, mix128(name + mi->key + 1, f->step));
    if (f->native && f->native <= cs->methods.n)
        t = h128_add(t, mix128(name + mi->key + 2, cs->methods.v[f->native - 1]->key));
    return t;
}

static void word_put(StateEngine *se, bool ref, u32 word, u32 v) {
    RefWord x = {word, v};
    if (ref) ok(se, vec_push(se->cx, &se->refs, x));
    else ok(se, vec_push(se->cx, &se->prims, x));
}

/* A word on the operand stack of a VM frame may be a reference or a number. */
static bool may_be_ref(const StateEngine *se, u32 v) {
    const Heap *h = se->heap;
    if (!v || !heap_is_object(h, v)) return false;
    const ElementInfo *e = ei(h, v);
    if (is_immortal(e) || e->birth == h->epoch) return true;
    u32 m = e->meta;
    return m && m < se->metas.n && se->metas.v[m].obj == v && se->metas.v[m].rd != RD_NONE;
}

/* Which class a frame initializes, by its name: an id is given in the order in which paths come to classes. */
static u32 class_word(const StateEngine *se, const StackFrame *f) {
    u64 key = se->ks->cs->by_id.v[f->slots[FR_CLINIT_CLASS]]->key;
    return (u32)(key ^ key >> 32);
}

static Status vm_frame_scan(StateEngine *se, StackFrame *f) {
    const MethodInfo *mi = f->mi;
    for (u32 i = 0; i < mi->max_locals; i++) {
        bool names = i == FR_CLINIT_CLASS && (f->flags & FR_CLINIT);
        bool ref = i < STACK_MAX_VM_REFS && mi->step_refs >> i & 1;
        word_put(se, ref, i, names ? class_word(se, f) : f->slots[i]);
    }
    u32 n = f->sp >= f->slots && f->sp <= f->slots + mi->max_locals + mi->max_stack + 2 ? (u32)(f->sp - f->slots) : 0;
    for (u32 i = mi->max_locals; i < n; i++) word_put(se, may_be_ref(se, f->slots[i]), i, f->slots[i]);
    return se->failed ? ST_ERROR : ST_OK;
}

/* Readings of the clock among the numbers just scanned become differences to the clock, so that it
 * need not be in the key while only the library's timed waits use it. */
static void clock_relative(StateEngine *se, u8 use) {
    const KernelState *ks = se->ks;
    for (u32 i = 0; i + 1 < se->prims.n; i++) {
        RefWord *a = &se->prims.v[i], *b = a + 1;
        if (b->word != a->word + 1) continue;
        i64 v = (i64)((u64)b->val << 32 | a->val);
        u64 now = (u64)ks->clk.now;
        if (clock_is_nano(a->val, b->val)) now += CLOCK_NANO_BASE;
        else if ((use & CU_MS) && v >= CLOCK_EPOCH_NS / 1000000 && v < CLOCK_EPOCH_NS / 1000000 + ((i64)1 << 36))
            now = CLOCK_EPOCH_NS / 1000000 + now / 1000000;
        else continue;
        v = (i64)((u64)v - now);
        if (v < 0 && !(use & CU_EXACT)) v = -1;
        a->val = (u32)v;
        b->val = (u32)((u64)v >> 32) ^ 0x40000000u; /* no other number */
        i++;
    }
}

Status frame_scan(StateEngine *se, const ThreadInfo *ti, StackFrame *f) {
    MethodInfo *mi = f->mi;
    se->refs.n = se->prims.n = se->readings.n = 0;
    if (!pays(se, FRAME_WORK)) return ST_ERROR;
    if (mi->step) {
        if (vm_frame_scan(se, f)) return ST_ERROR;
    } else if (mi->code) {
        const FrameMap *m = fr_map(se->ks->cs, f, f == ti->top);
        if (!m || vec_reserve(se->cx, &se->prims, m->n_live_prim) ||
            vec_reserve(se->cx, &se->refs, m->n_live_ref + 1u)) {
            se->failed = true;
            return ST_ERROR;
        }
        RefWord *o = se->prims.v;
        for (u32 i = 0; i < m->n_live_prim; i++) *o++ = (RefWord){m->prim[i], f->slots[m->prim[i]]};
        se->prims.n = m->n_live_prim;
        o = se->refs.v;
        for (u32 i = 0; i < m->n_live_ref; i++) *o++ = (RefWord){m->ref[i], f->slots[m->ref[i]]};
        se->refs.n = m->n_live_ref;
    }
    if (JPF_UNLIKELY(se->ks->clk.tasks)) readings_scan(se, f);
    if (ti->clock_depth && f->depth + 1 >= ti->clock_depth && !(ti->clock_use & CU_ABS))
        clock_relative(se, ti->clock_use);
    if (f->lock) word_put(se, true, WORD_LOCK, f->lock);
    return se->failed ? ST_ERROR : ST_OK;
}

/* What an action is about to touch is nearly always in the top frame too; then the record's own
 * reference would only cost time. */
static bool on_top(const StateEngine *se, const ThreadInfo *ti, Ref r) {
    const StackFrame *f = ti->top;
    if (!f) return false;
    if (f->mi->step) {
        for (u32 i = 0; i < f->mi->max_locals && i < STACK_MAX_VM_REFS; i++)
            if (f->mi->step_refs >> i & 1 && f->slots[i] == r) return true;
        return false;
    }
    if (!f->mi->code) return false;
    const FrameMap *m = fr_map(se->ks->cs, f, true);
    for (u32 i = 0; m && i < m->n_live_ref; i++)
        if (f->slots[m->ref[i]] == r) return true;
    return false;
}

void thread_refs(StateEngine *se, const ThreadInfo *ti, Ref out[N_THREAD_SLOTS]) {
    bool gone = ti->status == TS_TERMINATED;
    memset(out, 0, N_THREAD_SLOTS * sizeof *out);
    out[gone ? THREAD_GONE : THREAD_OBJ] = ti->obj;
    if (gone) return;
    out[THREAD_WAIT] = ti->wait_obj;
    Ref p = ti->pend.obj;
    out[THREAD_PEND] = p && p != ti->obj && p != ti->wait_obj && !on_top(se, ti, p) ? p : 0;
}

H128 clock_term(const StateEngine *se) {
    const KernelState *ks = se->ks;
    H128 t = h128_zero();
    if (ks_clock_seen(ks)) t = mix128(0x436C6F636Bull, (u64)ks->clk.now);
    else if (ks->clk.tasks & CT_MILLI) t = mix128(0x5069636Bull, (u64)ks->clk.now % 1000000);
    if (ks->exiting) t = h128_add(t, mix128(0x45786974ull, ks->exiting));
    return t;
}

/* --- records --- */

static u32 rec_new(StateEngine *se, u64 name, u32 cls, u32 thread) {
    u32 i = se->recs.n;
    Rec r = {.name = name, .cls = cls, .pass = se->pass, .thread = thread};
    return ok(se, vec_push(se->cx, &se->recs, r)) ? i : 0;
}

/* Give the record's slots new values, words ascending. In most transitions a frame changes its pc and some numbers,
 * and a thread what it does next: then no slot is written, and one term of the key takes another's place. */
typedef struct Fill {
    StateEngine *se;
    u32 rec, prev, cur; /* slots by index; 0: none */
    u64 name;
    H128 own;  /* Rec.own to be */
    H128 refs; /* what the terms of the slots change by */
} Fill;

static inline Fill fill_begin(StateEngine *se, u32 r) {
    return (Fill){.se = se, .rec = r, .cur = se->recs.v[r].first, .name = se->recs.v[r].name};
}

/* Every slot's term is as of before this transition (`before`). */
static void fill_slot(Fill *fl, u32 i, u32 target) {
    StateEngine *se = fl->se;
    SlotId id = slot_id(SLOT_ROOT, i);
    u64 name = se->rslots.v[i].name;
    u32 old = se->rslots.v[i].s.target;
    if (old) fl->refs = h128_sub(fl->refs, root_term(name, before(se, &se->metas.v[old])));
    slot_set(se, id, target);
    if (!target) return;
    fl->refs = h128_add(fl->refs, root_term(name, before(se, &se->metas.v[target])));
    ok(se, vec_push(se->cx, &se->cands, id));
}

static void fill_new(Fill *fl, u32 word, u32 target) {
    StateEngine *se = fl->se;
    u32 i = se->rslots.n;
    if (i >= MAX_META) {
        cx_fail(se->cx, ERR_NOMEM, "too many references on one path");
        se->failed = true;
        return;
    }
    rec_touch(se, fl->rec);
    RootSlot n = {{0, 0, 0, fl->rec}, word_name(fl->name, word), fl->cur, word};
    if (!ok(se, vec_push(se->cx, &se->rslots, n))) return;
    if (fl->prev) {
        undo_push(se, U_SIB, se->rslots.v[fl->prev].sib, fl->prev);
        se->rslots.v[fl->prev].sib = i;
    } else se->recs.v[fl->rec].first = i;
    fl->prev = i;
    fill_slot(fl, i, target);
}

static void fill_changed(Fill *fl, u32 word, Ref v) {
    StateEngine *se = fl->se;
    RootSlot *s = &se->rslots.v[fl->cur];
    while (fl->cur && s->word < word) {
        if (s->s.target) fill_slot(fl, fl->cur, 0);
        fl->prev = fl->cur;
        fl->cur = s->sib;
        s = &se->rslots.v[fl->cur];
    }
    u32 target = 0;
    if (v) {
        if (is_immortal(ei(se->heap, v)))
            fl->own = h128_add(fl->own, root_term(word_name(fl->name, word), imm_label(se, v)));
        else if (!(target = meta_of(se, v))) return;
    }
    if (fl->cur && s->word == word) {
        if (s->s.target != target) fill_slot(fl, fl->cur, target);
        fl->prev = fl->cur;
        fl->cur = s->sib;
    } else if (target) fill_new(fl, word, target);
}

/* The word refers to v. */
static inline void fill_word(Fill *fl, u32 word, Ref v) {
    StateEngine *se = fl->se;
    const RootSlot *s = &se->rslots.v[fl->cur];
    u32 t = s->s.target;
    if (JPF_LIKELY(s->word == word && t && se->metas.v[t].obj == v && ei(se->heap, v)->meta == t)) {
        fl->prev = fl->cur;
        fl->cur = s->sib;
    } else fill_changed(fl, word, v);
}

static inline void fill_end(Fill *fl) {
    StateEngine *se = fl->se;
    for (; fl->cur && !se->failed; fl->cur = se->rslots.v[fl->cur].sib)
        if (se->rslots.v[fl->cur].s.target) fill_slot(fl, fl->cur, 0);
    H128 d = h128_add(h128_sub(fl->own, se->recs.v[fl->rec].own), fl->refs);
    rec_mark(se, fl->rec);
    if (!(d.lo | d.hi)) return;
    rec_touch(se, fl->rec);
    Rec *r = &se->recs.v[fl->rec];
    r->sum = h128_add(r->sum, d);
    r->own = fl->own;
    se->top.key = h128_add(se->top.key, d);
}

static inline void fill_number(Fill *fl, u32 word, u32 v) {
    if (v) fl->own = h128_add(fl->own, number_term(fl->name, word, v));
}

/* `r` 0: the first record of this frame. */
static u32 frame_sync(StateEngine *se, ThreadInfo *ti, StackFrame *f, u32 r) {
    const MethodInfo *mi = f->mi;
    const FrameMap *m = NULL;
    /* what frame_scan would find, read in place */
    if (JPF_LIKELY(!mi->step && mi->code && !ti->clock_depth && !se->ks->clk.tasks)) {
        m = pays(se, FRAME_WORK) ? fr_map(se->ks->cs, f, f == ti->top) : NULL;
        se->failed |= !m;
        if (!m) return 0;
    } else if (frame_scan(se, ti, f)) return 0;
    if (JPF_UNLIKELY(!r) && !(r = rec_new(se, frame_name(thread_key(ti), f->depth), 2 + f->depth, ti->id))) return 0;
    Fill fl = fill_begin(se, r);
    fl.own = frame_term(se, ti, f, fl.name);
    if (JPF_LIKELY(m != NULL)) {
        for (u32 i = 0; i < m->n_live_prim; i++) fill_number(&fl, m->prim[i], f->slots[m->prim[i]]);
        for (u32 i = 0; i < m->n_live_ref; i++) fill_word(&fl, m->ref[i], f->slots[m->ref[i]]);
        if (f->lock) fill_word(&fl, WORD_LOCK, f->lock);
    } else {
        for (u32 i = 0; i < se->prims.n; i++) fill_number(&fl, se->prims.v[i].word, se->prims.v[i].val);
        for (u32 i = 0; i < se->refs.n; i++) fill_word(&fl, se->refs.v[i].word, se->refs.v[i].val);
    }
    fill_end(&fl);
    return r;
}

static void rec_drop(StateEngine *se, u32 r) {
    Fill fl = fill_begin(se, r);
    fill_end(&fl);
}

/* --- threads --- */

/* Another thread takes the place in the list, or none. */
void state_drop_thread(StateEngine *se, ThreadInfo *ti) {
    own_thread(se, ti->id);
    for (StackFrame *f = ti->top; f; f = f->prev) {
        if (f->meta && f->meta < se->recs.n) rec_drop(se, f->meta);
        f->meta = 0;
    }
    if (ti->id >= se->thread_recs.n) return;
    rec_drop(se, se->thread_recs.v[ti->id]);
    se->thread_recs.v[ti->id] = 0;
    if (ti->id + 1 == se->thread_recs.n) se->thread_recs.n--;
}

static void thread_sync(StateEngine *se, ThreadInfo *ti) {
    Ref refs[N_THREAD_SLOTS];
    u32 r = ti->id < se->thread_recs.n ? se->thread_recs.v[ti->id] : 0;
    if (JPF_UNLIKELY(!r)) {
        r = rec_new(se, thread_rec_name(thread_key(ti)), REC_THREAD, ti->id);
        if (r && ti->id < se->thread_recs.n) se->thread_recs.v[ti->id] = r;
        else if (!r || !ok(se, vec_push(se->cx, &se->thread_recs, r))) return;
    }
    thread_refs(se, ti, refs);
    Fill fl = fill_begin(se, r);
    fl.own = thread_term(se, ti, fl.name);
    for (u32 i = 0; i < N_THREAD_SLOTS; i++)
        if (refs[i]) fill_word(&fl, i, refs[i]);
    fill_end(&fl);
}

/* Next record that ti popped, from place *p on, with a depth above `depth`; 0: none. Frames are popped
 * from the top, so depths fall. */
static u32 popped(StateEngine *se, const ThreadInfo *ti, u32 *p, u32 depth, bool equal) {
    for (; *p < se->ks->popped_metas.n; (*p)++) {
        const PoppedMeta *x = &se->ks->popped_metas.v[*p];
        if (x->thread != ti->id || !x->meta || x->meta >= se->recs.n) continue;
        if (x->depth < depth || (x->depth == depth && !equal)) return 0;
        (*p)++;
        return x->meta;
    }
    return 0;
}

static void frames_sync(StateEngine *se, ThreadInfo *ti, u32 low) {
    bool begun = se->top.begun;
    u32 n = se->ks->popped_metas.n, p = begun ? 0 : n, r;
    for (StackFrame *f = ti->top; f && f->depth >= low && !se->failed; f = f->prev) {
        while (p < n && (r = popped(se, ti, &p, f->depth, false)) != 0) rec_drop(se, r);
        u32 known = begun && f->meta && f->meta < se->recs.n ? f->meta : 0;
        if (!known && p < n) known = popped(se, ti, &p, f->depth, true);
        r = frame_sync(se, ti, f, known);
        if (r) f->meta = r;
    }
    while (p < n && !se->failed && (r = popped(se, ti, &p, 0, true)) != 0) rec_drop(se, r);
}

void threads_changed(StateEngine *se, ThreadInfo *ran) {
    KernelState *ks = se->ks;
    u32 epoch = se->heap->epoch;
    u32 seen = (u32)ks_clock_seen(ks) | (u32)ks_clock_matters(ks) << 1 | (u32)ks->clk.tasks << 2;
    bool all = !se->top.begun || se->top.clock_read != seen, tick = seen && se->top.clock_was != ks->clk.now;
    bool readings = se->top.clock_read >> 2 != ks->clk.tasks; /* they are left out of the records from now on */
    /* who runs or is changed was touched (ti_join_transition) */
    bool touched_only = !seen && !all && !readings;
    for (u32 i = 0, n = ks->n_threads, known = se->thread_recs.n; i < n && !se->failed; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        if (JPF_LIKELY(touched_only && ti->touched != epoch && i < known)) continue;
        bool fresh = i >= se->thread_recs.n, mine = ti == ran || ti->low_epoch == epoch;
        bool timed = ti->clock_depth && (tick || mine), late = tick && ti->deadline;
        if (!fresh && !mine && ti->touched != epoch && !all && !timed && !late && !readings) continue;
        own_thread(se, i);
        thread_sync(se, ti);
        u32 low = fresh || !se->top.begun || readings ? 0 : ti_low_depth(ti);
        if (timed && ti->clock_depth - 1 < low) low = ti->clock_depth - 1;
        if (fresh || mine || timed || readings || !se->top.begun) frames_sync(se, ti, low);
    }
    se->top.clock_read = seen;
    se->top.clock_was = ks->clk.now;
}

void frames_relink(StateEngine *se, ThreadInfo *ti, bool popped) {
    if (popped) threads_changed(se, ti);
    else frame_sync(se, ti, ti->top, ti->top->meta);
    se->cands.n = se->cuts.n = 0;
}
