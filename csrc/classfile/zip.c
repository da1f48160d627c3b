/* zip.c -- .jar and .jmod through libzip; the only user of zip.h. A .jmod is a zip behind four bytes
 * ("JM" and a version), with its classes under classes/. */
#include "classfile/source.h"

#include <stdlib.h>
#include <zip.h>

enum { MAX_VERSIONS = 64 };

typedef struct ZipSource {
    Source base;
    zip_t *za;
    bool jmod;
    int n_versions; /* multi-release: versions there are, at most the release asked for */
    u16 versions[MAX_VERSIONS]; /* descending */
    char *buf; /* for composed names */
    size_t buf_n;
} ZipSource;

static const char *const JMOD_ROOT = "classes/", *const MR_ROOT = "META-INF/versions/",
                         *const MANIFEST = "META-INF/MANIFEST.MF";

/* prefix [version '/'] name, in z->buf. */
static const char *compose(ZipSource *z, const char *prefix, int version, const char *name) {
    Ctx *cx = z->base.cx;
    size_t np = strlen(prefix), nn = strlen(name), need = np + nn + 16;
    if (need > z->buf_n) {
        char *b = cx_realloc(cx, z->buf, z->buf_n, need * 2);
        if (!b) return NULL;
        z->buf = b;
        z->buf_n = need * 2;
    }
    char *d = z->buf;
    mem_copy(d, prefix, np);
    d += np;
    if (version) {
        char digits[8];
        int n = 0;
        for (int v = version; v > 0 && n < 8; v /= 10) digits[n++] = (char)('0' + v % 10);
        while (n > 0) *d++ = digits[--n];
        *d++ = '/';
    }
    mem_copy(d, name, nn + 1);
    return z->buf;
}

static Status read_entry(ZipSource *z, zip_uint64_t idx, const char *name, Resource *out) {
    Ctx *cx = z->base.cx;
    const char *path = z->base.path;
    zip_stat_t sb;
    if (zip_stat_index(z->za, idx, 0, &sb) != 0 || !(sb.valid & ZIP_STAT_SIZE))
        return cx_fail(cx, ERR_FORMAT, "%s: entry %s has no size", path, name);
    u64 packed = sb.valid & ZIP_STAT_COMP_SIZE ? sb.comp_size : sb.size;
    if (!plausible_inflate(packed, sb.size))
        return cx_fail(cx, ERR_FORMAT, "%s: entry %s has an impossible size", path, name);
    zip_file_t *f = zip_fopen_index(z->za, idx, 0);
    if (!f) return cx_fail(cx, ERR_FORMAT, "%s: entry %s: %s", path, name, zip_strerror(z->za));
    size_t n = (size_t)sb.size, got = 0;
    u8 *p = cx_alloc(cx, n);
    if (!p) {
        zip_fclose(f);
        return ST_ERROR;
    }
    zip_int64_t k = 0;
    while (got < n && (k = zip_fread(f, p + got, n - got)) > 0) got += (size_t)k;
    /* One read past the end: libzip compares the CRC there, and a longer entry shows. */
    u8 more;
    if (got == n && k >= 0) k = zip_fread(f, &more, 1);
    Status st = ST_OK;
    if (k < 0) st = cx_fail(cx, ERR_FORMAT, "%s: entry %s: %s", path, name, zip_file_strerror(f));
    else if (got < n || k > 0) st = cx_fail(cx, ERR_FORMAT, "%s: entry %s has a wrong size", path, name);
    zip_fclose(f);
    if (st != ST_OK) {
        cx_free(cx, p, n);
        return st;
    }
    *out = (Resource){p, n, true, cx, path};
    return ST_OK;
}

static Status try_entry(ZipSource *z, const char *name, zip_flags_t flags, Resource *out, bool *found) {
    size_t n = strlen(name);
    if (n == 0 || name[n - 1] == '/') return ST_OK;
    zip_int64_t i = zip_name_locate(z->za, name, flags);
    if (i < 0) return ST_OK;
    Status st = read_entry(z, (zip_uint64_t)i, name, out);
    *found = st == ST_OK;
    return st;
}

static Status zip_find(Source *s, const char *name, Resource *out, bool *found) {
    ZipSource *z = (ZipSource *)s;
    if (z->jmod) {
        const char *full = compose(z, JMOD_ROOT, 0, name);
        return full ? try_entry(z, full, 0, out, found) : ST_ERROR;
    }
    if (z->n_versions && strncmp(name, "META-INF/", 9) != 0) {
        for (int i = 0; i < z->n_versions && !*found; i++) {
            const char *full = compose(z, MR_ROOT, z->versions[i], name);
            if (!full || try_entry(z, full, 0, out, found) != ST_OK) return ST_ERROR;
        }
        if (*found) return ST_OK;
    }
    if (try_entry(z, name, 0, out, found) != ST_OK) return ST_ERROR;
    if (!*found && !strcmp(name, MANIFEST)) return try_entry(z, name, ZIP_FL_NOCASE, out, found);
    return ST_OK;
}

