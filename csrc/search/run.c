/* run.c -- a choice is made, a thread runs to where the next one is. */
#include "native/io/hostview.h"
#include "search/bp/reduce.h"
#include "search/kind.h"
#include "search/reduction.h"
#include "kernel/calls.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/inits.h"

void after_free_(Search *s, After *a) {
    for (u32 i = 0; i < a->n_up; i++) cg_free(s->cx, &a->up[i]);
    cx_free(s->cx, a->up, a->n_up * sizeof *a->up);
    cg_free(s->cx, &a->cg);
    a->has_cg = false;
}

/* What was registered becomes the new state's generators: the last one and those above it. */
static Status take_next(Search *s, After *a) {
    u32 n = s->cascade.next.n - 1;
    if (n) {
        a->up = cx_alloc(s->cx, n * sizeof *a->up);
        if (!a->up) return ST_ERROR;
        mem_copy(a->up, s->cascade.next.v, n * sizeof *a->up);
    }
    a->n_up = n;
    a->cg = s->cascade.next.v[n];
    a->has_cg = true;
    s->cascade.next.n = 0;
    return ST_OK;
}

/* Listeners learn what was registered, then that the instruction did not get past its first half; they may
 * register more, or remove. False: the path ends here. */
static bool told_next(Search *s, ThreadInfo *ti, After *a) {
    EventHub *hub = s->ks->hub;
    search_registered(s, ti);
    if (JPF_UNLIKELY(hub->half) && s->cascade.next.n) {
        ev_half(s->ks);
        search_registered(s, ti);
        if (hub->ctl == CTL_END) {
            hub->ctl = CTL_NONE;
            search_drop_next(s);
            a->out = OUT_PRUNED;
            return false;
        }
        hub->ctl = CTL_NONE;
    }
    return true;
}

/* The choice of a thread, made in place. */
static Status threads_cg(Search *s, const ThreadInfo *ti, u8 action, ChoiceGenerator *cg) {
    if (cg_threads(s->cx, cg, s->sched.runnable.v, s->sched.runnable.n, action) != ST_OK) return ST_ERROR;
    if (ti && ti->pend.exposes) {
        cg->type = "ExposureCG";
        cg->id = "EXPOSE";
    }
    if (action == AC_BREAK && ti && ti->pend.index == BREAK_ASKED)
        if (!(cg->id = cg_text_kept(s->ks, s->ks->verify.break_id))) return ST_ERROR;
    return ST_OK;
}

static Status at_boundary(Search *s, ThreadInfo *ti, u8 action, After *a) {
    if (a->verdict == SCHED_CHOICE) {
        ThreadInfo *who = ti ? ti : s->ks->threads.v[s->last_thread];
        if (threads_cg(s, ti, action, &a->cg) != ST_OK) return ST_ERROR;
        if (JPF_LIKELY(!s->cascade.next.n && !s->ks->hub->n_sinks && !s->ks->hub->in_event)) { /* nobody is told */
            search_cg_at(s, who, &a->cg);
            a->has_cg = true;
            return ST_OK;
        }
        if (search_set_next_cg(s, who, &a->cg) != ST_OK) return ST_ERROR;
        if (!told_next(s, who, a)) return ST_OK;
        if (!s->cascade.next.n) { /* a listener has removed it */
            a->verdict = SCHED_GO_ON;
            if (ti && ti_enabled(ti)) return ST_OK;
            return cx_fail(s->cx, ERR_CONFIG,
                           "a listener removed the choice of threads where the running one cannot go on");
        }
        return take_next(s, a);
    }
    if (a->verdict == SCHED_DEADLOCK) {
        a->deadlock = true;
        a->out = OUT_PRUNED;
    } else {
        a->out = OUT_END;
    }
    (void)ti;
    return ST_OK;
}

/* b-programs: the turn goes from one b-thread to the next inside one transition, which is a b-step. *to NULL: no turn
 * to hand over. */
