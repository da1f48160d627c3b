/* fuse.c -- puts superinstructions (fused.def) into predecoded code. Layer 3.
 *
 * Greedy from each position on its own, so a branch into the middle of a form finds a form that
 * begins there. The middle instructions keep their own op. */
#include "classes/code.h"
#include "classes/opcodes.h"

/* Forms of one int operation or condition, in the order of fused.def. */
enum { LL, LC, LL_S, LC_S, TL, TL_S, TC, TT_S, INT_FORMS };
enum { C_LL, C_LC, C_TL, C_TC, C_L, C_JJ, C_JI, C_LCMP, COND_FORMS };
enum { JJ, JJ_S, JI_S, TJ, LONG_FORMS };

static int int_op(u16 op) {
    switch (op) {
#define X(o)                                                                                                           \
    case OP_##o: return OP_F_LL_##o;
        FUSED_INT_OPS(X)
#undef X
    default: return 0;
    }
}
static int long_op(u16 op) {
    switch (op) {
#define X(o)                                                                                                           \
    case OP_##o: return OP_F_JJ_##o;
        FUSED_LONG_OPS(X)
#undef X
    default: return 0;
    }
}
static int icmp(u16 op) {
    switch (op) {
#define X(c)                                                                                                           \
    case OP_IF_ICMP##c: return OP_F_LL_IF##c;
        FUSED_CONDS(X)
#undef X
    default: return 0;
    }
}
static int if0(u16 op) {
    switch (op) {
#define X(c)                                                                                                           \
    case OP_IF##c: return OP_F_LL_IF##c;
        FUSED_CONDS(X)
#undef X
    default: return 0;
    }
}

static int fuse_iload(const Insn *p, u32 left) {
    u16 a = left > 1 ? p[1].op : OP_NOP, b = left > 2 ? p[2].op : OP_NOP, c = left > 3 ? p[3].op : OP_NOP;
    int f;
    if (a == OP_ILOAD || a == OP_ICONST) {
        if ((f = int_op(b))) {
            if (c == OP_ISTORE) return f + (a == OP_ILOAD ? LL_S : LC_S);
            return f + (a == OP_ILOAD ? LL : LC);
        }
        if ((f = icmp(b))) return f + (a == OP_ILOAD ? C_LL : C_LC);
    }
    if ((f = int_op(a))) return f + (b == OP_ISTORE ? TL_S : TL);
    if ((f = icmp(a))) return f + C_TL;
    if ((f = if0(a))) return f + C_L;
    if (a == OP_I2L) return OP_F_L_I2L;
    if (a == OP_ISTORE) return OP_F_L_S;
    return a == OP_ILOAD ? OP_F_LL : 0;
}

static int fuse_iconst(const Insn *p, u32 left) {
    u16 a = left > 1 ? p[1].op : OP_NOP;
    int f;
    if ((f = int_op(a))) return f + TC;
    if ((f = icmp(a))) return f + C_TC;
    if (a == OP_BASTORE) return OP_F_C_BASTORE;
    return a == OP_ISTORE ? OP_F_C_S : 0;
}

static int fuse_lload(const Insn *p, u32 left) {
    u16 a = left > 1 ? p[1].op : OP_NOP, b = left > 2 ? p[2].op : OP_NOP, c = left > 3 ? p[3].op : OP_NOP,
        d = left > 4 ? p[4].op : OP_NOP;
    int f;
    if (a == OP_LLOAD) {
        if (b == OP_LCMP && (f = if0(c))) return f + C_JJ;
        if ((f = long_op(b))) return f + (c == OP_LSTORE ? JJ_S : JJ);
    }
    if (a == OP_ILOAD && b == OP_I2L) {
        if (c == OP_LCMP && (f = if0(d))) return f + C_JI;
        if ((f = long_op(c)) && d == OP_LSTORE) return f + JI_S;
    }
    if ((f = long_op(a))) return f + TJ;
    return a == OP_L2I ? OP_F_J_L2I : 0;
}

static int fuse_aload(const Insn *p, u32 left) {
    u16 a = left > 1 ? p[1].op : OP_NOP, b = left > 2 ? p[2].op : OP_NOP;
    if (a == OP_ILOAD) {
        switch (b) {
        case OP_IALOAD: return OP_F_AL_IALOAD;
        case OP_BALOAD: return OP_F_AL_BALOAD;
        case OP_CALOAD: return OP_F_AL_CALOAD;
        case OP_AALOAD: return OP_F_AL_AALOAD;
        default: return OP_F_AL;
        }
    }
    if (a == OP_LLOAD && left > 4 && b == OP_L2I && p[3].op == OP_ICONST && p[4].op == OP_BASTORE)
        return OP_F_AJC_BASTORE;
    if (a == OP_IFNULL) return OP_F_A_IFNULL;
    return a == OP_IFNONNULL ? OP_F_A_IFNONNULL : 0;
}

void fuse(Insn *code, u32 n) {
    /* Ascending: what a form looks at behind it is still plain. */
    for (u32 i = 0; i < n; i++) {
        Insn *p = &code[i];
        u32 left = n - i;
        int f = 0;
        switch (p->op) {
        case OP_ILOAD: f = fuse_iload(p, left); break;
        case OP_ICONST: f = fuse_iconst(p, left); break;
        case OP_LLOAD: f = fuse_lload(p, left); break;
        case OP_ALOAD: f = fuse_aload(p, left); break;
        case OP_IINC:
            if (left > 1 && p[1].op == OP_GOTO) f = OP_F_IINC_GOTO;
            break;
        case OP_LCMP:
            if (left > 1 && (f = if0(p[1].op))) f += C_LCMP;
            break;
        default:
            if (left > 1 && p[1].op == OP_ISTORE && (f = int_op(p->op))) f += TT_S;
        }
        if (f) p->op = (u16)f;
    }
}
