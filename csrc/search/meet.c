/* meet.c -- what engines tell each other of the program. Layer 11.
 *
 * Everything goes by names that are the same in all engines: fields by use_name, threads by their keys, locks and
 * places by the labels of their objects. What is known only grows, so the order in which engines meet does not
 * matter. */
#include "search/meet.h"
#include "kernel/fieldlocks.h"
#include "kernel/lastuse.h"
#include "kernel/places.h"
#include "search/reduction.h"
#include "state/state_int.h"

typedef struct FieldFact {
    u32 name;
    u8 flags; /* FU_KNOWN and FU_SAVED, of any engine */
    bool begun, not_own, many, passed;
    u8 fixed; /* a final field: ONCE_HOLDS or ONCE_OPEN, whatever Facts.once says; 0: any other */
    u8 n_cands;
    u64 thread;
    u64 cand[MAX_CANDS]; /* names of locks that each access of each engine has held */
} FieldFact;

typedef struct PlaceFact {
    u64 name;
    ThreadSet readers, writers; /* threads by their index here, in Facts.sets */
    u64 map; /* and bin: as PlaceUse */
    u8 bin;
    bool relied;
} PlaceFact;

enum { ONCE_HOLDS = 1, ONCE_OPEN = 2 };

struct Facts {
    Ctx cx;
    bool wrong; /* an engine has relied on what another one has seen to be otherwise */
    bool alone; /* of one engine, and merged with those of others elsewhere: each time it tells all that it knows */
    VEC(FieldFact) fields;
    Map field_at;
    bool renamed;
    Looks looks;
    SeenOfProgram saw;
    bool began, reduced; /* an engine has left out choices */
    u16 knew;            /* that persistent sets rest on (por/persist.h) */
    bool knew_clock, clock; /* when the search began; now */
    bool alike;             /* an engine takes threads for each other */
    bool once, thread, lock; /* not given up (kernel/fielduse.h) */
    u64 first; /* key of the main thread; 0: not known yet */
    u64 written[FP_BITS / 64], relied[FP_BITS / 64];
    VEC(u64) key; /* names of threads, those of parents before their children's */
    VEC(u32) parent;
    Map thread_at; /* name -> index in these */
    ThreadSets sets;
    VEC(u32) to, from; /* at each meeting: threads there by their index here, and the other way */
    VEC(PlaceFact) places;
    Map place_at;
    LastFields last;
    bool places_off; /* an engine knows nothing of places any more, so nobody may rely on them */
};

Facts *facts_new(void) {
    Facts *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    map_init(&f->field_at, &f->cx);
    map_init(&f->place_at, &f->cx);
    map_init(&f->thread_at, &f->cx);
    ts_init(&f->sets, &f->cx);
    return f;
}

void facts_free(Facts *f) {
    if (!f) return;
    vec_free(&f->cx, &f->fields);
    map_free(&f->field_at);
    vec_free(&f->cx, &f->places);
    map_free(&f->place_at);
    vec_free(&f->cx, &f->key);
    vec_free(&f->cx, &f->parent);
    map_free(&f->thread_at);
    ts_free(&f->sets);
    vec_free(&f->cx, &f->to);
    vec_free(&f->cx, &f->from);
    last_drop(&f->cx, &f->last);
    free(f);
}

/* --- fields --- */

static u64 field_name(const FieldInfo *fi) {
    return fi ? mix64(fi->ci->key, hash_bytes(fi->name->s, fi->name->len, 0x66)) : 0;
}

static u64 lock_name(const KernelState *ks, const LockCand *c) {
    u64 at = c->kind == LK_IMMORTAL ? heap_label_seed(ks->heap, c->at) : c->kind == LK_COMMON ? c->label : 0;
    return mix64(mix64(c->kind, at), mix64(field_name(c->fi), field_name(c->through)));
}

static FieldFact *fact_of(Facts *f, u32 name) {
    u64 at;
    if (map_get(&f->field_at, name, &at)) return &f->fields.v[at];
    if (vec_push(&f->cx, &f->fields, ((FieldFact){.name = name})) != ST_OK) return NULL;
    if (map_put(&f->field_at, name, f->fields.n - 1) != ST_OK) return NULL;
    return &f->fields.v[f->fields.n - 1];
}

