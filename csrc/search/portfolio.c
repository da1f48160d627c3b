/* portfolio.c -- which searches take turns with the depth-first one, for how long, and what comes of it.
 *
 * The choice, made anew before each round:
 *  - Random executions always take part: they need no memory, and find what needs one thread of many at one moment.
 *  - Breadth first does, for errors near the initial state; with a larger share where the depth-first search follows
 *    one path: its deepest state is about as deep as it has states, as where a thread counts for ever.
 *  - Delay bounding does where paths end, for errors that few departures from a plain schedule make happen. Each turn
 *    begins with the first bound that those before it did not get through.
 *  - Depth first with vm.por=dynamic does where paths end, anew in each turn. What the threads do in the end may leave
 *    few orders that differ, although any of them could meet the others.
 *  - dpor does where executions end and few of them may be left (dpor/turns.c). It keeps no states, goes on where it
 *    stood, and can end the whole with everything explored.
 * Where depth first is closing, the others get little: it has come back to a choice so near the initial state that at
 * the pace of the last round it will be through soon, and what they do then is mostly lost.
 *
 * dpor asks for scheduling points where a thread is left alone, too (KernelConfig.traces), and has a transition for
 * each. That is so during its turns only. What it sees there of how fields are used is more than others see, so that
 * they assume less; and what it alone has to know (dpor_alone) makes it begin again, and not them. */
#include "search/portfolio.h"
#include "kernel/fielduse.h"
#include "kernel/places.h"
#include "native/native.h"
#include "search/dpor/dpor.h"
#include "search/dpor/turns.h"
#include "search/kind.h"
#include "search/reduction.h"

#include <stdio.h>

/* Of the depth-first search before others take turns, and per transition where transitions are long. */
enum { FIRST = 100000, FIRST_INSNS = 60000000, LONGEST_TURN = 1 << 24, INSNS_EACH = 250, MAX_ROUNDS = 40 };
/* A state set that takes this part of the memory limit leaves no room for another one. */
enum { ROOM_PART = 3 };
/* Rounds in which random executions get most of the time: what they find they mostly find soon. */
enum { MANY_ROUNDS = 3 };
/* Depth first is closing if it came back by a part of the open choices this large; the others' turns are shorter. */
enum { CLOSING_PART = 2, CLOSING_SHARE = 4 };

enum Turner { T_MIXED, T_BFS, T_DELAYS, T_DPOR, T_DYNAMIC, TURNERS };

typedef struct Turns {
    u32 n;
    u64 transitions, states, executions;
    u64 within;    /* bounds within which it has taken every path */
    bool banned;   /* it has no more turns */
    char why[100]; /* why it took part, or why it does no more */
    char said[100]; /* what it has shown although it did not end; empty: nothing */
} Turns;

struct Portfolio {
    Search *kept; /* the depth-first search, while others take their turn, or NULL */
    bool waits;   /* it does */
    u32 now;      /* whose turn it is */
    u32 ended;    /* which search ended the whole; TURNERS: depth first */
    u32 round;
    u64 due, due_insns; /* transitions and bytecodes of the depth-first search before the next round */
    u64 turn;     /* transitions of its next turn */
    bool met;     /* a state of it has had more than one choice */
    bool chain;   /* it follows one path */
    bool closing; /* it will soon have explored everything, at the pace of the last round */
    u32 open;     /* choices of its path before the first one that it has come back to, in the last round */
    Turns by[TURNERS];
    u32 own_turns;
    u64 own_transitions, own_states; /* of the depth-first search when it was last suspended */
    DporTurns dpor;
};

static const struct {
    const char *name, *word;
    const SearchKind *kind;
} turners[TURNERS] = {
    {"mixed", "random executions", &kind_mix},   {"bfs", "breadth first", &kind_bfs},
    {"delays", "delay bounding", &kind_delays},  {"dpor", "dpor", &kind_dpor},
    {"dynamic", "dynamic reduction", &kind_dfs},
};

