/* shrink.c -- a path to an error is made plainer: fewer context switches, then fewer transitions, the same error.
 *
 * Delta debugging over the schedule (Zeller and Hildebrandt, TSE 28(2), 2002; Jalbert and Sen, FSE 2010, for threads):
 * the path is cut into segments of one thread each; variants of it move a segment to the one before of the same thread,
 * leave one out, leave transitions out, or end the plan early and go on with the thread that runs. Each variant is
 * executed from the first choice on. What a variant cannot do is passed over, and what it does not say goes on by a
 * fixed rule, so that it need not fit; what was executed counts, not what was planned. One that ends in the same error
 * and is plainer takes the place of the path, until no variant is. Then all paths with fewer context switches are
 * tried, first those with none, then those with one (Qadeer and Rehof, TACAS 2005), as long as there is time.
 *
 * What must hold: each execution is one that a replay of its string makes. So each begins as a replay of the first
 * string does, with what that says of fields and library calls, and one that meets something else than that is not
 * taken. The string that comes out is replayed at the end, and the error that the report has then is its. */
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
    i64 until;        /* nanoseconds of this thread's CPU time */
    u64 work, from;   /* units that it may take, as search_shrink has them, and bytecodes before the first */
    Plan best, run, plan;
    u32 switches;     /* of `best` */
    u32 most;         /* transitions of a path that is tried */
    char *string;     /* of `best` */
    size_t bytes;
    u64 runs, steps;
    /* What comes before the first choice is executed once, and all executions go on from there. */
    Plan prefix;
    u32 fork;              /* levels of the path up to that choice; 0: not known */
    VEC(FieldUse) uses;    /* what was known there of the use of fields */
} Shrinking;

enum {
    STEP_WORK = 512, /* units of a transition: its choices, keys, and what is undone */
    FEW_MORE = 64,   /* transitions that a path with fewer context switches may have besides twice as many */
};

static u64 worked(const Shrinking *k) { return k->s->instructions - k->from + k->steps * STEP_WORK; }

