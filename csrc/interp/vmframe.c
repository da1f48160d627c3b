/* vmframe.c -- VM frame kinds, loading through user loaders, the interpreter's own tables. */
#include "interp/interp_int.h"

/* --- kinds --- */

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

/* --- user loaders --- */

enum { LD_LOADER, LD_NAME, LD_FAILS, LD_SHOWN /* array class that is wanted */, LD_LOCALS };

static Ref throwable_message(ThreadInfo *ti, Ref exc) {
    FieldInfo *fi = ci_find_field(ti->ks->cs->throwable, "detailMessage");
    return fi ? get_ref(ti->ks->heap, exc, fi->offset) : 0;
}

/* NoClassDefFoundError with the internal name, as HotSpot words it. */
static int not_found(ThreadInfo *ti, Ref name, Ref cause) {
    size_t n;
    char *s = string_utf8(ti->ks->heap, name, &n);
    if (!s) return STEP_ERROR;
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.') s[i] = '/';
    int r = cause ? throw_msg_cause(ti, "java/lang/NoClassDefFoundError", s, cause)
                  : throw_new(ti, "java/lang/NoClassDefFoundError", "%s", s);
    cx_free(ti->ks->cx, s, n + 1);
    return r == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
}

static int loaded(ThreadInfo *ti, StackFrame *f) {
    KernelState *ks = ti->ks;
    Ref mirror = f->sp > fr_stack(f) ? f->sp[-1] : 0;
    ClassInfo *ci = mirror ? mirror_class(ks->heap, mirror) : NULL;
    size_t n;
    char *s = string_utf8(ks->heap, f->slots[LD_NAME], &n);
    if (!s) return STEP_ERROR;
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.') s[i] = '/';
    Sym *name = sym(&ks->cs->syms, s, n);
    cx_free(ks->cx, s, n + 1);
    f->sp = fr_stack(f);
    if (!name) return STEP_ERROR;
    f->step = 2;
    if (!ci || ci->name != name || f->slots[LD_FAILS]) return not_found(ti, f->slots[LD_NAME], 0);
    if (loader_record(ks->cs, f->slots[LD_LOADER], name, ci) != ST_OK) return STEP_ERROR;
    return STEP_RETURN;
}

static int step_load(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    if (thrown) {
        if (f->step == 1 && (ei_class(ks->heap, ei(ks->heap, thrown))->known & KC_NOT_FOUND)) {
            f->step = 2;
            Ref msg = throwable_message(ti, thrown);
            if (f->slots[LD_SHOWN]) msg = f->slots[LD_SHOWN];
            return not_found(ti, msg ? msg : f->slots[LD_NAME], thrown);
        }
        ti->exception = thrown;
        return STEP_THROW;
    }
    if (f->step == 1) return loaded(ti, f);
    Ref loader = ks->cs->loaders.v[f->slots[LD_LOADER]].obj;
    MethodInfo *mi = ci_find_method(ks->cs->class_loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    if (!mi || !loader) return cx_fail(ks->cx, ERR_INTERNAL, "no ClassLoader.loadClass"), STEP_ERROR;
    u32 args[2] = {loader, f->slots[LD_NAME]};
    f->step = 1;
    return call_java(ti, mi, args, true) == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
}

int push_load(ThreadInfo *ti, u32 loader, const char *name, bool fails) {
    KernelState *ks = ti->ks;
    char buf[1024];
    size_t n = strlen(name);
    if (n >= sizeof buf) return throw_new(ti, "java/lang/NoClassDefFoundError", "%s", name);
    for (size_t i = 0; i <= n; i++) buf[i] = name[i] == '/' ? '.' : name[i];
    u32 locals[LD_LOCALS] = {loader, 0, fails, 0};
    if (string_new(ks->heap, buf, n, &locals[LD_NAME]) != ST_OK) return NAT_ERROR;
    if (!locals[LD_NAME]) return throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space");
    return push_vm_frame(ti, ks->interp->k_load, locals, LD_LOCALS) ? NAT_RETRY : stack_overflow(ti);
}

int array_link_failed(ThreadInfo *ti, u32 loader, const Sym *array, const JErr *je) {
    StackFrame *before = ti->top;
    int r = link_failed(ti, loader, je);
    if (r != NAT_RETRY || ti->top == before || ti->top->mi != ti->ks->interp->k_load) return r;
    Ref s;
    if (string_new(ti->ks->heap, array->s, array->len, &s) != ST_OK) return NAT_ERROR;
    ti->top->slots[LD_SHOWN] = s;
    return r;
}

int load_class(ThreadInfo *ti, u32 loader, Sym *name, ClassInfo **out) {
    JErr je = {0};
    *out = NULL;
    if (ci_load(ti->ks->cs, loader, name, out, &je) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : link_failed(ti, loader, &je);
}

Status vmframe_init(Interp *in) {
    in->k_load = vm_make(in, "load", step_load, LD_LOCALS, 2, 1u << LD_NAME | 1u << LD_SHOWN, T_VOID, 3);
    return in->k_load ? ST_OK : ST_ERROR;
}

/* --- tables --- */

Status interp_init(KernelState *ks) {
    Interp *in = cx_alloc(ks->cx, sizeof *in);
    if (!in) return ST_ERROR;
    ks->interp = in;
    in->ks = ks;
    arena_init(&in->arena, ks->cx);
    map_init(&in->call_frames, ks->cx);
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
    if (vmframe_init(in) != ST_OK || throw_init(in) != ST_OK || clinit_init(in) != ST_OK || lifecycle_init(in) != ST_OK)
        return ST_ERROR;
    return indy_init(ks);
}

void interp_free(KernelState *ks) {
    Interp *in = ks->interp;
    if (!in) return;
    indy_free(ks);
    cx_free(ks->cx, in->chunk, in->cap_chunks * sizeof *in->chunk);
    map_free(&in->call_frames);
    vec_free(ks->cx, &in->vm);
    arena_free(&in->arena);
    cx_free(ks->cx, in, sizeof *in);
    ks->interp = NULL;
}