static bool watched(const Search *s) {
    const EventHub *hub = s->ks->hub;
    if (s->cfg.portfolio == PORTFOLIO_NAMED) return false;
    for (u32 i = 0; i < hub->n_sinks; i++)
        if (hub->sinks[i]->settled) return true;
    return s->ks->cs->peers;
}

static bool possible(const Search *s) {
    const Host *h = s->cx->host;
    const SearchConfig *c = &s->cfg;
    if (!c->portfolio || s->cfg.aside || s->settle.on || s->replaying || c->kind != &kind_dfs) return false;
    if (c->multiple_errors || !s->set || !stateset_has_ids(s->set) || s->ks->saw.turns || c->randomize) return false;
    if (s->work && s->ks->hub->n_sinks) return false; /* they hear of each engine's own search */
    if (c->dynamic) return false; /* what it knows of a state is of what was done below it, in one go */
    return !watched(s) && !(h && (h->schedule || h->lock_policy)) && !s->sched.priority;
}

static u32 first_turn(const Search *s) { return s->cfg.first_turn ? s->cfg.first_turn : FIRST; }

/* What it was told of the program, and has stored, is of no more use. */
static void drop_dpor(Search *s, Portfolio *p) {
    if (p->dpor.waits) {
        p->dpor.kept->folio = NULL;
        search_free(p->dpor.kept);
        state_ask(s->se, s->set); /* which it has put an end to */
    }
    dpor_turns_anew(&p->dpor);
}

/* The depth-first search goes on until the next round for at least as long as it took to come back to where it stood:
 * back, in bytecodes, and all transitions of its path. */
static void set_due(const Search *s, Portfolio *p, u64 back) {
    u64 insns = (u64)FIRST_INSNS * (p->turn / first_turn(s));
    p->due = s->st.transitions + (p->turn > s->path.n ? p->turn : s->path.n);
    p->due_insns = s->instructions + (insns > back ? insns : back);
}

void portfolio_begin(Search *s) {
    Portfolio *p = s->folio;
    if (p && !s->cfg.aside) drop_dpor(s, p);
    if (!possible(s)) return;
    if (!p && !(p = s->folio = cx_alloc(s->cx, sizeof *p))) {
        cx_clear(s->cx); /* then it does without */
        return;
    }
    if (!p->turn) p->turn = first_turn(s);
    for (u32 i = 0; i < TURNERS; i++) { /* what was shown holds for the scheduling points of then */
        p->by[i].within = 0;
        *p->by[i].said = 0;
    }
    p->open = 0;
    p->met = false;
    p->ended = TURNERS;
    set_due(s, p, 0);
}

/* Until a state has more than one choice, depth first is all there is: others would do the same again, however long it
 * takes. What was executed until then does not count. */
static bool met_choice(Search *s, Portfolio *p) {
    if (!p->met && s->path.n && s->path.v[s->path.n - 1].tail.chosen) {
        p->met = true;
        p->due_insns += s->instructions - s->insns_before;
    }
    return p->met;
}

bool portfolio_due(Search *s) {
    Portfolio *p = s->folio;
    if (!p || p->waits || s->settle.on || !met_choice(s, p)) return false;
    return s->st.transitions >= p->due || s->instructions >= p->due_insns;
}

void portfolio_free(Search *s) {
    Portfolio *p = s->folio;
    if (!p) return;
    if (p->waits) { /* the whole was broken off in another one's turn */
        p->kept->folio = NULL;
        search_free(p->kept);
    }
    drop_dpor(s, p);
    cx_free(s->cx, p->dpor.kept, p->dpor.kept ? sizeof *p->kept : 0);
    cx_free(s->cx, p->kept, p->kept ? sizeof *p->kept : 0);
    cx_free(s->cx, p, sizeof *p);
    s->folio = NULL;
}

