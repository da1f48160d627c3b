/* report.c -- the JSON report, schema 1 (docs/reports.md). */
#include "kernel/fielduse.h"
#include "search/bp/reduce.h"
#include "vm/jpf.h"

#include <stdio.h>
#include <sys/resource.h>

static void num(Text *t, const char *key, u64 v) {
    text_key(t, key);
    text_f(t, "%llu", (unsigned long long)v);
}

static void boundaries(Text *t, const char *key, const u64 *v) {
    text_key(t, key);
    text_z(t, "{");
    for (u8 a = 0; a < 32; a++) {
        if (!v[a]) continue;
        bool first = true; /* several actions share a name */
        u64 sum = 0;
        for (u8 b = 0; b < 32; b++) {
            if (strcmp(action_name(a), action_name(b)) != 0) continue;
            if (b < a && v[b]) first = false;
            sum += v[b];
        }
        if (first) num(t, action_name(a), sum);
    }
    text_z(t, "}");
}

void report_statistics(JPF *j, Text *t, double elapsed) {
    Search *s = &j->search;
    struct rusage ru;
    getrusage(RUSAGE_SELF, &ru);
    text_z(t, "{");
    text_key(t, "elapsed_s");
    text_f(t, "%.6f", elapsed);
    text_key(t, "startup_s");
    text_f(t, "%.6f", j->startup_s);
    text_key(t, "cpu_s");
    text_f(t, "%.6f",
           (double)ru.ru_utime.tv_sec + (double)ru.ru_stime.tv_sec +
               (double)(ru.ru_utime.tv_usec + ru.ru_stime.tv_usec) / 1e6);
    num(t, "states_new", s->st.states_new);
    num(t, "states_visited", s->st.visited);
    num(t, "states_backtracked", s->st.backtracked);
    num(t, "states_restored", s->st.restored);
    num(t, "end_states", s->st.end_states);
    num(t, "max_depth", s->st.max_depth);
    num(t, "transitions", s->st.transitions);
    num(t, "setup_transitions", s->st.setup);
    num(t, "instructions", s->instructions - s->insns_before);
    num(t, "pruned", s->st.pruned);
    num(t, "por_reduced_states", s->st.reduced);
    num(t, "por_expanded_states", s->st.expanded);
    num(t, "por_escaped_states", s->st.escaped);
    num(t, "por_asleep_choices", s->st.asleep);
    num(t, "por_states_again", s->st.again);
    num(t, "por_symmetric_states", s->st.renamed);
    num(t, "por_restarts", s->st.restarts);
    num(t, "restarted_states", s->st.states_before);
    num(t, "restarted_transitions", s->st.transitions_before);
    num(t, "restarted_instructions", s->insns_before);
    text_key(t, "por_ended_by"); /* the class whose objects were written once too often where that was not foreseen */
    text_json_z(t, s->persist.gave_up && s->se->hidden_class ? s->se->hidden_class->name->s : NULL);
    text_key(t, "choice_generators");
    text_z(t, "{");
    num(t, "thread", s->st.thread_cgs);
    num(t, "data", s->st.data_cgs);
    text_z(t, "}");
    boundaries(t, "boundaries_met", s->sched.met);
    boundaries(t, "boundaries_chosen", s->sched.choices);
    text_key(t, "boundaries_skipped");
    text_z(t, "{");
    for (u32 i = 1; i < SKIP_COUNT; i++)
        if (j->ks.skipped[i]) num(t, skip_names[i], j->ks.skipped[i]);
    text_z(t, "}");
    text_key(t, "fields_assumed");
    text_z(t, "{");
    num(t, skip_names[SKIP_FINAL], uses_count(&j->ks, SKIP_FINAL));
    num(t, skip_names[SKIP_ONCE], uses_count(&j->ks, SKIP_ONCE));
    num(t, skip_names[SKIP_THREAD], uses_count(&j->ks, SKIP_THREAD));
    num(t, skip_names[SKIP_LOCKED], uses_count(&j->ks, SKIP_LOCKED));
    text_z(t, "}");
    num(t, "objects_exposed", j->heap.exposures);
    text_key(t, "warnings");
    text_z(t, "[");
    const Text *warnings = &j->ks.uses->warnings;
    if (warnings->v) text_put(t, warnings->v, warnings->n);
    if (bpr_why_not(s)) {
        char why[200];
        snprintf(why, sizeof why, "bp.por: every event is tried, because of %s", bpr_why_not(s));
        text_z(t, warnings->n ? "," : "");
        text_json_z(t, why);
    }
    text_z(t, "]");
    num(t, "state_bytes", search_state_bytes(s));
    num(t, "peak_bytes", j->cx.peak);
    num(t, "peak_rss_bytes", (u64)ru.ru_maxrss * 1024);
    num(t, "loaded_classes", j->cs.loaded_classes);
    num(t, "loaded_methods", j->cs.loaded_methods);
    text_key(t, "collision_bound");
    text_f(t, "%.3g", search_collision_bound(s));
    text_key(t, "boot_image");
    text_json_z(t, j->from_cache ? "cache" : "booted");
    text_key(t, "constraints");
    text_z(t, "[");
    for (u32 i = 0; i < s->found.constraints.n; i++) {
        text_comma(t);
        text_json_z(t, s->found.constraints.v[i]);
    }
    text_z(t, "]}");
}

