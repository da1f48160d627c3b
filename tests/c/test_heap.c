/* Heap: random graphs with undo compared to a copy, collection under stress, strings, sharedness,
 * the boot image. Hand-made classes stand in for classes/. Exit status 0: all is well. */
#include "heap/heap.h"
#include "fakes.h"

/* --- a world of fake classes --- */

#define N_ROOTS 12
typedef struct World {
    Ctx cx;
    Classes cs;
    Heap h;
    Ref roots[N_ROOTS];
    u32 roots_touched;
    ClassInfo *object, *cls, *string, *node, *objects, *bytes, *longs;
} World;

static ClassInfo *fake(World *w, const char *name, ClassInfo *super, u32 n_fields) {
    return fake_class(&w->cs, name, super, n_fields);
}

static void field(World *w, ClassInfo *c, const char *name, u8 type, u32 offset, u8 attrs) {
    FieldInfo *f = &c->fields[c->n_fields++];
    *f = (FieldInfo){.ci = c, .name = sym_z(&w->cs.syms, name), .type = type, .attrs = attrs, .offset = offset};
    u32 end = offset + (type == T_LONG ? 8 : 4);
    if (attrs & 128) { /* static, in the mirror */
        f->flags = ACC_STATIC;
        f->attrs &= 127;
        return;
    }
    if (end > c->inst_end) c->inst_end = end;
    if (((end + 7) & ~7u) > c->inst_size) c->inst_size = (end + 7) & ~7u;
}

static void shape(World *w, u32 size, u8 **kinds, u16 **refs, u16 *n_refs, ClassInfo *statics, ClassInfo *inst) {
    u32 n = (size - OBJ_HEADER) / 4;
    *kinds = arena_alloc(&w->cs.arena, n + 1);
    *refs = arena_alloc(&w->cs.arena, 2 * n + 2);
    *n_refs = 0;
    for (u32 i = 0; i < n; i++)
        for (int pass = 0; pass < 2; pass++) {
            ClassInfo *k = pass ? inst : statics;
            for (u32 j = 0; k && j < k->n_fields; j++) {
                FieldInfo *f = &k->fields[j];
                if (!(f->flags & ACC_STATIC) == !pass || f->offset != OBJ_HEADER + 4 * i || f->type != T_REF) continue;
                (*kinds)[i] = f->attrs & FA_EXCLUDED ? WK_SKIPREF : WK_REF;
                (*refs)[(*n_refs)++] = (u16)i;
            }
        }
}

static ClassInfo *fake_array(World *w, const char *name, ClassInfo *elem, u8 type, u8 shift) {
    return fake_array_class(&w->cs, name, w->object, elem, type, shift);
}

static void roots(void *user, void (*fn)(void *, Ref), void *arg) {
    World *w = user;
    for (int i = 0; i < N_ROOTS; i++)
        if (w->roots[i]) fn(arg, w->roots[i]);
}

