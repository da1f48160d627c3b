/* source.c -- opening a source by what its path is; the parts all kinds share. */
#include "classfile/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void res_free(Resource *r) {
    if (r->owned) cx_free(r->cx, (void *)(uintptr_t)r->p, r->n);
    memset(r, 0, sizeof *r);
}

Status source_init(Source *s, const SourceOps *ops, Ctx *cx, const char *path) {
    s->ops = ops;
    s->cx = cx;
    s->path = cx_strndup(cx, path, strlen(path));
    return s->path ? ST_OK : ST_ERROR;
}

void source_fini(Source *s) {
    if (s->path) cx_free(s->cx, s->path, strlen(s->path) + 1);
    s->path = NULL;
}

/* The first bytes tell the kind, whatever the name is. */
Status source_open(Ctx *cx, const char *path, Source **out) {
    *out = NULL;
    struct stat sb;
    if (stat(path, &sb) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) return cx_fail(cx, ERR_CONFIG, "%s does not exist", path);
        return cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
    }
    if (S_ISDIR(sb.st_mode)) return dir_open(cx, path, out);
    if (!S_ISREG(sb.st_mode)) return cx_fail(cx, ERR_CONFIG, "%s is neither a directory nor a file", path);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
    u8 h[4] = {0};
    ssize_t got = read(fd, h, sizeof h);
    close(fd);
    if (got < 0) return cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
    u32 magic;
    memcpy(&magic, h, 4);
    if (magic == 0xCAFEDADAu || magic == 0xDADAFECAu) return jimage_open(cx, path, out);
    /* An end-of-central-directory record alone takes 22 bytes. */
    if (sb.st_size < 22) return cx_fail(cx, ERR_CONFIG, "%s is not a zip file", path);
    return zip_open_source(cx, path, h[0] == 'J' && h[1] == 'M', out);
}

void source_close(Source *s) {
    if (s) s->ops->close(s);
}

const char *source_path(const Source *s) { return s->path; }

Status source_each(Source *s, Status (*fn)(void *u, const char *name), void *u) { return s->ops->each(s, fn, u); }

/* Class names are modified UTF-8: a character beyond the BMP is two 3-byte surrogates
 * (ED A0..AF xx, ED B0..BF xx). File and archive names are plain UTF-8. */
static bool has_surrogates(const char *s) {
    for (; (s = strchr(s, '\xED')) != NULL; s++)
        if ((u8)s[1] >= 0xA0) return true;
    return false;
}

static void to_utf8(char *d, const char *name) {
    const u8 *s = (const u8 *)name;
    while (*s) {
        if (s[0] == 0xED && (s[1] & 0xF0) == 0xA0 && (s[2] & 0xC0) == 0x80 && s[3] == 0xED && (s[4] & 0xF0) == 0xB0 &&
            (s[5] & 0xC0) == 0x80) {
            u32 hi = (u32)(s[1] & 15) << 6 | (s[2] & 63), lo = (u32)(s[4] & 15) << 6 | (s[5] & 63);
            u32 c = 0x10000 + (hi << 10 | lo);
            *d++ = (char)(0xF0 | c >> 18);
            *d++ = (char)(0x80 | (c >> 12 & 63));
            *d++ = (char)(0x80 | (c >> 6 & 63));
            *d++ = (char)(0x80 | (c & 63));
            s += 6;
        } else {
            *d++ = (char)*s++;
        }
    }
    *d = 0;
}

Status source_find(Source *s, const char *name, Resource *out, bool *found) {
    memset(out, 0, sizeof *out);
    *found = false;
    if (JPF_LIKELY(source_is_jimage(s) || !has_surrogates(name))) return s->ops->find(s, name, out, found);
    size_t n = strlen(name) + 1; /* shrinks: 6 bytes to 4 */
    char *t = cx_alloc(s->cx, n);
    if (!t) return ST_ERROR;
    to_utf8(t, name);
    Status st = s->ops->find(s, t, out, found);
    cx_free(s->cx, t, n);
    return st;
}

Status source_set_release(Source *s, int release) { return source_is_zip(s) ? zip_set_release(s, release) : ST_OK; }
