/* turn.h -- threads that wait for each other a little at a time, and look at limits and signals meanwhile. Layer 1. */
#ifndef JPF_TURN_H
#define JPF_TURN_H
#include "base/base.h"

#include <pthread.h>

/* On the monotonic clock. False: no memory. */
bool turn_init(pthread_cond_t *turn);
/* Until it is signalled, for 20 ms at most; the caller holds the lock, which is left meanwhile. */
void turn_wait(pthread_cond_t *turn, pthread_mutex_t *lock);

#endif
