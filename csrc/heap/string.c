/* string.c -- java.lang.String as bytes (value, coder) and as host text. Layer 4.
 *
 * The compact form is the rule of the JDK: LATIN1 (coder 0) when every char fits a byte, else UTF16
 * (coder 1) in the host's byte order. Readers take any form, also the ones reflection can make. */
#include "heap/heap_int.h"

#define LOCAL_UNITS 256u

Status string_ready(Heap *h) {
    struct HeapInner *in = h->in;
    if (JPF_LIKELY(in->bytes_ci != NULL)) return ST_OK;
    ClassInfo *s = h->cs->string, *b = h->cs->prim[T_BYTE], *arr = NULL;
    FieldInfo *value = field_named(s, "value"), *coder = field_named(s, "coder");
    if (!s || !s->linked || !b || !value || !coder)
        return cx_fail(h->cx, ERR_INTERNAL, "java.lang.String is not linked, or has no value and coder");
    if (b->array) arr = b->array;
    else if (ci_array_of(h->cs, b, &arr)) return ST_ERROR;
    in->string_ci = s;
    in->off_value = value->offset;
    in->off_coder = coder->offset;
    in->bytes_ci = arr;
    return ST_OK;
}

/* Modified UTF-8 or UTF-8 (four-byte forms become surrogates); bad bytes stand for themselves. */
static u32 mutf8_next(const u8 **pp, const u8 *end) {
    const u8 *p = *pp;
    u32 c = *p++, n = c >= 0xF0 && c < 0xF8 ? 3 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xC0 && c < 0xE0 ? 1 : 0;
    if (n && (u32)(end - p) >= n) {
        u32 v = c & (0x3Fu >> n), i = 0;
        while (i < n && (p[i] & 0xC0) == 0x80) v = v << 6 | (p[i++] & 0x3Fu);
        if (i == n && v < 0x110000) {
            *pp = p + n;
            return v;
        }
    }
    *pp = p;
    return c;
}

u16 *mutf8_units(Ctx *cx, const char *s, size_t n, u16 *buf, u32 cap, u32 *out_n) {
    u16 *v = buf;
    if (n > 0x7fffffff) {
        cx_fail(cx, ERR_NOMEM, "text too long");
        return NULL;
    }
    if (n > cap && !(v = cx_alloc(cx, n * 2))) return NULL;
    const u8 *p = (const u8 *)s, *end = p + n;
    u32 k = 0;
    while (p < end) {
        u32 c = mutf8_next(&p, end);
        if (c >= 0x10000) {
            v[k++] = (u16)(0xD800 + ((c - 0x10000) >> 10));
            v[k++] = (u16)(0xDC00 + ((c - 0x10000) & 0x3FF));
        } else v[k++] = (u16)c;
    }
    *out_n = k;
    return v;
}

Status string_make(Heap *h, const u16 *s, u32 n, bool immortal, Ref *out) {
    *out = 0;
    if (string_ready(h)) return ST_ERROR;
    struct HeapInner *in = h->in;
    u32 wide = 0;
    for (u32 i = 0; i < n; i++) wide |= s[i] & 0xFF00u;
    u64 bytes = wide ? 2 * (u64)n : n;
    Ref a = 0, r = 0;
    if (bytes > 0x7fffffff) return ST_OK;
    if (immortal) {
        if (immortal_new(h, in->bytes_ci, (u32)bytes, OBJ_HEADER + bytes, &a) ||
            immortal_new(h, in->string_ci, 0, in->string_ci->inst_size, &r))
            return ST_ERROR;
    } else {
        u32 mark = handle_mark(h);
        if (heap_new_array(h, in->bytes_ci, (u32)bytes, &a)) return ST_ERROR;
        if (!a) return ST_OK;
        Status st = handle_push(h, a);
        if (st == ST_OK) st = heap_new(h, in->string_ci, &r);
        handle_release(h, mark);
        if (st || !r) return st;
    }
    u8 *d = arr_data(h, a);
    if (wide) mem_copy(d, s, bytes);
    else
        for (u32 i = 0; i < n; i++) d[i] = (u8)s[i];
    EI_AT(h, r, in->off_value, u32) = a;
    EI_AT(h, r, in->off_coder, u8) = wide != 0;
    *out = r;
    return ST_OK;
}

Status string_new_utf16(Heap *h, const u16 *s, u32 n, Ref *out) { return string_make(h, s, n, false, out); }

