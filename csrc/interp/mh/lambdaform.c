/* lambdaform.c -- method handles: a LambdaForm is turned into a static method of a synthetic class.
 *
 * java.lang.invoke describes what a handle does as a LambdaForm: a list of names, each a call of a
 * resolved member on earlier names and constants (JDK: LambdaForm, InvokerBytecodeGenerator). The
 * method made here is that list in bytecode, its arguments the form's. It depends on the shape of the
 * form alone: constants that are objects are read from the form of the handle at run time, so the
 * method may outlive the path, and forms of one shape share it. */
#include "interp/mh/mh.h"

enum { BT_L, BT_I, BT_J, BT_F, BT_D, BT_V }; /* ordinals of LambdaForm$BasicType */
static const char *const basic[] = {"Ljava/lang/Object;", "I", "J", "F", "D", "V"};

typedef struct Form {
    ThreadInfo *ti;
    Heap *h;
    Asm as;
    Ref lf, names;
    u32 n, arity;
    u32 *slot; /* local of each name */
    u8 *type;
    u32 form_slot, stack;
    const char *bad;
} Form;

/* Fields by name; only while a form is compiled. */
static Ref ref_field(Form *b, Ref o, const char *name) {
    FieldInfo *fi = o ? ci_find_field(ei_class(b->h, ei(b->h, o)), name) : NULL;
    return fi ? get_ref(b->h, o, fi->offset) : 0;
}
static i32 int_field(Form *b, Ref o, const char *name) {
    FieldInfo *fi = o ? ci_find_field(ei_class(b->h, ei(b->h, o)), name) : NULL;
    if (!fi) return 0;
    const u8 *p = (const u8 *)ei(b->h, o) + fi->offset;
    switch (type_size(fi->type)) {
    case 1: return fi->type == T_BOOLEAN ? *p : *(const i8 *)p;
    case 2: return fi->type == T_CHAR ? *(const u16 *)(const void *)p : *(const i16 *)(const void *)p;
    default: return *(const i32 *)(const void *)p;
    }
}
static bool is_class(Form *b, Ref o, const char *name) {
    return o && !strcmp(ei_class(b->h, ei(b->h, o))->name->s, name);
}
static u32 basic_type(Form *b, Ref name) {
    Ref t = ref_field(b, name, "type");
    i32 o = t ? int_field(b, t, "ordinal") : BT_V;
    return o < BT_L || o > BT_V ? BT_V : (u32)o;
}
static Ref elem(Form *b, Ref arr, u32 i) { return arr_ref(b->h, arr, i); }

MethodInfo *mh_member_method(ThreadInfo *ti, Ref mn) {
    Interp *in = ti_interp(ti);
    Heap *h = ti->ks->heap;
    if (!in->off_mn_method) {
        FieldInfo *fi = ci_find_field(ei_class(h, ei(h, mn)), "method");
        in->off_mn_method = fi ? fi->offset : 0;
    }
    Ref rm = in->off_mn_method ? get_ref(h, mn, in->off_mn_method) : 0;
    if (!rm) return NULL;
    if (!in->off_rmn_target) {
        FieldInfo *fi = ci_find_field(ei_class(h, ei(h, rm)), "vmtarget");
        in->off_rmn_target = fi ? fi->offset : 0;
    }
    u32 id = in->off_rmn_target ? get_u32(h, rm, in->off_rmn_target) : 0;
    return id && id <= ti->ks->cs->methods.n ? ti->ks->cs->methods.v[id - 1] : NULL;
}

/* --- pushing arguments --- */

