/* sharedset.h -- a set of 128-bit keys that several engines add to at once. Layer 10.
 *
 * The keys lie in shards, each a table of cache lines that are filled from the front. A key is added by reserving the
 * first free place on its way (one compare and exchange of the place's mark), writing it, and publishing the mark: who
 * meets a reserved place waits for the few instructions until it is published, and then compares. So equal keys meet in
 * the same place, and one of those who add them is told that it is new. Nothing is taken out. A shard grows alone:
 * it closes its gate, waits until those inside have left, and copies; the other shards go on.
 *
 * A key may carry a mark, set once (sharedset_leave): its state was left for good (search/por/persist.c). */
#ifndef JPF_SHAREDSET_H
#define JPF_SHAREDSET_H
#include "base/hash.h"

typedef struct SharedSet SharedSet;

/* NULL: no memory. It is not of any engine's Ctx. */
SharedSet *sharedset_new(void);
void sharedset_free(SharedSet *s);
/* *id: the key's number, which it keeps. False: no memory; the set is as it was. */
bool sharedset_add(SharedSet *s, H128 key, bool *is_new, u32 *id);
bool sharedset_find(SharedSet *s, H128 key, u32 *id);
void sharedset_prefetch(const SharedSet *s, H128 key);
void sharedset_leave(SharedSet *s, H128 key);
/* Takes the mark back; nobody else uses the set yet. */
void sharedset_unleave(SharedSet *s, H128 key);
bool sharedset_is_left(SharedSet *s, H128 key);
/* Exact where nobody adds at the moment. */
u64 sharedset_count(const SharedSet *s);
u64 sharedset_bytes(const SharedSet *s);
/* Stress: of the hashes that give places only so many bits are kept; before the first key. 0: all. */
void sharedset_test_bits(SharedSet *s, u32 bits);

#endif
