/* search.h -- Search: states, transitions, backtracking, errors and their traces. Layer 11.
 *
 * JPF: Search, DFSearch, Path, Transition, Property. A Level is one state of the current path
 * with its ChoiceGenerator and what undo needs; a transition takes the next choice of the last
 * level and runs until the next state. Every search is built from forward, backtrack, restore. */
#ifndef JPF_SEARCH_H
#define JPF_SEARCH_H
#include "base/text.h"
#include "choice/choice.h"
#include "kernel/events.h"
#include "state/state.h"

typedef VEC(Footprint *) Asleep;

typedef struct After After; /* run.h: what the driver found at the end of a transition */

typedef struct Spot { /* where a thread stood in a loop of the library (spin.c) */
    u64 place;
    u32 thread; /* id + 1; 0: in no such loop */
    u32 turns;  /* how often it has stood there since anything was written */
    bool quiet; /* the transition that led here wrote nothing that could matter to others */
    bool stamped; /* it wrote all the same */
    bool broken; /* it was broken off for its length */
} Spot;

typedef struct Level {
    ChoiceGenerator cg;  /* the one registered last */
    ChoiceGenerator *up; /* those cascaded above it, in order of registration */
    u32 n_up;
    u32 thread;          /* who ran last from here */
    TrailMark mark;
    u32 state_id;  /* unique id of the state, in order of discovery */
    u32 out_n;     /* bytes of path output here */
    u32 answers_n; /* KernelState.answers_at here */
    u32 set_id;    /* of the state in the state set */
    u32 node;      /* breadth-first: index of the search node */
    bool told;     /* listeners know that its generators are set */
    bool open;     /* some choice led to a state that is left later than this one */
    u32 awake;     /* choices that may be tried: all but those asleep; these come last */
    u64 tried;     /* ids of the threads of the persistent set; REACH_ALL: no choice is left out */
    Asleep asleep; /* sleep.c: tried before, from here or above, and nothing since depends on it */
    u64 place;     /* hash of the choices that lead here */
    H128 key, raw; /* raw: without what the choice adds */
    Spot spot;
    struct BpAt *bp; /* bpreduce.h */
    u64 enabled; /* livelock.c: threads that can move here, by id */
} Level;

typedef enum StepOutcome {
    OUT_NEW = 0,   /* a state not seen before; it is now the last level */
    OUT_VISITED,   /* seen before: undone */
    OUT_END,       /* the path ended by itself: undone by the caller */
    OUT_PRUNED,    /* ignoreIf and the like, or a part that is not modelled */
    OUT_STOP,      /* the search is over (limit, interrupt) */
} StepOutcome;

typedef enum ErrorKind { EK_DEADLOCK, EK_UNCAUGHT, EK_PROPERTY, EK_RACE, EK_LIVELOCK } ErrorKind;

typedef struct ErrorRec {
    u32 id;
    char *json; /* one element of the report's "errors" */
    size_t bytes;
} ErrorRec;

typedef struct SearchStats {
    u64 states_new, visited, backtracked, restored, end_states, transitions;
    u64 max_depth, thread_cgs, data_cgs, pruned;
    u64 setup;    /* transitions to a b-program's first state; neither they nor their states are counted elsewhere */
    u64 reduced;  /* states where a persistent set left choices out */
    u64 expanded; /* of these, those that the cycle proviso expanded after all */
    u64 escaped;  /* and those where a step touched more than had been foreseen */
    u64 asleep;   /* choices left out because their threads slept */
    u64 renamed;  /* states that had been seen but for the names of threads */
    u64 again;    /* states visited once more because fewer slept than before */
    u64 restarts;
    u64 states_before, transitions_before; /* of searches that were begun before this one, and given up for it */
} SearchStats;

typedef struct SearchConfig {
    bool multiple_errors, por, matching, check_deadlock, check_uncaught, check_exit, livelock;
    bool bfs;
    bool persistent; /* vm.por.persistent */
    bool sleep;      /* vm.por.sleep_sets */
    bool symmetry;   /* vm.por.symmetry */
    bool check_state; /* stress: compare with the oracle at every transition */
    bool check_restore; /* stress: undo and repeat every transition, and compare */
    u32 hash_bits;      /* stress: the state set's hashes are cut to this many bits; 0: whole */
    u64 depth_limit, state_limit;
    double time_limit, cpu_limit; /* seconds; 0: none */
    u64 memory_limit;
    const char *storage; /* vm.storage.class */
    u8 randomize; /* enum CgRandom */
    u64 seed;     /* of randomized choices */
    bool hot_system, hot_bthread; /* b-programs: look for cycles of hot states */
    const char *hot_groups;       /* names of b-threads: a,b;c,d */
    bool bp_por; /* bp.por */
} SearchConfig;

