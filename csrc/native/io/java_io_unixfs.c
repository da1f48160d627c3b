/* java_io_unixfs.c -- java.io.UnixFileSystem over the contained file system. */
#include "native/io/hostview.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { BA_EXISTS = 1, BA_REGULAR = 2, BA_DIRECTORY = 4 };

/* The path of a java.io.File (or a String) into buf. NAT_OK, or thrown. */
static int path_text(ThreadInfo *ti, Ref s, char *buf) {
    size_t n;
    if (!s) return throw_no_msg(ti, "java/lang/NullPointerException");
    char *p = nat_utf8(ti, s, &n);
    if (!p) return NAT_ERROR;
    bool ok = n < FS_PATH && strlen(p) == n;
    if (ok) mem_copy(buf, p, n + 1);
    else memcpy(buf, "\1", 2); /* no such file */
    nat_utf8_free(ti, p, n);
    return NAT_OK;
}
static int file_text(ThreadInfo *ti, Ref file, char *buf) {
    if (!file) return throw_no_msg(ti, "java/lang/NullPointerException");
    return path_text(ti, nat_get_ref(ti, file, NF_FILE_PATH), buf);
}
#define FILE_ARG(i)                                                                                                    \
    char path[FS_PATH];                                                                                                \
    NAT_TRY(file_text(ti, a[i], path));                                                                                \
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK

int UnixFS_canonicalize(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH], out[FS_PATH];
    Ref s;
    NAT_TRY(path_text(ti, a[1], path));
    int e = fs_resolve(ti, path, true, out);
    if (e) {
        /* Parts that are not there stay as they are, "." and ".." removed. */
        size_t k = 0;
        char *save = NULL, tmp[2 * FS_PATH];
        snprintf(out, sizeof out, "%s", host_cwd(ti));
        snprintf(tmp, sizeof tmp, "%s/%s", path[0] == '/' ? "" : out, path);
        for (char *p = strtok_r(tmp, "/", &save); p; p = strtok_r(NULL, "/", &save)) {
            size_t n = strlen(p);
            if (!strcmp(p, ".")) continue;
            if (!strcmp(p, "..")) {
                while (k && out[--k] != '/') {}
                continue;
            }
            if (k + n + 2 > FS_PATH) return fs_throw_io(ti, ENAMETOOLONG, NULL);
            out[k++] = '/';
            mem_copy(out + k, p, n);
            k += n;
        }
        if (!k) out[k++] = '/';
        out[k] = 0;
    }
    NAT_TRY(nat_string(ti, out, strlen(out), &s));
    return ret_ref(r, s);
}

int UnixFS_attributes(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    if (fs_stat(ti, path, true, &st)) return ret_int(r, 0);
    return ret_int(r, BA_EXISTS | (st.kind == FK_FILE ? BA_REGULAR : 0) | (st.kind == FK_DIR ? BA_DIRECTORY : 0));
}
/* access: FileSystem.ACCESS_READ 4, WRITE 2, EXECUTE 1: those of access(2) */
int UnixFS_checkAccess(ThreadInfo *ti, const u32 *a, u32 *r) {
    FILE_ARG(1);
    return ret_int(r, fs_access(ti, path, (int)a[2] & 7) == 0);
}
int UnixFS_lastModified(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    return ret_long(r, fs_stat(ti, path, true, &st) ? 0 : st.mtime / 1000000);
}
int UnixFS_length(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    return ret_long(r, fs_stat(ti, path, true, &st) ? 0 : st.size);
}

static int done(ThreadInfo *ti, int e, u32 *r) { return e < 0 ? -e : ret_int(r, e == 0); }

int UnixFS_setPermission(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    u32 bit = a[2] & 7, mask = a[4] ? bit << 6 : bit << 6 | bit << 3 | bit;
    int e = fs_stat(ti, path, true, &st);
    if (!e) e = fs_chmod(ti, path, a[3] ? (st.mode | mask) & 07777 : st.mode & 07777 & ~mask);
    return done(ti, e, r);
}
int UnixFS_setReadOnly(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    int e = fs_stat(ti, path, true, &st);
    if (!e) e = fs_chmod(ti, path, st.mode & 07777 & ~0222u);
    return done(ti, e, r);
}
int UnixFS_setLastModified(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    FILE_ARG(1);
    int e = fs_stat(ti, path, true, &st);
    if (!e) e = fs_utimes(ti, path, st.atime, fs_ns(getw_long(a + 2), 1000000), true);
    return done(ti, e, r);
}
int UnixFS_createExclusively(ThreadInfo *ti, const u32 *a, u32 *r) {
    char path[FS_PATH];
    int fd;
    NAT_TRY(path_text(ti, a[1], path));
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    int e = fs_open(ti, path, O_RDWR | O_CREAT | O_EXCL, 0666, &fd);
    if (e == EEXIST) return ret_int(r, 0);
    if (e) return fs_throw_io(ti, e, NULL);
    fs_close(ti, fd);
    return ret_int(r, 1);
}
int UnixFS_delete(ThreadInfo *ti, const u32 *a, u32 *r) {
    FILE_ARG(1);
    return done(ti, fs_unlink(ti, path, false, true), r);
}
int UnixFS_mkdir(ThreadInfo *ti, const u32 *a, u32 *r) {
    FILE_ARG(1);
    return done(ti, fs_mkdir(ti, path, 0777), r);
}
int UnixFS_rename(ThreadInfo *ti, const u32 *a, u32 *r) {
    char to[FS_PATH];
    NAT_TRY(file_text(ti, a[2], to));
    FILE_ARG(1);
    return done(ti, fs_rename(ti, path, to), r);
}

static int list(ThreadInfo *ti, const char *path, u32 *r) {
    Ctx *cx = ti->ks->cx;
    FsNames v;
    Ref arr, s;
    int e = fs_list(ti, path, false, &v);
    if (e) return e < 0 ? -e : ret_ref(r, 0);
    int res = nat_new_array(ti, ti->ks->cs->string, v.n, &arr);
    if (res == NAT_OK) res = nat_hold(ti, arr);
    for (u32 i = 0; i < v.n && res == NAT_OK; i++) {
        res = nat_string(ti, v.v[i], strlen(v.v[i]), &s);
        if (res == NAT_OK) put_ref(ti->ks->heap, arr, OBJ_HEADER + 4 * i, s);
    }
    fs_names_free(cx, &v);
    return res == NAT_OK ? ret_ref(r, arr) : res;
}
int UnixFS_list(ThreadInfo *ti, const u32 *a, u32 *r) {
    FILE_ARG(1);
    NAT_SCOPED(ti, list(ti, path, r));
}

/* Space on a file system: constants, as it is nothing the program's behaviour should hang on. */
int UnixFS_space(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, (a[2] == 0 ? 64ll : 32ll) << 30); }
int UnixFS_nameMax(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 255); }
