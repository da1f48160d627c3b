/* walk.c -- what a thread does between the joins of other threads. Layer 10. */
#include "state/walk.h"
#include "classes/code.h"
#include "classes/link.h"
#include "state/state_int.h"

/* Instructions of a walk, and words of the frames of calls, at most. */
enum { STEPS = 1 << 18, ROOM = 1 << 12 };

static i32 branch(const u8 *p) { return (i16)(p[1] << 8 | p[2]); }
static u16 pool_index(const u8 *p) { return (u16)(p[1] << 8 | p[2]); }

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

static WalkFrame *top(Walk *w) { return &w->f[w->n - 1]; }

/* Is this local what it will be when the thread comes here? */
static bool known(const Walk *w, u32 i) { return w->n > 1 || i >= 64 || !(w->unknown >> i & 1); }

static bool push_local(Walk *w, u32 i) {
    WalkFrame *f = top(w);
    if (!known(w, i) || f->n == f->room) return false;
    f->stack[f->n++] = f->local[i];
    return true;
}

static bool pop_local(Walk *w, u32 i) {
    WalkFrame *f = top(w);
    f->local[i] = f->stack[--f->n];
    if (w->n == 1 && i < 64) w->unknown &= ~(1ull << i);
    return true;
}

static bool push(Walk *w, u32 v) {
    WalkFrame *f = top(w);
    if (f->n == f->room) return false;
    f->stack[f->n++] = v;
    return true;
}

/* --- objects --- */

static WalkObject *made(Walk *w, Ref r) { return r >= WALK_FIRST_MADE ? &w->made[r - WALK_FIRST_MADE] : NULL; }

static ClassInfo *class_at(const Walk *w, Ref r) {
    const WalkObject *o = made((Walk *)w, r);
    return o ? o->ci : ei_class(w->se->heap, ei(w->se->heap, r));
}

/* An object that no other thread can reach. */
static ElementInfo *own_object(const Walk *w, Ref r) {
    ElementInfo *e = r && r < WALK_FIRST_MADE ? ei(w->se->heap, r) : NULL;
    if (!e || is_immortal(e)) return NULL;
    return !(e->hf & EF_SHARED) || (!w->ahead && omit_ours(w->se, w->ti, r)) ? e : NULL;
}

static bool element(Walk *w) {
    WalkFrame *f = top(w);
    ElementInfo *e = own_object(w, f->stack[f->n - 2]);
    u32 i = f->stack[f->n - 1];
    if (!e || i >= e->len) return false;
    f->n--;
    f->stack[f->n - 1] = ei_words(e)[i];
    return true;
}

static bool length(Walk *w) {
    WalkFrame *f = top(w);
    Ref r = f->stack[f->n - 1];
    if (!r || made(w, r)) return false;
    f->stack[f->n - 1] = ei(w->se->heap, r)->len;
    return true;
}

/* Is what was not resolved here before open to everybody, or to the class itself? */
static bool open_to(const ClassInfo *ci, const ClassInfo *owner, u16 flags) {
    return owner == ci || ((flags & ACC_PUBLIC) && (owner->flags & ACC_PUBLIC) && !owner->module == !ci->module);
}

static ClassInfo *class_of(const Walk *w, u16 i) {
    ClassInfo *ci = top((Walk *)w)->mi->ci;
    if (ci->rt[i].ci) return ci->rt[i].ci;
    return ci->cf->cp[i].tag == CP_Class ? ci_find(w->se->ks->cs, ci->loader, ci->cf->cp[i].u.sym) : NULL;
}

static const FieldInfo *field_of(const Walk *w, u16 i, bool is_static) {
    ClassInfo *ci = top((Walk *)w)->mi->ci;
    const FieldInfo *fi = ci->rt[i].fi;
    if (!fi) {
        const CpEntry *e = &ci->cf->cp[i];
        ClassInfo *c = class_of(w, e->a);
        fi = c ? lookup_field(c, cp_ref_name(ci->cf, i), cp_ref_desc(ci->cf, i)) : NULL;
        if (!fi || !open_to(ci, fi->ci, fi->flags)) return NULL;
    }
    if (!(fi->flags & ACC_STATIC) == is_static || (fi->attrs & (FA_EXCLUDED | FA_INJECTED | FA_ALWAYS))) return NULL;
    return fi;
}

