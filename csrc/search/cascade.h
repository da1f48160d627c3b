/* cascade.h -- generators on their way to a state, and who is called again because of one. Layer 11. */
#ifndef JPF_CASCADE_H
#define JPF_CASCADE_H
#include "choice/choice.h"

typedef struct Search Search;

/* Generators registered in the running transition. They belong to the state that comes, which takes them over in
 * order of registration; where the path ends before there is one, search_drop_next frees them. */
typedef struct Cascade {
    VEC(ChoiceGenerator) next;
    u32 moved;     /* the generator of the level that level_advance has moved; those below began again */
    bool removed;  /* a listener has removed generators, on whatever path */
    bool left_out; /* a listener's choice has let the running thread wait, on whatever path */
} Cascade;

/* The instruction that the transition's choice was made for: whoever executes it is told that this is the second half.
 * It holds from run_choice to the end of the transition. JPF: ThreadInfo.isFirstStepInsn. */
typedef struct Bottom {
    bool on;
    bool peer; /* one of the generators is a native peer's, which waits for it */
    const Insn *pc;
    u32 depth;
    u64 pos; /* instructions that the thread had executed before this one */
} Bottom;

/* SystemState.setNextChoiceGenerator: takes over *cg. */
void search_cg_at(const Search *s, const ThreadInfo *ti, ChoiceGenerator *cg); /* where it stands */
Status search_set_next_cg(Search *s, const ThreadInfo *ti, ChoiceGenerator *cg);
Status search_request(Search *s, ThreadInfo *ti); /* ks->choice_req as a generator that comes */
void search_drop_next(Search *s);
void cascade_free(Search *s);
/* Tell listeners what was registered; they may register more, which cascades. */
void search_registered(Search *s, ThreadInfo *ti);
/* Does ti execute, for listeners, the instruction that this transition's choice was made for? */
bool search_first_step(const Search *s, const ThreadInfo *ti);
/* Is ti's native peer called again because of a generator that it has registered? */
bool search_bottom_half(const Search *s, const ThreadInfo *ti);
/* Remove the generator registered last, or all. */
void search_remove_next(Search *s, bool all);

#endif
