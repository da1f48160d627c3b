/* bprog.c -- tables of a b-program, and one b-step on its current state. */
#include "bp/bp.h"

#include <stdlib.h>

Status bp_init(BProg *p, Ctx *cx, const BpHost *host, u32 n, const double *priority, BpRule rule, const u32 *region,
               u32 n_regions) {
    memset(p, 0, sizeof *p);
    p->cx = cx;
    p->host = *host;
    p->rule = rule;
    map_init(&p->next, cx);
    map_init(&p->pairs, cx);
    map_init(&p->step_of, cx);
    p->n = n;
    p->n_regions = n_regions;
    p->width = n + n_regions;
    p->priority = cx_alloc(cx, n * sizeof *p->priority);
    p->order = cx_alloc(cx, n * sizeof *p->order);
    p->vec = cx_alloc(cx, p->width * sizeof *p->vec);
    p->region = cx_alloc(cx, n * sizeof *p->region);
    p->first = cx_alloc(cx, n_regions * sizeof *p->first);
    p->written = cx_alloc(cx, n_regions);
    if (!p->written) return ST_ERROR;
    if (!p->priority || !p->order || !p->vec || !p->region || !p->first) return ST_ERROR;
    for (u32 i = 0; i < p->width; i++) p->vec[i] = BP_NONE;
    for (u32 i = 0; i < n; i++) {
        p->priority[i] = priority[i];
        u32 k = i; /* insertion: programs mostly come sorted */
        for (; k > 0 && priority[p->order[k - 1]] > priority[i]; k--) p->order[k] = p->order[k - 1];
        p->order[k] = i;
        p->region[i] = n_regions ? n + region[i] : BP_NONE;
    }
    return vec_push(cx, &p->sets, ((BpSet){NULL, 0, 0}));
}

void bp_free(BProg *p) {
    Ctx *cx = p->cx;
    if (!cx) return;
    for (u32 i = 0; i < p->locals.n; i++) cx_free(cx, p->locals.v[i].resume, p->locals.v[i].words * 8u);
    for (u32 i = 0; i < p->sets.n; i++) cx_free(cx, p->sets.v[i].bits, p->sets.v[i].words * 8u);
    cx_free(cx, p->priority, p->n * sizeof *p->priority);
    cx_free(cx, p->order, p->n * sizeof *p->order);
    cx_free(cx, p->vec, p->width * sizeof *p->vec);
    cx_free(cx, p->region, p->n * sizeof *p->region);
    cx_free(cx, p->first, p->n_regions * sizeof *p->first);
    cx_free(cx, p->blocked, p->words * 8u);
    cx_free(cx, p->seen, p->seen_words * 8u);
    vec_free(cx, &p->locals);
    vec_free(cx, &p->requests);
    vec_free(cx, &p->sets);
    cx_free(cx, p->written, p->n_regions);
    vec_free(cx, &p->steps_seen);
    vec_free(cx, &p->undo);
    vec_free(cx, &p->picked);
    map_free(&p->next);
    map_free(&p->pairs);
    map_free(&p->step_of);
    memset(p, 0, sizeof *p);
}

#define BP_PAIR 0x80000000u /* numbers from here on are pairs, not local states */

static Status bits_room(Ctx *cx, u64 **bits, u32 *words, u32 n) {
    u32 need = (n + 63) / 64, have = *words;
    if (need <= have) return ST_OK;
    if (need < 2 * have) need = 2 * have;
    u64 *b = cx_realloc(cx, *bits, have * 8u, need * 8u);
    if (!b) return ST_ERROR;
    *bits = b;
    *words = need;
    return ST_OK;
}

/* Ask the host about the events that came since. */
Status bp_set_extend(BProg *p, u32 id) {
    BpSet *s = &p->sets.v[id];
    u32 from = s->known, to = p->n_events;
    if (from >= to) return ST_OK;
    if (bits_room(p->cx, &s->bits, &s->words, to) != ST_OK) return ST_ERROR;
    if (id != BP_SET_NONE) {
        u8 *in = cx_alloc(p->cx, to - from);
        if (!in) return ST_ERROR;
        Status st = p->host.members(p->host.user, p, id, from, to, in);
        s = &p->sets.v[id];
        for (u32 i = from; st == ST_OK && i < to; i++)
            if (in[i - from]) bit_set(s->bits, i);
        cx_free(p->cx, in, to - from);
        if (st != ST_OK) return ST_ERROR;
    }
    s->known = to;
    return ST_OK;
}

Status bp_local_extend(BProg *p, u32 local) {
    BpLocal *l = &p->locals.v[local];
    if (l->known >= p->n_events) return ST_OK;
    if (bits_room(p->cx, &l->resume, &l->words, p->n_events) != ST_OK) return ST_ERROR;
    if (l->wait != BP_SET_NONE) {
        if (bp_set_extend(p, l->wait) != ST_OK) return ST_ERROR;
        const BpSet *s = &p->sets.v[l->wait];
        for (u32 i = 0; i < (p->n_events + 63) / 64; i++) l->resume[i] |= s->bits[i];
    }
    l->known = p->n_events;
    return ST_OK;
}