/* The word of a field that is in the key as it stands, in an object of its own. */
static u32 *field_word(Walk *w, Ref r, const FieldInfo *fi) {
    WalkObject *o = made(w, r);
    ElementInfo *e = own_object(w, r);
    const ClassInfo *ci = o ? o->ci : e ? ei_class(w->se->heap, e) : NULL;
    if (!ci || ci->kind != CK_CLASS || !ci_is_subclass(ci, fi->ci)) return NULL;
    u32 word = (fi->offset - OBJ_HEADER) / 4;
    if (o) return o->words + word;
    if (ci->kinds[word] != (fi->type == T_REF ? WK_REF : WK_PRIM)) return NULL;
    return ei_words(e) + word;
}

/* Its initialization has run, or runs nothing. */
static bool ready(const ClassInfo *ci) {
    if (!ci->mirror_p) return false;
    for (u32 i = 0; i < ci->n_all_ifaces; i++)
        if (ci->all_ifaces[i]->clinit && !ready(ci->all_ifaces[i])) return false;
    bool runs = ci->clinit && ci->mirror_p[0] != CI_INITED;
    return !runs && (!ci->super || ready(ci->super));
}

static bool make(Walk *w, u16 i) {
    ClassInfo *ci = w->ahead && w->n_made < WALK_MADE ? class_of(w, i) : NULL;
    const u32 bad = ACC_ABSTRACT | ACC_INTERFACE;
    if (!ci || ci->kind != CK_CLASS || (ci->access & bad) || (ci->attrs & CA_HAS_FINALIZER)) return false;
    if (!ready(ci) || ci->inst_size > OBJ_HEADER + 4 * WALK_WORDS) return false;
    w->made[w->n_made] = (WalkObject){.ci = ci};
    return push(w, WALK_FIRST_MADE + w->n_made++);
}

static bool load(const FieldInfo *fi, const u32 *p, u32 *to) {
    if (fi->type == T_BOOLEAN) *to = ((const u8 *)p)[fi->offset % 4];
    else if (fi->type == T_INT || fi->type == T_REF) *to = *p;
    else return false;
    return true;
}

static bool get_field(Walk *w, u16 i) {
    WalkFrame *f = top(w);
    const FieldInfo *fi = field_of(w, i, false);
    const u32 *p = fi ? field_word(w, f->stack[f->n - 1], fi) : NULL;
    return p && load(fi, p, &f->stack[f->n - 1]);
}

static bool get_static(Walk *w, u16 i) {
    const FieldInfo *fi = field_of(w, i, true);
    const u32 *p = fi && !w->ahead ? omit_static(w->se, fi) : NULL; /* main may use it before it comes here */
    u32 v;
    return p && load(fi, p, &v) && push(w, v);
}

/* Do frames of the thread alone refer to it? */
static bool only_in_frames(const Walk *w, Ref r) {
    const StateEngine *se = w->se;
    const ElementInfo *e = ei(se->heap, r);
    if (!e->meta || e->meta >= se->metas.n || se->metas.v[e->meta].obj != r) return false;
    for (SlotId id = se->metas.v[e->meta].in; id; id = slot_at((StateEngine *)se, id)->next) {
        if (id >> 30 != SLOT_ROOT) return false;
        const Rec *rec = &se->recs.v[se->rslots.v[id & SLOT_INDEX].s.owner];
        if (rec->thread != w->ti->id || rec->cls == REC_THREAD) return false;
    }
    return true;
}

