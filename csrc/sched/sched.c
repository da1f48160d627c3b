/* sched.c -- enabledness of all threads at a boundary. JPF: AllRunnablesSyncPolicy. */
#include "kernel/fielduse.h"
#include "sched/sched.h"

void sched_init(Sched *s, KernelState *ks) {
    memset(s, 0, sizeof *s);
    s->ks = ks;
}

void sched_free(Sched *s) {
    if (!s->ks || !s->ks->cx) return; /* not set up when the JDK was refused */
    vec_free(s->ks->cx, &s->runnable);
    text_free(&s->never);
    text_free(&s->filtered);
}

static bool live(const ThreadInfo *ti) { return ti->status != TS_NEW && ti->status != TS_TERMINATED; }

void sched_update(Sched *s) { ks_update_boundaries(s->ks); }

/* vm.timeouts=idle: a limit expires only where no thread can go on by itself and no time comes before it.
 *
 * The reductions stay sound. Whether an expiry is enabled follows from the state (the times that are left are in its
 * key: ks_clock_matters). A thread that can go on by itself stays enabled until something that its step depends on
 * happens, so as long as a persistent set with such a thread, or such a thread that sleeps (por/sleep.c) has not moved,
 * no limit expires: none comes between it and what is tried. A transition that waits, or whose time has come, moves or
 * reads the clock. While the clock matters, that conflicts with everything: its state is expanded wholly and its thread
 * does not sleep. So expiries that are enabled together, and times that order them, are all tried. */
static void limits(Sched *s) {
    i64 first = INT64_MAX;
    u32 n = 0;
    for (u32 i = 0; i < s->runnable.n; i++) {
        const ThreadInfo *t = s->ks->threads.v[s->runnable.v[i]];
        i64 left = ti_goes_by(t) == BY_ITSELF ? -1 : ti_time_left(t);
        if (left < first) first = left;
    }
    for (u32 i = 0; i < s->runnable.n; i++) {
        const ThreadInfo *t = s->ks->threads.v[s->runnable.v[i]];
        if (ti_goes_by(t) == BY_LIMIT && ti_time_left(t) > first) s->withheld = true;
        else s->runnable.v[n++] = s->runnable.v[i];
    }
    s->runnable.n = n;
}

/* What a configured policy leaves of the runnable threads. */
static Status policy(Sched *s, ThreadInfo *ti, u8 act, bool *declined) {
    u32 before = s->runnable.n;
    if (s->priority) {
        u32 best = 0, n = 0;
        for (u32 i = 0; i < before; i++) {
            u32 p = s->ks->threads.v[s->runnable.v[i]]->priority;
            if (p > best) best = p;
        }
        for (u32 i = 0; i < before; i++)
            if (s->ks->threads.v[s->runnable.v[i]]->priority == best) s->runnable.v[n++] = s->runnable.v[i];
        s->runnable.n = n;
    }
    const Host *h = s->ks->cx->host;
    if (h->schedule && s->runnable.n) {
        u32 n = s->runnable.n;
        if (h->schedule(h->cg_user, ti ? (int)ti->id : -1, action_name(act), s->runnable.v, &n) != ST_OK)
            return ST_ERROR;
        if (n) s->runnable.n = n;
        else *declined = true;
    }
    if (s->runnable.n < before || *declined) s->left_out = true;
    return ST_OK;
}

/* A wait of close() that nobody has ended (nat_lasts). */
static bool lasts(const ThreadInfo *t) { return ti_lasts(t) && !t->permit && !t->interrupted; }

Status sched_boundary(Sched *s, ThreadInfo *ti, SchedVerdict *out) {
    KernelState *ks = s->ks;
    s->runnable.n = 0;
    bool user = false; /* a live non-daemon thread */
    /* A long transition that is broken inside an atomic section goes on alone. */
    bool asked = ti && ti->pend.action == AC_BREAK && ti->pend.index == BREAK_ASKED;
    bool alone = ti && (ti->atomic || asked) && ti_enabled(ti);
    if (vec_reserve(ks->cx, &s->runnable, ks->n_threads) != ST_OK) return ST_ERROR;
    u32 *out_v = s->runnable.v, n_may = 0;
    for (u32 i = 0, n = ks->n_threads; i < n; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (!live(t)) continue;
        user |= !t->daemon;
        if (alone ? t == ti : ti_enabled(t)) out_v[n_may++] = i;
    }
    /* A turn of close() leads nowhere but to the next one: who is in it never gets on unless somebody else can. */
    u32 lasting = 0;
    while (!alone && lasting < n_may && lasts(ks->threads.v[out_v[lasting]])) lasting++;
    s->runnable.n = lasting < n_may ? n_may : 0;
    if (ks->cfg.idle_limits && s->runnable.n > 1) limits(s);
    u8 act = ti ? ti->pend.action : AC_EXIT;
    s->met[act & 31]++;
    bool declined = false;
    if (JPF_UNLIKELY(s->priority || ks->cx->host->schedule) && policy(s, ti, act, &declined) != ST_OK) return ST_ERROR;
    if (!user) {
        *out = SCHED_END;
    } else if (s->runnable.n == 0) {
        *out = SCHED_DEADLOCK;
    } else if (declined && ti && ti_enabled(ti)) {
        *out = SCHED_GO_ON;
    } else if (ti && s->runnable.n == 1 && s->runnable.v[0] == ti->id && act != AC_BREAK && ks->cfg.por &&
               !(act == AC_INVOKE && ti->pend.index) && !s->break_single) {
        ks->skipped[SKIP_ALONE]++;
        *out = SCHED_GO_ON;
    } else {
        *out = SCHED_CHOICE;
    }
    return ST_OK;
}

const char *action_name(u8 a) {
    static const char *const names[] = {
        [AC_NONE] = "ROOT",
        [AC_START_OF_THREAD] = "THREAD_RUN",
        [AC_GET] = "SHARED_OBJECT",
        [AC_PUT] = "SHARED_OBJECT",
        [AC_GETSTATIC] = "SHARED_CLASS",
        [AC_PUTSTATIC] = "SHARED_CLASS",
        [AC_ALOAD] = "SHARED_ARRAY",
        [AC_ASTORE] = "SHARED_ARRAY",
        [AC_LOCK] = "LOCK",
        [AC_UNLOCK] = "RELEASE",
        [AC_WAIT] = "WAIT",
        [AC_REACQUIRE] = "WAIT",
        [AC_NOTIFY] = "NOTIFY",
        [AC_NOTIFY_ALL] = "NOTIFYALL",
        [AC_PARK] = "PARK",
        [AC_UNPARK] = "UNPARK",
        [AC_SLEEP] = "SLEEP",
        [AC_YIELD] = "YIELD",
        [AC_JOIN] = "JOIN",
        [AC_START] = "START",
        [AC_INTERRUPT] = "INTERRUPT",
        [AC_EXIT] = "TERMINATE",
        [AC_CLINIT_WAIT] = "CLINIT",
        [AC_ATOMIC] = "ATOMIC",
        [AC_LIBRARY] = "LIBRARY",
        [AC_BREAK] = "BREAK",
        [AC_OTHER] = "OTHER",
        [AC_BEGIN_ATOMIC] = "BEGIN_ATOMIC",
        [AC_INVOKE] = "INVOKE",
        [AC_OUTPUT] = "OUTPUT",
        [AC_BSYNC] = "BSYNC",
        [AC_ARRIVE] = "ARRIVE",
    };
    return a < sizeof names / sizeof *names && names[a] ? names[a] : "OTHER";
}
