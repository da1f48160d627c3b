/* java_lang_classloader.c -- finding and defining classes: java.lang.ClassLoader, Class.forName0, the
 * builtin loaders' lookup, and definition of classes by the program.
 *
 * The VM's own loaders (0 boot, 1 platform, 2 app) find classes natively; their Java code asks for a
 * class through BuiltinClassLoader.loadClassOrNull, which is overridden here (no parallel lock map, no
 * URLClassPath), and throws its own ClassNotFoundException from the usual frames.
 *
 * Classes that the program defines (defineClass) exist in Classes for good, but on a path only once it
 * has defined them: that bit is Class.classRedefinedCount of the mirror, which is trailed. */
#include "base/text.h"
#include "native/util.h"
#include "native/world.h"

#include <stdio.h>

enum { MAX_USER_LOADERS = 4000 };

/* --- loaders --- */

static u32 builtin_of(const ClassInfo *ci) {
    if (ci->loader != 0) return 0;
    if (!strcmp(ci->name->s, "jdk/internal/loader/ClassLoaders$PlatformClassLoader")) return 1;
    if (!strcmp(ci->name->s, "jdk/internal/loader/ClassLoaders$AppClassLoader")) return 2;
    return 0;
}

/* A user loader gets the first index no live loader of this path has: one more than the number on
 * the path. Class.vmLoader is undone with the path, so the index is taken anew on another one; the
 * classes another path left there come back only if the program defines the same bytes. */
static int register_loader(ThreadInfo *ti, Ref obj, u32 *out) {
    Classes *cs = ti->ks->cs;
    Heap *h = nat_heap(ti);
    u32 off = nat_off(natives(ti), NF_LOADER_VM), i = 3;
    for (; i < cs->loaders.n; i++) {
        if (!loader_object(ti->ks, i)) break; /* it may be gone with its path */
    }
    if (i == cs->loaders.n) {
        char name[40];
        snprintf(name, sizeof name, "user-%u", i - 2);
        char *keep = arena_strndup(&cs->arena, name, strlen(name));
        if (i >= MAX_USER_LOADERS || !keep || loader_add(cs, 0, keep) == UINT32_MAX) return NAT_ERROR;
    }
    /* the table was reserved whole, so entries have fixed addresses */
    if (h->trailing && trail_push(h, &cs->loaders.v[i].obj, 4) != ST_OK) return NAT_ERROR;
    cs->loaders.v[i].obj = obj;
    if (cs->loaders.v[i].found) {
        loader_forget(cs, i);
        cs->loaders.v[i].found = 0;
    }
    Ref ns = nat_get_ref(ti, obj, NF_LOADER_NAMEANDID);
    if (ns) { /* "'mine' @1b2c": the loader's constructor made it */
        NatText t;
        NAT_TRY(nat_text(ti, ns, &t));
        const char *old = cs->loaders.v[i].shown;
        if (!old || strcmp(old, t.s)) cs->loaders.v[i].shown = arena_strndup(&cs->arena, t.s, t.n);
        nat_text_free(ti, &t);
        if (!cs->loaders.v[i].shown) return NAT_ERROR;
    }
    put_u32(h, obj, off, i + 1);
    *out = i;
    return NAT_OK;
}

int nat_loader_index(ThreadInfo *ti, Ref loader, u32 *out) {
    *out = 0;
    if (!loader) return NAT_OK;
    u32 vm = (u32)nat_get_int(ti, loader, NF_LOADER_VM);
    if (vm) {
        *out = vm - 1;
        return NAT_OK;
    }
    u32 b = builtin_of(ei_class(nat_heap(ti), ei(nat_heap(ti), loader)));
    if (b) {
        if (loader_bind(ti->ks, b, loader) != ST_OK) return NAT_ERROR;
        *out = b;
        return NAT_OK;
    }
    return register_loader(ti, loader, out);
}

/* Does the class exist on this path? (Always, unless the program defined it.) */
static bool defined_here(ThreadInfo *ti, const ClassInfo *ci) {
    while (ci->kind == CK_ARRAY) ci = ci->elem;
    if (ci->loader <= 2 && !(ci->attrs & CA_HIDDEN) && (!ci->origin || strcmp(ci->origin, "__defined__"))) return true;
    return nat_get_int(ti, ci->mirror, NF_CLASS_REDEFINED) != 0;
}

