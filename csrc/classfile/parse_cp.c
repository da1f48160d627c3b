/* parse_cp.c -- the constant pool (JVMS 4.4): read, then cross references checked. */
#include "classfile/parse.h"

/* Modified UTF-8 (JVMS 4.4.7): no zero byte, no byte F0..FF, one to three bytes a unit. */
static bool utf8_ok(const u8 *p, size_t n) {
    const u8 *end = p + n;
    while (p < end) {
        u64 w;
        while (end - p >= 8) { /* eight ASCII bytes without a zero at a time */
            memcpy(&w, p, 8);
            if ((w | (w - 0x0101010101010101ull)) & 0x8080808080808080ull) break;
            p += 8;
        }
        if (p == end) break;
        u8 c = *p++;
        if (c == 0) return false;
        if (c < 0x80) continue;
        int more = (c & 0xE0) == 0xC0 ? 1 : (c & 0xF0) == 0xE0 ? 2 : 0;
        if (!more || end - p < more) return false;
        for (; more; more--)
            if ((*p++ & 0xC0) != 0x80) return false;
    }
    return true;
}

static Status no_tag(Parse *ps, u8 tag) { return bad(ps, "Unknown constant tag %u", tag); }
static Status need(Parse *ps, u8 tag, u16 major) {
    return ps->cf->major >= major ? ST_OK : bad(ps, "Class file version does not support constant tag %u", tag);
}

static Status read_entry(Parse *ps, CpEntry *e) {
    Reader *r = &ps->r;
    u64 w;
    u32 n;
    e->tag = rd1(r);
    switch (e->tag) {
    case CP_Utf8:
        n = rd2(r);
        if (!room(r, n)) return bad_cut(ps);
        if (!utf8_ok(r->p, n)) return bad(ps, "Illegal UTF8 string in constant pool");
        e->u.sym = sym(ps->st, (const char *)r->p, n);
        r->p += n;
        return e->u.sym ? ST_OK : ST_ERROR;
    case CP_Integer: e->u.i = (i32)rd4(r); return ST_OK;
    case CP_Float:
        n = rd4(r);
        memcpy(&e->u.f, &n, 4);
        return ST_OK;
    case CP_Long:
    case CP_Double:
        w = (u64)rd4(r) << 32;
        e->u.l = (i64)(w | rd4(r));
        return ST_OK;
    case CP_MethodHandle:
        e->kind = rd1(r);
        e->b = rd2(r);
        return need(ps, e->tag, 51);
    case CP_MethodType: e->a = rd2(r); return need(ps, e->tag, 51);
    case CP_Module:
    case CP_Package: /* only a module-info has them: tested with the flags */
        e->a = rd2(r);
        ps->module_tag = e->tag;
        return ps->cf->major >= 53 ? ST_OK : no_tag(ps, e->tag);
    case CP_Class:
    case CP_String: e->a = rd2(r); return ST_OK;
    case CP_Dynamic:
    case CP_InvokeDynamic:
        e->a = rd2(r);
        e->b = rd2(r);
        if (e->a >= ps->max_bootstrap) ps->max_bootstrap = e->a + 1u;
        return need(ps, e->tag, e->tag == CP_Dynamic ? 55 : 51);
    case CP_Fieldref:
    case CP_Methodref:
    case CP_InterfaceMethodref:
    case CP_NameAndType:
        e->a = rd2(r);
        e->b = rd2(r);
        return ST_OK;
    default: return r->cut ? bad_cut(ps) : no_tag(ps, e->tag);
    }
}

static Status bad_index(Parse *ps, u32 i) { return bad(ps, "Invalid constant pool index %u", i); }

/* A name and a descriptor used as a field or a method. init: "<init>" may be named. */
static Status check_use(Parse *ps, u32 nat, bool method, bool init) {
    const CpEntry *t = cp_at(ps, nat);
    Sym *name = cp_at(ps, t->a)->u.sym, *desc = cp_at(ps, t->b)->u.sym;
    if (!is_shape(name, method ? (init ? SHAPE_METHOD_NAME | SHAPE_INIT : SHAPE_METHOD_NAME) : SHAPE_NAME))
        return method && name->s[0] == '<' ? bad(ps, "Bad method name at constant pool index %u", t->a)
                                           : bad_name(ps, method ? "method" : "field", name);
    return check_desc(ps, name, desc, method);
}

