/* fs_node.c -- the overlay's table of nodes. See fs.h. */
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <stdio.h>
#include <unistd.h>

static Heap *H(ThreadInfo *ti) { return ti->ks->heap; }

Ref fs_slot(ThreadInfo *ti, Ref node, u32 i) { return get_ref(H(ti), node, OBJ_HEADER + 4 * i); }

i64 fs_meta(ThreadInfo *ti, Ref node, enum FsMeta m) {
    return (i64)get_u64(H(ti), fs_slot(ti, node, 2), OBJ_HEADER + 8 * (u32)m);
}
void fs_set_meta(ThreadInfo *ti, Ref node, enum FsMeta m, i64 v) {
    put_u64(H(ti), fs_slot(ti, node, 2), OBJ_HEADER + 8 * (u32)m, (u64)v);
}

void fs_bytes(ThreadInfo *ti, Ref b, char *out) {
    u32 n = arr_len(H(ti), b);
    if (n > FS_PATH - 1) n = FS_PATH - 1;
    mem_copy(out, arr_data(H(ti), b), n);
    out[n] = 0;
}

static Ref table(ThreadInfo *ti) {
    Ref t = 0;
    return nat_root_get(ti, NR_FILES, &t) == NAT_OK ? t : 0;
}
u32 fs_count(ThreadInfo *ti) {
    Ref t = table(ti);
    return t ? arr_len(H(ti), t) : 0;
}
static Ref node_at(ThreadInfo *ti, u32 i) { return get_ref(H(ti), table(ti), OBJ_HEADER + 4 * i); }
static Ref content(ThreadInfo *ti, Ref entry) {
    Ref node = fs_slot(ti, entry, 4);
    return node ? node : entry;
}
void fs_node_path(ThreadInfo *ti, u32 i, char *out) { fs_bytes(ti, fs_slot(ti, node_at(ti, i), 0), out); }

static int compare(ThreadInfo *ti, Ref bytes, const char *path, size_t n) {
    u32 len = arr_len(H(ti), bytes);
    int c = mem_cmp(arr_data(H(ti), bytes), path, len < n ? len : n);
    return c ? c : len < n ? -1 : len > n;
}

