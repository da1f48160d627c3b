/* sharedset.h -- a set of 128-bit keys that several engines add to at once. Layer 10.
 *
 * The keys lie in shards, each a table of cache lines that are filled from the front. A key is added by reserving the
 * first free place on its way (one compare and exchange of the place's mark), writing it, and publishing the mark: who
 * meets a reserved place waits for the few instructions until it is published, and then compares. So equal keys meet in
 * the same place, and one of those who add them is told that it is new. Nothing is taken out.
 *
 * A shard grows alone. Who finds it full marks each place that is still free, so that nothing is added any more, copies
 * the keys, and puts the new table in place of the old one. Meanwhile keys are found as before; only who has a new key
 * for this very shard waits. An engine that looks into a table writes nothing but its own port: there it tells, each
 * time that it comes, how many tables had been replaced by then, and has none in its hands from before. A table that
 * was replaced is freed once all engines have come anew, or rest.
 *
 * A key has a number: one of the set's own, or one that came with it. A number may carry marks, each set once. Engines
 * take numbers in runs, so that the marks of what one of them finds lie together.
 *
 * Past memory (sharedset_spill) the tables are emptied into a sorted run on the disk (spill.h) when they would outgrow
 * what they may take. Whoever finds them full does so, alone: he stops the set, waits until no engine is within a call
 * of it, and lets them in again when the run is written and the runs are merged. An engine has nothing of the tables or
 * runs in its hands between two calls, so it does not matter where it stands then. Within a call runs do not change:
 * a key that is in no run and not in the table is nowhere, and is added as ever. So equal keys meet as they do in
 * memory: in the table, or one of them on the disk, where its number stands beside it. Shards follow each other as keys
 * do in runs: written one after the other, they are a run. Marks go by numbers, wherever the key is: they are in a
 * mapped file then. */
#ifndef JPF_SHAREDSET_H
#define JPF_SHAREDSET_H
#include "base/disk.h"
#include "base/hash.h"
#include "base/pack.h"

typedef struct SharedSet SharedSet;
/* An engine's way into the set; one thread at a time uses it. */
typedef struct SharedPort SharedPort;

/* NULL: no memory. It is not of any engine's Ctx. */
SharedSet *sharedset_new(void);
/* All ports are closed. */
void sharedset_free(SharedSet *s);
/* Before any engine: keys that do not fit into memory go to the disk's folder. `at`: so many are kept in memory; 0: as
 * sharedset_allow says. Errors are told to cx. */
Status sharedset_spill(SharedSet *s, Ctx *cx, const Disk *first, u64 at);
/* What the tables may take, and what they may take beside what is made while runs are merged. */
void sharedset_allow(SharedSet *s, u64 tables, u64 most);
/* NULL: there are 64 already, or no memory. What the disk does not give is told to cx. */
SharedPort *sharedset_open(SharedSet *s, Ctx *cx);
void sharedset_close(SharedPort *p);
/* The engine will not come for a while: nothing is kept for it. */
void sharedset_rest(SharedPort *p);
/* Others need the memory: all keys go to the disk, and the tables are small ones. False as below. */
bool sharedset_relieve(SharedPort *p);
/* *id: the key's number, which it keeps. False: no memory, or no disk, which was told; the set is as it was. */
bool sharedset_add(SharedPort *p, H128 key, bool *is_new, u32 *id);
/* The same, with a number that the caller gives; *id: the one that the key has. */
bool sharedset_put(SharedPort *p, H128 key, u32 value, bool *is_new, u32 *id);
/* Numbers up to n were given by sharedset_put; before the first sharedset_add. */
void sharedset_numbered(SharedSet *s, u64 n);
/* False: the disk does not give it, which was told. */
bool sharedset_find(SharedPort *p, H128 key, bool *known, u32 *id);
void sharedset_prefetch(SharedPort *p, H128 key);
/* Marks, by number. False: no memory; there is no mark then. */
enum SharedMark {
    SM_LEFT,     /* the state was left for good (search/kinds/dfs.c) */
    SM_TOLD,     /* who found the state has said who sleeps in it (search/por/sleep.c) */
    SM_NAMELESS, /* the state is stored without names (search/por/alike.c) */
    SM_MARKS = 4,
};
bool sharedset_mark(SharedSet *s, u32 id, enum SharedMark m);
void sharedset_unmark(SharedSet *s, u32 id, enum SharedMark m);
bool sharedset_has(const SharedSet *s, u32 id, enum SharedMark m);
/* Keys with their numbers and marks, both ways, where no other engine is; read, into an empty set. */
void sharedset_pack(SharedSet *s, SharedPort *port, Pack *p);
/* A call has failed: why. */
Status sharedset_failed(SharedSet *s, Ctx *cx);
/* Exact where nobody adds at the moment. */
u64 sharedset_count(const SharedSet *s);
u64 sharedset_bytes(const SharedSet *s);
u64 sharedset_tables(const SharedSet *s);  /* of these, those of the tables */
u64 sharedset_spilled(const SharedSet *s); /* keys on the disk */
u64 sharedset_reads(const SharedSet *s);   /* pages read, by all engines */
const Disk *sharedset_disk(const SharedSet *s); /* NULL: keys stay in memory */
/* Stress: of the hashes that give places only so many bits are kept; before the first key. 0: all. */
void sharedset_test_bits(SharedSet *s, u32 bits);

#endif
