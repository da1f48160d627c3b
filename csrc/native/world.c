/* world.c -- clock, boundaries and text for the natives of threads, System, console and files. */
#include "native/verify/verify.h"
#include "native/io/hostview.h"

#include <time.h>

void nat_world_free(Natives *N) {
    Ctx *cx = N->ks->cx;
    host_files_free(cx, N->host_files);
    host_view_free(cx, N->host);
    zip_free(N->zarena);
    map_free(&N->values);
    verify_attr_free(cx, N->attrs);
    bprog_free(cx, N->bprog);
}

ClassInfo *nat_calling_class(ThreadInfo *ti) {
    StackFrame *f = ti->top;
    while (f && (nat_hidden_frame(f) || (f->mi->ci->known & KC_FOR_CALLER))) f = f->prev;
    return f ? f->mi->ci : NULL;
}

bool nat_unlimited(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    if (!ti->ks->search) return false;
    while (f && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM))) f = f->prev;
    return f && (f->mi->ci->known & KC_TIME_LIMIT);
}

/* Does ti wait within close() of a pool, with none but code of the JDK's in between? Such a wait ends after a day, and
 * close() begins it anew, which is a path without end. It may be taken for a wait without limit: a turn takes and gives
 * back locks of the pool, and leaves nothing behind but the clock a day later. Who does not read the clock cannot tell:
 * a turn that another thread's step comes into the midst of does what the same turn does before the step or after it,
 * or finds the pool ended, which ends the wait without limit, too. Other waits with a limit may end at any moment
 * anyway. Who reads the clock begins the search anew (LIB_CLOCK), and there the wait may end. A thread that waits here
 * stands in a wait with a limit for whoever asks; and where nothing but such waits can end, that is a deadlock, whether
 * the clock is read or not (sched/sched.c). */
bool nat_lasts(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    if (!ti->ks->search) return false;
    for (; f && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM)); f = f->prev)
        if (f->mi->known & KM_CLOSES) return true;
    return false;
}

bool nat_resumed(ThreadInfo *ti, u8 action) {
    if (!ti->first_step || ti->pend.action != action) return false;
    ti->first_step = 0;
    ti_touch(ti);
    ti->pend.action = AC_NONE;
    return true;
}

/* Resumed for this, or at its start? */
static bool stood(ThreadInfo *ti, u8 action) {
    if (!ti->first_step) return false;
    nat_resumed(ti, action);
    ti->first_step = 0;
    return true;
}

static bool stops(ThreadInfo *ti, u8 action, Ref obj) {
    KernelState *ks = ti->ks;
    if (ti->atomic || lib_runs(ti)) return false;
    if (obj && ks->cfg.por && !ks_meets(ks, ei(ks->heap, obj))) return false;
    return !stood(ti, action) && nat_boundary(ti, action, obj, 0);
}

bool nat_parts(ThreadInfo *ti) {
    if (!ti->ks->boundaries || ti->atomic || lib_own_affair(ti)) return false;
    ti->ks->fp.lost = true;
    if (stood(ti, AC_OTHER)) return false;
    ti_touch(ti);
    ti->pend = (Pending){.action = AC_OTHER};
    return true;
}

bool nat_visible_(ThreadInfo *ti, u8 action, Ref obj) {
    if (stops(ti, action, obj)) return true;
    if (!obj && action != AC_YIELD && action != AC_BEGIN_ATOMIC) ti->ks->fp.lost = true;
    return false;
}

int nat_block(ThreadInfo *ti, u8 action, Ref obj, u32 index, bool timed) {
    ti_touch(ti);
    ti->pend = (Pending){.action = action, .timed = timed, .obj = obj, .index = index};
    ti_arrives(ti);
    return NAT_BLOCK;
}

/* --- time --- */

static i64 host_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (i64)t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* With a search on, time is virtual: it moves only when a deadline expires. In a plain run it
 * also follows the host's clock, so that programs that poll the time end as under java. */
i64 clock_now(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    ks->fp.clock = true;
    if (ks->search || !ks->booted) return ks->clk.now;
    Natives *N = natives(ti);
    if (!N->have_start) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        N->real_epoch = (i64)((u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec - (u64)ks->clk.now);
        N->real_start = host_ns();
        N->have_start = true;
    }
    return (i64)((u64)ks->clk.now + (u64)(host_ns() - N->real_start));
}

i64 clock_zero(ThreadInfo *ti) {
    clock_now(ti);
    const Natives *N = natives(ti);
    return N->have_start && !ti->ks->search ? N->real_epoch : EPOCH_NS;
}

/* In parts, for after 292 years there is no such number of nanoseconds. */
i64 clock_day(ThreadInfo *ti, i64 unit, i64 *rest) {
    u64 now = (u64)clock_now(ti), zero = (u64)clock_zero(ti), u = (u64)unit, more = now % u + zero % u;
    *rest = (i64)(more % u);
    return (i64)(now / u + zero / u + more / u);
}

