/* flow_step.c -- what each instruction does to the types of a frame (JVMS 4.10.2). */
#include "classes/flow_int.h"

void flow_bad(Pass *p, const char *reason, const char *detail) {
    if (p->err || p->st) return;
    u32 bci = p->c->bci[p->at];
    p->err = code_error(p->a, p->mi, bci, p->mi->cf->code->code[bci], reason, detail);
    if (!p->err) p->st = ST_ERROR;
}

/* --- reference types --- */

static VType intern(Pass *p, const char *s, size_t n) {
    Sym *x = sym(&p->cs->syms, s, n);
    if (!x) p->st = ST_ERROR;
    return x ? (VType)(uintptr_t)x : p->object;
}
static inline bool v_array(VType t) { return v_sym(t)->s[0] == '['; }

VType flow_desc_type(Pass *p, const char *s, const char *end) {
    switch (s[0]) {
    case 'J': return V_LONG;
    case 'D': return V_DOUBLE;
    case 'F': return V_FLOAT;
    case 'L': return p->strict ? intern(p, s + 1, (size_t)(end - s) - 2) : p->object;
    case '[': return p->strict ? intern(p, s, (size_t)(end - s)) : p->object;
    default: return V_INT;
    }
}
/* Component type of an array type; V_INT stands for any primitive component. */
static VType component(Pass *p, VType t) {
    const Sym *s = v_sym(t);
    if (s->s[1] == '[') return intern(p, s->s + 1, s->len - 1);
    if (s->s[1] == 'L') return intern(p, s->s + 2, s->len - 3);
    return V_INT;
}
static VType array_of(Pass *p, VType t) {
    const Sym *s = v_sym(t);
    char small[256], *b = small;
    size_t n = s->len + 3;
    if (n > sizeof small && !(b = cx_alloc(p->cs->cx, n))) return p->st = ST_ERROR, p->object;
    size_t k = 0;
    b[k++] = '[';
    if (s->s[0] != '[') b[k++] = 'L';
    mem_copy(b + k, s->s, s->len);
    k += s->len;
    if (s->s[0] != '[') b[k++] = ';';
    VType r = intern(p, b, k);
    if (b != small) cx_free(p->cs->cx, b, n);
    return r;
}

/* Is a value of reference type `from` one of `to`, as far as array structure tells? */
static bool fits(Pass *p, VType from, VType to) {
    if (!v_ref(from)) return false;
    if (!p->strict || from == p->null_ || from == to) return true;
    while (v_array(to)) {
        if (!v_array(from)) return false;
        from = component(p, from);
        to = component(p, to);
        if (from == to) return v_ref(from); /* equal arrays of primitives were equal before */
        if (!v_ref(from) || !v_ref(to)) return false;
    }
    return true;
}

VType flow_merge_refs(Pass *p, VType x, VType y) {
    if (x == y || y == p->null_) return x;
    if (x == p->null_) return y;
    u32 dims = 0;
    while (v_array(x) && v_array(y)) {
        VType a = component(p, x), b = component(p, y);
        if (!v_ref(a) || !v_ref(b)) break;
        x = a, y = b;
        dims++;
        if (x == y) break;
    }
    VType t = x == y ? x : p->object;
    while (dims--) t = array_of(p, t);
    return t;
}

/* --- the operand stack and locals --- */

void flow_push(Pass *p, VType t) {
    u32 n = t == V_LONG || t == V_DOUBLE ? 2 : 1;
    if (p->sp + n > p->ns) {
        flow_bad(p, "Operand stack overflow", "Exceeded max stack size.");
        return;
    }
    stack(p)[p->sp++] = t;
    if (n == 2) stack(p)[p->sp++] = t == V_LONG ? V_LONG2 : V_DOUBLE2;
}
static VType pop_word(Pass *p) {
    if (p->sp == 0) {
        flow_bad(p, "Operand stack underflow", "Attempt to pop empty stack.");
        return V_TOP;
    }
    return stack(p)[--p->sp];
}
static void bad_operand(Pass *p) {
    flow_bad(p, "Bad type on operand stack", "Type of an operand is not what the instruction takes");
}
static void pop(Pass *p, VType t) {
    if (t == V_LONG || t == V_DOUBLE) {
        VType hi = pop_word(p), lo = pop_word(p);
        if (lo != t || hi != (t == V_LONG ? V_LONG2 : V_DOUBLE2)) bad_operand(p);
    } else if (pop_word(p) != t) {
        bad_operand(p);
    }
}
static VType pop_ref(Pass *p) {
    VType t = pop_word(p);
    if (v_ref(t)) return t;
    if (!p->strict && v_uninit(t)) return p->object; /* lambda objects have no constructor */
    bad_operand(p);
    return p->object;
}
static void pop_fits(Pass *p, VType to) {
    if (!fits(p, pop_ref(p), to)) bad_operand(p);
}
/* References that may also be objects under construction (comparisons, monitors, astore). */
static VType pop_any_ref(Pass *p) {
    VType t = pop_word(p);
    if (v_ref(t) || v_uninit(t)) return t;
    bad_operand(p);
    return p->object;
}

