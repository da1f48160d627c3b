/* state_int.h -- what the files of state/ share: terms of the key, slots, the undo log. */
#ifndef JPF_STATE_INT_H
#define JPF_STATE_INT_H
#include "state/state.h"

#define RD_NONE UINT64_MAX
#define CLS_LATE 0xFFFFFFF0u
#define CLS_WORST 0xFFFFFFF8u
#define REC_THREAD 0xFFFFFFFFu /* Rec.cls of a thread */
#define RD_WORST ((u64)CLS_WORST << 32)
#define SLOT_SKIP 0x80000000u

#define SLOT_OBJ 0u
#define SLOT_ROOT 1u
#define SLOT_STATIC 2u
#define SLOT_INDEX 0x3FFFFFFFu
#define MAX_META ((1u << 29) - 1)
static inline SlotId slot_id(u32 kind, u32 i) { return kind << 30 | i; }

enum {
    META_NEW = 1,
    META_STALE = 2, /* reference words are not linked yet */
    META_BACK = 4,  /* was garbage before this transition: nothing of its record can be relied upon */
    META_REST = 8,  /* for good: its class has ClassInfo.rest */
};

/* What a static word is. */
enum StaticKind { SK_PRIM, SK_REF, SK_SKIPREF, SK_LOCK, SK_HASH, SK_THREAD, SK_INTERN, SK_KEEP, SK_IGNORE };
static inline bool names_a_thread(u8 static_kind) { return static_kind == SK_LOCK || static_kind == SK_THREAD; }

enum { THREAD_OBJ = 0, THREAD_GONE, THREAD_WAIT, THREAD_PEND, N_THREAD_SLOTS };
#define WORD_LOCK 0x10000u /* after every word of a frame: StackFrame.lock */

/* Undo log: records of u64, the tag word last: kind (3 bits), argument (29), index (32). */
enum UndoKind { U_LINK, U_SIB, U_META, U_BORN, U_REC, U_SEAL, U_NAME };

/* --- terms --- */
#define TAG_PRIM 0x50ull << 56
#define TAG_REF 0x52ull << 56
#define TAG_LOCK 0x4Cull << 56
#define TAG_HASH 0x48ull << 56
#define H_NULL 0x6E756C6C6E756C6Cull /* a null where the first value was another */

static inline H128 h128_zero(void) { return (H128){0, 0}; }
static inline H128 prim_term(u32 word, u32 v) { return v ? mix128(TAG_PRIM | word, v) : h128_zero(); }
static inline H128 ref_term(u32 ord, u64 h) { return h ? mix128(TAG_REF | ord, h) : h128_zero(); }
static inline H128 root_term(u64 name, u64 h) { return h ? mix128(name, h) : h128_zero(); }
static inline u64 child_hash(u64 h, u32 ord) {
    u64 x = mix64(h, (u64)ord + 1);
    return x ? x : 1;
}
static inline u64 name_hash(u64 a, u64 b) {
    u64 x = mix64(a, b);
    return x ? x : 1;
}
static inline u64 thread_key(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }
/* What tells a thread from the others: its name, or its place among them (symmetry.c). */
static inline u64 thread_ident(const StateEngine *se, const ThreadInfo *ti) {
    return se->sym ? 0x53594D0000000001ull + se->sym[ti->id] : thread_key(ti);
}
static inline u64 frame_name(u64 tkey, u32 depth) { return name_hash(tkey, (u64)depth + 0x46000000ull); }
static inline u64 thread_rec_name(u64 tkey) { return name_hash(tkey, 0x5468726561640000ull); }
static inline u64 word_name(u64 rec_name, u32 word) { return name_hash(rec_name, (u64)word + 1); }
static inline H128 meta_term(u64 h, H128 body) { return mix128_3(h, body); }
static inline H128 body_start(const ClassInfo *ci, u32 len) { return mix128(ci->key, len); }
/* A monitor's value: owner by its canonical name. */
static inline u64 lock_value(const StateEngine *se, u32 lock) {
    if (!lock) return 0;
    u32 id = (lock >> 16) - 1;
    u64 k = id < se->ks->threads.n ? thread_ident(se, se->ks->threads.v[id]) : id;
    return name_hash(k, (lock & 0xffff) + 0x10000ull);
}
static inline H128 header_term(u64 tag, u64 v) { return v ? mix128(tag, v) : h128_zero(); }
/* Root class of the slots of a thread's record. */
static inline u32 thread_slot_class(u32 word) {
    return word == THREAD_OBJ ? 1 : word == THREAD_GONE ? CLS_WORST : CLS_LATE;
}
static inline bool is_immortal(const ElementInfo *e) { return e->birth == IMMORTAL_BIRTH; }

