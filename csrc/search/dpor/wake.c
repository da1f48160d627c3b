/* wake.c -- races are turned round: sequences for the wakeup trees of earlier states.
 *
 * For a race of e and e2, v is what comes behind e and does not happen after it, then e2. A trace in which e2 comes
 * first begins, in the state before e, with v. If a step that sleeps there can come first in v, that trace was
 * executed; else v becomes a branch of the wakeup tree, unless the tree leads there already. A step can come first in v
 * (it is a weak initial of v) iff it is in v and nothing in v comes before it, or it depends on nothing in v.
 *
 * That no trace is lost rests on the first step of each branch alone, whose acts are those of the state where it
 * sleeps or waits: what is deeper in a tree saves executions that would be cut off later.
 *
 * A sequence is dropped where a branch has all of it, and not where a branch ends before it does, though all that
 * follows from that end will be tried. For a step p that sleeps there, or is tried before, sleeps on behind the end
 * until something depends on it, and what p can come before is left to the traces with p first. That is complete if the
 * branch itself depends on p. But its last step is one turned round: of its acts only the first is known, and those of
 * a listed call, or of the local steps behind, may be others now, none of which p depends on. So p may sleep on, and
 * each trace with something a that depends on p, and p behind it, is left to what turns p and a round: that sequence
 * comes from a trace with p first, is put here before the branch is taken, as p was taken first, and is kept whole;
 * p sleeps no longer than up to a. (Executions stay the same where acts do: a longer branch only says what is tried
 * first.) */
#include "search/dpor/dpor.h"

/* --- steps --- */

void picks_drop(Ctx *cx, Picks *p) {
    if (p && !--p->refs) cx_free(cx, p, sizeof *p + p->n * sizeof p->v[0]);
}

Picks *picks_with(Ctx *cx, const Picks *p, u64 next) {
    u32 n = p ? p->n : 0;
    Picks *q = cx_alloc(cx, sizeof *q + (n + 1) * sizeof q->v[0]);
    if (!q) return NULL;
    q->refs = 1;
    q->n = n + 1;
    if (n) mem_copy(q->v, p->v, n * sizeof q->v[0]);
    q->v[n] = next;
    return q;
}

bool picks_equal(const Picks *a, const Picks *b) {
    if (!a || !b) return a == b;
    return a->n == b->n && mem_cmp(a->v, b->v, a->n * sizeof a->v[0]) == 0;
}

void step_drop(Ctx *cx, Step *p) {
    acts_drop(cx, p->acts);
    picks_drop(cx, p->picks);
    *p = (Step){0};
}

/* --- wakeup trees --- */

static Status node_new(Dpor *d, Step step, u32 *at) {
    WakeNode n = {step, DPOR_NONE, DPOR_NONE, DPOR_NONE};
    if (d->free_nodes != DPOR_NONE) {
        *at = d->free_nodes;
        d->free_nodes = d->nodes.v[*at].next;
        d->nodes.v[*at] = n;
        return ST_OK;
    }
    *at = d->nodes.n;
    return vec_push(d->s->cx, &d->nodes, n);
}

/* NOLINTNEXTLINE(misc-no-recursion): a wakeup tree is no deeper than the path was */
void wakes_drop(Dpor *d, Wakes *w) {
    while (w->first != DPOR_NONE) {
        u32 at = w->first;
        WakeNode *n = &d->nodes.v[at];
        w->first = n->next;
        Wakes below = {n->child, n->last};
        wakes_drop(d, &below);
        n = &d->nodes.v[at];
        step_drop(d->s->cx, &n->step);
        n->next = d->free_nodes;
        d->free_nodes = at;
    }
    w->last = DPOR_NONE;
}

/* --- v --- */

/* d->seq: the events of v but the last, in order. `second` stands for the last. */
typedef struct Turn {
    Step second; /* its acts are those that it has where the first has not come before */
} Turn;

static const Acts *acts_of(const Dpor *d, const Turn *t, u32 i) {
    return d->seq.v[i] == DPOR_NONE ? t->second.acts : d->events.v[d->seq.v[i]].acts;
}
static const Picks *picks_of(const Dpor *d, const Turn *t, u32 i) {
    return d->seq.v[i] == DPOR_NONE ? t->second.picks : d->events.v[d->seq.v[i]].picks;
}

