/* arrays.c -- marks of arrays, and whom an access concerns. Layer 5. */
#include "kernel/arrays.h"
#include "kernel/fielduse.h"

enum { TABLE = EF_PROGRAM | EF_LOOSE };

static bool returns_array(const MethodInfo *mi) {
    const char *end = mi->ret == T_REF ? mem_find(mi->desc->s, ')', mi->desc->len) : NULL;
    return end && end[1] == '[';
}

/* A library method that answers an array may have it from another one. */
static u32 maker(const StackFrame *f) {
    u32 first = 0;
    for (bool top = true; f; f = f->prev) {
        const ClassInfo *ci = f->mi->ci;
        if (f->mi->step || (ci->known & KC_FOR_CALLER)) continue;
        if (!(ci->attrs & CA_SYSTEM)) return EF_PROGRAM;
        if ((top || f->mi == ci->clinit) && (ci->attrs & CA_BREAK_FIELDS)) first = EF_LOOSE;
        top = false;
        if (!returns_array(f->mi)) break;
    }
    return first;
}

bool jdk_initializes(const StackFrame *f) {
    for (; f && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM)); f = f->prev)
        if (f->mi == f->mi->ci->clinit) return true;
    return false;
}

/* Tables that an initializer of the JDK's makes are mostly never written again, whatever else is done with such
 * arrays. */
u32 array_maker(const StackFrame *f) {
    u32 by = maker(f);
    return by == EF_LOOSE && jdk_initializes(f) ? TABLE : by;
}

bool array_of_program(ThreadInfo *ti, const StackFrame *f, const ElementInfo *e) {
    const u8 attrs = f->mi->ci->attrs;
    bool marked = e->hf & (EF_PROGRAM | EF_LOOSE), system = (attrs & (CA_SYSTEM | CA_BREAK_FIELDS)) == CA_SYSTEM;
    if (marked || !ti->ks->cfg.por) return !system || (marked && (e->hf & EF_SHARED));
    return use_handed(ti, e, !(attrs & CA_SYSTEM)) || !system;
}
