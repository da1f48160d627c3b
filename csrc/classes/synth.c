/* synth.c -- classes the VM makes: a ClassFile is put together in memory and linked like any other,
 * so that predecoding, liveness and resolution need no special case. */
#include "base/hash.h"
#include "classes/link.h"

typedef struct Build {
    Classes *cs;
    CpEntry *cp;
    RtConst *rt; /* links given by the caller */
    u32 n, cap;
} Build;

static bool is_ref(u8 tag) { return tag >= CP_Fieldref && tag <= CP_InterfaceMethodref; }

/* An entry behind the caller's; 0 on failure. */
static u16 add(Build *b, CpEntry e) {
    if (b->n >= b->cap) return 0;
    b->cp[b->n] = e;
    return (u16)b->n++;
}

static u16 add_utf8(Build *b, const char *s) {
    Sym *y = sym_z(&b->cs->syms, s);
    return y ? add(b, (CpEntry){.tag = CP_Utf8, .u.sym = y}) : 0;
}

static u16 add_class(Build *b, const char *name) {
    u16 u = add_utf8(b, name);
    return u ? add(b, (CpEntry){.tag = CP_Class, .a = u, .u.sym = b->cp[u].u.sym}) : 0;
}

static u16 add_nat(Build *b, const char *name, const char *desc) {
    u16 n = add_utf8(b, name), d = n ? add_utf8(b, desc) : 0;
    return d ? add(b, (CpEntry){.tag = CP_NameAndType, .a = n, .b = d}) : 0;
}

static Status fill(Build *b, u32 i, const SynthCp *s) {
    CpEntry *e = &b->cp[i];
    e->tag = s->tag;
    b->rt[i] = s->resolved;
    switch (s->tag) {
    case CP_Integer: e->u.i = (i32)s->bits; return ST_OK;
    case CP_Float: memcpy(&e->u.f, &(u32){(u32)s->bits}, 4); return ST_OK;
    case CP_Long:
    case CP_Double: e->u.l = s->bits; return ST_OK;
    case CP_Class:
    case CP_String:
    case CP_MethodType:
    case CP_Utf8: {
        const char *t = s->tag == CP_Class ? s->cls : s->name;
        if (!t && s->tag == CP_Class && s->resolved.ci) t = s->resolved.ci->name->s;
        if (!t) t = "";
        u16 u = s->tag == CP_Utf8 ? 0 : add_utf8(b, t);
        Sym *y = sym_z(&b->cs->syms, t);
        if (!y || (s->tag != CP_Utf8 && !u)) return ST_ERROR;
        b->cp[i].a = u;
        b->cp[i].u.sym = y;
        return ST_OK;
    }
    case CP_NameAndType: {
        u16 n = add_utf8(b, s->name), d = n ? add_utf8(b, s->desc) : 0;
        if (!d) return ST_ERROR;
        b->cp[i].a = n;
        b->cp[i].b = d;
        return ST_OK;
    }
    default: break;
    }
    if (!is_ref(s->tag)) return ST_OK;
    const char *cls = s->cls, *name = s->name, *desc = s->desc;
    if (s->resolved.p) {
        const FieldInfo *f = s->resolved.fi;
        const MethodInfo *m = s->resolved.mi;
        bool field = s->tag == CP_Fieldref;
        if (!cls) cls = field ? f->ci->name->s : m->ci->name->s;
        if (!name) name = field ? f->name->s : m->name->s;
        if (!desc) desc = field ? f->desc->s : m->desc->s;
    }
    u16 c = add_class(b, cls), nt = c ? add_nat(b, name, desc) : 0;
    if (!nt) return ST_ERROR;
    b->cp[i].a = c;
    b->cp[i].b = nt;
    return ST_OK;
}

/* Names used inside the arena-held ClassFile. */
static bool member(Classes *cs, CfMember *out, const char *name, const char *desc, u16 flags) {
    out->flags = flags;
    out->name = sym_z(&cs->syms, name);
    out->desc = sym_z(&cs->syms, desc);
    return out->name && out->desc;
}

