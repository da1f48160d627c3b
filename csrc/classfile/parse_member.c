/* parse_member.c -- fields and methods (JVMS 4.5, 4.6) with their attributes. */
#include "classfile/parse.h"

static Status bad_flags(Parse *ps, const CfMember *m, bool method) {
    if (method)
        return cx_fail(ps->cx, ERR_FORMAT, "Method %.200s in class %.200s has illegal modifiers: 0x%X", m->name->s,
                       ps->name, m->flags);
    return cx_fail(ps->cx, ERR_FORMAT, "Illegal field modifiers in class %.200s: 0x%X", ps->name, m->flags);
}

/* At most one of public, protected, private. */
static bool visibility_ok(u16 f) {
    u16 v = f & (ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE);
    return (v & (v - 1)) == 0;
}

static bool field_flags_ok(const ClassFile *cf, u16 f) {
    if (cf->flags & ACC_INTERFACE) {
        u16 must = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
        u16 never = ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT;
        if (cf->major >= 49) never |= ACC_ENUM;
        return (f & must) == must && !(f & never);
    }
    return visibility_ok(f) && !((f & ACC_FINAL) && (f & ACC_VOLATILE));
}

/* JVMS 4.6; what each class file version demands differs. */
static bool method_flags_ok(const ClassFile *cf, u16 f, bool init) {
    u16 m = cf->major;
    if (cf->flags & ACC_INTERFACE) {
        u16 never, must = 0;
        if (m >= 52) {
            bool pub = f & ACC_PUBLIC, priv = f & ACC_PRIVATE;
            if (pub == priv) return false;
            never = ACC_NATIVE | ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED;
            if (f & ACC_ABSTRACT) never |= ACC_PRIVATE | ACC_STATIC | (m < 61 ? ACC_STRICT : 0);
        } else if (m >= 49) {
            must = ACC_PUBLIC | ACC_ABSTRACT;
            never = ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_STRICT;
        } else {
            must = ACC_PUBLIC | ACC_ABSTRACT;
            never = ACC_STATIC | ACC_FINAL | ACC_NATIVE;
        }
        return (f & must) == must && !(f & never);
    }
    if (!visibility_ok(f)) return false;
    if (init)
        return !(f &
                 (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT | (m >= 49 ? ACC_BRIDGE : 0)));
    if (f & ACC_ABSTRACT)
        return !(f & (ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC | (m >= 49 ? ACC_SYNCHRONIZED : 0) |
                      (m >= 49 && m < 61 ? ACC_STRICT : 0)));
    return true;
}

/* Attributes that fields and methods share. *took: it was one of them. */
static Status common_attr(Parse *ps, AttrIn *at, CfMember *m, const char *what, bool *took) {
    *took = true;
    bool v49 = ps->cf->major >= 49;
    if (attr_is(at, "Synthetic")) {
        if (at->len != 0) return bad(ps, "Invalid Synthetic %s attribute length %u", what, at->len);
        m->flags |= ACC_SYNTHETIC;
        return ST_OK;
    }
    if (attr_is(at, "Deprecated"))
        return at->len == 0 ? ST_OK : bad(ps, "Invalid Deprecated %s attribute length %u", what, at->len);
    if (v49 && attr_is(at, "Signature")) {
        if (m->signature) return bad(ps, "Multiple Signature attributes for %s", what);
        return one_utf8(ps, at, "Signature", &m->signature);
    }
    if (v49 && attr_is(at, "RuntimeVisibleAnnotations")) return keep_raw(ps, at, &m->annotations);
    if (v49 && attr_is(at, "RuntimeVisibleTypeAnnotations")) return keep_raw(ps, at, &m->type_annotations);
    *took = false;
    return ST_OK;
}

