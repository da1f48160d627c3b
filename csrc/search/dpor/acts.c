/* acts.c -- sets of acts: making, joining, comparing. */
#include "search/dpor/acts.h"

static int by_place(const void *a, const void *b) {
    const Act *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

static Acts *room(Ctx *cx, u32 thread, u32 n) {
    Acts *a = cx_alloc(cx, sizeof *a + n * sizeof a->v[0]);
    if (!a) return NULL;
    a->refs = 1;
    a->thread = thread;
    a->n = n; /* what was allocated; acts_drop needs it */
    return a;
}

enum { FEW = 24 }; /* sorted by insertion: most events come to a handful of places */

static bool sorted(Ctx *cx, Act *v, u32 n) {
    if (n > FEW) return cx_sort(cx, v, n, sizeof *v, by_place);
    for (u32 i = 1; i < n; i++) {
        Act a = v[i];
        u32 k = i;
        for (; k && v[k - 1].place > a.place; k--) v[k] = v[k - 1];
        v[k] = a;
    }
    return true;
}

/* Each place once; a write's values go before those of a mere read. */
static u32 merge(Act *v, u32 n) {
    u32 k = 0;
    for (u32 i = 0; i < n; i++) {
        if (k && v[k - 1].place == v[i].place) {
            if (v[i].how & ~(u32)ACT_LOOKS) {
                if (!(v[k - 1].how & ACT_WRITE)) v[k - 1].before = v[i].before;
                v[k - 1].after = v[i].after;
            }
            v[k - 1].how |= v[i].how;
        } else {
            v[k++] = v[i];
        }
    }
    return k;
}

Acts *acts_new(Ctx *cx, u32 thread, Act *v, u32 n) {
    if (!sorted(cx, v, n)) return NULL;
    n = merge(v, n);
    Acts *a = room(cx, thread, n);
    if (a) mem_copy(a->v, v, n * sizeof *v);
    return a;
}

/* Places were renamed, one for one. */
void acts_sort(Acts *a) { mem_sort(a->v, a->n, sizeof a->v[0], by_place); }

void acts_drop(Ctx *cx, Acts *a) {
    if (a && !--a->refs) cx_free(cx, a, sizeof *a + a->n * sizeof a->v[0]);
}

Acts *acts_union(Ctx *cx, const Acts *a, const Acts *b) {
    ActVec all = {0};
    Acts *u = NULL;
    if (vec_reserve(cx, &all, a->n + b->n + 1) == ST_OK) {
        mem_copy(all.v, a->v, a->n * sizeof a->v[0]);
        mem_copy(all.v + a->n, b->v, b->n * sizeof b->v[0]);
        u = acts_new(cx, a->thread, all.v, a->n + b->n);
    }
    vec_free(cx, &all);
    if (!u) return NULL;
    u->unknown = a->unknown || b->unknown;
    u->vague = a->vague || b->vague;
    if (a->cas && b->cas) u->vague = true;
    if (a->asks == b->asks) u->asks = a->asks;
    else u->vague = true;
    const Acts *c = a->cas ? a : b;
    u->cas = c->cas;
    u->cas_words = c->cas_words;
    u->cas_place = c->cas_place;
    mem_copy(u->expected, c->expected, sizeof u->expected);
    return u;
}

bool act_meets(u32 x, u32 y) {
    if ((x & ACT_CHANGES) && (y & (ACT_CHANGES | ACT_READ))) return true;
    if ((y & ACT_CHANGES) && (x & ACT_READ)) return true;
    return ((x & ACT_LEAVE) && (y & ACT_READ)) || ((y & ACT_LEAVE) && (x & ACT_READ));
}

bool acts_depend(const Acts *a, const Acts *b) {
    if (a->thread == b->thread || a->unknown || b->unknown) return true;
    for (u32 i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->v[i].place < b->v[j].place) i++;
        else if (a->v[i].place > b->v[j].place) j++;
        else if (act_meets(a->v[i++].how, b->v[j++].how)) return true;
    }
    return false;
}

const Act *acts_at(const Acts *a, u64 place) {
    u32 lo = 0, hi = a->n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (a->v[mid].place < place) lo = mid + 1;
        else hi = mid;
    }
    return lo < a->n && a->v[lo].place == place ? &a->v[lo] : NULL;
}

bool acts_touch_thread(const Acts *a, u32 thread, u32 what) {
    if (a->unknown) return true;
    if (!a->n || a->v[a->n - 1].place < PLACE_THREAD) return false;
    bool all = what == PLACE_OF_THREAD;
    u64 from = place_of_thread(thread, all ? 0 : what), to = place_of_thread(thread, all ? PLACE_OF_THREAD : what + 1);
    for (u32 i = a->n; i-- > 0 && a->v[i].place >= from;)
        if (a->v[i].place < to && (a->v[i].how & ACT_CHANGES)) return true;
    return false;
}
