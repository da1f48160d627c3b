/* quicken.c -- first execution of instructions that name the constant pool: resolve, then rewrite.
 *
 * What a quick form bakes in is a function of the class files; what a path can change (class
 * initialization, interned strings) it tests when it runs. */
#include "interp/interp_int.h"
#include "kernel/fielduse.h"

u32 site_new(Interp *in, Site **out) {
    if (in->n_sites == in->n_chunks << SITE_SHIFT) {
        if (in->n_chunks == in->cap_chunks) {
            u32 cap = in->cap_chunks ? in->cap_chunks * 2 : 64;
            Site **p = cx_realloc(in->ks->cx, in->chunk, in->cap_chunks * sizeof *p, cap * sizeof *p);
            if (!p) return UINT32_MAX;
            in->chunk = p;
            in->cap_chunks = cap;
        }
        Site *c = arena_alloc(&in->arena, SITE_CHUNK * sizeof *c);
        if (!c) return UINT32_MAX;
        in->chunk[in->n_chunks++] = c;
    }
    u32 i = in->n_sites++;
    *out = site_at(in, i);
    (*out)->cls = NO_CLASS;
    return i;
}

int link_failed(ThreadInfo *ti, u32 loader, const JErr *je) {
    if (je->cls == JERR_LOAD) {
        bool found;
        if (load_from_parent(ti, loader, je->name, &found) != ST_OK) return NAT_ERROR;
        return found ? NAT_RETRY : push_load(ti, loader, je->name->s, false);
    }
    /* Java's own loader says ClassNotFoundException, the cause of what is thrown here. */
    if (loader && loader < ti->ks->cs->loaders.n && ti->ks->cs->loaders.v[loader].obj && jerr_no_class(je) &&
        !strpbrk(jerr_text(je), " ("))
        return push_load(ti, loader, jerr_text(je), true);
    return throw_jerr(ti, je);
}

/* What a loader of the program's has defined may be quickened on many paths: the instruction's site is found again. */
static int new_site(ThreadInfo *ti, const MethodInfo *mi, const Insn *pc, Site **s, u32 *index) {
    Interp *in = ti_interp(ti);
    bool again = mi->ci->attrs & CA_OWN_LOADER;
    u64 key = (u64)mi->id << 32 | (u64)(pc - mi->code), had;
    if (again && map_get(&in->sites, key, &had)) {
        *index = (u32)had;
        *s = site_at(in, *index);
        **s = (Site){.cls = NO_CLASS};
        return NAT_OK;
    }
    *index = site_new(in, s);
    if (*index == UINT32_MAX || (again && map_put(&in->sites, key, *index) != ST_OK)) return NAT_ERROR;
    return NAT_OK;
}

int quick_ldc(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    KernelState *ks = ti->ks;
    ClassInfo *ci = f->mi->ci;
    JErr je = {0};
    switch (pc->a) {
    case CP_String: {
        u32 index;
        Ref r;
        if (intern_literal(ks->heap, ci->cf->cp[pc->u].u.sym, &index, &r) != ST_OK) return NAT_ERROR;
        pc->u = index;
        pc->op = OP_LDC_STR;
        return NAT_OK;
    }
    case CP_Class: {
        ClassInfo *c;
        if (resolve_class(ks->cs, ci, (u16)pc->u, &c, &je) != ST_OK) return NAT_ERROR;
        if (!c) return link_failed(ti, ci->loader, &je);
        pc->u = c->id;
        pc->op = OP_LDC_CLS;
        return NAT_OK;
    }
    default: {
        IndySite *s;
        int r = indy_ldc(ti, ci, (u16)pc->u, &s);
        if (r != NAT_OK) return r;
        pc->u = s->index;
        pc->op = OP_LDC_SITE;
        return NAT_OK;
    }
    }
}

static const u8 get_kind[12] = {[T_REF] = 3,  [T_BOOLEAN] = 0, [T_CHAR] = 1, [T_FLOAT] = 3, [T_DOUBLE] = 4,
                                [T_BYTE] = 0, [T_SHORT] = 2,   [T_INT] = 3,  [T_LONG] = 4};
static const u8 put_kind[12] = {[T_REF] = 5,  [T_BOOLEAN] = 0, [T_CHAR] = 2, [T_FLOAT] = 3, [T_DOUBLE] = 4,
                                [T_BYTE] = 1, [T_SHORT] = 2,   [T_INT] = 3,  [T_LONG] = 4};
