/* sched.h -- which threads may run, and whether a boundary becomes a choice of threads. Layer 8.
 *
 * JPF: Scheduler, SyncPolicy (AllRunnablesSyncPolicy) and SharednessPolicy. The interpreter stops
 * before each action that *may* matter; search/ then calls sched_boundary, which says whether the action matters in
 * this state. The reductions (persistent sets, sleep sets) are search/'s. */
#ifndef JPF_SCHED_H
#define JPF_SCHED_H
#include "base/text.h"
#include "native/native.h"

typedef enum SchedVerdict {
    SCHED_GO_ON,  /* no other thread can run: the same thread goes on, no state */
    SCHED_CHOICE, /* at least one thread may run: a ThreadChoiceFromSet over `runnable` */
    SCHED_DEADLOCK, /* live non-daemon threads, none can ever run */
    SCHED_END,    /* nothing but daemons is left */
} SchedVerdict;

typedef struct Sched {
    KernelState *ks;
    VEC(u32) runnable; /* thread ids that may take their pending action, ascending */
    bool priority;     /* PriorityRunnablesSyncPolicy: only the most urgent threads that can run */
    bool withheld;     /* vm.timeouts=idle: a limit did not expire where others could run */
    bool left_out;     /* a policy has left threads out */
    bool attributed;     /* the host's attributor has left scheduling points out */
    bool jpf_attributor; /* JPF's default: the methods of java.* are atomic */
    const FieldRule *never_methods; /* vm.shared.never_break_methods */
    u32 n_never_methods;
    const FieldRule *atomic_methods; /* vm.por.atomic_methods: listed calls that are one step; none: all */
    u32 n_atomic_methods;
    Text never, filtered; /* what @NeverBreak and @FilterField have taken out, between commas */
    bool break_single; /* cg.break_single_choice: a state even if only one thread can run */
    /* statistics by enum Action: boundaries met, and generators of threads that were set there */
    u64 met[32], choices[32];
} Sched;

void sched_init(Sched *s, KernelState *ks);
void sched_free(Sched *s);
/* `ti` (NULL: its thread has ended) stands at a boundary described by ti->pend. */
Status sched_boundary(Sched *s, ThreadInfo *ti, SchedVerdict *out);
/* Turn scheduling points on or off for the next step: they are pointless with one live thread. */
void sched_update(Sched *s);
/* Attributes by annotation, name and attributor, then the methods of docs/design.md, 7 (a): classes/jdk/steps.def. */
Status sched_attribute(Sched *s, ClassInfo *ci);
/* sched/attribute.c: vm.attributor.class and vm.shared.never_break_methods. */
Status attribute(Sched *s, ClassInfo *ci);
void attribute_method(MethodInfo *mi, bool atomic, enum Relevance r);
void attribute_field(FieldInfo *fi, enum Relevance r, bool firewall);
const char *action_name(u8 action); /* JPF's CG ids: "LOCK", "SHARED_OBJECT" ... */

#endif
