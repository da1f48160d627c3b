/* link.c -- from a class file to a ClassInfo: supers (JVMS 5.3.5), members, displays. */
#include "base/hash.h"
#include "classes/counts.h"
#include "classes/rest.h"
#include "classes/times.h"
#include "classes/link.h"

u64 class_key(const Classes *cs, u32 loader, const Sym *name) {
    const char *l = cs->loaders.v[loader].name;
    return hash_bytes(name->s, name->len, hash_bytes(l, strlen(l), 0x6a70660001));
}

ClassInfo *ci_new(Classes *cs, u8 kind, u32 loader, Sym *name) {
    ClassInfo *ci = arena_alloc(&cs->arena, sizeof *ci);
    if (!ci) return NULL;
    ci->kind = kind;
    ci->loader = loader;
    ci->name = name;
    ci->arena = &cs->arena;
    ci->key = class_key(cs, loader, name);
    map_init(&ci->itable, cs->cx);
    return ci;
}

/* Fields the VM adds, after the class's own. */
static const struct Injected {
    const char *cls, *name, *desc;
    bool excluded;
} injected[] = {
    /* InitState and the initializing thread's id + 1: what the key must see of a class. */
    {"java/lang/Class", "vmInit", "I", false},
    {"java/lang/Class", "vmInitThread", "I", false},
    {"java/lang/Class", "vmClass", "I", true},     /* ClassInfo.id */
    {"java/lang/Thread", "vmThread", "I", true},   /* thread id + 1 once started */
    /* parkBlocker, where somebody asks for it: native/lang/java_lang_thread.c */
    {"java/lang/Thread", "vmBlocker", "Ljava/lang/Object;", false},
    {"java/lang/ClassLoader", "vmLoader", "I", true}, /* loader index + 1 */
    /* What it has found on this path, and a sum over it in two halves: interp/user_load.c */
    {"java/lang/ClassLoader", "vmFound", "I", false},
    {"java/lang/ClassLoader", "vmFoundHigh", "I", false},
    {"java/lang/ClassLoader", "vmClasses", "[Ljava/lang/Object;", false},
    {"java/lang/invoke/ResolvedMethodName", "vmtarget", "I", true}, /* method id + 1 */
    /* hash of its backtrace where one was looked at: interp/backtrace.c */
    {"java/lang/Throwable", "vmMadeAt", "I", false},
    {"java/lang/invoke/LambdaForm", "vmEntry", "I", true}, /* id + 1 of the method that runs it, once made */
};

static bool injects(const ClassInfo *ci, const struct Injected *x) {
    return ci->loader == LOADER_BOOT && (ci->attrs & CA_SYSTEM) && sym_is(ci->name, x->cls);
}

static Status make_fields(Classes *cs, ClassInfo *ci) {
    const ClassFile *cf = ci->cf;
    u32 n = cf->n_fields, extra = 0;
    for (size_t k = 0; k < sizeof injected / sizeof *injected; k++) extra += injects(ci, &injected[k]);
    ci->fields = arena_alloc(&cs->arena, (n + extra) * sizeof *ci->fields);
    if (!ci->fields) return ST_ERROR;
    ci->n_fields = (u16)(n + extra);
    for (u32 i = 0; i < n; i++) {
        FieldInfo *fi = &ci->fields[i];
        const CfMember *m = &cf->fields[i];
        *fi = (FieldInfo){.ci = ci,
                          .name = m->name,
                          .desc = m->desc,
                          .signature = m->signature,
                          .flags = m->flags,
                          .slot = (u16)i,
                          .cf = m};
        fi->type = type_of_desc(m->desc->s[0]);
    }
    for (size_t k = 0; k < sizeof injected / sizeof *injected; k++) {
        if (!injects(ci, &injected[k])) continue;
        FieldInfo *fi = &ci->fields[n];
        fi->ci = ci;
        fi->name = sym_z(&cs->syms, injected[k].name);
        fi->desc = sym_z(&cs->syms, injected[k].desc);
        if (!fi->name || !fi->desc) return ST_ERROR;
        fi->flags = ACC_PRIVATE | ACC_SYNTHETIC;
        fi->type = type_of_desc(injected[k].desc[0]);
        fi->attrs = (u8)(FA_INJECTED | FA_NEVER_BREAK | (injected[k].excluded ? FA_EXCLUDED : 0));
        fi->slot = (u16)n++;
    }
    jdk_of_fields(ci);
    for (u32 i = 0; i < cf->n_fields; i++) ci->fields[i].attrs = field_attrs(cs, ci, &ci->fields[i]);
    return ST_OK;
}

