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
#include "search/por/dynamic.h"
#include "base/json.h"
#include "kernel/fielduse.h"
#include "kernel/events.h"
#include "search/dpor/dpor.h"
#include "search/kind.h"
#include "search/por/deeds.h"

enum { HOLDS = 12 };
enum { KEPT_NOTHING = 0, KEPT_UNKNOWN = 1, KEPT_ON_PATH = 2, KEPT_LIST = 3 }; /* low bits of Dynamic.kept */

typedef struct DynLevel {
    bool chooses; /* a thread is chosen here */
    bool whole;   /* all of the persistent set is tried */
    bool unknown; /* what is done from here is not known */
    u32 base;     /* choices that belong to the set; they come first */
    u32 low;      /* the first level of the path that can be reached from here */
    u32 id;       /* of the state, in the state set */
    u64 enabled;  /* numbers of the threads that can move */
    Deeds deeds;
    u32 thread;   /* the number of the one whose step led here */
    Acts *step;   /* what it did; NULL: nobody else was there */
    u64 joined;   /* by it, before */
    Ref first;    /* the monitor that the step began with by entering it; 0: there is none */
    u32 joins;    /* or by waiting for this thread's end, or DPOR_NONE */
    Passed passed;
    u32 n_holds;
    struct {
        Ref lock;
        u32 thread;
    } holds[HOLDS]; /* monitors that are held here, as far as known */
} DynLevel;

typedef struct KeptState {
    u64 kept;
    u64 rest; /* numbers of the threads of its set that were not tried */
} KeptState;

typedef struct Dynamic {
    bool on;
    bool expects; /* the last transition leads to a new level */
    bool failed;  /* an error is pending */
    bool watched; /* the running transition is looked at */
    u32 ran;      /* number of the thread that made the last one */
    u64 joined;   /* by that, before it */
    Ref first;    /* the monitor that it began with by entering it; 0: there is none */
    u32 joins;    /* or by waiting for this thread's end, or DPOR_NONE */
    Acts *step;
    VEC(DynLevel) levels; /* beside those of the path */
    VEC(KeptState) kept;  /* by id in the state set */
    DeedStore store;
    Deeds below;          /* scratch */
} Dynamic;

bool dynamic_on(const Search *s) { return s->dynamic && s->dynamic->on; }

static bool again(const Search *s) { return s->silent || s->replaying || s->rec.on; }

static u32 number(Search *s, u32 id) { return dpor_number(s->dpor, s->ks->threads.v[id]); }

static u64 numbers(Search *s, u64 ids) {
    u64 set = 0;
    for (; ids; ids &= ids - 1) {
        u32 n = number(s, (u32)__builtin_ctzll(ids));
        if (n != DPOR_NONE) set |= 1ull << n;
    }
    return set;
}

static void level_drop(Search *s, DynLevel *l) {
    vec_free(s->cx, &l->deeds);
    acts_drop(s->cx, l->step);
}

/* --- what is tried --- */

static void take_whole(Search *s, u32 at) {
    DynLevel *n = &s->dynamic->levels.v[at];
    if (n->whole) return;
    n->whole = true;
    s->path.v[at].cg.n = n->base;
}

/* From here to the end of the path all of the persistent sets is tried. */
static void all_whole(Search *s, u32 from) {
    for (u32 i = from; i < s->dynamic->levels.n; i++) take_whole(s, i);
}

static void lost(Search *s) {
    all_whole(s, 0);
    for (u32 i = 0; i < s->dynamic->levels.n; i++) s->dynamic->levels.v[i].unknown = true;
}

