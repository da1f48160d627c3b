/* java_io_streams.c -- FileDescriptor, FileInputStream, FileOutputStream, RandomAccessFile. */
#include "kernel/events.h"
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Files are state that threads share. */
#define FILE_STEP(ti)                                                                                                  \
    do {                                                                                                               \
        if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;                                                            \
    } while (0)

/* The descriptor number of a stream; -1: closed. */
static int fd_of(ThreadInfo *ti, Ref stream, enum NatField f) {
    Ref fd = nat_get_ref(ti, stream, f);
    return fd ? nat_get_int(ti, fd, NF_FD_FD) : -1;
}
static int closed(ThreadInfo *ti) { return throw_new(ti, "java/io/IOException", "Stream Closed"); }

/* --- open: FileNotFoundException "path (reason)" --- */

static int open_stream(ThreadInfo *ti, Ref stream, enum NatField f, Ref path, int flags) {
    if (!path) return throw_no_msg(ti, "java/lang/NullPointerException");
    FILE_STEP(ti);
    size_t n;
    char *s = nat_utf8(ti, path, &n);
    if (!s) return NAT_ERROR;
    int fd = -1;
    FsStat st;
    int e = fs_open(ti, s, flags, 0666, &fd);
    if (e == 0 && fs_fstat(ti, fd, &st) == 0 && st.kind == FK_DIR) {
        fs_close(ti, fd);
        e = EISDIR;
    }
    int r = NAT_OK;
    if (e < 0) r = -e;
    else if (e) r = throw_new(ti, "java/io/FileNotFoundException", "%s (%s)", s, strerror(e));
    nat_utf8_free(ti, s, n);
    if (r != NAT_OK) return r;
    Ref d = nat_get_ref(ti, stream, f);
    if (!d) return throw_no_msg(ti, "java/lang/NullPointerException");
    nat_set_int(ti, d, NF_FD_FD, fd);
    nat_set_bool(ti, d, NF_FD_APPEND, (flags & O_APPEND) != 0);
    return NAT_OK;
}

int FileInputStream_open(ThreadInfo *ti, const u32 *a, u32 *r) {
    return open_stream(ti, a[0], NF_FIS_FD, a[1], O_RDONLY);
}
int FileOutputStream_open(ThreadInfo *ti, const u32 *a, u32 *r) {
    return open_stream(ti, a[0], NF_FOS_FD, a[1], O_WRONLY | O_CREAT | (a[2] ? O_APPEND : O_TRUNC));
}
/* mode: RandomAccessFile.O_RDONLY 1, O_RDWR 2, O_SYNC 4, O_DSYNC 8, O_TEMPORARY 16 */
int RandomAccessFile_open(ThreadInfo *ti, const u32 *a, u32 *r) {
    return open_stream(ti, a[0], NF_RAF_FD, a[1], a[2] & 2 ? O_RDWR | O_CREAT : O_RDONLY);
}

/* --- read --- */

static int read_one(ThreadInfo *ti, Ref s, enum NatField f, u32 *r) {
    int fd = fd_of(ti, s, f);
    u8 b;
    u64 k;
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    int e = fs_read(ti, fd, &b, 1, -1, &k);
    if (e) return fs_throw_io(ti, e, NULL);
    return ret_int(r, k ? b : -1);
}

