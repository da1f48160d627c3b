/* util.h -- what native methods share: mirrors, strings, boxes, allocation, boundaries. Layer 7.
 *
 * What must hold in a native method:
 *  - It may be executed again from its start (NAT_RETRY, NAT_BLOCK, NAT_CHOICE). It loads and initializes classes
 *    first, asks for its scheduling point next, and changes state last.
 *  - Its arguments stay reachable, for they lie in the caller's operand stack. Every other reference that is kept
 *    across an allocation is held (nat_hold), and the body stands within NAT_SCOPED, which releases what was held.
 *  - Each write to an object is logged first: heap_log, heap_log8, heap_log_range, or nat_store and heap_put_ref, which
 *    log. A reference is always stored by heap_put_ref, which also shares what becomes reachable.
 *  - It asks elements_point before it accesses elements of an array that the program has given it, and where that says
 *    yes, nat_boundary: if that says yes too, it answers NAT_BLOCK and has changed nothing.
 *  - Work that grows with its input is paid for (cx_worked), so that limits of time hold and Ctrl-C is heard.
 */
#ifndef JPF_NATIVE_UTIL_H
#define JPF_NATIVE_UTIL_H
#include "native/known.h"
#include "native/native.h"

/* Slots of the VM's root array: an immortal Object[] whose content belongs to the state. */
enum NatRoot {
    NR_BLOCKS = 0 /* byte[][] of Unsafe.allocateMemory */,
    NR_MODULES,
    NR_OUTPUT = 4 /* world.c */,
    NR_SETTINGS /* settings.h */,
    NR_REFUSED /* contained.c: not null once the checker has refused something on this path */,
    NR_EXPORTS /* what modules export and read: java_lang_module.c */,
    NR_COUNT = 8
};

typedef struct Natives {
    KernelState *ks;
    u32 *slot; /* registry index: open addressing over the native table, value index + 1 */
    u32 n_slot;
    u16 *cls_next; /* next entry of the same class, by entry; 0xffff ends */
    Status (*linked_before)(Classes *cs, ClassInfo *ci); /* the hook native_init found */
    ClassInfo *cls[NC_COUNT];
    u32 off[NF_COUNT];
    const FieldInfo *field[NF_COUNT]; /* once off_known */
    u8 off_known[NF_COUNT];
    MethodInfo *vm[16]; /* VM frame kinds: enum NatVm */
    Map modules;        /* Sym* of a module name -> java.lang.Module (boot layer) */
    Ref java_base, boot_unnamed;
    Ref roots;
    /* Made at first use (world.h). Host handles and what belongs to the whole search: no state of the program. */
    i64 real_start;   /* --run: host's monotonic clock when first asked */
    i64 real_epoch;   /* --run: the host's time of day then */
    bool have_start;
    i8 utf8_out;       /* System.out writes UTF-8: 0 unknown, 1 yes, -1 no */
    Ref std_stream[2]; /* PrintStreams known to be the boot's System.out / System.err */
    struct HostFiles *host_files; /* fs_host.c */
    void *zarena;                 /* java_util_zip.c */
    Map values;                   /* Verify.putValue and bit sets */
    struct AttrTable *attrs;      /* verify_attr.c */
    struct HostView *host;        /* hostview.h: what the program sees of the host; NULL while booting */
    struct BProgTables *bprog;    /* bprog.c: what is known of classes and events of b-programs */
} Natives;

enum NatVm { NV_INVOKE, NV_NEWINSTANCE, NV_FORNAME, NV_RETURN_ARG, NV_WALK };

static inline Natives *natives(const ThreadInfo *ti) { return (Natives *)ti->ks->natives; }
static inline Heap *nat_heap(const ThreadInfo *ti) { return ti->ks->heap; }

