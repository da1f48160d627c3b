/* module.c -- the extension module jpfpy._jpf. Layer 13: the only one that includes Python.h.
 *
 * The GIL is released while the engine runs and taken again, on the same thread state, by the
 * callbacks (output, poll). No Python object is touched in between. */
#include "native/verify/settings.h"
#include "native/verify/verify.h"
#include "vm/crew.h"
#include "py/listen.h"
#include "search/portfolio.h"
#include "vm/crew.h"

#include <time.h>

#include "py/bpmodule.h"
#include "py/json.h"
#include "py/rows.h"
#include "py/spreadpy.h"

typedef struct ModState {
    RowTypes rows; /* first: row_new */
    PyObject *JPFError, *ConfigError;
    PyTypeObject *VM;
} ModState;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- callbacks, called without the GIL --- */

Status vm_call_failed(VMObject *vm) {
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
        PyErr_Clear();
        vm->interrupted = 1;
        return ST_OK;
    }
    choicepy_failed(&vm->cg);
    return ST_ERROR;
}

static Status cb_output(void *user, int fd, const char *bytes, size_t n) {
    VMObject *vm = user;
    if (vm->failed) return ST_ERROR;
    bool saved = choicepy_enter(&vm->cg);
    PyObject *r = PyObject_CallFunction(vm->on_output, "iy#", fd, bytes, (Py_ssize_t)n);
    Status st = r ? ST_OK : vm_call_failed(vm);
    Py_XDECREF(r);
    if (saved) vm->ts = PyEval_SaveThread();
    return st;
}

static bool put(PyObject *d, const char *key, PyObject *value) {
    bool ok = value && PyDict_SetItemString(d, key, value) == 0;
    Py_XDECREF(value);
    return ok;
}

static bool put_count(PyObject *d, const char *key, u64 n) { return put(d, key, PyLong_FromUnsignedLongLong(n)); }

/* `known` false: None. */
static bool put_guess(PyObject *d, const char *key, bool known, double n) {
    return put(d, key, known ? PyFloat_FromDouble(n) : Py_NewRef(Py_None));
}

/* *states and *visited: of all threads, where there are several. */
static bool put_workers(PyObject *d, const JPF *j, u64 *states, u64 *visited) {
    enum { ROOM = 64 };
    CrewNow now[ROOM];
    u32 n = crew_now(j, now, ROOM);
    if (n > ROOM) n = ROOM;
    PyObject *list = PyList_New(n);
    if (n) *states = *visited = 0;
    for (u32 i = 0; list && i < n; i++) {
        PyObject *reached = PyLong_FromUnsignedLongLong(now[i].states + now[i].visited);
        *states += now[i].states;
        *visited += now[i].visited;
        if (!reached) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, reached);
    }
    return put(d, "workers", list);
}

static PyObject *progress_dict(JPF *j) {
    Search *s = &j->search;
    const SearchStats *st = &s->st;
    const Checkpoint *c = &s->checkpoint;
    const char *turn = s->folio ? portfolio_now(s) : NULL;
    LeftNow left = left_now(s);
    u64 states = st->states_new, visited = st->visited;
    u64 executions = st->executions + st->executions_blocked + st->executions_cut;
    PyObject *d = PyDict_New();
    bool ok = d && put_count(d, "executions", executions);
    ok = ok && put_count(d, "executions_blocked", st->executions_blocked);
    ok = ok && put_count(d, "executions_cut", st->executions_cut);
    ok = ok && put_workers(d, j, &states, &visited);
    ok = ok && put_count(d, "states_new", states) && put_count(d, "states_visited", visited);
    ok = ok && put_count(d, "transitions", st->transitions);
    ok = ok && put_count(d, "depth", s->path.n ? s->path.n - 1 : 0) && put_count(d, "max_depth", st->max_depth);
    ok = ok && put_count(d, "errors", s->found.errors.n) && put_count(d, "bytes", search_held(s));
    ok = ok && put_count(d, "state_bytes", search_state_bytes(s));
    ok = ok && put_count(d, "disk_bytes", s->disk ? disk_bytes(s->disk) : 0);
    ok = ok && put(d, "search", turn ? PyUnicode_FromString(turn) : Py_NewRef(Py_None));
    ok = ok && put_count(d, "waiting", left.open) && put_guess(d, "to_come", left.known, left.states);
    ok = ok && put_guess(d, "to_come_low", left.known, left.low);
    ok = ok && put_guess(d, "to_come_high", left.known, left.high);
    ok = ok &&
         put_guess(d, "checkpoint_s", c->file && !c->failed && !s->cfg.aside, (double)(c->due - cx_now(&j->cx)) / 1e9);
    if (!ok) Py_CLEAR(d);
    return d;
}

