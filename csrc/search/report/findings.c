/* findings.c -- errors, constraints, notes: what the search has found, kept until it is reported. Layer 11. */
#include "search/search.h"

#include <stdio.h>

void found_init(Search *s) {
    s->found.complete = true;
    map_init(&s->found.reported, s->cx);
    map_init(&s->found.met, s->cx);
    map_init(&s->found.alike, s->cx);
}

void found_drop_errors(Search *s) {
    for (u32 i = 0; i < s->found.errors.n; i++) cx_free(s->cx, s->found.errors.v[i].json, s->found.errors.v[i].bytes);
    s->found.errors.n = 0;
    map_free(&s->found.met);
    map_free(&s->found.alike);
    map_init(&s->found.met, s->cx);
    map_init(&s->found.alike, s->cx);
}

static void drop_texts(Search *s, char **v, u32 n) {
    for (u32 i = 0; i < n; i++) cx_free(s->cx, v[i], strlen(v[i]) + 1);
}

void found_drop_constraints(Search *s, u32 n) {
    drop_texts(s, s->found.constraints.v + n, s->found.constraints.n - n);
    s->found.constraints.n = n;
}

void found_free(Search *s) {
    Findings *f = &s->found;
    found_drop_errors(s);
    vec_free(s->cx, &f->errors);
    found_drop_constraints(s, 0);
    vec_free(s->cx, &f->constraints);
    drop_texts(s, f->notes.v, f->notes.n);
    vec_free(s->cx, &f->notes);
    for (u32 i = 0; i < f->stored.n; i++) {
        cx_free(s->cx, f->stored.v[i].file, strlen(f->stored.v[i].file) + 1);
        cx_free(s->cx, f->stored.v[i].json, f->stored.v[i].bytes);
    }
    vec_free(s->cx, &f->stored);
    for (u32 i = 0; i < f->kept.n; i++) violation_free(s->ks, &f->kept.v[i]);
    vec_free(s->cx, &f->kept);
    map_free(&f->reported);
    map_free(&f->met);
}

Status search_constraint(Search *s, const char *fmt, ...) {
    char buf[600];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    s->found.complete = false;
    u32 i = 0;
    while (i < s->found.constraints.n && strcmp(s->found.constraints.v[i], buf) != 0) i++;
    char *c = i < s->found.constraints.n ? NULL : cx_strndup(s->cx, buf, strlen(buf));
    if (i == s->found.constraints.n && (!c || vec_push(s->cx, &s->found.constraints, c) != ST_OK)) return ST_ERROR;
    EV(s->ks, search_constraint_hit, .text = buf); /* each time, as in JPF; the report names it once */
    return ST_OK;
}

Status search_note(Search *s, const char *fmt, ...) {
    char buf[600];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    for (u32 i = 0; i < s->found.notes.n; i++)
        if (strcmp(s->found.notes.v[i], buf) == 0) return ST_OK; /* once */
    char *c = cx_strndup(s->cx, buf, strlen(buf));
    return c ? vec_push(s->cx, &s->found.notes, c) : ST_ERROR;
}

Status search_wind_up(Search *s) {
    char why[sizeof s->cx->err.msg];
    memcpy(why, s->cx->err.msg, sizeof why);
    cx_wind_up(s->cx);
    s->interrupted |= s->cx->interrupted;
    s->done = true;
    return search_constraint(s, "%s", why);
}

Status search_torn(Search *s) {
    if (!cx_ends_in_order(s->cx)) return ST_ERROR;
    s->torn = true;
    return search_wind_up(s);
}
