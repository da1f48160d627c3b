/* dynamic.h -- vm.por=dynamic: the threads that are tried from a state follow from what was seen below it. Layer 11. */
#ifndef JPF_DYNAMIC_H
#define JPF_DYNAMIC_H
#include "search/reduction.h"

/* Does the search that begins reduce so? */
bool dynamic_on(const Search *s);
/* A thread goes on past an action, as nobody else can run. */
void dynamic_past(Search *s, const ThreadInfo *ti);
/* A thread of the level's persistent set has touched more than was foreseen: the set is all that are awake. True: that
 * is all there is to do; else they are to be tried. */
bool dynamic_widen(Search *s, const Level *l);
/* Nothing is left to be tried of what was seen to matter, and nothing that was tried leads on: the rest of the
 * persistent set is to be tried. False: there is none. */
bool dynamic_rest(Search *s, Level *l);

/* Ids of the threads, below 63, that are not tried from the last level since this one is like them. */
u64 dynamic_likes(Search *s, u32 id);

/* The thread sleeps in the last level, which is being made: is it known what was done below it, for those like it? */
bool dynamic_owes(Search *s, u32 id);

/* Both ways: what it keeps of the path and of states that were left. k: of acts. */
Status dynamic_pack(Search *s, ActsPack *k, Pack *p, Prints *x);

#endif
