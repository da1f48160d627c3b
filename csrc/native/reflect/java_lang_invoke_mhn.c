/* java_lang_invoke_mhn.c -- java.lang.invoke.MethodHandleNatives: MemberNames and what they resolve
 * to. A method's target is ResolvedMethodName.vmtarget = MethodInfo.id + 1; a field needs none, its
 * offset is looked up again from (clazz, name, type). */
#include "native/util.h"

enum {
    MN_IS_METHOD = 0x00010000,
    MN_IS_CONSTRUCTOR = 0x00020000,
    MN_IS_FIELD = 0x00040000,
    MN_CALLER_SENSITIVE = 0x00100000,
    MN_TRUSTED_FINAL = 0x00200000,
    MN_HIDDEN_MEMBER = 0x00400000,
    MN_REF_SHIFT = 24,
    REF_getField = 1,
    REF_getStatic,
    REF_putField,
    REF_putStatic,
    REF_invokeVirtual,
    REF_invokeStatic,
    REF_invokeSpecial,
    REF_newInvokeSpecial,
    REF_invokeInterface,
    FIELD_FLAGS = 0x50DF,
    METHOD_FLAGS = 0x1DFF,
};

/* --- filling a MemberName --- */

static int set_field(ThreadInfo *ti, Ref mn, FieldInfo *fi, bool setter) {
    bool st = (fi->flags & ACC_STATIC) != 0;
    u32 ref = st ? (setter ? REF_putStatic : REF_getStatic) : (setter ? REF_putField : REF_getField);
    u32 flags = (fi->flags & FIELD_FLAGS) | MN_IS_FIELD | ref << MN_REF_SHIFT;
    if ((fi->flags & ACC_FINAL) && (st || (fi->ci->attrs & CA_HIDDEN) || (fi->ci->cf && fi->ci->cf->is_record)))
        flags |= MN_TRUSTED_FINAL;
    nat_set_int(ti, mn, NF_MN_FLAGS, (i32)flags);
    nat_set_ref(ti, mn, NF_MN_METHOD, 0);
    nat_set_ref(ti, mn, NF_MN_CLAZZ, fi->ci->mirror);
    return NAT_OK;
}

static int set_method(ThreadInfo *ti, Ref mn, MethodInfo *mi, ClassInfo *defc, bool dispatch) {
    ClassInfo *rc;
    Ref rm;
    u32 flags = mi->flags & METHOD_FLAGS;
    if (!strcmp(mi->name->s, "<init>")) {
        flags |= MN_IS_CONSTRUCTOR | REF_invokeSpecial << MN_REF_SHIFT;
        dispatch = false;
    } else if (mi->flags & ACC_STATIC) {
        flags |= MN_IS_METHOD | REF_invokeStatic << MN_REF_SHIFT;
        dispatch = false;
    } else if (!dispatch || (mi->flags & (ACC_PRIVATE | ACC_FINAL)) || (mi->ci->access & ACC_FINAL)) {
        flags |= MN_IS_METHOD | REF_invokeSpecial << MN_REF_SHIFT;
        dispatch = false;
    } else if (mi->ci->access & ACC_INTERFACE) {
        flags |= MN_IS_METHOD | REF_invokeInterface << MN_REF_SHIFT;
    } else {
        flags |= MN_IS_METHOD | REF_invokeVirtual << MN_REF_SHIFT;
    }
    /* an interface's method reached through a class is called as that class's own */
    if (dispatch && (mi->ci->access & ACC_INTERFACE) && defc && !(defc->access & ACC_INTERFACE))
        flags = (flags & ~(0xfu << MN_REF_SHIFT)) | (u32)REF_invokeVirtual << MN_REF_SHIFT;
    if (mi->attrs & MA_CALLER_SENSITIVE) flags |= MN_CALLER_SENSITIVE;
    if (ti->ks->cs->jdk >= 22 && ((mi->attrs & MA_HIDDEN) || (mi->ci->attrs & CA_HIDDEN))) flags |= MN_HIDDEN_MEMBER;
    NAT_TRY(nat_class(ti, NC_RESOLVEDMETHOD, &rc));
    NAT_TRY(nat_new(ti, rc, &rm));
    nat_set_int(ti, rm, NF_RMN_TARGET, (i32)(mi->id + 1));
    nat_set_ref(ti, rm, NF_RMN_HOLDER, mi->ci->mirror);
    nat_set_int(ti, mn, NF_MN_FLAGS, (i32)flags);
    nat_set_ref(ti, mn, NF_MN_METHOD, rm);
    ClassInfo *cl = !dispatch || !defc || (mi->ci == ti->ks->cs->object) ? mi->ci : defc;
    nat_set_ref(ti, mn, NF_MN_CLAZZ, cl->mirror);
    return NAT_OK;
}

