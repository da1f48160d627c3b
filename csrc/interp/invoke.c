/* invoke.c -- calls that are more than pushing a frame: selection, natives, synchronized and listed
 * library methods, calls made by C code. */
#include "interp/interp_int.h"
#include "kernel/words.h"
#include "kernel/calls.h"
#include "kernel/footprint.h"
#include "kernel/inits.h"
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/places.h"

#include <stdio.h>

int select_target(ThreadInfo *ti, Site *s, const ElementInfo *recv, bool iface, MethodInfo **out) {
    Classes *cs = ti->ks->cs;
    ClassInfo *rc = cs->by_id.v[recv->ci];
    MethodInfo *mi = s->mi, *t = NULL;
    JErr je = {0};
    if (!ci_is_subclass(rc, mi->ci)) {
        char a[300], b[300];
        if (iface)
            return throw_new(ti, "java/lang/IncompatibleClassChangeError",
                             "Class %s does not implement the requested interface %s",
                             ci_external_name(rc, a, sizeof a), ci_external_name(mi->ci, b, sizeof b));
        return throw_new(ti, "java/lang/VerifyError", "Bad type on operand stack: %s.%s on a %s", mi->ci->name->s,
                         mi->name->s, rc->name->s);
    }
    if (!iface && mi->vindex >= 0 && (u32)mi->vindex < rc->n_vtable) t = rc->vtable[mi->vindex];
    if (!t || (t->flags & ACC_ABSTRACT)) {
        t = mi_select(cs, rc, mi, &je);
        if (!t) return je.cls ? throw_jerr(ti, &je) : NAT_ERROR;
    }
    s->target = t;
    s->cls = rc->id;
    *out = t;
    return NAT_OK;
}

int stack_overflow(ThreadInfo *ti) {
    if (ti->ks->cx->err.kind != ERR_NONE) return NAT_ERROR; /* the host's failure, not the program's */
    return throw_no_msg(ti, "java/lang/StackOverflowError");
}

int make_ready(ThreadInfo *ti, MethodInfo *mi) {
    if (mi->code) return NAT_OK;
    char buf[700];
    if (mi->flags & ACC_ABSTRACT)
        return throw_new(ti, "java/lang/AbstractMethodError",
                         "Receiver class does not define or inherit an implementation of the resolved method '%s'",
                         mi_external_name(mi, buf, sizeof buf));
    if (mi_predecode(ti->ks->cs, mi) != ST_OK) return NAT_ERROR;
    if (mi->code) return NAT_OK;
    return throw_new(ti, "java/lang/VerifyError", "%s", mi->verify_error ? mi->verify_error : "bad code");
}

/* The nearest frame of the program or library at or below f. */
static const StackFrame *java_frame(const StackFrame *f) {
    while (f && f->mi->step) f = f->prev;
    return f;
}

int method_not_modelled(ThreadInfo *ti, const char *what, const MethodInfo *mi) {
    KernelState *ks = ti->ks;
    char cls[300], sig[600], where[400] = "";
    const StackFrame *f = java_frame(ti->top);
    if (f && f->pc) {
        const Sym *src = f->mi->ci->cf ? f->mi->ci->cf->source_file : NULL;
        int line = mi_line(f->mi, (u32)(f->pc - f->mi->code));
        snprintf(where, sizeof where, " (called from %s.%s, %s:%d)", ci_external_name(f->mi->ci, cls, sizeof cls),
                 f->mi->name->s, src ? src->s : "?", line);
    }
    snprintf(sig, sizeof sig, "%s.%s%s", ci_external_name(mi->ci, cls, sizeof cls), mi->name->s, mi->desc->s);
    snprintf(ks->not_modelled, sizeof ks->not_modelled, "%.40s %.*s is not modelled%.*s", what, 90, sig, 90, where);
    ks->run_end = RUN_NOT_MODELLED;
    return NAT_END;
}

/* The object whose sharedness makes a native visible; *none: it has none, always visible. */
static Ref visible_object(const MethodInfo *mi, const u32 *args, bool *none) {
    const char *d = mi->desc->s + 1;
    *none = false;
    if (!(mi->flags & ACC_STATIC)) return args[0];
    if (d[0] == 'L' || d[0] == '[') {
        *none = !args[0];
        return args[0];
    }
    *none = true;
    return 0;
}