static Status hand_over(Search *s, ThreadInfo *ti, bool ended, ThreadInfo **to) {
    KernelState *ks = s->ks;
    u32 id = ks->bp.turn - 1;
    *to = NULL;
    if (!ks->bp.turn || id == ti->id || id >= ks->n_threads || !(ended || ti->pend.action == AC_BSYNC)) return ST_OK;
    ThreadInfo *next = ks->threads.v[id];
    if (next->pend.action != AC_BSYNC && next->pend.action != AC_START_OF_THREAD) return ST_OK;
    if (next->status == TS_NEW || next->status == TS_TERMINATED) return ST_OK;
    if (bpr_turn(s, next) != ST_OK) return ST_ERROR;
    ti_join_transition(next);
    next->first_step = 1;
    next->budget = ks->cfg.max_transition;
    s->last_thread = next->id;
    *to = next;
    return ST_OK;
}

/* One choice of a native's is no state, unless others must be able to ask for its generator. */
static bool only_one(const Search *s) {
    const ChoiceGenerator *cg = &s->cascade.next.v[0];
    if (s->cascade.next.n != 1 || !(cg->flags & CGF_REQUEST) || cg->kind == CK_EVENT) return false;
    if (!cg->n) return true; /* of nothing: 0, false or null, as in jpf-core */
    return cg->n == 1 && !s->sched.break_single && cg->kind != CK_CUSTOM && cg->kind != CK_PERM &&
           !(cg->flags & CGF_TOLD);
}

static void answer(Search *s, i64 value) {
    ChoiceReq *q = &s->ks->choice_req;
    q->ready = 1;
    q->value = value;
    q->index = 0;
}

/* What a thread that has stopped before an instruction leads to. *decided: the transition ends here; otherwise *at
 * goes on. */
static Status stopped(Search *s, ThreadInfo **at, After *a, bool *decided) {
    KernelState *ks = s->ks;
    ThreadInfo *ti = *at, *next;
    *decided = false;
    if (JPF_UNLIKELY(ks->heap->finalize)) {
        int n = finalize_due(ti, true);
        if (n < 0) return ST_ERROR;
        if (n) return ST_OK;
    }
    if (JPF_UNLIKELY(ks->bp.turn != 0)) {
        if (hand_over(s, ti, false, &next) != ST_OK) return ST_ERROR;
        if (next) {
            *at = next;
            return ST_OK;
        }
        if (ti->atomic && ti->pend.action != AC_BREAK && ti_enabled(ti)) {
            ti->first_step = 1;
            return ST_OK;
        }
    }
    if (JPF_UNLIKELY(ti->atomic) && !ks->bp.turn && ti->pend.action != AC_BSYNC && !ti_enabled(ti)) {
        blocked_text(s, ti, ks->violation, sizeof ks->violation);
        a->violation = a->blocked = *decided = true;
        a->out = OUT_PRUNED;
        return ST_OK;
    }
    if (prelude_goes_on(s, ti)) return ST_OK;
    if (sched_boundary(&s->sched, ti, &a->verdict) != ST_OK) return ST_ERROR;
    if (a->verdict == SCHED_GO_ON && s->cascade.next.n) a->verdict = SCHED_CHOICE; /* a listener's choice */
    if (a->verdict != SCHED_GO_ON && at_boundary(s, ti, ti->pend.action, a) != ST_OK) return ST_ERROR;
    *decided = a->verdict != SCHED_GO_ON;
    if (*decided) return ST_OK;
    persist_alone(s, ti);
    ks->hub->redo = ks->hub->half;
    ti->first_step = 1;
    return ST_OK;
}

/* A listener may have put a generator of its own in the place of the native's, which looks for it by its id. */
static void stand_in(Search *s) {
    ChoiceGenerator *with_id = NULL;
    for (u32 i = 0; i < s->cascade.next.n; i++) {
        if (s->cascade.next.v[i].flags & CGF_REQUEST) return;
        if (s->cascade.next.v[i].kind != CK_THREAD && strcmp(s->cascade.next.v[i].id, s->ks->choice_req.id) == 0)
            with_id = &s->cascade.next.v[i];
    }
    if (with_id) with_id->flags |= CGF_STANDS_IN;
}

