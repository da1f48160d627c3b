/* listen.c -- events on their way to Python: native filters first, then one call of the dispatcher.
 *
 * The GIL is taken only for an event that passes some handler's filter. */
#include "py/listen.h"

#include "py/rows.h"

#include <stdio.h>

/* --- filters --- */

/* which: 0 method, 1 class, 2 field */
static bool cached(Sub *s, int which, const void *key, const char *pattern, const char *text) {
    u64 v;
    if (map_get(&s->cache[which], (u64)(uintptr_t)key, &v)) return v == 2;
    bool yes = patterns_match(pattern, text, which == 1 ? PN_CLASS : PN_MEMBER);
    (void)map_put(&s->cache[which], (u64)(uintptr_t)key, yes ? 2 : 1);
    return yes;
}

static bool by_method(Sub *s, const MethodInfo *mi) {
    u64 v;
    char buf[700], cls[400];
    if (!mi) return false;
    if (map_get(&s->cache[0], (u64)(uintptr_t)mi, &v)) return v == 2;
    snprintf(buf, sizeof buf, "%s.%s", ci_external_name(mi->ci, cls, sizeof cls), mi->name->s);
    return cached(s, 0, mi, s->method, buf);
}

static bool by_class(Sub *s, const ClassInfo *ci) {
    u64 v;
    char cls[400];
    if (!ci) return false;
    if (map_get(&s->cache[1], (u64)(uintptr_t)ci, &v)) return v == 2;
    return cached(s, 1, ci, s->cls, ci_external_name(ci, cls, sizeof cls));
}

static bool by_field(Sub *s, const EventData *d) {
    char buf[700];
    if (!d->pc) return false;
    u8 op = insn_opcode(d->mi, d->pc);
    if (op < OP_GETSTATIC || op > OP_PUTFIELD) return false;
    const u8 *c = d->mi->cf->code->code + d->mi->bci[d->pc - d->mi->code];
    const CpEntry *cp = d->mi->ci->cf->cp, *e = &cp[c[1] << 8 | c[2]];
    const FieldInfo *fi = d->mi->ci->rt ? d->mi->ci->rt[c[1] << 8 | c[2]].fi : NULL;
    u64 v;
    if (fi && map_get(&s->cache[2], (u64)(uintptr_t)fi, &v)) return v == 2;
    char cls[400];
    if (fi) snprintf(buf, sizeof buf, "%s.%s", ci_external_name(fi->ci, cls, sizeof cls), fi->name->s);
    else snprintf(buf, sizeof buf, "%s.%s", cp[cp[e->a].a].u.sym->s, cp[cp[e->b].a].u.sym->s);
    for (char *p = buf; *p; p++)
        if (*p == '/') *p = '.';
    return fi ? cached(s, 2, fi, s->field, buf) : patterns_match(s->field, buf, PN_MEMBER);
}

static bool wanted(KernelState *ks, Sub *s, u32 kind, const EventData *d) {
    if (!(s->events >> kind & 1)) return false;
    bool insn = kind == EV_execute_instruction || kind == EV_instruction_executed;
    if (insn && s->has_ops) {
        u8 op = insn_opcode(d->mi, d->pc);
        if (!(s->ops[op >> 3] >> (op & 7) & 1)) return false;
    }
    if (s->method && (d->mi || insn) && !by_method(s, d->mi)) return false;
    if (s->field && insn && !by_field(s, d)) return false;
    if (s->cls) {
        const ClassInfo *ci = d->ci             ? d->ci
                              : d->obj && !insn ? ei_class(ks->heap, ei(ks->heap, d->obj))
                              : d->mi           ? d->mi->ci
                                                : NULL;
        if (ci && !by_class(s, ci)) return false;
    }
    if (s->thread && d->ti) {
        char name[200];
        thread_name(ks, d->ti, name, sizeof name);
        if (!patterns_match(s->thread, name, PN_THREAD)) return false;
    }
    return true;
}

/* The arguments of jpfpy.dispatch.dispatcher.Dispatcher.event, in its order: names would cost as much as the call. */
enum { KIND, MASK, THREAD, OBJECT, METHOD, INSN, CLASS, TEXT, ARGUMENTS };

