/* nat_b.h -- what the natives of threads, System, console and files share. Layer 7. */
#ifndef JPF_NAT_B_H
#define JPF_NAT_B_H
#include "native/util.h"

/* Fields of JDK classes these natives touch; offset 0: not in this JDK. */
#define NATB_FIELDS(X)                                                                                                 \
    X(T_TID, "java/lang/Thread", "tid")                                                                                \
    X(T_NAME, "java/lang/Thread", "name")                                                                              \
    X(T_INTERRUPTED, "java/lang/Thread", "interrupted")                                                                \
    X(T_STATUS, "java/lang/Thread", "threadStatus")                                                                    \
    X(T_PRIORITY, "java/lang/Thread", "priority")                                                                      \
    X(T_DAEMON, "java/lang/Thread", "daemon")                                                                          \
    X(T_GROUP, "java/lang/Thread", "group")                                                                            \
    X(T_HOLDER, "java/lang/Thread", "holder")                                                                          \
    X(T_BLOCKER, "java/lang/Thread", "blocker")                                                                        \
    X(T_NIOBLOCKER, "java/lang/Thread", "nioBlocker")                                                                  \
    X(TH_STATUS, "java/lang/Thread$FieldHolder", "threadStatus")                                                       \
    X(TH_PRIORITY, "java/lang/Thread$FieldHolder", "priority")                                                         \
    X(TH_DAEMON, "java/lang/Thread$FieldHolder", "daemon")                                                             \
    X(TH_TASK, "java/lang/Thread$FieldHolder", "task")                                                                 \
    X(T_TARGET, "java/lang/Thread", "target")                                                                          \
    X(TH_GROUP, "java/lang/Thread$FieldHolder", "group")                                                               \
    X(TG_PARENT, "java/lang/ThreadGroup", "parent")                                                                    \
    X(REF_REFERENT, "java/lang/ref/Reference", "referent")                                                             \
    X(THR_BACKTRACE, "java/lang/Throwable", "backtrace")                                                               \
    X(THR_DEPTH, "java/lang/Throwable", "depth")                                                                       \
    X(THR_STACKTRACE, "java/lang/Throwable", "stackTrace")                                                             \
    X(STE_CLASS, "java/lang/StackTraceElement", "declaringClassObject")                                                \
    X(STE_LOADER, "java/lang/StackTraceElement", "classLoaderName")                                                    \
    X(STE_MODULE, "java/lang/StackTraceElement", "moduleName")                                                         \
    X(STE_VERSION, "java/lang/StackTraceElement", "moduleVersion")                                                     \
    X(STE_DECLARING, "java/lang/StackTraceElement", "declaringClass")                                                  \
    X(STE_METHOD, "java/lang/StackTraceElement", "methodName")                                                         \
    X(STE_FILE, "java/lang/StackTraceElement", "fileName")                                                             \
    X(STE_LINE, "java/lang/StackTraceElement", "lineNumber")                                                           \
    X(CL_NAME, "java/lang/ClassLoader", "name")                                                                        \
    X(MOD_DESCRIPTOR, "java/lang/Module", "descriptor")                                                                \
    X(MD_VERSION, "java/lang/module/ModuleDescriptor", "version")                                                      \
    X(MV_VERSION, "java/lang/module/ModuleDescriptor$Version", "version")                                              \
    X(FD_FD, "java/io/FileDescriptor", "fd")                                                                           \
    X(FD_APPEND, "java/io/FileDescriptor", "append")                                                                   \
    X(FIS_FD, "java/io/FileInputStream", "fd")                                                                         \
    X(FOS_FD, "java/io/FileOutputStream", "fd")                                                                        \
    X(RAF_FD, "java/io/RandomAccessFile", "fd")                                                                        \
    X(FILE_PATH, "java/io/File", "path")                                                                               \
    X(FILTER_OUT, "java/io/FilterOutputStream", "out")                                                                 \
    X(BOS_COUNT, "java/io/BufferedOutputStream", "count")                                                              \
    X(INFLATER_INCONSUMED, "java/util/zip/Inflater", "inputConsumed")                                                  \
    X(INFLATER_OUTCONSUMED, "java/util/zip/Inflater", "outputConsumed")                                                \
    X(PH_PID, "java/lang/ProcessHandleImpl", "pid")

enum NatBField {
#define X(id, cls, name) BF_##id,
    NATB_FIELDS(X)
#undef X
        BF_COUNT
};

