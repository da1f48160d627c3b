/* fair.c -- no thread that can run is left out for ever.
 *
 * The cycle proviso (persist.c) sees to that where states are finite in number. A thread that counts without end never
 * comes back to a state, and the others would wait in all that follows. So each state knows who was left out on the
 * path to it. Somebody who was left out in a quarter of vm.por.max_reduced reduced states in a row (later where there
 * are many threads, which wait for their turns) is preferred where there is a set with him; after vm.por.max_reduced
 * all threads are tried, those left out first.
 *
 * Where states wait in a queue the bound gets smaller the more often it is met. A finite space hardly ever meets it; in
 * one without end a thread that is let in once in 200 states takes k steps in a chain of 200 k, and two of them in some
 * 200 k^2 states. Depth first the chain is all there is, and the bound stays.
 *
 * The argument. Let a thread t be left out in a reduced state s. Its transitions do not depend on those of the set, so
 * t can still run behind them. Let m be vm.por.max_reduced, and let s count as far from t by m - run, and by m more if
 * t is not in `left`. Each new state that s leads to is less far, and so is a known one that waits to be left, as
 * fair_led takes over what s has seen: it may say that t has waited longer than it has on any path, never less. The
 * proviso demands of s that it leads to such a state, or, depth first, to one that was left earlier for good: that one
 * has, by induction over the order of leaving, a way to a state where t is tried. Hence from each state where a
 * thread can run there is a way to one where it is tried; and on the search's own path no thread is left out in more
 * than 2 m reduced states in a row. */
#include "search/kind.h"
#include "search/reduction.h"

/* A quarter of the bound, and so many states for each thread; so many states where it was met halve it; what it gets
 * down to. */
enum { PREFERRED = 4, TURNS = 4, HALVED_BY = 8, LEAST = 2 };

Passed fair_before(const Search *s) {
    const Level *l = &s->path.v[s->path.n - 1];
    if (s->cfg.kind->returns) return l->state_id < s->fair.ahead.n ? s->fair.ahead.v[l->state_id] : (Passed){0};
    return s->path.n > 1 ? l[-1].passed : (Passed){0};
}

static u64 bound(const Search *s) {
    u64 most = s->cfg.max_reduced, halved = s->fair.forced / HALVED_BY;
    if (!s->cfg.kind->returns) return most;
    u64 now = halved < 64 ? most >> halved : 0;
    return now >= LEAST ? now : most < LEAST ? most : LEAST;
}

bool fair_prefers(const Search *s, Passed was) {
    return was.run >= bound(s) / PREFERRED && was.run >= TURNS * s->ks->n_threads;
}

bool fair_forces(const Search *s, Passed was) { return was.run >= bound(s); }

Passed fair_behind(Search *s, Passed was, ThreadSet out) {
    ThreadSet both = ts_and(&s->se->sets, out, was.left);
    if (both) return (Passed){both, was.run + 1};
    return (Passed){out, out != 0};
}

Status fair_led(Search *s, const Arrival *to) {
    if (!s->persist.on || !s->cfg.kind->returns) return ST_OK;
    Passed was = s->path.v[s->path.n - 1].passed, *ahead;
    if (!was.run) return ST_OK;
    while (s->fair.ahead.n <= to->id)
        if (vec_push(s->cx, &s->fair.ahead, ((Passed){0})) != ST_OK) return ST_ERROR;
    ahead = &s->fair.ahead.v[to->id];
    ahead->left = to->renamed ? REACH_ALL : ts_or(&s->se->sets, ahead->left, was.left); /* its threads have other ids */
    if (ahead->run < was.run) ahead->run = was.run;
    return ST_OK;
}
