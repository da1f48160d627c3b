/* link.c -- records of objects, their reference slots, and the undo log. Layer 10.
 *
 * All tables are stacks: what a transition makes lies above what was there, and undo cuts it off. A
 * failed allocation sets se->failed, which ends the transition as an error; until then everything
 * here leaves the tables consistent. */
#include "classes/times.h"
#include "state/state_int.h"

/* --- undo log --- */

bool undo_grow(StateEngine *se) {
    if (cold_due(&se->undo.cold, 2 * se->undo.n) &&
        cold_pack(se->cx, &se->undo.cold, (u32 *)se->undo.v, 2 * se->undo.n) != ST_OK) {
        se->failed = true;
        return false;
    }
    enum { MOST = 1024 }; /* a record is less */
    u64 cap = cold_room(&se->undo.cold, se->undo.cap ? se->undo.cap : 512, se->undo.n + MOST, 8);
    u64 *v = cx_realloc(se->cx, se->undo.v, se->undo.cap * 8, cap * 8);
    if (!v) {
        se->failed = true;
        return false;
    }
    se->undo.v = v;
    se->undo.cap = cap;
    return true;
}

#define META_SAVED (offsetof(Meta, in) / 8)
#define REC_SAVED 4
enum { RECORD = 16 };
_Static_assert(META_SAVED < RECORD && REC_SAVED < RECORD, "a record is found whole");

/* The record that ends at word n is read; those behind it are not read any more. */
static const u64 *undo_plain(StateEngine *se, u64 n) {
    u64 from = n > RECORD ? n - RECORD : 0;
    if (2 * from < se->undo.cold.plain) {
        cold_unpack(se->cx, &se->undo.cold, (u32 *)se->undo.v, 2 * from);
        u64 cap = cold_fit(&se->undo.cold, se->undo.cap, n, 8);
        u64 *v = cap < se->undo.cap ? cx_realloc(se->cx, se->undo.v, se->undo.cap * 8, cap * 8) : NULL;
        if (v) {
            se->undo.v = v;
            se->undo.cap = cap;
        }
    }
    return se->undo.v;
}
static inline const u64 *undo_at(StateEngine *se, u64 n) {
    return JPF_LIKELY(2 * n >= se->undo.cold.plain + 2 * RECORD) ? se->undo.v : undo_plain(se, n);
}

void undo_push_word(StateEngine *se, enum UndoKind kind, u64 word, u32 index) {
    if (se->remaking || !undo_room(se, 2)) return;
    se->undo.v[se->undo.n++] = word;
    se->undo.v[se->undo.n++] = (u64)kind << 61 | index;
}

void undo_run(StateEngine *se) {
    const StateTop *t = &se->top;
    const u64 *v = se->undo.v;
    u64 n = se->undo.n, rd, h;
    while (n > t->pos) {
        v = undo_at(se, n);
        u64 tag = v[--n];
        u32 arg = (u32)(tag >> 32) & MAX_META, i = (u32)tag;
        switch ((enum UndoKind)(tag >> 61)) {
        case U_LINK: {
            /* a target above the mark vanishes, and its list is not kept up any more */
            Slot *s = slot_at(se, i);
            if (s->target && s->target < t->n_metas) slot_unlink(se, i);
            s->target = arg;
            if (arg && arg < t->n_metas) slot_link(se, i, arg);
            break;
        }
        case U_SIB: se->rslots.v[i].sib = arg; break;
        case U_META:
            n -= META_SAVED;
            own_touched(se, i);
            rd = se->metas.v[i].rd;
            h = eff(&se->metas.v[i]);
            memcpy(&se->metas.v[i], v + n, META_SAVED * 8);
            own_renamed(se, i, rd, h);
            if (i < t->n_metas) fixed_locked(se, i);
            break;
        case U_BORN: {
            const Meta *m = &se->metas.v[i];
            for (u32 k = m->slots; k < m->slots + m->n_slots; k++) {
                u32 to = se->oslots.v[k].target;
                if (to && to < t->n_metas) slot_unlink(se, k);
                se->oslots.v[k].target = 0;
            }
            break;
        }
        case U_REC: {
            Rec *r = &se->recs.v[i];
            n -= REC_SAVED;
            memcpy(&r->sum, v + n, REC_SAVED * 8);
            r->first = arg;
            own_thread(se, r->thread);
            break;
        }
        case U_SEAL: later_undone(se, i, v[--n]); break;
        case U_NAME: ok(se, map_put(&se->seal_names, v[--n], i)); break; /* another one went: nothing is allocated */
        }
    }
    se->undo.n = n;
    own_cut(se, t->n_metas);
    for (u32 i = t->n_recs; i < se->recs.n; i++) own_thread(se, se->recs.v[i].thread);
    se->metas.n = t->n_metas;
    if (!t->sealed) se->sealed.n = 0;
    while (se->tasks.n && se->tasks.v[se->tasks.n - 1] >= se->metas.n) se->tasks.n--;
    fixed_cut(se);
    se->oslots.n = t->n_oslots;
    se->rslots.n = t->n_rslots;
    se->recs.n = t->n_recs;
    se->thread_recs.n = t->n_threads;
}

