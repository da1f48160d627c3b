/* config.c -- the configuration as values: every key that the engine reads, but for the lists of vm/rules.c. Layer 12.
 *
 * jpfpy has checked the values before they come here (jpfpy/config/values.py), so that one which means nothing is not
 * told again. */
#include "kernel/fielduse.h"
#include "native/verify/settings.h"
#include "search/kind.h"
#include "vm/jpf.h"

#include <ctype.h>
#include <stdlib.h>
#include <time.h>

#ifdef JPF_STRESS
enum { STRESS = true };
#else
enum { STRESS = false };
#endif

const char *jpf_set(JPF *j, const char *key) {
    Sym *k = sym_find(&j->keys, key, strlen(key));
    u64 v;
    return k && map_get(&j->config, (u64)(uintptr_t)k, &v) ? (const char *)(uintptr_t)v : NULL;
}

const char *jpf_default(const char *key) {
    static const char *const rows[][2] = {
#define JPF_KEY(key, dflt) {key, dflt},
#include "vm/keys.def"
#undef JPF_KEY
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i][0], key) == 0) return rows[i][1];
    return "";
}

const char *jpf_get(JPF *j, const char *key) {
    const char *v = jpf_set(j, key);
    return v ? v : jpf_default(key);
}

/* A number or a truth value: an empty one is not set. */
static const char *scalar(JPF *j, const char *key) {
    const char *v = jpf_get(j, key);
    return *v ? v : jpf_default(key);
}

/* As it is set; empty: it is not. */
static const char *scalar_set(JPF *j, const char *key) {
    const char *v = jpf_set(j, key);
    return v ? v : "";
}

bool jpf_is(JPF *j, const char *key, const char *value) { return strcmp(jpf_get(j, key), value) == 0; }

bool jpf_get_bool(JPF *j, const char *key) {
    bool is = false;
    return bool_of(scalar(j, key), &is) && is;
}

i64 jpf_get_int(JPF *j, const char *key) {
    char *end;
    i64 n = strtoll(scalar(j, key), &end, 10);
    switch (tolower((u8)*end)) {
    case 'k': return n << 10;
    case 'm': return n << 20;
    case 'g': return n << 30;
    default: return n;
    }
}

static double seconds(JPF *j, const char *key) {
    char *end;
    double n = strtod(scalar(j, key), &end);
    if (strncmp(end, "ms", 2) == 0) return n / 1000;
    if (*end == 'm') return n * 60;
    if (*end == 'h') return n * 3600;
    return n;
}

bool jpf_lists(JPF *j, const char *key, const char *name) {
    size_t n = strlen(name);
    for (const char *p = jpf_get(j, key); *p; p += *p == ',') {
        size_t len = strcspn(p, ",");
        const char *from = p, *to = p + len;
        p = to;
        while (from < to && isspace((u8)*from)) from++;
        while (from < to && isspace((u8)to[-1])) to--;
        if ((size_t)(to - from) < n || mem_cmp(to - n, name, n) != 0) continue;
        if ((size_t)(to - from) == n || to[-(i64)n - 1] == '.') return true;
    }
    return false;
}

static bool stress(JPF *j, const char *key) { return jpf_set(j, key) ? jpf_get_bool(j, key) : STRESS; }

/* A choice among the objects that live is configured. */
static bool chooses_objects(JPF *j) {
    for (u32 i = 0; i < j->keys.cap; i++) {
        const Sym *k = j->keys.slot[i].sym;
        if (k && k->len > 6 && !strcmp(k->s + k->len - 6, ".class") && jpf_lists(j, k->s, "TypedObjectChoice"))
            return true;
    }
    return false;
}

