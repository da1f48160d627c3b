/* trace.c -- the path to an error, and the threads as they stand there. */
#include "native/bp/bprog.h"
#include "search/report/namer.h"
#include "search/search.h"

#include <stdio.h>

void thread_name(KernelState *ks, const ThreadInfo *ti, char *buf, size_t n) {
    snprintf(buf, n, "Thread %u", ti->id);
    if (!ti->obj) return;
    FieldInfo *fi = ci_find_field(ks->cs->thread, "name"); /* the program's class may have another one */
    Ref s = fi ? get_ref(ks->heap, ti->obj, fi->offset) : 0;
    if (!s) return;
    size_t len;
    char *text = string_utf8(ks->heap, s, &len);
    if (!text) return;
    if (text[0]) snprintf(buf, n, "%s", text);
    cx_free(ks->cx, text, len + 1);
}

/* The user's own code: neither the JDK's nor that of our jar that stands for us (Verify) or for the bp interface, nor
 * that of a test framework. */
bool of_program(const MethodInfo *mi) {
    return mi->code && !(mi->ci->attrs & CA_SYSTEM) && !(mi->attrs & MA_SYNTHETIC_VM) && !(mi->ci->known & KC_OURS);
}

static Status keep_step(Search *s, MethodInfo *mi, i32 line) {
    if (s->rec.steps.n) {
        StepRec *last = &s->rec.steps.v[s->rec.steps.n - 1];
        if (last->level == s->rec.level && last->mi == mi && last->line == line) return ST_OK;
    }
    /* A long transition keeps its first lines and, by overwriting, its last one. */
    if (s->rec.step_level != s->rec.level) {
        s->rec.step_level = s->rec.level;
        s->rec.step_count = 0;
    }
    StepRec r = {mi, line, s->rec.level};
    if (++s->rec.step_count > 1000) {
        s->rec.steps.v[s->rec.steps.n - 1] = r;
        return ST_OK;
    }
    return vec_push(s->cx, &s->rec.steps, r);
}

/* A step within a call of the library, where these are no steps themselves, begins with the library's line. */
static Status keep_library(Search *s, const ThreadInfo *ti, const Insn *pc) {
    u8 act = ti->pend.action;
    if (s->rec.step_level == s->rec.level || act == AC_START_OF_THREAD || act == AC_BREAK || act == AC_NONE)
        return ST_OK;
    const StackFrame *f = ti->top;
    while (f && (!f->mi->code || (f->mi->attrs & MA_SYNTHETIC_VM))) f = f->prev;
    if (!f || !(f->mi->ci->attrs & CA_SYSTEM)) return ST_OK;
    return keep_step(s, f->mi, mi_line(f->mi, (u32)((f == ti->top ? pc : f->pc) - f->mi->code)));
}

/* Is this where the error to be reported is, in the middle of the path's last transition? */
static bool stands(const Search *s, const ThreadInfo *ti, const Insn *pc, const StackFrame *f, const Insn *at) {
    const Violation *v = s->found.of;
    const CodePlace *p = v->n_at ? &v->at[v->n_at - 1] : NULL;
    if (!p || !p->stack || s->rec.level + 1 != s->path.n) return false;
    return p->mi == f->mi && p->thread == ti->id && at == f->mi->code + p->insn && ti_stack_hash(ti, pc) == p->stack;
}

static Status keep_stood(Search *s, ThreadInfo *ti, const Insn *pc) {
    const Insn *was = ti->top->pc;
    s->found.stood.n = 0;
    ti->top->pc = pc;
    Json j;
    json_begin(&j, &s->found.stood);
    snapshot_json(s, &j);
    ti->top->pc = was;
    return json_done(&j);
}

/* The nearest frame of the program and where it stands, if the top one stands at pc. A frame changes only after an
 * instruction of it was recorded: what was found for the last instruction holds for one in the same frame, in one that
 * this called, and in the one that it returned to. */
