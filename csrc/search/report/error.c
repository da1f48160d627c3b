/* error.c -- an error as one element of the report's "errors". */
#include "search/search.h"

#include <stdio.h>

enum { OUTPUT_KEPT = 65536 }; /* bytes of a path's output in an error */

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
    return fi && fi->type == T_REF ? get_ref(ks->heap, obj, fi->offset) : 0;
}

typedef struct Backtrace {
    const u32 *v; /* pairs: method id, instruction */
    u32 n, own;   /* own: the innermost frame of the program's code; n: there is none */
} Backtrace;

static Backtrace backtrace_of(KernelState *ks, Ref exc) {
    Backtrace b = {0};
    b.v = backtrace_pairs(ks, ref_field(ks, exc, "backtrace"), &b.n);
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
    u32 pairs;
    const u32 *v = backtrace_pairs(ks, ref_field(ks, exc, "backtrace"), &pairs);
    if (strcmp(ci->name->s, "java/lang/NullPointerException") == 0 && pairs) {
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

/* Property, kind, message, place and thread: what an error says; `recorded`: and what follows from its trace. */
static void what_json(Search *s, Text *t, ErrorKind kind, const char *property, const char *message,
                      const CodePlace *at, bool recorded) {
    KernelState *ks = s->ks;
    char name[200];
    ThreadInfo *ti = ks->threads.v[s->path.n && s->last_thread < ks->n_threads ? s->last_thread : 0];
    if (at && at->thread < ks->n_threads) ti = ks->threads.v[at->thread];
    if (s->found.bthread) ks->bp_who = bp_bthread_thread(ks, s->found.bthread - 1);
    if (ks->bp_who && ks->bp_who <= ks->n_threads) ti = ks->threads.v[ks->bp_who - 1];
    else if (kind == EK_DEADLOCK) ti = stuck_thread(ks, ti);
    text_key(t, "property");
    const char *simple = strrchr(property, '.');
    text_json_z(t, simple ? simple + 1 : property);
    text_key(t, "kind");
    text_json_z(t, kind == EK_DEADLOCK   ? "deadlock"
                   : kind == EK_UNCAUGHT ? "uncaught_exception"
                   : kind == EK_RACE     ? "race"
                   : kind == EK_LIVELOCK ? "livelock"
                                         : "property");
    text_key(t, "exception");
    if (kind == EK_UNCAUGHT && ks->uncaught) {
        text_json_z(t, ci_external_name(ei_class(ks->heap, ei(ks->heap, ks->uncaught)), name, sizeof name));
        throwable_json(s, t, ks->uncaught);
    } else {
        text_z(t, "null");
        text_key(t, "message");
        const PoolRec *pool = NULL;
        if (message || kind != EK_DEADLOCK) {
            text_json_z(t, message ? message : "");
        } else {
            Text m;
            text_init(&m, s->cx);
            pool = recorded ? pools_forgotten(s, &m) : NULL;
            if (!pool) deadlock_text(s, &m);
            text_json(t, m.v ? m.v : "", m.n);
            t->failed |= m.failed;
            text_free(&m);
        }
        if (pool) {
            text_key(t, "location");
            json_frame(t, pool->mi, pool->line);
            text_key(t, "pools");
            pools_json(s, t);
        } else if (at && at->mi) {
            text_key(t, "location");
            json_frame(t, at->mi, mi_line(at->mi, at->insn));
        } else {
            where_json(t, s->path.n ? ti : NULL);
        }
    }
    text_key(t, "thread");
    thread_name(ks, ti, name, sizeof name);
    text_json_z(t, name);
}

/* How it stands there: what the path printed (its end, where it is long), and the threads. */
static void standing_json(Search *s, Text *t) {
    KernelState *ks = s->ks;
    text_key(t, "output");
    u32 skip = ks->out.n > OUTPUT_KEPT ? ks->out.n - OUTPUT_KEPT : 0;
    while (skip < ks->out.n && (ks->out.v[skip] & 0xC0) == 0x80) skip++; /* no part of a character */
    text_json(t, ks->out.v ? ks->out.v + skip : "", ks->out.n - skip);
    text_key(t, "snapshot");
    snapshot_json(s, t);
}

/* "," and what follows it: these texts are parts of one object. */
static void part(Text *t, const Text *of) {
    text_comma(t);
    text_put(t, of->v ? of->v : "", of->n);
    t->failed |= of->failed;
}

static Status add_error(Search *s, const Text *what, const Text *standing, const char *note) {
    Text t;
    text_init(&t, s->cx);
    text_z(&t, "{");
    text_key(&t, "id");
    text_f(&t, "%u", s->found.errors.n + 1);
    part(&t, what);
    if (note) {
        text_key(&t, "note");
        text_json_z(&t, note);
    }
    text_key(&t, "replay");
    size_t rn;
    char *r = replay_text(s, false, &rn);
    if (!r) t.failed = true;
    else text_json_z(&t, r);
    if (r) cx_free(s->cx, r, rn);
    part(&t, standing);
    text_key(&t, "trace");
    trace_json(s, &t);
    text_key(&t, "locks");
    locks_json(s, &t);
    text_z(&t, "}");
    if (t.failed) {
        text_free(&t);
        return ST_ERROR;
    }
    ErrorRec e = {s->found.errors.n + 1, t.v, t.cap};
    return vec_push(s->cx, &s->found.errors, e);
}

/* What was found is put into words where it is found. Then the path is executed again, to see its steps; that it led to
 * the same is compared, as a path may depend on what is outside the state (a listener's counter, a peer). */
Status search_report_at(Search *s, ErrorKind kind, const char *property, const char *message, const CodePlace *at,
                        u32 n_at) {
    const CodePlace *last = n_at ? &at[n_at - 1] : NULL;
    bool here = s->path.n && kind != EK_LIVELOCK; /* a cycle is found when the search stands elsewhere */
    bool same = true;
    const char *note = NULL;
    Text what, standing, now;
    text_init(&what, s->cx);
    text_init(&standing, s->cx);
    text_init(&now, s->cx);
    trace_clear(s);
    s->rec.arrived &= here;
    if (here) {
        what_json(s, &what, kind, property, message, last, false);
        standing_json(s, &standing);
    }
    Status st = what.failed || standing.failed ? ST_ERROR : search_rerun(s, &same);
    if (st == ST_OK && same) {
        if (trace_ends(s, kind, at, n_at) != ST_OK) st = ST_ERROR;
        what_json(s, &now, kind, property, message, last, !here);
        same = !here || (now.n == what.n && mem_cmp(now.v, what.v, now.n) == 0);
        if (here) now.n = 0;
        if (here) what_json(s, &now, kind, property, message, last, true);
    }
    if (!same && st == ST_OK) {
        note =
            s->torn
                ? "a limit ended the search while this path was executed again for its trace, which stops there"
                : "executed again for its trace, this path went another way or led to something else: it depends on what is "
                  "no part of the state (a counter of a listener's, a peer, a file). The error is told as it was found; the "
                  "trace ends where the paths part, and the replay string need not lead to it";
        if (!here) what_json(s, &what, kind, property, message, last, false);
        if (!here) standing_json(s, &standing);
        st = add_error(s, &what, &standing, note);
    } else if (st == ST_OK) {
        standing.n = 0; /* named again, with the locks of the trace */
        standing_json(s, &standing);
        st = add_error(s, &now, &standing, s->path.n ? NULL : s->found.note);
    }
    text_free(&what);
    text_free(&standing);
    text_free(&now);
    return st;
}

Status search_report(Search *s, ErrorKind kind, const char *property, const char *message) {
    return search_report_at(s, kind, property, message, NULL, 0);
}
