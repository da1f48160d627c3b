/* fieldlocks.c -- the locks that may protect a field, as functions of the object whose field it is. Layer 5.
 *
 * JPF: FieldLockInfo, StatisticFieldLockInfoFactory. Candidates are what the thread holds at the field's first access
 * and can be named: the object's own monitor, a lock in a field of it or in a static one, a class, and the lock of its
 * owner, the one shared object that refers to it through some field (JPF's third strong candidate, the wrapper's lock);
 * or a lock that a frame knows and that was made on the way that all paths have in common, so that it is the same one
 * on all of them (kernel/places.h). Each access keeps those that are held.
 *
 * That an owner is the only one is tested where objects become shared (heap/share.c): with an owner through field F, no
 * object may become shared whose F refers to what is shared already. It must have been tested since the search began
 * before it is relied upon (FieldInfo.owner). F is final or never written while shared, as for all locks in fields. */
#include "kernel/fieldlocks.h"
#include "kernel/places.h"

#include <stdio.h>

enum { OWNER_FRAMES = 24 }; /* how far down the stack an owner is looked for */

/* --- what is held --- */

/* The synchronizer of a java.util.concurrent lock; 0: r is none. Both locks of a read-write lock have the same one. */
static Ref sync_of(FieldUses *us, Ref r) {
    Heap *h = us->ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, r));
    u64 at = 0;
    if (!map_get(&us->sync_at, ci->id, &at)) {
        const FieldInfo *fi = ci_known_field(ci, KF_SYNC);
        if (fi) at = fi->offset;
        (void)map_put(&us->sync_at, ci->id, at);
    }
    return at ? get_ref(h, r, (u32)at) : 0;
}

/* The thread that owns it. */
static Ref owner_of(FieldUses *us, Ref sync) {
    const Heap *h = us->ks->heap;
    if (!us->off_owner) {
        const FieldInfo *fi = ci_known_field(ei_class(h, ei(h, sync)), KF_OWNER);
        us->off_owner = fi ? fi->offset : 0;
    }
    return us->off_owner ? get_ref(h, sync, us->off_owner) : 0;
}

/* What r has in its field with this KnownField; 0: there is no such field. */
static Ref known_ref(FieldUses *us, Ref r, u32 known) {
    const Heap *h = us->ks->heap;
    const FieldInfo *fi = r ? ci_known_field(ei_class(h, ei(h, r)), known) : NULL;
    return fi && fi->type == T_REF ? get_ref(h, r, fi->offset) : 0;
}

/* Does ti have the read lock of the synchronizer? It says so of the first reader; of others their thread locals tell
 * how often they have it. */
static bool reads(FieldUses *us, const ThreadInfo *ti, Ref sync) {
    const Heap *h = us->ks->heap;
    Ref holds = known_ref(us, sync, KF_HOLDS);
    if (!holds) return false;
    if (known_ref(us, sync, KF_FIRST) == ti->obj) return true;
    Ref table = known_ref(us, known_ref(us, ti->obj, KF_LOCAL), KF_LOCAL);
    for (u32 i = 0, n = table ? arr_len(h, table) : 0; i < n; i++) {
        Ref entry = ei_words(ei(h, table))[i];
        if (!entry || known_ref(us, entry, KF_KEY) != holds) continue;
        Ref counter = known_ref(us, entry, KF_LOCAL);
        const FieldInfo *fi = counter ? ci_known_field(ei_class(h, ei(h, counter)), KF_LOCAL) : NULL;
        return fi && fi->type == T_INT && (i32)get_u32(h, counter, fi->offset) > 0;
    }
    return false;
}

/* Does ti hold the lock, so that nobody else can write, or (write) read or write, what the lock protects? Whoever reads
 * under a read lock is beside others who read, and these accesses commute: who writes has the write lock. */
static bool held(FieldUses *us, const ThreadInfo *ti, Ref r, bool write) {
    if (!r) return false;
    if (mon_owner(ei(us->ks->heap, r)) == ti->id + 1) return true;
    Ref sync = sync_of(us, r);
    return sync && (owner_of(us, sync) == ti->obj || (!write && reads(us, ti, sync)));
}

/* --- locks as functions of an object --- */

/* A field that was written after all names no lock. */
static bool written(const FieldUses *us, const FieldInfo *fi) { /* v[0] is nobody's */
    return (us->v.v[fi->use].flags | us->v.v[fi->use_made].flags) & FU_WRITTEN;
}

