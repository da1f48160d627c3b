/* symmetry.c -- states up to the exchange of threads. Layer 10.
 *
 * Heap symmetry is in the key already: an object is named by where it hangs, never by when it was made.
 * Threads have names of their own, so that two workers that have changed places make two states. Here the
 * canonical form (canon.c) is written with threads named by their rank instead; it determines the state up
 * to a renaming of threads, whatever the ranks are (Ip and Dill, FMSD 9, 1996). Ranks follow from what the
 * threads do: a signature of frames and numbers that mentions no other thread. Threads with the same
 * signature are tried in every order, as long as these are not too many, and the least hash is taken.
 * Programs that tell threads apart by name, number or identity hash are not symmetric: the search sees
 * them do so and begins again without. */
#include "state/state_int.h"

#include <stdlib.h>

#define MAX_ORDERS 24u

typedef struct Member {
    u64 sig, key;
    u32 id;
} Member;

static u64 frame_signature(StateEngine *se, ThreadInfo *ti, StackFrame *f, u64 sig) {
    u32 w[FRAME_WORDS];
    if (!ok(se, frame_scan(se, ti, f))) return 0;
    frame_words(se, ti, f, w);
    sig = hash_bytes(w, sizeof w, sig);
    for (u32 i = 0; i < se->prims.n; i++) sig = mix64(sig + se->prims.v[i].word, se->prims.v[i].val);
    for (u32 i = 0; i < se->refs.n; i++) {
        Ref r = se->refs.v[i].val;
        sig = mix64(sig + se->refs.v[i].word, r ? ei_class(se->heap, ei(se->heap, r))->key : 0);
    }
    return sig;
}

static u64 signature(StateEngine *se, ThreadInfo *ti) {
    u32 w[THREAD_WORDS];
    thread_words(se, ti, w);
    u64 sig = hash_bytes(w, ti->status == TS_TERMINATED ? 4 : sizeof w, 1);
    if (ti->obj) sig = mix64(sig, ei_class(se->heap, ei(se->heap, ti->obj))->key);
    for (StackFrame *f = ti->top; f && !se->failed; f = f->prev) sig = frame_signature(se, ti, f, sig);
    return sig;
}

static int by_signature(const void *a, const void *b) {
    const Member *x = a, *y = b;
    if (x->sig != y->sig) return x->sig < y->sig ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
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

static Status try_order(Orders *o) {
    StateEngine *se = o->se;
    for (u32 i = 0; i < o->n; i++) o->rank[o->v[i].id] = i + 1;
    o->rank[0] = 0;
    se->sym = o->rank;
    Status st = state_canon(se, &se->sym_words, NULL);
    se->sym = NULL;
    if (st != ST_OK) return st;
    H128 k = hash128_bytes(se->sym_words.v, (size_t)se->sym_words.n * 4, 0x53594D);
    if (o->any && !less(k, o->best)) return ST_OK;
    o->any = true;
    o->best = k;
    memcpy(se->sym_rank.v, o->rank, (o->n + 1) * sizeof(u32));
    return ST_OK;
}

/* Every order of v[i..] that keeps equal signatures together. */
static Status orders(Orders *o, u32 i) {
    if (i >= o->n) return o->left ? (o->left--, try_order(o)) : ST_OK;
    for (u32 j = i; j < o->n && o->v[j].sig == o->v[i].sig; j++) {
        if (!o->left && o->any) return ST_OK;
        Member m = o->v[i];
        o->v[i] = o->v[j];
        o->v[j] = m;
        Status st = orders(o, i + 1);
        o->v[j] = o->v[i];
        o->v[i] = m;
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

Status state_symmetric(StateEngine *se, H128 *key) {
    KernelState *ks = se->ks;
    u32 n = ks->n_threads;
    if (!se->sym_name) {
        const FieldInfo *name = ci_find_field(ks->cs->thread, "name"), *tid = ci_find_field(ks->cs->thread, "tid");
        if (!name || !tid) return cx_fail(se->cx, ERR_INTERNAL, "java.lang.Thread without name or tid");
        se->sym_name = (name->offset - OBJ_HEADER) / 4;
        se->sym_tid = (tid->offset - OBJ_HEADER) / 4;
    }
    se->sym_rank.n = 0;
    if (vec_reserve(se->cx, &se->sym_rank, n) != ST_OK) return ST_ERROR;
    se->sym_rank.n = n;
    Orders o = {.se = se, .n = n - 1, .left = MAX_ORDERS};
    o.v = cx_alloc(se->cx, n * sizeof *o.v);
    o.rank = cx_alloc(se->cx, n * sizeof *o.rank);
    Status st = o.v && o.rank ? ST_OK : ST_ERROR;
    se->failed = false;
    for (u32 i = 1; i < n && st == ST_OK; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        o.v[i - 1] = (Member){signature(se, ti), thread_key(ti), i};
        if (se->failed) st = ST_ERROR;
    }
    if (st == ST_OK) {
        qsort(o.v, o.n, sizeof *o.v, by_signature);
        st = orders(&o, 0);
    }
    *key = o.best;
    cx_free(se->cx, o.v, n * sizeof *o.v);
    cx_free(se->cx, o.rank, n * sizeof *o.rank);
    return st;
}
