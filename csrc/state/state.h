/* state.h -- the state key, canonical form and state sets. Layer 10.
 *
 * Every live object has a label, the least over all references to it of
 *   (root class, 1, name of the slot)          from a root slot,
 *   (owner's root class, owner's depth + 1, hash(owner's h, slot))   from a field or element,
 * so that identity in the key follows the heap's shape and never the order of creation. Labels and
 * the key are kept incrementally (Musuvathi and Dill, SPIN 2005): a transition pays for what it wrote
 * and for what it cut off. JPF counterparts: StateSerializer (CFSerializer), StateSet.
 *
 * Root classes: 0 immortal objects (statics) and the intern table, 1 Thread objects, 2 + depth the
 * slots of a frame, CLS_LATE what only the VM's own records of a thread hold (wait sets, pending
 * actions), CLS_WORST what is kept in memory but outside the key (behind excluded fields, loaders,
 * Thread objects of terminated threads).
 *
 * What must hold between transitions
 *  - an object has a label iff a root reaches it; an object without one is garbage until undo;
 *  - every reference to a non-immortal object in a word of a labelled object, or in a root, is a linked
 *    slot; slots of garbage are not linked;
 *  - key = sum over labelled objects outside CLS_WORST of term(label, body), over frames and threads of
 *    their sums, over words of immortal objects that differ from their first value of that word's term;
 *  - trail_undo followed by state_undo brings all of it back.
 *
 * Where the first choice is met, objects that much hangs from are sealed (seal.c): they keep the h they have there, and
 * are nowhere nearer to a root than there. What lives is not touched by that, nor who reaches whom.
 *
 * These are not in the key, by decision: EF_SHARED (a sticky superset), what the program declares of sharedness (such
 * a search is never complete), whether a string constant has been interned, the program's output while nobody looks
 * at it, Verify's counters, and what kernel/ calls scratch.
 *
 * search/ calls state_begin once, state_end_transition after each transition, and state_undo after each trail_undo. */
#ifndef JPF_STATE_H
#define JPF_STATE_H
#include "base/cold.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/pack.h"
#include "classes/counts.h"
#include "kernel/kernel.h"
#include "state/sharedset.h"
#include "state/store.h"
#include "base/threadset.h"

typedef VEC(u32) WordVec;

/* Names a reference slot: kind in the top 2 bits, index below. 0: none. */
typedef u32 SlotId;

typedef struct Slot {
    u32 target;        /* record of the object it refers to; 0: null or an immortal object */
    SlotId next, prev; /* the other references to the target; prev 0: first */
    u32 owner;         /* object slots: record of the owner, SLOT_SKIP for excluded fields; root slots: Rec */
} Slot;

/* A reference word of a frame or of a thread's record. */
typedef struct RootSlot {
    Slot s;
    u64 name; /* hash of thread key, depth and word */
    u32 sib;  /* next slot of the same Rec by word; 0: last */
    u32 word;
} RootSlot;

/* A word of an immortal object that was ever written, or an entry of the intern table. Made once and
 * kept for good: only the link is undone. */
typedef struct StaticSlot {
    Slot s;
    u64 name;     /* hash of the object's fixed label and the word */
    u32 widx;     /* heap word; interned strings: index in the table */
    u32 pristine; /* first value: a word that has it adds nothing to the key */
    u8 kind;      /* enum StaticKind */
    u8 at_start;  /* held a non-immortal object when the search began; pristine is then null */
    u16 marked;   /* in static_marks */
    u32 pad;
} StaticSlot;

/* A labelled object. The second cache line half is not saved by undo. */
typedef struct Meta {
    u64 rd;      /* root class << 32 | depth; RD_NONE: no label */
    u64 h;
    H128 body;   /* class, length, monitor, hash code, primitive words and labels referred to */
    SlotId tree; /* the slot that gave the label */
    Ref obj;
    u32 slots;   /* first of its reference slots (consecutive) */
    u32 n_slots;
    /* --- */
    SlotId in;   /* references to this object */
    u32 dirty;   /* index + 1 in StateEngine.dirty while a transition is closed */
    u32 flags;   /* META_*, likewise */
    u32 mark;    /* reach.c: the query that saw it last */
} Meta;

