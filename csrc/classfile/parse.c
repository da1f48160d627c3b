/* parse.c -- the class file as a whole (JVMS 4.1): version, header, parts in order. */
#include "classfile/parse.h"

#include <stdio.h>

enum { MAJOR_MIN = 45, MAJOR_MAX = 69, MINOR_PREVIEW = 0xffff };

Status bad(Parse *ps, const char *fmt, ...) {
    char msg[512];
    va_list ap;
    va_start(ap, fmt);
    if (vsnprintf(msg, sizeof msg, fmt, ap) < 0) msg[0] = 0;
    va_end(ap);
    return cx_fail(ps->cx, ERR_FORMAT, "%s in class file %.400s", msg, ps->name);
}

Status bad_desc(Parse *ps, const Sym *name, const Sym *desc, bool method) {
    return cx_fail(ps->cx, ERR_FORMAT, "%s \"%.200s\" in class %.200s has illegal signature \"%.400s\"",
                   method ? "Method" : "Field", name->s, ps->name, desc->s);
}

Status bad_name(Parse *ps, const char *kind, const Sym *name) {
    return cx_fail(ps->cx, ERR_FORMAT, "Illegal %s name \"%.400s\" in class %.400s", kind, name->s, ps->name);
}

static Status bad_version(Ctx *cx, ClassFile *cf, const char *name, int max) {
    unsigned major = cf->major, minor = cf->minor;
    cf->bad_version = true;
    if (major < MAJOR_MIN)
        return cx_fail(cx, ERR_FORMAT, "%.400s (class file version %u.%u) was compiled with an invalid major version",
                       name, major, minor);
    if (major > (unsigned)max)
        return cx_fail(cx, ERR_FORMAT,
                       "%.400s has been compiled by a more recent version of the Java Runtime (class file "
                       "version %u.%u), this version of the Java Runtime only recognizes class file "
                       "versions up to %d.0",
                       name, major, minor, max);
    if (minor != MINOR_PREVIEW)
        return cx_fail(cx, ERR_FORMAT,
                       "%.400s (class file version %u.%u) was compiled with an invalid non-zero minor version", name,
                       major, minor);
    if (major != (unsigned)max)
        return cx_fail(cx, ERR_FORMAT,
                       "%.400s (class file version %u.%u) was compiled with preview features that are "
                       "unsupported. This version of the Java Runtime only recognizes preview features "
                       "for class file version %d.65535",
                       name, major, minor, max);
    return cx_fail(cx, ERR_FORMAT,
                   "Preview features are not enabled for %.400s (class file version %u.%u). Try running "
                   "with '--enable-preview'",
                   name, major, minor);
}

/* From version 56 on minor is 0 or marks a use of preview features (JVMS 4.1). */
static bool minor_ok(const ClassFile *cf) { return cf->major < 56 || cf->minor == 0 || cf->minor == MINOR_PREVIEW; }

Status classfile_check_version(Ctx *cx, ClassFile *cf, int jdk, bool preview) {
    int max = 44 + jdk;
    bool is_preview = cf->major >= 56 && cf->minor == MINOR_PREVIEW;
    if (cf->major >= MAJOR_MIN && cf->major <= max && minor_ok(cf) && (!is_preview || (preview && cf->major == max)))
        return ST_OK;
    return bad_version(cx, cf, cf->name ? cf->name->s : "<Unknown>", max);
}

bool class_flags_ok(const ClassFile *cf, u16 f) {
    bool v49 = cf->major >= 49;
    if ((f & ACC_ABSTRACT) && (f & ACC_FINAL)) return false;
    if (!(f & ACC_INTERFACE)) return !(v49 && (f & ACC_ANNOTATION));
    return (f & ACC_ABSTRACT) && !(v49 && (f & (ACC_SUPER | ACC_ENUM)));
}

static Status header(Parse *ps) {
    ClassFile *cf = ps->cf;
    Reader *r = &ps->r;
    if (!room(r, 8)) return bad_cut(ps); /* magic and version: HotSpot asks for both at once */
    u32 magic = rd4(r);
    if (magic != 0xCAFEBABEu) return bad(ps, "Incompatible magic value %u", magic);
    cf->minor = rd2(r);
    cf->major = rd2(r);
    if (cf->major < MAJOR_MIN || cf->major > MAJOR_MAX || !minor_ok(cf))
        return bad_version(ps->cx, cf, ps->name, MAJOR_MAX);
    return ST_OK;
}

Status bad_class_flags(Parse *ps, u16 flags) {
    return cx_fail(ps->cx, ERR_FORMAT, "Illegal class modifiers in class %.400s: 0x%X", ps->name, flags);
}

/* module-info: a name, attributes, nothing else (JVMS 4.1). Its caller refuses to load it as a
 * class ("is not a class because access_flag ACC_MODULE is set"). */
