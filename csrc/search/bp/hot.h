/* hot.h -- liveness of b-programs on the VM: the graph of their states. Layer 11. */
#ifndef JPF_HOT_H
#define JPF_HOT_H
#include "search/search.h"

struct HotGraph;
/* Where a transition of a b-program has led: to a state of its own, to one within a step (a choice or a break in a
 * b-thread), or to none that goes on. */
enum HotPlace { HOT_SYNC, HOT_BETWEEN, HOT_NOWHERE };
/* The last transition led from the last level there; key, choices: of the state. */
Status hot_arrive(Search *s, const Level *l, enum HotPlace place, H128 key, u64 choices);
/* bp.labels: a b-program's state under its labels offers these choices. */
Status hot_labels(Search *s, H128 key, const ChoiceGenerator *cg);
/* Replay: the path has come to its last level; at_end: the string has no more to say. *stop: the path has closed a
 * cycle, which is reported if it is hot all the way round. */
Status hot_replay(Search *s, bool at_end, bool *stop);
/* After the search: report cycles of hot states. */
Status hot_check(Search *s);
void hot_free(Search *s);
/* checkpoint.h; read: the path was executed, so that the b-threads have their names. */
Status hot_pack(Search *s, Pack *p);

#endif