/* Of classes of that name: the one that exists on this path, or NULL. */
static ClassInfo *that_exists(ThreadInfo *ti, ClassInfo *ci) {
    while (ci && !defined_here(ti, ci)) ci = ci->other;
    return ci;
}

/* Which classes a loader of the program's has defined is state that threads share: true when a boundary comes first. */
static bool asks_loader(ThreadInfo *ti, Ref loader) {
    const Heap *h = nat_heap(ti);
    return loader && !builtin_of(ei_class(h, ei(h, loader))) && ks_meets(ti->ks, ei(h, loader)) &&
           nat_visible(ti, AC_OTHER, 0);
}

/* --- Class.forName0 --- */

static int not_found(ThreadInfo *ti, const Sym *s, bool slashes) {
    if (slashes) return throw_new(ti, "java/lang/ClassNotFoundException", "%s", s->s);
    char *name = nat_dotted(ti, s->s, s->len);
    if (!name) return NAT_ERROR;
    int r = throw_new(ti, "java/lang/ClassNotFoundException", "%s", name);
    cx_free(ti->ks->cx, name, s->len + 1u);
    return r;
}

/* Load natively. NAT_OK with *out NULL: not found there (for an array: its element). */
static int find_native_loaded(ThreadInfo *ti, u32 loader, Sym *s, ClassInfo **out) {
    JErr je = {0};
    if (ci_load(ti->ks->cs, loader, s, out, &je) != ST_OK) return NAT_ERROR;
    if (*out || je.cls == JERR_LOAD) return NAT_OK;
    const char *elem = s->s;
    size_t n = s->len;
    while (*elem == '[') elem++, n--;
    if (elem != s->s && *elem == 'L') elem++, n -= 2;
    if (!strcmp(je.cls, "java/lang/NoClassDefFoundError") && strlen(jerr_text(&je)) == n &&
        !mem_cmp(jerr_text(&je), elem, n))
        return NAT_OK;
    return throw_jerr(ti, &je);
}

/* Locals: 0 name (String), 1 loader, 2 initialize, 3 class id. Calls loader.loadClass(element). */
static int step_forname(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    Classes *cs = ti->ks->cs;
    u32 *l = fr_locals(f), li;
    if (thrown) {
        ti->exception = thrown;
        return STEP_THROW;
    }
    ClassInfo *ci = NULL;
    switch (f->step) {
    case 0: {
        f->step = 1;
        u32 args[2] = {l[1], l[0]};
        MethodInfo *mi = ci_find_method(cs->class_loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
        return nat_step(ti, f, mi ? call_java(ti, mi, args, true) : NAT_ERROR);
    }
    case 1: {
        Ref m = *--f->sp;
        Sym *s;
        if (nat_sym(ti, l[0], true, &s) != NAT_OK) return STEP_ERROR;
        f->step = 2;
        ci = m ? jclass_ci(ti, m) : NULL;
        if (!ci || ci->name != s) {
            not_found(ti, s, false);
            return STEP_AGAIN;
        }
        if (nat_loader_index(ti, l[1], &li) != NAT_OK || user_record(ti, li, ci) != ST_OK) return STEP_ERROR;
        for (; l[4]; l[4]--)
            if (ci_array_of(cs, ci, &ci) != ST_OK) return STEP_ERROR;
        l[3] = ci->id;
        f->step = 3;
    } /* fallthrough */
    case 3:
        ci = cs->by_id.v[l[3]];
        if (l[2]) {
            int r = ensure_init(ti, ci);
            if (r != NAT_OK) return nat_step(ti, f, r);
        }
        *f->sp++ = ci->mirror;
        return STEP_RETURN;
    default: return STEP_AGAIN;
    }
}

static int for_name(ThreadInfo *ti, const u32 *a, u32 *r) {
    Sym *s;
    ClassInfo *ci = NULL;
    u32 li, dims = 0;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    NatText t;
    NAT_TRY(nat_text(ti, a[0], &t));
    bool slashes = mem_find(t.s, '/', t.n) != NULL, bad = slashes || t.n > 65535;
    while (dims < t.n && t.s[dims] == '[') dims++;
    bool prim_elem = dims && t.n == dims + 1;
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '.') t.s[i] = '/';
    /* an array name must be a field descriptor */
    if (dims && !bad) bad = dims > 255 || !desc_is_field(t.s, t.n);
    if (!dims && !bad) bad = mem_find(t.s, '[', t.n) || mem_find(t.s, ';', t.n);
    s = sym(&ti->ks->cs->syms, t.s, t.n);
    nat_text_free(ti, &t);
    if (!s) return NAT_ERROR;
    NAT_TRY(nat_loader_index(ti, a[2], &li));
    if (bad) return not_found(ti, s, true);
    if (li <= 2 || prim_elem) {
        NAT_TRY(find_native_loaded(ti, li, s, &ci));
        if (!ci && li == 0) return not_found(ti, s, true);
    } else {
        ci = that_exists(ti, ci_find(ti->ks->cs, li, s));
    }
    if (ci) {
        if (a[1]) NAT_TRY(ensure_init(ti, ci));
        return ret_ref(r, ci->mirror);
    }
    /* ask the loader's Java code, for the element class if s is an array; a builtin one then throws
     * from its own frames */
    u32 l[5] = {a[0], a[2], a[1], 0, dims};
    if (dims) {
        NAT_TRY(nat_string_dotted(ti, s->s + dims + 1, s->len - dims - 2, &l[0]));
    }
    return push_vm_frame(ti, natives(ti)->vm[NV_FORNAME], l, 5) ? NAT_CALL : NAT_ERROR;
}
int class_forName0(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, for_name(ti, a, r)); }

