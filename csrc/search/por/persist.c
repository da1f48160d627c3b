/* persist.c -- persistent sets: at a state, only some of the runnable threads need to be tried.
 *
 * A set P of threads is persistent if nothing the others can do, as long as none of P moves, interacts
 * with what a thread of P does next (Godefroid, LNCS 1032, chapter 4). What a thread does next is its
 * pending action; who can interact with it are the threads that can reach the objects it names
 * (state_reach), because a thread obtains a reference only through what it reaches. P is the closure of
 * one thread under that relation; the smallest closure with a runnable thread is taken.
 *
 * More things keep this sound:
 *  - the cycle proviso: some transition from a reduced state must lead to one that is left later than it
 *    (with a queue: one that waits there; depth-first: left earlier for good, that is, one that is
 *    not on the stack); otherwise the state expands wholly. Along such transitions one comes to a state
 *    that is expanded wholly, so that no thread waits for ever (Holzmann, Godefroid and Pirottin, PSTV 1992;
 *    Bosnacki and Holzmann, SPIN 2005);
 *  - a thread that waits in a join goes on when the other has ended. It adds that one; or nobody, if it would only come
 *    to the join of a thread of the set (awaits_closure);
 *  - in spaces without cycles no proviso fires: fair.c bounds how long a thread may be left out;
 *  - what actions do not name: each transition from a reduced state leaves its footprint, everything it
 *    read or wrote of objects that are shared (state/footprint.c). If threads outside P can reach any
 *    of that, the state expands wholly. Reads of places that are never written do not count; when one is
 *    written later, the search starts again and knows (Search.restart);
 *  - that nobody interrupts or asks for a thread's state, that the clock does not matter, and that nobody
 *    holds the main thread's object (part of the boot image, whose references are not followed), is
 *    assumed until it is seen; then the search starts again and counts these as interaction;
 *  - after RESTARTS of these the search does without. */
#include "kernel/calls.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/inits.h"
#include "kernel/places.h"
#include "search/kind.h"
#include "search/por/dynamic.h"
#include "search/reduction.h"

static ThreadSet reach(Search *s, Ref r) { return state_reach(s->se, r, false); }

static ThreadSet or (Search * s, ThreadSet a, ThreadSet b) { return ts_or(s->se->sets, a, b); }

static ThreadSet fewer(Search *s, ThreadSet a, ThreadSet b) {
    return ts_count(s->se->sets, a) < ts_count(s->se->sets, b) ? a : b;
}

/* Who may get hold of r, if these are fewer than `set`. Where places answer nothing that is who can reach it. */
static ThreadSet gets_hold(Search *s, Ref r, ThreadSet set) {
    if (!s->ks->places->answers || ts_count(s->se->sets, set) < 2) return set;
    return fewer(s, set, state_holders(s->se, r));
}

/* Who may come to n words of r from `word` on: who is known to, or, if it has no name, who may get hold of it; or who
 * can reach it, if these are fewer. */
static ThreadSet comes_to(Search *s, Ref r, u32 word, u32 n, bool write) {
    ThreadSet set = reach(s, r), known;
    if (places_partners(s->ks, r, word, n, write, &known)) return fewer(s, set, known);
    return gets_hold(s, r, set);
}

static ThreadSet to_monitor(Search *s, Ref r) {
    ThreadSet set = comes_to(s, r, PLACE_MONITOR, 1, true);
    return set == REACH_ALL ? set : monitor_users(s->ks, r, set);
}

/* Who comes to the owner of a cell that u comes to (kernel/calls.h), if these are fewer than `set`. */
static ThreadSet to_cell(Search *s, const ThreadInfo *u, ThreadSet set) {
    ThreadSet known;
    return call_partners_near(u, u->pend.obj, &known) ? fewer(s, set, known) : set;
}

static ThreadSet to_field(Search *s, const ThreadInfo *u, bool write) {
    const Pending *p = &u->pend;
    return to_cell(s, u, comes_to(s, p->obj, p->fi->offset / 4, type_size(p->fi->type) == 8 ? 2 : 1, write));
}

static ThreadSet to_element(Search *s, const Pending *p, bool write) {
    u8 shift = ei_class(s->ks->heap, ei(s->ks->heap, p->obj))->elem_shift;
    return comes_to(s, p->obj, OBJ_HEADER / 4 + (u32)(((u64)p->index << shift) / 4), shift == 3 ? 2 : 1, write);
}

/* Who comes to an owner (kernel/calls.h), or may get hold of it, if that is not known; if they are fewer than `set`. */
static ThreadSet to_owner(Search *s, Ref owner, bool looks, ThreadSet set) {
    ThreadSet known;
    if (!owner || ts_count(s->se->sets, set) < 2) return set;
    return call_partners(s->ks, owner, looks, &known) ? fewer(s, set, known) : gets_hold(s, owner, set);
}

