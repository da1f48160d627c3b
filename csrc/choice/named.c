/* named.c -- Verify.getInt("key"), getDouble("key") ...: the generator that the configuration names.
 *
 * <key>.class is one of JPF's classes, by its full or simple name, or module:Class for one in Python;
 * the rest are that class's own parameters, <key>.min and the like. What is wrong is one line that
 * names the key and where it was set. */
#include "choice/choice.h"
#include "native/verify/verify.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Named {
    Ctx *cx;
    KernelState *ks;
    ThreadInfo *ti;
    const char *key, *cls; /* "velocity", the value of velocity.class */
    ChoiceGenerator *cg;
} Named;

static const char *get(const Named *m, const char *name) {
    char key[240];
    snprintf(key, sizeof key, "%s.%s", m->key, name);
    return m->ks->up.config ? m->ks->up.config(m->ks, key) : NULL;
}

/* " (velocity.jpf:3)" of key.name; where it is not set, of key.class. */
static const char *where(const Named *m, const char *name, char *buf, size_t n) {
    char key[260];
    buf[0] = 0;
    if (!m->ks->up.config) return buf;
    snprintf(key, sizeof key, "%s.%s@origin", m->key, name);
    const char *o = m->ks->up.config(m->ks, key);
    if (!o) {
        snprintf(key, sizeof key, "%s.class@origin", m->key);
        o = m->ks->up.config(m->ks, key);
    }
    if (o) snprintf(buf, n, " (%s)", o);
    return buf;
}

static Status missing(const Named *m, const char *name) {
    char at[400];
    return cx_fail(m->cx, ERR_CONFIG, "%s.%s is not set, and %s needs it%s", m->key, name, m->cls,
                   where(m, name, at, sizeof at));
}

static Status bad(const Named *m, const char *name, const char *value, const char *expected) {
    char at[400];
    return cx_fail(m->cx, ERR_CONFIG, "%s.%s=%.100s: %s expected%s", m->key, name, value, expected,
                   where(m, name, at, sizeof at));
}

static const char *blank(const char *s) {
    while (*s == ' ' || *s == '\t') s++;
    return s;
}

static bool parse_int(const char *s, const char **end, i64 *v) {
    char *e;
    const char *digits = *s == '-' || *s == '+' ? s + 1 : s;
    errno = 0;
    *v = strtoll(s, &e, digits[0] == '0' && (digits[1] | 32) == 'x' ? 16 : 10);
    *end = e;
    return e != s && errno == 0;
}

static bool parse_double(const char *s, const char **end, double *v) {
    char *e;
    *v = strtod(s, &e);
    *end = *e == 'd' || *e == 'f' || *e == 'D' || *e == 'F' ? e + 1 : e;
    return e != s;
}

/* dflt NULL: it must be set. lo..hi: what the type holds. */
static Status get_int(const Named *m, const char *name, const i64 *dflt, bool is_long, i64 *out) {
    const char *s = get(m, name), *end;
    if (!s || !*blank(s)) {
        if (!dflt) return missing(m, name);
        *out = *dflt;
        return ST_OK;
    }
    if (!parse_int(s, &end, out) || *blank(end) || (!is_long && *out != (i32)*out))
        return bad(m, name, s, is_long ? "a long" : "an int");
    return ST_OK;
}

static Status get_double(const Named *m, const char *name, double *out) {
    const char *s = get(m, name), *end;
    if (!s || !*blank(s)) return missing(m, name);
    return parse_double(s, &end, out) && !*blank(end) ? ST_OK : bad(m, name, s, "a number");
}

/* A variable of the program, with its sign; *end: after it. */
static bool parse_variable(const Named *m, const char *s, const char **end, double *d, i64 *n) {
    char name[200];
    bool minus = *s == '-';
    if (minus || *s == '+') s++;
    size_t k = strcspn(s, ",;: \t");
    if (!k || k >= sizeof name || (*s >= '0' && *s <= '9') || *s == '.') return false;
    mem_copy(name, s, k);
    name[k] = 0;
    *end = s + k;
    if (!cg_variable(m->ti, name, d, n)) return false;
    if (minus) {
        *d = -*d;
        *n = (i64)(0 - (u64)*n);
    }
    return true;
}

