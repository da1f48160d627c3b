/* indy.c -- call sites and dynamic constants: the table of linked sites, and which linker knows a
 * bootstrap method. */
#include "interp/interp_int.h"
#include "interp/indy/indy_int.h"
#include <stdio.h>

/* --- dispatch --- */

static Status link_site(Link *l) {
    const char *c = l->bsm_class->s, *n = l->bsm_name->s;
    if (!strcmp(c, "java/lang/invoke/LambdaMetafactory")) {
        if (!strcmp(n, "metafactory")) return indy_lambda(l, false);
        if (!strcmp(n, "altMetafactory")) return indy_lambda(l, true);
    } else if (!strcmp(c, "java/lang/invoke/StringConcatFactory")) {
        if (!strcmp(n, "makeConcatWithConstants")) return indy_concat(l, true);
        if (!strcmp(n, "makeConcat")) return indy_concat(l, false);
    } else if (!strcmp(c, "java/lang/runtime/ObjectMethods")) {
        if (!strcmp(n, "bootstrap")) return indy_record(l);
    } else if (!strcmp(c, "java/lang/runtime/SwitchBootstraps")) {
        if (!strcmp(n, "typeSwitch")) return indy_switch(l, false);
        if (!strcmp(n, "enumSwitch")) return indy_switch(l, true);
    }
    return indy_bootstrap(l);
}

/* Forms of the listed bootstraps that have no linker here go the JDK's way too. */
static Status link_any(Link *l, Status (*own)(Link *l), Status (*general)(Link *l)) {
    Status st = own(l);
    if (st || !l->missing[0] || l->replay || l->as.st) return st;
    l->missing[0] = 0;
    as_free(&l->as);
    as_init(&l->as, l->ks->cx);
    l->site->mi = NULL;
    return general(l);
}

static Status run(Link *l) {
    const CpEntry *e = &l->cf->cp[l->cp];
    if (e->tag == CP_MethodType) return indy_method_type(l);
    if (e->tag == CP_MethodHandle) return indy_handle(l);
    if (e->a >= l->cf->n_bootstrap) {
        link_bad(l, "no bootstrap method %u", e->a);
        return ST_OK;
    }
    l->bs = &l->cf->bootstrap[e->a];
    const CpEntry *h = &l->cf->cp[l->bs->ref], *ref = &l->cf->cp[h->b];
    l->bsm_class = l->cf->cp[ref->a].u.sym;
    l->bsm_name = l->cf->cp[l->cf->cp[ref->b].a].u.sym;
    l->name = l->cf->cp[l->cf->cp[e->b].a].u.sym;
    l->desc = l->cf->cp[l->cf->cp[e->b].b].u.sym;
    return l->caller ? link_any(l, link_site, indy_bootstrap) : link_any(l, indy_condy, indy_dynamic);
}

/* Link and enter into the table. *out == NULL: l says why. */
static Status build(Link *l, IndySite **out) {
    Indy *in = ks_indy(l->ks);
    *out = NULL;
    l->cs = l->ks->cs;
    l->cf = l->ci->cf;
    IndySite site = {.caller = l->caller, .insn = l->insn, .ci = l->ci, .cp = l->cp};
    l->site = &site;
    as_init(&l->as, l->ks->cx);
    AskedNames *outer = l->cs->asked;
    l->cs->asked = l->ci->attrs & CA_OWN_LOADER ? &l->names : NULL;
    Status st = run(l);
    l->cs->asked = outer;
    if (!st) st = l->as.st;
    if (!st && l->as.bad) link_bad(l, "%s", l->as.bad);
    as_free(&l->as);
    IndySite *s = NULL;
    if (!st && !l->je.cls && !l->missing[0]) {
        s = arena_alloc(&in->arena, sizeof *s);
        site.n_names = l->names.v.n;
        if (site.n_names) site.names = arena_alloc(&in->arena, site.n_names * sizeof *site.names);
        if (!s || (site.n_names && !site.names)) st = ST_ERROR;
        else if (site.n_names) mem_copy(site.names, l->names.v.v, site.n_names * sizeof *site.names);
    }
    vec_free(l->ks->cx, &l->names.v);
    if (st || !s) return st;
    *s = site;
    s->index = in->sites.n;
    u64 key = l->caller ? (u64)l->caller->id << 32 | l->insn : (u64)l->ci->id << 32 | l->cp;
    if (vec_push(l->ks->cx, &in->sites, s)) return ST_ERROR;
    if (map_put(l->caller ? &in->by_insn : &in->by_const, key, s->index)) {
        in->sites.n--;
        return ST_ERROR;
    }
    *out = s;
    return ST_OK;
}

