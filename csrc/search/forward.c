/* forward.c -- one step of a search: run, close, match, and a new level or back. JPF: VM.forward. */
#include "native/io/hostview.h"
#include "native/bp/bprog.h"
#include "search/bp/hot.h"
#include "search/livelock.h"
#include "search/kind.h"
#include "search/por/fair.h"
#include "search/reduction.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"

#include <stdio.h>

/* The choice a state offers is part of what the state is: a thread that stands at notify with the
 * waiter still to be chosen is elsewhere than before notify. So is whether it may still take its
 * first visible action after it, or the states counted depended on who came first.
 * Nor is it the same state if what is relied upon of places has other names there (persist_apart). ranks: of the form
 * without names of threads. Where threads are alike a state that has it in common with another one ends all reliance on
 * places (uses_renamed), so there is nothing to tell apart. */
static H128 choice_term(Search *s, const After *a, bool ranks) {
    H128 key = ranks && s->se->sym_alike ? (H128){0, 0} : persist_apart(s);
    if (!a->has_cg || (a->cg.kind == CK_THREAD && !a->n_up && !(a->cg.flags & CGF_GIVEN))) return key;
    for (u32 i = 0; i <= a->n_up; i++) {
        const ChoiceGenerator *cg = i < a->n_up ? &a->up[i] : &a->cg;
        if (cg->kind == CK_THREAD && !(cg->flags & CGF_GIVEN)) continue;
        ThreadInfo *ti = s->ks->threads.v[cg->thread];
        u64 who = (u64)ti->tid_key_hi << 32 | ti->tid_key_lo;
        if (ranks) who = s->se->sym_rank.v[ti->id];
        u64 what = hash_bytes(cg->id, strlen(cg->id), 0xC401CE00u | cg->kind);
        if (!(cg->flags & CGF_REQUEST)) what = cg_digest(s->ks, cg, what); /* not a function of the state */
        key = h128_add(key, mix128(who, what + i + ((u64)cg->first_step << 32)));
    }
    return key;
}

static Status errors_of(Search *s, const After *a) {
    if (a->bad) {
        char why[sizeof s->ks->violation];
        memcpy(why, s->ks->violation, sizeof why);
        if (search_report(s, EK_PROPERTY, a->bad == 2 ? "HotStateProperty" : "BadStateProperty", why) != ST_OK)
            return ST_ERROR;
        if (!a->deadlock || !s->cfg.multiple_errors) return ST_OK;
    }
    bool refused = contained_before(s->ks); /* on a machine of its own the program would have gone on otherwise */
    if (refused && a->deadlock && s->cfg.check_deadlock)
        return search_constraint(s, "a deadlock after a refusal is no error: it may rest on what was contained");
    if (refused && a->exited)
        return search_constraint(s, "exit status %d after a refusal is no error: it may rest on what was contained",
                                 s->ks->exit_status);
    if (a->deadlock && s->cfg.check_deadlock)
        return search_report(s, EK_DEADLOCK, "gov.nasa.jpf.vm.NotDeadlockedProperty", NULL);
    if (a->uncaught) return search_report(s, EK_UNCAUGHT, "gov.nasa.jpf.vm.NoUncaughtExceptionsProperty", NULL);
    if (a->exited) {
        char why[80];
        int n = s->ks->exit_status;
        snprintf(why, sizeof why, n == (n & 0xff) ? "exit status %d" : "exit status %d (%d to the host)", n, n & 0xff);
        return search_report(s, EK_PROPERTY, "ExitStatusProperty", why);
    }
    if (a->violation) {
        char why[sizeof s->ks->violation];
        memcpy(why, s->ks->violation, sizeof why); /* executing the path again may write it */
        return search_report(s, EK_PROPERTY, a->blocked ? "BlockedAtomicException" : "assertion", why);
    }
    return ST_OK;
}

/* A function of the state, so that a state that is restored has its order again. */
static void randomize(Search *s, After *a, H128 key) {
    for (u32 i = 0; s->cfg.randomize && !s->replaying && i <= a->n_up; i++)
        cg_randomize(i < a->n_up ? &a->up[i] : &a->cg, mix64(s->cfg.seed + i, key.lo ^ key.hi));
}

static bool chooses(const Level *l) { return l->cg.n != 1 || l->cg.kind == CK_EVENT; }