void config_kernel(JPF *j) {
    KernelState *ks = &j->ks;
    FieldUses *us = ks->uses;
    i64 cpus = jpf_get_int(j, "cg.max_processors");
    ks->cfg.max_processors = cpus > 1 && cpus < 1 << 20 ? (u32)cpus : 1;
    ks->cfg.enumerate_random = jpf_get_bool(j, "cg.enumerate_random");
    ks->cfg.ignore_atomic = !jpf_get_bool(j, "cg.enable_atomic");
    ks->cfg.por = (jpf_get_bool(j, "vm.por") || jpf_is(j, "vm.por", "dynamic")) && !chooses_objects(j);
    ks->cfg.library_atomic = ks->cfg.por && !jpf_is(j, "vm.por.library", "fine");
    ks->cfg.max_transition = (u64)jpf_get_int(j, "vm.max_transition_length");
    ks->cfg.quiet_arrays = !jpf_get_bool(j, "cg.threads.break_arrays");
    ks->cfg.idle_limits = jpf_is(j, "vm.timeouts", "idle");
    ks->cfg.break_unlock = jpf_get_bool(j, "cg.break_lock_release");
    us->finals = jpf_get_bool(j, "vm.shared.skip_finals");
    us->static_finals = us->finals && jpf_get_bool(j, "vm.shared.skip_static_finals");
    us->constructed = !us->finals && jpf_get_bool(j, "vm.shared.skip_constructed_finals");
    us->skip_inits = jpf_get_bool(j, "vm.shared.skip_inits");
    us->exposure = jpf_get_bool(j, "vm.shared.break_on_exposure");
    us->once = jpf_get_bool(j, "vm.por.write_once");
    us->thread = jpf_get_bool(j, "vm.por.one_thread");
    us->inits = ks->cfg.por && jpf_get_bool(j, "vm.por.initializers");
    us->tell_inits = !us->inits;
    us->fast = jpf_is(j, "vm.por.sync_detection", "fast");
    us->lock = us->fast || jpf_is(j, "vm.por.sync_detection", "true");
    us->aggressive = jpf_get_bool(j, "vm.por.sync_detection.aggressive");
    us->threshold = (u32)jpf_get_int(j, "vm.por.sync_detection.threshold");
    j->heap.stress_gc = stress(j, "jpf.stress.gc");
    j->cx.fail_after = (u64)jpf_get_int(j, "jpf.stress.fail_alloc");
    j->cx.fail_on = jpf_get_bool(j, "jpf.stress.fail_on");
}

void config_seal(JPF *j) {
    u32 weight = (u32)jpf_get_int(j, "jpf.stress.seal");
    u32 moved = (u32)jpf_get_int(j, "jpf.stress.moved");
    j->se.seal_weight = !jpf_get_bool(j, "vm.state.seal") ? 0 : weight ? weight : SEAL_WEIGHT;
    j->se.seal_moved = !j->se.seal_weight ? UINT32_MAX : moved ? moved : SEAL_MOVED;
}

void config_program(JPF *j) {
    KernelState *ks = &j->ks;
    ks->cfg.bp_rule = (u8)((jpf_lists(j, "bp.epsilon", "strict") ? BPR_STRICT : 0) |
                           (jpf_lists(j, "bp.epsilon", "chain") ? BPR_CHAIN : 0) |
                           (jpf_get_bool(j, "bp.suppress_deadlock") ? BPR_SUPPRESS_DEADLOCK : 0) |
                           (jpf_get_bool(j, "bp.labels") ? BPR_LABELS : 0) |
                           (jpf_lists(j, "bp.hot", "finite") ? 0 : BPR_NO_HOT_ENDS));
    ks->cfg.keep_ignored = !jpf_get_bool(j, "vm.verify.ignore_path");
    ks->verify.heuristic = (i32)jpf_get_int(j, "search.heuristic.default_value");
    if (chooses_objects(j)) ks->looks.seen |= LIB_HEAP;
    /* a class of the program's own that the common pool is made with */
    if (jpf_set(j, "-Djava.util.concurrent.ForkJoinPool.common.threadFactory") ||
        jpf_set(j, "-Djava.util.concurrent.ForkJoinPool.common.exceptionHandler"))
        ks->looks.seen |= LIB_PROPERTIES;
    if (jpf_is(j, "vm.por.output", "visible")) ks->looks.seen |= LIB_OUTPUT;
    j->heap.finalize = jpf_get_bool(j, "vm.finalize") || jpf_get_bool(j, "vm.process_finalizers");
}

void config_checkpoint(JPF *j, Search *s) {
    Checkpoint *c = &s->checkpoint;
    const char *file = scalar_set(j, "search.checkpoint");
    c->lasts = jpf_set(j, "-checkpoint") != NULL;
    double every = seconds(j, "search.checkpoint_interval");
    c->first_class = j->n_booted;
    if (!*file) return;
    c->file = file;
    c->every = every < 1e9 ? (i64)(every * 1e9) : INT64_MAX / 4;
    c->due = c->every;
    c->stop_after = (u64)jpf_get_int(j, "jpf.stress.checkpoint");
    c->each = (u64)jpf_get_int(j, "jpf.stress.checkpoints");
}

double config_shrinks(JPF *j, u64 *work) {
    const char *units = scalar_set(j, "jpf.shrink.work");
    *work = *units ? strtoull(units, NULL, 10) : UINT64_MAX;
    return seconds(j, "jpf.shrink.time");
}

bool config_prefers(JPF *j) { return jpf_lists(j, "vm.scheduler.sync.class", "PriorityRunnablesSyncPolicy"); }

