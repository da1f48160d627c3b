/* strategypy.c -- heuristics and searches written in Python: jpfpy/strategy.py. Layer 13. */
#include "py/listen.h"
#include "py/rows.h"
#include "search/kinds/given.h"

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

/* Ctrl-C in the user's code ends the search in order, at the next look at the limits. */
static bool stopped_by_user(ChoicePy *c) {
    if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) return false;
    PyErr_Clear();
    choicepy_interrupt(c);
    return true;
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
    if (!r && stopped_by_user(c)) {
        mem_fill(b->out, 0, b->n * sizeof *b->out);
        r = Py_NewRef(Py_None);
    }
    return choicepy_leave(c, saved, r);
}

/* A heuristic reads values of the program in the state that the search stands at. */
static Status cb_stored(void *user, u32 state_id) {
    ChoicePy *c = user;
    JPF *j = *c->running;
    bool saved = choicepy_enter(c);
    EventData at = {.ti = j->ks.threads.v[j->search.last_thread]};
    choicepy_look(c, &at);
    PyObject *r = PyObject_CallMethod(c->registry, "stored", "k", (unsigned long)state_id);
    choicepy_look(c, NULL);
    if (!r && stopped_by_user(c)) r = Py_NewRef(Py_None);
    return choicepy_leave(c, saved, r);
}

static Status cb_search(void *user);

int strategypy_begin(Host *h, PyObject *registry) {
    h->search = cb_search; /* called where search.class names a search of the host's alone */
    PyObject *batch = PyObject_GetAttrString(registry, "batch");
    if (!batch) return -1;
    if (batch != Py_None) {
        h->evaluate = cb_evaluate;
        h->batch = (u32)PyLong_AsUnsignedLong(batch);
        PyObject *reads = PyObject_GetAttrString(registry, "reads");
        if (reads && PyObject_IsTrue(reads)) h->stored = cb_stored;
        Py_XDECREF(reads);
    }
    Py_DECREF(batch);
    return PyErr_Occurred() ? -1 : 0;
}

/* --- searches --- */

/* The host's whole search. */
static Status cb_search(void *user) {
    ChoicePy *c = user;
    JPF *j = *c->running;
    bool saved = choicepy_enter(c);
    c->searching = true;
    c->stands = (EventData){.ti = j->ks.threads.v[j->search.last_thread]};
    choicepy_look(c, &c->stands);
    PyObject *r = PyObject_CallMethod(c->registry, "search", NULL);
    choicepy_look(c, NULL);
    c->searching = false;
    if (!r && stopped_by_user(c)) r = Py_NewRef(Py_None);
    Status st = choicepy_leave(c, saved, r);
    return j->cx.err.kind ? ST_ERROR : st;
}

/* A move was made. None: the search ends with it, or begins again. */
static PyObject *made(ChoicePy *c, Status st, bool moved) {
    JPF *j = *c->running;
    Search *s = &j->search;
    choicepy_look(c, &c->stands);
    c->stands = (EventData){.ti = j->ks.threads.v[s->last_thread]};
    if (PyErr_Occurred()) return NULL; /* a callback's own */
    if (st != ST_OK || s->restart || s->torn) Py_RETURN_NONE;
    GivenNow now = given_now(s);
    return ROW_NEW(choicepy_vm(c), StandRow, .state_id = (i32)now.state_id, .depth = now.depth, .is_new = now.fresh,
                   .is_end = now.end, .is_error = now.error, .is_ignored = now.ignored, .done = s->done,
                   .errors = s->found.errors.n, .moved = moved);
}

static Search *driven(VMObject *vm) {
    JPF *j = choicepy_searching(&vm->cg);
    if (!j) return NULL;
    if (vm->cg.searching) return &j->search;
    PyErr_SetString(PyExc_RuntimeError, "only the search itself may move, within its method search()");
    return NULL;
}

PyObject *strategy_forward(VMObject *vm, PyObject *args) {
    long long choice = -1;
    bool moved = false;
    if (!PyArg_ParseTuple(args, "|L", &choice)) return NULL;
    Search *s = driven(vm);
    if (!s) return NULL;
    Status st = given_forward(s, choice, &moved);
    return made(&vm->cg, st, moved);
}

PyObject *strategy_backtrack(VMObject *vm, PyObject *Py_UNUSED(x)) {
    bool moved = false;
    Search *s = driven(vm);
    if (!s) return NULL;
    Status st = given_backtrack(s, &moved);
    return made(&vm->cg, st, moved);
}

PyObject *strategy_restore(VMObject *vm, PyObject *args) {
    unsigned long id;
    bool moved = false;
    if (!PyArg_ParseTuple(args, "k", &id)) return NULL;
    Search *s = driven(vm);
    if (!s) return NULL;
    Status st = id < UINT32_MAX ? given_restore(s, (u32)id, &moved) : ST_OK;
    return made(&vm->cg, st, moved);
}

PyObject *strategy_stand(VMObject *vm, PyObject *Py_UNUSED(x)) {
    return driven(vm) ? made(&vm->cg, ST_OK, false) : NULL;
}

/* The i-th combination of the choices of l, as text. */
static PyObject *choice_text(Search *s, const Level *l, u64 i) {
    char buf[600];
    PyObject *all = NULL;
    for (u32 k = 0; k <= l->n_up; k++) {
        const ChoiceGenerator *cg = level_cg(l, k);
        if (cg->kind == CK_THREAD) thread_name(s->ks, s->ks->threads.v[cg_thread(cg, i % cg->n)], buf, sizeof buf);
        else cg_value_text(s->cx, cg, i % cg->n, buf, sizeof buf);
        i /= cg->n;
        PyObject *one = PyUnicode_DecodeUTF8(buf, (Py_ssize_t)strlen(buf), "replace");
        PyObject *both = k && one ? PyUnicode_FromFormat("%U, %U", one, all) : Py_XNewRef(one);
        Py_XDECREF(all);
        Py_XDECREF(one);
        all = both;
        if (!all) return NULL;
    }
    return all;
}

/* At most so many are listed. */
enum { LISTED = 100000 };

PyObject *strategy_choices(VMObject *vm, PyObject *Py_UNUSED(x)) {
    Search *s = driven(vm);
    if (!s) return NULL;
    const Level *l = given_level(s);
    PyObject *list = PyList_New(0);
    u64 n = l ? 1 : 0;
    for (u32 k = 0; l && k <= l->n_up && n < LISTED; k++) n *= level_cg(l, k)->n;
    for (u64 i = 0; list && i < n && i < LISTED; i++) {
        PyObject *text = choice_text(s, l, i);
        if (!text || PyList_Append(list, text) < 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}
