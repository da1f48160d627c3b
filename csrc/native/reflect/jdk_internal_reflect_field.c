/* jdk_internal_reflect_field.c -- field accessors of JDK 18 and later without MethodHandles.
 *
 * MethodHandleAccessorFactory.newFieldAccessor is overridden: the accessor objects are the JDK's own
 * (MethodHandleIntegerFieldAccessorImpl ...), with null getter and setter, and the one typed get and
 * set of each class that would call those is native. Conversions, boxing and messages stay Java. (17
 * uses Unsafe and needs nothing.) */
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/lastuse.h"
#include "kernel/settings.h"
#include "native/util.h"

#include <stdio.h>

enum { FLAG_READ_ONLY = 1, FLAG_STATIC = 2, FLAG_NONZERO = 0x8000 };

static const char *const impl_names[12] = {
    [T_REF] = "Object", [T_BOOLEAN] = "Boolean", [T_CHAR] = "Character", [T_FLOAT] = "Float", [T_DOUBLE] = "Double",
    [T_BYTE] = "Byte",  [T_SHORT] = "Short",     [T_INT] = "Integer",    [T_LONG] = "Long",
};

/* newFieldAccessor(Field, boolean isReadOnly) */
int fieldaccessor_new(ThreadInfo *ti, const u32 *a, u32 *r) {
    char name[100];
    ClassInfo *ci;
    FieldInfo *fi = a[0] ? nat_field_of(ti, a[0]) : NULL;
    if (!fi) return throw_npe(ti);
    NAT_TRY(ensure_init(ti, fi->ci));
    snprintf(name, sizeof name, "jdk/internal/reflect/MethodHandle%sFieldAccessorImpl", impl_names[fi->type]);
    NAT_TRY(nat_class_named(ti, name, &ci));
    FieldInfo *ff = ci_find_field(ci, "field"), *fl = ci_find_field(ci, "fieldFlags");
    if (!ff || !fl) return nat_not_modelled(ti, "reflective field access in this JDK");
    NAT_TRY(nat_new(ti, ci, r));
    put_ref(nat_heap(ti), *r, ff->offset, a[0]);
    put_u32(nat_heap(ti), *r, fl->offset,
            (a[1] ? FLAG_READ_ONLY : 0u) | ((fi->flags & ACC_STATIC) ? FLAG_STATIC : 0u) | FLAG_NONZERO);
    return NAT_OK;
}

typedef struct Access {
    FieldInfo *fi;
    ElementInfo *e;
    u8 *p;
    u32 flags;
} Access;

/* "Can not get int field Foo.x on java.lang.String" (MethodHandleFieldAccessorImpl.getMessage). */
static int wrong_receiver(ThreadInfo *ti, const FieldInfo *fi, bool get, Ref obj) {
    Heap *h = nat_heap(ti);
    char t[300], c[300], o[300];
    ClassInfo *type;
    NAT_TRY(nat_desc_class(ti, fi->ci->loader, fi->desc->s, &type));
    return throw_new(ti, "java/lang/IllegalArgumentException", "Can not %s%s%s %s field %s.%s on %s",
                     get ? "get" : "set", (fi->flags & ACC_STATIC) ? " static" : "",
                     (fi->flags & ACC_FINAL) ? " final" : "", nat_java_name(type, t, sizeof t),
                     nat_java_name(fi->ci, c, sizeof c), fi->name->s,
                     nat_java_name(ei_class(h, ei(h, obj)), o, sizeof o));
}

static int access_field(ThreadInfo *ti, const u32 *a, bool get, Access *x) {
    Heap *h = nat_heap(ti);
    ClassInfo *ac = ei_class(h, ei(h, a[0]));
    FieldInfo *ff = ci_find_field(ac, "field"), *fl = ci_find_field(ac, "fieldFlags");
    Ref field = ff ? get_ref(h, a[0], ff->offset) : 0;
    x->fi = field ? nat_field_of(ti, field) : NULL;
    if (!x->fi || !fl) return throw_npe(ti);
    x->flags = get_u32(h, a[0], fl->offset);
    Ref base = x->fi->ci->mirror;
    if (!(x->fi->flags & ACC_STATIC)) {
        base = a[1];
        if (!base) return throw_npe(ti);
        if (!ci_is_subclass(ei_class(h, ei(h, base)), x->fi->ci)) return wrong_receiver(ti, x->fi, get, base);
    }
    x->e = ei(h, base);
    x->p = (u8 *)x->e + x->fi->offset;
    return NAT_OK;
}

