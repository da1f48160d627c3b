/* heard.c -- the short way to a listener: a notification of the search that one handler alone hears.
 *
 * Most listeners of long searches hear of states, and there the dispatcher's own steps cost several times what the
 * listener does. Here they are made without it: what Dispatcher.event does, for one handler and (search,).
 * Whatever is not plain goes to the dispatcher: a path that is executed again, a search in which somebody has changed
 * the program. */
#include "py/listen.h"

#include "py/rows.h"

/* Attributes of views.VM, of the dispatcher, of its handlers, and of views.Search. */
static const char *const attributes[HEARD_NAMES] = {
    [HN_SERIAL] = "serial",     [HN_THREAD] = "thread_id",        [HN_TOLD] = "told",
    [HN_LISTENER] = "listener", [HN_SEARCH_VIEW] = "search_view", [HN_ROW] = "_row",
    [HN_KEEP] = "keep",         [HN_AFTERWARDS] = "afterwards",   [HN_CALLED] = "called"};

void heard_free(VMObject *vm) {
    Heard *q = &vm->heard;
    for (u32 i = 0; q->by && i < EV_PUBLIC; i++) Py_XDECREF(q->by[i].row);
    PyMem_Free(q->by);
    q->by = NULL;
    for (u32 i = 0; i < HEARD_NAMES; i++) Py_CLEAR(q->names[i]);
    Py_CLEAR(q->dispatcher);
    Py_CLEAR(q->world);
    Py_CLEAR(q->meddlers);
    Py_CLEAR(q->view);
}

/* _heard(dispatcher, views.VM, its list of meddlers, rows): a row for each event, or None. */
PyObject *listen_heard(VMObject *vm, PyObject *args) {
    Heard *q = &vm->heard;
    PyObject *dispatcher, *world, *meddlers, *rows;
    if (!PyArg_ParseTuple(args, "OOO!O!", &dispatcher, &world, &PyList_Type, &meddlers, &PyList_Type, &rows))
        return NULL;
    if (vm->busy && !listen_live(vm)) return NULL;
    heard_free(vm);
    if (!vm->on_event) Py_RETURN_NONE; /* nothing may refer to the VM that a search does not take back */
    if (PyList_Size(rows) != EV_PUBLIC) return PyErr_SetString(PyExc_ValueError, "a row for each event expected"), NULL;
    if (!(q->by = PyMem_Calloc(EV_PUBLIC, sizeof *q->by))) return PyErr_NoMemory();
    for (u32 i = 0; i < HEARD_NAMES; i++)
        if (!(q->names[i] = PyUnicode_InternFromString(attributes[i]))) goto fail;
    for (u32 i = 0; i < EV_PUBLIC; i++) {
        PyObject *row = PyList_GetItem(rows, (Py_ssize_t)i);
        if (row == Py_None) continue;
        if (!PyTuple_Check(row) || PyTuple_Size(row) != 4) {
            PyErr_SetString(PyExc_ValueError, "(handler, call, listener, told) expected");
            goto fail;
        }
        q->by[i].row = Py_NewRef(row);
    }
    q->entered = UINT64_MAX;
    q->dispatcher = Py_NewRef(dispatcher);
    q->world = Py_NewRef(world);
    q->meddlers = Py_NewRef(meddlers);
    Py_RETURN_NONE;
fail:
    heard_free(vm);
    return NULL;
}

bool heard_alone(VMObject *vm, u32 kind) {
    const Heard *q = &vm->heard;
    return q->by && kind < EV_PUBLIC && q->by[kind].row && !PyList_Size(q->meddlers);
}

/* The dispatcher asks before it changes who is called: not under a handler's feet. */
PyObject *listen_later(VMObject *vm, PyObject *args) {
    (void)args;
    vm->heard.later |= vm->heard.on;
    return PyBool_FromLong(vm->heard.on);
}

/* The number of the notification: the views of the moment before are stale from here on. `known`: nobody else has
 * counted since the last one. */
static PyObject *next_serial(Heard *q, bool known) {
    if (!known) {
        PyObject *was = PyObject_GetAttr(q->world, q->names[HN_SERIAL]);
        if (!was) return NULL;
        q->serial = PyLong_AsLongLong(was);
        Py_DECREF(was);
        if (q->serial == -1 && PyErr_Occurred()) return NULL;
    }
    PyObject *now = PyLong_FromLongLong(++q->serial);
    if (now && PyObject_SetAttr(q->world, q->names[HN_SERIAL], now) < 0) Py_CLEAR(now);
    return now;
}

