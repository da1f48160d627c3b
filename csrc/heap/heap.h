/* heap.h -- objects, arrays, the undo trail, the collector, interned strings. Layer 4.
 *
 * One reserved region (mmap, no reserve); a Ref is the byte distance from its base / 8. Objects
 * never move. Header words are part of the region, so the trail covers them too.
 *
 *   ElementInfo: | ci | len | birth | meta | hf | lock | payload ...
 *
 * What must hold
 *  - an object is *young* while birth == heap->epoch: it was made in the running transition, its
 *    writes need no trail, it has no meta (state/ has not seen it), and it may be collected;
 *  - every write to an object that is not young, or that an initializer has made, goes through heap_log first;
 *  - at the end of a transition state/ labels the young objects that survived; the others are
 *    freed. In a run without search (heap->trailing == false) the epoch never moves on.
 *  - *immortal* objects (boot image, mirrors, string literals) are never freed or undone; their
 *    label is fixed (heap_label_seed), their content is trailed like any other.
 */
#ifndef JPF_HEAP_H
#define JPF_HEAP_H
#include "base/cold.h"
#include "base/hash.h"
#include "classes/classes.h"

typedef struct ElementInfo {
    u32 ci;    /* ClassInfo.id */
    u32 len;   /* arrays: length; other objects: 0 */
    u32 birth; /* epoch of allocation; IMMORTAL_BIRTH for immortals */
    u32 meta;  /* index of the state engine's record, 0: none */
    u32 hf;    /* identity hash << 8 | EF_ flags */
    u32 lock;  /* monitor: owner thread id + 1 (16 bits) << 16 | recursion count; 0: free */
} ElementInfo;

#define OBJ_HEADER 24u
#define IMMORTAL_BIRTH 0xFFFFFFFFu
#define NO_EPOCH (IMMORTAL_BIRTH - 1) /* no object is born then */

enum ElementFlag {
    EF_SHARED = 1,   /* reachable from two threads (trailed) */
    EF_IMMORTAL = 2,
    EF_MARK = 4,     /* collector only; never set between collections */
    EF_BOOT = 8,     /* part of the boot image */
    EF_PROGRAM =
        16, /* arrays: the program made it, or a library method made it to answer the program (kernel/arrays.h) */
    EF_MADE = 16, /* others: an initializer of the JDK's has made it, or what that calls */
    EF_FINALIZED = 32, /* vm.finalize: finalize() was called, or is about to be (trailed) */
    EF_LOOSE = 32, /* arrays, which have no finalizers: made by a class that is not thread-safe; with EF_PROGRAM: by the
                      initializer of one */
    /* What the program declares (Verify.setShared, freezeSharedness): trailed, not in the key. EF_SHARED stays as it
     * is, so that no reduction but the missing scheduling points rests on a declaration. */
    EF_UNSHARED = 64, /* with EF_SHARED: accesses are no scheduling points */
    EF_FROZEN = 128, /* a store shares the object no more, and ends EF_UNSHARED no more */
};

enum { TRAIL_LASTING = 16 };
typedef struct Trail {
    u32 *v; /* records, see trail.c: read backwards */
    u64 n, cap;
    Cold cold; /* what is packed of it */
    u64 lasting[TRAIL_LASTING]; /* ends of records of lasting memory that the running transition has made */
    u32 n_lasting;
} Trail;

typedef struct InternEntry { /* one string constant or interned string */
    Ref literal; /* immortal String made for a constant, or 0 */
    Ref cur; /* what intern() and ldc answer on this path; 0: not interned yet (trailed) */
    u64 hash; /* hash of the text */
    const u16 *text; /* UTF-16, kept for good: a path may drop `cur`, never the entry */
    u32 len;
    u32 next; /* entries with the same hash: index + 1 */
} InternEntry;

typedef struct WordLog {
    u32 widx, old;
} WordLog; /* word index from the heap base */

