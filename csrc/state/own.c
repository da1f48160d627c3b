/* own.c -- what each thread has to itself, kept from one state to the next. Layer 10.
 *
 * What canon.c finds for a thread that has no monitor is a function of
 *  - its records and the objects that it alone reaches (those have its id in `by`), and of who refers to these;
 *  - which objects it refers to beside them, and the names of those that a static reaches;
 *  - that these others are not its own, which is: somebody else reaches them.
 * The first two are told of where records, labels and links change (own_touched, own_thread, own_renamed). An object
 * that others reached and that now only one thread t does has lost a path; let w be the object behind the last
 * reference that is missing on it, of those that live. All that reaches w reaches the object, so only t does, and a
 * label names w by t: it is enough to forget the form of who names w (`lost`). An object that leaves the key takes
 * what it refers to with it in the same way. What is forgotten too often is made again, and costs no more than that.
 *
 * Of states with a clock, or that await.c writes, nothing is kept. The stress build makes all anew in each state and
 * compares (state_own_check). */
#include "state/state_int.h"

enum { LOST_MAX = 4096 };

static u32 by_of(const Owns *o, u32 m) { return m < o->by.n ? o->by.v[m] : 0; }

void own_forget(StateEngine *se, u32 thread) {
    Owns *o = &se->own;
    OwnForm *f = &o->v.v[thread];
    f->of = f->sig = 0;
    if (!f->kept) return;
    f->kept = false;
    o->kept--;
    for (u32 i = 0; i < f->metas.n; i++)
        if (by_of(o, f->metas.v[i]) == thread + 1) o->by.v[f->metas.v[i]] = 0;
}

void own_forget_all(StateEngine *se) {
    for (u32 i = 0; i < se->own.v.n; i++) own_forget(se, i);
    se->own.lost.n = 0;
}

void own_hit(StateEngine *se, u32 m) { own_forget(se, se->own.by.v[m] - 1); }

/* Who refers to it may have it to himself now. Nothing is allocated: what is taken back cannot fail. */
void own_gone(StateEngine *se, u32 m) {
    WordVec *lost = &se->own.lost;
    if (lost->n < lost->cap) lost->v[lost->n++] = m;
    else own_forget_all(se);
}

static void forget_who_saw(StateEngine *se, u32 m) {
    Owns *o = &se->own;
    o->seen.v[m] = 0;
    for (u32 i = 0; i < o->v.n; i++) {
        const OwnForm *f = &o->v.v[i];
        for (u32 k = 0; f->kept && k < f->saw.n; k++)
            if (f->saw.v[k] == m) own_forget(se, i);
    }
}

static u64 static_label(u64 rd, u64 h) { return rd >> 32 == 0 ? h : 0; }

/* Its label was another one. */
void own_renamed(StateEngine *se, u32 m, u64 rd0, u64 h0) {
    Owns *o = &se->own;
    if (JPF_LIKELY(!o->kept)) return;
    const Meta *x = &se->metas.v[m];
    if (m < o->seen.n && o->seen.v[m] && static_label(rd0, h0) != static_label(x->rd, eff(x))) forget_who_saw(se, m);
    if ((rd0 >= RD_WORST) == (x->rd >= RD_WORST)) return;
    for (u32 k = x->slots; k < x->slots + x->n_slots; k++) {
        u32 to = se->oslots.v[k].target;
        if (!to) continue;
        own_touched(se, to);
        own_gone(se, to);
    }
}

void own_cut(StateEngine *se, u32 n) {
    Owns *o = &se->own;
    for (u32 i = n; i < o->by.n; i++) own_touched(se, i);
    for (u32 i = n; i < o->seen.n; i++)
        if (o->seen.v[i]) forget_who_saw(se, i);
    if (o->by.n > n) o->by.n = n;
    if (o->seen.n > n) o->seen.n = n;
}

static bool timeless(const StateEngine *se) {
    return !ks_clock_seen(se->ks) && !ks_clock_matters(se->ks) && !se->ks->clk.tasks;
}