void state_each_changed(StateEngine *se, u64 from, void (*fn)(void *arg, Ref r, bool was), void *arg) {
    cold_plain(se->cx, &se->undo.cold, (u32 *)se->undo.v, 2 * from);
    for (u64 n = se->undo.n; n > from;) {
        u64 tag = se->undo.v[--n];
        u32 i = (u32)tag;
        switch ((enum UndoKind)(tag >> 61)) {
        case U_META:
            n -= META_SAVED;
            if (se->metas.v[i].obj) fn(arg, se->metas.v[i].obj, se->undo.v[n] != RD_NONE);
            break;
        case U_BORN:
            if (se->metas.v[i].obj) fn(arg, se->metas.v[i].obj, false);
            break;
        case U_REC: n -= REC_SAVED; break;
        case U_SEAL:
        case U_NAME: n--; break;
        case U_LINK:
        case U_SIB: break;
        }
    }
}

void state_each_sealed(StateEngine *se, u64 from, void (*fn)(void *arg, Ref r), void *arg) {
    cold_plain(se->cx, &se->undo.cold, (u32 *)se->undo.v, 2 * from);
    for (u64 n = se->undo.n; n > from;) {
        u64 tag = se->undo.v[--n];
        u32 i = (u32)tag;
        switch ((enum UndoKind)(tag >> 61)) {
        case U_META: n -= META_SAVED; break;
        case U_REC: n -= REC_SAVED; break;
        case U_NAME: n--; break;
        case U_SEAL:
            n--;
            if (se->metas.v[i].obj) fn(arg, se->metas.v[i].obj);
            break;
        case U_BORN:
        case U_LINK:
        case U_SIB: break;
        }
    }
}

/* --- slots --- */

void slot_link(StateEngine *se, SlotId id, u32 target) {
    Slot *s = slot_at(se, id);
    Meta *m = &se->metas.v[target];
    own_touched(se, target);
    s->target = target;
    s->prev = 0;
    s->next = m->in;
    if (m->in) slot_at(se, m->in)->prev = id;
    m->in = id;
}

void slot_unlink(StateEngine *se, SlotId id) {
    Slot *s = slot_at(se, id);
    own_touched(se, s->target);
    own_unlinked(se, s->target);
    if (s->prev) slot_at(se, s->prev)->next = s->next;
    else se->metas.v[s->target].in = s->next;
    if (s->next) slot_at(se, s->next)->prev = s->prev;
}

