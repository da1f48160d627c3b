/* reduction.c -- the reductions of a search, composed. Layer 11.
 *
 * Threads: who sleeps is known when the persistent set is taken, which puts those asleep behind all others. Events of
 * b-programs: only where the choice is one of events, and threads never are one there. Symmetry leaves out no choices
 * but states; it stands here for its beginning and end, and forward.c looks states up through it (alike_add). */
#include "search/por/dynamic.h"

static const Reduction *const all[] = {&reduction_sleep,    &reduction_persist, &reduction_events,
                                       &reduction_symmetry, &reduction_dpor,    &reduction_dynamic};
enum { ALL = sizeof all / sizeof *all };
_Static_assert(ALL == sizeof((Search *)0)->reductions / sizeof(Reduction *), "Search has room for each of them");

Status reduction_begin(Search *s) {
    s->n_reductions = 0;
    for (u32 i = 0; i < ALL; i++) {
        bool on = false;
        if (all[i]->begin(s, &on) != ST_OK) return ST_ERROR;
        if (on) s->reductions[s->n_reductions++] = all[i];
    }
    return ST_OK;
}

u64 reduction_set(const Search *s) {
    u64 set = 0;
    for (u32 i = 0; i < ALL; i++) {
        if (all[i] == &reduction_dynamic && !dynamic_on(s)) continue; /* it has given up, and leaves out nothing more */
        for (u32 k = 0; k < s->n_reductions; k++) set |= (u64)(s->reductions[k] == all[i]) << i;
    }
    return set;
}

void reduction_use(Search *s, u64 set) {
    s->n_reductions = 0;
    for (u32 i = 0; i < ALL; i++)
        if (set >> i & 1) s->reductions[s->n_reductions++] = all[i];
}

void reduction_free(Search *s) {
    for (u32 i = ALL; i-- > 0;) all[i]->free(s);
}

#define FORWARDS(hook, ...)                                                                                            \
    for (u32 i = 0; i < s->n_reductions; i++)                                                                          \
        if (s->reductions[i]->hook && s->reductions[i]->hook(__VA_ARGS__) != ST_OK) return ST_ERROR;                   \
    return ST_OK
#define BACKWARDS(hook, ...)                                                                                           \
    for (u32 i = s->n_reductions; i-- > 0;)                                                                            \
        if (s->reductions[i]->hook && s->reductions[i]->hook(__VA_ARGS__) != ST_OK) return ST_ERROR;                   \
    return ST_OK
#define EACH(hook, ...)                                                                                                \
    for (u32 i = s->n_reductions; i-- > 0;)                                                                            \
        if (s->reductions[i]->hook) s->reductions[i]->hook(__VA_ARGS__)

Status reduction_before(Search *s, const Level *l) { FORWARDS(before, s, l); }
Status reduction_closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to) {
    BACKWARDS(closing, s, l, ran, to);
}
Status reduction_after(Search *s, Level *l, const After *a, Arrival *to) { BACKWARDS(after, s, l, a, to); }
Status reduction_arrange(Search *s, Level *l, const Arrival *to) { FORWARDS(arrange, s, l, to); }
Status reduction_holds(Search *s) { FORWARDS(holds, s); }
Status reduction_moving(Search *s) { FORWARDS(moving, s); }
Status reduction_moved(Search *s) { BACKWARDS(moved, s); }
void reduction_forget(Search *s, Level *l) { EACH(forget, s, l); }

Status reduction_more(Search *s, Level *l, bool *more) {
    if (level_has_more(s, l, more) != ST_OK) return ST_ERROR;
    if (*more || l->tried == REACH_ALL) return ST_OK;
    if (l->open) return ST_OK;
    if (dynamic_rest(s, l) && level_has_more(s, l, more) != ST_OK) return ST_ERROR;
    if (*more) return ST_OK;
    reduction_expand(s, l);
    return level_has_more(s, l, more);
}

void reduction_expand(Search *s, Level *l) {
    l->tried = REACH_ALL;
    if ((l->cg.kind != CK_THREAD && l->cg.kind != CK_EVENT) || l->cg.n >= l->awake) return;
    EACH(expanded, s, l);
    l->cg.n = l->awake;
    s->st.expanded++;
}
