/* hash.h -- the only place that includes xxhash.h. Layer 1.
 *
 * State keys are sums of 128-bit mixes, so that one changed word costs one subtraction and
 * one addition (reference: incremental hashing, Nguyen and Ruys, SPIN 2008). */
#ifndef JPF_HASH_H
#define JPF_HASH_H
#include "base/base.h"

typedef struct H128 {
    u64 lo, hi;
} H128;

u64 hash_bytes(const void *p, size_t n, u64 seed);
H128 hash128_bytes(const void *p, size_t n, u64 seed);

static inline H128 h128_add(H128 a, H128 b) { return (H128){a.lo + b.lo, a.hi + b.hi}; }
static inline H128 h128_sub(H128 a, H128 b) { return (H128){a.lo - b.lo, a.hi - b.hi}; }
static inline bool h128_eq(H128 a, H128 b) { return a.lo == b.lo && a.hi == b.hi; }

/* One round of a 64x64->128 multiply fold (the wyhash/xxh3 primitive). */
static inline u64 mix_fold(u64 a, u64 b) {
    __uint128_t m = (__uint128_t)a * b;
    return (u64)m ^ (u64)(m >> 64);
}
static inline u64 mix64(u64 a, u64 b) {
    return mix_fold(mix_fold(a ^ 0x9E3779B97F4A7C15ull, b ^ 0xC2B2AE3D27D4EB4Full) ^ b, a ^ 0x165667B19E3779F9ull);
}
/* Two lanes with different constants: the 128-bit term of a pair. */
static inline H128 mix128(u64 a, u64 b) {
    H128 r;
    r.lo = mix_fold(mix_fold(a ^ 0xA0761D6478BD642Full, b ^ 0xE7037ED1A0B428DBull) + a, b ^ 0x8EBC6AF09C88C6E3ull);
    r.hi = mix_fold(mix_fold(b ^ 0x589965CC75374CC3ull, a ^ 0x1D8E4E27C47D124Full) + b, a ^ 0xEB44ACCAB455D165ull);
    return r;
}
static inline H128 mix128_3(u64 a, H128 b) {
    H128 x = mix128(a, b.lo), y = mix128(a ^ 0x4F1BBCDCBFA53E0Bull, b.hi);
    return (H128){mix_fold(x.lo ^ y.hi, 0x9FB21C651E98DF25ull ^ y.lo),
                  mix_fold(x.hi ^ y.lo, 0xDB4F0B9175AE2165ull ^ x.lo)};
}

#endif
