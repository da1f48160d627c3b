/* search.c -- one transition at a time: run, close, match. JPF: Search, VM.forward. */
#include "search/search.h"
#include "search/hot.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"

#include <stdio.h>
#include <time.h>

/* In transitions. Guesses about fields that fail late cost the search until then; after some of these no
 * more are made. */
enum { STALE_FOR = 256, ADOPT_FIRST = 64, ADOPT_LAST = 4096, LATE = 20000, LATE_MAX = 2 };

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
    s->persist = cfg->por && cfg->persistent;
    s->adopt_at = ADOPT_FIRST;
    if (cfg->matching && make_set(s) != ST_OK) return ST_ERROR;
    map_init(&s->plain, s->cx);
    alike_reset(s);
    sleep_reset(s);
    return ST_OK;
}

void search_free(Search *s) {
    for (u32 i = 0; i < s->path.n; i++) level_free(s, &s->path.v[i]);
    for (u32 i = 0; i < s->errors.n; i++) cx_free(s->cx, s->errors.v[i].json, s->errors.v[i].bytes);
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
    map_free(&s->on_stack);
    map_free(&s->slept);
    map_free(&s->plain);
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
    for (u32 i = 0; i < s->constraints.n; i++)
        if (strcmp(s->constraints.v[i], buf) == 0) return ST_OK;
    char *c = cx_strndup(s->cx, buf, strlen(buf));
    if (!c || vec_push(s->cx, &s->constraints, c) != ST_OK) return ST_ERROR;
    EV(s->ks, search_constraint_hit, .text = buf);
    return ST_OK;
}

/* --- the state the transition leaves behind --- */

/* What the driver found at the end of a transition. */
typedef struct After {
    SchedVerdict verdict; /* when the thread stopped at a boundary or ended */
    ChoiceGenerator cg;   /* of the new state, if it has one */
    bool has_cg;
    ChoiceGenerator *up;  /* cascaded above it */
    u32 n_up;
    StepOutcome out;      /* OUT_NEW: to be matched; otherwise final */
    bool deadlock, uncaught, violation;
    bool blocked; /* the violation is a thread that waits inside an atomic section */
    u8 bad; /* b-programs: 1 a state marked as bad (the search goes on from it), 2 a hot end */
} After;

static void after_free(Search *s, After *a) {
    if (!a->has_cg) return;
    Level l = {.cg = a->cg, .up = a->up, .n_up = a->n_up};
    level_free(s, &l);
    a->has_cg = false;
}

/* What was registered becomes the new state's generators: the last one and those above it. */
static Status take_next(Search *s, After *a) {
    u32 n = s->next.n - 1;
    if (n) {
        a->up = cx_alloc(s->cx, n * sizeof *a->up);
        if (!a->up) return ST_ERROR;
        memcpy(a->up, s->next.v, n * sizeof *a->up);
    }
    a->n_up = n;
    a->cg = s->next.v[n];
    a->has_cg = true;
    s->next.n = 0;
    return ST_OK;
}

/* Listeners learn what was registered, then that the instruction did not get past its first half; they may
 * register more, or remove. False: the path ends here. */
static bool told_next(Search *s, ThreadInfo *ti, After *a) {
    EventHub *hub = s->ks->hub;
    search_registered(s, ti);
    if (JPF_UNLIKELY(hub->half) && s->next.n) {
        ev_half(s->ks);
        search_registered(s, ti);
        if (hub->ctl == CTL_END) {
            hub->ctl = CTL_NONE;
            search_drop_next(s);
            a->out = OUT_PRUNED;
            return false;
        }
        hub->ctl = CTL_NONE;
    }
    return true;
}

static Status at_boundary(Search *s, ThreadInfo *ti, u8 action, After *a) {
    if (a->verdict == SCHED_CHOICE) {
        ChoiceGenerator cg;
        if (cg_threads(s->cx, &cg, s->sched.runnable.v, s->sched.runnable.n, action) != ST_OK) return ST_ERROR;
        if (ti && ti->pend.exposes) {
            cg.type = "ExposureCG";
            cg.id = "EXPOSE";
        }
        if (action == AC_BREAK && ti && ti->pend.index == BREAK_ASKED)
            if (!(cg.id = cg_text_kept(s->ks, s->ks->break_id))) return ST_ERROR;
        ThreadInfo *who = ti ? ti : s->ks->threads.v[s->last_thread];
        if (search_set_next_cg(s, who, &cg) != ST_OK) return ST_ERROR;
        if (!told_next(s, who, a)) return ST_OK;
        if (!s->next.n) { /* a listener has removed it */
            a->verdict = SCHED_GO_ON;
            if (ti && ti_enabled(ti)) return ST_OK;
            return cx_fail(s->cx, ERR_CONFIG,
                           "a listener removed the choice of threads where the running one cannot go on");
        }
        return take_next(s, a);
    }
    if (a->verdict == SCHED_DEADLOCK) {
        a->deadlock = true;
        a->out = OUT_PRUNED;
    } else {
        a->out = OUT_END;
    }
    (void)ti;
    return ST_OK;
}

