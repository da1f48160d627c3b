/* load.c -- loaders, finding class files, definition (JVMS 5.3). */
#include "base/text.h"
#include "base/hash.h"
#include "classes/link.h"
#include <stdio.h>

const char JERR_LOAD[] = "(user loader)";

/* Modules of the image that HotSpot's boot and platform loaders define, JDK 17 to 25; what is not
 * here belongs to the app loader. */
static const char *const boot_modules[] = {
    "java.base",
    "java.datatransfer",
    "java.desktop",
    "java.instrument",
    "java.logging",
    "java.management",
    "java.management.rmi",
    "java.naming",
    "java.prefs",
    "java.rmi",
    "java.security.sasl",
    "java.xml",
    "jdk.incubator.foreign",
    "jdk.incubator.vector",
    "jdk.internal.vm.ci",
    "jdk.jfr",
    "jdk.management",
    "jdk.management.agent",
    "jdk.management.jfr",
    "jdk.naming.rmi",
    "jdk.net",
    "jdk.nio.mapmode",
    "jdk.sctp",
    "jdk.unsupported",
};
static const char *const platform_modules[] = {
    "java.compiler",
    "java.net.http",
    "java.scripting",
    "java.se",
    "java.security.jgss",
    "java.smartcardio",
    "java.sql",
    "java.sql.rowset",
    "java.transaction.xa",
    "java.xml.crypto",
    "jdk.accessibility",
    "jdk.charsets",
    "jdk.crypto.cryptoki",
    "jdk.crypto.ec",
    "jdk.dynalink",
    "jdk.graal.compiler",
    "jdk.graal.compiler.management",
    "jdk.httpserver",
    "jdk.internal.vm.compiler",
    "jdk.internal.vm.compiler.management",
    "jdk.jsobject",
    "jdk.localedata",
    "jdk.naming.dns",
    "jdk.security.auth",
    "jdk.security.jgss",
    "jdk.xml.dom",
    "jdk.zipfs",
};

static bool in_list(const char *const *v, size_t n, const char *s) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(v[i], s) == 0) return true;
    return false;
}
#define IN(list, s) in_list(list, sizeof list / sizeof *list, s)

static u32 module_loader(const Classes *cs, const char *m) {
    /* jdk.crypto.ec is an empty module of the app loader since its classes moved to java.base. */
    if (IN(boot_modules, m)) return LOADER_BOOT;
    if (cs->jdk >= 22 && strcmp(m, "jdk.crypto.ec") == 0) return LOADER_APP;
    return IN(platform_modules, m) ? LOADER_PLATFORM : LOADER_APP;
}

/* The image's module that holds the class's package and is in the boot layer, or NULL. */
static const char *module_of(Classes *cs, const Sym *name) {
    size_t n = pkg_len(name);
    char pkg[512];
    if (!cs->image || n == 0 || n >= sizeof pkg) return NULL;
    mem_copy(pkg, name->s, n);
    pkg[n] = 0;
    const char *m = jimage_module_of(cs->image, pkg);
    if (!m || !cs->layer_known) return m;
    Sym *s = sym_find(&cs->syms, m, strlen(m));
    return s && map_get(&cs->layer, (u64)(uintptr_t)s, NULL) ? m : NULL;
}

static PathModule *path_module_of(Classes *cs, const Sym *name) {
    size_t n = cs->path_modules.n ? pkg_len(name) : 0;
    Sym *pkg = n ? sym_find(&cs->syms, name->s, n) : NULL;
    u64 v;
    return pkg && map_get(&cs->packages, (u64)(uintptr_t)pkg, &v) ? (PathModule *)(uintptr_t)v : NULL;
}

static bool of_module_path(const Classes *cs, const char *module) {
    for (u32 i = 0; i < cs->path_modules.n; i++)
        if (cs->path_modules.v[i]->name == module) return true;
    return false;
}

Status layer_add(Classes *cs, Sym *module) { return map_put(&cs->layer, (u64)(uintptr_t)module, 1); }

Status layer_add_path(Classes *cs, Sym *module, const char *path, PathModule **out) {
    PathModule *m = arena_alloc(&cs->arena, sizeof *m);
    if (!m) return ST_ERROR;
    m->name = module->s;
    if (source_open(cs->cx, path, &m->src) != ST_OK) return ST_ERROR;
    if (vec_push(cs->cx, &cs->path_modules, m) != ST_OK) {
        source_close(m->src);
        return ST_ERROR;
    }
    *out = m;
    return source_set_release(m->src, cs->jdk);
}

