/* footprint.h -- what the running transition reads of objects that other threads may touch. Layer 5.
 *
 * Writes are in the heap's log anyway; reads are noted here while `on`. state/footprint.c makes one
 * Footprint of both. What cannot be named (files, a host's peer, a time-out) sets `lost`: such a
 * transition counts as dependent on every other. */
#ifndef JPF_FOOTPRINT_H
#define JPF_FOOTPRINT_H
#include "kernel/kernel.h"

/* Does what an own affair of the library's (quiet.h) does at the offset of e count? Monitors do, settings that
 * somebody has changed, and the numbers of threads. */
bool fp_counts_in_affairs(KernelState *ks, const ElementInfo *e, u32 offset);
void fp_note(KernelState *ks, const ElementInfo *e, u32 from, u32 words);
void fp_object(KernelState *ks, Ref r); /* a native may look at all of it */
void fp_begin(KernelState *ks, bool on);

/* `words` words of e at p are read. */
static inline void fp_read(KernelState *ks, const ElementInfo *e, const void *p, u32 words) {
    if (JPF_UNLIKELY(ks->fp.on) && ((e->hf & EF_SHARED) || e->birth == IMMORTAL_BIRTH))
        fp_note(ks, e, (u32)((u64)((const u8 *)p - ks->heap->base) / 4), words);
}

/* A compare-and-set at p: whether it changes the place follows from what lies there. */
static inline void fp_cas(KernelState *ks, const void *p, const u32 *expected, u32 size) {
    FpLog *f = &ks->fp;
    f->cas += f->cas < 2 ? (size < 4 ? 2 : 1) : 0;
    f->cas_words = size == 8 ? 2 : 1;
    f->cas_word = (u32)((u64)((const u8 *)p - ks->heap->base) / 4);
    f->expected[0] = expected[0];
    f->expected[1] = size == 8 ? expected[1] : 0;
}

/* Thread t is one of the set, which is of ids and only search/dpor asks for: those above 62 have no place there. */
static inline void fp_mark(KernelState *ks, u64 *set, const ThreadInfo *t) {
    if (!t) ks->fp.lost = true;
    else if (t->id < 63) *set |= 1ull << t->id;
    else ks->fp.crowd = true;
}

/* The same of a set that is not empty where what was read has a name for search/dpor alone (fp_nameless). */
static inline void fp_mark_nameless(KernelState *ks, u64 *set, const ThreadInfo *t) {
    fp_mark(ks, set, t);
    ks->fp.lost |= t->id > 62;
}

/* One of those whose own state is read. */
static inline void fp_look(KernelState *ks, const ThreadInfo *t) {
    ks->fp.lost |= !t;
    if (!t) return;
    ks->fp.crowd |= t->id > 62;
    ks->fp.looked = ts_or(&ks->sets, ks->fp.looked, ts_one(&ks->sets, t->id));
}

/* One that is given a permit within a call that commutes with what others do. */
static inline void fp_quiet(KernelState *ks, const ThreadInfo *t) {
    ThreadSet set = ts_or(&ks->sets, ks->fp.quiet, ts_one(&ks->sets, t->id));
    if (set != REACH_ALL) ks->fp.quiet = set; /* everybody: there is no room for such a set */
}

/* A thread was asked of that has not been started: nothing but its start changes the answer. */
static inline void fp_unborn(KernelState *ks, Ref obj) {
    if (ks->fp.unborn && ks->fp.unborn != obj) ks->fp.lost = true;
    ks->fp.unborn = obj;
}

/* Whether the thread of obj has been started, and has ended, is asked; t NULL: it has not been started. */
static inline void fp_end(KernelState *ks, const ThreadInfo *t, Ref obj) {
    if (!t) fp_unborn(ks, obj);
    else fp_mark_nameless(ks, &ks->fp.ends, t);
}

/* So is what Thread.getState says of it. */
static inline void fp_ask(KernelState *ks, const ThreadInfo *t, Ref obj) {
    if (!t) fp_unborn(ks, obj);
    else fp_mark_nameless(ks, &ks->fp.asked, t);
}

/* A thread had ended where it was joined, while nobody else could run. Nobody else has to know: a join is not enabled
 * before that end, unless an interrupt lets it go on (search/dpor). */
static inline void fp_joined(KernelState *ks, const ThreadInfo *t) { fp_mark(ks, &ks->fp.joined, t); }

/* Whether a thread has been started is asked. */
static inline void fp_begun(KernelState *ks, const ThreadInfo *t) { fp_mark(ks, &ks->fp.begun, t); }

/* Is there anything in it that has no name, or one that only search/dpor gives to it? */
static inline bool fp_nameless(const KernelState *ks) {
    return ks->fp.lost || ks->fp.ends || ks->fp.asked || ks->fp.unborn || ks->fp.output;
}

/* The own state of a thread is read (NULL: it has not been started). */
static inline void fp_thread(KernelState *ks, const ThreadInfo *t) {
    fp_look(ks, t);
    if (t && t->id < 63) ks->fp.flagged &= ~(1ull << t->id), ks->fp.waited &= ~(1ull << t->id);
}

/* A join gives up: it looks whether the thread has ended, and at nothing else of it. */
static inline void fp_waited(KernelState *ks, const ThreadInfo *t) {
    if (t && t->id < 63 && !ts_has(&ks->sets, ks->fp.looked, t->id)) ks->fp.waited |= 1ull << t->id;
    fp_look(ks, t);
}

/* So is whether it is interrupted, and nothing else. */
static inline void fp_flag(KernelState *ks, const ThreadInfo *t) {
    if (t && t->id < 63) {
        u64 bit = 1ull << t->id;
        if (!ts_has(&ks->sets, ks->fp.looked, t->id)) ks->fp.flagged |= bit;
        ks->fp.waited &= ~bit;
    }
    fp_look(ks, t);
}

#endif
