/* search.h -- Search: states, transitions, backtracking, errors and their traces. Layer 11.
 *
 * JPF: Search, DFSearch, Path, Transition, Property. A Level is one state of the current path with its generators and
 * what undo needs; a transition takes the next choice of the last level and runs until the next state. Every search is
 * built from forward, backtrack and restore. What belongs to one concern has a struct of its own, in the header named
 * beside it, with what must hold. */
#ifndef JPF_SEARCH_H
#define JPF_SEARCH_H
#include "search/ahead.h"
#include "search/cascade.h"
#include "search/checkpoint.h"
#include "search/kinds/draws.h"
#include "search/kinds/heuristic.h"
#include "search/level.h"
#include "search/left.h"
#include "search/nearer.h"
#include "search/por/alike.h"
#include "search/por/persist.h"
#include "search/prelude.h"
#include "search/replay.h"
#include "search/report/findings.h"
#include "search/report/recording.h"
#include "search/settle.h"
#include "search/shrink.h"
#include "search/told.h"
#include "search/tree.h"
#include "search/work.h"

typedef struct SearchKind SearchKind;
typedef struct After After; /* run.h: what the driver found at the end of a transition */

typedef enum StepOutcome {
    OUT_NEW = 0,   /* a state not seen before; it is now the last level */
    OUT_VISITED,   /* seen before: undone */
    OUT_END,       /* the path ended by itself: undone by the caller */
    OUT_PRUNED,    /* ignoreIf and the like, or a part that is not modelled */
    OUT_STOP,      /* the search is over (limit, interrupt) */
} StepOutcome;

struct SearchStats {
    u64 states_new, visited, backtracked, restored, end_states, transitions;
    u64 max_depth, thread_cgs, data_cgs, pruned;
    u64 executed; /* restored states that transitions were executed again for */
    u64 setup;    /* transitions to a b-program's first state; neither they nor their states are counted elsewhere */
    u64 reduced;  /* states where a persistent set left choices out */
    u64 expanded; /* reduced states that the cycle proviso expanded after all */
    u64 escaped;  /* reduced states where a step touched more than had been foreseen */
    u64 begun;    /* states that began with one thread of a persistent set of several */
    u64 raced;    /* threads that were added there for what was seen below */
    u64 fair;     /* states where all was tried because a thread had been left out for so long */
    u64 asleep;   /* choices left out because their threads slept */
    u64 renamed;  /* states that had been seen but for the names of threads */
    u64 alike;    /* choices of threads that were like another one that was kept */
    u64 again;    /* states visited once more because fewer slept than before */
    u64 executions;         /* of searches by traces, at random, or without states: complete ones */
    u64 executions_blocked; /* ended in a deadlock or an error, or pruned */
    u64 executions_cut;     /* turned out to have been executed before; with exact acts there are none */
    u64 within;   /* of bounded searches: bounds within which every path was taken */
    u64 restarts;
    u64 states_before, transitions_before; /* counts of the searches that were given up for this one */
};

enum { PCT_DEPTH_MAX = 64 };

/* SearchConfig.portfolio: it was asked for by name, or nobody named a search. */
enum { PORTFOLIO_OFF, PORTFOLIO_DEFAULT, PORTFOLIO_NAMED };