Status portfolio_pack(Search *s, Pack *p) {
    Portfolio *f = s->folio;
    bool any = pack_u32(p, f != NULL) != 0;
    if (p->failed) return ST_ERROR;
    if (any && !f && !(f = s->folio = cx_alloc(s->cx, sizeof *f))) return ST_ERROR;
    if (!any) return ST_OK;
    pack_it(p, f->now);
    pack_it(p, f->ended);
    pack_it(p, f->round);
    pack_it(p, f->due);
    pack_it(p, f->due_insns);
    pack_it(p, f->turn);
    pack_it(p, f->chain);
    pack_it(p, f->by);
    pack_it(p, f->own_turns);
    pack_it(p, f->own_transitions);
    pack_it(p, f->own_states);
    return ST_OK;
}

/* --- what the depth-first search has shown --- */

static void takes_part(Portfolio *p, enum Turner t, const char *why) {
    if (!p->by[t].banned) (void)snprintf(p->by[t].why, sizeof p->by[t].why, "%s", why);
}

/* Choices above the first one of the path that has led to more than one state: none of them was come back to so far.
 * Each round doubles what was explored, and brings depth first back by about as many of them as the last one. */
static u32 open_choices(const Search *s) {
    u32 n = 0;
    for (u32 i = 1; i < s->path.n && level_at(s, i)->cg.at <= 0; i++) n += level_at(s, i)->cg.n > 1;
    return n;
}

static void look_at_pace(const Search *s, Portfolio *p) {
    u32 was = p->open;
    p->open = open_choices(s);
    p->closing = p->round && was > p->open && p->open <= CLOSING_PART * (was - p->open);
}

/* It needs names for threads, and the clock to be nobody's. */
static bool dynamic_fits(const Search *s) {
    return s->cfg.persistent && !s->ks->cfg.idle_limits && s->ks->n_threads <= DPOR_THREADS;
}

/* The share of each in a round, in sixteenths of the depth-first search's turn; 0: none. */
static void judge(Search *s, Portfolio *p, u32 share[TURNERS]) {
    char why[100];
    const SearchStats *st = &s->st;
    u64 limit = s->cfg.memory_limit;
    bool room = !limit || s->cx->bytes < limit / ROOM_PART;
    p->chain = st->max_depth > st->states_new / 2;
    look_at_pace(s, p);
    share[T_MIXED] = p->round < MANY_ROUNDS ? 12 : p->chain ? 8 : 4;
    takes_part(p, T_MIXED, "the space is large");
    share[T_BFS] = !room ? 0 : p->chain ? 16 : 2;
    (void)snprintf(why, sizeof why,
                   p->chain ? "depth first follows one path of %llu transitions" : "the space is large",
                   (unsigned long long)st->max_depth);
    takes_part(p, T_BFS, why);
    share[T_DELAYS] = !room || p->chain ? 0 : p->round < MANY_ROUNDS ? 2 : 6;
    takes_part(p, T_DELAYS, p->chain ? "" : "paths end");
    share[T_DYNAMIC] = !room || p->chain || !dynamic_fits(s) ? 0 : 2;
    takes_part(p, T_DYNAMIC, "the space is large");
    share[T_DPOR] = dpor_share(s, &p->dpor, why);
    takes_part(p, T_DPOR, why);
    for (u32 i = 0; i < TURNERS; i++) {
        if (p->by[i].banned) share[i] = 0;
        else if (p->closing) share[i] = (share[i] + CLOSING_SHARE - 1) / CLOSING_SHARE;
    }
}

/* --- a turn --- */

typedef struct Borrowed { /* what is of the kernel, and handed back */
    bool places_on, places_answer;
    bool keyless; /* of the state engine: executions that are drawn ask for no state */
    bool traces;
    VerifyWorld verify;
    size_t printed;
} Borrowed;

static void borrow(Search *s, Borrowed *b) {
    KernelState *ks = s->ks;
    *b = (Borrowed){ks->places->on, ks->places->answers, s->se->keyless, ks->cfg.traces, ks->verify, 0};
    memset(&ks->verify.answers, 0, sizeof ks->verify.answers);
    ks->verify.answers_at = 0;
    ks->places->on = ks->places->answers = false;
    if (s->hooks.printed) b->printed = s->hooks.printed(s->hooks.user);
}

