/* Kernel: frames, threads and monitors under random transitions with undo, compared to a copy; the
 * stack's limit and its reserve; who is enabled. Exit status 0: all is well. */
#include "kernel/kernel.h"
#include "check.h"

/* Overridden when classes/ is linked in; no frame here has bytecode. */
__attribute__((weak)) const FrameMap *frame_map(Classes *cs, MethodInfo *mi, u32 insn, bool caller, const u32 *words) {
    (void)cs, (void)mi, (void)insn, (void)caller, (void)words;
    abort();
}
__attribute__((weak)) Status ci_array_of(Classes *cs, ClassInfo *elem, ClassInfo **out) {
    (void)cs, (void)elem, (void)out;
    abort();
}

static u64 rng_state = 2463534242ull;
static u32 rnd(u32 n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (u32)(rng_state >> 33) % n;
}

static int no_step(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    (void)ti, (void)f, (void)thrown;
    return STEP_RETURN;
}

#define N_METHODS 5
typedef struct World {
    Ctx cx;
    Classes cs;
    Heap h;
    KernelState ks;
    ClassInfo object, thread;
    FieldInfo vmthread;
    MethodInfo m[N_METHODS], vm;
} World;

static void world_init(World *w) {
    static u8 kinds[8];
    static u16 no_refs[1];
    memset(w, 0, sizeof *w);
    w->cs.cx = &w->cx;
    CHECK(symtab_init(&w->cs.syms, &w->cx) == ST_OK);
    arena_init(&w->cs.arena, &w->cx);
    w->object = (ClassInfo){.id = 0, .linked = 1, .inst_size = 32, .kinds = kinds, .ref_words = no_refs};
    w->vmthread = (FieldInfo){.name = sym_z(&w->cs.syms, "vmThread"), .type = T_INT, .offset = 24};
    w->thread = (ClassInfo){.id = 1,
                            .linked = 1,
                            .inst_size = 32,
                            .kinds = kinds,
                            .ref_words = no_refs,
                            .fields = &w->vmthread,
                            .n_fields = 1};
    vec_push(&w->cx, &w->cs.by_id, &w->object);
    vec_push(&w->cx, &w->cs.by_id, &w->thread);
    w->cs.thread = &w->thread;
    for (u16 i = 0; i < N_METHODS; i++)
        w->m[i] = (MethodInfo){.ci = &w->object, .n_args = i, .max_locals = (u16)(i + 1), .max_stack = 4};
    w->vm = (MethodInfo){.ci = &w->object, .max_locals = 2, .max_stack = 2, .step = no_step, .step_refs = 1};
    CHECK(heap_init(&w->h, &w->cs, &w->cx, (u64)256 << 20) == ST_OK);
    CHECK(ks_init(&w->ks, &w->cx, &w->cs, &w->h) == ST_OK);
}

static void world_free(World *w) {
    ks_free(&w->ks);
    heap_free(&w->h);
    arena_free(&w->cs.arena);
    symtab_free(&w->cs.syms);
    vec_free(&w->cx, &w->cs.by_id);
    CHECK(w->cx.bytes == 0);
}

static Ref object_new(World *w, ClassInfo *ci) {
    Ref r;
    CHECK(heap_new(&w->h, ci, &r) == ST_OK && r);
    ei(&w->h, r)->meta = 1; /* survives: state/ is not here to tell */
    return r;
}

/* --- everything undo must bring back, as words --- */

typedef struct Copy {
    TrailMark m;
    VEC(u64) v;
} Copy;
static void copy_take(Copy *c, World *w) {
    KernelState *ks = &w->ks;
    c->v.n = 0;
    c->m = trail_mark(&w->h);
    u64 head[] = {ks->n_threads, ks->n_live, (u64)ks->clk.now, ks->clk.read, w->h.n_objects};
    for (u32 i = 0; i < 5; i++) vec_push(&w->cx, &c->v, head[i]);
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *ti = ks->threads.v[i];
        for (u32 k = 0; k < TI_SAVED_BYTES / 8; k++) vec_push(&w->cx, &c->v, ((const u64 *)(const void *)ti)[k]);
        for (const StackFrame *f = ti->top; f; f = f->prev) {
            u64 fr[] = {(u64)(uintptr_t)f->prev,
                        (u64)(uintptr_t)f->mi,
                        (u64)(uintptr_t)f->sp,
                        f->lock,
                        f->flags,
                        f->depth,
                        f->meta,
                        f->step};
            for (u32 k = 0; k < 8; k++) vec_push(&w->cx, &c->v, fr[k]);
            for (const u32 *s = f->slots; s < f->sp; s++) vec_push(&w->cx, &c->v, *s);
        }
        if (!ti->obj) continue;
        const ElementInfo *e = ei(&w->h, ti->obj);
        u64 o[] = {e->lock, e->hf, get_u32(&w->h, ti->obj, 24)};
        for (u32 k = 0; k < 3; k++) vec_push(&w->cx, &c->v, o[k]);
    }
}

