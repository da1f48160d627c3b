/* bplanes.c -- what the b-threads of a b-program say where they stand, for reports. Layer 7. */
#include "base/text.h"
#include "base/json.h"
#include "native/bp/bprog.h"

#include <stdio.h>

typedef struct Look { /* a b-program at a selection */
    KernelState *ks;
    BProgTables *t;
    Ref bthreads;
    u32 n;
} Look;

static bool look(KernelState *ks, Look *l) {
    u32 n;
    if (!bp_hot_bits(ks, &n)) return false;
    l->ks = ks;
    l->t = (BProgTables *)bprog_of(ks);
    l->bthreads = get_ref(ks->heap, l->t->program, l->t->off[F_BTHREADS]);
    l->n = get_u32(ks->heap, l->t->program, l->t->off[F_COUNT]);
    return l->bthreads != 0;
}

static Ref bthread(const Look *l, u32 i) { return get_ref(l->ks->heap, l->bthreads, OBJ_HEADER + 4 * i); }
static Ref said(const Look *l, Ref bt, u32 what) { return get_ref(l->ks->heap, bt, l->t->off[what]); }
static bool parked(const Look *l, Ref bt) { return get_u32(l->ks->heap, bt, l->t->off[F_STAGE]) == 2; }

/* The String field `name` of an object; its class's name if there is none. */
static void name_text(const Look *l, Ref o, Text *t) {
    Heap *h = l->ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, o));
    FieldInfo *fi = ci_find_field(ci, "name");
    Ref s = fi && fi->type == T_REF ? get_ref(h, o, fi->offset) : 0;
    size_t n;
    char *text = s && ei_class(h, ei(h, s)) == l->ks->cs->string ? string_utf8(h, s, &n) : NULL;
    if (text) {
        text_put(t, text, n);
        cx_free(l->ks->cx, text, n + 1);
        return;
    }
    char buf[256];
    bprog_class_text(ci, buf, sizeof buf);
    text_z(t, buf);
}

static bool named(const Look *l, Ref o) {
    Heap *h = l->ks->heap;
    FieldInfo *fi = ci_find_field(ei_class(h, ei(h, o)), "name");
    return fi && fi->type == T_REF && get_ref(h, o, fi->offset);
}

static void set_text(const Look *l, Ref set, Text *t, int depth) {
    Heap *h = l->ks->heap;
    Ref arr;
    u32 n;
    if (!set) return;
    enum SetKind kind = bprog_kind(l->ks, l->t, set);
    if (kind == SK_NONE) return;
    if (kind == SK_ALL) {
        text_z(t, "ALL");
        return;
    }
    if (depth > 3 || kind == SK_CLASS || (kind != SK_EVENT && depth && named(l, set)) ||
        !bprog_elements(h, l->t, kind, set, &arr, &n)) {
        name_text(l, set, t);
        return;
    }
    if (depth && kind == SK_REQUESTS) text_z(t, "{");
    for (u32 i = 0; i < n && i < 40; i++) {
        if (i) text_z(t, ", ");
        set_text(l, get_ref(h, arr, OBJ_HEADER + 4 * i), t, depth + 1);
    }
    if (n > 40) text_z(t, ", ...");
    if (depth && kind == SK_REQUESTS) text_z(t, "}");
}

static void json_set(const Look *l, Json *j, const char *key, Ref set) {
    Text t;
    text_init(&t, l->ks->cx);
    set_text(l, set, &t, 0);
    json_key_take(j, key, &t);
}

/* The event of that number in a request. */
static Ref event_in(const Look *l, Ref set, const char *name, int depth) {
    Heap *h = l->ks->heap;
    Ref arr, found = 0;
    u32 n;
    if (!set || depth > 3) return 0;
    enum SetKind kind = bprog_kind(l->ks, l->t, set);
    if (bprog_elements(h, l->t, kind, set, &arr, &n)) {
        for (u32 i = 0; i < n && !found; i++) found = event_in(l, get_ref(h, arr, OBJ_HEADER + 4 * i), name, depth + 1);
        return found;
    }
    if (kind == SK_NONE || kind == SK_ALL) return 0;
    Text t;
    text_init(&t, l->ks->cx);
    name_text(l, set, &t);
    if (t.v && t.n == strlen(name) && mem_cmp(t.v, name, t.n) == 0) found = set;
    text_free(&t);
    return found;
}