/* JVMS 4.7.2, table 4.7.2-A. */
static Status constant_value(Parse *ps, AttrIn *at, CfMember *m) {
    if (at->len != 2) return bad(ps, "Invalid ConstantValue field attribute length %u", at->len);
    u16 i = rd2(&at->r);
    if (!(m->flags & ACC_STATIC)) return ST_OK; /* ignored for instance fields */
    if (m->const_value) return bad(ps, "Duplicate ConstantValue attribute");
    if (i == 0 || i >= ps->cf->n_cp) return bad(ps, "Bad initial value index %u in ConstantValue attribute", i);
    u8 tag = 0;
    switch (m->desc->s[0]) {
    case 'J': tag = CP_Long; break;
    case 'F': tag = CP_Float; break;
    case 'D': tag = CP_Double; break;
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z': tag = CP_Integer; break;
    case 'L':
        if (strcmp(m->desc->s, "Ljava/lang/String;") != 0 || !cp_is(ps, i, CP_String))
            return bad(ps, "Bad string initial value");
        tag = CP_String;
        break;
    default: break;
    }
    if (!tag) return bad(ps, "Unable to set initial value %u", i);
    if (!cp_is(ps, i, tag)) return bad(ps, "Inconsistent constant value type");
    m->const_value = i;
    return ST_OK;
}