static const StackFrame *own_frame(Search *s, const ThreadInfo *ti, const Insn *pc, const Insn **at) {
    const StackFrame *f = ti->top, *own = f;
    const u32 level = s->rec.level;
    const bool known = s->rec.near.ti == ti && s->rec.near.level == level;
    const bool within = s->rec.near.own != s->rec.near.top;
    if (f && !of_program(f->mi)) {
        if (known &&
            (f->prev == s->rec.near.top || (within && (f == s->rec.near.below || f->prev == s->rec.near.below))))
            own = s->rec.near.own;
        else
            while (own && !of_program(own->mi)) own = own->prev;
    }
    s->rec.near.ti = ti;
    s->rec.near.level = level;
    s->rec.near.top = f;
    s->rec.near.below = f ? f->prev : NULL;
    s->rec.near.own = own;
    *at = own == f ? pc : own ? own->pc : NULL;
    return own;
}

StackFrame *user_frame(const ThreadInfo *ti) {
    for (StackFrame *f = ti->top; f; f = f->prev)
        if (of_program(f->mi)) return f;
    return NULL;
}

/* " in CyclicBarrier.await": what the program called. */
static void called_text(const ThreadInfo *ti, Text *t) {
    const StackFrame *at = user_frame(ti), *lib = NULL;
    char cls[300];
    for (const StackFrame *f = ti->top; at && f != at; f = f->prev)
        if (f->mi->code && !(f->mi->attrs & MA_SYNTHETIC_VM)) lib = f;
    if (!lib) return;
    ci_external_name(lib->mi->ci, cls, sizeof cls);
    const char *simple = strrchr(cls, '.');
    text_f(t, " in %s.%s", simple ? simple + 1 : cls, lib->mi->name->s);
}

/* " (Foo.java:12)" */
static void place_text(const ThreadInfo *ti, Text *t) {
    const StackFrame *at = user_frame(ti);
    if (!at) return;
    const Sym *file = at->mi->ci->cf ? at->mi->ci->cf->source_file : NULL;
    text_f(t, " (%s:%d)", file ? file->s : "?", mi_line(at->mi, (u32)(at->pc - at->mi->code)));
}

/* The wait that the thread is about to give up, where others could run in its place. */
static Status keep_expiry(Search *s, const ThreadInfo *ti) {
    const KernelState *ks = s->ks;
    bool others = false;
    if (level_at(s, s->rec.level)->cg.kind != CK_THREAD || ti_goes_by(ti) != BY_LIMIT) return ST_OK;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        others |= t != ti && ti_enabled(t) && ti_goes_by(t) != BY_LIMIT;
    }
    if (!others) return ST_OK;
    ExpiryRec r = {.level = s->rec.level, .start = s->rec.expiry_text.n};
    Text *t = &s->rec.expiry_text;
    called_text(ti, t);
    r.start += t->n > r.start ? strlen(" in ") : 0;
    if (t->n == r.start && user_frame(ti)) text_z(t, "a wait");
    place_text(ti, t);
    text_put(t, "", 1);
    return t->failed ? ST_ERROR : vec_push(s->cx, &s->rec.expiries, r);
}

/* A call of a native that is a transition's first action has been begun in the one before. */
Status search_record_begin(Search *s, ThreadInfo *ti) {
    const Insn *pc = ti->top ? ti->top->pc : NULL, *at;
    s->rec.near.ti = NULL;
    if (keep_expiry(s, ti) != ST_OK) return ST_ERROR;
    const StackFrame *f = own_frame(s, ti, pc, &at);
    return s->found.of && f && stands(s, ti, pc, f, at) ? keep_stood(s, ti, pc) : ST_OK;
}

/* Called before each instruction while recording: one record a source line of the program. */
Status search_record(Search *s, ThreadInfo *ti, const Insn *pc) {
    const StackFrame *f = ti->top;
    const Insn *at;
    if (access_settle(s) != ST_OK) return ST_ERROR;
    if (!s->ks->cfg.library_atomic && keep_library(s, ti, pc) != ST_OK) return ST_ERROR;
    if (f && pc == f->mi->code && (search_owner_set(s, ti) != ST_OK || pools_record(s, ti) != ST_OK)) return ST_ERROR;
    f = own_frame(s, ti, pc, &at);
    if (!f) return ST_OK;
    if (JPF_UNLIKELY(s->found.of && stands(s, ti, pc, f, at)) && keep_stood(s, ti, pc) != ST_OK) return ST_ERROR;
    if (keep_step(s, f->mi, mi_line(f->mi, (u32)(at - f->mi->code))) != ST_OK) return ST_ERROR;
    return access_record(s, ti, pc);
}

