/* parts.h -- the parts of KernelState: who sets each, and what must hold. Layer 5. */
#ifndef JPF_KERNEL_PARTS_H
#define JPF_KERNEL_PARTS_H
#include "base/arena.h"

typedef struct KernelState KernelState;
typedef struct ThreadInfo ThreadInfo;
typedef struct Insn Insn;

/* The configuration, as values. vm/config.c sets it before anything runs; nothing changes it afterwards. */
typedef struct KernelConfig {
    bool por;              /* vm.por */
    bool library_atomic;   /* vm.por.library is not fine */
    bool library_whole;    /* and vm.por.atomic_methods takes none of the listed calls out */
    bool enumerate_random; /* cg.enumerate_random */
    bool ignore_atomic;    /* cg.enable_atomic is false */
    bool quiet_arrays;     /* cg.threads.break_arrays is false: elements are no scheduling points */
    bool break_unlock;     /* releasing a monitor is a scheduling point */
    bool holds; /* the same of all that is given back: what a thread holds where it is stopped counts */
    bool keep_ignored;     /* vm.verify.ignore_path is false */
    bool idle_limits;      /* vm.timeouts=idle: a limit expires only where no other thread can run */
    bool matching;         /* visited states are matched */
    bool traces; /* the search looks at the order of steps: a thread that lives alone has its scheduling points
                              while it is not ordered after those that have ended */
    u8 bp_rule; /* enum BpRuleFlag */
    u32 max_processors; /* cg.max_processors; more than 1: a choice */
    u32 n_cpus; /* Runtime.availableProcessors; 0: 1 */
    u64 max_transition; /* instructions of a transition at most */
    u64 stack_limit; /* bytes of frames before StackOverflowError; default 1 MiB */
    const char *const *props; /* system properties that the boot is to see: key, value, key, value */
    u32 n_props;
} KernelConfig;

/* What the kernel and the natives ask of the layers above. vm/ fills them before the JDK boots; was_reachable and
 * refused may be NULL, when there is no search and when nobody asks. */
typedef struct KernelHooks {
    Status (*print)(KernelState *ks, int fd, const char *bytes, u32 n);
    Status (*trace_insn)(KernelState *ks, ThreadInfo *ti, const Insn *pc); /* traced table only */
    Status (*trace_lock)(KernelState *ks, ThreadInfo *ti, u32 obj, bool taken); /* of a monitor, while tracing */
    bool (*was_reachable)(KernelState *ks, u32 ref); /* in the state before */
    /* Verify.storeTrace to `file`, or addComment (file NULL). */
    Status (*note)(KernelState *ks, const char *file, const char *text);
    /* The value of a key, with what the program has set on this path; NULL: it is not set. */
    const char *(*config)(KernelState *ks, const char *key);
    const char *(*configured)(KernelState *ks, const char *key); /* without what the program has set */
    Status (*property_set)(KernelState *ks, const char *key); /* the program has set a property, on some path */
    u32 *(*perm_at)(KernelState *ks, u64 index, u32 *n); /* a permutation of the current PermutationCG; cx_alloc'd */
    /* The checker refuses the program something (native/io/contained.c): `text` says what and where. */
    Status (*refused)(KernelState *ks, const char *text);
    /* The thread stands before the access in its pend: may it go on at once, since nobody else can move? Asked only
     * while KernelState.runs is set. */
    bool (*alone)(void *runs, ThreadInfo *ti);
} KernelHooks;

/* Verify's world beside the state: counters and the heuristic value are of the whole search and never undone
 * (native_forget sets them back when the search begins again). What the program reads of that stands in `answers`, in
 * order, so that an execution of the same path is told the same; run_undo takes the path's part back. */
typedef struct VerifyWorld {
    i32 counters[64];
    i32 heuristic; /* Verify.setHeuristicSearchValue */
    VEC(i64) answers;
    u32 answers_at; /* how many on the path so far; there are more while it is executed again */
    /* of the running transition */
    bool end_search; /* Verify.terminateSearch was called */
    bool interesting, boring; /* what the program has said of it */
    char break_id[200]; /* Verify.breakTransition: its reason names the generator */
    u32 perm_n;
} VerifyWorld;

/* The turns of a b-program's threads. `turn` and `n_turns` are saved together by ks_touch before they change; the
 * others are of the running transition. */
typedef struct BpTurns {
    u32 turn; /* id + 1 of the thread whose turn it is; 0: none */
    u32 n_turns; /* threads that have done nothing but in their turns; TURNS_LEFT: one has */
    u32 who; /* id + 1 of the b-thread's thread that an error is told of; 0: none */
    u8 bad; /* the b-program's state is marked as bad: `violation` says why */
    u8 idle; /* no event can be selected, and the configuration says that this is no deadlock */
} BpTurns;

/* The virtual clock. Saved as a whole by ks_touch before it changes. */
typedef struct VirtualClock {
    i64 now; /* nanoseconds */
    u8 read; /* the program has read the clock on this path */
    u8 tasks; /* CT_*: there are or were tasks with a time of their own */
} VirtualClock;

/* What some path has shown of the program. These only grow and are never undone, so that all states of a search hold
 * under the same; a reduction that took the contrary for granted begins again (search/por/persist.c,
 * search/assume.c). */
typedef struct SeenOfProgram {
    bool main; /* it has a reference to the main thread's object, or lists threads */
    bool atomic; /* an atomic section was entered with other threads alive (kernel/fielduse.h) */
    bool clock; /* a library call that goes by the clock was entered */
    bool turns; /* it is a b-program: its turns are no transitions of threads */
    bool interrupt; /* a thread that was started was told to be interrupted, or one that was told is started */
    bool interrupt_main; /* it was the main thread */
    bool others_join; /* another thread than the main one joined a thread */
    bool ends; /* a thread could tell whether another one has ended, other than by waiting for it without end */
    bool lists; /* threads were listed or counted */
    bool daemons; /* a daemon was started */
    bool unshared; /* a declaration (EF_UNSHARED) has cost a scheduling point */
    bool names; /* it looked at a thread's name, number or hash code (state/symmetry.c) */
    bool inits; /* a class was initialized by code of the program's beside other threads */
    bool states; /* Thread.getState of another thread was executed */
    bool permits; /* a thread was given a permit that may wait for a lock (kernel/calls.h), by others than its lock */
} SeenOfProgram;

#endif
