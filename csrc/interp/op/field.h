/* field.h -- instance and static fields (JVMS 6.5 getfield ... putstatic). Inside the loop.
 *
 * Two families of each: of JDK code whose fields are no scheduling points, and the rest (W). Both check the
 * receiver's class when it is not the one seen last (pc->a): the verifier does not decide whether one class is
 * a subclass of another, so that any reference, also one given to JDK code, may be of a wrong class. */

#define RECV(n, W, act)                                                                            \
    Ref r_ = sp[-(n)];                                                                             \
    if (JPF_UNLIKELY(!r_)) goto npe;                                                               \
    ElementInfo *e = EI(r_);                                                                       \
    if (JPF_UNLIKELY(e->ci != pc->a)) {                                                            \
        SAVE();                                                                                    \
        nr = check_receiver(ti, f, pc, e);                                                         \
        if (nr != NAT_OK) goto nres;                                                               \
    }                                                                                              \
    if (W && JPF_UNLIKELY(ks->watch)) {                                                            \
        if (bd_shared(ti, e)) {                                                                    \
            SAVE();                                                                                \
            if (bd_field(ti, f, pc, r_, act)) goto block;                                          \
        } else ks->skipped[SKIP_UNSHARED]++;                                                       \
    }                                                                                              \
    u8 *p_ = (u8 *)e + pc->u;

#define GETF1(NAME, W, expr)                                                                       \
    L_##NAME : {                                                                                   \
        RECV(1, W, AC_GET)                                                                         \
        fp_read(ks, e, p_, 1);                                                                     \
        sp[-1] = (expr);                                                                           \
        NEXT();                                                                                    \
    }
#define GETF_ALL(P, W)                                                                             \
    GETF1(P##_B, W, (u32)(i32) * (i8 *)p_)                                                         \
    GETF1(P##_C, W, *(u16 *)(void *)p_)                                                            \
    GETF1(P##_S, W, (u32)(i32) * (i16 *)(void *)p_)                                                \
    GETF1(P##_I, W, *(u32 *)(void *)p_)                                                            \
    L_##P##_J : {                                                                                  \
        RECV(1, W, AC_GET)                                                                         \
        fp_read(ks, e, p_, 2);                                                                     \
        memcpy(sp - 1, p_, 8);                                                                     \
        sp++;                                                                                      \
        NEXT();                                                                                    \
    }
GETF_ALL(GETF, 0)
GETF_ALL(GETFW, 1)

#define PUTF1(NAME, W, T, expr)                                                                    \
    L_##NAME : {                                                                                   \
        RECV(2, W, AC_PUT)                                                                         \
        heap_log(h, e, p_);                                                                        \
        *(T *)(void *)p_ = (T)(expr);                                                              \
        sp -= 2;                                                                                   \
        NEXT();                                                                                    \
    }
#define PUTF_ALL(P, W)                                                                             \
    PUTF1(P##_Z, W, u8, sp[-1] & 1)                                                                \
    PUTF1(P##_B, W, u8, sp[-1])                                                                    \
    PUTF1(P##_S, W, u16, sp[-1])                                                                   \
    PUTF1(P##_I, W, u32, sp[-1])                                                                   \
    L_##P##_J : {                                                                                  \
        RECV(3, W, AC_PUT)                                                                         \
        heap_log8(h, e, p_);                                                                       \
        memcpy(p_, sp - 2, 8);                                                                     \
        sp -= 3;                                                                                   \
        NEXT();                                                                                    \
    }                                                                                              \
    L_##P##_R : {                                                                                  \
        RECV(2, W, AC_PUT)                                                                         \
        heap_put_ref_fast(h, e, (u32 *)(void *)p_, sp[-1]);                                        \
        sp -= 2;                                                                                   \
        NEXT();                                                                                    \
    }
PUTF_ALL(PUTF, 0)
PUTF_ALL(PUTFW, 1)

L_GETFIELD:
L_PUTFIELD:
    SAVE();
    nr = quick_field(ti, f, pc);
    goto quickened;
L_GETSTATIC:
L_PUTSTATIC:
    SAVE();
    nr = quick_static(ti, f, pc);
    goto quickened;

/* Initialization first, so that the boundary is the last thing before the access. */
#define STATIC(act)                                                                                \
    const Site *s_ = site_at(in, pc->u);                                                           \
    if (JPF_UNLIKELY(s_->ci->mirror_p[0] != CI_INITED)) {                                          \
        SAVE();                                                                                    \
        nr = ensure_init(ti, s_->ci);                                                              \
        if (nr != NAT_OK) goto nres;                                                               \
    }                                                                                              \
    if (JPF_UNLIKELY(ks->fp.uses)) init_used(ti, s_->ci);                                          \
    if (JPF_UNLIKELY(ks->last->on)) {                                                              \
        SAVE();                                                                                    \
        last_used(ti, s_->fi);                                                                     \
    }                                                                                              \
    if (JPF_UNLIKELY(ks->watch) && pc->a) {                                                   \
        SAVE();                                                                                    \
        if (bd_static(ti, f, s_->fi, act)) goto block;                                             \
    }                                                                                              \
    u8 *p_ = s_->addr;
#define GETS1(NAME, expr)                                                                          \
    L_##NAME : {                                                                                   \
        STATIC(AC_GETSTATIC)                                                                       \
        fp_read(ks, EI(s_->ci->mirror), p_, 1);                                                    \
        sp[0] = (expr);                                                                            \
        sp++;                                                                                      \
        NEXT();                                                                                    \
    }
#define PUTS1(NAME, T, expr)                                                                       \
    L_##NAME : {                                                                                   \
        STATIC(AC_PUTSTATIC)                                                                       \
        heap_log(h, EI(s_->ci->mirror), p_);                                                       \
        *(T *)(void *)p_ = (T)(expr);                                                              \
        sp--;                                                                                      \
        NEXT();                                                                                    \
    }
GETS1(GETS_B, (u32)(i32) * (i8 *)p_)
GETS1(GETS_C, *(u16 *)(void *)p_)
GETS1(GETS_S, (u32)(i32) * (i16 *)(void *)p_)
GETS1(GETS_I, *(u32 *)(void *)p_)
L_GETS_J: {
    STATIC(AC_GETSTATIC)
    fp_read(ks, EI(s_->ci->mirror), p_, 2);
    memcpy(sp, p_, 8);
    sp += 2;
    NEXT();
}
PUTS1(PUTS_Z, u8, sp[-1] & 1)
PUTS1(PUTS_B, u8, sp[-1])
PUTS1(PUTS_S, u16, sp[-1])
PUTS1(PUTS_I, u32, sp[-1])
L_PUTS_J: {
    STATIC(AC_PUTSTATIC)
    heap_log8(h, EI(s_->ci->mirror), p_);
    memcpy(p_, sp - 2, 8);
    sp -= 2;
    NEXT();
}
L_PUTS_R: {
    STATIC(AC_PUTSTATIC)
    heap_put_ref_fast(h, EI(s_->ci->mirror), (u32 *)(void *)p_, sp[-1]);
    sp--;
    NEXT();
}