/* b-programs: the turn goes from one b-thread to the next inside one transition, which is a b-step. *to NULL: no turn to hand over. */
static Status hand_over(Search *s, ThreadInfo *ti, bool ended, ThreadInfo **to) {
    KernelState *ks = s->ks;
    u32 id = ks->bp_turn - 1;
    *to = NULL;
    if (!ks->bp_turn || id == ti->id || id >= ks->n_threads || !(ended || ti->pend.action == AC_BSYNC)) return ST_OK;
    ThreadInfo *next = ks->threads.v[id];
    if (next->pend.action != AC_BSYNC && next->pend.action != AC_START_OF_THREAD) return ST_OK;
    if (next->status == TS_NEW || next->status == TS_TERMINATED) return ST_OK;
    ks->fp.lost = true;
    ti_join_transition(next);
    next->first_step = 1;
    next->budget = ks->max_transition;
    s->last_thread = next->id;
    *to = next;
    return ST_OK;
}

/* One choice of a native's is no state, unless others must be able to ask for its generator. */
static bool only_one(const Search *s) {
    if (s->next.n != 1 || s->sched.break_single) return false;
    const ChoiceGenerator *cg = &s->next.v[0];
    return cg->n == 1 && (cg->flags & CGF_REQUEST) && cg->kind != CK_CUSTOM && cg->kind != CK_EVENT &&
           cg->kind != CK_PERM && !(cg->flags & CGF_TOLD);
}

static void answer(Search *s, i64 value) {
    ChoiceReq *q = &s->ks->choice_req;
    q->ready = 1;
    q->value = value;
    q->index = 0;
}