typedef struct SearchConfig {
    u8 portfolio;
    u32 threads; /* search.threads: engines that may search at once; 0 and 1: one */
    bool threads_auto; /* search.threads=auto: several where it pays, and it is not told why there is one */
    u64 join_at, join_states; /* transitions, new states before others join */
    bool deterministic; /* search.deterministic: errors are told as one thread finds them */
    bool join_waits; /* stress: it goes on when they are there */
    u32 tear_at; /* stress: transitions of an error's path until its trace breaks off; UINT32_MAX: it does not */
    struct Sleepers *sleepers; /* por/sleepers.h, the same */
    SharedSet *shared_plain; /* por/alike.h, the same */
    SharedSet *shared; /* the states are kept there, with other engines; NULL: in a set of its own */
    Draws *draws;      /* executions are drawn with other engines; NULL: by this one alone, or none are */
    u32 first_turn; /* stress: transitions before other searches take turns; 0: as always */
    bool aside; /* the search takes its turn while another one waits (portfolio.h) */
    bool given; /* one path is taken, a replay string's, and those like it */
    bool multiple_errors, por, matching, check_deadlock, check_uncaught, check_exit, livelock;
    const SearchKind *kind; /* kind.h */
    bool persistent; /* vm.por.persistent */
    bool dynamic;    /* vm.por=dynamic */
    bool places;     /* vm.por.places */
    u64 max_reduced; /* vm.por.max_reduced */
    bool sleep;      /* vm.por.sleep_sets */
    bool symmetry;   /* vm.por.symmetry */
    bool check_state; /* stress: compare with the oracle at every transition */
    u32 jumps;   /* stress: go to so many states, drawn by `seed`, when the search has ended */
    bool images; /* states are gone back to by their images (tree.h) */
    bool check_restore; /* stress: undo and repeat every transition, and compare */
    bool pack_all; /* stress: all of the path but its end is packed, and nothing stays plain for long */
    u32 named; /* stress: every so many-th state is stored with its names of threads; 0: none is for that */
    u32 hash_bits; /* stress: the state set's hashes are cut to this many bits; 0: whole */
    u64 depth_limit, state_limit, transition_limit;
    bool break_single; /* cg.break_single_choice */
    bool cuts; /* what is too long is broken off before the first choice, too: a length or a number was given */
    double time_limit, cpu_limit; /* seconds; 0: none */
    bool budgeted;                /* time_limit is search.budget */
    u64 memory_limit;
    const char *storage; /* vm.storage.class */
    const char *spill; /* search.spill: folder for what does not fit into memory; "": none */
    u64 spill_at; /* stress: states that are kept in memory; 0: as memory allows */
    bool stores; /* it was given: states are stored, whether or not the search looks them up */
    u8 randomize; /* enum CgRandom */
    u64 seed; /* seed of randomized choices */
    bool hot_system, hot_bthread; /* b-programs: look for cycles of hot states */
    const char *hot_groups; /* names of b-threads: a,b;c,d */
    bool bp_por; /* bp.por */
    u64 min_free; /* bytes of memory_limit that stay free */
    bool match_depth; /* a known state is left once more where its path is shorter than before */
    /* best-first searches */
    const Heuristic *heuristic; /* kinds/heuristic.h */
    bool astar, beam;
    bool queue_limited;
    u64 queue_limit; /* of a beam search: states of a level */
    const char *preferred; /* PreferThreads: names of threads, between commas */
    u64 preemptions; /* MinimizePreemption: from so many on a state comes last; 0: never */
    u64 path_history; /* Interleaving: transitions looked back at */
    u64 search_history; /* GlobalSwitchThread: the same */
    u64 choice_seed; /* RandomHeuristic */
    u64 path_limit; /* random walks: how many */
    u64 stale_limit; /* and how many without anything new; 0: any number */
    u32 pct_depth; /* PCT */
    bool bounded; /* preemptions and delays: no more than `bound` */
    u64 bound;
    u64 first_bound; /* they begin with this one: another search has shown that no error is within less */
    u64 deepen_by; /* iterative deepening; 0: by a quarter */
} SearchConfig;

/* cg.randomize_choices */
enum CgRandom { CGR_NONE, CGR_FIXED, CGR_VAR };

/* What the search asks of who made it. */
typedef struct SearchHooks {
    void *user;
    void (*on_restart)(void *user); /* what was printed so far counts no more */
    size_t (*printed)(void *user); /* bytes printed so far */
    void (*cut_output)(void *user, size_t to); /* what was printed since counts no more */
    /* Engines are to join this search (work.h); then they are to leave it, and what they have found is its own. */
    Status (*enlist)(void *user);
    Status (*dismiss)(void *user);
    /* Checkpoints of a search of several engines (work.h): all park, and what they have found is its own (*lost: not
     * all that they had left was given); they go on; one is read, and the engines will share its sets; the parts,
     * both ways. */
    Status (*pause)(void *user, bool *lost);
    Status (*gather)(void *user);
    Status (*adopt)(void *user);
    Status (*parts)(void *user, Pack *p);
    Status (*made_with)(void *user, Text *t); /* what this search is made with, for replay strings */
    /* How that differs from it; nothing: in nothing. refuse: only as far as no path of the other can be meant. */
    Status (*unlike)(void *user, const char *made, bool refuse, Text *why);
    Status (*heading)(void *user, Pack *p); /* what stands before the search in a checkpoint */
} SearchHooks;

