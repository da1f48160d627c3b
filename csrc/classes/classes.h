/* classes.h -- ClassInfo, MethodInfo, FieldInfo: linked classes of one VM. Layer 3.
 *
 * A ClassInfo is immutable once linked and is never undone: definition by the builtin loaders
 * is a function of the class path. What differs from path to path (initialization state,
 * statics, identity of mirrors' monitors) lives in the class's mirror object in the heap, so
 * that the trail and the state key cover it like any other object.
 *
 * JPF counterparts: gov.nasa.jpf.vm.ClassInfo, MethodInfo, FieldInfo, ClassLoaderInfo. */
#ifndef JPF_CLASSES_H
#define JPF_CLASSES_H
#include "base/pattern.h"
#include "classfile/classfile.h"
#include "classfile/classpath.h"
#include "classes/jdk.h"

typedef struct ClassInfo ClassInfo;
typedef struct MethodInfo MethodInfo;
typedef struct FieldInfo FieldInfo;
typedef struct Insn Insn;
typedef struct Classes Classes;

/* Basic types; order is that of newarray's atype from T_BOOLEAN on. */
enum Type {
    T_VOID = 0,
    T_REF = 1, /* class, interface or array */
    T_BOOLEAN = 4,
    T_CHAR = 5,
    T_FLOAT = 6,
    T_DOUBLE = 7,
    T_BYTE = 8,
    T_SHORT = 9,
    T_INT = 10,
    T_LONG = 11,
};
u8 type_of_desc(char c);
u32 type_size(u8 type); /* bytes in a field or array element: 1, 2, 4 or 8 */

enum FieldAttr {
    FA_EXCLUDED = 1,    /* derived or cache field: not in the state key (jdk/fields.def has the
                           reviewed list with reasons) */
    FA_INJECTED = 2,    /* added by the VM, invisible to reflection */
    FA_NEVER_BREAK = 4, /* no scheduling point (system class, or configured) */
    FA_FIREWALL = 8,    /* a reference here does not make its target shared */
    FA_FINAL = 16,
    FA_VOLATILE = 32,
    FA_BREAK = 64, /* scheduling point even though the class is a system class */
    FA_ALWAYS = 128, /* configured or attributed: no assumption about its use saves the point */
};

struct FieldInfo {
    ClassInfo *ci;
    Sym *name, *desc, *signature;
    u16 flags; /* Acc */
    u8 type;   /* enum Type */
    u8 attrs;  /* FieldAttr */
    u32 offset; /* bytes from the start of the object (header included); statics: of the mirror */
    u16 slot;   /* index in ci->fields: java.lang.reflect.Field.slot */
    u32 known;  /* KnownField */
    const CfMember *cf; /* NULL for injected fields */
    u32 use;    /* kernel/fielduse.h: index of its record, 0: none yet */
    u32 use_made; /* the same, of objects with EF_MADE */
    u8 owner;   /* enum Ownership */
};

/* kernel/fieldlocks.c: is each object that a field refers to had by one shared object only? */
enum Ownership {
    OWN_NONE,   /* nobody asks */
    OWN_SEEN,   /* the assumption is tested */
    OWN_TESTED, /* it was tested for the whole search so far */
    OWN_MANY,   /* an object had two owners */
};

