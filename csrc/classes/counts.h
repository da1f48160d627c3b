/* counts.h -- who may remember a collection's modCount. Layer 3. */
#ifndef JPF_COUNTS_H
#define JPF_COUNTS_H
#include "classes/classes.h"

/* Sets ci->count_kind and ci->count_word of a class whose layout is done. */
void counts_of_class(ClassInfo *ci);

#define COUNT_SPANS 6
typedef struct CountSpan {
    u32 from, to; /* instruction indices, both included */
} CountSpan;
typedef struct CountSpans {
    CountSpan v[COUNT_SPANS];
    u32 n;
} CountSpans;

/* The instructions at which a frame of mi may hold a counter in a local or an operand, its pc standing before
 * them. ST_ERROR: ERR_NOMEM. */
Status counts_in_frames(Classes *cs, const MethodInfo *mi, CountSpans *out);

#endif