static bool leaves_for(const Acts *a, const Acts *enters) {
    for (u32 i = 0; i < enters->n; i++) {
        const Act *x;
        if ((enters->v[i].how & ACT_ENTER) && (x = acts_at(a, enters->v[i].place)) && (x->how & ACT_LEAVE)) return true;
    }
    return false;
}

/* Does element i of v come before element k > i, whatever the order? */
static bool comes_before(const Dpor *d, const Turn *t, u32 i, u32 k) {
    if (d->seq.v[k] != DPOR_NONE) return event_before(d, d->seq.v[i], d->seq.v[k]);
    const Acts *a = acts_of(d, t, i);
    return acts_depend(a, t->second.acts) || leaves_for(a, t->second.acts) ||
           acts_touch_thread(a, t->second.thread, PLACE_OF_THREAD);
}

static bool is_initial(const Dpor *d, const Turn *t, u32 k) {
    for (u32 i = 0; i < k; i++)
        if (comes_before(d, t, i, k)) return false;
    return true;
}

/* Can the step come first in what d->seq has from `gone` on? *at: its place there, d->seq.n: it is not among it. */
static bool weak_initial(const Dpor *d, const Turn *t, const Step *p, u32 *at) {
    *at = d->seq.n;
    for (u32 i = 0; i < d->seq.n; i++) {
        const Acts *a = acts_of(d, t, i);
        if (a->thread != p->thread) continue;
        *at = i;
        const Picks *drawn = picks_of(d, t, i);
        return (!p->picks || (drawn && picks_equal(p->picks, drawn))) && is_initial(d, t, i);
    }
    for (u32 i = 0; i < d->seq.n; i++)
        if (acts_depend(acts_of(d, t, i), p->acts)) return false;
    return true;
}

static void leave_out(Dpor *d, u32 at) {
    mem_move(d->seq.v + at, d->seq.v + at + 1, (d->seq.n - at - 1) * sizeof *d->seq.v);
    d->seq.n--;
}

static void hang(Dpor *d, Wakes *w, u32 node) {
    if (w->first == DPOR_NONE) w->first = node;
    else d->nodes.v[w->last].next = node;
    w->last = node;
}

/* The same, before the node `before`, which is there; DPOR_NONE: at the end. */
static void hang_before(Dpor *d, Wakes *w, u32 node, u32 before) {
    u32 *at = &w->first;
    if (before == DPOR_NONE) {
        hang(d, w, node);
        return;
    }
    while (*at != before) at = &d->nodes.v[*at].next;
    *at = node;
    d->nodes.v[node].next = before;
}

/* before: a node among those under `under`, or DPOR_NONE */
static Status branch(Dpor *d, DporLevel *l, u32 under, u32 before, const Turn *t) {
    for (u32 i = 0; i < d->seq.n; i++) {
        bool end = d->seq.v[i] == DPOR_NONE;
        const DporEvent *e = end ? NULL : &d->events.v[d->seq.v[i]];
        Step p = end ? t->second : (Step){.thread = e->thread, .acts = e->acts, .picks = e->picks};
        acts_share(p.acts);
        picks_share(p.picks);
        u32 node;
        if (node_new(d, p, &node) != ST_OK) return ST_ERROR;
        if (under == DPOR_NONE) {
            hang_before(d, &l->wakes, node, before);
        } else {
            Wakes w = {d->nodes.v[under].child, d->nodes.v[under].last};
            hang_before(d, &w, node, before);
            d->nodes.v[under].child = w.first;
            d->nodes.v[under].last = w.last;
        }
        under = node;
        before = DPOR_NONE;
    }
    return ST_OK;
}

/* v, which d->seq has, for the state of level l. */
static Status insert(Dpor *d, DporLevel *l, const Turn *t) {
    u32 at, under = DPOR_NONE, child = l->wakes.first;
    for (u32 i = 0; i < l->asleep.n; i++)
        if (!l->asleep.v[i].ends && weak_initial(d, t, &l->asleep.v[i], &at)) return ST_OK;
    while (child != DPOR_NONE && d->seq.n) {
        const WakeNode *n = &d->nodes.v[child];
        if (!weak_initial(d, t, &n->step, &at)) {
            child = n->next;
            continue;
        }
        /* that one is with all values, and this with some, which are tried before the others */
        if (at < d->seq.n && !n->step.picks && picks_of(d, t, at)) break;
        if (at < d->seq.n) leave_out(d, at);
        under = child;
        child = n->child;
    }
    return branch(d, l, under, d->seq.n ? child : DPOR_NONE, t); /* nothing is left: all of it was there */
}