/* Keys that the program has set, which jpfpy/engine.py judges. */
void report_set_keys(const JPF *j, Text *t) {
    text_key(t, "set_keys");
    text_z(t, "[");
    for (u32 i = 0; i < j->set_keys.n; i++) {
        text_comma(t);
        text_json_z(t, j->set_keys.v[i]);
    }
    text_z(t, "]");
}

Status report_json(JPF *j, Text *t, double elapsed) {
    Search *s = &j->search;
    t->n = 0;
    text_z(t, "{");
    num(t, "schema", 1);
    text_key(t, "jpfpy");
    text_json_z(t, JPF_VERSION);
    text_key(t, "jdk");
    text_json_z(t, j->jdk_version);
    bool complete = s->found.complete && (!s->done || s->ended);
    if ((s->found.errors.n && !s->cfg.multiple_errors) || s->replaying) complete = false;
    text_key(t, "result");
    bool replayed = s->replaying && !s->found.errors.n && !s->interrupted; /* one path was explored, and no more */
    text_json_z(t, s->found.errors.n ? "violation" : replayed ? "replayed" : complete ? "no_errors" : "incomplete");
    if (replayed) {
        Text m;
        text_init(&m, &j->cx);
        text_z(&m, "replayed: no error on this path");
        Text why;
        text_init(&why, &j->cx);
        if (s->script.made && identity_unlike(j, s->script.made, &why) != ST_OK) t->failed = true;
        if (why.n) text_f(&m, "; the replay string was made %s", why.v);
        text_free(&why);
        text_key(t, "message");
        text_json(t, m.v ? m.v : "", m.n);
        t->failed |= m.failed;
        text_free(&m);
    }
    text_key(t, "complete");
    text_z(t, complete ? "true" : "false");
    text_key(t, "interrupted");
    text_z(t, s->interrupted ? "true" : "false");
    text_key(t, "errors");
    text_z(t, "[");
    for (u32 i = 0; i < s->found.errors.n; i++) {
        text_comma(t);
        text_put(t, s->found.errors.v[i].json, strlen(s->found.errors.v[i].json));
    }
    text_z(t, "]");
    text_key(t, "statistics");
    report_statistics(j, t, elapsed);
    if (s->bp) {
        text_key(t, "bp");
        text_z(t, "{");
        num(t, "reduced_states", bpr_states(s));
        text_key(t, "not_reduced");
        text_json_z(t, bpr_why_not(s));
        text_z(t, "}");
    }
    if (s->found.stored.n) {
        text_key(t, "stored_traces");
        text_z(t, "[");
        for (u32 i = 0; i < s->found.stored.n; i++) {
            text_comma(t);
            text_z(t, s->found.stored.v[i].json);
        }
        text_z(t, "]");
    }
    text_key(t, "notes");
    text_z(t, "[");
    for (u32 i = 0; i < s->found.notes.n; i++) {
        text_comma(t);
        text_json_z(t, s->found.notes.v[i]);
    }
    if (rules_notes(j, t) != ST_OK) return ST_ERROR;
    text_z(t, "]");
    report_set_keys(j, t);
    text_key(t, "output");
    text_json(t, j->output.v ? j->output.v : "", j->output.n);
    num(t, "seed", s->cfg.randomize == CGR_VAR ? s->cfg.seed : (u64)jpf_get_int(j, "cg.seed", 42));
    text_z(t, "}");
    return t->failed ? ST_ERROR : ST_OK;
}
