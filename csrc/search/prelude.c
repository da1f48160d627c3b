/* prelude.c -- the only thread before the first choice. */
#include "search/prelude.h"
#include "search/kind.h"

void prelude_begin(Search *s, const Level *l) { s->prelude = (Prelude){l->tail.sign, 0, l->tail.look_at, false}; }

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

static bool applies(const Search *s, const ThreadInfo *ti, const Level *l) {
    if (s->cfg.cuts || s->settle.on || s->cfg.kind->stateless || s->cfg.kind == &kind_given) return false;
    if (ti->pend.action != AC_BREAK || ti->pend.index == BREAK_ASKED || s->cascade.next.n) return false;
    return !l->tail.chosen && s->ks->n_live == 1 && !s->ks->bp.turn;
}

bool prelude_goes_on(Search *s, ThreadInfo *ti) {
    Prelude *p = &s->prelude;
    if (!applies(s, ti, &s->path.v[search_level(s)])) return false;
    u32 sign = sign_of(s->ks, ti);
    p->n++;
    p->round = sign == p->sign;
    if (!sign || p->round) return false;
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
    if (!s->prelude.round) return;
    t->sign = s->prelude.sign;
    t->look_at = s->prelude.n < UINT32_MAX / 4 ? 2 * s->prelude.n : s->prelude.n;
}
