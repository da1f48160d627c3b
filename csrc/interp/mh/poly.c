/* poly.c -- signature-polymorphic calls (JVMS 2.9.3).
 *
 * A VarHandle's access modes are static methods of its own JDK class, over Unsafe: such a call is an
 * invokestatic of that method, the handle itself being its first argument. So one mode is one
 * memory action of one native, with the JDK's own checks. Calls with other types than the method's
 * go through the JDK's method handles (mh.c). */
#include "interp/mh/mh.h"

/* Locals of the frame that converts a result. */
enum { PR_FROM, PR_TO, PR_CLASS, PR_LOCALS };

/* Types whose words need no conversion have the same letter. */
static char letter(char c) {
    switch (c) {
    case 'Z':
    case 'B':
    case 'C':
    case 'S': return 'I';
    case '[': return 'L';
    default: return c;
    }
}

static u32 words_of(char c) { return c == 'V' ? 0 : c == 'J' || c == 'D' ? 2 : 1; }

/* Primitive widening (JLS 5.1.2) between letters. */
static bool widen(char from, char to, const u32 *in, u32 *out) {
    i64 l = 0;
    float f = 0;
    double d;
    if (from == to) return mem_copy(out, in, 4u * words_of(from)), true;
    if (from == 'I') l = (i32)in[0];
    else if (from == 'J') memcpy(&l, in, 8);
    else if (from == 'F') memcpy(&f, in, 4);
    else return false;
    switch (to) {
    case 'J':
        if (from != 'I') return false;
        memcpy(out, &l, 8);
        return true;
    case 'F':
        if (from == 'F') return false;
        f = (float)l;
        memcpy(out, &f, 4);
        return true;
    case 'D':
        d = from == 'F' ? (double)f : (double)l;
        memcpy(out, &d, 8);
        return true;
    default: return false;
    }
}

/* Types of descriptors: the same word for word, or widened (JLS 5.1.2); references are checked elsewhere. */
static bool assignable(char from, char to) {
    static const char *const wider[][2] = {{"B", "SIJFD"}, {"S", "IJFD"}, {"C", "IJFD"},
                                           {"I", "JFD"},   {"J", "FD"},   {"F", "D"}};
    if (from == to || (letter(from) == 'L' && letter(to) == 'L')) return true;
    for (u32 i = 0; i < sizeof wider / sizeof *wider; i++)
        if (*wider[i][0] == from) return strchr(wider[i][1], to) != NULL;
    return false;
}

static MethodInfo *access_method(const Interp *in, ClassInfo *rc, const Sym *mode) {
    for (ClassInfo *c = rc; c && c != in->vh; c = c->super)
        for (u32 i = 0; i < c->n_methods; i++)
            if (c->methods[i].name == mode && (c->methods[i].flags & ACC_STATIC)) return &c->methods[i];
    return NULL;
}

/* The call's parameters against the target's after the handle: 1 the same words, 2 primitives to be
 * widened, 0 neither. */
static int compare(const char *call, const char *target) {
    int r = 1;
    call++;
    target = desc_skip(target + 1);
    for (; *call != ')' && *target != ')'; call = desc_skip(call), target = desc_skip(target)) {
        if (!assignable(*call, *target)) return 0;
        if (letter(*call) != letter(*target)) r = 2;
    }
    return *call == *target ? r : 0;
}

/* What the access method answered, as the call wants it. */
static int step_result(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    if (thrown) return ti->exception = thrown, STEP_THROW;
    char from = (char)f->slots[PR_FROM], to = (char)f->slots[PR_TO];
    u32 n = words_of(from), out[2];
    if (from == 'L') {
        Ref r = f->sp[-1];
        const ClassInfo *want = ks->cs->by_id.v[f->slots[PR_CLASS]];
        const ClassInfo *c = r ? ei_class(ks->heap, ei(ks->heap, r)) : NULL;
        if (!c || ci_is_subclass(c, want)) return STEP_RETURN;
        f->sp = fr_stack(f);
        return throw_class_cast(ti, c, want) == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
    }
    if (!widen(from, to, f->sp - n, out)) return STEP_ERROR;
    f->sp = fr_stack(f) + words_of(to);
    mem_copy(fr_stack(f), out, 4u * words_of(to));
    return STEP_RETURN;
}

enum { RESULT_BOXED = 1000 };

static bool is_object(const Classes *cs, const char *type) {
    const Sym *name = cs->object->name;
    return strlen(type) == name->len + 2u && *type == 'L' && mem_cmp(type + 1, name->s, name->len) == 0;
}

