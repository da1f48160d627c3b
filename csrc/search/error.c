/* error.c -- an error as one element of the report's "errors"; replay strings. */
#include "kernel/fielduse.h"
#include "search/hot.h"
#include "search/livelock.h"

#include <stdio.h>
#include <stdlib.h>

enum { OUTPUT_KEPT = 65536 }; /* bytes of a path's output in an error */

/* --- replay strings: j1:<check>:<choices>. Only levels with more than one choice are written, reductions
 *     aside; a cascade with a generator of the host's, whose number of choices may not be known, as one number each;
 *     equal neighbours are run-length coded (3x12). The check is a hash of the numbers of choices met,
 *     so that a string of another program or configuration is refused. --- */

static u32 fold(u32 h, u32 n) { return (h ^ n) * 0x01000193u; }

/* What the search had learned about fields that decides scheduling points of this path:
 * u<name in hex>.<flags>,...: */
static void fields_text(Search *s, Text *t) {
    const FieldUses *us = s->ks->uses;
    bool any = false;
    for (u32 i = 1; i < us->v.n; i++) {
        const FieldUse *u = &us->v.v[i];
        u8 flags = use_replayed(s->ks, u);
        if (!flags) continue;
        text_f(t, "%s%x.%x", any ? "," : "u", use_name(u), flags);
        any = true;
    }
    if (any) text_z(t, ":");
}

static const char *fields_parse(Search *s, const char *p) {
    char *end;
    do {
        if (!strchr("0123456789abcdef", p[1]) || !p[1]) return NULL;
        u32 name = (u32)strtoul(p + 1, &end, 16);
        if (*end != '.' || !end[1] || !strchr("0123456789abcdef", end[1])) return NULL;
        unsigned long flags = strtoul(end + 1, &end, 16);
        if (flags > FU_KNOWN || use_seed(s->ks, name, (u8)flags) != ST_OK) return NULL;
        p = end;
    } while (*p == ',');
    return *p == ':' ? p + 1 : NULL;
}

char *replay_text(Search *s, size_t *bytes) {
    Text t;
    text_init(&t, s->cx);
    u32 h = 0x811c9dc5u;
    for (u32 i = 0; i < s->path.n; i++)
        if (level_total(&s->path.v[i]) > 1) h = fold(h, level_kind_word(&s->path.v[i]));
    text_f(&t, "j1:%08x:", h);
    if (s->ks->lib_seen) text_f(&t, "l%x:", s->ks->lib_seen); /* what made library calls scheduling points */
    fields_text(s, &t);
    bool first = true;
    i64 last = -1;
    u32 run = 0;
    for (u32 i = 0; i <= s->path.n; i++) {
        const Level *l = &s->path.v[i];
        bool end = i == s->path.n;
        if (!end && level_total(l) <= 1) continue;
        for (u32 k = 0; k < (end ? 1 : level_numbers(l)); k++) {
            i64 c = end ? -1 : (i64)level_number(l, k);
            if (c == last && c >= 0) {
                run++;
                continue;
            }
            if (run) {
                text_f(&t, first ? "%lld" : ".%lld", (long long)last);
                if (run > 1) text_f(&t, "x%u", run);
                first = false;
            }
            last = c;
            run = 1;
        }
    }
    if (t.failed) {
        text_free(&t);
        return NULL;
    }
    *bytes = t.cap;
    return t.v;
}

