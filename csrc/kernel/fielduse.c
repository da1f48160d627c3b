/* fielduse.c -- assumptions about fields: tested at every access, relied on where they stand. Layer 5. */
#include "kernel/arrays.h"
#include "kernel/calls.h"
#include "kernel/fieldlocks.h"
#include "kernel/places.h"
#include "kernel/settings.h"

#include <stdio.h>

const char *const skip_names[SKIP_COUNT] = {
    [SKIP_UNSHARED] = "unshared",        [SKIP_EXCLUDED] = "excluded",       [SKIP_FINAL] = "final",
    [SKIP_INIT] = "initializing",        [SKIP_ONCE] = "write_once",         [SKIP_THREAD] = "one_thread",
    [SKIP_LOCKED] = "lock_protected",    [SKIP_ATOMIC] = "atomic",           [SKIP_LIBRARY] = "library",
    [SKIP_RECURSIVE] = "recursive_lock", [SKIP_ALONE] = "no_other_runnable",
};

Status uses_init(KernelState *ks) {
    FieldUses *us = cx_alloc(ks->cx, sizeof *us);
    if (!us) return ST_ERROR;
    ks->uses = us;
    us->ks = ks;
    map_init(&us->seed, ks->cx);
    map_init(&us->learned, ks->cx);
    map_init(&us->declined, ks->cx);
    map_init(&us->sync_at, ks->cx);
    text_init(&us->warnings, ks->cx);
    return vec_push(ks->cx, &us->v, (FieldUse){0});
}

void uses_free(KernelState *ks) {
    FieldUses *us = ks->uses;
    if (!us) return;
    vec_free(ks->cx, &us->v);
    vec_free(ks->cx, &us->arrays);
    vec_free(ks->cx, &us->owners);
    map_free(&us->seed);
    map_free(&us->learned);
    map_free(&us->declined);
    map_free(&us->sync_at);
    text_free(&us->warnings);
    cx_free(ks->cx, us, sizeof *us);
    ks->uses = NULL;
}

void uses_reset(KernelState *ks) {
    FieldUses *us = ks->uses;
    for (u32 i = 1; i < us->v.n; i++) {
        FieldUse *u = &us->v.v[i];
        u->flags &= FU_KNOWN | FU_WARNED;
        u->begun = u->not_own = u->many = u->n_cands = u->looks = u->point = u->passed = 0;
        u->checks = 0;
        u->thread = 0;
    }
    us->stale = false;
    locks_begin(us);
    memset(ks->skipped, 0, sizeof ks->skipped);
}

/* --- records --- */

u32 use_name(const FieldUse *u) {
    const FieldInfo *fi = u->fi;
    u64 h = fi ? mix64(fi->ci->key, hash_bytes(fi->name->s, fi->name->len, 0x75 + u->marked))
               : mix64(u->ci->key, 0x5B5D + u->marked);
    return (u32)(h ^ h >> 32);
}

Status use_seed(KernelState *ks, u32 name, u8 flags) {
    ks->uses->tell_inits |= use_says_init(flags);
    return map_put(&ks->uses->seed, name, flags & FU_KNOWN);
}

Status uses_learn(KernelState *ks, u32 name, u8 flags) {
    ks->uses->tell_inits |= use_says_init(flags & FU_KNOWN);
    return flags & FU_KNOWN ? map_put(&ks->uses->learned, name, flags & FU_KNOWN) : ST_OK;
}

void uses_reseed(KernelState *ks) {
    FieldUses *us = ks->uses;
    uses_reset(ks);
    for (u32 i = 1; i < us->v.n; i++) {
        u64 seed = 0;
        if (us->seed.n) map_get(&us->seed, use_name(&us->v.v[i]), &seed);
        us->v.v[i].flags = (u8)seed;
    }
}

static u32 make(FieldUses *us, const FieldInfo *fi, const ClassInfo *ci, u8 marked) {
    FieldUse u = {.fi = fi, .ci = ci, .marked = marked};
    u64 seed;
    if (us->seed.n && map_get(&us->seed, use_name(&u), &seed)) u.flags = (u8)seed;
    if (us->learned.n && map_get(&us->learned, use_name(&u), &seed)) u.flags |= (u8)seed;
    us->tell_inits |= use_is_init(&u) && u.flags;
    return vec_push(us->ks->cx, &us->v, u) == ST_OK ? us->v.n - 1 : 0;
}

