/* bprog.h -- b-programs on the VM: what bprog.c knows of classes and events, for its neighbours. Layer 7. */
#ifndef JPF_NATIVE_BPROG_H
#define JPF_NATIVE_BPROG_H
#include "native/nat_b.h"
#include "bp/bp.h"

enum SetKind { SK_NEW = 0, SK_EVENT, SK_REQUESTS, SK_UNION, SK_CLASS, SK_ALL, SK_NONE, SK_OTHER };

enum {
    F_BTHREADS,
    F_COUNT,
    F_EPSILON,
    F_COORDINATOR,
    F_LAST,
    F_ALARMS, /* BProgram */
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
    u32 off_list, off_size, off_items, off_count, off_name;
    VEC(u8) kinds;  /* enum SetKind by class id */
    Map numbers;    /* hash of a name -> number in names */
    VEC(char *) names;
    VEC(u32) fair;  /* of each: the fairness requirements it is in, as bits */
    u32 n_fair[3];  /* unconditional, strong, weak */
    u64 *blocked, *seen;
    u32 cap;        /* events the scratch has room for */
    VEC(Ref) events; /* of the selection: by number */
    VEC(u32) req, picked;
    VEC(Ref) blockers; /* of the selection: blocked sets that are not empty */
    VEC(u64) hot;    /* of the state at hand: hot b-threads by place */
    u32 n_bthreads;
    Ref program;     /* of the selection at hand */
    H128 labels;     /* bp.labels: of the state at hand */
} BProgTables;

BProgTables *bprog_tables(ThreadInfo *ti, Ref program);
enum SetKind bprog_kind(KernelState *ks, BProgTables *t, Ref r);
/* 1 in, 0 out, -1: Java must be asked. e is an event whose equality is identity. */
int bprog_contains(KernelState *ks, BProgTables *t, Ref set, Ref e, int depth);
/* The elements of an event set of ours; false: it has none of its own (SK_ALL ... SK_OTHER). */
bool bprog_elements(Heap *h, const BProgTables *t, enum SetKind kind, Ref set, Ref *array, u32 *n);
/* A class by its simple name. */
void bprog_class_text(const ClassInfo *ci, char *buf, size_t size);
const BProgTables *bprog_of(const KernelState *ks);

#endif
