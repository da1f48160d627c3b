/* choicepy.c -- carries the engine's questions to jpfpy/dispatch/registry.py and the answers back. */
#include "py/choicepy.h"

#include "kernel/events.h"
#include "native/world.h"
#include "py/listen.h"
#include "py/rows.h"
#include "search/kind.h"

#include <stddef.h>
#include <stdio.h>

static VMObject *owner(ChoicePy *c) { return (VMObject *)(void *)((char *)c - offsetof(VMObject, cg)); }
PyObject *choicepy_vm(ChoicePy *c) { return (PyObject *)owner(c); }

void choicepy_interrupt(ChoicePy *c) {
    owner(c)->interrupted = 1;
    (*c->running)->cx.fuel = 0;
    (*c->running)->cx.poll_at = 0;
}

/* A peer or policy may look at the VM as a listener does; data: what it is called for. */
void choicepy_look(ChoicePy *c, const EventData *data) {
    VMObject *vm = owner(c);
    vm->in_event = data && vm->ks; /* no search: nothing to look at */
    vm->in_thread = PyThread_get_thread_ident();
    vm->now = data;
    vm->now_kind = EV_COUNT;
}

static ThreadInfo *running_thread(ChoicePy *c) {
    KernelState *ks = &(*c->running)->ks;
    return ks->cur < ks->n_threads ? ks->threads.v[ks->cur] : NULL;
}

bool choicepy_enter(ChoicePy *c) {
    PyThreadState *ts = *c->ts;
    *c->ts = NULL; /* what the callback makes the VM do may call back itself */
    c->entered++;
    if (ts) PyEval_RestoreThread(ts);
    if (*c->running) (*c->running)->cx.fuel = -1; /* nobody knows how long Python takes: limits are looked at next */
    return ts != NULL;
}

void choicepy_failed(ChoicePy *c) {
    PyObject *type, *value, *at;
    *c->failed = true;
    if (c->raised || !PyErr_Occurred()) return;
    PyErr_Fetch(&type, &value, &at);
    PyErr_NormalizeException(&type, &value, &at);
    if (at) PyException_SetTraceback(value, at);
    c->raised = Py_XNewRef(value);
    PyErr_Restore(type, value, at);
}

void choicepy_raise(ChoicePy *c) {
    if (!PyErr_Occurred() && c->raised) PyErr_SetObject((PyObject *)Py_TYPE(c->raised), c->raised);
}

/* Takes r away; an exception ends the search and propagates unchanged. */
Status choicepy_leave(ChoicePy *c, bool saved, PyObject *r) {
    Status st = r ? ST_OK : ST_ERROR;
    if (!r) choicepy_failed(c);
    Py_XDECREF(r);
    if (saved) *c->ts = PyEval_SaveThread();
    return st;
}

static Status cb_make(void *user, const char *cls, const char *id, int want, u64 place, u64 *handle) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    EventData data = {.ti = running_thread(c)};
    if (owner(c)->ks) owner(c)->ks->saw.names = true; /* it may look at threads by their names */
    choicepy_look(c, &data);
    PyObject *r = PyObject_CallMethod(c->registry, "make", "ssiKI", cls, id, want, (unsigned long long)place,
                                      data.ti ? data.ti->id : 0u);
    choicepy_look(c, NULL);
    if (r) *handle = PyLong_AsUnsignedLongLong(r);
    if (r && PyErr_Occurred()) Py_CLEAR(r);
    return choicepy_leave(c, saved, r);
}

static Status cb_value(void *user, u64 handle, u64 i, i64 *bits) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *r = PyObject_CallMethod(c->registry, "value", "KK", (unsigned long long)handle, (unsigned long long)i);
    if (r) *bits = PyLong_AsLongLong(r);
    if (r && PyErr_Occurred()) Py_CLEAR(r);
    return choicepy_leave(c, saved, r);
}

static Status cb_count(void *user, u64 handle, u64 want, u64 *n, bool *open) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    DrawnRow drawn = {0};
    PyObject *r = PyObject_CallMethod(c->registry, "count", "KK", (unsigned long long)handle, (unsigned long long)want);
    if (r && ROW_READ(r, DrawnRow, &drawn) < 0) Py_CLEAR(r);
    *n = drawn.known;
    *open = drawn.more;
    return choicepy_leave(c, saved, r);
}

