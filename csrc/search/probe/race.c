/* race.c -- data races: two accesses of one field or array element by different threads, one of them a
 * write, that happens-before does not order (JLS 17.4.5).
 *
 * Edges: monitors, volatile fields and what is used like them (VarHandle, Unsafe, fences), thread start, end
 * and join, interrupts, park and unpark, class initialization, and final fields with what is reached through
 * them (JLS 17.5). Two ways to see a race: against the history of the path; and at a state, two threads that
 * stand at accesses of the same place. The second one needs no history, so that no race is lost where a state
 * that was reached in another way is not followed again: a program with a data race has an execution in which
 * two racing accesses are next to each other. */
#include "interp/interp.h"
#include "kernel/hb.h"
#include "search/probe/probe.h"

#include <stdio.h>

enum { MAX_FRAMES = 48 };

typedef struct Access { /* about to be executed */
    ThreadInfo *ti;
    MethodInfo *mi;
    const Insn *pc;
    u32 depth;
    Ref obj;
    u32 index; /* array elements */
    u8 op;
} Access;

typedef struct Race {
    Search *s;
    KernelState *ks;
    HB hb;
    ProbeFilter filter;
    Map wanted;   /* MethodInfo* -> 1 no, 2 yes */
    Map reported; /* pairs of places, in either order */
    Access now;
} Race;

/* A history: the last write, then the reads since, one a thread. */
typedef struct Entry {
    u32 thread; /* + 1; 0: none */
    u32 epoch, write;
    u32 n;      /* frames: method id, instruction */
    u32 frame[2 * MAX_FRAMES];
} Entry;
enum { ENTRY_HEAD = 4 };

static u32 entry_words(const Entry *e) { return ENTRY_HEAD + 2 * e->n; }

/* --- filters --- */

/* JPF: the method that accesses counts, whatever it accesses. */
static bool wanted(Race *r, const MethodInfo *mi) {
    u64 v;
    if (!mi) return false;
    if (map_get(&r->wanted, (u64)(uintptr_t)mi, &v)) return v == 2;
    bool yes = filter_wants(&r->filter, mi->ci, mi->name);
    if (map_put(&r->wanted, (u64)(uintptr_t)mi, yes ? 2 : 1) != ST_OK) r->hb.failed = true;
    return yes;
}

/* Who accesses: the code outside java.lang.invoke. What the program made, an array or a field, is accessed by the
 * program's code, if through the library (a VarHandle, reflection, System.arraycopy, a sort). */
static const MethodInfo *accessor(const ThreadInfo *ti, bool program) {
    const StackFrame *f = ti->top, *inner;
    while (f && (f->mi->step || (f->mi->ci->known & KC_INVOKE))) f = f->prev;
    inner = f;
    while (f && program && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM))) f = f->prev;
    return f ? f->mi : inner ? inner->mi : NULL;
}

static bool wants_element(Race *r, const ThreadInfo *ti, Ref arr) {
    return wanted(r, accessor(ti, ei(r->ks->heap, arr)->hf & EF_PROGRAM));
}

static bool wants_field(Race *r, const ThreadInfo *ti, const FieldInfo *fi) {
    return wanted(r, accessor(ti, !(fi->ci->attrs & CA_SYSTEM)));
}

/* --- reports --- */

static void entry_now(Race *r, const ThreadInfo *ti, bool write, Entry *e) {
    e->thread = ti->id + 1;
    e->epoch = hb_knows(&r->hb, ti->id, ti->id);
    e->write = write;
    e->n = 0;
    for (const StackFrame *f = ti->top; f && e->n < MAX_FRAMES; f = f->prev) {
        if (f->mi->step || !f->mi->code || !f->pc || f->mi->attrs & MA_SYNTHETIC_VM) continue;
        e->frame[2 * e->n] = f->mi->id;
        e->frame[2 * e->n++ + 1] = (u32)(f->pc - f->mi->code);
    }
}

static void place_text(Text *t, const MethodInfo *mi, u32 insn) {
    const Sym *file = mi->ci->cf ? mi->ci->cf->source_file : NULL;
    i32 line = mi_line(mi, insn);
    text_z(t, file ? file->s : "Unknown Source");
    if (line > 0) text_f(t, ":%d", line);
}

/* The innermost frame of the program's own code; 0: there is none. */
static u32 user_entry(const Race *r, const Entry *e) {
    for (u32 i = 0; i < e->n; i++)
        if (of_program(r->ks->cs->methods.v[e->frame[2 * i]])) return i;
    return 0;
}

