/* bsets.c -- event sets of bp.eventSets, read straight from the heap. Layer 7. */
#include "native/bp/bprog.h"

u32 bprog_field(ClassInfo *ci, const char *name) {
    FieldInfo *fi = ci ? ci_find_field(ci, name) : NULL;
    return fi ? fi->offset : 0;
}

static bool declares(const ClassInfo *ci, const char *name) {
    for (u32 i = 0; i < ci->n_methods; i++)
        if (strcmp(ci->methods[i].name->s, name) == 0 && !(ci->methods[i].flags & ACC_STATIC)) return true;
    return false;
}

/* What a class of the program inherits and does not define again is known. */
static enum SetKind classify(BProgTables *t, ClassInfo *ci) {
    static const struct {
        const char *name;
        enum SetKind kind;
    } known[] = {
        {"bp/Event", SK_EVENT},
        {"bp/eventSets/RequestableEventSet", SK_REQUESTS},
        {"bp/eventSets/EventSet", SK_UNION},
        {"bp/eventSets/EventsOfClass", SK_CLASS},
        {"bp/eventSets/AllEvents", SK_ALL},
        {"bp/eventSets/EmptyEventSet", SK_NONE},
    };
    static const char *const asked[] = {"contains", "equals", "isEvent",  "getEvent",  "get",
                                        "size",     "add",    "iterator", "testFields"};
    for (ClassInfo *c = ci; c; c = c->super) {
        for (u32 i = 0; i < sizeof known / sizeof *known; i++) {
            if (strcmp(c->name->s, known[i].name) != 0) continue;
            if (known[i].kind == SK_UNION) t->off_items = bprog_field(c, "items");
            if (known[i].kind == SK_EVENT) t->off_name = bprog_field(c, "name");
            return known[i].kind;
        }
        for (u32 i = 0; i < sizeof asked / sizeof *asked; i++)
            if (declares(c, asked[i])) return SK_OTHER;
    }
    return SK_OTHER;
}

enum SetKind bprog_kind_slow(KernelState *ks, BProgTables *t, u32 id) {
    Ctx *cx = ks->cx;
    u32 have = t->kinds.n;
    if (id >= have) {
        if (vec_reserve(cx, &t->kinds, id + 64 - have) != ST_OK) return SK_OTHER;
        t->kinds.n = id + 64;
        mem_fill(t->kinds.v + have, SK_NEW, t->kinds.n - have);
    }
    return (enum SetKind)(t->kinds.v[id] = (u8)classify(t, ks->cs->by_id.v[id]));
}

static inline bool elements(Heap *h, const BProgTables *t, enum SetKind kind, Ref set, Ref *array, u32 *n) {
    if (kind != SK_REQUESTS && kind != SK_UNION && kind != SK_CLASS) return false;
    Ref list = kind == SK_UNION ? get_ref(h, set, t->off_items) : set;
    if (!list) return false;
    *array = get_ref(h, list, t->off_list);
    *n = get_u32(h, list, t->off_size);
    return *array != 0;
}

bool bprog_elements(Heap *h, const BProgTables *t, enum SetKind kind, Ref set, Ref *array, u32 *n) {
    return elements(h, t, kind, set, array, n);
}

int bprog_contains(KernelState *ks, BProgTables *t, Ref set, Ref e, int depth) {
    Heap *h = ks->heap;
    Ref arr;
    u32 n;
    if (!set || depth > 64) return -1;
    enum SetKind kind = bprog_kind(ks, t, set);
    switch (kind) {
    case SK_EVENT: return set == e;
    case SK_ALL: return 1;
    case SK_NONE: return 0;
    case SK_CLASS:
        if (!elements(h, t, kind, set, &arr, &n)) return -1;
        for (u32 i = 0; i < n; i++) {
            ClassInfo *c = jclass_ci(ks->threads.v[0], get_ref(h, arr, OBJ_HEADER + 4 * i));
            if (!c) return -1;
            if (ci_is_subclass(ei_class(h, ei(h, e)), c)) return 1;
        }
        return 0;
    case SK_REQUESTS:
    case SK_UNION:
        if (!elements(h, t, kind, set, &arr, &n)) return -1;
        const u32 *members = ei_words(ei(h, arr));
        for (u32 i = 0; i < n; i++)
            if (members[i] == e) return 1;
        for (u32 i = 0; i < n; i++) {
            Ref m = members[i];
            if (m && bprog_kind(ks, t, m) == SK_EVENT) continue;
            int r = bprog_contains(ks, t, m, e, depth + 1);
            if (r) return r;
        }
        return 0;
    default: return -1;
    }
}