static void world_classes(World *w) {
    w->object = fake(w, "java/lang/Object", NULL, 0);
    w->cls = fake(w, "java/lang/Class", w->object, 8);
    field(w, w->cls, "vmInit", T_INT, 24, FA_INJECTED);
    field(w, w->cls, "vmInitThread", T_INT, 28, FA_INJECTED);
    field(w, w->cls, "vmClass", T_INT, 32, FA_INJECTED | FA_EXCLUDED);
    field(w, w->cls, "componentType", T_REF, 36, FA_EXCLUDED);
    w->string = fake(w, "java/lang/String", w->object, 4);
    field(w, w->string, "value", T_REF, 24, 0);
    field(w, w->string, "hash", T_INT, 28, FA_EXCLUDED);
    field(w, w->string, "coder", T_BYTE, 32, 0);
    w->node = fake(w, "Node", w->object, 10);
    field(w, w->node, "a", T_REF, 24, 0);
    field(w, w->node, "x", T_INT, 28, 0);
    field(w, w->node, "y", T_LONG, 32, 0);
    field(w, w->node, "b", T_REF, 40, 0);
    field(w, w->node, "wall", T_REF, 44, FA_FIREWALL);
    field(w, w->node, "cache", T_REF, 48, FA_EXCLUDED);
    field(w, w->node, "s1", T_REF, 40, 128);
    field(w, w->node, "s2", T_INT, 44, 128);
    field(w, w->node, "swall", T_REF, 48, 128 | FA_FIREWALL);
    ClassInfo *byte = fake(w, "byte", NULL, 0), *lng = fake(w, "long", NULL, 0);
    byte->kind = lng->kind = CK_PRIM;
    w->cs.prim[T_BYTE] = byte;
    w->bytes = fake_array(w, "[B", byte, T_BYTE, 0);
    w->longs = fake_array(w, "[J", lng, T_LONG, 3);
    w->objects = fake_array(w, "[Ljava/lang/Object;", w->object, T_REF, 2);
    for (u32 i = 0; i < w->cs.by_id.n; i++) {
        ClassInfo *c = w->cs.by_id.v[i];
        if (c->kind == CK_CLASS) shape(w, c->inst_size, &c->kinds, &c->ref_words, &c->n_ref_words, NULL, c);
        c->mirror_size = c == w->node ? 56 : w->cls->inst_size;
        shape(w, c->mirror_size, &c->skinds, &c->sref_words, &c->n_sref_words, c, w->cls);
    }
    w->cs.object = w->object;
    w->cs.class_ = w->cls;
    w->cs.string = w->string;
}

static void world_init(World *w, bool mirrors) {
    memset(w, 0, sizeof *w);
    w->cs.cx = &w->cx;
    CHECK(symtab_init(&w->cs.syms, &w->cx) == ST_OK);
    arena_init(&w->cs.arena, &w->cx);
    CHECK(heap_init(&w->h, &w->cs, &w->cx, (u64)1 << 30) == ST_OK);
    w->h.visit_roots = roots;
    w->h.roots_user = w;
    world_classes(w);
    if (!mirrors) return;
    for (u32 i = 0; i < w->cs.by_id.n; i++) CHECK(heap_make_mirror(&w->h, w->cs.by_id.v[i]) == ST_OK);
    for (u32 i = 0; i < w->cs.by_id.n; i++) {
        ClassInfo *c = w->cs.by_id.v[i];
        CHECK(c->mirror && mirror_class(&w->h, c->mirror) == c);
        CHECK(ei_bytes(&w->h, ei(&w->h, c->mirror)) == c->mirror_size);
        if (c->kind == CK_ARRAY) CHECK(get_u32(&w->h, c->mirror, 36) == c->elem->mirror);
    }
}

static void world_free(World *w) {
    heap_free(&w->h);
    arena_free(&w->cs.arena);
    symtab_free(&w->cs.syms);
    vec_free(&w->cx, &w->cs.by_id);
    if (w->cx.err.kind) fprintf(stderr, "%s\n", w->cx.err.msg);
    CHECK(w->cx.bytes == 0);
}

/* --- random transitions --- */

static void root_set(World *w, u32 i, Ref r) {
    if (w->roots_touched != w->h.epoch) {
        w->roots_touched = w->h.epoch;
        trail_push(&w->h, w->roots, sizeof w->roots);
    }
    w->roots[i] = r;
}

static Ref some(World *w) { /* an object some steps from a root or static */
    Heap *h = &w->h;
    Ref r = rnd(8) ? w->roots[rnd(N_ROOTS)] : get_u32(h, w->node->mirror, 40);
    for (u32 n = rnd(5); r && n; n--) {
        Shape s = ei_shape(h, ei(h, r));
        if (!s.n_refs) break;
        u32 i = rnd(s.n_refs);
        Ref t = ei_words(ei(h, r))[s.ref_words ? s.ref_words[i] : i];
        if (!t) break;
        r = t;
    }
    return r;
}

