/* flow.c -- forward abstract interpretation of a method body (JVMS 4.10.2): the type of every word of
 * the frame before every instruction. Strict, it is what keeps class files that are not the JDK's
 * from crashing the process: operand kinds, stack depth, categories, array types. Assignability
 * between classes is not decided here: the interpreter checks the class of every receiver.
 * State is kept at block leaders only; inside a block it flows through. */
#include "classes/flow_int.h"

/* Bounds that no compiler's output comes near; past them the analysis itself would be the attack. */
#define MAX_STATE_BYTES (256u << 20)
#define MAX_HANDLER_WORK 1000000000ull
#define MAX_NODES (4u << 20)

/* --- joining states --- */

static u32 row_of(Pass *p, u32 node) {
    if (p->state_of[node]) return p->state_of[node] - 1;
    if (p->n_states == p->cap_states) {
        u32 cap = p->cap_states ? p->cap_states * 2 : 8;
        if ((u64)cap * p->w * sizeof(VType) > MAX_STATE_BYTES && p->cap_states) {
            flow_bad(p, "Method too complex to verify", "Too many types to keep");
            return UINT32_MAX;
        }
        size_t row = (p->w + 1) * sizeof(VType); /* one spare word: w may be 0 */
        VType *s = cx_realloc(p->cs->cx, p->states, p->cap_states * row, cap * row);
        if (!s) return p->st = ST_ERROR, UINT32_MAX;
        p->states = s;
        p->cap_states = cap;
    }
    p->states[(size_t)p->n_states * (p->w + 1)] = FLOW_UNREACHED;
    p->state_of[node] = ++p->n_states;
    return p->n_states - 1;
}

static void enqueue(Pass *p, u32 node) {
    p->queued[node >> 5] |= 1u << (node & 31);
    if (node < p->low) p->low = node;
}

/* The type of a word that is one of two. A local that holds nothing yet holds null: not strict, it is a reference where
 * it is one on the other path, whoever reads it (nobody in verified code, but liveness_keep_dead). */
static VType merge(Pass *p, VType x, VType y) {
    if (v_ref(x) && v_ref(y)) return flow_merge_refs(p, x, y);
    if (x == V_UNSET && v_ref(y)) return y;
    if (y == V_UNSET && v_ref(x)) return x;
    return V_TOP;
}

/* Join locals and a stack of `sp` words into a leader's state. */
static void join(Pass *p, u32 node, const VType *locals, const VType *st, u32 sp) {
    if (FAILED(p)) return;
    u32 row = row_of(p, node);
    if (row == UINT32_MAX) return;
    VType *to = p->states + (size_t)row * (p->w + 1) + 1;
    if (to[-1] == FLOW_UNREACHED) {
        mem_copy(to, locals, p->nl * sizeof *to);
        mem_copy(to + p->nl, st, sp * sizeof *to);
        to[-1] = sp;
        enqueue(p, node);
        return;
    }
    if (to[-1] != sp) {
        flow_bad(p, "Inconsistent stackmap frames", "Stack sizes differ where paths join");
        return;
    }
    bool changed = false;
    for (u32 i = 0; i < p->nl + sp; i++) {
        VType x = to[i], y = i < p->nl ? locals[i] : st[i - p->nl];
        if (x == y) continue;
        VType m = merge(p, x, y);
        if (m == V_TOP && i >= p->nl) {
            flow_bad(p, "Inconsistent stackmap frames", "Types on the operand stack differ where paths join");
            return;
        }
        if (m != x) to[i] = m, changed = true;
    }
    if (changed) enqueue(p, node);
}

static void join_handlers(Pass *p, u32 ctx) {
    const Code *c = p->c;
    for (u32 k = 0; k < c->n_handlers; k++) {
        const Handler *h = &c->handlers[k];
        if (p->at < h->start || p->at >= h->end) continue;
        VType t = h->type ? sym_type(p, p->cf->cp[h->type].u.sym) : p->throwable;
        if (p->ns == 0) {
            flow_bad(p, "Operand stack overflow", "Exceeded max stack size.");
            return;
        }
        join(p, ctx * c->n + h->handler, p->s, &t, 1);
        if (!h->type) break; /* later handlers never see an exception of this range */
    }
}

