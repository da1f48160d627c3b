/* contained.c -- what a program under test may not reach: sockets, processes, pipes. It gets the
 * exception the JDK itself would throw; the message says who refuses. On a machine without a checker it would
 * have gone on, so each refusal makes the result incomplete, whatever the program does about the exception. */
#include "native/io/hostview.h"

#include <stdio.h>
#include <unistd.h>

#define WHY "the checker contains the program"

static bool declares(ThreadInfo *ti, const char *cls) {
    const ClassInfo *ci = ti->native_mi ? ti->native_mi->ci : NULL;
    return ci && strstr(ci->name->s, cls) != NULL;
}

/* Where the program asked: the innermost frame that is not the JDK's, else the innermost. */
static void asked_at(const ThreadInfo *ti, char *buf, size_t n) {
    char cls[300];
    const StackFrame *f = ti->top, *own;
    while (f && (f->mi->step || nat_hidden_frame(f))) f = f->prev;
    for (own = f; own && (own->mi->step || nat_hidden_frame(own) || (own->mi->ci->attrs & CA_SYSTEM));) own = own->prev;
    if (own) f = own;
    buf[0] = 0;
    if (!f || !f->pc) return;
    const Sym *src = f->mi->ci->cf ? f->mi->ci->cf->source_file : NULL;
    snprintf(buf, n, " (%s.%s, %s:%d)", ci_external_name(f->mi->ci, cls, sizeof cls), f->mi->name->s,
             src ? src->s : "?", mi_line(f->mi, (u32)(f->pc - f->mi->code)));
}

static int tell(ThreadInfo *ti, const char *what) {
    char where[180], all[600];
    if (!ti->ks->up.refused) return NAT_OK;
    asked_at(ti, where, sizeof where);
    snprintf(all, sizeof all, "contained, %s%s", what, where);
    return ti->ks->up.refused(ti->ks, all) == ST_OK ? NAT_OK : NAT_ERROR;
}

