/* settle.c -- before listeners are told of a search: run it without them until it no longer begins again.
 *
 * Reductions rest on assumptions that the search tests as it goes; where one fails, or more can be saved, it
 * begins again (Search.restart). What it has learned by then makes the next run the final one, state by state.
 * So a listener sees one search, from search_started to search_finished, as in JPF. Beyond a bound it is not
 * worth the time: a search that large may begin again before listeners' eyes (search_restarted). */
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "search/bp/hot.h"
#include "search/kind.h"
#include "search/reduction.h"

/* What was limited, found and counted goes; a listener that has stopped the search already has its way. */
static Status forget(Search *s, u32 constraints, bool complete) {
    found_drop_constraints(s, constraints);
    u64 restarts = s->st.restarts;
    s->instructions = s->settle.from;
    s->found.complete = complete;
    s->done = s->restart = false;
    s->assume.adopt_at = 0;
    hot_free(s);
    if (search_reset(s) != ST_OK) return ST_ERROR;
    s->st.restarts = restarts;
    return ST_OK;
}

/* Listeners may cut off what takes so long: an endless loop, say. */
bool search_settled_enough(const Search *s) {
    return s->st.transitions > SETTLE_MAX || s->instructions - s->settle.from > SETTLE_INSNS;
}

void search_tell_classes(KernelState *ks, u32 from) {
    for (u32 i = from; i < ks->cs->by_id.n; i++) {
        ClassInfo *ci = ks->cs->by_id.v[i];
        if (!ci || !ci->mirror) continue;
        EV(ks, load_class, .ci = ci);
        EV(ks, class_loaded, .ci = ci);
    }
}

/* Has the first transition anything to tell but its instructions? Classes have come before it, and the rest comes with
 * states. */
static bool hears_little(const Search *s) {
    const u64 states = EV_BIT(state_advanced) | EV_BIT(state_processed) | EV_BIT(state_backtracked) |
                       EV_BIT(state_restored) | EV_BIT(state_purged) | EV_BIT(state_stored) |
                       EV_BIT(property_violated) | EV_BIT(search_constraint_hit) | EV_BIT(search_finished) |
                       EV_BIT(search_started) | EV_BIT(search_restarted) | EV_BIT(vm_initialized);
    const EventHub *hub = s->ks->hub;
    return !hub->all_ops && !(hub->want & ~(states | EV_EXECUTED_BITS)) && !s->checkpoint.file &&
           (s->cfg.kind == &kind_dfs || s->cfg.kind == &kind_bfs);
}

/* As far as it has come, the search that settles is the one that listeners hear: it is not begun again for that. */
void search_settles_here(Search *s) {
    EventHub *hub = s->ks->hub;
    if (!hub->nothing_yet || s->path.n > 1 || s->ks->n_threads > 1 || s->restart || s->done || s->silent) return;
    if (s->instructions - s->settle.from < SETTLE_INSNS) return;
    s->settle.on = hub->settling = hub->nothing_yet = false;
    hub_resume(s->ks);
}

Status search_settle(Search *s, bool *over) {
    KernelState *ks = s->ks;
    EventHub *hub = ks->hub;
    *over = false;
    u32 constraints = s->found.constraints.n, classes = ks->cs->by_id.n;
    bool complete = s->found.complete, want = false;
    for (u32 i = 0; i < hub->n_sinks; i++) want |= hub->sinks[i]->settled;
    if (!want || s->replaying || !s->cfg.por || hub->stopped || hub->end_search) return ST_OK;
    /* With sleep sets a visited state may be followed again, which is no step of JPF's depth-first search. */
    s->cfg.sleep = false;
    if (reduction_begin(s) != ST_OK) return ST_ERROR;
    if (s->cfg.kind == &kind_given) return ST_OK; /* the host's is called once, for listeners to hear */
    s->settle.from = s->instructions;
    s->settle.on = hub->settling = true;
    hub_pause(ks);
    hub_nothing_yet(ks, hears_little(s));
    Status st = ST_OK;
    while (st == ST_OK) {
        st = search_once(s);
        if (!s->settle.on) {
            *over = true;
            return st;
        }
        hub_nothing_yet(ks, false);
        if (st != ST_OK || !s->restart || s->done || search_settled_enough(s)) break;
        hot_free(s);
        st = search_reset(s);
    }
    if (st == ST_OK && !s->cx->stopped) st = forget(s, constraints, complete);
    s->settle.on = hub->settling = false;
    hub_resume(ks);
    if (st == ST_OK) search_tell_classes(ks, classes);
    return st;
}
