/* disk.c -- files without a name, and vectors in them. Layer 1. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/disk.h"

/* Atomic. `failed`: 0, or the number of the first error and, above it, how many MiB were there. */
struct DiskUse {
    u64 bytes, peak, failed;
    u32 holders;
};

enum { ERROR_BITS = 16 };

static u64 load(const u64 *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }

static bool has_failed(const Disk *d) { return load(&d->use->failed) != 0; }

static Status fail(Disk *d, int error) {
    u64 was = 0, why = load(&d->use->bytes) >> 20 << ERROR_BITS | (u32)error;
    if (!__atomic_compare_exchange_n(&d->use->failed, &was, why, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) why = was;
    error = (int)(why & ((1u << ERROR_BITS) - 1));
    return cx_fail(d->cx, ERR_STOP, "the folder of search.spill, %.800s: %s (%llu MiB were there)", d->folder,
                   strerror(error), (unsigned long long)(why >> ERROR_BITS));
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

static void drop_use(DiskUse *use) {
    if (__atomic_sub_fetch(&use->holders, 1, __ATOMIC_ACQ_REL) == 0) free(use);
}

/* One more holds `use`. */
static Disk *disk_of(Ctx *cx, const char *folder, DiskUse *use) {
    __atomic_add_fetch(&use->holders, 1, __ATOMIC_RELAXED);
    Disk *d = cx_alloc(cx, sizeof *d);
    if (d) *d = (Disk){cx, cx_strndup(cx, folder, strlen(folder)), use};
    if (d && d->folder) return d;
    cx_free(cx, d, sizeof *d);
    drop_use(use);
    return NULL;
}

Disk *disk_new(Ctx *cx, const char *folder, const char *key) {
    int fd = nameless(folder);
    if (fd < 0) {
        cx_fail(cx, ERR_CONFIG, "%s=%.800s: no file can be written there: %s", key, folder, strerror(errno));
        return NULL;
    }
    (void)close(fd);
    DiskUse *use = calloc(1, sizeof *use);
    if (!use) {
        cx_fail(cx, ERR_NOMEM, "out of memory (search.spill)");
        return NULL;
    }
    return disk_of(cx, folder, use);
}

Disk *disk_beside(Ctx *cx, const Disk *first) { return disk_of(cx, first->folder, first->use); }

void disk_free(Disk *d) {
    if (!d) return;
    drop_use(d->use);
    cx_free(d->cx, d->folder, strlen(d->folder) + 1);
    cx_free(d->cx, d, sizeof *d);
}

u64 disk_bytes(const Disk *d) { return load(&d->use->bytes); }

u64 disk_peak(const Disk *d) { return load(&d->use->peak); }

u64 disk_room(const Disk *d) {
    struct statvfs v;
    return statvfs(d->folder, &v) == 0 ? (u64)v.f_bavail * v.f_frsize : 0;
}

static void account(Disk *d, u64 more) {
    u64 now = __atomic_add_fetch(&d->use->bytes, more, __ATOMIC_RELAXED), peak = load(&d->use->peak);
    while (now > peak &&
           !__atomic_compare_exchange_n(&d->use->peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

Status disk_open(Disk *d, DiskFile *f) {
    f->bytes = 0;
    f->fd = -1;
    if (has_failed(d)) return fail(d, EIO);
    f->fd = nameless(d->folder);
    return f->fd < 0 ? fail(d, errno) : ST_OK;
}

void disk_close(Disk *d, DiskFile *f) {
    if (f->fd >= 0) (void)close(f->fd);
    f->fd = -1;
    __atomic_sub_fetch(&d->use->bytes, f->bytes, __ATOMIC_RELAXED);
    f->bytes = 0;
}

Status disk_append(Disk *d, DiskFile *f, const void *v, size_t n) {
    const u8 *b = v;
    if (has_failed(d)) return fail(d, EIO);
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
    if (has_failed(d)) return fail(d, EIO);
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

/* The file gets so long, and is mapped from `at` on. Its place on the disk is taken now, so that no page turns out to
 * have none when it is written. */
static Status map(Disk *d, DiskFile *f, u64 at, u64 bytes, void **v) {
    int error = posix_fallocate(f->fd, (off_t)f->bytes, (off_t)(bytes - f->bytes));
    if (error) return fail(d, error);
    *v = mmap(NULL, bytes - at, PROT_READ | PROT_WRITE, MAP_SHARED, f->fd, (off_t)at);
    if (*v == MAP_FAILED) return fail(d, errno);
    account(d, bytes - f->bytes);
    f->bytes = bytes;
    return ST_OK;
}

Status disk_map(Disk *d, DiskFile *f, size_t n, void **v) {
    return has_failed(d) ? fail(d, EIO) : map(d, f, f->bytes, f->bytes + n, v);
}

void disk_unmap(void *v, size_t n) { (void)munmap(v, n); }

/* --- vectors --- */

enum { FIRST_BYTES = 1 << 16 };

Status disk_vec_grow_(Ctx *cx, Disk *d, DiskFile *f, void **v, u32 *cap, u64 need, size_t elem) {
    if (need > UINT32_MAX) return cx_fail(cx, ERR_NOMEM, "out of memory (vector too long)");
    if (!d) return vec_grow_(cx, v, cap, (u32)need, elem);
    u64 n = *cap ? *cap + (u64)*cap / 2 : FIRST_BYTES / elem;
    if (n < need) n = need;
    if (n > UINT32_MAX) n = UINT32_MAX;
    size_t was = f->bytes, bytes = ((size_t)n * elem + 4095) & ~(size_t)4095;
    if (has_failed(d)) return fail(d, EIO);
    if (!*cap && disk_open(d, f) != ST_OK) return ST_ERROR;
    void *p;
    if (map(d, f, 0, bytes, &p) != ST_OK) {
        if (!*cap) disk_close(d, f);
        return ST_ERROR;
    }
    if (*cap) (void)munmap(*v, was);
    *v = p;
    *cap = (u32)(bytes / elem < UINT32_MAX ? bytes / elem : UINT32_MAX);
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