static bool is_made(const ElementInfo *e) { return e->hf & EF_MADE; } /* no array */

static FieldUse *of_field(FieldUses *us, const FieldInfo *fi, const ElementInfo *e) {
    u32 *use = field_use(fi, is_made(e));
    if (JPF_UNLIKELY(!*use)) *use = make(us, fi, fi->ci, is_made(e));
    return *use ? &us->v.v[*use] : NULL;
}

static FieldUse *of_class(FieldUses *us, const ClassInfo *ci, u8 marked) {
    u32 i = ci->id * ARRAY_MAKERS + marked;
    while (us->arrays.n <= i)
        if (vec_push(us->ks->cx, &us->arrays, 0) != ST_OK) return NULL;
    u32 *at = &us->arrays.v[i];
    if (!*at) *at = make(us, NULL, ci, marked);
    return *at ? &us->v.v[*at] : NULL;
}

static FieldUse *of_array(FieldUses *us, const ElementInfo *e) {
    return of_class(us, ei_class(us->ks->heap, e), array_marks(e));
}

FieldUse *use_of_init(FieldUses *us, const ClassInfo *ci) { return of_class(us, ci, 0); }

bool use_writes_elements(const KernelState *ks, const ElementInfo *e) {
    const FieldUses *us = ks->uses;
    u32 i = ei_class(ks->heap, e)->id * ARRAY_MAKERS + array_marks(e);
    return i < us->arrays.n && us->arrays.v[i] && (us->v.v[us->arrays.v[i]].flags & FU_WRITTEN);
}

/* --- accesses --- */

static bool once_holds(const FieldUses *us, const FieldUse *u) {
    if (u->flags & FU_WRITTEN) return false;
    return u->fi && (u->fi->attrs & FA_FINAL) ? us->finals || us->constructed : us->once;
}

/* Does a constructor of obj run, in whatever thread? `this` is local 0 of its frame. */
static bool constructing(const KernelState *ks, Ref obj) {
    for (u32 i = 0; i < ks->n_threads; i++)
        for (const StackFrame *f = ks->threads.v[i]->top; f; f = f->prev)
            if (!f->mi->step && f->slots[0] == obj && strcmp(f->mi->name->s, "<init>") == 0) return true;
    return false;
}
static bool thread_holds(const FieldUses *us, const FieldUse *u) { return us->thread && !(u->flags & FU_MANY); }

bool use_stands(const KernelState *ks, const FieldUse *u) {
    if (use_is_init(u)) return !(u->flags & FU_WRITTEN);
    return once_holds(ks->uses, u) || thread_holds(ks->uses, u) || use_locked(ks->uses, u);
}

static u64 name_of(const ThreadInfo *ti) { return (u64)ti->tid_key_hi << 32 | ti->tid_key_lo; }

static void test_thread(const FieldUses *us, const ThreadInfo *ti, FieldUse *u, Ref obj) {
    u64 key = name_of(ti);
    if (!u->begun) u->thread = key;
    if (u->thread != key || (us->renamed && ti->id)) u->many = 1;
    if (obj != ti->obj) u->not_own = 1;
    if (!u->many || !u->not_own) return;
    u->by_names = us->renamed && (u->by_names || !(u->flags & FU_MANY));
    u->flags |= FU_MANY;
}

/* Is `e` the class that ti is initializing? Others wait until that is done (JVMS 5.5). */
static bool initializing(const KernelState *ks, const ThreadInfo *ti, const FieldInfo *fi) {
    const u32 *m = fi->ci->mirror_p;
    return (fi->flags & ACC_STATIC) && m && m[0] == CI_INITING && m[1] == ti->id + 1 && ks->cfg.por;
}

/* Does an initializer of the JDK's fill what it has made in this step? Who comes to it by the statics of its class
 * comes after that. */
static bool initializer_fills(const ThreadInfo *ti, const FieldUse *u, const ElementInfo *e) {
    const Heap *h = ti->ks->heap;
    bool may = u->fi ? u->marked : u->marked != 1; /* none of the program's arrays */
    return may && e->birth == h->epoch && h->done.open.n && jdk_initializes(ti->top);
}