static bool put_field(Walk *w, u16 i) {
    WalkFrame *f = top(w);
    Await *a = &w->se->await;
    const FieldInfo *fi = field_of(w, i, false);
    Ref r = f->stack[f->n - 2];
    u32 *p = fi ? field_word(w, r, fi) : NULL;
    if (!p || (fi->type != T_INT && fi->type != T_REF)) return false;
    if (made(w, r)) {
        *p = f->stack[f->n - 1];
        f->n -= 2;
        return true;
    }
    if (fi->attrs & FA_FINAL) return false;
    const ClassInfo *ci = ei_class(w->se->heap, ei(w->se->heap, r));
    if (ci->task || ci->rest || ci->count_word == (fi->offset - OBJ_HEADER) / 4 + 1) return false;
    const u32 v = f->stack[f->n - 1];
    if (fi->type == T_REF && v && !only_in_frames(w, r)) return false;
    if (!ok(w->se, vec_push(w->se->cx, &a->wrote, ((AwaitWrite){p, *p, fi->type == T_REF})))) return false;
    *p = v;
    f->n -= 2;
    return true;
}

/* null is put in an array: what lay there is taken out of it. */
static bool take_out(Walk *w) {
    WalkFrame *f = top(w);
    ElementInfo *e = own_object(w, f->stack[f->n - 3]);
    const u32 i = f->stack[f->n - 2];
    if (!e || i >= e->len || f->stack[f->n - 1]) return false;
    u32 *p = ei_words(e) + i;
    if (!ok(w->se, vec_push(w->se->cx, &w->se->await.wrote, ((AwaitWrite){p, *p, true})))) return false;
    *p = 0;
    f->n -= 3;
    return true;
}

void walk_undo(StateEngine *se, u32 kept) {
    Await *a = &se->await;
    while (a->wrote.n > kept) {
        a->wrote.n--;
        *a->wrote.v[a->wrote.n].at = a->wrote.v[a->wrote.n].was;
    }
}

/* Is the object at the top one of the class? 1: yes, 0: no, -1: that is not known. */
static int is_a(Walk *w, u16 i) {
    WalkFrame *f = top(w);
    Ref r = f->stack[f->n - 1];
    const ClassInfo *c = class_of(w, i);
    if (!c) return -1;
    return r ? ci_is_subclass(class_at(w, r), c) : 0;
}

/* --- calls --- */

static MethodInfo *method_of(const Walk *w, u16 i, bool is_static) {
    ClassInfo *ci = top((Walk *)w)->mi->ci;
    Classes *cs = w->se->ks->cs;
    MethodInfo *mi = ci->rt[i].mi;
    if (!mi) {
        const CpEntry *e = &ci->cf->cp[i];
        const Sym *name = cp_ref_name(ci->cf, i), *desc = cp_ref_desc(ci->cf, i);
        ClassInfo *c = class_of(w, e->a);
        bool iface = e->tag == CP_InterfaceMethodref;
        if (!c || iface != (c->kind == CK_CLASS && (c->access & ACC_INTERFACE))) return NULL;
        mi = iface ? lookup_imethod(cs, c, name, desc) : lookup_method(c, name, desc);
        if (!mi || (!(mi->known & KM_JOINS) && !open_to(ci, mi->ci, mi->flags))) return NULL;
    }
    return is_static == ((mi->flags & ACC_STATIC) != 0) ? mi : NULL;
}

/* Is a call no more than a frame with the method's bytecode? */
static bool plain(const MethodInfo *mi) {
    const u32 fine = MA_SYNTHETIC_VM | MA_CALLER_SENSITIVE | MA_FORCE_INLINE | MA_HIDDEN;
    if ((mi->flags & (ACC_ABSTRACT | ACC_NATIVE | ACC_SYNCHRONIZED)) || mi->native || mi->step) return false;
    if ((mi->attrs & ~fine) || mi->visible || mi->relevance || mi->clock || mi->split || mi->known) return false;
    return mi->cf && mi->cf->code && mi->cf->code->code && mi->ci->cf && !mi->verify_error;
}

