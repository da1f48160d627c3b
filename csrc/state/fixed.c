/* fixed.c -- what statics name is in forms without names by one sum. Layer 10.
 *
 * What a static leads to has a label that comes from there, whatever threads are called: labels of the first class of
 * roots (state.h) come over references of that class alone. So a form need not number these objects. It refers to one
 * by its label, and StateTop.fixed, which is kept as the key is, stands for what all of them hold. What is in that sum
 * and may not be in a form, or may be called otherwise there, is taken out of it again and written by itself:
 *  - Thread objects, for their names and numbers are none of a form (canon.c put_fields). What has its label by such a
 *    name, the String and its array, is no object of the form on that account;
 *  - objects whose monitor somebody has, for that names a thread;
 *  - objects with a time, which counts by its distance to the clock;
 *  - what the walk between joins has written to (walk.h), for the sum is of the words as they are in the state;
 *  - static fields that are left out (omit.c), and what has its label by them (Await.below).
 * What loses its label so may still be referred to by what keeps it, and then it is numbered as what threads have is.
 * So whatever refers to it is written, too: an object as one that stands apart (Fixed.apart), a static word with its
 * reference (Fixed.refs). The same is done for objects that were sealed when a thread named them and that a static has
 * led to since (seal.c): they stay in the class of roots where they were (Fixed.crossed).
 *
 * Why two states with the same form are equal but for names of threads. Let F be the objects that a static names, but
 * for those that lose their labels as above. What is summed refers to F alone, by labels, and no two objects of a state
 * have the same; so the sum says of each object of F that is not written what it holds and refers to, as the key does,
 * and so it is with static words. All others are written: those of F with their labels, in the order of these, the rest
 * with their numbers, in the order in which they are come to from what is written. What threads have to themselves
 * (own.c) refers to F by labels as well, and to nothing else that is not its own but by its place in the form. So the
 * label and the number of an object are a way to map the one state to the other.
 *
 * An exact set compares no sums: its forms are written whole, and so are those whose order it takes. */
#include "state/state_int.h"

/* A String refers to its array, and that to nothing. */
bool fixed_by_name(const StateEngine *se, u32 m) {
    enum { DEEP = 2 };
    for (u32 n = 0; n < DEEP; n++) {
        SlotId id = se->metas.v[m].tree;
        if (!id || id >> 30 != SLOT_OBJ || se->oslots.v[id].owner & SLOT_SKIP) return false;
        m = se->oslots.v[id].owner;
        const ClassInfo *ci = meta_class(se, m);
        if (fixed_thread(se, ci)) return id - se->metas.v[m].slots == ref_ordinal(ci, se->sym_name);
    }
    return false;
}

/* --- whose monitor somebody has --- */

/* Each record whose object gets a monitor, or a label while somebody has it, comes here, and on the way back each that
 * changes: so what is dropped in a state where nobody has its monitor comes back with the state where somebody does. */
void fixed_locked_slow(StateEngine *se, u32 m) {
    Fixed *x = &se->fixed;
    const Meta *o = &se->metas.v[m];
    if (!o->obj || o->rd == RD_NONE || !ei(se->heap, o->obj)->lock) return;
    if (m >= x->listed.n || x->locked.n == x->locked.cap) x->on = false;
    else if (!x->listed.v[m]) {
        x->listed.v[m] = 1;
        x->locked.v[x->locked.n++] = m;
    }
}

static bool is_locked(const StateEngine *se, u32 m) {
    const Meta *o = &se->metas.v[m];
    return o->rd < RD_WORST && o->obj && ei(se->heap, o->obj)->lock;
}

/* All records, for the first form, and where so much was noted without one that there was no room. */
static bool find_locked(StateEngine *se) {
    enum { ROOM = 1024 };
    Fixed *x = &se->fixed;
    x->locked.n = x->listed.n = 0;
    for (u32 i = 1; i < se->metas.n && pays(se, 1); i++)
        if (is_locked(se, i) && !ok(se, vec_push(se->cx, &x->locked, i))) return false;
    if (se->failed || !ok(se, vec_reserve(se->cx, &x->listed, 2 * se->metas.n + ROOM))) return false;
    if (!ok(se, vec_reserve(se->cx, &x->locked, x->locked.n + ROOM))) return false;
    x->listed.n = x->listed.cap;
    mem_fill(x->listed.v, 0, x->listed.n);
    for (u32 k = 0; k < x->locked.n; k++) x->listed.v[x->locked.v[k]] = 1;
    return x->on = true;
}