/* --- lookup --- */

int classloader_findBootstrapClass(ThreadInfo *ti, const u32 *a, u32 *r) {
    Sym *s;
    ClassInfo *ci;
    if (!a[0]) return ret_ref(r, 0);
    NAT_TRY(nat_sym(ti, a[0], true, &s));
    NAT_TRY(find_native_loaded(ti, 0, s, &ci));
    return ret_ref(r, ci ? ci->mirror : 0);
}

int classloader_findLoadedClass0(ThreadInfo *ti, const u32 *a, u32 *r) {
    Sym *s;
    u32 li;
    if (!a[1]) return ret_ref(r, 0);
    if (asks_loader(ti, a[0])) return NAT_BLOCK;
    NAT_TRY(nat_sym(ti, a[1], true, &s));
    NAT_TRY(nat_loader_index(ti, a[0], &li));
    ClassInfo *ci = that_exists(ti, ci_find(ti->ks->cs, li, s));
    return ret_ref(r, ci ? ci->mirror : 0);
}

/* BuiltinClassLoader.loadClassOrNull(String, boolean): the VM's own lookup. */
int builtinloader_loadClassOrNull(ThreadInfo *ti, const u32 *a, u32 *r) {
    Sym *s;
    ClassInfo *ci = NULL;
    u32 li;
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    NAT_TRY(nat_loader_index(ti, a[0], &li));
    NatText t;
    NAT_TRY(nat_text(ti, a[1], &t));
    bool bad = mem_find(t.s, '/', t.n) || mem_find(t.s, '[', t.n) || mem_find(t.s, ';', t.n) || !t.n;
    nat_text_free(ti, &t);
    if (bad) return ret_ref(r, 0);
    NAT_TRY(nat_sym(ti, a[1], true, &s));
    NAT_TRY(find_native_loaded(ti, li > 2 ? 2 : li, s, &ci));
    ci = that_exists(ti, ci);
    return ret_ref(r, ci ? ci->mirror : 0);
}

/* --- definition --- */

/* The supertypes a class file names: they are loaded by Java code if its loader is the program's. */
static int load_supertypes(ThreadInfo *ti, u32 loader, const u8 *p, size_t n, const Sym *name) {
    Ctx *cx = ti->ks->cx;
    Arena ar;
    ClassFile *cf = NULL;
    ClassInfo *ci;
    if (loader <= 2) return NAT_OK;
    arena_init(&ar, cx);
    if (classfile_parse(&ar, &ti->ks->cs->syms, p, n, NULL, &cf) != ST_OK) {
        /* malformed: ci_define says so as a Java error */
        bool fmt = cx->err.kind == ERR_FORMAT;
        if (fmt) cx_clear(cx);
        arena_free(&ar);
        return fmt ? NAT_OK : NAT_ERROR;
    }
    int r = cf->super && cf->super != name ? load_class(ti, loader, cf->super, &ci) : NAT_OK;
    for (u32 i = 0; i < cf->n_ifaces && r == NAT_OK; i++) r = load_class(ti, loader, cf->cp[cf->ifaces[i]].u.sym, &ci);
    arena_free(&ar);
    return r;
}

