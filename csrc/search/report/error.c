/* error.c -- an error as one element of the report's "errors". */
#include "native/io/hostview.h"
#include "native/bp/bprog.h"
#include "search/kind.h"
#include "search/run.h"
#include "search/tree.h"

#include <stdio.h>

enum { OUTPUT_KEPT = 65536 }; /* bytes of a path's output in an error */

/* A line of a method; without a method: nowhere. */
typedef struct Place {
    const MethodInfo *mi;
    i32 line;
} Place;

static void place_json(Json *j, Place at) {
    if (!at.mi) {
        json_null(j);
        return;
    }
    json_object(j);
    json_method(j, at.mi, at.line);
    json_end(j);
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

static Place place_of(const KernelState *ks, const Backtrace *b, u32 i) {
    const MethodInfo *mi = ks->cs->methods.v[b->v[2 * i]];
    return (Place){mi, mi->flags & ACC_NATIVE ? -1 : mi_line(mi, b->v[2 * i + 1] & ~BT_UNDER_HIDDEN)};
}

enum { CAUSES_TOLD = 16 };

static Ref cause_of(KernelState *ks, Ref exc) {
    Ref c = ref_field(ks, exc, "cause");
    return c == exc ? 0 : c; /* itself: none was given */
}

/* Where the program's own code threw it, or what caused it; else where it comes from at all. */
static Place thrown_at(KernelState *ks, Ref exc) {
    Backtrace b = backtrace_of(ks, exc);
    Ref c = exc;
    for (u32 i = 0; i < CAUSES_TOLD && c; i++, c = cause_of(ks, c)) {
        Backtrace of = backtrace_of(ks, c);
        if (of.own < of.n) return place_of(ks, &of, of.own);
    }
    return b.n ? place_of(ks, &b, 0) : (Place){NULL, 0};
}

/* Exception's message as Throwable.getMessage would give it, without running the program. */
static void message_of(Search *s, Text *out, Ref exc) {
    KernelState *ks = s->ks;
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, exc));
    text_class(out, ci);
    Ref msg = ref_field(ks, exc, "detailMessage");
    if (!msg) msg = ref_field(ks, exc, "extendedMessage");
    if (msg) {
        size_t len;
        char *m = string_utf8(ks->heap, msg, &len);
        if (m) {
            text_z(out, ": ");
            text_put(out, m, len);
            cx_free(s->cx, m, len + 1);
        }
        return;
    }
    u32 pairs;
    const u32 *v = backtrace_pairs(ks, ref_field(ks, exc, "backtrace"), &pairs);
    if ((ci->known & KC_NPE) && pairs) {
        size_t n;
        char *m = v[1] & BT_UNDER_HIDDEN ? NULL : npe_message(ks, ks->cs->methods.v[v[0]], v[1], &n);
        if (m) {
            text_z(out, ": ");
            text_z(out, m);
            cx_free(s->cx, m, n);
        }
    }
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

static Place stands_at(const ThreadInfo *ti) {
    const StackFrame *f = ti ? user_frame(ti) : NULL;
    for (const StackFrame *g = ti ? ti->top : NULL; !f && g; g = g->prev)
        if (g->mi->code && !(g->mi->attrs & MA_SYNTHETIC_VM)) f = g;
    return f ? (Place){f->mi, mi_line(f->mi, (u32)(f->pc - f->mi->code))} : (Place){NULL, 0};
}