/* No choice was met yet: a long way to a b-program's first state is broken into transitions. */
static bool only_setup(const Search *s) {
    if (!tree_setup(s)) return false;
    for (u32 i = 0; i < s->path.n; i++)
        if (!tree_hollow(&s->tree, i) && chooses(level_at(s, i))) return false;
    return true;
}

static Tail tail_of(const Search *s, const After *a) {
    const Level *up = s->path.n ? &s->path.v[s->path.n - 1] : NULL;
    bool one = a->cg.kind == CK_THREAD && a->cg.n_full == 1 && !a->n_up && !(a->cg.flags & (CGF_GIVEN | CGF_OPEN));
    Tail t = {.chosen = !one || (up && up->tail.chosen)};
    if (one) prelude_entered(s, &t);
    /* where each visible action is a choice of its own, states of a tail are matched there */
    bool matched = s->sched.break_single || !s->cfg.por;
    if (one && t.chosen && s->ks->n_live == 1 && !matched) t.breaks = up->tail.breaks + (up->tail.breaks < 63);
    return t;
}

/* A level for the state arrived at; it takes over the generators of *a. */
static Status enter(Search *s, After *a, const Arrival *to) {
    Level l = {.cg = a->cg,
               .up = a->up,
               .n_up = a->n_up,
               .mark = trail_mark(s->ks->heap),
               .state_id = to->id,
               .out_n = s->ks->out.n,
               .key = to->key,
               .raw = to->raw,
               .keyless = s->se->keyless,
               .tried = REACH_ALL,
               .awake = (u32)a->cg.n_full,
               .spot = to->spot,
               .tail = tail_of(s, a),
               .enabled = s->silent || (s->se->keyless && !s->dpor) ? 0 : live_enabled(s->ks),
               .answers_n = s->ks->verify.answers_at,
               .found = s->st.states_new,
               .place = s->path.n ? s->ks->cg_place : 0};
    a->has_cg = false;
    for (u32 i = 0; i < l.n_up; i++) l.up[i].at = 0; /* the last one has not begun */
    if (stack_enter(s, to->key) != ST_OK || path_push(s, &l) != ST_OK) {
        level_free(s, &l);
        return ST_ERROR;
    }
    return ST_OK;
}

static Status stress_checks(Search *s, H128 raw) {
    if (s->cfg.check_state && (state_check(s->se) != ST_OK || state_own_check(s->se) != ST_OK)) return ST_ERROR;
    if (s->cfg.check_state && s->cfg.por && sharedness_check(s->se) != ST_OK) return ST_ERROR;
    /* listeners are not told again, and what they changed would be missing */
    return s->cfg.check_restore && !s->silent && !s->ks->hub->n_sinks ? rerun_check(s, raw) : ST_OK;
}

/* What lives where the first choice is met is in all states to come. States of a search that goes back to them by
 * images must all be of one seal: these begin with the initial state. */
void search_seal(Search *s, const After *a) {
    if (s->se->keyless) return;
    if (state_unsealed(s->se) && ((a->has_cg && (a->n_up || a->cg.n > 1)) || s->cfg.kind->returns)) state_seal(s->se);
}

/* Close the transition that ti ended; look the state up. */
static Status match(Search *s, ThreadInfo *ti, const After *a, Arrival *to) {
    search_seal(s, a);
    if (state_end_transition(s->se, ti, &to->raw) != ST_OK) return ST_ERROR;
    if (stress_checks(s, to->raw) != ST_OK) return ST_ERROR;
    H128 labels;
    to->key = to->plain = h128_add(to->raw, choice_term(s, a, false));
    if (s->cfg.kind->term && !s->replaying) to->key = h128_add(to->key, s->cfg.kind->term(s));
    if (a->has_cg && a->cg.kind == CK_EVENT && bp_label_key(s->ks, &labels)) {
        to->key = h128_add(labels, mix128(0x1ABE15, 1));
        if (!s->silent && hot_labels(s, to->key, &a->cg) != ST_OK) return ST_ERROR;
    }
    if (!s->set || s->silent || s->se->keyless) {
        if ((s->work || s->cfg.kind->parted) && a->out == OUT_NEW)
            (void)spin_turns(s, &to->spot); /* what the path knows of its turns */
        return ST_OK;
    }
    const Level *turned = a->out == OUT_NEW && !s->replaying ? spin_turns(s, &to->spot) : NULL;
    if (turned) {
        to->key = turned->key;
        to->id = turned->set_id;
        to->fresh = false;
        to->turned = true;
        return ST_OK;
    }
    Status st = alike_add(s, to->raw, &(ChoiceTerm){choice_term, a}, &to->key, &to->fresh, &to->id);
    to->renamed = s->alike.renamed;
    return st;
}