static void get(Form *b, const char *cls, const char *name, const char *desc) {
    ClassInfo *ci = NULL;
    Classes *cs = b->ti->ks->cs;
    Sym *s = sym_z(&cs->syms, cls);
    if (s) ci = ci_find(cs, 0, s);
    FieldInfo *fi = ci ? ci_find_field(ci, name) : NULL;
    if (!fi) {
        b->bad = name;
        return;
    }
    as_op_u16(&b->as, OP_GETFIELD, as_field_of(&b->as, fi));
}
/* names[i] of the form that this call of the handle began with. */
static void push_name(Form *b, u32 i) {
    as_load(&b->as, basic[BT_L], b->form_slot);
    get(b, "java/lang/invoke/LambdaForm", "names", NULL);
    as_int(&b->as, (i32)i);
    as_op(&b->as, OP_AALOAD);
}
static void push_const(Form *b, u32 i, u32 j, Ref c, char want) {
    Asm *s = &b->as;
    i64 v = 0;
    SynthCp k = {0};
    if (want != 'L') {
        FieldInfo *fi = c ? ci_find_field(ei_class(b->h, ei(b->h, c)), "value") : NULL;
        u8 t = fi ? fi->type : T_VOID;
        if (!fi || t == T_REF) {
            b->bad = "a constant that is no box";
            return;
        }
        if (type_size(t) == 8) memcpy(&v, (u8 *)ei(b->h, c) + fi->offset, 8);
        else v = int_field(b, c, "value");
        switch (want) {
        case 'I': as_int(s, (i32)v); return;
        case 'F': k = (SynthCp){.tag = CP_Float, .bits = v}; break;
        case 'J': k = (SynthCp){.tag = CP_Long, .bits = v}; break;
        default: k = (SynthCp){.tag = CP_Double, .bits = v}; break;
        }
        if (vec_push(s->cx, &s->cp, k)) s->st = ST_ERROR;
        as_op_u16(s, want == 'F' ? OP_LDC_W : OP_LDC2_W, (u16)(s->cp.n - 1));
        return;
    }
    if (!c) {
        as_op(s, OP_ACONST_NULL);
        return;
    }
    if (ei_class(b->h, ei(b->h, c)) == b->ti->ks->cs->class_) {
        as_op_u16(s, OP_LDC_W, as_class_of(s, mirror_class(b->h, c)));
        return;
    }
    push_name(b, i);
    get(b, "java/lang/invoke/LambdaForm$Name", "arguments", NULL);
    as_int(s, (i32)j);
    as_op(s, OP_AALOAD);
}
static char want_of(char d) {
    switch (d) {
    case 'Z':
    case 'B':
    case 'S':
    case 'C':
    case 'I': return 'I';
    case '[': return 'L';
    default: return d;
    }
}
static void push_arg(Form *b, u32 i, Ref args, u32 j, char want) {
    Ref a = elem(b, args, j);
    if (!is_class(b, a, "java/lang/invoke/LambdaForm$Name")) {
        push_const(b, i, j, a, want);
        return;
    }
    u32 k = (u32)int_field(b, a, "index");
    if (k >= i) {
        b->bad = "a name that is used before it is computed";
        return;
    }
    as_load(&b->as, basic[b->type[k]], b->slot[k]);
}

/* Basic descriptor of a MethodType after `skip` parameters; types: one letter a parameter. */
static const char *basic_desc(Form *b, Ref mt, const char **types) {
    Ref rt = ref_field(b, mt, "rtype"), pts = ref_field(b, mt, "ptypes");
    if (!rt || !pts) return NULL;
    u32 n = arr_len(b->h, pts);
    char *d = arena_alloc(&b->as.a, 20u * n + 30), *t = arena_alloc(&b->as.a, n + 1u), *p = d;
    if (!d || !t) return b->as.st = ST_ERROR, NULL;
    *p++ = '(';
    for (u32 i = 0; i <= n; i++) {
        const ClassInfo *c = mirror_class(b->h, i < n ? elem(b, pts, i) : rt);
        char w = c->kind != CK_PRIM    ? 'L'
                 : c->prim == T_LONG   ? 'J'
                 : c->prim == T_FLOAT  ? 'F'
                 : c->prim == T_DOUBLE ? 'D'
                 : c->prim == T_VOID   ? 'V'
                                       : 'I';
        if (i < n) t[i] = w;
        else *p++ = ')';
        if (w == 'L') p += sprintf(p, "Ljava/lang/Object;");
        else *p++ = w;
    }
    *p = 0;
    t[n] = 0;
    *types = t;
    return d;
}

static u16 poly_ref(Form *b, MethodInfo *mi, const char *desc) {
    SynthCp k = {.tag = CP_Methodref, .name = mi->name->s, .desc = desc, .resolved.mi = mi};
    if (vec_push(b->as.cx, &b->as.cp, k)) b->as.st = ST_ERROR;
    return (u16)(b->as.cp.n - 1);
}