enum MethodAttr {
    MA_SYNTHETIC_VM = 1, /* made by the VM: hidden in stack traces */
    MA_CALLER_SENSITIVE = 2,
    MA_ATOMIC = 4,         /* attributed: runs without scheduling points */
    MA_LIBRARY_ATOMIC = 8, /* docs/design.md, 7 (a) */
    MA_FORCE_INLINE = 16,
    MA_HIDDEN = 32,
    MA_HAS_JSR = 64,
    MA_INTRINSIC = 128, /* native override of a method with bytecode */
    MA_SIGPOLY = 256,   /* signature polymorphic (MethodHandle, VarHandle; JVMS 2.9.3) */
    /* with MA_LIBRARY_ATOMIC; jdk/steps.def says what they mean */
    MA_LIB_MOVER = 512,
    MA_LIB_LEFT = 1024,
    MA_LIB_OBSERVER = 2048,
    MA_LIB_END = 4096,
    MA_LIB_HOLD = 8192,
    MA_NEVER_BREAK = 16384, /* configured or annotated: no field access below it is a point */
    MA_SPECIAL = 32768,     /* a call needs more than a frame: one of the above, or `relevance` */
    MA_LIB_PEEK = 1 << 16, /* without MA_LIBRARY_ATOMIC: reads of volatile fields are no points */
    MA_LIB_SPIN = 1 << 17, /* without MA_LIBRARY_ATOMIC: a loop that counts while it waits (search/por/spin.c) */
    MA_LIB_SPLIT = 1 << 18, /* with MA_LIBRARY_ATOMIC: may end the listed call it stands in */
    MA_LIB_WHILE = 1 << 19, /* with MA_LIB_PEEK: only until an observer of the group was met */
    MA_LIB_ALONE = 1 << 20, /* with MA_LIBRARY_ATOMIC: no step once two threads share the control of such an object */
    MA_LIB_USE = 1 << 21, /* a call that can tell what another thread's control of the object has done */
    MA_LIB_CONTROL = 1 << 22, /* a call that controls the object */
    MA_LIB_FORK = 1 << 23, /* with these three: of fork-join pools */
    MA_LIB_BACK = 1 << 24, /* with MA_LIB_SPLIT: what its caller does after it is one action again */
    MA_LIB_OWN = 1 << 25,  /* with MA_LIB_MOVER: whoever the receiver is, if there is one */
    /* what a call does whether it is a step or not: it ends the listed call it stands in, or looks at something */
    MA_LIB_HEARD = MA_LIB_OBSERVER | MA_LIB_END | MA_LIB_HOLD | MA_LIB_SPLIT | MA_LIB_USE | MA_LIB_CONTROL,
};

/* Attributed: is a call of the method a scheduling point? */
enum Relevance {
    REL_DEFAULT,   /* what the method does decides: locks and the like */
    REL_NEVER,     /* never, and the lock that the method takes is no point either */
    REL_ALWAYS,    /* even if nobody else can run */
    REL_RUNNABLES, /* if somebody else can run */
    REL_TOP_LOCK,  /* if the thread does not have the lock already */
};

struct ThreadInfo;
struct StackFrame;
/* A native method: args are its argument words (receiver first), ret takes 1 or 2 words.
 * Result: enum NatResult in kernel/kernel.h. */
typedef int (*NativeFn)(struct ThreadInfo *ti, const u32 *args, u32 *ret);
/* A VM frame's step function (kernel/kernel.h, "native frames"). */
typedef int (*StepFn)(struct ThreadInfo *ti, struct StackFrame *f, Ref thrown);

typedef struct Handler {
    u32 start, end, handler; /* instruction indices */
    u16 type;                /* pool index of the class, 0: any */
} Handler;

typedef struct FrameMap FrameMap; /* classes/liveness.h */

