/* fs.c -- names and directories of the contained file system. See fs.h. */
#include "native/io/hostview.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- paths --- */

static int link_target(ThreadInfo *ti, const char *path, Ref node, char *out) {
    if (node) {
        Ref d = fs_slot(ti, node, 1);
        if (!d) return EINVAL;
        fs_bytes(ti, d, out);
        return 0;
    }
    ssize_t n = readlink(path, out, FS_PATH - 1);
    if (n < 0) return errno;
    out[n] = 0;
    return 0;
}

static void follow_grant(const ThreadInfo *ti, const char *at, Ref node, char *via) {
    char *real = !node && host_may_read(ti, at, via) ? realpath(at, NULL) : NULL;
    snprintf(via, FS_PATH, "%s", real ? real : "");
    free(real);
}

/* via: where the host's own symbolic link led that stands in a place the program may read; "": none did. */
static int resolve(ThreadInfo *ti, const char *path, bool follow, char *out, char *via) {
    char rest[2 * FS_PATH], name[FS_PATH];
    int links = 0;
    size_t n = strlen(path);
    if (n == 0) return ENOENT;
    if (n >= FS_PATH) return ENAMETOOLONG;
    out[0] = via[0] = 0;
    if (path[0] != '/') {
        snprintf(out, FS_PATH, "%s", host_cwd(ti));
        if (!strcmp(out, "/")) out[0] = 0;
    }
    mem_copy(rest, path, n + 1);
    char *p = rest;
    for (;;) {
        while (*p == '/') p++;
        if (!*p) break;
        size_t k = strcspn(p, "/");
        if (k > 255) return ENAMETOOLONG;
        mem_copy(name, p, k);
        name[k] = 0;
        p += k;
        bool last = p[strspn(p, "/")] == 0, slash = *p == '/';
        if (!strcmp(name, ".")) continue;
        if (!strcmp(name, "..")) {
            char *s = strrchr(out, '/');
            if (s) *s = 0;
            continue;
        }
        size_t len = strlen(out);
        if (len + k + 2 > FS_PATH) return ENAMETOOLONG;
        out[len] = '/';
        mem_copy(out + len + 1, name, k + 1);
        FsStat st;
        Ref node;
        int e = fs_lstat(ti, out, &st, &node);
        if (e) {
            if (last && e == ENOENT) return 0;
            return e;
        }
        if (st.kind == FK_LINK && (!last || follow || slash)) {
            char target[2 * FS_PATH];
            if (++links > 40) return ELOOP;
            if ((e = link_target(ti, out, node, target)) != 0) return e;
            follow_grant(ti, out, node, via);
            size_t t = strlen(target), more = strlen(p);
            if (t + more + 2 > sizeof rest) return ENAMETOOLONG;
            mem_move(target + t, p, more + 1);
            mem_copy(rest, target, t + more + 1);
            p = rest;
            if (rest[0] == '/') out[0] = 0;
            else out[len] = 0;
            continue;
        }
        if (!last && st.kind != FK_DIR) return ENOTDIR;
    }
    if (!out[0]) memcpy(out, "/", 2);
    return 0;
}

int fs_resolve(ThreadInfo *ti, const char *path, bool follow, char *out) {
    char via[FS_PATH];
    return resolve(ti, path, follow, out, via);
}

int fs_lookup_readable(ThreadInfo *ti, const char *path, bool follow, char *at, FsStat *st, Ref *node, bool *may) {
    char via[FS_PATH];
    int e = resolve(ti, path, follow, at, via);
    if (e || (e = fs_lstat(ti, at, st, node)) != 0) return e;
    *may = true;
    char host[FS_PATH];
    if (!*node) *may = host_may_read(ti, at, via) && !fs_varies(ti, at, st);
    else if (st->kind == FK_FILE && fs_slot(ti, *node, 3)) {
        fs_bytes(ti, fs_slot(ti, *node, 3), host);
        *may = strcmp(host, at) != 0 || host_may_read(ti, at, via); /* what was moved was looked at then */
    } else if (st->kind == FK_DIR && !fs_meta(ti, *node, FM_OPAQUE)) {
        FsStat under; /* the host's directory, if it has one there, is seen through the overlay's */
        *may = host_may_read(ti, at, via) || host_stat(at, false, &under) != 0;
    }
    return 0;
}

