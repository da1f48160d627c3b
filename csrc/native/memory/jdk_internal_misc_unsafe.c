/* jdk_internal_misc_unsafe.c -- typed access of jdk.internal.misc.Unsafe: get and put of nine types,
 * compare-and-set, read-modify-write. Memory blocks are in unsafe_memory.c.
 *
 * An offset is FieldInfo.offset or OBJ_HEADER + index * scale; every access goes through ei_open, so that a wrong
 * offset gives InternalError and never a forged reference, and a reference that is stored is of the type that the
 * element or field has. Volatile accesses and atomic updates of shared objects are visible actions
 * (AC_ATOMIC, one each); plain ones are not. The getAndX loops of the JDK are single actions here. */
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/lastuse.h"
#include "kernel/places.h"
#include "kernel/settings.h"
#include "native/util.h"

typedef struct Place {
    ElementInfo *e; /* the object, or the byte[] of an off-heap block; NULL: read-only memory */
    u8 *p;
} Place;

static int fault(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/InternalError", "a fault occurred in an unsafe memory access operation");
}

static inline int place(ThreadInfo *ti, const u32 *a, u8 type, Place *out) {
    i64 off = getw_long(a + 2);
    u32 size = type_size(type);
    *out = (Place){0};
    if (a[1]) {
        out->e = ei(nat_heap(ti), a[1]);
        out->p = ei_open(nat_heap(ti), out->e, (u64)off, size, type == T_REF);
    } else if (type != T_REF) {
        out->p = offheap_rw(ti, off, size, &out->e);
        if (!out->p) out->e = NULL, out->p = (u8 *)(uintptr_t)offheap_at(ti, off, size); /* read-only */
    }
    return out->p ? NAT_OK : fault(ti);
}

/* Plain loads and stores that may be unaligned (off-heap, byte arrays seen as longs). */
static inline void load(const u8 *p, u8 type, u32 *v) {
    u16 s;
    switch (type) {
    case T_BOOLEAN: v[0] = *p != 0; break;
    case T_BYTE: v[0] = (u32)(i32)(i8)*p; break;
    case T_CHAR:
    case T_SHORT:
        memcpy(&s, p, 2);
        v[0] = type == T_CHAR ? s : (u32)(i32)(i16)s;
        break;
    case T_LONG:
    case T_DOUBLE: memcpy(v, p, 8); break;
    default: memcpy(v, p, 4);
    }
}

static inline void store(Heap *h, const Place *pl, u8 type, const u32 *v) {
    u32 size = type_size(type);
    if (type == T_REF) {
        heap_put_ref(h, pl->e, (u32 *)(void *)pl->p, v[0]);
        return;
    }
    heap_log(h, pl->e, pl->p);
    if (size == 8) heap_log(h, pl->e, pl->p + 4);
    if ((uintptr_t)pl->p & 3) heap_log(h, pl->e, pl->p + size - 1);
    u8 b = (u8)v[0];
    u16 s = (u16)v[0];
    switch (size) {
    case 1: *pl->p = type == T_BOOLEAN ? b != 0 : b; break;
    case 2: memcpy(pl->p, &s, 2); break;
    default: mem_copy(pl->p, v, size);
    }
}

/* Is ci what the descriptor d names in the eyes of `loader`? As the JVM's verifier has it, an interface is any
 * object. */
static bool is_a(Classes *cs, const ClassInfo *ci, u32 loader, const char *d) {
    for (; *d == '['; d++) {
        if (ci->kind != CK_ARRAY) return false;
        ci = ci->elem;
    }
    if (*d != 'L' || ci->kind == CK_PRIM) return ci->kind == CK_PRIM && ci->prim == type_of_desc(*d);
    Sym *s = sym_find(&cs->syms, d + 1, (size_t)(desc_skip(d) - d) - 2);
    const ClassInfo *t = s ? ci_find(cs, loader, s) : NULL;
    if (t) return (t->access & ACC_INTERFACE) || ci_is_subclass(ci, t);
    for (u32 i = 0; i < ci->n_all_ifaces; i++)
        if (ci->all_ifaces[i]->name == s) return true;
    while (ci && ci->name != s) ci = ci->super; /* the loader has not been asked for it yet */
    return ci != NULL;
}

static int wrong_type(ThreadInfo *ti, const FieldInfo *fi, Ref v) {
    Heap *h = nat_heap(ti);
    char b[300], c[300];
    return throw_new(ti, "java/lang/InternalError", "a %s is stored in field %s.%s of type %s by its offset",
                     nat_java_name(ei_class(h, ei(h, v)), b, sizeof b), nat_java_name(fi->ci, c, sizeof c), fi->name->s,
                     fi->desc->s);
}

