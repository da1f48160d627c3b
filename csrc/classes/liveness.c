/* liveness.c -- frame maps: the types of flow.c cut down to the locals that are still read. One
 * analysis per method, at the first question; one map per (instruction, caller) asked for. All of it
 * stays in the class's arena. */
#include "classes/liveness.h"
#include "classes/code.h"

typedef struct RetWord {
    u32 node;
    u16 word;
    u16 value;
} RetWord; /* a return address in a frame */

struct MethodLive {
    u32 n, n_nodes, n_ctx;
    u32 n_locals;  /* locals that occur */
    u32 rw, lw;    /* u32 words of a row of refs, of live */
    u16 *depth;
    u32 *refs;
    u32 *live;     /* bit i: local i is read before it is written again */
    u32 once;      /* a local that is tested for null, ONCE_NONE: none is followed */
    u32 *set;      /* as live, where that one is not null */
    RetWord *ret;  /* jsr code: return addresses by node, ascending */
    u32 n_ret;
};

enum { ONCE_NONE = UINT32_MAX };

/* --- the backward pass --- */

static inline bool bit(const u32 *row, u32 i) { return row[i >> 5] >> (i & 31) & 1; }
static inline void set(u32 *row, u32 i) { row[i >> 5] |= 1u << (i & 31); }
static inline void clear(u32 *row, u32 i) { row[i >> 5] &= ~(1u << (i & 31)); }

static void use_and_kill(const Insn *in, u32 *row) {
    u32 a = in->a;
    switch (in->op) {
    case OP_ILOAD:
    case OP_FLOAD:
    case OP_ALOAD:
    case OP_IINC:
    case OP_RET: set(row, a); break;
    case OP_LLOAD:
    case OP_DLOAD:
        set(row, a);
        set(row, a + 1);
        break;
    case OP_ISTORE:
    case OP_FSTORE:
    case OP_ASTORE: clear(row, a); break;
    case OP_LSTORE:
    case OP_DSTORE:
        clear(row, a);
        clear(row, a + 1);
        break;
    default: break;
    }
}

/* Add the row of a successor; rows: ml->live, or ml->set. */
static void add(const struct MethodLive *ml, const u32 *rows, u32 *row, u32 node) {
    const u32 *from = rows + (size_t)node * ml->lw;
    for (u32 i = 0; i < ml->lw; i++) row[i] |= from[i];
}

static void add_handlers(const struct MethodLive *ml, const u32 *rows, const Handler *h, u32 n, u32 insn, u32 base,
                         u32 *row) {
    for (u32 k = 0; k < n; k++) {
        if (insn < h[k].start || insn >= h[k].end) continue;
        add(ml, rows, row, base + h[k].handler);
        if (!h[k].type) return;
    }
}

/* --- where a local is not null (KM_NULL_TESTS) ---
 *
 * A wait often spins for a while and makes its node then: what it spun by is read again only where there is no node. So
 * such a method's locals are judged for a second time under the assumption that the local it tests is not null. The
 * frame says whether that holds. It goes on to hold until the local is written; what is live behind that is what is so
 * without the assumption. A local that is dead here is not read on any way from here, so it does not become alive again
 * behind it. */

static bool jumps_to(const Code *c, u32 i) {
    for (u32 k = 0; k < c->n; k++) {
        const Insn *in = &c->insn[k];
        if (in->op == OP_TABLESWITCH || in->op == OP_LOOKUPSWITCH) return true; /* not looked at */
        if ((op_info[in->op].flags & F_BRANCH) && k + (u32)in->b == i) return true;
    }
    for (u32 k = 0; k < c->n_handlers; k++)
        if (c->handlers[k].handler == i) return true;
    return false;
}

/* Is the instruction a test for null of a local that was loaded just before? */
static bool tests_null(const Code *c, u32 i, u32 *local) {
    if (!i || (c->insn[i].op != OP_IFNULL && c->insn[i].op != OP_IFNONNULL)) return false;
    if (c->insn[i - 1].op != OP_ALOAD || jumps_to(c, i)) return false;
    *local = (u32)c->insn[i - 1].a;
    return true;
}

/* The first local that is both tested for null and written. */
static u32 set_once(const Code *c) {
    u32 local = ONCE_NONE;
    for (u32 i = 0; i < c->n; i++)
        for (u32 k = 0; tests_null(c, i, &local) && k < c->n; k++)
            if (c->insn[k].op == OP_ASTORE && (u32)c->insn[k].a == local) return local;
    return ONCE_NONE;
}

