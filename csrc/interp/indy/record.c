/* record.c -- ObjectMethods.bootstrap: equals, hashCode and toString of records, in the order and
 * with the helper methods of the JDK's own (equals compares the last component first). */
#include "interp/indy/indy_int.h"

enum { MAX_COMPONENTS = 254 };

typedef struct Rec {
    ClassInfo *ci;
    u32 n;
    FieldInfo *f[MAX_COMPONENTS];
    const char *type[MAX_COMPONENTS]; /* of what get leaves */
    bool long_text; /* longs become strings one by one: too many words for one call */
    MethodInfo *stringifier; /* the method the JDK calls for objects: it stands in stack traces */
} Rec;

static void get(Asm *s, u32 slot, FieldInfo *fi) {
    as_load(s, "L", slot);
    as_op_u16(s, OP_GETFIELD, as_field_of(s, fi));
}

static const char *box_class(char prim) {
    switch (prim) {
    case 'J': return "java/lang/Long";
    case 'F': return "java/lang/Float";
    case 'D': return "java/lang/Double";
    case 'Z': return "java/lang/Boolean";
    case 'B': return "java/lang/Byte";
    case 'S': return "java/lang/Short";
    case 'C': return "java/lang/Character";
    default: return "java/lang/Integer";
    }
}

