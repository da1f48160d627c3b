/* verify_named.c -- choices that the configuration names, objects as choices, properties from inside,
 * enumerated java.util.Random. */
#include "native/verify.h"

#include <stdio.h>
#include <stdlib.h>

/* --- objects of a type ---
 *
 * In an order that depends on the state alone: discovery from the threads' frames, then from the static
 * fields of the classes in the order of their keys. The boot image's own objects do not count. */

typedef struct Walk {
    KernelState *ks;
    ClassInfo *type;
    Map seen;
    VEC(Ref) queue;
    VEC(i64) found;
    bool failed;
} Walk;

static void meet(void *arg, Ref r) {
    Walk *w = arg;
    u64 x;
    if (w->failed || !heap_is_object(w->ks->heap, r) || map_get(&w->seen, r, &x)) return;
    ElementInfo *e = ei(w->ks->heap, r);
    if (e->hf & EF_BOOT) return;
    if (map_put(&w->seen, r, 1) != ST_OK || vec_push(w->ks->cx, &w->queue, r) != ST_OK) w->failed = true;
    else if (ci_is_subclass(ei_class(w->ks->heap, e), w->type) && vec_push(w->ks->cx, &w->found, (i64)r) != ST_OK)
        w->failed = true;
}

static void drain(Walk *w, u32 *done) {
    Heap *h = w->ks->heap;
    for (; *done < w->queue.n && !w->failed; ++*done) {
        ElementInfo *e = ei(h, w->queue.v[*done]);
        Shape s = ei_shape(h, e);
        for (u32 i = 0; i < s.n_refs; i++) {
            Ref r = ei_words(e)[s.ref_words ? s.ref_words[i] : i];
            if (r) meet(w, r);
        }
    }
}

static int by_key(const void *a, const void *b) {
    u64 x = (*(ClassInfo *const *)a)->key, y = (*(ClassInfo *const *)b)->key;
    return x < y ? -1 : x > y;
}

static int objects_of(ThreadInfo *ti, ClassInfo *type, i64 **list, u32 *n) {
    KernelState *ks = ti->ks;
    Walk w = {.ks = ks, .type = type};
    VEC(ClassInfo *) classes = {0};
    u32 done = 0;
    map_init(&w.seen, ks->cx);
    ks_visit_roots(ks, meet, &w);
    drain(&w, &done);
    for (u32 i = 0; i < ks->cs->by_id.n && !w.failed; i++) {
        ClassInfo *ci = ks->cs->by_id.v[i];
        if (ci && ci->mirror && ci->mirror_p && ci->mirror_p[0] && !(ci->attrs & CA_SYSTEM) &&
            vec_push(ks->cx, &classes, ci) != ST_OK)
            w.failed = true;
    }
    if (classes.n) qsort(classes.v, classes.n, sizeof *classes.v, by_key);
    for (u32 i = 0; i < classes.n; i++) {
        meet(&w, classes.v[i]->mirror);
        drain(&w, &done);
    }
    if (!w.failed && w.found.n) {
        *list = cx_alloc(ks->cx, w.found.n * sizeof **list);
        if (*list) memcpy(*list, w.found.v, w.found.n * sizeof **list);
        else w.failed = true;
    }
    *n = w.found.n;
    vec_free(ks->cx, &classes);
    vec_free(ks->cx, &w.found);
    vec_free(ks->cx, &w.queue);
    map_free(&w.seen);
    return w.failed ? NAT_ERROR : NAT_OK;
}

/* `name` as in Class.getName, of a class that exists: no object of a class that is not there lives. */
static int typed_object(ThreadInfo *ti, const char *name, const char *id, bool with_null, u32 *r) {
    KernelState *ks = ti->ks;
    i64 v;
    if (verify_taken(ti, &v)) return ret_ref(r, (Ref)v);
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
    return ti->ks->config ? ti->ks->config(ti->ks, full) : NULL;
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
            cx_fail(ti->ks->cx, ERR_CONFIG, "%s.type: %s needs it and it is not set%s%s%s", key, cls, at ? " (" : "",
                    at ? at : "", at ? ")" : "");
            res = NAT_ERROR;
        }
    } else if (cls && ends_with(cls, "PermutationCG") && !strchr(cls, ':')) {
        res = named(ti, a[0], T_REF, &v);
        if (res == NAT_OK) { /* v: index of the permutation; its elements come from the host of the kind */
            u32 *perm = ti->ks->perm_at ? ti->ks->perm_at(ti->ks, (u64)v, &ti->ks->perm_n) : NULL;
            Ref arr = 0;
            res = perm ? nat_new_prims(ti, T_INT, ti->ks->perm_n, &arr) : NAT_ERROR;
            if (res == NAT_OK) memcpy(arr_data(ti->ks->heap, arr), perm, ti->ks->perm_n * sizeof *perm);
            if (perm) cx_free(ti->ks->cx, perm, ti->ks->perm_n * sizeof *perm + 4);
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
    char *key = nat_utf8(ti, a[0], &n);
    if (!key) return NAT_ERROR;
    const char *v = config(ti, key, "");
    nat_utf8_free(ti, key, n);
    if (!v) return ret_ref(r, 0);
    Ref s;
    NAT_TRY(nat_string(ti, v, strlen(v), &s));
    return ret_ref(r, s);
}

/* key=value strings, for the rest of the search (JPF: not undone). */
int Verify_setProperties(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    for (u32 i = 0; i < arr_len(h, a[0]); i++) {
        Ref s = get_ref(h, a[0], OBJ_HEADER + 4 * i);
        size_t n;
        char *t = s ? nat_utf8(ti, s, &n) : NULL;
        if (!t) return s ? NAT_ERROR : throw_no_msg(ti, "java/lang/NullPointerException");
        char *eq = strchr(t, '=');
        Status st = ST_OK;
        if (eq && ti->ks->set_config) {
            *eq = 0;
            st = ti->ks->set_config(ti->ks, t, eq + 1);
        }
        nat_utf8_free(ti, t, n);
        if (st != ST_OK) return NAT_ERROR;
    }
    return NAT_OK;
}

/* --- java.util.Random, when cg.enumerate_random asks for it --- */

int Random_nextInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->enumerate_random || !ti->ks->search || !ti->ks->booted || (i32)a[1] <= 0) return NAT_BYTECODE;
    return verify_choose_int(ti, 0, (i32)a[1] - 1, "Random.nextInt", r);
}
int Random_nextBoolean(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->enumerate_random || !ti->ks->search || !ti->ks->booted) return NAT_BYTECODE;
    return verify_choose_bool(ti, true, "Random.nextBoolean", r);
}
