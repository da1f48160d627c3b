/* hash.c -- byte strings to 64 and 128 bits. */
#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

u64 hash_bytes(const void *p, size_t n, u64 seed) { return XXH3_64bits_withSeed(p, n, seed); }

H128 hash128_bytes(const void *p, size_t n, u64 seed) {
    XXH128_hash_t h = XXH3_128bits_withSeed(p, n, seed);
    return (H128){h.low64, h.high64};
}
