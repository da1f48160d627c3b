/* heuristic.h -- Heuristic: how promising a state is that waits to be left. Layer 11.
 *
 * A heuristic gives each state a value when it is stored; the state with the smallest is left first, of equal ones the
 * one that was reached first. JPF: HeuristicSearch, SimplePriorityHeuristic. */
#ifndef JPF_HEURISTIC_H
#define JPF_HEURISTIC_H
#include "search/kinds/queue.h"

typedef struct Search Search;

/* What is known of a state that was stored, when it was reached; all but the first two are about its path's end. Python
 * reads these words by place: the heuristics of jpfpy list them in this order. */
typedef struct Candidate {
    i64 state_id;
    i64 depth;
    i64 thread; /* id of the thread that ran last */
    i64 threads; /* alive: started and not ended */
    i64 runnable; /* of these, those that can go on */
    i64 locking; /* stand before a monitor that another one holds */
    i64 waiting; /* wait, park or join, without a way on */
    i64 locks; /* monitors that are held */
    i64 shared; /* transitions of the path that end before an access of something shared */
    i64 preemptions; /* transitions of the path that took the turn from a thread that could go on */
    i64 coverage; /* transitions of the path that ended at a place where none of the search had ended */
    i64 choices; /* that are to be made in the state */
    i64 value; /* Verify.setHeuristicSearchValue */
    i64 interesting; /* Verify.interesting; boring: Verify.boring. Nothing is asked of the heuristic then */
    i64 boring;
} Candidate;
enum { CANDIDATE_WORDS = sizeof(Candidate) / sizeof(i64) };

/* What each thread is about to do, by id: AC_NONE of those that have ended. */
typedef struct Doing {
    u32 from, n; /* place and number in Best.doing */
} Doing;

/* What a node's path adds up to, kept by node of the tree. */
typedef struct PathSums {
    u32 shared, preemptions, coverage;
    u32 thread; /* the last one that was chosen at a scheduling point; UINT32_MAX: none was */
} PathSums;

/* What the host is asked for at once (Host.evaluate): out[i] becomes the value of states[i]; what its threads are about
 * to do is doing[doings[i].from ..]. */
typedef struct CandidateBatch {
    const Candidate *states;
    const Doing *doings;
    const u8 *doing;
    u32 n;
    double *out;
} CandidateBatch;

/* The state of a best-first search. */
typedef struct Best {
    Queue queue;
    Queue coming; /* beam search: the next level */
    u32 node, depth; /* of the state being left; node 0: none was yet */
    u32 level_left; /* beam search: states of this level that are still to be left */
    VEC(u32) waiting; /* by state id: how often it stands in a queue, or waits for its value */
    VEC(PathSums) sums;
    Map places; /* where transitions have ended */
    u64 random; /* RandomHeuristic */
    VEC(u32) history; /* GlobalSwitchThread: threads that ran last; UINT32_MAX: none */
    /* candidates that wait for the host's values */
    VEC(Candidate) asked;
    VEC(Doing) doings;
    VEC(u8) doing;
    VEC(u32) asked_nodes;
    VEC(double) values;
    u32 left_since; /* states left since the host was asked */
} Best;

typedef struct Heuristic {
    const char *name; /* value of search.class, without package */
    /* Of the state that is the last level; NULL: the host is asked. */
    double (*value)(Search *s, Best *b, const Candidate *c);
} Heuristic;

/* By the value of search.class or search.heuristic; NULL: there is none of that name. */
const Heuristic *search_heuristic(const char *name);
/* What the heuristics keep of the search begins. */
Status heuristic_begin(Search *s, Best *b);
/* Of the state that is the last level, reached from the one before it. */
Status candidate_of(Search *s, Best *b, Candidate *c);

/* As in JPF, where priorities are ints: the first and the last. */
#define VALUE_FIRST 0.0
#define VALUE_LAST 2147483647.0

#endif
