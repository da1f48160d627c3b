/* crew.c -- threads: they are made where a search has shown itself large, and joined where it ends.
 *
 * Each has a JPF of its own, made as the first one was, with the same configuration. Listeners that can be merged are
 * called in each of them; everything else in Python (host calls, output, signals) in the first alone. What they have in
 * common is behind `lock`, or atomic. While the threads live nobody reads another one's JPF; once all are joined, the
 * first takes over what they have found. */
#include "vm/crew.h"
#include "base/turn.h"
#include "kernel/fielduse.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/meet.h"
#include "search/por/sleepers.h"

#include <stdio.h>
#include <stdlib.h>

enum { CREW_MAX = 64 };

enum { OPEN, EXPLORED, CALLED_OFF }; /* Crew.over */

typedef struct Member {
    Crew *crew;
    JPF *j; /* members[0]: the first one's own */
    Work work;
    Host host;
    Host heard; /* callbacks of those that hear of this engine */
    bool hears;
    pthread_t thread;
    bool runs; /* there is a thread to be joined */
    bool there; /* it has taken part, as far as it asks itself */
    Status st;
    double cpu;
    /* atomic: written by the member, read by all */
    u64 transitions, states, visited, bytes, parts;
    u64 open, to_come, spread; /* left.h, in whole states; to_come, and 1: 0 where nothing is known */
    char pad[64];
} Member;

struct Crew {
    JPF *lead;
    SharedSet *seen; /* NULL: no states are looked up */
    SharedSet *plain;
    Draws *draws; /* NULL: no executions are drawn */
    Sleepers *sleepers;
    Facts *facts; /* behind facts_lock */
    pthread_mutex_t facts_lock;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    /* behind the lock */
    WorkPart *first, *last; /* the queue */
    u32 queued;
    u64 queued_bytes; /* of the queue; atomic to read */
    u32 engines, idle; /* that take part; that wait */
    u32 arrived;       /* members that take part, or will not */
    u32 gone;          /* members that have come to their end */
    /* atomic */
    u32 hungry, over, parking;
    /* what the members are made with; not changed while they live */
    SearchConfig cfg;
    Ctx limits; /* the limits of the first one */
    i64 cpu_end; /* its limit, before it was shared out */
    u16 knew; /* Persistence */
    bool knew_clock;
    const char **kv;
    u32 n_kv;
    u32 n;
    bool made; /* lock and turn are */
    bool dismissed;
    u64 parts; /* taken by all, once they are joined */
    u64 peak, peaked; /* of the members joined last; what the first one has for its own by now */
    CrewNow before[CREW_MAX]; /* what members did before the search was written last, which the first one has now */
    Member members[CREW_MAX];
};

