/* fs_host.c -- the host's files as programs see them: opened read-only once, kept open, read by
 * position. Handles are no state: they follow from the path. */
#include "native/io/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

typedef struct HostFile {
    char *path;
    size_t bytes;
    int fd;
} HostFile;

struct HostFiles {
    VEC(HostFile) files; /* most recently opened last */
};

enum { MAX_OPEN = 64 };

static void close_one(Ctx *cx, HostFile *f) {
    close(f->fd);
    cx_free(cx, f->path, f->bytes);
}

void host_files_free(Ctx *cx, struct HostFiles *hf) {
    if (!hf) return;
    for (u32 i = 0; i < hf->files.n; i++) close_one(cx, &hf->files.v[i]);
    vec_free(cx, &hf->files);
    cx_free(cx, hf, sizeof *hf);
}

bool fs_varies(const ThreadInfo *ti, const char *path, const FsStat *st) {
    struct statfs fs;
    if (st->kind == FK_OTHER) return !fs_is_device(path);
    return ti->ks->search && st->kind == FK_FILE && statfs(path, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

int host_open(ThreadInfo *ti, const char *path, int *fd) {
    Ctx *cx = ti->ks->cx;
    Natives *N = natives(ti);
    if (!N->host_files && !(N->host_files = cx_alloc(cx, sizeof *N->host_files))) return -NAT_ERROR;
    struct HostFiles *hf = N->host_files;
    for (u32 i = hf->files.n; i-- > 0;)
        if (!strcmp(hf->files.v[i].path, path)) {
            *fd = hf->files.v[i].fd;
            return 0;
        }
    struct stat st;
    if (stat(path, &st) != 0) return errno;
    /* Pipes and devices would block or answer differently each time. */
    if (!S_ISREG(st.st_mode)) return S_ISDIR(st.st_mode) ? EISDIR : EACCES;
    int n = open(path, O_RDONLY | O_CLOEXEC);
    if (n < 0) return errno;
    HostFile f = {cx_strndup(cx, path, strlen(path)), strlen(path) + 1, n};
    if (!f.path) {
        close(n);
        return -NAT_ERROR;
    }
    if (hf->files.n >= MAX_OPEN) {
        close_one(cx, &hf->files.v[0]);
        mem_move(hf->files.v, hf->files.v + 1, --hf->files.n * sizeof *hf->files.v);
    }
    if (vec_push(cx, &hf->files, f) != ST_OK) {
        close_one(cx, &f);
        return -NAT_ERROR;
    }
    *fd = n;
    return 0;
}

static i64 ns(struct timespec t) { return (i64)t.tv_sec * 1000000000ll + t.tv_nsec; }

int host_stat(const char *path, bool follow, FsStat *o) {
    struct stat st;
    if ((follow ? stat(path, &st) : lstat(path, &st)) != 0) return errno;
    o->kind = S_ISREG(st.st_mode) ? FK_FILE : S_ISDIR(st.st_mode) ? FK_DIR : S_ISLNK(st.st_mode) ? FK_LINK : FK_OTHER;
    o->mode = st.st_mode;
    o->ino = mix64(st.st_ino, st.st_dev) >> 1;
    o->dev = FS_DEVICE;
    o->nlink = (u32)st.st_nlink;
    o->uid = st.st_uid;
    o->gid = st.st_gid;
    o->size = st.st_size;
    o->mtime = ns(st.st_mtim);
    o->atime = ns(st.st_atim);
    o->ctime = ns(st.st_ctim);
    return 0;
}

/* --- exceptions --- */

int fs_throw_io(ThreadInfo *ti, int err, const char *what) {
    if (err < 0) return -err;
    if (what) return throw_new(ti, "java/io/IOException", "%s", what);
    return throw_new(ti, "java/io/IOException", "%s", strerror(err));
}

/* A UnixException carries the errno; nothing on the Java side constructs one for us. */
int fs_throw_unix(ThreadInfo *ti, int err) {
    Heap *h = ti->ks->heap;
    ClassInfo *ci;
    Ref x, bt;
    if (err < 0) return -err;
    NAT_TRY(nat_class_named(ti, "sun/nio/fs/UnixException", &ci));
    NAT_TRY(ensure_init(ti, ci));
    NAT_TRY(nat_new(ti, ci, &x));
    u32 mark = handle_mark(h);
    NAT_TRY(nat_hold(ti, x));
    ClassInfo *thr = ti->ks->cs->throwable;
    static const char *const copy[][2] = {{"stackTrace", "UNASSIGNED_STACK"},
                                          {"suppressedExceptions", "SUPPRESSED_SENTINEL"}};
    for (int i = 0; i < 2; i++) {
        FieldInfo *f = ci_find_field(thr, copy[i][0]), *s = nat_static(thr, copy[i][1]);
        if (f && s) put_ref(h, x, f->offset, get_ref(h, thr->mirror, s->offset));
    }
    FieldInfo *f = ci_find_field(thr, "cause");
    if (f) put_ref(h, x, f->offset, x);
    if ((f = ci_find_field(ci, "errno"))) put_u32(h, x, f->offset, (u32)err);
    Status st = fill_backtrace(ti, x, &bt);
    handle_release(h, mark);
    if (st != ST_OK) return NAT_ERROR;
    nat_set_ref(ti, x, NF_THR_BACKTRACE, bt);
    nat_set_int(ti, x, NF_THR_DEPTH, bt ? (i32)(arr_len(h, bt) / 2) : 0);
    return throw_ref(ti, x);
}