/* Tables of these files. Caches of what linking fixed, and host handles: no state of the program. */
typedef struct NatB {
    KernelState *ks;
    u32 off[BF_COUNT];
    u8 known[BF_COUNT];
    i64 real_start;   /* --run: host's monotonic clock when first asked */
    bool have_start;
    Ref std_stream[2]; /* PrintStreams known to be the boot's System.out / System.err */
    i8 utf8_out;      /* 0 unknown, 1 yes, -1 no */
    struct HostFiles *host_files; /* fs_host.c */
    void *zarena; /* java_util_zip.c */
    i64 real_epoch; /* --run: the host's time of day when first asked */
    Map values; /* Verify.putValue and bit sets: of the whole search */
    struct AttrTable *attrs; /* verify_attr.c */
    struct BProgTables *bprog; /* bprog.c: what is known of classes and events of b-programs */
} NatB;

void bprog_free(Ctx *cx, struct BProgTables *t);
/* Made at first use; NULL: ERR_NOMEM pending. */
NatB *natb(ThreadInfo *ti);
u32 natb_off_slow(ThreadInfo *ti, NatB *B, enum NatBField f);
/* Offset from the object's start; 0: this JDK has no such field, or the class is not loaded. */
static inline u32 natb_off(ThreadInfo *ti, enum NatBField f) {
    NatB *B = (NatB *)natives(ti)->part_b;
    return JPF_LIKELY(B != NULL && B->known[f]) ? B->off[f] : natb_off_slow(ti, B, f);
}
/* Typed access; does nothing (answers 0) when the field does not exist. */
Ref bget_ref(ThreadInfo *ti, Ref o, enum NatBField f);
i32 bget_int(ThreadInfo *ti, Ref o, enum NatBField f);
i64 bget_long(ThreadInfo *ti, Ref o, enum NatBField f);
bool bget_bool(ThreadInfo *ti, Ref o, enum NatBField f);
void bput_ref(ThreadInfo *ti, Ref o, enum NatBField f, Ref v);
void bput_int(ThreadInfo *ti, Ref o, enum NatBField f, i32 v);
void bput_long(ThreadInfo *ti, Ref o, enum NatBField f, i64 v);
void bput_bool(ThreadInfo *ti, Ref o, enum NatBField f, bool v);

/* The class of the Java code that called the native; VM frames and what works for its caller (Arrays) are skipped. */
ClassInfo *natb_caller(ThreadInfo *ti);
static inline bool natb_caller_is_app(ThreadInfo *ti) {
    ClassInfo *c = natb_caller(ti);
    return c && !(c->attrs & CA_SYSTEM);
}
/* True once: the thread was resumed for `action`, for which it had been blocked by this native. */
bool natb_resumed(ThreadInfo *ti, u8 action);
/* Fill ti->pend and answer NAT_BLOCK. */
int natb_block(ThreadInfo *ti, u8 action, Ref obj, u32 index, bool timed);
/* `action` on VM state that other threads see (obj: only if that is shared): true when a boundary
 * comes first; answer NAT_BLOCK then. */
bool natb_visible_(ThreadInfo *ti, u8 action, Ref obj);
static inline bool natb_visible(ThreadInfo *ti, u8 action, Ref obj) {
    return JPF_UNLIKELY(ti->ks->boundaries) && natb_visible_(ti, action, obj);
}
/* ks->boundaries follows n_live also within a transition. */
static inline void natb_live_changed(KernelState *ks) { ks_update_boundaries(ks); }

/* --- virtual time (java_lang_system.c) --- */
#define EPOCH_NS CLOCK_EPOCH_NS /* when every program starts */
i64 clock_now(ThreadInfo *ti);           /* virtual nanoseconds; no mark that it was read */
i64 clock_epoch(ThreadInfo *ti);         /* time of day: nanoseconds since 1970 */
/* The program reads the clock: ti's top frame says what for. False: a seed, the same on every path. */
bool clock_mark_read(ThreadInfo *ti, bool ms);
enum ClockUse {
    CLOCK_KEPT,   /* anything may be done with it */
    CLOCK_FRAME,  /* deadlines, in the method's frame and those it calls */
    CLOCK_START,  /* the same, or start times: differences are exact */
    CLOCK_WAIT,   /* CLOCK_FRAME for callers that look at the sign of the answer only, else CLOCK_START */
    CLOCK_OBJECT, /* in an object that lives as long as the frame */
    CLOCK_CALLER, /* the same, as long as the caller's */
    CLOCK_SEED,   /* of random numbers: a constant will do */
};
enum ClockUse clock_use(const MethodInfo *mi);
void clock_advance(ThreadInfo *ti, i64 to); /* a deadline expired */
i64 clock_deadline(ThreadInfo *ti, i64 nanos);

/* --- threads (java_lang_thread.c) --- */
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
/* UTF-8 of a Java string as a C string on the context's memory; free with natb_free. */
char *natb_utf8(ThreadInfo *ti, Ref s, size_t *len);
void natb_free(ThreadInfo *ti, char *s, size_t len);
int natb_string(ThreadInfo *ti, const char *utf8, size_t n, Ref *out); /* any UTF-8 to String */
void zip_free(void *zarena);
int natb_print(ThreadInfo *ti, int fd, const char *p, size_t n);

#endif
