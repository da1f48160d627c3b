/* tree.h -- states that can be gone back to. Layer 11.
 *
 * A state is kept as the choice that leads to it from the one before, and where that can be, as an image
 * (state/image.h). A state with an image is made from the one where the search stands, at a cost that follows what
 * differs. Any other is made from its nearest ancestor that has one, or that is on the path, by executing the choices
 * again.
 *
 * By execution come: all states of b-programs, and of searches with a listener that follows the state along its path
 * (EventSink.always: vector clocks, attributes); states behind a change that no image has; states reached in a waiting
 * loop, whose turns are known by the path; and states reached when images take half of the memory that the search may
 * have. What other listeners and native peers keep is nowhere taken back, in whatever way a state comes. */
#ifndef JPF_TREE_H
#define JPF_TREE_H
#include "base/arena.h"
#include "search/level.h"
#include "state/image.h"

typedef struct Search Search;

typedef struct TreeNode {
    u32 parent;
    u32 depth;
    u64 choice; /* index of the choice; for a thread its id, as reductions reorder the choices (level_word) */
    u32 state;  /* the state's id */
    u32 set_id;
    u32 from, answers; /* what the program was told on the way from the parent: place and number in Tree.told */
    u32 thread; /* the one that ran last on that way */
} TreeNode;

typedef struct NodeImage {
    H128 key, raw; /* as in Level */
    u64 place;
    u32 image;
    u32 age;    /* of the images it is one of */
    bool spins; /* reached in a waiting loop: what is known of its turns is with the path (por/spin.c) */
    Tail tail;
    bool setup; /* no choice was met up to here (only_setup) */
} NodeImage;

/* Level 0 is the root, node 0; level k of a path is the state that its k-th transition led to, and Level.node says
 * which node it is. The levels from 1 to `solid` are hollow: the path leads through them, but the search was never
 * there
 * since it went to the state of level `solid`. tree_fill gives them their generators. */
typedef struct Tree {
    DISK_VEC(TreeNode) nodes;
    DISK_VEC(i64) told;
    DISK_VEC(NodeImage) image_of; /* by node, as long as images are taken */
    VEC(u64) hosts;          /* generators of the host that images name, one for each time: kept until they go */
    Images *images;
    u32 age;
    u32 solid; /* first level behind the root that can be gone back to by undoing; 0 and 1: all can */
    u32 at;    /* node of that level, where images were gone to */
    u64 again; /* transitions executed again */
    const char *why_again; /* why some state that was gone back to had no image; NULL: none was */
    bool wanted, moved, filled;
} Tree;

/* The root, and the initial state as node 1 where there is one; listeners are told that the root is done with. */
Status tree_begin(Search *s);
void tree_free(Search *s); /* while images are in use they stay until the search goes back to its root */
void tree_release(Search *s);
/* The last level, reached from the one before it, is a node from now on. */
Status tree_add(Search *s);
/* Make the node the last level, with all its choices still to be tried but those that reductions leave out. */
Status tree_go(Search *s, u32 node);

/* Checkpoints: all nodes, and read, with the initial state as the last level, that node becomes it. What images there
 * were are made anew where states are gone back to. */
Status tree_pack(Search *s, Pack *p, u32 node);

/* Stress: go to that many nodes, drawn by cfg.seed. */
Status tree_wander(Search *s, u32 jumps);

/* --- for who walks the path --- */
/* Is level i (not the root) one that was never entered? */
static inline bool tree_hollow(const Tree *t, u32 i) { return i && i < t->solid; }
/* Hollow levels get their generators, with the choices that were made, for who looks at them. */
Status tree_fill(Search *s);
/* All levels from `n` on are dropped; nothing is undone. */
void tree_drop_levels(Search *s, u32 n);
/* The level below the last one is hollow: it becomes the last. */
Status tree_up(Search *s);
/* Before the whole path is left: the last level is the initial state where levels are hollow. Nothing is executed,
 * for
 * what the search takes for granted may have changed since the path was. */
void tree_home(Search *s);
/* Back to the root, before main has run: images are given up, as the program's objects will lie elsewhere. */
Status tree_root(Search *s);
/* Did the path meet no choice down to the level before `solid`? */
bool tree_setup(const Search *s);

#endif