/* An access of Unsafe's, p->index: its offset. */
static ThreadSet to_atomic(Search *s, const ThreadInfo *u) {
    const KernelState *ks = s->ks;
    const Pending *p = &u->pend;
    const ElementInfo *e = ei(ks->heap, p->obj);
    u32 words = p->index ? place_of_atomic(ks, e, p->index, 1) : 0;
    if (!words) return to_cell(s, u, reach(s, p->obj));
    if (!(ei_class(ks->heap, e)->known & KC_CALL_OWNER)) return comes_to(s, p->obj, p->index / 4, words, true);
    return to_owner(s, p->obj, false, reach(s, p->obj));
}

/* A listed call goes on with what its receiver reaches; that of an atomic array's with one element, that of a lock with
 * what belongs to its owner (kernel/calls.h). */
static ThreadSet to_receiver(Search *s, const Pending *p) {
    const Heap *h = s->ks->heap;
    const FieldInfo *fi = p->index ? ci_known_field(ei_class(h, ei(h, p->obj)), KF_CELLS) : NULL;
    Ref arr = fi ? get_ref(h, p->obj, fi->offset) : 0;
    if (arr && p->index <= arr_len(h, arr)) return to_element(s, &(Pending){.obj = arr, .index = p->index - 1}, true);
    ThreadSet set = state_reach(s->se, p->obj, true), known;
    if (is_map(s->ks, p->obj)) return map_partners(s->ks, p->obj, p->index, &known) ? fewer(s, set, known) : set;
    return to_owner(s, call_owner(s->ks, p->obj), p->index, set);
}

static ThreadSet lib_reach(Search *s, const ThreadInfo *u) { return state_reach(s->se, call_receiver(u), true); }

/* u is blocked in a listed call: who may come to what it goes on with, or wake it up where it parks. Who waits for a
 * lock is woken by those who come to it. Who stands in what such a call calls back does that first; where a step goes
 * on with the call, its footprint tells. */
static ThreadSet goes_on(Search *s, const ThreadInfo *u) {
    ThreadSet set = lib_reach(s, u), wakers = u->pend.action == AC_PARK ? reach(s, u->obj) : 0;
    Ref owner = call_stands(u);
    if (!owner) return or (s, set, wakers);
    ThreadSet known = to_owner(s, owner, false, set);
    if (s->ks->saw.permits) known = or (s, known, wakers);
    return fewer(s, or (s, set, wakers), known);
}

/* Will some thread that is no daemon wait for u's end, so that the program does not end with u? */
static bool outlived(const KernelState *ks, const ThreadInfo *u) {
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t->status == TS_RUNNABLE && !t->daemon && !ti_is_told(t) && t->pend.action == AC_JOIN &&
            t->pend.index == u->id && !t->pend.timed)
            return true;
    }
    return false;
}

/* May an interrupt end a join? */
static bool told_joins(const SeenOfProgram *w) { return w->interrupt && (w->interrupt_main || w->others_join); }

/* The end of a thread. A join without a time-out is not enabled before it, so that no order of the two is there to be
 * tried: nobody has to be added for it, unless an interrupt can make the join return. Who can tell an end that has
 * come from one that will come, in any other way, has set SeenOfProgram.ends or .lists where it asked, whatever the
 * answer was: such a look is a step of its thread's own, which the search without partners of ends comes to as well
 * (it loses no thread's local states as long as the look has not been met), and then the search begins again. The
 * same holds of daemons, which the last other thread's end cuts off; one may be started yet.
 *
 * Once there are interrupts those who reach the thread count, for they may join it, or start a thread that does. But
 * nobody counts as long as no thread joins another one but main, and nobody interrupts main: that such a join has not
 * been met is assumed like all these looks. Who may interrupt the thread that ends is no reason: an interrupt before
 * its end and one behind it leave the same. Thread.isInterrupted looks at the object (lifecycle.c), and what the thread
 * does up to its end looks by steps of its own. Nor is who gives it a permit: one that comes behind the end is what it
 * would have been before it. Dynamic sets rely on that being seen in its acts (FpLog.late, search/dpor/step.c). */
static ThreadSet end_partners(Search *s, const ThreadInfo *u) {
    const KernelState *ks = s->ks;
    if (ks->saw.lists || (ks->saw.daemons && !u->daemon && !outlived(ks, u))) return REACH_ALL;
    if (!ks->saw.ends && !told_joins(&ks->saw)) return 0;
    if (u->id == 0) return ks->saw.main ? REACH_ALL : 0;
    return reach(s, u->obj);
}

/* A thread comes to a class, and has to wait for its initialization or begins it. Who waits is let go on by the thread
 * that initializes. Whose class is initialized, or has failed, goes on past that, which nothing changes any more,
 * and comes to no other action in this step (unless it is a JDK class: run.c). Who begins meets those whose use of the
 * class could be the first. A superclass's initialization is an action of its own. */