Status replay_parse(Search *s, const char *text) {
    char *end;
    if (strncmp(text, "j1:", 3) != 0) goto bad;
    s->ks->lib_seen &= ~LIB_OUTPUT; /* the string says whether output was looked at */
    s->script_check = (u32)strtoul(text + 3, &end, 16);
    if (*end != ':' || end != text + 11) goto bad;
    s->script.n = 0;
    const char *p = end + 1;
    if (*p == 'l') {
        s->ks->lib_seen = (u32)strtoul(p + 1, &end, 16);
        if (*end != ':' || end == p + 1) goto bad;
        p = end + 1;
    }
    if (*p == 'u' && !(p = fields_parse(s, p))) goto bad;
    while (*p) {
        if (*p < '0' || *p > '9') goto bad;
        unsigned long c = strtoul(p, &end, 10), n = 1;
        if (*end == 'x') {
            if (end[1] < '0' || end[1] > '9') goto bad;
            n = strtoul(end + 1, &end, 10);
        }
        if (c > 1ul << 62 || n == 0 || n > 100000000u || (*end && *end != '.')) goto bad;
        for (; n; n--)
            if (vec_push(s->cx, &s->script, c) != ST_OK) return ST_ERROR;
        p = *end ? end + 1 : end;
    }
    return ST_OK;
bad:
    return cx_fail(s->cx, ERR_CONFIG, "not a replay string: %.60s", text);
}

static Status misfit(Search *s) {
    return cx_fail(s->cx, ERR_CONFIG, "the replay string does not fit this program and configuration");
}

Status search_replay(Search *s, const char *text) {
    if (replay_parse(s, text) != ST_OK) return ST_ERROR;
    s->replaying = s->ks->trace_replay = true;
    StepOutcome out;
    u32 h = 0x811c9dc5u, at = 0;
    bool whole = false; /* the error at the end is reported only when the string fits */
    bool stop = false;
    if (search_start(s, &out) != ST_OK) return ST_ERROR;
    if (out == OUT_NEW && hot_replay(s, false, &stop) != ST_OK) return ST_ERROR;
    while (out == OUT_NEW && !s->done) {
        Level *l = &s->path.v[s->path.n - 1];
        if (level_total(l) > 1) {
            if (at >= s->script.n) break;
            bool fits;
            if (s->script.n - at < level_numbers(l)) return misfit(s);
            if (level_take(s, l, &s->script.v[at], &fits) != ST_OK) return ST_ERROR;
            if (!fits) return misfit(s);
            at += level_numbers(l);
            h = fold(h, level_kind_word(l));
        }
        whole = at == s->script.n && h == s->script_check;
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        if (out == OUT_NEW && hot_replay(s, whole, &stop) != ST_OK) return ST_ERROR;
        if (!stop && out == OUT_NEW && whole && live_replay(s, &stop) != ST_OK) return ST_ERROR;
        if (stop) break;
    }
    if (at < s->script.n || h != s->script_check) return misfit(s);
    (void)whole;
    return ST_OK;
}

/* --- what happened --- */

static void json_frame(Text *t, const MethodInfo *mi, i32 line) {
    text_z(t, "{");
    json_method(t, mi, line);
    text_z(t, "}");
}

/* A field of the JDK's: a class of the program's may have another of that name. */
static Ref ref_field(KernelState *ks, Ref obj, const char *name) {
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, obj));
    while (ci->super && !(ci->attrs & CA_SYSTEM)) ci = ci->super;
    FieldInfo *fi = ci_find_field(ci, name);
    return fi && fi->type == T_REF ? get_u32(ks->heap, obj, fi->offset) : 0;
}

typedef struct Backtrace {
    const u32 *v; /* pairs: method id, instruction */
    u32 n, own;   /* own: the innermost frame of the program's code; n: there is none */
} Backtrace;

static Backtrace backtrace_of(KernelState *ks, Ref exc) {
    Ref bt = ref_field(ks, exc, "backtrace");
    Backtrace b = {bt ? (const u32 *)(const void *)arr_data(ks->heap, bt) : NULL, bt ? arr_len(ks->heap, bt) / 2 : 0,
                   0};
    while (b.own < b.n && (ks->cs->methods.v[b.v[2 * b.own]]->ci->attrs & CA_SYSTEM)) b.own++;
    return b;
}

static void frame_json(Text *t, const KernelState *ks, const Backtrace *b, u32 i) {
    const MethodInfo *mi = ks->cs->methods.v[b->v[2 * i]];
    json_frame(t, mi, mi->flags & ACC_NATIVE ? -1 : mi_line(mi, b->v[2 * i + 1] & ~BT_UNDER_HIDDEN));
}