/* Run *at until something must be decided; *at is the thread that ran last. */
static Status run_thread(Search *s, ThreadInfo **at, After *a) {
    KernelState *ks = s->ks;
    ThreadInfo *ti = *at, *next;
    bool asked;
    i64 first;
    ks->bp_bad = 0;
    ks->bp_who = 0;
    memset(a, 0, sizeof *a);
    a->out = OUT_NEW;
    for (;;) {
        sched_update(&s->sched);
        u64 before = ti->insns;
        RunResult r = interp_run(ti);
        s->last = r;
        s->instructions += ti->insns - before;
        switch (r) {
        case RUN_BOUNDARY:
            if (JPF_UNLIKELY(ks->heap->finalize)) {
                int n = finalize_due(ti, true);
                if (n < 0) return ST_ERROR;
                if (n) continue;
            }
            if (JPF_UNLIKELY(ks->bp_turn != 0)) {
                if (hand_over(s, ti, false, &next) != ST_OK) return ST_ERROR;
                if (next) {
                    *at = ti = next;
                    continue;
                }
                if (ti->atomic && ti->pend.action != AC_BREAK && ti_enabled(ti)) {
                    ti->first_step = 1;
                    continue;
                }
            }
            if (JPF_UNLIKELY(ti->atomic) && !ks->bp_turn && ti->pend.action != AC_BSYNC && !ti_enabled(ti)) {
                blocked_text(s, ti, ks->violation, sizeof ks->violation);
                a->violation = a->blocked = true;
                a->out = OUT_PRUNED;
                return ST_OK;
            }
            if (sched_boundary(&s->sched, ti, &a->verdict) != ST_OK) return ST_ERROR;
            if (a->verdict == SCHED_GO_ON && s->next.n) a->verdict = SCHED_CHOICE; /* a listener's choice */
            if (a->verdict != SCHED_GO_ON) {
                if (at_boundary(s, ti, ti->pend.action, a) != ST_OK) return ST_ERROR;
                if (a->verdict != SCHED_GO_ON) return ST_OK;
            }
            persist_alone(s);
            ks->hub->redo = ks->hub->half;
            ti->first_step = 1;
            continue;
        case RUN_CHOICE:
            if (ks->choice_req.pending && search_request(s, ti) != ST_OK) return ST_ERROR;
            asked = s->next.n && (s->next.v[s->next.n - 1].flags & CGF_REQUEST);
            first = asked && s->next.v[s->next.n - 1].n ? cg_first(&s->next.v[s->next.n - 1]) : 0;
            if (!only_one(s) && !told_next(s, ti, a)) return ST_OK;
            if (only_one(s) || !s->next.n) { /* nothing to choose, or a listener has removed it: it goes on */
                if (asked) answer(s, first);
                ks->hub->redo = ks->hub->half;
                search_drop_next(s);
                continue;
            }
            for (u32 i = 0; i < s->next.n; i++) {
                if (s->next.v[i].kind != CK_THREAD || (s->next.v[i].flags & CGF_GIVEN))
                    s->next.v[i].first_step = ti->first_step;
                if (!s->next.v[i].n) a->out = OUT_PRUNED;
            }
            if (a->out == OUT_PRUNED) {
                search_drop_next(s);
                return ST_OK;
            }
            return take_next(s, a);
        case RUN_TERMINATED:
            if (hand_over(s, ti, true, &next) != ST_OK) return ST_ERROR;
            if (next) {
                *at = ti = next;
                continue;
            }
            if (sched_boundary(&s->sched, NULL, &a->verdict) != ST_OK) return ST_ERROR;
            return at_boundary(s, NULL, AC_EXIT, a);
        case RUN_UNCAUGHT:
            if (!s->cfg.check_uncaught) continue;
            a->uncaught = true;
            if (ks->bp_turn) { /* the b-program ends here */
                a->out = OUT_PRUNED;
                return ST_OK;
            }
            /* the thread goes on to its end; other threads may come first */
            ti_touch(ti);
            memset(&ti->pend, 0, sizeof ti->pend);
            ti->pend.action = AC_BREAK;
            if (sched_boundary(&s->sched, ti, &a->verdict) != ST_OK) return ST_ERROR;
            return at_boundary(s, ti, AC_EXIT, a);
        case RUN_EXIT: a->out = OUT_END; return ST_OK;
        case RUN_IGNORED: a->out = OUT_PRUNED; return ST_OK;
        case RUN_TERMINATE_SEARCH: a->out = OUT_STOP; return ST_OK;
        case RUN_VIOLATION:
            a->violation = true;
            a->out = OUT_PRUNED;
            return ST_OK;
        case RUN_NOT_MODELLED: a->out = OUT_PRUNED; return search_constraint(s, "not modelled: %s", ks->not_modelled);
        case RUN_ERROR:
            if (ks->cx->err.kind == ERR_NONE) {
                s->interrupted = s->done = true;
                a->out = OUT_STOP;
                return search_constraint(s, "interrupted");
            }
            return ST_ERROR;
        }
    }
}

/* Make the current choice of level l happen: which thread runs, with which value. */
static ThreadInfo *apply_choice(Search *s, Level *l) {
    KernelState *ks = s->ks;
    ThreadInfo *ti;
    memset(&ks->choice_req, 0, sizeof ks->choice_req);
    search_drop_next(s); /* registered where the path then ended */
    ks->cg_place = mix64(l->place, level_index(l) + 1);
    const ChoiceGenerator *tcg = NULL, *asked = NULL;
    s->bottom = s->bottom_peer = s->at_rest = false;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind == CK_THREAD && !tcg) tcg = cg;
        if ((cg->flags & CGF_REQUEST) && !asked) asked = cg;
    }
    if (tcg) {
        ti = ks->threads.v[cg_thread(tcg, (u64)tcg->at)];
        /* A thread that has just been started, or was broken off, stands before local steps: its next
         * visible action comes to a boundary of its own. */
        u8 act = ti->pend.action;
        bool local = act == AC_START_OF_THREAD || act == AC_BREAK || act == AC_NONE;
        ti->first_step = s->bottom = !local;
        if ((tcg->flags & CGF_GIVEN) && tcg->thread == ti->id) { /* at the instruction it was registered at */
            ti->first_step = tcg->first_step;
            s->bottom = true;
        }
        persist_watch(s, l);
        ti_begin_transition(ti);
    } else {
        ti = ks->threads.v[l->cg.thread];
        persist_watch(s, l);
        ti_begin_transition(ti);
        ti->first_step = l->cg.first_step;
    }
    if (asked && asked->thread == ti->id) {
        ks->choice_req.ready = 1;
        ks->choice_req.kind = asked->kind;
        if (cg_draw(s->cx, asked, (u64)asked->at, &ks->choice_req.value) != ST_OK) return NULL;
        ks->choice_req.index = (u64)asked->at;
        ks->choice_req.total = asked->n;
    }
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind == CK_THREAD || cg->thread != ti->id) continue;
        s->bottom = true;
        if (cg->flags & CGF_PEER) s->bottom_peer = true;
    }
    s->bottom_pc = ti->top ? ti->top->pc : NULL;
    s->bottom_depth = ti->top ? ti->top->depth : 0;
    s->bottom_pos = ti->insns;
    ks->interesting = ks->boring = false;
    l->thread = ti->id;
    ti->budget = ks->max_transition;
    ks->cur = ti->id;
    s->last_thread = ti->id;
    if (JPF_UNLIKELY(ks->events)) hub_transition(ks, ti);
    return ti;
}

