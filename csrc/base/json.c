/* json.c -- the JSON writer. */
#include "base/json.h"

#include <math.h>

/* Length of the valid UTF-8 sequence at s (at most n bytes), 0 if there is none. */
static size_t utf8_len(const u8 *s, size_t n) {
    static const u8 min2 = 0xC2;
    if (s[0] < 0x80) return 1;
    size_t len = s[0] >= 0xF0 && s[0] < 0xF5 ? 4 : s[0] >= 0xE0 ? 3 : s[0] >= min2 ? 2 : 0;
    if (s[0] >= 0xF5 || len == 0 || len > n) return 0;
    for (size_t i = 1; i < len; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0) return 0;
    if (s[0] == 0xED && s[1] >= 0xA0) return 0; /* surrogate */
    if (s[0] == 0xF0 && s[1] < 0x90) return 0;
    if (s[0] == 0xF4 && s[1] >= 0x90) return 0;
    return len;
}

static void json_bytes(Text *t, const char *s, size_t n) {
    for (size_t i = 0; i < n;) {
        u8 c = (u8)s[i];
        if (c == '"' || c == '\\') {
            text_f(t, "\\%c", c);
            i++;
        } else if (c < 0x20 || c == 0x7f) {
            text_f(t, "\\u%04x", c);
            i++;
        } else {
            size_t k = utf8_len((const u8 *)s + i, n - i);
            if (k == 0) {
                text_z(t, "\\ufffd");
                i++;
            } else {
                text_put(t, s + i, k);
                i += k;
            }
        }
    }
}

/* Modified UTF-8 has surrogates as 3 bytes each and NUL as C0 80: write those as \u escapes. */
static void sym_bytes(Text *t, const char *s, size_t n) {
    for (size_t i = 0; i < n;) {
        u8 c = (u8)s[i];
        if (c == 0xED && i + 2 < n && ((u8)s[i + 1] & 0xE0) == 0xA0) {
            text_f(t, "\\u%04x", 0xD000u | ((u32)((u8)s[i + 1] & 0x3F) << 6) | ((u8)s[i + 2] & 0x3F));
            i += 3;
        } else if (c == 0xC0 && i + 1 < n && (u8)s[i + 1] == 0x80) {
            text_z(t, "\\u0000");
            i += 2;
        } else {
            size_t k = utf8_len((const u8 *)s + i, n - i);
            json_bytes(t, s + i, k ? k : 1);
            i += k ? k : 1;
        }
    }
}

/* --- nesting --- */

static bool in_array(const Json *j) { return j->arrays >> j->depth & 1; }

void json_begin(Json *j, Text *t) { *j = (Json){.t = t, .arrays = 1}; /* of one element, without commas */ }

void json_part(Json *j, Text *t, bool array) {
    *j = (Json){.t = t, .arrays = array ? 2 : 0, .depth = 1, .base = 1, .more = t->n > 0};
}

Status json_done(const Json *j) {
    bool whole = j->depth == j->base && !j->keyed && (j->base || j->more);
    return whole && !j->t->failed ? ST_OK : ST_ERROR;
}

/* A value, or a key, may come here: with the comma that belongs before it. False: nothing may. */
static bool place(Json *j, bool key) {
    bool fits = key ? !in_array(j) && !j->keyed : in_array(j) ? j->depth || !j->more : j->keyed;
    if (!fits) j->t->failed = true;
    if (j->t->failed) return false;
    if (j->more && !j->keyed) text_put(j->t, ",", 1);
    j->more = true;
    j->keyed = key;
    return true;
}

static void open(Json *j, bool array) {
    if (j->depth == JSON_DEPTH) j->t->failed = true;
    if (!place(j, false)) return;
    j->depth++;
    j->arrays = (j->arrays & ~(1ull << j->depth)) | (u64)array << j->depth;
    j->more = false;
    text_put(j->t, array ? "[" : "{", 1);
}

void json_object(Json *j) { open(j, false); }
void json_array(Json *j) { open(j, true); }

void json_end(Json *j) {
    if (j->depth == j->base || j->keyed) j->t->failed = true;
    if (j->t->failed) return;
    text_put(j->t, in_array(j) ? "]" : "}", 1);
    j->depth--;
    j->more = true;
}

void json_key(Json *j, const char *key) {
    if (!place(j, true)) return;
    text_put(j->t, "\"", 1);
    json_bytes(j->t, key, strlen(key));
    text_put(j->t, "\":", 2);
}

/* --- values --- */

void json_raw(Json *j, const char *v, size_t n) {
    if (place(j, false)) text_put(j->t, v, n);
}

void json_null(Json *j) { json_raw(j, "null", 4); }
void json_bool(Json *j, bool v) { json_raw(j, v ? "true" : "false", v ? 4 : 5); }

void json_str(Json *j, const char *s, size_t n) {
    if (!s) {
        json_null(j);
        return;
    }
    if (!place(j, false)) return;
    text_put(j->t, "\"", 1);
    json_bytes(j->t, s, n);
    text_put(j->t, "\"", 1);
}

void json_z(Json *j, const char *s) { json_str(j, s, s ? strlen(s) : 0); }

void json_sym(Json *j, const char *s, size_t n) {
    if (!place(j, false)) return;
    text_put(j->t, "\"", 1);
    sym_bytes(j->t, s, n);
    text_put(j->t, "\"", 1);
}

void json_take(Json *j, Text *of) {
    json_str(j, of->v ? of->v : "", of->n);
    j->t->failed |= of->failed;
    text_free(of);
}

void json_uint(Json *j, u64 v) {
    if (place(j, false)) text_f(j->t, "%llu", (unsigned long long)v);
}

void json_int(Json *j, i64 v) {
    if (place(j, false)) text_f(j->t, "%lld", (long long)v);
}

void json_fixed(Json *j, double v, int places) {
    if (!isfinite(v)) json_null(j);
    else if (place(j, false)) text_f(j->t, "%.*f", places, v);
}

void json_general(Json *j, double v, int digits) {
    if (!isfinite(v)) json_null(j);
    else if (place(j, false)) text_f(j->t, "%.*g", digits, v);
}

void json_splice(Json *j, const Text *part) {
    if (j->keyed || part->failed) j->t->failed = true;
    if (!part->n || j->t->failed) return;
    if (j->more) text_put(j->t, ",", 1);
    j->more = true;
    text_put(j->t, part->v, part->n);
}
