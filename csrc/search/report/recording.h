/* recording.h -- what is kept of a path that is executed again, for its trace. Layer 11. */
#ifndef JPF_RECORDING_H
#define JPF_RECORDING_H
#include "base/json.h"
#include "kernel/events.h"

typedef struct Search Search;

typedef struct StepRec { /* one source line of a recorded transition */
    MethodInfo *mi;
    i32 line;
    u32 level;
} StepRec;

typedef struct LockRec { /* a lock taken or released in a recorded transition */
    Ref obj;
    const ClassInfo *ci; /* class of obj: where the path ends, obj may be gone and its place taken */
    u32 level, step;     /* step: index of the last StepRec then */
    u32 thread;
    bool taken;
} LockRec;

typedef struct AccessRec { /* of a field or element that threads share, by a line of the program */
    Ref obj;             /* of static fields the class's mirror */
    const ClassInfo *ci; /* of the field, or the array */
    const FieldInfo *fi; /* NULL: an element */
    u32 index, off, level, step, thread;
    u8 type;
    bool write;
    u64 before, after; /* words */
    const ThreadInfo *ti; /* where it is about to be made; NULL: nowhere */
    const MethodInfo *mi;
    const Insn *pc;
    u32 depth;
} AccessRec;

typedef struct PrintRec { /* output[from .. to) was printed by the line of that step */
    u32 level, step;
    size_t from, to;
} PrintRec;

typedef struct PoolRec { /* a thread pool or timer made in the recorded path */
    Ref obj;        /* for a timer its thread's object */
    MethodInfo *mi; /* the method of the program that made it, and the line there */
    i32 line;
    const MethodInfo *api; /* what was called there */
    bool timer;
} PoolRec;

typedef struct Comment { /* Verify.addComment, while a path is recorded */
    char *text;
    u32 level;
} Comment;

typedef struct ExpiryRec { /* the wait in expiry_text[start ..] gave up, though others could run */
    u32 level;
    size_t start;
} ExpiryRec;

typedef struct LaneRec { /* lane_text[start .. start + n) */
    u32 level, thread;
    size_t start, n;
} LaneRec;

/* Everything here is of the path executed last by search_rerun; its records are in order of execution. */
typedef struct Recording {
    bool on;
    bool tells; /* an error is being told, from where it was found until its words are kept: nobody calls that off */
    u32 answers; /* what the program had been told on the path (ks_answer) where the error was found */
    u32 level;  /* the transition being executed again */
    u32 traced; /* levels of the path that could be executed again: those behind may name what is not there */
    u32 lost;   /* levels that still stand for their states where the path could not be; 0: none was lost */
    bool arrived;     /* the error to be reported is one of a state with this key: */
    H128 arrived_raw;
    /* Of the instruction recorded last: its thread, its frame, the one below, and the nearest frame of the program. */
    struct {
        const ThreadInfo *ti;
        const StackFrame *top, *below, *own;
        u32 level;
    } near;
    VEC(StepRec) steps;
    u32 step_level, step_count; /* lines kept of the current transition */
    VEC(LockRec) locks;
    VEC(AccessRec) accesses;
    AccessRec about; /* the next one */
    VEC(PrintRec) prints;
    size_t printed; /* output that is told of */
    VEC(PoolRec) pools;
    VEC(Comment) comments;
    VEC(LaneRec) lanes; /* the b-threads at each level that chooses an event */
    VEC(ExpiryRec) expiries;
    Text lane_text, expiry_text; /* expiry_text: strings that end with 0 */
} Recording;

void rec_init(Search *s);
void rec_free(Search *s);
void trace_clear(Search *s); /* nothing is recorded */
/* Undo to the start and execute the current path again with recording on. *same: it led where it had led;
 * else rec.lost says how far the path still stands for its states, and the search stands at the last of them. */
Status search_rerun(Search *s, bool *same);
/* KernelState.up.trace_insn while a path is recorded. */
Status search_record(Search *s, ThreadInfo *ti, const Insn *pc);
Status search_record_begin(Search *s, ThreadInfo *ti); /* a transition of ti begins */
/* KernelState.up.trace_lock while a path is recorded, and a look at each call of the method through which
 * java.util.concurrent's locks change hands. */
Status search_lock(Search *s, const ThreadInfo *ti, Ref obj, bool taken);
Status search_owner_set(Search *s, const ThreadInfo *ti);
/* pools.c: a constructor is entered; what is left in a deadlock is idle threads of pools and timers: the text, and the
 * first of them; NULL: something else. */
Status pools_record(Search *s, ThreadInfo *ti);
const PoolRec *pools_forgotten(const Search *s, Text *t);
void pools_json(const Search *s, Json *j);
/* Verify.addComment */
Status search_comment(Search *s, const char *text);
void search_comments_json(const Search *s, Json *j, u32 level);
void search_drop_comments(Search *s);

/* accesses.c: what is done by now is kept; what the instruction is about to do. */
Status access_settle(Search *s);
Status access_record(Search *s, ThreadInfo *ti, const Insn *pc);
void access_clear(Search *s);
void access_free(Search *s);
/* Steps from that one on are left out; a step is added at the end of that level. */
void access_cut(Search *s, u32 step);
void access_shift(Search *s, u32 level);
/* The members "accesses" and "prints" of an error. */
void accesses_json(Search *s, Json *j);
void prints_json(Search *s, Json *j);

/* trace.c: the "trace", "snapshot" and "locks" members of an error */
void trace_json(Search *s, Json *j);
void snapshot_json(Search *s, Json *j);
void locks_json(Search *s, Json *j);
/* The members "transition" and "step" of what is told in order of execution. *first: the first step of the transition,
 * 0 at the beginning. */
void json_recorded_at(const Search *s, Json *j, u32 level, u32 step, u32 *first);
/* The members class, method, file and line of a place in the program. */
void json_method(Json *j, const MethodInfo *mi, i32 line);
/* The user's own code: neither the JDK's nor that of our jar. */
bool of_program(const MethodInfo *mi);
/* Where a thread stands in the program's own code; false: in none. */
bool user_place(const ThreadInfo *ti, CodePlace *at);
/* The innermost frame of the program's own code; NULL: none. */
StackFrame *user_frame(const ThreadInfo *ti);
void thread_name(KernelState *ks, const ThreadInfo *ti, char *buf, size_t n);

#endif