static void choice_text(Search *s, const ChoiceGenerator *cg, char *buf, size_t n) {
    if (cg->kind == CK_EVENT) snprintf(buf, n, "%s", bp_event_name(s->ks, (u32)(cg_value(cg, (u64)cg->at) >> 32)));
    else cg_value_text(s->cx, cg, (u64)cg->at, buf, n);
}

static void json_class(Json *j, const char *key, const ClassInfo *ci) {
    Text name;
    text_init(&name, j->t->cx);
    text_class(&name, ci);
    if (name.failed) j->t->failed = true;
    else json_key_z(j, key, name.v);
    text_free(&name);
}

void json_method(Json *j, const MethodInfo *mi, i32 line) {
    json_class(j, "class", mi->ci);
    json_key(j, "method");
    json_sym(j, mi->name->s, mi->name->len);
    json_key(j, "file");
    if (mi->ci->cf && mi->ci->cf->source_file) json_sym(j, mi->ci->cf->source_file->s, mi->ci->cf->source_file->len);
    else json_null(j);
    json_key(j, "line");
    if (line > 0) json_int(j, line);
    else json_null(j);
}

/* The generators above the current one, the nearest first. */
static void cascade_json(Search *s, Json *j, const Level *l) {
    char buf[200];
    json_key_array(j, "cascade");
    for (u32 i = 1; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        json_object(j);
        json_key_z(j, "id", cg->id);
        json_key_z(j, "type", cg_type_name(cg));
        json_key(j, "value");
        if (cg->kind == CK_THREAD) thread_name(s->ks, s->ks->threads.v[cg_thread(cg, (u64)cg->at)], buf, sizeof buf);
        else choice_text(s, cg, buf, sizeof buf);
        json_z(j, buf);
        json_key_int(j, "index", cg->at);
        json_key_uint(j, "total", cg->n);
        json_end(j);
    }
    json_end(j);
}

/* --- snapshot --- */

void object_name(Namer *nm, Ref r, char *buf, size_t n) {
    KernelState *ks = nm->s->ks;
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, r));
    char cls[256];
    u64 id = 0;
    if (!map_get(&nm->ids, r, &id)) {
        map_get(&nm->counts, ci->id, &id);
        id++;
        if (map_put(&nm->counts, ci->id, id) != ST_OK || map_put(&nm->ids, r, id) != ST_OK) id = 0;
    }
    snprintf(buf, n, "%s@%llu", ci_external_name(ci, cls, sizeof cls), (unsigned long long)id);
    if (ci == ks->cs->class_) { /* a static synchronized method's lock: the class itself */
        u32 cid = get_u32(ks->heap, r, (u32)((u8 *)ci->mirror_p - (u8 *)ei(ks->heap, ci->mirror)) + 8);
        if (cid < ks->cs->by_id.n)
            snprintf(buf, n, "class %s", ci_external_name(ks->cs->by_id.v[cid], cls, sizeof cls));
    }
}

static void owner_name(KernelState *ks, Ref lock, char *buf, size_t n) {
    u32 o = mon_owner(ei(ks->heap, lock));
    buf[0] = 0;
    if (o && o - 1 < ks->n_threads) thread_name(ks, ks->threads.v[o - 1], buf, n);
}

static Ref field_of(KernelState *ks, Ref obj, const char *name) {
    FieldInfo *fi = obj ? ci_find_field(ei_class(ks->heap, ei(ks->heap, obj)), name) : NULL;
    return fi && fi->type == T_REF ? get_ref(ks->heap, obj, fi->offset) : 0;
}

/* The lock of a trace: as the snapshot names it, if the object is still there. */
static void lock_name(Namer *nm, const LockRec *r, char *buf, size_t n) {
    Heap *h = nm->s->ks->heap;
    char cls[256];
    if (heap_is_object(h, r->obj) && ei_class(h, ei(h, r->obj)) == r->ci) object_name(nm, r->obj, buf, n);
    else snprintf(buf, n, "%s@%x (gone)", ci_external_name(r->ci, cls, sizeof cls), r->obj);
}

