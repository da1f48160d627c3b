/* live.c -- liveness: fair cycles of hot states, by strongly connected components.
 *
 * A group of b-threads is hot in a state when one of its members is. A run that stays for ever in
 * states where the group is hot violates it: a cycle in the subgraph of those states. Fairness
 * narrows which cycles count (weak and strong: Manna and Pnueli; the removal of states for strong
 * fairness: Lichtenstein and Pnueli 1985). The answer does not depend on the order of events.
 * States between two of the b-program count for nothing, but that cycles lead through them: they lie in every
 * subgraph, and a cycle needs another one. */
#include "bp/bp.h"

typedef VEC(u32) Nodes;

typedef struct Live {
    BpRun *r;
    Ctx *cx;
    u32 n;
    u32 *first;        /* n + 1: edges of a state in `out` */
    u32 *out;          /* indices in r->edges */
    u32 *region;       /* which subgraph a state is in; 0: none. One more for edges that lead nowhere */
    u32 *low, *num, *at;
    Nodes stack, call;
    Nodes sccs, bounds; /* components of the region looked at */
    Nodes work, ends;  /* regions to look at: lists of nodes */
    u32 regions;
    u32 *from;         /* paths: edge + 1 that found the state */
    Nodes queue;
} Live;

static Status live_init(Live *v, BpRun *r) {
    memset(v, 0, sizeof *v);
    v->r = r;
    v->cx = r->p->cx;
    u32 n = v->n = r->states.n;
    v->first = cx_alloc(v->cx, (n + 1) * sizeof(u32));
    v->out = cx_alloc(v->cx, r->edges.n * sizeof(u32));
    v->region = cx_alloc(v->cx, (n + 1) * sizeof(u32));
    u32 **arrays[] = {&v->low, &v->num, &v->at, &v->from};
    for (u32 i = 0; i < 4; i++)
        if (!(*arrays[i] = cx_alloc(v->cx, n * sizeof(u32)))) return ST_ERROR;
    if (!v->first || !v->out || !v->region) return ST_ERROR;
    for (u32 i = 0; i < r->edges.n; i++) v->first[r->edges.v[i].from + 1]++;
    for (u32 i = 0; i < n; i++) v->first[i + 1] += v->first[i];
    for (u32 i = 0; i < r->edges.n; i++) {
        u32 f = r->edges.v[i].from;
        v->out[v->first[f] + v->at[f]++] = i;
    }
    return ST_OK;
}

static void live_free(Live *v) {
    u32 n = v->n;
    cx_free(v->cx, v->first, (n + 1) * sizeof(u32));
    cx_free(v->cx, v->out, v->r->edges.n * sizeof(u32));
    cx_free(v->cx, v->region, (n + 1) * sizeof(u32));
    u32 *arrays[] = {v->low, v->num, v->at, v->from};
    for (u32 i = 0; i < 4; i++) cx_free(v->cx, arrays[i], n * sizeof(u32));
    Nodes *lists[] = {&v->stack, &v->call, &v->sccs, &v->bounds, &v->work, &v->ends, &v->queue};
    for (u32 i = 0; i < 7; i++) vec_free(v->cx, lists[i]);
}

static const BpEdge *edge_at(const Live *v, u32 k) { return &v->r->edges.v[v->out[k]]; }
static u32 target(const Live *v, u32 k) { return edge_at(v, k)->to == BP_NONE ? v->n : edge_at(v, k)->to; }
static bool between(const Live *v, u32 s) { return v->r->states.v[s].between; }