Status bp_need_set(BProg *p, u32 id) {
    while (p->sets.n <= id)
        if (vec_push(p->cx, &p->sets, ((BpSet){NULL, 0, 0})) != ST_OK) return ST_ERROR;
    return ST_OK;
}

Status bp_add_local(BProg *p, u32 bthread, u32 flags, const u32 *req, u32 n_req, u32 wait, u32 block, u32 label,
                    u32 *id) {
    BpLocal l = {bthread, flags, p->requests.n, n_req, wait, block, label, 0, NULL, 0};
    u32 top = p->n_events, sets = wait > block ? wait : block;
    if (bthread >= p->width || p->locals.n >= BP_PAIR - 1)
        return cx_fail(p->cx, ERR_INTERNAL, "a local state of no b-thread");
    if (vec_reserve(p->cx, &p->locals, 1) != ST_OK || vec_reserve(p->cx, &p->requests, n_req) != ST_OK) return ST_ERROR;
    if (bp_need_set(p, sets) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n_req; i++)
        if (BP_EVENT(req[i]) >= top) top = BP_EVENT(req[i]) + 1;
    if (bits_room(p->cx, &l.resume, &l.words, top) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n_req; i++) {
        p->requests.v[p->requests.n++] = req[i];
        bit_set(l.resume, BP_EVENT(req[i]));
    }
    p->n_events = top;
    *id = p->locals.n;
    p->locals.v[p->locals.n++] = l;
    return ST_OK;
}

/* --- the current state --- */

static inline H128 term(const BProg *p, u32 bthread, u32 local) {
    u64 what = local;
    if (p->by_labels && p->locals.v[local].label != BP_NONE) what = (u64)p->locals.v[local].label | 1ull << 40;
    return mix128(bthread + 1, what);
}

static void count(BProg *p, u32 flags, u32 by) {
    if (!flags) return;
    if (flags & BP_BAD) p->n_bad += by;
    if (flags & BP_HOT) p->n_hot += by;
    if (flags & BP_PRUNE_NEXT) p->n_prune_next += by;
    if (flags & BP_PRUNE_NOW) p->n_prune_now += by;
    if (flags & BP_ENDED) p->n_ended += by;
    if (flags & BP_FAILED) p->n_failed += by;
}

static void place(BProg *p, u32 bt, u32 local) {
    u32 old = p->vec[bt];
    if (old == local) return;
    if (old != BP_NONE) {
        p->key = h128_sub(p->key, term(p, bt, old));
        count(p, p->locals.v[old].flags, UINT32_MAX);
    }
    p->vec[bt] = local;
    if (local != BP_NONE) {
        p->key = h128_add(p->key, term(p, bt, local));
        count(p, p->locals.v[local].flags, 1);
    }
}

u32 bp_step_seen(const BProg *p, u32 from, u32 event) {
    u64 v = 0;
    map_get(&p->step_of, (u64)from << 32 | event, &v);
    return (u32)v;
}

Status bp_saw_step(BProg *p, u32 from, u32 event, u32 to) {
    u32 last = bp_step_seen(p, from, event);
    for (u32 i = last; i; i = p->steps_seen.v[i - 1].before)
        if (p->steps_seen.v[i - 1].to == to) return ST_OK;
    if (vec_push(p->cx, &p->steps_seen, ((BpStep){from, event, to, last, 0})) != ST_OK) return ST_ERROR;
    return map_put(&p->step_of, (u64)from << 32 | event, p->steps_seen.n);
}

/* One b-thread's step by the host; *region: its region's state. */
static Status ask(BProg *p, u32 bt, u32 local, u32 event, u32 *region, u32 *next) {
    u32 in = p->n_regions && bt < p->n ? p->region[bt] : BP_NONE;
    u32 before = *region;
    p->advances++;
    if (p->host.advance(p->host.user, p, bt, local, event, region, next) != ST_OK) return ST_ERROR;
    if (*next >= p->locals.n || p->locals.v[*next].bthread != bt)
        return cx_fail(p->cx, ERR_INTERNAL, "no such local state: %u", *next);
    if (in == BP_NONE) *region = BP_NONE;
    else if (*region >= p->locals.n || p->locals.v[*region].bthread != in)
        return cx_fail(p->cx, ERR_INTERNAL, "no such state of a region: %u", *region);
    if (in != BP_NONE && *region != before) p->written[in - p->n] = 1;
    return !p->keep_steps || local == BP_NONE ? ST_OK : bp_saw_step(p, local, event, *next);
}

Status bp_start(BProg *p) {
    u32 none = BP_NONE, next;
    for (u32 i = 0; i < p->width; i++) place(p, i, BP_NONE);
    p->undo.n = 0;
    for (u32 i = 0; i < p->n_regions; i++) {
        if (ask(p, p->n + i, BP_NONE, BP_NONE, &none, &p->first[i]) != ST_OK) return ST_ERROR;
        place(p, p->n + i, p->first[i]);
    }
    for (u32 i = 0; i < p->n; i++) {
        u32 bt = p->order[i], in = p->region[bt], region = in == BP_NONE ? BP_NONE : p->vec[in];
        if (ask(p, bt, BP_NONE, BP_NONE, &region, &next) != ST_OK) return ST_ERROR;
        place(p, bt, next);
        if (in != BP_NONE) place(p, in, region);
    }
    return ST_OK;
}

