/* omit.c -- static fields that are left out of forms, and what only they and one thread lead to. Layer 10.
 *
 * A thread W that joins others often has them in an array or a list that a static field holds, too. The walk from join
 * to join (walk.c) may look at such objects as long as no other thread can reach them: all that refers to them are
 * frames of W, objects of which the same is true, and static fields that main alone uses (kernel/lastuse.h), where W is
 * main. If main cannot use these fields any more from where the walk ends, nobody will, and the form is written without
 * what they hold. It says that they are left out, so it is no form of a state where they are not.
 *
 * Where it is left out, what a field leads to has no name by it (omit_under). */
#include "classes/jdk.h"
#include "kernel/lastuse.h"
#include "state/state_int.h"

enum { CLIMB_MAX = 4096 };

void omit_begin(StateEngine *se) {
    Await *a = &se->await;
    a->left.n = 0;
    if (++a->left_stamp < 1u << 30) return;
    a->left_stamp = 1;
    mem_fill(a->ours.v, 0, a->ours.n * sizeof *a->ours.v);
    mem_fill(a->under.v, 0, a->under.n * sizeof *a->under.v);
}

static u32 *mark_of(StateEngine *se, WordVec *v, u32 m) {
    while (v->n <= m)
        if (!ok(se, vec_push(se->cx, v, 0))) return NULL;
    return &v->v[m];
}

/* The static field whose word it is; NULL: it is none. */
static const FieldInfo *field_of(StateEngine *se, const StaticSlot *st) {
    if (st->kind != SK_REF) return NULL;
    Ref r = state_object_at(se, st->widx);
    const FieldInfo *fi = r ? ei_field_at(se->heap, ei(se->heap, r), ((u64)st->widx - (u64)r * 2) * 4) : NULL;
    return fi && (fi->flags & ACC_STATIC) && fi->type == T_REF ? fi : NULL;
}

static bool leave(StateEngine *se, u32 slot) {
    Await *a = &se->await;
    for (u32 i = 0; i < a->left.n; i++)
        if (a->left.v[i].slot == slot) return true;
    u32 field;
    const FieldInfo *fi = field_of(se, &se->sslots.v[slot]);
    return fi && last_watch(se->ks, fi, &field) && ok(se, vec_push(se->cx, &a->left, ((AwaitLeft){slot, field})));
}

/* Puts the object into the queue, if it was not there. */
static bool climb(StateEngine *se, u32 m) {
    Await *a = &se->await;
    u32 *at = mark_of(se, &a->ours, m);
    if (!at || *at == a->left_stamp) return at != NULL;
    *at = a->left_stamp;
    return a->climb.n < CLIMB_MAX && ok(se, vec_push(se->cx, &a->climb, m));
}

static bool is_ours(StateEngine *se, const ThreadInfo *ti, SlotId id) {
    if (!pays(se, 1)) return false;
    if (id >> 30 == SLOT_OBJ) return climb(se, se->oslots.v[id].owner & ~SLOT_SKIP);
    if (id >> 30 == SLOT_STATIC) return leave(se, id & SLOT_INDEX);
    const Rec *rec = &se->recs.v[se->rslots.v[id & SLOT_INDEX].s.owner];
    return rec->thread == ti->id && rec->cls != REC_THREAD;
}

bool omit_ours(StateEngine *se, const ThreadInfo *ti, Ref r) {
    Await *a = &se->await;
    const ElementInfo *e = ei(se->heap, r);
    u32 m = e->meta;
    if (!a->statics || ti->id || !m || m >= se->metas.n || se->metas.v[m].obj != r) return false;
    if (m < a->ours.n && a->ours.v[m] == a->left_stamp) return true;
    const u32 was = a->left.n;
    a->climb.n = 0;
    bool all = climb(se, m);
    for (u32 i = 0; i < a->climb.n && all; i++) {
        SlotId id = se->metas.v[a->climb.v[i]].in;
        for (; id && all; id = slot_at(se, id)->next) all = is_ours(se, ti, id);
    }
    for (u32 i = 0; i < a->climb.n && !all; i++) a->ours.v[a->climb.v[i]] = 0;
    if (!all) a->left.n = was;
    return all;
}

/* Do threads live that the walk has not come to join? Only then it is worth while to learn who else uses a number. */
static bool awaits_more(const StateEngine *se) {
    const KernelState *ks = se->ks;
    u32 live = 0, joined = 1; /* main */
    for (u32 i = 0; i < ks->n_threads; i++) {
        u32 s = ks->threads.v[i]->status;
        live += s != TS_NEW && s != TS_TERMINATED;
    }
    for (u32 i = 0; i < se->await.passed.n; i++)
        joined += ks->threads.v[se->await.passed.v[i]]->status != TS_TERMINATED;
    return joined < live;
}

