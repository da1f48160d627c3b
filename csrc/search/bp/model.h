/* model.h -- a b-program on the VM as bp/ sees one: its events, sets and b-threads' local states as numbers. Layer 11.
 *
 * A local state is what a b-thread says where it stands, and its frames. References in frames have the name of their
 * object in the b-program's first state; objects made since only that of their class, and then the local state stands
 * for several (BP_COARSE). Data on the heap are no part of it: search/bp/reduce.c finds out which b-threads have some
 * in common. Names and numbers are the same on every path, and after the search has begun again. */
#ifndef JPF_BPMODEL_H
#define JPF_BPMODEL_H
#include "bp/bp.h"
#include "native/bp/bprog.h"
#include "state/state.h"

typedef struct BpEventRec {
    u64 name;
    const ClassInfo *ci;
} BpEventRec;

typedef struct BpSetRec {
    bool all;
    VEC(u64) events; /* names, ascending */
    VEC(const ClassInfo *) classes;
} BpSetRec;

typedef struct BpModel {
    KernelState *ks;
    BProg prog;
    BpRun run;
    const char *unfit; /* why it can not be seen so; NULL: it can */
    Map first; /* objects of the first state -> their names */
    u32 first_epoch;
    VEC(u64) bthreads; /* names */
    VEC(BpEventRec) events;
    VEC(BpSetRec) sets; /* by number; 0 is empty */
    Map event_of, set_of, local_of; /* by name or hash */
    /* the state looked at */
    VEC(u32) locals, threads; /* of each b-thread: local state; its thread's id + 1 */
    u64 hot; /* hash of who is hot; 0: nobody */
    bool bad;
    /* scratch */
    VEC(u64) words;
    struct BpFresh {
        u64 name;
        Ref event;
    } *fresh; /* events made since the first state that were met here: names must tell them apart */
    u32 n_fresh, cap_fresh;
    BpSetRec set;
    bool coarse;
} BpModel;

void bpmodel_init(BpModel *m, KernelState *ks);
void bpmodel_free(BpModel *m);
/* The b-program stands in its first state: objects get their names. The first time the b-threads get their numbers. */
Status bpmodel_begin(BpModel *m, StateEngine *se);
/* What the b-threads say in the state at hand: m->locals ... */
Status bpmodel_look(BpModel *m);
/* Name of an object that was there in the first state; 0: it was not. */
u64 bpmodel_name(const BpModel *m, Ref r);
/* Number of an event that some b-thread has requested; BP_NONE: none, or unfit. */
u32 bpmodel_event(BpModel *m, Ref e);

#endif