/* The module a class of `loader` belongs to: a layer's, by package, else the loader's unnamed one. */
static int module_for(ThreadInfo *ti, Ref loader, const ClassInfo *ci, Ref *out) {
    Heap *h = nat_heap(ti);
    Ref list;
    const char *slash = strrchr(ci->name->s, '/');
    size_t n = slash ? (size_t)(slash - ci->name->s) : 0;
    bool found = false;
    *out = loader ? nat_get_ref(ti, loader, NF_LOADER_UNNAMED) : natives(ti)->boot_unnamed;
    NAT_TRY(nat_root_get(ti, NR_MODULES, &list));
    if (!list || !slash) return NAT_OK;
    char *pkg = nat_dotted(ti, ci->name->s, n);
    if (!pkg) return NAT_ERROR;
    for (u32 i = 0; !found && i + 1 < arr_len(h, list); i += 2) {
        Ref m = arr_ref(h, list, i), ps = arr_ref(h, list, i + 1);
        if (!m || !ps || nat_get_ref(ti, m, NF_MODULE_LOADER) != loader) continue;
        for (u32 k = 0; !found && k < arr_len(h, ps); k++) {
            Ref s = arr_ref(h, ps, k);
            found = s && ei(h, s)->ci == ti->ks->cs->string->id && string_equals_z(h, s, pkg);
        }
        if (found) *out = m;
    }
    cx_free(ti->ks->cx, pkg, n + 1);
    return NAT_OK;
}

/* Mirrors of arrays are made with the class, so that they are alike on all paths: those of more than two dimensions
 * have no loader. */
static int publish_arrays(ThreadInfo *ti, ClassInfo *ci, Ref loader, Ref module) {
    for (u32 i = 0; i < 2; i++) {
        if (ci_array_of(ti->ks->cs, ci, &ci) != ST_OK) return NAT_ERROR;
        nat_set_ref(ti, ci->mirror, NF_CLASS_LOADER, loader);
        nat_set_ref(ti, ci->mirror, NF_CLASS_MODULE, module);
    }
    return NAT_OK;
}

/* Make the class exist on this path: the mirror's fields, trailed. */
static int publish(ThreadInfo *ti, ClassInfo *ci, Ref loader, Ref domain) {
    Ref m;
    NAT_TRY(module_for(ti, loader, ci, &m));
    nat_set_ref(ti, ci->mirror, NF_CLASS_LOADER, loader);
    nat_set_ref(ti, ci->mirror, NF_CLASS_MODULE, m);
    nat_set_ref(ti, ci->mirror, NF_CLASS_PD, domain);
    nat_set_int(ti, ci->mirror, NF_CLASS_REDEFINED, 1);
    nat_raw(natives(ti), ci->mirror, NF_CLASS_MODIFIERS, (u16)(ci->flags & ~ACC_SUPER), 2);
    if (ci->loader > 2) NAT_TRY(publish_arrays(ti, ci, loader, m));
    return user_record(ti, ci->loader, ci) == ST_OK ? NAT_OK : NAT_ERROR;
}

static int loader_text(ThreadInfo *ti, Ref loader, NatText *t) {
    Ref s = loader ? nat_get_ref(ti, loader, NF_LOADER_NAMEANDID) : 0;
    u32 b = loader ? builtin_of(ei_class(nat_heap(ti), ei(nat_heap(ti), loader))) : 0;
    if (s && !b) return nat_text(ti, s, t);
    t->s = t->buf;
    t->cap = 0;
    t->n = (size_t)snprintf(t->buf, sizeof t->buf, "%s", !loader ? "'bootstrap'" : b == 1 ? "'platform'" : "'app'");
    return NAT_OK;
}

