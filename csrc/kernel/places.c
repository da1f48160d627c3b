/* places.c -- the threads that come to each place: kept at every access, asked for by persistent sets. Layer 5. */
#include "kernel/calls.h"
#include "kernel/places.h"

enum { PLACES_MAX = 1 << 18, SPAN_MAX = 16 };

Status places_init(KernelState *ks) {
    Places *pl = cx_alloc(ks->cx, sizeof *pl);
    if (!pl) return ST_ERROR;
    ks->places = pl;
    pl->ks = ks;
    map_init(&pl->names, ks->cx);
    map_init(&pl->by_label, ks->cx);
    map_init(&pl->at, ks->cx);
    map_init(&pl->book_at, ks->cx);
    map_init(&pl->index_of, ks->cx);
    ts_init(&pl->sets, ks->cx);
    return ST_OK;
}

void places_free(KernelState *ks) {
    Places *pl = ks->places;
    if (!pl) return;
    map_free(&pl->names);
    map_free(&pl->by_label);
    map_free(&pl->at);
    map_free(&pl->book_at);
    map_free(&pl->index_of);
    ts_free(&pl->sets);
    vec_free(ks->cx, &pl->key);
    vec_free(ks->cx, &pl->parent);
    vec_free(ks->cx, &pl->index);
    vec_free(ks->cx, &pl->id);
    vec_free(ks->cx, &pl->books);
    vec_free(ks->cx, &pl->v);
    cx_free(ks->cx, pl, sizeof *pl);
    ks->places = NULL;
}

static void rely(Places *pl, PlaceUse *p) {
    p->news |= !p->relied;
    p->relied = pl->any = true;
}

/* Nothing more can be known. */
static void give_up(Places *pl) {
    pl->broken |= pl->any;
    pl->on = pl->answers = false;
    pl->gave_up = true;
}

void places_begin(KernelState *ks, bool on, bool answers) {
    Places *pl = ks->places;
    pl->on = on;
    pl->answers = on && answers;
    pl->broken = pl->any = pl->mixed = pl->gave_up = false;
    for (u32 i = 0; i < pl->v.n; i++) {
        pl->v.v[i].relied = false;
        pl->v.v[i].news = true;
    }
    places_common(ks);
}

void places_common(KernelState *ks) {
    Places *pl = ks->places;
    map_free(&pl->names);
    map_init(&pl->names, ks->cx);
    map_free(&pl->by_label);
    map_init(&pl->by_label, ks->cx);
    pl->until = 0;
    memset(pl->seen, 0, sizeof pl->seen);
}

Status places_name(KernelState *ks, Ref r, u64 label) {
    Places *pl = ks->places;
    u64 it = (u64)ei(ks->heap, r)->birth << 32 | r, known = it;
    if (map_get(&pl->by_label, label, &known) && known != it) it = 0;
    if (map_put(&pl->by_label, label, it) != ST_OK) return ST_ERROR;
    return map_put(&pl->names, r, label);
}

/* 0: it was not made on the common way, whatever was at its address then. */
static u64 common_name(const Places *pl, const ElementInfo *e, Ref r) {
    u64 label;
    return e->birth <= pl->until && map_get(&pl->names, r, &label) ? label : 0;
}

H128 places_apart(const KernelState *ks, Ref r, u64 label) {
    const Places *pl = ks->places;
    u64 name = common_name(pl, ei(ks->heap, r), r);
    if (name == label || (!name && !map_get(&pl->by_label, label, NULL))) return (H128){0, 0};
    return mix128(label, mix64(name, 0x4150415254ull));
}

Ref places_object(KernelState *ks, u64 label) {
    u64 it = 0;
    if (!map_get(&ks->places->by_label, label, &it) || !it) return 0;
    Ref r = (Ref)it;
    return heap_is_object(ks->heap, r) && ei(ks->heap, r)->birth == it >> 32 ? r : 0;
}

u64 places_label(KernelState *ks, Ref r) {
    u64 label = 0;
    return map_get(&ks->places->names, r, &label) && places_object(ks, label) == r ? label : 0;
}

void places_renamed(KernelState *ks) {
    ks->places->broken |= ks->places->any;
    ks->places->answers = false;
}

void places_matter(KernelState *ks) {
    Places *pl = ks->places;
    pl->broken |= pl->mixed && !pl->matter;
    pl->matter = true;
}

void places_stop(KernelState *ks) { ks->places->on = ks->places->answers = false; }

/* --- threads --- */

static u64 name_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