Status string_new(Heap *h, const char *mutf8, size_t n, Ref *out) {
    u16 buf[LOCAL_UNITS];
    u32 k = 0;
    *out = 0;
    u16 *v = mutf8_units(h->cx, mutf8, n, buf, LOCAL_UNITS, &k);
    if (!v) return ST_ERROR;
    Status st = string_make(h, v, k, false, out);
    if (v != buf) cx_free(h->cx, v, n * 2);
    return st;
}

/* --- reading --- */

typedef struct Text {
    const u8 *p;
    u32 n; /* chars */
    bool wide;
} Text;

static Text text_of(Heap *h, Ref s) {
    Text t = {NULL, 0, false};
    if (!s || string_ready(h)) return t;
    Ref a = get_ref(h, s, h->in->off_value);
    t.wide = get_u8(h, s, h->in->off_coder) != 0;
    t.p = arr_at(h, a, T_BYTE, 0, a ? arr_len(h, a) : 0);
    if (t.p) t.n = t.wide ? arr_len(h, a) / 2 : arr_len(h, a);
    return t;
}

static inline u16 text_at(const Text *t, u32 i) {
    u16 c;
    if (!t->wide) return t->p[i];
    memcpy(&c, t->p + 2 * (u64)i, 2);
    return c;
}

u32 string_length(Heap *h, Ref s) { return text_of(h, s).n; }

u16 string_char(Heap *h, Ref s, u32 i) {
    Text t = text_of(h, s);
    return i < t.n ? text_at(&t, i) : 0;
}

const u16 *string_units(Heap *h, Ref s, u16 *buf, u32 cap, u32 *n) {
    Text t = text_of(h, s);
    u16 *v = buf;
    if (t.n > cap && !(v = cx_alloc(h->cx, (size_t)t.n * 2))) return NULL;
    for (u32 i = 0; i < t.n; i++) v[i] = text_at(&t, i);
    *n = t.n;
    return v;
}

u64 string_hash(Heap *h, Ref s, u64 seed) {
    Text t = text_of(h, s);
    return hash_bytes(t.p ? t.p : (const u8 *)"", t.wide ? 2 * (size_t)t.n : t.n, seed + t.wide);
}

u32 string_hash_code(Heap *h, Ref s) {
    Text t = text_of(h, s);
    u32 k = 0;
    for (u32 i = 0; i < t.n; i++) k = 31 * k + text_at(&t, i);
    return k;
}

static u32 code_point(const Text *t, u32 *i) {
    u32 c = text_at(t, (*i)++);
    if (c < 0xD800 || c > 0xDFFF) return c;
    if (c < 0xDC00 && *i < t->n) {
        u32 d = text_at(t, *i);
        if (d >= 0xDC00 && d <= 0xDFFF) {
            ++*i;
            return 0x10000 + ((c - 0xD800) << 10) + (d - 0xDC00);
        }
    }
    return '?';
}

static u32 utf8_put(char *d, u32 c) {
    if (c < 0x80) {
        d[0] = (char)c;
        return 1;
    }
    u32 n = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const u8 lead[4] = {0, 0xC0, 0xE0, 0xF0};
    d[0] = (char)(lead[n] | c >> (6 * n));
    for (u32 i = 1; i <= n; i++) d[i] = (char)(0x80 | (c >> (6 * (n - i)) & 0x3F));
    return n + 1;
}

char *string_utf8(Heap *h, Ref s, size_t *len) {
    Text t = text_of(h, s);
    char tmp[4];
    size_t n = 0;
    for (u32 i = 0; i < t.n;) n += utf8_put(tmp, code_point(&t, &i));
    char *out = cx_alloc(h->cx, n + 1), *d = out;
    if (!out) return NULL;
    for (u32 i = 0; i < t.n;) d += utf8_put(d, code_point(&t, &i));
    *len = n;
    return out;
}

bool string_equals_z(Heap *h, Ref s, const char *z) {
    Text t = text_of(h, s);
    const u8 *p = (const u8 *)z, *end = p + strlen(z);
    u32 i = 0;
    if (!s) return false;
    while (p < end) {
        u32 c = mutf8_next(&p, end);
        if (c >= 0x10000) {
            if (i >= t.n || text_at(&t, i++) != 0xD800 + ((c - 0x10000) >> 10)) return false;
            c = 0xDC00 + ((c - 0x10000) & 0x3FF);
        }
        if (i >= t.n || text_at(&t, i++) != c) return false;
    }
    return i == t.n;
}
