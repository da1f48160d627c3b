/* work.c -- parts of the space: cut from a path, written down, and taken up from what was written.
 *
 * A part's words:
 *
 *   n, the n choices that lead to its state (level_word), each with the number of the state behind it,
 *   its key (2), the set and the waits of por/ (3),
 *   whose: PART_THREADS k, the threads to be tried, j, those that a persistent set has left out
 *       or PART_RANGE from, to: indexes of choices
 *       or PART_WAY: what is left at each level (park.c) */
#include "search/work.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/places.h"
#include "native/native.h"
#include "search/kind.h"
#include "search/por/sleepers.h"
#include "search/portfolio.h"
#include "search/reduction.h"

enum { STATE_WORDS = 3 + PASSED_WORDS };
/* Transitions after which an engine looks at what the others have taken. */
enum { LOOK_EVERY = 64, EXPECT_EVERY = 4096 };
/* New beginnings because of several engines, before one goes on alone. */
enum { STRAYS_MAX = 3, AGAIN_MAX = 40 };

/* --- may it? --- */

static const char *refused_by_host(const Search *s) {
    const Host *h = s->cx->host;
    if (s->ks->hub->n_sinks && !(h && h->beside)) return h && h->alone ? h->alone : "a listener hears of it";
    if (s->ks->hub->n_sinks && s->cfg.por && !s->cfg.kind->draws)
        return "it would begin again before the eyes of listeners (vm.por=false)";
    if (s->ks->hub->changed) return "a listener changes what the program does";
    if (s->ks->cs->peers) return "a native peer is executed";
    if (h && (h->schedule || h->lock_policy || h->shared_point || h->attribute)) return "a policy in Python is asked";
    return NULL;
}

const char *work_refused_here(const Search *s) {
    const SearchConfig *c = &s->cfg;
    const char *host = refused_by_host(s);
    if (host) return host;
    if (s->ks->saw.turns) return "b-threads take turns";
    if (c->livelock) return "LivelockProperty looks at cycles";
    if (c->match_depth || (c->depth_limit && !c->kind->draws)) return "the depths of states count";
    if (c->randomize) return "cg.randomize_choices orders the choices";
    if (s->sched.priority) return "a scheduling policy chooses the threads";
    if (native_remembers(s->ks)) return "the program counts with Verify over all paths";
    return NULL;
}

const char *work_refused(const Search *s) {
    const SearchConfig *c = &s->cfg;
    if (c->kind == &kind_coverage) return "coverage goes on from the executions before";
    if (c->kind != &kind_dfs && !c->kind->draws)
        return "only depth-first and random searches have several threads so far";
    if (c->portfolio == PORTFOLIO_NAMED) return "search.class=auto takes turns";
    if (s->checkpoint.file && c->deterministic) return "search.deterministic may search again, which is not written";
    if (!s->set && !c->kind->draws) return "no states are stored";
    if (s->set && !s->drawn_keyless && !stateset_is_shared(s->set) && !stateset_is_keys(s->set))
        return "only sets of keys can be shared";
    if (c->dynamic) return "vm.por=dynamic goes by what was done below a state";
    if (s->se->sets->words.n) return "sets of threads are large";
    if (s->ks->uses->fast || s->ks->uses->aggressive) return "locks are guessed while it runs (vm.por.sync_detection)";
    if (c->deterministic && (c->state_limit || c->transition_limit))
        return "search.deterministic means that a limit of states or transitions ends it where one thread is then";
    return work_refused_here(s);
}

/* --- beginning --- */

/* What the search rests on has failed: it will begin again anyway. */
static bool begins_again(const Search *s) {
    return s->persist.doomed || s->ks->uses->stale || s->se->fp_broken || s->ks->places->broken;
}

/* An engine is taken to need what this one has besides states. These may go to the disk. */
static bool has_room(const Search *s) {
    u64 limit = s->cfg.memory_limit, states = search_state_bytes(s);
    u64 own = s->cx->bytes > states ? s->cx->bytes - states : 0;
    if (s->disk) states = 0;
    return !limit || states + own * s->cfg.threads < limit / 2;
}

/* Each engine has a path of its own, and each part of the work names one: where the space is hardly more than a path,
 * they would take as much memory as the states. */
enum { STATES_A_LEVEL = 16 };
static bool is_a_path(const Search *s) {
    return s->st.states_new >= s->cfg.join_states && (u64)s->path.n * STATES_A_LEVEL > s->st.states_new;
}

