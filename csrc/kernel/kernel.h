/* kernel.h -- StackFrame, ThreadInfo, KernelState: the state of the program under test besides its
 * heap. Layer 5. JPF has classes of the same names.
 *
 * interp/ and native/ change this state while a transition runs; state/ makes its key; search/ undoes it.
 *
 * What must hold: whoever changes a frame, a ThreadInfo or a KernelState in a transition has saved it on the
 * heap's trail before.
 *  - Frames are saved by copy. The top frame of a thread is saved when its transition starts. The frame of
 *    a caller is saved when a return uncovers it, before it runs. Frames above ti->saved_depth were made in
 *    this transition and need no saving.
 *  - A ThreadInfo is saved whole, by ti_touch, at its first change in a transition.
 *  - The trailed fields of KernelState are saved by ks_touch. */
#ifndef JPF_KERNEL_H
#define JPF_KERNEL_H
#include "base/host.h"
#include "base/threadset.h"
#include "classes/liveness.h"
#include "heap/heap.h"
#include "kernel/looks.h"
#include "kernel/parts.h"
#include "kernel/quiet.h"

typedef struct StackFrame {
    struct StackFrame *prev;
    MethodInfo *mi;
    const Insn *pc;  /* next instruction (top frame), or the invoke it waits in (caller) */
    u32 *sp;         /* next free operand stack word; valid when not running in the loop */
    Ref lock;        /* object a synchronized method has locked, or 0 */
    u32 flags;       /* FR_* */
    u32 depth;       /* index in the stack, 0 is the bottom frame */
    u32 meta;        /* state/'s record of this frame's linked slots; 0: there is none. It stays while the frame
                        is changed (ti_low_depth) and is undone with the frame */
    u32 step;        /* VM frames: the state of the step function, which says what it does next */
    union {
        u32 pad;
        u32 native; /* id + 1 of the native method that pushed this frame, or 0. Traces show that method below it */
    };
    u32 slots[];     /* locals, then operand stack */
} StackFrame;

enum FrameFlag {
    FR_CALLER_INVOKE = 1, /* this frame has a callee (pc stands at the invoke) */
    FR_LIBATOMIC = 2,     /* docs/design.md, 7 (a): atomic until this frame returns */
    FR_ATOMIC = 4,        /* the method has MA_ATOMIC: when the frame ends, so does its atomic section */
    FR_NEVER_BREAK = 128, /* the outermost frame of a method with MA_NEVER_BREAK */
    FR_NO_RESULT = 8,     /* drop the return value (VM upcalls) */
    FR_CLINIT = 16,       /* a class initializer */
    FR_CLOCK = 32,        /* the frame's locals hold a reading of the clock (native/clock_uses.c) */
};

#define FR_CLINIT_CLASS 0 /* the local of a frame with FR_CLINIT that has the class's id */
static inline u32 *fr_locals(StackFrame *f) { return f->slots; }
static inline u32 *fr_stack(StackFrame *f) { return f->slots + f->mi->max_locals; }
static inline u32 fr_bytes(const MethodInfo *mi) {
    return (u32)((sizeof(StackFrame) + 4u * (mi->max_locals + mi->max_stack + 2u) + 15u) & ~15u);
}

enum ThreadStatus {
    TS_NEW = 0,
    TS_RUNNABLE,
    TS_WAITING,    /* Object.wait: in the wait set of ti->wait_obj */
    TS_TIMED_WAITING,
    TS_NOTIFIED,   /* was notified (or interrupted, or timed out): needs the monitor back */
    TS_TERMINATED,
};

/* What a thread is about to do. The interpreter returns before a visible action and leaves a record of it in
 * ti->pend. The driver (search/) then decides which thread runs. */
