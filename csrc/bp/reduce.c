/* reduce.c -- partial-order reduction: which of the events that may be selected have to be tried here.
 *
 * A b-program is the product of its b-threads, each a machine over events. A set of events is grown from a seed until
 * it is persistent (a stubborn set; Valmari, Petri Nets 1990; Godefroid, LNCS 1032): nothing that can happen outside it
 * changes what its enabled events do, or lets its other ones happen. What a b-thread may still do is read off the steps
 * that it has been seen to take from its local state, in any state of the search. That is too little at first; so the
 * search asks again (bp_persists) when it is over, with all that was seen, takes the rest where the answer has changed
 * (explore.c) or begins again (search/bp/reduce.c), and ends when none has. This is enough: were something outside a
 * set to meet it, by a shortest run, all but the last step of this run could follow an event of the set as well, and
 * were seen there.
 *
 * What is put off must not be put off for ever: one step of each cycle that a b-thread can go is sticky, and an event
 * that makes it is tried with all others, so that there is no cycle of reduced states (Kurshan, Levin, Minea, Peled and
 * Yenigun, Static partial order reduction, TACAS 1998).
 *
 * Data outside the b-threads: those of one region depend on each other once a step has changed it. */
#include "bp/bp.h"

typedef struct BpReduce {
    BProg *p;
    u32 words;           /* of a set of events */
    u32 locals, steps;   /* known when `cares` was last made whole; `steps` counts steps_seen */
    u32 events, have;    /* local states with their own part; those have room */
    u64 *own;            /* by local state: events that can move it */
    u64 *cares, *asks;   /* what it and those after it resume on or block; request */
    u8 *ordered;         /* it or one after it requests events in order */
    u64 *set, *offered, *asked; /* the set that grows; of the state: what may be selected, what is requested */
    u64 *best;
    u8 *frozen;          /* b-threads that only events of the set move */
    VEC(u32) todo, out;
    BpRule rule;
} BpReduce;

#define ROW(a, local) ((a) + (size_t)(local) * R->words)

Status bp_reduce_new(BpRun *r) {
    BProg *p = r->p;
    BpReduce *R = r->reduce = cx_alloc(p->cx, sizeof *R);
    if (!R) return ST_ERROR;
    R->p = p;
    R->rule = p->rule;
    p->keep_steps = true;
    R->frozen = cx_alloc(p->cx, p->n);
    return R->frozen ? ST_OK : ST_ERROR;
}

static void free_rows(BpReduce *R) {
    Ctx *cx = R->p->cx;
    size_t size = (size_t)R->have * R->words * 8;
    cx_free(cx, R->own, size);
    cx_free(cx, R->cares, size);
    cx_free(cx, R->asks, size);
    cx_free(cx, R->ordered, R->have);
    R->own = R->cares = R->asks = NULL;
    R->ordered = NULL;
    R->have = R->locals = 0;
}

static void free_sets(BpReduce *R) {
    u64 **sets[] = {&R->set, &R->offered, &R->asked, &R->best};
    for (u32 i = 0; i < 4; i++) {
        cx_free(R->p->cx, *sets[i], R->words * 8u);
        *sets[i] = NULL;
    }
}

void bp_reduce_free(BpRun *r) {
    BpReduce *R = r->reduce;
    if (!R) return;
    free_rows(R);
    free_sets(R);
    cx_free(R->p->cx, R->frozen, R->p->n);
    vec_free(R->p->cx, &R->todo);
    vec_free(R->p->cx, &R->out);
    cx_free(R->p->cx, R, sizeof *R);
    r->reduce = NULL;
}

/* --- what b-threads may still do --- */

static Status room(BpReduce *R) {
    BProg *p = R->p;
    Ctx *cx = p->cx;
    u32 words = (p->n_events + 63) / 64;
    if (words > R->words || !R->set) {
        free_rows(R);
        free_sets(R);
        R->words = words + words / 2 + 1;
        u64 **sets[] = {&R->set, &R->offered, &R->asked, &R->best};
        for (u32 i = 0; i < 4; i++)
            if (!(*sets[i] = cx_alloc(cx, R->words * 8u))) return ST_ERROR;
    }
    if (p->locals.n <= R->have) return ST_OK;
    u32 have = p->locals.n + p->locals.n / 2 + 64;
    size_t old = (size_t)R->have * R->words * 8, size = (size_t)have * R->words * 8;
    u64 **rows[] = {&R->own, &R->cares, &R->asks};
    for (u32 i = 0; i < 3; i++) {
        u64 *v = cx_realloc(cx, *rows[i], old, size);
        if (!v) return ST_ERROR;
        *rows[i] = v;
    }
    u8 *ordered = cx_realloc(cx, R->ordered, R->have, have);
    if (!ordered) return ST_ERROR;
    R->ordered = ordered;
    R->have = have;
    return ST_OK;
}

