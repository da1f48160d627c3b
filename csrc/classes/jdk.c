/* jdk.c -- looks classes up in the tables of jdk/ when they are linked. */
#include "classes/link.h"

#include <string.h>

enum Reach { ONLY, SUBS, PACKAGE };

/* --- names --- */

/* Does `cls`, which may end with a '*', mean the class? */
static bool means(const char *cls, const Sym *name) {
    size_t n = strlen(cls);
    if (cls[n - 1] == '*') return name->len >= n - 1 && mem_cmp(name->s, cls, n - 1) == 0;
    return name->len == n && mem_cmp(name->s, cls, n) == 0;
}

/* One word of a list: a name, or how it begins ("wait*"), and how the descriptor begins ("get(J"). */
static bool word_means(const char *p, size_t n, const Sym *name, const Sym *desc) {
    size_t k = 0;
    while (k < n && p[k] != '(') k++;
    if (k && p[k - 1] == '*') return name->len >= k - 1 && mem_cmp(name->s, p, k - 1) == 0;
    return name->len == k && mem_cmp(name->s, p, k) == 0 && strncmp(p + k, desc->s, n - k) == 0;
}

/* The last word that means the member decides. */
static bool listed(const char *list, const Sym *name, const Sym *desc) {
    bool in = false;
    for (const char *p = list; *p;) {
        bool not = *p == '!';
        p += not;
        size_t n = strcspn(p, " ");
        if (word_means(p, n, name, desc)) in = !not;
        p += n;
        while (*p == ' ') p++;
    }
    return in;
}

/* --- classes --- */

static const struct ClassRow {
    u64 bit;
    const char *cls;
    u8 reach;
} classes[] = {
#define CLASS(bit, cls, reach, why) {KC_##bit, cls, reach},
#include "classes/jdk/classes.def"
};

static const struct BreakRow {
    bool on;
    const char *cls;
} breaks[] = {
#define BREAKS(cls, why) {true, cls},
#define SAFE(cls, why) {false, cls},
#include "classes/jdk/breaks.def"
};

static bool in_package(const char *package, const Sym *name) {
    size_t n = strlen(package);
    return name->len > n && mem_cmp(name->s, package, n) == 0 && !mem_find(name->s + n, '/', name->len - n);
}

/* Nested classes go with the outer one. */
static bool belongs(const char *cls, const Sym *name) {
    size_t n = strlen(cls);
    if (cls[n - 1] == '/') return in_package(cls, name);
    return means(cls, name) || (name->len > n && mem_cmp(name->s, cls, n) == 0 && name->s[n] == '$');
}

/* The last row that means the class decides. */
static bool fields_break(const Sym *name) {
    bool yes = true;
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++)
        if (yes != breaks[i].on && belongs(breaks[i].cls, name)) yes = breaks[i].on;
    return yes;
}

void jdk_of_class(ClassInfo *ci) {
    u64 inherited = 0, known = 0;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const struct ClassRow *r = &classes[i];
        if (r->reach == SUBS) inherited |= r->bit;
        if (r->reach == PACKAGE ? in_package(r->cls, ci->name) : means(r->cls, ci->name)) known |= r->bit;
    }
    if (ci->super) known |= ci->super->known & inherited;
    ci->known = known;
    if ((ci->attrs & CA_SYSTEM) && fields_break(ci->name)) ci->attrs |= CA_BREAK_FIELDS;
}

/* --- fields --- */

