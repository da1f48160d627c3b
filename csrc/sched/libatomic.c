/* libatomic.c -- marks the methods of libatomic.def when their class is linked. */
#include "sched/sched.h"

static const struct {
    const char *cls, *methods;
} table[] = {
#define LIBATOMIC(c, m) {c, m},
#include "sched/libatomic.def"
#undef LIBATOMIC
};

/* Is `name` one of the words of `list`? */
static bool listed(const char *list, const Sym *name) {
    const char *p = list;
    while (*p) {
        size_t n = strcspn(p, " ");
        if (n == name->len && memcmp(p, name->s, n) == 0) return true;
        p += n;
        while (*p == ' ') p++;
    }
    return false;
}

Status sched_attribute(Sched *s, ClassInfo *ci) {
    /* Thread's constructor locks its group to count unstarted threads. */
    if (s->ks->por && strcmp(ci->name->s, "java/lang/ThreadGroup") == 0) ci->attrs |= CA_QUIET;
    if (!s->ks->library_atomic || !(ci->attrs & CA_SYSTEM)) return ST_OK;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].cls, ci->name->s) != 0) continue;
        for (u32 m = 0; m < ci->n_methods; m++) {
            MethodInfo *mi = &ci->methods[m];
            if (!(mi->flags & (ACC_STATIC | ACC_PRIVATE)) && listed(table[i].methods, mi->name))
                mi->attrs |= MA_LIBRARY_ATOMIC;
        }
    }
    return ST_OK;
}
