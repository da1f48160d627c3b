/* thread_list.c -- enumerations of threads, and names and numbers of new ones.
 *
 * Numbers depend on the creating thread and on how many it has made, never on the schedule:
 *   the i-th Thread made by main has tid base + i and, if unnamed, the name Thread-i as HotSpot gives;
 *   the k-th (from 1) made by a thread with tid p has tid p << 16 | k; unnamed ones are called
 *   Thread-(1000 * (n + 1) + k - 1), n being the creator's own number.
 * Numbers that do not fit are hashes with the top bits set. */
#include "kernel/footprint.h"
#include "kernel/places.h"
#include "native/world.h"

#include <stdio.h>
#include <stdlib.h>

/* First tid HotSpot gives to a thread of the program: measured on 17.0.15 and 25.0.3. */
static i64 tid_base(const Classes *cs) { return cs->jdk < 19 ? 12 : 21; }

static i64 child_tid(const Classes *cs, i64 parent, u32 k /* from 1 */, bool main) {
    if (main && k < 60000) return tid_base(cs) + k - 1;
    if (!main && k < 65536 && parent < (i64)1 << 45) return parent << 16 | k;
    return (i64)(mix64((u64)parent, k) >> 2 | (u64)1 << 62);
}

static u32 number_of(const Classes *cs, i64 tid) {
    if (tid >= (i64)1 << 62) return (u32)tid & 0x3fffffff;
    if (tid < 65536) return (u32)(tid - tid_base(cs));
    return ((number_of(cs, tid >> 16) + 1) * 1000 + (u32)(tid & 0xffff) - 1) & 0x3fffffff;
}

static bool is_main(const ThreadInfo *ti) { return ti->id == 0; }

int Thread_nextId(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    /* While booting: as the JDK counts (main is 1; up from 19 its own constant and the rest from 3). */
    if (!ks->booted) return ret_long(r, (ks->cs->jdk < 19 ? 1 : 3) + (i64)ks->boot_threads++);
    if (!ks->search) return ret_long(r, child_tid(ks->cs, 1, ++ks->run_threads, true));
    ti_touch(ti);
    u32 k = ++ti->created;
    return ret_long(r, child_tid(ks->cs, is_main(ti) ? 1 : thread_tid(ti, ti->obj), k, is_main(ti)));
}

int Thread_nextNumber(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!ks->booted) return ret_int(r, 0);
    if (!ks->search) return ret_int(r, (i32)ks->run_names++);
    ti_touch(ti);
    u32 k = ti->named++;
    if (is_main(ti)) return ret_int(r, (i32)k);
    return ret_int(r, (i32)(((number_of(ks->cs, thread_tid(ti, ti->obj)) + 1) * 1000 + k) & 0x3fffffff));
}

/* --- live threads --- */

static bool live(const ThreadInfo *t) { return t->status != TS_NEW && t->status != TS_TERMINATED; }

bool thread_is_virtual(ThreadInfo *ti, Ref obj) {
    for (ClassInfo *c = ei_class(ti->ks->heap, ei(ti->ks->heap, obj)); c; c = c->super)
        if (!strcmp(c->name->s, "java/lang/BaseVirtualThread")) return true;
    return false;
}

static Ref group_of(ThreadInfo *ti, Ref obj) {
    Ref holder = nat_get_ref(ti, obj, NF_T_HOLDER);
    return holder ? nat_get_ref(ti, holder, NF_TH_GROUP) : nat_get_ref(ti, obj, NF_T_GROUP);
}

typedef struct Live {
    i64 tid;
    Ref obj;
} Live;
static int by_tid(const void *x, const void *y) {
    i64 a = ((const Live *)x)->tid, b = ((const Live *)y)->tid;
    return a < b ? -1 : a > b;
}

/* Live platform threads in the order of their tid. *v is cx_alloc'd (n_threads entries). */
static Status live_threads(ThreadInfo *ti, Live **v, u32 *n) {
    KernelState *ks = ti->ks;
    *v = cx_alloc(ks->cx, ks->n_threads * sizeof **v);
    *n = 0;
    if (!*v) return ST_ERROR;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (!live(t) || thread_is_virtual(ti, t->obj)) continue;
        (*v)[(*n)++] = (Live){thread_tid(ti, t->obj), t->obj};
    }
    mem_sort(*v, *n, sizeof **v, by_tid);
    return ST_OK;
}

