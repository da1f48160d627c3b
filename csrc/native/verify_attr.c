/* verify_attr.c -- Verify.set/get/add...Attribute: ints attached to objects, fields, elements and locals.
 *
 * They are undone with the state and are no part of its key. A table of fixed place (the trail saves
 * addresses) with a list for each bucket; entries are only added, a list's newest is met first, and
 * `set` hides what came before it. Attributes stay with the place; values do not carry them along. */
#include "native/nat_b.h"
#include "native/verify.h"

#include <stdio.h>
#include <sys/mman.h>

enum { BUCKETS = 1024, MAX_ATTRS = 1 << 20, WHOLE = 0x7fffffff, ELEMENT = (int)0x80000000u };

typedef struct AttrEntry {
    u32 owner, birth, slot; /* object and its birth, which tells a reused reference; or thread id, LOCAL */
    i32 value;
    u32 next;   /* index + 1 */
    u32 resets; /* older entries of the place do not count; no_value: nor does this one */
    u32 no_value, pad;
} AttrEntry;

#define LOCAL 0xFFFFFFFEu

struct AttrTable {
    u32 n, pad;
    u32 head[BUCKETS];
    AttrEntry e[MAX_ATTRS];
};

typedef struct Place {
    u32 owner, birth, slot;
} Place;

static struct AttrTable *table(ThreadInfo *ti) {
    NatB *B = natb(ti);
    if (!B) return NULL;
    if (!B->attrs) {
        void *p =
            mmap(NULL, sizeof *B->attrs, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED) {
            cx_fail(ti->ks->cx, ERR_NOMEM, "no memory for attributes");
            return NULL;
        }
        B->attrs = p;
    }
    return B->attrs;
}

void verify_attr_free(struct AttrTable *t) {
    if (t) munmap(t, sizeof *t);
}

static int add(ThreadInfo *ti, Place p, i32 value, bool resets, bool no_value) {
    struct AttrTable *t = table(ti);
    if (!t) return NAT_ERROR;
    if (t->n == MAX_ATTRS) return nat_not_modelled(ti, "more than %d attributes on a path", MAX_ATTRS);
    u32 *head = &t->head[mix64((u64)p.owner << 32 | p.birth, p.slot) % BUCKETS];
    Heap *h = ti->ks->heap;
    if (h->trailing && (trail_push(h, &t->n, 4) != ST_OK || trail_push(h, head, 4) != ST_OK ||
                        trail_push(h, &t->e[t->n], sizeof t->e[0]) != ST_OK))
        return NAT_ERROR;
    t->e[t->n] = (AttrEntry){p.owner, p.birth, p.slot, value, *head, resets, no_value, 0};
    *head = ++t->n;
    return NAT_OK;
}

/* The newest value (0: none), and in `all` up to `max` of them, newest first. */
static u32 get(ThreadInfo *ti, Place p, i32 *all, u32 max) {
    NatB *B = natb(ti);
    u32 n = 0;
    if (!B || !B->attrs) return 0;
    for (u32 i = B->attrs->head[mix64((u64)p.owner << 32 | p.birth, p.slot) % BUCKETS]; i;
         i = B->attrs->e[i - 1].next) {
        const AttrEntry *e = &B->attrs->e[i - 1];
        if (e->owner != p.owner || e->birth != p.birth || e->slot != p.slot) continue;
        if (n < max && !e->no_value) all[n++] = e->value;
        if (e->resets) break;
    }
    return n;
}

/* --- places --- */

static int object_place(ThreadInfo *ti, Ref o, u32 slot, Place *p) {
    if (!o) return throw_no_msg(ti, "java/lang/NullPointerException");
    *p = (Place){o, ei(ti->ks->heap, o)->birth, slot};
    return NAT_OK;
}

static int field_place(ThreadInfo *ti, const u32 *a, Place *p) {
    Heap *h = ti->ks->heap;
    if (!a[0] || !a[1]) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    char *name = natb_utf8(ti, a[1], &n);
    if (!name) return NAT_ERROR;
    ElementInfo *e = ei(h, a[0]);
    ClassInfo *of = mirror_class(h, a[0]); /* of a Class object: its static fields */
    FieldInfo *fi = of ? nat_static(of, name) : ci_find_field(ei_class(h, e), name);
    int r = fi ? NAT_OK : throw_new(ti, "java/lang/IllegalArgumentException", "no field named %s", name);
    natb_free(ti, name, n);
    if (fi) *p = (Place){a[0], e->birth, fi->offset};
    return r;
}

