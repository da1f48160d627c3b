/* system_props.c -- jdk.internal.util.SystemProps.Raw, ProcessEnvironment, time zone.
 *
 * Values are those of a plain `java` on 64-bit Linux in an English UTF-8 environment: locale and encodings
 * are fixed, so that the same program behaves alike everywhere. What names the user and his directories is a
 * placeholder here, since the booted heap is used again in other surroundings (hostview.h). */
#include "native/io/hostview.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- constants of a JDK class, from its class file --- */

static const CpEntry *constant(const ClassInfo *ci, const char *name) {
    for (u32 i = 0; i < ci->n_fields; i++) {
        const FieldInfo *f = &ci->fields[i];
        if (f->cf && f->cf->const_value && !strcmp(f->name->s, name)) return &ci->cf->cp[f->cf->const_value];
    }
    return NULL;
}

static int set_string(ThreadInfo *ti, Ref arr, u32 i, const char *v) {
    Ref s;
    NAT_TRY(nat_string_z(ti, v, &s));
    put_ref(ti->ks->heap, arr, OBJ_HEADER + 4 * i, s);
    return NAT_OK;
}

/* --- platformProperties: the array's indices are constants of Raw --- */

static int platform(ThreadInfo *ti, u32 *r) {
    static const struct {
        const char *name, *value;
    } fixed[] = {
        {"_display_language_NDX", "en"},    {"_format_language_NDX", "en"},
        {"_file_encoding_NDX", "UTF-8"},    {"_native_encoding_NDX", "UTF-8"},
        {"_file_separator_NDX", "/"},       {"_path_separator_NDX", ":"},
        {"_line_separator_NDX", "\n"},      {"_java_io_tmpdir_NDX", "/tmp"},
        {"_os_arch_NDX", "amd64"},          {"_os_name_NDX", "Linux"},
        {"_stderr_encoding_NDX", "UTF-8"},  {"_stdin_encoding_NDX", "UTF-8"},
        {"_stdout_encoding_NDX", "UTF-8"},  {"_sun_arch_data_model_NDX", "64"},
        {"_sun_cpu_endian_NDX", "little"},  {"_sun_io_unicode_encoding_NDX", "UnicodeLittle"},
        {"_sun_jnu_encoding_NDX", "UTF-8"},
    };
    ClassInfo *raw;
    NAT_TRY(nat_class_named(ti, "jdk/internal/util/SystemProps$Raw", &raw));
    const CpEntry *len = constant(raw, "FIXED_LENGTH");
    u32 n = len && len->u.i > 0 && len->u.i < 1000 ? (u32)len->u.i : 64;
    Ref arr;
    NAT_TRY(nat_new_array(ti, ti->ks->cs->string, n, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        const CpEntry *c = constant(raw, fixed[i].name);
        if (c && (u32)c->u.i < n) NAT_TRY(set_string(ti, arr, (u32)c->u.i, fixed[i].value));
    }
    static const char *const host[][2] = {
        {"_os_version_NDX", "os.version"},
        {"_user_dir_NDX", "user.dir"},
        {"_user_home_NDX", "user.home"},
        {"_user_name_NDX", "user.name"},
    };
    for (size_t i = 0; i < sizeof host / sizeof *host; i++) {
        const CpEntry *c = constant(raw, host[i][0]);
        if (c && (u32)c->u.i < n) NAT_TRY(set_string(ti, arr, (u32)c->u.i, host_placeholder(host[i][1])));
    }
    return ret_ref(r, arr);
}
int SystemProps_platform(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, platform(ti, r)); }

/* --- vmProperties: key, value, key, value ... --- */

static const char *version_constant(ThreadInfo *ti, const ClassInfo *vp, const char *name, const char *dflt) {
    const CpEntry *c = vp ? constant(vp, name) : NULL;
    return c && c->tag == CP_String && c->u.sym ? c->u.sym->s : dflt;
}