/* Nor do fields whose writes are not seen, unless they are final. */
static bool names_lock(const FieldUses *us, const FieldInfo *fi) {
    if (fi->type != T_REF || written(us, fi)) return false;
    return (fi->attrs & FA_FINAL) || (fi->attrs & (FA_NEVER_BREAK | FA_BREAK)) != FA_NEVER_BREAK;
}

/* Calls fn with the objects that the innermost frames of ti lock or refer to, until it answers true. */
static bool each_frame_ref(FieldUses *us, const ThreadInfo *ti, bool (*fn)(void *arg, Ref r), void *arg) {
    Heap *h = us->ks->heap;
    u32 depth = 0;
    for (StackFrame *f = ti->top; f && depth < OWNER_FRAMES; f = f->prev, depth++) {
        if (f->lock && fn(arg, f->lock)) return true;
        if (f->mi->step || !f->mi->code) continue;
        const FrameMap *m = fr_map(us->ks->cs, f, f == ti->top);
        for (u32 i = 0; m && i < m->n_live_ref; i++) {
            Ref r = f->slots[m->ref[i]];
            if (r && heap_is_object(h, r) && fn(arg, r)) return true;
        }
    }
    return false;
}

/* An object that may own others: shared, so that its sharing has been looked at, and no array. */
static const ElementInfo *as_owner(const FieldUses *us, Ref r) {
    const ElementInfo *p = ei(us->ks->heap, r);
    const ClassInfo *ci = ei_class(us->ks->heap, p);
    if ((p->hf & (EF_SHARED | EF_BOOT)) != EF_SHARED || ci->kind != CK_CLASS || ci == us->ks->cs->class_) return NULL;
    return p;
}

typedef struct OwnerOf { /* who has `of` in field `through`? */
    const FieldUses *us;
    const FieldInfo *through;
    Ref of;
    const ElementInfo *found;
} OwnerOf;

static bool is_owner(void *arg, Ref r) {
    OwnerOf *o = arg;
    const ElementInfo *p = as_owner(o->us, r);
    if (!p || ei_ref_in(o->us->ks->heap, p, o->through) != o->of) return false;
    o->found = p;
    return true;
}

/* The owner's lock, if a frame of ti has the owner; who holds its monitor does. */
static Ref owners_lock(FieldUses *us, const ThreadInfo *ti, const LockCand *c, const ElementInfo *e) {
    OwnerOf o = {us, c->through, ei_ref(us->ks->heap, e), NULL};
    if (c->through->owner == OWN_MANY || written(us, c->through) || !each_frame_ref(us, ti, is_owner, &o)) return 0;
    if (!c->fi) return ei_ref(us->ks->heap, o.found);
    return written(us, c->fi) ? 0 : ei_ref_in(us->ks->heap, o.found, c->fi);
}

static Ref lock_of(FieldUses *us, const ThreadInfo *ti, const LockCand *c, const ElementInfo *e) {
    Heap *h = us->ks->heap;
    switch (c->kind) {
    case LK_SELF: return ei_ref(h, e);
    case LK_FIELD: return written(us, c->fi) ? 0 : ei_ref_in(h, e, c->fi);
    case LK_STATIC: return written(us, c->fi) ? 0 : get_ref(h, c->fi->ci->mirror, c->fi->offset);
    case LK_OWNER: return owners_lock(us, ti, c, e);
    case LK_COMMON: return places_object(us->ks, c->label);
    default: return c->at;
    }
}

bool locks_hold_first(FieldUses *us, const ThreadInfo *ti, const FieldUse *u, const ElementInfo *e, bool write) {
    return held(us, ti, lock_of(us, ti, &u->cand[0], e), write);
}

/* --- candidates --- */

typedef struct Gather {
    FieldUses *us;
    const ThreadInfo *ti;
    const ElementInfo *e;
    bool sure; /* only what has been tested since the search began */
    bool write;
    LockCand v[MAX_CANDS];
    u8 n;
} Gather;

static void candidate(Gather *g, LockCand c) {
    Ref r = lock_of(g->us, g->ti, &c, g->e);
    if (g->n == MAX_CANDS || !held(g->us, g->ti, r, g->write)) return;
    for (u32 i = 0; i < g->n; i++)
        if (lock_of(g->us, g->ti, &g->v[i], g->e) == r) return;
    g->v[g->n++] = c;
}

