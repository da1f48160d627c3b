/* sleepers.h -- who slept in each state when it was last left, where several engines search (por/sleep.c). Layer 11. */
#ifndef JPF_SLEEPERS_H
#define JPF_SLEEPERS_H
#include "base/disk.h"

typedef struct Sleepers Sleepers;

/* NULL: no memory. They are of no engine's Ctx. */
Sleepers *sleepers_new(void);
void sleepers_free(Sleepers *s);
/* They lie in files in the disk's folder; before the first one. */
Status sleepers_spill(Sleepers *s, Ctx *cx, const Disk *first);
u64 sleepers_bytes(const Sleepers *s); /* in memory */
/* These threads sleep in the state, which was just found. What fails is told to cx. */
Status sleepers_put(Sleepers *s, Ctx *cx, u32 id, const u64 *keys, u32 n);
/* Those that sleep in the state and are none of keys[0 .. n) do so no more, in one step.
 *
 * They are written to woken, *k of them, those that stay asleep to kept, *stay of them. `room`: of both. False: it is
 * too small, and nothing was changed. */
bool sleepers_wake(Sleepers *s, u32 id, const u64 *keys, u32 n, u64 *woken, u32 *k, u64 *kept, u32 *stay, u32 room);

void sleepers_pack(Sleepers *s, Pack *p); /* where no other engine is; read, there are none yet */

#endif