static Status cb_poll(void *user) {
    VMObject *vm = user;
    Status st = ST_OK;
    if (vm->interrupted || vm->failed) return ST_ERROR;
    bool saved = choicepy_enter(&vm->cg);
    if (PyErr_CheckSignals() < 0) {
        vm_call_failed(vm);
        st = ST_ERROR;
    } else if (vm->on_progress && vm->on_progress != Py_None && vm->running->have_search &&
               now() - vm->last_progress > 0.1) {
        vm->last_progress = now();
        PyObject *d = progress_dict(vm->running);
        PyObject *r = d ? PyObject_CallOneArg(vm->on_progress, d) : NULL;
        Py_XDECREF(d);
        if (!r) {
            vm_call_failed(vm);
            st = ST_ERROR;
        }
        Py_XDECREF(r);
    }
    /* An exception is no wish to end in order: a report would cost time, and nobody gets it. */
    if (vm->failed && vm->running) (void)cx_fail(&vm->running->cx, ERR_INTERNAL, "an exception in Python");
    if (saved) vm->ts = PyEval_SaveThread();
    return st;
}

/* --- VM --- */

bool listen_idle(VMObject *vm) {
    if (!vm->busy) return true;
    ModState *ms = PyType_GetModuleState(Py_TYPE(vm));
    PyErr_SetString(ms->JPFError, "this VM is running: until its call has returned, a callback or another thread "
                                  "needs a VM of its own");
    return false;
}

static void free_kv(VMObject *vm) {
    for (u32 i = 0; i < 2 * vm->n; i++) PyMem_Free(vm->kv[i]);
    PyMem_Free(vm->kv);
    vm->kv = NULL;
    vm->n = 0;
}

static char *dup_utf8(PyObject *o) {
    Py_ssize_t n;
    const char *s = PyUnicode_AsUTF8AndSize(o, &n);
    if (!s) return NULL;
    if (strlen(s) != (size_t)n) {
        PyErr_SetString(PyExc_ValueError, "embedded null character");
        return NULL;
    }
    char *d = PyMem_Malloc((size_t)n + 1);
    if (!d) {
        PyErr_NoMemory();
        return NULL;
    }
    mem_copy(d, s, (size_t)n + 1);
    return d;
}

static int vm_init(VMObject *vm, PyObject *args, PyObject *kwds) {
    static char *names[] = {"config", NULL};
    PyObject *config, *k, *v;
    Py_ssize_t pos = 0;
    if (!listen_idle(vm)) return -1;
    if (!PyArg_ParseTupleAndKeywords(args, kwds, "O!", names, &PyDict_Type, &config)) return -1;
    free_kv(vm);
    vm->kv = PyMem_Calloc((size_t)PyDict_Size(config) * 2 + 1, sizeof *vm->kv);
    if (!vm->kv) {
        PyErr_NoMemory();
        return -1;
    }
    while (PyDict_Next(config, &pos, &k, &v)) {
        if (!PyUnicode_Check(k) || !PyUnicode_Check(v)) {
            PyErr_SetString(PyExc_TypeError, "configuration keys and values must be str");
            return -1;
        }
        u32 i = vm->n++;
        if (!(vm->kv[2 * i] = dup_utf8(k)) || !(vm->kv[2 * i + 1] = dup_utf8(v))) return -1;
    }
    return 0;
}

static void vm_dealloc(VMObject *vm) {
    PyTypeObject *tp = Py_TYPE(vm);
    free_kv(vm);
    listen_free(vm);
    Py_CLEAR(vm->choices);
    tp->tp_free(vm);
    Py_DECREF(tp);
}