/* JVMS 2.9.3: one of MethodHandle's and VarHandle's native varargs methods. */
static bool is_sigpoly(const ClassInfo *ci, const MethodInfo *mi) {
    return ci->loader == LOADER_BOOT && (mi->flags & ACC_NATIVE) && (mi->flags & ACC_VARARGS) &&
           starts_with(mi->desc->s, "([Ljava/lang/Object;)") &&
           (sym_is(ci->name, "java/lang/invoke/MethodHandle") || sym_is(ci->name, "java/lang/invoke/VarHandle"));
}

static Status make_methods(Classes *cs, ClassInfo *ci) {
    const ClassFile *cf = ci->cf;
    ci->methods = arena_alloc(&cs->arena, cf->n_methods * sizeof *ci->methods);
    if (!ci->methods) return ST_ERROR;
    ci->n_methods = cf->n_methods;
    for (u32 i = 0; i < cf->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        const CfMember *m = &cf->methods[i];
        mi->ci = ci;
        mi->name = m->name;
        mi->desc = m->desc;
        mi->signature = m->signature;
        mi->flags = m->flags;
        mi->cf = m;
        mi->slot = (u16)i;
        mi->vindex = -1;
        mi->n_args = (u16)(desc_arg_words(m->desc->s) + !(m->flags & ACC_STATIC));
        mi->ret = type_of_desc(desc_return(m->desc->s));
        mi->max_locals = m->code ? m->code->max_locals : mi->n_args;
        mi->max_stack = m->code ? m->code->max_stack : 0;
        mi->key =
            mix64(mix64(ci->key, hash_bytes(m->name->s, m->name->len, 0)), hash_bytes(m->desc->s, m->desc->len, 1));
        if (ci->attrs & CA_SYSTEM) mi->attrs = annot_attrs(cf, &m->annotations);
        if (is_sigpoly(ci, mi)) mi->attrs |= MA_SIGPOLY;
        if (sym_is(m->name, "<clinit>") && sym_is(m->desc, "()V") && ((m->flags & ACC_STATIC) || cf->major < 51))
            ci->clinit = mi;
        /* An empty finalizer is none. */
        if (sym_is(m->name, "finalize") && sym_is(m->desc, "()V") && ci->super && m->code && m->code->len > 1)
            ci->attrs |= CA_HAS_FINALIZER;
    }
    jdk_of_methods(ci);
    return mtab_build(cs, ci);
}

static void add_iface(ClassInfo **v, u32 *n, ClassInfo *x) {
    for (u32 i = 0; i < *n; i++)
        if (v[i] == x) return;
    v[(*n)++] = x;
}

static Status make_displays(Classes *cs, ClassInfo *ci) {
    u32 d = ci->super ? ci->super->depth + 1u : 0;
    ci->depth = (u16)d;
    ci->supers = arena_alloc(&cs->arena, (d + 1) * sizeof *ci->supers);
    if (!ci->supers) return ST_ERROR;
    if (d) mem_copy(ci->supers, ci->super->supers, d * sizeof *ci->supers);
    ci->supers[d] = ci;
    u32 max = ci->super ? ci->super->n_all_ifaces : 0;
    if (ci->n_ifaces == 0) { /* share */
        ci->all_ifaces = ci->super ? ci->super->all_ifaces : NULL;
        ci->n_all_ifaces = (u16)max;
        return ST_OK;
    }
    for (u32 i = 0; i < ci->n_ifaces; i++) max += 1u + ci->ifaces[i]->n_all_ifaces;
    ci->all_ifaces = arena_alloc(&cs->arena, max * sizeof *ci->all_ifaces);
    if (!ci->all_ifaces) return ST_ERROR;
    u32 n = 0;
    if (ci->super)
        for (u32 i = 0; i < ci->super->n_all_ifaces; i++) ci->all_ifaces[n++] = ci->super->all_ifaces[i];
    for (u32 i = 0; i < ci->n_ifaces; i++) {
        ClassInfo *k = ci->ifaces[i];
        for (u32 j = 0; j < k->n_all_ifaces; j++) add_iface(ci->all_ifaces, &n, k->all_ifaces[j]);
        add_iface(ci->all_ifaces, &n, k);
    }
    ci->n_all_ifaces = (u16)n;
    return ST_OK;
}