static bool has(const Look *l, Ref set, Ref e) { return e && set && bprog_contains(l->ks, l->t, set, e, 0) == 1; }

Status bp_lanes_json(KernelState *ks, u32 event, Text *out, u32 *thread) {
    Look l;
    Json j;
    const char *name = event == BP_NO_EVENT ? NULL : bp_event_name(ks, event);
    Ref e = 0;
    *thread = UINT32_MAX;
    json_begin(&j, out);
    json_array(&j);
    if (!look(ks, &l)) {
        json_end(&j);
        return json_done(&j);
    }
    for (u32 i = 0; i < l.n && !e && name; i++)
        if (parked(&l, bthread(&l, i))) e = event_in(&l, said(&l, bthread(&l, i), F_REQUESTED), name, 0);
    for (u32 i = 0; i < l.n; i++) {
        Ref bt = bthread(&l, i), req = said(&l, bt, F_REQUESTED), wait = said(&l, bt, F_WATCHED);
        char who[200];
        if (!parked(&l, bt)) continue;
        bool mine = name && event_in(&l, req, name, 0) != 0;
        if (mine && *thread == UINT32_MAX) {
            ThreadInfo *ti = ks_thread_of(ks, get_ref(ks->heap, bt, l.t->off[F_THREAD]));
            if (ti) *thread = ti->id;
        }
        bp_bthread_name(ks, i, who, sizeof who);
        json_object(&j);
        json_key_z(&j, "bthread", who);
        json_set(&l, &j, "requested", req);
        json_set(&l, &j, "waited_for", wait);
        json_set(&l, &j, "blocked", said(&l, bt, F_BLOCKED));
        json_key_bool(&j, "selected", mine);
        json_key_bool(&j, "resumed", mine || has(&l, wait, e));
        json_end(&j);
    }
    json_end(&j);
    return json_done(&j);
}

/* Of a request: each event with who blocks it. */
static void blocked_text(const Look *l, Text *t, u32 who, Ref set, int depth, bool *first) {
    Heap *h = l->ks->heap;
    Ref arr;
    u32 n, by = 0;
    if (!set || depth > 3) return;
    enum SetKind kind = bprog_kind(l->ks, l->t, set);
    if (kind == SK_NONE) return;
    if (bprog_elements(h, l->t, kind, set, &arr, &n)) {
        for (u32 i = 0; i < n && i < 12; i++)
            blocked_text(l, t, who, get_ref(h, arr, OBJ_HEADER + 4 * i), depth + 1, first);
        return;
    }
    char name[200];
    bp_bthread_name(l->ks, who, name, sizeof name);
    text_f(t, "%s%s requests ", *first ? "" : "; ", name);
    *first = false;
    name_text(l, set, t);
    for (u32 i = 0; i < l->n; i++) {
        Ref bt = bthread(l, i);
        if (!parked(l, bt) || !has(l, said(l, bt, F_BLOCKED), set) || ++by > 3) continue;
        bp_bthread_name(l->ks, i, name, sizeof name);
        text_f(t, "%s%s", by == 1 ? ", blocked by " : ", ", name);
    }
    if (by > 3) text_z(t, " ...");
}

bool bp_deadlock_text(KernelState *ks, Text *t) {
    Look l;
    bool first = true;
    u32 waiting = 0;
    if (!look(ks, &l)) return false;
    text_z(t, "deadlock: no event can be selected; ");
    for (u32 i = 0; i < l.n; i++)
        if (parked(&l, bthread(&l, i))) blocked_text(&l, t, i, said(&l, bthread(&l, i), F_REQUESTED), 0, &first);
    for (u32 i = 0; i < l.n; i++) {
        Ref bt = bthread(&l, i), req = said(&l, bt, F_REQUESTED);
        char name[200];
        if (!parked(&l, bt) || !req || bprog_kind(ks, l.t, req) != SK_NONE || ++waiting > 8) continue;
        bp_bthread_name(ks, i, name, sizeof name);
        text_f(t, "%s%s", waiting > 1 ? ", " : first ? "" : "; ", name);
    }
    if (waiting) text_f(t, "%s wait%s", waiting > 8 ? " ..." : "", waiting == 1 ? "s" : "");
    return true;
}