static void random_op(World *w) {
    Heap *h = &w->h;
    Ref r = 0, t;
    char text[16];
    switch (rnd(10)) {
    case 0:
    case 1: CHECK(heap_new(h, w->node, &r) == ST_OK && r); break;
    case 2: CHECK(heap_new_array(h, w->objects, rnd(6) ? rnd(8) : rnd(1500), &r) == ST_OK && r); break;
    case 3: CHECK(heap_new_array(h, w->longs, rnd(6) ? rnd(8) : rnd(12000), &r) == ST_OK && r); break;
    case 4: CHECK(string_new(h, text, (size_t)snprintf(text, sizeof text, "s%u", rnd(40)), &r) == ST_OK && r); break;
    case 5:
        t = some(w);
        if (t && ei(h, t)->ci == w->string->id) CHECK(intern_string(h, t, &r) == ST_OK && r);
        break;
    default: break;
    }
    if (r) {
        for (u32 i = 0; i < ei_payload_bytes(h, ei(h, r)) && ei(h, r)->ci == w->node->id; i++)
            CHECK(ei_data(ei(h, r))[i] == 0);
        if (ei(h, r)->ci == w->longs->id)
            for (u32 i = 0; i < arr_len(h, r); i++) CHECK(((u64 *)(void *)arr_data(h, r))[i] == 0);
        root_set(w, rnd(N_ROOTS), r);
    }
    t = some(w);
    if (!t) return;
    ElementInfo *e = ei(h, t);
    Shape s = ei_shape(h, e);
    switch (rnd(8)) {
    case 0: root_set(w, rnd(N_ROOTS), rnd(3) ? t : 0); break;
    case 1: put_ref(h, w->node->mirror, 40, t); break;
    case 2: put_u32(h, w->node->mirror, 44, rnd(1000)); break;
    case 3: put_u32(h, t, rnd(2) ? 20 : 16, e->hf & 0xff ? rnd(5) << 16 | (e->hf & 0xff) : rnd(5) << 16); break;
    case 4:
        if (e->ci == w->longs->id && e->len) {
            u32 a = rnd(e->len), b = a + rnd(e->len - a) + 1;
            heap_log_range(h, e, arr_data(h, t) + 8 * (u64)a, 8 * (u64)(b - a));
            for (; a < b; a++) ((u64 *)(void *)arr_data(h, t))[a] = rnd(1u << 30);
        } else if (e->ci == w->node->id) put_u64(h, t, 32, rnd(9));
        break;
    default:
        if (s.n_refs && e->ci != w->string->id) {
            u32 i = rnd(s.n_refs);
            Ref v = rnd(4) ? some(w) : 0;
            heap_put_ref_fast(h, e, ei_words(e) + (s.ref_words ? s.ref_words[i] : i), v);
        }
    }
}

typedef struct Reach {
    World *w;
    VEC(Ref) q;
    u8 *seen;
} Reach;
static void reach(void *arg, Ref r) {
    Reach *x = arg;
    if (!r || x->seen[r >> 3] >> (r & 7) & 1) return;
    x->seen[r >> 3] |= (u8)(1u << (r & 7));
    vec_push(&x->w->cx, &x->q, r);
}
/* What state/ does: everything reachable gets a meta. Returns the number of reachable objects. */
static u32 label(World *w) {
    Heap *h = &w->h;
    Reach x = {.w = w, .seen = calloc(1, h->top / 64 + 1)};
    roots(w, reach, &x);
    reach(&x, w->node->mirror);
    for (u32 i = 0; i < h->intern.n; i++) reach(&x, h->intern.v[i].cur);
    for (u32 i = 0; i < x.q.n; i++) {
        ElementInfo *e = ei(h, x.q.v[i]);
        CHECK(heap_is_object(h, x.q.v[i]));
        CHECK(!(e->hf & EF_MARK));
        Shape s = ei_shape(h, e);
        for (u32 k = 0; k < s.n_refs; k++) reach(&x, ei_words(e)[s.ref_words ? s.ref_words[k] : k]);
        if (e->birth == h->epoch) e->meta = 1;
    }
    u32 n = x.q.n;
    vec_free(&w->cx, &x.q);
    free(x.seen);
    return n;
}

