/* test_classes.c -- loads every class of java.base, checks layouts, and compares selection with what
 * reflection of a real JVM said. Exit status 0: all passed.
 *
 *   test_classes LIB_MODULES RELEASE [TABLE [CLASSPATH]]
 *
 * TABLE has lines "class method descriptor declaring-class" (tests/java/tools/Methods.java). */
#include "classes/times.h"
#include "classes/classes.h"
#include <stdio.h>
#include <stdlib.h>

static Ctx cx;
static Classes cs;
static int failures;
static u32 n_loaded, n_refused, n_mirrors;

#define CHECK(c, ...)                                                                                                  \
    do {                                                                                                               \
        if (!(c)) {                                                                                                    \
            if (failures++ < 40) printf("FAILED %s: ", #c), printf(__VA_ARGS__), printf("\n");                         \
        }                                                                                                              \
    } while (0)

static Status mirror(Classes *c, ClassInfo *ci) {
    (void)c;
    ci->mirror = ++n_mirrors;
    CHECK(ci->mirror_size >= 24 && ci->skinds, "%s: mirror layout", ci->name->s);
    return ST_OK;
}

/* Every byte belongs to at most one field; words never mix; kinds agree. */
static void check_layout(const ClassInfo *ci, bool statics) {
    u32 size = statics ? ci->mirror_size : ci->inst_size;
    const u8 *kinds = statics ? ci->skinds : ci->kinds;
    u8 *used = calloc(size + 8, 1), *excl = calloc(size + 8, 1);
    CHECK(size % 8 == 0, "%s", ci->name->s);
    for (const ClassInfo *k = statics ? cs.class_ : ci; k; k = k->super)
        for (u32 i = 0; i < k->n_fields; i++) {
            const FieldInfo *f = &k->fields[i];
            if (f->flags & ACC_STATIC) continue;
            for (u32 b = 0; b < type_size(f->type); b++) used[f->offset + b]++;
        }
    for (const ClassInfo *k = ci; k; k = statics ? NULL : k->super)
        for (u32 i = 0; i < k->n_fields; i++) {
            const FieldInfo *f = &k->fields[i];
            u32 n = type_size(f->type), w = (f->offset - 24) / 4;
            if (!(f->flags & ACC_STATIC) == statics) continue;
            CHECK(f->offset >= 24 && f->offset + n <= size && f->offset % n == 0, "%s.%s at %u", k->name->s, f->name->s,
                  f->offset);
            u8 e = f->attrs & FA_EXCLUDED ? 2 : 1;
            for (u32 b = 0; b < n; b++) {
                if (statics) used[f->offset + b]++;
                CHECK(used[f->offset + b] == 1, "%s.%s overlaps", k->name->s, f->name->s);
                excl[(f->offset + b) & ~3u] |= e;
            }
            CHECK(excl[f->offset & ~3u] != 3, "%s.%s: key word mixed", k->name->s, f->name->s);
            u8 want = f->type == T_REF ? (e == 2 ? WK_SKIPREF : WK_REF) : (e == 2 ? WK_SKIP : WK_PRIM);
            if (f->attrs & FA_INJECTED && f->type != T_REF) want = e == 2 ? WK_HIDDEN : WK_VM;
            if (!statics && ci->task && ci->task->time == w + 1) want = WK_TIME;
            CHECK(kinds[w] == want, "%s.%s kind", k->name->s, f->name->s);
        }
    u32 refs = 0;
    for (u32 w = 0; w < (size - 24) / 4; w++)
        if (kinds[w] == WK_REF || kinds[w] == WK_SKIPREF) {
            u16 n = statics ? ci->n_sref_words : ci->n_ref_words;
            const u16 *v = statics ? ci->sref_words : ci->ref_words;
            CHECK(refs < n && v[refs] == w, "%s ref words", ci->name->s);
            refs++;
        }
    free(used);
    free(excl);
}

static void check_class(ClassInfo *ci) {
    check_layout(ci, false);
    check_layout(ci, true);
    CHECK(cs.by_id.v[ci->id] == ci && ci->linked && ci->mirror, "%s", ci->name->s);
    CHECK(ci->supers[ci->depth] == ci && ci_is_subclass(ci, cs.object), "%s", ci->name->s);
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *m = &ci->methods[i];
        CHECK(ci_declared_method(ci, m->name, m->desc) == m, "%s.%s", ci->name->s, m->name->s);
        if (m->vindex >= 0)
            CHECK((u32)m->vindex < ci->n_vtable && ci->vtable[m->vindex] == m, "%s.%s vindex", ci->name->s, m->name->s);
    }
    for (u32 i = 0; i < ci->n_all_ifaces; i++) CHECK(ci_is_subclass(ci, ci->all_ifaces[i]), "%s", ci->name->s);
}

