/* quiet.h -- the parts of a transition's writes that no other thread can tell from later ones. Layer 5.
 *
 * A library call without a scheduling point (MA_LIB_LEFT and the like), and the selection of a b-program, commute with
 * what others may do: their writes make no dependence in footprints. What must hold:
 * - Parts are spans of the heap's log, in order and apart, of the running transition only: quiet_reset where one
 *   begins.
 * - At most one is open. What comes after QUIET_PARTS of them is not kept: its writes count, which is always right. */
#ifndef JPF_QUIET_H
#define JPF_QUIET_H
#include "base/base.h"

enum { QUIET_PARTS = 8 };
#define QUIET_NONE UINT32_MAX

typedef struct QuietLog {
    struct QuietPart {
        u32 from, to; /* entries of the log, `to` excluded */
    } part[QUIET_PARTS];
    u32 n, open; /* open: where the one that runs began, or QUIET_NONE */
} QuietLog;

static inline void quiet_reset(QuietLog *q) {
    q->n = 0;
    q->open = QUIET_NONE;
}
static inline void quiet_begin(QuietLog *q, u32 at) { q->open = at; }
static inline void quiet_end(QuietLog *q, u32 at) {
    if (q->open != QUIET_NONE && q->n < QUIET_PARTS) q->part[q->n++] = (struct QuietPart){q->open, at};
    q->open = QUIET_NONE;
}
static inline bool quiet_runs(const QuietLog *q) { return q->open != QUIET_NONE; }
/* Is entry i of the log in a part? */
static inline bool quiet_write(const QuietLog *q, u32 i) {
    for (u32 k = 0; k < q->n; k++)
        if (i >= q->part[k].from && i < q->part[k].to) return true;
    return i >= q->open;
}

#endif
