/* invoke.h -- calls and returns. Inside the loop. */

L_INVOKEVIRTUAL:
L_INVOKESPECIAL:
L_INVOKESTATIC:
L_INVOKEINTERFACE:
    SAVE();
    nr = quick_invoke(ti, f, pc);
    goto quickened;
L_INVOKEDYNAMIC:
    SAVE();
    nr = quick_indy(ti, f, pc);
    goto quickened;

L_INV_STATIC: {
    const Site *s_ = site_at(in, pc->u);
    if (JPF_UNLIKELY(s_->ci->mirror_p[0] != CI_INITED)) {
        SAVE();
        nr = init_for_call(ti, s_->mi);
        if (nr != NAT_OK) goto nres;
    }
    if (JPF_UNLIKELY(ks->fp.uses)) init_used(ti, s_->ci);
    m = s_->target;
    args = sp - pc->a;
    goto do_invoke;
}
L_INV_SPECIAL: {
    const Site *s_ = site_at(in, pc->u);
    args = sp - pc->a;
    if (JPF_UNLIKELY(!args[0])) goto npe;
    m = s_->target;
    goto do_invoke;
}
L_INV_VIRTUAL:
L_INV_IFACE: {
    Site *s_ = site_at(in, pc->u);
    args = sp - pc->a;
    if (JPF_UNLIKELY(!args[0])) goto npe;
    const ElementInfo *e = EI(args[0]);
    m = s_->target;
    if (JPF_UNLIKELY(e->ci != s_->cls)) {
        SAVE();
        nr = select_target(ti, s_, e, pc->op == OP_INV_IFACE, &m);
        if (nr != NAT_OK) goto nres;
    }
    goto do_invoke;
}
L_INV_POLY: {
    Site *s_ = site_at(in, pc->u);
    const Sym *d_ = site_desc(f->mi->ci, s_->cp);
    args = sp - pc->a;
    m = s_->mi;
    if (JPF_UNLIKELY(!(m->flags & ACC_STATIC) && !args[0])) goto npe;
    SAVE();
    cnt = POS();
    nr = invoke_poly(ti, f, s_, d_, args, ret);
    rtype = type_of_desc(desc_return(d_->s));
    goto special_done;
}
L_INV_CONST:
    sp[0] = indy_site(ks, pc->u)->instance;
    sp++;
    NEXT();
L_INV_DYN:
    m = indy_site(ks, pc->u)->mi;
    args = sp - pc->a;
    goto do_invoke;

do_invoke:
    if (JPF_UNLIKELY(POS() >= poll_at)) {
        SAVE();
        cnt = POS();
        if (!poll(ti, &poll_at, cnt)) goto error;
    }
    if (JPF_LIKELY(m->code && !m->native && !(m->flags & ACC_SYNCHRONIZED) &&
                   !(m->attrs & (MA_LIBRARY_ATOMIC | MA_SPECIAL)))) {
        SAVE();
        StackFrame *nf_ = ti_push(ti, m, args);
        if (JPF_UNLIKELY(!nf_)) {
            nr = stack_overflow(ti);
            goto nres;
        }
        f->sp = args;
        f->flags |= FR_CALLER_INVOKE;
        cnt = POS() + 1;
        f = nf_;
        pc = m->code;
        lv = f->slots;
        sp = f->sp;
        adj = cnt - PCI(pc);
        DISPATCH();
    }
    SAVE();
    cnt = POS();
    nr = invoke_special_case(ti, f, m, args, ret);
    if (JPF_UNLIKELY(ks->cx->fuel < 0) && !cx_work(ks->cx, 0)) goto error; /* what a native did may be long */
    rtype = m->ret;
special_done:
    if (JPF_LIKELY(nr == NAT_OK)) {
        sp = args;
        u32 w_ = ret_words(rtype);
        if (w_) {
            sp[0] = ret[0];
            if (w_ == 2) sp[1] = ret[1];
            sp += w_;
        }
        NEXT();
    }
    if (nr == NAT_CALL) {
        cnt++;
        goto outer;
    }
    goto handle;

/* --- returns --- */

L_IRETURN: /* values of the small types are narrowed (JVMS 6.5 ireturn) */
    pc->op = f->mi->ret >= T_BOOLEAN && f->mi->ret != T_INT ? OP_IRETURN_N : OP_IRETURN_I;
    REDO();
L_IRETURN_N: {
    u32 v_ = sp[-1];
    switch (f->mi->ret) {
    case T_BOOLEAN: v_ &= 1; break;
    case T_BYTE: v_ = (u32)(i32)(i8)v_; break;
    case T_SHORT: v_ = (u32)(i32)(i16)v_; break;
    case T_CHAR: v_ = (u16)v_; break;
    default: break;
    }
    ret[0] = v_;
    goto return1;
}
L_IRETURN_I:
L_FRETURN:
L_ARETURN:
    ret[0] = sp[-1];
return1:
    if (JPF_UNLIKELY(f->lock | f->flags)) {
        rwords = 1;
        SAVE();
        cnt = POS();
        goto slow_return;
    }
    cnt = POS() + 1;
    ti_pop(ti);
    f = ti->top;
    if (JPF_LIKELY(f && (f->flags & FR_CALLER_INVOKE) && !f->mi->step)) {
        f->flags &= ~(u32)FR_CALLER_INVOKE;
        sp = f->sp;
        sp[0] = ret[0];
        sp++;
        pc = (Insn *)f->pc + 1;
        lv = f->slots;
        adj = cnt - PCI(pc);
        DISPATCH();
    }
    rwords = 1;
    goto returned;
L_LRETURN:
L_DRETURN:
    ret[0] = sp[-2];
    ret[1] = sp[-1];
    rwords = 2;
    SAVE();
    cnt = POS();
    goto slow_return;
L_RETURN:
    rwords = 0;
    if (JPF_UNLIKELY(f->lock | f->flags)) {
        SAVE();
        cnt = POS();
        goto slow_return;
    }
    cnt = POS() + 1;
    ti_pop(ti);
    f = ti->top;
    if (JPF_LIKELY(f && (f->flags & FR_CALLER_INVOKE) && !f->mi->step)) {
        f->flags &= ~(u32)FR_CALLER_INVOKE;
        sp = f->sp;
        pc = (Insn *)f->pc + 1;
        lv = f->slots;
        adj = cnt - PCI(pc);
        DISPATCH();
    }
    goto returned;

/* Locks and flags; `cnt` does not count the return yet. */
slow_return:
    no_result = false;
    if (f->lock | f->flags) {
        no_result = f->flags & FR_NO_RESULT;
        nr = frame_returning(ti, f);
        if (nr != NAT_OK) goto handle;
        if (rwords == 2) memcpy(ret, f->sp - 2, 8); /* frame_leaves may have changed it */
    }
    cnt++;
    ti_pop(ti);
    f = ti->top;
    if (no_result) rwords = 0;
returned: /* f: the frame uncovered, rwords of ret are its result */
    if (!f) {
        result = RUN_TERMINATED;
        goto leave;
    }
    if (f->mi->step || (f->flags & FR_CALLER_INVOKE)) {
        mem_copy(f->sp, ret, 4u * rwords);
        f->sp += rwords;
    }
    if (f->mi->step) goto outer;
    if (f->flags & FR_CALLER_INVOKE) {
        f->flags &= ~(u32)FR_CALLER_INVOKE;
        f->pc++;
    }
    goto outer;
