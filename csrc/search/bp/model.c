/* model.c -- what b-threads on the VM say, as numbers. */
#include "search/bp/model.h"

#include <stdlib.h>

static Ref bthread_at(const BpModel *m, const BProgTables *t, u32 i) {
    const Heap *h = m->ks->heap;
    return get_ref(h, get_ref(h, t->program, t->off[F_BTHREADS]), OBJ_HEADER + 4 * i);
}

static BProgTables *tables(const BpModel *m) { return (BProgTables *)bprog_of(m->ks); }

/* --- names --- */

u64 bpmodel_name(const BpModel *m, Ref r) {
    const ElementInfo *e = ei(m->ks->heap, r);
    u64 name = 0;
    if (e->birth == IMMORTAL_BIRTH) return mix64(0x1AA0, r) | 1;
    return e->birth <= m->first_epoch && map_get(&m->first, r, &name) ? name : 0;
}

/* A name for a reference in a frame. */
static u64 ident(BpModel *m, Ref r) {
    u64 name = r ? bpmodel_name(m, r) : 2;
    if (name) return name;
    m->coarse = true;
    return mix64(0xF2E5, ei_class(m->ks->heap, ei(m->ks->heap, r))->key);
}

static Status name_fresh(BpModel *m, u64 name, Ref e) {
    for (u32 i = 0; i < m->n_fresh; i++) {
        if (m->fresh[i].name != name) continue;
        if (m->fresh[i].event != e) m->unfit = "two events of one name that were made on the way";
        return ST_OK;
    }
    if (m->n_fresh == m->cap_fresh) {
        u32 cap = m->cap_fresh * 2 + 16;
        struct BpFresh *v = cx_realloc(m->ks->cx, m->fresh, m->cap_fresh * sizeof *v, cap * sizeof *v);
        if (!v) return ST_ERROR;
        m->fresh = v;
        m->cap_fresh = cap;
    }
    m->fresh[m->n_fresh++] = (struct BpFresh){name, e};
    return ST_OK;
}

/* Events made since the first state are known by their name; those of other classes may hold data, which b-threads
 * would pass to each other. */
static Status event_name(BpModel *m, Ref e, u64 *name) {
    const Heap *h = m->ks->heap;
    const ClassInfo *ci = ei_class(h, ei(h, e));
    if ((*name = bpmodel_name(m, e)) != 0) return ST_OK;
    if (!(ci->known & KC_NAMED_EVENT)) {
        m->unfit = "events that were made on the way and may hold data";
        return ST_OK;
    }
    Ref s = get_ref(h, e, tables(m)->off_name);
    *name = s ? string_hash(m->ks->heap, s, 0xEE) : 0xEE;
    return name_fresh(m, *name, e);
}

static Status number_of(BpModel *m, Ref e, u32 *number) {
    u64 name, v;
    *number = BP_NONE;
    if (event_name(m, e, &name) != ST_OK) return ST_ERROR;
    if (m->unfit) return ST_OK;
    if (!map_get(&m->event_of, name, &v)) {
        v = m->events.n;
        BpEventRec r = {name, ei_class(m->ks->heap, ei(m->ks->heap, e))};
        if (vec_push(m->ks->cx, &m->events, r) != ST_OK || map_put(&m->event_of, name, v) != ST_OK) return ST_ERROR;
    }
    *number = (u32)v;
    return ST_OK;
}

u32 bpmodel_event(BpModel *m, Ref e) {
    u64 name, v;
    m->n_fresh = 0;
    if (!heap_is_object(m->ks->heap, e)) return BP_NONE;
    if (event_name(m, e, &name) != ST_OK || m->unfit || !map_get(&m->event_of, name, &v)) return BP_NONE;
    return (u32)v;
}

/* --- sets --- */

static Status put_set(BpModel *m, Ref set, int depth) {
    KernelState *ks = m->ks;
    BProgTables *t = tables(m);
    Ref arr;
    u32 n;
    u64 name;
    enum SetKind kind = set && depth < 64 ? bprog_kind(ks, t, set) : SK_OTHER;
    switch (kind) {
    case SK_NONE: return ST_OK;
    case SK_ALL: m->set.all = true; return ST_OK;
    case SK_EVENT: return event_name(m, set, &name) == ST_OK ? vec_push(ks->cx, &m->set.events, name) : ST_ERROR;
    case SK_CLASS:
    case SK_REQUESTS:
    case SK_UNION:
        if (!bprog_elements(ks->heap, t, kind, set, &arr, &n)) break;
        for (u32 i = 0; i < n; i++) {
            Ref x = get_ref(ks->heap, arr, OBJ_HEADER + 4 * i);
            if (kind != SK_CLASS) {
                if (put_set(m, x, depth + 1) != ST_OK) return ST_ERROR;
                continue;
            }
            const ClassInfo *ci = x ? mirror_class(ks->heap, x) : NULL;
            if (!ci) m->unfit = "event sets of the program's own classes";
            if (vec_push(ks->cx, &m->set.classes, ci) != ST_OK) return ST_ERROR;
        }
        return ST_OK;
    default: break;
    }
    m->unfit = "event sets of the program's own classes";
    return ST_OK;
}

