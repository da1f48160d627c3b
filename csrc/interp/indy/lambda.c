/* lambda.c -- LambdaMetafactory: a call site becomes a final class with one field per captured
 * value, the interface's method (and bridges) that forward to the implementation, and a static
 * factory. Without captures the site is one immortal instance. */
#include "interp/indy/indy_int.h"

enum { FLAG_SERIALIZABLE = 1, FLAG_MARKERS = 2, FLAG_BRIDGES = 4 }; /* LambdaMetafactory.FLAG_* */
enum { MAX_BRIDGES = 64, MAX_IFACES = 64 };

typedef struct Lambda {
    Link *l;
    Sig caps, inst;     /* captured values; the promised (instantiated) types */
    const Sym *sam, *inst_desc;
    Handle impl;
    Sig target;         /* parameters of the implementation, receiver included; what it returns */
    ClassInfo *ifaces[MAX_IFACES];
    u32 n_ifaces;
    const Sym *bridges[MAX_BRIDGES];
    u32 n_bridges;
    i32 flags;
} Lambda;

static Status target_sig(Lambda *m) {
    Asm *s = &m->l->as;
    Sig d;
    as_sig(s, m->impl.desc->s, &d);
    const char *cls = class_type(s, m->impl.cls->s);
    bool receiver = m->impl.kind != 6 && m->impl.kind != 8;
    m->target = d;
    if (m->impl.kind == 8) m->target.ret = cls;
    if (receiver) {
        const char **p = arena_alloc(&s->a, (d.n + 1) * sizeof *p);
        if (!p) return s->st = ST_ERROR;
        p[0] = cls;
        mem_copy(p + 1, d.p, d.n * sizeof *p);
        m->target.p = p;
        m->target.n = d.n + 1;
        m->target.words = d.words + 1;
    }
    return s->st;
}

/* JDK: the sum of captured and interface parameters must be the implementation's. */
static void check(Lambda *m) {
    Asm *s = &m->l->as;
    Sig sam;
    as_sig(s, m->sam->s, &sam);
    if (m->caps.n + sam.n != m->target.n || m->inst.n != sam.n)
        return link_bad(
            m->l, "java.lang.invoke.LambdaConversionException: Incorrect number of parameters for %s method %s.%s%s",
            m->impl.kind == 6 ? "static" : "instance", m->impl.cls->s, m->impl.name->s, m->impl.desc->s);
    if (*sam.ret != 'V' && *m->target.ret == 'V')
        link_bad(
            m->l,
            "java.lang.invoke.LambdaConversionException: Type mismatch for lambda return: void is not convertible");
}

static const char *field_name(Lambda *m, u32 i) { return as_fmt(&m->l->as, "arg$%u", i + 1); }

/* One method of the interface: captured values, converted arguments, call, converted result. */
static void forward(Lambda *m, const char *desc) {
    Asm *s = &m->l->as;
    Sig d;
    as_sig(s, desc, &d);
    if (d.n != m->inst.n) {
        link_bad(m->l, "java.lang.invoke.LambdaConversionException: bridge of another arity");
        return;
    }
    if (m->impl.kind == 8) {
        as_op_u16(s, OP_NEW, as_class_of(s, m->impl.mi->ci));
        as_op(s, OP_DUP);
    }
    for (u32 i = 0; i < m->caps.n; i++) {
        as_op(s, OP_ALOAD_0);
        as_op_u16(s, OP_GETFIELD, as_field(s, m->l->own, field_name(m, i), m->caps.p[i]));
        /* the bound receiver of a method reference has its static type; the call site's verifier has
         * seen to the rest, which a class file we do not trust may belie */
        as_convert(s, m->caps.p[i], m->target.p[i], m->caps.p[i]);
    }
    for (u32 i = 0, slot = 1; i < d.n; i++) {
        as_load(s, d.p[i], slot);
        slot += type_words(d.p[i]);
        as_convert(s, d.p[i], m->target.p[m->caps.n + i], m->inst.p[i]);
    }
    as_invoke(s, m->impl.op, m->impl.mi);
    as_convert(s, m->target.ret, d.ret, d.ret);
    as_return(s, d.ret);
    as_method_end(s, m->l->name->s, desc, ACC_PUBLIC, d.words + 1, m->target.words + d.words + 8);
}

static void factory(Lambda *m) {
    Asm *s = &m->l->as;
    as_op_u16(s, OP_NEW, as_class(s, m->l->own));
    for (u32 i = 0, slot = 0; i < m->caps.n; i++) {
        as_op(s, OP_DUP);
        as_load(s, m->caps.p[i], slot);
        slot += type_words(m->caps.p[i]);
        as_op_u16(s, OP_PUTFIELD, as_field(s, m->l->own, field_name(m, i), m->caps.p[i]));
    }
    as_op(s, OP_ARETURN);
    as_method_end(s, "get$Lambda", m->l->desc->s, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, m->caps.words, 8);
}