static Status arrive(Search *s, Level *l, ThreadInfo *ti, const After *a, Arrival *to) {
    bool goes_on = a->out == OUT_NEW, event = a->has_cg && a->cg.kind == CK_EVENT;
    *to = (Arrival){.bp = s->ks->bp.turn != 0 || s->ks->bp.bad, .woken = REACH_ALL};
    to->keyed = goes_on || a->out == OUT_END || a->deadlock || a->violation || (a->uncaught && to->bp);
    to->fresh = to->keyed; /* what is not looked up was not there, and is no state to go on from either */
    to->spot = spin_spot(s, ti);
    to->onward = goes_on;
    to->first = event && only_setup(s);
    if (reduction_closing(s, l, ti, to) != ST_OK) return ST_ERROR;
    if (s->drawn_keyless && s->se->keyless && s->ks->saw.turns) { /* what goes round in a b-program is seen by keys */
        s->drawn_keyless = false;
        s->restart = true;
        return ST_OK;
    }
    if (to->keyed && match(s, ti, a, to) != ST_OK) return ST_ERROR;
    enum HotPlace place = event ? HOT_SYNC : goes_on && a->has_cg ? HOT_BETWEEN : HOT_NOWHERE;
    bool within = (to->bp || l->cg.kind == CK_EVENT) && s->last != RUN_IGNORED;
    bool followed = s->set && !s->silent && (event || within);
    if (followed && hot_arrive(s, l, place, to->key, a->cg.n) != ST_OK) return ST_ERROR;
    if (reduction_after(s, l, a, to) != ST_OK) return ST_ERROR;
    return nearer_arrive(s, to);
}

/* As listeners are told (tell): each state advanced to is new or visited, those where a path ends among them. */
static void count_state(Search *s, const After *a, const Arrival *to) {
    if (to->fresh) s->st.states_new++;
    else s->st.visited++;
    if (!to->keyed) s->st.pruned++;
    if (a->out == OUT_END || a->deadlock) s->st.end_states++;
    if (to->fresh && s->path.n > s->st.max_depth) s->st.max_depth = s->path.n;
}

/* Listeners learn of the state; what is wrong with it is reported. */
static Status tell(Search *s, const After *a, Arrival *to) {
    bool wrong = ((a->uncaught || a->violation) && (to->fresh || !to->bp)) || ((a->deadlock || a->exited) && to->fresh);
    u32 n_errors = s->found.errors.n;
    to->set_id = to->id;
    to->id = search_state_id(s, to->keyed, to->fresh || !to->keyed, to->id);
    s->told.now = (StateNow){to->id,
                             s->path.n,
                             to->fresh || to->again || to->nearer, /* to listeners new is what is followed */
                             a->out == OUT_END || a->deadlock,
                             wrong,
                             a->out == OUT_PRUNED && !a->deadlock && !a->violation,
                             a->has_cg ? &a->cg : NULL,
                             a->up,
                             a->n_up};
    if (JPF_UNLIKELY(s->ks->events) && search_event_advanced(s, &to->raw) != ST_OK) return ST_ERROR;
    s->rec.arrived = to->keyed;
    s->rec.arrived_raw = to->raw;
    s->rec.lost = 0;
    if (wrong || JPF_UNLIKELY(s->ks->hub->violations.n)) {
        /* A path that rests on an assumption that has failed cannot be executed again; nor one with a transition that
         * was broken off because of it be replayed. */
        if ((s->ks->uses->stale || s->persist.cut) && !s->replaying) {
            s->restart = true;
            return ST_OK;
        }
        if (wrong && errors_of(s, a) != ST_OK) return ST_ERROR;
        if (search_event_errors(s, n_errors) != ST_OK) return ST_ERROR;
        if (!s->cfg.multiple_errors && s->found.errors.n) s->done = true;
    }
    if (s->ks->verify.end_search) s->ended = s->done = true;
    if (search_event_end(s) != ST_OK) return ST_ERROR;
    s->told.now.next = NULL;
    s->told.arrived = s->told.now;
    return ST_OK;
}