/* One of these threads must be tried at the level. */
static void demand(Search *s, u32 at, u64 threads) {
    DynLevel *n = &s->dynamic->levels.v[at];
    ChoiceGenerator *cg = &s->path.v[at].cg;
    if (n->whole) return;
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, found = UINT32_MAX;
    for (u32 i = 0; i < n->base; i++) {
        u32 who = number(s, ids[i]);
        if (who == DPOR_NONE || !(threads >> who & 1)) continue;
        if (i < cg->n) return;
        if (found == UINT32_MAX) found = i;
    }
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
static void demand_all(Search *s, u32 at, u64 *sets, u32 n) {
    for (u32 i = 1; i < n; i++)
        for (u32 k = i; k; k--) {
            u64 a = sets[k - 1], b = sets[k];
            int x = __builtin_popcountll(a), y = __builtin_popcountll(b);
            if (x < y || (x == y && a <= b)) break;
            sets[k - 1] = b, sets[k] = a;
        }
    for (u32 i = 0; i < n; i++) demand(s, at, sets[i]);
}

static void demands(u64 *sets, u32 *n, u64 threads) {
    for (u32 i = 0; i < *n; i++)
        if (sets[i] == threads) return;
    sets[(*n)++] = threads;
}

/* --- from a state to the one before --- */

static bool holds(const DynLevel *n, u32 thread, const Deed *d) {
    for (u32 i = 0; i < n->n_holds; i++)
        for (u32 k = 0; k < DEED_LOCKS; k++)
            if (n->holds[i].thread == thread && n->holds[i].lock == d->locks[k]) return true;
    return false;
}

enum { NEXT = 4 };

static u32 next_words(Act *a, u64 place, u32 words, u32 how) {
    for (u32 i = 0; i < words; i++) a[i] = (Act){.place = place + i, .how = how};
    return words;
}

static u64 monitor_of(Ref r) { return (u64)r * 2 + offsetof(ElementInfo, lock) / 4; }

/* What a thread that is blocked may be let go on by. */
static u32 next_blocked(Search *s, const ThreadInfo *t, u32 n, Act *a) {
    const Pending *p = &t->pend;
    a[0] = (Act){.place = place_of_thread(n, PLACE_INTERRUPT), .how = ACT_READ};
    if (t->status != TS_RUNNABLE) {
        Ref lock = t->wait_obj ? t->wait_obj : p->obj;
        a[1] = (Act){.place = place_of_thread(n, PLACE_STATUS), .how = ACT_READ};
        a[2] = (Act){.place = monitor_of(lock), .how = ACT_ENTER | ACT_READ};
        return lock ? 3 : 2;
    }
    if (p->action == AC_PARK) a[1] = (Act){.place = place_of_thread(n, PLACE_PERMIT), .how = ACT_READ};
    else if (p->index >= DPOR_THREADS || p->index >= s->ks->n_threads) return 1;
    else a[1] = (Act){.place = place_of_thread(number(s, p->index), PLACE_END), .how = ACT_READ};
    return 2;
}

/* What a thread's next step touches in any case: how many places. */
static u32 next_of(Search *s, const ThreadInfo *t, u32 n, Act *a) {
    const Pending *p = &t->pend;
    if (t->status != TS_RUNNABLE || p->action == AC_PARK || p->action == AC_JOIN) return next_blocked(s, t, n, a);
    if (t->lib_depth) return 0;
    switch (p->action) {
    case AC_GET:
    case AC_PUT:
    case AC_GETSTATIC:
    case AC_PUTSTATIC: {
        bool put = p->action == AC_PUT || p->action == AC_PUTSTATIC;
        if (!p->obj || !p->fi) return 0;
        return next_words(a, (u64)p->obj * 2 + p->fi->offset / 4, type_size(p->fi->type) == 8 ? 2 : 1,
                          put ? ACT_WRITE : ACT_READ);
    }
    case AC_ALOAD:
    case AC_ASTORE: {
        u8 shift = ei_class(s->ks->heap, ei(s->ks->heap, p->obj))->elem_shift;
        return next_words(a, (u64)p->obj * 2 + OBJ_HEADER / 4 + (((u64)p->index << shift) / 4), shift == 3 ? 2 : 1,
                          p->action == AC_ASTORE ? ACT_WRITE : ACT_READ);
    }
    case AC_LOCK: return next_words(a, monitor_of(p->obj), 1, ACT_ENTER | ACT_READ); /* behind a leave as well */
    default: return 0;
    }
}

static bool depends(const Acts *step, const Deed *d) {
    if (step->unknown || d->place == DEED_ANYTHING) return true;
    const Act *a = acts_at(step, d->place);
    return a && act_meets(a->how, d->how);
}

/* Do all who judge steps hold the two for dependent? */
static bool sure(const Acts *step, u64 place, u32 how) {
    const Act *a = place == DEED_ANYTHING ? NULL : acts_at(step, place);
    return a && !((a->how | how) & ACT_UNSURE) && act_meets(a->how, how);
}

/* Threads whose next step, in the state behind the step, comes after it. */
static u64 comes_after(Search *s, u32 at, u32 thread, const Acts *step, u64 enabled) {
    const KernelState *ks = s->ks;
    u64 set = 0, was = s->dynamic->levels.v[at].enabled;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        u32 n = number(s, i);
        Act a[NEXT];
        if (t->status == TS_TERMINATED || n == DPOR_NONE || n == thread) continue;
        bool after = (enabled >> n & 1) && !(was >> n & 1);
        for (u32 k = after ? 0 : next_of(s, t, n, a); k-- > 0 && !after;) after = sure(step, a[k].place, a[k].how);
        if (after) set |= 1ull << n;
    }
    return set;
}

