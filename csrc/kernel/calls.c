/* calls.c -- locks of java.util.concurrent, judged by who comes to them. Layer 5. */
#include "kernel/calls.h"

enum { CELLS_NAME = 0x43454C4C }; /* of no object */

static const ClassInfo *class_of(const KernelState *ks, Ref r) { return ei_class(ks->heap, ei(ks->heap, r)); }

static Ref behind(const KernelState *ks, Ref face) {
    const FieldInfo *fi = ci_known_field(ei_class(ks->heap, ei(ks->heap, face)), KF_FACE);
    return fi ? get_ref(ks->heap, face, fi->offset) : 0;
}

static bool is_owner(const KernelState *ks, Ref r) { return r && (class_of(ks, r)->known & KC_CALL_OWNER); }

Ref call_owner(const KernelState *ks, Ref face) {
    if (is_owner(ks, face)) return face;
    Ref r = behind(ks, face);
    return is_owner(ks, r) ? r : 0;
}

/* Is it a cell that does not say itself whose it is? */
static bool is_anonymous(const KernelState *ks, Ref r) {
    return (class_of(ks, r)->known & KC_CALL_CELL) && !ci_known_field(ei_class(ks->heap, ei(ks->heap, r)), KF_FACE);
}

/* The next owner among what a holder's final fields refer to, from its field *i on; 0: there is none. One may come
 * twice. */
static Ref next_part(const KernelState *ks, Ref holder, u32 *i) {
    const ClassInfo *ci = class_of(ks, holder);
    if (!(ci->known & KC_HOLDER)) return 0;
    while (*i < ci->n_fields) {
        const FieldInfo *fi = &ci->fields[(*i)++];
        bool refers = fi->type == T_REF && (fi->flags & (ACC_FINAL | ACC_STATIC)) == ACC_FINAL;
        Ref r = refers ? get_ref(ks->heap, holder, fi->offset) : 0, part = r ? call_owner(ks, r) : 0;
        if (part) return part;
    }
    return 0;
}

static bool is_part(const KernelState *ks, Ref holder, Ref part) {
    Ref r;
    for (u32 i = 0; (r = next_part(ks, holder, &i)) != 0;)
        if (r == part) return true;
    return false;
}

/* Does an owner's own KF_HELD field refer to r? */
static bool holds(const KernelState *ks, Ref owner, Ref r) {
    const FieldInfo *fi = ci_known_field(ei_class(ks->heap, ei(ks->heap, owner)), KF_HELD);
    return fi && get_ref(ks->heap, owner, fi->offset) == r;
}

static void tell(ThreadInfo *ti, Ref owner, bool looks, bool inner) {
    const ElementInfo *e = ei(ti->ks->heap, owner);
    place_used(ti, e, PLACE_CALL, 1, !looks);
    if (inner) place_used(ti, e, PLACE_INNER, 1, true);
}

/* The owner of the told call that runs; 0: none does. */
static Ref running(const KernelState *ks) {
    const CallLog *c = &ks->places->calls;
    return c->n && c->v[c->n - 1].call ? c->v[c->n - 1].owner : 0;
}

void call_told(ThreadInfo *ti, Ref face, bool looks) {
    KernelState *ks = ti->ks;
    if (!ks->places->on) return;
    Ref r = call_owner(ks, face), part, by = lib_runs(ti) ? running(ks) : 0;
    if (!r) return;
    if (by && (by == r || is_part(ks, by, r) || holds(ks, by, r))) return; /* that call has told of it */
    bool inner = lib_runs(ti);
    tell(ti, r, looks, inner);
    for (u32 i = 0; (part = next_part(ks, r, &i)) != 0;) tell(ti, part, looks, inner);
}

/* --- frames --- */

static const StackFrame *listed_frame(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && f->depth + 1 != ti->lib_depth) f = f->prev;
    return f;
}

Ref call_receiver(const ThreadInfo *ti) {
    const StackFrame *f = listed_frame(ti);
    return f ? fr_receiver(ti->ks->cs, f, f == ti->top) : 0;
}