static PyObject *tell(VMObject *vm, u32 kind, u64 mask, const EventData *d, const ClassInfo *ci) {
    PyObject *with_self[ARGUMENTS + 1], **a = with_self + 1, *r = NULL;
    a[KIND] = PyLong_FromUnsignedLong(kind);
    a[MASK] = PyLong_FromUnsignedLongLong(mask);
    a[THREAD] = PyLong_FromLong(d->ti ? (long)d->ti->id : -1);
    a[OBJECT] = PyLong_FromUnsignedLong(d->obj);
    a[METHOD] = PyLong_FromLong(d->mi ? (long)d->mi->id : -1);
    a[INSN] = PyLong_FromLong(d->pc ? (long)(d->pc - d->mi->code) : -1);
    a[CLASS] = PyLong_FromLong(ci ? (long)ci->id : -1);
    a[TEXT] = d->text ? PyUnicode_FromString(d->text) : Py_NewRef(Py_None);
    bool made = true;
    for (u32 i = 0; i < ARGUMENTS; i++) made = made && a[i];
    if (made) r = PyObject_Vectorcall(vm->on_event, a, ARGUMENTS | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    for (u32 i = 0; i < ARGUMENTS; i++) Py_XDECREF(a[i]);
    return r;
}

static Status on_event(void *user, u32 kind, const EventData *d) {
    VMObject *vm = user;
    u64 mask = 0;
    if (vm->failed) return ST_ERROR;
    for (u32 i = 0; i < vm->n_subs; i++)
        if (wanted(vm->ks, &vm->subs[i], kind, d)) mask |= 1ull << i;
    if (!mask) return ST_OK;
    if (vm->ks->hub->replaying) mask |= 1ull << 63;
    bool saved = choicepy_enter(&vm->cg);
    vm->in_event = true;
    vm->in_thread = PyThread_get_thread_ident();
    vm->now = d;
    vm->now_kind = kind;
    const ClassInfo *ci = d->ci ? d->ci : d->obj ? ei_class(vm->ks->heap, ei(vm->ks->heap, d->obj)) : NULL;
    bool alone = !vm->ks->hub->replaying && heard_alone(vm, kind);
    PyObject *r = alone ? heard_tell(vm, kind, d) : tell(vm, kind, mask, d, ci);
    vm->in_event = false;
    vm->now = NULL;
    /* The dispatcher keeps what a listener raises and answers False; this is an exception of its own. */
    Status st = !r ? vm_call_failed(vm) : r == Py_False ? ST_ERROR : ST_OK;
    Py_XDECREF(r);
    if (saved) vm->ts = PyEval_SaveThread();
    return st;
}

/* --- registration --- */

static void subs_free(VMObject *vm) {
    for (u32 i = 0; i < vm->n_subs; i++) {
        Sub *s = &vm->subs[i];
        for (int k = 0; k < 3; k++)
            if (vm->ks) map_free(&s->cache[k]);
        PyMem_Free(s->method);
        PyMem_Free(s->field);
        PyMem_Free(s->cls);
        PyMem_Free(s->thread);
    }
    PyMem_Free(vm->subs);
    vm->subs = NULL;
    vm->n_subs = 0;
}

static void apply(VMObject *vm) {
    u64 mask = 0;
    EventSink sink = {.user = vm, .fn = on_event, .halves = true};
    for (u32 i = 0; i < vm->n_subs; i++) {
        Sub *s = &vm->subs[i];
        mask |= s->events;
        for (int k = 0; k < 3; k++) map_init(&s->cache[k], vm->ks->cx);
        if (!(s->events & (EV_BIT(execute_instruction) | EV_BIT(instruction_executed)))) continue;
        if (!s->has_ops) sink.all_ops = true;
        for (u32 v = 0; v < 256; v++) sink.ops[v] |= s->ops[v >> 3] >> (v & 7) & 1;
    }
    sink.mask = mask;
    sink.settled = (mask & ~(EV_BIT(vm_initialized) | EV_BIT(search_started) | EV_BIT(search_finished) |
                             EV_BIT(load_class) | EV_BIT(class_loaded) | EV_BIT(search_restarted))) != 0;
    if (vm->sink < 0 && !mask && vm->late) return; /* a sink would end what rests on nobody's looking on */
    if (vm->sink < 0) vm->sink = hub_add(vm->ks, &sink);
    else hub_mask(vm->ks, vm->sink, mask, sink.all_ops ? NULL : sink.ops);
}

Status listen_ready(void *user, struct KernelState *ks) {
    VMObject *vm = user;
    vm->ks = ks;
    vm->sink = -1;
    ks->hub->probe = &vm->probe_search;
    apply(vm);
    return probes_ready(vm);
}

/* The engine is about to be freed. */
void listen_end(VMObject *vm) {
    if (!vm->ks) return;
    for (u32 i = 0; i < vm->n_subs; i++)
        for (int k = 0; k < 3; k++) map_free(&vm->subs[i].cache[k]);
    probes_end(vm);
    Py_CLEAR(vm->attrs);
    vm->ks = NULL;
}

void listen_free(VMObject *vm) {
    probes_free(vm);
    subs_free(vm);
    heard_free(vm);
    beside_free(vm);
    Py_CLEAR(vm->on_event);
    Py_CLEAR(vm->keep);
    Py_CLEAR(vm->kept);
    Py_CLEAR(vm->attrs);
}

PyObject *listen_on_event(VMObject *vm, PyObject *args) {
    PyObject *f;
    if (!PyArg_ParseTuple(args, "O", &f)) return NULL;
    if (!listen_idle(vm)) return NULL;
    Py_CLEAR(vm->on_event);
    if (f == Py_None) heard_free(vm);
    if (f != Py_None) vm->on_event = Py_NewRef(f);
    Py_RETURN_NONE;
}

PyObject *listen_on_checkpoint(VMObject *vm, PyObject *args) {
    PyObject *keep, *kept;
    if (!PyArg_ParseTuple(args, "OO", &keep, &kept)) return NULL;
    if (!listen_idle(vm)) return NULL;
    Py_XSETREF(vm->keep, keep == Py_None ? NULL : Py_NewRef(keep));
    Py_XSETREF(vm->kept, kept == Py_None ? NULL : Py_NewRef(kept));
    Py_RETURN_NONE;
}

Status listen_keep(void *user, Text *out) {
    VMObject *vm = user;
    if (!vm->keep) return ST_OK;
    if (vm->failed) return ST_ERROR;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallNoArgs(vm->keep);
    char *v;
    Py_ssize_t n;
    Status st = ST_OK;
    if (!r || PyBytes_AsStringAndSize(r, &v, &n) < 0) st = vm_call_failed(vm);
    else text_put(out, v, (size_t)n);
    Py_XDECREF(r);
    if (saved) vm->ts = PyEval_SaveThread();
    return st == ST_OK && out->failed ? ST_ERROR : st;
}

Status listen_kept(void *user, const char *v, size_t n) {
    VMObject *vm = user;
    if (!vm->kept) return ST_OK;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallFunction(vm->kept, "y#", n ? v : "", (Py_ssize_t)n);
    Status st = r ? ST_OK : vm_call_failed(vm);
    Py_XDECREF(r);
    if (saved) vm->ts = PyEval_SaveThread();
    return st;
}

static bool take(const char *s, char **out) {
    *out = NULL;
    if (!s) return true;
    *out = PyMem_Malloc(strlen(s) + 1);
    if (!*out) return PyErr_NoMemory(), false;
    strcpy(*out, s);
    return true;
}

/* A list of at most 63 FilterRow. */
PyObject *listen_subscribe(VMObject *vm, PyObject *args) {
    PyObject *list;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &list)) return NULL;
    Py_ssize_t n = PyList_Size(list);
    if (n > 63) {
        PyErr_SetString(PyExc_ValueError, "more than 63 different filters");
        return NULL;
    }
    if (vm->busy && !listen_live(vm)) return NULL;
    subs_free(vm);
    if (n && !(vm->subs = PyMem_Calloc((size_t)n, sizeof *vm->subs))) return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < n; i++) {
        Sub *s = &vm->subs[i];
        FilterRow row;
        vm->n_subs++;
        if (ROW_READ(PyList_GetItem(list, i), FilterRow, &row) < 0) goto fail;
        s->events = row.events;
        if (row.opcodes != Py_None) {
            if (!PyBytes_Check(row.opcodes) || PyBytes_Size(row.opcodes) != 32) {
                PyErr_SetString(PyExc_ValueError, "32 bytes of opcode bits expected");
                goto fail;
            }
            s->has_ops = true;
            memcpy(s->ops, PyBytes_AsString(row.opcodes), 32);
        }
        if (!take(row.method, &s->method) || !take(row.field, &s->field) || !take(row.cls, &s->cls) ||
            !take(row.thread, &s->thread))
            goto fail;
    }
    if (vm->ks) apply(vm);
    Py_RETURN_NONE;
