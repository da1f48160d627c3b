/* fakes.h -- hand-made classes stand in for classes/. The weak functions give way where it is linked in. */
#ifndef TEST_FAKES_H
#define TEST_FAKES_H
#include "check.h"
#include "heap/heap.h"

__attribute__((weak)) Status ci_array_of(Classes *cs, ClassInfo *elem, ClassInfo **out) {
    (void)cs;
    *out = elem->array;
    return elem->array ? ST_OK : ST_ERROR;
}

static u64 rng_state = 88172645463325252ull;
static u32 rnd(u32 n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (u32)(rng_state >> 33) % n;
}

static inline ClassInfo *fake_class(Classes *cs, const char *name, ClassInfo *super, u32 n_fields) {
    ClassInfo *c = arena_alloc(&cs->arena, sizeof *c);
    c->id = cs->by_id.n;
    vec_push(cs->cx, &cs->by_id, c);
    c->name = sym_z(&cs->syms, name);
    c->key = hash_bytes(name, strlen(name), 7);
    c->super = super;
    c->depth = super ? super->depth + 1 : 0;
    c->supers = arena_alloc(&cs->arena, (c->depth + 1u) * sizeof *c->supers);
    for (ClassInfo *of = c; of; of = of->super) c->supers[of->depth] = of;
    c->linked = 1;
    c->fields = arena_alloc(&cs->arena, (n_fields + 1) * sizeof *c->fields);
    c->inst_size = c->inst_end = OBJ_HEADER;
    return c;
}

static inline ClassInfo *fake_array_class(Classes *cs, const char *name, ClassInfo *object, ClassInfo *elem, u8 type,
                                          u8 shift) {
    ClassInfo *c = fake_class(cs, name, object, 0);
    c->kind = CK_ARRAY;
    c->elem_type = type;
    c->elem_shift = shift;
    c->elem = elem;
    elem->array = c;
    return c;
}

#endif
