/* alike.c -- states that are equal but for an exchange of threads count as one (state/symmetry.c). */
#include "kernel/events.h"
#include "search/search.h"

void alike_reset(Search *s) {
    s->symmetric = s->cfg.por && s->cfg.symmetry && s->set && !s->ks->saw_names && !s->ks->saw_turns &&
                   !s->ks->hub->n_sinks && !s->replaying;
    map_free(&s->plain);
    map_init(&s->plain, s->cx);
}

Status alike_key(Search *s, H128 *key) { return s->symmetric && !s->silent ? state_symmetric(s->se, key) : ST_OK; }

Status alike_add(Search *s, H128 raw, H128 extra, const H128 *key, bool *fresh, u32 *id) {
    if (!s->symmetric) return stateset_add(s->set, s->se, *key, fresh, id);
    H128 plain = h128_add(raw, extra); /* an exact set looks at the state itself, and at what is extra */
    s->se->sym = s->se->sym_rank.v;
    Status st = stateset_add(s->set, s->se, stateset_is_exact(s->set) ? plain : *key, fresh, id);
    s->se->sym = NULL;
    if (st != ST_OK) return ST_ERROR;
    u64 n, k = plain.lo ^ plain.hi;
    if (*fresh) return map_put(&s->plain, k, 1);
    s->st.renamed += !map_get(&s->plain, k, &n);
    return ST_OK;
}
