/* java_lang_module.c -- modules as the VM knows them, and the fields of mirrors that follow from a
 * class: loader, module, component type, modifiers.
 *
 * For classes of the builtin loaders these fields are functions of the class path, excluded from the
 * key and written without the trail, whenever their values come into being (HotSpot's fixup list).
 * The classes of user loaders get them when a path defines them, through the trail. */
#include "native/util.h"

#include <stdio.h>

static void raw_ref(Natives *N, Ref mirror, enum NatField f, Ref v) {
    if (v) nat_raw(N, mirror, f, v, 4);
}

/* Module object of a builtin loader's class, 0 while it does not exist. */
static Ref module_of(Natives *N, const ClassInfo *ci) {
    Heap *h = N->ks->heap;
    while (ci->kind == CK_ARRAY) ci = ci->elem;
    if (ci->kind == CK_PRIM) return N->java_base;
    if (ci->module) {
        Sym *s = sym_find(&N->ks->cs->syms, ci->module, strlen(ci->module));
        u64 v;
        if (s && map_get(&N->modules, (u64)(uintptr_t)s, &v)) return (Ref)v;
        return 0;
    }
    if (ci->loader == 0) return ci->host ? module_of(N, ci->host) : N->boot_unnamed;
    Ref lo = N->ks->cs->loaders.v[ci->loader].obj;
    u32 off = nat_off(N, NF_LOADER_UNNAMED);
    return lo && off ? get_ref(h, lo, off) : 0;
}

void nat_fill_mirror(KernelState *ks, ClassInfo *ci) {
    Natives *N = ks->natives;
    if (!ci->mirror || !N || ci->loader > 2) return;
    if (ci->loader < ks->cs->loaders.n) raw_ref(N, ci->mirror, NF_CLASS_LOADER, ks->cs->loaders.v[ci->loader].obj);
    raw_ref(N, ci->mirror, NF_CLASS_MODULE, module_of(N, ci));
    if (ci->kind == CK_ARRAY && ci->elem) raw_ref(N, ci->mirror, NF_CLASS_COMPONENT, ci->elem->mirror);
    nat_raw(N, ci->mirror, NF_CLASS_MODIFIERS, (u16)(ci->flags & ~ACC_SUPER), 2);
    nat_raw(N, ci->mirror, NF_CLASS_PRIMITIVE, ci->kind == CK_PRIM, 1);
}

static void fill_all(KernelState *ks) {
    for (u32 i = 0; i < ks->cs->by_id.n; i++)
        if (ks->cs->by_id.v[i]) nat_fill_mirror(ks, ks->cs->by_id.v[i]);
}

/* A user loader's class: its mirror is completed by nat_define_class. */
static void fill_user_array(KernelState *ks, ClassInfo *ci) {
    if (ci->kind != CK_ARRAY || !ci->mirror) return;
    raw_ref(ks->natives, ci->mirror, NF_CLASS_COMPONENT, ci->elem->mirror);
    nat_raw(ks->natives, ci->mirror, NF_CLASS_MODIFIERS, (u16)(ci->flags & ~ACC_SUPER), 2);
}

Status native_on_linked(Classes *cs, ClassInfo *ci) {
    KernelState *ks = cs->user;
    Natives *N = ks->natives;
    if (N->linked_before) {
        if (N->linked_before(cs, ci) != ST_OK) return ST_ERROR;
    } else if (!ci->mirror && heap_make_mirror(ks->heap, ci) != ST_OK) {
        return ST_ERROR;
    }
    if (ci == cs->class_ || !strcmp(ci->name->s, "java/lang/Class")) fill_all(ks);
    else if (ci->loader > 2) fill_user_array(ks, ci);
    else nat_fill_mirror(ks, ci);
    return ST_OK;
}

Status loader_bind(KernelState *ks, u32 loader, Ref obj) {
    Natives *N = ks->natives;
    if (!obj || loader >= ks->cs->loaders.n) return ST_OK;
    u32 off = nat_off(N, NF_LOADER_VM);
    if (off) put_u32(ks->heap, obj, off, loader + 1);
    if (ks->cs->loaders.v[loader].obj == obj) return ST_OK;
    ks->cs->loaders.v[loader].obj = obj;
    fill_all(ks);
    return ST_OK;
}

void nat_bind_loaders(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    Classes *cs = ks->cs;
    static const char *const names[] = {"PLATFORM_LOADER", "APP_LOADER"};
    const char *cn = "jdk/internal/loader/ClassLoaders";
    Sym *s = sym_find(&cs->syms, cn, strlen(cn));
    ClassInfo *ci = s ? ci_find(cs, 0, s) : NULL;
    for (u32 i = 0; ci && i < 2; i++) {
        FieldInfo *fi = nat_static(ci, names[i]);
        if (fi) loader_bind(ks, i + 1, get_ref(ks->heap, ci->mirror, fi->offset));
    }
}

