/* told.h -- what listeners are told of the search (events.c). Layer 11.
 *
 * The search calls these functions at the moments that JPF's SearchListener and VMListener name. */
#ifndef JPF_TOLD_H
#define JPF_TOLD_H
#include "search/level.h"

typedef struct StateNow { /* the state listeners are told of */
    u32 id, depth;
    bool fresh, end, error, ignored;
    const ChoiceGenerator *next;    /* registered, not set yet */
    const ChoiceGenerator *next_up; /* cascaded above it */
    u32 n_next_up;
} StateNow;

/* Ids are given in order of discovery. They are kept for states of the state set while somebody listens, and by
 * searches that go by them; otherwise a visited state's id is its place in the set. */
typedef struct Told {
    StateNow now;
    StateNow arrived; /* the state that the last transition led to, as it was told of */
    bool at_rest; /* between transitions: the last level's generator has still to choose */
    u32 next_id;
    VEC(u32) ids; /* by place in the state set */
} Told;

void told_reset(Search *s);
void told_free(Search *s);
void search_event(Search *s, u32 kind);
void search_event_cg(Search *s, u32 kind, const ChoiceGenerator *cg);
void search_event_choice(Search *s, Level *l);
void search_event_processed(Search *s);
void search_event_back(Search *s, u32 kind);
/* Counted and told: the search has come back to the last level. */
void search_backtracked(Search *s);
u32 search_state_id(Search *s, bool stored, bool fresh, u32 set_id);
Status search_event_advanced(Search *s, H128 *raw);
void search_choice_again(Search *s, Level *l);
Status search_event_again(Search *s, u32 id, u32 depth, H128 *raw);
Status search_event_errors(Search *s, u32 before);
Status search_keep_violations(Search *s);
Status search_event_end(Search *s);
Status search_event_finished(Search *s);
/* Classes linked before listeners could be told, from this id on. */
void search_tell_classes(KernelState *ks, u32 from);

#endif
