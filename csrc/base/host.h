/* host.h -- what the layers below the C engine (Python, a test driver) may hook into. Layer 1.
 *
 * The engine never calls upward by name: py/ (or a C test) fills one Host and the engine
 * tests the mask before it calls. A callback returns ST_ERROR to end the search in order. */
#ifndef JPF_HOST_H
#define JPF_HOST_H
#include "base/base.h"

enum HostEvent {
    HE_NONE = 0,
    HE_OUTPUT = 1u << 0, /* the program printed */
    HE_POLL = 1u << 1,   /* called every 20 ms of work: signals, progress */
};

struct KernelState;
struct CandidateBatch;
struct Text;
struct Carrier;
typedef struct Host {
    u32 mask;
    void *user;
    /* The program under test wrote bytes to fd 1 or 2 on the current path. */
    Status (*output)(void *user, int fd, const char *bytes, size_t n);
    /* Poll; ST_ERROR with no pending error means "interrupted". */
    Status (*poll)(void *user);
    /* Generators written in Python (choice/choice.h, CK_CUSTOM), by handle; NULL: there are none.
     * What was drawn is kept by index, so the i-th value is the same for every restore. */
    void *cg_user;
    Status (*cg_make)(void *user, const char *cls, const char *id, int want, u64 place, u64 *handle);
    Status (*cg_value)(void *user, u64 handle, u64 i, i64 *bits);
    /* Draw until `want` choices are known; *n: those known, *open: there may be more. */
    Status (*cg_count)(void *user, u64 handle, u64 want, u64 *n, bool *open);
    Status (*cg_text)(void *user, u64 handle, u64 i, char *buf, size_t n);
    const char *(*cg_type)(void *user, u64 handle);
    void (*cg_keep)(void *user, u64 handle); /* one cg_free more */
    void (*cg_free)(void *user, u64 handle);
    void (*cg_forget)(void *user); /* the search begins again: what was drawn in it says nothing */
    /* A native peer in Python: an enum NatResult. */
    int (*peer)(void *user, void *ti, const u32 *args, u32 *ret);
    /* A search is about to begin: listeners register (kernel/events.h). May be NULL. */
    Status (*ready)(void *user, struct KernelState *ks);
    const char *peer_methods; /* " a/b/C.m(I)V d/E.f()I ": the methods that have one */
    /* A sync policy: leave fewer of ids[0..*n), or reorder them; none: it declines to give a generator.
     * thread: who stands at the action, -1: it has ended. */
    Status (*schedule)(void *user, int thread, const char *action, u32 *ids, u32 *n);
    /* An attributor: a class is loaded (a ClassInfo of classes/). *left_out: schedules will be missing. */
    Status (*attribute)(void *user, void *class_info, bool *left_out);
    /* Is a field protected by these locks (names between commas), after so many accesses that held one? */
    Status (*lock_policy)(void *user, const char *field, u32 thread, const char *locks, u32 checks, bool *is);
    /* A sharedness policy: may an access by this thread of a field of an object (0) or class (1), or of the elements of
     * an array class (2) be a scheduling point? Asked once for each thread, kind and name. */
    Status (*shared_point)(void *user, u32 kind, u32 thread, const char *name, bool *may);
    /* A heuristic: the values of states (search/kinds/heuristic.h), none of them NaN; given cg_user. */
    Status (*evaluate)(void *user, const struct CandidateBatch *batch);
    /* A heuristic that looks at states: the search stands at the state with this id, whose value will be asked for;
     * given cg_user. NULL: it looks at none. */
    Status (*stored)(void *user, u32 state_id);
    /* A whole search of the host's own, which moves the engine (search/kinds/given.h); given cg_user. */
    Status (*search)(void *user);
    /* Others that search beside (vm/crew.c): the callbacks of the i-th, 1 being the first, whose state they share with
     * nobody. Its thread calls joined before any of them and left behind the last; the one that began calls released
     * before that engine is freed, and merge once all have ended. NULL: who hears of the search hears of one engine,
     * and `alone` is why. */
    Status (*beside)(void *user, u32 i, struct Host *out);
    void (*joined)(void *user, void *engine);
    void (*left)(void *user);
    void (*released)(void *user);
    Status (*merge)(void *user);
    const char *alone;
    /* Checkpoints: what the host's own code keeps of the search, added to out; and given back to it, before the path
     * is executed again. NULL: it keeps nothing. */
    Status (*keep)(void *user, struct Text *out);
    Status (*kept)(void *user, const char *v, size_t n);
    /* The search is one of many, in other processes (search/spread.h); NULL: it is not. */
    const struct Carrier *carrier;
    u32 batch; /* how many states are left between two of these calls; 0: a part of those that wait */
} Host;

#endif