static const u16 op_get[2][5] = {{OP_GETF_B, OP_GETF_C, OP_GETF_S, OP_GETF_I, OP_GETF_J},
                                 {OP_GETFW_B, OP_GETFW_C, OP_GETFW_S, OP_GETFW_I, OP_GETFW_J}};
static const u16 op_put[2][6] = {{OP_PUTF_Z, OP_PUTF_B, OP_PUTF_S, OP_PUTF_I, OP_PUTF_J, OP_PUTF_R},
                                 {OP_PUTFW_Z, OP_PUTFW_B, OP_PUTFW_S, OP_PUTFW_I, OP_PUTFW_J, OP_PUTFW_R}};
static const u16 op_gets[5] = {OP_GETS_B, OP_GETS_C, OP_GETS_S, OP_GETS_I, OP_GETS_J};
static const u16 op_puts[6] = {OP_PUTS_Z, OP_PUTS_B, OP_PUTS_S, OP_PUTS_I, OP_PUTS_J, OP_PUTS_R};

static bool breaks(const FieldInfo *fi) { return !(fi->attrs & FA_NEVER_BREAK) || (fi->attrs & FA_BREAK); }

static int field_of(ThreadInfo *ti, StackFrame *f, Insn *pc, bool stat, bool put, FieldInfo **fi) {
    ClassInfo *ci = f->mi->ci;
    JErr je = {0};
    if (resolve_field(ti->ks->cs, ci, (u16)pc->u, stat, fi, &je) != ST_OK) return NAT_ERROR;
    if (!*fi) return link_failed(ti, ci->loader, &je);
    if (put && !put_final_ok(ci, f->mi, *fi, &je)) return throw_jerr(ti, &je);
    return NAT_OK;
}

int quick_field(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    FieldInfo *fi;
    bool put = pc->op == OP_PUTFIELD;
    int r = field_of(ti, f, pc, false, put, &fi);
    if (r != NAT_OK) return r;
    int w = !(f->mi->ci->attrs & CA_SYSTEM) || breaks(fi);
    pc->a = 0xffff;
    pc->u = fi->offset;
    pc->op = put ? op_put[w][put_kind[fi->type]] : op_get[w][get_kind[fi->type]];
    if (pc > f->mi->code && pc[-1].op == OP_ALOAD) {
        if (pc->op == OP_GETF_I) pc[-1].op = OP_F_A_GETF_I;
        if (pc->op == OP_GETFW_I) pc[-1].op = OP_F_A_GETFW_I;
    }
    return NAT_OK;
}

int quick_static(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    FieldInfo *fi;
    KernelState *ks = ti->ks;
    bool put = pc->op == OP_PUTSTATIC;
    int r = field_of(ti, f, pc, true, put, &fi);
    if (r != NAT_OK) return r;
    Site *s;
    u32 index;
    if ((r = new_site(ti, f->mi, pc, &s, &index)) != NAT_OK) return r;
    if (!fi->ci->mirror_p) return cx_fail(ks->cx, ERR_INTERNAL, "class %s has no mirror", fi->ci->name->s), NAT_ERROR;
    s->ci = fi->ci;
    s->fi = fi;
    s->addr = (u8 *)ei(ks->heap, fi->ci->mirror) + fi->offset;
    /* Initialization publishes a static final: its reads are no scheduling points. */
    bool fin = (fi->attrs & FA_FINAL) && !(fi->known & KF_SETTING) && ks->cfg.por && ks->uses->static_finals;
    bool expose = put && fi->type == T_REF && !(fi->ci->attrs & CA_SYSTEM) && !(f->mi->attrs & MA_SYNTHETIC_VM);
    pc->a = (breaks(fi) && (!fin || (fi->attrs & FA_ALWAYS))) || expose;
    pc->u = index;
    pc->op = put ? op_puts[put_kind[fi->type]] : op_gets[get_kind[fi->type]];
    return NAT_OK;
}

