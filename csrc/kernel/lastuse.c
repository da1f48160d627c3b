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
    last_drop(ks->cx, &l->v);
    vec_free(ks->cx, &l->come);
    vec_free(ks->cx, &l->todo);
    map_free(&l->of);
    map_free(&l->by_name);
    cx_free(ks->cx, l, sizeof *l);
    ks->last = NULL;
}

void last_begin(KernelState *ks) {
    LastUses *l = ks->last;
    last_renew(&l->v);
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

/* --- of several engines --- */

void last_drop(Ctx *cx, LastFields *v) {
    for (u32 i = 0; i < v->n; i++) vec_free(cx, &v->v[i].at);
    vec_free(cx, v);
}

void last_renew(LastFields *v) {
    for (u32 i = 0; i < v->n; i++) v->v[i].fresh = v->v[i].relied = v->v[i].read = false;
}

static bool has_place(const LastField *x, const LastPlace *v, u32 n) {
    for (u32 i = 0; i < x->at.n; i += 1 + (u32)x->at.v[i].at)
        if (x->at.v[i].at == n && mem_cmp(x->at.v + i + 1, v, n * sizeof *v) == 0) return true;
    return false;
}

static Status add_place(Ctx *cx, LastField *x, const LastPlace *v, u32 n, bool set) {
    if (vec_reserve(cx, &x->at, n + 1) != ST_OK) return ST_ERROR;
    x->n_places++;
    x->at.v[x->at.n++] = (LastPlace){set, n};
    mem_copy(x->at.v + x->at.n, v, n * sizeof *v);
    x->at.n += n;
    return ST_OK;
}

Status last_put(Ctx *cx, LastFields *to, const LastFields *from, bool *wrong) {
    for (u32 i = 0; i < from->n; i++) {
        const LastField *y = &from->v[i];
        u32 k = 0;
        while (k < to->n && to->v[k].name != y->name) k++;
        const bool is_new = k == to->n;
        if (is_new && vec_push(cx, to, ((LastField){.name = y->name})) != ST_OK) return ST_ERROR;
        LastField *x = &to->v[k];
        u32 both = 0;
        for (u32 at = 0, n; at < y->at.n; at += 1 + n) {
            n = (u32)y->at.v[at].at;
            both += has_place(x, y->at.v + at + 1, n);
        }
        if (!is_new) *wrong |= (x->relied && both < y->n_places) || (y->relied && both < x->n_places);
        for (u32 at = 0, n; at < y->at.n; at += 1 + n) {
            n = (u32)y->at.v[at].at;
            bool set = y->at.v[at].method != 0;
            if (!has_place(x, y->at.v + at + 1, n) && add_place(cx, x, y->at.v + at + 1, n, set) != ST_OK)
                return ST_ERROR;
        }
        x->given_up |= y->given_up;
        x->fresh |= y->fresh;
        x->relied |= y->relied;
        x->read |= y->read;
        *wrong |= x->fresh || (x->given_up && (x->relied || x->read));
    }
    return ST_OK;
}

Status last_learn(KernelState *ks, const LastFields *from, bool *wrong) {
    LastUses *l = ks->last;
    u32 n = l->v.n;
    if (!from->n) return ST_OK;
    if (last_put(ks->cx, &l->v, from, wrong) != ST_OK) return ST_ERROR;
    for (l->on = true; n < l->v.n; n++) {
        if (map_put(&l->by_name, l->v.v[n].name, n) != ST_OK) return ST_ERROR;
        map_free(&l->of); /* some are known to have none */
        map_init(&l->of, ks->cx);
    }
    return ST_OK;
}

Status last_pack(KernelState *ks, Pack *p) {
    LastUses *l = ks->last;
    u32 n = pack_u32(p, l->v.n);
    LastFields v = {0};
    bool wrong = false;
    for (u32 i = 0; i < n && !p->failed; i++) {
        LastField x = {0};
        if (!p->reading) x = l->v.v[i];
        pack_it(p, x.name);
        pack_it(p, x.given_up);
        pack_it(p, x.fresh);
        pack_it(p, x.relied);
        pack_it(p, x.read);
        pack_it(p, x.n_places);
        pack_vec(p, &x.at);
        if (p->reading && vec_push(ks->cx, &v, x) != ST_OK) vec_free(ks->cx, &x.at);
    }
    if (!p->reading || p->failed) return p->failed ? ST_ERROR : ST_OK;
    Status st = last_learn(ks, &v, &wrong);
    last_drop(ks->cx, &v);
    l->broken |= wrong;
    return st;
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
    u32 n = ti->id || !has_code(ti->top->mi) ? 0 : place_of(ti, v);
    if (n && has_place(x, v, n)) return;
    if (!n || x->n_places == LAST_PLACES) {
        give_up(l, x, ti->id == 0);
        return;
    }
    l->broken |= x->relied;
    bool set = ti->top->mi->cf->code->code[v[n - 1].at] == OP_PUTSTATIC;
    (void)add_place(ti->ks->cx, x, v, n, set); /* out of memory: pending */
}

/* --- what can be come to --- */

static u32 rd2(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static i32 rd4(const u8 *p) { return (i32)(rd2(p) << 16 | rd2(p + 2)); }

/* Instructions that can be come to in one method. */
typedef struct Way {
    LastUses *l;
    const MethodInfo *mi;
    bool failed;
} Way;

static void come(Way *w, i64 bci) {
    u32 i = mi_insn_at(w->mi, (u32)bci);
    if (w->l->come.v[i]) return;
    w->l->come.v[i] = 1;
    w->failed |= vec_push(w->l->ks->cx, &w->l->todo, i) != ST_OK;
}

static void come_to_handlers(Way *w, u32 at) {
    const CfCode *c = w->mi->cf->code;
    for (u32 k = 0; k < c->n_handlers; k++)
        if (at >= c->handlers[k].start && at < c->handlers[k].end) come(w, c->handlers[k].handler);
}

static void come_behind(Way *w, u32 i) {
    const CfCode *c = w->mi->cf->code;
    const u32 at = w->mi->bci[i];
    const u8 *p = c->code + at, *q = c->code + ((at + 4) & ~3u);
    const bool table = p[0] == OP_TABLESWITCH;
    come_to_handlers(w, at);
    if (table || p[0] == OP_LOOKUPSWITCH) {
        i64 n = table ? (i64)rd4(q + 8) - rd4(q + 4) + 1 : rd4(q + 4);
        come(w, (i64)at + rd4(q));
        for (i64 k = 0; k < n; k++) come(w, (i64)at + rd4(table ? q + 12 + 4 * k : q + 12 + 8 * k));
    } else if (p[0] == OP_GOTO_W) {
        come(w, (i64)at + rd4(p + 1));
    } else if (op_info[p[0]].flags & F_BRANCH) {
        come(w, (i64)at + (i16)rd2(p + 1));
    }
    if (!(op_info[p[0]].flags & F_STOP) && i + 1 < w->mi->n_code) come(w, w->mi->bci[i + 1]);
}

static bool is_call(u32 op) { return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC; }

/* Do the first n frames stand at the place? */
static bool stands_at(const LastPlace *p, const LastFrame *f, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (p[i].method != f[i].mi->key || p[i].at != f[i].at) return false;
    return true;
}

/* Where the first k frames stand as they do: can frame k, in a call if `called`, come to one of the places? Behind one
 * that sets the field what it held does not matter. */
static bool comes_to(LastUses *l, const LastField *x, const LastFrame *f, u32 k, bool called) {
    const MethodInfo *mi = f[k].mi;
    Way w = {l, mi, false};
    l->come.n = l->todo.n = 0;
    if ((mi->attrs & MA_HAS_JSR) || vec_reserve(l->ks->cx, &l->come, mi->n_code) != ST_OK) return true;
    mem_fill(l->come.v, 0, mi->n_code);
    l->come.n = mi->n_code;
    if (called) come_behind(&w, mi_insn_at(mi, f[k].at));
    else come(&w, f[k].at);
    while (l->todo.n && !w.failed) {
        u32 insn = l->todo.v[--l->todo.n];
        bool set = false;
        for (u32 i = 0, n; i < x->at.n; i += 1 + n) {
            const LastPlace *p = x->at.v + i + 1;
            n = (u32)x->at.v[i].at;
            if (n <= k || !stands_at(p, f, k) || p[k].method != mi->key || p[k].at != mi->bci[insn]) continue;
            if (n > k + 1 || !x->at.v[i].method) return true;
            set = true;
        }
        if (!set) come_behind(&w, insn);
    }
    return w.failed;
}

/* Has a place another method than frame k, where those before it are the same? Of a first frame, which is the VM's: it
 * calls main once, and what comes after that later (interp/lifecycle.c), at a higher step. */
static bool elsewhere(const LastField *x, const LastFrame *f, u32 k) {
    const bool vm = f[k].mi->step || !has_code(f[k].mi);
    for (u32 i = 0, n; i < x->at.n; i += 1 + n) {
        const LastPlace *p = x->at.v + i + 1;
        n = (u32)x->at.v[i].at;
        if (!stands_at(p, f, n < k ? n : k)) continue;
        if (n <= k || p[k].method != f[k].mi->key) return true;
        if (vm && (k || !f[k].mi->step || p[k].at > f[k].at)) return true;
    }
    return false;
}

bool last_over(const KernelState *ks, u32 field, const LastFrame *f, u32 n) {
    LastUses *l = ks->last;
    const LastField *x = &l->v.v[field];
    u64 h = mix64(x->name, x->at.n);
    for (u32 k = 0; k < n; k++) h = mix64(h + f[k].at, f[k].mi->key);
    struct LastAnswer *known = &l->known[h % LAST_KNOWN];
    if (known->of == h) return known->over;
    bool over = true;
    for (u32 k = 0; k < n && over; k++) {
        over = !elsewhere(x, f, k);
        if (!over || (!k && f[k].mi->step)) continue;
        over = !comes_to(l, x, f, k, k + 1 < n && is_call(f[k].mi->cf->code->code[f[k].at]));
    }
    *known = (struct LastAnswer){h, over};
    return over;
}
