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
    cx->err.kind = ERR_NONE;
    cx->err.msg[0] = 0;
}

/* May `more` bytes be taken on top of what is live? Counts fail_after down: the allocation
 * that takes it to 0 fails, later ones work again, so that a test can sweep n. */
static bool grant(Ctx *cx, size_t more) {
    if (JPF_UNLIKELY(cx->fail_after) && --cx->fail_after == 0) {
        cx_fail(cx, ERR_NOMEM, "out of memory (injected)");
        return false;
    }
    if (JPF_UNLIKELY(more > PTRDIFF_MAX)) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", more);
        return false;
    }
    if (JPF_UNLIKELY(cx->limit && (cx->bytes > cx->limit || more > cx->limit - cx->bytes))) {
        cx_fail(cx, ERR_NOMEM, "memory limit of %llu bytes reached", (unsigned long long)cx->limit);
        return false;
    }
    return true;
}

void *cx_alloc(Ctx *cx, size_t n) {
    if (!grant(cx, n)) return NULL;
    void *p = calloc(1, n ? n : 1);
    if (!p) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", n);
        return NULL;
    }
    cx->bytes += n;
    return p;
}

void *cx_realloc(Ctx *cx, void *p, size_t old, size_t n) {
    if (!p) return cx_alloc(cx, n);
    if (!grant(cx, n > old ? n - old : 0)) return NULL;
    void *q = realloc(p, n ? n : 1);
    if (!q) {
        cx_fail(cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", n);
        return NULL;
    }
    if (n > old) memset((char *)q + old, 0, n - old);
    cx->bytes += n;
    cx->bytes -= old;
    return q;
}

void cx_free(Ctx *cx, void *p, size_t n) {
    if (!p) return;
    cx->bytes -= n;
    free(p);
}

char *cx_strndup(Ctx *cx, const char *s, size_t n) {
    char *p = cx_alloc(cx, n + 1);
    if (p && n) memcpy(p, s, n);
    return p;
}