/* --- labels --- */
/* What references to the object put into the key: nothing if it is outside. */
static inline u64 eff(const Meta *m) { return m->rd < RD_WORST ? m->h : 0; }
static inline ClassInfo *meta_class(const StateEngine *se, u32 m) { /* of the object that has the record */
    return ei_class(se->heap, ei(se->heap, se->metas.v[m].obj));
}
static inline bool is_static(const Meta *m) { return m->rd >> 32 == 0; } /* a static gives it its label */
static inline bool label_less(u64 rd, u64 h, const Meta *m) { return rd < m->rd || (rd == m->rd && h < m->h); }
static inline Slot *slot_at(StateEngine *se, SlotId id) {
    if (JPF_LIKELY(id >> 30 == SLOT_OBJ)) return &se->oslots.v[id];
    if (id >> 30 == SLOT_ROOT) return &se->rslots.v[id & SLOT_INDEX].s;
    return &se->sslots.v[id & SLOT_INDEX].s;
}
/* The effective hash a record had before this transition: sums are kept in terms of these until
 * pass_finish corrects them. */
static inline u64 before(const StateEngine *se, const Meta *m) {
    return m->dirty ? se->dirty.v[m->dirty - 1].h0 : eff(m);
}
bool meta_save(StateEngine *se, u32 m); /* in the undo log. False: failed */
void meta_touch_slow(StateEngine *se, u32 m);
static inline void meta_touch(StateEngine *se, u32 m) {
    if (!se->metas.v[m].dirty) meta_touch_slow(se, m);
}
void rec_touch_slow(StateEngine *se, u32 r);
static inline void rec_touch(StateEngine *se, u32 r) {
    if (se->recs.v[r].pass != se->pass) rec_touch_slow(se, r);
}

/* --- link.c --- */
bool undo_grow(StateEngine *se);
static inline bool undo_room(StateEngine *se, u64 n) {
    return JPF_LIKELY(se->undo.n + n <= se->undo.cap) || undo_grow(se);
}
/* One record is at most 9 words, and undo_grow adds 1024 at least. What is remade cannot be undone. */
/* A word of the record, then the tag: U_SEAL, U_NAME. */
void undo_push_word(StateEngine *se, enum UndoKind kind, u64 word, u32 index);
static inline void undo_push(StateEngine *se, enum UndoKind kind, u32 arg, u32 index) {
    if (se->remaking || !undo_room(se, 1)) return;
    se->undo.v[se->undo.n++] = (u64)kind << 61 | (u64)arg << 32 | index;
}
/* Undo a transition's links and records down to top.pos. */
void undo_run(StateEngine *se);
/* Change a slot's target, logged; a tree edge that is cut goes to se->cuts. */
void slot_set(StateEngine *se, SlotId id, u32 target);
/* Record of a non-immortal object, made if it has none yet. 0: failed. */
u32 meta_of(StateEngine *se, Ref r);
/* Fixed label of an immortal object. */
u64 imm_label(StateEngine *se, Ref r);
/* Link the reference words of a record that is labelled and META_STALE. */
void meta_sync(StateEngine *se, u32 m);
/* What an object slot refers to was replaced by another object at the same place. */
void ref_anew(StateEngine *se, SlotId id);
/* A logged word of an old object. */
void word_changed(StateEngine *se, u32 widx, u32 old);
u32 ref_ordinal(const ClassInfo *ci, u32 word); /* UINT32_MAX: no reference */
/* Object that a heap word belongs to. */
Ref object_at(StateEngine *se, u32 widx);
void cover_object(StateEngine *se, Ref r, u64 bytes);
void slot_link(StateEngine *se, SlotId id, u32 target);
void slot_unlink(StateEngine *se, SlotId id);
H128 object_prims(StateEngine *se, Ref r); /* class, length, header words, primitive words */

