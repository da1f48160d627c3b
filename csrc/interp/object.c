/* object.c -- creation of objects, and the checks with HotSpot's words when they fail. */
#include "base/text.h"
#include "interp/interp_int.h"
#include "kernel/arrays.h"

static int out_of_memory(ThreadInfo *ti) { return throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space"); }

/* HotSpot tells arrays that no heap could hold (two short of 2^31 - 1) from those that this one cannot. */
int throw_no_room(ThreadInfo *ti, u32 len) {
    if (len <= 0x7fffffff - 2) return out_of_memory(ti);
    return throw_new(ti, "java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
}

int alloc_object(ThreadInfo *ti, ClassInfo *ci, Ref *out) {
    if (heap_new(ti->ks->heap, ci, out) != ST_OK) return NAT_ERROR;
    if (*out) object_made(ti, *out);
    return *out ? NAT_OK : out_of_memory(ti);
}

int alloc_array(ThreadInfo *ti, ClassInfo *arr, i32 len, Ref *out) {
    if (len < 0) return throw_new(ti, "java/lang/NegativeArraySizeException", "%d", len);
    if (heap_new_array(ti->ks->heap, arr, (u32)len, out) != ST_OK) return NAT_ERROR;
    if (*out) array_made(ti, *out);
    return *out ? NAT_OK : throw_no_room(ti, (u32)len);
}

/* Depth first; the outer array is held while its elements are made. */
static int fill(ThreadInfo *ti, ClassInfo *arr, const u32 *dims, u32 n, Ref *out) {
    Heap *h = ti->ks->heap;
    int r = alloc_array(ti, arr, (i32)dims[0], out);
    if (r != NAT_OK || n == 1) return r;
    if (handle_push(h, *out) != ST_OK) return NAT_ERROR;
    for (u32 i = 0; i < dims[0]; i++) {
        Ref e;
        u32 mark = handle_mark(h);
        r = fill(ti, arr->elem, dims + 1, n - 1, &e);
        handle_release(h, mark);
        if (r != NAT_OK) return r;
        ElementInfo *o = ei(h, *out);
        heap_put_ref_fast(h, o, ei_words(o) + i, e);
    }
    return NAT_OK;
}

int alloc_multi(ThreadInfo *ti, ClassInfo *arr, const u32 *dims, u32 n, Ref *out) {
    for (u32 i = 0; i < n; i++) /* all sizes are looked at before anything is made */
        if ((i32)dims[i] < 0) return throw_new(ti, "java/lang/NegativeArraySizeException", "%d", (i32)dims[i]);
    u32 mark = handle_mark(ti->ks->heap);
    int r = fill(ti, arr, dims, n, out);
    handle_release(ti->ks->heap, mark);
    return r;
}

int throw_class_cast(ThreadInfo *ti, const ClassInfo *from, const ClassInfo *to) {
    Text t;
    text_init(&t, ti->ks->cx);
    msg_class_cast(ti->ks->cs, from, to, &t);
    int r = t.failed ? NAT_ERROR : throw_new(ti, "java/lang/ClassCastException", "%s", t.v);
    text_free(&t);
    return r;
}

int throw_bounds(ThreadInfo *ti, i32 index, u32 len) {
    return throw_new(ti, "java/lang/ArrayIndexOutOfBoundsException", "Index %d out of bounds for length %d", index,
                     (i32)len);
}

int throw_array_store(ThreadInfo *ti, const ClassInfo *val) {
    char buf[1024];
    return throw_new(ti, "java/lang/ArrayStoreException", "%s", ci_external_name(val, buf, sizeof buf));
}

int check_array(ThreadInfo *ti, Insn *pc, const ElementInfo *e, u8 type) {
    KernelState *ks = ti->ks;
    const ClassInfo *c = ks->cs->by_id.v[e->ci];
    bool ok = c->kind == CK_ARRAY && (c->elem_type == type || (type == T_BYTE && c->elem_type == T_BOOLEAN));
    if (!ok)
        return throw_new(ti, "java/lang/VerifyError", "Bad type on operand stack in %s: %s", op_info[pc->op].name,
                         c->name->s);
    if (c->elem_type == T_BOOLEAN) ks->interp->ids[T_BOOLEAN] = c->id;
    if (c->id < 0xffff) pc->a = (u16)c->id;
    return NAT_OK;
}

int check_receiver(ThreadInfo *ti, StackFrame *f, Insn *pc, const ElementInfo *e) {
    const ClassInfo *c = ti->ks->cs->by_id.v[e->ci];
    const FieldInfo *fi = f->mi->ci->rt[insn_pool_index(f->mi, (u32)(pc - f->mi->code))].fi;
    if (!ci_is_subclass(c, fi->ci))
        return throw_new(ti, "java/lang/VerifyError", "Bad type on operand stack: %s.%s of a %s", fi->ci->name->s,
                         fi->name->s, c->name->s);
    if (c->id < 0xffff) pc->a = (u16)c->id;
    return NAT_OK;
}
