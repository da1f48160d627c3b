/* dynamic.c -- which threads of a persistent set need to be tried, from what was seen below the state.
 *
 * A state begins with one thread of its persistent set (persist.c). Where an event of a thread that was tried there
 * meets, somewhere below, an event that could have come before it, a thread is added by which that one could have come:
 * dynamic reduction (Flanagan and Godefroid, POPL 2005). States are matched, so each knows what is done below it
 * (por/deeds.h), and who comes to it again has these events before him without executing them (Yang, Chen,
 * Gopalakrishnan and Kirby, SPIN 2008).
 *
 * The argument. T is the set of threads tried from a state s, Z those asleep there. Let w be an execution from s whose
 * first event, whichever of its independent ones is put first, is of no thread in Z. Claim: some execution that was
 * explored from s begins, up to the order of independent events, with w. By induction over the order in which states
 * are left, and the length of w:
 *  - Let t in T be the first of T's threads with an event in w, or any of T if there is none. If t's step in s is
 *    independent of what comes before that event, it can come first, and the rest of w is covered by the state behind.
 *  - Else let e, of thread q, be the first event that depends on t's step, w' what comes before it, without t. Then
 *    t w' is an execution, and q stands behind it before the same action, which depends on t's step all the same: up to
 *    the first place where the two meet it is as it was. By induction the state behind t has explored t w', and e after
 *    it; or q is blocked there, and the state says what it waits for. So e is among the deeds of that state, and
 *    neither t nor anything that depends on t's step comes before it. The threads of what comes before it, and q, are
 *    all among those of w' e. `demand` sees to it that one of these is in T. It would have come first: contradiction.
 *  - Threads that sleep are no exception: who sleeps in s and is the first in a part of w that begins it, is so in w.
 *
 * Which steps are dependent is judged thrice: here, by persistent sets and by sleep sets, and each may hold a pair for
 * dependent that the others do not. Executions are explored up to the order of what any of them holds for independent.
 * So what demands is whatever may be dependent here, but what comes before a deed (Deed.before) is known only from
 * pairs that all hold for dependent (`sure`): else an order that nobody owed anything would excuse one that is owed. A
 * step of unknown acts is the example: the state of another thread, say, does not depend on what main does, so that
 * main's step may be the only one that is tried before the look.
 *
 * What is known of the order may be less than there is: then more is demanded, and where nobody can be
 * named, all of the persistent set is tried, which is right by itself. So it is also
 *  - in all states from one of the path that is reached again to the end of the path: who is in a cycle has no end of
 *    deeds before his own state is left. The cycle proviso then holds as ever;
 *  - in all states of the path where it comes to a state whose deeds are not known: one that is part of a cycle, is
 *    known under other names of threads, or lies behind a limit;
 *  - where a step draws values, or is part of an atomic section: it can end in several states;
 *  - where a step ends the program while others could go on;
 *  - in a state where somebody who was not tried has waited for long (fair.c); he comes first then.
 * Outside of cycles no proviso is needed, as all that follows is left before the state is.
 *
 * Two threads that hold one lock do what they do there in the order in which they had it; only who enters first can be
 * turned round. A thread that waits for a lock has a deed in each state, for another one's step may have taken it. */
#include "base/json.h"
#include "kernel/events.h"
#include "search/por/dynamic_int.h"

bool dynamic_on(const Search *s) { return s->dynamic && s->dynamic->on; }

static bool again(const Search *s) { return s->silent || s->replaying || s->rec.on; }

u64 dyn_numbers(Search *s, u64 ids) {
    u64 set = 0;
    for (; ids; ids &= ids - 1) {
        u32 n = dyn_number(s, (u32)__builtin_ctzll(ids));
        if (n != DPOR_NONE) set |= 1ull << n;
    }
    return set;
}

static void level_drop(Search *s, DynLevel *l) {
    vec_free(s->cx, &l->deeds);
    vec_free(s->cx, &l->like);
    vec_free(s->cx, &l->owed);
    acts_drop(s->cx, l->step);
}

/* --- what is tried --- */