/* Tarjan's algorithm from `root` within region g; `num` is 0 for nodes not met. */
static Status tarjan(Live *v, u32 root, u32 g, u32 *clock) {
    if (vec_push(v->cx, &v->call, root) != ST_OK) return ST_ERROR;
    while (v->call.n) {
        u32 s = v->call.v[v->call.n - 1];
        if (!v->num[s]) {
            v->num[s] = v->low[s] = ++*clock;
            v->at[s] = v->first[s];
            if (vec_push(v->cx, &v->stack, s) != ST_OK) return ST_ERROR;
        }
        bool down = false;
        while (v->at[s] < v->first[s + 1]) {
            u32 t = target(v, v->at[s]);
            if (v->region[t] == g) {
                if (!v->num[t]) {
                    if (vec_push(v->cx, &v->call, t) != ST_OK) return ST_ERROR;
                    down = true;
                    break;
                }
                if (v->low[t] < v->low[s]) v->low[s] = v->low[t];
            }
            v->at[s]++;
        }
        if (down) continue;
        v->call.n--;
        if (v->low[s] != v->num[s]) continue;
        if (vec_push(v->cx, &v->bounds, v->sccs.n) != ST_OK) return ST_ERROR;
        for (u32 t = BP_NONE; t != s;) {
            t = v->stack.v[--v->stack.n];
            v->low[t] = UINT32_MAX; /* out of the way of the others */
            if (vec_push(v->cx, &v->sccs, t) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

/* --- fairness --- */

static Status of_set(const Live *v, u32 k, u32 set, bool *yes) {
    u32 event = edge_at(v, k)->event;
    *yes = false;
    return event == BP_NONE ? ST_OK : bp_set_has(v->r->p, set, event, yes);
}

static Status taken_in(Live *v, const u32 *nodes, u32 n, u32 g, u32 set, u32 *edge) {
    *edge = BP_NONE;
    for (u32 i = 0; i < n; i++)
        for (u32 k = v->first[nodes[i]]; k < v->first[nodes[i] + 1]; k++) {
            bool yes;
            if (v->region[target(v, k)] != g) continue;
            if (of_set(v, k, set, &yes) != ST_OK) return ST_ERROR;
            if (yes) {
                *edge = v->out[k];
                return ST_OK;
            }
        }
    return ST_OK;
}

static Status enabled_at(Live *v, u32 s, u32 set, bool *yes) {
    *yes = false;
    for (u32 k = v->first[s]; k < v->first[s + 1] && !*yes; k++)
        if (of_set(v, k, set, yes) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* Is every fairness demand met by going round the whole component? A strong one that is not leaves a
 * smaller region to look at. */
static Status fair(Live *v, u32 *nodes, u32 n, u32 g, bool *yes) {
    const BpConfig *c = &v->r->cfg;
    *yes = true;
    for (u32 f = 0; f < c->n_fair && *yes; f++) {
        u32 set = c->fair[2 * f + 1], kind = c->fair[2 * f], e;
        if (taken_in(v, nodes, n, g, set, &e) != ST_OK) return ST_ERROR;
        if (e != BP_NONE) continue;
        u32 kept = 0;
        bool en;
        for (u32 i = 0; i < n && kind != BP_UNCONDITIONAL; i++) {
            if (enabled_at(v, nodes[i], set, &en) != ST_OK) return ST_ERROR;
            if (!en && (kind == BP_STRONG || !between(v, nodes[i]))) kept++;
        }
        *yes = kind == BP_WEAK ? kept > 0 : kind == BP_STRONG && kept == n;
        if (kind != BP_STRONG || *yes || kept == 0) continue;
        for (u32 i = 0; i < n; i++) {
            if (enabled_at(v, nodes[i], set, &en) != ST_OK) return ST_ERROR;
            if (!en && vec_push(v->cx, &v->work, nodes[i]) != ST_OK) return ST_ERROR;
        }
        if (vec_push(v->cx, &v->ends, v->work.n) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* --- the witness --- */

/* Append a shortest path of at least one edge inside region g from *s: to state `to`, or ending with edge
 * `edge` if `to` is BP_NONE, or to any state where `set` is not enabled if both are. */
static Status walk(Live *v, u32 g, u32 *s, u32 to, u32 edge, u32 set) {
    BpRun *r = v->r;
    mem_fill(v->from, 0, v->n * sizeof(u32));
    v->queue.n = 0;
    if (vec_push(v->cx, &v->queue, *s) != ST_OK) return ST_ERROR;
    u32 found = BP_NONE;
    for (u32 q = 0; q < v->queue.n && found == BP_NONE; q++) {
        u32 x = v->queue.v[q];
        for (u32 k = v->first[x]; k < v->first[x + 1] && found == BP_NONE; k++) {
            const BpEdge *e = edge_at(v, k);
            if (v->region[target(v, k)] != g) continue;
            bool hit = to != BP_NONE ? e->to == to : v->out[k] == edge;
            if (to == BP_NONE && edge == BP_NONE) {
                if (enabled_at(v, e->to, set, &hit) != ST_OK) return ST_ERROR;
                hit = !hit && !between(v, e->to);
            }
            if (hit) found = v->out[k];
            else if (!v->from[e->to] && e->to != *s) {
                v->from[e->to] = v->out[k] + 1;
                if (vec_push(v->cx, &v->queue, e->to) != ST_OK) return ST_ERROR;
            }
        }
    }
    if (found == BP_NONE) return cx_fail(v->cx, ERR_INTERNAL, "a component that is none");
    u32 base = r->path.n;
    for (u32 k = found;; k = v->from[r->edges.v[k].from] - 1) {
        const BpEdge *e = &r->edges.v[k];
        BpStepRec x = {e->event, e->index, r->states.v[e->from].choices};
        if (vec_push(v->cx, &r->path, x) != ST_OK) return ST_ERROR;
        if (e->from == *s) break;
    }
    bp_reverse(r->path.v + base, r->path.n - base);
    *s = r->edges.v[found].to;
    return ST_OK;
}

static Status witness(Live *v, const u32 *nodes, u32 n, u32 g, u32 who, u32 group) {
    BpRun *r = v->r;
    u32 start = nodes[0];
    for (u32 i = 1; i < n; i++) /* a shallow way in; ids order states of one depth */
        if (between(v, nodes[i])) continue;
        else if (between(v, start) || r->states.v[nodes[i]].depth < r->states.v[start].depth ||
                 (r->states.v[nodes[i]].depth == r->states.v[start].depth && nodes[i] < start))
            start = nodes[i];
    if (bp_path_of(r, start) != ST_OK) return ST_ERROR;
    u32 cycle = r->path.n, at = start;
    for (u32 f = 0; f < r->cfg.n_fair; f++) {
        u32 e, set = r->cfg.fair[2 * f + 1];
        if (taken_in(v, nodes, n, g, set, &e) != ST_OK) return ST_ERROR;
        if (e == BP_NONE && r->cfg.fair[2 * f] != BP_WEAK) continue;
        if (walk(v, g, &at, BP_NONE, e, set) != ST_OK) return ST_ERROR;
    }
    if ((at != start || r->path.n == cycle) && walk(v, g, &at, start, BP_NONE, 0) != ST_OK) return ST_ERROR;
    return bp_error_add(r, BP_ERR_HOT_CYCLE, who, group, cycle);
}

static bool cyclic(const Live *v, const u32 *nodes, u32 n) {
    bool some = false;
    for (u32 i = 0; i < n && !some; i++) some = !between(v, nodes[i]);
    if (!some || n > 1) return some;
    for (u32 k = v->first[nodes[0]]; k < v->first[nodes[0] + 1]; k++)
        if (edge_at(v, k)->to == nodes[0]) return true;
    return false;
}

/* A fair cycle of states where the group is hot? */
static Status check(Live *v, const u64 *group, u32 who, u32 index, bool *found) {
    BpRun *r = v->r;
    u32 w = (r->p->n + 63) / 64;
    *found = false;
    mem_fill(v->region, 0, v->n * sizeof(u32));
    v->work.n = v->ends.n = 0;
    v->regions = 0;
    for (u32 s = 0; s < v->n; s++) {
        const u64 *h = r->hot_sets.v + (size_t)r->states.v[s].hot * w;
        bool hot = between(v, s);
        for (u32 i = 0; i < w; i++) hot |= (h[i] & group[i]) != 0;
        if (hot && vec_push(v->cx, &v->work, s) != ST_OK) return ST_ERROR;
    }
    if (vec_push(v->cx, &v->ends, v->work.n) != ST_OK) return ST_ERROR;
    for (u32 j = 0; j < v->ends.n && !*found; j++) {
        u32 from = j ? v->ends.v[j - 1] : 0, to = v->ends.v[j], clock = 0, g = ++v->regions;
        v->sccs.n = v->bounds.n = 0;
        for (u32 i = from; i < to; i++) {
            v->region[v->work.v[i]] = g;
            v->num[v->work.v[i]] = 0;
        }
        for (u32 i = from; i < to; i++)
            if (!v->num[v->work.v[i]] && tarjan(v, v->work.v[i], g, &clock) != ST_OK) return ST_ERROR;
        for (u32 i = 0; i < v->bounds.n && !*found; i++) {
            u32 at = v->bounds.v[i], end = i + 1 < v->bounds.n ? v->bounds.v[i + 1] : v->sccs.n;
            u32 *nodes = v->sccs.v + at, mine = ++v->regions;
            bool yes;
            if (!cyclic(v, nodes, end - at)) continue;
            for (u32 k = 0; k < end - at; k++) v->region[nodes[k]] = mine;
            if (fair(v, nodes, end - at, mine, &yes) != ST_OK) return ST_ERROR;
            if (!yes) continue;
            *found = true;
            if (witness(v, nodes, end - at, mine, who, index) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

Status bp_live(BpRun *r) {
    BProg *p = r->p;
    u32 w = (p->n + 63) / 64;
    if (r->edges.n == 0 || !r->cfg.matching || !(r->cfg.hot_system || r->cfg.hot_bthread || r->cfg.n_groups))
        return ST_OK;
    Live v;
    Status st = ST_ERROR;
    bool found;
    u64 *g = cx_alloc(p->cx, w * 8 * 2);
    if (!g) return ST_ERROR;
    u64 *all = g + w;
    if (live_init(&v, r) != ST_OK) goto end;
    for (u32 i = 0; i < r->hot_sets.n; i++) all[i % w] |= r->hot_sets.v[i];
    for (u32 i = 0; i < p->n && r->cfg.hot_bthread && !r->done; i++) {
        if (!bit_get(all, i)) continue;
        mem_fill(g, 0, w * 8);
        bit_set(g, i);
        if (check(&v, g, i, 1, &found) != ST_OK) goto end;
        r->hot_bthreads_found += found;
    }
    for (u32 i = 0; i < r->cfg.n_groups && !r->done; i++)
        if (check(&v, r->cfg.groups + (size_t)i * w, BP_NONE, 2 + i, &found) != ST_OK) goto end;
    if (r->cfg.hot_system && !r->done) {
        if (check(&v, all, BP_NONE, 0, &found) != ST_OK) goto end;
        r->hot_system_found = found;
    }
    st = ST_OK;
end:
    live_free(&v);
    cx_free(p->cx, g, w * 8 * 2);
    return st;
}
