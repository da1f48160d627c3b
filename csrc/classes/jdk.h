/* jdk.h -- what the engine knows about classes, methods and fields by their names. Layer 3.
 *
 * The names are data: jdk/ has one .def for each kind of knowledge, each row with its reason. jdk.c looks a class up in
 * them once, when it is linked, and leaves bits and small numbers in ClassInfo, MethodInfo and FieldInfo. Whoever must
 * know tests these; no later layer compares names (tools/check_layers.py), natives aside, which belong to classes.
 *
 *   classes.def  ClassInfo.known          steps.def   rows for sched/steps.c: calls that are one step
 *   methods.def  MethodInfo.known         spins.def   the same: loops that count while they wait
 *   fields.def   FieldInfo.known          clock.def   MethodInfo.clock
 *   breaks.def   CA_BREAK_FIELDS          tasks.def   ClassInfo.task (times.c)
 *   needed.def   ci_needed
 *
 * What is known is a function of the name alone: never of the path, the configuration or the order of loading. */
#ifndef JPF_JDK_H
#define JPF_JDK_H
#include "base/base.h"

struct Classes;
struct ClassInfo;
struct MethodInfo;

/* ClassInfo.known; classes.def has the classes. */
enum KnownClass {
    KC_ERROR = 1 << 0,        /* clinit.c: an Error that an initializer throws is not wrapped */
    KC_NPE = 1 << 1,          /* search/report/error.c: has a helpful message */
    KC_NOT_FOUND = 1 << 2,    /* user_load.c: a loader has not found the class */
    KC_THREAD_DEATH = 1 << 3, /* lifecycle.c: up to 19 no error of the program's */
    KC_THREAD_GROUP = 1 << 4, /* lifecycle.c, sched/steps.c */
    KC_STREAM = 1 << 5,       /* boundary.c: println locks it */
    KC_WEAK = 1 << 6,         /* references.c: cleared by System.gc under --run */
    KC_CLEANER = 1 << 7,      /* references.c: is run instead of being enqueued */
    KC_UNSAFE = 1 << 8,       /* accesses memory for its caller */
    KC_INVOKE = 1 << 9,       /* java.lang.invoke: the same */
    KC_VAR_HANDLE = 1 << 10,  /* poly.c */
    KC_LAZY_HANDLE = 1 << 11, /* poly.c */
    KC_MEMORY = 1 << 12,      /* native/: what it accesses through Unsafe is the program's memory */
    KC_PARK = 1 << 13,        /* native/: parks for its caller */
    KC_FOR_CALLER = 1 << 14,  /* works on its caller's arrays (kernel/arrays.h) */
    KC_CONCURRENT = 1 << 15,  /* derived.c: volatile fields are scheduling points */
    KC_GUARDS = 1 << 16, /* boundary.c: collections that it keeps to itself and touches only under a lock of its own */
    KC_SYNCHRONIZER = 1 << 17, /* sched/steps.c: one of the program's own looks at locks in any way */
    KC_POOL = 1 << 18, /* search/report/pools.c: its threads idle until it is shut down */
    KC_TIMER = 1 << 19, /* search/report/pools.c: the same, until it is cancelled */
    KC_FORK_JOIN = 1 << 20, /* search/por/spin.c and native/: ForkJoinPool itself */
    KC_WORKER = 1 << 21, /* invoke.c: a fork-join worker */
    KC_SUBLIST = 1 << 22, /* counts.c: modCount is what it remembers */
    KC_SUBMAP = 1 << 23, /* counts.c: a view */
    KC_OPEN_COUNT = 1 << 24, /* counts.c: its modCount may be used by the program */
    KC_JAVA = 1 << 25, /* sched/attribute.c: a class of java.* */
    KC_VERIFY = 1 << 26, /* choice/: Verify itself */
    KC_OURS = 1 << 27, /* search/report/trace.c: of our jar or a test framework, no code of the program's */
    KC_MIXED = 1 << 28, /* vm.c: calls b-threads in Python */
    KC_BTHREAD = 1 << 29, /* search/bp/reduce.c: declares the fields of the turns */
    KC_NAMED_EVENT = 1 << 30, /* search/bp/model.c: an event that is told by its name */
    KC_TIME_LIMIT = 1u << 31, /* native/: its timed waits end with what they wait for only */
    KC_CALL_OWNER = 1ull << 32, /* kernel/calls.h: has the state of a lock that is judged by who comes to it */
    KC_CALL_CELL = 1ull << 33, /* kernel/calls.h: belongs to one such object, if to any */
    KC_MAP = 1ull << 34, /* kernel/maps.h: is judged by who comes to its keys */
    KC_MAP_CELL = 1ull << 35, /* kernel/maps.h: belongs to one such map, if to any; so do arrays of it */
    KC_HOLDER = 1ull << 36, /* kernel/calls.h: has locks and atomic variables that only its own code comes to */
    KC_LOCKS_ITSELF = 1ull << 37, /* kernel/calls.c: a holder whose methods enter its own monitor */
    KC_BARGED = 1ull << 38, /* interp/boundary.c: whoever comes may be served before those that wait in the queue */
};

