/* explore.c -- depth-first and breadth-first search over a b-program; replay. */
#include "bp/bp.h"

#include <stdio.h>
#include <time.h>

typedef struct Level {
    u32 id, undo, first, n, at; /* first, n, at: of the pool */
    u32 total;
    bool widen; /* the choices left out have to be taken too */
} Level;
typedef struct Choice {
    u32 event, index;
} Choice;
typedef VEC(Level) Levels;
typedef VEC(u32) Pool;
typedef VEC(Choice) Choices;

#define CHECK0 0x811c9dc5u
u32 bp_check_fold(u32 h, u32 n) { return (h ^ n) * 0x01000193u; }

void bp_run_why(BpRun *r, const char *fmt, ...) {
    char buf[sizeof r->why[0]];
    va_list ap;
    r->complete = false;
    va_start(ap, fmt);
    if (vsnprintf(buf, sizeof buf, fmt, ap) < 0) buf[0] = 0;
    va_end(ap);
    for (u32 i = 0; i < r->n_why; i++)
        if (strcmp(r->why[i], buf) == 0) return;
    if (r->n_why < sizeof r->why / sizeof *r->why) memcpy(r->why[r->n_why++], buf, sizeof buf);
}

void bp_run_free(BpRun *r) {
    Ctx *cx = r->p->cx;
    bpkeys_free(cx, &r->keys);
    vec_free(cx, &r->states);
    vec_free(cx, &r->edges);
    vec_free(cx, &r->vectors);
    vec_free(cx, &r->hot_sets);
    vec_free(cx, &r->errors);
    vec_free(cx, &r->steps);
    vec_free(cx, &r->path);
    vec_free(cx, &r->reduced);
    vec_free(cx, &r->taken);
    bp_reduce_free(r);
    cx_free(cx, r->hot_bits, (r->p->n + 63) / 64 * 8);
}

/* --- errors --- */

void bp_reverse(BpStepRec *v, u32 n) {
    for (u32 i = 0; i + 1 < n; i++) {
        BpStepRec t = v[i];
        v[i] = v[--n];
        v[n] = t;
    }
}

Status bp_path_of(BpRun *r, u32 id) {
    r->path.n = 0;
    for (u32 s = id; s != BP_NONE && r->states.v[s].parent != BP_NONE; s = r->states.v[s].parent) {
        const BpStateRec *x = &r->states.v[s];
        if (vec_push(r->p->cx, &r->path, ((BpStepRec){x->event, x->index, x->total})) != ST_OK) return ST_ERROR;
    }
    bp_reverse(r->path.v, r->path.n);
    return ST_OK;
}