/* What the statement of a local state says. */
static Status own_part(BpReduce *R, u32 local) {
    BProg *p = R->p;
    if (bp_local_extend(p, local) != ST_OK) return ST_ERROR;
    const BpLocal *l = &p->locals.v[local];
    if (bp_set_extend(p, l->block) != ST_OK) return ST_ERROR;
    const BpSet *b = &p->sets.v[l->block];
    u64 *own = ROW(R->own, local), *cares = ROW(R->cares, local), *asks = ROW(R->asks, local);
    u32 used = (p->n_events + 63) / 64, groups = 0;
    mem_fill(own, 0, R->words * 8u);
    mem_fill(asks, 0, R->words * 8u);
    mem_fill(cares, 0, R->words * 8u);
    if (used) mem_copy(own, l->resume, used * 8u);
    for (u32 i = 0; i < used; i++) cares[i] = own[i] | b->bits[i];
    for (u32 i = 0; i < l->n_req; i++) {
        u32 e = p->requests.v[l->req + i];
        groups += (e & BP_GROUP) != 0;
        bit_set(asks, BP_EVENT(e));
    }
    R->ordered[local] = groups > 1;
    return ST_OK;
}

static bool requested(const BProg *p, const BpLocal *l, u32 event) {
    for (u32 i = 0; i < l->n_req; i++)
        if (BP_EVENT(p->requests.v[l->req + i]) == event) return true;
    return false;
}

/* An event that a b-thread only waits for, and after which it stands where it stood, is none of its own, unless data
 * outside may change, or where it stands does not say all. */
static void drop_loops(BpReduce *R) {
    BProg *p = R->p;
    for (u32 i = 0; i < p->steps_seen.n; i++) {
        BpStep s = p->steps_seen.v[i];
        const BpLocal *l = &p->locals.v[s.from];
        u32 in = p->region[l->bthread];
        if (s.from != s.to || (l->flags & BP_COARSE) || requested(p, l, s.event)) continue;
        if (in != BP_NONE && p->written[in - p->n]) continue;
        bit_clear(ROW(R->own, s.from), s.event);
        if (!bit_get(p->sets.v[l->block].bits, s.event)) bit_clear(ROW(R->cares, s.from), s.event);
    }
}

/* Every cycle of b-threads' steps has a sticky one. Steps by events that nobody ever blocks are what can be tried alone
 * most often, so these are followed first: of them, those that close a cycle are sticky, and the others put the local
 * states in an order. Of the rest, those against the order are sticky. Steps that do not move a b-thread count only
 * where it requests them: a cycle of the b-program moves whoever requests. */
typedef struct Walk {
    u32 *first, *next; /* steps by where they come from: 1 + index */
    u32 *left; /* of a local state: when it was done, from 1 */
    u8 *met;
    u64 *blocked; /* events that some b-thread blocks somewhere */
    u32 n_left;
    VEC(u32) way;
} Walk;

