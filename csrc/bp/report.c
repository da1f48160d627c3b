/* report.c -- an exploration as JSON; events, b-threads and local states are numbers, which the host names. */
#include "base/json.h"
#include "bp/bp.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/* n states, 128-bit keys: the birthday bound. */
static double collision_bound(const BpRun *r) {
    double n = (double)r->keys.n;
    return r->cfg.exact || !r->cfg.matching ? 0.0 : n * n / 2.0 * pow(2.0, -128);
}

Status bp_run_json(BpRun *r, Text *t) {
    static const char *const kinds[] = {"deadlock", "bad", "failed", "hot_finite", "hot_cycle"};
    BProg *p = r->p;
    Json w;
    char check[12];
    json_begin(&w, t);
    json_object(&w);
    json_key_bool(&w, "complete", r->complete && !r->done && !(r->errors.n && !r->cfg.multiple_errors));
    json_key_bool(&w, "interrupted", r->interrupted);
    json_key(&w, "cpu_s");
    json_fixed(&w, cx_cpu() - r->cpu0, 6);
    json_key_uint(&w, "states_new", r->states_new);
    json_key_uint(&w, "states_visited", r->visited);
    json_key_uint(&w, "states_backtracked", r->backtracked);
    json_key_uint(&w, "states_restored", r->restored);
    json_key_uint(&w, "end_states", r->end_states);
    json_key_uint(&w, "max_depth", r->max_depth);
    json_key_uint(&w, "transitions", r->transitions);
    json_key_uint(&w, "pruned", r->pruned);
    json_key_uint(&w, "deadlock_states", r->deadlocks);
    json_key_uint(&w, "bad_states", r->bads);
    json_key_uint(&w, "failed_states", r->faileds);
    json_key_uint(&w, "hot_finite_runs", r->hot_ends);
    json_key_bool(&w, "hot_system_cycle", r->hot_system_found);
    json_key_uint(&w, "errors_unlisted", r->errors_unlisted);
    json_key_uint(&w, "reduced_states", r->states_reduced);
    json_key_uint(&w, "local_states", p->locals.n);
    json_key_uint(&w, "advances", p->advances);
    json_key_uint(&w, "state_bytes",
                  (u64)r->keys.cap * sizeof *r->keys.v + r->states.cap * sizeof *r->states.v + r->vectors.cap * 4ull);
    json_key(&w, "collision_bound");
    json_general(&w, collision_bound(r), 3);
    json_key_array(&w, "constraints");
    for (u32 i = 0; i < r->n_why; i++) json_z(&w, r->why[i]);
    json_end(&w);
    json_key_array(&w, "errors");
    for (u32 i = 0; i < r->errors.n; i++) {
        const BpError *e = &r->errors.v[i];
        json_object(&w);
        json_key_z(&w, "kind", kinds[e->kind]);
        json_key_int(&w, "who", e->who == BP_NONE ? -1 : (int)e->who);
        json_key_uint(&w, "group", e->group);
        json_key_int(&w, "cycle", e->kind == BP_ERR_HOT_CYCLE ? (int)e->cycle : -1);
        snprintf(check, sizeof check, "%08x", e->check);
        json_key_z(&w, "check", check);
        json_key_array(&w, "steps");
        for (u32 k = e->first; k < e->first + e->n; k++) {
            const BpStepRec *s = &r->steps.v[k];
            json_array(&w);
            json_uint(&w, s->event);
            json_uint(&w, s->index);
            json_uint(&w, s->total);
            json_end(&w);
        }
        json_end(&w);
        json_end(&w);
    }
    json_end(&w);
    json_end(&w);
    return json_done(&w);
}
