/* hb.h -- happens-before by vector clocks along the path that is explored. Layer 5.
 *
 * JLS 17.4.5; Mattern, Virtual Time and Global States (1989); what is kept of a variable's accesses follows
 * Flanagan and Freund, FastTrack (PLDI 2009). A clock says, for each thread, up to which of its epochs
 * everything is known to have happened; an epoch ends where its thread releases.
 *
 * Clocks and access histories are immutable blobs in one array, found by key; a change is journalled, and how
 * far the journal is valid lies in memory that the heap's trail restores. So everything here backtracks with
 * the state, by whatever search, and nothing need be told when it does. */
#ifndef JPF_HB_H
#define JPF_HB_H
#include "kernel/kernel.h"

typedef struct HbUndo {
    u64 key;
    u32 old;
    u32 pad;
} HbUndo;

typedef struct HB {
    KernelState *ks;
    Map at; /* key -> index in words; absent: nothing known */
    VEC(u32) words;
    VEC(HbUndo) undo;
    struct { /* trailed */
        u32 n_undo, n_words;
    } valid;
    u32 epoch;   /* the heap's epoch when `valid` was saved last */
    bool failed; /* out of memory */
} HB;

void hb_init(HB *hb, KernelState *ks);
void hb_free(HB *hb);
/* Before anything below: drop what belongs to transitions that were undone. */
void hb_catch_up(HB *hb);

/* Names of what has a clock or a history. Objects are named with their birth: references are used again. */
static inline u64 hb_key(const Heap *h, u32 space, Ref obj, u32 index) {
    return mix64((u64)obj << 32 | (obj ? ei(h, obj)->birth : 0), (u64)space << 32 | index);
}
enum HbSpace { HB_THREAD = 0x7A110000, HB_SYNC, HB_VAR, HB_SEEN };

/* The blob of a key (NULL: none), valid until the next call; a new one of n words. */
const u32 *hb_get(HB *hb, u64 key);
u32 *hb_new(HB *hb, u64 key, u32 n);

/* Clocks: blobs of their length and one epoch a thread. */
void hb_acquire(HB *hb, u32 thread, u64 key);
void hb_release(HB *hb, u32 thread, u64 key);
/* A thread begins: it knows what its parent knows. */
void hb_fork(HB *hb, u32 parent, u32 child);
/* The epoch of thread `other` up to which `thread` knows it. */
u32 hb_knows(HB *hb, u32 thread, u32 other);

#endif
