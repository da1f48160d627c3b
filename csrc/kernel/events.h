/* events.h -- notifications: who listens, to what, and what listeners ask for. Layer 5.
 *
 * JPF counterparts: VMListener, SearchListener. KernelState.events is the mask of what somebody
 * listens to now: 0 while nobody does, while booting and while a path is only executed again. Where
 * an event happens its bit is tested first, and nothing else is done for the others. Events of
 * single instructions cost nothing at all unless their opcode is listened to: the interpreter then
 * runs through a dispatch table whose entries for these opcodes stop by here.
 *
 * A listener never changes state from outside: what it asks for (skip, end, break, ignore) is noted
 * in the hub and done by the interpreter or the search at a point where it can be undone. */
#ifndef JPF_EVENTS_H
#define JPF_EVENTS_H
#include "classes/opcodes.h"
#include "kernel/kernel.h"

/* clang-format off */
#define JPF_EVENTS(X) \
    X(search_started) X(state_advanced) X(state_processed) X(state_backtracked) X(state_restored) \
    X(state_purged) X(state_stored) X(property_violated) X(search_constraint_hit) X(search_probed) \
    X(search_finished) X(search_restarted) X(property_check) X(vm_initialized) X(execute_instruction) \
    X(instruction_executed) X(thread_started) X(thread_waiting) X(thread_notified) X(thread_interrupted) \
    X(thread_terminated) X(thread_scheduled) X(thread_blocked) X(load_class) X(class_loaded) \
    X(object_created) X(object_released) X(object_locked) X(object_unlocked) X(object_wait) \
    X(object_notify) X(object_notify_all) X(object_exposed) X(object_shared) X(gc_begin) X(gc_end) \
    X(exception_thrown) X(exception_bailout) X(exception_handled) X(choice_generator_registered) \
    X(choice_generator_set) X(choice_generator_advanced) X(choice_generator_processed) X(method_entered) \
    X(method_exited) X(memory_action)
/* clang-format on */

enum EvKind {
#define X(n) EV_##n,
    JPF_EVENTS(X)
#undef X
        EV_COUNT
};
_Static_assert(EV_COUNT <= 63, "one bit an event; the highest says that a path is only executed again");
enum { EV_PUBLIC = EV_memory_action }; /* the rest is for native listeners */
#define EV_BIT(k) (1ull << EV_##k)
#define EV_INSN_BITS                                                                                                   \
    (EV_BIT(execute_instruction) | EV_BIT(instruction_executed) | EV_BIT(method_entered) | EV_BIT(method_exited))
#define EV_EXECUTED_BITS (EV_BIT(execute_instruction) | EV_BIT(instruction_executed))
#define EV_HEAP_BITS                                                                                                   \
    (EV_BIT(object_created) | EV_BIT(object_released) | EV_BIT(object_exposed) | EV_BIT(object_shared) |               \
     EV_BIT(gc_begin) | EV_BIT(gc_end))

/* What a native did to memory, besides what bytecodes and monitors say: for who orders accesses
 * (JLS 17.4.4). `index` is the byte offset in obj, or one of these. */
enum MemHow { MEM_ACQUIRE = 1, MEM_RELEASE = 2, MEM_READ = 4, MEM_WRITE = 8 };
enum MemPlace {
    MEM_END = 0xFFFFFF00, /* end of the thread obj */
    MEM_PERMIT,           /* LockSupport's permit of the thread obj */
    MEM_INIT,             /* initialization of the class whose mirror is obj */
    MEM_FENCE             /* obj 0 */
};

typedef struct EventData { /* what is known; the rest is 0 */
    ThreadInfo *ti;
    MethodInfo *mi; /* method events; instructions: the method pc stands in */
    const Insn *pc;
    ClassInfo *ci;
    Ref obj;
    const char *text; /* constraint */
    const void *cg;   /* choice generator events: ChoiceGenerator of choice/ */
    u32 index, n;     /* memory actions; n > 1: so many elements from there */
    u8 how;           /* MEM_* */
} EventData;

typedef struct EventSink {
    u64 mask;
    void *user;
    Status (*fn)(void *user, u32 kind, const EventData *d);
    void (*done)(void *user); /* frees user; may be NULL */
    bool always;  /* is told too where a path is only executed again: what it keeps follows the state */
    bool settled; /* wants a search that does not begin again (search/settle.c) */
    bool halves;  /* is told of first halves too (ev_half) */
    bool all_ops; /* instruction events: of every opcode, not of `ops` only */
    u8 ops[256];
} EventSink;

enum InsnCtl { CTL_NONE = 0, CTL_RELOAD, CTL_END, CTL_BREAK, CTL_CHOICE };

typedef struct CodePlace {
    u32 thread;
    MethodInfo *mi; /* the method of the program's own code; NULL: not known */
    u32 insn;
    u64 stack; /* ti_stack_hash there, if the transition went on from it; 0: the thread stands there */
} CodePlace;

typedef struct Violation { /* noted by a listener */
    char *text; /* cx_alloc'd: "property\0kind\0message" */
    u32 bytes, n_at;
    bool history; /* who noted it may not do so again when the search begins again: its own history counts */
    CodePlace at[2]; /* what it tells of: the last one is where it is */
    char thread[64]; /* name of the thread, in a violation with a history */
} Violation;