void own_begin(StateEngine *se) {
    Owns *o = &se->own;
    if (o->kept && !timeless(se)) own_forget_all(se);
    for (u32 i = 0; i < o->lost.n && o->kept; i++) {
        u32 m = o->lost.v[i];
        if (m >= se->metas.n || se->metas.v[m].rd >= RD_WORST || se->metas.v[m].rd >> 32 == 0) continue;
        u32 by = named_by(se, m);
        if (by == NAMED_FAR) own_forget_all(se);
        else if (by < o->v.n) own_forget(se, by);
    }
    o->lost.n = 0;
}

/* --- forms --- */

static bool set_word(StateEngine *se, WordVec *v, u32 i, u32 x) {
    while (v->n <= i)
        if (!ok(se, vec_push(se->cx, v, 0))) return false;
    v->v[i] = x;
    return true;
}

static bool copy_words(StateEngine *se, WordVec *to, const WordVec *from) {
    to->n = 0;
    if (!ok(se, vec_reserve(se->cx, to, from->n))) return false;
    mem_copy(to->v, from->v, (size_t)from->n * sizeof *from->v);
    to->n = from->n;
    return true;
}

/* Its words stay the same for as long as nobody tells of a change: no operand of the VM's own frames is looked at
 * there, for that it is an object may be seen of the heap only. */
static bool keeps(const StateEngine *se, const ThreadInfo *ti, const OwnForm *f) {
    if (!f->closed || !timeless(se) || ti->clock_depth) return false;
    for (const StackFrame *x = ti->top; x; x = x->prev)
        if (x->mi->step && x->sp > x->slots + x->mi->max_locals) return false;
    return true;
}

static void keep(StateEngine *se, const ThreadInfo *ti, OwnForm *f) {
    Owns *o = &se->own;
    if (o->lost.cap < LOST_MAX && !ok(se, vec_reserve(se->cx, &o->lost, LOST_MAX - o->lost.n))) return;
    if (!copy_words(se, &f->metas, &se->order) || !copy_words(se, &f->saw, &o->saw)) return;
    for (u32 i = 0; i < f->metas.n; i++) {
        own_touched(se, f->metas.v[i]);
        if (!set_word(se, &o->by, f->metas.v[i], ti->id + 1)) return;
    }
    for (u32 i = 0; i < f->saw.n; i++)
        if (!set_word(se, &o->seen, f->saw.v[i], 1)) return;
    f->kept = true;
    o->kept++;
}

/* A thread that has ended is closed as long as its object is garbage. */
static void with_gone(StateEngine *se, const ThreadInfo *ti) {
    if (ti->status != TS_TERMINATED || !ti->obj) return;
    u32 m = ei(se->heap, ti->obj)->meta;
    if (m && m < se->metas.n && se->metas.v[m].obj == ti->obj) ok(se, vec_push(se->cx, &se->order, m));
}

/* Two closed threads with the same can change places, and nothing changes. */
static H128 twin_hash(const ThreadInfo *ti, const OwnForm *f) {
    u64 by = ti->status == TS_TERMINATED ? ti->joined_by : 0;
    H128 refs = hash128_bytes(f->others.v, (size_t)f->others.n * 4, 0x5457494E + by);
    return h128_add(mix128_3(f->hash.lo, refs), mix128(f->hash.hi, f->hash.lo));
}

static bool make(StateEngine *se, ThreadInfo *ti, OwnForm *f) {
    f->of = 0;
    if (!ok(se, state_canon_own(se, ti, &se->sym_words, &f->closed))) return false;
    if (!copy_words(se, &f->others, &se->own_refs)) return false;
    f->hash = hash128_bytes(se->sym_words.v, (size_t)se->sym_words.n * 4, 0x4F574E);
    f->twin = twin_hash(ti, f);
    se->sym_cost += se->sym_words.n;
    f->of = se->state_no;
    return true;
}

OwnForm *own_form(StateEngine *se, ThreadInfo *ti) {
    Owns *o = &se->own;
    bool awaits = se->await.ti != NULL;
    while ((awaits ? o->awaiting.n : o->v.n) <= ti->id) {
        OwnForm none = {.of = 0};
        if (!ok(se, awaits ? vec_push(se->cx, &o->awaiting, none) : vec_push(se->cx, &o->v, none))) return NULL;
    }
    OwnForm *f = awaits ? &o->awaiting.v[ti->id] : &o->v.v[ti->id];
    if (f->kept || f->of == se->state_no) return f;
    if (!make(se, ti, f)) return NULL;
    if (awaits || !keeps(se, ti, f)) return f;
    with_gone(se, ti);
    keep(se, ti, f);
    return se->failed ? NULL : f;
}

