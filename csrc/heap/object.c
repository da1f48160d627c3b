/* object.c -- the heap itself, shapes of objects, allocation, mirrors, handles. Layer 4. */
#include "heap/heap_int.h"

#define DEFAULT_LIMIT ((u64)1 << 30)
#define DEFAULT_GC ((u64)16 << 20)

Status heap_init(Heap *h, Classes *cs, Ctx *cx, u64 reserve) {
    memset(h, 0, sizeof *h);
    h->cs = cs;
    h->cx = cx;
    h->epoch = h->log_epoch = 1;
    h->gc_threshold = DEFAULT_GC;
    map_init(&h->interned, cx);
    h->in = cx_alloc(cx, sizeof *h->in);
    if (!h->in) return ST_ERROR;
    map_init(&h->in->seeds, cx);
    arena_init(&h->in->arena, cx);
    if (alloc_init(h, reserve)) {
        heap_free(h);
        return ST_ERROR;
    }
    h->thin_from = UINT64_MAX;
    h->limit = h->reserved / 2 < DEFAULT_LIMIT ? h->reserved / 2 : DEFAULT_LIMIT;
    return ST_OK;
}

void heap_free(Heap *h) {
    if (!h->cx) return;
    alloc_free(h);
    vec_free(h->cx, &h->log);
    vec_free(h->cx, &h->young);
    done_free(h);
    vec_free(h->cx, &h->intern);
    vec_free(h->cx, &h->intern_changed);
    cold_drop(h->cx, &h->trail.cold);
    cx_free(h->cx, h->trail.v, h->trail.cap * 4);
    h->trail = (Trail){0};
    map_free(&h->interned);
    if (h->in) {
        vec_free(h->cx, &h->in->handles);
        vec_free(h->cx, &h->in->immortals);
        vec_free(h->cx, &h->in->mirrors);
        vec_free(h->cx, &h->in->queue);
        map_free(&h->in->seeds);
        arena_free(&h->in->arena);
        cx_free(h->cx, h->in, sizeof *h->in);
        h->in = NULL;
    }
    h->cx = NULL;
}

/* --- shapes --- */

ClassInfo *mirror_class(const Heap *h, Ref r) {
    const ElementInfo *e = ei(h, r);
    if (!h->in->mirror_ci || e->ci != h->in->mirror_ci->id) return NULL;
    u32 id = EI_AT(h, r, h->in->off_vmclass, u32);
    return id < h->cs->by_id.n ? h->cs->by_id.v[id] : NULL;
}

static u32 mirror_bytes(const Heap *h, const ClassInfo *ci) {
    return ci->mirror_size ? ci->mirror_size : h->in->mirror_ci->inst_size; /* no statics */
}

u32 ei_payload_bytes(const Heap *h, const ElementInfo *e) {
    const ClassInfo *ci = ei_class(h, e);
    if (ci->kind == CK_ARRAY) return e->len << ci->elem_shift;
    if (JPF_UNLIKELY(ci == h->in->mirror_ci)) return mirror_bytes(h, mirror_class(h, ei_ref(h, e))) - OBJ_HEADER;
    return ci->inst_size - OBJ_HEADER;
}

u64 ei_bytes(const Heap *h, const ElementInfo *e) {
    const ClassInfo *ci = ei_class(h, e);
    if (ci->kind == CK_ARRAY) return round8(OBJ_HEADER + ((u64)e->len << ci->elem_shift));
    if (JPF_UNLIKELY(ci == h->in->mirror_ci)) return round8(mirror_bytes(h, mirror_class(h, ei_ref(h, e))));
    return round8(ci->inst_size);
}

Shape ei_shape(const Heap *h, const ElementInfo *e) {
    const ClassInfo *ci = ei_class(h, e);
    if (ci->kind == CK_ARRAY) {
        if (ci->elem_type == T_REF) return (Shape){e->len, NULL, WK_REF, NULL, e->len};
        return (Shape){(u32)((((u64)e->len << ci->elem_shift) + 3) / 4), NULL, WK_PRIM, NULL, 0};
    }
    if (JPF_UNLIKELY(ci == h->in->mirror_ci)) {
        const ClassInfo *of = mirror_class(h, ei_ref(h, e));
        if (of->mirror_size)
            return (Shape){(of->mirror_size - OBJ_HEADER) / 4, of->skinds, WK_PRIM, of->sref_words, of->n_sref_words};
    }
    return (Shape){(ci->inst_size - OBJ_HEADER) / 4, ci->kinds, WK_PRIM, ci->ref_words, ci->n_ref_words};
}