/* Of a search in several threads that nobody has asked for: it would tell less, or be cut sooner. */
static const char *tells_less(const Search *s) {
    if (s->live) return "it looks at what goes on for ever";
    if (s->checkpoint.file) return "search.checkpoint promises the counts of one thread";
    if (s->cfg.deterministic) return "search.deterministic";
    if (!has_room(s)) return "search.memory_limit is near";
    if (is_a_path(s)) return "its path is nearly all there is";
    return s->cfg.kind->draws ? "its executions are drawn" : NULL;
}

static const char *refused_now(const Search *s) {
    if (s->strays > STRAYS_MAX) return "what one thread has learned of the program leads another one elsewhere";
    if (s->again > AGAIN_MAX) return "what one thread assumes of the program another one finds wrong too often";
    return work_refused(s);
}

static Status stays_alone(Search *s, const char *why) {
    u32 want = s->cfg.threads;
    s->join_at = s->join_states = UINT64_MAX;
    if (s->cfg.threads_auto) return ST_OK;
    return search_note(s, "note: search.threads=%u: one thread searches, because %s", want, why);
}

void work_begin(Search *s) {
    bool never = s->cfg.threads < 2 || s->replaying || s->settle.on || s->cfg.aside || !s->hooks.enlist;
    s->join_at = never ? UINT64_MAX : s->cfg.join_at;
    s->join_states = never ? UINT64_MAX : s->cfg.join_states;
}

Status work_grow(Search *s) {
    const SearchKind *k = s->cfg.kind;
    if (s->work) {
        s->join_at = s->join_states = UINT64_MAX;
        return ST_OK;
    }
    if ((k->draws && !k->draws(s)) || begins_again(s)) { /* not yet */
        s->join_at = s->st.transitions + LOOK_EVERY;
        s->join_states = UINT64_MAX;
        return ST_OK;
    }
    const char *why = refused_now(s);
    if (!why && s->cfg.threads_auto) why = tells_less(s);
    if (why) return stays_alone(s, why);
    s->join_at = s->join_states = UINT64_MAX;
    return s->hooks.enlist(s->hooks.user);
}

Status work_hand_over(Search *s, SharedSet *seen, SharedSet *plain, Sleepers *sleepers) {
    if (seen && stateset_share(s->set, seen, NULL) != ST_OK) return ST_ERROR;
    for (u32 i = 1; i < s->path.n && seen; i++) {
        const Level *l = level_at(s, i);
        if (!l->again) sharedset_unmark(seen, l->set_id, SM_LEFT);
    }
    if (alike_share(s, plain) != ST_OK) return ST_ERROR;
    if (s->sleep.on && sleep_share(s, sleepers) != ST_OK) return ST_ERROR;
    s->se->sets->narrow = true;
    return ST_OK;
}

/* What the engines count as scheduling points and as none: of paths that others have counted. */
typedef struct Counts {
    u64 met[sizeof((Sched *)0)->met / sizeof(u64)], choices[sizeof((Sched *)0)->choices / sizeof(u64)];
    u64 skipped[sizeof((KernelState *)0)->skipped / sizeof(u64)];
} Counts;

static void hush(Search *s, Counts *c) {
    memcpy(c->met, s->sched.met, sizeof c->met);
    memcpy(c->choices, s->sched.choices, sizeof c->choices);
    memcpy(c->skipped, s->ks->skipped, sizeof c->skipped);
    s->silent = true;
    hub_pause(s->ks);
}

static void speak(Search *s, const Counts *c) {
    hub_resume(s->ks);
    s->silent = false;
    memcpy(s->sched.met, c->met, sizeof c->met);
    memcpy(s->sched.choices, c->choices, sizeof c->choices);
    memcpy(s->ks->skipped, c->skipped, sizeof c->skipped);
}

Status work_join(Search *s) {
    StepOutcome out;
    Counts c;
    s->ks->heap->exposures = 0;
    if (s->cfg.kind->draws) { /* executions begin in the initial state, which is found already */
        hush(s, &c);
        Status st = search_start(s, &out);
        speak(s, &c);
        for (u32 i = 0; i < s->path.n; i++) level_at(s, i)->told = true;
        s->path.v[s->path.n - 1].state_id = s->told.next_id++;
        return st;
    }
    if (search_root(s) != ST_OK) return ST_ERROR;
    level_at(s, 0)->borrowed = level_at(s, 0)->told = true;
    return ST_OK;
}

/* --- a part is given --- */

static u32 *ids_of(ChoiceGenerator *cg) { return cg->n_full > 4 ? cg->u.threads : cg->u.small; }

