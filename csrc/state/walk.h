/* walk.h -- Walk: what a thread does between the joins of other threads. Layer 10. await.c says what for.
 *
 * From a join on, each instruction is taken on a copy of the thread's frame. An instruction that could matter to
 * another thread, or that another one could have to do with, ends the walk before it, and so does one that would throw,
 * make an object (but for an iterator or the like, where it looks ahead) or run a class initializer. What is left:
 * numbers and references in frames, calls of plain methods, and fields and arrays of references of objects that no
 * other thread can reach (not EF_SHARED, or omit.c says so), and static fields that main, which walks, uses alone. A
 * call that does not come to its end is not begun.
 *
 * Fields are written in their place, so that who looks finds them written; walk_undo takes that back. A reference goes
 * only where nobody leads to but frames of the thread: into an iterator. Null goes anywhere: what lay there still
 * counts as referred to, which keeps threads apart that could be alike, and no more. */
#ifndef JPF_WALK_H
#define JPF_WALK_H
#include "state/state.h"

enum { WALK_CALLS = 24, WALK_MADE = 2, WALK_WORDS = 16 };
#define WALK_FIRST_MADE 0xFFFFFF00u /* no object is there */

/* An object that it makes on the way, and that is garbage where it ends: an iterator. */
typedef struct WalkObject {
    ClassInfo *ci;
    u32 words[WALK_WORDS];
} WalkObject;

typedef struct WalkFrame {
    const MethodInfo *mi;
    const u8 *code;
    u32 *local, *stack;
    u32 n, room; /* operands */
    u32 at; /* bytecode index; of a caller: its call */
} WalkFrame;

typedef struct Walk {
    StateEngine *se;
    const ThreadInfo *ti;
    const StackFrame *real; /* the thread's frame that f[0] stands for */
    StackFrame *copy; /* f[0] lies in it */
    u32 n; /* frames */
    u32 used; /* words of the others */
    bool ahead; /* the thread will come here, and is elsewhere yet */
    bool past; /* whom it joins is all that is asked: no form rests on it */
    u64 unknown; /* then: locals of f[0] that may be others by then */
    u32 n_made;
    WalkObject made[WALK_MADE];
    WalkFrame f[WALK_CALLS];
} Walk;

/* Where the thread, which waits in a join, comes to; NULL: it keeps its place. await.passed: whose ends it needs. */
StackFrame *walk_on(StateEngine *se, const ThreadInfo *ti);
/* Whom does it join from where it waits on, one after the other, before it does anything that others may have to do
 * with? await.passed. */
bool walk_past(StateEngine *se, const ThreadInfo *ti);
/* From this instruction of its frame, where the thread will come to with other values in the locals `unknown`: does
 * it pass joins, write nothing, and come to where nothing of the array, or of what holds it, is read again?
 * await.passed: whom it joins. */
bool walk_ahead(StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u32 insn, u64 unknown, Ref array,
                Ref holder);
void walk_undo(StateEngine *se, u32 kept); /* all but the first `kept` writes */

#endif
