/* names.c -- vm.por=dynamic: which thread of a state is which, where states count as equal but for names. Layer 11.
 *
 * The form without names that a state is stored by (state/symmetry.c) is written with threads by their ranks. Two
 * states with one form are made equal by giving each thread of the one the name of the thread of that rank in the
 * other. So each name of a state has its ranks, and deeds that were kept under one name are those of the state under
 * another one when threads are exchanged so, and objects are what the same ways lead to (state/paths.h). What no way
 * is known to counts as anything. Where the form was written of the state behind some joins (state/await.c) the two
 * differ in where who waits for these stands: joins of threads are no deeds as long as nobody is interrupted or asked
 * for his state, which is what these forms rest on, and nothing else lies between them.
 *
 * Threads that can change places in a state: one of them is tried (alike.c). Let G be the exchanges that leave the
 * state as it is. An execution counts as covered if one is that some exchange of G makes of it. In the argument of
 * dynamic.c let w be, among those that G makes of an execution which is not covered, one where the first event of a
 * thread of T comes earliest. The thread that is demanded has an event before that, and so it would be in T itself, or
 * some p of G would make of w one where it comes earlier still. So it is enough that a thread like it is in T. What
 * was done below the threads that were not tried is what G makes of the deeds that were seen; the state's deeds are
 * closed under G when it is left, where somebody was left out for that. They sleep with the one that was tried
 * (sleep.c): G leaves each state as it is until one of them moves, so what a step of the one depends on a step of the
 * other does.
 *
 * A thread b that is like one that sleeps is not tried either. Let a sleep in s since it was tried from L, and u be
 * what led from L to s; p exchanges a and b in s. What b leads to is p of what a leads to, and an execution a v from s
 * is one from L as a u v: its deeds are among those of L, as L has all that is done behind a's step there. What comes
 * before them by u does not count in s, so all threads of u are taken from what is known to come before. Of objects
 * that were made by u the deeds of L may say nothing; if others can reach one of these, b is tried. Nor does L say
 * anything where what is done from it is not known; then it is not in s either. */
#include "search/por/dynamic_int.h"

void dyn_crew(Search *s, Crew *c) {
    memset(c, PATH_NOBODY, sizeof *c);
    for (u32 i = 0; i < s->ks->n_threads && i < PATH_THREADS; i++) {
        u32 n = dyn_number(s, i);
        if (n >= PATH_THREADS) continue;
        c->number[i] = (u8)n;
        c->id[n] = (u8)i;
    }
}

static Status keep_ranks(Search *s, u32 *ranks) {
    Dynamic *y = s->dynamic;
    u8 v[PATH_THREADS];
    memset(v, PATH_NOBODY, sizeof v);
    for (u32 i = 0; i < s->ks->n_threads && i < s->se->sym_rank.n; i++) {
        u32 n = dyn_number(s, i);
        if (n < PATH_THREADS) v[n] = (u8)s->se->sym_rank.v[i];
    }
    u64 h = hash_bytes(v, sizeof v, 0x4A4B) | 1, at;
    for (; map_get(&y->ranks_of, h, &at); h += 2)
        if (mem_cmp(y->rank_lists.v + (at - 1) * sizeof v, v, sizeof v) == 0) {
            *ranks = (u32)at;
            return ST_OK;
        }
    *ranks = y->rank_lists.n / PATH_THREADS + 1;
    if (vec_reserve(s->cx, &y->rank_lists, sizeof v) != ST_OK) return ST_ERROR;
    mem_copy(y->rank_lists.v + y->rank_lists.n, v, sizeof v);
    y->rank_lists.n += sizeof v;
    return map_put(&y->ranks_of, h, *ranks);
}

Status dyn_ranks(Search *s, u32 id) {
    Dynamic *y = s->dynamic;
    u32 name = s->alike.name;
    y->ranks = RANKS_NONE;
    if (!s->alike.plain || !alike_nameless(s, id)) return ST_OK;
    y->ranks = RANKS_UNKNOWN;
    if (name == ALIKE_NAMED) return ST_OK;
    if (name < y->named.n && y->named.v[name] != RANKS_UNKNOWN) {
        y->ranks = y->named.v[name];
        return ST_OK;
    }
    if (alike_ranks(s) != ST_OK || keep_ranks(s, &y->ranks) != ST_OK) return ST_ERROR;
    while (y->named.n <= name)
        if (vec_push(s->cx, &y->named, RANKS_UNKNOWN) != ST_OK) return ST_ERROR;
    y->named.v[name] = y->ranks;
    return ST_OK;
}