/* A frame between caller and target when the result must be looked at. */
static int result_frame(ThreadInfo *ti, const ClassInfo *from_class, const Sym *desc, const MethodInfo *t) {
    KernelState *ks = ti->ks;
    const char *rt = desc_return_type(desc->s);
    char have = letter(*desc_return_type(t->desc->s)), want = letter(*rt);
    u32 locals[PR_LOCALS] = {(u32)have, (u32)want, 0};
    if (want == 'V') return NAT_OK;
    if (!assignable(*desc_return_type(t->desc->s), *rt)) return RESULT_BOXED;
    if (have == want && want != 'L') return NAT_OK;
    if (have == 'L' && want == 'L') {
        if (is_object(ks->cs, rt)) return NAT_OK;
        ClassInfo *c;
        Sym *name = *rt == 'L' ? sym(&ks->cs->syms, rt + 1, strlen(rt) - 2) : sym_z(&ks->cs->syms, rt);
        if (!name) return NAT_ERROR;
        int r = load_class(ti, from_class->loader, name, &c);
        if (r != NAT_OK) return r;
        locals[PR_CLASS] = c->id;
    }
    MethodInfo *vm = vm_method(ks, "varhandle", step_result, PR_LOCALS, 4, 0, type_of_desc(*rt));
    if (!vm) return NAT_ERROR;
    return push_vm_frame(ti, vm, locals, PR_LOCALS) ? NAT_OK : stack_overflow(ti);
}

static int field_off(const ClassInfo *c, const char *name) {
    FieldInfo *fi = ci_find_field((ClassInfo *)c, name);
    return fi ? (int)fi->offset : 0;
}

static int var_handle(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret) {
    KernelState *ks = ti->ks;
    Interp *in = ks->interp;
    Ref vh = args[0];
    ClassInfo *rc = ei_class(ks->heap, ei(ks->heap, vh));
    int r, off;
    /* 22 and later: the handle of a static field initializes the class at its first use */
    if (rc->known & KC_LAZY_HANDLE) {
        ClassInfo *owner =
            (off = field_off(rc, "refc")) ? mirror_class(ks->heap, get_ref(ks->heap, vh, (u32)off)) : NULL;
        if (owner && (r = ensure_init(ti, owner)) != NAT_OK) return r;
        if ((off = field_off(rc, "target"))) vh = get_ref(ks->heap, vh, (u32)off);
        if (!vh) return throw_npe(ti);
        rc = ei_class(ks->heap, ei(ks->heap, vh));
    }
    if (!in->off_vh_exact) in->off_vh_exact = (u32)field_off(in->vh, "exact");
    if (in->off_vh_exact && *((const u8 *)ei(ks->heap, vh) + in->off_vh_exact)) /* withInvokeExactBehavior */
        return invoke_adapted_varhandle(ti, f, s, desc, args, ret);
    if (rc->id != s->cls) {
        MethodInfo *t = access_method(in, rc, s->mi->name);
        /* memory segments, adapted handles: another class has the methods (VarHandle.vform); a mode the
         * handle does not have: the JDK's own exception */
        if (!t) return invoke_adapted_varhandle(ti, f, s, desc, args, ret);
        s->same = (u8)compare(desc->s, t->desc->s);
        s->target = t;
        s->cls = rc->id;
    }
    MethodInfo *t = s->target;
    if (!s->same) return invoke_adapted_varhandle(ti, f, s, desc, args, ret);
    if ((r = ensure_init(ti, t->ci)) != NAT_OK || (r = make_ready(ti, t)) != NAT_OK) return r;
    u32 buf[16], n = 1;
    buf[0] = vh;
    const u32 *w = args + 1;
    const char *b = desc_skip(t->desc->s + 1);
    if (t->n_args > 16) return method_not_modelled(ti, "method", t);
    for (const char *a = desc->s + 1; *a != ')'; a = desc_skip(a), b = desc_skip(b)) {
        if (!widen(letter(*a), letter(*b), w, buf + n)) return NAT_ERROR;
        w += words_of(*a);
        n += words_of(*b);
    }
    StackFrame *before = ti->top;
    r = result_frame(ti, f->mi->ci, desc, t);
    if (r == RESULT_BOXED) return invoke_adapted_varhandle(ti, f, s, desc, args, ret);
    if (r != NAT_OK) return r;
    StackFrame *nf = ti_push(ti, t, buf);
    if (!nf) {
        if (ti->top != before) ti_pop(ti);
        return stack_overflow(ti);
    }
    if (*desc_return_type(desc->s) == 'V') nf->flags |= FR_NO_RESULT;
    f->sp = args;
    f->flags |= FR_CALLER_INVOKE;
    return NAT_CALL;
}

int invoke_poly(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret) {
    Interp *in = ti_interp(ti);
    MethodInfo *mi = s->mi; /* its native, if any, is for reflective calls, which always fail */
    if (!(mi->flags & ACC_STATIC)) { /* the verifier does not decide what classes references have */
        const Heap *h = ti->ks->heap;
        const ClassInfo *rc = ei_class(h, ei(h, args[0]));
        if (!ci_is_subclass(rc, mi->ci))
            return throw_new(ti, "java/lang/VerifyError", "Bad type on operand stack: %s.%s on a %s", mi->ci->name->s,
                             mi->name->s, rc->name->s);
    }
    if (!in->vh && (mi->ci->known & KC_VAR_HANDLE)) in->vh = mi->ci;
    if (mi->ci == in->vh) return var_handle(ti, f, s, desc, args, ret);
    return invoke_handle(ti, f, s, desc, args, ret);
}
