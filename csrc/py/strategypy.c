/* strategypy.c -- heuristics written in Python: jpfpy/strategy.py. Layer 13. */
#include "py/choicepy.h"

/* What the threads of each state are about to do: [bytes]. */
static PyObject *doings(const CandidateBatch *b) {
    PyObject *list = PyList_New((Py_ssize_t)b->n);
    for (u32 i = 0; list && i < b->n; i++) {
        const Doing *d = &b->doings[i];
        PyObject *o = PyBytes_FromStringAndSize((const char *)b->doing + d->from, (Py_ssize_t)d->n);
        if (!o) Py_CLEAR(list);
        else PyList_SET_ITEM(list, (Py_ssize_t)i, o);
    }
    return list;
}

/* The words of the candidates go over as they lie; back come as many doubles. */
static Status cb_evaluate(void *user, const CandidateBatch *b) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *states = PyBytes_FromStringAndSize((const char *)b->states, (Py_ssize_t)(b->n * sizeof *b->states));
    PyObject *doing = doings(b), *r = NULL;
    if (states && doing) r = PyObject_CallMethod(c->registry, "evaluate", "OO", states, doing);
    Py_XDECREF(states);
    Py_XDECREF(doing);
    if (r && PyBytes_Check(r) && PyBytes_GET_SIZE(r) == (Py_ssize_t)(b->n * sizeof *b->out)) {
        mem_copy(b->out, PyBytes_AS_STRING(r), b->n * sizeof *b->out);
    } else if (r) {
        PyErr_SetString(PyExc_TypeError, "a heuristic answers with one number for each state");
        Py_CLEAR(r);
    }
    return choicepy_leave(c, saved, r);
}

int strategypy_begin(Host *h, PyObject *registry) {
    PyObject *batch = PyObject_GetAttrString(registry, "batch");
    if (!batch) return -1;
    if (batch != Py_None) {
        h->evaluate = cb_evaluate;
        h->batch = (u32)PyLong_AsUnsignedLong(batch);
    }
    Py_DECREF(batch);
    return PyErr_Occurred() ? -1 : 0;
}