static void candidate_object(Gather *g, Ref r) {
    Heap *h = g->us->ks->heap;
    if (r && heap_is_object(h, r) && ei(h, r)->birth == IMMORTAL_BIRTH)
        candidate(g, (LockCand){.kind = LK_IMMORTAL, .at = r});
}

/* A name for one object only: after those that say for each object of a class where its lock is. */
static bool candidate_common(void *arg, Ref r) {
    Gather *g = arg;
    u64 label = held(g->us, g->ti, r, g->write) ? places_label(g->us->ks, r) : 0;
    if (label) candidate(g, (LockCand){.kind = LK_COMMON, .label = label});
    return g->n == MAX_CANDS;
}

static void candidate_fields(Gather *g, const ClassInfo *ci, bool statics) {
    for (u32 i = 0; i < ci->n_fields; i++) {
        const FieldInfo *fi = &ci->fields[i];
        if (!(fi->flags & ACC_STATIC) == statics || !names_lock(g->us, fi)) continue;
        candidate(g, (LockCand){.kind = statics ? LK_STATIC : LK_FIELD, .fi = fi});
    }
}

/* From now on it is looked at whether objects have one owner through fi. False: out of memory, pending. */
static bool watch_owner(FieldUses *us, FieldInfo *fi) {
    if (vec_push(us->ks->cx, &us->owners, fi) != ST_OK) return false;
    fi->owner = OWN_SEEN;
    us->ks->cs->n_owners++;
    return true;
}

/* r may be the owner of g->e: through which field, and with which lock? */
static bool candidate_owner(void *arg, Ref r) {
    Gather *g = arg;
    const ElementInfo *p = as_owner(g->us, r);
    Heap *h = g->us->ks->heap;
    Ref of = ei_ref(h, g->e);
    for (const ClassInfo *c = p && r != of ? ei_class(h, p) : NULL; c; c = c->super)
        for (u32 i = 0; i < c->n_fields; i++) {
            FieldInfo *fi = &c->fields[i];
            if ((fi->flags & ACC_STATIC) || (fi->attrs & FA_FIREWALL) || !names_lock(g->us, fi)) continue;
            if (ei_ref_in(h, p, fi) != of) continue;
            if (fi->owner == OWN_MANY || (g->sure && fi->owner != OWN_TESTED)) continue;
            if (!fi->owner && !watch_owner(g->us, fi)) return true;
            candidate(g, (LockCand){.kind = LK_OWNER, .through = fi});
            for (const ClassInfo *k = ei_class(h, p); k; k = k->super)
                for (u32 l = 0; l < k->n_fields; l++)
                    if (!(k->fields[l].flags & ACC_STATIC) && names_lock(g->us, &k->fields[l]))
                        candidate(g, (LockCand){.kind = LK_OWNER, .through = fi, .fi = &k->fields[l]});
        }
    return g->n == MAX_CANDS;
}

/* The locks that ti holds, as functions of e. fi: the field, NULL: elements of an array. */
static void gather(Gather *g, FieldUses *us, const ThreadInfo *ti, const ElementInfo *e, const FieldInfo *fi, bool sure,
                   bool write) {
    KernelState *ks = us->ks;
    *g = (Gather){.us = us, .ti = ti, .e = e, .sure = sure, .write = write};
    candidate(g, (LockCand){.kind = LK_SELF});
    bool of_class = fi && (fi->flags & ACC_STATIC);
    if (fi && !of_class)
        for (const ClassInfo *c = ei_class(ks->heap, e); c; c = c->super) candidate_fields(g, c, false);
    if (fi) candidate_fields(g, fi->ci, true);
    for (StackFrame *f = ti->top; f; f = f->prev) {
        candidate_object(g, f->lock);
        if (f->mi->step || !f->mi->code || (f->mi->ci->attrs & CA_SYSTEM)) continue;
        if (!fi || f->mi->ci != fi->ci) candidate_fields(g, f->mi->ci, true);
        const FrameMap *m = fr_map(ks->cs, f, f == ti->top);
        for (u32 i = 0; m && i < m->n_live_ref; i++) candidate_object(g, f->slots[m->ref[i]]);
    }
    if (!of_class) each_frame_ref(us, ti, candidate_owner, g);
    each_frame_ref(us, ti, candidate_common, g);
}

