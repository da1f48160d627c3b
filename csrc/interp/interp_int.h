/* interp_int.h -- what the files of interp/ share. Layer 6.
 *
 * Sites are side records of quickened instructions whose operands do not fit an Insn. They hold what
 * linking fixed and inline caches; nothing in them belongs to the state. */
#ifndef JPF_INTERP_INT_H
#define JPF_INTERP_INT_H
#include "classes/opcodes.h"
#include "interp/indy/indy.h"

typedef struct Site {
    MethodInfo *mi; /* calls: the resolved method; statics: NULL */
    union {
        MethodInfo *target; /* calls: what the receiver class `cls` selects, or the fixed target */
        u8 *addr;           /* statics: the value */
    };
    ClassInfo *ci; /* class to initialize; interface or class the receiver must be of */
    FieldInfo *fi; /* statics */
    u32 cls;       /* class id of the last receiver; NO_CLASS: none yet */
    u16 cp;        /* pool index (polymorphic calls: the descriptor of the call) */
    u8 same;       /* polymorphic calls: the target takes the words as they are */
    u8 pad;
} Site;
#define NO_CLASS 0xFFFFFFFFu
enum { SITE_SHIFT = 10, SITE_CHUNK = 1 << SITE_SHIFT };

typedef struct Interp {
    KernelState *ks;
    Arena arena;
    Site **chunk; /* never move: an instruction names its site by index */
    Map sites;    /* of classes of the program's loaders: method << 32 | instruction -> site */
    u32 n_sites, n_chunks, cap_chunks;
    ClassInfo vm_class;   /* owner of the VM frames' methods */
    VEC(MethodInfo *) vm; /* VM frame kinds */
    Map call_frames;      /* MethodInfo* -> its VM frame kind for calls from C */
    MethodInfo *k_throw, *k_clinit, *k_load, *k_main, *k_thread;
    u32 ids[12];     /* class ids of the primitive arrays by enum Type; NO_CLASS: not made yet */
    ClassInfo *mh, *vh; /* MethodHandle, VarHandle, once met */
    Sym *s_init, *s_clinit, *s_ctor0, *s_ctor_s, *s_ctor_t, *s_ctor_st;
    u32 off_form, off_entry, off_mh_type, off_rtype, off_ptypes, off_mn_method, off_rmn_target; /* mh.c */
    u32 off_loader, off_found, off_found_high, off_list; /* user_load.c */
    u32 off_vh_exact;                                                                          /* poly.c */
} Interp;

static inline Interp *ti_interp(const ThreadInfo *ti) { return ti->ks->interp; }
static inline Site *site_at(const Interp *in, u32 i) { return &in->chunk[i >> SITE_SHIFT][i & (SITE_CHUNK - 1)]; }
/* UINT32_MAX: ERR_NOMEM pending. */
u32 site_new(Interp *in, Site **out);

/* --- boundaries (boundary.c) --- */
/* Scheduling points are on for the code that runs now. */
static inline bool bd_on(const ThreadInfo *ti) { return ti->ks->boundaries && !ti->atomic && !lib_runs(ti); }
static inline bool bd_shared(const ThreadInfo *ti, const ElementInfo *e) {
    return ks_meets(ti->ks, e) || !ti->ks->cfg.por;
}
void set_pend(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi);
/* Something within an atomic section shows the order of ti's step and another thread's (kernel/looks.h). */
void section_looks(const ThreadInfo *ti, u64 what);
/* A visible action is about to happen. True: ti->pend is filled, return to the driver first. */
bool bd_ask(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi);
/* The same for an instance field or array element of an object that is shared (or POR is off). */
bool bd_field(ThreadInfo *ti, StackFrame *f, const Insn *pc, Ref obj, u8 action);
bool bd_static(ThreadInfo *ti, const StackFrame *f, const FieldInfo *fi, u8 action);
bool bd_array(ThreadInfo *ti, const StackFrame *f, Ref obj, u32 index, u8 action);
/* Take a monitor: NAT_OK, NAT_BLOCK (boundary, or not available). `quiet`: no scheduling point. */
int lock_object(ThreadInfo *ti, Ref obj, bool quiet);
/* The monitor is about to be given back. True: ti->pend is filled, return to the driver first. */
bool unlock_asks(ThreadInfo *ti, const ElementInfo *e);
static inline bool unlock_point(ThreadInfo *ti, const ElementInfo *e) {
    return mon_count(e) == 1 && bd_on(ti) && bd_shared(ti, e) && unlock_asks(ti, e);
}
/* The thread cannot go on inside a library-atomic call: others see its steps from here on. */
void lib_leave(ThreadInfo *ti);
/* What the frame on top does, which has just begun, is the library's own affair (jdk/steps.def: LIBOWN). */
void lib_own(ThreadInfo *ti);
/* f, with FR_LIBATOMIC or FR_CLOCK, is about to be popped. */
void frame_leaves(ThreadInfo *ti, StackFrame *f);

