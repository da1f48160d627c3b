/* java_lang_class_members.c -- the reflection objects of fields, methods, constructors and record
 * components, and the natives of java.lang.Class that list them. */
#include "native/util.h"

enum {
    FIELD_FLAGS = 0x50DF, /* what java.lang.reflect may see of access flags */
    METHOD_FLAGS = 0x1DFF,
};

static int attr_bytes(ThreadInfo *ti, Ref o, enum NatField f, const Attr *at) {
    Ref b;
    if (!at->p) return NAT_OK;
    NAT_TRY(nat_bytes(ti, at->p, at->n, &b));
    nat_set_ref(ti, o, f, b);
    return NAT_OK;
}

/* Class[] of a method descriptor's parameters. */
static int param_types(ThreadInfo *ti, MethodInfo *mi, Ref *out) {
    u32 n = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p)) n++;
    /* load first: the native may have to start again */
    ClassInfo *ci;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p))
        NAT_TRY(nat_desc_class(ti, mi->ci->loader, p, &ci));
    NAT_TRY(nat_new_array(ti, ti->ks->cs->class_, n, out));
    n = 0;
    for (const char *p = mi->desc->s + 1; *p != ')'; p = desc_skip(p)) {
        NAT_TRY(nat_desc_class(ti, mi->ci->loader, p, &ci));
        ei_words(ei(nat_heap(ti), *out))[n++] = ci->mirror;
    }
    return NAT_OK;
}

static int exception_types(ThreadInfo *ti, MethodInfo *mi, Ref *out) {
    u32 n = mi->cf ? mi->cf->n_exceptions : 0;
    ClassInfo *ci;
    for (u32 i = 0; i < n; i++) NAT_TRY(nat_pool_class(ti, mi->ci, mi->cf->exceptions[i], &ci));
    NAT_TRY(nat_new_array(ti, ti->ks->cs->class_, n, out));
    for (u32 i = 0; i < n; i++) {
        NAT_TRY(nat_pool_class(ti, mi->ci, mi->cf->exceptions[i], &ci));
        ei_words(ei(nat_heap(ti), *out))[i] = ci->mirror;
    }
    return NAT_OK;
}

static int new_field(ThreadInfo *ti, FieldInfo *fi, Ref *out) {
    ClassInfo *fc, *type;
    Ref o, s;
    NAT_TRY(nat_class(ti, NC_FIELD, &fc));
    NAT_TRY(nat_desc_class(ti, fi->ci->loader, fi->desc->s, &type));
    NAT_TRY(nat_new(ti, fc, &o));
    NAT_TRY(nat_hold(ti, o));
    nat_set_ref(ti, o, NF_FIELD_CLAZZ, fi->ci->mirror);
    nat_set_int(ti, o, NF_FIELD_SLOT, fi->slot);
    NAT_TRY(nat_intern(ti, fi->name, &s));
    nat_set_ref(ti, o, NF_FIELD_NAME, s);
    nat_set_ref(ti, o, NF_FIELD_TYPE, type->mirror);
    nat_set_int(ti, o, NF_FIELD_MODIFIERS, fi->flags & FIELD_FLAGS);
    /* JEP 371, 395: static finals, and all finals of hidden classes and records, stay final */
    bool trusted = (fi->flags & ACC_FINAL) &&
                   ((fi->flags & ACC_STATIC) || (fi->ci->attrs & CA_HIDDEN) || (fi->ci->cf && fi->ci->cf->is_record));
    nat_set_bool(ti, o, NF_FIELD_TRUSTED, trusted);
    if (fi->signature) {
        NAT_TRY(nat_intern(ti, fi->signature, &s));
        nat_set_ref(ti, o, NF_FIELD_SIGNATURE, s);
    }
    if (fi->cf) NAT_TRY(attr_bytes(ti, o, NF_FIELD_ANNOTATIONS, &fi->cf->annotations));
    *out = o;
    return NAT_OK;
}

/* What Method and Constructor have in common, by the fields that hold it. */
typedef struct Executable {
    enum NatClass cls;
    enum NatField clazz, slot, params, exceptions, modifiers, signature, annotations, param_annotations;
} Executable;

