/* java_lang_package.c -- Class.getPackage of what the class path holds: titles and versions of the manifest.
 *
 * Classes of the class path are found natively, so the application loader defines no packages on the way.
 * The first question makes up for it by the JDK's own code: URLClassPath finds the class file again, and
 * BuiltinClassLoader.defineOrCheckPackage reads the manifest of its jar. It leaves the unnamed package alone. */
#include "base/text.h"
#include "native/util.h"

/* Locals of the frame: 0 loader, 1 package name, 2 path of the class file, 3 resource, 4 manifest, 5 module. */
enum { L_LOADER, L_NAME, L_PATH, L_RESOURCE, L_MANIFEST, L_MODULE, L_COUNT };
/* Steps name what has just returned. */
enum { KNOWN, FOUND, MANIFEST, URL, DEFINED };

static int call(ThreadInfo *ti, StackFrame *f, u8 next, const char *name, const char *desc, const u32 *args) {
    Heap *h = nat_heap(ti);
    MethodInfo *mi = ci_find_method(ei_class(h, ei(h, args[0])), name, desc);
    f->sp = fr_stack(f);
    f->step = next;
    return nat_step(ti, f,
                    mi ? call_java(ti, mi, args, true) : nat_not_modelled(ti, "packages in this JDK (%s)", name));
}

static Ref field_of(ThreadInfo *ti, Ref o, const char *name) {
    FieldInfo *fi = ci_find_field(ei_class(nat_heap(ti), ei(nat_heap(ti), o)), name);
    return fi ? get_ref(nat_heap(ti), o, fi->offset) : 0;
}

static int define_plain(ThreadInfo *ti, StackFrame *f) {
    const u32 *l = fr_locals(f), args[3] = {l[L_LOADER], l[L_NAME], l[L_MODULE]};
    return call(ti, f, DEFINED, "definePackage", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;", args);
}

static int step_package(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    Heap *h = nat_heap(ti);
    u32 *l = fr_locals(f);
    /* a jar whose manifest cannot be read has none */
    if (thrown && f->step != MANIFEST) return ti->exception = thrown, STEP_THROW;
    Ref got = thrown ? 0 : fr_stack(f)[0];
    switch (f->step) {
    case KNOWN: {
        if (got && strcmp(ei_class(h, ei(h, got))->name->s, "java/lang/Package") == 0) return STEP_RETURN;
        u32 args[3] = {field_of(ti, l[L_LOADER], "ucp"), l[L_PATH], 0};
        if (!args[0]) return define_plain(ti, f);
        const char *desc = "(Ljava/lang/String;)Ljdk/internal/loader/Resource;"; /* up to 23 with a flag `check` */
        if (!ci_find_method(ei_class(h, ei(h, args[0])), "getResource", desc))
            desc = "(Ljava/lang/String;Z)Ljdk/internal/loader/Resource;";
        return call(ti, f, FOUND, "getResource", desc, args);
    }
    case FOUND:
        if (!got) return define_plain(ti, f);
        l[L_RESOURCE] = got;
        return call(ti, f, MANIFEST, "getManifest", "()Ljava/util/jar/Manifest;", &l[L_RESOURCE]);
    case MANIFEST: l[L_MANIFEST] = got; return call(ti, f, URL, "getCodeSourceURL", "()Ljava/net/URL;", &l[L_RESOURCE]);
    case URL: {
        u32 args[4] = {l[L_LOADER], l[L_NAME], l[L_MANIFEST], got};
        return call(ti, f, DEFINED, "defineOrCheckPackage",
                    "(Ljava/lang/String;Ljava/util/jar/Manifest;Ljava/net/URL;)Ljava/lang/Package;", args);
    }
    default: return STEP_RETURN;
    }
}

static int define(ThreadInfo *ti, Ref loader, const ClassInfo *ci) {
    const char *slash = strrchr(ci->name->s, '/');
    size_t n = slash ? (size_t)(slash - ci->name->s) : 0;
    Ref packages = field_of(ti, loader, "packages");
    if (!packages || !n) return NAT_BYTECODE;
    u32 l[L_COUNT] = {loader, 0, 0, 0, 0, nat_get_ref(ti, ci->mirror, NF_CLASS_MODULE)};
    NAT_TRY(nat_string_dotted(ti, ci->name->s, n, &l[L_NAME]));
    NAT_TRY(nat_hold(ti, l[L_NAME]));
    Text path;
    text_init(&path, ti->ks->cx);
    text_f(&path, "%s.class", ci->name->s);
    int made = path.failed ? NAT_ERROR : nat_string_z(ti, path.v, &l[L_PATH]);
    text_free(&path);
    NAT_TRY(made);
    MethodInfo *vm = vm_method(ti->ks, "package", step_package, L_COUNT, 4, (1u << L_COUNT) - 1, T_REF);
    MethodInfo *mi = ci_find_method(ei_class(nat_heap(ti), ei(nat_heap(ti), packages)), "get",
                                    "(Ljava/lang/Object;)Ljava/lang/Object;");
    if (!vm || !mi) return NAT_ERROR;
    u32 args[2] = {packages, l[L_NAME]};
    if (!push_vm_frame(ti, vm, l, L_COUNT)) return throw_no_msg(ti, "java/lang/StackOverflowError");
    return nat_call_above(ti, mi, args, true);
}

/* ClassLoader.definePackage(Class): what Class.getPackage asks for. */
int classloader_definePackage(ThreadInfo *ti, const u32 *a, u32 *r) {
    const ClassInfo *ci = a[1] ? jclass_ci(ti, a[1]) : NULL;
    bool ours =
        ci && ci->loader == 2 && ci->kind == CK_CLASS && !ci->module && ci->origin && *ci->origin && *ci->origin != '_';
    if (!ours) return NAT_BYTECODE;
    NAT_SCOPED(ti, define(ti, a[0], ci));
}
