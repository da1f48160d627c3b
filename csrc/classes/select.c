/* select.c -- the classes, fields and methods that configured patterns mean (base/pattern.c has their syntax). */
#include "classes/link.h"

#include <stdio.h>

Status rule_of(Arena *a, const Pattern *p, bool type, FieldRule *r) {
    *r = (FieldRule){.no = p->no, .subs = p->subs};
    char *s = arena_strndup(a, p->s, p->n);
    if (!s) return ST_ERROR;
    r->cls = s;
    r->member = "*";
    if (type) return ST_OK;
    char *paren = strchr(s, '(');
    if (paren) {
        *paren = 0;
        r->args = paren + 1;
    }
    char *dot = strrchr(s, '.');
    if (!dot || dot == s || !dot[1]) {
        r->cls = NULL;
        return ST_OK;
    }
    r->member = dot + 1;
    /* x.y.* is every member of x.y and, as JPF's documents have it, of every class in the package x.y */
    if (!strcmp(r->member, "*") && !mem_find(s, '*', (size_t)(dot - s)) &&
        !(r->package = arena_strndup(a, s, (size_t)(dot - s) + 2)))
        return ST_ERROR;
    *dot = 0;
    if (dot[-1] == '+') {
        r->subs = true;
        dot[-1] = 0;
    }
    return ST_OK;
}

static bool of_class(const FieldRule *r, const ClassInfo *ci) {
    const char *slash = strrchr(ci->name->s, '/');
    if (glob_matches(r->cls, strlen(r->cls), ci->name->s)) return true;
    if (slash && !strpbrk(r->cls, "./") && glob_matches(r->cls, strlen(r->cls), slash + 1)) return true;
    if (r->package && glob_matches(r->package, strlen(r->package), ci->name->s)) return true;
    if (!r->subs) return false;
    if (ci->super && of_class(r, ci->super)) return true;
    for (u32 i = 0; i < ci->n_ifaces; i++)
        if (of_class(r, ci->ifaces[i])) return true;
    return false;
}

/* The types of the arguments: int,java.lang.String or String, as JPF's documents have them, or a descriptor's; `*`:
 * any. */
static bool args_match(const char *args, const MethodInfo *mi) {
    const char *d = mi->desc->s + 1, *p = args;
    char type[400];
    size_t n = strcspn(args, ")"), m = strcspn(d, ")");
    if (n == m && !mem_cmp(args, d, n)) return true;
    if (n == 1 && *args == '*') return true;
    for (; *d && *d != ')'; d = desc_skip(d)) {
        p += strspn(p, " ,^");
        n = strcspn(p, " ,)");
        if (!n) return false;
        msg_type(d, type, sizeof type);
        const char *dot = strrchr(type, '.');
        if (!glob_matches(p, n, type) && !(dot && glob_matches(p, n, dot + 1))) return false;
        p += n;
    }
    p += strspn(p, " ");
    return *p == ')' || !*p;
}

bool rule_fits_class(const FieldRule *r, const ClassInfo *ci) { return of_class(r, ci) != r->no; }

bool rule_fits_field(const FieldRule *r, const ClassInfo *ci, const FieldInfo *fi) {
    return (of_class(r, ci) && glob_matches(r->member, strlen(r->member), fi->name->s)) != r->no;
}

bool rule_fits_method(const FieldRule *r, const MethodInfo *mi) {
    bool hit = of_class(r, mi->ci) && glob_matches(r->member, strlen(r->member), mi->name->s);
    return (hit && (!r->args || args_match(r->args, mi))) != r->no;
}

/* --- assertions --- */

/* "p...": a package and those below it, as the options of java have it; "p.C": the class and those inside it. Answers
 * how much of the name is said, so that the more exact pattern counts: -1, it does not fit. */
