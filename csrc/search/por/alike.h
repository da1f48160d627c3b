/* alike.h -- symmetry: what threads are called does not tell states apart. Layer 11. */
#ifndef JPF_ALIKE_H
#define JPF_ALIKE_H
#include "state/state.h"

typedef struct Search Search;
typedef struct After After;

typedef struct AlikePair {
    u32 id, of;
} AlikePair;

/* A state has a key with names and, where that is new and a form is made, one without. `plain` and the vectors beside
 * it tie the two together: state set id -> place of its first name in `plain`, and place -> id. */
typedef struct Alike {
    bool on;
    StateSet *plain; /* keys, names and all, of the states that forms were made of; NULL: not on */
    DISK_VEC(u32)
    plain_first; /* by id: the place there of the state itself; ALIKE_NAMED: it is stored with its names */
    DISK_VEC(u32) plain_ids; /* by place there: the state they were taken to be */
    bool renamed; /* the state that was looked up last is another one under other names */
    u64 forms; /* made so far */
    u64 form_words; /* words of these forms, in all orders of threads that were tried */
    u64 looks, look_words; /* of asking which threads are alike */
    u64 missed; /* states under other names, and threads that are like another one, that were kept apart nevertheless */
    u32 name; /* place in `plain` of the state that was looked up last; ALIKE_NAMED: it has none */
    VEC(AlikePair) like; /* vm.por=dynamic: threads of the last level that are not tried, as another one is or sleeps */
    bool named; /* threads keep their names in this run, for the sake of places */
    u64 run; /* transitions after which the other way is tried; 0: it is the first run */
    u64 peeks, fewer; /* states where it was asked how many threads would be tried by names; those that were fewer */
    u64 ranked; /* number of the transition whose state se->sym_rank is of */
} Alike;

#define ALIKE_NAMED UINT32_MAX

/* What a state's choice adds to its key; `ranks`: with threads named by se->sym_rank. */
typedef struct ChoiceTerm {
    H128 (*of)(Search *s, const After *a, bool ranks);
    const After *after;
} ChoiceTerm;

/* Look a state up, or add it. `raw`: its key without its choice; *key: the one with it, and then what stands for the
 * state in this search. */
Status alike_add(Search *s, H128 raw, const ChoiceTerm *choice, H128 *key, bool *fresh, u32 *id);
/* The set of states is shared with other engines by now, and so is what it knows of names. */
Status alike_share(Search *s, SharedSet *with);
/* What stands in a search with symmetry for the state of this number, under all its names. */
static inline H128 alike_key(u32 id) { return mix128(0x53594D, id); }
/* Is the state with this id stored without names? */
bool alike_nameless(const Search *s, u32 id);
/* A thread's place among the choices of a state: to be tried first, in the persistent set, out of it, not at all. */
enum ChoicePart { PART_AHEAD, PART_IN, PART_OUT, PART_NEVER, PARTS };
/* Of threads that are alike in the last level's state one is enough: ids[i] has its place in part[i], where all but one
 * of each kind get PART_NEVER. Where several have the same place, those of `first` are kept. */
Status alike_thin(Search *s, const u32 *ids, u32 n, ThreadSet first, u8 *part);
/* Places are not known for the sake of other names of threads, and it is time to look what they are worth. */
bool alike_peeks(const Search *s);
/* Make se->sym_rank that of the state the last transition led to. */
Status alike_ranks(Search *s);

#endif