static bool separator(char c) { return c == ',' || c == ';' || c == ':' || c == ' ' || c == '\t'; }

/* <key>.values, as bit patterns of `kind`. */
static Status get_list(const Named *m, u8 kind, bool unique) {
    const char *all = get(m, "values"), *p = all, *end;
    VEC(i64) list = {0};
    if (!all) return missing(m, "values");
    for (;;) {
        while (separator(*p)) p++;
        if (!*p) break;
        i64 v = 0;
        double d;
        bool ok, var = parse_variable(m, p, &end, &d, &v);
        if (kind == CK_DOUBLE_LIST || kind == CK_FLOAT_LIST) {
            ok = var || parse_double(p, &end, &d);
            float f = (float)d;
            if (kind == CK_DOUBLE_LIST) memcpy(&v, &d, 8);
            else memcpy(&v, &f, 4);
        } else {
            ok = (var || parse_int(p, &end, &v)) && (kind == CK_LONG_LIST || v == (i32)v);
        }
        if (!ok || (*end && !separator(*end))) {
            vec_free(m->cx, &list);
            return bad(m, "values", all,
                       kind == CK_INT_LIST    ? "a list of ints or variables"
                       : kind == CK_LONG_LIST ? "a list of longs or variables"
                                              : "a list of numbers or variables");
        }
        p = end;
        u32 same = 0;
        while (unique && same < list.n && list.v[same] != v) same++;
        if (unique && same < list.n) continue;
        if (vec_push(m->cx, &list, v) != ST_OK) {
            vec_free(m->cx, &list);
            return ST_ERROR;
        }
    }
    if (!list.n) return bad(m, "values", all, "at least one value");
    m->cg->kind = kind;
    m->cg->n = list.n;
    m->cg->u.list = cx_alloc(m->cx, list.n * sizeof(i64));
    if (m->cg->u.list) mem_copy(m->cg->u.list, list.v, list.n * sizeof(i64));
    vec_free(m->cx, &list);
    return m->cg->u.list ? ST_OK : ST_ERROR;
}

/* min..max by delta; a negative delta starts at max (JPF: reversed). */
static Status get_interval(const Named *m, bool is_long) {
    const i64 one = 1;
    i64 lo, hi, delta;
    if (get_int(m, "min", NULL, is_long, &lo) != ST_OK || get_int(m, "max", NULL, is_long, &hi) != ST_OK ||
        get_int(m, "delta", &one, is_long, &delta) != ST_OK)
        return ST_ERROR;
    if (delta == 0) return bad(m, "delta", "0", "a step other than 0");
    if (lo > hi) { /* as in JPF */
        i64 t = lo;
        lo = hi;
        hi = t;
    }
    u64 step = delta < 0 ? 0 - (u64)delta : (u64)delta, n = ((u64)hi - (u64)lo) / step;
    m->cg->kind = CK_INT_INTERVAL;
    m->cg->lo = delta < 0 ? hi : lo;
    m->cg->delta = delta;
    m->cg->n = n > (1ull << 62) ? 1ull << 62 : n + 1;
    return ST_OK;
}

static u64 the_seed(const Named *m, Status *st) {
    const char *dflt = m->ks->up.config ? m->ks->up.config(m->ks, "cg.seed") : NULL;
    i64 base = dflt ? strtoll(dflt, NULL, 10) : 42, v;
    *st = get_int(m, "seed", &base, true, &v);
    return mix64((u64)v, hash_bytes(m->key, strlen(m->key), 7)) | 1;
}

static Status make_bool(const Named *m) {
    const char *s = get(m, "false_first");
    bool first = true;
    if (!s && verify_false_first(m->ks, &first) != ST_OK) return ST_ERROR;
    if (s && !bool_of(s, &first)) return bad(m, "false_first", s, "true or false");
    m->cg->kind = CK_BOOL;
    m->cg->n = 2;
    m->cg->lo = first;
    return ST_OK;
}
static Status make_interval(const Named *m) { return get_interval(m, false); }
static Status make_long_interval(const Named *m) { return get_interval(m, true); }
static Status make_ints(const Named *m) { return get_list(m, CK_INT_LIST, false); }
static Status make_int_set(const Named *m) { return get_list(m, CK_INT_LIST, true); }
static Status make_longs(const Named *m) { return get_list(m, CK_LONG_LIST, false); }
static Status make_doubles(const Named *m) { return get_list(m, CK_DOUBLE_LIST, false); }
static Status make_double_set(const Named *m) { return get_list(m, CK_DOUBLE_LIST, true); }
static Status make_floats(const Named *m) { return get_list(m, CK_FLOAT_LIST, false); }

