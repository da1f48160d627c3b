/* java_lang_reflect_array.c -- java.lang.reflect.Array. */
#include "kernel/arrays.h"
#include "native/util.h"

static int not_array(ThreadInfo *ti, Ref o) {
    if (!o) return throw_no_msg(ti, "java/lang/NullPointerException");
    return throw_new(ti, "java/lang/IllegalArgumentException", "Argument is not an array");
}
static int mismatch(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/IllegalArgumentException", "argument type mismatch");
}

/* The array at a[0] and the address of element a[1]. */
static int element(ThreadInfo *ti, const u32 *a, ElementInfo **e, u8 **p, u8 *type) {
    Heap *h = nat_heap(ti);
    if (!a[0]) return not_array(ti, 0);
    *e = ei(h, a[0]);
    ClassInfo *ci = ei_class(h, *e);
    if (ci->kind != CK_ARRAY) return not_array(ti, a[0]);
    if (a[1] >= (*e)->len) return throw_no_msg(ti, "java/lang/ArrayIndexOutOfBoundsException");
    *type = ci->elem_type;
    *p = ei_data(*e) + ((u64)a[1] << ci->elem_shift);
    return NAT_OK;
}

int array_getLength(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return not_array(ti, 0);
    ElementInfo *e = ei(nat_heap(ti), a[0]);
    if (ei_class(nat_heap(ti), e)->kind != CK_ARRAY) return not_array(ti, a[0]);
    return ret_int(r, (i32)e->len);
}

int array_get(ThreadInfo *ti, const u32 *a, u32 *r) {
    ElementInfo *e;
    u8 *p, t;
    u32 val[2] = {0, 0};
    NAT_TRY(element(ti, a, &e, &p, &t));
    nat_load(nat_heap(ti), p, t, val);
    if (t == T_REF) return ret_ref(r, val[0]);
    return nat_box(ti, t, val, r);
}

static int get_as(ThreadInfo *ti, const u32 *a, u32 *r, u8 want) {
    ElementInfo *e;
    u8 *p, t;
    NAT_TRY(element(ti, a, &e, &p, &t));
    if (t == T_REF) return mismatch(ti);
    nat_load(nat_heap(ti), p, t, r);
    return nat_widen(t, want, r) ? NAT_OK : mismatch(ti);
}

int array_set(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    ElementInfo *e;
    u8 *p, t;
    u32 val[2] = {a[2], 0};
    NAT_TRY(element(ti, a, &e, &p, &t));
    if (t == T_REF) {
        if (a[2] && !ci_is_subclass(ei_class(h, ei(h, a[2])), ei_class(h, e)->elem))
            return throw_new(ti, "java/lang/IllegalArgumentException", "array element type mismatch");
    } else {
        u8 from = nat_unbox(ti, a[2], val);
        if (from == T_VOID) return mismatch(ti);
        if (!nat_widen(from, t, val)) return mismatch(ti);
    }
    nat_store(h, e, p, t, val);
    return NAT_OK;
}

static int set_as(ThreadInfo *ti, const u32 *a, u8 from) {
    ElementInfo *e;
    u8 *p, t;
    u32 val[2] = {0, 0};
    NAT_TRY(element(ti, a, &e, &p, &t));
    mem_copy(val, a + 2, 4 * type_words(from));
    if (t == T_REF || !nat_widen(from, t, val)) return mismatch(ti);
    nat_store(nat_heap(ti), e, p, t, val);
    return NAT_OK;
}

#define ELEMENT(N, T)                                                                                                  \
    int array_get##N(ThreadInfo *ti, const u32 *a, u32 *r) { return get_as(ti, a, r, T); }                             \
    int array_set##N(ThreadInfo *ti, const u32 *a, u32 *r) { return set_as(ti, a, T); }
ELEMENT(Boolean, T_BOOLEAN)
ELEMENT(Byte, T_BYTE)
ELEMENT(Char, T_CHAR)
ELEMENT(Short, T_SHORT)
ELEMENT(Int, T_INT)
ELEMENT(Long, T_LONG)
ELEMENT(Float, T_FLOAT)
ELEMENT(Double, T_DOUBLE)

static int dims_of(const ClassInfo *ci) {
    int n = 0;
    for (; ci->kind == CK_ARRAY; ci = ci->elem) n++;
    return n;
}

int array_newArray(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[0]);
    if ((i32)a[1] < 0) return throw_new(ti, "java/lang/NegativeArraySizeException", "%d", (i32)a[1]);
    if (ci == ti->ks->cs->prim[T_VOID] || dims_of(ci) >= 255)
        return throw_no_msg(ti, "java/lang/IllegalArgumentException");
    NAT_TRY(nat_new_array(ti, ci, a[1], r));
    array_made(ti, *r);
    return NAT_OK;
}

/* An array of class arr with dims[d..n) below it; each level is held while the next is made. */
static int multi(ThreadInfo *ti, ClassInfo *arr, const i32 *dims, u32 n, Ref *out) {
    NAT_TRY(nat_new_array(ti, arr->elem, (u32)dims[0], out));
    array_made(ti, *out);
    if (n == 1 || !dims[0]) return NAT_OK;
    u32 mark = handle_mark(nat_heap(ti));
    NAT_TRY(nat_hold(ti, *out));
    int res = NAT_OK;
    for (i32 i = 0; i < dims[0] && res == NAT_OK; i++) {
        Ref sub;
        res = multi(ti, arr->elem, dims + 1, n - 1, &sub);
        if (res == NAT_OK) ei_words(ei(nat_heap(ti), *out))[i] = sub;
    }
    handle_release(nat_heap(ti), mark);
    return res;
}

int array_multiNewArray(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = nat_heap(ti);
    if (!a[0] || !a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    ClassInfo *ci = jclass_ci(ti, a[0]);
    u32 n = arr_len(h, a[1]);
    i32 dims[256];
    if (!n) return throw_new(ti, "java/lang/IllegalArgumentException", "Empty dimensions array");
    if (n > 255 || ci == ti->ks->cs->prim[T_VOID] || (int)n + dims_of(ci) > 255)
        return throw_no_msg(ti, "java/lang/IllegalArgumentException");
    const u8 *given = arr_at(h, a[1], T_INT, 0, n);
    if (!given) return mismatch(ti);
    mem_copy(dims, given, 4 * n);
    for (u32 i = 0; i < n; i++)
        if (dims[i] < 0) return throw_new(ti, "java/lang/NegativeArraySizeException", "%d", dims[i]);
    for (u32 i = 0; i < n; i++)
        if (ci_array_of(ti->ks->cs, ci, &ci) != ST_OK) return NAT_ERROR;
    return multi(ti, ci, dims, n, r);
}
