/* switch.c -- SwitchBootstraps: (selector, restart index) -> index of the first label from there
 * on that matches, the number of labels if none does, -1 for null. */
#include "interp/indy/indy_int.h"

enum { MAX_LABELS = 1300 };

/* A label is tried: falls through to `next` patches when it does not match. */
typedef struct Patches {
    u32 at[4], n;
} Patches;
static void unless(Asm *s, Patches *p, u8 op) { p->at[p->n++] = as_branch(s, op); }

static void int_label(Asm *s, i32 v, Patches *next) {
    as_op(s, OP_ALOAD_0);
    as_op_u16(s, OP_INSTANCEOF, as_class(s, "java/lang/Number"));
    u32 no_number = as_branch(s, OP_IFEQ);
    as_op(s, OP_ALOAD_0);
    as_op_u16(s, OP_CHECKCAST, as_class(s, "java/lang/Number"));
    as_virtual(s, "java/lang/Number", "intValue", "()I");
    u32 compare = as_branch(s, OP_GOTO);
    as_land(s, no_number);
    as_op(s, OP_ALOAD_0);
    as_op_u16(s, OP_INSTANCEOF, as_class(s, "java/lang/Character"));
    unless(s, next, OP_IFEQ);
    as_op(s, OP_ALOAD_0);
    as_op_u16(s, OP_CHECKCAST, as_class(s, "java/lang/Character"));
    as_virtual(s, "java/lang/Character", "charValue", "()C");
    as_land(s, compare);
    as_int(s, v);
    unless(s, next, OP_IF_ICMPNE);
}

/* Enum constant `name` of class `e`: the instance check first, so that a class not initialized yet
 * stays so. A class or constant that does not exist never matches. */
static Status enum_label(Link *l, const char *e, const Sym *name, Patches *next) {
    Asm *s = &l->as;
    ClassInfo *ci;
    if (link_class_named(l, e, &ci)) return ST_ERROR;
    FieldInfo *fi = NULL;
    if (ci) fi = ci_declared_field(ci, name, NULL);
    else if (l->je.cls != JERR_LOAD) l->je.cls = NULL;
    if (l->je.cls) return ST_OK;
    if (!fi || !(fi->flags & ACC_ENUM) || !(fi->flags & ACC_STATIC) || fi->type != T_REF) {
        unless(s, next, OP_GOTO);
        return ST_OK;
    }
    as_op(s, OP_ALOAD_0);
    as_op_u16(s, OP_INSTANCEOF, as_class_of(s, ci));
    unless(s, next, OP_IFEQ);
    as_op_u16(s, OP_GETSTATIC, as_field_of(s, fi));
    as_op(s, OP_ALOAD_0);
    unless(s, next, OP_IF_ACMPNE);
    return ST_OK;
}

/* A dynamic constant ConstantBootstraps.invoke(handle of cls.name, arguments): its arguments. */
static const CfBootstrap *condy_call(Link *l, u16 e, const char *cls, const char *name) {
    const CpEntry *cp = l->cf->cp;
    if (!e || cp[e].tag != CP_Dynamic || cp[e].a >= l->cf->n_bootstrap) return NULL;
    const CfBootstrap *b = &l->cf->bootstrap[cp[e].a];
    const CpEntry *m = &cp[cp[b->ref].b];
    if (!text_is(cp[m->a].u.sym, "java/lang/invoke/ConstantBootstraps") || !text_is(cp[cp[m->b].a].u.sym, "invoke"))
        return NULL;
    if (b->n < 1 || cp[b->args[0]].tag != CP_MethodHandle) return NULL;
    m = &cp[cp[b->args[0]].b];
    if (!text_is(cp[m->a].u.sym, cls) || !text_is(cp[cp[m->b].a].u.sym, name)) return NULL;
    return b;
}

