/* quiet.h -- the parts of a transition's writes that no other thread can tell from later ones. Layer 5.
 *
 * A library call without a scheduling point (MA_LIB_LEFT and the like), and the selection of a b-program, commute with
 * what others may do: their writes make no dependence in footprints.
 * The library's own affairs (MA_LIB_OWN) are further apart: what they read and write is no part of a footprint at all,
 * but for monitors that stay taken, and settings. Whoever comes first leaves the same, and what they leave is not
 * written by others; so two steps that come to one cache commute up to who made what lies there. What must hold:
 * - Parts are spans of the heap's log, in order and apart, of the running transition only: quiet_reset where one
 *   begins.
 * - An own affair ends, for the rest of the step, where it comes to code of the program's.
 * - At most one is open. What comes after QUIET_PARTS of them is not kept: its writes count, which is always right. */
#ifndef JPF_QUIET_H
#define JPF_QUIET_H
#include "base/base.h"

enum { QUIET_PARTS = 8 };
#define QUIET_NONE UINT32_MAX

typedef struct QuietLog {
    struct QuietPart {
        u32 from, to; /* entries of the log, `to` excluded */
        bool own; /* of an own affair */
    } part[QUIET_PARTS];
    u32 n, open; /* open: where the one that runs began, or QUIET_NONE */
    bool own; /* it is of an own affair */
    u32 own_depth; /* of the frame that it ends with, + 1 */
} QuietLog;

static inline void quiet_reset(QuietLog *q) {
    q->n = 0;
    q->open = QUIET_NONE;
    q->own = false;
}
static inline void quiet_begin(QuietLog *q, u32 at) {
    q->open = at;
    q->own = false;
}
static inline void quiet_begin_own(QuietLog *q, u32 at, u32 depth) {
    q->open = at;
    q->own = true;
    q->own_depth = depth + 1;
}
static inline void quiet_end(QuietLog *q, u32 at) {
    if (q->open != QUIET_NONE && q->n < QUIET_PARTS) q->part[q->n++] = (struct QuietPart){q->open, at, q->own};
    q->open = QUIET_NONE;
    q->own = false;
}
static inline bool quiet_runs(const QuietLog *q) { return q->open != QUIET_NONE && !q->own; }
static inline bool quiet_within(const QuietLog *q, u32 i, bool own) {
    for (u32 k = 0; k < q->n; k++)
        if (i >= q->part[k].from && i < q->part[k].to) return q->part[k].own == own;
    return i >= q->open && q->own == own;
}
/* Is entry i of the log in a part, or in one of an own affair? */
static inline bool quiet_write(const QuietLog *q, u32 i) { return quiet_within(q, i, false); }
static inline bool quiet_own_write(const QuietLog *q, u32 i) { return quiet_within(q, i, true); }

#endif
