/* choice.h -- ChoiceGenerator and its kinds. Layer 9.
 *
 * A generator enumerates the choices of one state. Native kinds are plain data and give the i-th
 * value for any i, so that copying, restoring and starting over cost nothing and memory does not
 * grow with the number of choices. A Python kind (CK_CUSTOM) lives with the host, which keeps what
 * it has drawn by index. JPF: gov.nasa.jpf.vm.ChoiceGenerator and vm.choice.*. */
#ifndef JPF_CHOICE_H
#define JPF_CHOICE_H
#include "sched/sched.h"

enum CgFlag {
    CGF_REQUEST = 1, /* asked for by a native: the re-executed instruction gets its value */
    CGF_TOLD = 4,    /* listeners know that it was registered */
    CGF_OPEN = 2,    /* CK_CUSTOM: how many choices there are is not known; n: those drawn so far */
    CGF_STANDS_IN = 32, /* a listener's, of the same id as the native's that it removed: gives that value */
    CGF_PEER = 8,    /* a native peer of the host asks for it and is called again */
    CGF_RANKED = 64, /* CK_EVENT: reordered; the list is followed by the place of each choice among all */
    CGF_GIVEN = 16,  /* CK_THREAD: a listener's choice; neither reordered nor reduced */
};

typedef struct ChoiceGenerator {
    u8 kind;      /* enum ChoiceKind */
    u8 action;    /* CK_THREAD: enum Action of the boundary */
    u8 first_step; /* data: the interpreter's first_step when it asked */
    u8 flags;
    u32 thread;   /* data: the thread that chooses */
    i64 at;       /* index of the current choice, -1 before the first advance */
    u64 n;        /* number of choices to be taken */
    u64 n_full;   /* CK_THREAD, CK_EVENT, of all: what a reduction left out lies behind the first n */
    i64 lo, delta;
    u64 seed;     /* != 0: the i-th choice is that of a pseudo-random permutation */
    const char *type; /* JPF's simple class name; NULL: follows from kind */
    union { /* threads (up to 4) or list values live inline, longer ones on the heap */
        u32 small[4];
        u32 *threads;
        i64 *list;
        u64 seed; /* CK_RANDOM_INT, CK_PERM */
    } u;
    u64 host;     /* the host's object: CK_CUSTOM draws from it, others are only known by it; 0: none */
    const MethodInfo *mi; /* where the thread stood when it was registered; NULL: nowhere */
    const Insn *pc;
    const char *id; /* stays as long as the VM */
} ChoiceGenerator;

/* A copy of the text that lives as long as the VM; NULL: ERR_NOMEM is pending. */
const char *cg_text_kept(KernelState *ks, const char *id);
/* A ThreadChoiceFromSet over ids. */
Status cg_threads(Ctx *cx, ChoiceGenerator *cg, const u32 *ids, u32 n, u8 action);
/* From a native's request; takes over req->list. A named one (CK_NAMED) is looked up in the
 * configuration; what is wrong there is ERR_CONFIG with the key and where it stands. */
Status cg_from_request(Ctx *cx, ChoiceGenerator *cg, ChoiceReq *req, ThreadInfo *ti);
Status cg_named(Ctx *cx, ChoiceGenerator *cg, const ChoiceReq *req, ThreadInfo *ti); /* choice/named.c */
bool cg_has_list(const ChoiceGenerator *cg); /* u.list, of cg_all (twice as many if ranked) values, is its own */
void cg_free(Ctx *cx, ChoiceGenerator *cg);
static inline bool cg_has_more(const ChoiceGenerator *cg) { return cg->at + 1 < (i64)cg->n; }
u32 cg_thread(const ChoiceGenerator *cg, u64 i); /* CK_THREAD: i-th thread id */
/* Place of the current choice among all of them, whatever a reduction or a seed reordered: for replay. */
u64 cg_rank(const ChoiceGenerator *cg);
/* The index of the choice that has this place: the inverse of cg_rank. */
u64 cg_at_rank(const ChoiceGenerator *cg, u64 rank);
static inline u64 cg_all(const ChoiceGenerator *cg) {
    return cg->kind == CK_THREAD || cg->kind == CK_EVENT ? cg->n_full : cg->n;
}
i64 cg_value(const ChoiceGenerator *cg, u64 i);  /* native data kinds: i-th value (bits for float/double) */
static inline i64 cg_first(const ChoiceGenerator *cg) { return cg->kind == CK_CUSTOM ? 0 : cg_value(cg, 0); }
/* A hash of what the generator offers. It goes into the state key, because what a listener registers is no function of
 * the state that it is registered in. */
u64 cg_digest(KernelState *ks, const ChoiceGenerator *cg, u64 seed);
/* The i-th value of a generator of any data kind; the host is asked where it is its own. */
Status cg_draw(Ctx *cx, const ChoiceGenerator *cg, u64 i, i64 *v);
/* Is there an i-th choice? A generator with CGF_OPEN draws up to it, and n grows. */
Status cg_reach(Ctx *cx, ChoiceGenerator *cg, u64 i, bool *there);
const char *cg_type_name(const ChoiceGenerator *cg); /* JPF's simple class name */
/* Text of a choice for reports: "Thread-1", "true", "3", "0.5". */
void cg_value_text(Ctx *cx, const ChoiceGenerator *cg, u64 i, char *buf, size_t n);
/* Try the choices in the order that `seed` gives (cg.randomize_choices). */
void cg_randomize(ChoiceGenerator *cg, u64 seed);

/* The variable `name` where ti stands: a local variable, a field of its object or class, or Class.field. False:
 * there is no such number. */
bool cg_variable(ThreadInfo *ti, const char *name, double *d, i64 *n);
/* Makes the host's generator of class `cls`, which the key names; `want` is the enum Type of its values. */
Status cg_custom(Ctx *cx, ChoiceGenerator *cg, KernelState *ks, const char *cls, const char *key, u8 want);

/* CK_PERM: the i-th permutation of 0..size-1 (choice/permute.c). */
enum PermVariant { PERM_TOTAL, PERM_PAIR, PERM_RANDOM };
u64 perm_count(u32 size, u32 variant, u64 wanted);
void perm_at(const ChoiceGenerator *cg, u64 i, u32 *out /* perm_size of them */);
static inline u32 perm_size(const ChoiceGenerator *cg) { return (u32)cg->lo; }
/* Position of i in the seed's permutation of 0..n-1, n <= 2^62: Feistel rounds, walked until inside. */
u64 permute_index(u64 seed, u64 n, u64 i);

#endif
