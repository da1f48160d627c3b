/* random.c -- executions with choices drawn at random, again and again; uniformly: RandomSearch. JPF: RandomSearch,
 * which takes the choices in the order that cg.randomize_choices gives.
 *
 * Uniformly is: each choice of a state is as likely as any other. How likely an execution is then depends on how many
 * choices are met on its way; shapes.h says what is known of those that were not taken. */
#include "search/kinds/random.h"
#include "search/kind.h"
#include "search/reduction.h"
#include "search/spread.h"
#include "search/work.h"

#include <stdio.h>

/* An execution begins, if one is left. */
static Status begin(Search *s, Walk *w) {
    bool any = false;
    if (draws_next(s, w->all, &w->number, &w->known, &any) != ST_OK) return ST_ERROR;
    w->over = !any;
    if (!any) return ST_OK;
    s->found.execution = w->number + 1;
    w->seed = mix64(s->cfg.seed, w->number);
    w->draws = 0;
    w->data = false;
    w->steps = 0;
    w->limit = LONGEST;
    w->run = (Run){0};
    shapes_begin(&w->shapes);
    return w->drawer->begin ? w->drawer->begin(s, w) : ST_OK;
}

Status walk_start(Search *s, const Drawer *d) {
    Walk *w = s->way = cx_alloc(s->cx, sizeof *w);
    if (!w) return ST_ERROR;
    w->drawer = d;
    w->pct_depth = s->cfg.pct_depth;
    w->wide = s->cfg.draws || far_joins(s);
    w->all = s->cfg.draws ? s->cfg.draws : s->far ? draws_new(0, 0) : draws_new(s->cfg.path_limit, s->cfg.stale_limit);
    if (!w->all) return cx_fail(s->cx, ERR_NOMEM, "out of memory (executions that are drawn)");
    if (s->cfg.draws) draws_hold(w->all);
    draws_enter(w->all);
    if (begin(s, w) != ST_OK) return ST_ERROR;
    s->st.restored += w->wide && !w->over; /* of the engine that began, the first one is not */
    return ST_OK;
}

Draws *walk_draws(Search *s) {
    Walk *w = s->way;
    return w->wide ? w->all : NULL;
}

/* Combinations that can be taken; of a generator whose end is not known, one more than was drawn. */
static u64 offers(const Level *l) {
    u64 n = 1;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        u64 k = cg->n + (i == l->n_up && (cg->flags & CGF_OPEN) ? 1 : 0);
        n = k && n > (1ull << 62) / k ? 1ull << 62 : n * k;
    }
    return n;
}

Status walk_uniform(Search *s, Walk *w, Level *l, u64 *index) {
    *index = walk_drawn(w, offers(l));
    const ChoiceGenerator *top = level_cg(l, l->n_up);
    if (!*index || !(top->flags & CGF_OPEN)) return ST_OK;
    bool there = true;
    u64 below = offers(l) / (top->n + 1);
    if (cg_reach(s->cx, level_digit(l, l->n_up), *index / below, &there) != ST_OK) return ST_ERROR;
    if (!there) *index = 0;
    return ST_OK;
}

static u64 stand_of(const ThreadInfo *t) {
    u64 x = mix64((u64)t->ks->clk.now, (u64)t->status << 16 | (u64)t->permit << 8 | t->interrupted);
    for (const StackFrame *f = t->top; f; f = f->prev) {
        u64 at = f->mi->step ? f->step : f->mi->code ? (u64)(f->pc - f->mi->code) : 0;
        x = mix64(x, mix64(f->mi->key, at));
        for (const u32 *word = f->slots; word < f->sp; word++) x = mix64(x, *word);
    }
    return x;
}

/* The run has come to l. */
static void run_reached(const Search *s, Run *r, const Level *l) {
    r->round = false;
    if (!r->thread) return;
    if (!l->spot.quiet) r->turns = r->rounds = 0;
    else {
        u64 stand = stand_of(s->ks->threads.v[r->thread - 1]);
        r->round = r->turns && r->mark == stand;
        r->rounds += r->round;
        if (!(r->turns & (r->turns - 1))) r->mark = stand;
        r->turns++;
    }
}