/* The MethodInfo a MemberName (or ResolvedMethodName) stands for; NULL: not resolved. */
static MethodInfo *target_of(ThreadInfo *ti, Ref mn) {
    Ref rm = nat_get_ref(ti, mn, NF_MN_METHOD);
    u32 id = rm ? (u32)nat_get_int(ti, rm, NF_RMN_TARGET) : 0;
    return id && id <= ti->ks->cs->methods.n ? ti->ks->cs->methods.v[id - 1] : NULL;
}

int mhn_init(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0] || !a[1]) return throw_new(ti, "java/lang/InternalError", "%s", "MemberName.init: null");
    FieldInfo *fi = nat_field_of(ti, a[1]);
    if (fi) return set_field(ti, a[0], fi, false);
    MethodInfo *mi = nat_method_of(ti, a[1]);
    if (!mi) return throw_new(ti, "java/lang/InternalError", "%s", "unrecognized type");
    if (mi->attrs & MA_SIGPOLY) return NAT_OK; /* not reified: MemberName's constructor sees clazz == null */
    return set_method(ti, a[0], mi, mi->ci, true);
}

int mhn_expand(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    if (!a[0]) return throw_no_msg(ti, "java/lang/InternalError");
    MethodInfo *mi = target_of(ti, a[0]);
    if (!mi) return NAT_OK;
    if (!nat_get_ref(ti, a[0], NF_MN_NAME)) {
        NAT_TRY(nat_intern(ti, mi->name, &s));
        nat_set_ref(ti, a[0], NF_MN_NAME, s);
    }
    if (!nat_get_ref(ti, a[0], NF_MN_TYPE)) {
        NAT_TRY(nat_intern(ti, mi->desc, &s));
        nat_set_ref(ti, a[0], NF_MN_TYPE, s);
    }
    return NAT_OK;
}

/* --- descriptors of MemberName.type: a String, a Class, a MethodType or Object[]{rtype, ptypes} --- */

typedef struct Desc {
    char *s;
    size_t n, cap;
    Ctx *cx;
} Desc;

static bool desc_add(Desc *d, const char *s, size_t n) {
    if (d->n + n + 1 > d->cap) {
        size_t cap = 2 * (d->n + n) + 64;
        char *p = cx_realloc(d->cx, d->s, d->cap, cap);
        if (!p) return false;
        d->s = p;
        d->cap = cap;
    }
    mem_copy(d->s + d->n, s, n);
    d->n += n;
    d->s[d->n] = 0;
    return true;
}
static bool desc_class(Desc *d, const ClassInfo *ci) {
    static const char prims[12] = {[T_VOID] = 'V', [T_BOOLEAN] = 'Z', [T_CHAR] = 'C', [T_FLOAT] = 'F', [T_DOUBLE] = 'D',
                                   [T_BYTE] = 'B', [T_SHORT] = 'S',   [T_INT] = 'I',  [T_LONG] = 'J'};
    if (ci->kind == CK_PRIM) return desc_add(d, &prims[ci->prim], 1);
    if (ci->kind == CK_ARRAY) return desc_add(d, ci->name->s, ci->name->len);
    return desc_add(d, "L", 1) && desc_add(d, ci->name->s, ci->name->len) && desc_add(d, ";", 1);
}

static int descriptor(ThreadInfo *ti, Ref type, Sym **out) {
    Heap *h = nat_heap(ti);
    Classes *cs = ti->ks->cs;
    ClassInfo *mt, *ci = ei_class(h, ei(h, type));
    NAT_TRY(nat_class(ti, NC_METHODTYPE, &mt));
    if (ci == cs->string) return nat_sym(ti, type, false, out);
    Desc d = {.cx = ti->ks->cx};
    bool ok = true;
    Ref rt = 0, pts = 0;
    if (ci == cs->class_) {
        ok = desc_class(&d, jclass_ci(ti, type));
    } else {
        if (ci == mt) {
            rt = nat_get_ref(ti, type, NF_MT_RTYPE);
            pts = nat_get_ref(ti, type, NF_MT_PTYPES);
        } else if (ci->kind == CK_ARRAY && ci->elem_type == T_REF && arr_len(h, type) == 2) {
            rt = arr_ref(h, type, 0);
            pts = arr_ref(h, type, 1);
        }
        if (!rt || !pts) return throw_new(ti, "java/lang/InternalError", "%s", "unrecognized type");
        ok = desc_add(&d, "(", 1);
        for (u32 i = 0; ok && i < arr_len(h, pts); i++) ok = desc_class(&d, jclass_ci(ti, arr_ref(h, pts, i)));
        ok = ok && desc_add(&d, ")", 1) && desc_class(&d, jclass_ci(ti, rt));
    }
    *out = ok ? sym(&cs->syms, d.s, d.n) : NULL;
    if (d.cap) cx_free(d.cx, d.s, d.cap);
    return *out ? NAT_OK : NAT_ERROR;
}