static ThreadSet init_set(Search *s, const ThreadInfo *u) {
    const KernelState *ks = s->ks;
    const ClassInfo *ci = u->pend.index < ks->cs->by_id.n ? ks->cs->by_id.v[u->pend.index] : NULL;
    ThreadSet known;
    if (!ci || !ci->mirror_p) return REACH_ALL;
    switch (ci->mirror_p[0]) {
    case CI_INITED:
    case CI_ERRONEOUS: return ci->attrs & CA_SYSTEM ? REACH_ALL : 0;
    case CI_INITING: return ci->mirror_p[1] == u->id + 1 ? REACH_ALL : ts_one(s->se->sets, ci->mirror_p[1] - 1);
    default: return init_partners(s->ks, ci, &known) ? known : REACH_ALL;
    }
}

static ThreadSet action_partners(Search *s, const ThreadInfo *u) {
    const KernelState *ks = s->ks;
    const Pending *p = &u->pend;
    ThreadSet wake = ti_is_told(u) ? reach(s, u->obj) : 0; /* who may interrupt it */
    if (lib_own_affair(u)) return REACH_ALL;
    if (lib_runs(u)) { /* blocked in a listed call: it goes on with the call's receiver */
        wake = or (s, wake, goes_on(s, u));
        if (wake == REACH_ALL) return REACH_ALL;
        if (p->action == AC_PARK) return wake;
    }
    if (u->status == TS_WAITING || u->status == TS_TIMED_WAITING || u->status == TS_NOTIFIED) {
        return or (s, to_monitor(s, u->wait_obj ? u->wait_obj : p->obj), wake);
    }
    switch (p->action) {
    case AC_START_OF_THREAD:
    case AC_BREAK: /* local steps come next; a section leaves its footprint */
    case AC_BEGIN_ATOMIC:
    case AC_ARRIVE: /* who asks for states: see partners */
    case AC_YIELD: return 0;
    case AC_GET:
    case AC_GETSTATIC: return to_field(s, u, false);
    case AC_PUT:
    case AC_PUTSTATIC: return to_field(s, u, true);
    case AC_ALOAD: return to_element(s, p, false);
    case AC_ASTORE: return to_element(s, p, true);
    case AC_UNLOCK:
    case AC_NOTIFY:
    case AC_NOTIFY_ALL: return to_monitor(s, p->obj);
    case AC_ATOMIC: return to_atomic(s, u);
    case AC_UNPARK: return reach(s, p->obj);
    case AC_START: /* a daemon may start who ends last, after all: lifecycle.c */
        return ks->saw.lists || (u->daemon && ks->looks.seen & LIB_HOOKS) ? REACH_ALL : reach(s, p->obj);
    case AC_LOCK:
    case AC_WAIT:
    case AC_REACQUIRE: return or (s, to_monitor(s, p->obj), wake);
    case AC_INTERRUPT: return or (s, reach(s, p->obj), wake);
    case AC_LIBRARY: return or (s, to_receiver(s, p), wake);
    case AC_PARK: return or (s, reach(s, u->obj), wake);
    case AC_SLEEP: return wake;
    case AC_JOIN: return or (s, ts_one(s->se->sets, p->index), wake);
    case AC_EXIT: return end_partners(s, u);
    case AC_CLINIT_WAIT: return or (s, init_set(s, u), wake);
    default: return REACH_ALL; /* natives */
    }
}

/* Threads whose steps may interact with u's next one. */
static ThreadSet partners(Search *s, const ThreadInfo *u) {
    ThreadSet set = action_partners(s, u);
    if (set == REACH_ALL || !s->ks->saw.states || (u->id == 0 && !s->ks->saw.main)) return set;
    return or (s, set, reach(s, u->obj)); /* who may ask for its state, which any step may change */
}

enum { NOBODY = UINT32_MAX };

/* The search for the smallest set of a state. in, todo: of the closure that is being made, ids as bits; joins: those of
 * it at a join, whose partners are asked for last; done: threads whose closure is known to be no smaller
 * than `best`. */
typedef struct Closing {
    u64 *in, *todo, *joins, *done, *known, *asked;
    ThreadSet *cache; /* by id, if `known` */
    ThreadSet *awaits; /* whom it joins before it does anything else; by id, if `asked` */
    u32 last; /* whose partners were found last, NOBODY: nobody's */
    u32 words, least;
    ThreadSet best;
} Closing;

static bool in(const u64 *w, u32 i) { return w[i >> 6] >> (i & 63) & 1; }
static void put(u64 *w, u32 i) { w[i >> 6] |= 1ull << (i & 63); }

static Status closing_begin(Search *s, Closing *c) {
    u32 n = s->ks->n_threads, words = (n + 63) / 64;
    s->persist.scratch.n = 0;
    enum { SETS = 6 };
    if (vec_reserve(s->cx, &s->persist.scratch, SETS * words + 2 * n) != ST_OK) return ST_ERROR;
    u64 *v = s->persist.scratch.v, *by_id = v + SETS * words;
    mem_fill(v, 0, SETS * words * sizeof *v);
    *c = (Closing){.in = v,
                   .todo = v + words,
                   .joins = v + 2 * words,
                   .done = v + 3 * words,
                   .known = v + 4 * words,
                   .asked = v + 5 * words,
                   .cache = by_id,
                   .awaits = by_id + n,
                   .last = NOBODY,
                   .words = words,
                   .least = UINT32_MAX,
                   .best = REACH_ALL};
    return ST_OK;
}

