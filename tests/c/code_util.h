/* code_util.h -- method bodies without linking: a ClassInfo with just what predecoding and liveness
 * read, from a parsed class file. For the C tests. */
#ifndef CODE_UTIL_H
#define CODE_UTIL_H
#include "classes/code.h"
#include "classes/liveness.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct Bench {
    Ctx cx;
    Classes cs;
    Arena arena; /* of the class at hand */
    ClassInfo ci;
    MethodInfo *methods;
    u32 n_methods;
} Bench;

static int fails;
#define CHECK(c, ...)                                                                                                  \
    do {                                                                                                               \
        if (!(c)) {                                                                                                    \
            if (++fails <= 20) printf("FAIL %s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), puts("");              \
        }                                                                                                              \
    } while (0)

static inline bool bench_init(Bench *b) {
    memset(b, 0, sizeof *b);
    b->cs.cx = &b->cx;
    return symtab_init(&b->cs.syms, &b->cx) == ST_OK;
}

static inline bool bench_class(Bench *b, const u8 *p, size_t n, u8 attrs) {
    ClassFile *cf;
    arena_init(&b->arena, &b->cx);
    if (classfile_parse(&b->arena, &b->cs.syms, p, n, NULL, &cf)) {
        arena_free(&b->arena);
        return false;
    }
    memset(&b->ci, 0, sizeof b->ci);
    b->ci.name = cf->name;
    b->ci.cf = cf;
    b->ci.arena = &b->arena;
    b->ci.attrs = attrs;
    b->n_methods = cf->n_methods;
    b->methods = arena_alloc(&b->arena, (cf->n_methods + 1u) * sizeof *b->methods);
    for (u32 i = 0; i < cf->n_methods; i++) {
        const CfMember *m = &cf->methods[i];
        MethodInfo *mi = &b->methods[i];
        mi->ci = &b->ci;
        mi->name = m->name;
        mi->desc = m->desc;
        mi->flags = m->flags;
        mi->cf = m;
        mi->n_args = (u16)(desc_arg_words(m->desc->s) + !(m->flags & ACC_STATIC));
        if (m->code) mi->max_locals = m->code->max_locals, mi->max_stack = m->code->max_stack;
    }
    return true;
}
static inline void bench_drop(Bench *b) { arena_free(&b->arena); }

/* Each class of a jimage module (NULL: all). */
typedef struct Each {
    Bench *b;
    Source *src;
    const char *module;
    u8 attrs;
    void (*fn)(Bench *b);
    u32 classes;
} Each;
static inline Status each_class(void *u, const char *name) {
    Each *e = u;
    size_t n = strlen(name);
    if (n < 7 || strcmp(name + n - 6, ".class") || strstr(name, "module-info")) return ST_OK;
    size_t m = e->module ? strlen(e->module) : 0; /* names of an image: /java.base/java/lang/Object.class */
    if (m && (strncmp(name + 1, e->module, m) || name[m + 1] != '/')) return ST_OK;
    Resource r;
    bool found;
    if (source_find(e->src, name, &r, &found) || !found) return ST_OK;
    if (bench_class(e->b, r.p, r.n, e->attrs)) {
        e->classes++;
        e->fn(e->b);
        bench_drop(e->b);
    } else {
        CHECK(0, "%s: %s", name, e->b->cx.err.msg);
        cx_clear(&e->b->cx);
    }
    res_free(&r);
    return ST_OK;
}

#endif