/* Candidates of the one that are the other's, too. A field that several engines have met has those of all. */
static void common_locks(const KernelState *ks, FieldFact *x, FieldUse *u) {
    LockCand keep[MAX_CANDS];
    u64 names[MAX_CANDS];
    u8 n = 0;
    for (u32 i = 0; i < u->n_cands; i++) {
        const LockCand *c = &u->cand[i];
        u64 name = lock_name(ks, c);
        bool in = !x->begun && !(c->through && c->through->owner == OWN_MANY);
        for (u32 k = 0; k < x->n_cands && x->begun; k++) in |= x->cand[k] == name;
        if (!in) continue;
        names[n] = name;
        keep[n++] = *c;
    }
    mem_copy(u->cand, keep, n * sizeof *keep);
    mem_copy(x->cand, names, n * sizeof *names);
    u->n_cands = x->n_cands = n;
}

static void merge_field(Facts *f, const KernelState *ks, FieldFact *x, FieldUse *u) {
    const FieldUses *us = ks->uses;
    x->flags |= u->flags & (FU_KNOWN | FU_SAVED);
    if (u->fi && (u->fi->attrs & FA_FINAL)) x->fixed = us->finals || us->constructed ? ONCE_HOLDS : ONCE_OPEN;
    if (use_is_init(u)) x->fixed = ONCE_HOLDS;
    if (u->begun && us->lock && !(x->flags & FU_OPEN)) {
        common_locks(ks, x, u);
        if (!x->n_cands) x->flags |= FU_OPEN;
    }
    if (u->begun && us->thread) {
        if (x->begun) x->many |= x->thread != u->thread;
        else x->thread = u->thread;
        x->many |= u->many;
        x->not_own |= u->not_own;
        if (x->many && x->not_own) x->flags |= FU_MANY;
    }
    x->begun |= u->begun;
    x->passed |= u->passed;
    u->flags |= x->flags & FU_KNOWN;
    ks->uses->tell_inits |= use_is_init(u) && (u->flags & FU_KNOWN);
    if (u->begun) {
        u->many = x->many;
        u->not_own = x->not_own;
    }
    FieldUse all = {.fi = u->fi, .ci = u->ci, .flags = x->flags};
    f->wrong |= (x->flags & FU_SAVED) && !use_stands(ks, &all);
    f->wrong |= (x->flags & FU_HANDED) && x->passed;
}

static u64 name_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

