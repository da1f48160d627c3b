/* livelock.h -- the graph of states that may lie on cycles, and the fair cycles in it. Layer 11.
 *
 * forward.c tells of each transition what became of it; live_check finds the fair cycles when the search is over. */
#ifndef JPF_LIVELOCK_H
#define JPF_LIVELOCK_H
#include "search/search.h"

struct LiveGraph;
/* The last transition led from the level before the last one to the new last level. */
Status live_entered(Search *s);
/* The last transition led from l to a state seen before; renamed: under other names of threads. */
Status live_closed(Search *s, const Level *l, u32 to, H128 key, bool renamed);
/* A transition from l ended its path, or was not followed. */
void live_left(Search *s, const Level *l);
/* Replay: the path has come to its last level, where the string has no more to say. *stop: it has closed a fair cycle,
 * which is reported. */
Status live_replay(Search *s, bool *stop);
/* After the search: notes, and with LivelockProperty errors, of what never ends. */
Status live_check(Search *s);
void live_free(Search *s);
Status live_pack(Search *s, Pack *p); /* checkpoint.h */

#endif