typedef struct Edge { /* a step from the level `at` */
    u32 at, thread;
    u32 id; /* of the thread, on this path */
    const Acts *step;
    u64 joined; /* by the thread, before */
    bool known; /* the state behind it is the current one */
    Ref first;  /* the monitor that it begins with by entering it; 0: there is none */
    u32 joins;  /* or by waiting for this thread's end, or DPOR_NONE */
} Edge;

/* The thread whose end the step waited for before anything else, so that all that one did comes before it. */
static u64 awaited(Search *s, const Edge *e) {
    if (s->ks->saw.interrupt || e->joins == DPOR_NONE) return 0; /* an interrupt would let it go on as well */
    const Act *a = acts_at(e->step, place_of_thread(e->joins, PLACE_END));
    return a && (a->how & ACT_AWAIT) ? 1ull << e->joins : 0;
}

/* Can no other event be turned round with it? A thread's end, and who waits for one, is of no interest while nobody is
 * interrupted or looks how far others are; once somebody does the search begins again (persist.c, assumed). */
static bool idle_act(Search *s, const Edge *e, const Act *a, u64 waited, Ref ending) {
    const SeenOfProgram *saw = &s->ks->saw;
    if (saw->interrupt) return false;
    if (place_is(a->place, PLACE_INTERRUPT)) return a->how == ACT_READ;
    if (place_is(a->place, PLACE_END) || place_is(a->place, PLACE_BEGIN)) {
        if ((a->how & ~ACT_AWAIT) == ACT_READ && (waited >> ((a->place & ~PLACE_THREAD) >> 8) & 1)) return true;
    }
    if (!ending || saw->ends || saw->states || saw->lists) return false;
    return a->place == monitor_of(ending) || a->place == place_of_thread(e->thread, PLACE_STATUS) ||
           a->place == place_of_thread(e->thread, PLACE_END);
}

static Ref monitor_at(u64 place) { return (Ref)((place - offsetof(ElementInfo, lock) / 4) / 2); }