/* EnumDesc.of(ClassDesc.of("p.E"), "NAME"), as javac writes qualified enum labels. */
static Status enum_desc_label(Link *l, u16 e, Patches *next) {
    const CpEntry *cp = l->cf->cp;
    const CfBootstrap *d = condy_call(l, e, "java/lang/Enum$EnumDesc", "of");
    const CfBootstrap *c = d && d->n == 3 ? condy_call(l, d->args[1], "java/lang/constant/ClassDesc", "of") : NULL;
    if (!c || c->n < 2 || c->n > 3 || cp[c->args[1]].tag != CP_String || cp[c->args[c->n - 1]].tag != CP_String ||
        cp[d->args[2]].tag != CP_String) {
        link_missing(l, "a pattern switch with a dynamic label of another kind");
        return ST_OK;
    }
    const char *name = cp[c->args[1]].u.sym->s;
    if (c->n == 3 && *name) name = as_fmt(&l->as, "%s.%s", name, cp[c->args[2]].u.sym->s);
    else if (c->n == 3) name = cp[c->args[2]].u.sym->s;
    char *internal = (char *)as_fmt(&l->as, "%s", name);
    for (char *p = internal; *p; p++)
        if (*p == '.') *p = '/';
    return enum_label(l, internal, cp[d->args[2]].u.sym, next);
}

static const char *const wrapper[][2] = {{"I", "Ljava/lang/Integer;"}, {"J", "Ljava/lang/Long;"},
                                         {"F", "Ljava/lang/Float;"},   {"D", "Ljava/lang/Double;"},
                                         {"Z", "Ljava/lang/Boolean;"}, {"B", "Ljava/lang/Byte;"},
                                         {"S", "Ljava/lang/Short;"},   {"C", "Ljava/lang/Character;"}};
/* The primitive type a selector is, or is a box of; "" for other types. */
static const char *unboxed(const char *d) {
    for (u32 i = 0; i < 8; i++)
        if (!strcmp(d, wrapper[i][0]) || !strcmp(d, wrapper[i][1])) return wrapper[i][0];
    return "";
}
static const char *boxed(Asm *s, char prim) {
    for (u32 i = 0; i < 8; i++)
        if (wrapper[i][0][0] == prim) return wrapper[i][1];
    s->bad = "no such primitive type";
    return wrapper[0][1];
}

/* Every value of primitive type `from` is one of `to` (JLS 5.7.1: unconditionally exact). */
static bool exact(char from, char to) {
    switch (from) {
    case 'B': return strchr("BSIJFD", to) != NULL;
    case 'S': return strchr("SIJFD", to) != NULL;
    case 'C': return strchr("CIJFD", to) != NULL;
    case 'I': return strchr("IJD", to) != NULL;
    case 'F': return to == 'F' || to == 'D';
    default: return from == to;
    }
}

/* A label that is the class of a primitive type (record components, primitive patterns): its name's
 * letter, or 0. */
static char primitive_label(const Link *l, u16 e) {
    const CpEntry *cp = l->cf->cp, *c = &cp[e];
    if (c->tag != CP_Dynamic || c->a >= l->cf->n_bootstrap) return 0;
    const CpEntry *m = &cp[cp[l->cf->bootstrap[c->a].ref].b];
    const Sym *name = cp[cp[c->b].a].u.sym;
    bool is = text_is(cp[m->a].u.sym, "java/lang/invoke/ConstantBootstraps") &&
              text_is(cp[cp[m->b].a].u.sym, "primitiveClass") && name->len == 1 && strchr("ZBSCIJFD", name->s[0]);
    return is ? name->s[0] : 0;
}