Status layer_add_package(Classes *cs, PathModule *m, Sym *package) {
    return map_put(&cs->packages, (u64)(uintptr_t)package, (u64)(uintptr_t)m);
}

Status app_find(Classes *cs, const Sym *cls, const char *path, Resource *res, bool *found, PathModule **module) {
    *module = path_module_of(cs, cls);
    *found = false;
    if (*module) return source_find((*module)->src, path, res, found);
    return cs->app.cx ? classpath_find(&cs->app, path, res, found) : ST_OK;
}

u32 loader_add(Classes *cs, Ref obj, const char *name) {
    Loader l = {.obj = obj};
    size_t len = strlen(name);
    l.name = arena_strndup(&cs->arena, name, len);
    if (!l.name) return UINT32_MAX;
    map_init(&l.classes, cs->cx);
    map_init(&l.known, cs->cx);
    if (vec_push(cs->cx, &cs->loaders, l) != ST_OK) return UINT32_MAX;
    return cs->loaders.n - 1;
}

Status loader_record(Classes *cs, u32 loader, Sym *name, ClassInfo *ci) {
    Loader *l = &cs->loaders.v[loader];
    ClassInfo *first = ci->loader == loader ? loader_known(cs, loader, name) : NULL, *k = first;
    while (k && k != ci) k = k->other;
    if (first && !k) {
        ci->other = first->other;
        first->other = ci;
    }
    if (loader < N_BUILTIN && first) return ST_OK;
    if (ci->loader == loader && !first && loader >= N_BUILTIN &&
        map_put(&l->known, (u64)(uintptr_t)name, (u64)(uintptr_t)ci) != ST_OK)
        return ST_ERROR;
    return map_put(&l->classes, (u64)(uintptr_t)name, (u64)(uintptr_t)ci);
}

ClassInfo *loader_known(const Classes *cs, u32 loader, const Sym *name) {
    u64 v;
    const Loader *l = &cs->loaders.v[loader];
    bool own = loader >= N_BUILTIN;
    return map_get(own ? &l->known : &l->classes, (u64)(uintptr_t)name, &v) ? (ClassInfo *)(uintptr_t)v : NULL;
}

void loader_forget(Classes *cs, u32 loader) {
    map_free(&cs->loaders.v[loader].classes);
    for (u32 i = 0; i < cs->by_id.n; i++) {
        ClassInfo *ci = cs->by_id.v[i];
        if (!ci || ci->loader != loader || !(ci->attrs & CA_OWN_LOADER)) continue;
        for (u32 k = 0; ci->rt && k < ci->cf->n_cp; k++) ci->rt[k].bits = 0;
        for (u32 k = 0; k < ci->n_methods; k++) mi_unquicken(&ci->methods[k]);
    }
}

static ClassInfo *find_own(const Classes *cs, u32 loader, const Sym *name) {
    u64 v;
    if (loader >= cs->loaders.n) return NULL;
    return map_get(&cs->loaders.v[loader].classes, (u64)(uintptr_t)name, &v) ? (ClassInfo *)(uintptr_t)v : NULL;
}

ClassInfo *ci_find(Classes *cs, u32 loader, Sym *name) {
    ClassInfo *ci = find_own(cs, loader, name);
    if (ci || loader >= N_BUILTIN) return ci;
    for (u32 l = loader; l-- > 0;)
        if ((ci = find_own(cs, l, name))) return ci;
    return NULL;
}

static void not_found(JErr *je, const Sym *name) { jerr_name(je, "java/lang/NoClassDefFoundError", name); }

/* Internal names only: anything else could leave the class path's folders. */
static bool name_ok(const Sym *name) {
    if (name->len == 0 || strlen(name->s) != name->len) return false;
    char prev = '/';
    for (u32 i = 0; i < name->len; prev = name->s[i++])
        if (strchr(".;[\\", name->s[i]) || (name->s[i] == '/' && prev == '/')) return false;
    return prev != '/';
}