/* MethodInfo.known; methods.def and clock.def have the methods. */
enum KnownMethod {
    KM_SETS_OWNER = 1 << 0, /* search/report/locks.c: (thread) owns the receiver from now on */
    KM_IDLES = 1 << 1, /* search/report/pools.c, native/: waits for work of the receiver, a pool or timer */
    KM_QUIESCES = 1 << 2, /* native/: polls until a pool is idle */
    KM_READS_NOTHING = 1 << 3, /* invoke.c: a native with no footprint but what it says itself */
    KM_NEVER_ATOMIC = 1 << 4, /* sched/attribute.c: not atomic with JPF's attributor either */
    KM_TAKES_SIGN = 1 << 5, /* native/clock_uses.c: only the sign of awaitNanos' answer counts to it */
    KM_TIME_COMPARED = 1 << 6, /* state/times.c: the time in its frame will be compared only ... */
    KM_TIME_ONCE = 1 << 7, /* ... unless its task repeats at a fixed rate */
    KM_TIME_DELAYED = 1 << 8, /* ... if it is called by a ... */
    KM_TIME_DELAY = 1 << 9, /* ... method that takes a delay, not a rate */
    KM_DELAYS = 1 << 12, /* kernel/threads.c: the end of its timed wait is the time of a task, not a limit */
    KM_HOLDS_NUMBER = 1 << 10, /* state/tasks.c: its frame may hold a task's number */
    KM_OWN_NUMBER = 1 << 13, /* native/: the number of a thread that it reads tells threads apart, and no more */
    KM_TASKLESS = 1 << 14, /* state/rest.c: whoever is in it has no task in hand, and hands none in */
    KM_COUNTS_OUT = 1 << 16, /* lifecycle.c: tells others, who wait, that a thread has ended */
    KM_STANDS_FOR = 1 << 15, /* invoke.c: a native for code that cannot tell what it tells: never element by element */
    KM_JOINS = 1 << 17, /* state/walk.c: waits for the end of the receiver */
    KM_FOR_ANYBODY = 1 << 18, /* invoke.c: a native that does the same whoever calls it, and nothing beside the heap */
    KM_FACE = 1 << 19, /* kernel/calls.h: as a listed call, comes to the receiver's owner and what belongs to it */
    KM_ASKS_IDLY = 1 << 20, /* invoke.c: asks whether something is done, and waits if not: it goes on alike */
    KM_SEED_NUMBER = 1 << 21, /* native/: within a listed call it seeds random numbers with its thread's number */
    KM_NULL_TESTS = 1 << 22, /* liveness.c: follows a local that is tested for null */
    KM_MAP_READ = 1 << 23, /* kernel/maps.h: a call of a map that is about one key: looks at it, ... */
    KM_MAP_SET = 1 << 24, /* ... or sets it, or takes it out; ... */
    KM_MAP_COUNT = 1 << 25, /* ... counts what has come or gone */
    KM_MAP = 7 << 23,
    KM_CLOSES = 1 << 26, /* native/: waits until a pool has ended, however long that takes */
    KM_FILLS = 1 << 27, /* kernel/settings.h: gives a setting the value that it has as long as nobody sets it */
    KM_NO_STATICS = 1 << 28, /* clinit.c: static, and has no use for what the initializer of its class makes */
    KM_MAP_GROWS = 1 << 29, /* ... changes its table */
    KM_LOOKS = 1u << 31, /* kernel/calls.h: a FACE that only looks, but may tidy up what others have left */
    KM_CALLED_BACK = 1 << 30, /* invoke.c, kernel.h: no part of the listed call that calls it */
    KM_ONE_PLACE = 1 << 11, /* invoke.c: as a listed call, acts on one place whatever lies there */
};