static Status undo_to(Search *s, const Level *l) {
    trail_undo(s->ks->heap, l->mark);
    state_undo(s->se);
    s->ks->out.n = l->out_n;
    return ST_OK;
}

/* The choice a state offers is part of what the state is: a thread that stands at notify with the
 * waiter still to be chosen is elsewhere than before notify. So is whether it may still take its
 * first visible action after it, or the states counted depended on who came first. */
static H128 with_choice(Search *s, H128 key, const After *a) {
    if (!a->has_cg || (a->cg.kind == CK_THREAD && !a->n_up && !(a->cg.flags & CGF_GIVEN))) return key;
    for (u32 i = 0; i <= a->n_up; i++) {
        const ChoiceGenerator *cg = i < a->n_up ? &a->up[i] : &a->cg;
        if (cg->kind == CK_THREAD && !(cg->flags & CGF_GIVEN)) continue;
        ThreadInfo *ti = s->ks->threads.v[cg->thread];
        u64 who = (u64)ti->tid_key_hi << 32 | ti->tid_key_lo;
        if (s->symmetric && !s->silent) who = s->se->sym_rank.v[ti->id];
        u64 what = hash_bytes(cg->id, strlen(cg->id), 0xC401CE00u | cg->kind);
        if (!(cg->flags & CGF_REQUEST)) what = cg_digest(s->ks, cg, what); /* not a function of the state */
        key = h128_add(key, mix128(who, what + i + ((u64)cg->first_step << 32)));
    }
    return key;
}

static Status keep_lanes(Search *s, u32 level, const Level *l) {
    LaneRec r = {.level = level, .start = s->lane_text.n};
    u32 event = (u32)((u64)cg_value(&l->cg, (u64)l->cg.at) >> 32);
    if (bp_lanes_json(s->ks, event, &s->lane_text, &r.thread) != ST_OK) return ST_ERROR;
    r.n = s->lane_text.n - r.start;
    return vec_push(s->cx, &s->lanes, r);
}

Status search_rerun(Search *s) {
    if (!s->path.n) { /* an error of the whole search */
        s->steps.n = s->locks.n = 0;
        return ST_OK;
    }
    bool rec = s->recording;
    s->recording = s->ks->tracing = true;
    hub_pause(s->ks);
    s->steps.n = s->locks.n = s->lanes.n = 0;
    s->lane_text.n = 0;
    search_drop_comments(s);
    s->step_level = UINT32_MAX;
    for (u32 i = 1; i < s->ks->uses->v.n; i++) s->ks->uses->v.v[i].flags &= (u8)~FU_ON_PATH;
    if (undo_to(s, &s->path.v[0]) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < s->path.n; i++) {
        Level *l = &s->path.v[i];
        s->level_now = i;
        if (i) {
            l->mark = trail_mark(s->ks->heap);
            l->out_n = s->ks->out.n;
        }
        if (l->cg.kind == CK_EVENT && keep_lanes(s, i, l) != ST_OK) return ST_ERROR;
        After a;
        H128 key;
        ThreadInfo *ti = apply_choice(s, l);
        if (!ti || run_thread(s, &ti, &a) != ST_OK) return ST_ERROR;
        after_free(s, &a);
        if (state_end_transition(s->se, ti, &key) != ST_OK) return ST_ERROR;
    }
    s->recording = s->ks->tracing = rec;
    hub_resume(s->ks);
    sleep_moved(s);
    return ST_OK;
}

