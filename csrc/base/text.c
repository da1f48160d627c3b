/* text.c -- growable text, truth values. */
#include "base/text.h"

#include <stdio.h>

void text_init(Text *t, Ctx *cx) {
    memset(t, 0, sizeof *t);
    t->cx = cx;
}

void text_free(Text *t) {
    cx_free(t->cx, t->v, t->cap);
    t->v = NULL;
    t->n = t->cap = 0;
}

static bool room(Text *t, size_t n) {
    if (t->failed) return false;
    if (t->n + n + 1 <= t->cap) return true;
    size_t cap = t->cap ? t->cap * 2 : 256;
    while (cap < t->n + n + 1) cap *= 2;
    char *v = cx_realloc(t->cx, t->v, t->cap, cap);
    if (!v) {
        t->failed = true;
        return false;
    }
    t->v = v;
    t->cap = cap;
    return true;
}

void text_put(Text *t, const char *s, size_t n) {
    if (!room(t, n)) return;
    mem_copy(t->v + t->n, s, n);
    t->n += n;
    t->v[t->n] = 0;
}

void text_z(Text *t, const char *s) { text_put(t, s, strlen(s)); }

void text_f(Text *t, const char *fmt, ...) {
    va_list ap, ap2;
    va_start(ap, fmt);
    va_copy(ap2, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n >= 0 && room(t, (size_t)n)) {
        vsnprintf(t->v + t->n, (size_t)n + 1, fmt, ap2);
        t->n += (size_t)n;
    }
    va_end(ap2);
}

bool bool_of(const char *s, bool *v) {
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "f", "t", "0", "1"};
    for (u32 i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(s, words[i]) == 0) return *v = i & 1, true;
    return false;
}