/* --- the warning --- */

static void object_text(KernelState *ks, Ref r, char *buf, size_t n) {
    char cls[256];
    const ClassInfo *of = mirror_class(ks->heap, r);
    if (of) snprintf(buf, n, "class %s", ci_external_name(of, cls, sizeof cls));
    else snprintf(buf, n, "%s@%x", ci_external_name(ei_class(ks->heap, ei(ks->heap, r)), cls, sizeof cls), r);
}

/* An owner that the thread does not know: by the field that refers to the object. */
static void owner_text(const LockCand *c, char *buf, size_t n) {
    char cls[256];
    snprintf(buf, n, "%s%sthe %.200s that has it in %.60s", c->fi ? c->fi->name->s : "", c->fi ? " of " : "",
             ci_external_name(c->through->ci, cls, sizeof cls), c->through->name->s);
}

static void lock_set(Text *t, FieldUses *us, const ThreadInfo *ti, const LockCand *v, u32 n, const ElementInfo *e) {
    char buf[300];
    text_z(t, "{");
    for (u32 i = 0; i < n; i++) {
        Ref r = lock_of(us, ti, &v[i], e);
        if (r) object_text(us->ks, r, buf, sizeof buf);
        else if (v[i].kind == LK_OWNER) owner_text(&v[i], buf, sizeof buf);
        else continue;
        text_f(t, "%s%s", i ? ", " : "", buf);
    }
    text_z(t, "}");
}

static void thread_text(KernelState *ks, const ThreadInfo *ti, char *buf, size_t n) {
    FieldInfo *fi = ti->obj ? ci_find_field(ks->cs->thread, "name") : NULL;
    Ref s = fi ? get_ref(ks->heap, ti->obj, fi->offset) : 0;
    size_t len = 0;
    char *text = s ? string_utf8(ks->heap, s, &len) : NULL;
    snprintf(buf, n, "%s", text && *text ? text : "?");
    if (text) cx_free(ks->cx, text, len + 1);
}

/* "Account@1f.balance", "element of [I@1f". */
static void subject_text(KernelState *ks, const FieldUse *u, const ElementInfo *e, Text *t) {
    char obj[300];
    object_text(ks, ei_ref(ks->heap, e), obj, sizeof obj);
    if (u->fi) text_f(t, "field access of: %s.%s", obj, u->fi->name->s);
    else text_f(t, "access of an element of: %s", obj);
}

static void way_out(const FieldUses *us, const FieldUse *u, Text *t) {
    char cls[256];
    text_f(t, "; %s. Re-run with vm.por.sync_detection=false",
           us->fast ? "what was skipped stays unexplored (vm.por.sync_detection=fast)"
                    : "it is a scheduling point again, and what was skipped is explored");
    if (u->fi)
        text_f(t, ", or exclude the field with vm.por.exclude_fields=%s.%s",
               ci_external_name(u->fi->ci, cls, sizeof cls), u->fi->name->s);
}

/* Of an array that the library keeps for itself the program can do nothing, and nothing stays unexplored. */
static void warn(FieldUses *us, const ThreadInfo *ti, const FieldUse *u, const ElementInfo *e, bool write) {
    KernelState *ks = us->ks;
    if (!u->fi && !us->fast && !(e->hf & EF_PROGRAM)) return;
    char who[200];
    const StackFrame *f = ti->top;
    while (f && (f->mi->step || !f->mi->code)) f = f->prev;
    const Sym *src = f && f->mi->ci->cf ? f->mi->ci->cf->source_file : NULL;
    Gather now;
    Text t;
    Json told;
    gather(&now, us, ti, e, u->fi, false, write);
    text_init(&t, ks->cx);
    thread_text(ks, ti, who, sizeof who);
    text_z(&t, "unprotected ");
    subject_text(ks, u, e, &t);
    text_f(&t, " in thread: \"%s\" %s:%d; sync-detection assumed to be protected by: ", who, src ? src->s : "?",
           f ? mi_line(f->mi, (u32)(f->pc - f->mi->code)) : -1);
    lock_set(&t, us, ti, u->cand, u->n_cands, e);
    text_z(&t, ", found to be protected by: ");
    lock_set(&t, us, ti, now.v, now.n, e);
    way_out(us, u, &t);
    json_part(&told, &us->warnings, true);
    json_take(&told, &t);
}

