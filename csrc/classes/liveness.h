/* liveness.h -- which words of a frame are alive at an instruction, and which are references.
 *
 * A backward liveness pass (exception edges included) and a forward type pass over the
 * predecoded code, made at the first question about a method and kept. Locals that are dead at
 * the pc are in neither set: they never reach the state key, the collector or sharedness; unless
 * somebody lists the objects that live (liveness_keep_dead). */
#ifndef JPF_LIVENESS_H
#define JPF_LIVENESS_H
#include "classes/classes.h"

/* The frame stands *before* instruction `pc` (top frame), or *at* the invoke it made (caller):
 * then arguments are popped, the result is not there yet, and a local is alive if it is so
 * after normal return or in a handler that covers the call. */
struct FrameMap {
    u16 n_live_prim, n_live_ref;
    u16 stack; /* operand stack words */
    u16 *prim; /* word indices: locals 0..max_locals-1, then operand stack words from max_locals */
    u16 *ref;
};
/* caller: the frame has made a call at `insn`. At any other instruction (one that pushed a frame and
 * will run again: class initialization) the answer is that of the top frame. Maps are kept in
 * mi->maps[2 * insn + caller]. Objects under construction are references. NULL: ERR_NOMEM pending. For code with
 * jsr/ret the answer may depend on return addresses in the frame: pass its words (locals, then stack). */
/* From now on references in dead locals count as live (Classes.keep_dead): who lists objects sees them. */
void liveness_keep_dead(Classes *cs);
/* The receiver's word of such a method is alive as long as its frame is there, whether its code will read it or not:
 * the engine itself asks it whose call it is (kernel/calls.h; who else does so is said at the bits). So it is in the
 * key, in images and in the collector's roots, and no other object can come to lie there. The JDK's compiler gives the
 * slot of `this` to nothing else, and all of these are methods of the JDK. */
static inline bool receiver_stays(const MethodInfo *mi) {
    const u64 classes = KC_SYNCHRONIZER | KC_CALL_OWNER | KC_CALL_CELL | KC_FORK_JOIN;
    if ((mi->flags & ACC_STATIC) || !(mi->ci->attrs & CA_SYSTEM)) return false;
    return (mi->attrs & (MA_LIBRARY_ATOMIC | MA_LIB_SPLIT)) || (mi->known & (KM_IDLES | KM_TIME_ONCE)) ||
           (mi->ci->known & classes);
}
const FrameMap *frame_map(Classes *cs, MethodInfo *mi, u32 insn, bool caller, const u32 *words);

#endif
