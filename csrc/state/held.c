/* held.c -- arrays of threads that main has kept, and will only join. Layer 10.
 *
 * Main starts threads, does something itself, and joins them after that: until then the array in its frame keeps apart
 * threads that nothing else does. Forms without names are written without the elements of such an array (but for their
 * classes, in order); who is in it counts for each thread (Await.awaited), and the references count for nothing.
 *
 * Let X be an array of started threads that one word of one of main's frames refers to and nothing else does, or that
 * only an object refers to of which the same is true (a list). From where that frame stands, whichever way it takes,
 * handlers included, all ways to a load of that word come through one and the same instruction L, or the word is
 * written first; its length may be read anywhere. From L main walks (walk.h) past the joins of all elements of X to an
 * instruction behind which neither X nor an element is read again. The walk reads no local that may be written on the
 * way to L, writes no field, compares no references, and asks elements for their class at most.
 *
 * Why two states with the same form have the same future but for names of threads. They are equal but for the names,
 * and for the order of the elements of X among those of one class. Up to L nobody reads X: other threads cannot, and
 * main does not. At L main waits until all elements have ended, whatever their order is; the steps in between are seen
 * and disturbed by nobody (await.c, whose assumptions these are: no interrupts, nobody looks where main stands, and a
 * join is no use of a monitor). What the walk comes to behind L follows from numbers, lengths and classes, which do not
 * follow from the order. If main never comes to L, by an exception or because it waits for ever, X counts for nothing.
 * From the joins on await.c writes the forms. */
#include "classes/code.h"
#include "classes/link.h"
#include "kernel/looks.h"
#include "state/state_int.h"
#include "state/walk.h"

enum { CODE_MAX = 4096, LOCALS_MAX = 64, BEFORE_LOAD = 6, FIELDS_MAX = 8, NOWHERE = 0xFFFFFFFFu };

/* The ways from a place of a method to where a local is loaded, or to one place before that. */
typedef struct Ways {
    StateEngine *se;
    const MethodInfo *mi;
    u32 local;
    u32 stop;    /* index of the instruction where they end; NOWHERE: at each load */
    u32 load;    /* of the first load, in the order of the code, that they come to; NOWHERE: none */
    bool comes;  /* one comes to `stop` */
    u64 written; /* locals that may be written on the way */
} Ways;

static void way_to(Ways *w, u32 insn) {
    WordVec *seen = &w->se->await.ways;
    if (insn >= w->mi->n_code || seen->v[insn]) return;
    seen->v[insn] = 1;
    ok(w->se, vec_push(w->se->cx, &w->se->await.open, insn));
}

static void ways_to_handlers(Ways *w, u32 insn) {
    for (u32 i = 0; i < w->mi->n_handlers; i++) {
        const Handler *h = &w->mi->handlers[i];
        if (insn >= h->start && insn < h->end) way_to(w, h->handler);
    }
}

/* The local that the instruction loads or stores, with its width; false: none. */
static bool load_of(const u8 *p, u32 *local) {
    if (p[0] >= OP_ILOAD && p[0] <= OP_ALOAD) return *local = p[1], true;
    if (p[0] >= OP_ILOAD_0 && p[0] <= OP_ALOAD_3) return *local = (u32)(p[0] - OP_ILOAD_0) % 4, true;
    return false;
}

static bool store_of(const u8 *p, u32 *local, u32 *words) {
    *words = 1;
    if (p[0] == OP_IINC) return *local = p[1], true;
    u32 kind;
    if (p[0] >= OP_ISTORE && p[0] <= OP_ASTORE) kind = (u32)(p[0] - OP_ISTORE), *local = p[1];
    else if (p[0] >= OP_ISTORE_0 && p[0] <= OP_ASTORE_3)
        kind = (u32)(p[0] - OP_ISTORE_0) / 4, *local = (u32)(p[0] - OP_ISTORE_0) % 4;
    else return false;
    if (kind == 1 || kind == 3) *words = 2;
    return true;
}