Status bp_choices(BProg *p) {
    if (bits_room(p->cx, &p->blocked, &p->words, p->n_events) != ST_OK) return ST_ERROR;
    if (bits_room(p->cx, &p->seen, &p->seen_words, p->n_events) != ST_OK) return ST_ERROR;
    p->picked.n = 0;
    if (vec_reserve(p->cx, &p->picked, p->n_events) != ST_OK) return ST_ERROR;
    u32 used = (p->n_events + 63) / 64;
    if (used) mem_fill(p->blocked, 0, used * 8u);
    for (u32 i = 0; i < p->n; i++) {
        u32 b = p->locals.v[p->vec[i]].block;
        if (b == BP_SET_NONE) continue;
        if (bp_set_extend(p, b) != ST_OK) return ST_ERROR;
        const u64 *bits = p->sets.v[b].bits;
        for (u32 k = 0; k < used; k++) p->blocked[k] |= bits[k];
    }
    BpPick pick = {.rule = &p->rule, .blocked = p->blocked, .seen = p->seen, .out = p->picked.v};
    for (u32 i = 0; i < p->n; i++) {
        const BpLocal *l = &p->locals.v[p->vec[p->order[i]]];
        if (l->n_req && !bp_pick(&pick, p->priority[p->order[i]], p->requests.v + l->req, l->n_req)) break;
    }
    bp_pick_end(&pick);
    p->picked.n = pick.n;
    return ST_OK;
}

static inline Status resumes(BProg *p, u32 local, u32 event, bool *yes) {
    if (JPF_UNLIKELY(p->locals.v[local].known < p->n_events) && bp_local_extend(p, local) != ST_OK) return ST_ERROR;
    *yes = bit_get(p->locals.v[local].resume, event);
    return ST_OK;
}

Status bp_set_has(BProg *p, u32 set, u32 event, bool *yes) {
    *yes = false;
    if (set >= p->sets.n || event >= p->n_events) return ST_OK;
    if (bp_set_extend(p, set) != ST_OK) return ST_ERROR;
    *yes = bit_get(p->sets.v[set].bits, event);
    return ST_OK;
}

/* A number for a local state together with its region's state; the local state itself where that is the first. */
static Status stands_for(BProg *p, u32 in, u32 region, u32 local, u32 *with) {
    u64 k = (u64)region << 32 | local, v;
    *with = local;
    if (in == BP_NONE || region == p->first[in - p->n]) return ST_OK;
    if (map_get(&p->pairs, k, &v)) {
        *with = (u32)v;
        return ST_OK;
    }
    if (p->n_pairs >= BP_NONE - BP_PAIR) return cx_fail(p->cx, ERR_NOMEM, "out of memory (too many local states)");
    *with = BP_PAIR + p->n_pairs++;
    return map_put(&p->pairs, k, *with);
}

/* The b-threads concerned go on one after the other, by priority. */
Status bp_step(BProg *p, u32 event) {
    u32 mark = p->undo.n;
    if (vec_reserve(p->cx, &p->undo, 2 * p->n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < p->n; i++) {
        u32 bt = p->order[i], local = p->vec[bt];
        bool yes;
        if (resumes(p, local, event, &yes) != ST_OK) return ST_ERROR;
        if (yes) p->undo.v[p->undo.n++] = (BpMove){bt, local};
    }
    for (u32 i = mark, end = p->undo.n; i < end; i++) {
        u32 bt = p->undo.v[i].bthread, local = p->undo.v[i].old, in = p->region[bt], next;
        u32 before = in == BP_NONE ? BP_NONE : p->vec[in], after = before, with;
        if (stands_for(p, in, before, local, &with) != ST_OK) return ST_ERROR;
        u64 k = (u64)with << 32 | event, v;
        if (map_get(&p->next, k, &v)) {
            next = (u32)v;
            after = (u32)(v >> 32);
        } else {
            if (ask(p, bt, local, event, &after, &next) != ST_OK) return ST_ERROR;
            if (map_put(&p->next, k, (u64)after << 32 | next) != ST_OK) return ST_ERROR;
        }
        place(p, bt, next);
        if (after == before) continue;
        p->undo.v[p->undo.n++] = (BpMove){in, before};
        place(p, in, after);
    }
    return ST_OK;
}

void bp_undo(BProg *p, u32 mark) {
    while (p->undo.n > mark) {
        BpMove m = p->undo.v[--p->undo.n];
        place(p, m.bthread, m.old);
    }
}

void bp_restore(BProg *p, const u32 *vec) {
    for (u32 i = 0; i < p->width; i++) place(p, i, vec[i]);
    p->undo.n = 0;
}
