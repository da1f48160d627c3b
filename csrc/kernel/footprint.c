/* footprint.c -- the log of reads. */
#include "kernel/footprint.h"
#include "kernel/fielduse.h"
#include "kernel/settings.h"

/* A transition that reads more than this is dependent on all. */
#define FP_LIMIT 4096u

void fp_begin(KernelState *ks, bool on) {
    FpLog *f = &ks->fp;
    f->on = on;
    f->lost = f->crowd = f->clock = f->interrupt = f->limited = false;
    f->quiet = f->late = f->waited = f->looked = f->ends = f->begun = f->asked = f->flagged = f->told = f->joined = 0;
    f->unborn = 0;
    f->output = f->inside = false;
    f->uses = ks->uses->tell_inits || (ks->looks.seen & LIB_SECTION) ? USES_TELL : 0;
    f->cas = 0;
    f->one_place = f->notified = f->section = false;
    if (f->reads.n) memset(f->seen, 0, sizeof f->seen);
    f->reads.n = 0;
}

/* Does e, or the static word of it, come from an initializer that has ended in this transition? */
static bool is_late(const Heap *h, const ElementInfo *e, u32 widx) {
    return heap_is_done(h, e) || (e->birth == IMMORTAL_BIRTH && heap_done_static(h, widx));
}

bool fp_counts_in_affairs(KernelState *ks, const ElementInfo *e, u32 offset) {
    if (offset < OBJ_HEADER) return true;
    const FieldInfo *fi = ei_class(ks->heap, e)->kind == CK_ARRAY ? NULL : ei_field_at(ks->heap, e, offset);
    if (!fi) return false;
    if ((fi->known & KF_SETTING) && !looks_rely(&ks->looks, setting_look(fi))) return true;
    return (fi->flags & ACC_STATIC) && fi->ci == ks->cs->thread;
}

void fp_note(KernelState *ks, const ElementInfo *e, u32 from, u32 words) {
    FpLog *f = &ks->fp;
    if (JPF_UNLIKELY(ks->quiet.own) && words <= 2 && !fp_counts_in_affairs(ks, e, (from - ei_ref(ks->heap, e) * 2) * 4))
        return;
    bool quiet = quiet_runs(&ks->quiet);
    bool late = JPF_UNLIKELY(ks->heap->log_epoch != ks->heap->epoch) && is_late(ks->heap, e, from);
    FpRange *seen = &f->seen[from % FP_SEEN];
    if (seen->from == from && seen->to >= from + words && seen->quiet <= quiet && seen->late >= late) return;
    *seen = (FpRange){from, from + words, quiet, late};
    if (f->reads.n >= FP_LIMIT || vec_push(ks->cx, &f->reads, *seen) != ST_OK) {
        f->lost = true;
        f->on = false;
    }
}

void fp_object(KernelState *ks, Ref r) {
    const ElementInfo *e = ei(ks->heap, r);
    if ((e->hf & EF_SHARED) || e->birth == IMMORTAL_BIRTH) fp_note(ks, e, r * 2, (u32)(ei_bytes(ks->heap, e) / 4));
}
