/* jimage.c -- lib/modules, jimage format 1.0, mapped into memory.
 *
 *   header      7 u32, byte order of the machine that wrote it
 *   redirect    i32 per slot     perfect hash: > 0 seed for a second hash, < 0 slot -1 - v, 0 none
 *   offsets     u32 per slot     into locations
 *   locations   attribute bytes: kind << 3 | length - 1, then a big-endian value; 0 ends
 *   strings     modified UTF-8, NUL ended
 *   data
 *
 * Every offset and length that is read here is checked against the area it points into. */
#include "base/hash.h"
#include "classfile/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_END, AT_MODULE, AT_PARENT, AT_BASE, AT_EXT, AT_OFFSET, AT_PACKED, AT_SIZE, AT_COUNT };
enum { HEADER = 28, HASH_MUL = 0x01000193 };

typedef struct Jimage {
    Source base;
    const u8 *map;
    size_t n;
    u32 table; /* slots */
    const u8 *redirect, *offsets, *locations;
    size_t locations_n;
    JimageStrings strings;
    const u8 *data;
    size_t data_n;
    Map modules; /* hash of a package -> its module's name in the string table; 0: none */
} Jimage;

static u32 u32_at(const u8 *p) {
    u32 v;
    memcpy(&v, p, 4);
    return v;
}

const char *jimage_str(const JimageStrings *t, u64 off, size_t *len) {
    if (off >= t->n) return NULL;
    const u8 *e = mem_find(t->p + off, 0, t->n - off);
    if (!e) return NULL;
    *len = (size_t)(e - (t->p + off));
    return (const char *)t->p + off;
}

static u32 hash_z(u32 h, const char *s) {
    for (; *s; s++) h = h * HASH_MUL ^ (u8)*s;
    return h;
}
static u32 hash_name(u32 seed, const char *module, const char *name) {
    u32 h = hash_z(seed * HASH_MUL ^ '/', module);
    return hash_z(h * HASH_MUL ^ '/', name) & 0x7fffffff;
}

static bool attributes(const Jimage *j, u32 off, u64 at[AT_COUNT]) {
    memset(at, 0, AT_COUNT * sizeof *at);
    for (size_t i = off; i < j->locations_n;) {
        u8 b = j->locations[i++];
        u32 kind = b >> 3, n = (b & 7u) + 1;
        if (kind == AT_END) return true;
        if (kind >= AT_COUNT || n > j->locations_n - i) return false;
        u64 v = 0;
        while (n--) v = v << 8 | j->locations[i++];
        at[kind] = v;
    }
    return false;
}

/* Does `text` begin with string `off`, followed by `sep` (0: none needed)? Steps over both. */
static bool eat(const Jimage *j, u64 off, char sep, const char **text) {
    size_t n;
    const char *s = jimage_str(&j->strings, off, &n);
    if (!s || strncmp(*text, s, n) != 0) return false;
    *text += n;
    if (sep && *(*text)++ != sep) return false;
    return true;
}

static bool is_named(const Jimage *j, const u64 at[AT_COUNT], const char *module, const char *name) {
    if (at[AT_MODULE] && (!eat(j, at[AT_MODULE], 0, &module) || *module)) return false;
    if (!at[AT_MODULE] && *module) return false;
    if (at[AT_PARENT] && !eat(j, at[AT_PARENT], '/', &name)) return false;
    if (!eat(j, at[AT_BASE], at[AT_EXT] ? '.' : 0, &name)) return false;
    if (at[AT_EXT] && !eat(j, at[AT_EXT], 0, &name)) return false;
    return *name == 0;
}

static bool locate(const Jimage *j, const char *module, const char *name, u64 at[AT_COUNT]) {
    if (!j->table) return false;
    u32 h = hash_name(HASH_MUL, module, name) % j->table;
    i32 v = (i32)u32_at(j->redirect + 4 * (size_t)h);
    u32 slot;
    if (v == 0) return false;
    if (v > 0) slot = hash_name((u32)v, module, name) % j->table;
    else slot = (u32)(-1 - v);
    if (slot >= j->table) return false;
    return attributes(j, u32_at(j->offsets + 4 * (size_t)slot), at) && is_named(j, at, module, name);
}

