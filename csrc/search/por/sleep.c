/* sleep.c -- sleep sets: a thread that was tried from a state need not be tried again below its later
 * siblings until something happens that its step depends on (Godefroid, LNCS 1032, chapter 5).
 *
 * A thread sleeps together with the footprint its step had when it was executed: as long as only steps
 * that do not meet it were taken since, the step would be the same. Steps that ended the path, asked for
 * a value, used the clock or did something without a name never put their thread to sleep.
 *
 * States are matched, so each is stored with the threads that slept in it. Who comes to it again with
 * fewer asleep tries the difference, and what is stored becomes the intersection (same place, section
 * 5.3). If a persistent set sleeps as a whole, all that is awake is tried, so that whoever stops here
 * sleeps here. For a search whose states form no cycle every finite sequence of steps has an equivalent
 * one that is tried: by induction over its length and the depth of what lies below. A cycle on the stack
 * ends the use of sleep sets (cycle). Depth-first only. */
#include "search/kind.h"
#include "search/reduction.h"

static void drop(Search *s, Asleep *a) {
    for (u32 i = 0; i < a->n; i++) fp_drop(s->cx, a->v[i]);
    a->n = 0;
}

/* Who sleeps on after the last transition from l. */
static Status pass(Search *s, const Level *l) {
    drop(s, &s->sleep.dozing);
    if (!s->sleep.on || !s->persist.reads) return ST_OK;
    for (u32 i = 0; i < l->asleep.n; i++) {
        Footprint *f = l->asleep.v[i];
        if (fp_conflict(f, s->persist.fp)) continue;
        if (vec_push(s->cx, &s->sleep.dozing, f) != ST_OK) return ST_ERROR;
        f->refs++;
    }
    return ST_OK;
}

/* In a state without names a thread is known by its place among all: states that are equal but for names
 * correspond so. */
static u64 key_of(const Search *s, u32 thread, bool ranks) {
    if (ranks) return thread < s->se->sym_rank.n ? s->se->sym_rank.v[thread] : UINT64_MAX;
    const ThreadInfo *ti = s->ks->threads.v[thread];
    return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo;
}

static bool dozes(const Search *s, u64 key, bool ranks) {
    for (u32 i = 0; i < s->sleep.dozing.n; i++)
        if (key_of(s, s->sleep.dozing.v[i]->thread, ranks) == key) return true;
    return false;
}

/* Fewer sleep than when a known state was left before: it is left once more, for those woken. */
static Status arrive(Search *s, u32 id, bool fresh, bool *again, u64 *woken) {
    u64 at;
    *again = false;
    *woken = REACH_ALL;
    if (!s->sleep.on || !s->set) return ST_OK;
    bool ranks = alike_nameless(s, id);
    if (fresh) {
        if (!s->sleep.dozing.n) return ST_OK;
        if (map_put(&s->sleep.slept, (u64)id + 1, s->sleep.sleepers.n) != ST_OK) return ST_ERROR;
        if (vec_push(s->cx, &s->sleep.sleepers, s->sleep.dozing.n) != ST_OK) return ST_ERROR;
        for (u32 i = 0; i < s->sleep.dozing.n; i++)
            if (vec_push(s->cx, &s->sleep.sleepers, key_of(s, s->sleep.dozing.v[i]->thread, ranks)) != ST_OK)
                return ST_ERROR;
        return ST_OK;
    }
    if (!map_get(&s->sleep.slept, (u64)id + 1, &at)) return ST_OK; /* everything was tried there */
    if (ranks && alike_ranks(s) != ST_OK) return ST_ERROR;
    u64 *v = s->sleep.sleepers.v + at, n = v[0], k = 0;
    *woken = 0;
    for (u64 i = 1; i <= n; i++) {
        if (dozes(s, v[i], ranks)) {
            v[++k] = v[i];
            continue;
        }
        *again = true;
        u32 who = UINT32_MAX;
        for (u32 t = 0; t < s->ks->n_threads; t++)
            if (key_of(s, t, ranks) == v[i]) who = t;
        *woken = who > 62 || *woken == REACH_ALL ? REACH_ALL : *woken | 1ull << who;
    }
    v[0] = k;
    /* asleep now, but tried there before: awake from here on */
    for (u32 i = 0; *again && i < s->sleep.dozing.n;) {
        u64 key = key_of(s, s->sleep.dozing.v[i]->thread, ranks);
        bool kept = false;
        for (u64 j = 1; j <= k; j++) kept |= v[j] == key;
        if (kept) {
            i++;
        } else {
            fp_drop(s->cx, s->sleep.dozing.v[i]);
            s->sleep.dozing.v[i] = s->sleep.dozing.v[--s->sleep.dozing.n];
        }
    }
    s->st.again += *again;
    return ST_OK;
}

