/* condy.c -- dynamic constants (ConstantBootstraps) and method type constants. */
#include "interp/indy/indy_int.h"
#include <stdio.h>

static Status define(Link *l, const char *desc, u32 stack) {
    Asm *s = &l->as;
    ClassInfo *ci;
    as_return(s, strchr(desc, ')') + 1);
    as_method_end(s, "get", desc, ACC_STATIC | ACC_SYNTHETIC, 0, stack);
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (ci) l->site->mi = &ci->methods[0];
    return ST_OK;
}

static Status static_field(Link *l, ClassInfo *ci, const char *getter) {
    Asm *s = &l->as;
    FieldInfo *fi = ci_declared_field(ci, l->name, NULL);
    bool ok = fi && (fi->flags & ACC_STATIC) && !strcmp(fi->desc->s, l->desc->s) &&
              access_ok(l->ci, fi->ci, fi->flags, fi->ci);
    if (!ok) {
        jerr_name(&l->je, "java/lang/NoSuchFieldError", l->name);
        return ST_OK;
    }
    as_op_u16(s, OP_GETSTATIC, as_field_of(s, fi));
    return define(l, getter, 2);
}

static Status push_constant(Link *l, u16 e, const char *type, u32 depth);

/* ConstantBootstraps.invoke: call a static method on constants. The arguments of nested constants are
 * computed in place. */
static Status push_invoke(Link *l, const CfBootstrap *b, const char *type, u32 depth) {
    Asm *s = &l->as;
    Handle h;
    if (b->n < 1 || l->cf->cp[b->args[0]].tag != CP_MethodHandle || depth > 8)
        return link_missing(l, "a dynamic constant of another form"), ST_OK;
    if (link_handle(l, b->args[0], &h)) return ST_ERROR;
    if (link_failed_yet(l)) return s->st;
    if (h.kind != 6 || !h.mi) return link_missing(l, "a dynamic constant from a method that is not static"), ST_OK;
    if (!(h.mi->ci->attrs & CA_SYSTEM)) return link_missing(l, "a dynamic constant from the program's method"), ST_OK;
    Sig d;
    as_sig(s, h.desc->s, &d);
    bool var = (h.mi->flags & ACC_VARARGS) && d.n; /* invokeWithArguments collects them */
    u32 fixed = var ? d.n - 1 : d.n, given = b->n - 1u;
    if (given < fixed || (!var && given > fixed))
        return link_bad(l, "java.lang.invoke.WrongMethodTypeException: %s", h.desc->s), ST_OK;
    for (u32 i = 0; i < fixed; i++)
        if (push_constant(l, b->args[1 + i], d.p[i], depth)) return ST_ERROR;
    if (var) {
        const char *elem = d.p[fixed] + 1;
        if (type_prim(elem)) return link_missing(l, "a dynamic constant with primitive variable arguments"), ST_OK;
        as_int(s, (i32)(given - fixed));
        as_op_u16(s, OP_ANEWARRAY, as_class(s, type_class(s, elem)));
        for (u32 i = fixed; i < given; i++) {
            as_op(s, OP_DUP);
            as_int(s, (i32)(i - fixed));
            if (push_constant(l, b->args[1 + i], elem, depth)) return ST_ERROR;
            as_op(s, OP_AASTORE);
        }
    }
    as_invoke(s, OP_INVOKESTATIC, h.mi);
    as_convert(s, d.ret, type, d.ret);
    return s->st;
}

static Status push_constant(Link *l, u16 e, const char *type, u32 depth) {
    Asm *s = &l->as;
    const CpEntry *cp = l->cf->cp, *c = &cp[e];
    SynthCp k = {.tag = c->tag};
    const char *have = "Ljava/lang/Object;";
    switch (c->tag) {
    case CP_String:
        k.name = c->u.sym->s;
        have = "Ljava/lang/String;";
        break;
    case CP_Class:
        k.cls = c->u.sym->s;
        have = "Ljava/lang/Class;";
        break;
    case CP_Integer:
        k.bits = (u32)c->u.i;
        have = "I";
        break;
    case CP_Float:
        memcpy(&k.bits, &c->u.f, 4);
        have = "F";
        break;
    case CP_Long:
        k.bits = c->u.l;
        have = "J";
        break;
    case CP_Double:
        k.bits = c->u.l;
        have = "D";
        break;
    case CP_Dynamic: {
        if (c->a >= l->cf->n_bootstrap) return link_bad(l, "no bootstrap method %u", c->a), ST_OK;
        const CfBootstrap *b = &l->cf->bootstrap[c->a];
        const CpEntry *m = &cp[cp[b->ref].b];
        if (!text_is(cp[m->a].u.sym, "java/lang/invoke/ConstantBootstraps") || !text_is(cp[cp[m->b].a].u.sym, "invoke"))
            return link_missing(l, "a dynamic constant inside another"), ST_OK;
        have = cp[cp[c->b].b].u.sym->s;
        if (push_invoke(l, b, have, depth + 1)) return ST_ERROR;
        as_convert(s, have, type, have);
        return s->st;
    }
    default: return link_missing(l, "a dynamic constant with an argument of another kind"), ST_OK;
    }
    if (vec_push(s->cx, &s->cp, k)) return s->st = ST_ERROR;
    as_op_u16(s, type_words(have) == 2 ? OP_LDC2_W : OP_LDC_W, (u16)(s->cp.n - 1));
    as_convert(s, have, type, have);
    return s->st;
}

