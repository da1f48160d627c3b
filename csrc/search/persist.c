/* persist.c -- persistent sets: at a state, only some of the runnable threads need to be tried.
 *
 * A set P of threads is persistent if nothing the others can do, as long as none of P moves, interacts
 * with what a thread of P does next (Godefroid, LNCS 1032, chapter 4). What a thread does next is its
 * pending action; who can interact with it are the threads that can reach the objects it names
 * (state_reach), because a thread obtains a reference only through what it reaches. P is the closure of
 * one thread under that relation; the smallest closure with a runnable thread is taken.
 *
 * Three more things keep this sound:
 *  - the cycle proviso: a transition from a reduced state that closes a cycle on the search stack
 *    (breadth-first: that leads to a state seen before) makes the state expand wholly;
 *  - what actions do not name: a transition that writes to a shared object which its visible action does
 *    not name (library code outside the listed calls) ends the assumption; the search starts again without
 *    this reduction (Search.restart);
 *  - atomic sections (Verify.beginAtomic) hide what they read: a search that meets one does without;
 *  - so does one that looks at the clock: steps that begin a timed wait read it unnamed;
 *  - that nobody interrupts, and that nobody holds the main thread's object (part of the boot image,
 *    whose references are not followed), is assumed until it is seen; then the search starts again and
 *    counts these as interaction. */
#include "search/search.h"

static u64 reach(Search *s, Ref r) { return state_reach(s->se, r, false); }

static u64 lib_reach(Search *s, const ThreadInfo *u) {
    for (const StackFrame *f = u->top; f; f = f->prev)
        if (f->depth + 1 == u->lib_depth) return state_reach(s->se, f->slots[0], true);
    return REACH_ALL;
}

/* Threads whose steps may interact with u's next one. */
static u64 partners(Search *s, const ThreadInfo *u) {
    const KernelState *ks = s->ks;
    const Pending *p = &u->pend;
    u64 wake = ks->saw_interrupt ? reach(s, u->obj) : 0; /* who may interrupt it */
    if (u->id > 62) return REACH_ALL;
    if (u->lib_depth) { /* blocked in a listed call: it goes on with the call's receiver */
        wake |= lib_reach(s, u);
        if (wake == REACH_ALL) return REACH_ALL;
    }
    if (u->status == TS_WAITING || u->status == TS_TIMED_WAITING || u->status == TS_NOTIFIED) {
        return reach(s, u->wait_obj ? u->wait_obj : p->obj) | wake;
    }
    switch (p->action) {
    case AC_START_OF_THREAD:
    case AC_YIELD: return 0;
    case AC_GET:
    case AC_PUT:
    case AC_ALOAD:
    case AC_ASTORE:
    case AC_UNLOCK:
    case AC_ATOMIC:
    case AC_NOTIFY:
    case AC_NOTIFY_ALL:
    case AC_START:
    case AC_UNPARK: return reach(s, p->obj);
    case AC_LOCK:
    case AC_WAIT:
    case AC_REACQUIRE:
    case AC_INTERRUPT: return reach(s, p->obj) | wake;
    case AC_LIBRARY: return state_reach(s->se, p->obj, true);
    case AC_PARK: return reach(s, u->obj) | wake;
    case AC_SLEEP: return wake;
    case AC_JOIN: return p->index > 62 ? REACH_ALL : 1ull << p->index | wake;
    case AC_EXIT: /* joiners; and the last user thread's end cuts the daemons off */
        for (u32 i = 0; i < ks->n_threads; i++) {
            const ThreadInfo *t = ks->threads.v[i];
            if (t->daemon && t->status != TS_NEW && t->status != TS_TERMINATED) return REACH_ALL;
        }
        if (u->id == 0) return ks->main_known ? REACH_ALL : 0;
        return reach(s, u->obj);
    default: return REACH_ALL; /* statics, class initialization, breaks, natives */
    }
}

