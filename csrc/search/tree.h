/* tree.h -- states that can be gone back to. Layer 11.
 *
 * A state is kept as the choice that leads to it from the one before: any of them is made the last level by undoing
 * to the common ancestor and executing the rest of its path again, which costs what that is long. */
#ifndef JPF_TREE_H
#define JPF_TREE_H
#include "base/arena.h"

typedef struct Search Search;

typedef struct TreeNode {
    u32 parent;
    u64 choice; /* index of the choice; for a thread its id, as reductions reorder the choices (level_word) */
    u32 state;  /* the state's id */
    u32 set_id;
    u32 from, answers; /* what the program was told on the way from the parent: place and number in Tree.told */
} TreeNode;

/* Level 0 is the root, node 0; level k of a path is the state that its k-th transition led to, and Level.node says
 * which node it is. */
typedef struct Tree {
    VEC(TreeNode) nodes;
    VEC(i64) told;
} Tree;

/* The root, and the initial state as node 1 where there is one; listeners are told that the root is done with. */
Status tree_begin(Search *s);
void tree_free(Search *s);
/* The last level, reached from the one before it, is a node from now on. */
Status tree_add(Search *s);
/* Make the node the last level, with all its choices still to be tried but those that reductions leave out. */
Status tree_go(Search *s, u32 node);

#endif
