/* State engine: random programs with undo against the definition, isomorphic heaps, canonical form
 * against key, state sets, cost of a transition. Exit status 0: all is well.
 * test_state [transitions [seed]] */
#include "state_world.h"
#include <time.h>

/* --- a random thread: it knows what its live words, statics and fields give it --- */

#define POOL 24
typedef struct Walk {
    World *w;
    ThreadInfo *ti;
    Ref pool[POOL];
    u32 n;
    u32 values;    /* primitive values are below this: small for walks that meet states again */
    u32 max_depth, max_threads;
} Walk;

static void know(Walk *k, Ref r) {
    if (!r || is_immortal_ref(k->w, r)) return;
    if (k->n < POOL) k->pool[k->n++] = r;
    else k->pool[rnd(POOL)] = r;
}

static Ref any(Walk *k) { return k->n && rnd(6) ? k->pool[rnd(k->n)] : 0; }

/* A frame that a return has just uncovered still stands in its call. */
static const FrameMap *map_at(StackFrame *f) {
    return f->mi->maps[2 * (f->pc - f->mi->code) + (f->flags & FR_CALLER_INVOKE)];
}

/* Learn the live references of the top frame and spoil what is dead. */
static void enter(Walk *k) {
    StackFrame *f = k->ti->top;
    if (!f) return;
    if (f->lock) know(k, f->lock);
    if (f->mi->step) {
        for (u32 i = 0; i < LOCALS; i++)
            if (is_ref_word(i)) know(k, f->slots[i]);
        return;
    }
    const FrameMap *m = map_at(f);
    bool live[LOCALS + STACK] = {false};
    for (u32 i = 0; i < m->n_live_ref; i++) {
        know(k, f->slots[m->ref[i]]);
        live[m->ref[i]] = true;
    }
    for (u32 i = 0; i < m->n_live_prim; i++) live[m->prim[i]] = true;
    for (u32 i = 0; i < LOCALS + STACK; i++)
        if (!live[i]) f->slots[i] = rnd(4) ? 0 : 7777777;
}

/* Give the top frame a place to stand and values for what is alive there. */
static void settle(Walk *k, bool caller) {
    StackFrame *f = k->ti->top;
    if (!f) return;
    if (f->mi->step) {
        for (u32 i = 0; i < LOCALS; i++) f->slots[i] = is_ref_word(i) ? any(k) : rnd(k->values);
        f->sp = f->slots + LOCALS;
        f->step = rnd(3);
        return;
    }
    f->flags = caller ? f->flags | FR_CALLER_INVOKE : f->flags & ~(u32)FR_CALLER_INVOKE;
    u32 pc = rnd(N_PC);
    f->pc = f->mi->code + pc;
    const FrameMap *m = f->mi->maps[2 * pc + caller];
    for (u32 i = 0; i < m->n_live_ref; i++)
        if (rnd(3)) f->slots[m->ref[i]] = any(k);
        else {
            bool known = false;
            for (u32 j = 0; j < k->n; j++) known |= k->pool[j] == f->slots[m->ref[i]];
            if (!known) f->slots[m->ref[i]] = 0;
        }
    for (u32 i = 0; i < m->n_live_prim; i++) f->slots[m->prim[i]] = rnd(k->values);
    f->sp = f->slots + LOCALS + m->stack;
    f->lock = rnd(8) ? 0 : any(k);
}

static void new_thread(Walk *k) {
    World *w = k->w;
    Ref t;
    ThreadInfo *ti;
    if (w->ks.n_threads >= k->max_threads) return;
    CHECK(heap_new(&w->h, w->thread, &t) == ST_OK);
    put_ref(&w->h, t, 24, any(k));
    know(k, t);
    CHECK(ks_new_thread(&w->ks, k->ti, t, &ti) == ST_OK && ti);
    ti->status = TS_RUNNABLE;
    StackFrame *f = ti_push(ti, &w->m[rnd(N_METHODS)], (u32[2]){0});
    frame_blank(f);
    ThreadInfo *me = k->ti;
    k->ti = ti;
    settle(k, false);
    k->ti = me;
}

