/* parse.h -- the parser's state and reader. Private to classfile/.
 *
 * A Reader never reads past its end: an access too far sets `cut`, answers 0 and stays cut. Loops over
 * counts from the file test room() first, so that a forged count costs neither time nor memory. */
#ifndef JPF_PARSE_H
#define JPF_PARSE_H
#include "classfile/classfile.h"

typedef struct Reader {
    const u8 *p, *end;
    bool cut;
} Reader;

typedef struct Parse {
    Ctx *cx;
    Arena *a;
    SymTab *st;
    ClassFile *cf;
    const char *name; /* for messages: the name asked for, "Unknown" before it is known */
    Reader r;
    u32 max_bootstrap; /* highest bootstrap index in the pool + 1; 0: none */
    u8 module_tag;     /* CP_Module or CP_Package was there */
} Parse;

static inline bool room(Reader *r, size_t n) {
    if (JPF_LIKELY((size_t)(r->end - r->p) >= n)) return true;
    r->cut = true;
    r->p = r->end;
    return false;
}
static inline u8 rd1(Reader *r) { return room(r, 1) ? *r->p++ : 0; }
static inline u16 rd2(Reader *r) {
    if (!room(r, 2)) return 0;
    u16 v = (u16)(r->p[0] << 8 | r->p[1]);
    r->p += 2;
    return v;
}
static inline u32 rd4(Reader *r) {
    if (!room(r, 4)) return 0;
    u32 v = (u32)r->p[0] << 24 | (u32)r->p[1] << 16 | (u32)r->p[2] << 8 | r->p[3];
    r->p += 4;
    return v;
}

/* What a symbol can stand for, found once: a few descriptors and names make up most of every pool. */
enum Shape {
    SHAPE_FIELD = 1, /* descriptors */
    SHAPE_METHOD = 2, /* Sym.arg_words is set too */
    SHAPE_DESC_KNOWN = 4,
    SHAPE_CLASS = 8, /* names: of a class */
    SHAPE_NAME = 16, /* unqualified, JVMS 4.2.2 */
    SHAPE_METHOD_NAME = 32, /* the name has no < and > either */
    SHAPE_INIT = 64,
    SHAPE_CLINIT = 128,
    SHAPE_NAME_KNOWN = 256,
};
u16 find_shape(Sym *y, bool desc);
/* Is it one of these descriptors, or one of these names? */
static inline bool is_shape(Sym *y, u16 any) {
    bool desc = any & (SHAPE_FIELD | SHAPE_METHOD);
    u16 shape = y->shape & (desc ? SHAPE_DESC_KNOWN : SHAPE_NAME_KNOWN) ? y->shape : find_shape(y, desc);
    return shape & any;
}

/* ClassFormatError: "<message> in class file <name>". Always ST_ERROR. */
Status bad(Parse *ps, const char *fmt, ...) JPF_PRINTF(2, 3);
/* "Method "m" in class C has illegal signature "d"". */
Status bad_desc(Parse *ps, const Sym *name, const Sym *desc, bool method);
/* Is it a descriptor of that kind? "<init>" and "<clinit>" return void. */
Status check_desc(Parse *ps, const Sym *name, Sym *desc, bool method);
Status bad_name(Parse *ps, const char *kind, const Sym *name);
static inline Status bad_cut(Parse *ps) { return cx_fail(ps->cx, ERR_FORMAT, "Truncated class file"); }

static inline const CpEntry *cp_at(const Parse *ps, u32 i) {
    return i < ps->cf->n_cp ? &ps->cf->cp[i] : &ps->cf->cp[0];
}
static inline bool cp_is(const Parse *ps, u32 i, u8 tag) { return cp_at(ps, i)->tag == tag; }

/* One attribute of a list: its name, and a reader over exactly its bytes. `over`: it claims more bytes
 * than its surroundings have (then only what there is can be read); attr_done refuses it, after the
 * attribute's own length rule had its say, as HotSpot does. */
enum AttrOwner { OF_CLASS, OF_FIELD, OF_METHOD, OF_CODE, OF_RECORD };
typedef struct AttrIn {
    Sym *name;
    enum AttrOwner owner;
    bool over, past_file;
    Reader r;
    u32 len;
    const u8 *p;
} AttrIn;
Status next_attr(Parse *ps, Reader *r, enum AttrOwner owner, AttrIn *at);
static inline bool attr_is(const AttrIn *at, const char *name) { return !strcmp(at->name->s, name); }
/* A raw attribute that may be there once. */
Status keep_raw(Parse *ps, AttrIn *at, Attr *to);
/* Signature, SourceFile: one index of a Utf8. */
Status one_utf8(Parse *ps, AttrIn *at, const char *what, Sym **to);
/* Flags of a class or of an InnerClasses entry, JVMS table 4.1-B, as HotSpot judges them. */
bool class_flags_ok(const ClassFile *cf, u16 flags);
Status bad_class_flags(Parse *ps, u16 flags);
/* u2 count, then count u2; every one must be a pool entry of that tag. */
Status u2_list(Parse *ps, AttrIn *at, u8 tag, const char *what, u16 *n, u16 **to);
/* After an attribute: all of its bytes read, none missing. */
Status attr_done(Parse *ps, const AttrIn *at);

Status parse_cp(Parse *ps);                                     /* parse_cp.c */
Status parse_fields(Parse *ps);                                 /* parse_member.c */
Status parse_methods(Parse *ps);                                /* parse_member.c */
Status parse_code(Parse *ps, AttrIn *at, const CfMember *m, CfCode **out); /* parse_code.c */
Status parse_class_attrs(Parse *ps);                            /* parse_attr.c */

#endif
