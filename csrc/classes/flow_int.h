/* flow_int.h -- between flow.c (paths, joins) and flow_step.c (types, instructions). Layer 3.
 *
 * A type is a u64. Even: a reference, the Sym of its class name or array descriptor (not strict:
 * always java/lang/Object). Odd: payload << 8 | tag << 1 | 1. */
#ifndef JPF_FLOW_INT_H
#define JPF_FLOW_INT_H
#include "classes/code.h"

typedef u64 VType;
enum VTag {
    VT_TOP = 0,
    VT_INT,
    VT_FLOAT,
    VT_LONG,
    VT_LONG2,
    VT_DOUBLE,
    VT_DOUBLE2,
    VT_UNINIT,
    VT_UNINIT_THIS,
    VT_RET,
    VT_UNSET
};
#define V(tag, payload) ((VType)(payload) << 8 | (VType)(tag) << 1 | 1)
#define V_TOP V(VT_TOP, 0)
#define V_INT V(VT_INT, 0)
#define V_FLOAT V(VT_FLOAT, 0)
#define V_LONG V(VT_LONG, 0)
#define V_LONG2 V(VT_LONG2, 0)
#define V_DOUBLE V(VT_DOUBLE, 0)
#define V_DOUBLE2 V(VT_DOUBLE2, 0)
#define V_UNSET V(VT_UNSET, 0) /* not strict: a local that nothing was stored in yet: a word of 0 */
static inline bool v_ref(VType t) { return !(t & 1); }
static inline u32 v_tag(VType t) { return (u32)(t >> 1) & 0x7f; }
static inline u32 v_payload(VType t) { return (u32)(t >> 8); }
static inline bool v_uninit(VType t) { return !v_ref(t) && (v_tag(t) == VT_UNINIT || v_tag(t) == VT_UNINIT_THIS); }
static inline bool v_second(VType t) { return t == V_LONG2 || t == V_DOUBLE2; }

typedef struct Pass {
    Classes *cs;
    const MethodInfo *mi;
    const ClassFile *cf;
    const Code *c;
    Flow *f;
    Arena *a;
    bool strict;
    u32 nl, ns, w;   /* locals, stack words, both */
    VType *states;   /* one row per leader that was reached: stack depth, then w words */
    u32 n_states, cap_states;
    u32 *state_of;   /* node -> row + 1 */
    u32 *queued;     /* bit per node */
    u32 low;         /* no node below is queued */
    u8 *leader;      /* per instruction */
    VType *s;        /* the running state */
    u32 sp;          /* stack words in it */
    u32 at;          /* instruction */
    VType object, null_, throwable;
    const char *err;
    Status st;
} Pass;

#define FAILED(p) ((p)->err || (p)->st)

static inline const Sym *v_sym(VType t) { return (const Sym *)(uintptr_t)t; }
static inline VType *stack(Pass *p) { return p->s + p->nl; }
static inline VType sym_type(Pass *p, const Sym *s) { return p->strict ? (VType)(uintptr_t)s : p->object; }
/* The first failure, at the running instruction. */
void flow_bad(Pass *p, const char *reason, const char *detail);
/* The type a field descriptor at s (up to `end`) names. */
VType flow_desc_type(Pass *p, const char *s, const char *end);
/* Least type both are, where classes other than arrays have only Object in common. */
VType flow_merge_refs(Pass *p, VType x, VType y);
void flow_push(Pass *p, VType t);
/* Execute an instruction on the running state; jsr, ret and all that is control flow excepted. */
void flow_step(Pass *p, const Insn *in);

#endif
