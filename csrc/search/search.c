/* search.c -- a search from its beginning to its end, depth first: limits, new beginnings. JPF: Search, DFSearch. */
#include "search/bpreduce.h"
#include "search/hot.h"
#include "search/livelock.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "native/native.h"

#include <stdio.h>

/* In transitions. Guesses about fields that fail late cost the search until then; after some of these no
 * more are made. */
enum { ADOPT_FIRST = 64, LATE = 20000, LATE_MAX = 2 };

static Status make_set(Search *s) {
    if (stateset_new(s->cx, s->cfg.storage, &s->set) != ST_OK) return ST_ERROR;
    if (s->set && s->cfg.hash_bits) stateset_test_hash_bits(s->set, s->cfg.hash_bits);
    return ST_OK;
}

Status search_init(Search *s, KernelState *ks, StateEngine *se, const SearchConfig *cfg) {
    memset(s, 0, sizeof *s);
    s->ks = ks;
    s->cx = ks->cx;
    s->se = se;
    s->cfg = *cfg;
    s->complete = true;
    s->expanded = UINT32_MAX;
    text_init(&s->lane_text, s->cx);
    sched_init(&s->sched, ks);
    map_init(&s->on_stack, s->cx);
    map_init(&s->slept, s->cx);
    map_init(&s->told, s->cx);
    s->persist = cfg->por && cfg->persistent;
    s->adopt_at = ADOPT_FIRST;
    if (cfg->matching && make_set(s) != ST_OK) return ST_ERROR;
    if (alike_reset(s) != ST_OK) return ST_ERROR;
    sleep_reset(s);
    return ST_OK;
}

void search_free(Search *s) {
    for (u32 i = 0; i < s->path.n; i++) level_free(s, &s->path.v[i]);
    for (u32 i = 0; i < s->errors.n; i++) cx_free(s->cx, s->errors.v[i].json, s->errors.v[i].bytes);
    for (u32 i = 0; i < s->kept.n; i++) violation_free(s->ks, &s->kept.v[i]);
    vec_free(s->cx, &s->kept);
    map_free(&s->told);
    vec_free(s->cx, &s->lanes);
    text_free(&s->lane_text);
    for (u32 i = 0; i < s->constraints.n; i++) cx_free(s->cx, s->constraints.v[i], strlen(s->constraints.v[i]) + 1);
    vec_free(s->cx, &s->path);
    search_drop_next(s);
    vec_free(s->cx, &s->next);
    vec_free(s->cx, &s->errors);
    vec_free(s->cx, &s->constraints);
    vec_free(s->cx, &s->script);
    vec_free(s->cx, &s->steps);
    search_stored_free(s);
    vec_free(s->cx, &s->locks);
    vec_free(s->cx, &s->ids);
    sched_free(&s->sched);
    hot_free(s);
    live_free(s);
    vec_free(s->cx, &s->pools);
    for (u32 i = 0; i < s->notes.n; i++) cx_free(s->cx, s->notes.v[i], strlen(s->notes.v[i]) + 1);
    vec_free(s->cx, &s->notes);
    bpr_free(s);
    map_free(&s->on_stack);
    map_free(&s->slept);
    alike_free(s);
    vec_free(s->cx, &s->sleepers);
    sleep_clear(s, &s->dozing);
    vec_free(s->cx, &s->dozing);
    fp_drop(s->cx, s->fp);
    s->fp = NULL;
    if (s->set) stateset_free(s->set);
    s->set = NULL;
}

Status search_constraint(Search *s, const char *fmt, ...) {
    char buf[600];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    s->complete = false;
    u32 i = 0;
    while (i < s->constraints.n && strcmp(s->constraints.v[i], buf) != 0) i++;
    char *c = i < s->constraints.n ? NULL : cx_strndup(s->cx, buf, strlen(buf));
    if (i == s->constraints.n && (!c || vec_push(s->cx, &s->constraints, c) != ST_OK)) return ST_ERROR;
    EV(s->ks, search_constraint_hit, .text = buf); /* each time, as in JPF; the report names it once */
    return ST_OK;
}

Status search_wind_up(Search *s) {
    char why[sizeof s->cx->err.msg];
    memcpy(why, s->cx->err.msg, sizeof why);
    cx_wind_up(s->cx);
    s->interrupted |= s->cx->interrupted;
    s->done = true;
    return search_constraint(s, "%s", why);
}

/* In units of cx_work: a transition's share of keys, choices and matching. */
enum { TRANSITION_WORK = 512 };

/* Listeners shall hear of the search itself before its time is over. */
#define SETTLE_SHARE 0.3

