/* order.c -- happens-before among the events of the path, and the races in it.
 *
 * An event comes after the thread's own events before it, after what it depends on, after what made its thread able to
 * take it, and, entering a monitor, after the leave before. Two dependent events of different threads race iff nothing
 * comes between them. What only made the other possible does not race with it. For a monitor the two enters race: what
 * lies between the first enter and its leave cannot be turned round by itself and is passed over. */
#include "kernel/events.h"
#include "search/dpor/dpor.h"

#include <stdlib.h>

u32 dpor_number(Dpor *d, const ThreadInfo *ti) {
    u64 key = (u64)ti->tid_key_hi << 32 | ti->tid_key_lo, n;
    if (ti->id >= DPOR_THREADS) return DPOR_NONE;
    if (d->number[ti->id] != DPOR_NONE && d->number_key[ti->id] == key) return d->number[ti->id];
    if (!map_get(&d->thread_of, key, &n)) {
        if (d->n_threads == DPOR_THREADS) return DPOR_NONE;
        n = d->n_threads;
        if (map_put(&d->thread_of, key, n) != ST_OK) return DPOR_NONE;
        d->last[d->n_threads++] = DPOR_NONE;
    }
    d->number[ti->id] = (u32)n;
    d->number_key[ti->id] = key;
    return (u32)n;
}

/* --- places --- */

static Status place(Dpor *d, u64 name, u32 *at) {
    u64 i;
    if (!map_get(&d->place_of, name, &i)) {
        i = d->places.n;
        if (vec_push(d->s->cx, &d->places, ((DporPlace){.name = name})) != ST_OK) return ST_ERROR;
        if (map_put(&d->place_of, name, i) != ST_OK) return ST_ERROR;
    }
    *at = (u32)i;
    return ST_OK;
}

static Status mark(Dpor *d, u32 at, u32 event, const Act *a, u32 how) {
    DporPlace *p = &d->places.v[at];
    DporMark m = {at, event, 0, how, {a->before, a->after}, p->change, p->reads, p->leave};
    u32 me = d->marks.n + 1;
    if (how == ACT_READ) {
        m.next = p->reads;
        /* of several by one thread the last one counts */
        if (m.next && d->events.v[d->marks.v[m.next - 1].event].thread == d->events.v[event].thread)
            m.next = d->marks.v[m.next - 1].next;
        p->reads = me;
    } else if (how == ACT_LEAVE) {
        p->leave = me;
    } else {
        p->change = me;
        p->reads = 0;
    }
    return vec_push(d->s->cx, &d->marks, m);
}