int contained_tell(ThreadInfo *ti, const char *fmt, ...) {
    char what[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    return tell(ti, what);
}

int contained_refuse(ThreadInfo *ti, const char *fmt, ...) {
    char what[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    NAT_TRY(tell(ti, what));
    if (!ti->ks->search || !ti->ks->booted || contained_before(ti->ks)) return NAT_OK;
    return nat_root_set(ti, NR_REFUSED, ti->ks->cs->object->mirror);
}

bool contained_before(const KernelState *ks) {
    const Natives *N = ks->natives;
    return N && N->roots && ((const Ref *)(const void *)arr_data(ks->heap, N->roots))[NR_REFUSED];
}

/* "no network: sun.nio.ch.Net.socket0" */
static int tell_native(ThreadInfo *ti, const char *what) {
    char cls[300];
    const MethodInfo *mi = ti->native_mi;
    if (!mi) return contained_refuse(ti, "%s", what);
    return contained_refuse(ti, "%s: %s.%s", what, ci_external_name(mi->ci, cls, sizeof cls), mi->name->s);
}

int contained_socket(ThreadInfo *ti, const u32 *a, u32 *r) {
    const char *ex = declares(ti, "UnixDomain") ? "java/io/IOException" : "java/net/SocketException";
    NAT_TRY(tell_native(ti, "no network"));
    return throw_new(ti, ex, "Operation not permitted (no network: " WHY ")");
}
int contained_io(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_TRY(tell_native(ti, declares(ti, "Watch") ? "no watching of directories" : "no pipes"));
    return throw_new(ti, "java/io/IOException", "Operation not permitted (" WHY ")");
}
int contained_process(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_TRY(tell_native(ti, "no processes"));
    return throw_new(ti, "java/io/IOException", "error=1, Operation not permitted (no processes: " WHY ")");
}
int contained_library(ThreadInfo *ti, const char *path, bool throws) {
    NAT_TRY(contained_refuse(ti, "no native libraries: %s", path));
    if (!throws) return NAT_OK;
    return throw_new(ti, "java/lang/UnsatisfiedLinkError", "%s: native libraries are not loaded (" WHY ")", path);
}

/* com.sun.management.internal.Flag.set...Value(name, value): what the option does in HotSpot, nobody does here. */
int contained_option(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n = 0;
    char *name = a[0] ? nat_utf8(ti, a[0], &n) : NULL;
    if (a[0] && !name) return NAT_ERROR;
    int res = contained_refuse(ti, "no VM option is set: %s", name ? name : "null");
    if (res == NAT_OK)
        res = throw_new(ti, "java/lang/UnsupportedOperationException", "VM option %s is not set: " WHY,
                        name ? name : "null");
    nat_utf8_free(ti, name, n);
    return res;
}

int contained_linker(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_TRY(tell_native(ti, "no native code"));
    return throw_new(ti, "java/lang/UnsupportedOperationException", "no native code: " WHY);
}

/* Does a name resolve nowhere? RFC 6761: invalid; RFC 3696: no top-level domain is all digits. And java.net.InetAddress
 * knows localhost itself, when it is told that there is no address. */
static bool resolves_nowhere(const char *name) {
    const char *last = strrchr(name, '.');
    last = last ? last + 1 : name;
    return !strcmp(name, "localhost") || !strcmp(last, "invalid") || (*last && !last[strspn(last, "0123456789")]);
}

/* Names resolve to nothing; literals need no resolver. */
int contained_host(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n = 0;
    bool text = a[1] && ei_class(ti->ks->heap, ei(ti->ks->heap, a[1])) == ti->ks->cs->string;
    char *s = text ? nat_utf8(ti, a[1], &n) : NULL;
    if (text && !s) return NAT_ERROR;
    int res;
    if (s && resolves_nowhere(s)) {
        res = throw_new(ti, "java/net/UnknownHostException", "%s: Name or service not known", s);
    } else {
        res = contained_refuse(ti, "no network: the address of %s", s ? s : "a host");
        if (res == NAT_OK)
            res = throw_new(ti, "java/net/UnknownHostException", "%s: no network (" WHY ")", s ? s : "address");
    }
    nat_utf8_free(ti, s, n);
    return res;
}

/* --- was an exception thrown for that? --- */

static Ref field(const KernelState *ks, Ref obj, const char *cls, const char *name) {
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, obj));
    while (ci && strcmp(ci->name->s, cls) != 0) ci = ci->super;
    FieldInfo *f = ci ? ci_find_field(ci, name) : NULL;
    return f ? get_u32(ks->heap, obj, f->offset) : 0;
}

/* Does a text name a file of the host that the program may not read? In front of " (reason)", or all of it. */
static bool names_refused(KernelState *ks, Ref text, bool reason) {
    size_t n;
    char *s = text ? string_utf8(ks->heap, text, &n) : NULL, at[FS_PATH];
    if (!s) return false;
    char *paren = reason ? strrchr(s, '(') : NULL;
    if (paren && paren > s && paren[-1] == ' ') paren[-1] = 0;
    ThreadInfo *ti = ks->threads.v[ks->cur];
    FsStat st;
    Ref node;
    bool may = true;
    int e = fs_lookup_readable(ti, s, true, at, &st, &node, &may);
    cx_free(ks->cx, s, n + 1);
    return e == 0 && !may;
}

/* The JDK makes new exceptions of those it gets, some with no more of them than the text; so does a program. */
static bool says_why(KernelState *ks, Ref text) {
    size_t n;
    char *s = text ? string_utf8(ks->heap, text, &n) : NULL;
    bool yes = s && strstr(s, WHY);
    if (s) cx_free(ks->cx, s, n + 1);
    return yes;
}

static bool is_refusal(KernelState *ks, Ref exc) {
    static const char fse[] = "java/nio/file/FileSystemException";
    const char *cls = ei_class(ks->heap, ei(ks->heap, exc))->name->s;
    Ref text = field(ks, exc, "java/lang/Throwable", "detailMessage");
    if (says_why(ks, text)) return true;
    if (strcmp(cls, "java/io/FileNotFoundException") == 0) return names_refused(ks, text, true);
    if (strcmp(cls, "java/nio/file/AccessDeniedException") == 0)
        return names_refused(ks, field(ks, exc, fse, "file"), false) ||
               names_refused(ks, field(ks, exc, fse, "other"), false);
    return false;
}

