/* level.h -- Level: one state of the current path, with the choices that are made there. Layer 11.
 *
 * A state may have several generators, cascaded: they are an odometer, read as one index in mixed radix, in which the
 * generator registered last moves fastest. JPF: Path, cascaded ChoiceGenerators. */
#ifndef JPF_LEVEL_H
#define JPF_LEVEL_H
#include "choice/choice.h"
#include "search/por/fair.h"
#include "search/por/sleep.h"
#include "search/por/spin.h"
#include "state/state.h"

typedef struct Search Search;

/* Where one thread is left, nothing is a boundary any more. What it does then is broken off now and then, so that paths
 * that come into the same tail by different ways meet there: after TAIL_INSNS, then after twice as many each time. Two
 * paths that come to a loop some turns apart are then broken off at the same turn, sooner or later. */
typedef struct Tail {
    bool chosen; /* some state up to here, this one included, has more than one choice */
    u32 sign, look_at; /* prelude.h: of the frames where the only thread seemed to go round; 0: it does not */
    u32 looks; /* prelude.h: lengths since the thread was left alone */
    bool vain; /* prelude.h: the last transition from here was broken off because the search begins again */
    u8 breaks; /* transitions of the only thread since, and 1; 0: it is not in its tail here */
} Tail;
enum { TAIL_INSNS = 512 };

typedef struct Level {
    ChoiceGenerator cg; /* the one registered last */
    ChoiceGenerator *up; /* the generators cascaded above cg, in order of registration */
    u32 n_up;
    u32 thread; /* the thread that ran last from here */
    TrailMark mark;
    u32 state_id; /* unique id of the state, in order of discovery */
    u32 out_n; /* bytes of path output here */
    u32 answers_n; /* KernelState.verify.answers_at here */
    u32 set_id; /* the state's id in the state set */
    u32 node; /* in the tree of states that can be gone back to (tree.h) */
    u32 awake; /* choices that may be tried: all but those asleep; these come last */
    u32 begun; /* choices that were begun (left.h) */
    ThreadSet tried; /* the threads of the persistent set; REACH_ALL: no choice is left out */
    Passed passed; /* who was left out up to here, this state among them */
    Asleep asleep; /* threads that were tried before, from here or above; no step since depends on theirs */
    u64 place; /* hash of the choices that lead here */
    H128 key, raw; /* raw: without what the choice adds */
    Spot spot;
    struct BpAt *bp; /* bp/reduce.h */
    u64 enabled; /* threads that can move here, by id (livelock.c) */
    Tail tail;
    u64 found, first; /* left.h: new states when it was entered, and when its second choice was begun */
    u64 own_to; /* choices from this index on are another engine's (work.h); 0: none is */
    bool again; /* the state was known, and is left once more for those woken; who found it leaves it for good */
    bool told; /* listeners know that its generators are set */
    bool open; /* some choice led to a state that is left later than this one */
    bool keyless; /* key and raw are no keys (state_keyless) */
    bool borrowed; /* the state is another engine's: nothing but what was given is tried, and it is not left for good */
} Level;

Status level_has_more(Search *s, Level *l, bool *more);
u64 level_total(const Level *l); /* combinations known so far, those left out included; saturates */
u64 level_index(const Level *l); /* index of the current combination; UINT64_MAX before the first */
u64 level_rank(const Level *l); /* its index among all choices, whatever was left out or reordered */
/* The current combination in a replay string: how many numbers it takes, and the k-th of them. level_take makes the
 * combination of the numbers v current; *fits: there is such a choice. */
u32 level_numbers(const Level *l);
u64 level_number(const Level *l, u32 k);
Status level_take(Search *s, Level *l, const u64 *v, bool *fits);
/* Make the next level_advance take combination `index`. */
Status level_seek(Search *s, Level *l, u64 index);
Status level_advance(Search *s, Level *l);
/* The current choice as a number that no reduction changes, and back: a thread's choice is the thread's id. */
bool level_by_id(const Level *l);
u64 level_word(const Level *l);
Status level_seek_word(Search *s, Level *l, u64 word);
bool level_has_word(const Level *l, u64 word); /* as far as is known */
void level_free(Search *s, Level *l);
u32 level_kind_word(const Level *l); /* number and kinds of choices, for the check of replay strings */
ChoiceGenerator *level_digit(Level *l, u32 i); /* the generator that level_cg gives, to be changed */
const ChoiceGenerator *level_cg(const Level *l, u32 i); /* 0: the last registered, then its parents */

#endif
