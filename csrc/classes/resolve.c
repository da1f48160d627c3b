/* resolve.c -- symbolic references (JVMS 5.4.3) with HotSpot's messages. What is found is kept in
 * ci->rt; failures are not kept: they come out the same again. */
#include "classes/link.h"
#include <stdio.h>

#define ICCE "java/lang/IncompatibleClassChangeError"

typedef struct MemberRef {
    ClassInfo *cls;
    const Sym *name, *desc;
    u8 tag;
} MemberRef;

/* What was resolved before is part of what is asked for, too. */
static Status note_asked(Classes *cs, const ClassInfo *ci, u16 idx) {
    const CpEntry *e = &ci->cf->cp[idx];
    if (!cs->asked || !(ci->attrs & CA_OWN_LOADER)) return ST_OK;
    return vec_push(cs->cx, &cs->asked->v, e->tag == CP_Class ? e->u.sym : ci->cf->cp[e->a].u.sym);
}

Status resolve_class(Classes *cs, ClassInfo *ci, u16 idx, ClassInfo **out, JErr *je) {
    *out = ci->rt[idx].ci;
    if (*out) return note_asked(cs, ci, idx);
    je->cls = NULL;
    const CpEntry *e = &ci->cf->cp[idx];
    ClassInfo *c = NULL;
    if (e->tag != CP_Class) return cx_fail(cs->cx, ERR_INTERNAL, "pool entry %u of %s is no class", idx, ci->name->s);
    /* A hidden class names itself by what its file says. */
    if (e->u.sym == ci->cf->name) c = ci;
    else if (ci_load(cs, ci->loader, e->u.sym, &c, je) != ST_OK) return ST_ERROR;
    if (!c) return ST_OK;
    char why[900];
    if (!class_access_ok(cs, ci, c, why, sizeof why)) {
        const ClassInfo *bottom = c;
        while (bottom->kind == CK_ARRAY) bottom = bottom->elem;
        char a[160], b[160], rel[512];
        if (*why) return jerr(je, "java/lang/IllegalAccessError", "%s", why), ST_OK;
        msg_relation(cs, bottom, ci, rel, sizeof rel);
        jerr(je, "java/lang/IllegalAccessError", "failed to access class %s from class %s (%.300s)",
             ci_external_name(bottom, a, sizeof a), ci_external_name(ci, b, sizeof b), rel);
        return ST_OK;
    }
    ci->rt[idx].ci = c;
    *out = c;
    return ST_OK;
}

/* ref->cls NULL: je. */
static Status member_ref(Classes *cs, ClassInfo *ci, u16 idx, MemberRef *ref, JErr *je) {
    const CpEntry *cp = ci->cf->cp, *e = &cp[idx];
    je->cls = NULL;
    ref->cls = NULL;
    ref->tag = e->tag;
    if (e->tag < CP_Fieldref || e->tag > CP_InterfaceMethodref)
        return cx_fail(cs->cx, ERR_INTERNAL, "pool entry %u of %s is no member", idx, ci->name->s);
    const CpEntry *nt = &cp[e->b];
    ref->name = cp[nt->a].u.sym;
    ref->desc = cp[nt->b].u.sym;
    return resolve_class(cs, ci, e->a, &ref->cls, je);
}

/* --- fields --- */
static void no_such_field(Classes *cs, const MemberRef *r, JErr *je) {
    char c[240], t[160];
    if (cs->jdk < 21) {
        jerr(je, "java/lang/NoSuchFieldError", "%s", r->name->s);
        return;
    }
    jerr(je, "java/lang/NoSuchFieldError", "Class %s does not have member field '%s %.100s'",
         ci_external_name(r->cls, c, sizeof c), msg_type(r->desc->s, t, sizeof t), r->name->s);
}

static bool field_static_ok(const FieldInfo *fi, const ClassInfo *cls, bool is_static, JErr *je) {
    if (!(fi->flags & ACC_STATIC) == !is_static) return true;
    char c[240];
    jerr(je, ICCE, "Expected %s field %s.%.200s", is_static ? "static" : "non-static",
         ci_external_name(cls, c, sizeof c), fi->name->s);
    return false;
}