static void copy_compare(const Copy *a, World *w) {
    Copy b = {0};
    copy_take(&b, w);
    CHECK(a->v.n == b.v.n && !memcmp(a->v.v, b.v.v, 8 * (size_t)b.v.n));
    CHECK(a->m.n == b.m.n);
    vec_free(&w->cx, &b.v);
}

/* --- transitions --- */

static void random_op(World *w, ThreadInfo *ti) {
    KernelState *ks = &w->ks;
    StackFrame *f = ti->top;
    u32 args[4] = {rnd(9), rnd(9), rnd(9), rnd(9)};
    switch (rnd(12)) {
    case 0:
    case 1:
    case 2:
        if (f && f->depth > 20) break;
        if (f) f->flags |= FR_CALLER_INVOKE, f->step = rnd(100);
        f = ti_push(ti, rnd(5) ? &w->m[rnd(N_METHODS)] : &w->vm, args);
        CHECK(f && ti->top == f && f->sp == fr_stack(f) && !f->meta);
        for (u32 i = 0; i < f->mi->max_locals; i++) CHECK(f->slots[i] == (i < f->mi->n_args ? args[i] : 0));
        break;
    case 3:
    case 4:
    case 5:
        if (!f || !f->prev) break;
        ti_pop(ti);
        CHECK(ti->top->depth >= ti_low_depth(ti));
        ti->top->flags = 0;
        if (ti->top->sp < fr_stack(ti->top) + 4) *ti->top->sp++ = rnd(1000);
        break;
    case 6:
        if (f && f->mi->max_locals) f->slots[rnd(f->mi->max_locals)] = rnd(1000);
        if (f && f->sp > fr_stack(f)) f->sp--;
        break;
    case 7: {
        ThreadInfo *t = NULL;
        Ref obj = object_new(w, &w->thread);
        u32 before = ks->n_threads;
        if (before > 12) break;
        CHECK(ks_new_thread(ks, ti, obj, &t) == ST_OK && t);
        CHECK(t->id == before && ks->n_threads == before + 1 && ks_thread_of(ks, obj) == t && t->status == TS_NEW);
        CHECK(ti_push(t, &w->m[1], args) && ti_low_depth(t) == 0);
        t->status = TS_RUNNABLE;
        ks_touch(ks);
        ks->n_live++;
        break;
    }
    case 8: {
        ElementInfo *e = ei(&w->h, ks->threads.v[rnd(ks->n_threads)]->obj);
        if (mon_can_lock(ti, e) && rnd(2)) {
            u32 n = mon_count(e);
            mon_lock(ti, e);
            CHECK(mon_owner(e) == ti->id + 1 && mon_count(e) == n + 1);
        } else CHECK(mon_unlock(ti, e) == (mon_owner(e) == ti->id + 1) || !mon_owner(e));
        break;
    }
    case 9: {
        ThreadInfo *t = ks->threads.v[rnd(ks->n_threads)];
        ti_touch(t);
        t->permit ^= 1;
        t->pend.index = rnd(100);
        break;
    }
    case 10:
        ks_touch(ks);
        ks->clk.now += 10;
        ks->clk.read = 1;
        break;
    default: {
        Ref r = ks->threads.v[rnd(ks->n_threads)]->obj;
        u32 x = identity_hash(ti, r);
        CHECK(x && x < 1u << 24 && identity_hash(ti, r) == x);
    }
    }
}

