/* await.c -- a thread that joins others, as one that waits for all of them at once. Layer 10.
 *
 * Who joins the threads of an array in order stands at another place for each set of those that have ended, and the
 * array keeps apart threads that nothing else does. Forms without names (symmetry.c) are written of another state
 * instead, where the waiting thread W has gone on past all joins that follow one another, to the first instruction that
 * is none of what lies between joins, and waits there for all the threads that it has joined on the way.
 *
 * Why two states with the same form have the same future but for names of threads. Between the joins W moves numbers
 * and references in its frame and reads elements of arrays that no other thread can reach (not EF_SHARED): nobody can
 * see these steps, nor change what they do. A join is no more than waiting for an end: no interrupt can end it as long
 * as none is sent (SeenOfProgram.interrupt), and nobody looks where W stands (`states`, `lists`). So every step of the
 * others commutes with W's steps up to where it waits in the form, and each execution has one with the same steps of
 * the others where W does all of its own once the last of its threads has ended. That one is an execution from the
 * form, too. If one of them never ends, W waits for ever in both. `joined_by` is what it will be by then.
 *
 * Where it has gone on to it may refer to objects that it does not refer to yet: no slot says so, await_refers does.
 *
 * Only a join that waits is passed over. A state where W could go on is written as it is: its step would otherwise
 * lead to the state itself, a cycle that is none. If somebody is interrupted or looked at after all, the search begins
 * again without this (search/por/alike.c). */
#include "classes/code.h"
#include "state/state_int.h"

/* Instructions between two states, at most: who joins more threads than that in one go keeps his place. */
enum { STEPS = 1 << 18 };

typedef struct Walk {
    StateEngine *se;
    const MethodInfo *mi;
    const u8 *code;
    u32 *local, *stack; /* operands from `stack` on */
    u32 n, room; /* operands */
    u32 at;      /* bytecode index */
    const Sym *name, *desc; /* of the join that it waits in */
} Walk;

static i32 branch(const u8 *p) { return (i16)(p[1] << 8 | p[2]); }

static bool holds(i32 x, u32 how) { /* in the order of ifeq and the five after it */
    switch (how) {
    case 0: return x == 0;
    case 1: return x != 0;
    case 2: return x < 0;
    case 3: return x >= 0;
    case 4: return x > 0;
    default: return x <= 0;
    }
}

static i32 order(u32 a, u32 b) { return ((i32)a > (i32)b) - ((i32)a < (i32)b); }

static bool push(Walk *w, u32 v) {
    if (w->n == w->room) return false;
    w->stack[w->n++] = v;
    return true;
}

static bool element(Walk *w) {
    const Heap *h = w->se->heap;
    Ref r = w->stack[w->n - 2];
    u32 i = w->stack[w->n - 1];
    if (!r) return false;
    const ElementInfo *e = ei(h, r);
    if ((e->hf & EF_SHARED) || is_immortal(e) || i >= e->len) return false;
    w->n--;
    w->stack[w->n - 1] = ei_words((ElementInfo *)e)[i];
    return true;
}

static bool length(Walk *w) {
    Ref r = w->stack[w->n - 1];
    if (!r) return false;
    w->stack[w->n - 1] = ei(w->se->heap, r)->len;
    return true;
}

/* The same call once more, of a thread that was started. */
static bool join(Walk *w, const u8 *p) {
    StateEngine *se = w->se;
    const ClassFile *cf = w->mi->ci->cf;
    u16 i = (u16)(p[1] << 8 | p[2]);
    if (cp_ref_name(cf, i) != w->name || cp_ref_desc(cf, i) != w->desc) return false;
    u32 args = 1 + desc_arg_words(w->desc->s);
    if (args > 1 && (w->stack[w->n - 1] | w->stack[w->n - 2])) return false;
    Ref r = w->stack[w->n - args];
    if (!r || !ci_is_subclass(ei_class(se->heap, ei(se->heap, r)), se->ks->cs->thread)) return false;
    const ThreadInfo *t = ks_thread_of(se->ks, r);
    if (!t || t->status == TS_NEW) return false;
    w->n -= args;
    se->await.awaited.v[t->id] = 1;
    return true;
}