enum Action {
    AC_NONE = 0,
    AC_START_OF_THREAD, /* first step of a thread */
    AC_GET,
    AC_PUT,     /* instance field: obj, fi */
    AC_GETSTATIC,
    AC_PUTSTATIC,
    AC_ALOAD,
    AC_ASTORE, /* array element: obj, index */
    AC_LOCK,            /* monitorenter or synchronized call: obj. Enabled iff free or own */
    AC_UNLOCK,
    AC_WAIT,            /* Object.wait about to release */
    AC_REACQUIRE,       /* after wait: enabled iff notified/interrupted/timed and monitor free */
    AC_NOTIFY,
    AC_NOTIFY_ALL,
    AC_PARK,            /* enabled iff permit, interrupted, or timed */
    AC_UNPARK,
    AC_SLEEP,           /* always enabled */
    AC_YIELD,
    AC_JOIN,            /* enabled iff the target terminated, interrupted, or timed */
    AC_START,           /* Thread.start about to happen */
    AC_INTERRUPT,
    AC_EXIT,            /* thread end. Enabled iff the monitor of its object is free: joiners are notified under it */
    AC_CLINIT_WAIT,     /* another thread initializes the class: enabled iff it is done */
    AC_ATOMIC,          /* CAS, VarHandle/Unsafe action: obj, index = offset of a place (place_of_atomic), or 0 */
    AC_LIBRARY,         /* call of a listed library method on shared obj */
    AC_BREAK,           /* transition too long, Verify.breakTransition */
    AC_OTHER,           /* native that touches shared VM state */
    AC_BEGIN_ATOMIC,    /* Verify.beginAtomic, or the call of an atomic method */
    AC_INVOKE,          /* call of a method that is attributed to be a scheduling point; index 1: always */
    AC_OUTPUT,          /* a write to the console, while somebody looks at it (LIB_OUTPUT) */
    AC_BSYNC,           /* b-programs: wait for the turn (ks->bp.turn). Only search/ hands it over */
    AC_ARRIVE,          /* about to stand before `then`, by which it may wait: the driver's step, no instruction */
};

typedef struct Pending {
    u8 action;   /* enum Action */
    u8 timed;    /* wait/park/join/sleep with a timeout */
    u16 exposes; /* the store is a scheduling point only because it makes an object shared */
    Ref obj;
    u32 index;   /* element, offset, class id (AC_CLINIT_WAIT), thread id (AC_JOIN), element + 1 or the like
                  * (AC_LIBRARY), 1: the wait is one of close() (AC_PARK: nat_lasts) */
    u32 then; /* AC_ARRIVE: enum Action; else 0 */
    const FieldInfo *fi;
} Pending;

typedef struct KernelState KernelState;

#define HASHES_CLINIT 0x80000000u

typedef struct ThreadInfo {
    KernelState *ks;
    StackFrame *top;
    u8 *stack, *stack_end; /* a range of addresses: frames never move */
    u32 id;         /* index in the thread list */
    u32 tid_key_lo, tid_key_hi; /* canonical identity: a hash of the parent's identity and the number of this child.
                                   It names the thread in keys, labels and replay strings, whatever the order of
                                   starts */
    Ref obj;        /* java.lang.Thread */
    u8 status;      /* enum ThreadStatus */
    u8 interrupted, permit, daemon;
    u8 timed_out;   /* TS_NOTIFIED: by its limit, while somebody else had the monitor */
    u8 was_interrupted;
    u8 in_exit, clock_use; /* CU_*: how the FR_CLOCK frames use it */
    u8 suspended;   /* Thread.suspend (JDK 17): not scheduled until resume */
    u32 wait_count; /* monitor recursion to restore */
    Ref wait_obj;
    u32 children;   /* threads started by this one */
    u32 hashes;     /* number of identity hashes that this thread has asked for; in a class initializer
                       HASHES_CLINIT + those that it has asked for, and the number before is in its frame */
    u32 created, named; /* numbers of the Thread objects, and of those without a name, that this thread has made.
                           Names and tids of new threads follow from them: they are in the key like `children` */
    u32 atomic;     /* Verify.beginAtomic depth */
    u32 lib_depth;  /* frame depth + 1 of the outermost library-atomic call, 0: none */
    i64 deadline;   /* timed wait/sleep/park: virtual clock when it expires */
    Pending pend;   /* valid when the thread is not running */
    u32 priority;
    u32 clock_depth; /* frame depth + 1 of the outermost FR_CLOCK frame, 0: none */
    u32 quiet_depth; /* frame depth + 1 of the FR_NEVER_BREAK frame, 0: none */
    const MethodInfo *atomic_in; /* where the outermost atomic section began */
    u32 atomic_insn;
    u32 joined_by; /* id + 1 of the thread whose join saw the end of this one first, 0: none */
    u32 held;      /* how many monitors it holds */
    /* --- ti_touch does not save what follows: it is scratch of the running transition --- */
    Ref exception;  /* thrown, not yet dispatched */
    u32 saved_depth; /* watermark: frames with depth < saved_depth are as at transition start */
    u32 touched;    /* epoch of the last ti_touch */
    u8 first_step;  /* the visible action at pc may proceed without a boundary */
    MethodInfo *native_mi; /* the native method that runs, or NULL */
    u64 insns;      /* bytecodes executed (statistics) */
    u8 *stack_paid; /* up to here the stack's pages are counted as memory: they stay when frames go */
    u8 *stack_mapped; /* up to here the range is mapped (stacks.c) */
    u64 budget;     /* bytecodes left in this transition before AC_BREAK at a back edge */
    u32 low_depth;  /* lowest frame depth touched in the transition low_epoch: see ti_low_depth */
    u32 low_epoch;
    u32 lib_since;  /* the transition (Heap.epoch) in which the running listed call has begun */
    u32 meta;       /* state/ */
} ThreadInfo;
#define TI_SAVED_BYTES ((u32)offsetof(ThreadInfo, exception))

