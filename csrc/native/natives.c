/* natives.c -- the table of native methods and their lookup by class, name and descriptor. */
#include "native/world.h"

typedef struct Entry {
    const char *cls, *name, *desc;
    NativeFn fn;
    u8 action;
} Entry;

#define JPF_NATIVE(cls, name, desc, fn, action) int fn(ThreadInfo *ti, const u32 *a, u32 *r);
#include "native/lang/natives.def"
#include "native/reflect/natives.def"
#include "native/memory/natives.def"
#include "native/io/natives.def"
#include "native/verify/natives.def"
#include "native/bp/natives.def"
#undef JPF_NATIVE

#define JPF_NATIVE(cls, name, desc, fn, action) {cls, name, desc, fn, action},
static const Entry table[] = {
#include "native/lang/natives.def"
#include "native/reflect/natives.def"
#include "native/memory/natives.def"
#include "native/io/natives.def"
#include "native/verify/natives.def"
#include "native/bp/natives.def"
};
#undef JPF_NATIVE
enum { N_ENTRIES = sizeof table / sizeof *table };

/* registerNatives and initIDs of any JDK class: nothing to register. */
int nat_nop(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }
int nat_nop_int(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 0); }

/* As that of its Sym. */
static u32 class_hash(const char *s) { return (u32)hash_bytes(s, strlen(s), 0); }

/* The index maps a class name to the first of its entries; cls_next chains the others. */
static Status index_table(Natives *N) {
    Ctx *cx = N->ks->cx;
    u32 cap = 1;
    while (cap < 4u * N_ENTRIES) cap <<= 1;
    N->n_slot = cap;
    N->slot = cx_alloc(cx, cap * sizeof *N->slot);
    N->cls_next = cx_alloc(cx, N_ENTRIES * sizeof *N->cls_next);
    if (!N->slot || !N->cls_next) return ST_ERROR;
    for (u32 i = N_ENTRIES; i-- > 0;) {
        u32 s = class_hash(table[i].cls) & (cap - 1);
        while (N->slot[s] && strcmp(table[N->slot[s] - 1].cls, table[i].cls)) s = (s + 1) & (cap - 1);
        N->cls_next[i] = N->slot[s] ? (u16)(N->slot[s] - 1) : 0xffff;
        N->slot[s] = i + 1;
    }
    return ST_OK;
}

NativeFn native_find(Classes *cs, MethodInfo *mi) {
    KernelState *ks = cs->user;
    Natives *N = ks ? ks->natives : NULL;
    const Sym *cn = mi->ci->name;
    if (!N) return NULL;
    u32 s = cn->hash & (N->n_slot - 1);
    while (N->slot[s] && strcmp(table[N->slot[s] - 1].cls, cn->s)) s = (s + 1) & (N->n_slot - 1);
    if (N->slot[s])
        for (u32 i = N->slot[s] - 1; i != 0xffff; i = N->cls_next[i])
            if (!strcmp(table[i].name, mi->name->s) && !strcmp(table[i].desc, mi->desc->s)) {
                mi->visible = table[i].action;
                return table[i].fn;
            }
    if ((mi->flags & ACC_NATIVE) && (mi->flags & ACC_STATIC) && (mi->ci->loader < 2) &&
        (!strcmp(mi->name->s, "registerNatives") || !strcmp(mi->name->s, "initIDs"))) {
        if (!strcmp(mi->desc->s, "()V")) return nat_nop;
        if (!strcmp(mi->desc->s, "()I")) return nat_nop_int;
    }
    return NULL;
}

Status native_init(KernelState *ks) {
    Natives *N = cx_alloc(ks->cx, sizeof *N);
    if (!N) return ST_ERROR;
    N->ks = ks;
    map_init(&N->modules, ks->cx);
    map_init(&N->values, ks->cx);
    ks->natives = N;
    if (index_table(N) != ST_OK) return ST_ERROR;
    ks->cs->find_native = native_find;
    ks->cs->module_access = module_access_ok;
    N->linked_before = ks->cs->on_linked;
    ks->cs->on_linked = native_on_linked;
    ks->cs->user = ks;
    if (classloader_init(N) != ST_OK || reflect_init(N) != ST_OK) return ST_ERROR;
    return ST_OK;
}

void native_free(KernelState *ks) {
    Natives *N = ks->natives;
    if (!N) return;
    nat_world_free(N);
    map_free(&N->modules);
    cx_free(ks->cx, N->slot, N->n_slot * sizeof *N->slot);
    cx_free(ks->cx, N->cls_next, N_ENTRIES * sizeof *N->cls_next);
    cx_free(ks->cx, N, sizeof *N);
    ks->natives = NULL;
}