fail: /* no filter at all rather than half of them, with caches that belong to no engine */
    subs_free(vm);
    return NULL;
}

PyObject *listen_opcodes(void) {
    PyObject *l = PyList_New(256);
    for (Py_ssize_t i = 0; l && i < 256; i++) {
        PyObject *s = PyUnicode_FromString(op_info[i].name ? op_info[i].name : "");
        if (!s) return Py_DECREF(l), NULL;
        PyList_SetItem(l, i, s);
    }
    return l;
}

PyObject *listen_events(void) {
    static const char *const names[] = {
#define X(n) #n,
        JPF_EVENTS(X)
#undef X
    };
    PyObject *l = PyList_New(EV_PUBLIC);
    for (Py_ssize_t i = 0; l && i < EV_PUBLIC; i++) {
        PyObject *s = PyUnicode_FromString(names[i]);
        if (!s) return Py_DECREF(l), NULL;
        PyList_SetItem(l, i, s);
    }
    return l;
}

/* --- control --- */

bool listen_live(VMObject *vm) {
    if (vm->in_event && vm->in_thread == PyThread_get_thread_ident()) return true;
    PyErr_SetString(PyExc_RuntimeError, "the engine can be asked during a notification only");
    return false;
}

bool listen_changes(VMObject *vm) {
    if (vm->running && vm->running->search.work) {
        PyErr_SetString(PyExc_RuntimeError, "a listener that changes what the program does needs search.threads=1");
        return false;
    }
    vm->ks->hub->changed = vm->ks->hub->meddled = true;
    return true;
}

