/* statics.c -- immortal objects, the intern table, and what else holds objects. Layer 10.
 *
 * The boot image has some ten thousand objects that nobody touches. A word of an immortal object
 * enters the key only while it differs from its first value, which is remembered when the word is first
 * written and never forgotten: the term of a word is then a function of the state, and the image costs
 * nothing. Words of the image that refer to other objects when the search begins (none, as a rule)
 * count as changed from null. */
#include "state/state_int.h"

typedef struct Scan {
    StateEngine *se;
    bool failed;
} Scan;

static u32 static_new(StateEngine *se, StaticSlot st) {
    u32 i = se->sslots.n;
    if (i >= SLOT_INDEX) {
        cx_fail(se->cx, ERR_NOMEM, "too many static words");
        se->failed = true;
        return 0;
    }
    return ok(se, vec_push(se->cx, &se->sslots, st)) ? i : 0;
}

/* What a word of immortal object r is. */
static u8 static_kind(StateEngine *se, Ref r, u32 widx) {
    Heap *h = se->heap;
    ElementInfo *e = ei(h, r);
    u32 word = widx - r * 2;
    if (word < OBJ_HEADER / 4) {
        if (word == offsetof(ElementInfo, lock) / 4) return SK_LOCK;
        return word == offsetof(ElementInfo, hf) / 4 ? SK_HASH : SK_IGNORE;
    }
    word -= OBJ_HEADER / 4;
    const ClassInfo *of = mirror_class(h, r);
    if (of && of->mirror_p) {
        u64 at = (u64)((const u32 *)h->base + widx - of->mirror_p);
        /* no code runs and nobody waits when it is initialized, so nobody can tell whether it is */
        if (at < 2 && (of->attrs & CA_INIT_TRIVIAL)) return SK_IGNORE;
        if (at == 1) return SK_THREAD;
    }
    Shape s = ei_shape(h, e);
    if (word >= s.n_words) return SK_IGNORE;
    switch (s.kinds ? s.kinds[word] : s.all_kind) {
    case WK_VM:
    case WK_PRIM: return SK_PRIM;
    case WK_REF: return SK_REF;
    case WK_SKIPREF: return SK_SKIPREF;
    default: return SK_IGNORE;
    }
}

static u32 static_word(StateEngine *se, Ref r, u32 widx, u32 first) {
    u64 v;
    if (JPF_LIKELY(map_get(&se->static_of, widx, &v))) return (u32)v;
    u8 kind = static_kind(se, r, widx);
    u64 name = name_hash(imm_label(se, r), widx - r * 2);
    u32 i = static_new(se, (StaticSlot){.name = name, .widx = widx, .pristine = first, .kind = kind});
    if (i && !ok(se, map_put(&se->static_of, widx, i))) return 0;
    if (i && names_a_thread(kind) && !ok(se, vec_push(se->cx, &se->fixed.slots, i))) return 0;
    return i;
}

enum StaticValue static_value(StateEngine *se, const StaticSlot *st, u32 v, u64 *h, Ref *r) {
    *h = 0;
    *r = 0;
    switch ((enum StaticKind)st->kind) {
    case SK_PRIM: *h = v; return v == st->pristine ? SV_NONE : SV_HASH;
    case SK_LOCK: *h = lock_value(se, v); return v == st->pristine ? SV_NONE : SV_HASH;
    case SK_HASH: *h = v >> 8; return v >> 8 == st->pristine >> 8 ? SV_NONE : SV_HASH;
    case SK_THREAD: *h = lock_value(se, v << 16); return v == st->pristine ? SV_NONE : SV_HASH;
    case SK_REF:
        if (v == st->pristine) return SV_NONE;
        if (!v) *h = H_NULL;
        else if (is_immortal(ei(se->heap, v))) *h = imm_label(se, v);
        else {
            *r = v;
            return SV_OBJECT;
        }
        return SV_HASH;
    case SK_INTERN:
        if (!v || is_immortal(ei(se->heap, v))) return SV_NONE;
        *r = v;
        return SV_OBJECT;
    case SK_SKIPREF:
    case SK_KEEP:
    case SK_IGNORE: return SV_NONE;
    }
    return SV_NONE;
}

static void relink(StateEngine *se, u32 i, Ref r) {
    u32 t = r ? meta_of(se, r) : 0;
    SlotId id = slot_id(SLOT_STATIC, i);
    if (se->sslots.v[i].s.target == t) return;
    slot_set(se, id, t);
    if (t) ok(se, vec_push(se->cx, &se->cands, id));
}

/* The key gets the term of a static word. */
static void key_add(StateEngine *se, const StaticSlot *st, H128 term) {
    se->top.key = h128_add(se->top.key, term);
    if (!names_a_thread(st->kind)) se->top.fixed = h128_add(se->top.fixed, term);
}

static void key_sub(StateEngine *se, const StaticSlot *st, H128 term) { key_add(se, st, h128_sub(h128_zero(), term)); }

/* Of the object that its word refers to. */
static H128 target_term(const StateEngine *se, const StaticSlot *st) {
    return root_term(st->name, before(se, &se->metas.v[st->s.target]));
}

/* Value `old`, whose link the slot has, becomes what the word holds now. */
void static_set(StateEngine *se, u32 i, u32 old) {
    StaticSlot *st = &se->sslots.v[i];
    u32 now = static_read(se, st);
    u64 h;
    Ref r;
    if (st->kind == SK_IGNORE) return;
    static_mark(se, i);
    if (st->kind == SK_SKIPREF) {
        relink(se, i, now && !is_immortal(ei(se->heap, now)) ? now : 0);
        return;
    }
    if (st->s.target) key_sub(se, st, target_term(se, st));
    else if (static_value(se, st, old, &h, &r) == SV_HASH) key_sub(se, st, mix128(st->name, h));
    enum StaticValue is = static_value(se, st, now, &h, &r);
    if (is == SV_HASH) key_add(se, st, mix128(st->name, h));
    relink(se, i, is == SV_OBJECT ? r : 0);
    st = &se->sslots.v[i];
    if (st->s.target) key_add(se, st, target_term(se, st));
}

