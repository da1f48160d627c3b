/* deeds.c -- summaries of what is done from a state on: adding, keeping, taking back. */
#include "search/por/deeds.h"

/* Of deeds that differ in what comes before them, so many are told apart. */
enum { ALTERNATIVES = 4 };

static int compare(const Deed *x, const Deed *y) {
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return (x->how > y->how) - (x->how < y->how);
}

static bool has_lock(const Deed *d, Ref r) {
    for (u32 i = 0; i < DEED_LOCKS; i++)
        if (d->locks[i] == r) return true;
    return false;
}

/* Whatever y says of races, x says too. */
static bool covers(const Deed *x, const Deed *y) {
    if ((x->before & ~y->before) || (x->ended & ~y->ended)) return false;
    if (!x->loose && (y->loose || (!x->before && y->before))) return false; /* that nothing comes before it says more */
    for (u32 i = 0; i < DEED_LOCKS; i++)
        if (x->locks[i] && !has_lock(y, x->locks[i])) return false;
    return true;
}

/* What both say. */
static void weaken(Deed *x, const Deed *y) {
    u32 n = 0;
    Ref both[DEED_LOCKS] = {0};
    for (u32 i = 0; i < DEED_LOCKS; i++)
        if (x->locks[i] && has_lock(y, x->locks[i])) both[n++] = x->locks[i];
    mem_copy(x->locks, both, sizeof both);
    x->before &= y->before;
    x->ended &= y->ended;
    x->loose = true;
}