static void take_whole(Search *s, u32 at) {
    DynLevel *n = &s->dynamic->levels.v[at];
    if (n->whole) return;
    n->whole = true;
    level_at(s, at)->cg.n = n->base;
}

/* From here to the end of the path all of the persistent sets is tried. */
static void all_whole(Search *s, u32 from) {
    for (u32 i = from; i < s->dynamic->levels.n; i++) take_whole(s, i);
}

static void lost(Search *s) {
    all_whole(s, 0);
    for (u32 i = 0; i < s->dynamic->levels.n; i++) s->dynamic->levels.v[i].unknown = true;
}

/* One of these threads must be tried at the level, or one that is like it. */
static void demand(Search *s, u32 at, u64 threads) {
    DynLevel *n = &s->dynamic->levels.v[at];
    ChoiceGenerator *cg = &level_at(s, at)->cg;
    if (n->whole) return;
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, found = UINT32_MAX;
    u64 like = threads;
    bool tried = false;
    for (u32 i = 0; i < n->like.n; i++) like |= n->like.v[i] & threads ? n->like.v[i] : 0;
    for (u32 i = 0; i < n->base; i++) {
        u32 who = dyn_number(s, ids[i]);
        if (who == DPOR_NONE || !(like >> who & 1)) continue;
        if (i < cg->n && threads >> who & 1) return;
        tried |= i < cg->n;
        if (i >= cg->n && found == UINT32_MAX) found = i;
    }
    n->liked |= like != threads;
    if (tried) return;
    if (found == UINT32_MAX) {
        take_whole(s, at);
        return;
    }
    u32 id = ids[found];
    for (u32 i = found; i > cg->n; i--) ids[i] = ids[i - 1];
    ids[cg->n++] = id;
    s->st.raced++;
    if (cg->n == n->base) n->whole = true;
}

/* What is demanded of the level at once, in an order that does not depend on where objects lie: few threads before
 * many, as who is chosen for the former may do for the latter. */
void dyn_demand(Search *s, u32 at, u64 *sets, u32 n) {
    for (u32 i = 1; i < n; i++)
        for (u32 k = i; k; k--) {
            u64 a = sets[k - 1], b = sets[k];
            int x = __builtin_popcountll(a), y = __builtin_popcountll(b);
            if (x < y || (x == y && a <= b)) break;
            sets[k - 1] = b, sets[k] = a;
        }
    for (u32 i = 0; i < n; i++) demand(s, at, sets[i]);
}

/* --- transitions --- */

/* The reductions of vm.por=true stand by themselves: the search goes on with these. */
static Status tell_unused(Search *s, const char *why) {
    Text t;
    if (s->cfg.aside) return ST_OK; /* nobody has asked for it */
    Json told;
    text_init(&t, s->cx);
    text_f(&t, "vm.por=dynamic is not used: %s; the search is that of vm.por=true", why);
    json_part(&told, &s->ks->uses->warnings, true);
    json_take(&told, &t);
    return json_done(&told);
}

static Status give_up(Search *s, const char *why) {
    lost(s);
    s->dynamic->on = false;
    s->cfg.dynamic = false; /* in later beginnings of the search, too */
    return tell_unused(s, why);
}

static Status before(Search *s, const Level *l) {
    Dynamic *y = s->dynamic;
    if (y->failed) return ST_ERROR;
    if (again(s)) return ST_OK;
    if (y->expects) lost(s); /* the last one led to a level that a limit or a listener has cut off */
    y->expects = false;
    const KernelState *ks = s->ks;
    y->watched = ks->n_threads > 1 && (ks->watch || ks->n_live > 1);
    ThreadInfo *ran = ks->threads.v[s->last_thread];
    if ((y->ran = dpor_number(s->dpor, ran)) == DPOR_NONE || ks->n_threads > DPOR_THREADS) {
        return give_up(s, "more than 64 threads");
    }
    s->dpor->knew_clock = s->persist.knew_clock;
    s->dpor->knew_inits = ks->saw.inits;
    s->dpor->knew_states = ks->saw.states;
    y->joined = dyn_joined(s, ran);
    bool joins = ran->status == TS_RUNNABLE && ran->pend.action == AC_JOIN && ran->pend.index < ks->n_threads;
    y->first = ran->status == TS_RUNNABLE && ran->pend.action == AC_LOCK ? ran->pend.obj : 0;
    y->joins = joins ? dyn_number(s, ran->pend.index) : DPOR_NONE;
    if (y->watched) dpor_before(s->dpor, ran);
    return ST_OK;
}