/* --- checks on superclass and superinterfaces --- */
/* Named modules may seal across packages; the unnamed one only within a package. Fills je. Releases
 * after 21 say which check failed. */
static bool permits(Classes *cs, const ClassInfo *sup, const ClassInfo *ci, bool iface, JErr *je) {
    const char *icce = "java/lang/IncompatibleClassChangeError";
    const char *m = ci_module_name(sup), *k = ci_module_name(ci);
    char a[96], b[96], la[64], lb[64];
    ci_external_name(ci, a, sizeof a);
    ci_external_name(sup, b, sizeof b);
    msg_loader(cs, ci->loader, la, sizeof la);
    msg_loader(cs, sup->loader, lb, sizeof lb);
    bool same = m && k ? strcmp(m, k) == 0 : (!m && !k && sup->loader == ci->loader);
    bool visible = (ci->access & ACC_PUBLIC) || ci_same_package(sup, ci);
    bool listed = false;
    for (u32 i = 0; i < sup->cf->n_permitted && !listed; i++)
        listed = sup->cf->cp[sup->cf->permitted[i]].u.sym == ci->name;
    if (same && visible && listed) return true;
    if (cs->jdk <= 21)
        jerr(je, icce,
             iface ? "class %s cannot implement sealed interface %s" : "class %s cannot inherit from sealed class %s",
             a, b);
    else if (!same)
        jerr(je, icce,
             "Failed same module check: subclass %s is in module '%s' with loader %s, and sealed "
             "class %s is in module '%s' with loader %s",
             a, k ? k : "unnamed module", la, b, m ? m : "unnamed module", lb);
    else if (!visible)
        jerr(je, icce,
             "Failed same package check: non-public subclass %s is in package '%.*s' with "
             "classloader %s, and sealed class %s is in package '%.*s' with classloader %s",
             a, (int)pkg_len(ci->name), ci->name->s, la, b, (int)pkg_len(sup->name), sup->name->s, lb);
    else jerr(je, icce, "Failed listed permitted subclass check: class %s is not a permitted subclass of %s", a, b);
    return false;
}

static bool check_super(Classes *cs, const ClassInfo *ci, const ClassInfo *sup, bool iface, JErr *je) {
    const char *icce = "java/lang/IncompatibleClassChangeError";
    char a[160], b[160], rel[512], why[900];
    ci_external_name(ci, a, sizeof a);
    ci_external_name(sup, b, sizeof b);
    bool is_iface = sup->access & ACC_INTERFACE;
    if (iface && !is_iface) {
        msg_in_module(cs, sup, false, rel, sizeof rel);
        jerr(je, icce, "class %s can not implement %s, because it is not an interface (%.150s)", a, b, rel);
    } else if (!iface && is_iface) {
        jerr(je, icce, "class %s has interface %s as super class", a, b);
    } else if (!iface && (sup->access & ACC_FINAL)) {
        jerr(je, icce, "class %s cannot inherit from final class %s", a, b);
    } else if (sup->cf && sup->cf->n_permitted && !permits(cs, sup, ci, iface, je)) {
        return false;
    } else if (!class_access_ok(cs, ci, sup, why, sizeof why) && *why) {
        jerr(je, "java/lang/IllegalAccessError", "%s check failed: %s", iface ? "superinterface" : "superclass access",
             why);
    } else if (!class_access_ok(cs, ci, sup, why, sizeof why)) {
        msg_relation(cs, ci, sup, rel, sizeof rel);
        jerr(je, "java/lang/IllegalAccessError", "class %s cannot access its %s %s (%.300s)", a,
             iface ? "superinterface" : "superclass", b, rel);
    }
    return je->cls == NULL;
}

static bool any_default(const ClassInfo *ci) {
    for (u32 i = 0; i < ci->n_methods; i++)
        if (!(ci->methods[i].flags & (ACC_ABSTRACT | ACC_STATIC))) return true;
    return false;
}

static bool settled(const ClassInfo *ci) { return ci->attrs & (CA_INIT_TRIVIAL | CA_INIT_BOOTED); }

/* Is no code run and nobody waited for when the class is initialized, on whatever path? What is initialized with it is
 * like it, or was initialized while the VM booted. Primitive constants are there from the start (heap/object.c: none
 * can be read before); texts are interned when the class is initialized, which others see. */