/* --- what is blocked --- */

/* Events that sets of nothing but events name, by reference: open addressing, emptied by a new round. */
static struct Barred *place_of(struct Barred *v, u32 cap, u32 round, Ref e) {
    for (u32 i = e * 0x9E3779B1u >> 16 & (cap - 1);; i = (i + 1) & (cap - 1))
        if (v[i].round != round || v[i].event == e) return &v[i];
}

static Status barred_room(Ctx *cx, BProgTables *t, u32 n) {
    u32 cap = t->cap_barred ? t->cap_barred : 64;
    while (cap / 2 <= n) cap *= 2;
    if (cap == t->cap_barred) return ST_OK;
    struct Barred *v = cx_alloc(cx, cap * sizeof *v);
    if (!v) return ST_ERROR;
    for (u32 i = 0; i < t->cap_barred; i++)
        if (t->barred[i].round == t->round) *place_of(v, cap, t->round, t->barred[i].event) = t->barred[i];
    cx_free(cx, t->barred, t->cap_barred * sizeof *t->barred);
    t->barred = v;
    t->cap_barred = cap;
    return ST_OK;
}

/* Adds the set's events; false: it holds other things too, and must be asked about each event. */
static bool bar_events(KernelState *ks, BProgTables *t, Ref set, Status *st) {
    enum SetKind kind = set ? bprog_kind(ks, t, set) : SK_OTHER;
    Ref one = set, arr;
    const u32 *members = &one;
    u32 n = 1;
    if (kind != SK_EVENT) {
        if ((kind != SK_REQUESTS && kind != SK_UNION) || !elements(ks->heap, t, kind, set, &arr, &n)) return false;
        members = ei_words(ei(ks->heap, arr));
    }
    for (u32 i = 0; i < n; i++)
        if (!members[i] || bprog_kind(ks, t, members[i]) != SK_EVENT) return false;
    *st = barred_room(ks->cx, t, t->n_barred + n);
    for (u32 i = 0; i < n && *st == ST_OK; i++) {
        struct Barred *b = place_of(t->barred, t->cap_barred, t->round, members[i]);
        t->n_barred += b->round != t->round;
        *b = (struct Barred){members[i], t->round};
    }
    return true;
}

Status bprog_blockers(KernelState *ks, BProgTables *t, Ref bthreads, u32 n) {
    Heap *h = ks->heap;
    Status st = ST_OK;
    t->blockers.n = t->n_barred = 0;
    if (!++t->round) { /* once in four thousand million selections */
        mem_fill(t->barred, 0, t->cap_barred * sizeof *t->barred);
        t->round = 1;
    }
    if (vec_reserve(ks->cx, &t->blockers, n) != ST_OK || barred_room(ks->cx, t, 0) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < n && st == ST_OK; i++) {
        Ref bt = get_ref(h, bthreads, OBJ_HEADER + 4 * i), set = get_ref(h, bt, t->off[F_BLOCKED]);
        if (get_u32(h, bt, t->off[F_STAGE]) != 2 || (set && bprog_kind(ks, t, set) == SK_NONE)) continue;
        if (!bar_events(ks, t, set, &st)) t->blockers.v[t->blockers.n++] = set;
    }
    return st;
}

int bprog_blocked(KernelState *ks, BProgTables *t, Ref e) {
    if (place_of(t->barred, t->cap_barred, t->round, e)->round == t->round) return 1;
    for (u32 b = 0; b < t->blockers.n; b++) {
        int in = bprog_contains(ks, t, t->blockers.v[b], e, 0);
        if (in) return in;
    }
    return 0;
}