/* --- which races can be turned round --- */

/* Does anything in v make the thread able to go on, or the permit or interrupt that it goes on by? */
static bool other_source(const Dpor *d, u32 thread, u32 what) {
    for (u32 i = 0; i < d->seq.n; i++)
        if (acts_touch_thread(d->events.v[d->seq.v[i]].acts, thread, what)) return true;
    return false;
}

static bool in_sequence(const Dpor *d, u32 event) {
    for (u32 i = 0; i < d->seq.n; i++)
        if (d->seq.v[i] == event) return true;
    return false;
}

/* Does the end of a thread in v let a join go on that an interrupt has ended here? joins: its acts; NULL: none. */
static bool end_in_sequence(const Dpor *d, const Acts *joins) {
    for (u32 k = 0; joins && d->knew_interrupt && k < joins->n; k++) {
        if (!place_is(joins->v[k].place, PLACE_END)) continue;
        for (u32 i = 0; i < d->seq.n; i++) {
            const Act *a = acts_at(d->events.v[d->seq.v[i]].acts, joins->v[k].place);
            if (a && a->how & ACT_WRITE) return true;
        }
    }
    return false;
}

/* The thread's step is known to be impossible where `first` has not come before. `stands`: since its event `before`. */
static bool impossible(const Dpor *d, u32 first, const Acts *step, u32 thread, u32 before, u32 until) {
    if (before != DPOR_NONE && before > first) return false;
    if (d->events.v[first].enabled >> thread & 1) return false;
    for (u32 k = first; k < until; k++) {
        u64 then = k + 1 < d->events.n ? d->events.v[k + 1].enabled : 0;
        if (!(then >> thread & 1)) continue;
        if (k != first && in_sequence(d, k)) return false;
        break;
    }
    return !other_source(d, thread, PLACE_OF_THREAD) && !end_in_sequence(d, step);
}

