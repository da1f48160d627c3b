/* full.c -- labels and key by definition: the oracle of the stress build and of the tests. Layer 10.
 *
 * Walks the heap from the roots with Dijkstra's algorithm and looks at no record of the engine but the
 * first values of static words, what is kept alive for the VM's own sake, and the seal (seal.c). */
#include "state/state_int.h"

typedef struct Node {
    Ref r;
    u64 rd, h;
} Node;

typedef struct Oracle {
    StateEngine *se;
    Map of; /* ref -> index in nodes */
    VEC(Node) nodes;
    H128 key, fixed;
} Oracle;

static void reach(Oracle *o, Ref r, u64 rd, u64 h) {
    StateEngine *se = o->se;
    u64 i;
    if (se->failed) return;
    u32 m = ei(se->heap, r)->meta;
    u64 least = m < se->metas.n && se->metas.v[m].obj == r ? sealed_rank(se, m) : 0;
    if (least) {
        if (rd < least) rd = least;
        h = se->metas.v[m].h;
    }
    if (!map_get(&o->of, r, &i)) {
        i = o->nodes.n;
        if (!ok(se, vec_push(se->cx, &o->nodes, ((Node){r, RD_NONE, 0}))) || !ok(se, map_put(&o->of, r, i))) return;
    }
    const Node *n = &o->nodes.v[i];
    if (rd < n->rd || (rd == n->rd && h < n->h)) queue_push(se, (Offer){rd, h, 0, (u32)i});
}

static u64 root_rd(u32 cls) { return (u64)cls << 32 | 1; }

static bool object_ref(const Oracle *o, Ref r) { return r && !is_immortal(ei(o->se->heap, r)); }

/* What a reference puts into the key: of an immortal object its fixed label, else what was found. */
static u64 found(Oracle *o, Ref r) {
    u64 i;
    if (!r) return 0;
    if (is_immortal(ei(o->se->heap, r))) return imm_label(o->se, r);
    if (!map_get(&o->of, r, &i)) return 0;
    return o->nodes.v[i].rd < RD_WORST ? o->nodes.v[i].h : 0;
}

/* --- roots: first to offer labels, then to add terms --- */

static void statics(Oracle *o, bool sum) {
    StateEngine *se = o->se;
    for (u32 i = 1; i < se->sslots.n; i++) {
        const StaticSlot *st = &se->sslots.v[i];
        u32 v = static_read(se, st);
        u64 h;
        Ref r = 0;
        u64 rd = st->kind == SK_SKIPREF || st->kind == SK_KEEP ? root_rd(CLS_WORST) : 1;
        enum StaticValue is = static_value(se, st, v, &h, &r);
        if (st->kind == SK_SKIPREF) r = object_ref(o, v) ? v : 0;
        else if (st->kind == SK_KEEP) r = st->s.target ? se->metas.v[st->s.target].obj : 0;
        if (!sum && r) reach(o, r, rd, st->name);
        if (!sum || is == SV_NONE) continue;
        H128 term = is == SV_OBJECT ? root_term(st->name, found(o, r)) : mix128(st->name, h);
        o->key = h128_add(o->key, term);
        if (!names_a_thread(st->kind)) o->fixed = h128_add(o->fixed, term);
    }
}

static void thread(Oracle *o, ThreadInfo *ti, bool sum) {
    StateEngine *se = o->se;
    u64 key = thread_key(ti), name = thread_rec_name(key);
    Ref refs[N_THREAD_SLOTS];
    thread_refs(se, ti, refs);
    if (sum) o->key = h128_add(o->key, thread_term(se, ti, name));
    for (u32 i = 0; i < N_THREAD_SLOTS; i++) {
        u64 n = word_name(name, i);
        if (sum) o->key = h128_add(o->key, root_term(n, found(o, refs[i])));
        else if (object_ref(o, refs[i])) reach(o, refs[i], root_rd(thread_slot_class(i)), n);
    }
    for (StackFrame *f = ti->top; f; f = f->prev) {
        if (frame_scan(se, ti, f)) return;
        name = frame_name(key, f->depth);
        if (sum) {
            o->key = h128_add(o->key, frame_term(se, ti, f, name));
            for (u32 i = 0; i < se->prims.n; i++) {
                RefWord p = se->prims.v[i];
                if (p.val) o->key = h128_add(o->key, number_term(name, p.word, p.val));
            }
        }
        for (u32 i = 0; i < se->refs.n; i++) {
            RefWord p = se->refs.v[i];
            u64 n = word_name(name, p.word);
            if (sum) o->key = h128_add(o->key, root_term(n, found(o, p.val)));
            else if (object_ref(o, p.val)) reach(o, p.val, root_rd(2 + f->depth), n);
        }
    }
}