/* cg.randomize_choices */
enum CgRandom { CGR_NONE, CGR_FIXED, CGR_VAR };

typedef struct StepRec { /* one source line of a recorded transition */
    MethodInfo *mi;
    i32 line;
    u32 level;
} StepRec;

typedef struct LockRec { /* a lock taken or released in a recorded transition */
    Ref obj;
    const ClassInfo *ci; /* of obj then: it may be gone, and its place taken, where the path ends */
    u32 level, step;     /* step: index of the last StepRec then */
    u32 thread;
    bool taken;
} LockRec;

typedef struct PoolRec { /* a thread pool or timer made in the recorded path */
    Ref obj;        /* for a timer its thread's object */
    MethodInfo *mi; /* of the program, and its line */
    i32 line;
    const MethodInfo *api; /* what was called there */
    bool timer;
} PoolRec;

typedef struct StoredTrace { /* Verify.storeTrace */
    char *file, *json;
    size_t bytes; /* of json */
} StoredTrace;

typedef struct Comment { /* Verify.addComment, while a path is recorded */
    char *text;
    u32 level;
} Comment;

typedef struct LaneRec { /* lane_text[start .. start + n) */
    u32 level, thread;
    size_t start, n;
} LaneRec;

typedef struct StateNow { /* the state listeners are told of */
    u32 id, depth;
    bool fresh, end, error, ignored;
    const ChoiceGenerator *next; /* registered, not set yet */
    const ChoiceGenerator *next_up; /* cascaded above it */
    u32 n_next_up;
} StateNow;

