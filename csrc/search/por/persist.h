/* persist.h -- persistent sets of threads: which of those that can run need to be tried. Layer 11. */
#ifndef JPF_PERSIST_H
#define JPF_PERSIST_H
#include "search/por/sleep.h"
#include "state/state.h"

typedef struct Search Search;
struct Level;

/* The sets rest on assumptions about the whole program (knew_*: what the search took to be so when it began). An
 * assumption that fails does not end the search at once: `doomed` transitions are made first, so that one new beginning
 * serves for all that fail together. */
typedef struct Persistence {
    bool on;
    bool gave_up; /* neither persistent nor sleep sets from here on */
    u32 doomed;   /* transitions since an assumption failed; 0: all hold */
    bool knew_interrupt, knew_main, knew_states, knew_clock;
    u64 reduced;  /* states reduced since the search began (again) */
    /* the running transition */
    bool watch;   /* its writes matter */
    bool reads;   /* its reads too */
    Footprint *fp; /* of the last one; NULL: none was made */
} Persistence;

void persist_init(Search *s);
void persist_reset(Search *s);
void persist_free(Search *s);
/* Which of the runnable threads need to be tried; REACH_ALL: all. */
u64 persist_select(Search *s, const u32 *ids, u32 n);
/* Leave out what need not be tried at a state with this generator. */
Status persist_arrange(Search *s, ChoiceGenerator *cg, const Asleep *asleep, u64 *tried, u32 *awake);
/* The same where a state is visited once more for some threads. */
Status persist_wake(Search *s, ChoiceGenerator *cg, const Asleep *asleep, u64 woken, u32 *awake);
void persist_watch(Search *s, const struct Level *l);
/* Before and after the transition of `ran` from level l is closed. */
Status persist_before(Search *s, ThreadInfo *ran);
void persist_after(Search *s, struct Level *l, bool closed, bool path_ends);
/* The transition goes on past a boundary because nobody else can run. */
void persist_alone(Search *s);
/* The choices that were left out come back. */
void persist_expand(Search *s, struct Level *l);
/* level_has_more, after the cycle proviso. */
Status persist_more(Search *s, struct Level *l, bool *more);

/* Keys of the levels of the path, for the cycle proviso. */
Status stack_enter(Search *s, H128 key);
void stack_leave(Search *s, H128 key);
bool stack_has(const Search *s, H128 key);

#endif