int nat_define_class(ThreadInfo *ti, u32 loader, Ref loader_obj, Sym *name, const u8 *p, size_t n, Ref domain,
                     const char *source, ClassInfo **out) {
    Classes *cs = ti->ks->cs;
    JErr je = {0};
    ClassInfo *old = name ? ci_find(cs, loader, name) : NULL;
    NAT_TRY(load_supertypes(ti, loader, p, n, name));
    ClassInfo *here = that_exists(ti, old);
    bool there = here && !(here->attrs & CA_HIDDEN);
    if (!there) {
        if (ci_define(cs, loader, name, p, n, "__defined__", out, &je) != ST_OK) return NAT_ERROR;
        if (!*out && old && loader <= 2)
            return nat_not_modelled(ti, "class %s defined from other bytes than on an earlier path", name->s);
        if (!*out) return throw_jerr(ti, &je);
        there = defined_here(ti, *out) && !((*out)->attrs & CA_HIDDEN);
        here = *out;
    }
    if (there) {
        NatText lt;
        NatText pt;
        char cn[300], where[600];
        Ref parent = nat_get_ref(ti, loader_obj, NF_LOADER_PARENT);
        NAT_TRY(loader_text(ti, loader_obj, &lt));
        int r = loader_text(ti, parent, &pt);
        if (r != NAT_OK) {
            nat_text_free(ti, &lt);
            return r;
        }
        msg_in_module(cs, here, false, where, sizeof where);
        r = throw_new(ti, "java/lang/LinkageError", "loader %s attempted duplicate %s definition for %s. (%s%s%s)",
                      lt.s, (here->access & ACC_INTERFACE) ? "interface" : "class", nat_java_name(here, cn, sizeof cn),
                      where, loader > 2 ? ", parent loader " : "", loader > 2 ? pt.s : "");
        nat_text_free(ti, &lt);
        nat_text_free(ti, &pt);
        return r;
    }
    return publish(ti, *out, loader_obj, domain);
}

/* A copy of [off, off + len) of a byte[]: the collector and the parser must not meet. */
static int copy_bytes(ThreadInfo *ti, Ref arr, i32 off, i32 len, u8 **out) {
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    const u8 *src = arr_at(nat_heap(ti), arr, T_BYTE, off, len);
    if (!src) return throw_no_msg(ti, "java/lang/ArrayIndexOutOfBoundsException");
    *out = cx_alloc(ti->ks->cx, (size_t)len + 1);
    if (!*out) return NAT_ERROR;
    mem_copy(*out, src, (size_t)len);
    return NAT_OK;
}

static int define_bytes(ThreadInfo *ti, Ref loader, Ref name, const u8 *p, i32 len, Ref pd, u32 *r) {
    Sym *s = NULL;
    u32 li;
    ClassInfo *ci;
    if (asks_loader(ti, loader)) return NAT_BLOCK;
    if (name) NAT_TRY(nat_sym(ti, name, true, &s));
    NAT_TRY(nat_loader_index(ti, loader, &li));
    NAT_TRY(nat_define_class(ti, li, loader, s, p, (size_t)len, pd, NULL, &ci));
    return ret_ref(r, ci->mirror);
}

int classloader_defineClass1(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 *p;
    NAT_TRY(copy_bytes(ti, a[2], (i32)a[3], (i32)a[4], &p));
    int res = define_bytes(ti, a[0], a[1], p, (i32)a[4], a[5], r);
    cx_free(ti->ks->cx, p, (size_t)a[4] + 1);
    return res;
}

/* From a direct ByteBuffer. */
int classloader_defineClass2(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 off = nat_off(natives(ti), NF_BUFFER_ADDRESS);
    if (!a[2] || !off) return throw_no_msg(ti, "java/lang/NullPointerException");
    i32 len = (i32)a[4];
    i64 at = offheap_add((i64)get_u64(nat_heap(ti), a[2], off), (i32)a[3]);
    const u8 *src = len < 0 ? NULL : offheap_at(ti, at, (u64)len);
    if (!src) return throw_no_msg(ti, "java/lang/ArrayIndexOutOfBoundsException");
    u8 *p = cx_alloc(ti->ks->cx, (size_t)len + 1);
    if (!p) return NAT_ERROR;
    mem_copy(p, src, (size_t)len);
    int res = define_bytes(ti, a[0], a[1], p, len, a[5], r);
    cx_free(ti->ks->cx, p, (size_t)len + 1);
    return res;
}

