/* report.c -- an exploration as JSON; events, b-threads and local states are numbers, which the host names. */
#include "base/text.h"
#include "bp/bp.h"

#include <math.h>
#include <time.h>

static void number(Text *t, const char *key, u64 v) {
    text_key(t, key);
    text_f(t, "%llu", (unsigned long long)v);
}

/* n states, 128-bit keys: the birthday bound. */
static double collision_bound(const BpRun *r) {
    double n = (double)r->keys.n;
    return r->cfg.exact || !r->cfg.matching ? 0.0 : n * n / 2.0 * pow(2.0, -128);
}

Status bp_run_json(BpRun *r, Text *t) {
    static const char *const kinds[] = {"deadlock", "bad", "failed", "hot_finite", "hot_cycle"};
    BProg *p = r->p;
    text_z(t, "{");
    text_key(t, "complete");
    text_z(t, r->complete && !r->done && !(r->errors.n && !r->cfg.multiple_errors) ? "true" : "false");
    text_key(t, "interrupted");
    text_z(t, r->interrupted ? "true" : "false");
    text_key(t, "cpu_s");
    text_f(t, "%.6f", (double)clock() / CLOCKS_PER_SEC - r->cpu0);
    number(t, "states_new", r->states_new);
    number(t, "states_visited", r->visited);
    number(t, "states_backtracked", r->backtracked);
    number(t, "states_restored", r->restored);
    number(t, "end_states", r->end_states);
    number(t, "max_depth", r->max_depth);
    number(t, "transitions", r->transitions);
    number(t, "pruned", r->pruned);
    number(t, "deadlock_states", r->deadlocks);
    number(t, "bad_states", r->bads);
    number(t, "failed_states", r->faileds);
    number(t, "hot_finite_runs", r->hot_ends);
    text_key(t, "hot_system_cycle");
    text_z(t, r->hot_system_found ? "true" : "false");
    number(t, "errors_unlisted", r->errors_unlisted);
    number(t, "reduced_states", r->states_reduced);
    number(t, "local_states", p->locals.n);
    number(t, "advances", p->advances);
    number(t, "state_bytes",
           (u64)r->keys.cap * sizeof *r->keys.v + r->states.cap * sizeof *r->states.v + r->vectors.cap * 4ull);
    text_key(t, "collision_bound");
    text_f(t, "%.3g", collision_bound(r));
    text_key(t, "constraints");
    text_z(t, "[");
    for (u32 i = 0; i < r->n_why; i++) {
        text_comma(t);
        text_json_z(t, r->why[i]);
    }
    text_z(t, "]");
    text_key(t, "errors");
    text_z(t, "[");
    for (u32 i = 0; i < r->errors.n; i++) {
        const BpError *e = &r->errors.v[i];
        text_comma(t);
        text_z(t, "{");
        text_key(t, "kind");
        text_json_z(t, kinds[e->kind]);
        text_key(t, "who");
        text_f(t, "%d", e->who == BP_NONE ? -1 : (int)e->who);
        number(t, "group", e->group);
        text_key(t, "cycle");
        text_f(t, "%d", e->kind == BP_ERR_HOT_CYCLE ? (int)e->cycle : -1);
        text_key(t, "check");
        text_f(t, "\"%08x\"", e->check);
        text_key(t, "steps");
        text_z(t, "[");
        for (u32 k = e->first; k < e->first + e->n; k++) {
            const BpStepRec *s = &r->steps.v[k];
            text_comma(t);
            text_f(t, "[%u,%u,%u]", s->event, s->index, s->total);
        }
        text_z(t, "]}");
    }
    text_z(t, "]}");
    return t->failed ? ST_ERROR : ST_OK;
}