/* --- contexts of subroutines --- */

/* The per-node arrays, moved to new memory together. */
enum { ND_DEPTH, ND_REFS, ND_STATE_OF, ND_QUEUED, ND_JUMP, ND_TYPES, ND_COUNT };
static size_t node_bytes(const Pass *p, int array, u32 cap) {
    switch (array) {
    case ND_DEPTH: return (size_t)cap * sizeof(u16);
    case ND_REFS: return (size_t)cap * p->f->words * sizeof(u32);
    case ND_STATE_OF: return (size_t)cap * sizeof(u32);
    case ND_QUEUED: return ((size_t)cap / 32 + 1) * sizeof(u32);
    case ND_JUMP: return p->c->jsr ? (size_t)cap * sizeof(u32) : 0;
    default: return p->c->jsr ? (size_t)cap * p->w * sizeof(u64) : 0;
    }
}
static bool grow_nodes(Pass *p, u32 need) {
    Flow *f = p->f;
    Ctx *cx = p->cs->cx;
    u32 was = f->cap_nodes, cap = was * 2 < need ? need : was * 2;
    if (need <= was) return true;
    void **at[ND_COUNT] = {(void **)&f->depth,  (void **)&f->refs, (void **)&p->state_of,
                           (void **)&p->queued, (void **)&f->jump, (void **)&f->retaddr};
    void *fresh[ND_COUNT];
    for (int i = 0; i < ND_COUNT; i++) {
        size_t n = node_bytes(p, i, cap);
        fresh[i] = n ? cx_alloc(cx, n) : NULL;
        if (!n || fresh[i]) continue;
        while (i-- > 0) cx_free(cx, fresh[i], node_bytes(p, i, cap));
        p->st = ST_ERROR;
        return false;
    }
    for (int i = 0; i < ND_COUNT; i++) {
        if (was && *at[i]) mem_copy(fresh[i], *at[i], node_bytes(p, i, was));
        if (was) cx_free(cx, *at[i], node_bytes(p, i, was));
        *at[i] = fresh[i];
    }
    for (u32 i = was; i < cap; i++) f->depth[i] = FLOW_UNREACHED;
    f->cap_nodes = cap;
    return true;
}

/* The open call of the subroutine at `entry`, the innermost; 0: none. */
static u32 open_call(const Flow *f, u32 ctx, u32 entry) {
    while (ctx && f->ctx[ctx].entry != entry) ctx = f->ctx[ctx].parent;
    return ctx;
}

/* A subroutine that is called where it seems to be open was left without a ret, by an exception or a jump: its call
 * ends here, with those inside it. (Whether it can also be reached otherwise is for recursion() to say.) */
static u32 context(Pass *p, u32 parent, u32 site, u32 entry) {
    Flow *f = p->f;
    u32 left = open_call(f, parent, entry);
    if (left) parent = f->ctx[left].parent;
    for (u32 i = 1; i < f->n_ctx; i++)
        if (f->ctx[i].parent == parent && f->ctx[i].site == site) return i;
    if ((u64)(f->n_ctx + 1) * p->c->n > MAX_NODES || (u64)(f->n_ctx + 1) * p->c->n * p->w * 8 > MAX_STATE_BYTES) {
        flow_bad(p, "Method too complex to verify", "Too many subroutine calls");
        return 0;
    }
    if (f->n_ctx == f->cap_ctx) {
        u32 cap = f->cap_ctx * 2;
        JsrContext *x = cx_realloc(p->cs->cx, f->ctx, f->cap_ctx * sizeof *x, cap * sizeof *x);
        if (!x) return p->st = ST_ERROR, 0;
        f->ctx = x;
        f->cap_ctx = cap;
    }
    if (!grow_nodes(p, (f->n_ctx + 1) * p->c->n)) return 0;
    f->ctx[f->n_ctx] = (JsrContext){.parent = parent, .site = site, .entry = entry};
    f->n_nodes = (f->n_ctx + 1) * p->c->n;
    return f->n_ctx++;
}