/* PLACE_THREADS: it was never met. */
static u32 index_of(Places *pl, const ThreadInfo *ti) {
    u64 name = name_of(ti), i = ti->id < pl->index.n ? pl->index.v[ti->id] : PLACE_THREADS;
    if (i < pl->key.n && pl->key.v[i] == name) return (u32)i;
    if (!map_get(&pl->index_of, name, &i)) return PLACE_THREADS;
    if (ti->id < pl->index.n) pl->index.v[ti->id] = (u32)i;
    return (u32)i;
}

u32 places_key(Places *pl, u64 name, u32 parent) {
    Ctx *cx = pl->ks->cx;
    u64 i;
    u32 n = pl->key.n;
    if (map_get(&pl->index_of, name, &i)) return (u32)i;
    if (n >= PLACE_THREADS || vec_push(cx, &pl->parent, parent) != ST_OK) return PLACE_THREADS;
    if (vec_push(cx, &pl->id, n) == ST_OK && vec_push(cx, &pl->index, n) == ST_OK && /* as on most paths */
        vec_push(cx, &pl->key, name) == ST_OK && map_put(&pl->index_of, name, n) == ST_OK)
        return n;
    pl->parent.n = n;
    if (pl->id.n > n) pl->id.n = n;
    if (pl->index.n > n) pl->index.n = n;
    if (pl->key.n > n) pl->key.n = n;
    return PLACE_THREADS;
}

void places_thread(KernelState *ks, const ThreadInfo *ti, const ThreadInfo *parent) {
    Places *pl = ks->places;
    if (index_of(pl, ti) < PLACE_THREADS) return;
    u32 by = parent ? index_of(pl, parent) : 0;
    if (by == PLACE_THREADS || places_key(pl, name_of(ti), by) == PLACE_THREADS) give_up(pl);
}

/* Who has index k on this path; NULL: nobody. *looked: the guesses were made good for all of the path. */
static const ThreadInfo *on_path(Places *pl, u32 k, bool *looked) {
    const KernelState *ks = pl->ks;
    for (;; *looked = true) {
        u32 id = pl->id.v[k];
        if (id < ks->n_threads && name_of(ks->threads.v[id]) == pl->key.v[k]) return ks->threads.v[id];
        if (*looked) return NULL;
        for (u32 i = 0; i < ks->n_threads; i++) {
            u32 at = index_of(pl, ks->threads.v[i]);
            if (at < PLACE_THREADS) pl->id.v[at] = i; /* one that was never met has come to nothing that is known */
        }
    }
}

/* One that has ended comes to no place any more; one that is not started yet comes when its parent has started it.
 * False: it is everybody. */
static bool on_this_path(Places *pl, ThreadSet threads, ThreadSet *set) {
    ThreadSets *out = &pl->ks->sets;
    bool looked = false;
    if (threads == REACH_ALL) return false;
    ts_begin(out);
    for (u32 k = ts_next(&pl->sets, threads, 0); k != UINT32_MAX; k = ts_next(&pl->sets, threads, k + 1)) {
        u32 who = k;
        const ThreadInfo *t = on_path(pl, who, &looked);
        while (!t && who) t = on_path(pl, who = pl->parent.v[who], &looked);
        if (t && t->status != TS_TERMINATED) ts_add(out, t->id);
    }
    *set = ts_made(out);
    return *set != REACH_ALL;
}

void places_pack(KernelState *ks, Pack *p) {
    Places *pl = ks->places;
    pack_mark(p, 0x706C6163);
    pack_it(p, pl->on);
    pack_it(p, pl->answers);
    pack_it(p, pl->broken);
    pack_it(p, pl->any);
    pack_it(p, pl->matter);
    pack_it(p, pl->mixed);
    pack_map(p, &pl->at);
    pack_vec(p, &pl->v);
    pack_vec(p, &pl->sets.words);
    pack_map(p, &pl->sets.at);
    pack_vec(p, &pl->key);
    pack_vec(p, &pl->parent);
    pack_vec(p, &pl->index);
    pack_vec(p, &pl->id);
    pack_map(p, &pl->index_of);
    if (p->reading) memset(pl->seen, 0, sizeof pl->seen);
}

/* --- places --- */

/* 0: the object has no name. */
static u64 object_name(const Places *pl, const ElementInfo *e) {
    Ref r = ei_ref(pl->ks->heap, e);
    if (!(e->hf & EF_SHARED) && ei_class(pl->ks->heap, e) != pl->ks->cs->class_) return 0;
    if (e->birth == IMMORTAL_BIRTH) return heap_label_seed(pl->ks->heap, r);
    return common_name(pl, e, r);
}

static PlaceUse *place_named(Places *pl, u64 name) {
    u64 i = 0;
    if (map_get(&pl->at, name, &i)) return &pl->v.v[i];
    if (pl->v.n >= PLACES_MAX || vec_push(pl->ks->cx, &pl->v, ((PlaceUse){.name = name})) != ST_OK ||
        map_put(&pl->at, name, pl->v.n - 1) != ST_OK)
        return NULL;
    return &pl->v.v[pl->v.n - 1];
}

