/* dir.c -- a directory as a source of classes. Files are opened relative to a descriptor taken at
 * the start, so a later chdir or rename of the directory changes nothing. */
#include "classfile/source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct DirSource {
    Source base;
    int fd;
} DirSource;

/* Only names that stay inside: no empty, "." or ".." component. */
static bool name_stays_inside(const char *s) {
    while (true) {
        size_t n = strcspn(s, "/");
        if (n == 0 || (n == 1 && s[0] == '.') || (n == 2 && s[0] == '.' && s[1] == '.')) return false;
        if (!s[n]) return true;
        s += n + 1;
    }
}

static Status slurp(Source *s, int fd, const char *name, size_t size, Resource *out) {
    Ctx *cx = s->cx;
    u8 *p = cx_alloc(cx, size);
    if (!p) return ST_ERROR;
    size_t got = 0;
    while (got < size) {
        ssize_t k = read(fd, p + got, size - got);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0) {
            int e = errno;
            cx_free(cx, p, size);
            return cx_fail(cx, ERR_IO, "%s/%s: %s", s->path, name, strerror(e));
        }
        if (k == 0) break; /* shrank while we read: give what there was */
        got += (size_t)k;
    }
    if (got < size) {
        u8 *q = cx_realloc(cx, p, size, got);
        if (!q) {
            cx_free(cx, p, size);
            return ST_ERROR;
        }
        p = q;
    }
    *out = (Resource){p, got, true, cx, s->path};
    return ST_OK;
}

static Status dir_find(Source *s, const char *name, Resource *out, bool *found) {
    DirSource *d = (DirSource *)s;
    if (!name_stays_inside(name)) return ST_OK;
    /* O_NONBLOCK: a fifo must not stop us */
    int fd = openat(d->fd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        switch (errno) {
        case ENOENT:
        case ENOTDIR:
        case ENAMETOOLONG:
        case ELOOP:
        case ENXIO:
        case EILSEQ:
        case EINVAL: return ST_OK;
        default: return cx_fail(s->cx, ERR_IO, "%s/%s: %s", s->path, name, strerror(errno));
        }
    }
    struct stat sb;
    Status st = ST_OK;
    if (fstat(fd, &sb) != 0) {
        st = cx_fail(s->cx, ERR_IO, "%s/%s: %s", s->path, name, strerror(errno));
    } else if (S_ISREG(sb.st_mode)) {
        if (sb.st_size > RES_MAX) st = cx_fail(s->cx, ERR_IO, "%s/%s: file too large", s->path, name);
        else if ((st = slurp(s, fd, name, (size_t)sb.st_size, out)) == ST_OK) *found = true;
    }
    close(fd);
    return st;
}

/* --- walking, in byte order of names, so that every machine sees the same order --- */

typedef struct Walk {
    DirSource *d;
    Status (*fn)(void *u, const char *name);
    void *u;
    char path[PATH_MAX];
} Walk;
typedef struct Seen { /* the directories above, against cycles of symbolic links */
    const struct Seen *up;
    dev_t dev;
    ino_t ino;
} Seen;
typedef VEC(char *) Names;

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static Status list(Ctx *cx, DIR *dp, Names *names) {
    for (struct dirent *e; (e = readdir(dp)) != NULL;) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *s = cx_strndup(cx, e->d_name, strlen(e->d_name));
        if (!s) return ST_ERROR;
        if (vec_push(cx, names, s) != ST_OK) {
            cx_free(cx, s, strlen(s) + 1);
            return ST_ERROR;
        }
    }
    mem_sort(names->v, names->n, sizeof *names->v, by_name);
    return ST_OK;
}

static Status walk(Walk *w, int fd, size_t len, const Seen *up);

static Status visit(Walk *w, int dfd, size_t len, const char *name, const Seen *seen) {
    size_t n = strlen(name);
    if (len + n + 2 > sizeof w->path) return ST_OK;
    mem_copy(w->path + len, name, n + 1);
    struct stat sb;
    if (fstatat(dfd, name, &sb, 0) != 0) return ST_OK; /* gone, or a dangling link */
    if (S_ISREG(sb.st_mode)) return w->fn(w->u, w->path);
    if (!S_ISDIR(sb.st_mode)) return ST_OK;
    for (const Seen *s = seen; s; s = s->up)
        if (s->dev == sb.st_dev && s->ino == sb.st_ino) return ST_OK;
    int sub = openat(dfd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (sub < 0) return ST_OK;
    memcpy(w->path + len + n, "/", 2);
    return walk(w, sub, len + n + 1, seen); /* closes sub */
}

static Status walk(Walk *w, int fd, size_t len, const Seen *up) {
    Ctx *cx = w->d->base.cx;
    struct stat sb;
    DIR *dp;
    if (fstat(fd, &sb) != 0 || (dp = fdopendir(fd)) == NULL) {
        int e = errno;
        close(fd);
        return cx_fail(cx, ERR_IO, "%s/%.*s: %s", w->d->base.path, (int)len, w->path, strerror(e));
    }
    Seen here = {up, sb.st_dev, sb.st_ino};
    Names names = {0};
    Status st = list(cx, dp, &names);
    for (u32 i = 0; i < names.n && st == ST_OK; i++) st = visit(w, dirfd(dp), len, names.v[i], &here);
    for (u32 i = 0; i < names.n; i++) cx_free(cx, names.v[i], strlen(names.v[i]) + 1);
    vec_free(cx, &names);
    closedir(dp);
    return st;
}

static Status dir_each(Source *s, Status (*fn)(void *u, const char *name), void *u) {
    DirSource *d = (DirSource *)s;
    Walk *w = cx_alloc(s->cx, sizeof *w);
    if (!w) return ST_ERROR;
    w->d = d;
    w->fn = fn;
    w->u = u;
    int fd = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    Status st = fd < 0 ? cx_fail(s->cx, ERR_IO, "%s: %s", s->path, strerror(errno)) : walk(w, fd, 0, NULL);
    cx_free(s->cx, w, sizeof *w);
    return st;
}

static void dir_close(Source *s) {
    DirSource *d = (DirSource *)s;
    close(d->fd);
    source_fini(s);
    cx_free(s->cx, d, sizeof *d);
}

static const SourceOps dir_ops = {dir_find, dir_each, dir_close};

Status dir_open(Ctx *cx, const char *path, Source **out) {
    DirSource *d = cx_alloc(cx, sizeof *d);
    if (!d) return ST_ERROR;
    d->fd = -1;
    if (source_init(&d->base, &dir_ops, cx, path) != ST_OK) goto bad;
    d->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (d->fd < 0) {
        cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
        goto bad;
    }
    *out = &d->base;
    return ST_OK;
bad:
    source_fini(&d->base);
    cx_free(cx, d, sizeof *d);
    return ST_ERROR;
}
