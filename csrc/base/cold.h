/* cold.h -- a stack whose deep part is packed. Layer 1.
 *
 * The stack is an array of words that grows at its end and stays where it is: what is packed keeps its addresses, but
 * has no memory there. Blocks of equal size are packed from the front on, once so many words stand above them (`hot`)
 * that they are not needed soon. Packing is exact: what is plain again is what was there, bit for bit.
 *
 * What must hold: words below `plain` are neither read nor written but through cold_plain (who goes back to them) or
 * cold_look (who only looks at them, or changes some). The stack never ends below `plain`. A pointer that outlives
 * what it was looked up for reads zeros without a sound; where `strict` is set it reads rubbish, and AddressSanitizer
 * is told of the words that nobody may touch. */
#ifndef JPF_COLD_H
#define JPF_COLD_H
#include "base/arena.h"

typedef struct ColdBlock {
    u8 *v; /* the packed words */
    u32 n; /* bytes */
    bool open; /* the words are plain for now */
} ColdBlock;

/* Blocks that are plain because they are looked at, beside those that are held; COLD_STRICT where `strict` is set: two
 * looks at what lies across the border of two blocks. */
enum { COLD_OPEN = 16, COLD_STRICT = 4, COLD_HELD = 3 };

typedef struct Cold {
    u32 block, hot; /* words; hot 0: nothing is packed */
    u64 least; /* words of a stack that is worth it */
    u64 plain; /* from this word on all are plain */
    VEC(ColdBlock) blocks; /* those below `plain` */
    const u32 *at; /* where the stack was when memory was given back */
    u64 held_from, held_to; /* words that stay plain (cold_hold) */
    u32 n_open;
    u32 open[COLD_OPEN + COLD_HELD]; /* blocks that are looked at, the one looked at last at the end */
    bool strict; /* whoever keeps a pointer for too long is found out */
} Cold;

/* Words of a block, those that stay plain above the blocks, and those of a stack that is not packed at all. */
enum { COLD_BLOCK = 1 << 14, COLD_HOT = 1 << 18, COLD_LEAST = 1 << 22 };
typedef struct ColdSizes {
    u32 block, hot;
    u64 least;
    bool strict;
} ColdSizes;
void cold_init(Cold *c, ColdSizes x); /* nothing if something is packed */
/* Is it time for cold_pack? The stack ends at word n. */
static inline bool cold_due(const Cold *c, u64 n) { return c->hot && n >= c->least && n - c->plain >= 2ull * c->hot; }
Status cold_pack(Ctx *cx, Cold *c, u32 *v, u64 n);
/* What `plain` will be then. */
static inline u64 cold_reach(const Cold *c, u64 n) {
    u64 to = n > c->hot ? (n - c->hot) / c->block * c->block : 0;
    return to > c->plain ? to : c->plain;
}
/* Room for `need` elements where there is room for cap: the array grows by what is packed next, and no more. */
static inline u64 cold_room(const Cold *c, u64 cap, u64 need, size_t elem) {
    u64 room = room_for(cap, need, elem), step = need + (8ull * c->hot + elem - 1) / elem;
    return c->hot && step < room && step * elem >= 4 * c->least ? step : room;
}
/* Room that is enough where words were made plain again and the stack ends at element n: its end moves down. */
static inline u64 cold_fit(const Cold *c, u64 cap, u64 n, size_t elem) {
    u64 step = 8ull * c->hot / elem;
    return cap > n + 2 * step ? n + step : cap;
}
/* All words from `from` on are plain. */
void cold_unpack(Ctx *cx, Cold *c, u32 *v, u64 from);
static inline void cold_plain(Ctx *cx, Cold *c, u32 *v, u64 from) {
    if (JPF_UNLIKELY(from < c->plain)) cold_unpack(cx, c, v, from);
}
/* These words are plain until cold_look was called twice for others, or cold_pack once. At most a block's worth. */
void cold_look(Ctx *cx, Cold *c, u32 *v, u64 from, u64 to);
/* These are plain until others are held, whatever is looked at, or cold_pack is called. At most a block's worth. */
void cold_hold(Ctx *cx, Cold *c, u32 *v, u64 from, u64 to);
/* The stack is empty, or freed right after: nothing of it is plain again. */
void cold_drop(Ctx *cx, Cold *c);

#endif
