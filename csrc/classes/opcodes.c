/* opcodes.c -- the opcode table. */
#include "classes/opcodes.h"

const OpInfo op_info[OP_COUNT] = {
#define OP(value, NAME, mnemonic, length, pops, pushes, flags) [value] = {mnemonic, length, pops, pushes, flags},
#define QOP(NAME, mnemonic, pops, pushes, flags) [OP_##NAME] = {mnemonic, 0, pops, pushes, flags},
#include "classes/opcodes.def"
#define FOP(NAME, FIRST, count) [OP_##NAME] = {#NAME, 0, -1, -1, 0},
#include "classes/fused.def"
#undef FOP
};
