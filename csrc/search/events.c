/* events.c -- what the search tells listeners, in the order of JPF's searches, and what they ask of it.
 *
 * Depth first, as an automaton over the current depth:
 *   started (advanced (violated | constraint_hit)* | processed | backtracked)* finished
 * advanced goes one deeper; a state that is not followed (visited, end, ignored, too deep) is
 * backtracked at once, any other is processed when its choices are done, then backtracked. */
#include "kernel/events.h"
#include "search/search.h"
#include "search/kind.h"

void told_reset(Search *s) {
    s->told.next_id = s->told.ids.n = 0;
    s->told.now = (StateNow){.id = UINT32_MAX};
}

void told_free(Search *s) { disk_vec_free(s->cx, &s->told.ids); }

void search_event(Search *s, u32 kind) {
    KernelState *ks = s->ks;
    if (s->silent || !(ks->events >> kind & 1)) return;
    ThreadInfo *ti = s->last_thread < ks->n_threads ? ks->threads.v[s->last_thread] : NULL;
    ev_fire(ks, kind, &(EventData){.ti = ti});
}

void search_event_cg(Search *s, u32 kind, const ChoiceGenerator *cg) {
    KernelState *ks = s->ks;
    if (s->silent || !(ks->events >> kind & 1)) return;
    u32 id = cg->kind == CK_THREAD ? s->last_thread : cg->thread;
    ev_fire(ks, kind, &(EventData){.ti = id < ks->n_threads ? ks->threads.v[id] : NULL, .cg = cg});
}

static void tell_at(Search *s, u32 kind, ChoiceGenerator *cg, i64 at) {
    i64 now = cg->at;
    cg->at = at;
    search_event_cg(s, kind, cg);
    cg->at = now;
}

/* Where a path is only executed again, who has changed the program hears again of what it was told before the
 * transition: of a cascade the generators that had moved, and of all when they were set. */
void search_choice_again(Search *s, Level *l) {
    if (!s->ks->hub->replaying) return;
    bool silent = s->silent;
    u32 moved = 0;
    while (moved < l->n_up && level_cg(l, moved)->at == 0) moved++;
    s->silent = false;
    for (u32 i = l->n_up + 1; i-- > 0 && level_index(l) == 0;)
        tell_at(s, EV_choice_generator_set, level_digit(l, i), -1);
    for (u32 i = moved + 1; i-- > 0;) search_event_cg(s, EV_choice_generator_advanced, level_cg(l, i));
    s->silent = silent;
}

/* A state's generators are set, once. JPF counts them so (report.Statistics). */
static void count_set(Search *s, Level *l) {
    if (l->told) return;
    l->told = true;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind != CK_THREAD) {
            s->st.data_cgs++;
            continue;
        }
        s->st.thread_cgs++;
        s->sched.choices[cg->action & 31]++;
    }
}

/* The current choices are about to be made, those above first. Of a cascade only what level_advance has moved
 * is told of: a generator that has begun again was processed. JPF: SystemState.advanceCurCg. */
void search_event_choice(Search *s, Level *l) {
    s->told.at_rest = false;
    if (s->silent) {
        if (!s->ks->events) return;
        s->told.now.next = NULL;
        search_choice_again(s, l);
        return;
    }
    bool told = l->told;
    count_set(s, l);
    if (!s->ks->events) return;
    s->told.now.next = NULL;
    u32 n = told ? s->cascade.moved + 1 : l->n_up + 1;
    for (u32 i = 0; i + 1 < n && told; i++) /* at its end when it is told of, again before the first after it */
        tell_at(s, EV_choice_generator_processed, level_digit(l, i), (i64)level_cg(l, i)->n - 1);
    for (u32 i = n; i-- > 0 && !told;) tell_at(s, EV_choice_generator_set, level_digit(l, i), -1);
    for (u32 i = n; i-- > 0;) search_event_cg(s, EV_choice_generator_advanced, level_cg(l, i));
    if (!EV_ON(s->ks, thread_scheduled)) return;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind != CK_THREAD) continue;
        u32 id = cg_thread(cg, (u32)cg->at);
        if (id != s->last_thread && s->path.n > 1) /* main runs already */
            ev_fire(s->ks, EV_thread_scheduled, &(EventData){.ti = s->ks->threads.v[id]});
        break;
    }
}

