/* verify_named.c -- choices that the configuration names, objects as choices, properties from inside,
 * enumerated java.util.Random. */
#include "native/verify/verify.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define FALSE_FIRST "cg.boolean.false_first"

/* --- objects of a type --- */

typedef struct OfType {
    KernelState *ks;
    ClassInfo *type;
    VEC(i64) found;
    bool failed;
} OfType;

static void of_type(void *arg, Ref r) {
    OfType *o = arg;
    if (ci_is_subclass(ei_class(o->ks->heap, ei(o->ks->heap, r)), o->type) &&
        vec_push(o->ks->cx, &o->found, (i64)r) != ST_OK)
        o->failed = true;
}

static int objects_of(ThreadInfo *ti, ClassInfo *type, i64 **list, u32 *n) {
    OfType o = {.ks = ti->ks, .type = type};
    o.failed = ks_each_live(ti->ks, of_type, &o) != ST_OK || o.failed;
    if (!o.failed && o.found.n) {
        *list = cx_alloc(ti->ks->cx, o.found.n * sizeof **list);
        if (*list) mem_copy(*list, o.found.v, o.found.n * sizeof **list);
        else o.failed = true;
    }
    *n = o.found.n;
    vec_free(ti->ks->cx, &o.found);
    return o.failed ? NAT_ERROR : NAT_OK;
}

/* `name` as in Class.getName, of a class that exists: no object of a class that is not there lives. */
static int typed_object(ThreadInfo *ti, const char *name, const char *id, bool with_null, u32 *r) {
    KernelState *ks = ti->ks;
    i64 v;
    if (verify_taken(ti, &v)) return ret_ref(r, (Ref)v);
    ks_lists_heap(ks);
    char buf[512];
    snprintf(buf, sizeof buf, "%s", name);
    for (char *p = buf; *p; p++)
        if (*p == '.') *p = '/';
    Sym *s = sym_z(&ks->cs->syms, buf);
    if (!s) return NAT_ERROR;
    ClassInfo *type = NULL;
    for (u32 i = 0; i < ks->cs->by_id.n && !type; i++)
        if (ks->cs->by_id.v[i] && ks->cs->by_id.v[i]->name == s) type = ks->cs->by_id.v[i];
    i64 *list = NULL;
    u32 n = 0;
    if (type) NAT_TRY(objects_of(ti, type, &list, &n));
    if (with_null) {
        if (!(list = cx_realloc(ks->cx, list, n * sizeof *list, (n + 1) * sizeof *list))) return NAT_ERROR;
        list[n++] = 0;
    }
    if (!n) return ret_ref(r, 0);
    if (!ks->search) {
        Ref first = (Ref)list[0];
        cx_free(ks->cx, list, n * sizeof *list);
        return ret_ref(r, first);
    }
    ChoiceReq *q = verify_request(ti, CK_REF_LIST, id);
    q->n = n;
    q->list = list;
    return NAT_CHOICE;
}

int Verify_randomObject(ThreadInfo *ti, const u32 *a, u32 *r) {
    size_t n;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    char *type = nat_utf8(ti, a[0], &n);
    if (!type) return NAT_ERROR;
    int res = typed_object(ti, type, "randomObject", false, r);
    nat_utf8_free(ti, type, n);
    return res;
}

/* --- names --- */

static int named(ThreadInfo *ti, Ref key, u8 want, i64 *v) {
    if (verify_taken(ti, v)) return NAT_OK;
    if (settings_boundary(ti)) return NAT_BLOCK;
    if (!key) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    char *name = nat_utf8(ti, key, &n);
    if (!name) return NAT_ERROR;
    ChoiceReq *q = verify_request(ti, CK_NAMED, name);
    q->want = want;
    int r = strlen(name) < sizeof q->id - 24
                ? NAT_CHOICE
                : throw_new(ti, "java/lang/IllegalArgumentException", "the name of the choice is too long");
    nat_utf8_free(ti, name, n);
    return r;
}

int Verify_getIntNamed(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 v;
    NAT_TRY(named(ti, a[0], T_INT, &v));
    return ret_int(r, (i32)v);
}
int Verify_getLongNamed(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 v;
    NAT_TRY(named(ti, a[0], T_LONG, &v));
    return ret_long(r, v);
}
int Verify_getDoubleNamed(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 v;
    NAT_TRY(named(ti, a[0], T_DOUBLE, &v));
    return ret_long(r, v);
}
int Verify_getFloatNamed(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 v;
    NAT_TRY(named(ti, a[0], T_FLOAT, &v));
    return ret_int(r, (i32)v);
}
int Verify_getBooleanNamed(ThreadInfo *ti, const u32 *a, u32 *r) {
    i64 v;
    NAT_TRY(named(ti, a[0], T_BOOLEAN, &v));
    return ret_int(r, v != 0);
}

static bool ends_with(const char *s, const char *tail) {
    size_t n = strlen(s), m = strlen(tail);
    return n >= m && strcmp(s + n - m, tail) == 0;
}

static const char *config(ThreadInfo *ti, const char *key, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", key, name);
    return ti->ks->up.config ? ti->ks->up.config(ti->ks, full) : NULL;
}

static int not_a_bool(ThreadInfo *ti, const char *key, const char *value) {
    const char *at = config(ti, key, ".include_null@origin");
    cx_fail(ti->ks->cx, ERR_CONFIG, "%s.include_null=%s: true or false expected%s%s%s", key, value, at ? " (" : "",
            at ? at : "", at ? ")" : "");
    return NAT_ERROR;
}

