/* select.c -- BPJ's event selection, one b-thread at a time. */
#include "bp/bp.h"

bool bp_pick(BpPick *p, double priority, const u32 *req, u32 n) {
    if (p->any && bp_too_far(p->rule, priority - p->base)) return false;
    for (u32 i = 0; i < n;) {
        bool found = false;
        u32 k = i;
        do {
            u32 e = BP_EVENT(req[k]);
            if (!bit_get(p->blocked, e)) {
                found = true;
                if (!bit_get(p->seen, e)) {
                    bit_set(p->seen, e);
                    p->out[p->n++] = e;
                }
            }
        } while (++k < n && !(req[k] & BP_GROUP));
        if (found) {
            if (!p->any || p->rule->chain) p->base = priority;
            p->any = true;
            return true;
        }
        i = k;
    }
    return true;
}

void bp_pick_end(BpPick *p) {
    for (u32 i = 0; i < p->n; i++) bit_clear(p->seen, p->out[i]);
}