static Status cb_text(void *user, u64 handle, u64 i, char *buf, size_t n) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *r = PyObject_CallMethod(c->registry, "text", "KK", (unsigned long long)handle, (unsigned long long)i);
    const char *s = r ? PyUnicode_AsUTF8(r) : NULL;
    if (s) snprintf(buf, n, "%s", s);
    else Py_CLEAR(r);
    return choicepy_leave(c, saved, r);
}

static const char *cb_type(void *user, u64 handle) { /* the registry keeps the text for good */
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *r = PyObject_CallMethod(c->registry, "type_name", "K", (unsigned long long)handle);
    const char *s = r ? PyUnicode_AsUTF8(r) : NULL;
    return choicepy_leave(c, saved, r) == ST_OK ? s : NULL;
}

static void reference(ChoicePy *c, const char *method, u64 handle) {
    if (*c->failed || !*c->running) return; /* the registry goes as a whole */
    bool saved = choicepy_enter(c);
    choicepy_leave(c, saved, PyObject_CallMethod(c->registry, method, "K", (unsigned long long)handle));
}
static void cb_keep(void *user, u64 handle) { reference(user, "keep", handle); }
static void cb_free(void *user, u64 handle) { reference(user, "drop", handle); }

static void cb_forget(void *user) { reference(user, "forget", 0); }

/* --- native peers --- */

static PyObject *argument(ThreadInfo *ti, const char *d, const u32 *a) {
    i64 v;
    mem_copy(&v, a, *d == 'J' || *d == 'D' ? 8 : 4);
    switch (*d) {
    case 'Z': return PyBool_FromLong(a[0] != 0);
    case 'J': return PyLong_FromLongLong(v);
    case 'F': {
        float f;
        memcpy(&f, a, 4);
        return PyFloat_FromDouble(f);
    }
    case 'D': {
        double f;
        memcpy(&f, a, 8);
        return PyFloat_FromDouble(f);
    }
    case 'L':
        if (!a[0]) Py_RETURN_NONE;
        if (ei_class(ti->ks->heap, ei(ti->ks->heap, a[0])) == ti->ks->cs->string) {
            size_t n;
            char *s = string_utf8(ti->ks->heap, a[0], &n);
            if (!s) return PyErr_NoMemory();
            PyObject *o = PyUnicode_DecodeUTF8(s, (Py_ssize_t)n, "replace");
            cx_free(ti->ks->cx, s, n + 1);
            return o;
        }
        return PyLong_FromUnsignedLong(a[0]);
    case '[': return a[0] ? PyLong_FromUnsignedLong(a[0]) : Py_NewRef(Py_None);
    default: return PyLong_FromLong((i32)a[0]);
    }
}

static const char *next_type(const char *d) {
    while (*d == '[') d++;
    return *d == 'L' ? strchr(d, ';') + 1 : d + 1;
}

static PyObject *arguments(ThreadInfo *ti, const MethodInfo *mi, const u32 *a) {
    PyObject *list = PyList_New(0);
    if (list && !(mi->flags & ACC_STATIC)) {
        PyObject *o = PyLong_FromUnsignedLong(*a++);
        if (!o || PyList_Append(list, o) < 0) Py_CLEAR(list);
        Py_XDECREF(o);
    }
    for (const char *d = mi->desc->s + 1; list && *d != ')'; d = next_type(d)) {
        PyObject *o = argument(ti, d, a);
        if (!o || PyList_Append(list, o) < 0) Py_CLEAR(list);
        Py_XDECREF(o);
        a += *d == 'J' || *d == 'D' ? 2 : 1;
    }
    return list;
}