void dynamic_past(Search *s, const ThreadInfo *ti) {
    if (dynamic_on(s) && !again(s)) dpor_past(s->dpor, ti);
}

static Status closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to) {
    Dynamic *y = s->dynamic;
    if (again(s) || !y->on) return ST_OK;
    acts_drop(s->cx, y->step);
    y->step = NULL;
    if (!y->watched) return ST_OK;
    if (dpor_acts(s->dpor, ran) != ST_OK) return ST_ERROR;
    y->step = s->dpor->made;
    s->dpor->made = NULL;
    if (s->dpor->did) y->first = 0;
    return ST_OK;
}

/* The step goes on behind this transition: it draws a value, or is within an atomic section. */
static bool goes_on(const Search *s, const After *a) {
    if (!a->has_cg) return false;
    if (a->n_up || a->cg.kind != CK_THREAD || (a->cg.flags & CGF_GIVEN)) return true;
    return s->ks->threads.v[cg_thread(&a->cg, 0)]->atomic != 0;
}

/* Deeds of the state that the last transition led to, by what was kept of it. */
static Status take_kept(Search *s, KeptState kept, Deeds *d, bool *known) {
    Dynamic *y = s->dynamic;
    u8 to[PATH_THREADS];
    Crew crew;
    bool same;
    *known = (kept.kept & 3) == KEPT_LIST && dyn_renaming(s, kept.ranks, y->ranks, to, &same);
    if (!*known) return ST_OK;
    if (!same) dyn_crew(s, &crew);
    return deeds_take(s->se, &y->store, (u32)(kept.kept >> 2), &crew, same ? NULL : to, d);
}

/* A known state that is not left once more. */
static Status matched(Search *s, const Arrival *to, const Edge *e) {
    Dynamic *y = s->dynamic;
    KeptState kept = {KEPT_UNKNOWN, 0, RANKS_NONE};
    bool known = false;
    if (to->id < y->kept.n) kept = y->kept.v[to->id];
    y->below.n = 0;
    u32 at = (u32)(kept.kept >> 2);
    if ((kept.kept & 3) == KEPT_ON_PATH && !to->renamed && y->levels.v[at].ranks == y->ranks) {
        all_whole(s, at);
        DynLevel *n = &y->levels.v[e->at];
        if (n->low > at) n->low = at;
    } else {
        if (take_kept(s, kept, &y->below, &known) != ST_OK) return ST_ERROR;
        if (!known) lost(s);
    }
    return dyn_shift(s, e, &y->below);
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    Dynamic *y = s->dynamic;
    u32 at = s->path.n - 1;
    if (again(s) || !y->on || y->levels.n != s->path.n) return ST_OK;
    if (to->bp || (a->has_cg && a->cg.kind == CK_EVENT)) {
        return give_up(s, "turns of b-threads are no steps of threads");
    }
    u64 others = to->onward ? 0 : live_enabled(s->ks) & ~(1ull << s->last_thread);
    if (goes_on(s, a) || others || !to->keyed) take_whole(s, at);
    y->ranks = RANKS_UNKNOWN;
    if (to->keyed && !to->turned && dyn_ranks(s, to->id) != ST_OK) return ST_ERROR;
    if (to->onward && to->fresh) {
        y->expects = true;
        return ST_OK;
    }
    Edge e = {at, y->ran, s->last_thread, y->step, y->joined, to->keyed, y->first, y->joins};
    if (to->onward) return matched(s, to, &e);
    y->below.n = 0;
    if (to->keyed && dyn_standing(s, &y->below) != ST_OK) return ST_ERROR;
    return dyn_shift(s, &e, &y->below);
}

/* --- levels --- */

