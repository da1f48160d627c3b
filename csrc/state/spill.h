/* spill.h -- keys that do not fit into memory: sorted runs of them on the disk. Layer 10.
 *
 * A run is a file of pages of keys with their ids, in order, which is never changed. In memory it has a filter (Putze,
 * Sanders and Singler, Cache-, hash- and space-efficient Bloom filters, 2007), which says of most keys that they are
 * not there, and the first key of each page (a fence), so that a key that may be there costs one page to be read. Runs
 * of about the same length are merged, so there are few.
 *
 * What must hold: a key is in one run at most, and in none while it is in memory. So whether a state is known is
 * answered at once and exactly, as searches with reductions need it.
 *
 * Several may ask at once, each with a SpillReader; nobody does while runs are made or merged. */
#ifndef JPF_SPILL_H
#define JPF_SPILL_H
#include "base/disk.h"
#include "base/hash.h"

typedef struct Spill Spill;
typedef struct SpillKey { /* the key with what sorts it first: see spill_sign */
    u32 sign[2], hi[2], id;
} SpillKey;

/* Keys are sorted by this, then by their upper word. It is what places them in tables, too (stateset.c). */
static inline u64 spill_sign(H128 k) { return k.lo ^ (k.hi >> 7); }
SpillKey spill_key(H128 k, u32 id);
H128 spill_h128(const SpillKey *k);

Spill *spill_new(Ctx *cx, Disk *d);
void spill_free(Spill *s);
/* The keys become a run; they are sorted where they are. spill_merge comes before the next one. */
Status spill_put(Spill *s, SpillKey *v, u64 n);
/* The same of n keys that come in parts, one behind the other in the order of runs. A failure leaves the runs as they
 * were, and the writer is to be given up with `whole` false. */
typedef struct SpillWriter SpillWriter;
SpillWriter *spill_begin(Spill *s, u64 n);
Status spill_add(SpillWriter *w, SpillKey *v, u64 n); /* which are sorted where they are */
void spill_end(SpillWriter *w, bool whole);
/* Runs of about the same length become one, whose filter is made beside theirs: where that takes more than `room` bytes
 * of memory, or the disk has no room for both, there are more runs. A failure leaves them as they were. */
bool spill_due(const Spill *s);
Status spill_merge(Spill *s, u64 room);
/* Who asks: a page of its own, and errors of its Ctx. */
typedef struct SpillReader SpillReader;
SpillReader *spill_reader(Ctx *cx, const Disk *d);
void spill_reader_free(SpillReader *r);
Status spill_told(SpillReader *r, const Err *e); /* an error of the runs becomes one of its Ctx */
u64 spill_reads(const SpillReader *r); /* pages that it has read to find a key */
Status spill_find(const Spill *s, SpillReader *r, H128 key, bool *found, u32 *id);
void spill_prefetch(const Spill *s, H128 key);
u64 spill_count(const Spill *s);
u64 spill_bytes(const Spill *s); /* in memory */
/* All keys, run by run; until `each` fails. */
Status spill_each(const Spill *s, SpillReader *r, Status (*each)(void *user, const SpillKey *k), void *user);

#endif