static inline int check_store(ThreadInfo *ti, const Place *pl, u8 type, Ref v) {
    Heap *h = nat_heap(ti);
    if (!pl->e) return fault(ti);
    if (type != T_REF || !v) return NAT_OK;
    ClassInfo *ci = ei_class(h, pl->e);
    const FieldInfo *fi = ci->kind == CK_ARRAY ? NULL : ei_field_at(h, pl->e, (u64)(pl->p - (u8 *)pl->e));
    if (fi && strcmp(fi->desc->s, "Ljava/lang/Object;") != 0 &&
        !is_a(ti->ks->cs, ei_class(h, ei(h, v)), fi->ci->loader, fi->desc->s))
        return wrong_type(ti, fi, v);
    if (ci->kind == CK_ARRAY && !ci_is_subclass(ei_class(h, ei(h, v)), ci->elem)) {
        char b[300];
        return throw_new(ti, "java/lang/ArrayStoreException", "%s", nat_java_name(ei_class(h, ei(h, v)), b, sizeof b));
    }
    return NAT_OK;
}

/* Is the word outside the state key (a cache, a diagnostic)? Then nobody depends on when it is written. */
static bool excluded(ThreadInfo *ti, const u32 *a) {
    if (!a[1]) return false;
    const ElementInfo *e = ei(nat_heap(ti), a[1]);
    const ClassInfo *ci = ei_class(nat_heap(ti), e);
    u32 off = a[2], w = (off - OBJ_HEADER) / 4;
    return ci->kind == CK_CLASS && off >= OBJ_HEADER && off < ci->inst_size && ci->kinds[w] >= WK_SKIP;
}

/* A static field that is watched (kernel/lastuse.h). */
static void used_static(ThreadInfo *ti, const u32 *a) {
    const FieldInfo *fi = a[1] ? ei_field_at(nat_heap(ti), ei(nat_heap(ti), a[1]), a[2]) : NULL;
    if (fi && (fi->flags & ACC_STATIC)) last_used_raw(ti, fi);
}

static inline void used(ThreadInfo *ti, const u32 *a, u8 type, bool write) {
    if (JPF_UNLIKELY(ti->ks->last->on)) used_static(ti, a);
    if (JPF_LIKELY(!ti->ks->watch)) return;
    use_raw(ti, a[1], a[2], write);
    const ElementInfo *e = a[1] ? ei(nat_heap(ti), a[1]) : NULL;
    if (!e) return;
    if (ei_class(nat_heap(ti), e)->kind == CK_ARRAY) {
        place_used(ti, e, a[2] / 4, (a[2] % 4 + type_size(type) + 3) / 4, write);
    } else if (type_size(type) == 8) {
        const FieldInfo *fi = ei_field_at(nat_heap(ti), e, a[2]);
        if (!fi || type_size(fi->type) != 8) use_raw(ti, a[1], a[2] + 4, write); /* two fields */
    }
}

static inline int boundary(ThreadInfo *ti, const u32 *a, u8 type) {
    if (JPF_LIKELY(!ti->ks->boundaries)) return NAT_OK;
    if (ti->ks->cfg.por && excluded(ti, a)) return NAT_OK;
    bool exact = a[1] && place_of_atomic(ti->ks, ei(nat_heap(ti), a[1]), a[2], type_size(type));
    return nat_boundary(ti, AC_ATOMIC, a[1], exact ? a[2] : 0) ? NAT_BLOCK : NAT_OK;
}

/* A plain access to a field of one of the program's classes is reflection (or the program's own use of
 * Unsafe): visible like the field access it stands for. */
static bool program_field(ThreadInfo *ti, const u32 *a) {
    if (!a[1]) return false;
    Heap *h = nat_heap(ti);
    ClassInfo *ci = ei_class(h, ei(h, a[1]));
    if (ci == ti->ks->cs->class_) ci = jclass_ci(ti, a[1]);
    return ci && ci->kind == CK_CLASS && !(ci->attrs & CA_SYSTEM);
}
static bool program_array(ThreadInfo *ti, Ref r) {
    const ElementInfo *e = ei(nat_heap(ti), r);
    return ei_class(nat_heap(ti), e)->kind == CK_ARRAY && (e->hf & EF_PROGRAM);
}
/* Buffers, memory segments and views of byte arrays: what the program reads and writes through them is elements of
 * its arrays, or memory outside the heap, which all who know the address share. */
