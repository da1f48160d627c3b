/* dpor.c -- optimal dynamic partial order reduction: each Mazurkiewicz trace once, no states kept (search/dpor). */
#include "search/dpor/dpor.h"
#include "search/kind.h"
#include "search/reduction.h"

/* --- levels --- */

static void level_drop(Dpor *d, DporLevel *l) {
    Ctx *cx = d->s->cx;
    wakes_drop(d, &l->wakes);
    wakes_drop(d, &l->behind);
    for (u32 i = 0; i < l->asleep.n; i++) step_drop(cx, &l->asleep.v[i]);
    vec_free(cx, &l->asleep);
    step_drop(cx, &l->now);
    acts_drop(cx, l->part);
    picks_drop(cx, l->picks);
}

static void reset(Dpor *d) {
    Ctx *cx = d->s->cx;
    while (d->levels.n) level_drop(d, &d->levels.v[--d->levels.n]);
    while (d->events.n) dpor_pop(d);
    map_free(&d->place_of);
    map_free(&d->thread_of);
    map_init(&d->place_of, cx);
    map_init(&d->thread_of, cx);
    d->places.n = d->nodes.n = d->n_threads = d->analysed = 0;
    d->free_nodes = d->unknown = d->ending = DPOR_NONE;
    d->pending = d->event = d->onward = d->turns = d->learned = false;
    for (u32 i = 0; i < DPOR_THREADS; i++) d->number[i] = d->last[i] = DPOR_NONE;
}

static void dpor_free(Search *s) {
    Dpor *d = s->dpor;
    if (!d) return;
    reset(d);
    map_free(&d->place_of);
    map_free(&d->thread_of);
    acts_drop(s->cx, d->made);
    fp_drop(s->cx, d->fp);
    vec_free(s->cx, &d->levels);
    vec_free(s->cx, &d->events);
    vec_free(s->cx, &d->marks);
    vec_free(s->cx, &d->races);
    vec_free(s->cx, &d->clocks);
    vec_free(s->cx, &d->places);
    vec_free(s->cx, &d->nodes);
    vec_free(s->cx, &d->acts);
    vec_free(s->cx, &d->cand);
    vec_free(s->cx, &d->seq);
    vec_free(s->cx, &d->given);
    vec_free(s->cx, &d->lay);
    vec_free(s->cx, &d->shift);
    cx_free(s->cx, d, sizeof *d);
    s->dpor = NULL;
}

Status dpor_begin(Search *s) {
    if (!s->dpor) {
        if (!(s->dpor = cx_alloc(s->cx, sizeof *s->dpor))) return ST_ERROR;
        s->dpor->s = s;
        map_init(&s->dpor->place_of, s->cx);
        map_init(&s->dpor->thread_of, s->cx);
        if (!(s->dpor->fp = fp_new(s->cx))) return ST_ERROR;
    }
    reset(s->dpor);
    return ST_OK;
}

static const Wakes no_wakes = {DPOR_NONE, DPOR_NONE};
static const DporLevel new_level = {.wakes = {DPOR_NONE, DPOR_NONE}, .behind = {DPOR_NONE, DPOR_NONE}};

static Status refuse(Search *s, const char *what) {
    return cx_fail(s->cx, ERR_CONFIG, "search.class=dpor: %s; take dfs or bfs", what);
}

static Status begin(Search *s, bool *on) {
    *on = s->cfg.kind == &kind_dpor;
    if (!*on) return ST_OK;
    /* what a limit waits for is no footprint of its step */
    if (s->ks->cfg.idle_limits) return refuse(s, "limits of vm.timeouts=idle depend on all threads");
    if (dpor_begin(s) != ST_OK) return ST_ERROR;
    const SeenOfProgram *saw = &s->ks->saw; /* another search has seen it, maybe */
    s->dpor->knew_inits |= saw->inits;
    s->dpor->knew_daemons |= saw->daemons;
    s->dpor->knew_interrupt |= saw->interrupt;
    s->dpor->knew_states |= saw->states;
    DporLevel root = new_level;
    root.chooses = true;
    return vec_push(s->cx, &s->dpor->levels, root);
}

/* --- one transition --- */

/* The path is executed again, for a trace or a check: nothing new is learned. */
static bool again(const Search *s) { return s->silent || s->replaying || s->rec.on; }

static Status before(Search *s, const Level *l) {
    ThreadInfo *ran = s->ks->threads.v[s->last_thread];
    if (again(s)) return ST_OK;
    (void)dpor_number(s->dpor, ran);
    dpor_before(s->dpor, ran);
    return ST_OK;
}

/* The level from which the running event's thread was chosen. */
static u32 chosen_at(const Dpor *d) { return d->levels.v[d->levels.n - 1].from; }