u64 search_error_sign(Search *s, const After *a) {
    KernelState *ks = s->ks;
    if (contained_before(ks)) return 0;
    if (a->deadlock && s->cfg.check_deadlock) {
        u64 sum = 0;
        for (u32 i = 0; i < ks->n_threads; i++) {
            const ThreadInfo *t = ks->threads.v[i];
            if (t->status == TS_NEW || t->status == TS_TERMINATED || t->daemon) continue;
            const ClassInfo *lock = t->pend.action == AC_LOCK ? ei_class(ks->heap, ei(ks->heap, t->pend.obj)) : NULL;
            sum += mix64((u64)t->tid_key_hi << 32 | t->tid_key_lo, t->pend.action + (lock ? lock->key : 0));
        }
        return mix64(EK_DEADLOCK + 1, sum) | 1;
    }
    if (a->uncaught && ks->uncaught) {
        Place at = thrown_at(ks, ks->uncaught);
        u64 where = at.mi ? mix64(at.mi->key, (u64)at.line) : 0;
        Text said;
        text_init(&said, s->cx);
        message_of(s, &said, ks->uncaught);
        if (said.n) where = mix64(where, hash_bytes(said.v, said.n, 1));
        text_free(&said);
        return mix64(ei_class(ks->heap, ei(ks->heap, ks->uncaught))->key, where + EK_UNCAUGHT + 1) | 1;
    }
    if (a->exited) return mix64(EK_PROPERTY + 1, (u64)ks->exit_status) | 1;
    if (a->violation && !a->bad) return mix64(EK_PROPERTY + 2, hash_bytes(ks->violation, strlen(ks->violation), 1)) | 1;
    return 0;
}

/* --- what an error says --- */

typedef VEC(Place) Places;

/* An exception, or a cause of one. */
typedef struct Thrown {
    Text message;
    Places stack;
} Thrown;

/* Read while the program stands where the error was found; its words are written once, when it is added. */
typedef struct Facts {
    ErrorKind kind;
    const char *property;
    char exception[200], thread[200];
    Text message; /* of an error without exception */
    Place at;
    Thrown thrown[1 + CAUSES_TOLD]; /* the exception and its causes */
    u32 n_thrown;
    bool pools; /* deadlocked over what the pools of the trace hold */
    bool failed;
} Facts;

static void facts_free(Ctx *cx, Facts *f) {
    text_free(&f->message);
    for (u32 i = 0; i < f->n_thrown; i++) {
        text_free(&f->thrown[i].message);
        vec_free(cx, &f->thrown[i].stack);
    }
    f->n_thrown = 0;
}

static void read_thrown(Search *s, Facts *f, Ref exc) {
    KernelState *ks = s->ks;
    ci_external_name(ei_class(ks->heap, ei(ks->heap, exc)), f->exception, sizeof f->exception);
    f->at = thrown_at(ks, exc);
    for (Ref c = exc; c && f->n_thrown <= CAUSES_TOLD; c = cause_of(ks, c)) {
        Thrown *t = &f->thrown[f->n_thrown++];
        Backtrace b = backtrace_of(ks, c);
        text_init(&t->message, s->cx);
        message_of(s, &t->message, c);
        f->failed |= t->message.failed;
        for (u32 i = 0; i < b.n && !f->failed; i++)
            f->failed |= vec_push(s->cx, &t->stack, place_of(ks, &b, i)) != ST_OK;
    }
}

static void read_facts(Search *s, Facts *f, ErrorKind kind, const char *property, const char *message,
                       const CodePlace *at) {
    KernelState *ks = s->ks;
    const char *simple = strrchr(property, '.');
    ThreadInfo *ti = ks->threads.v[s->path.n && s->last_thread < ks->n_threads ? s->last_thread : 0];
    if (at && at->thread < ks->n_threads) ti = ks->threads.v[at->thread];
    if (s->found.bthread) ks->bp.who = bp_bthread_thread(ks, s->found.bthread - 1);
    if (ks->bp.who && ks->bp.who <= ks->n_threads) ti = ks->threads.v[ks->bp.who - 1];
    else if (kind == EK_DEADLOCK) ti = stuck_thread(ks, ti);
    *f = (Facts){.kind = kind, .property = simple ? simple + 1 : property};
    text_init(&f->message, s->cx);
    thread_name(ks, ti, f->thread, sizeof f->thread);
    if (at && at->thread == UINT32_MAX && s->found.of) /* it went with the search that came to it */
        snprintf(f->thread, sizeof f->thread, "%s", s->found.of->thread);
    if (kind == EK_UNCAUGHT && ks->uncaught) {
        read_thrown(s, f, ks->uncaught);
        return;
    }
    if (message) text_z(&f->message, message);
    else if (kind == EK_DEADLOCK) deadlock_text(s, &f->message);
    f->failed |= f->message.failed;
    f->at = at && at->mi ? (Place){at->mi, mi_line(at->mi, at->insn)} : stands_at(s->path.n ? ti : NULL);
}