/* Names and numbers of threads follow from who made them and when. */
static bool reads_setting(ThreadInfo *ti, Ref obj, u32 offset) {
    const KernelState *ks = ti->ks;
    return ks->watch && offset && bd_setting(ti, ei_field_at(ks->heap, ei(ks->heap, obj), offset), obj, false);
}

int Thread_getName(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 off = nat_off(natives(ti), NF_T_NAME);
    ti->ks->saw.names = true;
    if (reads_setting(ti, a[0], off)) return NAT_BLOCK;
    if (off) fp_read(ti->ks, ei(ti->ks->heap, a[0]), (u8 *)ei(ti->ks->heap, a[0]) + off, 1);
    return ret_ref(r, nat_get_ref(ti, a[0], NF_T_NAME));
}

int Thread_getId(ThreadInfo *ti, const u32 *a, u32 *r) {
    if ((ti->top->mi->known & KM_SEED_NUMBER) && lib_runs(ti)) return ret_long(r, 1); /* a constant will do */
    if (!(ti->top->mi->known & KM_OWN_NUMBER)) ti->ks->saw.names = true;
    return ret_long(r, thread_tid(ti, a[0]));
}

/* Of ThreadLocalRandom: the thread's other sequence, from which the levels of skip lists and turns to spin are drawn.
 * The JDK begins it with the next number of all threads' seeds, and so who comes first would matter; nobody sees these
 * numbers, so all threads' begin alike. */
int Thread_nextSecondarySeed(ThreadInfo *ti, const u32 *a, u32 *r) {
    enum { FIRST = 0x2545F491 };
    u32 x = (u32)nat_get_int(ti, ti->obj, NF_T_SECONDARY);
    (void)a;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    if (!x) x = FIRST;
    nat_set_int(ti, ti->obj, NF_T_SECONDARY, (i32)x);
    return ret_int(r, (i32)x);
}

/* Where a ThreadLocal begins to look in a thread's table. The JDK draws it from one sequence of all threads, and so who
 * comes first would matter; nobody sees these numbers, so they follow from how often a thread draws. */
int ThreadLocal_nextHashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    (void)a;
    ti_touch(ti);
    return ret_int(r, (i32)mix64(0, (u64)++ti->hashes << 8 | 0x53));
}

/* getThreads(), and getAllThreads() of 19 and up. */
int Thread_getThreads(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti->ks->saw.main = ti->ks->saw.names = ti->ks->saw.lists = true;
    KernelState *ks = ti->ks;
    Live *v;
    u32 n;
    Ref arr;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    if (live_threads(ti, &v, &n) != ST_OK) return NAT_ERROR;
    int res = nat_new_array(ti, ks->cs->thread, n, &arr);
    if (res == NAT_OK)
        for (u32 i = 0; i < n; i++) put_ref(ks->heap, arr, OBJ_HEADER + 4 * i, v[i].obj);
    cx_free(ks->cx, v, ks->n_threads * sizeof *v);
    return res == NAT_OK ? ret_ref(r, arr) : res;
}

/* How many of them there are; `daemons`: only those. A visible action, as the list itself. */
int thread_count(ThreadInfo *ti, bool daemons, u32 *out) {
    KernelState *ks = ti->ks;
    ks->saw.main = ks->saw.lists = true;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    *out = 0;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (live(t) && !thread_is_virtual(ti, t->obj) && (t->daemon || !daemons)) ++*out;
    }
    return NAT_OK;
}

static bool group_within(ThreadInfo *ti, Ref g, Ref of, bool recurse) {
    for (; g; g = recurse ? nat_get_ref(ti, g, NF_TG_PARENT) : 0)
        if (g == of) return true;
    return false;
}

/* Up to 18 a group's lock is taken before its threads are looked at, and given back. Has the thread to wait for it? */
static bool waits_for_group(ThreadInfo *ti, Ref group) {
    const ElementInfo *e = ei(ti->ks->heap, group);
    if (!nat_off(natives(ti), NF_TG_NTHREADS)) return false;
    if (ti->ks->watch) place_used(ti, e, PLACE_MONITOR, 1, true);
    fp_read(ti->ks, e, &e->lock, 1);
    if (mon_can_lock(ti, e)) return false;
    return nat_block(ti, AC_LOCK, group, 0, false) == NAT_BLOCK;
}

int ThreadGroup_activeCount(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    ks->saw.lists = true;
    if (nat_visible(ti, AC_OTHER, 0) || waits_for_group(ti, a[0])) return NAT_BLOCK;
    i32 n = 0;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (live(t) && !thread_is_virtual(ti, t->obj) && group_within(ti, group_of(ti, t->obj), a[0], true)) n++;
    }
    return ret_int(r, n);
}

