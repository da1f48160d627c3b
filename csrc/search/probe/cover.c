/* cover.c -- which instructions were executed and where branches went, on any path; how often each opcode. */
#include "search/probe/probe.h"

#include <stdio.h>

Status filter_set(Ctx *cx, ProbeFilter *f, const char *include, const char *exclude) {
    f->include = include && *include ? cx_strndup(cx, include, strlen(include)) : NULL;
    f->exclude = exclude && *exclude ? cx_strndup(cx, exclude, strlen(exclude)) : NULL;
    return cx->err.kind ? ST_ERROR : ST_OK;
}

void filter_free(Ctx *cx, ProbeFilter *f) {
    if (f->include) cx_free(cx, f->include, strlen(f->include) + 1);
    if (f->exclude) cx_free(cx, f->exclude, strlen(f->exclude) + 1);
    f->include = f->exclude = NULL;
}

/* One of a list means the class, or its member. What '!' excludes, it excludes in either form. */
static bool listed(const char *list, const char *cls, const char *full) {
    bool any = false, yes = false;
    Pattern p;
    while (pattern_next(&list, &p)) {
        bool hit = pattern_fits(&p, cls, false) || (full && pattern_fits(&p, full, true));
        if (p.no && hit) return false;
        any |= !p.no;
        yes |= hit && !p.no;
    }
    return yes || !any;
}

bool filter_wants(const ProbeFilter *f, const ClassInfo *ci, const Sym *member) {
    char cls[700], full[1000];
    ci_external_name(ci, cls, sizeof cls);
    snprintf(full, sizeof full, "%s.%s", cls, member ? member->s : "*");
    if (f->exclude && listed(f->exclude, cls, full)) return false;
    return !f->include || listed(f->include, cls, full);
}

static bool wanted(Cover *c, const MethodInfo *mi) {
    if (JPF_LIKELY(mi->id < c->wanted.n && c->wanted.v[mi->id])) return c->wanted.v[mi->id] == 2;
    while (c->wanted.n <= mi->id)
        if (vec_push(c->ks->cx, &c->wanted, 0) != ST_OK || vec_push(c->ks->cx, &c->hit, NULL) != ST_OK)
            return c->failed = true, false;
    bool yes = filter_wants(&c->filter, mi->ci, NULL);
    if (yes && !(c->hit.v[mi->id] = cx_alloc(c->ks->cx, (mi->n_code + 31) / 32 * 4ull))) return c->failed = true, false;
    c->wanted.v[mi->id] = yes ? 2 : 1;
    return yes;
}

static bool decides(u8 op) {
    return (op >= OP_IFEQ && op <= OP_IF_ACMPNE) || op == OP_IFNULL || op == OP_IFNONNULL || op == OP_TABLESWITCH ||
           op == OP_LOOKUPSWITCH;
}

static Status on_event(void *user, u32 kind, const EventData *d) {
    Cover *c = user;
    if (kind == EV_search_restarted) {
        memset(c->counts, 0, sizeof c->counts);
        return ST_OK;
    }
    u8 op = insn_opcode(d->mi, d->pc);
    c->counts[op]++;
    if (!c->lines || !wanted(c, d->mi)) return c->failed ? ST_ERROR : ST_OK;
    u32 i = (u32)(d->pc - d->mi->code);
    c->hit.v[d->mi->id][i >> 5] |= 1u << (i & 31);
    const StackFrame *f = d->ti->top;
    if (!decides(op) || !f || f->mi != d->mi) return ST_OK;
    Branch b = {d->mi->id, i, (i32)(f->pc - d->mi->code)};
    u64 key = mix64((u64)b.method << 32 | i, (u64)b.to);
    if (map_get(&c->seen, key, NULL)) return ST_OK;
    return map_put(&c->seen, key, 1) != ST_OK ? ST_ERROR : vec_push(c->ks->cx, &c->branches, b);
}

static void cover_free(void *user) {
    Cover *c = user;
    Ctx *cx = c->ks->cx;
    for (u32 i = 0; i < c->hit.n; i++)
        if (c->hit.v[i]) cx_free(cx, c->hit.v[i], (c->ks->cs->methods.v[i]->n_code + 31) / 32 * 4ull);
    vec_free(cx, &c->hit);
    vec_free(cx, &c->wanted);
    vec_free(cx, &c->branches);
    map_free(&c->seen);
    filter_free(cx, &c->filter);
    cx_free(cx, c, sizeof *c);
}

static Status add(Search *s, const char *include, const char *exclude, bool lines, Cover **out) {
    KernelState *ks = s->ks;
    Cover *c = cx_alloc(ks->cx, sizeof *c);
    if (!c) return ST_ERROR;
    c->ks = ks;
    c->lines = lines;
    map_init(&c->seen, ks->cx);
    EventSink sink = {.user = c, .fn = on_event, .done = cover_free, .halves = !lines, .all_ops = true};
    sink.mask = EV_BIT(instruction_executed) | EV_BIT(search_restarted);
    if (filter_set(ks->cx, &c->filter, include, exclude) != ST_OK || hub_add(ks, &sink) < 0) {
        cover_free(c);
        return ks->cx->err.kind ? ST_ERROR : cx_fail(ks->cx, ERR_INTERNAL, "too many listeners");
    }
    *out = c;
    return ST_OK;
}

Status cover_on(Search *s, const char *include, const char *exclude, Cover **out) {
    return add(s, include, exclude, true, out);
}
Status count_on(Search *s, Cover **out) { return add(s, NULL, NULL, false, out); }
