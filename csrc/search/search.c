/* search.c -- a search from its beginning to its end: limits, new beginnings. JPF: Search. */
#include "search/bp/hot.h"
#include "search/livelock.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "native/native.h"
#include "search/kind.h"
#include "search/portfolio.h"
#include "search/reduction.h"
#include "search/spread.h"

#include <stdio.h>

static Status make_set(Search *s) {
    Status st =
        s->cfg.shared ? stateset_join(s->cx, s->cfg.shared, &s->set) : stateset_new(s->cx, s->cfg.storage, &s->set);
    if (st != ST_OK) return ST_ERROR;
    if (s->set && s->cfg.hash_bits) stateset_test_hash_bits(s->set, s->cfg.hash_bits);
    state_ask(s->se, s->set);
    return s->set ? search_spills(s, s->set) : ST_OK;
}

/* What is kept of each state; nothing is yet. */
static void spill_vectors(Search *s) {
    s->told.ids.disk = s->nearer.depths.disk = s->disk;
    s->alike.plain_ids.disk = s->alike.plain_first.disk = s->disk;
    s->sleep.slept.disk = s->sleep.sleepers.disk = s->disk;
    s->tree.nodes.disk = s->tree.told.disk = s->tree.image_of.disk = s->disk;
}

Status search_spills(Search *s, StateSet *set) {
    const Disk *shared = stateset_disk(set);
    if (shared && !s->disk && !(s->disk = disk_beside(s->cx, shared))) return ST_ERROR;
    if (!*s->cfg.spill || s->cfg.aside || s->replaying || !stateset_is_keys(set)) return ST_OK;
    if (!s->disk && !(s->disk = disk_new(s->cx, s->cfg.spill, "search.spill"))) return ST_ERROR;
    return stateset_spill(set, s->disk, s->cfg.spill_at);
}

/* Does anybody but the set of states ask for the key of a state, or for labels and links? Whoever listens may, and the
 * reductions that look at who can reach an object. */
static bool asks_for_keys(const Search *s) {
    const SearchConfig *c = &s->cfg;
    const KernelState *ks = s->ks;
    if (!(c->kind->traces || c->kind->stateless || c->kind == &kind_dfs)) return true;
    if (c->given) return true; /* a path that goes round is known by them, and one like another */
    if (ks->hub->n_sinks || ks->cs->peers || ks->heap->finalize) return true;
    if (c->check_state || c->check_restore || c->randomize || c->livelock) return true;
    for (u32 i = 0; i < s->n_reductions; i++)
        if (s->reductions[i] != &reduction_dpor && s->reductions[i] != &reduction_symmetry) return true;
    return false;
}

Status search_init(Search *s, KernelState *ks, StateEngine *se, const SearchConfig *cfg) {
    memset(s, 0, sizeof *s);
    s->ks = ks;
    s->cx = ks->cx;
    s->se = se;
    s->cfg = *cfg;
    ks->up.alone = run_alone;
    sched_init(&s->sched, ks);
    map_init(&s->on_stack, s->cx);
    found_init(s);
    rec_init(s);
    assume_init(s);
    if (cfg->matching && make_set(s) != ST_OK) return ST_ERROR;
    spill_vectors(s);
    if (reduction_begin(s) != ST_OK) return ST_ERROR;
    bool keyless = !asks_for_keys(s);
    s->drawn_keyless = keyless && s->set && cfg->kind->stateless && !cfg->stores;
    state_keyless(se, keyless && !s->set);
    return ST_OK;
}

void search_drawn(Search *s) {
    if (s->drawn_keyless && !s->ks->saw.turns) state_keyless(s->se, true);
}

void search_free(Search *s) {
    portfolio_free(s);
    tree_drop_levels(s, 0);
    path_free(s);
    map_free(&s->on_stack);
    cascade_free(s);
    told_free(s);
    tree_release(s);
    nearer_free(s);
    left_free(s);
    ahead_free(s);
    vec_free(s->cx, &s->script.choices);
    rec_free(s);
    found_free(s);
    shrunk_free(s);
    sched_free(&s->sched);
    hot_free(s);
    live_free(s);
    reduction_free(s);
    far_free(s);
    if (s->set) stateset_free(s->set);
    s->set = NULL;
    disk_free(s->disk);
    s->disk = NULL;
    if (s->se) state_ask(s->se, NULL);
}

