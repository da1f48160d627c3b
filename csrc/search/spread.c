/* spread.c -- an engine's side of a search over many processes: tasks, and what is learned of the program. Layer 11.
 *
 * What reductions rest on (search/meet.h) travels with tasks and results. An engine begins each task with what is known
 * to all; with the result goes all that it knows and has relied upon, and who gives the tasks puts that together
 * (facts_put) before the result counts. So
 *  - who takes a prefix knows what the engine knew that made it: that came with the result which brought the prefix;
 *  - all that a result which counts has relied upon was tested against what every other such result has seen;
 *  - where one was wrong, nothing counts: all begin again, with engines that are made anew and know what was learned.
 * An engine that notices by itself that it was wrong says so in place of a result (TaskResult.again). The one that has
 * the root task is alone as yet, and begins again as often as it likes. */
#include "search/spread.h"
#include "search/kind.h"
#include "search/reduction.h"

static bool no(void *user) { return false; }
static void give_none(void *user, WorkPart *p) { free(p); }
static Status take_none(void *user, WorkPart **p) {
    *p = NULL;
    return ST_OK;
}
static void nobody(void *user, u64 *transitions, u64 *states) {}
static u64 nothing(void *user) { return 0; }
static void say_nothing(void *user, const SearchStats *st) {}
static void expect_nothing(void *user, LeftPart *all) {}

static Status meet(void *user) {
    Search *s = user;
    return facts_meet(s->far->facts, s);
}

static bool is_root(const Far *f) { return f->task.flags & TASK_ROOT; }

bool far_joins(const Search *s) { return s->far && s->far->joins; }

static Status damaged(Search *s) { return cx_fail(s->cx, ERR_INTERNAL, "a task of another version of jpfpy"); }

/* A task's head and its facts; what comes behind is the kind's. */
static Status read_task(Search *s, const u8 *v, size_t n) {
    Far *f = s->far;
    f->waits = f->open = false;
    if (n < sizeof f->task) return damaged(s);
    mem_copy(&f->task, v, sizeof f->task);
    size_t at = sizeof f->task + f->task.facts;
    if (f->task.version != SPREAD_FORMAT || !f->task.batch || !f->task.chunk || n < at) return damaged(s);
    f->body = v + at;
    f->n_body = n - at;
    facts_free(f->facts);
    f->facts = facts_read(v + sizeof f->task, f->task.facts);
    if (!f->facts) return cx_fail(s->cx, ERR_NOMEM, "out of memory (what was learned), or a task that is damaged");
    f->waits = true;
    return ST_OK;
}

static Status fetch(Search *s, bool *any) {
    const u8 *v;
    size_t n;
    if (s->far->c->take(s->far->c->user, &v, &n) != ST_OK) return ST_ERROR;
    *any = v != NULL;
    return v ? read_task(s, v, n) : ST_OK;
}

Status far_begin(Search *s) {
    const Carrier *c = s->cx->host ? s->cx->host->carrier : NULL;
    bool any = true;
    if (!c || s->cfg.aside || s->replaying) return ST_OK;
    Far *f = s->far;
    if (f) { /* the root task, once more */
        f->waits = true;
        f->open = false;
        return c->again(c->user);
    }
    if (!(f = s->far = cx_alloc(s->cx, sizeof *f))) return ST_ERROR;
    f->c = c;
    if (fetch(s, &any) != ST_OK) return ST_ERROR;
    if (!any) {
        s->done = f->told_last = true;
        return ST_OK;
    }
    f->joins = !is_root(f);
    f->work = (Work){.user = s,
                     .hungry = no,
                     .give = give_none,
                     .take = take_none,
                     .over = no,
                     .others = nobody,
                     .bytes = nothing,
                     .meet = meet,
                     .parts = expect_nothing,
                     .done = say_nothing};
    s->work = &f->work;
    if (f->task.facts) {
        facts_adopt(f->facts, s);
        s->assume.adopt_at = 0; /* who began has guessed */
        if (facts_meet(f->facts, s) != ST_OK) return ST_ERROR;
        s->restart = false; /* nothing was made yet */
    }
    return reduction_begin(s);
}

void far_free(Search *s) {
    Far *f = s->far;
    if (!f) return;
    facts_free(f->facts);
    cx_free(s->cx, f, sizeof *f);
    s->far = NULL;
    s->work = NULL;
}

Status far_take(Search *s, bool *any) {
    Far *f = s->far;
    *any = true;
    if (!f->waits && fetch(s, any) != ST_OK) return ST_ERROR;
    if (!*any) {
        f->told_last = true;
        return ST_OK;
    }
    f->waits = false;
    f->open = true;
    if (f->task.facts && facts_meet(f->facts, s) != ST_OK) return ST_ERROR;
    if (s->restart) return ST_OK;
    return is_root(f) ? ST_OK : f->c->deliver(f->c->user, &(TaskResult){.begun = true, .erred = UINT64_MAX});
}

Status far_meet(Search *s) {
    if (s->restart) return ST_OK;
    if (reduction_holds(s) != ST_OK) return ST_ERROR;
    assume_at_end(s);
    return s->restart ? ST_OK : facts_meet(s->far->facts, s);
}

Status far_tell(Search *s, TaskResult r) {
    Far *f = s->far;
    FactBytes told = {0};
    if (facts_write(f->facts, &told) != ST_OK) return cx_fail(s->cx, ERR_NOMEM, "out of memory (what was learned)");
    r.facts = told.v;
    r.n_facts = told.n;
    Status st = f->c->deliver(f->c->user, &r);
    facts_drop_bytes(f->facts, &told);
    f->open = false;
    return st;
}

Status far_leave(Search *s) {
    Far *f = s->far;
    if (!f->open || !s->restart || is_root(f)) return ST_OK;
    s->restart = true;
    bool stray = s->strayed;
    if (facts_meet(f->facts, s) != ST_OK) return ST_ERROR;
    s->done = f->told_last = true;
    return far_tell(s, (TaskResult){.again = true, .stray = stray, .erred = UINT64_MAX});
}