/* Closure of `first`; REACH_ALL: everybody. */
static u64 closure(Search *s, u32 first, u64 *cache, u64 *known) {
    u64 set = 1ull << first, todo = set;
    while (todo) {
        u32 u = (u32)__builtin_ctzll(todo);
        todo &= todo - 1;
        if (!(*known >> u & 1)) {
            cache[u] = partners(s, s->ks->threads.v[u]);
            *known |= 1ull << u;
        }
        u64 p = cache[u];
        if (p == REACH_ALL) return REACH_ALL;
        /* threads that have ended, or are not started, take no step */
        for (u64 more = p & ~set; more; more &= more - 1) {
            u32 v = (u32)__builtin_ctzll(more);
            const ThreadInfo *t = s->ks->threads.v[v];
            set |= 1ull << v;
            if (t->status != TS_TERMINATED && t->status != TS_NEW) todo |= 1ull << v;
        }
    }
    return set;
}

u32 persist_select(Search *s, u32 *ids, u32 n) {
    u64 cache[63], known = 0, best = REACH_ALL;
    u32 least = n;
    if (s->ks->n_threads > 63) return n;
    for (u32 i = 0; i < n && least > 1; i++) {
        u64 set = closure(s, ids[i], cache, &known);
        if (set == REACH_ALL) continue;
        u32 k = 0;
        for (u32 j = 0; j < n; j++) k += set >> ids[j] & 1;
        if (k < least) {
            least = k;
            best = set;
        }
    }
    if (least == n) return n;
    /* the chosen ones first, both parts ascending */
    u32 rest[64], a = 0, b = 0;
    for (u32 j = 0; j < n; j++) {
        if (best >> ids[j] & 1) ids[a++] = ids[j];
        else rest[b++] = ids[j];
    }
    memcpy(ids + a, rest, b * sizeof *rest);
    return least;
}

void persist_watch(Search *s, const ThreadInfo *ti) {
    u8 a = ti->pend.action;
    /* before the second thread starts nothing can be disturbed */
    s->se->watch = s->persist && a != AC_LIBRARY && !ti->lib_depth && s->ks->n_live > 1;
    s->ks->n_quiet = 0;
    s->ks->quiet_from = UINT32_MAX;
    s->se->watch_obj = (a == AC_PUTSTATIC || a == AC_GETSTATIC) && ti->pend.fi ? ti->pend.fi->ci->mirror : ti->pend.obj;
    s->se->watch_limit = UINT32_MAX;
    s->se->hidden_writes = 0;
}

/* The transition goes on past a boundary because nobody else can run: what follows disturbs no one. */
void persist_alone(Search *s) {
    u32 n = s->ks->heap->log.n;
    if (n < s->se->watch_limit) s->se->watch_limit = n;
}

/* After a transition: does anything it did end an assumption that earlier states were reduced by? */
void persist_after(Search *s) {
    const KernelState *ks = s->ks;
    s->se->watch = false;
    if (!s->persist) return;
    if (s->se->hidden_writes || ks->saw_atomic || ks_clock_matters(ks)) {
        s->persist = false;
        s->restart = s->reduced > 0;
    }
    if (ks->saw_interrupt != s->knew_interrupt || ks->main_known != s->knew_main) {
        s->knew_interrupt = ks->saw_interrupt;
        s->knew_main = ks->main_known;
        s->restart = s->reduced > 0;
    }
}

/* --- the search stack, for the cycle proviso --- */

Status stack_enter(Search *s, H128 key) {
    u64 n = 0;
    map_get(&s->on_stack, key.lo ^ key.hi, &n);
    return map_put(&s->on_stack, key.lo ^ key.hi, n + 1);
}

void stack_leave(Search *s, H128 key) {
    u64 n = 0;
    map_get(&s->on_stack, key.lo ^ key.hi, &n);
    if (n <= 1) map_del(&s->on_stack, key.lo ^ key.hi);
    else map_put(&s->on_stack, key.lo ^ key.hi, n - 1);
}

bool stack_has(const Search *s, H128 key) {
    u64 n;
    return map_get(&s->on_stack, key.lo ^ key.hi, &n);
}

/* The choices that were left out come back. */
void persist_expand(Search *s, ChoiceGenerator *cg) {
    if (cg->n == cg->n_full) return;
    cg->n = cg->n_full;
    s->st.expanded++;
}