static Status load(Jimage *j, const u64 at[AT_COUNT], Resource *out) {
    u64 n = at[AT_PACKED] ? at[AT_PACKED] : at[AT_SIZE];
    if (at[AT_OFFSET] > j->data_n || n > j->data_n - at[AT_OFFSET])
        return cx_fail(j->base.cx, ERR_FORMAT, "%s: resource outside of the image", j->base.path);
    const u8 *p = j->data + at[AT_OFFSET];
    if (at[AT_PACKED]) return jimage_unpack(j->base.cx, &j->strings, j->base.path, p, n, out);
    *out = (Resource){p, n, false, j->base.cx, j->base.path};
    return ST_OK;
}

/* /packages/java.lang holds pairs of u32: is the package empty in that module, module's name. */
static Status find_module(Jimage *j, const char *package, size_t n, const char **module) {
    Ctx *cx = j->base.cx;
    u64 key = hash_bytes(package, n, 0), val;
    *module = NULL;
    if (map_get(&j->modules, key, &val)) {
        *module = (const char *)(uintptr_t)val;
        return ST_OK;
    }
    char small[256], *dotted = n < sizeof small ? small : cx_alloc(cx, n + 1);
    if (!dotted) return ST_ERROR;
    for (size_t i = 0; i < n; i++) dotted[i] = package[i] == '/' ? '.' : package[i];
    dotted[n] = 0;
    u64 at[AT_COUNT];
    Resource r = {0};
    Status st = locate(j, "packages", dotted, at) ? load(j, at, &r) : ST_OK;
    if (dotted != small) cx_free(cx, dotted, n + 1);
    if (st != ST_OK) return st;
    for (size_t i = 0; i + 8 <= r.n && !*module; i += 8) {
        size_t len;
        if (u32_at(r.p + i) == 0) *module = jimage_str(&j->strings, u32_at(r.p + i + 4), &len);
    }
    res_free(&r);
    return map_put(&j->modules, key, (u64)(uintptr_t)*module);
}

Status jimage_find(Source *s, const char *module, const char *name, Resource *out, bool *found) {
    memset(out, 0, sizeof *out);
    *found = false;
    if (!source_is_jimage(s)) return ST_OK;
    Jimage *j = (Jimage *)s;
    if (!module) {
        const char *slash = strrchr(name, '/');
        if (!slash) return ST_OK; /* no unnamed package in the image */
        if (find_module(j, name, (size_t)(slash - name), &module) != ST_OK) return ST_ERROR;
        if (!module) return ST_OK;
    }
    u64 at[AT_COUNT];
    if (!locate(j, module, name, at)) return ST_OK;
    Status st = load(j, at, out);
    *found = st == ST_OK;
    return st;
}

const char *jimage_module_of(Source *s, const char *package) {
    const char *module;
    if (!source_is_jimage(s)) return NULL;
    return find_module((Jimage *)s, package, strlen(package), &module) == ST_OK ? module : NULL;
}

const u8 *jimage_map(Source *s, size_t *n) {
    *n = source_is_jimage(s) ? ((Jimage *)s)->n : 0;
    return *n ? ((Jimage *)s)->map : NULL;
}

/* A full name as a program that reads the image would give it: /java.base/java/lang/Object.class;
 * without the leading slash the module is looked up by package. */
static Status jimage_find_any(Source *s, const char *name, Resource *out, bool *found) {
    if (*name != '/') return jimage_find(s, NULL, name, out, found);
    const char *slash = strchr(name + 1, '/');
    if (!slash) return ST_OK;
    size_t n = (size_t)(slash - name - 1);
    char *module = cx_strndup(s->cx, name + 1, n);
    if (!module) return ST_ERROR;
    Status st = jimage_find(s, module, slash + 1, out, found);
    cx_free(s->cx, module, n + 1);
    return st;
}

/* Names with their module: /java.base/java/lang/Object.class. The image's own tables (/packages,
 * /modules) are left out. */