/* As transfer, of code without jsr and switches. */
static void transfer_set(const struct MethodLive *ml, const Code *c, u32 i, u32 *row) {
    const Insn *in = &c->insn[i];
    u8 flags = op_info[in->op].flags;
    u32 local = ONCE_NONE;
    bool known = tests_null(c, i, &local) && local == ml->once, written = in->op == OP_ASTORE && (u32)in->a == ml->once;
    mem_fill(row, 0, ml->lw * sizeof *row);
    if ((flags & F_BRANCH) && !(known && in->op == OP_IFNULL)) add(ml, ml->set, row, i + (u32)in->b);
    if (!(flags & F_STOP) && !(known && in->op == OP_IFNONNULL)) add(ml, written ? ml->live : ml->set, row, i + 1);
    use_and_kill(in, row);
    if (flags & F_THROW) add_handlers(ml, ml->set, c->handlers, c->n_handlers, i, 0, row);
}

static Status follow(Ctx *cx, Arena *a, struct MethodLive *ml, const Code *c) {
    size_t bytes = ml->lw * sizeof *ml->set;
    u32 *row = cx_alloc(cx, bytes);
    if (!row || !(ml->set = arena_alloc(a, ml->n * bytes))) return ST_ERROR;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = ml->n; i-- > 0;) {
            if (ml->depth[i] == FLOW_UNREACHED) continue;
            transfer_set(ml, c, i, row);
            changed |= mem_cmp(ml->set + (size_t)i * ml->lw, row, bytes) != 0;
            mem_copy(ml->set + (size_t)i * ml->lw, row, bytes);
        }
    }
    cx_free(cx, row, bytes);
    return ST_OK;
}

/* Live-in of one node from its successors; row has room for lw words. */
static void transfer(const struct MethodLive *ml, const Code *c, const Flow *f, u32 node, u32 *row) {
    u32 base = node / c->n * c->n, i = node - base;
    const Insn *in = &c->insn[i];
    u8 flags = op_info[in->op].flags;
    mem_fill(row, 0, ml->lw * sizeof *row);
    if (in->op == OP_JSR || in->op == OP_RET) {
        add(ml, ml->live, row, f->jump[node]);
    } else {
        if (flags & F_BRANCH) add(ml, ml->live, row, base + i + (u32)in->b);
        if (in->op == OP_TABLESWITCH || in->op == OP_LOOKUPSWITCH) {
            const i32 *t = c->sw + in->b;
            u32 n = (u32)(in->op == OP_TABLESWITCH ? t[1] : t[0]);
            const i32 *to = in->op == OP_TABLESWITCH ? t + 3 : t + 2 + n;
            add(ml, ml->live, row, base + i + (u32)(in->op == OP_TABLESWITCH ? t[2] : t[1]));
            for (u32 k = 0; k < n; k++) add(ml, ml->live, row, base + i + (u32)to[k]);
        }
        if (!(flags & F_STOP)) add(ml, ml->live, row, node + 1);
    }
    use_and_kill(in, row);
    if (flags & F_THROW) add_handlers(ml, ml->live, c->handlers, c->n_handlers, i, base, row);
}

static Status backward(Ctx *cx, struct MethodLive *ml, const Code *c, const Flow *f) {
    u32 *row = cx_alloc(cx, ml->lw * sizeof *row);
    if (!row) return ST_ERROR;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 node = ml->n_nodes; node-- > 0;) {
            if (ml->depth[node] == FLOW_UNREACHED) continue;
            u32 *at = ml->live + (size_t)node * ml->lw;
            transfer(ml, c, f, node, row);
            if (mem_cmp(at, row, ml->lw * sizeof *row) == 0) continue;
            mem_copy(at, row, ml->lw * sizeof *row);
            changed = true;
        }
    }
    cx_free(cx, row, ml->lw * sizeof *row);
    return ST_OK;
}

/* --- the analysis of a method --- */

