/* fair.h -- no thread that can run is left out for ever. Layer 11. */
#ifndef JPF_FAIR_H
#define JPF_FAIR_H
#include "base/threadset.h"

typedef struct Search Search;
typedef struct Level Level;
typedef struct Arrival Arrival;

/* Who was left out on the way to a state: `left` in each of the last `run` reduced states. Threads that
 * were left out in some of these only count from the next run on, which begins where `left` gets empty. A run begins
 * with less than one where there are many threads (first_of_run). `still` of its states came after the last one in
 * which it showed that it gets on (gets_on). The rest says nothing where `left` is empty. */
typedef struct Passed {
    ThreadSet left, ran; /* ran: who took steps in the run */
    i32 run;
    u32 still;
    u32 live, turns; /* threads that are alive; how often the run may yet show that it gets on */
} Passed;
enum { PASSED_WORDS = 4 };

typedef struct Fair {
    u64 forced; /* states where all threads were tried for that */
    VEC(Passed) ahead; /* by id: with what a state begins that is left long after it was reached (SearchKind.returns) */
} Fair;

/* With what the last level begins. */
Passed fair_before(const Search *s);
/* Has somebody waited long enough to be preferred, or to be tried whatever the set is? */
bool fair_prefers(const Search *s, Passed was);
bool fair_forces(const Search *s, Passed was);
/* What the states behind one begin with where the threads `out` can run and are left out. */
Passed fair_behind(Search *s, Passed was, ThreadSet out);
/* As words, and back; what stands behind them is returned. */
u64 *fair_put(Passed p, u64 *at);
const u64 *fair_take(Passed *p, const u64 *at);
/* The last level has led to a state that is left later. Its id is known (Arrival.id). */
Status fair_led(Search *s, const Arrival *to);

#endif