static Status visit(void *u, const char *name) {
    (void)u;
    if (name[0] == '/' && strchr(name + 1, '/')) name = strchr(name + 1, '/') + 1;
    size_t n = strlen(name);
    if (n < 7 || strcmp(name + n - 6, ".class") != 0 || strstr(name, "module-info")) return ST_OK;
    Sym *s = sym(&cs.syms, name, n - 6);
    ClassInfo *ci;
    JErr je;
    if (!s || ci_load(&cs, 2, s, &ci, &je) != ST_OK) {
        printf("host failure at %s: %s\n", name, cx.err.msg);
        return ST_ERROR;
    }
    if (!ci) {
        n_refused++;
        CHECK(ci, "%s: %s %s", name, je.cls, je.msg);
        ClassInfo *again;
        JErr je2;
        CHECK(ci_load(&cs, 2, s, &again, &je2) == ST_OK && !again && je2.cls && strcmp(je2.msg, je.msg) == 0,
              "%s fails the same way again", name);
        return ST_OK;
    }
    n_loaded++;
    check_class(ci);
    return ST_OK;
}

static void compare(const char *path) {
    FILE *f = fopen(path, "r");
    char c[400], m[200], d[2000], decl[400];
    u32 n = 0;
    if (!f) {
        CHECK(f, "%s", path);
        return;
    }
    while (fscanf(f, "%399s %199s %1999s %399s", c, m, d, decl) == 4) {
        Sym *s = sym_z(&cs.syms, c);
        ClassInfo *ci = NULL;
        JErr je;
        if (!s || ci_load(&cs, 2, s, &ci, &je) != ST_OK || !ci) {
            CHECK(ci, "%s: %s %s", c, je.cls, je.msg);
            continue;
        }
        MethodInfo *r = ci_find_method(ci, m, d);
        CHECK(r, "%s.%s%s not found", c, m, d);
        if (!r) continue;
        MethodInfo *x = mi_select(&cs, ci, r, &je);
        if (strcmp(decl, "!") == 0) {
            CHECK(!x, "%s.%s%s selects %s", c, m, d, x->ci->name->s);
        } else {
            CHECK(x, "%s.%s%s: %s %s", c, m, d, je.cls, je.msg);
            if (x) CHECK(strcmp(x->ci->name->s, decl) == 0, "%s.%s%s: %s, not %s", c, m, d, x->ci->name->s, decl);
        }
        n++;
    }
    fclose(f);
    printf("selection: %u methods compared\n", n);
}

static void check_synth(void) {
    SynthCp cp[] = {{0},
                    {.tag = CP_Methodref, .cls = "java/lang/Object", .name = "hashCode", .desc = "()I"},
                    {.tag = CP_Long, .bits = 1LL << 40},
                    {.tag = CP_String, .name = "hi"}};
    SynthField f[] = {{"a", "J", ACC_FINAL}, {"b", "Ljava/lang/Object;", ACC_FINAL}};
    u8 code[] = {0xac};
    SynthMethod m[] = {{"hashCode", "()I", ACC_PUBLIC, 1, 1, code, 1}};
    ClassInfo *ci, *again, *app = NULL;
    JErr je;
    Status st = ci_synth(&cs, 0, "T$$L+1", NULL, NULL, 0, app, cp, 4, f, 2, m, 1, &ci);
    CHECK(st == ST_OK, "%s", cx.err.msg);
    if (st != ST_OK) return;
    MethodInfo *mi;
    CHECK(resolve_method(&cs, ci, 1, false, &mi, &je) == ST_OK && mi, "%s", je.msg);
    CHECK(mi_select(&cs, ci, mi, &je) == &ci->methods[0], "synthetic override");
    CHECK(ci_synth(&cs, 0, "T$$L+1", NULL, NULL, 0, app, cp, 4, f, 2, m, 1, &again) == ST_OK && again == ci,
          "made once");
    check_layout(ci, false);
    printf("synthetic classes\n");
}