/* A join without a time-out, of a thread that was started. */
static bool join(Walk *w, u32 args) {
    StateEngine *se = w->se;
    WalkFrame *f = top(w);
    if (args > 1 && (f->stack[f->n - 1] | f->stack[f->n - 2])) return false;
    const ThreadInfo *t = ks_thread_of(se->ks, f->stack[f->n - args]);
    if (!t || t->status == TS_NEW) return false;
    f->n -= args;
    return ok(se, vec_push(se->cx, &se->await.passed, t->id));
}

static bool enter(Walk *w, const MethodInfo *mi, const u32 *args, u32 n_args) {
    u32 room = mi->cf->code->max_locals + mi->cf->code->max_stack;
    if (w->n == WALK_CALLS || room > ROOM - w->used || n_args > mi->cf->code->max_locals) return false;
    WalkFrame *f = &w->f[w->n++];
    u32 *v = w->se->await.calls.v + w->used;
    *f = (WalkFrame){.mi = mi,
                     .code = mi->cf->code->code,
                     .local = v,
                     .stack = v + mi->cf->code->max_locals,
                     .room = mi->cf->code->max_stack};
    mem_fill(v, 0, (size_t)room * 4);
    mem_copy(v, args, (size_t)n_args * 4);
    w->used += room;
    return true;
}

static bool call(Walk *w, const u8 *p) {
    StateEngine *se = w->se;
    WalkFrame *f = top(w);
    const u16 i = pool_index(p);
    const bool is_static = p[0] == OP_INVOKESTATIC;
    const Sym *desc = cp_ref_desc(f->mi->ci->cf, i);
    u32 args = desc_arg_words(desc->s) + !is_static;
    MethodInfo *mi = method_of(w, i, is_static);
    if (!mi || args > f->n) return false;
    u32 *v = f->stack + f->n - args;
    if (!is_static) {
        if (!v[0]) return false;
        ClassInfo *c = class_at(w, v[0]);
        if (!ci_is_subclass(c, mi->ci)) return false;
        if (mi->known & KM_JOINS && (args == 1 || args == 3)) {
            if (!join(w, args)) return false;
            f->at += op_info[p[0]].length;
            return true;
        }
        JErr je = {0};
        if (p[0] == OP_INVOKESPECIAL) {
            if (mi->ci != f->mi->ci && !made(w, v[0])) return false;
        } else if (!(mi->flags & ACC_PRIVATE) && !(mi = mi_select(se->ks->cs, c, mi, &je))) {
            return false;
        }
    } else if (!mi->ci->mirror_p || mi->ci->mirror_p[0] != CI_INITED) {
        return false;
    }
    if (!plain(mi) || !enter(w, mi, v, args)) return false;
    f->n -= args;
    return true;
}

/* --- frames of the thread --- */

/* A frame that says no more than its words do, and that stands at a call. */
static bool fits(const KernelState *ks, const StackFrame *f) {
    return !f->mi->step && f->mi->code && f->mi->cf && f->mi->cf->code && f->mi->ci->cf &&
           f->mi->ci != ks->cs->thread && !(f->mi->attrs & MA_HAS_JSR) && !(f->flags & ~(u32)FR_CALLER_INVOKE);
}

static bool is_call(u32 op) {
    return op == OP_INVOKEVIRTUAL || op == OP_INVOKESPECIAL || op == OP_INVOKESTATIC || op == OP_INVOKEINTERFACE;
}

/* The walk goes on in a copy of this frame, at this bytecode index with n operands. */
static bool go_on_at(Walk *w, const StackFrame *from, u32 at, u32 n) {
    StateEngine *se = w->se;
    Await *a = &se->await;
    const MethodInfo *mi = from->mi;
    u32 words = (u32)(sizeof *from / 4) + mi->max_locals + mi->max_stack;
    a->frame.n = 0;
    if (!ok(se, vec_reserve(se->cx, &a->frame, (words + 1) / 2))) return false;
    StackFrame *to = (StackFrame *)a->frame.v;
    mem_copy(to, from, sizeof *from);
    mem_copy(to->slots, from->slots, (size_t)(mi->max_locals + mi->max_stack) * 4);
    to->flags = 0;
    w->real = from;
    w->copy = to;
    w->n = 1;
    w->used = 0;
    w->f[0] = (WalkFrame){.mi = mi,
                          .code = mi->cf->code->code,
                          .local = to->slots,
                          .stack = to->slots + mi->max_locals,
                          .n = n,
                          .room = mi->max_stack,
                          .at = at};
    return true;
}

