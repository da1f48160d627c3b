/* reduction.h -- Reduction: what need not be tried, and what comes of that. Layer 11.
 *
 * A reduction leaves out choices of a state because other orders of the same actions stand for them. Each is one file
 * with one constant of this type; reduction.c composes them. All hooks but `name` may be NULL. They are called
 *
 *     begin  { before  closing  after  [arrange]  expanded*  forget }*  holds  free
 *
 * begin, before, arrange and holds in the order of the list in reduction.c, the others the other way round. */
#ifndef JPF_REDUCTION_H
#define JPF_REDUCTION_H
#include "search/run.h"

/* What became of a transition once it was closed: the state it leads to, among those that are known. */
typedef struct Arrival {
    bool bp;         /* a step of a b-program */
    bool keyed;      /* there is a state at its end */
    bool onward;     /* the search goes on from this state */
    bool fresh;      /* the state was not known */
    bool turned;     /* the transition was a turn of a library's loop that adds nothing (por/spin.c) */
    bool renamed;    /* the state is a known one under other names of threads */
    bool first;      /* the first state of a b-program: nothing was chosen before */
    bool again;      /* the state was known, and is to be left once more, for these threads: */
    ThreadSet woken; /* REACH_ALL: for whatever there is */
    bool nearer;     /* the state was known, and is to be left once more, as if it were new (nearer.h) */
    u32 id, set_id;
    H128 key;        /* what stands for the state in this search */
    H128 raw, plain; /* the key of the state, without and with what its choice adds */
    Spot spot;
} Arrival;

typedef struct Reduction {
    const char *name; /* the key that switches it */
    /* A search begins, or begins again: what was learned of the program stays. *on: the reduction has a part in it;
     * else of its hooks only `begin` and `free` are called until the next one begins. */
    Status (*begin)(Search *s, bool *on);
    /* A transition from l begins. */
    Status (*before)(Search *s, const Level *l);
    /* The thread `ran` has come to its end; words can still be told from what they were in the state before. */
    Status (*closing)(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to);
    /* The transition was closed, and its state looked up. May say: leave the state once more (Arrival.again). */
    Status (*after)(Search *s, Level *l, const After *a, Arrival *to);
    /* The last level l is new (to NULL: it was made again): leave out choices. */
    Status (*arrange)(Search *s, Level *l, const Arrival *to);
    /* What was left out has come back, for whatever reason. */
    void (*expanded)(Search *s, Level *l);
    /* The path is executed again: its objects will lie elsewhere then, and now they do. */
    Status (*moving)(Search *s);
    Status (*moved)(Search *s);
    void (*forget)(Search *s, Level *l);
    /* Nothing is left to be tried: does what was left out still follow from all that was seen? If not, s->restart. */
    Status (*holds)(Search *s);
    void (*free)(Search *s);
} Reduction;

extern const Reduction reduction_sleep, reduction_persist, reduction_events, reduction_symmetry, reduction_dpor,
    reduction_dynamic;

Status reduction_begin(Search *s);
/* Those that have a part in the search, as bits; and such are taken to have one. */
u64 reduction_set(const Search *s);
void reduction_use(Search *s, u64 set);
Status reduction_before(Search *s, const Level *l);
Status reduction_closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to);
Status reduction_after(Search *s, Level *l, const After *a, Arrival *to);
Status reduction_arrange(Search *s, Level *l, const Arrival *to);
Status reduction_moving(Search *s);
Status reduction_moved(Search *s);
void reduction_forget(Search *s, Level *l);
Status reduction_holds(Search *s);
void reduction_free(Search *s);
/* level_has_more, with what comes back: the cycle proviso. Where every transition that was tried led to a state that is
 * left earlier, none of these may be the one that tries the rest. */
Status reduction_more(Search *s, Level *l, bool *more);
/* The choices that were left out at l come back. */
void reduction_expand(Search *s, Level *l);

#endif