static int assertion_fits(const Pattern *p, const ClassInfo *ci) {
    const char *name = ci->name->s;
    size_t n = p->n;
    int said = 0;
    for (size_t i = 0; i < n; i++) said += p->s[i] != '*' && p->s[i] != '?';
    if (n > 3 && !memcmp(p->s + n - 3, "...", 3)) {
        const char *last = strrchr(name, '/');
        n -= 3;
        for (const char *s = name; last && s <= last; s++)
            if (*s == '/' && glob_matches_part(p->s, n, name, (size_t)(s - name)) != p->no) return said;
        return -1;
    }
    bool hit = glob_matches(p->s, n, name);
    const char *inner = strchr(name, '$');
    if (!hit && inner) hit = glob_matches_part(p->s, n, name, (size_t)(inner - name));
    return hit != p->no ? said : -1;
}

static int assertion_said(const char *list, const ClassInfo *ci) {
    int best = -1;
    Pattern p;
    while (list && pattern_next(&list, &p)) {
        int said = assertion_fits(&p, ci);
        if (said > best) best = said;
    }
    return best;
}

/* The last option that names the class, else that of the innermost package named. */
static bool option_says(const Classes *cs, const ClassInfo *ci, bool dflt) {
    const char *name = ci->name->s;
    u32 best = 0;
    for (u32 i = cs->assert_options.n; i-- > 0;)
        if (!cs->assert_options.v[i].package && strcmp(cs->assert_options.v[i].name, name) == 0)
            return cs->assert_options.v[i].on;
    size_t n = pkg_len(ci->name);
    for (u32 i = cs->assert_options.n; i-- > 0;) {
        const AssertOption *o = &cs->assert_options.v[i];
        size_t len = o->package ? strlen(o->name) : n + 1;
        if (len > n || mem_cmp(o->name, name, len) != 0 || (n && (len == 0 || name[len] != '/'))) continue;
        if (len + 1 > best) {
            best = (u32)len + 1;
            dflt = o->on;
        }
    }
    return dflt;
}

bool ci_assertions_on(const Classes *cs, const ClassInfo *ci) {
    if (ci->attrs & CA_NO_ASSERT) return false;
    if (ci->attrs & CA_SYSTEM) return option_says(cs, ci, ci->loader ? cs->assertions_lib : cs->assertions_sys);
    bool listed = cs->assert_on && *cs->assert_on;
    int on = listed ? assertion_said(cs->assert_on, ci) : -1, off = assertion_said(cs->assert_off, ci);
    if (on < 0 && off < 0 && (!listed || cs->assert_options.n)) return option_says(cs, ci, cs->assertions_app);
    return on > off;
}

/* --- patterns that mean nothing --- */

static bool means(const Classes *cs, const Pattern *p, const FieldRule *r, int kind) {
    for (u32 i = 0; i < cs->by_id.n; i++) {
        const ClassInfo *ci = cs->by_id.v[i];
        char cls[500], full[1000];
        if (!ci || ci->kind != CK_CLASS) continue;
        switch (kind) {
        case 'a':
            if (!(ci->attrs & CA_SYSTEM) && assertion_fits(p, ci) >= 0) return true;
            break;
        case 't':
            if (rule_fits_class(r, ci)) return true;
            break;
        case 'f':
            for (u32 k = 0; k < ci->n_fields; k++)
                if (rule_fits_field(r, ci, &ci->fields[k])) return true;
            break;
        case 'm':
            for (u32 k = 0; k < ci->n_methods; k++)
                if (rule_fits_method(r, &ci->methods[k])) return true;
            break;
        default:
            if (ci->attrs & CA_HIDDEN) break;
            ci_external_name(ci, cls, sizeof cls);
            if (kind != 'F' && pattern_fits(p, cls, false)) return true;
            for (u32 k = 0; k < (kind == 'C' ? ci->n_methods : kind == 'F' ? ci->n_fields : 0u); k++) {
                snprintf(full, sizeof full, "%s.%s", cls, (kind == 'C' ? ci->methods[k].name : ci->fields[k].name)->s);
                if (pattern_fits(p, full, true)) return true;
            }
        }
    }
    return false;
}

bool patterns_unused(const Classes *cs, Arena *a, int kind, const char **list, Pattern *out) {
    FieldRule r = {0};
    while (pattern_next(list, out)) {
        if (strchr("tfm", kind) && (rule_of(a, out, kind == 't', &r) != ST_OK || !r.cls)) continue;
        if (!means(cs, out, &r, kind)) return true;
    }
    return false;
}