bool dyn_renaming(const Search *s, u32 from, u32 now, u8 *to, bool *same) {
    *same = from == now;
    if (from == RANKS_UNKNOWN || now == RANKS_UNKNOWN) return false;
    if (*same) return true;
    if (from == RANKS_NONE || now == RANKS_NONE) return false;
    const u8 *a = s->dynamic->rank_lists.v + (from - 1) * PATH_THREADS;
    const u8 *b = s->dynamic->rank_lists.v + (now - 1) * PATH_THREADS;
    memset(to, PATH_NOBODY, PATH_THREADS);
    for (u32 i = 0; i < PATH_THREADS; i++)
        for (u32 k = 0; k < PATH_THREADS && a[i] != PATH_NOBODY; k++)
            if (b[k] == a[i]) to[i] = (u8)k;
    return true;
}

/* Neighbours' exchanges make all of them. */
static u32 generators_of(const DynLevel *l, u8 (*g)[PATH_THREADS]) {
    u32 n = 0;
    for (u32 c = 0; c < l->like.n; c++) {
        u32 last = PATH_THREADS;
        for (u64 set = l->like.v[c]; set; set &= set - 1) {
            u32 who = (u32)__builtin_ctzll(set);
            if (last < PATH_THREADS) {
                for (u32 i = 0; i < PATH_THREADS; i++) g[n][i] = (u8)i;
                g[n][last] = (u8)who;
                g[n++][who] = (u8)last;
            }
            last = who;
        }
    }
    return n;
}

Status dyn_close(Search *s, DynLevel *l) {
    u8 generators[PATH_THREADS][PATH_THREADS];
    Crew crew;
    if (!l->like.n || !(l->liked || l->whole)) return ST_OK;
    dyn_crew(s, &crew);
    u32 n = generators_of(l, generators);
    return deeds_close(s->se, &s->dynamic->store, &crew, generators, n, &l->deeds);
}

u32 dyn_asleep_since(const Search *s, u32 id) {
    u32 at = s->path.n - 1, since = DPOR_NONE;
    const Footprint *f = NULL;
    const Asleep *now = &level_at(s, at)->asleep;
    for (u32 i = 0; i < now->n; i++)
        if (now->v[i]->thread == id) f = now->v[i];
    for (bool there = f != NULL; there && at > 0;) {
        const Asleep *a = &level_at(s, --at)->asleep;
        there = false;
        for (u32 i = 0; i < a->n; i++) there |= a->v[i] == f;
        if (there) since = at;
    }
    return since;
}

static Status born(void *user, Ref r) {
    Search *s = user;
    const Heap *h = s->ks->heap;
    if (heap_is_object(h, r) && ei(h, r)->hf & EF_SHARED && state_lives(s->se, r)) s->dynamic->born = true;
    return ST_OK;
}

bool dynamic_owes(Search *s, u32 id) {
    Dynamic *y = s->dynamic;
    u32 since = dyn_asleep_since(s, id);
    if (since == DPOR_NONE || y->levels.n != s->path.n - 1 || y->levels.v[since].unknown) return false;
    y->born = false;
    return trail_born(s->ks->heap, level_at(s, since)->mark, s, born) == ST_OK && !y->born;
}

Status dyn_owed(Search *s, u32 at, bool *known) {
    Dynamic *y = s->dynamic;
    u8 generators[PATH_THREADS][PATH_THREADS];
    Crew crew;
    Deeds d = {0};
    Status st = ST_OK;
    *known = true;
    if (!y->levels.v[at].owed.n) return ST_OK;
    dyn_crew(s, &crew);
    for (u32 i = 0; i < y->levels.v[at].owed.n && *known && st == ST_OK; i++) {
        const Owed *o = &y->levels.v[at].owed.v[i];
        const DynLevel *l = &y->levels.v[o->since];
        u64 moved = 0;
        *known = !l->unknown;
        for (u32 k = o->since + 1; k <= at; k++) moved |= 1ull << y->levels.v[k].thread;
        d.n = 0;
        for (u32 k = 0; k < l->deeds.n && *known && st == ST_OK; k++) {
            Deed x = l->deeds.v[k];
            x.loose |= (x.before & moved) != 0;
            x.before &= ~moved;
            st = deeds_add(s->cx, &d, &x);
        }
        u32 n = st == ST_OK && *known ? generators_of(l, generators) : 0;
        if (n) st = deeds_close(s->se, &y->store, &crew, generators, n, &d);
        for (u32 k = 0; k < PATH_THREADS; k++) generators[0][k] = (u8)k;
        generators[0][o->thread] = (u8)o->like;
        generators[0][o->like] = (u8)o->thread;
        if (st == ST_OK && *known)
            st = deeds_exchange(s->se, &y->store, &crew, generators[0], &d, &y->levels.v[at].deeds);
    }
    vec_free(s->cx, &d);
    return st;
}
