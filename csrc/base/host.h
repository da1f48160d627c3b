/* host.h -- what the layers below the C engine (Python, a test driver) may hook into. Layer 1.
 *
 * The engine never calls upward by name: py/ (or a C test) fills one Host and the engine
 * tests the mask before it calls. A callback returns ST_ERROR to end the search in order. */
#ifndef JPF_HOST_H
#define JPF_HOST_H
#include "base/base.h"

enum HostEvent {
    HE_NONE = 0,
    HE_OUTPUT = 1u << 0, /* the program printed */
    HE_POLL = 1u << 1,   /* called every few ms of work: signals, progress */
    HE_SEARCH = 1u << 2, /* search notifications (later issue) */
    HE_VM = 1u << 3,     /* VM notifications (later issue) */
};

typedef struct Host {
    u32 mask;
    void *user;
    /* The program under test wrote bytes to fd 1 or 2 on the current path. */
    Status (*output)(void *user, int fd, const char *bytes, size_t n);
    /* Poll; ST_ERROR with no pending error means "interrupted". */
    Status (*poll)(void *user);
} Host;

#endif
