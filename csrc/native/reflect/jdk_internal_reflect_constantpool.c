/* jdk_internal_reflect_constantpool.c -- jdk.internal.reflect.ConstantPool: annotations' way to read
 * the pool of a class. Arguments: 0 this, 1 the mirror (constantPoolOop), 2 index. */
#include "native/util.h"

static int entry(ThreadInfo *ti, const u32 *a, u8 tag, ClassInfo **ci, const CpEntry **e) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    *ci = jclass_ci(ti, a[1]);
    const ClassFile *cf = *ci && (*ci)->kind == CK_CLASS ? (*ci)->cf : NULL;
    if (!cf || (i32)a[2] <= 0 || a[2] >= cf->n_cp)
        return throw_new(ti, "java/lang/IllegalArgumentException", "Constant pool index out of bounds");
    *e = &cf->cp[a[2]];
    bool ref = (*e)->tag == CP_Fieldref || (*e)->tag == CP_Methodref || (*e)->tag == CP_InterfaceMethodref;
    if (tag && tag != (*e)->tag && !(tag == CP_Methodref && ref && (*e)->tag != CP_Fieldref) && !(tag == 0xff && ref))
        return throw_new(ti, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
    return NAT_OK;
}
#define ENTRY(tag)                                                                                                     \
    ClassInfo *ci;                                                                                                     \
    const CpEntry *e;                                                                                                  \
    NAT_TRY(entry(ti, a, tag, &ci, &e))

int cp_getSize0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci = a[1] ? jclass_ci(ti, a[1]) : NULL;
    return ret_int(r, ci && ci->kind == CK_CLASS && ci->cf ? ci->cf->n_cp : 0);
}
int cp_getIntAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Integer);
    return ret_int(r, e->u.i);
}
int cp_getLongAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Long);
    return ret_long(r, e->u.l);
}
int cp_getFloatAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Float);
    return ret_float(r, e->u.f);
}
int cp_getDoubleAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Double);
    return ret_double(r, e->u.d);
}
int cp_getStringAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_String);
    return nat_intern(ti, e->u.sym, r);
}
int cp_getUTF8At0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Utf8);
    return nat_intern(ti, e->u.sym, r);
}
int cp_getTagAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(0);
    return ret_int(r, e->tag);
}
int cp_getClassAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *out;
    ENTRY(CP_Class);
    NAT_TRY(nat_pool_class(ti, ci, (u16)a[2], &out));
    return ret_ref(r, out->mirror);
}
int cp_getClassAtIfLoaded0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_Class);
    ClassInfo *out = ci_find(ti->ks->cs, ci->loader, e->u.sym);
    return ret_ref(r, out ? out->mirror : 0);
}
int cp_getClassRefIndexAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(0xff);
    return ret_int(r, e->a);
}
int cp_getNameAndTypeRefIndexAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(0);
    bool ok = e->tag == CP_Fieldref || e->tag == CP_Methodref || e->tag == CP_InterfaceMethodref ||
              e->tag == CP_InvokeDynamic || e->tag == CP_Dynamic;
    if (!ok) return throw_new(ti, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
    return ret_int(r, e->b);
}

static int strings(ThreadInfo *ti, const Sym *const *v, u32 n, u32 *r) {
    Ref arr, s;
    NAT_TRY(nat_new_array(ti, ti->ks->cs->string, n, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0; i < n; i++) {
        NAT_TRY(nat_intern(ti, v[i], &s));
        ei_words(ei(nat_heap(ti), arr))[i] = s;
    }
    return ret_ref(r, arr);
}
int cp_getMemberRefInfoAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(0xff);
    const CpEntry *cp = ci->cf->cp, *nt = &cp[e->b];
    const Sym *v[3] = {cp[e->a].u.sym, cp[nt->a].u.sym, cp[nt->b].u.sym};
    NAT_SCOPED(ti, strings(ti, v, 3, r));
}
int cp_getNameAndTypeRefInfoAt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    ENTRY(CP_NameAndType);
    const CpEntry *cp = ci->cf->cp;
    const Sym *v[2] = {cp[e->a].u.sym, cp[e->b].u.sym};
    NAT_SCOPED(ti, strings(ti, v, 2, r));
}

/* Members: found by name and descriptor, without access checks. */
static int field_at(ThreadInfo *ti, const u32 *a, u32 *r, bool load) {
    ENTRY(CP_Fieldref);
    const CpEntry *cp = ci->cf->cp, *nt = &cp[e->b];
    ClassInfo *holder = ci_find(ti->ks->cs, ci->loader, cp[e->a].u.sym);
    if (!holder && !load) return ret_ref(r, 0);
    if (!holder) NAT_TRY(nat_pool_class(ti, ci, e->a, &holder));
    for (ClassInfo *c = holder; c; c = c->super) {
        FieldInfo *fi = ci_declared_field(c, cp[nt->a].u.sym, cp[nt->b].u.sym);
        if (fi) return nat_new_field(ti, fi, r);
    }
    for (u32 i = 0; i < holder->n_all_ifaces; i++) {
        FieldInfo *fi = ci_declared_field(holder->all_ifaces[i], cp[nt->a].u.sym, cp[nt->b].u.sym);
        if (fi) return nat_new_field(ti, fi, r);
    }
    return throw_new(ti, "java/lang/RuntimeException", "Unable to look up field in target class");
}
static int method_at(ThreadInfo *ti, const u32 *a, u32 *r, bool load) {
    ENTRY(CP_Methodref);
    const CpEntry *cp = ci->cf->cp, *nt = &cp[e->b];
    ClassInfo *holder = ci_find(ti->ks->cs, ci->loader, cp[e->a].u.sym);
    if (!holder && !load) return ret_ref(r, 0);
    if (!holder) NAT_TRY(nat_pool_class(ti, ci, e->a, &holder));
    MethodInfo *mi = ci_find_method(holder, cp[nt->a].u.sym->s, cp[nt->b].u.sym->s);
    if (!mi) return throw_new(ti, "java/lang/RuntimeException", "Unable to look up method in target class");
    return strcmp(mi->name->s, "<init>") ? nat_new_method(ti, mi, r) : nat_new_constructor(ti, mi, r);
}
int cp_getFieldAt0(ThreadInfo *ti, const u32 *a, u32 *r) { return field_at(ti, a, r, true); }
int cp_getFieldAtIfLoaded0(ThreadInfo *ti, const u32 *a, u32 *r) { return field_at(ti, a, r, false); }
int cp_getMethodAt0(ThreadInfo *ti, const u32 *a, u32 *r) { return method_at(ti, a, r, true); }
int cp_getMethodAtIfLoaded0(ThreadInfo *ti, const u32 *a, u32 *r) { return method_at(ti, a, r, false); }
