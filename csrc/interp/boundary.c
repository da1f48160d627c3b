/* boundary.c -- which actions return to the driver first, and monitors. JPF: SharednessPolicy,
 * SyncPolicy. Nothing has happened yet when one of these answers "boundary". */
#include "classes/link.h"
#include "interp/interp_int.h"
#include "kernel/arrays.h"
#include "kernel/calls.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/inits.h"
#include "kernel/places.h"
#include "kernel/settings.h"

void set_pend(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi) {
    ti_touch(ti);
    memset(&ti->pend, 0, sizeof ti->pend);
    ti->pend.action = action;
    ti->pend.obj = obj;
    ti->pend.index = index;
    ti->pend.fi = fi;
}

/* Points are on. Does the thread come to this one, rather than going on from it? */
static bool comes_to(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi) {
    if (ti->first_step) {
        ti->first_step = 0;
        return false;
    }
    set_pend(ti, action, obj, index, fi);
    return true;
}

bool bd_ask(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi) {
    return bd_on(ti) && comes_to(ti, action, obj, index, fi);
}

/* The thread stands before an access that is a point: does it stop? */
static bool stops(ThreadInfo *ti, u8 action, Ref obj, u32 index, const FieldInfo *fi) {
    KernelState *ks = ti->ks;
    bool stood = ti->first_step;
    if (comes_to(ti, action, obj, index, fi) && !(ks->runs && ks->up.alone(ks->runs, ti))) return true;
    bool write = action == AC_PUT || action == AC_PUTSTATIC || action == AC_ASTORE;
    if (!stood) use_again(ti, fi, ei(ks->heap, obj), write);
    return false;
}

u16 insn_pool_index(const MethodInfo *mi, u32 insn) {
    const u8 *c = mi->cf->code->code + mi->bci[insn];
    return *c == OP_LDC ? c[1] : (u16)(c[1] << 8 | c[2]);
}

/* Collections that a JDK class keeps to itself and touches only under a lock of its own: what its code
 * does with them is no race of the program's. */
static bool guarded(const StackFrame *f) {
    while (f && !f->mi->step && (f->mi->ci->attrs & CA_BREAK_FIELDS)) f = f->prev;
    return f && (f->mi->ci->known & KC_GUARDS);
}

static bool skip(KernelState *ks, enum Skip why) {
    ks->skipped[why]++;
    return false;
}

/* Scheduling points are off for this code: why? */
static bool section(const ThreadInfo *ti) {
    if (!ti->ks->boundaries) return skip(ti->ks, SKIP_ALONE);
    return skip(ti->ks, ti->atomic ? SKIP_ATOMIC : ti->quiet_depth ? SKIP_EXCLUDED : SKIP_LIBRARY);
}

/* The program has said that nobody shares the object (Verify.setShared), or a policy wants no point here. */
static bool declined(ThreadInfo *ti, const FieldInfo *fi, Ref obj) {
    KernelState *ks = ti->ks;
    const ElementInfo *e = ei(ks->heap, obj);
    if (ks->cfg.por && JPF_UNLIKELY(e->hf & EF_UNSHARED)) return ks->saw.unshared = true;
    return use_declined(ti, fi, e);
}

/* vm.shared.break_on_exposure: the store makes an object shared that is not yet. The value lies on top of f's
 * stack. JPF: setsSharedObjectExposureCG. */
static bool exposes(const KernelState *ks, const StackFrame *f, const FieldInfo *fi) {
    if (!ks->uses->exposure || !ks->cfg.por || fi->type != T_REF || fi->attrs & (FA_FIREWALL | FA_EXCLUDED))
        return false;
    Ref v = f->sp[-1];
    return v && !(ei(ks->heap, v)->hf & EF_SHARED);
}

/* classes/jdk/fields.def: SETTLED, SPENT */
static bool settled(KernelState *ks, const FieldInfo *fi, Ref obj, bool write) {
    if (!(fi->known & (KF_SETTLED | KF_SPENT)) || !ks->cfg.por || !ks->cfg.library_atomic) return false;
    bool set = get_ref(ks->heap, obj, fi->offset) != 0;
    if (fi->known & KF_SPENT) return write || !set;
    return !write && set && looks_rely(&ks->looks, 1u << G_STAGE);
}

