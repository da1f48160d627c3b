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
    bool whole;      /* there was time for all variants */
} Shrunk;

/* For so many seconds, executions of the search alone: nothing is reported and nobody is told. */
Status search_shrink(Search *s, const char *text, double seconds);
void shrunk_free(Search *s);
void shrunk_json(const Search *s, Json *j); /* the member "shrunk" of the report */

#endif
