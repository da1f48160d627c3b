/* sun_management.c -- what java.lang.management needs: RuntimeMXBean, the counts and names of threads, memory as
 * java.lang.Runtime gives it, an MBean server. Figures of compilation, processor times and memory pools would be
 * the checker's, not the program's: those natives are missing on purpose, and of pools and collectors there is none. */
#include "native/world.h"

int VMManagement_version(ThreadInfo *ti, const u32 *a, u32 *r) { /* JMM_VERSION */
    Ref s;
    NAT_TRY(nat_string_z(ti, ti->ks->cs->jdk < 21 ? "3.0" : "4.0", &s));
    return ret_ref(r, s);
}

/* -XX and -D of a `java` command; here there is none. */
int VMManagement_arguments(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref none;
    NAT_TRY(nat_new_array(ti, ti->ks->cs->string, 0, &none));
    return ret_ref(r, none);
}

/* Milliseconds since 1970 at the program's start. */
int VMManagement_startup(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, clock_zero(ti) / 1000000); }

/* Milliseconds since then: a reading of the clock. */
int VMManagement_uptime(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (clock_asks(ti)) return NAT_BLOCK;
    clock_mark_read(ti, true);
    return ret_long(r, (i64)((u64)clock_now(ti) / 1000000));
}

int VMManagement_pid(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); } /* as Process_pid */

/* --- threads --- */

static int count_threads(ThreadInfo *ti, u32 *r, bool daemons) {
    u32 n;
    NAT_TRY(thread_count(ti, daemons, &n));
    return ret_int(r, (i32)n);
}
int VMManagement_liveThreads(ThreadInfo *ti, const u32 *a, u32 *r) { return count_threads(ti, r, false); }
int VMManagement_daemonThreads(ThreadInfo *ti, const u32 *a, u32 *r) { return count_threads(ti, r, true); }

/* --- memory --- */

/* getMemoryUsage0(boolean heap): the heap as Runtime's totalMemory, freeMemory and maxMemory tell it. */
int Memory_usage(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const char *const names[4] = {"init", "used", "committed", "max"};
    ClassInfo *ci;
    u32 total[2], free[2], max[2];
    Runtime_totalMemory(ti, a, total);
    Runtime_freeMemory(ti, a, free);
    Runtime_maxMemory(ti, a, max);
    i64 used = getw_long(total) - getw_long(free);
    i64 v[4] = {getw_long(total), used, getw_long(total), getw_long(max)};
    if (!a[1]) v[0] = 0, v[2] = used, v[3] = -1; /* no bound, as HotSpot says of what is not the heap */
    NAT_TRY(nat_class_named(ti, "java/lang/management/MemoryUsage", &ci));
    NAT_TRY(ensure_init(ti, ci));
    NAT_TRY(nat_new(ti, ci, r));
    for (u32 i = 0; i < 4; i++) {
        FieldInfo *fi = ci_find_field(ci, names[i]);
        if (!fi) return nat_not_modelled(ti, "MemoryUsage of this JDK");
        put_u64(nat_heap(ti), *r, fi->offset, (u64)v[i]);
    }
    return NAT_OK;
}

static int none_of(ThreadInfo *ti, const char *cls, u32 *r) {
    ClassInfo *ci;
    NAT_TRY(nat_class_named(ti, cls, &ci));
    return nat_new_array(ti, ci, 0, r);
}
int Memory_pools(ThreadInfo *ti, const u32 *a, u32 *r) {
    return none_of(ti, "java/lang/management/MemoryPoolMXBean", r);
}
int Memory_managers(ThreadInfo *ti, const u32 *a, u32 *r) {
    return none_of(ti, "java/lang/management/MemoryManagerMXBean", r);
}