/* --- classes and fields --- */
/* NAT_OK or NAT_ERROR / NAT_THROW. */
int nat_class(ThreadInfo *ti, enum NatClass id, ClassInfo **out);
int nat_class_named(ThreadInfo *ti, const char *name, ClassInfo **out); /* boot loader */
/* Offset from the object's start; 0: not in this JDK (or the class is not loaded yet). */
u32 nat_off_slow(Natives *N, enum NatField f);
static inline u32 nat_off(Natives *N, enum NatField f) { return N->off_known[f] ? N->off[f] : nat_off_slow(N, f); }
/* Typed access that does nothing (answers 0) when the object has no such field: it is of another class, or this JDK
 * knows none. */
void nat_set_ref(ThreadInfo *ti, Ref o, enum NatField f, Ref v);
void nat_set_int(ThreadInfo *ti, Ref o, enum NatField f, i32 v);
void nat_set_bool(ThreadInfo *ti, Ref o, enum NatField f, bool v);
Ref nat_get_ref(ThreadInfo *ti, Ref o, enum NatField f);
i32 nat_get_int(ThreadInfo *ti, Ref o, enum NatField f);
i64 nat_get_long(ThreadInfo *ti, Ref o, enum NatField f);
bool nat_get_bool(ThreadInfo *ti, Ref o, enum NatField f);
/* Does the thread stop before it accesses the setting (kernel/settings.h) that objects of o's class have? */
bool nat_setting(ThreadInfo *ti, Ref o, bool write);
/* Written without the trail: what follows from the class alone. v: `size` low bytes of it, or a reference. */
void nat_raw(Natives *N, Ref o, enum NatField f, u32 v, u32 size);
/* Static field by name, e.g. the caches of boxes. NULL: no such field. */
FieldInfo *nat_static(ClassInfo *ci, const char *name);

/* Mirror <-> ClassInfo. What is no java.lang.Class (hand-made class files may pass it) is taken for void, which has no
 * members and no instances. */
static inline ClassInfo *jclass_ci(const ThreadInfo *ti, Ref mirror) {
    ClassInfo *ci = mirror ? mirror_class(ti->ks->heap, mirror) : NULL;
    return ci ? ci : ti->ks->cs->prim[T_VOID];
}
/* Class of a field descriptor at `desc` in the eyes of `loader`. NAT_OK, NAT_RETRY, NAT_THROW ... */
int nat_desc_class(ThreadInfo *ti, u32 loader, const char *desc, ClassInfo **out);
/* "java.lang.String", "[I": what Class.getName answers. */
char *nat_java_name(const ClassInfo *ci, char *buf, size_t n);
/* Loader index of a java.lang.ClassLoader object (0 for null); a user loader is registered. */
int nat_loader_index(ThreadInfo *ti, Ref loader, u32 *out);
/* The class with pool index idx of ci's class file. */
int nat_pool_class(ThreadInfo *ti, ClassInfo *ci, u16 idx, ClassInfo **out);

/* --- allocation --- */
int nat_oom(ThreadInfo *ti);
int nat_new(ThreadInfo *ti, ClassInfo *ci, Ref *out);
int unsafe_allocateInstance(ThreadInfo *ti, const u32 *a, u32 *r); /* a[1]: the class */
int nat_new_array(ThreadInfo *ti, ClassInfo *elem, u32 n, Ref *out);
int nat_new_prims(ThreadInfo *ti, u8 type, u32 n, Ref *out);
int nat_bytes(ThreadInfo *ti, const u8 *p, u32 n, Ref *out); /* byte[] */
int nat_string_z(ThreadInfo *ti, const char *utf8, Ref *out);
int nat_intern(ThreadInfo *ti, const Sym *s, Ref *out); /* as a constant of the pool */
int nat_intern_z(ThreadInfo *ti, const char *mutf8, size_t n, Ref *out);
static inline int nat_hold(ThreadInfo *ti, Ref r) { return handle_push(ti->ks->heap, r) == ST_OK ? NAT_OK : NAT_ERROR; }
/* Run a native's body with the handles it pushes released afterwards. */
#define NAT_SCOPED(ti, call)                                                                                           \
    do {                                                                                                               \
        u32 mark_ = handle_mark((ti)->ks->heap);                                                                       \
        int res_ = (call);                                                                                             \
        handle_release((ti)->ks->heap, mark_);                                                                         \
        return res_;                                                                                                   \
    } while (0)
