/* namer.h -- names of objects, and values as text, in traces. Layer 11. */
#ifndef JPF_NAMER_H
#define JPF_NAMER_H
#include "base/text.h"
#include "heap/heap.h"

typedef struct Search Search;

/* Objects are named Class@1, Class@2 ... per class in the order the snapshot meets them. */
typedef struct Namer {
    Search *s;
    Map ids;    /* ref -> number */
    Map counts; /* class -> last number */
} Namer;

void namer_init(Namer *nm, Search *s);
void namer_free(Namer *nm);
void object_name(Namer *nm, Ref r, char *buf, size_t n);
/* type: the first character of a descriptor; w: one word or two, as on the operand stack. */
void value_text(Namer *nm, char type, const u32 *w, Text *out);

#endif