static Status errors_of(Search *s, const After *a) {
    if (a->bad) {
        char why[sizeof s->ks->violation];
        memcpy(why, s->ks->violation, sizeof why);
        if (search_report(s, EK_PROPERTY, a->bad == 2 ? "HotStateProperty" : "BadStateProperty", why) != ST_OK)
            return ST_ERROR;
        if (!a->deadlock || !s->cfg.multiple_errors) return ST_OK;
    }
    if (a->deadlock && s->cfg.check_deadlock)
        return search_report(s, EK_DEADLOCK, "gov.nasa.jpf.vm.NotDeadlockedProperty", NULL);
    if (a->uncaught) return search_report(s, EK_UNCAUGHT, "gov.nasa.jpf.vm.NoUncaughtExceptionsProperty", NULL);
    if (a->violation) {
        char why[sizeof s->ks->violation];
        memcpy(why, s->ks->violation, sizeof why); /* executing the path again may write it */
        return search_report(s, EK_PROPERTY, a->blocked ? "BlockedAtomicException" : "assertion", why);
    }
    return ST_OK;
}

/* Limits and signals, every so often. */
static Status poll_limits(Search *s) {
    u64 work = s->st.transitions;
    if (s->cfg.state_limit && s->st.states_new >= s->cfg.state_limit && !s->done) {
        s->done = true;
        return search_constraint(s, "state limit reached: %llu", (unsigned long long)s->cfg.state_limit);
    }
    if ((work & 0xff) != 0) return ST_OK;
    if (s->cfg.time_limit > 0 && (double)clock() / CLOCKS_PER_SEC - s->cpu0 > s->cfg.time_limit) {
        s->done = true;
        return search_constraint(s, "time limit reached: %g s", s->cfg.time_limit);
    }
    if (s->cfg.memory_limit && s->cx->bytes > s->cfg.memory_limit) {
        s->done = true;
        return search_constraint(s, "memory limit reached: %llu bytes", (unsigned long long)s->cfg.memory_limit);
    }
    if ((work & 0x3fff) == 0 && (s->cx->host->mask & HE_POLL) && s->cx->host->poll(s->cx->host->user) != ST_OK) {
        if (s->cx->err.kind != ERR_NONE) return ST_ERROR;
        s->interrupted = s->done = true;
        return search_constraint(s, "interrupted");
    }
    return ST_OK;
}

/* A function of the state, so that a state that is restored has its order again. */
static void randomize(Search *s, After *a, H128 key) {
    for (u32 i = 0; s->cfg.randomize && !s->replaying && i <= a->n_up; i++)
        cg_randomize(i < a->n_up ? &a->up[i] : &a->cg, mix64(s->cfg.seed + i, key.lo ^ key.hi));
}

static Status push_level(Search *s, After *a, u32 id, H128 key, H128 raw, Spot spot) {
    Level l = {.cg = a->cg,
               .up = a->up,
               .n_up = a->n_up,
               .mark = trail_mark(s->ks->heap),
               .state_id = id,
               .out_n = s->ks->out.n,
               .key = key,
               .raw = raw,
               .tried = REACH_ALL,
               .awake = (u32)a->cg.n_full,
               .spot = spot,
               .place = s->path.n ? s->ks->cg_place : 0};
    a->has_cg = false;
    for (u32 i = 0; i < l.n_up; i++) l.up[i].at = 0; /* the last one has not begun */
    if (stack_enter(s, key) != ST_OK || vec_push(s->cx, &s->path, l) != ST_OK) {
        level_free(s, &l);
        return ST_ERROR;
    }
    if (s->path.n - 1 > s->st.max_depth) s->st.max_depth = s->path.n - 1;
    return ST_OK;
}