static PyObject *raise_err(ModState *ms, const Err *e) {
    if (e->kind == ERR_STOP) { /* before there was a search */
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        return NULL;
    }
    bool input = e->kind == ERR_CONFIG || e->kind == ERR_IO || e->kind == ERR_FORMAT; /* what it was given */
    PyObject *type = input ? ms->ConfigError : e->kind == ERR_NOMEM ? PyExc_MemoryError : ms->JPFError;
    PyErr_Format(type, "%s", e->msg[0] ? e->msg : "internal error"); /* what is cut off need not be whole UTF-8 */
    return NULL;
}

enum Call { CALL_EXPLORE, CALL_RUN };

static PyObject *vm_call_engine(VMObject *vm, PyTypeObject *cls, enum Call what, const char *target, PyObject *list,
                                const char *replay, PyObject *on_output, PyObject *on_progress) {
    ModState *ms = PyType_GetModuleState(cls);
    PyObject *result = NULL;
    Py_ssize_t n = PyList_Size(list);
    if (!listen_idle(vm)) return NULL;
    const char **argv = PyMem_Calloc((size_t)n + 1, sizeof *argv);
    if (!argv) return PyErr_NoMemory();
    vm->busy = true;
    vm->cg.thread = PyThread_get_thread_ident();
    for (Py_ssize_t i = 0; i < n; i++)
        if (!(argv[i] = PyUnicode_AsUTF8(PyList_GetItem(list, i)))) goto end;

    Host host = {.mask = HE_POLL, .user = vm, .output = cb_output, .poll = cb_poll};
    Carrier carrier;
    host.carrier = spreadpy_carrier(vm, &carrier);
    if (on_output != Py_None) host.mask |= HE_OUTPUT;
    bool given = vm->choices && vm->choices != Py_None;
    PyObject *late = NULL;
    if (given && !(late = PyObject_GetAttrString(vm->choices, "late"))) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) goto end;
        PyErr_Clear();
    }
    vm->late = late != NULL;
    Py_XDECREF(late);
    if (vm->on_event || given) host.ready = listen_ready;
    host.keep = listen_keep;
    host.kept = listen_kept;
    vm->cg.ts = &vm->ts;
    vm->cg.failed = &vm->failed;
    vm->cg.running = &vm->running;
    if (choicepy_begin(&vm->cg, &host, vm->choices) < 0) goto end;
    beside_begin(vm, &host);
    vm->on_output = on_output;
    vm->on_progress = on_progress;
    vm->failed = false;
    vm->interrupted = 0;
    vm->last_progress = now();
    const Text *report = NULL;
    vm->ts = PyEval_SaveThread();
    JPF *j = jpf_new(&host, (const char *const *)vm->kv, vm->n);
    Status st = ST_ERROR;
    vm->running = j;
    if (j) {
        st = what == CALL_RUN ? jpf_run(j, target, argv, (u32)n, &report)
                              : jpf_explore(j, target, argv, (u32)n, replay, &report);
    }
    PyEval_RestoreThread(vm->ts);
    vm->ts = NULL;
    vm->running = NULL;
    listen_end(vm);
    if (!j) PyErr_NoMemory();
    else if (vm->failed) choicepy_raise(&vm->cg);
    else if (st != ST_OK) raise_err(ms, jpf_error(j));
    else result = json_read(report->v, report->n);
    jpf_free(j);
end:
    choicepy_end(&vm->cg);
    PyMem_Free(argv);
    vm->busy = false;
    return result;
}

static PyObject *vm_explore(VMObject *vm, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n, PyObject *kw) {
    static const char *const names[] = {"target", "args", "on_output", "on_progress", NULL};
    PyObject *v[4] = {NULL, NULL, Py_None, Py_None};
    (void)names;
    for (Py_ssize_t i = 0; i < n && i < 4; i++) v[i] = args[i];
    for (Py_ssize_t i = 0; kw && i < PyTuple_Size(kw); i++)
        for (int k = 0; k < 4; k++)
            if (PyUnicode_CompareWithASCIIString(PyTuple_GetItem(kw, i), names[k]) == 0) v[k] = args[n + i];
    if (!v[0] || !PyUnicode_Check(v[0]) || !v[1] || !PyList_Check(v[1])) {
        PyErr_SetString(PyExc_TypeError, "explore(target: str, args: list[str], on_output=None, on_progress=None)");
        return NULL;
    }
    const char *target = PyUnicode_AsUTF8(v[0]);
    return target ? vm_call_engine(vm, cls, CALL_EXPLORE, target, v[1], NULL, v[2], v[3]) : NULL;
}

