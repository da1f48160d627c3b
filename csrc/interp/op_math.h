/* op_math.h -- arithmetic, conversions, comparisons (JVMS 2.11.3, 2.11.4). Inside the loop. */

#define IBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        u32 a = sp[-2], b = sp[-1];                                                                \
        sp[-2] = (u32)(expr);                                                                      \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define LBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        u64 a = (u64)get_l(sp - 4), b = (u64)get_l(sp - 2);                                        \
        put_l(sp - 4, (i64)(expr));                                                                \
        sp -= 2;                                                                                   \
        NEXT();                                                                                    \
    }
#define LSHIFT(NAME, expr)                                                                         \
    L_##NAME : {                                                                                   \
        u64 a = (u64)get_l(sp - 3);                                                                \
        u32 b = sp[-1] & 63;                                                                       \
        put_l(sp - 3, (i64)(expr));                                                                \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define FBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        float a = get_f(sp - 2), b = get_f(sp - 1);                                                \
        put_f(sp - 2, (expr));                                                                     \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define DBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        double a = get_d(sp - 4), b = get_d(sp - 2);                                               \
        put_d(sp - 4, (expr));                                                                     \
        sp -= 2;                                                                                   \
        NEXT();                                                                                    \
    }

IBIN(IADD, a + b)
IBIN(ISUB, a - b)
IBIN(IMUL, a *b)
IBIN(IAND, a &b)
IBIN(IOR, a | b)
IBIN(IXOR, a ^ b)
IBIN(ISHL, a << (b & 31))
IBIN(ISHR, (i32)a >> (b & 31))
IBIN(IUSHR, a >> (b & 31))
LBIN(LADD, a + b)
LBIN(LSUB, a - b)
LBIN(LMUL, a *b)
LBIN(LAND, a &b)
LBIN(LOR, a | b)
LBIN(LXOR, a ^ b)
LSHIFT(LSHL, a << b)
LSHIFT(LSHR, (i64)a >> b)
LSHIFT(LUSHR, a >> b)
FBIN(FADD, a + b)
FBIN(FSUB, a - b)
FBIN(FMUL, a *b)
FBIN(FDIV, a / b)
FBIN(FREM, fmodf(a, b))
DBIN(DADD, a + b)
DBIN(DSUB, a - b)
DBIN(DMUL, a *b)
DBIN(DDIV, a / b)
DBIN(DREM, fmod(a, b))

/* MIN / -1 overflows in C; Java wants MIN, remainder 0. */
L_IDIV: {
    i32 a = (i32)sp[-2], b = (i32)sp[-1];
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    sp[-2] = b == -1 ? 0u - (u32)a : (u32)(a / b);
    sp--;
    NEXT();
}
L_IREM: {
    i32 a = (i32)sp[-2], b = (i32)sp[-1];
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    sp[-2] = b == -1 ? 0 : (u32)(a % b);
    sp--;
    NEXT();
}
L_LDIV: {
    i64 a = get_l(sp - 4), b = get_l(sp - 2);
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    put_l(sp - 4, b == -1 ? (i64)(0u - (u64)a) : a / b);
    sp -= 2;
    NEXT();
}
L_LREM: {
    i64 a = get_l(sp - 4), b = get_l(sp - 2);
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    put_l(sp - 4, b == -1 ? 0 : a % b);
    sp -= 2;
    NEXT();
}
div_zero:
    SAVE();
    nr = throw_new(ti, "java/lang/ArithmeticException", "/ by zero");
    goto nres;

L_INEG:
    sp[-1] = 0u - sp[-1];
    NEXT();
L_LNEG:
    put_l(sp - 2, (i64)(0u - (u64)get_l(sp - 2)));
    NEXT();
L_FNEG:
    sp[-1] ^= 0x80000000u;
    NEXT();
L_DNEG:
    put_l(sp - 2, (i64)((u64)get_l(sp - 2) ^ 0x8000000000000000ull));
    NEXT();

L_I2L:
    put_l(sp - 1, (i32)sp[-1]);
    sp++;
    NEXT();
L_I2F:
    put_f(sp - 1, (float)(i32)sp[-1]);
    NEXT();
L_I2D:
    put_d(sp - 1, (i32)sp[-1]);
    sp++;
    NEXT();
L_L2I:
    sp--;
    sp[-1] = (u32)get_l(sp - 1);
    NEXT();
L_L2F:
    sp--;
    put_f(sp - 1, (float)get_l(sp - 1));
    NEXT();
L_L2D:
    put_d(sp - 2, (double)get_l(sp - 2));
    NEXT();
L_F2I:
    sp[-1] = (u32)to_int(get_f(sp - 1));
    NEXT();
L_F2L:
    put_l(sp - 1, to_long(get_f(sp - 1)));
    sp++;
    NEXT();
L_F2D:
    put_d(sp - 1, get_f(sp - 1));
    sp++;
    NEXT();
L_D2I:
    sp--;
    sp[-1] = (u32)to_int(get_d(sp - 1));
    NEXT();
L_D2L:
    put_l(sp - 2, to_long(get_d(sp - 2)));
    NEXT();
L_D2F:
    sp--;
    put_f(sp - 1, (float)get_d(sp - 1));
    NEXT();
L_I2B:
    sp[-1] = (u32)(i32)(i8)sp[-1];
    NEXT();
L_I2C:
    sp[-1] = (u16)sp[-1];
    NEXT();
L_I2S:
    sp[-1] = (u32)(i32)(i16)sp[-1];
    NEXT();

L_LCMP: {
    i64 a = get_l(sp - 4), b = get_l(sp - 2);
    sp -= 3;
    sp[-1] = (u32)((a > b) - (a < b));
    NEXT();
}
#define FCMP(NAME, T, get, w, nan)                                                                 \
    L_##NAME : {                                                                                   \
        T a = get(sp - 2 * (w)), b = get(sp - (w));                                                \
        sp -= 2 * (w)-1;                                                                           \
        sp[-1] = (u32)(a > b ? 1 : a == b ? 0 : a < b ? -1 : (nan));                               \
        NEXT();                                                                                    \
    }
FCMP(FCMPL, float, get_f, 1, -1)
FCMP(FCMPG, float, get_f, 1, 1)
FCMP(DCMPL, double, get_d, 2, -1)
FCMP(DCMPG, double, get_d, 2, 1)
