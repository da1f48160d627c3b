/* test_classfile.c -- classfile/: descriptors, parser, directories, archives, class path, images.
 *
 *   test_classfile [JDK...]     JDK: a home directory or an image; default: those in /usr/lib/jvm
 * One line per group; exit status 0 iff every check held. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "classfile/classfile.h"
#include "classfile/classpath.h"

#include "groups.h"

/* --- a class file written by hand --- */
typedef struct Out {
    u8 b[1 << 16];
    size_t n;
} Out;
static void w1(Out *o, u32 v) { o->b[o->n++] = (u8)v; }
static void w2(Out *o, u32 v) { w1(o, v >> 8), w1(o, v); }
static void w4(Out *o, u32 v) { w2(o, v >> 16), w2(o, v); }
static void wb(Out *o, const void *p, size_t n) { memcpy(o->b + o->n, p, n), o->n += n; }
static void utf(Out *o, const char *s) { w1(o, 1), w2(o, (u32)strlen(s)), wb(o, s, strlen(s)); }

typedef struct Opt { /* what to do differently from a sound class */
    u16 major, minor, flags, mflags;
    const char *name, *desc, *fdesc;
    bool two_fields, no_code;
    u32 code_len, max_locals, extra;
} Opt;
static const Opt SOUND = {61, 0, ACC_PUBLIC | ACC_SUPER, ACC_PUBLIC, "p/A", "(IJ)V", "I", false, false, 1, 4, 0};

static void make(Out *o, Opt t) {
    o->n = 0;
    w4(o, 0xCAFEBABE), w2(o, t.minor), w2(o, t.major), w2(o, 13);
    utf(o, t.name);                 /* 1 */
    w1(o, CP_Class), w2(o, 1);      /* 2 */
    utf(o, "java/lang/Object");     /* 3 */
    w1(o, CP_Class), w2(o, 3);      /* 4 */
    utf(o, "f");                    /* 5 */
    utf(o, t.fdesc);                /* 6 */
    utf(o, "m");                    /* 7 */
    utf(o, t.desc);                 /* 8 */
    utf(o, "Code");                 /* 9 */
    utf(o, "LineNumberTable");      /* 10 */
    w1(o, CP_Long), w4(o, 1), w4(o, 2); /* 11, 12 */
    w2(o, t.flags), w2(o, 2), w2(o, 4), w2(o, 0);
    w2(o, t.two_fields ? 2 : 1);
    for (int i = t.two_fields ? 2 : 1; i; i--) w2(o, ACC_PRIVATE), w2(o, 5), w2(o, 6), w2(o, 0);
    w2(o, 1), w2(o, t.mflags), w2(o, 7), w2(o, 8), w2(o, t.no_code ? 0 : 1);
    if (!t.no_code) {
        w2(o, 9), w4(o, 12 + t.code_len + 12), w2(o, 2), w2(o, t.max_locals), w4(o, t.code_len);
        for (u32 i = 0; i < t.code_len; i++) w1(o, 0xb1);
        w2(o, 0), w2(o, 1), w2(o, 10), w4(o, 6), w2(o, 1), w2(o, 0), w2(o, 77);
    }
    w2(o, 0);
    for (u32 i = 0; i < t.extra; i++) w1(o, 0);
}

static Ctx cx;
static SymTab st;
static char last[1024];
static bool parses(const Out *o, size_t n, const char *expected, bool *version, bool *wrong) {
    Arena a;
    ClassFile *cf;
    u8 *copy = malloc(n ? n : 1);
    memcpy(copy, o->b, n);
    arena_init(&a, &cx);
    Status s = classfile_parse(&a, &st, copy, n, expected, &cf);
    CHECK((s == ST_OK) == (cx.err.kind == ERR_NONE));
    if (s != ST_OK) CHECK(cx.err.kind == ERR_FORMAT);
    if (version) *version = cf->bad_version;
    if (wrong) *wrong = cf->wrong_name;
    strcpy(last, cx.err.msg);
    cx_clear(&cx);
    arena_free(&a);
    free(copy);
    return s == ST_OK;
}
static bool refuses(Opt t, const char *msg) {
    static Out o;
    make(&o, t);
    if (parses(&o, o.n, NULL, NULL, NULL)) return false;
    if (strcmp(last, msg) != 0) printf("  said: %s\n", last);
    return !strcmp(last, msg);
}

