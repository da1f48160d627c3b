/* linker.c -- what linkers share: arguments, handles, a class of their own, the reason why a site is not linked. */
#include "interp/indy/indy_int.h"
#include <stdio.h>

void link_missing(Link *l, const char *fmt, ...) {
    if (l->missing[0]) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(l->missing, sizeof l->missing, fmt, ap);
    va_end(ap);
}
void link_bad(Link *l, const char *fmt, ...) {
    if (l->je.cls) return;
    va_list ap;
    va_start(ap, fmt);
    l->je.cls = "java/lang/BootstrapMethodError";
    l->je.name = NULL;
    vsnprintf(l->je.msg, sizeof l->je.msg, fmt, ap);
    va_end(ap);
}

Status link_class_named(Link *l, const char *name, ClassInfo **out) {
    *out = NULL;
    Sym *s = sym_z(&l->cs->syms, name);
    if (!s) return l->as.st = ST_ERROR;
    if (ci_load(l->cs, l->ci->loader, s, out, &l->je)) return l->as.st = ST_ERROR;
    return ST_OK;
}
Status link_class_type(Link *l, const char *d, ClassInfo **out) {
    if (!type_prim(d)) return link_class_named(l, type_class(&l->as, d), out);
    *out = l->cs->prim[type_of_desc(*d)];
    return ST_OK;
}

u16 link_arg(Link *l, u32 i, u8 tag) {
    u16 e = i < l->bs->n ? l->bs->args[i] : 0;
    if (e && e < l->cf->n_cp && l->cf->cp[e].tag == tag) return e;
    link_missing(l, "invokedynamic with arguments no compiler gives to %s.%s", l->bsm_class->s, l->bsm_name->s);
    return 0;
}
const Sym *link_arg_text(Link *l, u32 i, u8 tag) {
    u16 e = link_arg(l, i, tag);
    return e ? l->cf->cp[e].u.sym : NULL;
}

Status link_handle(Link *l, u16 cp, Handle *h) {
    const CpEntry *e = &l->cf->cp[cp];
    memset(h, 0, sizeof *h);
    h->kind = e->kind;
    h->ref = e->b;
    h->cls = l->cf->cp[l->cf->cp[e->b].a].u.sym;
    h->name = l->cf->cp[l->cf->cp[l->cf->cp[e->b].b].a].u.sym;
    h->desc = l->cf->cp[l->cf->cp[l->cf->cp[e->b].b].b].u.sym;
    if (h->kind <= 4) return resolve_field(l->cs, l->ci, h->ref, h->kind == 2 || h->kind == 4, &h->fi, &l->je);
    static const u8 kinds[] = {INV_VIRTUAL, INV_STATIC, INV_SPECIAL, INV_SPECIAL, INV_INTERFACE};
    static const u8 ops[] = {OP_INVOKEVIRTUAL, OP_INVOKESTATIC, OP_INVOKESPECIAL, OP_INVOKESPECIAL, OP_INVOKEINTERFACE};
    if (h->kind > 9) return ST_OK;
    h->op = ops[h->kind - 5];
    if (resolve_invoke(l->cs, l->ci, h->ref, kinds[h->kind - 5], &h->mi, &l->je)) return ST_ERROR;
    if (!h->mi) return ST_OK;
    if (h->mi->attrs & MA_SIGPOLY) {
        link_missing(l, "a method reference to %s.%s", h->cls->s, h->name->s);
        return ST_OK;
    }
    if (h->kind == 7) h->mi = mi_select_special(l->cs, l->ci, h->ref, h->mi, &l->je);
    if (h->mi && (h->kind == 5 || h->kind == 9)) {
        bool iface = h->mi->ci->access & ACC_INTERFACE;
        h->op = h->mi->flags & ACC_PRIVATE ? OP_INVOKESPECIAL : iface ? OP_INVOKEINTERFACE : OP_INVOKEVIRTUAL;
    }
    return ST_OK;
}

const char *link_own_name(Link *l, const char *kind) {
    u64 h = l->cp;
    if (l->caller) {
        h = hash_bytes(l->caller->name->s, l->caller->name->len, 1);
        h = hash_bytes(l->caller->desc->s, l->caller->desc->len, h);
        h = mix64(h, l->caller->bci[l->insn]);
    }
    return as_fmt(&l->as, "%s$$%s+0x%016llx", l->ci->name->s, kind, (unsigned long long)h);
}

Status link_define(Link *l, ClassInfo *super, ClassInfo **ifaces, u32 n, ClassInfo **out) {
    Asm *s = &l->as;
    *out = NULL;
    if (s->bad && !s->st) link_bad(l, "%s", s->bad);
    if (link_failed_yet(l)) return s->st;
    ClassInfo *ci, *nest = NULL;
    if (ci_nest(l->cs, l->ci, &nest)) return ST_ERROR;
    if (ci_synth(l->cs, l->ci->loader, l->own, super, ifaces, n, nest ? nest : l->ci, s->cp.v, s->cp.n, s->fields.v,
                 s->fields.n, s->methods.v, s->methods.n, &ci))
        return ST_ERROR;
    for (u32 i = 0; i < ci->n_methods; i++) ci->methods[i].attrs |= MA_SYNTHETIC_VM | MA_HIDDEN;
    *out = ci;
    return ST_OK;
}