/* Stress: the state before is the one that was left, and the transition leads to the same again. */
static Status check_restore(Search *s, H128 key) {
    const Level *l = &s->path.v[s->path.n - 1];
    H128 k;
    After b;
    /* it would be another path: the search begins again */
    if (s->ks->uses->stale || (s->ks->lib_seen & s->ks->lib_used)) return ST_OK;
    if (undo_to(s, l) != ST_OK || state_key_full(s->se, &k) != ST_OK) return ST_ERROR;
    if (s->path.n > 1 && !h128_eq(k, l->raw))
        return cx_fail(s->cx, ERR_INTERNAL, "undo led to another state (depth %u)", s->path.n);
    u64 insns = s->instructions;
    bool silent = s->silent, watch = s->watch, reads = s->reads; /* the footprint is the first run's */
    u64 skipped[sizeof s->ks->skipped / 8];
    memcpy(skipped, s->ks->skipped, sizeof skipped);
    s->silent = true;
    hub_pause(s->ks);
    ThreadInfo *ti = apply_choice(s, &s->path.v[s->path.n - 1]);
    Status st = ti ? run_thread(s, &ti, &b) : ST_ERROR;
    hub_resume(s->ks);
    s->silent = silent, s->watch = watch, s->reads = reads;
    memcpy(s->ks->skipped, skipped, sizeof skipped);
    s->instructions = insns;
    if (st != ST_OK) return ST_ERROR;
    after_free(s, &b);
    if (state_end_transition(s->se, ti, &k) != ST_OK) return ST_ERROR;
    if (!h128_eq(k, key))
        return cx_fail(s->cx, ERR_INTERNAL, "a repeated transition led to another state (depth %u)", s->path.n);
    return ST_OK;
}

/* No choice was met yet: a long way to a b-program's first state is broken into transitions. */
static bool only_setup(const Search *s) {
    for (u32 i = 0; i < s->path.n; i++)
        if (s->path.v[i].cg.n != 1 || s->path.v[i].cg.kind == CK_EVENT) return false;
    return true;
}

/* An assumption about a field has failed. What follows will be searched again anyway; going on for a
 * while finds others that fail too, which would each cost a restart. Not where a path is executed again. */
static bool give_back(Search *s, const After *a) {
    if (!s->ks->uses->stale) return false;
    return s->cfg.bfs || s->cfg.check_restore || a->out != OUT_NEW || a->deadlock || a->uncaught || a->violation ||
           ++s->stale_for > STALE_FOR;
}

static bool adopt(Search *s) {
    if (s->replaying || s->st.transitions != s->adopt_at) return false;
    s->adopt_at = s->adopt_at < ADOPT_LAST ? s->adopt_at * 8 : 0;
    return uses_adopt(s->ks);
}

