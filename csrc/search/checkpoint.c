/* checkpoint.c -- a search in a pack: what it has learned, its path, what it knows and has found. Layer 11. */
#include "search/checkpoint.h"
#include "interp/indy/indy.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/places.h"
#include "native/bp/bprog.h"
#include "native/verify/verify.h"
#include "search/bp/hot.h"
#include "search/kind.h"
#include "search/livelock.h"
#include "search/portfolio.h"
#include "search/reduction.h"

#include <stdio.h>

enum Part {
    PART_CLASSES = 0xC1A55E5,
    PART_LEARNED,
    PART_PATH,
    PART_PRINTS,
    PART_KNOWN,
    PART_FOUND,
    PART_KIND,
    PART_END
};

/* --- classes and constants, whatever the path --- */

static Status unlike_class(Search *s, const Pack *p, const char *name, const char *how) {
    return cx_fail(s->cx, ERR_CONFIG, "%s: the checkpoint does not fit: class %.200s %s", p->file, name, how);
}

/* With the id that it had, so that frames of the VM's own which hold ids are the same. What is not made here has
 * none. */
static Status read_class(Search *s, Pack *p) {
    Classes *cs = s->ks->cs;
    char *name = NULL;
    u32 id = pack_u32(p, 0), loader = pack_u32(p, 0);
    u64 bytes = pack_u64(p, 0);
    ClassInfo *ci = NULL;
    JErr je = {0};
    pack_string(p, &name);
    if (p->failed) return ST_OK;
    while (cs->by_id.n < id)
        if (vec_push(s->cx, &cs->by_id, NULL) != ST_OK) return ST_ERROR;
    Sym *n = sym_z(&cs->syms, name);
    Status st = n ? ci_load(cs, loader, n, &ci, &je) : ST_ERROR;
    if (st == ST_OK && !ci) st = indy_image_class(s->ks, loader, n, false, &ci);
    if (st == ST_OK && !ci) st = unlike_class(s, p, name, "cannot be loaded here");
    if (st == ST_OK && bytes && ci->bytes_hash != bytes) st = unlike_class(s, p, name, "is another one now");
    cx_free(s->cx, name, strlen(name) + 1);
    return st;
}

static bool is_named(const ClassInfo *ci) { return ci && ci->linked && class_is_stable(ci); }

static Status classes_pack(Search *s, Pack *p) {
    const Classes *cs = s->ks->cs;
    u32 n = 0, first = s->checkpoint.first_class;
    pack_mark(p, PART_CLASSES);
    for (u32 i = first; i < cs->by_id.n; i++) n += is_named(cs->by_id.v[i]);
    n = pack_u32(p, n);
    for (u32 i = 0; p->reading && i < n && !p->failed; i++)
        if (read_class(s, p) != ST_OK) return ST_ERROR;
    for (u32 i = first; !p->reading && i < cs->by_id.n; i++) {
        const ClassInfo *ci = cs->by_id.v[i];
        if (!is_named(ci)) continue;
        char *name = ci->name->s;
        (void)pack_u32(p, i);
        (void)pack_u32(p, ci->loader);
        (void)pack_u64(p, ci->kind == CK_CLASS ? ci->bytes_hash : 0);
        pack_string(p, &name);
    }
    return intern_pack(s->ks->heap, p);
}

/* --- what was learned --- */

static Status learned(Search *s, Pack *p, const Stable *t) {
    const ClassInfo *why = NULL;
    pack_mark(p, PART_LEARNED);
    if (facts_pack(s->ks, p, t, &why) != ST_OK || fp_pack(s->se, p) != ST_OK) return ST_ERROR;
    if (why) {
        char name[256];
        return cx_fail(s->cx, ERR_CONFIG,
                       "the search rests on what it knows of %s, which the program has defined itself",
                       ci_external_name(why, name, sizeof name));
    }
    Persistence *r = &s->persist;
    pack_it(p, r->on);
    pack_it(p, r->gave_up);
    pack_it(p, r->doomed);
    pack_it(p, r->cut);
    pack_it(p, r->knew_clock);
    pack_it(p, r->knew);
    pack_it(p, r->named);
    pack_it(p, r->no_places);
    pack_it(p, r->places_again);
    pack_it(p, r->places_late);
    pack_it(p, r->reduced);
    pack_it(p, s->sleep.on);
    pack_it(p, s->sleep.dozed);
    pack_it(p, s->sleep.cyclic);
    pack_it(p, s->assume);
    pack_it(p, s->drawn_keyless);
    pack_it(p, s->cfg.dynamic);
    pack_it(p, s->cfg.cuts); /* transitions are as long as they were, whatever limits are given anew */
    return ST_OK;
}