static void roots(Oracle *o, bool sum) {
    KernelState *ks = o->se->ks;
    statics(o, sum);
    for (u32 i = 0; i < ks->n_threads && !o->se->failed; i++) thread(o, ks->threads.v[i], sum);
    if (!sum) return;
    o->key = h128_add(o->key, clock_term(o->se));
}

/* --- objects --- */

typedef struct RefAt {
    u32 n;
    bool array;
    const ClassInfo *ci;
    const u32 *w;
} RefAt;

static RefAt refs_of(const Oracle *o, Ref r) {
    ElementInfo *e = ei(o->se->heap, r);
    const ClassInfo *ci = ei_class(o->se->heap, e);
    bool array = ci->kind == CK_ARRAY;
    return (RefAt){array ? (ci->elem_type == T_REF ? e->len : 0) : ci->n_ref_words, array, ci, ei_words(e)};
}
static Ref ref_at(const RefAt *a, u32 i) { return a->w[a->array ? i : a->ci->ref_words[i]]; }
static bool ref_skip(const RefAt *a, u32 i) { return !a->array && a->ci->kinds[a->ci->ref_words[i]] == WK_SKIPREF; }

static void settle(Oracle *o) {
    StateEngine *se = o->se;
    while (se->queue.n && !se->failed) {
        Offer x = queue_pop(se);
        Node *n = &o->nodes.v[x.target];
        if (x.rd > n->rd || (x.rd == n->rd && x.h >= n->h)) continue;
        n->rd = x.rd;
        n->h = x.h;
        RefAt a = refs_of(o, n->r);
        for (u32 i = 0; i < a.n; i++) {
            Ref v = ref_at(&a, i);
            u64 rd = x.rd + 1;
            if (ref_skip(&a, i) && rd < RD_WORST) rd = RD_WORST | (u32)rd;
            if (object_ref(o, v)) reach(o, v, rd, child_hash(x.h, i));
        }
    }
}

static H128 body(Oracle *o, Ref r) {
    H128 b = object_prims(o->se, r);
    RefAt a = refs_of(o, r);
    for (u32 i = 0; i < a.n; i++)
        if (!ref_skip(&a, i)) b = h128_add(b, ref_term(i, found(o, ref_at(&a, i))));
    return b;
}

static Status oracle_run(Oracle *o, StateEngine *se) {
    memset(o, 0, sizeof *o);
    o->se = se;
    map_init(&o->of, se->cx);
    se->failed = false;
    roots(o, false);
    settle(o);
    roots(o, true);
    times_look(se);
    o->key = h128_add(o->key, frames_time_term(se));
    for (u32 i = 0; i < o->nodes.n && !se->failed; i++) {
        const Node *n = &o->nodes.v[i];
        if (n->rd >= RD_WORST) continue;
        H128 term = meta_term(n->h, body(o, n->r));
        o->key = h128_add(o->key, term);
        if (n->rd >> 32 == 0) o->fixed = h128_add(o->fixed, term);
        o->key = h128_add(o->key, time_term(se, ei(se->heap, n->r), n->h));
    }
    return se->failed ? ST_ERROR : ST_OK;
}

static void oracle_free(Oracle *o) {
    map_free(&o->of);
    vec_free(o->se->cx, &o->nodes);
    o->se->queue.n = 0;
}