static void hand_back(Search *s, Borrowed *b) {
    KernelState *ks = s->ks;
    vec_free(s->cx, &ks->verify.answers);
    ks->verify = b->verify;
    ks->verify.answers_at = s->path.n ? level_at(s, 0)->answers_n : 0;
    ks->places->on = b->places_on;
    ks->places->answers = b->places_answer;
    ks->cfg.traces = b->traces;
    ks->cfg.holds = false;
    state_keyless(s->se, b->keyless);
    if (s->hooks.cut_output) s->hooks.cut_output(s->hooks.user, b->printed);
}

/* The turn begins: what goes by the whole, and its length. */
static void measure(Search *s, const Search *kept, u64 transitions) {
    s->instructions = s->insns_before = kept->instructions;
    s->told.next_id = kept->told.next_id;
    s->others_bytes = kept->others_bytes;
    s->slice = s->st.transitions + transitions;
    s->slice_insns = s->instructions + transitions * INSNS_EACH;
}

static Status begin_turn(Search *s, Portfolio *p, enum Turner t, u64 transitions) {
    const Search *kept = p->kept;
    SearchConfig c = kept->cfg;
    bool traces = turners[t].kind->traces;
    c.kind = turners[t].kind;
    c.portfolio = PORTFOLIO_OFF;
    c.aside = true;
    c.symmetry = c.livelock = c.match_depth = c.bounded = false;
    c.dynamic = t == T_DYNAMIC;
    if (traces) c.persistent = c.sleep = c.matching = false;
    c.state_limit = c.transition_limit = c.path_limit = c.stale_limit = 0;
    c.jumps = 0;
    c.seed = mix64(c.seed, p->by[t].n);
    c.first_bound = p->by[t].within;
    kept->ks->cfg.traces = traces;
    kept->ks->cfg.holds = c.kind->holds;
    if (search_init(s, kept->ks, kept->se, &c) != ST_OK) return ST_ERROR;
    s->folio = p;
    s->hooks = kept->hooks;
    s->sched.break_single = kept->sched.break_single || traces;
    s->steps = kept->steps;
    s->assume.adopt_at = 0;
    s->persist.knew = kept->persist.knew;
    if (c.dynamic) persist_knows_inits(s);
    s->persist.knew_clock |= kept->persist.knew_clock;
    measure(s, kept, transitions);
    return ST_OK;
}

static void count(const SearchStats *st, Turns *t, bool back) {
    u64 executions = st->executions + st->executions_blocked;
    t->transitions += back ? -st->transitions : st->transitions;
    t->states += back ? -st->states_new : st->states_new;
    t->executions += back ? -executions : executions;
}

/* dpor begins anew, in the same turn. */
static Status again(Search *s, Turns *t) {
    const SearchStats was = s->st;
    count(&was, t, false);
    search_leave(s);
    s->restart = false;
    s->slice -= was.transitions;
    s->st = (SearchStats){.restarts = was.restarts + 1,
                          .states_before = was.states_before + was.states_new,
                          .transitions_before = was.transitions_before + was.transitions};
    return reduction_begin(s) == ST_OK ? search_once(s) : ST_ERROR;
}

/* dpor goes on where it stood. */
static Status resume(Search *s, Portfolio *p, Turns *t, u64 transitions) {
    const Search *kept = p->kept;
    *s = *p->dpor.kept;
    p->dpor.waits = false;
    s->folio = p;
    count(&s->st, t, true); /* of the whole search when the turn has ended */
    measure(s, kept, transitions);
    kept->ks->cfg.traces = true;
    state_keyless(s->se, p->dpor.keyless);
    s->done = s->sliced = false;
    u64 before = s->instructions;
    if (search_resume(s) != ST_OK) return ST_ERROR;
    s->slice_insns += s->instructions - before; /* coming back is none of its work */
    if (s->done) return ST_OK;
    search_event_back(s, EV_state_restored);
    return search_go_on(s);
}

