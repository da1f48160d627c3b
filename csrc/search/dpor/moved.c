/* moved.c -- the path is executed again, for an error's trace: its objects then lie elsewhere in the heap.
 *
 * A transition makes the same objects in the same order each time, so that those before and after correspond one by
 * one. Acts name heap words: they are renamed. Where the two do not correspond, acts count as unknown. */
#include "search/dpor/dpor.h"

#include <stdlib.h>

static Status lay(void *user, Ref r) {
    Dpor *d = user;
    const Heap *h = d->s->ks->heap;
    return vec_push(d->s->cx, &d->lay, ((DporLay){r * 2, (u32)(ei_bytes(h, ei(h, r)) / 4)}));
}

static bool on(const Search *s) { return !s->silent && !s->replaying && s->dpor->levels.n; }

Status dpor_moving(Search *s) {
    Dpor *d = s->dpor;
    d->lay.n = 0;
    return on(s) ? trail_born(s->ks->heap, level_at(s, 0)->mark, d, lay) : ST_OK;
}

/* Each of the objects before (`n` of them) with where it lies now. *same: they correspond. */
static Status pair(Dpor *d, u32 n, bool *same) {
    d->shift.n = 0;
    *same = d->lay.n == 2 * n;
    for (u32 i = 0; *same && i < n; i++) {
        DporLay a = d->lay.v[i], b = d->lay.v[n + i];
        *same = a.words == b.words;
        if (a.from != b.from && vec_push(d->s->cx, &d->shift, ((DporShift){a.from, a.words, b.from})) != ST_OK)
            return ST_ERROR;
    }
    return ST_OK;
}

static int by_from(const void *a, const void *b) {
    const DporShift *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static u64 now_at(const Dpor *d, u64 place) {
    u32 lo = 0, hi = d->shift.n;
    if (place >= PLACE_THREAD) return place;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (d->shift.v[mid].from + d->shift.v[mid].words <= place) lo = mid + 1;
        else hi = mid;
    }
    if (lo == d->shift.n || d->shift.v[lo].from > place) return place;
    return place - d->shift.v[lo].from + d->shift.v[lo].to;
}

static void rename_acts(Dpor *d, Acts *a, bool same) {
    if (!a || a->moves == d->moves) return;
    a->moves = d->moves;
    a->unknown |= !same;
    for (u32 i = 0; i < a->n; i++) a->v[i].place = now_at(d, a->v[i].place);
    a->vague |= a->cas; /* what it compares may be a reference */
    a->cas = false;
    acts_sort(a);
}

Status dpor_moved(Search *s) {
    Dpor *d = s->dpor;
    u32 n = d->lay.n;
    bool same;
    if (!on(s)) return ST_OK;
    if (trail_born(s->ks->heap, level_at(s, 0)->mark, d, lay) != ST_OK || pair(d, n, &same) != ST_OK) return ST_ERROR;
    if (same && !d->shift.n) return ST_OK;
    if (!cx_sort(s->cx, d->shift.v, d->shift.n, sizeof *d->shift.v, by_from)) return ST_ERROR;
    d->moves++;
    for (u32 i = 0; i < d->events.n; i++) rename_acts(d, d->events.v[i].acts, same);
    for (u32 i = 0; i < d->nodes.n; i++) rename_acts(d, d->nodes.v[i].step.acts, same);
    for (u32 i = 0; i < d->levels.n; i++) {
        DporLevel *l = &d->levels.v[i];
        for (u32 k = 0; k < l->asleep.n; k++) rename_acts(d, l->asleep.v[k].acts, same);
        rename_acts(d, l->part, same);
        rename_acts(d, l->now.acts, same);
    }
    rename_acts(d, d->made, same);
    return dpor_remark(d);
}