int quick_invoke(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    KernelState *ks = ti->ks;
    ClassInfo *ci = f->mi->ci;
    MethodInfo *mi;
    JErr je = {0};
    u16 cp = (u16)pc->u, op = pc->op;
    enum InvokeKind kind = op == OP_INVOKESTATIC      ? INV_STATIC
                           : op == OP_INVOKESPECIAL   ? INV_SPECIAL
                           : op == OP_INVOKEINTERFACE ? INV_INTERFACE
                                                      : INV_VIRTUAL;
    if (resolve_invoke(ks->cs, ci, cp, kind, &mi, &je) != ST_OK) return NAT_ERROR;
    if (!mi) return link_failed(ti, ci->loader, &je);
    MethodInfo *target = mi;
    u16 q = OP_INV_VIRTUAL;
    if (mi->attrs & MA_SIGPOLY) {
        q = OP_INV_POLY;
    } else if (kind == INV_STATIC) {
        q = OP_INV_STATIC;
    } else if (kind == INV_SPECIAL) {
        target = mi_select_special(ks->cs, ci, cp, mi, &je);
        if (!target) return throw_jerr(ti, &je);
        q = OP_INV_SPECIAL;
    } else if (mi->flags & ACC_PRIVATE) {
        q = OP_INV_SPECIAL; /* nest mates: no selection (JVMS 5.4.6) */
    } else if (mi->ci->flags & ACC_INTERFACE) {
        q = OP_INV_IFACE;
    } else if (((mi->flags | mi->ci->flags) & ACC_FINAL) && (f->mi->ci->attrs & CA_SYSTEM)) {
        q = OP_INV_SPECIAL;
    }
    Site *s;
    u32 index;
    int r = new_site(ti, f->mi, pc, &s, &index);
    if (r != NAT_OK) return r;
    if (kind == INV_STATIC && !mi->ci->mirror_p)
        return cx_fail(ks->cx, ERR_INTERNAL, "class %s has no mirror", mi->ci->name->s), NAT_ERROR;
    s->mi = mi;
    s->target = target;
    s->ci = mi->ci;
    s->cp = cp;
    pc->u = index;
    pc->op = q;
    return NAT_OK;
}

int quick_indy(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    IndySite *s;
    int r = indy_link(ti, f->mi, (u32)(pc - f->mi->code), (u16)pc->u, &s);
    if (r != NAT_OK) return r;
    pc->u = s->index;
    pc->op = s->instance ? OP_INV_CONST : OP_INV_DYN;
    return NAT_OK;
}

int quick_class(ThreadInfo *ti, StackFrame *f, Insn *pc) {
    Classes *cs = ti->ks->cs;
    ClassInfo *ci = f->mi->ci, *c;
    JErr je = {0};
    if (pc->op == OP_NEWARRAY) {
        if (ci_array_of(cs, cs->prim[pc->a], &c) != ST_OK) return NAT_ERROR;
        pc->u = c->id;
        pc->op = OP_NEWARRAY_Q;
        return NAT_OK;
    }
    if (resolve_class(cs, ci, (u16)pc->u, &c, &je) != ST_OK) return NAT_ERROR;
    if (!c) {
        const Sym *name = ci->cf->cp[pc->u].u.sym;
        return *name->s == '[' ? array_link_failed(ti, ci->loader, name, &je) : link_failed(ti, ci->loader, &je);
    }
    switch (pc->op) {
    case OP_NEW: {
        char buf[512];
        if (c->kind != CK_CLASS || (c->flags & (ACC_ABSTRACT | ACC_INTERFACE)) || c == cs->class_)
            return throw_new(ti, "java/lang/InstantiationError", "%s", ci_external_name(c, buf, sizeof buf));
        if (!c->mirror_p) return cx_fail(ti->ks->cx, ERR_INTERNAL, "class %s has no mirror", c->name->s), NAT_ERROR;
        pc->op = OP_NEW_Q;
        break;
    }
    case OP_ANEWARRAY:
        if (ci_array_of(cs, c, &c) != ST_OK) return NAT_ERROR;
        pc->op = OP_ANEWARRAY_Q;
        break;
    case OP_MULTIANEWARRAY: {
        ClassInfo *e = c;
        for (u32 i = 0; i < pc->a; i++) {
            if (e->kind != CK_ARRAY)
                return throw_new(ti, "java/lang/VerifyError", "Illegal dimensions of multianewarray");
            e = e->elem;
        }
        pc->op = OP_MULTIANEWARRAY_Q;
        break;
    }
    case OP_CHECKCAST:
        pc->a = 0xffff;
        pc->op = OP_CHECKCAST_Q;
        break;
    default:
        pc->a = 0xffff;
        pc->op = OP_INSTANCEOF_Q;
        break;
    }
    pc->u = c->id;
    return NAT_OK;
}
