/* sleep.c -- sleep sets: a thread that was tried from a state need not be tried again below its later
 * siblings until something happens that its step depends on (Godefroid, LNCS 1032, chapter 5).
 *
 * A thread sleeps together with the footprint its step had when it was executed: as long as only steps
 * that do not meet it were taken since, the step would be the same. Steps that ended the path, asked for
 * a value, used the clock or did something without a name never put their thread to sleep.
 *
 * States are matched, so each is stored with the threads that slept in it. Who comes to it again with
 * fewer asleep tries the difference, and what is stored becomes the intersection (same place, section
 * 5.3). If a persistent set sleeps as a whole, it is tried nevertheless (rouse, persist.c), or all that is awake is, so
 * that whoever stops here sleeps here. For a search whose states form no cycle every finite sequence of steps has an
 * equivalent one that is tried: by induction over its length and the depth of what lies below. A cycle on the stack
 * ends the use of sleep sets (cycle). Depth-first only.
 *
 * With several engines (search/work.h) a state's sleep set is one for all (sleepers.h), and narrowed in one step.
 * The argument says nothing of the order in which states are left, nor by whom: let a sequence of steps begin with no
 * thread that sleeps where it arrives. Of the times that the state was left, take the last one for which a thread was
 * tried that the sequence may begin with, and of these the one tried first: none that sleeps behind it can come first
 * in what is left of the sequence, which is shorter. An engine that takes a part of a state's choices takes none of the
 * threads that sleep there, for a footprint's places are those of one heap: fewer sleep, which is always sound. A cycle
 * may be on no engine's path as a whole, and is not seen then; the argument does without: a sequence that has no step
 * of a state's persistent set is the same behind a step of the set, no thread that it may begin with sleeps behind
 * it, and the proviso of search/kinds/dfs.c says that one of these steps leads to a state that was left for good
 * earlier by who found it, or else that all was tried. So the induction is over the length and over that moment. */
#include "search/kind.h"
#include "search/por/dynamic.h"
#include "search/por/sleepers.h"
#include "search/reduction.h"

#include <sched.h>

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
        if (fp_conflict(s->se, f, s->persist.fp)) continue;
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

/* Thread of this name, as a bit, for those woken. */
static void add_woken(const Search *s, u64 key, bool ranks, u64 *woken) {
    u32 who = UINT32_MAX;
    for (u32 t = 0; t < s->ks->n_threads; t++)
        if (key_of(s, t, ranks) == key) who = t;
    *woken = who > 62 || *woken == REACH_ALL ? REACH_ALL : *woken | 1ull << who;
}

/* Asleep now, but tried there before: awake from here on. */
static void keep_asleep(Search *s, const u64 *keys, u64 n, bool ranks) {
    for (u32 i = 0; i < s->sleep.dozing.n;) {
        u64 key = key_of(s, s->sleep.dozing.v[i]->thread, ranks);
        bool kept = false;
        for (u64 j = 0; j < n; j++) kept |= keys[j] == key;
        if (kept) {
            i++;
        } else {
            fp_drop(s->cx, s->sleep.dozing.v[i]);
            s->sleep.dozing.v[i] = s->sleep.dozing.v[--s->sleep.dozing.n];
        }
    }
}

enum { NAMES = 64 }; /* more threads than that never sleep in one state (add) */

static u32 dozing_keys(const Search *s, bool ranks, u64 *keys) {
    u32 n = s->sleep.dozing.n < NAMES ? s->sleep.dozing.n : NAMES;
    for (u32 i = 0; i < n; i++) keys[i] = key_of(s, s->sleep.dozing.v[i]->thread, ranks);
    return n;
}

Status sleep_share(Search *s, Sleepers *with) {
    SleepSets *x = &s->sleep;
    for (u32 id = 0; id < x->slept.n; id++) {
        const u64 *v = x->slept.v[id] ? x->sleepers.v + x->slept.v[id] : NULL;
        if (v && v[0] && sleepers_put(with, s->cx, id, v + 1, (u32)v[0]) != ST_OK) return ST_ERROR;
    }
    disk_vec_free(s->cx, &x->slept);
    disk_vec_free(s->cx, &x->sleepers);
    return ST_OK;
}