/* --- natives --- */

/* An entry behind those of a root's list, whose room is doubled when it is used up. The first word of an entry is never
 * null. */
static int append(ThreadInfo *ti, enum NatRoot root, u32 room, const Ref *entry, u32 width) {
    Heap *h = nat_heap(ti);
    Ref list, bigger;
    NAT_TRY(nat_root_get(ti, root, &list));
    u32 n = list ? arr_len(h, list) : 0, i = n;
    while (i >= width && !ei_words(ei(h, list))[i - width]) i -= width;
    if (i >= n) {
        NAT_TRY(nat_new_array(ti, ti->ks->cs->object, n ? 2 * n : room, &bigger));
        if (n) mem_copy(arr_data(h, bigger), arr_data(h, list), 4u * n);
        NAT_TRY(nat_root_set(ti, root, bigger));
        list = bigger;
    }
    ElementInfo *e = ei(h, list);
    for (u32 k = 0; k < width; k++) heap_put_ref(h, e, ei_words(e) + i + k, entry[k]);
    return NAT_OK;
}

/* Named modules are remembered in the root array too: a heap read from an image finds them again.
 * Those of layers the program makes (after boot) are looked up by loader and package at definition. */
static int remember(ThreadInfo *ti, Ref module, Ref packages) {
    return append(ti, NR_MODULES, 256, (Ref[]){module, packages}, 2);
}

static int hex(char c) {
    c |= c >= 'A' ? 32 : 0;
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The path of a file: URL, in place; NULL: another kind of place. */
static char *file_of(char *url) {
    if (strncmp(url, "file:", 5) != 0) return NULL;
    char *from = url + 5, *to;
    if (strncmp(from, "///", 3) == 0) from += 2;
    char *path = to = from;
    for (; *from; from++) {
        bool coded = *from == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0;
        *to++ = coded ? (char)(hex(from[1]) << 4 | hex(from[2])) : *from;
        if (coded) from += 2;
    }
    *to = 0;
    return path;
}

static int add_packages(ThreadInfo *ti, PathModule *m, Ref packages) {
    Heap *h = nat_heap(ti);
    for (u32 i = 0; packages && i < arr_len(h, packages); i++) {
        Sym *s;
        NAT_TRY(nat_sym(ti, arr_ref(h, packages, i), true, &s));
        if (layer_add_package(ti->ks->cs, m, s) != ST_OK) return NAT_ERROR;
    }
    return NAT_OK;
}

/* The boot layer gets a module: the class loaders of the VM are to know where its classes are. */
static int add_to_layer(ThreadInfo *ti, Sym *name, Ref location, Ref packages) {
    Classes *cs = ti->ks->cs;
    NatText t;
    PathModule *m = NULL;
    if (layer_add(cs, name) != ST_OK) return NAT_ERROR;
    if (!location) return NAT_OK;
    NAT_TRY(nat_text(ti, location, &t));
    char *path = file_of(t.s);
    int r = path && layer_add_path(cs, name, path, &m) != ST_OK ? NAT_ERROR : NAT_OK;
    nat_text_free(ti, &t);
    return r == NAT_OK && m ? add_packages(ti, m, packages) : r;
}

static int define_module(ThreadInfo *ti, const u32 *a) {
    Natives *N = natives(ti);
    Sym *s;
    if (!a[0]) return throw_new(ti, "java/lang/NullPointerException", "Null module object");
    Ref name = nat_get_ref(ti, a[0], NF_MODULE_NAME);
    if (!name) return throw_new(ti, "java/lang/IllegalArgumentException", "Module name cannot be null");
    Ref lo = nat_get_ref(ti, a[0], NF_MODULE_LOADER);
    nat_bind_loaders(ti);
    /* java.base comes before String[] roots can be made in some JDKs' order: the array is a plain
     * Object[], which always can */
    NAT_TRY(remember(ti, a[0], a[4]));
    u32 vm = lo ? (u32)nat_get_int(ti, lo, NF_LOADER_VM) : 1;
    if (vm < 1 || vm > 3 || ti->ks->booted) return NAT_OK;
    NAT_TRY(nat_sym(ti, name, false, &s));
    if (map_put(&N->modules, (u64)(uintptr_t)s, a[0]) != ST_OK) return NAT_ERROR;
    NAT_TRY(add_to_layer(ti, s, a[3], a[4]));
    bool base = !strcmp(s->s, "java.base");
    if (base) N->java_base = a[0];
    for (u32 i = 0; i < ti->ks->cs->by_id.n; i++) {
        ClassInfo *ci = ti->ks->cs->by_id.v[i], *e = ci;
        while (e && e->kind == CK_ARRAY) e = e->elem;
        if (e && ((e->module && !strcmp(e->module, s->s)) || (base && e->kind == CK_PRIM))) nat_fill_mirror(ti->ks, ci);
    }
    return NAT_OK;
}
int module_defineModule0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, define_module(ti, a)); }

