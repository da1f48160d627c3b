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

static bool less(H128 a, H128 b) { return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo; }

typedef struct Member {
    u64 sig, deep, key;
    H128 twin; /* of what it has, with what is not its own by place */
    u32 id;
    bool closed; /* who has the same `twin` can change places with it */
} Member;

u64 state_looks(StateEngine *se, const ThreadInfo *ti, Ref r, u32 depth) {
    if (!r || !pays(se, OBJECT_WORK)) return 0;
    const ElementInfo *e = ei(se->heap, r);
    if (is_immortal(e)) return imm_label(se, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *w = ei_words((ElementInfo *)e), owner = e->lock >> 16;
    u64 sig = mix64(ci->key, (u64)e->len << 2 | (!owner ? 0u : owner == ti->id + 1 ? 1u : 2u));
    const Meta *m = e->meta < se->metas.n ? &se->metas.v[e->meta] : NULL;
    if (!m || m->obj != r || m->rd >= RD_WORST || !await_has(se, e->meta))
        return 1; /* a thread that has ended does not keep its object */
    if (named_static(se, e->meta)) sig = mix64(sig, m->h);
    if (ci->kind == CK_ARRAY) {
        if (ci->elem_type == T_REF) return sig;
        return mix64(sig, h128_sub(m->body, header_term(TAG_LOCK, lock_value(se, e->lock))).lo);
    }
    bool thread = ci_is_subclass((ClassInfo *)ci, se->ks->cs->thread);
    for (u32 i = 0, n = (ci->inst_size - OBJ_HEADER) / 4; i < n; i++) {
        if (thread && (i == se->sym_name || i == se->sym_tid || i == se->sym_tid + 1)) continue;
        if (wk_number(ci->kinds[i])) sig = mix_fold(sig ^ w[i], 0x9E3779B97F4A7C15ull + i);
        else if (depth && ci->kinds[i] == WK_REF) sig = mix64(sig + i, state_looks(se, ti, w[i], depth - 1));
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
        sig = mix64(sig + se->refs.v[i].word, deep ? state_looks(se, ti, r, 1) : class_signature(se, r));
    }
    return sig;
}

/* `deep`: the objects count, not their classes only. */
static u64 signature_of(StateEngine *se, ThreadInfo *ti, bool deep) {
    u32 w[THREAD_WORDS];
    thread_words(se, ti, w);
    u64 sig = hash_bytes(w, ti->status == TS_TERMINATED ? 4 : sizeof w, deep);
    sig = mix64(sig, deep ? state_looks(se, ti, ti->obj, 1) : class_signature(se, ti->obj));
    for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) sig = frame_signature(se, ti, f, deep, sig);
    return sig;
}

u64 state_signature(StateEngine *se, ThreadInfo *ti) { return signature_of(se, ti, false); }

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

/* The objects that a closed thread refers to and that are not its own, as anybody sees them who has no monitor. */
static u64 others_look(StateEngine *se, const ThreadInfo *ti, const OwnForm *f) {
    u64 sum = 0, look = 0;
    Ref last = 0;
    for (u32 i = 0; i < f->others.n; i++) {
        Ref r = f->others.v[i];
        if (r != last) look = own_look(se, ti, r);
        last = r;
        sum = mix64(sum, look);
    }
    return sum;
}