static int vm_props(ThreadInfo *ti, u32 *r) {
    KernelState *ks = ti->ks;
    ClassInfo *vp;
    NAT_TRY(nat_class_named(ti, "java/lang/VersionProps", &vp));
    char home[4096], lib[4200], spec[16];
    snprintf(home, sizeof home, "%s", ks->cs->image ? source_path(ks->cs->image) : "/");
    char *tail = strstr(home, "/lib/modules");
    if (tail) *tail = 0;
    char *real = realpath(home, NULL);
    if (real) {
        snprintf(home, sizeof home, "%s", real);
        free(real);
    }
    snprintf(lib, sizeof lib, "%s/lib", home);
    snprintf(spec, sizeof spec, "%d", ks->cs->jdk);
    const char *version = version_constant(ti, vp, "java_runtime_version", spec);
    const char *const kv[][2] = {
        {"java.vm.specification.name", "Java Virtual Machine Specification"},
        {"java.vm.specification.vendor", "Oracle Corporation"},
        {"java.vm.specification.version", spec},
        {"java.vm.name", "OpenJDK 64-Bit Server VM"},
        {"java.vm.vendor", version_constant(ti, vp, "VENDOR", "Oracle Corporation")},
        {"java.vm.version", version},
        {"java.vm.info", "mixed mode, sharing"},
        {"java.vm.compressedOopsMode", "Zero based"},
        {"jdk.debug", "release"},
        {"java.home", home},
        {"sun.boot.library.path", lib},
        {"java.library.path", "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib"},
        {"sun.management.compiler", "HotSpot 64-Bit Tiered Compilers"},
        {"sun.nio.PageAlignDirectMemory", "false"},
        {"java.class.path", host_placeholder("java.class.path")},
    };
    u32 n = sizeof kv / sizeof *kv;
    Ref arr;
    NAT_TRY(nat_new_array(ti, ks->cs->string, 2 * (n + ks->cfg.n_props) + 2, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0; i < n; i++) {
        NAT_TRY(set_string(ti, arr, 2 * i, kv[i][0]));
        NAT_TRY(set_string(ti, arr, 2 * i + 1, kv[i][1]));
    }
    for (u32 i = 0; i < ks->cfg.n_props; i++) { /* -D comes later and wins */
        NAT_TRY(set_string(ti, arr, 2 * (n + i), ks->cfg.props[2 * i]));
        NAT_TRY(set_string(ti, arr, 2 * (n + i) + 1, ks->cfg.props[2 * i + 1]));
    }
    return ret_ref(r, arr);
}
int SystemProps_vm(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, vm_props(ti, r)); }

/* --- environment: what vm.env lets the program see of the host's --- */

static int env(ThreadInfo *ti, u32 *r) {
    Heap *h = ti->ks->heap;
    const HostView *v = natives(ti)->host;
    u32 n = v ? v->env.n : 0;
    ClassInfo *bytes;
    Ref arr, b;
    if (ci_array_of(ti->ks->cs, ti->ks->cs->prim[T_BYTE], &bytes) != ST_OK) return NAT_ERROR;
    NAT_TRY(nat_new_array(ti, bytes, 2 * n, &arr));
    NAT_TRY(nat_hold(ti, arr));
    for (u32 i = 0; i < n; i++) {
        const char *e = v->env.v[i], *eq = strchr(e + (*e == '='), '=');
        NAT_TRY(nat_bytes(ti, (const u8 *)e, (u32)(eq - e), &b));
        put_ref(h, arr, OBJ_HEADER + 8 * i, b);
        NAT_TRY(nat_bytes(ti, (const u8 *)eq + 1, (u32)strlen(eq + 1), &b));
        put_ref(h, arr, OBJ_HEADER + 8 * i + 4, b);
    }
    return ret_ref(r, arr);
}
int ProcessEnvironment_environ(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, env(ti, r)); }

