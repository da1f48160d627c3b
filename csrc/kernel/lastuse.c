/* lastuse.c -- where main uses static fields that it may use no more. Layer 5. */
#include "kernel/lastuse.h"
#include "classes/opcodes.h"

Status last_init(KernelState *ks) {
    LastUses *l = cx_alloc(ks->cx, sizeof *l);
    if (!l) return ST_ERROR;
    ks->last = l;
    l->ks = ks;
    map_init(&l->of, ks->cx);
    map_init(&l->by_name, ks->cx);
    return ST_OK;
}

void last_free(KernelState *ks) {
    LastUses *l = ks->last;
    if (!l) return;
    for (u32 i = 0; i < l->v.n; i++) vec_free(ks->cx, &l->v.v[i].at);
    vec_free(ks->cx, &l->v);
    map_free(&l->of);
    map_free(&l->by_name);
    cx_free(ks->cx, l, sizeof *l);
    ks->last = NULL;
}

void last_begin(KernelState *ks) {
    LastUses *l = ks->last;
    for (u32 i = 0; i < l->v.n; i++) l->v.v[i].fresh = l->v.v[i].relied = l->v.v[i].read = false;
    l->news = l->broken = false;
}

static u64 name_of(const FieldInfo *fi) { return mix64(fi->ci->key, hash_bytes(fi->name->s, fi->name->len, 0x4C)); }

/* Its record; NULL: it has none. */
static LastField *of_field(LastUses *l, const FieldInfo *fi) {
    u64 i;
    if (!map_get(&l->of, (u64)(uintptr_t)fi, &i)) {
        if (!map_get(&l->by_name, name_of(fi), &i)) i = UINT64_MAX;
        i++;
        if (map_put(&l->of, (u64)(uintptr_t)fi, i) != ST_OK) return NULL; /* out of memory: pending */
    }
    return i ? &l->v.v[i - 1] : NULL;
}

bool last_known(KernelState *ks, const FieldInfo *fi, u32 *field) {
    const LastField *x = of_field(ks->last, fi);
    if (x) *field = (u32)(x - ks->last->v.v);
    return x != NULL;
}

bool last_watch(KernelState *ks, const FieldInfo *fi, u32 *field) {
    LastUses *l = ks->last;
    const u32 never = FA_EXCLUDED | FA_INJECTED | FA_ALWAYS | FA_NEVER_BREAK;
    if (!(fi->flags & ACC_STATIC) || (fi->ci->attrs & CA_SYSTEM) || (fi->attrs & never)) return false;
    if (last_known(ks, fi, field)) return !l->v.v[*field].given_up && !l->v.v[*field].fresh;
    if (l->v.n == LAST_FIELDS) return false;
    if (vec_push(ks->cx, &l->v, ((LastField){.name = name_of(fi), .fresh = true})) != ST_OK) return false;
    if (map_put(&l->by_name, name_of(fi), l->v.n - 1) != ST_OK) return false;
    (void)map_put(&l->of, (u64)(uintptr_t)fi, l->v.n); /* out of memory: pending */
    l->on = l->news = true;
    return false;
}

/* --- uses --- */

static void give_up(LastUses *l, LastField *x, bool by_main) {
    l->broken |= x->relied || (x->read && !by_main);
    x->given_up = true;
}

void last_used_raw(ThreadInfo *ti, const FieldInfo *fi) {
    LastField *x = of_field(ti->ks->last, fi);
    if (x && !x->given_up) give_up(ti->ks->last, x, ti->id == 0);
}

static bool has_code(const MethodInfo *mi) { return mi->code && mi->bci && mi->cf && mi->cf->code; }

LastFrame last_frame(const StackFrame *f) {
    const MethodInfo *mi = f->mi;
    return (LastFrame){mi, mi->step || !has_code(mi) ? f->step : mi->bci[f->pc - mi->code]};
}

/* The frames of ti, the first one first; 0: they are too many. */
static u32 place_of(const ThreadInfo *ti, LastPlace v[LAST_DEEP]) {
    u32 n = 0, i;
    for (const StackFrame *f = ti->top; f; f = f->prev)
        if (n++ == LAST_DEEP) return 0;
    i = n;
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        LastFrame at = last_frame(f);
        v[--i] = (LastPlace){at.mi->key, at.at};
    }
    return n;
}

