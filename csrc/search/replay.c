/* replay.c -- replay strings: a path written down, and a path taken from what was written. Layer 11.
 *
 *   j1:<check>:[t<n>:][s:][h:][e[!]<property>:]<made>:[a<answers>:][l<groups>:][u<fields>:]<choices>
 *
 * check    a hash of the numbers of choices met, so that a string of another program or configuration is refused
 * t        the path has so many transitions; without it: as many as the choices determine
 * s        where one thread alone can run, each scheduling point ended a transition: others are broken off elsewhere
 * h        to give something back was a scheduling point (SearchKind.holds)
 * e        its error was found by a listener, or (!) its path went another way when it was executed again: where a
 *          replay meets no error, that is said
 * made     what the search was made with (vm/identity.c)
 * a        what the program was told on this path of what is outside its state (ks_answer)
 * l, u     what the search had learned that decides scheduling points of this path
 * choices  one number for each level that has more than one, reductions aside. A cascade with a generator of the
 *          host's, whose number of choices may not be known, has one number for each generator. Equal neighbours are
 *          run-length coded (3x12). */
#include "kernel/fielduse.h"
#include "search/bp/hot.h"
#include "search/livelock.h"
#include "search/run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHECK_SEED = 0x811c9dc5u, ANY_LENGTH = UINT32_MAX, SCRIPT_MAX = 100000000 };

static u32 fold(u32 h, u32 n) { return (h ^ n) * 0x01000193u; }

static bool is_hex(char c) { return c && strchr("0123456789abcdef", c); }

/* --- written --- */

typedef struct NamedFlags {
    u32 name;
    u8 flags;
} NamedFlags;

static int by_name(const void *a, const void *b) {
    u32 x = ((const NamedFlags *)a)->name, y = ((const NamedFlags *)b)->name;
    return x < y ? -1 : x > y;
}

/* In the order of their names: the one in which fields were met differs from search to search. */
static void fields_text(Search *s, Text *t, bool all) {
    const FieldUses *us = s->ks->uses;
    VEC(NamedFlags) v = {0};
    for (u32 i = 1; i < us->v.n; i++) {
        FieldUse u = us->v.v[i];
        if (all) u.flags |= FU_ON_PATH;
        NamedFlags f = {use_name(&u), use_replayed(s->ks, &u)};
        if (f.flags && vec_push(s->cx, &v, f) != ST_OK) t->failed = true;
    }
    mem_sort(v.v, v.n, sizeof *v.v, by_name);
    for (u32 i = 0; i < v.n; i++) text_f(t, "%s%x.%x", i ? "," : "u", v.v[i].name, v.v[i].flags);
    if (v.n) text_z(t, ":");
    vec_free(s->cx, &v);
}

/* Numbers between dots, equal neighbours as one. */
typedef struct Runs {
    Text *t;
    i64 last;
    u32 n;
    bool any;
} Runs;

static void run_out(Runs *r) {
    if (!r->n) return;
    text_f(r->t, r->any ? ".%lld" : "%lld", (long long)r->last);
    if (r->n > 1) text_f(r->t, "x%u", r->n);
    r->any = true;
    r->n = 0;
}

static void run_put(Runs *r, i64 v) {
    if (r->n && v != r->last) run_out(r);
    r->last = v;
    r->n++;
}

/* Each by its distance from the one before: counters mostly count. */
static void answers_text(const KernelState *ks, u32 n, Text *t) {
    Runs r = {.t = t};
    i64 before = 0;
    if (!n) return;
    text_z(t, "a");
    for (u32 i = 0; i < n; i++) {
        run_put(&r, (i64)((u64)ks->verify.answers.v[i] - (u64)before));
        before = ks->verify.answers.v[i];
    }
    run_out(&r);
    text_z(t, ":");
}

static void error_text(const Search *s, const char *property, Text *t) {
    const char *simple = strrchr(property, '.');
    if (!s->found.of && !s->found.depends) return;
    text_z(t, s->found.depends ? "e!" : "e");
    for (const char *c = simple ? simple + 1 : property; *c && c < property + 60; c++)
        text_f(t, "%c", isalnum((u8)*c) || *c == '$' ? *c : '_');
    text_z(t, ":");
}

static const char *error_parse(Search *s, const char *p) {
    s->script.depends = *p == '!';
    p += s->script.depends;
    size_t n = strcspn(p, ":");
    if (!p[n]) return NULL;
    snprintf(s->script.error, sizeof s->script.error, "%.*s", n > 60 ? 60 : (int)n, p);
    return p + n + 1;
}

