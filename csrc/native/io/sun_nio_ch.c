/* sun_nio_ch.c -- file channels over the contained file system: FileDispatcherImpl (17),
 * UnixFileDispatcherImpl (21 and up), FileChannelImpl, IOUtil, NativeThread, FileKey. */
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int fdval(ThreadInfo *ti, Ref fd) { return fd ? nat_get_int(ti, fd, NF_FD_FD) : -1; }

/* --- read and write at an off-heap address; IOStatus.EOF is -1 --- */

static int channel_read(ThreadInfo *ti, int fd, i64 addr, u64 n, i64 pos, i64 *done) {
    ElementInfo *owner;
    u64 k;
    u8 *p = offheap_rw(ti, addr, n, &owner);
    if (!p) return EFAULT;
    heap_log_range(ti->ks->heap, owner, p, n);
    int e = fs_read(ti, fd, p, n, pos, &k);
    *done = k == 0 && n ? -1 : (i64)k;
    return e;
}
static int channel_write(ThreadInfo *ti, int fd, i64 addr, u64 n, i64 pos, i64 *done) {
    u64 k;
    const u8 *p = offheap_at(ti, addr, n);
    if (!p) return EFAULT;
    int e = fs_write(ti, fd, p, n, pos, &k);
    *done = (i64)k;
    return e;
}
#define STEP()                                                                                                         \
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK
/* At `pos` of the file; -1: at its position. */
static int transfer(ThreadInfo *ti, const u32 *a, u32 *r, bool write, i64 pos) {
    i64 k;
    if (write && fdval(ti, a[0]) < FIRST_FD) {
        if (bd_output(ti)) return NAT_BLOCK;
    } else {
        STEP();
    }
    int e = write ? channel_write(ti, fdval(ti, a[0]), getw_long(a + 1), a[3], pos, &k)
                  : channel_read(ti, fdval(ti, a[0]), getw_long(a + 1), a[3], pos, &k);
    return e ? fs_throw_io(ti, e, NULL) : ret_int(r, (i32)k);
}
int FileDispatcher_read(ThreadInfo *ti, const u32 *a, u32 *r) { return transfer(ti, a, r, false, -1); }
int FileDispatcher_pread(ThreadInfo *ti, const u32 *a, u32 *r) { return transfer(ti, a, r, false, getw_long(a + 4)); }
int FileDispatcher_write(ThreadInfo *ti, const u32 *a, u32 *r) { return transfer(ti, a, r, true, -1); }
int FileDispatcher_pwrite(ThreadInfo *ti, const u32 *a, u32 *r) { return transfer(ti, a, r, true, getw_long(a + 4)); }

/* Vectors: n pairs of (address, length), 8 bytes each. */
static int vectored(ThreadInfo *ti, const u32 *a, u32 *r, bool write) {
    i64 at = getw_long(a + 1), total = 0, v[2], k;
    if (write && fdval(ti, a[0]) < FIRST_FD) {
        if (bd_output(ti)) return NAT_BLOCK;
    } else {
        STEP();
    }
    for (u32 i = 0; i < a[3]; i++) {
        const u8 *p = offheap_at(ti, offheap_add(at, 16 * (i64)i), 16);
        if (!p) return fs_throw_io(ti, EFAULT, NULL);
        memcpy(v, p, 16);
        if (v[1] <= 0) continue;
        int e = write ? channel_write(ti, fdval(ti, a[0]), v[0], (u64)v[1], -1, &k)
                      : channel_read(ti, fdval(ti, a[0]), v[0], (u64)v[1], -1, &k);
        if (e) return fs_throw_io(ti, e, NULL);
        if (k < 0) return ret_long(r, total ? total : -1);
        total += k;
        if (k < v[1]) break;
    }
    return ret_long(r, total);
}
int FileDispatcher_readv(ThreadInfo *ti, const u32 *a, u32 *r) { return vectored(ti, a, r, false); }
int FileDispatcher_writev(ThreadInfo *ti, const u32 *a, u32 *r) { return vectored(ti, a, r, true); }

/* --- position, size --- */

int FileDispatcher_seek(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 at, off = getw_long(a + 1); /* < 0: ask */
    STEP();
    int e = fs_seek(ti, fdval(ti, a[0]), off < 0 ? 0 : off, off < 0 ? SEEK_CUR : SEEK_SET, &at);
    return e ? fs_throw_io(ti, e, NULL) : ret_long(r, at);
}
int FileDispatcher_truncate(ThreadInfo *ti, const u32 *a, u32 *r) {
    STEP();
    int e = fs_truncate(ti, fdval(ti, a[0]), getw_long(a + 1));
    return e ? fs_throw_io(ti, e, NULL) : ret_int(r, 0);
}
int FileDispatcher_size(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    STEP();
    int e = fs_fstat(ti, fdval(ti, a[0]), &st);
    return e ? fs_throw_io(ti, e, NULL) : ret_long(r, st.size);
}
int FileDispatcher_available(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    i64 at = 0;
    STEP();
    int e = fs_fstat(ti, fdval(ti, a[0]), &st);
    if (!e && st.kind == FK_FILE) e = fs_seek(ti, fdval(ti, a[0]), 0, SEEK_CUR, &at);
    i64 k = st.size - at;
    return e ? fs_throw_io(ti, e, NULL) : ret_int(r, k < 0 ? 0 : k > 0x7fffffff ? 0x7fffffff : (i32)k);
}
int FileDispatcher_isOther(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    int e = fs_fstat(ti, fdval(ti, a[0]), &st);
    return e ? fs_throw_io(ti, e, NULL) : ret_int(r, st.kind == FK_OTHER);
}
int FileDispatcher_close(ThreadInfo *ti, const u32 *a, u32 *r) {
    int fd = fdval(ti, a[0]);
    int e = fd < 0 ? 0 : fs_close(ti, fd);
    return e ? fs_throw_io(ti, e, NULL) : NAT_OK;
}
int FileDispatcher_closeInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    int e = (i32)a[0] < 0 ? 0 : fs_close(ti, (int)a[0]);
    return e ? fs_throw_io(ti, e, NULL) : NAT_OK;
}

