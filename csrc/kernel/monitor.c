/* monitor.c -- monitors in the lock word of an object, identity hashes. Layer 5.
 *
 * No decision about who runs is made here. The wait set of an object is the set of threads whose
 * wait_obj it is: no list, so its order never reaches the state. */
#include "classes/rest.h"
#include "kernel/footprint.h"
#include "kernel/events.h"

bool mon_can_lock(const ThreadInfo *ti, const ElementInfo *e) { return !e->lock || mon_owner(e) == ti->id + 1; }

/* Who stands before the monitor that ti has just taken is blocked now. JPF: ElementInfo.blockLockContenders. */
static void tell_contenders(const ThreadInfo *ti, Ref r) {
    KernelState *ks = ti->ks;
    for (u32 i = 0; i < ks->n_threads; i++) {
        ThreadInfo *t = ks->threads.v[i];
        if (t != ti && t->status == TS_RUNNABLE && t->pend.action == AC_LOCK && t->pend.obj == r)
            EV(ks, thread_blocked, .ti = t, .obj = r);
    }
}

void mon_lock(ThreadInfo *ti, ElementInfo *e) {
    Heap *h = ti->ks->heap;
    if (JPF_UNLIKELY(mon_count(e) == 0xffff)) {
        cx_fail(ti->ks->cx, ERR_INTERNAL, "a monitor was entered more than 65,535 times by one thread");
        return;
    }
    heap_log(h, e, &e->lock);
    if (e->lock) {
        e->lock++;
    } else {
        ti_touch(ti);
        ti->held++;
        e->lock = (ti->id + 1) << 16 | 1;
    }
    if (JPF_UNLIKELY(ti->ks->tracing) && mon_count(e) == 1) ti->ks->up.trace_lock(ti->ks, ti, ei_ref(h, e), true);
    EV(ti->ks, object_locked, .ti = ti, .obj = ei_ref(h, e));
    if (EV_ON(ti->ks, thread_blocked) && mon_count(e) == 1) tell_contenders(ti, ei_ref(h, e));
}

bool mon_unlock(ThreadInfo *ti, ElementInfo *e) {
    if (mon_owner(e) != ti->id + 1) return false;
    heap_log(ti->ks->heap, e, &e->lock);
    if (JPF_UNLIKELY(ti->ks->tracing) && mon_count(e) == 1)
        ti->ks->up.trace_lock(ti->ks, ti, ei_ref(ti->ks->heap, e), false);
    if (mon_count(e) == 1) {
        ti_touch(ti);
        ti->held--;
        e->lock = 0;
    } else {
        e->lock--;
    }
    EV(ti->ks, object_unlocked, .ti = ti, .obj = ei_ref(ti->ks->heap, e));
    return true;
}

static u32 hash_of(u64 mixed) {
    u32 v = (u32)(mixed >> 40);
    return v ? v : 1;
}

/* The class whose initializer the thread is in. */
static const ClassInfo *initializing(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && !(f->flags & FR_CLINIT)) f = f->prev;
    return f ? ti->ks->cs->by_id.v[f->slots[FR_CLINIT_CLASS]] : NULL;
}

/* The hash of a pool's worker says where it lies in the pool's own set, and nothing else, unless others ask. */
static bool asks_for_crew(const ThreadInfo *ti) {
    const StackFrame *f = ti->top;
    while (f && (f->mi->step || ((f->mi->ci->attrs & CA_SYSTEM) && !(f->mi->ci->rest && f->mi->ci->rest->crew))))
        f = f->prev;
    return f && (f->mi->ci->attrs & CA_SYSTEM);
}

/* Of a constant of an enum: its number, which is the same whoever has initialized the class. */
static bool constant_hash(const Heap *h, Ref r, u32 *hash) {
    const ClassInfo *ci = ei_class(h, ei(h, r));
    const FieldInfo *nth = ci_find_field((ClassInfo *)ci, "ordinal");
    if (!nth || nth->type != T_INT || !(nth->ci->attrs & CA_SYSTEM)) return false;
    if (ci->super != nth->ci) ci = ci->super; /* it has a body */
    *hash = hash_of(mix64(mix64(ci->key, 0x1D), get_u32(h, r, nth->offset)));
    return true;
}

/* 24 bits, never 0: a function of the thread's name and of how many hashes it has asked for. Tables of the library are
 * filled by what the first thread that comes initializes, and their order is not to tell which one that was. So what
 * an initializer asks for is a function of its class, which is initialized once; and objects that are there on every
 * path (classes, literals) have a hash that follows from their label. */
u32 identity_hash(ThreadInfo *ti, Ref r) {
    Heap *h = ti->ks->heap;
    ElementInfo *e = ei(h, r);
    const RestClass *rest = ei_class(h, e)->rest;
    if (rest && rest->pool && !asks_for_crew(ti)) ti->ks->looks.seen |= 1u << G_CREW;
    u32 v = e->hf >> 8;
    if (!v && e->birth == IMMORTAL_BIRTH) return hash_of(mix64(heap_label_seed(h, r), 0x1D));
    if (!v && (ei_class(h, e)->flags & ACC_ENUM) && constant_hash(h, r, &v)) return v;
    fp_read(ti->ks, e, &e->hf, 1);
    if (v) return v;
    const ClassInfo *of = ti->hashes & HASHES_CLINIT ? initializing(ti) : NULL;
    if (ti->id && !of) ti->ks->saw.names = true; /* the number follows from who asks */
    ti_touch(ti);
    v = hash_of(mix64(of ? of->key : (u64)ti->tid_key_hi << 32 | ti->tid_key_lo, (u64)++ti->hashes << 8 | 0x1D));
    heap_log(h, e, &e->hf);
    e->hf = (e->hf & 0xff) | v << 8;
    return v;
}
