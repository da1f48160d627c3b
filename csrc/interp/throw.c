/* throw.c -- exceptions the VM makes, and the search for handlers (JVMS 2.10).
 *
 * An exception is made by a VM frame that runs the real constructor, so that fillInStackTrace and
 * whatever a JDK's constructor does are as in Java. */
#include "base/text.h"
#include "interp/interp_int.h"
#include "kernel/events.h"

#include <stdio.h>

/* Locals of the throwing frame. */
enum { TH_CLASS, TH_MODE, TH_EXC, TH_MSG, TH_CAUSE, TH_LOCALS };
enum { MODE_NONE, MODE_MSG, MODE_CAUSE, MODE_MSG_CAUSE };

/* What the program has filled up must not keep the error from being made. */
static Status new_exception(ThreadInfo *ti, ClassInfo *ci, Ref *out) {
    Heap *h = ti->ks->heap;
    if (heap_new(h, ci, out) != ST_OK) return ST_ERROR;
    if (*out) return ST_OK;
    u64 limit = h->limit;
    h->limit = limit + (64u << 10);
    Status st = heap_new(h, ci, out);
    h->limit = limit;
    if (st == ST_OK && !*out) return cx_fail(ti->ks->cx, ERR_NOMEM, "no memory for a %s", ci->name->s);
    return st;
}

static int step_throw(ThreadInfo *ti, StackFrame *f, Ref thrown) {
    KernelState *ks = ti->ks;
    Interp *in = ks->interp;
    if (thrown) return ti->exception = thrown, STEP_THROW;
    if (f->step == 2 && f->slots[TH_CAUSE]) { /* the constructor took no cause */
        FieldInfo *fi = ci_find_field(ks->cs->throwable, "cause");
        if (fi) put_ref(ks->heap, f->slots[TH_EXC], fi->offset, f->slots[TH_CAUSE]);
    }
    if (f->step) {
        ti->exception = f->slots[TH_EXC];
        EV(ks, exception_thrown, .ti = ti, .obj = ti->exception);
        return STEP_THROW;
    }
    ClassInfo *ci = ks->cs->by_id.v[f->slots[TH_CLASS]];
    switch (ensure_init(ti, ci)) {
    case NAT_OK: break;
    case NAT_BLOCK: return STEP_BLOCK;
    case NAT_ERROR: return STEP_ERROR;
    default: return STEP_AGAIN;
    }
    Ref exc;
    if (new_exception(ti, ci, &exc) != ST_OK) return STEP_ERROR;
    f->slots[TH_EXC] = exc;
    u32 mode = f->slots[TH_MODE], args[3] = {exc, f->slots[TH_MSG], f->slots[TH_CAUSE]};
    const Sym *descs[] = {in->s_ctor0, in->s_ctor_s, in->s_ctor_t, in->s_ctor_st};
    MethodInfo *ctor = ci_declared_method(ci, in->s_init, descs[mode]);
    if (mode == MODE_CAUSE) args[1] = args[2];
    f->step = 1;
    if (!ctor && mode == MODE_MSG_CAUSE) {
        ctor = ci_declared_method(ci, in->s_init, in->s_ctor_s);
        f->step = 2;
    }
    if (!ctor) return STEP_AGAIN; /* thrown without its constructor */
    StackFrame *nf = make_ready(ti, ctor) == NAT_OK ? ti_push(ti, ctor, args) : NULL;
    return nf || ti->top != f ? STEP_AGAIN : STEP_ERROR;
}

static int throw_made(ThreadInfo *ti, const ClassInfo *ci, u32 mode, const char *msg, Ref cause) {
    KernelState *ks = ti->ks;
    Ref text = 0;
    u32 mark = handle_mark(ks->heap);
    if (cause && handle_push(ks->heap, cause) != ST_OK) return NAT_ERROR;
    if (msg && string_new(ks->heap, msg, strlen(msg), &text) != ST_OK) return NAT_ERROR;
    handle_release(ks->heap, mark);
    u32 locals[TH_LOCALS] = {ci->id, mode, 0, text, cause};
    if (push_vm_frame(ti, ks->interp->k_throw, locals, TH_LOCALS)) return NAT_THROW;
    cx_fail(ks->cx, ERR_INTERNAL, "no stack left for a %s", ci->name->s);
    return NAT_ERROR;
}

static Status load(ThreadInfo *ti, u32 loader, const char *cls, ClassInfo **ci) {
    JErr je = {0};
    Sym *name = sym_z(&ti->ks->cs->syms, cls);
    *ci = NULL;
    return name ? ci_load(ti->ks->cs, loader, name, ci, &je) : ST_ERROR;
}

static int throw_frame(ThreadInfo *ti, const char *cls, u32 mode, const char *msg, Ref cause) {
    ClassInfo *ci;
    if (load(ti, 0, cls, &ci) != ST_OK) return NAT_ERROR;
    if (ci) return throw_made(ti, ci, mode, msg, cause);
    return cx_fail(ti->ks->cx, ERR_INTERNAL, "the JDK has no class %s", cls), NAT_ERROR;
}

