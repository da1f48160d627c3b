/* com_sun_management_flag.c -- the -XX options that a program can ask for (HotSpotDiagnosticMXBean.getVMOption):
 * the values of a plain `java` on 64-bit Linux, sizes of the heap as java.lang.Runtime tells them here. */
#include "native/io/hostview.h"

typedef struct VmFlag {
    const char *name;
    u8 type; /* T_BOOLEAN, T_LONG, T_DOUBLE; T_REF: a String */
    double value;
    u8 from, to; /* releases that have it; 0: no bound */
    bool manageable, ergonomic;
} VmFlag;

#define FB(n, v) {n, T_BOOLEAN, v, 0, 0, false, false}
#define FL(n, v) {n, T_LONG, v, 0, 0, false, false}
static const VmFlag flags[] = {
    {"HeapDumpBeforeFullGC", T_BOOLEAN, 0, 0, 0, true, false},
    {"HeapDumpAfterFullGC", T_BOOLEAN, 0, 0, 0, true, false},
    {"FullGCHeapDumpLimit", T_LONG, 0, 25, 0, true, false},
    {"HeapDumpOnOutOfMemoryError", T_BOOLEAN, 0, 0, 0, true, false},
    {"HeapDumpPath", T_REF, 0, 0, 0, true, false},
    {"HeapDumpGzipLevel", T_LONG, 0, 0, 0, true, false},
    {"ShowCodeDetailsInExceptionMessages", T_BOOLEAN, 1, 0, 0, true, false},
    {"PrintClassHistogram", T_BOOLEAN, 0, 0, 0, true, false},
    {"MinHeapFreeRatio", T_LONG, 40, 0, 0, true, false},
    {"MaxHeapFreeRatio", T_LONG, 70, 0, 0, true, false},
    {"PrintConcurrentLocks", T_BOOLEAN, 0, 0, 0, true, false},
    {"G1PeriodicGCInterval", T_LONG, 0, 0, 0, true, false},
    {"G1PeriodicGCSystemLoadThreshold", T_DOUBLE, 0, 0, 0, true, false},
    {"SoftMaxHeapSize", T_LONG, -1, 0, 0, true, true},
    {"MaxHeapSize", T_LONG, -1, 0, 0, false, true},
    {"UseCompressedOops", T_BOOLEAN, 1, 0, 0, false, true},
    {"UseCompressedClassPointers", T_BOOLEAN, 1, 0, 20, false, true},
    {"UseCompressedClassPointers", T_BOOLEAN, 1, 21, 0, false, false},
    {"UseG1GC", T_BOOLEAN, 1, 0, 0, false, true},
    {"UseCompactObjectHeaders", T_BOOLEAN, 0, 25, 0, false, false},
    {"UseBiasedLocking", T_BOOLEAN, 0, 0, 17, false, false},
    FL("ObjectAlignmentInBytes", 8),
    FL("ContendedPaddingWidth", 128),
    FL("ThreadStackSize", 1024),
    FL("MaxDirectMemorySize", 0),
    FL("MaxJavaStackTraceDepth", 1024),
    FL("AutoBoxCacheMax", 128),
    FL("ActiveProcessorCount", -1),
    FL("MaxInlineSize", 35),
    FL("MaxVectorSize", 64),
    FL("UseAVX", 3),
    FL("UseSSE", 4),
    {"MaxRAMPercentage", T_DOUBLE, 25, 0, 0, false, false},
    FB("UseFMA", 1),
    FB("UseXmmI2F", 0),
    FB("CompactStrings", 1),
    FB("EnableContended", 1),
    FB("RestrictContended", 1),
    FB("UseSerialGC", 0),
    FB("UseParallelGC", 0),
    FB("UseZGC", 0),
    FB("UseShenandoahGC", 0),
    FB("UseStringDeduplication", 0),
    FB("UseTLAB", 1),
    FB("UseNUMA", 0),
    FB("UseLargePages", 0),
    FB("UseContainerSupport", 1),
    FB("TieredCompilation", 1),
    FB("AlwaysPreTouch", 0),
    FB("OmitStackTraceInFastThrow", 1),
    FB("StackTraceInThrowable", 1),
    FB("DisableAttachMechanism", 0),
    FB("FlightRecorder", 0),
    FB("PrintGC", 0),
    FB("CrashOnOutOfMemoryError", 0),
    FB("ExitOnOutOfMemoryError", 0),
};
enum { N_FLAGS = sizeof flags / sizeof *flags };

/* Options of older releases and of other builds, which no plain `java` from 17 on has. */
static const char *const gone[] = {"UseConcMarkSweepGC", "UseParNewGC",      "PermSize",
                                   "MaxPermSize",        "UseParallelOldGC", "UseJVMCICompiler",
                                   "EnableJVMCI",        "UseSVE",           "UseSplitVerifier"};

