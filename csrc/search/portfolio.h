/* portfolio.h -- search.class=auto: a depth-first search, and other searches that take turns with it. Layer 11.
 *
 * A program that depth first ends on within FIRST transitions is searched as by dfs, state by state. Where it does not,
 * other searches take turns with it, each of its own from the initial state: what comes of them is an error, or that
 * one of them has explored everything; else it is dropped, and the depth-first search goes on where it stood. Its own
 * turns get longer, and so do theirs. What they are is chosen by what the depth-first search has shown of the space
 * (portfolio.c).
 *
 * What must hold
 *  - A search that takes its turn is a Search at the same address, and the one that waits is kept in Portfolio. Its
 *    path is left by undoing, and is executed again when it goes on: search_suspend, search_resume.
 *  - What is of the kernel and not of one path is handed back as it was: what is known of places (their names are those
 *    of the waiting path's objects), the kinds of boundaries, and what Verify was told.
 *  - Where another search finds that something does not hold that searches rest on, all begin again.
 *  - Several engines may search depth first (work.h). The others go on while the first one's search waits; when they
 *    have ended it, nobody has a turn any more, and when one of those that have turns ends it, they are sent home.
 *  - Turns are measured in transitions and bytecodes, so that every run takes the same ones. */
#ifndef JPF_PORTFOLIO_H
#define JPF_PORTFOLIO_H
#include "base/json.h"
#include "base/pack.h"

typedef struct Search Search;
typedef struct Portfolio Portfolio;

/* The search that begins is to have others beside it, if that can be. */
void portfolio_begin(Search *s);
/* Is it the others' turn? */
bool portfolio_due(Search *s);
/* They take it. *over: one of them has become the search, and it has ended. */
Status portfolio_turns(Search *s, bool *over);
/* Another engine has ended the depth-first search that waits. */
bool portfolio_called_off(const Search *s);
/* The search is over: what a reader should know of it. */
Status portfolio_conclude(Search *s);
void portfolio_free(Search *s);
/* Checkpoints: its turns, while none is taken. */
Status portfolio_pack(Search *s, Pack *p);
/* The member "portfolio" of the report; nothing where no other search has had a turn. */
void portfolio_json(const Search *s, Json *w);
/* Which search makes the transitions at this moment; NULL: there is only one. */
const char *portfolio_now(const Search *s);
/* Transitions and new states of the searches that were dropped, or wait. */
u64 portfolio_transitions(const Search *s);
u64 portfolio_states(const Search *s);

#endif
