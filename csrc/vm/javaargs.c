/* javaargs.c -- the options of java's command line, as jpfpy/javaargs.py has read them: what they mean for the
 * boot and for class loading. Layer 12.
 *
 * Keys: "-D<name>" a system property; "-assert" -ea, -da, -esa and -dsa in their order, one a line; "-preview".
 * vm/launch.c reads "-jar-exports" and "-jar-opens" (of a manifest), and "-command" (the target as given)
 * and "-classpath"; native/io/hostview.c reads "-host".
 * HotSpot's Arguments::parse_each_vm_init_arg and JavaAssertions. */
#include "native/io/hostview.h"
#include "vm/jpf.h"

#include <unistd.h>

/* Names that no part of the JDK asks for while it boots: such properties are set in the booted heap. */
static bool jdk_reads(const char *name) {
    static const char *const first[] = {"java", "javax", "jdk",    "sun",    "com",    "user",  "os",  "file",
                                        "line", "path",  "native", "stdout", "stderr", "stdin", "awt", "org"};
    size_t n = strcspn(name, ".");
    for (u32 i = 0; i < sizeof first / sizeof *first; i++)
        if (strlen(first[i]) == n && strncmp(first[i], name, n) == 0) return true;
    return false;
}

static Status add_prop(JPF *j, VecProps *v, const char *name, const char *value) {
    return vec_push(&j->cx, v, name) == ST_OK ? vec_push(&j->cx, v, value) : ST_ERROR;
}

static Status add_assertion(JPF *j, const char *s, size_t n) {
    Classes *cs = &j->cs;
    bool on = n > 1 && s[1] == 'e';
    if (n > 2 && s[2] == 's') { /* -esa, -dsa */
        cs->assertions_sys = on;
        j->boots_alone = true;
        return ST_OK;
    }
    const char *colon = mem_find(s, ':', n);
    if (!colon) {
        cs->assertions_app = cs->assertions_lib = on;
        return ST_OK;
    }
    size_t len = n - (size_t)(colon + 1 - s);
    char *name = arena_strndup(&j->arena, colon + 1, len);
    if (!name) return ST_ERROR;
    AssertOption o = {name, len >= 3 && strcmp(name + len - 3, "...") == 0, on};
    if (o.package) name[len - 3] = 0;
    for (char *c = name; *c; c++)
        if (*c == '.') *c = '/';
    j->boots_alone = true;
    return vec_push(&j->cx, &cs->assert_options, o);
}

/* Without options assertions run, as in JPF; where an option says which do, the others do not, as in java. */
static Status read_assertions(JPF *j) {
    const char *p = jpf_set(j, "-assert");
    if (!p) return ST_OK;
    for (const char *s = p; *s;) {
        size_t n = strcspn(s, "\n");
        if (n > 4 && s[1] == 'e' && mem_find(s, ':', n)) j->cs.assertions_app = false;
        s += n + (s[n] != 0);
    }
    for (; *p;) {
        size_t n = strcspn(p, "\n");
        if (n && add_assertion(j, p, n) != ST_OK) return ST_ERROR;
        p += n + (p[n] != 0);
    }
    return ST_OK;
}

Status java_args_read(JPF *j) {
    char cwd[FS_PATH];
    bool module_path = false, dir = false;
    j->boots_alone = false;
    j->cs.preview = jpf_set(j, "-preview") != NULL;
    if (j->cs.preview) j->boots_alone = true;
    for (u32 i = 0; i < j->config_keys.n; i++) {
        const char *key = j->config_keys.v[i];
        if (strncmp(key, "-D", 2) != 0) continue;
        bool boot = jdk_reads(key + 2);
        if (add_prop(j, boot ? &j->boot_props : &j->late_props, key + 2, jpf_set(j, key)) != ST_OK) return ST_ERROR;
        if (boot) j->boots_alone = true;
        if (strcmp(key, "-Djdk.module.path") == 0) module_path = true;
        if (strcmp(key, "-Duser.dir") == 0) dir = true;
    }
    /* The module path is relative to the working directory, which is a placeholder in a boot for many. */
    if (module_path && !dir && getcwd(cwd, sizeof cwd)) {
        const char *own = arena_strndup(&j->arena, cwd, strlen(cwd));
        if (!own || add_prop(j, &j->boot_props, "user.dir", own) != ST_OK) return ST_ERROR;
    }
    j->ks.cfg.props = j->boot_props.v;
    j->ks.cfg.n_props = j->boot_props.n / 2;
    return read_assertions(j);
}

bool java_args_have(JPF *j, const char *name) {
    for (u32 i = 0; i < j->boot_props.n; i += 2)
        if (strcmp(j->boot_props.v[i], name) == 0) return true;
    return false;
}