typedef struct Rec { /* a frame's or a thread's part of the key */
    u64 name;
    H128 sum;
    H128 own; /* of that, what names no object that lives: numbers, and immortal objects */
    u32 first; /* first of its root slots, by word */
    u32 cls;   /* root class; threads: REC_THREAD, the class depends on the word */
    u64 pass;  /* logged in this pass already */
    u32 thread; /* id of the thread it belongs to */
    u32 marked; /* in rec_marks; 2: and its frame is there */
} Rec;

enum { LABEL_HAD = 1, LABEL_BACK = 2 }; /* before this transition; not then, but since */
typedef struct Dirty {
    u32 meta;
    u32 had_label; /* LABEL_*; 0: it had none */
    u64 h0; /* effective label hash before the transition */
    u64 rd0; /* its rank then */
} Dirty;

struct Move { /* later.c: a record that got another label, and that one */
    u64 rd, h;
    u32 meta, weight;
    bool stays; /* it had one, and hangs from the same kind of root still */
    bool fresh; /* it had none */
};
typedef struct Later { /* an object and its seal, as an image has them */
    Ref obj;
    u64 sealed, h;
} Later;

typedef struct Offer {
    u64 rd, h;
    SlotId slot;
    u32 target;
} Offer;

typedef struct LateLink { /* a reference written to an old object, linked once it is known to live */
    SlotId slot;
    Ref val;
} LateLink;

typedef struct Reading { /* a reading of the clock, or a task's time, in a frame */
    i64 v;
    u32 word;
    u8 kind; /* enum TimeKind */
} Reading;

typedef struct RefWord {
    u32 word, val;
} RefWord;

/* What undo restores by copying (pushed on the heap's trail once a transition). */
typedef struct StateTop {
    u64 pos; /* undo log */
    H128 key, clock; /* clock: and what is left until tasks are due */
    H128 apart;      /* of all objects: places_apart */
    H128 fixed;      /* fixed.c: of the key, what statics name, but for who has the monitors of immortal objects */
    u32 n_metas, n_oslots, n_rslots, n_recs, n_threads;
    u32 live; /* number of labelled objects */
    u32 begun;
    u32 clock_read; /* ks_clock_seen, ks_clock_matters << 1, KernelState.clk.tasks << 2 */
    i64 clock_was;
    u32 sealed; /* it was looked what is to be sealed */
    u32 sealed_slots; /* oslots of records up to there */
    u32 sealed_metas; /* records up to there: what was sealed first */
    u32 moved; /* number of objects that were sealed later (later.c) */
    u32 root[TRIES]; /* record.c: the state in a store */
    u32 root_gen; /* Store.gen; 0: it was not written there */
    u32 timed; /* there is a record of times */
    u32 fixed_lost; /* a step was taken that did not keep `fixed` */
} StateTop;

typedef struct TouchedChunk { /* CHUNK_WORDS words of a long array's record are other ones */
    u32 meta, chunk;
} TouchedChunk;

/* own.c: what a thread has to itself (state_canon_own), in the state with number `of`, or, if `kept`, in this one. */
typedef struct OwnForm {
    H128 hash, twin;
    u64 of;
    u64 sig; /* 0: not known */
    WordVec others; /* what else it refers to and no static reaches */
    WordVec metas, saw; /* kept: records of its own, and of what it refers to beside them */
    bool closed;
    bool kept;
    bool in_form; /* forms are written with the hash in its place */
} OwnForm;

typedef struct OwnLook {
    u64 of, look;
} OwnLook;

/* own.c: what is known of threads, by id, and what it rests on. */
typedef struct Owns {
    VEC(OwnForm) v; /* by thread id */
    VEC(OwnForm) awaiting; /* the same, of states that await.c writes: never kept */
    WordVec by; /* by record: id + 1 of the thread whose own it is; 0: none's that is kept */
    WordVec seen; /* by record: is it in `saw` of a form that is kept? */
    WordVec saw; /* of the form that was written last */
    WordVec order; /* of threads, by id, in the form that was written last */
    WordVec lost; /* records that a reference to was taken from */
    WordVec out; /* by record: `stamp` if it was found to be another's (canon.c) */
    u32 stamp;
    u32 kept; /* so many forms are */
    VEC(OwnLook) looks; /* by record: what it looks like in a state */
} Owns;

typedef struct AwaitWrite {
    u32 *at, was;
    bool ref;
} AwaitWrite;

typedef struct AwaitLeft {
    u32 slot, field; /* index in sslots; of kernel/lastuse.h */
} AwaitLeft;

