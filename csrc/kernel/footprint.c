/* footprint.c -- the log of reads. */
#include "kernel/footprint.h"
#include "kernel/fielduse.h"

/* A transition that reads more than this is dependent on all. */
#define FP_LIMIT 4096u

void fp_begin(KernelState *ks, bool on) {
    FpLog *f = &ks->fp;
    f->on = on;
    f->lost = f->crowd = f->clock = f->interrupt = false;
    f->quiet = f->late = f->waited = f->looked = f->ends = f->begun = f->asked = f->flagged = f->told = f->joined = 0;
    f->unborn = 0;
    f->output = f->inside = false;
    f->uses = ks->uses->tell_inits || (ks->looks.seen & LIB_SECTION) ? USES_TELL : 0;
    f->cas = 0;
    f->one_place = f->notified = f->section = false;
    if (f->reads.n) memset(f->seen, 0, sizeof f->seen);
    f->reads.n = 0;
}

void fp_note(KernelState *ks, u32 from, u32 words) {
    FpLog *f = &ks->fp;
    bool quiet = quiet_runs(&ks->quiet);
    FpRange *seen = &f->seen[from % FP_SEEN];
    if (seen->from == from && seen->to >= from + words && seen->quiet <= quiet) return;
    *seen = (FpRange){from, from + words, quiet};
    if (f->reads.n >= FP_LIMIT || vec_push(ks->cx, &f->reads, *seen) != ST_OK) {
        f->lost = true;
        f->on = false;
    }
}

void fp_object(KernelState *ks, Ref r) {
    const ElementInfo *e = ei(ks->heap, r);
    if ((e->hf & EF_SHARED) || e->birth == IMMORTAL_BIRTH) fp_note(ks, r * 2, (u32)(ei_bytes(ks->heap, e) / 4));
}