static void random_choices(JPF *j, SearchConfig *c) {
    c->seed = (u64)jpf_get_int(j, "cg.seed");
    if (jpf_is(j, "cg.randomize_choices", "FIXED_SEED")) c->randomize = CGR_FIXED;
    if (!jpf_is(j, "cg.randomize_choices", "VAR_SEED")) return;
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    c->randomize = CGR_VAR;
    c->seed = ((u64)ts.tv_sec * 1000000007u + (u64)ts.tv_nsec) & 0x7fffffff; /* stands in the report */
}

/* JPF's are called as their searches; of ours search.heuristic says it. */
static Status config_heuristic(JPF *j, SearchConfig *c, const char *kind) {
    bool astar = strcmp(kind, "AStar") == 0 || strcmp(kind, "astar") == 0;
    bool beam = strcmp(kind, "BeamSearch") == 0 || strcmp(kind, "beam") == 0;
    c->astar = astar || jpf_get_bool(j, "search.heuristic.astar");
    c->beam = beam || jpf_get_bool(j, "search.heuristic.beam_search");
    i64 limit = jpf_get_int(j, "search.heuristic.queue_limit");
    c->queue_limited = limit >= 0;
    c->queue_limit = limit > 0 ? (u64)limit : 1; /* jpf-core's beam is one state wide */
    if (c->kind == &kind_bfs && (c->queue_limited || c->beam)) c->kind = &kind_best;
    const char *asked = jpf_get(j, "search.heuristic");
    if (!(c->heuristic = search_heuristic(kind)) && !(c->heuristic = search_heuristic(asked)))
        return cx_fail(&j->cx, ERR_CONFIG, "search.heuristic=%s: there is no such heuristic", asked);
    if (c->kind == &kind_best && !c->heuristic->value && !j->host.evaluate)
        return cx_fail(&j->cx, ERR_CONFIG, "search.class=%s: nobody has given the heuristic", kind);
    if (c->kind == &kind_given && !j->host.search)
        return cx_fail(&j->cx, ERR_CONFIG, "search.class=%s: nobody has given the search", kind);
    c->preferred = jpf_get(j, "search.heuristic.preferredThreads");
    c->preemptions = (u64)jpf_get_int(j, "search.mp.threshold");
    i64 history = jpf_get_int(j, "search.heuristic.thread_history_limit");
    c->path_history = history > 0 ? (u64)history : 0;
    c->search_history = (u64)jpf_get_int(j, "search.heuristic.thread_history_size");
    c->choice_seed = (u64)jpf_get_int(j, jpf_set(j, "choice.seed") ? "choice.seed" : "cg.seed");
    return ST_OK;
}

/* Dynamic sets go by what was seen below a state: that must have been left before, and be the same state. */
static const char *undynamic(const SearchConfig *c, JPF *j) {
    if (chooses_objects(j)) return "with TypedObjectChoice whoever gets any object meets everybody; take vm.por=false";
    if (c->kind != &kind_dfs) return "it needs depth first search; take search.class=dfs";
    if (!c->matching || strncmp(c->storage, "bitstate", 8) == 0)
        return "it needs to know each state that is stored; take another vm.storage.class";
    if (c->match_depth)
        return "states that are left again for their depth have no one summary; leave out search.match_depth";
    if (c->livelock) return "LivelockProperty looks at every cycle; take vm.por=true";
    if (config_prefers(j) || j->host.schedule) return "a scheduling policy chooses the threads; take vm.por=true";
    return NULL;
}

/* What a search that takes each trace once cannot go with, and the way out. */
static const char *untraced(JPF *j, const SearchConfig *c) {
    if (!c->kind->traces) return NULL;
    if (chooses_objects(j)) return "TypedObjectChoice: whoever gets any object meets everybody; take search.class=dfs";
    if (!c->por) return "vm.por=false: it is a reduction; leave that out, or take search.class=dfs";
    if (c->match_depth) return "search.match_depth: it stores no states; leave that out, or take search.class=dfs";
    if (config_prefers(j)) return "PriorityRunnablesSyncPolicy: it chooses the threads itself; take search.class=dfs";
    if (j->host.schedule) return "a scheduling policy: it chooses the threads itself; take search.class=dfs";
    if (c->randomize) return "cg.randomize_choices: it chooses the order itself; take search.class=dfs";
    return NULL;
}