/* done.c: what initializers that have ended in the running transition have left behind. */
typedef struct OpenInit { /* one that runs, and began in this transition */
    u32 class_id, young; /* so many objects had been made then */
} OpenInit;
typedef struct DoneClass { /* one that has ended, and the heap words of its class's statics */
    u32 class_id, from, to;
} DoneClass;
typedef struct Done {
    VEC(OpenInit) open;
    VEC(DoneClass) classes;
    VEC(Ref) made; /* shared objects that these have made */
    VEC(WordLog) late; /* words of both that were written afterwards, each once, with what they held before that */
    bool mute; /* what is written to the objects now is nothing to others (kernel/quiet.h) */
} Done;

typedef struct Heap {
    u8 *base; /* ref << 3 + base */
    u64 reserved, top; /* bytes; top: bump pointer */
    u64 boot_top; /* end of the boot image */
    Classes *cs;
    Ctx *cx;
    u32 epoch;
    u32 log_epoch; /* the epoch, as long as nobody wants to know of writes to young objects; else NO_EPOCH (done.c) */
    bool trailing; /* a search may undo: log writes. Once set, close what came before with
                          heap_end_transition before the first mark */
    u32 *dirty; /* one bit per heap word: logged already in this transition */
    VEC(WordLog) log; /* the words of old objects written in this transition, first old value */
    VEC(Ref) young; /* objects allocated in this transition */
    Done done;
    u64 young_bytes, gc_threshold;
    Trail trail;
    u64 live_bytes, n_objects;
    u64 limit; /* bytes the program may hold before OutOfMemoryError; immortals and what is
                          only kept for undo do not count, so that it is a function of the state */
    u64 thin_from; /* words of the trail from which on records of lasting memory are thinned out; UINT64_MAX: never */
    bool stress_gc; /* collect at every allocation */
    bool revisits; /* heap_revisit was called */
    bool lazy; /* nothing says at the end of a transition which of its objects live: what is not worth a collection
                  stays until undo */
    bool finalize; /* vm.finalize: what has a finalizer is kept until it was called */
    Map interned; /* text hash -> index in intern (collisions chained by `next`) */
    VEC(InternEntry) intern;
    VEC(u32) intern_changed; /* entries whose `cur` changed in this transition (state/) */
    /* roots the collector asks for: kernel/ visits frames, threads ...; each *slot may be NULL */
    void (*visit_roots)(void *user, void (*fn)(void *arg, Ref r), void *arg);
    void *roots_user;
    /* The epoch wrapped around (once in 2^32): forget remembered epochs. Called with roots_user. */
    void (*on_wrap)(void *user);
    struct HeapInner *in; /* heap/heap_int.h */
    u64 allocations, collections, exposures; /* statistics; exposures: stores that made an object shared */
    /* Listeners (kernel/events.c): called only while `tell` is set. */
    bool tell;
    void *tell_user;
    void (*on_tell)(void *user, u32 what, Ref r);
} Heap;

enum HeapTold { HT_CREATED, HT_RELEASED, HT_SHARED, HT_GC_BEGIN, HT_GC_END };
static inline void heap_tell(Heap *h, u32 what, Ref r) {
    if (JPF_UNLIKELY(h->tell)) h->on_tell(h->tell_user, what, r);
}

static inline ElementInfo *ei(const Heap *h, Ref r) { return (ElementInfo *)(h->base + ((u64)r << 3)); }
static inline u8 *ei_data(ElementInfo *e) { return (u8 *)e + OBJ_HEADER; }
static inline u32 *ei_words(ElementInfo *e) { return (u32 *)((u8 *)e + OBJ_HEADER); }
static inline Ref ei_ref(const Heap *h, const ElementInfo *e) { return (Ref)(((const u8 *)e - h->base) >> 3); }
static inline ClassInfo *ei_class(const Heap *h, const ElementInfo *e) { return h->cs->by_id.v[e->ci]; }
/* Payload bytes of an object (arrays by length; mirrors by their class's mirror_size). */
u32 ei_payload_bytes(const Heap *h, const ElementInfo *e);
/* Payload words with their kind; `refs`: payload word indices of reference slots, ascending
 * (NULL for reference arrays: every word is one; n is then len). */
