/* npe.c -- what was null: HotSpot's helpful texts of NullPointerException (JEP 358).
 *
 * A forward pass over the method's bytecode finds, for each operand word, the instruction that pushed
 * it (no single one where paths disagree); the text then walks from the failing instruction to its
 * sources, at most five steps deep. */
#include "base/text.h"
#include "interp/interp_int.h"

enum { NO_SOURCE = 0xffff, MAX_DETAIL = 5, MAX_PASSES = 64 };

typedef struct Stack {
    u16 depth; /* words */
    u64 written; /* locals that were stored to; above 63: taken for written */
    u16 src[];
} Stack;

typedef struct Sim {
    const MethodInfo *mi;
    const ClassFile *cf;
    const u8 *code;
    u32 len, max;
    Arena arena;
    Stack **at;
    Stack *cur;
    bool changed, bad;
    Text t;
} Sim;

static u32 u2(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static i32 s2(const u8 *p) { return (i16)u2(p); }
static i32 s4(const u8 *p) { return (i32)((u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]); }

/* --- the pass --- */

static void push(Sim *s, u32 n, u32 src) {
    while (n--) {
        if (s->cur->depth >= s->max) {
            s->bad = true;
            return;
        }
        s->cur->src[s->cur->depth++] = (u16)src;
    }
}
static void pop(Sim *s, u32 n) {
    if (n > s->cur->depth) s->bad = true;
    else s->cur->depth = (u16)(s->cur->depth - n);
}
static u16 top(const Sim *s, u32 slot) {
    return slot < s->cur->depth ? s->cur->src[s->cur->depth - 1 - slot] : NO_SOURCE;
}

/* Copies the top `n` words and puts them below the `under` words beneath them. */
static void dup_under(Sim *s, u32 n, u32 under) {
    u16 w[8];
    u32 all = n + under;
    if (all > s->cur->depth) {
        s->bad = true;
        return;
    }
    for (u32 i = 0; i < all; i++) w[i] = top(s, all - 1 - i);
    pop(s, all);
    for (u32 i = 0; i < n; i++) push(s, 1, w[under + i]);
    for (u32 i = 0; i < all; i++) push(s, 1, w[i]);
}

static void write_local(Sim *s, u32 i, u32 n) {
    for (; n--; i++)
        if (i < 64) s->cur->written |= 1ull << i;
}

static void flow_to(Sim *s, i64 bci) {
    if (bci < 0 || bci >= (i64)s->len) {
        s->bad = true;
        return;
    }
    size_t bytes = sizeof(Stack) + 2 * (size_t)s->max;
    Stack *d = s->at[bci];
    if (!d) {
        d = s->at[bci] = arena_alloc(&s->arena, bytes);
        if (!d) {
            s->bad = true;
            return;
        }
        mem_copy(d, s->cur, bytes);
        s->changed = true;
        return;
    }
    if (d->depth != s->cur->depth) {
        s->bad = true;
        return;
    }
    for (u32 i = 0; i < d->depth; i++) {
        if (d->src[i] == s->cur->src[i] || d->src[i] == NO_SOURCE) continue;
        d->src[i] = NO_SOURCE;
        s->changed = true;
    }
    if (s->cur->written & ~d->written) {
        d->written |= s->cur->written;
        s->changed = true;
    }
}

static const Sym *ref_desc(const Sim *s, u32 cp) { return s->cf->cp[s->cf->cp[s->cf->cp[cp].b].b].u.sym; }
static const Sym *ref_name(const Sim *s, u32 cp) { return s->cf->cp[s->cf->cp[s->cf->cp[cp].b].a].u.sym; }
static const Sym *ref_class(const Sim *s, u32 cp) { return s->cf->cp[s->cf->cp[cp].a].u.sym; }

static u32 desc_words(const char *d) { return *d == 'V' ? 0 : *d == 'J' || *d == 'D' ? 2 : 1; }

static u32 switch_length(const Sim *s, u32 bci) {
    u32 p = (bci & ~3u) + 4;
    const u8 *c = s->code + p;
    if (s->code[bci] == OP_TABLESWITCH) return p + 12 + 4u * (u32)(s4(c + 8) - s4(c + 4) + 1) - bci;
    return p + 8 + 8u * (u32)s4(c + 4) - bci;
}

static u32 insn_length(const Sim *s, u32 bci) {
    u8 op = s->code[bci];
    if (op == OP_WIDE) return s->code[bci + 1] == OP_IINC ? 6 : 4;
    if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) return switch_length(s, bci);
    return op_info[op].length ? op_info[op].length : 1;
}