struct MethodInfo {
    ClassInfo *ci;
    Sym *name, *desc, *signature;
    u16 flags; /* Acc */
    u32 attrs; /* MethodAttr */
    u16 n_args; /* argument words, receiver included */
    u8 ret;     /* enum Type */
    u8 visible; /* native methods: the enum Action that a call is; 0: no visible action */
    u16 max_locals, max_stack;
    i32 vindex; /* vtable index; -1: not virtual */
    u32 id;     /* dense, order of linking: never in the key */
    u64 key;    /* hash of loader + class + name + descriptor: this names it in the state key */
    Insn *code; /* predecoded at first invocation; NULL: abstract, native, or not yet */
    u32 n_code;
    u32 *bci;    /* bytecode index of each instruction (n_code entries) */
    Handler *handlers;
    u32 n_handlers;
    NativeFn native;
    StepFn step; /* VM frames only */
    u32 step_refs; /* VM frames: bit i set: local word i is a reference */
    i32 *switches;   /* tables of tableswitch and lookupswitch, see opcodes.def */
    u32 n_switches;
    const char *verify_error; /* set by mi_predecode: throw VerifyError with it, code stays NULL */
    struct MethodLive *live;  /* classes/liveness.c */
    FrameMap **maps; /* lazily, by instruction index */
    void *extra;     /* synthetic methods: owner data */
    const CfMember *cf; /* NULL: synthetic */
    u16 slot;        /* index in ci->methods: reflection slot */
    u8 relevance;    /* enum Relevance */
    u8 clock;        /* enum ClockUse */
    u8 split;        /* enum StepSplit, with MA_LIB_SPLIT */
    u32 known;       /* KnownMethod */
    u64 group;       /* of a listed call: 1 << enum StepGroup, what it relies on; 0: nothing */
    u64 tells;       /* MA_LIB_OBSERVER: of what groups */
    u32 holds;       /* of a listed call: its own class goes on with it until one of these groups was told; 0: no */
    u64 until;       /* of a listed call: it is no step once one of these groups was told; 0: it always is */
};

/* Resolved constant-pool entry, parallel to ClassFile.cp. */
typedef union RtConst {
    ClassInfo *ci;
    FieldInfo *fi;
    MethodInfo *mi;
    void *p;
    u64 bits;
} RtConst;

enum ClassKind { CK_CLASS = 0, CK_ARRAY = 1, CK_PRIM = 2 };

enum InitState { /* value of the mirror's injected vmInit field */
                 CI_UNINIT = 0,
                 CI_INITING = 1, /* vmInitThread holds the thread id + 1 */
                 CI_INITED = 2,
                 CI_ERRONEOUS = 3,
};

/* What a payload word of an object is, for the state key and the collector. */
enum WordKind {
    WK_PRIM = 0,
    WK_REF = 1,
    WK_TIME = 2, /* in the key by its distance to the clock (times.h) */
    WK_VM = 3,   /* added by the VM, and in the key as a primitive is */
    WK_SKIP = 4, /* excluded primitive; these and what follows are outside the key */
    WK_SKIPREF = 5,
    WK_HIDDEN = 6, /* padding, or added by the VM: the program reaches neither these nor WK_VM by an offset */
};
static inline bool wk_number(u8 kind) { return kind == WK_PRIM || kind == WK_VM; } /* in the key as it stands */

/* What an instance has to do with the modCount of java.util's collections (counts.c). */
enum CountKind {
    COUNT_NONE = 0,
    COUNT_OWN,        /* counts its changes */
    COUNT_REMEMBERED, /* remembers the counter of a collection it refers to; may be a view as well */
    COUNT_VIEW,       /* what refers to it may remember the counter of what it refers to */
};

