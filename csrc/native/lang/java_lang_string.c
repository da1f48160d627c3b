/* java_lang_string.c -- overrides of JDK methods with bytecode, for speed only: loops over the bytes of
 * strings and primitive arrays, exact floating-point operations. Each gives what its bytecode gives;
 * whatever is unusual (null, a bad range) answers NAT_BYTECODE and the JDK's own code runs. */
#include "native/util.h"

#include <math.h>

typedef struct Str {
    const u8 *p;
    u32 n;   /* bytes */
    u8 utf16;
} Str;

static bool bytes_of(ThreadInfo *ti, Ref arr, const u8 **p, u32 *n) {
    *n = arr ? arr_len(nat_heap(ti), arr) : 0;
    *p = arr_at(nat_heap(ti), arr, T_BYTE, 0, *n);
    return *p != NULL;
}

static bool str(ThreadInfo *ti, Ref s, Str *out) {
    Natives *N = natives(ti);
    Heap *h = nat_heap(ti);
    u32 vo = nat_off(N, NF_STRING_VALUE), co = nat_off(N, NF_STRING_CODER);
    if (!vo || !co || !bytes_of(ti, get_ref(h, s, vo), &out->p, &out->n)) return false;
    out->utf16 = get_u8(h, s, co);
    return true;
}
static u32 length(const Str *s) { return s->utf16 ? s->n >> 1 : s->n; }
static u16 unit(const Str *s, u32 i) {
    u16 c;
    if (!s->utf16) return s->p[i];
    memcpy(&c, s->p + 2 * (size_t)i, 2);
    return c;
}

static u32 hash_latin1(const u8 *p, u32 n, u32 h) {
    for (u32 i = 0; i < n; i++) h = 31 * h + p[i];
    return h;
}
static u32 hash_utf16(const u8 *p, u32 units, u32 h) {
    for (u32 i = 0; i < units; i++) {
        u16 c;
        memcpy(&c, p + 2 * (size_t)i, 2);
        h = 31 * h + c;
    }
    return h;
}

/* --- String --- */

int string_equals(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    Str x, y;
    if (a[0] == a[1]) return ret_int(r, 1);
    if (!a[1] || ei(h, a[1])->ci != ti->ks->cs->string->id) return ret_int(r, 0);
    if (!str(ti, a[0], &x) || !str(ti, a[1], &y)) return NAT_BYTECODE;
    return ret_int(r, x.utf16 == y.utf16 && x.n == y.n && !mem_cmp(x.p, y.p, x.n));
}

int string_hashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    Natives *N = natives(ti);
    Heap *h = nat_heap(ti);
    u32 ho = nat_off(N, NF_STRING_HASH), zo = nat_off(N, NF_STRING_HASHISZERO);
    Str s;
    if (!ho || !zo) return NAT_BYTECODE;
    u32 v = get_u32(h, a[0], ho);
    if (v || get_u8(h, a[0], zo)) return ret_int(r, (i32)v);
    if (!str(ti, a[0], &s)) return NAT_BYTECODE;
    v = s.utf16 ? hash_utf16(s.p, s.n >> 1, 0) : hash_latin1(s.p, s.n, 0);
    if (v) put_u32(h, a[0], ho, v);
    else nat_set_bool(ti, a[0], NF_STRING_HASHISZERO, true);
    return ret_int(r, (i32)v);
}

int string_length_(ThreadInfo *ti, const u32 *a, u32 *r) {
    Str s;
    return str(ti, a[0], &s) ? ret_int(r, (i32)length(&s)) : NAT_BYTECODE;
}

int string_charAt(ThreadInfo *ti, const u32 *a, u32 *r) {
    Str s;
    if (!str(ti, a[0], &s) || a[1] >= length(&s)) return NAT_BYTECODE;
    return ret_int(r, unit(&s, a[1]));
}

int string_compareTo(ThreadInfo *ti, const u32 *a, u32 *r) {
    Str x, y;
    if (!a[1] || !str(ti, a[0], &x) || !str(ti, a[1], &y)) return NAT_BYTECODE;
    u32 n = length(&x) < length(&y) ? length(&x) : length(&y);
    cx_worked(ti->ks->cx, n);
    for (u32 i = 0; i < n; i++)
        if (unit(&x, i) != unit(&y, i)) return ret_int(r, (i32)unit(&x, i) - (i32)unit(&y, i));
    return ret_int(r, (i32)length(&x) - (i32)length(&y));
}

/* --- StringLatin1, StringUTF16, StringCoding --- */