/* A jsr that is reached from within its own subroutine alone calls it recursively. JVMS 4.10.2.5 */
static void recursion(Pass *p) {
    const Code *c = p->c;
    for (u32 i = 0; c->jsr && i < c->n && !FAILED(p); i++) {
        if (c->insn[i].op != OP_JSR) continue;
        u32 reached = 0, within = 0;
        for (u32 k = 0; k < p->f->n_ctx; k++) {
            if (!p->state_of[k * c->n + i]) continue;
            reached++;
            within += open_call(p->f, k, i + (u32)c->insn[i].b) != 0;
        }
        p->at = i;
        if (reached && within == reached) flow_bad(p, "Recursive call to jsr entry", "Recursive call to jsr entry");
    }
}

/* A subroutine has one ret. */
static bool only_ret(Pass *p, u32 child) {
    Flow *f = p->f;
    u32 entry = f->ctx[child].entry;
    for (u32 i = 1; i < f->n_ctx; i++)
        if (f->ctx[i].entry == entry && f->ctx[i].ret && f->ctx[i].ret != p->at + 1) return false;
    f->ctx[child].ret = p->at + 1;
    return true;
}

static void record(Pass *p, u32 node) {
    Flow *f = p->f;
    f->depth[node] = (u16)p->sp;
    u32 *row = f->refs + (size_t)node * f->words;
    mem_fill(row, 0, f->words * sizeof *row);
    for (u32 i = 0; i < p->nl + p->sp; i++)
        if (v_ref(p->s[i]) || v_uninit(p->s[i])) row[i >> 5] |= 1u << (i & 31);
    if (f->retaddr) {
        mem_copy(f->retaddr + (size_t)node * p->w, p->s, (p->nl + p->sp) * sizeof(u64));
        for (u32 i = p->nl + p->sp; i < p->w; i++) f->retaddr[(size_t)node * p->w + i] = V_TOP;
    }
}

/* Run one block from a leader. */
enum { FLOW_WORK = 16 }; /* in units of cx_work, for an instruction */

static void run_block(Pass *p, u32 node) {
    const Code *c = p->c;
    u32 row = p->state_of[node] - 1, ctx = node / c->n;
    p->at = node % c->n;
    const VType *from = p->states + (size_t)row * (p->w + 1);
    p->sp = (u32)from[0];
    mem_copy(p->s, from + 1, (p->nl + p->sp) * sizeof *p->s);
    for (;;) {
        if (!cx_work(p->f->cx, FLOW_WORK + (c->n_handlers ? p->w : 0))) {
            p->st = ST_ERROR;
            return;
        }
        const Insn *in = &c->insn[p->at];
        u32 base = ctx * c->n, op = in->op;
        u8 flags = op_info[op].flags;
        record(p, base + p->at);
        if (c->n_handlers && (flags & F_THROW)) join_handlers(p, ctx);
        if (op == OP_JSR) {
            u32 entry = p->at + (u32)in->b, child = context(p, ctx, p->at, entry);
            if (FAILED(p)) return;
            flow_push(p, V(VT_RET, child));
            p->f->jump[base + p->at] = child * c->n + entry;
            join(p, child * c->n + entry, p->s, stack(p), p->sp);
            return;
        }
        if (op == OP_RET) {
            VType t = p->s[in->a];
            u32 child = v_payload(t);
            bool address = !v_ref(t) && v_tag(t) == VT_RET, open = false;
            if (address && !only_ret(p, child)) {
                flow_bad(p, "Multiple returns to single jsr", "Multiple returns to single jsr");
                return;
            }
            for (u32 k = ctx; address && k; k = p->f->ctx[k].parent) open |= k == child;
            if (!open) { /* the address must belong to a call that is still open here */
                flow_bad(p, "Bad local variable type", "ret of a local that is no return address");
                return;
            }
            u32 back = p->f->ctx[child].parent * c->n + p->f->ctx[child].site + 1;
            p->f->jump[base + p->at] = back;
            join(p, back, p->s, stack(p), p->sp);
            return;
        }
        flow_step(p, in);
        if (FAILED(p)) return;
        if (flags & F_BRANCH) join(p, base + p->at + (u32)in->b, p->s, stack(p), p->sp);
        if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
            const i32 *t = c->sw + in->b;
            u32 n = (u32)(op == OP_TABLESWITCH ? t[1] : t[0]);
            const i32 *to = op == OP_TABLESWITCH ? t + 3 : t + 2 + n;
            join(p, base + p->at + (u32)(op == OP_TABLESWITCH ? t[2] : t[1]), p->s, stack(p), p->sp);
            for (u32 k = 0; k < n; k++) join(p, base + p->at + (u32)to[k], p->s, stack(p), p->sp);
        }
        if (FAILED(p) || (flags & F_STOP)) return;
        p->at++;
        if (p->leader[p->at]) {
            join(p, base + p->at, p->s, stack(p), p->sp);
            return;
        }
    }
}