/* Go on only when the call answered NAT_OK. */
#define NAT_TRY(call)                                                                                                  \
    do {                                                                                                               \
        int try_ = (call);                                                                                             \
        if (try_ != NAT_OK) return try_;                                                                               \
    } while (0)

/* --- text --- */
typedef struct NatText { /* modified UTF-8 of a String, NUL added */
    char *s;
    size_t n, cap;
    char buf[200];
} NatText;
int nat_text(ThreadInfo *ti, Ref str, NatText *t); /* str != 0 */
void nat_text_free(ThreadInfo *ti, NatText *t);
/* n bytes of an internal name with dots; the caller frees n + 1. NULL: out of memory, pending. */
char *nat_dotted(ThreadInfo *ti, const char *s, size_t n);
int nat_string_dotted(ThreadInfo *ti, const char *s, size_t n, Ref *out); /* the same as a String */
int nat_sym(ThreadInfo *ti, Ref str, bool dots_to_slashes, Sym **out);

/* --- boxes --- */
int nat_box_class(ThreadInfo *ti, u8 type, ClassInfo **out);
/* A box as valueOf gives it: from the cache when that is initialized and holds the value. */
int nat_box(ThreadInfo *ti, u8 type, const u32 *val, Ref *out);
/* enum Type of the value in a box, T_VOID if r is none; val: 1 or 2 words. */
u8 nat_unbox(ThreadInfo *ti, Ref r, u32 *val);
/* JLS 5.1.2 widening in place; false: not allowed. */
bool nat_widen(u8 from, u8 to, u32 *val);
static inline u32 type_words(u8 t) { return t == T_LONG || t == T_DOUBLE ? 2 : t == T_VOID ? 0 : 1; }
/* A value of a field or element as operand-stack words and back (logged store). */
static inline void nat_load(const Heap *h, const u8 *p, u8 type, u32 *val) {
    switch (type) {
    case T_BOOLEAN: val[0] = *p; break;
    case T_BYTE: val[0] = (u32)(i32) * (const i8 *)p; break;
    case T_CHAR: val[0] = *(const u16 *)(const void *)p; break;
    case T_SHORT: val[0] = (u32)(i32) * (const i16 *)(const void *)p; break;
    case T_LONG:
    case T_DOUBLE: memcpy(val, p, 8); break;
    default: memcpy(val, p, 4);
    }
}

static inline void nat_store(Heap *h, ElementInfo *e, u8 *p, u8 type, const u32 *val) {
    switch (type) {
    case T_REF: heap_put_ref(h, e, (u32 *)(void *)p, val[0]); break;
    case T_BOOLEAN:
        heap_log(h, e, p);
        *p = val[0] & 1;
        break;
    case T_BYTE:
        heap_log(h, e, p);
        *p = (u8)val[0];
        break;
    case T_CHAR:
    case T_SHORT:
        heap_log(h, e, p);
        *(u16 *)(void *)p = (u16)val[0];
        break;
    case T_LONG:
    case T_DOUBLE:
        heap_log8(h, e, p);
        memcpy(p, val, 8);
        break;
    default: heap_log(h, e, p); memcpy(p, val, 4);
    }
}

/* --- visible actions --- */
/* True: the action needs a boundary first; the native answers NAT_BLOCK. */
bool nat_boundary(ThreadInfo *ti, u8 action, Ref obj, u32 index);
/* Path ends: something the VM does not model. */
int nat_not_modelled(ThreadInfo *ti, const char *fmt, ...) JPF_PRINTF(2, 3);

/* --- roots --- */
int nat_root_get(ThreadInfo *ti, enum NatRoot r, Ref *out);
int nat_root_set(ThreadInfo *ti, enum NatRoot r, Ref v);