/* One access to what u is the use of. */
static enum Skip used(ThreadInfo *ti, FieldUse *u, const ElementInfo *e, bool write, bool decide) {
    FieldUses *us = ti->ks->uses;
    Ref obj = ei_ref(ti->ks->heap, e);
    if (write && !(u->flags & FU_WRITTEN)) {
        if (initializer_fills(ti, u, e)) return SKIP_INIT;
        u->flags |= FU_WRITTEN;
    }
    if (us->lock) locks_test(us, ti, u, e, write);
    if (us->thread) test_thread(us, ti, u, obj);
    u->begun = 1;
    u->flags |= FU_ON_PATH;
    bool once = once_holds(us, u), thread = thread_holds(us, u), lock = use_locked(us, u);
    if (u->flags & FU_SAVED && !once && !thread && !lock) us->stale = true;
    if (!decide) return SKIP_NONE;
    const bool final = u->fi && (u->fi->attrs & FA_FINAL);
    enum Skip why = SKIP_NONE;
    if (once && !(final && us->constructed && constructing(ti->ks, obj))) why = final ? SKIP_FINAL : SKIP_ONCE;
    else if (lock && (!us->broke_fast || locks_hold_first(us, ti, u, e, write))) why = SKIP_LOCKED;
    else if (thread) why = SKIP_THREAD;
    if (why) u->flags |= FU_SAVED;
    else u->point = 1;
    return why;
}

enum Skip use_field(ThreadInfo *ti, const FieldInfo *fi, ElementInfo *e, bool write, bool decide) {
    KernelState *ks = ti->ks;
    if (initializing(ks, ti, fi)) return SKIP_INIT; /* who comes to the static field comes after that */
    place_used(ti, e, fi->offset / 4, type_size(fi->type) == 8 ? 2 : 1, write);
    FieldUse *u = of_field(ks->uses, fi, e); /* NULL: out of memory, which is pending */
    return u ? used(ti, u, e, write, decide) : SKIP_NONE;
}

enum Skip use_element(ThreadInfo *ti, const ElementInfo *e, bool write, bool decide) {
    FieldUse *u = of_array(ti->ks->uses, e);
    return u ? used(ti, u, e, write, decide) : SKIP_NONE;
}

bool use_relies(FieldUses *us, const FieldInfo *fi, const ElementInfo *e) {
    bool never = fi && (fi->attrs & (FA_NEVER_BREAK | FA_BREAK)) == FA_NEVER_BREAK; /* accesses are not told */
    if (never) return fi->flags & ACC_FINAL;
    if (fi && (fi->known & KF_SETTING) && looks_rely(&us->ks->looks, setting_look(fi))) return fi->flags & ACC_FINAL;
    FieldUse *u = fi ? of_field(us, fi, e) : of_array(us, e);
    if (!u || !once_holds(us, u)) return false;
    u->flags |= FU_SAVED | FU_ON_PATH;
    return true;
}

void use_again(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e, bool write) {
    FieldUses *us = ti->ks->uses;
    FieldUse *u = fi ? of_field(us, fi, e) : of_array(us, e);
    if (u && us->lock) locks_test(us, ti, u, e, write);
}

bool use_handed(ThreadInfo *ti, const ElementInfo *e, bool by_program) {
    FieldUses *us = ti->ks->uses;
    FieldUse *u = of_array(us, e);
    if (!u) return true; /* out of memory: pending */
    u->flags |= FU_ON_PATH;
    if (by_program && !(u->flags & FU_HANDED)) {
        u->flags |= FU_HANDED;
        us->stale |= u->passed;
    }
    if (!(u->flags & FU_HANDED)) u->passed = 1;
    return u->flags & FU_HANDED;
}

enum SharedKind { OF_OBJECT, OF_CLASS, OF_ARRAY };

static bool ask_policy(FieldUses *us, u32 thread, u32 kind, const char *name) {
    const Host *host = us->ks->cx->host;
    bool may = true;
    if (host->shared_point(host->cg_user, kind, thread, name, &may) != ST_OK) us->failed = true;
    return !may;
}