/* --- what modules read and export, which linking asks for (JVMS 5.4.4) ---
 *
 * The list NR_EXPORTS, in threes: module, package, to whom it is exported (the package's own string: to all; the module
 * itself: to all unnamed modules); and module, null, a module that it reads (null: unnamed ones). While booting only
 * what the program's modules can have to do with is entered: the JDK's own classes are not checked. */

static int enter(ThreadInfo *ti, Ref module, Ref package, Ref whom) {
    return append(ti, NR_EXPORTS, 768, (Ref[]){module, package, whom}, 3);
}

/* A named module that is the program's: of the module path, or of a layer that it made. */
static int of_program(ThreadInfo *ti, Ref module, bool *is) {
    Ref name = nat_get_ref(ti, module, NF_MODULE_NAME);
    Sym *s;
    *is = false;
    if (!name) return NAT_OK;
    NAT_TRY(nat_sym(ti, name, false, &s));
    Classes *cs = ti->ks->cs;
    *is = ti->ks->booted && !map_get(&cs->layer, (u64)(uintptr_t)s, NULL);
    for (u32 i = 0; i < cs->path_modules.n && !*is; i++) *is = strcmp(cs->path_modules.v[i]->name, s->s) == 0;
    return NAT_OK;
}

static int add_reads(ThreadInfo *ti, const u32 *a) {
    bool is;
    NAT_TRY(of_program(ti, a[0], &is));
    return is ? enter(ti, a[0], 0, a[1]) : NAT_OK;
}
int module_addReads0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_new(ti, "java/lang/NullPointerException", "from_module is null");
    NAT_SCOPED(ti, add_reads(ti, a));
}

static int add_exports(ThreadInfo *ti, const u32 *a, Ref whom) {
    if (!a[1]) return throw_new(ti, "java/lang/NullPointerException", "package is null");
    if (!a[0]) return throw_new(ti, "java/lang/NullPointerException", "from_module is null");
    bool is = true;
    if (whom != a[0] && whom != a[1] && !ti->ks->booted) NAT_TRY(of_program(ti, whom, &is));
    return is ? enter(ti, a[0], a[1], whom) : NAT_OK;
}
int module_addExports0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (a[0] && a[1] && !a[2]) return throw_new(ti, "java/lang/NullPointerException", "to_module is null");
    NAT_SCOPED(ti, add_exports(ti, a, a[2]));
}
int module_addExportsToAll0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, add_exports(ti, a, a[1])); }
int module_addExportsToAllUnnamed0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, add_exports(ti, a, a[0])); }

typedef struct ModuleEnd { /* one side of an access */
    Ref module, name; /* name 0: an unnamed module */
} ModuleEnd;

/* module 0: not known yet. A class that is being linked has no mirror. */
static ModuleEnd end_of(Natives *N, const ClassInfo *ci) {
    u32 off = nat_off(N, NF_CLASS_MODULE);
    ModuleEnd e = {0, 0};
    if (ci->loader <= 2) e.module = module_of(N, ci);
    else if (ci->mirror && off) e.module = get_ref(N->ks->heap, ci->mirror, off);
    if (e.module) e.name = get_ref(N->ks->heap, e.module, nat_off(N, NF_MODULE_NAME));
    return e;
}

static bool reads(Natives *N, const Ref *v, u32 n, ModuleEnd from, ModuleEnd to) {
    Heap *h = N->ks->heap;
    if (!from.name || to.module == N->java_base) return true;
    for (u32 i = 0; i < n && v[i]; i += 3) {
        if (v[i] != from.module || v[i + 1]) continue;
        bool unnamed = !v[i + 2] || !get_ref(h, v[i + 2], nat_off(N, NF_MODULE_NAME));
        if (v[i + 2] == to.module || (!to.name && unnamed)) return true;
    }
    return false;
}

static bool exports(const Natives *N, const Ref *v, u32 n, ModuleEnd from, ModuleEnd to, const char *package) {
    Heap *h = N->ks->heap;
    if (!to.name) return true;
    for (u32 i = 0; i < n && v[i]; i += 3) {
        bool whom = v[i + 2] == v[i + 1] || v[i + 2] == from.module || (v[i + 2] == v[i] && !from.name);
        if (v[i] == to.module && v[i + 1] && whom && string_equals_z(h, v[i + 1], package)) return true;
    }
    return false;
}