/* A copy of the whole heap, object by object. */
typedef struct Copy {
    TrailMark m;
    Ref roots[N_ROOTS];
    u64 n_objects, live;
    VEC(u32) words;
    VEC(Ref) cur;
    Heap *h;
} Copy;
static void copy_object(void *arg, Ref r) {
    Copy *c = arg;
    const ElementInfo *e = ei(c->h, r);
    u32 n = (u32)(ei_bytes(c->h, e) / 4);
    if (vec_reserve(c->h->cx, &c->words, n + 1)) exit(1);
    c->words.v[c->words.n++] = r;
    memcpy(c->words.v + c->words.n, e, 4 * (size_t)n);
    c->words.v[c->words.n + 2] = e->birth == IMMORTAL_BIRTH; /* birth may be renumbered */
    c->words.n += n;
}
static void copy_take(Copy *c, World *w) {
    Heap *h = &w->h;
    c->h = h;
    c->words.n = c->cur.n = 0;
    c->m = trail_mark(h);
    memcpy(c->roots, w->roots, sizeof c->roots);
    c->n_objects = h->n_objects;
    c->live = h->live_bytes;
    heap_each(h, copy_object, c);
    for (u32 i = 0; i < h->intern.n; i++) vec_push(h->cx, &c->cur, h->intern.v[i].cur);
}
/* The heap is as it was, literals made since then aside. */
static void copy_compare(const Copy *a, World *w) {
    Copy b = {0};
    copy_take(&b, w);
    CHECK(a->m.n == b.m.n);
    CHECK(!memcmp(a->roots, b.roots, sizeof a->roots));
    CHECK(a->words.n == b.words.n && !memcmp(a->words.v, b.words.v, 4 * (size_t)b.words.n));
    CHECK(a->n_objects == b.n_objects && a->live == b.live);
    for (u32 i = 0; i < b.cur.n; i++) CHECK(b.cur.v[i] == (i < a->cur.n ? a->cur.v[i] : 0));
    vec_free(w->h.cx, &b.words);
    vec_free(w->h.cx, &b.cur);
}

static void test_undo(bool stress, u64 threshold, u32 steps, bool wrap) {
    static World w;
    static Copy path[32];
    world_init(&w, true);
    Heap *h = &w.h;
    u32 depth = 0, ends = 0, collections;
    for (int i = 0; i < 50; i++) random_op(&w);
    CHECK(heap_seal_boot(h) == ST_OK);
    h->trailing = true;
    h->stress_gc = stress;
    h->gc_threshold = threshold;
    if (wrap) h->epoch = h->log_epoch = NO_EPOCH - 300;
    CHECK(heap_end_transition(h) == ST_OK); /* what was made before the search is old from here on */
    for (u32 s = 0; s < steps; s++) {
        if (depth == 31 || (depth && !rnd(3))) { /* back, sometimes from the middle of a transition */
            if (!rnd(4))
                for (u32 n = rnd(30); n; n--) random_op(&w);
            depth -= 1 + rnd(depth < 4 ? depth : 4);
            trail_undo(h, path[depth].m);
            copy_compare(&path[depth], &w);
            continue;
        }
        copy_take(&path[depth++], &w);
        for (u32 n = rnd(30); n; n--) random_op(&w);
        if (!rnd(10)) CHECK(heap_collect(h) == ST_OK);
        label(&w);
        CHECK(heap_end_transition(h) == ST_OK);
        CHECK(h->young.n == 0 && h->log.n == 0);
        label(&w); /* what is reachable is there */
        ends++;
    }
    if (depth) {
        trail_undo(h, path[0].m);
        copy_compare(&path[0], &w);
    }
    collections = (u32)h->collections;
    for (u64 i = 0; i < h->reserved / 32 / 4 && i < h->top / 128 + 1; i++) CHECK(h->dirty[i] == 0);
    for (int i = 0; i < 32; i++) {
        vec_free(&w.cx, &path[i].words);
        vec_free(&w.cx, &path[i].cur);
    }
    u64 top = h->top;
    world_free(&w);
    printf("undo%s: %u transitions, %u collections, %llu KiB: ok\n", wrap ? " over the end of epochs" : "", ends,
           collections, (unsigned long long)top >> 10);
}

static void count(void *arg, Ref r) { (void)r, ++*(u32 *)arg; }

