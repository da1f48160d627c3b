/* meet.h -- what several engines have learned of one program, put together. Layer 11.
 *
 * Fewer scheduling points and fewer states rest on what was seen so far (assume.c, kernel/fielduse.h, kernel/looks.h
 * kernel/places.h, state/footprint.c). Each engine tests what it relies on against what it sees itself; here it is
 * tested against what the others see. What must hold:
 *  - what one engine knows when it gives a part, another one knows before it executes the path to it, so that the path
 *    has the same scheduling points there;
 *  - when the search ends, all that was seen is known here, so that nothing that any engine has relied upon was seen to
 *    be wrong by another; where it was, the search begins again (Search.restart), and what is known here stays.
 * Whoever calls has the facts for himself meanwhile. */
#ifndef JPF_MEET_H
#define JPF_MEET_H
#include "base/arena.h"

typedef struct Search Search;
typedef struct Facts Facts;

/* NULL: no memory. They are of no engine's Ctx. */
Facts *facts_new(void);
void facts_free(Facts *f);
/* The engine tells what it has seen and relied upon, and is told what the others have seen. */
Status facts_meet(Facts *f, Search *s);
/* An engine begins with what is known here, before it makes its first transition. */
void facts_adopt(const Facts *f, Search *s);

/* Engines in other processes (spread.h) have Facts of their own, as bytes on the way. */
typedef VEC(u8) FactBytes;
Status facts_write(Facts *f, FactBytes *out);
void facts_drop_bytes(Facts *f, FactBytes *b);
/* n is 0: nothing is known yet. NULL: no memory, or they are damaged. */
Facts *facts_read(const void *v, size_t n);
/* What another engine has come to know is known here, too. *wrong: somebody has relied on what is not so. */
Status facts_put(Facts *f, const Facts *g, bool *wrong);
bool facts_wrong(const Facts *f);
/* The search begins again: what was relied upon counts no more, what was learned does. */
void facts_renew(Facts *f);

#endif
