/* clinit.c -- class initialization (JVMS 5.5) as a VM frame. The state lies in the class's mirror, so
 * that undo and the state key cover it. */
#include "base/text.h"
#include "interp/interp_int.h"
#include "kernel/events.h"
#include "kernel/footprint.h"
#include "kernel/inits.h"

#include <stdio.h>

/* Locals of the initializing frame. CL_EXC keeps a thrown exception across its wrapping; CL_HASHES is what the thread
 * had asked for before, CL_RAN the step that threw. */
enum { CL_CLASS = FR_CLINIT_CLASS, CL_IFACE, CL_EXC, CL_HASHES, CL_RAN, CL_LOCALS };
enum { S_SUPER, S_IFACES, S_RUN, S_DONE, S_FAIL, S_THROWN };

static void set_state(ThreadInfo *ti, ClassInfo *ci, u32 state, u32 owner) {
    Heap *h = ti->ks->heap;
    ElementInfo *e = ei(h, ci->mirror);
    heap_log(h, e, &ci->mirror_p[0]);
    heap_log(h, e, &ci->mirror_p[1]);
    ci->mirror_p[0] = state;
    ci->mirror_p[1] = owner;
    if (state == CI_INITED || state == CI_ERRONEOUS) MEM(ti, ci->mirror, MEM_INIT, MEM_RELEASE);
}

/* An interface is initialized with a class only if it has a non-abstract instance method. */
static bool has_default(const ClassInfo *ci) {
    for (u32 i = 0; i < ci->n_methods; i++)
        if (!(ci->methods[i].flags & (ACC_ABSTRACT | ACC_STATIC))) return true;
    return false;
}

/* ConstantValue attributes (step 6): texts. The others are there from the start (heap/object.c). */
static Status constant(void *user, FieldInfo *fi, const CpEntry *v) {
    ThreadInfo *ti = user;
    Heap *h = ti->ks->heap;
    ElementInfo *e = ei(h, fi->ci->mirror);
    u32 index;
    Ref r;
    if (fi->type != T_REF || v->tag != CP_String) return ST_OK;
    if (intern_literal(h, v->u.sym, &index, &r) != ST_OK) return ST_ERROR;
    if (!r && (r = intern_cur(h, index)) == 0 && intern_activate(h, index, &r) != ST_OK) return ST_ERROR;
    heap_put_ref(h, e, (u32 *)(void *)((u8 *)e + fi->offset), r);
    return ST_OK;
}

/* Nothing of the program would run: no frame is needed. */
static bool trivial(const ClassInfo *ci) {
    if (ci->clinit || !ci->mirror_p) return false;
    if (ci->flags & ACC_INTERFACE) return true;
    for (u32 i = 0; i < ci->n_all_ifaces; i++) {
        const ClassInfo *s = ci->all_ifaces[i];
        if (s->mirror_p && s->mirror_p[0] != CI_INITED && s->clinit && has_default(s)) return false;
    }
    return !ci->super || (ci->super->mirror_p && (ci->super->mirror_p[0] == CI_INITED ||
                                                  (ci->super->mirror_p[0] == CI_UNINIT && trivial(ci->super))));
}

/* Does it make a difference what is done behind the end of an initializer, in the same step? Footprints heed that. */
static bool looks(const KernelState *ks) { return ks->cfg.por && (ks->watch || ks->bp.n_turns); }

static int init_now(ThreadInfo *ti, ClassInfo *ci) {
    if (ci->mirror_p[0] == CI_INITED) return NAT_OK;
    if (!(ci->flags & ACC_INTERFACE)) {
        if (ci->super && init_now(ti, ci->super) != NAT_OK) return NAT_ERROR;
        for (u32 i = 0; i < ci->n_all_ifaces; i++) {
            ClassInfo *s = ci->all_ifaces[i];
            if (s->mirror_p && s->mirror_p[0] == CI_UNINIT && !s->clinit && has_default(s) && init_now(ti, s) != NAT_OK)
                return NAT_ERROR;
        }
    }
    if (ci_static_constants(ti->ks->cs, ci, constant, ti) != ST_OK) return NAT_ERROR;
    set_state(ti, ci, CI_INITED, 0);
    heap_init_ended(ti->ks->heap, ci, looks(ti->ks), false);
    return NAT_OK;
}

