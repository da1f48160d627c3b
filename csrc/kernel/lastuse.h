/* lastuse.h -- static fields that main alone uses, and from where it can use them no more. Layer 5.
 *
 * What a static field holds is part of the state, for somebody may look at it later. Where main alone uses a field, the
 * search learns at which places: the methods and bytecodes of main's stack at each access. In a state from which none
 * of these can be come to any more nobody looks at the field, and forms without names leave it out (state/await.c).
 *
 * What must hold
 *  - Each access to a field that is watched is told before it is made, whatever code makes it and however many threads
 *    live (last_used, last_used_raw).
 *  - A field is relied upon only by a search that has watched it from its beginning. An access at a new place then, or
 *    by another thread, breaks it, and the search begins again with what it knows now.
 *
 * Why that is enough. Let s be a state whose form leaves the field out, and t another one with that form. Take an
 * execution from t up to its first use of the field. Nothing before that depends on what the field holds, so the same
 * steps are one from s, up to names of threads, and main stands at that place there, or another thread does. The search
 * goes on from s, or from a state that stands for it, and meets all local states of all threads that can be met. So it
 * meets this use: by another thread, or at a place that can be come to from where main stood in s, which was not known
 * when the form was made. Both are told, whatever path leads there.
 *
 * Whether a place can be come to from another one is judged by the bytecode of the methods on both stacks, and more is
 * taken to be possible than is (last_over). Names are the same in all engines. */
#ifndef JPF_LASTUSE_H
#define JPF_LASTUSE_H
#include "base/pack.h"
#include "kernel/kernel.h"

enum { LAST_DEEP = 24, LAST_PLACES = 60, LAST_FIELDS = 60, LAST_KNOWN = 61 };

typedef struct LastPlace { /* of a frame */
    u64 method; /* MethodInfo.key */
    u64 at;     /* LastFrame.at */
} LastPlace;

typedef struct LastField {
    u64 name;
    bool given_up; /* not by main alone, or in a way that has no place */
    bool fresh;    /* not watched since the search began */
    bool relied;   /* nobody uses it where a form has left it out */
    bool read;     /* the same of all threads but main: it was read ahead */
    u32 n_places;
    VEC(LastPlace)
    at; /* of each place `at`: a number of frames, `method`: 1 if the field is set; then these frames,
                          the first one first */
} LastField;

typedef VEC(LastField) LastFields;

typedef struct LastUses {
    KernelState *ks;
    bool on;     /* there are fields */
    bool news;   /* fields are to be watched from the next beginning on */
    bool broken; /* what was relied upon was wrong */
    LastFields v;
    Map of;      /* FieldInfo -> index in v, + 1; 0: it has none */
    Map by_name; /* index in v */
    struct LastAnswer {
        u64 of;
        bool over;
    } known[LAST_KNOWN]; /* answers of last_over, by the hash of what was asked */
    VEC(u8) come;  /* scratch: by instruction */
    VEC(u32) todo;
} LastUses;

/* Where a frame stands: at which bytecode, the next one or the call that it waits in; a frame of the VM: at which
 * step. */
typedef struct LastFrame {
    const MethodInfo *mi;
    u32 at;
} LastFrame;

Status last_init(KernelState *ks);
void last_free(KernelState *ks);
/* A search begins, or begins again: what was relied upon counts no more, what was learned does. */
void last_begin(KernelState *ks);
/* What several engines have seen (search/meet.h): those of `from` are put to `to`, or to the engine's own. *wrong: one
 * has relied on what another one has seen to be otherwise, or has met a field that was not watched so far. */
Status last_put(Ctx *cx, LastFields *to, const LastFields *from, bool *wrong);
Status last_learn(KernelState *ks, const LastFields *from, bool *wrong);
void last_renew(LastFields *v); /* nothing is relied upon */
void last_drop(Ctx *cx, LastFields *v);
Status last_pack(KernelState *ks, Pack *p);
/* The field is to be watched; its index. False: it cannot be, or is not yet, or main is not alone with it. */
bool last_watch(KernelState *ks, const FieldInfo *fi, u32 *field);
/* Its index, if it has one. */
bool last_known(KernelState *ks, const FieldInfo *fi, u32 *field);
LastFrame last_frame(const StackFrame *f);
/* Can main use the field no more from a stack like this (the first frame first)? */
bool last_over(const KernelState *ks, u32 field, const LastFrame *f, u32 n);
static inline void last_rely(KernelState *ks, u32 field) { ks->last->v.v[field].relied = true; }
static inline void last_read(KernelState *ks, u32 field) { ks->last->v.v[field].read = true; }
/* ti is about to access a static field at the instruction where it stands; an access of another kind. */
void last_used(ThreadInfo *ti, const FieldInfo *fi);
void last_used_raw(ThreadInfo *ti, const FieldInfo *fi);
#endif