/* --- by offset --- */

u8 *ei_at_slow(const Heap *h, const ElementInfo *e, u64 off, u64 n) {
    u64 end = OBJ_HEADER + (u64)ei_payload_bytes(h, e);
    return off < OBJ_HEADER || n > end || off > end - n ? NULL : (u8 *)(uintptr_t)e + off;
}

static bool is_ref_kind(u8 kind) { return kind == WK_REF || kind == WK_SKIPREF; }

u8 *ei_open(const Heap *h, const ElementInfo *e, u64 off, u64 n, bool ref) {
    u8 *p = ei_at(h, e, off, n);
    if (!p || !n || (ref && (n != 4 || (off & 3)))) return NULL;
    Shape sh = ei_shape(h, e);
    if (!sh.kinds) return (sh.all_kind == WK_REF) == ref ? p : NULL;
    for (u64 w = (off - OBJ_HEADER) / 4; w <= (off + n - 1 - OBJ_HEADER) / 4; w++)
        if (is_ref_kind(sh.kinds[w]) != ref || sh.kinds[w] == WK_VM || sh.kinds[w] == WK_HIDDEN) return NULL;
    return p;
}

u8 *arr_at(const Heap *h, Ref a, u8 elem_type, i64 from, i64 n) {
    const ElementInfo *e = ei(h, a);
    const ClassInfo *ci = a ? ei_class(h, e) : NULL;
    if (!ci || ci->kind != CK_ARRAY || ci->elem_type != elem_type || from < 0 || n < 0 || n > e->len ||
        from > (i64)e->len - n)
        return NULL;
    return (u8 *)(uintptr_t)e + OBJ_HEADER + ((u64)from << ci->elem_shift);
}

const FieldInfo *ei_field_at(const Heap *h, const ElementInfo *e, u64 off) {
    const ClassInfo *ci = ei_class(h, e), *of = mirror_class(h, ei_ref(h, e));
    bool st = of && off >= ci->inst_end; /* they begin where its own fields end, whatever the size is rounded to */
    for (const ClassInfo *c = st ? of : ci; c; c = st ? NULL : c->super)
        for (u32 i = 0; i < c->n_fields; i++) {
            const FieldInfo *fi = &c->fields[i];
            if (!(fi->flags & ACC_STATIC) == st) continue;
            if (off >= fi->offset && off < fi->offset + type_size(fi->type)) return fi;
        }
    return NULL;
}

bool ei_has(const Heap *h, const ElementInfo *e, const FieldInfo *fi) {
    if (fi->flags & ACC_STATIC) return ei_ref(h, e) == fi->ci->mirror;
    return ci_is_subclass(ei_class(h, e), fi->ci);
}

/* n words of references, or of numbers; NULL: they are not. */
static u8 *words_at(const Heap *h, Ref r, u32 off, u32 n, bool ref) {
    u8 *p = off & 3 ? NULL : bytes_at(h, r, off, 4 * n);
    if (!p) return NULL;
    Shape sh = ei_shape(h, ei(h, r));
    for (u32 w = (off - OBJ_HEADER) / 4; n--; w++)
        if (is_ref_kind(sh.kinds ? sh.kinds[w] : sh.all_kind) != ref) return NULL;
    return p;
}

Ref get_ref(const Heap *h, Ref r, u32 off) {
    const u8 *p = words_at(h, r, off, 1, true);
    return p ? *(const Ref *)(const void *)p : 0;
}

void put_u32(Heap *h, Ref r, u32 off, u32 v) {
    u8 *p = words_at(h, r, off, 1, false);
    if (!p) return;
    heap_log(h, ei(h, r), p);
    memcpy(p, &v, 4);
}

void put_u64(Heap *h, Ref r, u32 off, u64 v) {
    u8 *p = words_at(h, r, off, 2, false);
    if (!p) return;
    heap_log8(h, ei(h, r), p);
    memcpy(p, &v, 8);
}

void put_ref(Heap *h, Ref r, u32 off, Ref v) {
    u8 *p = words_at(h, r, off, 1, true);
    if (p) heap_put_ref(h, ei(h, r), (u32 *)(void *)p, v);
}

bool heap_is_object(const Heap *h, Ref r) {
    return (u64)r * GRANULE < h->top && (h->in->starts[r >> 6] >> (r & 63) & 1);
}

