/* places.h -- which threads come to a place, on whatever path. Layer 5.
 *
 * A place is a word of an object, its monitor, all elements of an array, or a lock of java.util.concurrent (calls.h).
 * What is known of a place is what the search has seen of it; whoever relies on that (persistent sets) is told when a
 * thread comes to it that was not known, and the search begins again with this knowledge.
 *
 * What must hold
 *  - place_used is called for each access to a shared object's elements, to those of its fields that may be scheduling
 *    points (places_judges), and for each lock that is wanted, *before* its scheduling point, whatever thread makes it
 *    and wherever its code is, while another thread could be concerned (KernelState.watch).
 *  - A place has one name on all paths, also where a path is executed again and objects lie elsewhere. So objects have
 *    names only if they are immortal, or were made on the way that all paths have in common; these are called as the
 *    state key called them when they were made.
 *  - States that count as one have equal names. Whoever relied on a place above a state needs to be told of those who
 *    come to it below, and below a state that was met before nobody is told anything. But an object that was made later
 *    may have taken the place of a named one: static Node p; both new Node(1). So what tells such states apart belongs
 *    to the key while places are relied upon (places_apart; Search.persist).
 *  - What is known only grows, and outlives a restart; `relied` does not. */
#ifndef JPF_PLACES_H
#define JPF_PLACES_H
#include "base/pack.h"
#include "kernel/kernel.h"

typedef struct PlaceUse {
    ThreadSet readers, writers; /* threads by their index in Places.key, in Places.sets */
    bool relied;
    bool news; /* it has changed since other engines were told (search/meet.h) */
    u8 bin;
    u64 name, map; /* map: that of its MAP_BOOK, if this is a key of a map's, of that bin (maps.h) */
} PlaceUse;

/* The keys of a map that threads come to. */
enum { BOOK_BINS = 16, BOOK_KEYS = 256 };
typedef struct MapBook {
    u32 n; /* BOOK_KEYS: so many or more */
    u16 bins[BOOK_BINS];
} MapBook;

enum { PLACE_THREADS = 1 << 16, PLACE_SEEN = 256 }; /* threads that are known at most */
#define PLACE_WHOLE 0u /* in the place of a word: all elements of an array, all references of an object */
#define PLACE_INIT 1u  /* of a class: that it is initialized (inits.h) */
#define PLACE_CALL 2u  /* of a lock: whatever belongs to it (calls.h) */
#define PLACE_INNER 3u /* of a lock: the same, by code of the JDK */
#define PLACE_BESIDE 0x80000000u /* and from there on: a part of an object that is no word (maps.h) */
#define PLACE_MONITOR ((u32)offsetof(ElementInfo, lock) / 4)

/* What the running transition did within told calls (calls.h), in order, by entries of the heap's log and of the reads
 * where each part begins. */
enum { CALL_PARTS = 16 };
typedef struct CallLog {
    u32 n;
    struct CallPart {
        Ref owner; /* 0: none */
        u32 deed; /* of a map (maps.h) */
        u32 log, reads;
        bool call; /* it is a told call; else cells of that owner were touched besides */
    } v[CALL_PARTS];
} CallLog;

typedef struct Places {
    KernelState *ks;
    bool on;      /* accesses are looked at */
    bool answers; /* and may be relied upon */
    bool broken;  /* what was relied upon has turned out to be wrong */
    bool gave_up; /* accesses were no longer looked at, for want of room */
    bool any;     /* something was relied upon since the search began */
    bool matter;  /* there has been a second thread in some search: somebody may rely on them */
    bool mixed;   /* states were taken for one that differ in what objects are called (persist_apart) */
    bool peeks;   /* places_partners tells what is known so far, for nobody to rely upon */
    Map names;    /* object of the common way -> its label there */
    Map by_label; /* the other way: object and the epoch when it was made; 0: several have had the label */
    u32 until;    /* epoch of the last named object's birth: none that was made later has a name */
    Map at;       /* name of a place -> index in v */
    VEC(PlaceUse) v;
    Map book_at; /* name of a MAP_BOOK -> index in books */
    VEC(MapBook) books;
    CallLog calls;
    ThreadSets sets;
    VEC(u64) key;    /* names of the threads that were ever met, whatever the path */
    VEC(u32) parent; /* who starts them; main's own is 0 */
    Map index_of;    /* name -> index in these */
    VEC(u32) index;  /* by id on this path: a guess */
    VEC(u32) id;     /* the other way: a guess, too */
    struct PlaceSeen {
        u32 obj, word, thread;
        u8 write, valid;
    } seen[PLACE_SEEN]; /* accesses that told nothing new */
} Places;

