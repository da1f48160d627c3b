/* threads.c -- KernelState, thread records, who may run. Layer 5.
 *
 * Records and stacks are made once and reused: undoing a thread's creation lowers n_threads, and the
 * next creation takes the record again. A thread's id is its place on this path; its name in keys is
 * the hash of its parent's name and of how many threads the parent made before. */
#include "kernel/attr.h"
#include "kernel/fielduse.h"
#include "kernel/lastuse.h"
#include "kernel/places.h"

#define DEFAULT_STACK_LIMIT ((u64)1 << 20)
#define DEFAULT_MAX_TRANSITION 50000
#define MAX_THREADS 65534u /* a monitor names its owner in 16 bits */

/* Remembered epochs mean nothing any more. */
static void forget_epochs(void *user) {
    KernelState *ks = user;
    ks->touched = 0;
    for (u32 i = 0; i < ks->threads.n; i++) ks->threads.v[i]->touched = ks->threads.v[i]->low_epoch = 0;
}

Status ks_init(KernelState *ks, Ctx *cx, Classes *cs, Heap *h) {
    memset(ks, 0, sizeof *ks);
    ks->cx = cx;
    ks->cs = cs;
    ks->heap = h;
    ks->cfg.por = 1;
    ks->cfg.library_atomic = 1;
    ks->cfg.stack_limit = DEFAULT_STACK_LIMIT;
    ks->cfg.max_transition = DEFAULT_MAX_TRANSITION;
    ks_quiet_reset(ks);
    ts_init(&ks->sets, cx);
    h->visit_roots = ks_visit_roots;
    h->roots_user = ks;
    h->on_wrap = forget_epochs;
    cs->user = ks;
    if (uses_init(ks) != ST_OK || places_init(ks) != ST_OK || last_init(ks) != ST_OK) return ST_ERROR;
    return hub_init(ks);
}

Status ks_answer(KernelState *ks, i64 *v) {
    if (!ks->search) return ST_OK;
    if (ks->verify.answers_at < ks->verify.answers.n) {
        *v = ks->verify.answers.v[ks->verify.answers_at++];
        return ST_OK;
    }
    if (vec_push(ks->cx, &ks->verify.answers, *v) != ST_OK) return ST_ERROR;
    ks->verify.answers_at = ks->verify.answers.n;
    return ST_OK;
}

void ks_free(KernelState *ks) {
    if (!ks->cx) return;
    for (u32 i = 0; i < ks->threads.n; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        stack_free(ti);
        cx_free(ks->cx, ti, sizeof *ti);
    }
    vec_free(ks->cx, &ks->threads);
    vec_free(ks->cx, &ks->popped_metas);
    vec_free(ks->cx, &ks->fp.reads);
    ts_free(&ks->sets);
    vec_free(ks->cx, &ks->out);
    vec_free(ks->cx, &ks->verify.answers);
    cx_free(ks->cx, ks->choice_req.list, (size_t)ks->choice_req.n * sizeof *ks->choice_req.list);
    ks->choice_req.list = NULL;
    hub_free(ks);
    attr_free(ks);
    uses_free(ks);
    places_free(ks);
    last_free(ks);
    if (ks->heap && ks->heap->roots_user == ks) {
        ks->heap->visit_roots = NULL;
        ks->heap->on_wrap = NULL;
    }
    ks->cx = NULL;
}

void ks_touch(KernelState *ks) {
    Heap *h = ks->heap;
    if (ks->touched == h->epoch) return;
    ks->touched = h->epoch;
    if (!h->trailing) return;
    _Static_assert(offsetof(KernelState, n_live) == offsetof(KernelState, n_threads) + 4, "saved together");
    _Static_assert(offsetof(KernelState, boundaries) % 4 == 0, "saved as a word");
    _Static_assert(offsetof(BpTurns, n_turns) == 4 && sizeof(VirtualClock) == 16, "saved together");
    trail_push(h, &ks->n_threads, 8);
    trail_push(h, &ks->boundaries, 4); /* with watch, exiting and search, which does not change */
    trail_push(h, &ks->bp, 8);
    trail_push(h, &ks->clk, sizeof ks->clk);
}

void ti_end_atomic(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    if (!ti->atomic) return;
    ti_touch(ti);
    if (--ti->atomic || !ks->bp.n_turns) return;
    ks_touch(ks);
    ks->bp.n_turns = TURNS_LEFT;
    ks_update_boundaries(ks);
}