/* False: such code is not looked through. */
static bool go_through(Ways *w, u32 insn) {
    const u8 *code = w->mi->cf->code->code, *p = code + w->mi->bci[insn];
    u32 local, words;
    if (insn == w->stop) return w->comes = true;
    if (p[0] == OP_TABLESWITCH || p[0] == OP_LOOKUPSWITCH || p[0] == OP_WIDE) return false;
    if (load_of(p, &local) && local == w->local && p[op_info[p[0]].length] != OP_ARRAYLENGTH) {
        if (insn < w->load) w->load = insn;
        return true;
    }
    bool stores = store_of(p, &local, &words);
    if (stores && local <= w->local && w->local < local + words) return true; /* nobody reads what it held */
    if (stores) w->written |= (words == 2 ? 3ull : 1ull) << local;
    ways_to_handlers(w, insn);
    u8 flags = op_info[p[0]].flags;
    if (flags & F_BRANCH) {
        bool wide = p[0] == OP_GOTO_W || p[0] == OP_JSR_W;
        i32 by = wide ? (i32)((u32)p[1] << 24 | (u32)p[2] << 16 | (u32)p[3] << 8 | p[4]) : (i16)(p[1] << 8 | p[2]);
        way_to(w, mi_insn_at(w->mi, (u32)((i32)w->mi->bci[insn] + by)));
    }
    if (!(flags & F_STOP)) way_to(w, insn + 1);
    return true;
}

/* All ways from where the frame stands. */
static bool look_through(Ways *w, const StackFrame *f, bool top) {
    Await *a = &w->se->await;
    u32 insn = (u32)(f->pc - f->mi->code), n = 0;
    w->load = NOWHERE;
    w->written = 0;
    w->comes = false;
    a->ways.n = a->open.n = 0;
    if (!ok(w->se, vec_reserve(w->se->cx, &a->ways, w->mi->n_code))) return false;
    mem_fill(a->ways.v, 0, (size_t)w->mi->n_code * sizeof *a->ways.v);
    if (!top && (f->flags & FR_CALLER_INVOKE)) {
        way_to(w, insn + 1);
        ways_to_handlers(w, insn);
    } else {
        way_to(w, insn);
    }
    for (; n < a->open.n && !w->se->failed; n++)
        if (!go_through(w, a->open.v[n])) return false;
    w->se->sym_cost += n / 4;
    return pays(w->se, n) && !w->se->failed;
}

static u32 record_of(const StateEngine *se, Ref r) {
    u32 i = ei(se->heap, r)->meta;
    return i && i < se->metas.n && se->metas.v[i].obj == r ? i : 0;
}

/* The one reference to it is this word of the frame. */
static bool only_there(const StateEngine *se, const StackFrame *f, u32 word, Ref r) {
    u32 i = record_of(se, r);
    SlotId id = i ? se->metas.v[i].in : 0;
    if (!id || id >> 30 != SLOT_ROOT || slot_at((StateEngine *)se, id)->next) return false;
    const RootSlot *s = &se->rslots.v[id & SLOT_INDEX];
    return s->word == word && f->meta && s->s.owner == f->meta;
}

static void unmark(StateEngine *se, u8 mark) {
    Await *a = &se->await;
    for (u32 i = 0; i < a->awaited.n; i++)
        if (a->awaited.v[i] == mark) a->awaited.v[i] = 0;
}

/* Marks the threads of the array, and counts them; 0: there is something else in it, or one of them twice. */
static u32 mark_threads(StateEngine *se, const ElementInfo *e, u8 mark) {
    Await *a = &se->await;
    const u32 *w = ei_words((ElementInfo *)e);
    u32 n = 0;
    for (u32 i = 0; i < e->len && pays(se, 1); i++) {
        if (!w[i]) continue;
        const ThreadInfo *t = ks_thread_of(se->ks, w[i]);
        if (!t || t->status == TS_NEW || a->awaited.v[t->id]) return 0;
        a->awaited.v[t->id] = mark;
        n++;
    }
    return n;
}

/* Does it go on past the joins of all that have the mark? One that is joined twice stands for no other. */
static bool joins_all(StateEngine *se, const ThreadInfo *ti, const StackFrame *f, const Ways *w, Ref array, u8 mark) {
    enum { MET = 1 }; /* no mark of an array's */
    Await *a = &se->await;
    if (!walk_ahead(se, ti, f, w->stop, w->written, array, f->slots[w->local])) return false;
    bool all = true;
    for (u32 i = 0; i < a->passed.n; i++)
        if (a->awaited.v[a->passed.v[i]] == mark) a->awaited.v[a->passed.v[i]] = MET;
    for (u32 i = 0; i < a->awaited.n; i++) {
        all &= a->awaited.v[i] != mark;
        if (a->awaited.v[i] == MET) a->awaited.v[i] = mark;
    }
    return all;
}