static int read_bytes(ThreadInfo *ti, Ref s, enum NatField f, Ref arr, i32 off, i32 len, u32 *r) {
    Heap *h = ti->ks->heap;
    u64 k;
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    u8 *p = arr_at(h, arr, T_BYTE, off, len);
    if (!p) return throw_no_msg(ti, "java/lang/IndexOutOfBoundsException");
    if (len == 0) return ret_int(r, 0);
    int fd = fd_of(ti, s, f);
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    heap_log_range(h, ei(h, arr), p, (u64)len);
    int e = fs_read(ti, fd, p, (u64)len, -1, &k);
    if (e) return fs_throw_io(ti, e, NULL);
    if (k)
        EV(ti->ks, memory_action, .ti = ti, .obj = arr, .index = OBJ_HEADER + (u32)off, .n = (u32)k, .how = MEM_WRITE);
    return ret_int(r, k ? (i32)k : -1);
}
int FileInputStream_read(ThreadInfo *ti, const u32 *a, u32 *r) { return read_one(ti, a[0], NF_FIS_FD, r); }
int FileInputStream_readBytes(ThreadInfo *ti, const u32 *a, u32 *r) {
    return read_bytes(ti, a[0], NF_FIS_FD, a[1], (i32)a[2], (i32)a[3], r);
}
int RandomAccessFile_read(ThreadInfo *ti, const u32 *a, u32 *r) { return read_one(ti, a[0], NF_RAF_FD, r); }
int RandomAccessFile_readBytes(ThreadInfo *ti, const u32 *a, u32 *r) {
    return read_bytes(ti, a[0], NF_RAF_FD, a[1], (i32)a[2], (i32)a[3], r);
}

static int position(ThreadInfo *ti, int fd, u32 *r) {
    i64 at;
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    int e = fs_seek(ti, fd, 0, SEEK_CUR, &at);
    return e ? fs_throw_io(ti, e, NULL) : ret_long(r, at);
}
static int length(ThreadInfo *ti, int fd, u32 *r) {
    FsStat st;
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    int e = fs_fstat(ti, fd, &st);
    return e ? fs_throw_io(ti, e, NULL) : ret_long(r, st.size);
}
int FileInputStream_position(ThreadInfo *ti, const u32 *a, u32 *r) {
    return position(ti, fd_of(ti, a[0], NF_FIS_FD), r);
}
int FileInputStream_length(ThreadInfo *ti, const u32 *a, u32 *r) { return length(ti, fd_of(ti, a[0], NF_FIS_FD), r); }
int RandomAccessFile_position(ThreadInfo *ti, const u32 *a, u32 *r) {
    return position(ti, fd_of(ti, a[0], NF_RAF_FD), r);
}
int RandomAccessFile_length(ThreadInfo *ti, const u32 *a, u32 *r) { return length(ti, fd_of(ti, a[0], NF_RAF_FD), r); }

int FileInputStream_skip(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 from, to;
    int fd = fd_of(ti, a[0], NF_FIS_FD);
    if (fd < 0) return closed(ti);
    int e = fs_seek(ti, fd, 0, SEEK_CUR, &from);
    if (!e) e = fs_seek(ti, fd, getw_long(a + 1), SEEK_CUR, &to);
    if (e) return fs_throw_io(ti, e, e == ESPIPE ? "Illegal seek" : "Seek error");
    return ret_long(r, to - from);
}

int FileInputStream_available(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    i64 at;
    int fd = fd_of(ti, a[0], NF_FIS_FD);
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    if (fd < FIRST_FD) {
        ti->ks->input_asked |= ti->ks->booted && fd == 0;
        return ret_int(r, 0);
    }
    int e = fs_fstat(ti, fd, &st);
    if (!e) e = fs_seek(ti, fd, 0, SEEK_CUR, &at);
    if (e) return fs_throw_io(ti, e, NULL);
    i64 k = st.size - at;
    return ret_int(r, k < 0 ? 0 : k > 0x7fffffff ? 0x7fffffff : (i32)k);
}

int FileInputStream_isRegular(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    int fd = a[1] ? nat_get_int(ti, a[1], NF_FD_FD) : -1;
    return ret_int(r, fs_fstat(ti, fd, &st) == 0 && st.kind == FK_FILE);
}

/* --- write --- */