Status resolve_field(Classes *cs, ClassInfo *ci, u16 idx, bool is_static, FieldInfo **out, JErr *je) {
    FieldInfo *fi = ci->rt[idx].fi;
    *out = NULL;
    je->cls = NULL;
    if (fi) {
        if (field_static_ok(fi, fi->ci, is_static, je)) *out = fi;
        return note_asked(cs, ci, idx);
    }
    MemberRef r;
    if (member_ref(cs, ci, idx, &r, je) != ST_OK) return ST_ERROR;
    if (!r.cls) return ST_OK;
    fi = lookup_field(r.cls, r.name, r.desc);
    if (!fi || (fi->attrs & FA_INJECTED)) {
        no_such_field(cs, &r, je);
        return ST_OK;
    }
    if ((fi->flags & ACC_PRIVATE) && nest_prepare(cs, ci, fi->ci) != ST_OK) return ST_ERROR;
    if (!access_ok(ci, fi->ci, fi->flags, r.cls)) {
        char a[120], b[120], rel[512];
        msg_relation(cs, ci, fi->ci, rel, sizeof rel);
        jerr(je, "java/lang/IllegalAccessError", "class %s tried to access %s%sfield %s.%.60s (%.260s)",
             ci_external_name(ci, a, sizeof a), fi->flags & ACC_PROTECTED ? "protected " : "",
             fi->flags & ACC_PRIVATE ? "private " : "", ci_external_name(fi->ci, b, sizeof b), fi->name->s, rel);
        return ST_OK;
    }
    if (!field_static_ok(fi, r.cls, is_static, je)) return ST_OK;
    ci->rt[idx].fi = fi;
    *out = fi;
    return ST_OK;
}

bool put_final_ok(const ClassInfo *from, const MethodInfo *caller, const FieldInfo *fi, JErr *je) {
    if (!(fi->flags & ACC_FINAL)) return true;
    char a[120], b[120];
    const char *kind = fi->flags & ACC_STATIC ? "static" : "non-static";
    ci_external_name(fi->ci, a, sizeof a);
    if (from != fi->ci) {
        jerr(je, "java/lang/IllegalAccessError",
             "Update to %s final field %s.%.60s attempted from a different class (%s) than the "
             "field's declaring class",
             kind, a, fi->name->s, ci_external_name(from, b, sizeof b));
        return false;
    }
    const char *init = fi->flags & ACC_STATIC ? "<clinit>" : "<init>";
    if (from->cf->major < 53 || !caller || sym_is(caller->name, init)) return true;
    jerr(je, "java/lang/IllegalAccessError",
         "Update to %s final field %s.%.60s attempted from a different method (%.60s) than the "
         "initializer method %s ",
         kind, a, fi->name->s, caller->name->s, init);
    return false;
}

/* --- methods --- */
static MethodInfo *sigpoly(const ClassInfo *cls, const Sym *name) {
    for (u32 i = 0; i < cls->n_methods; i++)
        if (cls->methods[i].name == name && (cls->methods[i].attrs & MA_SIGPOLY)) return &cls->methods[i];
    return NULL;
}

/* Does the reference's tag and class agree with what the instruction needs? */
static bool ref_kind_ok(const MemberRef *r, enum InvokeKind kind, JErr *je) {
    bool is_iface = r->cls->access & ACC_INTERFACE && r->cls->kind == CK_CLASS;
    bool tag_iface = r->tag == CP_InterfaceMethodref;
    char c[240], m[400];
    if (kind == INV_INTERFACE && !is_iface) {
        jerr(je, ICCE, "Found class %s, but interface was expected", ci_external_name(r->cls, c, sizeof c));
        return false;
    }
    if (kind == INV_VIRTUAL && is_iface) {
        jerr(je, ICCE, "Found interface %s, but class was expected", ci_external_name(r->cls, c, sizeof c));
        return false;
    }
    if (is_iface != tag_iface) {
        msg_method(r->cls->name->s, r->name->s, r->desc->s, m, sizeof m);
        jerr(je, ICCE, "Method '%s' must be %s constant", m, is_iface ? "InterfaceMethodref" : "Methodref");
        return false;
    }
    return true;
}

static Status resolve_ref(Classes *cs, ClassInfo *ci, u16 idx, enum InvokeKind kind, MemberRef *r, MethodInfo **out,
                          JErr *je) {
    if (member_ref(cs, ci, idx, r, je) != ST_OK) return ST_ERROR;
    if (!r->cls || !ref_kind_ok(r, kind, je)) return ST_OK;
    bool is_iface = r->cls->access & ACC_INTERFACE && r->cls->kind == CK_CLASS;
    MethodInfo *mi = sigpoly(r->cls, r->name);
    if (!mi) mi = is_iface ? lookup_imethod(cs, r->cls, r->name, r->desc) : lookup_method(r->cls, r->name, r->desc);
    if (!mi) {
        char m[480];
        msg_method(r->cls->name->s, r->name->s, r->desc->s, m, sizeof m);
        jerr(je, "java/lang/NoSuchMethodError", "'%s'", m);
        return ST_OK;
    }
    /* clone() of arrays is as good as public. */
    bool array_clone = r->cls->kind == CK_ARRAY && sym_is(mi->name, "clone");
    if ((mi->flags & ACC_PRIVATE) && nest_prepare(cs, ci, mi->ci) != ST_OK) return ST_ERROR;
    if (!array_clone && !access_ok(ci, mi->ci, mi->flags, r->cls)) {
        char a[120], m[160], rel[512];
        msg_relation(cs, ci, mi->ci, rel, sizeof rel);
        jerr(je, "java/lang/IllegalAccessError", "class %s tried to access %s%smethod '%s' (%.160s)",
             ci_external_name(ci, a, sizeof a), mi->flags & ACC_PROTECTED ? "protected " : "",
             mi->flags & ACC_PRIVATE ? "private " : "", mi_external_name(mi, m, sizeof m), rel);
        return ST_OK;
    }
    *out = mi;
    return ST_OK;
}

