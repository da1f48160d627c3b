/* disk.c -- files without a name, and vectors in them. Layer 1. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/disk.h"

static Status fail(Disk *d, int error) {
    d->failed = true;
    return cx_fail(d->cx, ERR_STOP, "the folder of search.spill, %.800s: %s (%llu MiB were there)", d->folder,
                   strerror(error), (unsigned long long)(d->bytes >> 20));
}

static int nameless(const char *folder) {
    char name[4096];
    int fd = -1;
#ifdef O_TMPFILE
    fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return fd;
#endif
    if ((size_t)snprintf(name, sizeof name, "%s/jpfpy-XXXXXX", folder) >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkstemp(name);
    if (fd < 0) return -1;
    (void)unlink(name);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

Disk *disk_new(Ctx *cx, const char *folder, const char *key) {
    int fd = nameless(folder);
    if (fd < 0) {
        cx_fail(cx, ERR_CONFIG, "%s=%.800s: no file can be written there: %s", key, folder, strerror(errno));
        return NULL;
    }
    (void)close(fd);
    Disk *d = cx_alloc(cx, sizeof *d);
    if (!d) return NULL;
    d->cx = cx;
    if ((d->folder = cx_strndup(cx, folder, strlen(folder)))) return d;
    cx_free(cx, d, sizeof *d);
    return NULL;
}

void disk_free(Disk *d) {
    if (!d) return;
    cx_free(d->cx, d->folder, strlen(d->folder) + 1);
    cx_free(d->cx, d, sizeof *d);
}

u64 disk_room(const Disk *d) {
    struct statvfs v;
    return statvfs(d->folder, &v) == 0 ? (u64)v.f_bavail * v.f_frsize : 0;
}

static void account(Disk *d, u64 more) {
    d->bytes += more;
    if (d->bytes > d->peak) d->peak = d->bytes;
}

Status disk_open(Disk *d, DiskFile *f) {
    f->bytes = 0;
    f->fd = -1;
    if (d->failed) return fail(d, EIO);
    f->fd = nameless(d->folder);
    return f->fd < 0 ? fail(d, errno) : ST_OK;
}

void disk_close(Disk *d, DiskFile *f) {
    if (f->fd >= 0) (void)close(f->fd);
    f->fd = -1;
    d->bytes -= f->bytes;
    f->bytes = 0;
}

Status disk_append(Disk *d, DiskFile *f, const void *v, size_t n) {
    const u8 *b = v;
    if (d->failed) return fail(d, EIO);
    while (n) {
        ssize_t k = write(f->fd, b, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return fail(d, k < 0 ? errno : ENOSPC);
        b += k;
        n -= (size_t)k;
        f->bytes += (u64)k;
        account(d, (u64)k);
    }
    return ST_OK;
}

Status disk_read(Disk *d, const DiskFile *f, u64 at, void *v, size_t n) {
    u8 *b = v;
    if (d->failed) return fail(d, EIO);
    while (n) {
        ssize_t k = pread(f->fd, b, n, (off_t)at);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return fail(d, k < 0 ? errno : EIO);
        b += k;
        n -= (size_t)k;
        at += (u64)k;
    }
    return ST_OK;
}

/* --- vectors --- */

enum { FIRST_BYTES = 1 << 16 };

Status disk_vec_grow_(Ctx *cx, Disk *d, DiskFile *f, void **v, u32 *cap, u64 need, size_t elem) {
    if (need > UINT32_MAX) return cx_fail(cx, ERR_NOMEM, "out of memory (vector too long)");
    if (!d) return vec_grow_(cx, v, cap, (u32)need, elem);
    u64 n = *cap ? *cap + (u64)*cap / 2 : FIRST_BYTES / elem;
    if (n < need) n = need;
    if (n > UINT32_MAX) n = UINT32_MAX;
    size_t was = f->bytes, bytes = ((size_t)n * elem + 4095) & ~(size_t)4095;
    if (d->failed) return fail(d, EIO);
    if (!*cap && disk_open(d, f) != ST_OK) return ST_ERROR;
    /* Its place on the disk is taken now, so that no page turns out to have none when it is written. */
    int error = posix_fallocate(f->fd, (off_t)was, (off_t)(bytes - was));
    void *p = MAP_FAILED;
    if (!error) {
        p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, f->fd, 0);
        if (p == MAP_FAILED) error = errno;
        else if (*cap) (void)munmap(*v, was);
    }
    if (error) {
        if (!*cap) disk_close(d, f);
        return fail(d, error);
    }
    *v = p;
    *cap = (u32)(bytes / elem < UINT32_MAX ? bytes / elem : UINT32_MAX);
    f->bytes = bytes;
    account(d, bytes - was);
    return ST_OK;
}

void disk_vec_free_(Ctx *cx, Disk *d, DiskFile *f, void *v, u32 cap, size_t elem) {
    if (!d) {
        cx_free(cx, v, (size_t)cap * elem);
        return;
    }
    if (!cap) return;
    (void)munmap(v, f->bytes);
    disk_close(d, f);
}

void disk_vec_pack_(Pack *p, Disk *d, DiskFile *f, void **v, u32 *n, u32 *cap, size_t elem) {
    u32 k = pack_u32(p, *n);
    if (p->failed) return;
    if (p->reading) {
        if ((u64)k * elem > p->bytes - p->at || (k > *cap && disk_vec_grow_(p->cx, d, f, v, cap, k, elem) != ST_OK)) {
            p->failed = true;
            return;
        }
        *n = k;
    }
    pack_bytes(p, *v, (size_t)k * elem);
}
