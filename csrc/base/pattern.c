/* pattern.c -- JPF's patterns over Java names, as every property and filter has them.
 *
 * '*' stands for any text, '?' for one character; '.' and '/' are one. Commas, semicolons and blanks separate the
 * patterns of a list (not within parentheses, where types of arguments stand). '!' before a pattern inverts it, '+'
 * before or behind a class means its subclasses too. JPF: StringSetMatcher, TypeSpec, FieldSpec, MethodSpec. */
#include "base/pattern.h"

#include <string.h>

static bool same(char p, char c) { return p == c || p == '?' || ((p == '.' || p == '/') && (c == '.' || c == '/')); }

bool glob_matches(const char *p, size_t n, const char *s) { return glob_matches_part(p, n, s, strlen(s)); }

bool glob_matches_part(const char *p, size_t n, const char *s, size_t len) {
    const char *end = p + n, *stop = s + len, *star = NULL, *again = NULL;
    while (s < stop) {
        if (p < end && *p == '*') {
            star = ++p;
            again = s;
        } else if (p < end && same(*p, *s)) {
            p++;
            s++;
        } else if (star) { /* the last '*' takes one more */
            p = star;
            s = ++again;
        } else {
            return false;
        }
    }
    while (p < end && *p == '*') p++;
    return p == end;
}

static bool next(const char **list, const char *separators, Pattern *out) {
    const char *p = *list + strspn(*list, separators), *e;
    p += strspn(p, " \t\r\n");
    if (!*p) return false;
    e = p;
    for (int depth = 0; *e && (depth > 0 || !strchr(separators, *e)); e++) depth += (*e == '(') - (*e == ')');
    *list = e;
    while (e > p && (e[-1] == ' ' || e[-1] == '\t')) e--;
    *out = (Pattern){.text = p, .len = (size_t)(e - p)};
    while (p < e && (*p == '!' || *p == '+')) {
        out->no |= *p == '!';
        out->subs |= *p++ == '+';
    }
    while (e > p && e[-1] == '+') out->subs = true, e--;
    out->s = p;
    out->n = (size_t)(e - p);
    return true;
}

bool pattern_next(const char **list, Pattern *out) { return next(list, ",;: \t\r\n", out); }

/* The name behind the package: of a member with its class. */
static const char *simple_name(const char *name, bool member) {
    const char *last = NULL, *before = NULL;
    for (const char *p = name; *p; p++)
        if (*p == '.' || *p == '/') before = last, last = p;
    const char *dot = member ? before : last;
    return dot ? dot + 1 : name;
}

bool pattern_fits(const Pattern *p, const char *name, bool member) {
    return glob_matches(p->s, p->n, name) || glob_matches(p->s, p->n, simple_name(name, member));
}

bool patterns_match(const char *list, const char *name, enum PatternName what) {
    bool any = false, yes = false;
    const char *separators = what == PN_THREAD ? ",;" : ",;: \t\r\n";
    Pattern p;
    while (next(&list, separators, &p)) {
        bool hit = what == PN_THREAD ? glob_matches(p.s, p.n, name) : pattern_fits(&p, name, what == PN_MEMBER);
        if (p.no && hit) return false;
        any |= !p.no;
        yes |= hit && !p.no;
    }
    return yes || !any;
}
