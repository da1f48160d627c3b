/* access.c -- access control (JVMS 5.4.4) and nests (JEP 181). */
#include "classes/link.h"

/* JDK 17's generated reflection accessors may touch anything. */
static bool magic(const ClassInfo *from) {
    for (; from && (from->attrs & CA_SYSTEM); from = from->super)
        if (sym_is(from->name, "jdk/internal/reflect/MagicAccessorImpl")) return true;
    return false;
}

/* java.base exports every package named java.*, and every module reads it. */
static bool open_to_all(const ClassInfo *to) {
    return to->loader == LOADER_BOOT && starts_with(to->name->s, "java/") && to->module &&
           strcmp(to->module, "java.base") == 0;
}

bool class_access_ok(const Classes *cs, const ClassInfo *from, const ClassInfo *to, char *why, size_t n) {
    if (n) *why = 0;
    while (to->kind == CK_ARRAY) to = to->elem;
    if (to->kind == CK_PRIM || from == to) return true;
    if (!(to->access & ACC_PUBLIC)) return ci_same_package(from, to) || magic(from);
    if ((from->attrs & CA_SYSTEM) || open_to_all(to) || !cs->module_access) return true;
    return cs->module_access(cs, from, to, why, n) || magic(from);
}

static const Sym *nest_name(const ClassInfo *ci) {
    if (!ci->cf) return ci->name;
    return ci->cf->nest_host ? ci->cf->cp[ci->cf->nest_host].u.sym : ci->cf->name;
}

Status ci_nest(Classes *cs, ClassInfo *ci, ClassInfo **out) {
    *out = ci;
    if (ci->nest_host) {
        *out = ci->nest_host;
        return ST_OK;
    }
    if (!ci->cf || !ci->cf->nest_host) {
        ci->nest_host = ci;
        return ST_OK;
    }
    JErr je;
    ClassInfo *host;
    if (ci_load(cs, ci->loader, ci->cf->cp[ci->cf->nest_host].u.sym, &host, &je) != ST_OK) return ST_ERROR;
    if (!host) return ST_OK; /* asked again later: a user loader may come to know it */
    bool listed = false;
    if (host->cf && ci_same_package(host, ci))
        for (u32 i = 0; i < host->cf->n_nest_members && !listed; i++)
            listed = host->cf->cp[host->cf->nest_members[i]].u.sym == ci->cf->name;
    ci->nest_host = listed ? host : ci;
    *out = ci->nest_host;
    return ST_OK;
}

static bool same_nest(const ClassInfo *a, const ClassInfo *b) {
    if (a == b) return true;
    if (a->nest_host && b->nest_host) return a->nest_host == b->nest_host;
    const ClassInfo *x = a->nest_host ? a->nest_host : a, *y = b->nest_host ? b->nest_host : b;
    return x->loader == y->loader && nest_name(x) == nest_name(y) && ci_same_package(x, y);
}

Status nest_prepare(Classes *cs, ClassInfo *a, ClassInfo *b) {
    ClassInfo *x;
    if (a == b || !same_nest(a, b)) return ST_OK;
    return ci_nest(cs, a, &x) == ST_OK && ci_nest(cs, b, &x) == ST_OK ? ST_OK : ST_ERROR;
}

bool access_ok(const ClassInfo *from, const ClassInfo *owner, u16 flags, const ClassInfo *receiver) {
    if ((flags & ACC_PUBLIC) || from == owner) return true;
    if (flags & ACC_PRIVATE) return same_nest(from, owner) || magic(from);
    if (ci_same_package(from, owner)) return true;
    if ((flags & ACC_PROTECTED) && ci_is_subclass(from, owner)) {
        if ((flags & ACC_STATIC) || !receiver) return true;
        /* the class of the reference must be related to the one that asks */
        if (ci_is_subclass(receiver, from) || ci_is_subclass(from, receiver)) return true;
    }
    return magic(from);
}