Status places_init(KernelState *ks);
void places_free(KernelState *ks);
/* A search begins, or begins again. on: accesses are to be looked at; answers: and relied upon. */
void places_begin(KernelState *ks, bool on, bool answers);
/* The common way begins; it has made r. */
void places_common(KernelState *ks);
Status places_name(KernelState *ks, Ref r, u64 label);
/* The object of the common way that is the only one ever called so there, and 0 if it is not there (any more); and what
 * such an object is called, 0: it is none. */
Ref places_object(KernelState *ks, u64 label);
u64 places_label(KernelState *ks, Ref r);
/* What r, whose label in the state is this one, adds to what tells the state from others that would be equal but for
 * names. The sum of these terms over all objects is a function of the state and of names, and it is 0 as long as each
 * named object has the label that it is called by, and nobody else has such a label: so it costs two look-ups for an
 * object that changes its label, and nothing for others. Let the sums of two equal states be equal, and two objects
 * have the same label L there. If the one has the name N, other than L, its term is in the sum, and so the other one
 * has it, too, and with it the name. If its name is L, the other one has no name but L (its term would be there), and
 * is not nameless either, since L is a name (it would be a stranger's term). */
H128 places_apart(const KernelState *ks, Ref r, u64 label);
/* States were taken for others that differ in the names of threads: nothing is known by these names any more. */
void places_renamed(KernelState *ks);
/* From now on somebody may rely on them, and did not before. */
void places_matter(KernelState *ks);
/* Nobody may rely on places any more. */
void places_stop(KernelState *ks);
/* What other engines have learned: the index of a thread by its name, PLACE_THREADS where there is no room; that these
 * threads, sets of Places.sets, come to a place. */
u32 places_key(Places *pl, u64 name, u32 parent);
Status places_learn(KernelState *ks, const PlaceUse *of);
/* parent starts ti. */
void places_thread(KernelState *ks, const ThreadInfo *ti, const ThreadInfo *parent);

void place_use(ThreadInfo *ti, const ElementInfo *e, u32 word, u32 n, bool write);
/* ti is about to access n words of e from word `word` on, or its monitor (a write), or all elements. */
static inline void place_used(ThreadInfo *ti, const ElementInfo *e, u32 word, u32 n, bool write) {
    if (ti->ks->places->on && ((e->hf & EF_SHARED) || e->birth == IMMORTAL_BIRTH)) place_use(ti, e, word, n, write);
}
void place_used_element(ThreadInfo *ti, const ElementInfo *e, u32 index, bool write);
/* Of what an atomic access (AC_ATOMIC) of so many bytes at `offset` of e is to: the words from offset / 4 on. 0: it is
 * no element and no field of the program's or of what is judged by calls (calls.h), or goes beyond it. */
u32 place_of_atomic(const KernelState *ks, const ElementInfo *e, u32 offset, u32 bytes);

/* ti came to a cell of nobody knows which lock (calls.h), or map (maps.h): `cells` says of what. Has nobody done so?
 * The answer is relied upon. */
void places_open(KernelState *ks, const ThreadInfo *ti, u64 cells);
bool places_closed(KernelState *ks, u64 cells);

/* A thread comes to a key of e, a map: of that bin, and called so (maps.h). The place of the map's keys is `word`. */
void places_new_key(ThreadInfo *ti, const ElementInfo *e, u32 word, u64 key, u32 bin);
/* What is known of the keys of a map; NULL: nothing. Whoever asks relies on it. And is this one of them? */
const MapBook *places_book(KernelState *ks, Ref map, u32 word);
bool places_key_known(const KernelState *ks, Ref map, u32 word, u64 key);

/* Which threads of this path, by id, may come to one of these words in a way that does not commute with a read, or a
 * write, of it; those that will start such threads are among them. False: nothing is known. */
bool places_partners(KernelState *ks, Ref obj, u32 word, u32 n, bool write, ThreadSet *set);
/* Has obj a name, and is anything known of its places? */
bool places_known(const KernelState *ks, Ref obj);
/* Is it known who may get what a word of obj refers to from there, and who is it? False: it is everybody. */
bool places_holds(const KernelState *ks, Ref obj, u32 word);
bool places_holders(KernelState *ks, Ref obj, u32 word, ThreadSet *set);
void places_pack(KernelState *ks, Pack *p);
#endif