/* B-threads take turns within the event of the thread that has begun the b-program, and each selection of an event is a
 * value that it draws: every two of them are dependent, and each sequence of events is an execution. Nobody can run
 * between two turns but threads beside the b-program; with all that these do the event is dependent. Its thread is who
 * was chosen, whoever had the last turn; so there may be more b-threads than threads that have numbers. */
static Status turns(Dpor *d) {
    d->turns = true;
    acts_drop(d->s->cx, d->made);
    if (!(d->made = acts_new(d->s->cx, d->levels.v[chosen_at(d)].now.thread, NULL, 0))) return ST_ERROR;
    d->made->unknown = true;
    d->s->ks->fp.on = false;
    return ST_OK;
}

static Status closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to) {
    if (again(s)) return ST_OK;
    s->dpor->turns = false;
    if (to->bp || l->cg.kind == CK_EVENT) return turns(s->dpor);
    if (dpor_number(s->dpor, ran) == DPOR_NONE) {
        if (s->cfg.aside) return refuse(s, "more than 64 threads"); /* others go on */
        s->done = true;
        return search_constraint(s, "search.class=dpor: more than %d threads", DPOR_THREADS);
    }
    return dpor_acts(s->dpor, ran);
}

/* No thread is chosen behind this transition: the event goes on. In an atomic section only its own thread can run. */
static bool goes_on(const Search *s, const After *a) {
    if (!a->has_cg || a->n_up) return a->has_cg;
    if (a->cg.kind != CK_THREAD) return true;
    const ThreadInfo *t = s->ks->threads.v[cg_thread(&a->cg, 0)];
    return a->cg.n_full == 1 && (t->atomic || (t->pend.action == AC_BREAK && t->pend.index == BREAK_ASKED));
}

static u64 numbers(Dpor *d, u64 ids) {
    u64 set = 0;
    for (; ids; ids &= ids - 1) {
        u32 n = dpor_number(d, d->s->ks->threads.v[__builtin_ctzll(ids)]);
        if (n != DPOR_NONE) set |= 1ull << n;
    }
    return set;
}

/* Acts and values of the event that the running transition ends, or goes on with. */
static Status gathered(Search *s, Acts **acts, Picks **picks) {
    Dpor *d = s->dpor;
    const DporLevel *l = &d->levels.v[d->levels.n - 1];
    *acts = d->made;
    *picks = NULL;
    d->made = NULL;
    if (l->chooses) return ST_OK;
    Acts *all = acts_union(s->cx, l->part, *acts);
    if (all) all->vague = true;
    acts_drop(s->cx, *acts);
    *acts = all;
    if (!all) return ST_ERROR;
    if (d->turns) return ST_OK; /* all events are tried, whatever the order that leads there */
    u64 word = level_word(level_at(s, d->levels.n - 1)); /* the path may have its next level already */
    return (*picks = picks_with(s->cx, l->picks, word)) ? ST_OK : ST_ERROR;
}