/* --- label.c --- */
void offer(StateEngine *se, SlotId id); /* if the slot's offer beats its target's label */
void labels_cut(StateEngine *se);       /* objects in se->cuts lose their labels, with descendants */
void labels_run(StateEngine *se);       /* take the offers */
void labels_renew(StateEngine *se, u32 m); /* it and its descendants lose their labels: to se->lost */
void offers_in(StateEngine *se, u32 m);    /* of all references to it */
void queue_push(StateEngine *se, Offer o);
Offer queue_pop(StateEngine *se);
void pass_finish(StateEngine *se);      /* terms of what changed; unlink what died */

/* --- seal.c --- */
#define SEAL_LATER (1ull << 63)   /* under search (later.c) */
#define SEAL_COVERED (1ull << 62) /* for as long as another one of its class lies above it */
#define SEAL_RANK (SEAL_COVERED - 1)
static inline u64 sealed_rank(const StateEngine *se, u32 m) {
    return m < se->sealed.n ? se->sealed.v[m] & SEAL_RANK : 0;
}
static inline bool sealed_first(const StateEngine *se, u32 m) {
    return m < se->sealed.n && se->sealed.v[m] && !(se->sealed.v[m] & SEAL_LATER);
}
static inline bool sealed_later(const StateEngine *se, u32 m) {
    return m < se->sealed.n && se->sealed.v[m] & SEAL_LATER;
}
static inline bool is_named(const Meta *m) { return m->rd < (u64)CLS_LATE << 32; }
static inline u32 parent_of(const StateEngine *se, const Meta *m) {
    return m->tree >> 30 == SLOT_OBJ ? se->oslots.v[m->tree].owner & ~SLOT_SKIP : 0;
}
void seal_set(StateEngine *se); /* when labels are known */
bool seal_keeps(const StateEngine *se, Ref r); /* the object is sealed: it stays in its place, dead or alive */
u32 seal_records_anew(StateEngine *se); /* all records go but those of sealed objects; how many stay */

/* --- symmetry.c --- */
/* An object as ti sees it, without a name of any thread: what it holds, who has its monitor, where it hangs if a
 * static leads to it; and `depth` levels of what it refers to. */
u64 state_looks(StateEngine *se, const ThreadInfo *ti, Ref r, u32 depth);

/* What a thread says of itself, objects by their classes. */
u64 state_signature(StateEngine *se, ThreadInfo *ti);

/* Where the object stands in what statics and main hold: a number that is the same whatever the other threads are
 * called, for most states. */
u64 state_place_of(StateEngine *se, Ref r);

