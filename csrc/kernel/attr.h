/* attr.h -- attributes of objects, fields, elements, slots of frames and threads. Layer 5.
 *
 * They backtrack with the state and are no part of its key. Those of fields, elements and slots flow with the
 * values (JPF: StackFrame and ElementInfo attributes): a load copies the local's to the operand, PUTFIELD the
 * operand's to the field, a call the arguments' to the callee's locals, a return the result's to the caller;
 * what an instruction computes has none. Following them costs something in every instruction, so it begins
 * with the first one that is set. Two stores lie side by side: listeners' and Verify's. */
#ifndef JPF_ATTR_H
#define JPF_ATTR_H
#include "kernel/events.h"

enum AttrKind { AT_OBJECT, AT_FIELD, AT_ELEMENT, AT_SLOT, AT_THREAD, AT_FRAME /* own use */ };
enum AttrStoreKind { AT_LISTENER, AT_VERIFY, AT_STORES };

/* a: object, thread, or attr_frame(); b: byte offset in the object, slot of the frame (locals, then operands). */
typedef struct AttrPlace {
    u32 kind, a, b;
} AttrPlace;
static inline u32 attr_frame(const ThreadInfo *ti, const StackFrame *f) { return ti->id << 16 | (f->depth & 0xffff); }

/* Numbers that mean something to the store's owner; 0: none. */
u32 attr_get(KernelState *ks, u32 store, AttrPlace p);
Status attr_set(KernelState *ks, u32 store, AttrPlace p, u32 id);
/* Are they followed already? Natives that set the first one ask, turn it on and are executed again. */
bool attr_flows(const KernelState *ks);
Status attr_flow(KernelState *ks);
/* Those of n elements (1 << shift bytes each) go along with what arraycopy copies; of an object, with its clone. */
Status attr_copy_elements(KernelState *ks, Ref from, u32 at, Ref to, u32 to_at, u32 n, u8 shift);
Status attr_clone(KernelState *ks, Ref from, Ref to);
Status attr_copy(KernelState *ks, AttrPlace from, AttrPlace to);
void attr_free(KernelState *ks);

#endif