static int link_native(ThreadInfo *ti, MethodInfo *mi) {
    KernelState *ks = ti->ks;
    if (ks->cs->find_native) mi->native = ks->cs->find_native(ks->cs, mi);
    if (mi->native) return NAT_OK;
    if (mi->ci->attrs & CA_SYSTEM) return method_not_modelled(ti, "native method", mi);
    char buf[700];
    MethodInfo *outer = ti->native_mi; /* the trace begins with the method itself */
    ti->native_mi = mi;
    int r = throw_new(ti, "java/lang/UnsatisfiedLinkError", "'%s'", mi_external_name(mi, buf, sizeof buf));
    ti->native_mi = outer;
    return r;
}

/* One of a native's arguments: for footprints, and for what is assumed of arrays. */
static void native_reads_object(ThreadInfo *ti, Ref r) {
    KernelState *ks = ti->ks;
    const ElementInfo *e = ei(ks->heap, r);
    const ClassInfo *ci = ei_class(ks->heap, e);
    if (ci == ks->cs->class_ || ci == ks->cs->string || ci_is_subclass(ci, ks->cs->thread)) return;
    if (ks->fp.on) fp_object(ks, r);
    if (ci->kind == CK_ARRAY && ks->watch) use_raw(ti, r, 0, false);
    if (ks->watch) place_used(ti, e, PLACE_WHOLE, UINT32_MAX, false);
}

/* What a native may read of its arguments: everything in them, one level deep. Classes, strings and threads
 * are left out (immutable, or read by visible actions only); Unsafe's accessors say what they read. */
static void native_reads(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    const char *d = mi->desc->s + 1;
    if (mi->known & KM_READS_NOTHING) return;
    bool self = !(mi->flags & ACC_STATIC);
    for (u32 w = 0; self || *d != ')'; self = false) {
        u32 at = w++;
        if (!self) {
            bool ref = *d == 'L' || *d == '[';
            if (*d == 'J' || *d == 'D') w++;
            while (*d == '[') d++;
            d = *d == 'L' ? strchr(d, ';') + 1 : d + 1;
            if (!ref) continue;
        }
        if (args[at]) native_reads_object(ti, args[at]);
    }
}

/* An array among what a native of the JDK is declared to take, if access to its elements is a scheduling point; 0:
 * none. */
static Ref native_array(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    u32 w = !(mi->flags & ACC_STATIC);
    for (const char *d = mi->desc->s + 1; *d != ')'; d = desc_skip(d)) {
        if (*d == '[' && args[w] && elements_point(ti, args[w], false)) return args[w];
        w += *d == 'J' || *d == 'D' ? 2 : 1;
    }
    return 0;
}

/* Run a native of any caller; arguments stay where they are. */
int run_native(ThreadInfo *ti, MethodInfo *mi, const u32 *args, u32 *ret) {
    KernelState *ks = ti->ks;
    int r;
    if (!mi->native && (r = link_native(ti, mi)) != NAT_OK) return r;
    if (JPF_UNLIKELY(ks->events & (EV_BIT(method_entered) | EV_BIT(method_exited)))) ev_native(ti, mi, false);
    bool seen = false;
    if (mi->visible && JPF_UNLIKELY(ks->boundaries) && bd_on(ti)) {
        bool none;
        Ref obj = visible_object(mi, args, &none);
        seen = none || (obj && bd_shared(ti, ei(ks->heap, obj)));
        /* first_step stays up for what the native itself asks; it is used up when the native is done */
        if (seen && !ti->first_step) {
            set_pend(ti, mi->visible, obj, 0, NULL);
            return NAT_BLOCK;
        }
    }
    Ref arr;
    if (!seen && JPF_UNLIKELY(ks->boundaries) && (mi->ci->attrs & CA_SYSTEM) &&
        (arr = native_array(ti, mi, args)) != 0) {
        if (!(mi->flags & ACC_NATIVE) && !(mi->known & KM_STANDS_FOR)) return NAT_BYTECODE; /* element by element */
        seen = true;
        if (!ti->first_step) {
            set_pend(ti, AC_ATOMIC, arr, 0, NULL);
            return NAT_BLOCK;
        }
    }
    if (JPF_UNLIKELY(ks->inits.n) && !(mi->known & KM_FOR_ANYBODY)) inits_open(ti, NULL);
    u8 on = ks->boundaries;
    u32 logged = ks->heap->log.n;
    MethodInfo *outer = ti->native_mi;
    ti->native_mi = mi;
    r = mi->native(ti, args, ret);
    if (JPF_UNLIKELY(ks->fp.on || (ks->watch && (use_judges_arrays(ks) || ks->places->on))) && r != NAT_BLOCK)
        native_reads(ti, mi, args);
    if (JPF_UNLIKELY(ks->events & (EV_BIT(method_entered) | EV_BIT(method_exited))) &&
        (r == NAT_OK || r == NAT_THROW || r == NAT_CALL || r == NAT_BYTECODE))
        ev_native(ti, mi, true);
    ti->native_mi = outer;
    if (ks->watch && ks->cfg.por && ks->heap->log.n > logged) use_native_writes(ti, logged);
    if (seen && (r == NAT_OK || r == NAT_CALL || r == NAT_THROW)) ti->first_step = 0;
    if (!on && ks->boundaries) ti->first_step = 0; /* it started a second thread */
    return r;
}