/* Are the partners of both the same because they are about to do the same thing? Those of what follows do not depend
 * on who does it (action_partners). */
static bool same_deed(const KernelState *ks, const ThreadInfo *a, const ThreadInfo *b) {
    enum {
        WHOEVER = 1ull << AC_GET | 1ull << AC_PUT | 1ull << AC_GETSTATIC | 1ull << AC_PUTSTATIC | 1ull << AC_ALOAD |
                  1ull << AC_ASTORE | 1ull << AC_LOCK | 1ull << AC_UNLOCK | 1ull << AC_ATOMIC | 1ull << AC_LIBRARY,
    };
    const Pending *p = &a->pend, *q = &b->pend;
    if (ks->saw.interrupt || ks->saw.states || a->lib_depth || b->lib_depth) return false;
    if (a->status != TS_RUNNABLE || b->status != TS_RUNNABLE || p->action > 63 || !(WHOEVER >> p->action & 1))
        return false;
    return p->action == q->action && p->obj == q->obj && p->index == q->index && p->fi == q->fi;
}

static ThreadSet known_partners(Search *s, Closing *c, u32 u) {
    ThreadInfo *const *t = s->ks->threads.v;
    if (in(c->known, u)) return c->cache[u];
    put(c->known, u);
    c->cache[u] = c->last != NOBODY && same_deed(s->ks, t[c->last], t[u]) ? c->cache[c->last] : partners(s, t[u]);
    c->last = u;
    return c->cache[u];
}

/* More threads are in the closure. False: one of them has a closure that is no smaller than the best. */
static bool closure_add(Search *s, Closing *c, ThreadSet more) {
    u32 n;
    const u64 *w = ts_words(s->se->sets, &more, &n);
    for (u32 k = 0; k < n && k < c->words; k++) {
        u64 fresh = w[k] & ~c->in[k];
        if (fresh & c->done[k]) return false;
        c->in[k] |= fresh;
        /* threads that have ended, or are not started, take no step */
        for (; fresh; fresh &= fresh - 1) {
            const ThreadInfo *t = s->ks->threads.v[k * 64 + (u32)__builtin_ctzll(fresh)];
            if (t->status == TS_TERMINATED || t->status == TS_NEW) continue;
            put(t->pend.action == AC_JOIN ? c->joins : c->todo, t->id);
        }
    }
    return true;
}

static bool take_one(u64 *w, u32 words, u32 *id) {
    for (u32 i = 0; i < words; i++) {
        if (!w[i]) continue;
        *id = i * 64 + (u32)__builtin_ctzll(w[i]);
        w[i] &= w[i] - 1;
        return true;
    }
    return false;
}

/* Does u wait in a join, and joins a thread of the closure before it does anything else? Then it needs nobody: it
 * goes on only when that thread has ended, however soon the one that it waits for now does. What it does up to there
 * are steps of its own that nobody can tell (state_awaits), so the set is as good as one without it. */
static bool awaits_closure(Search *s, Closing *c, u32 u) {
    if (!in(c->asked, u)) {
        put(c->asked, u);
        c->awaits[u] = state_awaits(s->se, u);
    }
    u32 n;
    bool any = false;
    const u64 *w = ts_words(s->se->sets, &c->awaits[u], &n);
    for (u32 k = 0; k < n && k < c->words; k++) any |= (w[k] & c->in[k]) != 0;
    return any;
}

/* Closure of `first`, in c->in. False: it is everybody, or has one whose closure is no smaller than the best. Whom a
 * join waits for is asked last, when the others are there. */
static bool closure(Search *s, u32 first, Closing *c) {
    u32 u;
    mem_fill(c->in, 0, c->words * sizeof *c->in);
    mem_fill(c->todo, 0, c->words * sizeof *c->todo);
    mem_fill(c->joins, 0, c->words * sizeof *c->joins);
    put(c->in, first);
    put(c->todo, first);
    for (;;) {
        if (!take_one(c->todo, c->words, &u)) {
            if (!take_one(c->joins, c->words, &u)) return true;
            if (awaits_closure(s, c, u)) continue;
        }
        const ThreadSet p = known_partners(s, c, u);
        if (p == REACH_ALL || !closure_add(s, c, p)) return false;
    }
}

/* The closure of `first` is taken if it is smaller than the best. */
static void try_closure(Search *s, const u32 *ids, u32 n, u32 first, Closing *c) {
    ThreadSets *t = s->se->sets;
    u32 k = 0;
    if (closure(s, first, c))
        for (u32 j = 0; j < n; j++) k += in(c->in, ids[j]);
    put(c->done, first);
    if (!k || k >= c->least) return;
    ts_begin(t);
    ts_add_words(t, c->in, c->words);
    ThreadSet set = ts_made(t);
    if (set == REACH_ALL) return;
    c->least = k;
    c->best = set;
}

