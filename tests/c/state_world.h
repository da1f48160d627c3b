/* state_world.h -- a small world without bytecode for the tests of state/: fake classes, methods with
 * made-up frame maps, threads whose "program" is a random walk over what they may see. */
#ifndef STATE_WORLD_H
#define STATE_WORLD_H
#include "state/state.h"
#include "fakes.h"

__attribute__((weak)) const FrameMap *frame_map(Classes *cs, MethodInfo *mi, u32 insn, bool caller, const u32 *words) {
    return mi->maps[2 * insn + caller];
}

/* Node: a 24 (ref), x 28, y 32 (long), b 40 (ref), cache 44 (excluded ref), hash 48 (excluded), z 52.
 * Its mirror: the fields of Class to 40, then s1 40 (ref), si 44, s2 48 (ref), scache 52 (excluded ref). */
enum { N_A = 24, N_X = 28, N_Y = 32, N_B = 40, N_CACHE = 44, N_HASH = 48, N_Z = 52 };
enum { S_1 = 40, S_I = 44, S_2 = 48, S_CACHE = 52, MIRROR_BYTES = 56 };

#define N_METHODS 4
#define N_PC 5
#define LOCALS 5u
#define STACK 4u

typedef struct World {
    Ctx cx;
    Classes cs;
    Heap h;
    KernelState ks;
    StateEngine se;
    ClassInfo *object, *cls, *string, *node, *thread, *objects, *bytes, *ints;
    MethodInfo m[N_METHODS];
} World;

static inline bool is_immortal_ref(World *w, Ref r) { return ei(&w->h, r)->birth == IMMORTAL_BIRTH; }

static ClassInfo *fake(World *w, const char *name, ClassInfo *super, u32 n_fields) {
    return fake_class(&w->cs, name, super, n_fields);
}

static void field(World *w, ClassInfo *c, const char *name, u8 type, u32 offset, u8 attrs) {
    FieldInfo *f = &c->fields[c->n_fields++];
    *f = (FieldInfo){.ci = c, .name = sym_z(&w->cs.syms, name), .type = type, .attrs = attrs, .offset = offset};
    u32 end = offset + (type == T_LONG ? 8 : 4);
    if (end > c->inst_end) c->inst_end = end;
    if (((end + 7) & ~7u) > c->inst_size) c->inst_size = (end + 7) & ~7u;
}

static void kinds(World *w, ClassInfo *c, u32 size, u8 **out, u16 **refs, u16 *n_refs) {
    u32 n = (size - OBJ_HEADER) / 4;
    *out = arena_alloc(&w->cs.arena, n + 1);
    *refs = arena_alloc(&w->cs.arena, 2 * n + 2);
    for (u32 i = 0; i < n; i++)
        for (u32 j = 0; j < c->n_fields; j++) {
            FieldInfo *f = &c->fields[j];
            if (f->offset != OBJ_HEADER + 4 * i) continue;
            bool skip = f->attrs & FA_EXCLUDED;
            (*out)[i] = f->type == T_REF ? (skip ? WK_SKIPREF : WK_REF) : skip ? WK_SKIP : WK_PRIM;
            if (f->type == T_REF) (*refs)[(*n_refs)++] = (u16)i;
        }
}

static ClassInfo *fake_array(World *w, const char *name, ClassInfo *elem, u8 type, u8 shift) {
    return fake_array_class(&w->cs, name, w->object, elem, type, shift);
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
    field(w, w->node, "a", T_REF, N_A, 0);
    field(w, w->node, "x", T_INT, N_X, 0);
    field(w, w->node, "y", T_LONG, N_Y, 0);
    field(w, w->node, "b", T_REF, N_B, 0);
    field(w, w->node, "cache", T_REF, N_CACHE, FA_EXCLUDED);
    field(w, w->node, "hash", T_INT, N_HASH, FA_EXCLUDED);
    field(w, w->node, "z", T_INT, N_Z, 0);
    w->thread = fake(w, "java/lang/Thread", w->object, 3);
    field(w, w->thread, "target", T_REF, 24, 0);
    field(w, w->thread, "vmThread", T_INT, 28, FA_EXCLUDED);
    ClassInfo *byte = fake(w, "byte", NULL, 0), *in = fake(w, "int", NULL, 0);
    byte->kind = in->kind = CK_PRIM;
    w->cs.prim[T_BYTE] = byte;
    w->bytes = fake_array(w, "[B", byte, T_BYTE, 0);
    w->ints = fake_array(w, "[I", in, T_INT, 2);
    w->objects = fake_array(w, "[Ljava/lang/Object;", w->object, T_REF, 2);
    for (u32 i = 0; i < w->cs.by_id.n; i++) {
        ClassInfo *c = w->cs.by_id.v[i];
        if (c->kind == CK_CLASS) kinds(w, c, c->inst_size, &c->kinds, &c->ref_words, &c->n_ref_words);
        c->mirror_size = c == w->node ? MIRROR_BYTES : w->cls->inst_size;
        kinds(w, w->cls, c->mirror_size, &c->skinds, &c->sref_words, &c->n_sref_words);
        if (c == w->node) {
            static const u8 extra[4] = {WK_REF, WK_PRIM, WK_REF, WK_SKIPREF};
            for (u32 k = 0; k < 4; k++) {
                c->skinds[4 + k] = extra[k];
                if (extra[k] != WK_PRIM) c->sref_words[c->n_sref_words++] = (u16)(4 + k);
            }
        }
    }
    w->cs.object = w->object;
    w->cs.class_ = w->cls;
    w->cs.string = w->string;
    w->cs.thread = w->thread;
}