/* What interp_run answers. */
typedef enum RunResult {
    RUN_BOUNDARY = 0, /* ti->pend says before what */
    RUN_CHOICE,       /* ks->choice_req asks for a data choice at this instruction */
    RUN_TERMINATED,   /* the thread has ended */
    RUN_EXIT,         /* System.exit / Runtime.halt: ks->exit_status */
    RUN_UNCAUGHT,     /* exception left the thread and no handler took it: ks->uncaught */
    RUN_NOT_MODELLED, /* ks->not_modelled says what: the path ends, the run is incomplete */
    RUN_IGNORED,      /* Verify.ignoreIf: drop the path */
    RUN_VIOLATION,    /* a property asked from inside (ks->violation) */
    RUN_ERROR,        /* host failure: Ctx has it */
} RunResult;

/* What a native method answers. */
enum NatResult {
    NAT_OK = 0,
    NAT_THROW,    /* ti->exception is set (or will be: use throw_new) */
    NAT_CALL,     /* pushed a frame; the native is done and the frame's return value is its own
                     (frames pushed this way return to the caller of the native) */
    NAT_BLOCK,    /* not enabled after all: ti->pend filled; re-execute the invoke later */
    NAT_RETRY,    /* pushed a frame (class init ...); execute the same invoke again afterwards */
    NAT_CHOICE,   /* ks->choice_req filled; re-execute with the choice made */
    NAT_END,      /* path ends: ks->run_end holds the RunResult */
    NAT_ERROR,    /* host failure */
    NAT_BYTECODE, /* override of a method with bytecode: this call is nothing special, run the code */
};

/* What the step function of a VM frame answers. A VM frame runs C code in the place of bytecode: class
 * initialization, reflective calls, the start of a thread, uncaught handlers ... The function keeps its state in
 * f->step and in local words, and its results on its own operand stack. It is called again when a frame that it has
 * pushed returns (the value was pushed as for bytecode) or throws (`thrown` is the exception; otherwise 0). */
enum StepResult {
    STEP_AGAIN = 0, /* frame changed or a frame was pushed: go on with the top frame */
    STEP_RETURN,    /* return to the caller with the value on the operand stack, if any */
    STEP_THROW,     /* ti->exception is thrown to the caller */
    STEP_BLOCK,     /* ti->pend filled: boundary, then step again */
    STEP_END,       /* ks->run_end */
    STEP_ERROR,
};

enum { BREAK_ASKED = 1 }; /* Pending.index of AC_BREAK: the program asked for it */

/* Kinds of data choices a native may ask for (choice/ makes the ChoiceGenerator). */
enum ChoiceKind {
    CK_THREAD = 0,   /* not for natives */
    CK_BOOL,         /* 2 values; lo = 1: false first */
    CK_INT_INTERVAL, /* lo..hi by delta */
    CK_INT_LIST,     /* list[n] */
    CK_LONG_LIST,
    CK_DOUBLE_LIST,  /* bit patterns */
    CK_FLOAT_LIST,   /* bit patterns in the low word */
    CK_NOTIFY,       /* 0..hi: which waiter is notified */
    CK_NAMED,        /* request only: the configuration says which; id is the key */
    CK_REF_LIST,     /* objects */
    CK_RANDOM_INT,
    CK_PERM,         /* index of a permutation */
    CK_CUSTOM,       /* the host's */
    CK_EVENT,        /* b-programs: list[n], name << 32 | place (bp_event_name); a single one is a state too */
};

/* A frame that state/ had linked and that was popped in the running transition. */
typedef struct PoppedMeta {
    u32 thread, depth, meta;
} PoppedMeta;

typedef struct ChoiceReq { /* data choice asked for by a native (Verify ...) */
    u8 kind; /* enum ChoiceKind */
    u8 pending; /* a request is made, not answered */
    u8 ready;   /* value holds the choice for the re-executed instruction */
    u8 want;    /* CK_NAMED: enum Type of the values asked for */
    i64 lo, hi, delta;
    u32 n;
    i64 *list; /* cx_alloc'd, owned by the request until taken */
    char id[200];
    i64 value;
    u64 index, total;
} ChoiceReq;