void slot_set(StateEngine *se, SlotId id, u32 target) {
    Slot *s = slot_at(se, id);
    u32 old = s->target;
    if (old == target) return;
    undo_push(se, U_LINK, old, id);
    if (se->failed) return;
    if (old) {
        slot_unlink(se, id);
        s->target = 0;
        if (se->metas.v[old].tree == id) ok(se, vec_push(se->cx, &se->cuts, old));
        if (JPF_UNLIKELY(sealed_later(se, old))) ok(se, vec_push(se->cx, &se->exposed, old));
        if (JPF_UNLIKELY(se->metas.v[old].flags & META_REST)) ok(se, vec_push(se->cx, &se->rests, old));
    }
    if (target) slot_link(se, id, target);
}

/* --- records --- */

bool meta_save(StateEngine *se, u32 i) {
    if (!undo_room(se, META_SAVED + 1)) return false;
    u64 *v = se->undo.v + se->undo.n;
    memcpy(v, &se->metas.v[i], META_SAVED * 8);
    v[META_SAVED] = (u64)U_META << 61 | i;
    se->undo.n += META_SAVED + 1;
    return true;
}

void meta_touch_slow(StateEngine *se, u32 i) {
    Meta *m = &se->metas.v[i];
    own_touched(se, i);
    Dirty d = {i, m->rd != RD_NONE, eff(m), m->rd};
    if (!ok(se, vec_push(se->cx, &se->dirty, d))) return;
    if (!se->remaking && !meta_save(se, i)) {
        se->dirty.n--;
        return;
    }
    m->dirty = se->dirty.n;
    if (m->rd >= RD_WORST) return;
    H128 term = meta_term(m->h, m->body);
    se->top.key = h128_sub(se->top.key, term);
    if (is_static(m)) se->top.fixed = h128_sub(se->top.fixed, term);
}

void rec_touch_slow(StateEngine *se, u32 i) {
    Rec *r = &se->recs.v[i];
    r->pass = se->pass;
    rec_mark(se, i);
    if (se->remaking || !undo_room(se, REC_SAVED + 1)) return;
    _Static_assert(offsetof(Rec, own) == offsetof(Rec, sum) + 16, "both are saved at once");
    u64 *v = se->undo.v + se->undo.n;
    memcpy(v, &r->sum, REC_SAVED * 8);
    v[REC_SAVED] = (u64)U_REC << 61 | (u64)r->first << 32 | i;
    se->undo.n += REC_SAVED + 1;
}

static u32 meta_new(StateEngine *se, Ref r, ElementInfo *e) {
    u32 i = se->metas.n;
    if (i >= MAX_META) {
        cx_fail(se->cx, ERR_NOMEM, "too many objects on one path");
        se->failed = true;
        return 0;
    }
    if (!ok(se, vec_reserve(se->cx, &se->metas, 1)) || !ok(se, vec_reserve(se->cx, &se->dirty, 1))) return 0;
    const TaskClass *task = ei_class(se->heap, e)->task;
    if (JPF_UNLIKELY(task && (task->time || task->number)) && !ok(se, vec_push(se->cx, &se->tasks, i))) return 0;
    if (JPF_UNLIKELY(task != NULL)) se->tasked = true;
    if (JPF_UNLIKELY(fixed_thread(se, ei_class(se->heap, e))) && !ok(se, vec_push(se->cx, &se->fixed.threads, i)))
        return 0;
    u32 rest = ei_class(se->heap, e)->rest ? META_REST : 0;
    if (JPF_UNLIKELY(rest) && !ok(se, vec_push(se->cx, &se->rests, i))) return 0;
    undo_push(se, U_BORN, 0, i);
    if (se->failed) return 0;
    se->metas.n++;
    se->dirty.v[se->dirty.n++] = (Dirty){i, 0, 0, RD_NONE};
    se->metas.v[i] = (Meta){.rd = RD_NONE, .obj = r, .dirty = se->dirty.n, .flags = META_NEW | META_STALE | rest};
    e->meta = i;
    return i;
}

