/* json.h -- JSON (RFC 8259) written at the end of a Text, without white space. Layer 1.
 *
 * The writer keeps the nesting and sets the commas. What would be no JSON (a value of an object without its key, a key
 * in an array, an end too many, a second value where one belongs, nesting deeper than JSON_DEPTH) sets the text's
 * `failed`, as want of memory does; what follows is dropped. json_done tells, once, at the end. */
#ifndef JPF_JSON_H
#define JPF_JSON_H
#include "base/text.h"

enum { JSON_DEPTH = 63 };

typedef struct Json {
    Text *t;
    u64 arrays;       /* bit d: what is open at depth d is an array */
    u32 depth, base;  /* base: where it began */
    bool more, keyed; /* more: what is open has an element; keyed: a key stands without its value */
} Json;

/* One value. */
void json_begin(Json *j, Text *t);
/* Members of an object or elements of an array without their brackets, for json_splice: what stands in t goes on. */
void json_part(Json *j, Text *t, bool array);
/* ST_ERROR: something has failed, or what was begun is not whole. */
Status json_done(const Json *j);

void json_object(Json *j);
void json_array(Json *j);
void json_end(Json *j); /* end of the object or array that was begun last */
void json_key(Json *j, const char *key);

/* UTF-8 (invalid bytes become U+FFFD); NULL: null. */
void json_str(Json *j, const char *s, size_t n);
void json_z(Json *j, const char *s);
/* Modified UTF-8, as class files have it. */
void json_sym(Json *j, const char *s, size_t n);
/* What was gathered in another text, which is freed; its failure is this one's. */
void json_take(Json *j, Text *of);
void json_uint(Json *j, u64 v);
void json_int(Json *j, i64 v);
void json_fixed(Json *j, double v, int places);    /* 0.500000; null: no finite number */
void json_general(Json *j, double v, int digits);  /* 1.5e-30 */
void json_bool(Json *j, bool v);
void json_null(Json *j);
void json_raw(Json *j, const char *v, size_t n);   /* a value that is JSON already */
void json_splice(Json *j, const Text *part);       /* what json_part has written; its failure is this one's */

/* A member of an object. */
static inline void json_key_object(Json *j, const char *key) {
    json_key(j, key);
    json_object(j);
}
static inline void json_key_array(Json *j, const char *key) {
    json_key(j, key);
    json_array(j);
}
static inline void json_key_z(Json *j, const char *key, const char *s) {
    json_key(j, key);
    json_z(j, s);
}
static inline void json_key_take(Json *j, const char *key, Text *of) {
    json_key(j, key);
    json_take(j, of);
}
static inline void json_key_uint(Json *j, const char *key, u64 v) {
    json_key(j, key);
    json_uint(j, v);
}
static inline void json_key_int(Json *j, const char *key, i64 v) {
    json_key(j, key);
    json_int(j, v);
}
static inline void json_key_bool(Json *j, const char *key, bool v) {
    json_key(j, key);
    json_bool(j, v);
}
static inline void json_key_null(Json *j, const char *key) {
    json_key(j, key);
    json_null(j);
}

#endif
