/* fs_fd.c -- descriptors of the contained file system. 0 is the host's standard input in a plain run
 * and empty in a search; 1 and 2 are the program's output. */
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FD_MAX = 65536 };

static Heap *H(ThreadInfo *ti) { return ti->ks->heap; }

static Ref fds(ThreadInfo *ti) {
    Ref t = 0;
    return nat_root_get(ti, NR_FDS, &t) == NAT_OK ? t : 0;
}

static Ref entry(ThreadInfo *ti, int fd) {
    Ref t = fds(ti);
    if (fd < FIRST_FD || !t || (u32)(fd - FIRST_FD) >= arr_len(H(ti), t)) return 0;
    return get_ref(H(ti), t, OBJ_HEADER + 4 * (u32)(fd - FIRST_FD));
}

static i64 word(ThreadInfo *ti, Ref e, u32 i) {
    return (i64)get_u64(H(ti), get_ref(H(ti), e, OBJ_HEADER + 4), OBJ_HEADER + 8 * i);
}
static void set_word(ThreadInfo *ti, Ref e, u32 i, i64 v) {
    put_u64(H(ti), get_ref(H(ti), e, OBJ_HEADER + 4), OBJ_HEADER + 8 * i, (u64)v);
}

/* The node of a descriptor. One that was opened on the host's file follows the overlay when another
 * descriptor has written to the path since. */
static Ref node_of(ThreadInfo *ti, Ref e) {
    Ref node = get_ref(H(ti), e, OBJ_HEADER);
    if (fs_meta(ti, node, FM_LINKED) || fs_slot(ti, node, 1)) return node;
    char path[FS_PATH];
    fs_bytes(ti, fs_slot(ti, node, 0), path);
    Ref now = fs_find(ti, path);
    if (!now || fs_meta(ti, now, FM_KIND) != FK_FILE) return node;
    put_ref(H(ti), e, OBJ_HEADER, now);
    return now;
}

/* The devices a program may open: they need no host. Random bytes are a fixed function of the
 * position, so that a path that draws the same numbers of them gets the same ones. */
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"};
static int device(const char *path) {
    for (int i = 0; i < 4; i++)
        if (!strcmp(path, devices[i])) return i;
    return -1;
}
bool fs_is_device(const char *path) { return device(path) >= 0; }
static u64 device_read(int dev, u8 *p, u64 n, u64 at) {
    if (dev == 0) return 0;
    for (u64 i = 0; i < n; i++) p[i] = dev == 1 ? 0 : (u8)mix64(at + i, 0x7261);
    return n;
}

/* An entry for `node` in the lowest free slot. */
static int new_fd(ThreadInfo *ti, Ref node, i64 flags, int *fd) {
    Heap *h = H(ti);
    u32 mark = handle_mark(h), i = 0;
    Ref e, w, t, old = fds(ti);
    u32 n = old ? arr_len(h, old) : 0;
    int r = nat_hold(ti, node);
    if (r == NAT_OK) r = nat_new_array(ti, ti->ks->cs->object, 3, &e);
    if (r == NAT_OK) r = nat_hold(ti, e);
    if (r == NAT_OK) r = nat_new_prims(ti, T_LONG, 2, &w);
    if (r != NAT_OK) goto out;
    put_ref(h, e, OBJ_HEADER, node);
    put_ref(h, e, OBJ_HEADER + 4, w);
    set_word(ti, e, 0, flags);
    while (i < n && get_u32(h, old, OBJ_HEADER + 4 * i)) i++;
    if (i >= FD_MAX) {
        handle_release(h, mark);
        return EMFILE;
    }
    if (i == n) {
        r = nat_new_array(ti, ti->ks->cs->object, n + 8, &t);
        if (r != NAT_OK) goto out;
        if (n) mem_copy(arr_data(h, t), arr_data(h, old), 4 * n);
        r = nat_root_set(ti, NR_FDS, t);
        if (r != NAT_OK) goto out;
    }
    put_ref(h, fds(ti), OBJ_HEADER + 4 * i, e);
    *fd = FIRST_FD + (int)i;
out:
    handle_release(h, mark);
    return -r;
}