i64 clock_epoch(ThreadInfo *ti) {
    enum { SECOND = 1000000000 };
    i64 rest, s = clock_day(ti, SECOND, &rest);
    return s >= INT64_MAX / SECOND ? INT64_MAX : s * SECOND + rest;
}

void clock_advance(ThreadInfo *ti, i64 to) {
    KernelState *ks = ti->ks;
    i64 left = clock_left(to, clock_now(ti));
    if (!left) return;
    ks_touch(ks);
    if (ks->search && ks->n_threads > 1) ks->looks.seen |= LIB_MOVES;
    ks->clk.now = (i64)((u64)ks->clk.now + (u64)left);
}

i64 clock_deadline(ThreadInfo *ti, i64 nanos) {
    i64 until = (i64)((u64)clock_now(ti) + (u64)nanos);
    return until ? until : 1; /* 0: none */
}

/* --- text --- */

char *nat_utf8(ThreadInfo *ti, Ref s, size_t *len) { return string_utf8(ti->ks->heap, s, len); }
void nat_utf8_free(ThreadInfo *ti, char *s, size_t len) {
    if (s) cx_free(ti->ks->cx, s, len + 1);
}

/* Decode UTF-8 (bad bytes become U+FFFD, as the platform's decoder does). */
int nat_string(ThreadInfo *ti, const char *s, size_t n, Ref *out) {
    u16 small[256], *v = small;
    small[0] = 0;
    if (n > 256 && !(v = cx_alloc(ti->ks->cx, 2 * n))) return NAT_ERROR;
    const u8 *p = (const u8 *)s, *e = p + n;
    u32 k = 0;
    while (p < e) {
        u32 c = *p++, more = c < 0x80             ? 0
                             : (c & 0xe0) == 0xc0 ? 1
                             : (c & 0xf0) == 0xe0 ? 2
                             : (c & 0xf8) == 0xf0 ? 3
                                                  : 9;
        if (more == 9 || (size_t)(e - p) < more) {
            v[k++] = 0xfffd;
            continue;
        }
        u32 cp = more == 0 ? c : c & (0x3fu >> more);
        bool bad = false;
        for (u32 i = 0; i < more; i++) {
            bad |= (p[i] & 0xc0) != 0x80;
            cp = cp << 6 | (p[i] & 0x3f);
        }
        static const u32 least[4] = {0, 0x80, 0x800, 0x10000};
        if (bad || cp < least[more] || cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000)) {
            v[k++] = 0xfffd;
            continue;
        }
        p += more;
        if (cp >= 0x10000) {
            v[k++] = (u16)(0xd800 + ((cp - 0x10000) >> 10));
            v[k++] = (u16)(0xdc00 + ((cp - 0x10000) & 0x3ff));
        } else {
            v[k++] = (u16)cp;
        }
    }
    Status st = string_new_utf16(ti->ks->heap, v, k, out);
    if (v != small) cx_free(ti->ks->cx, v, 2 * n);
    if (st != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : nat_oom(ti);
}

/* --- output ---
 *
 * As long as nobody looks at what a path prints but where it ends, writes to the console are no steps of their own and
 * no part of the state. When somebody does (vm.por.output=visible; auto: a listener that reads it), each is a
 * scheduling point that depends on all others (bd_output), and what was printed so far is part of the state: a hash of
 * it, byte by byte, in a long[2] at the VM's root array, where undo, keys, symmetry and every search find it. */

static int output_state(ThreadInfo *ti, Ref *out) {
    NAT_TRY(nat_root_get(ti, NR_OUTPUT, out));
    if (*out) return NAT_OK;
    NAT_TRY(nat_new_prims(ti, T_LONG, 2, out));
    return nat_root_set(ti, NR_OUTPUT, *out);
}

Status nat_printed(KernelState *ks, const char *p, u32 n) {
    Ref r;
    if (JPF_LIKELY(!(ks->looks.seen & LIB_OUTPUT))) {
        ks->looks.used |= LIB_OUTPUT;
        return ST_OK;
    }
    if (output_state(ks->threads.v[ks->cur], &r) != NAT_OK)
        return ks->cx->err.kind != ERR_NONE ? ST_ERROR : cx_fail(ks->cx, ERR_NOMEM, "out of memory (output)");
    u64 lo = get_u64(ks->heap, r, OBJ_HEADER), hi = get_u64(ks->heap, r, OBJ_HEADER + 8);
    for (u32 i = 0; i < n; i++) {
        lo = mix64(lo, (u8)p[i]);
        hi = mix64(hi, (u64)(u8)p[i] + 256);
    }
    put_u64(ks->heap, r, OBJ_HEADER, lo);
    put_u64(ks->heap, r, OBJ_HEADER + 8, hi);
    return ST_OK;
}

int nat_print(ThreadInfo *ti, int fd, const char *p, size_t n) {
    KernelState *ks = ti->ks;
    while (n) {
        u32 k = n > 0x40000000u ? 0x40000000u : (u32)n;
        if (ks->up.print && ks->up.print(ks, fd, p, k) != ST_OK) return NAT_ERROR;
        p += k;
        n -= k;
    }
    return NAT_OK;
}
