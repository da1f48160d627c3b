/* prelude.c -- the only thread that can move, before the first choice and behind the last one. */
#include "search/prelude.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "search/kind.h"

/* WAYS: ways back that are passed at most. RAREST, in bits: a search that takes turns, or is broken off, waits for the
 * end of a transition. */
enum { WAYS = 32, RAREST = 8 };

/* Is the transition executed once more? It ends where it ended. */
static bool repeated(const Search *s) { return s->silent || s->rec.on; }

void prelude_begin(Search *s, Level *l) {
    if (!repeated(s)) l->tail.vain = false;
    s->prelude = (Prelude){l->tail.sign, 0, l->tail.look_at, l->tail.looks, 0, false, false};
}

/* Numbers alone: what is referred to may lie elsewhere each time round. 0: a map could not be made. */
static u32 sign_of(const KernelState *ks, const ThreadInfo *ti) {
    u64 x = 1;
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        const FrameMap *m = f->mi->step || !f->mi->code ? NULL : fr_map(ks->cs, f, f == ti->top);
        if (!m && !f->mi->step && f->mi->code) return 0;
        x = mix64(x, mix64(f->mi->key, m ? (u64)(f->pc - f->mi->code) : f->step));
        for (u32 i = 0; m && i < m->n_live_prim; i++) x = mix64(x, (u64)m->prim[i] << 32 | f->slots[m->prim[i]]);
    }
    return (u32)x | 1;
}

/* Can nobody but ti move? */
static bool alone(const Search *s, const ThreadInfo *ti) {
    const KernelState *ks = s->ks;
    if (ks->n_live == 1) return true;
    if (ks->cfg.idle_limits || s->sched.priority || s->sched.break_single || ks->cx->host->schedule) return false;
    for (u32 i = 0; i < ks->n_threads; i++)
        if (ks->threads.v[i] != ti && ti_enabled(ks->threads.v[i])) return false;
    return true;
}

/* The first breaks of a tail are closer than a whole length (TAIL_INSNS). */
static bool close_by(const Search *s, const Level *l) {
    u64 most = s->ks->cfg.max_transition;
    return l->tail.breaks && l->tail.breaks < 32 && (u64)TAIL_INSNS << (l->tail.breaks - 1) < most;
}

static bool applies(const Search *s, const ThreadInfo *ti, const Level *l) {
    if (s->cfg.cuts || s->cfg.kind->stateless || s->cfg.kind == &kind_given) return false;
    if (s->settle.on && !s->ks->hub->nothing_yet) return false;
    if (ti->pend.action != AC_BREAK || ti->pend.index == BREAK_ASKED || s->cascade.next.n || s->ks->bp.turn)
        return false;
    if (!l->tail.chosen) return s->ks->n_live == 1;
    return !s->ks->cfg.traces && alone(s, ti);
}

/* Two paths that come into a tail a few instructions apart are to be broken off at the same one: not at the first way
 * back, but at the next where the frames' numbers have a mark. */
static bool next_mark(Prelude *p, ThreadInfo *ti, u32 sign) {
    if (!sign || !(sign >> 1 & 7) || p->ways == WAYS) return false;
    p->ways++;
    ti->budget = 1;
    ti->first_step = 0;
    return true;
}

/* Are states to be matched at this length? Of lengths 1 to 3 all, then one of 16 up to 16, one of 64 up to 64 ...: what
 * is matched far from where the thread was left alone is so nearer to it. */
static bool marked(u32 looks, u32 sign) {
    u32 bits = 0;
    for (u32 i = looks; i >= 4 && bits < RAREST; i /= 4) bits += 2;
    return !bits || !(sign >> 1 & ((4u << bits) - 1));
}

bool prelude_goes_on(Search *s, ThreadInfo *ti) {
    Prelude *p = &s->prelude;
    Level *l = level_at(s, search_level(s));
    if (JPF_UNLIKELY(s->settle.on) && ti->pend.action == AC_BREAK) search_settles_here(s);
    if (!applies(s, ti, l)) return false;
    p->vain = repeated(s) ? l->tail.vain : !s->replaying && (s->ks->uses->stale || s->persist.doomed);
    if (p->vain && l->tail.chosen) {
        l->tail.vain = s->persist.cut = true;
        return false;
    }
    u32 sign = sign_of(s->ks, ti);
    if (close_by(s, l)) return next_mark(p, ti, sign);
    p->n++;
    p->looks++;
    p->round = sign == p->sign;
    if (!sign || p->round || (l->tail.chosen && marked(p->looks, sign))) return false;
    if (p->n > p->look_at) {
        p->look_at = p->look_at ? 2 * p->look_at : 1;
        p->sign = sign;
        p->n = 0;
    }
    ti->budget = s->ks->cfg.max_transition;
    ti->first_step = 0;
    return true;
}

/* As long again, and once more, is enough for what goes round to come back. */
void prelude_entered(const Search *s, Tail *t) {
    t->looks = s->prelude.looks;
    if (!s->prelude.round) return;
    t->sign = s->prelude.sign;
    t->look_at = s->prelude.n < UINT32_MAX / 4 ? 2 * s->prelude.n : s->prelude.n;
}