static void emit_sigpoly(Form *b, u32 i, Ref member, MethodInfo *mi, Ref args) {
    const char *types, *d = basic_desc(b, ref_field(b, member, "type"), &types);
    bool st = mi->flags & ACC_STATIC;
    u32 n = arr_len(b->h, args);
    if (!d || strlen(types) + !st != n) {
        if (!b->bad) b->bad = "a polymorphic call of another type";
        return;
    }
    for (u32 j = 0; j < n; j++) push_arg(b, i, args, j, st ? types[j] : j ? types[j - 1] : 'L');
    as_op_u16(&b->as, st ? OP_INVOKESTATIC : OP_INVOKEVIRTUAL, poly_ref(b, mi, d));
}

/* MethodHandleImpl.tryFinally gives the cleanup handle null for the result when the target threw; compiled
 * forms of the JDK give it the type's zero, which is what MethodHandles.tryFinally promises. */
static bool is_try_finally(const MethodInfo *mi) {
    return !strcmp(mi->name->s, "tryFinally") && !strcmp(mi->ci->name->s, "java/lang/invoke/MethodHandleImpl");
}
/* The handle on the stack, its second parameter an Object in which null stands for zero. */
static void null_as_zero(Form *b) {
    static const char mh[] = "java/lang/invoke/MethodHandle", mt[] = "java/lang/invoke/MethodType";
    Asm *s = &b->as;
    as_op(s, OP_DUP);
    as_virtual(s, mh, "type", "()Ljava/lang/invoke/MethodType;");
    as_virtual(s, mt, "parameterCount", "()I");
    as_op(s, OP_ICONST_2);
    u32 short_one = as_branch(s, OP_IF_ICMPLT);
    as_op(s, OP_DUP);
    as_virtual(s, mh, "type", "()Ljava/lang/invoke/MethodType;");
    as_op(s, OP_ICONST_1);
    as_op_u16(s, OP_LDC_W, as_class(s, "java/lang/Object"));
    as_virtual(s, mt, "changeParameterType", "(ILjava/lang/Class;)Ljava/lang/invoke/MethodType;");
    as_static(s, "java/lang/invoke/MethodHandles", "explicitCastArguments",
              "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;");
    as_land(s, short_one);
}

static void emit_method(Form *b, u32 i, MethodInfo *mi, Ref args, u32 kind) {
    bool st = mi->flags & ACC_STATIC;
    const char *d = mi->desc->s + 1;
    for (u32 j = 0; j < arr_len(b->h, args); j++) {
        char want = 'L';
        if (st || j) {
            if (*d == ')') {
                b->bad = "a call with too many arguments";
                return;
            }
            want = want_of(*d);
            d = desc_skip(d);
        }
        push_arg(b, i, args, j, want);
        if (j == 1 && is_try_finally(mi)) null_as_zero(b);
    }
    if (*d != ')') b->bad = "a call with too few arguments";
    u8 op = st                                                                               ? OP_INVOKESTATIC
            : (mi->flags & ACC_PRIVATE) || kind == 7 || mi->name == ti_interp(b->ti)->s_init ? OP_INVOKESPECIAL
            : mi->ci->access & ACC_INTERFACE                                                 ? OP_INVOKEINTERFACE
                                                                                             : OP_INVOKEVIRTUAL;
    as_invoke(&b->as, op, mi);
}

/* A field as the function: getters of bound handles' classes, MethodHandleStatics.UNSAFE. */
static bool emit_field(Form *b, u32 i, Ref member, Ref args) {
    u32 kind = (u32)int_field(b, member, "flags") >> 24 & 15;
    Ref cls = ref_field(b, member, "clazz"), ns = ref_field(b, member, "name");
    if (!cls || !ns) return false;
    size_t n;
    char *t = string_utf8(b->h, ns, &n);
    if (!t) return b->as.st = ST_ERROR, false;
    FieldInfo *fi = ci_find_field(mirror_class(b->h, cls), t);
    cx_free(b->ti->ks->cx, t, n + 1);
    if (!fi || kind < 1 || kind > 2 || arr_len(b->h, args) != (kind == 1 && !(fi->flags & ACC_STATIC))) return false;
    bool st = fi->flags & ACC_STATIC;
    if (!st) push_arg(b, i, args, 0, 'L');
    as_op_u16(&b->as, st ? OP_GETSTATIC : OP_GETFIELD, as_field_of(&b->as, fi));
    return true;
}

