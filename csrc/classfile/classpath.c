/* classpath.c -- a class path as java reads it: a:b:c, dir/ followed by * for all its jars, an empty
 * element for the current directory, and the Class-Path of jars' manifests. */
#include "classfile/source.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NESTING_MAX = 200 }; /* of manifests' Class-Path */

typedef struct Opening {
    ClassPath *cp;
    VEC(char *) seen; /* real paths: an entry counts once, which also ends cycles */
} Opening;

static Status add(Opening *o, const char *path, int depth);

static Status missing(Opening *o, const char *path) {
    Ctx *cx = o->cp->cx;
    char *s = cx_strndup(cx, path, strlen(path));
    if (!s) return ST_ERROR;
    if (vec_push(cx, &o->cp->missing, s) == ST_OK) return ST_OK;
    cx_free(cx, s, strlen(s) + 1);
    return ST_ERROR;
}

/* *isnew is false if the file is on the class path already. */
static Status note_seen(Opening *o, const char *path, bool *isnew) {
    Ctx *cx = o->cp->cx;
    char real[PATH_MAX];
    *isnew = true;
    if (!realpath(path, real)) return ST_OK;
    for (u32 i = 0; i < o->seen.n; i++)
        if (!strcmp(o->seen.v[i], real)) {
            *isnew = false;
            return ST_OK;
        }
    char *s = cx_strndup(cx, real, strlen(real));
    if (!s) return ST_ERROR;
    if (vec_push(cx, &o->seen, s) == ST_OK) return ST_OK;
    cx_free(cx, s, strlen(s) + 1);
    return ST_ERROR;
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A manifest's relative URL to a file path next to the jar; false: not one we can read. */
static bool url_path(const char *jar, const char *url, size_t n, char *out, size_t cap) {
    size_t len = 0;
    for (size_t i = 0; i < n && url[i] != '/'; i++) {
        if (url[i] != ':') continue;
        if (i != 4 || strncmp(url, "file", 4) != 0) return false; /* http: and the like */
        url += 5, n -= 5;
        if (n >= 3 && !strncmp(url, "///", 3)) url += 2, n -= 2;
        break;
    }
    if (n == 0) return false;
    if (url[0] != '/') {
        const char *slash = strrchr(jar, '/');
        len = slash ? (size_t)(slash - jar) + 1 : 0;
        if (len >= cap) return false;
        mem_copy(out, jar, len);
    }
    for (size_t i = 0; i < n; i++) {
        char c = url[i];
        if (c == '#' || c == '?') break;
        if (c == '%' && i + 2 < n && hex(url[i + 1]) >= 0 && hex(url[i + 2]) >= 0) {
            c = (char)(hex(url[i + 1]) << 4 | hex(url[i + 2]));
            i += 2;
        }
        if (c == 0 || len + 1 >= cap) return false;
        out[len++] = c;
    }
    out[len] = 0;
    return len > 0;
}

static Status add_manifest(Opening *o, Source *s, int depth) {
    Ctx *cx = o->cp->cx;
    char *text;
    size_t bytes;
    if (jar_manifest_get(cx, s, "Class-Path", &text, &bytes) != ST_OK) return ST_ERROR;
    if (!text) return ST_OK;
    char *path = cx_alloc(cx, PATH_MAX); /* not on the stack: manifests nest */
    Status st = path ? ST_OK : ST_ERROR;
    for (char *p = text; *p && st == ST_OK;) {
        size_t n = strcspn(p, " \t");
        if (n && url_path(source_path(s), p, n, path, PATH_MAX)) st = add(o, path, depth + 1);
        p += n;
        p += strspn(p, " \t");
    }
    cx_free(cx, path, PATH_MAX);
    cx_free(cx, text, bytes);
    return st;
}

/* What the user named must be sound; what a manifest names is passed over if it is not. */
static Status add(Opening *o, const char *path, int depth) {
    ClassPath *cp = o->cp;
    Ctx *cx = cp->cx;
    struct stat sb;
    bool isnew;
    if (depth > NESTING_MAX) return missing(o, path);
    if (stat(path, &sb) != 0) {
        if (errno == ENOENT || errno == ENOTDIR || depth > 0) return missing(o, path);
        return cx_fail(cx, ERR_CONFIG, "%s: %s", path, strerror(errno));
    }
    if (note_seen(o, path, &isnew) != ST_OK) return ST_ERROR;
    if (!isnew) return ST_OK;
    Source *s;
    if (source_open(cx, path, &s) != ST_OK) {
        if (depth == 0 || cx->err.kind == ERR_NOMEM) return ST_ERROR;
        cx_clear(cx);
        return missing(o, path);
    }
    if (vec_push(cx, &cp->src, s) != ST_OK) {
        source_close(s);
        return ST_ERROR;
    }
    if (source_set_release(s, cp->release) != ST_OK) return ST_ERROR;
    return source_is_zip(s) ? add_manifest(o, s, depth) : ST_OK;
}

static int is_jar(const struct dirent *e) {
    size_t n = strlen(e->d_name);
    return n > 4 && (!strcmp(e->d_name + n - 4, ".jar") || !strcmp(e->d_name + n - 4, ".JAR"));
}
static int by_bytes(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

/* dir/ and *: java leaves the order open; ours is that of the names. */
static Status add_wildcard(Opening *o, const char *dir, size_t n) {
    char path[PATH_MAX];
    if (n + 2 > sizeof path) return ST_OK;
    mem_copy(path, n ? dir : "./", n ? n : 2);
    if (n == 0) n = 2;
    path[n] = 0;
    struct dirent **v;
    int k = scandir(path, &v, is_jar, by_bytes);
    if (k < 0) {
        path[n] = '*';
        path[n + 1] = 0;
        return missing(o, path);
    }
    Status st = ST_OK;
    for (int i = 0; i < k; i++) {
        size_t len = strlen(v[i]->d_name);
        if (st == ST_OK && n + len + 1 <= sizeof path) {
            mem_copy(path + n, v[i]->d_name, len + 1);
            st = add(o, path, 0);
        }
        free(v[i]);
    }
    free(v);
    return st;
}

Status classpath_open(ClassPath *cp, Ctx *cx, const char *text, int release) {
    memset(cp, 0, sizeof *cp);
    cp->cx = cx;
    cp->release = release;
    if (!text) return ST_OK;
    cp->text = cx_strndup(cx, text, strlen(text));
    Status st = cp->text ? ST_OK : ST_ERROR;
    Opening o = {cp, {0}};
    for (const char *p = text; st == ST_OK; p++) {
        size_t n = strcspn(p, ":");
        char path[PATH_MAX];
        if (n >= sizeof path) {
            st = cx_fail(cx, ERR_CONFIG, "class path element too long: %.80s...", p);
        } else if (n && p[n - 1] == '*' && (n == 1 || p[n - 2] == '/')) {
            st = add_wildcard(&o, p, n - 1);
        } else {
            mem_copy(path, n ? p : ".", n ? n : 1);
            path[n ? n : 1] = 0;
            st = add(&o, path, 0);
        }
        p += n;
        if (!*p) break;
    }
    for (u32 i = 0; i < o.seen.n; i++) cx_free(cx, o.seen.v[i], strlen(o.seen.v[i]) + 1);
    vec_free(cx, &o.seen);
    if (st != ST_OK) classpath_close(cp);
    return st;
}

void classpath_close(ClassPath *cp) {
    Ctx *cx = cp->cx;
    if (!cx) return;
    for (u32 i = 0; i < cp->src.n; i++) source_close(cp->src.v[i]);
    for (u32 i = 0; i < cp->missing.n; i++) cx_free(cx, cp->missing.v[i], strlen(cp->missing.v[i]) + 1);
    vec_free(cx, &cp->src);
    vec_free(cx, &cp->missing);
    if (cp->text) cx_free(cx, cp->text, strlen(cp->text) + 1);
    cp->text = NULL;
}

Status classpath_find(ClassPath *cp, const char *name, Resource *out, bool *found) {
    *found = false;
    memset(out, 0, sizeof *out);
    for (u32 i = 0; i < cp->src.n; i++)
        if (source_find(cp->src.v[i], name, out, found) != ST_OK) return ST_ERROR;
        else if (*found) return ST_OK;
    return ST_OK;
}