/* Deeds of the state behind the step become deeds of the state before. */
static Status shift(Search *s, const Edge *e, const Deeds *below) {
    DynLevel *n = &s->dynamic->levels.v[e->at];
    const u64 me = 1ull << e->thread;
    if (n->unknown) {
        n->deeds.n = 0;
        return ST_OK;
    }
    u64 enabled = e->known ? numbers(s, live_enabled(s->ks)) : n->enabled;
    u64 after = e->step && e->known ? comes_after(s, e->at, e->thread, e->step, enabled) : 0;
    u64 sets[DEEDS_MOST];
    u32 n_sets = 0;
    for (u32 i = 0; i < below->n; i++) {
        Deed d = below->v[i];
        u64 who = 1ull << d.thread;
        if (!e->step || d.thread == e->thread || ((d.before | d.ended) & (me | after)) || holds(n, e->thread, &d)) {
            d.before |= me; /* or something between the two is */
        } else if (depends(e->step, &d)) {
            /* Whom it waits for is no matter of order. Nor is what it cannot do before somebody lets it: were that
             * another one than this step, that one would come before the deed. */
            bool first = !d.before && !d.loose && !(n->enabled & who);
            bool awaits = (d.how & ACT_AWAIT) && !s->ks->saw.interrupt; /* an interrupt would end the join too */
            if (n->chooses && !awaits && !first) demands(sets, &n_sets, d.before | who);
            if ((who & after) || sure(e->step, d.place, d.how)) d.before |= me;
        } else if (who & after) {
            d.before |= me;
        }
        if (deeds_add(s->cx, &n->deeds, &d) != ST_OK) return ST_ERROR;
    }
    demand_all(s, e->at, sets, n_sets);
    if (!e->step) return ST_OK;
    const u64 waited = awaited(s, e);
    Deed own = {.thread = (u8)e->thread, .ended = e->joined | waited, .how = ACT_WRITE};
    const Act *end = acts_at(e->step, place_of_thread(e->thread, PLACE_END));
    const Ref ending = end && (end->how & ACT_WRITE) ? s->ks->threads.v[e->id]->obj : 0;
    u32 locks = 0;
    for (u32 i = n->n_holds; i-- > 0 && locks < DEED_LOCKS;)
        if (n->holds[i].thread == e->thread) own.locks[locks++] = n->holds[i].lock;
    const Ref second = own.locks[DEED_LOCKS - 1];
    const Act *enters = e->first ? acts_at(e->step, monitor_of(e->first)) : NULL;
    const Ref entered = enters && (enters->how & ACT_ENTER) ? e->first : 0;
    for (u32 i = 0; i < e->step->n && !e->step->unknown; i++) {
        if (idle_act(s, e, &e->step->v[i], waited, ending)) continue;
        own.place = e->step->v[i].place;
        own.how = (u8)e->step->v[i].how;
        bool itself = entered && own.place < PLACE_THREAD && monitor_at(own.place) == entered;
        own.locks[DEED_LOCKS - 1] = entered && !itself ? entered : second;
        if (deeds_add(s->cx, &n->deeds, &own) != ST_OK) return ST_ERROR;
    }
    own.locks[DEED_LOCKS - 1] = second;
    own.place = DEED_ANYTHING;
    return e->step->unknown ? deeds_add(s->cx, &n->deeds, &own) : ST_OK;
}

/* Threads whose ends this one has waited for. */
static u64 joined_by(Search *s, const ThreadInfo *ti) {
    u64 set = 0;
    for (u32 i = 0; i < s->ks->n_threads; i++)
        if (s->ks->threads.v[i]->joined_by == ti->id + 1) set |= 1ull << (i & 63);
    return numbers(s, set);
}

static Status waits_for(Search *s, Deeds *d, Deed x, u64 place, u32 how) {
    x.place = place;
    x.how = (u8)how;
    return deeds_add(s->cx, d, &x);
}

