/* jdk_internal_misc.c -- small natives of jdk.internal.{misc,loader,vm,jimage}: CDS (there is none),
 * preview features, native libraries (the JDK's own are built in, no other is loaded),
 * continuations (not supported: virtual threads are bound), the jimage buffer. */
#include "native/io/hostview.h"

/* --- CDS, PreviewFeatures, ContinuationSupport and other questions with one answer --- */

int misc_false(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 0); }
int misc_true(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); }
int misc_null(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, 0); }
int misc_zero_long(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 0); }
int misc_first(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, (i32)a[0]); }
int misc_nop(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }
/* ImmutableCollections.SALT comes from it: not 0, so that Set.of iterates the same way every time. */
int cds_getRandomSeedForDumping(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 0x4a50465059ll); }

int misc_isPreviewEnabled(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, ti->ks->cs->preview); }

int misc_emptyStrings(ThreadInfo *ti, const u32 *a, u32 *r) { return nat_new_array(ti, ti->ks->cs->string, 0, r); }

int vmsupport_getVMTemporaryDirectory(ThreadInfo *ti, const u32 *a, u32 *r) { return nat_string_z(ti, "/tmp", r); }
int vmsupport_initAgentProperties(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_ref(r, a[0]); }
int vector_getMaxLaneCount(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, -1); }
int vector_getCPUFeatures(ThreadInfo *ti, const u32 *a, u32 *r) { return nat_string_z(ti, "", r); }

static int no_continuations(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/UnsupportedOperationException", "VM does not support continuations");
}
int continuation_unsupported(ThreadInfo *ti, const u32 *a, u32 *r) { return no_continuations(ti); }

/* --- native libraries --- */

static const char *const builtin_libs[] = {
    "libjava.so",           "libnet.so",        "libnio.so",    "libzip.so",
    "libjimage.so",         "libverify.so",     "libprefs.so",  "libmanagement.so",
    "libmanagement_ext.so", "libinstrument.so", "libextnet.so", "librmi.so",
    "libjaas.so",           "libsyslookup.so",  "libawt.so",
};

int nativelibs_findBuiltinLib(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_npe(ti);
    for (u32 i = 0; i < sizeof builtin_libs / sizeof *builtin_libs; i++)
        if (string_equals_z(nat_heap(ti), a[0], builtin_libs[i])) return ret_ref(r, a[0]);
    return ret_ref(r, 0);
}

/* load(impl, name, isBuiltin, ...): a built-in one is there already; no other is loaded
 * (the program under test is contained). `throws`: false means answer false instead. */
static int load_lib(ThreadInfo *ti, const u32 *a, u32 *r, bool throws) {
    if (a[2]) {
        u32 off = nat_off(natives(ti), NF_NL_HANDLE);
        if (off) put_u64(nat_heap(ti), a[0], off, 1);
        nat_set_int(ti, a[0], NF_NL_JNIVERSION, 0x000a0000);
        return ret_int(r, 1);
    }
    NatText t;
    if (!a[1]) return throw_npe(ti);
    NAT_TRY(nat_text(ti, a[1], &t));
    int res = contained_library(ti, t.s, throws);
    nat_text_free(ti, &t);
    return res == NAT_OK ? ret_int(r, 0) : res;
}
/* (impl, name): false when it is not loaded */
int rawlibraries_load(ThreadInfo *ti, const u32 *a, u32 *r) {
    return load_lib(ti, (const u32[]){a[0], a[1], 0}, r, false);
}
/* 17: (impl, name, isBuiltin, isJNI, throwExceptionIfFail); later without isJNI. */
int nativelibs_load17(ThreadInfo *ti, const u32 *a, u32 *r) { return load_lib(ti, a, r, a[4] != 0); }
int nativelibs_load(ThreadInfo *ti, const u32 *a, u32 *r) { return load_lib(ti, a, r, a[3] != 0); }

/* --- jdk.internal.jimage --- */

/* DirectByteBuffer(long address, int or long capacity) over the mapped image, which is read-only
 * memory to the program too (unsafe_memory.c). */
int nativeimage_getNativeMap(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n = 0;
    ClassInfo *ci;
    Ref o;
    Source *img = ti->ks->cs->image;
    const u8 *p = img ? jimage_map(img, &n) : NULL;
    if (!p || !a[0]) return ret_ref(r, 0);
    NatText t;
    NAT_TRY(nat_text(ti, a[0], &t));
    bool same = !strcmp(t.s, source_path(img));
    nat_text_free(ti, &t);
    if (!same || n > INT32_MAX) return ret_ref(r, 0);
    NAT_TRY(nat_class(ti, NC_DIRECTBUFFER, &ci));
    NAT_TRY(ensure_init(ti, ci));
    MethodInfo *mi = ci_find_method(ci, "<init>", "(JJ)V");
    bool wide = mi != NULL;
    if (!mi) mi = ci_find_method(ci, "<init>", "(JI)V");
    if (!mi) return ret_ref(r, 0);
    NAT_TRY(nat_new(ti, ci, &o));
    /* the constructor returns nothing: a frame below it hands the buffer to the caller */
    u32 l[1] = {o}, args[5] = {o};
    StackFrame *f = push_vm_frame(ti, natives(ti)->vm[NV_RETURN_ARG], l, 1);
    if (!f) return NAT_ERROR;
    i64 addr = OFFHEAP_IMAGE, len = (i64)n;
    memcpy(args + 1, &addr, 8);
    mem_copy(args + 3, &len, wide ? 8 : 4);
    return nat_call_above(ti, mi, args, false);
}

/* --- BootLoader --- */

/* Packages of the boot loader: only where one comes from is asked, and the image's modules answer. */
int bootloader_getSystemPackageLocation(ThreadInfo *ti, const u32 *a, u32 *r) {
    char buf[300];
    if (!a[0] || !ti->ks->cs->image) return ret_ref(r, 0);
    NatText t;
    NAT_TRY(nat_text(ti, a[0], &t));
    const char *m = jimage_module_of(ti->ks->cs->image, t.s);
    nat_text_free(ti, &t);
    if (!m || strlen(m) > 250) return ret_ref(r, 0);
    strcpy(buf, "jrt:/");
    strcat(buf, m);
    return nat_string_z(ti, buf, r);
}
