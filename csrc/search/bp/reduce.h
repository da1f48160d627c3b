/* bpreduce.h -- bp.por on the VM: which events have to be tried in a state of a b-program. Layer 11. */
#ifndef JPF_BPREDUCE_H
#define JPF_BPREDUCE_H
#include "search/run.h"

typedef struct BpAt { /* a state of the path that chooses an event */
    u64 hot;
    bool bad;
    u32 taken; /* 1 + index of what is taken here; 0: everything */
    u32 n, n_events;
    u32 locals[]; /* of each b-thread; after these the event of each choice, in the order of the generator */
} BpAt;

Status bpr_new(Search *s);
void bpr_free(Search *s);
void bpr_reset(Search *s); /* the search begins again; what was learned stays */

/* A transition begins; the turn goes on to another thread; it has ended, and is not closed yet. */
Status bpr_begin(Search *s, const Level *l);
Status bpr_turn(Search *s, const ThreadInfo *to);
Status bpr_end(Search *s, const Level *l);
/* It was closed. `first`: the b-program comes to its first state, before which nothing was chosen. */
Status bpr_arrive(Search *s, Level *l, const After *a, bool first);
/* The path was executed again up to the b-program's first state. */
Status bpr_moved(Search *s);
/* The choices of a level that was made for the state at hand: leave out what need not be tried. */
Status bpr_arrange(Search *s, Level *l);
/* Nothing is left out any more there. */
void bpr_expanded(Search *s, Level *l);
void bpr_level_free(Search *s, Level *l);
/* The search has ended: does all that was left out still follow from all that was seen? If not, it begins again. */
Status bpr_holds(Search *s);
/* States where events are left out; why none are, or NULL. */
u64 bpr_states(const Search *s);
const char *bpr_why_not(const Search *s);

#endif