static void set_local(Pass *p, u32 i, VType t) {
    u32 n = t == V_LONG || t == V_DOUBLE ? 2 : 1;
    if (v_second(p->s[i])) p->s[i - 1] = V_TOP; /* i > 0: a pair starts before its second half */
    if (i + n < p->nl && v_second(p->s[i + n])) p->s[i + n] = V_TOP;
    p->s[i] = t;
    if (n == 2) p->s[i + 1] = t == V_LONG ? V_LONG2 : V_DOUBLE2;
}
static void load(Pass *p, u32 i, VType t) {
    bool two = t == V_LONG || t == V_DOUBLE;
    if (p->s[i] != t || (two && p->s[i + 1] != (t == V_LONG ? V_LONG2 : V_DOUBLE2)))
        flow_bad(p, "Bad local variable type", "Type of the local variable is not what the instruction loads");
    flow_push(p, t);
}

/* Word moves: the cut points must not split a long or double (JVMS 2.11.1). */
static bool whole(Pass *p, u32 n) {
    if (p->sp < n) {
        flow_bad(p, "Operand stack underflow", "Attempt to pop empty stack.");
        return false;
    }
    if (n && v_second(stack(p)[p->sp - n])) {
        bad_operand(p);
        return false;
    }
    return true;
}
static void dup_words(Pass *p, u32 n, u32 below) {
    if (!whole(p, n) || !whole(p, n + below)) return;
    if (p->sp + n > p->ns) {
        flow_bad(p, "Operand stack overflow", "Exceeded max stack size.");
        return;
    }
    VType *t = stack(p) + p->sp, top[2];
    mem_copy(top, t - n, n * sizeof *t);
    mem_move(t - below, t - n - below, (n + below) * sizeof *t);
    mem_copy(t - n - below, top, n * sizeof *t);
    p->sp += n;
}

/* --- instructions --- */

/* Operands and result of the instructions that need no more than that, by opcode. */
static const char *const simple[256] = {
    [OP_NOP] = ">",         [OP_IADD] = "II>I",       [OP_LADD] = "JJ>J",      [OP_FADD] = "FF>F",
    [OP_DADD] = "DD>D",     [OP_ISUB] = "II>I",       [OP_LSUB] = "JJ>J",      [OP_FSUB] = "FF>F",
    [OP_DSUB] = "DD>D",     [OP_IMUL] = "II>I",       [OP_LMUL] = "JJ>J",      [OP_FMUL] = "FF>F",
    [OP_DMUL] = "DD>D",     [OP_IDIV] = "II>I",       [OP_LDIV] = "JJ>J",      [OP_FDIV] = "FF>F",
    [OP_DDIV] = "DD>D",     [OP_IREM] = "II>I",       [OP_LREM] = "JJ>J",      [OP_FREM] = "FF>F",
    [OP_DREM] = "DD>D",     [OP_INEG] = "I>I",        [OP_LNEG] = "J>J",       [OP_FNEG] = "F>F",
    [OP_DNEG] = "D>D",      [OP_ISHL] = "II>I",       [OP_LSHL] = "JI>J",      [OP_ISHR] = "II>I",
    [OP_LSHR] = "JI>J",     [OP_IUSHR] = "II>I",      [OP_LUSHR] = "JI>J",     [OP_IAND] = "II>I",
    [OP_LAND] = "JJ>J",     [OP_IOR] = "II>I",        [OP_LOR] = "JJ>J",       [OP_IXOR] = "II>I",
    [OP_LXOR] = "JJ>J",     [OP_I2L] = "I>J",         [OP_I2F] = "I>F",        [OP_I2D] = "I>D",
    [OP_L2I] = "J>I",       [OP_L2F] = "J>F",         [OP_L2D] = "J>D",        [OP_F2I] = "F>I",
    [OP_F2L] = "F>J",       [OP_F2D] = "F>D",         [OP_D2I] = "D>I",        [OP_D2L] = "D>J",
    [OP_D2F] = "D>F",       [OP_I2B] = "I>I",         [OP_I2C] = "I>I",        [OP_I2S] = "I>I",
    [OP_LCMP] = "JJ>I",     [OP_FCMPL] = "FF>I",      [OP_FCMPG] = "FF>I",     [OP_DCMPL] = "DD>I",
    [OP_DCMPG] = "DD>I",    [OP_IFEQ] = "I>",         [OP_IFNE] = "I>",        [OP_IFLT] = "I>",
    [OP_IFGE] = "I>",       [OP_IFGT] = "I>",         [OP_IFLE] = "I>",        [OP_IF_ICMPEQ] = "II>",
    [OP_IF_ICMPNE] = "II>", [OP_IF_ICMPLT] = "II>",   [OP_IF_ICMPGE] = "II>",  [OP_IF_ICMPGT] = "II>",
    [OP_IF_ICMPLE] = "II>", [OP_IF_ACMPEQ] = "UU>",   [OP_IF_ACMPNE] = "UU>",  [OP_IFNULL] = "U>",
    [OP_IFNONNULL] = "U>",  [OP_GOTO] = ">",          [OP_TABLESWITCH] = "I>", [OP_LOOKUPSWITCH] = "I>",
    [OP_ATHROW] = "A>",     [OP_MONITORENTER] = "U>", [OP_MONITOREXIT] = "U>", [OP_INSTANCEOF] = "A>I",
};
static VType of_letter(char c) { return c == 'I' ? V_INT : c == 'J' ? V_LONG : c == 'F' ? V_FLOAT : V_DOUBLE; }
static void step_simple(Pass *p, const char *sig) {
    const char *gt = strchr(sig, '>');
    for (const char *q = gt; q-- > sig;) {
        if (*q == 'U') pop_any_ref(p);
        else if (*q == 'A') pop_ref(p);
        else pop(p, of_letter(*q));
    }
    if (gt[1]) flow_push(p, of_letter(gt[1]));
}

