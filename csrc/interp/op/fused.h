/* fused.h -- bodies of the superinstructions of fused.def. Included by interp.c inside the loop.
 * pc stands at the first instruction; pc[k] are the others with their own operands. */

#define SKIP(n)                                                                                    \
    do {                                                                                           \
        pc += (n);                                                                                 \
        DISPATCH();                                                                                \
    } while (0)
/* The branch at pc[k]: taken if cond. */
#define FBRANCH(k, cond)                                                                           \
    do {                                                                                           \
        if (cond) {                                                                                \
            pc += (k);                                                                             \
            JUMP(pc->b);                                                                           \
        }                                                                                          \
        SKIP((k) + 1);                                                                             \
    } while (0)

#define V_IADD (a_ + b_)
#define V_ISUB (a_ - b_)
#define V_IMUL (a_ * b_)
#define V_IAND (a_ & b_)
#define V_IOR (a_ | b_)
#define V_IXOR (a_ ^ b_)
#define V_ISHL (a_ << (b_ & 31))
#define V_ISHR ((u32)((i32)a_ >> (b_ & 31)))
#define V_IUSHR (a_ >> (b_ & 31))
#define FINT(o)                                                                                    \
    L_F_LL_##o : {                                                                                 \
        u32 a_ = lv[pc->a], b_ = lv[pc[1].a];                                                      \
        sp[0] = V_##o;                                                                             \
        sp++;                                                                                      \
        SKIP(3);                                                                                   \
    }                                                                                              \
    L_F_LC_##o : {                                                                                 \
        u32 a_ = lv[pc->a], b_ = pc[1].u;                                                          \
        sp[0] = V_##o;                                                                             \
        sp++;                                                                                      \
        SKIP(3);                                                                                   \
    }                                                                                              \
    L_F_LL_##o##_S : {                                                                             \
        u32 a_ = lv[pc->a], b_ = lv[pc[1].a];                                                      \
        lv[pc[3].a] = V_##o;                                                                       \
        SKIP(4);                                                                                   \
    }                                                                                              \
    L_F_LC_##o##_S : {                                                                             \
        u32 a_ = lv[pc->a], b_ = pc[1].u;                                                          \
        lv[pc[3].a] = V_##o;                                                                       \
        SKIP(4);                                                                                   \
    }                                                                                              \
    L_F_TL_##o : {                                                                                 \
        u32 a_ = sp[-1], b_ = lv[pc->a];                                                           \
        sp[-1] = V_##o;                                                                            \
        SKIP(2);                                                                                   \
    }                                                                                              \
    L_F_TL_##o##_S : {                                                                             \
        u32 a_ = sp[-1], b_ = lv[pc->a];                                                           \
        sp--;                                                                                      \
        lv[pc[2].a] = V_##o;                                                                       \
        SKIP(3);                                                                                   \
    }                                                                                              \
    L_F_TC_##o : {                                                                                 \
        u32 a_ = sp[-1], b_ = pc->u;                                                               \
        sp[-1] = V_##o;                                                                            \
        SKIP(2);                                                                                   \
    }                                                                                              \
    L_F_TT_##o##_S : {                                                                             \
        u32 a_ = sp[-2], b_ = sp[-1];                                                              \
        sp -= 2;                                                                                   \
        lv[pc[1].a] = V_##o;                                                                       \
        SKIP(2);                                                                                   \
    }
FUSED_INT_OPS(FINT)

#define V_EQ (a_ == b_)
#define V_NE (a_ != b_)
#define V_LT (a_ < b_)
#define V_GE (a_ >= b_)
#define V_GT (a_ > b_)
#define V_LE (a_ <= b_)
#define FCOND(c)                                                                                   \
    L_F_LL_IF##c : {                                                                               \
        i32 a_ = (i32)lv[pc->a], b_ = (i32)lv[pc[1].a];                                            \
        FBRANCH(2, V_##c);                                                                         \
    }                                                                                              \
    L_F_LC_IF##c : {                                                                               \
        i32 a_ = (i32)lv[pc->a], b_ = pc[1].b;                                                     \
        FBRANCH(2, V_##c);                                                                         \
    }                                                                                              \
    L_F_TL_IF##c : {                                                                               \
        i32 a_ = (i32)sp[-1], b_ = (i32)lv[pc->a];                                                 \
        sp--;                                                                                      \
        FBRANCH(1, V_##c);                                                                         \
    }                                                                                              \
    L_F_TC_IF##c : {                                                                               \
        i32 a_ = (i32)sp[-1], b_ = pc->b;                                                          \
        sp--;                                                                                      \
        FBRANCH(1, V_##c);                                                                         \
    }                                                                                              \
    L_F_L_IF##c : {                                                                                \
        i32 a_ = (i32)lv[pc->a], b_ = 0;                                                           \
        FBRANCH(1, V_##c);                                                                         \
    }                                                                                              \
    L_F_JJ_IF##c : {                                                                               \
        i64 a_ = getw_long(lv + pc->a), b_ = getw_long(lv + pc[1].a);                                      \
        FBRANCH(3, V_##c);                                                                         \
    }                                                                                              \
    L_F_JI_IF##c : {                                                                               \
        i64 a_ = getw_long(lv + pc->a), b_ = (i32)lv[pc[1].a];                                         \
        FBRANCH(4, V_##c);                                                                         \
    }                                                                                              \
    L_F_LCMP_IF##c : {                                                                             \
        i64 a_ = getw_long(sp - 4), b_ = getw_long(sp - 2);                                                \
        sp -= 4;                                                                                   \
        FBRANCH(1, V_##c);                                                                         \
    }
