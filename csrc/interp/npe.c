#include "interp/interp_int.h"
char *npe_message(KernelState *ks, const MethodInfo *mi, u32 insn, size_t *bytes) { return NULL; }