/* The answer is kept, so that it is the same wherever a path is executed again. */
bool use_declined(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e) {
    KernelState *ks = ti->ks;
    FieldUses *us = ks->uses;
    if (!ks->cfg.por || !ks->cx->host || !ks->cx->host->shared_point || us->failed) return false;
    u32 kind = !fi ? OF_ARRAY : fi->flags & ACC_STATIC ? OF_CLASS : OF_OBJECT;
    FieldUse name = {.fi = fi, .ci = ei_class(ks->heap, e)};
    u64 key = mix64((u64)ti->tid_key_hi << 32 | ti->tid_key_lo, (u64)use_name(&name) << 2 | kind), known = 0;
    if (!map_get(&us->declined, key, &known)) {
        char text[512], cls[256];
        ci_external_name(fi ? fi->ci : name.ci, cls, sizeof cls);
        snprintf(text, sizeof text, "%s%s%s", cls, fi ? "." : "", fi ? fi->name->s : "");
        known = ask_policy(us, ti->id, kind, text);
        if (map_put(&us->declined, key, known) != ST_OK) return false; /* out of memory: pending */
    }
    us->left_out |= known != 0;
    return known != 0;
}

void use_raw(ThreadInfo *ti, Ref obj, u32 offset, bool write) {
    KernelState *ks = ti->ks;
    if (!obj) return;
    ElementInfo *e = ei(ks->heap, obj);
    if (!ks_meets(ks, e)) return;
    if (ei_class(ks->heap, e)->kind == CK_ARRAY) {
        if (ks->cfg.por) use_element(ti, e, write, false);
        return;
    }
    const FieldInfo *fi = ei_field_at(ks->heap, e, offset);
    if (fi && (fi->known & KF_SETTING) && setting_rests(ti, fi, e, write)) return;
    if (!ks->cfg.por) return;
    if (ks->places->on) call_touched(ti, e);
    if (fi && (fi->attrs & (FA_NEVER_BREAK | FA_BREAK)) != FA_NEVER_BREAK) use_field(ti, fi, e, write, false);
}

void use_native_writes(ThreadInfo *ti, u32 from) {
    Heap *h = ti->ks->heap;
    u64 end = 0;
    Ref last = 0;
    for (u32 i = from; i < h->log.n; i++) {
        u32 w = h->log.v[i].widx;
        bool same = w >= (u64)last * 2 && w < end;
        Ref r = same ? last : heap_find(h, w, UINT32_MAX);
        if (!r) continue;
        const ElementInfo *e = ei(h, r);
        last = r;
        end = ((u64)r * 8 + ei_bytes(h, e)) / 4;
        if (!(e->hf & EF_SHARED) || ei_class(h, e)->kind != CK_ARRAY) continue;
        if (!same) use_element(ti, e, true, false);
        if (w - r * 2 >= OBJ_HEADER / 4) place_used(ti, e, w - r * 2, 1, true);
    }
}

bool use_by_initializer(const KernelState *ks, const ElementInfo *e, u32 word) {
    if (word < OBJ_HEADER / 4 || ei_class(ks->heap, e)->kind == CK_ARRAY || ks->fp.inside) return false;
    const FieldInfo *fi = ei_field_at(ks->heap, e, word * 4);
    if (!fi || !(fi->flags & ACC_STATIC)) return false;
    const u32 *m = fi->ci->mirror_p;
    u32 at = (u32)(m - (const u32 *)ks->heap->base);
    if (m[0] == CI_INITING) return true;
    bool dirty = ks->heap->dirty[at >> 5] >> (at & 31) & 1;
    for (u32 i = 0; dirty && i < ks->heap->log.n; i++)
        if (ks->heap->log.v[i].widx == at && ks->heap->log.v[i].old != m[0]) return true;
    return false;
}

bool use_guarded(const KernelState *ks, const ElementInfo *e, u32 word, bool write) {
    const FieldUses *us = ks->uses;
    if (word < OBJ_HEADER / 4 || ei_class(ks->heap, e)->kind == CK_ARRAY) return false;
    const FieldInfo *fi = ei_field_at(ks->heap, e, word * 4);
    if (!fi) return false;
    const FieldUse *u = &us->v.v[*field_use(fi, is_made(e))];
    if (!(u->flags & FU_SAVED)) return false;
    return thread_holds(us, u) || use_locked(us, u) || (!write && once_holds(us, u));
}