static i64 nanoseconds(void) {
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return (i64)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static u64 key_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

static u32 switches_of(const Plan *p) {
    u32 n = 0;
    for (u32 i = 1; i < p->n; i++) n += p->v[i].who != p->v[i - 1].who;
    return n;
}

/* Before the first choice: what the string says is known, and what was seen on the way. */
static Status at_fork(Shrinking *k) {
    Search *s = k->s;
    const FieldUses *us = s->ks->uses;
    k->fork = s->path.n;
    for (u32 i = 0; i < us->v.n; i++)
        if (vec_push(s->cx, &k->uses, us->v.v[i]) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < k->run.n; i++)
        if (vec_push(s->cx, &k->prefix, k->run.v[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* Back to the first choice; before it is known, to where main has not run. Nothing is known then but what the string
 * says, and what was seen on the way. */
static Status begin(Shrinking *k) {
    Search *s = k->s;
    u32 at = k->fork ? k->fork : 1;
    while (s->path.n > at) search_backtrack(s);
    run_undo(s, level_at(s, at - 1));
    uses_reseed(s->ks);
    for (u32 i = 1; i < k->uses.n; i++) s->ks->uses->v.v[i] = k->uses.v[i];
    s->ks->looks.seen = k->looks;
    s->ks->heap->exposures = 0;
    k->run.n = 0;
    k->runs++;
    for (u32 i = 0; i < k->prefix.n; i++)
        if (vec_push(s->cx, &k->run, k->prefix.v[i]) != ST_OK) return ST_ERROR;
    return level_seek(s, level_at(s, at - 1), 0);
}

/* The next transition, whose choice was made. *over: the path ends with it. */
static Status go(Shrinking *k, u64 *sign, bool *over) {
    Search *s = k->s;
    StepOutcome out;
    u32 at = s->path.n - 1;
    u64 found = 0;
    k->steps++;
    if (!cx_work(s->cx, STEP_WORK)) return ST_ERROR;
    s->trial = &found;
    Status st = search_forward(s, &out);
    s->trial = NULL;
    if (st != ST_OK) return ST_ERROR;
    const Level *l = level_at(s, at);
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
    Follower f = {.pos = k->prefix.n};
    bool over = false;
    Status st = begin(k);
    *same = false;
    for (u32 i = 0; i < k->plan.n && st == ST_OK; i++) st = vec_push(s->cx, &f.taken, i < k->prefix.n);
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

static bool late(const Shrinking *k) { return worked(k) > k->work || nanoseconds() > k->until; }

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
    for (u32 i = k->prefix.n; i < k->best.n && !late(k); i = end_of(&k->best, i)) {
        k->plan.n = 0;
        if (add(k, 0, i) != ST_OK || try_plan(k, &better) != ST_OK) return ST_ERROR;
        *any |= better;
        if (better) return ST_OK;
    }
    return ST_OK;
}

/* Two segments of one thread become one, earlier or later; a segment goes. */
static Status segments(Shrinking *k, bool *any) {
    for (u32 a = k->prefix.n; a < k->best.n && !late(k);) {
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
    for (u32 size = (k->best.n - k->prefix.n) / 2; size && !late(k); size /= 2) {
        for (u32 a = k->prefix.n; a + size <= k->best.n && !late(k);) {
            bool better = false;
            if (variant(k, a, a + size, UINT32_MAX, &better) != ST_OK) return ST_ERROR;
            *any |= better;
            if (!better) a += size;
        }
    }
    return ST_OK;
}

/* --- the whole --- */

/* The path of the string, as it is. This search may break it off elsewhere than the one that made the string, where one
 * thread alone can run (search_replay): the error is then the first one behind its transitions, or else the last one
 * behind its choices. */
static Status given(Shrinking *k, bool *there) {
    Search *s = k->s;
    Script *script = &s->script;
    Rounds rounds = {0};
    u32 at = 0, met = 0;
    u64 sign = 0;
    bool over = false, fits = true;
    *there = false;
    if (begin(k) != ST_OK) return ST_ERROR;
    while (!over && !(met && met >= script->length)) {
        Level *l = &s->path.v[s->path.n - 1];
        if (level_total(l) > 1) {
            u32 n = level_numbers(l);
            if (!k->fork && at_fork(k) != ST_OK) return ST_ERROR;
            if (at == script->choices.n) break;
            if (at + n > script->choices.n || n != 1 || l->cg.kind == CK_EVENT) return ST_OK;
            if (level_take(s, l, &script->choices.v[at], &fits) != ST_OK) return ST_ERROR;
            at += n;
            if (!fits) return ST_OK;
        } else if (k->run.n >= script->length && replay_round(&rounds, l->key)) {
            break;
        }
        if (go(k, &sign, &over) != ST_OK) return ST_ERROR;
        if (!sign || at < script->choices.n) continue;
        k->sign = sign;
        met = k->run.n;
    }
    if (met) k->run.n = met;
    k->most = k->run.n;
    *there = met && !s->ks->uses->stale && s->ks->looks.seen == k->looks;
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

/* --- all paths with few context switches --- */

/* A level of the path: how many context switches lead there, and the choices that were tried. */
typedef struct At {
    u32 switches;
    u64 tried;
} At;

typedef struct Few {
    VEC(At) at;
    Map least; /* by a hash of state and thread: context switches of the cheapest path that came there */
    u32 bound;
    bool found, whole; /* whole: nothing was left out but what has more context switches */
} Few;

/* The next choice of the last level, who ran last first. *more: there is one. */
static Status few_choice(Shrinking *k, Few *f, At *at, bool *more) {
    Search *s = k->s;
    Level *l = &s->path.v[s->path.n - 1];
    *more = true;
    if (!level_by_id(l)) {
        *more = at->tried < level_total(l) && level_numbers(l) == 1 && l->cg.kind != CK_EVENT;
        f->whole &= *more || at->tried >= level_total(l);
        u64 number = at->tried++;
        if (*more) return level_take(s, l, &number, more);
        return ST_OK;
    }
    u64 own = k->run.n ? index_of(s, l, k->run.v[k->run.n - 1].who) : UINT64_MAX, i = at->tried++;
    bool dearer = k->run.n && (i || own == UINT64_MAX) && at->switches == f->bound;
    *more = i < l->cg.n && !dearer;
    if (own != UINT64_MAX && i <= own) i = i ? i - 1 : own;
    return *more ? level_seek(s, l, i) : ST_OK;
}

/* Is the state that was reached to be left, at that price? */
static Status few_enter(Shrinking *k, Few *f, u32 switches, bool *enter) {
    const Search *s = k->s;
    const Level *l = &s->path.v[s->path.n - 1];
    u64 key = mix64(mix64(l->key.lo, l->key.hi), k->run.v[k->run.n - 1].who), least;
    *enter = switches <= f->bound && (!map_get(&f->least, key, &least) || switches < least);
    if (!*enter) return ST_OK;
    if (k->run.n >= k->most) {
        f->whole = *enter = false;
        return ST_OK;
    }
    if (map_put(&f->least, key, switches) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &f->at, ((At){switches, 0}));
}

static void few_back(Shrinking *k, bool over) {
    Search *s = k->s;
    if (over) run_undo(s, &s->path.v[s->path.n - 1]);
    else search_backtrack(s);
    k->run.n--;
}

static Status few_search(Shrinking *k, Few *f) {
    Search *s = k->s;
    if (begin(k) != ST_OK || vec_push(s->cx, &f->at, ((At){switches_of(&k->prefix), 0})) != ST_OK) return ST_ERROR;
    while (f->at.n && !f->found) {
        if (late(k)) {
            f->whole = false;
            return ST_OK;
        }
        bool more, over, enter = false;
        u64 sign;
        if (few_choice(k, f, &f->at.v[f->at.n - 1], &more) != ST_OK) return ST_ERROR;
        if (!more) {
            if (--f->at.n) few_back(k, false);
            continue;
        }
        if (go(k, &sign, &over) != ST_OK) return ST_ERROR;
        u32 n = k->run.n, switches = f->at.v[f->at.n - 1].switches;
        if (n > 1) switches += k->run.v[n - 1].who != k->run.v[n - 2].who;
        f->found = sign == k->sign && switches <= f->bound;
        if (f->found) break;
        if (!over && few_enter(k, f, switches, &enter) != ST_OK) return ST_ERROR;
        if (!enter) few_back(k, over);
    }
    f->whole &= !s->ks->uses->stale && s->ks->looks.seen == k->looks;
    return ST_OK;
}

/* A path with at most so many context switches takes the place of the best one, if there is one. */
static Status few(Shrinking *k, u32 bound, bool *better, bool *whole) {
    Search *s = k->s;
    Few f = {.bound = bound, .whole = true};
    map_init(&f.least, s->cx);
    Status st = few_search(k, &f);
    if (st == ST_OK && f.found) {
        k->plan.n = 0;
        for (u32 i = 0; i < k->run.n && st == ST_OK; i++) st = vec_push(s->cx, &k->plan, k->run.v[i]);
        if (st == ST_OK) st = try_plan(k, better); /* what the search knew of other paths, a replay does not know */
    }
    *whole &= f.whole && (!f.found || *better);
    map_free(&f.least);
    vec_free(s->cx, &f.at);
    return st;
}

static Status fewest(Shrinking *k, bool *whole, bool *least) {
    bool better = false;
    *least = true;
    k->most = 2 * k->most + FEW_MORE;
    for (u32 bound = 0; bound < k->switches && !better; bound++) {
        if (late(k)) *least = false;
        if (late(k)) return ST_OK;
        if (few(k, bound, &better, least) != ST_OK) return ST_ERROR;
    }
    return better ? improve(k, whole) : ST_OK;
}

/* The report has the error of the string. */
static Status confirm(Search *s, const Shrinking *k) {
    s->silent = s->replaying = false;
    if (search_reset(s) != ST_OK) return ST_ERROR;
    uses_reseed(s->ks);
    s->ks->looks.seen = k->looks;
    return search_replay(s, k->string);
}

Status search_shrink(Search *s, const char *text, double seconds, u64 work) {
    Shrinking k = {.s = s, .text = text, .until = nanoseconds() + (i64)(seconds * 1e9), .work = work};
    bool there = false;
    Shrunk *out = &s->shrunk;
    k.from = s->instructions;
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
    k.from = s->instructions; /* to execute the path as it is takes what it takes */
    k.steps = 0;
    if (there && st == ST_OK) st = improve(&k, &out->whole);
    if (there && st == ST_OK && out->whole) st = fewest(&k, &out->whole, &out->fewest);
    out->transitions[1] = k.best.n;
    out->switches[1] = k.switches;
    out->runs = k.runs;
    out->work = worked(&k);
    out->cut = there && late(&k) && !out->fewest;
    out->string = k.string;
    out->bytes = k.bytes;
    bool plainer = k.switches < out->switches[0] || k.best.n < out->transitions[0];
    vec_free(s->cx, &k.best);
    vec_free(s->cx, &k.run);
    vec_free(s->cx, &k.plan);
    vec_free(s->cx, &k.prefix);
    vec_free(s->cx, &k.uses);
    return st == ST_OK && there && plainer ? confirm(s, &k) : st;
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
    json_key_uint(j, "work", r->work);
    json_key_bool(j, "cut", r->cut);
    json_key_bool(j, "fewest", r->fewest);
    json_end(j);
}
