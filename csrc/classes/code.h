/* code.h -- method bodies as the analyses see them: decoded afresh from the class file, never the
 * quickened code the interpreter works on. Shared by predecode.c, flow.c and liveness.c. Layer 3. */
#ifndef JPF_CODE_H
#define JPF_CODE_H
#include "classes/classes.h"
#include "classes/opcodes.h"

typedef struct Code {
    Insn *insn; /* n + 1: the last one is the IMPDEP2 sentinel */
    u32 *bci;   /* n + 1: the last one is the code length */
    i32 *sw;
    Handler *handlers;
    u32 n, n_sw, n_handlers;
    u32 n_locals; /* locals that occur (arguments included), at most max_locals */
    bool jsr;
} Code;

/* Decode mi's body into `a`. ST_OK with *err set (a text in `a`): the code is malformed. */
Status code_decode(Classes *cs, const MethodInfo *mi, Arena *a, Code *out, const char **err);
/* "reason\nException Details:\n  Location:\n    Foo.bar()V @5: iadd\n  Reason:\n    detail", as
 * HotSpot words it. NULL: ERR_NOMEM pending. */
const char *code_error(Arena *a, const MethodInfo *mi, u32 bci, int opcode, const char *reason, const char *detail);

/* Symbols of a member reference, Dynamic or InvokeDynamic entry. */
static inline const Sym *cp_ref_class(const ClassFile *cf, u16 i) { return cf->cp[cf->cp[i].a].u.sym; }
static inline const Sym *cp_ref_name(const ClassFile *cf, u16 i) { return cf->cp[cf->cp[cf->cp[i].b].a].u.sym; }
static inline const Sym *cp_ref_desc(const ClassFile *cf, u16 i) { return cf->cp[cf->cp[cf->cp[i].b].b].u.sym; }

/* --- flow.c: the forward pass over types --- */

/* A subroutine call: code between a jsr and its ret is analysed once per chain of calls, so that
 * types do not mix (the polymorphism of JVMS 4.10.2.6 without its special rules). */
typedef struct JsrContext {
    u32 parent, site, entry; /* context, instruction of the jsr, first instruction */
    u32 ret;                 /* instruction of its ret + 1, once seen */
} JsrContext;

#define FLOW_UNREACHED 0xFFFFu
/* Nodes are (context, instruction) pairs, context * n + instruction; code without jsr has context
 * 0 only. */
typedef struct Flow {
    Ctx *cx;
    u32 n_nodes, cap_nodes, n_ctx, cap_ctx;
    u32 frame_words; /* locals that occur + max_stack */
    u32 words;     /* u32 words of one `refs` row */
    u16 *depth;    /* operand stack words before each node, or FLOW_UNREACHED */
    u32 *refs;     /* one bit per word of the frame: a reference (locals, then stack) */
    u32 *jump;     /* jsr code only: the node a jsr or ret leads to */
    u64 *retaddr;  /* jsr code only: the whole type state of each node, see flow_return_address */
    JsrContext *ctx;
} Flow;

/* strict: also distinguish array types, and check every operand (JVMS 4.10.2); otherwise only what
 * the maps need. ST_OK with *err set: the code does not verify. */
Status flow_run(Classes *cs, const MethodInfo *mi, const Code *c, bool strict, Arena *a, Flow *f, const char **err);
void flow_free(Flow *f);
/* Does word w of the frame hold a return address at the node, and which? */
bool flow_return_address(const Flow *f, u32 node, u32 w, u32 *value);

/* Superinstructions (fused.def) into code that is never looked at by decoders again. */
void fuse(Insn *code, u32 n);

#endif
