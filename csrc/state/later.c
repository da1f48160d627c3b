/* later.c -- what grows under search and is moved again and again gets fixed names. Layer 10.
 *
 * A new head on a list that was made under search names all of the list anew, and so does each one after it. So where
 * a transition names very much anew without taking it to another kind of root, the heavy ones of these objects are
 * sealed as in seal.c. From then on an object that refers to a sealed one of its own class, and that lies below one of
 * its own class, is sealed as well, under a name that follows from the one it refers to; it is for as long as one lies
 * above it. So of a list whose head moves all but the head is named from the bottom, whatever the path was, and a
 * change of the head names two objects anew. Where the classes alternate, what is moved and refers to a sealed object
 * is sealed.
 *
 * Still a name may depend on the path, and what is equal but for its history may be two states. Two live objects of a
 * state never have the same name, so that different states have different keys: where a live object has it, another
 * name is taken. Of objects that have become garbage the names are free again, and chains of names are rounds, so that
 * a structure through which objects go for ever (a queue, a cache) has finitely many names. All that is decided here
 * follows from labels and references before the transition and after it (never from Meta.tree, as a sealed object may
 * be held by any of several), so that a transition which is executed again seals the same objects under the same names.
 *
 * The ranks of a list that grows at its head fall by RANK_STEP for each node, from RANK_DEEP on: there is room for
 * insertions between two of them, and for tens of millions of nodes. Where ranks of sealed objects had to move in
 * great numbers after all, they get new ones. */
#include "state/state_int.h"

#define LATER_NAME 0x1A7E51A7E51A7E51ull
#define CHAIN_BITS 24u /* of a name: how far up it is in its chain */
#define CHAIN_MOST (1ull << CHAIN_BITS)
#define CHAIN_LEAST 64u
#define CHAIN_BESIDE 64ull
#define RANK_DEEP 0xC0000000u
#define RANK_STEP 64u

typedef struct Move Move;

/* --- what is written down --- */

static void seal_put(StateEngine *se, u32 m, u64 now) {
    if (m >= se->sealed.n) {
        u32 more = se->metas.n - se->sealed.n;
        if (!ok(se, vec_reserve(se->cx, &se->sealed, more))) return;
        mem_fill(se->sealed.v + se->sealed.n, 0, (size_t)more * 8);
        se->sealed.n = se->metas.n;
    }
    undo_push_word(se, U_SEAL, se->sealed.v[m], m);
    if (!se->failed) se->sealed.v[m] = now;
}

void later_drop(StateEngine *se, u32 m) {
    seal_put(se, m, 0);
    se->top.moved--;
}

static bool is_taken(const StateEngine *se, u64 name, u64 i) {
    return i < se->metas.n && sealed_later(se, (u32)i) && se->metas.v[i].h == name && se->metas.v[i].rd != RD_NONE;
}

static bool is_free(const StateEngine *se, u64 name) {
    u64 i;
    return !map_get(&se->seal_names, name, &i) || !is_taken(se, name, i);
}

/* Who had the name has it again when this is undone (later_undone). */
static void name_give(StateEngine *se, u64 name, u32 m) {
    u64 i;
    if (map_get(&se->seal_names, name, &i)) undo_push_word(se, U_NAME, name, (u32)i);
    ok(se, map_put(&se->seal_names, name, m));
    se->metas.v[m].h = name;
}

void later_undone(StateEngine *se, u32 m, u64 was) {
    u64 i;
    if (!was && map_get(&se->seal_names, se->metas.v[m].h, &i) && i == m) map_del(&se->seal_names, se->metas.v[m].h);
    se->sealed.v[m] = was;
}

/* --- what is found --- */

/* Those that have another label than before; and sealed ones whose rank is another. How many had a name. */
static u32 collect(StateEngine *se) {
    u32 n = 0;
    se->moves.n = 0;
    for (u32 k = 0; k < se->dirty.n && !se->failed; k++) {
        Dirty d = se->dirty.v[k];
        const Meta *m = &se->metas.v[d.meta];
        if (m->rd == RD_NONE || !is_named(m) || sealed_first(se, d.meta)) continue;
        bool fresh = d.had_label != LABEL_HAD, sealed = sealed_later(se, d.meta);
        if (!fresh && (sealed ? m->rd == d.rd0 : m->h == d.h0)) continue;
        bool stays = !fresh && (sealed || m->rd >> 32 == d.rd0 >> 32);
        n += stays;
        ok(se, vec_push(se->cx, &se->moves, ((Move){m->rd, m->h, d.meta, stays, stays, fresh})));
    }
    return n;
}

