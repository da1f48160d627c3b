/* steps.c -- the source lines of each transition of the path, for listeners that ask. JPF: Step, Transition. */
#include "search/probe/probe.h"

typedef struct Line {
    MethodInfo *mi;
    i32 line;
    u32 level;
    u64 choice; /* of the level: a line of another choice is out of date */
} Line;

typedef struct Kept {
    MethodInfo *mi;
    i32 line;
} Kept;

struct Steps {
    Search *s;
    VEC(Line) v; /* levels ascending */
    VEC(Kept) kept;
    VEC(u32) from; /* by node of the tree: where its lines begin; one more at the end */
};

static Status on_event(void *user, u32 kind, const EventData *d) {
    struct Steps *p = user;
    const Search *s = p->s;
    if (!s->path.n || s->silent) return ST_OK;
    u32 level = s->path.n - 1;
    if (s->rec.on) level = s->rec.level;
    u64 choice = level_index(level_at(s, level));
    /* A level is executed again, by the same choice too, where a search comes to it by another path or begins again. */
    bool first = s->ks->hub->insns <= 1;
    while (p->v.n && (p->v.v[p->v.n - 1].level > level ||
                      (p->v.v[p->v.n - 1].level == level && (first || p->v.v[p->v.n - 1].choice != choice))))
        p->v.n--;
    if (d->mi->ci->attrs & CA_SYSTEM) return ST_OK;
    i32 line = mi_line(d->mi, (u32)(d->pc - d->mi->code));
    const Line *last = p->v.n ? &p->v.v[p->v.n - 1] : NULL;
    if (line < 0 || (last && last->level == level && last->mi == d->mi && last->line == line)) return ST_OK;
    return vec_push(p->s->cx, &p->v, ((Line){d->mi, line, level, choice}));
}

static void steps_free(void *user) {
    struct Steps *p = user;
    Ctx *cx = p->s->cx;
    vec_free(cx, &p->v);
    vec_free(cx, &p->kept);
    vec_free(cx, &p->from);
    p->s->steps = NULL;
    cx_free(cx, p, sizeof *p);
}

Status steps_on(Search *s, struct Steps **out) {
    struct Steps *p = cx_alloc(s->cx, sizeof *p);
    if (!p) return ST_ERROR;
    p->s = s;
    EventSink sink = {.user = p, .fn = on_event, .done = steps_free, .all_ops = true};
    sink.mask = EV_BIT(execute_instruction);
    if (hub_add(s->ks, &sink) < 0) {
        steps_free(p);
        return s->cx->err.kind ? ST_ERROR : cx_fail(s->cx, ERR_INTERNAL, "too many listeners");
    }
    *out = s->steps = p;
    return ST_OK;
}

/* Nodes come in order; those of a search that was given up go. */
Status steps_keep(Search *s, u32 node) {
    struct Steps *p = s->steps;
    if (p->from.n > node + 1) p->from.n = node + 1;
    if (p->from.n && p->from.n == node + 1) p->kept.n = p->from.v[node];
    while (p->from.n <= node)
        if (vec_push(s->cx, &p->from, p->kept.n) != ST_OK) return ST_ERROR;
    u32 level = s->path.n - 2;
    u64 choice = level_index(level_at(s, level));
    for (u32 k = 0; k < p->v.n; k++) {
        const Line *l = &p->v.v[k];
        if (l->level == level && l->choice == choice && vec_push(s->cx, &p->kept, ((Kept){l->mi, l->line})) != ST_OK)
            return ST_ERROR;
    }
    return vec_push(s->cx, &p->from, p->kept.n);
}

bool steps_at(struct Steps *p, u32 level, u32 i, MethodInfo **mi, i32 *line) {
    Search *s = p->s;
    if (level >= s->path.n) return false;
    u32 node = level + 1 < s->path.n && tree_fill(s) == ST_OK ? level_at(s, level + 1)->node : 0;
    if (node) {
        if (node + 1 >= p->from.n || i >= p->from.v[node + 1] - p->from.v[node]) return false;
        const Kept *k = &p->kept.v[p->from.v[node] + i];
        *mi = k->mi;
        *line = k->line;
        return true;
    }
    u64 choice = level_index(level_at(s, level));
    for (u32 k = 0; k < p->v.n; k++) {
        const Line *l = &p->v.v[k];
        if (l->level != level || l->choice != choice || i--) continue;
        *mi = l->mi;
        *line = l->line;
        return true;
    }
    return false;
}
