/* bpmodule.c -- the type jpfpy._jpf.BProgram: a b-program whose b-threads live in Python.
 *
 * host.advance(b-thread, local, event) -> local and host.members(set, from, to) -> bytes are called with
 * the GIL; the exploration itself runs without it. */
#include "py/bpmodule.h"

#include "bp/bp.h"
#include "py/json.h"
#include "py/rows.h"

typedef struct BPObject {
    PyObject_HEAD Ctx cx;
    Host host;
    BProg p;
    PyObject *py;      /* the Python side */
    PyThreadState *ts; /* of the running exploration, while it has no GIL */
    bool busy, inside; /* inside: in a callback of the running call */
    bool failed;       /* a Python exception is set: it propagates unchanged */
    bool interrupted;  /* Ctrl-C came while a b-thread ran */
} BPObject;

/* --- callbacks --- */

static void enter(BPObject *o) {
    if (o->ts) PyEval_RestoreThread(o->ts);
    o->inside = true;
}

static Status leave(BPObject *o, bool ok) {
    o->inside = false;
    if (!ok) o->failed = true;
    if (o->ts) o->ts = PyEval_SaveThread();
    return ok ? ST_OK : ST_ERROR;
}

/* advance() gives region << 32 | local. */
static Status cb_advance(void *user, BProg *p, u32 bthread, u32 local, u32 event, u32 *region, u32 *next) {
    BPObject *o = user;
    enter(o);
    PyObject *r = PyObject_CallMethod(o->py, "advance", "iiii", (int)bthread, (int)local, (int)event, (int)*region);
    u64 v = r ? PyLong_AsUnsignedLongLong(r) : 0;
    bool ok = r && !PyErr_Occurred();
    Py_XDECREF(r);
    *next = ok ? (u32)v : BP_NONE;
    *region = ok ? (u32)(v >> 32) : BP_NONE;
    if (!ok && PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) { /* Ctrl-C inside a b-thread */
        PyErr_Clear();
        o->interrupted = true;
        leave(o, true);
        return ST_ERROR;
    }
    return leave(o, ok);
}

static Status cb_members(void *user, BProg *p, u32 set, u32 from, u32 to, u8 *out) {
    BPObject *o = user;
    enter(o);
    PyObject *r = PyObject_CallMethod(o->py, "members", "III", set, from, to);
    bool ok = r && PyBytes_Check(r) && (size_t)PyBytes_GET_SIZE(r) == to - from;
    if (ok) mem_copy(out, PyBytes_AS_STRING(r), to - from);
    else if (r) PyErr_SetString(PyExc_TypeError, "members() must give one byte an event");
    Py_XDECREF(r);
    return leave(o, ok);
}

static Status cb_poll(void *user, BProg *p) {
    BPObject *o = user;
    Status st = ST_OK;
    bool ok = true;
    enter(o);
    if (PyErr_CheckSignals() < 0) {
        /* Ctrl-C ends the search in order, with a report; anything else propagates */
        if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) PyErr_Clear();
        else ok = false;
        st = ST_ERROR;
    }
    if (!ok) (void)cx_fail(&o->cx, ERR_INTERNAL, "an exception in Python"); /* nothing is told in order any more */
    leave(o, ok);
    return st;
}

/* --- calls --- */

static PyObject *raise_pending(BPObject *o) {
    const Err *e = &o->cx.err;
    if (o->failed) return NULL;
    if (o->interrupted) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        return NULL;
    }
    if (e->kind == ERR_NOMEM) return PyErr_NoMemory();
    PyObject *m = PyType_GetModule(Py_TYPE(o));
    PyObject *type = m ? PyObject_GetAttrString(m, e->kind == ERR_CONFIG ? "ConfigError" : "JPFError") : NULL;
    if (!type) return NULL;
    PyErr_Format(type, "%s", e->msg[0] ? e->msg : "internal error"); /* what is cut off need not be whole UTF-8 */
    Py_DECREF(type);
    return NULL;
}

/* One call at a time; nested ones only where `nested`. */
static bool begin(BPObject *o, bool nested) {
    if (!o->py) {
        PyErr_SetString(PyExc_RuntimeError, "this BProgram was not initialized");
        return false;
    }
    if (nested && (!o->busy || o->inside)) return true;
    if (o->busy) {
        PyErr_SetString(PyExc_RuntimeError, "this BProgram is in use already");
        return false;
    }
    cx_clear(&o->cx);
    o->failed = o->interrupted = false;
    o->busy = true;
    return true;
}