/* The value is computed once on a path: the class keeps it (like any static, it is part of the state). */
static Status cached_invoke(Link *l, const char *getter) {
    Asm *s = &l->as;
    const char *t = l->desc->s;
    if (type_prim(t)) {
        if (push_invoke(l, l->bs, t, 0)) return ST_ERROR;
        return link_failed_yet(l) ? s->st : define(l, getter, 16);
    }
    as_field_add(s, "VALUE", t, ACC_PRIVATE | ACC_STATIC);
    u16 cell = as_field(s, l->own, "VALUE", t);
    as_op_u16(s, OP_GETSTATIC, cell);
    as_op(s, OP_DUP);
    u32 done = as_branch(s, OP_IFNONNULL);
    as_op(s, OP_POP);
    if (push_invoke(l, l->bs, t, 0)) return ST_ERROR;
    if (link_failed_yet(l)) return s->st;
    as_op(s, OP_DUP);
    as_op_u16(s, OP_PUTSTATIC, cell);
    as_land(s, done);
    return define(l, getter, 24);
}

Status indy_condy(Link *l) {
    Asm *s = &l->as;
    const char *n = l->bsm_name->s, *t = l->desc->s;
    const char *getter = as_fmt(s, "()%s", t);
    ClassInfo *ci;
    l->own = link_own_name(l, "Condy");
    if (!text_is(l->bsm_class, "java/lang/invoke/ConstantBootstraps")) {
        link_missing(l, "dynamic constant bootstrap method %s.%s", l->bsm_class->s, n);
    } else if (!strcmp(n, "nullConstant") && !type_prim(t)) {
        as_op(s, OP_ACONST_NULL);
        return define(l, getter, 1);
    } else if (!strcmp(n, "primitiveClass") && l->name->len == 1 && type_of_desc(l->name->s[0]) != T_REF &&
               l->cs->prim[type_of_desc(l->name->s[0])]) {
        as_op_u16(s, OP_LDC_W, as_class_of(s, l->cs->prim[type_of_desc(l->name->s[0])]));
        return define(l, getter, 1);
    } else if (!strcmp(n, "enumConstant") && !type_prim(t)) {
        if (link_class_type(l, t, &ci)) return ST_ERROR;
        return ci ? static_field(l, ci, getter) : ST_OK;
    } else if (!strcmp(n, "getStaticFinal")) {
        const char *owner = t;
        if (l->bs->n) {
            const Sym *c = link_arg_text(l, 0, CP_Class);
            if (!c) return ST_OK;
            owner = class_type(s, c->s);
        } else if (type_prim(t)) {
            char box = *t;
            owner = as_fmt(s, "L%s;",
                           box == 'I'   ? "java/lang/Integer"
                           : box == 'J' ? "java/lang/Long"
                           : box == 'F' ? "java/lang/Float"
                           : box == 'D' ? "java/lang/Double"
                           : box == 'Z' ? "java/lang/Boolean"
                           : box == 'B' ? "java/lang/Byte"
                           : box == 'S' ? "java/lang/Short"
                                        : "java/lang/Character");
        }
        if (link_class_type(l, owner, &ci)) return ST_ERROR;
        return ci ? static_field(l, ci, getter) : ST_OK;
    } else if (!strcmp(n, "invoke")) {
        return cached_invoke(l, getter);
    } else {
        link_missing(l, "dynamic constant bootstrap method %s.%s", l->bsm_class->s, n);
    }
    return ST_OK;
}

/* MethodType.methodType(Class, Class[]): the JDK interns method types itself. */
static void push_class(Link *l, const char *d) {
    Asm *s = &l->as;
    if (type_prim(d)) as_op_u16(s, OP_LDC_W, as_class_of(s, l->cs->prim[type_of_desc(*d)]));
    else as_op_u16(s, OP_LDC_W, as_class(s, type_class(s, d)));
}
Status indy_method_type(Link *l) {
    Asm *s = &l->as;
    Sig d;
    as_sig(s, l->cf->cp[l->cp].u.sym->s, &d);
    l->own = link_own_name(l, "Type");
    push_class(l, d.ret);
    as_int(s, (i32)d.n);
    as_op_u16(s, OP_ANEWARRAY, as_class(s, "java/lang/Class"));
    for (u32 i = 0; i < d.n; i++) {
        as_op(s, OP_DUP);
        as_int(s, (i32)i);
        push_class(l, d.p[i]);
        as_op(s, OP_AASTORE);
    }
    as_static(s, "java/lang/invoke/MethodType", "methodType",
              "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;");
    return define(l, "()Ljava/lang/invoke/MethodType;", 6);
}
