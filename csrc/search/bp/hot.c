/* hot.c -- liveness of b-programs on the VM. The states and edges met are kept as bp/live.c wants them; a cycle that
 * it finds is executed again for its report. Nothing is kept before a b-thread was marked as hot, but the states. */
#include "native/bp/bprog.h"
#include "search/bp/hot.h"

#include "bp/bp.h"

#include <stdio.h>

typedef struct HotGraph {
    BProg prog; /* only what bp_live needs: context, number of b-threads, fairness requirements as sets */
    BpRun run;
    VEC(char *) names; /* of the b-threads */
    Map enabled;       /* bp.labels: what was enabled in the first state of a label key */
    u64 conflicts;
} HotGraph;

void hot_free(Search *s) {
    HotGraph *g = s->hot;
    if (!g) return;
    bp_run_free(&g->run);
    for (u32 i = 0; i < g->prog.sets.n; i++) cx_free(s->cx, g->prog.sets.v[i].bits, g->prog.sets.v[i].words * 8u);
    vec_free(s->cx, &g->prog.sets);
    for (u32 i = 0; i < g->names.n; i++) cx_free(s->cx, g->names.v[i], strlen(g->names.v[i]) + 1);
    vec_free(s->cx, &g->names);
    map_free(&g->enabled);
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
    map_init(&g->enabled, s->cx);
    for (u32 i = 0; i < (n + 63) / 64; i++)
        if (vec_push(s->cx, &g->run.hot_sets, 0) != ST_OK) return NULL;
    for (u32 i = 0; i < n; i++) {
        char buf[200];
        bp_bthread_name(s->ks, i, buf, sizeof buf);
        char *own = cx_strndup(s->cx, buf, strlen(buf));
        if (!own || vec_push(s->cx, &g->names, own) != ST_OK) return NULL;
    }
    return g;
}

static Status new_state(Search *s, BpRun *r, u32 from, const Level *l, enum HotPlace place, u64 choices,
                        const u64 *bits) {
    BpStateRec x = {.parent = from,
                    .index = (u32)cg_rank(&l->cg),
                    .total = (u32)cg_all(&l->cg),
                    .choices = (u32)choices,
                    .between = place == HOT_BETWEEN};
    x.depth = from == BP_NONE ? 0 : r->states.v[from].depth + 1;
    if (!x.between && bp_hot_intern(r, bits, &x.hot) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &r->states, x);
}

Status hot_arrive(Search *s, const Level *l, enum HotPlace place, H128 key, u64 choices) {
    u32 n, id = BP_NONE, event = BP_NONE;
    bool fresh;
    const u64 *bits = bp_hot_bits(s->ks, &n);
    if (!bits || (s->hot && s->hot->prog.n != n)) return ST_OK; /* b-threads that come and go: not followed */
    HotGraph *g = graph(s, n);
    if (!g) return ST_ERROR;
    BpRun *r = &g->run;
    u32 from = bpkeys_find(&r->keys, l->key);
    if (l->cg.kind == CK_EVENT && from == BP_NONE)
        return cx_fail(s->cx, ERR_INTERNAL, "a b-program's state that was not met");
    if (from == BP_NONE && place != HOT_SYNC) return ST_OK; /* it has not begun */
    if (place != HOT_NOWHERE) {
        if (bpkeys_add(s->cx, &r->keys, key, r->states.n, &id, &fresh) != ST_OK) return ST_ERROR;
        if (fresh && new_state(s, r, from, l, place, choices, bits) != ST_OK) return ST_ERROR;
    }
    if (from == BP_NONE || (r->states.v[from].hot == 0 && !r->states.v[from].between)) return ST_OK;
    if (l->cg.kind == CK_EVENT) event = (u32)((u64)cg_value(&l->cg, (u64)l->cg.at) >> 32);
    if (id == BP_NONE && event == BP_NONE) return ST_OK;
    return vec_push(s->cx, &r->edges, ((BpEdge){from, event, id, (u32)cg_rank(&l->cg)}));
}

Status hot_pack(Search *s, Pack *p) {
    u32 n = pack_u32(p, s->hot ? s->hot->prog.n : 0);
    if (p->failed || !n) return p->failed ? ST_ERROR : ST_OK;
    HotGraph *g = p->reading ? graph(s, n) : s->hot;
    if (!g) return ST_ERROR;
    pack_vec(p, &g->run.states);
    pack_vec(p, &g->run.edges);
    pack_vec(p, &g->run.hot_sets);
    bpkeys_pack(s->cx, &g->run.keys, p);
    pack_map(p, &g->enabled);
    pack_it(p, g->conflicts);
    return p->failed ? ST_ERROR : ST_OK;
}