/* What a kind of search cannot do is refused before it begins. */
static Status config_fits(JPF *j, const SearchConfig *c, const char *kind) {
    if (c->livelock && !kind_sees_cycles(c->kind))
        return cx_fail(&j->cx, ERR_CONFIG,
                       "search.class=%s cannot check LivelockProperty: it does not see every transition of every "
                       "state; take dfs, bfs or a heuristic",
                       kind);
    const char *cannot = untraced(j, c);
    if (cannot) return cx_fail(&j->cx, ERR_CONFIG, "search.class=dpor cannot go with %s", cannot);
    const char *fixed = c->dynamic ? undynamic(c, j) : NULL;
    if (fixed) return cx_fail(&j->cx, ERR_CONFIG, "vm.por=dynamic: %s", fixed);
    if (*scalar_set(j, "search.checkpoint") && !c->kind->pack)
        return cx_fail(
            &j->cx, ERR_CONFIG,
            "search.checkpoint: where %s stands is its own code's, which cannot be written; leave it out, or "
            "take a search by name or a jpfpy.Heuristic",
            strcmp(kind, "given") == 0 ? "a search in Python" : kind);
    if (*scalar_set(j, "search.checkpoint") && c->bp_por)
        return cx_fail(&j->cx, ERR_CONFIG,
                       "search.checkpoint and bp.por=true: what that learns of b-threads cannot be written; leave one "
                       "of them out");
    if (*c->spill && !c->kind->traces && !stateset_of_keys(c->storage))
        return cx_fail(
            &j->cx, ERR_CONFIG,
            "search.spill and vm.storage.class=%s: only keys of states go to the disk; leave one of them out",
            c->storage);
    bool depths = c->match_depth || c->kind->deepens;
    if (depths && strncmp(c->storage, "bitstate", 8) == 0)
        return cx_fail(&j->cx, ERR_CONFIG,
                       "vm.storage.class=%s does not know which state is which, and %s%s needs the depths of states",
                       c->storage, c->match_depth ? "search.match_depth" : "search.class=", c->match_depth ? "" : kind);
    return ST_OK;
}

/* Where time says when it is enough, paths are taken as long as they bring something new. */
static void config_paths(JPF *j, SearchConfig *c) {
    bool timed = c->time_limit > 0 || c->cpu_limit > 0, counted = *scalar_set(j, "search.RandomSearch.path_limit");
    c->path_limit = timed && !counted ? 0 : (u64)jpf_get_int(j, "search.RandomSearch.path_limit");
    if (counted && !c->path_limit) c->path_limit = 1; /* as in jpf-core */
    bool stale = *scalar_set(j, "search.stale_limit");
    c->stale_limit = stale || !counted ? (u64)jpf_get_int(j, "search.stale_limit") : 0;
}

/* Transitions of one thread before others join that were asked for: by then it has learned most of what paths rest on.
 * States before those join that were not, so that smaller searches are the same on each machine. */
enum { JOIN_AT = 5000, JOIN_STATES = 100000 };

/* A number, or auto:N, where N is what the machine has (jpfpy/config/values.py). auto alone is one. */
static void config_threads(JPF *j, SearchConfig *c) {
    const char *v = jpf_get(j, "search.threads");
    c->threads_auto = strncmp(v, "auto", 4) == 0;
    c->threads = c->threads_auto ? (v[4] ? (u32)strtoul(v + 5, NULL, 10) : 1) : (u32)jpf_get_int(j, "search.threads");
    bool stress_join = *scalar_set(j, "jpf.stress.join") != 0;
    c->join_waits = stress_join;
    c->join_states = c->threads_auto && !stress_join ? JOIN_STATES : UINT64_MAX;
    c->join_at = stress_join ? (u64)jpf_get_int(j, "jpf.stress.join") : c->threads_auto ? UINT64_MAX : JOIN_AT;
}

