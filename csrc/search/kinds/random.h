/* random.h -- Walk: executions from the initial state, one after the other, with choices drawn at random. Layer 11.
 *
 * random.c takes the executions, whoever draws; a Drawer says which thread goes on. What must hold: all that is drawn
 * in an execution is a function of the seed, of its number, of the number of the draw, of its states, and of what is
 * Known (draws.h), so that equal seeds make equal searches, in any number of engines. */
#ifndef JPF_RANDOM_H
#define JPF_RANDOM_H
#include "search/kinds/draws.h"
#include "search/kinds/shapes.h"
#include "search/search.h"

typedef struct Walk Walk;

typedef struct Drawer {
    const char *word; /* what messages call the search */
    /* An execution begins; with the first one `own` is made. May be NULL. */
    Status (*begin)(Search *s, Walk *w);
    /* Of the threads that the level offers (level_by_id, more than one) the index of the one that goes on. */
    Status (*pick)(Search *s, Walk *w, const Level *l, u64 *index);
    /* The choice of the last level was made; not yet executed. May be NULL. */
    Status (*made)(Search *s, Walk *w, const Level *l);
    /* An execution has ended. May be NULL. */
    Status (*ended)(Search *s, Walk *w);
    /* What is known of the search as a whole, behind the number of executions. May be NULL. */
    void (*text)(const Search *s, const DrawnAll *all, char *buf, size_t n);
    void (*finish)(Search *s, Walk *w); /* may be NULL */
    /* Checkpoints, where an execution has begun: what `own` has, both ways; read, begin has made it. May be NULL. */
    Status (*pack)(Search *s, Walk *w, Pack *p);
} Drawer;

/* What one thread does with nobody else between. It goes round where it stands as it stood before, with equal frames,
 * and has written nothing since: the state is the same. (But for what no frame and no object has, such as files and
 * what Verify counts; so one round ends nothing.) */
typedef struct Run {
    u32 thread; /* its id + 1; 0: nobody has moved */
    u32 yields; /* and sleeps */
    u32 turns; /* states since it has written anything */
    u32 rounds; /* those of them where it had gone round */
    bool round; /* it has now */
    u64 mark; /* how it stood at one of them: the last whose number is a power of two (Brent's algorithm) */
} Run;

static inline bool walk_yields(const ThreadInfo *t) { return t->pend.action == AC_YIELD || t->pend.action == AC_SLEEP; }

struct Walk {
    const Drawer *drawer;
    void *own; /* the drawer's; NULL until its first execution begins */
    Draws *all; /* the executions of this engine and of others */
    bool wide; /* some state offered more than one choice */
    bool begun, moved; /* a transition was made; the last one led to a state that is gone on from */
    bool closed; /* the only path there is goes round */
    bool over; /* no execution is left */
    /* the execution that is being made: */
    u64 number, seed, draws;
    Known known;
    bool data; /* it has made choices of data */
    u32 steps; /* choices among threads */
    u32 pct_depth; /* not in cfg, which engines that join have a copy of */
    u32 limit; /* transitions after which it is left, where no depth limit is given */
    Shapes shapes;
    Run run;
};

enum { LONGEST = 10000 }; /* Walk.limit at first */
enum { ROUNDS = 20 }; /* of a thread that is alone: it will go round for ever */

static inline u64 walk_drawn(Walk *w, u64 n) { return mix64(w->seed, ++w->draws) % n; }
/* The same with no more than the execution and a number of one's own: it does not matter when it is asked for. */
static inline u64 walk_fixed(const Walk *w, u64 what) { return mix64(~w->seed, what); }

/* A combination of the level's choices, each as likely as any other. */
Status walk_uniform(Search *s, Walk *w, Level *l, u64 *index);

extern const Drawer draw_uniform, draw_pct, draw_pos, draw_even;

Status walk_start(Search *s, const Drawer *d);
Status walk_next(Search *s, bool *any);
Status walk_reached(Search *s);
void walk_finish(Search *s);
/* The executions that others can take part in; NULL: as far as is known there is one. */
Draws *walk_draws(Search *s);
/* Both ways, of a walk that this drawer draws. */
Status walk_pack(Search *s, Pack *p, const Drawer *d);

#define WALK_KIND(label, begins, packs, all)                                                                           \
    {.names = label,                                                                                                   \
     .walks = true,                                                                                                    \
     .stateless = true,                                                                                                \
     .start = begins,                                                                                                  \
     .next = walk_next,                                                                                                \
     .reached = walk_reached,                                                                                          \
     .later = never_later,                                                                                             \
     .finish = walk_finish,                                                                                            \
     .draws = all,                                                                                                     \
     .pack = packs,                                                                                                    \
     .has_moments = true}

#endif