static const struct FieldRow {
    u32 bit;
    const char *cls, *fields;
} fields[] = {
#define DERIVED(cls, fields, why) {KF_DERIVED, cls, fields},
#define FIREWALL(cls, fields, why) {KF_FIREWALL, cls, fields},
#define QUIET(cls, fields, why) {KF_QUIET, cls, fields},
#define SETTLED(cls, fields, why) {KF_SETTLED, cls, fields},
#define SPENT(cls, fields, why) {KF_SPENT, cls, fields},
#define RACY(cls, fields, why) {KF_RACY, cls, fields},
#define STAMP(cls, fields, why) {KF_STAMP, cls, fields},
#define CONTROL(cls, fields, why) {KF_CONTROL, cls, fields},
#define SYNC(cls, fields, why) {KF_SYNC, cls, fields},
#define OWNER(cls, fields, why) {KF_OWNER, cls, fields},
#define FIRST(cls, fields, why) {KF_FIRST, cls, fields},
#define HOLDS(cls, fields, why) {KF_HOLDS, cls, fields},
#define LOCAL(cls, fields, why) {KF_LOCAL, cls, fields},
#define KEY(cls, fields, why) {KF_KEY, cls, fields},
#define BOOKS(cls, fields, why) {KF_BOOKS, cls, fields},
#define SETTING(cls, fields, why) {KF_SETTING, cls, fields},
#define QUEUE_END(cls, fields, why) {KF_QUEUE_END, cls, fields},
#define CELLS(cls, fields, why) {KF_CELLS, cls, fields},
#define FACE(cls, fields, why) {KF_FACE, cls, fields},
#define GUARD(cls, fields, why) {KF_GUARD, cls, fields},
#define HELD(cls, fields, why) {KF_HELD, cls, fields},
#define MAP(role, cls, field, why) {KF_MAP_##role, cls, field},
#include "classes/jdk/fields.def"
};

void jdk_of_fields(ClassInfo *ci) {
    if (!(ci->attrs & CA_SYSTEM)) return;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct FieldRow *r = &fields[i];
        if (!means(r->cls, ci->name)) continue;
        for (u32 k = 0; k < ci->n_fields; k++) {
            FieldInfo *fi = &ci->fields[k];
            if ((fi->flags & ACC_STATIC) && r->fields[0] == '*') continue;
            if (listed(r->fields, fi->name, fi->desc)) fi->known |= r->bit;
        }
    }
}

/* --- methods --- */

static const struct MethodRow {
    u32 bit;
    const char *cls, *methods;
} methods[] = {
#define METHOD(bit, cls, methods, why) {KM_##bit, cls, methods},
#include "classes/jdk/methods.def"
#define CLOCK(cls, methods, use)
#define TAKES_SIGN(cls, methods) {KM_TAKES_SIGN, cls, methods},
#include "classes/jdk/clock.def"
};

static const struct ClockRow {
    u8 use;
    const char *cls, *methods;
} clocks[] = {
#define CLOCK(cls, methods, use) {CLOCK_##use, cls, methods},
#define TAKES_SIGN(cls, methods)
#include "classes/jdk/clock.def"
};

void jdk_of_methods(ClassInfo *ci) {
    if (!(ci->attrs & CA_SYSTEM)) return;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!means(methods[i].cls, ci->name)) continue;
        for (u32 k = 0; k < ci->n_methods; k++) {
            MethodInfo *mi = &ci->methods[k];
            if (listed(methods[i].methods, mi->name, mi->desc)) mi->known |= methods[i].bit;
        }
    }
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        if (!means(clocks[i].cls, ci->name)) continue;
        for (u32 k = 0; k < ci->n_methods; k++) {
            MethodInfo *mi = &ci->methods[k];
            if (listed(clocks[i].methods, mi->name, mi->desc)) mi->clock = clocks[i].use;
        }
    }
}

/* --- steps --- */

enum { P_EXECUTOR = 0, P_FORK_JOIN = MA_LIB_FORK }; /* kinds of pools, of attributes */

