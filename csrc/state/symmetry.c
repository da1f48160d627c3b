/* symmetry.c -- states up to the exchange of threads. Layer 10.
 *
 * Heap symmetry is in the key already: an object is named by where it hangs, never by when it was made.
 * Threads have names of their own, so that two workers that have changed places make two states. Here the
 * canonical form (canon.c) is written with threads named by their rank instead; it determines the state up
 * to a renaming of threads, whatever the ranks are (Ip and Dill, FMSD 9, 1996). Ranks follow from what the
 * threads do: a signature of frames and numbers that mentions no other thread. Threads with the same
 * signature are tried in every order, as long as these are not too many, and the least hash is taken.
 * Where no two threads run the same class nothing is written.
 * Programs that tell threads apart by name, number or identity hash are not symmetric: the search sees
 * them do so and begins again without. */
#include "state/state_int.h"

#include <stdlib.h>

#define MAX_ORDERS 24u

typedef struct Member {
    u64 sig, deep, key;
    u32 id;
    bool closed; /* who has the same deep signature is a twin */
} Member;

/* An object as ti sees it, without a name of any thread: what it holds, who has its monitor, where it hangs if a
 * static leads to it; and `depth` levels of what it refers to. */
static u64 object_signature(StateEngine *se, const ThreadInfo *ti, Ref r, u32 depth) {
    if (!r || !pays(se, OBJECT_WORK)) return 0;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) return imm_label(se, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *w = ei_words((ElementInfo *)e), owner = e->lock >> 16;
    u64 sig = mix64(ci->key, (u64)e->len << 2 | (!owner ? 0u : owner == ti->id + 1 ? 1u : 2u));
    const Meta *m = e->meta < se->metas.n ? &se->metas.v[e->meta] : NULL;
    if (!m || m->obj != r || m->rd >= RD_WORST) return 1; /* a thread that has ended does not keep its object */
    if (m->rd >> 32 == 0) sig = mix64(sig, m->h);
    if (ci->kind == CK_ARRAY) {
        if (ci->elem_type == T_REF || !pays(se, e->len)) return sig;
        return hash_bytes(w, (size_t)e->len << ci->elem_shift, sig);
    }
    bool thread = ci_is_subclass((ClassInfo *)ci, se->ks->cs->thread);
    for (u32 i = 0, n = (ci->inst_size - OBJ_HEADER) / 4; i < n; i++) {
        if (thread && (i == se->sym_name || i == se->sym_tid || i == se->sym_tid + 1)) continue;
        if (wk_number(ci->kinds[i])) sig = mix_fold(sig ^ w[i], 0x9E3779B97F4A7C15ull + i);
        else if (depth && ci->kinds[i] == WK_REF) sig = mix64(sig + i, object_signature(se, ti, w[i], depth - 1));
    }
    return sig;
}

static u64 class_signature(const StateEngine *se, Ref r) { return r ? ei_class(se->heap, ei(se->heap, r))->key : 0; }

static u64 frame_signature(StateEngine *se, ThreadInfo *ti, StackFrame *f, bool deep, u64 sig) {
    u32 w[FRAME_WORDS];
    if (!ok(se, frame_scan(se, ti, f))) return 0;
    frame_words(se, ti, f, w);
    se->sym_cost += FRAME_WORDS + se->prims.n + se->refs.n;
    sig = hash_bytes(w, sizeof w, sig);
    for (u32 i = 0; i < se->prims.n; i++) sig = mix64(sig + se->prims.v[i].word, se->prims.v[i].val);
    for (u32 i = 0; i < se->refs.n; i++) {
        Ref r = se->refs.v[i].val;
        sig = mix64(sig + se->refs.v[i].word, deep ? object_signature(se, ti, r, 1) : class_signature(se, r));
    }
    return sig;
}

/* `deep`: the objects count, not their classes only. */
static u64 signature(StateEngine *se, ThreadInfo *ti, bool deep) {
    u32 w[THREAD_WORDS];
    thread_words(se, ti, w);
    u64 sig = hash_bytes(w, ti->status == TS_TERMINATED ? 4 : sizeof w, deep);
    sig = mix64(sig, deep ? object_signature(se, ti, ti->obj, 1) : class_signature(se, ti->obj));
    for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) sig = frame_signature(se, ti, f, deep, sig);
    return sig;
}

