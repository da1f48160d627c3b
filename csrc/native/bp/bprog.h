/* bprog.h -- b-programs on the VM: what bprog.c knows of classes and events, for its neighbours. Layer 7. */
#ifndef JPF_NATIVE_BPROG_H
#define JPF_NATIVE_BPROG_H
#include "native/world.h"
#include "bp/bp.h"

enum SetKind { SK_NEW = 0, SK_EVENT, SK_REQUESTS, SK_UNION, SK_CLASS, SK_ALL, SK_NONE, SK_OTHER };

enum {
    F_BTHREADS,
    F_COUNT,
    F_EPSILON,
    F_COORDINATOR,
    F_LAST,
    F_ALARMS,
    F_QUIET, /* BProgram */
    F_REQUESTED,
    F_WATCHED,
    F_BLOCKED,
    F_INTERRUPTING,
    F_PRIORITY,
    F_MONITOR,
    F_STAGE,
    F_HOT,
    F_PRUNE,
    F_BAD,
    F_LABEL,
    F_NAME,
    F_THREAD,
    F_N
};

typedef struct BProgTables {
    bool ready;
    u32 off[F_N];
    u32 off_list, off_size, off_items, off_name;
    VEC(u8) kinds;  /* enum SetKind by class id */
    Map numbers;    /* hash of a name -> number in names */
    VEC(char *) names;
    VEC(u32) fair;  /* the fairness requirements that each event is in, as bits */
    u32 n_fair[3];  /* unconditional, strong, weak */
    u64 *blocked, *seen;
    u32 cap;        /* events the scratch has room for */
    VEC(Ref) events; /* events of the selection, by number */
    VEC(u32) req, picked;
    VEC(Ref) blockers; /* blocked sets of the selection that hold more than events */
    struct Barred {
        Ref event;
        u32 round;
    } *barred; /* of the selection, which is number `round`: events in the other blocked sets */
    u32 cap_barred, n_barred, round;
    VEC(u64) hot;    /* hot b-threads of the state at hand, by place */
    u32 n_bthreads;
    Ref program;     /* the program of the selection at hand */
    H128 labels;     /* bp.labels: of the state at hand */
} BProgTables;

BProgTables *bprog_tables(ThreadInfo *ti, Ref program);
u32 bprog_field(ClassInfo *ci, const char *name); /* offset of the field; 0: there is none */

/* --- event sets (bsets.c) --- */
enum SetKind bprog_kind_slow(KernelState *ks, BProgTables *t, u32 class_id);
static inline enum SetKind bprog_kind(KernelState *ks, BProgTables *t, Ref r) {
    u32 id = ei(ks->heap, r)->ci;
    if (JPF_LIKELY(id < t->kinds.n && t->kinds.v[id] != SK_NEW)) return (enum SetKind)t->kinds.v[id];
    return bprog_kind_slow(ks, t, id);
}
/* What is requested there, to t->req: numbers of events (t->events), first-level members begin with BP_GROUP.
 * 1, 0: nothing, -1: Java must be asked, -2: host failure. */
int bprog_requests(KernelState *ks, BProgTables *t, Ref requested);
/* Begin a selection: what do the parked ones of these n b-threads block? */
Status bprog_blockers(KernelState *ks, BProgTables *t, Ref bthreads, u32 n);
/* Is e blocked in it? 1, 0, -1: Java must be asked. */
int bprog_blocked(KernelState *ks, BProgTables *t, Ref e);
/* 1 in, 0 out, -1: Java must be asked. e is an event whose equality is identity. */
int bprog_contains(KernelState *ks, BProgTables *t, Ref set, Ref e, int depth);
/* The elements of an event set of ours; false: it has none of its own (SK_ALL ... SK_OTHER). */
bool bprog_elements(Heap *h, const BProgTables *t, enum SetKind kind, Ref set, Ref *array, u32 *n);
/* A class by its simple name. */
void bprog_class_text(const ClassInfo *ci, char *buf, size_t size);
const BProgTables *bprog_of(const KernelState *ks);
/* Checkpoints: the numbers of event names, before anything is executed. */
Status bprog_pack(KernelState *ks, Pack *p);

/* An event's name by its number in choices of kind CK_EVENT. */
const char *bp_event_name(KernelState *ks, u32 id);
/* The b-threads that are hot where the last selection was, by place; NULL: there was none. */
const u64 *bp_hot_bits(KernelState *ks, u32 *n);
/* bp.labels: the labels of that state as a key (where b-threads stand that have none); false: they are not asked
 * for. */
bool bp_label_key(KernelState *ks, H128 *key);
typedef struct BpFairness {
    u32 n[3]; /* requirements: unconditional, strong, weak */
    u32 events; /* numbers of events */
    const u32 *bits; /* of each: the requirements it is in */
} BpFairness;
void bp_fairness(KernelState *ks, BpFairness *f);
#define BP_NO_EVENT UINT32_MAX
/* bplanes.c: what the b-threads say where they stand, as a JSON list. *thread: the first one that requests the
 * event. BP_NO_EVENT: none is selected there. */
Status bp_lanes_json(KernelState *ks, u32 event, Text *out, u32 *thread);
/* Why no event can be selected; false: there is no b-program. */
bool bp_deadlock_text(KernelState *ks, Text *t);
/* id + 1 of the thread of the b-thread; 0: it has none. */
u32 bp_bthread_thread(KernelState *ks, u32 index);
void bp_bthread_name(KernelState *ks, u32 index, char *buf, size_t size);

#endif
