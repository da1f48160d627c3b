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

typedef enum Status {
    ST_OK = 0,
    ST_ERROR = -1, /* the Ctx holds the pending error */
} Status;

typedef enum ErrKind {
    ERR_NONE = 0,
    ERR_NOMEM,    /* the host refused memory, or a memory limit was met */
    ERR_IO,       /* a file could not be read */
    ERR_CONFIG,   /* usage, configuration, class path: exit status 2 */
    ERR_FORMAT,   /* malformed class file, jar or jimage */
    ERR_INTERNAL, /* an invariant of ours is broken */
} ErrKind;

typedef struct Err {
    ErrKind kind;
    char msg[1024];
} Err;

struct Host; /* base/host.h */

/* The context of one VM: pending error, memory accounting, host callbacks. */
typedef struct Ctx {
    Err err;
    const struct Host *host;
    u64 bytes;      /* live bytes from cx_alloc */
    u64 limit;      /* 0: none */
    u64 fail_after; /* stress: the n-th allocation from now fails; 0: off */
} Ctx;

/* Record an error unless one is pending already. Always returns ST_ERROR. */
Status cx_fail(Ctx *cx, ErrKind kind, const char *fmt, ...) JPF_PRINTF(3, 4);
void cx_clear(Ctx *cx);

/* Checked memory: NULL only with ERR_NOMEM pending. cx_alloc zeroes. Sizes are passed
 * back on release so that accounting needs no header. */
void *cx_alloc(Ctx *cx, size_t n);
void *cx_realloc(Ctx *cx, void *p, size_t old, size_t n);
void cx_free(Ctx *cx, void *p, size_t n);
char *cx_strndup(Ctx *cx, const char *s, size_t n); /* size n + 1, NUL added */

#endif