static int by_signature(const void *a, const void *b) {
    const Member *x = a, *y = b;
    if (x->sig != y->sig) return x->sig < y->sig ? -1 : 1;
    if (x->deep != y->deep) return x->deep < y->deep ? -1 : 1;
    if (!h128_eq(x->twin, y->twin)) return less(x->twin, y->twin) ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_sig(const void *a, const void *b) {
    const Member *x = a, *y = b;
    return (x->sig > y->sig) - (x->sig < y->sig);
}

static bool same_signature(const Member *x, const Member *y) { return x->sig == y->sig && x->deep == y->deep; }
static bool twins(const Member *x, const Member *y) { return x->closed && y->closed && h128_eq(x->twin, y->twin); }

/* Might two threads change places? What is not known any more may be anything. v: scratch for n. */
static bool any_alike(StateEngine *se, Member *v, u32 n) {
    bool alike = false;
    for (u32 i = 0; i < n && !alike && pays(se, 1); i++) {
        v[i] = (Member){.sig = kind_of(se, se->ks->threads.v[i + 1])};
        alike = !v[i].sig || (i && v[i].sig == v[i - 1].sig);
    }
    if (alike) return !se->failed;
    mem_sort(v, n, sizeof *v, by_signature);
    for (u32 i = 0; i + 1 < n && !alike; i++) alike = v[i].sig == v[i + 1].sig;
    return alike && !se->failed;
}

typedef struct Orders {
    StateEngine *se;
    Member *v, *moved; /* moved: scratch */
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

static u32 block_end(const Orders *o, u32 i) {
    u32 j = i + 1;
    while (j < o->n && same_signature(&o->v[i], &o->v[j]) && twins(&o->v[i], &o->v[j])) j++;
    return j;
}

/* The threads v[from..to) go to v[at..), those between up behind them; or back again. */
static void move_block(Orders *o, u32 at, u32 from, u32 to, bool back) {
    u32 n = to - from, room = from - at;
    Member *v = o->v + at, *m = o->moved;
    mem_copy(m, v, (size_t)(n + room) * sizeof *v);
    mem_copy(v, m + (back ? n : room), (size_t)(back ? room : n) * sizeof *v);
    mem_copy(v + (back ? room : n), m, (size_t)(back ? n : room) * sizeof *v);
}

/* Every order of v[i..] that keeps equal signatures together, and twins. */
static Status orders(Orders *o, u32 i) {
    if (i >= o->n) return o->left ? (o->left--, try_order(o)) : ST_OK;
    for (u32 j = i, e; j < o->n && same_signature(&o->v[j], &o->v[i]); j = e) {
        e = block_end(o, j);
        if (!o->left && o->any) return ST_OK;
        move_block(o, i, j, e, false);
        Status st = orders(o, i + (e - j));
        move_block(o, i, j, e, true);
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

/* Of what the thread has to itself. A closed thread that lives stands in forms as its hash and what else it refers to,
 * which say as much as all its words do: nobody else refers to any of its own. Which threads that are follows from
 * their signatures, not from their names. */
static void deep_signature(StateEngine *se, Member *m) {
    ThreadInfo *ti = se->ks->threads.v[m->id];
    OwnForm *f = own_form(se, ti);
    if (!f) return;
    m->closed = f->closed;
    m->deep = m->closed ? mix64(f->hash.lo, others_look(se, ti, f))
                        : signature_of(se, ti, true) + state_place_of(se, ti->obj);
    if (m->closed) m->twin = f->twin;
    f->in_form = m->closed && ti->status != TS_TERMINATED;
}

/* By signature; among those that are equal, by a deeper one; twins together. They come in the last form's order. */
static void sort_members(Orders *o) {
    Member *v = o->v;
    u64 last = 0;
    mem_settle(v, o->n, sizeof *v, by_sig, o->moved);
    for (u32 i = 0; i < o->n; i++) {
        u64 sig = v[i].sig;
        bool tied = (i && last == sig) || (i + 1 < o->n && v[i + 1].sig == sig);
        if (tied) deep_signature(o->se, &v[i]);
        last = sig;
    }
    mem_settle(v, o->n, sizeof *v, by_signature, o->moved);
    for (u32 i = 0; i < o->n; i++) o->se->own.order.v[i] = v[i].id;
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
static Status all_one(Orders *o, u32 i, u32 j, bool *same) {
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
        if (block_end(o, i) < j && all_one(o, i, j, &same) != ST_OK) return ST_ERROR;
        if (!same) return orders(o, 0);
    }
    return ST_OK;
}

/* What is there in the state that forms are written of (await.c). */
static Status await_look(StateEngine *se) {
    if (!se->await.ti || se->await.seen) return ST_OK;
    WordVec *v = &se->sorted_ids;
    v->n = 0;
    for (u32 i = 0; i < se->ks->n_threads; i++)
        if (vec_push(se->cx, v, i) != ST_OK) return ST_ERROR;
    se->sym = v->v;
    Status st = state_canon(se, &se->sym_words, NULL);
    se->sym = NULL;
    se->sym_cost += se->sym_words.n;
    return st;
}

/* Room for so many bytes, until it is asked for again. */
static void *room(StateEngine *se, size_t bytes) {
    u32 words = (u32)((bytes + 7) / 8);
    se->sym_room.n = 0;
    return vec_reserve(se->cx, &se->sym_room, words) == ST_OK ? se->sym_room.v : NULL;
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
    o.v = room(se, 2 * n * sizeof *o.v + n * sizeof *o.rank);
    o.moved = o.v ? o.v + n : NULL;
    o.rank = o.v ? (u32 *)(o.v + 2 * n) : NULL;
    Status st = o.v ? ST_OK : ST_ERROR;
    se->failed = false;
    bool alike = se->sym_alike = st == ST_OK && any_alike(se, o.v, o.n);
    se->looked++;
    own_begin(se);
    if (alike) await_begin(se);
    if (alike) st = await_look(se);
    const u32 *order = st == ST_OK ? own_order(se, n - 1) : NULL;
    for (u32 i = 0; i < n - 1 && st == ST_OK; i++) {
        ThreadInfo *ti = order ? ks->threads.v[order[i]] : NULL;
        if (ti) o.v[i] = (Member){.sig = alike ? own_signature(se, ti) : 0, .key = thread_key(ti), .id = order[i]};
        if (se->failed) st = ST_ERROR;
    }
    if (st == ST_OK && alike) {
        sort_members(&o);
        st = se->failed ? ST_ERROR : least_form(&o);
    }
    own_out_of_forms(se);
    if (alike) await_end(se);
    if (st == ST_OK && !alike) { /* names serve as well as anything */
        mem_sort(o.v, o.n, sizeof *o.v, by_signature);
        for (u32 i = 0; i < o.n; i++) se->sym_rank.v[o.v[i].id] = i + 1;
        se->sym_rank.v[0] = 0;
        o.best = mix128_3(0x4E414D4544ull, se->top.key);
    }
    *key = o.best;
    return st;
}

/* What is known of a thread at a glance; 0: it is like no other. A thread that another one's record names is not. */
static u64 glance(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    if (!ti->id || ti->held || !f) return 0;
    u64 at = f->mi->step ? f->step : f->mi->code ? (u64)(f->pc - f->mi->code) : 0;
    return mix64(f->mi->key + f->depth, at << 16 | (u64)ti->pend.action << 8 | ti->status) | 1;
}

typedef struct Like {
    H128 twin;
    u64 glance;
    u32 at; /* index of the thread in the question */
} Like;

static int by_likeness(const void *a, const void *b) {
    const Like *x = a, *y = b;
    if (x->glance != y->glance) return x->glance < y->glance ? -1 : 1;
    if (!h128_eq(x->twin, y->twin)) return less(x->twin, y->twin) ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Where a thread saw another one's end is part of that one's record. */
static void leave_out_joiners(const KernelState *ks, const u32 *ids, Like *v, u32 n) {
    for (u32 t = 0; t < ks->n_threads; t++) {
        u32 by = ks->threads.v[t]->joined_by;
        for (u32 i = 0; by > 1 && i < n; i++)
            if (ids[v[i].at] + 1 == by) v[i].glance = 0;
    }
}

/* v: room for 2 n. */
static bool any_glance_twice(const StateEngine *se, const u32 *ids, Like *v, u32 n) {
    bool twice = false;
    for (u32 i = 0; i < n; i++) {
        v[i] = (Like){{0, 0}, glance(se->ks->threads.v[ids[i]]), i};
        twice |= i && v[i].glance && v[i].glance == v[i - 1].glance;
    }
    if (twice) return true;
    mem_settle(v, n, sizeof *v, by_likeness, v + n);
    for (u32 i = 1; i < n; i++)
        if (v[i].glance && v[i].glance == v[i - 1].glance) return true;
    return false;
}

static Status find_alike(StateEngine *se, const u32 *ids, Like *v, u32 n, u32 *alike) {
    leave_out_joiners(se->ks, ids, v, n);
    mem_settle(v, n, sizeof *v, by_likeness, v + n);
    for (u32 i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && v[j].glance == v[i].glance;) j++;
        for (u32 k = i; k < j && j - i > 1 && v[k].glance; k++) {
            ThreadInfo *ti = se->ks->threads.v[ids[v[k].at]];
            const OwnForm *f = own_form(se, ti);
            if (!f) return ST_ERROR;
            v[k].twin = f->closed ? f->twin : (H128){0, v[k].at};
        }
    }
    mem_settle(v, n, sizeof *v, by_likeness, v + n);
    for (u32 i = 0; i < n; i++) {
        bool same = i && v[i].glance && v[i].glance == v[i - 1].glance && h128_eq(v[i].twin, v[i - 1].twin);
        alike[v[i].at] = same ? alike[v[i - 1].at] : v[i].at;
    }
    return ST_OK;
}

Status state_alike(StateEngine *se, const u32 *ids, u32 n, u32 *alike) {
    if (!se->sym_name && find_names(se) != ST_OK) return ST_ERROR;
    Like *v = room(se, 2 * n * sizeof *v);
    if (!v) return ST_ERROR;
    se->failed = false;
    se->sym_cost = 0;
    Status st = ST_OK;
    if (any_glance_twice(se, ids, v, n)) {
        se->looked++;
        own_begin(se);
        await_begin(se);
        st = await_look(se);
        if (st == ST_OK) st = find_alike(se, ids, v, n, alike);
        await_end(se);
    } else {
        for (u32 i = 0; i < n; i++) alike[i] = i;
    }
    return st;
}