/* The state becomes the last level of the path, with the choices that need to be tried there. */
static Status descend(Search *s, After *a, const Arrival *to) {
    randomize(s, a, to->plain);
    if (enter(s, a, to) != ST_OK) return ST_ERROR;
    Level *l = &s->path.v[s->path.n - 1];
    l->set_id = to->set_id;
    l->again = to->again;
    if (live_entered(s) != ST_OK) return ST_ERROR;
    return s->cfg.kind->returns ? ST_OK : reduction_arrange(s, l, to);
}

/* Undone, as nothing follows from here. */
static void turn_back(Search *s, After *a) {
    Level *l = &s->path.v[s->path.n - 1];
    /* A step that ends the path for everybody hides what the others would have done before it. */
    if (a->out == OUT_PRUNED || (a->out == OUT_END && s->last == RUN_EXIT && !s->ks->bp.idle)) reduction_expand(s, l);
    after_free(s, a);
    run_undo(s, l);
    if (!s->done) search_backtracked(s);
}

/* The path to an error could not be executed again: what is left to be tried from its states cannot be reached. */
static Status leave_lost(Search *s, After *a, StepOutcome *out) {
    u32 n = s->rec.lost;
    s->rec.lost = 0;
    *out = OUT_PRUNED;
    live_left(s, &s->path.v[s->path.n - 1]);
    turn_back(s, a);
    if (s->done) return ST_OK;
    while (s->path.n > n) search_backtrack(s);
    return search_constraint(s,
                             "what follows the path of an error was left out: the path could not be executed again, as "
                             "it depends on what is no part of the state");
}

static bool by_execution(const Search *s) {
    return s->cfg.kind->stateless || (!s->set && !s->cfg.kind->traces); /* traces count for themselves */
}

/* Of a search that takes execution after execution: has one come to its end here? */
static void count_execution(Search *s, const After *a, const Arrival *to) {
    bool erred = s->found.errors.n && s->done, cut = s->told.now.ignored || to->turned;
    if (a->out == OUT_NEW && !cut && !erred) return;
    if (a->out == OUT_END && !cut) s->st.executions++;
    else s->st.executions_blocked++;
}

static Status follow(Search *s, After *a, Arrival *to, StepOutcome *out) {
    if (tell(s, a, to) != ST_OK) return ST_ERROR;
    /* Torn: a limit broke an error's path off on its way here. This is no state, and the search is over. */
    if (JPF_UNLIKELY(s->restart || s->torn)) {
        *out = OUT_STOP;
        run_undo(s, &s->path.v[s->path.n - 1]);
        return ST_OK;
    }
    if (JPF_UNLIKELY(s->rec.lost)) return leave_lost(s, a, out);
    Level *l = &s->path.v[s->path.n - 1];
    bool onward = a->out == OUT_NEW;
    if (by_execution(s)) count_execution(s, a, to);
    /* The kind is asked of states that can be gone on from; before the first one it has nothing to tell by. */
    bool later = onward && (to->fresh || s->cfg.kind->later(s, to->id, to->key));
    l->open |= later;
    if (later && fair_led(s, to) != ST_OK) return ST_ERROR;
    if (onward && !later && s->cfg.livelock) reduction_expand(s, l); /* every cycle has a state where all is tried */
    if (!onward) live_left(s, l);
    else if (!to->fresh && !to->turned && live_closed(s, l, to->set_id, to->key, to->renamed) != ST_OK) return ST_ERROR;
    l = &s->path.v[s->path.n - 1];
    bool on = to->fresh || to->again || to->nearer || s->cfg.kind->walks;
    if (!onward || !on || s->told.now.ignored) {
        if (onward) *out = OUT_VISITED;
        turn_back(s, a);
        return search_limits(s);
    }
    bool deep = s->cfg.depth_limit && s->path.n >= s->cfg.depth_limit; /* the new state's depth is path.n */
    if (!deep && !nearer_cuts(s)) {
        if (descend(s, a, to) != ST_OK) return ST_ERROR;
        return search_limits(s);
    }
    if (deep && search_constraint(s, "depth limit reached: %llu (search.depth_limit)",
                                  (unsigned long long)s->cfg.depth_limit) != ST_OK)
        return ST_ERROR;
    live_left(s, l);
    after_free(s, a);
    s->st.executions_blocked += by_execution(s);
    *out = OUT_PRUNED;
    run_undo(s, l);
    if (!s->done) search_backtracked(s);
    return search_limits(s);
}