static int enumerate(ThreadInfo *ti, Ref group, Ref arr, bool recurse, u32 *r) {
    KernelState *ks = ti->ks;
    ks->saw.names = ks->saw.lists = true; /* the order is that of their numbers */
    Live *v;
    u32 n, k = 0;
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    if (nat_visible(ti, AC_OTHER, 0) || waits_for_group(ti, group)) return NAT_BLOCK;
    if (live_threads(ti, &v, &n) != ST_OK) return NAT_ERROR;
    for (u32 i = 0; i < n && k < arr_len(ks->heap, arr); i++)
        if (group_within(ti, group_of(ti, v[i].obj), group, recurse))
            put_ref(ks->heap, arr, OBJ_HEADER + 4 * k++, v[i].obj);
    cx_free(ks->cx, v, ks->n_threads * sizeof *v);
    return ret_int(r, (i32)k);
}
int ThreadGroup_enumerate(ThreadInfo *ti, const u32 *a, u32 *r) { return enumerate(ti, a[0], a[1], true, r); }
int ThreadGroup_enumerate2(ThreadInfo *ti, const u32 *a, u32 *r) { return enumerate(ti, a[0], a[1], a[2] != 0, r); }

/* Methods of a group that go through the list of its threads, which the JDK keeps up to 18: it is made for them, of
 * those that live when they are called. Their code locks the group first, and comes to each of its groups by the same
 * method. Later JDKs ask for all threads (getThreads). */
int ThreadGroup_goes_through(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Live *v;
    u32 n, k = 0;
    Ref arr;
    if (!nat_off(natives(ti), NF_TG_NTHREADS) || !ks->booted) return NAT_BYTECODE;
    ks->saw.names = ks->saw.lists = true;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    if (live_threads(ti, &v, &n) != ST_OK) return NAT_ERROR;
    for (u32 i = 0; i < n; i++)
        if (group_of(ti, v[i].obj) == a[0]) v[k++] = v[i];
    int res = nat_new_array(ti, ks->cs->thread, k, &arr);
    if (res == NAT_OK) {
        for (u32 i = 0; i < k; i++) put_ref(ks->heap, arr, OBJ_HEADER + 4 * i, v[i].obj);
        nat_set_ref(ti, a[0], NF_TG_THREADS, arr);
        nat_set_int(ti, a[0], NF_TG_NTHREADS, (i32)k);
    }
    cx_free(ks->cx, v, ks->n_threads * sizeof *v);
    return res == NAT_OK ? NAT_BYTECODE : res;
}

/* --- stacks --- */

static int dump(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    ClassInfo *ste, *row;
    Ref out, one;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    u32 n = arr_len(h, a[0]);
    if (n == 0) return throw_no_msg(ti, "java/lang/IllegalArgumentException");
    NAT_TRY(nat_class_named(ti, "java/lang/StackTraceElement", &ste));
    if (ci_array_of(ti->ks->cs, ste, &row) != ST_OK) return NAT_ERROR;
    NAT_TRY(nat_new_array(ti, row, n, &out));
    NAT_TRY(nat_hold(ti, out));
    for (u32 i = 0; i < n; i++) {
        ThreadInfo *t = ks_thread_of(ti->ks, get_ref(h, a[0], OBJ_HEADER + 4 * i));
        if (!t || !live(t)) continue;
        NAT_TRY(ste_array_of_thread(ti, t, &one));
        put_ref(h, out, OBJ_HEADER + 4 * i, one);
    }
    return ret_ref(r, out);
}
int Thread_dumpThreads(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti->ks->saw.names = ti->ks->saw.lists = true;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    NAT_SCOPED(ti, dump(ti, a, r));
}

static int stack_of(ThreadInfo *ti, const u32 *a, u32 *r) {
    ThreadInfo *t = ks_thread_of(ti->ks, a[0]);
    Ref one;
    if (!t || !live(t)) return ret_ref(r, 0);
    NAT_TRY(ste_array_of_thread(ti, t, &one));
    return ret_ref(r, one);
}
int Thread_getStackTrace0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (a[0] != ti->obj) ti->ks->saw.lists = true;
    if (thread_asks_of(ti, a[0])) return NAT_BLOCK;
    NAT_SCOPED(ti, stack_of(ti, a, r));
}