/* The smallest set that has a thread of `with`; the first of these. Those that come to classes are last: what they do
 * behind that may turn out to touch what is not theirs alone, and then all threads are tried. */
static ThreadSet select_set(Search *s, const u32 *ids, u32 n, ThreadSet with) {
    Closing c;
    ThreadSets *t = s->se->sets;
    if (closing_begin(s, &c) != ST_OK) return REACH_ALL;
    c.least = n;
    for (u32 late = 0; late < 2; late++)
        for (u32 i = 0; i < n && c.least > 1; i++) {
            if (!ts_has(t, with, ids[i])) continue;
            if ((s->ks->threads.v[ids[i]]->pend.action == AC_CLINIT_WAIT) == late) try_closure(s, ids, n, ids[i], &c);
        }
    return c.best;
}

/* The threads of cg by their parts, each in its order. *first: how many those ahead and in the set are; *awake: how
 * many may be tried. */
static Status order(Search *s, ChoiceGenerator *cg, const u8 *part, u32 *first, u32 *awake) {
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, n = (u32)cg->n_full, k = 0;
    u32 *v = cx_alloc(s->cx, n * sizeof *v);
    if (!v) return ST_ERROR;
    for (u8 p = 0; p < PARTS; p++) {
        for (u32 i = 0; i < n; i++)
            if (part[i] == p) v[k++] = ids[i];
        if (p == PART_IN) *first = k;
        if (p == PART_OUT) *awake = k;
    }
    mem_copy(ids, v, n * sizeof *v);
    cx_free(s->cx, v, n * sizeof *v);
    return ST_OK;
}

static void part_of(Search *s, const u32 *ids, u32 n, ThreadSet set, ThreadSet ahead, ThreadSet sleep, u8 *part) {
    const ThreadSets *t = s->se->sets;
    for (u32 i = 0; i < n; i++)
        part[i] = ts_has(t, sleep, ids[i])   ? PART_NEVER
                  : !ts_has(t, set, ids[i])  ? PART_OUT
                  : ts_has(t, ahead, ids[i]) ? PART_AHEAD
                                             : PART_IN;
}

static ThreadSet asleep_set(Search *s, const Asleep *a) {
    ts_begin(s->se->sets);
    for (u32 i = 0; i < a->n; i++) ts_add(s->se->sets, a->v[i]->thread);
    return ts_made(s->se->sets);
}

/* A state is left once more, for these threads. */
static Status wake(Search *s, Level *l, ThreadSet woken) {
    ThreadSets *t = s->se->sets;
    ChoiceGenerator *cg = &l->cg;
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, n = (u32)cg->n_full;
    ThreadSet sleep = asleep_set(s, &l->asleep);
    ts_begin(t);
    for (u32 i = 0; i < n; i++) ts_add(t, ids[i]);
    ThreadSet there = ts_made(t);
    u8 *part = cx_alloc(s->cx, n);
    if (!part) return ST_ERROR;
    part_of(s, ids, n, ts_within(t, woken, there) ? woken : REACH_ALL, 0, sleep, part);
    u32 first = n;
    Status st = alike_thin(s, ids, n, woken, part);
    if (st == ST_OK) st = order(s, cg, part, &first, &l->awake);
    cg->n = l->awake = first;
    cx_free(s->cx, part, n);
    return st;
}

/* The set for a state that begins with `was`; *ahead: the threads of it to be tried first. */
static ThreadSet fair_set(Search *s, const u32 *ids, u32 n, Passed was, ThreadSet sleep, ThreadSet *ahead) {
    ThreadSet set = REACH_ALL, left = was.left;
    if (left == REACH_ALL) { /* under other names */
        ts_begin(s->se->sets);
        for (u32 i = 0; i < n; i++) ts_add(s->se->sets, ids[i]);
        left = ts_made(s->se->sets);
    }
    left = ts_less(s->se->sets, left, sleep);
    *ahead = 0;
    if (!s->persist.on || n < 2) return REACH_ALL;
    if (fair_forces(s, was)) {
        if (select_set(s, ids, n, REACH_ALL) != REACH_ALL) {
            s->fair.forced++;
            s->st.fair++;
        }
        *ahead = left;
        return REACH_ALL;
    }
    if (fair_prefers(s, was)) set = select_set(s, ids, n, left);
    return set == REACH_ALL ? select_set(s, ids, n, REACH_ALL) : set;
}

/* How many threads of the state would be tried if what is known of places could be relied upon? */
static void peek(Search *s, const u32 *ids, u32 n, ThreadSet set) {
    Places *pl = s->ks->places;
    ThreadSets *t = s->se->sets;
    pl->peeks = true;
    ThreadSet known = select_set(s, ids, n, REACH_ALL);
    pl->peeks = false;
    u32 by_name = 0, by_reach = 0;
    for (u32 i = 0; i < n; i++) by_name += ts_has(t, known, ids[i]), by_reach += ts_has(t, set, ids[i]);
    s->alike.peeks++;
    s->alike.fewer += by_name < by_reach;
}