static void store(Walk *k) {
    Heap *h = &k->w->h;
    Ref r = any(k);
    if (!r) return;
    ElementInfo *e = ei(h, r);
    ClassInfo *ci = ei_class(h, e);
    if (ci == k->w->node) {
        switch (rnd(8)) {
        case 0:
        case 1: put_ref(h, r, N_A, any(k)); break;
        case 2: put_ref(h, r, N_B, rnd(5) ? any(k) : k->w->node->mirror); break;
        case 3: put_ref(h, r, N_CACHE, any(k)); break;
        case 4: put_u32(h, r, N_X, rnd(k->values)); break;
        case 5: put_u64(h, r, N_Y, (u64)rnd(k->values) << 32 | rnd(k->values)); break;
        case 6: put_u32(h, r, N_HASH, rnd(1000)); break;
        default: put_u32(h, r, N_Z, rnd(k->values)); break;
        }
    } else if (ci == k->w->objects && e->len) {
        u32 n = rnd(3) ? 1 : rnd(e->len);
        for (u32 i = 0; i < n; i++) put_ref(h, r, OBJ_HEADER + 4 * rnd(e->len), any(k));
    } else if (ci == k->w->ints && e->len) {
        put_u32(h, r, OBJ_HEADER + 4 * rnd(e->len), rnd(k->values));
    } else if (ci == k->w->thread) {
        put_ref(h, r, 24, any(k));
    }
}

static void load(Walk *k) {
    Heap *h = &k->w->h;
    Ref r = any(k);
    if (!r) return;
    Shape s = ei_shape(h, ei(h, r));
    if (!s.n_refs) return;
    u32 i = rnd(s.n_refs);
    know(k, ei_words(ei(h, r))[s.ref_words ? s.ref_words[i] : i]);
}

static void statics(Walk *k) {
    Heap *h = &k->w->h;
    Ref m = k->w->node->mirror;
    static const u32 at[3] = {S_1, S_2, S_CACHE};
    switch (rnd(6)) {
    case 0:
    case 1: know(k, get_u32(h, m, at[rnd(3)])); break;
    case 2:
    case 3:
        if (!rnd(3)) put_ref(h, m, at[rnd(3)], rnd(6) ? any(k) : k->w->object->mirror);
        break;
    case 4: put_u32(h, m, S_I, rnd(k->values)); break;
    default:
        put_u32(h, m, 24, rnd(3));
        put_u32(h, m, 28, rnd(2) ? k->ti->id + 1 : 0);
        break;
    }
}

static void header(Walk *k) {
    Heap *h = &k->w->h;
    Ref r = rnd(4) ? any(k) : k->w->node->mirror;
    if (!r) return;
    ElementInfo *e = ei(h, r);
    if (rnd(2)) {
        heap_log(h, e, &e->lock);
        e->lock = rnd(2) ? 0 : (k->ti->id + 1) << 16 | (1 + rnd(2));
    } else {
        heap_log(h, e, &e->hf);
        e->hf = (e->hf & 255) | rnd(k->values) << 8 | (rnd(2) ? EF_SHARED : 0);
    }
}

static void thread_fields(Walk *k) {
    ThreadInfo *ti = rnd(3) ? k->ti : k->w->ks.threads.v[rnd(k->w->ks.n_threads)];
    KernelState *ks = &k->w->ks;
    ti_touch(ti);
    switch (rnd(8)) {
    case 0: ti->interrupted = (u8)rnd(2); break;
    case 1: ti->permit = (u8)rnd(2); break;
    case 2: ti->wait_obj = any(k); break;
    case 3:
        if (ti == k->ti) ti->pend = (Pending){.action = (u8)rnd(4), .obj = any(k)};
        break;
    case 4: ti->deadline = rnd(k->values); break;
    case 5:
        ks_touch(ks);
        ks->clk.now = rnd(k->values);
        if (!rnd(4)) ks->clk.read = (u8)rnd(2);
        break;
    case 6: k->w->ks.uncaught = any(k); break;
    default:
        if (k->ti->id && !rnd(3)) {
            while (k->ti->top) ti_pop(k->ti);
            ti_touch(k->ti);
            k->ti->status = TS_TERMINATED;
            k->ti->wait_obj = 0;
        }
        break;
    }
}