static void hash_code(Asm *s, const Rec *r) {
    as_int(s, 0);
    for (u32 i = 0; i < r->n; i++) {
        const char *d = r->f[i]->desc->s;
        as_int(s, 31);
        as_op(s, OP_IMUL);
        get(s, 0, r->f[i]);
        if (type_prim(d)) as_static(s, box_class(*d), "hashCode", as_fmt(s, "(%c)I", *d));
        else as_static(s, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
        as_op(s, OP_IADD);
    }
    as_op(s, OP_IRETURN);
}

static void return_false_unless(Asm *s, u8 branch_if_true) {
    u32 b = as_branch(s, branch_if_true);
    as_int(s, 0);
    as_op(s, OP_IRETURN);
    as_land(s, b);
}

static void equals(Asm *s, const Rec *r) {
    as_op(s, OP_ALOAD_0);
    as_op(s, OP_ALOAD_1);
    u32 other = as_branch(s, OP_IF_ACMPNE);
    as_int(s, 1);
    as_op(s, OP_IRETURN);
    as_land(s, other);
    as_op(s, OP_ALOAD_1);
    as_op_u16(s, OP_INSTANCEOF, as_class_of(s, r->ci));
    return_false_unless(s, OP_IFNE);
    for (u32 i = r->n; i-- > 0;) {
        const char *d = r->f[i]->desc->s;
        get(s, 0, r->f[i]);
        get(s, 1, r->f[i]);
        switch (*d) {
        case 'J':
            as_op(s, OP_LCMP);
            return_false_unless(s, OP_IFEQ);
            break;
        case 'F':
        case 'D':
            as_static(s, box_class(*d), "compare", as_fmt(s, "(%c%c)I", *d, *d));
            return_false_unless(s, OP_IFEQ);
            break;
        case 'L':
        case '[':
            as_static(s, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
            return_false_unless(s, OP_IFNE);
            break;
        default: return_false_unless(s, OP_IF_ICMPEQ);
        }
    }
    as_int(s, 1);
    as_op(s, OP_IRETURN);
}

static bool turns_to_text(const char *desc) { return !type_prim(desc) && strcmp(desc, "Ljava/lang/String;") != 0; }

static void load_component(Link *l, void *u, u32 i) {
    Rec *r = u;
    const char *d = r->f[i]->desc->s;
    get(&l->as, 0, r->f[i]);
    if (r->long_text && *d == 'J') as_static(&l->as, "java/lang/String", "valueOf", "(J)Ljava/lang/String;");
    else if (turns_to_text(d)) as_invoke(&l->as, OP_INVOKESTATIC, r->stringifier);
}

/* ObjectMethods of newer releases (those that split long records) leaves objects to StringConcatFactory. */
static Status find_stringifier(Link *l, Rec *r) {
    ClassInfo *om, *ci;
    if (link_class_named(l, "java/lang/runtime/ObjectMethods", &om)) return ST_ERROR;
    bool concat = om && ci_find_method(om, "split", "([Ljava/lang/invoke/MethodHandle;)Ljava/util/List;");
    if (link_class_named(l, concat ? "java/lang/StringConcatHelper" : "java/util/Objects", &ci)) return ST_ERROR;
    if (ci)
        r->stringifier = ci_find_method(ci, concat ? "stringOf" : "toString", "(Ljava/lang/Object;)Ljava/lang/String;");
    if (!r->stringifier && !link_failed_yet(l)) link_missing(l, "toString of records in this JDK");
    return ST_OK;
}

/* Class.getSimpleName of a class that is no array. */
static void simple_name(const ClassInfo *ci, const char **s, u32 *len) {
    const ClassFile *cf = ci->cf;
    for (u32 i = 0; i < cf->n_inner; i++) {
        const CfInner *in = &cf->inner[i];
        if (!in->inner || cf->cp[in->inner].u.sym != ci->name) continue;
        *s = in->name ? cf->cp[in->name].u.sym->s : "";
        *len = (u32)strlen(*s);
        return;
    }
    const char *slash = strrchr(ci->name->s, '/');
    *s = slash ? slash + 1 : ci->name->s;
    *len = (u32)strlen(*s);
}

static Status to_string(Link *l, Rec *r, Piece **out, u32 *n_out) {
    Asm *s = &l->as;
    const Sym *names = link_arg_text(l, 1, CP_String);
    if (!names) return ST_OK;
    if (find_stringifier(l, r)) return ST_ERROR;
    if (!r->stringifier) return ST_OK;
    Piece *p = arena_alloc(&s->a, (4 * r->n + 4u) * sizeof *p);
    if (!p) return s->st = ST_ERROR;
    u32 n = 0, words = 0;
    simple_name(r->ci, &p[0].text, &p[0].len);
    n++;
    p[n++] = (Piece){.text = "[", .len = 1};
    const char *at = names->s;
    for (u32 i = 0; i < r->n; i++) {
        const char *end = strchr(at, ';');
        u32 len = end ? (u32)(end - at) : (u32)strlen(at);
        if (i) p[n++] = (Piece){.text = ", ", .len = 2};
        p[n++] = (Piece){.text = at, .len = len};
        p[n++] = (Piece){.text = "=", .len = 1};
        p[n++] = (Piece){.arg = i};
        at += len + (end != NULL);
        r->type[i] = turns_to_text(r->f[i]->desc->s) ? "Ljava/lang/String;" : r->f[i]->desc->s;
        words += type_words(r->type[i]);
    }
    p[n++] = (Piece){.text = "]", .len = 1};
    r->long_text = words > 250;
    if (r->long_text)
        for (u32 i = 0; i < r->n; i++)
            if (*r->type[i] == 'J') r->type[i] = "Ljava/lang/String;";
    concat_emit(l, p, n, r->type, r->n, load_component, r);
    as_op(s, OP_ARETURN);
    *out = p;
    *n_out = n;
    return ST_OK;
}

Status indy_record(Link *l) {
    Asm *s = &l->as;
    Rec r = {0};
    const Sym *cls = link_arg_text(l, 0, CP_Class);
    Sig d;
    as_sig(s, l->desc->s, &d);
    if (!cls || s->st) return s->st;
    if (link_class_named(l, cls->s, &r.ci) || !r.ci) return s->st;
    bool eq = text_is(l->name, "equals");
    if (r.ci != l->ci || d.n != (eq ? 2u : 1u) || strcmp(d.p[0], class_type(s, cls->s)) ||
        l->bs->n > 2 + MAX_COMPONENTS)
        return link_bad(l, "java.lang.IllegalArgumentException: Bad method type: %s", l->desc->s), ST_OK;
    for (u32 i = 2; i < l->bs->n; i++) {
        Handle h;
        u16 e = link_arg(l, i, CP_MethodHandle);
        if (!e) return ST_OK;
        if (l->cf->cp[e].kind != 1) return link_missing(l, "a record with accessors that are no fields"), ST_OK;
        if (link_handle(l, e, &h)) return ST_ERROR;
        if (!h.fi) return ST_OK;
        if (!ci_is_subclass(r.ci, h.fi->ci))
            return link_bad(l, "java.lang.IllegalArgumentException: a field of another class"), ST_OK;
        r.f[r.n++] = h.fi;
    }
    l->own = link_own_name(l, "Record");
    Piece *p = NULL;
    u32 n = 0;
    if (eq) {
        if (strcmp(d.p[1], "Ljava/lang/Object;") || *d.ret != 'Z')
            link_bad(l, "java.lang.IllegalArgumentException: Bad method type: %s", l->desc->s);
        equals(s, &r);
    } else if (text_is(l->name, "hashCode") && *d.ret == 'I') {
        hash_code(s, &r);
    } else if (text_is(l->name, "toString") && !strcmp(d.ret, "Ljava/lang/String;")) {
        if (to_string(l, &r, &p, &n)) return ST_ERROR;
    } else {
        link_bad(l, "java.lang.IllegalArgumentException: %s", l->name->s);
    }
    as_method_end(s, l->name->s, l->desc->s, ACC_STATIC | ACC_SYNTHETIC, 2, 2 * r.n + 8);
    ClassInfo *ci;
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (!ci) return ST_OK;
    for (u32 i = 0; i < ci->n_methods; i++)
        if (!text_is(ci->methods[i].name, "join")) l->site->mi = &ci->methods[i];
    return p ? concat_bind(l, ci, p, n, r.type, r.n) : ST_OK;
}
