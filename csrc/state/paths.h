/* paths.h -- Paths: objects by a way that leads to them from a root. Layer 10.
 *
 * Two states that are equal but for names of threads have their objects in the same places: what a way leads to in one
 * is what it leads to in the other, if it begins with the thread that corresponds. A label does not serve for that, for
 * where several ways lead to an object the names of threads decide which of them labels it.
 *
 * Ways go along what the canonical form follows (canon.c). None begins in a frame of a thread that stands in a join, as
 * the form has another frame instead (await.c). */
#ifndef JPF_PATHS_H
#define JPF_PATHS_H
#include "state/state.h"

enum { PATH_THREADS = 64, PATH_NOBODY = 255 };

typedef struct PathNode {
    u32 up;     /* the way without its last step; 0: a root */
    u32 thread; /* of a root: number of the thread, or PATH_NOBODY: a static */
    u64 at;     /* ordinal of the reference in its object; name of the static; frame and word */
} PathNode;

typedef struct Paths {
    VEC(PathNode) nodes; /* from 1 on */
    Map index;           /* hash -> node; collisions go on to the next hash */
    Map static_of;       /* name -> index in StateEngine.sslots + 1 */
    u32 statics;         /* so many of these are in it */
    u32 round;
    VEC(struct PathEnd {
        u32 round;
        Ref r;
    })
    ends; /* by node: what it leads to, if `round` is the current one */
} Paths;

void paths_begin(Ctx *cx, Paths *p); /* empty, whatever was there */
void paths_free(Ctx *cx, Paths *p);
/* A way to r in the current state; number: of each thread, by id. 0: there is none to be named. */
Status path_to(StateEngine *se, Paths *p, const u8 *number, Ref r, u32 *path);
/* The state, or who is called what, is another one than when path_end was asked last. */
void paths_anew(Paths *p);
/* What the way leads to in the current state; ids: of each thread, by number. 0: nothing. */
Status path_end(StateEngine *se, Paths *p, const u8 *ids, u32 path, Ref *r);
void paths_pack(Paths *p, Pack *k); /* both ways */

#endif