/* Element letters of xaload/xastore in opcode order; B also takes boolean arrays. */
static const char elems[] = "IJFDABCS";
static VType elem_vtype(char e) { return e == 'J' ? V_LONG : e == 'F' ? V_FLOAT : e == 'D' ? V_DOUBLE : V_INT; }
static bool is_array_of(Pass *p, VType t, char e) {
    if (!p->strict || t == p->null_) return true;
    const char *s = v_sym(t)->s;
    if (s[0] != '[') return false;
    if (e == 'A') return s[1] == '[' || s[1] == 'L';
    return s[1] == e || (e == 'B' && s[1] == 'Z');
}
static void step_array(Pass *p, u32 op) {
    bool store = op >= OP_IASTORE;
    char e = elems[op - (store ? OP_IASTORE : OP_IALOAD)];
    if (store) {
        if (e == 'A') pop_ref(p);
        else pop(p, elem_vtype(e));
    }
    pop(p, V_INT);
    VType t = pop_ref(p);
    if (!is_array_of(p, t, e)) bad_operand(p);
    if (store || FAILED(p)) return;
    if (e != 'A') flow_push(p, elem_vtype(e));
    else flow_push(p, !p->strict || t == p->null_ ? t : component(p, t));
}

static void step_ldc(Pass *p, const Insn *in) {
    const char *d;
    switch (in->a) {
    case CP_String: flow_push(p, p->strict ? intern(p, "java/lang/String", 16) : p->object); break;
    case CP_Class: flow_push(p, p->strict ? intern(p, "java/lang/Class", 15) : p->object); break;
    case CP_MethodType: flow_push(p, p->strict ? intern(p, "java/lang/invoke/MethodType", 27) : p->object); break;
    case CP_MethodHandle: flow_push(p, p->strict ? intern(p, "java/lang/invoke/MethodHandle", 29) : p->object); break;
    case CP_Long: flow_push(p, V_LONG); break;
    case CP_Double: flow_push(p, V_DOUBLE); break;
    default: d = cp_ref_desc(p->cf, (u16)in->b)->s; flow_push(p, flow_desc_type(p, d, desc_skip(d)));
    }
}

/* A receiver: not under construction, and of the array type if the class is one. */
static void pop_receiver(Pass *p, u16 cp, bool exact) {
    VType t = pop_ref(p);
    if (!p->strict || FAILED(p) || t == p->null_) return;
    VType cls = (VType)(uintptr_t)cp_ref_class(p->cf, cp);
    if (v_array(cls) ? !fits(p, t, cls) : exact && v_array(t) && cls != p->object) bad_operand(p);
}