struct ClassInfo {
    u32 id; /* index in Classes.by_id; the class word of object headers. Never in the key */
    u8 kind, prim; /* prim: enum Type of a CK_PRIM class */
    u8 linked;     /* 1: layout done */
    u8 elem_shift; /* arrays: log2 of element size */
    u8 elem_type;  /* arrays: enum Type of elements */
    u16 attrs;     /* CA_* */
    u64 known;     /* KnownClass */
    u16 flags;     /* Acc as java.lang.Class reports them (InnerClasses applied) */
    u16 access;    /* Acc of the class file itself */
    u32 loader;    /* index in Classes.loaders; 0: boot */
    Sym *name;     /* java/lang/String, [I, int */
    u64 key;       /* hash of loader name + class name */
    ClassInfo *other; /* of the same loader and name, from other bytes that another path has defined */
    ClassInfo *super;
    ClassInfo *elem, *array;   /* component class; the array class of this (or NULL yet) */
    u16 depth;                 /* depth in the superclass chain; Object is 0 */
    ClassInfo **supers;        /* display: supers[0..depth] */
    ClassInfo **ifaces;        /* direct */
    ClassInfo **all_ifaces;    /* transitive closure, each once */
    u16 n_ifaces, n_all_ifaces;
    FieldInfo *fields;
    u16 n_fields;   /* declared, instance and static */
    MethodInfo *methods;
    u16 n_methods; /* declared */
    u32 inst_size;   /* bytes, header included, multiple of 8 */
    u32 mirror_size; /* bytes of this class's mirror (java.lang.Class instance + statics) */
    u8 *kinds;       /* WordKind of each payload word of an instance */
    u16 *ref_words;  /* payload word index of each reference (WK_REF and WK_SKIPREF) */
    u16 n_ref_words;
    u8 *skinds;      /* WordKind of each payload word of the mirror */
    u16 *sref_words;
    u16 n_sref_words;
    MethodInfo **vtable;
    u32 n_vtable;
    MethodInfo *clinit;
    RtConst *rt; /* parallel to cf->cp */
    const ClassFile *cf;
    Arena *arena;
    Ref mirror;     /* set by heap/ when the mirror is made */
    u32 *mirror_p;  /* the mirror's address, for quick access to vmInit and statics */
    Map itable;     /* cache: interface method -> implementation */
    ClassInfo *nest_host;
    const char *origin; /* code source */
    const char *module; /* jimage module or NULL */
    ClassInfo *host;    /* hidden classes: lookup class */
    char *err;          /* message, if linking failed (kept so that it fails the same way again) */
    u32 inst_end;       /* bytes: where the fields of a subclass begin (multiple of 4) */
    u16 *mtab;
    u32 mtab_mask; /* declared methods by name and descriptor: open addressing, index + 1 */
    u64 bytes_hash;     /* hash of the class file's bytes */
    const u8 *firewall; /* heap/share.c: payload words that do not share their target; lazily */
    u16 count_word;     /* 1 + payload word of the counter that count_kind speaks of; 0: none */
    u8 count_kind;      /* enum CountKind */
    const struct TaskClass *task; /* times.h; NULL: nothing to do with tasks and pools */
    const struct RestClass *rest; /* rest.h; NULL: all its words count */
};
enum ClassAttr {
    CA_HAS_FINALIZER = 1,
    CA_HIDDEN = 2,
    CA_REFERENCE = 4,    /* java.lang.ref.Reference and subclasses */
    CA_SYSTEM = 8,       /* a class of the JDK image */
    CA_INIT_TRIVIAL = 16, /* nothing is executed when it is initialized, whenever that is (link.c) */
    CA_NO_ASSERT = 32,   /* desiredAssertionStatus is false */
    CA_QUIET = 128,      /* monitors of its objects are bookkeeping, as a rule: looks_quiet_monitor */
    CA_BREAK_FIELDS = 64, /* docs/design.md, 7 (b): ArrayList, HashMap ...: fields are scheduling points */
    CA_INIT_BOOTED = 256, /* initialized while the VM booted: no path undoes that */
    CA_OWN_LOADER = 512   /* a loader of the program's has defined it: what it names is found anew on each path */
};

/* A class loader known to the VM. 0 is boot. `obj` is the java.lang.ClassLoader object. */
/* Names that classes of the program's loaders are found by. */
typedef struct AskedNames {
    VEC(Sym *) v;
} AskedNames;

typedef struct Loader {
    Ref obj;
    const char *name; /* "boot", "platform", "app", or a canonical name for user loaders */
    const char *shown; /* in messages: "'mine' @1b2c3d"; NULL: by its name */
    Map classes;      /* Sym* -> ClassInfo* that it is an initiating loader of; of the program's: on this path */
    Map known;        /* of the program's: the same of all paths; ClassInfo.other leads to those from other bytes */
    u64 found;        /* of the program's: what `classes` was made for (interp/user_load.c) */
} Loader;

/* A module of the boot layer that does not come from the JDK's image: the module path holds it. */
typedef struct PathModule {
    const char *name;
    Source *src;
} PathModule;

