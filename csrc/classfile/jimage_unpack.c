/* jimage_unpack.c -- compressed image resources: "zip" (zlib) and "compact-cp" (constant-pool
 * strings moved into the image's string table by jlink --compress=1). Layers may be stacked; each
 * begins with a 29-byte header:
 *   magic u32, packed size u64, unpacked size u64, decompressor's name u32, unused u32, terminal u8 */
#include "classfile/classfile.h"
#include "classfile/source.h"

#include <zlib.h>

enum { PACK_HEADER = 29, LAYERS_MAX = 8, EXT_STRING = 23, EXT_DESCRIPTOR = 25 };
#define PACK_MAGIC 0xCAFEFAFAu

typedef struct Buf { /* output of compact-cp */
    Ctx *cx;
    u8 *p;
    size_t n, cap;
} Buf;

static Status put(Buf *b, const void *p, size_t n) {
    if (n > b->cap - b->n) {
        size_t cap = (b->n + n) * 2;
        if (cap > RES_MAX) return cx_fail(b->cx, ERR_FORMAT, "resource too large in the image");
        u8 *q = cx_realloc(b->cx, b->p, b->cap, cap);
        if (!q) return ST_ERROR;
        b->p = q;
        b->cap = cap;
    }
    mem_copy(b->p + b->n, p, n);
    b->n += n;
    return ST_OK;
}

typedef struct In {
    const u8 *p, *end;
} In;

/* Integers as CompressIndexes writes them: top bit set, then 2 bits for the length in bytes and
 * 5 bits of value in the first byte; without the top bit a plain 4-byte integer. */
static bool get_index(In *in, u32 *out) {
    if (in->p >= in->end) return false;
    u8 b = *in->p;
    u32 size = b & 0x80 ? b >> 5 & 3 : 4, v = b & 0x80 ? b & 0x1f : b;
    if (size == 0 || size > (size_t)(in->end - in->p)) return false;
    for (u32 i = 1; i < size; i++) v = v << 8 | in->p[i];
    in->p += size;
    *out = v;
    return true;
}

typedef struct Cp {
    const JimageStrings *strings;
    In in;
    Buf out;
} Cp;

#define BAD (cx_fail(c->out.cx, ERR_FORMAT, "malformed compact-cp resource in the image"))

static Status put_string(Cp *c, u32 idx) {
    size_t n;
    const char *s = jimage_str(c->strings, idx, &n);
    return s ? put(&c->out, s, n) : BAD;
}

/* A descriptor whose class names were cut out: each L is followed by the next package (with '/')
 * and class of the index list. */