static bool here(const ThreadInfo *ti, const VmFlag *f) {
    int jdk = ti->ks->cs->jdk;
    return (!f->from || jdk >= f->from) && (!f->to || jdk <= f->to);
}

static int origin(ThreadInfo *ti, bool ergonomic, Ref *out) {
    ClassInfo *ci;
    NAT_TRY(nat_class_named(ti, "com/sun/management/VMOption$Origin", &ci));
    NAT_TRY(ensure_init(ti, ci));
    const FieldInfo *f = nat_static(ci, ergonomic ? "ERGONOMIC" : "DEFAULT");
    if (!f) return nat_not_modelled(ti, "VMOption.Origin of this JDK");
    *out = get_u32(ti->ks->heap, ci->mirror, f->offset);
    return NAT_OK;
}

static int value_of(ThreadInfo *ti, const VmFlag *f, Ref *out) {
    u32 val[2] = {(u32)(f->value != 0)};
    if (f->type == T_REF) return nat_string_z(ti, "", out);
    i64 n = (i64)f->value;
    if (f->type == T_LONG && f->manageable | f->ergonomic && n < 0) Runtime_maxMemory(ti, NULL, val);
    else if (f->type == T_LONG) memcpy(val, &n, sizeof n);
    else if (f->type == T_DOUBLE) memcpy(val, &f->value, sizeof f->value);
    return nat_box(ti, f->type, val, out);
}

/* A com.sun.management.internal.Flag. */
static int make(ThreadInfo *ti, const VmFlag *f, Ref *out) {
    static const char *const names[] = {"name", "value", "origin", "writeable", "external"};
    Heap *h = ti->ks->heap;
    ClassInfo *ci;
    u32 v[5];
    NAT_TRY(nat_class_named(ti, "com/sun/management/internal/Flag", &ci));
    NAT_TRY(nat_string_z(ti, f->name, &v[0]));
    NAT_TRY(nat_hold(ti, v[0]));
    NAT_TRY(value_of(ti, f, &v[1]));
    NAT_TRY(nat_hold(ti, v[1]));
    NAT_TRY(origin(ti, f->ergonomic, &v[2]));
    v[3] = f->manageable;
    v[4] = 1;
    NAT_TRY(nat_new(ti, ci, out));
    for (u32 i = 0; i < 5; i++) {
        const FieldInfo *fi = ci_find_field(ci, names[i]);
        if (!fi) return nat_not_modelled(ti, "VM options of this JDK");
        nat_store(h, ei(h, *out), (u8 *)ei(h, *out) + fi->offset, fi->type, &v[i]);
    }
    return NAT_OK;
}

static const VmFlag *find(const ThreadInfo *ti, const char *name) {
    for (u32 i = 0; i < N_FLAGS; i++)
        if (here(ti, &flags[i]) && strcmp(flags[i].name, name) == 0) return &flags[i];
    return NULL;
}

/* HotSpot may have an option that is not here: the program is told that there is none, and so is its user. */
static int unknown(ThreadInfo *ti, const char *name) {
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        if (strcmp(gone[i], name) == 0) return NAT_OK;
    for (u32 i = 0; i < N_FLAGS; i++)
        if (strcmp(flags[i].name, name) == 0) return NAT_OK; /* of another release */
    return contained_tell(ti, "VM option %s is not known here", name);
}

static int put_flag(ThreadInfo *ti, const VmFlag *f, Ref arr, u32 *at) {
    Ref o;
    if (*at >= arr_len(ti->ks->heap, arr)) return NAT_OK;
    NAT_TRY(make(ti, f, &o));
    put_ref(ti->ks->heap, arr, OBJ_HEADER + 4 * (*at)++, o);
    return NAT_OK;
}

static int get_flags(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    u32 n = 0;
    if (!a[1]) return throw_npe(ti);
    for (u32 i = 0; !a[0] && i < N_FLAGS; i++)
        if (here(ti, &flags[i])) NAT_TRY(put_flag(ti, &flags[i], a[1], &n));
    for (u32 i = 0; a[0] && i < arr_len(h, a[0]); i++) {
        Ref s = get_u32(h, a[0], OBJ_HEADER + 4 * i);
        NatText t;
        if (!s) return throw_npe(ti);
        NAT_TRY(nat_text(ti, s, &t));
        const VmFlag *f = find(ti, t.s);
        int res = f ? put_flag(ti, f, a[1], &n) : unknown(ti, t.s);
        nat_text_free(ti, &t);
        NAT_TRY(res);
    }
    return ret_int(r, (i32)n);
}
/* getFlags(String[] names, Flag[] flags, int count): how many were found; names null: all */
int Flag_getFlags(ThreadInfo *ti, const u32 *a, u32 *r) { NAT_SCOPED(ti, get_flags(ti, a, r)); }

int Flag_count(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 n = 0;
    for (u32 i = 0; i < N_FLAGS; i++) n += here(ti, &flags[i]);
    return ret_int(r, n);
}