static PlaceUse *place_at(Places *pl, u64 object, u32 word) { return place_named(pl, mix64(object, word)); }

/* NULL: for want of room. */
static MapBook *book_named(Places *pl, u64 name) {
    u64 i = 0;
    if (map_get(&pl->book_at, name, &i)) return &pl->books.v[i];
    if (vec_push(pl->ks->cx, &pl->books, (MapBook){0}) != ST_OK ||
        map_put(&pl->book_at, name, pl->books.n - 1) != ST_OK)
        return NULL;
    return &pl->books.v[pl->books.n - 1];
}

/* A key of a map: who relies on what is known of its keys was wrong. */
static bool key_named(Places *pl, u64 name, u64 map, u32 bin) {
    u64 i = 0;
    if (map_get(&pl->at, name, &i)) return true;
    MapBook *b = book_named(pl, map);
    if (b && b->n >= BOOK_KEYS) return true;
    PlaceUse *p = b ? place_named(pl, name) : NULL;
    if (!p) return false;
    p->map = map;
    p->bin = (u8)bin;
    p->news = true;
    b->n++;
    b->bins[bin]++;
    p = place_named(pl, map);
    pl->broken |= p && p->relied;
    return p != NULL;
}

Status places_learn(KernelState *ks, const PlaceUse *of) {
    Places *pl = ks->places;
    PlaceUse *p = of->map && !key_named(pl, of->name, of->map, of->bin % BOOK_BINS) ? NULL : place_named(pl, of->name);
    if (!p) {
        give_up(pl);
        return ks->cx->err.kind ? ST_ERROR : ST_OK;
    }
    p->readers = ts_or(&pl->sets, p->readers, of->readers);
    p->writers = ts_or(&pl->sets, p->writers, of->writers);
    return ST_OK;
}

/* A thread comes to a place that was not known to. */
static void note_thread(Places *pl, PlaceUse *p, u32 thread, bool write) {
    ThreadSet *set = write ? &p->writers : &p->readers;
    if (ts_has(&pl->sets, *set, thread)) return;
    pl->broken |= p->relied;
    p->news = true;
    *set = ts_or(&pl->sets, *set, ts_one(&pl->sets, thread));
}

static void note(Places *pl, const ThreadInfo *ti, const ElementInfo *e, u32 word, bool write) {
    Ref r = ei_ref(pl->ks->heap, e);
    u32 i = index_of(pl, ti);
    struct PlaceSeen *seen = &pl->seen[(r * 31 + word * 7 + i * 2 + write) % PLACE_SEEN];
    if (seen->valid && seen->obj == r && seen->word == word && seen->thread == i && seen->write == write) return;
    u64 object = object_name(pl, e);
    if (!object) return;
    PlaceUse *p = i < PLACE_THREADS ? place_at(pl, object, word) : NULL;
    if (!p) {
        give_up(pl);
        return;
    }
    note_thread(pl, p, i, write);
    *seen = (struct PlaceSeen){r, word, i, write, true};
}

void place_use(ThreadInfo *ti, const ElementInfo *e, u32 word, u32 n, bool write) {
    Places *pl = ti->ks->places;
    if (word > PLACE_MONITOR && word < PLACE_BESIDE) call_touched(ti, e);
    if (n > SPAN_MAX) note(pl, ti, e, PLACE_WHOLE, write);
    else
        for (u32 i = 0; i < n && pl->on; i++) note(pl, ti, e, word + i, write);
}

void place_used_element(ThreadInfo *ti, const ElementInfo *e, u32 index, bool write) {
    u8 shift = ei_class(ti->ks->heap, e)->elem_shift;
    place_used(ti, e, OBJ_HEADER / 4 + (u32)(((u64)index << shift) / 4), shift == 3 ? 2 : 1, write);
}

u32 place_of_atomic(const KernelState *ks, const ElementInfo *e, u32 offset, u32 bytes) {
    const ClassInfo *ci = ei_class(ks->heap, e);
    const FieldInfo *fi = ci->kind == CK_ARRAY ? NULL : ei_field_at(ks->heap, e, offset);
    if (ci->kind != CK_ARRAY && (!fi || ((fi->ci->attrs & CA_SYSTEM) && !(ci->known & KC_CALL_OWNER)))) return 0;
    u32 words = (fi ? type_size(fi->type) == 8 : ci->elem_shift == 3) ? 2 : 1;
    return offset % 4 + bytes <= words * 4 ? words : 0;
}