static Status put_descriptor(Cp *c) {
    u32 idx, len, part;
    size_t n;
    const char *s;
    if (!get_index(&c->in, &idx) || !get_index(&c->in, &len) || len > (size_t)(c->in.end - c->in.p)) return BAD;
    In list = {c->in.p, c->in.p + len};
    c->in.p += len;
    if (!(s = jimage_str(c->strings, idx, &n))) return BAD;
    for (size_t i = 0; i < n; i++) {
        if (put(&c->out, &s[i], 1) != ST_OK) return ST_ERROR;
        if (s[i] != 'L') continue;
        size_t before = c->out.n;
        if (!get_index(&list, &part)) return BAD;
        if (put_string(c, part) != ST_OK) return ST_ERROR;
        if (c->out.n > before && put(&c->out, "/", 1) != ST_OK) return ST_ERROR;
        if (!get_index(&list, &part)) return BAD;
        if (put_string(c, part) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static u32 tag_size(u8 tag) {
    switch (tag) {
    case CP_Integer:
    case CP_Float:
    case CP_Fieldref:
    case CP_Methodref:
    case CP_InterfaceMethodref:
    case CP_NameAndType:
    case CP_Dynamic:
    case CP_InvokeDynamic: return 4;
    case CP_Long:
    case CP_Double: return 8;
    case CP_Class:
    case CP_String:
    case CP_MethodType:
    case CP_Module:
    case CP_Package: return 2;
    case CP_MethodHandle: return 3;
    default: return 0;
    }
}

static Status copy(Cp *c, size_t n) {
    if (n > (size_t)(c->in.end - c->in.p)) return BAD;
    Status st = put(&c->out, c->in.p, n);
    c->in.p += n;
    return st;
}

static Status pool_entry(Cp *c, bool *wide) {
    if (c->in.p >= c->in.end) return BAD;
    u8 tag = *c->in.p;
    *wide = tag == CP_Long || tag == CP_Double;
    if (tag == CP_Utf8) {
        if (c->in.end - c->in.p < 3) return BAD;
        return copy(c, 3 + ((size_t)c->in.p[1] << 8 | c->in.p[2]));
    }
    if (tag != EXT_STRING && tag != EXT_DESCRIPTOR) {
        u32 n = tag_size(tag);
        return n ? copy(c, 1 + n) : BAD;
    }
    c->in.p++;
    static const u8 head[3] = {CP_Utf8, 0, 0};
    size_t at = c->out.n;
    if (put(&c->out, head, 3) != ST_OK) return ST_ERROR;
    u32 idx;
    if (tag == EXT_DESCRIPTOR) {
        if (put_descriptor(c) != ST_OK) return ST_ERROR;
    } else {
        if (!get_index(&c->in, &idx)) return BAD;
        if (put_string(c, idx) != ST_OK) return ST_ERROR;
    }
    size_t len = c->out.n - at - 3;
    if (len > 0xffff) return BAD;
    c->out.p[at + 1] = (u8)(len >> 8);
    c->out.p[at + 2] = (u8)len;
    return ST_OK;
}

static Status unpack_cp(Cp *c, u64 size) {
    c->out.cap = size;
    c->out.p = cx_alloc(c->out.cx, size);
    if (!c->out.p) return ST_ERROR;
    if (copy(c, 10) != ST_OK) return ST_ERROR; /* magic, version, constant_pool_count */
    u32 count = (u32)c->out.p[8] << 8 | c->out.p[9];
    for (u32 i = 1; i < count; i++) {
        bool wide = false;
        if (pool_entry(c, &wide) != ST_OK) return ST_ERROR;
        i += wide;
    }
    if (copy(c, (size_t)(c->in.end - c->in.p)) != ST_OK) return ST_ERROR;
    return c->out.n == size ? ST_OK : BAD;
}

static Status unzip(Ctx *cx, const char *path, const u8 *p, size_t n, u8 *out, size_t size) {
    z_stream z = {0};
    if (inflateInit(&z) != Z_OK) return cx_fail(cx, ERR_NOMEM, "out of memory (zlib)");
    z.next_in = (Bytef *)(uintptr_t)p;
    z.avail_in = (uInt)n;
    z.next_out = out;
    z.avail_out = (uInt)size;
    int rc = inflate(&z, Z_FINISH);
    inflateEnd(&z);
    if (rc == Z_MEM_ERROR) return cx_fail(cx, ERR_NOMEM, "out of memory (zlib)");
    /* A full buffer without the end mark is what the JDK accepts too. */
    if (z.avail_out != 0 || (rc != Z_STREAM_END && rc != Z_BUF_ERROR && rc != Z_OK))
        return cx_fail(cx, ERR_FORMAT, "%s: damaged zip resource in the image", path);
    return ST_OK;
}

static u32 le32(const u8 *p) {
    u32 v;
    memcpy(&v, p, 4);
    return v;
}
static u64 le64(const u8 *p) {
    u64 v;
    memcpy(&v, p, 8);
    return v;
}

Status jimage_unpack(Ctx *cx, const JimageStrings *strings, const char *path, const u8 *p, size_t n, Resource *out) {
    Resource cur = {p, n, false, cx, path};
    for (int layer = 0; cur.n >= PACK_HEADER && le32(cur.p) == PACK_MAGIC; layer++) {
        u64 packed = le64(cur.p + 4), size = le64(cur.p + 12);
        size_t len = 0;
        const char *name = jimage_str(strings, le32(cur.p + 20), &len);
        Status st = ST_ERROR;
        Resource next = {NULL, (size_t)size, true, cx, path};
        if (layer == LAYERS_MAX || !name || packed > cur.n - PACK_HEADER || size > RES_MAX) {
            cx_fail(cx, ERR_FORMAT, "%s: malformed compressed resource", path);
        } else if (!strcmp(name, "zip") && plausible_inflate(packed, size)) {
            u8 *q = cx_alloc(cx, next.n);
            next.p = q;
            if (q) st = unzip(cx, path, cur.p + PACK_HEADER, (size_t)packed, q, next.n);
        } else if (!strcmp(name, "compact-cp") && size / 65536 <= packed) {
            Cp c = {strings, {cur.p + PACK_HEADER, cur.p + PACK_HEADER + packed}, {cx, NULL, 0, 0}};
            st = unpack_cp(&c, size);
            next.p = c.out.p;
            next.n = c.out.cap; /* what there is to free, should it have failed */
        } else {
            cx_fail(cx, ERR_FORMAT, "%s: resource compressed by \"%s\" is not supported", path, name);
        }
        res_free(&cur);
        if (st != ST_OK) {
            if (next.p) res_free(&next);
            return st;
        }
        cur = next;
    }
    *out = cur;
    return ST_OK;
}