static Status members(Classes *cs, ClassFile *cf, const SynthField *f, u32 nf, const SynthMethod *m, u32 nm) {
    cf->fields = arena_alloc(&cs->arena, nf * sizeof *cf->fields);
    cf->methods = arena_alloc(&cs->arena, nm * sizeof *cf->methods);
    if (!cf->fields || !cf->methods) return ST_ERROR;
    cf->n_fields = (u16)nf;
    cf->n_methods = (u16)nm;
    for (u32 i = 0; i < nf; i++)
        if (!member(cs, &cf->fields[i], f[i].name, f[i].desc, f[i].flags)) return ST_ERROR;
    for (u32 i = 0; i < nm; i++) {
        CfMember *x = &cf->methods[i];
        if (!member(cs, x, m[i].name, m[i].desc, m[i].flags)) return ST_ERROR;
        if (!m[i].code) continue;
        CfCode *c = arena_alloc(&cs->arena, sizeof *c);
        u8 *bytes = arena_alloc(&cs->arena, m[i].code_len ? m[i].code_len : 1);
        if (!c || !bytes) return ST_ERROR;
        if (m[i].code_len) mem_copy(bytes, m[i].code, m[i].code_len);
        c->max_stack = m[i].max_stack;
        c->max_locals = m[i].max_locals;
        c->len = m[i].code_len;
        c->code = bytes;
        if (m[i].catches.start < m[i].catches.end) {
            c->handlers = arena_alloc(&cs->arena, sizeof *c->handlers);
            if (!c->handlers) return ST_ERROR;
            *c->handlers = (CfHandler){m[i].catches.start, m[i].catches.end, m[i].catches.handler, 0};
            c->n_handlers = 1;
        }
        x->code = c;
    }
    return ST_OK;
}

Status ci_synth(Classes *cs, u32 loader, const char *name, ClassInfo *super, ClassInfo **ifaces, u32 n_ifaces,
                ClassInfo *nest_host, const SynthCp *cp, u32 n_cp, const SynthField *f, u32 nf, const SynthMethod *m,
                u32 nm, ClassInfo **out) {
    *out = NULL;
    Sym *s = sym_z(&cs->syms, name);
    if (!s) return ST_ERROR;
    *out = loader_known(cs, loader, s);
    if (*out) return ST_OK; /* made before, on another path */
    u32 cap = n_cp ? n_cp : 1;
    for (u32 i = 1; i < n_cp; i++) cap += 5;
    if (cap + 8 > 0xffff || nf > 0x7fff || nm > 0x7fff)
        return cx_fail(cs->cx, ERR_INTERNAL, "synthetic class %s is too large", name);
    Build b = {cs, NULL, NULL, n_cp ? n_cp : 1, cap + 2};
    b.cp = arena_alloc(&cs->arena, b.cap * sizeof *b.cp);
    b.rt = cx_alloc(cs->cx, b.cap * sizeof *b.rt);
    ClassFile *cf = b.rt ? arena_alloc(&cs->arena, sizeof *cf) : NULL;
    ClassInfo *ci = cf ? ci_new(cs, CK_CLASS, loader, s) : NULL;
    Status st = ci && b.cp ? ST_OK : ST_ERROR;
    for (u32 i = 1; i < n_cp && st == ST_OK; i++) st = fill(&b, i, &cp[i]);
    if (st == ST_OK) {
        if (!super) super = cs->object;
        cf->major = 52;
        cf->flags = ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC;
        cf->name = s;
        cf->super = super->name;
        cf->n_cp = (u16)b.n;
        cf->cp = b.cp;
        ci->cf = cf;
        ci->access = cf->flags;
        ci->bytes_hash = hash_bytes(s->s, s->len, 7);
        ci->nest_host = nest_host;
        ci->host = nest_host;
        ci->attrs = CA_HIDDEN;
        if (nest_host) {
            ci->attrs |= nest_host->attrs & CA_SYSTEM;
            ci->module = nest_host->module;
            ci->origin = nest_host->origin;
        }
        st = members(cs, cf, f, nf, m, nm);
    }
    JErr je = {0};
    ClassInfo **ifs = st == ST_OK ? arena_alloc(&cs->arena, n_ifaces * sizeof *ifs) : NULL;
    if (!ifs) st = ST_ERROR;
    if (st == ST_OK && n_ifaces) mem_copy(ifs, ifaces, n_ifaces * sizeof *ifs);
    if (st == ST_OK) st = link_super(cs, ci, super, ifs, n_ifaces, &je);
    if (st == ST_OK && je.cls)
        st = cx_fail(cs->cx, ERR_INTERNAL, "synthetic class %s: %s: %s", name, je.cls, jerr_text(&je));
    if (st == ST_OK) {
        mem_copy(ci->rt, b.rt, b.n * sizeof *ci->rt);
        for (u32 i = 0; i < ci->n_fields; i++) ci->fields[i].attrs |= FA_NEVER_BREAK;
        st = link_register(cs, ci);
    }
    cx_free(cs->cx, b.rt, b.cap * sizeof *b.rt);
    if (st == ST_OK) *out = ci;
    return st;
}