/* All of the set is asleep. It is tried nevertheless where that are fewer threads than those left out: it costs a step
 * of each that leads to a known state as a rule, while who is awake leads to what lies below. Fewer that sleep are
 * always sound. False: it is not. */
static bool rouse(Search *s, Level *l, const u32 *ids, u32 n, ThreadSet set, u8 *part) {
    u32 in = 0, out = 0;
    for (u32 i = 0; i < n; i++) {
        in += part[i] == PART_NEVER && ts_has(s->se->sets, set, ids[i]);
        out += part[i] == PART_OUT;
    }
    if (in >= out) return false;
    bool any = false;
    for (u32 i = 0; i < n; i++) {
        if (part[i] != PART_NEVER || !ts_has(s->se->sets, set, ids[i]) || !sleep_rouse(s, l, ids[i])) continue;
        part[i] = PART_IN;
        any = true;
    }
    return any;
}

static Status arrange_parts(Search *s, Level *l, Passed was, u8 *part) {
    ChoiceGenerator *cg = &l->cg;
    const Asleep *asleep = &l->asleep;
    u32 *ids = cg->n_full > 4 ? cg->u.threads : cg->u.small, n = (u32)cg->n_full, first;
    ThreadSets *t = s->se->sets;
    ThreadSet sleep = asleep_set(s, asleep), ahead, set = fair_set(s, ids, n, was, sleep, &ahead);
    s->sleep.dozed |= sleep != 0;
    if (n > 1 && s->persist.on && alike_peeks(s)) peek(s, ids, n, set);
    for (u32 i = 0; i < asleep->n && set != REACH_ALL; i++)
        if (ts_has(t, set, asleep->v[i]->thread) && fp_escapes(s->se, asleep->v[i], set)) set = REACH_ALL;
    part_of(s, ids, n, set, ahead, sleep, part);
    if (alike_thin(s, ids, n, was.left, part) != ST_OK) return ST_ERROR;
    bool some = false; /* a thread of the set is awake */
    for (u32 i = 0; i < n; i++) some |= part[i] < PART_OUT;
    if (!some && set != REACH_ALL && rouse(s, l, ids, n, set, part)) {
        some = true;
        sleep = asleep_set(s, asleep);
    }
    for (u32 i = 0; i < n && !some; i++) part[i] = part[i] == PART_OUT ? PART_IN : part[i];
    if (!some) set = REACH_ALL;
    for (u32 i = 0; i < n; i++) s->st.asleep += ts_has(t, sleep, ids[i]) && ts_has(t, set, ids[i]);
    ts_begin(t);
    for (u32 i = 0; i < n; i++)
        if (part[i] == PART_OUT) ts_add(t, ids[i]);
    ThreadSet out = ts_made(t);
    if (order(s, cg, part, &first, &l->awake) != ST_OK) return ST_ERROR;
    cg->n = first;
    if (first == l->awake) return ST_OK;
    l->passed = fair_behind(s, was, out);
    l->tried = set;
    s->st.reduced++;
    s->persist.reduced++;
    return ST_OK;
}

static Status arrange(Search *s, Level *l, const Arrival *to) {
    ChoiceGenerator *cg = &l->cg;
    const Passed was = fair_before(s);
    l->passed = was;
    if (l->n_up) return ST_OK;
    l->awake = (u32)cg->n;
    if (cg->kind != CK_THREAD || (cg->flags & CGF_GIVEN)) return ST_OK;
    if (to && to->again) return wake(s, l, to->woken);
    l->passed = (Passed){0};
    if (s->replaying || (cg->n < 2 && !l->asleep.n)) return ST_OK;
    u8 *part = cx_alloc(s->cx, (u32)cg->n_full);
    if (!part) return ST_ERROR;
    Status st = arrange_parts(s, l, was, part);
    cx_free(s->cx, part, (u32)cg->n_full);
    return st;
}

/* What is there before the first transition: main's thread and its arguments. */
static Status name_first(Search *s) {
    StateEngine *se = s->se;
    u64 label;
    places_common(s->ks);
    se->top.apart = (H128){0, 0};
    for (u32 m = 1; m < se->metas.n; m++) {
        Ref r = se->metas.v[m].obj;
        if (!r || !state_label(se, r, &label)) continue;
        if (places_name(s->ks, r, label) != ST_OK) return ST_ERROR;
        u32 birth = ei(s->ks->heap, r)->birth;
        if (s->ks->places->until < birth) s->ks->places->until = birth;
    }
    return ST_OK;
}

/* Is l on the way that all paths have in common, and the transition that begins the first to do so? */
static bool common_way(Search *s, const Level *l) {
    u32 i = (u32)(l - s->path.v);
    bool is = !i || (s->persist.common == i && l->cg.n_full == 1 && !l->n_up);
    if (is) s->persist.common = i + 1;
    return is;
}