/* A parked thread's blocker (LockSupport.park(blocker)), and who owns that synchronizer: the
 * owner's java.lang.Thread for an AbstractOwnableSynchronizer, else 0. */
static Ref park_blocker(KernelState *ks, const ThreadInfo *ti, Ref *owner) {
    Ref b = field_of(ks, ti->obj, "parkBlocker");
    *owner = b ? field_of(ks, b, "exclusiveOwnerThread") : 0;
    return b;
}

/* What the thread stands at: the word for its status and the object it needs. */
static const char *status_of(const ThreadInfo *ti, Ref *lock) {
    *lock = 0;
    switch (ti->status) {
    case TS_NEW: return "NEW";
    case TS_TERMINATED: return "TERMINATED";
    default: break;
    }
    if (ti_enabled(ti)) return "RUNNING";
    switch (ti->pend.action) {
    case AC_LOCK: *lock = ti->pend.obj; return "BLOCKED";
    case AC_REACQUIRE: *lock = ti->wait_obj; return ti->status == TS_NOTIFIED ? "BLOCKED" : "WAITING";
    case AC_PARK: return "PARKED";
    case AC_JOIN: return "JOINING";
    case AC_CLINIT_WAIT: return "WAITING FOR CLASS INITIALIZATION";
    default: return "WAITING";
    }
}

bool user_place(const ThreadInfo *ti, CodePlace *at) {
    const StackFrame *f = user_frame(ti);
    if (!f) return false;
    *at = (CodePlace){ti->id, f->mi, (u32)(f->pc - f->mi->code), 0};
    return true;
}

/* The steps of the thread's last transition end with this line: what was executed after it (`cut`) is left out, and a
 * line before whose first instruction the thread has stopped is added. */
static Status end_at(Search *s, const CodePlace *at, bool cut) {
    u32 level = s->path.n, from = 0, to, k;
    i32 line = mi_line(at->mi, at->insn);
    while (level > 0 && level_at(s, level - 1)->thread != at->thread) level--;
    if (!level--) return ST_OK;
    while (from < s->rec.steps.n && s->rec.steps.v[from].level < level) from++;
    for (to = from; to < s->rec.steps.n && s->rec.steps.v[to].level == level;) to++;
    for (k = to; k > from && !(s->rec.steps.v[k - 1].mi == at->mi && s->rec.steps.v[k - 1].line == line);) k--;
    if (k > from && cut && to == s->rec.steps.n) {
        s->rec.steps.n = k;
        while (s->rec.locks.n && s->rec.locks.v[s->rec.locks.n - 1].level == level &&
               s->rec.locks.v[s->rec.locks.n - 1].step >= k)
            s->rec.locks.n--;
        access_cut(s, k);
        return ST_OK;
    }
    if (k > from && k == to) return ST_OK;
    if (vec_push(s->cx, &s->rec.steps, ((StepRec){at->mi, line, level})) != ST_OK) return ST_ERROR;
    StepRec r = s->rec.steps.v[s->rec.steps.n - 1];
    mem_move(&s->rec.steps.v[to + 1], &s->rec.steps.v[to], (s->rec.steps.n - 1 - to) * sizeof r);
    s->rec.steps.v[to] = r;
    for (u32 i = 0; i < s->rec.locks.n; i++) s->rec.locks.v[i].step += s->rec.locks.v[i].level > level;
    access_shift(s, level);
    return ST_OK;
}

