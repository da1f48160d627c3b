/* text.h -- growable text and JSON writing. Layer 1. */
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
/* A JSON string of UTF-8 (invalid bytes become U+FFFD), quotes included. NULL: null. */
void text_json(Text *t, const char *s, size_t n);
void text_json_z(Text *t, const char *s);
/* "key": -- with a comma before it unless an object or array has just begun. */
void text_key(Text *t, const char *key);
void text_comma(Text *t);
/* Modified UTF-8 (class files) to UTF-8 for JSON and messages. */
void text_json_sym(Text *t, const char *s, size_t n);

/* A truth value as JPF's files write it; false: it is none, and *v is left as it was. */
bool bool_of(const char *s, bool *v);

#endif