u32 meta_of(StateEngine *se, Ref r) {
    ElementInfo *e = ei(se->heap, r);
    u32 i = e->meta;
    if (JPF_LIKELY(i && i < se->metas.n && se->metas.v[i].obj == r)) return i;
    if (JPF_UNLIKELY(!heap_is_object(se->heap, r))) {
        cx_fail(se->cx, ERR_INTERNAL, "state: a reference to no object (%u)", r);
        se->failed = true;
        return 0;
    }
    return meta_new(se, r, e);
}

u64 imm_label(StateEngine *se, Ref r) {
    ElementInfo *e = ei(se->heap, r);
    u32 i = e->meta;
    if (JPF_LIKELY(i && i < se->imm.n && se->imm.v[i].obj == r)) return se->imm.v[i].label;
    struct ImmRec n = {heap_label_seed(se->heap, r), r, 0};
    if (!n.label) n.label = 1;
    if (ok(se, vec_push(se->cx, &se->imm, n))) e->meta = se->imm.n - 1;
    return n.label;
}

/* --- content --- */

u32 ref_ordinal(const ClassInfo *ci, u32 word) {
    u32 lo = 0, hi = ci->n_ref_words;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (ci->ref_words[mid] < word) lo = mid + 1;
        else hi = mid;
    }
    return lo < ci->n_ref_words && ci->ref_words[lo] == word ? lo : UINT32_MAX;
}

static inline u8 kind_of(const ClassInfo *ci, u32 word) {
    if (ci->kind == CK_ARRAY) return ci->elem_type == T_REF ? WK_REF : WK_PRIM;
    return ci->kinds[word];
}

