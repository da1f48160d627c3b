/* kind.h -- SearchKind: in which order the states are left. Layer 11.
 *
 * A kind of search is one file with one constant of this type, which kinds[] in search.c lists. search_run drives it:
 *
 *     start  (next  forward  reached?)*  finish
 *
 * next makes the state that is left next the last level of the path, with a choice there that was not tried; reached
 * is told of each new state, which is then the last level. JPF: Search.search().
 *
 * What listeners and the count of choices must be told (told.h), and when:
 *  - search_event_processed: the state of the last level is left for good, since no choice of it remains; once for
 * each
 *    state, before the path gets shorter. Depth first that holds of the root, too, when the search ends.
 *  - search_event_back(EV_state_stored): the state of the last level was put where next will find it. A kind that
 *    `returns` says so in reached, behind tree_add and before search_backtrack.
 *  - search_backtrack and tree_go tell of state_backtracked and state_restored themselves. */
#ifndef JPF_KIND_H
#define JPF_KIND_H
#include "search/search.h"

struct SearchKind {
    const char *names; /* values of search.class, without package; between blanks */
    /* States are left long after they were reached, in any order: their levels are gone by then, and tree.c makes them
     * again. Without it they are left as on a stack: last reached, first left. */
    bool returns;
    /* Visited states are gone on from, too, and states are left for good with choices untried: nothing that was seen
     * says what comes later, so neither persistent nor sleep sets are used. */
    bool walks;
    /* A search that walks, but tells of each state whether it was left with all its choices: then persistent sets can
     * be used all the same (given.c). */
    bool accounts;
    /* It looks at executions, not at states: none is stored, and nothing but boundaries is reduced (search/dpor). */
    bool traces;
    /* It searches several times, each time to a greater depth (nearer.h). */
    bool deepens;
    /* It sees a part of the space only, which other engines search, too (spread.h): it says nothing of cycles. */
    bool parted;
    /* It takes whole executions, one after the other, each from the initial state. */
    bool stateless;
    /* What the path costs that the running transition makes: a state that is reached by a path which costs less than
     * before is left once more (nearer.h). Such a search has neither persistent nor sleep sets. NULL: nothing. */
    u32 (*cost)(const Search *s);
    /* What the key of a state needs besides, where such a search is concerned; the transition is closed. */
    H128 (*term)(const Search *s);
    Status (*start)(Search *s); /* the initial state was reached; it is no level if its path has ended */
    Status (*next)(Search *s, bool *any); /* *any false: no state is left to be left */
    Status (*reached)(Search *s);
    /* A transition has come to its end, before anybody is told; NULL: it goes by `reached` alone. */
    Status (*arrived)(Search *s, const After *a, const struct Arrival *to);
    /* The last level has led to the known state with this id and key. A reduced state is expanded unless one of its
     * transitions leads to a new state, or to one for which this says yes (the cycle proviso of por/persist.c).
     * Somewhere in every cycle of states it must therefore say no, else a thread may be put off for ever. Depth first
     * it says no of the states on the path, for each cycle is closed by a transition to one; breadth first of those
     * with an id that is no greater, for no cycle only goes up. It may say no always: more states are expanded
     * then. */
    bool (*later)(const Search *s, u32 id, H128 key);
    void (*finish)(Search *s);
    /* Checkpoints: what it keeps, both ways; read, it makes it. NULL: it cannot be written. */
    Status (*pack)(Search *s, Pack *p);
    /* It writes checkpoints itself, by checkpoint_between, where a path begins: none is written within one. */
    bool has_moments;
    /* What a thread holds where it is stopped counts: to give it back is a scheduling point. */
    bool holds;
    /* Of searches that draw executions: those that other engines can take part in. NULL: each execution rests on those
     * before, or it draws none. */
    Draws *(*draws)(Search *s);
};

/* SearchKind.pack of one that keeps nothing. */
static inline Status packs_nothing(Search *s, Pack *p) { return ST_OK; }

extern const SearchKind kind_dfs, kind_bfs, kind_best, kind_deepening, kind_walk, kind_pct, kind_pos, kind_coverage,
    kind_preemptions, kind_delays, kind_path, kind_given, kind_given_freely, kind_dpor, kind_mix, kind_spread;
/* By the value of search.class; NULL: there is none of that name. */
const SearchKind *search_kind(const char *name);
/* May a search of this kind say that nothing goes round for ever? That needs every transition of every state. */
static inline bool kind_sees_cycles(const SearchKind *k) {
    return !k->walks && !k->deepens && !k->traces && !k->parted && k != &kind_given;
}

/* What a kind kept for itself goes (SearchKind.finish). */
static inline void way_free(Search *s, size_t bytes) {
    cx_free(s->cx, s->way, s->way ? bytes : 0);
    s->way = NULL;
}
/* SearchKind.later of a search without persistent sets, which nobody asks. */
static inline bool never_later(const Search *s, u32 id, H128 key) { return false; }

#endif