/* -ea:name, -da:name... of java's command line. */
typedef struct AssertOption {
    const char *name; /* internal; a package without its "..." */
    bool package, on;
} AssertOption;

/* Why a lookup failed, as the Java error to throw. Filled by ci_/resolve functions that answer
 * ST_OK with a NULL result. cls is e.g. "java/lang/NoClassDefFoundError". */
typedef struct JErr {
    const char *cls;
    const Sym *name; /* the message is this name, however long; NULL: it is msg */
    char msg[512];
} JErr;

struct Classes {
    Ctx *cx;
    SymTab syms;
    Arena arena;
    VEC(ClassInfo *) by_id;
    const struct TaskClass *numbered; /* the class whose objects have numbers (times.h); NULL: not linked */
    VEC(MethodInfo *) methods; /* by MethodInfo.id */
    VEC(Loader) loaders;
    Source *image;     /* lib/modules */
    ClassPath app;     /* the class path of the program */
    int jdk;           /* feature release: 17 .. 25 */
    ClassInfo *prim[12]; /* by enum Type; [T_VOID] is void */
    /* classes the VM itself needs; set as they are loaded */
    ClassInfo *object, *string, *class_, *cloneable, *serializable, *throwable, *thread, *reference, *class_loader;
    u32 loaded_classes, loaded_methods; /* statistics */
    /* hooks filled by upper layers */
    bool peers; /* find_native is asked about the program's own methods with bytecode too */
    NativeFn (*find_native)(struct Classes *cs, MethodInfo *mi); /* native/: also for intrinsics */
    Status (*on_linked)(struct Classes *cs, ClassInfo *ci);       /* heap/: make the mirror */
    /* native/: may a class of the program see a public class of another module? `why`, n: HotSpot's text. */
    bool (*module_access)(const struct Classes *cs, const ClassInfo *from, const ClassInfo *to, char *why, size_t n);
    void *user; /* KernelState* */
    /* Where java.* fields break, assertions etc.: set from configuration */
    bool assertions_app, assertions_sys, assertions_lib; /* user's loader, boot loader, the JDK's others */
    VEC(AssertOption) assert_options; /* later ones win */
    const char *assert_on, *assert_off; /* vm.enable_assertions, vm.disable_assertions, or NULL */
    bool keep_dead; /* frame maps have the references of dead locals too; set by liveness_keep_dead only */
    bool preview; /* class files of this release's preview features are accepted */
    const struct FieldRule *rules;
    u32 n_rules;
    u32 n_owners; /* fields with FieldInfo.owner */
    /* The boot layer's modules. Until they are known, every module of the image is there. */
    bool layer_known;
    Map layer; /* Sym* of a name -> 1 */
    Map packages; /* Sym* of a package -> PathModule* */
    VEC(PathModule *) path_modules;
    /* classes/load.c's own */
    AskedNames *asked; /* not NULL: names that loaders of the program's are asked for are noted */
    Map parsed; /* hash of bytes -> parsed file, so that a class defined again on another path is not parsed again */
    Map failed; /* loader << 32 | Sym.id -> JErr that loading gave */
    VEC(struct LoadMark {
        u32 loader;
        Sym *name;
    })
    loading; /* circularity (JVMS 5.3.5) */
};
/* Configuration: fields and methods that a pattern means, and what it says of them (select.c). */
typedef struct FieldRule {
    const char *cls, *member; /* patterns; cls NULL: the text has no member */
    const char *package; /* x.y.*: its classes too; or NULL */
    const char *args; /* types of a method's arguments, or NULL: any */
    bool no, subs; /* all but these; those of subclasses too */
    u8 set, clear; /* FieldAttr */
} FieldRule;
Status rule_of(Arena *a, const Pattern *p, bool type, FieldRule *r); /* Class.member; `type`: Class */
bool rule_fits_class(const FieldRule *r, const ClassInfo *ci);
bool rule_fits_field(const FieldRule *r, const ClassInfo *ci, const FieldInfo *fi);
bool rule_fits_method(const FieldRule *r, const MethodInfo *mi);
/* The next pattern of the list that means nothing that was ever loaded; `kind`: 'a' assertions, 't' types, 'f'
 * fields, 'm' methods; names as patterns_match has them: 'c' of classes, 'C' of classes and methods, 'F' of fields. */