static void run_goes_on(Run *r, const ThreadInfo *t) {
    if (r->thread != t->id + 1) *r = (Run){.thread = t->id + 1};
    r->yields += walk_yields(t);
}

static Status choose(Search *s, Walk *w, Level *l, bool *any) {
    *any = false;
    if (!offers(l)) return ST_OK;
    w->wide |= offers(l) > 1 || level_total(l) > 1;
    if (w->wide) search_drawn(s);
    if (level_seek(s, l, 0) != ST_OK || level_has_more(s, l, any) != ST_OK || !*any) return ST_OK;
    bool threads = level_by_id(l);
    u64 index = 0;
    if (threads && l->cg.n > 1) {
        w->steps++;
        if (w->drawer->pick(s, w, l, &index) != ST_OK) return ST_ERROR;
    } else if (!threads) {
        w->data |= offers(l) > 1;
        if (walk_uniform(s, w, l, &index) != ST_OK) return ST_ERROR;
    }
    if (index && level_seek(s, l, index) != ST_OK) return ST_ERROR;
    u32 who = threads ? cg_thread(&l->cg, index) : l->cg.kind == CK_THREAD ? s->last_thread : l->cg.thread;
    if (threads) run_goes_on(&w->run, s->ks->threads.v[who]);
    if (shapes_event(&w->shapes, s->ks->threads.v[who], threads ? 0 : index + 1) != ST_OK) return ST_ERROR;
    return w->drawer->made ? w->drawer->made(s, w, l) : ST_OK;
}

/* Back to the initial state, which listeners are told as of a state that is restored. */
static Status begin_path(Search *s, bool *any) {
    Walk *w = s->way;
    Status st = begin(s, w);
    *any = st == ST_OK && !w->over;
    if (!*any) return st;
    w->begun = false;
    s->silent = true;
    hub_pause(s->ks);
    while (s->path.n > 2) search_backtrack(s);
    hub_resume(s->ks);
    s->silent = false;
    s->st.restored++;
    search_event_back(s, EV_state_restored);
    return ST_OK;
}

static Status end_path(Search *s, Walk *w, bool cut) {
    if (w->drawer->ended && w->drawer->ended(s, w) != ST_OK) return ST_ERROR;
    Drawn e = {w->number, w->shapes.sum, w->steps, s->ks->n_threads, cut, w->data};
    if (draws_ended(s, w->all, &e) != ST_OK) return ST_ERROR;
    if (!s->work) s->others_bytes = draws_bytes(w->all);
    return ST_OK;
}

/* What was tried, where that is not everything. */
static Status over(Search *s, const Walk *w) {
    char more[300] = "", why[160] = "";
    DrawnAll all;
    if (draws_all(s, w->all, &all) != ST_OK) return ST_ERROR;
    if (!w->wide || !all.paths) return ST_OK;
    bool stale = s->cfg.stale_limit && all.stale >= s->cfg.stale_limit;
    if (!s->done && stale)
        snprintf(why, sizeof why, "; the last %llu had no new happens-before shape (search.stale_limit)",
                 (unsigned long long)all.stale);
    else if (!s->done) snprintf(why, sizeof why, " (search.RandomSearch.path_limit)");
    if (search_constraint(s, "%s: %llu paths were taken, not all there are%s", w->drawer->word,
                          (unsigned long long)all.paths, why) != ST_OK)
        return ST_ERROR;
    if (w->drawer->text) w->drawer->text(s, &all, more, sizeof more);
    return search_note(s,
                       "note: %s: %llu paths with %llu happens-before shapes; one more path has a new one with "
                       "probability %.2g%s",
                       w->drawer->word, (unsigned long long)all.paths, (unsigned long long)all.shapes,
                       shapes_unseen(all.once, all.paths), more);
}