/* What the closed transition from l has made and is still there. */
static Status name_born(Search *s, const Level *l) {
    Heap *h = s->ks->heap;
    TrailRec rec;
    u64 label;
    H128 *apart = &s->se->top.apart;
    for (u64 at = h->trail.n; trail_back(h, l->mark.n, &at, &rec);)
        for (u32 i = 0; rec.kind == TK_BORN && i < rec.count; i++) {
            Ref r = rec.words[i];
            if (!state_label(s->se, r, &label)) continue;
            /* it was a nameless one when its label was given; it is called by that now */
            *apart = h128_sub(*apart, places_apart(s->ks, r, label));
            if (places_name(s->ks, r, label) != ST_OK) return ST_ERROR;
        }
    s->ks->places->until = h->epoch;
    return ST_OK;
}

/* States that differ in this are kept apart (kernel/places.h). Where nobody relies on places there is nothing: in a
 * replay all of the path is what all paths have in common, and a cycle would be none, as its objects get names. Nor is
 * there anything as long as there is one thread: with the second one the search begins again if it would have counted.
 */
H128 persist_apart(const Search *s) {
    Places *pl = s->ks->places;
    const H128 apart = s->persist.named && !s->replaying && pl->answers ? s->se->top.apart : (H128){0, 0};
    if (pl->matter) return apart;
    pl->mixed |= (apart.lo | apart.hi) != 0;
    return (H128){0, 0};
}

Status persist_repeated(Search *s, const Level *l) { return s->persist.on_common ? name_born(s, l) : ST_OK; }

static Status before(Search *s, const Level *l) {
    KernelState *ks = s->ks;
    if (s->persist.named && l == s->path.v && name_first(s) != ST_OK) return ST_ERROR;
    s->persist.on_common = s->persist.named && common_way(s, l);
    /* before the second thread starts nothing can be disturbed */
    s->persist.watch =
        (s->persist.on || s->sleep.on || s->cfg.dynamic) && !s->silent && !s->replaying && ks->n_live > 1;
    s->persist.reads =
        s->persist.watch && (l->tried != REACH_ALL || (s->sleep.on && (l->asleep.n || l->cg.n_full > 1)));
    s->persist.watched |= s->persist.watch;
    if (ks->n_live > 1) places_matter(ks);
    s->persist.alone = false;
    fp_begin(ks, s->persist.reads);
    return ST_OK;
}

/* The transition goes on past a boundary because nobody else can run. */
void persist_alone(Search *s, const ThreadInfo *ti) {
    s->persist.alone = true;
    if (dynamic_on(s)) dynamic_past(s, ti);
    else s->ks->fp.lost = true;
}

static Status closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to) {
    if (!s->persist.watch || !to->keyed) return ST_OK;
    if (s->persist.fp && s->persist.fp->refs > 1) {
        fp_drop(s->cx, s->persist.fp);
        s->persist.fp = NULL;
    }
    if (!s->persist.fp && !(s->persist.fp = fp_new(s->cx))) return ST_ERROR;
    s->ks->fp.on = false;
    if (s->ks->fp.clock && s->persist.knew_clock && clock_moves(s->ks)) s->ks->fp.lost = true;
    if (state_footprint(s->se, ran, s->persist.reads, s->persist.fp) != ST_OK) return ST_ERROR;
    s->persist.fp->unknown |= s->persist.alone;
    return ST_OK;
}

#define RESTARTS 100u
#define DOOMED 2000u
/* What is known of places is kept up for so many new beginnings, and so many that come after much work. */
enum { PLACE_RESTARTS = 60, PLACE_LATE = 20000, PLACE_LATE_MAX = 8, PLACE_PART = 5 };

static void begin_again(Search *s) {
    s->restart = true;
    if (s->ks->places->broken) {
        s->persist.places_late += s->st.transitions > PLACE_LATE;
        s->persist.no_places = ++s->persist.places_again > PLACE_RESTARTS || s->persist.places_late > PLACE_LATE_MAX;
    }
    if (s->st.restarts < RESTARTS + s->persist.places_again) return;
    s->persist.on = s->sleep.on = false;
    s->persist.gave_up = true;
}

u16 persist_assumes(const SeenOfProgram *w) {
    return (u16)(w->interrupt | w->main << 1 | w->states << 2 | w->ends << 3 | w->lists << 4 | w->daemons << 5 |
                 w->interrupt_main << 7 | told_joins(w) << 8 | w->permits << 9);
}

enum { KNEW_INITS = 1 << 6 };

u16 persist_assumed(const Search *s) {
    u16 inits = dynamic_on(s) && s->ks->saw.inits ? KNEW_INITS : 0; /* uses of classes are acts from then on */
    return inits | persist_assumes(&s->ks->saw);
}

void persist_knows_inits(Search *s) {
    if (s->ks->saw.inits) s->persist.knew |= KNEW_INITS;
}