static Status marks(Dpor *d, u32 event) {
    const Acts *acts = d->events.v[event].acts;
    for (u32 i = 0; i < acts->n; i++) {
        const Act *a = &acts->v[i];
        u32 at;
        if (place(d, a->place, &at) != ST_OK) return ST_ERROR;
        if ((a->how & ACT_READ) && !(a->how & ACT_CHANGES) && mark(d, at, event, a, ACT_READ) != ST_OK) return ST_ERROR;
        if ((a->how & ACT_CHANGES) && mark(d, at, event, a, a->how & ACT_CHANGES) != ST_OK) return ST_ERROR;
        if ((a->how & ACT_LEAVE) && mark(d, at, event, a, ACT_LEAVE) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status dpor_remark(Dpor *d) {
    map_free(&d->place_of);
    map_init(&d->place_of, d->s->cx);
    d->places.n = d->marks.n = 0;
    for (u32 i = 0; i < d->events.n; i++) {
        d->events.v[i].marks = d->marks.n;
        if (marks(d, i) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

u32 dpor_change(const Dpor *d, u64 name) {
    u64 i;
    if (!map_get(&d->place_of, name, &i) || !d->places.v[i].change) return DPOR_NONE;
    return d->marks.v[d->places.v[i].change - 1].event;
}

/* --- clocks --- */

static void join(const Dpor *d, u32 *clock, u32 e) {
    const DporEvent *v = &d->events.v[e];
    for (u32 i = 0; i < v->width; i++)
        if (clock[i] < d->clocks.v[v->clock + i]) clock[i] = d->clocks.v[v->clock + i];
}

/* The event that made the thread able to take its next step, if it was not since its last one. */
static u32 enabler(const Dpor *d, u32 thread, u32 before) {
    u32 from = before == DPOR_NONE ? 0 : before;
    for (u32 k = d->events.n; k-- > from;) {
        if (d->events.v[k].thread == thread) return DPOR_NONE;
        if (!(d->events.v[k].enabled >> thread & 1)) return k;
    }
    return DPOR_NONE;
}

enum { SECTIONS = 16 };
/* What happened to a monitor before it is entered once more; or, awaited, a thread's start and its end before a join,
 * the beginning and the end of a class's initialization before a use of the class that waited for it. */
typedef struct Section {
    u32 enter, leave;
    bool awaited;
    bool loose; /* an interrupt lets a join go on as well, so that it may come between the two */
} Section;

typedef struct Before {
    u32 n_sections;
    Section v[SECTIONS];
    /* The start of a thread that a join looks at. The join could have come before it, whatever lets it go on here, as
     * long as its own thread had not heard of the start: an interrupt by the thread itself does not order the two. */
    u32 start;
} Before;

static Status candidate(Dpor *d, u32 event, bool given) {
    for (u32 i = 0; i < d->cand.n; i++)
        if (d->cand.v[i] == event) {
            d->given.v[i] &= given;
            return ST_OK;
        }
    if (vec_push(d->s->cx, &d->cand, event) != ST_OK) return ST_ERROR;
    return vec_push(d->s->cx, &d->given, given);
}

static Status readers(Dpor *d, u32 thread, u32 list) {
    u64 seen = 1ull << thread;
    for (; list; list = d->marks.v[list - 1].next) {
        const DporMark *m = &d->marks.v[list - 1];
        u32 t = d->events.v[m->event].thread;
        if (seen >> t & 1) continue;
        seen |= 1ull << t;
        if (candidate(d, m->event, false) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* The earlier event of the same thread whose change the mark's event ended. */
static u32 began(const Dpor *d, u32 mark) {
    const DporMark *m = &d->marks.v[mark - 1];
    if (!m->was_change) return DPOR_NONE;
    u32 e = d->marks.v[m->was_change - 1].event;
    return d->events.v[e].thread == d->events.v[m->event].thread ? e : DPOR_NONE;
}

static Status depends_on(Dpor *d, u32 thread, const Act *a, const DporPlace *p, Before *b) {
    const DporMark *m = d->marks.v;
    u32 change = p->change ? m[p->change - 1].event : DPOR_NONE, leave = p->leave ? m[p->leave - 1].event : DPOR_NONE;
    if ((a->how & (ACT_CHANGES | ACT_READ)) && change != DPOR_NONE && d->events.v[change].thread != thread) {
        if (d->knew_interrupt && (a->how & ACT_READ) && place_is(a->place, PLACE_BEGIN)) b->start = change;
        bool ends = place_is(a->place, PLACE_END);
        u32 first = !(a->how & ACT_AWAIT) ? DPOR_NONE
                    : ends                ? dpor_change(d, a->place - PLACE_END + PLACE_BEGIN)
                                          : began(d, p->change);
        bool given = ((a->how & ACT_TAKE) && (m[p->change - 1].how & ACT_GIVE)) ||
                     ((a->how & ACT_AWAIT) && (ends || first != DPOR_NONE));
        if (candidate(d, change, given) != ST_OK) return ST_ERROR;
        if (first != DPOR_NONE && !ends && candidate(d, first, false) != ST_OK) return ST_ERROR;
        if ((a->how & ACT_ENTER) && leave != DPOR_NONE && leave >= change && b->n_sections < SECTIONS)
            b->v[b->n_sections++] = (Section){change, leave, false, false};
        if (first != DPOR_NONE && b->n_sections < SECTIONS)
            b->v[b->n_sections++] = (Section){first, change, true, ends && d->knew_interrupt};
    }
    if ((a->how & (ACT_CHANGES | ACT_LEAVE)) && readers(d, thread, p->reads) != ST_OK) return ST_ERROR;
    if ((a->how & ACT_READ) && leave != DPOR_NONE && d->events.v[leave].thread != thread)
        return candidate(d, leave, false);
    return ST_OK;
}

static Status gather(Dpor *d, u32 thread, const Acts *acts, Before *b) {
    d->cand.n = d->given.n = 0;
    b->n_sections = 0;
    b->start = DPOR_NONE;
    for (u32 i = 0; i < acts->n; i++) {
        u32 at;
        if (place(d, acts->v[i].place, &at) != ST_OK) return ST_ERROR;
        if (depends_on(d, thread, &acts->v[i], &d->places.v[at], b) != ST_OK) return ST_ERROR;
    }
    if (acts->unknown) {
        for (u32 t = 0; t < d->n_threads; t++)
            if (t != thread && d->last[t] != DPOR_NONE && candidate(d, d->last[t], false) != ST_OK) return ST_ERROR;
    }
    if (d->unknown != DPOR_NONE && d->events.v[d->unknown].thread != thread) return candidate(d, d->unknown, false);
    return ST_OK;
}

/* Within a section of a monitor that is entered: only the enter itself can be turned round. A join that comes before
 * the thread's end comes before its start; or an interrupt has let it go on (*loose): then it comes before what lies
 * between the two as well, and that does not keep it from coming before the start. */
static bool within(const Dpor *d, u32 e, const Before *b, bool *loose) {
    *loose = false;
    for (u32 i = 0; i < b->n_sections; i++) {
        const Section *x = &b->v[i];
        if (e == x->enter || !event_before(d, e, x->leave) || !(x->awaited || event_before(d, x->enter, e))) continue;
        if (!x->loose) return true;
        *loose = true;
    }
    return false;
}

static bool awaited(const Before *b, u32 e) {
    for (u32 i = 0; i < b->n_sections; i++)
        if (b->v[i].awaited && b->v[i].leave == e) return true;
    return false;
}

static void latest_first(Dpor *d) {
    for (u32 i = 1; i < d->cand.n; i++)
        for (u32 k = i; k && d->cand.v[k] > d->cand.v[k - 1]; k--) {
            u32 e = d->cand.v[k];
            u8 g = d->given.v[k];
            d->cand.v[k] = d->cand.v[k - 1], d->given.v[k] = d->given.v[k - 1];
            d->cand.v[k - 1] = e, d->given.v[k - 1] = g;
        }
}

static Status races(Dpor *d, u32 thread, u32 before, const Before *b, u32 *clock) {
    u32 order[DPOR_THREADS]; /* the first n: as far as it cannot be turned round */
    u32 by = enabler(d, thread, before), n = d->n_threads;
    mem_fill(clock, 0, n * sizeof *clock);
    if (before != DPOR_NONE) join(d, clock, before);
    mem_copy(order, clock, n * sizeof *order);
    bool unheard = b->start != DPOR_NONE && order[d->events.v[b->start].thread] < d->events.v[b->start].ord;
    if (by != DPOR_NONE) {
        bool leaves = false; /* or is one of two ways to go on */
        for (u32 i = 0; i < b->n_sections; i++) leaves |= b->v[i].leave == by;
        /* an interrupt had let it go on, and so would have what it was given; or the other way round */
        for (u32 i = 0; i < d->cand.n; i++) leaves |= d->knew_interrupt && d->given.v[i];
        join(d, clock, by);
        if (!leaves) join(d, order, by);
    }
    latest_first(d);
    for (u32 i = 0; i < d->cand.n; i++) {
        u32 e = d->cand.v[i];
        const DporEvent *v = &d->events.v[e];
        join(d, clock, e);
        bool loose;
        if (within(d, e, b, &loose)) continue;
        if ((order[v->thread] < v->ord || (e == b->start && unheard)) &&
            vec_push(d->s->cx, &d->races, ((DporRace){e, d->events.n, d->given.v[i]})) != ST_OK)
            return ST_ERROR;
        if (!awaited(b, e) && !loose) join(d, order, e);
    }
    for (u32 i = 0; i < b->n_sections; i++) join(d, clock, b->v[i].leave);
    return vec_reserve(d->s->cx, &d->clocks, n);
}

Status dpor_push(Dpor *d, u32 level, Acts *acts, Picks *picks, u64 enabled) {
    u32 thread = acts->thread, before = d->last[thread], clock[DPOR_THREADS], me = d->events.n;
    Before b;
    DporEvent e = {.level = level,
                   .thread = thread,
                   .ord = before == DPOR_NONE ? 1 : d->events.v[before].ord + 1,
                   .before = before,
                   .unknown_before = d->unknown,
                   .clock = d->clocks.n,
                   .width = d->n_threads,
                   .marks = d->marks.n,
                   .races = d->races.n,
                   .enabled = enabled,
                   .acts = acts,
                   .picks = picks};
    if (gather(d, thread, acts, &b) != ST_OK || races(d, thread, before, &b, clock) != ST_OK) goto fail;
    clock[thread] = e.ord;
    mem_copy(d->clocks.v + d->clocks.n, clock, e.width * sizeof *clock);
    d->clocks.n += e.width;
    if (vec_push(d->s->cx, &d->events, e) != ST_OK) goto fail;
    d->last[thread] = me;
    if (acts->unknown) d->unknown = me;
    return marks(d, me);
fail:
    acts_drop(d->s->cx, acts);
    picks_drop(d->s->cx, picks);
    return ST_ERROR;
}

void dpor_pop(Dpor *d) {
    DporEvent e = d->events.v[--d->events.n];
    while (d->marks.n > e.marks) {
        const DporMark *m = &d->marks.v[--d->marks.n];
        DporPlace *p = &d->places.v[m->place];
        p->change = m->was_change;
        p->reads = m->was_reads;
        p->leave = m->was_leave;
    }
    d->races.n = e.races;
    d->clocks.n = e.clock;
    d->last[e.thread] = e.before;
    d->unknown = e.unknown_before;
    if (d->analysed > d->events.n) d->analysed = d->events.n;
    acts_drop(d->s->cx, e.acts);
    picks_drop(d->s->cx, e.picks);
}
