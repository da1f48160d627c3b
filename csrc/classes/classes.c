/* classes.c -- a VM's classes as a whole; primitive and array classes. */
#include "classes/link.h"

static const struct {
    u8 type;
    const char *name;
    char desc;
} prims[] = {
    /* void first: no object is of class id 0 */
    {T_VOID, "void", 'V'},   {T_BOOLEAN, "boolean", 'Z'}, {T_CHAR, "char", 'C'},
    {T_FLOAT, "float", 'F'}, {T_DOUBLE, "double", 'D'},   {T_BYTE, "byte", 'B'},
    {T_SHORT, "short", 'S'}, {T_INT, "int", 'I'},         {T_LONG, "long", 'J'},
};

static Status make_prim(Classes *cs, u8 type, const char *name) {
    Sym *s = sym_z(&cs->syms, name);
    ClassInfo *ci = s ? ci_new(cs, CK_PRIM, LOADER_BOOT, s) : NULL;
    if (!ci) return ST_ERROR;
    ci->supers = arena_alloc(&cs->arena, sizeof *ci->supers);
    if (!ci->supers) return ST_ERROR;
    ci->supers[0] = ci;
    ci->prim = type;
    ci->flags = ci->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    ci->attrs = CA_SYSTEM | CA_INIT_TRIVIAL;
    ci->linked = 1;
    cs->prim[type] = ci;
    return link_register(cs, ci);
}

Status classes_init(Classes *cs, Ctx *cx, Source *image, int jdk) {
    memset(cs, 0, sizeof *cs);
    cs->cx = cx;
    cs->image = image;
    cs->jdk = jdk;
    cs->assertions_app = true;
    arena_init(&cs->arena, cx);
    map_init(&cs->parsed, cx);
    map_init(&cs->failed, cx);
    map_init(&cs->layer, cx);
    map_init(&cs->packages, cx);
    if (symtab_init(&cs->syms, cx) != ST_OK) return ST_ERROR;
    if (loader_add(cs, 0, "boot") != LOADER_BOOT || loader_add(cs, 0, "platform") == UINT32_MAX ||
        loader_add(cs, 0, "app") == UINT32_MAX)
        return ST_ERROR;
    for (size_t i = 0; i < sizeof prims / sizeof *prims; i++)
        if (make_prim(cs, prims[i].type, prims[i].name) != ST_OK) return ST_ERROR;
    return ST_OK;
}

void classes_free(Classes *cs) {
    if (!cs->cx) return;
    for (u32 i = 0; i < cs->by_id.n; i++)
        if (cs->by_id.v[i]) map_free(&cs->by_id.v[i]->itable);
    for (u32 i = 0; i < cs->loaders.n; i++) {
        map_free(&cs->loaders.v[i].classes);
        map_free(&cs->loaders.v[i].known);
    }
    vec_free(cs->cx, &cs->by_id);
    vec_free(cs->cx, &cs->methods);
    vec_free(cs->cx, &cs->loaders);
    vec_free(cs->cx, &cs->loading);
    for (u32 i = 0; i < cs->path_modules.n; i++) source_close(cs->path_modules.v[i]->src);
    vec_free(cs->cx, &cs->path_modules);
    vec_free(cs->cx, &cs->assert_options);
    map_free(&cs->layer);
    map_free(&cs->packages);
    map_free(&cs->parsed);
    map_free(&cs->failed);
    arena_free(&cs->arena);
    symtab_free(&cs->syms);
}

static Status core(Classes *cs, const char *name, ClassInfo **out) {
    Sym *s = sym_z(&cs->syms, name);
    JErr je = {0};
    ClassInfo *ci = NULL;
    if (!s || ci_load(cs, LOADER_BOOT, s, &ci, &je) != ST_OK) return ST_ERROR;
    if (!ci)
        return cx_fail(cs->cx, ERR_CONFIG, "the JDK's java.base has no usable %s: %s: %s", name, je.cls,
                       jerr_text(&je));
    if (out) *out = ci;
    return ST_OK;
}

Status classes_load_core(Classes *cs) {
    static const char *const names[] = {
        "java/lang/Object", "java/io/Serializable",    "java/lang/Cloneable",
        "java/lang/Class",  "java/lang/String",        "java/lang/Throwable",
        "java/lang/Thread", "java/lang/ref/Reference", "java/lang/ClassLoader",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (core(cs, names[i], NULL) != ST_OK) return ST_ERROR;
    for (size_t i = 1; i < sizeof prims / sizeof *prims; i++) {
        ClassInfo *a;
        if (ci_array_of(cs, cs->prim[prims[i].type], &a) != ST_OK) return ST_ERROR;
    }
    return link_mirrors(cs);
}

static char prim_desc(u8 type) {
    for (size_t i = 0; i < sizeof prims / sizeof *prims; i++)
        if (prims[i].type == type) return prims[i].desc;
    return 'V';
}

static Sym *array_name(Classes *cs, const ClassInfo *e) {
    if (e->kind == CK_PRIM) {
        char s[3] = {'[', prim_desc(e->prim), 0};
        return sym_z(&cs->syms, s);
    }
    size_t n = e->name->len;
    char *s = cx_alloc(cs->cx, n + 4);
    if (!s) return NULL;
    bool arr = e->kind == CK_ARRAY;
    size_t at = 0;
    s[at++] = '[';
    if (!arr) s[at++] = 'L';
    mem_copy(s + at, e->name->s, n);
    at += n;
    if (!arr) s[at++] = ';';
    Sym *r = sym(&cs->syms, s, at);
    cx_free(cs->cx, s, n + 4);
    return r;
}

Status ci_array_of(Classes *cs, ClassInfo *elem, ClassInfo **out) {
    *out = elem->array;
    if (*out) return ST_OK;
    if (elem->kind == CK_PRIM && elem->prim == T_VOID) return cx_fail(cs->cx, ERR_INTERNAL, "array of void");
    if (!cs->object && core(cs, "java/lang/Object", NULL) != ST_OK) return ST_ERROR;
    if (!cs->cloneable && core(cs, "java/lang/Cloneable", NULL) != ST_OK) return ST_ERROR;
    if (!cs->serializable && core(cs, "java/io/Serializable", NULL) != ST_OK) return ST_ERROR;
    Sym *name = array_name(cs, elem);
    ClassInfo *ci = name ? ci_new(cs, CK_ARRAY, elem->loader, name) : NULL;
    if (!ci) return ST_ERROR;
    ci->elem = elem;
    ci->elem_type = elem->kind == CK_PRIM ? elem->prim : T_REF;
    ci->elem_shift = (u8)__builtin_ctz(type_size(ci->elem_type));
    ci->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
    ci->attrs = CA_INIT_TRIVIAL | (elem->attrs & CA_SYSTEM);
    ci->module = elem->module;
    ClassInfo **ifs = arena_alloc(&cs->arena, 2 * sizeof *ifs);
    if (!ifs) return ST_ERROR;
    ifs[0] = cs->cloneable;
    ifs[1] = cs->serializable;
    JErr je = {0};
    if (link_super(cs, ci, cs->object, ifs, 2, &je) != ST_OK) return ST_ERROR;
    ci->flags = (u16)((elem->flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) | ACC_FINAL | ACC_ABSTRACT);
    ci->attrs |= CA_INIT_TRIVIAL;
    elem->array = ci;
    if (link_register(cs, ci) != ST_OK) {
        elem->array = NULL;
        return ST_ERROR;
    }
    *out = ci;
    return ST_OK;
}