static void intern(Walk *k) {
    char text[8];
    Ref r, s;
    CHECK(string_new(&k->w->h, text, (size_t)snprintf(text, sizeof text, "t%u", rnd(4)), &r) == ST_OK);
    if (rnd(4)) {
        CHECK(intern_string(&k->w->h, r, &s) == ST_OK);
    } else {
        u32 index;
        CHECK(intern_literal(&k->w->h, sym_z(&k->w->cs.syms, text), &index, &s) == ST_OK);
    }
    know(k, s);
}

/* A tree of some nodes, some with a way back to the root, put somewhere. */
static void plant(Walk *k) {
    Heap *h = &k->w->h;
    Ref at = any(k), v[24];
    u32 n = 2 + rnd(22);
    for (u32 i = 0; i < n; i++) {
        CHECK(heap_new(h, k->w->node, &v[i]) == ST_OK);
        if (i) put_ref(h, v[rnd(i)], rnd(2) ? N_A : N_B, v[i]);
        if (!rnd(4)) put_ref(h, v[i], rnd(3) ? N_B : N_CACHE, v[rnd(i + 1)]);
    }
    if (at && ei_class(h, ei(h, at)) == k->w->node) put_ref(h, at, rnd(2) ? N_A : N_B, v[0]);
    else if (rnd(2)) put_ref(h, k->w->node->mirror, rnd(2) ? S_1 : S_2, v[0]);
    know(k, v[0]);
    know(k, v[rnd(n)]);
}

static void op(Walk *k) {
    World *w = k->w;
    Heap *h = &w->h;
    ThreadInfo *ti = k->ti;
    Ref r;
    if (!ti->top) return;
    switch (rnd(15)) {
    case 0:
        CHECK(heap_new(h, w->node, &r) == ST_OK);
        put_ref(h, r, N_A, any(k));
        put_ref(h, r, N_B, any(k));
        know(k, r);
        break;
    case 1:
        CHECK(heap_new_array(h, w->objects, rnd(20) ? rnd(4) : rnd(2500), &r) == ST_OK);
        know(k, r);
        break;
    case 2:
        CHECK(heap_new_array(h, w->ints, rnd(20) ? rnd(4) : rnd(5000), &r) == ST_OK);
        know(k, r);
        break;
    case 3:
    case 4:
    case 5: store(k); break;
    case 14:
        if (k->values > 2) plant(k);
        break;
    case 6: load(k); break;
    case 7: statics(k); break;
    case 8: header(k); break;
    case 9: thread_fields(k); break;
    case 10:
        if (!rnd(4)) new_thread(k);
        break;
    case 11:
        if (!rnd(4)) intern(k);
        break;
    case 12:
        if (ti->top->depth < k->max_depth) {
            settle(k, true);
            frame_blank(ti_push(ti, &w->m[rnd(N_METHODS)], (u32[2]){any(k), 0}));
            enter(k);
        }
        break;
    default:
        if (ti->top->prev) {
            ti_pop(ti);
            enter(k);
            settle(k, false);
        }
        break;
    }
}

static ThreadInfo *pick(World *w) {
    for (;;) {
        ThreadInfo *ti = w->ks.threads.v[rnd(w->ks.n_threads)];
        if (ti->top) return ti;
    }
}

static H128 transition(Walk *k, u32 max_ops) {
    World *w = k->w;
    H128 key = {0, 0};
    k->ti = pick(w);
    k->n = 0;
    ti_begin_transition(k->ti);
    know(k, k->ti->obj);
    enter(k);
    for (u32 n = rnd(max_ops); n; n--) op(k);
    settle(k, false);
    if (state_end_transition(&w->se, k->ti, &key) != ST_OK) {
        fprintf(stderr, "end of a transition: %s\n", w->cx.err.msg);
        exit(1);
    }
    return key;
}

