/* mh.c -- MethodHandle.invokeExact, invoke, invokeBasic and linkTo* (JVMS 2.9.3).
 *
 * A call whose descriptor is the handle's type runs the handle's form at once. Any other goes through
 * a synthetic method of the caller's, one a descriptor: it asks the JDK's own asType (invoke) or lets
 * the JDK's own check throw (invokeExact). */
#include "interp/mh/mh.h"

static int enter(ThreadInfo *ti, StackFrame *f, MethodInfo *t, u32 *args) {
    int r = make_ready(ti, t);
    if (r != NAT_OK) return r;
    if (!ti_push(ti, t, args)) return stack_overflow(ti);
    f->sp = args;
    f->flags |= FR_CALLER_INVOKE;
    return NAT_CALL;
}

static u32 get_off(u32 *cache, const ClassInfo *ci, const char *name) {
    if (!*cache) {
        FieldInfo *fi = ci_find_field((ClassInfo *)ci, name);
        *cache = fi ? fi->offset : 0;
    }
    return *cache;
}

/* Is `d` (up to `end`) the class c, as seen from `from`? */
static bool same_type(ThreadInfo *ti, const ClassInfo *from, const char *d, const char *end, ClassInfo *c) {
    if (*d != 'L' && *d != '[') return c->kind == CK_PRIM && c->prim == type_of_desc(*d);
    if (c->kind == CK_PRIM) return false;
    size_t n = (size_t)(end - d);
    if (*d == 'L') d++, n -= 2;
    if (c->name->len != n || mem_cmp(c->name->s, d, n) != 0) return false;
    const ClassInfo *e = c;
    while (e->kind == CK_ARRAY && e->elem) e = e->elem;
    if (e->kind == CK_PRIM || (e->loader <= 2 && from->loader <= 2)) return true;
    return e->loader == from->loader || ci_find(ti->ks->cs, from->loader, c->name) == c;
}

static bool exact(ThreadInfo *ti, const ClassInfo *from, Ref mh, const Sym *desc) {
    Interp *in = ti_interp(ti);
    Heap *h = ti->ks->heap;
    u32 o = get_off(&in->off_mh_type, ei_class(h, ei(h, mh)), "type");
    Ref mt = o ? get_ref(h, mh, o) : 0;
    if (!mt) return false;
    const ClassInfo *mtc = ei_class(h, ei(h, mt));
    u32 ro = get_off(&in->off_rtype, mtc, "rtype"), po = get_off(&in->off_ptypes, mtc, "ptypes");
    Ref rt = ro ? get_ref(h, mt, ro) : 0, pts = po ? get_ref(h, mt, po) : 0;
    if (!rt || !pts) return false;
    u32 n = arr_len(h, pts), i = 0;
    const char *d = desc->s + 1;
    for (; *d != ')'; i++) {
        const char *e = desc_skip(d);
        if (i >= n || !same_type(ti, from, d, e, mirror_class(h, arr_ref(h, pts, i)))) return false;
        d = e;
    }
    return i == n && same_type(ti, from, d + 1, desc->s + desc->len, mirror_class(h, rt));
}

/* --- synthetic methods --- */

enum Adapter { AD_EXACT, AD_GENERIC, AD_VARHANDLE };

static void load_args(Asm *s, const Sig *d, u32 slot) {
    for (u32 i = 0; i < d->n; i++) {
        as_load(s, d->p[i], slot);
        slot += type_words(d->p[i]);
    }
}
static void call_poly(Asm *s, MethodInfo *mi, const char *desc) {
    SynthCp k = {.tag = CP_Methodref, .name = mi->name->s, .desc = desc, .resolved.mi = mi};
    if (vec_push(s->cx, &s->cp, k)) s->st = ST_ERROR;
    as_op_u16(s, OP_INVOKEVIRTUAL, (u16)(s->cp.n - 1));
}
static MethodInfo *poly_named(ClassInfo *ci, const char *name) {
    for (u32 i = 0; ci && i < ci->n_methods; i++)
        if ((ci->methods[i].attrs & MA_SIGPOLY) && !strcmp(ci->methods[i].name->s, name)) return &ci->methods[i];
    return NULL;
}
static MethodInfo *method_named(Link *l, const char *cls, const char *name, const char *desc) {
    ClassInfo *ci;
    Sym *s = sym_z(&l->cs->syms, cls);
    if (!s || ci_load(l->cs, 0, s, &ci, &l->je)) return l->as.st = ST_ERROR, NULL;
    MethodInfo *mi = ci ? ci_find_method(ci, name, desc) : NULL;
    if (!mi) link_missing(l, "%s.%s", cls, name);
    return mi;
}
void mh_call(Link *l, const char *cls, const char *name, const char *desc) {
    MethodInfo *mi = method_named(l, cls, name, desc);
    if (mi) as_invoke(&l->as, mi->flags & ACC_STATIC ? OP_INVOKESTATIC : OP_INVOKEVIRTUAL, mi);
}
MethodInfo *mh_poly(Link *l, const char *name) {
    ClassInfo *ci;
    Sym *s = sym_z(&l->cs->syms, "java/lang/invoke/MethodHandle");
    if (!s || ci_load(l->cs, 0, s, &ci, &l->je)) return l->as.st = ST_ERROR, NULL;
    MethodInfo *mi = poly_named(ci, name);
    if (!mi) link_missing(l, "MethodHandle.%s", name);
    return mi;
}
void mh_invoke_basic(Link *l, const char *desc) {
    MethodInfo *mi = mh_poly(l, "invokeBasic");
    if (mi) call_poly(&l->as, mi, desc);
}
void mh_push_type(Link *l, const char *desc) {
    SynthCp k = {.tag = CP_MethodType, .name = desc};
    if (vec_push(l->as.cx, &l->as.cp, k)) l->as.st = ST_ERROR;
    as_op_u16(&l->as, OP_LDC_W, (u16)(l->as.cp.n - 1));
}