#define CHOICE_REQ_HEAD offsetof(ChoiceReq, id)
static inline void choice_req_reset(ChoiceReq *q) {
    memset(q, 0, CHOICE_REQ_HEAD);
    q->id[0] = 0;
    q->value = 0;
    q->index = q->total = 0;
}

typedef struct FpRange { /* heap words */
    u32 from, to;
    bool quiet; /* read within a call that commutes with what others do */
    bool late;  /* of what an initializer of the transition has left, behind its end (heap/done.c) */
} FpRange;
enum { FP_SEEN = 64 };
enum UsesOfClasses { USES_READ = 1, USES_TELL = 2 }; /* they are read; told to init_use */
typedef struct FpLog { /* footprint.h */
    bool on, lost;
    bool clock; /* the clock was read or moved */
    bool interrupt; /* the thread looked whether it is interrupted */
    bool limited; /* it used up a permit, and would have waited for one for so long at most */
    bool crowd; /* a thread with an id above 62 belongs to a set below that only search/dpor asks for */
    ThreadSet looked; /* threads whose own state was read, by id, in KernelState.sets */
    u64 ends;   /* by id below 63: threads of which it asked no more than whether they have ended */
    u64 begun;  /* threads of which it asked whether they have been started */
    u64 asked;  /* threads whose Thread.getState it asked for */
    u64 flagged; /* among those `looked` at: of these whether they are interrupted, and no more */
    u64 told;    /* threads that were not interrupted and are, or would be if they had not ended; or the other way */
    u64 joined;  /* threads that had ended where it came to join them, so that it did not stop there */
    Ref unborn; /* a thread's object, of which it was told that the thread has not been started */
    u8 uses; /* UsesOfClasses: uses of classes that are initialized are told as well (init_used) */
    bool inside; /* an initializer began within an atomic section, or else without a scheduling point that it needs */
    bool output; /* it printed where somebody looks: before or after what others print */
    u64 waited; /* among those `looked` at: of these whether they have ended, and no more */
    u64 late;   /* threads that had ended when a permit came, and had none */
    ThreadSet quiet; /* threads given a permit within a call that commutes with what others do */
    bool notified;  /* it looked who waits for a monitor */
    bool section;   /* an atomic section was part of it */
    bool one_place; /* its listed call acts on one place whatever lies there */
    u8 cas;         /* compare-and-sets of whole words: how many; of the last one: */
    u8 cas_words;
    u32 cas_word;   /* heap word */
    u32 expected[2];
    VEC(FpRange) reads;
    FpRange seen[FP_SEEN]; /* the last ones, by address */
} FpLog;

/* The initializers that began within the running transition as parts of it, the outermost first. */
typedef struct InitRun {
    u32 class_id;
    u32 logged, late, read; /* the heap's log, Done.late and the reads when it began */
    bool on, lost;    /* of FpLog then */
} InitRun;
enum { INIT_RUNS = 16 };
typedef struct InitRuns {
    u32 n, thread;
    InitRun v[INIT_RUNS];
} InitRuns;

/* Fields that a thread's end reads and writes; they follow from the class path. */
typedef struct LifeFields {
    ClassInfo *known; /* the class that has threadStatus; NULL: not looked for yet */
    FieldInfo *at_holder, *group, *status, *eetop; /* NULL: the JDK has none */
    FieldInfo *scopes, *container;
    FieldInfo *handler; /* the thread's own, which its end clears up to 18; later an ended thread has none anyway */
} LifeFields;

enum BpRuleFlag { BPR_STRICT = 1, BPR_CHAIN = 2, BPR_SUPPRESS_DEADLOCK = 4, BPR_LABELS = 8, BPR_NO_HOT_ENDS = 16 };