static void say_module(const Natives *N, ModuleEnd e, char *buf, size_t n) {
    size_t len;
    char *name = e.name ? string_utf8(N->ks->heap, e.name, &len) : NULL;
    /* HotSpot shows an identity hash there, another one each time */
    snprintf(buf, n, name ? "module %.150s" : "unnamed module @0x0", name);
    if (name) cx_free(N->ks->cx, name, len + 1);
}

bool module_access_ok(const Classes *cs, const ClassInfo *from, const ClassInfo *to, char *why, size_t n) {
    Natives *N = ((KernelState *)cs->user)->natives;
    Heap *h = N->ks->heap;
    if (!N->roots || !N->java_base) return true;
    ModuleEnd a = end_of(N, from), b = end_of(N, to);
    if (!a.module || !b.module || a.module == b.module || (!a.name && !b.name)) return true;
    Ref list = ei_words(ei(h, N->roots))[NR_EXPORTS];
    const Ref *v = list ? (const Ref *)(const void *)arr_data(h, list) : NULL;
    u32 len = list ? arr_len(h, list) : 0;
    char pkg[300], x[200], y[200], p[300], q[300];
    const char *slash = strrchr(to->name->s, '/');
    snprintf(pkg, sizeof pkg, "%.*s", slash ? (int)(slash - to->name->s) : 0, to->name->s);
    for (char *c = pkg; *c; c++)
        if (*c == '/') *c = '.';
    bool readable = reads(N, v, len, a, b);
    if (readable && exports(N, v, len, a, b, pkg)) return true;
    if (!why) return false;
    say_module(N, a, x, sizeof x);
    say_module(N, b, y, sizeof y);
    int k = snprintf(why, n, "class %.150s (in %s) cannot access class %.150s (in %s) because ",
                     ci_external_name(from, p, sizeof p), x, ci_external_name(to, q, sizeof q), y);
    if (k < 0 || (size_t)k >= n) return false;
    if (!readable) snprintf(why + k, n - (size_t)k, "%s does not read %s", x, y);
    else snprintf(why + k, n - (size_t)k, "%s does not export %s to %s", y, pkg, x);
    return false;
}

int bootloader_setBootLoaderUnnamedModule0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_new(ti, "java/lang/NullPointerException", "Null module object");
    natives(ti)->boot_unnamed = a[0];
    fill_all(ti->ks);
    return NAT_OK;
}

/* --- a heap that comes from an image --- */

Status native_rebind(KernelState *ks) {
    Natives *N = ks->natives;
    Heap *h = ks->heap;
    Sym *s = sym_z(&ks->cs->syms, "jdk/internal/misc/Unsafe");
    if (!s) return ST_ERROR;
    ClassInfo *u = ci_find(ks->cs, 0, s);
    u32 off = nat_off(N, NF_CLASS_DATA), no = nat_off(N, NF_MODULE_NAME);
    if (!u || !u->mirror || !off || !no) return cx_fail(ks->cx, ERR_INTERNAL, "boot image: no VM roots");
    N->roots = get_ref(h, u->mirror, off);
    Ref list = N->roots ? ei_words(ei(h, N->roots))[NR_MODULES] : 0;
    for (u32 i = 0; list && i + 1 < arr_len(h, list); i += 2) {
        Ref m = arr_ref(h, list, i), name = m ? get_ref(h, m, no) : 0;
        if (!name) continue;
        size_t n;
        char *z = string_utf8(h, name, &n);
        Sym *ms = z ? sym(&ks->cs->syms, z, n) : NULL;
        if (z) cx_free(ks->cx, z, n + 1);
        if (!ms || map_put(&N->modules, (u64)(uintptr_t)ms, m) != ST_OK) return ST_ERROR;
        if (layer_add(ks->cs, ms) != ST_OK) return ST_ERROR;
        if (!strcmp(ms->s, "java.base")) N->java_base = m;
    }
    /* the boot loader's unnamed module: BootLoader.UNNAMED_MODULE */
    s = sym_z(&ks->cs->syms, "jdk/internal/loader/BootLoader");
    if (!s) return ST_ERROR;
    ClassInfo *bl = ci_find(ks->cs, 0, s);
    FieldInfo *fi = bl ? nat_static(bl, "UNNAMED_MODULE") : NULL;
    if (fi) N->boot_unnamed = get_ref(h, bl->mirror, fi->offset);
    ks->cs->layer_known = true;
    return ST_OK;
}
