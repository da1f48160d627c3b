/* rest.h -- what calls of the library leave behind in its objects that nobody can tell from nothing. Layer 3.
 *
 * jdk/rest.def says which classes have such words, and why. */
#ifndef JPF_REST_H
#define JPF_REST_H
#include "classes/classes.h"

/* Words are 1 + payload word; 0: none. */
typedef struct RestClass {
    u16 head, tail;  /* a queue of threads: its first node is a dummy that has been used or not */
    u16 status;      /* of a node: in the dummy it counts for nothing */
    u16 link[2];     /* of a node: what is null in a dummy that is alone */
    u16 front, back; /* a queue of offers: where its first node is spent or another one's */
    u16 data, spent; /* of a node: does it offer something; the same, where the first node is always spent */
    u16 item;        /* what */
    u16 gone, after; /* of a node: `after` counts for nothing once `gone` is null and no object refers to the node */
    u16 whose, much; /* `much` counts only while `whose` is not null */
    /* a pool: where to look first for tasks; is negative where it stops; its queues; who makes its workers */
    u16 rover, stops, queues, factory;
    u16 tasks; /* of a queue of tasks: its array */
    /* state/crew.c. A pool of threads: the set of its workers; who makes their threads. A worker: its pool */
    u16 crew, maker, pool;
} RestClass;

/* Sets ci->rest of a class whose layout is done. ST_ERROR: ERR_NOMEM. */
Status rest_of_class(Classes *cs, ClassInfo *ci);

#endif
