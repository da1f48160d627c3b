/* settle.h -- a search without listeners that comes before the one they see. Layer 11.
 *
 * The reductions rest on assumptions, and a search begins again where one fails. So that listeners see one search
 * only, a first search is made without them; what it has learned stays for the second. search_run calls
 * search_settle. */
#ifndef JPF_SETTLE_H
#define JPF_SETTLE_H
#include "base/base.h"

typedef struct Search Search;

typedef struct Settling {
    bool on;
    u64 from; /* instructions executed before this search */
} Settling;

enum { SETTLE_MAX = 100000, SETTLE_INSNS = 20000000 }; /* transitions and bytecodes at most */
bool search_settled_enough(const Search *s);
/* *over: listeners have heard it to its end, or to where it begins again. */
Status search_settle(Search *s, bool *over);
/* Before the first choice, after many bytecodes: are listeners told from here on? */
void search_settles_here(Search *s);

#endif