typedef struct Shape {
    u32 n_words;
    const u8 *kinds; /* NULL: all the same, see all_kind */
    u8 all_kind; /* WordKind when kinds == NULL */
    const u16 *ref_words; /* NULL for reference arrays and primitive arrays */
    u32 n_refs;
} Shape;
Shape ei_shape(const Heap *h, const ElementInfo *e);

u64 ei_bytes(const Heap *h, const ElementInfo *e); /* with header, rounded to granules */
/* Does an object start at r? False for anything that is no reference. */
bool heap_is_object(const Heap *h, Ref r);
/* The object that starts last at or before a word of the region, going back at most `steps` spans of
 * 512 bytes before the word's own; 0: none there. */
Ref heap_find(const Heap *h, u32 widx, u32 steps);
/* Visit every object in the region by address, immortal, live or only kept for undo. */
void heap_each(Heap *h, void (*fn)(void *arg, Ref r), void *arg);
/* Visit the immortal ones: of the boot image, mirrors, literals. */
void heap_each_immortal(const Heap *h, void (*fn)(void *arg, Ref r), void *arg);
/* The class a mirror stands for; NULL if r is no java.lang.Class. */
ClassInfo *mirror_class(const Heap *h, Ref r);

Status heap_init(Heap *h, Classes *cs, Ctx *cx, u64 reserve /* 0: default */);
void heap_free(Heap *h);

/* Allocate. ST_OK with *out == 0 means OutOfMemoryError is to be thrown. May collect: every
 * reference the caller still needs must be reachable from a frame, a thread or a handle. The
 * collector reads the running frame through frame_map at f->pc, which describes it *before* the
 * instruction: pc and sp must be stored and no operand popped when an instruction allocates. */
Status heap_new(Heap *h, ClassInfo *ci, Ref *out);
Status heap_new_array(Heap *h, ClassInfo *array_class, u32 len, Ref *out);
/* The mirror of a class (Classes.on_linked): immortal, injected fields vmClass/vmInit set. */
Status heap_make_mirror(Heap *h, ClassInfo *ci);
/* An immortal instance of a class that has no fields; its label comes from the class's key, of which
 * there must be only one. Never 0 with ST_OK. */
Status heap_new_singleton(Heap *h, ClassInfo *ci, Ref *out);
/* Handles: references held by C code across an allocation. */
u32 handle_mark(Heap *h);
Status handle_push(Heap *h, Ref r); /* a stack; pop with handle_release(mark) */
void handle_release(Heap *h, u32 mark);