/* TypedObjectChoice with <key>.type; PermutationCG: an int[]; a Python kind gives references. */
int Verify_getObject(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    if (!ti->ks->choice_req.ready && settings_boundary(ti)) return NAT_BLOCK;
    size_t n;
    char *key = nat_utf8(ti, a[0], &n);
    if (!key) return NAT_ERROR;
    const char *cls = config(ti, key, ".class");
    int res;
    i64 v;
    if (cls && ends_with(cls, "TypedObjectChoice") && !strchr(cls, ':')) {
        const char *type = config(ti, key, ".type"), *at = config(ti, key, ".class@origin");
        if (type && *type) {
            bool null = true;
            const char *s = config(ti, key, ".include_null");
            res = s && !bool_of(s, &null) ? not_a_bool(ti, key, s) : typed_object(ti, type, key, null, r);
        } else {
            cx_fail(ti->ks->cx, ERR_CONFIG, "%s.type is not set, and %s needs it%s%s%s", key, cls, at ? " (" : "",
                    at ? at : "", at ? ")" : "");
            res = NAT_ERROR;
        }
    } else if (cls && ends_with(cls, "PermutationCG") && !strchr(cls, ':')) {
        res = named(ti, a[0], T_REF, &v);
        if (res == NAT_OK) { /* v: index of the permutation; its elements come from the host of the kind */
            u32 *perm = ti->ks->up.perm_at ? ti->ks->up.perm_at(ti->ks, (u64)v, &ti->ks->verify.perm_n) : NULL;
            Ref arr = 0;
            res = perm ? nat_new_prims(ti, T_INT, ti->ks->verify.perm_n, &arr) : NAT_ERROR;
            if (res == NAT_OK) mem_copy(arr_data(ti->ks->heap, arr), perm, ti->ks->verify.perm_n * sizeof *perm);
            if (perm) cx_free(ti->ks->cx, perm, ti->ks->verify.perm_n * sizeof *perm + 4);
            r[0] = arr;
        }
    } else {
        res = named(ti, a[0], T_REF, &v);
        if (res == NAT_OK) {
            if (v && !heap_is_object(ti->ks->heap, (Ref)v)) {
                cx_fail(ti->ks->cx, ERR_CONFIG, "%s: the generator's value is no object of the program", key);
                res = NAT_ERROR;
            } else {
                res = ret_ref(r, (Ref)v);
            }
        }
    }
    nat_utf8_free(ti, key, n);
    return res;
}

/* --- properties --- */

int Verify_getProperty(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    if (settings_boundary(ti)) return NAT_BLOCK;
    char *key = nat_utf8(ti, a[0], &n);
    if (!key) return NAT_ERROR;
    const char *v = config(ti, key, "");
    nat_utf8_free(ti, key, n);
    if (!v) return ret_ref(r, 0);
    Ref s;
    NAT_TRY(nat_string(ti, v, strlen(v), &s));
    return ret_ref(r, s);
}

Status verify_false_first(KernelState *ks, bool *first) {
    const char *v = ks->up.config ? ks->up.config(ks, FALSE_FIRST) : NULL;
    *first = true;
    if (!v || !*v || bool_of(v, first)) return ST_OK;
    return cx_fail(ks->cx, ERR_CONFIG, FALSE_FIRST "=%.100s: true or false expected (Verify.setProperties)", v);
}

static char *trimmed(char *s) {
    while (isspace((u8)*s)) s++;
    for (size_t n = strlen(s); n && isspace((u8)s[n - 1]); n--) s[n - 1] = 0;
    return s;
}

static int set_property(ThreadInfo *ti, char *pair) {
    KernelState *ks = ti->ks;
    char *eq = strchr(pair, '=');
    if (!eq || eq == pair) return NAT_OK;
    *eq = 0;
    const char *key = trimmed(pair);
    NAT_TRY(settings_put(ti, key, trimmed(eq + 1), ks->up.configured ? ks->up.configured(ks, key) : NULL));
    return ks->up.property_set && ks->up.property_set(ks, key) != ST_OK ? NAT_ERROR : NAT_OK;
}

/* key=value strings, for the rest of the path (in jpf-core for the rest of the search). */
int Verify_setProperties(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    if (nat_visible(ti, AC_OTHER, 0)) return NAT_BLOCK;
    if (ks->watch) ks->looks.seen |= LIB_SETTINGS;
    for (u32 i = 0; i < arr_len(h, a[0]); i++) {
        Ref s = get_ref(h, a[0], OBJ_HEADER + 4 * i);
        size_t n;
        char *t = s ? nat_utf8(ti, s, &n) : NULL;
        if (!t) return s ? NAT_ERROR : throw_no_msg(ti, "java/lang/NullPointerException");
        int res = set_property(ti, t);
        nat_utf8_free(ti, t, n);
        NAT_TRY(res);
    }
    return NAT_OK;
}

/* --- java.util.Random, when cg.enumerate_random asks for it --- */

int Random_nextInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->cfg.enumerate_random || !ti->ks->search || !ti->ks->booted || (i32)a[1] <= 0) return NAT_BYTECODE;
    return verify_choose_int(ti, 0, (i32)a[1] - 1, "Random.nextInt", r);
}
int Random_nextBoolean(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->cfg.enumerate_random || !ti->ks->search || !ti->ks->booted) return NAT_BYTECODE;
    return verify_choose_bool(ti, true, "Random.nextBoolean", r);
}
