/* indy.h -- invokedynamic and dynamic constants as synthetic bytecode (docs/design.md, 3). Layer 6.
 *
 * A call site is linked once, at its first execution on any path, and never undone: what linking
 * makes (classes, methods, the instance of a non-capturing lambda) is a function of the class file,
 * so that it may outlive the path that asked for it. Names of synthetic classes come from the
 * caller's class, method and bytecode index, never from an order of linking.
 *
 * To the interpreter a linked site is either a constant (instance != 0: push it) or a static method
 * that takes the dynamic arguments, which stand on the operand stack in order, and returns the
 * result: invoke it as invokestatic does, without class initialization (its class has none). */
#ifndef JPF_INDY_H
#define JPF_INDY_H
#include "interp/interp.h"

typedef struct IndySite {
    MethodInfo *mi; /* invoke this; NULL when instance is set */
    Ref instance;   /* immortal object to push, or 0 */
    u32 index;      /* in the VM's site table: a quick form keeps this in Insn.b */
    MethodInfo *caller; /* the call site; NULL for dynamic constants */
    u32 insn;
    ClassInfo *ci;  /* whose pool it is */
    u16 cp;         /* pool index */
    ClassInfo *single; /* instance is of this class (lambdas without captures) */
    Sym **names;    /* what a loader of the program's was asked for */
    u32 n_names;
} IndySite;

/* Link the INVOKEDYNAMIC at instruction `insn` of `caller`; `cp` is its pool index (Insn.b).
 * NAT_OK: *out. NAT_RETRY: a frame was pushed (a user class loader), execute the instruction again.
 * NAT_THROW: thrown (BootstrapMethodError, LinkageError ...). NAT_END: not modelled, ks->run_end and
 * ks->not_modelled are set. NAT_ERROR: host failure. Operands stay on the stack throughout. */
int indy_link(ThreadInfo *ti, MethodInfo *caller, u32 insn, u16 cp, IndySite **out);
/* The same for LDC and LDC2_W of a MethodType, MethodHandle or Dynamic entry of ci's pool. The
 * method takes no arguments and returns the constant; calling it again gives the same value. */
int indy_ldc(ThreadInfo *ti, ClassInfo *ci, u16 cp, IndySite **out);
/* The site of a quickened instruction. */
IndySite *indy_site(KernelState *ks, u32 index);

/* Boot image: a synthetic class is made again from its name (the table of classes is replayed in
 * order; *out == NULL: not one of ours), and once the heap is mapped sites find their instances. replay: there is no
 * heap yet. */
Status indy_image_class(KernelState *ks, u32 loader, const Sym *name, bool replay, ClassInfo **out);
Status indy_image_bind(KernelState *ks);

Status indy_init(KernelState *ks); /* makes ks->indy; called by interp_init */
void indy_free(KernelState *ks);

#endif
