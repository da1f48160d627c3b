/* rerun.c -- what was executed is executed again: the whole path for a trace, a transition to see that it repeats. */
#include "native/bp/bprog.h"
#include "search/bp/reduce.h"
#include "search/reduction.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"

static Status keep_lanes(Search *s, u32 level, const Level *l) {
    LaneRec r = {.level = level, .start = s->rec.lane_text.n};
    u32 event = (u32)((u64)cg_value(&l->cg, (u64)l->cg.at) >> 32);
    if (bp_lanes_json(s->ks, event, &s->rec.lane_text, &r.thread) != ST_OK) return ST_ERROR;
    r.n = s->rec.lane_text.n - r.start;
    return vec_push(s->cx, &s->rec.lanes, r);
}

void rec_init(Search *s) {
    text_init(&s->rec.lane_text, s->cx);
    text_init(&s->rec.expiry_text, s->cx);
}

void rec_free(Search *s) {
    vec_free(s->cx, &s->rec.steps);
    vec_free(s->cx, &s->rec.locks);
    access_free(s);
    vec_free(s->cx, &s->rec.pools);
    search_drop_comments(s);
    vec_free(s->cx, &s->rec.comments);
    vec_free(s->cx, &s->rec.lanes);
    text_free(&s->rec.lane_text);
    vec_free(s->cx, &s->rec.expiries);
    text_free(&s->rec.expiry_text);
}

void trace_clear(Search *s) {
    s->rec.steps.n = s->rec.locks.n = s->rec.lanes.n = s->rec.pools.n = 0;
    s->rec.lane_text.n = s->rec.expiry_text.n = s->rec.expiries.n = 0;
    access_clear(s);
    search_drop_comments(s);
    s->rec.step_level = UINT32_MAX;
}

/* A state that was reached before the search gave up keys has one to compare with no more. */
static bool led_as_before(const Search *s, const Level *l, H128 key) {
    return l->keyless != s->se->keyless || h128_eq(key, l->raw);
}

/* The transition from level i. *same: it led where it led before. */
static Status again(Search *s, u32 i, bool *same) {
    Level *l = level_hold(s, i); /* listeners may look at others */
    s->rec.level = i;
    if (i) {
        l->mark = trail_mark(s->ks->heap);
        l->out_n = s->ks->out.n;
    }
    if (l->cg.kind == CK_EVENT && keep_lanes(s, i, l) != ST_OK) return ST_ERROR;
    After a;
    H128 key;
    search_choice_again(s, l);
    ThreadInfo *ti = run_choice(s, l);
    if (!ti || search_record_begin(s, ti) != ST_OK || run_thread(s, &ti, &a) != ST_OK) return ST_ERROR;
    bool begins = a.has_cg && a.cg.kind == CK_EVENT && l->cg.kind != CK_EVENT; /* the b-program */
    bool last = i + 1 == s->path.n, stopped = a.out == OUT_STOP, goes_on = a.out == OUT_NEW;
    search_seal(s, &a);
    after_free(s, &a);
    if (state_end_transition(s->se, ti, &key) != ST_OK) return ST_ERROR;
    if (begins && bpr_moved(s) != ST_OK) return ST_ERROR;
    if (persist_repeated(s, l) != ST_OK) return ST_ERROR;
    if (!last && search_event_again(s, level_at(s, i + 1)->state_id, i + 1, &key) != ST_OK) return ST_ERROR;
    if (stopped) *same = false;
    else if (!last) *same = goes_on && led_as_before(s, level_at(s, i + 1), key);
    else if (s->rec.arrived && !s->ks->hub->replaying) *same = h128_eq(key, s->rec.arrived_raw);
    return ST_OK;
}

/* The levels behind `from` can be reached no more: nothing is undone on the way back from them. */
static void lose(Search *s, u32 from) {
    run_undo(s, level_at(s, from));
    TrailMark mark = level_at(s, from)->mark;
    u32 out_n = level_at(s, from)->out_n;
    for (u32 i = from + 1; i < s->path.n; i++) {
        Level *l = level_at(s, i);
        l->mark = mark;
        l->out_n = out_n;
    }
    s->rec.lost = from + 1;
}

/* Where the path begins; what the program was told on it is kept. */
static Status go_home(Search *s) {
    if (tree_fill(s) != ST_OK || reduction_moving(s) != ST_OK) return ST_ERROR;
    s->rec.on = true;
    hub_pause(s->ks);
    trace_clear(s);
    for (u32 i = 1; i < s->ks->uses->v.n; i++) s->ks->uses->v.v[i].flags &= (u8)~FU_ON_PATH;
    run_undo(s, level_at(s, 0));
    return ST_OK;
}