static Status fields(Facts *f, Search *s) {
    KernelState *ks = s->ks;
    FieldUses *us = ks->uses;
    f->renamed |= us->renamed;
    if (f->renamed) uses_renamed(ks);
    if (f->saw.atomic && us->lock) uses_atomic(ks);
    us->once = f->once &= us->once;
    us->thread = f->thread &= us->thread;
    us->lock = f->lock &= us->lock;
    f->wrong |= us->stale;
    if (ks->n_threads) f->first = name_of(ks->threads.v[0]);
    for (u32 i = 1; i < us->v.n; i++) {
        FieldFact *x = fact_of(f, use_name(&us->v.v[i]));
        if (!x) return ST_ERROR;
        merge_field(f, ks, x, &us->v.v[i]);
    }
    /* those that it will meet later */
    for (u32 i = 0; i < f->fields.n; i++)
        if (uses_learn(ks, f->fields.v[i].name, f->fields.v[i].flags) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* --- what was looked at, what was seen --- */

static void looks_put(Looks *x, const Looks *l) {
    static const u64 shared[2] = {LIB_SHARED, LIB_FORK_SHARED};
    x->used |= l->used;
    x->seen |= l->seen;
    for (u32 i = 0; i < 2; i++) {
        const u64 users = l->users[i] | x->users[i];
        const bool news = users != l->users[i] || users != x->users[i];
        x->users[i] = users;
        x->controls[i] |= l->controls[i];
        if (x->controls[i] && ((news && (users & (users - 1))) || users >> 63)) x->seen |= shared[i];
    }
}

static void looks(Facts *f, Search *s) {
    Looks *l = &s->ks->looks, *x = &f->looks;
    looks_put(x, l);
    mem_copy(l->users, x->users, sizeof l->users);
    mem_copy(l->controls, x->controls, sizeof l->controls);
    l->seen = x->seen;
    f->wrong |= looks_spoilt(x);
}

/* An engine that goes on notices what it did not know by itself, too (por/persist.c, assume.c). */
static void saw(Facts *f, Search *s) {
    u8 *a = (u8 *)&f->saw, *b = (u8 *)&s->ks->saw;
    for (size_t i = 0; i < sizeof f->saw; i++) b[i] = a[i] |= b[i];
    f->reduced |= s->persist.reduced != 0;
    f->clock |= s->persist.knew_clock;
    f->alike |= s->alike.on;
    f->wrong |= f->reduced && (persist_assumed(s) != f->knew || (s->persist.knew_clock && !f->knew_clock));
    f->wrong |= s->alike.on && s->ks->saw.names;
}

/* --- footprints --- */

static Status footprints(Facts *f, Search *s) {
    StateEngine *se = s->se;
    if (fp_open(se) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < FP_BITS / 64; i++) {
        se->fp_written[i] = f->written[i] |= se->fp_written[i];
        f->relied[i] |= se->fp_relied[i];
        f->wrong |= (f->written[i] & f->relied[i]) != 0;
    }
    return ST_OK;
}

/* --- places --- */

/* Index here of the engine's thread; PLACE_THREADS: there is no room. A parent comes before its children. */
static u32 thread_here(Facts *f, u64 key, u32 parent) {
    u64 i;
    if (map_get(&f->thread_at, key, &i)) return (u32)i;
    i = f->key.n;
    if (i >= PLACE_THREADS || vec_reserve(&f->cx, &f->key, 1) != ST_OK || vec_reserve(&f->cx, &f->parent, 1) != ST_OK ||
        map_put(&f->thread_at, key, i) != ST_OK)
        return PLACE_THREADS;
    f->key.v[f->key.n++] = key;
    f->parent.v[f->parent.n++] = parent;
    return (u32)i;
}

/* The n threads of another's are threads here, in f->to. False: there is no room for them. */
static bool threads_here(Facts *f, const u64 *key, const u32 *parent, u32 n) {
    f->to.n = 0;
    if (vec_reserve(&f->cx, &f->to, n) != ST_OK) return false;
    for (u32 i = 0; i < n; i++) {
        u32 k = thread_here(f, key[i], i ? f->to.v[parent[i]] : 0);
        if (k == PLACE_THREADS) return false;
        f->to.v[f->to.n++] = k;
    }
    return true;
}

/* The threads of here are threads of the engine's, in f->from. */
static bool threads_there(Facts *f, Places *pl) {
    f->from.n = 0;
    if (vec_reserve(&f->cx, &f->from, f->key.n) != ST_OK) return false;
    for (u32 i = 0; i < f->key.n; i++) {
        u32 k = places_key(pl, f->key.v[i], i ? f->from.v[f->parent.v[i]] : 0);
        if (k == PLACE_THREADS) return false;
        f->from.v[f->from.n++] = k;
    }
    return true;
}

/* The set of one table as that of another, where thread i is to[i]. */
static ThreadSet mapped(const ThreadSets *of, ThreadSet set, ThreadSets *in, const u32 *to) {
    if (set == REACH_ALL) return set;
    ts_begin(in);
    for (u32 i = ts_next(of, set, 0); i != UINT32_MAX; i = ts_next(of, set, i + 1)) ts_add(in, to[i]);
    return ts_made(in);
}

/* Threads r and w come to x, too. *more: it was not known of all of them; *less: of some it was known already who are
 * not among these. */
static void put_threads(Facts *f, PlaceFact *x, ThreadSet r, ThreadSet w, bool *more, bool *less) {
    ThreadSets *t = &f->sets;
    *more = !ts_within(t, r, x->readers) || !ts_within(t, w, x->writers);
    *less = !ts_within(t, x->readers, r) || !ts_within(t, x->writers, w);
    x->readers = ts_or(t, x->readers, r);
    x->writers = ts_or(t, x->writers, w);
}

static PlaceFact *place_here(Facts *f, u64 name) {
    u64 at;
    if (map_get(&f->place_at, name, &at)) return &f->places.v[at];
    if (vec_push(&f->cx, &f->places, ((PlaceFact){.name = name})) != ST_OK) return NULL;
    if (map_put(&f->place_at, name, f->places.n - 1) != ST_OK) return NULL;
    return &f->places.v[f->places.n - 1];
}

/* A key of a map that nobody here knew of: has somebody relied on what is known of its keys? */
static void new_key(Facts *f, PlaceFact *x, u64 map, u8 bin) {
    u64 at;
    if (!map || x->map) return;
    x->map = map;
    x->bin = bin;
    f->wrong |= map_get(&f->place_at, map, &at) && f->places.v[at].relied;
}

static Status tell_places(Facts *f, Places *pl) {
    for (u32 i = 0; i < pl->v.n; i++) {
        PlaceUse *p = &pl->v.v[i];
        if (!p->news && !f->alone) continue;
        p->news = false;
        PlaceFact *x = place_here(f, p->name);
        if (!x) return ST_ERROR;
        new_key(f, x, p->map, p->bin);
        ThreadSet r = mapped(&pl->sets, p->readers, &f->sets, f->to.v);
        ThreadSet w = mapped(&pl->sets, p->writers, &f->sets, f->to.v);
        bool more, less;
        put_threads(f, x, r, w, &more, &less);
        f->wrong |= (more && x->relied) || (less && p->relied); /* by others; by this one */
        x->relied |= p->relied;
    }
    return ST_OK;
}

static Status places(Facts *f, Search *s) {
    Places *pl = s->ks->places;
    f->places_off |= s->persist.no_places || pl->gave_up;
    f->places_off |= !f->places_off && !(threads_here(f, pl->key.v, pl->parent.v, pl->key.n) && threads_there(f, pl));
    if (f->places_off) {
        f->wrong |= pl->any;
        s->persist.no_places = true;
        places_stop(s->ks);
        return ST_OK;
    }
    if (tell_places(f, pl) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < f->places.n; i++) {
        const PlaceFact *x = &f->places.v[i];
        PlaceUse p = {.name = x->name, .map = x->map, .bin = x->bin};
        p.readers = mapped(&f->sets, x->readers, &pl->sets, f->from.v);
        p.writers = mapped(&f->sets, x->writers, &pl->sets, f->from.v);
        if (places_learn(s->ks, &p) != ST_OK) return ST_ERROR;
    }
    f->wrong |= pl->broken; /* by a key of a map */
    return ST_OK;
}

/* --- together --- */

Status facts_meet(Facts *f, Search *s) {
    if (!f->began) { /* who began the search */
        f->knew = persist_assumed(s);
        f->knew_clock = s->persist.knew_clock;
        f->began = f->once = f->thread = f->lock = true;
    }
    looks(f, s);
    saw(f, s);
    Status st = fields(f, s);
    if (st == ST_OK) st = footprints(f, s);
    /* an engine that goes on notices by itself; one that has come to its end, here */
    f->wrong |= s->ks->places->broken;
    if (st == ST_OK) st = places(f, s);
    f->wrong |= s->ks->last->broken;
    if (st == ST_OK) st = last_put(&f->cx, &f->last, &s->ks->last->v, &f->wrong);
    if (st == ST_OK) st = last_learn(s->ks, &f->last, &f->wrong);
    if (st != ST_OK) return s->cx->err.kind ? ST_ERROR : cx_fail(s->cx, ERR_NOMEM, "out of memory (what was learned)");
    s->restart |= f->wrong;
    return ST_OK;
}

void facts_adopt(const Facts *f, Search *s) {
    if (f->began) s->persist.knew = f->knew;
    s->persist.knew_clock |= f->knew_clock;
    s->persist.no_places |= f->places_off;
}

/* --- apart: facts of engines that have no memory in common ---
 *
 * Each engine has Facts of its own, which begin as those of all; when its task has ended they are told, and put
 * together here. What is tested is what facts_meet tests, of two that have seen what they have each for itself. */

static bool field_stands(const Facts *f, const FieldFact *x) {
    bool once = !(x->flags & FU_WRITTEN) && (x->fixed ? x->fixed == ONCE_HOLDS : f->once);
    return once || (f->thread && !(x->flags & FU_MANY)) || (f->lock && (x->flags & (FU_LOCKED | FU_OPEN)) == FU_LOCKED);
}

static void cands_of_both(FieldFact *x, const FieldFact *y) {
    u8 n = 0;
    for (u32 i = 0; i < x->n_cands; i++) {
        bool in = false;
        for (u32 k = 0; k < y->n_cands; k++) in |= x->cand[i] == y->cand[k];
        if (in) x->cand[n++] = x->cand[i];
    }
    x->n_cands = n;
}

static void put_field(Facts *f, FieldFact *x, const FieldFact *y) {
    x->flags |= y->flags;
    x->fixed |= y->fixed;
    x->passed |= y->passed;
    if (y->begun && !x->begun) {
        x->thread = y->thread;
        x->n_cands = y->n_cands;
        mem_copy(x->cand, y->cand, sizeof x->cand);
    } else if (y->begun) {
        x->many |= x->thread != y->thread;
        cands_of_both(x, y);
    }
    x->many |= y->many;
    x->not_own |= y->not_own;
    x->begun |= y->begun;
}

/* After all that is known of the whole. */
static void test_field(Facts *f, FieldFact *x) {
    x->many |= x->begun && f->renamed && x->thread != f->first;
    if (f->thread && x->many && x->not_own) x->flags |= FU_MANY;
    if (f->lock && x->begun && !x->n_cands) x->flags |= FU_OPEN;
    f->wrong |= (x->flags & FU_SAVED) && !field_stands(f, x);
    f->wrong |= (x->flags & FU_HANDED) && x->passed;
}

/* A key that g does not know of, of a map of whose keys g relies on what it knows. */
static bool unknown_key(const Facts *g, const PlaceFact *x) {
    u64 at;
    return x->map && !map_get(&g->place_at, x->name, &at) && map_get(&g->place_at, x->map, &at) &&
           g->places.v[at].relied;
}

static Status put_places(Facts *f, const Facts *g) {
    f->places_off |= g->places_off;
    f->places_off |= !f->places_off && !threads_here(f, g->key.v, g->parent.v, g->key.n);
    if (f->places_off) { /* who relied on one before has to be told */
        for (u32 i = 0; i < f->places.n; i++) f->wrong |= f->places.v[i].relied;
        for (u32 i = 0; i < g->places.n; i++) f->wrong |= g->places.v[i].relied;
        return ST_OK;
    }
    for (u32 i = 0; i < f->places.n; i++) f->wrong |= unknown_key(g, &f->places.v[i]);
    for (u32 i = 0; i < g->places.n; i++) {
        const PlaceFact *y = &g->places.v[i];
        PlaceFact *x = place_here(f, y->name);
        if (!x) return ST_ERROR;
        new_key(f, x, y->map, y->bin);
        ThreadSet r = mapped(&g->sets, y->readers, &f->sets, f->to.v);
        ThreadSet w = mapped(&g->sets, y->writers, &f->sets, f->to.v);
        bool more, less;
        put_threads(f, x, r, w, &more, &less);
        f->wrong |= (more && x->relied) || (less && y->relied);
        x->relied |= y->relied;
    }
    return ST_OK;
}

Status facts_put(Facts *f, const Facts *g, bool *wrong) {
    if (!f->began) {
        f->began = f->once = f->thread = f->lock = true;
        f->knew = g->knew;
        f->knew_clock = g->knew_clock;
    }
    f->wrong |= g->wrong;
    f->first = g->first ? g->first : f->first;
    f->renamed |= g->renamed;
    f->once &= g->once;
    f->thread &= g->thread;
    f->lock &= g->lock;
    for (size_t i = 0; i < sizeof f->saw; i++) ((u8 *)&f->saw)[i] |= ((const u8 *)&g->saw)[i];
    f->lock &= !f->saw.atomic;
    f->reduced |= g->reduced;
    f->clock |= g->clock;
    f->alike |= g->alike;
    f->wrong |= f->reduced && (persist_assumes(&f->saw) != f->knew || (f->clock && !f->knew_clock));
    f->wrong |= f->alike && f->saw.names;
    looks_put(&f->looks, &g->looks);
    f->wrong |= looks_spoilt(&f->looks);
    for (u32 i = 0; i < FP_BITS / 64; i++) {
        f->written[i] |= g->written[i];
        f->relied[i] |= g->relied[i];
        f->wrong |= (f->written[i] & f->relied[i]) != 0;
    }
    for (u32 i = 0; i < g->fields.n; i++) {
        FieldFact *x = fact_of(f, g->fields.v[i].name);
        if (!x) return ST_ERROR;
        put_field(f, x, &g->fields.v[i]);
    }
    for (u32 i = 0; i < f->fields.n; i++) test_field(f, &f->fields.v[i]);
    Status st = put_places(f, g);
    if (st == ST_OK) st = last_put(&f->cx, &f->last, &g->last, &f->wrong);
    *wrong = f->wrong;
    return st;
}

bool facts_wrong(const Facts *f) { return f->wrong; }

void facts_renew(Facts *f) {
    f->wrong = f->reduced = false;
    last_renew(&f->last);
    f->knew = persist_assumes(&f->saw);
    f->knew_clock = f->clock;
    f->looks.used = 0;
    mem_fill(f->relied, 0, sizeof f->relied);
    for (u32 i = 0; i < f->fields.n; i++)
        f->fields.v[i] = (FieldFact){
            .name = f->fields.v[i].name, .flags = f->fields.v[i].flags & FU_KNOWN, .fixed = f->fields.v[i].fixed};
    for (u32 i = 0; i < f->places.n; i++) f->places.v[i].relied = false;
}

/* --- as bytes, both ways --- */

typedef struct Wire {
    Ctx *cx;
    FactBytes *out; /* NULL: it is read */
    const u8 *p, *end;
    bool failed;
} Wire;

static void wire(Wire *w, void *v, size_t n) {
    if (w->out) {
        w->failed |= vec_reserve(w->cx, w->out, (u32)n) != ST_OK;
        if (w->failed) return;
        mem_copy(w->out->v + w->out->n, v, n);
        w->out->n += (u32)n;
        return;
    }
    w->failed |= (size_t)(w->end - w->p) < n;
    if (w->failed) return;
    mem_copy(v, w->p, n);
    w->p += n;
}
#define wire_it(w, x) wire((w), &(x), sizeof(x))

/* Bits of places and of classes' states: few are set. */
static void wire_marks(Wire *w, u64 *marks) {
    u32 n = 0;
    for (u32 i = 0; i < FP_BITS / 64; i++) n += marks[i] != 0;
    wire_it(w, n);
    if (!w->out) mem_fill(marks, 0, FP_BITS / 8);
    for (u32 i = 0, at = 0; i < n && !w->failed; i++) {
        while (w->out && !marks[at]) at++;
        wire_it(w, at);
        w->failed |= at >= FP_BITS / 64;
        if (!w->failed) wire_it(w, marks[at]);
        at = w->out ? at + 1 : 0;
    }
}

static void wire_threads(Facts *f, Wire *w) {
    u32 n = f->key.n;
    wire_it(w, n);
    w->failed |= n > PLACE_THREADS;
    for (u32 i = 0; i < n && !w->failed; i++) {
        u64 key = w->out ? f->key.v[i] : 0;
        u32 parent = w->out ? f->parent.v[i] : 0;
        wire_it(w, key);
        wire_it(w, parent);
        w->failed |= i ? parent >= i : parent != 0;
        if (!w->out && !w->failed) w->failed = thread_here(f, key, parent) != i;
    }
}

/* How many words, and these; a set that is everybody has more than there can be. */
static void wire_set(Facts *f, Wire *w, ThreadSet *set) {
    enum { EVERYBODY = PLACE_THREADS };
    ThreadSets *t = &f->sets;
    u32 n = EVERYBODY;
    const u64 *v = w->out && *set != REACH_ALL ? ts_words(t, set, &n) : NULL;
    wire_it(w, n);
    w->failed |= n != EVERYBODY && n > f->key.n / 64 + 1;
    if (w->failed) return;
    ts_begin(t);
    for (u32 i = 0; i < n && n != EVERYBODY; i++) {
        u64 word = v ? v[i] : 0;
        wire_it(w, word);
        for (; !w->out && word && !w->failed; word &= word - 1) {
            u32 k = i * 64 + (u32)__builtin_ctzll(word);
            w->failed |= k >= f->key.n;
            ts_add(t, k);
        }
    }
    if (!w->out) *set = n == EVERYBODY ? REACH_ALL : ts_made(t);
}

enum { FACTS_FORMAT = 0x46414303 };

static Status carry(Facts *f, Wire *w) {
    u32 format = FACTS_FORMAT, n;
    wire_it(w, format);
    if (w->failed || format != FACTS_FORMAT) return ST_ERROR;
    bool *const flags[] = {&f->wrong, &f->renamed, &f->began,  &f->reduced, &f->knew_clock, &f->clock,
                           &f->alike, &f->once,    &f->thread, &f->lock,    &f->places_off};
    for (u32 i = 0; i < sizeof flags / sizeof *flags; i++) wire_it(w, *flags[i]);
    wire_it(w, f->knew);
    wire_it(w, f->first);
    wire_it(w, f->looks);
    wire_it(w, f->saw);
    wire_marks(w, f->written);
    wire_marks(w, f->relied);
    wire_threads(f, w);
    if (w->failed) return ST_ERROR;
    n = f->fields.n;
    wire_it(w, n);
    for (u32 i = 0; i < n && !w->failed; i++) {
        FieldFact x = {0}, *at = NULL;
        if (w->out) x = f->fields.v[i];
        wire_it(w, x);
        if (!w->out && !w->failed && !(at = fact_of(f, x.name))) w->failed = true;
        else if (!w->out && !w->failed) *at = x;
    }
    n = f->places.n;
    wire_it(w, n);
    for (u32 i = 0; i < n && !w->failed; i++) {
        PlaceFact x = {0}, *at = NULL;
        if (w->out) x = f->places.v[i];
        wire_it(w, x);
        wire_set(f, w, &x.readers);
        wire_set(f, w, &x.writers);
        if (!w->out && !w->failed && !(at = place_here(f, x.name))) w->failed = true;
        else if (!w->out && !w->failed) *at = x;
    }
    n = f->last.n;
    wire_it(w, n);
    for (u32 i = 0; i < n && !w->failed; i++) {
        LastField x = {0};
        if (w->out) x = f->last.v[i];
        bool *const is[] = {&x.given_up, &x.fresh, &x.relied, &x.read};
        u32 places = x.at.n;
        wire_it(w, x.name);
        for (u32 k = 0; k < sizeof is / sizeof *is; k++) wire_it(w, *is[k]);
        wire_it(w, x.n_places);
        wire_it(w, places);
        if (w->failed || places > LAST_PLACES * (LAST_DEEP + 1)) return ST_ERROR;
        if (!w->out && vec_reserve(w->cx, &x.at, places) != ST_OK) return ST_ERROR;
        x.at.n = places;
        wire(w, x.at.v, places * sizeof *x.at.v);
        if (!w->out && vec_push(w->cx, &f->last, x) != ST_OK) return ST_ERROR;
    }
    return w->failed ? ST_ERROR : ST_OK;
}

Status facts_write(Facts *f, FactBytes *out) {
    Wire w = {.cx = &f->cx, .out = out};
    out->n = 0;
    return carry(f, &w);
}

Facts *facts_read(const void *v, size_t n) {
    Facts *f = facts_new();
    Wire w = {.p = v, .end = (const u8 *)v + n};
    if (!f) return NULL;
    f->alone = true;
    if (!n || carry(f, &w) == ST_OK) return f;
    facts_free(f);
    return NULL;
}

void facts_drop_bytes(Facts *f, FactBytes *b) { vec_free(&f->cx, b); }