/* The same with other engines. Each state has one sleep set for all, which is narrowed in one step. */
static Status arrive_shared(Search *s, u32 id, bool fresh, bool *again, u64 *woken) {
    u64 keys[NAMES], up[NAMES], kept[NAMES];
    u32 n_up, n_kept;
    *again = false;
    *woken = REACH_ALL;
    if (fresh) {
        u32 n = dozing_keys(s, alike_nameless(s, id), keys);
        if (n && sleepers_put(s->cfg.sleepers, s->cx, id, keys, n) != ST_OK) return ST_ERROR;
        return stateset_mark(s->set, id, SM_TOLD);
    }
    while (!stateset_has(s->set, id, SM_TOLD)) { /* who has just found it tells who sleeps there */
        if (s->work->over(s->work->user)) return ST_OK;
        sched_yield();
    }
    bool ranks = alike_nameless(s, id);
    if (ranks && s->sleep.dozing.n && alike_ranks(s) != ST_OK) return ST_ERROR;
    u32 n = dozing_keys(s, ranks, keys);
    if (!sleepers_wake(s->cfg.sleepers, id, keys, n, up, &n_up, kept, &n_kept, NAMES))
        return cx_fail(s->cx, ERR_INTERNAL, "more threads sleep in a state than may");
    *again = n_up != 0;
    if (!*again) return ST_OK;
    if (ranks && alike_ranks(s) != ST_OK) return ST_ERROR;
    *woken = 0;
    for (u32 i = 0; i < n_up; i++) add_woken(s, up[i], ranks, woken);
    keep_asleep(s, kept, n_kept, ranks);
    s->st.again++;
    return ST_OK;
}

/* Fewer sleep than when a known state was left before: it is left once more, for those woken. */
static Status arrive(Search *s, u32 id, bool fresh, bool *again, u64 *woken) {
    *again = false;
    *woken = REACH_ALL;
    if (!s->sleep.on || !s->set) return ST_OK;
    if (s->work) return arrive_shared(s, id, fresh, again, woken);
    bool ranks = alike_nameless(s, id);
    if (fresh) {
        if (!s->sleep.dozing.n) return ST_OK;
        if (!s->sleep.sleepers.n && disk_vec_push(s->cx, &s->sleep.sleepers, 0) != ST_OK) return ST_ERROR;
        while (s->sleep.slept.n <= id)
            if (disk_vec_push(s->cx, &s->sleep.slept, 0) != ST_OK) return ST_ERROR;
        s->sleep.slept.v[id] = s->sleep.sleepers.n;
        if (disk_vec_push(s->cx, &s->sleep.sleepers, s->sleep.dozing.n) != ST_OK) return ST_ERROR;
        for (u32 i = 0; i < s->sleep.dozing.n; i++)
            if (disk_vec_push(s->cx, &s->sleep.sleepers, key_of(s, s->sleep.dozing.v[i]->thread, ranks)) != ST_OK)
                return ST_ERROR;
        return ST_OK;
    }
    u32 at = id < s->sleep.slept.n ? s->sleep.slept.v[id] : 0;
    if (!at) return ST_OK; /* everything was tried there */
    if (ranks && alike_ranks(s) != ST_OK) return ST_ERROR;
    u64 *v = s->sleep.sleepers.v + at, n = v[0], k = 0;
    *woken = 0;
    for (u64 i = 1; i <= n; i++) {
        if (dozes(s, v[i], ranks)) {
            v[++k] = v[i];
            continue;
        }
        *again = true;
        add_woken(s, v[i], ranks, woken);
    }
    v[0] = k;
    if (*again) keep_asleep(s, v + 1, k, ranks);
    s->st.again += *again;
    return ST_OK;
}

bool sleep_rouse(Search *s, Level *l, u32 thread) {
    for (u32 i = 0; i < l->asleep.n; i++) {
        if (l->asleep.v[i]->thread != thread) continue;
        fp_drop(s->cx, l->asleep.v[i]);
        l->asleep.v[i] = l->asleep.v[--l->asleep.n];
        return true;
    }
    return false;
}

/* From so many levels on what each of them holds gets no room to grow. */
enum { DEEP = 4096 };

static void drop_recent(Search *s) {
    for (u32 i = 0; i < sizeof s->sleep.recent / sizeof *s->sleep.recent; i++) {
        fp_drop(s->cx, s->sleep.recent[i]);
        s->sleep.recent[i] = NULL;
    }
}

static bool holds(const Level *l, const Footprint *f) {
    for (u32 i = 0; i < l->asleep.n; i++)
        if (l->asleep.v[i] == f) return true;
    return false;
}