/* --- writes. `word` is the address of a 4-byte word inside object e (header or payload). --- */
void heap_log_slow(Heap *h, const ElementInfo *e, u32 *word);
static inline void heap_log(Heap *h, const ElementInfo *e, void *addr) {
    if (JPF_UNLIKELY(e->birth != h->log_epoch) && h->trailing) {
        u32 *w = (u32 *)((uintptr_t)addr & ~(uintptr_t)3);
        u64 i = (u64)(w - (u32 *)h->base);
        if (!(h->dirty[i >> 5] & (1u << (i & 31)))) heap_log_slow(h, e, w);
    }
}
static inline void heap_log8(Heap *h, const ElementInfo *e, void *addr) {
    heap_log(h, e, addr);
    heap_log(h, e, (u8 *)addr + 4);
}
/* Log a payload range before a bulk write (arraycopy, fill). */
void heap_log_range(Heap *h, const ElementInfo *e, void *addr, u64 bytes);
/* Store a reference with everything it entails: log and sharedness of what is published. */
void heap_put_ref(Heap *h, ElementInfo *e, u32 *word, Ref val);
/* Mark r and all it reaches as shared (logged); stops at shared objects and firewalls. */
void heap_share(Heap *h, Ref r);
/* Of an array: by whose code it was made, a number below ARRAY_MAKERS (kernel/arrays.h). */
enum { ARRAY_MAKERS = 4 };
static inline u8 array_marks(const ElementInfo *e) {
    return (u8)((e->hf & EF_PROGRAM ? 1 : 0) | (e->hf & EF_LOOSE ? 2 : 0));
}
static inline bool ei_counts_shared(const ElementInfo *e) { return (e->hf & (EF_SHARED | EF_UNSHARED)) == EF_SHARED; }
/* The program declares r shared or not; freezes its status, or lets it follow stores again. Null is nobody. */
void heap_declare_shared(Heap *h, Ref r, bool shared);
void heap_freeze_shared(Heap *h, Ref r, bool freeze);
/* Is payload word `word` of e one behind which nothing becomes shared? */
bool heap_walled(Heap *h, const ElementInfo *e, u32 word);
/* `val` was stored at `word` of shared object e: share it unless the field is a firewall; if it is shared already and
 * the field has an `owner`, it may have two now. */
void heap_publish(Heap *h, const ElementInfo *e, const u32 *word, Ref val);
static inline void heap_put_ref_fast(Heap *h, ElementInfo *e, u32 *word, Ref val) {
    heap_log(h, e, word);
    *word = val;
    if (JPF_UNLIKELY(e->hf & EF_SHARED) && val && (!ei_counts_shared(ei(h, val)) || h->cs->n_owners))
        heap_publish(h, e, word, val);
}

/* --- done.c: the initializer of ci begins, and has ended. look: what is written to what it leaves is to be kept; ran:
 * it has run code, and may have made objects. */
void heap_init_began(Heap *h, const ClassInfo *ci);
void heap_init_ended(Heap *h, const ClassInfo *ci, bool look, bool ran);
/* Dirty bits were set from the log: what the log has of marked statics does not count. */
void heap_done_again(Heap *h);
bool heap_done_static(const Heap *h, u32 widx);
bool heap_wrote_late(const Heap *h, u32 widx);
/* Has an initializer that has ended in this transition made e? */
static inline bool heap_is_done(const Heap *h, const ElementInfo *e) {
    if (JPF_LIKELY(h->log_epoch == h->epoch)) return false;
    u64 i = (u64)((const u8 *)e - h->base) / 4;
    return h->dirty[i >> 5] >> (i & 31) & 1;
}

/* --- trail: arbitrary memory outside the heap region (thread records, frames, tables) --- */
Status trail_push(Heap *h, void *addr, u32 bytes); /* save before the write; bytes % 4 == 0 */
/* The same for at most 64 words that stay what they are as long as the search lasts, and that nobody ever changes
 * without saving them: the end of the transition keeps of them what has changed, where the trail has got that long. */
Status trail_push_lasting(Heap *h, void *addr, u32 bytes);
typedef struct TrailMark {
    u64 n;
} TrailMark;
/* Close the transition: `survivors` of young (those with meta, set by state/) are recorded so that
 * undo frees them, the others are freed; the log's words move to the trail; a new epoch begins. */
Status heap_end_transition(Heap *h);
TrailMark trail_mark(const Heap *h);
/* The objects that transitions since m have made and that outlived them, the latest first. */
Status trail_born(Heap *h, TrailMark m, void *user, Status (*fn)(void *user, Ref r));
/* Undo everything back to the mark (only between transitions, or in the middle of one to drop
 * it: then the open log is undone first). Ends with a new epoch. */
void trail_undo(Heap *h, TrailMark m);

