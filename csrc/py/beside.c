/* beside.c -- VMs for the other threads of a search: each has copies of the listeners (jpfpy/dispatch/beside.py).
 *
 * Such a VM is called by the thread that searches with it. It takes the GIL for callbacks only, with a thread state
 * that it makes for itself. The thread that began the search gets the VMs when the others are made, and gives them back
 * when all are joined. */
#include "py/listen.h"

static void joined(void *user, void *engine) {
    VMObject *vm = user;
    vm->running = engine;
    vm->cg.thread = PyThread_get_thread_ident();
    vm->ts = PyThreadState_New(vm->interp);
}

static void left(void *user) {
    VMObject *vm = user;
    PyThreadState *ts = vm->ts;
    vm->ts = NULL;
    if (!ts) return;
    PyEval_RestoreThread(ts);
    if (vm->failed) PyErr_WriteUnraisable(vm->on_event); /* no exception of a listener's: the dispatcher keeps these */
    PyThreadState_Clear(ts);
    PyThreadState_DeleteCurrent();
}

static void released(void *user) {
    VMObject *vm = user, *first = vm->first;
    bool saved = choicepy_enter(&first->cg);
    vm->running = NULL;
    listen_end(vm);
    choicepy_end(&vm->cg);
    vm->busy = false;
    Py_DECREF(vm);
    if (saved) first->ts = PyEval_SaveThread();
}

static Status prepared(VMObject *first, VMObject *vm, Host *out) {
    if (!listen_idle(vm)) return ST_ERROR;
    *out = (Host){.user = vm, .ready = listen_ready, .joined = joined, .left = left, .released = released};
    vm->cg.ts = &vm->ts;
    vm->cg.failed = &vm->failed;
    vm->cg.running = &vm->running;
    if (choicepy_begin(&vm->cg, out, vm->choices) < 0) return ST_ERROR;
    vm->busy = true;
    vm->failed = vm->late = false;
    vm->interrupted = 0;
    vm->on_output = vm->on_progress = NULL;
    vm->first = first;
    vm->interp = PyInterpreterState_Get();
    vm->ts = NULL;
    return ST_OK;
}

static Status member(void *user, u32 i, Host *out) {
    VMObject *first = user;
    bool saved = choicepy_enter(&first->cg);
    PyObject *vm = PyObject_CallMethod(first->beside, "member", "I", i);
    Status st = vm && prepared(first, (VMObject *)vm, out) == ST_OK ? ST_OK : ST_ERROR;
    if (st != ST_OK) {
        Py_XDECREF(vm);
        choicepy_failed(&first->cg);
    }
    if (saved) first->ts = PyEval_SaveThread();
    return st;
}

static Status merge(void *user) {
    VMObject *first = user;
    if (first->failed) return ST_ERROR;
    bool saved = choicepy_enter(&first->cg);
    return choicepy_leave(&first->cg, saved, PyObject_CallMethod(first->beside, "merge", NULL));
}

void beside_begin(VMObject *vm, Host *h) {
    h->alone = vm->alone;
    if (!vm->beside) return;
    h->beside = member;
    h->merge = merge;
}

void beside_free(VMObject *vm) {
    Py_CLEAR(vm->beside);
    PyMem_Free(vm->alone);
    vm->alone = NULL;
}

/* (jpfpy.dispatch.beside.Beside or None, why there is none) */
PyObject *listen_beside(VMObject *vm, PyObject *args) {
    PyObject *beside;
    const char *why;
    if (!PyArg_ParseTuple(args, "Os", &beside, &why) || !listen_idle(vm)) return NULL;
    beside_free(vm);
    if (*why) {
        vm->alone = PyMem_Malloc(strlen(why) + 1);
        if (!vm->alone) return PyErr_NoMemory();
        strcpy(vm->alone, why);
    }
    if (beside != Py_None) vm->beside = Py_NewRef(beside);
    Py_RETURN_NONE;
}