/* FieldInfo.known; fields.def has the fields. */
enum KnownField {
    KF_DERIVED = 1 << 0, /* outside the state key */
    KF_FIREWALL = 1 << 1, /* does not share its target */
    KF_QUIET = 1 << 2, /* volatile, and no scheduling point */
    KF_RACY = 1 << 3, /* plain, and a scheduling point */
    KF_STAMP = 1 << 4, /* search/por/spin.c: a turn of a loop may leave another value */
    KF_CONTROL = 1 << 5, /* search/por/spin.c: a turn must leave it as it was */
    KF_SYNC = 1 << 6, /* kernel/fieldlocks.c: from a lock to what has its owner ... */
    KF_OWNER = 1 << 7, /* ... and the owner, a Thread */
    KF_CELLS = 1 << 9, /* search/por/persist.c: of its elements a listed call accesses its first argument's only */
    KF_FACE = 1 << 10, /* kernel/calls.c: from a lock that the program has to the object that has its state */
    KF_GUARD = 1 << 26, /* ... and from a holder to the object whose monitor its methods enter */
    KF_HELD = 1 << 27, /* ... and to an owner of its own */
    KF_FIRST = 1 << 11, /* kernel/fieldlocks.c: the thread that has a read lock, if it is the first one ... */
    KF_HOLDS = 1 << 12, /* ... the thread local that tells how often each of the others has it ... */
    KF_LOCAL = 1 << 13, /* ... and the way there: from a thread to its locals, an entry, its value, the count */
    KF_KEY = 1 << 14, /* the thread local of such an entry */
    KF_MAP_TABLE = 1 << 15, /* kernel/maps.c: of a map ... */
    KF_MAP_LIMIT = 1 << 16,
    KF_MAP_CELLS = 1 << 17,
    KF_MAP_COUNT = 1 << 25,
    KF_MAP_KEY = 1 << 18, /* ... of a node of it ... */
    KF_MAP_HASH = 1 << 19,
    KF_MAP_NEXT = 1 << 20,
    KF_MAP_VALUE = 1 << 21, /* ... of a key */
    KF_SETTING = 1 << 22, /* kernel/settings.h: set by one thread, read by others or by the VM */
    KF_SETTLED = 1 << 24, /* interp/boundary.c: volatile, and nobody changes it once it is not null */
    KF_SPENT = 1 << 23, /* plain, and null once somebody is done with its object: who finds it set is at a point */
    KF_QUEUE_END = 1 << 28, /* interp/boundary.c: the last of those that wait */
    KF_BOOKS = 1 << 8, /* state/footprint.c: books about threads; who writes there is visible by itself */
};

/* MethodInfo.clock: what becomes of the clock that a method reads. */
enum ClockUse {
    CLOCK_KEPT, /* anything may be done with it */
    CLOCK_FRAME, /* deadlines, in the method's frame and those it calls */
    CLOCK_START, /* the same, or start times: differences are exact */
    CLOCK_WAIT, /* CLOCK_FRAME for callers that look at the sign of the answer only, else CLOCK_START */
    CLOCK_OBJECT, /* in an object that lives as long as the frame */
    CLOCK_CALLER, /* the same, as long as the caller's */
    CLOCK_TASK, /* the time a task is due, in its own field and in frames (state/times.c) */
    CLOCK_SEED, /* of random numbers: a constant will do */
};