typedef struct Mark {
    TrailMark m;
    H128 key, canon;
    u32 id; /* in the exact set */
    bool stored;
} Mark;

static H128 canon_hash(World *w, WordVec *out) {
    CHECK(state_canon(&w->se, out, NULL) == ST_OK);
    return hash128_bytes(out->v, (size_t)out->n * 4, 1);
}

/* --- what an exact set gives back --- */

static const u32 *record_of(const WordVec *all, u64 name, u32 *n) {
    for (u32 i = 0; i < all->n; i += 3 + all->v[i]) {
        if (((u64)all->v[i + 2] << 32 | all->v[i + 1]) != name) continue;
        *n = all->v[i];
        return all->v + i + 3;
    }
    return NULL;
}

/* Words of a record of an object before those of its fields or elements. */
enum { RECORD_CLASS = 1, RECORD_LENGTH = 3, RECORD_WORDS = 7 };

typedef struct Decoded {
    World *w;
    const WordVec *all;
    u32 objects;
    bool same;
} Decoded;

static void same_object(void *arg, Ref r) {
    Decoded *d = arg;
    World *w = d->w;
    ElementInfo *e = ei(&w->h, r);
    u64 label;
    u32 n = 0, k = RECORD_WORDS;
    if (!d->same || is_immortal_ref(w, r) || !state_lives(&w->se, r) || !state_label(&w->se, r, &label)) return;
    const ClassInfo *ci = ei_class(&w->h, e);
    const u32 *v = record_of(d->all, label, &n), *p = ei_words(e);
    d->objects++;
    d->same =
        v && v[RECORD_CLASS] == (u32)ci->key && v[RECORD_CLASS + 1] == ci->key >> 32 && v[RECORD_LENGTH] == e->len;
    bool array = ci->kind == CK_ARRAY;
    u32 words = array ? (ci->elem_type == T_REF ? e->len : ((e->len << ci->elem_shift) + 3) / 4)
                      : (ci->inst_size - OBJ_HEADER) / 4;
    for (u32 i = 0; i < words && d->same; i++) {
        u64 to = 0;
        u8 kind = !array ? ci->kinds[i] : ci->elem_type == T_REF ? WK_REF : WK_PRIM;
        if (kind == WK_REF) {
            if (p[i]) state_label(&w->se, p[i], &to);
            d->same = k + 1 < n && v[k] == (u32)to && v[k + 1] == to >> 32;
            k += 2;
        } else if (wk_number(kind)) d->same = k < n && v[k++] == p[i];
    }
    d->same = d->same && k == n;
}

/* The records of the stored state are those of the state where the world stands. */
static bool decoded(World *w, StateSet *exact, u32 id, WordVec *all) {
    Decoded d = {w, all, 0, true};
    if (stateset_words(exact, id, all) != ST_OK) return false;
    u32 objects = 0;
    for (u32 i = 0; i < all->n; i += 3 + all->v[i]) objects += all->v[i + 3] == 1;
    heap_each(&w->h, same_object, &d);
    return d.same && d.objects == objects;
}

/* --- incremental against definition --- */