Status state_key_full(StateEngine *se, H128 *key) {
    Oracle o;
    Status st = oracle_run(&o, se);
    *key = o.key;
    oracle_free(&o);
    return st;
}

/* --- comparison --- */

static Status differ(StateEngine *se, const char *what, Ref r) {
    const ClassInfo *ci = r ? ei_class(se->heap, ei(se->heap, r)) : NULL;
    return cx_fail(se->cx, ERR_INTERNAL, "state check: %s%s%s (ref %u, transition %llu)", what, ci ? " of " : "",
                   ci ? ci->name->s : "", r, (unsigned long long)se->transitions);
}

static Status check_node(Oracle *o, const Node *n) {
    StateEngine *se = o->se;
    const ElementInfo *e = ei(se->heap, n->r);
    if (!heap_is_object(se->heap, n->r)) return differ(se, "a live reference to no object", 0);
    if (!e->meta || e->meta >= se->metas.n || se->metas.v[e->meta].obj != n->r)
        return differ(se, "a live object without a record", n->r);
    const Meta *m = &se->metas.v[e->meta];
    if (m->rd != n->rd || m->h != n->h) return differ(se, "label", n->r);
    if (m->dirty || m->flags & ~(u32)META_REST) return differ(se, "record left open", n->r);
    if (slot_at(se, m->tree)->target != e->meta) return differ(se, "tree edge", n->r);
    if (m->rd < RD_WORST && !h128_eq(m->body, body(o, n->r))) return differ(se, "content", n->r);
    RefAt a = refs_of(o, n->r);
    if (a.n != m->n_slots) return differ(se, "number of references", n->r);
    for (u32 i = 0; i < a.n; i++) {
        Ref v = ref_at(&a, i);
        u32 t = object_ref(o, v) ? ei(se->heap, v)->meta : 0;
        if (se->oslots.v[m->slots + i].target != t) return differ(se, "link", n->r);
    }
    for (SlotId s = m->in, prev = 0; s; prev = s, s = slot_at(se, s)->next) {
        const Slot *x = slot_at(se, s);
        if (x->target != e->meta || x->prev != prev) return differ(se, "list of references", n->r);
        if (s >> 30 == SLOT_OBJ && se->metas.v[x->owner & ~SLOT_SKIP].rd == RD_NONE)
            return differ(se, "reference from garbage", n->r);
    }
    return ST_OK;
}

typedef struct Unlogged {
    StateEngine *se;
    Ref r;
} Unlogged;

/* An immortal object refers to another object through a word that never was in the log. */
static void unlogged(void *arg, Ref r) {
    Unlogged *u = arg;
    StateEngine *se = u->se;
    ElementInfo *e = ei(se->heap, r);
    if (!is_immortal(e)) return;
    Shape s = ei_shape(se->heap, e);
    for (u32 i = 0; i < s.n_refs; i++) {
        u32 word = s.ref_words ? s.ref_words[i] : i;
        Ref v = ei_words(e)[word];
        if (!v || is_immortal(ei(se->heap, v)) || (s.kinds && s.kinds[word] != WK_REF)) continue;
        if (!map_get(&se->static_of, r * 2 + OBJ_HEADER / 4 + word, NULL)) u->r = r;
    }
}

Status state_check(StateEngine *se) {
    Oracle o;
    Status st = oracle_run(&o, se);
    for (u32 i = 0; st == ST_OK && i < o.nodes.n; i++) st = check_node(&o, &o.nodes.v[i]);
    if (st == ST_OK && o.nodes.n != se->top.live) st = differ(se, "number of live objects", 0);
    if (st == ST_OK && !h128_eq(o.key, se->top.key)) st = differ(se, "key", 0);
    if (st == ST_OK && !se->top.fixed_lost && !h128_eq(o.fixed, se->top.fixed)) st = differ(se, "what statics name", 0);
    if (st == ST_OK) st = records_check(se);
    if (st == ST_OK) {
        Unlogged u = {se, 0};
        heap_each(se->heap, unlogged, &u);
        if (u.r) st = differ(se, "a word written without the log", u.r);
    }
    oracle_free(&o);
    return st;
}