static u64 load(const u64 *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
static void store(u64 *p, u64 v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }

/* --- Work --- */

/* Behind the lock. */
static void count_hungry(Crew *c) {
    __atomic_store_n(&c->hungry, c->idle > c->queued ? c->idle - c->queued : 0, __ATOMIC_RELAXED);
}

static bool is_over(const Crew *c) { return __atomic_load_n(&c->over, __ATOMIC_ACQUIRE) != OPEN; }

static bool is_parking(const Crew *c) { return __atomic_load_n(&c->parking, __ATOMIC_ACQUIRE) != 0; }

static void end(Crew *c, u32 how) {
    pthread_mutex_lock(&c->lock);
    if (!is_over(c)) __atomic_store_n(&c->over, how, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static u64 part_bytes(const WorkPart *p) { return sizeof *p + p->n * sizeof *p->v; }

static bool work_parks_now(void *user) { return is_parking(((Member *)user)->crew); }

static void park_all(void *user) {
    Crew *c = ((Member *)user)->crew;
    if (is_parking(c)) return;
    pthread_mutex_lock(&c->lock);
    __atomic_store_n(&c->parking, 1, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static bool work_hungry(void *user) { return __atomic_load_n(&((Member *)user)->crew->hungry, __ATOMIC_RELAXED) != 0; }

static void work_give(void *user, WorkPart *p) {
    Crew *c = ((Member *)user)->crew;
    pthread_mutex_lock(&c->lock);
    p->next = NULL;
    store(&c->queued_bytes, c->queued_bytes + part_bytes(p));
    *(c->queued++ ? &c->last->next : &c->first) = p;
    c->last = p;
    count_hungry(c);
    pthread_cond_signal(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

/* The search is to be written down: the others leave, and the first one sees to it. */
static bool comes_back(Member *m) {
    const Search *s = &m->j->search;
    bool writes = m->work.parks != NULL;
    return writes && (m == &m->crew->members[0] ? checkpoint_due(s) : m->j->cx.due || is_parking(m->crew));
}

static Status work_take(void *user, WorkPart **p) {
    Member *m = user;
    Crew *c = m->crew;
    Status st = ST_OK;
    bool back = false;
    *p = NULL;
    pthread_mutex_lock(&c->lock);
    c->idle++;
    count_hungry(c);
    while (!is_over(c) && !c->queued && st == ST_OK && !(back = comes_back(m))) {
        if (c->idle == c->engines) { /* nobody has anything, and nobody will */
            __atomic_store_n(&c->over, EXPLORED, __ATOMIC_RELEASE);
            pthread_cond_broadcast(&c->turn);
            break;
        }
        turn_wait(&c->turn, &c->lock);
        pthread_mutex_unlock(&c->lock); /* the host may be asked now */
        if (!cx_look(&m->j->cx)) st = ST_ERROR;
        pthread_mutex_lock(&c->lock);
    }
    if (back) c->idle--;
    if (!is_over(c) && c->queued && st == ST_OK && !back) {
        *p = c->first; /* the oldest is the largest, as a rule */
        c->first = (*p)->next;
        c->queued--;
        store(&c->queued_bytes, c->queued_bytes - part_bytes(*p));
        store(&m->parts, m->parts + 1);
        c->idle--;
    }
    count_hungry(c);
    pthread_mutex_unlock(&c->lock);
    return st;
}

static bool work_over(void *user) { return is_over(((Member *)user)->crew); }

static void work_others(void *user, u64 *transitions, u64 *states) {
    const Member *m = user;
    const Crew *c = m->crew;
    for (u32 i = 0; i < c->n; i++) {
        if (&c->members[i] == m) continue;
        *transitions += load(&c->members[i].transitions);
        *states += load(&c->members[i].states);
    }
}

static u64 work_bytes(void *user) {
    const Member *m = user;
    const Crew *c = m->crew;
    u64 n = sharedset_bytes(c->plain) + sleepers_bytes(c->sleepers) + load(&c->queued_bytes);
    n += (c->seen ? sharedset_bytes(c->seen) : 0) + (c->draws ? draws_bytes(c->draws) : 0);
    for (u32 i = 0; i < c->n; i++) n += &c->members[i] == m ? 0 : load(&c->members[i].bytes);
    return n;
}

static void work_done(void *user, const SearchStats *st) {
    Member *m = user;
    store(&m->transitions, st->transitions);
    store(&m->states, st->states_new);
    store(&m->visited, st->visited);
    store(&m->bytes, m->j->cx.bytes);
}

static Status work_meet(void *user) {
    Member *m = user;
    Crew *c = m->crew;
    pthread_mutex_lock(&c->facts_lock);
    Status st = facts_meet(c->facts, &m->j->search);
    pthread_mutex_unlock(&c->facts_lock);
    return st;
}

static u64 whole(double v) { return v < 1e18 ? (u64)v : (u64)1e18; }

static void work_expect(void *user, const LeftPart *part) {
    Member *m = user;
    store(&m->open, part->open);
    store(&m->spread, whole(part->deviation));
    store(&m->to_come, part->known ? whole(part->states) + 1 : 0);
}

static void work_parts(void *user, LeftPart *all) {
    const Member *m = user;
    const Crew *c = m->crew;
    for (u32 i = 0; i < c->n; i++) {
        const Member *x = &c->members[i];
        u64 states = load(&x->to_come);
        if (x == m || !states) continue;
        all->known = true;
        all->open += load(&x->open);
        all->states += (double)(states - 1);
        all->deviation += (double)load(&x->spread);
    }
}

static Work work_of(Member *m) {
    bool writes = m->crew->lead->search.checkpoint.file != NULL;
    return (Work){m,
                  work_hungry,
                  work_give,
                  work_take,
                  work_over,
                  work_others,
                  work_bytes,
                  work_meet,
                  work_expect,
                  work_parts,
                  work_done,
                  writes ? work_parks_now : NULL,
                  writes ? park_all : NULL};
}

/* --- a member --- */

static Status ready_member(void *user, KernelState *ks) {
    const Member *m = user;
    return m->heard.ready(m->heard.user, ks);
}

/* An error that it has found is told to its end: a path that is broken off as it is executed again has no trace. */
static Status poll_member(void *user) {
    const Member *m = user;
    bool tells = m->j && m->j->search.rec.tells;
    return is_over(m->crew) && !tells ? ST_ERROR : ST_OK;
}

/* False: the search has ended meanwhile. */
static bool enter(Crew *c) {
    pthread_mutex_lock(&c->lock);
    bool open = !is_over(c) && !is_parking(c);
    c->engines += open;
    pthread_mutex_unlock(&c->lock);
    return open;
}

/* parked: the others may come to the end of the search without this one. */
static void leave(Crew *c, bool parked) {
    pthread_mutex_lock(&c->lock);
    c->gone++;
    c->engines -= parked;
    count_hungry(c);
    pthread_cond_broadcast(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static void arrive(Crew *c) {
    pthread_mutex_lock(&c->lock);
    c->arrived++;
    pthread_cond_broadcast(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static Status search_beside(Member *m) {
    Crew *c = m->crew;
    const Ctx *x = &c->limits;
    Ctx *cx = &m->j->cx;
    cx->wall0 = x->wall0;
    cx->wall_end = x->wall_end;
    cx->time_limit = x->time_limit;
    cx->time_key = x->time_key;
    cx->told_limit = x->told_limit;
    cx->limit = x->limit;
    cx->cpu_limit = x->cpu_limit;
    if (jpf_beside(m->j, c->lead, &c->cfg) != ST_OK) return ST_ERROR;
    m->j->search.checkpoint.file = NULL; /* the first one writes it */
    cx->patient = m->work.parks != NULL;
    if (x->cpu_end) cx->cpu_end = x->cpu_end + (i64)(cx_cpu() * 1e9);
    Search *s = &m->j->search;
    s->work = &m->work;
    s->persist.knew = c->knew;
    s->persist.knew_clock |= c->knew_clock;
    s->assume.adopt_at = 0;
    bool open = enter(c);
    arrive(c);
    m->there = true;
    if (!open) return ST_OK;
    Status st = work_meet(m);
    s->se->sets->narrow = true;
    if (s->alike.plain) state_await_shared(s->se);
    if (st == ST_OK && !s->restart && m->hears) search_event(s, EV_search_started);
    if (st == ST_OK && !s->restart) st = search_once(s);
    if (st == ST_OK) st = work_meet(m);
    bool first = c->draws && s->found.errors.n && !s->cfg.multiple_errors; /* not yet: see draws.h */
    if (st != ST_OK || (s->done && !s->called_off && !first) || s->restart) end(c, CALLED_OFF);
    return st;
}

static void *run_member(void *arg) {
    Member *m = arg;
    m->j = jpf_new(&m->host, m->crew->kv, m->crew->n_kv);
    if (m->hears) m->heard.joined(m->heard.user, m->j);
    m->st = m->j ? search_beside(m) : ST_ERROR;
    m->cpu = cx_cpu();
    if (m->hears) m->heard.left(m->heard.user);
    if (!m->there) arrive(m->crew);
    leave(m->crew, m->j && m->j->search.parked);
    return NULL;
}

/* --- enlisted --- */

/* What is kept of states goes to the disk where it does in the search that began. */
static bool spills(Crew *c) {
    Search *s = &c->lead->search;
    if (!s->disk || !c->seen) return true;
    return sharedset_spill(c->seen, s->cx, s->disk, s->cfg.spill_at) == ST_OK &&
           sharedset_spill(c->plain, s->cx, s->disk, s->cfg.spill_at) == ST_OK &&
           sleepers_spill(c->sleepers, s->cx, s->disk) == ST_OK;
}

static Crew *crew_new(JPF *j) {
    Crew *c = calloc(1, sizeof *c);
    Search *s = &j->search;
    if (!c) return NULL;
    c->lead = j;
    bool looks_up = s->set && !s->drawn_keyless;
    if (looks_up) c->seen = sharedset_new();
    c->plain = sharedset_new();
    c->sleepers = sleepers_new();
    c->facts = facts_new();
    c->kv = calloc((size_t)j->config_keys.n * 2 + 1, sizeof *c->kv);
    c->made =
        pthread_mutex_init(&c->lock, NULL) == 0 && pthread_mutex_init(&c->facts_lock, NULL) == 0 && turn_init(&c->turn);
    j->crew = c;
    if ((c->seen || !looks_up) && c->plain && c->sleepers && c->facts && c->kv && c->made && spills(c)) return c;
    crew_free(j);
    return NULL;
}

void crew_free(JPF *j) {
    Crew *c = j->crew;
    if (!c) return;
    while (c->queued--) {
        WorkPart *p = c->first;
        c->first = p->next;
        free(p);
    }
    sharedset_free(c->seen);
    draws_drop(c->draws);
    sharedset_free(c->plain);
    sleepers_free(c->sleepers);
    facts_free(c->facts);
    free(c->kv);
    if (c->made) {
        pthread_cond_destroy(&c->turn);
        pthread_mutex_destroy(&c->lock);
        pthread_mutex_destroy(&c->facts_lock);
    }
    free(c);
    j->crew = NULL;
}

static Status start(Crew *c, u32 i, u32 *made) {
    Member *m = &c->members[i];
    const Host *first = c->lead->user;
    *m = (Member){.crew = c, .st = ST_OK};
    if (first && first->beside) {
        if (first->beside(first->user, i, &m->heard) != ST_OK) return ST_ERROR;
        m->hears = true;
    }
    m->host = m->heard;
    m->host.mask = HE_POLL;
    m->host.user = m;
    m->host.poll = poll_member;
    if (m->hears) m->host.ready = ready_member;
    m->work = work_of(m);
    m->runs = pthread_create(&m->thread, NULL, run_member, m) == 0;
    *made += m->runs;
    return ST_OK;
}

/* The members are made. */
static Status gather(Crew *c) {
    JPF *j = c->lead;
    Search *s = &j->search;
    u32 n = s->cfg.threads < CREW_MAX ? s->cfg.threads : CREW_MAX;
    if (n < 1) n = 1;
    if (s->cfg.kind->draws && !c->draws && (c->draws = s->cfg.kind->draws(s))) draws_hold(c->draws);
    c->cfg = s->cfg;
    c->cfg.shared = c->seen;
    c->cfg.draws = c->draws;
    c->cfg.sleepers = s->cfg.sleepers = c->sleepers;
    c->cfg.sleep = s->sleep.on;
    c->cfg.shared_plain = s->alike.on ? c->plain : NULL;
    c->cfg.symmetry = s->alike.on;
    c->cfg.persistent = s->persist.on;
    c->cfg.places = s->cfg.places && !s->persist.no_places;
    c->cfg.portfolio = PORTFOLIO_OFF;
    c->cfg.threads = 1;
    c->limits = j->cx;
    c->cpu_end = j->cx.cpu_end;
    if (j->cx.cpu_end) { /* what is left is shared out */
        i64 now = (i64)(cx_cpu() * 1e9), each = (j->cx.cpu_end - now) / n;
        j->cx.cpu_end = now + each;
        c->limits.cpu_end = each > 0 ? each : 1;
    }
    c->n = n;
    c->engines = 1;
    c->idle = c->arrived = c->gone = c->hungry = c->parking = 0;
    c->dismissed = false;
    Member *m = &c->members[0];
    *m = (Member){.crew = c, .j = j};
    m->work = work_of(m);
    s->work = &m->work;
    work_done(m, &s->st);
    s->persist.knew = persist_assumed(s); /* unless nothing was reduced it is (begins_again) */
    if (work_meet(m) != ST_OK) return ST_ERROR;
    c->knew = s->persist.knew;
    c->knew_clock = s->persist.knew_clock;
    u32 made = 0;
    for (u32 i = 1; i < n; i++)
        if (start(c, i, &made) != ST_OK) return ST_ERROR;
    pthread_mutex_lock(&c->lock);
    while ((s->cfg.join_waits || s->checkpoint.written) && c->arrived < made) turn_wait(&c->turn, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return ST_OK;
}

/* What this engine knows of states becomes what all know. */
static Crew *share(JPF *j) {
    Search *s = &j->search;
    crew_free(j); /* of a search that was given up for this one */
    Crew *c = crew_new(j);
    if (!c) {
        cx_fail(&j->cx, ERR_NOMEM, "out of memory (threads of the search)");
        return NULL;
    }
    c->dismissed = true;
    if (work_hand_over(s, c->seen, c->plain, c->sleepers) != ST_OK) return NULL;
    for (u32 i = 0; i < j->config_keys.n; i++) {
        c->kv[2 * c->n_kv] = j->config_keys.v[i];
        c->kv[2 * c->n_kv++ + 1] = jpf_set(j, j->config_keys.v[i]);
    }
    return c;
}

Status crew_enlist(void *user) {
    JPF *j = user;
    Search *s = &j->search;
    Crew *c = share(j);
    if (!c) return ST_ERROR;
    s->went_round = s->live != NULL;
    live_free(s);
    return gather(c);
}

Status crew_gather(void *user) { return gather(((JPF *)user)->crew); }

Status crew_adopt(void *user) { return share(user) ? ST_OK : ST_ERROR; }

Status crew_parts(void *user, Pack *p) {
    JPF *j = user;
    Crew *c = j->crew;
    u32 n = pack_u32(p, c->queued);
    const WorkPart *w = c->first;
    sleepers_pack(c->sleepers, p);
    for (u32 i = 0; i < n && !p->failed; i++) {
        u64 words = pack_u64(p, p->reading ? 0 : w->n);
        WorkPart *to = NULL;
        if (p->reading) {
            if (words > p->bytes / sizeof *to->v || !(to = part_new(&j->search, words))) return ST_ERROR;
            pack_bytes(p, to->v, words * sizeof *to->v);
            c->queued_bytes += part_bytes(to);
            *(c->queued++ ? &c->last->next : &c->first) = to;
            c->last = to;
        } else {
            pack_bytes(p, (void *)(uintptr_t)w->v, words * sizeof *w->v);
            w = w->next;
        }
    }
    return p->failed ? ST_ERROR : ST_OK;
}

/* --- dismissed --- */

static void add_stats(SearchStats *to, const SearchStats *m) {
    to->states_new += m->states_new;
    to->restored += m->restored;
    to->executions += m->executions;
    to->executions_blocked += m->executions_blocked;
    to->visited += m->visited;
    to->backtracked += m->backtracked;
    to->end_states += m->end_states;
    to->transitions += m->transitions;
    if (m->max_depth > to->max_depth) to->max_depth = m->max_depth;
    to->thread_cgs += m->thread_cgs;
    to->data_cgs += m->data_cgs;
    to->pruned += m->pruned;
    to->reduced += m->reduced;
    to->expanded += m->expanded;
    to->escaped += m->escaped;
    to->fair += m->fair;
    to->asleep += m->asleep;
    to->renamed += m->renamed;
    to->alike += m->alike;
    to->again += m->again;
}

/* The element of the report for an error that gets another id, which is its first member. */
static Status add_error(Search *to, const ErrorRec *e) {
    static const char head[] = "{\"id\":";
    const char *rest = strncmp(e->json, head, sizeof head - 1) == 0 ? strchr(e->json, ',') : NULL;
    if (!rest) return cx_fail(to->cx, ERR_INTERNAL, "an error without number");
    Text t;
    text_init(&t, to->cx);
    u32 id = to->found.errors.n + 1;
    text_f(&t, "%s%u", head, id);
    text_z(&t, rest);
    if (t.failed) {
        text_free(&t);
        return ST_ERROR;
    }
    return vec_push(to->cx, &to->found.errors, ((ErrorRec){id, t.v, t.cap, e->hash, e->execution}));
}

/* Of searches that draw executions: in the order of these, and what says the same once, as one engine would have it. */
static int by_execution(const void *a, const void *b) {
    u64 x = ((const ErrorRec *)a)->execution, y = ((const ErrorRec *)b)->execution;
    return x < y ? -1 : x > y;
}

static Status order_errors(Search *s) {
    Findings f = {.errors = s->found.errors};
    Status st = ST_OK;
    Map met;
    memset(&s->found.errors, 0, sizeof s->found.errors);
    map_init(&met, s->cx);
    mem_sort(f.errors.v, f.errors.n, sizeof *f.errors.v, by_execution);
    for (u32 i = 0; i < f.errors.n && st == ST_OK; i++) {
        if (map_get(&met, f.errors.v[i].hash, NULL) || (i && !s->cfg.multiple_errors)) continue;
        st = map_put(&met, f.errors.v[i].hash, 1);
        if (st == ST_OK) st = add_error(s, &f.errors.v[i]);
    }
    map_free(&met);
    for (u32 i = 0; i < f.errors.n; i++) cx_free(s->cx, f.errors.v[i].json, f.errors.v[i].bytes);
    vec_free(s->cx, &f.errors);
    return st;
}

static Status add_findings(Search *to, const Search *m) {
    for (u32 i = 0; i < m->found.errors.n && (to->cfg.multiple_errors || !to->found.errors.n || m->cfg.draws); i++)
        if (add_error(to, &m->found.errors.v[i]) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < m->found.constraints.n; i++) {
        const char *text = m->found.constraints.v[i];
        if (m->interrupted && strcmp(text, "interrupted") == 0) continue; /* by who called it off */
        if (search_constraint(to, "%s", text) != ST_OK) return ST_ERROR;
    }
    for (u32 i = 0; i < m->found.notes.n; i++)
        if (search_note(to, "%s", m->found.notes.v[i]) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < m->found.stored.n; i++) {
        const StoredTrace *from = &m->found.stored.v[i];
        StoredTrace t = {.bytes = from->bytes};
        if (!(t.file = cx_strndup(to->cx, from->file, strlen(from->file)))) return ST_ERROR;
        if (!(t.json = cx_alloc(to->cx, from->bytes))) return ST_ERROR;
        mem_copy(t.json, from->json, from->bytes);
        if (vec_push(to->cx, &to->found.stored, t) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status add_output(JPF *to, const JPF *m) {
    if (!m->output.n) return ST_OK;
    text_put(&to->output, m->output.v, m->output.n);
    if (to->output.failed) return ST_ERROR;
    if (!to->user || !(to->user->mask & HE_OUTPUT)) return ST_OK;
    return to->user->output(to->user->user, 1, m->output.v, m->output.n);
}

/* What is told of the whole program, whoever met it. */
static void add_seen(JPF *to, const JPF *m) {
    KernelState *a = &to->ks;
    const KernelState *b = &m->ks;
    a->looks.seen |= b->looks.seen;
    a->looks.used |= b->looks.used;
    a->input_asked |= b->input_asked;
    a->saw.unshared |= b->saw.unshared;
    a->uses->left_out |= b->uses->left_out;
    a->uses->broke_fast |= b->uses->broke_fast;
    to->search.sched.withheld |= m->search.sched.withheld;
    to->search.sched.left_out |= m->search.sched.left_out;
    to->heap.exposures += m->heap.exposures;
    for (u32 i = 0; i < sizeof a->skipped / sizeof *a->skipped; i++) a->skipped[i] += b->skipped[i];
    for (u32 i = 0; i < sizeof to->search.sched.met / sizeof *to->search.sched.met; i++) {
        to->search.sched.met[i] += m->search.sched.met[i];
        to->search.sched.choices[i] += m->search.sched.choices[i];
    }
}

/* The first one has what the member has found. */
static Status take_over(JPF *to, Member *m) {
    JPF *j = m->j;
    Search *a = &to->search, *b = &j->search;
    if (m->st != ST_OK && !cx_ends_in_order(&j->cx))
        return cx_fail(&to->cx, j->cx.err.kind ? j->cx.err.kind : ERR_INTERNAL, "%s", j->cx.err.msg);
    if (!j->have_search) return ST_OK;
    if ((m->st != ST_OK || b->torn) && !j->cx.interrupted) { /* what it had is not explored */
        a->done = true;
        if (m->st != ST_OK && search_constraint(a, "%s", j->cx.err.msg) != ST_OK) return ST_ERROR;
    }
    add_stats(&a->st, &b->st);
    a->instructions += b->instructions;
    stateset_more_label_pairs(a->set, stateset_label_pairs(b->set));
    add_seen(to, j);
    if (add_findings(a, b) != ST_OK || add_output(to, j) != ST_OK) return ST_ERROR;
    a->ended |= b->ended;
    a->restart |= b->restart;
    a->strayed |= b->strayed;
    a->went_round |= b->went_round;
    a->sleep.cyclic |= b->sleep.cyclic;
    a->persist.knew_clock |= b->persist.knew_clock;
    a->persist.no_places |= b->persist.no_places;
    a->done |= b->done && !b->called_off && !b->interrupted;
    m->crew->peak += j->cx.peak;
    return ST_OK;
}

/* The members have come to their end; what they have found is the first one's. */
static Status join_all(JPF *j, bool given_up, bool *hears) {
    Crew *c = j->crew;
    Search *s = &j->search;
    Status st = ST_OK;
    c->dismissed = true;
    c->peak = 0;
    for (u32 i = 1; i < c->n; i++)
        if (c->members[i].runs) pthread_join(c->members[i].thread, NULL);
    for (u32 i = 0; i < c->n; i++) {
        Member *m = &c->members[i];
        c->parts += m->parts;
        m->parts = 0;
        if (!i) continue;
        j->cpu_others += m->cpu;
        if (m->j && m->runs && st == ST_OK && !given_up) st = take_over(j, m);
        else if (m->j && m->runs && st == ST_OK && m->j->have_search) st = add_findings(s, &m->j->search);
        if (m->hears) m->heard.released(m->heard.user);
        *hears |= m->hears;
        jpf_free(m->j);
        m->j = NULL;
    }
    if (c->peak > c->peaked) {
        j->cx.peak += c->peak - c->peaked;
        c->peaked = c->peak;
    }
    if (c->cpu_end) { /* what the others have not used is its own again */
        i64 left = c->cpu_end;
        for (u32 i = 1; i < c->n; i++) left -= (i64)(c->members[i].cpu * 1e9);
        j->cx.cpu_end = left > 0 ? left : 1;
    }
    return st;
}

Status crew_dismiss(void *user) {
    JPF *j = user;
    Crew *c = j->crew;
    Search *s = &j->search;
    bool hears = false;
    if (!c || c->dismissed) return ST_OK; /* a member's own search, or there were only the first one's */
    bool given_up = !s->work; /* for another search, which has ended */
    end(c, CALLED_OFF); /* those that draw executions have ended theirs, as far as these count */
    if (s->called_off) s->done = false; /* it goes by why */
    Status st = join_all(j, given_up, &hears);
    if (given_up) return st;
    if (st == ST_OK) st = facts_meet(c->facts, s);
    if (hears && st == ST_OK && !s->restart) st = j->user->merge(j->user->user);
    if (s->restart) s->again++;
    s->strays += s->strayed;
    s->strayed = false;
    if (st == ST_OK && c->draws) st = order_errors(s);
    s->work = NULL;
    s->called_off = false;
    s->others_bytes = 0;
    return st;
}

/* What they have done is told as theirs still. */
static void remember(Crew *c) {
    for (u32 i = 1; i < c->n; i++) {
        Member *m = &c->members[i];
        CrewNow *b = &c->before[i];
        *b = (CrewNow){b->transitions + load(&m->transitions), b->states + load(&m->states),
                       b->visited + load(&m->visited)};
        store(&m->transitions, 0);
        store(&m->states, 0);
        store(&m->visited, 0);
    }
}

Status crew_pause(void *user, bool *lost) {
    JPF *j = user;
    Crew *c = j->crew;
    Search *s = &j->search;
    bool hears = false, looks = true;
    Member *first = &c->members[0];
    u32 running = 0;
    park_all(first);
    s->others_bytes = work_bytes(first);
    for (u32 i = 1; i < c->n; i++) running += c->members[i].runs;
    pthread_mutex_lock(&c->lock);
    while (c->gone < running && looks) {
        turn_wait(&c->turn, &c->lock);
        pthread_mutex_unlock(&c->lock); /* the host may be asked now */
        looks = cx_look(&j->cx);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    if (!looks) end(c, CALLED_OFF); /* it cannot wait any longer */
    *lost = is_over(c);
    Status st = join_all(j, false, &hears);
    remember(c);
    work_done(first, &s->st);
    if (st == ST_OK) st = facts_meet(c->facts, s);
    if (st == ST_OK && hears && !s->restart) st = j->user->merge(j->user->user);
    if (st == ST_OK && c->draws) st = order_errors(s);
    if (s->restart) s->again++;
    s->strays += s->strayed;
    s->strayed = false;
    s->work = NULL;
    return looks ? st : ST_ERROR;
}

/* --- what is told --- */

static CrewNow now_of(const Crew *c, const Member *m, u32 i) {
    const CrewNow *b = &c->before[i];
    CrewNow n = {load(&m->transitions) + b->transitions, load(&m->states) + b->states, load(&m->visited) + b->visited};
    for (u32 k = 1; k < c->n && !i; k++) { /* what the first one has taken over */
        n.transitions -= c->before[k].transitions;
        n.states -= c->before[k].states;
        n.visited -= c->before[k].visited;
    }
    return n;
}

u32 crew_now(const JPF *j, CrewNow *v, u32 room) {
    const Crew *c = j->crew;
    u32 n = c && j->search.work ? c->n : 0;
    for (u32 i = 0; i < n && i < room; i++) {
        const Member *m = &c->members[i];
        v[i] = now_of(c, m, i);
    }
    return n;
}

void crew_json(const JPF *j, Json *w) {
    const Crew *c = j->crew;
    if (!c || (!c->draws && !stateset_is_shared(j->search.set))) return;
    json_key_object(w, "workers");
    json_key_uint(w, "threads", c->n);
    json_key_uint(w, "parts", c->parts);
    json_key_array(w, "transitions");
    for (u32 i = 0; i < c->n; i++) json_uint(w, now_of(c, &c->members[i], i).transitions);
    json_end(w);
    json_end(w);
}