/* Without a trail everything unreachable goes. */
static void test_run(void) {
    static World w;
    world_init(&w, true);
    Heap *h = &w.h;
    h->gc_threshold = 200000;
    for (u32 i = 0; i < 200000; i++) random_op(&w);
    CHECK(h->collections > 10);
    CHECK(heap_collect(h) == ST_OK);
    u32 there = 0, immortal = w.cs.by_id.n, live = label(&w);
    heap_each(h, count, &there);
    CHECK(there == h->n_objects);
    CHECK(there == live + immortal - 1 || there == live + immortal); /* label reaches one mirror, or its like */
    printf("run: %llu allocations, %llu collections, %u objects live, %llu KiB: ok\n",
           (unsigned long long)h->allocations, (unsigned long long)h->collections, live,
           (unsigned long long)h->top >> 10);
    world_free(&w);
}

static void test_limit(bool trailing) {
    static World w;
    world_init(&w, true);
    Heap *h = &w.h;
    h->limit = 1 << 20;
    h->gc_threshold = 64 << 10;
    CHECK(heap_seal_boot(h) == ST_OK);
    h->trailing = trailing;
    CHECK(heap_end_transition(h) == ST_OK);
    Ref r, list = 0;
    TrailMark m0 = trail_mark(h);
    u32 n = 0, first = 0;
    for (int round = 0; round < 3; round++) {
        for (n = 0;; n++) { /* a list of nodes until the heap is full: 56 bytes each */
            CHECK(heap_new(h, w.node, &r) == ST_OK);
            if (!r) break;
            put_ref(h, r, 24, list);
            list = r;
            root_set(&w, 0, list);
            for (int g = 0; g < 3; g++) CHECK(heap_new_array(h, w.longs, 10, &r) == ST_OK);
            if (trailing && n % 100 == 99) {
                label(&w);
                CHECK(heap_end_transition(h) == ST_OK);
            }
        }
        if (!round) first = n;
        CHECK(n == first && n > 18000 && n <= (1 << 20) / 56);
        /* garbage that only the trail keeps does not count */
        list = 0;
        root_set(&w, 0, 0);
        if (trailing) {
            label(&w);
            CHECK(heap_end_transition(h) == ST_OK);
        }
    }
    if (trailing) trail_undo(h, m0);
    CHECK(heap_new_array(h, w.longs, 0x7fffffff, &r) == ST_OK && r == 0);
    world_free(&w);
    printf("limit%s: %u nodes: ok\n", trailing ? " with a trail" : "", n);
}

static void test_share(void) {
    static World w;
    world_init(&w, true);
    Heap *h = &w.h;
    h->trailing = true;
    Ref a, b, c, d, arr;
    heap_new(h, w.node, &a), heap_new(h, w.node, &b), heap_new(h, w.node, &c), heap_new(h, w.node, &d);
    heap_new_array(h, w.objects, 2, &arr);
    put_ref(h, a, 24, arr);
    put_ref(h, arr, OBJ_HEADER + 4, b);
    put_ref(h, b, 40, a);
    put_ref(h, b, 44, c); /* behind a firewall */
    put_ref(h, b, 48, d); /* excluded from the key, shared all the same */
    for (Ref *p = (Ref[]){a, b, c, d, 0}; *p; p++) root_set(&w, *p % N_ROOTS, *p), ei(h, *p)->meta = 1;
    ei(h, arr)->meta = 1;
    CHECK(heap_end_transition(h) == ST_OK);
    TrailMark m = trail_mark(h);
    put_ref(h, w.node->mirror, 48, a); /* a static behind a firewall */
    CHECK(!(ei(h, a)->hf & EF_SHARED));
    put_ref(h, w.node->mirror, 40, a);
    CHECK(ei(h, a)->hf & ei(h, arr)->hf & ei(h, b)->hf & ei(h, d)->hf & EF_SHARED);
    CHECK(!(ei(h, c)->hf & EF_SHARED));
    put_ref(h, a, 44, c);
    CHECK(!(ei(h, c)->hf & EF_SHARED));
    put_ref(h, a, 40, c);
    CHECK(ei(h, c)->hf & EF_SHARED);
    trail_undo(h, m);
    CHECK(!((ei(h, a)->hf | ei(h, arr)->hf | ei(h, b)->hf | ei(h, c)->hf) & EF_SHARED));
    world_free(&w);
    printf("sharedness: ok\n");
}