void replay_unmet(const Search *s, Text *t) {
    if (!*s->script.error) return;
    text_f(t,
           s->script.depends
               ? "; the path of the string's error (%s) depends on what is no part of the state (a counter of a "
                 "listener's, a peer, a file): it went another way already when it was executed again for its trace"
               : "; what found the string's error (%s) is not here, or goes by more than the path (a counter of its "
                 "own, a file)",
           s->script.error);
}

/* The path of an error is one that was found, whether or not it could be executed again: where that was broken off, or
 * was not done, nobody knows which fields were met on it, and the string has all. */
char *replay_text(Search *s, const char *error, size_t *bytes) {
    Text t;
    text_init(&t, s->cx);
    bool whole = error && s->rec.traced == s->path.n && !s->rec.lost && !s->torn;
    const VerifyWorld *told = &s->ks->verify;
    u32 h = CHECK_SEED, answers = told->answers_at;
    if (error && answers < s->rec.answers) answers = s->rec.answers;
    for (u32 i = 0; i < s->path.n; i++)
        if (level_total(level_at(s, i)) > 1) h = fold(h, level_kind_word(level_at(s, i)));
    text_f(&t, "j1:%08x:", h);
    if (error) {
        text_f(&t, "t%x:", s->path.n);
        if (s->sched.break_single && !s->cfg.break_single) text_z(&t, "s:");
        if (s->ks->cfg.holds) text_z(&t, "h:");
        error_text(s, error, &t);
    }
    if (s->hooks.made_with && s->hooks.made_with(s->hooks.user, &t) != ST_OK) t.failed = true;
    answers_text(s->ks, answers, &t);
    u64 seen = s->ks->looks.seen; /* what made library calls scheduling points */
    if (seen) text_f(&t, "l%llx:", (unsigned long long)seen);
    fields_text(s, &t, !whole);
    Runs r = {.t = &t};
    for (u32 i = 0; i < s->path.n; i++) {
        const Level *l = level_at(s, i);
        if (level_total(l) <= 1) continue;
        for (u32 k = 0; k < level_numbers(l); k++) run_put(&r, (i64)level_number(l, k));
    }
    run_out(&r);
    if (t.failed) {
        text_free(&t);
        return NULL;
    }
    *bytes = t.cap;
    return t.v;
}

/* --- read --- */

static const char *fields_parse(Search *s, const char *p) {
    char *end;
    do {
        if (!is_hex(p[1])) return NULL;
        u32 name = (u32)strtoul(p + 1, &end, 16);
        if (*end != '.' || !is_hex(end[1])) return NULL;
        unsigned long flags = strtoul(end + 1, &end, 16);
        if (flags > FU_KNOWN || use_seed(s->ks, name, (u8)flags) != ST_OK) return NULL;
        p = end;
    } while (*p == ',');
    return *p == ':' ? p + 1 : NULL;
}

/* Behind the last of the numbers; NULL: these are none. */
static const char *numbers_parse(const char *p, Status (*put)(Search *s, i64 v), Search *s) {
    char *end;
    for (u64 all = 0; *p && *p != ':'; p = *end == '.' ? end + 1 : end) {
        if (!strchr("-0123456789", *p) || (*p == '-' && !strchr("0123456789", p[1]))) return NULL;
        i64 v = strtoll(p, &end, 10);
        unsigned long n = 1;
        if (*end == 'x') {
            if (end[1] < '0' || end[1] > '9') return NULL;
            n = strtoul(end + 1, &end, 10);
        }
        if (n == 0 || n > SCRIPT_MAX - all || (*end && *end != '.' && *end != ':')) return NULL;
        all += n;
        for (; n; n--)
            if (put(s, v) != ST_OK) return NULL;
    }
    return p;
}

static bool has_part(const char **p, const char *part) {
    bool has = strncmp(*p, part, strlen(part)) == 0;
    if (has) *p += strlen(part);
    return has;
}

static Status put_choice(Search *s, i64 v) {
    return v < 0 || v > (i64)1 << 62 ? ST_ERROR : vec_push(s->cx, &s->script.choices, (u64)v);
}

static Status put_answer(Search *s, i64 v) {
    KernelState *ks = s->ks;
    i64 before = ks->verify.answers.n ? ks->verify.answers.v[ks->verify.answers.n - 1] : 0;
    return vec_push(s->cx, &ks->verify.answers, (i64)((u64)before + (u64)v));
}

