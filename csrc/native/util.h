/* util.h -- what native methods share: mirrors, strings, boxes, allocation, boundaries. Layer 7.
 *
 * What must hold in a native
 *  - it may be executed again from its start (NAT_RETRY, NAT_BLOCK, NAT_CHOICE): load and
 *    initialize classes first, change state last;
 *  - its arguments stay reachable (they lie in the caller's operand stack); every other
 *    reference kept across an allocation goes through handle_push. nat_enter/nat_leave bracket that.
 */
#ifndef JPF_NATIVE_UTIL_H
#define JPF_NATIVE_UTIL_H
#include "native/native.h"

/* Classes natives know by name; loaded at first use by the boot loader. */
#define NAT_CLASSES(X)                                                                                                 \
    X(FIELD, "java/lang/reflect/Field")                                                                                \
    X(METHOD, "java/lang/reflect/Method")                                                                              \
    X(CONSTRUCTOR, "java/lang/reflect/Constructor")                                                                    \
    X(PARAMETER, "java/lang/reflect/Parameter")                                                                        \
    X(RECORDCOMPONENT, "java/lang/reflect/RecordComponent")                                                            \
    X(CONSTANTPOOL, "jdk/internal/reflect/ConstantPool")                                                               \
    X(ITE, "java/lang/reflect/InvocationTargetException")                                                              \
    X(MODULE, "java/lang/Module")                                                                                      \
    X(MEMBERNAME, "java/lang/invoke/MemberName")                                                                       \
    X(RESOLVEDMETHOD, "java/lang/invoke/ResolvedMethodName")                                                           \
    X(METHODTYPE, "java/lang/invoke/MethodType")                                                                       \
    X(CALLSITE, "java/lang/invoke/CallSite")                                                                           \
    X(METHODHANDLE, "java/lang/invoke/MethodHandle")                                                                   \
    X(VARHANDLE, "java/lang/invoke/VarHandle")                                                                         \
    X(STACKFRAMEINFO, "java/lang/StackFrameInfo")                                                                      \
    X(WALKER, "java/lang/StackStreamFactory$AbstractStackWalker")                                                      \
    X(ASSERTDIRECTIVES, "java/lang/AssertionStatusDirectives")                                                         \
    X(DIRECTBUFFER, "java/nio/DirectByteBuffer")                                                                       \
    X(BUFFER, "java/nio/Buffer")                                                                                       \
    X(NATIVELIB, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl")                                              \
    X(BOOLEAN, "java/lang/Boolean")                                                                                    \
    X(CHARACTER, "java/lang/Character")                                                                                \
    X(FLOAT, "java/lang/Float")                                                                                        \
    X(DOUBLE, "java/lang/Double")                                                                                      \
    X(BYTE, "java/lang/Byte")                                                                                          \
    X(SHORT, "java/lang/Short")                                                                                        \
    X(INTEGER, "java/lang/Integer")                                                                                    \
    X(LONG, "java/lang/Long")                                                                                          \
    X(BYTECACHE, "java/lang/Byte$ByteCache")                                                                           \
    X(SHORTCACHE, "java/lang/Short$ShortCache")                                                                        \
    X(CHARCACHE, "java/lang/Character$CharacterCache")                                                                 \
    X(INTCACHE, "java/lang/Integer$IntegerCache")                                                                      \
    X(LONGCACHE, "java/lang/Long$LongCache")

enum NatClass {
#define X(id, name) NC_##id,
    NAT_CLASSES(X)
#undef X
        NC_COUNT
};

/* Fields natives read or write: offsets, cached; 0 when this JDK has no such field. */
#define NAT_FIELDS(X)                                                                                                  \
    X(STRING_VALUE, "java/lang/String", "value")                                                                       \
    X(STRING_CODER, "java/lang/String", "coder")                                                                       \
    X(STRING_HASH, "java/lang/String", "hash")                                                                         \
    X(STRING_HASHISZERO, "java/lang/String", "hashIsZero")                                                             \
    X(CLASS_LOADER, "java/lang/Class", "classLoader")                                                                  \
    X(CLASS_MODULE, "java/lang/Class", "module")                                                                       \
    X(CLASS_NAME, "java/lang/Class", "name")                                                                           \
    X(CLASS_COMPONENT, "java/lang/Class", "componentType")                                                             \
    X(CLASS_DATA, "java/lang/Class", "classData")                                                                      \
    X(CLASS_MODIFIERS, "java/lang/Class", "modifiers")                                                                 \
    X(CLASS_PRIMITIVE, "java/lang/Class", "primitive")                                                                 \
    X(CLASS_PD, "java/lang/Class", "protectionDomain")                                                                 \
    X(CLASS_REDEFINED, "java/lang/Class", "classRedefinedCount")                                                       \
    X(CLASS_VMCLASS, "java/lang/Class", "vmClass")                                                                     \
    X(LOADER_VM, "java/lang/ClassLoader", "vmLoader")                                                                  \
    X(LOADER_PARENT, "java/lang/ClassLoader", "parent")                                                                \
    X(LOADER_UNNAMED, "java/lang/ClassLoader", "unnamedModule")                                                        \
    X(LOADER_NAMEANDID, "java/lang/ClassLoader", "nameAndId")                                                          \
    X(LOADER_CLASSASSERT, "java/lang/ClassLoader", "classAssertionStatus")                                             \
    X(MODULE_NAME, "java/lang/Module", "name")                                                                         \
    X(MODULE_LOADER, "java/lang/Module", "loader")                                                                     \
    X(FIELD_CLAZZ, "java/lang/reflect/Field", "clazz")                                                                 \
    X(FIELD_SLOT, "java/lang/reflect/Field", "slot")                                                                   \
    X(FIELD_NAME, "java/lang/reflect/Field", "name")                                                                   \
    X(FIELD_TYPE, "java/lang/reflect/Field", "type")                                                                   \
    X(FIELD_MODIFIERS, "java/lang/reflect/Field", "modifiers")                                                         \
    X(FIELD_TRUSTED, "java/lang/reflect/Field", "trustedFinal")                                                        \
    X(FIELD_SIGNATURE, "java/lang/reflect/Field", "signature")                                                         \
    X(FIELD_ANNOTATIONS, "java/lang/reflect/Field", "annotations")                                                     \
    X(METHOD_CLAZZ, "java/lang/reflect/Method", "clazz")                                                               \
    X(METHOD_SLOT, "java/lang/reflect/Method", "slot")                                                                 \
    X(METHOD_NAME, "java/lang/reflect/Method", "name")                                                                 \
    X(METHOD_RETURN, "java/lang/reflect/Method", "returnType")                                                         \
    X(METHOD_PARAMS, "java/lang/reflect/Method", "parameterTypes")                                                     \
    X(METHOD_EXCEPTIONS, "java/lang/reflect/Method", "exceptionTypes")                                                 \
    X(METHOD_MODIFIERS, "java/lang/reflect/Method", "modifiers")                                                       \
    X(METHOD_SIGNATURE, "java/lang/reflect/Method", "signature")                                                       \
    X(METHOD_ANNOTATIONS, "java/lang/reflect/Method", "annotations")                                                   \
    X(METHOD_PANNOTATIONS, "java/lang/reflect/Method", "parameterAnnotations")                                         \
    X(METHOD_ADEFAULT, "java/lang/reflect/Method", "annotationDefault")                                                \
    X(CTOR_CLAZZ, "java/lang/reflect/Constructor", "clazz")                                                            \
    X(CTOR_SLOT, "java/lang/reflect/Constructor", "slot")                                                              \
    X(CTOR_PARAMS, "java/lang/reflect/Constructor", "parameterTypes")                                                  \
    X(CTOR_EXCEPTIONS, "java/lang/reflect/Constructor", "exceptionTypes")                                              \
    X(CTOR_MODIFIERS, "java/lang/reflect/Constructor", "modifiers")                                                    \
    X(CTOR_SIGNATURE, "java/lang/reflect/Constructor", "signature")                                                    \
    X(CTOR_ANNOTATIONS, "java/lang/reflect/Constructor", "annotations")                                                \
    X(CTOR_PANNOTATIONS, "java/lang/reflect/Constructor", "parameterAnnotations")                                      \
    X(CTOR_ROOT, "java/lang/reflect/Constructor", "root")                                                              \
    X(PARAM_NAME, "java/lang/reflect/Parameter", "name")                                                               \
    X(PARAM_MODIFIERS, "java/lang/reflect/Parameter", "modifiers")                                                     \
    X(PARAM_EXECUTABLE, "java/lang/reflect/Parameter", "executable")                                                   \
    X(PARAM_INDEX, "java/lang/reflect/Parameter", "index")                                                             \
    X(RC_CLAZZ, "java/lang/reflect/RecordComponent", "clazz")                                                          \
    X(RC_NAME, "java/lang/reflect/RecordComponent", "name")                                                            \
    X(RC_TYPE, "java/lang/reflect/RecordComponent", "type")                                                            \
    X(RC_ACCESSOR, "java/lang/reflect/RecordComponent", "accessor")                                                    \
    X(RC_SIGNATURE, "java/lang/reflect/RecordComponent", "signature")                                                  \
    X(RC_ANNOTATIONS, "java/lang/reflect/RecordComponent", "annotations")                                              \
    X(RC_TANNOTATIONS, "java/lang/reflect/RecordComponent", "typeAnnotations")                                         \
    X(CP_OOP, "jdk/internal/reflect/ConstantPool", "constantPoolOop")                                                  \
    X(MN_CLAZZ, "java/lang/invoke/MemberName", "clazz")                                                                \
    X(MN_NAME, "java/lang/invoke/MemberName", "name")                                                                  \
    X(MN_TYPE, "java/lang/invoke/MemberName", "type")                                                                  \
    X(MN_FLAGS, "java/lang/invoke/MemberName", "flags")                                                                \
    X(MN_METHOD, "java/lang/invoke/MemberName", "method")                                                              \
    X(MN_RESOLUTION, "java/lang/invoke/MemberName", "resolution")                                                      \
    X(RMN_TARGET, "java/lang/invoke/ResolvedMethodName", "vmtarget")                                                   \
    X(RMN_HOLDER, "java/lang/invoke/ResolvedMethodName", "vmholder")                                                   \
    X(MT_RTYPE, "java/lang/invoke/MethodType", "rtype")                                                                \
    X(MT_PTYPES, "java/lang/invoke/MethodType", "ptypes")                                                              \
    X(CS_TARGET, "java/lang/invoke/CallSite", "target")                                                                \
    X(SFI_MEMBER, "java/lang/StackFrameInfo", "memberName")                                                            \
    X(SFI_CLASSORMEMBER, "java/lang/StackFrameInfo", "classOrMemberName")                                              \
    X(SFI_FLAGS, "java/lang/StackFrameInfo", "flags")                                                                  \
    X(SFI_BCI, "java/lang/StackFrameInfo", "bci")                                                                      \
    X(SFI_NAME, "java/lang/StackFrameInfo", "name")                                                                    \
    X(SFI_TYPE, "java/lang/StackFrameInfo", "type")                                                                    \
    X(WALKER_ANCHOR, "java/lang/StackStreamFactory$AbstractStackWalker", "anchor")                                     \
    X(ASSERT_CLASSES, "java/lang/AssertionStatusDirectives", "classes")                                                \
    X(ASSERT_CLASSENABLED, "java/lang/AssertionStatusDirectives", "classEnabled")                                      \
    X(ASSERT_PACKAGES, "java/lang/AssertionStatusDirectives", "packages")                                              \
    X(ASSERT_PACKAGEENABLED, "java/lang/AssertionStatusDirectives", "packageEnabled")                                  \
    X(ASSERT_DEFLT, "java/lang/AssertionStatusDirectives", "deflt")                                                    \
    X(BUFFER_ADDRESS, "java/nio/Buffer", "address")                                                                    \
    X(NL_HANDLE, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "handle")                                    \
    X(NL_JNIVERSION, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "jniVersion")

enum NatField {
#define X(id, cls, name) NF_##id,
    NAT_FIELDS(X)
#undef X
        NF_COUNT
};

/* Slots of the VM's root array: an immortal Object[] whose content belongs to the state. */
enum NatRoot { NR_BLOCKS = 0 /* byte[][] of Unsafe.allocateMemory */, NR_MODULES, NR_COUNT = 8 };

typedef struct Natives {
    KernelState *ks;
    u32 *slot; /* registry index: open addressing over the native table, value index + 1 */
    u32 n_slot;
    u16 *cls_next; /* next entry of the same class, by entry; 0xffff ends */
    Status (*linked_before)(Classes *cs, ClassInfo *ci); /* the hook native_init found */
    ClassInfo *cls[NC_COUNT];
    u32 off[NF_COUNT];
    u8 off_known[NF_COUNT];
    MethodInfo *vm[16]; /* VM frame kinds: enum NatVm */
    Map modules;        /* Sym* of a module name -> java.lang.Module (boot layer) */
    Ref java_base, boot_unnamed;
    Ref roots;
    void *part_b; /* tables of natives_b.def's files: made at first use, released by free_b */
    void (*free_b)(KernelState *ks);
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
/* Typed access that does nothing when the field does not exist. */
void nat_set_ref(ThreadInfo *ti, Ref o, enum NatField f, Ref v);
void nat_set_int(ThreadInfo *ti, Ref o, enum NatField f, i32 v);
void nat_set_bool(ThreadInfo *ti, Ref o, enum NatField f, bool v);
Ref nat_get_ref(ThreadInfo *ti, Ref o, enum NatField f);
i32 nat_get_int(ThreadInfo *ti, Ref o, enum NatField f);
/* Static field by name, e.g. the caches of boxes. NULL: no such field. */
FieldInfo *nat_static(ClassInfo *ci, const char *name);

/* Mirror <-> ClassInfo. */
static inline ClassInfo *jclass_ci(const ThreadInfo *ti, Ref mirror) {
    u32 id = get_u32(ti->ks->heap, mirror, nat_off(natives(ti), NF_CLASS_VMCLASS));
    return id < ti->ks->cs->by_id.n ? ti->ks->cs->by_id.v[id] : NULL;
}
static inline Ref ci_jclass(const ClassInfo *ci) { return ci->mirror; }
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
/* Host bytes of [addr, addr + n): NULL when not inside one block. Valid until the next
 * allocation. `owner` (may be NULL) gets the byte[] that holds it, NULL for read-only memory. */
/* Address of byte `pos` of a mapped file, whose node it is (fs.h). */
int offheap_map(ThreadInfo *ti, Ref node, u32 pos, i64 *addr);
u8 *offheap_at(ThreadInfo *ti, i64 addr, u64 n, ElementInfo **owner);
#define OFFHEAP_IMAGE ((i64)0x40000000 << 32) /* the jimage file, read-only */

/* --- definition of classes by the program (java_lang_classloader.c) --- */
int nat_define_class(ThreadInfo *ti, u32 loader, Ref loader_obj, Sym *name, const u8 *p, size_t n, Ref domain,
                     const char *source, ClassInfo **out);
/* Mirror fields that follow from the class: loader, module, component ... (java_lang_module.c) */
void nat_fill_mirror(KernelState *ks, ClassInfo *ci);
Status native_on_linked(Classes *cs, ClassInfo *ci);
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
