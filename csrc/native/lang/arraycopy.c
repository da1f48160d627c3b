/* arraycopy.c -- System.arraycopy, and clone of arrays and objects.
 *
 * A copy that nobody can disturb is one action. Where elements are scheduling points it is done by a VM frame, element
 * by element, each read and each write a point of its own: another thread may see, or give, one half of it. */
#include "kernel/arrays.h"
#include "kernel/attr.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/places.h"
#include "native/lang/arraycopy.h"
#include "native/verify/verify.h"

#include <stdio.h>

/* What HotSpot calls an array in messages: "int[42]", "object array[3]". */
static void array_text(const Classes *cs, const ClassInfo *ci, char *buf, size_t n) {
    if (ci->elem_type == T_REF) snprintf(buf, n, "object array");
    else snprintf(buf, n, "%s", cs->prim[ci->elem_type]->name->s);
}

/* "int[]" of a primitive array, "object array[]" of others, as in ArrayStoreException's texts. */
static int store_mismatch(ThreadInfo *ti, const ClassInfo *s, const ClassInfo *d) {
    char sb[64], db[64];
    array_text(ti->ks->cs, s, sb, sizeof sb);
    array_text(ti->ks->cs, d, db, sizeof db);
    return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: type mismatch: can not copy %s[] into %s[]", sb,
                     db);
}

static int bounds(ThreadInfo *ti, const ClassInfo *s, u32 slen, i32 spos, const ClassInfo *d, u32 dlen, i32 dpos,
                  i32 n) {
    char sb[64], db[64];
    array_text(ti->ks->cs, s, sb, sizeof sb);
    array_text(ti->ks->cs, d, db, sizeof db);
    const char *ex = "java/lang/ArrayIndexOutOfBoundsException";
    if (spos < 0) return throw_new(ti, ex, "arraycopy: source index %d out of bounds for %s[%u]", spos, sb, slen);
    if (dpos < 0) return throw_new(ti, ex, "arraycopy: destination index %d out of bounds for %s[%u]", dpos, db, dlen);
    if (n < 0) return throw_new(ti, ex, "arraycopy: length %d is negative", n);
    if ((u64)(u32)spos + (u32)n > slen)
        return throw_new(ti, ex, "arraycopy: last source index %u out of bounds for %s[%u]", (u32)spos + (u32)n, sb,
                         slen);
    return throw_new(ti, ex, "arraycopy: last destination index %u out of bounds for %s[%u]", (u32)dpos + (u32)n, db,
                     dlen);
}

/* Can v be an element of d? */
static int check_element(ThreadInfo *ti, const ElementInfo *s, const ElementInfo *d, Ref v) {
    Heap *h = ti->ks->heap;
    const ClassInfo *sc = ei_class(h, s), *dc = ei_class(h, d);
    char a[300], b[300];
    if (!v || sc == dc || ci_is_subclass(ei_class(h, ei(h, v)), dc->elem)) return NAT_OK;
    return throw_new(ti, "java/lang/ArrayStoreException",
                     "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the type of the "
                     "destination array, %s",
                     nat_java_name(sc->elem, a, sizeof a), nat_java_name(dc->elem, b, sizeof b));
}

/* Element by element with the store check: what was copied before the offender stays. */
static int copy_checked(ThreadInfo *ti, ElementInfo *s, u32 sp, ElementInfo *d, u32 dp, u32 n) {
    Heap *h = ti->ks->heap;
    u32 *src = ei_words(s) + sp, *dst = ei_words(d) + dp;
    for (u32 i = 0; i < n; i++) {
        if (!cx_work(h->cx, 4)) return NAT_ERROR;
        NAT_TRY(check_element(ti, s, d, src[i]));
        heap_put_ref_fast(h, d, dst + i, src[i]);
    }
    return NAT_OK;
}

static int attributes(ThreadInfo *ti, Ref s, u32 sp, Ref d, u32 dp, u32 n) {
    KernelState *ks = ti->ks;
    if (JPF_LIKELY(!ks->attrs)) return NAT_OK;
    u8 shift = ei_class(ks->heap, ei(ks->heap, s))->elem_shift;
    return attr_copy_elements(ks, s, sp, d, dp, n, shift) == ST_OK ? NAT_OK : NAT_ERROR;
}

/* --- in steps --- */

