/* park.c -- an engine's whole path as a part of the search: given up between two transitions, and taken up again.
 *
 * Behind the words that each part begins with (work.c), for each level of the path:
 *
 *   how: bits of enum How, the set and the waits of por/ (3), where its own choices end,
 *   and by_id: which choice was taken last, and 1, how many are tried, how many are awake, k, the k threads
 *   or which index was taken last, and 1 */
#include "search/kind.h"
#include "search/work.h"

#include <stdlib.h>

enum How { BORROWED = 1, OPEN = 2, AGAIN = 4, TOLD = 8 };
enum { STATE_WORDS = 3 + PASSED_WORDS, LEVEL_WORDS = 3 + PASSED_WORDS, ID_WORDS = 4 };

WorkPart *part_new(Search *s, size_t room) {
    WorkPart *p = malloc(sizeof *p + room * sizeof *p->v);
    if (!p) {
        cx_fail(s->cx, ERR_NOMEM, "out of memory (a part of the search)");
        return NULL;
    }
    p->next = NULL;
    p->n = room;
    return p;
}

bool work_parks(const Search *s) {
    const Work *w = s->work;
    return w && w->parks && !s->done && !s->restart && (s->cx->due || w->parks(w->user));
}

static u32 *ids_of(ChoiceGenerator *cg) { return cg->n_full > 4 ? cg->u.threads : cg->u.small; }

static u64 *put(u64 *at, u64 word) {
    *at = word;
    return at + 1;
}

static u64 *put_level(Level *l, u64 *at) {
    ChoiceGenerator *cg = &l->cg;
    at = put(at, (l->borrowed ? BORROWED : 0) | (l->open ? OPEN : 0) | (l->again ? AGAIN : 0) | (l->told ? TOLD : 0));
    at = put(fair_put(l->passed, put(at, l->tried)), l->own_to);
    if (!level_by_id(l)) return put(at, level_index(l) + 1);
    at = put(put(put(put(at, (u64)(cg->at + 1)), cg->n), l->awake), cg->n_full);
    for (u64 i = 0; i < cg->n_full; i++) at = put(at, ids_of(cg)[i]);
    return at;
}

Status work_stand_by(Search *s) {
    if (s->cx->due) s->work->park(s->work->user);
    s->done = s->called_off = s->parked = true;
    return ST_OK;
}

Status work_park(Search *s) {
    const Level *last = &s->path.v[s->path.n - 1];
    (void)work_stand_by(s);
    if (s->path.n == 1) return ST_OK; /* the root is not its own */
    if (tree_fill(s) != ST_OK) return ST_ERROR;
    size_t room = 1 + 2 * (size_t)s->path.n + STATE_WORDS + 1;
    for (u32 i = 0; i < s->path.n; i++) room += LEVEL_WORDS + ID_WORDS + level_at(s, i)->cg.n_full;
    WorkPart *p = part_new(s, room);
    if (!p) return ST_ERROR;
    u64 *at = put(p->v, s->path.n - 1);
    for (u32 i = 0; i + 1 < s->path.n; i++) at = put(put(at, level_word(level_at(s, i))), level_at(s, i + 1)->set_id);
    at = put(put(at, last->raw.lo), last->raw.hi);
    at = fair_put(last->passed, put(at, last->tried));
    at = put(at, PART_WAY);
    for (u32 i = 0; i < s->path.n; i++) at = put_level(level_at(s, i), at);
    p->n = (u64)(at - p->v);
    s->work->give(s->work->user, p);
    return ST_OK;
}

/* The threads in the order in which they stood there. False: they are others. */
static bool order(ChoiceGenerator *cg, const u64 *v, u64 n) {
    u32 *ids = ids_of(cg), full = (u32)cg->n_full;
    if (n != full) return false;
    for (u32 i = 0; i < full; i++) {
        u32 k = i;
        while (k < full && ids[k] != v[i]) k++;
        if (k == full) return false;
        ids[k] = ids[i];
        ids[i] = (u32)v[i];
    }
    return true;
}

static Status take_level(Search *s, Level *l, const u64 **w, bool last, bool *fits) {
    ChoiceGenerator *cg = &l->cg;
    const u64 *v = *w;
    l->borrowed = v[0] & BORROWED;
    l->open = v[0] & OPEN;
    l->again = v[0] & AGAIN;
    l->told = v[0] & TOLD;
    l->tried = v[1];
    v = fair_take(&l->passed, v + 2);
    l->own_to = *v++;
    *fits = true;
    if (!level_by_id(l)) {
        *w = v + 1;
        if (!last || !v[0]) return ST_OK; /* it stands at the choice of the path, or before the first */
        if (level_seek(s, l, v[0] - 1) != ST_OK) return ST_ERROR;
        cg->at++;
        return ST_OK;
    }
    *w = v + ID_WORDS + v[3];
    *fits = order(cg, v + ID_WORDS, v[3]);
    cg->at = (i64)v[0] - 1;
    cg->n = v[1];
    l->awake = (u32)v[2];
    return ST_OK;
}

Status work_unpark(Search *s, const u64 *w, bool *fits) {
    *fits = true;
    for (u32 i = 0; i < s->path.n && *fits; i++)
        if (take_level(s, level_at(s, i), &w, i + 1 == s->path.n, fits) != ST_OK) return ST_ERROR;
    return ST_OK;
}