/* What a thread was made of: the class of its object and of its task; 0: not known any more. */
static u64 kind_of(StateEngine *se, const ThreadInfo *ti) {
    if (!ti->obj) return 0;
    Heap *h = se->heap;
    Ref task = se->sym_target ? get_ref(h, ti->obj, se->sym_target) : 0; /* JDK 17 */
    Ref holder = se->sym_holder ? get_ref(h, ti->obj, se->sym_holder) : 0;
    if (holder && !se->sym_task) {
        const FieldInfo *fi = ci_find_field(ei_class(h, ei(h, holder)), "task");
        se->sym_task = fi ? fi->offset : 0;
    }
    if (holder && se->sym_task) task = get_ref(h, holder, se->sym_task);
    return mix64(ei_class(h, ei(h, ti->obj))->key, task ? ei_class(h, ei(h, task))->key : 0);
}

static int by_signature(const void *a, const void *b) {
    const Member *x = a, *y = b;
    if (x->sig != y->sig) return x->sig < y->sig ? -1 : 1;
    if (x->deep != y->deep) return x->deep < y->deep ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static bool same_signature(const Member *x, const Member *y) { return x->sig == y->sig && x->deep == y->deep; }

/* Might two threads change places? What is not known any more may be anything. v: scratch for n. */
static bool any_alike(StateEngine *se, Member *v, u32 n) {
    bool alike = false;
    for (u32 i = 0; i < n && pays(se, 1); i++) v[i] = (Member){.sig = kind_of(se, se->ks->threads.v[i + 1])};
    mem_sort(v, n, sizeof *v, by_signature);
    for (u32 i = 0; i + 1 < n && !alike; i++) alike = !v[0].sig || v[i].sig == v[i + 1].sig;
    return alike && !se->failed;
}

static bool less(H128 a, H128 b) { return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo; }

typedef struct Orders {
    StateEngine *se;
    Member *v;
    u32 n, left; /* orders that may still be tried */
    u32 *rank;   /* scratch, by id */
    H128 best;
    bool any;
} Orders;

/* The form under this order. */
static Status form_hash(Orders *o, H128 *k) {
    StateEngine *se = o->se;
    for (u32 i = 0; i < o->n; i++) o->rank[o->v[i].id] = i + 1;
    o->rank[0] = 0;
    se->sym = o->rank;
    Status st = state_canon(se, &se->sym_words, NULL);
    se->sym = NULL;
    *k = hash128_bytes(se->sym_words.v, (size_t)se->sym_words.n * 4, 0x53594D);
    se->sym_cost += se->sym_words.n;
    return st;
}

static Status try_order(Orders *o) {
    H128 k;
    if (form_hash(o, &k) != ST_OK) return ST_ERROR;
    if (o->any && !less(k, o->best)) return ST_OK;
    o->any = true;
    o->best = k;
    mem_copy(o->se->sym_rank.v, o->rank, (o->n + 1) * sizeof(u32));
    return ST_OK;
}

static void swap(Orders *o, u32 i, u32 j) {
    Member m = o->v[i];
    o->v[i] = o->v[j];
    o->v[j] = m;
}

/* Every order of v[i..] that keeps equal signatures together. */
static Status orders(Orders *o, u32 i) {
    if (i >= o->n) return o->left ? (o->left--, try_order(o)) : ST_OK;
    for (u32 j = i; j < o->n && same_signature(&o->v[j], &o->v[i]); j++) {
        if (!o->left && o->any) return ST_OK;
        swap(o, i, j);
        Status st = orders(o, i + 1);
        swap(o, i, j);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* Of what the thread has, if nobody else refers to any of it. */
static void deep_signature(StateEngine *se, Member *m) {
    ThreadInfo *ti = se->ks->threads.v[m->id];
    if (!ok(se, state_canon_own(se, ti, &se->sym_words, &m->closed))) return;
    se->sym_cost += se->sym_words.n;
    if (m->closed) m->deep = hash_bytes(se->sym_words.v, (size_t)se->sym_words.n * 4, 0x434C4F53);
    else m->deep = signature(se, ti, true);
}

/* By signature; among those that are equal, by a deeper one. */
static void sort_members(Orders *o) {
    Member *v = o->v;
    u64 last = 0;
    mem_sort(v, o->n, sizeof *v, by_signature);
    for (u32 i = 0; i < o->n; i++) {
        u64 sig = v[i].sig;
        bool tied = (i && last == sig) || (i + 1 < o->n && v[i + 1].sig == sig);
        if (tied) deep_signature(o->se, &v[i]);
        last = sig;
    }
    mem_sort(v, o->n, sizeof *v, by_signature);
}

/* Is the form that of `best` when v[i] goes behind v[j - 1] and those after it move up? */
static Status unchanged(Orders *o, u32 i, u32 j, bool *same) {
    H128 k;
    Member m = o->v[i];
    mem_move(o->v + i, o->v + i + 1, (j - i - 1) * sizeof m);
    o->v[j - 1] = m;
    Status st = form_hash(o, &k);
    mem_move(o->v + i + 1, o->v + i, (j - i - 1) * sizeof m);
    o->v[i] = m;
    *same = st == ST_OK && h128_eq(k, o->best);
    return st;
}

/* Is every order of v[i..j) one? Orders that change nothing are a group, and the exchange of the first two and the
 * round of all make every order: two forms, however many threads there are. */
static Status all_twins(Orders *o, u32 i, u32 j, bool *same) {
    if (unchanged(o, i, i + 2, same) != ST_OK) return ST_ERROR;
    return *same && j - i > 2 ? unchanged(o, i, j, same) : ST_OK;
}

/* Threads with the same signature mostly are the same altogether: if those of each signature can change places and
 * nothing changes, all orders are one. */
static Status least_form(Orders *o) {
    bool same = true;
    if (try_order(o) != ST_OK) return ST_ERROR;
    for (u32 i = 0, j; i < o->n; i = j) {
        for (j = i + 1; j < o->n && same_signature(&o->v[i], &o->v[j]);) j++;
        if (j - i > 1 && !o->v[i].closed && all_twins(o, i, j, &same) != ST_OK) return ST_ERROR;
        if (!same) return orders(o, 0);
    }
    return ST_OK;
}

static Status find_names(StateEngine *se) {
    ClassInfo *thread = se->ks->cs->thread;
    const FieldInfo *name = ci_find_field(thread, "name"), *tid = ci_find_field(thread, "tid");
    const FieldInfo *target = ci_find_field(thread, "target"), *holder = ci_find_field(thread, "holder");
    if (!name || !tid) return cx_fail(se->cx, ERR_INTERNAL, "java.lang.Thread without name or tid");
    se->sym_name = (name->offset - OBJ_HEADER) / 4;
    se->sym_tid = (tid->offset - OBJ_HEADER) / 4;
    se->sym_target = target ? target->offset : 0;
    se->sym_holder = holder ? holder->offset : 0;
    return ST_OK;
}

Status state_symmetric(StateEngine *se, H128 *key) {
    KernelState *ks = se->ks;
    u32 n = ks->n_threads;
    if (!se->sym_name && find_names(se) != ST_OK) return ST_ERROR;
    se->sym_rank.n = 0;
    if (vec_reserve(se->cx, &se->sym_rank, n) != ST_OK) return ST_ERROR;
    se->sym_rank.n = n;
    se->sym_cost = 0;
    Orders o = {.se = se, .n = n - 1, .left = MAX_ORDERS};
    o.v = cx_alloc(se->cx, n * sizeof *o.v);
    o.rank = cx_alloc(se->cx, n * sizeof *o.rank);
    Status st = o.v && o.rank ? ST_OK : ST_ERROR;
    se->failed = false;
    bool alike = st == ST_OK && any_alike(se, o.v, o.n);
    for (u32 i = 1; i < n && st == ST_OK; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        o.v[i - 1] = (Member){.sig = alike ? signature(se, ti, false) : 0, .key = thread_key(ti), .id = i};
        if (se->failed) st = ST_ERROR;
    }
    if (st == ST_OK && alike) {
        sort_members(&o);
        st = se->failed ? ST_ERROR : least_form(&o);
    } else if (st == ST_OK) { /* names serve as well as anything */
        mem_sort(o.v, o.n, sizeof *o.v, by_signature);
        for (u32 i = 0; i < o.n; i++) se->sym_rank.v[o.v[i].id] = i + 1;
        se->sym_rank.v[0] = 0;
        o.best = mix128_3(0x4E414D4544ull, se->top.key);
    }
    *key = o.best;
    cx_free(se->cx, o.v, n * sizeof *o.v);
    cx_free(se->cx, o.rank, n * sizeof *o.rank);
    return st;
}