/* A constant that is part of what is linked: what it asked for is asked for again with it. */
static Status part(Link *l, IndySite *s, IndySite **out) {
    *out = s;
    for (u32 i = 0; i < s->n_names; i++)
        if (vec_push(l->ks->cx, &l->names.v, s->names[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

Status link_constant(Link *l, u16 cp, IndySite **out) {
    Indy *in = ks_indy(l->ks);
    u64 i;
    *out = NULL;
    if (map_get(&in->by_const, (u64)l->ci->id << 32 | cp, &i)) return part(l, in->sites.v[i], out);
    if (in->depth > 40) {
        link_missing(l, "a dynamic constant that depends on itself");
        return ST_OK;
    }
    Link n = {.ks = l->ks, .ci = l->ci, .cp = cp, .replay = l->replay};
    in->depth++;
    Status st = build(&n, out);
    in->depth--;
    if (!st && *out) return part(l, *out, out);
    if (st) return st;
    if (n.je.cls) l->je = n.je;
    else link_missing(l, "%s", n.missing);
    return ST_OK;
}

static int not_modelled(ThreadInfo *ti, const Link *l) {
    KernelState *ks = ti->ks;
    char cls[300];
    const MethodInfo *mi = l->caller;
    u32 insn = l->insn;
    if (!mi && ti->top && ti->top->mi->code && ti->top->pc) {
        mi = ti->top->mi;
        insn = (u32)(ti->top->pc - mi->code);
    }
    const Sym *src = l->cf->source_file;
    snprintf(ks->not_modelled, sizeof ks->not_modelled, "%.90s is not modelled (called from %.50s.%.30s, %.30s:%d)",
             l->missing, ci_external_name(l->ci, cls, sizeof cls), mi ? mi->name->s : "?", src ? src->s : "?",
             mi ? mi_line(mi, insn) : -1);
    ks->run_end = RUN_NOT_MODELLED;
    return NAT_END;
}

static int answer(ThreadInfo *ti, Link *l, Status st, IndySite **out) {
    if (st) return NAT_ERROR;
    if (*out) return NAT_OK;
    if (l->je.cls) return link_failed(ti, l->ci->loader, &l->je);
    return not_modelled(ti, l);
}

/* Linked on some path: has the class's loader found on this one what that took? */
static int again(ThreadInfo *ti, const ClassInfo *ci, IndySite *s, IndySite **out) {
    ClassInfo *c;
    for (u32 i = 0; i < s->n_names; i++) {
        int r = load_class(ti, ci->loader, s->names[i], &c);
        if (r != NAT_OK) return r;
    }
    *out = s;
    return NAT_OK;
}

int indy_link(ThreadInfo *ti, MethodInfo *caller, u32 insn, u16 cp, IndySite **out) {
    Indy *in = ks_indy(ti->ks);
    u64 i;
    if (map_get(&in->by_insn, (u64)caller->id << 32 | insn, &i)) return again(ti, caller->ci, in->sites.v[i], out);
    Link l = {.ks = ti->ks, .ci = caller->ci, .caller = caller, .insn = insn, .cp = cp};
    return answer(ti, &l, build(&l, out), out);
}

int indy_ldc(ThreadInfo *ti, ClassInfo *ci, u16 cp, IndySite **out) {
    Indy *in = ks_indy(ti->ks);
    u64 i;
    if (map_get(&in->by_const, (u64)ci->id << 32 | cp, &i)) return again(ti, ci, in->sites.v[i], out);
    Link l = {.ks = ti->ks, .ci = ci, .cp = cp};
    return answer(ti, &l, build(&l, out), out);
}

IndySite *indy_site(KernelState *ks, u32 index) { return ks_indy(ks)->sites.v[index]; }

/* --- the boot image --- */

/* Link the sites of a method until one makes the class that is wanted. */
static Status replay_method(KernelState *ks, MethodInfo *mi, const Sym *name, bool replay, ClassInfo **out) {
    if (!mi->cf || !mi->cf->code || mi_predecode(ks->cs, mi)) return mi->cf && mi->cf->code ? ST_ERROR : ST_OK;
    const u8 *code = mi->cf->code->code;
    for (u32 i = 0; i < mi->n_code; i++) {
        const u8 *p = code + mi->bci[i];
        if (p[0] != OP_INVOKEDYNAMIC) continue;
        Link l = {.ks = ks, .ci = mi->ci, .caller = mi, .insn = i, .cp = (u16)(p[1] << 8 | p[2]), .replay = replay};
        as_init(&l.as, ks->cx);
        static const char *const kinds[] = {"Lambda", "Concat", "Record", "Switch"};
        bool same = false;
        for (u32 k = 0; k < 4; k++) same |= !strcmp(link_own_name(&l, kinds[k]), name->s);
        Status st = l.as.st;
        as_free(&l.as);
        memset(&l.as, 0, sizeof l.as);
        if (st) return st;
        if (!same) continue;
        IndySite *s;
        if (build(&l, &s)) return ST_ERROR;
        if (s) *out = s->single ? s->single : s->mi->ci;
        return ST_OK;
    }
    return ST_OK;
}

Status indy_image_class(KernelState *ks, u32 loader, const Sym *name, bool replay, ClassInfo **out) {
    *out = NULL;
    const char *plus = strchr(name->s, '+'), *dd = plus;
    if (!plus) return ST_OK;
    while (dd > name->s && strncmp(dd, "$$", 2)) dd--;
    Sym *caller = sym(&ks->cs->syms, name->s, (size_t)(dd - name->s));
    if (!caller) return ST_ERROR;
    ClassInfo *ci = dd > name->s ? ci_find(ks->cs, loader, caller) : NULL;
    if (!ci) return ST_OK;
    if (!strncmp(dd, "$$Condy+", 8) || !strncmp(dd, "$$Type+", 7)) {
        Link l = {.ks = ks, .ci = ci, .replay = replay};
        for (u32 i = 1; i < ci->cf->n_cp; i++) {
            u8 tag = ci->cf->cp[i].tag;
            if (tag != CP_Dynamic && tag != CP_MethodType) continue;
            char want[40];
            snprintf(want, sizeof want, "+0x%016llx", (unsigned long long)i);
            if (strcmp(plus, want)) continue;
            IndySite *s;
            l.cp = (u16)i;
            if (build(&l, &s)) return ST_ERROR;
            if (s && s->mi) *out = s->mi->ci;
            return ST_OK;
        }
        return ST_OK;
    }
    for (u32 i = 0; i < ci->n_methods && !*out; i++)
        if (replay_method(ks, &ci->methods[i], name, replay, out)) return ST_ERROR;
    return ST_OK;
}

typedef struct Finder {
    KernelState *ks;
    Map by_class; /* ClassInfo.id -> site */
} Finder;
static void found(void *arg, Ref r) {
    Finder *f = arg;
    u64 i;
    if (map_get(&f->by_class, ei(f->ks->heap, r)->ci, &i)) ks_indy(f->ks)->sites.v[i]->instance = r;
}
Status indy_image_bind(KernelState *ks) {
    Indy *in = ks_indy(ks);
    Finder f = {.ks = ks};
    map_init(&f.by_class, ks->cx);
    Status st = ST_OK;
    u32 want = 0;
    for (u32 i = 0; i < in->sites.n && !st; i++)
        if (in->sites.v[i]->single && !in->sites.v[i]->instance) {
            st = map_put(&f.by_class, in->sites.v[i]->single->id, i);
            want++;
        }
    if (!st && want) heap_each(ks->heap, found, &f);
    for (u32 i = 0; i < in->sites.n && !st; i++)
        if (in->sites.v[i]->single && !in->sites.v[i]->instance)
            st = heap_new_singleton(ks->heap, in->sites.v[i]->single, &in->sites.v[i]->instance);
    map_free(&f.by_class);
    return st;
}

Status indy_init(KernelState *ks) {
    Indy *in = cx_alloc(ks->cx, sizeof *in);
    if (!in) return ST_ERROR;
    in->ks = ks;
    arena_init(&in->arena, ks->cx);
    map_init(&in->by_insn, ks->cx);
    map_init(&in->by_const, ks->cx);
    ks->indy = in;
    return ST_OK;
}

void indy_free(KernelState *ks) {
    Indy *in = ks->indy;
    if (!in) return;
    vec_free(ks->cx, &in->sites);
    map_free(&in->by_insn);
    map_free(&in->by_const);
    arena_free(&in->arena);
    cx_free(ks->cx, in, sizeof *in);
    ks->indy = NULL;
}