/* --- own.c --- */
void own_begin(StateEngine *se); /* before the first form of a state is asked for */
OwnForm *own_form(StateEngine *se, ThreadInfo *ti); /* good until another thread's is asked for; NULL: failed */
u64 own_signature(StateEngine *se, ThreadInfo *ti); /* state_signature */
u64 own_look(StateEngine *se, const ThreadInfo *ti, Ref r); /* state_looks, for who has no monitor */
const u32 *own_order(StateEngine *se, u32 n);
bool own_in_form(const StateEngine *se, u32 thread, const OwnForm **f);
void own_out_of_forms(StateEngine *se);
void own_free(StateEngine *se);
void own_forget(StateEngine *se, u32 thread);
void own_forget_all(StateEngine *se);
void own_hit(StateEngine *se, u32 m);
void own_gone(StateEngine *se, u32 m);
void own_renamed(StateEngine *se, u32 m, u64 rd0, u64 h0);
void own_cut(StateEngine *se, u32 n_metas); /* records from there on go */
/* A thread's records are other ones. */
static inline void own_thread(StateEngine *se, u32 thread) {
    if (thread < se->own.v.n) own_forget(se, thread);
}
/* The record of an object, or who refers to it, is about to change. */
static inline void own_touched(StateEngine *se, u32 m) {
    if (JPF_UNLIKELY(m < se->own.by.n && se->own.by.v[m])) own_hit(se, m);
}
/* A reference to it goes. */
static inline void own_unlinked(StateEngine *se, u32 m) {
    if (JPF_UNLIKELY(se->own.kept != 0)) own_gone(se, m);
}

/* canon.c: the thread whose root gave the object its label, NAMED_FAR: that is too far away; or a static did. */
enum { NAMED_STATIC = 0xFFFFFFFFu, NAMED_FAR = 0xFFFFFFFEu };
u32 named_by(StateEngine *se, u32 m);

/* --- await.c --- */
enum { AWAITS = 0x7f }; /* Pending.action of a thread that waits for the ends of several */
/* Between these two the records are those of the state that forms without names are written of. They may be nested. */
void await_begin(StateEngine *se);
void await_end(StateEngine *se);
void await_saw(StateEngine *se); /* se->order has all objects of that state that no static names */
bool await_has(const StateEngine *se, u32 m); /* the object with this record is in it */
bool await_dropped(const StateEngine *se, SlotId id); /* this reference is not */
bool await_refers(const StateEngine *se, const ThreadInfo *by, u32 m); /* the one that waits does, and is not `by` */
static inline u8 is_awaited(const StateEngine *se, const ThreadInfo *ti) {
    return JPF_UNLIKELY(se->await.ti != NULL) ? se->await.awaited.v[ti->id] : 0;
}

/* --- held.c --- */
/* Finds arrays of threads that main, at another place than these joins, will only join. await.awaited: who is in them;
 * await.held: their records. False: there is none. */
bool held_begin(StateEngine *se, ThreadInfo *ti);
/* crew.c */
u32 crew_word(const StateEngine *se, const ElementInfo *e); /* 1 + the word of a pool that forms leave out; 0: none */
bool crew_hides(const StateEngine *se, const ElementInfo *e); /* they leave out its identity hash */
bool crew_leads(const StateEngine *se, u32 owner, SlotId id); /* the reference of a pool's record to its workers */
bool crew_drops(StateEngine *se, SlotId id); /* a reference to a worker, out of a set that they leave out */
bool held_has(const StateEngine *se, u32 m); /* the object with this record is one */

/* --- omit.c: static fields that are left out while await.c has a thread --- */
void omit_begin(StateEngine *se);
void omit_free(StateEngine *se);
bool omit_ours(StateEngine *se, const ThreadInfo *ti, Ref r); /* no other thread can reach the object */
/* Where a static field lies that only ti, which is main, may look at; NULL: others may, or it is not initialized. */
u32 *omit_static(StateEngine *se, const FieldInfo *fi);
bool omit_mains(StateEngine *se, u32 slot); /* only main comes to what the static word leads to */
bool omit_over(StateEngine *se, const StackFrame *below, const MethodInfo *mi, u32 at);
bool omitted(const StateEngine *se, u32 slot); /* the form is without what the static word holds */
void omit_rely(StateEngine *se); /* main alone uses the static fields that a walk has looked at; nothing is left out */
bool omit_may(StateEngine *se, u32 slot); /* forms of other states may be */
void omit_settle(StateEngine *se); /* what is left out is known: finds what has its label by that */
bool omit_under(const StateEngine *se, u32 m); /* it has its label by what is left out */
/* Its label comes over this reference; of each such object, whatever hangs from a field that is left out. */
static inline bool is_tree(const StateEngine *se, u32 target, SlotId id) {
    return target && se->metas.v[target].tree == id;
}