Status search_forward(Search *s, StepOutcome *out) {
    Level *l = &s->path.v[s->path.n - 1];
    if (level_advance(s, l) != ST_OK) return ST_ERROR;
    search_event_choice(s, l);
    ThreadInfo *ti = apply_choice(s, l);

    After a;
    if (!ti || run_thread(s, &ti, &a) != ST_OK) return ST_ERROR;
    *out = a.out;
    bool bp = s->ks->bp_turn != 0 || s->ks->bp_bad;
    if ((a.bad = s->ks->bp_bad) != 0) a.violation = true;
    /* what leads to a b-program's first state is no b-step */
    if (!s->silent) s->st.transitions++;
    if (!s->silent && a.has_cg && a.cg.kind == CK_EVENT && l->cg.kind != CK_EVENT && only_setup(s))
        s->st.transitions = s->st.states_new = s->st.thread_cgs = s->st.data_cgs = 0;
    if (a.out == OUT_STOP) {
        if (s->last == RUN_TERMINATE_SEARCH) s->done = true;
        return undo_to(s, &s->path.v[s->path.n - 1]);
    }
    bool keyed = a.out == OUT_NEW || a.out == OUT_END || a.deadlock || a.violation || (a.uncaught && bp);
    /* Nothing is explored from an end state, so it need not be stored; with every reduction off it is. */
    bool stored = a.out != OUT_END || !s->cfg.por || l->cg.kind == CK_EVENT;
    bool fresh = true;
    u32 id = 0;
    H128 key = {0, 0}, raw = {0, 0};
    Spot spot = spin_spot(s, ti);
    const Level *turned = NULL;
    if (keyed) {
        if (persist_before(s, ti) != ST_OK) goto fail;
        if (state_end_transition(s->se, ti, &key) != ST_OK) goto fail;
        if (s->cfg.check_state && state_check(s->se) != ST_OK) goto fail;
        if (s->cfg.check_state && s->cfg.por && sharedness_check(s->se) != ST_OK) goto fail;
        raw = key;
        if (s->cfg.check_restore && !s->silent && check_restore(s, raw) != ST_OK) goto fail;
        if (stored && alike_key(s, &key) != ST_OK) goto fail;
        H128 extra = with_choice(s, (H128){0, 0}, &a);
        key = h128_add(key, extra);
        H128 labels;
        if (a.has_cg && a.cg.kind == CK_EVENT && bp_label_key(s->ks, &labels)) {
            key = h128_add(labels, mix128(0x1ABE15, 1));
            if (!s->silent && hot_labels(s, key, &a.cg) != ST_OK) goto fail;
        }
        if (s->set && a.out == OUT_NEW && !s->silent && !s->replaying) turned = spin_turns(s, &spot);
        if (turned) {
            key = turned->key;
            id = turned->set_id;
            fresh = false;
        } else if (stored && s->set && !s->silent && alike_add(s, raw, extra, &key, &fresh, &id) != ST_OK) goto fail;
    }
    if (a.has_cg && a.cg.kind == CK_EVENT && s->set && !s->silent && hot_arrive(s, l, key, a.cg.n) != ST_OK) goto fail;
    bool goes_on = a.out == OUT_NEW, again = false;
    u64 woken = REACH_ALL;
    persist_after(s, l, keyed, !goes_on || !fresh);
    bool stays = a.has_cg && a.cg.kind == CK_THREAD && !a.n_up && !a.uncaught && !a.violation;
    if (goes_on && !s->silent && sleep_step(s, l, stays, id, key, fresh, &again, &woken) != ST_OK) goto fail;
    if (s->ks->lib_seen & s->ks->lib_used) s->restart = true; /* libatomic.def: an observer was met */
    if (s->symmetric && s->ks->saw_names) s->restart = true;
    if (s->ks->uses->failed) goto fail;
    if (s->ks->saw_atomic && s->ks->uses->lock) uses_atomic(s->ks);
    if (!s->silent && (give_back(s, &a) || adopt(s))) s->restart = true;
    if (s->settling && s->st.transitions > SETTLE_MAX) s->restart = true;
    if (s->silent) {
        randomize(s, &a, key);
        if (a.out == OUT_NEW) return push_level(s, &a, 0, key, raw, spot);
        return ST_OK;
    }
    if (s->restart) {
        after_free(s, &a);
        *out = OUT_STOP;
        return undo_to(s, &s->path.v[s->path.n - 1]);
    }
    if (a.out == OUT_PRUNED && !keyed) {
        s->st.pruned++;
    } else if (!stored) {
        /* counted as an end state below */
    } else if (fresh) {
        s->st.states_new++;
    } else {
        s->st.visited++;
    }
    if (a.out == OUT_END || a.deadlock) s->st.end_states++;
    u32 set_id = id;
    id = search_state_id(s, stored && keyed, fresh, id);
    u32 n_errors = s->errors.n;
    bool wrong = ((a.uncaught || a.violation) && (fresh || !bp)) || (a.deadlock && fresh);
    s->now = (StateNow){id,
                        s->path.n,
                        fresh || again, /* to listeners new is what is followed */
                        a.out == OUT_END || a.deadlock,
                        wrong,
                        a.out == OUT_PRUNED && !a.deadlock && !a.violation,
                        a.has_cg ? &a.cg : NULL,
                        a.up,
                        a.n_up};
    if (JPF_UNLIKELY(s->ks->events) && search_event_advanced(s) != ST_OK) goto fail;
    if (wrong || JPF_UNLIKELY(s->ks->hub->violation)) {
        if (wrong && errors_of(s, &a) != ST_OK) goto fail;
        if (search_event_errors(s, n_errors) != ST_OK) goto fail;
        if (!s->cfg.multiple_errors && s->errors.n) s->done = true;
    }
    if (search_event_end(s) != ST_OK) goto fail;
    s->now.next = NULL;
    l = &s->path.v[s->path.n - 1];
    if (a.out == OUT_NEW) l->open |= fresh || (s->cfg.bfs ? id > l->state_id : !stack_has(s, key));
    if (a.out == OUT_NEW && (fresh || again) && !s->now.ignored) {
        u64 depth = s->path.n;
        if (s->cfg.depth_limit && depth > s->cfg.depth_limit) {
            if (search_constraint(s, "depth limit reached: %llu", (unsigned long long)s->cfg.depth_limit) != ST_OK)
                goto fail;
            after_free(s, &a);
            *out = OUT_PRUNED;
            undo_to(s, l);
            search_event_back(s, EV_state_backtracked);
            return ST_OK;
        }
        if (depth > s->st.max_depth) s->st.max_depth = depth;
        if (!again && a.cg.kind == CK_THREAD) s->st.thread_cgs++;
        else if (!again) s->st.data_cgs++;
        randomize(s, &a, key);
        u64 tried = REACH_ALL;
        u32 awake = (u32)a.cg.n_full;
        Status st = a.n_up || s->cfg.bfs ? ST_OK
                    : again              ? persist_wake(s, &a.cg, &s->dozing, woken, &awake)
                                         : persist_arrange(s, &a.cg, &s->dozing, &tried, &awake);
        if (st != ST_OK) goto fail;
        if (push_level(s, &a, id, key, raw, spot) != ST_OK) return ST_ERROR;
        l = &s->path.v[s->path.n - 1];
        l->set_id = set_id;
        l->tried = tried;
        l->awake = awake;
        l->asleep = s->dozing;
        memset(&s->dozing, 0, sizeof s->dozing);
        return poll_limits(s);
    }
    /* A step that ends the path for everybody hides what the others would have done before it. */
    if (a.out == OUT_PRUNED || (a.out == OUT_END && s->last == RUN_EXIT)) persist_expand(s, l);
    after_free(s, &a);
    if (a.out == OUT_NEW) *out = OUT_VISITED;
    if (undo_to(s, l) != ST_OK) return ST_ERROR;
    if (!s->done) search_event_back(s, EV_state_backtracked);
    return poll_limits(s);
fail:
    after_free(s, &a);
    return ST_ERROR;
}