/* One view serves all notifications of which nobody keeps it. */
static bool view_of_now(Heard *q, PyObject *serial) {
    bool asked = q->asked;
    q->asked = false;
    if (!q->view)
        return (q->view = PyObject_CallMethodObjArgs(q->world, q->names[HN_SEARCH_VIEW], q->world, Py_False, NULL));
    return PyObject_SetAttr(q->view, q->names[HN_SERIAL], serial) == 0 &&
           (!asked || PyObject_SetAttr(q->view, q->names[HN_ROW], Py_None) == 0);
}

static bool say_who(Heard *q, const PyObject *row, i64 thread, bool same) {
    PyObject *t = (PyObject *)row;
    if (!same && (PyObject_SetAttr(q->world, q->names[HN_TOLD], PyTuple_GetItem(t, 3)) < 0 ||
                  PyObject_SetAttr(q->world, q->names[HN_LISTENER], PyTuple_GetItem(t, 2)) < 0))
        return false;
    if (same && q->thread == thread) return true;
    PyObject *id = PyLong_FromLongLong(thread);
    bool said = id && PyObject_SetAttr(q->world, q->names[HN_THREAD], id) == 0;
    Py_XDECREF(id);
    q->thread = thread;
    return said;
}

static bool say(VMObject *vm, u32 kind, const EventData *d) {
    Heard *q = &vm->heard;
    struct HeardKind *k = &q->by[kind];
    bool quiet = q->entered + 1 == vm->cg.entered && !vm->cg.searching; /* Python was not called since */
    PyObject *serial = next_serial(q, quiet);
    i64 thread = d->ti ? (i64)d->ti->id : -1;
    bool said = serial && say_who(q, k->row, thread, quiet && q->kind == kind) && view_of_now(q, serial);
    if (said && !k->called) /* for the report's notes */
        said = k->called = PyObject_SetAttr(PyTuple_GetItem(k->row, 0), q->names[HN_CALLED], Py_True) == 0;
    Py_XDECREF(serial);
    q->kind = kind;
    q->entered = vm->cg.entered;
    return said;
}

/* Somebody has kept the view: it goes on saying what held now. */
static bool kept(Heard *q) {
    if (Py_REFCNT(q->view) == 1) return true;
    PyObject *r = PyObject_CallMethodObjArgs(q->view, q->names[HN_KEEP], NULL);
    Py_CLEAR(q->view);
    Py_XDECREF(r);
    return r != NULL;
}

PyObject *heard_tell(VMObject *vm, u32 kind, const EventData *d) {
    Heard *q = &vm->heard;
    PyObject *row = Py_NewRef(q->by[kind].row), *r = NULL, *raised[3] = {NULL, NULL, NULL};
    q->on = true;
    q->later = false;
    if (say(vm, kind, d)) {
        PyObject *a[2] = {NULL, q->view};
        r = PyObject_Vectorcall(PyTuple_GetItem(row, 1), a + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    }
    bool well = r != NULL && kept(q), plain = well && !PyList_Size(q->meddlers) && !q->later;
    q->on = false;
    Py_XDECREF(r);
    if (plain) {
        PyObject *serial = next_serial(q, q->entered == vm->cg.entered);
        Py_XDECREF(serial);
        Py_DECREF(row);
        return serial ? Py_NewRef(Py_True) : NULL;
    }
    q->entered = UINT64_MAX; /* the dispatcher says again who is told of what */
    if (!well) {
        PyErr_Fetch(&raised[0], &raised[1], &raised[2]);
        PyErr_NormalizeException(&raised[0], &raised[1], &raised[2]);
        if (raised[2]) PyException_SetTraceback(raised[1], raised[2]);
        Py_CLEAR(q->view); /* the traceback may have it */
    }
    PyObject *number = PyLong_FromUnsignedLong(kind), *handler = PyTuple_GetItem(row, 0);
    r = !number ? NULL
                : PyObject_CallMethodObjArgs(q->dispatcher, q->names[HN_AFTERWARDS], handler, number,
                                             raised[1] ? raised[1] : Py_None, NULL);
    Py_XDECREF(number);
    for (u32 i = 0; i < 3; i++) Py_XDECREF(raised[i]);
    Py_DECREF(row);
    return r;
}