static Status walk_from(BpReduce *R, Walk *w, u32 local) {
    BProg *p = R->p;
    w->met[local] = 1;
    if (vec_push(p->cx, &w->way, local) != ST_OK) return ST_ERROR;
    while (w->way.n) {
        u32 at = w->way.v[w->way.n - 1], i = w->first[at];
        if (!i) {
            w->left[at] = ++w->n_left;
            w->way.n--;
            continue;
        }
        w->first[at] = w->next[i - 1];
        BpStep *s = &p->steps_seen.v[i - 1];
        if (bit_get(w->blocked, s->event)) continue;
        if (w->met[s->to]) {
            s->sticky = !w->left[s->to] && (s->from != s->to || requested(p, &p->locals.v[at], s->event));
            continue;
        }
        w->met[s->to] = 1;
        if (vec_push(p->cx, &w->way, s->to) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status walk_all(BpReduce *R, Walk *w) {
    BProg *p = R->p;
    for (u32 i = 0; i < p->locals.n; i++) {
        const BpSet *b = &p->sets.v[p->locals.v[i].block];
        if (bp_set_extend(p, p->locals.v[i].block) != ST_OK) return ST_ERROR;
        for (u32 k = 0; k < (p->n_events + 63) / 64; k++) w->blocked[k] |= b->bits[k];
    }
    for (u32 i = p->steps_seen.n; i-- > 0;) {
        u32 from = p->steps_seen.v[i].from;
        p->steps_seen.v[i].sticky = 0;
        w->next[i] = w->first[from];
        w->first[from] = i + 1;
    }
    for (u32 i = 0; i < p->locals.n; i++)
        if (!w->met[i] && walk_from(R, w, i) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < p->steps_seen.n; i++) {
        BpStep *s = &p->steps_seen.v[i];
        if (!bit_get(w->blocked, s->event) || w->left[s->from] > w->left[s->to]) continue;
        s->sticky = s->from != s->to || requested(p, &p->locals.v[s->from], s->event);
    }
    return ST_OK;
}

static Status find_sticky(BpReduce *R) {
    Ctx *cx = R->p->cx;
    u32 n = R->p->locals.n + 1, steps = R->p->steps_seen.n + 1;
    Walk w = {.first = cx_alloc(cx, n * 4),
              .next = cx_alloc(cx, steps * 4),
              .left = cx_alloc(cx, n * 4),
              .met = cx_alloc(cx, n),
              .blocked = cx_alloc(cx, R->words * 8u)};
    Status st = w.first && w.next && w.left && w.met && w.blocked ? walk_all(R, &w) : ST_ERROR;
    vec_free(cx, &w.way);
    cx_free(cx, w.first, n * 4);
    cx_free(cx, w.next, steps * 4);
    cx_free(cx, w.left, n * 4);
    cx_free(cx, w.met, n);
    cx_free(cx, w.blocked, R->words * 8u);
    return st;
}

Status bp_reduce_update(BpRun *r) {
    BpReduce *R = r->reduce;
    BProg *p = R->p;
    if (room(R) != ST_OK || find_sticky(R) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < p->locals.n; i++)
        if (own_part(R, i) != ST_OK) return ST_ERROR;
    drop_loops(R);
    bool changed = true;
    while (changed) {
        changed = false;
        for (u32 i = p->steps_seen.n; i-- > 0;) {
            BpStep s = p->steps_seen.v[i];
            u64 *c = ROW(R->cares, s.from), *a = ROW(R->asks, s.from), more = 0;
            const u64 *c2 = ROW(R->cares, s.to), *a2 = ROW(R->asks, s.to);
            for (u32 w = 0; w < R->words; w++) {
                more |= (c2[w] & ~c[w]) | (a2[w] & ~a[w]);
                c[w] |= c2[w];
                a[w] |= a2[w];
            }
            changed |= more || R->ordered[s.to] > R->ordered[s.from];
            R->ordered[s.from] |= R->ordered[s.to];
        }
    }
    R->locals = p->locals.n;
    R->steps = p->steps_seen.n;
    R->events = p->n_events;
    return ST_OK;
}

/* While the search is on it does not have to be whole: what is missing is found in the end. */
static Status keep_up(BpRun *r) {
    BpReduce *R = r->reduce;
    BProg *p = R->p;
    u32 grown = p->steps_seen.n - R->steps;
    if (!R->set || grown > R->steps / 4 + 16 || (p->n_events > R->events && grown > R->steps / 16))
        return bp_reduce_update(r);
    if (room(R) != ST_OK) return ST_ERROR;
    if (!R->locals) return bp_reduce_update(r); /* the rows have got wider */
    for (; R->locals < p->locals.n; R->locals++)
        if (own_part(R, R->locals) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* --- growing a set --- */

static u32 local_of(const BpReduce *R, u32 bthread) { return R->p->vec[bthread]; }
static double gap(const BpReduce *R, u32 from, u32 to) { return R->p->priority[to] - R->p->priority[from]; }
static bool hides(const BpReduce *R, u32 upper, u32 lower) { return bp_too_far(&R->rule, gap(R, upper, lower)); }
static bool may_ask(const BpReduce *R, u32 bthread) {
    const u64 *a = ROW(R->asks, local_of(R, bthread));
    for (u32 i = 0; i < R->words; i++)
        if (a[i]) return true;
    return false;
}

static void add_all(BpReduce *R, const u64 *bits, const u64 *but, u32 words) {
    for (u32 i = 0; i < words; i++) {
        u64 more = bits[i] & ~R->set[i] & ~(but ? but[i] : 0);
        R->set[i] |= more;
        for (; more; more &= more - 1) R->todo.v[R->todo.n++] = 64 * i + (u32)__builtin_ctzll(more);
    }
}

static void freeze(BpReduce *R, u32 bthread) {
    if (R->frozen[bthread]) return;
    R->frozen[bthread] = 1;
    add_all(R, ROW(R->own, local_of(R, bthread)), NULL, R->words);
}

static const u64 *block_bits(const BpReduce *R, u32 local) { return R->p->sets.v[R->p->locals.v[local].block].bits; }

/* One b-thread that blocks the event stays where it is. */
static void keep_blocked(BpReduce *R, u32 event) {
    BProg *p = R->p;
    u32 one = BP_NONE;
    for (u32 i = 0; i < p->n; i++) {
        u32 block = p->locals.v[p->vec[i]].block;
        if (block == BP_SET_NONE || !bit_get(p->sets.v[block].bits, event)) continue;
        if (R->frozen[i]) return;
        if (one == BP_NONE) one = i;
    }
    if (one != BP_NONE) freeze(R, one);
}

/* The first b-thread that contributes the event; what it would rather have stays blocked, and those that would hide it
 * stay silent. */
static u32 keep_offered(BpReduce *R, u32 event) {
    BProg *p = R->p;
    u32 by = BP_NONE;
    for (u32 i = 0; i < p->n && by == BP_NONE; i++) {
        const BpLocal *l = &p->locals.v[p->vec[p->order[i]]];
        const u32 *q = p->requests.v + l->req;
        bool earlier = false, now = false, found = false;
        for (u32 k = 0; k < l->n_req && !found; k++) {
            if (q[k] & BP_GROUP) {
                earlier |= now;
                now = false;
            }
            found = BP_EVENT(q[k]) == event && !earlier;
            now |= !bit_get(p->blocked, BP_EVENT(q[k]));
        }
        if (found) by = p->order[i];
    }
    if (by == BP_NONE) return by;
    freeze(R, by);
    const BpLocal *l = &p->locals.v[p->vec[by]];
    for (u32 k = 0; k < l->n_req && BP_EVENT(p->requests.v[l->req + k]) != event; k++)
        if (bit_get(p->blocked, BP_EVENT(p->requests.v[l->req + k])))
            keep_blocked(R, BP_EVENT(p->requests.v[l->req + k]));
    for (u32 i = 0; i < p->n && hides(R, p->order[i], by); i++) {
        u32 c = p->order[i];
        if (!may_ask(R, c)) continue;
        freeze(R, c);
        const BpLocal *m = &p->locals.v[p->vec[c]];
        for (u32 k = 0; k < m->n_req; k++) keep_blocked(R, BP_EVENT(p->requests.v[m->req + k]));
    }
    return by;
}

/* Those that `upper` would hide, if `by` does not hide them anyway, stay silent. */
static void keep_hidden(BpReduce *R, u32 upper, u32 by) {
    for (u32 d = 0; d < R->p->n; d++)
        if (hides(R, upper, d) && !hides(R, by, d) && may_ask(R, d)) freeze(R, d);
}

/* `bthread` goes from one local state to another by an event that `by` offers: nothing outside the set may notice. */
static void keep_apart(BpReduce *R, u32 by, u32 bthread, u32 from, u32 to) {
    BProg *p = R->p;
    const u64 *was = block_bits(R, from), *is = block_bits(R, to);
    u32 words = (R->events + 63) / 64;
    add_all(R, ROW(R->own, to), was, words);
    add_all(R, is, was, words);
    if (p->locals.v[to].n_req) keep_hidden(R, bthread, by);
    for (u32 c = 0; c < p->n; c++) {
        const u64 *a = ROW(R->asks, local_of(R, c));
        u64 freed = 0;
        for (u32 i = 0; i < words; i++) freed |= was[i] & ~is[i] & a[i];
        if (!freed || c == bthread) continue;
        if (R->ordered[local_of(R, c)]) freeze(R, c);
        keep_hidden(R, c, by);
    }
}

/* An event of the set that may be selected does the same after anything outside the set. */
static void keep_enabled(BpReduce *R, u32 event) {
    BProg *p = R->p;
    u32 by = keep_offered(R, event);
    for (u32 b = 0; b < p->n; b++) {
        u32 local = local_of(R, b), in = p->region[b];
        if (!bit_get(ROW(R->own, local), event)) {
            if (bit_get(ROW(R->cares, local), event)) freeze(R, b);
            continue;
        }
        freeze(R, b);
        for (u32 c = 0; in != BP_NONE && p->written[in - p->n] && c < p->n; c++)
            if (p->region[c] == in) freeze(R, c);
        for (u32 i = by == BP_NONE ? 0 : bp_step_seen(p, local, event); i; i = p->steps_seen.v[i - 1].before)
            keep_apart(R, by, b, local, p->steps_seen.v[i - 1].to);
    }
}

/* Grow the set from the seed; false: it would be all there is. */
static bool grow(BpReduce *R, u32 seed) {
    BProg *p = R->p;
    mem_fill(R->set, 0, R->words * 8u);
    mem_fill(R->frozen, 0, p->n);
    R->todo.n = 0;
    bit_set(R->set, seed);
    R->todo.v[R->todo.n++] = seed;
    while (R->todo.n) {
        u32 e = R->todo.v[--R->todo.n];
        if (bit_get(R->offered, e)) keep_enabled(R, e);
        else if (bit_get(p->blocked, e)) keep_blocked(R, e);
        else if (bit_get(R->asked, e)) return false; /* hidden by others' priority or order */
        else
            for (u32 c = 0; c < p->n; c++)
                if (bit_get(ROW(R->asks, local_of(R, c)), e)) freeze(R, c);
    }
    return true;
}

/* The state at hand, its choices in p->picked and p->blocked. */
static Status look(BpReduce *R) {
    BProg *p = R->p;
    R->todo.n = 0;
    if (vec_reserve(p->cx, &R->todo, p->n_events + 1) != ST_OK) return ST_ERROR;
    mem_fill(R->offered, 0, R->words * 8u);
    mem_fill(R->asked, 0, R->words * 8u);
    for (u32 i = 0; i < p->picked.n; i++) bit_set(R->offered, p->picked.v[i]);
    for (u32 i = 0; i < p->n; i++) {
        const BpLocal *l = &p->locals.v[p->vec[i]];
        for (u32 k = 0; k < l->n_req; k++) bit_set(R->asked, BP_EVENT(p->requests.v[l->req + k]));
    }
    return ST_OK;
}

static u32 size_of(const BpReduce *R) {
    u32 n = 0;
    for (u32 i = 0; i < R->words; i++) n += (u32)__builtin_popcountll(R->set[i] & R->offered[i]);
    return n;
}

/* Is a step by that event, where the b-threads stand, a sticky one? */
static bool sticks(const BpReduce *R, u32 event) {
    const BProg *p = R->p;
    for (u32 b = 0; b < p->n; b++)
        for (u32 i = bp_step_seen(p, p->vec[b], event); i; i = p->steps_seen.v[i - 1].before)
            if (p->steps_seen.v[i - 1].sticky) return true;
    return false;
}

static bool any_sticks(const BpReduce *R) {
    for (u32 i = 0; i < R->p->picked.n; i++)
        if (bit_get(R->set, R->p->picked.v[i]) && sticks(R, R->p->picked.v[i])) return true;
    return false;
}

Status bp_persistent(BpRun *r, u32 *seed, const u32 **events, u32 *n) {
    BpReduce *R = r->reduce;
    BProg *p = R->p;
    u32 least = p->picked.n;
    *n = 0;
    if (least < 2) return ST_OK;
    if (keep_up(r) != ST_OK || look(R) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < p->picked.n && least > 1; i++) {
        if (!grow(R, p->picked.v[i]) || size_of(R) >= least || any_sticks(R)) continue;
        least = size_of(R);
        *seed = p->picked.v[i];
        mem_copy(R->best, R->set, R->words * 8u);
    }
    if (least == p->picked.n) return ST_OK;
    R->out.n = 0;
    for (u32 i = 0; i < p->picked.n; i++)
        if (bit_get(R->best, p->picked.v[i]) && vec_push(p->cx, &R->out, p->picked.v[i]) != ST_OK) return ST_ERROR;
    *events = R->out.v;
    *n = R->out.n;
    return ST_OK;
}

Status bp_persists(BpRun *r, u32 seed, const u32 *events, u32 n, bool *yes) {
    BpReduce *R = r->reduce;
    if (look(R) != ST_OK) return ST_ERROR;
    *yes = grow(R, seed) && !any_sticks(R);
    for (u32 i = 0; i < n; i++) *yes = *yes && !sticks(R, events[i]);
    for (u32 i = 0; i < n; i++) bit_clear(R->offered, events[i]);
    *yes = *yes && size_of(R) == 0;
    return ST_OK;
}