static void ldc(Asm *s, u16 cp) { as_op_u16(s, OP_LDC_W, cp); }

/* writeReplace: the java.lang.invoke.SerializedLambda of this object. */
static void write_replace(Lambda *m, const char *iface) {
    Asm *s = &m->l->as;
    as_op_u16(s, OP_NEW, as_class(s, "java/lang/invoke/SerializedLambda"));
    as_op(s, OP_DUP);
    ldc(s, as_class_of(s, m->l->ci));
    ldc(s, as_string(s, iface));
    ldc(s, as_string(s, m->l->name->s));
    ldc(s, as_string(s, m->sam->s));
    as_int(s, m->impl.kind);
    ldc(s, as_string(s, m->impl.cls->s));
    ldc(s, as_string(s, m->impl.name->s));
    ldc(s, as_string(s, m->impl.desc->s));
    ldc(s, as_string(s, m->inst_desc->s));
    as_int(s, (i32)m->caps.n);
    as_op_u16(s, OP_ANEWARRAY, as_class(s, "java/lang/Object"));
    for (u32 i = 0; i < m->caps.n; i++) {
        as_op(s, OP_DUP);
        as_int(s, (i32)i);
        as_op(s, OP_ALOAD_0);
        as_op_u16(s, OP_GETFIELD, as_field(s, m->l->own, field_name(m, i), m->caps.p[i]));
        if (type_prim(m->caps.p[i])) as_box(s, m->caps.p[i]);
        as_op(s, OP_AASTORE);
    }
    as_op_u16(s, OP_INVOKESPECIAL,
              as_method(s, "java/lang/invoke/SerializedLambda", "<init>",
                        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;"
                        "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V"));
    as_op(s, OP_ARETURN);
    as_method_end(s, "writeReplace", "()Ljava/lang/Object;", ACC_PRIVATE | ACC_FINAL, 1, 20);
}

/* The interface is serializable but the lambda was not asked to be: writing it must fail. */
static void refuse_serialization(Lambda *m) {
    Asm *s = &m->l->as;
    static const char *const hooks[2][2] = {{"writeObject", "(Ljava/io/ObjectOutputStream;)V"},
                                            {"readObject", "(Ljava/io/ObjectInputStream;)V"}};
    for (int i = 0; i < 2; i++) {
        as_op_u16(s, OP_NEW, as_class(s, "java/io/NotSerializableException"));
        as_op(s, OP_DUP);
        ldc(s, as_string(s, "Non-serializable lambda"));
        as_op_u16(s, OP_INVOKESPECIAL,
                  as_method(s, "java/io/NotSerializableException", "<init>", "(Ljava/lang/String;)V"));
        as_op(s, OP_ATHROW);
        as_method_end(s, hooks[i][0], hooks[i][1], ACC_PRIVATE | ACC_FINAL, 2, 3);
    }
}

static Status add_iface(Lambda *m, const char *name) {
    ClassInfo *ci;
    if (link_class_named(m->l, name, &ci) || !ci) return ST_OK;
    if (!(ci->access & ACC_INTERFACE)) {
        link_bad(m->l, "java.lang.invoke.LambdaConversionException: %s is not an interface", name);
        return ST_OK;
    }
    for (u32 i = 0; i < m->n_ifaces; i++)
        if (m->ifaces[i] == ci) return ST_OK;
    if (m->n_ifaces == MAX_IFACES) link_missing(m->l, "a lambda of more than %d interfaces", MAX_IFACES);
    else m->ifaces[m->n_ifaces++] = ci;
    return ST_OK;
}

/* altMetafactory: flags, then markers and bridges as the flags say. */
static void alt_arguments(Lambda *m) {
    Link *l = m->l;
    u32 at = 3;
    u16 e = link_arg(l, at++, CP_Integer);
    if (!e) return;
    m->flags = l->cf->cp[e].u.i;
    if (m->flags & FLAG_MARKERS) {
        if (!(e = link_arg(l, at++, CP_Integer))) return;
        for (i32 n = l->cf->cp[e].u.i; n > 0 && !link_failed_yet(l); n--) {
            const Sym *c = link_arg_text(l, at++, CP_Class);
            if (c) add_iface(m, c->s);
        }
    }
    if ((m->flags & FLAG_BRIDGES) && !link_failed_yet(l)) {
        if (!(e = link_arg(l, at++, CP_Integer))) return;
        for (i32 n = l->cf->cp[e].u.i; n > 0 && !link_failed_yet(l); n--) {
            const Sym *d = link_arg_text(l, at++, CP_MethodType);
            if (m->n_bridges == MAX_BRIDGES) link_missing(l, "a lambda with more than %d bridges", MAX_BRIDGES);
            else if (d) m->bridges[m->n_bridges++] = d;
        }
    }
}

