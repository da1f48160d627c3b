/* bp.h -- behavioral programming: event selection, and the explorer of b-programs. Layer 2.
 *
 * Events, sets of events and local states of b-threads are numbers here. The host (Python's
 * generators, or a native of the VM for Java) says what a b-thread declares at a synchronization
 * point; each (local state, event) is asked for once. A state of the b-program is the vector of
 * its b-threads' local states, and of the states of its regions: data outside the b-threads that some
 * of them share or keep there. A b-thread's step depends on its region's state and may change it.
 * Only base/ is needed, so that native/ may use the selection too. */
#ifndef JPF_BP_H
#define JPF_BP_H
#include "base/arena.h"
#include "base/hash.h"
#include "base/host.h"
#include "base/pack.h"
#include "base/text.h"

/* --- selection (bp/select.c) --- */

/* How far the "same" priority reaches. BPJ's code: inclusive, from the first contributor. Its
 * documentation: less than epsilon (strict), from the previous contributor (chain). */
typedef struct BpRule {
    double epsilon;
    bool strict, chain;
} BpRule;

#define BP_GROUP 0x80000000u /* on a requested event: it begins the next first-level member */
#define BP_EVENT(x) ((x) & ~BP_GROUP)

typedef struct BpPick {
    const BpRule *rule;
    const u64 *blocked; /* bit set over events */
    u64 *seen;          /* bit set over events, all zero outside a selection */
    u32 *out;           /* chosen events in order; room for every event */
    u32 n;
    double base;        /* the distance of a b-thread's priority is measured from this one */
    bool any;           /* some b-thread has contributed: base is set */
} BpPick;

/* Is a b-thread so far from base that its priority is no longer the same? */
static inline bool bp_too_far(const BpRule *r, double d) {
    return r->strict && r->epsilon > 0 ? d >= r->epsilon : d > r->epsilon;
}
/* Offer the b-threads in ascending priority; false: no later one can contribute. */
bool bp_pick(BpPick *p, double priority, const u32 *req, u32 n);
/* Clears `seen`; the choices stay in out[0..n). */
void bp_pick_end(BpPick *p);