/* Who has waited for long comes first in the set. */
static void put_first(Search *s, ChoiceGenerator *cg, u32 base, u64 left) {
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, k = 0;
    for (u32 i = 0; i < base; i++) {
        u32 id = ids[i];
        if (!ts_has(s->se->sets, left, id)) continue;
        for (u32 j = i; j > k; j--) ids[j] = ids[j - 1];
        ids[k++] = id;
    }
}

static void begin_with_one(Search *s, Level *l, DynLevel *n, Passed was) {
    const u32 *ids = l->cg.n_full > 4 ? l->cg.u.threads : l->cg.u.small;
    u64 out = 0;
    bool forced = fair_forces(s, was);
    s->fair.forced += forced;
    if (forced) put_first(s, &l->cg, n->base, was.left);
    for (u32 i = 1; i < l->awake; i++) out |= ids[i] > 62 ? 0 : 1ull << ids[i];
    n->passed = forced ? was : fair_behind(s, was, out); /* the others come behind it */
    if (forced) n->passed.left = ts_and(s->se->sets, was.left, out);
    if (forced) return;
    n->whole = n->base == 1;
    l->cg.n = 1;
    s->st.begun += !n->whole;
}

static u64 bit(Search *s, u32 id) {
    u32 who = dyn_number(s, id);
    return who == DPOR_NONE ? 0 : 1ull << who;
}

/* A state is left once more, for threads that slept in it. What is seen below them may demand those of its set that
 * were not tried before. */
static void add_rest(Search *s, Level *l, DynLevel *n, u64 rest) {
    u32 *ids = l->cg.n_full > 4 ? l->cg.u.threads : l->cg.u.small;
    u64 asleep = 0;
    for (u32 i = 0; i < l->asleep.n; i++) asleep |= bit(s, l->asleep.v[i]->thread);
    for (u32 i = n->base; i < l->cg.n_full && rest; i++) {
        u32 id = ids[i];
        if (!(bit(s, id) & rest & ~asleep)) continue;
        for (u32 j = i; j > n->base; j--) ids[j] = ids[j - 1];
        ids[n->base++] = id;
        n->whole = false;
    }
    if (l->awake < n->base) l->awake = n->base;
}

/* As the threads of the new level are called. */
static u64 rest_now(Search *s, KeptState kept) {
    u8 to[PATH_THREADS];
    bool same;
    if (!dyn_renaming(s, kept.ranks, s->dynamic->ranks, to, &same)) return UINT64_MAX;
    return same ? kept.rest : deeds_set_to(to, kept.rest);
}

static u64 rest_of(Search *s, u32 at) {
    const DynLevel *n = &s->dynamic->levels.v[at];
    const ChoiceGenerator *cg = &level_at(s, at)->cg;
    u64 rest = 0;
    const u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small;
    for (u32 i = (u32)cg->n; i < n->base && !n->whole; i++) rest |= bit(s, ids[i]);
    return rest;
}

/* Threads that can change places in the state of the new level. */
static Status add_like(Search *s, DynLevel *n) {
    for (u32 i = 0; i < s->alike.like.n; i++) {
        AlikePair p = s->alike.like.v[i];
        u64 of = bit(s, p.of), both = of | bit(s, p.id);
        u32 k = 0, since = dyn_asleep_since(s, p.of);
        if (since != DPOR_NONE) {
            Owed owed = {dyn_number(s, p.id), dyn_number(s, p.of), since};
            if (vec_push(s->cx, &n->owed, owed) != ST_OK) return ST_ERROR;
            continue;
        }
        while (k < n->like.n && !(n->like.v[k] & of)) k++;
        if (k < n->like.n) n->like.v[k] |= both;
        else if (vec_push(s->cx, &n->like, both) != ST_OK) return ST_ERROR;
    }
    s->alike.like.n = 0;
    return ST_OK;
}