/* In units of cx_work: a transition's share of keys, choices and matching. */
enum { TRANSITION_WORK = 512 };

/* Listeners shall hear of the search itself before its time is over. */
#define SETTLE_SHARE 0.3

static bool is_near(const Search *s) {
    u64 limit = s->cfg.memory_limit, others = s->work ? s->others_bytes : 0;
    return limit && s->cx->bytes + others + s->cfg.min_free > limit / 8 * 7;
}

/* What can go to the disk goes there before the limit of memory is met. Of other engines it is told now and then what
 * they hold (work_look): it is asked here. */
static Status relieve(Search *s) {
    StateSet *sets[] = {s->set, s->alike.plain};
    if (s->work) s->others_bytes = s->work->bytes(s->work->user);
    if (!is_near(s)) return ST_OK;
    for (u32 i = 0; i < 2; i++)
        if (sets[i] && stateset_relieve(sets[i]) != ST_OK)
            return cx_ends_in_order(s->cx) ? search_wind_up(s) : ST_ERROR;
    if (s->work) s->others_bytes = s->work->bytes(s->work->user);
    return ST_OK;
}

/* Engines that can park do so before a limit ends the search: it is met when one of them has all that was found. */
static bool limit_of_all(const Search *s, u64 transitions, u64 states) {
    const SearchConfig *c = &s->cfg;
    u64 held = s->cx->bytes + s->others_bytes;
    if (s->done) return false;
    return (c->state_limit && s->st.states_new + states >= c->state_limit) ||
           (c->transition_limit && s->st.transitions + transitions >= c->transition_limit) ||
           (c->memory_limit && held + c->min_free > c->memory_limit);
}

Status search_limit_met(Search *s, enum CountLimit which) {
    return which == LIMIT_STATES ? search_constraint(s, "state limit reached: %llu (search.state_limit)",
                                                     (unsigned long long)s->cfg.state_limit)
                                 : search_constraint(s, "transition limit reached: %llu (search.transition_limit)",
                                                     (unsigned long long)s->cfg.transition_limit);
}

/* At once, or where the execution that is being made has ended, if a checkpoint can be written there only. */
static Status meet_limit(Search *s, enum CountLimit which) {
    if (s->checkpoint.file && s->cfg.kind->has_moments && !s->cfg.aside) {
        s->checkpoint.limit = (u8)which;
        return ST_OK;
    }
    checkpoint_limit(s);
    return search_limit_met(s, which);
}

