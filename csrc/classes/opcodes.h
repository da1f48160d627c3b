/* opcodes.h -- enum Op and the tables made from opcodes.def. Layer 3. */
#ifndef JPF_OPCODES_H
#define JPF_OPCODES_H
#include "base/base.h"

enum OpFlag {
    F_FOLD = 1,    /* never in predecoded code */
    F_BRANCH = 2,  /* one branch target in b */
    F_STOP = 4,    /* does not go on to the next instruction */
    F_CALL = 8,
    F_THROW = 16,  /* may throw besides asynchronous errors */
    F_LOCAL = 32,  /* a is a local variable */
    F_RESERVED = 64, /* not allowed in a class file */
};

enum Op {
#define OP(value, NAME, mnemonic, length, pops, pushes, flags) OP_##NAME = value,
#include "classes/opcodes.def"
    OP_QUICK_BASE_ = 0xff, /* quick forms follow: 0x100, 0x101 ... */
#define QOP(NAME, mnemonic, pops, pushes, flags) OP_##NAME,
#include "classes/opcodes.def"
    OP_FUSED_BASE_,
    OP_FUSED_LAST_ = OP_FUSED_BASE_ - 1,
#define FOP(NAME, FIRST, count) OP_##NAME,
#include "classes/fused.def"
#undef FOP
    OP_COUNT
};

typedef struct OpInfo {
    const char *name;
    u8 length; /* 0: variable, or a form of our own */
    i8 pops, pushes;
    u8 flags;
} OpInfo;
extern const OpInfo op_info[OP_COUNT];

/* Accesses of array elements: the array and the index are the first of what they pop. */
static inline bool op_elem_store(u32 op) { return op >= OP_IASTORE && op <= OP_SASTORE; }
static inline bool op_elem(u32 op) { return op_elem_store(op) || (op >= OP_IALOAD && op <= OP_SALOAD); }

#endif