static int bp_obj_init(BPObject *o, PyObject *args, PyObject *kw) {
    PyObject *prio, *host, *regions;
    u32 n_regions = 0;
    double epsilon;
    int strict, chain;
    if (!PyArg_ParseTuple(args, "O!dppOO!", &PyList_Type, &prio, &epsilon, &strict, &chain, &host, &PyList_Type,
                          &regions))
        return -1;
    if (o->py) {
        PyErr_SetString(PyExc_RuntimeError, "initialized already");
        return -1;
    }
    Py_ssize_t n = PyList_GET_SIZE(prio);
    double *v = PyMem_Calloc((size_t)n + 1, sizeof *v);
    u32 *region = PyMem_Calloc((size_t)n + 1, sizeof *region);
    if (!v || !region) {
        PyMem_Free(v);
        PyMem_Free(region);
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n && i < PyList_GET_SIZE(regions); i++) {
        region[i] = (u32)PyLong_AsUnsignedLong(PyList_GET_ITEM(regions, i));
        if (region[i] >= n_regions) n_regions = region[i] + 1;
    }
    if (!PyErr_Occurred() && n_regions > n) PyErr_SetString(PyExc_ValueError, "more regions than b-threads");
    for (Py_ssize_t i = 0; i < n; i++) v[i] = PyFloat_AsDouble(PyList_GET_ITEM(prio, i));
    if (n >= 1 << 24 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "too many b-threads");
    if (!PyErr_Occurred()) {
        BpHost h = {o, cb_advance, cb_members, cb_poll};
        o->cx.host = &o->host;
        o->py = Py_NewRef(host);
        if (bp_init(&o->p, &o->cx, &h, (u32)n, v, (BpRule){epsilon, strict, chain}, region, n_regions) != ST_OK)
            raise_pending(o);
    }
    PyMem_Free(v);
    PyMem_Free(region);
    return PyErr_Occurred() ? -1 : 0;
}

static int bp_obj_traverse(BPObject *o, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(o));
    Py_VISIT(o->py);
    return 0;
}

static int bp_obj_clear(BPObject *o) {
    Py_CLEAR(o->py);
    return 0;
}

static void bp_obj_dealloc(BPObject *o) {
    PyTypeObject *tp = Py_TYPE(o);
    PyObject_GC_UnTrack(o);
    bp_free(&o->p);
    Py_CLEAR(o->py);
    tp->tp_free(o);
    Py_DECREF(tp);
}

static PyObject *obj_add_local(BPObject *o, PyObject *args) {
    unsigned bthread, flags, wait, block, id;
    PyObject *groups;
    long label;
    VEC(u32) req = {0};
    if (!PyArg_ParseTuple(args, "IIO!IIl", &bthread, &flags, &PyList_Type, &groups, &wait, &block, &label)) return NULL;
    if (!begin(o, true)) return NULL;
    Status st = ST_OK;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(groups) && st == ST_OK; i++) {
        PyObject *g = PyList_GET_ITEM(groups, i);
        if (!PyList_Check(g)) PyErr_SetString(PyExc_TypeError, "request: a list of lists of events");
        for (Py_ssize_t k = 0; !PyErr_Occurred() && k < PyList_GET_SIZE(g) && st == ST_OK; k++) {
            unsigned long e = PyLong_AsUnsignedLong(PyList_GET_ITEM(g, k));
            if (!PyErr_Occurred() && e >= 1ul << 28) PyErr_SetString(PyExc_ValueError, "too many events");
            st = vec_push(&o->cx, &req, (u32)e | (k ? 0 : BP_GROUP));
        }
        if (PyErr_Occurred()) goto fail;
    }
    if (wait >= 1u << 28 || block >= 1u << 28) {
        PyErr_SetString(PyExc_ValueError, "too many sets");
        goto fail;
    }
    if (st == ST_OK)
        st = bp_add_local(&o->p, bthread, flags, req.v, req.n, wait, block, label < 0 ? BP_NONE : (u32)label, &id);
    vec_free(&o->cx, &req);
    return st == ST_OK ? PyLong_FromUnsignedLong(id) : raise_pending(o);
fail:
    vec_free(&o->cx, &req);
    return NULL;
}

static PyObject *vector(const BProg *p) {
    PyObject *t = PyTuple_New(p->width);
    for (u32 i = 0; t && i < p->width; i++) {
        PyObject *x = PyLong_FromUnsignedLong(p->vec[i]);
        if (!x) {
            Py_DECREF(t);
            return NULL;
        }
        PyTuple_SET_ITEM(t, i, x);
    }
    return t;
}