typedef struct Search {
    KernelState *ks;
    Ctx *cx;
    StateEngine *se;
    Sched sched;
    StateSet *set; /* NULL: matching off */
    SearchConfig cfg;
    SearchStats st;
    VEC(Level) path;
    VEC(ErrorRec) errors;
    VEC(char *) constraints; /* limits met, parts not modelled: why the result is not whole */
    bool complete, done, interrupted;
    bool ended; /* by the program (Verify.terminateSearch) */
    u32 traced; /* levels of the path that could be executed again: those behind may name what is not there */
    bool torn;  /* it was broken off where there is no state to go back to */
    u32 next_id;
    /* what the last transition did */
    RunResult last;
    u32 last_thread;
    /* replay */
    VEC(u64) script;  /* choices to take at levels with more than one */
    u32 script_check, script_length; /* length: in transitions */
    const char *script_made; /* what the string says it was made with; NULL: it does not say */
    Status (*made_with)(void *user, Text *t); /* what this search is made with, for replay strings */
    Status (*unlike)(void *user, const char *made, Text *why); /* how that differs from it; nothing: in nothing */
    bool replaying;
    /* step recording for traces */
    bool recording;
    VEC(StepRec) steps;
    VEC(Comment) comments;
    VEC(StoredTrace) stored;
    VEC(LockRec) locks;
    VEC(PoolRec) pools;
    VEC(char *) notes; /* what a reader should know of a search without an error */
    void *progress_user;
    void (*on_restart)(void *user); /* what was printed so far counts no more */
    Status (*progress)(void *user, const struct Search *s);
    u32 step_level, step_count; /* recording: lines kept of the current transition */
    u32 level_now;    /* recording: the transition being re-executed */
    bool silent;      /* restoring: no matching, no statistics, no output */
    /* persist.c */
    bool persist;     /* persistent sets are in use */
    bool settling;    /* settle.c */
    u64 settle_from;  /* instructions before it */
    bool restart;     /* an assumption they rest on has failed: begin again */
    u32 stale_for;    /* transitions since an assumption about a field failed */
    u64 adopt_at;     /* transitions after which fields that look protected are taken to be so; 0: no more */
    bool gave_up;     /* neither persistent nor sleep sets from here on */
    u32 doomed;       /* it has, and this many transitions ago: soon */
    bool knew_interrupt, knew_main, knew_states, knew_clock;
    u64 reduced;      /* states reduced since the search began (again) */
    Map on_stack;     /* keys of the levels of the path */
    bool watch, reads; /* the running transition: its writes matter; its reads too */
    Footprint *fp;    /* of the last transition; NULL: none was made */
    /* alike.c */
    bool symmetric;   /* states are equal up to the exchange of threads */
    u32 named_from;   /* they were, for those with smaller numbers; the others have names */
    StateSet *plain;  /* keys, names and all, of the states met while they were; NULL: they never were */
    VEC(u32) plain_first; /* by id: the place there of the state itself */
    bool renamed;     /* the state that was looked up last is another one under other names */
    VEC(u32) plain_ids; /* by place there: the state they were taken to be */
    u64 forms, form_words; /* without names, made so far; their words, all orders of threads that were tried */
    u64 ranked;       /* number of the transition whose state se->sym_rank is of */
    u64 insns_before; /* instructions of searches that were begun before this one */
    /* sleep.c */
    bool sleeping;    /* sleep sets are in use */
    bool dozed;       /* a choice was left out for them */
    bool cyclic;      /* a cycle was met: not with this program */
    Asleep dozing;    /* of the state that comes */
    Map slept;        /* state id + 1 -> place in `sleepers` */
    VEC(u64) sleepers; /* number of threads asleep when the state was last left, their keys */
    u64 instructions; /* bytecodes executed, re-executions included */
    struct LiveGraph *live; /* livelock.h */
    struct HotGraph *hot; /* b-programs: hot.h */
    struct BpReduction *bp; /* bp.por: bpreduce.h; NULL: not asked for */
    VEC(LaneRec) lanes;   /* recording: the b-threads at each level that chooses an event */
    Text lane_text;
    bool arrived;         /* the error to be reported is one of a state with this key: */
    H128 arrived_raw;
    u32 path_lost; /* a path could not be executed again: levels that still stand for their states; 0: none was lost */
    const char *report_note; /* to be said with the error */
    VEC(Violation) kept; /* noted by listeners before the search began again */
    Map told; /* hashes of violations that were reported */
    u32 report_bthread; /* the error to be reported is told of that b-thread: place + 1 */
    /* cascade.c */
    VEC(ChoiceGenerator) next; /* registered for the state that comes, in order */
    /* Who is told that it is the second half of an instruction: the transition's choice was made for the
     * instruction at bottom_pc (bottom); one of its generators is a native peer's that waits for it. */
    bool bottom, bottom_peer;
    const Insn *bottom_pc;
    u32 bottom_depth;
    u64 bottom_pos; /* instructions of the thread before it */
    u32 moved; /* the generator of the cascade that level_advance has moved; those below began again */
    bool at_rest; /* between transitions: the last level's generator has still to choose */
    bool removed, left_out; /* a listener has removed generators; has let the running thread wait */
    StateNow now; /* search/events.c */
    u64 queued; /* breadth first: states that wait */
    u32 expanded; /* id of the state whose children are made; UINT32_MAX: none */
    VEC(u32) ids; /* state ids by index in the state set */
} Search;

Status search_init(Search *s, KernelState *ks, StateEngine *se, const SearchConfig *cfg);
void search_free(Search *s);
/* The initial state: runs the main thread to its first boundary. */
Status search_start(Search *s, StepOutcome *out);
/* Next choice of the last level, run, match. */
Status search_forward(Search *s, StepOutcome *out);
/* Undo the last transition's effect on the state (after OUT_VISITED it is undone already). */
void search_backtrack(Search *s); /* drop the last level */
Status search_run(Search *s); /* DFSearch, or breadth-first by cfg.bfs */
Status search_dfs(Search *s);
/* Of the states stored. */
u64 search_state_bytes(const Search *s);
double search_collision_bound(const Search *s);
/* Back to the beginning, with nothing explored; what was learned stays. */
Status search_reset(Search *s);
/* settle.c: learn before listeners are told; at most so many transitions. */
enum { SETTLE_MAX = 100000, SETTLE_INSNS = 20000000 };
/* Classes linked before listeners could be told, from this id on. */
void search_tell_classes(KernelState *ks, u32 from);
bool search_settled_enough(const Search *s);
Status search_settle(Search *s);
Status search_bfs(Search *s);
/* Re-execute a recorded path (choices at every level with more than one choice). */
Status search_replay(Search *s, const char *text);

/* Undo to the start and execute the current path again with recording on (traces). *same: it led where it had led;
 * else s->path_lost says how far the path still stands for its states, and the search stands at the last of them. */
