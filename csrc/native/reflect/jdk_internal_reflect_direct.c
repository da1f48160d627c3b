/* jdk_internal_reflect_direct.c -- reflective calls of JDK 18 and later without MethodHandles.
 *
 * The accessor objects and their Java code are the JDK's own (DirectMethodHandleAccessor,
 * DirectConstructorHandleAccessor), so checks, messages, wrapping and stack traces are its own too; only
 * what would need a method handle is overridden. Their field `target` holds the Method or Constructor
 * itself instead of a handle: nobody but invokeImpl reads it. */
#include "native/reflect/reflect.h"

enum { HAS_CALLER_PARAM = 0x100 /* DirectMethodHandleAccessor.flags */, MAX_ARG_WORDS = 260 };

/* useNativeAccessor(Executable): only for what a method handle cannot be, MethodHandle.invoke and its kin. */
int reflect_useNativeAccessor(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi = a[0] ? nat_method_of(ti, a[0]) : NULL;
    if (!mi) return throw_npe(ti);
    const char *c = mi->ci->name->s;
    bool holder = !strcmp(c, "java/lang/invoke/MethodHandle") || !strcmp(c, "java/lang/invoke/VarHandle");
    return ret_int(r, holder && (mi->flags & ACC_NATIVE));
}

/* getDirectMethod(Method, boolean callerSensitive) */
int reflect_getDirectMethod(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, a[0]); }

/* findCallerSensitiveAdapter(Method): the method of the same name with a trailing Class, or null. */
int reflect_findCallerSensitiveAdapter(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi = a[0] ? nat_method_of(ti, a[0]) : NULL;
    if (!mi) return throw_npe(ti);
    const char *d = mi->desc->s, *end = strchr(d, ')');
    size_t n = (size_t)(end - d);
    static const char caller[] = "Ljava/lang/Class;";
    for (u32 i = 0; i < mi->ci->n_methods; i++) {
        MethodInfo *m = &mi->ci->methods[i];
        if (m->name != mi->name || strncmp(m->desc->s, d, n) || strncmp(m->desc->s + n, caller, sizeof caller - 1) ||
            strcmp(m->desc->s + n + sizeof caller - 1, end))
            continue;
        return nat_new_method(ti, m, r);
    }
    return ret_ref(r, 0);
}

/* newConstructorAccessor(Constructor) */
int reflect_newConstructorAccessor(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ac;
    MethodInfo *mi = a[0] ? nat_method_of(ti, a[0]) : NULL;
    if (!mi) return throw_npe(ti);
    NAT_TRY(ensure_init(ti, mi->ci));
    NAT_TRY(nat_class_named(ti, "jdk/internal/reflect/DirectConstructorHandleAccessor", &ac));
    FieldInfo *count = ci_find_field(ac, "paramCount"), *target = ci_find_field(ac, "target");
    if (!count || !target) return nat_not_modelled(ti, "reflective construction in this JDK");
    u32 n = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p)) n++;
    NAT_TRY(nat_new(ti, ac, r));
    put_u32(nat_heap(ti), *r, count->offset, n);
    put_ref(nat_heap(ti), *r, target->offset, a[0]);
    return NAT_OK;
}

/* --- calls --- */

/* The member an accessor stands for. */
static int target_of(ThreadInfo *ti, Ref accessor, MethodInfo **mi) {
    Heap *h = nat_heap(ti);
    FieldInfo *fi = ci_find_field(ei_class(h, ei(h, accessor)), "target");
    Ref member = fi ? get_ref(h, accessor, fi->offset) : 0;
    *mi = member ? nat_method_of(ti, member) : NULL;
    return *mi ? NAT_OK : nat_not_modelled(ti, "reflective calls in this JDK");
}

/* What the handle's conversion of a wrong argument throws, by the JDK's own code: Class.cast of another
 * class's object, ValueConversions of null or a value that does not fit. */