/* A deadlock that pools and timers of the trace make, which nobody has ended, is told of where they were made. */
static void read_pools(Search *s, Facts *f) {
    Text m;
    text_init(&m, s->cx);
    const PoolRec *pool = pools_forgotten(s, &m);
    f->failed |= m.failed;
    if (!pool) {
        text_free(&m);
        return;
    }
    text_free(&f->message);
    f->message = m;
    f->at = (Place){pool->mi, pool->line};
    f->pools = true;
}

static u64 text_hash(const Text *t, u64 seed) { return hash_bytes(t->v ? t->v : "", t->n, seed); }

/* Errors with one hash are one to who reads of them: what it is, what it says and where. */
static u64 facts_hash(const Facts *f) {
    u64 h = mix64(hash_bytes(f->property, strlen(f->property), f->kind), (u64)f->at.line);
    if (f->at.mi) h = mix64(mix64(h, f->at.mi->ci->key), f->at.mi->key);
    h = hash_bytes(f->exception, strlen(f->exception), h);
    return text_hash(f->n_thrown ? &f->thrown[0].message : &f->message, h) | 1;
}

/* A search that leaves states more than once, or takes path after path, comes to an error as often: it is told once,
 * by what it is, what it says and where. Other searches come to it by each transition that leads there, once; the
 * host's own (SearchKind.accounts) may be of either sort, and are told of it once by each transition. States of a
 * b-program that are bad, hot or stuck are told of one by one, as marks say little of where it stands. */
static bool is_repeated(Search *s, const Facts *f) {
    const SearchKind *k = s->cfg.kind;
    if (s->replaying || !(k->deepens || k->walks || s->cfg.match_depth)) return false;
    if (s->ks->saw.turns && s->rec.arrived && s->told.now.fresh) return false;
    u64 h = facts_hash(f);
    const Level *l = &s->path.v[s->path.n - 1];
    if (k->accounts) h = mix64(mix64(h, l->key.lo ^ l->key.hi), level_word(l)) | 1;
    if (map_get(&s->found.met, h, NULL)) return true;
    (void)map_put(&s->found.met, h, 1);
    return false;
}

/* The path of an error costs its execution, and as much memory as it is long: of errors that say the same, so many keep
 * theirs. */
enum { PATHS_KEPT = 100 };

static bool path_is_kept(Search *s, const Facts *f) {
    u64 n = 0, h = facts_hash(f);
    (void)map_get(&s->found.alike, h, &n);
    (void)map_put(&s->found.alike, h, n + 1);
    return n < PATHS_KEPT;
}

static bool same_text(const Text *a, const Text *b) { return a->n == b->n && mem_cmp(a->v, b->v, a->n) == 0; }

static bool same_place(Place a, Place b) {
    if (a.mi == b.mi) return a.line == b.line;
    return a.mi && b.mi && a.line == b.line && a.mi->name == b.mi->name && a.mi->ci->name == b.mi->ci->name;
}

static bool same_facts(const Facts *a, const Facts *b) {
    if (strcmp(a->exception, b->exception) != 0 || strcmp(a->thread, b->thread) != 0) return false;
    if (!same_text(&a->message, &b->message) || !same_place(a->at, b->at) || a->n_thrown != b->n_thrown) return false;
    for (u32 i = 0; i < a->n_thrown; i++) {
        const Thrown *x = &a->thrown[i], *y = &b->thrown[i];
        if (!same_text(&x->message, &y->message) || x->stack.n != y->stack.n) return false;
        for (u32 k = 0; k < x->stack.n; k++)
            if (!same_place(x->stack.v[k], y->stack.v[k])) return false;
    }
    return true;
}