/* META-INF/versions/N/rest: N and where rest begins; 0 otherwise. */
static int versioned(const char *name, const char **rest) {
    size_t n = strlen(MR_ROOT);
    if (strncmp(name, MR_ROOT, n) != 0) return 0;
    int v = 0;
    const char *p = name + n;
    for (; *p >= '0' && *p <= '9'; p++) {
        v = v * 10 + (*p - '0');
        if (v > 9999) return 0;
    }
    if (*p != '/' || !p[1]) return 0;
    *rest = p + 1;
    return v;
}

/* The names a program could ask for: of a multi-release jar the plain ones, and what only the
 * chosen versions have (once each). */
static Status zip_each(Source *s, Status (*fn)(void *u, const char *name), void *u) {
    ZipSource *z = (ZipSource *)s;
    zip_int64_t n = zip_get_num_entries(z->za, 0);
    for (zip_int64_t i = 0; i < n; i++) {
        const char *name = zip_get_name(z->za, (zip_uint64_t)i, 0), *rest = NULL;
        size_t len;
        if (!name || (len = strlen(name)) == 0 || name[len - 1] == '/') continue;
        if (z->jmod) {
            if (strncmp(name, JMOD_ROOT, strlen(JMOD_ROOT)) != 0) continue;
            name += strlen(JMOD_ROOT);
        }
        int v = z->n_versions ? versioned(name, &rest) : 0;
        if (v) {
            bool first = zip_name_locate(z->za, rest, 0) < 0, mine = false;
            for (int k = 0; k < z->n_versions && first && !mine; k++) {
                if (z->versions[k] == v) {
                    mine = true;
                } else {
                    const char *full = compose(z, MR_ROOT, z->versions[k], rest);
                    if (!full) return ST_ERROR;
                    first = zip_name_locate(z->za, full, 0) < 0;
                }
            }
            if (!first || !mine) continue;
            name = rest;
        }
        if (fn(u, name) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static void zip_close_source(Source *s) {
    ZipSource *z = (ZipSource *)s;
    if (z->za) zip_discard(z->za);
    cx_free(s->cx, z->buf, z->buf_n);
    source_fini(s);
    cx_free(s->cx, z, sizeof *z);
}

static const SourceOps zip_ops = {zip_find, zip_each, zip_close_source};

bool source_is_zip(const Source *s) { return s->ops == &zip_ops; }

static int descending(const void *a, const void *b) { return (int)*(const u16 *)b - (int)*(const u16 *)a; }

Status zip_set_release(Source *s, int release) {
    ZipSource *z = (ZipSource *)s;
    z->n_versions = 0;
    if (z->jmod || release < 9) return ST_OK;
    char *mr = NULL;
    size_t bytes = 0;
    if (jar_manifest_get(s->cx, s, "Multi-Release", &mr, &bytes) != ST_OK) return ST_ERROR;
    bool yes = mr && strlen(mr) == 4 && (mr[0] | 32) == 't' && (mr[1] | 32) == 'r' && (mr[2] | 32) == 'u' &&
               (mr[3] | 32) == 'e';
    cx_free(s->cx, mr, bytes);
    if (!yes) return ST_OK;
    zip_int64_t n = zip_get_num_entries(z->za, 0);
    for (zip_int64_t i = 0; i < n; i++) {
        const char *name = zip_get_name(z->za, (zip_uint64_t)i, 0), *rest;
        int v = name ? versioned(name, &rest) : 0;
        if (v < 9 || v > release) continue;
        bool known = false;
        for (int k = 0; k < z->n_versions; k++) known |= z->versions[k] == v;
        if (!known && z->n_versions < MAX_VERSIONS) z->versions[z->n_versions++] = (u16)v;
    }
    mem_sort(z->versions, (size_t)z->n_versions, sizeof z->versions[0], descending);
    return ST_OK;
}

Status zip_open_source(Ctx *cx, const char *path, bool jmod, Source **out) {
    ZipSource *z = cx_alloc(cx, sizeof *z);
    if (!z) return ST_ERROR;
    z->jmod = jmod;
    if (source_init(&z->base, &zip_ops, cx, path) != ST_OK) goto bad;
    zip_error_t ze;
    zip_error_init(&ze);
    /* The file is opened anew for the source to begin behind a jmod's header. */
    zip_source_t *src = zip_source_file_create(path, jmod ? 4 : 0, -1, &ze);
    if (src) {
        z->za = zip_open_from_source(src, ZIP_RDONLY, &ze);
        if (!z->za) zip_source_free(src);
    }
    if (!z->za) {
        int code = zip_error_code_zip(&ze);
        if (code == ZIP_ER_MEMORY) cx_fail(cx, ERR_NOMEM, "out of memory (%s)", path);
        else if (code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS) cx_fail(cx, ERR_CONFIG, "%s is not a zip file", path);
        else cx_fail(cx, ERR_CONFIG, "%s is not a zip file (%s)", path, zip_error_strerror(&ze));
        zip_error_fini(&ze);
        goto bad;
    }
    zip_error_fini(&ze);
    *out = &z->base;
    return ST_OK;
bad:
    source_fini(&z->base);
    cx_free(cx, z, sizeof *z);
    return ST_ERROR;
}