static int by_value(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}

static void set_free(Ctx *cx, BpSetRec *s) {
    vec_free(cx, &s->events);
    vec_free(cx, &s->classes);
}

/* The number of the set that was put together in m->set. */
static Status set_number(BpModel *m, u32 *number) {
    Ctx *cx = m->ks->cx;
    BpSetRec *s = &m->set;
    u32 n = 0;
    u64 h = s->all, v;
    mem_sort(s->events.v, s->events.n, sizeof *s->events.v, by_value);
    for (u32 i = 0; i < s->events.n; i++)
        if (!i || s->events.v[i] != s->events.v[i - 1]) s->events.v[n++] = s->events.v[i];
    s->events.n = n;
    for (u32 i = 0; i < n; i++) h = mix64(h, s->events.v[i]);
    for (u32 i = 0; i < s->classes.n; i++) h += mix64(0xC1A55, s->classes.v[i] ? s->classes.v[i]->key : 0);
    if (!s->all && !n && !s->classes.n) {
        *number = BP_SET_NONE;
        return ST_OK;
    }
    if (map_get(&m->set_of, h, &v)) {
        *number = (u32)v;
        return ST_OK;
    }
    BpSetRec own = {.all = s->all};
    if (vec_reserve(cx, &own.events, n) != ST_OK || vec_reserve(cx, &own.classes, s->classes.n) != ST_OK ||
        vec_push(cx, &m->sets, own) != ST_OK) {
        set_free(cx, &own);
        return ST_ERROR;
    }
    BpSetRec *kept = &m->sets.v[m->sets.n - 1];
    mem_copy(kept->events.v, s->events.v, n * sizeof *s->events.v);
    kept->events.n = n;
    for (u32 i = 0; i < s->classes.n; i++) kept->classes.v[kept->classes.n++] = s->classes.v[i];
    *number = m->sets.n - 1;
    return map_put(&m->set_of, h, *number);
}

static Status sets_of(BpModel *m, const Ref *sets, u32 n, u32 *number) {
    m->set.all = false;
    m->set.events.n = m->set.classes.n = 0;
    for (u32 i = 0; i < n; i++)
        if (put_set(m, sets[i], 0) != ST_OK) return ST_ERROR;
    *number = BP_SET_NONE;
    return m->unfit ? ST_OK : set_number(m, number);
}

static bool member(const BpSetRec *s, const BpEventRec *e) {
    if (s->all || mem_search(&e->name, s->events.v, s->events.n, sizeof e->name, by_value)) return true;
    for (u32 i = 0; i < s->classes.n; i++)
        if (ci_is_subclass(e->ci, s->classes.v[i])) return true;
    return false;
}

static Status members(void *user, BProg *p, u32 set, u32 from, u32 to, u8 *out) {
    const BpModel *m = user;
    for (u32 i = from; i < to; i++) out[i - from] = member(&m->sets.v[set], &m->events.v[i]);
    return ST_OK;
}

/* --- local states --- */

static void put(BpModel *m, u64 v) {
    if (vec_push(m->ks->cx, &m->words, v) != ST_OK) return; /* the pending error is looked at by bthread() */
}

static Status put_frame(BpModel *m, StackFrame *f, bool top) {
    const MethodInfo *mi = f->mi;
    put(m, mi->key);
    put(m, mi->step ? f->step : mi->code ? (u64)(f->pc - mi->code) : 0);
    if (f->lock) put(m, ident(m, f->lock));
    if (mi->step) {
        for (u32 i = 0; i < mi->max_locals; i++)
            put(m, i < 32 && mi->step_refs >> i & 1 ? ident(m, f->slots[i]) : f->slots[i]);
        if (f->sp > f->slots + mi->max_locals) m->coarse = true;
    } else if (mi->code) {
        const FrameMap *live = fr_map(m->ks->cs, f, top);
        if (!live) return ST_ERROR;
        for (u32 i = 0; i < live->n_live_prim; i++) put(m, (u64)live->prim[i] << 32 | f->slots[live->prim[i]]);
        for (u32 i = 0; i < live->n_live_ref; i++) put(m, mix64(live->ref[i], ident(m, f->slots[live->ref[i]])));
    }
    return ST_OK;
}