/* NULL with no error pending: the host has no room for one more stack, which the program hears as under java. */
static ThreadInfo *record_new(KernelState *ks) {
    ThreadInfo *ti = cx_alloc(ks->cx, sizeof *ti);
    if (!ti || vec_reserve(ks->cx, &ks->threads, 1)) goto fail;
    ti->ks = ks;
    if (!stack_new(ks, ti, ks->threads.n)) goto fail;
    ks->threads.v[ks->threads.n++] = ti;
    return ti;
fail:
    if (ti) cx_free(ks->cx, ti, sizeof *ti);
    return NULL;
}

static u32 off_vmthread(KernelState *ks) {
    const ClassInfo *c = ks->cs->thread;
    if (!ks->off_vmthread && c && c->linked)
        for (u32 i = 0; i < c->n_fields; i++)
            if (!strcmp(c->fields[i].name->s, "vmThread")) ks->off_vmthread = c->fields[i].offset;
    return ks->off_vmthread;
}

Status ks_new_thread(KernelState *ks, ThreadInfo *parent, Ref obj, ThreadInfo **out) {
    *out = NULL;
    if (ks->n_threads >= MAX_THREADS) return ST_OK;
    ThreadInfo *ti = ks->n_threads < ks->threads.n ? ks->threads.v[ks->n_threads] : record_new(ks);
    if (!ti) return ks->cx->err.kind == ERR_NONE ? ST_OK : ST_ERROR;
    ks_touch(ks);
    u8 *stack = ti->stack, *end = ti->stack_end, *paid = ti->stack_paid, *mapped = ti->stack_mapped;
    u64 insns = ti->insns;
    memset(ti, 0, sizeof *ti);
    ti->ks = ks;
    ti->stack = stack;
    ti->stack_end = end;
    ti->stack_paid = paid;
    ti->stack_mapped = mapped;
    ti->insns = insns;
    ti->id = ks->n_threads++;
    ti->obj = obj;
    ti->status = TS_NEW;
    ti->priority = 5;
    u64 name = 0x6D61696E;
    if (parent) {
        ti_touch(parent);
        name = mix64((u64)parent->tid_key_hi << 32 | parent->tid_key_lo, ++parent->children);
    }
    ti->tid_key_lo = (u32)name;
    ti->tid_key_hi = (u32)(name >> 32);
    places_thread(ks, ti, parent);
    /* Nothing of it is older than this transition. */
    ti->touched = ti->low_epoch = ks->heap->epoch;
    if (obj && off_vmthread(ks)) put_u32(ks->heap, obj, ks->off_vmthread, ti->id + 1);
    *out = ti;
    return ST_OK;
}

ThreadInfo *ks_thread_of(KernelState *ks, Ref obj) {
    u32 id = obj && off_vmthread(ks) ? get_u32(ks->heap, obj, ks->off_vmthread) : 0;
    return id && id <= ks->n_threads && ks->threads.v[id - 1]->obj == obj ? ks->threads.v[id - 1] : NULL;
}

const LifeFields *life_fields(ThreadInfo *ti, Ref *holder) {
    LifeFields *l = &ti->ks->life;
    Heap *h = ti->ks->heap;
    if (JPF_UNLIKELY(!l->known)) l->at_holder = ci_find_field(ti->ks->cs->thread, "holder");
    *holder = ti->obj && l->at_holder ? get_ref(h, ti->obj, l->at_holder->offset) : 0;
    ClassInfo *of = *holder ? ei_class(h, ei(h, *holder)) : ti->ks->cs->thread;
    if (JPF_LIKELY(l->known == of)) return l;
    l->known = of;
    l->group = *holder ? NULL : ci_find_field(of, "group");
    l->handler = *holder ? NULL : ci_find_field(of, "uncaughtExceptionHandler");
    l->status = ci_find_field(of, "threadStatus");
    l->eetop = ci_find_field(ti->ks->cs->thread, "eetop");
    l->scopes = ci_find_field(ti->ks->cs->thread, "headStackableScopes");
    l->container = ci_find_field(ti->ks->cs->thread, "container");
    return l;
}

u32 life_reads(ThreadInfo *ti, const void *at[3]) {
    Heap *h = ti->ks->heap;
    Ref holder;
    const LifeFields *l = life_fields(ti, &holder);
    if (!ti->obj || !l->container || !l->scopes) return 0;
    at[0] = bytes_at(h, ti->obj, l->container->offset, 4);
    at[1] = bytes_at(h, ti->obj, l->scopes->offset, 4);
    Ref c = get_ref(h, ti->obj, l->container->offset);
    if (c) at[2] = &ei(h, c)->ci;
    return c ? 3 : 2;
}

bool ks_joined(const KernelState *ks, const ThreadInfo *t, u32 by) {
    if (t->status != TS_TERMINATED) return false;
    for (u32 n = 0; n < ks->n_threads && t->joined_by; n++) {
        if (t->joined_by == by + 1) return true;
        t = ks->threads.v[t->joined_by - 1];
        if (t->status != TS_TERMINATED) return false;
    }
    return false;
}

