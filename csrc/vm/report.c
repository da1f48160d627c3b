/* report.c -- the JSON report, schema 1 (docs/reports.md). */
#include "kernel/fielduse.h"
#include "search/bp/reduce.h"
#include "search/portfolio.h"
#include "vm/crew.h"

#include <stdio.h>
#include <sys/resource.h>

static void boundaries(Json *w, const char *key, const u64 *v) {
    json_key_object(w, key);
    for (u8 a = 0; a < 32; a++) {
        if (!v[a]) continue;
        bool first = true; /* several actions share a name */
        u64 sum = 0;
        for (u8 b = 0; b < 32; b++) {
            if (strcmp(action_name(a), action_name(b)) != 0) continue;
            if (b < a && v[b]) first = false;
            sum += v[b];
        }
        if (first) json_key_uint(w, action_name(a), sum);
    }
    json_end(w);
}

/* The most memory this process had; what getrusage tells may be that of the process that started it (exec keeps it). */
static u64 peak_rss(const struct rusage *ru) {
    char line[200];
    unsigned long long kib = 0;
    FILE *f = fopen("/proc/self/status", "re");
    while (f && !kib && fgets(line, sizeof line, f))
        if (strncmp(line, "VmHWM:", 6) == 0) kib = strtoull(line + 6, NULL, 10);
    if (f) (void)fclose(f);
    return kib ? kib * 1024 : (u64)ru->ru_maxrss * 1024;
}

void report_statistics(JPF *j, Json *w, double elapsed) {
    Search *s = &j->search;
    struct rusage ru;
    getrusage(RUSAGE_SELF, &ru);
    json_object(w);
    json_key(w, "elapsed_s");
    json_fixed(w, elapsed, 6);
    json_key(w, "startup_s");
    json_fixed(w, j->startup_s, 6);
    json_key(w, "cpu_s");
    json_fixed(w, cx_cpu() - j->cpu0 + j->cpu_others, 6);
    json_key_uint(w, "states_new", s->st.states_new);
    json_key_uint(w, "states_visited", s->st.visited);
    json_key_uint(w, "states_backtracked", s->st.backtracked);
    json_key_uint(w, "states_restored", s->st.restored);
    json_key_uint(w, "restored_by_execution", s->st.executed);
    json_key(w, "restored_by_execution_why");
    json_z(w, s->st.executed ? s->tree.why_again : NULL);
    json_key_uint(w, "end_states", s->st.end_states);
    json_key_uint(w, "max_depth", s->st.max_depth);
    json_key_uint(w, "transitions", s->st.transitions);
    json_key_uint(w, "setup_transitions", s->st.setup);
    json_key_uint(w, "instructions", s->instructions - s->insns_before);
    json_key_uint(w, "pruned", s->st.pruned);
    json_key_uint(w, "executions", s->st.executions);
    json_key_uint(w, "executions_blocked", s->st.executions_blocked);
    json_key_uint(w, "executions_cut", s->st.executions_cut);
    json_key_uint(w, "por_reduced_states", s->st.reduced);
    json_key_uint(w, "por_expanded_states", s->st.expanded);
    json_key_uint(w, "por_escaped_states", s->st.escaped);
    json_key_uint(w, "por_fair_states", s->st.fair);
    if (s->cfg.dynamic) {
        json_key_uint(w, "por_begun_states", s->st.begun);
        json_key_uint(w, "por_raced_choices", s->st.raced);
    }
    json_key_uint(w, "por_asleep_choices", s->st.asleep);
    json_key_uint(w, "por_states_again", s->st.again);
    json_key_uint(w, "por_symmetric_states", s->st.renamed);
    json_key_uint(w, "por_alike_choices", s->st.alike);
    json_key_uint(w, "por_restarts", s->st.restarts);
    json_key_uint(w, "restarted_states", s->st.states_before);
    json_key_uint(w, "restarted_transitions", s->st.transitions_before);
    json_key_uint(w, "restarted_instructions", s->insns_before);
    json_key(w, "por_ended_by"); /* the class whose objects were written once too often where that was not foreseen */
    json_z(w, s->persist.gave_up && s->se->hidden_class ? s->se->hidden_class->name->s : NULL);
    json_key_object(w, "choice_generators");
    json_key_uint(w, "thread", s->st.thread_cgs);
    json_key_uint(w, "data", s->st.data_cgs);
    json_end(w);
    boundaries(w, "boundaries_met", s->sched.met);
    boundaries(w, "boundaries_chosen", s->sched.choices);
    json_key_object(w, "boundaries_skipped");
    for (u32 i = 1; i < SKIP_COUNT; i++)
        if (j->ks.skipped[i]) json_key_uint(w, skip_names[i], j->ks.skipped[i]);
    json_end(w);
    json_key_object(w, "fields_assumed");
    json_key_uint(w, skip_names[SKIP_FINAL], uses_count(&j->ks, SKIP_FINAL));
    json_key_uint(w, skip_names[SKIP_ONCE], uses_count(&j->ks, SKIP_ONCE));
    json_key_uint(w, skip_names[SKIP_THREAD], uses_count(&j->ks, SKIP_THREAD));
    json_key_uint(w, skip_names[SKIP_LOCKED], uses_count(&j->ks, SKIP_LOCKED));
    json_end(w);
    json_key_uint(w, "objects_exposed", j->heap.exposures);
    json_key_array(w, "warnings");
    json_splice(w, &j->ks.uses->warnings);
    if (j->ks.input_asked)
        json_z(w, "the program reads standard input, which is empty in a search: give it arguments or a file, "
                  "or let Verify choose what it reads (jpf --run has the terminal's)");
    if (bpr_why_not(s)) {
        char why[200];
        snprintf(why, sizeof why, "bp.por: every event is tried, because of %s", bpr_why_not(s));
        json_z(w, why);
    }
    json_end(w);
    json_key_uint(w, "state_bytes", search_state_bytes(s));
    json_key_uint(w, "states_on_disk", search_spilled(s));
    json_key_uint(w, "disk_bytes", s->disk ? disk_peak(s->disk) : 0);
    json_key_uint(w, "disk_reads", search_disk_reads(s));
    json_key_uint(w, "peak_bytes", j->cx.peak);
    json_key_uint(w, "peak_rss_bytes", peak_rss(&ru));
    json_key_uint(w, "loaded_classes", j->cs.loaded_classes);
    json_key_uint(w, "loaded_methods", j->cs.loaded_methods);
    json_key(w, "collision_bound");
    json_general(w, search_collision_bound(s), 3);
    json_key_z(w, "boot_image", j->from_cache ? "cache" : "booted");
    json_key_array(w, "constraints");
    for (u32 i = 0; i < s->found.constraints.n; i++) json_z(w, s->found.constraints.v[i]);
    json_end(w);
    json_end(w);
}

