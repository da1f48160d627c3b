/* variable.c -- the value of a variable of the program by its name, for lists of choices that name variables. JPF:
 * StackFrame.getLocalOrFieldValue. */
#include "choice/choice.h"

/* As a double and as a long; false: not a number. */
static bool number_at(u8 type, const void *p, double *d, i64 *n) {
    i64 j;
    i32 i;
    float f;
    switch (type) {
    case T_BYTE: *n = *(const i8 *)p; break;
    case T_SHORT: *n = *(const i16 *)p; break;
    case T_CHAR: *n = *(const u16 *)p; break;
    case T_INT: memcpy(&i, p, 4), *n = i; break;
    case T_LONG: memcpy(&j, p, 8), *n = j; break;
    case T_FLOAT: memcpy(&f, p, 4), *d = f, *n = (i64)f; return true;
    case T_DOUBLE: memcpy(d, p, 8), *n = (i64)*d; return true;
    default: return false;
    }
    *d = (double)*n;
    return true;
}

/* A local variable is an int at least, whatever its type. */
static u8 slot_type(char desc) {
    return desc == 'J'                  ? T_LONG
           : desc == 'F'                ? T_FLOAT
           : desc == 'D'                ? T_DOUBLE
           : desc == 'L' || desc == '[' ? T_REF
                                        : T_INT;
}

static ClassInfo *class_named(KernelState *ks, const char *name, size_t n) {
    for (u32 i = 0; i < ks->cs->by_id.n; i++) {
        ClassInfo *ci = ks->cs->by_id.v[i];
        if (!ci || !ci->name || ci->name->len < n || (ci->attrs & CA_SYSTEM)) continue;
        const char *at = ci->name->s + ci->name->len - n; /* in full, or without its package */
        bool same = at == ci->name->s || at[-1] == '/';
        for (size_t k = 0; k < n && same; k++) same = at[k] == (name[k] == '.' ? '/' : name[k]);
        if (same) return ci;
    }
    return NULL;
}

static bool field_of(KernelState *ks, ClassInfo *ci, Ref obj, const char *name, double *d, i64 *n) {
    FieldInfo *fi = ci_find_field(ci, name);
    if (!fi) return false;
    if (fi->flags & ACC_STATIC) obj = fi->ci->mirror;
    return obj && number_at(fi->type, (const u8 *)ei(ks->heap, obj) + fi->offset, d, n);
}

bool cg_variable(ThreadInfo *ti, const char *name, double *d, i64 *n) {
    KernelState *ks = ti->ks;
    const StackFrame *f = ti->top;
    while (f && (!f->mi->code || (f->mi->ci->attrs & CA_SYSTEM) || (f->mi->ci->known & KC_VERIFY))) f = f->prev;
    if (!f) return false;
    const char *dot = strrchr(name, '.');
    if (dot) {
        ClassInfo *ci = class_named(ks, name, (size_t)(dot - name));
        return ci && field_of(ks, ci, 0, dot + 1, d, n);
    }
    u32 at = (u32)(f->pc - f->mi->code);
    for (u32 i = 0; i < f->mi->max_locals; i++) {
        const CfLocal *l = mi_local(f->mi, at, i);
        if (l && strcmp(l->name->s, name) == 0) return number_at(slot_type(l->desc->s[0]), f->slots + i, d, n);
    }
    return field_of(ks, f->mi->ci, f->mi->flags & ACC_STATIC ? 0 : f->slots[0], name, d, n);
}