/* What b-thread i says goes to m->words[from ..) as numbers of events; waits for more, if it only watches. */
static Status put_requests(BpModel *m, Ref requested, bool *only_java) {
    BProgTables *t = tables(m);
    t->events.n = 0;
    int k = bprog_requests(m->ks, t, requested);
    *only_java = k == -1;
    if (k == -2) return ST_ERROR;
    for (u32 i = 0; k > 0 && i < t->req.n && !m->unfit; i++) {
        u32 e;
        if (number_of(m, t->events.v[BP_EVENT(t->req.v[i])], &e) != ST_OK) return ST_ERROR;
        t->req.v[i] = e | (t->req.v[i] & BP_GROUP);
        put(m, t->req.v[i]);
    }
    return ST_OK;
}

/* The local state of b-thread i, which is parked or has ended (ti NULL). */
static Status intern(BpModel *m, u32 i, Ref bt, ThreadInfo *ti) {
    KernelState *ks = m->ks;
    BProgTables *t = tables(m);
    u32 wait = BP_SET_NONE, block = BP_SET_NONE, flags = ti ? 0 : BP_ENDED, n_req = 0, id;
    u64 v;
    m->words.n = 0;
    m->coarse = false;
    put(m, i);
    if (ti) {
        bool watches = get_u8(ks->heap, bt, t->off[F_MONITOR]) != 0, only_java;
        Ref requested = get_ref(ks->heap, bt, t->off[F_REQUESTED]);
        Ref wakes[] = {get_ref(ks->heap, bt, t->off[F_WATCHED]), get_ref(ks->heap, bt, t->off[F_INTERRUPTING]),
                       requested};
        Ref blocks = get_ref(ks->heap, bt, t->off[F_BLOCKED]);
        if (!watches) {
            if (put_requests(m, requested, &only_java) != ST_OK) return ST_ERROR;
            if (only_java) m->unfit = "requests of the program's own classes";
            n_req = m->words.n - 1;
        }
        if (sets_of(m, wakes, watches ? 3 : 2, &wait) != ST_OK || sets_of(m, &blocks, 1, &block) != ST_OK)
            return ST_ERROR;
        if (m->unfit) return ST_OK;
        flags |= get_u8(ks->heap, bt, t->off[F_HOT]) ? BP_HOT : 0;
        flags |= get_u32(ks->heap, bt, t->off[F_BAD]) ? BP_BAD : 0;
        flags |= get_u8(ks->heap, bt, t->off[F_PRUNE]) ? BP_PRUNE_NEXT : 0;
        put(m, (u64)wait << 32 | block);
        put(m, flags);
        for (StackFrame *f = ti->top; f; f = f->prev)
            if (put_frame(m, f, f == ti->top) != ST_OK) return ST_ERROR;
    }
    flags |= m->coarse ? BP_COARSE : 0;
    put(m, flags);
    if (ks->cx->err.kind != ERR_NONE) return ST_ERROR;
    if (flags & BP_HOT) m->hot = mix64(m->hot, i + 1) | 1;
    m->bad |= (flags & BP_BAD) != 0;
    u64 key = hash_bytes(m->words.v, m->words.n * sizeof *m->words.v, 0xB10CA1);
    if (map_get(&m->local_of, key, &v)) {
        m->locals.v[i] = (u32)v;
        return ST_OK;
    }
    /* the requests were put right after the first word */
    u32 *req = n_req ? t->req.v : NULL;
    if (bp_add_local(&m->prog, i, flags, req, n_req, wait, block, BP_NONE, &id) != ST_OK) return ST_ERROR;
    m->locals.v[i] = id;
    return map_put(&m->local_of, key, id);
}

static Status bthread(BpModel *m, u32 i) {
    const BProgTables *t = tables(m);
    Ref bt = bthread_at(m, t, i);
    if (bpmodel_name(m, bt) != m->bthreads.v[i]) {
        m->unfit = "b-threads that come and go";
        return ST_OK;
    }
    u32 stage = get_u32(m->ks->heap, bt, t->off[F_STAGE]);
    Ref thread = get_ref(m->ks->heap, bt, t->off[F_THREAD]);
    ThreadInfo *ti = thread ? ks_thread_of(m->ks, thread) : NULL;
    m->threads.v[i] = ti ? ti->id + 1 : 0;
    if (stage == 3) return intern(m, i, bt, NULL);
    if (stage == 2 && ti) return intern(m, i, bt, ti);
    m->unfit = "b-threads that have not begun";
    return ST_OK;
}