/* The footprint that a deep level keeps of the last step: an earlier one, where they are the same. But not one that
 * the level below keeps: who finds it in both takes the thread to have slept all the while (dyn_asleep_since). */
static Status shared(Search *s, const Level *l, Footprint **out) {
    Footprint *f = s->persist.fp;
    Footprint **r = &s->sleep.recent[fp_hash(f) % (sizeof s->sleep.recent / sizeof *s->sleep.recent)];
    if (!*r || !fp_same(*r, f) || holds(l - 1, *r)) {
        if (vec_fit(s->cx, &f->spans) != ST_OK) return ST_ERROR;
        fp_drop(s->cx, *r);
        *r = f;
        f->refs++;
    }
    *out = *r;
    return ST_OK;
}

static Status put(Search *s, Level *l, Footprint *f) {
    if (vec_push(s->cx, &l->asleep, f) != ST_OK) return ST_ERROR;
    if (s->path.n < DEEP) return ST_OK;
    return vec_fit(s->cx, &l->asleep) == ST_OK ? vec_fit(s->cx, &f->spans) : ST_ERROR;
}

/* Threads that are not tried since this one is like them sleep with it. What meets a step of theirs meets its step, as
 * long as none of them moves, for they can change places in all states until then. */
static Status add_likes(Search *s, Level *l) {
    for (u64 ids = dynamic_likes(s, s->persist.fp->thread); ids; ids &= ids - 1) {
        Footprint *f = fp_like(s->cx, s->persist.fp, (u32)__builtin_ctzll(ids));
        if (!f) return ST_ERROR;
        if (put(s, l, f) == ST_OK) continue;
        fp_drop(s->cx, f);
        return ST_ERROR;
    }
    return ST_OK;
}

static Status add(Search *s, Level *l) {
    if (!s->sleep.on || !s->persist.reads || s->persist.fp->unknown || s->persist.fp->timed ||
        l->cg.kind != CK_THREAD || l->n_up)
        return ST_OK;
    if (l->cg.flags & CGF_GIVEN) return ST_OK;
    if (s->persist.fp->thread > 62 || s->persist.fp->spans.n > 512) return ST_OK;
    Footprint *f = s->persist.fp;
    if (s->path.n >= DEEP && shared(s, l, &f) != ST_OK) return ST_ERROR;
    if (put(s, l, f) != ST_OK) return ST_ERROR;
    f->refs++;
    return dynamic_on(s) ? add_likes(s, l) : ST_OK;
}

/* A transition has led back to a state of the path. */
static void cycle(Search *s) {
    if (!s->sleep.on) return;
    s->sleep.cyclic = true;
    s->sleep.on = false;
    if (s->sleep.dozed || s->work) s->restart = true;
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    if (s->silent) return ST_OK;
    bool ends = !to->onward && to->keyed && to->fresh; /* nobody sleeps where a path ends */
    if (!to->onward) return s->work && ends ? stateset_mark(s->set, to->id, SM_TOLD) : ST_OK;
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
    for (u32 i = 0; i < s->path.n; i++) {
        const Asleep *a = &level_at(s, i)->asleep;
        for (u32 k = 0; k < a->n; k++) a->v[k]->unknown = true;
    }
    for (u32 k = 0; k < s->sleep.dozing.n; k++) s->sleep.dozing.v[k]->unknown = true;
    if (s->persist.fp) s->persist.fp->unknown = true;
    drop_recent(s); /* places have other names now */
    return ST_OK;
}

static Status begin(Search *s, bool *on) {
    const SearchKind *k = s->cfg.kind;
    bool once = !k->returns && !k->walks && !k->deepens && !s->cfg.match_depth; /* each state, depth first */
    s->sleep.on = s->cfg.por && s->cfg.sleep && once && !s->sleep.cyclic && !s->persist.gave_up && s->set &&
                  stateset_has_ids(s->set);
    s->sleep.dozed = false;
    s->sleep.sleepers.n = s->sleep.slept.n = 0;
    drop(s, &s->sleep.dozing);
    drop_recent(s);
    *on = s->sleep.on;
    return ST_OK;
}

static void forget(Search *s, Level *l) {
    drop(s, &l->asleep);
    vec_free(s->cx, &l->asleep);
}

static void sleep_free(Search *s) {
    disk_vec_free(s->cx, &s->sleep.slept);
    disk_vec_free(s->cx, &s->sleep.sleepers);
    drop(s, &s->sleep.dozing);
    drop_recent(s);
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