u32 *omit_static(StateEngine *se, const FieldInfo *fi) {
    const ClassInfo *ci = fi->ci;
    u64 slot;
    u32 field;
    if (!se->await.statics || !ci->mirror_p || ci->mirror_p[0] != CI_INITED) return NULL;
    u32 *at = (u32 *)(void *)((u8 *)ei(se->heap, ci->mirror) + (fi->offset & ~3u));
    if (fi->type == T_REF) {
        if (!map_get(&se->static_of, (u64)(at - (u32 *)(void *)se->heap->base), &slot)) return NULL;
        return leave(se, (u32)slot) ? at : NULL;
    }
    if (!last_known(se->ks, fi, &field) && !awaits_more(se)) return NULL;
    if (!last_watch(se->ks, fi, &field)) return NULL;
    last_read(se->ks, field);
    return at;
}

bool omit_may(StateEngine *se, u32 slot) {
    u32 field;
    const FieldInfo *fi = se->ks->last->on ? field_of(se, &se->sslots.v[slot]) : NULL;
    return fi && last_known(se->ks, fi, &field) && !se->ks->last->v.v[field].given_up;
}

/* Main alone uses the static field, so only main comes to what hangs from it. That is relied upon from then on. */
bool omit_mains(StateEngine *se, u32 slot) {
    u32 field;
    if (JPF_LIKELY(!se->ks->last->on) || !se->await.statics) return false;
    const FieldInfo *fi = field_of(se, &se->sslots.v[slot]);
    if (!fi || !last_known(se->ks, fi, &field) || !last_watch(se->ks, fi, &field)) return false;
    last_read(se->ks, field);
    return true;
}

/* Where the walk ends, in a call of `below` or the thread's first frame: may all of them be left out? */
bool omit_over(StateEngine *se, const StackFrame *below, const MethodInfo *mi, u32 at) {
    Await *a = &se->await;
    LastFrame f[LAST_DEEP];
    u32 n = 1, i;
    if (!a->left.n) return true;
    for (const StackFrame *x = below; x; x = x->prev)
        if (n++ == LAST_DEEP) return false;
    f[i = n - 1] = (LastFrame){mi, at};
    for (const StackFrame *x = below; x; x = x->prev) f[--i] = last_frame(x);
    for (i = 0; i < a->left.n; i++)
        if (!last_over(se->ks, a->left.v[i].field, f, n)) return false;
    for (i = 0; i < a->left.n; i++) last_rely(se->ks, a->left.v[i].field);
    return true;
}

void omit_rely(StateEngine *se) {
    for (u32 i = 0; i < se->await.left.n; i++) last_read(se->ks, se->await.left.v[i].field);
}

bool omitted(const StateEngine *se, u32 slot) {
    const Await *a = &se->await;
    if (!a->ti) return false;
    for (u32 i = 0; i < a->left.n; i++)
        if (a->left.v[i].slot == slot) return true;
    return false;
}

/* All that has its label over a reference from something that has: the size of what hangs from the field. */
static void settle_below(StateEngine *se, u32 m) {
    Await *a = &se->await;
    u32 *at = mark_of(se, &a->under, m);
    if (!at || *at == a->left_stamp || !pays(se, OBJECT_WORK)) return;
    *at = a->left_stamp;
    ok(se, vec_push(se->cx, &a->below, m));
}

void omit_settle(StateEngine *se) {
    Await *a = &se->await;
    a->below.n = 0;
    for (u32 i = 0; i < a->left.n && !se->failed; i++) {
        u32 to = se->sslots.v[a->left.v[i].slot].s.target;
        if (is_tree(se, to, slot_id(SLOT_STATIC, a->left.v[i].slot))) settle_below(se, to);
    }
    for (u32 n = 0; n < a->below.n && !se->failed; n++) {
        const Meta *m = &se->metas.v[a->below.v[n]];
        for (u32 k = m->slots, end = k + m->n_slots; k < end && pays(se, 1); k++)
            if (is_tree(se, se->oslots.v[k].target, k)) settle_below(se, se->oslots.v[k].target);
    }
}

bool omit_under(const StateEngine *se, u32 m) {
    const Await *a = &se->await;
    if (JPF_LIKELY(!a->ti || !a->left.n)) return false;
    return m < a->under.n && a->under.v[m] == a->left_stamp;
}

void omit_free(StateEngine *se) {
    vec_free(se->cx, &se->await.left);
    vec_free(se->cx, &se->await.ours);
    vec_free(se->cx, &se->await.under);
    vec_free(se->cx, &se->await.climb);
    vec_free(se->cx, &se->await.below);
}