Status resolve_method(Classes *cs, ClassInfo *ci, u16 idx, bool iface, MethodInfo **out, JErr *je) {
    *out = ci->rt[idx].mi;
    if (*out) return note_asked(cs, ci, idx);
    MemberRef r;
    bool iref = ci->cf->cp[idx].tag == CP_InterfaceMethodref;
    enum InvokeKind kind = iface ? INV_INTERFACE : iref ? INV_STATIC : INV_VIRTUAL;
    if (resolve_ref(cs, ci, idx, kind, &r, out, je) != ST_OK) return ST_ERROR;
    ci->rt[idx].mi = *out;
    return ST_OK;
}

/* invokespecial: superclass, or a direct superinterface (JVMS 4.9.2). */
static bool special_ok(const ClassInfo *ci, const MemberRef *r, const MethodInfo *mi, JErr *je) {
    char c[200], m[280];
    if (sym_is(mi->name, "<init>") && mi->ci != r->cls) {
        msg_method(NULL, r->name->s, r->desc->s, m, sizeof m);
        jerr(je, "java/lang/NoSuchMethodError", "%s: method '%s' not found", ci_external_name(r->cls, c, sizeof c), m);
        return false;
    }
    if (!(r->cls->access & ACC_INTERFACE) || r->cls == ci) return true;
    for (u32 i = 0; i < ci->n_ifaces; i++)
        if (ci->ifaces[i] == r->cls) return true;
    if (!ci_is_subclass(ci, r->cls)) return true; /* the verifier's affair */
    jerr(je, ICCE, "Interface method reference: '%s', is in an indirect superinterface %s",
         mi_external_name(mi, m, sizeof m), ci_external_name(r->cls, c, sizeof c));
    return false;
}

Status resolve_invoke(Classes *cs, ClassInfo *ci, u16 idx, enum InvokeKind kind, MethodInfo **out, JErr *je) {
    MethodInfo *mi = NULL;
    MemberRef r;
    *out = NULL;
    je->cls = NULL;
    /* A link made by the VM itself (synthetic pools) has no checks to pass. */
    if (ci->rt[idx].mi && !ci->rt[ci->cf->cp[idx].a].ci) {
        *out = ci->rt[idx].mi;
        return ST_OK;
    }
    if (resolve_ref(cs, ci, idx, kind, &r, &mi, je) != ST_OK) return ST_ERROR;
    if (!mi) return ST_OK;
    bool is_static = mi->flags & ACC_STATIC;
    if (is_static != (kind == INV_STATIC)) {
        char m[400];
        jerr(je, ICCE, kind == INV_STATIC ? "Expected static method '%s'" : "Expected instance not static method '%s'",
             msg_method(r.cls->name->s, r.name->s, r.desc->s, m, sizeof m));
        return ST_OK;
    }
    if (kind == INV_SPECIAL && !special_ok(ci, &r, mi, je)) return ST_OK;
    ci->rt[idx].mi = mi;
    *out = mi;
    return ST_OK;
}

MethodInfo *mi_select_special(Classes *cs, ClassInfo *ci, u16 idx, MethodInfo *mi, JErr *je) {
    const ClassInfo *c = ci->rt[ci->cf->cp[idx].a].ci;
    je->cls = NULL;
    MethodInfo *sel = mi;
    bool c_iface = c && (c->access & ACC_INTERFACE);
    /* JVMS 6.5 invokespecial: from the direct superclass when C is a proper superclass and the
     * calling class has ACC_SUPER (javac always sets it; treated as set since JDK 7u13). */
    if (c && !sym_is(mi->name, "<init>") && !c_iface && c != ci && ci_is_subclass(ci, c) &&
        !(ci->access & ACC_INTERFACE) && ci->super)
        sel = lookup_method(ci->super, mi->name, mi->desc);
    else if (c_iface && (mi->flags & ACC_ABSTRACT)) sel = lookup_imethod(cs, (ClassInfo *)c, mi->name, mi->desc);
    if (sel && !(sel->flags & ACC_ABSTRACT)) return sel;
    char m[400];
    jerr(je, "java/lang/AbstractMethodError", "'%s'", mi_external_name(sel ? sel : mi, m, sizeof m));
    return NULL;
}