struct KernelState {
    Ctx *cx;
    Classes *cs;
    Heap *heap;
    /* threads */
    VEC(ThreadInfo *) threads; /* by id; [0] is main */
    u8 *stack_area;            /* where all stacks lie, the first one first; NULL: anywhere */
    u32 n_threads;             /* threads that exist on this path (trailed) */
    u32 n_live;                /* started and not terminated (trailed, with n_threads) */
    u32 cur;                   /* id of the running thread */
    VEC(PoppedMeta) popped_metas; /* frames popped in the running transition; emptied when the next begins */
    u32 touched;               /* epoch of the last ks_touch */
    LifeFields life;
    u32 off_vmthread;          /* offset of Thread.vmThread; 0: not known yet */
    u32 boot_threads;          /* Thread objects made while booting */
    u32 run_threads;           /* where no search is: those made since, ... */
    u32 run_names;             /* ... and those of them that have no name of their own */
    /* scheduling points; the first three are trailed together */
    u8 boundaries; /* on: false while booting and with one live thread */
    u8 watch;      /* accesses of shared objects are looked at: scheduling points are on, or the only
                      live thread is not ordered after the steps of those that have ended */
    u8 exiting;
    u8 search;       /* a search is on (not --run) */
    u8 booted;
    bool tracing;      /* a path is recorded */
    bool trace_replay; /* a path that is given is executed again */
    VirtualClock clk;  /* parts.h */
    BpTurns bp;
    VerifyWorld verify;
    SeenOfProgram saw;
    Looks looks;    /* looks.h: what was left out because nobody looks */
    QuietLog quiet; /* quiet.h: what of this transition's writes makes no dependence */
    ThreadSets sets; /* of threads, by id */
    FpLog fp;       /* footprint.h: what this transition has read */
    InitRuns inits; /* inits.h: initializers that run in this transition, taken to be closed */
    /* results of the transition */
    ChoiceReq choice_req;
    RunResult run_end;
    RunResult last_run;
    int exit_status;
    Ref uncaught; /* exception object (kept as a root) */
    char not_modelled[256];
    char violation[768];
    VEC(char) out;         /* the program's output on this path: bytes with a leading fd byte per chunk (ks_print) */
    u64 cg_place;          /* hash of the choices so far: names the host's generators, restores share them */
    u64 skipped[16];       /* statistics, by enum Skip: accesses that were no boundaries */
    bool input_asked;      /* for a warning: the program has read standard input, which is empty in a search */
    /* other layers' own */
    void *natives;           /* native/: its own tables (injected offsets, property lists) */
    void *indy;              /* interp/: call-site tables */
    struct Interp *interp;   /* interp/interp_int.h */
    struct FieldUses *uses;  /* fielduse.h */
    struct Places *places;   /* places.h */
    struct LastUses *last;   /* lastuse.h */
    void *fs;                /* native/: overlay file system */
    void *vm;                /* the owner; only vm/ and py/ may use it */
    void *runs;              /* search/: whom KernelHooks.alone asks; NULL: each point of this run is a stop */
    void *noting;            /* state/known.c: the step that is being noted; NULL: none is */
    u64 events;              /* kernel/events.h: what somebody listens to now */
    struct EventHub *hub;
    struct AttrStore *attrs; /* kernel/attr.h; NULL: none was ever set */
    KernelConfig cfg;
    KernelHooks up;
};

/* May another thread come to e before the running step ends? What an initializer has made that is a part of the step is
 * reached from the statics of its class, which nobody comes to before it has ended (inits.h). Behind that end others
 * could, also if another initializer is in progress still. */
static inline bool ks_meets(const KernelState *ks, const ElementInfo *e) {
    return (e->hf & EF_SHARED) &&
           !(JPF_UNLIKELY(ks->inits.n) && e->birth == ks->heap->epoch && !heap_is_done(ks->heap, e));
}

/* --- kernel/frames.c --- */
Status ks_init(KernelState *ks, Ctx *cx, Classes *cs, Heap *h);
void ks_free(KernelState *ks);
/* The program is told *v, which is no part of the state: kept with the path; where the path is executed again, *v
 * becomes what it was told then. */
Status ks_answer(KernelState *ks, i64 *v);
/* New thread record (TS_NEW, not counted in n_live). Its canonical identity comes from the parent;
 * obj's vmThread is set. ST_OK with *out == NULL: more than 65,534 threads on one path. */
Status ks_new_thread(KernelState *ks, ThreadInfo *parent, Ref obj, ThreadInfo **out);
ThreadInfo *ks_thread_of(KernelState *ks, Ref thread_obj); /* NULL: not started */
/* The fields that the end of ti writes, and Thread.holder, where the JDK has one. */
const LifeFields *life_fields(ThreadInfo *ti, Ref *holder);
/* What of the heap decides how a thread goes on to its end when its body has returned: so many words (to_exit). */
u32 life_reads(ThreadInfo *ti, const void *at[3]);
static inline void ti_touch_(ThreadInfo *ti) {
    ti->touched = ti->ks->heap->epoch;
    if (ti->ks->heap->trailing) trail_push_lasting(ti->ks->heap, ti, TI_SAVED_BYTES);
}
/* Before the first change of a saved field of ti in this transition. */
static inline void ti_touch(ThreadInfo *ti) {
    if (ti->touched != ti->ks->heap->epoch) ti_touch_(ti);
}
/* One thread lives: did another end that it has not waited for with join? That one's steps could have come
 * later on another path. */