static Status remember_failure(Classes *cs, u32 loader, const Sym *name, const JErr *je) {
    if (je->cls == JERR_LOAD) return ST_OK;
    JErr *copy = arena_alloc(&cs->arena, sizeof *copy);
    if (!copy) return ST_ERROR;
    *copy = *je;
    return map_put(&cs->failed, (u64)loader << 32 | name->id, (u64)(uintptr_t)copy);
}

/* Turns a parser's failure into the Java error; ST_ERROR stays for the host's own failures. */
static Status format_error(Classes *cs, ClassFile *cf, const Sym *name, JErr *je) {
    Err *e = &cs->cx->err;
    if (e->kind != ERR_FORMAT) return ST_ERROR;
    const char *cls = "java/lang/ClassFormatError";
    if (cf && cf->bad_version) {
        cls = "java/lang/UnsupportedClassVersionError";
        /* The parser speaks of the newest release it knows; the message is this release's. */
        if (!cf->name && name) {
            cx_clear(cs->cx);
            cf->name = (Sym *)name;
            if (classfile_check_version(cs->cx, cf, cs->jdk, cs->preview) == ST_OK)
                return cx_fail(cs->cx, ERR_INTERNAL, "class file version of %.300s", name->s);
        }
    } else if (strstr(e->msg, "(wrong name: ")) cls = "java/lang/NoClassDefFoundError";
    jerr(je, cls, "%.500s", e->msg);
    cx_clear(cs->cx);
    return ST_OK;
}

/* JDK code that the Java side defines at run time: accessors and proxies. */
static bool generated_system(const Sym *name) {
    return starts_with(name->s, "jdk/internal/reflect/") || starts_with(name->s, "jdk/proxy") ||
           starts_with(name->s, "com/sun/proxy/");
}

static bool is_proxy(const ClassFile *cf) { return cf->super && sym_is(cf->super, "java/lang/reflect/Proxy"); }

static Status define(Classes *cs, u32 loader, Sym *name, ClassFile *cf, u64 hash, const char *module,
                     const char *origin, ClassInfo **out, JErr *je) {
    if (classfile_check_version(cs->cx, cf, cs->jdk, cs->preview) != ST_OK) return format_error(cs, cf, name, je);
    if (cs->loading.n >= MAX_LOAD_DEPTH) {
        jerr(je, "java/lang/StackOverflowError", "superclasses of %.400s", name->s);
        return ST_OK;
    }
    ClassInfo *ci = ci_new(cs, CK_CLASS, loader, name);
    if (!ci) return ST_ERROR;
    ci->cf = cf;
    ci->access = cf->flags;
    ci->bytes_hash = hash;
    ci->module = module;
    ci->origin = origin;
    if ((module && !of_module_path(cs, module)) || generated_system(name)) ci->attrs |= CA_SYSTEM;
    if (mem_find(name->s, '+', name->len)) ci->attrs |= CA_HIDDEN;
    if (loader >= N_BUILTIN) ci->attrs |= CA_OWN_LOADER;
    if (loader >= N_BUILTIN || is_proxy(cf)) ci->key = mix64(ci->key, hash); /* ClassInfo.other */
    struct LoadMark mark = {loader, name};
    if (vec_push(cs->cx, &cs->loading, mark) != ST_OK) return ST_ERROR;
    Status st = link_class(cs, ci, je);
    cs->loading.n--;
    if (st != ST_OK) return st;
    if (je->cls) return ST_OK;
    if (link_register(cs, ci) != ST_OK) return ST_ERROR;
    *out = ci;
    return ST_OK;
}

static Status load_bytes(Classes *cs, u32 loader, Sym *name, Resource *res, const char *module, ClassInfo **out,
                         JErr *je) {
    const u8 *p = res->p;
    size_t n = res->n;
    const char *origin = res->origin;
    if (res->owned) {
        u8 *copy = arena_alloc(&cs->arena, n ? n : 1);
        if (copy && n) mem_copy(copy, p, n);
        res_free(res);
        if (!copy) return ST_ERROR;
        p = copy;
    }
    ClassFile *cf = NULL;
    if (classfile_parse(&cs->arena, &cs->syms, p, n, name->s, &cf) != ST_OK) return format_error(cs, cf, name, je);
    if (cf->name != name) {
        jerr(je, "java/lang/NoClassDefFoundError", "%.240s (wrong name: %.240s)", name->s, cf->name->s);
        return ST_OK;
    }
    /* JDK images never change under a name: no need to hash megabytes at every start. */
    u64 hash = module && !of_module_path(cs, module) ? (u64)n : hash_bytes(p, n, 0);
    return define(cs, loader, name, cf, hash, module, origin, out, je);
}

