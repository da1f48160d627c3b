/* kind.h -- SearchKind: in which order the states are left. Layer 11.
 *
 * A kind of search is one file with one constant of this type, which kinds[] in search.c lists. search_run drives it:
 *
 *     start  (next  forward  reached?)*  finish
 *
 * next makes the state that is left next the last level of the path, with a choice there that was not tried; reached
 * is told of each new state, which is then the last level. JPF: Search.search(). */
#ifndef JPF_KIND_H
#define JPF_KIND_H
#include "search/search.h"

struct SearchKind {
    const char *names; /* values of search.class, without package; between blanks */
    /* States are left long after they were reached, in any order: their levels are gone by then, and tree.c makes them
     * again. Without it they are left as on a stack: last reached, first left. */
    bool returns;
    Status (*start)(Search *s); /* the initial state was reached; it is no level if its path has ended */
    Status (*next)(Search *s, bool *any); /* *any false: no state is left to be left */
    Status (*reached)(Search *s);
    /* The last level has led to the known state with this id and key: is that one left later than it? From a reduced
     * state some transition must lead to one that is, else it is expanded (the cycle proviso of por/persist.c). */
    bool (*later)(const Search *s, u32 id, H128 key);
    void (*finish)(Search *s);
};

extern const SearchKind kind_dfs, kind_bfs;
/* By the value of search.class; NULL: there is none of that name. */
const SearchKind *search_kind(const char *name);

#endif
