/* indy_general.c -- bootstrap methods outside the closed list, method handle constants: the JDK's own
 * linking code over method handles (JVMS 5.4.3.6, java.lang.invoke.CallSite.makeSite).
 *
 * The call site object, or the constant, lives in a static field of the synthetic class: it is part of
 * the state like any static. What a constant of the pool needs of others goes through their own getters,
 * so that each is computed once on a path. */
#include "interp/mh.h"

static void push_text(Link *l, const char *t) { as_op_u16(&l->as, OP_LDC_W, as_string(&l->as, t)); }
static void push_own_class(Link *l) { as_op_u16(&l->as, OP_LDC_W, as_class_of(&l->as, l->ci)); }
static void push_type(Link *l, const char *d) {
    Asm *s = &l->as;
    if (type_prim(d)) as_op_u16(s, OP_LDC_W, as_class_of(s, l->cs->prim[type_of_desc(*d)]));
    else as_op_u16(s, OP_LDC_W, as_class(s, type_class(s, d)));
}

static Status push_getter(Link *l, u16 e) {
    IndySite *c;
    if (link_constant(l, e, &c)) return l->as.st = ST_ERROR;
    if (c) as_invoke(&l->as, OP_INVOKESTATIC, c->mi);
    return ST_OK;
}

/* A static argument of a bootstrap method as an Object. */
static Status push_argument(Link *l, u16 e) {
    Asm *s = &l->as;
    const CpEntry *c = &l->cf->cp[e];
    SynthCp k = {.tag = c->tag};
    const char *prim = NULL;
    switch (c->tag) {
    case CP_String: k.name = c->u.sym->s; break;
    case CP_Class: k.cls = c->u.sym->s; break;
    case CP_Integer:
        k.bits = (u32)c->u.i;
        prim = "I";
        break;
    case CP_Float:
        memcpy(&k.bits, &c->u.f, 4);
        prim = "F";
        break;
    case CP_Long:
        k.bits = c->u.l;
        prim = "J";
        break;
    case CP_Double:
        k.bits = c->u.l;
        prim = "D";
        break;
    default: {
        if (push_getter(l, e)) return ST_ERROR;
        const char *t = c->tag == CP_Dynamic ? l->cf->cp[l->cf->cp[c->b].b].u.sym->s : "L";
        if (type_prim(t)) as_box(s, t);
        return s->st;
    }
    }
    if (vec_push(s->cx, &s->cp, k)) return s->st = ST_ERROR;
    as_op_u16(s, prim && type_words(prim) == 2 ? OP_LDC2_W : OP_LDC_W, (u16)(s->cp.n - 1));
    if (prim) as_box(s, prim);
    return s->st;
}

/* None: null. One: itself. More: an Object[]. */
static Status push_arguments(Link *l) {
    Asm *s = &l->as;
    if (!l->bs->n) as_op(s, OP_ACONST_NULL);
    if (l->bs->n == 1) return push_argument(l, l->bs->args[0]);
    if (l->bs->n < 2) return s->st;
    as_int(s, l->bs->n);
    as_op_u16(s, OP_ANEWARRAY, as_class(s, "java/lang/Object"));
    for (u32 i = 0; i < l->bs->n && !s->st; i++) {
        as_op(s, OP_DUP);
        as_int(s, (i32)i);
        if (push_argument(l, l->bs->args[i])) return ST_ERROR;
        as_op(s, OP_AASTORE);
    }
    return s->st;
}

static Status define(Link *l, const char *name, const char *desc, u32 locals) {
    ClassInfo *ci;
    as_method_end(&l->as, name, desc, ACC_STATIC | ACC_SYNTHETIC, locals, locals + 16);
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (ci) l->site->mi = &ci->methods[0];
    return ST_OK;
}

