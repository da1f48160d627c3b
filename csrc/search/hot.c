/* hot.c -- liveness of b-programs on the VM. The states and edges met are kept as bp/live.c wants them; a cycle that
 * it finds is executed again for its report. Nothing is kept before a b-thread was marked as hot, but the states. */
#include "search/hot.h"

#include "bp/bp.h"

#include <stdio.h>

typedef struct HotGraph {
    BProg prog; /* only what bp_live needs: context and number of b-threads */
    BpRun run;
} HotGraph;

void hot_free(Search *s) {
    HotGraph *g = s->hot;
    if (!g) return;
    bp_run_free(&g->run);
    cx_free(s->cx, g, sizeof *g);
    s->hot = NULL;
}

static HotGraph *graph(Search *s, u32 n) {
    if (s->hot) return s->hot;
    HotGraph *g = cx_alloc(s->cx, sizeof *g);
    if (!g) return NULL;
    s->hot = g;
    g->prog.cx = s->cx;
    g->prog.n = n;
    g->run.p = &g->prog;
    for (u32 i = 0; i < (n + 63) / 64; i++)
        if (vec_push(s->cx, &g->run.hot_sets, 0) != ST_OK) return NULL;
    return g;
}

Status hot_arrive(Search *s, const Level *l, H128 key, u64 choices) {
    u32 n, id, from = BP_NONE;
    bool fresh;
    const u64 *bits = bp_hot_bits(s->ks, &n);
    if (!bits || (s->hot && s->hot->prog.n != n)) return ST_OK; /* b-threads that come and go: not followed */
    HotGraph *g = graph(s, n);
    if (!g) return ST_ERROR;
    BpRun *r = &g->run;
    if (l->cg.kind == CK_EVENT && bpkeys_add(s->cx, &r->keys, l->key, r->states.n, &from, &fresh) != ST_OK)
        return ST_ERROR;
    if (l->cg.kind == CK_EVENT && fresh) return cx_fail(s->cx, ERR_INTERNAL, "a b-program's state that was not met");
    if (bpkeys_add(s->cx, &r->keys, key, r->states.n, &id, &fresh) != ST_OK) return ST_ERROR;
    if (fresh) {
        BpStateRec x = {
            .parent = from, .event = 0, .index = (u32)l->cg.at, .total = (u32)l->cg.n, .choices = (u32)choices};
        x.depth = from == BP_NONE ? 0 : r->states.v[from].depth + 1;
        if (bp_hot_intern(r, bits, &x.hot) != ST_OK || vec_push(s->cx, &r->states, x) != ST_OK) return ST_ERROR;
    }
    if (from == BP_NONE || r->states.v[from].hot == 0) return ST_OK;
    return vec_push(s->cx, &r->edges, ((BpEdge){from, 0, id, (u32)l->cg.at}));
}

/* Execute the steps from the beginning; what comes before the b-program's first state has no choices. */
static Status go_to(Search *s, const BpStepRec *steps, u32 n) {
    StepOutcome out;
    while (s->path.n > 1) search_backtrack(s);
    for (u32 i = 0; i < n;) {
        Level *l = &s->path.v[s->path.n - 1];
        if (l->cg.kind != CK_EVENT) l->cg.at = -1;
        else l->cg.at = (i64)steps[i++].index - 1;
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        if (out != OUT_NEW)
            return i == n ? ST_OK : cx_fail(s->cx, ERR_INTERNAL, "a cycle of hot states that is not there");
    }
    return ST_OK;
}

Status hot_check(Search *s) {
    HotGraph *g = s->hot;
    if (!g || !g->run.edges.n || s->done) return ST_OK;
    BpRun *r = &g->run;
    r->cfg = (BpConfig){.matching = true,
                        .hot_system = true,
                        .hot_bthread = true,
                        .multiple_errors = s->cfg.multiple_errors,
                        .max_errors = 1000};
    if (bp_live(r) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < r->errors.n; i++) {
        const BpError *e = &r->errors.v[i];
        char name[200], text[400];
        s->silent = true;
        Status st = go_to(s, r->steps.v + e->first, e->n);
        if (st == ST_OK) {
            /* the last level is the state the cycle came back to, with no choice taken: the path ends before it */
            Level *l = &s->path.v[s->path.n - 1];
            bp_bthread_name(s->ks, e->who, name, sizeof name);
            if (e->who == BP_NONE) snprintf(text, sizeof text, "the system can stay hot for ever");
            else snprintf(text, sizeof text, "b-thread %s can stay hot for ever", name);
            if (l->cg.at < 0) search_backtrack(s);
            st = search_report(s, EK_LIVELOCK, "HotStateProperty", text);
        }
        s->silent = false;
        if (st != ST_OK) return ST_ERROR;
    }
    if (r->errors.n && !s->cfg.multiple_errors) s->done = true;
    return ST_OK;
}