static void entry_text(Race *r, Text *t, const Entry *e) {
    char buf[700];
    const KernelState *ks = r->ks;
    thread_name(r->ks, ks->threads.v[e->thread - 1], buf, sizeof buf);
    text_f(t, "\n  %s %s", buf, e->write ? "writes" : "reads");
    u32 own = user_entry(r, e);
    if (e->n) {
        text_z(t, " at ");
        place_text(t, ks->cs->methods.v[e->frame[2 * own]], e->frame[2 * own + 1]);
    }
    for (u32 i = 0; i < e->n; i++) {
        const MethodInfo *mi = ks->cs->methods.v[e->frame[2 * i]];
        text_f(t, "\n    at %s.%s(", ci_external_name(mi->ci, buf, sizeof buf), mi->name->s);
        place_text(t, mi, e->frame[2 * i + 1]);
        text_z(t, ")");
    }
}

static u64 place_key(const Race *r, const Entry *e) {
    u32 i = user_entry(r, e);
    return e->n ? (u64)e->frame[2 * i] << 32 | e->frame[2 * i + 1] : 0;
}

static CodePlace place_of(const Race *r, const Entry *e) {
    u32 i = user_entry(r, e);
    return (CodePlace){e->thread - 1, e->n ? r->ks->cs->methods.v[e->frame[2 * i]] : NULL,
                       e->n ? e->frame[2 * i + 1] : 0, 0};
}

/* One report for each pair of places in the program. `fi` NULL: an array element. `both`: neither has happened yet. */
static Status report(Race *r, const Entry *a, const Entry *b, const FieldInfo *fi, Ref obj, u32 elem, bool both) {
    KernelState *ks = r->ks;
    char buf[700];
    if (ks->hub->paused) return ST_OK;
    u64 x = place_key(r, a), y = place_key(r, b), pair = x < y ? mix64(x, y) : mix64(y, x);
    if (map_get(&r->reported, pair, NULL)) return ST_OK;
    if (map_put(&r->reported, pair, 1) != ST_OK) return ST_ERROR;
    Text t;
    text_init(&t, ks->cx);
    text_z(&t, "data race on ");
    if (fi) {
        text_f(&t, "%s.%s", ci_external_name(fi->ci, buf, sizeof buf), fi->name->s);
    } else {
        const ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, obj));
        ci_external_name(ci->elem, buf, sizeof buf);
        text_f(&t, "%s[%u]", buf, elem);
    }
    entry_text(r, &t, a);
    entry_text(r, &t, b);
    CodePlace at[2] = {place_of(r, a), place_of(r, b)};
    if (!both) { /* one with the past is found within a transition, which may go on to the end of all threads */
        const ThreadInfo *ti = ks->threads.v[b->thread - 1];
        at[1].stack = ti_stack_hash(ti, ti->top->pc);
    }
    Status st =
        t.failed ? ST_ERROR : hub_violation(ks, "PreciseRaceDetector", "race", t.v, both ? at : at + 1, both ? 2 : 1);
    text_free(&t);
    return st;
}

/* --- final fields: what is reached through one was there when it was written --- */

static void see(Race *r, u32 thread, Ref obj, u32 writer, u32 epoch) {
    u64 key = hb_key(r->ks->heap, HB_SEEN, obj, thread);
    const u32 *old = hb_get(&r->hb, key);
    if (old && old[0] == writer && old[1] >= epoch) return;
    u32 *w = hb_new(&r->hb, key, 2);
    if (!w) return;
    w[0] = writer;
    w[1] = epoch;
}

static const u32 *seen(Race *r, u32 thread, Ref obj) {
    return r->hb.at.n ? hb_get(&r->hb, hb_key(r->ks->heap, HB_SEEN, obj, thread)) : NULL;
}

/* --- accesses --- */

static bool unordered(Race *r, u32 thread, const u32 *e, Ref obj) {
    u32 other = e[0] - 1;
    if (!e[0] || other == thread || e[1] <= hb_knows(&r->hb, thread, other)) return false;
    const u32 *through = seen(r, thread, obj);
    return !(through && through[0] == other && e[1] <= through[1]);
}