/* As one of many engines: the carrier's tasks. */
static PyObject *vm_spread(VMObject *vm, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n, PyObject *kw) {
    if (n != 4 || kw || !PyUnicode_Check(args[0]) || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "spread(target: str, args: list[str], carrier, on_output)");
        return NULL;
    }
    const char *target = PyUnicode_AsUTF8(args[0]);
    if (!target || !listen_idle(vm)) return NULL;
    vm->carrier = args[2];
    PyObject *r = vm_call_engine(vm, cls, CALL_EXPLORE, target, args[1], NULL, args[3], Py_None);
    vm->carrier = NULL;
    Py_CLEAR(vm->task);
    return r;
}

static PyObject *vm_run(VMObject *vm, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n, PyObject *kw) {
    if (kw || n < 2 || n > 3 || !PyUnicode_Check(args[0]) || !PyList_Check(args[1])) {
        PyErr_SetString(PyExc_TypeError, "run(target: str, args: list[str], on_output=None)");
        return NULL;
    }
    const char *target = PyUnicode_AsUTF8(args[0]);
    return target ? vm_call_engine(vm, cls, CALL_RUN, target, args[1], NULL, n > 2 ? args[2] : Py_None, Py_None) : NULL;
}

static PyObject *vm_replay(VMObject *vm, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n, PyObject *kw) {
    if (kw || n < 3 || n > 4 || !PyUnicode_Check(args[0]) || !PyList_Check(args[1]) || !PyUnicode_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "replay(target: str, args: list[str], replay: str, on_output=None)");
        return NULL;
    }
    const char *target = PyUnicode_AsUTF8(args[0]), *rep = PyUnicode_AsUTF8(args[2]);
    return target && rep
               ? vm_call_engine(vm, cls, CALL_EXPLORE, target, args[1], rep, n > 3 ? args[3] : Py_None, Py_None)
               : NULL;
}

static PyObject *vm_interrupt(VMObject *vm, PyObject *Py_UNUSED(x)) {
    vm->interrupted = 1;
    Py_RETURN_NONE;
}

static PyObject *vm_set_choices(VMObject *vm, PyObject *registry) {
    if (!listen_idle(vm)) return NULL;
    Py_XSETREF(vm->choices, Py_NewRef(registry));
    Py_RETURN_NONE;
}
static PyObject *vm_set_next_cg(VMObject *vm, PyObject *row) { return choicepy_set_next(&vm->cg, row); }
static PyObject *vm_settings(VMObject *vm, PyObject *Py_UNUSED(x)) {
    PyObject *list = PyList_New(0);
    const char *k, *v;
    for (u32 at = 0; list && vm->in_event && vm->ks && settings_next(vm->ks, &at, &k, &v);) {
        row_append(&list, ROW_NEW(vm, SettingRow, .key = PyUnicode_DecodeUTF8(k, (Py_ssize_t)strlen(k), "replace"),
                                  .value = PyUnicode_DecodeUTF8(v, (Py_ssize_t)strlen(v), "replace")));
    }
    return list;
}
/* Of the call that is active, in a callback of it; NULL: this is none. A run without a search has callbacks too. */
static KernelState *called_from(VMObject *vm) {
    return vm->running && vm->in_thread == PyThread_get_thread_ident() ? &vm->running->ks : NULL;
}
static PyObject *vm_verify_values(VMObject *vm, PyObject *Py_UNUSED(x)) {
    const KernelState *ks = called_from(vm);
    size_t n = ks ? verify_kept(ks, NULL) : 0;
    PyObject *b = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * sizeof(u64)));
    if (b && n) verify_kept(ks, (u64 *)(void *)PyBytes_AS_STRING(b));
    return b;
}
static PyObject *vm_set_verify_values(VMObject *vm, PyObject *arg) {
    KernelState *ks = called_from(vm);
    char *s;
    Py_ssize_t n;
    if (PyBytes_AsStringAndSize(arg, &s, &n) < 0) return NULL;
    if (ks && verify_keep(ks, (const u64 *)(const void *)s, (size_t)n / sizeof(u64)) != ST_OK) return PyErr_NoMemory();
    Py_RETURN_NONE;
}
static PyObject *vm_first_step(VMObject *vm, PyObject *Py_UNUSED(x)) { return choicepy_first_step(&vm->cg); }
static PyObject *vm_next_place(VMObject *vm, PyObject *Py_UNUSED(x)) { return choicepy_next_place(&vm->cg); }
static PyObject *vm_keeps(VMObject *vm, PyObject *Py_UNUSED(x)) { return choicepy_keeps(&vm->cg); }