/* Any other function is called through its own handle. */
static void emit_handle(Form *b, u32 i, Ref fn, Ref args) {
    Ref mh = ref_field(b, fn, "resolvedHandle");
    const char *types, *d = mh ? basic_desc(b, ref_field(b, mh, "type"), &types) : NULL;
    ClassInfo *mhc = mh ? ei_class(b->h, ei(b->h, mh)) : NULL;
    Sym *s = sym_z(&b->ti->ks->cs->syms, "invokeBasic");
    MethodInfo *basic_call = NULL;
    for (ClassInfo *c = mhc; c && s && !basic_call; c = c->super)
        for (u32 k = 0; k < c->n_methods; k++)
            if (c->methods[k].name == s && (c->methods[k].attrs & MA_SIGPOLY)) basic_call = &c->methods[k];
    if (!d || !basic_call || strlen(types) != arr_len(b->h, args)) {
        b->bad = "a function without a handle";
        return;
    }
    push_name(b, i);
    get(b, "java/lang/invoke/LambdaForm$Name", "function", NULL);
    get(b, "java/lang/invoke/LambdaForm$NamedFunction", "resolvedHandle", NULL);
    for (u32 j = 0; j < arr_len(b->h, args); j++) push_arg(b, i, args, j, types[j]);
    as_op_u16(&b->as, OP_INVOKEVIRTUAL, poly_ref(b, basic_call, d));
}

static void store(Asm *s, const char *type, u32 slot) {
    u8 op = *type == 'I'   ? OP_ISTORE
            : *type == 'J' ? OP_LSTORE
            : *type == 'F' ? OP_FSTORE
            : *type == 'D' ? OP_DSTORE
                           : OP_ASTORE;
    if (slot < 256) {
        as_op_u8(s, op, (u8)slot);
    } else {
        as_op(s, OP_WIDE);
        as_op_u16(s, op, (u16)slot);
    }
}

static void emit_name(Form *b, u32 i) {
    Ref name = elem(b, b->names, i), fn = ref_field(b, name, "function"), args = ref_field(b, name, "arguments");
    if (!fn || !args) {
        b->bad = "a name without a function";
        return;
    }
    Ref member = ref_field(b, fn, "member");
    MethodInfo *mi = member ? mh_member_method(b->ti, member) : NULL;
    u32 kind = member ? (u32)int_field(b, member, "flags") >> 24 & 15 : 0;
    char ret = b->type[i] == BT_V ? 'V' : 'X';
    if (mi && (mi->attrs & MA_SIGPOLY)) {
        emit_sigpoly(b, i, member, mi, args);
    } else if (mi) {
        emit_method(b, i, mi, args, kind);
        ret = *desc_return_type(mi->desc->s);
    } else if (!member || !emit_field(b, i, member, args)) {
        emit_handle(b, i, fn, args);
    }
    if (b->type[i] != BT_V) store(&b->as, basic[b->type[i]], b->slot[i]);
    else if (ret != 'V') as_op(&b->as, ret == 'J' || ret == 'D' ? OP_POP2 : OP_POP);
}

static u64 hash_text(const char *t, u64 h) { return t ? hash_bytes(t, strlen(t), h) : mix64(h, 1); }

/* What two forms of one shape have in common. */
static u64 shape(Form *b, const char *desc) {
    u64 h = hash_bytes(b->as.code.v, b->as.code.n, hash_text(desc, 77));
    for (u32 i = 1; i < b->as.cp.n; i++) {
        const SynthCp *k = &b->as.cp.v[i];
        h = mix64(h, (u64)k->tag << 56 ^ (u64)k->bits);
        h = hash_text(k->cls, hash_text(k->name, hash_text(k->desc, h)));
        if (!k->resolved.p) continue;
        if (k->tag == CP_Class) h = mix64(h, k->resolved.ci->key);
        else if (k->tag == CP_Fieldref) h = hash_text(k->resolved.fi->name->s, mix64(h, k->resolved.fi->ci->key));
        else h = mix64(h, k->resolved.mi->key);
    }
    return h;
}