static bool program_memory(ThreadInfo *ti, const u32 *a) {
    if (a[1]) {
        const ClassInfo *ci = ei_class(nat_heap(ti), ei(nat_heap(ti), a[1]));
        if (ci->kind != CK_ARRAY || ci->elem_type == T_REF) return false;
    }
    const StackFrame *f = ti->top;
    while (f && !f->mi->step && (f->mi->ci->known & KC_UNSAFE)) f = f->prev;
    return f && !f->mi->step && (f->mi->ci->known & KC_MEMORY);
}

/* A field of the library that is a scheduling point is one however it is accessed (AtomicInteger.getPlain). */
static bool library_point(ThreadInfo *ti, const u32 *a) {
    const ElementInfo *e = a[1] ? ei(nat_heap(ti), a[1]) : NULL;
    if (!e || !ks_meets(ti->ks, e) || ei_class(nat_heap(ti), e)->kind == CK_ARRAY) return false;
    const FieldInfo *fi = ei_field_at(nat_heap(ti), e, a[2]);
    if (!fi || (fi->attrs & (FA_BREAK | FA_NEVER_BREAK)) != FA_BREAK) return false;
    return !(fi->known & KF_SETTING) || !setting_rests(ti, fi, e, false); /* a write was told before (used) */
}

static int plain_boundary(ThreadInfo *ti, const u32 *a, u8 type, bool write) {
    if (JPF_LIKELY(!ti->ks->boundaries)) return NAT_OK;
    if (program_field(ti, a) || library_point(ti, a)) return boundary(ti, a, type);
    if (a[1] && ei_class(nat_heap(ti), ei(nat_heap(ti), a[1]))->kind == CK_ARRAY && elements_point(ti, a[1], write))
        return boundary(ti, a, type);
    if (!program_memory(ti, a)) return NAT_OK;
    if (a[1]) return boundary(ti, a, type);
    ti->ks->fp.lost = true; /* no footprint */
    return nat_boundary(ti, AC_OTHER, 0, 0) ? NAT_BLOCK : NAT_OK;
}

/* It is done: what it was, for who orders accesses. Opaque accesses come as volatile ones. */
static inline void told(ThreadInfo *ti, const u32 *a, u8 how) {
    if (!EV_ON(ti->ks, memory_action) || !a[1] ||
        ((how & (MEM_READ | MEM_WRITE)) && !program_field(ti, a) && !program_array(ti, a[1])))
        return;
    MEM(ti, a[1], a[2], how);
}

/* Does a method whose volatile reads are no scheduling points (classes/jdk/steps.def) read here? */
static bool peeks(ThreadInfo *ti, const u32 *a) {
    if (!ti->ks->boundaries || !a[1] || !(ei(nat_heap(ti), a[1])->hf & EF_SHARED)) return false;
    const StackFrame *f = ti->top;
    while (f && (f->mi->step || (f->mi->ci->known & (KC_INVOKE | KC_UNSAFE)))) f = f->prev;
    return f && lib_peeks(ti->ks, f->mi);
}

static inline int get(ThreadInfo *ti, const u32 *a, u32 *r, u8 type, bool vol) {
    Place pl;
    NAT_TRY(place(ti, a, type, &pl));
    used(ti, a, type, false);
    if (!(vol && peeks(ti, a))) NAT_TRY(vol ? boundary(ti, a, type) : plain_boundary(ti, a, type, false));
    if (pl.e) fp_read(ti->ks, pl.e, pl.p, type_size(type) == 8 ? 2 : 1);
    /* LockSupport reads Thread.tid; the other longs of a Thread are seeds */
    if (type == T_LONG && pl.e && ci_is_subclass(ei_class(nat_heap(ti), pl.e), ti->ks->cs->thread) &&
        !(ti->top->mi->known & KM_OWN_NUMBER))
        ti->ks->saw.names = true;
    load(pl.p, type, r);
    told(ti, a, vol ? MEM_ACQUIRE : MEM_READ);
    return NAT_OK;
}

static inline int put(ThreadInfo *ti, const u32 *a, u8 type, bool vol) {
    Place pl;
    NAT_TRY(place(ti, a, type, &pl));
    NAT_TRY(check_store(ti, &pl, type, a[4]));
    used(ti, a, type, true);
    NAT_TRY(vol ? boundary(ti, a, type) : plain_boundary(ti, a, type, true));
    store(nat_heap(ti), &pl, type, a + 4);
    told(ti, a, vol ? MEM_RELEASE : MEM_WRITE);
    return NAT_OK;
}