/* --- resolve --- */

static FieldInfo *find_field(ClassInfo *ci, const Sym *name, const Sym *desc) {
    for (ClassInfo *c = ci; c; c = c->super) {
        FieldInfo *fi = ci_declared_field(c, name, desc);
        if (fi) return fi;
        for (u32 i = 0; i < c->n_all_ifaces; i++)
            if ((fi = ci_declared_field(c->all_ifaces[i], name, desc))) return fi;
    }
    return NULL;
}

/* The signature-polymorphic method of that name (MethodHandle.invokeBasic, linkToStatic ...). */
static MethodInfo *polymorphic(ClassInfo *ci, const Sym *name) {
    for (u32 i = 0; i < ci->n_methods; i++)
        if (ci->methods[i].name == name && (ci->methods[i].attrs & MA_SIGPOLY)) return &ci->methods[i];
    return NULL;
}

/* resolve(self, caller, lookupMode, speculative) */
int mhn_resolve(ThreadInfo *ti, const u32 *a, u32 *r) {
    Classes *cs = ti->ks->cs;
    Sym *name, *desc;
    char b[300];
    bool speculative = a[3] != 0;
    if (!a[0]) return throw_new(ti, "java/lang/InternalError", "%s", "nothing to resolve");
    u32 flags = (u32)nat_get_int(ti, a[0], NF_MN_FLAGS), ref = flags >> MN_REF_SHIFT & 15;
    Ref clazz = nat_get_ref(ti, a[0], NF_MN_CLAZZ), ns = nat_get_ref(ti, a[0], NF_MN_NAME),
        type = nat_get_ref(ti, a[0], NF_MN_TYPE);
    if (!clazz || !ns || !type) return throw_new(ti, "java/lang/IllegalArgumentException", "%s", "nothing to resolve");
    ClassInfo *ci = jclass_ci(ti, clazz), *from = a[1] ? jclass_ci(ti, a[1]) : NULL;
    NAT_TRY(nat_sym(ti, ns, false, &name));
    NAT_TRY(descriptor(ti, type, &desc));
    if (ci->kind == CK_PRIM) return ret_ref(r, 0);
    if (flags & MN_IS_FIELD) {
        FieldInfo *fi = ci->kind == CK_CLASS ? find_field(ci, name, desc) : NULL;
        if (!fi && speculative) return ret_ref(r, 0);
        if (!fi) return throw_new(ti, "java/lang/NoSuchFieldError", "%s", name->s);
        /* static or not is checked in Java; the JDK itself asks for a static field as REF_getField */
        if (from && !access_ok(from, fi->ci, fi->flags, ci)) {
            if (speculative) return ret_ref(r, 0);
            return throw_new(ti, "java/lang/IllegalAccessError", "class %s tried to access field %s.%s",
                             nat_java_name(from, b, sizeof b), fi->ci->name->s, name->s);
        }
        NAT_TRY(set_field(ti, a[0], fi, ref == REF_putField || ref == REF_putStatic));
        return ret_ref(r, a[0]);
    }
    ClassInfo *look = ci->kind == CK_ARRAY ? cs->object : ci;
    MethodInfo *mi = polymorphic(look, name);
    if (!mi && (look->access & ACC_INTERFACE)) mi = lookup_imethod(cs, look, name, desc);
    else if (!mi)
        mi = !strcmp(name->s, "<init>") ? ci_declared_method(look, name, desc) : lookup_method(look, name, desc);
    bool want_static = ref == REF_invokeStatic;
    bool init = mi && !strcmp(mi->name->s, "<init>");
    bool wrong = mi && (!!(mi->flags & ACC_STATIC) != want_static ||
                        (init && ref != REF_newInvokeSpecial && ref != REF_invokeSpecial));
    bool array_clone = ci->kind == CK_ARRAY && !strcmp(name->s, "clone"); /* as good as public (JVMS 4.9.2) */
    bool denied =
        mi && !wrong && !array_clone && from && !(mi->attrs & MA_SIGPOLY) && !access_ok(from, mi->ci, mi->flags, ci);
    if (!mi || wrong || denied) {
        char m[400];
        if (speculative) return ret_ref(r, 0);
        msg_method(ci->name->s, name->s, desc->s, m, sizeof m);
        if (wrong)
            return throw_new(ti, "java/lang/IncompatibleClassChangeError", "Expected %sstatic method '%s'",
                             want_static ? "" : "non-", m);
        if (denied)
            return throw_new(ti, "java/lang/IllegalAccessError", "class %s tried to access method '%s'",
                             nat_java_name(from, b, sizeof b), m);
        return throw_new(ti, "java/lang/NoSuchMethodError", "'%s'", m);
    }
    NAT_TRY(set_method(ti, a[0], mi, ci, ref == REF_invokeVirtual || ref == REF_invokeInterface));
    return ret_ref(r, a[0]);
}