/* One variable is asked for by name, by System.getenv or of its map. */
static int asked(ThreadInfo *ti, Ref name) {
    const HostView *v = natives(ti)->host;
    size_t n;
    if (!v || !v->withheld.n || !name || ei_class(ti->ks->heap, ei(ti->ks->heap, name)) != ti->ks->cs->string)
        return NAT_BYTECODE;
    char *s = nat_utf8(ti, name, &n);
    if (!s) return NAT_ERROR;
    int res = host_withholds(ti, s) ? contained_tell(ti, HOST_ENV_KEY ": %s is kept back", s) : NAT_OK;
    nat_utf8_free(ti, s, n);
    return res == NAT_OK ? NAT_BYTECODE : res;
}
int ProcessEnvironment_getenv(ThreadInfo *ti, const u32 *a, u32 *r) { return asked(ti, a[0]); }
int StringEnvironment_get(ThreadInfo *ti, const u32 *a, u32 *r) { return asked(ti, a[1]); }

/* All of them: the program sees that the others are not there. */
int StringEnvironment_all(ThreadInfo *ti, const u32 *a, u32 *r) {
    const HostView *v = natives(ti)->host;
    if (v && v->withheld.n)
        NAT_TRY(contained_tell(ti, HOST_ENV_KEY ": %u variables are kept back from System.getenv()", v->withheld.n));
    return NAT_BYTECODE;
}

/* System.setProperty, clearProperty: one of those that the initializer of ForkJoinPool reads (interp/clinit.c)? The
 * launcher sets them, too, before the program begins: nobody calls it. */
int System_property(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const char pools[] = "java.util.concurrent.ForkJoinPool.common.";
    size_t n;
    if (!ti->ks->search || ti->ks->n_threads < 2 || !a[0] || !nat_calling_class(ti)) return NAT_BYTECODE;
    if (nat_caller_is_app(ti)) ti->ks->looks.seen |= 1ull << G_AFFAIRS;
    char *s = nat_utf8(ti, a[0], &n);
    if (!s) return NAT_ERROR;
    if (strncmp(s, pools, sizeof pools - 1) == 0) ti->ks->looks.seen |= LIB_PROPERTIES;
    nat_utf8_free(ti, s, n);
    return NAT_BYTECODE;
}

/* setProperties, getProperties, setSecurityManager (which that initializer asks for in 17): who has the table may write
 * to it at any time. The library only reads. */
int System_properties(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->search && nat_caller_is_app(ti)) ti->ks->looks.seen |= LIB_PROPERTIES | 1ull << G_AFFAIRS;
    return NAT_BYTECODE;
}

/* The zone that java finds on this host: TZ, or where /etc/localtime leads. */
static const char *host_zone(char *buf, size_t n) {
    static const char mark[] = "zoneinfo/";
    const char *tz = getenv("TZ");
    if (tz && *tz == ':') tz++;
    if (tz && *tz) return tz;
    ssize_t len = readlink("/etc/localtime", buf, n - 1);
    if (len <= 0) return "UTC";
    buf[len] = 0;
    const char *name = strstr(buf, mark);
    return name && name[sizeof mark - 1] ? name + sizeof mark - 1 : "UTC";
}

/* A search is the same on every machine: its zone is UTC, unless the program sets user.timezone; --run
 * takes the host's. */
int TimeZone_systemID(ThreadInfo *ti, const u32 *a, u32 *r) {
    char buf[1024];
    Ref s;
    NAT_TRY(nat_string_z(ti, ti->ks->search ? "UTC" : host_zone(buf, sizeof buf), &s));
    return ret_ref(r, s);
}
int TimeZone_gmtOffset(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    NAT_TRY(nat_string_z(ti, "GMT", &s));
    return ret_ref(r, s);
}

int VM_runtimeArguments(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref arr;
    NAT_TRY(nat_new_array(ti, ti->ks->cs->string, 0, &arr));
    return ret_ref(r, arr);
}