static void t_descriptors(void) {
    static const char *const good[] = {"I", "Z", "[[J", "Ljava/lang/String;", "[LA;"};
    static const char *const evil[] = {"",     "V",      "[",     "[V", "L;",   "LA",   "L/A;",
                                       "LA/;", "LA//B;", "LA.B;", "II", "LA;I", "L[A;", "x"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) CHECK(desc_is_field(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) CHECK(!desc_is_field(evil[i], strlen(evil[i])));
    CHECK(desc_is_method("()V", 3) && desc_is_method("(I[JLA;)[LB;", 12));
    CHECK(!desc_is_method("()", 2) && !desc_is_method("(V)V", 4) && !desc_is_method("()VV", 4));
    CHECK(!desc_is_method("(I", 2) && !desc_is_method("", 0) && !desc_is_method("I", 1));
    CHECK(desc_arg_words("(IJD[JLA;)V") == 7 && desc_arg_words("()V") == 0);
    CHECK(desc_return("(I)[LA;") == '[' && !strcmp(desc_return_type("(I)[LA;"), "[LA;"));
    CHECK(!strcmp(desc_skip("[[LA;I"), "I") && !strcmp(desc_skip("IJ"), "J") && *desc_skip("[") == 0);
    char b[600] = "(";
    memset(b + 1, 'I', 255);
    strcpy(b + 256, ")V");
    CHECK(desc_is_method(b, 258));
    memset(b + 1, 'J', 128);
    strcpy(b + 129, ")V");
    CHECK(!desc_is_method(b, 131));
    memset(b, '[', 255);
    strcpy(b + 255, "I");
    CHECK(desc_is_field(b, 256));
    memset(b, '[', 256);
    strcpy(b + 256, "I");
    CHECK(!desc_is_field(b, 257));
    group("descriptors");
}

static void t_parser(void) {
    static Out o;
    bool version, wrong;
    Opt t = SOUND;
    make(&o, t);
    CHECK(parses(&o, o.n, NULL, NULL, NULL) && parses(&o, o.n, "p/A", NULL, NULL));
    CHECK(!parses(&o, o.n, "A", &version, &wrong) && wrong && !strcmp(last, "A (wrong name: p/A)"));
    for (size_t n = 0; n < o.n; n++) CHECK(!parses(&o, n, NULL, NULL, NULL)); /* every prefix */
    t = SOUND, t.extra = 1;
    CHECK(refuses(t, "Extra bytes at the end of class file p/A"));
    t = SOUND, t.two_fields = true;
    CHECK(refuses(t, "Duplicate field name \"f\" with signature \"I\" in class file p/A"));
    t = SOUND, t.no_code = true;
    CHECK(refuses(t, "Absent Code attribute in method that is not native or abstract in class file p/A"));
    t = SOUND, t.code_len = 0;
    CHECK(refuses(t, "Invalid method Code length 0 in class file p/A"));
    t = SOUND, t.max_locals = 3;
    CHECK(refuses(t, "Arguments can't fit into locals in class file p/A"));
    t = SOUND, t.desc = "(I)";
    CHECK(refuses(t, "Method \"m\" in class p/A has illegal signature \"(I)\""));
    t = SOUND, t.fdesc = "V";
    CHECK(refuses(t, "Field \"f\" in class p/A has illegal signature \"V\""));
    t = SOUND, t.flags = ACC_FINAL | ACC_ABSTRACT;
    CHECK(refuses(t, "Illegal class modifiers in class <Unknown>: 0x410"));
    t = SOUND, t.mflags = ACC_PUBLIC | ACC_PRIVATE;
    CHECK(refuses(t, "Method m in class p/A has illegal modifiers: 0x3"));
    t = SOUND, t.name = "p//A";
    CHECK(refuses(t, "Illegal class name \"p//A\" in class file <Unknown>"));
    t = SOUND, t.name = "java/lang/Object";
    CHECK(refuses(t, "Invalid superclass index 4 in class file java/lang/Object"));
    t = SOUND, t.major = 70;
    make(&o, t);
    CHECK(!parses(&o, o.n, NULL, &version, NULL) && version);
    t = SOUND, t.minor = 3;
    make(&o, t);
    CHECK(!parses(&o, o.n, NULL, &version, NULL) && version);
    make(&o, SOUND);
    o.b[0] = 0;
    CHECK(!parses(&o, o.n, NULL, NULL, NULL) &&
          !strcmp(last, "Incompatible magic value 16693950 in class file <Unknown>"));
    make(&o, SOUND);
    Arena a;
    ClassFile *cf;
    arena_init(&a, &cx);
    CHECK(classfile_parse(&a, &st, o.b, o.n, NULL, &cf) == ST_OK);
    CHECK(cf->n_fields == 1 && cf->n_methods == 1 && !strcmp(cf->super->s, "java/lang/Object"));
    const CfCode *c = cf->methods[0].code;
    CHECK(c && c->len == 1 && c->code[0] == 0xb1 && c->max_locals == 4 && c->n_lines == 1 && c->lines[0].line == 77);
    CHECK(cf->cp[11].tag == CP_Long && cf->cp[11].u.l == (1ll << 32 | 2) && cf->cp[12].tag == 0);
    CHECK(classfile_check_version(&cx, cf, 17, false) == ST_OK);
    CHECK(classfile_check_version(&cx, cf, 16, false) == ST_ERROR && cf->bad_version);
    cx_clear(&cx);
    arena_free(&a);
    group("parser");
}

/* Every allocation of a parse fails once; nothing leaks, the next parse works. */
static void t_faults(void) {
    static Out o;
    make(&o, SOUND);
    bool done = false;
    for (u64 k = 1; k < 100 && !done; k++) {
        Ctx c = {0};
        SymTab s;
        Arena a;
        ClassFile *cf;
        arena_init(&a, &c);
        CHECK(symtab_init(&s, &c) == ST_OK);
        c.fail_after = k;
        Status r = classfile_parse(&a, &s, o.b, o.n, NULL, &cf);
        done = c.fail_after != 0;
        CHECK(r == (done ? ST_OK : ST_ERROR));
        if (r != ST_OK) CHECK(c.err.kind == ERR_NOMEM);
        arena_free(&a);
        symtab_free(&s);
        CHECK(c.bytes == 0);
    }
    CHECK(done);
    group("parser under allocation failures");
}

/* --- archives written by hand: stored entries --- */
typedef struct Zip {
    Out body, dir;
    u32 n;
} Zip;
static void l2(Out *o, u32 v) { w1(o, v), w1(o, v >> 8); }
static void l4(Out *o, u32 v) { l2(o, v), l2(o, v >> 16); }
static void zip_add(Zip *z, const char *name, const char *text) {
    u32 nn = (u32)strlen(name), nt = (u32)strlen(text), crc = (u32)crc32(0, (const Bytef *)text, nt);
    u32 at = (u32)z->body.n;
    l4(&z->body, 0x04034b50), l2(&z->body, 10), l2(&z->body, 0), l2(&z->body, 0), l4(&z->body, 0);
    l4(&z->body, crc), l4(&z->body, nt), l4(&z->body, nt), l2(&z->body, nn), l2(&z->body, 0);
    wb(&z->body, name, nn), wb(&z->body, text, nt);
    l4(&z->dir, 0x02014b50), l2(&z->dir, 10), l2(&z->dir, 10), l2(&z->dir, 0), l2(&z->dir, 0), l4(&z->dir, 0);
    l4(&z->dir, crc), l4(&z->dir, nt), l4(&z->dir, nt), l2(&z->dir, nn), l2(&z->dir, 0), l2(&z->dir, 0);
    l2(&z->dir, 0), l2(&z->dir, 0), l4(&z->dir, 0), l4(&z->dir, at), wb(&z->dir, name, nn);
    z->n++;
}
static void put_file(const char *path, const void *p, size_t n) {
    FILE *f = fopen(path, "wb");
    CHECK(f && fwrite(p, 1, n, f) == n);
    if (f) fclose(f);
}
static void zip_write(Zip *z, const char *path, bool jmod) {
    static Out o;
    o.n = 0;
    if (jmod) wb(&o, "JM\1\0", 4);
    u32 at = (u32)z->body.n;
    wb(&o, z->body.b, z->body.n), wb(&o, z->dir.b, z->dir.n);
    l4(&o, 0x06054b50), l2(&o, 0), l2(&o, 0), l2(&o, z->n), l2(&o, z->n), l4(&o, (u32)z->dir.n), l4(&o, at), l2(&o, 0);
    put_file(path, o.b, o.n);
    z->body.n = z->dir.n = z->n = 0;
}
static bool is_text(Source *s, ClassPath *cp, const char *name, const char *text) {
    Resource r;
    bool found = false;
    Status rc = s ? source_find(s, name, &r, &found) : classpath_find(cp, name, &r, &found);
    CHECK(rc == ST_OK);
    cx_clear(&cx);
    bool same = text ? found && r.n == strlen(text) && !memcmp(r.p, text, r.n) : !found;
    res_free(&r);
    return same;
}
static char listing[4096];
static Status list(void *u, const char *name) {
    strcat(listing, name);
    strcat(listing, " ");
    return ST_OK;
}

static void t_sources(void) {
    static Zip z;
    char root[] = "/tmp/jpf_test_XXXXXX", cwd[4096];
    Source *s;
    if (!mkdtemp(root) || !getcwd(cwd, sizeof cwd) || chdir(root) != 0) {
        CHECK(!"temporary directory");
        return;
    }
    mkdir("d", 0700), mkdir("d/p", 0700), mkdir("lib", 0700), mkdir("d/p/dir.class", 0700);
    put_file("d/p/A.class", "aa", 2), put_file("d/B.class", "", 0), put_file("outside", "x", 1);
    CHECK(symlink("..", "d/p/loop") == 0);
    CHECK(source_open(&cx, "d", &s) == ST_OK);
    CHECK(is_text(s, NULL, "p/A.class", "aa") && is_text(s, NULL, "B.class", ""));
    CHECK(is_text(s, NULL, "p/C.class", NULL) && is_text(s, NULL, "../outside", NULL));
    CHECK(is_text(s, NULL, "p/dir.class", NULL) && is_text(s, NULL, "/etc/passwd", NULL));
    CHECK(is_text(s, NULL, "B.class/x", NULL) && is_text(s, NULL, "p/./A.class", NULL) && is_text(s, NULL, "", NULL));
    listing[0] = 0;
    CHECK(source_each(s, list, NULL) == ST_OK && !strcmp(listing, "B.class p/A.class "));
    source_close(s);
    /* supplementary characters: two surrogates in a class file, four bytes in file names */
    put_file("d/\xF0\x90\x90\x80.class", "deseret", 7);
    CHECK(source_open(&cx, "d", &s) == ST_OK);
    CHECK(is_text(s, NULL, "\xED\xA0\x81\xED\xB0\x80.class", "deseret"));
    source_close(s);
    CHECK(source_open(&cx, "nowhere", &s) == ST_ERROR && cx.err.kind == ERR_CONFIG);
    cx_clear(&cx);
    put_file("no.jar", "this is not a zip file, although it is long enough", 50);
    CHECK(source_open(&cx, "no.jar", &s) == ST_ERROR && cx.err.kind == ERR_CONFIG &&
          !strcmp(cx.err.msg, "no.jar is not a zip file"));
    cx_clear(&cx);
    put_file("empty.jar", "", 0);
    CHECK(source_open(&cx, "empty.jar", &s) == ST_ERROR && cx.err.kind == ERR_CONFIG);
    cx_clear(&cx);
    group("directories");

    zip_add(
        &z, "META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\r\nMULTI-release: true\r\nMain-Class: p.Lo\r\n ng\r\n er\r\nEmpty:\r\n\r\nName: p/\r\nSealed: true\r\n");
    zip_add(&z, "p/A.class", "base"), zip_add(&z, "p/B.class", "b"), zip_add(&z, "dir/", "");
    zip_add(&z, "META-INF/versions/9/p/A.class", "nine"), zip_add(&z, "META-INF/versions/21/p/A.class", "twentyone");
    zip_add(&z, "META-INF/versions/11/p/New.class", "new"), zip_add(&z, "META-INF/versions/8/p/B.class", "no");
    zip_write(&z, "mr.jar", false);
    CHECK(source_open(&cx, "mr.jar", &s) == ST_OK);
    CHECK(is_text(s, NULL, "p/A.class", "base") && is_text(s, NULL, "dir/", NULL));
    CHECK(source_set_release(s, 17) == ST_OK);
    CHECK(is_text(s, NULL, "p/A.class", "nine") && is_text(s, NULL, "p/B.class", "b") &&
          is_text(s, NULL, "p/New.class", "new"));
    listing[0] = 0;
    CHECK(source_each(s, list, NULL) == ST_OK);
    CHECK(!strcmp(listing, "META-INF/MANIFEST.MF p/A.class p/B.class p/New.class "));
    CHECK(source_set_release(s, 21) == ST_OK && is_text(s, NULL, "p/A.class", "twentyone"));
    CHECK(source_set_release(s, 8) == ST_OK && is_text(s, NULL, "p/A.class", "base"));
    char *v;
    size_t bytes;
    CHECK(jar_manifest_get(&cx, s, "main-class", &v, &bytes) == ST_OK && v && !strcmp(v, "p.Longer"));
    cx_free(&cx, v, bytes);
    CHECK(jar_manifest_get(&cx, s, "Empty", &v, &bytes) == ST_OK && v && !*v);
    cx_free(&cx, v, bytes);
    CHECK(jar_manifest_get(&cx, s, "Sealed", &v, &bytes) == ST_OK && !v);
    source_close(s);
    zip_add(&z, "classes/p/M.class", "mod"), zip_add(&z, "bin/java", "elf");
    zip_write(&z, "m.jmod", true);
    CHECK(source_open(&cx, "m.jmod", &s) == ST_OK);
    CHECK(is_text(s, NULL, "p/M.class", "mod") && is_text(s, NULL, "bin/java", NULL));
    source_close(s);
    group("archives");

    /* a.jar -> lib/b.jar, http (ignored), missing; b.jar -> back to a.jar, and a directory */
    zip_add(&z, "META-INF/MANIFEST.MF", "Class-Path: lib/b.jar http://x/y.jar gon\n e.jar no.jar\n\n");
    zip_add(&z, "X.class", "a"), zip_write(&z, "a.jar", false);
    zip_add(&z, "META-INF/MANIFEST.MF", "Class-Path: ../a.jar ../%64/ \n");
    zip_add(&z, "X.class", "b"), zip_add(&z, "Y.class", "yb"), zip_write(&z, "lib/b.jar", false);
    ClassPath cp;
    CHECK(classpath_open(&cp, &cx, "a.jar:none:mr.jar", 17) == ST_OK);
    CHECK(cp.src.n == 4 && cp.missing.n == 3);
    if (cp.src.n == 4)
        CHECK(!strcmp(source_path(cp.src.v[1]), "lib/b.jar") && !strcmp(source_path(cp.src.v[3]), "mr.jar"));
    CHECK(is_text(NULL, &cp, "X.class", "a") && is_text(NULL, &cp, "Y.class", "yb"));
    CHECK(is_text(NULL, &cp, "p/A.class", "aa") && is_text(NULL, &cp, "p/New.class", "new") &&
          is_text(NULL, &cp, "p/Q.class", NULL));
    classpath_close(&cp);
    CHECK(classpath_open(&cp, &cx, "lib/*:", 17) == ST_OK);
    CHECK(cp.src.n == 4 && is_text(NULL, &cp, "outside", "x")); /* b, a, d; "" is here */
    classpath_close(&cp);
    CHECK(classpath_open(&cp, &cx, "d:no.jar", 17) == ST_ERROR && cx.err.kind == ERR_CONFIG && !cp.src.n);
    cx_clear(&cx);
    for (u64 k = 1; k < 400; k++) { /* every allocation fails once */
        Ctx c = {.fail_after = k};
        Status r = classpath_open(&cp, &c, "a.jar:none:mr.jar:d:lib/*", 17);
        if (r == ST_OK) classpath_close(&cp);
        CHECK(r == ST_OK || c.err.kind == ERR_NOMEM || c.err.kind == ERR_CONFIG);
        CHECK(c.bytes == 0);
        if (r == ST_OK && c.fail_after) break;
    }
    group("class path");
    CHECK(chdir(cwd) == 0);
    char cmd[64];
    snprintf(cmd, sizeof cmd, "rm -rf %s", root);
    CHECK(system(cmd) == 0);
}

/* --- images --- */
typedef struct All {
    Source *s;
    u64 classes, bad;
} All;
static Status parse_each(void *u, const char *name) {
    All *all = u;
    size_t k = strlen(name);
    Resource r;
    bool found;
    if (k < 6 || strcmp(name + k - 6, ".class") != 0) return ST_OK;
    if (source_find(all->s, name, &r, &found) != ST_OK) return ST_ERROR;
    Arena a;
    ClassFile *cf;
    arena_init(&a, &cx);
    const char *slash = strchr(name + 1, '/');
    char expected[1024];
    snprintf(expected, sizeof expected, "%.*s", slash ? (int)(strlen(slash + 1) - 6) : 0, slash ? slash + 1 : "");
    if (!found || !slash || classfile_parse(&a, &st, r.p, r.n, expected, &cf) != ST_OK) {
        if (all->bad++ < 5) printf("  %s: %s\n", name, cx.err.msg);
        cx_clear(&cx);
    }
    all->classes++;
    arena_free(&a);
    res_free(&r);
    return ST_OK;
}

static void t_image(const char *jdk) {
    char path[4096], line[4200];
    struct stat sb;
    snprintf(path, sizeof path, "%s/lib/modules", jdk);
    if (stat(path, &sb) != 0) snprintf(path, sizeof path, "%s", jdk);
    Source *s;
    if (source_open(&cx, path, &s) != ST_OK) {
        printf("  %s\n", cx.err.msg);
        cx_clear(&cx);
        group_failed = 1;
        group(path);
        return;
    }
    CHECK(source_is_jimage(s));
    Resource r, q;
    bool found;
    size_t n;
    CHECK(jimage_find(s, "java.base", "java/lang/Object.class", &r, &found) == ST_OK && found && r.n > 100);
    CHECK(jimage_find(s, NULL, "java/lang/Object.class", &q, &found) == ST_OK && found && q.n == r.n &&
          !memcmp(q.p, r.p, r.n));
    res_free(&r), res_free(&q);
    CHECK(jimage_find(s, "java.base", "java/lang/Objekt.class", &r, &found) == ST_OK && !found);
    CHECK(jimage_find(s, NULL, "no/such/pack.class", &r, &found) == ST_OK && !found);
    CHECK(jimage_find(s, NULL, "Foo.class", &r, &found) == ST_OK && !found);
    const char *m = jimage_module_of(s, "java/util/concurrent");
    CHECK(m && !strcmp(m, "java.base") && !jimage_module_of(s, "no/such") && !jimage_module_of(s, "java"));
    CHECK(jimage_module_of(s, "java/util/concurrent") == m && jimage_map(s, &n) && n > 1000);
    All all = {s, 0, 0};
    CHECK(source_each(s, parse_each, &all) == ST_OK && all.classes > 5000 && all.bad == 0);
    source_close(s);
    snprintf(line, sizeof line, "%s: %llu classes", path, (unsigned long long)all.classes);
    group(line);
}

int main(int argc, char **argv) {
    if (symtab_init(&st, &cx) != ST_OK) return 2;
    t_descriptors();
    t_parser();
    t_faults();
    t_sources();
    for (int i = 1; i < argc; i++) t_image(argv[i]);
    DIR *d = argc > 1 ? NULL : opendir("/usr/lib/jvm");
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        char path[512], modules[600];
        struct stat sb;
        snprintf(path, sizeof path, "/usr/lib/jvm/%s", e->d_name);
        snprintf(modules, sizeof modules, "%s/lib/modules", path);
        if (lstat(path, &sb) == 0 && S_ISDIR(sb.st_mode) && stat(modules, &sb) == 0) t_image(path);
    }
    if (d) closedir(d);
    symtab_free(&st);
    CHECK(cx.bytes == 0);
    group("nothing leaked");
    return failed;
}