/* The same, as it stands in its call; `more`: words on its stack, the call's arguments or its result, that the frame
 * does not have while it is called from. */
static bool go_on_in(Walk *w, const StackFrame *from, u32 more) {
    const MethodInfo *mi = from->mi;
    const FrameMap *m = fr_map(w->se->ks->cs, from, from == w->ti->top);
    u32 at = mi->bci[from->pc - mi->code];
    if (!m || m->stack + more > mi->max_stack || !is_call(mi->cf->code->code[at])) return false;
    return go_on_at(w, from, at, m->stack + more);
}

static bool give_back(Walk *w, u32 words) {
    WalkFrame *f = top(w);
    u32 v = words ? f->stack[f->n - 1] : 0;
    if (w->n > 1) {
        w->used -= (u32)(f->stack - f->local) + f->room;
        w->n--;
        if (words && !push(w, v)) return false;
    } else if (w->ahead) {
        return false;
    } else {
        const StackFrame *from = w->real, *to = from->prev;
        if (from->lock || from->native || !to || !(to->flags & FR_CALLER_INVOKE) || !fits(w->se->ks, to)) return false;
        if (!go_on_in(w, to, words)) return false;
        if (words) w->f[0].stack[w->f[0].n - 1] = v;
    }
    f = top(w);
    f->at += op_info[f->code[f->at]].length;
    return true;
}

/* --- instructions --- */

static bool binary(WalkFrame *f, u32 op) {
    if (f->n < 2) return false;
    u32 *s = f->stack + f->n - 2, a = s[0], b = s[1];
    switch (op) {
    case OP_IADD: s[0] = a + b; break;
    case OP_ISUB: s[0] = a - b; break;
    case OP_IMUL: s[0] = a * b; break;
    case OP_IAND: s[0] = a & b; break;
    case OP_IOR: s[0] = a | b; break;
    case OP_IXOR: s[0] = a ^ b; break;
    case OP_ISHL: s[0] = a << (b & 31); break;
    case OP_IUSHR: s[0] = a >> (b & 31); break;
    default: return false;
    }
    f->n--;
    return true;
}

static bool dup_below(Walk *w, u32 by) { /* dup_x1, dup_x2 */
    WalkFrame *f = top(w);
    u32 v = f->stack[f->n - 1];
    if (!push(w, v)) return false;
    u32 *s = f->stack + f->n - 1;
    for (u32 i = 0; i <= by; i++) s[-(i32)i] = s[-(i32)i - 1];
    s[-(i32)by - 1] = v;
    return true;
}

