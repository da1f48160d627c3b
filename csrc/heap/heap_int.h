/* heap_int.h -- what the files of heap/ share and nobody else sees. */
#ifndef JPF_HEAP_INT_H
#define JPF_HEAP_INT_H
#include "heap/heap.h"

#define GRANULE 8u
#define SMALL_MAX 2048u /* larger objects come from the coalescing list */
#define UNIT 256u       /* large blocks and the region's top are multiples of this */
#define N_LBINS 112u
#define FIRST_OFFSET UNIT /* offset 0 is null */
#define POISON 0xDB
#ifdef __SANITIZE_ADDRESS__
#define REDZONE GRANULE /* after each block, never to be touched: the sanitizer sees who runs over an object's end */
#else
#define REDZONE 0u
#endif

struct HeapInner {
    u32 small[SMALL_MAX / GRANULE + 1]; /* free lists by exact size; the link is a block's first word */
    u64 chunk, chunk_end;               /* where small blocks are cut from; zeroed */
    u32 lbin[N_LBINS];                  /* large free blocks: unit + 1 of the first */
    u64 lmask[2];
    u32 *lstart, *lend; /* bit per unit: a large free block starts / ends here */
    u64 *starts;        /* bit per granule: an object starts here */
    u64 accounted;      /* bytes of the region charged to the Ctx */

    VEC(Ref) handles;
    VEC(Ref) immortals; /* boot image first, ascending; then mirrors and literals as they are made */
    VEC(Ref) mirrors;
    VEC(Ref) queue;     /* collector and sharedness: objects reached */
    Map seeds;          /* literals made after the boot: ref -> label seed */
    Arena arena;        /* texts of the intern table */

    u64 gc_next;       /* young bytes before the next collection, when above gc_threshold */
    u64 reach_old;     /* no more bytes than these are reachable in old objects (trailed) */
    bool failed;       /* a log entry was lost: the transition cannot be undone */

    ClassInfo *mirror_ci; /* java.lang.Class once mirrors can be made */
    u32 off_vmclass, off_vminit;
    ClassInfo *string_ci, *bytes_ci;
    u32 off_value, off_coder;
};

enum { SWEEP_WORK = 4 }; /* in units of cx_work, for an object that is freed */
/* Trail records end in a word: kind in the low bits, count above. See trail.c. */
#define KIND_BITS 3u
Status trail_record(Heap *h, u32 kind, u32 count, const u32 *words, u32 n);

/* alloc.c: zeroed blocks; 0 with ERR_NOMEM pending. */
Status alloc_init(Heap *h, u64 reserve);
void alloc_free(Heap *h);
u64 block_new(Heap *h, u64 size);
void block_free(Heap *h, u64 off, u64 size);
u64 block_fresh(Heap *h, u64 size); /* where none ever was */
void alloc_revisit(Heap *h);
Status block_claim(Heap *h, u64 off, u64 size); /* a free block of this size that was at this place before */
void alloc_seal(Heap *h);       /* nothing below the new top is ever handed out again */
/* Sanitizer build: all of the region may be touched, or its objects only. */
void alloc_mark(Heap *h, bool objects_only);
Status alloc_grow(Heap *h, u64 top); /* move the top there */
void obj_free(Heap *h, Ref r);

/* Unchecked: offsets that this folder itself laid out. */
#define EI_AT(h, r, off, T) (*(T *)((h)->base + ((u64)(r) << 3) + (off)))

static inline void start_set(Heap *h, Ref r) { h->in->starts[r >> 6] |= (u64)1 << (r & 63); }
/* A young object stands at r; there is room for it in h->young. */
static inline void object_starts(Heap *h, Ref r, const ClassInfo *ci, u32 len, u64 size) {
    ElementInfo *e = ei(h, r);
    e->ci = ci->id;
    e->len = len;
    e->birth = h->epoch;
    start_set(h, r);
    h->young.v[h->young.n++] = r;
    h->young_bytes += size;
    h->live_bytes += size;
    h->n_objects++;
}
static inline void start_clear(Heap *h, Ref r) { h->in->starts[r >> 6] &= ~((u64)1 << (r & 63)); }
static inline u64 round8(u64 n) { return (n + 7) & ~(u64)7; }

/* object.c */
Status immortal_new(Heap *h, ClassInfo *ci, u32 len, u64 bytes, Ref *out);
FieldInfo *field_named(const ClassInfo *ci, const char *name);
/* done.c */
void done_kept(Heap *h, u32 from, u32 to, u32 *k);
void done_freed(Heap *h, Ref r);
bool done_write(Heap *h, const ElementInfo *e, u32 widx, u32 old);
void done_clear(Heap *h);
void done_free(Heap *h);
/* gc.c: exact bytes of non-immortal objects reachable from the roots, old and young apart. */
Status heap_reach(Heap *h, u64 *old_bytes, u64 *young_bytes);
/* string.c */
Status string_ready(Heap *h);
const u16 *string_units(Heap *h, Ref s, u16 *buf, u32 cap, u32 *n); /* buf, or cx_alloc'd when > cap */
Status string_make(Heap *h, const u16 *s, u32 n, bool immortal, Ref *out);
u16 *mutf8_units(Ctx *cx, const char *p, size_t n, u16 *buf, u32 cap, u32 *out_n);

#endif