static int result(ThreadInfo *ti, const char *d, PyObject *v, u32 *r) {
    double f;
    long long n;
    switch (*d) {
    case 'V': return NAT_OK;
    case 'D': f = PyFloat_AsDouble(v); return PyErr_Occurred() ? NAT_ERROR : ret_double(r, f);
    case 'F': f = PyFloat_AsDouble(v); return PyErr_Occurred() ? NAT_ERROR : ret_float(r, (float)f);
    case 'L':
    case '[':
        if (v == Py_None) return ret_ref(r, 0);
        if (PyUnicode_Check(v)) {
            Py_ssize_t len;
            const char *s = PyUnicode_AsUTF8AndSize(v, &len);
            Ref ref;
            if (!s) return NAT_ERROR;
            int res = nat_string(ti, s, (size_t)len, &ref);
            return res == NAT_OK ? ret_ref(r, ref) : res;
        }
        n = PyLong_AsLongLong(v);
        if (PyErr_Occurred()) return NAT_ERROR;
        if (n && !heap_is_object(ti->ks->heap, (Ref)n)) {
            PyErr_Format(PyExc_ValueError, "%s.%s: %lld is no object", ti->native_mi->ci->name->s,
                         ti->native_mi->name->s, n);
            return NAT_ERROR;
        }
        return ret_ref(r, (Ref)n);
    default:
        n = PyLong_AsLongLong(v);
        if (PyErr_Occurred()) return NAT_ERROR;
        return *d == 'J' ? ret_long(r, n) : ret_int(r, (i32)n);
    }
}

static int cb_peer(void *user, void *thread, const u32 *a, u32 *ret) {
    ChoicePy *c = user;
    ThreadInfo *ti = thread;
    const MethodInfo *mi = ti->native_mi;
    JPF *j = *c->running;
    int res = NAT_ERROR;
    bool saved = choicepy_enter(c);
    c->peer = ti;
    EventData data = {.ti = ti, .mi = ti->native_mi};
    choicepy_look(c, &data);
    PyObject *args = arguments(ti, mi, a);
    PyObject *r = args ? PyObject_CallMethod(c->registry, "call_peer", "IsssO", ti->id, mi->ci->name->s, mi->name->s,
                                             mi->desc->s, args)
                       : NULL;
    AnswerRow said;
    Py_XDECREF(args);
    if (r && ROW_READ(r, AnswerRow, &said) == 0) {
        if (strcmp(said.how, "return") == 0) res = result(ti, strchr(mi->desc->s, ')') + 1, said.value, ret);
        else if (strcmp(said.how, "throw") == 0)
            res = throw_new(ti, said.exception, "%s", said.message ? said.message : "");
        else if (strcmp(said.how, "bytecode") == 0) res = NAT_BYTECODE;
        else if (j->have_search && j->search.cascade.next.n) res = NAT_CHOICE;
        else
            PyErr_Format(PyExc_RuntimeError, "%s.%s: re-executed without a choice generator", mi->ci->name->s,
                         mi->name->s);
    }
    if (PyErr_Occurred()) {
        choicepy_failed(c);
        res = NAT_ERROR;
    }
    c->peer = NULL;
    choicepy_look(c, NULL);
    if (res != NAT_CHOICE && j->have_search) j->search.bottom.peer = false;
    Py_XDECREF(r);
    if (saved) *c->ts = PyEval_SaveThread();
    return res;
}

/* --- sync policies --- */

static Status cb_schedule(void *user, int thread, const char *action, u32 *ids, u32 *n) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *list = PyList_New(0), *r = NULL;
    for (u32 i = 0; list && i < *n; i++) {
        PyObject *o = PyLong_FromUnsignedLong(ids[i]);
        if (!o || PyList_Append(list, o) < 0) Py_CLEAR(list);
        Py_XDECREF(o);
    }
    EventData data = {.ti = thread >= 0 ? (*c->running)->ks.threads.v[thread] : NULL};
    choicepy_look(c, &data);
    if (list) r = PyObject_CallMethod(c->registry, "schedule", "isO", thread, action, list);
    choicepy_look(c, NULL);
    if (r && PyList_Check(r) && (u32)PyList_Size(r) <= *n) { /* checked there: a choice of what was given */
        *n = (u32)PyList_Size(r);
        for (u32 i = 0; i < *n; i++) ids[i] = (u32)PyLong_AsUnsignedLong(PyList_GetItem(r, i));
        if (PyErr_Occurred()) Py_CLEAR(r);
    } else if (r) {
        PyErr_SetString(PyExc_TypeError, "a sync policy answers with a list of threads");
        Py_CLEAR(r);
    }
    Py_XDECREF(list);
    return choicepy_leave(c, saved, r);
}