/* One instruction; false: it is none of what lies between joins, or would throw. */
static bool step(Walk *w) {
    const u8 *p = w->code + w->at;
    u32 op = p[0], len = op_info[op].length, *s = w->stack + w->n;
    bool goes = false;
    if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) {
        if (!push(w, (u32)((i32)op - OP_ICONST_0))) return false;
    } else if (op >= OP_ILOAD_0 && op <= OP_ILOAD_3) {
        if (!push(w, w->local[op - OP_ILOAD_0])) return false;
    } else if (op >= OP_ALOAD_0 && op <= OP_ALOAD_3) {
        if (!push(w, w->local[op - OP_ALOAD_0])) return false;
    } else if (op >= OP_ISTORE_0 && op <= OP_ISTORE_3) {
        w->local[op - OP_ISTORE_0] = w->stack[--w->n];
    } else if (op >= OP_ASTORE_0 && op <= OP_ASTORE_3) {
        w->local[op - OP_ASTORE_0] = w->stack[--w->n];
    } else if (op >= OP_IFEQ && op <= OP_IFLE) {
        w->n--;
        goes = holds((i32)s[-1], op - OP_IFEQ);
    } else if (op >= OP_IF_ICMPEQ && op <= OP_IF_ICMPLE) {
        w->n -= 2;
        goes = holds(order(s[-2], s[-1]), op - OP_IF_ICMPEQ);
    } else switch (op) {
        case OP_NOP: break;
        case OP_ACONST_NULL:
            if (!push(w, 0)) return false;
            break;
        case OP_LCONST_0:
            if (!push(w, 0)) return false;
            if (!push(w, 0)) return false;
            break;
        case OP_BIPUSH:
            if (!push(w, (u32)(i32)(i8)p[1])) return false;
            break;
        case OP_SIPUSH:
            if (!push(w, (u32)branch(p))) return false;
            break;
        case OP_ILOAD:
        case OP_ALOAD:
            if (!push(w, w->local[p[1]])) return false;
            break;
        case OP_ISTORE:
        case OP_ASTORE: w->local[p[1]] = w->stack[--w->n]; break;
        case OP_IINC: w->local[p[1]] += (u32)(i32)(i8)p[2]; break;
        case OP_IADD: w->n--, s[-2] += s[-1]; break;
        case OP_ISUB: w->n--, s[-2] -= s[-1]; break;
        case OP_POP: w->n--; break;
        case OP_DUP:
            if (!push(w, s[-1])) return false;
            break;
        case OP_IF_ACMPEQ: w->n -= 2, goes = s[-2] == s[-1]; break;
        case OP_IF_ACMPNE: w->n -= 2, goes = s[-2] != s[-1]; break;
        case OP_IFNULL: w->n--, goes = s[-1] == 0; break;
        case OP_IFNONNULL: w->n--, goes = s[-1] != 0; break;
        case OP_GOTO: goes = true; break;
        case OP_AALOAD:
            if (!element(w)) return false;
            break;
        case OP_ARRAYLENGTH:
            if (!length(w)) return false;
            break;
        case OP_INVOKEVIRTUAL:
            if (!join(w, p)) return false;
            break;
        default: return false;
        }
    w->at = goes ? (u32)((i32)w->at + branch(p)) : w->at + len;
    return true;
}

/* The frame that has called join, and the call. */
static StackFrame *caller(const KernelState *ks, const ThreadInfo *ti, Walk *w) {
    StackFrame *f = ti->top;
    const MethodInfo *callee = f->mi;
    if (callee->ci == ks->cs->thread) f = f->prev; /* join() is bytecode that calls join(long) */
    else callee = NULL;
    if (!f || f->mi->step || !f->mi->code || !f->mi->cf || (f->mi->attrs & MA_HAS_JSR)) return NULL;
    if ((f->flags & ~(u32)FR_CALLER_INVOKE) || f->mi->ci == ks->cs->thread) return NULL;
    w->mi = f->mi;
    w->code = f->mi->cf->code->code;
    w->at = f->mi->bci[f->pc - f->mi->code];
    const u8 *p = w->code + w->at;
    if (p[0] != OP_INVOKEVIRTUAL) return NULL;
    u16 i = (u16)(p[1] << 8 | p[2]);
    w->name = cp_ref_name(f->mi->ci->cf, i);
    w->desc = cp_ref_desc(f->mi->ci->cf, i);
    return callee && (callee->name != w->name || callee->desc != w->desc || callee->n_args != 1) ? NULL : f;
}