bool ks_unordered(const KernelState *ks);
/* t has ended, and the thread `by`, an id, has seen that, or has seen the end of one that has. */
bool ks_joined(const KernelState *ks, const ThreadInfo *t, u32 by);
/* Scheduling points are pointless with one live thread, unless every reduction is off. To be
 * called wherever n_live changes. */
static inline void ks_update_boundaries(KernelState *ks) {
    ks->boundaries = ks->search && ks->booted && (ks->n_live > 1 || !ks->cfg.por);
    if (JPF_UNLIKELY(ks->cfg.traces) && ks->search && ks->booted && ks->n_threads > 1 && !ks->boundaries)
        ks->boundaries = ks_unordered(ks);
    ks->watch = (ks->boundaries || (ks->n_threads > 1 && ks->search && ks->booted && ks_unordered(ks))) &&
                ks->bp.n_turns != ks->n_threads; /* in turns all steps of all threads are in one order */
}
/* KernelState.clk.tasks: times counted in nanoseconds, or in milliseconds. They are in the key by their distance
 * to the clock (state/times.c), and so are all readings in frames then. */
enum { CT_NANO = 1, CT_MILLI = 2 };
#define TURNS_LEFT UINT32_MAX
/* Leave an atomic section. */
void ti_end_atomic(ThreadInfo *ti);
/* What the program's clocks show when the virtual clock stands at 0. Readings of nanoTime are told apart
 * from durations by their size. */
#define CLOCK_NANO_BASE ((i64)1 << 60)
#define CLOCK_EPOCH_NS 1767225600000000000ll /* 2026-01-01T00:00:00Z */
/* The virtual clock counts modulo 2^64, and times are compared by their difference, as programs compare readings of
 * nanoTime. No wait is longer than 2^63 - 1, so that the difference says which comes first however far the clock has
 * come. A clock that stood still at its end would not do: who waits for Long.MAX_VALUE from any later time than 0 would
 * find that some of it is left, and wait again, for ever. What is overdue by more than that counts as still to come.
 * That loses nothing, since a wait may end at any point. */
static inline i64 clock_left(i64 deadline, i64 now) {
    i64 left = (i64)((u64)deadline - (u64)now);
    return left > 0 ? left : 0;
}
/* Do two words make a reading of nanoTime, or a deadline made from one? They may also be the halves of two numbers:
 * an int, often a small one, and the lower half of a duration. No duration of whole milliseconds has a lower
 * half like the upper half of a time within the first 26 days. */
static inline bool clock_is_nano(u32 lo, u32 hi) {
    const u32 base = (u32)((u64)CLOCK_NANO_BASE >> 32);
    return hi >= base && (hi < base + (1u << 19) || (hi < base + (base >> 1) && lo >= 1u << 16));
}
enum ClockFlag {
    CU_MS = 1, /* currentTimeMillis was read, not nanoTime */
    CU_ABS = 2, /* a reading lies in an object too, or both clocks are used */
    CU_EXACT = 4, /* how long a deadline has passed matters */
    CU_SIGN = 8, /* the frame answers what is left; of that, only whether it is more than nothing matters */
};
/* The clock itself is part of the state: the program has read it, or holds readings in an object. */
static inline bool ks_clock_seen(const KernelState *ks) {
    if (ks->clk.read) return true;
    for (u32 i = 0; ks->saw.clock && i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t->clock_depth && (t->clock_use & CU_ABS) && t->status != TS_TERMINATED) return true;
    }
    return false;
}
/* The clock decides about something: besides, the library waits for deadlines; differences to the clock
 * are part of the state then. */
static inline bool ks_clock_matters(const KernelState *ks) {
    if (ks->clk.read || ks->clk.tasks || ks->cfg.idle_limits) return true;
    for (u32 i = 0; ks->saw.clock && i < ks->n_threads; i++)
        if (ks->threads.v[i]->clock_depth && ks->threads.v[i]->status != TS_TERMINATED) return true;
    return false;
}
/* May one reading of the clock differ from another one's? As long as no time-out and no sleep has ended beside others,
 * it stands still. */
static inline bool clock_moves(KernelState *ks) { return !looks_rely(&ks->looks, LIB_MOVES); }
/* The heap is about to be listed: is that right for this search? Otherwise it begins again (LIB_HEAP). */
void ks_lists_heap(KernelState *ks);
/* Each object that lives and is none of the boot image's, once, in an order that depends on the state alone: from the
 * threads' frames, then from the static fields of classes by their keys. What only a weak or a derived field refers to
 * is not in the state key and not among them. */
