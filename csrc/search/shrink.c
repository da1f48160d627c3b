/* shrink.c -- a path to an error is made plainer: fewer context switches, then fewer transitions, the same error.
 *
 * Delta debugging over the schedule (Zeller and Hildebrandt, TSE 28(2), 2002; Jalbert and Sen, FSE 2010, for threads):
 * the path is cut into segments of one thread each; variants of it move a segment to the one before of the same thread,
 * leave one out, leave transitions out, or end the plan early and go on with the thread that runs. Each variant is
 * executed from the beginning. What a variant cannot do is passed over, and what it does not say goes on by a fixed
 * rule, so that it need not fit; what was executed counts, not what was planned. One that ends in the same error and is
 * plainer takes the place of the path, until no variant is.
 *
 * What must hold: each execution is one that a replay of its string makes. So each begins as a replay of the first
 * string does, with what that says of fields and library calls, and one that meets something else than that is not
 * taken. The caller replays the string that comes out, and takes that for the error only if it is the same. */
#include "search/shrink.h"
#include "kernel/fielduse.h"
#include "native/io/hostview.h"
#include "search/kind.h"
#include "search/reduction.h"

#include <stdio.h>
#include <time.h>

/* One transition: a choice among threads is the thread; of data, the number of the choice. */
typedef struct Step {
    u64 who; /* key of the thread that runs */
    u64 number;
    bool data;
} Step;

typedef VEC(Step) Plan;

typedef struct Shrinking {
    Search *s;
    const char *text; /* the string that all begins with */
    u64 looks;        /* library calls that it makes scheduling points */
    u64 sign;         /* of the error */
    i64 until;        /* nanoseconds of the monotonic clock */
    Plan best, run, plan;
    u32 switches;     /* of `best` */
    u32 most;         /* transitions of the path that was given */
    char *string;     /* of `best` */
    size_t bytes;
    u64 runs;
} Shrinking;