static int new_executable(ThreadInfo *ti, MethodInfo *mi, const Executable *x, Ref *out) {
    ClassInfo *ci;
    Ref o, s;
    NAT_TRY(nat_class(ti, x->cls, &ci));
    NAT_TRY(param_types(ti, mi, &s));
    NAT_TRY(nat_hold(ti, s));
    NAT_TRY(nat_new(ti, ci, &o));
    NAT_TRY(nat_hold(ti, o));
    nat_set_ref(ti, o, x->clazz, mi->ci->mirror);
    nat_set_int(ti, o, x->slot, mi->slot);
    nat_set_ref(ti, o, x->params, s);
    NAT_TRY(exception_types(ti, mi, &s));
    nat_set_ref(ti, o, x->exceptions, s);
    nat_set_int(ti, o, x->modifiers, mi->flags & METHOD_FLAGS);
    if (mi->signature) {
        NAT_TRY(nat_intern(ti, mi->signature, &s));
        nat_set_ref(ti, o, x->signature, s);
    }
    if (mi->cf) {
        NAT_TRY(attr_bytes(ti, o, x->annotations, &mi->cf->annotations));
        NAT_TRY(attr_bytes(ti, o, x->param_annotations, &mi->cf->param_annotations));
    }
    *out = o;
    return NAT_OK;
}

static int new_method(ThreadInfo *ti, MethodInfo *mi, Ref *out) {
    static const Executable method = {NC_METHOD,           NF_METHOD_CLAZZ,       NF_METHOD_SLOT,
                                      NF_METHOD_PARAMS,    NF_METHOD_EXCEPTIONS,  NF_METHOD_MODIFIERS,
                                      NF_METHOD_SIGNATURE, NF_METHOD_ANNOTATIONS, NF_METHOD_PANNOTATIONS};
    ClassInfo *ret;
    Ref o, s;
    NAT_TRY(nat_desc_class(ti, mi->ci->loader, desc_return_type(mi->desc->s), &ret));
    NAT_TRY(new_executable(ti, mi, &method, &o));
    nat_set_ref(ti, o, NF_METHOD_RETURN, ret->mirror);
    NAT_TRY(nat_intern(ti, mi->name, &s));
    nat_set_ref(ti, o, NF_METHOD_NAME, s);
    if (mi->cf) NAT_TRY(attr_bytes(ti, o, NF_METHOD_ADEFAULT, &mi->cf->annotation_default));
    *out = o;
    return NAT_OK;
}

static int new_constructor(ThreadInfo *ti, MethodInfo *mi, Ref *out) {
    static const Executable constructor = {NC_CONSTRUCTOR,    NF_CTOR_CLAZZ,       NF_CTOR_SLOT,
                                           NF_CTOR_PARAMS,    NF_CTOR_EXCEPTIONS,  NF_CTOR_MODIFIERS,
                                           NF_CTOR_SIGNATURE, NF_CTOR_ANNOTATIONS, NF_CTOR_PANNOTATIONS};
    return new_executable(ti, mi, &constructor, out);
}

int nat_new_field(ThreadInfo *ti, FieldInfo *fi, Ref *out) { NAT_SCOPED(ti, new_field(ti, fi, out)); }
int nat_new_method(ThreadInfo *ti, MethodInfo *mi, Ref *out) { NAT_SCOPED(ti, new_method(ti, mi, out)); }
int nat_new_constructor(ThreadInfo *ti, MethodInfo *mi, Ref *out) { NAT_SCOPED(ti, new_constructor(ti, mi, out)); }

MethodInfo *nat_method_of(ThreadInfo *ti, Ref x) {
    ClassInfo *mc, *cc, *xc = ei_class(nat_heap(ti), ei(nat_heap(ti), x));
    if (nat_class(ti, NC_METHOD, &mc) != NAT_OK || nat_class(ti, NC_CONSTRUCTOR, &cc) != NAT_OK) return NULL;
    bool m = xc == mc;
    if (!m && xc != cc) return NULL;
    Ref clazz = nat_get_ref(ti, x, m ? NF_METHOD_CLAZZ : NF_CTOR_CLAZZ);
    /* a constructor for deserialization is a copy that names another class; its root is the real one */
    Ref root = m ? 0 : nat_get_ref(ti, x, NF_CTOR_ROOT);
    if (root) clazz = nat_get_ref(ti, root, NF_CTOR_CLAZZ);
    u32 slot = (u32)nat_get_int(ti, x, m ? NF_METHOD_SLOT : NF_CTOR_SLOT);
    ClassInfo *ci = clazz ? jclass_ci(ti, clazz) : NULL;
    return ci && slot < ci->n_methods ? &ci->methods[slot] : NULL;
}