int fs_refuse(ThreadInfo *ti, const char *path, const char *at) {
    bool other = strcmp(path, at) != 0 && strncmp(at, "/proc/", 6) != 0; /* process numbers would differ each time */
    int r = contained_refuse(ti, HOST_READ_KEY ": %s%s%s is not read", path, other ? " -> " : "", other ? at : "");
    return r == NAT_OK ? EACCES : -r;
}

static int lookup(ThreadInfo *ti, const char *path, bool follow, char *at, FsStat *st, Ref *node) {
    int e = fs_resolve(ti, path, follow, at);
    return e ? e : fs_lstat(ti, at, st, node);
}

/* For an entry to be made: 0 when there is none yet. */
static int lookup_new(ThreadInfo *ti, const char *path, char *at) {
    FsStat st;
    Ref node;
    int e = fs_resolve(ti, path, false, at);
    if (e) return e;
    e = fs_lstat(ti, at, &st, &node);
    return e == 0 ? EEXIST : e == ENOENT ? 0 : e;
}

int fs_stat(ThreadInfo *ti, const char *path, bool follow, FsStat *st) {
    char at[FS_PATH];
    Ref node;
    return lookup(ti, path, follow, at, st, &node);
}

/* The parent directory of a resolved path must be there and writable. */
static int parent_ok(ThreadInfo *ti, const char *at) {
    char up[FS_PATH];
    FsStat st;
    Ref node;
    snprintf(up, sizeof up, "%s", at);
    char *s = strrchr(up, '/');
    if (!s) return ENOENT;
    if (s == up) s[1] = 0;
    else *s = 0;
    int e = fs_lstat(ti, up, &st, &node);
    if (e) return e;
    if (st.kind != FK_DIR) return ENOTDIR;
    if (node ? !(st.mode & 0200) && getuid() != 0 : access(up, W_OK) != 0) return EACCES;
    return 0;
}

/* The overlay's node of an existing entry, made from the host's if need be. */
static int own(ThreadInfo *ti, const char *at, const FsStat *st, Ref node, Ref *out) {
    if (node) {
        *out = node;
        return 0;
    }
    char target[FS_PATH];
    Ref data = 0;
    if (st->kind == FK_LINK) {
        int e = link_target(ti, at, 0, target);
        if (e) return e;
        int r = nat_bytes(ti, (const u8 *)target, (u32)strlen(target), &data);
        if (r != NAT_OK) return -r;
    }
    int e = fs_put(ti, at, st->kind, st->mode & 07777, data, st->size, st->kind == FK_FILE ? at : NULL, out);
    if (e == 0) fs_set_meta(ti, *out, FM_MTIME, st->mtime);
    return e;
}

/* --- directories --- */

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int add_name(Ctx *cx, FsNames *v, const char *s) {
    char *d = cx_strndup(cx, s, strlen(s));
    if (!d || vec_push(cx, v, d) != ST_OK) {
        if (d) cx_free(cx, d, strlen(s) + 1);
        return -NAT_ERROR;
    }
    return 0;
}

void fs_names_free(Ctx *cx, FsNames *v) {
    for (u32 i = 0; i < v->n; i++) cx_free(cx, v->v[i], strlen(v->v[i]) + 1);
    vec_free(cx, v);
}

static int list_at(ThreadInfo *ti, const char *at, Ref node, FsNames *v) {
    Ctx *cx = ti->ks->cx;
    char buf[FS_PATH];
    int e = 0;
    u32 n = fs_count(ti);
    if (!node || !fs_meta(ti, node, FM_OPAQUE)) {
        DIR *d = opendir(at);
        if (!d && !node) return errno;
        for (struct dirent *x; d && !e && (x = readdir(d));) {
            if (!strcmp(x->d_name, ".") || !strcmp(x->d_name, "..")) continue;
            if (n && (size_t)snprintf(buf, sizeof buf, "%s/%s", strcmp(at, "/") ? at : "", x->d_name) < sizeof buf &&
                fs_find(ti, buf))
                continue; /* the overlay's entry follows, or there is none any more */
            e = add_name(cx, v, x->d_name);
        }
        if (d) closedir(d);
    }
    size_t k = strcmp(at, "/") ? strlen(at) : 0;
    for (u32 i = 0; i < n && !e; i++) {
        fs_node_path(ti, i, buf);
        if (strncmp(buf, at, k) || buf[k] != '/' || !buf[k + 1] || strchr(buf + k + 1, '/')) continue;
        if (fs_meta(ti, fs_find(ti, buf), FM_KIND) != FK_ABSENT) e = add_name(cx, v, buf + k + 1);
    }
    mem_sort(v->v, v->n, sizeof *v->v, by_name);
    return e;
}

