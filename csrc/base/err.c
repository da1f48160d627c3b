/* err.c -- the pending error and checked memory of a Ctx. */
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

Status cx_fail(Ctx *cx, ErrKind kind, const char *fmt, ...) {
    if (cx->err.kind != ERR_NONE) return ST_ERROR; /* the first error is the cause */
    va_list ap;
    cx->err.kind = kind;
    va_start(ap, fmt);
    if (vsnprintf(cx->err.msg, sizeof cx->err.msg, fmt, ap) < 0) cx->err.msg[0] = 0;
    va_end(ap);
    return ST_ERROR;
}

void cx_clear(Ctx *cx) {
    if (JPF_UNLIKELY(cx->fail_on) && cx->err.kind == ERR_NOMEM) {
        cx->fail_on = false;
        cx->fail_after = 0;
    }
    cx->err.kind = ERR_NONE;
    cx->err.msg[0] = 0;
}

/* What glibc's allocator takes for n bytes: a word of its own, rounded to 16. */
static inline u64 cost(size_t n) { return n <= 24 ? 32 : (n + 8 + 15) & ~(u64)15; }

static inline void account(Ctx *cx, u64 more) {
    cx->bytes += more;
    if (cx->bytes > cx->peak) cx->peak = cx->bytes;
}

Status cx_over_limit(Ctx *cx) {
    return cx_fail(cx, ERR_NOMEM, "memory limit reached: %llu bytes (search.memory_limit)",
                   (unsigned long long)(cx->told_limit ? cx->told_limit : cx->limit));
}

/* May `more` bytes be taken on top of what is live? Counts fail_after down: the allocation
 * that takes it to 0 fails, later ones work again, so that a test can sweep n. */
static bool grant(Ctx *cx, size_t more) {
    if (JPF_UNLIKELY(cx->fail_after)) {
        if (cx->fail_after > 1) cx->fail_after--;
        else {
            if (!cx->fail_on) cx->fail_after = 0;
            cx_fail(cx, ERR_NOMEM, "out of memory (injected)");
            return false;
        }
    }
    if (JPF_UNLIKELY(more > PTRDIFF_MAX)) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", more);
        return false;
    }
    if (JPF_UNLIKELY(cx->limit && (cx->bytes > cx->limit || more > cx->limit - cx->bytes))) {
        cx_over_limit(cx);
        return false;
    }
    return true;
}

void *cx_alloc(Ctx *cx, size_t n) {
    if (!grant(cx, n < PTRDIFF_MAX ? cost(n) : n)) return NULL;
    void *p = calloc(1, n ? n : 1);
    if (!p) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", n);
        return NULL;
    }
    account(cx, cost(n));
    return p;
}

void *cx_realloc(Ctx *cx, void *p, size_t old, size_t n) {
    if (!p) return cx_alloc(cx, n);
    if (!grant(cx, n >= PTRDIFF_MAX ? n : n > old ? cost(n) - cost(old) : 0)) return NULL;
    void *q = realloc(p, n ? n : 1);
    if (!q) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", n);
        return NULL;
    }
    if (n > old) {
        mem_fill((char *)q + old, 0, n - old);
        cx_worked(cx, (n - old) / 16);
    }
    cx->bytes -= cost(old);
    account(cx, cost(n));
    return q;
}

void cx_free(Ctx *cx, void *p, size_t n) {
    if (!p) return;
    cx->bytes -= cost(n);
    free(p);
}

char *cx_strndup(Ctx *cx, const char *s, size_t n) {
    char *p = cx_alloc(cx, n + 1);
    if (p && n) mem_copy(p, s, n);
    return p;
}
