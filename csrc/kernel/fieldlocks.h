/* fieldlocks.h -- locks that may protect a field: what fielduse.c needs of fieldlocks.c. Layer 5. */
#ifndef JPF_FIELDLOCKS_H
#define JPF_FIELDLOCKS_H
#include "kernel/fielduse.h"

static inline bool use_locked(const FieldUses *us, const FieldUse *u) {
    return us->lock && (u->flags & (FU_LOCKED | FU_OPEN)) == FU_LOCKED;
}
/* A search begins, or begins again. */
void locks_begin(FieldUses *us);
/* ti accesses the field, or (u->fi NULL) an element, of e: which of the candidates does it hold? */
void locks_test(FieldUses *us, const ThreadInfo *ti, FieldUse *u, const ElementInfo *e, bool write);
/* Does it hold the first one? */
bool locks_hold_first(FieldUses *us, const ThreadInfo *ti, const FieldUse *u, const ElementInfo *e, bool write);
#endif
