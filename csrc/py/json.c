/* json.c -- reading what base/text.c wrote. Layer 13. */
#include "py/json.h"

#include <stdlib.h>

#include "base/base.h"

enum { MAX_NESTING = 64 }; /* of a report: errors, trace, transition, step and a few more */

typedef struct Reader {
    const char *p, *end;
    int depth;
} Reader;

static PyObject *value(Reader *r);

static PyObject *bad(const Reader *r, const char *what) {
    PyErr_Format(PyExc_ValueError, "the engine's report: %s, %zd bytes before its end", what,
                 (Py_ssize_t)(r->end - r->p));
    return NULL;
}

static int hex4(const char *s) {
    int v = 0;
    for (int i = 0; i < 4; i++) {
        char c = s[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
        if (digit < 0) return -1;
        v = v << 4 | digit;
    }
    return v;
}

static bool is_high(int unit) { return (unit & 0xFC00) == 0xD800; }
static bool is_low(int unit) { return (unit & 0xFC00) == 0xDC00; }

/* One UTF-16 unit or code point as UTF-8; a surrogate alone takes three bytes, as "surrogatepass" reads them. */
static char *put_utf8(char *o, u32 c) {
    if (c < 0x80) {
        *o++ = (char)c;
        return o;
    }
    if (c >= 0x10000) {
        *o++ = (char)(0xF0 | c >> 18);
        *o++ = (char)(0x80 | (c >> 12 & 0x3F));
    } else if (c >= 0x800) {
        *o++ = (char)(0xE0 | c >> 12);
    } else {
        *o++ = (char)(0xC0 | c >> 6);
        *o++ = (char)(0x80 | (c & 0x3F));
        return o;
    }
    *o++ = (char)(0x80 | (c >> 6 & 0x3F));
    *o++ = (char)(0x80 | (c & 0x3F));
    return o;
}

/* The escape at *s (after the backslash) to *o; false if it is none. No escape is shorter than its UTF-8. */
static bool unescape(const char **s, const char *end, char **o) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char c = *(*s)++;
    const char *at = strchr(names, c);
    if (c && at) {
        *(*o)++ = meant[at - names];
        return true;
    }
    int unit = c == 'u' && end - *s >= 4 ? hex4(*s) : -1;
    if (unit < 0) return false;
    *s += 4;
    u32 code = (u32)unit;
    if (is_high(unit) && end - *s >= 6 && (*s)[0] == '\\' && (*s)[1] == 'u') {
        int low = hex4(*s + 2);
        if (low >= 0 && is_low(low)) {
            code = 0x10000u + ((code & 0x3FF) << 10 | ((u32)low & 0x3FF));
            *s += 6;
        }
    }
    *o = put_utf8(*o, code);
    return true;
}

static PyObject *escaped_string(Reader *r, const char *s, const char *end) {
    char *text = PyMem_Malloc((size_t)(end - s) + 1), *o = text;
    if (!text) return PyErr_NoMemory();
    while (s < end) {
        if (*s != '\\') {
            *o++ = *s++;
            continue;
        }
        s++;
        if (!unescape(&s, end, &o)) {
            PyMem_Free(text);
            return bad(r, "an unknown escape");
        }
    }
    PyObject *str = PyUnicode_DecodeUTF8(text, o - text, "surrogatepass");
    PyMem_Free(text);
    return str;
}

static PyObject *string(Reader *r) {
    const char *s = ++r->p;
    bool plain = true;
    while (r->p < r->end && *r->p != '"') {
        if (*r->p == '\\') {
            plain = false;
            r->p++;
        }
        r->p++;
    }
    if (r->p >= r->end) return bad(r, "a string without an end");
    const char *end = r->p++;
    return plain ? PyUnicode_DecodeUTF8(s, end - s, NULL) : escaped_string(r, s, end);
}

static PyObject *number(Reader *r) {
    char digits[48];
    size_t n = 0;
    bool whole = true;
    for (; r->p < r->end && strchr("+-.eE0123456789", *r->p) && *r->p; r->p++) {
        if (n + 1 >= sizeof digits) return bad(r, "a number too long");
        if (strchr(".eE", *r->p)) whole = false;
        digits[n++] = *r->p;
    }
    digits[n] = 0;
    char *end = NULL;
    if (whole) {
        PyObject *v = PyLong_FromString(digits, &end, 10);
        return v || PyErr_ExceptionMatches(PyExc_MemoryError) ? v : bad(r, "no number");
    }
    double d = PyOS_string_to_double(digits, NULL, NULL);
    return d == -1.0 && PyErr_Occurred() ? NULL : PyFloat_FromDouble(d);
}

static bool taken(Reader *r, char c) {
    if (r->p >= r->end || *r->p != c) return false;
    r->p++;
    return true;
}

static PyObject *array(Reader *r) {
    PyObject *list = PyList_New(0);
    if (!list || taken(r, ']')) return list;
    do {
        PyObject *v = value(r);
        if (!v || PyList_Append(list, v) < 0) {
            Py_XDECREF(v);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(v);
    } while (taken(r, ','));
    if (taken(r, ']')) return list;
    Py_DECREF(list);
    return bad(r, "] expected");
}

static int member(Reader *r, PyObject *dict) {
    if (r->p >= r->end || *r->p != '"') return bad(r, "a key expected"), -1;
    PyObject *key = string(r);
    if (!key) return -1;
    PyUnicode_InternInPlace(&key); /* the same few in every step */
    PyObject *v = taken(r, ':') ? value(r) : bad(r, ": expected");
    int failed = v ? PyDict_SetItem(dict, key, v) : -1;
    Py_XDECREF(v);
    Py_DECREF(key);
    return failed;
}

static PyObject *object(Reader *r) {
    PyObject *dict = PyDict_New();
    if (!dict || taken(r, '}')) return dict;
    do {
        if (member(r, dict) < 0) {
            Py_DECREF(dict);
            return NULL;
        }
    } while (taken(r, ','));
    if (taken(r, '}')) return dict;
    Py_DECREF(dict);
    return bad(r, "} expected");
}

static PyObject *word(Reader *r) {
    static const char *const words[] = {"null", "true", "false"};
    PyObject *const values[] = {Py_None, Py_True, Py_False};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(r->end - r->p) >= n && mem_cmp(r->p, words[i], n) == 0) {
            r->p += n;
            return Py_NewRef(values[i]);
        }
    }
    return bad(r, "a value expected");
}

static PyObject *value(Reader *r) {
    if (r->p >= r->end) return bad(r, "it is cut off");
    if (*r->p == '"') return string(r);
    if (*r->p != '{' && *r->p != '[') return *r->p == '-' || (*r->p >= '0' && *r->p <= '9') ? number(r) : word(r);
    if (++r->depth > MAX_NESTING) return bad(r, "nested too deep");
    PyObject *v = *r->p++ == '{' ? object(r) : array(r);
    r->depth--;
    return v;
}

PyObject *json_read(const char *text, size_t n) {
    Reader r = {text, text + n, 0};
    PyObject *v = value(&r);
    if (!v || r.p == r.end) return v;
    Py_DECREF(v);
    return bad(&r, "more text after it");
}