bool patterns_unused(const Classes *cs, Arena *a, int kind, const char **list, Pattern *out);

/* annot.c: is @NeverBreak among the annotations of a class or member? */
bool annot_never_breaks(const ClassFile *cf, const Attr *a);
bool annot_filters(const ClassFile *cf,
                   const Attr *a); /* is @FilterField, without a condition, among those of a field? */

/* --- the boot layer (classes/load.c) --- */
Status layer_add(Classes *cs, Sym *module);
/* The same for one of the module path; `path`: its jar or directory. */
Status layer_add_path(Classes *cs, Sym *module, const char *path, PathModule **out);
Status layer_add_package(Classes *cs, PathModule *m, Sym *package);
/* A file of the program's: in the module that has its package, else on the class path. */
Status app_find(Classes *cs, const Sym *cls, const char *path, Resource *res, bool *found, PathModule **module);

/* --- loading and linking (classes/load.c, link.c) --- */
Status classes_init(Classes *cs, Ctx *cx, Source *image, int jdk);
void classes_free(Classes *cs);

/* Find or load. ST_ERROR: host failure. ST_OK with *out == NULL: je says which Java error
 * (ClassNotFoundException is reported as java/lang/NoClassDefFoundError with the internal name;
 * callers that need CNFE rewrite). Loads superclasses and interfaces, lays out, links vtable,
 * calls on_linked. Circularity, final super, interface as super ... as JVMS 5.3.5. */
Status ci_load(Classes *cs, u32 loader, Sym *name, ClassInfo **out, JErr *je);
/* A user loader (index > 2) has to be asked by the caller: then je->cls == JERR_LOAD and je->name is the
 * internal name. Call loadClass, then loader_record (or ci_define), then do it again. */
extern const char JERR_LOAD[];
Status loader_record(Classes *cs, u32 loader, Sym *name, ClassInfo *ci); /* initiating loader */
/* One of the program's has found nothing on this path so far: what names its classes is as if it had never been
 * executed. */
void loader_forget(Classes *cs, u32 loader);
/* What it has ever defined or made under that name, on whatever path. */
ClassInfo *loader_known(const Classes *cs, u32 loader, const Sym *name);
/* Load the classes the VM needs, in a fixed order; all mirrors exist afterwards. */
Status classes_load_core(Classes *cs);
/* Already loaded in this VM by that loader (or its parents for builtin ones), else NULL. */
ClassInfo *ci_find(Classes *cs, u32 loader, Sym *name);
/* Define from bytes (defineClass, hidden classes). Bytes are copied. `name` NULL: as the bytes say.
 * A hidden class is defined under a name with '+' in it (Foo+0x1: the caller numbers them per path, so
 * that the same path gives the same name); host and nest_host are then the caller's to set.
 * The same name, loader and bytes again give the class that exists (a path defines again what
 * another path had defined): whether that is a duplicate on *this* path is the caller's to know.
 * Other bytes under that name: LinkageError, if this path has defined it; proxies aside. */
Status ci_define(Classes *cs, u32 loader, Sym *name, const u8 *p, size_t n, const char *origin, ClassInfo **out,
                 JErr *je);
Status ci_array_of(Classes *cs, ClassInfo *elem, ClassInfo **out);
u32 loader_add(Classes *cs, Ref obj, const char *name); /* UINT32_MAX on failure */

/* A class made by the VM (lambda objects, call-site holders, native-frame owner). Fields and
 * methods are given; links like a loaded class. Used by interp/indy. */