Status trace_ends(Search *s, ErrorKind kind, const CodePlace *at, u32 n) {
    CodePlace p;
    for (u32 i = 0; i < n; i++)
        if (at[i].mi && of_program(at[i].mi) && end_at(s, &at[i], n == 1) != ST_OK) return ST_ERROR;
    for (u32 i = 0; kind == EK_DEADLOCK && !s->ks->bp.turn && i < s->ks->n_threads; i++) {
        const ThreadInfo *ti = s->ks->threads.v[i];
        if (ti->status == TS_NEW || ti->status == TS_TERMINATED || !user_place(ti, &p)) continue;
        if (end_at(s, &p, false) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

void namer_free(Namer *nm) {
    map_free(&nm->ids);
    map_free(&nm->counts);
}

/* What threads wait for is numbered first, then the locks of the trace: message, trace and snapshot agree. */
void namer_init(Namer *nm, Search *s) {
    char obj[300];
    nm->s = s;
    map_init(&nm->ids, s->cx);
    map_init(&nm->counts, s->cx);
    for (u32 i = 0; i < s->ks->n_threads; i++) {
        const ThreadInfo *ti = s->ks->threads.v[i];
        Ref lock, by;
        if (ti->status == TS_NEW || ti->status == TS_TERMINATED) continue;
        const char *st = status_of(ti, &lock);
        if (!lock && strcmp(st, "PARKED") == 0) lock = park_blocker(s->ks, ti, &by);
        if (lock) object_name(nm, lock, obj, sizeof obj);
    }
    for (u32 i = 0; i < s->rec.locks.n; i++) lock_name(nm, &s->rec.locks.v[i], obj, sizeof obj);
}

void json_recorded_at(const Search *s, Json *j, u32 level, u32 step, u32 *first) {
    while (*first < s->rec.steps.n && s->rec.steps.v[*first].level < level) ++*first;
    json_key_uint(j, "transition", level);
    json_key_uint(j, "step", step > *first ? step - *first : 0);
}

/* What was taken and released along the trace: by whom, in which transition and which of its steps. */
void locks_json(Search *s, Json *j) {
    char name[300];
    Namer nm;
    u32 step = 0;
    namer_init(&nm, s);
    json_array(j);
    for (u32 i = 0; i < s->rec.locks.n; i++) {
        const LockRec *r = &s->rec.locks.v[i];
        json_object(j);
        json_recorded_at(s, j, r->level, r->step, &step);
        json_key_uint(j, "thread_id", r->thread);
        json_key(j, "lock");
        lock_name(&nm, r, name, sizeof name);
        json_z(j, name);
        json_key_z(j, "op", r->taken ? "acquired" : "released");
        json_end(j);
    }
    json_end(j);
    namer_free(&nm);
}

void trace_json(Search *s, Json *j) {
    char name[200];
    u32 k = 0, lane = 0, gave_up = 0;
    json_array(j);
    for (u32 i = 0; i < s->path.n && i < s->rec.traced; i++) {
        const Level *l = level_hold(s, i);
        const ChoiceGenerator *cg = &l->cg;
        json_object(j);
        while (lane < s->rec.lanes.n && s->rec.lanes.v[lane].level < i) lane++;
        const LaneRec *said = lane < s->rec.lanes.n && s->rec.lanes.v[lane].level == i ? &s->rec.lanes.v[lane] : NULL;
        u32 id = said && said->thread < s->ks->n_threads ? said->thread : l->thread;
        thread_name(s->ks, s->ks->threads.v[id], name, sizeof name);
        json_key_z(j, "thread", name);
        json_key_uint(j, "thread_id", id);
        json_key_object(j, "choice");
        json_key_z(j, "id", cg->id);
        json_key_z(j, "type", cg_type_name(cg));
        json_key(j, "value");
        if (cg->kind != CK_THREAD) choice_text(s, cg, name, sizeof name);
        json_z(j, name);
        json_key_uint(j, "index", cg_rank(cg));
        json_key_uint(j, "total", cg_all(cg));
        json_end(j);
        if (l->n_up) cascade_json(s, j, l);
        search_comments_json(s, j, i);
        if (said) {
            json_key(j, "lanes");
            json_raw(j, s->rec.lane_text.v + said->start, said->n);
        }
        while (gave_up < s->rec.expiries.n && s->rec.expiries.v[gave_up].level < i) gave_up++;
        if (gave_up < s->rec.expiries.n && s->rec.expiries.v[gave_up].level == i)
            json_key_z(j, "expired", s->rec.expiry_text.v + s->rec.expiries.v[gave_up].start);
        json_key_array(j, "steps");
        for (; k < s->rec.steps.n && s->rec.steps.v[k].level == i; k++) {
            json_object(j);
            json_method(j, s->rec.steps.v[k].mi, s->rec.steps.v[k].line);
            json_end(j);
        }
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

/* What a thread that cannot go on stands for, in words. */
static void waits_text(Namer *nm, const ThreadInfo *ti, Text *t) {
    KernelState *ks = nm->s->ks;
    char obj[300], owner[200] = "";
    Ref lock, by;
    const char *st = status_of(ti, &lock);
    if (ti->suspended) {
        text_z(t, "is suspended");
        return;
    }
    if (ti->pend.action == AC_CLINIT_WAIT && ti->pend.index < ks->cs->by_id.n) {
        const ClassInfo *ci = ks->cs->by_id.v[ti->pend.index];
        text_f(t, "waits for the initialization of class %s", ci_external_name(ci, obj, sizeof obj));
        u32 by_thread = ci->mirror_p ? ci->mirror_p[1] : 0;
        if (by_thread && by_thread - 1 < ks->n_threads)
            thread_name(ks, ks->threads.v[by_thread - 1], owner, sizeof owner);
        if (owner[0]) text_f(t, ", by %s", owner);
    } else if (ti->pend.action == AC_JOIN && ti->pend.index < ks->n_threads) {
        thread_name(ks, ks->threads.v[ti->pend.index], owner, sizeof owner);
        text_f(t, "joins %s", owner);
    } else if (lock) {
        object_name(nm, lock, obj, sizeof obj);
        owner_name(ks, lock, owner, sizeof owner);
        if (strcmp(st, "WAITING") == 0) text_f(t, "waits to be notified on %s", obj);
        else text_f(t, owner[0] ? "waits to lock %s, held by %s" : "waits to lock %s", obj, owner);
    } else if (ti->pend.action == AC_PARK) {
        Ref blocker = park_blocker(ks, ti, &by);
        ThreadInfo *o = by ? ks_thread_of(ks, by) : NULL;
        if (blocker) object_name(nm, blocker, obj, sizeof obj);
        if (o) thread_name(ks, o, owner, sizeof owner);
        if (owner[0]) {
            text_f(t, "waits to lock %s, held by %s", obj, owner);
            return;
        }
        text_z(t, "is parked");
        called_text(ti, t);
        if (blocker) text_f(t, ", waiting for %s", obj);
    } else {
        text_f(t, "%s", st);
    }
}

void blocked_text(Search *s, const ThreadInfo *ti, char *buf, size_t n) {
    Namer nm;
    Text t;
    char name[200], cls[256], section[600];
    const MethodInfo *mi = ti->atomic_in;
    const Sym *src = mi->ci->cf ? mi->ci->cf->source_file : NULL;
    bool method = mi->attrs & MA_ATOMIC;
    namer_init(&nm, s);
    text_init(&t, s->cx);
    waits_text(&nm, ti, &t);
    thread_name(s->ks, ti, name, sizeof name);
    snprintf(section, sizeof section, "the atomic %s %.120s.%.120s (%.120s:%d)", method ? "method" : "section begun in",
             ci_external_name(mi->ci, cls, sizeof cls), mi->name->s, src ? src->s : "?", mi_line(mi, ti->atomic_insn));
    snprintf(buf, n, "%.60s blocks inside %.300s: it %.220s; %s", name, section, t.v ? t.v : "waits",
             method ? "let the attributor leave this method alone (vm.attributor.class)"
                    : "end the section before it waits, or run with cg.enable_atomic=false");
    text_free(&t);
    namer_free(&nm);
}

void deadlock_text(Search *s, Text *t) {
    KernelState *ks = s->ks;
    Namer nm;
    char name[200];
    namer_init(&nm, s);
    if (bp_deadlock_text(ks, t)) goto end;
    text_z(t, "deadlock:");
    bool first = true;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        if (ti->status == TS_NEW || ti->status == TS_TERMINATED) continue;
        thread_name(ks, ti, name, sizeof name);
        text_f(t, "%s %s ", first ? "" : ";", name);
        first = false;
        waits_text(&nm, ti, t);
        place_text(ti, t);
    }
end:
    namer_free(&nm);
}

/* `holder` NULL: the owner of lock's monitor. */
static void json_lock(Namer *nm, Json *j, Ref lock, const ThreadInfo *holder) {
    KernelState *ks = nm->s->ks;
    char buf[300], cls[256];
    object_name(nm, lock, buf, sizeof buf);
    json_object(j);
    json_class(j, "class", ei_class(ks->heap, ei(ks->heap, lock)));
    json_key_z(j, "id", buf);
    json_key(j, "owner");
    if (holder) thread_name(ks, holder, cls, sizeof cls);
    else owner_name(ks, lock, cls, sizeof cls);
    json_z(j, cls[0] ? cls : NULL);
    json_end(j);
}

void value_text(Namer *nm, char type, const u32 *w, Text *out) {
    KernelState *ks = nm->s->ks;
    char buf[300];
    double d;
    float fl;
    i64 l;
    switch (type) {
    case 'Z': text_z(out, *w ? "true" : "false"); return;
    case 'C':
        if (*w >= 32 && *w < 127) text_f(out, "'%c'", (char)*w);
        else text_f(out, "'\\u%04x'", *w);
        return;
    case 'B':
    case 'S':
    case 'I': text_f(out, "%d", (i32)*w); return;
    case 'J':
        memcpy(&l, w, 8);
        text_f(out, "%lld", (long long)l);
        return;
    case 'F':
        memcpy(&fl, w, 4);
        text_f(out, "%.9g", (double)fl);
        return;
    case 'D':
        memcpy(&d, w, 8);
        text_f(out, "%.17g", d);
        return;
    default: break;
    }
    if (!*w) {
        text_z(out, "null");
    } else if (ei_class(ks->heap, ei(ks->heap, *w)) == ks->cs->string) {
        size_t n;
        char *s = string_utf8(ks->heap, *w, &n);
        size_t k = s ? n : 0;
        for (; k > 200 || (k && k < n && (s[k] & 0xC0) == 0x80); k--) {} /* whole characters */
        text_z(out, "\"");
        text_put(out, s ? s : "", k);
        text_z(out, "\"");
        if (s) cx_free(ks->cx, s, n + 1);
    } else {
        object_name(nm, *w, buf, sizeof buf);
        text_z(out, buf);
    }
}

/* Local variables by name (LocalVariableTable), those alive at the frame's pc. */
static void json_locals(Namer *nm, Json *j, StackFrame *f, bool top) {
    KernelState *ks = nm->s->ks;
    u32 insn = (u32)(f->pc - f->mi->code);
    const FrameMap *fm = fr_map(ks->cs, f, top);
    json_key_object(j, "locals");
    for (u32 w = 0; fm && w < f->mi->max_locals; w++) {
        const CfLocal *lv = mi_local(f->mi, insn, w);
        bool live = false;
        for (u32 i = 0; i < fm->n_live_prim && !live; i++) live = fm->prim[i] == w;
        for (u32 i = 0; i < fm->n_live_ref && !live; i++) live = fm->ref[i] == w;
        if (!lv || !live) continue;
        Text v;
        text_init(&v, ks->cx);
        value_text(nm, lv->desc->s[0], f->slots + w, &v);
        json_key_take(j, lv->name->s, &v);
    }
    json_end(j);
}

typedef struct LockScan {
    Json *j;
    Namer *nm;
    const ThreadInfo *ti;
    Map seen;
} LockScan;

/* r if the thread has its monitor or is its exclusive owner (AbstractOwnableSynchronizer). */
static void scan_lock(LockScan *ls, Ref r) {
    u64 x;
    KernelState *ks = ls->nm->s->ks;
    if (!r || map_get(&ls->seen, r, &x)) return;
    bool monitor = mon_owner(ei(ks->heap, r)) == ls->ti->id + 1;
    if (!monitor && field_of(ks, r, "exclusiveOwnerThread") != ls->ti->obj) return;
    if (map_put(&ls->seen, r, 1) != ST_OK) ls->j->t->failed = true;
    json_lock(ls->nm, ls->j, r, monitor ? NULL : ls->ti);
}

/* What a thread may own besides what its frames know: what others park for, and what it took on the path. */
typedef struct Claim {
    Ref obj;
    u32 next; /* in `all`, from 1 on */
} Claim;

typedef struct Claims {
    VEC(Claim) all;
    VEC(u32) first; /* of each thread */
} Claims;

static Status claim(Ctx *cx, Claims *c, u32 thread, Ref obj) {
    if (vec_push(cx, &c->all, ((Claim){obj, c->first.v[thread]})) != ST_OK) return ST_ERROR;
    c->first.v[thread] = c->all.n;
    return ST_OK;
}

/* From the last one to the first, as each goes before those that are there. */
static Status claims_of(const Search *s, Claims *c) {
    KernelState *ks = s->ks;
    for (u32 i = 0; i < ks->n_threads; i++)
        if (vec_push(s->cx, &c->first, 0) != ST_OK) return ST_ERROR;
    for (u32 i = s->rec.locks.n; i--;) {
        const LockRec *r = &s->rec.locks.v[i];
        if (r->thread >= ks->n_threads || !heap_is_object(ks->heap, r->obj)) continue;
        if (claim(s->cx, c, r->thread, r->obj) != ST_OK) return ST_ERROR;
    }
    for (u32 k = ks->n_threads; k--;) {
        Ref by, blocker = park_blocker(ks, ks->threads.v[k], &by);
        const ThreadInfo *o = by ? ks_thread_of(ks, by) : NULL;
        if (o && claim(s->cx, c, o->id, blocker) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* Locks of one thread, a ReentrantLock by its Sync. */
static void json_owned(Namer *nm, Json *j, const ThreadInfo *ti, const Claims *c) {
    KernelState *ks = nm->s->ks;
    LockScan ls = {j, nm, ti, {0}};
    map_init(&ls.seen, ks->cx);
    for (StackFrame *f = ti->top; f; f = f->prev) {
        scan_lock(&ls, f->lock);
        if (!f->mi->code) continue;
        const FrameMap *fm = fr_map(ks->cs, f, f == ti->top);
        for (u32 k = 0; fm && k < fm->n_live_ref; k++) {
            Ref r = f->slots[fm->ref[k]];
            scan_lock(&ls, r);
            scan_lock(&ls, field_of(ks, r, "sync"));
        }
    }
    for (u32 i = ti->id < c->first.n ? c->first.v[ti->id] : 0; i; i = c->all.v[i - 1].next)
        scan_lock(&ls, c->all.v[i - 1].obj);
    map_free(&ls.seen);
}

void snapshot_json(Search *s, Json *j) {
    KernelState *ks = s->ks;
    Namer nm;
    char name[200];
    Claims claims = {0};
    namer_init(&nm, s);
    if (claims_of(s, &claims) != ST_OK) j->t->failed = true; /* out of memory: json_done says so */
    json_array(j);
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        if (ti->status == TS_NEW || ti->status == TS_TERMINATED) continue;
        Ref lock;
        const char *st = status_of(ti, &lock);
        json_object(j);
        json_key_uint(j, "id", ti->id);
        json_key(j, "name");
        thread_name(ks, ti, name, sizeof name);
        json_z(j, name);
        json_key_z(j, "status", st);
        json_key_bool(j, "daemon", ti->daemon);
        json_key(j, "waiting_for");
        Ref by = 0, blocker = !lock && strcmp(st, "PARKED") == 0 ? park_blocker(ks, ti, &by) : 0;
        if (lock) json_lock(&nm, j, lock, NULL);
        else if (blocker) json_lock(&nm, j, blocker, by ? ks_thread_of(ks, by) : NULL);
        else json_null(j);
        json_key(j, "waits");
        if (strcmp(st, "RUNNING") != 0) {
            Text w;
            text_init(&w, ks->cx);
            waits_text(&nm, ti, &w);
            json_take(j, &w);
        } else {
            json_null(j);
        }
        json_key_array(j, "owned");
        json_owned(&nm, j, ti, &claims);
        json_end(j);
        json_key_array(j, "frames");
        for (StackFrame *f = ti->top; f; f = f->prev) {
            if (!f->mi->code || (f->mi->attrs & MA_SYNTHETIC_VM)) continue;
            json_object(j);
            json_method(j, f->mi, mi_line(f->mi, (u32)(f->pc - f->mi->code)));
            json_locals(&nm, j, f, f == ti->top);
            json_end(j);
        }
        json_end(j);
        json_end(j);
    }
    json_end(j);
    vec_free(s->cx, &claims.all);
    vec_free(s->cx, &claims.first);
    namer_free(&nm);
}
