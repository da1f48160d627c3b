/* turn.c -- waiting a little at a time. */
#include "base/turn.h"

#include <time.h>

enum { WAIT_MS = 20 };

bool turn_init(pthread_cond_t *turn) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    bool made = pthread_cond_init(turn, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    return made;
}

void turn_wait(pthread_cond_t *turn, pthread_mutex_t *lock) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += WAIT_MS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    (void)pthread_cond_timedwait(turn, lock, &t);
}