static PyMethodDef vm_methods[] = {
    {"set_choices", (PyCFunction)vm_set_choices, METH_O,
     "set_choices(registry)\n\nGenerators, peers and policies in Python."},
    {"set_next_cg", (PyCFunction)vm_set_next_cg, METH_O,
     "set_next_cg(row)\n\nRegister a generator for the next state."},
    {"settings", (PyCFunction)vm_settings, METH_NOARGS, "settings() -> list[tuple[str, str]]: set by the program"},
    {"verify_values", (PyCFunction)vm_verify_values, METH_NOARGS,
     "verify_values() -> bytes\n\nCounters, values and bits of Verify, for set_verify_values of another VM."},
    {"set_verify_values", (PyCFunction)vm_set_verify_values, METH_O, "set_verify_values(values)"},
    {"first_step", (PyCFunction)vm_first_step, METH_NOARGS,
     "first_step() -> bool\n\nIs the native peer called again for its choice?"},
    {"next_place", (PyCFunction)vm_next_place, METH_NOARGS, "next_place() -> int"},
    {"keeps", (PyCFunction)vm_keeps, METH_NOARGS, "keeps() -> bool"},
    {"explore", (PyCFunction)(void (*)(void))vm_explore, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "explore(target, args, on_output=None, on_progress=None) -> dict\n\nExplore every interleaving and choice of "
     "target's main method; the raw report."},
    {"spread", (PyCFunction)(void (*)(void))vm_spread, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "spread(target, args, carrier, on_output) -> dict\n\nExplore the tasks of a carrier (jpfpy.spread)."},
    {"run", (PyCFunction)(void (*)(void))vm_run, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "run(target, args, on_output=None) -> dict\n\nOne schedule, as java would run it."},
    {"replay", (PyCFunction)(void (*)(void))vm_replay, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "replay(target, args, replay, on_output=None) -> dict\n\nTake the choices of a replay string."},
    {"interrupt", (PyCFunction)vm_interrupt, METH_NOARGS, "interrupt()\n\nEnd the running call in order."},
    LISTEN_METHODS CHOICE_METHODS VIEW_METHODS STRATEGY_METHODS{NULL, NULL, 0, NULL},
};
static PyType_Slot vm_slots[] = {
    {Py_tp_init, vm_init},
    {Py_tp_dealloc, vm_dealloc},
    {Py_tp_methods, vm_methods},
    {Py_tp_doc, "VM(config: dict[str, str])\n\nOne configuration of the engine; each call is a fresh search."},
    {0, NULL},
};
static PyType_Spec vm_spec = {"jpfpy._jpf.VM", sizeof(VMObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                              vm_slots};

/* --- module --- */

static PyObject *mod_version(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(x)) {
    return PyUnicode_FromString(JPF_VERSION);
}

static PyObject *mod_digest(PyObject *Py_UNUSED(m), PyObject *data) {
    Py_buffer b;
    char text[33];
    if (PyObject_GetBuffer(data, &b, PyBUF_SIMPLE) < 0) return NULL;
    H128 h = hash128_bytes(b.buf, (size_t)b.len, 0);
    PyBuffer_Release(&b);
    snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)h.hi, (unsigned long long)h.lo);
    return PyUnicode_FromString(text);
}