static const StepRow steps[] = {
#define ROW(c, m, ...) {.cls = c, .methods = m, __VA_ARGS__},
#define LIBATOMIC(c, m) {.cls = c, .methods = m},
#define LIBINNER(c, m) ROW(c, m, .inner = true)
#define LIBALONE(c, k, m) ROW(c, m, .attrs = MA_LIB_ALONE | (k), .inner = true)
#define LIBALONE_HOLD(c, k, m) ROW(c, m, .attrs = MA_LIB_ALONE | MA_LIB_HOLD | (k), .inner = true)
#define LIBUSE(c, k, m) ROW(c, m, .attrs = MA_LIB_USE | (k))
#define LIBCONTROL(c, k, m) ROW(c, m, .attrs = MA_LIB_CONTROL | (k))
#define LIBHOLD(c, m) ROW(c, m, .attrs = MA_LIB_HOLD, .inner = true)
#define LIBHOLD_ON(c, g, m) ROW(c, m, .holds = g, .inner = true, .plain = true)
#define LIBMOVER(c, m) ROW(c, m, .attrs = MA_LIB_MOVER, .inner = true)
#define LIBOWN(c, m) ROW(c, m, .attrs = MA_LIB_MOVER | MA_LIB_OWN, .inner = true)
#define LIBLEFT(c, g, m) ROW(c, m, .attrs = MA_LIB_LEFT, .group = g, .inner = true)
#define LIBLEFT_BUT(from, to, c, g, m)                                                                                 \
    ROW(c, m, .attrs = MA_LIB_LEFT, .group = g, .inner = true, .but_from = from, .but_to = to)
#define STAYS(g) ((g) == G_WORKERS || (g) == G_IDLE || (g) == G_QUEUE || (g) == G_CREW)
#define LIBOBSERVER(c, g, m) ROW(c, m, .attrs = MA_LIB_OBSERVER, .group = g, .fine = STAYS(g))
#define LIBWATCH(c, g, m) ROW(c, m, .attrs = MA_LIB_OBSERVER, .group = g, .point = true)
#define LIBEND(c, m) ROW(c, m, .attrs = MA_LIB_END)
#define LIBSPLIT(c, g, m) ROW(c, m, .attrs = MA_LIB_SPLIT, .group = g, .inner = true)
#define LIBSPLIT_ON(c, when, m) ROW(c, m, .attrs = MA_LIB_SPLIT, .split = when, .inner = true)
#define LIBSPLIT_BACK(c, g, m)                                                                                         \
    ROW(c, m, .attrs = MA_LIB_SPLIT | MA_LIB_BACK, .group = g, .split = SPLIT_ALWAYS, .inner = true)
#define LIBCUT(c, g, m) ROW(c, m, .attrs = MA_LIB_SPLIT, .group = g, .inner = true, .point = true, .fine = true)
#define LIBQUERY(c, m) ROW(c, m, .inner = true, .plain = true, .point = true, .only_fine = true, .fine = true)
#define LIBHEAR(c, g, m) ROW(c, m, .attrs = MA_LIB_OBSERVER, .group = g, .inner = true, .plain = true)
#define LIBBREAK(c, g, m) ROW(c, m, .attrs = MA_LIB_SPLIT, .group = g, .inner = true, .plain = true)
#define LIBUNTIL(c, g, m) ROW(c, m, .until = g, .inner = true, .plain = true)
#define LIBPOINT(c, g, m) ROW(c, m, .until = g, .inner = true, .plain = true, .point = true, .fine = true)
#define LIBPEEK(c, g, m) ROW(c, m, .attrs = MA_LIB_PEEK, .group = g, .inner = true, .plain = true)
#include "classes/jdk/steps.def"
#define LIBSPIN(c, m) ROW(c, m, .attrs = MA_LIB_SPIN, .inner = true, .plain = true, .fine = true)
#define LIBLOOK(c, m) ROW(c, m, .attrs = MA_LIB_SPIN | MA_LIB_PEEK, .inner = true, .plain = true, .fine = true)
#include "classes/jdk/spins.def"
};

void jdk_steps(ClassInfo *ci, void (*fn)(void *arg, MethodInfo *mi, const StepRow *row), void *arg) {
    if (!(ci->attrs & CA_SYSTEM)) return;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const StepRow *r = &steps[i];
        if (!means(r->cls, ci->name)) continue;
        for (u32 k = 0; k < ci->n_methods; k++) {
            MethodInfo *mi = &ci->methods[k];
            bool here = r->plain || (r->attrs & MA_LIB_OWN) || !(mi->flags & ACC_STATIC);
            if (!here || (!r->inner && (mi->flags & ACC_PRIVATE))) continue;
            if (listed(r->methods, mi->name, mi->desc)) fn(arg, mi, r);
        }
    }
}

/* --- classes that the VM needs --- */

Status ci_needed(Classes *cs, enum Needed id, ClassInfo **out) {
    static const char *const names[] = {
#define NEEDED(id, name, why) name,
#include "classes/jdk/needed.def"
    };
    JErr je = {0};
    Sym *name = sym_z(&cs->syms, names[id]);
    return name ? ci_load(cs, LOADER_BOOT, name, out, &je) : ST_ERROR;
}