/* A setting of the whole program may be set beside the library's own affairs, too. */
static bool field_on(const ThreadInfo *ti, const FieldInfo *fi) {
    bool setting = (fi->known & KF_SETTING) && (fi->flags & ACC_STATIC);
    bool on = bd_on(ti) || (setting && ti->ks->boundaries && !ti->atomic && lib_own_affair(ti));
    return on && !ti->quiet_depth;
}

/* steps.def: G_PERMITS. The listed call goes on behind the point. */
static bool queues_up(ThreadInfo *ti, const FieldInfo *fi, Ref obj, u8 action) {
    KernelState *ks = ti->ks;
    return (fi->known & KF_QUEUE_END) && action == AC_GET && ks->boundaries && !ti->atomic &&
           (ei_class(ks->heap, ei(ks->heap, obj))->known & KC_BARGED) && lib_part(ti) == LIB_CALL &&
           !looks_rely(&ks->looks, 1ull << G_PERMITS);
}

static bool field_point(ThreadInfo *ti, const StackFrame *f, const FieldInfo *fi, Ref obj, u8 action, bool write) {
    KernelState *ks = ti->ks;
    bool on = field_on(ti, fi);
    if ((fi->attrs & FA_NEVER_BREAK) && !(fi->attrs & FA_BREAK)) {
        if (write && on && exposes(ks, f, fi)) {
            if (!bd_ask(ti, action, obj, fi->offset, fi)) return false;
            ti->pend.exposes = 1;
            return true;
        }
        return skip(ks, SKIP_EXCLUDED);
    }
    if (JPF_UNLIKELY(fi->known & KF_SETTING) && setting_rests(ti, fi, ei(ks->heap, obj), write)) return false;
    if (ks->cfg.por && ks->uses->skip_inits && f->mi->name == ks->interp->s_init) return skip(ks, SKIP_EXCLUDED);
    if (ks->cfg.por) {
        enum Skip why = use_field(ti, fi, ei(ks->heap, obj), write, on && !(fi->attrs & FA_ALWAYS));
        if (why) return skip(ks, why);
    }
    if (!on && !queues_up(ti, fi, obj, action)) return section(ti);
    if (declined(ti, fi, obj)) return skip(ks, SKIP_EXCLUDED);
    if (ks->cfg.library_atomic && (f->mi->ci->attrs & CA_BREAK_FIELDS) && guarded(f)) return skip(ks, SKIP_LIBRARY);
    if (settled(ks, fi, obj, write) || (action == AC_GET && lib_peeks(ks, f->mi))) return skip(ks, SKIP_LIBRARY);
    return stops(ti, action, obj, fi->offset, fi);
}

bool bd_field(ThreadInfo *ti, StackFrame *f, const Insn *pc, Ref obj, u8 action) {
    const FieldInfo *fi = f->mi->ci->rt[insn_pool_index(f->mi, (u32)(pc - f->mi->code))].fi;
    return field_point(ti, f, fi, obj, action, action == AC_PUT);
}

bool bd_static(ThreadInfo *ti, const StackFrame *f, const FieldInfo *fi, u8 action) {
    return field_point(ti, f, fi, fi->ci->mirror, action, action == AC_PUTSTATIC);
}

bool bd_setting(ThreadInfo *ti, const FieldInfo *fi, Ref obj, bool write) {
    KernelState *ks = ti->ks;
    if (!fi || !ks->watch || !bd_shared(ti, ei(ks->heap, obj))) return false;
    u8 action = fi->flags & ACC_STATIC ? (write ? AC_PUTSTATIC : AC_GETSTATIC) : write ? AC_PUT : AC_GET;
    return field_point(ti, ti->top, fi, obj, action, write);
}

bool bd_reads_setting(ThreadInfo *ti, const FieldInfo *fi, Ref obj) {
    if (bd_setting(ti, fi, obj, false)) return true;
    const ElementInfo *e = ei(ti->ks->heap, obj);
    if (fi) fp_read(ti->ks, e, (const u8 *)e + fi->offset, 1);
    return false;
}

/* Is an access to elements a scheduling point? What a listed call does with an array of the program's is none of the
 * call's one action. */