static Status sequence(Dpor *d, u32 first, u32 but) {
    const DporEvent *e = &d->events.v[first];
    d->seq.n = 0;
    for (u32 k = first + 1; k < d->events.n; k++) {
        if (k == but || k == d->ending || event_clock(d, k, e->thread) >= e->ord) continue;
        if (vec_push(d->s->cx, &d->seq, k) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* What lies in the word before `second` when `first` and what comes after it are left out. */
static u32 value_without(const Dpor *d, u32 first, u32 second, u64 name) {
    u64 i;
    u32 v = 0;
    if (!map_get(&d->place_of, name, &i)) return 0;
    for (u32 m = d->places.v[i].change; m; m = d->marks.v[m - 1].was_change) {
        const DporMark *k = &d->marks.v[m - 1];
        v = k->value[0];
        if (k->event < first || (k->event < second && k->event != first &&
                                 event_clock(d, k->event, d->events.v[first].thread) < d->events.v[first].ord))
            return k->value[1];
    }
    return v;
}

/* Does `first` start a thread that `second` asks about? Before that it has no place. */
static bool starts_for(const Dpor *d, u32 first, const Acts *second) {
    const Acts *a = d->events.v[first].acts;
    for (u32 i = 0; i < second->n; i++) {
        u64 place = second->v[i].place;
        const Act *x = place_is(place, PLACE_BEGIN) ? acts_at(a, place) : NULL;
        if (x && (x->how & ACT_WRITE)) return true;
    }
    return false;
}

/* The acts of the event where it comes before `first`. A compare-and-set may succeed there and fail here, or the other
 * way round; of what is vague nothing is known. */
static Acts *acts_turned(Dpor *d, u32 first, u32 second) {
    Acts *a = d->events.v[second].acts;
    if (a->asks && !a->unknown && !a->vague) return shown_turned(d, first, second);
    bool vague = a->vague || starts_for(d, first, a);
    if (a->unknown || (!vague && !a->cas)) return acts_share(a);
    Acts *b = acts_union(d->s->cx, a, a);
    if (!b) return NULL;
    b->unknown = vague;
    if (vague) return b;
    bool ok = true;
    for (u32 k = 0; k < a->cas_words; k++) ok &= value_without(d, first, second, a->cas_place + k) == a->expected[k];
    for (u32 i = 0; i < b->n; i++)
        if (b->v[i].place >= a->cas_place && b->v[i].place < a->cas_place + a->cas_words)
            b->v[i].how = ok ? ACT_READ | ACT_WRITE : ACT_READ;
    return b;
}

static Status turn(Dpor *d, const DporRace *r) {
    const DporEvent *e = &d->events.v[r->second];
    DporLevel *l = &d->levels.v[d->events.v[r->first].level];
    if (sequence(d, r->first, r->second) != ST_OK) return ST_ERROR;
    bool told = dpor_change(d, place_of_thread(e->thread, PLACE_INTERRUPT)) != DPOR_NONE; /* before the first, maybe */
    if (r->given && !told && !other_source(d, e->thread, PLACE_INTERRUPT)) return ST_OK;
    if (impossible(d, r->first, e->acts, e->thread, e->before, r->second)) return ST_OK;
    Turn t = {.second = {.thread = e->thread}};
    if (!(t.second.acts = acts_turned(d, r->first, r->second))) return ST_ERROR;
    Status st = vec_push(d->s->cx, &d->seq, DPOR_NONE);
    if (st == ST_OK) st = insert(d, l, &t);
    step_drop(d->s->cx, &t.second);
    return st;
}

Status dpor_turn(Dpor *d) {
    if (d->analysed >= d->events.n) return ST_OK;
    for (u32 i = d->events.v[d->analysed].races; i < d->races.n; i++)
        if (turn(d, &d->races.v[i]) != ST_OK) return ST_ERROR;
    d->analysed = d->events.n;
    return ST_OK;
}

Status dpor_turn_blocked(Dpor *d, const ThreadInfo *ti) {
    Ref r = ti->wait_obj ? ti->wait_obj : ti->pend.obj;
    u32 thread = dpor_number(d, ti);
    if (!r || thread == DPOR_NONE) return ST_OK;
    u8 action = ti->status == TS_RUNNABLE ? ti->pend.action : AC_NONE;
    bool asks = action == AC_JOIN || action == AC_CLINIT_WAIT; /* it would not wait before the start */
    Act act = {.place = (u64)r * 2 + offsetof(ElementInfo, lock) / 4, .how = ACT_ENTER};
    if (action == AC_CLINIT_WAIT) act = (Act){.place = dpor_class(d->s->ks, ti->pend.index), .how = ACT_READ};
    if (action == AC_JOIN) {
        u32 of = dpor_number(d, d->s->ks->threads.v[ti->pend.index]);
        if (of == DPOR_NONE) return ST_OK;
        act = (Act){.place = place_of_thread(of, PLACE_BEGIN), .how = ACT_READ};
    }
    u32 first = dpor_change(d, act.place), before = d->last[thread];
    if (first == DPOR_NONE || d->events.v[first].thread == thread) return ST_OK;
    if (before != DPOR_NONE && event_before(d, first, before)) return ST_OK;
    if (sequence(d, first, DPOR_NONE) != ST_OK || impossible(d, first, NULL, thread, before, d->events.n)) return ST_OK;
    Act acts[] = {act, {.place = place_of_thread(thread, PLACE_SHOWN), .how = ACT_WRITE}};
    Turn t = {.second = {.thread = thread, .acts = acts_new(d->s->cx, thread, acts, d->knew_states ? 2 : 1)}};
    if (!t.second.acts || vec_push(d->s->cx, &d->seq, DPOR_NONE) != ST_OK) return ST_ERROR;
    t.second.acts->unknown = asks;
    Status st = insert(d, &d->levels.v[d->events.v[first].level], &t);
    step_drop(d->s->cx, &t.second);
    return st;
}

Status dpor_turn_end(Dpor *d, u64 others) {
    const DporEvent *e = &d->events.v[d->events.n - 1];
    DporLevel *l = &d->levels.v[e->level];
    others &= ~(1ull << e->thread);
    if (!others || l->wakes.first != DPOR_NONE) return ST_OK;
    for (u32 i = 0; i < l->asleep.n; i++) {
        if (!l->asleep.v[i].ends) return ST_OK;
        others &= ~(1ull << l->asleep.v[i].thread);
    }
    others &= l->enabled;
    if (!others) return ST_OK;
    u32 node, thread = (u32)__builtin_ctzll(others);
    Acts *a = acts_new(d->s->cx, thread, NULL, 0);
    if (!a || node_new(d, (Step){.thread = thread, .acts = a}, &node) != ST_OK) return ST_ERROR;
    a->unknown = true;
    hang(d, &l->wakes, node);
    return ST_OK;
}
