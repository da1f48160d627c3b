/* tables.c -- the interpreter's own tables, made and freed with the VM. */
#include "interp/interp_int.h"

Status interp_init(KernelState *ks) {
    Interp *in = cx_alloc(ks->cx, sizeof *in);
    if (!in) return ST_ERROR;
    ks->interp = in;
    in->ks = ks;
    arena_init(&in->arena, ks->cx);
    map_init(&in->call_frames, ks->cx);
    map_init(&in->sites, ks->cx);
    SymTab *st = &ks->cs->syms;
    in->vm_class.name = sym_z(st, "jpf/VM");
    in->vm_class.attrs = CA_SYSTEM | CA_HIDDEN;
    in->vm_class.kind = CK_CLASS;
    in->vm_class.id = NO_CLASS;
    in->s_init = sym_z(st, "<init>");
    in->s_clinit = sym_z(st, "<clinit>");
    in->s_ctor0 = sym_z(st, "()V");
    in->s_ctor_s = sym_z(st, "(Ljava/lang/String;)V");
    in->s_ctor_t = sym_z(st, "(Ljava/lang/Throwable;)V");
    in->s_ctor_st = sym_z(st, "(Ljava/lang/String;Ljava/lang/Throwable;)V");
    if (!in->vm_class.name || !in->s_init || !in->s_clinit || !in->s_ctor0 || !in->s_ctor_s || !in->s_ctor_t ||
        !in->s_ctor_st)
        return ST_ERROR;
    for (int i = 0; i < 12; i++) in->ids[i] = NO_CLASS;
    if (user_load_init(in) != ST_OK || throw_init(in) != ST_OK || clinit_init(in) != ST_OK ||
        lifecycle_init(in) != ST_OK)
        return ST_ERROR;
    return indy_init(ks);
}

void interp_free(KernelState *ks) {
    Interp *in = ks->interp;
    if (!in) return;
    indy_free(ks);
    cx_free(ks->cx, in->chunk, in->cap_chunks * sizeof *in->chunk);
    map_free(&in->call_frames);
    map_free(&in->sites);
    vec_free(ks->cx, &in->vm);
    arena_free(&in->arena);
    cx_free(ks->cx, in, sizeof *in);
    ks->interp = NULL;
}