/* --- the test at each access --- */

/* Owners that were looked at since before this search began may be relied upon in it. */
void locks_begin(FieldUses *us) {
    for (u32 i = 0; i < us->owners.n; i++)
        if (us->owners.v[i]->owner == OWN_SEEN) us->owners.v[i]->owner = OWN_TESTED;
}

/* The names of the locks that may protect the field, for the host's policy. */
static void cand_names(const FieldUse *u, Text *t) {
    char cls[256];
    for (u32 i = 0; i < u->n_cands; i++) {
        const FieldInfo *fi = u->cand[i].fi;
        if (i) text_z(t, ",");
        if (u->cand[i].kind == LK_OWNER)
            text_f(t, "owner:%s.%s", ci_external_name(u->cand[i].through->ci, cls, sizeof cls),
                   u->cand[i].through->name->s);
        else if (fi) text_f(t, "%s.%s", ci_external_name(fi->ci, cls, sizeof cls), fi->name->s);
        else if (u->cand[i].kind == LK_IMMORTAL) text_z(t, "class");
        else if (u->cand[i].kind == LK_COMMON) text_z(t, "local");
        else text_z(t, u->fi && (u->fi->flags & ACC_STATIC) ? "class" : "this");
    }
}

/* A lock that is near the object, and not just any that everybody knows. JPF: strongProtectionCandidate. */
static bool strong(const FieldUse *u) { return u->n_cands && u->cand[0].kind != LK_IMMORTAL; }

/* Rely on what is near at once; owners that have not been looked at from the beginning have to wait. */
static void lock_at_once(FieldUse *u) {
    LockCand sure[MAX_CANDS];
    u8 n = 0;
    for (u32 i = 0; i < u->n_cands; i++)
        if (u->cand[i].kind != LK_OWNER || u->cand[i].through->owner == OWN_TESTED) sure[n++] = u->cand[i];
    if (!n || sure[0].kind == LK_IMMORTAL) return;
    mem_copy(u->cand, sure, n * sizeof *sure);
    u->n_cands = n;
    u->flags |= FU_LOCKED;
}

static void look_protected(FieldUses *us, const ThreadInfo *ti, FieldUse *u) {
    const Host *host = us->ks->cx->host;
    u->looks = u->checks >= us->threshold || (us->aggressive && strong(u));
    if (!host || !host->lock_policy || us->failed) return;
    char name[512], cls[256];
    bool is = false;
    Text t;
    text_init(&t, us->ks->cx);
    cand_names(u, &t);
    snprintf(name, sizeof name, "%s.%s", ci_external_name(u->fi ? u->fi->ci : u->ci, cls, sizeof cls),
             u->fi ? u->fi->name->s : "*");
    if (host->lock_policy(host->cg_user, name, ti->id, t.v ? t.v : "", u->checks, &is) != ST_OK) us->failed = true;
    u->looks = is;
    text_free(&t);
}

void locks_test(FieldUses *us, const ThreadInfo *ti, FieldUse *u, const ElementInfo *e, bool write) {
    if (u->flags & FU_OPEN) return;
    if (!u->begun) {
        Gather g;
        gather(&g, us, ti, e, u->fi, (u->flags & FU_LOCKED) && !us->seed.n, write);
        memcpy(u->cand, g.v, sizeof u->cand);
        u->n_cands = g.n;
        if (us->aggressive) lock_at_once(u);
    } else {
        LockCand keep[MAX_CANDS];
        u8 n = 0;
        for (u32 i = 0; i < u->n_cands; i++)
            if (held(us, ti, lock_of(us, ti, &u->cand[i], e), write)) keep[n++] = u->cand[i];
        if (!n && use_locked(us, u)) {
            if (!(u->flags & FU_WARNED)) warn(us, ti, u, e, write);
            u->flags |= FU_WARNED;
            if (us->fast) { /* the locks stay as they are: who holds them goes on without points */
                us->broke_fast = true;
                return;
            }
        }
        mem_copy(u->cand, keep, n * sizeof *keep);
        u->n_cands = n;
    }
    if (!u->n_cands) {
        u->flags |= FU_OPEN;
        return;
    }
    u->checks += !us->again;
    if (!(u->flags & FU_LOCKED)) look_protected(us, ti, u);
}
