/* settings.h -- properties that the program sets itself (Verify.setProperties). Layer 7.
 *
 * They belong to the path: a byte[] at the VM's root array holds them as key\0value\0..., sorted by key, and only where
 * they differ from the configuration. So undo, keys, symmetry and every search find them as they find any object. */
#ifndef JPF_NATIVE_SETTINGS_H
#define JPF_NATIVE_SETTINGS_H
#include "native/world.h"

/* A native answer. `configured`: the value that the key has without the program, or NULL. */
int settings_put(ThreadInfo *ti, const char *key, const char *value, const char *configured);
/* The value on this path; NULL: the program has not set it. Valid until the next allocation. */
const char *settings_find(const KernelState *ks, const char *key);
/* The next pair from `at` (0 first); false: there are no more. */
bool settings_next(const KernelState *ks, u32 *at, const char **key, const char **value);
/* Before a native asks the configuration: true when a boundary comes first; answer NAT_BLOCK then. */
bool settings_boundary(ThreadInfo *ti);

#endif