/* The same for one that asks for a value. */
static Status asks(Search *s, ThreadInfo *ti, After *a, bool *decided) {
    KernelState *ks = s->ks;
    *decided = true;
    if (ks->choice_req.pending && search_request(s, ti) != ST_OK) return ST_ERROR;
    bool asked = s->cascade.next.n && (s->cascade.next.v[s->cascade.next.n - 1].flags & CGF_REQUEST);
    i64 first =
        asked && s->cascade.next.v[s->cascade.next.n - 1].n ? cg_first(&s->cascade.next.v[s->cascade.next.n - 1]) : 0;
    if (!only_one(s) && !told_next(s, ti, a)) return ST_OK;
    if (only_one(s) || !s->cascade.next.n) { /* nothing to choose, or a listener has removed it: it goes on */
        if (asked) answer(s, first);
        ks->hub->redo = ks->hub->half;
        search_drop_next(s);
        *decided = false;
        return ST_OK;
    }
    if (asked) stand_in(s);
    for (u32 i = 0; i < s->cascade.next.n; i++) {
        if (s->cascade.next.v[i].kind != CK_THREAD || (s->cascade.next.v[i].flags & CGF_GIVEN))
            s->cascade.next.v[i].first_step = ti->first_step;
        if (!s->cascade.next.v[i].n) a->out = OUT_PRUNED;
    }
    if (a->out != OUT_PRUNED) return take_next(s, a);
    search_drop_next(s);
    return ST_OK;
}

/* And for one that an exception has left: it goes on to its end; other threads may come first. */
static Status uncaught(Search *s, ThreadInfo *ti, After *a) {
    a->uncaught = true;
    if (s->ks->bp.turn) { /* the b-program ends here */
        a->out = OUT_PRUNED;
        return ST_OK;
    }
    ti_touch(ti);
    memset(&ti->pend, 0, sizeof ti->pend);
    ti->pend.action = AC_BREAK;
    if (sched_boundary(&s->sched, ti, &a->verdict) != ST_OK) return ST_ERROR;
    return at_boundary(s, ti, AC_EXIT, a);
}

static Status ended(Search *s, ThreadInfo **at, After *a, bool *decided) {
    ThreadInfo *next;
    if (hand_over(s, *at, true, &next) != ST_OK) return ST_ERROR;
    *decided = !next;
    if (next) {
        *at = next;
        return ST_OK;
    }
    if (sched_boundary(&s->sched, NULL, &a->verdict) != ST_OK) return ST_ERROR;
    return at_boundary(s, NULL, AC_EXIT, a);
}

/* The host has failed, or a limit was met: nothing of the transition counts. One that is executed again cannot end
 * elsewhere than before: there the search is broken off as it stands. */
static Status broken_off(Search *s, After *a) {
    bool again = s->silent || s->rec.on;
    if (s->cx->err.kind != ERR_STOP || again || search_wind_up(s) != ST_OK) return ST_ERROR;
    a->out = OUT_STOP;
    return ST_OK;
}

/* The step of a thread to where it may wait: from now on Thread.getState says so (ti_arrives). */
static bool arrives(ThreadInfo *ti) {
    if (JPF_LIKELY(ti->pend.action != AC_ARRIVE) || !ti->first_step) return false;
    ti_touch(ti);
    ti->pend.action = (u8)ti->pend.then;
    ti->pend.then = 0;
    ti->first_step = 0;
    return true;
}

/* Before an access, sched_boundary answers SCHED_GO_ON wherever no other thread can move, and then nothing is left of
 * the thread's having stopped but counts (stopped). So it does not stop there, unless somebody else has a say in what
 * happens at a point. */
static bool may_pass(const Search *s) {
    const KernelState *ks = s->ks;
    return ks->cfg.por && !ks->cfg.idle_limits && !s->sched.break_single && !s->sched.priority &&
           !ks->cx->host->schedule && !ks->heap->finalize && !ks->bp.turn && !s->cfg.dynamic && !s->cfg.kind->traces &&
           !(ks->events & EV_INSN_BITS);
}

