/* runonce.c -- --run: one schedule, no search, the output and exit status `java` would give.
 *
 * Threads take turns: the running one goes on until it blocks, ends or has used its slice; timed
 * waits expire when the host's clock says so, or when nothing else can run, the earliest first. */
#include "native/io/hostview.h"
#include "vm/jpf.h"

#define SLICE 200000u

static bool timed(const ThreadInfo *t) { return t->pend.timed || t->pend.action == AC_SLEEP; }

/* Next thread after `cur` that can run; the earliest to time out if there is none. NULL: none. */
static ThreadInfo *pick(KernelState *ks, u32 cur, bool *user) {
    ThreadInfo *best = NULL, *ready = NULL;
    *user = false;
    for (u32 k = 1; k <= ks->n_threads && !ready; k++) {
        ThreadInfo *t = ks->threads.v[(cur + k) % ks->n_threads];
        if (t->status == TS_NEW || t->status == TS_TERMINATED) continue;
        if (!t->daemon) *user = true;
        if (!ti_enabled(t)) continue;
        if (!timed(t) || t->status == TS_NOTIFIED || t->interrupted || (t->pend.action == AC_PARK && t->permit) ||
            !clock_left(t->deadline, clock_now(t)))
            ready = t;
        else if (!best || ti_time_left(t) < ti_time_left(best)) best = t;
    }
    if (ready) best = ready;
    for (u32 i = 0; i < ks->n_threads && !*user; i++) {
        ThreadInfo *t = ks->threads.v[i];
        *user = t->status != TS_NEW && t->status != TS_TERMINATED && !t->daemon;
    }
    return best;
}

Status jpf_run(JPF *j, const char *target, const char *const *args, u32 n, const Text **report) {
    if (jpf_boot(j) != ST_OK) return ST_ERROR;
    if (launch_prepare(j, target, args, n, false) != ST_OK) return ST_ERROR;
    KernelState *ks = &j->ks;
    const char *result = "no_errors", *why = "";
    int status = 0;
    bool user = true;
    ks->booted = 1;
    ThreadInfo *ti = ks->threads.v[0];
    ti_begin_transition(ti);
    ti->first_step = 1;
    for (;;) {
        ti->budget = SLICE;
        ks->cur = ti->id;
        u64 before = ti->insns;
        RunResult r = interp_run(ti);
        if (!cx_work(&j->cx, ti->insns - before + 64)) r = RUN_ERROR;
        if (r == RUN_EXIT) {
            status = ks->exit_status & 0xff; /* as the host sees it */
            break;
        }
        if (r == RUN_ERROR) {
            if (j->cx.err.kind != ERR_STOP) return ST_ERROR;
            cx_wind_up(&j->cx);
            result = "incomplete", why = "interrupted", status = 130;
            break;
        }
        if (r == RUN_NOT_MODELLED) {
            result = "incomplete", why = ks->not_modelled, status = 3;
            break;
        }
        if (r == RUN_CHOICE) { /* Verify without a search: the first value */
            ChoiceGenerator cg;
            if (cg_from_request(&j->cx, &cg, &ks->choice_req, ti) != ST_OK) return ST_ERROR;
            ks->choice_req.pending = 0;
            ks->choice_req.ready = 1;
            ks->choice_req.value = 0; /* of nothing to choose from, as jpf-core has it */
            if (cg.n && cg_draw(&j->cx, &cg, 0, &ks->choice_req.value) != ST_OK) return ST_ERROR;
            cg_free(&j->cx, &cg);
            continue;
        }
        if (r == RUN_IGNORED) break;
        if (r == RUN_VIOLATION) {
            result = "violation", why = ks->violation, status = 1;
            break;
        }
        if (r == RUN_UNCAUGHT) { /* the trace is printed */
            if (ti->id == 0 && contained_threw(ks, ks->uncaught)) ks->exit_status = 0;
            continue;
        }
        ThreadInfo *next = pick(ks, ti->id, &user);
        if (!user) { /* daemons do not keep it alive */
            status = ks->exit_status & 0xff;
            break;
        }
        if (!next) {
            result = "violation", why = "deadlock", status = 1;
            break;
        }
        if (next != ti) ti_begin_transition(next);
        ti = next;
        ti->first_step = 1;
    }
    if (j->refused && strcmp(result, "no_errors") == 0) {
        result = "incomplete", why = j->refused;
        if (status == 0) status = 3;
    }
    Text *t = &j->report;
    Json w;
    t->n = 0;
    json_begin(&w, t);
    json_object(&w);
    json_key_z(&w, "jpfpy", JPF_VERSION);
    json_key_z(&w, "jdk", j->jdk_version);
    json_key_z(&w, "result", result);
    json_key_int(&w, "exit_status", status);
    json_key_z(&w, "message", why);
    json_key_z(&w, "not_modelled", strcmp(result, "incomplete") == 0 ? why : NULL);
    report_set_keys(j, &w);
    u64 insns = 0;
    for (u32 i = 0; i < ks->threads.n; i++) insns += ks->threads.v[i]->insns;
    json_key_uint(&w, "instructions", insns);
    json_end(&w);
    *report = t;
    return json_done(&w);
}
