/* branch.h -- branches, switches, subroutines. Inside the loop. Operands are popped before a
 * jump, so that a break at the loop head finds the stack as the head expects it. */

#define IF1(NAME, cond)                                                                            \
    L_##NAME : {                                                                                   \
        i32 a = (i32)sp[-1];                                                                       \
        sp--;                                                                                      \
        if (cond) JUMP(pc->b);                                                                     \
        NEXT();                                                                                    \
    }
#define IF2(NAME, cond)                                                                            \
    L_##NAME : {                                                                                   \
        i32 a = (i32)sp[-2], b = (i32)sp[-1];                                                      \
        sp -= 2;                                                                                   \
        if (cond) JUMP(pc->b);                                                                     \
        NEXT();                                                                                    \
    }
IF1(IFEQ, a == 0)
IF1(IFNE, a != 0)
IF1(IFLT, a < 0)
IF1(IFGE, a >= 0)
IF1(IFGT, a > 0)
IF1(IFLE, a <= 0)
IF1(IFNULL, a == 0)
IF1(IFNONNULL, a != 0)
IF2(IF_ICMPEQ, a == b)
IF2(IF_ICMPNE, a != b)
IF2(IF_ICMPLT, a < b)
IF2(IF_ICMPGE, a >= b)
IF2(IF_ICMPGT, a > b)
IF2(IF_ICMPLE, a <= b)
IF2(IF_ACMPEQ, a == b)
IF2(IF_ACMPNE, a != b)

L_GOTO:
    JUMP(pc->b);
L_JSR:
    sp[0] = (u32)(pc - f->mi->code) + 1;
    sp++;
    JUMP(pc->b);
L_RET:
    JUMP(f->mi->code + lv[pc->a] - pc);

L_TABLESWITCH: {
    const i32 *t = f->mi->switches + pc->b; /* low, n, default, targets */
    sp--;
    u32 i = sp[0] - (u32)t[0];
    i32 off = i < (u32)t[1] ? t[3 + i] : t[2];
    JUMP(off);
}
L_LOOKUPSWITCH: {
    const i32 *t = f->mi->switches + pc->b; /* n, default, keys, targets */
    sp--;
    i32 key = (i32)sp[0], off = t[1];
    u32 lo = 0, hi = (u32)t[0];
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (t[2 + mid] == key) {
            off = t[2 + t[0] + (i32)mid];
            break;
        }
        if (t[2 + mid] < key) lo = mid + 1;
        else hi = mid;
    }
    JUMP(off);
}