Status search_limits(Search *s) {
    Ctx *cx = s->cx;
    u64 others = s->folio ? portfolio_transitions(s) : 0, their_states = s->folio ? portfolio_states(s) : 0;
    if (JPF_UNLIKELY(s->work != NULL)) {
        work_look(s);
        if (s->cfg.state_limit || s->cfg.transition_limit) s->work->others(s->work->user, &others, &their_states);
    }
    if (JPF_UNLIKELY(s->cfg.aside) && !s->done && portfolio_called_off(s)) s->done = s->sliced = true;
    if (s->slice && !s->done && (s->st.transitions >= s->slice || s->instructions >= s->slice_insns))
        s->done = s->sliced = true;
    if (JPF_UNLIKELY(s->disk != NULL) && is_near(s) && relieve(s) != ST_OK) return ST_ERROR;
    bool together = JPF_UNLIKELY(s->work != NULL && s->work->park != NULL) && !s->cfg.kind->has_moments;
    bool later = s->checkpoint.file && s->ks->uses->stale; /* it soon begins anew, and counts anew (checkpoint_due) */
    if (together && limit_of_all(s, others, their_states)) s->work->park(s->work->user);
    bool met = !together && !later && !s->done;
    if (met && s->cfg.state_limit && s->st.states_new + their_states >= s->cfg.state_limit)
        return meet_limit(s, LIMIT_STATES);
    if (met && s->cfg.transition_limit && s->st.transitions + others >= s->cfg.transition_limit)
        return meet_limit(s, LIMIT_TRANSITIONS);
    if (!cx_work(cx, TRANSITION_WORK)) return cx_ends_in_order(cx) ? search_wind_up(s) : ST_ERROR;
    if (s->settle.on && s->cfg.time_limit > 0 && (double)cx->looked > s->cfg.time_limit * SETTLE_SHARE * 1e9)
        s->done = true;
    u64 limit = s->cfg.memory_limit;
    u64 held = cx->bytes + s->others_bytes;
    if (!together && limit && held + s->cfg.min_free > limit && !s->done) {
        checkpoint_limit(s);
        if (s->cfg.aside) {
            s->sliced = true; /* what it has is given back */
            return ST_OK;
        }
        if (held > limit)
            return search_constraint(s, "memory limit reached: %llu bytes (search.memory_limit)",
                                     (unsigned long long)limit);
        return search_constraint(s, "memory limit reached: less than %llu of %llu bytes are free (search.min_free)",
                                 (unsigned long long)s->cfg.min_free, (unsigned long long)limit);
    }
    return ST_OK;
}

u64 search_spilled(const Search *s) { return s->set ? stateset_spilled(s->set) : 0; }

u64 search_disk_reads(const Search *s) {
    return (s->set ? stateset_reads(s->set) : 0) + (s->alike.plain ? stateset_reads(s->alike.plain) : 0);
}

Status search_tell_storage(Search *s) {
    double missed = s->set ? stateset_missed(s->set) : -1, n = s->set ? (double)stateset_count(s->set) : 0;
    if (missed >= 0 && n > 0 &&
        search_constraint(
            s,
            "vm.storage.class=bitstate: about %.3g states are expected to have been taken for others, and "
            "what only they lead to was left out (coverage %.4f %% of those that were reached)",
            missed, 100 * n / (n + missed)) != ST_OK)
        return ST_ERROR;
    bool can_spill = s->set && (stateset_is_keys(s->set) || stateset_is_shared(s->set)) && !s->disk;
    for (u32 i = 0; i < s->found.constraints.n && can_spill; i++)
        if (!strncmp(s->found.constraints.v[i], "memory limit reached", 20))
            return search_note(s, "note: +search.spill=true puts states that do not fit into memory on the disk");
    if (!search_spilled(s)) return ST_OK;
    return search_note(s, "note: search.spill: %llu states went to the disk, at most %.1f MiB in %.300s",
                       (unsigned long long)search_spilled(s), (double)disk_peak(s->disk) / (1 << 20), s->disk->folder);
}

/* Of all engines that search, with the states that they share. */
u64 search_held(const Search *s) { return s->cx->bytes + (s->work ? s->work->bytes(s->work->user) : s->others_bytes); }

u64 search_state_bytes(const Search *s) {
    u64 n =
        s->alike.plain ? stateset_bytes(s->alike.plain) + s->alike.plain_ids.room * sizeof *s->alike.plain_ids.v : 0;
    return s->set ? n + stateset_bytes(s->set) : 0;
}

double search_collision_bound(const Search *s) {
    double p = s->set ? stateset_collision_bound(s->set) : 0;
    if (s->alike.plain) p += stateset_collision_bound(s->alike.plain);
    return p < 1 ? p : 1;
}

Status search_start(Search *s, StepOutcome *out) {
    s->ks->heap->exposures = 0; /* booting has some, a boot image from the cache has none */
    if (search_root(s) != ST_OK) return ST_ERROR;
    return search_forward(s, out);
}

