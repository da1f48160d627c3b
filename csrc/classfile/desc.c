/* desc.c -- descriptors and names (JVMS 4.2, 4.3). */
#include "classfile/parse.h"

static u16 name_shape(const char *s, size_t n) {
    bool unqualified = n > 0, class_name = n > 0, angle = false;
    char prev = '/';
    for (size_t i = 0; i < n; prev = s[i++]) {
        switch (s[i]) {
        case '.':
        case ';':
        case '[': return 0;
        case '/':
            unqualified = false;
            if (prev == '/') class_name = false; /* an empty part */
            break;
        case '<':
        case '>': angle = true; break;
        default: break;
        }
    }
    if (prev == '/') class_name = false;
    return (u16)((class_name ? SHAPE_CLASS : 0) | (unqualified ? SHAPE_NAME | (angle ? 0 : SHAPE_METHOD_NAME) : 0));
}

bool name_is_class(const char *s, size_t n) { return name_shape(s, n) & SHAPE_CLASS; }

/* One field type inside [s, end); NULL if there is none. */
static const char *field_type(const char *s, const char *end, bool *bad_name) {
    const char *dims = s;
    while (s < end && *s == '[') s++;
    if (s - dims > 255 || s >= end) return NULL;
    switch (*s) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z': return s + 1;
    case 'L': {
        const char *semi = mem_find(s, ';', (size_t)(end - s));
        if (semi && name_is_class(s + 1, (size_t)(semi - s - 1))) return semi + 1;
        *bad_name = semi != NULL;
        return NULL;
    }
    default: return NULL;
    }
}

static bool is_field(const char *s, size_t n, bool *bad_name) { return n && field_type(s, s + n, bad_name) == s + n; }

static bool is_method(const char *s, size_t n, bool *bad_name) {
    const char *end = s + n;
    int words = 0;
    if (n < 3 || *s++ != '(') return false;
    while (s < end && *s != ')') {
        words += *s == 'J' || *s == 'D' ? 2 : 1;
        if (words > 255 || (s = field_type(s, end, bad_name)) == NULL) return false;
    }
    if (s >= end) return false;
    s++;
    if (end - s == 1 && *s == 'V') return true;
    return s < end && field_type(s, end, bad_name) == end;
}

bool desc_is_field(const char *s, size_t n) {
    bool bad_name;
    return is_field(s, n, &bad_name);
}

bool desc_is_method(const char *s, size_t n) {
    bool bad_name;
    return is_method(s, n, &bad_name);
}

u16 find_shape(Sym *y, bool desc) {
    if (!desc) {
        y->shape |= SHAPE_NAME_KNOWN | name_shape(y->s, y->len);
        if (!strcmp(y->s, "<init>")) y->shape |= SHAPE_INIT;
        if (!strcmp(y->s, "<clinit>")) y->shape |= SHAPE_CLINIT;
        return y->shape;
    }
    y->shape |= SHAPE_DESC_KNOWN;
    if (desc_is_field(y->s, y->len)) y->shape |= SHAPE_FIELD;
    if (desc_is_method(y->s, y->len)) {
        y->shape |= SHAPE_METHOD;
        y->arg_words = (u8)desc_arg_words(y->s); /* at most 255 (JVMS 4.3.3) */
    }
    return y->shape;
}

Status check_desc(Parse *ps, const Sym *name, Sym *desc, bool method) {
    if (is_shape(desc, method ? SHAPE_METHOD : SHAPE_FIELD) &&
        (!method || name->s[0] != '<' || desc_return(desc->s) == 'V'))
        return ST_OK;
    bool bad_name = false;
    (void)(method ? is_method : is_field)(desc->s, desc->len, &bad_name);
    if (bad_name) return bad(ps, "Class name is empty or contains illegal character in descriptor");
    return bad_desc(ps, name, desc, method);
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