H128 object_prims(StateEngine *se, Ref r) {
    const ElementInfo *e = ei(se->heap, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *w = ei_words((ElementInfo *)e);
    H128 b = body_start(ci, e->len);
    b = h128_add(b, header_term(TAG_LOCK, lock_value(se, e->lock)));
    b = h128_add(b, header_term(TAG_HASH, e->hf >> 8));
    if (ci->kind == CK_ARRAY) {
        if (ci->elem_type == T_REF) return b;
        u64 n = (((u64)e->len << ci->elem_shift) + 3) / 4;
        if (!pays(se, n)) return b;
        for (u64 i = 0; i < n; i++)
            if (w[i]) b = h128_add(b, prim_term((u32)i, w[i]));
        return b;
    }
    u32 n = (ci->inst_size - OBJ_HEADER) / 4;
    for (u32 i = 0; i < n; i++)
        if (w[i] && wk_number(ci->kinds[i])) b = h128_add(b, prim_term(i, w[i]));
    return b;
}

/* The value of reference slot `ord` of record m is r, which is not null and not yet linked. `whole`:
 * the body is being made anew; else what immortal objects put into it is there already. */
static void ref_in(StateEngine *se, u32 m, u32 ord, Ref r, bool whole, bool fresh) {
    SlotId id = se->metas.v[m].slots + ord;
    bool skip = se->oslots.v[id].owner & SLOT_SKIP;
    if (is_immortal(ei(se->heap, r))) {
        if (whole && !skip) se->metas.v[m].body = h128_add(se->metas.v[m].body, ref_term(ord, imm_label(se, r)));
        return;
    }
    u32 t = meta_of(se, r);
    if (!t) return;
    if (fresh) slot_link(se, id, t);
    else slot_set(se, id, t);
    if (!skip) se->metas.v[m].body = h128_add(se->metas.v[m].body, ref_term(ord, before(se, &se->metas.v[t])));
}

static bool slots_make(StateEngine *se, u32 i, const ClassInfo *ci, u32 n) {
    if ((u64)se->oslots.n + n > SLOT_INDEX) {
        cx_fail(se->cx, ERR_NOMEM, "too many references on one path");
        se->failed = true;
        return false;
    }
    if (!ok(se, vec_reserve(se->cx, &se->oslots, n))) return false;
    u32 at = se->oslots.n;
    bool fields = ci->kind != CK_ARRAY;
    for (u32 k = 0; k < n; k++) {
        u32 skip = fields && ci->kinds[ci->ref_words[k]] == WK_SKIPREF ? SLOT_SKIP : 0;
        se->oslots.v[at + k] = (Slot){0, 0, 0, i | skip};
    }
    se->oslots.n += n;
    se->metas.v[i].slots = at;
    se->metas.v[i].n_slots = n;
    return true;
}

void meta_sync(StateEngine *se, u32 i) {
    Ref r = se->metas.v[i].obj;
    const ElementInfo *e = ei(se->heap, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *w = ei_words((ElementInfo *)e);
    bool fresh = se->metas.v[i].flags & META_NEW, array = ci->kind == CK_ARRAY;
    bool whole = se->metas.v[i].flags & (META_NEW | META_BACK);
    u32 n = array ? (ci->elem_type == T_REF ? e->len : 0) : ci->n_ref_words;
    se->metas.v[i].flags &= ~(u32)(META_STALE | META_BACK);
    if (fresh) {
        if (n && !slots_make(se, i, ci, n)) return;
        cover_object(se, r, ei_bytes(se->heap, e));
    }
    if (whole) se->metas.v[i].body = object_prims(se, r);
    if (whole) fixed_locked(se, i);
    for (u32 k = 0; k < n && !se->failed; k++) {
        Ref v = w[array ? k : ci->ref_words[k]];
        if (v && !se->oslots.v[se->metas.v[i].slots + k].target) ref_in(se, i, k, v, whole, fresh);
    }
}

/* --- logged words --- */

/* A page is 4 KiB of the region. Large objects are found through the pages they cover whole. */
#define PAGE_SHIFT 12u
enum { NEAR_LEN = 256 };

void cover_object(StateEngine *se, Ref r, u64 bytes) {
    u64 from = (u64)r << 3;
    if (JPF_LIKELY(bytes <= 1u << PAGE_SHIFT)) return;
    for (u64 p = (from >> PAGE_SHIFT) + 1; p << PAGE_SHIFT < from + bytes; p++) ok(se, map_put(&se->cover, p, r));
}

/* An entry of `cover` may be out of date; then its object is gone or does not reach so far. */
Ref object_at(StateEngine *se, u32 widx) {
    Heap *h = se->heap;
    Ref r = heap_find(h, widx, 8);
    if (JPF_LIKELY(r)) return r;
    u64 v;
    if (map_get(&se->cover, (u64)widx * 4 >> PAGE_SHIFT, &v) && heap_is_object(h, (Ref)v) &&
        v * 8 + ei_bytes(h, ei(h, (Ref)v)) > (u64)widx * 4)
        return (Ref)v;
    r = heap_find(h, widx, UINT32_MAX);
    if (r) cover_object(se, r, ei_bytes(h, ei(h, r)));
    return r;
}

Ref state_object_at(StateEngine *se, u32 widx) {
    Ref r = object_at(se, widx);
    return r && (u64)widx * 4 < (u64)r * 8 + ei_bytes(se->heap, ei(se->heap, r)) ? r : 0;
}

static void header_changed(StateEngine *se, u32 i, u32 word, u32 old, u32 now) {
    u64 tag = TAG_LOCK, a, b;
    if (word == offsetof(ElementInfo, lock) / 4) {
        a = lock_value(se, old);
        b = lock_value(se, now);
    } else if (word == offsetof(ElementInfo, hf) / 4) {
        tag = TAG_HASH;
        a = old >> 8;
        b = now >> 8;
    } else return;
    if (a == b) return;
    meta_touch(se, i);
    Meta *m = &se->metas.v[i];
    m->body = h128_add(h128_sub(m->body, header_term(tag, a)), header_term(tag, b));
    fixed_locked(se, i);
}

static void ref_changed(StateEngine *se, u32 i, u32 ord, u32 old, u32 now) {
    Meta *m = &se->metas.v[i];
    SlotId id = m->slots + ord;
    bool skip = se->oslots.v[id].owner & SLOT_SKIP;
    u32 t = se->oslots.v[id].target;
    u64 h = t ? before(se, &se->metas.v[t]) : old ? imm_label(se, old) : 0;
    if (!skip) {
        meta_touch(se, i);
        m->body = h128_sub(m->body, ref_term(ord, h));
        chunk_touch(se, i, ord);
    }
    if (t) slot_set(se, id, 0);
    if (!now) return;
    if (is_immortal(ei(se->heap, now))) {
        if (!skip) m->body = h128_add(m->body, ref_term(ord, imm_label(se, now)));
    } else ok(se, vec_push(se->cx, &se->late, ((LateLink){id, now})));
}

void ref_anew(StateEngine *se, SlotId id) {
    u32 i = se->oslots.v[id].owner & ~SLOT_SKIP;
    const Meta *m = &se->metas.v[i];
    if (!m->obj || m->rd == RD_NONE) return;
    ElementInfo *e = ei(se->heap, m->obj);
    const ClassInfo *ci = ei_class(se->heap, e);
    u32 ord = id - m->slots;
    Ref r = ei_words(e)[ci->kind == CK_ARRAY ? ord : ci->ref_words[ord]];
    ref_changed(se, i, ord, r, r);
}

/* Who writes many words mostly writes those of one array. */
static inline Ref object_near(StateEngine *se, u32 widx) {
    if (widx - se->near.from < se->near.n) return se->near.obj;
    Ref r = object_at(se, widx);
    if (!r || ei(se->heap, r)->len < NEAR_LEN) return r;
    se->near.obj = r;
    se->near.from = 2 * r;
    se->near.n = (u32)(ei_bytes(se->heap, ei(se->heap, r)) / 4);
    return r;
}

void word_changed(StateEngine *se, u32 widx, u32 old) {
    Heap *h = se->heap;
    u32 now = ((const u32 *)h->base)[widx];
    if (now == old || !pays(se, OBJECT_WORK)) return;
    Ref r = object_near(se, widx);
    ElementInfo *e = ei(h, r);
    if (!r) {
        cx_fail(se->cx, ERR_INTERNAL, "state: a logged word belongs to no object");
        se->failed = true;
        return;
    }
    if (is_immortal(e)) {
        static_changed(se, r, widx, old);
        return;
    }
    u32 i = e->meta;
    /* garbage of an earlier transition, or not linked yet: its words are read when it is */
    if (!i || i >= se->metas.n || se->metas.v[i].obj != r || se->metas.v[i].rd == RD_NONE) return;
    u32 word = widx - r * 2;
    if (word < OBJ_HEADER / 4) {
        header_changed(se, i, word, old, now);
        return;
    }
    word -= OBJ_HEADER / 4;
    const ClassInfo *ci = ei_class(h, e);
    if (ci->kind != CK_ARRAY && word >= (ci->inst_size - OBJ_HEADER) / 4) return;
    if (JPF_UNLIKELY(se->metas.v[i].flags & META_REST) && !ok(se, vec_push(se->cx, &se->rests, i))) return;
    switch (kind_of(ci, word)) {
    case WK_VM:
    case WK_PRIM:
        meta_touch(se, i);
        Meta *m = &se->metas.v[i];
        m->body = h128_add(h128_sub(m->body, prim_term(word, old)), prim_term(word, now));
        chunk_touch(se, i, word);
        if (JPF_UNLIKELY(ci->count_kind == COUNT_OWN && word + 1 == ci->count_word))
            ok(se, vec_push(se->cx, &se->counts, i));
        break;
    case WK_REF:
    case WK_SKIPREF: ref_changed(se, i, ci->kind == CK_ARRAY ? word : ref_ordinal(ci, word), old, now); break;
    default: break;
    }
}