void heap_each(Heap *h, void (*fn)(void *arg, Ref r), void *arg) {
    u64 n = (h->top / GRANULE + 63) / 64;
    for (u64 i = 0; i < n; i++)
        for (u64 m = h->in->starts[i]; m; m &= m - 1) fn(arg, (Ref)(i * 64 + (u64)__builtin_ctzll(m)));
}

/* --- allocation --- */

/* A collection is due, or the program's limit is near. *full: OutOfMemoryError. */
static Status make_room(Heap *h, u64 size, bool *full) {
    struct HeapInner *in = h->in;
    u64 trigger = in->gc_next > h->gc_threshold ? in->gc_next : h->gc_threshold;
    bool collected = false;
    *full = false;
    if (h->stress_gc || h->young_bytes + size > trigger) {
        if (heap_collect(h)) return ST_ERROR;
        collected = true;
    }
    if (in->reach_old + h->young_bytes + size <= h->limit) return ST_OK;
    if (!collected && heap_collect(h)) return ST_ERROR;
    if (in->reach_old + h->young_bytes + size <= h->limit) return ST_OK;
    /* What the trail keeps does not count: ask what the program can still reach. */
    u64 old_bytes, young_bytes;
    if (heap_reach(h, &old_bytes, &young_bytes)) return ST_ERROR;
    if (old_bytes < in->reach_old) {
        u32 w[2];
        memcpy(w, &in->reach_old, 8);
        if (h->trailing && trail_record(h, TK_REACH, 2, w, 2)) return ST_ERROR;
        in->reach_old = old_bytes;
    }
    *full = old_bytes + young_bytes + size > h->limit;
    return ST_OK;
}

static Status object_new(Heap *h, ClassInfo *ci, u32 len, u64 size, Ref *out) {
    struct HeapInner *in = h->in;
    *out = 0;
    if (JPF_UNLIKELY(h->stress_gc || (h->young_bytes + size > h->gc_threshold && h->young_bytes + size > in->gc_next) ||
                     in->reach_old + h->young_bytes + size > h->limit)) {
        bool full = size > h->limit;
        if (!full && make_room(h, size, &full)) return ST_ERROR;
        if (full) return ST_OK;
    }
    if (JPF_UNLIKELY(vec_reserve(h->cx, &h->young, 1))) return ST_ERROR;
    u64 off = block_new(h, size);
    if (JPF_UNLIKELY(!off)) return ST_ERROR;
    Ref r = (Ref)(off / GRANULE);
    object_starts(h, r, ci, len, size);
    h->allocations++;
    *out = r;
    heap_tell(h, HT_CREATED, r);
    return ST_OK;
}

Status heap_new(Heap *h, ClassInfo *ci, Ref *out) { return object_new(h, ci, 0, round8(ci->inst_size), out); }

Status heap_new_array(Heap *h, ClassInfo *array_class, u32 len, Ref *out) {
    return object_new(h, array_class, len, round8(OBJ_HEADER + ((u64)len << array_class->elem_shift)), out);
}

Status immortal_new(Heap *h, ClassInfo *ci, u32 len, u64 bytes, Ref *out) {
    *out = 0;
    if (vec_reserve(h->cx, &h->in->immortals, 1)) return ST_ERROR;
    /* it stays: no object of a state that is gone back to may want the place */
    u64 off = h->revisits ? block_fresh(h, round8(bytes)) : block_new(h, round8(bytes));
    if (!off) return ST_ERROR;
    Ref r = (Ref)(off / GRANULE);
    ElementInfo *e = ei(h, r);
    e->ci = ci->id;
    e->len = len;
    e->birth = IMMORTAL_BIRTH;
    e->hf = EF_IMMORTAL | EF_SHARED;
    start_set(h, r);
    h->in->immortals.v[h->in->immortals.n++] = r;
    h->live_bytes += round8(bytes);
    h->n_objects++;
    *out = r;
    return ST_OK;
}

/* --- mirrors --- */

FieldInfo *field_named(const ClassInfo *ci, const char *name) {
    for (u32 i = 0; ci && i < ci->n_fields; i++)
        if (!strcmp(ci->fields[i].name->s, name)) return &ci->fields[i];
    return NULL;
}

static void raw_ref(Heap *h, Ref m, const char *field, Ref v) {
    FieldInfo *f = field_named(h->in->mirror_ci, field);
    if (f && f->type == T_REF && v) EI_AT(h, m, f->offset, u32) = v;
}

