/* counts.c -- the counters by which java.util's collections notice a change under an iteration. Layer 3.
 *
 * modCount only ever grows, so a program that fills and drains a collection for ever has no two equal
 * states. But all that is ever asked of it is whether it still equals what an iterator remembered. Given
 * which objects and which frames may remember it, state/counts.c renumbers. Every class of java.util and
 * those named in jdk/classes.def were read in the sources of 17 and 25. */
#include "classes/code.h"
#include "classes/counts.h"
#include "classes/link.h"

#include <string.h>

static bool in_java_util(const ClassInfo *ci) {
    return (ci->attrs & CA_SYSTEM) && strncmp(ci->name->s, "java/util/", 10) == 0 && !strchr(ci->name->s + 10, '/');
}

static u16 word_of(ClassInfo *ci, const char *name) {
    const FieldInfo *fi = ci_find_field(ci, name);
    return fi && fi->type == T_INT && !(fi->flags & ACC_STATIC) ? (u16)((fi->offset - OBJ_BYTES) / 4 + 1) : 0;
}

/* values(), keySet(), reversed() ...: a collection nested in java.util's own, whose methods may read the counter of the
 * one that it shows (HashMap.Values.forEach) and have nothing else of it at hand meanwhile. */
static bool shows_another(const ClassInfo *ci) {
    if (!strchr(ci->name->s, '$')) return false;
    for (const ClassInfo *c = ci->super; c; c = c->super)
        if (sym_is(c->name, "java/util/AbstractCollection") || sym_is(c->name, "java/util/AbstractMap")) return true;
    return false;
}

void counts_of_class(ClassInfo *ci) {
    if (!in_java_util(ci)) {
        ClassInfo *up = ci->super;
        if (!up || up->count_kind != COUNT_OWN) return;
        if (ci_find_field(up, "modCount")->ci->known & KC_OPEN_COUNT) return;
        ci->count_kind = COUNT_OWN;
        ci->count_word = up->count_word;
        return;
    }
    if (ci->known & KC_SUBLIST) {
        ci->count_kind = COUNT_REMEMBERED;
        ci->count_word = word_of(ci, "modCount");
        return;
    }
    if (ci->super && (ci->super->count_kind == COUNT_VIEW || (ci->known & KC_SUBMAP))) {
        ci->count_kind = COUNT_VIEW;
        return;
    }
    if ((ci->count_word = word_of(ci, "expectedModCount"))) ci->count_kind = COUNT_REMEMBERED;
    else if ((ci->count_word = word_of(ci, "modCount"))) ci->count_kind = COUNT_OWN;
    else if (shows_another(ci)) ci->count_kind = COUNT_VIEW;
}

/* --- frames --- */

static bool is_count(const MethodInfo *mi, const Insn *in) {
    const Sym *name = cp_ref_name(mi->ci->cf, (u16)in->b);
    return sym_is(name, "modCount") || sym_is(name, "expectedModCount");
}

/* The instruction that takes the counter that was read at i off the stack: a store to another counter,
 * an increment or a comparison. 0: it goes elsewhere. */
static u32 taken_at(const MethodInfo *mi, const Code *c, u32 i) {
    const Insn *in = c->insn;
    u32 k = i + 1;
    if (k + 1 < c->n && in[k].op == OP_ICONST && in[k + 1].op == OP_IADD) k += 2;
    if (k < c->n && in[k].op == OP_PUTFIELD && is_count(mi, &in[k])) return k;
    for (k = i + 1; k < c->n && (in[k].op == OP_ALOAD || in[k].op == OP_GETFIELD); k++) {}
    return k < c->n && (in[k].op == OP_IF_ICMPEQ || in[k].op == OP_IF_ICMPNE) ? k : 0;
}

Status counts_in_frames(Classes *cs, const MethodInfo *mi, CountSpans *out) {
    out->n = 0;
    if (!in_java_util(mi->ci) || !mi->cf || !mi->ci->cf || (mi->flags & (ACC_NATIVE | ACC_ABSTRACT))) return ST_OK;
    Arena tmp;
    Code c;
    const char *err = NULL;
    arena_init(&tmp, cs->cx);
    Status st = code_decode(cs, mi, &tmp, &c, &err);
    for (u32 i = 0; !st && !err && i < c.n; i++) {
        if (c.insn[i].op != OP_GETFIELD || !is_count(mi, &c.insn[i])) continue;
        u32 to = taken_at(mi, &c, i);
        if (!to || out->n == COUNT_SPANS) {
            out->n = 1;
            out->v[0] = (CountSpan){0, UINT32_MAX};
            break;
        }
        out->v[out->n++] = (CountSpan){i + 1, to};
    }
    arena_free(&tmp);
    return st;
}