static Status run_turn(Search *s, Portfolio *p, enum Turner t, u64 transitions) {
    Turns *by = &p->by[t];
    if (t == T_DPOR && p->dpor.waits) return resume(s, p, by, transitions);
    Status st = begin_turn(s, p, t, transitions);
    if (st == ST_OK) st = search_once(s);
    while (st == ST_OK && t == T_DPOR && dpor_alone(s)) st = again(s, by);
    return st;
}

/* Is it to go on in its next turn? It is kept then. */
static Status keep_dpor(Search *s, Portfolio *p, bool *kept) {
    DporTurns *d = &p->dpor;
    char why[DPOR_WHY];
    *kept = false;
    dpor_judge(s, p->kept, d, why);
    if (*why) {
        p->by[T_DPOR].banned = true;
        memcpy(p->by[T_DPOR].why, why, sizeof why);
        return ST_OK;
    }
    if (s->st.transitions < s->slice && s->instructions < s->slice_insns) { /* called off, or out of memory */
        p->by[T_DPOR].banned = !portfolio_called_off(s);
        (void)snprintf(p->by[T_DPOR].why, sizeof p->by[T_DPOR].why, "search.memory_limit left no room for it");
        return ST_OK;
    }
    if (!d->kept && !(d->kept = cx_alloc(s->cx, sizeof *d->kept))) return ST_ERROR;
    d->keyless = s->se->keyless;
    if (search_suspend(s) != ST_OK) return ST_ERROR;
    *d->kept = *s;
    *kept = d->waits = true;
    return ST_OK;
}

bool portfolio_called_off(const Search *s) {
    const Work *w = s->folio && s->cfg.aside ? s->folio->kept->work : NULL;
    return w && w->over(w->user);
}

/* The depth-first search is given up for this one: what it was told of the program stands. */
static Status take_over(Search *s, Portfolio *p) {
    Search *old = p->kept;
    if (old->work && s->hooks.dismiss(s->hooks.user) != ST_OK) return ST_ERROR;
    s->found.complete &= old->found.complete;
    for (u32 i = 0; i < old->found.constraints.n; i++)
        if (search_constraint(s, "%s", old->found.constraints.v[i]) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < old->found.stored.n; i++)
        if (vec_push(s->cx, &s->found.stored, old->found.stored.v[i]) != ST_OK) return ST_ERROR;
    old->found.stored.n = 0;
    old->folio = NULL;
    search_free(old);
    p->waits = s->cfg.aside = false;
    p->ended = p->now;
    return ST_OK;
}

/* Has dynamic reduction met what it alone has to know: that the uses of a class are acts? */
static bool dynamic_alone(const Search *s, const Search *kept) {
    return assume_stands(s) && persist_assumes(&s->ks->saw) == kept->persist.knew &&
           ks_clock_matters(s->ks) == kept->persist.knew_clock;
}

enum Came { CAME_DROPPED, CAME_OVER, CAME_AGAIN };