/* --- off-heap memory (unsafe_memory.c): block << 32 | offset --- */
int offheap_alloc(ThreadInfo *ti, u64 bytes, i64 *addr); /* zeroed; *addr 0 on exhaustion */
int offheap_free(ThreadInfo *ti, i64 addr);
/* Address of byte `pos` of a mapped file, whose node it is (fs.h). */
int offheap_map(ThreadInfo *ti, Ref node, u32 pos, i64 *addr);
/* Host bytes of [addr, addr + n) to read, or to write; NULL when not inside one block, or in read-only memory. Valid
 * until the next allocation. *owner: the byte[] that holds them, for heap_log_range. */
const u8 *offheap_at(ThreadInfo *ti, i64 addr, u64 n);
u8 *offheap_rw(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner);
/* Blocks of the VM's own, whose content a program must not see or change: no other function reaches them. addr: the
 * block's begin. */
int offheap_alloc_own(ThreadInfo *ti, u64 bytes, i64 *addr);
u8 *offheap_own(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner);
static inline i64 offheap_add(i64 addr, i64 by) { return (i64)((u64)addr + (u64)by); }
#define OFFHEAP_IMAGE ((i64)0x40000000 << 32) /* the jimage file, read-only */

/* --- definition of classes by the program (java_lang_classloader.c) --- */
int nat_define_class(ThreadInfo *ti, u32 loader, Ref loader_obj, Sym *name, const u8 *p, size_t n, Ref domain,
                     const char *source, ClassInfo **out);
/* Mirror fields that follow from the class: loader, module, component ... (java_lang_module.c) */
void nat_fill_mirror(KernelState *ks, ClassInfo *ci);
Status native_on_linked(Classes *cs, ClassInfo *ci);
bool module_access_ok(const Classes *cs, const ClassInfo *from, const ClassInfo *to, char *why, size_t n);
/* Tell the VM the builtin loaders' objects (jdk.internal.loader.ClassLoaders). */
void nat_bind_loaders(ThreadInfo *ti);

/* --- reflection objects --- */
int nat_new_field(ThreadInfo *ti, FieldInfo *fi, Ref *out);
int nat_new_method(ThreadInfo *ti, MethodInfo *mi, Ref *out);
int nat_new_constructor(ThreadInfo *ti, MethodInfo *mi, Ref *out);
/* The member behind a java.lang.reflect object; NULL if it is none. */
MethodInfo *nat_method_of(ThreadInfo *ti, Ref executable);
FieldInfo *nat_field_of(ThreadInfo *ti, Ref field);

/* --- frames as the program sees them --- */
/* call_java above a VM frame that this native has just pushed: that frame, not the callee's, stands
 * for the native in stack traces. Answers what the native answers. */
static inline int nat_call_above(ThreadInfo *ti, MethodInfo *mi, const u32 *args, bool virt) {
    MethodInfo *self = ti->native_mi;
    ti->native_mi = NULL;
    int r = call_java(ti, mi, args, virt);
    ti->native_mi = self;
    return r == NAT_RETRY ? NAT_CALL : r;
}
/* What a step function answers when a helper answered r != NAT_OK. */
static inline int nat_step(ThreadInfo *ti, StackFrame *f, int r) {
    switch (r) {
    case NAT_ERROR: return STEP_ERROR;
    case NAT_END: return STEP_END;
    case NAT_BLOCK: return STEP_BLOCK;
    case NAT_THROW: return ti->top == f ? STEP_THROW : STEP_AGAIN;
    default: return STEP_AGAIN;
    }
}
/* The frame below f that is no VM frame (f itself not counted). */
StackFrame *nat_caller(StackFrame *f);
static inline bool nat_hidden_frame(const StackFrame *f) { return (f->mi->attrs & MA_SYNTHETIC_VM) != 0; }

Status reflect_init(Natives *N); /* VM frame kinds */
Status classloader_init(Natives *N);

#endif