void last_used(ThreadInfo *ti, const FieldInfo *fi) {
    LastUses *l = ti->ks->last;
    LastField *x = of_field(l, fi);
    if (JPF_LIKELY(!x) || x->given_up) return;
    LastPlace v[LAST_DEEP];
    u32 n = ti->id ? 0 : place_of(ti, v);
    for (u32 i = 0; n && i < x->at.n; i += 1 + (u32)x->at.v[i].at)
        if (x->at.v[i].at == n && mem_cmp(x->at.v + i + 1, v, n * sizeof *v) == 0) return;
    if (!n || x->n_places == LAST_PLACES) {
        give_up(l, x, ti->id == 0);
        return;
    }
    x->n_places++;
    l->broken |= x->relied;
    if (vec_reserve(ti->ks->cx, &x->at, n + 1) != ST_OK) return; /* pending */
    x->at.v[x->at.n++] = (LastPlace){0, n};
    mem_copy(x->at.v + x->at.n, v, n * sizeof *v);
    x->at.n += n;
}

/* --- what can be come to --- */

static u32 rd2(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static i32 rd4(const u8 *p) { return (i32)(rd2(p) << 16 | rd2(p + 2)); }

/* The lowest bytecode that the instruction at `at` may go on with, if that is below `low`. */
static u32 goes_back(const CfCode *c, u32 at, u32 low) {
    const u8 *p = c->code + at;
    i64 to = low;
    if (p[0] == OP_TABLESWITCH || p[0] == OP_LOOKUPSWITCH) {
        const u8 *q = c->code + ((at + 4) & ~3u);
        bool table = p[0] == OP_TABLESWITCH;
        i64 n = table ? (i64)rd4(q + 8) - rd4(q + 4) + 1 : rd4(q + 4);
        to = (i64)at + rd4(q);
        for (i64 i = 0; i < n; i++) {
            i64 t = (i64)at + rd4(table ? q + 12 + 4 * i : q + 12 + 8 * i);
            to = t < to ? t : to;
        }
    } else if (p[0] == OP_GOTO_W) {
        to = (i64)at + rd4(p + 1);
    } else if (op_info[p[0]].flags & F_BRANCH) {
        to = (i64)at + (i16)rd2(p + 1);
    }
    return to < low ? (u32)to : low;
}

static bool is_call(u32 op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC; }

/* A bytecode below which none can be come to from `at`: all above it are taken to be. after: `at` itself is a call that
 * has been made. */
static u32 lowest(const MethodInfo *mi, u32 at, bool after) {
    const CfCode *c = mi->cf->code;
    u32 low = at + (after ? op_info[c->code[at]].length : 0), was;
    if (mi->attrs & MA_HAS_JSR) return 0;
    do {
        was = low;
        for (u32 i = 0; i < c->n_handlers; i++)
            if (c->handlers[i].end > (low < at ? low : at) && c->handlers[i].handler < low) low = c->handlers[i].handler;
        for (u32 i = 0; i < mi->n_code; i++)
            if (mi->bci[i] >= low) low = goes_back(c, mi->bci[i], low);
    } while (low < was);
    return low;
}

/* May a stack become the place? The two have the same frames up to where they differ, each in a call of the one before
 * it, or that one's call is made once more. */
static bool may_follow(const LastPlace *p, u32 n, const LastFrame *f, u32 n_frames) {
    for (u32 i = 0; i < n && i < n_frames; i++) {
        if (p[i].method != f[i].mi->key) return true;
        if (!i && f[i].mi->step) { /* it calls main once, and what comes after that later: interp/lifecycle.c */
            if (p[i].at != f[i].at) return p[i].at > f[i].at;
            continue;
        }
        if (f[i].mi->step || !has_code(f[i].mi)) return true;
        bool last = i + 1 == n_frames, called = !last && is_call(f[i].mi->cf->code->code[f[i].at]);
        u32 low = lowest(f[i].mi, f[i].at, called);
        if (p[i].at >= low) return true;
        if (p[i].at != f[i].at) return false;
    }
    return true;
}

bool last_over(const KernelState *ks, u32 field, const LastFrame *f, u32 n) {
    const LastField *x = &ks->last->v.v[field];
    for (u32 i = 0; i < x->at.n; i += 1 + (u32)x->at.v[i].at)
        if (may_follow(x->at.v + i + 1, (u32)x->at.v[i].at, f, n)) return false;
    return true;
}