/* threshold-delta, threshold, threshold+delta; or low, threshold, high. */
static Status make_threshold(const Named *m) {
    double t, d, v[3];
    if (get_double(m, "threshold", &t) != ST_OK) return ST_ERROR;
    if (get(m, "low") || get(m, "high")) {
        if (get_double(m, "low", &v[0]) != ST_OK || get_double(m, "high", &v[2]) != ST_OK) return ST_ERROR;
    } else {
        if (get_double(m, "delta", &d) != ST_OK) return ST_ERROR;
        v[0] = t - d;
        v[2] = t + d;
    }
    v[1] = t;
    m->cg->kind = CK_DOUBLE_LIST;
    m->cg->n = 3;
    m->cg->u.list = cx_alloc(m->cx, sizeof v);
    if (!m->cg->u.list) return ST_ERROR;
    memcpy(m->cg->u.list, v, sizeof v);
    return ST_OK;
}

static Status make_random(const Named *m) {
    Status st;
    i64 lo, hi, n, one = 1;
    const char *count = get(m, "choices") ? "choices" : "n"; /* JPF: n */
    if (get_int(m, "min", NULL, false, &lo) != ST_OK || get_int(m, "max", NULL, false, &hi) != ST_OK ||
        get_int(m, count, &one, true, &n) != ST_OK)
        return ST_ERROR;
    if (lo > hi) return bad(m, "max", get(m, "max"), "a number that is not below min");
    if (n < 1) return bad(m, count, get(m, count), "a positive number");
    m->cg->kind = CK_RANDOM_INT;
    m->cg->lo = lo;
    m->cg->delta = hi;
    m->cg->n = (u64)n;
    m->cg->u.seed = the_seed(m, &st);
    return st;
}

static Status random_order(const Named *m, bool is_long) {
    Status st = get(m, "values") ? get_list(m, is_long ? CK_LONG_LIST : CK_INT_LIST, false) : get_interval(m, is_long);
    if (st != ST_OK) return ST_ERROR;
    m->cg->seed = the_seed(m, &st);
    if (st != ST_OK) cg_free(m->cx, m->cg);
    return st;
}
static Status make_random_ints(const Named *m) { return random_order(m, false); }
static Status make_random_longs(const Named *m) { return random_order(m, true); }

static Status make_perm(const Named *m) {
    Status st = ST_OK;
    i64 size, n = 1;
    if (get_int(m, "size", NULL, false, &size) != ST_OK) return ST_ERROR;
    if (size < 0 || size > 1000) return bad(m, "size", get(m, "size"), "a size from 0 to 1000");
    const char *v = get(m, "variant");
    u32 variant = !v || strcmp(v, "total") == 0 ? PERM_TOTAL : strcmp(v, "pair") == 0 ? PERM_PAIR : PERM_RANDOM;
    if (variant == PERM_RANDOM) {
        if (strcmp(v, "random") != 0) return bad(m, "variant", v, "total, pair or random");
        if (get_int(m, "choices", NULL, true, &n) != ST_OK) return ST_ERROR;
        if (n < 1) return bad(m, "choices", get(m, "choices"), "a positive number");
        m->cg->u.seed = the_seed(m, &st);
    }
    m->cg->kind = CK_PERM;
    m->ks->verify.perm_n = (u32)size;
    m->cg->lo = size;
    m->cg->delta = variant;
    m->cg->n = perm_count((u32)size, variant, (u64)n);
    return st;
}