static bool go_to(BPObject *o, PyObject *vec) {
    BProg *p = &o->p;
    u32 *v = PyMem_Calloc(p->width + 1, sizeof *v);
    bool good = v && PyTuple_Check(vec) && PyTuple_GET_SIZE(vec) == (Py_ssize_t)p->width;
    for (u32 i = 0; good && i < p->width; i++) {
        unsigned long x = PyLong_AsUnsignedLong(PyTuple_GET_ITEM(vec, i));
        good = !PyErr_Occurred() && x < p->locals.n && p->locals.v[x].bthread == i;
        v[i] = (u32)x;
    }
    if (good) bp_restore(p, v);
    else if (!v) PyErr_NoMemory();
    else if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "not a state of this b-program");
    PyMem_Free(v);
    return good;
}

static PyObject *obj_start(BPObject *o, PyObject *Py_UNUSED(x)) {
    if (!begin(o, false)) return NULL;
    PyObject *r = bp_start(&o->p) == ST_OK ? vector(&o->p) : raise_pending(o);
    o->busy = false;
    return r;
}

static PyObject *obj_choices(BPObject *o, PyObject *vec) {
    if (!begin(o, false)) return NULL;
    PyObject *r = NULL;
    if (go_to(o, vec)) {
        if (bp_choices(&o->p) != ST_OK) {
            raise_pending(o);
        } else {
            r = PyList_New(0);
            for (u32 i = 0; r && i < o->p.picked.n; i++) row_append(&r, PyLong_FromUnsignedLong(o->p.picked.v[i]));
        }
    }
    o->busy = false;
    return r;
}

static PyObject *obj_step(BPObject *o, PyObject *args) {
    PyObject *vec, *r = NULL;
    unsigned event;
    if (!PyArg_ParseTuple(args, "OI", &vec, &event) || !begin(o, false)) return NULL;
    if (go_to(o, vec)) {
        if (event >= o->p.n_events) {
            PyErr_SetString(PyExc_ValueError, "no such event");
        } else if (bp_step(&o->p, event) != ST_OK) {
            raise_pending(o);
        } else {
            u32 went = 0;
            while (went < o->p.undo.n && o->p.undo.v[went].bthread < o->p.n) went++; /* regions come after them */
            PyObject *l = PyList_New(0);
            for (u32 i = 0; l && i < went; i++) row_append(&l, PyLong_FromUnsignedLong(o->p.undo.v[i].bthread));
            r = ROW_NEW(o, SelectionRow, .state = vector(&o->p), .resumed = l);
        }
    }
    o->busy = false;
    return r;
}

/* --- explore --- */

/* Each is without a value after a failure, whose exception stays set: obj_explore looks once, when it has read them
 * all. What follows a failure must not take the exception away. */
static PyObject *entry(PyObject *d, const char *k) {
    PyObject *v = NULL;
    return PyErr_Occurred() || dict_value(d, k, &v) < 0 ? NULL : v;
}

static bool flag(PyObject *d, const char *k) {
    PyObject *v = entry(d, k);
    return v && PyObject_IsTrue(v) == 1;
}

static u64 number(PyObject *d, const char *k) {
    PyObject *v = entry(d, k);
    return v && PyLong_Check(v) ? PyLong_AsUnsignedLongLong(v) : 0;
}

static double seconds(PyObject *d, const char *k) {
    PyObject *v = entry(d, k);
    return v ? PyFloat_AsDouble(v) : 0;
}

static u32 *numbers(PyObject *d, const char *k, u32 *n) {
    PyObject *v = entry(d, k);
    *n = v && PyList_Check(v) ? (u32)PyList_GET_SIZE(v) : 0;
    if (!v || !PyList_Check(v)) return NULL;
    u32 *out = PyMem_Calloc(*n + 1u, sizeof *out);
    if (!out) PyErr_NoMemory();
    for (u32 i = 0; out && i < *n; i++) out[i] = (u32)PyLong_AsUnsignedLong(PyList_GET_ITEM(v, i));
    return out;
}

/* Groups come as one list of b-threads with -1 after each group. */
static u64 *groups(PyObject *d, u32 n_bthreads, u32 *n) {
    PyObject *v = entry(d, "groups");
    u32 w = (n_bthreads + 63) / 64;
    *n = 0;
    if (!v || !PyList_Check(v)) return NULL;
    u64 *out = PyMem_Calloc((size_t)PyList_GET_SIZE(v) * w + 1, 8);
    if (!out) PyErr_NoMemory();
    for (Py_ssize_t i = 0; out && i < PyList_GET_SIZE(v); i++) {
        long b = PyLong_AsLong(PyList_GET_ITEM(v, i));
        if (b < 0) ++*n;
        else if ((unsigned long)b < n_bthreads) bit_set(out + (size_t)*n * w, (u32)b);
    }
    return out;
}