Status bpmodel_look(BpModel *m) {
    const BProgTables *t = tables(m);
    const KernelState *ks = m->ks;
    const Heap *h = ks->heap;
    m->hot = 0;
    m->bad = false;
    m->n_fresh = 0;
    if (!t || !t->ready || get_u32(h, t->program, t->off[F_COUNT]) != m->prog.n)
        m->unfit = "b-threads that come and go";
    else if (t->n_fair[0] + t->n_fair[1] + t->n_fair[2]) m->unfit = "fairness";
    else if (ks->bp.n_turns != ks->n_threads) m->unfit = "threads beside the b-program";
    else if (ks->saw.interrupt) m->unfit = "interrupts";
    if (m->unfit) return ST_OK;
    Ref alarms = get_ref(h, t->program, t->off[F_ALARMS]);
    if (alarms && get_u32(h, alarms, t->off_size)) m->unfit = "alarms";
    for (u32 i = 0; i < m->prog.n && !m->unfit; i++)
        if (bthread(m, i) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* --- the first state --- */

static Status name_objects(BpModel *m, StateEngine *se) {
    map_free(&m->first);
    map_init(&m->first, m->ks->cx);
    m->first_epoch = m->ks->heap->epoch;
    for (u32 i = 1; i < se->metas.n; i++) {
        u64 label;
        Ref r = se->metas.v[i].obj;
        if (r && heap_is_object(m->ks->heap, r) && state_label(se, r, &label) &&
            map_put(&m->first, r, mix64(0x0B1EC7, label) | 1) != ST_OK)
            return ST_ERROR;
    }
    return ST_OK;
}

static Status number_bthreads(BpModel *m) {
    Ctx *cx = m->ks->cx;
    const Heap *h = m->ks->heap;
    const BProgTables *t = tables(m);
    if (!t || !t->ready) return ST_OK;
    u32 n = get_u32(h, t->program, t->off[F_COUNT]);
    double *priority = cx_alloc(cx, (n + 1) * sizeof *priority);
    u32 *region = cx_alloc(cx, (n + 1) * sizeof *region);
    Status st = priority && region ? ST_OK : ST_ERROR;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        Ref bt = bthread_at(m, t, i);
        u64 bits = get_u64(h, bt, t->off[F_PRIORITY]);
        memcpy(&priority[i], &bits, 8);
        region[i] = i;
        st = vec_push(cx, &m->bthreads, bpmodel_name(m, bt));
    }
    BpRule rule = {.strict = m->ks->cfg.bp_rule & BPR_STRICT};
    u64 bits = get_u64(h, t->program, t->off[F_EPSILON]);
    memcpy(&rule.epsilon, &bits, 8);
    if (st == ST_OK) st = bp_init(&m->prog, cx, &(BpHost){.user = m, .members = members}, n, priority, rule, region, n);
    if (st == ST_OK) st = vec_push(cx, &m->sets, (BpSetRec){0});
    if (st == ST_OK) st = vec_reserve(cx, &m->locals, n);
    if (st == ST_OK) st = vec_reserve(cx, &m->threads, n);
    m->locals.n = m->threads.n = n;
    m->run.p = &m->prog;
    if (st == ST_OK) st = bp_reduce_new(&m->run);
    cx_free(cx, priority, (n + 1) * sizeof *priority);
    cx_free(cx, region, (n + 1) * sizeof *region);
    return st;
}

Status bpmodel_begin(BpModel *m, StateEngine *se) {
    if (name_objects(m, se) != ST_OK) return ST_ERROR;
    return m->prog.cx ? ST_OK : number_bthreads(m);
}

void bpmodel_init(BpModel *m, KernelState *ks) {
    memset(m, 0, sizeof *m);
    m->ks = ks;
    map_init(&m->first, ks->cx);
    map_init(&m->event_of, ks->cx);
    map_init(&m->set_of, ks->cx);
    map_init(&m->local_of, ks->cx);
}

void bpmodel_free(BpModel *m) {
    Ctx *cx = m->ks->cx;
    if (m->run.p) bp_run_free(&m->run);
    bp_free(&m->prog);
    for (u32 i = 0; i < m->sets.n; i++) set_free(cx, &m->sets.v[i]);
    set_free(cx, &m->set);
    vec_free(cx, &m->sets);
    vec_free(cx, &m->events);
    vec_free(cx, &m->bthreads);
    vec_free(cx, &m->locals);
    vec_free(cx, &m->threads);
    vec_free(cx, &m->words);
    cx_free(cx, m->fresh, m->cap_fresh * sizeof *m->fresh);
    Map *maps[] = {&m->first, &m->event_of, &m->set_of, &m->local_of};
    for (u32 i = 0; i < 4; i++) map_free(maps[i]);
}
