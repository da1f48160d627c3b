/* deeds.h -- Deed: what some thread does in some execution from a state on. Layer 11.
 *
 * The deeds of a state are a summary of all executions that were explored from it (por/dynamic.c). Each is one act of
 * an event (dpor/acts.h), with what is known to come before that event. Knowing less is always right: `before`, `ended`
 * and `locks` may lack members, and then `loose` is set.
 *
 * While a state is on the path its deeds name heap words. A state that was left keeps them by the labels of objects
 * (state/state.h), since equal states may have their objects elsewhere in the heap. */
#ifndef JPF_DEEDS_H
#define JPF_DEEDS_H
#include "search/dpor/acts.h"
#include "state/paths.h"

enum { DEED_LOCKS = 2 };
#define DEED_ANYTHING UINT64_MAX /* in the place of a place: dependent on all that others do */

/* Threads are named by their numbers in this search (dpor_number), sets of them as bits. */
typedef struct Deed {
    u64 place;  /* as of Act, or DEED_ANYTHING */
    u64 before; /* threads with an event since the state that comes before this one */
    u64 ended;  /* threads whose end comes before it: it was waited for */
    Ref locks[DEED_LOCKS]; /* monitors that the thread holds then; 0: none */
    u8 thread;
    u8 how;     /* ACT_* */
    bool loose;
} Deed;

typedef VEC(Deed) Deeds; /* by place, thread and how */

enum { DEEDS_MOST = 192 }; /* of one state; more are summed up */

/* Add a deed unless one that says as much or more is there. */
Status deeds_add(Ctx *cx, Deeds *d, const Deed *x);
/* Those of a pack: behind what is like it, in whatever order they come. */
Status deeds_put(Ctx *cx, Deeds *d, const Deed *x);

/* --- kept with states --- */

/* The threads of the current state: numbers in this search by id, and ids by number; PATH_NOBODY: none. */
typedef struct Crew {
    u8 number[PATH_THREADS], id[PATH_THREADS];
} Crew;

typedef struct KeptDeed {
    u64 label; /* of the object; of places that are none: the place */
    u64 before, ended;
    u64 locks[DEED_LOCKS];
    u32 word; /* of the object + 1; 0: no object */
    u32 path, lock_paths[DEED_LOCKS]; /* ways to these objects, 0: none is known; PATH_FIXED: it has its label always */
    u8 thread, how, loose;
    u8 pad;
    u32 pad2;
} KeptDeed;

#define PATH_FIXED UINT32_MAX

typedef struct DeedStore {
    VEC(KeptDeed) all; /* each once */
    Map index; /* hash -> place in `all` + 1; collisions go on to the next hash */
    VEC(u32) lists; /* length, indices */
    Map list_of; /* hash of a list -> its place in `lists` + 1 */
    Map place_of; /* label -> where the object lay when it was met last */
    Paths paths;
} DeedStore;

void deeds_store_begin(Ctx *cx, DeedStore *t); /* empty, whatever was there */
void deeds_store_free(Ctx *cx, DeedStore *t);
/* The deeds of the current state; *list names them. crew: it may be met under other names of threads; else NULL. */
Status deeds_keep(StateEngine *se, DeedStore *t, const Crew *crew, const Deeds *d, u32 *list);
/* The deeds of this list, in the current state, are added. to: NULL, or for each number the one that the thread has
 * here which stands where that one stood. */
Status deeds_take(StateEngine *se, DeedStore *t, u32 list, const Crew *crew, const u8 *to, Deeds *d);
u64 deeds_set_to(const u8 *to, u64 set); /* the numbers that these are mapped to */
/* What the deeds are when threads change places, which leaves the current state as it is: both are in d then. Each
 * generator maps numbers to numbers. */
Status deeds_close(StateEngine *se, DeedStore *t, const Crew *crew, const u8 (*generators)[PATH_THREADS], u32 n,
                   Deeds *d);
/* What the deeds of `from` are then is added to d. */
Status deeds_exchange(StateEngine *se, DeedStore *t, const Crew *crew, const u8 *to, const Deeds *from, Deeds *d);
Status deeds_pack(StateEngine *se, DeedStore *t, Pack *p); /* both ways */

#endif