Status bp_error_add(BpRun *r, u8 kind, u32 who, u32 group, u32 cycle) {
    if (!r->cfg.multiple_errors) r->done = true;
    if (r->errors.n >= r->cfg.max_errors) {
        r->errors_unlisted++;
        return ST_OK;
    }
    BpError e = {kind, who, group, r->steps.n, r->path.n, cycle, CHECK0};
    if (vec_reserve(r->p->cx, &r->steps, r->path.n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < r->path.n; i++) {
        r->steps.v[r->steps.n++] = r->path.v[i];
        if (r->path.v[i].total > 1) e.check = bp_check_fold(e.check, r->path.v[i].total);
    }
    return vec_push(r->p->cx, &r->errors, e);
}

static u32 who_has(const BProg *p, u32 flag) {
    for (u32 i = 0; i < p->n; i++)
        if (p->locals.v[p->vec[p->order[i]]].flags & flag) return p->order[i];
    return BP_NONE;
}

/* --- a state --- */

Status bp_hot_intern(BpRun *r, const u64 *bits, u32 *index) {
    u32 w = (r->p->n + 63) / 64, n = r->hot_sets.n / w;
    for (u32 i = n; i-- > 0;)
        if (mem_cmp(r->hot_sets.v + (size_t)i * w, bits, w * 8) == 0) {
            *index = i;
            return ST_OK;
        }
    if (vec_reserve(r->p->cx, &r->hot_sets, w) != ST_OK) return ST_ERROR;
    mem_copy(r->hot_sets.v + (size_t)n * w, bits, w * 8);
    r->hot_sets.n += w;
    *index = n;
    return ST_OK;
}

static Status hot_set(BpRun *r, u32 *index) {
    BProg *p = r->p;
    *index = 0;
    if (!p->n_hot) return ST_OK;
    if (!r->hot_bits && !(r->hot_bits = cx_alloc(p->cx, (p->n + 63) / 64 * 8))) return ST_ERROR;
    mem_fill(r->hot_bits, 0, (p->n + 63) / 64 * 8);
    for (u32 i = 0; i < p->n; i++)
        if (p->locals.v[p->vec[i]].flags & BP_HOT) bit_set(r->hot_bits, i);
    return bp_hot_intern(r, r->hot_bits, index);
}

static Status keep_vector(BpRun *r) {
    BProg *p = r->p;
    if (vec_reserve(p->cx, &r->vectors, p->width) != ST_OK) return ST_ERROR;
    mem_copy(r->vectors.v + r->vectors.n, p->vec, p->width * 4);
    r->vectors.n += p->width;
    return ST_OK;
}

/* Exact storage: states whose keys are equal are compared, and a different one gets another key. */
static Status match(BpRun *r, u32 *id, bool *fresh) {
    BProg *p = r->p;
    H128 key = p->key;
    for (u64 salt = 1;; salt++) {
        if (bpkeys_add(p->cx, &r->keys, key, r->states.n, id, fresh) != ST_OK) return ST_ERROR;
        if (*fresh || !r->cfg.exact || mem_cmp(r->vectors.v + (size_t)*id * p->width, p->vec, p->width * 4) == 0)
            return ST_OK;
        key = h128_add(key, mix128(salt, 0xB0));
    }
}

typedef struct Arrival {
    u32 id;
    bool is_state, fresh, expand; /* expand: choices are in p->picked */
} Arrival;

static Status check_labels(BpRun *r, u32 id, bool fresh) {
    BProg *p = r->p;
    if (bp_choices(p) != ST_OK) return ST_ERROR;
    u64 h = hash_bytes(p->picked.v, p->picked.n * 4u, p->n_ended == p->n);
    if (fresh) r->states.v[id].enabled = h;
    else if (r->states.v[id].enabled != h) r->label_conflicts++;
    return ST_OK;
}

/* The current state was reached from `parent` by the last step of r->path. */
static Status arrive(BpRun *r, u32 parent, u32 depth, Arrival *a) {
    BProg *p = r->p;
    memset(a, 0, sizeof *a);
    a->id = BP_NONE;
    if (p->n_prune_now) {
        r->pruned++;
        return ST_OK;
    }
    a->fresh = a->is_state = true;
    if (r->cfg.matching && match(r, &a->id, &a->fresh) != ST_OK) return ST_ERROR;
    if (!a->fresh) {
        r->visited++;
        return r->cfg.by_labels ? check_labels(r, a->id, false) : ST_OK;
    }
    r->states_new++;
    if (depth > r->max_depth) r->max_depth = depth;
    if (r->cfg.matching || r->cfg.bfs) {
        BpStateRec x = {.parent = parent, .event = BP_NONE, .depth = depth};
        if (r->path.n) {
            BpStepRec via = r->path.v[r->path.n - 1];
            x.event = via.event;
            x.index = via.index;
            x.total = via.total;
        }
        if (hot_set(r, &x.hot) != ST_OK) return ST_ERROR;
        a->id = r->states.n;
        if (r->states.n >= BP_NONE - 1) return cx_fail(p->cx, ERR_NOMEM, "out of memory (too many states)");
        if (vec_push(p->cx, &r->states, x) != ST_OK) return ST_ERROR;
        if ((r->cfg.bfs || r->cfg.exact || r->reduce) && keep_vector(r) != ST_OK) return ST_ERROR;
    }
    if (p->n_failed) {
        r->faileds++;
        r->end_states++;
        return r->cfg.check_failed ? bp_error_add(r, BP_ERR_FAILED, who_has(p, BP_FAILED), 0, 0) : ST_OK;
    }
    if (p->n_bad) {
        r->bads++;
        if (bp_error_add(r, BP_ERR_BAD, who_has(p, BP_BAD), 0, 0) != ST_OK) return ST_ERROR;
    }
    if (bp_choices(p) != ST_OK) return ST_ERROR;
    if (r->cfg.by_labels && r->cfg.matching && check_labels(r, a->id, true) != ST_OK) return ST_ERROR;
    if (a->id != BP_NONE) r->states.v[a->id].choices = p->picked.n;
    if (p->picked.n == 0) {
        r->end_states++;
        if (p->n_hot) {
            r->hot_ends++;
            if (r->cfg.hot_finite && bp_error_add(r, BP_ERR_HOT_FINITE, who_has(p, BP_HOT), 0, 0) != ST_OK)
                return ST_ERROR;
        }
        if (p->n_ended < p->n) {
            r->deadlocks++;
            if (r->cfg.check_deadlock && bp_error_add(r, BP_ERR_DEADLOCK, BP_NONE, 0, 0) != ST_OK) return ST_ERROR;
        }
        return ST_OK;
    }
    if (p->n_prune_next) {
        r->pruned++;
    } else if (r->cfg.depth_limit && depth >= r->cfg.depth_limit) {
        bp_run_why(r, "depth limit reached: %llu (search.depth_limit)", (unsigned long long)r->cfg.depth_limit);
    } else {
        a->expand = true;
    }
    return ST_OK;
}

static Status edge(BpRun *r, u32 from, u32 event, u32 index, u32 to) {
    if (from == BP_NONE || to == BP_NONE) return ST_OK;
    if (r->states.v[from].hot == 0) return ST_OK;
    return vec_push(r->p->cx, &r->edges, ((BpEdge){from, event, to, index}));
}

enum {
    STEP_WORK = 8192,
    POLL_NS = 20000000,
    MEMORY_SLACK = 32
}; /* in units of cx_work: Python may be asked in a step */

/* The pending error ends the exploration in order. */
static Status wind_up(BpRun *r) {
    char why[sizeof r->p->cx->err.msg];
    memcpy(why, r->p->cx->err.msg, sizeof why);
    cx_wind_up(r->p->cx);
    r->done = true;
    bp_run_why(r, "%s", why);
    return ST_OK;
}

static Status limits(BpRun *r) {
    const BpConfig *c = &r->cfg;
    if (c->state_limit && r->states_new >= c->state_limit && !r->done) {
        r->done = true;
        bp_run_why(r, "state limit reached: %llu (search.state_limit)", (unsigned long long)c->state_limit);
    }
    Ctx *cx = r->p->cx;
    if (!cx_work(cx, STEP_WORK)) return cx_ends_in_order(cx) ? wind_up(r) : ST_ERROR;
    if (c->memory_limit && cx->bytes > c->memory_limit && !r->done) {
        r->done = true;
        bp_run_why(r, "memory limit reached: %llu bytes (search.memory_limit)", (unsigned long long)c->memory_limit);
    }
    if (cx->looked - r->polled > POLL_NS) {
        r->polled = cx->looked;
        if (r->p->host.poll(r->p->host.user, r->p) == ST_OK) return ST_OK;
        if (cx->err.kind != ERR_NONE) return ST_ERROR;
        r->interrupted = r->done = true;
        bp_run_why(r, "interrupted");
    }
    return ST_OK;
}

/* --- choices to take --- */

static bool taken(const BpRun *r, const BpReduced *d, u32 event) {
    for (u32 i = 0; i < d->n; i++)
        if (r->taken.v[d->first + i] == event) return true;
    return false;
}

/* The choices of the current state that are to be taken, at the end of the pool. */
static Status offer(BpRun *r, u32 id, Choices *pool, u32 *n) {
    BProg *p = r->p;
    BpReduced d = {id, 0, r->taken.n, 0};
    const u32 *some = NULL;
    *n = p->picked.n;
    if (vec_reserve(p->cx, pool, p->picked.n) != ST_OK) return ST_ERROR;
    if (r->reduce && bp_persistent(r, &d.seed, &some, &d.n) != ST_OK) return ST_ERROR;
    if (d.n) {
        if (vec_reserve(p->cx, &r->taken, d.n) != ST_OK || vec_push(p->cx, &r->reduced, d) != ST_OK) return ST_ERROR;
        mem_copy(r->taken.v + r->taken.n, some, d.n * 4);
        r->taken.n += d.n;
        r->states.v[id].reduced = r->reduced.n;
        r->states_reduced++;
        *n = d.n;
    }
    for (u32 i = 0; i < p->picked.n; i++)
        if (!d.n || taken(r, &d, p->picked.v[i])) pool->v[pool->n++] = (Choice){p->picked.v[i], i};
    return ST_OK;
}

/* The others of a reduced state, which is the current one, at the end of the pool. */
static Status widen(BpRun *r, u32 id, Choices *pool, u32 *n) {
    BProg *p = r->p;
    BpReduced *d = &r->reduced.v[r->states.v[id].reduced - 1];
    *n = 0;
    if (bp_choices(p) != ST_OK || vec_reserve(p->cx, pool, p->picked.n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < p->picked.n; i++) {
        if (taken(r, d, p->picked.v[i])) continue;
        pool->v[pool->n++] = (Choice){p->picked.v[i], i};
        ++*n;
    }
    d->state = BP_NONE;
    r->states.v[id].reduced = 0;
    r->states_reduced--;
    r->widened++;
    return ST_OK;
}

/* A step that others must not be put off behind: it is dropped or ends the run, or the states it joins differ in what
 * is hot or bad. */
static bool visible(const BpRun *r, u32 from, bool was_bad, const Arrival *a) {
    const BProg *p = r->p;
    if (from == BP_NONE || !r->states.v[from].reduced) return false;
    return !a->is_state || was_bad || p->n_bad || p->n_failed || p->n_prune_next ||
           r->states.v[a->id].hot != r->states.v[from].hot;
}

/* One choice of the current state. */
static Status step(BpRun *r, u32 from, u32 depth, Choice c, u32 total, Arrival *a, bool *wide) {
    BProg *p = r->p;
    bool was_bad = p->n_bad != 0;
    if (vec_push(p->cx, &r->path, ((BpStepRec){c.event, c.index, total})) != ST_OK) return ST_ERROR;
    if (bp_step(p, c.event) != ST_OK) return ST_ERROR;
    r->transitions++;
    if (arrive(r, from, depth + 1, a) != ST_OK || edge(r, from, c.event, c.index, a->id) != ST_OK) return ST_ERROR;
    *wide = visible(r, from, was_bad, a);
    return ST_OK;
}

/* --- searches --- */

static Status push_level(BpRun *r, Levels *ls, Choices *pool, u32 id) {
    BProg *p = r->p;
    Level l = {.id = id, .undo = p->undo.n, .first = pool->n, .total = p->picked.n};
    return offer(r, id, pool, &l.n) == ST_OK ? vec_push(p->cx, ls, l) : ST_ERROR;
}

/* Depth-first from the levels given, the lowest `base` steps from the beginning. */
static Status descend(BpRun *r, Levels *ls, Choices *pool, u32 base) {
    BProg *p = r->p;
    Arrival a;
    while (ls->n && !r->done) {
        Level *l = &ls->v[ls->n - 1];
        bp_undo(p, l->undo);
        r->path.n = base + ls->n - 1;
        if (l->widen) {
            u32 more;
            if (widen(r, l->id, pool, &more) != ST_OK) return ST_ERROR;
            l->n += more;
            l->widen = false;
        }
        if (l->at == l->n) {
            pool->n = l->first;
            ls->n--;
            r->backtracked++;
            continue;
        }
        Choice c = pool->v[l->first + l->at++];
        if (step(r, l->id, base + ls->n - 1, c, l->total, &a, &l->widen) != ST_OK) return ST_ERROR;
        if (a.expand && push_level(r, ls, pool, a.id) != ST_OK) return ST_ERROR;
        if (limits(r) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status dfs(BpRun *r) {
    Levels ls = {0};
    Choices pool = {0};
    Arrival a;
    Status st = arrive(r, BP_NONE, 0, &a);
    if (st == ST_OK && a.expand) st = push_level(r, &ls, &pool, a.id);
    if (st == ST_OK) st = descend(r, &ls, &pool, 0);
    vec_free(r->p->cx, &ls);
    vec_free(r->p->cx, &pool);
    return st;
}

/* Vectors of states expanded already are dropped now and then (exact storage keeps them all). */
static void drop_vectors(BpRun *r, u32 at) {
    u64 n = r->p->width, gone = at - r->kept;
    if (r->cfg.exact || r->reduce || gone < 1024 || gone * n * 2 < r->vectors.n) return;
    mem_move(r->vectors.v, r->vectors.v + gone * n, (r->vectors.n - gone * n) * 4);
    r->vectors.n -= (u32)(gone * n);
    r->kept = at;
}

static Status bfs(BpRun *r) {
    BProg *p = r->p;
    Pool queue = {0};
    Choices pool = {0};
    Status st = ST_ERROR;
    Arrival a;
    if (arrive(r, BP_NONE, 0, &a) != ST_OK) goto end;
    if (a.expand && vec_push(p->cx, &queue, a.id) != ST_OK) goto end;
    for (u32 q = 0; q < queue.n && !r->done; q++) {
        u32 id = queue.v[q];
        drop_vectors(r, id);
        bp_restore(p, r->vectors.v + (size_t)(id - r->kept) * p->width);
        r->restored++;
        if (bp_choices(p) != ST_OK) goto end;
        u32 n, more, total = p->picked.n;
        pool.n = 0;
        if (offer(r, id, &pool, &n) != ST_OK) goto end;
        if (bp_path_of(r, id) != ST_OK) goto end;
        u32 depth = r->states.v[id].depth, steps = r->path.n;
        for (u32 i = 0; i < pool.n && !r->done; i++) {
            bool wide;
            r->path.n = steps;
            if (step(r, id, depth, pool.v[i], total, &a, &wide) != ST_OK) goto end;
            if (a.expand && vec_push(p->cx, &queue, a.id) != ST_OK) goto end;
            bp_undo(p, 0);
            if (wide && widen(r, id, &pool, &more) != ST_OK) goto end;
            if (limits(r) != ST_OK) goto end;
        }
    }
    st = ST_OK;
end:
    vec_free(p->cx, &queue);
    vec_free(p->cx, &pool);
    return st;
}

/* --- reduced states, looked at again --- */

/* Take what was left out of a state, and what comes after it. */
static Status take_rest(BpRun *r, u32 id) {
    BProg *p = r->p;
    Levels ls = {0};
    Choices pool = {0};
    Level l = {.id = id, .total = r->states.v[id].choices, .widen = true};
    Status st = bp_path_of(r, id);
    bp_restore(p, r->vectors.v + (size_t)id * p->width);
    r->restored++;
    if (st == ST_OK) st = vec_push(p->cx, &ls, l);
    if (st == ST_OK) st = descend(r, &ls, &pool, r->path.n);
    vec_free(p->cx, &ls);
    vec_free(p->cx, &pool);
    return st;
}

/* Reduced states whose set is not persistent by what has been seen since. */
static Status take_met(BpRun *r, bool *any) {
    BProg *p = r->p;
    bool yes;
    if (bp_reduce_update(r) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < r->reduced.n && !r->done; i++) {
        BpReduced d = r->reduced.v[i];
        if (d.state == BP_NONE) continue;
        bp_restore(p, r->vectors.v + (size_t)d.state * p->width);
        if (bp_choices(p) != ST_OK || bp_persists(r, d.seed, r->taken.v + d.first, d.n, &yes) != ST_OK) return ST_ERROR;
        if (yes) continue;
        *any = true;
        if (take_rest(r, d.state) != ST_OK || bp_reduce_update(r) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status settle(BpRun *r) {
    for (bool any = true; any && !r->done;) {
        any = false;
        if (take_met(r, &any) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* --- replay --- */

static bool meets(const u64 *a, const u64 *b, u32 words) {
    for (u32 i = 0; i < words; i++)
        if (a[i] & b[i]) return true;
    return false;
}

/* A replayed path that comes back to a state shows its cycle; hot: the set of each state. */
static Status replay_cycle(BpRun *r, const Pool *ids, const Pool *hot) {
    const BpConfig *c = &r->cfg;
    u32 last = ids->v[ids->n - 1], k = 0, w = (r->p->n + 63) / 64;
    while (ids->v[k] != last) k++;
    if (k + 1 == ids->n) return ST_OK;
    for (u32 b = 0; b < r->p->n && c->hot_bthread; b++) {
        bool always = true;
        for (u32 i = k; i < ids->n; i++) always &= bit_get(r->hot_sets.v + (size_t)hot->v[i] * w, b);
        if (always && bp_error_add(r, BP_ERR_HOT_CYCLE, b, 1, k) != ST_OK) return ST_ERROR;
        if (always && !c->multiple_errors) return ST_OK;
    }
    for (u32 g = 0; g < c->n_groups; g++) {
        bool always = true;
        for (u32 i = k; i < ids->n; i++)
            always &= meets(r->hot_sets.v + (size_t)hot->v[i] * w, c->groups + (size_t)g * w, w);
        if (always && bp_error_add(r, BP_ERR_HOT_CYCLE, BP_NONE, 2 + g, k) != ST_OK) return ST_ERROR;
        if (always && !c->multiple_errors) return ST_OK;
    }
    bool all = c->hot_system;
    for (u32 i = k; i < ids->n; i++) all &= hot->v[i] != 0;
    return all ? bp_error_add(r, BP_ERR_HOT_CYCLE, BP_NONE, 0, k) : ST_OK;
}

static Status replay(BpRun *r) {
    BProg *p = r->p;
    Pool ids = {0}, hot = {0};
    u32 at = 0, h = CHECK0, id, fits = 0;
    bool fresh = true;
    Status st = ST_ERROR;
    r->cfg.matching = r->cfg.bfs = false;
    for (;;) {
        Arrival a;
        u32 errors = r->errors.n;
        if (bpkeys_add(p->cx, &r->keys, p->key, r->keys.n, &id, &fresh) != ST_OK) goto end;
        u32 set;
        if (hot_set(r, &set) != ST_OK) goto end;
        if (vec_push(p->cx, &ids, id) != ST_OK || vec_push(p->cx, &hot, set) != ST_OK) goto end;
        r->done = false;
        if (arrive(r, BP_NONE, r->path.n, &a) != ST_OK) goto end;
        /* only the errors at the end of the string are meant, except on the way of a hot cycle */
        bool at_end = at == r->cfg.n_script;
        if (at_end && ((r->errors.n > errors && !r->cfg.multiple_errors) || !fresh)) break;
        if (!at_end) r->errors.n = errors;
        if (!a.expand) break;
        u32 i = 0;
        if (p->picked.n > 1) {
            if (at >= r->cfg.n_script) break;
            i = r->cfg.script[at++];
            h = bp_check_fold(h, p->picked.n);
            if (i >= p->picked.n) break;
        }
        fits = at;
        u32 e = p->picked.v[i];
        if (vec_push(p->cx, &r->path, ((BpStepRec){e, i, p->picked.n})) != ST_OK || bp_step(p, e) != ST_OK) goto end;
        r->transitions++;
        if (r->path.n > 100000000u) break;
    }
    if (fits < r->cfg.n_script || h != r->cfg.script_check) {
        cx_fail(p->cx, ERR_CONFIG, "the replay string does not fit this program and configuration");
        goto end;
    }
    if (!r->errors.n && !fresh && replay_cycle(r, &ids, &hot) != ST_OK) goto end;
    st = ST_OK;
end:
    vec_free(p->cx, &ids);
    vec_free(p->cx, &hot);
    return st;
}

static Status explore(BpRun *r) {
    const BpConfig *cfg = &r->cfg;
    BProg *p = r->p;
    u32 w = (p->n + 63) / 64;
    for (u32 i = 0; i < w; i++)
        if (vec_push(p->cx, &r->hot_sets, 0) != ST_OK) return ST_ERROR;
    if (bp_start(p) != ST_OK) return ST_ERROR;
    if (cfg->script) return replay(r);
    if (cfg->por && cfg->matching && !cfg->by_labels && !cfg->n_fair && !p->rule.chain && bp_reduce_new(r) != ST_OK)
        return ST_ERROR;
    if ((cfg->bfs ? bfs(r) : dfs(r)) != ST_OK) return ST_ERROR;
    if (r->reduce && settle(r) != ST_OK) return ST_ERROR;
    if (r->label_conflicts)
        bp_run_why(r, "bp.labels: %llu times, states with the same labels differ in the events that they offer",
                   (unsigned long long)r->label_conflicts);
    if (!r->done && bp_live(r) != ST_OK) return ST_ERROR;
    return ST_OK;
}

Status bp_explore(BProg *p, const BpConfig *cfg, BpRun *r) {
    memset(r, 0, sizeof *r);
    r->p = p;
    r->cfg = *cfg;
    r->complete = true;
    r->cpu0 = cx_cpu();
    p->by_labels = cfg->by_labels;
    Ctx *cx = p->cx;
    cx->stopped = false;
    cx->told_limit = cfg->memory_limit;
    cx->limit = cfg->memory_limit + cfg->memory_limit / MEMORY_SLACK;
    cx_limits(cx, cfg->time_limit, cfg->cpu_limit);
    Status st = explore(r);
    if (st != ST_OK && cx_ends_in_order(cx)) st = wind_up(r);
    cx->limit = 0;
    cx->wall_end = cx->cpu_end = 0;
    return st;
}
