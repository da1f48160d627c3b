/* singleton.c -- immortal objects without state: instances of non-capturing lambdas. */
#include "heap/heap_int.h"

Status heap_new_singleton(Heap *h, ClassInfo *ci, Ref *out) {
    if (immortal_new(h, ci, 0, ci->inst_size, out)) return ST_ERROR;
    return map_put(&h->in->seeds, *out, mix64(ci->key, 0x53696E67));
}