static void switches(Sim *s, u32 bci) {
    u32 p = (bci & ~3u) + 4;
    const u8 *c = s->code + p;
    pop(s, 1);
    flow_to(s, (i64)bci + s4(c));
    if (s->code[bci] == OP_TABLESWITCH) {
        u32 n = (u32)(s4(c + 8) - s4(c + 4) + 1);
        for (u32 i = 0; i < n && !s->bad; i++) flow_to(s, (i64)bci + s4(c + 12 + 4 * i));
    } else {
        u32 n = (u32)s4(c + 4);
        for (u32 i = 0; i < n && !s->bad; i++) flow_to(s, (i64)bci + s4(c + 12 + 8 * i));
    }
}

/* Local variable stores: how many words, which local (the short forms lie in blocks of four). */
static bool is_store(u8 op, u32 *words, i32 *index) {
    if (op >= OP_ISTORE && op <= OP_ASTORE) {
        *words = op == OP_LSTORE || op == OP_DSTORE ? 2 : 1;
        *index = -1;
        return true;
    }
    if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3) {
        u32 kind = (op - OP_ISTORE_0) / 4u;
        *words = kind == 1 || kind == 3 ? 2 : 1;
        *index = (op - OP_ISTORE_0) % 4;
        return true;
    }
    return false;
}

/* One instruction: `cur` before it becomes `cur` after it; false: no fall through. */
static bool step(Sim *s, u32 bci) {
    const u8 *c = s->code + bci;
    u8 op = c[0];
    u32 words, cp;
    i32 index;
    bool wide = op == OP_WIDE;
    if (wide) op = c[1];
    if (is_store(op, &words, &index)) {
        pop(s, words);
        write_local(s, index >= 0 ? (u32)index : wide ? u2(c + 2) : c[1], words);
        return true;
    }
    switch (op) {
    case OP_NOP:
    case OP_CHECKCAST: return true; /* a cast value keeps its source */
    case OP_IINC: write_local(s, wide ? u2(c + 2) : c[1], 1); return true;
    case OP_DUP: dup_under(s, 1, 0); return true;
    case OP_DUP_X1: dup_under(s, 1, 1); return true;
    case OP_DUP_X2: dup_under(s, 1, 2); return true;
    case OP_DUP2: dup_under(s, 2, 0); return true;
    case OP_DUP2_X1: dup_under(s, 2, 1); return true;
    case OP_DUP2_X2: dup_under(s, 2, 2); return true;
    case OP_SWAP: {
        u16 a = top(s, 0), b = top(s, 1);
        pop(s, 2);
        push(s, 1, a);
        push(s, 1, b);
        return true;
    }
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH: switches(s, bci); return false;
    case OP_GETSTATIC:
    case OP_GETFIELD:
    case OP_PUTSTATIC:
    case OP_PUTFIELD: {
        u32 n = desc_words(ref_desc(s, u2(c + 1))->s);
        if (op == OP_PUTSTATIC || op == OP_PUTFIELD) pop(s, n);
        if (op == OP_GETFIELD || op == OP_PUTFIELD) pop(s, 1);
        if (op == OP_GETSTATIC || op == OP_GETFIELD) push(s, n, bci);
        return true;
    }
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
    case OP_INVOKEDYNAMIC: {
        cp = u2(c + 1);
        const Sym *d = ref_desc(s, cp);
        pop(s, (u32)desc_arg_words(d->s) + (op != OP_INVOKESTATIC && op != OP_INVOKEDYNAMIC));
        push(s, desc_words(desc_return_type(d->s)), bci);
        return true;
    }
    case OP_MULTIANEWARRAY:
        pop(s, c[3]);
        push(s, 1, bci);
        return true;
    case OP_GOTO: flow_to(s, (i64)bci + s2(c + 1)); return false;
    case OP_GOTO_W: flow_to(s, (i64)bci + s4(c + 1)); return false;
    case OP_JSR:
    case OP_JSR_W:
    case OP_RET: s->bad = true; return false; /* no text for code with subroutines */
    default: break;
    }
    const OpInfo *o = &op_info[op];
    if (o->pops < 0 || o->pushes < 0) {
        s->bad = true;
        return false;
    }
    pop(s, (u32)o->pops);
    push(s, (u32)o->pushes, bci);
    if (o->flags & F_BRANCH) flow_to(s, (i64)bci + s2(c + 1));
    return !(o->flags & F_STOP);
}