static void drop_unlocked(StateEngine *se) {
    Fixed *x = &se->fixed;
    u32 n = 0;
    for (u32 k = 0; k < x->locked.n; k++) {
        u32 m = x->locked.v[k];
        if (m < se->metas.n && is_locked(se, m)) x->locked.v[n++] = m;
        else x->listed.v[m] = 0;
    }
    x->locked.n = n;
}

/* --- what is sealed elsewhere --- */

/* A label of its own class of roots would be less than that which its seal allows. Every reference offers a label when
 * it comes to be one of this class, so nothing that a static leads to so is missing; what is no such object any more is
 * passed over. */
void fixed_crossed(StateEngine *se, u32 m) {
    Fixed *x = &se->fixed;
    while (x->met.n <= m)
        if (!ok(se, vec_push(se->cx, &x->met, 0))) return;
    if (x->met.v[m] || !ok(se, vec_push(se->cx, &x->crossed, m))) return;
    x->met.v[m] = 1;
}

void fixed_cut(StateEngine *se) {
    WordVec *v = &se->fixed.threads;
    while (v->n && v->v[v->n - 1] >= se->metas.n) v->n--;
}

/* --- a form --- */

/* What the static word adds to the key. False: nothing. */
static bool static_term(StateEngine *se, const StaticSlot *st, H128 *term) {
    u64 h;
    Ref r;
    enum StaticValue is = static_value(se, st, static_read(se, st), &h, &r);
    if (is == SV_NONE) return false;
    *term = is == SV_HASH ? mix128(st->name, h) : root_term(st->name, eff(&se->metas.v[st->s.target]));
    return true;
}

/* By definition. */
static H128 sum_anew(StateEngine *se) {
    H128 sum = h128_zero();
    for (u32 i = 1; i < se->metas.n && pays(se, 1); i++)
        if (is_static(&se->metas.v[i])) sum = h128_add(sum, meta_term(se->metas.v[i].h, se->metas.v[i].body));
    for (u32 i = 1; i < se->sslots.n; i++) {
        const StaticSlot *st = &se->sslots.v[i];
        H128 term;
        if (!names_a_thread(st->kind) && static_term(se, st, &term)) sum = h128_add(sum, term);
    }
    return sum;
}

static void take_out(StateEngine *se, H128 term) { se->fixed.rest = h128_sub(se->fixed.rest, term); }

static void set_apart(StateEngine *se, u32 m) {
    if (is_static(&se->metas.v[m]) && named_static(se, m)) ok(se, vec_push(se->cx, &se->fixed.apart, m));
}

/* It has no name by a static; who refers to it that has one? */
static void show_referrers(StateEngine *se, u32 m) {
    for (SlotId id = se->metas.v[m].in; id && pays(se, 1); id = slot_at(se, id)->next) {
        u32 i = id & SLOT_INDEX;
        if (id >> 30 == SLOT_OBJ && !(se->oslots.v[i].owner & SLOT_SKIP)) set_apart(se, se->oslots.v[i].owner);
        if (id >> 30 != SLOT_STATIC || omitted(se, i)) continue;
        u8 kind = se->sslots.v[i].kind;
        if (kind != SK_SKIPREF && kind != SK_KEEP) ok(se, vec_push(se->cx, &se->fixed.refs, i));
    }
}

/* Its label is by what is not in the form. */
static void hide(StateEngine *se, u32 m) {
    const Meta *o = &se->metas.v[m];
    if (!is_static(o)) return;
    take_out(se, meta_term(o->h, o->body));
    show_referrers(se, m);
}

static void hide_name(StateEngine *se, u32 thread) {
    const Meta *o = &se->metas.v[thread];
    SlotId id = o->slots + ref_ordinal(meta_class(se, thread), se->sym_name);
    u32 to = se->oslots.v[id].target;
    if (!is_tree(se, to, id)) return;
    hide(se, to);
    o = &se->metas.v[to];
    for (u32 k = o->slots; k < o->slots + o->n_slots; k++)
        if (is_tree(se, se->oslots.v[k].target, k)) hide(se, se->oslots.v[k].target);
}

static void leave_out(StateEngine *se, u32 slot) {
    const StaticSlot *st = &se->sslots.v[slot];
    H128 term;
    if (!static_term(se, st, &term)) return;
    take_out(se, term);
    se->fixed.rest = h128_add(se->fixed.rest, mix128_3(st->name, mix128(SV_LEFT, 0)));
}

