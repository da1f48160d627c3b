/* query.c -- questions about linked classes. */
#include "classes/link.h"

bool ci_is_subclass(const ClassInfo *c, const ClassInfo *of) {
    if (c == of) return true;
    if (of->kind == CK_CLASS) {
        if (!(of->access & ACC_INTERFACE))
            return c->kind != CK_PRIM && of->depth <= c->depth && c->supers[of->depth] == of;
        for (u32 i = 0; i < c->n_all_ifaces; i++)
            if (c->all_ifaces[i] == of) return true;
        return false;
    }
    if (of->kind == CK_PRIM) return false;
    while (c->kind == CK_ARRAY && of->kind == CK_ARRAY) {
        c = c->elem;
        of = of->elem;
        if (c == of) return true;
        if (c->kind == CK_PRIM || of->kind == CK_PRIM) return false;
    }
    return of->kind != CK_ARRAY && ci_is_subclass(c, of);
}

bool ci_same_package(const ClassInfo *a, const ClassInfo *b) {
    while (a->kind == CK_ARRAY) a = a->elem;
    while (b->kind == CK_ARRAY) b = b->elem;
    if (a == b) return true;
    if (a->loader != b->loader) return false;
    size_t n = pkg_len(a->name);
    return n == pkg_len(b->name) && mem_cmp(a->name->s, b->name->s, n) == 0;
}

/* JVMS 5.4.3.2: declared, superinterfaces, superclass. */
FieldInfo *ci_declared_field(const ClassInfo *ci, const Sym *name, const Sym *desc) {
    for (u32 i = 0; i < ci->n_fields; i++)
        if (ci->fields[i].name == name && (!desc || ci->fields[i].desc == desc)) return &ci->fields[i];
    return NULL;
}

FieldInfo *lookup_field(ClassInfo *ci, const Sym *name, const Sym *desc) {
    for (ClassInfo *k = ci; k; k = k->super) {
        FieldInfo *f = ci_declared_field(k, name, desc);
        if (f) return f;
        /* All interfaces at once: the superclass's own come again later, with the same answer. */
        for (u32 i = 0; i < k->n_all_ifaces; i++)
            if (!(k->super && ci_is_subclass(k->super, k->all_ifaces[i])) &&
                (f = ci_declared_field(k->all_ifaces[i], name, desc)))
                return f;
    }
    return NULL;
}

static FieldInfo *declared_field(const ClassInfo *ci, const char *name, size_t n) {
    for (u32 i = 0; i < ci->n_fields; i++) {
        const Sym *y = ci->fields[i].name;
        if (y->len == n && mem_cmp(y->s, name, n) == 0) return &ci->fields[i];
    }
    return NULL;
}

FieldInfo *ci_find_field(ClassInfo *ci, const char *name) {
    size_t n = strlen(name);
    FieldInfo *fi = NULL;
    for (ClassInfo *k = ci; k && !fi; k = k->super) fi = declared_field(k, name, n);
    for (u32 j = 0; j < ci->n_all_ifaces && !fi; j++) fi = declared_field(ci->all_ifaces[j], name, n);
    return fi;
}

FieldInfo *ci_known_field(ClassInfo *ci, u32 known) {
    for (; ci; ci = ci->super)
        for (u32 i = 0; i < ci->n_fields; i++)
            if ((ci->fields[i].known & known) && !(ci->fields[i].flags & ACC_STATIC)) return &ci->fields[i];
    return NULL;
}

static MethodInfo *declared_z(const ClassInfo *ci, const char *name, const char *desc) {
    for (u32 i = 0; i < ci->n_methods; i++)
        if (sym_is(ci->methods[i].name, name) && sym_is(ci->methods[i].desc, desc)) return &ci->methods[i];
    return NULL;
}

MethodInfo *ci_find_method(ClassInfo *ci, const char *name, const char *desc) {
    MethodInfo *m = NULL;
    for (ClassInfo *k = ci; k && !m; k = k->super) m = declared_z(k, name, desc);
    for (u32 i = 0; i < ci->n_all_ifaces && !m; i++) {
        MethodInfo *x = declared_z(ci->all_ifaces[i], name, desc);
        if (x && !(x->flags & (ACC_STATIC | ACC_PRIVATE))) m = lookup_imethod_max(ci, x->name, x->desc);
    }
    return m;
}

static u32 bci_of(const MethodInfo *mi, u32 insn) { return mi->bci && insn < mi->n_code ? mi->bci[insn] : insn; }

int mi_line(const MethodInfo *mi, u32 insn) {
    const CfCode *c = mi->cf ? mi->cf->code : NULL;
    if (!c) return -1;
    u32 bci = bci_of(mi, insn);
    int line = -1, best = -1;
    for (u32 i = 0; i < c->n_lines; i++)
        if (c->lines[i].pc <= bci && c->lines[i].pc >= best) {
            best = c->lines[i].pc;
            line = c->lines[i].line;
        }
    return line;
}

const CfLocal *mi_local(const MethodInfo *mi, u32 insn, u32 index) {
    const CfCode *c = mi->cf ? mi->cf->code : NULL;
    if (!c) return NULL;
    u32 bci = bci_of(mi, insn);
    for (u32 i = 0; i < c->n_locals; i++) {
        const CfLocal *l = &c->locals[i];
        if (l->index == index && bci >= l->pc && bci - l->pc < l->len) return l;
    }
    return NULL;
}

Status ci_static_constants(Classes *cs, ClassInfo *ci, Status (*fn)(void *user, FieldInfo *fi, const CpEntry *value),
                           void *user) {
    for (u32 i = 0; i < ci->n_fields; i++) {
        FieldInfo *fi = &ci->fields[i];
        if (!(fi->flags & ACC_STATIC) || !fi->cf || !fi->cf->const_value) continue;
        if (fn(user, fi, &ci->cf->cp[fi->cf->const_value]) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}