/* Would the class's initialization have run code of the program's? */
static bool runs_code(const ClassInfo *ci) {
    for (const ClassInfo *c = ci; c; c = c->super)
        if (c->clinit && !(c->attrs & CA_SYSTEM)) return true;
    for (u32 i = 0; i < ci->n_all_ifaces; i++)
        if (ci->all_ifaces[i]->clinit && !(ci->all_ifaces[i]->attrs & CA_SYSTEM)) return true;
    return false;
}

static void state_read(KernelState *ks, const ClassInfo *ci) {
    if (ci->clinit && ci->mirror_p && !(ci->attrs & CA_SYSTEM)) fp_read(ks, ei(ks->heap, ci->mirror), ci->mirror_p, 1);
}

/* Whoever uses a class uses its superclasses, which may have been initialized when it was not. */
void init_used(ThreadInfo *ti, const ClassInfo *ci) {
    KernelState *ks = ti->ks;
    if (!ks->fp.uses || (ci->attrs & CA_SYSTEM) || !ci->mirror_p || !runs_code(ci)) return;
    if (ks->fp.uses & USES_TELL) init_use(ti, ci);
    if (!(ks->fp.uses & USES_READ)) return;
    fp_read(ks, ei(ks->heap, ci->mirror), ci->mirror_p, 1);
    for (const ClassInfo *c = ci->super; c; c = c->super) state_read(ks, c);
    for (u32 i = 0; i < ci->n_all_ifaces; i++) state_read(ks, ci->all_ifaces[i]);
}

/* The class of the program's that ti stood before has failed meanwhile, or what it waited for in it is done. What comes
 * next has a scheduling point of its own. */
static void stands_no_more(ThreadInfo *ti, const ClassInfo *ci) {
    if (ti->first_step && ti->pend.action == AC_CLINIT_WAIT && ti->ks->cfg.por && !(ci->attrs & CA_SYSTEM))
        ti->first_step = 0;
}

/* Does ti stop before it begins the initializer of ci? Who begins is a choice, unless it makes no difference:
 * initializers that wait for each other can deadlock. *closed: it is a part of the running step. */
static bool stops(ThreadInfo *ti, const ClassInfo *ci, bool *closed) {
    KernelState *ks = ti->ks;
    *closed = false;
    if (ci->attrs & CA_SYSTEM) return false;
    if (ks->cfg.por && ks->watch && !ks->bp.n_turns && (*closed = init_joins(ti, ci))) return false;
    bool stood = ti->first_step && bd_on(ti);
    if (bd_ask(ti, AC_CLINIT_WAIT, ci->mirror, ci->id, NULL)) return true;
    ks->fp.inside |= !stood && ks->watch;
    return false;
}

int ensure_init(ThreadInfo *ti, ClassInfo *ci) {
    KernelState *ks = ti->ks;
    if (ci->kind != CK_CLASS) return NAT_OK;
    if (!ci->mirror_p) return cx_fail(ks->cx, ERR_INTERNAL, "class %s has no mirror", ci->name->s), NAT_ERROR;
    if (ci->mirror_p[0] != CI_INITED) fp_read(ks, ei(ks->heap, ci->mirror), ci->mirror_p, 2);
    if (JPF_UNLIKELY(ks->fp.uses)) init_used(ti, ci);
    switch (ci->mirror_p[0]) {
    case CI_INITED: MEM(ti, ci->mirror, MEM_INIT, MEM_ACQUIRE); return NAT_OK;
    case CI_INITING:
        if (ci->mirror_p[1] == ti->id + 1) {
            if (ks->inits.n) inits_circle(ti, ci);
            return NAT_OK;
        }
        if (!lib_own_affair(ti)) lib_leave(ti);
        set_pend(ti, AC_CLINIT_WAIT, ci->mirror, ci->id, NULL);
        return NAT_BLOCK;
    case CI_ERRONEOUS: {
        char buf[512], msg[560];
        stands_no_more(ti, ci);
        FieldInfo *data = ci_find_field(ks->cs->class_, "classData");
        Ref cause = data && !(ci->attrs & CA_HIDDEN) ? get_ref(ks->heap, ci->mirror, data->offset) : 0;
        snprintf(msg, sizeof msg, "Could not initialize class %s", ci_external_name(ci, buf, sizeof buf));
        return cause ? throw_msg_cause(ti, "java/lang/NoClassDefFoundError", msg, cause)
                     : throw_new(ti, "java/lang/NoClassDefFoundError", "%s", msg);
    }
    default: break;
    }
    if (trivial(ci)) {
        stands_no_more(ti, ci);
        return init_now(ti, ci);
    }
    bool closed;
    if (stops(ti, ci, &closed)) return NAT_BLOCK;
    StackFrame *f = push_vm_frame(ti, ks->interp->k_clinit, &ci->id, 1);
    if (!f) return stack_overflow(ti);
    f->flags |= FR_CLINIT;
    f->slots[CL_HASHES] = ti->hashes;
    ti_touch(ti);
    ti->hashes = HASHES_CLINIT;
    set_state(ti, ci, CI_INITING, ti->id + 1);
    heap_init_began(ks->heap, ci);
    if (!(ci->attrs & CA_SYSTEM) && !closed && ks->n_live > 1) ks->saw.inits = true;
    return NAT_RETRY;
}

