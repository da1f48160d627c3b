/* parse_attr.c -- attributes in general, and those of a class (JVMS 4.7). */
#include "classfile/parse.h"

static Status overrun(Parse *ps, enum AttrOwner owner, bool past_file) {
    return owner == OF_CODE && !past_file ? bad(ps, "Code segment has wrong length") : bad_cut(ps);
}

Status next_attr(Parse *ps, Reader *r, enum AttrOwner owner, AttrIn *at) {
    static const char *const what[] = {"Attribute name has bad constant pool index", "Invalid field attribute index",
                                       "Invalid method attribute name index", "Invalid code attribute name index",
                                       "Invalid record attribute index"};
    u16 name = rd2(r);
    u32 len = rd4(r);
    if (r->cut) return overrun(ps, owner, r->end == ps->r.end);
    if (!cp_is(ps, name, CP_Utf8)) return bad(ps, "%s %u", what[owner], name);
    size_t have = (size_t)(r->end - r->p);
    at->name = cp_at(ps, name)->u.sym;
    at->owner = owner;
    at->over = len > have;
    at->past_file = len > (size_t)(ps->r.end - r->p);
    at->p = r->p;
    at->len = len;
    if (have > len) have = len;
    at->r = (Reader){r->p, r->p + have, false};
    r->p += have;
    return ST_OK;
}

Status attr_done(Parse *ps, const AttrIn *at) {
    if (at->over) return overrun(ps, at->owner, at->past_file);
    if (!at->r.cut && at->r.p == at->r.end) return ST_OK;
    return bad(ps, "%.200s attribute has wrong length", at->name->s);
}

Status keep_raw(Parse *ps, AttrIn *at, Attr *to) {
    if (to->name) return bad(ps, "Multiple %.200s attributes", at->name->s);
    if (at->over) return overrun(ps, at->owner, at->past_file);
    *to = (Attr){at->name, at->p, at->len};
    at->r.p = at->r.end;
    return ST_OK;
}

Status one_utf8(Parse *ps, AttrIn *at, const char *what, Sym **to) {
    if (at->len != 2) return bad(ps, "Wrong %s attribute length", what);
    u16 i = rd2(&at->r);
    if (!cp_is(ps, i, CP_Utf8)) return bad(ps, "Invalid %s attribute at constant pool index %u", what, i);
    *to = cp_at(ps, i)->u.sym;
    return ST_OK;
}

Status u2_list(Parse *ps, AttrIn *at, u8 tag, const char *what, u16 *n_out, u16 **to) {
    u16 n = rd2(&at->r);
    if (at->len != 2 + 2u * n) return bad(ps, "%.200s attribute has wrong length", at->name->s);
    u16 *v = arena_alloc(ps->a, (size_t)n * sizeof *v);
    if (!v) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        v[i] = rd2(&at->r);
        if (!cp_is(ps, v[i], tag)) return bad(ps, "%s %u has bad constant type", what, v[i]);
    }
    *to = v;
    *n_out = n;
    return ST_OK;
}

static Status source_debug(Parse *ps, AttrIn *at) {
    if (ps->cf->source_debug) return bad(ps, "Multiple SourceDebugExtension attributes");
    if (at->over) return bad_cut(ps);
    ps->cf->source_debug = sym(ps->st, (const char *)at->p, at->len);
    at->r.p = at->r.end;
    return ps->cf->source_debug ? ST_OK : ST_ERROR;
}

static Status inner_classes(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    if (cf->inner) return bad(ps, "Multiple InnerClasses attributes");
    u16 n = rd2(&at->r);
    if (at->over || 8u * n > (size_t)(ps->r.end - at->r.p)) return bad_cut(ps);
    if (at->len != 2 + 8u * n) return bad(ps, "InnerClasses attribute has wrong length");
    cf->inner = arena_alloc(ps->a, (size_t)n * sizeof *cf->inner);
    if (!cf->inner) return ST_ERROR;
    cf->n_inner = n;
    Map seen;
    map_init(&seen, ps->cx);
    Status st = ST_OK;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        CfInner in;
        in.inner = rd2(&at->r);
        in.outer = rd2(&at->r);
        in.name = rd2(&at->r);
        in.flags = rd2(&at->r);
        if ((in.flags & ACC_INTERFACE) && cf->major < 50) in.flags |= ACC_ABSTRACT;
        u64 key = (u64)in.inner << 48 | (u64)in.outer << 32 | (u32)in.name << 16 | in.flags;
        if (!cp_is(ps, in.inner, CP_Class)) st = bad(ps, "inner_class_info_index %u has bad constant type", in.inner);
        else if (in.outer && !cp_is(ps, in.outer, CP_Class))
            st = bad(ps, "outer_class_info_index %u has bad constant type", in.outer);
        else if (in.name && !cp_is(ps, in.name, CP_Utf8))
            st = bad(ps, "inner_name_index %u has bad constant type", in.name);
        else if (in.inner == in.outer) st = bad(ps, "Class is both outer and inner class");
        else if (!class_flags_ok(cf, in.flags)) st = bad_class_flags(ps, in.flags);
        else if (cf->major >= 49 && map_get(&seen, key, NULL)) st = bad(ps, "Duplicate entry in InnerClasses");
        else st = n > 1 ? map_put(&seen, key, 1) : ST_OK;
        cf->inner[i] = in;
    }
    map_free(&seen);
    return st;
}

