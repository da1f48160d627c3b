/* times.h -- fields of delayed and periodic tasks, and what pools count. Layer 3.
 *
 * jdk/tasks.def says why these are apart from other fields, and which classes have them. */
#ifndef JPF_TIMES_H
#define JPF_TIMES_H
#include "classes/classes.h"

enum TimeKind {
    TIME_NONE,
    TIME_NANO,    /* System.nanoTime */
    TIME_LOWEST,  /* a time as above, counted from Long.MIN_VALUE on */
    TIME_MILLI,   /* System.currentTimeMillis; 0: not scheduled */
};

/* Words are 1 + payload word; 0: none. All but `state` and `index` are longs. */
typedef struct TaskClass {
    u8 kind;     /* enum TimeKind */
    u16 time;    /* when it is due */
    u16 period;  /* above 0: the next time is counted from this one, not from the clock */
    u16 state, index; /* what has become of it; its place in the queue, -1: none */
    u16 number;  /* its place among the tasks ever made, from a static AtomicLong ... */
    const ClassInfo *outer; /* ... of this class */
    u32 counter; /* offset of that field in outer's mirror */
    u16 tally;   /* how many tasks were run */
    u8 reads;    /* enum TimeKind: its methods hold such times in their frames */
    bool runs;   /* what they hold is of a task that is made and in its queue */
} TaskClass;

/* A row of jdk/tasks.def: the names behind a TaskClass. */
typedef struct TaskRow {
    const char *cls;
    u8 kind, reads;                     /* enum TimeKind */
    bool runs;
    const char *time, *period, *state, *index;
    const char *number;                 /* the task's own field ... */
    const char *counter_in, *counter;   /* ... and the static one that counts them, an AtomicLong */
    const char *tally;
} TaskRow;

/* Sets ci->task of a class whose layout is done, and the kinds of its words. ST_ERROR: ERR_NOMEM. */
Status task_of_class(Classes *cs, ClassInfo *ci);

static inline i64 task_long(const u32 *payload, u16 word) {
    return word ? (i64)((u64)payload[word] << 32 | payload[word - 1]) : 0;
}

#endif