Status indy_bootstrap(Link *l) {
    Asm *s = &l->as;
    Sig d;
    static const char type[] = "Ljava/lang/invoke/CallSite;";
    l->own = link_own_name(l, "Site");
    as_sig(s, l->desc->s, &d);
    as_field_add(s, "SITE", type, ACC_PRIVATE | ACC_STATIC);
    u16 cell = as_field(s, l->own, "SITE", type);
    as_op_u16(s, OP_GETSTATIC, cell);
    as_op(s, OP_DUP);
    u32 done = as_branch(s, OP_IFNONNULL);
    as_op(s, OP_POP);
    if (push_getter(l, l->bs->ref)) return ST_ERROR;
    push_text(l, l->name->s);
    mh_push_type(l, l->desc->s);
    if (push_arguments(l)) return ST_ERROR;
    push_own_class(l);
    mh_call(l, "java/lang/invoke/CallSite", "makeSite",
            "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Object;"
            "Ljava/lang/Class;)Ljava/lang/invoke/CallSite;");
    as_op(s, OP_DUP);
    as_op_u16(s, OP_PUTSTATIC, cell);
    as_land(s, done);
    mh_call(l, "java/lang/invoke/CallSite", "getTarget", "()Ljava/lang/invoke/MethodHandle;");
    u32 slot = 0;
    for (u32 i = 0; i < d.n; i++) {
        as_load(s, d.p[i], slot);
        slot += type_words(d.p[i]);
    }
    mh_invoke_basic(l, l->desc->s);
    as_return(s, d.ret);
    return define(l, "call", l->desc->s, slot);
}

/* VALUE, computed at the first use on a path; a primitive is kept in its box. */
static Status constant(Link *l, const char *t, Status (*push)(Link *l)) {
    Asm *s = &l->as;
    const char *kept = type_prim(t) ? "Ljava/lang/Object;" : t;
    as_field_add(s, "VALUE", kept, ACC_PRIVATE | ACC_STATIC);
    u16 cell = as_field(s, l->own, "VALUE", kept);
    as_op_u16(s, OP_GETSTATIC, cell);
    as_op(s, OP_DUP);
    u32 done = as_branch(s, OP_IFNONNULL);
    as_op(s, OP_POP);
    if (push(l)) return ST_ERROR;
    if (!type_prim(t) && strcmp(t, "Ljava/lang/Object;") != 0)
        as_op_u16(s, OP_CHECKCAST, as_class(s, type_class(s, t)));
    as_op(s, OP_DUP);
    as_op_u16(s, OP_PUTSTATIC, cell);
    as_land(s, done);
    if (type_prim(t)) as_convert(s, "Ljava/lang/Object;", t, "Ljava/lang/Object;");
    as_return(s, t);
    return define(l, "get", as_fmt(s, "()%s", t), 0);
}

static Status push_dynamic(Link *l) {
    if (push_getter(l, l->bs->ref)) return ST_ERROR;
    push_text(l, l->name->s);
    push_type(l, l->desc->s);
    if (push_arguments(l)) return ST_ERROR;
    push_own_class(l);
    mh_call(l, "java/lang/invoke/ConstantBootstraps", "makeConstant",
            "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Class;)"
            "Ljava/lang/Object;");
    return l->as.st;
}
Status indy_dynamic(Link *l) {
    l->own = link_own_name(l, "Const");
    return constant(l, l->desc->s, push_dynamic);
}

static Status push_handle(Link *l) {
    Asm *s = &l->as;
    const CpEntry *cp = l->cf->cp, *e = &cp[l->cp], *ref = &cp[e->b];
    const char *desc = cp[cp[ref->b].b].u.sym->s;
    push_own_class(l);
    as_int(s, e->kind);
    as_op_u16(s, OP_LDC_W, as_class(s, cp[ref->a].u.sym->s));
    push_text(l, cp[cp[ref->b].a].u.sym->s);
    if (e->kind <= 4) push_type(l, desc);
    else mh_push_type(l, desc);
    mh_call(l, "java/lang/invoke/MethodHandleNatives", "linkMethodHandleConstant",
            "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;");
    return s->st;
}
Status indy_handle(Link *l) {
    l->own = link_own_name(l, "Handle");
    return constant(l, "Ljava/lang/invoke/MethodHandle;", push_handle);
}