static void mark_leaders(const Code *c, u8 *leader) {
    leader[0] = 1;
    for (u32 i = 0; i < c->n_handlers; i++) leader[c->handlers[i].handler] = 1;
    for (u32 i = 0; i < c->n; i++) {
        const Insn *in = &c->insn[i];
        if (c->jsr) leader[i] = 1;
        if (op_info[in->op].flags & F_BRANCH) leader[i + (u32)in->b] = 1;
        if (in->op != OP_TABLESWITCH && in->op != OP_LOOKUPSWITCH) continue;
        const i32 *t = c->sw + in->b;
        u32 n = (u32)(in->op == OP_TABLESWITCH ? t[1] : t[0]);
        const i32 *to = in->op == OP_TABLESWITCH ? t + 3 : t + 2 + n;
        leader[i + (u32)(in->op == OP_TABLESWITCH ? t[2] : t[1])] = 1;
        for (u32 k = 0; k < n; k++) leader[i + (u32)to[k]] = 1;
    }
}

static void entry_state(Pass *p) {
    const MethodInfo *mi = p->mi;
    u32 i = 0;
    for (u32 k = 0; k < p->w; k++) p->s[k] = p->strict || k >= p->nl ? V_TOP : V_UNSET;
    if (!(mi->flags & ACC_STATIC)) {
        bool ctor = strcmp(mi->name->s, "<init>") == 0 && p->cf->super;
        p->s[i++] = ctor ? V(VT_UNINIT_THIS, 0) : sym_type(p, mi->ci->name);
    }
    for (const char *d = mi->desc->s + 1; *d != ')';) {
        const char *end = desc_skip(d);
        VType t = flow_desc_type(p, d, end);
        p->s[i++] = t;
        if (t == V_LONG || t == V_DOUBLE) p->s[i++] = t == V_LONG ? V_LONG2 : V_DOUBLE2;
        d = end;
    }
    join(p, 0, p->s, stack(p), 0);
}