FUSED_CONDS(FCOND)

#define V_LADD ((i64)((u64)a_ + (u64)b_))
#define V_LSUB ((i64)((u64)a_ - (u64)b_))
#define V_LMUL ((i64)((u64)a_ * (u64)b_))
#define V_LAND (a_ & b_)
#define V_LOR (a_ | b_)
#define V_LXOR (a_ ^ b_)
#define FLONG(o)                                                                                   \
    L_F_JJ_##o : {                                                                                 \
        i64 a_ = getw_long(lv + pc->a), b_ = getw_long(lv + pc[1].a);                                      \
        putw_long(sp, V_##o);                                                                          \
        sp += 2;                                                                                   \
        SKIP(3);                                                                                   \
    }                                                                                              \
    L_F_JJ_##o##_S : {                                                                             \
        i64 a_ = getw_long(lv + pc->a), b_ = getw_long(lv + pc[1].a);                                      \
        putw_long(lv + pc[3].a, V_##o);                                                                \
        SKIP(4);                                                                                   \
    }                                                                                              \
    L_F_JI_##o##_S : {                                                                             \
        i64 a_ = getw_long(lv + pc->a), b_ = (i32)lv[pc[1].a];                                         \
        putw_long(lv + pc[4].a, V_##o);                                                                \
        SKIP(5);                                                                                   \
    }                                                                                              \
    L_F_TJ_##o : {                                                                                 \
        i64 a_ = getw_long(sp - 2), b_ = getw_long(lv + pc->a);                                            \
        putw_long(sp - 2, V_##o);                                                                      \
        SKIP(2);                                                                                   \
    }
FUSED_LONG_OPS(FLONG)

L_F_A_IFNULL:
    FBRANCH(1, lv[pc->a] == 0);
L_F_A_IFNONNULL:
    FBRANCH(1, lv[pc->a] != 0);
L_F_IINC_GOTO:
    lv[pc->a] += pc->u;
    pc++;
    JUMP(pc->b);
L_F_L_I2L:
    putw_long(sp, (i32)lv[pc->a]);
    sp += 2;
    SKIP(2);
L_F_J_L2I:
    sp[0] = lv[pc->a]; /* the low word */
    sp++;
    SKIP(2);
L_F_AL:
L_F_LL:
    sp[0] = lv[pc->a];
    sp[1] = lv[pc[1].a];
    sp += 2;
    SKIP(2);
L_F_L_S:
    lv[pc[1].a] = lv[pc->a];
    SKIP(2);
L_F_C_S:
    lv[pc[1].a] = pc->u;
    SKIP(2);

/* Array elements: null, a class not met before, bounds and scheduling points are left to the plain
 * instructions. */
#define FALOAD(NAME, expr)                                                                         \
    L_F_AL_##NAME : {                                                                              \
        Ref r_ = lv[pc->a];                                                                        \
        u32 i_ = lv[pc[1].a];                                                                      \
        ElementInfo *e = EI(r_);                                                                   \
        if (JPF_UNLIKELY(!r_ || e->ci != pc[2].a || i_ >= e->len || ks->watch)) goto L_ALOAD; \
        sp[0] = (u32)(expr);                                                                       \
        sp++;                                                                                      \
        SKIP(3);                                                                                   \
    }
FALOAD(IALOAD, ((const u32 *)(const void *)ei_data(e))[i_])
FALOAD(AALOAD, ((const u32 *)(const void *)ei_data(e))[i_])
FALOAD(BALOAD, (i32)((const i8 *)ei_data(e))[i_])
FALOAD(CALOAD, ((const u16 *)(const void *)ei_data(e))[i_])

/* A byte or boolean array: boolean elements take bit 0 (JVMS 6.5 bastore), here for constants 0 and 1. */
L_F_C_BASTORE: {
    Ref r_ = sp[-2];
    u32 i_ = sp[-1];
    ElementInfo *e = EI(r_);
    if (JPF_UNLIKELY(!r_ || e->ci != pc[1].a || i_ >= e->len || ks->watch || pc->u > 1)) goto L_ICONST;
    u8 *p_ = ei_data(e) + i_;
    heap_log(h, e, p_);
    *p_ = (u8)pc->u;
    sp -= 2;
    SKIP(2);
}
L_F_AJC_BASTORE: {
    Ref r_ = lv[pc->a];
    u32 i_ = lv[pc[1].a];
    ElementInfo *e = EI(r_);
    if (JPF_UNLIKELY(!r_ || e->ci != pc[4].a || i_ >= e->len || ks->watch || pc[3].u > 1)) goto L_ALOAD;
    u8 *p_ = ei_data(e) + i_;
    heap_log(h, e, p_);
    *p_ = (u8)pc[3].u;
    SKIP(5);
}

/* Set when the getfield behind an aload has become GETF_I, which is no scheduling point. */
L_F_A_GETF_I: {
    Ref r_ = lv[pc->a];
    ElementInfo *e = EI(r_);
    if (JPF_UNLIKELY(!r_ || e->ci != pc[1].a || ks->fp.on)) goto L_ALOAD;
    sp[0] = *(const u32 *)(const void *)((const u8 *)e + pc[1].u);
    sp++;
    SKIP(2);
}
L_F_A_GETFW_I: {
    Ref r_ = lv[pc->a];
    ElementInfo *e = EI(r_);
    if (JPF_UNLIKELY(!r_ || e->ci != pc[1].a || ks->watch)) goto L_ALOAD;
    sp[0] = *(const u32 *)(const void *)((const u8 *)e + pc[1].u);
    sp++;
    SKIP(2);
}
