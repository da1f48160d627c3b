/* manifest.c -- META-INF/MANIFEST.MF (JAR File Specification): lines end in CR LF, LF or CR, a line
 * that begins with a space continues the one before, the main section ends at an empty line. */
#include "classfile/source.h"

typedef struct Scan {
    const u8 *p, *end;
} Scan;

/* One physical line without its end. False at the end of the file. */
static bool next_line(Scan *s, const u8 **line, size_t *n) {
    if (s->p >= s->end) return false;
    const u8 *q = s->p;
    while (q < s->end && *q != '\n' && *q != '\r') q++;
    *line = s->p;
    *n = (size_t)(q - s->p);
    if (q < s->end && *q++ == '\r' && q < s->end && *q == '\n') q++;
    s->p = q;
    return true;
}

static u8 lower(u8 c) { return c >= 'A' && c <= 'Z' ? (u8)(c + 32) : c; }

/* Joins the logical line that begins at the scanner into buf. False: the main section is over. */
static bool logical_line(Scan *s, char *buf, size_t *n) {
    const u8 *line;
    size_t k;
    if (!next_line(s, &line, &k) || k == 0) return false;
    mem_copy(buf, line, k);
    *n = k;
    while (s->p < s->end && *s->p == ' ' && next_line(s, &line, &k)) {
        mem_copy(buf + *n, line + 1, k - 1);
        *n += k - 1;
    }
    return true;
}

Status jar_manifest_get(Ctx *cx, Source *s, const char *key, char **out, size_t *bytes) {
    *out = NULL;
    *bytes = 0;
    if (!source_is_zip(s)) return ST_OK;
    Resource r;
    bool found;
    if (source_find(s, "META-INF/MANIFEST.MF", &r, &found) != ST_OK) return ST_ERROR;
    if (!found) return ST_OK;
    size_t cap = r.n + 1, n, nk = strlen(key);
    char *buf = cx_alloc(cx, cap);
    Status st = buf ? ST_OK : ST_ERROR;
    Scan sc = {r.p, r.p + r.n};
    if (r.n >= 3 && !memcmp(r.p, "\xEF\xBB\xBF", 3)) sc.p += 3; /* byte order mark */
    while (st == ST_OK && logical_line(&sc, buf, &n)) {
        if (n <= nk || buf[nk] != ':') continue;
        size_t i = 0;
        while (i < nk && lower((u8)buf[i]) == lower((u8)key[i])) i++;
        if (i < nk) continue;
        const char *v = buf + nk + 1;
        size_t nv = n - nk - 1;
        if (nv && *v == ' ') v++, nv--;
        while (nv && v[nv - 1] == ' ') nv--;
        if (*out) cx_free(cx, *out, *bytes); /* the last one counts */
        *out = cx_strndup(cx, v, nv);
        *bytes = nv + 1;
        if (!*out) st = ST_ERROR;
    }
    cx_free(cx, buf, cap);
    res_free(&r);
    return st;
}
