/* choicepy.h -- generators, native peers and sync policies written in Python. Layer 13.
 *
 * The work is done by a registry object (jpfpy/dispatch/registry.py); these callbacks only carry arguments. They
 * are called without the GIL, except while the engine is being freed. */
#ifndef JPF_CHOICEPY_H
#define JPF_CHOICEPY_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "vm/jpf.h"

typedef struct ChoicePy {
    PyObject *registry;    /* NULL: nothing of this in Python */
    PyThreadState **ts;    /* the call's; *ts == NULL: the GIL is held */
    bool *failed;          /* a Python exception is set: Python is not called any more */
    PyObject *raised;      /* that exception: a search of the user's may have caught it on its way out */
    JPF **running;
    unsigned long thread;  /* the call's: it makes all callbacks */
    ThreadInfo *peer;      /* the thread whose peer runs */
    char *peer_classes;    /* " a/b/C d/E " */
    bool searching;        /* a search in Python runs: it may move */
    EventData stands;      /* what it may look at meanwhile */
    u64 entered;           /* how often Python was called so far */
} ChoicePy;

/* Fills the host's hooks for one call; the registry is borrowed. */
int choicepy_begin(ChoicePy *c, Host *h, PyObject *registry);
void choicepy_end(ChoicePy *c);
/* Around a callback: take the GIL; give it back with r released, whose absence ends the search. */
bool choicepy_enter(ChoicePy *c);
Status choicepy_leave(ChoicePy *c, bool saved, PyObject *r);
/* The exception that is set ends the call, and propagates unchanged. */
void choicepy_failed(ChoicePy *c);
/* The call ends with an exception: the one that is set, or what choicepy_failed has kept. */
void choicepy_raise(ChoicePy *c);
/* attributepy.c: attributors and lock policies. */
int attributepy_begin(Host *h, PyObject *registry);
/* What Python may look at from here on; NULL: nothing. */
void choicepy_look(ChoicePy *c, const EventData *data);
/* strategypy.c: heuristics and searches. */
int strategypy_begin(Host *h, PyObject *registry);

/* Methods of the VM that a peer, listener or policy may call back. NULL with an exception. */
PyObject *choicepy_set_next(ChoicePy *c, PyObject *wanted);
PyObject *choicepy_first_step(ChoicePy *c);
PyObject *choicepy_next_place(ChoicePy *c); /* names the next generator of this path, the same in every restore */
PyObject *choicepy_keeps(ChoicePy *c);      /* the search comes back to states it has left */
/* The jpfpy._jpf.VM that it belongs to, borrowed. */
PyObject *choicepy_vm(ChoicePy *c);
void choicepy_interrupt(ChoicePy *c); /* as Ctrl-C in the engine: the next look at the limits sees it */
JPF *choicepy_searching(ChoicePy *c); /* NULL with an exception: there is no search on */

#endif