typedef struct SynthField {
    const char *name, *desc;
    u16 flags;
} SynthField;
typedef struct SynthMethod {
    const char *name, *desc;
    u16 flags, max_stack, max_locals;
    const u8 *code;
    u32 code_len; /* bytecode over the synthetic pool */
    struct SynthHandler {
        u16 start, end, handler;
    } catches; /* any throwable; start == end: none */
} SynthMethod;
/* The class gets a made-up ClassFile and its methods CfMembers with code, so that predecoding,
 * liveness and resolution see an ordinary class. */
/* Pool index i is cp[i] (cp[0] is ignored; every entry takes one index, long and double too).
 * CP_Class: cls. CP_String: name is the text. Refs: cls, name, desc. Integer and Float: low 32 bits of
 * bits; Long and Double: bits. CP_NameAndType: name, desc; CP_Utf8: name; InvokeDynamic: none. resolved, when not zero,
 * is the entry's link: then no access check is made and cls may be NULL. */
typedef struct SynthCp {
    u8 tag;
    const char *cls, *name, *desc;
    RtConst resolved;
    i64 bits;
} SynthCp;
Status ci_synth(Classes *cs, u32 loader, const char *name, ClassInfo *super, ClassInfo **ifaces, u32 n_ifaces,
                ClassInfo *nest_host, const SynthCp *cp, u32 n_cp, const SynthField *f, u32 nf, const SynthMethod *m,
                u32 nm, ClassInfo **out);

/* --- queries --- */
bool ci_is_subclass(const ClassInfo *c, const ClassInfo *of); /* assignability, any kinds */
bool ci_same_package(const ClassInfo *a, const ClassInfo *b);
MethodInfo *ci_declared_method(const ClassInfo *ci, const Sym *name, const Sym *desc);
FieldInfo *ci_declared_field(const ClassInfo *ci, const Sym *name, const Sym *desc /* NULL: any */);
FieldInfo *ci_find_field(ClassInfo *ci, const char *name); /* up the hierarchy */
FieldInfo *ci_known_field(ClassInfo *ci, u32 known); /* the instance field with the KnownField, up the superclasses */
MethodInfo *ci_find_method(ClassInfo *ci, const char *name, const char *desc); /* up, then ifaces */
/* Selection (JVMS 5.4.6): implementation of resolved `mi` for receiver class `rc`.
 * NULL: je (AbstractMethodError, IncompatibleClassChangeError). */
MethodInfo *mi_select(Classes *cs, ClassInfo *rc, MethodInfo *mi, JErr *je);
const char *ci_external_name(const ClassInfo *ci, char *buf, size_t n); /* java.lang.String, int[]... */
/* HotSpot's wordings. "Foo is in unnamed module of loader 'app'"; "A and B are in module ..." */
void msg_in_module(Classes *cs, const ClassInfo *ci, bool are, char *buf, size_t n);
void msg_joint(Classes *cs, const ClassInfo *a, const ClassInfo *b, char *buf, size_t n);
struct Text;
/* Its external name, whole. */
void text_class(struct Text *t, const ClassInfo *ci);
/* "class A cannot be cast to class B (...)" */
void msg_class_cast(Classes *cs, const ClassInfo *from, const ClassInfo *to, struct Text *t);
/* void Foo.bar(int, java.lang.String[]) */
char *mi_external_name(const MethodInfo *mi, char *buf, size_t n);
char *msg_method(const char *cls, const char *name, const char *desc, char *buf, size_t n);
/* Does it say that there is no such class? */
bool jerr_no_class(const JErr *je);
const char *jerr_text(const JErr *je);
/* The error's message is the name, whole. */
void jerr_name(JErr *je, const char *cls, const Sym *name);
/* Length of the package's part of a name that messages leave out: that of java.lang.Object and String (JEP 358). */
size_t msg_unqualified(const char *name, size_t n);
void jerr(JErr *je, const char *cls, const char *fmt, ...) JPF_PRINTF(3, 4);
/* Class.desiredAssertionStatus0. */
bool ci_assertions_on(const Classes *cs, const ClassInfo *ci);
/* Each static field with a ConstantValue, for class initialization (JVMS 5.5 step 6). */
/* The VM has booted. */
void classes_booted(Classes *cs);
Status ci_static_constants(Classes *cs, ClassInfo *ci, Status (*fn)(void *user, FieldInfo *fi, const CpEntry *value),
                           void *user);