Ref call_stands(const ThreadInfo *ti) {
    const KernelState *ks = ti->ks;
    if (!lib_runs(ti) || (class_of(ks, ti->obj)->known & KC_WORKER)) return 0; /* a worker's wait concerns its pool */
    const StackFrame *f = listed_frame(ti);
    Ref r = f && (f->mi->known & KM_FACE) ? fr_receiver(ks->cs, f, f == ti->top) : 0;
    return r ? call_owner(ks, r) : 0;
}

/* --- the log --- */

void calls_begin(KernelState *ks, const ThreadInfo *ti) {
    CallLog *c = &ks->places->calls;
    c->n = 0;
    if (!ks->places->on || !ti->lib_depth) return;
    Ref r = call_stands(ti);
    if (r) c->v[c->n++] = (struct CallPart){.owner = r, .call = true};
}

static void log_part(KernelState *ks, Ref owner, u32 deed, bool call) {
    CallLog *c = &ks->places->calls;
    const struct CallPart was = c->n ? c->v[c->n - 1] : (struct CallPart){0};
    if ((was.owner == owner && was.deed == deed && was.call == call) || c->n == CALL_PARTS) return;
    if (c->n == CALL_PARTS - 1) owner = 0; /* what comes behind is not kept */
    c->v[c->n++] = (struct CallPart){owner, deed, ks->heap->log.n, ks->fp.reads.n, call && owner};
}

void calls_part(KernelState *ks, Ref owner, u32 deed) { log_part(ks, owner, deed, owner != 0); }

void calls_enter(KernelState *ks, Ref face) {
    if (ks->places->on) calls_part(ks, call_owner(ks, face), 0);
}

void calls_leave(KernelState *ks) { calls_part(ks, 0, 0); }

Ref calls_of(const KernelState *ks, bool write, u32 i, u32 *deed) {
    const CallLog *c = &ks->places->calls;
    u32 n = c->n;
    while (n && (write ? c->v[n - 1].log : c->v[n - 1].reads) > i) n--;
    *deed = n ? c->v[n - 1].deed : 0;
    return n ? c->v[n - 1].owner : 0;
}

/* --- accesses --- */

/* Whose code is it that comes to a cell? 0: of a synchronizer that is no owner; false: nobody knows. */
static bool nearest(const ThreadInfo *ti, Ref *owner) {
    const u64 parts = KC_SYNCHRONIZER | KC_CALL_OWNER | KC_CALL_CELL;
    const KernelState *ks = ti->ks;
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        if (f->mi->step) continue;
        if (!(f->mi->ci->attrs & CA_SYSTEM)) return false;
        Ref r = f->mi->ci->known & parts ? fr_receiver(ks->cs, f, f == ti->top) : 0;
        if (!r || is_anonymous(ks, r)) continue;
        *owner = call_owner(ks, r);
        return true;
    }
    return false;
}

void call_touched_(ThreadInfo *ti, const ElementInfo *e) {
    KernelState *ks = ti->ks;
    Ref r = ei_ref(ks->heap, e), owner = 0, within = running(ks);
    if (within && !lib_runs(ti)) { /* what the call calls back is no part of it */
        calls_leave(ks);
        within = 0;
    }
    if (!is_anonymous(ks, r)) owner = call_owner(ks, r);
    else if (within) return;
    else if (!nearest(ti, &owner)) places_open(ks, ti, CELLS_NAME);
    else log_part(ks, owner, 0, false);
    if (owner && owner != within) place_used(ti, ei(ks->heap, owner), PLACE_CALL, 1, true);
}

/* --- permits --- */

/* Does code of java.util.concurrent, LockSupport aside, give the permit? */
static bool library_gives(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    bool park = false; /* LockSupport was met */
    for (; f && (f->mi->step || (f->mi->ci->attrs & CA_SYSTEM)); f = f->prev) {
        if (f->mi->step) continue;
        if (f->mi->ci->known & KC_PARK) park = true;
        else if (park) return f->mi->ci->known & KC_CONCURRENT;
    }
    return false;
}