static Status turn(Search *s, Portfolio *p, enum Turner t, u64 transitions, enum Came *came) {
    Borrowed b;
    Turns *by = &p->by[t];
    p->now = t;
    *came = CAME_DROPPED;
    borrow(s, &b);
    by->n++;
    Status st = run_turn(s, p, t, transitions);
    if (st != ST_OK && s->cx->err.kind == ERR_CONFIG) { /* it cannot be used here after all */
        by->banned = true;
        (void)snprintf(by->why, sizeof by->why, "%.90s", s->cx->err.msg);
        cx_clear(s->cx);
        s->sliced = s->done = true;
        if (s->path.n) run_undo(s, &s->path.v[s->path.n - 1]);
        st = ST_OK;
    }
    if (st != ST_OK) return ST_ERROR;
    count(&s->st, by, false);
    if (t == T_DYNAMIC && dynamic_alone(s, p->kept)) { /* it begins anew in its next turn, and nobody else has to */
        s->restart = false;
        s->done = s->sliced = true;
    }
    bool all = !s->done && !s->restart; /* nothing was left to be tried */
    bool ends = s->found.errors.n || s->cx->stopped || s->interrupted || s->ended || (s->done && !s->sliced) ||
                (all && s->found.complete && !p->kept->cfg.livelock);
    if (s->restart) *came = CAME_AGAIN;
    else if (ends && (s->found.errors.n || s->torn || !portfolio_called_off(s))) *came = CAME_OVER;
    if (*came == CAME_OVER) {
        vec_free(s->cx, &b.verify.answers);
        return take_over(s, p);
    }
    by->banned |= all; /* it has tried all that it can, and part of it was left out */
    if (s->st.within > by->within) {
        by->within = s->st.within;
        (void)snprintf(by->said, sizeof by->said, "every path with at most %llu delays was explored",
                       (unsigned long long)by->within - 1);
    }
    bool waits = false;
    if (t == T_DPOR && *came == CAME_DROPPED && !by->banned && keep_dpor(s, p, &waits) != ST_OK) return ST_ERROR;
    u64 insns = s->instructions - s->insns_before;
    u32 next_id = s->told.next_id;
    if (!waits) {
        search_leave(s);
        s->folio = NULL;
        search_free(s);
    }
    *s = *p->kept;
    s->instructions += insns; /* of the whole, but not of this search */
    s->insns_before += insns;
    if (s->ks->hub->n_sinks) s->told.next_id = next_id;
    *p->kept = *s;
    hand_back(s, &b);
    return ST_OK;
}

/* --- a round --- */

/* Would the limits that count transitions and states end the search within the round? */
static bool near_limits(const Search *s, u64 round) {
    u64 t = s->cfg.transition_limit, n = s->cfg.state_limit;
    return (t && t < s->st.transitions + portfolio_transitions(s) + 2 * round) ||
           (n && n < s->st.states_new + portfolio_states(s) + 2 * round);
}

static void plan(Search *s, Portfolio *p) {
    p->round += p->round < MAX_ROUNDS;
    if (!p->chain && p->turn < LONGEST_TURN) p->turn *= 2;
    set_due(s, p, 0);
    p->own_transitions = s->st.transitions;
    p->own_states = s->st.states_new;
    p->own_turns++;
}

Status portfolio_turns(Search *s, bool *over) {
    Portfolio *p = s->folio;
    u32 share[TURNERS];
    *over = false;
    judge(s, p, share);
    u64 base = p->chain ? (u64)first_turn(s) << (p->round < 12 ? p->round / 2 : 6) : p->turn, round = 0;
    for (u32 i = 0; i < TURNERS; i++) round += base * share[i] / 16;
    plan(s, p);
    if (!possible(s) || near_limits(s, round) || native_remembers(s->ks)) return ST_OK;
    if (!p->kept && !(p->kept = cx_alloc(s->cx, sizeof *p->kept))) return ST_ERROR;
    if (s->work && work_stock(s) != ST_OK) return ST_ERROR;
    if (s->restart) return ST_OK;
    if (search_suspend(s) != ST_OK) return ST_ERROR;
    if (s->done) return ST_OK;
    *p->kept = *s;
    p->waits = true;
    enum Came came = CAME_DROPPED;
    for (u32 i = 0; i < TURNERS && came == CAME_DROPPED; i++) {
        if (!share[i] || (p->kept->work && p->kept->work->over(p->kept->work->user))) continue;
        if (turn(s, p, i, 1 + base * share[i] / 16, &came) != ST_OK) return ST_ERROR;
    }
    *over = came == CAME_OVER;
    if (*over) return ST_OK;
    p->waits = false;
    if (came == CAME_AGAIN) {
        search_forsake(s);
        s->restart = true;
        return ST_OK;
    }
    u64 before = s->instructions;
    if (search_resume(s) != ST_OK) return ST_ERROR;
    set_due(s, p, s->instructions - before);
    if (!s->done) search_event_back(s, EV_state_restored);
    return ST_OK;
}

/* --- what is told --- */

