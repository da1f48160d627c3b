/* crew.h -- threads that search one space: a JPF each, and parts that go from one to the next (search/work.h).
 * Layer 12. */
#ifndef JPF_CREW_H
#define JPF_CREW_H
#include "vm/jpf.h"

/* SearchHooks.enlist and dismiss; user: the JPF whose search it is. */
Status crew_enlist(void *user);
Status crew_dismiss(void *user);
/* The others of SearchHooks that are of engines. */
Status crew_pause(void *user, bool *lost);
Status crew_gather(void *user);
Status crew_adopt(void *user);
Status crew_parts(void *user, Pack *p);
void crew_free(JPF *j);

/* What the threads have done by now, the search's own among them; n: as many as there are, at most `room`. */
typedef struct CrewNow {
    u64 transitions, states, visited;
} CrewNow;
u32 crew_now(const JPF *j, CrewNow *v, u32 room);
/* The member "workers" of the report; nothing where only one thread has searched. */
void crew_json(const JPF *j, Json *w);

#endif