static PyObject *bad_moment(const char *what) {
    PyErr_Format(PyExc_RuntimeError, "%s: only while an instruction of that thread is told of", what);
    return NULL;
}

PyObject *listen_control(VMObject *vm, PyObject *args) {
    const char *what, *a = "", *b = "", *c = "";
    if (!PyArg_ParseTuple(args, "s|zzz", &what, &a, &b, &c) || !listen_live(vm)) return NULL;
    KernelState *ks = vm->ks;
    EventHub *hub = ks->hub;
    bool before = vm->now_kind == EV_execute_instruction, insn = before || vm->now_kind == EV_instruction_executed;
    /* in the middle of an instruction: what is asked for is done before the next one */
    bool within = (vm->now_kind >= EV_thread_started && vm->now_kind <= EV_exception_handled) ||
                  vm->now_kind == EV_method_entered || vm->now_kind == EV_method_exited;
    ThreadInfo *ti = vm->now->ti;
    const Search *s = &vm->running->search;
    bool judges = strcmp(what, "end") == 0 || strcmp(what, "ignore") == 0 || strcmp(what, "violation") == 0;
    if (!judges && !listen_changes(vm)) return NULL;
    if (strcmp(what, "end") != 0) hub->meddled = true;
    /* A path that is only executed again goes on as it did; its last transition, for a trace, ends where it did. */
    bool known = hub->replaying && !(s->rec.on && s->rec.level + 1 == s->path.n);
    if (known && (strcmp(what, "ignore") == 0 || strcmp(what, "violation") == 0)) Py_RETURN_NONE;
    if (strcmp(what, "end") == 0) {
        hub->end_search = true;
        if (within || insn) hub_leave(ks, CTL_END);
    } else if (strcmp(what, "ignore") == 0) {
        if (insn) {
            ks->run_end = RUN_IGNORED;
            hub->ctl = CTL_END;
            hub->ignore_state = !hub->replaying;
        } else {
            hub->ignore_state = !hub->replaying;
            if (within) hub_leave(ks, CTL_END);
        }
    } else if (strcmp(what, "violation") == 0) {
        CodePlace at;
        bool within = vm->now_kind > EV_vm_initialized && ti && user_place(ti, &at);
        if (hub_violation(ks, a, b && *b ? b : "property", c ? c : "", &at, within) != ST_OK) return PyErr_NoMemory();
        if (hub->violations.n) {
            Violation *v = &hub->violations.v[hub->violations.n - 1];
            v->history = true;
            if (ti) thread_name(ks, ti, v->thread, sizeof v->thread);
        }
        if (insn) {
            ks->run_end = RUN_IGNORED;
            hub->ctl = CTL_END;
        } else if (within) {
            hub_leave(ks, CTL_END);
        }
    } else if (strcmp(what, "skip") == 0) {
        if (!before || !ti->top) return bad_moment("skip");
        if (!*a) ti->top->pc++; /* "stay": it is executed again */
        ks->choice_req.ready = 0;
        hub->ctl = CTL_RELOAD;
    } else if (strcmp(what, "again") == 0) {
        if (hub->in_half) Py_RETURN_NONE; /* it is anyway */
        if (vm->now_kind != EV_instruction_executed || !ti->top || ti->top->mi != vm->now->mi)
            return bad_moment("re-execution");
        ti->top->pc = vm->now->pc;
        hub->ctl = CTL_RELOAD;
    } else if (strcmp(what, "break") == 0) {
        if (!insn && !within) return bad_moment("reschedule");
        if (!insn) {
            hub_leave(ks, CTL_BREAK);
            Py_RETURN_TRUE;
        }
        /* not at the instruction the transition began with, which would never get past it */
        if (hub->in_half || (before && hub->insns <= 1 && vm->now->pc == hub->start_pc)) Py_RETURN_FALSE;
        hub->ctl = CTL_BREAK;
        hub->after_pc = NULL;
        Py_RETURN_TRUE;
    } else if (strcmp(what, "throw") == 0) {
        if (!insn || !ti->top || hub->in_half) return bad_moment("throw");
        const char *why;
        int r = throw_named(ti, ti->top->mi->ci->loader, a, b ? b : "", &why);
        if (why) return PyErr_Format(PyExc_ValueError, "throw: %s: %s", a, why);
        if (r != NAT_THROW) return bad_moment("throw");
        hub->ctl = CTL_RELOAD;
    } else {
        PyErr_SetString(PyExc_ValueError, what);
        return NULL;
    }
    if (hub->ctl) hub->after_pc = NULL;
    Py_RETURN_NONE;
}