/* KM_NO_STATICS: the call does the same without the initializer. Who runs that later, in place of this call, makes what
 * this call would have made, as long as it reads the same: its properties (LIB_PROPERTIES: one was set behind such a
 * call, or names a class of the program's, which could tell when it is loaded). Before there was a second thread
 * nothing is left out, so that what main sets at first is set before all such calls (native/lang/system_props.c). */
int init_for_call(ThreadInfo *ti, const MethodInfo *mi) {
    KernelState *ks = ti->ks;
    u32 now = mi->ci->mirror_p[0];
    bool begun = now == CI_INITED || now == CI_INITING || now == CI_ERRONEOUS;
    if (JPF_LIKELY(!(mi->known & KM_NO_STATICS)) || begun || !ks->search || ks->n_threads < 2)
        return ensure_init(ti, mi->ci);
    return looks_rely(&ks->looks, LIB_PROPERTIES) ? NAT_OK : ensure_init(ti, mi->ci);
}

static int after(int r, int ok) {
    switch (r) {
    case NAT_OK: return ok;
    case NAT_BLOCK: return STEP_BLOCK;
    case NAT_ERROR: return STEP_ERROR;
    default: return STEP_AGAIN; /* a frame was pushed; what it throws comes back here */
    }
}

static FieldInfo *throwable_field(KernelState *ks, const char *name) { return ci_find_field(ks->cs->throwable, name); }

/* What later uses of the class get as the cause: an ExceptionInInitializerError that tells the first
 * failure in its text and has its trace. It lies in the mirror's classData, which only hidden
 * classes use. */
static Status remember(ThreadInfo *ti, ClassInfo *ci, Ref thrown) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    ClassInfo *ec;
    Ref e, text;
    char cls[400];
    FieldInfo *data = ci_find_field(ks->cs->class_, "classData"), *msg = throwable_field(ks, "detailMessage");
    FieldInfo *name = ci_find_field(ks->cs->thread, "name");
    if (ci_needed(ks->cs, NEED_INIT_ERROR, &ec) != ST_OK) return ST_ERROR;
    if (!ec || !data || !msg || (ci->attrs & CA_HIDDEN)) return ST_OK;
    /* The text names the thread, and whoever uses the class later may read it. */
    if (ks->search && ti->obj) ks->saw.names = true;
    Ref m = get_ref(h, thrown, msg->offset), tn = name && ti->obj ? get_ref(h, ti->obj, name->offset) : 0;
    size_t mn = 0, tnn = 0;
    char *mt = m ? string_utf8(h, m, &mn) : NULL, *tt = tn ? string_utf8(h, tn, &tnn) : NULL;
    Text t;
    text_init(&t, ks->cx);
    text_f(&t, "Exception %s%s%s [in thread \"%s\"]", ci_external_name(ei_class(h, ei(h, thrown)), cls, sizeof cls),
           mt ? ": " : "", mt ? mt : "", tt ? tt : "");
    if (mt) cx_free(ks->cx, mt, mn + 1);
    if (tt) cx_free(ks->cx, tt, tnn + 1);
    Status st = t.failed ? ST_ERROR : ST_OK;
    u32 mark = handle_mark(h);
    if (st == ST_OK) st = string_new(h, t.v, t.n, &text);
    text_free(&t);
    if (st == ST_OK) st = handle_push(h, text);
    if (st == ST_OK) st = heap_new(h, ec, &e);
    handle_release(h, mark);
    if (st != ST_OK || !e) return st;
    put_ref(h, e, msg->offset, text);
    FieldInfo *bt = throwable_field(ks, "backtrace"), *dp = throwable_field(ks, "depth");
    if (bt) put_ref(h, e, bt->offset, get_ref(h, thrown, bt->offset));
    if (dp) put_u32(h, e, dp->offset, get_u32(h, thrown, dp->offset));
    put_ref(h, ci->mirror, data->offset, e);
    return ST_OK;
}