static Status jimage_each(Source *s, Status (*fn)(void *u, const char *name), void *u) {
    Jimage *j = (Jimage *)s;
    static const struct {
        int kind;
        char before, after;
    } part[4] = {{AT_MODULE, '/', '/'}, {AT_PARENT, 0, '/'}, {AT_BASE, 0, 0}, {AT_EXT, '.', 0}};
    for (u32 i = 0; i < j->table; i++) {
        u64 at[AT_COUNT];
        char name[4096];
        size_t len = 0;
        if (!attributes(j, u32_at(j->offsets + 4 * (size_t)i), at) || !at[AT_MODULE]) continue;
        bool fits = true;
        for (int k = 0; k < 4 && fits; k++) {
            size_t n = 0;
            u64 off = at[part[k].kind];
            if (!off) continue;
            const char *t = jimage_str(&j->strings, off, &n);
            if (!t || len + n + 3 > sizeof name) {
                fits = false;
                break;
            }
            if (part[k].before) name[len++] = part[k].before;
            mem_copy(name + len, t, n);
            len += n;
            if (part[k].after) name[len++] = part[k].after;
        }
        name[len] = 0;
        if (!fits || !strncmp(name, "/packages/", 10) || !strncmp(name, "/modules/", 9)) continue;
        if (fn(u, name) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static void jimage_close(Source *s) {
    Jimage *j = (Jimage *)s;
    if (j->map) munmap((void *)(uintptr_t)j->map, j->n);
    map_free(&j->modules);
    source_fini(s);
    cx_free(s->cx, j, sizeof *j);
}

static const SourceOps jimage_ops = {jimage_find_any, jimage_each, jimage_close};

bool source_is_jimage(const Source *s) { return s->ops == &jimage_ops; }

static Status map_file(Jimage *j) {
    Ctx *cx = j->base.cx;
    const char *path = j->base.path;
    struct stat sb;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
    void *p = MAP_FAILED;
    if (fstat(fd, &sb) == 0 && sb.st_size >= HEADER) p = mmap(NULL, (size_t)sb.st_size, PROT_READ, MAP_SHARED, fd, 0);
    int e = errno;
    close(fd);
    if (p == MAP_FAILED) {
        if (sb.st_size < HEADER) return cx_fail(cx, ERR_FORMAT, "%s is not a jimage file", path);
        return cx_fail(cx, e == ENOMEM ? ERR_NOMEM : ERR_IO, "%s: %s", path, strerror(e));
    }
    j->map = p;
    j->n = (size_t)sb.st_size;
    return ST_OK;
}

static Status read_header(Jimage *j) {
    Ctx *cx = j->base.cx;
    const char *path = j->base.path;
    const u8 *h = j->map;
    if (u32_at(h) != 0xCAFEDADAu) return cx_fail(cx, ERR_FORMAT, "%s is of another byte order", path);
    u32 version = u32_at(h + 4);
    if (version != 1u << 16)
        return cx_fail(cx, ERR_FORMAT, "%s: jimage version %u.%u is not supported", path, version >> 16,
                       version & 0xffff);
    u64 table = u32_at(h + 16), locs = u32_at(h + 20), strs = u32_at(h + 24);
    u64 index = HEADER + table * 8 + locs + strs;
    if (table > INT32_MAX || index > j->n) return cx_fail(cx, ERR_FORMAT, "The image file \"%s\" is corrupted", path);
    j->table = (u32)table;
    j->redirect = h + HEADER;
    j->offsets = j->redirect + table * 4;
    j->locations = j->offsets + table * 4;
    j->locations_n = (size_t)locs;
    j->strings = (JimageStrings){j->locations + locs, (size_t)strs};
    j->data = j->strings.p + strs;
    j->data_n = j->n - (size_t)index;
    return ST_OK;
}

Status jimage_open(Ctx *cx, const char *path, Source **out) {
    Jimage *j = cx_alloc(cx, sizeof *j);
    if (!j) return ST_ERROR;
    map_init(&j->modules, cx);
    if (source_init(&j->base, &jimage_ops, cx, path) != ST_OK || map_file(j) != ST_OK || read_header(j) != ST_OK) {
        jimage_close(&j->base);
        return ST_ERROR;
    }
    *out = &j->base;
    return ST_OK;
}