Status config_search(JPF *j, SearchConfig *c) {
    memset(c, 0, sizeof *c);
    const char *kind = jpf_get(j, "search.class");
    if (strcmp(kind, "AutoSearch") == 0 || strcmp(kind, "auto") == 0) {
        c->portfolio = *scalar_set(j, "search.class") ? PORTFOLIO_NAMED : PORTFOLIO_DEFAULT;
        kind = "dfs";
    }
    if (!(c->kind = search_kind(kind)))
        return cx_fail(&j->cx, ERR_CONFIG, "search.class=%s: there is no such search", kind);
    if (j->host.carrier) {
        if (!c->kind->draws) c->kind = &kind_spread;
        c->portfolio = PORTFOLIO_OFF;
    }
    if (config_heuristic(j, c, kind) != ST_OK) return ST_ERROR;
    c->match_depth = jpf_get_bool(j, "search.match_depth");
    c->min_free = (u64)jpf_get_int(j, "search.min_free");
    c->deepen_by = (u64)jpf_get_int(j, "search.deepen_by");
    i64 depth = jpf_get_int(j, "search.pct.depth");
    if (depth < 1 || depth > PCT_DEPTH_MAX)
        return cx_fail(&j->cx, ERR_CONFIG, "search.pct.depth=%lld: 1 to %d expected", (long long)depth, PCT_DEPTH_MAX);
    c->pct_depth = (u32)depth;
    c->bounded = *jpf_get(j, "search.bound") != 0;
    c->bound = (u64)jpf_get_int(j, "search.bound");
    random_choices(j, c);
    c->multiple_errors = jpf_get_bool(j, "search.multiple_errors");
    c->check_deadlock = jpf_lists(j, "search.properties", "NotDeadlockedProperty");
    c->check_uncaught = jpf_lists(j, "search.properties", "NoUncaughtExceptionsProperty");
    c->check_exit = jpf_lists(j, "search.properties", "ExitStatusProperty");
    c->livelock = jpf_lists(j, "search.properties", "LivelockProperty");
    c->hot_system = jpf_lists(j, "bp.hot", "system");
    c->hot_bthread = jpf_lists(j, "bp.hot", "bthread");
    c->hot_groups = jpf_get(j, "bp.hot_groups");
    c->bp_por = jpf_get_bool(j, "bp.por");
    c->por = j->ks.cfg.por;
    /* persistent sets reason about all that can run */
    c->persistent = jpf_get_bool(j, "vm.por.persistent") && !config_prefers(j) && !j->host.schedule;
    c->dynamic = jpf_is(j, "vm.por", "dynamic");
    c->places = jpf_get_bool(j, "vm.por.places");
    c->max_reduced = (u64)jpf_get_int(j, "vm.por.max_reduced");
    c->sleep = jpf_get_bool(j, "vm.por.sleep_sets");
    c->symmetry = !c->livelock && !j->host.carrier && jpf_get_bool(j, "vm.por.symmetry"); /* see kinds/spread.c */
    c->depth_limit = (u64)jpf_get_int(j, "search.depth_limit");
    c->state_limit = (u64)jpf_get_int(j, "search.state_limit");
    c->transition_limit = (u64)jpf_get_int(j, "search.transition_limit");
    c->cuts = c->depth_limit || c->state_limit || c->transition_limit || jpf_set(j, "vm.max_transition_length");
    c->time_limit = seconds(j, "search.time_limit");
    double budget = seconds(j, "search.budget");
    c->budgeted = budget > 0;
    if (c->budgeted) c->time_limit = budget;
    c->cpu_limit = seconds(j, "search.cpu_limit");
    config_paths(j, c);
    c->memory_limit = (u64)jpf_get_int(j, "search.memory_limit");
    c->storage = jpf_get(j, "vm.storage.class");
    c->matching = strcmp(c->storage, "none") != 0;
    c->stores = jpf_set(j, "vm.storage.class") != NULL;
    c->check_state = stress(j, "jpf.stress.check");
    c->check_restore = stress(j, "jpf.stress.restore");
    c->pack_all = stress(j, "jpf.stress.pack");
    config_threads(j, c);
    c->deterministic = jpf_get_bool(j, "search.deterministic");
    c->jumps = (u32)jpf_get_int(j, "jpf.stress.jumps");
    c->images = !jpf_get_bool(j, "jpf.stress.execute");
    c->first_turn = (u32)jpf_get_int(j, "jpf.stress.turns");
    c->tear_at = jpf_set(j, "jpf.stress.tear") ? (u32)jpf_get_int(j, "jpf.stress.tear") : UINT32_MAX;
    if (STRESS && !*c->storage) c->storage = "exact";
    c->spill = jpf_get(j, "search.spill");
    c->spill_at = (u64)jpf_get_int(j, "jpf.stress.spill");
    if (*c->spill && !c->stores) c->storage = "";
    bool few = STRESS && strcmp(c->storage, "exact") == 0 && !jpf_set(j, "jpf.stress.hash_bits");
    c->named = (u32)jpf_get_int(j, "jpf.stress.named");
    c->hash_bits = few ? 4 : (u32)jpf_get_int(j, "jpf.stress.hash_bits");
    if (c->kind->traces) c->persistent = c->sleep = c->symmetry = c->matching = false;
    return config_fits(j, c, kind);
}

void config_alone(SearchConfig *c, double gone) {
    enum { LEAST_MS = 100 }; /* it is 0 that means no limit */
    c->threads = 1;
    c->join_waits = false;
    double left = c->time_limit - gone;
    if (c->time_limit > 0) c->time_limit = left > LEAST_MS / 1e3 ? left : LEAST_MS / 1e3;
}
