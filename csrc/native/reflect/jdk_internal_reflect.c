/* jdk_internal_reflect.c -- reflective calls: Method.invoke and Constructor.newInstance through the
 * native accessors, wrapping in InvocationTargetException; Reflection's questions about callers.
 *
 * A call is a VM frame (NV_INVOKE): it runs the target, then boxes the result or wraps what was thrown.
 * The counters and generated accessors of JDK 17 never come into play: the inflation threshold is
 * answered as 2^31-1. 18 and later call through jdk_internal_reflect_direct.c, which shares the frame. */
#include "kernel/attr.h"
#include "native/reflect/reflect.h"

/* --- the frame --- */

/* Those of args[]'s elements go to the parameters of the frame that was pushed for mi. */
static Status carry_args(ThreadInfo *ti, const MethodInfo *mi, Ref args, u32 k) {
    if (JPF_LIKELY(!ti->ks->attrs) || !args || !attr_flows(ti->ks)) return ST_OK;
    u32 frame = attr_frame(ti, ti->top), i = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p), i++) {
        AttrPlace from = {AT_ELEMENT, args, OBJ_HEADER + 4 * i};
        if (attr_copy(ti->ks, from, (AttrPlace){AT_SLOT, frame, k}) != ST_OK) return ST_ERROR;
        k += type_words(type_of_desc(*p));
    }
    return ST_OK;
}

/* Locals: 0 result object of a constructor or 0, 1 return type, 2 exception. Steps: 1 target runs,
 * 2 the wrapping exception's constructor runs, CALL_BARE the target runs and what it throws stays as it is. */
static int step_invoke(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    u32 *l = fr_locals(f);
    if (thrown && f->step == CALL_WRAPPED) {
        /* not an Exception of ours: InvocationTargetException(Throwable) */
        ClassInfo *ci;
        Ref ite;
        l[2] = thrown;
        f->step = 2;
        if (nat_class(ti, NC_ITE, &ci) != NAT_OK) return STEP_ERROR;
        if (heap_new(nat_heap(ti), ci, &ite) != ST_OK) return STEP_ERROR;
        if (!ite) {
            ti->exception = thrown;
            return STEP_THROW;
        }
        l[3] = ite;
        MethodInfo *mi = ci_find_method(ci, "<init>", "(Ljava/lang/Throwable;)V");
        u32 args[2] = {ite, thrown};
        return mi ? nat_step(ti, f, call_java(ti, mi, args, false)) : STEP_ERROR;
    }
    if (thrown) {
        ti->exception = thrown;
        return STEP_THROW;
    }
    if (f->step == 2) {
        ti->exception = l[3];
        return STEP_THROW;
    }
    if (l[0]) {
        f->sp = fr_stack(f);
        *f->sp++ = l[0];
        return STEP_RETURN;
    }
    u8 t = (u8)l[1];
    u32 val[2] = {0, 0};
    Ref box = 0;
    if (t == T_REF) {
        box = fr_stack(f)[0];
    } else if (t != T_VOID) {
        mem_copy(val, fr_stack(f), 4 * type_words(t));
        f->sp = fr_stack(f);
        int r = nat_box(ti, t, val, &box);
        if (r != NAT_OK) return nat_step(ti, f, r);
    }
    f->sp = fr_stack(f);
    *f->sp++ = box;
    return STEP_RETURN;
}

/* Returns its local 0 once the frame above is done. */
static int step_return_arg(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    if (thrown) {
        ti->exception = thrown;
        return STEP_THROW;
    }
    f->sp = fr_stack(f);
    *f->sp++ = fr_locals(f)[0];
    return STEP_RETURN;
}

Status reflect_init(Natives *N) {
    N->vm[NV_INVOKE] = vm_method(N->ks, "reflect", step_invoke, 4, 4, 1u << 0 | 1u << 2 | 1u << 3, T_REF);
    N->vm[NV_RETURN_ARG] = vm_method(N->ks, "returnArg", step_return_arg, 1, 2, 1u << 0, T_REF);
    return N->vm[NV_INVOKE] && N->vm[NV_RETURN_ARG] ? ST_OK : ST_ERROR;
}

/* --- arguments --- */

static int bad_arg(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/IllegalArgumentException", "argument type mismatch");
}