/* await.c: while a form without names is written, a thread that joins others waits for all of them at once. */
typedef struct Await {
    u32 within; /* calls of await_begin without await_end */
    bool used; /* a form rests on nobody looking where the thread stands */
    bool last; /* the last form was one of such a state */
    bool seen; /* `present` is of this state */
    ThreadInfo *ti; /* the thread, NULL: there is none */
    StackFrame *top; /* its own; and what it waits for */
    Pending pend;
    VEC(u64) frame; /* the frame that it has instead of its uppermost ones, down to the one at `depth` */
    VEC(Ref) refs; /* references in that, and those that were written */
    VEC(u32) calls; /* walk.c: frames of calls */
    VEC(u32) passed; /* threads that were joined on the way, by id */
    VEC(AwaitWrite) wrote; /* fields that have another value meanwhile */
    bool statics; /* what static fields hold may be left out (omit.c) */
    VEC(AwaitLeft) left; /* static fields that are left out */
    WordVec ours, under; /* omit.c: by record, `left_stamp`: it is so in this state */
    WordVec climb;
    WordVec below; /* omit.c: records of what has its label by `left` */
    u32 left_stamp;
    u32 from, depth; /* the record of the frame it stands for */
    VEC(u8) awaited; /* by id: 1: a thread that lives and that it waits for; 2 + i: an element of held.v[i] */
    WordVec held; /* held.c: records of arrays whose elements are left out */
    WordVec ways, open; /* held.c: scratch, by instruction */
    VEC(u32) told; /* ids of threads whose joined_by was set */
    WordVec present; /* by record: `stamp` if the object is in the form */
    u32 stamp;
} Await;

/* fixed.c: what of a form is not in StateTop.fixed. */
typedef struct Fixed {
    bool on;         /* `locked` is kept */
    WordVec locked;  /* records of all objects that live and whose monitor somebody has, and others */
    VEC(u8) listed;  /* by record: it is in `locked` */
    WordVec crossed; /* records that were sealed beside what statics name, and that a static has led to */
    VEC(u8) met;     /* by record: it is in `crossed` */
    WordVec threads; /* records of Thread objects, ascending */
    WordVec slots;   /* sslots of monitors and initializations of immortal objects */
    H128 rest;       /* of this state: all that need not be written */
    WordVec apart;   /* records that a static names and that are written nevertheless, by their names */
    WordVec refs;    /* sslots that refer to what they do not name, by their names */
} Fixed;

