/* shrink.h -- the path of a replay string, made plainer. Layer 11. */
#ifndef JPF_SHRINK_H
#define JPF_SHRINK_H
#include "base/json.h"

typedef struct Search Search;

typedef struct Shrunk {
    char *string;    /* of the plainest path that was found, cx_alloc'd; NULL: nothing was tried, and `why` */
    size_t bytes;
    const char *why;
    u32 transitions[2], switches[2]; /* of the path as it was given, and now */
    u64 runs;        /* executions that it took */
    u64 work;        /* that it took, in the units of search_shrink */
    bool whole;      /* there was time for all variants */
    bool fewest;     /* and all paths with fewer context switches were tried */
    bool cut;        /* time or work was over before all was tried */
} Shrunk;

/* For so many seconds and so much work (bytecodes, and 512 for each transition), which is the same on every machine:
 * executions of the search alone, of which nothing is reported and nobody is told. If a plainer path was found it is
 * replayed then, and the report has its error. */
Status search_shrink(Search *s, const char *text, double seconds, u64 work);
void shrunk_free(Search *s);
void shrunk_json(const Search *s, Json *j); /* the member "shrunk" of the report */

#endif