/* equals and its like, called by a listed call: these lock what they lock, and are listed or not, by themselves. */
static bool lib_calls_back(const ThreadInfo *ti, const MethodInfo *mi) {
    return (mi->known & KM_CALLED_BACK) && ti->lib_depth;
}

/* May a call be one action, or an affair of the library's, in what the thread does now? */
static bool lib_may_begin(const ThreadInfo *ti, bool called_back) {
    const KernelState *ks = ti->ks;
    if (!ks->cfg.library_atomic || !ks->boundaries || ti->atomic) return false;
    LibPart part = lib_part(ti);
    return part == LIB_NONE || (part == LIB_CALL && called_back);
}

/* Do the library's own affairs hold? They do as long as nobody has changed what they go by. */
static bool affairs_hold(KernelState *ks) { return looks_rely(&ks->looks, 1ull << G_AFFAIRS); }

/* Is this call the outermost one that is listed? */
static bool lib_listed(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    KernelState *ks = ti->ks;
    if (!(mi->attrs & MA_LIBRARY_ATOMIC) || (mi->attrs & (MA_LIB_END | MA_LIB_LEFT)) == MA_LIB_END ||
        !lib_may_begin(ti, (mi->known & KM_CALLED_BACK) && !(mi->attrs & MA_LIB_OWN)))
        return false;
    if (mi->attrs & MA_LIB_OWN) {
        if (!affairs_hold(ks)) return false;
    } else if ((mi->flags & ACC_STATIC) || !bd_shared(ti, ei(ks->heap, args[0]))) {
        return false;
    }
    lib_leave(ti); /* called back, the program's own code makes a listed call */
    return true;
}

/* Is a listed call library-atomic? Those of pools are as long as one thread alone controls them, some others until
 * somebody asks for what they do in between. */
static bool lib_enters(ThreadInfo *ti, const MethodInfo *mi) {
    Looks *l = &ti->ks->looks;
    if ((mi->attrs & MA_LIB_ALONE) && !looks_rely(l, lib_shared_bit(mi))) return false;
    return !mi->until || looks_rely(l, mi->until);
}

/* Does the object's own code make the call? Classes of the JDK with what is nested in them count as one. */
static bool lib_own_call(const ThreadInfo *ti, Ref obj) {
    const StackFrame *f = ti->top;
    while (f && f->mi->step) f = f->prev;
    if (!f || !(f->mi->ci->attrs & CA_SYSTEM)) return false;
    const Sym *by = f->mi->ci->name;
    for (const ClassInfo *c = ei_class(ti->ks->heap, ei(ti->ks->heap, obj)); c; c = c->super)
        if ((c->attrs & CA_SYSTEM) && by->len >= c->name->len && mem_cmp(by->s, c->name->s, c->name->len) == 0 &&
            (by->len == c->name->len || by->s[c->name->len] == '$'))
            return true;
    return false;
}

/* Who uses what can be controlled, and who controls it: if these two can meet, its control is no step. They cannot
 * where one controls it who has seen the end of all others that have used it, on this path. That is asked by whoever
 * controls it: of two calls that can meet both orders are tried, so the one that controls comes second on some path. */
