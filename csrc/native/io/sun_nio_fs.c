/* sun_nio_fs.c -- sun.nio.fs.UnixNativeDispatcher: the system calls of java.nio.file. Paths and
 * buffers are addresses of off-heap memory. init() offers no optional call, so that the JDK takes
 * its plain ways. */
#include "native/io/hostview.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* A C string in off-heap memory. */
static int text_at(ThreadInfo *ti, i64 addr, char *out) {
    for (u32 i = 0; i < FS_PATH; i++) {
        const u8 *p = offheap_at(ti, offheap_add(addr, i), 1);
        if (!p) return EFAULT;
        if (!(out[i] = (char)*p)) return 0;
    }
    return ENAMETOOLONG;
}

static int text_from(ThreadInfo *ti, int dfd, i64 addr, char *out) {
    char name[FS_PATH], dir[FS_PATH];
    int e = text_at(ti, addr, name);
    if (e) return e;
    if (name[0] == '/' || dfd == AT_FDCWD) {
        mem_copy(out, name, strlen(name) + 1);
        return 0;
    }
    if (!fs_fd_path(ti, dfd, dir)) return EBADF;
    if (snprintf(out, FS_PATH, "%s/%s", dir, name) >= FS_PATH) return ENAMETOOLONG;
    return 0;
}

/* Read the path at argument word i, as one visible step. */
#define PATH_ARG(i)                                                                                                    \
    char path[FS_PATH];                                                                                                \
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;                                                                \
    int e = text_at(ti, getw_long(a + (i)), path);                                                                     \
    if (e) return fs_throw_unix(ti, e)
#define DONE(call)                                                                                                     \
    do {                                                                                                               \
        int e_ = (call);                                                                                               \
        return e_ ? fs_throw_unix(ti, e_) : NAT_OK;                                                                    \
    } while (0)

static int bytes_result(ThreadInfo *ti, const char *s, u32 *r) {
    Ref b;
    NAT_TRY(nat_bytes(ti, (const u8 *)s, (u32)strlen(s), &b));
    return ret_ref(r, b);
}

int UnixDispatcher_getcwd(ThreadInfo *ti, const u32 *a, u32 *r) { return bytes_result(ti, host_cwd(ti), r); }
int UnixDispatcher_strerror(ThreadInfo *ti, const u32 *a, u32 *r) { return bytes_result(ti, strerror((int)a[0]), r); }

/* --- open, close, read, write --- */

static int open_path(ThreadInfo *ti, const char *path, u32 flags, u32 mode, u32 *r) {
    int fd;
    int e = fs_open(ti, path, (int)flags, mode, &fd);
    return e ? fs_throw_unix(ti, e) : ret_int(r, fd);
}
int UnixDispatcher_open(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    return open_path(ti, path, a[2], a[3], r);
}
int UnixDispatcher_openat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = text_from(ti, (int)a[0], getw_long(a + 1), path);
    return e ? fs_throw_unix(ti, e) : open_path(ti, path, a[3], a[4], r);
}
int UnixDispatcher_close(ThreadInfo *ti, const u32 *a, u32 *r) { DONE(fs_close(ti, (int)a[0])); }
int UnixDispatcher_dup(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    if (!fs_fd_path(ti, (int)a[0], path)) return fs_throw_unix(ti, EBADF);
    return open_path(ti, path, O_RDONLY, 0, r);
}
int UnixDispatcher_read(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k;
    ElementInfo *owner;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    u8 *p = offheap_rw(ti, getw_long(a + 1), a[3], &owner);
    if (!p) return fs_throw_unix(ti, EFAULT);
    heap_log_range(ti->ks->heap, owner, p, a[3]);
    int e = fs_read(ti, (int)a[0], p, a[3], -1, &k);
    return e ? fs_throw_unix(ti, e) : ret_int(r, (i32)k);
}
int UnixDispatcher_write(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    const u8 *p = offheap_at(ti, getw_long(a + 1), a[3]);
    if (!p) return fs_throw_unix(ti, EFAULT);
    int e = fs_write(ti, (int)a[0], p, a[3], -1, &k);
    return e ? fs_throw_unix(ti, e) : ret_int(r, (i32)k);
}

/* --- names --- */

