/* native.h -- native methods of the JDK, and overrides of JDK methods the VM owns. Layer 7.
 *
 * Each folder has a natives.def with one line for each method: JPF_NATIVE(class, name, descriptor, function, action).
 * The function's signature is NativeFn; interp/ calls it. `action` (enum Action) says that the call is a visible action
 * when its receiver or its first reference argument is shared; with AC_NONE it is never a scheduling point. A listed
 * method that has bytecode is overridden (an intrinsic). A native method of the JDK that is not listed ends the path as
 * not modelled. A native method of the user's own that is not listed gives UnsatisfiedLinkError. */
#ifndef JPF_NATIVE_H
#define JPF_NATIVE_H
#include "base/text.h"
#include "interp/interp.h"
#include "kernel/words.h"

Status native_init(KernelState *ks);
void native_free(KernelState *ks);
/* A search begins again: what belongs to the whole search (values and bits of Verify) is as it was before. */
void native_forget(KernelState *ks);
/* Has anything of that been set? */
bool native_remembers(const KernelState *ks);
/* Classes.find_native. */
NativeFn native_find(Classes *cs, MethodInfo *mi);
/* The java.lang.ClassLoader object of a builtin loader (1 platform, 2 app): its vmLoader and the
 * mirrors of its classes are completed. Also done when its modules are defined (phase 2). */
Status loader_bind(KernelState *ks, u32 loader, Ref obj);
/* Find the VM's own roots again in a heap that was read from a boot image. */
Status native_rebind(KernelState *ks);

static inline int ret_int(u32 *r, i32 v) {
    r[0] = (u32)v;
    return NAT_OK;
}
static inline int ret_ref(u32 *r, Ref v) {
    r[0] = v;
    return NAT_OK;
}
static inline int ret_long(u32 *r, i64 v) {
    putw_long(r, v);
    return NAT_OK;
}
static inline int ret_double(u32 *r, double v) {
    putw_double(r, v);
    return NAT_OK;
}
static inline int ret_float(u32 *r, float v) {
    putw_float(r, v);
    return NAT_OK;
}

#endif