/* What threads stand before in the current state and another one's step may take away from them. */
static Status standing(Search *s, Deeds *d) {
    const KernelState *ks = s->ks;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        u32 n = number(s, i);
        if (t->status == TS_NEW || t->status == TS_TERMINATED || n == DPOR_NONE) continue;
        Deed x = {.thread = (u8)n, .ended = joined_by(s, t)};
        Status st = ST_OK;
        bool waits = t->status != TS_RUNNABLE;
        Ref lock = waits && t->wait_obj ? t->wait_obj : t->pend.obj;
        u8 act = t->pend.action;
        if (t->suspended || (!waits && act == AC_CLINIT_WAIT)) st = waits_for(s, d, x, DEED_ANYTHING, ACT_WRITE);
        if (st == ST_OK && waits) st = waits_for(s, d, x, place_of_thread(n, PLACE_STATUS), ACT_WRITE);
        if (st == ST_OK && waits && ks->saw.interrupt)
            st = waits_for(s, d, x, place_of_thread(n, PLACE_INTERRUPT), ACT_READ);
        if (st == ST_OK && act == AC_EXIT && !waits) lock = t->obj;
        bool enters = waits || act == AC_LOCK || act == AC_REACQUIRE || act == AC_EXIT;
        if (st == ST_OK && enters && lock) st = waits_for(s, d, x, monitor_of(lock), ACT_ENTER);
        if (st != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* Monitors that are held behind the step. */
static void pass_holds(Search *s, DynLevel *to, const DynLevel *from) {
    to->n_holds = 0;
    const Acts *a = to->step;
    for (u32 i = 0; i < from->n_holds; i++) {
        Ref r = from->holds[i].lock;
        const Act *x = a ? acts_at(a, (u64)r * 2 + offsetof(ElementInfo, lock) / 4) : NULL;
        bool left = x && (x->how & ACT_LEAVE) && from->holds[i].thread == to->thread;
        if (!left) to->holds[to->n_holds++] = from->holds[i];
    }
    for (u32 i = 0; a && i < a->n && to->n_holds < HOLDS; i++) {
        if (a->v[i].place >= PLACE_THREAD || (a->v[i].how & (ACT_ENTER | ACT_LEAVE)) != ACT_ENTER) continue;
        to->holds[to->n_holds].lock = monitor_at(a->v[i].place);
        to->holds[to->n_holds++].thread = to->thread;
    }
}

/* --- transitions --- */

/* The reductions of vm.por=true stand by themselves: the search goes on with these. */
static Status tell_unused(Search *s, const char *why) {
    Text t;
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
    y->joined = joined_by(s, ran);
    bool joins = ran->status == TS_RUNNABLE && ran->pend.action == AC_JOIN && ran->pend.index < ks->n_threads;
    y->first = ran->status == TS_RUNNABLE && ran->pend.action == AC_LOCK ? ran->pend.obj : 0;
    y->joins = joins ? number(s, ran->pend.index) : DPOR_NONE;
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

/* A known state that is not left once more. */
static Status matched(Search *s, const Arrival *to, const Edge *e) {
    Dynamic *y = s->dynamic;
    u64 kept = to->id < y->kept.n && !to->renamed ? y->kept.v[to->id].kept : KEPT_UNKNOWN;
    y->below.n = 0;
    if ((kept & 3) == KEPT_ON_PATH) {
        u32 at = (u32)(kept >> 2);
        all_whole(s, at);
        DynLevel *n = &y->levels.v[e->at];
        if (n->low > at) n->low = at;
    } else if ((kept & 3) == KEPT_LIST) {
        if (deeds_take(s->se, &y->store, (u32)(kept >> 2), &y->below) != ST_OK) return ST_ERROR;
    } else {
        lost(s);
    }
    return shift(s, e, &y->below);
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
    if (to->onward && to->fresh) {
        y->expects = true;
        return ST_OK;
    }
    Edge e = {at, y->ran, s->last_thread, y->step, y->joined, to->keyed, y->first, y->joins};
    if (to->onward) return matched(s, to, &e);
    y->below.n = 0;
    if (to->keyed && standing(s, &y->below) != ST_OK) return ST_ERROR;
    return shift(s, &e, &y->below);
}

/* --- levels --- */

/* Who has waited for long comes first in the set. */
static void put_first(Search *s, ChoiceGenerator *cg, u32 base, u64 left) {
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, k = 0;
    for (u32 i = 0; i < base; i++) {
        u32 id = ids[i];
        if (!ts_has(&s->se->sets, left, id)) continue;
        for (u32 j = i; j > k; j--) ids[j] = ids[j - 1];
        ids[k++] = id;
    }
}

static void begin_with_one(Search *s, Level *l, DynLevel *n, Passed was) {
    const u32 *ids = l->cg.n_full > 4 ? l->cg.u.threads : l->cg.u.small;
    u64 out = 0;
    bool forced = fair_forces(s, was);
    if (forced) put_first(s, &l->cg, n->base, was.left);
    for (u32 i = 1; i < l->awake; i++) out |= ids[i] > 62 ? 0 : 1ull << ids[i];
    n->passed = forced ? (Passed){ts_and(&s->se->sets, was.left, out), was.run}
                       : fair_behind(s, was, out); /* the others come behind it */
    if (!n->passed.left) n->passed.run = 0;
    if (forced) return;
    n->whole = n->base == 1;
    l->cg.n = 1;
    s->st.begun += !n->whole;
}

static u64 bit(Search *s, u32 id) {
    u32 who = number(s, id);
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

static u64 rest_of(Search *s, u32 at) {
    const DynLevel *n = &s->dynamic->levels.v[at];
    const ChoiceGenerator *cg = &s->path.v[at].cg;
    u64 rest = 0;
    const u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small;
    for (u32 i = (u32)cg->n; i < n->base && !n->whole; i++) rest |= bit(s, ids[i]);
    return rest;
}

static Status arrange(Search *s, Level *l, const Arrival *to) {
    Dynamic *y = s->dynamic;
    u32 at = s->path.n - 1;
    if (again(s) || !y->on || y->levels.n != at) return ST_OK;
    DynLevel n = {.whole = true, .base = (u32)l->cg.n, .low = at, .id = l->set_id, .thread = y->ran};
    bool once_more = to && !to->fresh;
    n.chooses = l->cg.kind == CK_THREAD && !l->n_up && !(l->cg.flags & CGF_GIVEN);
    n.enabled = numbers(s, l->enabled);
    n.joined = y->joined;
    n.first = y->first;
    n.joins = y->joins;
    n.step = y->step;
    y->step = NULL;
    if (!to || (!y->expects && !once_more)) lost(s);
    y->expects = false;
    if (at) pass_holds(s, &n, &y->levels.v[at - 1]);
    if (n.chooses && n.base > 1 && !once_more) begin_with_one(s, l, &n, at ? y->levels.v[at - 1].passed : (Passed){0});
    if (vec_push(s->cx, &y->levels, n) != ST_OK) return ST_ERROR;
    while (y->kept.n <= l->set_id)
        if (vec_push(s->cx, &y->kept, ((KeptState){KEPT_NOTHING, 0})) != ST_OK) return ST_ERROR;
    u64 kept = y->kept.v[l->set_id].kept;
    if (n.chooses && once_more) add_rest(s, l, &y->levels.v[at], to->renamed ? UINT64_MAX : y->kept.v[l->set_id].rest);
    y->kept.v[l->set_id].kept = (u64)at << 2 | KEPT_ON_PATH;
    y->levels.v[at].unknown = once_more && (kept & 3) != KEPT_LIST; /* what was done here before is not known */
    if ((kept & 3) != KEPT_LIST) return ST_OK;
    return deeds_take(s->se, &y->store, (u32)(kept >> 2), &y->levels.v[at].deeds);
}

static Status leave(Search *s, u32 at) {
    Dynamic *y = s->dynamic;
    DynLevel *n = &y->levels.v[at];
    u64 kept = KEPT_UNKNOWN;
    if (!n->unknown && standing(s, &n->deeds) != ST_OK) return ST_ERROR;
    if (!n->unknown && n->low == at) {
        u32 list;
        if (deeds_keep(s->se, &y->store, &n->deeds, &list) != ST_OK) return ST_ERROR;
        kept = (u64)list << 2 | KEPT_LIST;
    }
    y->kept.v[n->id] = (KeptState){kept, rest_of(s, at)};
    if (!at) return ST_OK;
    DynLevel *up = &y->levels.v[at - 1];
    if (n->low < at && up->low > n->low) up->low = n->low;
    Edge e = {at - 1, n->thread, s->path.v[at - 1].thread, n->step, n->joined, true, n->first, n->joins};
    return shift(s, &e, &n->deeds);
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
    y->kept.n = 0;
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
    if (s->dynamic) {
        reset(s);
        s->dynamic->on = *on;
    }
    if (!*on) return ST_OK;
    if (!s->dynamic && !(s->dynamic = cx_alloc(s->cx, sizeof *s->dynamic))) return ST_ERROR;
    s->dynamic->on = true;
    deeds_store_begin(s->cx, &s->dynamic->store);
    if (dpor_begin(s) != ST_OK) return ST_ERROR;
    s->dpor->arrivals = true;
    DynLevel root = {.whole = true, .base = 1, .thread = 0, .joins = DPOR_NONE};
    if (vec_push(s->cx, &s->dynamic->kept, ((KeptState){KEPT_NOTHING, 0})) != ST_OK) return ST_ERROR;
    return vec_push(s->cx, &s->dynamic->levels, root);
}

static void dynamic_free(Search *s) {
    Dynamic *y = s->dynamic;
    if (!y) return;
    reset(s);
    vec_free(s->cx, &y->levels);
    vec_free(s->cx, &y->kept);
    vec_free(s->cx, &y->below);
    deeds_store_free(s->cx, &y->store);
    cx_free(s->cx, y, sizeof *y);
    s->dynamic = NULL;
}

/* --- in a pack --- */

static void lock_pack(Pack *p, Prints *x, Ref *r) {
    bool any = *r != 0;
    pack_it(p, any);
    *r = any ? object_pack(x, *r) : 0;
}

/* False: its object was gone, so that nobody can reach it from here: whoever acts on it makes it first. */
static bool deed_pack(ActsPack *k, Pack *p, Prints *x, Deed *d) {
    bool refs;
    d->place = place_pack(k, d->place, &refs);
    pack_it(p, d->before);
    pack_it(p, d->ended);
    pack_it(p, d->thread);
    pack_it(p, d->how);
    pack_it(p, d->loose);
    for (u32 i = 0; i < DEED_LOCKS; i++) {
        bool known = d->locks[i] != 0;
        pack_it(p, known);
        lock_pack(p, x, &d->locks[i]);
        d->loose |= known && !d->locks[i];
    }
    return d->place == DEED_ANYTHING || d->place < PLACE_GONE;
}

static Status level_pack(Search *s, DynLevel *l, ActsPack *k, Pack *p, Prints *x) {
    pack_it(p, l->chooses);
    pack_it(p, l->whole);
    pack_it(p, l->unknown);
    pack_it(p, l->base);
    pack_it(p, l->low);
    pack_it(p, l->id);
    pack_it(p, l->enabled);
    pack_it(p, l->thread);
    pack_it(p, l->joined);
    lock_pack(p, x, &l->first);
    pack_it(p, l->joins);
    pack_it(p, l->passed);
    if (acts_pack(k, &l->step) != ST_OK) return ST_ERROR;
    u32 n = pack_u32(p, l->n_holds);
    if (p->reading) l->n_holds = 0;
    for (u32 i = 0; i < n && !p->failed; i++) {
        u32 thread = pack_u32(p, l->holds[i].thread);
        Ref lock = object_pack(x, l->holds[i].lock);
        if (!p->reading || !lock) continue;
        l->holds[l->n_holds].lock = lock;
        l->holds[l->n_holds++].thread = thread;
    }
    n = pack_u32(p, l->deeds.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        Deed d = {0};
        if (!p->reading) d = l->deeds.v[i];
        bool stays = deed_pack(k, p, x, &d);
        if (p->reading && stays && deeds_put(s->cx, &l->deeds, &d) != ST_OK) return ST_ERROR;
    }
    return p->failed ? ST_ERROR : ST_OK;
}

Status dynamic_pack(Search *s, ActsPack *k, Pack *p, Prints *x) {
    Dynamic *y = s->dynamic;
    pack_it(p, y->expects);
    pack_it(p, y->watched);
    pack_it(p, y->ran);
    pack_it(p, y->joined);
    lock_pack(p, x, &y->first);
    pack_it(p, y->joins);
    if (acts_pack(k, &y->step) != ST_OK) return ST_ERROR;
    u32 n = pack_u32(p, y->levels.n);
    if (p->reading) y->levels.n = 0; /* the root, which has nothing yet */
    for (u32 i = 0; i < n && !p->failed; i++) {
        if (p->reading && vec_push(s->cx, &y->levels, (DynLevel){0}) != ST_OK) return ST_ERROR;
        if (level_pack(s, &y->levels.v[i], k, p, x) != ST_OK) return ST_ERROR;
    }
    pack_vec(p, &y->kept);
    return deeds_pack(s->se, &y->store, p);
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