/* Untried choices of the level that can be given. */
static u64 spare(const Level *l, bool last) {
    const ChoiceGenerator *cg = &l->cg;
    if (l->n_up || (cg->flags & (CGF_OPEN | CGF_GIVEN)) || cg->kind == CK_CUSTOM || cg->kind == CK_EVENT) return 0;
    u64 to = l->own_to && l->own_to < cg->n ? l->own_to : cg->n, from = (u64)(cg->at + 1);
    u64 n = to > from ? to - from : 0;
    return last && n ? n - 1 : n;
}

static u64 *put(u64 *at, u64 word) {
    *at = word;
    return at + 1;
}

/* The last k threads of those to be tried go behind all others. */
static u64 *give_threads(Level *l, u32 k, u64 *at) {
    ChoiceGenerator *cg = &l->cg;
    u32 *ids = ids_of(cg), n = (u32)cg->n, full = (u32)cg->n_full, out = l->awake - n;
    at = put(put(at, PART_THREADS), k);
    for (u32 i = n - k; i < n; i++) at = put(at, ids[i]);
    at = put(at, out);
    for (u32 i = n; i < l->awake; i++) at = put(at, ids[i]);
    for (u32 i = 0; i < k; i++) {
        u32 id = ids[n - k];
        mem_move(ids + (n - k), ids + (n - k) + 1, (size_t)(full - (n - k) - 1) * sizeof *ids);
        ids[full - 1] = id;
    }
    cg->n -= k;
    l->awake -= k;
    return at;
}

static u64 *give_range(Level *l, u64 k, u64 *at) {
    u64 to = l->own_to && l->own_to < l->cg.n ? l->own_to : l->cg.n;
    l->own_to = to - k;
    return put(put(put(at, PART_RANGE), to - k), to);
}

static Status cut(Search *s, u32 i, u64 k) {
    Level *l = level_at(s, i);
    size_t room = 2 * (size_t)i + 1 + STATE_WORDS + 3 + l->cg.n_full;
    WorkPart *p = part_new(s, room);
    if (!p) return ST_ERROR;
    u64 *at = put(p->v, i);
    for (u32 n = 0; n < i; n++) at = put(put(at, level_word(level_at(s, n))), level_at(s, n + 1)->set_id);
    l = level_at(s, i); /* many others were asked for */
    at = put(put(at, l->raw.lo), l->raw.hi);
    at = fair_put(l->passed, put(at, l->tried));
    at = l->cg.kind == CK_THREAD ? give_threads(l, (u32)k, at) : give_range(l, k, at);
    p->n = (u64)(at - p->v);
    s->work->give(s->work->user, p);
    return ST_OK;
}

static Status give_one(Search *s, bool *gave) {
    *gave = false;
    if (tree_fill(s) != ST_OK) return ST_OK;
    for (u32 i = 0; i < s->path.n; i++) {
        u64 n = spare(level_at(s, i), i + 1 == s->path.n);
        if (!n) continue;
        if (s->work->meet(s->work->user) != ST_OK) return ST_ERROR;
        *gave = !s->restart;
        return s->restart ? ST_OK : cut(s, i, (n + 1) / 2);
    }
    return ST_OK;
}

Status work_share(Search *s) {
    bool gave;
    return JPF_LIKELY(!s->work->hungry(s->work->user)) ? ST_OK : give_one(s, &gave);
}

