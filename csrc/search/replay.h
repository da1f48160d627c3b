/* replay.h -- replay strings. Layer 11. */
#ifndef JPF_REPLAY_H
#define JPF_REPLAY_H
#include "base/text.h"
#include "base/arena.h"

typedef struct Search Search;

typedef struct Script { /* the string that is replayed */
    VEC(u64) choices; /* to be taken at levels with more than one */
    u32 check, length; /* length: in transitions */
    const char *made; /* what the string says it was made with; NULL: it does not say */
} Script;

/* Execute the path that the string says. */
Status search_replay(Search *s, const char *text);
/* The current path as a string. `running`: the last transition is not over. cx_alloc'd. */
char *replay_text(Search *s, bool running, size_t *bytes);

#endif