/* --- quickening (quicken.c): NAT_OK: the instruction was rewritten, run it again --- */
int quick_ldc(ThreadInfo *ti, StackFrame *f, Insn *pc);
int quick_field(ThreadInfo *ti, StackFrame *f, Insn *pc);
int quick_static(ThreadInfo *ti, StackFrame *f, Insn *pc);
int quick_invoke(ThreadInfo *ti, StackFrame *f, Insn *pc);
int quick_indy(ThreadInfo *ti, StackFrame *f, Insn *pc);
int quick_class(ThreadInfo *ti, StackFrame *f, Insn *pc);
/* Pool index of the instruction as the class file has it. */
u16 insn_pool_index(const MethodInfo *mi, u32 insn);
/* A link-time failure: loads through a user loader (NAT_RETRY) or throws. */
int link_failed(ThreadInfo *ti, u32 loader, const JErr *je);
/* The same for an array class: its name is in the error that its element class gives. */
int array_link_failed(ThreadInfo *ti, u32 loader, const Sym *array, const JErr *je);

/* --- calls (invoke.c) --- */
/* Select for the receiver; fills the site's cache. NAT_OK or a throw. */
int select_target(ThreadInfo *ti, Site *s, const ElementInfo *recv, bool iface, MethodInfo **out);
/* Anything but a plain method with code: natives, synchronized and library methods, first calls.
 * f: the caller, pc and sp stored. NAT_OK: done, result in ret. NAT_CALL: a frame runs (arguments
 * are to be popped). */
int invoke_special_case(ThreadInfo *ti, StackFrame *f, MethodInfo *mi, u32 *args, u32 *ret);
int run_native(ThreadInfo *ti, MethodInfo *mi, const u32 *args, u32 *ret);
/* The path ends: "<what> Foo.bar()V is not modelled (called from ...)". */
int method_not_modelled(ThreadInfo *ti, const char *what, const MethodInfo *mi);
/* Predecode; NAT_OK: mi->code is there. */
int make_ready(ThreadInfo *ti, MethodInfo *mi);
/* Signature-polymorphic calls (poly.c); desc: of the call. As invoke_special_case. */
int invoke_poly(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret);
int stack_overflow(ThreadInfo *ti);
/* A frame with a lock or flags returns; NAT_OK: pop it. */
int frame_returning(ThreadInfo *ti, StackFrame *f);

static inline u32 ret_words(u8 t) { return t == T_VOID ? 0 : t == T_LONG || t == T_DOUBLE ? 2 : 1; }

/* --- objects (object.c) --- */
int alloc_object(ThreadInfo *ti, ClassInfo *ci, Ref *out);
int alloc_array(ThreadInfo *ti, ClassInfo *arr, i32 len, Ref *out);
int alloc_multi(ThreadInfo *ti, ClassInfo *arr, const u32 *dims, u32 n, Ref *out);
int throw_class_cast(ThreadInfo *ti, const ClassInfo *from, const ClassInfo *to);
int throw_bounds(ThreadInfo *ti, i32 index, u32 len);
int throw_array_store(ThreadInfo *ti, const ClassInfo *val);
/* The array's class is not `pc->a`: NAT_OK when it is one that the instruction may touch. */
int check_array(ThreadInfo *ti, Insn *pc, const ElementInfo *e, u8 type);
int check_receiver(ThreadInfo *ti, StackFrame *f, Insn *pc, const ElementInfo *e);

/* --- throwing (throw.c) --- */
int throw_cause(ThreadInfo *ti, const char *cls, Ref cause);
int throw_msg_cause(ThreadInfo *ti, const char *cls, const char *msg, Ref cause);
/* Find a handler for ti->exception in bytecode frame f. True: f->pc and sp stand at it. */
bool find_handler(ThreadInfo *ti, StackFrame *f, Ref exc);

/* --- the kinds of VM frames that interp_init (tables.c) makes --- */
Status user_load_init(Interp *in);
Status throw_init(Interp *in);
Status clinit_init(Interp *in);
Status lifecycle_init(Interp *in);
/* --- loading through a program's loaders (user_load.c) --- */
/* Ask a user loader for a class; `fails`: a builtin loader is asked to make it fail as Java does. */
int push_load(ThreadInfo *ti, u32 loader, const char *name, bool fails);
/* Has the parent of the loader the class, and need no Java code run to know that? It is recorded then. */
Status load_from_parent(ThreadInfo *ti, u32 loader, const Sym *named, bool *found);
/* The state is another one: what loaders of the program's have found, and what followed from that, is what it says. */
Status loaders_follow(KernelState *ks);
/* --- VM frames (vmframe.c) --- */
/* A new VM frame kind; `seed` tells apart kinds of one name (it goes into the state key). */
MethodInfo *vm_make(Interp *in, const char *name, StepFn step, u16 locals, u16 stack, u32 refs, u8 ret, u64 seed);
MethodInfo *call_frame_kind(ThreadInfo *ti, MethodInfo *mi);

#endif