/* Does anything that the transition did end an assumption that earlier states were reduced by? */
static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    KernelState *ks = s->ks;
    bool path_ends = !to->onward || !to->fresh || s->prelude.vain, out;
    if (persist_escaped(s, l, to, &out) != ST_OK) return ST_ERROR;
    if (out) {
        s->st.escaped += l->cg.n < l->awake;
        if (!dynamic_widen(s, l)) reduction_expand(s, l);
        l->tried = REACH_ALL;
    }
    if (s->persist.on_common && to->keyed && name_born(s, l) != ST_OK) return ST_ERROR;
    if (!s->persist.on && !s->sleep.on && !dynamic_on(s)) return ST_OK;
    bool used = s->persist.reduced || (s->persist.watched && (s->sleep.on || dynamic_on(s)));
    if (ks->saw.turns) {
        s->persist.on = s->sleep.on = false;
        s->persist.gave_up = true;
        s->restart |= used;
    }
    bool clock = s->persist.knew_clock || ks_clock_matters(ks);
    if (clock != s->persist.knew_clock || persist_assumed(s) != s->persist.knew) {
        s->persist.knew = persist_assumed(s);
        s->persist.knew_clock = clock;
        if (used && !s->persist.doomed) s->persist.doomed = 1;
    }
    if (s->se->fp_broken && !s->persist.doomed) s->persist.doomed = used ? 1 : 0;
    if (s->se->fp_broken && !used) fp_forget(s->se);
    if (ks->places->broken && !s->persist.doomed) s->persist.doomed = 1;
    /* a little more is learnt first, so that one new beginning serves for all of it; of places, in proportion */
    if (!s->persist.doomed || s->silent) return ST_OK; /* a path that is executed again is nothing more */
    u64 more = ks->places->broken ? s->st.transitions / PLACE_PART : 0, done = s->persist.doomed++;
    if (path_ends ? done >= more : done > (more > DOOMED ? more : DOOMED)) begin_again(s);
    return ST_OK;
}

/* --- the search stack, for the cycle proviso --- */

enum { STACK_NEAR = sizeof((Search *)0)->near_stack / sizeof(u32) };

Status stack_enter(Search *s, H128 key) {
    u64 n = 0;
    if (s->se->keyless) return ST_OK;
    map_get(&s->on_stack, key.lo ^ key.hi, &n);
    s->near_stack[key.lo % STACK_NEAR]++;
    return map_put(&s->on_stack, key.lo ^ key.hi, n + 1);
}

void stack_leave(Search *s, H128 key) {
    u64 n = 0;
    if (s->se->keyless) return;
    if (!map_get(&s->on_stack, key.lo ^ key.hi, &n)) return;
    s->near_stack[key.lo % STACK_NEAR]--;
    if (n <= 1) map_del(&s->on_stack, key.lo ^ key.hi);
    else map_put(&s->on_stack, key.lo ^ key.hi, n - 1);
}

bool stack_has(const Search *s, H128 key) {
    u64 n;
    return s->near_stack[key.lo % STACK_NEAR] && map_get(&s->on_stack, key.lo ^ key.hi, &n);
}

/* It orders the choices for sleep sets too. */
static Status begin(Search *s, bool *on) {
    /* the cycle proviso can be kept, and one order of steps is as good as another */
    bool told = (!s->cfg.kind->walks || s->cfg.kind->accounts) && !s->cfg.kind->cost;
    s->persist.on = s->cfg.por && s->cfg.persistent && told && !s->persist.gave_up;
    s->persist.doomed = s->persist.reduced = 0;
    s->persist.cut = false;
    s->persist.knew_clock |= s->ks->cfg.idle_limits;
    s->persist.watch = s->persist.reads = s->persist.watched = false;
    s->fair.ahead.n = 0;
    s->se->sets->narrow |= s->work != NULL; /* parts of a search name sets by their words */
    /* Whoever writes to the heap from outside of the program tells nobody of it. Objects keep their names where states
     * are undone and not made again. */
    const SearchKind *k = s->cfg.kind;
    bool outside = s->ks->cs->peers || s->ks->hub->n_sinks,
         listens = s->persist.on && s->cfg.places && !s->persist.no_places && !outside;
    if (s->cfg.aside) listens = false; /* what is known is of the search that waits */
    else places_begin(s->ks, listens, !s->ks->uses->renamed);
    bool keeps = listens && !k->returns && !k->walks && !k->deepens && !s->cfg.match_depth;
    s->persist.named = keeps || s->cfg.given; /* a lock that a string relies on may be known by its name alone */
    s->persist.common = 0;
    if (s->work) places_matter(s->ks); /* other engines may have two */
    *on = s->persist.on || s->sleep.on || s->cfg.dynamic || s->cfg.given;
    return ST_OK;
}

static Status holds(Search *s) {
    s->restart |= s->persist.doomed != 0;
    return ST_OK;
}

static void expanded(Search *s, Level *l) { l->passed = (Passed){0}; }

static void persist_free(Search *s) {
    vec_free(s->cx, &s->fair.ahead);
    vec_free(s->cx, &s->persist.scratch);
    fp_drop(s->cx, s->persist.fp);
    s->persist.fp = NULL;
}

const Reduction reduction_persist = {
    .name = "vm.por.persistent",
    .begin = begin,
    .before = before,
    .closing = closing,
    .after = after,
    .arrange = arrange,
    .expanded = expanded,
    .holds = holds,
    .free = persist_free,
};