static void lib_shares(const ThreadInfo *ti, const MethodInfo *mi, Ref obj) {
    enum { OTHERS = 63 };
    KernelState *ks = ti->ks;
    if (lib_own_call(ti, obj)) return;
    const bool fork = mi->attrs & MA_LIB_FORK, control = mi->attrs & MA_LIB_CONTROL;
    const u64 self = 1ull << (ti->id < OTHERS ? ti->id : OTHERS), known = ks->looks.users[fork];
    ks->looks.users[fork] |= self;
    if (control) ks->looks.controls[fork] |= self;
    bool meet = self >> OTHERS || (!(known & self) && (ks->looks.controls[fork] & ~self));
    for (u64 others = control ? known & ~self : 0; others && !meet; others &= others - 1) {
        u32 id = (u32)__builtin_ctzll(others);
        meet = id == OTHERS || (id < ks->n_threads && !ks_joined(ks, ks->threads.v[id], ti->id));
    }
    if (meet && (ks->looks.controls[fork] || self >> OTHERS)) ks->looks.seen |= lib_shared_bit(mi);
}

/* A wait that ends at once: what it was begun with is there for others a moment, though nobody sees the thread wait. A
 * limit is the long among the arguments; where a boolean comes before it, that says whether there is one. */
static bool waits_idly(const ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    const u32 *p = args + !(mi->flags & ACC_STATIC);
    bool timed = true;
    if (ti->lib_since != ti->ks->heap->epoch) return false; /* it has waited: others could come then */
    if (ti->interrupted) return true;
    const char *d = mi->desc->s + 1;
    for (; *d != ')' && *d != 'J'; d = desc_skip(d)) {
        timed = *d != 'Z' || *p;
        p += *d == 'D' ? 2 : 1;
    }
    return *d == 'J' && timed && getw_long(p) <= 0;
}

/* MA_LIB_SPLIT: is the call a step of its own, within a listed one? */
static bool lib_splits(const ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    switch (mi->split) {
    case SPLIT_ALWAYS: return true;
    case SPLIT_DIRECT: return ti->lib_depth == ti->top->depth + 1;
    case SPLIT_OTHER: return args[0] != ti->top->slots[0];
    case SPLIT_IDLY: return waits_idly(ti, mi, args);
    case SPLIT_HOOKS: return !(ei_class(ti->ks->heap, ei(ti->ks->heap, args[0]))->attrs & CA_SYSTEM);
    default: return !looks_rely(&ti->ks->looks, mi->group);
    }
}

/* `if (!f.isDone()) f.get()`, with nothing made of what get answers: get alone would do the same. What is done stays
 * done, so that who is told so goes on at once where he would otherwise at get, and who is not waits there. */
static bool lib_asks_idly(const ThreadInfo *ti, const MethodInfo *mi) {
    return (mi->tells & 1u << G_FUTURE) && ti->top && (ti->top->mi->known & KM_ASKS_IDLY);
}

/* What is of the thread tells a fork-join worker from its successor, if the program itself asks there. */
static bool lib_observes(const ThreadInfo *ti, const MethodInfo *mi) {
    if (lib_asks_idly(ti, mi)) return false;
    if (mi->tells == 1ull << G_SUM) return ti->ks->n_live > 1;
    if (mi->tells != 1u << G_IDLE && mi->tells != 1ull << G_AFFAIRS) return true;
    if (!ti->top || ti->top->mi->step || (ti->top->mi->ci->attrs & CA_SYSTEM)) return false;
    if (mi->tells == 1ull << G_AFFAIRS) return true;
    return ei_class(ti->ks->heap, ei(ti->ks->heap, ti->obj))->known & KC_WORKER;
}

/* Observers take effect on the search as a whole: it begins again if it had relied on there being none. */
static void lib_special(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    KernelState *ks = ti->ks;
    if ((mi->tells & 1ull << G_ORDER) && ks->search && ks->booted) ks->looks.seen |= 1ull << G_ORDER;
    if (!ks->watch) return;
    if ((mi->known & KM_MAP_GROWS) && ks->cfg.library_atomic) map_grows(ks, args[0]);
    if ((mi->attrs & MA_LIB_OBSERVER) && lib_observes(ti, mi)) ks->looks.seen |= mi->tells;
    if (!ks->cfg.library_atomic) return;
    if (mi->attrs & (MA_LIB_USE | MA_LIB_CONTROL)) lib_shares(ti, mi, args[0]);
    if (lib_own_affair(ti)) return;
    if (mi->attrs & MA_LIB_END) lib_leave(ti);
    if ((mi->attrs & MA_LIB_HOLD) && !(ti->top->mi->attrs & MA_LIBRARY_ATOMIC)) lib_leave(ti);
    if ((mi->attrs & MA_LIB_SPLIT) && ti->lib_depth && lib_splits(ti, mi, args)) {
        if (mi->split == SPLIT_DIRECT) ks->looks.seen |= LIB_WAY_BACK;
        lib_leave(ti);
    }
}