/* --- fixed.c: what statics name, in forms without names --- */
bool fixed_by_name(const StateEngine *se, u32 m); /* it has its label by the name of a thread */
/* A static gives the object its label, over references that are in the form. */
static inline bool named_static(const StateEngine *se, u32 m) {
    return is_static(&se->metas.v[m]) && !omit_under(se, m) && !fixed_by_name(se, m);
}
static inline bool fixed_thread(const StateEngine *se, const ClassInfo *ci) { /* a class of Thread objects */
    const ClassInfo *t = se->ks->cs->thread;
    return t && ci_is_subclass(ci, t);
}
/* se->fixed.rest, apart and refs: of the state that forms are written of now. False: failed. */
bool fixed_begin(StateEngine *se);
void fixed_free(StateEngine *se);
void fixed_locked_slow(StateEngine *se, u32 m);
/* Somebody may have the object's monitor now. Nothing is allocated. */
static inline void fixed_locked(StateEngine *se, u32 m) {
    if (JPF_UNLIKELY(se->fixed.on)) fixed_locked_slow(se, m);
}
void fixed_crossed(StateEngine *se, u32 m); /* a static leads to it, and its seal keeps it in another class of roots */
void fixed_cut(StateEngine *se); /* records from metas.n on are gone */

/* --- later.c --- */
void later_settle(StateEngine *se); /* when labels are known: what was named anew and is large is sealed */
void later_again(StateEngine *se); /* remaking, before labels are known: seals become se->resealed */
void later_drop(StateEngine *se, u32 m); /* it is garbage */
void later_undone(StateEngine *se, u32 m, u64 was);

/* --- counts.c, tasks.c, rest.c --- */
/* A primitive word of a record that has a label, outside of what the program writes. */
void word_set(StateEngine *se, u32 m, u32 word, u32 now);
void counts_settle(StateEngine *se); /* when labels are known */
void tasks_settle(StateEngine *se); /* likewise */
void rests_settle(StateEngine *se); /* likewise, and before what is garbage is told of */

/* --- times.c --- */
/* Sum of time_term over all records, and frames_time_term. */
H128 times_term(StateEngine *se);
/* To be called for each state before those that follow. */
void times_look(StateEngine *se);
/* What the time counts for in the key: a number, and what it means. */
typedef struct TimeCode {
    u64 code;
    u32 means;
} TimeCode;
enum { TIME_CODE_WORDS = 3 };
TimeCode time_code(StateEngine *se, const ClassInfo *ci, const u32 *payload);
H128 time_term(StateEngine *se, const ElementInfo *e, u64 label);
/* Readings of the clock and times of tasks are taken out of se->prims (they become 0) into se->readings. */
void readings_scan(StateEngine *se, const StackFrame *f);
TimeCode reading_code(StateEngine *se, const StackFrame *f, const Reading *r);
H128 frames_time_term(StateEngine *se);