int latin1_equals(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p, *q;
    u32 n, m;
    if (!bytes_of(ti, a[0], &p, &n) || !bytes_of(ti, a[1], &q, &m)) return NAT_BYTECODE;
    return ret_int(r, n == m && !mem_cmp(p, q, n));
}
int latin1_hashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p;
    u32 n;
    return bytes_of(ti, a[0], &p, &n) ? ret_int(r, (i32)hash_latin1(p, n, 0)) : NAT_BYTECODE;
}
int utf16_hashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p;
    u32 n;
    return bytes_of(ti, a[0], &p, &n) ? ret_int(r, (i32)hash_utf16(p, n >> 1, 0)) : NAT_BYTECODE;
}
/* indexOfChar(value, ch, from, to) */
int latin1_indexOfChar(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p, *f;
    u32 n;
    if (!bytes_of(ti, a[0], &p, &n) || a[2] > a[3] || a[3] > n) return NAT_BYTECODE;
    f = mem_find(p + a[2], (u8)a[1], a[3] - a[2]);
    return ret_int(r, f ? (i32)(f - p) : -1);
}
/* inflate(src, srcOff, dst, dstOff, len): into a char[] or the byte[] of a UTF-16 string */
int latin1_inflate(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    const u8 *p;
    u32 n;
    u64 len = a[4];
    if ((i32)a[1] < 0 || (i32)a[3] < 0 || (i32)a[4] < 0 || !a[2] || !bytes_of(ti, a[0], &p, &n)) return NAT_BYTECODE;
    ElementInfo *e = ei(h, a[2]);
    u8 t = ei_class(h, e)->elem_type;
    u64 room = t == T_CHAR ? e->len : t == T_BYTE ? e->len >> 1 : 0;
    if (a[1] + len > n || a[3] + len > room) return NAT_BYTECODE;
    u8 *d = ei_data(e) + 2 * (size_t)a[3];
    heap_log_range(h, e, d, 2 * len);
    cx_worked(h->cx, len);
    for (u64 i = 0; i < len; i++) {
        u16 c = p[a[1] + i];
        memcpy(d + 2 * i, &c, 2);
    }
    return NAT_OK;
}

/* Leading bytes that are not negative. */
static u32 positives(const u8 *p, u32 n) {
    u32 i = 0;
    for (; i + 8 <= n; i += 8) {
        u64 w;
        memcpy(&w, p + i, 8);
        if (w & 0x8080808080808080ull) break;
    }
    while (i < n && p[i] < 0x80) i++;
    return i;
}
static bool range(ThreadInfo *ti, const u32 *a, const u8 **p) { /* (byte[], off, len) */
    u32 n;
    return bytes_of(ti, a[0], p, &n) && (i32)a[1] >= 0 && (i32)a[2] >= 0 && (u64)a[1] + a[2] <= n;
}
int coding_hasNegatives(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p;
    return range(ti, a, &p) ? ret_int(r, positives(p + a[1], a[2]) != a[2]) : NAT_BYTECODE;
}
int coding_countPositives(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u8 *p;
    return range(ti, a, &p) ? ret_int(r, (i32)positives(p + a[1], a[2])) : NAT_BYTECODE;
}

/* --- jdk.internal.util.ArraysSupport --- */

/* vectorizedMismatch(a, aOffset, b, bOffset, length, log2 scale): index of the first element that
 * differs, or ~0: none is left to compare. */
int arrays_vectorizedMismatch(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    i64 xo = getw_long(a + 1), yo = getw_long(a + 4);
    u64 n = a[6];
    u32 sh = a[7];
    if (!a[0] || !a[3] || (i32)a[6] < 0 || sh > 3) return NAT_BYTECODE;
    ElementInfo *x = ei(h, a[0]), *y = ei(h, a[3]);
    n <<= sh;
    if (ei_class(h, x)->kind != CK_ARRAY || ei_class(h, y)->kind != CK_ARRAY) return NAT_BYTECODE;
    bool points = elements_point(ti, a[0], false);
    if (elements_point(ti, a[3], false) || points) return NAT_BYTECODE; /* element by element */
    const u8 *p = ei_open(h, x, (u64)xo, n, false), *q = ei_open(h, y, (u64)yo, n, false);
    if (!p || !q) return NAT_BYTECODE;
    cx_worked(h->cx, n / 16);
    u64 i = 0;
    for (; i + 8 <= n; i += 8)
        if (memcmp(p + i, q + i, 8)) break;
    while (i < n && p[i] == q[i]) i++;
    return ret_int(r, i < n ? (i32)(i >> sh) : ~0);
}

/* vectorizedHashCode(array, from, length, initial, type): boolean means unsigned bytes, char may mean
 * the byte[] of a UTF-16 string. */
int arrays_vectorizedHashCode(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    u64 from = a[1], n = a[2];
    u32 v = a[3];
    if (!a[0] || (i32)a[1] < 0 || (i32)a[2] < 0) return NAT_BYTECODE;
    ElementInfo *e = ei(h, a[0]);
    u8 et = ei_class(h, e)->elem_type, t = (u8)a[4];
    const u8 *p = ei_data(e);
    u64 room = et == T_BYTE && t == T_CHAR ? e->len >> 1 : e->len;
    bool fits = ei_class(h, e)->kind == CK_ARRAY && (et == t || (et == T_BYTE && (t == T_BOOLEAN || t == T_CHAR)));
    if (!fits || from + n > room || elements_point(ti, a[0], false)) return NAT_BYTECODE;
    cx_worked(h->cx, n);
    for (u64 i = from; i < from + n; i++) {
        u32 w[2];
        if (t == T_BOOLEAN) w[0] = p[i];
        else nat_load(h, p + i * type_size(t), t, w);
        if (t != T_BOOLEAN && t != T_BYTE && t != T_CHAR && t != T_SHORT && t != T_INT) return NAT_BYTECODE;
        v = 31 * v + w[0];
    }
    return ret_int(r, (i32)v);
}

/* --- Math: operations that IEEE 754 fixes --- */

int math_sqrt(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, sqrt(getw_double(a))); }
int math_floor(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, floor(getw_double(a))); }
int math_ceil(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, ceil(getw_double(a))); }
int math_rint(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_double(r, nearbyint(getw_double(a))); }
int math_fma(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_double(r, fma(getw_double(a), getw_double(a + 2), getw_double(a + 4)));
}
int math_fmaf(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_float(r, fmaf(getw_float(a), getw_float(a + 1), getw_float(a + 2)));
}