FieldInfo *nat_field_of(ThreadInfo *ti, Ref x) {
    ClassInfo *fc;
    if (nat_class(ti, NC_FIELD, &fc) != NAT_OK || ei_class(nat_heap(ti), ei(nat_heap(ti), x)) != fc) return NULL;
    Ref clazz = nat_get_ref(ti, x, NF_FIELD_CLAZZ);
    u32 slot = (u32)nat_get_int(ti, x, NF_FIELD_SLOT);
    ClassInfo *ci = clazz ? jclass_ci(ti, clazz) : NULL;
    return ci && slot < ci->n_fields && !(ci->fields[slot].attrs & FA_INJECTED) ? &ci->fields[slot] : NULL;
}

/* --- lists --- */

typedef enum { L_FIELDS, L_METHODS, L_CTORS } ListKind;

static bool listed(const ClassInfo *ci, ListKind k, u32 i, bool public_only) {
    if (k == L_FIELDS)
        return !(ci->fields[i].attrs & FA_INJECTED) && (!public_only || (ci->fields[i].flags & ACC_PUBLIC));
    const MethodInfo *mi = &ci->methods[i];
    bool init = !strcmp(mi->name->s, "<init>");
    if ((k == L_CTORS) != init || !strcmp(mi->name->s, "<clinit>")) return false;
    /* a lambda's instance methods are seen, as in HotSpot: serialization looks for writeReplace */
    if ((mi->attrs & MA_SYNTHETIC_VM) && (mi->flags & ACC_STATIC)) return false;
    return mi->cf && (!public_only || (mi->flags & ACC_PUBLIC));
}

static int list(ThreadInfo *ti, ClassInfo *ci, ListKind k, bool public_only, u32 *r) {
    static const u8 elem[] = {NC_FIELD, NC_METHOD, NC_CONSTRUCTOR};
    u32 all = ci->kind != CK_CLASS ? 0 : k == L_FIELDS ? ci->n_fields : ci->n_methods, n = 0;
    ClassInfo *ec;
    Ref arr, o;
    NAT_TRY(nat_class(ti, (enum NatClass)elem[k], &ec));
    for (u32 i = 0; i < all; i++) n += listed(ci, k, i, public_only);
    NAT_TRY(nat_new_array(ti, ec, n, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0, j = 0; i < all; i++) {
        if (!listed(ci, k, i, public_only)) continue;
        NAT_TRY(k == L_FIELDS    ? nat_new_field(ti, &ci->fields[i], &o)
                : k == L_METHODS ? nat_new_method(ti, &ci->methods[i], &o)
                                 : nat_new_constructor(ti, &ci->methods[i], &o));
        ei_words(ei(nat_heap(ti), arr))[j++] = o;
    }
    return ret_ref(r, arr);
}

int class_getDeclaredFields0(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, list(ti, jclass_ci(ti, a[0]), L_FIELDS, a[1] != 0, r));
}
int class_getDeclaredMethods0(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, list(ti, jclass_ci(ti, a[0]), L_METHODS, a[1] != 0, r));
}
int class_getDeclaredConstructors0(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, list(ti, jclass_ci(ti, a[0]), L_CTORS, a[1] != 0, r));
}