/* VarHandle.AccessDescriptor of a call: its type and the access mode, compareAndSet -> COMPARE_AND_SET. */
static void push_descriptor(Link *l, const Sym *desc, const char *mode) {
    static const char access[] = "java/lang/invoke/VarHandle$AccessDescriptor";
    static const char modes[] = "java/lang/invoke/VarHandle$AccessMode";
    Asm *s = &l->as;
    char up[60];
    u32 n = 0;
    for (const char *p = mode; *p && n < sizeof up - 3; p++) {
        if (*p >= 'A' && *p <= 'Z') up[n++] = '_';
        up[n++] = *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p;
    }
    up[n] = 0;
    MethodInfo *init = method_named(l, access, "<init>", "(Ljava/lang/invoke/MethodType;II)V");
    MethodInfo *ordinal = method_named(l, "java/lang/Enum", "ordinal", "()I");
    ClassInfo *ci;
    FieldInfo *at = link_class_named(l, modes, &ci) || !ci ? NULL : ci_find_field(ci, "at");
    if (!init || !ordinal || !at) return;
    u16 value = as_field(s, modes, as_fmt(s, "%s", up), as_fmt(s, "L%s;", modes));
    as_op_u16(s, OP_NEW, as_class_of(s, init->ci));
    as_op(s, OP_DUP);
    mh_push_type(l, desc->s);
    as_op_u16(s, OP_GETSTATIC, value);
    as_op_u16(s, OP_GETFIELD, as_field_of(s, at));
    as_invoke(s, OP_INVOKEVIRTUAL, ordinal);
    as_op_u16(s, OP_GETSTATIC, value);
    as_invoke(s, OP_INVOKEVIRTUAL, ordinal);
    as_invoke(s, OP_INVOKESPECIAL, init);
}

static Status adapter(Link *l, enum Adapter kind, const Sym *desc, const char *mode) {
    Asm *s = &l->as;
    Sig d;
    const char *hc = kind == AD_VARHANDLE ? "java/lang/invoke/VarHandle" : "java/lang/invoke/MethodHandle";
    as_sig(s, desc->s, &d);
    as_op(s, OP_ALOAD_0);
    if (kind == AD_VARHANDLE) { /* as the JDK's Invokers.varHandleMethodGenericLinkerHandleForm */
        push_descriptor(l, desc, mode);
        mh_call(l, "java/lang/invoke/Invokers", "checkVarHandleGenericType",
                "(Ljava/lang/invoke/VarHandle;Ljava/lang/invoke/VarHandle$AccessDescriptor;)"
                "Ljava/lang/invoke/MethodHandle;");
        as_op(s, OP_ALOAD_0);
        mh_call(l, "java/lang/invoke/Invokers", "directVarHandleTarget",
                "(Ljava/lang/invoke/VarHandle;)Ljava/lang/invoke/VarHandle;");
        load_args(s, &d, 1);
        mh_invoke_basic(l, as_fmt(s, "(L%s;%s", hc, desc->s + 1));
    } else if (kind == AD_EXACT) {
        mh_push_type(l, desc->s);
        mh_call(l, "java/lang/invoke/Invokers", "checkExactType",
                "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V");
        as_op(s, OP_ALOAD_0);
        load_args(s, &d, 1);
        mh_invoke_basic(l, desc->s);
    } else {
        mh_push_type(l, desc->s);
        mh_call(l, hc, "asType", "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;");
        load_args(s, &d, 1);
        mh_invoke_basic(l, desc->s);
    }
    as_return(s, d.ret);
    l->own = as_fmt(
        s, "%s$$Handle+0x%016llx", l->ci->name->s,
        (unsigned long long)hash_bytes(desc->s, desc->len, mode ? hash_bytes(mode, strlen(mode), 5) : (u64)kind));
    as_method_end(s, "call", as_fmt(s, "(L%s;%s", hc, desc->s + 1), ACC_STATIC | ACC_SYNTHETIC, d.words + 1,
                  d.words + 8);
    ClassInfo *ci;
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (ci) l->site->mi = &ci->methods[0];
    return ST_OK;
}

