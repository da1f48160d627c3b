/* fair.c -- no thread that can run is left out for ever.
 *
 * The cycle proviso (persist.c) sees to that where states are finite in number. A thread that counts without end never
 * comes back to a state, and the others would wait in all that follows. So each state knows who was left out on the
 * path to it. Somebody who was left out in a quarter of vm.por.max_reduced reduced states in a row is preferred where
 * there is a set with him; after vm.por.max_reduced all threads are tried, those left out first.
 *
 * Where there are many threads each waits for its turn, and n that do the same have their 3 n states only if nobody
 * stops them. A thread that counts without end is then on all by itself, while of those many each comes up once, and
 * ends. So depth first the count of states begins anew with the first transition of a thread in a run, and with each
 * one that a thread ends with: that shows that the run gets on. For each thread that was alive when the run began it
 * does so TIMES times at most. Threads that are started later grant nothing: where threads are started without end the
 * run still ends.
 *
 * In the same way preferring somebody waits, depth first, for each thread above MANY that was alive when the run began:
 * it begins with a number that is below nought by what these grant. Each time that the bound is met halves that. Where
 * states wait in a queue nothing is granted: there a long bound costs more than the states that it saves.
 *
 * Where states wait in a queue the bound gets smaller the more often it is met. A finite space hardly ever meets it;
 * in one without end a thread that is let in once in 200 states takes k steps in a chain of 200 k, and two of them in
 * some 200 k^2 states. Depth first the chain is all there is, and the bound stays.
 *
 * The argument. Let a thread t be left out in a reduced state s. Its transitions do not depend on those of the set, so
 * t can still run behind them. Let m be vm.por.max_reduced. Of two states the one with t in `left` is nearer to t, and
 * else the one with the smaller `turns`, and else the one with the smaller m - still, which is never above m. Each new
 * state that s leads to is nearer, for the run goes on, or ends and begins anew with t; and so is a known one that
 * waits to be left, as fair_led takes over what s has seen: it may say that t has waited longer than it has on any
 * path, never less. That order is well-founded. The proviso demands of s that it leads to such a state, or, depth
 * first, to one that was left earlier for good: that one has, by induction over the order of leaving, a way to a state
 * where t is tried. Hence from each state where a thread can run there is a way to one where it is tried; and on the
 * search's own path no thread is left out in more reduced states in a row than two runs have, each of them m and
 * TIMES m for each thread that is alive at its beginning. */
#include "search/kind.h"
#include "search/reduction.h"

/* A quarter of the bound, and so many states for each thread of the first MANY; a thread above these grants a share of
 * vm.por.max_reduced; so many states where the bound was met halve it; what it gets down to; how often it is
 * halved at most; how often for each thread a run shows that it gets on. */
enum { PREFERRED = 4, TURNS = 4, MANY = 12, SHARE = 50, HALVED_BY = 8, LEAST = 2, HALVED = 63, TIMES = 2 };

Passed fair_before(const Search *s) {
    const Level *l = &s->path.v[s->path.n - 1];
    if (s->cfg.kind->returns) return l->state_id < s->fair.ahead.n ? s->fair.ahead.v[l->state_id] : (Passed){0};
    return s->path.n > 1 ? l[-1].passed : (Passed){0};
}

static u32 halved(const Search *s) {
    u64 by = s->cfg.kind->returns ? s->fair.forced / HALVED_BY : 0;
    return by < HALVED ? (u32)by : HALVED;
}

static i64 bound(const Search *s) {
    u64 most = s->cfg.max_reduced, now = most >> halved(s);
    return (i64)(now >= LEAST || !s->cfg.kind->returns ? now : most < LEAST ? most : LEAST);
}

/* What a run begins with that goes on from here. */
static i32 first_of_run(const Search *s) {
    u64 above = s->ks->n_live > MANY && !s->cfg.kind->returns ? s->ks->n_live - MANY : 0;
    u64 by = s->fair.forced, more = (above * s->cfg.max_reduced / SHARE) >> (by < HALVED ? by : HALVED);
    return 1 - (i32)(more < INT32_MAX ? more : INT32_MAX);
}

bool fair_prefers(const Search *s, Passed was) {
    u32 n = s->ks->n_live < MANY ? s->ks->n_live : MANY;
    return was.left && was.run >= bound(s) / PREFERRED && was.run >= TURNS * (i64)n;
}

bool fair_forces(const Search *s, Passed was) { return was.left && was.still >= bound(s); }

/* Depth first: the transition that led here was the first one of its thread in the run, or somebody's last. */
static bool gets_on(Search *s, Passed *now) {
    if (s->cfg.kind->returns || s->path.n < 2 || !now->turns) return false;
    u32 thread = s->path.v[s->path.n - 2].thread;
    if (s->ks->n_live >= now->live && ts_has(s->se->sets, now->ran, thread)) return false;
    now->ran = ts_or(s->se->sets, now->ran, ts_one(s->se->sets, thread));
    now->turns--;
    return true;
}

Passed fair_behind(Search *s, Passed was, ThreadSet out) {
    ThreadSet both = ts_and(s->se->sets, out, was.left);
    u32 live = s->ks->n_live;
    if (!out) return (Passed){0};
    if (!both) return (Passed){.left = out, .run = first_of_run(s), .still = 1, .live = live, .turns = TIMES * live};
    Passed now = was;
    now.left = both;
    now.run += was.run < INT32_MAX;
    now.still = gets_on(s, &now) ? 1 : was.still + (was.still < UINT32_MAX);
    now.live = live;
    return now;
}

u64 *fair_put(Passed p, u64 *at) {
    *at++ = p.left;
    *at++ = p.ran;
    *at++ = (u64)p.still << 32 | (u32)p.run;
    *at++ = (u64)p.turns << 32 | p.live;
    return at;
}

const u64 *fair_take(Passed *p, const u64 *at) {
    *p = (Passed){at[0], at[1], (i32)(u32)at[2], (u32)(at[2] >> 32), (u32)at[3], (u32)(at[3] >> 32)};
    return at + PASSED_WORDS;
}

Status fair_led(Search *s, const Arrival *to) {
    if (!s->persist.on || !s->cfg.kind->returns || to->id == UINT32_MAX) return ST_OK; /* bitstate: it has no name */
    Passed was = s->path.v[s->path.n - 1].passed, *ahead;
    if (!was.left) return ST_OK;
    while (s->fair.ahead.n <= to->id)
        if (vec_push(s->cx, &s->fair.ahead, ((Passed){0})) != ST_OK) return ST_ERROR;
    ahead = &s->fair.ahead.v[to->id];
    if (!ahead->left || ahead->run < was.run) ahead->run = was.run, ahead->still = was.still;
    ahead->left = to->renamed ? REACH_ALL : ts_or(s->se->sets, ahead->left, was.left); /* its threads have other ids */
    return ST_OK;
}