int UnixDispatcher_unlink(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_unlink(ti, path, false, false));
}
int UnixDispatcher_rmdir(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_unlink(ti, path, true, false));
}
int UnixDispatcher_mkdir(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_mkdir(ti, path, a[2]));
}
int UnixDispatcher_unlinkat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = text_from(ti, (int)a[0], getw_long(a + 1), path);
    DONE(e ? e : fs_unlink(ti, path, (a[3] & AT_REMOVEDIR) != 0, false));
}
static int two_paths(ThreadInfo *ti, const u32 *a, int (*op)(ThreadInfo *, const char *, const char *)) {
    char to[FS_PATH];
    PATH_ARG(0);
    if ((e = text_at(ti, getw_long(a + 2), to)) != 0) return fs_throw_unix(ti, e);
    DONE(op(ti, path, to));
}
int UnixDispatcher_rename(ThreadInfo *ti, const u32 *a, u32 *r) { return two_paths(ti, a, fs_rename); }
int UnixDispatcher_link(ThreadInfo *ti, const u32 *a, u32 *r) { return two_paths(ti, a, fs_link); } /* existing, new */
int UnixDispatcher_symlink(ThreadInfo *ti, const u32 *a, u32 *r) { return two_paths(ti, a, fs_symlink); }
int UnixDispatcher_renameat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char from[FS_PATH], to[FS_PATH];
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = text_from(ti, (int)a[0], getw_long(a + 1), from);
    if (!e) e = text_from(ti, (int)a[3], getw_long(a + 4), to);
    DONE(e ? e : fs_rename(ti, from, to));
}
int UnixDispatcher_mknod(ThreadInfo *ti, const u32 *a, u32 *r) { return fs_throw_unix(ti, EPERM); }
int UnixDispatcher_readlink(ThreadInfo *ti, const u32 *a, u32 *r) {
    char out[FS_PATH];
    PATH_ARG(0);
    if ((e = fs_readlink(ti, path, out)) != 0) return fs_throw_unix(ti, e);
    return bytes_result(ti, out, r);
}
int UnixDispatcher_realpath(ThreadInfo *ti, const u32 *a, u32 *r) {
    char out[FS_PATH];
    FsStat st;
    PATH_ARG(0);
    if ((e = fs_resolve(ti, path, true, out)) != 0 || (e = fs_stat(ti, out, true, &st)) != 0)
        return fs_throw_unix(ti, e);
    return bytes_result(ti, out, r);
}

/* --- attributes --- */