typedef struct StateEngine {
    KernelState *ks;
    Heap *heap;
    Ctx *cx;
    StateTop top;
    VEC(Meta) metas;
    VEC(Slot) oslots;
    VEC(RootSlot) rslots;
    VEC(StaticSlot) sslots;
    VEC(Rec) recs;
    VEC(u32) thread_recs; /* by thread id */
    struct {
        u64 *v;
        u64 n, cap;
        Cold cold; /* what is packed of it */
    } undo;
    /* immortal objects: e->meta is an index here */
    VEC(struct ImmRec {
        u64 label;
        Ref obj;
        u32 pad;
    })
    imm;
    Map static_of;          /* heap word -> index in sslots */
    VEC(u32) intern_slot;   /* by entry of the intern table: index in sslots or 0 */
    VEC(u32) loader_slot;
    u32 loaders_fixed; /* so many are objects of the boot image, for good */
    VEC(u32) at_start;      /* sslots with at_start */
    u32 uncaught_slot;
    VEC(SlotId) anew; /* remaking: references to places where another object stands now */
    bool remaking; /* the transition that is closed is no step of the program (remake.c) */
    struct Known *known; /* known.h; NULL: nothing is */
    const struct StateSet *asked; /* where the state is looked up next; NULL: nowhere */
    bool told_apart; /* what each step did is kept, to find who races with it: rest.c moves nothing that nobody did */
    bool keyless;  /* nobody asks for keys, labels or links: none are made (state_keyless) */
    /* record.c: where states are kept as records, NULL: nowhere; what the transition that is closed changes */
    Store *store;
    u32 gens; /* given to stores so far */
    u32 ran_side; /* of the thread that ran; 2: none did */
    bool rooted; /* the state before is in the store */
    VEC(u32) rec_marks;
    VEC(u32) static_marks;
    VEC(TouchedChunk) chunks;
    VEC(Change) changes;
    WordVec raw, was, form_ends;
    /* By record: the least rank of its label, 0: not sealed; with SEAL_LATER if it was sealed under search.
     * seal_weight: how many objects must hang from one for that; 0: none is sealed. */
    VEC(u64) sealed;
    u32 seal_weight;
    u32 seal_moved; /* so many that a transition names anew are sealed then */
    Map seal_names; /* later.c: name -> record that got it last */
    bool seal_next; /* the next transition that is closed sets the seal */
    struct {
        Ref obj;
        u32 from, n;
    } near;    /* words of the large array whose word was met last in the transition that is being closed */
    Map cover; /* page of the region -> large object that covers its start */
    /* scratch of the transition that is being closed */
    u64 pass;
    bool failed;
    VEC(Dirty) dirty;
    VEC(u32) cuts, lost;
    VEC(u32) loose; /* sealed objects that lost the slot that held them, and may have another one as good */
    VEC(SlotId) cands;
    VEC(LateLink) late;
    VEC(u32) counts; /* collections whose modCount was written */
    VEC(u32) rests; /* records of a class with ClassInfo.rest that were made or written, or lost a reference to them */
    VEC(u32) tasks; /* records of a class with ClassInfo.task that has a time or a number, ascending */
    bool tasked; /* an object of a class with ClassInfo.task was met */
    VEC(Reading) readings; /* readings in the frame that was scanned last */
    VEC(i64) overdue; /* times.c: what tasks are overdue by, ascending */
    bool overdue_exact, rates_exact;
    Map count_methods;
    VEC(CountSpan) count_spans;
    u32 assigned; /* labels that objects with one got */
    VEC(u32) exposed; /* objects sealed under search that lost a reference to them */
    VEC(struct Move) moves;
    VEC(Later) resealed; /* remaking: seals that differ */
    VEC(Offer) queue;
    VEC(RefWord) refs, prims;
    /* canonical form: sslots by name (n_sorted when that was), numbers of records, records in the
     * order of their numbers, threads by key */
    WordVec sorted, number, order, by_key;
    u32 n_sorted;
    VEC(u32) walk; /* reach.c: records to visit */
    u32 reach_mark;
    ThreadSets *sets; /* of threads, by ids: KernelState.sets */
    /* footprint.c, by hashes (FP_BITS bits): written by a transition while another thread
     * lived; taken for never written by a footprint. Not undone. */
    u64 *fp_written, *fp_relied;
    bool fp_broken; /* a place is both */
    struct FpField { /* cache: is the word of an instance a final field's? */
        const ClassInfo *ci;
        u32 word;
        bool final;
    } fp_field[64];
    const ClassInfo *hidden_class; /* the class of the last such place, for messages */
    /* symmetry.c: rank of each thread by id while a form that names no thread is made, else NULL; the ranks
     * of the last one; words of Thread.name and Thread.tid. sym_alike: might two threads change places then? */
    const u32 *sym;
    bool sym_alike;
    VEC(u32) sym_rank;
    WordVec sym_words, sorted_ids;
    u64 sym_cost; /* words looked at and written for the last one, in all orders tried */
    u32 sym_name, sym_tid;
    Await await;
    Owns own;
    Fixed fixed;
    WordVec own_refs; /* of the one that was written last */
    VEC(u64) sym_room; /* scratch */
    u64 looked; /* times that forms or twins were asked for */
    u64 state_no; /* states that were come to, in whatever way */
    u32 sym_target, sym_holder, sym_task; /* offsets of Thread.target, or Thread.holder and its task; 0: none */
    /* statistics */
    u64 relabelled, transitions, max_live;
} StateEngine;

Status state_init(StateEngine *se, KernelState *ks);
/* Nobody asks for keys, labels and links: transitions are closed without them. What state_end_transition gives as the
 * key is then a sign of where the thread that ran stands: the same when the path is executed again. Where it is turned
 * off, such transitions must have been undone. */
void state_keyless(StateEngine *se, bool on);
void state_free(StateEngine *se);
/* Link what exists when the search begins; heap->trailing is set. Closes the transition. */
Status state_begin(StateEngine *se, ThreadInfo *ti);
/* After `ran` ran: labels, key and records of what survived, then heap_end_transition. */
Status state_end_transition(StateEngine *se, ThreadInfo *ran, H128 *key);
/* Right after every trail_undo. */
void state_undo(StateEngine *se);