/* Is the call a scheduling point? */
static bool lib_point(const ThreadInfo *ti, const MethodInfo *mi) {
    KernelState *ks = ti->ks;
    if ((mi->attrs & MA_LIB_MOVER) || lib_asks_idly(ti, mi)) return false;
    if (!(mi->attrs & MA_LIB_LEFT) || ks->cfg.holds) return true;
    return !looks_rely(&ks->looks, mi->group | LIB_SECTION_CALL | LIB_STATES);
}

/* The element that a call of an atomic array's is about, + 1, or what a call of a map does (maps.h), or 1 of one that
 * only looks (calls.h); 0: none, or another class's call. */
static u32 cell(const KernelState *ks, const MethodInfo *mi, const u32 *args) {
    if (mi->known & KM_MAP) return map_deed(ks, mi, args);
    if (mi->desc->s[1] == 'I' && ci_known_field(mi->ci, KF_CELLS)) return args[1] + 1;
    return mi->known & KM_LOOKS ? 1 : 0;
}

/* Is the call itself a scheduling point, by its attributes? */
static bool attributed_point(ThreadInfo *ti, const MethodInfo *mi, const u32 *args) {
    const KernelState *ks = ti->ks;
    const Ref recv = mi->flags & ACC_STATIC ? mi->ci->mirror : args[0];
    if (!ks->search || !ks->booted) return false;
    if ((mi->attrs & MA_ATOMIC) && !ti->atomic) return bd_ask(ti, AC_BEGIN_ATOMIC, 0, 0, NULL);
    switch (mi->relevance) {
    case REL_ALWAYS:
        if (ti->atomic) return false;
        if (ti->first_step) return ti->first_step = 0, false;
        set_pend(ti, AC_INVOKE, recv, 1, NULL);
        return true;
    case REL_RUNNABLES:
        if (mi->until && !(mi->attrs & MA_LIBRARY_ATOMIC) && looks_rely(&ti->ks->looks, mi->until)) return false;
        return bd_ask(ti, AC_INVOKE, recv, 0, NULL);
    case REL_TOP_LOCK:
        if (mi->flags & ACC_SYNCHRONIZED) return false; /* locking asks */
        return mon_owner(ei(ks->heap, recv)) != ti->id + 1 && bd_ask(ti, AC_INVOKE, recv, 0, NULL);
    default: return false;
    }
}

static void attributed_frame(ThreadInfo *ti, StackFrame *nf) {
    KernelState *ks = ti->ks;
    if (!ks->search || !ks->booted) return;
    ti_touch(ti);
    if (nf->mi->attrs & MA_ATOMIC) {
        nf->flags |= FR_ATOMIC;
        begin_atomic(ti, nf->mi, 0);
    }
    if ((nf->mi->attrs & MA_NEVER_BREAK) && !ti->quiet_depth) {
        nf->flags |= FR_NEVER_BREAK;
        ti->quiet_depth = nf->depth + 1;
    }
}

/* f's call is an own affair of the library's, perhaps within an initializer of the JDK's. What such an initializer does
 * besides counts: it may tell others of its class (Shutdown). */
static void affair_begins(KernelState *ks, StackFrame *f) {
    f->flags |= FR_LIBATOMIC;
    quiet_begin_own(&ks->quiet, ks->heap->log.n, f->depth);
    ks->heap->done.mute = true;
}

void lib_own(ThreadInfo *ti) {
    if (!lib_may_begin(ti, false) || !affairs_hold(ti->ks)) return;
    lib_leave(ti);
    ti->top->flags |= FR_LIBATOMIC;
    ti_touch(ti);
    ti->lib_depth = ti->top->depth + 1;
}

