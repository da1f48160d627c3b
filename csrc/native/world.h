/* world.h -- what the natives of threads, System, console and files share. Layer 7. */
#ifndef JPF_NATIVE_WORLD_H
#define JPF_NATIVE_WORLD_H
#include "native/util.h"

/* What Natives holds for these files. */
void nat_world_free(Natives *N);
void bprog_free(Ctx *cx, struct BProgTables *t);
void zip_free(void *zarena);

/* The class of the Java code that called the native; VM frames and what works for its caller (Arrays) are skipped. */
ClassInfo *nat_calling_class(ThreadInfo *ti);
static inline bool nat_caller_is_app(ThreadInfo *ti) {
    ClassInfo *c = nat_calling_class(ti);
    return c && !(c->attrs & CA_SYSTEM);
}
/* True once: the thread was resumed for `action`, for which it had been blocked by this native. */
bool nat_resumed(ThreadInfo *ti, u8 action);
/* Does the thread wait on behalf of a class whose limits of time are none here? */
bool nat_unlimited(const ThreadInfo *ti);
bool nat_lasts(const ThreadInfo *ti);
/* Fill ti->pend and answer NAT_BLOCK. */
int nat_block(ThreadInfo *ti, u8 action, Ref obj, u32 index, bool timed);
/* `action` on VM state that other threads see (obj: only if that is shared): true when a boundary
 * comes first; answer NAT_BLOCK then. Files and the like have no footprint: that counts as well where nobody else lives
 * any more, as those who have ended may have come later (search/por/dynamic.c). */
bool nat_visible_(ThreadInfo *ti, u8 action, Ref obj);
static inline bool nat_visible(ThreadInfo *ti, u8 action, Ref obj) {
    if (JPF_UNLIKELY(ti->ks->boundaries)) return nat_visible_(ti, action, obj);
    ti->ks->fp.lost |= !obj && action != AC_YIELD && action != AC_BEGIN_ATOMIC;
    return false;
}
/* The same of AC_OTHER, but within a listed call as well, which goes on behind it. */
bool nat_parts(ThreadInfo *ti);

/* --- virtual time (java_lang_system.c) --- */
#define EPOCH_NS CLOCK_EPOCH_NS /* when every program starts */
i64 clock_now(ThreadInfo *ti);           /* virtual nanoseconds; no mark that it was read */
i64 clock_epoch(ThreadInfo *ti);         /* time of day: nanoseconds since 1970, or the most that there can be */
i64 clock_zero(ThreadInfo *ti);          /* the same when the virtual clock stood at 0 */
/* Time of day in units of so many nanoseconds, and those that are left over. */
i64 clock_day(ThreadInfo *ti, i64 unit, i64 *rest);
/* Is a reading of the clock a boundary? Answer NAT_BLOCK then. */
bool clock_asks(ThreadInfo *ti);
/* A wait with a limit is about to look at the clock: the same. */
bool clock_starts(ThreadInfo *ti);
/* The program reads the clock: ti's top frame says what for. False: a seed, the same on every path. */
bool clock_mark_read(ThreadInfo *ti, bool ms);
int thread_count(ThreadInfo *ti, bool daemons, u32 *out);
int Runtime_freeMemory(ThreadInfo *ti, const u32 *a, u32 *r);
int Runtime_totalMemory(ThreadInfo *ti, const u32 *a, u32 *r);
int Runtime_maxMemory(ThreadInfo *ti, const u32 *a, u32 *r);
void clock_advance(ThreadInfo *ti, i64 to); /* a deadline expired */
i64 clock_deadline(ThreadInfo *ti, i64 nanos); /* never 0 */

/* --- threads (java_lang_thread.c) --- */
/* ti is about to learn of another thread what any of its steps may change, or has changed where it has ended: true if a
 * boundary comes first. */
bool thread_asks_of(ThreadInfo *ti, Ref thread);
/* Consume the interrupt of ti itself, Java's flag included. */
void thread_clear_interrupt(ThreadInfo *ti);
void thread_interrupt(ThreadInfo *ti, Ref obj);
void thread_set_status(ThreadInfo *ti, Ref obj, i32 jvmti);
bool thread_is_virtual(ThreadInfo *ti, Ref thread);
i64 thread_tid(ThreadInfo *ti, Ref obj);
enum {
    JVMTI_NEW = 0,
    JVMTI_TERMINATED = 2,
    JVMTI_RUNNABLE = 5,
    JVMTI_BLOCKED = 0x401,
    JVMTI_WAITING = 0x91,
    JVMTI_TIMED = 0xa1
};

/* --- stack traces (java_lang_throwable.c) --- */
int ste_fill(ThreadInfo *ti, Ref ste, MethodInfo *mi, u32 insn);
int ste_array_of_thread(ThreadInfo *ti, const ThreadInfo *of, Ref *out);

/* --- text --- */
/* UTF-8 of a Java string as a C string on the context's memory; free with nat_utf8_free. */
char *nat_utf8(ThreadInfo *ti, Ref s, size_t *len);
void nat_utf8_free(ThreadInfo *ti, char *s, size_t len);
int nat_string(ThreadInfo *ti, const char *utf8, size_t n, Ref *out); /* any UTF-8 to String */
/* Before it, once, where the native may still be executed again: `if (bd_output(ti)) return NAT_BLOCK`. */
int nat_print(ThreadInfo *ti, int fd, const char *p, size_t n);
/* The path has printed this. */
Status nat_printed(KernelState *ks, const char *p, u32 n);

#endif