/* All choices of the last level are done. */
void search_event_processed(Search *s) {
    Level *l = &s->path.v[s->path.n - 1];
    bool told = l->told;
    if (!s->silent) count_set(s, l);
    if (!s->ks->events) return;
    s->told.at_rest = true;
    if (!told && !s->silent) /* no choice of it needs to be tried (sleep.c) */
        for (u32 i = l->n_up + 1; i-- > 0;) search_event_cg(s, EV_choice_generator_set, level_cg(l, i));
    for (u32 i = 0; i <= l->n_up; i++) search_event_cg(s, EV_choice_generator_processed, level_cg(l, i));
    search_event_back(s, EV_state_processed);
}

/* The search stands at the last level (again). */
void search_event_back(Search *s, u32 kind) {
    if (!s->ks->events || s->silent) return;
    const Level *l = &s->path.v[s->path.n - 1];
    s->told.now = (StateNow){.id = l->state_id, .depth = s->path.n - 1};
    s->told.at_rest = true;
    search_event(s, kind);
}

void search_backtracked(Search *s) {
    if (!s->silent) s->st.backtracked++;
    search_event_back(s, EV_state_backtracked);
}

/* Which id a visited state had. Kept while somebody listens, and breadth first, where ids order states. */
u32 search_state_id(Search *s, bool stored, bool fresh, u32 set_id) {
    u32 id;
    bool listens = s->ks->hub->n_sinks, others = s->work && listens; /* who may have found it */
    if (!fresh && set_id < s->told.ids.n && s->told.ids.v[set_id] != UINT32_MAX) return s->told.ids.v[set_id];
    if (!fresh && !others) return set_id;
    id = s->told.next_id++;
    if (!stored || !s->set || !(listens || s->cfg.kind->returns)) return id;
    while (s->told.ids.n <= set_id)
        if (disk_vec_push(s->cx, &s->told.ids, others ? UINT32_MAX : id) != ST_OK) return id;
    if (others) s->told.ids.v[set_id] = id;
    return id;
}

/* What listeners change in a state that was reached belongs to it, and not to the first transition out of it:
 * the transition is closed once more. raw: the key as it was looked up, then as it is. */
static Status tell_advanced(Search *s, H128 *raw) {
    EventHub *hub = s->ks->hub;
    ThreadInfo *ti = s->ks->threads.v[s->last_thread];
    bool before = hub->meddled;
    hub->meddled = false;
    ev_fire(s->ks, EV_state_advanced, &(EventData){.ti = ti});
    bool changed = hub->meddled;
    hub->meddled |= before;
    return changed ? state_end_transition(s->se, ti, raw) : ST_OK;
}

/* Where a path is only executed again, who has changed the program hears of its states again. */
Status search_event_again(Search *s, u32 id, u32 depth, H128 *raw) {
    EventHub *hub = s->ks->hub;
    if (!hub->replaying || !EV_ON(s->ks, state_advanced)) return ST_OK;
    StateNow now = s->told.now;
    s->told.now = (StateNow){.id = id, .depth = depth, .fresh = true};
    Status st = tell_advanced(s, raw);
    hub->ignore_state = false;
    s->told.now = now;
    return st;
}