Status ks_each_live(KernelState *ks, void (*fn)(void *arg, Ref r), void *arg);
/* Before a search: what looks.seen says of dead variables. */
Status ks_keep_dead(KernelState *ks);
void ks_touch(KernelState *ks); /* before changing n_threads, n_live, clock, clock_read */
/* What is alive in a frame with code, where it stands. A frame that waits in a call has its arguments popped; one
 * below a pushed class initializer or the like will run its instruction again and still has them. NULL: error
 * pending. */
static inline const FrameMap *fr_map(Classes *cs, const StackFrame *f, bool top) {
    return frame_map(cs, f->mi, (u32)(f->pc - f->mi->code), !top && (f->flags & FR_CALLER_INVOKE), f->slots);
}

/* The receiver of the frame's method; 0: it has none, or its word is dead and may be anything. */
static inline Ref fr_receiver(Classes *cs, const StackFrame *f, bool top) {
    if (f->mi->step || (f->mi->flags & ACC_STATIC)) return 0;
    if (receiver_stays(f->mi)) return f->slots[0];
    const FrameMap *m = fr_map(cs, f, top);
    return m && m->n_live_ref && !m->ref[0] ? f->slots[0] : 0;
}

/* Push a frame for mi with its arguments copied to locals (n_args words). NULL: stack overflow
 * (throw StackOverflowError). The other locals are zeroed; the operand stack is not (words at or
 * above sp mean nothing). VM frames and what is within 16 frames of one may use a reserve beyond
 * the limit, so that the error itself can be made. */
StackFrame *ti_push(ThreadInfo *ti, MethodInfo *mi, const u32 *args);
/* stacks.c: the stack of the i-th record. False: the host has no room. */
bool stack_new(KernelState *ks, ThreadInfo *ti, u32 i);
/* Frames come to `end`, which is behind what is mapped. False: the host has no room; the error is pending. */
bool stack_grow(ThreadInfo *ti, const u8 *end);
void stack_free(ThreadInfo *ti);
/* Bytes of a frame up to its sp. */
u32 fr_used(const StackFrame *f);
/* Pop the top frame; the uncovered caller is saved if the watermark says so. */
void ti_uncover(ThreadInfo *ti, StackFrame *f);
void ti_popped_meta(ThreadInfo *ti, const StackFrame *f);
static inline void ti_pop(ThreadInfo *ti) {
    StackFrame *f = ti->top, *p = f->prev;
    if (JPF_UNLIKELY(f->meta)) ti_popped_meta(ti, f);
    ti->top = p;
    if (p && JPF_UNLIKELY(p->depth < ti->saved_depth)) ti_uncover(ti, p);
}
/* Frames of ti at this depth and above may differ from the start of the running transition; those
 * that were there then and still are keep their meta, the popped ones are in ks->popped_metas.
 * UINT32_MAX: no frame was touched. */
static inline u32 ti_low_depth(const ThreadInfo *ti) {
    return ti->low_epoch == ti->ks->heap->epoch ? ti->low_depth : UINT32_MAX;
}
/* Called by the driver when a transition of ti begins. */
void ti_begin_transition(ThreadInfo *ti);
/* One more thread in the running transition (a b-step runs several). */
void ti_join_transition(ThreadInfo *ti);
/* Visit all roots of threads (frame maps, locks, exception, wait objects). In a VM frame bit i of
 * mi->step_refs speaks of word i of locals; its operand stack may hold references and numbers alike,
 * so every word of it is passed: fn must take what is no reference (the collector does). */
void ks_visit_roots(void *ks, void (*fn)(void *arg, Ref r), void *arg);

/* --- monitors (kernel/monitor.c): no scheduling decisions here --- */
bool mon_can_lock(const ThreadInfo *ti, const ElementInfo *e);
void mon_lock(ThreadInfo *ti, ElementInfo *e); /* must be lockable */
bool mon_unlock(ThreadInfo *ti, ElementInfo *e); /* false: IllegalMonitorState */
static inline u32 mon_owner(const ElementInfo *e) { return e->lock >> 16; } /* thread id + 1 */
static inline u32 mon_count(const ElementInfo *e) { return e->lock & 0xffff; }
/* May the thread take its pending action now? (state only; JPF: ThreadInfo.isRunnable) */
/* It stands in a wait that begins anew each time that it ends (nat_lasts), or before it. */
static inline bool ti_lasts(const ThreadInfo *ti) {
    return ti->status == TS_RUNNABLE && ti->pend.action == AC_PARK && ti->pend.index;
}
bool ti_enabled_now(const ThreadInfo *ti);
static inline bool ti_enabled(const ThreadInfo *ti) {
    /* most stand before what nobody can keep them from */
    const u64 free = 1ull << AC_START_OF_THREAD | 1ull << AC_GET | 1ull << AC_PUT | 1ull << AC_GETSTATIC |
                     1ull << AC_PUTSTATIC | 1ull << AC_ALOAD | 1ull << AC_ASTORE | 1ull << AC_UNLOCK;
    if (ti->status == TS_RUNNABLE && !ti->suspended && free >> (ti->pend.action & 63) & 1) return true;
    return ti_enabled_now(ti);
}
/* The thread is about to stand before ti->pend, where Thread.getState may say that it waits. Until then it is RUNNABLE:
 * where somebody asks for states, its arrival is a step of its own. */