/* States with the same labels must offer the same events. */
Status hot_labels(Search *s, H128 key, const ChoiceGenerator *cg) {
    u32 n;
    u64 h = 0xC4, seen;
    if (!bp_hot_bits(s->ks, &n)) return ST_OK;
    HotGraph *g = graph(s, n);
    if (!g) return ST_ERROR;
    for (u64 i = 0; i < cg->n; i++) h = mix64(h, (u64)cg_value(cg, i) >> 32);
    u64 k = key.lo ^ key.hi;
    if (!map_get(&g->enabled, k, &seen)) return map_put(&g->enabled, k, h);
    if (seen == h || g->conflicts++) return ST_OK;
    return search_constraint(s, "bp.labels: states with the same labels differ in the events that they offer");
}

/* The program's requirements as sets of events by number, for bp_live. */
static Status fairness(Search *s, HotGraph *g, u32 **pairs) {
    BpFairness f;
    bp_fairness(s->ks, &f);
    u32 n = f.n[0] + f.n[1] + f.n[2], words = (f.events + 63) / 64;
    g->prog.n_events = f.events;
    *pairs = cx_alloc(s->cx, (2 * n + 1) * sizeof **pairs);
    if (!*pairs || vec_push(s->cx, &g->prog.sets, ((BpSet){NULL, f.events, 0})) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        BpSet set = {cx_alloc(s->cx, words * 8u), f.events, words};
        if (!set.bits || vec_push(s->cx, &g->prog.sets, set) != ST_OK) return ST_ERROR;
        for (u32 e = 0; e < f.events; e++)
            if (f.bits[e] >> i & 1) bit_set(set.bits, e);
        (*pairs)[2 * i] = i < f.n[0] ? BP_UNCONDITIONAL : i < f.n[0] + f.n[1] ? BP_STRONG : BP_WEAK;
        (*pairs)[2 * i + 1] = i + 1;
    }
    g->run.cfg.fair = *pairs;
    g->run.cfg.n_fair = n;
    return ST_OK;
}

/* bp.hot_groups as bit sets; a name that no b-thread has is a constraint. */
static Status groups(Search *s, HotGraph *g, u64 **bits) {
    const char *text = s->cfg.hot_groups ? s->cfg.hot_groups : "";
    u32 n = 1, w = (g->prog.n + 63) / 64, at = 0;
    for (const char *c = text; *c; c++) n += *c == ';';
    *bits = cx_alloc(s->cx, (size_t)n * w * 8 + 8);
    if (!*bits) return ST_ERROR;
    if (!*text) return ST_OK;
    for (const char *c = text; *c;) {
        size_t len = strcspn(c, ",;");
        bool found = false;
        while (len && *c == ' ') c++, len--;
        for (u32 i = 0; i < g->prog.n; i++) {
            if (strlen(g->names.v[i]) != len || mem_cmp(g->names.v[i], c, len) != 0) continue;
            bit_set(*bits + (size_t)at * w, i);
            found = true;
        }
        if (!found && search_constraint(s, "bp.hot_groups: no b-thread %.*s", (int)(len < 100 ? len : 100), c) != ST_OK)
            return ST_ERROR;
        c += len;
        at += *c == ';';
        c += *c != 0;
    }
    g->run.cfg.groups = *bits;
    g->run.cfg.n_groups = at + 1;
    return ST_OK;
}

/* Execute the steps from the beginning; what comes before the b-program's first state has no choices. */
static Status go_to(Search *s, const BpStepRec *steps, u32 n) {
    StepOutcome out;
    bool begun = false;
    tree_home(s);
    while (s->path.n > 1) search_backtrack(s);
    for (u32 i = 0; i < n;) {
        Level *l = &s->path.v[s->path.n - 1];
        begun |= l->cg.kind == CK_EVENT;
        if (!begun) l->cg.at = -1;
        else l->cg.at = (i64)steps[i++].index - 1;
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        if (out != OUT_NEW)
            return i == n ? ST_OK : cx_fail(s->cx, ERR_INTERNAL, "a cycle of hot states that is not there");
    }
    return ST_OK;
}

