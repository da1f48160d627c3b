/* maps.c -- calls of concurrent maps, judged by who comes to their keys. Layer 5. */
#include "kernel/calls.h"
#include "kernel/maps.h"

enum { DEED_READ = 1, DEED_SET, DEED_COUNT, DEED_BITS = 3 };
enum { TABLE_MAX = 1024, LIST_MAX = 7 };
#define MAP_BOOK (PLACE_BESIDE + BOOK_BINS) /* its keys; written by who takes one out */
#define MAPS_NAME 0x4D415053u            /* of no object */

static const ClassInfo *class_of(const KernelState *ks, Ref r) { return ei_class(ks->heap, ei(ks->heap, r)); }

static u32 offset_of(const KernelState *ks, Ref r, u32 known) {
    const FieldInfo *fi = ci_known_field(ei_class(ks->heap, ei(ks->heap, r)), known);
    return fi ? fi->offset : 0;
}

static Ref ref_of(const KernelState *ks, Ref r, u32 known) {
    u32 off = offset_of(ks, r, known);
    return off ? get_ref(ks->heap, r, off) : 0;
}

/* --- keys --- */

typedef struct KeyOf {
    u64 name; /* of equal keys the same; 0: a key that is not judged */
    u32 bin;
} KeyOf;

static KeyOf key_of(const KernelState *ks, Ref key) {
    KeyOf k = {0};
    if (!key) return k;
    const ClassInfo *ci = class_of(ks, key);
    const FieldInfo *fi = ci_known_field(ei_class(ks->heap, ei(ks->heap, key)), KF_MAP_VALUE);
    u64 value;
    u32 hash;
    if (ci == ks->cs->string) {
        hash = string_hash_code(ks->heap, key);
        value = string_hash(ks->heap, key, 0);
    } else if (fi && type_size(fi->type) == 8) {
        value = get_u64(ks->heap, key, fi->offset);
        hash = (u32)(value ^ value >> 32);
    } else if (fi && fi->type == T_INT) {
        value = hash = get_u32(ks->heap, key, fi->offset);
    } else {
        return k;
    }
    k.name = mix64(ci->key, value) | 1;
    k.bin = (hash ^ hash >> 16) % BOOK_BINS;
    return k;
}

/* How many bins the map has, or will have; 0: somebody is at work on it. */
static u32 bins(const KernelState *ks, Ref map) {
    Ref table = ref_of(ks, map, KF_MAP_TABLE);
    i32 limit = (i32)get_u32(ks->heap, map, offset_of(ks, map, KF_MAP_LIMIT));
    if (limit < 0 || ref_of(ks, map, KF_MAP_CELLS)) return 0;
    return table ? arr_len(ks->heap, table) : limit ? (u32)limit : 16;
}

u32 map_deed(const KernelState *ks, const MethodInfo *mi, const u32 *args) {
    if (!is_map(ks, args[0]) || bins(ks, args[0]) < BOOK_BINS) return 0;
    if (mi->known & KM_MAP_COUNT) return DEED_COUNT;
    KeyOf k = key_of(ks, args[1]);
    return k.name ? (mi->known & KM_MAP_READ ? DEED_READ : DEED_SET) | k.bin << DEED_BITS : 0;
}

static u32 kind_of(u32 deed) { return deed & ((1u << DEED_BITS) - 1); }
static u32 bin_word(u32 deed) { return PLACE_BESIDE + (deed >> DEED_BITS); }

/* --- what is told --- */

static void whole(ThreadInfo *ti, Ref map) { place_used(ti, ei(ti->ks->heap, map), PLACE_CALL, 1, true); }
static void inner(ThreadInfo *ti, Ref map) { place_used(ti, ei(ti->ks->heap, map), PLACE_INNER, 1, true); }

/* Does the code of a map make the call? */
static bool map_calls(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && f->mi->step) f = f->prev;
    return f && (f->mi->ci->known & KC_MAP);
}

static Ref in_call(const KernelState *ks) {
    const CallLog *c = &ks->places->calls;
    Ref r = c->n ? c->v[c->n - 1].owner : 0;
    return is_map(ks, r) ? r : 0;
}

static void tell(ThreadInfo *ti, Ref map, const MethodInfo *mi, const u32 *args) {
    KernelState *ks = ti->ks;
    const ElementInfo *e = ei(ks->heap, map);
    u32 deed = map_deed(ks, mi, args);
    if (!deed) {
        whole(ti, map);
        return;
    }
    place_used(ti, e, PLACE_CALL, 1, false);
    if (kind_of(deed) == DEED_COUNT) return; /* of a call that was told */
    place_used(ti, e, bin_word(deed), 1, kind_of(deed) != DEED_READ);
    if (kind_of(deed) == DEED_READ) return;
    KeyOf k = key_of(ks, args[1]);
    places_new_key(ti, e, MAP_BOOK, k.name, k.bin);
}

