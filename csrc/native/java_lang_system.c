/* java_lang_system.c -- java.lang.System and Runtime: arraycopy, time, identity, exit, memory. */
#include "kernel/attr.h"
#include "kernel/fielduse.h"
#include "native/verify.h"

#include <stdio.h>

/* --- arraycopy --- */

/* What HotSpot calls an array in messages: "int[42]", "object array[3]". */
static void array_text(const Classes *cs, const ClassInfo *ci, char *buf, size_t n) {
    if (ci->elem_type == T_REF) snprintf(buf, n, "object array");
    else snprintf(buf, n, "%s", cs->prim[ci->elem_type]->name->s);
}

/* "int[]" of a primitive array, "object array[]" of others, as in ArrayStoreException's texts. */
static int store_mismatch(ThreadInfo *ti, const ClassInfo *s, const ClassInfo *d) {
    char sb[64], db[64];
    array_text(ti->ks->cs, s, sb, sizeof sb);
    array_text(ti->ks->cs, d, db, sizeof db);
    return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy %s[] into %s[]", sb,
                     db);
}

static int bounds(ThreadInfo *ti, const ClassInfo *s, u32 slen, i32 spos, const ClassInfo *d, u32 dlen, i32 dpos,
                  i32 n) {
    char sb[64], db[64];
    array_text(ti->ks->cs, s, sb, sizeof sb);
    array_text(ti->ks->cs, d, db, sizeof db);
    const char *ex = "java/lang/ArrayIndexOutOfBoundsException";
    if (spos < 0) return throw_new(ti, ex, "arraycopy: source index %d out of bounds for %s[%u]", spos, sb, slen);
    if (dpos < 0) return throw_new(ti, ex, "arraycopy: destination index %d out of bounds for %s[%u]", dpos, db, dlen);
    if (n < 0) return throw_new(ti, ex, "arraycopy: length %d is negative", n);
    if ((u64)(u32)spos + (u32)n > slen)
        return throw_new(ti, ex, "arraycopy: last source index %u out of bounds for %s[%u]", (u32)spos + (u32)n, sb,
                         slen);
    return throw_new(ti, ex, "arraycopy: last destination index %u out of bounds for %s[%u]", (u32)dpos + (u32)n, db,
                     dlen);
}

/* Element by element with the store check: what was copied before the offender stays. */
static int copy_checked(ThreadInfo *ti, ElementInfo *s, u32 sp, ElementInfo *d, u32 dp, u32 n) {
    Heap *h = ti->ks->heap;
    ClassInfo *sc = ei_class(h, s), *dc = ei_class(h, d);
    u32 *src = ei_words(s) + sp, *dst = ei_words(d) + dp;
    for (u32 i = 0; i < n; i++) {
        if (src[i] && !ci_is_subclass(ei_class(h, ei(h, src[i])), dc->elem)) {
            char a[300], b[300];
            return throw_new(
                ti, "java/lang/ArrayStoreException",
                "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the type of the destination array, %s",
                nat_java_name(sc->elem, a, sizeof a), nat_java_name(dc->elem, b, sizeof b));
        }
        heap_put_ref_fast(h, d, dst + i, src[i]);
    }
    return NAT_OK;
}