static const char *looks_parse(Search *s, const char *p) {
    char *end;
    if (!is_hex(*p)) return NULL;
    u64 seen = strtoull(p, &end, 16);
    if (*end != ':') return NULL;
    if (seen & ~(LOOKS_ALL | LOOKS_OLD_OUTPUT | LOOKS_OLD_IDLE)) {
        cx_fail(s->cx, ERR_CONFIG,
                "the replay string is of another version of jpf: its part l%llx: tells of what this one does not know; "
                "search again for a new string",
                (unsigned long long)seen);
        return NULL;
    }
    if (seen & LOOKS_OLD_OUTPUT) seen |= LIB_OUTPUT | LIB_SHARED;
    if (seen & LOOKS_OLD_IDLE) seen |= LIB_OVERDUE | 1u << G_IDLE;
    s->ks->looks.seen = seen & LOOKS_ALL;
    return end + 1;
}

static Status replay_parse(Search *s, const char *text) {
    char *end;
    if (strncmp(text, "j1:", 3) != 0) goto bad;
    s->ks->looks.seen &= ~LIB_OUTPUT; /* the string says whether output was looked at */
    s->script.check = (u32)strtoul(text + 3, &end, 16);
    if (*end != ':' || end != text + 11) goto bad;
    s->script.choices.n = s->ks->verify.answers.n = s->ks->verify.answers_at = 0;
    s->script.length = ANY_LENGTH;
    *s->script.error = 0;
    s->script.depends = false;
    const char *p = end + 1;
    if (*p == 't') {
        if (!is_hex(p[1])) goto bad;
        unsigned long n = strtoul(p + 1, &end, 16);
        if (*end != ':' || n >= ANY_LENGTH) goto bad;
        s->script.length = (u32)n;
        p = end + 1;
    }
    s->script.single = has_part(&p, "s:");
    s->script.holds = has_part(&p, "h:");
    if (*p == 'e' && !(p = error_parse(s, p + 1))) goto bad;
    if (*p == 'p') {
        s->script.made = p;
        if (!(p = strchr(p, ':'))) goto bad;
        p++;
    }
    if (*p == 'a') {
        if (!(p = numbers_parse(p + 1, put_answer, s)) || *p != ':') goto bad;
        p++;
    }
    if (*p == 'l' && !(p = looks_parse(s, p + 1))) goto bad;
    if (*p == 'u' && !(p = fields_parse(s, p))) goto bad;
    if (!(p = numbers_parse(p, put_choice, s)) || *p) goto bad;
    return ST_OK;
bad:
    if (s->cx->err.kind != ERR_NONE) return ST_ERROR;
    return cx_fail(s->cx, ERR_CONFIG, "not a replay string: %.60s", text);
}

static const char *behind_part(const char *p, char part) { return *p == part ? p + strcspn(p, ":") + 1 : p; }

char *replay_changed(Search *s, const char *text, u32 n, size_t *bytes) {
    const char *from = behind_part(text + strlen("j1:") + 9, 't'), *to = strrchr(text, ':') + 1;
    u32 h = CHECK_SEED;
    Text t;
    text_init(&t, s->cx);
    for (u32 i = 0; i < n; i++)
        if (level_total(level_at(s, i)) > 1) h = fold(h, level_kind_word(level_at(s, i)));
    text_f(&t, "j1:%08x:t%x:", h, n);
    if (from < to) text_put(&t, from, (size_t)(to - from));
    Runs r = {.t = &t};
    for (u32 i = 0; i < n; i++) {
        const Level *l = level_at(s, i);
        for (u32 k = 0; level_total(l) > 1 && k < level_numbers(l); k++) run_put(&r, (i64)level_number(l, k));
    }
    run_out(&r);
    if (t.failed) {
        text_free(&t);
        return NULL;
    }
    *bytes = t.cap;
    return t.v;
}

/* --- taken --- */

static Status unlike(Search *s, bool refuse, Text *why) {
    if (!s->script.made || !s->hooks.unlike) return ST_OK;
    return s->hooks.unlike(s->hooks.user, s->script.made, refuse, why);
}

/* What is not the string's own is refused before it runs: it may meet an error, and one of its own. */
static Status refuse(Search *s) {
    Text why;
    text_init(&why, s->cx);
    Status st = unlike(s, true, &why);
    if (st == ST_OK && why.n)
        st = cx_fail(s->cx, ERR_CONFIG, "the replay string does not fit: it was made %.400s", why.v);
    text_free(&why);
    return st;
}

Status replay_script(Search *s, const char *text) {
    if (replay_parse(s, text) != ST_OK || refuse(s) != ST_OK) return ST_ERROR;
    if (s->script.length == ANY_LENGTH) return ST_OK; /* it is no error's, and its end is not told by transitions */
    s->sched.break_single = s->cfg.break_single || s->script.single;
    s->ks->cfg.holds = s->script.holds;
    return ST_OK;
}