/* The path stands where the cycle has closed. who: a b-thread that is hot all the way round, or BP_NONE. */
static Status report_here(Search *s, const char *text, u32 who) {
    /* no choice is taken in the last state: the path ends before it */
    if (s->path.v[s->path.n - 1].cg.at < 0) search_backtrack(s);
    s->found.bthread = who == BP_NONE ? 0 : who + 1;
    Status st = search_report(s, EK_LIVELOCK, "HotStateProperty", text);
    s->found.bthread = 0;
    return st;
}

static Status report_cycle(Search *s, BpRun *r, const BpError *e) {
    char name[200], text[400];
    s->silent = true;
    Status st = go_to(s, r->steps.v + e->first, e->n);
    if (st == ST_OK) {
        bp_bthread_name(s->ks, e->who, name, sizeof name);
        if (e->group > 1) snprintf(text, sizeof text, "group %u of b-threads can stay hot for ever", e->group - 2);
        else if (e->group == 0) snprintf(text, sizeof text, "the system can stay hot for ever");
        else snprintf(text, sizeof text, "b-thread %s can stay hot for ever", name);
        st = report_here(s, text, e->who);
    }
    s->silent = false;
    return st;
}

Status hot_check(Search *s) {
    HotGraph *g = s->hot;
    if (!g || !g->run.edges.n || s->done) return ST_OK;
    BpRun *r = &g->run;
    u32 *pairs = NULL;
    u64 *bits = NULL;
    u32 words = (g->prog.n + 63) / 64, n = 1;
    for (const char *c = s->cfg.hot_groups ? s->cfg.hot_groups : ""; *c; c++) n += *c == ';';
    r->cfg = (BpConfig){.matching = true,
                        .hot_system = s->cfg.hot_system,
                        .hot_bthread = s->cfg.hot_bthread,
                        .multiple_errors = s->cfg.multiple_errors,
                        .max_errors = 1000};
    Status st = fairness(s, g, &pairs);
    if (st == ST_OK) st = groups(s, g, &bits);
    if (st == ST_OK) st = bp_live(r);
    for (u32 i = 0; i < r->errors.n && st == ST_OK; i++) st = report_cycle(s, r, &r->errors.v[i]);
    if (st == ST_OK && r->errors.n && !s->cfg.multiple_errors) s->done = true;
    BpFairness f;
    bp_fairness(s->ks, &f);
    cx_free(s->cx, pairs, (2 * (f.n[0] + f.n[1] + f.n[2]) + 1) * sizeof *pairs);
    cx_free(s->cx, bits, (size_t)n * words * 8 + 8);
    return st;
}

Status hot_replay(Search *s, bool at_end, bool *stop) {
    const Level *l = &s->path.v[s->path.n - 1];
    u32 n, w, first = 0;
    const u64 *bits = bp_hot_bits(s->ks, &n);
    *stop = false;
    if (l->cg.kind != CK_EVENT || !bits || (s->hot && s->hot->prog.n != n)) return ST_OK;
    HotGraph *g = graph(s, n);
    if (!g) return ST_ERROR;
    BpRun *r = &g->run;
    BpStateRec x = {.parent = BP_NONE, .depth = s->path.n - 1};
    if (bp_hot_intern(r, bits, &x.hot) != ST_OK || vec_push(s->cx, &r->states, x) != ST_OK) return ST_ERROR;
    if (!at_end) return ST_OK;
    while (!h128_eq(level_at(s, r->states.v[first].depth)->key, l->key)) first++; /* the last one's at the latest */
    if (first + 1 == r->states.n) return ST_OK;
    *stop = true;
    w = (n + 63) / 64;
    bool hot = true;
    u32 who = BP_NONE;
    for (u32 i = first; i < r->states.n; i++) hot &= r->states.v[i].hot != 0;
    for (u32 b = 0; b < n && who == BP_NONE && s->cfg.hot_bthread; b++) {
        bool always = true;
        for (u32 i = first; i < r->states.n; i++) always &= bit_get(r->hot_sets.v + (size_t)r->states.v[i].hot * w, b);
        if (always) who = b;
    }
    if (!hot) return ST_OK;
    char text[300];
    Status st = ST_OK;
    s->silent = true;
    if (who != BP_NONE) {
        snprintf(text, sizeof text, "b-thread %s can stay hot for ever", g->names.v[who]);
        st = report_here(s, text, who);
    }
    if (st == ST_OK && (who == BP_NONE || (s->cfg.multiple_errors && s->cfg.hot_system)))
        st = report_here(s, "the system can stay hot for ever", BP_NONE);
    s->silent = false;
    return st;
}