/* What lies deeper first: nobody comes before what hangs from it. */
static int deepest_first(const void *a, const void *b) {
    const Move *x = a, *y = b;
    if (x->rd != y->rd) return x->rd > y->rd ? -1 : 1;
    return (x->h < y->h) - (x->h > y->h);
}

/* How many of them hang from each. */
static void weigh(StateEngine *se) {
    Map at;
    map_init(&at, se->cx);
    for (u32 k = 0; k < se->moves.n && !se->failed; k++) ok(se, map_put(&at, se->moves.v[k].meta, k));
    for (u32 k = 0; k < se->moves.n && !se->failed; k++) {
        const Move *x = &se->moves.v[k];
        u64 p;
        u32 up = sealed_rank(se, x->meta) ? 0 : parent_of(se, &se->metas.v[x->meta]);
        if (up && map_get(&at, up, &p)) se->moves.v[p].weight += x->weight;
    }
    map_free(&at);
}

/* Does one of its class refer to it from nearer to a root? */
static bool is_covered(StateEngine *se, u32 m) {
    const ClassInfo *ci = meta_class(se, m);
    u64 rd = se->metas.v[m].rd;
    for (SlotId s = se->metas.v[m].in; s && pays(se, 1); s = slot_at(se, s)->next) {
        u32 owner = s >> 30 == SLOT_OBJ ? slot_at(se, s)->owner : SLOT_SKIP;
        if (!(owner & SLOT_SKIP) && se->metas.v[owner].rd < rd && meta_class(se, owner) == ci) return true;
    }
    return false;
}

typedef struct Below { /* of the sealed objects that it refers to and that lie below it */
    u64 least;          /* rank of the highest one; UINT64_MAX: there is none */
    u32 record;         /* one that was sealed under search, of its own class if it can be; 0: none was */
    bool alike;         /* it is of its class */
} Below;

static Below below_of(StateEngine *se, u32 i) {
    Below b = {UINT64_MAX, 0, false};
    const Meta *m = &se->metas.v[i];
    if (!pays(se, m->n_slots)) return b;
    for (u32 s = m->slots; s < m->slots + m->n_slots; s++) {
        u32 t = se->oslots.v[s].target;
        if (!t || se->oslots.v[s].owner & SLOT_SKIP || !sealed_rank(se, t) || se->metas.v[t].rd <= m->rd) continue;
        if (sealed_rank(se, t) < b.least) b.least = sealed_rank(se, t);
        if (!sealed_later(se, t) || b.alike) continue;
        bool alike = meta_class(se, t) == meta_class(se, i);
        if (!b.record || alike) b = (Below){b.least, t, alike};
    }
    return b;
}

/* --- losing the seal --- */

static void uncover(StateEngine *se, u32 m) {
    if (!sealed_later(se, m) || !(se->sealed.v[m] & SEAL_COVERED) || se->metas.v[m].rd == RD_NONE) return;
    if (is_covered(se, m)) return;
    meta_touch(se, m);
    labels_renew(se, m);
    if (!se->failed) later_drop(se, m);
}