/* L is the first load, or a place a little before it: where a loop sets its index. */
static bool will_join(StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u32 word, Ref array, u8 mark) {
    Ways w = {.se = se, .mi = f->mi, .local = word, .stop = NOWHERE};
    const bool top = f == ti->top;
    if (!look_through(&w, f, top) || w.load == NOWHERE) return false;
    for (u32 at = w.load, n = 0; n <= BEFORE_LOAD; n++, at--) {
        w.stop = at;
        bool all_come = look_through(&w, f, top) && w.comes && w.load == NOWHERE;
        if (all_come && joins_all(se, ti, f, &w, array, mark)) return true;
        if (!at || se->failed) return false;
    }
    return false;
}

/* r: what the word of the frame refers to, the array or what alone refers to it. */
static void try_array(StateEngine *se, const ThreadInfo *ti, StackFrame *f, u32 word, Ref r, Ref array) {
    Await *a = &se->await;
    const ElementInfo *e = ei(se->heap, array);
    const u32 i = record_of(se, array);
    const u8 mark = (u8)(2 + a->held.n);
    if (!i || is_immortal(e) || (e->hf & EF_SHARED) || e->len < 2 || a->held.n == 100) return;
    bool is = only_there(se, f, word, r) && mark_threads(se, e, mark) > 1 && will_join(se, ti, f, word, array, mark);
    if (!is || !ok(se, vec_push(se->cx, &a->held, i))) unmark(se, mark);
}

static bool is_array(const StateEngine *se, Ref r) {
    const ClassInfo *ci = ei_class(se->heap, ei(se->heap, r));
    return ci->kind == CK_ARRAY && ci->elem_type == T_REF;
}

/* An array of threads, or an object that alone refers to one: a list. */
static void try_word(StateEngine *se, const ThreadInfo *ti, StackFrame *f, u32 word, Ref r) {
    if (is_array(se, r)) {
        try_array(se, ti, f, word, r, r);
        return;
    }
    u32 i = is_immortal(ei(se->heap, r)) ? 0 : record_of(se, r);
    if (!i || ei(se->heap, r)->hf & EF_SHARED) return;
    const Meta *m = &se->metas.v[i];
    for (u32 k = m->slots; k < m->slots + m->n_slots && k < m->slots + FIELDS_MAX; k++) {
        u32 to = se->oslots.v[k].target;
        if (!to || se->metas.v[to].in != k || se->oslots.v[k].next || !is_array(se, se->metas.v[to].obj)) continue;
        try_array(se, ti, f, word, r, se->metas.v[to].obj);
        return;
    }
}

static bool fits(const StackFrame *f) {
    return !f->mi->step && f->mi->code && f->mi->cf && f->mi->cf->code && f->mi->ci->cf &&
           !(f->mi->attrs & MA_HAS_JSR) && f->mi->n_code <= CODE_MAX && f->mi->max_locals <= LOCALS_MAX;
}

bool held_begin(StateEngine *se, ThreadInfo *ti) {
    Await *a = &se->await;
    a->held.n = 0;
    if (ti->status == TS_TERMINATED || ti->atomic) return false;
    for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) {
        if (!fits(f)) continue;
        const FrameMap *m = fr_map(se->ks->cs, f, f == ti->top);
        for (u32 i = 0; m && i < m->n_live_ref; i++) {
            u32 word = m->ref[i];
            Ref r = word < f->mi->max_locals ? f->slots[word] : 0;
            if (r) try_word(se, ti, f, word, r);
        }
    }
    if (a->held.n && !looks_rely(&se->ks->looks, LIB_JOIN)) a->held.n = 0;
    return a->held.n && !se->failed;
}

bool held_has(const StateEngine *se, u32 m) {
    const Await *a = &se->await;
    for (u32 i = 0; i < a->held.n; i++)
        if (a->held.v[i] == m) return true;
    return false;
}