static inline bool bit_get(const u64 *b, u32 i) { return b[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(u64 *b, u32 i) { b[i >> 6] |= 1ull << (i & 63); }
static inline void bit_clear(u64 *b, u32 i) { b[i >> 6] &= ~(1ull << (i & 63)); }

/* --- states seen (bp/keyset.c) --- */

typedef struct BpKeys {
    struct {
        H128 key;
        u32 id, used;
    } *v;
    u32 n, cap;
} BpKeys;
Status bpkeys_add(Ctx *cx, BpKeys *s, H128 key, u32 id, u32 *found, bool *is_new);
/* The id of a key; BP_NONE: it is not there. */
u32 bpkeys_find(const BpKeys *s, H128 key);
void bpkeys_free(Ctx *cx, BpKeys *s);
void bpkeys_pack(Ctx *cx, BpKeys *s, Pack *p); /* read: there are none yet */

/* --- b-programs --- */

enum BpFlag {
    BP_HOT = 1,
    BP_BAD = 2,
    BP_PRUNE_NEXT = 4, /* the state is kept, not expanded */
    BP_PRUNE_NOW = 8,  /* the step that led here is dropped */
    BP_ENDED = 16,     /* the b-thread has returned */
    BP_FAILED = 32,    /* an exception left the b-thread */
    BP_COARSE = 64,    /* stands for several states: not all that the b-thread remembers tells it from others */
};

#define BP_NONE UINT32_MAX
enum { BP_SET_NONE = 0 };

typedef struct BpLocal { /* a local state of one b-thread */
    u32 bthread, flags;
    u32 req, n_req;  /* in BProg.requests */
    u32 wait, block; /* sets */
    u32 label;       /* BP_NONE: none */
    u32 known;       /* events that `resume` covers */
    u64 *resume;     /* requested or waited for */
    u32 words;
} BpLocal;

typedef struct BpSet {
    u64 *bits;
    u32 known, words;
} BpSet;

struct BProg;
typedef struct BpHost {
    void *user;
    /* The local state after `event` in `local` (BP_NONE: the b-thread's first), with *region the state of its
     * region before and after. A b-thread of number n + r means region r: its first state. */
    Status (*advance)(void *user, struct BProg *p, u32 bthread, u32 local, u32 event, u32 *region, u32 *next);
    /* out[i] = 1 iff event from + i is in the set. */
    Status (*members)(void *user, struct BProg *p, u32 set, u32 from, u32 to, u8 *out);
    /* ST_ERROR without a pending error: interrupted. */
    Status (*poll)(void *user, struct BProg *p);
} BpHost;

typedef struct BpMove {
    u32 bthread, old;
} BpMove;

typedef struct BpStep { /* a step of one b-thread, between its local states */
    u32 from, event, to;
    u32 before; /* 1 + index of the last one with the same `from` and `event`; 0: none */
    u32 sticky; /* the step closes a cycle of the b-thread's steps (bp/reduce.c) */
} BpStep;

typedef struct BProg {
    Ctx *cx;
    BpHost host;
    BpRule rule;
    u32 n;       /* b-threads */
    u32 n_regions, width; /* n + n_regions: length of a state's vector */
    u32 *region; /* each b-thread's region, by place in the vector; BP_NONE: none */
    double *priority;
    u32 *order;  /* b-threads by ascending priority */
    u32 n_events;
    VEC(BpLocal) locals;
    VEC(u32) requests;
    VEC(BpSet) sets;
    Map next;    /* local << 32 | event -> region's state after << 32 | local */
    /* region's state << 32 | local -> what stands for local above, where the region is not in its first state */
    Map pairs;
    u32 n_pairs;
    u32 *first; /* the first state of each region */
    u64 advances; /* asked of the host */
    bool keep_steps; /* steps_seen and step_of are kept: the reduction reads them */
    VEC(BpStep) steps_seen;
    Map step_of; /* local << 32 | event -> 1 + index of the last such step in steps_seen */
    u8 *written; /* has a step changed the region? one for each */
    /* the current state */
    u32 *vec;
    u32 n_bad, n_hot, n_prune_next, n_prune_now, n_ended, n_failed;
    H128 key;
    bool by_labels; /* identity is the tuple of labels */
    VEC(BpMove) undo;
    /* scratch of selection */
    u64 *blocked, *seen;
    u32 words, seen_words;
    VEC(u32) picked;
} BProg;

/* region[i] is the region of b-thread i, 0 .. n_regions - 1 or BP_NONE. */
Status bp_init(BProg *p, Ctx *cx, const BpHost *host, u32 n, const double *priority, BpRule rule, const u32 *region,
               u32 n_regions);
void bp_free(BProg *p);
/* A new local state; req: first-level members begin with BP_GROUP. */
Status bp_add_local(BProg *p, u32 bthread, u32 flags, const u32 *req, u32 n_req, u32 wait, u32 block, u32 label,
                    u32 *id);
/* There are sets 0 .. id from now on; their members are asked for when they are needed. */
Status bp_need_set(BProg *p, u32 id);
/* Brings all b-threads to their first synchronization points: the first state. */
Status bp_start(BProg *p);
/* Puts the events that the current state offers into p->picked, in the order in which they are tried. */
Status bp_choices(BProg *p);
/* One b-step by this event. What it changes is pushed on p->undo; bp_undo goes back to where p->undo had `mark`
 * entries. */
Status bp_step(BProg *p, u32 event);
void bp_undo(BProg *p, u32 mark);
/* Go to a state by its vector. */
void bp_restore(BProg *p, const u32 *vec);
Status bp_set_has(BProg *p, u32 set, u32 event, bool *yes);
/* Membership of all events known so far: then sets.v[set].bits and locals.v[local].resume have them. */
Status bp_set_extend(BProg *p, u32 set);
Status bp_local_extend(BProg *p, u32 local);
/* A step was taken: steps_seen has it from now on. */
Status bp_saw_step(BProg *p, u32 from, u32 event, u32 to);
/* 1 + index in steps_seen of a step by that event; 0: none was seen. The others follow by `before`. */
u32 bp_step_seen(const BProg *p, u32 from, u32 event);

/* --- exploration (bp/explore.c, bp/live.c) --- */

typedef struct BpConfig {
    bool bfs, matching, exact, multiple_errors, by_labels;
    bool check_deadlock, check_failed;
    bool por; /* leave out orders of independent events (bp/reduce.c) */
    bool hot_finite, hot_system, hot_bthread;
    u64 depth_limit, state_limit, memory_limit;
    double time_limit, cpu_limit; /* seconds; 0: none */
    u32 max_errors; /* errors listed with a trace */
    const u64 *groups; /* hot groups of b-threads: n_groups bit sets of (n + 63) / 64 words */
    u32 n_groups;
    const u32 *fair; /* fairness: n_fair pairs (kind, set) */
    u32 n_fair;
    const u32 *script; /* replay: choices at states with more than one */
    u32 n_script;
    u32 script_check;
} BpConfig;

enum BpFair { BP_UNCONDITIONAL, BP_STRONG, BP_WEAK };
enum BpErrorKind { BP_ERR_DEADLOCK, BP_ERR_BAD, BP_ERR_FAILED, BP_ERR_HOT_FINITE, BP_ERR_HOT_CYCLE };

typedef struct BpStepRec {
    u32 event, index, total;
} BpStepRec;

typedef struct BpError {
    u8 kind;
    u32 who; /* b-thread; hot cycles: b-thread or BP_NONE */
    u32 group; /* hot cycles: 0 system, 1 one b-thread, 2 + i group i */
    u32 first, n; /* steps, in BpRun.steps */
    u32 cycle; /* hot cycles: the step at which the cycle begins */
    u32 check; /* the check of the replay string */
} BpError;

typedef struct BpStateRec {
    u32 parent, event;
    u32 index, total; /* the choice that led here */
    u32 depth, hot; /* hot: index in BpRun.hot_sets */
    u32 choices; /* offered here */
    bool between; /* within a step of the b-program (on the VM): neither hot nor cold, its edges have no event */
    u32 reduced; /* 1 + index in BpRun.reduced; 0: all of them are taken */
    u64 enabled; /* by labels: hash of the choices here */
} BpStateRec;

typedef struct BpEdge {
    u32 from, event, to, index;
} BpEdge; /* out of hot states and of those between; to: BP_NONE where the event can be selected but nothing follows */

typedef struct BpReduced { /* a state where only some of the choices are taken */
    u32 state, seed;
    u32 first, n; /* what is taken: events in BpRun.taken */
} BpReduced;

struct BpReduce;
typedef struct BpRun { /* one exploration */
    BProg *p;
    BpConfig cfg;
    BpKeys keys;
    VEC(BpStateRec) states;
    VEC(BpEdge) edges;
    VEC(u32) vectors; /* breadth-first and exact: n words a state, from state `kept` on */
    u32 kept;
    u64 *hot_bits; /* scratch: the hot b-threads of a state */
    VEC(BpStepRec) path; /* to the current state */
    VEC(u64) hot_sets; /* 0 is the empty set; (n + 63) / 64 words each */
    VEC(BpError) errors;
    VEC(BpStepRec) steps;
    u64 states_new, visited, backtracked, restored, end_states, transitions, max_depth, pruned;
    u64 deadlocks, bads, faileds, hot_ends, errors_unlisted, label_conflicts;
    struct BpReduce *reduce; /* NULL: no reduction */
    VEC(BpReduced) reduced;
    VEC(u32) taken;
    u64 states_reduced, widened;
    u32 check; /* hash of the numbers of choices met (replay) */
    bool done, complete, interrupted;
    char why[8][160]; /* limits met */
    u32 n_why;
    double cpu0;
    i64 polled; /* Ctx.looked when the host was asked last */
    u64 hot_bthreads_found; /* b-threads with a hot cycle (errors may be unlisted) */
    bool hot_system_found;
} BpRun;

Status bp_explore(BProg *p, const BpConfig *cfg, BpRun *r);
void bp_run_free(BpRun *r);
/* Index of a set of hot b-threads in hot_sets; 0: the empty one, which must be there. */
Status bp_hot_intern(BpRun *r, const u64 *bits, u32 *index);
/* --- reduction (bp/reduce.c) --- */
Status bp_reduce_new(BpRun *r);
void bp_reduce_free(BpRun *r);
/* A persistent set of the current state's choices (p->picked) as far as the steps seen so far tell: *n events, in
 * order, at *events, and the event it was grown from; *n is 0 if it would be all of them. */
Status bp_persistent(BpRun *r, u32 *seed, const u32 **events, u32 *n);
/* Does the set grown from `seed` lie in the n events given, by all that has been seen? */
Status bp_persists(BpRun *r, u32 seed, const u32 *events, u32 n, bool *yes);
/* Works out anew, from all steps that were seen, which of them are sticky and what each local state may still come to
 * ask for. */
Status bp_reduce_update(BpRun *r);

/* Looks for cycles of hot states that are fair, and adds an error for each kind that is asked for. */
Status bp_live(BpRun *r);
/* Writes statistics and errors as JSON; events and b-threads are numbers there. */
Status bp_run_json(BpRun *r, Text *t);
void bp_run_why(BpRun *r, const char *fmt, ...) JPF_PRINTF(2, 3);
u32 bp_check_fold(u32 h, u32 n);
/* Makes r->path the steps by which a state was reached first. */
Status bp_path_of(BpRun *r, u32 id);
void bp_reverse(BpStepRec *v, u32 n);
/* Adds an error whose trace is r->path. */
Status bp_error_add(BpRun *r, u8 kind, u32 who, u32 group, u32 cycle);

#endif