bool contained_threw(KernelState *ks, Ref exc) {
    for (u32 n = 0; exc && n < 100; n++) {
        if (is_refusal(ks, exc)) return true;
        Ref cause = field(ks, exc, "java/lang/Throwable", "cause");
        exc = cause == exc ? 0 : cause;
    }
    return false;
}

/* --- what needs no host --- */

/* The JDK would gather it from the network's interfaces and the temporary files. */
int SeedGenerator_entropy(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 seed[20];
    Ref b;
    for (u32 i = 0; i < sizeof seed; i++) seed[i] = (u8)mix64(i, 0x7365);
    NAT_TRY(nat_bytes(ti, seed, sizeof seed, &b));
    return ret_ref(r, b);
}

int Inet_localHostName(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    NAT_TRY(nat_string_z(ti, "localhost", &s));
    return ret_ref(r, s);
}

int PortConfig_lower(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 32768); }
int PortConfig_upper(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 60999); }

/* Constants that class initializers ask for: Linux's layouts and poll events. */
int NativeSocketAddress_const(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const struct {
        const char *name;
        i32 v;
    } c[] = {
        {"AFINET", 2},         {"AFINET6", 10},           {"sizeofSockAddr4", 16}, {"sizeofSockAddr6", 28},
        {"sizeofFamily", 2},   {"offsetFamily", 0},       {"offsetSin4Port", 2},   {"offsetSin4Addr", 4},
        {"offsetSin6Port", 2}, {"offsetSin6FlowInfo", 4}, {"offsetSin6Addr", 8},   {"offsetSin6ScopeId", 24},
    };
    for (size_t i = 0; ti->native_mi && i < sizeof c / sizeof *c; i++)
        if (!strcmp(ti->native_mi->name->s, c[i].name)) return ret_int(r, c[i].v);
    return ret_int(r, 0);
}
int EPoll_const(ThreadInfo *ti, const u32 *a, u32 *r) {
    const char *n = ti->native_mi ? ti->native_mi->name->s : "";
    return ret_int(r, !strcmp(n, "eventSize") ? 12 : !strcmp(n, "dataOffset") ? 4 : 0);
}
int Net_pollConst(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const struct {
        const char *name;
        i32 v;
    } c[] = {
        {"pollinValue", 1},   {"polloutValue", 4},   {"pollerrValue", 8},
        {"pollhupValue", 16}, {"pollnvalValue", 32}, {"pollconnValue", 4},
    };
    for (size_t i = 0; ti->native_mi && i < sizeof c / sizeof *c; i++)
        if (!strcmp(ti->native_mi->name->s, c[i].name)) return ret_int(r, c[i].v);
    return ret_int(r, 0);
}

/* The program is process 1 of its own little world. */
int Process_pid(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 1); }
int Process_isAlive(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, getw_long(a) == 1 ? 0 : -1); }
int CgroupMetrics_memory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 4ll << 30); }
int Perf_frequency(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 1000000000); }

/* jdk.internal.perf counters live in plain direct buffers. */
static int perf_buffer(ThreadInfo *ti, u32 n) {
    ClassInfo *ci;
    NAT_TRY(nat_class_named(ti, "java/nio/ByteBuffer", &ci));
    MethodInfo *mi = ci_find_method(ci, "allocateDirect", "(I)Ljava/nio/ByteBuffer;");
    if (!mi) return nat_not_modelled(ti, "jdk.internal.perf.Perf");
    NAT_TRY(ensure_init(ti, ci));
    return call_java(ti, mi, &n, false);
}
int Perf_createLong(ThreadInfo *ti, const u32 *a, u32 *r) { return perf_buffer(ti, 8); }
int Perf_createBytes(ThreadInfo *ti, const u32 *a, u32 *r) { /* this, name, variability, units, value, maxLength */
    return perf_buffer(ti, a[5] ? a[5] : 8);
}
