/* java_util_prefs.c -- java.util.prefs.FileSystemPreferences over the contained file system. */
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>

/* chmod(path, mode): errno */
int Prefs_chmod(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n;
    char *path = nat_utf8(ti, a[0], &n);
    if (!path) return NAT_ERROR;
    int e = fs_chmod(ti, path, a[1]);
    nat_utf8_free(ti, path, n);
    return e < 0 ? -e : ret_int(r, e);
}

/* lockFile0(path, mode, shared): { descriptor or -1, errno }. Nobody else has these files: every lock is granted. */
int Prefs_lockFile(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n;
    int fd = -1;
    Ref both;
    char *path = nat_utf8(ti, a[0], &n);
    if (!path) return NAT_ERROR;
    int e = fs_open(ti, path, a[2] ? O_RDONLY : O_RDWR | O_CREAT, a[1], &fd);
    nat_utf8_free(ti, path, n);
    if (e < 0) return -e;
    NAT_TRY(nat_new_prims(ti, T_INT, 2, &both));
    put_u32(ti->ks->heap, both, OBJ_HEADER, e ? UINT32_MAX : (u32)fd);
    put_u32(ti->ks->heap, both, OBJ_HEADER + 4, (u32)e);
    return ret_ref(r, both);
}

int Prefs_unlockFile(ThreadInfo *ti, const u32 *a, u32 *r) {
    int e = fs_close(ti, (int)a[0]);
    return e < 0 ? -e : ret_int(r, e);
}
