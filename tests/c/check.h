/* check.h -- what the C drivers share: CHECK, random numbers, fake classes for a world without bytecode. */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H
#include <stdio.h>
#include <stdlib.h>

static int failures;
#define CHECK(x)                                                                                                       \
    do {                                                                                                               \
        if (!(x)) {                                                                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);                                                    \
            if (++failures > 20) exit(1);                                                                              \
        }                                                                                                              \
    } while (0)

#endif