/* JVMS 4.4.8. */
static Status check_handle(Parse *ps, u32 i, const CpEntry *e) {
    const CpEntry *ref = cp_at(ps, e->b);
    bool ok;
    switch (e->kind) {
    case 1:
    case 2:
    case 3:
    case 4: ok = ref->tag == CP_Fieldref; break;
    case 5:
    case 8: ok = ref->tag == CP_Methodref; break;
    case 6:
    case 7: ok = ref->tag == CP_Methodref || (ref->tag == CP_InterfaceMethodref && ps->cf->major >= 52); break;
    case 9: ok = ref->tag == CP_InterfaceMethodref; break;
    default: return bad(ps, "Bad method handle kind at constant pool index %u", i);
    }
    if (!ok) return bad_index(ps, e->b);
    if (e->kind < 5) return ST_OK;
    const CpEntry *nat = cp_at(ps, ref->b);
    const Sym *name = cp_at(ps, nat->a)->u.sym;
    if (!!strcmp(name->s, "<init>") == (e->kind == 8))
        return bad(ps, "Bad method name at constant pool index %u", nat->a);
    return ST_OK;
}

/* First pass: what each entry points at has the right tag, and texts are filled in. */
static Status link_entry(Parse *ps, CpEntry *e) {
    switch (e->tag) {
    case CP_Class:
    case CP_String:
    case CP_MethodType:
    case CP_Module:
    case CP_Package:
        if (!cp_is(ps, e->a, CP_Utf8)) return bad_index(ps, e->a);
        e->u.sym = cp_at(ps, e->a)->u.sym;
        return ST_OK;
    case CP_NameAndType:
        if (!cp_is(ps, e->a, CP_Utf8)) return bad_index(ps, e->a);
        return cp_is(ps, e->b, CP_Utf8) ? ST_OK : bad_index(ps, e->b);
    case CP_Fieldref:
    case CP_Methodref:
    case CP_InterfaceMethodref:
        if (!cp_is(ps, e->a, CP_Class)) return bad_index(ps, e->a);
        return cp_is(ps, e->b, CP_NameAndType) ? ST_OK : bad_index(ps, e->b);
    case CP_Dynamic:
    case CP_InvokeDynamic: return cp_is(ps, e->b, CP_NameAndType) ? ST_OK : bad_index(ps, e->b);
    case CP_MethodHandle:
        switch (cp_at(ps, e->b)->tag) {
        case CP_Fieldref:
        case CP_Methodref:
        case CP_InterfaceMethodref: return ST_OK;
        default: return bad_index(ps, e->b);
        }
    default: return ST_OK;
    }
}

/* Second pass: names and descriptors. */
static Status check_entry(Parse *ps, u32 i, const CpEntry *e) {
    Sym *y = e->u.sym;
    switch (e->tag) {
    case CP_Class:
        if (is_shape(y, y->s[0] == '[' ? SHAPE_FIELD : SHAPE_CLASS)) return ST_OK;
        return cx_fail(ps->cx, ERR_FORMAT, "Illegal class name \"%.400s\" in class file %.400s", y->s, ps->name);
    case CP_MethodType:
        if (is_shape(y, SHAPE_METHOD)) return ST_OK;
        return cx_fail(ps->cx, ERR_FORMAT, "Method \"%.20s\" in class %.200s has illegal signature \"%.200s\"",
                       "methodType", ps->name, y->s);
    case CP_NameAndType: {
        Sym *d = cp_at(ps, e->b)->u.sym;
        return check_desc(ps, cp_at(ps, e->a)->u.sym, d, d->s[0] == '(');
    }
    case CP_Fieldref:
    case CP_Dynamic: return check_use(ps, e->b, false, false);
    case CP_Methodref: return check_use(ps, e->b, true, true);
    case CP_InterfaceMethodref:
    case CP_InvokeDynamic: return check_use(ps, e->b, true, false);
    case CP_MethodHandle: return check_handle(ps, i, e);
    default: return ST_OK;
    }
}

Status parse_cp(Parse *ps) {
    ClassFile *cf = ps->cf;
    u16 n = rd2(&ps->r);
    if (ps->r.cut) return bad_cut(ps);
    if (n == 0) return bad(ps, "Illegal constant pool size %u", n);
    cf->cp = arena_alloc(ps->a, (size_t)n * sizeof *cf->cp);
    if (!cf->cp) return ST_ERROR;
    cf->n_cp = n;
    for (u32 i = 1; i < n; i++) {
        if (read_entry(ps, &cf->cp[i]) != ST_OK) return ST_ERROR;
        if (ps->r.cut) return bad_cut(ps);
        if (cf->cp[i].tag != CP_Long && cf->cp[i].tag != CP_Double) continue;
        if (++i >= n) return bad(ps, "Invalid constant pool index %u", i);
    }
    for (u32 i = 1; i < n; i++)
        if (link_entry(ps, &cf->cp[i]) != ST_OK) return ST_ERROR;
    for (u32 i = 1; i < n; i++)
        if (check_entry(ps, i, &cf->cp[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}