static Status label(Link *l, const char *selector, bool enums, u32 i, Patches *next) {
    Asm *s = &l->as;
    u16 e = l->bs->args[i];
    const CpEntry *c = &l->cf->cp[e];
    char prim = primitive_label(l, e);
    if (prim && !enums) {
        char have = *unboxed(selector);
        if (have && exact(have, prim)) return ST_OK; /* always matches */
        if (have) return link_missing(l, "a pattern switch that narrows a primitive value"), ST_OK;
        as_op(s, OP_ALOAD_0);
        as_op_u16(s, OP_INSTANCEOF, as_class(s, type_class(s, boxed(s, prim))));
        unless(s, next, OP_IFEQ);
        return ST_OK;
    }
    switch (c->tag) {
    case CP_Class:
        as_op(s, OP_ALOAD_0);
        as_op_u16(s, OP_INSTANCEOF, as_class(s, c->u.sym->s));
        unless(s, next, OP_IFEQ);
        return ST_OK;
    case CP_String:
        if (enums) return enum_label(l, type_class(s, selector), c->u.sym, next);
        as_op_u16(s, OP_LDC_W, as_string(s, c->u.sym->s));
        as_op(s, OP_ALOAD_0);
        as_virtual(s, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z");
        unless(s, next, OP_IFEQ);
        return ST_OK;
    case CP_Integer:
        if (enums) break;
        int_label(s, c->u.i, next);
        return ST_OK;
    case CP_Dynamic:
        if (enums) break;
        return enum_desc_label(l, e, next);
    default: break;
    }
    link_missing(l, "a pattern switch with a label of another kind (constant pool tag %u)", c->tag);
    return ST_OK;
}

Status indy_switch(Link *l, bool enums) {
    Asm *s = &l->as;
    Sig d;
    as_sig(s, l->desc->s, &d);
    if (s->st) return ST_ERROR;
    u32 n = l->bs->n;
    if (d.n != 2 || strcmp(d.p[1], "I") || strcmp(d.ret, "I"))
        return link_bad(l, "java.lang.IllegalArgumentException: Illegal invocation type %s", l->desc->s), ST_OK;
    if (n > MAX_LABELS) return link_missing(l, "a pattern switch of more than %d labels", MAX_LABELS), ST_OK;
    l->own = link_own_name(l, "Switch");
    /* locals: 0 the selector as an object, restart: the restart index */
    u32 restart = type_words(d.p[0]);
    if (type_prim(d.p[0])) {
        as_load(s, d.p[0], 0);
        as_box(s, d.p[0]);
        as_load(s, "I", restart);
        as_op_u8(s, OP_ISTORE, (u8)(restart = 1));
        as_op(s, OP_ASTORE_0);
    }
    as_load(s, "I", restart);
    as_int(s, (i32)n + 1);
    as_static(s, "java/util/Objects", "checkIndex", "(II)I");
    as_op(s, OP_POP);
    as_op(s, OP_ALOAD_0);
    u32 not_null = as_branch(s, OP_IFNONNULL);
    as_int(s, -1);
    as_op(s, OP_IRETURN);
    as_land(s, not_null);
    /* Restart: a table of distances, filled in as the labels come. checkIndex has been passed, so the
     * default is the end. */
    u32 table = 0, at = 0;
    if (n) {
        as_load(s, "I", restart);
        at = s->code.n;
        as_op(s, OP_TABLESWITCH);
        while (s->code.n % 4) as_op(s, 0);
        table = s->code.n;
        for (u32 i = 0; i < 4 * (3 + n); i++) as_op(s, 0);
    }
    u32 *start = arena_alloc(&s->a, (n + 1) * sizeof *start);
    if (!start || s->st) return ST_ERROR;
    for (u32 i = 0; i < n && !link_failed_yet(l); i++) {
        Patches next = {.n = 0};
        start[i] = s->code.n;
        if (label(l, d.p[0], enums, i, &next)) return ST_ERROR;
        as_int(s, (i32)i);
        as_op(s, OP_IRETURN);
        for (u32 k = 0; k < next.n; k++) as_land(s, next.at[k]);
    }
    if (s->st || link_failed_yet(l)) return s->st;
    start[n] = s->code.n;
    as_int(s, (i32)n);
    as_op(s, OP_IRETURN);
    if (s->st) return ST_ERROR;
    for (u32 i = 0; n && i < 3 + n; i++) {
        u32 v = i == 0 ? start[n] - at : i == 1 ? 0 : i == 2 ? n - 1 : start[i - 3] - at;
        for (u32 k = 0; k < 4; k++) s->code.v[table + 4 * i + k] = (u8)(v >> (24 - 8 * k));
    }
    as_method_end(s, enums ? "enumSwitch" : "typeSwitch", l->desc->s, ACC_STATIC | ACC_SYNTHETIC, 4, 6);
    ClassInfo *ci;
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (ci) l->site->mi = &ci->methods[0];
    return ST_OK;
}
