/* libatomic.c -- marks the methods of libatomic.def when their class is linked. */
#include "sched/sched.h"

enum { G_NONE, G_LOCK, G_SEMAPHORE, G_LATCH, G_FUTURE, G_POOL, G_TASK, G_MAP, G_STAGE, G_REUSE };
enum {
    G_WORKERS = LIB_WORKERS_BIT,
    G_IDLE = LIB_IDLE_BIT,
    SPLIT_ALWAYS = LIB_ALWAYS_BIT,
    SPLIT_DIRECT = LIB_DIRECT_BIT
};
#define QUERY UINT32_MAX /* in the place of attributes */
#define WATCH MA_SPECIAL /* with an attribute: the call is a point, but not listed */

static const struct {
    const char *cls, *methods; /* a class whose name ends in *: all that begin so */
    u32 len;                   /* of cls */
    u32 attrs;
    u8 group;
    bool inner; /* private methods too */
} table[] = {
#define LIBATOMIC(c, m) {c, m, sizeof c - 1, 0, G_NONE, false},
#define LIBINNER(c, m) {c, m, sizeof c - 1, 0, G_NONE, true},
#define LIBALONE(c, m) {c, m, sizeof c - 1, MA_LIB_ALONE, G_NONE, true},
#define LIBALONE_HOLD(c, m) {c, m, sizeof c - 1, MA_LIB_ALONE | MA_LIB_HOLD, G_NONE, true},
#define LIBUSE(c, m) {c, m, sizeof c - 1, MA_LIB_USE, G_NONE, false},
#define LIBCONTROL(c, m) {c, m, sizeof c - 1, MA_LIB_CONTROL, G_NONE, false},
#define LIBHOLD(c, m) {c, m, sizeof c - 1, MA_LIB_HOLD, G_NONE, true},
#define LIBMOVER(c, m) {c, m, sizeof c - 1, MA_LIB_MOVER, G_NONE, true},
#define LIBLEFT(c, g, m) {c, m, sizeof c - 1, MA_LIB_LEFT, g, true},
#define LIBOBSERVER(c, g, m) {c, m, sizeof c - 1, MA_LIB_OBSERVER, g, false},
#define LIBWATCH(c, g, m) {c, m, sizeof c - 1, WATCH | MA_LIB_OBSERVER, g, false},
#define LIBEND(c, m) {c, m, sizeof c - 1, MA_LIB_END, G_NONE, false},
#define LIBSPLIT(c, g, m) {c, m, sizeof c - 1, MA_LIB_SPLIT, g, true},
#define LIBCUT(c, g, m) {c, m, sizeof c - 1, WATCH | MA_LIB_SPLIT, g, true},
#define LIBQUERY(c, m) {c, m, sizeof c - 1, QUERY, G_NONE, true},
#define LIBPEEK(c, g, m) {c, m, sizeof c - 1, MA_LIB_PEEK, g, true},
#define LIBSPIN(c, m) {c, m, sizeof c - 1, MA_LIB_SPIN, G_NONE, true},
#define LIBLOOK(c, m) {c, m, sizeof c - 1, MA_LIB_SPIN | MA_LIB_PEEK, G_NONE, true},
#include "sched/libatomic.def"
};

/* Is the method one of the words of `list`? A word is a name, or a name and how the descriptor begins. */
static bool listed(const char *list, const MethodInfo *mi) {
    const Sym *name = mi->name;
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, " "), k = strcspn(p, "( ");
        if (k == name->len && mem_cmp(p, name->s, k) == 0 && strncmp(p + k, mi->desc->s, n - k) == 0) return true;
        p += n;
        while (*p == ' ') p++;
    }
    return false;
}

/* vm.por.atomic_methods: the listed methods that count. */
static bool chosen(const Sched *s, const MethodInfo *mi) {
    for (u32 i = 0; i < s->n_atomic_methods; i++)
        if (rule_fits_method(&s->atomic_methods[i], mi)) return true;
    return !s->n_atomic_methods;
}

/* A synchronizer of the program's own may look at the state of a lock in any way. */
static bool own_synchronizer(const ClassInfo *ci) {
    for (const ClassInfo *c = ci->super; c; c = c->super)
        if (strncmp(c->name->s, "java/util/concurrent/locks/AbstractQueued", 41) == 0) return true;
    return false;
}

static bool of_class(const char *cls, u32 len, const Sym *name) {
    bool all = cls[len - 1] == '*';
    return (all ? name->len >= --len : name->len == len) && mem_cmp(cls, name->s, len) == 0;
}

/* Does the entry hold with vm.por.library=fine? */
static bool with_fine(size_t i) {
    if (table[i].attrs == QUERY || (table[i].attrs & MA_LIB_SPIN)) return true;
    return (table[i].attrs & MA_LIB_OBSERVER) && (table[i].group == G_WORKERS || table[i].group == G_IDLE);
}

Status sched_attribute(Sched *s, ClassInfo *ci) {
    if (attribute(s, ci) != ST_OK) return ST_ERROR;
    /* Thread's constructor locks its group to count unstarted threads. */
    if (s->ks->por && strcmp(ci->name->s, "java/lang/ThreadGroup") == 0) ci->attrs |= CA_QUIET;
    if (!(ci->attrs & CA_SYSTEM)) {
        if (s->ks->library_atomic && own_synchronizer(ci)) s->ks->lib_seen |= 1u << G_LOCK;
        return ST_OK;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bool plain = table[i].attrs != QUERY && (table[i].attrs & (MA_LIB_PEEK | MA_LIB_SPIN));
        if (!of_class(table[i].cls, table[i].len, ci->name)) continue;
        if (s->ks->library_atomic ? table[i].attrs == QUERY : !with_fine(i)) continue;
        for (u32 m = 0; m < ci->n_methods; m++) {
            MethodInfo *mi = &ci->methods[m];
            bool in = with_fine(i) || chosen(s, mi);
            if (!in && !(table[i].attrs & MA_LIB_OBSERVER)) continue;
            if (table[i].attrs == QUERY) {
                if (listed(table[i].methods, mi)) attribute_method(mi, false, REL_RUNNABLES);
                continue;
            }
            if (plain) {
                if (table[i].methods[0] != '*' && !listed(table[i].methods, mi)) continue;
                mi->attrs |= table[i].attrs;
                if (table[i].group) {
                    mi->attrs |= MA_LIB_WHILE;
                    mi->extra = (void *)((uintptr_t)1 << table[i].group);
                }
                continue;
            }
            if ((mi->flags & ACC_STATIC) || ((mi->flags & ACC_PRIVATE) && !table[i].inner)) continue;
            if (!listed(table[i].methods, mi)) continue;
            if (table[i].attrs & (MA_LIB_USE | MA_LIB_CONTROL)) {
                mi->attrs |= table[i].attrs | MA_SPECIAL;
                continue;
            }
            if (table[i].attrs & WATCH) attribute_method(mi, false, REL_RUNNABLES);
            else if (!in) mi->attrs |= MA_SPECIAL; /* others of its group may be steps still */
            else if (s->ks->library_atomic && table[i].group != G_IDLE) mi->attrs |= MA_LIBRARY_ATOMIC;
            mi->attrs |= table[i].attrs;
            if (table[i].group) mi->extra = (void *)((uintptr_t)1 << table[i].group);
        }
    }
    return ST_OK;
}