int fs_open(ThreadInfo *ti, const char *path, int flags, u32 mode, int *fd) {
    char at[FS_PATH];
    FsStat st;
    Ref node = 0;
    bool write = (flags & O_ACCMODE) != O_RDONLY, may = true;
    bool follow = !(flags & O_NOFOLLOW) && !((flags & O_CREAT) && (flags & O_EXCL));
    int e = fs_lookup_readable(ti, path, follow, at, &st, &node, &may);
    if (e == ENOENT && (flags & O_CREAT) && (e = fs_resolve(ti, path, follow, at)) == 0) {
        char up[FS_PATH];
        FsStat us;
        Ref un;
        snprintf(up, sizeof up, "%s", at);
        char *s = strrchr(up, '/');
        if (s == up) s[1] = 0;
        else *s = 0;
        if ((e = fs_lstat(ti, up, &us, &un)) != 0) return e;
        if (us.kind != FK_DIR) return ENOTDIR;
        if (un ? !(us.mode & 0200) && getuid() != 0 : access(up, W_OK) != 0) return EACCES;
        size_t n = strlen(path);
        if (n && path[n - 1] == '/') return EISDIR;
        if ((e = fs_put(ti, at, FK_FILE, mode & 0644, 0, 0, NULL, &node)) != 0) return e;
        st.kind = FK_FILE;
    } else if (e) {
        return e;
    } else {
        if ((flags & O_CREAT) && (flags & O_EXCL)) return EEXIST;
        if (st.kind == FK_LINK) return ELOOP;
        if (st.kind == FK_DIR && write) return EISDIR;
        if (st.kind == FK_OTHER && !fs_is_device(at)) return fs_refuse(ti, path, at);
        int amode = (write ? W_OK : 0) | ((flags & O_ACCMODE) != O_WRONLY ? R_OK : 0);
        if (st.kind == FK_FILE && (e = fs_access(ti, at, amode)) != 0) return e;
        bool emptied = write && (flags & O_TRUNC) && st.kind == FK_FILE;
        if (!may && !emptied && st.kind != FK_OTHER) return fs_refuse(ti, path, at);
    }
    bool detached = false;
    if (!node) { /* the host's: a view, or a node of its own when it may be written */
        if (st.kind == FK_FILE) {
            int hfd;
            if (may && (e = host_open(ti, at, &hfd)) != 0) return e;
        }
        if ((e = fs_put(ti, at, st.kind, st.mode & 07777, 0, st.size, st.kind == FK_FILE ? at : NULL, &node)) != 0)
            return e;
        fs_set_meta(ti, node, FM_MTIME, st.mtime);
        detached = !write || st.kind == FK_OTHER;
    }
    u32 mark = handle_mark(H(ti));
    if (nat_hold(ti, node) != NAT_OK) return -NAT_ERROR;
    if (detached) e = fs_drop(ti, at);
    if (!e && write && (flags & O_TRUNC) && st.kind == FK_FILE && fs_meta(ti, node, FM_SIZE)) {
        put_ref(H(ti), node, OBJ_HEADER + 4, 0);
        put_ref(H(ti), node, OBJ_HEADER + 12, 0);
        fs_set_meta(ti, node, FM_SIZE, 0);
        fs_set_meta(ti, node, FM_MTIME, clock_epoch(ti));
    }
    if (!e) e = new_fd(ti, node, flags, fd);
    handle_release(H(ti), mark);
    return e;
}

int fs_close(ThreadInfo *ti, int fd) {
    if (fd >= 0 && fd < FIRST_FD) return 0;
    if (!entry(ti, fd)) return EBADF;
    put_ref(H(ti), fds(ti), OBJ_HEADER + 4 * (u32)(fd - FIRST_FD), 0);
    return 0;
}

bool fs_append(ThreadInfo *ti, int fd) {
    Ref e = entry(ti, fd);
    return e && (word(ti, e, 0) & O_APPEND);
}

const char *fs_fd_path(ThreadInfo *ti, int fd, char *buf) {
    Ref e = entry(ti, fd);
    if (!e) return NULL;
    fs_bytes(ti, fs_slot(ti, get_ref(H(ti), e, OBJ_HEADER), 0), buf);
    return buf;
}

int fs_fstat(ThreadInfo *ti, int fd, FsStat *st) {
    char path[FS_PATH];
    Ref e = entry(ti, fd);
    memset(st, 0, sizeof *st);
    if (fd >= 0 && fd < FIRST_FD) {
        st->kind = FK_OTHER;
        st->mode = S_IFCHR | 0620;
        st->ino = (u64)fd + 1;
        st->nlink = 1;
        return 0;
    }
    if (!e) return EBADF;
    Ref node = node_of(ti, e);
    fs_bytes(ti, fs_slot(ti, node, 0), path);
    if (fs_meta(ti, node, FM_KIND) == FK_OTHER || (!fs_meta(ti, node, FM_LINKED) && fs_slot(ti, node, 3)))
        return host_stat(path, true, st);
    st->kind = (u8)fs_meta(ti, node, FM_KIND);
    st->mode = (u32)fs_meta(ti, node, FM_MODE) | (st->kind == FK_DIR ? S_IFDIR : S_IFREG);
    st->size = fs_meta(ti, node, FM_SIZE);
    st->mtime = st->ctime = fs_meta(ti, node, FM_MTIME);
    st->atime = fs_meta(ti, node, FM_ATIME);
    st->ino = (u64)fs_meta(ti, node, FM_INO);
    st->dev = FS_DEVICE;
    st->nlink = (u32)fs_meta(ti, node, FM_LINKED);
    st->uid = (u32)getuid();
    st->gid = (u32)getgid();
    return 0;
}

