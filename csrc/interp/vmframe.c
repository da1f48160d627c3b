/* vmframe.c -- kinds of VM frames: steps in C that stand on a thread's stack as a method's frame does. */
#include "interp/interp_int.h"

MethodInfo *vm_make(Interp *in, const char *name, StepFn step, u16 locals, u16 stack, u32 refs, u8 ret, u64 seed) {
    KernelState *ks = in->ks;
    MethodInfo *mi = arena_alloc(&in->arena, sizeof *mi);
    if (!mi) return NULL;
    mi->ci = &in->vm_class;
    mi->name = sym_z(&ks->cs->syms, name);
    mi->desc = sym_z(&ks->cs->syms, "()V");
    if (!mi->name || !mi->desc) return NULL;
    mi->flags = ACC_STATIC;
    mi->attrs = MA_SYNTHETIC_VM | MA_HIDDEN;
    mi->max_locals = locals;
    mi->max_stack = stack < 2 ? 2 : stack;
    mi->vindex = -1;
    mi->step = step;
    mi->step_refs = refs;
    mi->ret = ret;
    mi->key = mix64(hash_bytes(name, strlen(name), 0x564D), mix64(seed, (u64)refs << 8 | ret));
    mi->id = UINT32_MAX; /* in no table: ids of the JDK's methods must not depend on these (boot image) */
    return vec_push(ks->cx, &in->vm, mi) == ST_OK ? mi : NULL;
}

MethodInfo *vm_method(KernelState *ks, const char *name, StepFn step, u16 locals, u16 stack, u32 refs, u8 ret) {
    Interp *in = ks->interp;
    if (stack < 2) stack = 2;
    for (u32 i = 0; i < in->vm.n; i++) {
        MethodInfo *m = in->vm.v[i];
        if (m->step == step && m->step_refs == refs && m->ret == ret && m->max_locals == locals &&
            m->max_stack == stack && !m->extra && strcmp(m->name->s, name) == 0)
            return m;
    }
    return vm_make(in, name, step, locals, stack, refs, ret, 2);
}

StackFrame *push_vm_frame(ThreadInfo *ti, MethodInfo *vm, const u32 *locals, u32 n) {
    StackFrame *f = ti_push(ti, vm, NULL);
    if (!f) return NULL;
    for (u32 i = 0; i < n && i < vm->max_locals; i++) f->slots[i] = locals[i];
    f->pc = NULL;
    f->sp = fr_stack(f);
    f->native = ti->native_mi ? ti->native_mi->id + 1 : 0;
    return f;
}
