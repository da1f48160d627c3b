/* math.h -- arithmetic, conversions, comparisons (JVMS 2.11.3, 2.11.4). Inside the loop. */

#define IBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        u32 a = sp[-2], b = sp[-1];                                                                \
        sp[-2] = (u32)(expr);                                                                      \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define LBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        u64 a = (u64)getw_long(sp - 4), b = (u64)getw_long(sp - 2);                                        \
        putw_long(sp - 4, (i64)(expr));                                                                \
        sp -= 2;                                                                                   \
        NEXT();                                                                                    \
    }
#define LSHIFT(NAME, expr)                                                                         \
    L_##NAME : {                                                                                   \
        u64 a = (u64)getw_long(sp - 3);                                                                \
        u32 b = sp[-1] & 63;                                                                       \
        putw_long(sp - 3, (i64)(expr));                                                                \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define FBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        float a = getw_float(sp - 2), b = getw_float(sp - 1);                                                \
        putw_float(sp - 2, (expr));                                                                     \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define DBIN(NAME, expr)                                                                           \
    L_##NAME : {                                                                                   \
        double a = getw_double(sp - 4), b = getw_double(sp - 2);                                               \
        putw_double(sp - 4, (expr));                                                                     \
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
    i64 a = getw_long(sp - 4), b = getw_long(sp - 2);
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    putw_long(sp - 4, b == -1 ? (i64)(0u - (u64)a) : a / b);
    sp -= 2;
    NEXT();
}
L_LREM: {
    i64 a = getw_long(sp - 4), b = getw_long(sp - 2);
    if (JPF_UNLIKELY(b == 0)) goto div_zero;
    putw_long(sp - 4, b == -1 ? 0 : a % b);
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
    putw_long(sp - 2, (i64)(0u - (u64)getw_long(sp - 2)));
    NEXT();
L_FNEG:
    sp[-1] ^= 0x80000000u;
    NEXT();
L_DNEG:
    putw_long(sp - 2, (i64)((u64)getw_long(sp - 2) ^ 0x8000000000000000ull));
    NEXT();

L_I2L:
    putw_long(sp - 1, (i32)sp[-1]);
    sp++;
    NEXT();
L_I2F:
    putw_float(sp - 1, (float)(i32)sp[-1]);
    NEXT();
L_I2D:
    putw_double(sp - 1, (i32)sp[-1]);
    sp++;
    NEXT();
L_L2I:
    sp--;
    sp[-1] = (u32)getw_long(sp - 1);
    NEXT();
L_L2F:
    sp--;
    putw_float(sp - 1, (float)getw_long(sp - 1));
    NEXT();
L_L2D:
    putw_double(sp - 2, (double)getw_long(sp - 2));
    NEXT();
L_F2I:
    sp[-1] = (u32)to_int(getw_float(sp - 1));
    NEXT();
L_F2L:
    putw_long(sp - 1, to_long(getw_float(sp - 1)));
    sp++;
    NEXT();
L_F2D:
    putw_double(sp - 1, getw_float(sp - 1));
    sp++;
    NEXT();
L_D2I:
    sp--;
    sp[-1] = (u32)to_int(getw_double(sp - 1));
    NEXT();
L_D2L:
    putw_long(sp - 2, to_long(getw_double(sp - 2)));
    NEXT();
L_D2F:
    sp--;
    putw_float(sp - 1, (float)getw_double(sp - 1));
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
    i64 a = getw_long(sp - 4), b = getw_long(sp - 2);
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
FCMP(FCMPL, float, getw_float, 1, -1)
FCMP(FCMPG, float, getw_float, 1, 1)
FCMP(DCMPL, double, getw_double, 2, -1)
FCMP(DCMPG, double, getw_double, 2, 1)