/* Unbox args[] for the parameters of mi into out (after a receiver). */
static int spread(ThreadInfo *ti, MethodInfo *mi, Ref args, u32 *out) {
    Heap *h = nat_heap(ti);
    u32 n = args ? arr_len(h, args) : 0, want = 0, k = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p)) want++;
    if (n != want) {
        if (ti->ks->cs->jdk < 18)
            return throw_new(ti, "java/lang/IllegalArgumentException", "wrong number of arguments");
        return throw_new(ti, "java/lang/IllegalArgumentException", "wrong number of arguments: %u expected: %u", n,
                         want);
    }
    u32 i = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p), i++) {
        Ref v = arr_ref(h, args, i);
        u8 t = type_of_desc(*p);
        if (t == T_REF) {
            ClassInfo *pc;
            NAT_TRY(nat_desc_class(ti, mi->ci->loader, p, &pc));
            if (v && !ci_is_subclass(ei_class(h, ei(h, v)), pc)) return bad_arg(ti);
            out[k++] = v;
            continue;
        }
        u32 val[2] = {0, 0};
        if (!v) return throw_no_msg(ti, "java/lang/IllegalArgumentException");
        u8 from = nat_unbox(ti, v, val);
        if (from == T_VOID || !nat_widen(from, t, val)) return bad_arg(ti);
        mem_copy(out + k, val, 4 * type_words(t));
        k += type_words(t);
    }
    return NAT_OK;
}

int reflect_run(ThreadInfo *ti, MethodInfo *mi, const u32 *args, Ref array, Ref result, int how) {
    u32 l[4] = {result, mi->ret, 0, 0};
    u32 first = !(mi->flags & ACC_STATIC);
    bool virt = !result && first && !(mi->flags & ACC_PRIVATE);
    StackFrame *f = push_vm_frame(ti, natives(ti)->vm[NV_INVOKE], l, 4);
    if (!f) return NAT_ERROR;
    f->step = (u8)how;
    int r = nat_call_above(ti, mi, args, virt);
    return ti->top == f || carry_args(ti, mi, array, first) == ST_OK ? r : NAT_ERROR;
}

/* The box the result will need. */
int reflect_box_ready(ThreadInfo *ti, const MethodInfo *mi) {
    ClassInfo *bc;
    if (mi->ret == T_VOID || mi->ret == T_REF) return NAT_OK;
    NAT_TRY(nat_box_class(ti, mi->ret, &bc));
    return ensure_init(ti, bc);
}

/* invoke0(Method, Object, Object[]) */
int reflect_invoke0(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    u32 args[260];
    char b1[300], b2[300];
    MethodInfo *mi = a[0] ? nat_method_of(ti, a[0]) : NULL;
    if (!mi) return throw_no_msg(ti, "java/lang/NullPointerException");
    NAT_TRY(ensure_init(ti, mi->ci));
    NAT_TRY(reflect_box_ready(ti, mi));
    bool is_static = (mi->flags & ACC_STATIC) != 0;
    if (!is_static) {
        if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
        ClassInfo *rc = ei_class(h, ei(h, a[1]));
        if (!ci_is_subclass(rc, mi->ci)) {
            if (ti->ks->cs->jdk < 22)
                return throw_new(ti, "java/lang/IllegalArgumentException",
                                 "object is not an instance of declaring class");
            return throw_new(ti, "java/lang/IllegalArgumentException", "object of type %s is not an instance of %s",
                             nat_java_name(rc, b1, sizeof b1), nat_java_name(mi->ci, b2, sizeof b2));
        }
        args[0] = a[1];
    }
    NAT_TRY(spread(ti, mi, a[2], args + !is_static));
    return reflect_run(ti, mi, args, a[2], 0, CALL_WRAPPED);
}

/* newInstance0(Constructor, Object[]) */
int reflect_newInstance0(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 args[260];
    char b[300];
    Ref o;
    MethodInfo *mi = a[0] ? nat_method_of(ti, a[0]) : NULL;
    if (!mi) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, nat_get_ref(ti, a[0], NF_CTOR_CLAZZ));
    if (ci->access & (ACC_ABSTRACT | ACC_INTERFACE))
        return throw_new(ti, "java/lang/InstantiationException", "%s", nat_java_name(ci, b, sizeof b));
    NAT_TRY(ensure_init(ti, ci));
    NAT_TRY(spread(ti, mi, a[1], args + 1));
    NAT_TRY(nat_new(ti, ci, &o));
    args[0] = o;
    u32 mark = handle_mark(nat_heap(ti));
    NAT_TRY(nat_hold(ti, o));
    int res = reflect_run(ti, mi, args, a[1], o, CALL_WRAPPED);
    handle_release(nat_heap(ti), mark);
    return res;
}

/* A constructor of `decl` that runs a superclass's constructor (deserialization): a copy of the
 * Constructor with clazz = decl, its root the original; newInstance0 understands it. Answers the
 * native accessor for it. 17: MethodAccessorGenerator.generateSerializationConstructor(this, decl, params,
 * exceptions, modifiers, targetClass); 18+: MethodHandleAccessorFactory.newSerializableConstructorAccessor(decl,
 * ctor). */