static Status misfit(Search *s) {
    Text why;
    text_init(&why, s->cx);
    if (unlike(s, false, &why) != ST_OK) why.failed = true;
    Text more;
    text_init(&more, s->cx);
    if (!why.n && s->script.depends) replay_unmet(s, &more);
    Status st = why.failed || more.failed ? ST_ERROR
                : more.n                  ? cx_fail(s->cx, ERR_CONFIG, "the replay string does not fit%.400s", more.v)
                : why.n ? cx_fail(s->cx, ERR_CONFIG, "the replay string does not fit: it was made %.400s", why.v)
                : s->script.made
                    ? cx_fail(s->cx, ERR_CONFIG,
                              "the replay string does not fit this program, JDK and configuration, though it "
                              "was made with these: it is damaged, or the program's path depends on "
                              "something else (a listener, a file)")
                    : cx_fail(s->cx, ERR_CONFIG, "the replay string does not fit this program, JDK and configuration");
    text_free(&why);
    text_free(&more);
    return st;
}

/* The next choice of the last level becomes the string's. *over: it has none any more. */
static Status take(Search *s, u32 *at, u32 *h, bool *fits, bool *over) {
    Level *l = &s->path.v[s->path.n - 1];
    *fits = true;
    *over = false;
    if (level_total(l) <= 1) return ST_OK;
    *over = *at >= s->script.choices.n;
    if (*over) return ST_OK;
    *fits = s->script.choices.n - *at >= level_numbers(l);
    if (!*fits) return ST_OK;
    if (level_take(s, l, &s->script.choices.v[*at], fits) != ST_OK) return ST_ERROR;
    *at += level_numbers(l);
    *h = fold(*h, level_kind_word(l));
    return ST_OK;
}

/* The string's transitions have been taken, and no error was met: where one thread alone can run, each search breaks
 * off elsewhere (prelude.h, level.h), and one that does so more often than the one that made the string has not come so
 * far. It goes on where there is nothing to choose but what the string says, until a state comes again: then nothing
 * else will come. An error that somebody else has found may not be met at all, and behind the last choice it is not
 * waited for by a search that breaks off as others do. */
static bool not_there_yet(const Search *s, Rounds *r, u32 at) {
    const Level *l = &s->path.v[s->path.n - 1];
    bool left = at < s->script.choices.n;
    if (!left && *s->script.error && !s->ks->cfg.traces && !s->cfg.cuts) return false;
    return level_total(l) == 1 ? !replay_round(r, l->key) : left;
}

bool replay_round(Rounds *r, H128 key) {
    if (r->n && h128_eq(r->key, key)) return true;
    if (r->n++ < r->until) return false;
    *r = (Rounds){.key = key, .n = 1, .until = 2 * r->until + 1};
    return false;
}

Status search_replay(Search *s, const char *text) {
    if (replay_script(s, text) != ST_OK) return ST_ERROR;
    s->replaying = s->ks->trace_replay = true;
    s->cfg.depth_limit = s->cfg.state_limit = 0; /* of searches */
    s->ks->heap->exposures = 0;
    bool multiple = s->cfg.multiple_errors, stop = false, fits = true, over = false, met = false;
    u32 n = s->script.length, at = 0, h = CHECK_SEED, done = 0;
    StepOutcome out = OUT_NEW;
    Rounds rounds = {0};
    if (search_root(s) != ST_OK) return ST_ERROR;
    while (out == OUT_NEW && !s->done && !stop && (done < n || (!met && not_there_yet(s, &rounds, at)))) {
        if (take(s, &at, &h, &fits, &over) != ST_OK) return ST_ERROR;
        if (!fits) return s->found.errors.n ? ST_OK : misfit(s);
        if (over) break;
        done++;
        bool last = (n == ANY_LENGTH || done >= n) && at == s->script.choices.n && h == s->script.check;
        /* the search that made the string went on past an error that stands before its end */
        s->cfg.multiple_errors = multiple || !last;
        u32 before = s->found.errors.n;
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        /* of several behind the last choice, the string does not say which: all are told that are to be */
        met = last && s->found.errors.n > before && (done <= n || !multiple);
        if (out == OUT_NEW && hot_replay(s, last, &stop) != ST_OK) return ST_ERROR;
        if (!stop && out == OUT_NEW && last && live_replay(s, &stop) != ST_OK) return ST_ERROR;
    }
    s->cfg.multiple_errors = multiple;
    bool fit = at == s->script.choices.n && h == s->script.check, whole = n == ANY_LENGTH ? fit : done >= n;
    /* an error, or who listens, may end it before its end */
    return (whole && fit) || (done < n && (s->found.errors.n || s->done)) ? ST_OK : misfit(s);
}