static u32 position(const Deeds *d, const Deed *x) {
    u32 lo = 0, hi = d->n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (compare(&d->v[mid], x) < 0) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

static void cut(Deeds *d, u32 at) {
    mem_move(d->v + at, d->v + at + 1, (d->n - at - 1) * sizeof *d->v);
    d->n--;
}

/* Too many: of each thread only that it does something. */
static void widen(Deeds *d) {
    u32 n = 0;
    for (u32 i = 0; i < d->n; i++) {
        u32 k = 0;
        while (k < n && d->v[k].thread != d->v[i].thread) k++;
        if (k < n) {
            weaken(&d->v[k], &d->v[i]);
            continue;
        }
        d->v[n] = d->v[i];
        d->v[n].place = DEED_ANYTHING;
        d->v[n].how = ACT_WRITE;
        d->v[n++].loose = true;
    }
    d->n = n;
    for (u32 i = 1; i < n; i++)
        for (u32 k = i; k && compare(&d->v[k], &d->v[k - 1]) < 0; k--) {
            Deed x = d->v[k];
            d->v[k] = d->v[k - 1];
            d->v[k - 1] = x;
        }
}

/* more: NULL, or what of it was new goes there. */
static Status add(Ctx *cx, Deeds *d, const Deed *x, Deeds *more) {
    u32 at = position(d, x), end = at;
    for (; end < d->n && compare(&d->v[end], x) == 0; end++)
        if (covers(&d->v[end], x)) return ST_OK;
    for (u32 i = d->n; i-- > end && d->v[i].place == DEED_ANYTHING;) /* that one depends on whatever x depends on */
        if (d->v[i].thread == x->thread && covers(&d->v[i], x)) return ST_OK;
    Deed put = *x;
    for (u32 i = end; i-- > at;)
        if (covers(&put, &d->v[i])) {
            cut(d, i);
            end--;
        }
    if (end - at >= ALTERNATIVES) {
        for (; end > at; end--) {
            weaken(&put, &d->v[at]);
            cut(d, at);
        }
    }
    if (vec_push(cx, d, put) != ST_OK) return ST_ERROR;
    mem_move(d->v + at + 1, d->v + at, (d->n - 1 - at) * sizeof *d->v);
    d->v[at] = put;
    if (d->n > DEEDS_MOST) {
        widen(d);
        for (u32 i = 0; more && i < d->n; i++)
            if (vec_push(cx, more, d->v[i]) != ST_OK) return ST_ERROR;
    } else if (more) {
        return vec_push(cx, more, put);
    }
    return ST_OK;
}

Status deeds_add(Ctx *cx, Deeds *d, const Deed *x) { return add(cx, d, x, NULL); }

Status deeds_put(Ctx *cx, Deeds *d, const Deed *x) {
    u32 at = position(d, x);
    while (at < d->n && compare(&d->v[at], x) == 0) at++;
    Deed put = *x;
    if (vec_push(cx, d, put) != ST_OK) return ST_ERROR;
    mem_move(d->v + at + 1, d->v + at, (d->n - 1 - at) * sizeof *d->v);
    d->v[at] = put;
    return ST_OK;
}

/* --- kept with states --- */

void deeds_store_free(Ctx *cx, DeedStore *t) {
    vec_free(cx, &t->all);
    vec_free(cx, &t->lists);
    map_free(&t->index);
    map_free(&t->list_of);
    map_free(&t->place_of);
    paths_free(cx, &t->paths);
}

void deeds_store_begin(Ctx *cx, DeedStore *t) {
    deeds_store_free(cx, t);
    map_init(&t->index, cx);
    map_init(&t->list_of, cx);
    map_init(&t->place_of, cx);
    paths_begin(cx, &t->paths);
}

static u64 hash_of(const void *p, size_t n) { return hash_bytes(p, n, 0xDEED) | 1; }

static Status intern(Ctx *cx, DeedStore *t, const KeptDeed *x, u32 *at) {
    u64 h = hash_of(x, sizeof *x), i;
    for (; map_get(&t->index, h, &i); h += 2)
        if (mem_cmp(&t->all.v[i - 1], x, sizeof *x) == 0) {
            *at = (u32)i - 1;
            return ST_OK;
        }
    *at = t->all.n;
    if (vec_push(cx, &t->all, *x) != ST_OK) return ST_ERROR;
    return map_put(&t->index, h, t->all.n);
}

static Status intern_list(Ctx *cx, DeedStore *t, u32 from, u32 *list) {
    u32 n = t->lists.n - from;
    u64 h = hash_of(t->lists.v + from, n * sizeof *t->lists.v), i;
    for (; map_get(&t->list_of, h, &i); h += 2) {
        const u32 *was = t->lists.v + (i - 1);
        if (was[0] + 1 == n && mem_cmp(was, t->lists.v + from, n * sizeof *was) == 0) {
            t->lists.n = from;
            *list = (u32)i - 1;
            return ST_OK;
        }
    }
    *list = from;
    return map_put(&t->list_of, h, (u64)from + 1);
}

static bool label_of(StateEngine *se, DeedStore *t, Ref r, u64 *label, Status *st) {
    if (!state_label(se, r, label)) return false;
    u64 was;
    if (!map_get(&t->place_of, *label, &was) || was != r) *st = map_put(&t->place_of, *label, r);
    return true;
}

/* It is the same object at the same place in all states. */
static bool immortal(const StateEngine *se, Ref r) { return ei(se->heap, r)->birth == IMMORTAL_BIRTH; }

/* A way to an object that has a label. */
static u32 way(StateEngine *se, DeedStore *t, const Crew *crew, Ref r, Status *st) {
    u32 path = 0;
    if (!crew || *st != ST_OK) return 0;
    if (immortal(se, r)) return PATH_FIXED;
    *st = path_to(se, &t->paths, crew->number, r, &path);
    return path;
}

/* False: nobody can reach the object in this state, so that whoever acts on it makes it first. */
static bool named(StateEngine *se, DeedStore *t, const Crew *crew, const Deed *d, KeptDeed *k, Status *st) {
    u8 how = d->how;
    memset(k, 0, sizeof *k);
    k->label = d->place;
    if (d->place < PLACE_THREAD) {
        Ref r = state_object_at(se, (u32)d->place);
        if (!r || !state_lives(se, r)) return false;
        if (label_of(se, t, r, &k->label, st)) {
            k->word = (u32)d->place - r * 2 + 1;
            k->path = way(se, t, crew, r, st);
        } else { /* outside the key */
            k->label = DEED_ANYTHING;
            how = ACT_WRITE;
        }
    }
    k->before = d->before;
    k->ended = d->ended;
    for (u32 i = 0, n = 0; i < DEED_LOCKS; i++) {
        u64 label;
        if (!d->locks[i] || !heap_is_object(se->heap, d->locks[i])) continue;
        if (!label_of(se, t, d->locks[i], &label, st)) continue;
        k->lock_paths[n] = way(se, t, crew, d->locks[i], st);
        k->locks[n++] = label;
    }
    k->thread = d->thread;
    k->how = how;
    k->loose = d->loose;
    return true;
}

Status deeds_keep(StateEngine *se, DeedStore *t, const Crew *crew, const Deeds *d, u32 *list) {
    u32 from = t->lists.n;
    Status st = vec_push(se->cx, &t->lists, 0);
    for (u32 i = 0; i < d->n && st == ST_OK; i++) {
        KeptDeed k;
        u32 at;
        if (!named(se, t, crew, &d->v[i], &k, &st) || st != ST_OK) continue;
        st = intern(se->cx, t, &k, &at);
        if (st == ST_OK) st = vec_push(se->cx, &t->lists, at);
    }
    if (st != ST_OK) return ST_ERROR;
    t->lists.v[from] = t->lists.n - from - 1;
    return intern_list(se->cx, t, from, list);
}

/* Where all objects lie now. */
static Status survey(StateEngine *se, DeedStore *t) {
    for (u32 i = 1; i < se->metas.n; i++) {
        Ref r = se->metas.v[i].obj;
        u64 label;
        if (!r || !heap_is_object(se->heap, r) || !state_label(se, r, &label)) continue;
        if (map_put(&t->place_of, label, r) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* 0: none is found. */
static Ref object_of(StateEngine *se, DeedStore *t, u64 label, bool *surveyed, Status *st) {
    for (;;) {
        u64 r, now;
        if (map_get(&t->place_of, label, &r) && heap_is_object(se->heap, (Ref)r) && state_label(se, (Ref)r, &now) &&
            now == label)
            return (Ref)r;
        if (*surveyed) return 0;
        *surveyed = true;
        if ((*st = survey(se, t)) != ST_OK) return 0;
    }
}

/* --- under other names of threads --- */

u64 deeds_set_to(const u8 *to, u64 set) {
    u64 now = 0;
    for (; set; set &= set - 1) {
        u8 n = to[__builtin_ctzll(set)];
        if (n < PATH_THREADS) now |= 1ull << n;
    }
    return now;
}

static void threads_to(const u8 *to, Deed *x) {
    x->thread = to[x->thread];
    x->before = deeds_set_to(to, x->before);
    x->ended = deeds_set_to(to, x->ended);
    u32 n = x->place >= PLACE_THREAD && x->place < PLACE_CLOCK ? (u32)(x->place & ~PLACE_THREAD) >> 8 : PATH_THREADS;
    if (n < PATH_THREADS) x->place = place_of_thread(to[n], (u32)(x->place & 0xFF));
}

typedef struct Renaming {
    StateEngine *se;
    DeedStore *t;
    u8 ids[PATH_THREADS]; /* of the threads that stand where these numbers stood; those of the state: `to` is NULL */
    const u8 *to;
    bool surveyed;
    struct {
        Ref r, now;
    } met[8]; /* objects that were asked for, by place */
} Renaming;

static Renaming renaming(StateEngine *se, DeedStore *t, const Crew *crew, const u8 *to) {
    Renaming x = {.se = se, .t = t, .to = to};
    for (u32 i = 0; to && i < PATH_THREADS; i++) x.ids[i] = to[i] < PATH_THREADS ? crew->id[to[i]] : PATH_NOBODY;
    if (to) paths_anew(&t->paths);
    return x;
}

static Ref object_to(Renaming *x, u64 label, u32 path, Status *st) {
    Ref r = 0;
    if (*st != ST_OK) return 0;
    if (!x->to || path == PATH_FIXED) return object_of(x->se, x->t, label, &x->surveyed, st);
    *st = path_end(x->se, &x->t->paths, x->ids, path, &r);
    return r;
}

Status deeds_take(StateEngine *se, DeedStore *t, u32 list, const Crew *crew, const u8 *to, Deeds *d) {
    u32 n = t->lists.v[list];
    Renaming by = renaming(se, t, crew, to);
    Status st = ST_OK;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        const KeptDeed *k = &t->all.v[t->lists.v[list + 1 + i]];
        Deed x = {.place = k->label,
                  .before = k->before,
                  .ended = k->ended,
                  .thread = k->thread,
                  .how = k->how,
                  .loose = k->loose};
        if (to) threads_to(to, &x);
        if (k->word) {
            Ref r = object_to(&by, k->label, k->path, &st);
            x.place = r ? (u64)r * 2 + k->word - 1 : DEED_ANYTHING;
            if (!r) x.how = ACT_WRITE;
        }
        for (u32 l = 0; l < DEED_LOCKS && k->locks[l] && st == ST_OK; l++)
            x.locks[l] = object_to(&by, k->locks[l], k->lock_paths[l], &st);
        if (st == ST_OK) st = deeds_add(se->cx, d, &x);
    }
    return st;
}

static Ref exchanged(Renaming *x, const Crew *crew, Ref r, Status *st) {
    u32 path, at = (r >> 1 ^ r >> 4) % (sizeof x->met / sizeof *x->met);
    if (*st != ST_OK || immortal(x->se, r)) return r;
    if (x->met[at].r == r) return x->met[at].now;
    Ref now = 0;
    *st = path_to(x->se, &x->t->paths, crew->number, r, &path);
    if (*st == ST_OK) *st = path_end(x->se, &x->t->paths, x->ids, path, &now);
    x->met[at].r = r;
    x->met[at].now = now;
    return now;
}

static Status exchange(Renaming *by, const Crew *crew, Deed x, Deeds *d, Deeds *more) {
    StateEngine *se = by->se;
    Status st = ST_OK;
    const Deed was = x;
    threads_to(by->to, &x);
    if (was.place < PLACE_THREAD) {
        Ref r = state_object_at(se, (u32)was.place);
        if (!r || !state_lives(se, r)) return ST_OK; /* it is made below this state */
        Ref now = exchanged(by, crew, r, &st);
        x.place = now ? (u64)now * 2 + ((u32)was.place - r * 2) : DEED_ANYTHING;
        if (!now) x.how = ACT_WRITE;
    }
    u32 n = 0;
    for (u32 i = 0; i < DEED_LOCKS; i++) {
        Ref lock = x.locks[i];
        x.locks[i] = 0;
        if (lock && heap_is_object(se->heap, lock) && (lock = exchanged(by, crew, lock, &st))) x.locks[n++] = lock;
    }
    if (st != ST_OK) return ST_ERROR;
    bool same = x.place == was.place && x.thread == was.thread && x.before == was.before && x.ended == was.ended &&
                mem_cmp(x.locks, was.locks, sizeof x.locks) == 0;
    return same && more ? ST_OK : add(se->cx, d, &x, more);
}

Status deeds_exchange(StateEngine *se, DeedStore *t, const Crew *crew, const u8 *to, const Deeds *from, Deeds *d) {
    Renaming by = renaming(se, t, crew, to);
    Status st = ST_OK;
    for (u32 i = 0; i < from->n && st == ST_OK; i++) st = exchange(&by, crew, from->v[i], d, NULL);
    return st;
}

/* Each deed under each generator, and so those that are new by that, until none is. It ends: what is known of a deed
 * only gets less. */
Status deeds_close(StateEngine *se, DeedStore *t, const Crew *crew, const u8 (*generators)[PATH_THREADS], u32 n,
                   Deeds *d) {
    Deeds todo = {0}, more = {0};
    Status st = vec_reserve(se->cx, &todo, d->n);
    for (; st == ST_OK && todo.n < d->n; todo.n++) todo.v[todo.n] = d->v[todo.n];
    while (todo.n && st == ST_OK) {
        more.n = 0;
        for (u32 g = 0; g < n && st == ST_OK; g++) {
            Renaming by = renaming(se, t, crew, generators[g]);
            for (u32 i = 0; i < todo.n && st == ST_OK; i++) st = exchange(&by, crew, todo.v[i], d, &more);
        }
        Deeds was = todo;
        todo = more;
        more = was;
    }
    vec_free(se->cx, &todo);
    vec_free(se->cx, &more);
    return st;
}

typedef struct Immortals {
    StateEngine *se;
    DeedStore *t;
    Status st;
} Immortals;

static void immortal_at(void *user, Ref r) {
    Immortals *m = user;
    u64 label;
    if (m->st == ST_OK) (void)label_of(m->se, m->t, r, &label, &m->st);
}

/* Where other objects lie is looked up when it is asked for; those that no state makes are met here once. */
Status deeds_pack(StateEngine *se, DeedStore *t, Pack *p) {
    pack_vec(p, &t->all);
    pack_map(p, &t->index);
    pack_vec(p, &t->lists);
    pack_map(p, &t->list_of);
    paths_pack(&t->paths, p);
    if (p->failed || !p->reading) return p->failed ? ST_ERROR : ST_OK;
    Immortals m = {se, t, ST_OK};
    heap_each_immortal(se->heap, immortal_at, &m);
    return m.st;
}