static int record_component(ThreadInfo *ti, ClassInfo *ci, const CfRecord *rc, Ref *out) {
    ClassInfo *rcc, *type;
    Ref o, s;
    NAT_TRY(nat_class(ti, NC_RECORDCOMPONENT, &rcc));
    NAT_TRY(nat_desc_class(ti, ci->loader, rc->desc->s, &type));
    NAT_TRY(nat_new(ti, rcc, &o));
    NAT_TRY(nat_hold(ti, o));
    nat_set_ref(ti, o, NF_RC_CLAZZ, ci->mirror);
    NAT_TRY(nat_intern(ti, rc->name, &s));
    nat_set_ref(ti, o, NF_RC_NAME, s);
    nat_set_ref(ti, o, NF_RC_TYPE, type->mirror);
    if (rc->signature) {
        NAT_TRY(nat_intern(ti, rc->signature, &s));
        nat_set_ref(ti, o, NF_RC_SIGNATURE, s);
    }
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        if (mi->name != rc->name || mi->desc->s[1] != ')' || (mi->flags & ACC_STATIC) ||
            strcmp(mi->desc->s + 2, rc->desc->s))
            continue;
        NAT_TRY(nat_new_method(ti, mi, &s));
        nat_set_ref(ti, o, NF_RC_ACCESSOR, s);
        break;
    }
    NAT_TRY(attr_bytes(ti, o, NF_RC_ANNOTATIONS, &rc->annotations));
    NAT_TRY(attr_bytes(ti, o, NF_RC_TANNOTATIONS, &rc->type_annotations));
    *out = o;
    return NAT_OK;
}

static int record_components(ThreadInfo *ti, ClassInfo *ci, u32 *r) {
    ClassInfo *rcc;
    Ref arr, o;
    if (ci->kind != CK_CLASS || !ci->cf || !ci->cf->is_record) return ret_ref(r, 0);
    NAT_TRY(nat_class(ti, NC_RECORDCOMPONENT, &rcc));
    NAT_TRY(nat_new_array(ti, rcc, ci->cf->n_record, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0; i < ci->cf->n_record; i++) {
        NAT_TRY(record_component(ti, ci, &ci->cf->record[i], &o));
        ei_words(ei(nat_heap(ti), arr))[i] = o;
    }
    return ret_ref(r, arr);
}
int class_getRecordComponents0(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_SCOPED(ti, record_components(ti, jclass_ci(ti, a[0]), r));
}

/* --- java.lang.reflect.Executable, Field --- */

/* MethodParameters (JVMS 4.7.24): count, then name index and flags of each. */
static int parameters(ThreadInfo *ti, Ref exec, u32 *r) {
    MethodInfo *mi = nat_method_of(ti, exec);
    const Attr *at = mi && mi->cf ? &mi->cf->params : NULL;
    ClassInfo *pc;
    Ref arr, o, s;
    if (!at || !at->p || at->n < 1) return ret_ref(r, 0);
    u32 n = at->p[0];
    if (at->n != 1 + 4 * n)
        return throw_new(ti, "java/lang/reflect/MalformedParametersException", "Invalid parameters attribute");
    NAT_TRY(nat_class(ti, NC_PARAMETER, &pc));
    NAT_TRY(nat_new_array(ti, pc, n, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0; i < n; i++) {
        const u8 *p = at->p + 1 + 4 * i;
        u16 name = (u16)(p[0] << 8 | p[1]);
        const ClassFile *cf = mi->ci->cf;
        if (name && (name >= cf->n_cp || cf->cp[name].tag != CP_Utf8))
            return throw_new(ti, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
        NAT_TRY(nat_new(ti, pc, &o));
        ei_words(ei(nat_heap(ti), arr))[i] = o;
        if (name) {
            NAT_TRY(nat_intern(ti, cf->cp[name].u.sym, &s));
            nat_set_ref(ti, o, NF_PARAM_NAME, s);
        }
        nat_set_int(ti, o, NF_PARAM_MODIFIERS, p[2] << 8 | p[3]);
        nat_set_ref(ti, o, NF_PARAM_EXECUTABLE, exec);
        nat_set_int(ti, o, NF_PARAM_INDEX, (i32)i);
    }
    return ret_ref(r, arr);
}
int executable_getParameters0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, parameters(ti, a[0], r)); }

int executable_getTypeAnnotationBytes0(ThreadInfo *ti, const u32 *a, u32 *r) {
    MethodInfo *mi = nat_method_of(ti, a[0]);
    if (!mi || !mi->cf || !mi->cf->type_annotations.p) return ret_ref(r, 0);
    return nat_bytes(ti, mi->cf->type_annotations.p, mi->cf->type_annotations.n, r);
}
int field_getTypeAnnotationBytes0(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi = nat_field_of(ti, a[0]);
    if (!fi || !fi->cf || !fi->cf->type_annotations.p) return ret_ref(r, 0);
    return nat_bytes(ti, fi->cf->type_annotations.p, fi->cf->type_annotations.n, r);
}
