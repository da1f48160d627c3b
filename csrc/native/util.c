/* util.c -- see util.h. */
#include "native/util.h"

#include <stdio.h>

static const char *const class_names[NC_COUNT] = {
#define X(id, name) [NC_##id] = name,
    NAT_CLASSES(X)
#undef X
};
static const struct {
    const char *cls, *name;
} field_names[NF_COUNT] = {
#define X(id, cls, name) [NF_##id] = {cls, name},
    NAT_FIELDS(X)
#undef X
};

/* --- classes and fields --- */

int nat_class_named(ThreadInfo *ti, const char *name, ClassInfo **out) {
    Classes *cs = ti->ks->cs;
    JErr je = {0};
    Sym *s = sym_z(&cs->syms, name);
    if (!s || ci_load(cs, 0, s, out, &je) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : throw_jerr(ti, &je);
}

int nat_class(ThreadInfo *ti, enum NatClass id, ClassInfo **out) {
    Natives *N = natives(ti);
    if (JPF_UNLIKELY(!N->cls[id])) NAT_TRY(nat_class_named(ti, class_names[id], &N->cls[id]));
    *out = N->cls[id];
    return NAT_OK;
}

u32 nat_off_slow(Natives *N, enum NatField f) {
    Classes *cs = N->ks->cs;
    const char *cn = field_names[f].cls;
    Sym *s = sym_find(&cs->syms, cn, strlen(cn));
    ClassInfo *ci = s ? ci_find(cs, 0, s) : NULL;
    if (!ci || !ci->linked) return 0;
    FieldInfo *fi = ci_find_field(ci, field_names[f].name);
    N->off[f] = fi ? fi->offset : 0;
    N->field[f] = fi;
    N->off_known[f] = 1;
    return N->off[f];
}

/* Where object o has field f, of `size` bytes; NULL: it has none, for it is of another class or this JDK has no such
 * field. */
static u8 *field_of(Natives *N, Ref o, enum NatField f, u32 size) {
    Heap *h = N->ks->heap;
    u32 off = o ? nat_off(N, f) : 0;
    if (!off || !ei_has(h, ei(h, o), N->field[f]) || type_size(N->field[f]->type) != size) return NULL;
    return (u8 *)ei(h, o) + off;
}
void nat_set_ref(ThreadInfo *ti, Ref o, enum NatField f, Ref v) {
    u8 *p = field_of(natives(ti), o, f, 4);
    if (p) heap_put_ref(nat_heap(ti), ei(nat_heap(ti), o), (u32 *)(void *)p, v);
}
void nat_set_int(ThreadInfo *ti, Ref o, enum NatField f, i32 v) {
    u8 *p = field_of(natives(ti), o, f, 4);
    if (!p) return;
    heap_log(nat_heap(ti), ei(nat_heap(ti), o), p);
    memcpy(p, &v, 4);
}
void nat_set_bool(ThreadInfo *ti, Ref o, enum NatField f, bool v) {
    u8 *p = field_of(natives(ti), o, f, 1);
    if (!p) return;
    heap_log(nat_heap(ti), ei(nat_heap(ti), o), p);
    *p = v;
}
void nat_raw(Natives *N, Ref o, enum NatField f, u32 v, u32 size) {
    u8 *p = field_of(N, o, f, size);
    if (p) mem_copy(p, &v, size);
}
Ref nat_get_ref(ThreadInfo *ti, Ref o, enum NatField f) {
    const u8 *p = field_of(natives(ti), o, f, 4);
    return p && natives(ti)->field[f]->type == T_REF ? *(const Ref *)(const void *)p : 0;
}
i32 nat_get_int(ThreadInfo *ti, Ref o, enum NatField f) {
    const u8 *p = field_of(natives(ti), o, f, 4);
    return p ? *(const i32 *)(const void *)p : 0;
}
i64 nat_get_long(ThreadInfo *ti, Ref o, enum NatField f) {
    const u8 *p = field_of(natives(ti), o, f, 8);
    return p ? getw_long((const u32 *)(const void *)p) : 0;
}
bool nat_get_bool(ThreadInfo *ti, Ref o, enum NatField f) {
    const u8 *p = field_of(natives(ti), o, f, 1);
    return p && *p;
}

bool nat_setting(ThreadInfo *ti, Ref o, bool write) {
    Heap *h = ti->ks->heap;
    return bd_setting(ti, ci_known_field(ei_class(h, ei(h, o)), KF_SETTING), o, write);
}

FieldInfo *nat_static(ClassInfo *ci, const char *name) {
    for (u32 i = 0; i < ci->n_fields; i++)
        if ((ci->fields[i].flags & ACC_STATIC) && !strcmp(ci->fields[i].name->s, name)) return &ci->fields[i];
    return NULL;
}

int nat_desc_class(ThreadInfo *ti, u32 loader, const char *desc, ClassInfo **out) {
    Classes *cs = ti->ks->cs;
    size_t n = (size_t)(desc_skip(desc) - desc);
    u8 t = *desc == 'V' ? T_VOID : type_of_desc(*desc);
    if (t != T_REF) {
        *out = cs->prim[t];
        return NAT_OK;
    }
    Sym *s = *desc == 'L' ? sym(&cs->syms, desc + 1, n - 2) : sym(&cs->syms, desc, n);
    if (!s) return NAT_ERROR;
    ClassInfo *ci = ci_find(cs, loader, s);
    if (ci) {
        *out = ci;
        return NAT_OK;
    }
    return load_class(ti, loader, s, out);
}

int nat_pool_class(ThreadInfo *ti, ClassInfo *ci, u16 idx, ClassInfo **out) {
    if (!ci->cf || idx >= ci->cf->n_cp || ci->cf->cp[idx].tag != CP_Class)
        return throw_new(ti, "java/lang/IllegalArgumentException", "Wrong type at constant pool index");
    if (ci->rt && ci->rt[idx].ci) {
        *out = ci->rt[idx].ci;
        return NAT_OK;
    }
    return load_class(ti, ci->loader, ci->cf->cp[idx].u.sym, out);
}

char *nat_dotted(ThreadInfo *ti, const char *s, size_t n) {
    char *name = cx_strndup(ti->ks->cx, s, n);
    for (size_t i = 0; name && i < n; i++)
        if (name[i] == '/') name[i] = '.';
    return name;
}

int nat_string_dotted(ThreadInfo *ti, const char *s, size_t n, Ref *out) {
    char *name = nat_dotted(ti, s, n);
    if (!name) return NAT_ERROR;
    int r = nat_string_z(ti, name, out);
    cx_free(ti->ks->cx, name, n + 1);
    return r;
}

char *nat_java_name(const ClassInfo *ci, char *buf, size_t n) {
    size_t i = 0;
    for (; i + 1 < n && ci->name->s[i]; i++) buf[i] = ci->name->s[i] == '/' ? '.' : ci->name->s[i];
    if (n) buf[i] = 0;
    /* a hidden class pkg/Foo+n shows as pkg.Foo/n (Class.getName) */
    if (ci->attrs & CA_HIDDEN) {
        char *plus = strrchr(buf, '+');
        if (plus) *plus = '/';
    }
    return buf;
}

/* --- allocation --- */

int nat_oom(ThreadInfo *ti) { return throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space"); }

int nat_new(ThreadInfo *ti, ClassInfo *ci, Ref *out) {
    if (heap_new(nat_heap(ti), ci, out) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : nat_oom(ti);
}

static int new_array_of(ThreadInfo *ti, ClassInfo *arr, u32 n, Ref *out) {
    if (heap_new_array(nat_heap(ti), arr, n, out) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : throw_no_room(ti, n);
}

int nat_new_array(ThreadInfo *ti, ClassInfo *elem, u32 n, Ref *out) {
    ClassInfo *arr;
    if (ci_array_of(ti->ks->cs, elem, &arr) != ST_OK) return NAT_ERROR;
    return new_array_of(ti, arr, n, out);
}

int nat_new_prims(ThreadInfo *ti, u8 type, u32 n, Ref *out) {
    return nat_new_array(ti, ti->ks->cs->prim[type], n, out);
}

int nat_bytes(ThreadInfo *ti, const u8 *p, u32 n, Ref *out) {
    NAT_TRY(nat_new_prims(ti, T_BYTE, n, out));
    if (n) mem_copy(arr_data(nat_heap(ti), *out), p, n);
    return NAT_OK;
}

int nat_string_z(ThreadInfo *ti, const char *s, Ref *out) {
    if (string_new(nat_heap(ti), s, strlen(s), out) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : nat_oom(ti);
}

int nat_intern(ThreadInfo *ti, const Sym *s, Ref *out) {
    u32 index;
    if (intern_literal(nat_heap(ti), s, &index, out) != ST_OK) return NAT_ERROR;
    if (!*out && intern_activate(nat_heap(ti), index, out) != ST_OK) return NAT_ERROR;
    return *out ? NAT_OK : nat_oom(ti);
}

int nat_intern_z(ThreadInfo *ti, const char *mutf8, size_t n, Ref *out) {
    Sym *s = sym(&ti->ks->cs->syms, mutf8, n);
    return s ? nat_intern(ti, s, out) : NAT_ERROR;
}

/* --- text --- */

int nat_text(ThreadInfo *ti, Ref str, NatText *t) {
    Heap *h = nat_heap(ti);
    u32 n = string_length(h, str);
    size_t need = 3 * (size_t)n + 1, k = 0;
    t->cap = 0;
    t->s = t->buf;
    if (need > sizeof t->buf) {
        t->s = cx_alloc(ti->ks->cx, need);
        if (!t->s) return NAT_ERROR;
        t->cap = need;
    }
    for (u32 i = 0; i < n; i++) {
        u32 c = string_char(h, str, i);
        if (c && c < 0x80) {
            t->s[k++] = (char)c;
        } else if (c < 0x800) {
            t->s[k++] = (char)(0xc0 | c >> 6);
            t->s[k++] = (char)(0x80 | (c & 63));
        } else {
            t->s[k++] = (char)(0xe0 | c >> 12);
            t->s[k++] = (char)(0x80 | (c >> 6 & 63));
            t->s[k++] = (char)(0x80 | (c & 63));
        }
    }
    t->s[k] = 0;
    t->n = k;
    return NAT_OK;
}

void nat_text_free(ThreadInfo *ti, NatText *t) {
    if (t->cap) cx_free(ti->ks->cx, t->s, t->cap);
    t->cap = 0;
}

int nat_sym(ThreadInfo *ti, Ref str, bool dots, Sym **out) {
    NatText t;
    NAT_TRY(nat_text(ti, str, &t));
    if (dots)
        for (size_t i = 0; i < t.n; i++)
            if (t.s[i] == '.') t.s[i] = '/';
    *out = sym(&ti->ks->cs->syms, t.s, t.n);
    nat_text_free(ti, &t);
    return *out ? NAT_OK : NAT_ERROR;
}

/* --- boxes --- */

static const u8 box_of[12] = {
    [T_BOOLEAN] = NC_BOOLEAN, [T_CHAR] = NC_CHARACTER, [T_FLOAT] = NC_FLOAT, [T_DOUBLE] = NC_DOUBLE,
    [T_BYTE] = NC_BYTE,       [T_SHORT] = NC_SHORT,    [T_INT] = NC_INTEGER, [T_LONG] = NC_LONG,
};

int nat_box_class(ThreadInfo *ti, u8 type, ClassInfo **out) { return nat_class(ti, (enum NatClass)box_of[type], out); }

/* The cached box of v, or 0. The caches' arrays begin at low. */
static int cached_box(ThreadInfo *ti, u8 type, i64 v, Ref *out) {
    Heap *h = nat_heap(ti);
    ClassInfo *ci;
    *out = 0;
    if (type == T_FLOAT || type == T_DOUBLE) return NAT_OK;
    if (type == T_BOOLEAN) {
        NAT_TRY(nat_class(ti, NC_BOOLEAN, &ci));
        FieldInfo *fi = nat_static(ci, v ? "TRUE" : "FALSE");
        if (fi && ci_inited(ci)) *out = get_ref(h, ci->mirror, fi->offset);
        return NAT_OK;
    }
    enum NatClass c = type == T_BYTE    ? NC_BYTECACHE
                      : type == T_SHORT ? NC_SHORTCACHE
                      : type == T_CHAR  ? NC_CHARCACHE
                      : type == T_INT   ? NC_INTCACHE
                                        : NC_LONGCACHE;
    i64 low = type == T_CHAR ? 0 : -128;
    if (v < low || (type != T_INT && v > 127)) return NAT_OK;
    NAT_TRY(nat_class(ti, c, &ci));
    FieldInfo *fi = ci_inited(ci) ? nat_static(ci, "cache") : NULL;
    Ref arr = fi ? get_ref(h, ci->mirror, fi->offset) : 0;
    *out = arr_ref(h, arr, (u32)(v - low));
    return NAT_OK;
}

int nat_box(ThreadInfo *ti, u8 type, const u32 *val, Ref *out) {
    i64 v = type == T_LONG ? getw_long(val) : (i64)(i32)val[0];
    NAT_TRY(cached_box(ti, type, v, out));
    if (*out) return NAT_OK;
    ClassInfo *ci;
    NAT_TRY(nat_box_class(ti, type, &ci));
    FieldInfo *fi = ci_find_field(ci, "value");
    NAT_TRY(nat_new(ti, ci, out));
    if (fi) nat_store(nat_heap(ti), ei(nat_heap(ti), *out), (u8 *)ei(nat_heap(ti), *out) + fi->offset, type, val);
    return NAT_OK;
}

u8 nat_unbox(ThreadInfo *ti, Ref r, u32 *val) {
    if (!r) return T_VOID;
    Heap *h = nat_heap(ti);
    ElementInfo *e = ei(h, r);
    ClassInfo *ci = ei_class(h, e);
    if (ci->loader != 0 || strncmp(ci->name->s, "java/lang/", 10)) return T_VOID;
    for (u8 t = T_BOOLEAN; t <= T_LONG; t++)
        if (!strcmp(ci->name->s, class_names[box_of[t]])) {
            FieldInfo *fi = ci_find_field(ci, "value");
            if (!fi || fi->type != t) return T_VOID;
            nat_load(h, (u8 *)e + fi->offset, t, val);
            return t;
        }
    return T_VOID;
}

bool nat_widen(u8 from, u8 to, u32 *val) {
    if (from == to) return true;
    i64 v;
    float f;
    double d;
    switch (from) {
    case T_BYTE:
        if (to == T_SHORT) return true;
        break;
    case T_SHORT:
    case T_CHAR:
    case T_INT:
    case T_LONG:
    case T_FLOAT: break;
    default: return false;
    }
    if (from == T_LONG) {
        v = getw_long(val);
    } else if (from == T_FLOAT) {
        if (to != T_DOUBLE) return false;
        d = getw_float(val);
        memcpy(val, &d, 8);
        return true;
    } else {
        v = (i32)val[0];
    }
    switch (to) {
    case T_INT: return from != T_LONG;
    case T_LONG: memcpy(val, &v, 8); return true;
    case T_FLOAT:
        f = (float)v;
        memcpy(val, &f, 4);
        return true;
    case T_DOUBLE:
        d = (double)v;
        memcpy(val, &d, 8);
        return true;
    default: return false;
    }
}

/* --- visible actions --- */

bool nat_boundary(ThreadInfo *ti, u8 action, Ref obj, u32 index) {
    KernelState *ks = ti->ks;
    if (!ks->boundaries || ti->atomic) return false;
    if (lib_runs(ti)) return false;
    if (obj && ks->cfg.por && !ks_meets(ks, ei(ks->heap, obj))) return false;
    if (ti->first_step) { /* the driver has let it through: once */
        ti->first_step = 0;
        return false;
    }
    ti_touch(ti);
    ti->pend = (Pending){.action = action, .obj = obj, .index = index};
    return true;
}

int nat_not_modelled(ThreadInfo *ti, const char *fmt, ...) {
    KernelState *ks = ti->ks;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(ks->not_modelled, sizeof ks->not_modelled, fmt, ap);
    va_end(ap);
    ks->run_end = RUN_NOT_MODELLED;
    return NAT_END;
}

/* --- roots --- */

/* The array hangs at the mirror of Unsafe (field classData, which only hidden classes use), so
 * that a heap read from a boot image leads to it. It is made while booting and sealed with it. */
static int roots(ThreadInfo *ti, Ref *out) {
    Natives *N = natives(ti);
    if (!N->roots) {
        ClassInfo *u;
        NAT_TRY(nat_class_named(ti, "jdk/internal/misc/Unsafe", &u));
        N->roots = nat_get_ref(ti, u->mirror, NF_CLASS_DATA);
        if (!N->roots) {
            if (ti->ks->heap->trailing) return nat_not_modelled(ti, "VM roots were not made while booting");
            NAT_TRY(nat_new_array(ti, ti->ks->cs->object, NR_COUNT, &N->roots));
            nat_set_ref(ti, u->mirror, NF_CLASS_DATA, N->roots);
        }
    }
    *out = N->roots;
    return NAT_OK;
}

int nat_root_get(ThreadInfo *ti, enum NatRoot i, Ref *out) {
    Ref a;
    NAT_TRY(roots(ti, &a));
    *out = ((const Ref *)(const void *)arr_data(nat_heap(ti), a))[i];
    return NAT_OK;
}

int nat_root_set(ThreadInfo *ti, enum NatRoot i, Ref v) {
    Ref a;
    u32 mark = handle_mark(nat_heap(ti));
    NAT_TRY(nat_hold(ti, v));
    int r = roots(ti, &a);
    handle_release(nat_heap(ti), mark);
    NAT_TRY(r);
    ElementInfo *e = ei(nat_heap(ti), a);
    heap_put_ref(nat_heap(ti), e, ei_words(e) + i, v);
    return NAT_OK;
}

StackFrame *nat_caller(StackFrame *f) {
    do f = f->prev;
    while (f && nat_hidden_frame(f));
    return f;
}