static Status add(Search *s, Level *l) {
    if (!s->sleep.on || !s->persist.reads || s->persist.fp->unknown || s->persist.fp->timed ||
        l->cg.kind != CK_THREAD || l->n_up)
        return ST_OK;
    if (l->cg.flags & CGF_GIVEN) return ST_OK;
    if (s->persist.fp->thread > 62 || s->persist.fp->spans.n > 512) return ST_OK;
    if (vec_push(s->cx, &l->asleep, s->persist.fp) != ST_OK) return ST_ERROR;
    s->persist.fp->refs++;
    return ST_OK;
}

/* A transition has led back to a state of the path. */
static void cycle(Search *s) {
    if (!s->sleep.on) return;
    s->sleep.cyclic = true;
    s->sleep.on = false;
    if (s->sleep.dozed) s->restart = true;
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    if (!to->onward || s->silent) return ST_OK;
    if (pass(s, l) != ST_OK || arrive(s, to->id, to->fresh, &to->again, &to->woken) != ST_OK) return ST_ERROR;
    if (!to->fresh && stack_has(s, to->key)) cycle(s);
    to->again &= s->sleep.on;
    /* may its own thread sleep in what is tried from l later? */
    bool stays = a->has_cg && a->cg.kind == CK_THREAD && !a->n_up && !a->uncaught && !a->violation;
    return stays ? add(s, l) : ST_OK;
}

/* por/persist.c puts those asleep behind all others. */
static Status arrange(Search *s, Level *l, const Arrival *to) {
    if (!to) return ST_OK;
    l->asleep = s->sleep.dozing;
    memset(&s->sleep.dozing, 0, sizeof s->sleep.dozing);
    return ST_OK;
}

static Status moved(Search *s) {
    for (u32 i = 0; i < s->path.n; i++)
        for (u32 k = 0; k < s->path.v[i].asleep.n; k++) s->path.v[i].asleep.v[k]->unknown = true;
    for (u32 k = 0; k < s->sleep.dozing.n; k++) s->sleep.dozing.v[k]->unknown = true;
    if (s->persist.fp) s->persist.fp->unknown = true;
    return ST_OK;
}

static Status begin(Search *s, bool *on) {
    const SearchKind *k = s->cfg.kind;
    bool once = !k->returns && !k->walks && !k->deepens && !s->cfg.match_depth; /* each state, depth first */
    s->sleep.on = s->cfg.por && s->cfg.sleep && once && !s->sleep.cyclic && !s->persist.gave_up && s->set &&
                  stateset_has_ids(s->set);
    s->sleep.dozed = false;
    s->sleep.sleepers.n = 0;
    map_free(&s->sleep.slept);
    map_init(&s->sleep.slept, s->cx);
    drop(s, &s->sleep.dozing);
    *on = s->sleep.on;
    return ST_OK;
}

static void forget(Search *s, Level *l) {
    drop(s, &l->asleep);
    vec_free(s->cx, &l->asleep);
}

static void sleep_free(Search *s) {
    map_free(&s->sleep.slept);
    vec_free(s->cx, &s->sleep.sleepers);
    drop(s, &s->sleep.dozing);
    vec_free(s->cx, &s->sleep.dozing);
}

const Reduction reduction_sleep = {
    .name = "vm.por.sleep_sets",
    .begin = begin,
    .after = after,
    .arrange = arrange,
    .moved = moved,
    .forget = forget,
    .free = sleep_free,
};