static bool simulate(Sim *s) {
    const CfCode *cc = s->mi->cf->code;
    size_t bytes = sizeof(Stack) + 2 * (size_t)s->max;
    s->at = arena_alloc(&s->arena, s->len * sizeof *s->at);
    s->cur = arena_alloc(&s->arena, bytes);
    if (!s->at || !s->cur) return false;
    flow_to(s, 0);
    for (u32 i = 0; i < cc->n_handlers; i++) {
        s->cur->depth = 0;
        s->cur->written = 0;
        push(s, 1, cc->handlers[i].handler);
        flow_to(s, cc->handlers[i].handler);
    }
    s->changed = true;
    for (u32 pass = 0; s->changed && pass < MAX_PASSES && !s->bad; pass++) {
        s->changed = false;
        for (u32 bci = 0; bci < s->len && !s->bad;) {
            u32 n = insn_length(s, bci);
            if (s->at[bci]) {
                mem_copy(s->cur, s->at[bci], bytes);
                if (step(s, bci) && !s->bad && bci + n < s->len) flow_to(s, bci + n);
            }
            bci += n;
        }
    }
    return !s->bad;
}

/* --- the text --- */

static void put_class(Text *t, const char *s, size_t n) {
    for (size_t i = msg_unqualified(s, n); i < n; i++) text_put(t, s[i] == '/' ? "." : &s[i], 1);
}

static void put_type(Text *t, const char *d) {
    u32 dims = 0;
    while (*d == '[') d++, dims++;
    switch (*d) {
    case 'B': text_z(t, "byte"); break;
    case 'C': text_z(t, "char"); break;
    case 'D': text_z(t, "double"); break;
    case 'F': text_z(t, "float"); break;
    case 'I': text_z(t, "int"); break;
    case 'J': text_z(t, "long"); break;
    case 'S': text_z(t, "short"); break;
    case 'Z': text_z(t, "boolean"); break;
    default: put_class(t, d + 1, (size_t)(desc_skip(d) - d) - 2); break;
    }
    while (dims--) text_z(t, "[]");
}

static void put_method(Sim *s, u32 cp) {
    const Sym *cls = ref_class(s, cp), *name = ref_name(s, cp);
    put_class(&s->t, cls->s, cls->len);
    text_f(&s->t, ".%s(", name->s);
    bool first = true;
    for (const char *d = ref_desc(s, cp)->s + 1; *d && *d != ')'; d = desc_skip(d)) {
        if (!first) text_z(&s->t, ", ");
        first = false;
        put_type(&s->t, d);
    }
    text_z(&s->t, ")");
}

static void put_local(Sim *s, u32 bci, u32 slot) {
    const CfCode *cc = s->mi->cf->code;
    const Stack *st = s->at[bci];
    bool is_static = s->mi->flags & ACC_STATIC, written = slot >= 64 || (st->written >> slot & 1);
    for (u32 i = 0; i < cc->n_locals; i++) {
        const CfLocal *l = &cc->locals[i];
        if (l->index == slot && bci >= l->pc && bci < (u32)l->pc + l->len) {
            text_z(&s->t, l->name->s);
            return;
        }
    }
    if (!is_static && slot == 0 && !written) {
        text_z(&s->t, "this");
        return;
    }
    u32 at = !is_static, n = 1;
    for (const char *d = s->mi->desc->s + 1; *d && *d != ')'; d = desc_skip(d), n++) {
        u32 w = desc_words(d);
        if (slot >= at && slot < at + w && !written) {
            text_f(&s->t, "<parameter%u>", n);
            return;
        }
        at += w;
    }
    text_f(&s->t, "<local%u>", slot);
}

/* The expression in operand `slot` (0: top) of the instruction at bci. False: nothing to say. */
static bool put_source(Sim *s, u32 bci, u32 slot, int detail, bool inner, const char *prefix) {
    const Stack *st = s->at[bci];
    if (detail <= 0 || !st || slot >= st->depth) return false;
    u32 src = st->src[st->depth - 1 - slot];
    if (src == NO_SOURCE || !s->at[src]) return false;
    const u8 *c = s->code + src;
    u8 op = c[0];
    bool call = op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEINTERFACE;
    i32 local = -1;
    if (op == OP_WIDE && c[1] >= OP_ILOAD && c[1] <= OP_ALOAD) local = (i32)u2(c + 2);
    else if (op == OP_ILOAD || op == OP_ALOAD) local = c[1];
    else if (op >= OP_ILOAD_0 && op <= OP_ILOAD_3) local = op - OP_ILOAD_0;
    else if (op >= OP_ALOAD_0 && op <= OP_ALOAD_3) local = op - OP_ALOAD_0;
    bool known = local >= 0 || call || op == OP_ACONST_NULL || (op >= OP_ICONST_M1 && op <= OP_ICONST_5) ||
                 op == OP_BIPUSH || op == OP_SIPUSH || op == OP_GETSTATIC || op == OP_GETFIELD ||
                 (op >= OP_IALOAD && op <= OP_SALOAD);
    if (!known) return false;
    if (detail == MAX_DETAIL && prefix && !call) text_z(&s->t, prefix);
    if (local >= 0) {
        put_local(s, src, (u32)local);
    } else if (call) {
        if (detail == MAX_DETAIL && !inner) text_z(&s->t, " because the return value of \"");
        put_method(s, u2(c + 1));
    } else if (op == OP_ACONST_NULL) {
        text_z(&s->t, "null");
    } else if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) {
        text_f(&s->t, "%d", (int)op - OP_ICONST_0);
    } else if (op == OP_BIPUSH) {
        text_f(&s->t, "%d", (i8)c[1]);
    } else if (op == OP_SIPUSH) {
        text_f(&s->t, "%d", s2(c + 1));
    } else if (op == OP_GETSTATIC) {
        const Sym *cls = ref_class(s, u2(c + 1));
        put_class(&s->t, cls->s, cls->len);
        text_f(&s->t, ".%s", ref_name(s, u2(c + 1))->s);
    } else if (op == OP_GETFIELD) {
        if (put_source(s, src, 0, detail - 1, inner, NULL)) text_z(&s->t, ".");
        text_z(&s->t, ref_name(s, u2(c + 1))->s);
    } else {
        if (!put_source(s, src, 1, detail - 1, inner, NULL)) text_z(&s->t, "<array>");
        text_z(&s->t, "[");
        if (!put_source(s, src, 0, detail, true, NULL)) text_z(&s->t, "...");
        text_z(&s->t, "]");
    }
    return true;
}