/* --- revisit.c: states that are made again without executing what leads to them (state/image.h) --- */
enum TrailKind { TK_WORDS = 0, TK_MEM, TK_BORN, TK_INTERN, TK_REACH, TK_THIN };
typedef struct TrailRec { /* see trail.c */
    u32 kind, count;
    u32 *words; /* TK_WORDS: pairs; TK_MEM: the old contents; TK_BORN: references; TK_INTERN: index and old value */
    u8 *addr; /* TK_MEM */
} TrailRec;
/* The record that ends at *at, which becomes the end of the one before. False: none from `from` on. */
bool trail_back(Heap *h, u64 from, u64 *at, TrailRec *out);
/* Drop the records from the mark on: what they would undo stays as it is. */
void trail_forget(Heap *h, TrailMark m);
/* From here on a block that was freed can be had again at its place: blocks are never cut or merged across sizes. */
void heap_revisit(Heap *h);
/* An object is born in the running transition where one was before. Its words are 0. */
Status heap_born_at(Heap *h, Ref r, ClassInfo *ci, u32 len);
void heap_gone(Heap *h, Ref r);
u64 *heap_reach_bound(Heap *h);

/* Visit what no root reaches, by address; immortals aside. */
Status heap_unreachable(Heap *h, void (*fn)(void *arg, Ref r), void *arg);
/* fn for each reachable object of the classes `weak` names whose word at offset `referent` is the last that holds
 * its object. */
Status heap_weakly_held(Heap *h, bool (*weak)(const ClassInfo *ci), u32 referent, void (*fn)(void *arg, Ref r),
                        void *arg);
/* Mark and sweep over young objects (old ones in a run without search too). */
Status heap_collect(Heap *h);

/* --- strings --- */
/* A java.lang.String from modified UTF-8 / from UTF-16; LATIN1 coder when it fits. */
Status string_new(Heap *h, const char *mutf8, size_t n, Ref *out);
Status string_new_utf16(Heap *h, const u16 *s, u32 n, Ref *out);
/* Text of a String as UTF-8 with NUL; lone surrogates become '?' as Java's encoder does. *len bytes
 * without the NUL: release with cx_free(cx, p, len + 1). NULL: ERR_NOMEM. */
char *string_utf8(Heap *h, Ref s, size_t *len);
/* A hash of the bytes of the String's compact form; for Latin-1 it is hash_bytes(text). */
u64 string_hash(Heap *h, Ref s, u64 seed);
u32 string_hash_code(Heap *h, Ref s); /* String.hashCode */
u32 string_length(Heap *h, Ref s);
u16 string_char(Heap *h, Ref s, u32 i);
bool string_equals_z(Heap *h, Ref s, const char *z);
/* The interned String of a constant-pool text (ldc), and String.intern(). */
Status intern_literal(Heap *h, const Sym *text, u32 *index /* cache for ldc */, Ref *out);
Status intern_string(Heap *h, Ref s, Ref *out);
/* The constants that are made are written, or made here too, whatever the path. */
typedef struct Pack Pack;
Status intern_pack(Heap *h, Pack *p);
static inline Ref intern_cur(const Heap *h, u32 index) { return h->intern.v[index].cur; }
Status intern_activate(Heap *h, u32 index, Ref *out); /* ldc when cur == 0 */

/* Fixed label of an immortal object: of the class name (mirrors), the text (literals) or the
 * reference itself (boot image). Depends on nothing that a path changes. */
u64 heap_label_seed(Heap *h, Ref r);

/* --- access by offset for C code (bytes from the start of the object) ---
 * The one way to reach into an object whose class is only assumed: what lies outside its payload reads as 0 and is not
 * written, and references are read from words that hold them and written to no others. (The interpreter's loop
 * resolves fields and tests the receiver itself.) */