/* What pushes a number or a reference, moves one to a local, or asks one; -1: it is none of these. */
static int moves(Walk *w, const u8 *p, bool *goes) {
    WalkFrame *f = top(w);
    u32 op = p[0], *s = f->stack + f->n;
    if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) return push(w, (u32)((i32)op - OP_ICONST_0));
    if (op >= OP_ILOAD_0 && op <= OP_ILOAD_3) return push_local(w, op - OP_ILOAD_0);
    if (op >= OP_ALOAD_0 && op <= OP_ALOAD_3) return push_local(w, op - OP_ALOAD_0);
    if (op >= OP_ISTORE_0 && op <= OP_ISTORE_3) return pop_local(w, op - OP_ISTORE_0);
    if (op >= OP_ASTORE_0 && op <= OP_ASTORE_3) return pop_local(w, op - OP_ASTORE_0);
    if (op >= OP_IFEQ && op <= OP_IFLE) return f->n--, *goes = holds((i32)s[-1], op - OP_IFEQ), true;
    if (op >= OP_IF_ICMPEQ && op <= OP_IF_ICMPLE)
        return f->n -= 2, *goes = holds(order(s[-2], s[-1]), op - OP_IF_ICMPEQ), true;
    switch (op) {
    case OP_NOP: return true;
    case OP_ACONST_NULL: return push(w, 0);
    case OP_LCONST_0:
        if (!push(w, 0)) return false;
        return push(w, 0);
    case OP_BIPUSH: return push(w, (u32)(i32)(i8)p[1]);
    case OP_SIPUSH: return push(w, (u32)branch(p));
    case OP_ILOAD:
    case OP_ALOAD: return push_local(w, p[1]);
    case OP_ISTORE:
    case OP_ASTORE: return pop_local(w, p[1]);
    case OP_IINC: return known(w, p[1]) && (f->local[p[1]] += (u32)(i32)(i8)p[2], true);
    case OP_POP: return f->n--, true;
    case OP_DUP: return push(w, s[-1]);
    case OP_DUP_X1: return dup_below(w, 1);
    case OP_DUP_X2: return dup_below(w, 2);
    case OP_IF_ACMPEQ:
    case OP_IF_ACMPNE:
        if (w->ahead) return false;
        return f->n -= 2, *goes = (s[-2] == s[-1]) == (op == OP_IF_ACMPEQ), true;
    case OP_IFNULL: return f->n--, *goes = s[-1] == 0, true;
    case OP_IFNONNULL: return f->n--, *goes = s[-1] != 0, true;
    case OP_GOTO: return *goes = true;
    default: return -1;
    }
}

/* One instruction; false: the walk ends before it. */
static bool step(Walk *w) {
    WalkFrame *f = top(w);
    const u8 *p = f->code + f->at;
    bool goes = false, done;
    int is = moves(w, p, &goes);
    if (is >= 0) {
        done = is;
    } else switch (p[0]) {
        case OP_AALOAD: done = element(w); break;
        case OP_AASTORE: done = take_out(w); break;
        case OP_ARRAYLENGTH: done = length(w); break;
        case OP_GETSTATIC: done = get_static(w, pool_index(p)); break;
        case OP_NEW: done = make(w, pool_index(p)); break;
        case OP_GETFIELD: done = get_field(w, pool_index(p)); break;
        case OP_PUTFIELD: done = put_field(w, pool_index(p)); break;
        case OP_CHECKCAST: done = !f->stack[f->n - 1] || is_a(w, pool_index(p)) == 1; break;
        case OP_INSTANCEOF:
            if ((is = is_a(w, pool_index(p))) < 0) return false;
            f->stack[f->n - 1] = (u32)is;
            done = true;
            break;
        case OP_INVOKEVIRTUAL:
        case OP_INVOKESPECIAL:
        case OP_INVOKESTATIC:
        case OP_INVOKEINTERFACE: return call(w, p); /* the caller stands in it */
        case OP_RETURN: return give_back(w, 0);
        case OP_IRETURN:
        case OP_ARETURN: return give_back(w, 1);
        default: done = binary(f, p[0]);
        }
    if (!done) return false;
    f->at = goes ? (u32)((i32)f->at + branch(p)) : f->at + op_info[p[0]].length;
    return true;
}

/* The frame that has called join. */
static const StackFrame *joiner(const KernelState *ks, const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    const MethodInfo *callee = f->mi;
    if (callee->ci == ks->cs->thread) f = f->prev; /* join() is bytecode that calls join(long) */
    else callee = NULL;
    if (!f || !fits(ks, f) || f->mi->cf->code->code[f->mi->bci[f->pc - f->mi->code]] != OP_INVOKEVIRTUAL) return NULL;
    return callee && (!(callee->known & KM_JOINS) || callee->n_args != 1) ? NULL : f;
}

/* What is taken back if a call does not come to its end. */
typedef struct Mark {
    u32 at, n, wrote, passed, left;
} Mark;

static Mark mark(const Walk *w) {
    const Await *a = &w->se->await;
    return (Mark){w->f[0].at, w->f[0].n, a->wrote.n, a->passed.n, a->left.n};
}

