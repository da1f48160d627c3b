/* fielduse.h -- what the search has seen of each field's use, and the scheduling points this saves. Layer 5.
 *
 * JPF: FieldLockInfo and its factories, and what its documents name as open ends (fields that are written
 * once, private accessibility). Three assumptions about a field, each of which makes accesses to it commute with
 * whatever other threads can do, so that they need no scheduling point:
 *   write once   nobody writes it while two threads live and its object is shared: its reads are free;
 *   one thread   one and the same thread makes all accesses: the only one that ever touched it, or (a field
 *                of a Thread object) that thread itself; elements of arrays are judged by the array's class;
 *   locked       every access holds a lock that is a function of the object: the object's own monitor, one
 *                in a field of it or in a static field, final or never written while shared, a class
 *                or literal, or that of its only owner (fieldlocks.c). (Stoller, STTT 4(1) 2002: such accesses
 *                are invisible if the discipline holds, and a search that leaves them out finds a violation of
 *                the discipline if there is one.)
 *
 * What must hold
 *  - an assumption is tested at every access, scheduling point or not, while it stands;
 *  - once it has saved a scheduling point, its failure makes the search begin again without it
 *    (FieldUses.stale), so that what is reported at the end rests on none that failed;
 *  - within one search a decision never turns from "point" to "no point", and from "no point" to
 *    "point" only with `stale` set: a path can be executed again.
 * Records belong to the whole search: they are neither undone nor part of the state. */
#ifndef JPF_FIELDUSE_H
#define JPF_FIELDUSE_H
#include "base/json.h"
#include "kernel/kernel.h"

enum UseFlag {
    FU_WRITTEN = 1,  /* written while shared */
    FU_MANY = 2,     /* no thread makes all accesses */
    FU_OPEN = 4,     /* no lock protects all accesses */
    FU_LOCKED = 8,   /* taken to be lock protected */
    FU_HANDED = 128, /* elements: the program uses such arrays of the library's making */
    FU_KNOWN = 143,  /* what outlives a restart, and stands in replay strings */
    /* of an initializer (inits.h): what no field is known by */
    FU_INIT_OPEN = FU_KNOWN,
    FU_INIT_INNER = FU_HANDED | FU_LOCKED,
    FU_SAVED = 16,   /* a scheduling point was saved in this search */
    FU_WARNED = 32,
    FU_ON_PATH = 64, /* met on the path of an error that is executed again */
};

/* A lock as a function of the object whose field is accessed. */
typedef struct LockCand {
    u8 kind; /* enum LockKind */
    Ref at;  /* LK_IMMORTAL */
    u64 label; /* LK_COMMON: what the object is called (kernel/places.h) */
    const FieldInfo *fi;      /* where the lock is; LK_OWNER: in the owner, NULL: its own monitor */
    const FieldInfo *through; /* LK_OWNER: where the owner refers to the object */
} LockCand;
enum LockKind { LK_SELF, LK_FIELD, LK_STATIC, LK_IMMORTAL, LK_OWNER, LK_COMMON };
enum { MAX_CANDS = 6 };

typedef struct FieldUse {
    const FieldInfo *fi; /* NULL: elements of the arrays of class ci that were made alike (array_marks); or
                            the initializer of ci, if that is no class of arrays (FU_INIT_*) */
    const ClassInfo *ci;
    u8 flags;
    u8 begun;   /* an access has been seen in this search */
    u8 not_own; /* an access by another thread than the object itself */
    u8 many;    /* accesses by different threads */
    u8 by_names; /* FU_MANY is said of it for other names of threads alone (uses_renamed) */
    u8 n_cands;
    u8 looks;   /* like a protected one */
    u8 point;   /* an access was a scheduling point that a lock could have saved */
    u8 marked;  /* elements: array_marks */
    u8 passed;  /* elements: the library's accesses were none of the program's */
    u32 checks; /* accesses that held a candidate */
    u64 thread; /* key of the thread that made the first access */
    LockCand cand[MAX_CANDS];
} FieldUse;

/* Why a boundary was not one; for the statistics. */
enum Skip {
    SKIP_NONE,
    SKIP_UNSHARED,  /* only one thread can reach the object */
    SKIP_EXCLUDED,  /* configured, or attributed */
    SKIP_FINAL,
    SKIP_INIT,      /* a class that this thread is initializing */
    SKIP_ONCE,
    SKIP_THREAD,
    SKIP_LOCKED,
    SKIP_ATOMIC,    /* atomic section or method */
    SKIP_LIBRARY,   /* inside a listed library call */
    SKIP_RECURSIVE, /* a monitor that the thread has */
    SKIP_ALONE,     /* nobody else can run */
    SKIP_COUNT
};
extern const char *const skip_names[SKIP_COUNT];