static void text_json(Json *j, const char *key, const Text *t) {
    json_key(j, key);
    json_str(j, t->v ? t->v : "", t->n);
}

static void stack_json(Json *j, const Places *stack) {
    json_key_array(j, "stack");
    for (u32 i = 0; i < stack->n; i++) place_json(j, stack->v[i]);
    json_end(j);
}

static void facts_json(const Search *s, const Facts *f, Json *j) {
    static const char *const kinds[] = {"deadlock", "uncaught_exception", "property", "race", "livelock"};
    json_key_z(j, "property", f->property);
    json_key_z(j, "kind", kinds[f->kind]);
    json_key_z(j, "exception", f->n_thrown ? f->exception : NULL);
    text_json(j, "message", f->n_thrown ? &f->thrown[0].message : &f->message);
    json_key(j, "location");
    place_json(j, f->at);
    if (f->n_thrown) stack_json(j, &f->thrown[0].stack);
    if (f->n_thrown > 1) {
        json_key_array(j, "causes");
        for (u32 i = 1; i < f->n_thrown; i++) {
            json_object(j);
            text_json(j, "message", &f->thrown[i].message);
            stack_json(j, &f->thrown[i].stack);
            json_end(j);
        }
        json_end(j);
    }
    if (f->pools) {
        json_key(j, "pools");
        pools_json(s, j);
    }
    json_key_z(j, "thread", f->thread);
}

/* What the b-threads of a b-program say there. */
static Status lanes_here(Search *s, Json *j) {
    Text lanes;
    u32 first;
    text_init(&lanes, s->cx);
    Status st = bp_lanes_json(s->ks, BP_NO_EVENT, &lanes, &first);
    if (st == ST_OK && lanes.n > 2) {
        json_key(j, "lanes");
        json_raw(j, lanes.v, lanes.n);
    }
    text_free(&lanes);
    return st;
}

/* How it stands there: what the path printed (its end, where it is long), and the threads. Written anew into t. */
static Status standing_json(Search *s, ErrorKind kind, Text *t) {
    KernelState *ks = s->ks;
    Json j;
    t->n = 0;
    json_part(&j, t, false);
    json_key(&j, "output");
    u32 skip = ks->out.n > OUTPUT_KEPT ? ks->out.n - OUTPUT_KEPT : 0;
    while (skip < ks->out.n && (ks->out.v[skip] & 0xC0) == 0x80) skip++; /* no part of a character */
    json_str(&j, ks->out.v ? ks->out.v + skip : "", ks->out.n - skip);
    json_key(&j, "snapshot");
    if (s->found.stood.n) json_raw(&j, s->found.stood.v, s->found.stood.n);
    else snapshot_json(s, &j);
    if (kind != EK_LIVELOCK && bprog_of(ks) && lanes_here(s, &j) != ST_OK) return ST_ERROR;
    return json_done(&j);
}

static Status add_error(Search *s, const Facts *facts, const Text *standing, const char *note, bool with_path) {
    Text t;
    Json j;
    size_t rn;
    char *replay = replay_text(s, facts->property, &rn);
    if (!replay) return ST_ERROR;
    text_init(&t, s->cx);
    json_begin(&j, &t);
    json_object(&j);
    json_key_uint(&j, "id", s->found.errors.n + 1);
    facts_json(s, facts, &j);
    if (note) json_key_z(&j, "note", note);
    json_key_z(&j, "replay", replay);
    json_splice(&j, standing);
    json_key(&j, "trace");
    if (with_path) trace_json(s, &j);
    else json_raw(&j, "[]", 2);
    json_key(&j, "locks");
    locks_json(s, &j);
    json_key(&j, "accesses");
    accesses_json(s, &j);
    json_key(&j, "prints");
    prints_json(s, &j);
    json_end(&j);
    cx_free(s->cx, replay, rn);
    if (json_done(&j) != ST_OK) {
        text_free(&t);
        return ST_ERROR;
    }
    ErrorRec e = {s->found.errors.n + 1, t.v, t.cap, facts_hash(facts), s->found.execution};
    return vec_push(s->cx, &s->found.errors, e);
}