static void check_arrays(void) {
    ClassInfo *s2, *o2, *i1, *si;
    JErr je;
    ci_load(&cs, 2, sym_z(&cs.syms, "[[Ljava/lang/String;"), &s2, &je);
    ci_load(&cs, 2, sym_z(&cs.syms, "[[Ljava/lang/Object;"), &o2, &je);
    ci_load(&cs, 2, sym_z(&cs.syms, "[I"), &i1, &je);
    ci_load(&cs, 2, sym_z(&cs.syms, "[[I"), &si, &je);
    CHECK(s2 && o2 && i1 && si && ci_is_subclass(s2, o2) && !ci_is_subclass(o2, s2), "arrays");
    CHECK(ci_is_subclass(i1, cs.object) && ci_is_subclass(i1, cs.cloneable), "int[]");
    CHECK(ci_is_subclass(si, o2->elem) && !ci_is_subclass(si, o2), "int[][] is Object[]");
    ClassInfo *none;
    const char *bad[] = {"[", "[V", "[Lx", "java.lang.String", "../x", "/x", "x/", "a//b", "", "[Ljava/lang/Strin;"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(ci_load(&cs, 2, sym_z(&cs.syms, bad[i]), &none, &je) == ST_OK && !none && je.cls, "%s", bad[i]);
    printf("arrays and names\n");
}

/* Every allocation fails once: an error comes back, nothing crashes, nothing is lost. */
static void check_faults(Source *image, int jdk) {
    u32 runs = 0;
    for (u64 at = 1; at < 4000; at += at < 60 ? 1 : 13, runs++) {
        Ctx c2 = {0};
        c2.fail_after = at;
        Status st = classes_init(&cs, &c2, image, jdk);
        cs.on_linked = mirror;
        if (st == ST_OK) st = classes_load_core(&cs);
        CHECK(st == ST_OK || c2.err.kind == ERR_NOMEM, "at %llu: %s", (unsigned long long)at, c2.err.msg);
        classes_free(&cs);
        CHECK(c2.bytes == 0, "at %llu: %llu bytes left", (unsigned long long)at, (unsigned long long)c2.bytes);
        if (st == ST_OK) break;
    }
    printf("faults: %u runs\n", runs);
}

int main(int argc, char **argv) {
    Source *image;
    if (argc < 3) return 2;
    if (source_open(&cx, argv[1], &image) != ST_OK || classes_init(&cs, &cx, image, atoi(argv[2])) != ST_OK) {
        printf("%s\n", cx.err.msg);
        return 1;
    }
    cs.on_linked = mirror;
    if (argc > 4 && classpath_open(&cs.app, &cx, argv[4], atoi(argv[2])) != ST_OK) return 1;
    if (classes_load_core(&cs) != ST_OK || source_each(image, visit, NULL) != ST_OK) {
        printf("%s\n", cx.err.msg);
        return 1;
    }
    printf("loading: %u classes, %u methods, %u refused\n", n_loaded, cs.methods.n, n_refused);
    check_arrays();
    check_synth();
    if (argc > 3 && argv[3][0]) compare(argv[3]);
    if (argc > 4) classpath_close(&cs.app);
    classes_free(&cs);
    check_faults(image, atoi(argv[2]));
    source_close(image);
    CHECK(cx.bytes == 0, "%llu bytes left", (unsigned long long)cx.bytes);
    printf("%s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