static Status load_array(Classes *cs, u32 loader, Sym *name, ClassInfo **out, JErr *je) {
    const char *s = name->s;
    u32 dims = 0;
    while (s[dims] == '[') dims++;
    ClassInfo *ci = NULL;
    if (dims > 255 || !desc_is_field(s, name->len)) {
        not_found(je, name);
        return ST_OK;
    }
    if (s[dims] == 'L') {
        Sym *e = sym(&cs->syms, s + dims + 1, name->len - dims - 2);
        if (!e) return ST_ERROR;
        Status st = ci_load(cs, loader, e, &ci, je);
        if (st != ST_OK || !ci) return st;
    } else {
        ci = cs->prim[type_of_desc(s[dims])];
    }
    while (dims--)
        if (ci_array_of(cs, ci, &ci) != ST_OK) return ST_ERROR;
    *out = ci;
    return ST_OK;
}

/* Parent delegation of the builtin loaders: a package of the image belongs to its module's loader
 * whoever asks (the boot loader sees its own modules only); the class path is the app loader's. */
static Status load_file(Classes *cs, u32 loader, Sym *name, const char *path, ClassInfo **out, JErr *je) {
    const char *m = module_of(cs, name);
    Resource res = {0};
    bool found = false;
    if (m) {
        u32 owner = module_loader(cs, m);
        if (owner != loader) {
            if (loader == LOADER_BOOT) {
                not_found(je, name);
                return ST_OK;
            }
            return ci_load(cs, owner, name, out, je);
        }
        if (jimage_find(cs->image, m, path, &res, &found) != ST_OK) return ST_ERROR;
    } else if (loader == LOADER_APP) {
        PathModule *of;
        if (app_find(cs, name, path, &res, &found, &of) != ST_OK) return ST_ERROR;
        if (of) m = of->name;
        else if (found && starts_with(name->s, "java/")) {
            char pkg[400];
            snprintf(pkg, sizeof pkg, "%.*s", (int)pkg_len(name), name->s);
            for (char *c = pkg; *c; c++)
                if (*c == '/') *c = '.';
            jerr(je, "java/lang/SecurityException", "Prohibited package name: %s", pkg);
            res_free(&res);
            return ST_OK;
        }
    }
    if (!found) {
        not_found(je, name);
        return ST_OK;
    }
    return load_bytes(cs, loader, name, &res, m, out, je);
}

static Status load_builtin(Classes *cs, u32 loader, Sym *name, ClassInfo **out, JErr *je) {
    if (!name_ok(name)) {
        not_found(je, name);
        return ST_OK;
    }
    Text path;
    text_init(&path, cs->cx);
    text_put(&path, name->s, name->len);
    text_z(&path, ".class");
    Status st = path.failed ? ST_ERROR : load_file(cs, loader, name, path.v, out, je);
    text_free(&path);
    return st;
}

Status ci_load(Classes *cs, u32 loader, Sym *name, ClassInfo **out, JErr *je) {
    JErr local;
    if (!je) je = &local;
    je->cls = NULL;
    je->name = NULL;
    *out = ci_find(cs, loader, name);
    if (*out) return cs->asked && loader >= N_BUILTIN ? vec_push(cs->cx, &cs->asked->v, name) : ST_OK;
    u64 v;
    if (map_get(&cs->failed, (u64)loader << 32 | name->id, &v)) {
        *je = *(const JErr *)(uintptr_t)v;
        return ST_OK;
    }
    if (name->s[0] == '[') return load_array(cs, loader, name, out, je);
    for (u32 i = 0; i < cs->loading.n; i++)
        if (cs->loading.v[i].loader == loader && cs->loading.v[i].name == name) {
            jerr_name(je, "java/lang/ClassCircularityError", name);
            return ST_OK;
        }
    if (loader >= N_BUILTIN) {
        jerr_name(je, JERR_LOAD, name);
        return ST_OK;
    }
    if (load_builtin(cs, loader, name, out, je) != ST_OK) return ST_ERROR;
    if (!*out) return remember_failure(cs, loader, name, je);
    return (*out)->loader == loader ? ST_OK : loader_record(cs, loader, name, *out);
}