static bool loadable(const Parse *ps, u32 i) {
    switch (cp_at(ps, i)->tag) {
    case CP_Integer:
    case CP_Float:
    case CP_Long:
    case CP_Double:
    case CP_Class:
    case CP_String:
    case CP_MethodHandle:
    case CP_MethodType:
    case CP_Dynamic: return true;
    default: return false;
    }
}

static Status bootstrap_methods(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    Reader *r = &at->r;
    if (cf->bootstrap) return bad(ps, "Multiple BootstrapMethods attributes");
    if (at->len < 2) return bad(ps, "Invalid BootstrapMethods attribute length %u", at->len);
    u16 n = rd2(r);
    if (!room(r, 4u * n)) return bad(ps, "Short length on BootstrapMethods");
    cf->bootstrap = arena_alloc(ps->a, (size_t)n * sizeof *cf->bootstrap);
    if (!cf->bootstrap) return ST_ERROR;
    cf->n_bootstrap = n;
    for (u32 i = 0; i < n; i++) {
        CfBootstrap *b = &cf->bootstrap[i];
        b->ref = rd2(r);
        b->n = rd2(r);
        if (!room(r, 2u * b->n)) return bad(ps, "Short length on BootstrapMethods");
        if (!cp_is(ps, b->ref, CP_MethodHandle))
            return bad(ps, "bootstrap_method_index %u has bad constant type", b->ref);
        if (!b->n) continue;
        b->args = arena_alloc(ps->a, (size_t)b->n * sizeof *b->args);
        if (!b->args) return ST_ERROR;
        for (u32 k = 0; k < b->n; k++) {
            b->args[k] = rd2(r);
            if (!loadable(ps, b->args[k])) return bad(ps, "argument_index %u has bad constant type", b->args[k]);
        }
    }
    return r->p == r->end ? ST_OK : bad(ps, "Bad length on BootstrapMethods");
}