Status search_limits(Search *s) {
    Ctx *cx = s->cx;
    if (s->cfg.state_limit && s->st.states_new >= s->cfg.state_limit && !s->done) {
        s->done = true;
        return search_constraint(s, "state limit reached: %llu", (unsigned long long)s->cfg.state_limit);
    }
    if (!cx_work(cx, TRANSITION_WORK)) return cx_ends_in_order(cx) ? search_wind_up(s) : ST_ERROR;
    if (s->settling && s->cfg.time_limit > 0 && (double)cx->looked > s->cfg.time_limit * SETTLE_SHARE * 1e9)
        s->done = true;
    if (s->cfg.memory_limit && cx->bytes > s->cfg.memory_limit && !s->done) {
        s->done = true;
        return search_constraint(s, "memory limit reached: %llu bytes", (unsigned long long)s->cfg.memory_limit);
    }
    return ST_OK;
}

u64 search_state_bytes(const Search *s) {
    u64 n = s->plain ? stateset_bytes(s->plain) + s->plain_ids.cap * sizeof *s->plain_ids.v : 0;
    return s->set ? n + stateset_bytes(s->set) : 0;
}

double search_collision_bound(const Search *s) {
    double p = s->set ? stateset_collision_bound(s->set) : 0;
    if (s->plain && s->set && !stateset_is_exact(s->set)) p += stateset_collision_bound(s->plain);
    return p < 1 ? p : 1;
}

Status search_start(Search *s, StepOutcome *out) {
    s->ks->heap->exposures = 0; /* booting has some, a boot image from the cache has none */
    if (search_root(s) != ST_OK) return ST_ERROR;
    return search_forward(s, out);
}

Status search_dfs(Search *s) {
    StepOutcome out;
    if (search_start(s, &out) != ST_OK) return ST_ERROR;
    while (s->path.n > 1 && !s->done && !s->restart) {
        bool more;
        if (persist_more(s, &s->path.v[s->path.n - 1], &more) != ST_OK) return ST_ERROR;
        if (!more) {
            search_event_processed(s);
            search_backtrack(s);
            continue;
        }
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
    }
    if (s->doomed && !s->done) s->restart = true;
    if (!s->done && !s->restart && s->path.n == 1) search_event_processed(s);
    return ST_OK;
}

Status search_reset(Search *s) {
    SearchStats was = s->st;
    FieldUses *us = s->ks->uses;
    if (us->stale) uses_adopt(s->ks);
    if (us->stale && s->st.transitions > LATE && ++us->late > LATE_MAX) uses_give_up(s->ks);
    uses_reset(s->ks);
    s->stale_for = 0;
    bool silent = s->silent;
    s->silent = true;
    while (s->path.n > 1) search_backtrack(s);
    s->silent = silent;
    run_undo(s, &s->path.v[0]);
    stack_leave(s, s->path.v[0].key);
    level_free(s, &s->path.v[0]);
    s->path.n = 0;
    memset(&s->st, 0, sizeof s->st);
    memset(s->sched.met, 0, sizeof s->sched.met);
    memset(s->sched.choices, 0, sizeof s->sched.choices);
    memset(s->ks->counters, 0, sizeof s->ks->counters);
    native_forget(s->ks);
    if (search_keep_violations(s) != ST_OK) return ST_ERROR;
    s->st.restarts = was.restarts + 1;
    s->st.states_before = was.states_before + was.states_new;
    s->st.transitions_before = was.transitions_before + was.transitions + was.setup;
    s->insns_before = s->instructions;
    s->ks->lib_used = 0;
    s->next_id = 0;
    s->ids.n = 0;
    s->now = (StateNow){.id = UINT32_MAX};
    if (!s->settling) search_event(s, EV_search_restarted);
    s->reduced = 0;
    s->doomed = 0;
    s->restart = false;
    bpr_reset(s);
    live_free(s);
    fp_forget(s->se);
    search_drop_next(s);
    if (s->cx->host->cg_forget) s->cx->host->cg_forget(s->cx->host->cg_user);
    for (u32 i = 0; i < s->errors.n; i++) cx_free(s->cx, s->errors.v[i].json, s->errors.v[i].bytes);
    s->errors.n = 0;
    if (s->on_restart) s->on_restart(s->progress_user);
    if (!s->set) return ST_OK;
    stateset_free(s->set);
    s->set = NULL;
    if (make_set(s) != ST_OK) return ST_ERROR;
    if (alike_reset(s) != ST_OK) return ST_ERROR;
    sleep_reset(s);
    return ST_OK;
}

Status search_run(Search *s) {
    if (bpr_new(s) != ST_OK || search_settle(s) != ST_OK) return ST_ERROR;
    if (s->cx->stopped) return ST_OK;
    for (;;) {
        if ((s->cfg.bfs ? search_bfs(s) : search_dfs(s)) != ST_OK) return ST_ERROR;
        if (!s->done && bpr_holds(s) != ST_OK) return ST_ERROR;
        if (s->ks->uses->stale) s->restart = true; /* not acted upon yet: see give_back */
        if (s->ks->lib_seen & s->ks->lib_used) s->restart = true; /* a listener has looked at the last state's output */
        if (!s->restart || s->done) return hot_check(s) == ST_OK ? live_check(s) : ST_ERROR;
        hot_free(s);
        if (search_reset(s) != ST_OK) return ST_ERROR;
    }
}