/* --- definition from bytes --- */
typedef struct Parsed {
    const u8 *p;
    size_t n;
    const Sym *asked; /* NULL: any */
    ClassFile *cf;    /* NULL: je */
    JErr je;
} Parsed;

static Status parse_once(Classes *cs, const Sym *asked, const u8 *p, size_t n, u64 hash, Parsed **out) {
    u64 key = hash ^ (asked ? mix64(asked->id + 1, n) : 0), v;
    Parsed *old = map_get(&cs->parsed, key, &v) ? (Parsed *)(uintptr_t)v : NULL;
    if (old && old->n == n && old->asked == asked && mem_cmp(old->p, p, n) == 0) {
        *out = old;
        return ST_OK;
    }
    Parsed *x = arena_alloc(&cs->arena, sizeof *x);
    u8 *copy = arena_alloc(&cs->arena, n ? n : 1);
    if (!x || !copy) return ST_ERROR;
    mem_copy(copy, p, n);
    x->p = copy;
    x->n = n;
    x->asked = asked;
    ClassFile *cf = NULL;
    if (classfile_parse(&cs->arena, &cs->syms, copy, n, asked ? asked->s : NULL, &cf) == ST_OK) x->cf = cf;
    else if (format_error(cs, cf, asked, &x->je) != ST_OK) return ST_ERROR;
    *out = x;
    return map_put(&cs->parsed, key, (u64)(uintptr_t)x);
}

/* The class was linked to what its loader has found on this path too. */
static bool same_supers(Classes *cs, const ClassInfo *ci) {
    const ClassFile *cf = ci->cf;
    bool same = ci->loader < N_BUILTIN || !cf->super || ci_find(cs, ci->loader, cf->super) == ci->super;
    for (u32 i = 0; same && ci->loader >= N_BUILTIN && i < cf->n_ifaces; i++)
        same = ci_find(cs, ci->loader, cf->cp[cf->ifaces[i]].u.sym) == ci->ifaces[i];
    return same;
}

Status ci_define(Classes *cs, u32 loader, Sym *name, const u8 *p, size_t n, const char *origin, ClassInfo **out,
                 JErr *je) {
    JErr local;
    if (!je) je = &local;
    je->cls = NULL;
    *out = NULL;
    u64 hash = hash_bytes(p, n, 0);
    bool hidden = name && mem_find(name->s, '+', name->len);
    Parsed *x = NULL;
    if (parse_once(cs, hidden ? NULL : name, p, n, hash, &x) != ST_OK) return ST_ERROR;
    if (!x->cf) {
        *je = x->je;
        return ST_OK;
    }
    if (!name) name = x->cf->name;
    if (!hidden && x->cf->name != name) {
        jerr(je, "java/lang/NoClassDefFoundError", "%.240s (wrong name: %.240s)", name->s, x->cf->name->s);
        return ST_OK;
    }
    ClassInfo *old = find_own(cs, loader, name);
    /* Of the VM's loaders it is not known what this path has defined; nobody names a proxy. */
    bool there = old && old->loader == loader && old->cf && !is_proxy(x->cf);
    for (ClassInfo *k = loader_known(cs, loader, name); k; k = k->other)
        if (k->loader == loader && k->cf && k->bytes_hash == hash && (there ? k == old : same_supers(cs, k))) {
            *out = k;
            return ST_OK;
        }
    if (there) {
        char ext[256], where[512], ld[128];
        msg_loader(cs, loader, ld, sizeof ld);
        ci_external_name(old, ext, sizeof ext);
        msg_in_module(cs, old, false, where, sizeof where);
        jerr(je, "java/lang/LinkageError", "loader %s attempted duplicate %s definition for %s. (%s)", ld,
             old->access & ACC_INTERFACE ? "interface" : "class", ext, where);
        return ST_OK;
    }
    char *o = NULL;
    if (origin && !(o = arena_strndup(&cs->arena, origin, strlen(origin)))) return ST_ERROR;
    const char *module = loader < N_BUILTIN ? module_of(cs, name) : NULL;
    if (loader == LOADER_APP && !module && path_module_of(cs, name)) module = path_module_of(cs, name)->name;
    return define(cs, loader, name, x->cf, hash, module, o, out, je);
}
