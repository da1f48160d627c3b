/* pack.c -- a file that is written or read by the same code. Layer 1.
 *
 * 32 bytes: magic, form, bytes that follow, their hash, which goes from block to block. The hash tells a damaged file;
 * nobody is kept out by it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/pack.h"

enum { BLOCK = 1 << 20, FORM = 1, MAP_WORK = 4 };
typedef struct Head {
    u64 magic, form, bytes, sum;
} Head;
static const u64 magic = 0x4B48434A46504A00ull; /* "\0JPFJCHK" */

static void fail(Pack *p) {
    if (!p->failed && !p->error) p->error = errno ? errno : EIO;
    p->failed = true;
}

static void put(Pack *p, const void *v, size_t n) {
    const u8 *b = v;
    while (n && !p->failed) {
        ssize_t k = write(p->fd, b, n);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) {
            fail(p);
            return;
        }
        b += k;
        n -= (size_t)k;
    }
}

static void flush(Pack *p) {
    p->sum = hash_bytes(p->block, p->n, p->sum);
    put(p, p->block, p->n);
    p->n = 0;
}

void pack_begin(Pack *p, Ctx *cx, const char *file) {
    size_t n = strlen(file);
    *p = (Pack){.cx = cx, .file = file, .fd = -1, .sum = FORM};
    p->beside = malloc(n + 5);
    p->block = malloc(BLOCK);
    if (!p->beside || !p->block) {
        errno = ENOMEM;
        fail(p);
        return;
    }
    mem_copy(p->beside, file, n);
    memcpy(p->beside + n, ".new", 5);
    p->fd = open(p->beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (p->fd < 0) {
        fail(p);
        return;
    }
    Head none = {0};
    put(p, &none, sizeof none);
}

/* What was renamed is there for good once its directory is on the disk. */
static void sync_directory(const char *file) {
    const char *slash = strrchr(file, '/');
    size_t n = slash ? (size_t)(slash - file) : 0;
    char *dir = malloc(n + 2);
    if (!dir) return;
    mem_copy(dir, slash ? file : ".", n);
    if (!n) dir[n++] = slash ? '/' : '.';
    dir[n] = 0;
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(dir);
}

static void release(Pack *p) {
    if (p->fd >= 0) close(p->fd);
    p->fd = -1;
    free(p->beside);
    free(p->block);
    p->beside = NULL;
    p->block = NULL;
}

bool pack_end(Pack *p) {
    if (!p->failed) flush(p);
    Head h = {magic, FORM, p->bytes, p->sum};
    if (!p->failed && pwrite(p->fd, &h, sizeof h, 0) != (ssize_t)sizeof h) fail(p);
    if (!p->failed && fsync(p->fd) != 0) fail(p);
    if (!p->failed && rename(p->beside, p->file) != 0) fail(p);
    bool ok = !p->failed;
    if (ok) sync_directory(p->file);
    else if (p->fd >= 0) unlink(p->beside);
    release(p);
    return ok;
}

void pack_drop(Pack *p) {
    if (p->fd >= 0) unlink(p->beside);
    release(p);
}

const char *pack_why(const Pack *p) { return strerror(p->error); }

/* --- read --- */

static u64 sum_of(const u8 *v, u64 n) {
    u64 sum = FORM;
    for (u64 at = 0; at < n || !at; at += BLOCK) {
        u64 k = n - at < BLOCK ? n - at : BLOCK;
        sum = hash_bytes(v + at, k, sum);
        if (!n) break;
    }
    return sum;
}

Status pack_open(Pack *p, Ctx *cx, const char *file) {
    struct stat st;
    Head h;
    *p = (Pack){.cx = cx, .file = file, .fd = -1, .reading = true};
    int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe without a writer is no file */
    if (fd < 0) return cx_fail(cx, ERR_CONFIG, "%s: %s", file, strerror(errno));
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return cx_fail(cx, ERR_CONFIG, "%s: not a checkpoint", file);
    }
    p->map_bytes = (size_t)st.st_size;
    void *m = p->map_bytes ? mmap(NULL, p->map_bytes, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (m == MAP_FAILED) return cx_fail(cx, ERR_CONFIG, "%s: not a checkpoint", file);
    p->map = m;
    Status s = ST_OK;
    bool head = p->map_bytes >= sizeof h;
    if (head) memcpy(&h, p->map, sizeof h);
    if (!head || h.magic != magic) s = cx_fail(cx, ERR_CONFIG, "%s: not a checkpoint of jpf, or damaged", file);
    else if (h.form != FORM)
        s = cx_fail(cx, ERR_CONFIG, "%s: a checkpoint of another version of jpf (form %llu, this one reads form %d)",
                    file, (unsigned long long)h.form, FORM);
    else if (h.bytes > p->map_bytes - sizeof h)
        s = cx_fail(cx, ERR_CONFIG, "%s: the checkpoint is cut off (%llu of %llu bytes)", file,
                    (unsigned long long)p->map_bytes, (unsigned long long)h.bytes + sizeof h);
    else if (h.bytes != p->map_bytes - sizeof h || sum_of(p->map + sizeof h, h.bytes) != h.sum)
        s = cx_fail(cx, ERR_CONFIG, "%s: the checkpoint is damaged (its checksum differs)", file);
    p->at = sizeof h;
    p->bytes = p->map_bytes;
    if (s != ST_OK) pack_close(p);
    return s;
}

void pack_close(Pack *p) {
    if (p->map) munmap(p->map, p->map_bytes);
    p->map = NULL;
}

/* --- both ways --- */

void pack_bytes(Pack *p, void *v, size_t n) {
    u8 *b = v;
    if (p->failed || !n) return;
    if (p->reading) {
        if (n > p->bytes - p->at) {
            p->failed = true;
            return;
        }
        mem_copy(v, p->map + p->at, n);
        p->at += n;
        return;
    }
    p->bytes += n;
    while (n && !p->failed) {
        size_t k = n < BLOCK - p->n ? n : BLOCK - p->n;
        mem_copy(p->block + p->n, b, k);
        p->n += k;
        b += k;
        n -= k;
        if (p->n == BLOCK) flush(p);
    }
}

u32 pack_u32(Pack *p, u32 v) {
    pack_it(p, v);
    return p->failed ? 0 : v;
}

u64 pack_u64(Pack *p, u64 v) {
    pack_it(p, v);
    return p->failed ? 0 : v;
}

void pack_mark(Pack *p, u64 what) {
    u64 is = what;
    pack_it(p, is);
    if (is != what) p->failed = true;
}

void pack_vec_(Pack *p, void **v, u32 *n, u32 *cap, size_t elem) {
    u32 k = pack_u32(p, *n);
    if (p->failed) return;
    if (p->reading) {
        if ((u64)k * elem > p->bytes - p->at || (k > *cap && vec_grow_(p->cx, v, cap, k, elem) != ST_OK)) {
            p->failed = true;
            return;
        }
        *n = k;
    }
    pack_bytes(p, *v, (size_t)k * elem);
}

void pack_map(Pack *p, Map *m) {
    u32 n = pack_u32(p, m->n);
    if (p->failed) return;
    cx_worked(p->cx, (u64)MAP_WORK * n);
    if (!p->reading) {
        for (u32 i = 0; i < m->cap; i++)
            if (m->used[i]) pack_bytes(p, &m->kv[2 * (size_t)i], 16);
        return;
    }
    Ctx *cx = m->cx;
    map_free(m);
    map_init(m, cx);
    for (u32 i = 0; i < n && !p->failed; i++) {
        u64 kv[2] = {0, 0};
        pack_bytes(p, kv, sizeof kv);
        if (map_put(m, kv[0], kv[1]) != ST_OK) p->failed = true;
    }
}

void pack_text(Pack *p, Text *t) {
    u64 n = pack_u64(p, t->n);
    if (p->failed) return;
    if (!p->reading) {
        pack_bytes(p, t->v, n);
        return;
    }
    t->n = 0;
    if (n > p->bytes - p->at) {
        p->failed = true;
        return;
    }
    if (n) text_put(t, (const char *)p->map + p->at, n);
    p->at += n;
    p->failed |= t->failed;
}

void pack_string(Pack *p, char **s) {
    u64 n = pack_u64(p, *s ? strlen(*s) + 1 : 0);
    if (p->failed) return;
    if (!p->reading) {
        pack_bytes(p, *s, n);
        return;
    }
    if (*s) cx_free(p->cx, *s, strlen(*s) + 1);
    *s = NULL;
    if (!n) return;
    if (n > p->bytes - p->at || !(*s = cx_strndup(p->cx, (const char *)p->map + p->at, n - 1))) p->failed = true;
    else p->at += n;
}