static PyObject *obj_explore(BPObject *o, PyObject *d) {
    BpRun run;
    BProg *p = &o->p;
    PyObject *result = NULL;
    if (!PyDict_Check(d)) return PyErr_Format(PyExc_TypeError, "explore(config: dict)");
    if (!begin(o, false)) return NULL;
    BpConfig c = {
        .bfs = flag(d, "bfs"),
        .matching = flag(d, "matching"),
        .exact = flag(d, "exact"),
        .multiple_errors = flag(d, "multiple_errors"),
        .by_labels = flag(d, "by_labels"),
        .check_deadlock = flag(d, "check_deadlock"),
        .check_failed = flag(d, "check_failed"),
        .por = flag(d, "por"),
        .hot_finite = flag(d, "hot_finite"),
        .hot_system = flag(d, "hot_system"),
        .hot_bthread = flag(d, "hot_bthread"),
        .depth_limit = number(d, "depth_limit"),
        .state_limit = number(d, "state_limit"),
        .memory_limit = number(d, "memory_limit"),
        .max_errors = (u32)number(d, "max_errors"),
        .script_check = (u32)number(d, "script_check"),
        .time_limit = seconds(d, "time_limit"),
        .cpu_limit = seconds(d, "cpu_limit"),
    };
    u32 *script = numbers(d, "script", &c.n_script), *fair = numbers(d, "fair", &c.n_fair);
    u64 *g = groups(d, p->n, &c.n_groups);
    c.script = script;
    c.fair = fair;
    c.groups = g;
    c.n_fair /= 2;
    memset(&run, 0, sizeof run);
    run.p = p;
    if (!PyErr_Occurred()) {
        Status st = ST_OK;
        for (u32 i = 0; i < c.n_fair && st == ST_OK; i++) st = bp_need_set(p, fair[2 * i + 1]);
        o->ts = PyEval_SaveThread();
        if (st == ST_OK) st = bp_explore(p, &c, &run);
        if (st != ST_OK && o->interrupted) {
            cx_clear(&o->cx);
            run.interrupted = run.done = true;
            bp_run_why(&run, "interrupted");
            st = ST_OK;
        }
        Text t;
        text_init(&t, &o->cx);
        if (st == ST_OK) st = bp_run_json(&run, &t);
        PyEval_RestoreThread(o->ts);
        o->ts = NULL;
        if (st == ST_OK) result = json_read(t.v, t.n);
        else raise_pending(o);
        text_free(&t);
    }
    bp_run_free(&run);
    PyMem_Free(script);
    PyMem_Free(fair);
    PyMem_Free(g);
    o->busy = false;
    return result;
}

static PyMethodDef methods[] = {
    {"add_local", (PyCFunction)obj_add_local, METH_VARARGS,
     "add_local(bthread, flags, request, wait, block, label) -> int\n\nA new local state; sets are numbers that "
     "host.members knows, 0 is the empty one."},
    {"start", (PyCFunction)obj_start, METH_NOARGS, "start() -> tuple: the first state"},
    {"choices", (PyCFunction)obj_choices, METH_O, "choices(state) -> list of events that may be selected"},
    {"step", (PyCFunction)obj_step, METH_VARARGS, "step(state, event) -> (state, b-threads that went on)"},
    {"explore", (PyCFunction)obj_explore, METH_O, "explore(config) -> dict: what bp_run_json tells of the exploration"},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot slots[] = {
    {Py_tp_init, bp_obj_init},
    {Py_tp_dealloc, bp_obj_dealloc},
    {Py_tp_traverse, bp_obj_traverse},
    {Py_tp_clear, bp_obj_clear},
    {Py_tp_methods, methods},
    {Py_tp_doc, "BProgram(priorities, epsilon, strict, chain, host, regions)\n\nWhat jpfpy.bp stands on."},
    {0, NULL},
};
static PyType_Spec spec = {"jpfpy._jpf.BProgram", sizeof(BPObject), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC, slots};

int bpmodule_add(PyObject *m) {
    PyObject *t = PyType_FromModuleAndSpec(m, &spec, NULL);
    int r = t ? PyModule_AddType(m, (PyTypeObject *)t) : -1;
    Py_XDECREF(t);
    return r;
}