/* Index of the first node that is not before `path`. */
static u32 lower(ThreadInfo *ti, const char *path, bool *found) {
    size_t n = strlen(path);
    u32 lo = 0, hi = fs_count(ti);
    *found = false;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        int c = compare(ti, fs_slot(ti, node_at(ti, mid), 0), path, n);
        if (c == 0) {
            *found = true;
            return mid;
        }
        if (c < 0) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

Ref fs_find(ThreadInfo *ti, const char *path) {
    if (fs_count(ti) == 0) return 0;
    bool found;
    u32 i = lower(ti, path, &found);
    return found ? content(ti, node_at(ti, i)) : 0;
}

/* A copy of the table with room for (add) or without (drop) index i. */
static int retable(ThreadInfo *ti, u32 i, bool add, Ref *out) {
    Heap *h = H(ti);
    u32 n = fs_count(ti), m = add ? n + 1 : n - 1;
    if (nat_new_array(ti, ti->ks->cs->object, m, out) != NAT_OK) return -NAT_THROW;
    u32 *d = (u32 *)(void *)arr_data(h, *out);
    const u32 *s = n ? (const u32 *)(const void *)arr_data(h, table(ti)) : NULL;
    for (u32 k = 0; k < i; k++) d[k] = s[k];
    if (add)
        for (u32 k = i; k < n; k++) d[k + 1] = s[k];
    else
        for (u32 k = i + 1; k < n; k++) d[k - 1] = s[k];
    return 0;
}

/* An inode number no node of the table has: of the path, so that it does not depend on the host. */
static i64 new_ino(ThreadInfo *ti, const char *path) {
    for (u64 k = 1;; k++) {
        i64 ino = (i64)(hash_bytes(path, strlen(path), k) >> 1);
        u32 i = 0, n = fs_count(ti);
        while (i < n && fs_meta(ti, content(ti, node_at(ti, i)), FM_INO) != ino) i++;
        if (i == n) return ino;
    }
}

static int new_node(ThreadInfo *ti, const char *path, u8 kind, u32 mode, Ref data, i64 size, const char *host,
                    Ref *out) {
    Heap *h = H(ti);
    Ref v;
    if (data && nat_hold(ti, data) != NAT_OK) return -NAT_ERROR;
    int r = nat_new_array(ti, ti->ks->cs->object, 5, out);
    if (r == NAT_OK) r = nat_hold(ti, *out);
    if (r == NAT_OK) r = nat_bytes(ti, (const u8 *)path, (u32)strlen(path), &v);
    if (r != NAT_OK) return -r;
    put_ref(h, *out, OBJ_HEADER, v);
    put_ref(h, *out, OBJ_HEADER + 4, data);
    r = nat_new_prims(ti, T_LONG, FM_N, &v);
    if (r != NAT_OK) return -r;
    put_ref(h, *out, OBJ_HEADER + 8, v);
    if (host) {
        r = nat_bytes(ti, (const u8 *)host, (u32)strlen(host), &v);
        if (r != NAT_OK) return -r;
        put_ref(h, *out, OBJ_HEADER + 12, v);
    }
    fs_set_meta(ti, *out, FM_KIND, kind);
    fs_set_meta(ti, *out, FM_MODE, mode);
    fs_set_meta(ti, *out, FM_SIZE, size);
    fs_set_meta(ti, *out, FM_MTIME, clock_epoch(ti));
    fs_set_meta(ti, *out, FM_ATIME, clock_epoch(ti));
    fs_set_meta(ti, *out, FM_INO, new_ino(ti, path));
    return 0;
}

/* The file of an entry has one name more or less. */
static void count_name(ThreadInfo *ti, Ref entry, int by) {
    Ref node = content(ti, entry);
    fs_set_meta(ti, node, FM_LINKED, fs_meta(ti, node, FM_LINKED) + by);
}

/* Put a node that is not yet counted into the table. */
static int enter(ThreadInfo *ti, const char *path, Ref node) {
    Ref t;
    bool found;
    u32 i = lower(ti, path, &found);
    if (found) {
        count_name(ti, node_at(ti, i), -1);
        put_ref(H(ti), table(ti), OBJ_HEADER + 4 * i, node);
    } else {
        int e = retable(ti, i, true, &t);
        if (e) return e;
        put_ref(H(ti), t, OBJ_HEADER + 4 * i, node);
        if ((e = -nat_root_set(ti, NR_FILES, t)) != 0) return e;
    }
    count_name(ti, node, 1);
    return 0;
}

int fs_put(ThreadInfo *ti, const char *path, u8 kind, u32 mode, Ref data, i64 size, const char *host, Ref *node) {
    u32 mark = handle_mark(H(ti));
    int e = new_node(ti, path, kind, mode, data, size, host, node);
    if (e == 0) e = enter(ti, path, *node);
    handle_release(H(ti), mark);
    return e;
}

int fs_alias(ThreadInfo *ti, const char *path, Ref node) {
    u32 mark = handle_mark(H(ti));
    Ref entry;
    int r = nat_hold(ti, node);
    int e = r == NAT_OK ? new_node(ti, path, FK_FILE, 0, 0, 0, NULL, &entry) : -r;
    if (e == 0) {
        fs_set_meta(ti, entry, FM_INO, 0);
        put_ref(H(ti), entry, OBJ_HEADER + 16, node);
        e = enter(ti, path, entry);
    }
    handle_release(H(ti), mark);
    return e;
}

int fs_drop(ThreadInfo *ti, const char *path) {
    bool found;
    Ref t;
    u32 i = fs_count(ti) ? lower(ti, path, &found) : 0;
    if (!fs_count(ti) || !found) return 0;
    count_name(ti, node_at(ti, i), -1);
    int e = retable(ti, i, false, &t);
    return e ? e : -nat_root_set(ti, NR_FILES, t);
}

/* A resolved path through overlay and host. *node: the overlay's, or 0. */
int fs_lstat(ThreadInfo *ti, const char *path, FsStat *st, Ref *node) {
    Ref n = fs_find(ti, path);
    *node = n;
    memset(st, 0, sizeof *st);
    if (n) {
        st->kind = (u8)fs_meta(ti, n, FM_KIND);
        if (st->kind == FK_ABSENT) return ENOENT;
        st->mode = (u32)fs_meta(ti, n, FM_MODE) & 07777;
        st->mode |= st->kind == FK_DIR ? S_IFDIR : st->kind == FK_LINK ? S_IFLNK : S_IFREG;
        st->size = fs_meta(ti, n, FM_SIZE);
        st->mtime = st->ctime = fs_meta(ti, n, FM_MTIME);
        st->atime = fs_meta(ti, n, FM_ATIME);
        st->ino = (u64)fs_meta(ti, n, FM_INO);
        st->dev = FS_DEVICE;
        st->nlink = st->kind == FK_DIR ? 2 : (u32)fs_meta(ti, n, FM_LINKED);
        st->uid = (u32)getuid();
        st->gid = (u32)getgid();
        if (!ti->ks->clk.read) clock_mark_read(ti, true);
        return 0;
    }
    if (fs_count(ti)) { /* an ancestor in the overlay may hide the host's entry */
        char up[FS_PATH];
        snprintf(up, sizeof up, "%s", path);
        for (char *s; (s = strrchr(up, '/')) && s != up;) {
            *s = 0;
            Ref a = fs_find(ti, up);
            if (!a) continue;
            if (fs_meta(ti, a, FM_KIND) != FK_DIR || fs_meta(ti, a, FM_OPAQUE)) return ENOENT;
            break;
        }
    }
    return host_stat(path, false, st);
}

/* Make the node's content its own, with capacity for at_least bytes. */
int fs_materialize(ThreadInfo *ti, Ref node, u64 at_least) {
    Heap *h = H(ti);
    Ref data = fs_slot(ti, node, 1), v;
    u64 size = (u64)fs_meta(ti, node, FM_SIZE), cap = data ? arr_len(h, data) : 0;
    if (data && at_least <= cap) return 0;
    u64 want = at_least > size ? at_least : size;
    if (data && want < 2 * cap) want = 2 * cap;
    if (want > 0x7fffffff) want = at_least;
    if (want > 0x7fffffff) return EFBIG;
    u32 mark = handle_mark(h);
    int r = nat_hold(ti, node);
    if (r == NAT_OK) r = nat_new_prims(ti, T_BYTE, (u32)want, &v);
    handle_release(h, mark);
    if (r != NAT_OK) return -r;
    data = fs_slot(ti, node, 1);
    if (data) {
        mem_copy(arr_data(h, v), arr_data(h, data), size);
    } else if (fs_slot(ti, node, 3) && size) {
        char host[FS_PATH];
        int fd, e;
        fs_bytes(ti, fs_slot(ti, node, 3), host);
        if ((e = host_open(ti, host, &fd)) != 0) return e;
        for (u64 at = 0; at < size;) {
            ssize_t k = pread(fd, arr_data(h, v) + at, size - at, (off_t)at);
            if (k < 0) return errno;
            if (k == 0) break;
            at += (u64)k;
        }
    }
    put_ref(h, node, OBJ_HEADER + 4, v);
    put_ref(h, node, OBJ_HEADER + 12, 0);
    return 0;
}