/* `off`: byte offset in obj. */
static Status access_data(Race *r, ThreadInfo *ti, Ref obj, u32 off, u32 elem, const FieldInfo *fi, bool write) {
    HB *hb = &r->hb;
    if (r->ks->n_threads < 2) return ST_OK; /* all that comes happens after it */
    u64 key = hb_key(r->ks->heap, HB_VAR, obj, off);
    const u32 *h = hb_get(hb, key);
    u32 epoch = hb_knows(hb, ti->id, ti->id), n = h ? h[0] : 0, keep = 0;
    Entry now, old;
    const u32 *against = NULL;
    for (u32 i = 1; i < n; i += ENTRY_HEAD + 2 * h[i + 3]) {
        const u32 *e = h + i;
        if (e[0] == ti->id + 1 && e[1] == epoch && (e[2] || !write)) return ST_OK; /* known already */
        if ((write || e[2]) && !against && unordered(r, ti->id, e, obj)) against = e;
    }
    entry_now(r, ti, write, &now);
    if (against) {
        old = (Entry){.thread = against[0], .epoch = against[1], .write = against[2], .n = against[3]};
        mem_copy(old.frame, against + ENTRY_HEAD, 8ull * old.n);
        if (report(r, &old, &now, fi, obj, elem, false) != ST_OK) return ST_ERROR;
    }
    /* A write replaces everything: what races with an older access races with it, or is ordered. */
    for (u32 i = 1; i < n && !write; i += ENTRY_HEAD + 2 * h[i + 3])
        if (h[i + 2] || h[i] != ti->id + 1) keep += ENTRY_HEAD + 2 * h[i + 3];
    u32 from = h ? (u32)(h - hb->words.v) : 0;
    u32 *w = hb_new(hb, key, 1 + keep + entry_words(&now));
    if (!w) return ST_ERROR;
    u32 at = 1;
    h = hb->words.v + from;
    for (u32 i = 1; i < n && !write; i += ENTRY_HEAD + 2 * h[i + 3]) {
        if (!h[i + 2] && h[i] == ti->id + 1) continue;
        mem_copy(w + at, h + i, 4ull * (ENTRY_HEAD + 2 * h[i + 3]));
        at += ENTRY_HEAD + 2 * h[i + 3];
    }
    mem_copy(w + at, &now, 4ull * entry_words(&now));
    w[0] = at + entry_words(&now);
    return ST_OK;
}

/* The last writer of a final field, for who read a reference from it: JLS 17.5.1. */
static void through_final(Race *r, ThreadInfo *ti, Ref obj, u32 off, Ref got, bool final) {
    u32 writer, epoch;
    const u32 *s = seen(r, ti->id, obj);
    if (s) {
        writer = s[0];
        epoch = s[1];
    } else {
        const u32 *h = final ? hb_get(&r->hb, hb_key(r->ks->heap, HB_VAR, obj, off)) : NULL;
        if (!h || h[0] < 2 || !h[1 + 2]) return;
        writer = h[1] - 1;
        epoch = h[2];
    }
    if (writer != ti->id && got) see(r, ti->id, got, writer, epoch);
}

/* The object and index while the operands are there. */
static void before(Race *r, const EventData *d) {
    ThreadInfo *ti = d->ti;
    const StackFrame *f = ti->top;
    const u32 *sp = f->sp;
    u8 op = insn_opcode(d->mi, d->pc);
    const u8 *c = d->mi->cf->code->code + d->mi->bci[d->pc - d->mi->code];
    r->now = (Access){.ti = ti, .mi = d->mi, .pc = d->pc, .depth = f->depth, .op = op};
    if (op == OP_NEW || op == OP_INVOKESTATIC) { /* of a class that another thread may have initialized */
        const ClassInfo *ci = NULL;
        if (!d->mi->ci->rt) return;
        if (op == OP_NEW) ci = d->mi->ci->rt[c[1] << 8 | c[2]].ci;
        else if (d->mi->ci->rt[c[1] << 8 | c[2]].mi) ci = d->mi->ci->rt[c[1] << 8 | c[2]].mi->ci;
        if (ci && ci->mirror_p && ci_inited(ci))
            hb_acquire(&r->hb, ti->id, hb_key(r->ks->heap, HB_SYNC, ci->mirror, MEM_INIT));
        return;
    }
    u32 words = 1;
    if (op == OP_PUTFIELD) {
        const CpEntry *cp = d->mi->ci->cf->cp, *e = &cp[c[1] << 8 | c[2]];
        char t = cp[cp[e->b].b].u.sym->s[0];
        words = t == 'J' || t == 'D' ? 3 : 2;
    } else if (op_elem(op)) {
        words = (u32)op_info[op].pops;
        r->now.index = sp[1 - (i32)words];
    } else if (op != OP_GETFIELD) {
        return;
    }
    r->now.obj = sp[-(i32)words];
}