#define ACCESS(N, T)                                                                                                   \
    int unsafe_get##N(ThreadInfo *ti, const u32 *a, u32 *r) { return get(ti, a, r, T, false); }                        \
    int unsafe_put##N(ThreadInfo *ti, const u32 *a, u32 *r) { return put(ti, a, T, false); }                           \
    int unsafe_get##N##Volatile(ThreadInfo *ti, const u32 *a, u32 *r) { return get(ti, a, r, T, true); }               \
    int unsafe_put##N##Volatile(ThreadInfo *ti, const u32 *a, u32 *r) { return put(ti, a, T, true); }
ACCESS(Boolean, T_BOOLEAN)
ACCESS(Byte, T_BYTE)
ACCESS(Char, T_CHAR)
ACCESS(Short, T_SHORT)
ACCESS(Int, T_INT)
ACCESS(Long, T_LONG)
ACCESS(Float, T_FLOAT)
ACCESS(Double, T_DOUBLE)
ACCESS(Reference, T_REF)

/* Equal as values of the type: small ones by their own bits. */
static inline bool same(u8 type, const u32 *x, const u32 *y) {
    switch (type_size(type)) {
    case 1: return (u8)x[0] == (u8)y[0];
    case 2: return (u16)x[0] == (u16)y[0];
    case 8: return x[0] == y[0] && x[1] == y[1];
    default: return x[0] == y[0];
    }
}

static inline int cas(ThreadInfo *ti, const u32 *a, u32 *r, u8 type, bool exchange) {
    Place pl;
    u32 old[2] = {0, 0};
    const u32 *expected = a + 4, *value = expected + type_words(type);
    NAT_TRY(place(ti, a, type, &pl));
    NAT_TRY(check_store(ti, &pl, type, value[0]));
    used(ti, a, type, true);
    NAT_TRY(boundary(ti, a, type));
    fp_read(ti->ks, pl.e, pl.p, type_size(type) == 8 ? 2 : 1);
    load(pl.p, type, old);
    if (JPF_UNLIKELY(ti->ks->fp.on) && pl.e) fp_cas(ti->ks, pl.p, expected, type_size(type));
    bool ok = same(type, old, expected);
    if (ok) store(nat_heap(ti), &pl, type, value);
    told(ti, a, ok ? MEM_ACQUIRE | MEM_RELEASE : MEM_ACQUIRE);
    if (!exchange) return ret_int(r, ok);
    mem_copy(r, old, 4 * type_words(type));
    return NAT_OK;
}

#define CAS(N, T)                                                                                                      \
    int unsafe_compareAndSet##N(ThreadInfo *ti, const u32 *a, u32 *r) { return cas(ti, a, r, T, false); }              \
    int unsafe_compareAndExchange##N(ThreadInfo *ti, const u32 *a, u32 *r) { return cas(ti, a, r, T, true); }
CAS(Byte, T_BYTE)
CAS(Short, T_SHORT)
CAS(Int, T_INT)
CAS(Long, T_LONG)
CAS(Reference, T_REF)

typedef enum { RMW_SET, RMW_ADD, RMW_OR, RMW_AND, RMW_XOR } Rmw;

static inline void apply(u8 type, Rmw op, const u32 *old, const u32 *arg, u32 *out) {
    if (op == RMW_SET) {
        mem_copy(out, arg, 4 * type_words(type));
    } else if (type == T_FLOAT) {
        float f = getw_float(old) + getw_float(arg);
        memcpy(out, &f, 4);
    } else if (type == T_DOUBLE) {
        double d = getw_double(old) + getw_double(arg);
        memcpy(out, &d, 8);
    } else {
        u64 x = old[0], y = arg[0], z;
        if (type == T_LONG) x = (u64)getw_long(old), y = (u64)getw_long(arg);
        z = op == RMW_ADD ? x + y : op == RMW_OR ? (x | y) : op == RMW_AND ? (x & y) : (x ^ y);
        mem_copy(out, &z, 4 * type_words(type));
    }
}

static inline int rmw(ThreadInfo *ti, const u32 *a, u32 *r, u8 type, Rmw op) {
    Place pl;
    u32 old[2] = {0, 0}, val[2] = {0, 0};
    NAT_TRY(place(ti, a, type, &pl));
    NAT_TRY(check_store(ti, &pl, type, a[4]));
    used(ti, a, type, true);
    NAT_TRY(boundary(ti, a, type));
    fp_read(ti->ks, pl.e, pl.p, type_size(type) == 8 ? 2 : 1);
    load(pl.p, type, old);
    apply(type, op, old, a + 4, val);
    store(nat_heap(ti), &pl, type, val);
    told(ti, a, MEM_ACQUIRE | MEM_RELEASE);
    mem_copy(r, old, 4 * type_words(type));
    return NAT_OK;
}

#define RMWF(name, T, OP)                                                                                              \
    int unsafe_##name(ThreadInfo *ti, const u32 *a, u32 *r) { return rmw(ti, a, r, T, OP); }
