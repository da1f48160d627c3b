/* basic.h -- constants, local variables, the operand stack. Included by interp.c inside the loop. */

L_NOP:
    NEXT();
L_ACONST_NULL:
    sp[0] = 0;
    sp++;
    NEXT();
L_ICONST:
L_FCONST:
    sp[0] = pc->u;
    sp++;
    NEXT();
L_LCONST:
    putw_long(sp, pc->b);
    sp += 2;
    NEXT();
L_DCONST:
    putw_double(sp, pc->f);
    sp += 2;
    NEXT();
L_LDC:
    SAVE();
    nr = quick_ldc(ti, f, pc);
    goto quickened;
L_LDC2_W:
    if (pc->a == CP_Dynamic) {
        SAVE();
        nr = quick_ldc(ti, f, pc);
        goto quickened;
    }
    putw_long(sp, f->mi->ci->cf->cp[pc->u].u.l);
    sp += 2;
    NEXT();
L_LDC_STR: {
    Ref r_ = intern_cur(h, pc->u);
    if (JPF_UNLIKELY(!r_)) { /* not interned yet on this path */
        SAVE();
        if (intern_activate(h, pc->u, &r_) != ST_OK) goto error;
        if (!r_) goto oom;
    }
    sp[0] = r_;
    sp++;
    NEXT();
}
L_LDC_CLS:
    sp[0] = cs->by_id.v[pc->u]->mirror;
    sp++;
    NEXT();
L_LDC_SITE: {
    IndySite *s_ = indy_site(ks, pc->u);
    if (s_->instance) {
        sp[0] = s_->instance;
        sp++;
        NEXT();
    }
    m = s_->mi;
    args = sp;
    goto do_invoke;
}

L_ILOAD:
L_FLOAD:
L_ALOAD:
    sp[0] = lv[pc->a];
    sp++;
    NEXT();
L_LLOAD:
L_DLOAD:
    memcpy(sp, lv + pc->a, 8);
    sp += 2;
    NEXT();
L_ISTORE:
L_FSTORE:
L_ASTORE:
    sp--;
    lv[pc->a] = sp[0];
    NEXT();
L_LSTORE:
L_DSTORE:
    sp -= 2;
    memcpy(lv + pc->a, sp, 8);
    NEXT();
L_IINC:
    lv[pc->a] += pc->u;
    NEXT();

L_POP:
    sp--;
    NEXT();
L_POP2:
    sp -= 2;
    NEXT();
L_DUP:
    sp[0] = sp[-1];
    sp++;
    NEXT();
L_DUP_X1: {
    u32 a_ = sp[-1], b_ = sp[-2];
    sp[-2] = a_;
    sp[-1] = b_;
    sp[0] = a_;
    sp++;
    NEXT();
}
L_DUP_X2: {
    u32 a_ = sp[-1], b_ = sp[-2], c_ = sp[-3];
    sp[-3] = a_;
    sp[-2] = c_;
    sp[-1] = b_;
    sp[0] = a_;
    sp++;
    NEXT();
}
L_DUP2:
    sp[0] = sp[-2];
    sp[1] = sp[-1];
    sp += 2;
    NEXT();
L_DUP2_X1: {
    u32 a_ = sp[-1], b_ = sp[-2], c_ = sp[-3];
    sp[-3] = b_;
    sp[-2] = a_;
    sp[-1] = c_;
    sp[0] = b_;
    sp[1] = a_;
    sp += 2;
    NEXT();
}
L_DUP2_X2: {
    u32 a_ = sp[-1], b_ = sp[-2], c_ = sp[-3], d_ = sp[-4];
    sp[-4] = b_;
    sp[-3] = a_;
    sp[-2] = d_;
    sp[-1] = c_;
    sp[0] = b_;
    sp[1] = a_;
    sp += 2;
    NEXT();
}
L_SWAP: {
    u32 a_ = sp[-1];
    sp[-1] = sp[-2];
    sp[-2] = a_;
    NEXT();
}

/* Folded by predecode.c, or not allowed in a class file (JVMS 6.2). */
L_ICONST_M1: L_ICONST_0: L_ICONST_1: L_ICONST_2: L_ICONST_3: L_ICONST_4: L_ICONST_5:
L_LCONST_0: L_LCONST_1: L_FCONST_0: L_FCONST_1: L_FCONST_2: L_DCONST_0: L_DCONST_1:
L_BIPUSH: L_SIPUSH: L_LDC_W: L_WIDE: L_GOTO_W: L_JSR_W: L_BREAKPOINT: L_IMPDEP1: L_IMPDEP2:
L_ILOAD_0: L_ILOAD_1: L_ILOAD_2: L_ILOAD_3: L_LLOAD_0: L_LLOAD_1: L_LLOAD_2: L_LLOAD_3:
L_FLOAD_0: L_FLOAD_1: L_FLOAD_2: L_FLOAD_3: L_DLOAD_0: L_DLOAD_1: L_DLOAD_2: L_DLOAD_3:
L_ALOAD_0: L_ALOAD_1: L_ALOAD_2: L_ALOAD_3:
L_ISTORE_0: L_ISTORE_1: L_ISTORE_2: L_ISTORE_3: L_LSTORE_0: L_LSTORE_1: L_LSTORE_2: L_LSTORE_3:
L_FSTORE_0: L_FSTORE_1: L_FSTORE_2: L_FSTORE_3: L_DSTORE_0: L_DSTORE_1: L_DSTORE_2: L_DSTORE_3:
L_ASTORE_0: L_ASTORE_1: L_ASTORE_2: L_ASTORE_3:
    cx_fail(ks->cx, ERR_INTERNAL, "opcode %u in predecoded code of %s.%s", pc->op, f->mi->ci->name->s,
            f->mi->name->s);
    goto error;