static void stack_json(Text *t, KernelState *ks, Ref exc) {
    Backtrace b = backtrace_of(ks, exc);
    text_key(t, "stack");
    text_z(t, "[");
    for (u32 i = 0; i < b.n; i++) {
        text_comma(t);
        frame_json(t, ks, &b, i);
    }
    text_z(t, "]");
}

enum { CAUSES_TOLD = 16 };

static Ref cause_of(KernelState *ks, Ref exc) {
    Ref c = ref_field(ks, exc, "cause");
    return c == exc ? 0 : c; /* itself: none was given */
}

/* Where the program's own code threw it, or what caused it; else where it comes from at all. */
static void location_json(Text *t, KernelState *ks, Ref exc) {
    Backtrace b = backtrace_of(ks, exc);
    text_key(t, "location");
    Ref c = exc;
    for (u32 i = 0; i < CAUSES_TOLD && c; i++, c = cause_of(ks, c)) {
        Backtrace of = backtrace_of(ks, c);
        if (of.own == of.n) continue;
        frame_json(t, ks, &of, of.own);
        return;
    }
    if (b.n) frame_json(t, ks, &b, 0);
    else text_z(t, "null");
}

/* Exception's message as Throwable.getMessage would give it, without running the program. */
static void message_of(Search *s, Text *out, Ref exc) {
    KernelState *ks = s->ks;
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, exc));
    char buf[512];
    text_z(out, ci_external_name(ci, buf, sizeof buf));
    Ref msg = ref_field(ks, exc, "detailMessage");
    if (!msg) msg = ref_field(ks, exc, "extendedMessage");
    if (msg) {
        size_t len;
        char *m = string_utf8(ks->heap, msg, &len);
        if (m) {
            text_z(out, ": ");
            text_z(out, m);
            cx_free(s->cx, m, len + 1);
        }
        return;
    }
    Ref bt = ref_field(ks, exc, "backtrace");
    if (strcmp(ci->name->s, "java/lang/NullPointerException") == 0 && bt && arr_len(ks->heap, bt) >= 2) {
        const u32 *v = (const u32 *)(const void *)arr_data(ks->heap, bt);
        size_t n;
        char *m = v[1] & BT_UNDER_HIDDEN ? NULL : npe_message(ks, ks->cs->methods.v[v[0]], v[1], &n);
        if (m) {
            text_z(out, ": ");
            text_z(out, m);
            cx_free(s->cx, m, n);
        }
    }
}

static void message_json(Search *s, Text *t, Ref exc) {
    Text m;
    text_init(&m, s->cx);
    message_of(s, &m, exc);
    text_key(t, "message");
    text_json(t, m.v ? m.v : "", m.n);
    t->failed |= m.failed;
    text_free(&m);
}

static void throwable_json(Search *s, Text *t, Ref exc) {
    KernelState *ks = s->ks;
    message_json(s, t, exc);
    location_json(t, ks, exc);
    stack_json(t, ks, exc);
    Ref c = cause_of(ks, exc);
    if (!c) return;
    text_key(t, "causes");
    text_z(t, "[");
    for (u32 i = 0; i < CAUSES_TOLD && c; i++, c = cause_of(ks, c)) {
        text_comma(t);
        text_z(t, "{");
        message_json(s, t, c);
        stack_json(t, ks, c);
        text_z(t, "}");
    }
    text_z(t, "]");
}

/* Who a deadlock is told of: the thread that ran last if it is in it, else the first that is stuck in
 * the program's code, else the first that is stuck at all. */
static ThreadInfo *stuck_thread(KernelState *ks, ThreadInfo *last) {
    ThreadInfo *any = NULL;
    if (user_frame(last)) return last;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (t->status == TS_NEW || t->status == TS_TERMINATED || t->daemon) continue;
        if (user_frame(t)) return t;
        if (!any) any = t;
    }
    return any ? any : last;
}