/* The failed action; answers the operand that was null, -1: this instruction throws none itself. */
static i32 put_action(Sim *s, u32 bci) {
    static const char *const arrays[] = {"int", "long", "float", "double", "object", "byte/boolean", "char", "short"};
    const u8 *c = s->code + bci;
    u8 op = c[0];
    if (op >= OP_IALOAD && op <= OP_SALOAD) {
        text_f(&s->t, "Cannot load from %s array", arrays[op - OP_IALOAD]);
        return 1;
    }
    if (op >= OP_IASTORE && op <= OP_SASTORE) {
        text_f(&s->t, "Cannot store to %s array", arrays[op - OP_IASTORE]);
        return op == OP_LASTORE || op == OP_DASTORE ? 3 : 2;
    }
    switch (op) {
    case OP_ARRAYLENGTH: text_z(&s->t, "Cannot read the array length"); return 0;
    case OP_ATHROW: text_z(&s->t, "Cannot throw exception"); return 0;
    case OP_MONITORENTER: text_z(&s->t, "Cannot enter synchronized block"); return 0;
    case OP_MONITOREXIT: text_z(&s->t, "Cannot exit synchronized block"); return 0;
    case OP_GETFIELD: text_f(&s->t, "Cannot read field \"%s\"", ref_name(s, u2(c + 1))->s); return 0;
    case OP_PUTFIELD:
        text_f(&s->t, "Cannot assign field \"%s\"", ref_name(s, u2(c + 1))->s);
        return (i32)desc_words(ref_desc(s, u2(c + 1))->s);
    case OP_INVOKESPECIAL:
        if (strcmp(ref_name(s, u2(c + 1))->s, "<init>") == 0) return -1;
        /* fall through */
    case OP_INVOKEVIRTUAL:
    case OP_INVOKEINTERFACE:
        text_z(&s->t, "Cannot invoke \"");
        put_method(s, u2(c + 1));
        text_z(&s->t, "\"");
        return desc_arg_words(ref_desc(s, u2(c + 1))->s);
    default: return -1;
    }
}

char *npe_message(KernelState *ks, const MethodInfo *mi, u32 insn, size_t *bytes) {
    *bytes = 0;
    if (!mi->cf || !mi->cf->code || !mi->ci->cf || !mi->bci || insn >= mi->n_code) return NULL;
    Sim s = {.mi = mi,
             .cf = mi->ci->cf,
             .code = mi->cf->code->code,
             .len = mi->cf->code->len,
             .max = mi->cf->code->max_stack + 1u};
    u32 bci = mi->bci[insn];
    char *out = NULL;
    if (bci >= s.len) return NULL;
    text_init(&s.t, ks->cx);
    arena_init(&s.arena, ks->cx);
    i32 slot = put_action(&s, bci);
    if (slot >= 0 && simulate(&s) && put_source(&s, bci, (u32)slot, MAX_DETAIL, false, " because \""))
        text_z(&s.t, "\" is null");
    if (slot >= 0 && !s.t.failed && ks->cx->err.kind == ERR_NONE) {
        out = cx_strndup(ks->cx, s.t.v, s.t.n);
        if (out) *bytes = s.t.n + 1;
    }
    arena_free(&s.arena);
    text_free(&s.t);
    return out;
}
