/* names.c -- vm.por=dynamic: which thread of a state is which, where states count as equal but for names. Layer 11.
 *
 * The form without names that a state is stored by (state/symmetry.c) is written with threads by their ranks. Two states
 * with one form are made equal by giving each thread of the one the name of the thread of that rank in the other. So
 * each name of a state has its ranks, and deeds that were kept under one name are those of the state under another one
 * when threads are exchanged so, and objects are what the same ways lead to (state/paths.h). What no way is known to
 * counts as anything. Where the form was written of the state behind some joins (state/await.c) the two differ in where
 * who waits for these stands: joins of threads are no deeds as long as nobody is interrupted or asked for his state,
 * which is what these forms rest on, and nothing else lies between them.
 *
 * Threads that can change places in a state: one of them is tried (alike.c). Let G be the exchanges that leave the state
 * as it is. An execution counts as covered if one is that some exchange of G makes of it. In the argument of dynamic.c
 * let w be, among those that G makes of an execution which is not covered, one where the first event of a thread of T
 * comes earliest. The thread that is demanded has an event before that, and so it would be in T itself, or some p of G
 * would make of w one where it comes earlier still. So it is enough that a thread like it is in T. What was done below
 * the threads that were not tried is what G makes of the deeds that were seen; the state's deeds are closed under G
 * when it is left, where somebody was left out for that. */
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
Status dyn_close(Search *s, DynLevel *l) {
    u8 generators[PATH_THREADS][PATH_THREADS];
    Crew crew;
    u32 n = 0;
    if (!l->like.n || !(l->liked || l->whole)) return ST_OK;
    dyn_crew(s, &crew);
    for (u32 c = 0; c < l->like.n; c++) {
        u32 last = PATH_THREADS;
        for (u64 set = l->like.v[c]; set; set &= set - 1) {
            u32 who = (u32)__builtin_ctzll(set);
            if (last < PATH_THREADS) {
                for (u32 i = 0; i < PATH_THREADS; i++) generators[n][i] = (u8)i;
                generators[n][last] = (u8)who;
                generators[n++][who] = (u8)last;
            }
            last = who;
        }
    }
    return deeds_close(s->se, &s->dynamic->store, &crew, generators, n, &l->deeds);
}