/* Of addCount(long, int): does an element go? */
static bool goes(const u32 *args) {
    i64 more;
    memcpy(&more, args + 1, sizeof more);
    return more < 0;
}

/* Others that may have taken a key out and not counted that yet. */
static u32 others(const ThreadInfo *ti) {
    u32 n = 0;
    for (u32 i = 0; i < ti->ks->n_threads; i++)
        n += ti->ks->threads.v[i] != ti && ti->ks->threads.v[i]->status != TS_TERMINATED;
    return n;
}

/* Do three nodes lie in one of 16 bins? A tree counts as so many. */
static bool crowded(const KernelState *ks, Ref map) {
    const Heap *h = ks->heap;
    Ref table = ref_of(ks, map, KF_MAP_TABLE);
    u8 in[BOOK_BINS] = {0};
    for (u32 i = 0; table && i < arr_len(h, table); i++)
        for (Ref r = arr_ref(h, table, i); r; r = ref_of(ks, r, KF_MAP_NEXT))
            if ((i32)get_u32(h, r, offset_of(ks, r, KF_MAP_HASH)) < 0 || ++in[i % BOOK_BINS] > 2) return true;
    return false;
}

/* Before addCount: may the table grow now, in this order of steps or in one where others that take keys out have not
 * counted that yet? */
static bool may_grow(const ThreadInfo *ti, Ref map, const u32 *args) {
    const KernelState *ks = ti->ks;
    i64 more, limit = (i32)get_u32(ks->heap, map, offset_of(ks, map, KF_MAP_LIMIT));
    memcpy(&more, args + 1, sizeof more);
    i64 count = (i64)get_u64(ks->heap, map, offset_of(ks, map, KF_MAP_COUNT));
    return ref_of(ks, map, KF_MAP_CELLS) || limit < 0 || count + more + others(ti) >= limit;
}

void map_grows(KernelState *ks, Ref map) {
    Looks *l = &ks->looks;
    if (!is_map(ks, map)) return;
    Ref table = ref_of(ks, map, KF_MAP_TABLE);
    bool many = !table || arr_len(ks->heap, table) < BOOK_BINS || !looks_rely(l, LIB_CROWD);
    if (!looks_rely(l, 1ull << G_TABLE) || (many && !looks_rely(l, 1ull << G_ORDER)))
        l->seen |= 1ull << G_GROWTH | 1ull << G_MAP;
}

void map_told(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    KernelState *ks = ti->ks;
    Ref map = args[0];
    if (!is_map(ks, map)) return;
    if (mi->known & KM_MAP_COUNT) {
        if (goes(args)) ks->looks.seen |= LIB_TAKEN;
        else if (!(ks->looks.seen & LIB_CROWD) && crowded(ks, map)) ks->looks.seen |= LIB_CROWD;
        if (may_grow(ti, map, args) && !looks_rely(&ks->looks, 1ull << G_ORDER) && !looks_rely(&ks->looks, LIB_TAKEN))
            ks->looks.seen |= 1ull << G_MAP;
    }
    if (!ks->places->on) return;
    if ((mi->known & KM_MAP_COUNT) && goes(args)) place_used(ti, ei(ks->heap, map), MAP_BOOK, 1, true);
    if (lib_runs(ti)) { /* a part of another listed call */
        if (in_call(ks) == map && map_calls(ti)) return;
        whole(ti, map);
        inner(ti, map);
        calls_part(ks, 0, 0);
        return;
    }
    tell(ti, map, mi, args);
}

void map_enter(KernelState *ks, const MethodInfo *mi, const u32 *args) {
    if (ks->places->on && is_map(ks, args[0])) calls_part(ks, args[0], map_deed(ks, mi, args));
}

/* --- accesses --- */

/* Its receiver; 0: nothing will be read of it any more, and its word is that of no such object. */
static Ref receiver(const KernelState *ks, const StackFrame *f) {
    Ref r = f->slots[0];
    return r && heap_is_object(ks->heap, r) && ci_is_subclass(class_of(ks, r), f->mi->ci) ? r : 0;
}

/* Whose code is it that comes to a cell? *map 0: of a map that is none of these; false: nobody knows. */
static bool nearest(const ThreadInfo *ti, Ref *map) {
    const KernelState *ks = ti->ks;
    const StackFrame *f = ti->top;
    *map = 0;
    for (; f; f = f->prev) {
        if (f->mi->step || (f->mi->ci->known & KC_MAP_CELL)) continue;
        if (!(f->mi->ci->known & KC_MAP)) return false;
        if (!(f->mi->flags & ACC_STATIC)) break;
    }
    Ref r = f ? receiver(ks, f) : 0;
    *map = is_map(ks, r) ? r : 0;
    return r != 0;
}

void map_touched(ThreadInfo *ti, const ElementInfo *e) {
    KernelState *ks = ti->ks;
    Ref r = ei_ref(ks->heap, e), within = lib_runs(ti) ? in_call(ks) : 0, map = is_map(ks, r) ? r : 0;
    if (within && (!map || map == within)) return;
    if (!map && !nearest(ti, &map)) places_open(ks, ti, MAPS_NAME);
    if (!map) return;
    whole(ti, map);
    if (within) inner(ti, map);
}