static Status arrange(Search *s, Level *l, const Arrival *to) {
    Dynamic *y = s->dynamic;
    u32 at = s->path.n - 1;
    if (again(s) || !y->on || y->levels.n != at) return ST_OK;
    DynLevel n = {.whole = true, .base = (u32)l->cg.n, .low = at, .id = l->set_id, .thread = y->ran};
    bool once_more = to && !to->fresh, known = true;
    n.chooses = l->cg.kind == CK_THREAD && !l->n_up && !(l->cg.flags & CGF_GIVEN);
    n.enabled = dyn_numbers(s, l->enabled);
    n.joined = y->joined;
    n.first = y->first;
    n.joins = y->joins;
    n.step = y->step;
    n.ranks = y->ranks;
    y->step = NULL;
    if (!to || (!y->expects && !once_more)) lost(s);
    y->expects = false;
    if (at) dyn_pass_holds(&n, &y->levels.v[at - 1]);
    if (n.chooses && n.base > 1 && !once_more) begin_with_one(s, l, &n, at ? y->levels.v[at - 1].passed : (Passed){0});
    if (add_like(s, &n) != ST_OK || vec_push(s->cx, &y->levels, n) != ST_OK) return ST_ERROR;
    while (y->kept.n <= l->set_id)
        if (vec_push(s->cx, &y->kept, ((KeptState){KEPT_NOTHING, 0, RANKS_NONE})) != ST_OK) return ST_ERROR;
    KeptState kept = y->kept.v[l->set_id];
    if (n.chooses && once_more) add_rest(s, l, &y->levels.v[at], rest_now(s, kept));
    y->kept.v[l->set_id].kept = (u64)at << 2 | KEPT_ON_PATH;
    if (once_more && take_kept(s, kept, &y->levels.v[at].deeds, &known) != ST_OK) return ST_ERROR;
    y->levels.v[at].unknown = !known; /* what was done here before */
    return ST_OK;
}

static Status leave(Search *s, u32 at) {
    Dynamic *y = s->dynamic;
    DynLevel *n = &y->levels.v[at];
    u64 kept = KEPT_UNKNOWN;
    bool known = true;
    if (!n->unknown && (dyn_standing(s, &n->deeds) != ST_OK || dyn_close(s, n) != ST_OK)) return ST_ERROR;
    if (!n->unknown && dyn_owed(s, at, &known) != ST_OK) return ST_ERROR;
    if (!known) lost(s);
    if (!n->unknown && n->low == at) {
        u32 list;
        Crew crew;
        bool nameless = n->ranks != RANKS_NONE && n->ranks != RANKS_UNKNOWN;
        if (nameless) dyn_crew(s, &crew);
        if (deeds_keep(s->se, &y->store, nameless ? &crew : NULL, &n->deeds, &list) != ST_OK) return ST_ERROR;
        kept = (u64)list << 2 | KEPT_LIST;
    }
    y->kept.v[n->id] = (KeptState){kept, rest_of(s, at), n->ranks};
    if (!at) return ST_OK;
    DynLevel *up = &y->levels.v[at - 1];
    if (n->low < at && up->low > n->low) up->low = n->low;
    Edge e = {at - 1, n->thread, level_at(s, at - 1)->thread, n->step, n->joined, true, n->first, n->joins};
    return dyn_shift(s, &e, &n->deeds);
}

static void forget(Search *s, Level *l) {
    Dynamic *y = s->dynamic;
    if (!s->path.n || l != &s->path.v[s->path.n - 1] || y->levels.n != s->path.n) return;
    if (!s->silent && !s->done && !s->restart && y->on) {
        if (y->expects) lost(s);
        y->expects = false;
        y->failed |= leave(s, s->path.n - 1) != ST_OK;
    }
    level_drop(s, &y->levels.v[--y->levels.n]);
}

static void expanded(Search *s, Level *l) {
    Dynamic *y = s->dynamic;
    u32 at = (u32)(l - s->path.v);
    if (at >= y->levels.n) return;
    y->levels.v[at].whole = true;
    y->levels.v[at].base = l->awake;
}

bool dynamic_widen(Search *s, const Level *l) {
    u32 at = (u32)(l - s->path.v);
    if (!dynamic_on(s) || at >= s->dynamic->levels.n || s->dynamic->levels.v[at].whole) return false;
    s->dynamic->levels.v[at].base = l->awake;
    return true;
}

