/* names.c -- types of descriptors; names and messages as HotSpot words them. */
#include "base/text.h"
#include "classes/link.h"
#include <stdio.h>

u8 type_of_desc(char c) {
    switch (c) {
    case 'L':
    case '[': return T_REF;
    case 'Z': return T_BOOLEAN;
    case 'C': return T_CHAR;
    case 'F': return T_FLOAT;
    case 'D': return T_DOUBLE;
    case 'B': return T_BYTE;
    case 'S': return T_SHORT;
    case 'I': return T_INT;
    case 'J': return T_LONG;
    default: return T_VOID;
    }
}

u32 type_size(u8 type) {
    switch (type) {
    case T_BOOLEAN:
    case T_BYTE: return 1;
    case T_CHAR:
    case T_SHORT: return 2;
    case T_DOUBLE:
    case T_LONG: return 8;
    case T_VOID: return 0;
    default: return 4;
    }
}

typedef struct Out {
    char *p;
    size_t n, at; /* truncates silently */
} Out;

static void put(Out *o, const char *s, size_t n) {
    if (!o->n) return;
    size_t room = o->n - 1 - o->at;
    if (n > room) n = room;
    mem_copy(o->p + o->at, s, n);
    o->at += n;
    o->p[o->at] = 0;
}
static void puts_(Out *o, const char *s) { put(o, s, strlen(s)); }

/* Internal to external: '/' becomes '.', and of a hidden class '+' becomes '/'. */
static void put_class(Out *o, const char *s, size_t n) {
    size_t from = o->at;
    put(o, s, n);
    for (size_t i = from; i < o->at; i++)
        if (o->p[i] == '/') o->p[i] = '.';
        else if (o->p[i] == '+') o->p[i] = '/';
}

static const char *prim_name(char c) {
    switch (c) {
    case 'V': return "void";
    case 'Z': return "boolean";
    case 'C': return "char";
    case 'F': return "float";
    case 'D': return "double";
    case 'B': return "byte";
    case 'S': return "short";
    case 'I': return "int";
    case 'J': return "long";
    default: return "?";
    }
}

/* One type of a descriptor in source form; answers the position after it. */
static const char *put_type(Out *o, const char *d) {
    u32 dims = 0;
    while (*d == '[') d++, dims++;
    if (*d == 'L') {
        const char *end = strchr(d, ';');
        size_t n = end ? (size_t)(end - d - 1) : strlen(d + 1);
        put_class(o, d + 1, n);
        d = end ? end + 1 : d + 1 + n;
    } else {
        puts_(o, prim_name(*d));
        if (*d) d++;
    }
    while (dims--) puts_(o, "[]");
    return d;
}

const char *ci_external_name(const ClassInfo *ci, char *buf, size_t n) {
    Out o = {buf, n, 0};
    if (n) buf[0] = 0;
    /* HotSpot's messages say [I and [Ljava.lang.String; */
    put_class(&o, ci->name->s, ci->name->len);
    return buf;
}

char *msg_method(const char *cls, const char *name, const char *desc, char *buf, size_t n) {
    Out o = {buf, n, 0};
    if (n) buf[0] = 0;
    put_type(&o, desc_return_type(desc));
    puts_(&o, " ");
    if (cls) {
        put_class(&o, cls, strlen(cls));
        puts_(&o, ".");
    }
    puts_(&o, name);
    puts_(&o, "(");
    const char *d = desc + 1;
    for (bool first = true; *d && *d != ')'; first = false) {
        if (!first) puts_(&o, ", ");
        d = put_type(&o, d);
    }
    puts_(&o, ")");
    return buf;
}

char *mi_external_name(const MethodInfo *mi, char *buf, size_t n) {
    return msg_method(mi->ci->name->s, mi->name->s, mi->desc->s, buf, n);
}

char *msg_type(const char *desc, char *buf, size_t n) {
    Out o = {buf, n, 0};
    if (n) buf[0] = 0;
    put_type(&o, desc);
    return buf;
}

static const ClassInfo *bottom(const ClassInfo *ci) {
    while (ci->kind == CK_ARRAY) ci = ci->elem;
    return ci;
}

