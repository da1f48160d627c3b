/* settings.c -- is a setting changed beside other threads? */
#include "kernel/settings.h"

/* Is it the value that the setting has anyway, as long as nobody sets it? */
static bool fills(const ThreadInfo *ti, const FieldInfo *fi) {
    const u32 *m = fi->ci->mirror_p;
    if ((fi->flags & ACC_STATIC) && m && m[0] == CI_INITING && m[1] == ti->id + 1) return true;
    return ti->top && !ti->top->mi->step && (ti->top->mi->known & KM_FILLS);
}

bool setting_rests(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e, bool write) {
    Looks *l = &ti->ks->looks;
    if (fi->attrs & FA_ALWAYS) return false; /* the configuration says that it is a point */
    if (write && ks_meets(ti->ks, e) && !fills(ti, fi)) {
        l->seen |= setting_look(fi);
        if (fi->ci->known & KC_THREAD_GROUP) l->seen |= LIB_GROUP; /* whose lock others come to meanwhile */
    }
    return looks_rely(l, setting_look(fi));
}