static void random_programs(u32 n) {
    static World w;
    world_init(&w);
    world_begin(&w);
    Walk k = {.w = &w, .values = 5, .max_depth = 7, .max_threads = 6};
    VEC(Mark) path = {0};
    StateSet *exact;
    CHECK(stateset_new(&w.cx, "exact", &exact) == ST_OK);
    stateset_test_hash_bits(exact, rnd(2) ? 4 : 0);
    state_ask(&w.se, exact);
    WordVec out = {0};
    u64 live = 0, undone = 0;
    for (u32 i = 0; i < n && failures == 0; i++) {
        if (path.n && (rnd(100) < 45 || path.n > 300)) {
            u32 to = rnd(4) ? path.n - 1 : rnd(path.n);
            if (path.n > 300) to = rnd(50);
            Mark m = path.v[to];
            if (!rnd(8)) { /* in the middle of a transition */
                k.ti = pick(&w);
                k.n = 0;
                ti_begin_transition(k.ti);
                enter(&k);
                for (u32 j = rnd(8); j; j--) op(&k);
            }
            trail_undo(&w.h, m.m);
            state_undo(&w.se);
            path.n = to;
            undone++;
            CHECK(h128_eq(w.se.top.key, m.key));
            CHECK(state_check(&w.se) == ST_OK);
            u32 id = 0;
            bool there = false;
            CHECK(stateset_find(exact, &w.se, m.key, &there, &id) == ST_OK && there == m.stored);
            CHECK(!there || id == m.id);
            if (!rnd(4)) CHECK(h128_eq(canon_hash(&w, &out), m.canon));
        }
        Mark m = {trail_mark(&w.h), w.se.top.key, canon_hash(&w, &out), 0, rnd(8) != 0};
        bool fresh;
        if (m.stored) CHECK(stateset_add(exact, &w.se, m.key, &fresh, &m.id) == ST_OK);
        if (m.stored && !rnd(16)) CHECK(decoded(&w, exact, m.id, &out));
        if (!m.stored) CHECK(stateset_find(exact, &w.se, m.key, &m.stored, &m.id) == ST_OK);
        CHECK(vec_push(&w.cx, &path, m) == ST_OK);
        H128 key = transition(&k, rnd(10) ? 12 : 100), full;
        live += w.se.top.live;
        CHECK(state_key_full(&w.se, &full) == ST_OK);
        CHECK(h128_eq(key, full));
        CHECK(state_check(&w.se) == ST_OK);
    }
    printf("random programs: %u transitions, %llu undone, %.1f live objects\n", n, (unsigned long long)undone,
           (double)live / n);
    state_ask(&w.se, NULL);
    stateset_free(exact);
    vec_free(&w.cx, &path);
    vec_free(&w.cx, &out);
    world_free(&w);
}

/* A form that names no thread comes back word for word, and is no state with names. */
static bool form_decoded(World *w, StateSet *exact, WordVec *form, WordVec *all) {
    u32 rank[8], id, n = 0;
    bool fresh, same = w->ks.n_threads <= 8;
    for (u32 i = 0; i < 8; i++) rank[i] = i;
    w->se.sym = rank;
    same = same && state_canon(&w->se, form, NULL) == ST_OK;
    same = same && stateset_add(exact, &w->se, w->se.top.key, &fresh, &id) == ST_OK;
    w->se.sym = NULL;
    if (!same || stateset_words(exact, id, all) != ST_OK) return false;
    for (u32 i = 0; same && i < all->n; i += 3 + all->v[i], n++) {
        u32 k = all->v[i];
        same = form->n >= k && all->v[i + 1] == n && !mem_cmp(form->v, all->v + i + 3, (size_t)k * 4);
        if (same) mem_move(form->v, form->v + k, (size_t)(form->n -= k) * 4);
    }
    return same && !form->n;
}

/* --- equal states: canonical form against key, all sets against each other --- */