/* A thread that has counted nothing yet holds nothing, and what follows is a deed. */
void maps_stands(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    const Pending *p = &ti->pend;
    if (!ks->watch || !ks->places->on || !ks->places->books.n) return;
    bool counts = p->action == AC_LIBRARY && kind_of(p->index) == DEED_COUNT && is_map(ks, p->obj);
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        if (f->mi->step) continue;
        counts &= (f->mi->ci->known & KC_MAP) != 0;
        if (counts || !(f->mi->ci->known & KC_MAP) || (f->mi->flags & ACC_STATIC)) continue;
        Ref r = receiver(ks, f);
        if (is_map(ks, r)) whole(ti, r);
    }
}

/* --- for persistent sets --- */

bool map_owns(const KernelState *ks, Ref map, Ref obj, u32 word) {
    return is_map(ks, map) && (obj != map ? !is_map(ks, obj) : word >= OBJ_HEADER / 4);
}

/* How many keys lie in each bin that nobody has told of; false: there are bins that are no lists, or too many. */
static bool untold(const KernelState *ks, Ref map, u16 *in, u32 *all) {
    const Heap *h = ks->heap;
    Ref table = ref_of(ks, map, KF_MAP_TABLE);
    u32 n = table ? arr_len(h, table) : 0;
    if (n > TABLE_MAX) return false;
    for (u32 i = 0; i < n; i++) {
        u32 k = 0;
        for (Ref r = arr_ref(h, table, i); r; r = ref_of(ks, r, KF_MAP_NEXT)) {
            if ((i32)get_u32(h, r, offset_of(ks, r, KF_MAP_HASH)) < 0 || ++k > TABLE_MAX) return false;
            KeyOf key = key_of(ks, ref_of(ks, r, KF_MAP_KEY));
            if (key.name && places_key_known(ks, map, MAP_BOOK, key.name)) continue;
            in[i % BOOK_BINS]++;
            ++*all;
        }
    }
    return true;
}

/* Does whether and when the table grows matter to nobody? */
static bool free_to_grow(KernelState *ks, Ref map) {
    const MapBook *b = places_book(ks, map, MAP_BOOK);
    if (!b || b->n >= BOOK_KEYS) return false;
    u16 in[BOOK_BINS] = {0};
    u32 all = b->n, n = bins(ks, map), most = 0;
    if (n < BOOK_BINS || !untold(ks, map, in, &all)) return false;
    for (u32 i = 0; i < BOOK_BINS; i++)
        if (most < (u32)in[i] + b->bins[i]) most = (u32)in[i] + b->bins[i];
    u32 lag = ks->looks.seen & 1ull << G_MAP ? ks->n_threads : 0;
    u32 limit = ref_of(ks, map, KF_MAP_TABLE) ? get_u32(ks->heap, map, offset_of(ks, map, KF_MAP_LIMIT)) : n - (n >> 2);
    if (all + lag < limit && most <= LIST_MAX) return true;
    ThreadSet takers;
    return most <= 2 && places_partners(ks, map, MAP_BOOK, 1, false, &takers) && !takers;
}

bool map_partners(KernelState *ks, Ref map, u32 deed, ThreadSet *set) {
    ThreadSet in, others;
    if (!map || !heap_is_object(ks->heap, map) || !is_map(ks, map) || !places_closed(ks, MAPS_NAME)) return false;
    if (!places_partners(ks, map, PLACE_INNER, 1, true, &in) || in) return false;
    u32 kind = kind_of(deed);
    bool commutes = kind && (kind == DEED_READ || free_to_grow(ks, map));
    if (!places_partners(ks, map, PLACE_CALL, 1, !commutes, &others)) return false;
    if (!commutes || kind == DEED_COUNT) return *set = others, true;
    if (!places_partners(ks, map, bin_word(deed), 1, kind != DEED_READ, &in)) return false;
    *set = ts_or(&ks->sets, in, others);
    return true;
}

Ref map_key_of(const KernelState *ks, Ref r) {
    Ref key = class_of(ks, r)->known & KC_MAP_CELL ? ref_of(ks, r, KF_MAP_KEY) : 0;
    return key && key_of(ks, key).name ? key : 0;
}

bool map_holders(KernelState *ks, Ref map, Ref key, ThreadSet *set) {
    ThreadSet in, all;
    if (!places_closed(ks, MAPS_NAME) || !places_partners(ks, map, PLACE_INNER, 1, true, &in) || in) return false;
    u32 word = PLACE_BESIDE + key_of(ks, key).bin;
    if (!places_partners(ks, map, word, 1, true, &in) || !places_partners(ks, map, PLACE_CALL, 1, false, &all))
        return false;
    *set = ts_or(&ks->sets, in, all);
    return *set != REACH_ALL;
}