void static_changed(StateEngine *se, Ref r, u32 widx, u32 old) {
    u32 i = static_word(se, r, widx, old);
    if (!i || (!se->top.begun && se->sslots.v[i].at_start)) return;
    static_set(se, i, old);
}

/* --- the beginning --- */

static void start_word(Scan *sc, Ref r, u32 word) {
    StateEngine *se = sc->se;
    Ref v = ei_words(ei(se->heap, r))[word];
    if (!v || is_immortal(ei(se->heap, v))) return;
    u32 i = static_word(se, r, r * 2 + OBJ_HEADER / 4 + word, 0);
    if (!i || !ok(se, vec_push(se->cx, &se->at_start, i))) sc->failed = true;
    else se->sslots.v[i].at_start = 1;
}

static void start_object(void *arg, Ref r) {
    Scan *sc = arg;
    ElementInfo *e = ei(sc->se->heap, r);
    if (!is_immortal(e)) return;
    cover_object(sc->se, r, ei_bytes(sc->se->heap, e));
    Shape s = ei_shape(sc->se->heap, e);
    for (u32 i = 0; i < s.n_refs; i++) start_word(sc, r, s.ref_words ? s.ref_words[i] : i);
}

static Status keep_slot(StateEngine *se, u64 name, u32 *out) {
    *out = static_new(se, (StaticSlot){.name = name_hash(name, 0x4B656570), .kind = SK_KEEP});
    return se->failed ? ST_ERROR : ST_OK;
}

Status statics_init(StateEngine *se) {
    Scan sc = {se, false};
    if (static_new(se, (StaticSlot){.kind = SK_IGNORE}) || se->failed) return ST_ERROR; /* 0: none */
    if (keep_slot(se, 1, &se->uncaught_slot)) return ST_ERROR;
    heap_each(se->heap, start_object, &sc);
    return sc.failed || se->failed ? ST_ERROR : ST_OK;
}

void statics_start(StateEngine *se) {
    for (u32 i = 0; i < se->at_start.n && !se->failed; i++) static_set(se, se->at_start.v[i], 0);
}

/* --- others --- */

static void intern_entry(StateEngine *se, u32 index) {
    while (se->intern_slot.n <= index)
        if (!ok(se, vec_push(se->cx, &se->intern_slot, 0))) return;
    const InternEntry *e = &se->heap->intern.v[index];
    u32 i = se->intern_slot.v[index];
    bool object = e->cur && !is_immortal(ei(se->heap, e->cur));
    if (!i) {
        if (!object) return;
        u64 name = name_hash(e->hash, 0x496E7465726Eull + e->len);
        i = static_new(se, (StaticSlot){.name = name, .widx = index, .kind = SK_INTERN});
        if (!i) return;
        se->intern_slot.v[index] = i;
    }
    static_mark(se, i);
    StaticSlot *st = &se->sslots.v[i];
    if (st->s.target) key_sub(se, st, target_term(se, st));
    relink(se, i, object ? e->cur : 0);
    st = &se->sslots.v[i];
    if (st->s.target) key_add(se, st, target_term(se, st));
}

void static_anew(StateEngine *se, u32 i) {
    const StaticSlot *st = &se->sslots.v[i];
    if (st->kind == SK_INTERN) intern_entry(se, st->widx);
    else if (st->kind != SK_KEEP) static_set(se, i, static_read(se, st));
}

/* An object that is kept though nothing of the program may refer to it; r may be out of date. */
static void keep(StateEngine *se, u32 i, Ref r) {
    const Heap *h = se->heap;
    bool live = r && heap_is_object(h, r) && !is_immortal(ei(h, r));
    if (live && se->top.begun && ei(h, r)->birth != h->epoch) {
        u32 m = ei(h, r)->meta;
        live = m && m < se->metas.n && se->metas.v[m].obj == r && se->metas.v[m].rd != RD_NONE;
    }
    relink(se, i, live ? r : 0);
}

void statics_misc(StateEngine *se) {
    Heap *h = se->heap;
    if (JPF_UNLIKELY(!se->top.begun))
        for (u32 i = 0; i < h->intern.n && !se->failed; i++) intern_entry(se, i);
    else
        for (u32 i = 0; i < h->intern_changed.n && !se->failed; i++) intern_entry(se, h->intern_changed.v[i]);
    Ref exc = se->ks->uncaught;
    if (exc || se->sslots.v[se->uncaught_slot].s.target) keep(se, se->uncaught_slot, exc);
    Classes *cs = se->ks->cs;
    for (u32 i = se->loaders_fixed; i < cs->loaders.n && !se->failed; i++) {
        Ref r = cs->loaders.v[i].obj;
        if (i < se->loader_slot.n && !r && !se->loader_slot.v[i]) continue;
        if (i >= se->loader_slot.n && !ok(se, vec_push(se->cx, &se->loader_slot, 0))) return;
        u32 *slot = &se->loader_slot.v[i];
        bool booted = (u64)r * 8 < h->boot_top; /* the builtin ones, or none */
        if (!*slot && booted && (r || !i) && i == se->loaders_fixed) se->loaders_fixed++;
        if (!*slot && (booted || (heap_is_object(h, r) && is_immortal(ei(h, r))))) continue;
        if (!*slot && keep_slot(se, 0x100 + i, slot)) return;
        keep(se, *slot, r);
    }
}