int fs_read(ThreadInfo *ti, int fd, u8 *p, u64 n, i64 pos, u64 *done) {
    *done = 0;
    if (fd == 0) { /* a search has no input: what a person types would differ from path to path */
        if (ti->ks->search || !ti->ks->booted) {
            ti->ks->input_asked |= ti->ks->booted;
            return 0;
        }
        ssize_t k = read(0, p, n);
        if (k < 0) return errno;
        *done = (u64)k;
        return 0;
    }
    Ref e = entry(ti, fd);
    if (!e || (word(ti, e, 0) & O_ACCMODE) == O_WRONLY) return EBADF;
    Ref node = node_of(ti, e), data = fs_slot(ti, node, 1);
    if (fs_meta(ti, node, FM_KIND) == FK_DIR) return EISDIR;
    i64 at = pos < 0 ? word(ti, e, 1) : pos, size = fs_meta(ti, node, FM_SIZE);
    if (fs_meta(ti, node, FM_KIND) == FK_OTHER) {
        char path[FS_PATH];
        fs_bytes(ti, fs_slot(ti, node, 0), path);
        *done = device_read(device(path), p, n, (u64)at);
        if (pos < 0 && *done) set_word(ti, e, 1, at + (i64)*done);
        return 0;
    }
    bool endless = !size && !data && fs_slot(ti, node, 3); /* the kernel's files say they are empty */
    if ((at < size || endless) && n) {
        u64 k = endless || n < (u64)(size - at) ? n : (u64)(size - at);
        if (data) {
            mem_copy(p, arr_data(H(ti), data) + at, k);
        } else if (fs_slot(ti, node, 3)) {
            char path[FS_PATH];
            int hfd, err;
            fs_bytes(ti, fs_slot(ti, node, 3), path);
            if ((err = host_open(ti, path, &hfd)) != 0) return err;
            ssize_t got = pread(hfd, p, k, (off_t)at);
            if (got < 0) return errno;
            k = (u64)got;
        } else {
            mem_fill(p, 0, k);
        }
        *done = k;
        if (pos < 0 && k) set_word(ti, e, 1, at + (i64)k);
    }
    return 0;
}

/* Grow or shrink; what is new reads as zeros. */
static int resize(ThreadInfo *ti, Ref node, i64 size) {
    int e = fs_materialize(ti, node, (u64)size);
    if (e) return e;
    Ref data = fs_slot(ti, node, 1);
    i64 old = fs_meta(ti, node, FM_SIZE);
    if (data && size < old) { /* no stale bytes: the state is a function of the content */
        u8 *p = arr_data(H(ti), data) + size;
        heap_log_range(H(ti), ei(H(ti), data), p, (u64)(old - size));
        mem_fill(p, 0, (size_t)(old - size));
    }
    fs_set_meta(ti, node, FM_SIZE, size);
    fs_set_meta(ti, node, FM_MTIME, clock_epoch(ti));
    return 0;
}

int fs_map(ThreadInfo *ti, int fd, i64 end, Ref *out) {
    char path[FS_PATH];
    Ref e = entry(ti, fd), node;
    *out = 0;
    if (!e) return EBADF;
    node = node_of(ti, e);
    if (fs_meta(ti, node, FM_KIND) != FK_FILE) return EACCES;
    if (!fs_meta(ti, node, FM_LINKED)) {
        fs_bytes(ti, fs_slot(ti, node, 0), path);
        if (!fs_slot(ti, node, 3) || fs_find(ti, path)) return 0; /* deleted */
        i64 mtime = fs_meta(ti, node, FM_MTIME);
        int err =
            fs_put(ti, path, FK_FILE, (u32)fs_meta(ti, node, FM_MODE), 0, fs_meta(ti, node, FM_SIZE), path, &node);
        if (err) return err;
        fs_set_meta(ti, node, FM_MTIME, mtime);
        put_ref(H(ti), e, OBJ_HEADER, node);
    }
    *out = node;
    return fs_materialize(ti, node, (u64)end);
}

