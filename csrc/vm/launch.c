/* launch.c -- from a booted VM to a main thread about to call main. */
#include "base/text.h"
#include "native/io/hostview.h"
#include "vm/jpf.h"

#include <stdio.h>
#include <strings.h>
#include <time.h>

static Status set_property(JPF *j, ClassInfo *sys, const char *k, const char *v) {
    u32 args[2];
    u32 hm = handle_mark(&j->heap);
    if (string_new(&j->heap, k, strlen(k), &args[0]) != ST_OK || handle_push(&j->heap, args[0]) != ST_OK ||
        string_new(&j->heap, v, strlen(v), &args[1]) != ST_OK || handle_push(&j->heap, args[1]) != ST_OK)
        return ST_ERROR;
    MethodInfo *mi = ci_find_method(sys, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");
    u32 ret[2];
    if (!mi || vm_call(j, mi, args, ret) != ST_OK) return ST_ERROR;
    handle_release(&j->heap, hm);
    return ST_OK;
}

/* The booted image may come from a run with another class path: the app loader gets its own again, for
 * resources (classes are found natively). */
/* The class path as the program sees it: that of the host where the search was asked for. */
static const char *shown_classpath(JPF *j) {
    const char *told = jpf_set(j, "-classpath");
    return told ? told : jpf_get(j, "classpath");
}

static Status set_loader_path(JPF *j) {
    ClassInfo *ci;
    u32 args[3], hm = handle_mark(&j->heap);
    Ref app = j->cs.loaders.n > 2 ? j->cs.loaders.v[2].obj : 0;
    FieldInfo *ucp = app ? ci_find_field(ei_class(&j->heap, ei(&j->heap, app)), "ucp") : NULL;
    if (!ucp) return ST_OK;
    if (vm_load(j, 0, "jdk/internal/loader/URLClassPath", &ci) != ST_OK || vm_init_class(j, ci) != ST_OK)
        return ST_ERROR;
    MethodInfo *mi = ci_find_method(ci, "<init>", "(Ljava/lang/String;Z)V");
    if (!mi) return ST_OK;
    const char *cp = shown_classpath(j);
    if (heap_new(&j->heap, ci, &args[0]) != ST_OK || handle_push(&j->heap, args[0]) != ST_OK ||
        string_new(&j->heap, cp, strlen(cp), &args[1]) != ST_OK || handle_push(&j->heap, args[1]) != ST_OK)
        return ST_ERROR;
    args[2] = 0;
    u32 ret[2];
    Ref made = args[0];
    if (vm_call(j, mi, args, ret) != ST_OK) return ST_ERROR;
    put_ref(&j->heap, app, ucp->offset, made);
    handle_release(&j->heap, hm);
    return ST_OK;
}

/* What bp.BProgramControls and bp.BProgram read. The VM's own clock would give the same seed each time. */
static Status set_run_mode(JPF *j, ClassInfo *sys) {
    const char *mode = jpf_get(j, "bp.run_mode"), *seed = jpf_get(j, "bp.seed");
    char now[32];
    struct timespec t = {0, 0};
    if (!*mode) return ST_OK;
    if (strcasecmp(mode, "det") != 0 && strcasecmp(mode, "random") != 0 && strcasecmp(mode, "iter") != 0)
        return cx_fail(j->ks.cx, ERR_CONFIG, "bp.run_mode=%s: det, random or iter expected", mode);
    if (set_property(j, sys, "runMode", mode) != ST_OK) return ST_ERROR;
    if (strcasecmp(mode, "random") != 0) return ST_OK;
    if (*seed) return set_property(j, sys, "seed", seed);
    (void)clock_gettime(CLOCK_REALTIME, &t);
    snprintf(now, sizeof now, "%lld", (long long)t.tv_sec * 1000000 + t.tv_nsec / 1000);
    return set_property(j, sys, "seed", now);
}

static Status set_text(JPF *j, ClassInfo *sys, const char *k, Text *t) {
    text_put(t, "", 1);
    Status st = t->failed ? ST_ERROR : set_property(j, sys, k, t->v);
    text_free(t);
    return st;
}

/* java.class.path as the user gave it: without the checker's own jar, which comes last. */
static Status set_host(JPF *j) {
    static const char own[] = "/jpf-api.jar";
    const char *cp = shown_classpath(j), *last = strrchr(cp, ':');
    size_t n = strlen(cp), k = sizeof own - 1;
    if (n >= k && strcmp(cp + n - k, own) == 0) n = last ? (size_t)(last - cp) : 0;
    char *shown = arena_strndup(&j->arena, cp, n);
    return shown ? host_fill(&j->ks, shown) : ST_ERROR;
}

/* What java's launcher leaves in the properties: the main class and the arguments. */
static Status set_command(JPF *j, ClassInfo *sys, const char *target, const char *const *args, u32 n) {
    Text t;
    text_init(&t, &j->cx);
    text_z(&t, jpf_set(j, "-command") ? jpf_set(j, "-command") : target);
    for (u32 i = 0; i < n; i++) text_f(&t, " %s", args[i]);
    if (set_text(j, sys, "sun.java.command", &t) != ST_OK) return ST_ERROR;
    return set_property(j, sys, "sun.java.launcher", "SUN_STANDARD");
}

/* Add-Exports and Add-Opens of the manifest of a jar that is run: the JDK's launcher reads them, after the boot. */
static Status open_for_jar(JPF *j) {
    static const char *const keys[] = {"-jar-exports", "-jar-opens"};
    ClassInfo *helper;
    for (u32 i = 0; i < 2; i++) {
        const char *places = jpf_set(j, keys[i]);
        u32 args[2] = {0, i}, hm = handle_mark(&j->heap);
        if (!places) continue;
        if (vm_load(j, 0, "sun/launcher/LauncherHelper", &helper) != ST_OK || vm_init_class(j, helper) != ST_OK)
            return ST_ERROR;
        MethodInfo *mi = ci_find_method(helper, "addExportsOrOpens", "(Ljava/lang/String;Z)V");
        if (!mi) return cx_fail(&j->cx, ERR_INTERNAL, "no LauncherHelper.addExportsOrOpens in this JDK");
        if (string_new(&j->heap, places, strlen(places), &args[0]) != ST_OK || handle_push(&j->heap, args[0]) != ST_OK)
            return ST_ERROR;
        if (vm_call(j, mi, args, NULL) != ST_OK) return ST_ERROR;
        handle_release(&j->heap, hm);
    }
    return ST_OK;
}

static Status set_properties(JPF *j, const char *target, const char *const *args, u32 n, bool search) {
    ClassInfo *sys;
    if (host_view_open(&j->ks, args, n) != ST_OK || set_host(j) != ST_OK) return ST_ERROR;
    if (vm_load(j, 0, "java/lang/System", &sys) != ST_OK) return ST_ERROR;
    if (set_command(j, sys, target, args, n) != ST_OK) return ST_ERROR;
    /* A search is to see two tasks of the common pool at once. From 19 on, who waits for a task of a pool with one
     * worker does not help it; from 25 on, CompletableFuture's async tasks run there too, each of which had a thread
     * of its own before. */
    if (j->cs.jdk >= 19 && search && !java_args_have(j, "java.util.concurrent.ForkJoinPool.common.parallelism") &&
        set_property(j, sys, "java.util.concurrent.ForkJoinPool.common.parallelism", "2") != ST_OK)
        return ST_ERROR;
    if (!search && set_run_mode(j, sys) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < j->late_props.n; i += 2)
        if (set_property(j, sys, j->late_props.v[i], j->late_props.v[i + 1]) != ST_OK) return ST_ERROR;
    return set_loader_path(j) == ST_OK ? open_for_jar(j) : ST_ERROR;
}

/* public static void main(String[]); from JDK 25 on also the forms of JEP 512. */
static MethodInfo *find_main(JPF *j, ClassInfo *ci) {
    MethodInfo *mi = ci_find_method(ci, "main", "([Ljava/lang/String;)V");
    bool flexible = j->cs.jdk >= 25;
    if (mi && (mi->flags & (ACC_PUBLIC | ACC_STATIC)) == (ACC_PUBLIC | ACC_STATIC)) return mi;
    if (!flexible) return NULL;
    if (mi && !(mi->flags & ACC_PRIVATE)) return mi;
    mi = ci_find_method(ci, "main", "()V");
    return mi && !(mi->flags & ACC_PRIVATE) ? mi : NULL;
}

static Status internal_name(JPF *j, const char *name, Sym **out) {
    Text internal;
    text_init(&internal, &j->cx);
    text_z(&internal, name);
    for (size_t i = 0; i < internal.n; i++)
        if (internal.v[i] == '.') internal.v[i] = '/';
    *out = internal.failed ? NULL : sym(&j->cs.syms, internal.v, internal.n);
    text_free(&internal);
    return *out ? ST_OK : ST_ERROR;
}

/* The module's main class as its descriptor has it (ModuleDescriptor.mainClass); NULL: none. */
static Status module_main(JPF *j, Ref module, char **out, size_t *n) {
    Heap *h = &j->heap;
    *out = NULL;
    FieldInfo *df = ci_find_field(ei_class(h, ei(h, module)), "descriptor");
    Ref d = df ? get_ref(h, module, df->offset) : 0;
    FieldInfo *mf = d ? ci_find_field(ei_class(h, ei(h, d)), "mainClass") : NULL;
    Ref name = mf ? get_ref(h, d, mf->offset) : 0;
    if (name && !(*out = string_utf8(h, name, n))) return ST_ERROR;
    return ST_OK;
}

/* -m module/class, or the module alone: the class by its name, as java's launcher finds it (LauncherHelper). */
static Status module_target(JPF *j, const char *target, const char **cls) {
    const char *slash = strchr(target, '/');
    size_t n = slash ? (size_t)(slash - target) : strlen(target), len;
    char *name;
    Sym *s = sym_find(&j->cs.syms, target, n);
    u64 module;
    if (!s || !map_get(&natives(j->ks.threads.v[0])->modules, (u64)(uintptr_t)s, &module))
        return cx_fail(&j->cx, ERR_CONFIG, "module %.*s is not in the boot layer", (int)n, target);
    if (slash) {
        *cls = slash + 1;
        return ST_OK;
    }
    if (module_main(j, (Ref)module, &name, &len) != ST_OK) return ST_ERROR;
    if (!name)
        return cx_fail(&j->cx, ERR_CONFIG,
                       "module %s does not have a ModuleMainClass attribute, use -m <module>/<main-class>", target);
    *cls = arena_strndup(&j->arena, name, len);
    cx_free(&j->cx, name, len + 1);
    return *cls ? ST_OK : ST_ERROR;
}

static bool in_module(const ClassInfo *ci, const char *target) {
    const char *slash = strchr(target, '/');
    size_t n = slash ? (size_t)(slash - target) : strlen(target);
    return ci->module && strlen(ci->module) == n && strncmp(ci->module, target, n) == 0;
}

static Status load_main(JPF *j, const char *target, MethodInfo **out) {
    JErr je = {0};
    ClassInfo *ci;
    Sym *s;
    bool module = jpf_set(j, "-Djdk.module.main") != NULL;
    const char *cls = target;
    if (module && module_target(j, target, &cls) != ST_OK) return ST_ERROR;
    j->main_class = cls;
    if (internal_name(j, cls, &s) != ST_OK || ci_load(&j->cs, 2, s, &ci, &je) != ST_OK) return ST_ERROR;
    if (module && (ci ? !in_module(ci, target) : jerr_no_class(&je)))
        return cx_fail(&j->cx, ERR_CONFIG, "could not find or load main class %s in module %.*s", cls,
                       (int)strcspn(target, "/"), target);
    if (!ci) {
        const char *cp = jpf_get(j, "classpath");
        if (jerr_no_class(&je) && strstr(jerr_text(&je), "wrong name"))
            return cx_fail(&j->cx, ERR_CONFIG, "class %s: the class file is of another class (%s)", cls,
                           jerr_text(&je));
        if (jerr_no_class(&je)) {
            if (strcmp(jerr_text(&je), s->s) == 0 || strcmp(jerr_text(&je), cls) == 0)
                return cx_fail(&j->cx, ERR_CONFIG, "class %s not found on class path %s (-cp says where classes are)",
                               cls, cp);
            return cx_fail(&j->cx, ERR_CONFIG, "class %s needs class %s, not found on class path %s", cls,
                           jerr_text(&je), cp);
        }
        const char *simple = je.cls ? strrchr(je.cls, '/') : NULL;
        return cx_fail(&j->cx, ERR_CONFIG, "class %s cannot be loaded: %s: %s", cls, simple ? simple + 1 : "error",
                       jerr_text(&je));
    }
    *out = find_main(j, ci);
    if (!*out)
        return cx_fail(&j->cx, ERR_CONFIG, "class %s has no main method (public static void main(String[]))", cls);
    ClassInfo *sys;
    if (!module) return ST_OK;
    if (vm_load(j, 0, "java/lang/System", &sys) != ST_OK) return ST_ERROR;
    return set_property(j, sys, "jdk.module.main.class", cls);
}

Status launch_prepare(JPF *j, const char *target, const char *const *args, u32 n, bool search) {
    MethodInfo *main;
    ClassInfo *arr;
    Ref a, s;
    if (set_properties(j, target, args, n, search) != ST_OK) return ST_ERROR;
    if (load_main(j, target, &main) != ST_OK) return ST_ERROR;
    if (ci_array_of(&j->cs, j->cs.string, &arr) != ST_OK) return ST_ERROR;
    u32 hm = handle_mark(&j->heap);
    if (heap_new_array(&j->heap, arr, n, &a) != ST_OK || handle_push(&j->heap, a) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        if (string_new(&j->heap, args[i], strlen(args[i]), &s) != ST_OK) return ST_ERROR;
        heap_put_ref(&j->heap, ei(&j->heap, a), (u32 *)(void *)arr_data(&j->heap, a) + i, s);
    }
    Status st = ti_push_main(j->ks.threads.v[0], main, a);
    handle_release(&j->heap, hm);
    return st;
}
