/* pattern.h -- JPF's patterns over Java names. Layer 1.
 *
 * One syntax and one matcher for every property and filter that takes patterns (jpfpy/listeners/_specs.py has the same
 * in Python; tests/test_patterns.py compares the two). */
#ifndef JPF_PATTERN_H
#define JPF_PATTERN_H
#include "base/base.h"

/* One entry of a list of patterns (pattern.c): `s` without its '!' and '+'. */
typedef struct Pattern {
    const char *s, *text; /* text: as it was written */
    size_t n, len;        /* lengths of s and of text */
    bool no, subs;        /* inverted; subclasses too */
} Pattern;
bool pattern_next(const char **list, Pattern *out); /* false: there is none */
bool glob_matches(const char *p, size_t n, const char *name);
bool glob_matches_part(const char *p, size_t n, const char *name, size_t len); /* the first len bytes of it */
/* Does it mean the class a.b.C or, `member`, the member a.b.C.name? It may leave the package out. */
bool pattern_fits(const Pattern *p, const char *name, bool member);
enum PatternName { PN_CLASS, PN_MEMBER, PN_THREAD }; /* a thread's name may have blanks */
/* Does one of the list, and none with '!'? Nothing but '!' in it: all that is not excluded. */
bool patterns_match(const char *list, const char *name, enum PatternName what);

#endif
