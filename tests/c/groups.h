/* groups.h -- checks of drivers that print a line per group. */
#ifndef TEST_GROUPS_H
#define TEST_GROUPS_H
#include <stdio.h>

static int failed, group_failed;
#define CHECK(x)                                                                                                       \
    do {                                                                                                               \
        if (!(x)) {                                                                                                    \
            printf("  %s:%d: %s\n", __FILE__, __LINE__, #x);                                                           \
            group_failed = 1;                                                                                          \
        }                                                                                                              \
    } while (0)
static void group(const char *name) {
    printf("%s %s\n", group_failed ? "FAIL" : "ok", name);
    failed |= group_failed;
    group_failed = 0;
}

#endif
