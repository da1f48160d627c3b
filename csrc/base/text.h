/* text.h -- growable text. Layer 1. */
#ifndef JPF_TEXT_H
#define JPF_TEXT_H
#include "base/base.h"

/* A failed allocation sets `failed` and later calls do nothing: test once at the end. */
typedef struct Text {
    Ctx *cx;
    char *v;
    size_t n, cap;
    bool failed;
} Text;

void text_init(Text *t, Ctx *cx);
void text_free(Text *t);
void text_put(Text *t, const char *s, size_t n);
void text_z(Text *t, const char *s);
void text_f(Text *t, const char *fmt, ...) JPF_PRINTF(2, 3);

/* A truth value as JPF's files write it; false: it is none, and *v is left as it was. */
bool bool_of(const char *s, bool *v);

#endif
