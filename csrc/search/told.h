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
    u32 errors; /* while they are told of one after the other: those told of, the running one included; 0: all */
    u32 next_id;
    DISK_VEC(u32) ids; /* by place in the state set */
} Told;

void told_reset(Search *s);
void told_free(Search *s);
/* An event of the search, or of one generator. Nothing is told while the search is silent, that is, while it only goes
 * back to a state that it knows. */
void search_event(Search *s, u32 kind);
void search_event_cg(Search *s, u32 kind, const ChoiceGenerator *cg);
/* The current choices of the level are about to be made. Its generators are counted the first time. */
void search_event_choice(Search *s, Level *l);
/* The state of the last level is left for good: no choice of it remains. Due once for each state, before the path gets
 * shorter. */
void search_event_processed(Search *s);
/* The search stands at the last level again, or has stored its state: state_backtracked, _restored, _stored. */
void search_event_back(Search *s, u32 kind);
/* Counted and told: the search has come back to the last level. */
void search_backtracked(Search *s);
/* The id of the state that was reached; set_id is its place in the state set, if it is stored. */
u32 search_state_id(Search *s, bool stored, bool fresh, u32 set_id);
/* A state was reached. Properties are checked, listeners are told, and what they have asked for is done. Where they
 * have changed values, the transition is closed once more and *raw is the new key. */
Status search_event_advanced(Search *s, H128 *raw);
/* The same two moments on a path that is only executed again, for those listeners that had changed the program there:
 * they have to do so again. */
void search_choice_again(Search *s, Level *l);
Status search_event_again(Search *s, u32 id, u32 depth, H128 *raw);
/* Reports what listeners have found wrong, and tells of all errors from number `before` on. */
Status search_event_errors(Search *s, u32 before);
/* The search begins again. It comes to these errors once more, but for those that a listener found by what it had
 * counted on the way: these are kept, and reported when the search ends without having come to them. */
Status search_keep_violations(Search *s);
/* Ends the search if a listener has raised or has asked for the end. */
Status search_event_end(Search *s);
/* The search is over. What listeners find wrong now is an error without a path. */
Status search_event_finished(Search *s);
/* Classes linked before listeners could be told, from this id on. */
void search_tell_classes(KernelState *ks, u32 from);

#endif