static Status record(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    Reader *r = &at->r;
    if (cf->record) return bad(ps, "Multiple Record attributes");
    u16 n = rd2(r);
    if (!room(r, 6u * n)) return bad(ps, "Record attribute has wrong length");
    cf->record = arena_alloc(ps->a, (size_t)n * sizeof *cf->record);
    if (!cf->record) return ST_ERROR;
    cf->n_record = n;
    cf->is_record = true;
    for (u32 i = 0; i < n; i++) {
        CfRecord *c = &cf->record[i];
        u16 name = rd2(r), desc = rd2(r), k = rd2(r);
        if (r->cut) return bad(ps, "Record attribute has wrong length");
        if (!cp_is(ps, name, CP_Utf8)) return bad(ps, "Invalid constant pool index %u for record component name", name);
        if (!cp_is(ps, desc, CP_Utf8))
            return bad(ps, "Invalid constant pool index %u for record component descriptor", desc);
        c->name = cp_at(ps, name)->u.sym;
        c->desc = cp_at(ps, desc)->u.sym;
        if (!is_shape(c->name, SHAPE_NAME)) return bad_name(ps, "field", c->name);
        if (check_desc(ps, c->name, c->desc, false) != ST_OK) return ST_ERROR;
        for (; k; k--) {
            AttrIn sub;
            if (next_attr(ps, r, OF_RECORD, &sub) != ST_OK) return ST_ERROR;
            Status st = ST_OK;
            if (attr_is(&sub, "Signature"))
                st = c->signature ? bad(ps, "Multiple Signature attributes for record component")
                                  : one_utf8(ps, &sub, "Signature", &c->signature);
            else if (attr_is(&sub, "RuntimeVisibleAnnotations")) st = keep_raw(ps, &sub, &c->annotations);
            else if (attr_is(&sub, "RuntimeVisibleTypeAnnotations")) st = keep_raw(ps, &sub, &c->type_annotations);
            else sub.r.p = sub.r.end;
            if (st != ST_OK || attr_done(ps, &sub) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

static Status enclosing(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    if (cf->has_enclosing) return bad(ps, "Multiple EnclosingMethod attributes");
    if (at->len != 4) return bad(ps, "Wrong EnclosingMethod attribute length %u", at->len);
    cf->has_enclosing = true;
    cf->enclosing_class = rd2(&at->r);
    cf->enclosing_method = rd2(&at->r);
    if (!cp_is(ps, cf->enclosing_class, CP_Class))
        return bad(ps, "Invalid or out-of-bounds class index in EnclosingMethod attribute");
    if (cf->enclosing_method && !cp_is(ps, cf->enclosing_method, CP_NameAndType))
        return bad(ps, "Invalid or out-of-bounds method index in EnclosingMethod attribute");
    return ST_OK;
}

static Status nest_host(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    if (cf->nest_host) return bad(ps, "Multiple NestHost attributes");
    if (cf->nest_members) return bad(ps, "Conflicting NestHost and NestMembers attributes");
    if (at->len != 2) return bad(ps, "Wrong NestHost attribute length");
    cf->nest_host = rd2(&at->r);
    if (!cp_is(ps, cf->nest_host, CP_Class))
        return bad(ps, "Nest-host class_info_index %u has bad constant type", cf->nest_host);
    return ST_OK;
}

/* JVMS table 4.7-C: an attribute counts from the version that brought it on. */
static Status class_attr(Parse *ps, AttrIn *at) {
    ClassFile *cf = ps->cf;
    u16 v = cf->major;
    if (attr_is(at, "SourceFile")) {
        if (cf->source_file) return bad(ps, "Multiple SourceFile attributes");
        return one_utf8(ps, at, "SourceFile", &cf->source_file);
    }
    if (attr_is(at, "SourceDebugExtension")) return source_debug(ps, at);
    if (attr_is(at, "InnerClasses")) return inner_classes(ps, at);
    if (attr_is(at, "Synthetic")) {
        if (at->len) return bad(ps, "Invalid Synthetic classfile attribute length %u", at->len);
        cf->flags |= ACC_SYNTHETIC;
        return ST_OK;
    }
    if (attr_is(at, "Deprecated"))
        return at->len ? bad(ps, "Invalid Deprecated classfile attribute length %u", at->len) : ST_OK;
    if (v >= 49) {
        if (attr_is(at, "Signature")) {
            if (cf->signature) return bad(ps, "Multiple Signature attributes");
            return one_utf8(ps, at, "Signature", &cf->signature);
        }
        if (attr_is(at, "RuntimeVisibleAnnotations")) return keep_raw(ps, at, &cf->annotations);
        if (attr_is(at, "RuntimeVisibleTypeAnnotations")) return keep_raw(ps, at, &cf->type_annotations);
        if (attr_is(at, "EnclosingMethod")) return enclosing(ps, at);
    }
    if (v >= 51 && attr_is(at, "BootstrapMethods")) return bootstrap_methods(ps, at);
    if (v >= 55) {
        if (attr_is(at, "NestHost")) return nest_host(ps, at);
        if (attr_is(at, "NestMembers")) {
            if (cf->nest_members) return bad(ps, "Multiple NestMembers attributes");
            if (cf->nest_host) return bad(ps, "Conflicting NestHost and NestMembers attributes");
            return u2_list(ps, at, CP_Class, "Nest member class_info_index", &cf->n_nest_members, &cf->nest_members);
        }
    }
    if (v >= 60 && attr_is(at, "Record") && cf->super && !strcmp(cf->super->s, "java/lang/Record"))
        return record(ps, at);
    if (v >= 61 && attr_is(at, "PermittedSubclasses")) {
        if (cf->permitted) return bad(ps, "Multiple PermittedSubclasses attributes");
        if (cf->flags & ACC_FINAL) return bad(ps, "PermittedSubclasses attribute in final class");
        return u2_list(ps, at, CP_Class, "Permitted subclass class_info_index", &cf->n_permitted, &cf->permitted);
    }
    at->r.p = at->r.end;
    return ST_OK;
}

Status parse_class_attrs(Parse *ps) {
    u16 n = rd2(&ps->r);
    if (ps->r.cut) return bad_cut(ps);
    for (; n; n--) {
        AttrIn at;
        if (next_attr(ps, &ps->r, OF_CLASS, &at) != ST_OK || class_attr(ps, &at) != ST_OK ||
            attr_done(ps, &at) != ST_OK)
            return ST_ERROR;
    }
    if (ps->max_bootstrap && !ps->cf->bootstrap) return bad(ps, "Missing BootstrapMethods attribute");
    if (ps->max_bootstrap > ps->cf->n_bootstrap) return bad(ps, "Short length on BootstrapMethods");
    return ST_OK;
}