bool ks_unordered(const KernelState *ks) {
    u32 live = UINT32_MAX;
    for (u32 i = 0; i < ks->n_threads; i++) {
        u8 st = ks->threads.v[i]->status;
        if (st != TS_NEW && st != TS_TERMINATED) live = i;
    }
    for (u32 i = 0; i < ks->n_threads; i++)
        if (ks->threads.v[i]->status == TS_TERMINATED && !ks_joined(ks, ks->threads.v[i], live)) return true;
    return false;
}

/* --- who may run --- */

static bool monitor_free(const ThreadInfo *ti, Ref obj) { return !obj || mon_can_lock(ti, ei(ti->ks->heap, obj)); }

static bool init_done(const ThreadInfo *ti, u32 class_id) {
    const Classes *cs = ti->ks->cs;
    const ClassInfo *ci = class_id < cs->by_id.n ? cs->by_id.v[class_id] : NULL;
    return !ci || !ci->mirror_p || ci->mirror_p[0] != CI_INITING || ci->mirror_p[1] == ti->id + 1;
}

u64 ti_stack_hash(const ThreadInfo *ti, const Insn *pc) {
    u64 hash = 1;
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        const Insn *at = f == ti->top ? pc : f->pc;
        if (f->mi->step || !f->mi->code || !at) continue;
        hash = mix64(hash, mix64(f->mi->id, (u64)(at - f->mi->code)));
    }
    return hash ? hash : 1;
}

bool ti_enabled_now(const ThreadInfo *ti) {
    const KernelState *ks = ti->ks;
    const Pending *p = &ti->pend;
    Ref wait_obj = ti->wait_obj ? ti->wait_obj : p->obj;
    if (ti->suspended) return false;
    switch (ti->status) {
    case TS_NEW:
    case TS_TERMINATED: return false;
    case TS_WAITING: return ti->interrupted && monitor_free(ti, wait_obj);
    case TS_TIMED_WAITING: /* who asks for its state can tell that its time is over while it cannot have the monitor */
        return monitor_free(ti, wait_obj) || !looks_rely(&ti->ks->looks, LIB_STATES);
    case TS_NOTIFIED: return monitor_free(ti, wait_obj);
    default: break;
    }
    switch (p->action) {
    case AC_LOCK:
    case AC_EXIT:
    case AC_REACQUIRE: return monitor_free(ti, p->obj);
    case AC_PARK: return ti->permit || ti->interrupted || p->timed;
    case AC_JOIN:
        return p->timed || ti->interrupted || p->index >= ks->n_threads ||
               ks->threads.v[p->index]->status == TS_TERMINATED || ks->threads.v[p->index]->status == TS_NEW;
    case AC_CLINIT_WAIT: return init_done(ti, p->index);
    case AC_BSYNC: return ks->bp.turn == ti->id + 1;
    default: return true; /* a sleeper or timed waiter may always see its time expire */
    }
}

void ti_arrives(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    const u64 may_wait = 1ull << AC_LOCK | 1ull << AC_PARK | 1ull << AC_SLEEP | 1ull << AC_JOIN;
    if (!(may_wait >> (ti->pend.action & 63) & 1)) return;
    if (!ks->search || !ks->boundaries || ti->atomic || looks_rely(&ks->looks, LIB_STATES)) return;
    ti_touch(ti);
    ti->pend.then = ti->pend.action;
    ti->pend.action = AC_ARRIVE;
}

/* Such a wait is not given up: its end is what was asked for. */
static bool awaits_delay(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    for (; f && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM)); f = f->prev)
        if (!f->mi->step && (f->mi->known & KM_DELAYS)) return true;
    return false;
}

GoesBy ti_goes_by(const ThreadInfo *ti) {
    const Pending *p = &ti->pend;
    if (ti->interrupted) return BY_ITSELF;
    switch (ti->status) {
    case TS_TIMED_WAITING: break;
    case TS_RUNNABLE:
        if (p->action == AC_ARRIVE) return BY_ITSELF;
        if (p->action == AC_SLEEP) return BY_DELAY;
        if (!p->timed) return BY_ITSELF;
        if (p->action == AC_PARK && !ti->permit) break;
        if (p->action == AC_JOIN && p->index < ti->ks->n_threads) {
            u8 status = ti->ks->threads.v[p->index]->status;
            if (status != TS_TERMINATED && status != TS_NEW) break;
        }
        return BY_ITSELF;
    default: return BY_ITSELF;
    }
    return awaits_delay(ti) ? BY_DELAY : BY_LIMIT;
}

i64 ti_time_left(const ThreadInfo *ti) { return clock_left(ti->deadline, ti->ks->clk.now); }