/* Guesses about who uses a field how (kernel/fielduse.h), as far as the search acts upon them (assume.c). */
typedef struct Assumptions {
    u32 stale_for; /* transitions since a guess failed */
    u64 adopt_at; /* transitions after which fields that look protected are taken to be so; 0: no more */
} Assumptions;

/* What listeners are told of a search that keeps states in a queue: how many wait, and which one is being left. */
typedef struct Frontier {
    u64 queued;
    u32 expanded; /* id of the state that is being left; UINT32_MAX: none */
    double value; /* that its heuristic gave it */
    double stored; /* that it gave the state stored last */
} Frontier;

struct Search {
    KernelState *ks;
    Ctx *cx;
    StateEngine *se;
    Sched sched;
    StateSet *set; /* NULL: matching off */
    Disk *disk; /* NULL: everything stays in memory */
    SearchConfig cfg;
    SearchStats st;
    VEC(Level) path; /* those below its end are asked for by level_at */
    Cold cold; /* what is packed of it */
    Map on_stack; /* keys of the levels of the path (stack_has) */
    u32 near_stack[1024]; /* how many of them have these bits: most keys need not be looked for */
    /* how it ends */
    bool done; /* no more transitions are made */
    bool restart; /* an assumption has failed, or more is known: begin again */
    bool ended; /* the program has ended the search (Verify.terminateSearch) */
    bool interrupted;
    bool drawn_keyless; /* no states are looked up once a choice was drawn (search_drawn) */
    bool torn; /* the search was broken off where there is no state to go back to */
    /* work.h */
    const Work *work; /* NULL: it searches alone */
    struct Far *far; /* spread.h; NULL: it is not one of many in other processes */
    u64 join_at, join_states; /* transitions, new states before others join; UINT64_MAX: none will */
    u64 others_bytes; /* that the other engines, and the states, had a moment ago */
    u32 strays, again; /* new beginnings because an engine strayed; because of any that joined */
    bool strayed; /* a path of another engine's led elsewhere here */
    bool went_round; /* a transition has led back to a state of an engine's path (livelock.h) */
    bool called_off; /* it is done because another engine has ended the search */
    bool parked; /* it has given all that was left to it, so that the search can be written down */
    bool gathers; /* a search of several engines was read, which are to be made */
    /* portfolio.h */
    struct Portfolio *folio; /* NULL: no other search takes turns with this one */
    bool sliced; /* the turn is over */
    u64 slice, slice_insns; /* transitions and bytecodes (Search.instructions) of the turn; 0: it is none */
    /* what the last transition did */
    RunResult last;
    u32 last_thread;
    /* how transitions are made */
    bool silent; /* restoring: no matching, no statistics, no output */
    bool replaying; /* one path, given by `script` */
    u64 instructions; /* bytecodes executed, re-executions included */
    u64 insns_before; /* bytecodes of the searches that were given up for this one */
    Cascade cascade; /* cascade.h */
    Bottom bottom;
    Told told; /* told.h */
    Frontier frontier;
    Nearer nearer; /* nearer.h */
    Left left; /* left.h */
    Tree tree; /* tree.h */
    struct Steps *steps; /* probe/probe.h; NULL: nobody has asked for the lines of transitions */
    void *way; /* what the kind of search (cfg.kind) keeps for itself */
    Script script; /* replay.h */
    Recording rec; /* report/recording.h */
    Prelude prelude; /* prelude.h */
    Ahead ahead; /* ahead.h */
    Findings found; /* report/findings.h */
    Settling settle; /* settle.h */
    Assumptions assume;
    const struct Reduction *reductions[6]; /* those that have a part in this search (reduction.h) */
    u32 n_reductions;
    Persistence persist; /* por/persist.h */
    Fair fair; /* por/fair.h */
    SleepSets sleep; /* por/sleep.h */
    Alike alike; /* por/alike.h */
    struct Dpor *dpor; /* dpor/dpor.h */
    struct Dynamic *dynamic; /* por/dynamic.c */
    struct BpReduction *bp; /* bp/reduce.h; NULL: not asked for */
    struct HotGraph *hot; /* bp/hot.h */
    struct LiveGraph *live; /* livelock.h */
    Shrunk shrunk; /* shrink.h */
    Checkpoint checkpoint; /* checkpoint.h */
    u64 *trial; /* gets search_error_sign of the next transition; NULL: nobody asks */
    SearchHooks hooks;
};