/* Fields of java.lang.Class that are functions of the class: written without trail (they are outside
 * the key). JDK 25 reads modifiers and primitive from fields, 17 through natives. */
static void mirror_fields(Heap *h, const ClassInfo *ci) {
    const ClassInfo *base = ci;
    while (base->kind == CK_ARRAY && base->elem) base = base->elem;
    if (ci->kind == CK_ARRAY && ci->elem) raw_ref(h, ci->mirror, "componentType", ci->elem->mirror);
    if (base->loader <= 2 && base->loader < h->cs->loaders.n) /* that of others is state */
        raw_ref(h, ci->mirror, "classLoader", h->cs->loaders.v[base->loader].obj);
    FieldInfo *f = field_named(h->in->mirror_ci, "modifiers");
    if (f && (f->type == T_CHAR || f->type == T_INT)) {
        u32 m = ci->flags & 0x7fffu & ~(u32)ACC_SUPER;
        if (ci->kind == CK_PRIM) m = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        if (ci->kind == CK_ARRAY)
            m = (base->kind == CK_PRIM ? ACC_PUBLIC : base->flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) |
                ACC_FINAL | ACC_ABSTRACT;
        if (f->type == T_CHAR) EI_AT(h, ci->mirror, f->offset, u16) = (u16)m;
        else EI_AT(h, ci->mirror, f->offset, u32) = m;
    }
    f = field_named(h->in->mirror_ci, "primitive");
    if (f && f->type == T_BOOLEAN) EI_AT(h, ci->mirror, f->offset, u8) = ci->kind == CK_PRIM;
}

/* Constants of primitive types (ConstantValue). Those that are texts are interned when the class is initialized. */
static Status constant(void *mirror, FieldInfo *fi, const CpEntry *v) {
    u8 *p = (u8 *)mirror + fi->offset;
    if (fi->type == T_REF) return ST_OK;
    switch (type_size(fi->type)) {
    case 1: *p = (u8)v->u.i; break;
    case 2: *(u16 *)(void *)p = (u16)v->u.i; break;
    case 4: memcpy(p, &v->u.i, 4); break;
    default: memcpy(p, &v->u.l, 8); break;
    }
    return ST_OK;
}

static Status mirror_new(Heap *h, ClassInfo *ci) {
    struct HeapInner *in = h->in;
    Ref r;
    if (ci->mirror) return ST_OK;
    if (vec_reserve(h->cx, &in->mirrors, 1)) return ST_ERROR;
    if (immortal_new(h, in->mirror_ci, 0, mirror_bytes(h, ci), &r)) return ST_ERROR;
    EI_AT(h, r, in->off_vmclass, u32) = ci->id;
    EI_AT(h, r, in->off_vminit, u32) = ci->kind == CK_CLASS ? CI_UNINIT : CI_INITED;
    in->mirrors.v[in->mirrors.n++] = r;
    ci->mirror = r;
    ci->mirror_p = &EI_AT(h, r, in->off_vminit, u32);
    return ci->kind == CK_CLASS ? ci_static_constants(h->cs, ci, constant, ei(h, r)) : ST_OK;
}

/* classes/ asks for the mirrors of what came before java.lang.Class once that is there. */
void heap_each_immortal(const Heap *h, void (*fn)(void *arg, Ref r), void *arg) {
    for (u32 i = 0; i < h->in->immortals.n; i++) fn(arg, h->in->immortals.v[i]);
}

Status heap_make_mirror(Heap *h, ClassInfo *ci) {
    struct HeapInner *in = h->in;
    Classes *cs = h->cs;
    if (!in->mirror_ci) {
        ClassInfo *c = cs->class_;
        if (!c || !c->inst_size) return ST_OK;
        FieldInfo *vmclass = field_named(c, "vmClass"), *vminit = field_named(c, "vmInit");
        if (!vmclass || !vminit) return cx_fail(h->cx, ERR_INTERNAL, "java.lang.Class has no injected fields");
        in->mirror_ci = c;
        in->off_vmclass = vmclass->offset;
        in->off_vminit = vminit->offset;
    }
    if (!ci->mirror) {
        if (mirror_new(h, ci)) return ST_ERROR;
        mirror_fields(h, ci);
    }
    return ST_OK;
}

/* --- handles --- */

u32 handle_mark(Heap *h) { return h->in->handles.n; }
Status handle_push(Heap *h, Ref r) { return vec_push(h->cx, &h->in->handles, r); }
void handle_release(Heap *h, u32 mark) { h->in->handles.n = mark; }