#define BITS(N, T)                                                                                                     \
    RMWF(getAndBitwiseOr##N, T, RMW_OR)                                                                                \
    RMWF(getAndBitwiseAnd##N, T, RMW_AND)                                                                              \
    RMWF(getAndBitwiseXor##N, T, RMW_XOR)
RMWF(getAndSetByte, T_BYTE, RMW_SET)
RMWF(getAndSetShort, T_SHORT, RMW_SET)
RMWF(getAndSetInt, T_INT, RMW_SET)
RMWF(getAndSetLong, T_LONG, RMW_SET)
RMWF(getAndSetReference, T_REF, RMW_SET)
RMWF(getAndAddByte, T_BYTE, RMW_ADD)
RMWF(getAndAddShort, T_SHORT, RMW_ADD)
RMWF(getAndAddInt, T_INT, RMW_ADD)
RMWF(getAndAddLong, T_LONG, RMW_ADD)
RMWF(getAndAddFloat, T_FLOAT, RMW_ADD)
RMWF(getAndAddDouble, T_DOUBLE, RMW_ADD)
BITS(Byte, T_BYTE)
BITS(Short, T_SHORT)
BITS(Int, T_INT)
BITS(Long, T_LONG)

/* --- classes, fields, arrays --- */

int unsafe_allocateInstance(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[1]);
    char b[300];
    if (ci->kind != CK_CLASS || (ci->access & (ACC_ABSTRACT | ACC_INTERFACE)) || ci == ti->ks->cs->class_)
        return throw_new(ti, "java/lang/InstantiationException", "%s", nat_java_name(ci, b, sizeof b));
    NAT_TRY(ensure_init(ti, ci));
    return nat_new(ti, ci, r);
}

static FieldInfo *field_arg(ThreadInfo *ti, Ref f, bool is_static) {
    FieldInfo *fi = f ? nat_field_of(ti, f) : NULL;
    return fi && !!(fi->flags & ACC_STATIC) == is_static ? fi : NULL;
}
int unsafe_objectFieldOffset0(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi = field_arg(ti, a[1], false);
    return fi ? ret_long(r, fi->offset) : throw_no_msg(ti, "java/lang/IllegalArgumentException");
}
int unsafe_staticFieldOffset0(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi = field_arg(ti, a[1], true);
    return fi ? ret_long(r, fi->offset) : throw_no_msg(ti, "java/lang/IllegalArgumentException");
}
int unsafe_staticFieldBase0(ThreadInfo *ti, const u32 *a, u32 *r) {
    FieldInfo *fi = field_arg(ti, a[1], true);
    return fi ? ret_ref(r, fi->ci->mirror) : throw_no_msg(ti, "java/lang/IllegalArgumentException");
}
int unsafe_objectFieldOffset1(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1] || !a[2]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[1]);
    Sym *s;
    NAT_TRY(nat_sym(ti, a[2], false, &s));
    FieldInfo *fi = ci->kind == CK_CLASS ? ci_declared_field(ci, s, NULL) : NULL;
    if (!fi || (fi->flags & ACC_STATIC)) return throw_no_msg(ti, "java/lang/InternalError");
    return ret_long(r, fi->offset);
}
int unsafe_arrayBaseOffset0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    if (jclass_ci(ti, a[1])->kind != CK_ARRAY) return throw_no_msg(ti, "java/lang/IllegalArgumentException");
    return ret_int(r, OBJ_HEADER);
}
int unsafe_arrayIndexScale0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[1]);
    return ret_int(r, ci->kind == CK_ARRAY ? (i32)type_size(ci->elem_type) : 0);
}
int unsafe_shouldBeInitialized0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[1]);
    return ret_int(r, ci->kind == CK_CLASS && !ci_inited(ci));
}
int unsafe_ensureClassInitialized0(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[1]);
    return ci->kind == CK_CLASS ? ensure_init(ti, ci) : NAT_OK;
}
int unsafe_throwException(ThreadInfo *ti, const u32 *a, u32 *r) { return a[1] ? throw_ref(ti, a[1]) : throw_npe(ti); }
int unsafe_fence(ThreadInfo *ti, const u32 *a, u32 *r) {
    MEM(ti, 0, MEM_FENCE, MEM_ACQUIRE | MEM_RELEASE);
    return NAT_OK;
}
int unsafe_getLoadAverage0(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, -1); }
/* Class initializer: the VM's root array is made while booting (see util.c). */
int unsafe_registerNatives(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref x;
    return nat_root_get(ti, NR_BLOCKS, &x);
}