/* Locals 0, 1, 3 and the even stack words are references; which are alive differs by instruction. */
static bool is_ref_word(u32 i) { return i < LOCALS ? i == 0 || i == 1 || i == 3 : (i - LOCALS) % 2 == 0; }

static int vm_step(struct ThreadInfo *ti, struct StackFrame *f, Ref thrown) { return STEP_RETURN; }

static void world_methods(World *w) {
    for (u32 k = 0; k < N_METHODS; k++) {
        MethodInfo *mi = &w->m[k];
        mi->ci = w->node;
        mi->id = k;
        mi->key = mix64(k + 1, 99);
        mi->n_args = k % 3;
        mi->max_locals = LOCALS;
        mi->max_stack = STACK;
        vec_push(&w->cx, &w->cs.methods, mi);
        if (k == N_METHODS - 1) {
            mi->step = vm_step;
            mi->step_refs = 1 | 2 | 8;
            continue;
        }
        mi->code = arena_alloc(&w->cs.arena, N_PC * sizeof(Insn));
        mi->n_code = N_PC;
        mi->maps = arena_alloc(&w->cs.arena, 2 * N_PC * sizeof *mi->maps);
        for (u32 p = 0; p < 2 * N_PC; p++) {
            FrameMap *m = arena_alloc(&w->cs.arena, sizeof *m);
            m->prim = arena_alloc(&w->cs.arena, 2 * (LOCALS + STACK));
            m->ref = arena_alloc(&w->cs.arena, 2 * (LOCALS + STACK));
            m->stack = (u16)rnd(STACK + 1);
            for (u32 i = 0; i < LOCALS + m->stack; i++) {
                if (i < LOCALS && rnd(2)) continue;
                if (is_ref_word(i)) m->ref[m->n_live_ref++] = (u16)i;
                else m->prim[m->n_live_prim++] = (u16)i;
            }
            mi->maps[p] = m;
        }
    }
}

static void world_init(World *w) {
    memset(w, 0, sizeof *w);
    w->cs.cx = &w->cx;
    CHECK(symtab_init(&w->cs.syms, &w->cx) == ST_OK);
    arena_init(&w->cs.arena, &w->cx);
    CHECK(heap_init(&w->h, &w->cs, &w->cx, (u64)4 << 30) == ST_OK);
    world_classes(w);
    world_methods(w);
    for (u32 i = 0; i < w->cs.by_id.n; i++) CHECK(heap_make_mirror(&w->h, w->cs.by_id.v[i]) == ST_OK);
    CHECK(ks_init(&w->ks, &w->cx, &w->cs, &w->h) == ST_OK);
    w->h.limit = (u64)3 << 30;
}

static void frame_blank(StackFrame *f) {
    f->sp = f->slots + LOCALS;
    memset(f->sp, 0, STACK * 4);
    if (f->mi->step) return;
    f->pc = f->mi->code;
    f->sp += f->mi->maps[0]->stack;
}

/* main's frame, then state_begin. */
static void world_begin(World *w) {
    Ref t;
    ThreadInfo *ti;
    CHECK(heap_new(&w->h, w->thread, &t) == ST_OK && t);
    CHECK(ks_new_thread(&w->ks, NULL, t, &ti) == ST_OK && ti);
    ti->status = TS_RUNNABLE;
    frame_blank(ti_push(ti, &w->m[0], (u32[2]){0}));
    CHECK(state_init(&w->se, &w->ks) == ST_OK);
    w->h.trailing = true;
    CHECK(state_begin(&w->se, ti) == ST_OK);
}

static void world_free(World *w) {
    if (w->cx.err.kind) fprintf(stderr, "%s\n", w->cx.err.msg), failures++;
    state_free(&w->se);
    ks_free(&w->ks);
    heap_free(&w->h);
    arena_free(&w->cs.arena);
    symtab_free(&w->cs.syms);
    vec_free(&w->cx, &w->cs.by_id);
    vec_free(&w->cx, &w->cs.methods);
    CHECK(w->cx.bytes == 0);
}

#endif