/* --- offsets --- */

static int member_field(ThreadInfo *ti, Ref mn, bool is_static, FieldInfo **out) {
    Sym *name, *desc;
    Ref clazz = mn ? nat_get_ref(ti, mn, NF_MN_CLAZZ) : 0;
    Ref ns = mn ? nat_get_ref(ti, mn, NF_MN_NAME) : 0, type = mn ? nat_get_ref(ti, mn, NF_MN_TYPE) : 0;
    u32 flags = mn ? (u32)nat_get_int(ti, mn, NF_MN_FLAGS) : 0;
    *out = NULL;
    if (clazz && ns && type && (flags & MN_IS_FIELD)) {
        NAT_TRY(nat_sym(ti, ns, false, &name));
        NAT_TRY(descriptor(ti, type, &desc));
        *out = find_field(jclass_ci(ti, clazz), name, desc);
    }
    if (!*out || !!((*out)->flags & ACC_STATIC) != is_static)
        return throw_new(ti, "java/lang/InternalError", "%s",
                         is_static ? "static field required" : "non-static field required");
    return NAT_OK;
}
int mhn_objectFieldOffset(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi;
    NAT_TRY(member_field(ti, a[0], false, &fi));
    return ret_long(r, fi->offset);
}
int mhn_staticFieldOffset(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi;
    NAT_TRY(member_field(ti, a[0], true, &fi));
    return ret_long(r, fi->offset);
}
int mhn_staticFieldBase(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi;
    NAT_TRY(member_field(ti, a[0], true, &fi));
    return ret_ref(r, fi->ci->mirror);
}

/* Object[]{Long vmindex, vmtarget}: the target is the MemberName of a method, the class of a field. */
static int vm_info(ThreadInfo *ti, Ref mn, u32 *r) {
    Ref arr, box;
    u32 flags = (u32)nat_get_int(ti, mn, NF_MN_FLAGS);
    i64 index = -1;
    if (flags & MN_IS_FIELD) {
        FieldInfo *fi;
        bool st = (flags & ACC_STATIC) != 0;
        NAT_TRY(member_field(ti, mn, st, &fi));
        index = fi->offset;
    } else {
        MethodInfo *mi = target_of(ti, mn);
        u32 ref = flags >> MN_REF_SHIFT & 15;
        if (mi && mi->vindex >= 0 && (ref == REF_invokeVirtual || ref == REF_invokeInterface)) index = mi->vindex;
    }
    u32 val[2];
    memcpy(val, &index, 8);
    NAT_TRY(nat_new_array(ti, ti->ks->cs->object, 2, &arr));
    NAT_TRY(nat_hold(ti, arr));
    NAT_TRY(nat_box(ti, T_LONG, val, &box));
    ei_words(ei(nat_heap(ti), arr))[0] = box;
    ei_words(ei(nat_heap(ti), arr))[1] = (flags & MN_IS_FIELD) ? nat_get_ref(ti, mn, NF_MN_CLAZZ) : mn;
    return ret_ref(r, arr);
}
int mhn_getMemberVMInfo(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return ret_ref(r, 0);
    NAT_SCOPED(ti, vm_info(ti, a[0], r));
}

int mhn_getNamedCon(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 0); }

/* getMembers (17): (defc, matchName, matchSig, matchFlags, caller, skip, results): no matches are
 * listed natively; the reflection-based search in Java does the work it is needed for. */
int mhn_getMembers(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, -1); }

int mhn_setCallSiteTarget(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    if (nat_setting(ti, a[0], true)) return NAT_BLOCK;
    nat_set_ref(ti, a[0], NF_CS_TARGET, a[1]);
    return NAT_OK;
}
int mhn_copyOutBootstrapArguments(ThreadInfo *ti, const u32 *a, u32 *r) {
    return nat_not_modelled(ti, "MethodHandleNatives.copyOutBootstrapArguments");
}