static void back_to(Walk *w, Mark m) {
    Await *a = &w->se->await;
    w->n = 1;
    w->f[0].at = m.at;
    w->f[0].n = m.n;
    walk_undo(w->se, m.wrote);
    a->passed.n = m.passed;
    a->left.n = m.left;
}

/* False: it goes on for too long. */
static bool walk(Walk *w) {
    Mark last = mark(w);
    u32 steps = 0;
    while (steps < STEPS && step(w)) {
        steps++;
        if (w->n == 1) last = mark(w);
    }
    const u32 passed = w->se->await.passed.n;
    back_to(w, last);
    if (w->past) w->se->await.passed.n = passed; /* in calls, too */
    else w->se->sym_cost += steps / 4;
    return steps < STEPS && w->se->await.passed.n && pays(w->se, steps) && !w->se->failed;
}

static bool begin(Walk *w) {
    Await *a = &w->se->await;
    a->wrote.n = a->passed.n = a->calls.n = 0;
    omit_begin(w->se);
    return ok(w->se, vec_reserve(w->se->cx, &a->calls, ROOM));
}

/* From the join on in which the thread waits. */
static bool walk_from(Walk *w) {
    const ThreadInfo *ti = w->ti;
    const StackFrame *from = joiner(w->se->ks, ti);
    if (!from || !begin(w)) return false;
    const bool within = from != ti->top;
    const u8 *p = from->mi->cf->code->code + from->mi->bci[from->pc - from->mi->code];
    const Sym *desc = cp_ref_desc(from->mi->ci->cf, pool_index(p));
    if (!go_on_in(w, from, within ? 1 + desc_arg_words(desc->s) : 0)) return false;
    if (within) w->f[0].stack[w->f[0].n - 1] = ti->pend.obj; /* the operand is its callee's local */
    return walk(w);
}

bool walk_past(StateEngine *se, const ThreadInfo *ti) {
    Walk w = {.se = se, .ti = ti, .past = true};
    const bool is = walk_from(&w);
    walk_undo(se, 0);
    if (is) omit_rely(se);
    omit_begin(se);
    return is;
}

StackFrame *walk_on(StateEngine *se, const ThreadInfo *ti) {
    Walk w = {.se = se, .ti = ti};
    if (!walk_from(&w) || !omit_over(se, w.real->prev, w.real->mi, w.f[0].at)) {
        omit_begin(se);
        return walk_undo(se, 0), NULL;
    }
    w.copy->pc = w.real->mi->code + mi_insn_at(w.real->mi, w.f[0].at);
    w.copy->sp = w.f[0].stack + w.f[0].n;
    return w.copy;
}

/* Is nothing read behind this place that refers to the array or to one of its elements? */
static bool is_over(const Walk *w, Ref array, Ref holder) {
    StateEngine *se = w->se;
    MethodInfo *mi = (MethodInfo *)w->real->mi;
    const FrameMap *m = frame_map(se->ks->cs, mi, mi_insn_at(mi, w->f[0].at), false, w->copy->slots);
    const ElementInfo *e = ei(se->heap, array);
    if (!m || m->stack != w->f[0].n) return false;
    for (u32 i = 0; i < m->n_live_ref; i++) {
        Ref r = w->copy->slots[m->ref[i]];
        if (r == array || r == holder || r >= WALK_FIRST_MADE) return false;
        for (u32 k = 0; r && k < e->len; k++)
            if (ei_words((ElementInfo *)e)[k] == r) return false;
    }
    return !se->await.wrote.n;
}

bool walk_ahead(StateEngine *se, const ThreadInfo *ti, const StackFrame *f, u32 insn, u64 unknown, Ref array,
                Ref holder) {
    Walk w = {.se = se, .ti = ti, .unknown = unknown, .ahead = true};
    const FrameMap *m = frame_map(se->ks->cs, f->mi, insn, false, f->slots);
    if (!m || m->stack || !begin(&w) || !go_on_at(&w, f, f->mi->bci[insn], 0)) return false;
    bool is = walk(&w) && is_over(&w, array, holder);
    walk_undo(se, 0);
    return is;
}