/* Push mi's frame; lock and library bookkeeping as asked. */
static int enter(ThreadInfo *ti, MethodInfo *mi, u32 *args) {
    if (JPF_UNLIKELY(ti->atomic) && (mi->ci->known & KC_CONCURRENT)) section_looks(ti, LIB_SECTION_CALL);
    if (JPF_UNLIKELY(mi->attrs & MA_LIB_HEARD)) lib_special(ti, mi, args);
    if (JPF_UNLIKELY(mi->attrs & MA_LIBRARY_ATOMIC) && ti->ks->watch) {
        if (mi->known & KM_MAP) map_told(ti, mi, args);
        else if (mi->known & KM_FACE) call_told(ti, args[0], mi->known & KM_LOOKS);
    }
    bool listed = lib_listed(ti, mi, args), lib = listed && lib_enters(ti, mi), sync = mi->flags & ACC_SYNCHRONIZED;
    Ref obj = 0;
    if (JPF_UNLIKELY(mi->attrs & MA_SPECIAL) && attributed_point(ti, mi, args)) return NAT_BLOCK;
    /* one point a call: what asked above does not ask again below */
    bool asked = (mi->attrs & MA_ATOMIC) || mi->relevance == REL_ALWAYS || mi->relevance == REL_RUNNABLES ||
                 (mi->relevance == REL_TOP_LOCK && !sync);
    bool quiet = lib || asked || mi->relevance == REL_NEVER;
    bool point = lib && (asked || lib_point(ti, mi));
    bool asks = point && !asked && mi->relevance != REL_NEVER;
    if (asks && bd_ask(ti, AC_LIBRARY, args[0], cell(ti->ks, mi, args), NULL)) return NAT_BLOCK;
    /* A fork-join pool that is shared is no step, but what its workers tell each other lies in QUIET fields. */
    if (listed && !lib && (mi->attrs & MA_LIB_FORK) && bd_ask(ti, AC_INVOKE, args[0], 0, NULL)) return NAT_BLOCK;
    if (sync) {
        obj = mi->flags & ACC_STATIC ? mi->ci->mirror : args[0];
        if (lib_calls_back(ti, mi) && !lib_own_affair(ti) && !ti->atomic && ti->ks->boundaries &&
            bd_shared(ti, ei(ti->ks->heap, obj)))
            lib_leave(ti);
        int r = lock_object(ti, obj, quiet);
        if (r != NAT_OK) return r;
    }
    StackFrame *nf = ti_push(ti, mi, args);
    if (!nf) {
        if (obj) mon_unlock(ti, ei(ti->ks->heap, obj));
        return stack_overflow(ti);
    }
    nf->lock = obj;
    if (lib) {
        nf->flags |= FR_LIBATOMIC;
        ti_touch(ti);
        ti->lib_depth = nf->depth + 1;
        ti->lib_since = ti->ks->heap->epoch;
        if (point && (mi->known & KM_ONE_PLACE)) ti->ks->fp.one_place = true;
        if (mi->known & KM_FACE) calls_enter(ti->ks, args[0]);
        if (mi->known & KM_MAP) map_enter(ti->ks, mi, args);
        if (mi->attrs & MA_LIB_OWN) affair_begins(ti->ks, nf);
        else if (!point) quiet_begin(&ti->ks->quiet, ti->ks->heap->log.n);
    }
    if (JPF_UNLIKELY(mi->attrs & MA_LIB_OWN) && !lib && !ti->ks->quiet.own && ti->ks->watch && lib_own_affair(ti) &&
        affairs_hold(ti->ks))
        affair_begins(ti->ks, nf);
    if (JPF_UNLIKELY(mi->attrs & MA_SPECIAL)) attributed_frame(ti, nf);
    return NAT_CALL;
}

int invoke_special_case(ThreadInfo *ti, StackFrame *f, MethodInfo *mi, u32 *args, u32 *ret) {
    int r;
    if (mi->native || (mi->flags & ACC_NATIVE)) {
        r = run_native(ti, mi, args, ret);
        if (r == NAT_CALL) {
            f->sp = args;
            f->flags |= FR_CALLER_INVOKE;
        }
        if (r != NAT_BYTECODE) return r;
    }
    if ((r = make_ready(ti, mi)) != NAT_OK) return r;
    r = enter(ti, mi, args);
    if (r == NAT_CALL) {
        f->sp = args;
        f->flags |= FR_CALLER_INVOKE;
    }
    return r;
}