/* A state was reached: told, and whatever listeners asked for since the transition began is done. */
Status search_event_advanced(Search *s, H128 *raw) {
    EventHub *hub = s->ks->hub;
    if (hub->probe && *hub->probe) {
        *hub->probe = 0;
        search_event(s, EV_search_probed);
    }
    search_event(s, EV_property_check);
    if (hub->violations.n) s->told.now.error = true;
    if (!s->silent && EV_ON(s->ks, state_advanced) && tell_advanced(s, raw) != ST_OK) return ST_ERROR;
    if (hub->ignore_state) {
        s->told.now.ignored = true;
        hub->ignore_state = false;
        if (search_constraint(s, "a listener ignored states") != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static void parts_of(const Violation *v, const char **property, ErrorKind *kind, const char **message) {
    const char *word = v->text + strlen(v->text) + 1;
    *property = v->text;
    *kind = strcmp(word, "race") == 0 ? EK_RACE : strcmp(word, "livelock") == 0 ? EK_LIVELOCK : EK_PROPERTY;
    *message = word + strlen(word) + 1;
}

static void drop_violations(Search *s) {
    EventHub *hub = s->ks->hub;
    for (u32 i = 0; i < hub->violations.n; i++) violation_free(s->ks, &hub->violations.v[i]);
    hub->violations.n = 0;
}

static Status report_noted(Search *s, const Violation *v) {
    const char *property, *message;
    ErrorKind kind;
    parts_of(v, &property, &kind, &message);
    if (map_put(&s->found.reported, hash_bytes(v->text, v->bytes, 0) | 1, 1) != ST_OK) return ST_ERROR;
    s->found.of = v;
    Status st = search_report_at(s, kind, property, message, v->at, v->n_at);
    s->found.of = NULL;
    return st;
}

Status search_event_errors(Search *s, u32 before) {
    EventHub *hub = s->ks->hub;
    Status st = ST_OK;
    u32 n = s->cfg.multiple_errors || hub->violations.n < 2 ? hub->violations.n : 1;
    for (u32 i = 0; i < n && st == ST_OK; i++) st = report_noted(s, &hub->violations.v[i]);
    drop_violations(s);
    if (st != ST_OK || s->found.errors.n == before) return st;
    s->told.now.error = true;
    for (u32 i = before; i < s->found.errors.n; i++) {
        s->told.errors = i + 1;
        search_event(s, EV_property_violated);
    }
    s->told.errors = 0;
    return ST_OK;
}

/* The search begins again: it will come to the error again, unless what found it was its own history. */
Status search_keep_violations(Search *s) {
    EventHub *hub = s->ks->hub;
    for (u32 i = 0; i < hub->violations.n; i++) {
        for (u32 k = 0; k < hub->violations.v[i].n_at; k++) hub->violations.v[i].at[k].thread = UINT32_MAX;
        if (!hub->violations.v[i].history) {
            violation_free(s->ks, &hub->violations.v[i]);
            continue;
        }
        if (vec_push(s->cx, &s->found.kept, hub->violations.v[i]) != ST_OK) return ST_ERROR;
    }
    hub->violations.n = 0;
    return ST_OK;
}

static Status report_kept(Search *s) {
    Status st = ST_OK;
    s->found.note =
        "it was found in a search that then began again (vm.por), which did not come to it: it depends on what is no "
        "part of the state. There is no path to it";
    for (u32 i = 0; i < s->found.kept.n && st == ST_OK; i++) {
        const Violation *v = &s->found.kept.v[i];
        if (map_get(&s->found.reported, hash_bytes(v->text, v->bytes, 0) | 1, NULL)) continue;
        if (!s->found.errors.n || s->cfg.multiple_errors) st = report_noted(s, v);
    }
    s->found.note = NULL;
    return st;
}

/* A listener failed, or asked for the end. */
Status search_event_end(Search *s) {
    EventHub *hub = s->ks->hub;
    if (JPF_LIKELY(!hub->stopped && !hub->end_search)) return ST_OK;
    if (s->done) return ST_OK;
    s->done = true;
    return search_constraint(s, hub->stopped ? "ended by an exception in a listener" : "ended by a listener");
}

static void leave_path(Search *s) {
    bool silent = s->silent;
    s->silent = true;
    tree_home(s);
    while (s->path.n && !s->torn) search_backtrack(s);
    tree_drop_levels(s, 0);
    s->silent = silent;
}

/* The search is over. A property of the whole search that a listener finds violated now has no path. */
Status search_event_finished(Search *s) {
    search_event(s, EV_search_finished);
    if (!s->ks->hub->violations.n && !s->found.kept.n) return ST_OK;
    leave_path(s);
    u32 before = s->found.errors.n;
    return report_kept(s) == ST_OK ? search_event_errors(s, before) : ST_ERROR;
}
