/* replay.h -- replay strings: the choices of one path as text. Layer 11.
 *
 * What must hold: a string made on one machine takes the same path on any other with the same program, JDK and
 * configuration, and is refused with anything else. */
#ifndef JPF_REPLAY_H
#define JPF_REPLAY_H
#include "base/text.h"
#include "base/arena.h"

typedef struct Search Search;

typedef struct Script { /* the string that is replayed */
    VEC(u64) choices; /* to be taken at levels with more than one */
    u32 check, length; /* length: in transitions */
    char error
        [64]; /* property of its error, if a listener found it or the path depends on more; empty: it does not say */
    bool depends;   /* the path depends on more than the choices */
    bool single;    /* a thread that is alone has transitions of its own */
    bool holds;     /* to give something back is a scheduling point */
    const char *made; /* what the string says it was made with; NULL: it does not say */
} Script;

/* A path on which nothing is chosen goes round when a state comes again (Brent, BIT 20, 1980). */
typedef struct Rounds {
    H128 key; /* of the state that is waited for */
    u64 n, until; /* states met since; another takes its place then */
} Rounds;
/* Has the state with this key come again? It is asked of each state once. */
bool replay_round(Rounds *r, H128 key);

/* Execute the path that the string says. */
Status search_replay(Search *s, const char *text);
/* Read the string into s->script. */
Status replay_script(Search *s, const char *text);
/* The string with the choices of the first n transitions of the current path instead of its own. */
char *replay_changed(Search *s, const char *text, u32 n, size_t *bytes);
/* Of a replay that met no error: why that may be, where the string says so. */
void replay_unmet(const Search *s, Text *t);
/* The current path as a string. error: the property it ends with; NULL: the last transition is not over. cx_alloc'd. */
char *replay_text(Search *s, const char *error, size_t *bytes);

#endif