static bool element_point(ThreadInfo *ti, const StackFrame *f, Ref obj, bool write) {
    KernelState *ks = ti->ks;
    const ElementInfo *e = ei(ks->heap, obj);
    f = array_user(f);
    bool concerns = array_of_program(ti, f, e), in_call = ti->lib_depth && (e->hf & EF_PROGRAM) && !lib_own_affair(ti);
    bool on = ks->boundaries && !ti->atomic && !ti->quiet_depth && (bd_on(ti) || in_call);
    if (ks->cfg.por) {
        enum Skip why = use_element(ti, e, write, on && concerns);
        if (why) return skip(ks, why);
    }
    if (!concerns) return skip(ks, SKIP_EXCLUDED);
    if (!on) return section(ti);
    if (declined(ti, NULL, obj)) return skip(ks, SKIP_EXCLUDED);
    if ((f->mi->ci->attrs & CA_SYSTEM) && ks->cfg.library_atomic && guarded(f)) return skip(ks, SKIP_LIBRARY);
    if (ks->cfg.quiet_arrays && ks->cfg.por) return skip(ks, SKIP_EXCLUDED);
    if (!bd_on(ti)) lib_leave(ti);
    return true;
}

bool elements_point(ThreadInfo *ti, Ref arr, bool write) {
    if (ti->ks->watch) place_used(ti, ei(ti->ks->heap, arr), PLACE_WHOLE, UINT32_MAX, write);
    return ti->ks->boundaries && bd_shared(ti, ei(ti->ks->heap, arr)) && element_point(ti, ti->top, arr, write);
}

bool bd_array(ThreadInfo *ti, const StackFrame *f, Ref obj, u32 index, u8 action) {
    place_used_element(ti, ei(ti->ks->heap, obj), index, action == AC_ASTORE);
    return element_point(ti, f, obj, action == AC_ASTORE) && stops(ti, action, obj, index, NULL);
}

void lib_leave(ThreadInfo *ti) {
    if (!ti->lib_depth) return;
    KernelState *ks = ti->ks;
    ti_touch(ti);
    ti->lib_depth = 0;
    ks_quiet_end(ks);
    calls_leave(ks);
}

/* Before a write to the console. What others print may come between the parts of a listed call. */
bool bd_output(ThreadInfo *ti) {
    KernelState *ks = ti->ks;
    init_tells(ti);
    if (JPF_LIKELY(!(ks->looks.seen & LIB_OUTPUT)) || !ks->boundaries) return false;
    lib_leave(ti);
    if (bd_ask(ti, AC_OUTPUT, 0, 0, NULL)) return true;
    ks->fp.output = true;
    return false;
}

/* A wait that others have not ended yet is an error within an atomic section. Elsewhere it is no step that could be
 * taken: what ends it needs no scheduling point, nor an order with the wait. So this is said whatever the wait finds,
 * also where those who could have come later have ended. */
void section_looks(const ThreadInfo *ti, u64 what) {
    if (ti->ks->watch && !ti->ks->bp.n_turns) ti->ks->looks.seen |= what;
}

void begin_atomic(ThreadInfo *ti, const MethodInfo *mi, u32 insn) {
    ti_touch(ti);
    if (!ti->atomic++) {
        ti->atomic_in = mi;
        ti->atomic_insn = insn;
    }
    if (ti->ks->n_live > 1) ti->ks->saw.atomic = true;
    ti->ks->fp.section = true;
    ti->ks->fp.uses |= USES_TELL; /* whoever waits for a class within the section is an error: inits.h */
    section_looks(ti, LIB_SECTION);
}

/* An overdue answer of f becomes the least one: two states that differ in it only are one. */
static void answer_sign(const ThreadInfo *ti, StackFrame *f) {
    if ((ti->clock_use & CU_SIGN) && !ti->exception && f->mi->ret == T_LONG && f->sp[-1] >> 31)
        f->sp[-1] = f->sp[-2] = UINT32_MAX;
}

/* f, the frame of a listed call, is about to return: does its caller, p, go on as a listed call does? */
static bool caller_goes_on(const ThreadInfo *ti, const StackFrame *f, const StackFrame *p) {
    const MethodInfo *mi = f->mi;
    Looks *l = &ti->ks->looks;
    if (ti->exception || p->mi->step) return false;
    if ((mi->attrs & MA_LIB_HOLD) && (mi->attrs & MA_LIBRARY_ATOMIC) && f->sp[-1]) return true;
    if (mi->holds) return p->mi->ci == mi->ci && looks_rely(l, mi->holds);
    if (!(mi->attrs & MA_LIB_BACK) || !(p->mi->ci->attrs & CA_SYSTEM)) return false;
    return looks_rely(l, mi->group | LIB_STATES | LIB_INTERRUPT);
}