int throw_named(ThreadInfo *ti, u32 loader, const char *cls, const char *msg, const char **why) {
    Interp *in = ti->ks->interp;
    ClassInfo *ci;
    *why = NULL;
    if (load(ti, loader, cls, &ci) != ST_OK) return NAT_ERROR;
    if (!ci && !strchr(cls, '/')) {
        const char *object = ti->ks->cs->object->name->s; /* of java.lang, too */
        Text full;
        text_init(&full, ti->ks->cx);
        text_f(&full, "%.*s%s", (int)(strrchr(object, '/') + 1 - object), object, cls);
        Status st = full.failed ? ST_ERROR : load(ti, 0, full.v, &ci);
        text_free(&full);
        if (st != ST_OK) return NAT_ERROR;
    }
    if (!ci) *why = "there is no such class";
    else if (!ci_is_subclass(ci, ti->ks->cs->throwable)) *why = "it is no Throwable";
    else if (ci->access & ACC_ABSTRACT) *why = "it is abstract";
    if (*why) return NAT_OK;
    bool plain = ci_declared_method(ci, in->s_init, in->s_ctor0),
         text = ci_declared_method(ci, in->s_init, in->s_ctor_s);
    return throw_made(ti, ci, text && (*msg || !plain) ? MODE_MSG : MODE_NONE, *msg ? msg : NULL, 0);
}

int throw_new(ThreadInfo *ti, const char *cls, const char *fmt, ...) {
    char small[512], *text = small;
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(small, sizeof small, fmt, ap);
    va_end(ap);
    if (n < 0) small[0] = 0;
    if (n >= (int)sizeof small) {
        if (!(text = cx_alloc(ti->ks->cx, (size_t)n + 1))) return NAT_ERROR;
        va_start(ap, fmt);
        vsnprintf(text, (size_t)n + 1, fmt, ap);
        va_end(ap);
    }
    int r = throw_frame(ti, cls, MODE_MSG, text, 0);
    if (text != small) cx_free(ti->ks->cx, text, (size_t)n + 1);
    return r;
}

int throw_no_msg(ThreadInfo *ti, const char *cls) { return throw_frame(ti, cls, MODE_NONE, NULL, 0); }
int throw_cause(ThreadInfo *ti, const char *cls, Ref cause) { return throw_frame(ti, cls, MODE_CAUSE, NULL, cause); }
int throw_msg_cause(ThreadInfo *ti, const char *cls, const char *msg, Ref cause) {
    return throw_frame(ti, cls, MODE_MSG_CAUSE, msg, cause);
}
int throw_npe(ThreadInfo *ti) { return throw_no_msg(ti, "java/lang/NullPointerException"); }

int throw_ref(ThreadInfo *ti, Ref exc) {
    if (!exc) return throw_npe(ti);
    ti->exception = exc;
    EV(ti->ks, exception_thrown, .ti = ti, .obj = exc);
    return NAT_THROW;
}

int throw_jerr(ThreadInfo *ti, const JErr *je) {
    if (!je->cls) return NAT_ERROR;
    if (je->cls == JERR_LOAD) /* the caller has no loader to ask: as if it had not found the class */
        return throw_new(ti, "java/lang/NoClassDefFoundError", "%s", jerr_text(je));
    const char *text = jerr_text(je);
    return *text ? throw_new(ti, je->cls, "%s", text) : throw_no_msg(ti, je->cls);
}

/* A class on the exception's superclass chain with the handler's name decides; it is the handler's
 * class if the method's loader knows it by that name. So a search never loads a class. */
static bool catches(ThreadInfo *ti, const ClassInfo *in, u16 type, const ClassInfo *exc) {
    const Sym *name = in->cf->cp[type].u.sym;
    if (in->rt && in->rt[type].ci) return ci_is_subclass(exc, in->rt[type].ci);
    for (const ClassInfo *c = exc; c; c = c->super) {
        if (c->name != name) continue;
        const ClassInfo *known = ci_find(ti->ks->cs, in->loader, c->name);
        if (!known || known == c) return true;
    }
    return false;
}

bool find_handler(ThreadInfo *ti, StackFrame *f, Ref exc) {
    const MethodInfo *mi = f->mi;
    if (!mi->n_handlers) return false;
    u32 at = (u32)(f->pc - mi->code);
    const ClassInfo *ec = ei_class(ti->ks->heap, ei(ti->ks->heap, exc));
    for (u32 i = 0; i < mi->n_handlers; i++) {
        const Handler *hd = &mi->handlers[i];
        if (at < hd->start || at >= hd->end) continue;
        if (hd->type && !catches(ti, mi->ci, hd->type, ec)) continue;
        f->pc = mi->code + hd->handler;
        f->flags &= ~(u32)FR_CALLER_INVOKE;
        f->sp = fr_stack(f);
        *f->sp++ = exc;
        return true;
    }
    return false;
}

Status throw_init(Interp *in) {
    in->k_throw =
        vm_make(in, "throw", step_throw, TH_LOCALS, 2, 1u << TH_EXC | 1u << TH_MSG | 1u << TH_CAUSE, T_VOID, 0);
    return in->k_throw ? ST_OK : ST_ERROR;
}