Status work_stock(Search *s) {
    enum { PARTS = 8 };
    bool gave = true;
    for (u32 i = 0; i < PARTS && gave; i++)
        if (give_one(s, &gave) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* --- a part is taken --- */

/* The path leads elsewhere here: what the engines know of the program differs. */
static Status stray(Search *s) {
    s->restart = s->strayed = true;
    return ST_OK;
}

/* The level stands for the state of this number, as it does for who found it. */
static Status stands_for(Search *s, Level *l, u32 id) {
    l->borrowed = l->told = true;
    l->set_id = id;
    if (s->ks->hub->n_sinks) l->state_id = search_state_id(s, true, false, id);
    if (!s->alike.plain) return ST_OK;
    stack_leave(s, l->key);
    l->key = alike_key(id);
    return stack_enter(s, l->key);
}

/* The path to the part's state: what of it is the present one stays. */
static Status go(Search *s, const u64 *w, u32 n) {
    u32 i = 0;
    StepOutcome out;
    while (i < n && i + 1 < s->path.n && level_word(level_at(s, i)) == w[2 * i]) i++;
    while (s->path.n > i + 1) search_backtrack(s);
    for (; i < n; i++) {
        Level *l = level_at(s, i);
        if (l->cg.kind == CK_THREAD) l->cg.n = l->cg.n_full; /* of another part some were taken */
        l->own_to = 0;
        if (!level_has_word(l, w[2 * i])) return stray(s);
        if (level_seek_word(s, l, w[2 * i]) != ST_OK || search_forward(s, &out) != ST_OK) return ST_ERROR;
        if (s->restart || s->done) return ST_OK;
        if (out != OUT_NEW || s->path.n != i + 2) return stray(s);
        level_at(s, i)->own_to = level_index(level_at(s, i)) + 1;
        if (stands_for(s, level_at(s, i + 1), (u32)w[2 * i + 1]) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* The level's choices become those of the part. */
static Status take_threads(Search *s, Level *l, const u64 *w) {
    ChoiceGenerator *cg = &l->cg;
    u32 *ids = ids_of(cg), full = (u32)cg->n_full, at = 0, k = (u32)w[0], out = (u32)w[k + 1];
    for (u32 part = 0; part < 2; part++) {
        const u64 *v = part ? w + k + 2 : w + 1;
        for (u32 i = 0; i < (part ? out : k); i++) {
            u32 j = at;
            while (j < full && ids[j] != v[i]) j++;
            if (j == full) return stray(s);
            ids[j] = ids[at];
            ids[at++] = (u32)v[i];
        }
    }
    cg->at = -1;
    cg->n = k;
    l->own_to = 0;
    l->awake = k + out;
    return ST_OK;
}

static bool part_is_way(const WorkPart *p) { return p->v[1 + 2 * p->v[0] + STATE_WORDS] == PART_WAY; }

static Status take_up(Search *s, const WorkPart *p) {
    const u64 *w = p->v + 1;
    u32 n = (u32)p->v[0];
    if (s->work->meet(s->work->user) != ST_OK) return ST_ERROR;
    if (s->restart) return ST_OK;
    Counts c;
    hush(s, &c);
    Status st = go(s, w, n);
    speak(s, &c);
    if (st != ST_OK || s->done || s->restart) return st;
    Level *l = &s->path.v[s->path.n - 1];
    w += 2 * (u64)n;
    if (s->path.n != n + 1 || !h128_eq(l->raw, (H128){w[0], w[1]})) return stray(s);
    l->tried = w[2];
    (void)fair_take(&l->passed, w + 3);
    l->open = true; /* who gave the part sees to the cycle proviso */
    w += STATE_WORDS;
    search_event_back(s, EV_state_restored);
    if (w[0] == PART_WAY) {
        bool fits;
        if (work_unpark(s, w + 1, &fits) != ST_OK) return ST_ERROR;
        return fits ? ST_OK : stray(s);
    }
    if (w[0] == PART_THREADS) return take_threads(s, l, w + 1);
    if (level_seek(s, l, w[1]) != ST_OK) return ST_ERROR;
    l->own_to = w[2];
    return ST_OK;
}

void work_look(Search *s) {
    const Work *w = s->work;
    w->done(w->user, &s->st);
    if (s->st.transitions % LOOK_EVERY == 0) {
        s->others_bytes = w->bytes(w->user);
        if (s->set) stateset_allow(s->set, s->cx->bytes + s->others_bytes);
        if (s->alike.plain) stateset_allow(s->alike.plain, s->cx->bytes + s->others_bytes);
    }
    if (s->st.transitions % EXPECT_EVERY == 0 && w->expect) {
        LeftPart part = left_part(s);
        w->expect(w->user, &part);
    }
    if (!w->over(w->user) || s->done) return;
    s->done = s->called_off = true;
}

Status work_left(Search *s, const Level *l) { return l->again ? ST_OK : stateset_mark(s->set, l->set_id, SM_LEFT); }

Status work_next(Search *s, bool *any, bool *back) {
    WorkPart *p;
    *back = false;
    for (u32 i = 0; i < s->path.n; i++) level_at(s, i)->borrowed = true; /* the root, of the engine that began */
    work_look(s);
    if (s->work->expect) s->work->expect(s->work->user, &(LeftPart){.known = true}); /* nothing is left to it */
    if (s->work->meet(s->work->user) != ST_OK) return ST_ERROR;
    if (s->done || s->restart) {
        *any = false;
        return ST_OK;
    }
    stateset_rest(s->set);
    if (s->alike.plain) stateset_rest(s->alike.plain);
    if (s->work->take(s->work->user, &p) != ST_OK) return cx_ends_in_order(s->cx) ? search_wind_up(s) : ST_ERROR;
    *any = p != NULL;
    *back = !p && !s->work->over(s->work->user);
    if (*back && !s->checkpoint.file) s->done = s->called_off = s->parked = true; /* the first one writes it */
    if (!*any) return ST_OK;
    Status st = take_up(s, p);
    *back = part_is_way(p);
    free(p);
    return st;
}