/* The access is the program's own: a scheduling point where the bytecode would be one. */
static int point(ThreadInfo *ti, const Access *x, bool get) {
    const FieldInfo *fi = x->fi;
    bool st = (fi->flags & ACC_STATIC) != 0;
    if (JPF_UNLIKELY(ti->ks->last->on)) last_used_raw(ti, fi);
    if (ti->ks->watch) use_raw(ti, ei_ref(nat_heap(ti), x->e), fi->offset, !get);
    if ((fi->attrs & FA_NEVER_BREAK) && !(fi->attrs & FA_BREAK)) return NAT_OK;
    if ((fi->known & KF_SETTING) && (!ti->ks->watch || setting_rests(ti, fi, x->e, !get))) return NAT_OK;
    if (!nat_boundary(ti, st ? (get ? AC_GETSTATIC : AC_PUTSTATIC) : (get ? AC_GET : AC_PUT),
                      ei_ref(nat_heap(ti), x->e), fi->offset))
        return NAT_OK;
    ti->pend.fi = fi;
    return NAT_BLOCK;
}

static int get_as(ThreadInfo *ti, const u32 *a, u32 *r, u8 type) {
    Access x;
    NAT_TRY(access_field(ti, a, true, &x));
    if (x.fi->type != type) return throw_no_msg(ti, "java/lang/InternalError");
    NAT_TRY(point(ti, &x, true));
    fp_read(ti->ks, x.e, x.p, type_size(type) == 8 ? 2 : 1);
    nat_load(nat_heap(ti), x.p, type, r);
    return NAT_OK;
}

/* Call one of this accessor's own void methods that throw. */
static int complain(ThreadInfo *ti, const u32 *a, const char *name, const char *desc) {
    Heap *h = nat_heap(ti);
    MethodInfo *mi = ci_find_method(ei_class(h, ei(h, a[0])), name, desc);
    u32 args[3] = {a[0], a[2], 0};
    if (!mi) return throw_no_msg(ti, "java/lang/InternalError");
    if (mi->n_args == 3) args[2] = a[3];
    return call_java(ti, mi, args, false);
}

static int set_as(ThreadInfo *ti, const u32 *a, u8 type) {
    static const char *const descs[12] = {[T_REF] = "(Ljava/lang/Object;)V",
                                          [T_BOOLEAN] = "(Z)V",
                                          [T_CHAR] = "(C)V",
                                          [T_FLOAT] = "(F)V",
                                          [T_DOUBLE] = "(D)V",
                                          [T_BYTE] = "(B)V",
                                          [T_SHORT] = "(S)V",
                                          [T_INT] = "(I)V",
                                          [T_LONG] = "(J)V"};
    Heap *h = nat_heap(ti);
    Access x;
    NAT_TRY(access_field(ti, a, false, &x));
    if (x.fi->type != type) return throw_no_msg(ti, "java/lang/InternalError");
    if (x.flags & FLAG_READ_ONLY) return complain(ti, a, "throwFinalFieldIllegalAccessException", descs[type]);
    if (type == T_REF && a[2]) {
        ClassInfo *fc;
        NAT_TRY(nat_desc_class(ti, x.fi->ci->loader, x.fi->desc->s, &fc));
        if (!ci_is_subclass(ei_class(h, ei(h, a[2])), fc))
            return complain(ti, a, "throwSetIllegalArgumentException", descs[T_REF]);
    }
    NAT_TRY(point(ti, &x, false));
    nat_store(h, x.e, x.p, type, a + 2);
    return NAT_OK;
}

#define FIELD_OF(N, T)                                                                                                 \
    int fieldaccessor_get##N(ThreadInfo *ti, const u32 *a, u32 *r) { return get_as(ti, a, r, T); }                     \
    int fieldaccessor_set##N(ThreadInfo *ti, const u32 *a, u32 *r) { return set_as(ti, a, T); }
FIELD_OF(Object, T_REF)
FIELD_OF(Boolean, T_BOOLEAN)
FIELD_OF(Char, T_CHAR)
FIELD_OF(Float, T_FLOAT)
FIELD_OF(Double, T_DOUBLE)
FIELD_OF(Byte, T_BYTE)
FIELD_OF(Short, T_SHORT)
FIELD_OF(Int, T_INT)
FIELD_OF(Long, T_LONG)