static void step_field(Pass *p, const Insn *in) {
    const Sym *d = cp_ref_desc(p->cf, (u16)in->b);
    VType t = flow_desc_type(p, d->s, d->s + d->len);
    bool put = in->op == OP_PUTSTATIC || in->op == OP_PUTFIELD;
    if (put) {
        if (v_ref(t)) pop_fits(p, t);
        else pop(p, t);
    }
    if (in->op == OP_PUTFIELD && p->sp && !v_ref(stack(p)[p->sp - 1]) && v_tag(stack(p)[p->sp - 1]) == VT_UNINIT_THIS)
        p->sp--; /* a constructor may set its own fields first (JVMS 4.10.1.9 putfield) */
    else if (in->op == OP_GETFIELD || in->op == OP_PUTFIELD) pop_receiver(p, (u16)in->b, true);
    if (!put) flow_push(p, t);
}

static void initialized(Pass *p, VType was, VType now) {
    for (u32 i = 0; i < p->nl + p->sp; i++)
        if (p->s[i] == was) p->s[i] = now;
}

static void step_invoke(Pass *p, const Insn *in) {
    u16 cp = (u16)in->b;
    const char *d = cp_ref_desc(p->cf, cp)->s;
    u32 args = (u32)desc_arg_words(d);
    if (p->sp < args) {
        flow_bad(p, "Operand stack underflow", "Attempt to pop empty stack.");
        return;
    }
    VType *s = stack(p) + p->sp - args;
    if (args && v_second(s[0])) bad_operand(p);
    for (d++; *d != ')';) {
        const char *end = desc_skip(d);
        VType t = flow_desc_type(p, d, end);
        if (v_ref(t) ? !fits(p, s[0], t) : s[0] != t) return bad_operand(p);
        s += t == V_LONG || t == V_DOUBLE ? 2 : 1;
        d = end;
    }
    p->sp -= args;
    if (in->op == OP_INVOKESPECIAL && cp_ref_name(p->cf, cp)->s[0] == '<') {
        VType t = pop_word(p);
        if (!v_uninit(t)) {
            flow_bad(p, "Bad type on operand stack", "Constructor called on an initialized object");
        } else if (v_tag(t) == VT_UNINIT) {
            const Sym *made = p->cf->cp[p->c->insn[v_payload(t)].b].u.sym;
            if (cp_ref_class(p->cf, cp) != made)
                flow_bad(p, "Bad type on operand stack", "Constructor of another class");
            initialized(p, t, sym_type(p, made));
        } else {
            const Sym *cls = cp_ref_class(p->cf, cp);
            if (cls != p->mi->ci->name && cls != p->cf->super)
                flow_bad(p, "Bad <init> method call", "Neither of this class nor of its superclass");
            initialized(p, t, sym_type(p, p->mi->ci->name));
        }
    } else if (in->op != OP_INVOKESTATIC && in->op != OP_INVOKEDYNAMIC) {
        pop_receiver(p, cp, in->op != OP_INVOKEINTERFACE);
    }
    d++;
    if (*d != 'V') flow_push(p, flow_desc_type(p, d, desc_skip(d)));
}

static void step_new(Pass *p, const Insn *in) {
    const Sym *s;
    switch (in->op) {
    case OP_NEW: {
        VType t = V(VT_UNINIT, p->at);
        for (u32 i = 0; i < p->sp; i++)
            if (stack(p)[i] == t) flow_bad(p, "Bad type on operand stack", "Uninitialized object of the same new");
        initialized(p, t, V_TOP); /* stale copies in locals */
        flow_push(p, t);
        break;
    }
    case OP_NEWARRAY: {
        static const char code[] = "    ZCFDBSIJ";
        char d[2] = {'[', code[in->a]};
        pop(p, V_INT);
        flow_push(p, p->strict ? intern(p, d, 2) : p->object);
        break;
    }
    case OP_ANEWARRAY:
        pop(p, V_INT);
        s = p->cf->cp[in->b].u.sym;
        flow_push(p, p->strict ? array_of(p, (VType)(uintptr_t)s) : p->object);
        break;
    default: /* MULTIANEWARRAY */
        for (u32 i = 0; i < in->a; i++) pop(p, V_INT);
        flow_push(p, sym_type(p, p->cf->cp[in->b].u.sym));
    }
}