enum { CP_FROM, CP_TO, CP_REF, CP_SP, CP_DP, CP_N, CP_DONE, CP_VALUE, CP_LOCALS = CP_VALUE + 2 };
enum { CP_REFS = 1u << CP_FROM | 1u << CP_TO | 1u << CP_REF };

/* Is a point to come first? */
static bool stops_at(ThreadInfo *ti, Ref arr, u32 index, bool write) {
    if (!ti->ks->boundaries) {
        if (ti->ks->watch) use_raw(ti, arr, 0, write);
        if (ti->ks->watch) place_used_element(ti, ei(ti->ks->heap, arr), index, write);
        return false;
    }
    return elements_point(ti, arr, write) && nat_boundary(ti, write ? AC_ASTORE : AC_ALOAD, arr, index);
}

static void read_element(ThreadInfo *ti, u32 *l, u32 at) {
    KernelState *ks = ti->ks;
    ElementInfo *s = ei(ks->heap, l[CP_FROM]);
    const ClassInfo *ci = ei_class(ks->heap, s);
    u32 size = type_size(ci->elem_type), off = OBJ_HEADER + at * size;
    const u8 *p = (const u8 *)s + off;
    fp_read(ks, s, p, size == 8 ? 2 : 1);
    EV(ks, memory_action, .ti = ti, .obj = l[CP_FROM], .index = off, .n = 1, .how = MEM_READ);
    l[CP_REF] = l[CP_VALUE] = l[CP_VALUE + 1] = 0;
    mem_copy(l + (ci->elem_type == T_REF ? CP_REF : CP_VALUE), p, size);
}

static int write_element(ThreadInfo *ti, u32 *l, u32 at) {
    KernelState *ks = ti->ks;
    ElementInfo *d = ei(ks->heap, l[CP_TO]);
    const ClassInfo *ci = ei_class(ks->heap, d);
    u32 size = type_size(ci->elem_type), off = OBJ_HEADER + at * size;
    u8 *p = (u8 *)d + off;
    if (ci->elem_type == T_REF) {
        NAT_TRY(check_element(ti, ei(ks->heap, l[CP_FROM]), d, l[CP_REF]));
        heap_put_ref_fast(ks->heap, d, (u32 *)(void *)p, l[CP_REF]);
    } else {
        heap_log_range(ks->heap, d, p, size);
        mem_copy(p, l + CP_VALUE, size);
    }
    EV(ks, memory_action, .ti = ti, .obj = l[CP_TO], .index = off, .n = 1, .how = MEM_WRITE);
    return NAT_OK;
}

enum { ELEMENT_WORK = 32 }; /* in units of cx_work */

/* f->step 0: read next; 1: write next. A copy within an array goes the way that overwrites nothing unread. */
static int step_copy(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    u32 *l = f->slots;
    bool back = l[CP_FROM] == l[CP_TO] && l[CP_SP] < l[CP_DP];
    if (thrown) return ti->exception = thrown, STEP_THROW;
    for (; l[CP_DONE] < l[CP_N]; l[CP_DONE]++) {
        if (!cx_work(ti->ks->cx, ELEMENT_WORK)) return STEP_ERROR;
        u32 i = back ? l[CP_N] - 1 - l[CP_DONE] : l[CP_DONE];
        if (!f->step) {
            if (stops_at(ti, l[CP_FROM], l[CP_SP] + i, false)) return STEP_BLOCK;
            read_element(ti, l, l[CP_SP] + i);
            f->step = 1;
        }
        if (stops_at(ti, l[CP_TO], l[CP_DP] + i, true)) return STEP_BLOCK;
        int r = write_element(ti, l, l[CP_DP] + i);
        if (r != NAT_OK) return nat_step(ti, f, r);
        f->step = 0;
    }
    if (attributes(ti, l[CP_FROM], l[CP_SP], l[CP_TO], l[CP_DP], l[CP_N]) != NAT_OK) return STEP_ERROR;
    if (f->mi->ret == T_REF) *f->sp++ = l[CP_TO];
    return STEP_RETURN;
}

static int in_steps(ThreadInfo *ti, Ref s, u32 sp, Ref d, u32 dp, u32 n, bool answers) {
    MethodInfo *vm = vm_method(ti->ks, "copy", step_copy, CP_LOCALS, 2, CP_REFS, answers ? T_REF : T_VOID);
    const u32 l[CP_LOCALS] = {[CP_FROM] = s, [CP_TO] = d, [CP_SP] = sp, [CP_DP] = dp, [CP_N] = n};
    if (!vm) return NAT_ERROR;
    return push_vm_frame(ti, vm, l, CP_LOCALS) ? NAT_CALL : throw_no_msg(ti, "java/lang/StackOverflowError");
}