/* Keys that the program has set, which jpfpy/engine.py judges. */
void report_set_keys(const JPF *j, Json *w) {
    json_key_array(w, "set_keys");
    for (u32 i = 0; i < j->set_keys.n; i++) json_z(w, j->set_keys.v[i]);
    json_end(w);
}

Status report_json(JPF *j, Text *t, double elapsed) {
    Search *s = &j->search;
    Json writer, *w = &writer;
    t->n = 0;
    json_begin(w, t);
    json_object(w);
    json_key_uint(w, "schema", 1);
    json_key_z(w, "jpfpy", JPF_VERSION);
    json_key_z(w, "jdk", j->jdk_version);
    bool complete = s->found.complete && (!s->done || s->ended);
    if ((s->found.errors.n && !s->cfg.multiple_errors) || s->replaying) complete = false;
    json_key(w, "result");
    bool replayed = s->replaying && !s->found.errors.n && !s->interrupted; /* one path was explored, and no more */
    json_z(w, s->found.errors.n ? "violation" : replayed ? "replayed" : complete ? "no_errors" : "incomplete");
    if (replayed) {
        Text m;
        text_init(&m, &j->cx);
        text_z(&m, "replayed: no error on this path");
        Text why;
        text_init(&why, &j->cx);
        if (s->script.made && identity_unlike(j, s->script.made, false, &why) != ST_OK) t->failed = true;
        if (why.n) text_f(&m, "; the replay string was made %s", why.v);
        else replay_unmet(s, &m);
        text_free(&why);
        json_key_take(w, "message", &m);
    }
    json_key_bool(w, "complete", complete);
    json_key_bool(w, "interrupted", s->interrupted);
    json_key_array(w, "errors");
    for (u32 i = 0; i < s->found.errors.n; i++)
        json_raw(w, s->found.errors.v[i].json, strlen(s->found.errors.v[i].json));
    json_end(w);
    json_key(w, "statistics");
    report_statistics(j, w, elapsed);
    if (s->bp) {
        json_key_object(w, "bp");
        json_key_uint(w, "reduced_states", bpr_states(s));
        json_key_z(w, "not_reduced", bpr_why_not(s));
        json_end(w);
    }
    if (s->found.stored.n) {
        json_key_array(w, "stored_traces");
        for (u32 i = 0; i < s->found.stored.n; i++)
            json_raw(w, s->found.stored.v[i].json, strlen(s->found.stored.v[i].json));
        json_end(w);
    }
    if (s->shrunk.runs || s->shrunk.why) shrunk_json(s, w);
    portfolio_json(s, w);
    crew_json(j, w);
    json_key_array(w, "notes");
    for (u32 i = 0; i < s->found.notes.n; i++) json_z(w, s->found.notes.v[i]);
    rules_notes(j, w);
    if (s->cfg.randomize == CGR_VAR) {
        char line[160];
        snprintf(
            line, sizeof line,
            "note: choices came in the order of seed %llu: +cg.randomize_choices=FIXED_SEED +cg.seed=%llu repeats it",
            (unsigned long long)s->cfg.seed, (unsigned long long)s->cfg.seed);
        json_z(w, line);
    }
    json_end(w);
    if (s->sched.withheld) {
        json_key_array(w, "assumptions");
        json_z(w, "time limits pass only where no other thread can run (vm.timeouts=idle)");
        json_end(w);
    }
    report_set_keys(j, w);
    if (s->checkpoint.useless) json_key_bool(w, "checkpoint_useless", true);
    json_key(w, "output");
    json_str(w, j->output.v ? j->output.v : "", j->output.n);
    json_key_uint(w, "seed", s->cfg.randomize == CGR_VAR ? s->cfg.seed : (u64)jpf_get_int(j, "cg.seed"));
    json_end(w);
    return json_done(w);
}