static int serial_accessor(ThreadInfo *ti, ClassInfo *decl, MethodInfo *target, const char *acc, u32 *r) {
    ClassInfo *ac;
    Ref root, copy, o;
    NAT_TRY(nat_class_named(ti, acc, &ac));
    NAT_TRY(nat_new_constructor(ti, target, &root));
    NAT_TRY(nat_hold(ti, root));
    NAT_TRY(nat_new_constructor(ti, target, &copy));
    NAT_TRY(nat_hold(ti, copy));
    nat_set_ref(ti, copy, NF_CTOR_CLAZZ, decl->mirror);
    nat_set_ref(ti, copy, NF_CTOR_ROOT, root);
    FieldInfo *fi = ci_find_field(ac, "c"); /* 17 */
    if (!fi) fi = ci_find_field(ac, "ctor");
    if (!fi) return nat_not_modelled(ti, "deserialization in this JDK (%s)", acc);
    NAT_TRY(nat_new(ti, ac, &o));
    put_ref(nat_heap(ti), o, fi->offset, copy);
    return ret_ref(r, o);
}

#define ACCESSOR_17 "jdk/internal/reflect/NativeConstructorAccessorImpl"
#define ACCESSOR_18 "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor"

static int serial17(ThreadInfo *ti, Ref decl_m, Ref params, Ref target_m, u32 *r) {
    Heap *h = nat_heap(ti);
    if (!decl_m || !target_m) return throw_npe(ti);
    ClassInfo *decl = jclass_ci(ti, decl_m), *target = jclass_ci(ti, target_m);
    u32 n = params ? arr_len(h, params) : 0;
    for (u32 i = 0; i < target->n_methods; i++) {
        MethodInfo *mi = &target->methods[i];
        u32 k = 0;
        if (strcmp(mi->name->s, "<init>")) continue;
        const char *p = mi->desc->s + 1;
        for (; *p != ')' && k < n; p = desc_skip(p), k++) {
            ClassInfo *pc;
            NAT_TRY(nat_desc_class(ti, target->loader, p, &pc));
            if (pc->mirror != arr_ref(h, params, k)) break;
        }
        if (*p == ')' && k == n)
            return serial_accessor(ti, decl, mi, ti->ks->cs->jdk < 18 ? ACCESSOR_17 : ACCESSOR_18, r);
    }
    return throw_no_msg(ti, "java/lang/InternalError");
}
/* 17: with the exception types; 18..21 without. */
int reflect_generateSerializationConstructor(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, serial17(ti, a[1], a[2], a[5], r));
}
int reflect_generateSerializationConstructor18(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, serial17(ti, a[1], a[2], a[4], r));
}

static int serial18(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi = a[1] ? nat_method_of(ti, a[1]) : NULL;
    if (!a[0] || !mi) return throw_npe(ti);
    return serial_accessor(ti, jclass_ci(ti, a[0]), mi, ACCESSOR_18, r);
}
int reflect_newSerializableConstructorAccessor(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, serial18(ti, a, r));
}

int reflect_inflationThreshold(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, INT32_MAX); }

/* --- jdk.internal.reflect.Reflection --- */

/* Frames a caller-sensitive method looks through: Method.invoke, accessors, hidden ones. */
static bool ignored(const StackFrame *f) {
    const MethodInfo *mi = f->mi;
    if (mi->attrs & (MA_SYNTHETIC_VM | MA_HIDDEN)) return true;
    if (mi->ci->loader != 0) return false;
    const char *c = mi->ci->name->s;
    if (!strcmp(c, "java/lang/reflect/Method")) return !strcmp(mi->name->s, "invoke");
    if (strncmp(c, "jdk/internal/reflect/", 21)) return false;
    for (const ClassInfo *ci = mi->ci; ci; ci = ci->super)
        if (!strcmp(ci->name->s, "jdk/internal/reflect/MethodAccessorImpl")) return true;
    return false;
}

int reflection_getCallerClass(ThreadInfo *ti, const u32 *a, u32 *r) {
    StackFrame *f = ti->top;
    while (f && nat_hidden_frame(f)) f = f->prev;
    if (!f) return ret_ref(r, 0);
    if (!(f->mi->attrs & MA_CALLER_SENSITIVE))
        return throw_new(ti, "java/lang/InternalError", "CallerSensitive annotation expected at frame 1");
    for (f = f->prev; f && ignored(f);) f = f->prev;
    return ret_ref(r, f ? f->mi->ci->mirror : 0);
}

int reflection_getClassAccessFlags(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, a[0] ? jclass_ci(ti, a[0])->access : 0);
}

int reflection_areNestMates(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *x = jclass_ci(ti, a[0]), *y = jclass_ci(ti, a[1]), *hx = x, *hy = y;
    if (x == y) return ret_int(r, 1);
    if (x->kind != CK_CLASS || y->kind != CK_CLASS) return ret_int(r, 0);
    if (ci_nest(ti->ks->cs, x, &hx) != ST_OK || ci_nest(ti->ks->cs, y, &hy) != ST_OK) return NAT_ERROR;
    return ret_int(r, hx == hy);
}