void frame_leaves(ThreadInfo *ti, StackFrame *f) {
    if (f->flags & FR_ATOMIC) ti_end_atomic(ti);
    if ((f->flags & FR_NEVER_BREAK) && ti->quiet_depth == f->depth + 1) {
        ti_touch(ti);
        ti->quiet_depth = 0;
    }
    if (ti->ks->quiet.own && ti->ks->quiet.own_depth == f->depth + 1) ks_quiet_end(ti->ks);
    if ((f->flags & FR_LIBATOMIC) && ti->lib_depth == f->depth + 1) {
        StackFrame *p = f->prev;
        if (caller_goes_on(ti, f, p)) {
            if (p->depth < ti->saved_depth) ti_uncover(ti, p);
            p->flags |= FR_LIBATOMIC;
            ti_touch(ti);
            ti->lib_depth = p->depth + 1;
        } else {
            lib_leave(ti);
        }
    }
    if ((f->flags & FR_CLOCK) && ti->clock_depth == f->depth + 1) {
        answer_sign(ti, f);
        ti_touch(ti);
        ti->clock_depth = 0;
    }
}

bool unlock_asks(ThreadInfo *ti, const ElementInfo *e) {
    KernelState *ks = ti->ks;
    if (looks_quiet_monitor(&ks->looks, ei_class(ks->heap, e))) return false;
    if (!ks->cfg.break_unlock && !ks->cfg.holds && looks_rely(&ks->looks, LIB_SECTION_LOCK | LIB_STATES)) return false;
    return bd_ask(ti, AC_UNLOCK, ei_ref(ks->heap, e), 0, NULL);
}

int lock_object(ThreadInfo *ti, Ref obj, bool quiet) {
    KernelState *ks = ti->ks;
    ElementInfo *e = ei(ks->heap, obj);
    if (ks->watch) place_used(ti, e, PLACE_MONITOR, 1, true);
    if (JPF_UNLIKELY(ti->atomic) && bd_shared(ti, e) && !looks_quiet_monitor(&ks->looks, ei_class(ks->heap, e)))
        section_looks(ti, LIB_SECTION_LOCK);
    if (mon_owner(e) != ti->id + 1) {
        bool visible = ks->boundaries && bd_shared(ti, e) && !looks_quiet_monitor(&ks->looks, ei_class(ks->heap, e));
        if (visible && !quiet && bd_ask(ti, AC_LOCK, obj, 0, NULL)) {
            if (EV_ON(ks, thread_blocked) && !mon_can_lock(ti, e))
                ev_fire(ks, EV_thread_blocked, &(EventData){.ti = ti, .obj = obj});
            ti_arrives(ti);
            return NAT_BLOCK;
        }
        if (!mon_can_lock(ti, e)) {
            fp_read(ks, e, &e->lock, 1); /* it would not have stopped here had it been free */
            set_pend(ti, AC_LOCK, obj, 0, NULL);
            EV(ks, thread_blocked, .ti = ti, .obj = obj);
            ti_arrives(ti);
            return NAT_BLOCK;
        }
        if (visible) ti->first_step = 0;
    } else if (ks->boundaries) ks->skipped[SKIP_RECURSIVE]++;
    /* Thread's own code enters it to start a thread, and waits for nothing there (25: a pool's workers). */
    if (ks->booted && ti->top->mi->ci != ks->cs->thread && ci_is_subclass(ei_class(ks->heap, e), ks->cs->thread)) {
        if (!e->lock) ks->looks.seen |= LIB_JOIN;
        ks->saw.ends = true; /* a thread's end takes its monitor and notifies */
    }
    if (ks->booted && !e->lock && !(ti->top->mi->ci->attrs & CA_SYSTEM)) {
        const ClassInfo *ci = ei_class(ks->heap, e);
        if (ci->known & KC_STREAM) ks->looks.seen |= LIB_STREAM;
        if (ci->attrs & CA_QUIET) ks->looks.seen |= LIB_GROUP;
    }
    mon_lock(ti, e);
    return ks->cx->err.kind == ERR_NONE ? NAT_OK : NAT_ERROR;
}