static const char UNKEPT[] = "its trace is not kept, for 100 errors before it say the same: execute its replay string";

static const char *not_same_note(const Search *s) {
    if (s->torn)
        return "a limit ended the search while this path was executed again for its trace: the trace stops there";
    return "executed again for its trace, this path went another way or led to something else: it depends on what is "
           "no part of the state (a counter of a listener's, a peer, a file). The error is told as it was found; the "
           "trace ends where the paths part, and the replay string need not lead to it";
}

/* What was found is read where it is found. Then the path is executed again, to see its steps; that it led to the same
 * is compared, as a path may depend on what is outside the state (a listener's counter, a peer). */
static Status report_at(Search *s, ErrorKind kind, const char *property, const char *message, const CodePlace *at,
                        u32 n_at) {
    const CodePlace *last = n_at ? &at[n_at - 1] : NULL;
    bool here = s->path.n && kind != EK_LIVELOCK; /* a cycle is found when the search stands elsewhere */
    bool same = true;
    Facts found = {0}, again = {0};
    Text standing;
    Status st = ST_OK;
    text_init(&found.message, s->cx);
    text_init(&again.message, s->cx);
    text_init(&standing, s->cx);
    trace_clear(s);
    s->rec.traced = 0;
    s->rec.answers = s->ks->verify.answers_at;
    text_init(&s->found.stood, s->cx);
    s->rec.arrived &= here;
    const char *after = NULL;
    if (here && contained_before(s->ks))
        after =
            "it was found after the checker had refused the program something (see what is contained), and may rest on "
            "that";
    if (here) {
        read_facts(s, &found, kind, property, message, last);
        st = standing_json(s, kind, &standing);
    }
    if (found.failed) st = ST_ERROR;
    if (st == ST_OK && here && is_repeated(s, &found)) goto done;
    if (st == ST_OK && here && !path_is_kept(s, &found)) {
        st = tree_fill(s); /* the replay string has the whole path */
        if (st == ST_OK) st = add_error(s, &found, &standing, UNKEPT, false);
        goto done;
    }
    if (st == ST_OK) st = search_rerun(s, &same);
    if (st == ST_OK) st = access_settle(s);
    if (st == ST_OK && same) {
        st = trace_ends(s, kind, at, n_at);
        read_facts(s, &again, kind, property, message, last);
        same = !here || same_facts(&found, &again);
        if (kind == EK_DEADLOCK && !message) read_pools(s, &again);
        if (again.failed) st = ST_ERROR;
    }
    if (st == ST_OK && !same && !here) {
        read_facts(s, &found, kind, property, message, last);
        if (found.failed) st = ST_ERROR;
    }
    /* named again, with the locks of the trace */
    if (st == ST_OK && (same || !here)) st = standing_json(s, kind, &standing);
    if (st == ST_OK && same) st = add_error(s, &again, &standing, s->path.n ? after : s->found.note, true);
    else if (st == ST_OK) {
        s->found.depends = !s->torn;
        st = add_error(s, &found, &standing, not_same_note(s), true);
        s->found.depends = false;
    }
done:
    text_free(&standing);
    text_free(&s->found.stood);
    facts_free(s->cx, &found);
    facts_free(s->cx, &again);
    return st;
}

Status search_report_at(Search *s, ErrorKind kind, const char *property, const char *message, const CodePlace *at,
                        u32 n_at) {
    s->rec.tells = true;
    Status st = report_at(s, kind, property, message, at, n_at);
    s->rec.tells = false;
    return st;
}

Status search_report(Search *s, ErrorKind kind, const char *property, const char *message) {
    return search_report_at(s, kind, property, message, NULL, 0);
}
