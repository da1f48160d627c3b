/* steps.c -- the source lines of each transition of the path, for listeners that ask. JPF: Step, Transition. */
#include "search/probe/probe.h"

typedef struct Line {
    MethodInfo *mi;
    i32 line;
    u32 level;
    u64 choice; /* of the level: a line of another choice is out of date */
} Line;

struct Steps {
    Search *s;
    VEC(Line) v; /* levels ascending */
};

static Status on_event(void *user, u32 kind, const EventData *d) {
    struct Steps *p = user;
    const Search *s = p->s;
    if (!s->path.n || (d->mi->ci->attrs & CA_SYSTEM)) return ST_OK;
    u32 level = s->path.n - 1;
    if (s->rec.on) level = s->rec.level;
    u64 choice = level_index(&s->path.v[level]);
    while (p->v.n && (p->v.v[p->v.n - 1].level > level ||
                      (p->v.v[p->v.n - 1].level == level && p->v.v[p->v.n - 1].choice != choice)))
        p->v.n--;
    i32 line = mi_line(d->mi, (u32)(d->pc - d->mi->code));
    const Line *last = p->v.n ? &p->v.v[p->v.n - 1] : NULL;
    if (line < 0 || (last && last->level == level && last->mi == d->mi && last->line == line)) return ST_OK;
    return vec_push(p->s->cx, &p->v, ((Line){d->mi, line, level, choice}));
}

static void steps_free(void *user) {
    struct Steps *p = user;
    Ctx *cx = p->s->cx;
    vec_free(cx, &p->v);
    cx_free(cx, p, sizeof *p);
}

Status steps_on(Search *s, struct Steps **out) {
    struct Steps *p = cx_alloc(s->cx, sizeof *p);
    if (!p) return ST_ERROR;
    p->s = s;
    EventSink sink = {.user = p, .fn = on_event, .done = steps_free, .always = true, .all_ops = true};
    sink.mask = EV_BIT(execute_instruction);
    if (hub_add(s->ks, &sink) < 0) {
        steps_free(p);
        return s->cx->err.kind ? ST_ERROR : cx_fail(s->cx, ERR_INTERNAL, "too many listeners");
    }
    *out = p;
    return ST_OK;
}

bool steps_at(const struct Steps *p, u32 level, u32 i, MethodInfo **mi, i32 *line) {
    const Search *s = p->s;
    if (level >= s->path.n) return false;
    u64 choice = level_index(&s->path.v[level]);
    for (u32 k = 0; k < p->v.n; k++) {
        const Line *l = &p->v.v[k];
        if (l->level != level || l->choice != choice || i--) continue;
        *mi = l->mi;
        *line = l->line;
        return true;
    }
    return false;
}