/* --- attributes --- */

static bool attr_place(VMObject *vm, AttrPlace p) {
    if (p.kind > AT_THREAD || (p.kind <= AT_ELEMENT && (!p.a || !heap_is_object(vm->ks->heap, p.a)))) {
        PyErr_SetString(PyExc_ValueError, "no such object");
        return false;
    }
    return true;
}

PyObject *view_attr_get(VMObject *vm, PyObject *args) {
    AttrPlace p;
    if (!PyArg_ParseTuple(args, "III", &p.kind, &p.a, &p.b) || !listen_live(vm) || !attr_place(vm, p)) return NULL;
    u32 id = attr_get(vm->ks, AT_LISTENER, p);
    if (!id) Py_RETURN_NONE;
    return Py_NewRef(PyList_GetItem(vm->attrs, (Py_ssize_t)id - 1));
}

PyObject *view_attr_set(VMObject *vm, PyObject *args) {
    AttrPlace p;
    u32 id = 0;
    PyObject *value;
    if (!PyArg_ParseTuple(args, "IIIO", &p.kind, &p.a, &p.b, &value) || !listen_live(vm) || !attr_place(vm, p))
        return NULL;
    if (!vm->attrs && !(vm->attrs = PyList_New(0))) return NULL;
    if (value != Py_None) {
        if (PyList_Append(vm->attrs, value) < 0) return NULL;
        id = (u32)PyList_Size(vm->attrs);
    }
    if (!listen_changes(vm)) return NULL;
    if (attr_set(vm->ks, AT_LISTENER, p, id) != ST_OK) return PyErr_NoMemory();
    Py_RETURN_NONE;
}