/* --- calls back into the engine --- */

JPF *choicepy_searching(ChoicePy *c) {
    JPF *j = c->running ? *c->running : NULL;
    if (j && (*c->ts || c->thread != PyThread_get_thread_ident())) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the search runs in another thread: only its own callbacks may ask for this");
        return NULL;
    }
    if (j && j->have_search) return j;
    PyErr_SetString(PyExc_RuntimeError, "there is no search on");
    return NULL;
}

PyObject *choicepy_first_step(ChoicePy *c) {
    JPF *j = choicepy_searching(c);
    if (!j) return NULL;
    ThreadInfo *ti = c->peer ? c->peer : j->ks.cur < j->ks.n_threads ? j->ks.threads.v[j->ks.cur] : NULL;
    return PyBool_FromLong(ti && search_bottom_half(&j->search, ti));
}

PyObject *choicepy_next_place(ChoicePy *c) {
    JPF *j = choicepy_searching(c);
    if (!j) return NULL;
    u64 place = j->ks.cg_place;
    j->ks.cg_place = mix64(place, 0x636767u);
    return PyLong_FromUnsignedLongLong(place);
}

PyObject *choicepy_keeps(ChoicePy *c) {
    JPF *j = choicepy_searching(c);
    return j ? PyBool_FromLong(j->search.cfg.kind->returns && !j->search.silent) : NULL;
}

static int kind_of(const char *name) {
    static const struct {
        const char *name;
        int kind;
    } kinds[] = {
        {"custom", CK_CUSTOM},       {"bool", CK_BOOL},       {"interval", CK_INT_INTERVAL},
        {"ints", CK_INT_LIST},       {"longs", CK_LONG_LIST}, {"floats", CK_FLOAT_LIST},
        {"doubles", CK_DOUBLE_LIST}, {"refs", CK_REF_LIST},   {"threads", CK_THREAD},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) return kinds[i].kind;
    PyErr_Format(PyExc_ValueError, "no kind of generators %s", name);
    return -1;
}

/* Threads by id, each of which can run. One of them is to be the thread that runs, or schedules are left out. */
static bool given_threads(JPF *j, ChoiceGenerator *cg, ThreadInfo *ti, PyObject *list) {
    u32 n = (u32)PyList_Size(list);
    bool running = false;
    u32 *ids = PyMem_Malloc(n * sizeof *ids + 4);
    if (!ids) return PyErr_NoMemory(), false;
    for (u32 i = 0; i < n; i++) {
        unsigned long id = PyLong_AsUnsignedLong(PyList_GetItem(list, i));
        if (!PyErr_Occurred() && (id >= j->ks.n_threads || !ti_enabled(j->ks.threads.v[id])))
            PyErr_Format(PyExc_ValueError, "a choice of threads: thread %lu cannot run", id);
        if (PyErr_Occurred()) return PyMem_Free(ids), false;
        ids[i] = (u32)id;
        running |= id == ti->id;
    }
    Status st = cg_threads(&j->cx, cg, ids, n, ti->pend.action);
    PyMem_Free(ids);
    if (st != ST_OK) return PyErr_NoMemory(), false;
    cg->flags |= CGF_GIVEN;
    if (!running) j->search.cascade.left_out = true;
    return true;
}

/* spec: (kind, id, type name or None, lo, hi, delta, list or None, host); custom: lo choices are drawn, hi: there
 * may be more. */
/* Between two transitions there is no instruction to register a generator at: it would be lost. */
static const char *between(const Search *s, u32 kind) {
    static const char *const names[] = {
#define X(n) #n,
        JPF_EVENTS(X)
#undef X
    };
    bool at_rest = kind <= EV_vm_initialized || kind == EV_thread_scheduled || !s->path.n || s->told.at_rest ||
                   (kind >= EV_choice_generator_set && kind <= EV_choice_generator_processed);
    return at_rest && kind < EV_COUNT ? names[kind] : NULL;
}