/* Objects from which fewer than these hang are not sealed: naming so many anew costs a few microseconds. A transition
 * under search has to name SEAL_MOVED anew, so that only large structures have names that the path decides. */
enum { SEAL_WEIGHT = 32, SEAL_MOVED = 256 };
/* The next transition to be closed ends where the first choice is. Nothing if that was before. */
void state_seal(StateEngine *se);
static inline bool state_unsealed(const StateEngine *se) { return se->seal_weight && !se->top.sealed; }

/* --- for states that are made again (remake.c) --- */
/* Objects that a record of the undo log from `from` on speaks of: did it have a label then? Newest first. */
void state_each_changed(StateEngine *se, u64 from, void (*fn)(void *arg, Ref r, bool was), void *arg);
bool state_lives(const StateEngine *se, Ref r); /* it has a label, or is immortal */
void state_forget(StateEngine *se, Ref r); /* the object is about to go, whatever refers to it */
/* So it is, and another one will stand at its place: what still refers to that is linked anew. `root` is told of the
 * threads whose frames or records do; they are to be marked as changed. */
void state_replaced(StateEngine *se, Ref r, void (*root)(void *arg, u32 thread), void *arg);
/* Seals that were given under search: those that a record of the undo log from `from` on speaks of; what an object has,
 * {r, 0, 0}: none; what it is to have once the transition is closed. */
void state_each_sealed(StateEngine *se, u64 from, void (*fn)(void *arg, Ref r), void *arg);
Later state_later(const StateEngine *se, Ref r);
Status state_seal_later(StateEngine *se, Later l);
void state_drop_thread(StateEngine *se, ThreadInfo *ti); /* its records go, and those of its frames */
/* Close a transition that was written and not executed; nothing of it can be undone. */
Status state_remade(StateEngine *se, H128 *key);
/* All records anew, from the words of the state. Nothing before can be undone. */
Status state_rebuild(StateEngine *se, H128 *key);
bool state_littered(const StateEngine *se); /* most records are of objects that are gone */

/* The key by definition, from the whole heap; independent of the records. */
Status state_key_full(StateEngine *se, H128 *key);
/* Compare labels, liveness, links and key with the definition. ST_ERROR (ERR_INTERNAL): they differ. */
Status state_check(StateEngine *se);
/* Is everything that two threads can reach by JPF's two-phase mark marked as shared? (mark.c) */
Status sharedness_check(StateEngine *se);

/* The state as words, by a traversal that looks at no label: equal iff the states are equal. `ends`,
 * if not NULL, gets the end of each record (thread, frame, object ...). */
Status state_canon(StateEngine *se, WordVec *out, WordVec *ends);

/* What a thread has to itself, as words that name no thread: its record, its frames and the objects that nobody else
 * reaches; other objects by their names where a static reaches them, else only that they are there: which they are is
 * in se->own_refs, in order; the records of its own are in se->order. *closed: it has no monitor, nor anything like it,
 * so that two threads with the same words and others can change places and nothing changes. */
Status state_canon_own(StateEngine *se, ThreadInfo *ti, WordVec *out, bool *closed);
/* What is kept of threads against what it is made from. ST_ERROR (ERR_INTERNAL): they differ. */
Status state_own_check(StateEngine *se);
/* Which of the threads are alike in this state: can two of them change places, and nothing changes? alike[i]: the first
 * of the n threads that ids[i] is alike to, as an index; i if it is none before. */
Status state_alike(StateEngine *se, const u32 *ids, u32 n, u32 *alike);

/* Which threads can reach an object now, over any path of references, excluded fields included: REACH_ALL when a
 * static reaches it, or when the answer would cost more than a bounded walk. Sound for "who else can touch it": a
 * thread gets a reference only from what it reaches. `inside`: the objects that r reaches count too. */
ThreadSet state_reach(StateEngine *se, Ref r, bool inside);
/* Of r alone, where what is known of places is relied upon: a reference in an object that has a name is got by those
 * who come to that place, and by nobody else who reaches the object (reach.c). */
ThreadSet state_holders(StateEngine *se, Ref r);

/* The state's key up to the exchange of threads (not of main): equal iff, but for hash collisions, some
 * renaming of the threads makes the states equal, their names and numbers aside; states that are equal so
 * may yet have different keys where many threads stand alike. se->sym_rank: the order of the threads. Sound as
 * long as the program does not look at a thread's name, number or identity hash (KernelState.saw.names). */
