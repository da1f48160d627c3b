/* vtable.c -- method tables (JVMS 5.4.5, 5.4.6).
 *
 * A vtable has the methods that classes declare; what interfaces add (default methods, mirandas) is
 * selected through the itable cache. Slots are never dropped, so a slot means the same in every
 * subclass. One method may fill several slots: it overrides methods that do not override each other. */
#include "classes/link.h"

static u32 mhash(const Sym *name, const Sym *desc) { return name->hash * 31u + desc->hash; }

Status mtab_build(Classes *cs, ClassInfo *ci) {
    u32 cap = 4;
    while (cap < ci->n_methods * 2u) cap *= 2;
    ci->mtab = arena_alloc(&cs->arena, cap * sizeof *ci->mtab);
    if (!ci->mtab) return ST_ERROR;
    ci->mtab_mask = cap - 1;
    for (u32 m = 0; m < ci->n_methods; m++) {
        u32 i = mhash(ci->methods[m].name, ci->methods[m].desc) & (cap - 1);
        while (ci->mtab[i]) i = (i + 1) & (cap - 1);
        ci->mtab[i] = (u16)(m + 1);
    }
    return ST_OK;
}

MethodInfo *ci_declared_method(const ClassInfo *ci, const Sym *name, const Sym *desc) {
    if (!ci->n_methods) return NULL;
    for (u32 i = mhash(name, desc) & ci->mtab_mask; ci->mtab[i]; i = (i + 1) & ci->mtab_mask) {
        MethodInfo *mi = &ci->methods[ci->mtab[i] - 1];
        if (mi->name == name && mi->desc == desc) return mi;
    }
    return NULL;
}

static bool is_virtual(const MethodInfo *mi) {
    return !(mi->flags & (ACC_STATIC | ACC_PRIVATE)) && mi->name->s[0] != '<';
}

/* May a method of ci (same name and descriptor) override m itself, not counting chains? */
static bool overrides_directly(const ClassInfo *ci, const MethodInfo *m) {
    return (m->flags & (ACC_PUBLIC | ACC_PROTECTED)) || ci_same_package(ci, m->ci);
}

/* Chains (JVMS 5.4.5, third item): what any ancestor had in the slot counts. `open` tells whether
 * one of them was public or protected, so that classes of other packages reach the slot too. */
static bool overrides_slot(const ClassInfo *ci, u32 slot, bool *open) {
    bool yes = false;
    *open = false;
    for (const ClassInfo *k = ci->super; k && slot < k->n_vtable; k = k->super) {
        const MethodInfo *m = k->vtable[slot];
        if (m->flags & (ACC_PUBLIC | ACC_PROTECTED)) *open = true;
        if (overrides_directly(ci, m)) yes = true;
    }
    return yes;
}

Status vtable_build(Classes *cs, ClassInfo *ci, JErr *je) {
    if (ci->kind != CK_CLASS || (ci->access & ACC_INTERFACE)) return ST_OK;
    u32 base = ci->super ? ci->super->n_vtable : 0, n = base;
    u32 extra = 0;
    for (u32 i = 0; i < ci->n_methods; i++) extra += is_virtual(&ci->methods[i]);
    if (!extra) { /* nothing of its own: share */
        ci->vtable = ci->super ? ci->super->vtable : NULL;
        ci->n_vtable = base;
        return ST_OK;
    }
    MethodInfo **vt = arena_alloc(&cs->arena, (size_t)(base + extra) * sizeof *vt);
    if (!vt) return ST_ERROR;
    if (base) mem_copy(vt, ci->super->vtable, (size_t)base * sizeof *vt);
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        if (!is_virtual(mi)) continue;
        bool reach_all = mi->flags & (ACC_PUBLIC | ACC_PROTECTED);
        for (u32 s = 0; s < base; s++) {
            MethodInfo *old = ci->super->vtable[s];
            bool open;
            if (old->name != mi->name || old->desc != mi->desc) continue;
            if (!overrides_slot(ci, s, &open)) continue;
            if ((old->flags & ACC_FINAL) && overrides_directly(ci, old)) {
                char a[200], b[200];
                jerr(je, "java/lang/IncompatibleClassChangeError", "class %s overrides final method %s.%.60s%.100s",
                     ci_external_name(ci, a, sizeof a), ci_external_name(old->ci, b, sizeof b), mi->name->s,
                     mi->desc->s);
                return ST_OK;
            }
            vt[s] = mi;
            /* A package-private method keeps away from slots that other packages override. */
            if (mi->vindex < 0 && (reach_all || !open)) mi->vindex = (i32)s;
        }
        if (mi->vindex < 0) {
            mi->vindex = (i32)n;
            vt[n++] = mi;
        }
    }
    ci->vtable = vt;
    ci->n_vtable = n;
    return ST_OK;
}

