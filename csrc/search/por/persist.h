/* persist.h -- persistent sets: which of the threads that can run need to be tried in a state. Layer 11. */
#ifndef JPF_PERSIST_H
#define JPF_PERSIST_H
#include "state/state.h"

typedef struct Search Search;
/* The sets rest on assumptions about the whole program (knew*: what the search took to be so when it began). An
 * assumption that fails does not end the search at once: `doomed` transitions are made first, so that one new beginning
 * serves for all that fail together. */
typedef struct Persistence {
    bool on;
    bool gave_up; /* neither persistent nor sleep sets from here on */
    u32 doomed;   /* transitions since an assumption failed; 0: all hold */
    bool cut;     /* then some transition was broken off where no other search breaks it off (prelude.h) */
    bool knew_clock;
    u16 knew; /* bits of SeenOfProgram */
    bool named;     /* objects have names (kernel/places.h) */
    bool on_common; /* the running transition is on the way that all paths have in common */
    bool no_places; /* what is known of places is not asked for any more */
    u32 common;     /* levels of the path on that way */
    u32 places_again, places_late; /* new beginnings because of places; after much work */
    VEC(u64) scratch;
    u64 reduced;  /* states reduced since the search began (again) */
    bool watched; /* some transition since then could matter to another thread: its steps were taken down */
    /* the running transition */
    bool watch;   /* writes of the running transition matter */
    bool reads;   /* its reads matter too */
    bool alone;   /* it went on past an action: its steps depend on everything */
    Footprint *fp; /* the footprint of the last transition; NULL: none was made */
} Persistence;

/* The transition goes on past a boundary because nobody else can run. */
void persist_alone(Search *s, const ThreadInfo *ti);

/* The transition from l was executed again, and is closed: its objects lie elsewhere. */
struct Level;
Status persist_repeated(Search *s, const struct Level *l);

/* Has the closed transition from l touched what is not the tried threads' alone (escape.c)? */
typedef struct Arrival Arrival;
Status persist_escaped(Search *s, const struct Level *l, const Arrival *to, bool *is);

/* What the names of places tell the state apart by, beside what it is. */
H128 persist_apart(const Search *s);

/* What partners follow from, as bits: SeenOfProgram. */
u16 persist_assumed(const Search *s);
u16 persist_assumes(const SeenOfProgram *w); /* the same but for vm.por=dynamic */
/* The search that begins, with vm.por=dynamic, takes uses of classes for acts if such have been met. */
void persist_knows_inits(Search *s);

/* Keys of the levels of the path, for the cycle proviso. */
Status stack_enter(Search *s, H128 key);
void stack_leave(Search *s, H128 key);
bool stack_has(const Search *s, H128 key);

#endif