/* --- the path --- */

static Status elsewhere(Search *s, const Pack *p, u32 i) {
    return cx_fail(
        s->cx, ERR_CONFIG,
        "%s: the checkpoint's path leads elsewhere here (at transition %u of %u): it depends on what is no part "
        "of the program (a listener, a peer, a file)",
        p->file, i, s->path.n);
}

static Status cg_pack(Search *s, Pack *p, ChoiceGenerator *cg) {
    u64 all = cg_all(cg), was = all;
    u8 kind = cg->kind;
    pack_it(p, kind);
    pack_it(p, was);
    if (p->reading && cg->kind == CK_CUSTOM && kind == CK_CUSTOM) {
        bool there;
        if (was && cg_reach(s->cx, cg, was - 1, &there) != ST_OK) return ST_ERROR;
        all = was;
    }
    if (p->reading && (kind != cg->kind || was != all)) return ST_ERROR;
    pack_it(p, cg->flags);
    pack_it(p, cg->at);
    pack_it(p, cg->n);
    pack_it(p, cg->seed);
    if (cg->kind == CK_THREAD)
        pack_bytes(p, cg->n_full > 4 ? cg->u.threads : cg->u.small, cg->n_full * sizeof *cg->u.threads);
    return ST_OK;
}

/* What is left to be tried there. The generators are those that the path has met. */
static Status level_pack(Search *s, Pack *p, Level *l) {
    pack_mark(p, l->n_up);
    if (cg_pack(s, p, &l->cg) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < l->n_up; i++)
        if (cg_pack(s, p, &l->up[i]) != ST_OK) return ST_ERROR;
    pack_it(p, l->thread);
    pack_it(p, l->state_id);
    pack_it(p, l->set_id);
    pack_it(p, l->node);
    pack_it(p, l->told);
    pack_it(p, l->open);
    pack_it(p, l->awake);
    pack_it(p, l->tried);
    pack_it(p, l->passed);
    pack_it(p, l->key);
    pack_it(p, l->keyless);
    pack_it(p, l->spot);
    pack_it(p, l->tail);
    pack_it(p, l->enabled);
    pack_it(p, l->own_to);
    pack_it(p, l->again);
    pack_it(p, l->borrowed);
    return p->failed ? ST_ERROR : ST_OK;
}

/* Level i stands for the state that the path has led to: is it the one that was written? */
static Status level_read(Search *s, Pack *p, u32 i) {
    Level *l = level_at(s, i);
    H128 raw = l->raw;
    pack_it(p, raw);
    if (!l->keyless && !h128_eq(raw, l->raw)) return elsewhere(s, p, i);
    if (level_pack(s, p, l) == ST_OK) return ST_OK;
    return s->cx->err.kind == ERR_NONE ? elsewhere(s, p, i) : ST_ERROR;
}

/* States are made again one after the other: of the path only the last level is written, and its node. */
static Status node_pack(Search *s, Pack *p) {
    Level *last = p->reading ? NULL : &s->path.v[s->path.n - 1];
    u32 node = pack_u32(p, last ? last->node : 0);
    if (p->failed || tree_pack(s, p, node) != ST_OK) return ST_ERROR;
    if (!p->reading) pack_it(p, last->raw);
    return p->reading ? level_read(s, p, s->path.n - 1) : level_pack(s, p, last);
}

