/* sun_nio_fs.c -- sun.nio.fs.UnixNativeDispatcher: the system calls of java.nio.file. */
#include "native/fs.h"

#include <unistd.h>

int UnixDispatcher_getcwd(ThreadInfo *ti, const u32 *a, u32 *r) {
    char buf[FS_PATH];
    Ref b;
    if (!getcwd(buf, sizeof buf)) buf[0] = '/', buf[1] = 0;
    NAT_TRY(nat_bytes(ti, (const u8 *)buf, (u32)strlen(buf), &b));
    return ret_ref(r, b);
}
