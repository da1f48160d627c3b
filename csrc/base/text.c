/* text.c -- growable text, JSON escaping. */
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

void text_json(Text *t, const char *s, size_t n) {
    if (!s) {
        text_z(t, "null");
        return;
    }
    text_put(t, "\"", 1);
    json_bytes(t, s, n);
    text_put(t, "\"", 1);
}

void text_json_z(Text *t, const char *s) { text_json(t, s, s ? strlen(s) : 0); }

/* Modified UTF-8 has surrogates as 3 bytes each and NUL as C0 80: write those as \u escapes. */
void text_json_sym(Text *t, const char *s, size_t n) {
    text_put(t, "\"", 1);
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
    text_put(t, "\"", 1);
}

void text_comma(Text *t) {
    if (t->n == 0) return;
    char last = t->v[t->n - 1];
    if (last != '{' && last != '[' && last != ':') text_put(t, ",", 1);
}

void text_key(Text *t, const char *key) {
    text_comma(t);
    text_json_z(t, key);
    text_put(t, ":", 1);
}

bool bool_of(const char *s, bool *v) {
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "f", "t", "0", "1"};
    for (u32 i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(s, words[i]) == 0) return *v = i & 1, true;
    return false;
}