void search_backtrack(Search *s) {
    stack_leave(s, s->path.v[s->path.n - 1].key);
    level_free(s, &s->path.v[s->path.n - 1]);
    s->path.n--;
    if (s->path.n) undo_to(s, &s->path.v[s->path.n - 1]);
    if (!s->silent) s->st.backtracked++;
    if (s->path.n) search_event_back(s, EV_state_backtracked);
}

Status search_start(Search *s, StepOutcome *out) {
    After a = {.has_cg = true};
    u32 id = 0; /* main */
    s->cpu0 = (double)clock() / CLOCKS_PER_SEC;
    s->ks->heap->exposures = 0; /* booting has some, a boot image from the cache has none */
    if (cg_threads(s->cx, &a.cg, &id, 1, AC_NONE) != ST_OK) return ST_ERROR;
    if (push_level(s, &a, UINT32_MAX, (H128){0, 0}, (H128){0, 0}, (Spot){0}) != ST_OK) return ST_ERROR;
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
    u64 restarts = s->st.restarts + 1;
    FieldUses *us = s->ks->uses;
    if (us->stale) uses_adopt(s->ks);
    if (us->stale && s->st.transitions > LATE && ++us->late > LATE_MAX) uses_give_up(s->ks);
    uses_reset(s->ks);
    s->stale_for = 0;
    bool silent = s->silent;
    s->silent = true;
    while (s->path.n > 1) search_backtrack(s);
    s->silent = silent;
    if (undo_to(s, &s->path.v[0]) != ST_OK) return ST_ERROR;
    stack_leave(s, s->path.v[0].key);
    level_free(s, &s->path.v[0]);
    s->path.n = 0;
    memset(&s->st, 0, sizeof s->st);
    memset(s->sched.met, 0, sizeof s->sched.met);
    memset(s->sched.choices, 0, sizeof s->sched.choices);
    memset(s->ks->counters, 0, sizeof s->ks->counters);
    s->st.restarts = restarts;
    s->ks->lib_used = 0;
    s->next_id = 0;
    s->ids.n = 0;
    s->now = (StateNow){.id = UINT32_MAX};
    if (!s->settling) search_event(s, EV_search_restarted);
    s->reduced = 0;
    s->doomed = 0;
    s->restart = false;
    fp_forget(s->se);
    for (u32 i = 0; i < s->errors.n; i++) cx_free(s->cx, s->errors.v[i].json, s->errors.v[i].bytes);
    s->errors.n = 0;
    if (s->on_restart) s->on_restart(s->progress_user);
    if (!s->set) return ST_OK;
    stateset_free(s->set);
    s->set = NULL;
    if (make_set(s) != ST_OK) return ST_ERROR;
    alike_reset(s);
    sleep_reset(s);
    return ST_OK;
}

Status search_run(Search *s) {
    if (search_settle(s) != ST_OK) return ST_ERROR;
    if (s->interrupted) return ST_OK;
    for (;;) {
        if ((s->cfg.bfs ? search_bfs(s) : search_dfs(s)) != ST_OK) return ST_ERROR;
        if (s->ks->uses->stale) s->restart = true; /* not acted upon yet: see give_back */
        if (!s->restart || s->done) return hot_check(s);
        hot_free(s);
        if (search_reset(s) != ST_OK) return ST_ERROR;
    }
}