void ti_arrives(ThreadInfo *ti);
/* Is the thread interrupted on any path, as far as is known? */
static inline bool ti_is_told(const ThreadInfo *ti) {
    return ti->ks->saw.interrupt && (ti->id || ti->ks->saw.interrupt_main);
}
/* What the thread stands before, or is about to. */
static inline u8 ti_action(const ThreadInfo *ti) {
    return ti->pend.action == AC_ARRIVE ? (u8)ti->pend.then : ti->pend.action;
}
/* By what an enabled thread goes on. */
typedef enum GoesBy {
    BY_ITSELF, /* nothing has to expire */
    BY_LIMIT, /* a wait gives up */
    BY_DELAY, /* a sleep ends, or the time of a scheduled task has come */
} GoesBy;
GoesBy ti_goes_by(const ThreadInfo *ti);
/* Nanoseconds until that time has come; 0: it is over. */
i64 ti_time_left(const ThreadInfo *ti);
/* All frames of bytecode with their instructions, the top one at pc; never 0. Frames of the VM's own single steps do
 * not count: within one, the thread stands at the call. */
u64 ti_stack_hash(const ThreadInfo *ti, const Insn *pc);
/* A call without a linearization point: jdk/steps.def, LIBOWN, or a class initializer of the JDK's. */
static inline bool fr_own_affair(const StackFrame *f) {
    return (f->mi->attrs & MA_LIB_OWN) || f->mi == f->mi->ci->clinit;
}
/* What does what runs now belong to? */
typedef enum LibPart {
    LIB_NONE,
    LIB_CALL, /* the one action of a listed call */
    LIB_AFFAIR, /* the library's own affair, with whatever that calls of the library's */
} LibPart;
/* What the program's own code does that a listed call calls back (equals, a comparator, a factory) is none of its one
 * action, nor is what equals and its like of the JDK's classes do, nor what these call in turn. */
static inline LibPart lib_part(const ThreadInfo *ti) {
    if (!ti->lib_depth || !ti->top) return LIB_NONE;
    bool back = false;
    for (const StackFrame *f = ti->top; f && f->depth + 1 >= ti->lib_depth; f = f->prev) {
        if (f->mi->step) continue;
        if (!(f->mi->ci->attrs & CA_SYSTEM)) return LIB_NONE;
        if (f->depth + 1 == ti->lib_depth && fr_own_affair(f)) return LIB_AFFAIR;
        back |= f->depth + 1 > ti->lib_depth && (f->mi->known & KM_CALLED_BACK);
    }
    return back ? LIB_NONE : LIB_CALL;
}
static inline bool lib_runs(const ThreadInfo *ti) { return lib_part(ti) != LIB_NONE; }
static inline bool lib_own_affair(const ThreadInfo *ti) { return lib_part(ti) == LIB_AFFAIR; }
/* What ends that a MA_LIB_ALONE method of this kind of pools is a step. */
static inline u64 lib_shared_bit(const MethodInfo *mi) {
    return mi->attrs & MA_LIB_FORK ? LIB_FORK_SHARED : LIB_SHARED;
}
/* Are volatile reads in the method no scheduling points? (MA_LIB_PEEK) */
static inline bool lib_peeks(KernelState *ks, const MethodInfo *mi) {
    if (!ks->cfg.por || ((mi->attrs & MA_LIB_ALONE) && (ks->looks.seen & lib_shared_bit(mi)))) return false;
    if (!(mi->attrs & MA_LIB_WHILE)) return mi->attrs & MA_LIB_PEEK;
    return looks_rely(&ks->looks, mi->group);
}
u32 identity_hash(ThreadInfo *ti, Ref r);
/* A transition begins: none of it is a part that others cannot tell (quiet.h) yet. */
static inline void ks_quiet_reset(KernelState *ks) {
    quiet_reset(&ks->quiet);
    ks->heap->done.mute = false;
}
/* Such a part ends. */
static inline void ks_quiet_end(KernelState *ks) {
    quiet_end(&ks->quiet, ks->heap->log.n);
    ks->heap->done.mute = false;
}

#endif