static Status parse_field(Parse *ps, CfMember *m) {
    u16 n = rd2(&ps->r);
    if (ps->r.cut) return bad_cut(ps);
    for (; n; n--) {
        AttrIn at;
        bool took;
        if (next_attr(ps, &ps->r, OF_FIELD, &at) != ST_OK || common_attr(ps, &at, m, "field", &took) != ST_OK)
            return ST_ERROR;
        if (!took) {
            if (attr_is(&at, "ConstantValue") && constant_value(ps, &at, m) != ST_OK) return ST_ERROR;
            at.r.p = at.r.end;
        }
        if (attr_done(ps, &at) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status method_attr(Parse *ps, AttrIn *at, CfMember *m) {
    bool took;
    if (common_attr(ps, at, m, "method", &took) != ST_OK) return ST_ERROR;
    if (took) return ST_OK;
    if (attr_is(at, "Code")) {
        if (m->flags & (ACC_NATIVE | ACC_ABSTRACT)) return bad(ps, "Code attribute in native or abstract methods");
        if (m->code) return bad(ps, "Multiple Code attributes");
        return parse_code(ps, at, m, &m->code);
    }
    if (attr_is(at, "Exceptions")) {
        if (m->exceptions) return bad(ps, "Duplicate Exceptions attribute");
        return u2_list(ps, at, CP_Class, "Exception name index", &m->n_exceptions, &m->exceptions);
    }
    if (ps->cf->major >= 49) {
        if (attr_is(at, "RuntimeVisibleParameterAnnotations")) return keep_raw(ps, at, &m->param_annotations);
        if (attr_is(at, "AnnotationDefault")) return keep_raw(ps, at, &m->annotation_default);
    }
    if (ps->cf->major >= 52 && attr_is(at, "MethodParameters")) {
        if (at->len < 1 || at->over || at->len != 1 + 4u * at->p[0])
            return bad(ps, "Invalid MethodParameters method attribute length %u", at->len);
        for (u32 i = 0; i < at->p[0]; i++) {
            const u8 *p = at->p + 1 + 4 * i;
            u16 name = (u16)(p[0] << 8 | p[1]);
            if (name && !cp_is(ps, name, CP_Utf8))
                return bad(ps, "Invalid constant pool index %u for parameter name", name);
        }
        return keep_raw(ps, at, &m->params);
    }
    at->r.p = at->r.end;
    return ST_OK;
}

static Status parse_method(Parse *ps, CfMember *m) {
    const ClassFile *cf = ps->cf;
    bool init = is_shape(m->name, SHAPE_INIT), clinit = is_shape(m->name, SHAPE_CLINIT);
    if (init && (cf->flags & ACC_INTERFACE)) return bad(ps, "Interface cannot have a constructor: method <init>");
    if (clinit) {
        /* JVMS 2.9.2: from version 51 on it must be static; other flags do not count. */
        if (cf->major < 51) m->flags = ACC_STATIC;
        else if (m->flags & ACC_STATIC) m->flags &= ACC_STATIC | (cf->major < 61 ? ACC_STRICT : 0);
        else return bad(ps, "Method <clinit> is not static");
    } else if (!method_flags_ok(cf, m->flags, init)) {
        return bad_flags(ps, m, true);
    }
    if (clinit && cf->major >= 51 && m->desc->s[1] != ')') return bad_desc(ps, m->name, m->desc, true);
    if (m->desc->arg_words + (m->flags & ACC_STATIC ? 0 : 1) > 255)
        return bad(ps, "Too many arguments in method signature");
    u16 n = rd2(&ps->r);
    if (ps->r.cut) return bad_cut(ps);
    for (; n; n--) {
        AttrIn at;
        if (next_attr(ps, &ps->r, OF_METHOD, &at) != ST_OK || method_attr(ps, &at, m) != ST_OK ||
            attr_done(ps, &at) != ST_OK)
            return ST_ERROR;
    }
    if (!m->code && !(m->flags & (ACC_NATIVE | ACC_ABSTRACT)))
        return bad(ps, "Absent Code attribute in method that is not native or abstract");
    return ST_OK;
}

/* Flags, name and descriptor, which both kinds begin with. */
static Status member_head(Parse *ps, CfMember *m, bool method) {
    const char *kind = method ? "method" : "field", *what = method ? "Illegal" : "Invalid";
    m->flags = rd2(&ps->r);
    u16 name = rd2(&ps->r), desc = rd2(&ps->r);
    if (ps->r.cut) return bad_cut(ps);
    /* Undefined bits are ignored (JVMS 4.5, 4.6). */
    m->flags &= method ? 0x1dff : 0x50df;
    if (!method && !field_flags_ok(ps->cf, m->flags)) return bad_flags(ps, m, false);
    if (!cp_is(ps, name, CP_Utf8)) return bad(ps, "%s constant pool index %u for %s name", what, name, kind);
    if (!cp_is(ps, desc, CP_Utf8)) return bad(ps, "%s constant pool index %u for %s signature", what, desc, kind);
    m->name = cp_at(ps, name)->u.sym;
    m->desc = cp_at(ps, desc)->u.sym;
    if (!is_shape(m->name, method ? SHAPE_METHOD_NAME | SHAPE_INIT | SHAPE_CLINIT : SHAPE_NAME))
        return bad_name(ps, kind, m->name);
    if (check_desc(ps, m->name, m->desc, method) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* No two members of one kind share name and descriptor. */
static Status no_duplicates(Parse *ps, const CfMember *v, u32 n, bool method) {
    Map seen;
    map_init(&seen, ps->cx);
    Status st = ST_OK;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        u64 key = (u64)v[i].name->id << 32 | v[i].desc->id;
        bool dup = false;
        if (n <= 12) {
            for (u32 k = 0; k < i && !dup; k++) dup = v[k].name == v[i].name && v[k].desc == v[i].desc;
        } else {
            dup = map_get(&seen, key, NULL);
            if (!dup) st = map_put(&seen, key, 1);
        }
        if (dup)
            st = cx_fail(ps->cx, ERR_FORMAT,
                         "Duplicate %s name \"%.200s\" with signature \"%.200s\" in class file %.200s",
                         method ? "method" : "field", v[i].name->s, v[i].desc->s, ps->name);
    }
    map_free(&seen);
    return st;
}

static Status members(Parse *ps, bool method, u16 *n_out, CfMember **out) {
    u16 n = rd2(&ps->r);
    /* A member takes 8 bytes: a forged count gets memory for what can really be there. */
    size_t cap = (size_t)(ps->r.end - ps->r.p) / 8 + 1;
    CfMember *v = arena_alloc(ps->a, (n < cap ? n : cap) * sizeof *v);
    if (!v) return ST_ERROR;
    *out = v;
    *n_out = n;
    for (u32 i = 0; i < n; i++)
        if (member_head(ps, &v[i], method) != ST_OK ||
            (method ? parse_method(ps, &v[i]) : parse_field(ps, &v[i])) != ST_OK)
            return ST_ERROR;
    return no_duplicates(ps, v, n, method);
}

Status parse_fields(Parse *ps) { return members(ps, false, &ps->cf->n_fields, &ps->cf->fields); }
Status parse_methods(Parse *ps) { return members(ps, true, &ps->cf->n_methods, &ps->cf->methods); }