static const struct {
    const char *name;
    u8 type; /* of the values */
    Status (*make)(const Named *m);
} kinds[] = {
    {"BooleanChoiceGenerator", T_BOOLEAN, make_bool},
    {"IntIntervalGenerator", T_INT, make_interval},
    {"IntChoiceFromSet", T_INT, make_int_set},
    {"IntChoiceFromList", T_INT, make_ints},
    {"RandomIntIntervalGenerator", T_INT, make_random},
    {"RandomOrderIntCG", T_INT, make_random_ints},
    {"LongIntervalGenerator", T_LONG, make_long_interval},
    {"LongChoiceFromList", T_LONG, make_longs},
    {"RandomOrderLongCG", T_LONG, make_random_longs},
    {"FloatChoiceFromList", T_FLOAT, make_floats},
    {"DoubleChoiceFromList", T_DOUBLE, make_doubles},
    {"DoubleChoiceFromSet", T_DOUBLE, make_double_set},
    {"DoubleThresholdGenerator", T_DOUBLE, make_threshold},
    {"PermutationCG", T_REF, make_perm},
};

static const char *type_text(u8 t) {
    switch (t) {
    case T_BOOLEAN: return "boolean";
    case T_INT: return "int";
    case T_LONG: return "long";
    case T_FLOAT: return "float";
    case T_DOUBLE: return "double";
    default: return "object";
    }
}

/* The line of the program that asks, for a key that is not configured at all. */
static void asked_at(const ThreadInfo *ti, char *buf, size_t n) {
    const StackFrame *f = ti->top;
    while (f && (!f->mi->code || (f->mi->ci->known & KC_VERIFY))) f = f->prev;
    buf[0] = 0;
    if (!f) return;
    const ClassFile *cf = f->mi->ci->cf;
    snprintf(buf, n, ", asked for at %s:%d", cf && cf->source_file ? cf->source_file->s : f->mi->ci->name->s,
             mi_line(f->mi, (u32)(f->pc - f->mi->code)));
}

Status cg_custom(Ctx *cx, ChoiceGenerator *cg, KernelState *ks, const char *cls, const char *key, u8 want) {
    const struct Host *h = cx->host;
    if (!h->cg_make) return cx_fail(cx, ERR_CONFIG, "%s.class=%s: there is no Python here", key, cls);
    u64 handle = 0;
    u64 place = ks->cg_place;
    ks->cg_place = mix64(place, 0x636767u);
    if (h->cg_make(h->cg_user, cls, key, want, place, &handle) != ST_OK) return ST_ERROR;
    cg->kind = CK_CUSTOM;
    cg->host = handle;
    cg->n = 0;
    cg->flags |= CGF_OPEN;
    cg->type = h->cg_type ? h->cg_type(h->cg_user, handle) : NULL;
    bool there;
    return cg_reach(cx, cg, 1, &there); /* whether there is a choice at all is known from here on */
}

Status cg_named(Ctx *cx, ChoiceGenerator *cg, const ChoiceReq *req, ThreadInfo *ti) {
    Named m = {cx, ti->ks, ti, req->id, NULL, cg};
    char at[400], site[300];
    m.cls = get(&m, "class");
    if (m.cls) m.cls = blank(m.cls);
    if (!m.cls || !*m.cls) {
        asked_at(ti, site, sizeof site);
        return cx_fail(cx, ERR_CONFIG, "%s.class: no choice generator is configured%s", m.key, site);
    }
    if (strchr(m.cls, ':')) return cg_custom(cx, cg, ti->ks, m.cls, m.key, req->want);
    const char *simple = strrchr(m.cls, '.');
    simple = simple ? simple + 1 : m.cls;
    bool ours = simple == m.cls || strncmp(m.cls, "gov.nasa.jpf.", 13) == 0 || m.cls[0] == '.';
    for (size_t i = 0; ours && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(simple, kinds[i].name) != 0) continue;
        if (kinds[i].type != req->want)
            return cx_fail(cx, ERR_CONFIG, "%s.class=%s: gives a choice of %s, and the program asks for %s%s", m.key,
                           m.cls, type_text(kinds[i].type), type_text(req->want), where(&m, "class", at, sizeof at));
        cg->type = kinds[i].name;
        return kinds[i].make(&m);
    }
    return cx_fail(cx, ERR_CONFIG, "%s.class=%s: no such choice generator (a Python class is module:Class)%s", m.key,
                   m.cls, where(&m, "class", at, sizeof at));
}