/* A function of its own records. */
u64 own_signature(StateEngine *se, ThreadInfo *ti) {
    Owns *o = &se->own;
    if (se->await.ti || ti->id >= o->v.n || !o->v.v[ti->id].kept) return state_signature(se, ti);
    OwnForm *f = &o->v.v[ti->id];
    if (!f->sig) f->sig = state_signature(se, ti);
    return f->sig;
}

u64 own_look(StateEngine *se, const ThreadInfo *ti, Ref r) {
    Owns *o = &se->own;
    u32 m = ei(se->heap, r)->meta;
    while (o->looks.n <= m)
        if (!ok(se, vec_push(se->cx, &o->looks, ((OwnLook){0, 0})))) return 0;
    if (o->looks.v[m].of != se->looked) {
        u64 look = state_looks(se, ti, r, 1);
        o->looks.v[m] = (OwnLook){se->looked, look};
    }
    return o->looks.v[m].look;
}

/* Ids of the n threads beside main, in the order that they had: it changes little from state to state. */
const u32 *own_order(StateEngine *se, u32 n) {
    WordVec *o = &se->own.order;
    if (o->n > n) o->n = 0; /* a path where fewer were started */
    for (u32 id = o->n + 1; id <= n; id++)
        if (!ok(se, vec_push(se->cx, o, id))) return NULL;
    return o->v;
}

bool own_in_form(const StateEngine *se, u32 thread, const OwnForm **f) {
    const Owns *o = &se->own;
    bool awaits = se->await.ti != NULL;
    if (thread >= (awaits ? o->awaiting.n : o->v.n)) return false;
    *f = awaits ? &o->awaiting.v[thread] : &o->v.v[thread];
    return (*f)->in_form;
}

void own_out_of_forms(StateEngine *se) {
    Owns *o = &se->own;
    for (u32 i = 0; i < o->v.n; i++) o->v.v[i].in_form = false;
    for (u32 i = 0; i < o->awaiting.n; i++) o->awaiting.v[i].in_form = false;
}

static void form_free(Ctx *cx, OwnForm *f) {
    vec_free(cx, &f->others);
    vec_free(cx, &f->metas);
    vec_free(cx, &f->saw);
}

void own_free(StateEngine *se) {
    Ctx *cx = se->cx;
    Owns *o = &se->own;
    for (u32 i = 0; i < o->v.n; i++) form_free(cx, &o->v.v[i]);
    for (u32 i = 0; i < o->awaiting.n; i++) form_free(cx, &o->awaiting.v[i]);
    vec_free(cx, &o->v);
    vec_free(cx, &o->awaiting);
    vec_free(cx, &o->by);
    vec_free(cx, &o->seen);
    vec_free(cx, &o->saw);
    vec_free(cx, &o->lost);
    vec_free(cx, &o->order);
    vec_free(cx, &o->out);
    vec_free(cx, &o->looks);
}

Status state_own_check(StateEngine *se) {
    Owns *o = &se->own;
    OwnForm x = {.of = 0};
    Status st = ST_OK;
    if (looks_spoilt(&se->ks->looks)) return ST_OK; /* forms rest on what nobody looks at: the search begins again */
    se->failed = se->await.seen = false; /* the state as it is */
    own_begin(se);
    for (u32 i = 0; i < o->v.n && st == ST_OK; i++) {
        const OwnForm *f = &o->v.v[i];
        if (!f->kept) continue;
        ThreadInfo *ti = se->ks->threads.v[i];
        if (i >= se->ks->n_threads) st = cx_fail(se->cx, ERR_INTERNAL, "state: a form of no thread is kept");
        else if (!make(se, ti, &x)) st = ST_ERROR;
        else if (!x.closed || !keeps(se, ti, &x) || !h128_eq(x.hash, f->hash) || !h128_eq(x.twin, f->twin) ||
                 (f->sig && f->sig != state_signature(se, ti)))
            st = cx_fail(se->cx, ERR_INTERNAL, "state: what thread %u has to itself is not what was kept", i);
    }
    form_free(se->cx, &x);
    return st;
}