static void find_apart(StateEngine *se) {
    Fixed *x = &se->fixed;
    const Await *a = &se->await;
    for (u32 k = 0; k < x->locked.n && pays(se, 1); k++) set_apart(se, x->locked.v[k]);
    for (u32 k = 0; k < x->threads.n && pays(se, 1); k++) {
        if (!is_static(&se->metas.v[x->threads.v[k]]) || omit_under(se, x->threads.v[k])) continue;
        set_apart(se, x->threads.v[k]);
        hide_name(se, x->threads.v[k]);
    }
    for (u32 k = 0; k < se->tasks.n && pays(se, 1); k++) set_apart(se, se->tasks.v[k]);
    for (u32 k = 0; k < x->crossed.n && pays(se, 1); k++) {
        u32 m = x->crossed.v[k];
        if (m < se->metas.n && se->metas.v[m].rd < RD_WORST && !is_static(&se->metas.v[m])) show_referrers(se, m);
    }
    if (!a->ti) return;
    for (u32 k = 0; k < a->wrote.n && pays(se, OBJECT_WORK); k++) {
        Ref r = state_object_at(se, (u32)(a->wrote.v[k].at - (const u32 *)(const void *)se->heap->base));
        u32 m = r ? ei(se->heap, r)->meta : 0;
        if (m && m < se->metas.n && se->metas.v[m].obj == r) set_apart(se, m);
    }
    for (u32 k = 0; k < a->left.n; k++) leave_out(se, a->left.v[k].slot);
    for (u32 k = 0; k < a->below.n && a->left.n; k++) hide(se, a->below.v[k]);
}

typedef struct Labelled {
    u64 label;
    u32 i;
} Labelled;

static int by_label(const void *a, const void *b) {
    const Labelled *x = a, *y = b;
    return (x->label > y->label) - (x->label < y->label);
}

/* Each once, by its label or by the name of its word. */
static bool sort_once(StateEngine *se, WordVec *v, bool objects) {
    if (v->n < 2) return true;
    Labelled *w = cx_alloc(se->cx, (size_t)v->n * sizeof *w);
    if (!ok(se, w ? ST_OK : ST_ERROR)) return false;
    u32 n = 0, all = v->n;
    for (u32 k = 0; k < all; k++)
        w[k] = (Labelled){objects ? se->metas.v[v->v[k]].h : se->sslots.v[v->v[k]].name, v->v[k]};
    mem_sort(w, all, sizeof *w, by_label);
    for (u32 k = 0; k < all; k++)
        if (!k || w[k].i != w[k - 1].i) v->v[n++] = w[k].i;
    v->n = n;
    cx_free(se->cx, w, (size_t)all * sizeof *w);
    return true;
}

bool fixed_begin(StateEngine *se) {
    Fixed *x = &se->fixed;
    StateTop *t = &se->top;
    if (!x->on && !find_locked(se)) return false;
    drop_unlocked(se);
    if (JPF_UNLIKELY(t->fixed_lost)) t->fixed = sum_anew(se);
    t->fixed_lost = 0;
    x->rest = t->fixed;
    x->apart.n = x->refs.n = 0;
    find_apart(se);
    if (se->failed || !sort_once(se, &x->apart, true) || !sort_once(se, &x->refs, false)) return false;
    for (u32 k = 0; k < x->apart.n; k++)
        take_out(se, meta_term(se->metas.v[x->apart.v[k]].h, se->metas.v[x->apart.v[k]].body));
    for (u32 k = 0; k < x->refs.n; k++) {
        const StaticSlot *st = &se->sslots.v[x->refs.v[k]];
        take_out(se, root_term(st->name, eff(&se->metas.v[st->s.target])));
    }
    for (u32 k = 0; k < x->slots.n; k++) {
        H128 term;
        if (static_term(se, &se->sslots.v[x->slots.v[k]], &term)) x->rest = h128_add(x->rest, term);
    }
    return !se->failed;
}

void fixed_free(StateEngine *se) {
    Fixed *x = &se->fixed;
    vec_free(se->cx, &x->locked);
    vec_free(se->cx, &x->listed);
    vec_free(se->cx, &x->crossed);
    vec_free(se->cx, &x->met);
    vec_free(se->cx, &x->threads);
    vec_free(se->cx, &x->slots);
    vec_free(se->cx, &x->apart);
    vec_free(se->cx, &x->refs);
}