/* --- mapping: shared with the file, or a private copy --- */

enum { MAP_RO, MAP_RW, MAP_PV }; /* FileChannelImpl */

static int map(ThreadInfo *ti, int fd, i32 prot, i64 pos, i64 len, u32 *r) {
    i64 addr;
    u64 k;
    Ref node = 0;
    if (pos < 0 || len < 0 || pos > 0x7fffffff || len > 0x7fffffff - pos) return fs_throw_io(ti, EINVAL, NULL);
    STEP();
    if (prot != MAP_PV && len) {
        int err = fs_map(ti, fd, pos + len, &node);
        if (err) return fs_throw_io(ti, err, NULL);
    }
    if (node) {
        NAT_TRY(offheap_map(ti, node, (u32)pos, &addr));
        return ret_long(r, addr);
    }
    NAT_TRY(offheap_alloc(ti, len ? (u64)len : 1, &addr));
    if (!addr) return throw_new(ti, "java/lang/OutOfMemoryError", "Map failed");
    ElementInfo *owner;
    u8 *p = offheap_rw(ti, addr, (u64)len, &owner);
    int e = p ? fs_read(ti, fd, p, (u64)len, pos, &k) : EFAULT;
    return e ? fs_throw_io(ti, e, NULL) : ret_long(r, addr);
}
int FileChannel_map(ThreadInfo *ti, const u32 *a, u32 *r) { /* 17: this, prot, position, length, sync */
    FieldInfo *f = ci_find_field(ei_class(ti->ks->heap, ei(ti->ks->heap, a[0])), "fd");
    return map(ti, f ? fdval(ti, get_ref(ti->ks->heap, a[0], f->offset)) : -1, (i32)a[1], getw_long(a + 2),
               getw_long(a + 4), r);
}
int FileDispatcher_map(ThreadInfo *ti, const u32 *a, u32 *r) { /* fd, prot, position, length, sync */
    return map(ti, fdval(ti, a[0]), (i32)a[1], getw_long(a + 2), getw_long(a + 4), r);
}
int FileChannel_unmap(ThreadInfo *ti, const u32 *a, u32 *r) {
    NAT_TRY(offheap_free(ti, getw_long(a)));
    return ret_int(r, 0);
}
int FileChannel_granularity(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 4096); }
int FileChannel_maxTransfer(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 0x7ffff000); }

/* --- IOUtil --- */

int IOUtil_fdVal(ThreadInfo *ti, const u32 *a, u32 *r) {
    return a[0] ? ret_int(r, fdval(ti, a[0])) : throw_no_msg(ti, "java/lang/NullPointerException");
}
int IOUtil_setfdVal(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    nat_set_int(ti, a[0], NF_FD_FD, (i32)a[1]);
    return NAT_OK;
}
int IOUtil_iovMax(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1024); }
int IOUtil_fdLimit(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 65536); }
int IOUtil_writevMax(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_long(r, 0x7fffffff); }

/* FileKey: (device, inode). 17 sets fields of `this`, later ones fill a long[2]. */
int FileKey_init17(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    Heap *h = ti->ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, a[0]));
    int e = fs_fstat(ti, fdval(ti, a[1]), &st);
    if (e) return fs_throw_io(ti, e, NULL);
    FieldInfo *d = ci_find_field(ci, "st_dev"), *i = ci_find_field(ci, "st_ino");
    if (d) put_u64(h, a[0], d->offset, st.dev);
    if (i) put_u64(h, a[0], i->offset, st.ino);
    return NAT_OK;
}
int FileKey_init(ThreadInfo *ti, const u32 *a, u32 *r) {
    FsStat st;
    int e = fs_fstat(ti, fdval(ti, a[0]), &st);
    if (e) return fs_throw_io(ti, e, NULL);
    if (a[1] && arr_len(ti->ks->heap, a[1]) >= 2) {
        put_u64(ti->ks->heap, a[1], OBJ_HEADER, st.dev);
        put_u64(ti->ks->heap, a[1], OBJ_HEADER + 8, st.ino);
    }
    return NAT_OK;
}

/* ExtendedMapMode goes through a method handle to reach MapMode's private constructor. */
int ExtendedMapMode_new(ThreadInfo *ti, const u32 *a, u32 *r) {
    ClassInfo *ci;
    Ref m;
    NAT_TRY(nat_class_named(ti, "java/nio/channels/FileChannel$MapMode", &ci));
    NAT_TRY(ensure_init(ti, ci));
    FieldInfo *f = ci_find_field(ci, "name");
    NAT_TRY(nat_new(ti, ci, &m));
    if (f) put_ref(ti->ks->heap, m, f->offset, a[0]);
    return ret_ref(r, m);
}