bool run_alone(void *search, ThreadInfo *ti) {
    Search *s = search;
    KernelState *ks = s->ks;
    if (s->cascade.next.n || ti->suspended) return false;
    bool user = !ti->daemon;
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t == ti || t->status == TS_NEW || t->status == TS_TERMINATED) continue;
        if (ti_enabled(t)) return false;
        user |= !t->daemon;
    }
    if (!user) return false; /* the program is over */
    s->sched.met[ti->pend.action & 31]++;
    ks->skipped[SKIP_ALONE]++;
    persist_alone(s, ti);
    return true;
}

/* What a turn of the loop below costs besides instructions, in units of cx_work. */
enum { RUN_WORK = 64 };

Status run_thread(Search *s, ThreadInfo **at, After *a) {
    KernelState *ks = s->ks;
    bool decided = false;
    ks->bp.bad = ks->bp.idle = 0;
    ks->bp.who = 0;
    memset(a, 0, AFTER_HEAD);
    a->out = OUT_NEW;
    while (!decided) {
        ThreadInfo *ti = *at;
        Status st = ST_OK;
        sched_update(&s->sched);
        u64 before = ti->insns;
        ks->runs = may_pass(s) ? s : NULL;
        s->last = arrives(ti) ? RUN_BOUNDARY : interp_run(ti);
        ks->runs = NULL;
        if (JPF_UNLIKELY(ks->inits.n)) inits_cut(ks);
        s->instructions += ti->insns - before;
        decided = true;
        if (!cx_work(s->cx, ti->insns - before + RUN_WORK + ks->n_threads)) s->last = RUN_ERROR;
        maps_stands(ti);
        switch (s->last) {
        case RUN_BOUNDARY: st = stopped(s, at, a, &decided); break;
        case RUN_CHOICE: st = asks(s, ti, a, &decided); break;
        case RUN_TERMINATED: st = ended(s, at, a, &decided); break;
        case RUN_UNCAUGHT:
            decided = s->cfg.check_uncaught;
            if (decided && contained_threw(ks, ks->uncaught)) a->out = OUT_PRUNED; /* told when it was refused */
            else if (decided) st = uncaught(s, ti, a);
            break;
        case RUN_EXIT:
            a->out = OUT_END;
            a->exited = s->cfg.check_exit && ks->exit_status != 0;
            break;
        case RUN_IGNORED: a->out = OUT_PRUNED; break;
        case RUN_VIOLATION:
            a->violation = true;
            a->out = OUT_PRUNED;
            break;
        case RUN_NOT_MODELLED:
            a->out = OUT_PRUNED;
            st = search_constraint(s, "not modelled: %s", ks->not_modelled);
            break;
        case RUN_ERROR: st = broken_off(s, a); break;
        }
        if (st != ST_OK) return st;
    }
    return ST_OK;
}

Status run_stands(Search *s, ThreadInfo *ti, After *a) {
    memset(a, 0, AFTER_HEAD);
    a->out = OUT_NEW;
    s->last = RUN_BOUNDARY;
    if (sched_boundary(&s->sched, ti, &a->verdict) != ST_OK) return ST_ERROR;
    return at_boundary(s, ti, ti->pend.action, a);
}

/* Bytecodes of the transition before it is broken off at a way back. */
static u64 budget(const Search *s, const Level *l) {
    u64 most = s->ks->cfg.max_transition, tail = (u64)TAIL_INSNS << (l->tail.breaks ? l->tail.breaks - 1u : 0);
    if (s->settle.on && most > SETTLE_INSNS) most = SETTLE_INSNS;
    return l->tail.breaks && l->tail.breaks < 32 && (!most || tail < most) ? tail : most;
}

/* A thread that came to a class of the program's that has been initialized since then: what it does next has a
 * scheduling point of its own. (Behind a JDK class it has none: fewer states, and nothing is known of the step.) */
