/* acts.h -- Acts: what one event reads and changes. Layer 11.
 *
 * An event is a visible action of a thread with the local steps behind it, up to its next visible action. Two events of
 * different threads are dependent iff they act on one place and one of them changes it; one that cannot be named
 * (`unknown`) is dependent on all. Places are heap words, and what is no word of the heap: a thread's status, its
 * interrupt, its permit, its beginning, its end, where it stands for who asks for its state, the clock, the console,
 * which end is the last.
 *
 * Monitors: entering changes the lock word, leaving does not. An enter that comes behind a leave could not have come
 * before it, so that there is nothing to turn round; what can be turned round are the two enters. Only what looks at
 * the lock without entering depends on a leave.
 *
 * Within an atomic section what is not free, or given, or over yet, is an error and no wait. So there a monitor is
 * looked at and written, and not entered; a permit is looked at, and not taken; an end is looked at, and not awaited:
 * each can come before what lets a wait go on. */
#ifndef JPF_DPOR_ACTS_H
#define JPF_DPOR_ACTS_H
#include "base/arena.h"
#include "state/state.h"

enum ActHow {
    ACT_READ = 1,
    ACT_WRITE = 2,
    ACT_ENTER = 4, /* of a monitor that was free */
    ACT_LEAVE = 8,
    ACT_GIVE = 16, /* unpark: a permit where there was none */
    ACT_TAKE = 32, /* park: the permit is used up */
    ACT_AWAIT = 64, /* with ACT_READ: it would not have come before the change (join) */
    ACT_UNSURE = 128, /* others may hold it for independent of what meets it (por/dynamic.c); goes for all that an
                         event does at the place */
    ACT_STANDS = 256, /* meets nothing: who asks for the thread's state behind the event looks there (shown.c) */
    ACT_SEEN = 512,   /* with ACT_READ: it looks there since the thread that it asks for stands there */
};
/* Nothing but a look, or not even that. */
enum { ACT_LOOKS = ACT_READ | ACT_UNSURE | ACT_STANDS | ACT_SEEN };
enum { ACT_CHANGES = ACT_WRITE | ACT_ENTER | ACT_GIVE | ACT_TAKE };

/* Places beyond the words of the heap. */
enum { PLACE_STATUS, PLACE_INTERRUPT, PLACE_PERMIT, PLACE_BEGIN, PLACE_END, PLACE_SHOWN, PLACE_OF_THREAD };
#define PLACE_THREAD (1ull << 40)
#define PLACE_CLOCK (2ull << 40)
#define PLACE_CONSOLE (3ull << 40)
#define PLACE_LAST (4ull << 40) /* which thread that is no daemon ends last */
#define PLACE_GONE (5ull << 40) /* with a heap word: of an object that was gone when a checkpoint was written */
static inline u64 place_of_thread(u32 thread, u32 what) { return PLACE_THREAD | (u64)thread << 8 | what; }
static inline bool place_is(u64 place, u32 what) {
    return place >= PLACE_THREAD && place < PLACE_CLOCK && (place & 0xFF) == what;
}

typedef struct Act {
    u64 place;
    u32 before, after; /* a heap word that is written: its value before and behind the event */
    u32 how;           /* ACT_* */
} Act;

typedef struct Acts {
    u32 refs, n;
    u32 thread;   /* number of the thread in this search (Dpor.threads) */
    bool unknown; /* dependent on everything */
    bool vague;   /* its acts may be others where the event comes after other ones */
    u32 asks; /* it is a look at the state, or the end, of the thread of this number - 1 (shown.c); 0: it is not */
    bool cas; /* a compare-and-set; whether it changes the place follows from what lies there: */
    u8 cas_words;
    u64 cas_place;
    u32 expected[2];
    u32 moves; /* Dpor.moves when its places were named */
    Act v[]; /* by place, each once */
} Acts;

typedef VEC(Act) ActVec;

/* A copy of v, sorted; NULL: ERR_NOMEM. Flags are the caller's. */
Acts *acts_new(Ctx *cx, u32 thread, Act *v, u32 n);
void acts_drop(Ctx *cx, Acts *a);
static inline Acts *acts_share(Acts *a) {
    if (a) a->refs++;
    return a;
}
/* Acts of both: of one event in two parts, or of one that differs by values drawn. */
Acts *acts_union(Ctx *cx, const Acts *a, const Acts *b);
bool act_meets(u32 how, u32 other); /* two acts on one place, by what they do there */
bool acts_depend(const Acts *a, const Acts *b);
/* Does a change anything that place_of_thread(thread, ...) names? what: PLACE_*, or PLACE_OF_THREAD for all. */
bool acts_touch_thread(const Acts *a, u32 thread, u32 what);
void acts_sort(Acts *a);
const Act *acts_at(const Acts *a, u64 place);

#endif
