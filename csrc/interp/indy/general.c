/* general.c -- bootstrap methods outside the closed list, method handle constants: the JDK's own
 * linking code over method handles (JVMS 5.4.3.6, java.lang.invoke.CallSite.makeSite).
 *
 * The call site object, or the constant, or the error, lives in a static field of the synthetic class: it is
 * part of the state like any static. What a constant of the pool needs of others goes through their own getters,
 * so that each is computed once on a path. */
#include "interp/mh/mh.h"

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

/* What a use of the call site or constant needs, computed once on a path: a value or the LinkageError that
 * every later use meets again (JVMS 5.4.3.6). Threads, or a bootstrap method that uses its own site, may
 * compute it at the same time: the first that is done decides for all. No other thread runs between the
 * test of DONE and the stores behind it. Other errors are not kept, as in HotSpot.
 *
 *     if (DONE == 0) try { v = push(); if (DONE == 0) { VALUE = v; DONE = 1; } }
 *                    catch (Throwable t) {
 *                        if (DONE == 0) { if (t is no LinkageError) throw t; FAILED = t; DONE = 1; } }
 *     if (FAILED != null) throw FAILED;
 *     push VALUE */
static Status push_once(Link *l, const char *type, Status (*push)(Link *l)) {
    static const char throwable[] = "Ljava/lang/Throwable;";
    Asm *s = &l->as;
    as_field_add(s, "VALUE", type, ACC_PRIVATE | ACC_STATIC);
    as_field_add(s, "FAILED", throwable, ACC_PRIVATE | ACC_STATIC);
    as_field_add(s, "DONE", "I", ACC_PRIVATE | ACC_STATIC);
    u16 value = as_field(s, l->own, "VALUE", type), failed = as_field(s, l->own, "FAILED", throwable);
    u16 done = as_field(s, l->own, "DONE", "I");
    as_op_u16(s, OP_GETSTATIC, done);
    u32 had = as_branch(s, OP_IFNE);
    s->catches.start = (u16)s->code.n;
    if (push(l)) return ST_ERROR;
    if (strcmp(type, "Ljava/lang/Object;") != 0) as_op_u16(s, OP_CHECKCAST, as_class(s, type_class(s, type)));
    s->catches.end = (u16)s->code.n;
    as_op_u16(s, OP_GETSTATIC, done);
    u32 second = as_branch(s, OP_IFNE);
    as_op_u16(s, OP_PUTSTATIC, value);
    as_op(s, OP_ICONST_1);
    as_op_u16(s, OP_PUTSTATIC, done);
    u32 first = as_branch(s, OP_GOTO);
    s->catches.handler = (u16)s->code.n;
    as_op_u16(s, OP_GETSTATIC, done);
    u32 late = as_branch(s, OP_IFNE);
    as_op(s, OP_DUP);
    as_op_u16(s, OP_INSTANCEOF, as_class(s, "java/lang/LinkageError"));
    u32 kept = as_branch(s, OP_IFNE);
    as_op(s, OP_ATHROW);
    as_land(s, kept);
    as_op_u16(s, OP_PUTSTATIC, failed);
    as_op(s, OP_ICONST_1);
    as_op_u16(s, OP_PUTSTATIC, done);
    u32 recorded = as_branch(s, OP_GOTO);
    as_land(s, second);
    as_land(s, late);
    as_op(s, OP_POP);
    as_land(s, had);
    as_land(s, first);
    as_land(s, recorded);
    as_op_u16(s, OP_GETSTATIC, failed);
    as_op(s, OP_DUP);
    u32 good = as_branch(s, OP_IFNULL);
    as_op(s, OP_ATHROW);
    as_land(s, good);
    as_op(s, OP_POP);
    as_op_u16(s, OP_GETSTATIC, value);
    return s->st;
}

/* What the bootstrap method `how` of `cls` makes of the site's handle, name, type, arguments and class. */
static Status push_made(Link *l, void (*push_kind)(Link *l, const char *desc), const char *cls, const char *how,
                        const char *desc) {
    if (push_getter(l, l->bs->ref)) return ST_ERROR;
    push_text(l, l->name->s);
    push_kind(l, l->desc->s);
    if (push_arguments(l)) return ST_ERROR;
    push_own_class(l);
    mh_call(l, cls, how, desc);
    return l->as.st;
}

static Status push_site(Link *l) {
    return push_made(l, mh_push_type, "java/lang/invoke/CallSite", "makeSite",
                     "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Object;"
                     "Ljava/lang/Class;)Ljava/lang/invoke/CallSite;");
}

Status indy_bootstrap(Link *l) {
    Asm *s = &l->as;
    Sig d;
    l->own = link_own_name(l, "Site");
    as_sig(s, l->desc->s, &d);
    if (push_once(l, "Ljava/lang/invoke/CallSite;", push_site)) return ST_ERROR;
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

/* A primitive is kept in its box. */
static Status constant(Link *l, const char *t, Status (*push)(Link *l)) {
    Asm *s = &l->as;
    const char *object = "Ljava/lang/Object;", *kept = type_prim(t) ? object : t;
    if (push_once(l, kept, push)) return ST_ERROR;
    if (type_prim(t)) as_convert(s, object, t, object);
    as_return(s, t);
    return define(l, "get", as_fmt(s, "()%s", t), 0);
}

static Status push_dynamic(Link *l) {
    return push_made(
        l, push_type, "java/lang/invoke/ConstantBootstraps", "makeConstant",
        "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;Ljava/lang/Class;)"
        "Ljava/lang/Object;");
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
