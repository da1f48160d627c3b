/* interp.h -- the interpreter: runs one thread until something the driver must decide. Layer 6.
 *
 * The driver (search/run.c) calls interp_run. It executes ti from its top frame. It returns in three cases:
 *   - *before* a visible action that may be a scheduling point (ti->pend says which action);
 *   - before a data choice;
 *   - when the path ends.
 * At a boundary nothing has happened yet: pc still stands at the instruction, and its operands are on the stack.
 * So the same instruction executes when the thread is resumed, and ti->first_step then lets the action proceed.
 * Where an instruction needs a class to be initialized, or to be loaded by a user's loader, a frame is pushed and
 * the instruction runs again afterwards.
 *
 * A boundary is asked for when ks->boundaries is set, the thread is not in an atomic section
 * (ti->atomic, ti->lib_depth), and one of these holds:
 *   - The action is an operation on a thread, a park or an unpark.
 *   - It is a lock or a method of Object, and the object is shared (EF_SHARED) or vm.por is off.
 *   - It is an access of a field or an array of a class whose fields break (FA_NEVER_BREAK clear or FA_BREAK
 *     set), the object is shared or vm.por is off, and no assumption about the field (kernel/fielduse.h) says
 *     that nobody else is concerned.
 */
#ifndef JPF_INTERP_H
#define JPF_INTERP_H
#include "kernel/kernel.h"

RunResult interp_run(ThreadInfo *ti);

/* --- throwing. Answers NAT_THROW so that natives can `return throw_new(...)`. A VM frame that
 *     constructs and throws is pushed; the class may need loading and initialization. --- */
int throw_new(ThreadInfo *ti, const char *cls, const char *fmt, ...) JPF_PRINTF(3, 4);
/* Any class that the loader knows (internal name; without a package also one of java.lang). NAT_OK: it cannot be
 * thrown, *why says it. The message is left out where no constructor takes one. */
int throw_named(ThreadInfo *ti, u32 loader, const char *cls, const char *msg, const char **why);
int throw_no_room(ThreadInfo *ti, u32 len); /* OutOfMemoryError for an array of len elements */
int throw_no_msg(ThreadInfo *ti, const char *cls);
int throw_ref(ThreadInfo *ti, Ref exc);
int throw_jerr(ThreadInfo *ti, const JErr *je);
/* NullPointerException with HotSpot's helpful text for instruction pc of the top frame is made by
 * NullPointerException.getExtendedNPEMessage; this only throws. */
int throw_npe(ThreadInfo *ti);
/* In a backtrace's first instruction: the exception arose in a hidden frame above it (a method reference's
 * own, say). Such a NullPointerException has no helpful text. */
#define BT_UNDER_HIDDEN 0x80000000u
/* The text of such a NullPointerException, or NULL if HotSpot gives none (interp/npe.c). */
char *npe_message(KernelState *ks, const MethodInfo *mi, u32 insn, size_t *bytes);

/* --- classes --- */
/* NAT_OK: initialized, or being initialized by this very thread. NAT_RETRY: a frame was pushed,
 * do it again afterwards. NAT_BLOCK: another thread initializes it (pend = AC_CLINIT_WAIT).
 * NAT_THROW: erroneous state. */
int ensure_init(ThreadInfo *ti, ClassInfo *ci);
/* The same, for a call of a static method. */
int init_for_call(ThreadInfo *ti, const MethodInfo *mi);
/* That a class has been initialized may have made a difference; told where it is asked for (FpLog.uses). */
void init_used(ThreadInfo *ti, const ClassInfo *ci);
static inline bool ci_inited(const ClassInfo *ci) { return ci->mirror_p[0] == CI_INITED; }
/* Load by name in the loader of `from`; user loaders are called (NAT_RETRY). */
int load_class(ThreadInfo *ti, u32 loader, Sym *name, ClassInfo **out);
/* The loader has found the class on this path. */
Status user_record(ThreadInfo *ti, u32 loader, ClassInfo *ci);
/* The object of a program's loader; 0: this path has none. */
Ref loader_object(const KernelState *ks, u32 loader);

/* --- calling Java from natives and VM frames --- */
/* Push a frame for mi (native methods get a VM frame that runs them). The result goes to the
 * caller of the native (NAT_CALL), or to the VM frame below. Virtual selection by the receiver
 * when `virt`. synchronized methods lock. */
int call_java(ThreadInfo *ti, MethodInfo *mi, const u32 *args, bool virt);
/* Push a VM frame with n local words. */
StackFrame *push_vm_frame(ThreadInfo *ti, MethodInfo *vm_method, const u32 *locals, u32 n);
/* Register a VM frame kind: name, step function, local words, bit mask of references. */
MethodInfo *vm_method(KernelState *ks, const char *name, StepFn step, u16 locals, u16 stack, u32 refs, u8 ret);

/* The native that runs is about to access elements of an array: is that a scheduling point? */
bool elements_point(ThreadInfo *ti, Ref arr, bool write);
/* Before a write to the console (LIB_OUTPUT): true when a boundary comes first. */
bool bd_output(ThreadInfo *ti);
/* Before a native accesses a setting (kernel/settings.h), as field bytecode would: true when a boundary comes first. fi
 * NULL: this JDK has no such field. */
bool bd_setting(ThreadInfo *ti, const FieldInfo *fi, Ref obj, bool write);
/* The same of a read, which is in the footprint if there is none. */
bool bd_reads_setting(ThreadInfo *ti, const FieldInfo *fi, Ref obj);

/* --- stack traces --- */
/* An int[] of (method id, instruction) pairs for Throwable.backtrace, VM and <init> frames of the
 * throwable itself dropped as HotSpot does. */
Status fill_backtrace(ThreadInfo *ti, Ref throwable, Ref *out);
void look_at_trace(KernelState *ks); /* the program is shown one: it counts from now on (LIB_TRACES) */
/* The pairs of a backtrace, *n of them; none if the program put something else there. */
const u32 *backtrace_pairs(const KernelState *ks, Ref backtrace, u32 *n);

/* An atomic section begins; its place is for messages. */
void begin_atomic(ThreadInfo *ti, const MethodInfo *mi, u32 insn);

/* --- frames of VM life (interp/lifecycle.c) --- */
Status ti_push_main(ThreadInfo *ti, MethodInfo *main, Ref args); /* main thread's bottom frame */
Status ti_push_thread_run(ThreadInfo *ti); /* a started thread's bottom frame:
   run(), then uncaught dispatch, then exit as one action (AC_EXIT) */
int life_asks_default(ThreadInfo *ti, u32 *ret); /* Thread.getDefaultUncaughtExceptionHandler, a native answer */
/* vm.finalize (interp/finalize.c): push calls of finalize() on ti. Answers how many; -1: host failure. */
int finalize_due(ThreadInfo *ti, bool at_boundary);
/* Under --run: clear weak references whose objects nothing else holds; frames that enqueue them are pushed. How many,
 * or -1. */
int references_due(ThreadInfo *ti, u32 referent);
Status interp_init(KernelState *ks);
void interp_free(KernelState *ks);

#endif
