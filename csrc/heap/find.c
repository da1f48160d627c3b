/* find.c -- which object a word of the region belongs to. Layer 4. */
#include "heap/heap_int.h"

Ref heap_find(const Heap *h, u32 widx, u32 steps) {
    u64 g = widx / 2, i = g >> 6;
    if (g * GRANULE >= h->top) return 0;
    u64 m = h->in->starts[i] & (~(u64)0 >> (63 - (g & 63)));
    for (;;) {
        if (m) return (Ref)(i * 64 + 63 - (u64)__builtin_clzll(m));
        if (!i || !steps) return 0;
        steps--;
        m = h->in->starts[--i];
    }
}