static PyObject *mod_build_info(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(x)) {
    int sanitize = 0, stress = 0;
#ifdef __SANITIZE_ADDRESS__
    sanitize = 1;
#endif
#ifdef JPF_STRESS
    stress = 1;
#endif
    return Py_BuildValue("{s:s,s:s,s:O,s:O}", "version", JPF_VERSION, "compiler", __VERSION__, "sanitize",
                         sanitize ? Py_True : Py_False, "stress", stress ? Py_True : Py_False);
}

static PyObject *mod_checkpoint_config(PyObject *m, PyObject *file) {
    ModState *ms = PyModule_GetState(m);
    const char *name = PyUnicode_AsUTF8(file);
    Ctx cx = {0};
    if (!name) return NULL;
    char *text = checkpoint_config(&cx, name);
    if (!text) return raise_err(ms, &cx.err);
    PyObject *r = PyUnicode_FromString(text);
    cx_free(&cx, text, strlen(text) + 1);
    return r;
}

static PyObject *mod_opcodes(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(x)) { return listen_opcodes(); }
static PyObject *mod_events(PyObject *Py_UNUSED(m), PyObject *Py_UNUSED(x)) { return listen_events(); }

static PyMethodDef mod_methods[] = {
    {"opcodes", mod_opcodes, METH_NOARGS, "opcodes() -> list[str]: mnemonics by value"},
    {"events", mod_events, METH_NOARGS, "events() -> list[str]: names of notifications by number"},
    {"digest", mod_digest, METH_O, "digest(data) -> str: 32 hexadecimal digits, for the names and records of caches"},
    {"checkpoint_config", mod_checkpoint_config, METH_O,
     "checkpoint_config(file) -> str\n\nWhat was given to be kept with the search; ConfigError where the file is no "
     "whole checkpoint of this build."},
    {"version", mod_version, METH_NOARGS, "version() -> str"},
    {"build_info", mod_build_info, METH_NOARGS, "build_info() -> dict: how the extension was compiled"},
    {NULL, NULL, 0, NULL},
};

static int mod_exec(PyObject *m) {
    ModState *ms = PyModule_GetState(m);
    ms->JPFError = PyErr_NewException("jpfpy._jpf.JPFError", PyExc_RuntimeError, NULL);
    if (!ms->JPFError) return -1;
    ms->ConfigError = PyErr_NewException("jpfpy._jpf.ConfigError", ms->JPFError, NULL);
    if (!ms->ConfigError) return -1;
    ms->VM = (PyTypeObject *)PyType_FromModuleAndSpec(m, &vm_spec, NULL);
    if (!ms->VM) return -1;
    if (PyModule_AddObjectRef(m, "JPFError", ms->JPFError) < 0 ||
        PyModule_AddObjectRef(m, "ConfigError", ms->ConfigError) < 0)
        return -1;
    if (PyModule_AddType(m, ms->VM) < 0 || rows_add(m, &ms->rows) < 0) return -1;
    return bpmodule_add(m) < 0 ? -1 : spreadpy_add(m);
}

static int mod_traverse(PyObject *m, visitproc visit, void *arg) {
    ModState *ms = PyModule_GetState(m);
    Py_VISIT(ms->JPFError);
    Py_VISIT(ms->ConfigError);
    Py_VISIT(ms->VM);
    return rows_visit(&ms->rows, visit, arg);
}

static int mod_clear(PyObject *m) {
    ModState *ms = PyModule_GetState(m);
    Py_CLEAR(ms->JPFError);
    Py_CLEAR(ms->ConfigError);
    Py_CLEAR(ms->VM);
    rows_clear(&ms->rows);
    return 0;
}

static PyModuleDef_Slot mod_slots[] = {
    {Py_mod_exec, mod_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};
static struct PyModuleDef mod_def = {
    PyModuleDef_HEAD_INIT, "_jpf",      "The engine of jpfpy.",
    sizeof(ModState),      mod_methods, mod_slots,
    mod_traverse,          mod_clear,   NULL,
};

PyMODINIT_FUNC PyInit__jpf(void) { return PyModuleDef_Init(&mod_def); }