static void where_json(Text *t, const ThreadInfo *ti) {
    const StackFrame *f = ti ? user_frame(ti) : NULL;
    for (const StackFrame *g = ti ? ti->top : NULL; !f && g; g = g->prev)
        if (g->mi->code && !(g->mi->attrs & MA_SYNTHETIC_VM)) f = g;
    text_key(t, "location");
    if (f) json_frame(t, f->mi, mi_line(f->mi, (u32)(f->pc - f->mi->code)));
    else text_z(t, "null");
}

Status search_report(Search *s, ErrorKind kind, const char *property, const char *message) {
    KernelState *ks = s->ks;
    /* Execute the path again to see its steps; the state is the error's own afterwards. */
    if (search_rerun(s) != ST_OK) return ST_ERROR;
    ThreadInfo *ti = ks->threads.v[s->last_thread];
    if (s->report_bthread) ks->bp_who = bp_bthread_thread(ks, s->report_bthread - 1);
    if (ks->bp_who && ks->bp_who <= ks->n_threads) ti = ks->threads.v[ks->bp_who - 1];
    else if (kind == EK_DEADLOCK) ti = stuck_thread(ks, ti);
    Text t;
    char name[200];
    text_init(&t, s->cx);
    text_z(&t, "{");
    text_key(&t, "id");
    text_f(&t, "%u", s->errors.n + 1);
    text_key(&t, "property");
    const char *simple = strrchr(property, '.');
    text_json_z(&t, simple ? simple + 1 : property);
    text_key(&t, "kind");
    text_json_z(&t, kind == EK_DEADLOCK   ? "deadlock"
                    : kind == EK_UNCAUGHT ? "uncaught_exception"
                    : kind == EK_RACE     ? "race"
                    : kind == EK_LIVELOCK ? "livelock"
                                          : "property");
    text_key(&t, "exception");
    if (kind == EK_UNCAUGHT && ks->uncaught) {
        text_json_z(&t, ci_external_name(ei_class(ks->heap, ei(ks->heap, ks->uncaught)), name, sizeof name));
        throwable_json(s, &t, ks->uncaught);
    } else {
        text_z(&t, "null");
        text_key(&t, "message");
        const PoolRec *pool = NULL;
        if (message) {
            text_json_z(&t, message);
        } else {
            Text m;
            text_init(&m, s->cx);
            pool = pools_forgotten(s, &m);
            if (!pool) deadlock_text(s, &m);
            text_json(&t, m.v ? m.v : "", m.n);
            t.failed |= m.failed;
            text_free(&m);
        }
        if (pool) {
            text_key(&t, "location");
            json_frame(&t, pool->mi, pool->line);
            text_key(&t, "pools");
            pools_json(s, &t);
        } else {
            where_json(&t, s->path.n ? ti : NULL);
        }
    }
    text_key(&t, "thread");
    thread_name(ks, ti, name, sizeof name);
    text_json_z(&t, name);
    text_key(&t, "replay");
    size_t rn;
    char *r = replay_text(s, &rn);
    if (!r) t.failed = true;
    else text_json_z(&t, r);
    if (r) cx_free(s->cx, r, rn);
    text_key(&t, "output"); /* of this path; its end, where it is long */
    u32 skip = ks->out.n > OUTPUT_KEPT ? ks->out.n - OUTPUT_KEPT : 0;
    while (skip < ks->out.n && (ks->out.v[skip] & 0xC0) == 0x80) skip++; /* no part of a character */
    text_json(&t, ks->out.v ? ks->out.v + skip : "", ks->out.n - skip);
    text_key(&t, "trace");
    trace_json(s, &t);
    text_key(&t, "locks");
    locks_json(s, &t);
    text_key(&t, "snapshot");
    snapshot_json(s, &t);
    text_z(&t, "}");
    if (t.failed) {
        text_free(&t);
        return ST_ERROR;
    }
    ErrorRec e = {s->errors.n + 1, t.v, t.cap};
    return vec_push(s->cx, &s->errors, e);
}
