/* image.h -- images of states: what their words hold, kept so that any of them can be made again. Layer 10.
 *
 * An image is a tree over cells of 16 words: a piece of an object, of a stack, of a thread's record ... Cells are
 * numbered
 * as they are first met; a number stands for the same place in all states. Nodes and leaves are kept once each, so a
 * transition costs the cells it wrote and the nodes above them, and two states are compared by walking what differs
 * (Filliatre and Conchon, Type-safe modular hash-consing, 2006). A cell that no transition up to a state has
 * written has
 * no leaf there: its words are those of the state in which images_new was called.
 *
 * images_go makes a state from another: it writes the words that differ, lets objects come and go at their places,
 * and
 * closes that like a transition, so that labels and key follow what differs too. What it cannot write down makes
 * images_take answer IMAGE_NONE: memory on the trail that is neither the heap's, a thread's nor KernelState's. */
#ifndef JPF_IMAGE_H
#define JPF_IMAGE_H
#include "state/state.h"

typedef struct Images Images;
enum { IMAGE_FIRST = 0, IMAGE_NONE = UINT32_MAX }; /* the state of images_new; no image */

/* The state where the engine stands is the first; the trail up to here is kept by images_go. NULL: error pending. */
Images *images_new(StateEngine *se);
void images_free(Images *im);
/* The state that the steps since `mark` have led to from the one of image `from`; `level`: words that are kept with
 * it. */
Status images_take(Images *im, u32 from, TrailMark mark, const WordVec *level, u32 *out);
Status images_level(Images *im, u32 image, WordVec *out);
/* The engine stands at the state of image `from`. *key is `to`'s. On failure the state is neither. */
Status images_go(Images *im, u32 from, u32 to, H128 *key);
/* Undo what was done since images_go was called last. */
void images_home(Images *im);
/* Bytes for all images. */
u64 images_bytes(const Images *im);

#endif