static int through_adapter(ThreadInfo *ti, StackFrame *f, enum Adapter kind, const Sym *desc, const char *mode,
                           u32 *args) {
    IndySite site = {0};
    ClassInfo *from = f->mi->ci;
    Link l = {.ks = ti->ks, .cs = ti->ks->cs, .ci = from, .cf = from->cf, .caller = f->mi, .site = &site};
    as_init(&l.as, ti->ks->cx);
    Status st = adapter(&l, kind, desc, mode);
    if (!st) st = l.as.st;
    if (!st && l.as.bad) link_bad(&l, "%s", l.as.bad);
    as_free(&l.as);
    if (st) return NAT_ERROR;
    if (l.je.cls) return link_failed(ti, from->loader, &l.je);
    if (!site.mi) {
        snprintf(ti->ks->not_modelled, sizeof ti->ks->not_modelled, "%s is not modelled", l.missing);
        ti->ks->run_end = RUN_NOT_MODELLED;
        return NAT_END;
    }
    return enter(ti, f, site.mi, args);
}

int invoke_adapted_varhandle(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret) {
    (void)ret;
    return through_adapter(ti, f, AD_VARHANDLE, desc, s->mi->name->s, args);
}

/* --- linkTo* --- */

static int link_to(ThreadInfo *ti, StackFrame *f, const MethodInfo *how, const Sym *desc, u32 *args, u32 *ret) {
    KernelState *ks = ti->ks;
    u32 words = 0;
    for (const char *p = desc->s + 1; *p != ')'; p = desc_skip(p)) words += *p == 'J' || *p == 'D' ? 2 : 1;
    Ref mn = words ? args[words - 1] : 0;
    MethodInfo *mi = mn ? mh_member_method(ti, mn) : NULL;
    if (!mi) return mn ? method_not_modelled(ti, "a member without a method:", how) : throw_npe(ti);
    if (mi->n_args != words - 1) return method_not_modelled(ti, "a link of another shape to", mi);
    const char *kind = how->name->s + 6; /* Static, Virtual, Special, Interface */
    int r;
    if (mi->flags & ACC_STATIC) {
        if ((r = ensure_init(ti, mi->ci)) != NAT_OK) return r;
    } else {
        if (!args[0]) return throw_npe(ti);
        if ((*kind == 'V' || *kind == 'I') && !(mi->flags & ACC_PRIVATE)) {
            JErr je = {0};
            MethodInfo *t = mi_select(ks->cs, ei_class(ks->heap, ei(ks->heap, args[0])), mi, &je);
            if (!t) return je.cls ? throw_jerr(ti, &je) : NAT_ERROR;
            mi = t;
        }
    }
    return invoke_special_case(ti, f, mi, args, ret);
}

int invoke_handle(ThreadInfo *ti, StackFrame *f, Site *s, const Sym *desc, u32 *args, u32 *ret) {
    const MethodInfo *mi = s->mi;
    MethodInfo *t;
    const char *n = mi->name->s;
    if (mi->flags & ACC_STATIC) {
        if (!strncmp(n, "linkTo", 6) && strcmp(n, "linkToNative") != 0) return link_to(ti, f, mi, desc, args, ret);
        return method_not_modelled(ti, "signature-polymorphic method", mi);
    }
    bool generic = !strcmp(n, "invoke");
    if ((generic || !strcmp(n, "invokeExact")) && !exact(ti, f->mi->ci, args[0], desc))
        return through_adapter(ti, f, generic ? AD_GENERIC : AD_EXACT, desc, NULL, args);
    int r = mh_entry(ti, args[0], &t);
    if (r != NAT_OK) return r;
    u32 words = 1;
    for (const char *p = desc->s + 1; *p != ')'; p = desc_skip(p)) words += *p == 'J' || *p == 'D' ? 2 : 1;
    if (t->n_args != words) return method_not_modelled(ti, "a handle of another shape:", t);
    return enter(ti, f, t, args);
}