void call_permits(ThreadInfo *ti, const ThreadInfo *t) {
    KernelState *ks = ti->ks;
    if (!ks->watch || ks->saw.permits) return;
    if (!library_gives(ti)) {
        ks->saw.permits = true;
        return;
    }
    Ref owner = t && t->lib_depth && t->status != TS_TERMINATED ? call_stands(t) : 0, by = 0;
    if (owner && (!nearest(ti, &by) || (by != owner && !is_part(ks, owner, by)))) ks->saw.permits = true;
}

/* --- for persistent sets --- */

ThreadSet monitor_users(KernelState *ks, Ref r, ThreadSet set) {
    ts_begin(&ks->sets);
    ts_add_all(&ks->sets, set);
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (mon_owner(ei(ks->heap, r)) == i + 1 || t->wait_obj == r) ts_add(&ks->sets, i);
    }
    return ts_made(&ks->sets);
}

static bool monitor_partners(KernelState *ks, Ref r, ThreadSet *set) {
    if (!places_partners(ks, r, PLACE_MONITOR, 1, true, set)) return false;
    *set = monitor_users(ks, r, *set);
    return *set != REACH_ALL;
}

static bool partners_of_one(KernelState *ks, Ref owner, bool looks, ThreadSet *set) {
    ThreadSet inner;
    if (!places_partners(ks, owner, PLACE_INNER, 1, true, &inner) || inner) return false;
    return places_partners(ks, owner, PLACE_CALL, 1, !looks, set);
}

/* The object whose monitor a holder's methods enter; 0: there is none. */
static Ref guard_of(const KernelState *ks, Ref holder) {
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, holder));
    if (!(ci->known & KC_HOLDER)) return 0;
    if (ci->known & KC_LOCKS_ITSELF) return holder;
    const FieldInfo *fi = ci_known_field(ci, KF_GUARD);
    return fi ? get_ref(ks->heap, holder, fi->offset) : 0;
}

bool call_partners(KernelState *ks, Ref owner, bool looks, ThreadSet *set) {
    ThreadSet more;
    Ref part, guard;
    if (!owner || !heap_is_object(ks->heap, owner) || !is_owner(ks, owner)) return false;
    if (!partners_of_one(ks, owner, looks, set)) return false;
    for (u32 i = 0; (part = next_part(ks, owner, &i)) != 0;) {
        if (!partners_of_one(ks, part, looks, &more)) return false;
        *set = ts_or(&ks->sets, *set, more);
    }
    if (looks || (guard = guard_of(ks, owner)) == 0) return true;
    if (!monitor_partners(ks, guard, &more)) return false;
    *set = ts_or(&ks->sets, *set, more);
    return true;
}

bool call_partners_near(const ThreadInfo *ti, Ref obj, ThreadSet *set) {
    KernelState *ks = ti->ks;
    Ref owner;
    if (!is_anonymous(ks, obj) || !nearest(ti, &owner) || !owner) return false;
    return places_closed(ks, CELLS_NAME) && call_partners(ks, owner, false, set);
}

bool call_partners_of(KernelState *ks, Ref obj, u32 word, bool write, Ref call, u32 deed, ThreadSet *set) {
    if (map_part(class_of(ks, obj))) return call && map_owns(ks, call, obj, word) && map_partners(ks, call, deed, set);
    if (word < OBJ_HEADER / 4 || !(class_of(ks, obj)->known & (KC_CALL_OWNER | KC_CALL_CELL))) return false;
    if (call && heap_is_object(ks->heap, call) && holds(ks, call, obj)) return call_partners(ks, call, !write, set);
    if (!is_anonymous(ks, obj)) return call_partners(ks, call_owner(ks, obj), !write, set);
    return call && places_closed(ks, CELLS_NAME) && call_partners(ks, call, !write, set);
}