static Status after(Race *r, const EventData *d) {
    const Access *a = &r->now;
    ThreadInfo *ti = d->ti;
    StackFrame *f = ti->top;
    Heap *h = r->ks->heap;
    if (a->pc != d->pc || a->ti != ti || !f || f->depth != a->depth || f->mi != a->mi || f->pc != a->pc + 1)
        return ST_OK;
    f->pc = a->pc; /* stacks show the access, not what comes after it */
    Status st = ST_OK;
    if (op_elem(a->op)) {
        u8 type = ei_class(h, ei(h, a->obj))->elem_type;
        if (wants_element(r, ti, a->obj)) {
            u32 off = OBJ_HEADER + a->index * type_size(type);
            st = access_data(r, ti, a->obj, off, a->index, NULL, op_elem_store(a->op));
        }
        if (a->op == OP_AALOAD) through_final(r, ti, a->obj, 0, f->sp[-1], false);
    } else if (a->op >= OP_GETSTATIC && a->op <= OP_PUTFIELD) {
        const u8 *c = a->mi->cf->code->code + a->mi->bci[a->pc - a->mi->code];
        const FieldInfo *fi = a->mi->ci->rt[c[1] << 8 | c[2]].fi;
        bool write = a->op == OP_PUTSTATIC || a->op == OP_PUTFIELD, stat = a->op <= OP_PUTSTATIC;
        Ref obj = fi && stat ? fi->ci->mirror : a->obj;
        if (!fi || !obj) goto out;
        if (stat && ci_inited(fi->ci)) hb_acquire(&r->hb, ti->id, hb_key(h, HB_SYNC, obj, MEM_INIT));
        bool final = fi->flags & ACC_FINAL;
        if (fi->flags & ACC_VOLATILE) {
            u64 key = hb_key(h, HB_SYNC, obj, fi->offset);
            if (write) hb_release(&r->hb, ti->id, key);
            else hb_acquire(&r->hb, ti->id, key);
        } else if (!(final && !write) && wants_field(r, ti, fi)) {
            st = access_data(r, ti, obj, fi->offset, 0, fi, write);
        }
        if (!write && !stat && fi->type == T_REF) through_final(r, ti, obj, fi->offset, f->sp[-1], final);
    }
out:
    f->pc = a->pc + 1;
    return st;
}

/* A native's accesses. */
static Status memory(Race *r, const EventData *d) {
    Heap *h = r->ks->heap;
    u64 key = hb_key(h, HB_SYNC, d->obj, d->index);
    if (d->how & MEM_ACQUIRE) hb_acquire(&r->hb, d->ti->id, key);
    if (d->how & MEM_RELEASE) hb_release(&r->hb, d->ti->id, key);
    if (!(d->how & (MEM_READ | MEM_WRITE))) return ST_OK;
    bool write = d->how & MEM_WRITE;
    const ClassInfo *ci = ei_class(h, ei(h, d->obj)), *of = mirror_class(h, d->obj);
    if (ci->kind == CK_ARRAY) {
        u32 size = type_size(ci->elem_type);
        if (!wants_element(r, d->ti, d->obj)) return ST_OK;
        for (u32 i = 0; i < (d->n ? d->n : 1); i++) {
            u32 off = d->index + i * size;
            if (access_data(r, d->ti, d->obj, off, (off - OBJ_HEADER) / size, NULL, write) != ST_OK) return ST_ERROR;
        }
        return ST_OK;
    }
    for (const ClassInfo *k = of ? of : ci; k; k = k->super)
        for (u32 i = 0; i < k->n_fields; i++) {
            const FieldInfo *fi = &k->fields[i];
            if (fi->offset != d->index || !!(fi->flags & ACC_STATIC) != (of != NULL)) continue;
            if ((fi->flags & ACC_FINAL) || !wants_field(r, d->ti, fi)) return ST_OK;
            return access_data(r, d->ti, d->obj, d->index, 0, fi, write);
        }
    return ST_OK;
}

/* --- threads that stand at accesses --- */