/* What leads to a b-program's first state is no b-step, and where it was broken is no state of the b-program. */
static void count_transition(Search *s, const Level *l, const After *a) {
    if (s->silent || a->out == OUT_STOP) return;
    s->st.transitions++;
    if (s->st.setup) return; /* a search that begins its paths anew comes to it again */
    if (!a->has_cg || a->cg.kind != CK_EVENT || l->cg.kind == CK_EVENT || !only_setup(s)) return;
    s->st.setup = s->st.transitions;
    s->st.transitions = s->st.states_new = 0;
}

/* The current choice of l is made: what came of it, and the state arrived at. */
static Status executed(Search *s, Level *l, After *a, Arrival *to) {
    ThreadInfo *ti = run_choice(s, l);
    if (!ti || ahead_runs(s, ti) != ST_OK) return ST_ERROR;
    Status st = run_thread(s, &ti, a);
    ahead_ran(s, ti, a);
    if (st != ST_OK) return ST_ERROR;
    if ((a->bad = s->ks->bp.bad) != 0) a->violation = true;
    count_transition(s, l, a);
    if (a->out == OUT_STOP) return ST_OK;
    if (arrive(s, l, ti, a, to) != ST_OK) return ST_ERROR;
    return s->ahead.on ? ahead_closed(s, ti, to) : ST_OK;
}

Status search_forward(Search *s, StepOutcome *out) {
    Level *l = &s->path.v[s->path.n - 1];
    After a;
    Arrival to;
    if (level_advance(s, l) != ST_OK) return ST_ERROR;
    left_chose(s, l);
    search_event_choice(s, l);
    if (s->ahead.on) {
        bool known;
        *out = OUT_VISITED;
        if (ahead_look(s, &known) != ST_OK) return ST_ERROR;
        if (known) return ST_OK;
    }
    s->ks->verify.end_search = false;
    memset(&a, 0, AFTER_HEAD);
    Status st = s->ahead.takes ? ahead_take(s, l, &a, &to) : executed(s, l, &a, &to);
    *out = a.out;
    if (st == ST_OK && a.out == OUT_STOP) {
        run_undo(s, l);
        return ST_OK;
    }
    if (st == ST_OK) st = assume_after(s, &a);
    if (st == ST_OK && s->silent) {
        randomize(s, &a, to.plain);
        if (s->trial) *s->trial = search_error_sign(s, &a);
        if (a.out == OUT_NEW) st = enter(s, &a, &to);
    } else if (st == ST_OK && s->restart) {
        *out = OUT_STOP;
        run_undo(s, l);
    } else if (st == ST_OK) {
        count_state(s, &a, &to);
        if (s->cfg.kind->arrived) st = s->cfg.kind->arrived(s, &a, &to);
        if (st == ST_OK) st = follow(s, &a, &to, out);
    }
    after_free(s, &a);
    return st;
}

void search_backtrack(Search *s) {
    if (s->path.n > 1 && tree_hollow(&s->tree, s->path.n - 2)) {
        if (!s->torn && tree_up(s) == ST_OK) search_backtracked(s);
        else tree_drop_levels(s, s->path.n - 1);
        return;
    }
    stack_leave(s, s->path.v[s->path.n - 1].key);
    level_free(s, &s->path.v[s->path.n - 1]);
    s->path.n--;
    path_shorter(s);
    if (s->path.n) run_undo(s, &s->path.v[s->path.n - 1]);
    if (s->path.n) search_backtracked(s);
}

/* A level before main has run. */
Status search_root(Search *s) {
    u32 main_id = 0;
    After a = {.has_cg = true};
    s->prelude = (Prelude){0};
    if (ks_keep_dead(s->ks) != ST_OK) return ST_ERROR;
    if (cg_threads(s->cx, &a.cg, &main_id, 1, AC_NONE) != ST_OK) return ST_ERROR;
    return enter(s, &a, &(Arrival){.id = UINT32_MAX});
}