const char *ci_module_name(const ClassInfo *ci) {
    ci = bottom(ci);
    return ci->kind == CK_PRIM ? "java.base" : ci->module;
}

void msg_loader(Classes *cs, u32 loader, char *buf, size_t n) {
    const Loader *l = &cs->loaders.v[loader];
    if (loader < N_BUILTIN) snprintf(buf, n, "'%s'", loader == LOADER_BOOT ? "bootstrap" : l->name);
    else snprintf(buf, n, "%s", l->shown ? l->shown : l->name);
}

void msg_in_module(Classes *cs, const ClassInfo *ci, bool are, char *buf, size_t n) {
    char name[256], ld[128];
    const char *m = ci_module_name(ci);
    ci_external_name(ci, name, sizeof name);
    msg_loader(cs, bottom(ci)->loader, ld, sizeof ld);
    snprintf(buf, n, "%s %s in %s%s of loader %s", name, are ? "are" : "is", m ? "module " : "",
             m ? m : "unnamed module", ld);
}

void msg_joint(Classes *cs, const ClassInfo *a, const ClassInfo *b, char *buf, size_t n) {
    char name[256], rest[512];
    ci_external_name(a, name, sizeof name);
    msg_in_module(cs, b, true, rest, sizeof rest);
    snprintf(buf, n, "%s and %s", name, rest);
}

static bool same_module(const ClassInfo *a, const ClassInfo *b) {
    const char *x = ci_module_name(a), *y = ci_module_name(b);
    a = bottom(a), b = bottom(b);
    if (!x || !y) return !x && !y && a->loader == b->loader;
    return strcmp(x, y) == 0;
}

void msg_relation(Classes *cs, const ClassInfo *a, const ClassInfo *b, char *buf, size_t n) {
    if (same_module(a, b)) {
        msg_joint(cs, a, b, buf, n);
        return;
    }
    char x[448], y[448];
    msg_in_module(cs, a, false, x, sizeof x);
    msg_in_module(cs, b, false, y, sizeof y);
    snprintf(buf, n, "%s; %s", x, y);
}

void text_class(Text *t, const ClassInfo *ci) {
    size_t n = ci->name->len * 2u + 64; /* [[I is int[][] */
    char *name = cx_alloc(t->cx, n);
    if (!name) {
        t->failed = true;
        return;
    }
    text_z(t, ci_external_name(ci, name, n));
    cx_free(t->cx, name, n);
}

static void put_place(Text *t, Classes *cs, const ClassInfo *ci, const char *verb) {
    char ld[128];
    const char *m = ci_module_name(ci);
    msg_loader(cs, bottom(ci)->loader, ld, sizeof ld);
    text_f(t, " %s in %s%s of loader %s", verb, m ? "module " : "", m ? m : "unnamed module", ld);
}

void msg_class_cast(Classes *cs, const ClassInfo *from, const ClassInfo *to, Text *t) {
    bool same = same_module(from, to);
    text_z(t, "class ");
    text_class(t, from);
    text_z(t, " cannot be cast to class ");
    text_class(t, to);
    text_z(t, " (");
    text_class(t, from);
    if (!same) put_place(t, cs, from, "is");
    text_z(t, same ? " and " : "; ");
    text_class(t, to);
    put_place(t, cs, to, same ? "are" : "is");
    text_z(t, ")");
}

bool jerr_no_class(const JErr *je) { return je->cls && strcmp(je->cls, "java/lang/NoClassDefFoundError") == 0; }

const char *jerr_text(const JErr *je) { return je->name ? je->name->s : je->msg; }

void jerr_name(JErr *je, const char *cls, const Sym *name) {
    if (je) *je = (JErr){.cls = cls, .name = name};
}

size_t msg_unqualified(const char *name, size_t n) {
    static const char *const plain[] = {"java/lang/Object", "java/lang/String"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (n == strlen(plain[i]) && mem_cmp(name, plain[i], n) == 0) return strlen("java/lang/");
    return 0;
}

void jerr(JErr *je, const char *cls, const char *fmt, ...) {
    if (!je) return;
    je->cls = cls;
    je->name = NULL;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(je->msg, sizeof je->msg, fmt, ap);
    va_end(ap);
}
