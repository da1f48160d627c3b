/* base.h -- types, status codes, the pending error, and checked memory. Layer 1.
 *
 * Every function that can fail on the host's side returns a Status and leaves one
 * pending record in the Ctx (the first error wins). Java exceptions are data of the
 * program under test and never travel this way. */
#ifndef JPF_BASE_H
#define JPF_BASE_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define JPF_LIKELY(x) __builtin_expect(!!(x), 1)
#define JPF_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define JPF_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* A program under test: one reference is the distance of an object from the heap's
 * base in 8-byte granules; 0 is null. */
typedef u32 Ref;

/* Blocks of bytes whose size is not a constant. C's own functions may not be given NULL even for no bytes, and an empty
 * vector's storage is NULL; tools/check_layers.py sees to it that they are called with constant sizes only. */
static inline void mem_copy(void *to, const void *from, size_t n) {
    if (n) memcpy(to, from, n);
}
static inline void mem_move(void *to, const void *from, size_t n) {
    if (n) memmove(to, from, n);
}
static inline void mem_fill(void *p, int byte, size_t n) {
    if (n) memset(p, byte, n);
}
static inline int mem_cmp(const void *a, const void *b, size_t n) { return n ? memcmp(a, b, n) : 0; }
static inline void *mem_find(const void *p, int byte, size_t n) { return n ? memchr(p, byte, n) : NULL; }
static inline void mem_sort(void *p, size_t n, size_t size, int (*cmp)(const void *a, const void *b)) {
    if (n > 1) qsort(p, n, size, cmp);
}
static inline void *mem_search(const void *key, const void *p, size_t n, size_t size,
                               int (*cmp)(const void *a, const void *b)) {
    return n ? bsearch(key, p, n, size, cmp) : NULL;
}

typedef enum Status {
    ST_OK = 0,
    ST_ERROR = -1, /* the Ctx holds the pending error */
} Status;

typedef enum ErrKind {
    ERR_NONE = 0,
    ERR_NOMEM, /* the host refused memory, or a memory limit was met */
    ERR_IO, /* a file could not be read */
    ERR_CONFIG, /* usage, configuration, class path: exit status 2 */
    ERR_FORMAT, /* malformed class file, jar or jimage */
    ERR_INTERNAL, /* an invariant of ours is broken */
    ERR_STOP, /* a limit of time was met, or somebody wants the call to end: in order, with what was found */
} ErrKind;

typedef struct Err {
    ErrKind kind;
    char msg[1024];
} Err;

struct Host; /* base/host.h */

/* The context of one VM: pending error, memory accounting, limits, host callbacks. */
typedef struct Ctx {
    Err err;
    const struct Host *host;
    u64 bytes; /* live bytes from cx_alloc, with what the host's allocator adds to each piece */
    u64 peak; /* the most it was */
    u64 limit; /* bytes that no allocation may pass; 0: no limit */
    u64 told_limit; /* what messages call it; 0: that */
    u64 fail_after; /* stress: the n-th allocation from now fails; 0: off */
    bool fail_on; /* stress: and so does each that follows, until the error is cleared */
    i64 fuel; /* work until the next look at the limits of time and at the host's signals: cx_work */
    i64 wall0, wall_end, cpu_end, poll_at; /* nanoseconds, of the monotonic clock and of the thread's CPU; 0: none */
    i64 looked; /* when the last look was, since wall0 */
    double time_limit, cpu_limit; /* seconds, for the message */
    const char *time_key; /* the property that time_limit is of; NULL: search.time_limit */
    bool interrupted; /* the host wants the call to end */
    /* Limits of time and the host's wish to end wait for a moment at which it is better to end, for PATIENCE at most:
     * then `due` is set, and `why` says what the error is to be. */
    bool patient, due;
    i64 due_at;
    char why[128];
    bool stopped; /* a limit was met and is being told of: nothing ends that */
} Ctx;

/* Record an error unless one is pending already. Always returns ST_ERROR. */
Status cx_fail(Ctx *cx, ErrKind kind, const char *fmt, ...) JPF_PRINTF(3, 4);
void cx_clear(Ctx *cx);

/* Work is counted in units of a few nanoseconds: a bytecode, a word that is copied, an object that is marked. Whatever
 * can run for long pays for what it does, wherever it does it, so that limits and signals are seen to within some
 * milliseconds. False: an error is pending (ERR_STOP, or the host's own). */
enum { CX_TANK = 1 << 20 };
bool cx_look(Ctx *cx);
static inline bool cx_work(Ctx *cx, u64 units) { return JPF_LIKELY((cx->fuel -= (i64)units) >= 0) || cx_look(cx); }
/* The same where nothing can be broken off: the next cx_work looks. */
static inline void cx_worked(Ctx *cx, u64 units) { cx->fuel -= (i64)units; }
/* mem_sort, linear where all but a few elements stand in order; tmp: room for n. */
void mem_settle(void *p, size_t n, size_t size, int (*cmp)(const void *a, const void *b), void *tmp);
/* mem_sort that pays for its work. False: an error is pending, the elements stand in any order, some of them twice. */
bool cx_sort(Ctx *cx, void *p, size_t n, size_t size, int (*cmp)(const void *a, const void *b));
/* Limits of wall time and of the calling thread's CPU time in seconds from now, 0: none. */
void cx_limits(Ctx *cx, double wall, double cpu);
/* Since wall0, in nanoseconds. */
i64 cx_now(const Ctx *cx);
/* What was put off until now (Ctx.due): the error is pending. Nothing is put off any more. */
Status cx_end_now(Ctx *cx);
/* Seconds of CPU time that the calling thread has used: a search runs in one thread, others have theirs. */
double cx_cpu(void);
/* Is the pending error one that ends a call in order: a limit, a signal, no memory? */
static inline bool cx_ends_in_order(const Ctx *cx) { return cx->err.kind == ERR_STOP || cx->err.kind == ERR_NOMEM; }
/* Clear such an error, and let what is left to be told be told. */
void cx_wind_up(Ctx *cx);

/* Checked memory: NULL only with ERR_NOMEM pending. cx_alloc zeroes. Sizes are passed
 * back on release so that accounting needs no header. */
void *cx_alloc(Ctx *cx, size_t n);
void *cx_realloc(Ctx *cx, void *p, size_t old, size_t n);
void cx_free(Ctx *cx, void *p, size_t n);
Status cx_over_limit(Ctx *cx); /* the error of an allocation that would pass the limit */
char *cx_strndup(Ctx *cx, const char *s, size_t n); /* size n + 1, NUL added */

#endif
