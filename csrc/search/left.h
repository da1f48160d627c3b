/* left.h -- how many new states a search is likely to find yet. Layer 11.
 *
 * Knuth (Estimating the efficiency of backtrack programs, 1975) multiplies the choices along random paths, and Chen
 * (Heterogeneous sampling, 1992) does so by strata of nodes that are alike. Both count a tree. In a search that knows
 * states again most of that tree is never walked: what the second choice of a state leads to was mostly found behind
 * the first. So the search itself is the sample. Levels that are closed are put in strata by the number of their
 * choices; of each stratum it is known how many new states each choice but the first has brought, large subtrees
 * counting for more. Each choice of the path that is still open is expected to bring as many. More choices than any
 * closed level had are expected to bring more in the ratio of the last two strata.
 *
 * Breadth first the sizes of the layers are known. The logarithms of their ratios follow a falling line where layers
 * are bell-shaped, as most are (Pelanek, Typical structural properties of state spaces, SPIN 2004); it is continued.
 *
 * Several engines (work.h) each say this of their own path, now and then; the sum is of all.
 *
 * The numbers are for those who watch: nothing follows from them. docs/watching.md says how wrong they were. */
#ifndef JPF_LEFT_H
#define JPF_LEFT_H
#include "base/arena.h"

typedef struct Search Search;
typedef struct Level Level;

enum { LEFT_STRATA = 32 };
typedef struct LeftPacked {
    u32 to; /* levels up to there, from where the part before ends */
    u64 open[LEFT_STRATA]; /* choices to be tried, by stratum */
} LeftPacked;

typedef struct Left {
    struct LeftStratum {
        double weight, sum, squares; /* of the new states of a later choice, by the size of the level's subtree */
    } of[LEFT_STRATA];   /* by number of choices */
    VEC(u64) layers;     /* breadth first: states by depth, of the tree's first `seen` nodes */
    u32 seen;
    VEC(LeftPacked) packed; /* of the levels that are packed (path.c), as they were then */
} Left;

typedef struct LeftNow {
    u64 open;   /* choices of the path, or states, that wait */
    bool known; /* is there an estimate? */
    double states, low, high; /* new states to come; about two standard deviations to either side */
} LeftNow;

/* What one engine of several says of its path. */
typedef struct LeftPart {
    u64 open;
    bool known;
    double states, deviation;
} LeftPart;

LeftPart left_part(const Search *s);
void left_begin(Search *s);
void left_free(Search *s);
/* A choice of the level is about to be made; the last level is left for good. */
void left_chose(const Search *s, Level *l);
void left_closed(Search *s, const Level *l);
LeftNow left_now(Search *s);
/* Levels up to `to` are about to be packed; those from `from` on are plain again. */
Status left_packs(Search *s, u32 to);
void left_unpacked(Search *s, u32 from);

#endif
