/* desc.c -- descriptors and names (JVMS 4.2, 4.3). */
#include "classfile/classfile.h"

bool name_is_unqualified(const char *s, size_t n) {
    if (n == 0) return false;
    for (size_t i = 0; i < n; i++)
        if (s[i] == '.' || s[i] == ';' || s[i] == '[' || s[i] == '/') return false;
    return true;
}

bool name_is_class(const char *s, size_t n) {
    size_t begin = 0;
    for (size_t i = 0; i <= n; i++) {
        if (i < n && s[i] != '/') {
            if (s[i] == '.' || s[i] == ';' || s[i] == '[') return false;
            continue;
        }
        if (i == begin) return false; /* empty component */
        begin = i + 1;
    }
    return true;
}

/* One field type inside [s, end); NULL if there is none. */
static const char *field_type(const char *s, const char *end) {
    const char *dims = s;
    while (s < end && *s == '[') s++;
    if (s - dims > 255 || s >= end) return NULL;
    switch (*s) {
    case 'B': case 'C': case 'D': case 'F': case 'I': case 'J': case 'S': case 'Z': return s + 1;
    case 'L': {
        const char *semi = memchr(s, ';', (size_t)(end - s));
        return semi && name_is_class(s + 1, (size_t)(semi - s - 1)) ? semi + 1 : NULL;
    }
    default: return NULL;
    }
}

bool desc_is_field(const char *s, size_t n) { return n && field_type(s, s + n) == s + n; }

bool desc_is_method(const char *s, size_t n) {
    const char *end = s + n;
    int words = 0;
    if (n < 3 || *s++ != '(') return false;
    while (s < end && *s != ')') {
        words += *s == 'J' || *s == 'D' ? 2 : 1;
        if (words > 255 || (s = field_type(s, end)) == NULL) return false;
    }
    if (s >= end) return false;
    s++;
    if (end - s == 1 && *s == 'V') return true;
    return s < end && field_type(s, end) == end;
}

const char *desc_skip(const char *s) {
    while (*s == '[') s++;
    if (*s != 'L') return *s ? s + 1 : s;
    while (*s && *s != ';') s++;
    return *s ? s + 1 : s;
}

int desc_arg_words(const char *s) {
    int n = 0;
    for (s++; *s && *s != ')'; s = desc_skip(s)) n += *s == 'J' || *s == 'D' ? 2 : 1;
    return n;
}

const char *desc_return_type(const char *s) {
    while (*s && *s != ')') s++;
    return *s ? s + 1 : s;
}

char desc_return(const char *s) { return *desc_return_type(s); }