static Status keep_return_addresses(Arena *a, struct MethodLive *ml, const Flow *f) {
    u32 v;
    for (int pass = 0; pass < 2; pass++) {
        u32 k = 0;
        for (u32 node = 0; node < ml->n_nodes; node++) {
            if (ml->depth[node] == FLOW_UNREACHED) continue;
            for (u32 w = 0; w < f->frame_words; w++)
                if (flow_return_address(f, node, w, &v)) {
                    if (pass) ml->ret[k] = (RetWord){node, (u16)w, (u16)v};
                    k++;
                }
        }
        ml->n_ret = k;
        if (!pass && !(ml->ret = arena_alloc(a, (k + 1) * sizeof *ml->ret))) return ST_ERROR;
    }
    return ST_OK;
}

static Status keep(Classes *cs, MethodInfo *mi, const Code *c, const Flow *f) {
    Arena *a = mi->ci->arena;
    struct MethodLive *ml = arena_alloc(a, sizeof *ml);
    if (!ml) return ST_ERROR;
    ml->n = c->n;
    ml->n_nodes = f->n_nodes;
    ml->n_ctx = f->n_ctx;
    ml->n_locals = c->n_locals;
    ml->rw = f->words;
    ml->lw = (c->n_locals + 31) / 32;
    if (!ml->lw) ml->lw = 1;
    ml->depth = arena_alloc(a, ml->n_nodes * sizeof *ml->depth);
    ml->refs = arena_alloc(a, (size_t)ml->n_nodes * ml->rw * sizeof *ml->refs);
    ml->live = arena_alloc(a, (size_t)ml->n_nodes * ml->lw * sizeof *ml->live);
    ml->once = (mi->known & KM_NULL_TESTS) && !c->jsr ? set_once(c) : ONCE_NONE;
    FrameMap **maps = arena_alloc(a, (size_t)ml->n_nodes * 2 * (1 + (ml->once != ONCE_NONE)) * sizeof *maps);
    if (!ml->depth || !ml->refs || !ml->live || !maps) return ST_ERROR;
    mem_copy(ml->depth, f->depth, ml->n_nodes * sizeof *ml->depth);
    mem_copy(ml->refs, f->refs, (size_t)ml->n_nodes * ml->rw * sizeof *ml->refs);
    if (backward(cs->cx, ml, c, f)) return ST_ERROR;
    if (ml->once != ONCE_NONE && follow(cs->cx, a, ml, c)) return ST_ERROR;
    if (c->jsr && keep_return_addresses(a, ml, f)) return ST_ERROR;
    mi->maps = maps;
    mi->live = ml;
    return ST_OK;
}

static Status analyse(Classes *cs, MethodInfo *mi) {
    if (mi_predecode(cs, mi)) return ST_ERROR;
    if (!mi->code)
        return cx_fail(cs->cx, ERR_INTERNAL, "frame map of unverified %s.%s%s", mi->ci->name->s, mi->name->s,
                       mi->desc->s);
    Arena tmp;
    Code c;
    Flow f;
    const char *err;
    arena_init(&tmp, cs->cx);
    Status st = code_decode(cs, mi, &tmp, &c, &err);
    if (!st && !err && !(st = flow_run(cs, mi, &c, false, &tmp, &f, &err)) && !err) {
        st = keep(cs, mi, &c, &f);
        flow_free(&f);
    }
    if (!st && err) st = cx_fail(cs->cx, ERR_INTERNAL, "%s", err);
    arena_free(&tmp);
    return st;
}

/* --- maps --- */

/* Code with jsr: the context whose return addresses are those of the frame. */
static u32 context_of(const struct MethodLive *ml, u32 n_locals, u32 max_locals, u32 insn, const u32 *words) {
    u32 first = UINT32_MAX;
    for (u32 ctx = 0; ctx < ml->n_ctx; ctx++) {
        u32 node = ctx * ml->n + insn;
        if (ml->depth[node] == FLOW_UNREACHED) continue;
        if (first == UINT32_MAX) first = node;
        if (!words) break;
        u32 lo = 0, hi = ml->n_ret;
        while (lo < hi) {
            u32 mid = (lo + hi) / 2;
            if (ml->ret[mid].node < node) lo = mid + 1;
            else hi = mid;
        }
        bool same = true;
        for (; lo < ml->n_ret && ml->ret[lo].node == node && same; lo++) {
            u32 w = ml->ret[lo].word;
            if (w >= n_locals) w += max_locals - n_locals; /* unused locals have no type words */
            same = words[w] == ml->ret[lo].value;
        }
        if (same) return node;
    }
    return first;
}