typedef struct EventHub {
    KernelState *ks;
    EventSink *sinks[8]; /* owned */
    u32 n_sinks;
    u64 want, always;  /* unions of the masks, of all sinks and of those that are always told */
    u32 paused;
    bool changed;      /* a listener has changed values, attributes, or what comes next */
    bool meddled;      /* a listener has changed the program: it is asked again where a path is only
                          executed again (replaying), or that path would lead elsewhere */
    bool replaying, begun;
    bool settling;     /* the search learns, nobody is told */
    bool nothing_yet;  /* it does, and has come to nothing yet that anybody would have been told of */
    bool in_event;     /* listeners are not told of what listeners do */
    bool stopped;      /* a listener failed: the search ends in order */
    u64 serial;        /* number of the event: what was looked at in one event is stale in the next */
    u8 ops[256];       /* JVM opcodes whose instructions are listened to */
    u8 op_list[256];   /* these opcodes as a list */
    u32 n_ops;
    bool all_ops;
    bool turned;       /* somebody began to listen to instructions in the middle of a run */
    bool fresh;        /* tables below are up to date */
    const void *table[OP_COUNT], *after[OP_COUNT], *listen; /* listen: what stands there for what is listened to */
    ThreadInfo *after_ti; /* instruction whose end is to be told */
    MethodInfo *after_mi;
    const Insn *after_pc;
    MethodInfo *told_mi;  /* the instruction told of last in this transition; NULL: none */
    const Insn *told_pc;
    Ref after_obj;        /* receiver of a GETFIELD or PUTFIELD, before it was executed */
    u64 pos;              /* bytecodes of the thread executed before the instruction told of last */
    /* An instruction that did not get past its first half, at a scheduling point or data choice: after_* stand.
     * The driver tells of it (instruction_executed, the next instruction being the same), or goes on at once
     * (redo), which listeners do not see. */
    bool half, redo, in_half;
    bool cg_set;          /* a listener has registered a generator: the transition ends with the instruction */
    /* method events: the methods on the running thread's stack by depth, as last told */
    ThreadInfo *m_ti;
    VEC(MethodInfo *) m_stack;
    const Insn *native_pc; /* the call of a native that has been entered in this transition and is not done */
    u32 native_depth;
    /* asked for by a listener, until it is done */
    u8 ctl;            /* enum InsnCtl, of the instruction that is told of */
    u8 leave;          /* enum InsnCtl, before the next instruction: asked for in the middle of one (hub_leave) */
    volatile int *probe; /* set from any thread: search_probed is wanted; NULL: nobody can ask */
    bool ignore_state, end_search;
    const Insn *start_pc; /* where the transition began, and how many instructions were told of since */
    u64 insns;
    VEC(Violation) violations; /* violations of the running transition and of the state that it leads to */
} EventHub;

/* Is a path only executed again? A search that settles is paused too, and goes where no path has led. */
static inline bool hub_again(const EventHub *h) { return h->paused > (h->settling ? 1u : 0u); }

Status hub_init(KernelState *ks);
void hub_free(KernelState *ks);
/* Takes over *sink (a copy); its index, or -1: too many, or no memory. */
int hub_add(KernelState *ks, const EventSink *sink);
/* Events and, for those of instructions, opcodes (NULL: all) of a sink. */
void hub_mask(KernelState *ks, int sink, u64 mask, const u8 *ops);
void hub_pause(KernelState *ks);
void hub_resume(KernelState *ks);
/* While the search settles: `on` false: from here on there may be something to tell. */
void hub_nothing_yet(KernelState *ks, bool on);
/* The transition ends (CTL_END) or is broken (CTL_BREAK) before the next instruction, whatever it is. */
void hub_leave(KernelState *ks, u8 how);
/* A transition of ti begins. */
void hub_transition(KernelState *ks, ThreadInfo *ti);
/* Property, kind ("property", "race" ...) and message of an error to be reported once the running
 * transition has ended, and the places it tells of (at most 2). */
Status hub_violation(KernelState *ks, const char *property, const char *kind, const char *message, const CodePlace *at,
                     u32 n);
void violation_free(KernelState *ks, Violation *v);

enum { EVENT_WORK = 2048 }; /* in units of cx_work: a call of Python */
void ev_fire(KernelState *ks, u32 kind, const EventData *d);
/* The driver tells of a first half; what listeners may ask for is in hub->ctl. */
void ev_half(KernelState *ks);
#define EV_ON(ks, k) JPF_UNLIKELY((ks)->events &EV_BIT(k))
#define MEM(t, o, i, h) EV((t)->ks, memory_action, .ti = (t), .obj = (o), .index = (i), .how = (h))
/* Bits that listeners who change the program are told of again. */
#define EV_REPLAYED (EV_BIT(state_advanced) | (~(u64)0 << EV_execute_instruction & ~EV_BIT(choice_generator_processed)))
/* EV(ks, thread_started, .ti = t): the arguments are evaluated only if somebody listens. */
#define EV(ks, k, ...)                                                                                                 \
    do {                                                                                                               \
        if (EV_ON(ks, k)) ev_fire(ks, EV_##k, &(EventData){__VA_ARGS__});                                              \
    } while (0)

/* interp/ only: before an instruction of the listened table, after it, and where a run ends. */
void ev_insn(ThreadInfo *ti, const Insn *pc);
void ev_insn_done(ThreadInfo *ti);
void ev_insn_left(ThreadInfo *ti, bool ended); /* the run ends; ended: whatever was told of is done */
void ev_methods(ThreadInfo *ti);
void ev_leaves(ThreadInfo *ti); /* an exception is about to leave the top frame */
/* A native method is called (again, after it could not go on), or is done. */
void ev_native(ThreadInfo *ti, MethodInfo *mi, bool done);
bool ev_listened(const EventHub *hub, u32 op); /* an internal opcode may stand for a listened one */
u8 insn_opcode(const MethodInfo *mi, const Insn *pc); /* the opcode that the class file has */

#endif