static void test_strings(void) {
    static World w;
    world_init(&w, true);
    Heap *h = &w.h;
    static const char *texts[] = {"", "abc", "\xc3\xa9t\xc3\xa9", "\xe2\x82\xac 5", "\xf0\x9f\x98\x80!", "caf\xc3\xa9"};
    for (u32 i = 0; i < 6; i++) {
        Ref r;
        size_t n;
        CHECK(string_new(h, texts[i], strlen(texts[i]), &r) == ST_OK && r);
        char *s = string_utf8(h, r, &n);
        CHECK(s && n == strlen(texts[i]) && !strcmp(s, texts[i]));
        cx_free(&w.cx, s, n + 1);
        CHECK(string_equals_z(h, r, texts[i]));
        CHECK(!string_equals_z(h, r, "abcd") && !string_equals_z(h, r, "ab"));
    }
    Ref r, a, b, c;
    string_new(h, "\xed\xa0\xbd\xed\xb8\x80", 6, &r); /* modified UTF-8 of U+1F600 */
    CHECK(string_length(h, r) == 2 && string_char(h, r, 0) == 0xD83D && string_equals_z(h, r, "\xf0\x9f\x98\x80"));
    string_new(h,
               "a\xc0\x80"
               "b",
               4, &r);
    CHECK(string_length(h, r) == 3 && string_char(h, r, 1) == 0 && arr_len(h, get_ref(h, r, 24)) == 3);
    string_new(h, "\xff\xe2\x82", 3, &r);
    CHECK(string_length(h, r) == 3);
    /* interning and undo */
    CHECK(heap_seal_boot(h) == ST_OK);
    h->trailing = true;
    CHECK(heap_end_transition(h) == ST_OK);
    TrailMark m = trail_mark(h);
    u32 i1, i2;
    string_new(h, "hello", 5, &a);
    CHECK(intern_string(h, a, &b) == ST_OK && a == b);
    string_new(h, "hello", 5, &c);
    CHECK(intern_string(h, c, &b) == ST_OK && b == a);
    CHECK(intern_literal(h, sym_z(&w.cs.syms, "hello"), &i1, &b) == ST_OK && b == a);
    CHECK(h->intern_changed.n == 1 && h->intern_changed.v[0] == i1);
    trail_undo(h, m);
    CHECK(intern_cur(h, i1) == 0);
    CHECK(intern_activate(h, i1, &b) == ST_OK && b && ei(h, b)->hf & EF_IMMORTAL && string_equals_z(h, b, "hello"));
    string_new(h, "hello", 5, &c);
    CHECK(intern_string(h, c, &a) == ST_OK && b == a);
    u64 seed = heap_label_seed(h, a);
    trail_undo(h, m);
    CHECK(intern_cur(h, i1) == 0 && intern_literal(h, sym_z(&w.cs.syms, "hello"), &i2, &a) == ST_OK);
    CHECK(i1 == i2 && a == b && heap_label_seed(h, a) == seed && heap_label_seed(h, get_u32(h, a, 24)) != seed);
    world_free(&w);
    printf("strings: ok\n");
}

/* --- boot image --- */

typedef struct Buf {
    u8 *p;
    size_t n;
} Buf;
static Status buf_put(void *u, const void *p, size_t n) {
    Buf *b = u;
    b->p = realloc(b->p, b->n + n);
    memcpy(b->p + b->n, p, n);
    b->n += n;
    return ST_OK;
}