static u32 call_arguments(const MethodInfo *mi, u32 insn, bool *is_call) {
    const u8 *p = mi->cf->code->code + mi->bci[insn];
    *is_call = p[0] >= OP_INVOKEVIRTUAL && p[0] <= OP_INVOKEDYNAMIC;
    if (!*is_call) return 0;
    u32 n = (u32)desc_arg_words(cp_ref_desc(mi->ci->cf, (u16)(p[1] << 8 | p[2]))->s);
    return n + (p[0] != OP_INVOKESTATIC && p[0] != OP_INVOKEDYNAMIC);
}

static FrameMap *make_map(Classes *cs, MethodInfo *mi, u32 node, bool caller, bool known) {
    const struct MethodLive *ml = mi->live;
    u32 insn = node % ml->n, depth = ml->depth[node];
    const u32 *refs = ml->refs + (size_t)node * ml->rw;
    u32 small[8], *live = small, n_live = 0;
    const u32 *rows = known ? ml->set : ml->live;
    size_t bytes = ml->lw * sizeof *live;
    if (ml->lw > 8 && !(live = cx_alloc(cs->cx, bytes))) return NULL;
    mem_copy(live, rows + (size_t)node * ml->lw, bytes);
    if (caller) {
        bool is_call;
        u32 args = call_arguments(mi, insn, &is_call);
        if (is_call) {
            depth -= args;
            mem_copy(live, rows + (size_t)(node + 1) * ml->lw, bytes);
            add_handlers(ml, rows, mi->handlers, mi->n_handlers, insn, node - insn, live);
        }
    }
    for (u32 i = 0; cs->keep_dead && i < ml->n_locals; i++)
        if (bit(refs, i)) set(live, i);
    if (receiver_stays(mi) && ml->n_locals && bit(refs, 0)) set(live, 0);
    for (u32 i = 0; i < ml->n_locals; i++) n_live += bit(live, i);
    FrameMap *m = arena_alloc(mi->ci->arena, sizeof *m + (n_live + depth) * sizeof(u16));
    if (m) {
        u16 *out = (u16 *)(m + 1);
        m->stack = (u16)depth;
        for (int want = 1; want >= 0; want--) { /* references, then primitives */
            u32 k = 0;
            u16 **list = want ? &m->ref : &m->prim;
            *list = out;
            for (u32 i = 0; i < ml->n_locals; i++)
                if (bit(live, i) && bit(refs, i) == want) out[k++] = (u16)i;
            for (u32 i = 0; i < depth; i++)
                if (bit(refs, ml->n_locals + i) == want) out[k++] = (u16)(mi->max_locals + i);
            *(want ? &m->n_live_ref : &m->n_live_prim) = (u16)k;
            out += k;
        }
    }
    if (live != small) cx_free(cs->cx, live, bytes);
    return m;
}

const FrameMap *frame_map(Classes *cs, MethodInfo *mi, u32 insn, bool caller, const u32 *words) {
    if (JPF_LIKELY(mi->maps && !(mi->attrs & MA_HAS_JSR) && !(mi->known & KM_NULL_TESTS))) {
        FrameMap *m = mi->maps[2 * insn + caller];
        if (JPF_LIKELY(m)) return m;
    }
    if (!mi->live && analyse(cs, mi)) return NULL;
    const struct MethodLive *ml = mi->live;
    u32 node = insn;
    if (ml->n_ctx > 1 && insn < ml->n) node = context_of(ml, ml->n_locals, mi->max_locals, insn, words);
    if (insn >= ml->n || node == UINT32_MAX || ml->depth[node] == FLOW_UNREACHED) {
        cx_fail(cs->cx, ERR_INTERNAL, "no frame can stand at instruction %u of %s.%s%s", insn, mi->ci->name->s,
                mi->name->s, mi->desc->s);
        return NULL;
    }
    bool known = ml->once != ONCE_NONE && words && words[ml->once];
    FrameMap **slot = &mi->maps[2 * (node + known * ml->n_nodes) + caller];
    if (!*slot) *slot = make_map(cs, mi, node, caller, known);
    return *slot;
}

void liveness_keep_dead(Classes *cs) {
    cs->keep_dead = true;
    for (u32 i = 0; i < cs->methods.n; i++) {
        MethodInfo *mi = cs->methods.v[i];
        if (!mi || !mi->maps) continue;
        size_t n = (size_t)mi->live->n_nodes * 2 * (1 + (mi->live->once != ONCE_NONE));
        mem_fill(mi->maps, 0, n * sizeof *mi->maps);
    }
}