int System_arraycopy(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    if (JPF_UNLIKELY(!a[0] || !a[2])) return throw_no_msg(ti, "java/lang/NullPointerException");
    ElementInfo *s = ei(h, a[0]), *d = ei(h, a[2]);
    ClassInfo *sc = ei_class(h, s), *dc = ei_class(h, d);
    i32 sp = (i32)a[1], dp = (i32)a[3], n = (i32)a[4];
    char buf[300];
    if (JPF_UNLIKELY(ks->watch)) use_raw(ti, a[2], 0, true);
    if (JPF_UNLIKELY(ks->boundaries) && ((s->hf | d->hf) & EF_SHARED || !ks->por)) {
        ClassInfo *c = nat_calling_class(ti);
        bool watched = c && (!(c->attrs & CA_SYSTEM) || (c->attrs & CA_BREAK_FIELDS));
        if (watched && nat_visible(ti, AC_ATOMIC, d->hf & EF_SHARED ? a[2] : a[0])) return NAT_BLOCK;
    }
    if (JPF_UNLIKELY(sc->kind != CK_ARRAY))
        return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: source type %s is not an array",
                         ci_external_name(sc, buf, sizeof buf));
    if (JPF_UNLIKELY(dc->kind != CK_ARRAY))
        return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: destination type %s is not an array",
                         ci_external_name(dc, buf, sizeof buf));
    if (JPF_UNLIKELY(sc->elem_type != dc->elem_type)) return store_mismatch(ti, sc, dc);
    if (JPF_UNLIKELY((sp | dp | n) < 0 || (u64)sp + (u64)n > s->len || (u64)dp + (u64)n > d->len))
        return bounds(ti, sc, s->len, sp, dc, d->len, dp, n);
    if (n == 0) return NAT_OK;
    u8 sh = sc->elem_shift;
    u32 from = OBJ_HEADER + ((u32)sp << sh), to = OBJ_HEADER + ((u32)dp << sh);
    EV(ks, memory_action, .ti = ti, .obj = a[0], .index = from, .n = (u32)n, .how = MEM_READ);
    EV(ks, memory_action, .ti = ti, .obj = a[2], .index = to, .n = (u32)n, .how = MEM_WRITE);
    u8 *dst = ei_data(d) + ((u64)dp << sh);
    const u8 *src = ei_data(s) + ((u64)sp << sh);
    u64 bytes = (u64)n << sh;
    if (sc->elem_type == T_REF && a[0] != a[2] && !ci_is_subclass(sc->elem, dc->elem)) {
        NAT_TRY(copy_checked(ti, s, (u32)sp, d, (u32)dp, (u32)n));
    } else {
        const u32 *w = (const u32 *)(const void *)src;
        for (i32 i = 0; sc->elem_type == T_REF && (d->hf & EF_SHARED) && i < n; i++)
            if (w[i] && !ei_counts_shared(ei(h, w[i]))) heap_share(h, w[i]);
        heap_log_range(h, d, dst, bytes);
        memmove(dst, src, bytes);
    }
    if (JPF_LIKELY(!ks->attrs)) return NAT_OK;
    return attr_copy_elements(ks, a[0], (u32)sp, a[2], (u32)dp, (u32)n, sh) == ST_OK ? NAT_OK : NAT_ERROR;
}

/* Collecting shows nothing, except where vm.finalize is on. */
int Runtime_gc(ThreadInfo *ti, const u32 *a, u32 *r) {
    int n = finalize_due(ti, false);
    return n < 0 ? NAT_ERROR : n ? NAT_CALL : NAT_OK;
}

/* --- identity, time --- */

int System_identityHashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, a[0] ? (i32)identity_hash(ti, a[0]) : 0);
}

/* The program's own reading of the clock depends on what others have slept. */
static bool time_boundary(ThreadInfo *ti) {
    return ti->ks->boundaries && nat_caller_is_app(ti) && nat_visible(ti, AC_OTHER, 0);
}

int System_nanoTime(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (time_boundary(ti)) return NAT_BLOCK;
    if (!clock_mark_read(ti, false)) return ret_long(r, CLOCK_NANO_BASE);
    return ret_long(r, CLOCK_NANO_BASE + clock_now(ti));
}

int System_currentTimeMillis(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (time_boundary(ti)) return NAT_BLOCK;
    if (!clock_mark_read(ti, true)) return ret_long(r, EPOCH_NS / 1000000);
    return ret_long(r, clock_epoch(ti) / 1000000);
}

/* Nanoseconds since `offset` seconds after the epoch, -1 if that is too far away. */
int VM_getNanoTimeAdjustment(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 off = getw_long(a), max = (i64)1 << 32;
    if (time_boundary(ti)) return NAT_BLOCK;
    clock_mark_read(ti, true);
    i64 now = clock_epoch(ti), secs = now / 1000000000, nanos = now % 1000000000;
    i64 diff;
    if (__builtin_sub_overflow(secs, off, &diff) || diff > max || diff < -max) return ret_long(r, -1);
    return ret_long(r, diff * 1000000000 + nanos);
}

/* --- System.in, out, err --- */

static int set_stream(ThreadInfo *ti, const char *name, Ref v) {
    ClassInfo *sys;
    NAT_TRY(nat_class_named(ti, "java/lang/System", &sys));
    FieldInfo *fi = nat_static(sys, name);
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
    if (ti->ks->max_processors > 1 && ti->ks->search && ti->ks->booted && nat_caller_is_app(ti))
        return verify_choose_int(ti, 1, (i32)ti->ks->max_processors, "availableProcessors", r);
    return ret_int(r, ti->ks->n_cpus ? (i32)ti->ks->n_cpus : 1);
}
/* Constants: how much memory is used is no part of the program's behaviour. */
int Runtime_freeMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 192ll << 20); }
int Runtime_totalMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 256ll << 20); }
int Runtime_maxMemory(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 4ll << 30); }

static int end_path(ThreadInfo *ti, i32 status) {
    ti->ks->exit_status = status & 0xff; /* as the host sees it */
    ti->ks->run_end = RUN_EXIT;
    return NAT_END;
}

/* With a search on, exit ends the path; in a plain run the JDK's shutdown sequence runs first. */
int Runtime_exit(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!ks->search) {
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

int Shutdown_halt0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    return end_path(ti, (i32)a[0]);
}
