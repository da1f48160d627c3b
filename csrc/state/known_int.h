/* known_int.h -- notes of steps, as they lie in memory: what known.c finds and take.c does. Layer 10. */
#ifndef JPF_KNOWN_INT_H
#define JPF_KNOWN_INT_H
#include "state/known.h"
#include "state/state_int.h"

typedef struct Word { /* a word, and the value that it has */
    u32 at, value; /* at: of frames, which one of the stack, from the top (WORD_FRAME), and which of its words */
} Word;
enum { WORD_FRAME = 24 };
typedef struct Written {
    u32 widx, now;
    u32 slot; /* a static word: index in sslots; else 0 */
    Ref obj;
} Written;
typedef struct Gained {
    u64 name, rd, h; /* what its slot offers; the object's label */
    Ref obj;
    u32 pad;
} Gained;

/* What the frame and the thread are after a step (known_take): sums of their records, what is in the frame, where the
 * thread stands. */
typedef struct StepEnd {
    H128 thread, thread_own, frame, frame_own;
    const Insn *pc;
    Pending pend;
    u32 sp;     /* words of locals and operand stack */
    u32 step, flags; /* of the frame; flags: only where others have returned to it */
    i32 held;   /* monitors taken, less those given back */
} StepEnd;

/* Followed by the sums of the frames that the step returns to, its pairs of the frames and of the heap, what was
 * written, references gained and lost; then, if it can be taken, by a StepEnd and the words of the frame that are alive
 * there. */
typedef struct Note {
    u32 next; /* in `words`; 0: none */
    u32 insns;
    const Insn *pc;
    H128 thread, frame; /* sums before */
    H128 adds; /* to the key, but for what was written; ends: all of it */
    H128 shape; /* ends */
    Ref obj; /* AC_EXIT: the Thread object; AC_LOCK: whose monitor it stands before */
    u32 tid; /* lock words have it */
    u8 n_held, n_reads, n_words, n_lost, n_gained;
    u8 action;
    u8 skips; /* some of the following are not 0 */
    u8 skipped[KNOWN_SKIPS];
    u8 n_live; /* words of the frame that are alive after it */
    u8 n_pops; /* frames that return */
    bool ends; /* the thread ends */
    bool taken; /* known_take can do it */
} Note;

typedef struct Known Known;
const Note *known_note(const Known *k, u32 at);

/* The parts of a note. */
static inline const H128 *note_below(const Note *o) { return (const H128 *)(const void *)(o + 1); }
static inline const Word *note_held(const Note *o) { return (const Word *)(const void *)(note_below(o) + o->n_pops); }
static inline const Written *note_written(const Note *o) {
    return (const Written *)(const void *)(note_held(o) + o->n_held + o->n_reads);
}
static inline const Gained *note_gained(const Note *o) {
    return (const Gained *)(const void *)(note_written(o) + o->n_words);
}
static inline const Ref *note_lost(const Note *o) { return (const Ref *)(const void *)(note_gained(o) + o->n_gained); }
/* References that are lost take whole pairs, and one at least. */
static inline u32 lost_room(u32 n) { return n / 2 * 2 + 2; }
static inline const StepEnd *note_end(const Note *o) {
    return (const StepEnd *)(const void *)(note_lost(o) + lost_room(o->n_lost));
}
static inline const Word *note_live(const Note *o) { return (const Word *)(const void *)(note_end(o) + 1); }

enum { LOCK_WORD = offsetof(ElementInfo, lock) / 4 };

static inline u32 word_in(const Written *w) { return w->widx - w->obj * 2; }

static inline u32 record_of(const StateEngine *se, Ref r) {
    u32 i = ei(se->heap, r)->meta;
    return i && i < se->metas.n && se->metas.v[i].obj == r ? i : 0;
}

/* Part of an object's body. */
static inline H128 word_term(const StateEngine *se, u32 word, u32 v) {
    return word == LOCK_WORD ? header_term(TAG_LOCK, lock_value(se, v)) : prim_term(word - OBJ_HEADER / 4, v);
}

/* --- ends.c --- */
/* A hash of what hangs from the Thread object and from its last frame, and of what decides which labels that gets when
 * these are gone. False: it cannot be said. */
bool known_end_shape(const StateEngine *se, const ThreadInfo *ti, u32 frame_rec, H128 *out);
/* Is there another thread that can go on now, and one for whom the program goes on? Nobody is to be woken. */
bool known_others_go_on(const StateEngine *se, const ThreadInfo *ti);

#endif
