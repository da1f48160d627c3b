/* array.h -- array elements. Inside the loop.
 *
 * pc->a caches the class of the last array: what an unverified class file may hand to an array
 * instruction is checked at its first sight. n: operand words from the array reference to the top. */

#define ARRAY(n, ty, act)                                                                          \
    Ref r_ = sp[-(n)];                                                                             \
    u32 i_ = sp[-(n) + 1];                                                                         \
    if (JPF_UNLIKELY(!r_)) goto npe;                                                               \
    ElementInfo *e = EI(r_);                                                                       \
    if (JPF_UNLIKELY(e->ci != pc->a)) {                                                            \
        SAVE();                                                                                    \
        nr = check_array(ti, pc, e, ty);                                                           \
        if (nr != NAT_OK) goto nres;                                                               \
    }                                                                                              \
    if (JPF_UNLIKELY(i_ >= e->len)) {                                                              \
        index_ = i_;                                                                               \
        len_ = e->len;                                                                             \
        goto bounds;                                                                               \
    }                                                                                              \
    if (JPF_UNLIKELY(ks->watch)) {                                                            \
        if (bd_shared(ti, e)) {                                                                    \
            SAVE();                                                                                \
            if (bd_array(ti, f, r_, i_, act)) goto block;                                          \
        } else ks->skipped[SKIP_UNSHARED]++;                                                       \
    }
#define ARRAY_LOAD(NAME, ty, T)                                                                    \
    L_##NAME : {                                                                                   \
        ARRAY(2, ty, AC_ALOAD)                                                                     \
        fp_read(ks, e, ei_data(e) + sizeof(T) * (u64)i_, 1);                                       \
        sp[-2] = (u32)((const T *)(const void *)ei_data(e))[i_];                                   \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
#define ARRAY_LOAD2(NAME, ty)                                                                      \
    L_##NAME : {                                                                                   \
        ARRAY(2, ty, AC_ALOAD)                                                                     \
        fp_read(ks, e, ei_data(e) + 8ull * i_, 2);                                                 \
        memcpy(sp - 2, ei_data(e) + 8ull * i_, 8);                                                 \
        NEXT();                                                                                    \
    }
#define ARRAY_STORE(NAME, ty, T)                                                                   \
    L_##NAME : {                                                                                   \
        ARRAY(3, ty, AC_ASTORE)                                                                    \
        T *p_ = (T *)(void *)ei_data(e) + i_;                                                      \
        heap_log(h, e, p_);                                                                        \
        *p_ = (T)sp[-1];                                                                           \
        sp -= 3;                                                                                   \
        NEXT();                                                                                    \
    }
#define ARRAY_STORE2(NAME, ty)                                                                     \
    L_##NAME : {                                                                                   \
        ARRAY(4, ty, AC_ASTORE)                                                                    \
        u8 *p_ = ei_data(e) + 8ull * i_;                                                           \
        heap_log8(h, e, p_);                                                                       \
        memcpy(p_, sp - 2, 8);                                                                     \
        sp -= 4;                                                                                   \
        NEXT();                                                                                    \
    }
ARRAY_LOAD(IALOAD, T_INT, u32)
ARRAY_LOAD(FALOAD, T_FLOAT, u32)
ARRAY_LOAD(AALOAD, T_REF, u32)
ARRAY_LOAD(CALOAD, T_CHAR, u16)
L_BALOAD: {
    ARRAY(2, T_BYTE, AC_ALOAD)
    fp_read(ks, e, ei_data(e) + i_, 1);
    sp[-2] = (u32)(i32)(i8)ei_data(e)[i_];
    sp--;
    NEXT();
}
L_SALOAD: {
    ARRAY(2, T_SHORT, AC_ALOAD)
    fp_read(ks, e, ei_data(e) + 2ull * i_, 1);
    sp[-2] = (u32)(i32)((const i16 *)(const void *)ei_data(e))[i_];
    sp--;
    NEXT();
}
ARRAY_LOAD2(LALOAD, T_LONG)
ARRAY_LOAD2(DALOAD, T_DOUBLE)
ARRAY_STORE(IASTORE, T_INT, u32)
ARRAY_STORE(FASTORE, T_FLOAT, u32)
ARRAY_STORE(CASTORE, T_CHAR, u16)
ARRAY_STORE(SASTORE, T_SHORT, u16)
L_BASTORE: {
    ARRAY(3, T_BYTE, AC_ASTORE)
    u8 *p_ = ei_data(e) + i_;
    heap_log(h, e, p_);
    *p_ = e->ci == in->ids[T_BOOLEAN] ? sp[-1] & 1 : (u8)sp[-1];
    sp -= 3;
    NEXT();
}
ARRAY_STORE2(LASTORE, T_LONG)
ARRAY_STORE2(DASTORE, T_DOUBLE)
L_AASTORE: {
    ARRAY(3, T_REF, AC_ASTORE)
    Ref v_ = sp[-1];
    if (v_) {
        const ClassInfo *ec = cs->by_id.v[e->ci]->elem, *vc = cs->by_id.v[EI(v_)->ci];
        if (ec != vc && ec != cs->object && !ci_is_subclass(vc, ec)) {
            SAVE();
            nr = throw_array_store(ti, vc);
            goto nres;
        }
    }
    heap_put_ref_fast(h, e, ei_words(e) + i_, v_);
    sp -= 3;
    NEXT();
}
L_ARRAYLENGTH: {
    Ref r_ = sp[-1];
    if (JPF_UNLIKELY(!r_)) goto npe;
    sp[-1] = EI(r_)->len;
    NEXT();
}
bounds:
    SAVE();
    nr = throw_bounds(ti, (i32)index_, len_);
    goto nres;