Status search_rerun(Search *s, bool *same);
void trace_clear(Search *s); /* nothing is recorded */
/* The pending error ends the search in order (cx_ends_in_order): it becomes the reason why it is not whole. */
Status search_wind_up(Search *s);

/* --- search/cascade.c: several generators on one state give every combination; the one registered
 * last moves fastest. A combination has one index, in mixed radix. --- */
Status level_has_more(Search *s, Level *l, bool *more);
u64 level_total(const Level *l); /* combinations known so far, those left out included; saturates */
u64 level_index(const Level *l); /* of the current one; UINT64_MAX before the first */
u64 level_rank(const Level *l); /* the same among all choices, whatever was left out or reordered */
/* The same in a replay string: so many numbers, the k-th of them; and back (*fits: there is such a choice). */
u32 level_numbers(const Level *l);
u64 level_number(const Level *l, u32 k);
Status level_take(Search *s, Level *l, const u64 *v, bool *fits);
/* Make the next level_advance take combination `index`. */
Status level_seek(Search *s, Level *l, u64 index);
Status level_advance(Search *s, Level *l);
/* The current choice as a number that no reduction changes, and back: a thread's choice is the thread's id. */
bool level_by_id(const Level *l);
u64 level_word(const Level *l);
Status level_seek_word(Search *s, Level *l, u64 word);
void level_free(Search *s, Level *l);
u32 level_kind_word(const Level *l); /* number and kinds of choices, for the check of replay strings */
ChoiceGenerator *level_digit(Level *l, u32 i); /* as level_cg */
const ChoiceGenerator *level_cg(const Level *l, u32 i); /* 0: the last registered, then its parents */
/* SystemState.setNextChoiceGenerator: takes over *cg. */
Status search_set_next_cg(Search *s, const ThreadInfo *ti, ChoiceGenerator *cg);
Status search_request(Search *s, ThreadInfo *ti); /* ks->choice_req as a generator of s->next */
void search_drop_next(Search *s);
/* Tell listeners what was registered; they may register more, which cascades. */
void search_registered(Search *s, ThreadInfo *ti);
/* Does ti execute, for listeners, the instruction that this transition's choice was made for? JPF: isFirstStepInsn. */
bool search_first_step(const Search *s, const ThreadInfo *ti);
/* Is ti's native peer called again because of a generator that it has registered? */
bool search_bottom_half(const Search *s, const ThreadInfo *ti);
/* Remove the generator registered last, or all. */
void search_remove_next(Search *s, bool all);

/* search/livelock.c: threads that can move now, by id. */
u64 live_enabled(const KernelState *ks);
/* search/pools.c: a constructor is entered, while a path is recorded; what is left in a deadlock is idle threads of
 * pools and timers: the text, and the first of them; NULL: something else. */
Status pools_record(Search *s, ThreadInfo *ti);
const PoolRec *pools_forgotten(const Search *s, Text *t);
void pools_json(const Search *s, Text *t);

/* search/persist.c: which of the runnable threads need to be tried; REACH_ALL: all. */
u64 persist_select(Search *s, const u32 *ids, u32 n);
/* Leave out what need not be tried at a state with this generator. */
Status persist_arrange(Search *s, ChoiceGenerator *cg, const Asleep *asleep, u64 *tried, u32 *awake);
/* The same where a state is visited once more for some threads. */
Status persist_wake(Search *s, ChoiceGenerator *cg, const Asleep *asleep, u64 woken, u32 *awake);
void persist_watch(Search *s, const Level *l);
/* Before and after the transition of `ran` from level l is closed. */
Status persist_before(Search *s, ThreadInfo *ran);
void persist_after(Search *s, Level *l, bool closed, bool path_ends);
void persist_alone(Search *s);
void persist_expand(Search *s, Level *l);
/* level_has_more, after the cycle proviso. */
Status persist_more(Search *s, Level *l, bool *more);
Status stack_enter(Search *s, H128 key);
void stack_leave(Search *s, H128 key);
bool stack_has(const Search *s, H128 key);

/* search/store.c */
Status search_store_trace(Search *s, const char *file, const char *comment);
Status search_comment(Search *s, const char *text);
void search_comments_json(const Search *s, Text *t, u32 level);
void search_drop_comments(Search *s);
void search_stored_free(Search *s);
/* The level whose transition runs: the last, or while a path is recorded the one executed again. */
static inline u32 search_level(const Search *s) { return s->recording && !s->at_rest ? s->level_now : s->path.n - 1; }

