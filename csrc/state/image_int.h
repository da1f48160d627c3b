/* image_int.h -- what the files of images share: cells, leaves, nodes. */
#ifndef JPF_IMAGE_INT_H
#define JPF_IMAGE_INT_H
#include "state/image.h"
#include "state/state_int.h"

#define CELL_WORDS 16u
#define FANOUT 4u
#define LEAF_NONE 0u   /* as in the first state */
#define LEAF_ABSENT 1u /* the object, the frame ... is not there */

/* Names of cells: space, what, piece. */
enum Space {
    SPACE_OBJECT,
    SPACE_THREAD,
    SPACE_STACK,
    SPACE_KERNEL,
    SPACE_INTERN,
    SPACE_LOADER,
    SPACE_LEVEL,
    SPACE_SEAL, /* a name that was given under search */
    SPACE_OUTPUT /* what the path has printed: it only grows along a path */
};
static inline u64 cell_key(enum Space s, u32 what, u32 piece) { return (u64)s << 60 | (u64)what << 28 | piece; }
static inline enum Space key_space(u64 k) { return (enum Space)(k >> 60); }
static inline u32 key_what(u64 k) { return (u32)(k >> 28); }
static inline u32 key_piece(u64 k) { return (u32)k & 0xFFFFFFFu; }

typedef struct Leaf {
    u32 w[CELL_WORDS];
} Leaf;
typedef struct ImageNode {
    u32 kid[FANOUT];
} ImageNode;
typedef struct CellSet { /* a cell and its leaf */
    u32 cell, leaf;
} CellSet;
typedef struct CellDiff {
    u32 cell, was, now; /* leaves, never LEAF_NONE */
} CellDiff;

struct Images {
    StateEngine *se;
    Heap *heap;
    KernelState *ks;
    Ctx *cx;
    TrailMark base; /* of the first state */
    u64 base_pos;
    u32 base_out; /* bytes printed up to the first state */
    u32 base_epoch;
    bool moved; /* images_go was called: the state engine's log before is gone */
    VEC(Leaf) leaves;
    VEC(ImageNode) nodes;
    struct Unique {
        u32 *slot; /* index; 0: free */
        u32 n, cap;
    } leaf_of, node_of;
    Map cell_of;
    VEC(u64) keys;      /* by cell */
    VEC(u32) first;     /* by cell: its leaf in the first state */
    VEC(u32) stamp;     /* by cell: the take that has it in `sets` */
    u32 takes;
    /* scratch */
    VEC(CellSet) sets;
    VEC(u32) fresh;     /* cells met for the first time */
    VEC(u64) swapped;   /* ends of trail records */
    VEC(CellDiff) diffs;
    VEC(u32) coming;    /* of diffs: objects that are to be made */
    VEC(u32) low;       /* by thread: lowest line of its stack that differs; UINT32_MAX: none */
    VEC(u8) touched;    /* by thread */
    WordVec level;
};

/* --- images.c --- */
u32 leaf_make(Images *im, const u32 w[CELL_WORDS]); /* LEAF_NONE: error pending */
/* The cell of a key; `make`: it is made, and noted in im->fresh. UINT32_MAX: there is none, or error pending. */
u32 cell_at(Images *im, u64 key, bool make);
u32 leaf_in(const Images *im, u32 image, u32 cell); /* never LEAF_NONE */
Status image_set(Images *im, u32 image, u32 *out);  /* with im->sets, which it sorts */
Status image_diff(Images *im, u32 from, u32 to);    /* into im->diffs */

/* --- capture.c: pieces of the running state --- */
u32 object_pieces(const Heap *h, Ref r);
void object_piece(const Heap *h, Ref r, u32 piece, u32 w[CELL_WORDS]);
void stack_piece(const ThreadInfo *ti, u32 line, u32 w[CELL_WORDS]);
Status threads_untouched(Images *im); /* low and touched: none is */
void kernel_piece(const Images *im, u32 w[CELL_WORDS]);
#define CELL_BYTES (CELL_WORDS * 4)
#define OBJECT_HEAD 4u /* words of piece 0 before the payload: class, length, flags, monitor */
static inline const u8 *stack_end(const ThreadInfo *ti) {
    return ti->top ? (const u8 *)ti->top + fr_used(ti->top) : ti->stack;
}
/* Order of the words of SPACE_KERNEL. */
enum {
    KW_THREADS,
    KW_LIVE,
    KW_BOUNDARIES,
    KW_TURN,
    KW_TURNS,
    KW_CLOCK,
    KW_REACH = KW_CLOCK + 4,
    KW_CUR = KW_REACH + 2,
    KW_OUT,
    KW_ANSWERS
};

#endif