/* As state/ does: frames touched get a new meta; what was popped is listed exactly once. */
static u32 next_meta;
static void link_frames(World *w, ThreadInfo *ran, const u32 *linked, u32 n_linked) {
    KernelState *ks = &w->ks;
    u32 low = ti_low_depth(ran), gone = 0;
    for (u32 d = 0; d < n_linked; d++) { /* linked[d]: meta of depth d when the transition began */
        const StackFrame *f = ran->top;
        while (f && f->depth > d) f = f->prev;
        bool there = f && f->depth == d && f->meta == linked[d];
        u32 listed = 0;
        for (u32 i = 0; i < ks->popped_metas.n; i++) listed += ks->popped_metas.v[i].meta == linked[d];
        if (!linked[d]) continue;
        CHECK(there + listed == 1);
        CHECK(!listed || d >= low);
        gone += listed;
    }
    CHECK(gone == ks->popped_metas.n);
    for (u32 i = 0; i < ks->n_threads; i++) {
        u32 l = ti_low_depth(ks->threads.v[i]);
        for (StackFrame *f = ks->threads.v[i]->top; f; f = f->prev) {
            CHECK(f->meta || f->depth >= l);
            if (f->depth >= l) f->meta = ++next_meta;
        }
    }
}

static void test_undo(u32 steps, bool wrap) {
    static World w;
    static Copy path[32];
    world_init(&w);
    if (wrap) w.h.epoch = IMMORTAL_BIRTH - 200;
    KernelState *ks = &w.ks;
    ThreadInfo *ti;
    u32 depth = 0, ends = 0, linked[64];
    CHECK(ks_new_thread(ks, NULL, object_new(&w, &w.thread), &ti) == ST_OK);
    ti->status = TS_RUNNABLE;
    CHECK(ti_push(ti, &w.m[0], NULL));
    ks->n_live = 1;
    w.h.trailing = true;
    link_frames(&w, ti, linked, 0);
    CHECK(heap_end_transition(&w.h) == ST_OK);
    for (u32 s = 0; s < steps; s++) {
        bool back = depth == 31 || (depth && !rnd(3));
        ti = ks->threads.v[rnd(ks->n_threads)];
        if (!back) copy_take(&path[depth++], &w);
        u32 n = ti->top ? ti->top->depth + 1 : 0;
        for (StackFrame *f = ti->top; f; f = f->prev) linked[f->depth] = f->meta;
        ti_begin_transition(ti);
        CHECK(ks->cur == ti->id);
        for (u32 k = rnd(30); k; k--) random_op(&w, ti);
        if (back) { /* dropped in the middle */
            depth -= 1 + rnd(depth < 4 ? depth : 4);
            trail_undo(&w.h, path[depth].m);
            copy_compare(&path[depth], &w);
            continue;
        }
        link_frames(&w, ti, linked, n);
        CHECK(heap_end_transition(&w.h) == ST_OK);
        ends++;
    }
    u32 records = ks->threads.n;
    CHECK(records <= 14);
    for (int i = 0; i < 32; i++) vec_free(&w.cx, &path[i].v);
    world_free(&w);
    printf("undo%s: %u transitions, %u thread records: ok\n", wrap ? " over the end of epochs" : "", ends, records);
}

static void test_stack(void) {
    static World w;
    world_init(&w);
    ThreadInfo *ti;
    u32 args[4] = {0}, n = 0, m = 0;
    CHECK(ks_new_thread(&w.ks, NULL, 0, &ti) == ST_OK);
    while (ti_push(ti, &w.m[1], args)) n++;
    CHECK(n == w.ks.cfg.stack_limit / fr_bytes(&w.m[1]));
    CHECK(ti_push(ti, &w.vm, NULL)); /* makes the error ... */
    while (ti_push(ti, &w.m[2], args)) m++;
    CHECK(m == 16); /* ... with constructors of some depth */
    for (m = 0; ti->top->mi == &w.m[2] && m < 100; m++) ti_pop(ti);
    ti_pop(ti);
    CHECK(!ti_push(ti, &w.m[1], args));
    for (m = 0; m < 100000 && ti_push(ti, &w.vm, NULL); m++) {}
    CHECK(m > 1000 && m < 100000);
    while (ti->top->prev) ti_pop(ti);
    for (m = 1; ti_push(ti, &w.m[1], args);) m++;
    CHECK(m == n);
    world_free(&w);
    printf("stack: %u frames: ok\n", n);
}