static void step_return(Pass *p, u32 op) {
    const char *r = desc_return_type(p->mi->desc->s);
    static const char letters[] = "IJFDAV";
    char want = letters[op - OP_IRETURN];
    VType t = *r == 'V' ? V_TOP : flow_desc_type(p, r, desc_skip(r));
    char have = *r == 'V' ? 'V' : v_ref(t) ? 'A' : t == V_LONG ? 'J' : t == V_FLOAT ? 'F' : t == V_DOUBLE ? 'D' : 'I';
    if (want != have) flow_bad(p, "Wrong return type in function", "Return instruction does not fit the method's type");
    else if (want == 'A') pop_fits(p, t);
    else if (want != 'V') pop(p, t);
}

/* Everything but control flow. */
void flow_step(Pass *p, const Insn *in) {
    u32 op = in->op;
    if (op < 256 && simple[op]) {
        step_simple(p, simple[op]);
        return;
    }
    switch (op) {
    case OP_ICONST: flow_push(p, V_INT); break;
    case OP_FCONST: flow_push(p, V_FLOAT); break;
    case OP_LCONST: flow_push(p, V_LONG); break;
    case OP_DCONST: flow_push(p, V_DOUBLE); break;
    case OP_ACONST_NULL: flow_push(p, p->null_); break;
    case OP_LDC:
    case OP_LDC2_W: step_ldc(p, in); break;
    case OP_ILOAD: load(p, in->a, V_INT); break;
    case OP_LLOAD: load(p, in->a, V_LONG); break;
    case OP_FLOAD: load(p, in->a, V_FLOAT); break;
    case OP_DLOAD: load(p, in->a, V_DOUBLE); break;
    case OP_ALOAD:
        if (!v_ref(p->s[in->a]) && !v_uninit(p->s[in->a]))
            flow_bad(p, "Bad local variable type", "Type of the local variable is not a reference");
        flow_push(p, p->s[in->a]);
        break;
    case OP_ISTORE:
        pop(p, V_INT);
        set_local(p, in->a, V_INT);
        break;
    case OP_LSTORE:
        pop(p, V_LONG);
        set_local(p, in->a, V_LONG);
        break;
    case OP_FSTORE:
        pop(p, V_FLOAT);
        set_local(p, in->a, V_FLOAT);
        break;
    case OP_DSTORE:
        pop(p, V_DOUBLE);
        set_local(p, in->a, V_DOUBLE);
        break;
    case OP_ASTORE: {
        VType t = pop_word(p);
        if (!v_ref(t) && !v_uninit(t) && v_tag(t) != VT_RET) bad_operand(p);
        set_local(p, in->a, t);
        break;
    }
    case OP_IINC:
        if (p->s[in->a] != V_INT) flow_bad(p, "Bad local variable type", "iinc of a local that is no int");
        break;
    case OP_POP:
        if (whole(p, 1)) p->sp -= 1;
        break;
    case OP_POP2:
        if (whole(p, 2)) p->sp -= 2;
        break;
    case OP_DUP: dup_words(p, 1, 0); break;
    case OP_DUP_X1: dup_words(p, 1, 1); break;
    case OP_DUP_X2: dup_words(p, 1, 2); break;
    case OP_DUP2: dup_words(p, 2, 0); break;
    case OP_DUP2_X1: dup_words(p, 2, 1); break;
    case OP_DUP2_X2: dup_words(p, 2, 2); break;
    case OP_SWAP:
        if (whole(p, 1) && whole(p, 2)) {
            VType *t = stack(p) + p->sp, x = t[-1];
            t[-1] = t[-2];
            t[-2] = x;
        }
        break;
    case OP_ARRAYLENGTH: {
        VType t = pop_ref(p);
        if (p->strict && t != p->null_ && !v_array(t)) bad_operand(p);
        flow_push(p, V_INT);
        break;
    }
    case OP_CHECKCAST:
        pop_ref(p);
        flow_push(p, sym_type(p, p->cf->cp[in->b].u.sym));
        break;
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_GETFIELD:
    case OP_PUTFIELD: step_field(p, in); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
    case OP_INVOKEDYNAMIC: step_invoke(p, in); break;
    case OP_NEW:
    case OP_NEWARRAY:
    case OP_ANEWARRAY:
    case OP_MULTIANEWARRAY: step_new(p, in); break;
    case OP_IRETURN:
    case OP_LRETURN:
    case OP_FRETURN:
    case OP_DRETURN:
    case OP_ARETURN:
    case OP_RETURN: step_return(p, op); break;
    default:
        if (op >= OP_IALOAD && op <= OP_SALOAD) step_array(p, op);
        else if (op >= OP_IASTORE && op <= OP_SASTORE) step_array(p, op);
        else flow_bad(p, "Bad instruction", "Illegal opcode");
    }
}