/* Groups of library calls without a scheduling point, as long as nobody looks: bit numbers of KernelState.looks.seen,
 * which has others beside them (kernel/looks.h). */
enum StepGroup {
    G_NONE,
    G_LOCK,
    G_SEMAPHORE,
    G_LATCH,
    G_FUTURE,
    G_POOL,
    G_TASK,
    G_MAP,
    G_STAGE,
    G_REUSE,
    G_FUTURE_TEXT,
    G_QUEUE, /* who has a lock or waits for it */
    G_FRONT, /* something is put at the front of a deque */
    G_BACK,
    G_CANCEL, /* a task is cancelled */
    G_CREW, /* the order of a pool's workers */
    G_LIMIT, /* somebody waits at a phaser or an exchanger with a time limit */
    G_LAST = G_LIMIT, /* of those that follow one another; a new one comes behind it */
    G_IDLE = 18, /* a fork-join worker can be told from its successor */
    G_TABLE = 38, /* somebody goes through a map, whose table may be there before its first element is */
    G_ORDER = 40, /* somebody goes through a concurrent map, now or later */
    G_GROWTH = 41, /* how its table grows beside others can be told (kernel/maps.h) */
    G_AFFAIRS = 50, /* the program changes what the library's own affairs go by: properties, providers (LIBOWN) */
    G_BUFFER = 49, /* a builder reads what is in another one, or in a buffer, without its lock */
    G_ENDS = 51, /* somebody goes from node to node of a queue without locks (state/rest.c) */
    G_PERMITS = 53, /* a semaphore may be asked for more permits than one at once */
    G_SUM = 55, /* somebody adds up what lies in the cells of an adder, beside others */
    G_INTERRUPT = 31, /* a thread was interrupted: LIB_INTERRUPT of kernel/looks.def, which no method tells */
    G_WORKERS = 30, /* somebody asks for a fork-join pool's workers */
};

/* MethodInfo.split: when is a call a step of its own, within a listed one? */
enum StepSplit {
    SPLIT_SEEN, /* once an observer of its group was met */
    SPLIT_ALWAYS,
    SPLIT_DIRECT, /* if the listed call itself makes it */
    SPLIT_OTHER, /* if it is called on another object than the calling method's own */
    SPLIT_HOOKS, /* if it is called on an object of a class of the program's, which may have hooks */
    SPLIT_IDLY, /* if it waits for nothing: the thread is interrupted, or the limit of time is none */
};

/* A row of steps.def or spins.def: what sched/steps.c makes of the methods that it names. */
typedef struct StepRow {
    const char *cls, *methods;
    u32 attrs; /* MethodAttr: MA_LIB_* */
    u8 group; /* enum StepGroup */
    u8 split; /* enum StepSplit */
    u8 until; /* enum StepGroup: the call is no step once an observer of it was met */
    u8 holds; /* enum StepGroup: until an observer of it was met, its caller goes on as a listed call */
    u8 but_from, but_to; /* releases that it does not hold on; 0: it holds on all */
    bool inner; /* private methods too */
    bool plain; /* no call that is a step: what holds in the method's code, static methods included */
    bool point; /* the call is a scheduling point, but not listed */
    bool only_fine; /* holds with vm.por.library=fine alone; such a call is a point */
    bool fine; /* holds with vm.por.library=fine too */
} StepRow;
/* Calls fn with each method of ci that a row means, in the order of the rows. */
void jdk_steps(struct ClassInfo *ci, void (*fn)(void *arg, struct MethodInfo *mi, const StepRow *row), void *arg);

/* What link.c asks for: the class's own bits once its superclass is known, then those of its fields and methods. */
void jdk_of_class(struct ClassInfo *ci);
void jdk_of_fields(struct ClassInfo *ci);
void jdk_of_methods(struct ClassInfo *ci);

/* Classes of needed.def. *out NULL: this JDK has none. */
enum Needed {
#define NEEDED(id, name, why) NEED_##id,
#include "classes/jdk/needed.def"
    NEED_N
};
Status ci_needed(struct Classes *cs, enum Needed id, struct ClassInfo **out);

#endif