static void set_long(ThreadInfo *ti, Ref o, const char *name, i64 v) {
    FieldInfo *f = ci_find_field(ei_class(ti->ks->heap, ei(ti->ks->heap, o)), name);
    if (f && f->type == T_LONG) put_u64(ti->ks->heap, o, f->offset, (u64)v);
    else if (f && f->type == T_INT) put_u32(ti->ks->heap, o, f->offset, (u32)v);
}
static void fill(ThreadInfo *ti, Ref o, const FsStat *st) {
    set_long(ti, o, "st_mode", st->mode);
    set_long(ti, o, "st_ino", (i64)st->ino);
    set_long(ti, o, "st_dev", (i64)st->dev);
    set_long(ti, o, "st_nlink", st->nlink);
    set_long(ti, o, "st_uid", st->uid);
    set_long(ti, o, "st_gid", st->gid);
    set_long(ti, o, "st_size", st->size);
    set_long(ti, o, "st_atime_sec", st->atime / 1000000000);
    set_long(ti, o, "st_atime_nsec", st->atime % 1000000000);
    set_long(ti, o, "st_mtime_sec", st->mtime / 1000000000);
    set_long(ti, o, "st_mtime_nsec", st->mtime % 1000000000);
    set_long(ti, o, "st_ctime_sec", st->ctime / 1000000000);
    set_long(ti, o, "st_ctime_nsec", st->ctime % 1000000000);
    set_long(ti, o, "st_birthtime_sec", st->mtime / 1000000000);
    set_long(ti, o, "st_birthtime_nsec", st->mtime % 1000000000);
}
/* Up to 18 these throw; later stat0 answers the errno, and the caller ignores r of a void method. */
static int stat_path(ThreadInfo *ti, const u32 *a, u32 *r, bool follow) {
    FsStat st;
    bool answers = ti->native_mi && ti->native_mi->ret == T_INT;
    PATH_ARG(0);
    e = fs_stat(ti, path, follow, &st);
    if (e < 0) return -e;
    if (e) return answers ? ret_int(r, e) : fs_throw_unix(ti, e);
    fill(ti, a[2], &st);
    return answers ? ret_int(r, 0) : NAT_OK;
}
int UnixDispatcher_stat(ThreadInfo *ti, const u32 *a, u32 *r) { return stat_path(ti, a, r, true); }
int UnixDispatcher_lstat(ThreadInfo *ti, const u32 *a, u32 *r) { return stat_path(ti, a, r, false); }
int UnixDispatcher_stat1(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    PATH_ARG(0);
    return ret_int(r, fs_stat(ti, path, true, &st) ? 0 : (i32)st.mode);
}
int UnixDispatcher_fstat(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = fs_fstat(ti, (int)a[0], &st);
    if (e) return fs_throw_unix(ti, e);
    fill(ti, a[1], &st);
    return NAT_OK;
}
int UnixDispatcher_fstatat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    FsStat st;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = text_from(ti, (int)a[0], getw_long(a + 1), path);
    if (!e) e = fs_stat(ti, path, !(a[3] & AT_SYMLINK_NOFOLLOW), &st);
    if (e) return fs_throw_unix(ti, e);
    fill(ti, a[4], &st);
    return NAT_OK;
}
int UnixDispatcher_exists(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    PATH_ARG(0);
    return ret_int(r, fs_stat(ti, path, true, &st) == 0);
}
int UnixDispatcher_access(ThreadInfo *ti, const u32 *a, u32 *r) {
    bool answers = ti->native_mi && ti->native_mi->ret == T_INT;
    PATH_ARG(0);
    e = fs_access(ti, path, (int)a[2]);
    if (e < 0) return -e;
    return answers ? ret_int(r, e) : e ? fs_throw_unix(ti, e) : NAT_OK;
}
int UnixDispatcher_chmod(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_chmod(ti, path, a[2]));
}
int UnixDispatcher_fchmod(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    DONE(fs_fd_path(ti, (int)a[0], path) ? fs_chmod(ti, path, a[1]) : EBADF);
}
int UnixDispatcher_fchmodat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    int e = text_from(ti, (int)a[0], getw_long(a + 1), path);
    DONE(e ? e : fs_chmod(ti, path, a[3]));
}
/* Owners stay: only what changes nothing is allowed. */
int UnixDispatcher_chown(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    if (((i32)a[2] < 0 || a[2] == (u32)getuid()) && ((i32)a[3] < 0 || a[3] == (u32)getgid())) return NAT_OK;
    return fs_throw_unix(ti, EPERM);
}
int UnixDispatcher_fchown(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (((i32)a[1] < 0 || a[1] == (u32)getuid()) && ((i32)a[2] < 0 || a[2] == (u32)getgid())) return NAT_OK;
    return fs_throw_unix(ti, EPERM);
}
/* Times in microseconds. */
int UnixDispatcher_utimes(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_utimes(ti, path, fs_ns(getw_long(a + 2), 1000), fs_ns(getw_long(a + 4), 1000), true));
}
int UnixDispatcher_lutimes(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    DONE(fs_utimes(ti, path, fs_ns(getw_long(a + 2), 1000), fs_ns(getw_long(a + 4), 1000), false));
}
int UnixDispatcher_futimes(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    if (!fs_fd_path(ti, (int)a[0], path)) return fs_throw_unix(ti, EBADF);
    DONE(fs_utimes(ti, path, fs_ns(getw_long(a + 1), 1000), fs_ns(getw_long(a + 3), 1000), true));
}
/* Times in nanoseconds. */
int UnixDispatcher_futimens(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    if (!fs_fd_path(ti, (int)a[0], path)) return fs_throw_unix(ti, EBADF);
    DONE(fs_utimes(ti, path, getw_long(a + 1), getw_long(a + 3), true));
}
int UnixDispatcher_utimensat(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    int e = text_from(ti, (int)a[0], getw_long(a + 1), path);
    DONE(e ? e : fs_utimes(ti, path, getw_long(a + 3), getw_long(a + 5), !(a[7] & AT_SYMLINK_NOFOLLOW)));
}
int UnixDispatcher_statvfs(ThreadInfo *ti, const u32 *a, u32 *r) {
    set_long(ti, a[2], "f_frsize", 4096);
    set_long(ti, a[2], "f_blocks", 64ll << 18);
    set_long(ti, a[2], "f_bfree", 32ll << 18);
    set_long(ti, a[2], "f_bavail", 32ll << 18);
    return NAT_OK;
}
int UnixDispatcher_noXattr(ThreadInfo *ti, const u32 *a, u32 *r) { return fs_throw_unix(ti, ENOTSUP); }

/* --- the mount table: one line, given once to a handle that is a descriptor of an empty device --- */