static bool at_access(Race *r, const ThreadInfo *ti) {
    const Pending *p = &ti->pend;
    if (ti->status != TS_RUNNABLE || !ti->top || !p->obj) return false;
    switch (p->action) {
    case AC_GET:
    case AC_PUT:
    case AC_GETSTATIC:
    case AC_PUTSTATIC:
        return p->fi && !ti->top->mi->step && !(p->fi->flags & (ACC_VOLATILE | ACC_FINAL)) && wants_field(r, ti, p->fi);
    case AC_ALOAD:
    case AC_ASTORE: return wants_element(r, ti, p->obj);
    default: return false;
    }
}

static bool writes(const Pending *p) {
    return p->action == AC_PUT || p->action == AC_PUTSTATIC || p->action == AC_ASTORE;
}

static Status standing(Race *r) {
    KernelState *ks = r->ks;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (!at_access(r, t)) continue;
        for (u32 k = i + 1; k < ks->n_threads; k++) {
            const ThreadInfo *u = ks->threads.v[k];
            const Pending *p = &t->pend, *q = &u->pend;
            if (p->obj != q->obj || p->fi != q->fi || (!p->fi && p->index != q->index)) continue;
            if (!(writes(p) || writes(q)) || !at_access(r, u)) continue;
            Entry a, b;
            entry_now(r, t, writes(p), &a);
            entry_now(r, u, writes(q), &b);
            if (report(r, &a, &b, p->fi, p->obj, p->index, true) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

static Status on_event(void *user, u32 kind, const EventData *d) {
    Race *r = user;
    HB *hb = &r->hb;
    KernelState *ks = r->ks;
    Heap *h = ks->heap;
    Status st = ST_OK;
    hb_catch_up(hb);
    switch (kind) {
    case EV_execute_instruction: before(r, d); break;
    case EV_instruction_executed: st = after(r, d); break;
    case EV_memory_action: st = memory(r, d); break;
    case EV_object_locked: hb_acquire(hb, d->ti->id, hb_key(h, HB_SYNC, d->obj, 0)); break;
    case EV_object_unlocked: hb_release(hb, d->ti->id, hb_key(h, HB_SYNC, d->obj, 0)); break;
    case EV_thread_started: hb_fork(hb, ks->cur, d->ti->id); break;
    case EV_thread_terminated: hb_release(hb, d->ti->id, hb_key(h, HB_SYNC, d->obj, MEM_END)); break;
    case EV_property_check: st = standing(r); break;
    case EV_search_restarted:
        map_free(&r->reported);
        map_init(&r->reported, ks->cx);
        break;
    default: break;
    }
    return hb->failed ? ST_ERROR : st;
}

static void race_free(void *user) {
    Race *r = user;
    Ctx *cx = r->ks->cx;
    hb_free(&r->hb);
    filter_free(cx, &r->filter);
    map_free(&r->wanted);
    map_free(&r->reported);
    cx_free(cx, r, sizeof *r);
}

Status race_on(Search *s, const char *include, const char *exclude) {
    KernelState *ks = s->ks;
    Race *r = cx_alloc(ks->cx, sizeof *r);
    if (!r) return ST_ERROR;
    r->s = s;
    r->ks = ks;
    hb_init(&r->hb, ks);
    map_init(&r->wanted, ks->cx);
    map_init(&r->reported, ks->cx);
    EventSink sink = {.user = r, .fn = on_event, .done = race_free, .always = true};
    sink.mask = EV_BIT(execute_instruction) | EV_BIT(instruction_executed) | EV_BIT(memory_action) |
                EV_BIT(object_locked) | EV_BIT(object_unlocked) | EV_BIT(thread_started) | EV_BIT(thread_terminated) |
                EV_BIT(property_check) | EV_BIT(search_restarted);
    for (u32 op = OP_GETSTATIC; op <= OP_PUTFIELD; op++) sink.ops[op] = 1;
    for (u32 op = OP_IALOAD; op <= OP_SALOAD; op++) sink.ops[op] = 1;
    for (u32 op = OP_IASTORE; op <= OP_SASTORE; op++) sink.ops[op] = 1;
    sink.ops[OP_NEW] = sink.ops[OP_INVOKESTATIC] = 1;
    if (filter_set(ks->cx, &r->filter, include, exclude) != ST_OK || hub_add(ks, &sink) < 0) {
        race_free(r);
        return ks->cx->err.kind ? ST_ERROR : cx_fail(ks->cx, ERR_INTERNAL, "too many listeners");
    }
    return ST_OK;
}