static bool waits(const KernelState *ks, const ThreadInfo *ti) {
    const Pending *p = &ti->pend;
    return ti->status == TS_RUNNABLE && p->action == AC_JOIN && !p->timed && p->index < ks->n_threads &&
           ks->threads.v[p->index]->status != TS_TERMINATED && !ti->interrupted && !ti->atomic && !ti->lib_depth &&
           !ti->quiet_depth && !ti->clock_depth && !ti->suspended && !ti->in_exit && !ti->deadline && ti->top;
}

/* Main, or the only other thread that waits so: one that is found whatever threads are called. */
static ThreadInfo *who_waits(const KernelState *ks) {
    ThreadInfo *found = NULL;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *ti = ks->threads.v[i];
        if (!waits(ks, ti)) continue;
        if (found) return NULL;
        found = ti;
        if (!i) break;
    }
    return found;
}

/* A copy of the frame, with room for what it needs. */
static StackFrame *copy_frame(StateEngine *se, const StackFrame *f) {
    Await *a = &se->await;
    u32 words = (u32)(sizeof *f / 4) + f->mi->max_locals + f->mi->max_stack;
    a->frame.n = 0;
    if (!ok(se, vec_reserve(se->cx, &a->frame, (words + 1) / 2))) return NULL;
    StackFrame *to = (StackFrame *)a->frame.v;
    mem_copy(to, f, sizeof *f);
    mem_copy(to->slots, f->slots, (size_t)(f->mi->max_locals + f->mi->max_stack) * 4);
    to->flags = 0;
    return to;
}

static bool none_awaited(StateEngine *se, const KernelState *ks) {
    se->await.awaited.n = 0;
    if (!ok(se, vec_reserve(se->cx, &se->await.awaited, ks->n_threads))) return false;
    mem_fill(se->await.awaited.v, 0, ks->n_threads);
    se->await.awaited.n = ks->n_threads;
    return true;
}

/* Where W comes to; NULL: it keeps its place. */
static StackFrame *last_place(StateEngine *se, const ThreadInfo *ti) {
    KernelState *ks = se->ks;
    Walk w = {.se = se};
    StackFrame *from = caller(ks, ti, &w);
    if (!from || !none_awaited(se, ks)) return NULL;
    const FrameMap *m = fr_map(ks->cs, from, from == ti->top);
    StackFrame *f = m ? copy_frame(se, from) : NULL;
    if (!f) return NULL;
    u32 steps = 0, args = 1 + desc_arg_words(w.desc->s);
    w.local = f->slots;
    w.stack = f->slots + w.mi->max_locals;
    w.room = w.mi->max_stack;
    w.n = m->stack + (from == ti->top ? 0 : args);
    if (w.n > w.room) return NULL;
    if (from != ti->top) w.stack[w.n - 1] = ti->pend.obj; /* the operand is its callee's local */
    while (step(&w))
        if (++steps == STEPS) return NULL;
    if (!steps) return NULL;
    se->sym_cost += steps / 4;
    if (!pays(se, steps)) return NULL;
    u32 lo = 0, hi = w.mi->n_code;
    while (hi - lo > 1) {
        u32 mid = (lo + hi) / 2;
        if (w.mi->bci[mid] <= w.at) lo = mid;
        else hi = mid;
    }
    f->pc = w.mi->code + lo;
    f->sp = w.stack + w.n;
    return f;
}