/* --- at once --- */

int System_arraycopy(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    if (JPF_UNLIKELY(!a[0] || !a[2])) return throw_no_msg(ti, "java/lang/NullPointerException");
    ElementInfo *s = ei(h, a[0]), *d = ei(h, a[2]);
    ClassInfo *sc = ei_class(h, s), *dc = ei_class(h, d);
    i32 sp = (i32)a[1], dp = (i32)a[3], n = (i32)a[4];
    char buf[300];
    if (JPF_UNLIKELY(sc->kind != CK_ARRAY))
        return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: source type %s is not an array",
                         ci_external_name(sc, buf, sizeof buf));
    if (JPF_UNLIKELY(dc->kind != CK_ARRAY))
        return throw_new(ti, "java/lang/ArrayStoreException", "arraycopy: destination type %s is not an array",
                         ci_external_name(dc, buf, sizeof buf));
    if (JPF_UNLIKELY(sc->elem_type != dc->elem_type)) return store_mismatch(ti, sc, dc);
    if (JPF_UNLIKELY((sp | dp | n) < 0 || (u64)sp + (u64)n > s->len || (u64)dp + (u64)n > d->len))
        return bounds(ti, sc, s->len, sp, dc, d->len, dp, n);
    if (n == 0) return NAT_OK;
    if (JPF_UNLIKELY(ks->boundaries)) {
        bool reads = elements_point(ti, a[0], false), writes = elements_point(ti, a[2], true);
        if (reads || writes) return in_steps(ti, a[0], a[1], a[2], a[3], a[4], false);
    } else if (JPF_UNLIKELY(ks->watch)) {
        use_raw(ti, a[2], 0, true);
        place_used(ti, d, PLACE_WHOLE, UINT32_MAX, true);
    }
    u8 sh = sc->elem_shift;
    u32 from = OBJ_HEADER + ((u32)sp << sh), to = OBJ_HEADER + ((u32)dp << sh);
    EV(ks, memory_action, .ti = ti, .obj = a[0], .index = from, .n = (u32)n, .how = MEM_READ);
    EV(ks, memory_action, .ti = ti, .obj = a[2], .index = to, .n = (u32)n, .how = MEM_WRITE);
    u8 *dst = ei_data(d) + ((u64)dp << sh);
    const u8 *src = ei_data(s) + ((u64)sp << sh);
    u64 bytes = (u64)n << sh;
    cx_worked(ks->cx, bytes / 16);
    if (sc->elem_type == T_REF && a[0] != a[2] && !ci_is_subclass(sc->elem, dc->elem)) {
        NAT_TRY(copy_checked(ti, s, (u32)sp, d, (u32)dp, (u32)n));
    } else {
        const u32 *w = (const u32 *)(const void *)src;
        for (i32 i = 0; sc->elem_type == T_REF && (d->hf & EF_SHARED) && i < n; i++)
            if (w[i] && !ei_counts_shared(ei(h, w[i]))) heap_share(h, w[i]);
        heap_log_range(h, d, dst, bytes);
        mem_move(dst, src, bytes);
    }
    return attributes(ti, a[0], (u32)sp, a[2], (u32)dp, (u32)n);
}

int array_clone(ThreadInfo *ti, Ref arr, u32 *r) {
    Heap *h = ti->ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, arr));
    u32 n = arr_len(h, arr);
    Ref c;
    if (heap_new_array(h, ci, n, &c) != ST_OK) return NAT_ERROR;
    if (!c) return nat_oom(ti);
    array_made(ti, c);
    if (n && elements_point(ti, arr, false)) return in_steps(ti, arr, 0, c, 0, n, true);
    if (n) EV(ti->ks, memory_action, .ti = ti, .obj = arr, .index = OBJ_HEADER, .n = n, .how = MEM_READ);
    mem_copy(arr_data(h, c), arr_data(h, arr), ei_payload_bytes(h, ei(h, arr)));
    if (JPF_UNLIKELY(ti->ks->attrs) && attr_clone(ti->ks, arr, c) != ST_OK) return NAT_ERROR;
    return ret_ref(r, c);
}

/* --- clone of an object --- */

enum { CL_FROM, CL_TO, CL_NEXT, CL_LOCALS };
enum { CL_REFS = 1u << CL_FROM | 1u << CL_TO };