static int element_place(ThreadInfo *ti, const u32 *a, Place *p) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    u32 n = arr_len(ti->ks->heap, a[0]);
    if (ei_class(ti->ks->heap, ei(ti->ks->heap, a[0]))->kind != CK_ARRAY)
        return throw_new(ti, "java/lang/IllegalArgumentException", "not an array");
    if (a[1] >= n)
        return throw_new(ti, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %u",
                         (i32)a[1], n);
    return object_place(ti, a[0], a[1] | (u32)ELEMENT, p);
}

/* A frame that has attributes says so (FR_ATTR), so that those of an earlier call are not taken for its own. */
static int local_place(ThreadInfo *ti, Ref name_ref, bool create, Place *p, bool *none) {
    if (!name_ref) return throw_no_msg(ti, "java/lang/NullPointerException");
    StackFrame *f = ti->top;
    size_t n;
    *none = false;
    if (!f || !f->mi->code) return throw_no_msg(ti, "java/lang/IllegalStateException");
    char *name = natb_utf8(ti, name_ref, &n);
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
        natb_free(ti, name, n);
        return r;
    }
    natb_free(ti, name, n);
    if (!(f->flags & FR_ATTR)) {
        if (!create) *none = true;
        else {
            f->flags |= FR_ATTR; /* the running frame is saved already */
            for (u32 k = 0; k < f->mi->max_locals; k++) {
                Place q = {ti->id, LOCAL, f->depth << 12 | k};
                i32 v;
                if (get(ti, q, &v, 1)) NAT_TRY(add(ti, q, 0, true, true));
            }
        }
    }
    *p = (Place){ti->id, LOCAL, f->depth << 12 | i};
    return NAT_OK;
}

static int put(ThreadInfo *ti, Place p, u32 v, bool set) { return add(ti, p, (i32)v, set, false); }
static int value(ThreadInfo *ti, Place p, u32 *r) {
    i32 v = 0;
    get(ti, p, &v, 1);
    return ret_int(r, v);
}
static int list(ThreadInfo *ti, Place p, u32 *r) {
    i32 v[256];
    Ref arr;
    u32 n = get(ti, p, v, 256);
    if (!n) return ret_ref(r, 0);
    NAT_TRY(nat_new_prims(ti, T_INT, n, &arr));
    memcpy(arr_data(ti->ks->heap, arr), v, n * sizeof *v);
    return ret_ref(r, arr);
}

#define ATTRS(Kind, PLACE, VAL)                                                                                        \
    int Verify_set##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        Place p;                                                                                                       \
        NAT_TRY(PLACE);                                                                                                \
        return put(ti, p, a[VAL], true);                                                                               \
    }                                                                                                                  \
    int Verify_add##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        Place p;                                                                                                       \
        NAT_TRY(PLACE);                                                                                                \
        return put(ti, p, a[VAL], false);                                                                              \
    }                                                                                                                  \
    int Verify_get##Kind##Attr(ThreadInfo *ti, const u32 *a, u32 *r) {                                                 \
        Place p;                                                                                                       \
        NAT_TRY(PLACE);                                                                                                \
        return value(ti, p, r);                                                                                        \
    }                                                                                                                  \
    int Verify_get##Kind##Attrs(ThreadInfo *ti, const u32 *a, u32 *r) {                                                \
        Place p;                                                                                                       \
        NAT_TRY(PLACE);                                                                                                \
        return list(ti, p, r);                                                                                         \
    }
ATTRS(Field, field_place(ti, a, &p), 2)
ATTRS(Element, element_place(ti, a, &p), 2)
ATTRS(Object, object_place(ti, a[0], WHOLE, &p), 1)

int Verify_setLocalAttr(ThreadInfo *ti, const u32 *a, u32 *r) {
    Place p;
    bool none;
    NAT_TRY(local_place(ti, a[0], true, &p, &none));
    return put(ti, p, a[1], true);
}
int Verify_addLocalAttr(ThreadInfo *ti, const u32 *a, u32 *r) {
    Place p;
    bool none;
    NAT_TRY(local_place(ti, a[0], true, &p, &none));
    return put(ti, p, a[1], false);
}
int Verify_getLocalAttr(ThreadInfo *ti, const u32 *a, u32 *r) {
    Place p;
    bool none;
    NAT_TRY(local_place(ti, a[0], false, &p, &none));
    return none ? ret_int(r, 0) : value(ti, p, r);
}
int Verify_getLocalAttrs(ThreadInfo *ti, const u32 *a, u32 *r) {
    Place p;
    bool none;
    NAT_TRY(local_place(ti, a[0], false, &p, &none));
    return none ? ret_ref(r, 0) : list(ti, p, r);
}