int frame_returning(ThreadInfo *ti, StackFrame *f) {
    KernelState *ks = ti->ks;
    if (f->lock) {
        ElementInfo *e = ei(ks->heap, f->lock);
        if (unlock_point(ti, e)) return NAT_BLOCK;
        f->lock = 0;
        if (!mon_unlock(ti, e)) return throw_no_msg(ti, "java/lang/IllegalMonitorStateException");
    }
    if (f->flags & (FR_LIBATOMIC | FR_CLOCK | FR_ATOMIC | FR_NEVER_BREAK)) frame_leaves(ti, f);
    return NAT_OK;
}

/* --- calls from C --- */

/* One VM frame kind a method, for natives and synchronized methods that C code calls: its locals are
 * the argument words. */
static int step_call(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    MethodInfo *mi = f->mi->extra;
    u32 ret[2];
    int r;
    if (thrown) return ti->exception = thrown, STEP_THROW;
    if (f->step == 1) return STEP_RETURN; /* the callee's result lies on the stack */
    if (mi->native || (mi->flags & ACC_NATIVE)) {
        r = run_native(ti, mi, f->slots, ret);
        if (r == NAT_OK) {
            mem_copy(f->sp, ret, 4u * ret_words(mi->ret));
            f->sp += ret_words(mi->ret);
            return STEP_RETURN;
        }
        if (r != NAT_BYTECODE) goto other;
    }
    if ((r = make_ready(ti, mi)) == NAT_OK) r = enter(ti, mi, f->slots);
other:
    switch (r) {
    case NAT_CALL: f->step = 1; return STEP_AGAIN;
    case NAT_THROW: return ti->exception ? STEP_THROW : STEP_AGAIN;
    case NAT_RETRY: return STEP_AGAIN;
    case NAT_BLOCK: return STEP_BLOCK;
    case NAT_CHOICE:
        set_pend(ti, AC_NONE, 0, 0, NULL);
        ti->ks->run_end = RUN_CHOICE;
        return STEP_END;
    case NAT_END: return STEP_END;
    default: return STEP_ERROR;
    }
}

MethodInfo *call_frame_kind(ThreadInfo *ti, MethodInfo *mi) {
    Interp *in = ti_interp(ti);
    u64 v;
    if (map_get(&in->call_frames, (u64)(uintptr_t)mi, &v)) return (MethodInfo *)(uintptr_t)v;
    u32 refs = 0, w = 0;
    if (!(mi->flags & ACC_STATIC)) refs |= 1u << w++;
    for (const char *p = mi->desc->s + 1; *p != ')' && w < 32; p = desc_skip(p)) {
        if (*p == 'L' || *p == '[') refs |= 1u << w;
        w += *p == 'J' || *p == 'D' ? 2 : 1;
    }
    MethodInfo *vm = vm_make(in, "call", step_call, mi->n_args, 2, refs, mi->ret, mi->key);
    if (!vm) return NULL;
    vm->extra = mi;
    return map_put(&in->call_frames, (u64)(uintptr_t)mi, (u64)(uintptr_t)vm) == ST_OK ? vm : NULL;
}

int call_java(ThreadInfo *ti, MethodInfo *mi, const u32 *args, bool virt) {
    KernelState *ks = ti->ks;
    int r;
    if (mi->flags & ACC_STATIC) {
        if ((r = ensure_init(ti, mi->ci)) != NAT_OK) return r;
    } else {
        if (!args[0]) return throw_npe(ti);
        if (virt && !(mi->flags & ACC_PRIVATE) && mi->name != ks->interp->s_init) {
            JErr je = {0};
            MethodInfo *t = mi_select(ks->cs, ei_class(ks->heap, ei(ks->heap, args[0])), mi, &je);
            if (!t) return je.cls ? throw_jerr(ti, &je) : NAT_ERROR;
            mi = t;
        }
    }
    StackFrame *nf;
    if (JPF_UNLIKELY(mi->attrs & MA_LIB_OBSERVER)) lib_special(ti, mi, args);
    if (mi->native || (mi->flags & (ACC_NATIVE | ACC_SYNCHRONIZED)) || (mi->attrs & MA_SPECIAL)) {
        MethodInfo *vm = call_frame_kind(ti, mi);
        if (!vm) return NAT_ERROR;
        return push_vm_frame(ti, vm, args, mi->n_args) ? NAT_CALL : stack_overflow(ti);
    }
    if ((r = make_ready(ti, mi)) != NAT_OK) return r;
    if (!(nf = ti_push(ti, mi, args))) return stack_overflow(ti);
    if (ti->native_mi) nf->native = ti->native_mi->id + 1;
    return NAT_CALL;
}