int fs_write(ThreadInfo *ti, int fd, const u8 *p, u64 n, i64 pos, u64 *done) {
    *done = 0;
    if (fd == 1 || fd == 2) {
        int r = nat_print(ti, fd, (const char *)p, n);
        *done = n;
        return -r;
    }
    Ref e = entry(ti, fd);
    if (!e || (word(ti, e, 0) & O_ACCMODE) == O_RDONLY) return EBADF;
    if (n == 0) return 0;
    Ref node = node_of(ti, e);
    if (fs_meta(ti, node, FM_KIND) == FK_OTHER) {
        *done = n;
        return 0;
    }
    i64 size = fs_meta(ti, node, FM_SIZE);
    i64 at = pos >= 0 ? pos : (word(ti, e, 0) & O_APPEND) ? size : word(ti, e, 1);
    i64 end;
    if (__builtin_add_overflow(at, (i64)n, &end) || end > 0x7fffffff) return EFBIG;
    int err = fs_materialize(ti, node, (u64)(end > size ? end : size));
    if (err) return err;
    if (end > size) fs_set_meta(ti, node, FM_SIZE, end);
    Ref data = fs_slot(ti, node, 1);
    u8 *d = arr_data(H(ti), data) + at;
    heap_log_range(H(ti), ei(H(ti), data), d, n);
    mem_copy(d, p, n);
    fs_set_meta(ti, node, FM_MTIME, clock_epoch(ti));
    if (pos < 0) set_word(ti, e, 1, end);
    *done = n;
    return 0;
}

int fs_seek(ThreadInfo *ti, int fd, i64 off, int whence, i64 *at) {
    Ref e = entry(ti, fd);
    if (fd >= 0 && fd < FIRST_FD) return ESPIPE;
    if (!e) return EBADF;
    i64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? word(ti, e, 1) : fs_meta(ti, node_of(ti, e), FM_SIZE);
    if (__builtin_add_overflow(base, off, at) || *at < 0) return EINVAL;
    if (*at != word(ti, e, 1)) set_word(ti, e, 1, *at);
    return 0;
}

int fs_truncate(ThreadInfo *ti, int fd, i64 size) {
    Ref e = entry(ti, fd);
    if (!e || (word(ti, e, 0) & O_ACCMODE) == O_RDONLY) return EINVAL;
    if (size < 0) return EINVAL;
    if (size > 0x7fffffff) return EFBIG;
    return resize(ti, node_of(ti, e), size);
}

/* --- directory streams: a snapshot of the names in the descriptor's third slot --- */

int fs_fdopendir(ThreadInfo *ti, int fd) {
    Heap *h = H(ti);
    Ctx *cx = ti->ks->cx;
    char path[FS_PATH];
    FsNames v;
    ClassInfo *bytes;
    Ref e = entry(ti, fd), arr, name;
    if (!e) return EBADF;
    fs_fd_path(ti, fd, path);
    int err = fs_list(ti, path, true, &v);
    if (err) return err;
    u32 mark = handle_mark(h);
    int r = ci_array_of(ti->ks->cs, ti->ks->cs->prim[T_BYTE], &bytes) == ST_OK ? NAT_OK : NAT_ERROR;
    if (r == NAT_OK) r = nat_new_array(ti, bytes, v.n, &arr);
    if (r == NAT_OK) r = nat_hold(ti, arr);
    for (u32 i = 0; i < v.n && r == NAT_OK; i++) {
        r = nat_bytes(ti, (const u8 *)v.v[i], (u32)strlen(v.v[i]), &name);
        if (r == NAT_OK) put_ref(h, arr, OBJ_HEADER + 4 * i, name);
    }
    handle_release(h, mark);
    fs_names_free(cx, &v);
    if (r != NAT_OK) return -r;
    put_ref(h, e, OBJ_HEADER + 8, arr);
    set_word(ti, e, 1, 0);
    return 0;
}

int fs_opendir(ThreadInfo *ti, const char *path, int *fd) {
    FsStat st;
    int e = fs_stat(ti, path, true, &st);
    if (e) return e;
    if (st.kind != FK_DIR) return ENOTDIR;
    if ((e = fs_open(ti, path, O_RDONLY, 0, fd)) != 0) return e;
    e = fs_fdopendir(ti, *fd);
    if (e) fs_close(ti, *fd);
    return e;
}

/* *name: a byte[] of the stream, 0 at its end. */
int fs_readdir(ThreadInfo *ti, int fd, Ref *name) {
    Ref e = entry(ti, fd), arr = e ? get_ref(H(ti), e, OBJ_HEADER + 8) : 0;
    *name = 0;
    if (!arr) return EBADF;
    i64 i = word(ti, e, 1);
    if (i >= (i64)arr_len(H(ti), arr)) return 0;
    *name = get_ref(H(ti), arr, OBJ_HEADER + 4 * (u32)i);
    set_word(ti, e, 1, i + 1);
    return 0;
}