static int write_buf(ThreadInfo *ti, int fd, const u8 *p, u64 n) {
    u64 k;
    if (fd < 0) return closed(ti);
    if (fd >= FIRST_FD) FILE_STEP(ti);
    else if (bd_output(ti)) return NAT_BLOCK;
    int e = fs_write(ti, fd, p, n, -1, &k);
    return e ? fs_throw_io(ti, e, NULL) : NAT_OK;
}
static int write_bytes(ThreadInfo *ti, int fd, Ref arr, i32 off, i32 len) {
    Heap *h = ti->ks->heap;
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    const u8 *p = arr_at(h, arr, T_BYTE, off, len);
    if (!p) return throw_no_msg(ti, "java/lang/IndexOutOfBoundsException");
    if (len == 0) return NAT_OK;
    int res = write_buf(ti, fd, p, (u64)len);
    if (res == NAT_OK)
        EV(ti->ks, memory_action, .ti = ti, .obj = arr, .index = OBJ_HEADER + (u32)off, .n = (u32)len, .how = MEM_READ);
    return res;
}
int FileOutputStream_write(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 b = (u8)a[1];
    return write_buf(ti, fd_of(ti, a[0], NF_FOS_FD), &b, 1);
}
int FileOutputStream_writeBytes(ThreadInfo *ti, const u32 *a, u32 *r) {
    return write_bytes(ti, fd_of(ti, a[0], NF_FOS_FD), a[1], (i32)a[2], (i32)a[3]);
}
int RandomAccessFile_write(ThreadInfo *ti, const u32 *a, u32 *r) {
    u8 b = (u8)a[1];
    return write_buf(ti, fd_of(ti, a[0], NF_RAF_FD), &b, 1);
}
int RandomAccessFile_writeBytes(ThreadInfo *ti, const u32 *a, u32 *r) {
    return write_bytes(ti, fd_of(ti, a[0], NF_RAF_FD), a[1], (i32)a[2], (i32)a[3]);
}
int RandomAccessFile_seek(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 at, pos = getw_long(a + 1);
    int fd = fd_of(ti, a[0], NF_RAF_FD);
    if (fd < 0) return closed(ti);
    if (pos < 0) return fs_throw_io(ti, EINVAL, "Negative seek offset");
    FILE_STEP(ti);
    int e = fs_seek(ti, fd, pos, SEEK_SET, &at);
    return e ? fs_throw_io(ti, e, "Seek failed") : NAT_OK;
}
int RandomAccessFile_setLength(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 n = getw_long(a + 1), at;
    int fd = fd_of(ti, a[0], NF_RAF_FD);
    if (fd < 0) return closed(ti);
    FILE_STEP(ti);
    int e = fs_truncate(ti, fd, n);
    if (!e) e = fs_seek(ti, fd, 0, SEEK_CUR, &at);
    if (!e && at > n) e = fs_seek(ti, fd, n, SEEK_SET, &at);
    return e ? fs_throw_io(ti, e, e < 0 ? NULL : "setLength failed") : NAT_OK;
}

/* --- FileDescriptor --- */

int FileDescriptor_getHandle(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, -1); }
int FileDescriptor_getAppend(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, fs_append(ti, (int)a[0])); }
int FileDescriptor_close(ThreadInfo *ti, const u32 *a, u32 *r) {
    int fd = nat_get_int(ti, a[0], NF_FD_FD);
    if (fd < 0) return NAT_OK;
    nat_set_int(ti, a[0], NF_FD_FD, -1);
    int e = fs_close(ti, fd);
    return e ? fs_throw_io(ti, e, "close failed") : NAT_OK;
}
int FileDescriptor_sync(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (nat_get_int(ti, a[0], NF_FD_FD) < 0) return throw_new(ti, "java/io/SyncFailedException", "sync failed");
    return NAT_OK;
}
int FileCleanable_close(ThreadInfo *ti, const u32 *a, u32 *r) {
    int e = (i32)a[0] >= 0 ? fs_close(ti, (i32)a[0]) : 0;
    return e ? fs_throw_io(ti, e, "close failed") : NAT_OK;
}