/* Whoever waits for the class goes on once it is initialized, and could not have gone on before: no step is needed for
 * that, but where the wait may be within an atomic section, and is an error before. */
static bool end_asks(ThreadInfo *ti, const ClassInfo *ci) {
    KernelState *ks = ti->ks;
    if (ks->inits.n && ks->inits.v[ks->inits.n - 1].class_id == ci->id) return false; /* nobody sees it half done */
    if ((ci->attrs & CA_SYSTEM) || !bd_on(ti) || looks_rely(&ks->looks, LIB_SECTION)) return false;
    return bd_ask(ti, AC_CLINIT_WAIT, ci->mirror, ci->id, NULL);
}

static void ended(ThreadInfo *ti, const StackFrame *f, ClassInfo *ci, u32 state) {
    const KernelState *ks = ti->ks;
    ti_touch(ti);
    ti->hashes = f->slots[CL_HASHES];
    set_state(ti, ci, state, 0);
    if (JPF_UNLIKELY(ks->inits.n)) init_over(ti, ci);
    heap_init_ended(ks->heap, ci, looks(ks), true);
}

/* Step 10 and 11: the class is erroneous; what is no Error is wrapped. */
static int failed(ThreadInfo *ti, StackFrame *f, ClassInfo *ci, Ref thrown) {
    KernelState *ks = ti->ks;
    init_tells(ti);
    if (f->step == S_FAIL) { /* the wrapper, or the failure to make it */
        ti->exception = thrown;
        return STEP_THROW;
    }
    if (end_asks(ti, ci)) { /* no exception is on its way where a thread has stopped */
        f->slots[CL_EXC] = thrown;
        f->slots[CL_RAN] = f->step;
        f->step = S_THROWN;
        return STEP_BLOCK;
    }
    ended(ti, f, ci, CI_ERRONEOUS);
    f->slots[CL_EXC] = thrown;
    if (remember(ti, ci, thrown) != ST_OK) return STEP_ERROR;
    bool error = ei_class(ks->heap, ei(ks->heap, thrown))->known & KC_ERROR;
    if (error || f->step != S_DONE) {
        ti->exception = thrown;
        return STEP_THROW;
    }
    f->step = S_FAIL;
    return throw_cause(ti, "java/lang/ExceptionInInitializerError", thrown) == NAT_ERROR ? STEP_ERROR : STEP_AGAIN;
}

static int step_clinit(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    ClassInfo *ci = ks->cs->by_id.v[f->slots[CL_CLASS]];
    int r;
    if (f->step == S_THROWN) {
        f->step = f->slots[CL_RAN];
        thrown = f->slots[CL_EXC];
    }
    if (thrown) return failed(ti, f, ci, thrown);
    switch (f->step) {
    case S_SUPER:
        if (!(ci->flags & ACC_INTERFACE) && ci->super && (r = ensure_init(ti, ci->super)) != NAT_OK)
            return after(r, STEP_AGAIN);
        f->step = ci->flags & ACC_INTERFACE ? S_RUN : S_IFACES;
        return STEP_AGAIN;
    case S_IFACES:
        while (f->slots[CL_IFACE] < ci->n_all_ifaces) {
            ClassInfo *s = ci->all_ifaces[f->slots[CL_IFACE]];
            if (has_default(s) && (r = ensure_init(ti, s)) != NAT_OK) return after(r, STEP_AGAIN);
            f->slots[CL_IFACE]++;
        }
        f->step = S_RUN;
        return STEP_AGAIN;
    case S_RUN:
        if (ci_static_constants(ks->cs, ci, constant, ti) != ST_OK) return STEP_ERROR;
        f->step = S_DONE;
        if (!ci->clinit) return STEP_AGAIN;
        if ((r = make_ready(ti, ci->clinit)) != NAT_OK) return after(r, STEP_AGAIN);
        if (!ti_push(ti, ci->clinit, NULL)) return after(stack_overflow(ti), STEP_AGAIN);
        if (ci->attrs & CA_SYSTEM) lib_own(ti);
        return STEP_AGAIN;
    default:
        if (end_asks(ti, ci)) return STEP_BLOCK;
        ended(ti, f, ci, CI_INITED);
        return STEP_RETURN;
    }
}

Status clinit_init(Interp *in) {
    in->k_clinit = vm_make(in, "initialize", step_clinit, CL_LOCALS, 2, 1u << CL_EXC, T_VOID, 1);
    return in->k_clinit ? ST_OK : ST_ERROR;
}