u8 *ei_at_slow(const Heap *h, const ElementInfo *e, u64 off, u64 n);
/* The bytes [off, off + n) of e; NULL: not all of them are in its payload. */
static inline u8 *ei_at(const Heap *h, const ElementInfo *e, u64 off, u64 n) {
    const ClassInfo *ci = ei_class(h, e);
    if (JPF_LIKELY(ci->kind == CK_CLASS && off >= OBJ_HEADER && n <= ci->inst_size && off <= ci->inst_size - n))
        return (u8 *)(uintptr_t)e + off;
    return ei_at_slow(h, e, off, n);
}
/* The same for what the program itself may name by an offset (Unsafe): elements of arrays and declared fields, all
 * numbers, or (ref) one reference. Never what the VM added, nor padding. */
u8 *ei_open(const Heap *h, const ElementInfo *e, u64 off, u64 n, bool ref);
/* Elements [from, from + n) of an array of this element type; NULL: it is none, or has not so many. */
u8 *arr_at(const Heap *h, Ref a, u8 elem_type, i64 from, i64 n);
/* The field an offset of an object or mirror lies in; NULL: in none that its class declares. */
const FieldInfo *ei_field_at(const Heap *h, const ElementInfo *e, u64 off);
/* Does e have this field (instance), or is it the mirror of its class (static)? */
bool ei_has(const Heap *h, const ElementInfo *e, const FieldInfo *fi);
/* What the field of e refers to; 0 as well if e has no such field. */
static inline Ref ei_ref_in(const Heap *h, const ElementInfo *e, const FieldInfo *fi) {
    return fi->type == T_REF && ei_has(h, e, fi) ? *(const Ref *)(const void *)((const u8 *)e + fi->offset) : 0;
}

static inline u8 *bytes_at(const Heap *h, Ref r, u32 off, u32 n) { return r ? ei_at(h, ei(h, r), off, n) : NULL; }
static inline u8 get_u8(const Heap *h, Ref r, u32 off) {
    const u8 *p = bytes_at(h, r, off, 1);
    return p ? *p : 0;
}
static inline u32 get_u32(const Heap *h, Ref r, u32 off) {
    u32 v = 0;
    const u8 *p = bytes_at(h, r, off, 4);
    if (p) memcpy(&v, p, 4);
    return v;
}
static inline u64 get_u64(const Heap *h, Ref r, u32 off) {
    u64 v = 0;
    const u8 *p = bytes_at(h, r, off, 8);
    if (p) memcpy(&v, p, 8);
    return v;
}
Ref get_ref(const Heap *h, Ref r, u32 off);
void put_u32(Heap *h, Ref r, u32 off, u32 v);
void put_u64(Heap *h, Ref r, u32 off, u64 v);
void put_ref(Heap *h, Ref r, u32 off, Ref v);
/* Element i of a reference array; 0: it is none, or has not so many. */
static inline Ref arr_ref(const Heap *h, Ref a, u32 i) {
    const u8 *p = arr_at(h, a, T_REF, i, 1);
    return p ? *(const Ref *)(const void *)p : 0;
}
static inline u32 arr_len(const Heap *h, Ref a) { return ei(h, a)->len; }
static inline u8 *arr_data(const Heap *h, Ref a) { return ei_data(ei(h, a)); }

/* --- boot image: the region [0, top) with tables, written and read by vm/bootimage.c --- */
Status heap_seal_boot(Heap *h); /* all live objects become immortal EF_BOOT; garbage is dropped */
/* The sealed image: a 4 KiB header, the region [0, boot_top), then tables. Little-endian hosts only;
 * class ids are the caller's to recreate. Read into a heap that is still empty. */
Status heap_image_write(Heap *h, Status (*w)(void *u, const void *p, size_t n), void *u);
Status heap_image_read(Heap *h, const u8 *p, size_t n);
/* The same from a file; the region is mapped copy-on-write when `off` is a multiple of the page. */
Status heap_image_map(Heap *h, int fd, u64 off, u64 len);
/* Point ClassInfo.mirror/mirror_p at the mirrors of the image, once the classes are there again. */
Status heap_image_bind(Heap *h);

#endif