static void take_over(StateEngine *se, ThreadInfo *ti, StackFrame *f) {
    Await *a = &se->await;
    KernelState *ks = se->ks;
    a->ti = ti;
    a->top = ti->top;
    a->pend = ti->pend;
    a->from = f->meta;
    a->depth = f->depth;
    ti->top = f;
    ti->pend = (Pending){.action = AWAITS};
    a->told.n = 0;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (!a->awaited.v[i] || t->status != TS_TERMINATED) continue;
        a->awaited.v[i] = 0;
        if (t->joined_by || !ok(se, vec_push(se->cx, &a->told, i))) continue;
        t->joined_by = ti->id + 1;
    }
    if (frame_scan(se, ti, f) != ST_OK) return;
    a->refs.n = 0;
    for (u32 i = 0; i < se->refs.n; i++) ok(se, vec_push(se->cx, &a->refs, se->refs.v[i].val));
}

static bool looked_at(const SeenOfProgram *w) { return w->interrupt || w->states || w->lists; }

bool state_await_broken(const StateEngine *se) { return se->await.used && looked_at(&se->ks->saw); }

void state_await_shared(StateEngine *se) {
    if (!looked_at(&se->ks->saw)) se->await.used = true;
}

void await_begin(StateEngine *se) {
    Await *a = &se->await;
    if (a->within++) return;
    a->ti = NULL;
    a->last = false;
    a->seen = false;
    if (se->failed || looked_at(&se->ks->saw)) return;
    ThreadInfo *ti = who_waits(se->ks);
    StackFrame *f = ti ? last_place(se, ti) : NULL;
    if (!f) return;
    a->used = a->last = true;
    take_over(se, ti, f);
}

void await_end(StateEngine *se) {
    Await *a = &se->await;
    if (--a->within || !a->ti) return;
    a->ti->top = a->top;
    a->ti->pend = a->pend;
    for (u32 i = 0; i < a->told.n; i++) se->ks->threads.v[a->told.v[i]]->joined_by = 0;
    a->ti = NULL;
}

/* --- what there is in that state --- */

void await_saw(StateEngine *se) {
    Await *a = &se->await;
    if (!a->ti || a->seen) return;
    if (a->present.n < se->metas.n) {
        u32 n = a->present.n;
        if (!ok(se, vec_reserve(se->cx, &a->present, se->metas.n - n))) return;
        mem_fill(a->present.v + n, 0, (size_t)(se->metas.n - n) * sizeof *a->present.v);
        a->present.n = se->metas.n;
    }
    if (++a->stamp == 0) {
        mem_fill(a->present.v, 0, (size_t)a->present.n * sizeof *a->present.v);
        a->stamp = 1;
    }
    for (u32 k = 0; k < se->order.n; k++) a->present.v[se->order.v[k]] = a->stamp;
    a->seen = true;
}

bool await_has(const StateEngine *se, u32 m) {
    const Await *a = &se->await;
    return !a->seen || (m < a->present.n && a->present.v[m] == a->stamp);
}

bool await_dropped(const StateEngine *se, SlotId id) {
    const Await *a = &se->await;
    if (!a->seen) return false;
    if (id >> 30 == SLOT_OBJ) return !await_has(se, se->oslots.v[id].owner & ~SLOT_SKIP);
    if (id >> 30 != SLOT_ROOT) return false;
    const RootSlot *r = &se->rslots.v[id & SLOT_INDEX];
    if (r->s.owner == se->thread_recs.v[a->ti->id]) return r->word != THREAD_OBJ;
    bool above = false;
    for (const StackFrame *f = a->top; f != NULL && f->depth > a->depth; f = f->prev) above |= f->meta == r->s.owner;
    if (above) return true;
    if (!a->from || r->s.owner != a->from) return false;
    for (u32 i = 0; i < a->refs.n; i++)
        if (a->refs.v[i] == se->metas.v[r->s.target].obj) return false;
    return true;
}

bool await_refers(const StateEngine *se, const ThreadInfo *by, u32 m) {
    const Await *a = &se->await;
    if (!a->ti || a->ti == by) return false;
    for (u32 i = 0; i < a->refs.n; i++)
        if (a->refs.v[i] == se->metas.v[m].obj) return true;
    return false;
}