Status flow_run(Classes *cs, const MethodInfo *mi, const Code *c, bool strict, Arena *a, Flow *f, const char **err) {
    Ctx *cx = cs->cx;
    Pass p = {.cs = cs,
              .mi = mi,
              .cf = mi->ci->cf,
              .c = c,
              .f = f,
              .a = a,
              .strict = strict,
              .nl = c->n_locals,
              .ns = mi->cf->code->max_stack,
              .low = UINT32_MAX};
    if (p.ns >= FLOW_UNREACHED) p.ns = FLOW_UNREACHED - 1;
    p.w = p.nl + p.ns;
    memset(f, 0, sizeof *f);
    f->cx = cx;
    f->frame_words = p.w;
    f->words = (p.w + 31) / 32;
    if (!f->words) f->words = 1;
    *err = NULL;
    if ((u64)c->n * c->n_handlers > MAX_HANDLER_WORK || (u64)c->n * f->words * 8 > MAX_STATE_BYTES ||
        (c->jsr && (u64)c->n * p.w * 8 > MAX_STATE_BYTES)) {
        flow_bad(&p, "Method too complex to verify", "Too many exception handlers or types");
        *err = p.err;
        return p.st;
    }
    Sym *names[3] = {sym(&cs->syms, "java/lang/Object", 16), sym(&cs->syms, "", 0),
                     sym(&cs->syms, "java/lang/Throwable", 19)};
    if (!names[0] || !names[1] || !names[2]) return ST_ERROR;
    p.object = (VType)(uintptr_t)names[0];
    /* no class has an empty name: that symbol is the type of null */
    p.null_ = strict ? (VType)(uintptr_t)names[1] : p.object;
    p.throwable = strict ? (VType)(uintptr_t)names[2] : p.object;
    f->cap_ctx = 4;
    f->ctx = cx_alloc(cx, f->cap_ctx * sizeof *f->ctx);
    p.leader = cx_alloc(cx, c->n + 1);
    p.s = cx_alloc(cx, ((size_t)p.w + 1) * sizeof *p.s);
    if (!f->ctx || !p.leader || !p.s) p.st = ST_ERROR;
    f->n_ctx = 1;
    if (!p.st && grow_nodes(&p, c->n)) {
        f->n_nodes = c->n;
        mark_leaders(c, p.leader);
        entry_state(&p);
        /* Lowest queued node first: close to reverse postorder in compilers' output. */
        while (!FAILED(&p) && p.low < f->n_nodes) {
            u32 k = p.low >> 5, last = (f->n_nodes + 31) / 32;
            while (k < last && !p.queued[k]) k++;
            if (k == last) break;
            u32 node = k * 32 + (u32)__builtin_ctz(p.queued[k]);
            p.queued[k] &= ~(1u << (node & 31));
            p.low = node;
            run_block(&p, node);
        }
        recursion(&p);
    }
    cx_free(cx, p.leader, c->n + 1);
    cx_free(cx, p.s, ((size_t)p.w + 1) * sizeof *p.s);
    cx_free(cx, p.states, p.cap_states * (p.w + 1) * sizeof(VType));
    cx_free(cx, p.state_of, p.state_of ? node_bytes(&p, ND_STATE_OF, f->cap_nodes) : 0);
    cx_free(cx, p.queued, p.queued ? node_bytes(&p, ND_QUEUED, f->cap_nodes) : 0);
    *err = p.err;
    if (p.st || p.err) flow_free(f);
    return p.st;
}

void flow_free(Flow *f) {
    size_t n = f->cap_nodes;
    cx_free(f->cx, f->depth, f->depth ? n * sizeof *f->depth : 0);
    cx_free(f->cx, f->refs, f->refs ? n * f->words * sizeof *f->refs : 0);
    cx_free(f->cx, f->jump, f->jump ? n * sizeof *f->jump : 0);
    cx_free(f->cx, f->retaddr, f->retaddr ? n * f->frame_words * sizeof *f->retaddr : 0);
    cx_free(f->cx, f->ctx, f->ctx ? f->cap_ctx * sizeof *f->ctx : 0);
    memset(f, 0, sizeof *f);
}

bool flow_return_address(const Flow *f, u32 node, u32 w, u32 *value) {
    VType t = f->retaddr[(size_t)node * f->frame_words + w];
    if (v_ref(t) || v_tag(t) != VT_RET) return false;
    *value = f->ctx[v_payload(t)].site + 1;
    return true;
}
