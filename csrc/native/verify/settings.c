/* settings.c -- properties that the program sets itself: state of the path. */
#include "native/verify/settings.h"

static Ref settings_of(const KernelState *ks) {
    const Natives *N = ks->natives;
    return N && N->roots ? ((const Ref *)(const void *)arr_data(ks->heap, N->roots))[NR_SETTINGS] : 0;
}

bool settings_next(const KernelState *ks, u32 *at, const char **key, const char **value) {
    Ref r = settings_of(ks);
    if (!r || *at >= arr_len(ks->heap, r)) return false;
    const char *p = (const char *)arr_data(ks->heap, r);
    *key = p + *at;
    *value = *key + strlen(*key) + 1;
    *at = (u32)(*value - p) + (u32)strlen(*value) + 1;
    return true;
}

const char *settings_find(const KernelState *ks, const char *key) {
    const char *k, *v;
    for (u32 at = 0; settings_next(ks, &at, &k, &v);)
        if (strcmp(k, key) == 0) return v;
    return NULL;
}

static void put_pair(Text *t, const char *key, const char *value) {
    text_put(t, key, strlen(key) + 1);
    text_put(t, value, strlen(value) + 1);
}

int settings_put(ThreadInfo *ti, const char *key, const char *value, const char *configured) {
    KernelState *ks = ti->ks;
    const char *k, *v;
    bool put = configured && strcmp(configured, value) == 0;
    Text t;
    text_init(&t, ks->cx);
    for (u32 at = 0; settings_next(ks, &at, &k, &v);) {
        int order = strcmp(k, key);
        if (order >= 0 && !put) {
            put_pair(&t, key, value);
            put = true;
        }
        if (order) put_pair(&t, k, v);
    }
    if (!put) put_pair(&t, key, value);
    Ref r = 0;
    int res = t.failed ? NAT_ERROR : t.n ? nat_new_prims(ti, T_BYTE, (u32)t.n, &r) : NAT_OK;
    if (res == NAT_OK) {
        if (r) mem_copy(arr_data(ks->heap, r), t.v, t.n);
        res = nat_root_set(ti, NR_SETTINGS, r);
    }
    text_free(&t);
    return res;
}

/* Who asks stands at a scheduling point as soon as some thread is known to set while others live. */
bool settings_boundary(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    if (!ks->search || !ks->booted) return false;
    if (!looks_rely(&ks->looks, LIB_SETTINGS)) return nat_visible(ti, AC_OTHER, 0);
    return false;
}