Status search_suspend(Search *s) {
    if (go_home(s) != ST_OK) return ST_ERROR;
    s->rec.on = false;
    hub_resume(s->ks);
    return ST_OK;
}

Status search_resume(Search *s) {
    bool same = true;
    u32 last = s->last_thread, i = 0;
    search_thins(s);
    Status st = ST_OK;
    s->rec.on = true;
    hub_pause(s->ks);
    for (; i + 1 < s->path.n && same && st == ST_OK; i++) st = again(s, i, &same);
    if (st == ST_OK && same) {
        level_at(s, i)->mark = trail_mark(s->ks->heap);
        level_at(s, i)->out_n = s->ks->out.n;
    } else if (st == ST_OK) {
        lose(s, i - 1);
    }
    s->rec.on = false;
    trace_clear(s);
    hub_resume(s->ks);
    s->last_thread = last;
    if (st != ST_OK && cx_ends_in_order(s->cx)) {
        s->torn = true;
        return search_wind_up(s);
    }
    if (st != ST_OK || reduction_moved(s) != ST_OK) return ST_ERROR;
    if (same) return ST_OK;
    u32 n = s->rec.lost;
    s->rec.lost = 0;
    while (s->path.n > n) search_backtrack(s);
    return search_constraint(s, "what follows a path was left out: the path could not be executed again, as it depends "
                                "on what is no part of the state");
}

Status search_rerun(Search *s, bool *same) {
    *same = !s->torn;
    s->rec.traced = s->torn ? 0 : s->path.n;
    if (!s->path.n || s->torn) return ST_OK; /* an error of the whole search, or one that is over */
    bool rec = s->rec.on;
    if (go_home(s) != ST_OK) return ST_ERROR;
    Status st = ST_OK;
    s->ks->tracing = true;
    u32 i = 0;
    for (; i < s->path.n && *same && st == ST_OK; i++) {
        if (i == s->cfg.tear_at) st = cx_fail(s->cx, ERR_STOP, "stress: a limit");
        if (st == ST_OK) st = again(s, i, same);
    }
    s->rec.traced = i;
    if (st == ST_OK && !*same) lose(s, i - 1);
    s->rec.on = s->ks->tracing = rec;
    hub_resume(s->ks);
    if (st != ST_OK && cx_ends_in_order(s->cx)) {
        *same = false;
        s->torn = true;
        return search_wind_up(s);
    }
    return st == ST_OK ? reduction_moved(s) : st;
}

Status rerun_check(Search *s, H128 key) {
    const Level *l = &s->path.v[s->path.n - 1];
    H128 k;
    After b;
    /* it would be another path: the search begins again */
    if (s->ks->uses->stale || looks_spoilt(&s->ks->looks)) return ST_OK;
    hub_pause(s->ks); /* what the program was told on the path stays */
    run_undo(s, l);
    if (state_key_full(s->se, &k) != ST_OK) return ST_ERROR;
    if (s->path.n > 1 && !h128_eq(k, l->raw))
        return cx_fail(s->cx, ERR_INTERNAL, "undo led to another state (depth %u)", s->path.n);
    u64 insns = s->instructions;
    bool silent = s->silent, watch = s->persist.watch, reads = s->persist.reads; /* the footprint is the first run's */
    u64 skipped[sizeof s->ks->skipped / 8];
    memcpy(skipped, s->ks->skipped, sizeof skipped);
    s->silent = s->ks->uses->again = true;
    ThreadInfo *ti = run_choice(s, &s->path.v[s->path.n - 1]);
    Status st = ti ? run_thread(s, &ti, &b) : ST_ERROR;
    s->ks->uses->again = false;
    hub_resume(s->ks);
    s->silent = silent, s->persist.watch = watch, s->persist.reads = reads;
    memcpy(s->ks->skipped, skipped, sizeof skipped);
    s->instructions = insns;
    if (st != ST_OK) return ST_ERROR;
    search_seal(s, &b);
    after_free(s, &b);
    if (state_end_transition(s->se, ti, &k) != ST_OK) return ST_ERROR;
    if (!h128_eq(k, key))
        return cx_fail(s->cx, ERR_INTERNAL, "a repeated transition led to another state (depth %u)", s->path.n);
    return ST_OK;
}