int fs_list(ThreadInfo *ti, const char *path, bool looked_at, FsNames *v) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    bool may;
    memset(v, 0, sizeof *v);
    int e = fs_lookup_readable(ti, path, true, at, &st, &node, &may);
    if (e) return e;
    if (st.kind != FK_DIR) return ENOTDIR;
    if (!may && !looked_at) return fs_refuse(ti, path, at);
    e = list_at(ti, at, node, v);
    if (e) fs_names_free(ti->ks->cx, v);
    return e;
}

int fs_mkdir(ThreadInfo *ti, const char *path, u32 mode) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup_new(ti, path, at);
    if (e || (e = parent_ok(ti, at)) != 0) return e;
    bool hides = host_stat(at, false, &st) == 0;
    if ((e = fs_put(ti, at, FK_DIR, mode & 0755, 0, 4096, NULL, &node)) != 0) return e;
    if (hides) fs_set_meta(ti, node, FM_OPAQUE, 1);
    return 0;
}

/* Entry `at` is gone: an absent node where the host has one, nothing otherwise. */
static int remove_at(ThreadInfo *ti, const char *at) {
    FsStat st;
    Ref node;
    if (host_stat(at, false, &st) == 0) return fs_put(ti, at, FK_ABSENT, 0, 0, 0, NULL, &node);
    return fs_drop(ti, at);
}

int fs_unlink(ThreadInfo *ti, const char *path, bool dir, bool any) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup(ti, path, false, at, &st, &node);
    if (e) return e;
    if (st.kind == FK_DIR) {
        FsNames v = {0};
        if (!dir && !any) return EISDIR;
        if ((e = list_at(ti, at, node, &v)) != 0) return e;
        bool empty = v.n == 0;
        fs_names_free(ti->ks->cx, &v);
        if (!empty) return ENOTEMPTY;
    } else if (dir && !any) {
        return ENOTDIR;
    }
    e = parent_ok(ti, at);
    return e ? e : remove_at(ti, at);
}

static int move_tree(ThreadInfo *ti, const char *a, const char *b) {
    FsStat st;
    Ref node, made;
    int e = fs_lstat(ti, a, &st, &node);
    if (e) return e;
    if (st.kind == FK_DIR) {
        FsNames v = {0};
        bool hides;
        FsStat h;
        if ((e = list_at(ti, a, node, &v)) != 0) return e;
        hides = host_stat(b, false, &h) == 0;
        e = fs_put(ti, b, FK_DIR, st.mode & 07777, 0, 4096, NULL, &made);
        if (!e && hides) fs_set_meta(ti, made, FM_OPAQUE, 1);
        for (u32 i = 0; i < v.n && !e; i++) {
            char x[FS_PATH], y[FS_PATH];
            if ((size_t)snprintf(x, sizeof x, "%s/%s", a, v.v[i]) >= sizeof x ||
                (size_t)snprintf(y, sizeof y, "%s/%s", b, v.v[i]) >= sizeof y)
                e = ENAMETOOLONG;
            else e = move_tree(ti, x, y);
        }
        fs_names_free(ti->ks->cx, &v);
        return e ? e : remove_at(ti, a);
    }
    if (st.kind == FK_OTHER) return EXDEV;
    if (node && st.kind == FK_FILE) {
        e = fs_alias(ti, b, node);
        return e ? e : remove_at(ti, a);
    }
    Ref data = 0;
    char host[FS_PATH], *hp = NULL;
    if (node) {
        data = fs_slot(ti, node, 1);
        if (fs_slot(ti, node, 3)) {
            fs_bytes(ti, fs_slot(ti, node, 3), host);
            hp = host;
        }
    } else if (st.kind == FK_FILE) {
        snprintf(host, sizeof host, "%s", a);
        hp = host;
    } else {
        if ((e = link_target(ti, a, 0, host)) != 0) return e;
        int r = nat_bytes(ti, (const u8 *)host, (u32)strlen(host), &data);
        if (r != NAT_OK) return -r;
    }
    e = fs_put(ti, b, st.kind, st.mode & 07777, data, st.size, hp, &made);
    if (!e) fs_set_meta(ti, made, FM_MTIME, st.mtime);
    return e ? e : remove_at(ti, a);
}