/* --- decisions of the search --- */

/* Could its points be saved from now on? */
static bool adoptable(const FieldUses *us, const FieldUse *u) {
    if (u->flags & (FU_LOCKED | FU_OPEN) || !u->looks || thread_holds(us, u)) return false;
    return !once_holds(us, u);
}

/* A new beginning has to save something: a field has had points; the others come along. */
bool uses_adopt(KernelState *ks) {
    FieldUses *us = ks->uses;
    bool any = false;
    if (!us->lock || us->late > 2) return false;
    for (u32 i = 1; i < us->v.n; i++) any |= us->v.v[i].point && adoptable(us, &us->v.v[i]);
    for (u32 i = 1; any && i < us->v.n; i++)
        if (adoptable(us, &us->v.v[i])) us->v.v[i].flags |= FU_LOCKED;
    return any;
}

void uses_atomic(KernelState *ks) {
    FieldUses *us = ks->uses;
    for (u32 i = 1; us->lock && i < us->v.n; i++) {
        const FieldUse *u = &us->v.v[i];
        if (use_is_init(u)) continue;
        if (use_locked(us, u) && (u->flags & FU_SAVED) && !once_holds(us, u) && !thread_holds(us, u)) us->stale = true;
    }
    us->lock = false;
}

u8 use_replayed(const KernelState *ks, const FieldUse *u) {
    const FieldUses *us = ks->uses;
    bool final = u->fi && (u->fi->attrs & FA_FINAL), no_guess = !us->once && !us->thread;
    u8 f = FU_HANDED, said = u->flags;
    if (use_is_init(u)) return us->inits && (u->flags & FU_ON_PATH) ? said & FU_KNOWN : 0;
    if (no_guess) said |= final ? FU_MANY : FU_MANY | FU_WRITTEN; /* uses_give_up: a replay has not given up */
    if (us->once || final || no_guess) f |= FU_WRITTEN;
    if (us->thread || no_guess) f |= FU_MANY;
    if (us->lock && (u->flags & FU_LOCKED)) f |= FU_LOCKED | FU_OPEN;
    return u->flags & FU_ON_PATH ? said & f : 0;
}

void uses_renamed(KernelState *ks) {
    FieldUses *us = ks->uses;
    if (us->renamed) return;
    us->renamed = true;
    places_renamed(ks);
    for (u32 i = 1; us->thread && i < us->v.n; i++) {
        FieldUse *u = &us->v.v[i];
        if (!u->begun || u->thread == name_of(ks->threads.v[0])) continue;
        u->many = 1;
        if (!u->not_own) continue;
        u->by_names |= !(u->flags & FU_MANY);
        u->flags |= FU_MANY;
        us->stale |= (u->flags & FU_SAVED) && !once_holds(us, u) && !use_locked(us, u);
    }
}

void uses_named(KernelState *ks) {
    FieldUses *us = ks->uses;
    us->renamed = false;
    for (u32 i = 1; i < us->v.n; i++) {
        if (us->v.v[i].by_names) us->v.v[i].flags &= (u8)~FU_MANY;
        us->v.v[i].by_names = 0;
    }
}

void uses_give_up(KernelState *ks) {
    FieldUses *us = ks->uses;
    us->thread = us->once = false;
    for (u32 i = 1; i < us->v.n; i++)
        if (!(us->v.v[i].flags & FU_LOCKED)) us->v.v[i].flags |= FU_OPEN;
}

u32 uses_count(const KernelState *ks, enum Skip why) {
    const FieldUses *us = ks->uses;
    u32 n = 0;
    for (u32 i = 1; i < us->v.n; i++) {
        const FieldUse *u = &us->v.v[i];
        if (!(u->flags & FU_SAVED) || use_is_init(u)) continue;
        bool once = once_holds(us, u), fin = once && u->fi && (u->fi->attrs & FA_FINAL);
        enum Skip is = fin ? SKIP_FINAL : once ? SKIP_ONCE : use_locked(us, u) ? SKIP_LOCKED : SKIP_THREAD;
        n += is == why;
    }
    return n;
}