Status walk_next(Search *s, bool *any) {
    Walk *w = s->way;
    *any = false;
    if (s->path.n < 2 || w->closed || w->over) return ST_OK; /* the initial state is the last one */
    if (draws_past(w->all, w->number)) { /* one that has ended was counted, and is told of as well */
        bool ended = w->begun && !w->moved;
        w->begun = false;
        return ended ? end_path(s, w, false) : ST_OK;
    }
    const Level *top = &s->path.v[s->path.n - 1];
    if (w->moved) run_reached(s, &w->run, top);
    bool round = w->run.rounds >= ROUNDS && level_total(top) == 1;
    bool endless = round || (!s->cfg.depth_limit && s->path.n > w->limit);
    if (endless && s->cfg.aside) s->found.complete = false; /* it is told of with its error, or not at all */
    else if (round && search_constraint(s, "a path was left where one thread goes round for ever") != ST_OK)
        return ST_ERROR;
    else if (endless && !round &&
             search_constraint(s, "a path was left after %u transitions (search.depth_limit)", w->limit) != ST_OK)
        return ST_ERROR;
    if ((w->begun && !w->moved) || endless) {
        if (endless) s->st.executions_blocked++;
        if (end_path(s, w, endless) != ST_OK) return ST_ERROR;
        w->over = !w->wide;
        if (w->over) return ST_OK;
        if (JPF_UNLIKELY(work_parks(s)) && !s->checkpoint.file) return work_stand_by(s);
        bool more;
        Status st = JPF_UNLIKELY(checkpoint_due(s)) ? checkpoint_between(s, begin_path) : begin_path(s, &more);
        if (st != ST_OK || s->done || s->restart || w->over) return st;
    }
    w->begun = true;
    w->moved = false;
    if (choose(s, w, &s->path.v[s->path.n - 1], any) != ST_OK) return ST_ERROR;
    if (*any || s->path.n == 2) return ST_OK;
    return walk_next(s, any); /* NOLINT(misc-no-recursion): once, a state without a choice ends its path */
}

Status walk_reached(Search *s) {
    Walk *w = s->way;
    w->moved = true;
    w->closed = !w->wide && !s->told.now.fresh;
    return ST_OK;
}

/* What engines have seen is put together (meet.h). False: the search begins again, or has failed. */
static bool met(Search *s) {
    if (s->restart || s->cx->err.kind != ERR_NONE) return false;
    return !s->work || (s->work->meet(s->work->user) == ST_OK && !s->restart);
}

/* An error ends the search for those that are behind it. The engine that began waits for the others, and tells of all:
 * an error of the host's is told of; a search that begins again has said nothing yet. */
static void leave(Search *s, Walk *w) {
    bool lead = !s->cfg.draws && !far_joins(s), ends = s->found.errors.n && !s->cfg.multiple_errors, fine = met(s);
    if (draws_leave(s, w->all, ends && fine ? w->number : UINT64_MAX, lead && fine && (ends || !s->done)) == ST_OK &&
        lead && fine && met(s) && (s->cfg.multiple_errors || !draws_erred(w->all)))
        (void)over(s, w);
    draws_drop(w->all);
}

void walk_finish(Search *s) {
    Walk *w = s->way;
    if (!w) return;
    if (w->all) leave(s, w);
    if (w->drawer->finish) w->drawer->finish(s, w);
    shapes_free(&w->shapes, s->cx);
    way_free(s, sizeof(Walk));
}

Status walk_pack(Search *s, Pack *p, const Drawer *d) {
    Walk *w = s->way;
    if (p->reading && walk_start(s, d) != ST_OK) return ST_ERROR;
    w = s->way;
    if (d->pack && d->pack(s, w, p) != ST_OK) return ST_ERROR;
    draws_pack(w->all, p);
    pack_it(p, w->number);
    s->found.execution = w->number + 1;
    pack_it(p, w->known);
    pack_it(p, w->seed);
    pack_it(p, w->draws);
    pack_it(p, w->wide);
    pack_it(p, w->data);
    pack_it(p, w->begun);
    pack_it(p, w->moved);
    pack_it(p, w->closed);
    pack_it(p, w->steps);
    pack_it(p, w->limit);
    pack_it(p, w->run);
    return ST_OK;
}

/* --- uniformly --- */

static Status pick(Search *s, Walk *w, const Level *l, u64 *index) {
    *index = walk_drawn(w, l->cg.n);
    return ST_OK;
}

const Drawer draw_uniform = {.word = "random walk", .pick = pick};

static Status start(Search *s) { return walk_start(s, &draw_uniform); }
static Status pack(Search *s, Pack *p) { return walk_pack(s, p, &draw_uniform); }

const SearchKind kind_walk = WALK_KIND("RandomSearch random walk", start, pack, walk_draws);
