/* java_lang_system.c -- java.lang.System and Runtime: time, identity, exit, memory. */
#include "native/verify/verify.h"

#include <stdio.h>

/* Collecting shows nothing, except where vm.finalize is on. */
int Runtime_gc(ThreadInfo *ti, const u32 *a, u32 *r) {
    int n = finalize_due(ti, false), k = n < 0 ? n : references_due(ti, nat_off(natives(ti), NF_REF_REFERENT));
    return k < 0 ? NAT_ERROR : n + k ? NAT_CALL : NAT_OK;
}

/* --- identity, time --- */

int System_identityHashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, a[0] ? (i32)identity_hash(ti, a[0]) : 0);
}

int System_nanoTime(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (clock_asks(ti)) return NAT_BLOCK;
    if (!clock_mark_read(ti, false)) return ret_long(r, CLOCK_NANO_BASE);
    return ret_long(r, (i64)((u64)CLOCK_NANO_BASE + (u64)clock_now(ti)));
}

int System_currentTimeMillis(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (clock_asks(ti)) return NAT_BLOCK;
    if (!clock_mark_read(ti, true)) return ret_long(r, EPOCH_NS / 1000000);
    i64 rest;
    return ret_long(r, clock_day(ti, 1000000, &rest));
}

/* Nanoseconds since `offset` seconds after the epoch, -1 if that is too far away. */
int VM_getNanoTimeAdjustment(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 off = getw_long(a), max = (i64)1 << 32;
    if (clock_asks(ti)) return NAT_BLOCK;
    clock_mark_read(ti, true);
    i64 diff, nanos, secs = clock_day(ti, 1000000000, &nanos);
    if (__builtin_sub_overflow(secs, off, &diff) || diff > max || diff < -max) return ret_long(r, -1);
    return ret_long(r, diff * 1000000000 + nanos);
}

/* --- System.in, out, err --- */

static int set_stream(ThreadInfo *ti, const char *name, Ref v) {
    ClassInfo *sys;
    NAT_TRY(nat_class_named(ti, "java/lang/System", &sys));
    FieldInfo *fi = nat_static(sys, name);
    if (bd_setting(ti, fi, sys->mirror, true)) return NAT_BLOCK;
    if (fi) put_ref(ti->ks->heap, sys->mirror, fi->offset, v);
    return NAT_OK;
}
int System_setIn0(ThreadInfo *ti, const u32 *a, u32 *r) { return set_stream(ti, "in", a[0]); }
int System_setOut0(ThreadInfo *ti, const u32 *a, u32 *r) { return set_stream(ti, "out", a[0]); }
int System_setErr0(ThreadInfo *ti, const u32 *a, u32 *r) { return set_stream(ti, "err", a[0]); }

int System_mapLibraryName(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    char *s = nat_utf8(ti, a[0], &n);
    if (!s) return NAT_ERROR;
    char buf[1100];
    Ref out;
    if (n > 1000) {
        nat_utf8_free(ti, s, n);
        return throw_new(ti, "java/lang/IllegalArgumentException", "name too long");
    }
    snprintf(buf, sizeof buf, "lib%s.so", s);
    nat_utf8_free(ti, s, n);
    NAT_TRY(nat_string_z(ti, buf, &out));
    return ret_ref(r, out);
}

/* --- Runtime, Shutdown --- */

int Runtime_availableProcessors(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->cfg.max_processors > 1 && ti->ks->search && ti->ks->booted && nat_caller_is_app(ti))
        return verify_choose_int(ti, 1, (i32)ti->ks->cfg.max_processors, "availableProcessors", r);
    return ret_int(r, ti->ks->cfg.n_cpus ? (i32)ti->ks->cfg.n_cpus : 1);
}
/* Constants: how much memory is used is no part of the program's behaviour. */
int Runtime_freeMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 192ll << 20); }
int Runtime_totalMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 256ll << 20); }
int Runtime_maxMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 4ll << 30); }

static int end_path(ThreadInfo *ti, i32 status) {
    ti->ks->exit_status = status;
    ti->ks->run_end = RUN_EXIT;
    return NAT_END;
}

/* From now on ends are followed by hooks. The library's own (of preferences, of loggers) alone tell nothing. */
int Runtime_addShutdownHook(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->search && ti->ks->booted && nat_caller_is_app(ti)) ti->ks->looks.seen |= LIB_HOOKS;
    return NAT_BYTECODE;
}

/* The JDK's shutdown sequence runs first: in a search where the program has hooks. */
int Runtime_exit(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!ks->search || !looks_rely(&ks->looks, LIB_HOOKS)) {
        ClassInfo *sd;
        NAT_TRY(nat_class_named(ti, "java/lang/Shutdown", &sd));
        MethodInfo *mi = ci_find_method(sd, "exit", "(I)V");
        if (mi) {
            NAT_TRY(ensure_init(ti, sd));
            return call_java(ti, mi, a + 1, false);
        }
    }
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    return end_path(ti, (i32)a[1]);
}

/* A logger of exits (JDK 21), which is off unless a configuration of the logging turns it on: a search makes none. */
int Shutdown_logRuntimeExit(ThreadInfo *ti, const u32 *a, u32 *r) { return ti->ks->search ? NAT_OK : NAT_BYTECODE; }

int Shutdown_halt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    return end_path(ti, (i32)a[0]);
}
