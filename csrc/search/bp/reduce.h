/* reduce.h -- bp.por on the VM: which events have to be tried in a state of a b-program. Layer 11. */
#ifndef JPF_BPREDUCE_H
#define JPF_BPREDUCE_H
#include "search/reduction.h"

typedef struct BpAt { /* a state of the path that chooses an event */
    u64 hot;
    bool bad;
    u32 taken; /* 1 + index of what is taken here; 0: everything */
    u32 n, n_events;
    u32 locals[]; /* of each b-thread; after these the event of each choice, in the order of the generator */
} BpAt;

/* The turn goes on to another thread within a transition. */
Status bpr_turn(Search *s, const ThreadInfo *to);
/* The path was executed again up to the b-program's first state. */
Status bpr_moved(Search *s);
/* States where events are left out; why none are, or NULL. */
u64 bpr_states(const Search *s);
const char *bpr_why_not(const Search *s);

#endif