static void small_world(u32 n) {
    static World w;
    world_init(&w);
    world_begin(&w);
    Walk k = {.w = &w, .values = 2, .max_depth = 1, .max_threads = 2};
    Map by_key, by_canon;
    map_init(&by_key, &w.cx);
    map_init(&by_canon, &w.cx);
    StateSet *keys, *exact, *tiny, *none;
    CHECK(stateset_new(&w.cx, "", &keys) == ST_OK && stateset_new(&w.cx, "exact", &exact) == ST_OK);
    CHECK(stateset_new(&w.cx, "gov.nasa.jpf.vm.FullStateSet", &tiny) == ST_OK);
    CHECK(stateset_new(&w.cx, "none", &none) == ST_OK && !none);
    stateset_test_hash_bits(tiny, 4);
    WordVec out = {0}, back = {0};
    TrailMark base = trail_mark(&w.h);
    u32 met = 0, states = 0;
    for (u32 i = 0; i < n && failures == 0; i++) {
        trail_undo(&w.h, base);
        state_undo(&w.se);
        H128 key = {0, 0};
        for (u32 j = 1 + rnd(3); j; j--) key = transition(&k, 5);
        H128 c = canon_hash(&w, &out);
        u64 v;
        bool seen = map_get(&by_key, key.lo, &v);
        CHECK(!seen || v == c.lo);
        CHECK(map_get(&by_canon, c.lo, &v) == seen && (!seen || v == key.lo));
        map_put(&by_key, key.lo, c.lo);
        map_put(&by_canon, c.lo, key.lo);
        met += seen;
        bool fresh;
        u32 id, id2;
        CHECK(stateset_add(keys, &w.se, key, &fresh, &id) == ST_OK && fresh == !seen);
        CHECK(stateset_add(exact, &w.se, key, &fresh, &id2) == ST_OK && fresh == !seen && id == id2);
        CHECK(decoded(&w, exact, id2, &back));
        if (states < 3000 && !rnd(3)) { /* which of the sets was asked before makes no difference */
            bool there;
            CHECK(stateset_find(exact, &w.se, key, &there, &id2) == ST_OK && there && id == id2);
        }
        if (states < 3000) {
            CHECK(stateset_add(tiny, &w.se, key, &fresh, &id2) == ST_OK && fresh == !seen && id == id2);
            states += fresh;
        }
    }
    u64 st = stateset_count(exact);
    CHECK(form_decoded(&w, exact, &out, &back) && form_decoded(&w, exact, &out, &back));
    CHECK(stateset_count(exact) == st + 1);
    printf("equal states: %u walks, %u met again, %llu states, exact %.1f bytes a state, bound %.2g\n", n, met,
           (unsigned long long)st, (double)stateset_bytes(exact) / (double)st, stateset_collision_bound(keys));
    CHECK(met > n / 20);
    state_ask(&w.se, NULL);
    stateset_free(keys);
    stateset_free(exact);
    stateset_free(tiny);
    map_free(&by_key);
    map_free(&by_canon);
    vec_free(&w.cx, &out);
    vec_free(&w.cx, &back);
    world_free(&w);
}

/* --- isomorphic heaps --- */

#define GRAPH 40
typedef struct Graph {
    u8 kind[GRAPH];
    u8 a[GRAPH], b[GRAPH]; /* GRAPH: null */
    u32 x[GRAPH];
    u8 owner[GRAPH];
} Graph;