static Status emit(Form *b, MethodInfo **out) {
    Asm *s = &b->as;
    Classes *cs = b->ti->ks->cs;
    char desc[256 * 20];
    char *p = desc;
    u32 locals = 0, words = 0;
    *p++ = '(';
    for (u32 i = 0; i < b->n; i++) {
        Ref name = elem(b, b->names, i);
        b->type[i] = (u8)basic_type(b, name);
        b->slot[i] = locals;
        locals += type_words(basic[b->type[i]]);
        if (i < b->arity) p += sprintf(p, "%s", basic[b->type[i]]);
        Ref args = ref_field(b, name, "arguments");
        u32 w = args ? 2 * arr_len(b->h, args) : 0;
        if (w > words) words = w;
    }
    i32 result = int_field(b, b->lf, "result");
    if (result >= (i32)b->n) b->bad = "a result that is no name";
    u32 rt = result < 0 || b->bad ? BT_V : b->type[result];
    sprintf(p, ")%s", basic[rt]);
    b->form_slot = locals++;
    as_load(s, basic[BT_L], 0);
    get(b, "java/lang/invoke/MethodHandle", "form", NULL);
    store(s, basic[BT_L], b->form_slot);
    for (u32 i = b->arity; i < b->n && !b->bad; i++) emit_name(b, i);
    if (rt != BT_V) as_load(s, basic[rt], b->slot[result]);
    as_return(s, basic[rt]);
    if (b->bad || s->bad || s->st) return s->st;
    const char *own = as_fmt(s, "java/lang/invoke/LambdaForm$$LF+0x%016llx", (unsigned long long)shape(b, desc));
    as_method_end(s, "call", as_fmt(s, "%s", desc), ACC_STATIC | ACC_SYNTHETIC, locals, words + 8);
    if (s->st) return s->st;
    ClassInfo *ci;
    if (ci_synth(cs, 0, own, NULL, NULL, 0, NULL, s->cp.v, s->cp.n, NULL, 0, s->methods.v, s->methods.n, &ci))
        return ST_ERROR;
    ci->attrs |= CA_SYSTEM;
    ci->methods[0].attrs |= MA_SYNTHETIC_VM | MA_HIDDEN;
    *out = &ci->methods[0];
    return ST_OK;
}

static int compile(ThreadInfo *ti, Ref lf, MethodInfo **out) {
    Form b = {.ti = ti, .h = ti->ks->heap, .lf = lf};
    b.names = ref_field(&b, lf, "names");
    b.n = b.names ? arr_len(b.h, b.names) : 0;
    b.arity = (u32)int_field(&b, lf, "arity");
    *out = NULL;
    as_init(&b.as, ti->ks->cx);
    b.slot = arena_alloc(&b.as.a, (b.n + 1) * sizeof *b.slot);
    b.type = arena_alloc(&b.as.a, b.n + 1);
    Status st = b.as.st;
    if (!b.slot || !b.type) st = ST_ERROR;
    else if (!b.n || b.arity > b.n || b.arity > 255) b.bad = "a form without a handle";
    else st = emit(&b, out);
    const char *why = b.bad ? b.bad : b.as.bad;
    as_free(&b.as);
    if (st) return NAT_ERROR;
    if (*out) return NAT_OK;
    snprintf(ti->ks->not_modelled, sizeof ti->ks->not_modelled, "a method handle is not modelled: %s",
             why ? why : "its form");
    ti->ks->run_end = RUN_NOT_MODELLED;
    return NAT_END;
}

int mh_entry(ThreadInfo *ti, Ref mh, MethodInfo **out) {
    Interp *in = ti_interp(ti);
    Heap *h = ti->ks->heap;
    if (!in->off_form) {
        FieldInfo *fi = ci_find_field(ei_class(h, ei(h, mh)), "form");
        in->off_form = fi ? fi->offset : 0;
    }
    Ref lf = in->off_form ? get_ref(h, mh, in->off_form) : 0;
    if (!lf) return throw_npe(ti);
    if (!in->off_entry) {
        FieldInfo *fi = ci_find_field(ei_class(h, ei(h, lf)), "vmEntry");
        in->off_entry = fi ? fi->offset : 0;
    }
    u32 *p = in->off_entry ? (u32 *)(void *)((u8 *)ei(h, lf) + in->off_entry) : NULL;
    if (p && *p && *p <= ti->ks->cs->methods.n) {
        *out = ti->ks->cs->methods.v[*p - 1];
        return NAT_OK;
    }
    int r = compile(ti, lf, out);
    if (r == NAT_OK && p) *p = (*out)->id + 1; /* follows from the form: raw, not undone */
    return r;
}