static int refuse(ThreadInfo *ti, Ref v, u8 t, const ClassInfo *want) {
    static const char *const unbox[12][2] = {
        [T_BOOLEAN] = {"unboxBoolean", "(Ljava/lang/Object;Z)Z"},
        [T_CHAR] = {"unboxCharacter", "(Ljava/lang/Object;Z)C"},
        [T_FLOAT] = {"unboxFloat", "(Ljava/lang/Object;Z)F"},
        [T_DOUBLE] = {"unboxDouble", "(Ljava/lang/Object;Z)D"},
        [T_BYTE] = {"unboxByte", "(Ljava/lang/Object;Z)B"},
        [T_SHORT] = {"unboxShort", "(Ljava/lang/Object;Z)S"},
        [T_INT] = {"unboxInteger", "(Ljava/lang/Object;Z)I"},
        [T_LONG] = {"unboxLong", "(Ljava/lang/Object;Z)J"},
    };
    ClassInfo *ci = ti->ks->cs->class_;
    u32 args[2] = {v, 0};
    MethodInfo *mi = NULL;
    if (t == T_REF) {
        args[0] = want->mirror;
        args[1] = v;
        mi = ci_find_method(ci, "cast", "(Ljava/lang/Object;)Ljava/lang/Object;");
    } else {
        NAT_TRY(nat_class_named(ti, "sun/invoke/util/ValueConversions", &ci));
        NAT_TRY(ensure_init(ti, ci));
        mi = ci_find_method(ci, unbox[t][0], unbox[t][1]);
    }
    if (!mi) return throw_new(ti, "java/lang/IllegalArgumentException", "argument type mismatch");
    NAT_TRY(reflect_box_ready(ti, mi));
    return reflect_run(ti, mi, args, 0, 0, CALL_BARE);
}

/* Unbox args[], and the caller behind them when there is one, for the parameters of mi. */
static int convert(ThreadInfo *ti, const MethodInfo *mi, Ref args, Ref caller, u32 *out) {
    Heap *h = nat_heap(ti);
    u32 n = args ? arr_len(h, args) : 0, i = 0, k = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p), i++) {
        if (i >= n + (caller != 0)) return throw_no_msg(ti, "java/lang/InternalError"); /* the caller has counted */
        Ref v = i < n ? arr_ref(h, args, i) : caller;
        u8 t = type_of_desc(*p);
        if (t == T_REF) {
            ClassInfo *pc;
            NAT_TRY(nat_desc_class(ti, mi->ci->loader, p, &pc));
            if (v && !ci_is_subclass(ei_class(h, ei(h, v)), pc)) return refuse(ti, v, t, pc);
            out[k++] = v;
            continue;
        }
        u32 val[2] = {0, 0};
        u8 from = v ? nat_unbox(ti, v, val) : T_VOID;
        if (from == T_VOID || !nat_widen(from, t, val)) return refuse(ti, v, t, NULL);
        mem_copy(out + k, val, 4 * type_words(t));
        k += type_words(t);
    }
    return NAT_OK;
}

static int invoke(ThreadInfo *ti, MethodInfo *mi, Ref obj, Ref array, Ref caller) {
    u32 args[MAX_ARG_WORDS] = {obj};
    NAT_TRY(ensure_init(ti, mi->ci));
    NAT_TRY(reflect_box_ready(ti, mi));
    int r = convert(ti, mi, array, caller, args + !(mi->flags & ACC_STATIC));
    return r == NAT_OK ? reflect_run(ti, mi, args, array, 0, CALL_BARE) : r;
}

/* invokeImpl(Object, Object[]); the receiver is checked */
int reflect_invokeImpl(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi;
    NAT_TRY(target_of(ti, a[0], &mi));
    return invoke(ti, mi, a[1], a[2], 0);
}

/* invokeImpl(Object, Object[], Class caller) of a caller-sensitive method */
int reflect_invokeImplFor(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    MethodInfo *mi;
    NAT_TRY(target_of(ti, a[0], &mi));
    FieldInfo *fi = ci_find_field(ei_class(h, ei(h, a[0])), "flags");
    bool passes = fi && (get_u32(h, a[0], fi->offset) & HAS_CALLER_PARAM);
    return invoke(ti, mi, a[1], a[2], passes ? a[3] : 0);
}

static int construct(ThreadInfo *ti, MethodInfo *mi, Ref array) {
    u32 args[MAX_ARG_WORDS];
    Ref o;
    NAT_TRY(ensure_init(ti, mi->ci));
    NAT_TRY(convert(ti, mi, array, 0, args + 1));
    NAT_TRY(nat_new(ti, mi->ci, &o));
    NAT_TRY(nat_hold(ti, o));
    args[0] = o;
    return reflect_run(ti, mi, args, array, o, CALL_BARE);
}

/* DirectConstructorHandleAccessor.invokeImpl(Object[]) */
int reflect_constructImpl(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi;
    NAT_TRY(target_of(ti, a[0], &mi));
    NAT_SCOPED(ti, construct(ti, mi, a[1]));
}