Status state_symmetric(StateEngine *se, H128 *key);
/* Forms were made of states with the joins of a thread in one, and somebody can tell it from them after all: what was
 * taken to be one state may be two. */
bool state_await_broken(const StateEngine *se);
/* Whom does the thread join, from the join without a time-out on in which it waits, before it does anything that others
 * may have to do with? Threads that live; none where that is not known, or where it does not wait so. It is relied upon
 * that nobody interrupts a thread or looks where it stands (await.c). */
ThreadSet state_awaits(StateEngine *se, u32 id);
/* Another engine may have written such forms, or will. */
void state_await_shared(StateEngine *se);

/* What a transition read and wrote of objects that other threads may touch. */
typedef struct FpSpan {
    u32 from, to; /* heap words */
    Ref obj;
    bool write;
    bool quiet; /* of no account to those who have not been there: a monitor it owns, a call that
                   commutes with what others can do before it */
    u8 lock; /* a monitor's word: enum FpLock; 0: none */
    u32 old; /* Footprint.apart: what a written word held before */
    Ref call; /* the lock, or map, in whose call it was touched (kernel/calls.h), 0: in none */
    u32 deed; /* what that call does (kernel/maps.h) */
} FpSpan;
enum FpLock { FP_ENTERED = 1, FP_LEFT = 2, FP_KEPT = 4, FP_LOOKED = 8 };
typedef struct Footprint {
    u32 refs; /* owners */
    u32 thread; /* who */
    u32 n_known; /* threads that there were before; of use until the next transition */
    ThreadSet touched; /* ids of the other threads whose own state it changed */
    ThreadSet looked; /* threads whose own state it read */
    ThreadSet quiet; /* of these, by calls that commute with what others do */
    bool unknown; /* conflicts with everything */
    bool timed; /* read or moved the clock: conflicts with everything, as far as sleep sets go */
    bool starts; /* a thread that no state had before: two that do may start the same one */
    bool interrupt; /* looked whether it is interrupted: conflicts with whom can interrupt it */
    bool late; /* touched an object behind the end of the initializer that has made it: others come to it, too */
    bool apart; /* given: spans are left as they come, one for each word that is written */
    VEC(FpSpan) spans; /* by address, disjoint */
} Footprint;
#define FP_MARKS 262144u
#define FP_BITS (2 * FP_MARKS) /* those of classes' states lie behind those of places */

/* Before the transition of `ran` is closed: its footprint from the log of reads and the log of writes. Left
 * out of it are places outside the key, the VM's own bookkeeping of threads and initializations, and, if
 * `reads`, reads of places that nobody has written yet; that is relied upon from then on. */
Footprint *fp_new(Ctx *cx); /* one owner; NULL: ERR_NOMEM */
void fp_drop(Ctx *cx, Footprint *f);
Footprint *fp_like(Ctx *cx, const Footprint *f, u32 thread); /* the same, of another thread; NULL: ERR_NOMEM */
bool fp_same(const Footprint *a, const Footprint *b); /* of the same thread, and they say the same */
u64 fp_hash(const Footprint *f);
Status state_footprint(StateEngine *se, const ThreadInfo *ran, bool reads, Footprint *out);
bool fp_conflict(const StateEngine *se, const Footprint *a, const Footprint *b);
/* Does it touch what threads outside `set` can reach? After the transition was closed. */
bool fp_escapes(StateEngine *se, const Footprint *f, ThreadSet set);
Status fp_open(StateEngine *se); /* fp_written and fp_relied are there */
void fp_forget(StateEngine *se); /* a search begins again: nothing is relied upon */
Status fp_pack(StateEngine *se, Pack *p); /* what was written, and what is relied upon */

/* What a change of a heap word from `old` means to others; *obj: the object it belongs to. */
enum WordUse {
    WORD_NONE, /* outside the key, or the VM's own books of threads and of JDK classes that are initialized */
    WORD_HEADER, /* identity hash, monitor */
    WORD_INIT, /* a class of the program begins or ends its initialization */
    WORD_DATA,
    WORD_UNKNOWN,
};
enum WordUse state_word_use(StateEngine *se, u32 widx, u32 old, Ref *obj);

/* The object that a heap word belongs to; 0: none does. */
Ref state_object_at(StateEngine *se, u32 widx);

/* Label of an object: false if it has none (garbage or outside the key). */
bool state_label(StateEngine *se, Ref r, u64 *label);