static i64 nanoseconds(void) {
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (i64)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static u64 key_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

static u32 switches_of(const Plan *p) {
    u32 n = 0;
    for (u32 i = 1; i < p->n; i++) n += p->v[i].who != p->v[i - 1].who;
    return n;
}

/* Back to where main has not run, and nothing is known but what the string says. */
static Status begin(Shrinking *k) {
    Search *s = k->s;
    while (s->path.n > 1) search_backtrack(s);
    run_undo(s, &s->path.v[0]);
    uses_reseed(s->ks);
    s->ks->looks.seen = k->looks;
    s->ks->heap->exposures = 0;
    k->run.n = 0;
    k->runs++;
    return level_seek(s, &s->path.v[0], 0);
}

/* The next transition, whose choice was made. *over: the path ends with it. */
static Status go(Shrinking *k, u64 *sign, bool *over) {
    Search *s = k->s;
    StepOutcome out;
    u32 at = s->path.n - 1;
    u64 found = 0;
    s->trial = &found;
    Status st = search_forward(s, &out);
    s->trial = NULL;
    if (st != ST_OK) return ST_ERROR;
    const Level *l = &s->path.v[at];
    Step step = {.who = key_of(s->ks->threads.v[l->thread]), .data = !level_by_id(l)};
    if (step.data) step.number = level_number(l, 0);
    *sign = found;
    *over = out != OUT_NEW;
    return vec_push(s->cx, &k->run, step);
}

/* --- what is chosen --- */

typedef struct Follower {
    u32 pos;         /* in the plan */
    VEC(bool) taken; /* steps with data that were used */
} Follower;

static u64 index_of(const Search *s, const Level *l, u64 who) {
    for (u64 i = 0; i < l->cg.n; i++)
        if (key_of(s->ks->threads.v[cg_thread(&l->cg, i)]) == who) return i;
    return UINT64_MAX;
}

/* Among threads: the next of the plan that can go on; behind the plan the one that runs, or else the first. */
static u64 thread_of(Shrinking *k, Follower *f, const Level *l) {
    const Plan *p = &k->plan;
    u64 i = UINT64_MAX;
    if (l->cg.n == 1) {
        u32 at = f->pos;
        while (at < p->n && p->v[at].data) at++;
        if (at < p->n && index_of(k->s, l, p->v[at].who) == 0) f->pos = at + 1;
        return 0;
    }
    while (f->pos < p->n && i == UINT64_MAX) {
        const Step *step = &p->v[f->pos++];
        if (!step->data) i = index_of(k->s, l, step->who);
    }
    if (i == UINT64_MAX && k->run.n) i = index_of(k->s, l, k->run.v[k->run.n - 1].who);
    return i == UINT64_MAX ? 0 : i;
}

/* Of data: what the same thread chose next on the path. */
static Status data_of(Shrinking *k, Follower *f, Level *l) {
    Search *s = k->s;
    u64 who = key_of(s->ks->threads.v[l->cg.kind == CK_THREAD ? s->last_thread : l->cg.thread]), number = 0;
    bool fits;
    for (u32 i = 0; i < k->plan.n; i++) {
        if (!k->plan.v[i].data || f->taken.v[i] || k->plan.v[i].who != who) continue;
        f->taken.v[i] = true;
        number = k->plan.v[i].number;
        break;
    }
    if (number >= level_total(l)) number = 0;
    return level_take(s, l, &number, &fits);
}

/* Execute the plan. *same: it ends in the error. */
static Status attempt(Shrinking *k, bool *same) {
    Search *s = k->s;
    Follower f = {0};
    bool over = false;
    Status st = begin(k);
    *same = false;
    for (u32 i = 0; i < k->plan.n && st == ST_OK; i++) st = vec_push(s->cx, &f.taken, false);
    while (st == ST_OK && !over && !*same && k->run.n < k->most) {
        Level *l = &s->path.v[s->path.n - 1];
        u64 sign = 0;
        if (!level_by_id(l)) st = data_of(k, &f, l);
        else st = level_seek(s, l, thread_of(k, &f, l));
        if (st == ST_OK) st = go(k, &sign, &over);
        *same = sign == k->sign;
    }
    vec_free(s->cx, &f.taken);
    if (st != ST_OK) return ST_ERROR;
    if (s->ks->uses->stale || s->ks->looks.seen != k->looks) *same = false;
    return ST_OK;
}

/* The path that was executed last takes the place of the best one. */
static Status keep(Shrinking *k) {
    Search *s = k->s;
    cx_free(s->cx, k->string, k->bytes);
    if (!(k->string = replay_changed(s, k->text, k->run.n, &k->bytes))) return ST_ERROR;
    Plan was = k->best;
    k->best = k->run;
    k->run = was;
    k->switches = switches_of(&k->best);
    return ST_OK;
}

static Status try_plan(Shrinking *k, bool *better) {
    bool same;
    *better = false;
    if (attempt(k, &same) != ST_OK) return ST_ERROR;
    if (!same) return ST_OK;
    u32 n = switches_of(&k->run);
    *better = n < k->switches || (n == k->switches && k->run.n < k->best.n);
    return *better ? keep(k) : ST_OK;
}

/* --- variants --- */

static bool late(const Shrinking *k) { return nanoseconds() > k->until; }

static Status add(Shrinking *k, u32 from, u32 to) {
    for (u32 i = from; i < to; i++)
        if (vec_push(k->s->cx, &k->plan, k->best.v[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static u32 end_of(const Plan *p, u32 from) {
    u32 i = from;
    while (i < p->n && p->v[i].who == p->v[from].who) i++;
    return i;
}

/* The plan: best[a..b) comes right behind best[..at), or is left out (at UINT32_MAX). */
static Status variant(Shrinking *k, u32 a, u32 b, u32 at, bool *better) {
    u32 n = k->best.n;
    k->plan.n = 0;
    Status st;
    if (at == UINT32_MAX) st = add(k, 0, a) == ST_OK ? add(k, b, n) : ST_ERROR;
    else if (at <= a)
        st = add(k, 0, at) == ST_OK && add(k, a, b) == ST_OK && add(k, at, a) == ST_OK ? add(k, b, n) : ST_ERROR;
    else st = add(k, 0, a) == ST_OK && add(k, b, at) == ST_OK && add(k, a, b) == ST_OK ? add(k, at, n) : ST_ERROR;
    return st == ST_OK ? try_plan(k, better) : ST_ERROR;
}

/* The plan ends early. */
static Status cut_short(Shrinking *k, bool *any) {
    bool better = false;
    for (u32 i = 0; i < k->best.n && !late(k); i = better ? i : end_of(&k->best, i)) {
        k->plan.n = 0;
        if (add(k, 0, i) != ST_OK || try_plan(k, &better) != ST_OK) return ST_ERROR;
        *any |= better;
        if (better) return ST_OK;
    }
    return ST_OK;
}

/* Two segments of one thread become one, earlier or later; a segment goes. */
static Status segments(Shrinking *k, bool *any) {
    for (u32 a = 0; a < k->best.n && !late(k);) {
        u32 b = end_of(&k->best, a), next = b;
        bool better = false;
        while (next < k->best.n && k->best.v[next].who != k->best.v[a].who) next++;
        if (next < k->best.n && variant(k, next, end_of(&k->best, next), b, &better) != ST_OK) return ST_ERROR;
        if (!better && next < k->best.n && variant(k, a, b, next, &better) != ST_OK) return ST_ERROR;
        if (!better && variant(k, a, b, UINT32_MAX, &better) != ST_OK) return ST_ERROR;
        *any |= better;
        if (!better) a = b;
    }
    return ST_OK;
}

/* Transitions go: half of them at once, and ever fewer. */
static Status pieces(Shrinking *k, bool *any) {
    for (u32 size = k->best.n / 2; size && !late(k); size /= 2) {
        for (u32 a = 0; a + size <= k->best.n && !late(k);) {
            bool better = false;
            if (variant(k, a, a + size, UINT32_MAX, &better) != ST_OK) return ST_ERROR;
            *any |= better;
            if (!better) a += size;
        }
    }
    return ST_OK;
}

/* --- the whole --- */

/* The path of the string, as it is. */
static Status given(Shrinking *k, bool *there) {
    Search *s = k->s;
    Script *script = &s->script;
    u32 at = 0;
    u64 sign = 0;
    bool over = false, fits = true;
    *there = false;
    if (begin(k) != ST_OK) return ST_ERROR;
    while (!over && k->run.n < script->length) {
        Level *l = &s->path.v[s->path.n - 1];
        if (level_total(l) > 1) {
            u32 n = level_numbers(l);
            if (at + n > script->choices.n || n != 1 || l->cg.kind == CK_EVENT) return ST_OK;
            if (level_take(s, l, &script->choices.v[at], &fits) != ST_OK) return ST_ERROR;
            at += n;
            if (!fits) return ST_OK;
        }
        if (go(k, &sign, &over) != ST_OK) return ST_ERROR;
    }
    k->sign = sign;
    k->most = k->run.n;
    *there = sign && k->run.n == script->length && at == script->choices.n && !s->ks->uses->stale &&
             s->ks->looks.seen == k->looks;
    return *there ? keep(k) : ST_OK;
}

static Status improve(Shrinking *k, bool *whole) {
    bool any = true;
    while (any && !late(k)) {
        any = false;
        if (cut_short(k, &any) != ST_OK || segments(k, &any) != ST_OK || pieces(k, &any) != ST_OK) return ST_ERROR;
    }
    *whole = !any;
    return ST_OK;
}

Status search_shrink(Search *s, const char *text, double seconds) {
    Shrinking k = {.s = s, .text = text, .until = nanoseconds() + (i64)(seconds * 1e9)};
    bool there = false;
    Shrunk *out = &s->shrunk;
    if (replay_script(s, text) != ST_OK || search_root(s) != ST_OK) return ST_ERROR;
    s->replaying = s->silent = true;
    s->cfg.depth_limit = s->cfg.state_limit = s->cfg.transition_limit = 0;
    k.looks = s->ks->looks.seen;
    Status st = ST_OK;
    if (s->ks->verify.answers.n || s->script.length == UINT32_MAX || *s->script.error)
        out->why = "what leads to it is not in its choices alone";
    else st = given(&k, &there);
    if (st == ST_OK && !there && !out->why) out->why = "its path does not end in an error that is known by its state";
    out->transitions[0] = k.most;
    out->switches[0] = k.switches;
    if (there && st == ST_OK) st = improve(&k, &out->whole);
    out->transitions[1] = k.best.n;
    out->switches[1] = k.switches;
    out->runs = k.runs;
    out->string = k.string;
    out->bytes = k.bytes;
    vec_free(s->cx, &k.best);
    vec_free(s->cx, &k.run);
    vec_free(s->cx, &k.plan);
    return st;
}

void shrunk_free(Search *s) {
    cx_free(s->cx, s->shrunk.string, s->shrunk.bytes);
    s->shrunk.string = NULL;
}

void shrunk_json(const Search *s, Json *j) {
    const Shrunk *r = &s->shrunk;
    json_key_object(j, "shrunk");
    json_key_z(j, "replay", r->string);
    json_key_z(j, "why", r->why);
    json_key_uint(j, "transitions_before", r->transitions[0]);
    json_key_uint(j, "transitions", r->transitions[1]);
    json_key_uint(j, "switches_before", r->switches[0]);
    json_key_uint(j, "switches", r->switches[1]);
    json_key_uint(j, "executions", r->runs);
    json_key_bool(j, "whole", r->whole);
    json_end(j);
}