/* The n-th instance field, superclasses last; NULL: there are no more. */
static const FieldInfo *instance_field(const ClassInfo *ci, u32 n) {
    for (; ci; ci = ci->super)
        for (u32 i = 0; i < ci->n_fields; i++)
            if (!(ci->fields[i].flags & ACC_STATIC) && !n--) return &ci->fields[i];
    return NULL;
}

/* Is reading the field a scheduling point? */
static bool field_point(ThreadInfo *ti, Ref obj, const FieldInfo *fi) {
    KernelState *ks = ti->ks;
    ElementInfo *e = ei(ks->heap, obj);
    bool quiet = ti->quiet_depth || ((fi->attrs & FA_NEVER_BREAK) && !(fi->attrs & FA_BREAK));
    if (!ks->cfg.por) return !quiet && ks->boundaries;
    if (!ks->watch || !ks_meets(ks, e)) return false;
    bool decide = ks->boundaries && !quiet;
    return !use_field(ti, fi, e, false, decide && !(fi->attrs & FA_ALWAYS)) && decide;
}

/* A volatile field is read as such, so that no race is told of it. */
static void tell_read(ThreadInfo *ti, Ref obj, const FieldInfo *fi) {
    MEM(ti, obj, fi->offset, fi->flags & ACC_VOLATILE ? MEM_ACQUIRE : MEM_READ);
}

static void read_field(ThreadInfo *ti, const u32 *l, const FieldInfo *fi) {
    Heap *h = ti->ks->heap;
    ElementInfo *s = ei(h, l[CL_FROM]), *d = ei(h, l[CL_TO]);
    u32 size = type_size(fi->type);
    const u8 *from = (const u8 *)s + fi->offset;
    u8 *to = (u8 *)d + fi->offset;
    fp_read(ti->ks, s, from, size == 8 ? 2 : 1);
    tell_read(ti, l[CL_FROM], fi);
    if (fi->type == T_REF) {
        heap_put_ref_fast(h, d, (u32 *)(void *)to, *(const u32 *)(const void *)from);
        return;
    }
    heap_log_range(h, d, to, size);
    mem_copy(to, from, size);
}

static int step_clone(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    u32 *l = f->slots;
    const ClassInfo *ci = ei_class(ti->ks->heap, ei(ti->ks->heap, l[CL_FROM]));
    const FieldInfo *fi;
    if (thrown) return ti->exception = thrown, STEP_THROW;
    for (; (fi = instance_field(ci, l[CL_NEXT])) != NULL; l[CL_NEXT]++) {
        if (field_point(ti, l[CL_FROM], fi) && nat_boundary(ti, AC_GET, l[CL_FROM], fi->offset)) {
            ti->pend.fi = fi;
            return STEP_BLOCK;
        }
        read_field(ti, l, fi);
    }
    if (JPF_UNLIKELY(ti->ks->attrs) && attr_clone(ti->ks, l[CL_FROM], l[CL_TO]) != ST_OK) return STEP_ERROR;
    *f->sp++ = l[CL_TO];
    return STEP_RETURN;
}

int object_clone(ThreadInfo *ti, Ref obj, u32 *r) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, obj));
    const FieldInfo *fi;
    bool point = false;
    Ref c;
    if (heap_new(h, ci, &c) != ST_OK) return NAT_ERROR;
    if (!c) return nat_oom(ti);
    mem_copy(ei_data(ei(h, c)), ei_data(ei(h, obj)), ei_payload_bytes(h, ei(h, obj)));
    for (u32 i = 0; JPF_UNLIKELY(ks->watch) && (fi = instance_field(ci, i)) != NULL; i++)
        point |= field_point(ti, obj, fi);
    if (point) {
        MethodInfo *vm = vm_method(ks, "clone", step_clone, CL_LOCALS, 2, CL_REFS, T_REF);
        const u32 l[CL_LOCALS] = {obj, c, 0};
        if (!vm) return NAT_ERROR;
        return push_vm_frame(ti, vm, l, CL_LOCALS) ? NAT_CALL : throw_no_msg(ti, "java/lang/StackOverflowError");
    }
    for (u32 i = 0; EV_ON(ks, memory_action) && (fi = instance_field(ci, i)) != NULL; i++) tell_read(ti, obj, fi);
    if (JPF_UNLIKELY(ks->attrs) && attr_clone(ks, obj, c) != ST_OK) return NAT_ERROR;
    return ret_ref(r, c);
}