/* The nearest class method that overrides an interface's (public) method, or NULL. */
static MethodInfo *class_method(ClassInfo *rc, const Sym *name, const Sym *desc) {
    for (ClassInfo *k = rc; k; k = k->super) {
        MethodInfo *m = k->kind == CK_CLASS && !(k->access & ACC_INTERFACE) ? ci_declared_method(k, name, desc) : NULL;
        if (m && !(m->flags & (ACC_STATIC | ACC_PRIVATE))) return m;
    }
    return NULL;
}

/* Maximally-specific superinterface methods of ci (JVMS 5.4.3.3): the one that is not abstract, else
 * NULL with *n = how many of them are not abstract and *some = any one of them. */
static MethodInfo *max_specific(const ClassInfo *ci, const Sym *name, const Sym *desc, u32 *n, MethodInfo **some,
                                MethodInfo **other) {
    MethodInfo *concrete = NULL;
    *n = 0;
    *some = *other = NULL;
    for (u32 pass = 0; pass < (u32)ci->n_all_ifaces + 1; pass++) {
        const ClassInfo *k = pass < ci->n_all_ifaces ? ci->all_ifaces[pass] : ci;
        if (!(k->access & ACC_INTERFACE)) continue;
        MethodInfo *m = ci_declared_method(k, name, desc);
        if (!m || (m->flags & (ACC_STATIC | ACC_PRIVATE))) continue;
        bool hidden = false; /* a more specific interface declares it too */
        for (u32 j = 0; j < (u32)ci->n_all_ifaces + 1 && !hidden; j++) {
            const ClassInfo *l = j < ci->n_all_ifaces ? ci->all_ifaces[j] : ci;
            if (l == k || !(l->access & ACC_INTERFACE) || !ci_is_subclass(l, k)) continue;
            MethodInfo *o = ci_declared_method(l, name, desc);
            hidden = o && !(o->flags & (ACC_STATIC | ACC_PRIVATE));
        }
        if (hidden) continue;
        if (!*some) *some = m;
        if (m->flags & ACC_ABSTRACT) continue;
        if (concrete) *other = m;
        else concrete = m;
        (*n)++;
    }
    if (*n == 1) return concrete;
    if (*n > 1) *some = concrete;
    return NULL;
}

static MethodInfo *abstract_error(ClassInfo *rc, MethodInfo *mi, MethodInfo *sel, JErr *je) {
    char r[128], m[160], o[100], s[160];
    ci_external_name(rc, r, sizeof r);
    ci_external_name(mi->ci, o, sizeof o);
    msg_method(NULL, mi->name->s, mi->desc->s, m, sizeof m);
    const char *kind = mi->ci->access & ACC_INTERFACE  ? "interface"
                       : mi->ci->access & ACC_ABSTRACT ? "abstract class"
                                                       : "class";
    const char *abs = mi->flags & ACC_ABSTRACT ? "abstract " : "";
    if (sel && sel != mi) {
        mi_external_name(sel, s, sizeof s);
        jerr(je, "java/lang/AbstractMethodError",
             "Receiver class %s does not define or inherit an implementation of the resolved "
             "method '%s%s' of %s %s. Selected method is '%s%s'.",
             r, abs, m, kind, o, sel->flags & ACC_ABSTRACT ? "abstract " : "", s);
    } else {
        jerr(je, "java/lang/AbstractMethodError",
             "Receiver class %s does not define or inherit an implementation of the resolved "
             "method '%s%s' of %s %s.",
             r, abs, m, kind, o);
    }
    return NULL;
}