static bool nothing_runs(const ClassInfo *ci) {
    if (ci->clinit || (ci->super && !settled(ci->super))) return false;
    for (u32 i = 0; i < ci->n_fields; i++) {
        const FieldInfo *fi = &ci->fields[i];
        if ((fi->flags & ACC_STATIC) && fi->type == T_REF && fi->cf && fi->cf->const_value) return false;
    }
    /* Superinterfaces with default methods are initialized too (JVMS 5.5, step 7). */
    if (ci->access & ACC_INTERFACE) return true;
    for (u32 i = 0; i < ci->n_ifaces; i++) {
        const ClassInfo *k = ci->ifaces[i];
        for (u32 j = 0; j <= k->n_all_ifaces; j++) {
            const ClassInfo *x = j ? k->all_ifaces[j - 1] : k;
            if (!settled(x) && any_default(x)) return false;
        }
    }
    return true;
}

void classes_booted(Classes *cs) {
    bool more = true;
    for (u32 i = 0; i < cs->by_id.n; i++) {
        ClassInfo *ci = cs->by_id.v[i];
        if (ci && ci->kind == CK_CLASS && ci->mirror_p && ci->mirror_p[0] == CI_INITED) ci->attrs |= CA_INIT_BOOTED;
    }
    while (more) {
        more = false;
        for (u32 i = 0; i < cs->by_id.n; i++) {
            ClassInfo *ci = cs->by_id.v[i];
            if (!ci || ci->kind != CK_CLASS || !ci->linked || settled(ci) || !nothing_runs(ci)) continue;
            ci->attrs |= CA_INIT_TRIVIAL;
            more = true;
        }
    }
}

static void set_attrs(Classes *cs, ClassInfo *ci) {
    const ClassInfo *sup = ci->super;
    if (sup) ci->attrs |= sup->attrs & (CA_HAS_FINALIZER | CA_REFERENCE);
    if (ci->loader == LOADER_BOOT && sym_is(ci->name, "java/lang/ref/Reference")) ci->attrs |= CA_REFERENCE;
    if (nothing_runs(ci)) ci->attrs |= CA_INIT_TRIVIAL;
    /* Class.getModifiers: the InnerClasses entry of the class itself wins. */
    u16 flags = ci->access;
    for (u32 i = 0; ci->cf && i < ci->cf->n_inner; i++) {
        const CfInner *in = &ci->cf->inner[i];
        if (in->inner && ci->cf->cp[in->inner].u.sym == ci->cf->name) flags = in->flags;
    }
    ci->flags = flags & (u16)~ACC_SUPER;
}

Status link_super(Classes *cs, ClassInfo *ci, ClassInfo *super, ClassInfo **ifaces, u32 n, JErr *je) {
    ci->super = super;
    ci->ifaces = ifaces;
    ci->n_ifaces = (u16)n;
    if (super && super->depth >= UINT16_MAX - 1) {
        jerr(je, "java/lang/StackOverflowError", "superclasses of %.400s", ci->name->s);
        return ST_OK;
    }
    if (ci->cf) {
        jdk_of_class(ci);
        ci->rt = arena_alloc(&cs->arena, ci->cf->n_cp * sizeof *ci->rt);
        if (!ci->rt) return ST_ERROR;
        if (make_fields(cs, ci) != ST_OK || make_methods(cs, ci) != ST_OK) return ST_ERROR;
    }
    if (make_displays(cs, ci) != ST_OK) return ST_ERROR;
    set_attrs(cs, ci);
    if (layout_instance(cs, ci, je) != ST_OK) return ST_ERROR;
    counts_of_class(ci);
    if (task_of_class(cs, ci) != ST_OK || rest_of_class(cs, ci) != ST_OK) return ST_ERROR;
    if (je->cls) return ST_OK;
    if (vtable_build(cs, ci, je) != ST_OK) return ST_ERROR;
    if (!je->cls) ci->linked = 1;
    return ST_OK;
}

