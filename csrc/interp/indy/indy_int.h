/* indy_int.h -- what the linkers of invokedynamic share. Layer 6.
 *
 * A linker is a function of the class file alone: it needs no thread, throws nothing, and may run while
 * the boot image is read. It fills Link.site, or says in Link.je or Link.missing why not. */
#ifndef JPF_INDY_INT_H
#define JPF_INDY_INT_H
#include "classes/opcodes.h"
#include "interp/indy/indy.h"

typedef struct Indy {
    KernelState *ks;
    Arena arena;
    VEC(IndySite *) sites;
    Map by_insn;  /* MethodInfo.id << 32 | instruction -> index */
    Map by_const; /* ClassInfo.id << 32 | pool index -> index */
    u32 depth;    /* constants being linked inside one another */
} Indy;
static inline Indy *ks_indy(KernelState *ks) { return ks->indy; }

/* --- a class being put together (asm.c) --- */
typedef struct Asm {
    Ctx *cx;
    Arena a; /* texts and code until ci_synth has copied them */
    VEC(SynthCp) cp;
    VEC(SynthField) fields;
    VEC(SynthMethod) methods;
    VEC(u8) code; /* code of the method at hand */
    struct SynthHandler catches; /* handler of the method at hand */
    Status st;
    const char *bad; /* types that cannot be adapted to each other */
} Asm;

/* Types of a method descriptor, each with a NUL of its own. */
typedef struct Sig {
    u32 n, words;
    const char **p;
    const char *ret;
} Sig;

void as_init(Asm *s, Ctx *cx);
void as_free(Asm *s);
const char *as_fmt(Asm *s, const char *fmt, ...) JPF_PRINTF(2, 3);
void as_sig(Asm *s, const char *desc, Sig *out);
static inline u32 type_words(const char *d) { return *d == 'J' || *d == 'D' ? 2 : *d == 'V' ? 0 : 1; }
static inline bool type_prim(const char *d) { return *d != 'L' && *d != '['; }
/* Internal name of a reference type: Ljava/lang/String; -> java/lang/String, [I stays. */
const char *type_class(Asm *s, const char *d);
const char *class_type(Asm *s, const char *name);

u16 as_class(Asm *s, const char *name);
u16 as_class_of(Asm *s, ClassInfo *ci);
u16 as_string(Asm *s, const char *mutf8);
u16 as_method(Asm *s, const char *cls, const char *name, const char *desc);
u16 as_method_of(Asm *s, MethodInfo *mi);
u16 as_field(Asm *s, const char *cls, const char *name, const char *desc);
u16 as_field_of(Asm *s, FieldInfo *fi);
void as_op(Asm *s, u8 op);
void as_op_u8(Asm *s, u8 op, u8 v);
void as_op_u16(Asm *s, u8 op, u16 v);
void as_int(Asm *s, i32 v);
void as_load(Asm *s, const char *type, u32 slot);
void as_return(Asm *s, const char *type);
void as_static(Asm *s, const char *cls, const char *name, const char *desc);
void as_virtual(Asm *s, const char *cls, const char *name, const char *desc);
void as_invoke(Asm *s, u8 op, MethodInfo *mi);
u32 as_branch(Asm *s, u8 op);        /* forward; as_land sets its target */
void as_land(Asm *s, u32 branch);
void as_box(Asm *s, const char *prim);
/* An argument of type `arg`, of which the call promises `promised`, to a parameter of type `to`:
 * boxing, unboxing, widening and casts as LambdaMetafactory defines them. */
void as_convert(Asm *s, const char *arg, const char *to, const char *promised);
/* End the method at hand. `stack`: enough operand stack words. */
void as_method_end(Asm *s, const char *name, const char *desc, u16 flags, u32 locals, u32 stack);
void as_native(Asm *s, const char *name, const char *desc);
void as_field_add(Asm *s, const char *name, const char *desc, u16 flags);

/* --- one linking --- */
typedef struct Link {
    KernelState *ks;
    Classes *cs;
    ClassInfo *ci; /* whose pool it is */
    const ClassFile *cf;
    MethodInfo *caller; /* NULL: a dynamic constant */
    u32 insn;
    u16 cp;
    const CfBootstrap *bs;
    const Sym *bsm_class, *bsm_name; /* the bootstrap method */
    const Sym *name, *desc;          /* name and descriptor of the call site or constant */
    bool replay;   /* the boot image is being read: no heap yet */
    IndySite *site;
    AskedNames names; /* as IndySite.names */
    Asm as;
    const char *own; /* name of the synthetic class */
    JErr je;
    char missing[200]; /* what is not modelled */
} Link;

/* Linkers: ST_OK and l->site->mi or instance set, or l->je.cls, or l->missing. */
Status indy_lambda(Link *l, bool alt);
Status indy_concat(Link *l, bool with_constants);
Status indy_record(Link *l);
Status indy_switch(Link *l, bool enums);
Status indy_condy(Link *l);
Status indy_method_type(Link *l);
Status indy_bootstrap(Link *l); /* any bootstrap method, through the JDK's own machinery */
Status indy_dynamic(Link *l);
Status indy_handle(Link *l);
/* The getter of another constant of l's pool; *out == NULL: l says why not. */
Status link_constant(Link *l, u16 cp, IndySite **out);

/* Class by name or descriptor as the call site's class sees it; NULL: l->je says why. */
Status link_class_named(Link *l, const char *name, ClassInfo **out);
Status link_class_type(Link *l, const char *desc, ClassInfo **out);
/* Static argument i if it has the tag; 0: l->missing is set. */
u16 link_arg(Link *l, u32 i, u8 tag);
const Sym *link_arg_text(Link *l, u32 i, u8 tag); /* text of a String or MethodType, name of a Class */
void link_missing(Link *l, const char *fmt, ...) JPF_PRINTF(2, 3);
/* BootstrapMethodError: arguments no compiler makes. */
void link_bad(Link *l, const char *fmt, ...) JPF_PRINTF(2, 3);
static inline bool link_failed_yet(const Link *l) { return l->je.cls || l->missing[0] || l->as.st; }
/* Caller$$Kind+0x<hash of method and place>. */
const char *link_own_name(Link *l, const char *kind);
/* Define l->as as class l->own; methods are marked as the VM's. */
Status link_define(Link *l, ClassInfo *super, ClassInfo **ifaces, u32 n_ifaces, ClassInfo **out);
static inline bool text_is(const Sym *s, const char *z) { return strcmp(s->s, z) == 0; }

/* A method handle among the static arguments. */
typedef struct Handle {
    u8 kind; /* JVMS table 4.4.8: 1 getField .. 9 invokeInterface */
    u16 ref;
    const Sym *cls, *name, *desc;
    MethodInfo *mi;
    FieldInfo *fi;
    u8 op; /* instruction that calls mi */
} Handle;
Status link_handle(Link *l, u16 cp, Handle *out);

/* A concatenation: pieces are text or arguments. The arguments are on no stack yet: `load` pushes
 * argument i. Leaves the result on the operand stack; the joining native is added to the class. */
typedef struct Piece {
    const char *text; /* modified UTF-8, NULL: argument */
    u32 len, arg;
} Piece;
void concat_emit(Link *l, const Piece *p, u32 n, const char *const *types, u32 n_args,
                 void (*load)(Link *l, void *u, u32 arg), void *u);
/* After link_define: give the native its pieces. */
Status concat_bind(Link *l, ClassInfo *made, const Piece *p, u32 n, const char *const *types, u32 n_args);

#endif