typedef struct FieldUses {
    KernelState *ks;
    VEC(FieldUse) v;     /* [0] is nobody's */
    VEC(FieldInfo *) owners; /* fields with an `owner` */
    VEC(u32) arrays;     /* by class id * ARRAY_MAKERS + array_marks: index in v, 0: none yet */
    Map seed;            /* replay: name of a field -> flags */
    Map learned;         /* by the same names: what other engines know of fields that this one may come to */
    Map declined;        /* a sharedness policy's answers: thread, kind and name -> no scheduling point */
    bool left_out;       /* the assumption has taken scheduling points out */
    Map sync_at;         /* class id -> offset of the `sync` of a java.util.concurrent lock, 0: none */
    bool once, thread, lock, fast, aggressive, finals, static_finals; /* configuration */
    bool constructed, skip_inits, exposure;
    bool inits;          /* vm.por.initializers: they are taken to be closed (inits.h) */
    bool tell_inits;     /* some are known to be open, or inner: uses of classes are told (init_use) */
    bool renamed;        /* states were taken for others that differ in the names of threads but main's */
    bool stale;          /* an assumption that was relied on has failed */
    bool again;          /* the stress build repeats a transition: its accesses have been counted */
    u32 threshold;       /* accesses before a field is taken to be protected */
    u32 late;            /* restarts after much work */
    bool broke_fast;     /* `fast`: an assumption failed, and its consequences were not explored */
    Text warnings;       /* JSON strings (json_part) */
    bool failed;         /* the host's policy raised: the search ends */
    u32 off_owner;       /* offset of AbstractOwnableSynchronizer.exclusiveOwnerThread; 0: not known yet */
} FieldUses;

/* Where fi says which use it has, in objects that an initializer of the JDK's has made (EF_MADE) or in others. */
static inline u32 *field_use(const FieldInfo *fi, bool made) {
    FieldInfo *at = &fi->ci->fields[fi->slot]; /* the record itself, without its const */
    return made ? &at->use_made : &at->use;
}

Status uses_init(KernelState *ks);
void uses_free(KernelState *ks);
/* A search begins, or begins again: what was relied on counts no more, what was learned does. */
void uses_reset(KernelState *ks);
/* Take fields that look protected to be so. True: there are new ones, the search is to begin again. */
bool uses_adopt(KernelState *ks);
/* The program has atomic sections: a thread that takes a lock within one must find it held where it is, so that
 * no critical section may be passed in one step (JPF: BlockedAtomicException). */
void uses_atomic(KernelState *ks);
/* From now on what a thread other than main does may be done under another one's name. */
void uses_renamed(KernelState *ks);
/* The search begins again, and threads keep their names: what was unlearned for the sake of others is learned anew. */
void uses_named(KernelState *ks);
/* Give up guessing: too much was searched in vain. */
void uses_give_up(KernelState *ks);

/* ti accesses field fi of e, which is shared, while other threads live. Answers the reason why it is no
 * scheduling point, or SKIP_NONE. `decide` false: it is one, or is none for another reason, anyway. */
enum Skip use_field(ThreadInfo *ti, const FieldInfo *fi, ElementInfo *e, bool write, bool decide);
enum Skip use_element(ThreadInfo *ti, const ElementInfo *e, bool write, bool decide);
/* The access whose point ti has passed without stopping there counts twice, as one before which it stops and which it
 * then makes: guesses are made where they were made with a stop. fi NULL: an element. */
void use_again(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e, bool write);
/* An array without a mark, which is shared, is accessed: by the program's code, or by the library's. Is that one of the
 * program's arrays? */
bool use_handed(ThreadInfo *ti, const ElementInfo *e, bool by_program);
/* An access by offset: Unsafe, reflection, clone. */
void use_raw(ThreadInfo *ti, Ref obj, u32 offset, bool write);
/* Have elements of arrays been accessed, so that reads of them by natives matter? */
static inline bool use_judges_arrays(const KernelState *ks) {
    return ks->cfg.por && ks->uses->lock && ks->uses->arrays.n > 0;
}
/* What a native wrote to arrays: the words of the heap's log from `from` on. */
void use_native_writes(ThreadInfo *ti, u32 from);
/* Does the host's sharedness policy take out ti's accesses of a field, or (fi NULL) of the elements of e? */
bool use_declined(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e);
/* Is an access to this word of e one that cannot disturb others (state/footprint.c)? */
bool use_guarded(const KernelState *ks, const ElementInfo *e, u32 word, bool write);
/* Is a write to it one of its class's initializer, which runs or has run within the step? */
bool use_by_initializer(const KernelState *ks, const ElementInfo *e, u32 word);

/* The record of a class's initializer (inits.h). */
FieldUse *use_of_init(FieldUses *us, const ClassInfo *ci);
static inline bool use_is_init(const FieldUse *u) { return !u->fi && u->ci && u->ci->kind == CK_CLASS; }
static inline bool use_says_init(u8 flags) { return flags == FU_INIT_OPEN || flags == FU_INIT_INNER; }
/* May one rely on nobody's writing field fi of e, or (fi NULL) elements of arrays like e? Then one does. */
bool use_relies(FieldUses *us, const FieldInfo *fi, const ElementInfo *e);

/* Have elements of such arrays been written while they were shared? */
bool use_writes_elements(const KernelState *ks, const ElementInfo *e);

/* A field's name in replay strings. */
u32 use_name(const FieldUse *u);
/* What of it decided scheduling points of the path that was executed again. */
u8 use_replayed(const KernelState *ks, const FieldUse *u);
Status use_seed(KernelState *ks, u32 name, u8 flags);
/* Other engines know so much of a field (search/meet.h): a record that is made of it begins with that. */
Status uses_learn(KernelState *ks, u32 name, u8 flags);
/* Does one of the assumptions about u's field stand, by u's flags? */
bool use_stands(const KernelState *ks, const FieldUse *u);
/* A replay begins once more: of each field no more is known than the string said. */
void uses_reseed(KernelState *ks);
u32 uses_count(const KernelState *ks, enum Skip why); /* fields that saved scheduling points */
#endif