u64 dynamic_likes(Search *s, u32 id) {
    Dynamic *y = s->dynamic;
    u32 at = s->path.n - 1;
    u64 like = 0, ids = 0, who = bit(s, id);
    if (y->levels.n != s->path.n) return 0;
    DynLevel *n = &y->levels.v[at];
    for (u32 i = 0; i < n->like.n; i++) like |= n->like.v[i] & who ? n->like.v[i] & ~who : 0;
    if (!like) return 0;
    const ChoiceGenerator *cg = &level_at(s, at)->cg;
    const u32 *v = cg->n_full > 4 ? cg->u.threads : cg->u.small;
    for (u32 i = 0; i < n->base; i++) like &= ~bit(s, v[i]);
    for (u32 i = 0; i < s->ks->n_threads && i < 63; i++) ids |= like & bit(s, i) ? 1ull << i : 0;
    n->liked |= ids != 0;
    return ids;
}

bool dynamic_rest(Search *s, Level *l) {
    u32 at = (u32)(l - s->path.v);
    if (!s->dynamic || at >= s->dynamic->levels.n || s->dynamic->levels.v[at].whole) return false;
    take_whole(s, at);
    return true;
}

/* Objects of the path lie elsewhere: places of levels are not what they were. */
static Status moved(Search *s) {
    lost(s);
    return ST_OK;
}

static void reset(Search *s) {
    Dynamic *y = s->dynamic;
    while (y->levels.n) level_drop(s, &y->levels.v[--y->levels.n]);
    y->kept.n = y->named.n = y->rank_lists.n = 0;
    map_free(&y->ranks_of);
    map_init(&y->ranks_of, s->cx);
    y->expects = false;
    acts_drop(s->cx, y->step);
    y->step = NULL;
}

static Status holds_still(Search *s) { return s->dynamic->failed ? ST_ERROR : ST_OK; }

static Status begin(Search *s, bool *on) {
    if (s->cfg.dynamic && s->ks->cfg.idle_limits) {
        s->cfg.dynamic = false;
        if (tell_unused(s, "with vm.timeouts=idle the end of a wait depends on all threads") != ST_OK) return ST_ERROR;
    }
    *on = s->cfg.dynamic && !s->persist.gave_up;
    s->se->told_apart = *on;
    if (s->dynamic) {
        reset(s);
        s->dynamic->on = *on;
    }
    if (!*on) return ST_OK;
    if (!s->dynamic && !(s->dynamic = cx_alloc(s->cx, sizeof *s->dynamic))) return ST_ERROR;
    s->dynamic->on = true;
    map_free(&s->dynamic->ranks_of);
    map_init(&s->dynamic->ranks_of, s->cx);
    deeds_store_begin(s->cx, &s->dynamic->store);
    if (dpor_begin(s) != ST_OK) return ST_ERROR;
    s->dpor->arrivals = true;
    DynLevel root = {.whole = true, .base = 1, .thread = 0, .joins = DPOR_NONE};
    if (vec_push(s->cx, &s->dynamic->kept, ((KeptState){KEPT_NOTHING, 0, RANKS_NONE})) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &s->dynamic->levels, root);
}

static void dynamic_free(Search *s) {
    Dynamic *y = s->dynamic;
    if (!y) return;
    reset(s);
    vec_free(s->cx, &y->levels);
    vec_free(s->cx, &y->kept);
    vec_free(s->cx, &y->below);
    vec_free(s->cx, &y->named);
    vec_free(s->cx, &y->rank_lists);
    map_free(&y->ranks_of);
    deeds_store_free(s->cx, &y->store);
    cx_free(s->cx, y, sizeof *y);
    s->dynamic = NULL;
}

const Reduction reduction_dynamic = {
    .name = "vm.por=dynamic",
    .begin = begin,
    .before = before,
    .closing = closing,
    .after = after,
    .arrange = arrange,
    .expanded = expanded,
    .moved = moved,
    .holds = holds_still,
    .forget = forget,
    .free = dynamic_free,
};
