/* cascade.c -- several generators on one state. JPF: cascaded ChoiceGenerators, SystemState.
 *
 * They are an odometer: the one registered last (Level.cg) moves fastest, and when it is done it begins
 * again and the one above it moves. What is kept is one index a generator, so 10^12 combinations along
 * a path cost what one costs. */
#include "kernel/events.h"
#include "search/kind.h"
#include "search/reduction.h"

ChoiceGenerator *level_digit(Level *l, u32 i) { return i ? &l->up[l->n_up - i] : &l->cg; }

const ChoiceGenerator *level_cg(const Level *l, u32 i) { return i ? &l->up[l->n_up - i] : &l->cg; }

Status level_has_more(Search *s, Level *l, bool *more) {
    *more = false;
    for (u32 i = 0; i <= l->n_up && !*more; i++) {
        ChoiceGenerator *cg = level_digit(l, i);
        if (JPF_UNLIKELY(cg->flags & CGF_OPEN)) {
            if (cg_reach(s->cx, cg, (u64)(cg->at + 1), more) != ST_OK) return ST_ERROR;
        } else {
            *more = cg_has_more(cg);
        }
    }
    if (JPF_UNLIKELY(l->own_to) && l->cg.at >= 0 && level_index(l) + 1 >= l->own_to) *more = false;
    return ST_OK;
}

u64 level_total(const Level *l) {
    __uint128_t t = 1;
    for (u32 i = 0; i <= l->n_up && t < (__uint128_t)1 << 62; i++) t *= cg_all(level_cg(l, i));
    return t < (__uint128_t)1 << 62 ? (u64)t : 1ull << 62;
}

u64 level_index(const Level *l) {
    if (l->cg.at < 0) return UINT64_MAX;
    u64 x = 0;
    for (u32 i = l->n_up + 1; i-- > 0;) x = x * level_cg(l, i)->n + (u64)level_cg(l, i)->at;
    return x;
}

u64 level_rank(const Level *l) {
    u64 x = 0;
    for (u32 i = l->n_up + 1; i-- > 0;) x = x * cg_all(level_cg(l, i)) + cg_rank(level_cg(l, i));
    return x;
}

static bool has_custom(const Level *l) {
    for (u32 i = 0; i <= l->n_up; i++)
        if (level_cg(l, i)->kind == CK_CUSTOM) return true;
    return false;
}

u32 level_numbers(const Level *l) { return has_custom(l) ? l->n_up + 1 : 1; }

u64 level_number(const Level *l, u32 k) { return has_custom(l) ? cg_rank(level_cg(l, k)) : level_rank(l); }

Status level_take(Search *s, Level *l, const u64 *v, bool *fits) {
    *fits = true;
    if (!has_custom(l)) {
        *fits = v[0] < level_total(l);
        return *fits ? level_seek(s, l, v[0]) : ST_OK;
    }
    for (u32 i = 0; i <= l->n_up && *fits; i++) {
        ChoiceGenerator *cg = level_digit(l, i);
        if (cg_reach(s->cx, cg, v[i], fits) != ST_OK) return ST_ERROR;
        cg->at = (i64)v[i];
    }
    l->cg.at--; /* the advance that follows brings it back */
    return ST_OK;
}

Status level_seek(Search *s, Level *l, u64 index) {
    for (u32 i = 0; i <= l->n_up; i++) {
        ChoiceGenerator *cg = level_digit(l, i);
        u64 at = index;
        if (i < l->n_up) {
            if (!cg->n) return cx_fail(s->cx, ERR_INTERNAL, "a generator without choices");
            at = index % cg->n;
            index /= cg->n;
        } else {
            bool there;
            if (cg_reach(s->cx, cg, at, &there) != ST_OK) return ST_ERROR;
            if (!there && at) return cx_fail(s->cx, ERR_INTERNAL, "there is no such choice");
        }
        cg->at = (i64)at;
    }
    l->cg.at--; /* the advance that follows brings it back */
    return ST_OK;
}

Status level_advance(Search *s, Level *l) {
    for (u32 i = 0; i <= l->n_up; i++) {
        ChoiceGenerator *cg = level_digit(l, i);
        bool there = true;
        s->cascade.moved = i;
        if ((cg->flags & CGF_OPEN) && cg_reach(s->cx, cg, (u64)(cg->at + 1), &there) != ST_OK) return ST_ERROR;
        if (there && (cg_has_more(cg) || i == l->n_up)) {
            cg->at++;
            return ST_OK;
        }
        cg->at = 0;
    }
    return cx_fail(s->cx, ERR_INTERNAL, "advanced past the last choice");
}