PyObject *choicepy_set_next(ChoicePy *c, PyObject *wanted) {
    JPF *j = choicepy_searching(c);
    const char *moment = j && !c->peer && owner(c)->in_event ? between(&j->search, owner(c)->now_kind) : NULL;
    if (moment)
        return PyErr_Format(PyExc_ValueError,
                            "%s is between two transitions: choice generators are registered in execute_instruction, "
                            "instruction_executed or choice_generator_registered",
                            moment);
    GeneratorRow row;
    if (!j || ROW_READ(wanted, GeneratorRow, &row) < 0) return NULL;
    int kind = kind_of(row.kind);
    if (kind < 0) return NULL;
    EventHub *hub = j->ks.hub;
    if (hub->in_event && !listen_changes(owner(c)))
        return NULL; /* it has to do so wherever the path is executed again */
    ThreadInfo *ti = c->peer ? c->peer : j->ks.threads.v[j->search.last_thread];
    ChoiceGenerator cg;
    ChoiceReq q = {.kind = (u8)kind, .lo = row.lo, .hi = row.hi, .delta = row.delta};
    snprintf(q.id, sizeof q.id, "%s", row.id);
    if (kind == CK_CUSTOM) {
        memset(&cg, 0, sizeof cg);
        cg.kind = CK_CUSTOM;
        cg.at = -1;
        cg.n = (u64)row.lo;
        if (row.hi) cg.flags = CGF_OPEN;
    } else if (kind == CK_THREAD) {
        if (!given_threads(j, &cg, ti, row.values)) return NULL;
    } else {
        if (PyList_Check(row.values)) {
            q.n = (u32)PyList_Size(row.values);
            q.list = cx_alloc(&j->cx, q.n * sizeof *q.list + 8);
            if (!q.list) return PyErr_NoMemory();
            for (u32 i = 0; i < q.n; i++) q.list[i] = PyLong_AsLongLong(PyList_GetItem(row.values, i));
            q.list = cx_realloc(&j->cx, q.list, q.n * sizeof *q.list + 8, q.n * sizeof *q.list);
            if (PyErr_Occurred()) return NULL;
        }
        if (cg_from_request(&j->cx, &cg, &q, ti) != ST_OK) return PyErr_NoMemory();
        cg.flags &= (u8)~CGF_REQUEST;
    }
    cg.thread = ti->id;
    cg.first_step = ti->first_step;
    if (!(cg.id = cg_text_kept(&j->ks, row.id))) return PyErr_NoMemory();
    if (c->peer) cg.flags |= CGF_PEER;
    cg.host = row.host;
    cg.type = row.type;
    if (search_set_next_cg(&j->search, ti, &cg) != ST_OK) return PyErr_NoMemory();
    if (hub->in_event && hub->told_pc && !hub->in_half) hub->cg_set = true;
    Py_RETURN_NONE;
}

int choicepy_begin(ChoicePy *c, Host *h, PyObject *registry) {
    c->registry = registry;
    c->peer = NULL;
    c->entered++; /* since the last call anything may have been done */
    c->peer_classes = NULL;
    if (!registry || registry == Py_None) return 0;
    h->cg_user = c;
    h->cg_make = cb_make;
    h->cg_value = cb_value;
    h->cg_count = cb_count;
    h->cg_text = cb_text;
    h->cg_type = cb_type;
    h->cg_keep = cb_keep;
    h->cg_free = cb_free;
    h->cg_forget = cb_forget;
    PyObject *o = PyObject_GetAttrString(registry, "peer_classes");
    const char *s = o ? PyUnicode_AsUTF8(o) : NULL;
    if (s && *s) {
        c->peer_classes = PyMem_Malloc(strlen(s) + 1);
        if (!c->peer_classes) PyErr_NoMemory();
        else strcpy(c->peer_classes, s);
        h->peer_methods = c->peer_classes;
        h->peer = cb_peer;
    }
    Py_XDECREF(o);
    if (attributepy_begin(h, registry) < 0 || strategypy_begin(h, registry) < 0) return -1;
    o = PyObject_GetAttrString(registry, "policy");
    if (o && o != Py_None) h->schedule = cb_schedule;
    Py_XDECREF(o);
    return PyErr_Occurred() ? -1 : 0;
}

void choicepy_end(ChoicePy *c) {
    PyMem_Free(c->peer_classes);
    c->peer_classes = NULL;
    c->registry = NULL;
    Py_CLEAR(c->raised);
}