/* --- state sets (stateset.c, exactset.c) --- */
typedef struct StateSet StateSet;
/* From now on the state is looked up there; NULL: nowhere. */
void state_ask(StateEngine *se, const StateSet *set);
enum StateSetKind { SET_KEYS = 0, SET_EXACT, SET_BITS, SET_SHARED };

/* storage: "" or JPF's JenkinsStateSet (128-bit keys), "exact" or FullStateSet, "bitstate"
 * (optionally ":log2 of the bits"), "none" (*out == NULL). ERR_CONFIG for other names. */
bool stateset_of_keys(const char *storage); /* is it the first of these? */
Status stateset_new(Ctx *cx, const char *storage, StateSet **out);
/* The key will be looked up soon. */
void stateset_prefetch(const StateSet *s, H128 key);
void stateset_free(StateSet *set);
/* Where memory gets scarce (Ctx.told_limit) keys go to the disk; the set is empty still. `at`: once so many are in
 * memory, for tests; 0: as memory allows. */
Status stateset_spill(StateSet *set, Disk *disk, u64 at);
/* Of a shared set that spills: so many bytes are held in all, its own among them. */
void stateset_allow(StateSet *set, u64 held);
const Disk *stateset_disk(const StateSet *set); /* of such a set; NULL: any other */
/* Others need the memory: what can go to the disk goes there. */
Status stateset_relieve(StateSet *set);
u64 stateset_spilled(const StateSet *set); /* keys on the disk */
u64 stateset_reads(const StateSet *set); /* pages read of it to find a key */
/* The state of se, named by key (which may include what the caller adds to it). */
Status stateset_add(StateSet *set, StateEngine *se, H128 key, bool *is_new, u32 *id);
/* Is it in the set? Not for sets of bits. */
Status stateset_find(StateSet *set, StateEngine *se, H128 key, bool *known, u32 *id);
/* An empty set beside this one, of the same kind; it is freed before it. */
Status stateset_beside(StateSet *set, StateSet **out);
/* Does the set know which of its states a state is that was seen before? (A set of bits does not.) */
bool stateset_has_ids(const StateSet *set);
bool stateset_is_exact(const StateSet *set); /* the set compares states themselves, not keys */
u64 stateset_bytes(const StateSet *set);
u64 stateset_count(const StateSet *set);
/* Of a set of keys of its own: all of them, by their ids. */
void stateset_keys(const StateSet *set, H128 *by_id);
/* Upper bound on the probability that a state was taken for another one. */
double stateset_missed(const StateSet *set); /* bits: states expected to have been taken for others; else -1 */
double stateset_collision_bound(const StateSet *set);
/* Tests: keep only this many bits of the hashes that place nodes and keys. */
void stateset_test_hash_bits(StateSet *set, u32 bits);
/* The whole set; it is read into one of the same kind. */
Status stateset_pack(StateSet *set, Pack *p);
/* Exact set: the records stored for a state (record.c), each as the number of its words, its name (two words), and the
 * words. Of a form that names no thread (se->sym): those of canon.c, and their places for names. */
Status stateset_words(StateSet *set, u32 id, WordVec *out);
/* A set that is shared with other engines. It is freed by who made it, after all that have joined it. */
Status stateset_join(Ctx *cx, SharedSet *with, StateSet **out);
/* Its keys go into `with`, and it is that set from now on. Only a set of keys. number: NULL, and they are states that
 * were left for good, with all said of who sleeps there; or the number that each key has there, by its id here. */
Status stateset_share(StateSet *set, SharedSet *with, const u32 *number);
bool stateset_is_shared(const StateSet *set);
bool stateset_is_keys(const StateSet *set); /* one engine's own set of keys */
/* Of shared sets (sharedset.h). */
Status stateset_mark(StateSet *set, u32 id, enum SharedMark m);
bool stateset_has(const StateSet *set, u32 id, enum SharedMark m);
/* Of any set: this engine will not look anything up for a while. */
void stateset_rest(StateSet *set);
/* The key with this number, unless it is there; *id: the one that it has. */
Status stateset_put(StateSet *set, H128 key, u32 value, bool *is_new, u32 *id);
/* What the collision bound counts besides keys, of this engine's states. */
double stateset_label_pairs(const StateSet *set);
void stateset_more_label_pairs(StateSet *set, double more);

#endif