/* --- record.c --- */
void records_begin(StateEngine *se, const ThreadInfo *ran);
void records_changed(StateEngine *se); /* when labels and the transition's Dirty are known */
void records_end(StateEngine *se); /* after times_look */
void records_clear(StateEngine *se);
Status records_ask(StateEngine *se, Store *st); /* se->top.root: the state where the engine stands */
Status records_check(StateEngine *se); /* against all records made anew */
/* The canonical form (se->sym): what store_fold makes of its records. */
Status records_of_form(StateEngine *se, Store *st, u32 *root);
/* A record's words, those of long arrays too, go behind out. */
Status record_words(const Store *st, Ctx *cx, u32 leaf, WordVec *out);
void rec_mark_slow(StateEngine *se, u32 r);
void static_mark_slow(StateEngine *se, u32 i);
void chunk_touch_slow(StateEngine *se, u32 m, u32 word);
/* Its record may be another one after this transition. */
static inline void rec_mark(StateEngine *se, u32 r) {
    if (JPF_UNLIKELY(se->store != NULL) && !se->recs.v[r].marked) rec_mark_slow(se, r);
}
static inline void static_mark(StateEngine *se, u32 i) {
    if (JPF_UNLIKELY(se->store != NULL) && !se->sslots.v[i].marked) static_mark_slow(se, i);
}
/* Element `word` of an array has another value, or what it refers to another label. */
static inline void chunk_touch(StateEngine *se, u32 m, u32 word) {
    if (JPF_UNLIKELY(se->store != NULL)) chunk_touch_slow(se, m, word);
}

/* --- statics.c --- */
Status statics_init(StateEngine *se);
void statics_start(StateEngine *se);
void static_set(StateEngine *se, u32 i, u32 old); /* what was `old` becomes what the word holds now */
void static_changed(StateEngine *se, Ref r, u32 widx, u32 old);
void static_anew(StateEngine *se, u32 i); /* its object was replaced by another one at the same place */
void statics_misc(StateEngine *se); /* intern table, loaders, uncaught exception */
/* What a static word with value v is for the key: nothing, a number, or a reference to an object. */
enum StaticValue { SV_NONE, SV_HASH, SV_OBJECT, SV_LEFT /* out of a form: omit.c */ };
enum StaticValue static_value(StateEngine *se, const StaticSlot *st, u32 v, u64 *h, Ref *r);
static inline u32 static_read(const StateEngine *se, const StaticSlot *st) {
    if (st->kind == SK_INTERN) return se->heap->intern.v[st->widx].cur;
    return st->kind == SK_KEEP ? 0 : ((const u32 *)se->heap->base)[st->widx];
}

/* --- frames.c --- */
void threads_changed(StateEngine *se, ThreadInfo *ran);
/* The top frame refers to other objects, or others have returned to it (`popped`); no object is named by another slot
 * for that. */
void frames_relink(StateEngine *se, ThreadInfo *ti, bool popped);
/* Words of a thread's record that are in the key. */
#define THREAD_WORDS 16u
u32 thread_words(const StateEngine *se, const ThreadInfo *ti, u32 *w);
/* Canonical header of a frame. */
#define FRAME_WORDS 10u
u32 frame_words(const StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u32 *w);
/* What the two say, as terms of the key; and a number in a frame. */
H128 thread_term(const StateEngine *se, const ThreadInfo *ti, u64 name);
H128 frame_term(const StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u64 name);
static inline H128 number_term(u64 name, u32 word, u32 v) {
    return mix128(name ^ (u64)(word + 1) * 0x9E3779B97F4A7C15ull, v);
}
/* Fill se->prims and se->refs with the live words of a frame, ascending; f->lock last. */
Status frame_scan(StateEngine *se, const ThreadInfo *ti, StackFrame *f);
/* The references of a thread's record. Its `exception` is scratch: nothing at a boundary. */
void thread_refs(StateEngine *se, const ThreadInfo *ti, Ref out[N_THREAD_SLOTS]);
H128 clock_term(const StateEngine *se);

static inline bool ok(StateEngine *se, Status st) {
    if (JPF_LIKELY(st == ST_OK)) return true;
    se->failed = true;
    return false;
}

/* Work is done (cx_work): a search that is to end ends here too. */
static inline bool pays(StateEngine *se, u64 units) {
    if (JPF_LIKELY(cx_work(se->cx, units))) return true;
    se->failed = true;
    return false;
}
/* In units of cx_work. */
enum { WORD_WORK = 4, OBJECT_WORK = 8, FRAME_WORK = 32 };

#endif