enum { HC_NESTMATE = 1, HC_HIDDEN = 2 };

/* Hidden classes are named name+n, n counted per name on this path. */
static int hidden_name(ThreadInfo *ti, u32 loader, const Sym *base, Sym **out) {
    for (u32 n = 0; n < 100000; n++) {
        Text t;
        text_init(&t, ti->ks->cx);
        text_f(&t, "%s+0x%016x", base->s, n);
        *out = t.failed ? NULL : sym(&ti->ks->cs->syms, t.v, t.n);
        text_free(&t);
        if (!*out) return NAT_ERROR;
        ClassInfo *ci = ci_find(ti->ks->cs, loader, *out);
        if (!ci || !nat_get_int(ti, ci->mirror, NF_CLASS_REDEFINED)) return NAT_OK;
    }
    return NAT_ERROR;
}

/* defineClass0(loader, lookup, name, b, off, len, pd, initialize, flags, classData) */
static int define_hidden(ThreadInfo *ti, const u32 *a, const u8 *p, u32 *r) {
    Sym *s = NULL;
    u32 li, flags = a[8];
    ClassInfo *ci, *lookup = jclass_ci(ti, a[1]), *nest = NULL;
    if (!a[2]) return throw_no_msg(ti, "java/lang/NullPointerException");
    NAT_TRY(nat_sym(ti, a[2], true, &s));
    NAT_TRY(nat_loader_index(ti, a[0], &li));
    if (flags & HC_HIDDEN) NAT_TRY(hidden_name(ti, li, s, &s));
    if (flags & HC_NESTMATE) {
        if (ci_nest(ti->ks->cs, lookup, &nest) != ST_OK) return NAT_ERROR;
        if (!nest) nest = lookup;
    }
    NAT_TRY(nat_define_class(ti, li, a[0], s, p, a[5], a[6], NULL, &ci));
    if (flags & HC_HIDDEN) {
        ci->attrs |= CA_HIDDEN;
        ci->host = lookup;
        ci->nest_host = nest ? nest : ci;
        /* a hidden class lives in its lookup class's module */
        nat_set_ref(ti, ci->mirror, NF_CLASS_MODULE, nat_get_ref(ti, lookup->mirror, NF_CLASS_MODULE));
    }
    nat_set_ref(ti, ci->mirror, NF_CLASS_DATA, a[9]);
    if (!a[7]) return ret_ref(r, ci->mirror);
    /* a frame initializes it: the native itself must not run twice */
    u32 l[5] = {0, 0, 1, ci->id, 0};
    StackFrame *f = push_vm_frame(ti, natives(ti)->vm[NV_FORNAME], l, 5);
    if (!f) return NAT_ERROR;
    f->step = 3;
    return NAT_CALL;
}

int classloader_defineClass0(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 *p;
    if (!a[1]) return throw_new(ti, "java/lang/IllegalArgumentException", "Lookup class is null");
    NAT_TRY(copy_bytes(ti, a[3], (i32)a[4], (i32)a[5], &p));
    int res = define_hidden(ti, a, p, r);
    cx_free(ti->ks->cx, p, (size_t)a[5] + 1);
    return res;
}

/* jdk.internal.misc.Unsafe.defineClass0(this, name, b, off, len, loader, pd) */
int unsafe_defineClass0(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 *p;
    NAT_TRY(copy_bytes(ti, a[2], (i32)a[3], (i32)a[4], &p));
    int res = define_bytes(ti, a[5], a[1], p, (i32)a[4], a[6], r);
    cx_free(ti->ks->cx, p, (size_t)a[4] + 1);
    return res;
}

Status classloader_init(Natives *N) {
    N->vm[NV_FORNAME] = vm_method(N->ks, "forName", step_forname, 5, 2, 1u << 0 | 1u << 1, T_REF);
    if (!N->vm[NV_FORNAME]) return ST_ERROR;
    return vec_reserve(N->ks->cx, &N->ks->cs->loaders, MAX_USER_LOADERS + 8);
}