int fs_rename(ThreadInfo *ti, const char *from, const char *to) {
    char a[FS_PATH], b[FS_PATH];
    FsStat sa, sb;
    Ref na, nb;
    bool may;
    int e = fs_lookup_readable(ti, from, false, a, &sa, &na, &may);
    if (e) return e;
    if (!may) return fs_refuse(ti, from, a); /* it would be read by another name */
    if ((e = fs_resolve(ti, to, false, b)) != 0) return e;
    e = fs_lstat(ti, b, &sb, &nb);
    if (e && e != ENOENT) return e;
    if (!strcmp(a, b)) return 0;
    size_t n = strlen(a);
    if (!strncmp(a, b, n) && b[n] == '/') return EINVAL;
    if (!e) {
        if (sb.kind == FK_DIR && sa.kind != FK_DIR) return EISDIR;
        if (sb.kind != FK_DIR && sa.kind == FK_DIR) return ENOTDIR;
        if (sb.kind == FK_DIR) {
            FsNames v = {0};
            if ((e = list_at(ti, b, nb, &v)) != 0) return e;
            bool empty = v.n == 0;
            fs_names_free(ti->ks->cx, &v);
            if (!empty) return ENOTEMPTY;
        }
    }
    if ((e = parent_ok(ti, a)) != 0 || (e = parent_ok(ti, b)) != 0) return e;
    return move_tree(ti, a, b);
}

/* --- links, modes, times --- */

int fs_symlink(ThreadInfo *ti, const char *target, const char *path) {
    char at[FS_PATH];
    Ref node, data;
    int e = lookup_new(ti, path, at);
    if (e || (e = parent_ok(ti, at)) != 0) return e;
    int r = nat_bytes(ti, (const u8 *)target, (u32)strlen(target), &data);
    if (r != NAT_OK) return -r;
    return fs_put(ti, at, FK_LINK, 0777, data, (i64)strlen(target), NULL, &node);
}

int fs_link(ThreadInfo *ti, const char *from, const char *to) {
    char a[FS_PATH], b[FS_PATH];
    FsStat st;
    Ref node;
    bool may;
    int e = fs_lookup_readable(ti, from, false, a, &st, &node, &may);
    if (e || (e = lookup_new(ti, to, b)) != 0 || (e = parent_ok(ti, b)) != 0) return e;
    if (st.kind != FK_FILE) return EPERM;
    if (!may) return fs_refuse(ti, from, a);
    e = own(ti, a, &st, node, &node);
    return e ? e : fs_alias(ti, b, node);
}

int fs_readlink(ThreadInfo *ti, const char *path, char *out) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup(ti, path, false, at, &st, &node);
    if (e) return e;
    return st.kind == FK_LINK ? link_target(ti, at, node, out) : EINVAL;
}

int fs_chmod(ThreadInfo *ti, const char *path, u32 mode) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup(ti, path, true, at, &st, &node);
    if (e || (e = own(ti, at, &st, node, &node)) != 0) return e;
    fs_set_meta(ti, node, FM_MODE, mode & 07777);
    return 0;
}

int fs_utimes(ThreadInfo *ti, const char *path, i64 atime, i64 mtime, bool follow) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup(ti, path, follow, at, &st, &node);
    if (e || (e = own(ti, at, &st, node, &node)) != 0) return e;
    fs_set_meta(ti, node, FM_ATIME, atime);
    fs_set_meta(ti, node, FM_MTIME, mtime);
    return 0;
}

int fs_access(ThreadInfo *ti, const char *path, int amode) {
    char at[FS_PATH];
    FsStat st;
    Ref node;
    int e = lookup(ti, path, true, at, &st, &node);
    if (e) return e;
    if (!node) return access(at, amode) ? errno : 0;
    if (getuid() == 0 && !(amode & X_OK)) return 0;
    if ((amode & R_OK) && !(st.mode & 0400)) return EACCES;
    if ((amode & W_OK) && !(st.mode & 0200)) return EACCES;
    if ((amode & X_OK) && !(st.mode & (getuid() == 0 ? 0111u : 0100u))) return EACCES;
    return 0;
}
