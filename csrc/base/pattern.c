/* pattern.c -- lists of shell patterns over Java names. */
#include "base/text.h"

#include <fnmatch.h>
#include <string.h>

bool pattern_matches(const char *patterns, const char *name) {
    char one[512];
    bool any = false, said_yes = false;
    const char *simple = name;
    for (const char *p = name, *prev = NULL; *p; p++) /* after the last '.' but one */
        if (*p == '.') {
            if (prev) simple = prev + 1;
            prev = p;
        }
    while (*patterns) {
        size_t n = strcspn(patterns, ",");
        const char *p = patterns;
        patterns += n + (patterns[n] == ',');
        while (n && *p == ' ') p++, n--;
        if (!n || n >= sizeof one) continue;
        memcpy(one, p, n);
        one[n] = 0;
        bool no = one[0] == '!';
        bool hit = fnmatch(one + no, name, 0) == 0 || fnmatch(one + no, simple, 0) == 0;
        if (no && hit) return false;
        if (!no) any = true;
        said_yes |= hit && !no;
    }
    return said_yes || !any;
}
