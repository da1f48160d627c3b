/* permute.c -- pseudo-random order and permutations by index, in constant memory. */
#include "choice/choice.h"

/* A permutation of 0..2^(2b)-1 by four Feistel rounds, b the half width; indices outside 0..n-1 are
 * walked on (the domain is less than four times n, so about four steps at worst on average). */
u64 permute_index(u64 seed, u64 n, u64 i) {
    if (n < 2) return i;
    u32 half = 1;
    while (half < 31 && (1ull << (2 * half)) < n) half++;
    u64 mask = (1ull << half) - 1;
    do {
        u64 l = i >> half, r = i & mask;
        for (u32 k = 0; k < 4; k++) {
            u64 t = l ^ (mix64(seed + k, r) & mask);
            l = r;
            r = t;
        }
        i = l << half | r;
    } while (i >= n);
    return i;
}

static u64 factorial(u32 n) { /* saturates: no search comes to 2^62 choices */
    u64 f = 1;
    for (u32 k = 2; k <= n; k++) {
        if (f > (1ull << 62) / k) return 1ull << 62;
        f *= k;
    }
    return f;
}

u64 perm_count(u32 size, u32 variant, u64 wanted) {
    switch (variant) {
    case PERM_TOTAL: return factorial(size);
    case PERM_PAIR: return size < 2 ? 1 : (u64)size * (size - 1) / 2 + 1;
    default: return wanted;
    }
}

/* Total: the factorial number system, in lexicographic order. Pair: the identity, then each exchange of
 * two. Random: Fisher and Yates from (seed, i); two indices may give the same one, as in JPF. */
void perm_at(const ChoiceGenerator *cg, u64 i, u32 *out) {
    u32 size = perm_size(cg);
    for (u32 k = 0; k < size; k++) out[k] = k;
    if (cg->delta == PERM_PAIR) {
        if (i-- == 0) return;
        u32 a = 0;
        while (i >= size - 1 - a) i -= size - 1 - a++;
        u32 b = a + 1 + (u32)i;
        out[a] = b;
        out[b] = a;
    } else if (cg->delta == PERM_RANDOM) {
        u64 x = mix64(cg->u.seed, i);
        for (u32 k = size; k > 1; k--) {
            x = mix64(x, k);
            u32 j = (u32)(x % k), t = out[k - 1];
            out[k - 1] = out[j];
            out[j] = t;
        }
    } else {
        for (u32 k = 0; k + 1 < size; k++) {
            u64 f = factorial(size - 1 - k);
            u32 d = (u32)(i / f), v = out[k + d];
            i %= f;
            mem_move(out + k + 1, out + k, d * sizeof *out);
            out[k] = v;
        }
    }
}
