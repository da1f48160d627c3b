/* spin.c -- a thread that goes round in a loop of the library and changes nothing. Layer 11.
 *
 * Some of the JDK's loops count or draw pseudo-random numbers while they wait for another thread's half-done
 * step (LIBSPIN in sched/libatomic.def): every turn is a new state, without end. Turns that wrote
 * nothing, moved no clock and end where the one before on the path ended, with no other thread in
 * between, add nothing in the end: whatever the others can do now, they could do then, and what the loop will
 * read is the same. After TURNS of them the next is treated as a state seen before. That many, because loops that
 * end by themselves (over the queues of a pool, or spinning some 1,000 times before they wait) must come
 * to their end; a transition that was broken off for its length has made as many by itself. */
#include "search/search.h"

#define TURNS 3000u

/* Where the thread stands, and what of it and of the clock a turn may not change. */
static u64 spot_of(const KernelState *ks, const ThreadInfo *ti) {
    u64 x = mix64((u64)ks->clock, (u64)ks->n_threads << 32 | ks->n_live);
    x = mix64(x, (u64)ti->status << 16 | (u64)ti->permit << 8 | ti->interrupted);
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        u64 at = f->mi->step ? f->step : f->mi->code ? (u64)(f->pc - f->mi->code) : 0;
        x = mix64(x, mix64(f->mi->key, at));
    }
    return x;
}

static bool in_spin(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && (f->mi->step || strncmp(f->mi->ci->name->s, "java/lang/invoke/", 17) == 0 ||
                 strcmp(f->mi->ci->name->s, "jdk/internal/misc/Unsafe") == 0))
        f = f->prev;
    return f && (f->mi->attrs & MA_LIB_SPIN);
}

/* After ti ran from the last level, before the transition is closed. */
Spot spin_spot(const Search *s, const ThreadInfo *ti) {
    if (!ti->top || ti->status == TS_TERMINATED || !in_spin(ti)) return (Spot){0};
    return (Spot){spot_of(s->ks, ti), ti->id + 1, 0, s->ks->heap->log.n == 0, ti->pend.action == AC_BREAK};
}

const Level *spin_turns(const Search *s, Spot *now) {
    if (!now->thread || !now->quiet) return NULL;
    for (u32 i = s->path.n; i-- > 1;) {
        const Spot *p = &s->path.v[i].spot;
        if (s->path.v[i - 1].thread + 1 != now->thread) return NULL;
        if (p->thread == now->thread && p->place == now->place) {
            now->turns = p->turns + 1;
            return (now->broken && p->broken) || now->turns > TURNS ? &s->path.v[i] : NULL;
        }
        if (!p->thread || !p->quiet) return NULL;
    }
    return NULL;
}
