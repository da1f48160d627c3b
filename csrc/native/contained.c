/* contained.c -- what a program under test may not reach: sockets, processes, pipes. It gets the
 * exception the JDK itself would throw; the message says who refuses. */
#include "native/world.h"

#include <unistd.h>

#define WHY "the checker contains the program"

static bool declares(ThreadInfo *ti, const char *cls) {
    const ClassInfo *ci = ti->native_mi ? ti->native_mi->ci : NULL;
    return ci && strstr(ci->name->s, cls) != NULL;
}

int contained_socket(ThreadInfo *ti, const u32 *a, u32 *r) {
    const char *ex = declares(ti, "UnixDomain") ? "java/io/IOException" : "java/net/SocketException";
    return throw_new(ti, ex, "Operation not permitted (no network: " WHY ")");
}
int contained_io(ThreadInfo *ti, const u32 *a, u32 *r) {
    return throw_new(ti, "java/io/IOException", "Operation not permitted (" WHY ")");
}
int contained_process(ThreadInfo *ti, const u32 *a, u32 *r) {
    return throw_new(ti, "java/io/IOException", "error=1, Operation not permitted (no processes: " WHY ")");
}

/* Names resolve to nothing; "localhost" and literals need no resolver. */
int contained_host(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n = 0;
    bool text = a[1] && ei_class(ti->ks->heap, ei(ti->ks->heap, a[1])) == ti->ks->cs->string;
    char *s = text ? nat_utf8(ti, a[1], &n) : NULL;
    if (text && !s) return NAT_ERROR;
    int res = throw_new(ti, "java/net/UnknownHostException", "%s: no network (" WHY ")", s ? s : "address");
    nat_utf8_free(ti, s, n);
    return res;
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
int VMSupport_tmp(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref s;
    NAT_TRY(nat_string_z(ti, "/tmp", &s));
    return ret_ref(r, s);
}

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