static Status path_read(Search *s, Pack *p) {
    StepOutcome out;
    u32 n = pack_u32(p, 0);
    pack_vec(p, &s->ks->verify.answers);
    s->ks->verify.answers_at = 0;
    s->ks->heap->exposures = 0;
    if (p->failed || search_root(s) != ST_OK) return ST_ERROR;
    if (s->cfg.kind->returns) {
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        return out == OUT_NEW ? node_pack(s, p) : elsewhere(s, p, 0);
    }
    for (u32 i = 0; i < n; i++) {
        if (level_read(s, p, i) != ST_OK) return ST_ERROR;
        if (i + 1 == n) break;
        level_at(s, i)->cg.at--; /* the advance brings it back */
        if (search_forward(s, &out) != ST_OK) return ST_ERROR;
        if (out != OUT_NEW || s->path.n != i + 2) return elsewhere(s, p, i);
    }
    map_free(&s->on_stack);
    map_init(&s->on_stack, s->cx);
    for (u32 i = 0; i < n; i++)
        if (stack_enter(s, level_at(s, i)->key) != ST_OK) return ST_ERROR;
    return ST_OK;
}

static Status path_pack(Search *s, Pack *p) {
    pack_mark(p, PART_PATH);
    if (s->ks->saw.turns && bprog_pack(s->ks, p) != ST_OK) return ST_ERROR;
    pack_vec(p, &s->se->sets->words);
    pack_map(p, &s->se->sets->at);
    if (p->reading) {
        s->silent = true;
        hub_pause(s->ks);
        Status st = path_read(s, p);
        hub_resume(s->ks);
        s->silent = false;
        return st;
    }
    (void)pack_u32(p, s->path.n);
    pack_vec(p, &s->ks->verify.answers);
    if (s->cfg.kind->returns) return node_pack(s, p);
    for (u32 i = 0; i < s->path.n; i++) {
        pack_it(p, level_at(s, i)->raw);
        if (level_pack(s, p, level_at(s, i)) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* --- what names objects --- */

static Status asleep_pack(Search *s, Pack *p, Prints *x) {
    pack_mark(p, PART_PRINTS);
    for (u32 i = 0; i < s->path.n; i++) {
        Asleep *a = &level_hold(s, i)->asleep; /* names are looked up in all levels */
        u32 n = pack_u32(p, a->n);
        if (p->failed) return ST_ERROR;
        for (u32 k = 0; k < n; k++) {
            Footprint *f = p->reading ? NULL : a->v[k];
            if (prints_pack(x, &f) != ST_OK) return ST_ERROR;
            if (p->reading && vec_push(s->cx, a, f) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

static Status footprints(Search *s, Pack *p, const Stable *t) {
    Prints *x = prints_begin(s, p, t);
    if (!x) return ST_ERROR;
    Status st = asleep_pack(s, p, x);
    if (st == ST_OK) st = dpor_pack(s, p, x);
    prints_end(x);
    return st;
}

/* --- what is known, and what was counted --- */

static Status known(Search *s, Pack *p) {
    Alike *a = &s->alike;
    pack_mark(p, PART_KNOWN);
    pack_mark(p, (s->set != NULL) * 2 + (a->plain != NULL));
    if (p->failed) return ST_ERROR;
    if (s->set && stateset_pack(s->set, p) != ST_OK) return ST_ERROR;
    pack_it(p, a->on);
    if (a->plain && stateset_pack(a->plain, p) != ST_OK) return ST_ERROR;
    disk_vec_pack(p, &a->plain_first);
    disk_vec_pack(p, &a->plain_ids);
    if (p->reading) s->se->await.used = a->on; /* perhaps */
    pack_it(p, a->forms);
    pack_it(p, a->form_words);
    pack_it(p, a->looks);
    pack_it(p, a->look_words);
    pack_it(p, a->missed);
    pack_it(p, a->run);
    pack_it(p, a->peeks);
    pack_it(p, a->fewer);
    disk_vec_pack(p, &s->sleep.slept);
    disk_vec_pack(p, &s->sleep.sleepers);
    pack_it(p, s->fair.forced);
    pack_vec(p, &s->fair.ahead);
    disk_vec_pack(p, &s->nearer.depths);
    pack_it(p, s->nearer.bound);
    pack_it(p, s->nearer.cut);
    pack_it(p, s->told.next_id);
    disk_vec_pack(p, &s->told.ids);
    return hot_pack(s, p) == ST_OK ? live_pack(s, p) : ST_ERROR;
}

static Status verify_pack(Search *s, Pack *p) {
    KernelState *ks = s->ks;
    VEC(u64) words = {0};
    Status st = ST_OK;
    if (!p->reading) {
        size_t n = verify_kept(ks, NULL);
        if (vec_reserve(s->cx, &words, n) != ST_OK) return ST_ERROR;
        words.n = (u32)verify_kept(ks, words.v);
    }
    pack_vec(p, &words);
    if (p->reading) {
        native_forget(ks);
        st = verify_keep(ks, words.v, words.n);
    }
    vec_free(s->cx, &words);
    pack_it(p, ks->verify.heuristic);
    return st;
}

static Status counted(Search *s, Pack *p) {
    pack_it(p, s->st);
    pack_it(p, s->instructions);
    pack_it(p, s->insns_before);
    pack_it(p, s->last_thread);
    pack_it(p, s->cascade.removed);
    pack_it(p, s->cascade.left_out);
    pack_it(p, s->sched.withheld);
    pack_it(p, s->sched.left_out);
    pack_it(p, s->sched.met);
    pack_it(p, s->sched.choices);
    pack_it(p, s->settle.from);
    pack_it(p, s->cfg.seed);
    pack_it(p, s->frontier);
    pack_it(p, s->ks->heap->exposures);
    return verify_pack(s, p);
}

/* --- what was found --- */

static Status texts_pack(Search *s, Pack *p, char ***v, u32 *n, u32 *cap) {
    u32 k = pack_u32(p, *n);
    if (p->failed) return ST_ERROR;
    if (p->reading && k > *cap && vec_grow_(s->cx, (void **)v, cap, k, sizeof **v) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < k && !p->failed; i++) {
        if (p->reading && i >= *n) {
            (*v)[i] = NULL;
            *n = i + 1;
        }
        pack_string(p, &(*v)[i]);
    }
    return p->failed ? ST_ERROR : ST_OK;
}

static Status found(Search *s, Pack *p) {
    Findings *f = &s->found;
    const Checkpoint *c = &s->checkpoint;
    pack_mark(p, PART_FOUND);
    u32 n = pack_u32(p, f->errors.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        ErrorRec e = {0};
        if (!p->reading) e = f->errors.v[i];
        pack_it(p, e.id);
        pack_it(p, e.hash);
        pack_it(p, e.execution);
        pack_string(p, &e.json);
        if (!p->reading) continue;
        e.bytes = e.json ? strlen(e.json) + 1 : 0;
        if (vec_push(s->cx, &f->errors, e) != ST_OK) return ST_ERROR;
    }
    n = f->constraints.n;
    if (c->limited && !p->reading) f->constraints.n = c->constraints;
    Status st = texts_pack(s, p, &f->constraints.v, &f->constraints.n, &f->constraints.cap);
    if (!p->reading) f->constraints.n = n;
    bool complete = c->limited ? c->was_complete : f->complete;
    pack_it(p, complete);
    if (p->reading) f->complete = complete;
    if (st == ST_OK) st = texts_pack(s, p, &f->notes.v, &f->notes.n, &f->notes.cap);
    if (st != ST_OK) return ST_ERROR;
    n = pack_u32(p, f->stored.n);
    for (u32 i = 0; i < n && !p->failed; i++) {
        StoredTrace t = {0};
        if (!p->reading) t = f->stored.v[i];
        pack_string(p, &t.file);
        pack_string(p, &t.json);
        if (!p->reading) continue;
        t.bytes = t.json ? strlen(t.json) + 1 : 0;
        if (vec_push(s->cx, &f->stored, t) != ST_OK) return ST_ERROR;
    }
    pack_map(p, &f->reported);
    pack_map(p, &f->alike);
    pack_map(p, &f->met);
    return ST_OK;
}

/* --- the whole --- */

/* Of several engines, what the first one keeps is written as if it searched alone (work.h). */
static Status engines_pack(Search *s, Pack *p) {
    bool many = stateset_is_shared(s->set);
    pack_it(p, many);
    pack_it(p, s->went_round);
    if (p->failed || !p->reading || !many) return p->failed ? ST_ERROR : ST_OK;
    s->gathers = true;
    return s->hooks.adopt(s->hooks.user);
}

/* What has to be there before the reductions begin, and which of them are on. */
static Status before_path(Search *s, Pack *p, const Stable *t, u64 *reductions) {
    if (learned(s, p, t) != ST_OK) return ST_ERROR;
    pack_it(p, *reductions);
    pack_it(p, s->alike.named);
    return ST_OK;
}

static Status all_pack(Search *s, Pack *p, const Stable *t) {
    u64 from = p->at;
    u64 reductions = reduction_set(s);
    if (before_path(s, p, t, &reductions) != ST_OK) return ST_ERROR;
    if (p->reading && !p->failed) {
        if (reduction_begin(s) != ST_OK) return ST_ERROR;
        reduction_use(s, reductions);
        p->at = from; /* beginning has changed some of it */
        if (before_path(s, p, t, &reductions) != ST_OK) return ST_ERROR;
    }
    if (engines_pack(s, p) != ST_OK || path_pack(s, p) != ST_OK) return ST_ERROR;
    if (p->reading) {
        u64 end = p->at;
        p->at = from; /* and so has executing the path */
        if (learned(s, p, t) != ST_OK) return ST_ERROR;
        p->at = end;
    }
    bool keyless = s->se->keyless;
    pack_it(p, keyless);
    if (p->reading && keyless != s->se->keyless) state_keyless(s->se, keyless);
    if (footprints(s, p, t) != ST_OK || known(s, p) != ST_OK || counted(s, p) != ST_OK || found(s, p) != ST_OK)
        return ST_ERROR;
    pack_mark(p, PART_KIND);
    if (s->cfg.kind->pack && s->cfg.kind->pack(s, p) != ST_OK) return ST_ERROR;
    if (portfolio_pack(s, p) != ST_OK) return ST_ERROR;
    if (stateset_is_shared(s->set) && s->hooks.parts(s->hooks.user, p) != ST_OK) return ST_ERROR;
    pack_mark(p, PART_END);
    return ST_OK;
}

Status search_pack(Search *s, Pack *p) {
    Stable t = {0};
    Status st = classes_pack(s, p);
    if (st == ST_OK && p->reading) st = stable_begin(s->ks, &t);
    if (st == ST_OK) st = all_pack(s, p, p->reading ? &t : NULL);
    stable_free(&t);
    if (!p->reading || s->cx->err.kind != ERR_NONE) return st;
    if (st != ST_OK || p->failed) return cx_fail(s->cx, ERR_INTERNAL, "%s: the checkpoint cannot be read", p->file);
    if (s->restart) return elsewhere(s, p, s->path.n);
    return ST_OK;
}

/* --- when --- */

bool checkpoint_due(const Search *s) {
    const Checkpoint *c = &s->checkpoint;
    /* a path that rests on an assumption that has failed cannot be executed again; the search soon begins anew */
    if (!c->file || s->cfg.aside || s->settle.on || s->ks->uses->stale) return false;
    return s->cx->due || c->limit || s->cx->looked >= c->due || work_parks(s) ||
           (c->stop_after && c->made >= c->stop_after) || (c->each && c->made >= c->written_at + c->each);
}

/* Of the time at most: what it takes to write one, so many times, passes before the next. */
enum { SHARE = 20 };

static void put_off(Checkpoint *c, i64 began, i64 now) {
    i64 wait = (now - began) * SHARE;
    c->last = now;
    c->written_at = c->made;
    c->due = now + (wait > c->every ? wait : c->every);
}

/* Once: the search goes on, and what was written before stays. */
static Status not_written(Search *s, const char *why) {
    Checkpoint *c = &s->checkpoint;
    if (c->failed) return ST_OK;
    c->failed = true;
    return search_note(s, "warning: search.checkpoint=%.200s: %s: %.300s", c->file,
                       c->written ? "it could not be written again" : "it could not be written", why);
}

Status checkpoint_now(Search *s) {
    Checkpoint *c = &s->checkpoint;
    Ctx *cx = s->cx;
    Pack p;
    i64 began = cx_now(cx);
    if (s->torn) return ST_OK;
    pack_begin(&p, cx, c->file);
    Status st = s->hooks.heading(s->hooks.user, &p);
    if (st == ST_OK) st = search_pack(s, &p);
    if (st != ST_OK) {
        char why[sizeof cx->err.msg];
        bool host = cx->err.kind == ERR_NONE && !p.failed; /* its own code has failed, and says so */
        memcpy(why, cx->err.msg, sizeof why);
        if (cx->err.kind == ERR_NONE) snprintf(why, sizeof why, "%s", pack_why(&p)); /* the disk's reason */
        pack_drop(&p);
        if (cx->err.kind == ERR_INTERNAL || host) return ST_ERROR;
        cx_clear(cx);
        st = not_written(s, why);
    } else if (!pack_end(&p)) {
        st = not_written(s, pack_why(&p));
    } else {
        c->written++;
        if (c->limited) st = search_note(s, "note: jpf --resume %.400s goes on from here", c->file);
    }
    put_off(c, began, cx_now(cx));
    return st;
}

void checkpoint_limit(Search *s) {
    s->done = true;
    s->checkpoint.limited = true;
    s->checkpoint.was_complete = s->found.complete;
    s->checkpoint.constraints = s->found.constraints.n;
}

/* Where several engines search, they park, and go on behind it. Limits that one of them has met are met here, by what
 * all have found. */
static Status parked(Search *s) {
    bool lost = false;
    if (s->hooks.pause(s->hooks.user, &lost) != ST_OK) return cx_ends_in_order(s->cx) ? search_wind_up(s) : ST_ERROR;
    if (s->done || s->restart) return ST_OK; /* what was written before stays */
    if (lost) return cx_fail(s->cx, ERR_INTERNAL, "a thread of the search has ended it, and says not why");
    return search_limits(s); /* where it is done, checkpoint_last writes it */
}

static Status together(Search *s, Begins *begin, Status (*write)(Search *s)) {
    Checkpoint *c = &s->checkpoint;
    i64 began = cx_now(s->cx);
    bool engines = s->work != NULL;
    if (engines && (parked(s) != ST_OK || s->done || s->restart)) return s->cx->err.kind ? ST_ERROR : ST_OK;
    bool any = true;
    if (begin && (begin(s, &any) != ST_OK || s->done || s->restart)) return s->cx->err.kind ? ST_ERROR : ST_OK;
    if (!any) return ST_OK; /* it is over: what would be written is the end of the last one, once more */
    if (write(s) != ST_OK) return ST_ERROR;
    if (s->done || !engines) return ST_OK;
    if (s->hooks.gather(s->hooks.user) != ST_OK) return ST_ERROR;
    put_off(c, began, cx_now(s->cx));
    return ST_OK;
}

static Status write_here(Search *s) {
    Checkpoint *c = &s->checkpoint;
    bool stop = c->stop_after && c->made >= c->stop_after, due = s->cx->due;
    if (due || stop || c->limit) checkpoint_limit(s);
    if (checkpoint_now(s) != ST_OK) return ST_ERROR;
    if (!due && !stop && !c->limit) return ST_OK;
    c->limited = false; /* it is written already */
    if (due && cx_end_now(s->cx) != ST_OK) return search_wind_up(s);
    if (c->limit) return search_limit_met(s, c->limit);
    return search_constraint(s, "stopped behind a checkpoint");
}

Status checkpoint_here(Search *s) { return together(s, NULL, write_here); }

Status checkpoint_between(Search *s, Begins *begin) { return together(s, begin, write_here); }

/* Recent is what was written in the last quarter of the time between two. */
Status checkpoint_before_turns(Search *s) {
    const Checkpoint *c = &s->checkpoint;
    if (!c->file || s->ks->uses->stale || cx_now(s->cx) < c->last + (c->due - c->last) / 4) return ST_OK;
    return together(s, NULL, checkpoint_now);
}

void checkpoint_over(Search *s) {
    Checkpoint *c = &s->checkpoint;
    c->useless = c->over && (c->written || c->resumed);
    if (c->useless && !c->lasts) (void)remove(c->file);
}

Status checkpoint_last(Search *s) {
    Checkpoint *c = &s->checkpoint;
    if (!c->file || s->cfg.aside || s->settle.on || s->restart) return ST_OK;
    if (c->limited && !s->cfg.kind->has_moments && !s->ks->uses->stale) return checkpoint_now(s);
    if (c->limited) return ST_OK; /* what was written before stays */
    c->over = !s->done || s->ended || (s->found.errors.n && !s->cfg.multiple_errors);
    return ST_OK;
}