/* An execution has ended: who could still have moved, and who waits. */
static Status finish_execution(Search *s, bool cut) {
    Dpor *d = s->dpor;
    const KernelState *ks = s->ks;
    if (dpor_turn(d) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < ks->n_threads && !cut; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t->status == TS_NEW || t->status == TS_TERMINATED || ti_enabled(t)) continue;
        bool waits = t->status != TS_RUNNABLE || t->pend.action == AC_LOCK || t->pend.action == AC_EXIT ||
                     t->pend.action == AC_REACQUIRE || t->pend.action == AC_JOIN || t->pend.action == AC_CLINIT_WAIT;
        if (waits && dpor_turn_blocked(d, t) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static void count_end(Search *s, const After *a) {
    if (a->out == OUT_END) s->st.executions++;
    else s->st.executions_blocked++;
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    Dpor *d = s->dpor;
    if (again(s) || !d->made) return ST_OK;
    bool clock = d->knew_clock || ks_clock_matters(s->ks);
    const SeenOfProgram *saw = &s->ks->saw;
    if (clock != d->knew_clock || saw->inits != d->knew_inits || saw->daemons != d->knew_daemons ||
        saw->interrupt != d->knew_interrupt || saw->states != d->knew_states || s->se->fp_broken) {
        d->knew_clock = clock;
        d->knew_inits = saw->inits;
        d->knew_daemons = saw->daemons;
        d->knew_interrupt = saw->interrupt;
        d->knew_states = saw->states;
        d->learned = s->restart = true;
        return ST_OK;
    }
    d->pending = true;
    d->onward = to->onward;
    d->event = !goes_on(s, a);
    Acts *acts;
    Picks *picks;
    if (!d->event) return ST_OK;
    u32 from = chosen_at(d);
    if (gathered(s, &acts, &picks) != ST_OK) return ST_ERROR;
    DporLevel *at = &d->levels.v[from];
    /* where nobody could have gone on, a deadlock above all, what others do then is nothing, and that is known */
    u64 others = to->onward ? 0 : numbers(d, live_enabled(s->ks)) & ~(1ull << acts->thread);
    if (at->now.acts) {
        Acts *both = acts_union(s->cx, at->now.acts, acts);
        acts_drop(s->cx, at->now.acts);
        if (!(at->now.acts = both)) return ST_ERROR;
        at->now.ends &= others != 0;
    } else {
        at->now.acts = acts_share(acts);
        at->now.thread = acts->thread;
        at->now.ends = others != 0;
    }
    if (dpor_push(d, from, acts, picks, at->enabled) != ST_OK) return ST_ERROR;
    if (to->onward) return ST_OK;
    d->ending = others ? d->events.n - 1 : DPOR_NONE;
    count_end(s, a);
    if (finish_execution(s, false) != ST_OK) return ST_ERROR;
    d->ending = DPOR_NONE;
    return dpor_turn_end(d, others);
}

/* --- the way --- */

static Status start(Search *s) { return ST_OK; }

/* Who sleeps on behind the event. */
static Status pass(Dpor *d, const DporLevel *from, DporLevel *to) {
    const DporEvent *e = &d->events.v[d->events.n - 1];
    for (u32 i = 0; i < from->asleep.n; i++) {
        Step p = from->asleep.v[i];
        if (acts_depend(p.acts, e->acts)) continue;
        acts_share(p.acts);
        picks_share(p.picks);
        if (vec_push(d->s->cx, &to->asleep, p) != ST_OK) return ST_ERROR;
    }
    to->slept = to->asleep.n;
    return ST_OK;
}

/* The last level of the path was reached. */
static Status enter(Search *s) {
    Dpor *d = s->dpor;
    const Level *l = &s->path.v[s->path.n - 1];
    DporLevel n = new_level;
    n.chooses = d->event;
    n.from = d->event ? d->levels.n : chosen_at(d);
    if (d->event) {
        if (l->n_up || (l->cg.flags & CGF_GIVEN))
            return refuse(s, "a listener's choices of threads are not its events");
        DporLevel *from = &d->levels.v[chosen_at(d)];
        n.enabled = numbers(d, l->enabled);
        n.wakes = from->behind;
        from->behind = no_wakes;
        if (pass(d, from, &n) != ST_OK) return ST_ERROR;
    } else if (gathered(s, &n.part, &n.picks) != ST_OK) {
        return ST_ERROR;
    }
    return vec_push(s->cx, &d->levels, n);
}

/* Is this step asleep, or with some values only? */
static bool asleep(const DporLevel *l, u32 thread, const Picks *picks) {
    for (u32 i = 0; i < l->asleep.n; i++) {
        const Step *p = &l->asleep.v[i];
        if (p->thread == thread && (!p->picks || (picks && picks_equal(p->picks, picks)))) return true;
    }
    return false;
}

/* Id of the thread of this number, if it can be chosen here. */
static bool can_choose(Dpor *d, const Level *l, u32 number, u32 *id) {
    for (u64 i = 0; i < l->cg.n_full; i++) {
        *id = cg_thread(&l->cg, i);
        if (dpor_number(d, d->s->ks->threads.v[*id]) == number) return true;
    }
    return false;
}

static Status choose(Search *s, Level *l, DporLevel *n, u32 id, bool *any) {
    n->begun = *any = true;
    n->now.thread = dpor_number(s->dpor, s->ks->threads.v[id]);
    return level_seek_word(s, l, id);
}

/* The first branch of the wakeup tree that can be taken. */
static Status woken(Search *s, Level *l, DporLevel *n, bool *any) {
    Dpor *d = s->dpor;
    while (n->wakes.first != DPOR_NONE && !*any) {
        u32 at = n->wakes.first, id;
        WakeNode w = d->nodes.v[at];
        n->wakes.first = w.next;
        if (w.next == DPOR_NONE) n->wakes.last = DPOR_NONE;
        d->nodes.v[at] = (WakeNode){.next = d->free_nodes};
        d->free_nodes = at;
        n->behind = (Wakes){w.child, w.last};
        if (can_choose(d, l, w.step.thread, &id) && !asleep(n, w.step.thread, w.step.picks)) {
            n->now.picks = picks_share(w.step.picks);
            if (choose(s, l, n, id, any) != ST_OK) return ST_ERROR;
        } else {
            /* nothing comes of it; what was taken to be tried below it is tried from here */
            s->st.executions_cut++;
            wakes_drop(d, &n->behind);
            n->lost = true;
        }
        step_drop(s->cx, &w.step);
    }
    return ST_OK;
}

static Status next_thread(Search *s, Level *l, DporLevel *n, bool *any) {
    Dpor *d = s->dpor;
    if (n->now.acts) {
        Step done = n->now;
        n->now = (Step){0};
        if (vec_push(s->cx, &n->asleep, done) != ST_OK) return ST_ERROR;
    }
    step_drop(s->cx, &n->now);
    wakes_drop(d, &n->behind);
    if (woken(s, l, n, any) != ST_OK) return ST_ERROR;
    if (*any || (n->begun && !n->lost)) return ST_OK;
    n->lost = false;
    for (u64 i = 0; i < l->cg.n_full; i++) {
        u32 id = cg_thread(&l->cg, i);
        if (!asleep(n, dpor_number(d, s->ks->threads.v[id]), NULL)) return choose(s, l, n, id, any);
    }
    if (n->begun) return ST_OK;
    bool ends = false; /* it was seen what those asleep do: they end the path */
    for (u32 i = 0; i < n->asleep.n; i++) ends |= n->asleep.v[i].ends;
    if (ends) s->st.executions_blocked++;
    else s->st.executions_cut++;
    return finish_execution(s, false);
}

/* Within an event all values are drawn, or those that the sequence says. */
static Status next_value(Search *s, Level *l, DporLevel *n, bool *any) {
    Dpor *d = s->dpor;
    const DporLevel *from = &d->levels.v[chosen_at(d)];
    const Picks *said = from->now.picks;
    u32 k = n->picks ? n->picks->n : 0;
    d->analysed = 0; /* what is behind a race has this value now: other traces than with the one before */
    if (said && k < said->n) {
        *any = !n->begun;
        n->begun = true;
        return *any ? level_seek_word(s, l, said->v[k]) : ST_OK;
    }
    for (;;) {
        if (level_has_more(s, l, any) != ST_OK || !*any || !from->asleep.n) return ST_OK;
        u64 index = level_index(l) + 1; /* UINT64_MAX before the first */
        Picks *p = picks_with(s->cx, n->picks, index);
        if (!p) return ST_ERROR;
        bool done = false;
        for (u32 i = 0; i < from->asleep.n; i++)
            done |= from->asleep.v[i].thread == from->now.thread && picks_equal(from->asleep.v[i].picks, p);
        picks_drop(s->cx, p);
        if (!done) return ST_OK;
        if (level_advance(s, l) != ST_OK) return ST_ERROR;
    }
}

static void leave(Search *s) {
    Dpor *d = s->dpor;
    DporLevel *l = &d->levels.v[d->levels.n - 1];
    bool chooses = l->chooses;
    search_event_processed(s);
    level_drop(d, l);
    d->levels.n--;
    search_backtrack(s);
    if (chooses) dpor_pop(d);
}

/* The transition has led to no level: it ended the execution, or was cut off by a limit or a listener. */
static Status ended(Search *s) {
    Dpor *d = s->dpor;
    if (!d->event) return ST_OK;
    if (d->onward) {
        s->st.executions_blocked++;
        if (finish_execution(s, true) != ST_OK) return ST_ERROR;
    }
    dpor_pop(d);
    return ST_OK;
}

static Status next(Search *s, bool *any) {
    Dpor *d = s->dpor;
    *any = false;
    while (!s->done && !s->restart) {
        bool pending = d->pending;
        d->pending = false;
        if (d->levels.n < s->path.n) {
            if (enter(s) != ST_OK) return ST_ERROR;
        } else if (pending && ended(s) != ST_OK) {
            return ST_ERROR;
        }
        if (s->path.n < 2) break;
        Level *l = &s->path.v[s->path.n - 1];
        DporLevel *n = &d->levels.v[d->levels.n - 1];
        Status st = n->chooses ? next_thread(s, l, n, any) : next_value(s, l, n, any);
        if (st != ST_OK || *any) return st;
        leave(s);
    }
    if (!s->done && !s->restart) search_event_processed(s);
    return ST_OK;
}

static Status reached(Search *s) { return ST_OK; }
static void finish(Search *s) {}

const SearchKind kind_dpor = {
    .names = "DPORSearch dpor",
    .traces = true,
    .start = start,
    .next = next,
    .reached = reached,
    .later = never_later,
    .finish = finish,
    .pack = packs_nothing, /* dpor_pack: it has a place for what names objects */
};

const Reduction reduction_dpor = {
    .name = "search.class=dpor",
    .begin = begin,
    .before = before,
    .closing = closing,
    .after = after,
    .moving = dpor_moving,
    .moved = dpor_moved,
    .free = dpor_free,
};