/* --- path.c: the older levels of a long path are packed --- */
Status path_push(Search *s, const Level *l);
void path_shorter(Search *s); /* levels were taken from its end */
Level *path_look(Search *s, u32 i);
/* Level i, wherever on the path it is. The pointer is good until two others were asked for, or the path changes; that
 * of one of the last two levels until the path changes. */
static inline Level *level_at(const Search *s, u32 i) {
    if (JPF_LIKELY((u64)i * sizeof(Level) / 4 >= s->cold.plain)) return &s->path.v[i];
    return path_look((Search *)s, i); /* the level is the same as before */
}
/* The same, for who asks others meanwhile: the pointer is good until another one is held, or the path changes. */
Level *level_hold(Search *s, u32 i);
void path_free(Search *s);

Status search_init(Search *s, KernelState *ks, StateEngine *se, const SearchConfig *cfg);
void search_free(Search *s);
/* The initial state: runs the main thread to its first boundary. */
Status search_start(Search *s, StepOutcome *out);
/* Next choice of the last level, run, match. */
Status search_forward(Search *s, StepOutcome *out);
/* A choice was drawn, and nothing that was seen says what comes later: from here on states have no keys, unless
 * somebody asks for them. What was drawn in between is undone before there are keys again. */
void search_drawn(Search *s);
/* Undo the last transition's effect on the state (after OUT_VISITED it is undone already): drop the last level. */
void search_backtrack(Search *s);
/* The search of cfg.kind, as often as it begins again. */
Status search_run(Search *s);
/* Search once: the search ends, or is to begin again (Search.restart). */
Status search_once(Search *s);
/* The same of one that was broken off between two transitions, and stands there again. */
Status search_go_on(Search *s);
/* The states that were seen are forgotten. */
Status search_forget_states(Search *s);
/* A set of keys that goes to the disk, if this search's sets do. */
Status search_spills(Search *s, StateSet *set);
/* How states were stored, as far as the report has to say it. */
Status search_tell_storage(Search *s);
u64 search_spilled(const Search *s); /* states on the disk */
u64 search_disk_reads(const Search *s); /* pages that were read to know a state again */
/* Bytes in memory that the stored states take. */
u64 search_state_bytes(const Search *s);
u64 search_held(const Search *s); /* bytes of memory, now */
double search_collision_bound(const Search *s);
/* Undo the whole path: the kernel is where the search began. */
void search_leave(Search *s);
/* rerun.c: the path is undone and kept; then it is executed again. Where that leads elsewhere, the levels behind are
 * given up, with a constraint. */
Status search_suspend(Search *s);
Status search_resume(Search *s);
void search_thins(Search *s); /* Heap.thin_from, where another search may have set it */
/* A suspended search will not go on: its levels go, and nothing is undone. */
void search_forsake(Search *s);
/* Back to the beginning, with nothing explored; what was learned stays. */
Status search_reset(Search *s);
/* assume.c: does something that was seen in this transition end an assumption that the search rests on, or is there
 * more to assume? Then it begins again. */
void assume_init(Search *s);
void assume_reset(Search *s); /* called when the search begins again */
Status assume_after(Search *s, const After *a);
void assume_at_end(Search *s); /* as assume_after, where nothing is left to be tried */
/* Does s begin again, but for nothing that all searches of this program rest on? */
bool assume_stands(const Search *s);
/* livelock.c: threads that can move now, by id. */
u64 live_enabled(const KernelState *ks);
/* The level whose transition runs: the last, or while a path is recorded the one executed again. */
static inline u32 search_level(const Search *s) { return s->rec.on && !s->told.at_rest ? s->rec.level : s->path.n - 1; }

#endif
