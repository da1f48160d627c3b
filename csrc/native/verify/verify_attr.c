/* verify_attr.c -- Verify.set/get/add...Attribute: ints attached to objects, fields, elements and locals.
 *
 * They are undone with the state, are no part of its key, and flow with the values (kernel/attr.h, in a store of
 * their own). A place has a list, the newest first; lists share their tails and are never changed. */
#include "kernel/attr.h"
#include "native/world.h"
#include "native/verify/verify.h"

typedef struct AttrEntry {
    i32 value;
    u32 next; /* index + 1 */
} AttrEntry;

struct AttrTable {
    VEC(AttrEntry) e;
    u32 n; /* of e, on this path (trailed) */
};

static int add(ThreadInfo *ti, AttrPlace p, i32 value, bool set) {
    KernelState *ks = ti->ks;
    Natives *N = natives(ti);
    if (!N->attrs && !(N->attrs = cx_alloc(ks->cx, sizeof *N->attrs))) return NAT_ERROR;
    if (!attr_flows(ks)) return attr_flow(ks) == ST_OK ? NAT_RETRY : NAT_ERROR;
    struct AttrTable *t = N->attrs;
    u32 old = set ? 0 : attr_get(ks, AT_VERIFY, p);
    t->e.n = t->n;
    if (ks->heap->trailing && trail_push(ks->heap, &t->n, 4) != ST_OK) return NAT_ERROR;
    if (vec_push(ks->cx, &t->e, ((AttrEntry){value, old})) != ST_OK) return NAT_ERROR;
    t->n = t->e.n;
    return attr_set(ks, AT_VERIFY, p, t->n) == ST_OK ? NAT_OK : NAT_ERROR;
}

void verify_attr_free(Ctx *cx, struct AttrTable *t) {
    if (!t) return;
    vec_free(cx, &t->e);
    cx_free(cx, t, sizeof *t);
}

/* Up to `max` values, newest first. */
static u32 get(ThreadInfo *ti, AttrPlace p, i32 *all, u32 max) {
    Natives *N = natives(ti);
    u32 n = 0;
    for (u32 i = N->attrs ? attr_get(ti->ks, AT_VERIFY, p) : 0; i && n < max; i = N->attrs->e.v[i - 1].next)
        all[n++] = N->attrs->e.v[i - 1].value;
    return n;
}

/* --- places --- */

static int object_place(ThreadInfo *ti, Ref o, AttrPlace *p) {
    if (!o) return throw_no_msg(ti, "java/lang/NullPointerException");
    *p = (AttrPlace){AT_OBJECT, o, 0};
    return NAT_OK;
}

static int field_place(ThreadInfo *ti, const u32 *a, AttrPlace *p) {
    Heap *h = ti->ks->heap;
    if (!a[0] || !a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    char *name = nat_utf8(ti, a[1], &n);
    if (!name) return NAT_ERROR;
    ElementInfo *e = ei(h, a[0]);
    ClassInfo *of = mirror_class(h, a[0]); /* of a Class object: its static fields */
    FieldInfo *fi = of ? nat_static(of, name) : ci_find_field(ei_class(h, e), name);
    int r = fi ? NAT_OK : throw_new(ti, "java/lang/IllegalArgumentException", "no field named %s", name);
    nat_utf8_free(ti, name, n);
    if (fi) *p = (AttrPlace){AT_FIELD, a[0], fi->offset};
    return r;
}

static int element_place(ThreadInfo *ti, const u32 *a, AttrPlace *p) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    u32 n = arr_len(ti->ks->heap, a[0]);
    const ClassInfo *ci = ei_class(ti->ks->heap, ei(ti->ks->heap, a[0]));
    if (ci->kind != CK_ARRAY) return throw_new(ti, "java/lang/IllegalArgumentException", "not an array");
    if (a[1] >= n)
        return throw_new(ti, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %u",
                         (i32)a[1], n);
    *p = (AttrPlace){AT_ELEMENT, a[0], OBJ_HEADER + (a[1] << ci->elem_shift)};
    return NAT_OK;
}

static int local_place(ThreadInfo *ti, Ref name_ref, AttrPlace *p) {
    if (!name_ref) return throw_no_msg(ti, "java/lang/NullPointerException");
    StackFrame *f = ti->top;
    size_t n;
    if (!f || !f->mi->code) return throw_no_msg(ti, "java/lang/IllegalStateException");
    char *name = nat_utf8(ti, name_ref, &n);
    if (!name) return NAT_ERROR;
    u32 at = (u32)(f->pc - f->mi->code), i = 0;
    for (; i < f->mi->max_locals; i++) {
        const CfLocal *l = mi_local(f->mi, at, i);
        if (l && strcmp(l->name->s, name) == 0) break;
    }
    /* a variable that is set by the instruction after this call has no entry yet */
    if (i == f->mi->max_locals) {
        int r = throw_new(ti, "java/lang/IllegalArgumentException",
                          "no local variable named %s here (is the class compiled with -g?)", name);
        nat_utf8_free(ti, name, n);
        return r;
    }
    nat_utf8_free(ti, name, n);
    *p = (AttrPlace){AT_SLOT, attr_frame(ti, f), i};
    return NAT_OK;
}

static int put(ThreadInfo *ti, AttrPlace p, u32 v, bool set) { return add(ti, p, (i32)v, set); }
static int value(ThreadInfo *ti, AttrPlace p, u32 *r) {
    i32 v = 0;
    get(ti, p, &v, 1);
    return ret_int(r, v);
}
static int list(ThreadInfo *ti, AttrPlace p, u32 *r) {
    i32 v[256];
    Ref arr;
    u32 n = get(ti, p, v, 256);
    if (!n) return ret_ref(r, 0);
    NAT_TRY(nat_new_prims(ti, T_INT, n, &arr));
    mem_copy(arr_data(ti->ks->heap, arr), v, n * sizeof *v);
    return ret_ref(r, arr);
}

#define ATTRS(Kind, PLACE, VAL)                                                                                        \
    int Verify_set##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        AttrPlace p;                                                                                                   \
        NAT_TRY(PLACE);                                                                                                \
        return put(ti, p, a[VAL], true);                                                                               \
    }                                                                                                                  \
    int Verify_add##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        AttrPlace p;                                                                                                   \
        NAT_TRY(PLACE);                                                                                                \
        return put(ti, p, a[VAL], false);                                                                              \
    }                                                                                                                  \
    int Verify_get##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        AttrPlace p;                                                                                                   \
        NAT_TRY(PLACE);                                                                                                \
        return value(ti, p, r);                                                                                        \
    }                                                                                                                  \
    int Verify_get##Kind##Attrs(ThreadInfo *ti, const u32 *a, u32 *r) {                                                \
        AttrPlace p;                                                                                                   \
        NAT_TRY(PLACE);                                                                                                \
        return list(ti, p, r);                                                                                         \
    }
ATTRS(Field, field_place(ti, a, &p), 2)
ATTRS(Element, element_place(ti, a, &p), 2)
ATTRS(Object, object_place(ti, a[0], &p), 1)
ATTRS(Local, local_place(ti, a[0], &p), 1)
