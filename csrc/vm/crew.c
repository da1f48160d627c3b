/* crew.c -- threads: they are made where a search has shown itself large, and joined where it ends.
 *
 * Each has a JPF of its own, made as the first one was, with the same configuration; nothing in Python is called by any
 * but the first (host calls, output, signals). What they have in common is behind `lock`, or atomic. While the threads
 * live nobody reads another one's JPF; once all are joined, the first takes over what they have found. */
#include "vm/crew.h"
#include "kernel/fielduse.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CREW_MAX = 64, WAIT_MS = 20 };

enum { OPEN, EXPLORED, CALLED_OFF }; /* Crew.over */

typedef struct Member {
    Crew *crew;
    JPF *j; /* members[0]: the first one's own */
    Work work;
    Host host;
    pthread_t thread;
    bool runs; /* there is a thread to be joined */
    Status st;
    double cpu;
    /* atomic: written by the member, read by all */
    u64 transitions, states, visited, bytes, parts;
    char pad[64];
} Member;

struct Crew {
    JPF *lead;
    SharedSet *seen;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    /* behind the lock */
    WorkPart *queue; /* from malloc */
    u32 queued, room;
    u32 engines, idle; /* that take part; that wait */
    /* atomic */
    u32 hungry, over;
    /* what the members are made with; not changed while they live */
    SearchConfig cfg;
    Ctx limits; /* the limits of the first one */
    const char **kv;
    u32 n_kv;
    u32 n;
    bool made; /* lock and turn are */
    u64 parts; /* taken by all, once they are joined */
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

static void end(Crew *c, u32 how) {
    pthread_mutex_lock(&c->lock);
    if (!is_over(c)) __atomic_store_n(&c->over, how, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static bool work_hungry(void *user) { return __atomic_load_n(&((Member *)user)->crew->hungry, __ATOMIC_RELAXED) != 0; }

static void work_give(void *user, WorkPart p) {
    Crew *c = ((Member *)user)->crew;
    pthread_mutex_lock(&c->lock);
    if (c->queued == c->room) {
        WorkPart *v = realloc(c->queue, (c->room ? 2 * c->room : 16) * sizeof *v);
        if (!v) abort(); /* what was cut off would be lost */
        c->queue = v;
        c->room = c->room ? 2 * c->room : 16;
    }
    c->queue[c->queued++] = p;
    count_hungry(c);
    pthread_cond_signal(&c->turn);
    pthread_mutex_unlock(&c->lock);
}

static void wait_a_little(Crew *c) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += WAIT_MS * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    (void)pthread_cond_timedwait(&c->turn, &c->lock, &t);
}

static Status work_take(void *user, WorkPart *p) {
    Member *m = user;
    Crew *c = m->crew;
    Status st = ST_OK;
    *p = (WorkPart){0};
    pthread_mutex_lock(&c->lock);
    c->idle++;
    count_hungry(c);
    while (!is_over(c) && !c->queued && st == ST_OK) {
        if (c->idle == c->engines) { /* nobody has anything, and nobody will */
            __atomic_store_n(&c->over, EXPLORED, __ATOMIC_RELEASE);
            pthread_cond_broadcast(&c->turn);
            break;
        }
        wait_a_little(c);
        pthread_mutex_unlock(&c->lock); /* the host may be asked now */
        if (!cx_look(&m->j->cx)) st = ST_ERROR;
        pthread_mutex_lock(&c->lock);
    }
    if (!is_over(c) && c->queued && st == ST_OK) {
        *p = c->queue[0]; /* the oldest is the largest, as a rule */
        mem_move(c->queue, c->queue + 1, --c->queued * sizeof *p);
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
    u64 n = sharedset_bytes(c->seen);
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

static Work work_of(Member *m) {
    return (Work){m, work_hungry, work_give, work_take, work_over, work_others, work_bytes, work_done};
}

/* --- a member --- */

static Status poll_member(void *user) { return is_over(((Member *)user)->crew) ? ST_ERROR : ST_OK; }

/* False: the search has ended meanwhile. */
static bool enter(Crew *c) {
    pthread_mutex_lock(&c->lock);
    bool open = !is_over(c);
    c->engines += open;
    pthread_mutex_unlock(&c->lock);
    return open;
}

static Status search_beside(Member *m) {
    Crew *c = m->crew;
    const Ctx *x = &c->limits;
    Ctx *cx = &m->j->cx;
    cx->wall0 = x->wall0;
    cx->wall_end = x->wall_end;
    cx->time_limit = x->time_limit;
    cx->told_limit = x->told_limit;
    cx->limit = x->limit;
    cx->cpu_limit = x->cpu_limit;
    if (jpf_beside(m->j, c->lead, &c->cfg) != ST_OK) return ST_ERROR;
    if (x->cpu_end) cx->cpu_end = x->cpu_end + (i64)(cx_cpu() * 1e9);
    Search *s = &m->j->search;
    s->work = &m->work;
    if (!enter(c)) return ST_OK;
    Status st = search_once(s);
    if (st != ST_OK || (s->done && !s->called_off) || s->restart) end(c, CALLED_OFF);
    return st;
}

static void *run_member(void *arg) {
    Member *m = arg;
    m->j = jpf_new(&m->host, m->crew->kv, m->crew->n_kv);
    m->st = m->j ? search_beside(m) : ST_ERROR;
    m->cpu = cx_cpu();
    return NULL;
}

/* --- enlisted --- */

static Crew *crew_new(JPF *j) {
    Crew *c = calloc(1, sizeof *c);
    pthread_condattr_t monotonic;
    if (!c) return NULL;
    c->lead = j;
    c->seen = sharedset_new();
    c->kv = calloc((size_t)j->config_keys.n * 2 + 1, sizeof *c->kv);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    c->made = pthread_mutex_init(&c->lock, NULL) == 0 && pthread_cond_init(&c->turn, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    j->crew = c;
    if (c->seen && c->kv && c->made) return c;
    crew_free(j);
    return NULL;
}

void crew_free(JPF *j) {
    Crew *c = j->crew;
    if (!c) return;
    for (u32 i = 0; i < c->queued; i++) part_free(&c->queue[i]);
    free(c->queue);
    sharedset_free(c->seen);
    free(c->kv);
    if (c->made) {
        pthread_cond_destroy(&c->turn);
        pthread_mutex_destroy(&c->lock);
    }
    free(c);
    j->crew = NULL;
}

static void start(Crew *c, u32 i) {
    Member *m = &c->members[i];
    *m = (Member){.crew = c, .st = ST_OK};
    m->host = (Host){.mask = HE_POLL, .user = m, .poll = poll_member};
    m->work = work_of(m);
    m->runs = pthread_create(&m->thread, NULL, run_member, m) == 0;
}

Status crew_enlist(void *user) {
    JPF *j = user;
    Search *s = &j->search;
    if (j->crew) { /* of a search that was given up for this one */
        if (stateset_is_shared(s->set)) return ST_OK;
        crew_free(j);
    }
    Crew *c = crew_new(j);
    if (!c) return cx_fail(&j->cx, ERR_NOMEM, "out of memory (threads of the search)");
    u32 n = s->cfg.threads < CREW_MAX ? s->cfg.threads : CREW_MAX;
    if (stateset_share(s->set, c->seen) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < s->path.n; i++) sharedset_unleave(c->seen, s->path.v[i].key);
    for (u32 i = 0; i < j->config_keys.n; i++) {
        c->kv[2 * c->n_kv] = j->config_keys.v[i];
        c->kv[2 * c->n_kv++ + 1] = jpf_set(j, j->config_keys.v[i]);
    }
    c->cfg = s->cfg;
    c->cfg.shared = c->seen;
    c->cfg.portfolio = PORTFOLIO_OFF;
    c->cfg.join_at = UINT64_MAX;
    c->limits = j->cx;
    if (j->cx.cpu_end) { /* what is left is shared out */
        i64 now = (i64)(cx_cpu() * 1e9), each = (j->cx.cpu_end - now) / n;
        j->cx.cpu_end = now + each;
        c->limits.cpu_end = each > 0 ? each : 1;
    }
    c->n = n;
    c->engines = 1;
    Member *m = &c->members[0];
    *m = (Member){.crew = c, .j = j};
    m->work = work_of(m);
    s->work = &m->work;
    work_done(m, &s->st);
    for (u32 i = 1; i < n; i++) start(c, i);
    return ST_OK;
}

/* --- dismissed --- */

static void add_stats(SearchStats *to, const SearchStats *m) {
    to->states_new += m->states_new;
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
    to->again += m->again;
}

/* Its number is the first member. */
static Status add_error(Search *to, const ErrorRec *e) {
    static const char head[] = "{\"id\":";
    const char *rest = strncmp(e->json, head, sizeof head - 1) == 0 ? strchr(e->json, ',') : NULL;
    if (!rest) return cx_fail(to->cx, ERR_INTERNAL, "an error without number");
    Text t;
    text_init(&t, to->cx);
    text_f(&t, "%s%u", head, to->found.errors.n + 1);
    text_z(&t, rest);
    if (t.failed) {
        text_free(&t);
        return ST_ERROR;
    }
    return vec_push(to->cx, &to->found.errors, ((ErrorRec){to->found.errors.n + 1, t.v, t.cap}));
}

static Status add_findings(Search *to, const Search *m) {
    for (u32 i = 0; i < m->found.errors.n && (to->cfg.multiple_errors || !to->found.errors.n); i++)
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
    if (m->st != ST_OK && !j->cx.interrupted) { /* what it had is not explored */
        a->done = true;
        if (search_constraint(a, "%s", j->cx.err.msg) != ST_OK) return ST_ERROR;
    }
    add_stats(&a->st, &b->st);
    a->instructions += b->instructions;
    stateset_more_label_pairs(a->set, stateset_label_pairs(b->set));
    add_seen(to, j);
    if (add_findings(a, b) != ST_OK || add_output(to, j) != ST_OK) return ST_ERROR;
    a->ended |= b->ended;
    a->restart |= b->restart;
    a->done |= b->done && !b->called_off && !b->interrupted;
    if (j->cx.peak > 0) to->cx.peak += j->cx.peak;
    return ST_OK;
}

Status crew_dismiss(void *user) {
    JPF *j = user;
    Crew *c = j->crew;
    Search *s = &j->search;
    Status st = ST_OK;
    if (!c) return ST_OK; /* it is a member's own search */
    end(c, CALLED_OFF);
    if (s->called_off) s->done = false; /* it goes by why */
    for (u32 i = 1; i < c->n; i++)
        if (c->members[i].runs) pthread_join(c->members[i].thread, NULL);
    for (u32 i = 0; i < c->n; i++) {
        Member *m = &c->members[i];
        c->parts += m->parts;
        if (!i) continue;
        j->cpu_others += m->cpu;
        if (m->j && m->runs && st == ST_OK) st = take_over(j, m);
        jpf_free(m->j);
        m->j = NULL;
    }
    s->work = NULL;
    s->called_off = false;
    return st;
}

/* --- what is told --- */

u32 crew_now(const JPF *j, CrewNow *v, u32 room) {
    const Crew *c = j->crew;
    u32 n = c && j->search.work ? c->n : 0;
    for (u32 i = 0; i < n && i < room; i++) {
        const Member *m = &c->members[i];
        v[i] = (CrewNow){load(&m->transitions), load(&m->states), load(&m->visited)};
    }
    return n;
}

void crew_json(const JPF *j, Json *w) {
    const Crew *c = j->crew;
    if (!c || !stateset_is_shared(j->search.set)) return;
    json_key_object(w, "workers");
    json_key_uint(w, "threads", c->n);
    json_key_uint(w, "parts", c->parts);
    json_key_array(w, "transitions");
    for (u32 i = 0; i < c->n; i++) json_uint(w, load(&c->members[i].transitions));
    json_end(w);
    json_end(w);
}
