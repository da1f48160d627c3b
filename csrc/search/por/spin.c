/* spin.c -- a thread that goes round in a loop of the library and changes nothing. Layer 11.
 *
 * Some of the JDK's loops count or draw pseudo-random numbers while they wait for another thread's half-done
 * step (classes/jdk/spins.def): every turn is a new state, without end. Turns that wrote
 * nothing, moved no clock and end where the one before on the path ended, with no other thread in
 * between, add nothing in the end: whatever the others can do now, they could do then, and what the loop will
 * read is the same. After TURNS of them the next is treated as a state seen before. That many, because loops that
 * end by themselves (over the queues of a pool, or spinning some 1,000 times before they wait) must come
 * to their end; a transition that was broken off for its length has made as many by itself. */
#include "search/search.h"

#define TURNS 3000u

/* A turn may also go idle and wake itself up again, because another thread is half-way through an operation on a
 * queue (ForkJoinPool.awaitWork). It leaves the stack of idle workers (ctl, which is in the place) as it was, and
 * a new version number of its own that nobody else compares with anything. Such turns are no part of a loop that
 * counts: a few are enough. */
#define STAMPED_TURNS 4u

static bool is_stamp(const ClassInfo *ci, u32 offset) {
    for (u32 k = 0; k < ci->n_fields; k++) {
        const FieldInfo *fi = &ci->fields[k];
        u32 last = fi->offset + (fi->type == T_LONG ? 4 : 0);
        if (!(fi->flags & ACC_STATIC) && offset >= fi->offset && offset <= last) return fi->known & KF_STAMP;
    }
    return false;
}

/* Has the transition written nothing but stamps, and fields that are no part of the state? */
static bool only_stamps(const Search *s) {
    const Heap *h = s->ks->heap;
    for (u32 i = 0; i < h->log.n; i++) {
        u32 widx = h->log.v[i].widx;
        Ref r = heap_find(h, widx, 8);
        if (!r || widx < r * 2 + OBJ_HEADER / 4) return false;
        const ClassInfo *ci = ei_class(h, ei(h, r));
        u32 word = widx - r * 2 - OBJ_HEADER / 4;
        if (ci->kind != CK_CLASS || ci == s->ks->cs->class_) return false;
        if (ci->kinds[word] < WK_SKIP && !is_stamp(ci, word * 4 + OBJ_HEADER)) return false;
    }
    return true;
}

/* ForkJoinPool.ctl */
static u64 pool_control(const KernelState *ks, Ref pool) {
    const Heap *h = ks->heap;
    const FieldInfo *fi = ci_known_field(ei_class(h, ei(h, pool)), KF_CONTROL);
    return fi ? get_u64(h, pool, fi->offset) : 0;
}

/* Where the thread stands, and what of it and of the clock a turn may not change. */
static u64 spot_of(const KernelState *ks, const ThreadInfo *ti) {
    u64 x = mix64((u64)ks->clk.now, (u64)ks->n_threads << 32 | ks->n_live);
    x = mix64(x, (u64)ti->status << 16 | (u64)ti->permit << 8 | ti->interrupted);
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        u64 at = f->mi->step ? f->step : f->mi->code ? (u64)(f->pc - f->mi->code) : 0;
        x = mix64(x, mix64(f->mi->key, at));
        Ref r = f->mi->ci->known & KC_FORK_JOIN ? fr_receiver(ks->cs, f, f == ti->top) : 0;
        if (r) x = mix64(x, pool_control(ks, r));
    }
    return x;
}

static bool in_spin(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && (f->mi->step || (f->mi->ci->known & (KC_INVOKE | KC_UNSAFE)))) f = f->prev;
    return f && (f->mi->attrs & MA_LIB_SPIN);
}

/* After ti ran from the last level, before the transition is closed. */
Spot spin_spot(const Search *s, const ThreadInfo *ti) {
    bool wrote = s->ks->heap->log.n != 0;
    if (!ti->top || ti->status == TS_TERMINATED || !in_spin(ti)) return (Spot){.quiet = !wrote};
    return (Spot){.place = spot_of(s->ks, ti),
                  .thread = ti->id + 1,
                  .quiet = !wrote || only_stamps(s),
                  .stamped = wrote,
                  .broken = ti->pend.action == AC_BREAK};
}

const Level *spin_turns(const Search *s, Spot *now) {
    if (!now->thread || !now->quiet) return NULL;
    bool stamped = now->stamped;
    for (u32 i = s->path.n; i-- > 1;) {
        if (tree_hollow(&s->tree, i - 1)) return NULL; /* no loop leads to a state that is made (tree.h) */
        const Spot *p = &level_at(s, i)->spot;
        if (level_at(s, i - 1)->thread + 1 != now->thread) return NULL;
        if (p->thread == now->thread && p->place == now->place) {
            now->turns = p->turns + 1;
            return (now->broken && p->broken) || now->turns > (stamped ? STAMPED_TURNS : TURNS) ? level_at(s, i) : NULL;
        }
        if (!p->thread || !p->quiet) return NULL;
        stamped |= p->stamped;
    }
    return NULL;
}