static Status module_head(Parse *ps, u16 super) {
    ClassFile *cf = ps->cf;
    if ((cf->flags & ~ACC_SYNTHETIC) != ACC_MODULE || strcmp(cf->name->s, "module-info") != 0)
        return bad_class_flags(ps, cf->flags);
    return super == 0 ? ST_OK : bad(ps, "Invalid superclass index %u", super);
}

static Status super_class(Parse *ps, u16 super) {
    ClassFile *cf = ps->cf;
    bool object = !strcmp(cf->name->s, "java/lang/Object");
    if (super == 0) {
        if (!object) return bad(ps, "Invalid superclass index %u", super);
        return ST_OK;
    }
    if (object || !cp_is(ps, super, CP_Class)) return bad(ps, "Invalid superclass index %u", super);
    cf->super = cp_at(ps, super)->u.sym;
    if (cf->super->s[0] == '[') return bad(ps, "Bad superclass name");
    if ((cf->flags & ACC_INTERFACE) && strcmp(cf->super->s, "java/lang/Object") != 0)
        return bad(ps, "Interfaces must have java.lang.Object as superclass");
    return ST_OK;
}

static Status this_class(Parse *ps, const char *expected) {
    ClassFile *cf = ps->cf;
    Reader *r = &ps->r;
    cf->flags = rd2(r);
    u16 this = rd2(r), super = rd2(r);
    if (r->cut) return bad_cut(ps);
    cf->flags &= cf->major >= 53 ? 0xf631 : 0x7631; /* other bits are ignored */
    if ((cf->flags & ACC_INTERFACE) && cf->major < 50) cf->flags |= ACC_ABSTRACT;
    if (!(cf->flags & ACC_MODULE) && !class_flags_ok(cf, cf->flags)) return bad_class_flags(ps, cf->flags);
    if (!cp_is(ps, this, CP_Class)) return bad(ps, "Invalid this class index %u in constant pool", this);
    cf->name = cp_at(ps, this)->u.sym;
    if (cf->name->s[0] == '[') return bad(ps, "Bad class name");
    if (!expected) ps->name = cf->name->s;
    if (expected && strcmp(cf->name->s, expected) != 0) {
        cf->wrong_name = true;
        return cx_fail(ps->cx, ERR_FORMAT, "%.400s (wrong name: %.400s)", expected, cf->name->s);
    }
    if (cf->flags & ACC_MODULE) return module_head(ps, super);
    if (ps->module_tag) return bad(ps, "Unknown constant tag %u", ps->module_tag);
    return super_class(ps, super);
}

static Status interfaces(Parse *ps) {
    ClassFile *cf = ps->cf;
    Reader *r = &ps->r;
    u16 n = rd2(r);
    if (r->cut) return bad_cut(ps);
    if (!n) return ST_OK;
    cf->ifaces = arena_alloc(ps->a, (size_t)n * sizeof *cf->ifaces);
    if (!cf->ifaces) return ST_ERROR;
    cf->n_ifaces = n;
    Map seen;
    map_init(&seen, ps->cx);
    Status st = ST_OK;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        u16 k = cf->ifaces[i] = rd2(r);
        const Sym *y = cp_at(ps, k)->u.sym;
        if (!cp_is(ps, k, CP_Class)) st = bad(ps, "Interface name has bad constant pool index %u", k);
        else if (y->s[0] == '[') st = bad(ps, "Bad interface name");
        else if (map_get(&seen, y->id, NULL)) st = bad(ps, "Duplicate interface name \"%.200s\"", y->s);
        else if (n > 1) st = map_put(&seen, y->id, 1);
    }
    map_free(&seen);
    return st;
}

static Status parse_all(Parse *ps, const char *expected) {
    if (header(ps) != ST_OK || parse_cp(ps) != ST_OK || this_class(ps, expected) != ST_OK || interfaces(ps) != ST_OK ||
        parse_fields(ps) != ST_OK || parse_methods(ps) != ST_OK || parse_class_attrs(ps) != ST_OK)
        return ST_ERROR;
    const ClassFile *cf = ps->cf;
    if ((cf->flags & ACC_MODULE) && (cf->n_ifaces || cf->n_fields || cf->n_methods))
        return bad(ps, "Module with interfaces or members");
    if (ps->r.p == ps->r.end) return ST_OK;
    return cx_fail(ps->cx, ERR_FORMAT, "Extra bytes at the end of class file %.400s", ps->name);
}

Status classfile_parse(Arena *a, SymTab *st, const u8 *p, size_t n, const char *expected, ClassFile **out) {
    *out = NULL;
    Parse ps = {.cx = a->cx, .a = a, .st = st, .name = expected ? expected : "<Unknown>"};
    ps.cf = arena_alloc(a, sizeof *ps.cf);
    if (!ps.cf) return ST_ERROR;
    ps.r = (Reader){p, p + n, false};
    *out = ps.cf;
    return parse_all(&ps, expected);
}