void places_new_key(ThreadInfo *ti, const ElementInfo *e, u32 word, u64 key, u32 bin) {
    Places *pl = ti->ks->places;
    u64 object = object_name(pl, e);
    if (!object) return;
    u64 map = mix64(object, word);
    if (!key_named(pl, mix64(map, key), map, bin)) give_up(pl);
}

const MapBook *places_book(KernelState *ks, Ref map, u32 word) {
    Places *pl = ks->places;
    u64 object = object_name(pl, ei(ks->heap, map));
    PlaceUse *p = object && pl->answers ? place_at(pl, object, word) : NULL;
    if (!p) return NULL;
    rely(pl, p);
    return book_named(pl, p->name);
}

bool places_key_known(const KernelState *ks, Ref map, u32 word, u64 key) {
    const Places *pl = ks->places;
    u64 object = object_name(pl, ei(ks->heap, map)), i;
    return object && map_get(&pl->at, mix64(mix64(object, word), key), &i);
}

void places_open(KernelState *ks, const ThreadInfo *ti, u64 cells) {
    Places *pl = ks->places;
    u32 i = index_of(pl, ti);
    PlaceUse *p = i < PLACE_THREADS ? place_named(pl, mix64(cells, PLACE_INNER)) : NULL;
    if (!p) {
        give_up(pl);
        return;
    }
    note_thread(pl, p, i, true);
}

bool places_closed(KernelState *ks, u64 cells) {
    Places *pl = ks->places;
    PlaceUse *p = pl->answers ? place_named(pl, mix64(cells, PLACE_INNER)) : NULL;
    if (!p) return false;
    rely(pl, p);
    return !p->writers;
}

/* Is each access to the field told to place_used? */
static bool told(const FieldInfo *fi) {
    return fi && !(fi->flags & ACC_FINAL) && (fi->attrs & (FA_NEVER_BREAK | FA_BREAK)) != FA_NEVER_BREAK;
}

/* held: natives that may look at all of an object, by a name of its own, count as well. */
static bool partners(Places *pl, Ref obj, u32 word, u32 n, bool write, bool held, ThreadSet *set) {
    KernelState *ks = pl->ks;
    if (!(pl->answers || pl->peeks) || !obj || !n || n > SPAN_MAX ||
        (word < PLACE_MONITOR && (word < PLACE_INIT || word > PLACE_INNER)))
        return false;
    bool part = word >= PLACE_BESIDE;
    const ElementInfo *e = ei(ks->heap, obj);
    const ClassInfo *ci = ei_class(ks->heap, e);
    u64 object = object_name(pl, e);
    ThreadSet threads = 0;
    if (!object || ci_is_subclass(ci, ks->cs->thread)) return false; /* a thread's end comes to its monitor */
    for (u32 i = 0; i < n; i++) {
        if (!part && word + i > PLACE_MONITOR && ci->kind != CK_ARRAY &&
            !told(ei_field_at(ks->heap, e, (word + i) * 4ull)))
            return false;
        bool whole = held || (ci->kind == CK_ARRAY && word + i > PLACE_MONITOR);
        for (u32 k = 0; k <= whole; k++) {
            PlaceUse *p = place_at(pl, object, k ? PLACE_WHOLE : word + i);
            if (!p) return false;
            if (!pl->peeks) rely(pl, p);
            threads = ts_or(&pl->sets, threads, p->writers);
            if (write) threads = ts_or(&pl->sets, threads, p->readers);
        }
    }
    return on_this_path(pl, threads, set);
}

bool places_partners(KernelState *ks, Ref obj, u32 word, u32 n, bool write, ThreadSet *set) {
    return partners(ks->places, obj, word, n, write, false, set);
}

bool places_known(const KernelState *ks, Ref obj) {
    const Places *pl = ks->places;
    return (pl->answers || pl->peeks) && object_name(pl, ei(ks->heap, obj));
}

bool places_holds(const KernelState *ks, Ref obj, u32 word) {
    const ElementInfo *e = ei(ks->heap, obj);
    const ClassInfo *ci = ei_class(ks->heap, e);
    if (!places_known(ks, obj)) return false;
    if (ci->kind == CK_ARRAY) return true;
    if (ci->attrs & CA_REFERENCE || ci_is_subclass(ci, ks->cs->thread)) return false; /* natives read them */
    const FieldInfo *fi = ei_field_at(ks->heap, e, word * 4ull);
    return told(fi) && !(fi->attrs & (FA_EXCLUDED | FA_INJECTED)) && !(fi->known & KF_SETTING);
}

bool places_holders(KernelState *ks, Ref obj, u32 word, ThreadSet *set) {
    return partners(ks->places, obj, word, 1, true, true, set);
}
