/* sun_management.c -- what java.lang.management needs for RuntimeMXBean. Figures of memory, threads and compilation are of the checker, not of the program:
 * their natives are missing on purpose. */
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
int VMManagement_startup(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_long(r, (clock_epoch(ti) - clock_now(ti)) / 1000000);
}

int VMManagement_pid(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); } /* as Process_pid */