static MethodInfo *select_interface(Classes *cs, ClassInfo *rc, MethodInfo *mi, JErr *je) {
    u64 v;
    if (map_get(&rc->itable, mi->id, &v)) return (MethodInfo *)(uintptr_t)v;
    if (!ci_is_subclass(rc, mi->ci)) {
        char a[240], b[240];
        jerr(je, "java/lang/IncompatibleClassChangeError", "Class %s does not implement the requested interface %s",
             ci_external_name(rc, a, sizeof a), ci_external_name(mi->ci, b, sizeof b));
        return NULL;
    }
    MethodInfo *sel = class_method(rc->kind == CK_ARRAY ? rc->super : rc, mi->name, mi->desc);
    if (!sel) {
        u32 n;
        MethodInfo *some, *other;
        sel = max_specific(rc, mi->name, mi->desc, &n, &some, &other);
        /* Up to 21 HotSpot leaves such itable slots empty, and says so. */
        if (!sel && n > 1 && cs->jdk <= 21) return abstract_error(rc, mi, mi, je);
        if (!sel && n > 1) {
            jerr(je, "java/lang/IncompatibleClassChangeError", "Conflicting default methods: %.120s.%.60s %.120s.%.60s",
                 some->ci->name->s, some->name->s, other->ci->name->s, other->name->s);
            return NULL;
        }
        if (!sel) return abstract_error(rc, mi, some, je);
    } else if (!(sel->flags & ACC_PUBLIC)) {
        char m[400];
        jerr(je, "java/lang/IllegalAccessError", "'%s'", mi_external_name(sel, m, sizeof m));
        return NULL;
    }
    if (sel->flags & ACC_ABSTRACT) return abstract_error(rc, mi, sel, je);
    /* A cache only: without memory for it selection is slow, not wrong. */
    bool clean = cs->cx->err.kind == ERR_NONE;
    if (map_put(&rc->itable, mi->id, (u64)(uintptr_t)sel) != ST_OK && clean) cx_clear(cs->cx);
    return sel;
}

MethodInfo *mi_select(Classes *cs, ClassInfo *rc, MethodInfo *mi, JErr *je) {
    JErr local;
    if (!je) je = &local;
    je->cls = NULL;
    if (!is_virtual(mi)) return mi;
    if (mi->ci->access & ACC_INTERFACE) return select_interface(cs, rc, mi, je);
    if (mi->vindex < 0) return mi;
    if (rc->kind == CK_ARRAY) rc = cs->object; /* arrays declare nothing (JLS 10.7) */
    if ((u32)mi->vindex >= rc->n_vtable || !ci_is_subclass(rc, mi->ci)) {
        /* Unverified code only: the receiver is not what the reference says. */
        char a[240], b[240];
        jerr(je, "java/lang/IncompatibleClassChangeError", "Class %s is no subclass of %s",
             ci_external_name(rc, a, sizeof a), ci_external_name(mi->ci, b, sizeof b));
        return NULL;
    }
    MethodInfo *sel = rc->vtable[mi->vindex];
    return sel->flags & ACC_ABSTRACT ? abstract_error(rc, mi, sel, je) : sel;
}

/* --- lookup --- */
MethodInfo *lookup_imethod_max(ClassInfo *ci, const Sym *name, const Sym *desc) {
    u32 n;
    MethodInfo *some, *other;
    MethodInfo *m = max_specific(ci, name, desc, &n, &some, &other);
    return m ? m : some;
}

MethodInfo *lookup_method(ClassInfo *ci, const Sym *name, const Sym *desc) {
    for (ClassInfo *k = ci; k; k = k->super) {
        MethodInfo *m = ci_declared_method(k, name, desc);
        if (m) return m;
    }
    return lookup_imethod_max(ci, name, desc);
}

MethodInfo *lookup_imethod(Classes *cs, ClassInfo *ci, const Sym *name, const Sym *desc) {
    MethodInfo *m = ci_declared_method(ci, name, desc);
    if (m) return m;
    m = cs->object ? ci_declared_method(cs->object, name, desc) : NULL;
    if (m && (m->flags & ACC_PUBLIC) && !(m->flags & ACC_STATIC)) return m;
    return lookup_imethod_max(ci, name, desc);
}