const char *portfolio_now(const Search *s) {
    const Portfolio *p = s->folio;
    if (!p || !p->own_turns) return NULL;
    return s->cfg.aside ? turners[p->now].name : "dfs";
}

u64 portfolio_transitions(const Search *s) {
    const Portfolio *p = s->folio;
    u64 n = 0;
    for (u32 i = 0; p && i < TURNERS; i++) n += p->by[i].transitions;
    return p && s->cfg.aside ? n + p->own_transitions : n;
}

u64 portfolio_states(const Search *s) {
    const Portfolio *p = s->folio;
    u64 n = 0;
    for (u32 i = 0; p && i < TURNERS; i++) n += p->by[i].states;
    return p && s->cfg.aside ? n + p->own_states : n;
}

static bool any_turn(const Portfolio *p) {
    bool any = false;
    for (u32 i = 0; p && i < TURNERS; i++) any |= p->by[i].n != 0;
    return any;
}

/* Of the depth-first search: as it stands, or as it stood when it was given up. */
static u64 own(const Search *s, u64 now, u64 then) { return s->folio->ended == TURNERS ? now : then; }

Status portfolio_conclude(Search *s) {
    const Portfolio *p = s->folio;
    char who[600] = "";
    size_t n = 0;
    if (!any_turn(p)) return ST_OK;
    for (u32 i = 0; i < TURNERS; i++) {
        const Turns *t = &p->by[i];
        if (!t->n || n >= sizeof who) continue;
        n +=
            (size_t)snprintf(who + n, sizeof who - n, ", %s %llu", turners[i].word, (unsigned long long)t->transitions);
    }
    const char *word = p->ended == TURNERS ? "depth first" : turners[p->ended].word;
    const char *did = s->found.errors.n                             ? "found the error"
                      : s->found.complete && (!s->done || s->ended) ? "explored everything"
                                                                    : "was the last";
    char why[200] = "";
    if (p->ended != TURNERS) (void)snprintf(why, sizeof why, "; why %s: %s", word, p->by[p->ended].why);
    if (search_note(
            s, "note: several searches took turns, and %s %s; transitions: depth first %llu%s%s (search.class=auto)",
            word, did, (unsigned long long)own(s, s->st.transitions, p->own_transitions), who, why) != ST_OK)
        return ST_ERROR;
    const char *said = p->by[T_DELAYS].said;
    return *said && !s->found.errors.n && !s->found.complete ? search_note(s, "note: %s", said) : ST_OK;
}

void portfolio_json(const Search *s, Json *w) {
    const Portfolio *p = s->folio;
    if (!any_turn(p)) return;
    json_key_object(w, "portfolio");
    json_key_z(w, "ended_by", p->ended == TURNERS ? "dfs" : turners[p->ended].name);
    json_key_array(w, "searches");
    json_object(w);
    json_key_z(w, "search", "dfs");
    json_key_uint(w, "turns", p->own_turns + (p->ended == TURNERS));
    json_key_uint(w, "transitions", own(s, s->st.transitions, p->own_transitions));
    json_key_uint(w, "states", own(s, s->st.states_new, p->own_states));
    json_key_uint(w, "executions", 0);
    json_key_z(w, "why", p->chain ? "always; it follows one path" : "always");
    json_key(w, "said");
    json_z(w, NULL);
    json_end(w);
    for (u32 i = 0; i < TURNERS; i++) {
        const Turns *t = &p->by[i];
        if (!t->n && !(i == T_DPOR && *t->why)) continue; /* it says why it had none */
        json_object(w);
        json_key_z(w, "search", turners[i].name);
        json_key_uint(w, "turns", t->n);
        json_key_uint(w, "transitions", t->transitions);
        json_key_uint(w, "states", t->states);
        json_key_uint(w, "executions", t->executions);
        json_key_z(w, "why", t->why);
        json_key(w, "said");
        json_z(w, *t->said ? t->said : NULL);
        json_end(w);
    }
    json_end(w);
    json_end(w);
}