/* search/alike.c: what threads are called does not tell states apart. */
Status alike_reset(Search *s);
void alike_free(Search *s);
/* What a state's choice adds to its key; `ranks`: with threads named by se->sym_rank. */
typedef struct ChoiceTerm {
    H128 (*of)(Search *s, const After *a, bool ranks);
    const After *after;
} ChoiceTerm;
/* Look a state up, or add it. `raw`: its key without its choice; *key: the one with it, and then what stands for the
 * state in this search. */
Status alike_add(Search *s, H128 raw, const ChoiceTerm *choice, H128 *key, bool *fresh, u32 *id);
/* Make se->sym_rank that of the state the last transition led to. */
Status alike_ranks(Search *s);

/* search/sleep.c: sleep sets, stored with their states. */
/* The last transition from l led to the state with this id and key. Who sleeps there goes to s->dozing; *again:
 * fewer than when it was left before, *woken: ids of the threads to be tried now, REACH_ALL: whatever there is.
 * `stays`: its own thread may sleep in what is tried from l later. */
Status sleep_step(Search *s, Level *l, bool stays, u32 id, H128 key, bool fresh, bool *again, u64 *woken);
void sleep_clear(Search *s, Asleep *a);
void sleep_moved(Search *s); /* the path was executed again: its objects lie elsewhere now */
void sleep_reset(Search *s);
Spot spin_spot(const Search *s, const ThreadInfo *ti);
const Level *spin_turns(const Search *s, Spot *now);

/* search/events.c: notifications */
void search_event(Search *s, u32 kind);
void search_event_cg(Search *s, u32 kind, const ChoiceGenerator *cg);
void search_event_choice(Search *s, Level *l);
void search_event_processed(Search *s);
void search_event_back(Search *s, u32 kind);
/* Counted and told: the search has come back to the last level. */
void search_backtracked(Search *s);
u32 search_state_id(Search *s, bool stored, bool fresh, u32 set_id);
Status search_event_advanced(Search *s, H128 *raw);
void search_choice_again(Search *s, Level *l);
Status search_event_again(Search *s, u32 id, u32 depth, H128 *raw);
Status search_event_errors(Search *s, u32 before);
Status search_keep_violations(Search *s);
Status search_event_end(Search *s);
Status search_event_finished(Search *s);

/* search/error.c */
Status search_report(Search *s, ErrorKind kind, const char *property, const char *message);
/* `at`: the places it tells of; the trace ends there, and the last one is its location. */
Status search_report_at(Search *s, ErrorKind kind, const char *property, const char *message, const CodePlace *at,
                        u32 n_at);
Status search_constraint(Search *s, const char *fmt, ...) JPF_PRINTF(2, 3);
/* search/replay.c. `running`: the last transition is not over. cx_alloc'd. */
char *replay_text(Search *s, bool running, size_t *bytes);
/* search/trace.c: the "trace" and "snapshot" members of an error */
Status trace_json(Search *s, Text *t);
/* The members class, method, file and line of a place in the program. */
void json_method(Text *t, const MethodInfo *mi, i32 line);
void snapshot_json(Search *s, Text *t);
void locks_json(Search *s, Text *t); /* "locks" */
/* A recorded trace ends at what the error tells of. */
Status trace_ends(Search *s, ErrorKind kind, const CodePlace *at, u32 n);
/* The user's own code: neither the JDK's nor that of our jar. */
bool of_program(const MethodInfo *mi);
/* Where a thread stands in the program's own code; false: in none. */
bool user_place(const ThreadInfo *ti, CodePlace *at);
/* Who waits for what, in one line. */
void deadlock_text(Search *s, Text *t);
/* ti waits inside an atomic section: which, what for, and the way out. JPF: BlockedAtomicException. */
void blocked_text(Search *s, const ThreadInfo *ti, char *buf, size_t n);
/* The innermost frame of the program's own code; NULL: none. */
StackFrame *user_frame(const ThreadInfo *ti);
/* KernelState.trace_insn while a path is recorded. */
Status search_record(Search *s, ThreadInfo *ti, const Insn *pc);
/* search/locks.c: KernelState.trace_lock while a path is recorded, and a look at each call of the method through which
 * java.util.concurrent's locks change hands. */
Status search_lock(Search *s, const ThreadInfo *ti, Ref obj, bool taken);
Status search_owner_set(Search *s, const ThreadInfo *ti);
void thread_name(KernelState *ks, const ThreadInfo *ti, char *buf, size_t n);

#endif