Status link_class(Classes *cs, ClassInfo *ci, JErr *je) {
    const ClassFile *cf = ci->cf;
    ClassInfo *super = NULL, **ifaces = NULL;
    if (cf->super) {
        if (ci_load(cs, ci->loader, cf->super, &super, je) != ST_OK) return ST_ERROR;
        if (!super || !check_super(cs, ci, super, false, je)) return ST_OK;
    } else if (!sym_is(cf->name, "java/lang/Object") || ci->loader != LOADER_BOOT) {
        jerr(je, "java/lang/ClassFormatError", "Invalid superclass index 0 in class file %.400s", ci->name->s);
        return ST_OK;
    }
    if (cf->n_ifaces) {
        ifaces = arena_alloc(&cs->arena, cf->n_ifaces * sizeof *ifaces);
        if (!ifaces) return ST_ERROR;
    }
    for (u32 i = 0; i < cf->n_ifaces; i++) {
        if (ci_load(cs, ci->loader, cf->cp[cf->ifaces[i]].u.sym, &ifaces[i], je) != ST_OK) return ST_ERROR;
        if (!ifaces[i] || !check_super(cs, ci, ifaces[i], true, je)) return ST_OK;
    }
    return link_super(cs, ci, super, ifaces, cf->n_ifaces, je);
}

/* --- registration --- */
static void note_core(Classes *cs, ClassInfo *ci) {
    const struct {
        const char *name;
        ClassInfo **at;
    } core[] = {
        {"java/lang/Object", &cs->object},
        {"java/lang/String", &cs->string},
        {"java/lang/Class", &cs->class_},
        {"java/lang/Cloneable", &cs->cloneable},
        {"java/io/Serializable", &cs->serializable},
        {"java/lang/Throwable", &cs->throwable},
        {"java/lang/Thread", &cs->thread},
        {"java/lang/ref/Reference", &cs->reference},
        {"java/lang/ClassLoader", &cs->class_loader},
    };
    for (size_t i = 0; i < sizeof core / sizeof *core; i++)
        if (!*core[i].at && sym_is(ci->name, core[i].name)) *core[i].at = ci;
}

static Status make_mirror(Classes *cs, ClassInfo *ci) {
    JErr je = {0};
    if (!ci->mirror_size && layout_mirror(cs, ci, &je) != ST_OK) return ST_ERROR;
    if (je.cls) return cx_fail(cs->cx, ERR_FORMAT, "%s", jerr_text(&je));
    return cs->on_linked && !ci->mirror ? cs->on_linked(cs, ci) : ST_OK;
}

/* Mirrors of what was linked before java.lang.Class, then of every class as it comes. */
Status link_mirrors(Classes *cs) {
    for (u32 i = 0; i < cs->by_id.n; i++)
        if (make_mirror(cs, cs->by_id.v[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* Natives of the JDK and of Verify; also overrides of methods that have bytecode. */
static void bind_natives(Classes *cs, ClassInfo *ci) {
    if (!cs->find_native || !ci->cf) return;
    bool all = cs->peers || (ci->attrs & CA_SYSTEM) || starts_with(ci->name->s, "gov/nasa/jpf/") ||
               strcmp(ci->name->s, "bp/BProgram") == 0;
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        if (mi->native || !(all || (mi->flags & ACC_NATIVE))) continue;
        mi->native = cs->find_native(cs, mi);
        if (mi->native && !(mi->flags & ACC_NATIVE)) mi->attrs |= MA_INTRINSIC;
    }
}

Status link_register(Classes *cs, ClassInfo *ci) {
    if (vec_reserve(cs->cx, &cs->by_id, 1) != ST_OK || vec_reserve(cs->cx, &cs->methods, ci->n_methods) != ST_OK)
        return ST_ERROR;
    /* The layout of statics may still fail for a monster: before anything refers to the class. */
    if (cs->class_ && ci->kind == CK_CLASS) {
        JErr je = {0};
        if (layout_mirror(cs, ci, &je) != ST_OK) return ST_ERROR;
        if (je.cls) return cx_fail(cs->cx, ERR_FORMAT, "%s", jerr_text(&je));
    }
    if (ci->kind != CK_PRIM && loader_record(cs, ci->loader, ci->name, ci) != ST_OK) return ST_ERROR;
    ci->id = cs->by_id.n;
    cs->by_id.v[cs->by_id.n++] = ci;
    for (u32 i = 0; i < ci->n_methods; i++) {
        ci->methods[i].id = cs->methods.n;
        cs->methods.v[cs->methods.n++] = &ci->methods[i];
    }
    cs->loaded_classes++;
    cs->loaded_methods += ci->n_methods;
    if (ci->loader == LOADER_BOOT && ci->kind == CK_CLASS) note_core(cs, ci);
    bind_natives(cs, ci);
    if (!cs->class_) return ST_OK;
    return ci == cs->class_ ? link_mirrors(cs) : make_mirror(cs, ci);
}