static bool past_class(const KernelState *ks, const Pending *p) {
    const ClassInfo *ci = p->action == AC_CLINIT_WAIT && p->index < ks->cs->by_id.n ? ks->cs->by_id.v[p->index] : NULL;
    return ci && ks->cfg.por && !(ci->attrs & CA_SYSTEM) && ci->mirror_p[0] == CI_INITED;
}

ThreadInfo *run_choice(Search *s, Level *l) {
    KernelState *ks = s->ks;
    ThreadInfo *ti;
    choice_req_reset(&ks->choice_req);
    if (s->cascade.next.n) search_drop_next(s); /* registered where the path then ended */
    ks->cg_place = mix64(l->place, level_rank(l) + 1); /* the same in whatever order a reduction has put them */
    const ChoiceGenerator *tcg = NULL, *asked = NULL;
    s->bottom.on = s->bottom.peer = s->told.at_rest = false;
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind == CK_THREAD && !tcg) tcg = cg;
        if ((cg->flags & (CGF_REQUEST | CGF_STANDS_IN)) && !asked) asked = cg;
    }
    if (tcg) {
        ti = ks->threads.v[cg_thread(tcg, (u64)tcg->at)];
        /* A thread that has just been started, or was broken off, stands before local steps: its next
         * visible action comes to a boundary of its own. */
        u8 act = ti->pend.action;
        bool local = act == AC_START_OF_THREAD || act == AC_BREAK || act == AC_NONE || past_class(ks, &ti->pend);
        ti->first_step = s->bottom.on = !local;
        if ((tcg->flags & CGF_GIVEN) && tcg->thread == ti->id) { /* at the instruction it was registered at */
            ti->first_step = tcg->first_step;
            s->bottom.on = true;
        }
        ti_begin_transition(ti);
    } else {
        ti = ks->threads.v[l->cg.thread];
        ti_begin_transition(ti);
        ti->first_step = l->cg.first_step;
    }
    if (asked && asked->thread == ti->id) {
        ks->choice_req.ready = 1;
        ks->choice_req.kind = asked->kind;
        if (cg_draw(s->cx, asked, (u64)asked->at, &ks->choice_req.value) != ST_OK) return NULL;
        ks->choice_req.index = (u64)asked->at;
        ks->choice_req.total = asked->n;
    }
    for (u32 i = 0; i <= l->n_up; i++) {
        const ChoiceGenerator *cg = level_cg(l, i);
        if (cg->kind == CK_THREAD || cg->thread != ti->id) continue;
        s->bottom.on = true;
        if (cg->flags & CGF_PEER) s->bottom.peer = true;
    }
    s->bottom.pc = ti->top ? ti->top->pc : NULL;
    s->bottom.depth = ti->top ? ti->top->depth : 0;
    s->bottom.pos = ti->insns;
    ks->verify.interesting = ks->verify.boring = false;
    l->thread = ti->id;
    ti->budget = budget(s, l);
    if (JPF_UNLIKELY(ks->hub->nothing_yet) && s->path.n > 1) hub_nothing_yet(ks, false);
    prelude_begin(s, l);
    ks->cur = ti->id;
    s->last_thread = ti->id;
    ks_quiet_reset(ks);
    calls_begin(ks, ti);
    if (reduction_before(s, l) != ST_OK) return NULL;
    if (JPF_UNLIKELY(ks->events)) hub_transition(ks, ti);
    return ti;
}

void run_undo(Search *s, const Level *l) {
    if (s->torn) return; /* the search is over */
    if (l == s->path.v && s->tree.images) {
        if (tree_root(s) != ST_OK) return;
    } else {
        trail_undo(s->ks->heap, l->mark);
        state_undo(s->se);
    }
    s->ks->out.n = l->out_n;
    s->ks->verify.answers_at = l->answers_n;
    if (!s->rec.on && !s->replaying && !hub_again(s->ks->hub)) s->ks->verify.answers.n = l->answers_n;
}