static H128 build(World *w, const Graph *g, H128 *canon, WordVec *out) {
    Ref r[GRAPH + 1] = {0};
    u32 order[GRAPH];
    Heap *h = &w->h;
    ThreadInfo *ti = w->ks.threads.v[0];
    H128 key;
    ti_begin_transition(ti);
    for (u32 i = 0; i < GRAPH; i++) order[i] = i;
    for (u32 i = GRAPH - 1; i; i--) {
        u32 j = rnd(i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (u32 i = 0; i < GRAPH; i++) { /* with garbage between, or in several transitions */
        u32 n = order[i];
        Ref junk;
        if (!rnd(3)) CHECK(heap_new(h, w->node, &junk) == ST_OK);
        if (g->kind[n]) CHECK(heap_new_array(h, w->objects, 2, &r[n]) == ST_OK);
        else CHECK(heap_new(h, w->node, &r[n]) == ST_OK);
    }
    put_ref(h, w->node->mirror, S_1, r[0]);
    for (u32 i = 0; i < GRAPH; i++) {
        u32 n = order[i];
        u32 at_a = g->kind[n] ? OBJ_HEADER : N_A, at_b = g->kind[n] ? OBJ_HEADER + 4 : N_B;
        put_ref(h, r[n], at_a, r[g->a[n]]);
        put_ref(h, r[n], at_b, r[g->b[n]]);
        if (!g->kind[n]) put_u32(h, r[n], N_X, g->x[n]);
        if (!rnd(10)) {
            /* what is not linked yet hangs on the second static meanwhile */
            Ref all;
            CHECK(heap_new_array(h, w->objects, GRAPH, &all) == ST_OK);
            for (u32 j = 0; j < GRAPH; j++) put_ref(h, all, OBJ_HEADER + 4 * j, r[j]);
            put_ref(h, w->node->mirror, S_2, all);
            CHECK(state_end_transition(&w->se, ti, &key) == ST_OK);
            CHECK(state_check(&w->se) == ST_OK);
            ti_begin_transition(ti);
        }
    }
    put_ref(h, w->node->mirror, S_2, r[1]);
    CHECK(state_end_transition(&w->se, ti, &key) == ST_OK);
    CHECK(state_check(&w->se) == ST_OK);
    *canon = canon_hash(w, out);
    return key;
}

static void isomorphic(u32 n) {
    static World w;
    world_init(&w);
    world_begin(&w);
    WordVec out = {0};
    TrailMark base = trail_mark(&w.h);
    StateSet *exact;
    CHECK(stateset_new(&w.cx, "exact", &exact) == ST_OK);
    for (u32 i = 0; i < n && !failures; i++) {
        Graph g;
        u32 id[3];
        H128 key[3], canon[3];
        for (u32 j = 0; j < GRAPH; j++) {
            g.kind[j] = (u8)!rnd(4);
            g.a[j] = (u8)rnd(GRAPH + 1);
            g.b[j] = (u8)(rnd(2) ? GRAPH : rnd(GRAPH));
            g.x[j] = rnd(3);
        }
        for (u32 v = 0; v < 3; v++) {
            trail_undo(&w.h, base);
            state_undo(&w.se);
            if (v == 2) { /* object 0 is always alive */
                g.kind[0] = 0;
                g.x[0] += 1 + (g.kind[0] & 0);
            }
            bool fresh;
            key[v] = build(&w, &g, &canon[v], &out);
            CHECK(stateset_add(exact, &w.se, key[v], &fresh, &id[v]) == ST_OK && decoded(&w, exact, id[v], &out));
        }
        CHECK(id[0] == id[1] && id[0] != id[2]);
        CHECK(h128_eq(key[0], key[1]) && h128_eq(canon[0], canon[1]));
        CHECK(!h128_eq(key[0], key[2]) && !h128_eq(canon[0], canon[2]));
    }
    printf("isomorphic heaps: %u\n", n);
    state_ask(&w.se, NULL);
    stateset_free(exact);
    vec_free(&w.cx, &out);
    world_free(&w);
}

/* --- cost --- */

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void cost(u32 live) {
    static World w;
    world_init(&w);
    world_begin(&w);
    Heap *h = &w.h;
    ThreadInfo *ti = w.ks.threads.v[0];
    Ref all, r, probe = 0;
    H128 key;
    ti_begin_transition(ti);
    CHECK(heap_new_array(h, w.objects, live, &all) == ST_OK && all);
    put_ref(h, w.node->mirror, S_1, all);
    for (u32 i = 0; i < live; i++) {
        CHECK(heap_new(h, w.node, &r) == ST_OK && r);
        put_ref(h, all, OBJ_HEADER + 4 * i, r);
        if (i == live / 2) probe = r;
    }
    CHECK(state_end_transition(&w.se, ti, &key) == ST_OK);
    TrailMark base = trail_mark(h);
    const u32 n = 300000, batch = 30;
    double t[5];
    for (u32 kind = 0; kind < 5; kind++) {
        double t0 = cpu();
        for (u32 i = 0; i < n; i++) {
            ti_begin_transition(ti);
            switch (kind) {
            case 0: break;
            case 1: put_u32(h, probe, N_X, i); break;
            case 2:
                if (i & 1) put_ref(h, probe, N_A, 0);
                else {
                    heap_new(h, w.node, &r);
                    put_ref(h, probe, N_A, r);
                }
                break;
            case 3: heap_log(h, ei(h, all), ei(h, all + 3 + live / 2 / 2)); break; /* written with what it holds */
            default: { /* a list of ten loses or gets its head */
                if (i % batch == 0) {
                    Ref p = 0;
                    for (u32 j = 0; j < 10; j++) {
                        heap_new(h, w.node, &r);
                        put_ref(h, r, N_A, p);
                        p = r;
                    }
                    put_ref(h, probe, N_A, p);
                } else if (i & 1) {
                    Ref p = get_u32(h, probe, N_A);
                    put_ref(h, probe, N_A, get_u32(h, p, N_A));
                } else {
                    heap_new(h, w.node, &r);
                    put_ref(h, r, N_A, get_u32(h, probe, N_A));
                    put_ref(h, probe, N_A, r);
                }
            }
            }
            state_end_transition(&w.se, ti, &key);
            if (i % batch == batch - 1) {
                trail_undo(h, base);
                state_undo(&w.se);
            }
        }
        t[kind] = (cpu() - t0) / n * 1e9;
        CHECK(w.cx.err.kind == ERR_NONE);
    }
    printf("cost with %7u live objects, ns a transition and its undo: nothing %.0f, primitive write %.0f, "
           "new or dropped object %.0f, list of ten %.0f\n",
           live, t[0], t[1], t[2], t[4]);
    CHECK(state_check(&w.se) == ST_OK);
    world_free(&w);
}

/* --- allocation failures --- */

static void faults(u32 n) {
    u32 hit = 0;
    for (u32 i = 1; i <= n && !failures; i++) {
        static World w;
        world_init(&w);
        world_begin(&w);
        Walk k = {.w = &w, .values = 5, .max_depth = 5, .max_threads = 4};
        StateSet *exact = NULL;
        bool fresh;
        u32 id, again;
        if (i & 1) CHECK(stateset_new(&w.cx, "exact", &exact) == ST_OK);
        state_ask(&w.se, exact);
        if (exact) CHECK(stateset_add(exact, &w.se, w.se.top.key, &fresh, &id) == ST_OK && fresh);
        TrailMark base = trail_mark(&w.h);
        H128 start = w.se.top.key, key;
        Ref all;
        k.ti = w.ks.threads.v[0];
        ti_begin_transition(k.ti);
        CHECK(heap_new_array(&w.h, w.objects, 300, &all) == ST_OK);
        put_ref(&w.h, w.node->mirror, S_1, all);
        for (u32 j = 0; j < 300; j++) {
            Ref r;
            CHECK(heap_new(&w.h, w.node, &r) == ST_OK);
            put_ref(&w.h, all, OBJ_HEADER + 4 * j, r);
        }
        w.cx.fail_after = i;
        Status st = state_end_transition(&w.se, k.ti, &key);
        w.cx.fail_after = 0;
        CHECK((st == ST_OK) == (w.cx.err.kind == ERR_NONE));
        hit += st != ST_OK;
        cx_clear(&w.cx);
        trail_undo(&w.h, base);
        state_undo(&w.se);
        CHECK(h128_eq(w.se.top.key, start));
        CHECK(state_check(&w.se) == ST_OK);
        if (exact) CHECK(stateset_add(exact, &w.se, start, &fresh, &again) == ST_OK && !fresh && again == id);
        state_ask(&w.se, NULL);
        stateset_free(exact);
        world_free(&w);
    }
    printf("allocation failures: %u of %u met\n", hit, n);
    CHECK(hit > 5);
}

int main(int argc, char **argv) {
    u32 n = argc > 1 ? (u32)atoi(argv[1]) : 100000;
    if (argc > 2) rng_state ^= (u64)atoi(argv[2]) * 0x9E3779B97F4A7C15ull;
    random_programs(n);
    small_world(n);
    isomorphic(n / 200 + 1);
    faults(90);
    if (argc <= 3)
        for (u32 live = 100; live <= 1000000; live *= 10) cost(live);
    if (failures) fprintf(stderr, "%d failures\n", failures);
    else printf("test_state: all is well\n");
    return failures != 0;
}