void level_free(Search *s, Level *l) {
    reduction_forget(s, l); /* looks at its choices */
    for (u32 i = 0; i < l->n_up; i++) cg_free(s->cx, &l->up[i]);
    cx_free(s->cx, l->up, l->n_up * sizeof *l->up);
    cg_free(s->cx, &l->cg);
    l->up = NULL;
    l->n_up = 0;
}

u32 level_kind_word(const Level *l) {
    u32 w = 0;
    for (u32 i = 0; i <= l->n_up; i++) { /* how many a custom one has may not be known */
        const ChoiceGenerator *cg = level_cg(l, i);
        w = w * 31 + (cg->kind == CK_CUSTOM ? CK_CUSTOM : (u32)cg_all(cg) << 4 | cg->kind);
    }
    return w;
}

/* --- what comes next --- */

void search_cg_at(const Search *s, const ThreadInfo *ti, ChoiceGenerator *cg) {
    const EventHub *hub = s->ks->hub;
    if (hub->in_event && hub->told_mi) {
        cg->mi = hub->told_mi;
        cg->pc = hub->told_pc;
    } else if (ti && ti->top && ti->top->mi->code) {
        cg->mi = ti->top->mi;
        cg->pc = ti->top->pc;
    }
}

Status search_set_next_cg(Search *s, const ThreadInfo *ti, ChoiceGenerator *cg) {
    search_cg_at(s, ti, cg);
    if (vec_push(s->cx, &s->cascade.next, *cg) == ST_OK) return ST_OK;
    cg_free(s->cx, cg);
    return ST_ERROR;
}

Status search_request(Search *s, ThreadInfo *ti) {
    ChoiceGenerator cg;
    if (cg_from_request(s->cx, &cg, &s->ks->choice_req, ti) != ST_OK) return ST_ERROR;
    s->ks->choice_req.pending = 0;
    /* A breadth-first search comes back to a state whose level is gone: the host's generator stays. */
    if (cg.host && s->cfg.kind->returns && !s->silent) s->cx->host->cg_keep(s->cx->host->cg_user, cg.host);
    return search_set_next_cg(s, ti, &cg);
}

void search_registered(Search *s, ThreadInfo *ti) {
    for (u32 i = 0; i < s->cascade.next.n && EV_ON(s->ks, choice_generator_registered); i++) {
        if (s->cascade.next.v[i].flags & CGF_TOLD) continue;
        s->cascade.next.v[i].flags |= CGF_TOLD;
        ChoiceGenerator cg = s->cascade.next.v[i]; /* the vector may move */
        ev_fire(s->ks, EV_choice_generator_registered, &(EventData){.ti = ti, .cg = &cg});
    }
}

void search_remove_next(Search *s, bool all) {
    if (!s->cascade.next.n) return;
    s->cascade.removed = true;
    do cg_free(s->cx, &s->cascade.next.v[--s->cascade.next.n]);
    while (all && s->cascade.next.n);
}

void search_drop_next(Search *s) {
    for (u32 i = 0; i < s->cascade.next.n; i++) cg_free(s->cx, &s->cascade.next.v[i]);
    s->cascade.next.n = 0;
}

void cascade_free(Search *s) {
    search_drop_next(s);
    vec_free(s->cx, &s->cascade.next);
}

bool search_bottom_half(const Search *s, const ThreadInfo *ti) {
    return s->bottom.peer && s->last_thread == ti->id && ti->top && ti->top->pc == s->bottom.pc &&
           ti->top->depth == s->bottom.depth;
}

bool search_first_step(const Search *s, const ThreadInfo *ti) {
    const EventHub *hub = s->ks->hub;
    if (!s->bottom.on || s->last_thread != ti->id || s->told.at_rest || !hub->told_pc) return false;
    return hub->told_pc == s->bottom.pc && hub->pos == s->bottom.pos;
}

bool level_by_id(const Level *l) { return l->cg.kind == CK_THREAD && !l->n_up && !(l->cg.flags & CGF_GIVEN); }

u64 level_word(const Level *l) {
    if (level_by_id(l)) return cg_thread(&l->cg, (u64)l->cg.at);
    return l->cg.flags & CGF_RANKED ? cg_rank(&l->cg) : level_index(l);
}

bool level_has_word(const Level *l, u64 word) {
    if (!level_by_id(l)) return word < level_total(l);
    for (u64 i = 0; i < l->cg.n_full; i++)
        if (cg_thread(&l->cg, i) == word) return true;
    return false;
}

Status level_seek_word(Search *s, Level *l, u64 word) {
    u64 at = cg_at_rank(&l->cg, word);
    if (level_by_id(l))
        for (at = 0; at < l->cg.n_full && cg_thread(&l->cg, at) != word;) at++;
    return level_seek(s, l, at);
}