int mi_line(const MethodInfo *mi, u32 insn); /* source line or -1 */
/* The instruction that begins at this bytecode index, or that it lies in. */
static inline u32 mi_insn_at(const MethodInfo *mi, u32 at) {
    u32 lo = 0, hi = mi->n_code;
    while (hi - lo > 1) {
        u32 mid = (lo + hi) / 2;
        if (mi->bci[mid] <= at) lo = mid;
        else hi = mid;
    }
    return lo;
}
/* Name of local variable `index` at instruction, or NULL (LocalVariableTable). */
const CfLocal *mi_local(const MethodInfo *mi, u32 insn, u32 index);

/* --- resolution (JVMS 5.4.3): by class and pool index; cached in ci->rt. --- */
Status resolve_class(Classes *cs, ClassInfo *ci, u16 idx, ClassInfo **out, JErr *je);
Status resolve_field(Classes *cs, ClassInfo *ci, u16 idx, bool is_static, FieldInfo **out, JErr *je);
Status resolve_method(Classes *cs, ClassInfo *ci, u16 idx, bool iface, MethodInfo **out, JErr *je);
/* With the instruction's kind, all link-time checks of JVMS 6.5 for it included (static or not,
 * <init>, indirect superinterfaces). resolve_method is this without those. */
enum InvokeKind { INV_VIRTUAL, INV_SPECIAL, INV_STATIC, INV_INTERFACE };
Status resolve_invoke(Classes *cs, ClassInfo *ci, u16 idx, enum InvokeKind kind, MethodInfo **out, JErr *je);
/* What invokespecial calls from a method of ci once `mi` is resolved (JVMS 6.5: ACC_SUPER). */
MethodInfo *mi_select_special(Classes *cs, ClassInfo *ci, u16 idx, MethodInfo *mi, JErr *je);
/* putfield and putstatic of final fields outside the initializer (IllegalAccessError). */
bool put_final_ok(const ClassInfo *from, const MethodInfo *caller, const FieldInfo *fi, JErr *je);
/* Nest host (JVMS 5.4.4), loaded and validated; the class itself if that fails. */
Status ci_nest(Classes *cs, ClassInfo *ci, ClassInfo **out);
/* Lookup by symbolic reference without access checks (native/, reflection). */
MethodInfo *lookup_method(ClassInfo *ci, const Sym *name, const Sym *desc);
MethodInfo *lookup_imethod(Classes *cs, ClassInfo *ci, const Sym *name, const Sym *desc);
bool access_ok(const ClassInfo *from, const ClassInfo *owner, u16 member_flags, const ClassInfo *receiver);

/* --- predecoding (classes/predecode.c) --- */
/* One instruction: 8 bytes. `op` is an enum Op of opcodes.def (JVM opcode or quick form). */
struct Insn {
    u16 op;
    u16 a;
    union {
        i32 b;
        u32 u;
        float f;
    };
};
/* Make mi->code. Done once, at first invocation. Branch operands (b) are instruction indices
 * relative to the instruction itself; iinc: a = local, b = constant; loads/stores: a = local;
 * ldc2 and long constants: b = pool index; switch: b = index into mi->switches. opcodes.def has the
 * whole list. ST_OK with mi->code == NULL: bad code, mi->verify_error says why (VerifyError). */
Status mi_predecode(Classes *cs, MethodInfo *mi);
/* A method of a class that a loader of the program's has defined: no instruction of it has been executed. */
void mi_unquicken(MethodInfo *mi);

#endif