static bool has_defaults(const ClassInfo *f) {
    for (u32 k = 0; k < f->n_methods; k++)
        if (!(f->methods[k].flags & (ACC_STATIC | ACC_ABSTRACT))) return true;
    return false;
}
/* Initializing a class that implements the interface would run code of interfaces (JVMS 5.5 step 7). */
static bool init_matters(const ClassInfo *f) {
    if (!(f->attrs & CA_INIT_TRIVIAL) && has_defaults(f)) return true;
    for (u32 i = 0; i < f->n_all_ifaces; i++)
        if (!(f->all_ifaces[i]->attrs & CA_INIT_TRIVIAL) && has_defaults(f->all_ifaces[i])) return true;
    return false;
}

static Status finish(Lambda *m, ClassInfo *ci) {
    Link *l = m->l;
    MethodInfo *make = NULL;
    for (u32 i = 0; i < ci->n_methods; i++)
        if (text_is(ci->methods[i].name, "get$Lambda")) make = &ci->methods[i];
    if (m->caps.n == 0) {
        Ref r = 0;
        if (!l->replay && heap_new_singleton(l->ks->heap, ci, &r)) return ST_ERROR;
        /* Where initialization has effects, the site is a method that reads the instance from the
         * class (and so initializes it on each path); else it is the instance itself. */
        FieldInfo *cell = ci->n_fields ? &ci->fields[0] : NULL;
        if (cell && (cell->flags & ACC_STATIC)) {
            if (r) *(Ref *)(void *)ei_at(l->ks->heap, ei(l->ks->heap, ci->mirror), cell->offset, sizeof r) = r;
            l->site->mi = make;
        } else {
            l->site->instance = r;
            l->site->single = ci;
        }
        return ST_OK;
    }
    l->site->mi = make;
    return ST_OK;
}

Status indy_lambda(Link *l, bool alt) {
    Lambda m = {.l = l};
    Asm *s = &l->as;
    m.sam = link_arg_text(l, 0, CP_MethodType);
    u16 handle = m.sam ? link_arg(l, 1, CP_MethodHandle) : 0;
    m.inst_desc = handle ? link_arg_text(l, 2, CP_MethodType) : NULL;
    if (!m.inst_desc) return ST_OK;
    as_sig(s, l->desc->s, &m.caps);
    as_sig(s, m.inst_desc->s, &m.inst);
    if (s->st) return ST_ERROR;
    if (type_prim(m.caps.ret)) return link_bad(l, "a lambda of primitive type"), ST_OK;
    const char *iface = type_class(s, m.caps.ret);
    add_iface(&m, iface);
    if (alt && !link_failed_yet(l)) alt_arguments(&m);
    if (!link_failed_yet(l) && link_handle(l, handle, &m.impl)) return ST_ERROR;
    if (!link_failed_yet(l) && !m.impl.mi)
        link_bad(l, "java.lang.invoke.LambdaConversionException: Unsupported MethodHandle kind");
    if (link_failed_yet(l)) return s->st;
    if (target_sig(&m)) return ST_ERROR;
    check(&m);
    if (link_failed_yet(l)) return s->st;

    l->own = link_own_name(l, "Lambda");
    for (u32 i = 0; i < m.caps.n; i++) as_field_add(s, field_name(&m, i), m.caps.p[i], ACC_PRIVATE | ACC_FINAL);
    forward(&m, m.sam->s);
    for (u32 i = 0; i < m.n_bridges && !link_failed_yet(l); i++) {
        bool same = m.bridges[i] == m.sam;
        for (u32 k = 0; k < i; k++) same |= m.bridges[k] == m.bridges[i];
        if (!same) forward(&m, m.bridges[i]->s);
    }
    bool serial = false, effects = false;
    for (u32 i = 0; i < m.n_ifaces; i++) {
        serial |= ci_is_subclass(m.ifaces[i], l->cs->serializable);
        effects |= init_matters(m.ifaces[i]);
    }
    if (m.flags & FLAG_SERIALIZABLE) {
        add_iface(&m, "java/io/Serializable");
        write_replace(&m, iface);
    } else if (serial) {
        refuse_serialization(&m);
    }
    if (m.caps.n == 0 && effects) {
        const char *t = as_fmt(s, "L%s;", iface);
        as_field_add(s, "INSTANCE", t, ACC_PRIVATE | ACC_STATIC | ACC_FINAL);
        as_op_u16(s, OP_GETSTATIC, as_field(s, l->own, "INSTANCE", t));
        as_op(s, OP_ARETURN);
        as_method_end(s, "get$Lambda", l->desc->s, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, 0, 2);
    } else if (m.caps.n) {
        factory(&m);
    }
    ClassInfo *ci;
    if (link_failed_yet(l)) return s->st;
    if (link_define(l, NULL, m.ifaces, m.n_ifaces, &ci)) return ST_ERROR;
    return ci ? finish(&m, ci) : ST_OK;
}
