/* object.h -- creation, type checks, monitors, throwing. Inside the loop. */

L_NEW:
L_NEWARRAY:
L_ANEWARRAY:
L_MULTIANEWARRAY:
    SAVE();
    nr = quick_class(ti, f, pc);
    goto quickened;

L_NEW_Q: {
    ClassInfo *c_ = cs->by_id.v[pc->u];
    Ref r_;
    SAVE();
    if (JPF_UNLIKELY(c_->mirror_p[0] != CI_INITED)) {
        nr = ensure_init(ti, c_);
        if (nr != NAT_OK) goto nres;
    }
    if (JPF_UNLIKELY(ks->fp.uses)) init_used(ti, c_);
    if (heap_new(h, c_, &r_) != ST_OK) goto error;
    if (JPF_UNLIKELY(!r_)) goto oom;
    object_made(ti, r_);
    sp[0] = r_;
    sp++;
    NEXT();
}
L_NEWARRAY_Q:
L_ANEWARRAY_Q: {
    Ref r_;
    i32 n_ = (i32)sp[-1];
    SAVE();
    if (JPF_UNLIKELY(n_ < 0)) {
        nr = throw_new(ti, "java/lang/NegativeArraySizeException", "%d", n_);
        goto nres;
    }
    if (heap_new_array(h, cs->by_id.v[pc->u], (u32)n_, &r_) != ST_OK) goto error;
    if (JPF_UNLIKELY(!r_)) {
        nr = throw_no_room(ti, (u32)n_);
        goto nres;
    }
    if (JPF_UNLIKELY(ks->cx->fuel < 0) && !cx_work(ks->cx, 0)) goto error;
    array_made(ti, r_);
    sp[-1] = r_;
    NEXT();
}
L_MULTIANEWARRAY_Q: {
    Ref r_;
    SAVE();
    nr = alloc_multi(ti, cs->by_id.v[pc->u], sp - pc->a, pc->a, &r_);
    if (JPF_UNLIKELY(ks->cx->fuel < 0) && !cx_work(ks->cx, 0)) goto error;
    if (nr != NAT_OK) goto nres;
    sp -= pc->a;
    sp[0] = r_;
    sp++;
    NEXT();
}

/* null passes without resolving the class (JVMS 6.5 checkcast). */
L_CHECKCAST:
    if (!sp[-1]) NEXT();
    SAVE();
    nr = quick_class(ti, f, pc);
    goto quickened;
L_INSTANCEOF:
    if (!sp[-1]) NEXT();
    SAVE();
    nr = quick_class(ti, f, pc);
    goto quickened;
L_CHECKCAST_Q: {
    Ref r_ = sp[-1];
    if (!r_) NEXT();
    u32 c_ = EI(r_)->ci;
    if (c_ == pc->a || c_ == pc->u) NEXT();
    const ClassInfo *from_ = cs->by_id.v[c_], *to_ = cs->by_id.v[pc->u];
    if (JPF_UNLIKELY(!ci_is_subclass(from_, to_))) {
        SAVE();
        nr = throw_class_cast(ti, from_, to_);
        goto nres;
    }
    if (c_ < 0xffff) pc->a = (u16)c_;
    NEXT();
}
L_INSTANCEOF_Q: {
    Ref r_ = sp[-1];
    if (r_) {
        u32 c_ = EI(r_)->ci;
        if (c_ == pc->a || c_ == pc->u) {
            sp[-1] = 1;
        } else {
            sp[-1] = ci_is_subclass(cs->by_id.v[c_], cs->by_id.v[pc->u]);
            if (sp[-1] && c_ < 0xffff) pc->a = (u16)c_;
        }
    }
    NEXT();
}

L_MONITORENTER: {
    Ref r_ = sp[-1];
    if (JPF_UNLIKELY(!r_)) goto npe;
    SAVE();
    nr = lock_object(ti, r_, false);
    if (JPF_UNLIKELY(nr != NAT_OK)) goto nres;
    sp--;
    NEXT();
}
L_MONITOREXIT: {
    Ref r_ = sp[-1];
    if (JPF_UNLIKELY(!r_)) goto npe;
    ElementInfo *e = EI(r_);
    SAVE();
    if (unlock_point(ti, e)) goto block;
    if (JPF_UNLIKELY(!mon_unlock(ti, e))) {
        nr = throw_no_msg(ti, "java/lang/IllegalMonitorStateException");
        goto nres;
    }
    sp--;
    NEXT();
}
L_ATHROW: {
    Ref r_ = sp[-1];
    if (JPF_UNLIKELY(!r_)) goto npe;
    SAVE();
    if (JPF_UNLIKELY(!ci_is_subclass(cs->by_id.v[EI(r_)->ci], cs->throwable))) {
        nr = throw_new(ti, "java/lang/VerifyError", "Bad type on operand stack: athrow of a %s",
                       cs->by_id.v[EI(r_)->ci]->name->s);
        goto nres;
    }
    ti->exception = r_;
    EV(ks, exception_thrown, .ti = ti, .obj = r_);
    cnt = POS() + 1;
    goto unwind;
}