static void test_image(void) {
    static World w, v;
    Buf b = {0};
    world_init(&w, true);
    Heap *h = &w.h;
    u32 index;
    Ref lit, r;
    for (int i = 0; i < 3000; i++) random_op(&w);
    CHECK(intern_literal(h, sym_z(&w.cs.syms, "boot"), &index, &lit) == ST_OK);
    Ref stat = get_u32(h, w.node->mirror, 40);
    CHECK(heap_image_write(h, buf_put, &b) == ST_ERROR);
    cx_clear(&w.cx);
    CHECK(heap_seal_boot(h) == ST_OK);
    CHECK(heap_image_write(h, buf_put, &b) == ST_OK);
    FILE *f = tmpfile();
    CHECK(f && fwrite(b.p, 1, b.n, f) == b.n && !fflush(f));
    for (int mode = 0; mode < 2; mode++) {
        world_init(&v, mode); /* with and without mirrors from before */
        CHECK((mode ? heap_image_map(&v.h, fileno(f), 0, b.n) : heap_image_read(&v.h, b.p, b.n)) == ST_OK);
        CHECK(v.h.boot_top == h->boot_top && !memcmp(v.h.base, h->base, h->boot_top));
        CHECK(v.node->mirror == w.node->mirror && get_u32(&v.h, v.node->mirror, 40) == stat);
        CHECK(intern_literal(&v.h, sym_z(&v.cs.syms, "boot"), &index, &r) == ST_OK && r == lit);
        CHECK(heap_new(&v.h, v.node, &r) == ST_OK && (u64)r * 8 >= v.h.boot_top);
        CHECK(heap_collect(&v.h) == ST_OK && v.h.young.n == 0);
        v.h.trailing = true;
        for (int i = 0; i < 100; i++) random_op(&v);
        world_free(&v);
    }
    u32 refused = 0;
    for (int i = 0; i < 300; i++) { /* damage is noticed */
        u32 at = i < 100 ? (u32)i : rnd((u32)b.n);
        u8 old = b.p[at];
        b.p[at] ^= (u8)(1 + rnd(255));
        world_init(&v, false);
        size_t n = i % 3 ? b.n : rnd((u32)b.n);
        Status st = heap_image_read(&v.h, b.p, n);
        refused += st == ST_ERROR;
        CHECK(st == ST_ERROR || (at >= 72 && at < 4096)); /* the rest of the header page is padding */
        cx_clear(&v.cx);
        world_free(&v);
        b.p[at] = old;
    }
    fclose(f);
    free(b.p);
    world_free(&w);
    printf("image: %zu KiB, %u of 300 damaged ones refused: ok\n", b.n >> 10, refused);
}

/* Every host allocation may fail: no crash, no leak. */
static void test_nomem(void) {
    static World w;
    u32 hit = 0;
    for (u32 k = 1; k < 400; k++) {
        world_init(&w, true);
        Heap *h = &w.h;
        CHECK(heap_seal_boot(h) == ST_OK);
        h->trailing = true;
        CHECK(heap_end_transition(h) == ST_OK);
        TrailMark m = trail_mark(h);
        w.cx.fail_after = k;
        Ref r;
        for (u32 i = 0; i < 40 && !w.cx.err.kind; i++) {
            char t[16];
            u32 ix;
            if (heap_new(h, w.node, &r) || !r) break;
            root_set(&w, i % N_ROOTS, r);
            put_ref(h, w.node->mirror, 40, r);
            if (string_new(h, t, (size_t)snprintf(t, 16, "t%u", i), &r) || intern_string(h, r, &r)) break;
            if (intern_literal(h, sym_z(&w.cs.syms, "lit"), &ix, &r)) break;
            if (i % 8 == 7) {
                label(&w);
                if (heap_end_transition(h)) break;
            }
            if (i % 16 == 3 && heap_collect(h)) break;
        }
        w.cx.fail_after = 0;
        hit += w.cx.err.kind == ERR_NOMEM;
        cx_clear(&w.cx);
        trail_undo(h, m);
        CHECK(h->young.n == 0);
        world_free(&w);
    }
    CHECK(hit > 5);
    printf("allocation failures: %u hit: ok\n", hit);
}

int main(int argc, char **argv) {
    u32 scale = argc > 1 ? (u32)atoi(argv[1]) : 1;
    test_undo(false, 16 << 20, 3000 * scale, false);
    test_undo(false, 20000, 3000 * scale, false);
    test_undo(true, 16 << 20, 1000 * scale, false);
    test_undo(false, 16 << 20, 1000 * scale, true);
    test_run();
    test_limit(false);
    test_limit(true);
    test_share();
    test_strings();
    test_image();
    test_nomem();
    return failures != 0;
}