/* Of what lost a reference, or is referred to by what has another label now. */
static void uncover_all(StateEngine *se) {
    se->lost.n = 0;
    for (u32 k = 0; k < se->exposed.n && !se->failed; k++) uncover(se, se->exposed.v[k]);
    for (u32 k = 0, n = se->dirty.n; k < n && !se->failed; k++) {
        Dirty d = se->dirty.v[k];
        const Meta *m = &se->metas.v[d.meta];
        if (!d.had_label || (m->rd == d.rd0 && m->h == d.h0)) continue;
        for (u32 s = m->slots, end = s + m->n_slots; s < end && !se->failed; s++)
            if (se->oslots.v[s].target) uncover(se, se->oslots.v[s].target);
    }
    for (u32 k = 0; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
    labels_run(se);
}

/* --- getting it --- */

/* Above what hangs from it, in its own class of roots. */
static u64 rank_for(const Move *x, const Below *b) {
    u64 cls = x->rd >> 32 << 32, deep = cls | RANK_DEEP;
    u64 least = b->least < deep + RANK_STEP ? b->least : deep + RANK_STEP;
    return least >= x->rd + RANK_STEP ? least - RANK_STEP : x->rd;
}

/* The first name that is free of a chain's, beside it and then along it; round is more than there are names in use. */
static u64 name_of(const StateEngine *se, u64 chain, u64 at, u64 round) {
    for (u64 k = 0;; k++) {
        u64 c = (chain & ~(CHAIN_BESIDE - 1)) | ((chain + k) & (CHAIN_BESIDE - 1));
        u64 name = c << CHAIN_BITS | ((at + k / CHAIN_BESIDE) & (round - 1));
        if (name && is_free(se, name)) return name;
    }
}

static u64 name_for(const StateEngine *se, const Move *x, const Below *b) {
    u64 round = CHAIN_LEAST, above = b->record ? se->metas.v[b->record].h : 0;
    while (round < 4 * (u64)se->top.moved && round < CHAIN_MOST) round *= 2;
    if (b->record) return name_of(se, above >> CHAIN_BITS, above + 1, round);
    u64 kind = meta_class(se, x->meta)->key + x->weight,
        first = name_hash(kind, LATER_NAME) >> CHAIN_BITS << CHAIN_BITS;
    if (is_free(se, first)) return first;
    return name_of(se, name_hash(kind, LATER_NAME + (u16)x->h) >> CHAIN_BITS, 0, round);
}

/* Does it get a seal, or a sealed one a new rank? */
static bool seal_one(StateEngine *se, const Move *x, bool many) {
    u64 kept = x->meta < se->sealed.n ? se->sealed.v[x->meta] : 0;
    if (kept && !many) return false;
    Below b = below_of(se, x->meta);
    if (kept) {
        seal_put(se, x->meta, rank_for(x, &b) | (kept & ~SEAL_RANK));
        return true;
    }
    bool heavy = many && x->stays && x->weight >= se->seal_weight;
    if (!b.alike && !heavy && (!b.record || x->fresh)) return false;
    bool covered = is_covered(se, x->meta);
    if (b.alike && !covered) return false;
    name_give(se, name_for(se, x, &b), x->meta);
    seal_put(se, x->meta, rank_for(x, &b) | SEAL_LATER | (covered ? SEAL_COVERED : 0));
    se->top.moved++;
    return true;
}

void later_settle(StateEngine *se) {
    if (!se->top.sealed) return;
    if (se->top.moved) uncover_all(se);
    bool many = collect(se) >= se->seal_moved;
    u32 n = 0, all = se->moves.n;
    if (!all || (!many && !se->top.moved) || se->failed) return;
    Move *v = se->moves.v;
    if (all > 1 && !ok(se, cx_sort(se->cx, v, all, sizeof *v, deepest_first) ? ST_OK : ST_ERROR)) return;
    if (many) weigh(se);
    for (u32 k = 0; k < all && !se->failed; k++)
        if (seal_one(se, &v[k], many)) v[n++] = v[k];
    if (!n) return;
    se->lost.n = 0;
    for (u32 k = 0; k < n && !se->failed; k++) labels_renew(se, v[k].meta);
    for (u32 k = 0; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
    labels_run(se);
}

/* --- states that are made again --- */

Later state_later(const StateEngine *se, Ref r) {
    u32 i = ei(se->heap, r)->meta;
    if (!i || !sealed_later(se, i) || se->metas.v[i].obj != r) return (Later){r, 0, 0};
    return (Later){r, se->sealed.v[i], se->metas.v[i].h};
}

Status state_seal_later(StateEngine *se, Later l) { return vec_push(se->cx, &se->resealed, l); }

void later_again(StateEngine *se) {
    u32 from = se->lost.n;
    for (u32 k = 0; k < se->resealed.n && !se->failed; k++) {
        Later l = se->resealed.v[k];
        if (!heap_is_object(se->heap, l.obj) || is_immortal(ei(se->heap, l.obj))) continue;
        u32 i = meta_of(se, l.obj);
        if (!i) return;
        meta_touch(se, i);
        labels_renew(se, i);
        if (sealed_later(se, i)) later_drop(se, i);
        if (!l.sealed || se->failed) continue;
        name_give(se, l.h, i);
        seal_put(se, i, l.sealed);
        se->top.moved++;
    }
    for (u32 k = 0; k < se->resealed.n && !se->failed; k++) { /* what was offered before has another name */
        Ref r = se->resealed.v[k].obj;
        if (heap_is_object(se->heap, r) && !is_immortal(ei(se->heap, r))) offers_in(se, ei(se->heap, r)->meta);
    }
    for (u32 k = from; k < se->lost.n && !se->failed; k++) offers_in(se, se->lost.v[k]);
    se->resealed.n = 0;
}
