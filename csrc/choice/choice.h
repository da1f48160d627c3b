/* choice.h -- ChoiceGenerator and its native kinds. Layer 9.
 *
 * A generator enumerates the choices of one state. Native kinds are plain data, so copying a
 * state copies its generator. JPF: gov.nasa.jpf.vm.ChoiceGenerator and vm.choice.*. */
#ifndef JPF_CHOICE_H
#define JPF_CHOICE_H
#include "sched/sched.h"

typedef struct ChoiceGenerator {
    u8 kind;      /* enum ChoiceKind */
    u8 action;    /* CK_THREAD: enum Action of the boundary */
    u8 first_step; /* data: the interpreter's first_step when it asked */
    u8 pad;
    u32 thread;   /* data: the thread that chooses */
    i32 at;       /* index of the current choice, -1 before the first advance */
    u32 n;        /* number of choices to be taken */
    u32 n_full;   /* of all: what a reduction left out lies behind the first n */
    i64 lo, delta;
    union { /* threads (up to 4) or list values live inline, longer ones on the heap */
        u32 small[4];
        u32 *threads;
        i64 *list;
    } u;
    char id[40];
} ChoiceGenerator;

/* A ThreadChoiceFromSet over ids. */
Status cg_threads(Ctx *cx, ChoiceGenerator *cg, const u32 *ids, u32 n, u8 action);
/* From a native's request; takes over req->list. */
Status cg_from_request(Ctx *cx, ChoiceGenerator *cg, ChoiceReq *req, ThreadInfo *ti);
void cg_free(Ctx *cx, ChoiceGenerator *cg);
static inline bool cg_has_more(const ChoiceGenerator *cg) { return cg->at + 1 < (i64)cg->n; }
u32 cg_thread(const ChoiceGenerator *cg, u32 i); /* CK_THREAD: i-th thread id */
/* Place of the current choice among all of them, whatever a reduction reordered: for replay. */
u32 cg_rank(const ChoiceGenerator *cg);
i64 cg_value(const ChoiceGenerator *cg, u32 i);  /* data: i-th value (bits for float/double) */
const char *cg_type_name(const ChoiceGenerator *cg); /* JPF's simple class name */
/* Text of a choice for reports: "Thread-1", "true", "3", "0.5". */
void cg_value_text(const ChoiceGenerator *cg, u32 i, char *buf, size_t n);

#endif
