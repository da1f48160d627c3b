/* settle.h -- learning before listeners are told. Layer 11. */
#ifndef JPF_SETTLE_H
#define JPF_SETTLE_H
#include "base/base.h"

typedef struct Search Search;

typedef struct Settling {
    bool on;
    u64 from; /* instructions before it */
} Settling;

enum { SETTLE_MAX = 100000, SETTLE_INSNS = 20000000 }; /* transitions and bytecodes at most */
bool search_settled_enough(const Search *s);
Status search_settle(Search *s);

#endif