int LinuxDispatcher_setmntent(ThreadInfo *ti, const u32 *a, u32 *r) {
    int fd, e = fs_open(ti, "/dev/null", O_RDONLY, 0, &fd);
    return e ? fs_throw_unix(ti, e) : ret_long(r, fd);
}
static int mount_line(ThreadInfo *ti, const u32 *a, bool *more) {
    i64 at;
    int e = fs_seek(ti, (int)getw_long(a), 1, SEEK_CUR, &at);
    *more = at == 1;
    return e;
}
int UnixDispatcher_getlinelen(ThreadInfo *ti, const u32 *a, u32 *r) {
    bool more;
    int e = mount_line(ti, a, &more);
    return e ? fs_throw_unix(ti, e) : ret_int(r, more ? 80 : -1);
}
int UnixDispatcher_rewind(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 at;
    DONE(fs_seek(ti, (int)getw_long(a), 0, SEEK_SET, &at));
}
int LinuxDispatcher_getmntent(ThreadInfo *ti, const u32 *a, u32 *r) { /* handle, UnixMountEntry, buffer, size */
    static const char *const line[][2] = {{"name", "overlay"}, {"dir", "/"}, {"fstype", "overlay"}, {"opts", "rw"}};
    Heap *h = ti->ks->heap;
    bool more;
    Ref b;
    int e = mount_line(ti, a, &more);
    if (e) return fs_throw_unix(ti, e);
    if (!more) return ret_int(r, -1);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        NAT_TRY(nat_bytes(ti, (const u8 *)line[i][1], (u32)strlen(line[i][1]), &b));
        FieldInfo *f = ci_find_field(ei_class(h, ei(h, a[2])), line[i][0]);
        if (f) put_ref(h, a[2], f->offset, b);
    }
    return ret_int(r, 0);
}
int LinuxDispatcher_endmntent(ThreadInfo *ti, const u32 *a, u32 *r) { DONE(fs_close(ti, (int)getw_long(a))); }

/* --- directory streams: the handle is the descriptor --- */

int UnixDispatcher_opendir(ThreadInfo *ti, const u32 *a, u32 *r) {
    int fd;
    PATH_ARG(0);
    e = fs_opendir(ti, path, &fd);
    return e ? fs_throw_unix(ti, e) : ret_long(r, fd);
}
int UnixDispatcher_fdopendir(ThreadInfo *ti, const u32 *a, u32 *r) {
    int e = fs_fdopendir(ti, (int)a[0]);
    return e ? fs_throw_unix(ti, e) : ret_long(r, (i32)a[0]);
}
int UnixDispatcher_readdir(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref name;
    int e = fs_readdir(ti, (int)getw_long(a), &name);
    return e ? fs_throw_unix(ti, e) : ret_ref(r, name);
}
int UnixDispatcher_closedir(ThreadInfo *ti, const u32 *a, u32 *r) { DONE(fs_close(ti, (int)getw_long(a))); }

/* --- users and groups --- */

int UnixDispatcher_getpwuid(ThreadInfo *ti, const u32 *a, u32 *r) {
    struct passwd *p = getpwuid((uid_t)a[0]);
    return p ? bytes_result(ti, p->pw_name, r) : fs_throw_unix(ti, ENOENT);
}
int UnixDispatcher_getgrgid(ThreadInfo *ti, const u32 *a, u32 *r) {
    struct group *g = getgrgid((gid_t)a[0]);
    return g ? bytes_result(ti, g->gr_name, r) : fs_throw_unix(ti, ENOENT);
}
int UnixDispatcher_getpwnam(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    struct passwd *p = getpwnam(path);
    return ret_int(r, p ? (i32)p->pw_uid : -1);
}
int UnixDispatcher_getgrnam(ThreadInfo *ti, const u32 *a, u32 *r) {
    PATH_ARG(0);
    struct group *g = getgrnam(path);
    return ret_int(r, g ? (i32)g->gr_gid : -1);
}

/* --- copying a file: (target fd, source fd ...) --- */

int UnixCopy_transfer(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 buf[16384];
    u64 k, w;
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    for (;;) {
        int e = fs_read(ti, (int)a[1], buf, sizeof buf, -1, &k);
        if (e) return fs_throw_unix(ti, e);
        if (k == 0) return NAT_OK;
        if ((e = fs_write(ti, (int)a[0], buf, k, -1, &w)) != 0) return fs_throw_unix(ti, e);
    }
}
int nat_unsupported(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, -4); } /* IOStatus.UNSUPPORTED */
int nat_unsupported_long(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, -4); }
int UnixDispatcher_notPermitted(ThreadInfo *ti, const u32 *a, u32 *r) { return fs_throw_unix(ti, EPERM); }

/* Offsets of struct inotify_event: wd, mask, cookie, len, name. The service itself is refused. */
int WatchService_offsets(ThreadInfo *ti, const u32 *a, u32 *r) {
    Ref arr;
    NAT_TRY(nat_new_prims(ti, T_INT, 5, &arr));
    for (u32 i = 0; i < 5; i++) put_u32(ti->ks->heap, arr, OBJ_HEADER + 4 * i, 4 * i);
    return ret_ref(r, arr);
}