static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *p = names; (p = strstr(p, name)); p++)
        if ((p == names || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return n != 0;
    return false;
}

const SearchKind *search_kind(const char *name) {
    static const SearchKind *const kinds[] = {&kind_dfs,  &kind_bfs,   &kind_best,     &kind_deepening,   &kind_walk,
                                              &kind_pct,  &kind_pos,   &kind_coverage, &kind_preemptions, &kind_delays,
                                              &kind_path, &kind_given, &kind_dpor,     &kind_mix};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (listed(kinds[i]->names, dot ? dot + 1 : name)) return kinds[i];
    return search_heuristic(name) ? &kind_best : NULL;
}

/* Images are made from what the trail holds, and dpor reads it, too. For others the older part of a path is packed. */
void search_thins(Search *s) {
    enum { DEEP = 1 << 22 }; /* words of the trail: below, a record that is copied whole is cheaper */
    bool reads = s->cfg.kind->returns || s->cfg.kind->traces;
    s->ks->heap->thin_from = reads ? UINT64_MAX : s->cfg.check_restore ? 0 : DEEP;
    enum { FEW = 128 };
    ColdSizes sizes = {COLD_BLOCK, COLD_HOT, COLD_LEAST, false};
    if (s->cfg.pack_all) sizes = (ColdSizes){FEW, 2 * FEW, 0, true};
    if (reads) sizes.hot = 0;
    cold_init(&s->ks->heap->trail.cold, sizes);
    cold_init(&s->se->undo.cold, sizes);
    cold_init(&s->cold, sizes);
}

/* The states that are still to be left, one after the other, until none is or the search is broken off. */
static Status drive(Search *s, Status st) {
    const SearchKind *kind = s->cfg.kind;
    StepOutcome out;
    bool any = true;
    while (st == ST_OK && !s->done && !s->restart) {
        bool grown = s->st.transitions >= s->join_at || s->st.states_new >= s->join_states;
        if (JPF_UNLIKELY(grown) && (st = work_grow(s)) != ST_OK) break;
        if (JPF_UNLIKELY(s->work != NULL) && (st = work_share(s)) != ST_OK) break; /* the others are sent home below */
        if (JPF_UNLIKELY(checkpoint_due(s)) && !kind->has_moments) {
            if ((st = checkpoint_here(s)) != ST_OK || s->done || s->restart) break;
        }
        if (JPF_UNLIKELY(work_parks(s)) && !s->checkpoint.file && !kind->has_moments) { /* the first one writes it */
            st = work_park(s);
            break;
        }
        if (JPF_UNLIKELY(portfolio_due(s))) {
            bool over;
            if ((st = checkpoint_before_turns(s)) != ST_OK || s->done || s->restart) break;
            st = portfolio_turns(s, &over);
            if (st != ST_OK && s->hooks.dismiss) (void)s->hooks.dismiss(s->hooks.user);
            if (st != ST_OK || over) return st; /* the other search has come to its end as this one would */
            continue;
        }
        st = kind->next(s, &any);
        bool back = false;
        if (st == ST_OK && !any && s->work && !s->far && !kind->draws && !s->done && !s->restart)
            st = work_next(s, &any, &back);
        if (st == ST_OK && back && !s->done) continue;
        if (st != ST_OK || !any || s->done || s->restart) break;
        u32 depth = s->path.n;
        st = search_forward(s, &out);
        if (st == ST_OK && out == OUT_NEW && s->path.n > depth) st = kind->reached(s);
        s->checkpoint.made++;
    }
    if (st != ST_OK) st = search_torn(s);
    if (st == ST_OK && s->checkpoint.file && !s->torn) st = checkpoint_last(s);
    if (st == ST_OK && !s->restart && kind->returns && s->cfg.jumps) st = tree_wander(s, s->cfg.jumps);
    kind->finish(s);
    if (s->work && s->hooks.dismiss && s->hooks.dismiss(s->hooks.user) != ST_OK) st = ST_ERROR;
    if (st != ST_OK) return ST_ERROR;
    if (!s->done && reduction_holds(s) != ST_OK) return ST_ERROR;
    assume_at_end(s);
    return ST_OK;
}

Status search_once(Search *s) {
    const SearchKind *kind = s->cfg.kind;
    search_thins(s);
    StepOutcome out;
    s->frontier = (Frontier){.expanded = UINT32_MAX};
    nearer_begin(s);
    left_begin(s);
    portfolio_begin(s);
    ahead_begin(s);
    Pack *from = s->checkpoint.from;
    s->checkpoint.from = NULL;
    s->checkpoint.resumed |= from != NULL;
    if (far_begin(s) != ST_OK) return ST_ERROR;
    if (s->done) return ST_OK;
    work_begin(s);
    bool joins = s->cfg.shared || s->cfg.draws || (kind->draws && far_joins(s));
    Status st = joins ? work_join(s) : from ? search_pack(s, from) : search_start(s, &out);
    if (st == ST_OK) st = from ? search_limits(s) : kind->start(s);
    if (st == ST_OK && s->gathers && !s->done) st = s->hooks.gather(s->hooks.user);
    s->gathers = false;
    return drive(s, st);
}

Status search_go_on(Search *s) {
    s->done = s->sliced = false;
    return drive(s, ST_OK);
}

void search_leave(Search *s) {
    bool silent = s->silent;
    if (!s->path.n) return;
    s->silent = true;
    tree_home(s);
    while (s->path.n > 1) search_backtrack(s);
    s->silent = silent;
    run_undo(s, level_at(s, 0));
    stack_leave(s, level_at(s, 0)->key);
    level_free(s, level_at(s, 0));
    s->path.n = 0;
    path_shorter(s);
}

void search_forsake(Search *s) { tree_drop_levels(s, 0); }

/* Of what was counted, that counts on which says what there was before. */
static void count_again(Search *s) {
    const SearchStats was = s->st;
    s->st = (SearchStats){.restarts = was.restarts + 1,
                          .states_before = was.states_before + was.states_new,
                          .transitions_before = was.transitions_before + was.transitions + was.setup};
    s->insns_before = s->instructions;
    memset(s->sched.met, 0, sizeof s->sched.met);
    memset(s->sched.choices, 0, sizeof s->sched.choices);
    memset(s->ks->verify.counters, 0, sizeof s->ks->verify.counters);
}

Status search_forget_states(Search *s) {
    if (!s->set) return ST_OK;
    state_keyless(s->se, false);
    stateset_free(s->set);
    s->set = NULL;
    state_ask(s->se, NULL);
    return make_set(s);
}

Status search_reset(Search *s) {
    assume_reset(s);
    search_leave(s);
    count_again(s);
    native_forget(s->ks);
    if (search_keep_violations(s) != ST_OK) return ST_ERROR;
    looks_begin(&s->ks->looks);
    told_reset(s);
    if (!s->settle.on) search_event(s, EV_search_restarted);
    s->restart = s->went_round = false;
    live_free(s);
    fp_forget(s->se);
    search_drop_next(s);
    if (s->cx->host->cg_forget) s->cx->host->cg_forget(s->cx->host->cg_user);
    found_drop_errors(s);
    if (s->hooks.on_restart) s->hooks.on_restart(s->hooks.user);
    if (search_forget_states(s) != ST_OK) return ST_ERROR;
    return reduction_begin(s);
}

static Status search_all(Search *s) {
    bool over = false;
    if (!s->checkpoint.from && search_settle(s, &over) != ST_OK) return ST_ERROR;
    if (s->cx->stopped && !over) return ST_OK;
    s->cx->patient = s->checkpoint.file != NULL;
    for (;; over = false) {
        if (!over && search_once(s) != ST_OK) return ST_ERROR;
        if (s->torn) return ST_OK;
        if (!s->restart || s->done) {
            s->cx->patient = false;
            checkpoint_over(s);
            return hot_check(s) == ST_OK ? live_check(s) : ST_ERROR;
        }
        hot_free(s);
        if (search_reset(s) != ST_OK) return ST_ERROR;
    }
}

Status search_run(Search *s) {
    Status st = search_all(s);
    if (st != ST_OK) st = search_torn(s);
    return st == ST_OK && s->folio ? portfolio_conclude(s) : st;
}