static void test_enabled(void) {
    static World w;
    world_init(&w);
    KernelState *ks = &w.ks;
    ThreadInfo *a, *b;
    Ref o = object_new(&w, &w.object);
    ElementInfo *e = ei(&w.h, o);
    CHECK(ks_new_thread(ks, NULL, object_new(&w, &w.thread), &a) == ST_OK);
    CHECK(ks_new_thread(ks, a, object_new(&w, &w.thread), &b) == ST_OK);
    CHECK(a->children == 1 && (a->tid_key_lo != b->tid_key_lo || a->tid_key_hi != b->tid_key_hi));
    CHECK(!ti_enabled(a));
    a->status = b->status = TS_RUNNABLE;
    CHECK(ti_enabled(a));
    mon_lock(a, e);
    mon_lock(a, e);
    b->pend = (Pending){.action = AC_LOCK, .obj = o};
    CHECK(!ti_enabled(b));
    CHECK(!mon_unlock(b, e) && mon_unlock(a, e) && !ti_enabled(b) && mon_unlock(a, e) && ti_enabled(b));
    CHECK(!mon_unlock(a, e));
    b->status = TS_WAITING;
    b->wait_obj = o;
    b->pend.action = AC_REACQUIRE;
    CHECK(!ti_enabled(b));
    b->interrupted = 1;
    CHECK(ti_enabled(b));
    mon_lock(a, e);
    CHECK(!ti_enabled(b));
    b->interrupted = 0;
    b->status = TS_NOTIFIED;
    CHECK(!ti_enabled(b) && mon_unlock(a, e) && ti_enabled(b));
    b->status = TS_TIMED_WAITING;
    CHECK(ti_enabled(b));
    b->status = TS_RUNNABLE;
    b->pend = (Pending){.action = AC_PARK};
    CHECK(!ti_enabled(b));
    b->permit = 1;
    CHECK(ti_enabled(b));
    b->permit = 0;
    b->pend.timed = 1;
    CHECK(ti_enabled(b));
    b->pend = (Pending){.action = AC_JOIN, .index = a->id};
    CHECK(!ti_enabled(b));
    a->status = TS_TERMINATED;
    CHECK(ti_enabled(b) && !ti_enabled(a));
    a->status = TS_RUNNABLE;
    u32 init[2] = {CI_INITING, a->id + 1};
    w.object.mirror_p = init;
    b->pend = (Pending){.action = AC_CLINIT_WAIT, .index = 0};
    a->pend = b->pend;
    CHECK(!ti_enabled(b) && ti_enabled(a));
    init[0] = CI_INITED;
    CHECK(ti_enabled(b));
    w.object.mirror_p = NULL;
    world_free(&w);
    printf("enabled: ok\n");
}

/* What frames and threads hold survives a collection, and nothing else. */
static void test_roots(void) {
    static World w;
    world_init(&w);
    ThreadInfo *ti;
    Ref keep[5], r;
    CHECK(ks_new_thread(&w.ks, NULL, keep[0] = object_new(&w, &w.thread), &ti) == ST_OK);
    StackFrame *f = ti_push(ti, &w.vm, NULL);
    f->slots[0] = keep[1] = object_new(&w, &w.object);
    *f->sp++ = keep[2] = object_new(&w, &w.object); /* a result of some callee */
    *f->sp++ = 0xdeadbeef;                          /* and a number */
    f->lock = keep[3] = object_new(&w, &w.object);
    ti->exception = keep[4] = object_new(&w, &w.object);
    f->slots[1] = r = object_new(&w, &w.object); /* step_refs says a number */
    for (int i = 0; i < 100; i++) object_new(&w, &w.object);
    CHECK(heap_collect(&w.h) == ST_OK);
    for (int i = 0; i < 5; i++) CHECK(heap_is_object(&w.h, keep[i]));
    CHECK(!heap_is_object(&w.h, r) && w.h.n_objects == 5 && w.h.young.n == 5);
    world_free(&w);
    printf("roots: ok\n");
}

int main(int argc, char **argv) {
    u32 scale = argc > 1 ? (u32)atoi(argv[1]) : 1;
    test_undo(20000 * scale, false);
    test_undo(2000 * scale, true);
    test_stack();
    test_enabled();
    test_roots();
    return failures != 0;
}
