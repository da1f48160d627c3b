/* listen.h -- what the files of py/ that serve listeners share. Layer 13. */
#ifndef JPF_PY_LISTEN_H
#define JPF_PY_LISTEN_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel/attr.h"
#include "py/choicepy.h"
#include "search/probe/probe.h"
#include "vm/jpf.h"

typedef struct Sub { /* one handler: what it wants to hear of */
    u64 events;
    bool has_ops;
    u8 ops[32];
    char *method, *field, *cls, *thread; /* patterns, owned; NULL: any */
    Map cache[3];                        /* pointer -> 1 no, 2 yes */
} Sub;

typedef struct Probe { /* a native listener: 'r'aces, 'c'overage, 'n'umbers of executions, 's'teps */
    char kind;
    char *include, *exclude; /* owned */
    bool on;
    Cover *cover;
    struct Steps *steps;
} Probe;
enum { MAX_PROBES = 6 };

/* heard.c: handlers that are called without the dispatcher, by event. */
enum {
    HN_SERIAL,
    HN_THREAD,
    HN_TOLD,
    HN_LISTENER,
    HN_SEARCH_VIEW,
    HN_ROW,
    HN_KEEP,
    HN_AFTERWARDS,
    HN_CALLED,
    HEARD_NAMES
};
typedef struct Heard {
    struct HeardKind {
        PyObject *row; /* (handler, call, listener, told); NULL: the dispatcher is called */
        bool called;
    } *by;             /* NULL: none */
    PyObject *names[HEARD_NAMES]; /* interned */
    PyObject *dispatcher, *world; /* Dispatcher; views.VM */
    PyObject *meddlers;           /* its list of those who have changed the program */
    PyObject *view;               /* of the search, the last one's; NULL: none can be used again */
    /* Of the last one: if Python was not called since, what was set for it stands. */
    u64 entered; /* ChoicePy.entered then */
    u32 kind;
    i64 thread, serial;
    bool asked; /* the view has been asked, or another one made */
    bool on, later; /* a handler runs; who listens has changed meanwhile */
} Heard;

typedef struct VMObject {
    PyObject_HEAD char **kv;    /* configuration pairs, owned */
    u32 n;
    bool busy;    /* a call is active: set and cleared with the GIL, before it is given up and after */
    JPF *running; /* the engine that runs, once there is one */
    volatile int interrupted;
    /* the active call: */
    PyThreadState *ts;
    PyObject *on_output, *on_progress;
    PyObject *carrier, *task; /* spreadpy.c; NULL: the search is not one of many. The task that is worked on */
    double last_progress;
    bool failed; /* a Python exception is set: it propagates unchanged */
    ChoicePy cg;
    PyObject *choices; /* jpfpy.dispatch.registry.Registry or None */
    bool late; /* it is made when the program asks for a generator of the host's: until then nobody looks on */
    /* listeners */
    PyObject *on_event; /* NULL: nobody listens */
    PyObject *keep, *kept; /* for checkpoints; NULL: nothing is kept */
    bool in_event; /* the engine stands in a callback: it may be asked and changed */
    unsigned long in_thread;
    const EventData *now;
    u32 now_kind;
    KernelState *ks;
    int sink;
    Sub *subs;
    u32 n_subs;
    Probe probes[MAX_PROBES];
    u32 n_probes;
    volatile int probe_search; /* asked for from any thread */
    PyObject *beside; /* jpfpy.dispatch.beside.Beside; NULL: who listens hears of one engine */
    char *alone;      /* why; owned */
    /* of the VM of another thread of a search (beside.c): */
    struct VMObject *first;
    PyInterpreterState *interp;
    PyObject *attrs; /* what attributes number (kernel/attr.h) */
    Heard heard;
} VMObject;

/* A Python call gave an exception. Ctrl-C ends the search in order, with a report: the next poll sees it;
 * anything else propagates as it is. */
Status vm_call_failed(VMObject *vm);
Status probes_ready(VMObject *vm);
void probes_end(VMObject *vm);
void probes_free(VMObject *vm);
Status listen_ready(void *user, struct KernelState *ks);
void listen_end(VMObject *vm);
void listen_free(VMObject *vm);
/* Is there a handler that is called at once? Then that is done as tell does it (listen.c). */
bool heard_alone(VMObject *vm, u32 kind);
PyObject *heard_tell(VMObject *vm, u32 kind, const EventData *d);
void heard_free(VMObject *vm);
/* A listener changes what the program does; false, with an exception: several threads search. */
bool listen_changes(VMObject *vm);
/* beside.c */
void beside_begin(VMObject *vm, Host *h);
void beside_free(VMObject *vm);
/* Host.keep and Host.kept. */
Status listen_keep(void *user, struct Text *out);
Status listen_kept(void *user, const char *v, size_t n);
PyObject *listen_opcodes(void);
PyObject *listen_events(void);
/* No call is active; otherwise an exception is set. */
bool listen_idle(VMObject *vm);
/* The engine may be looked at now; otherwise an exception is set. */
bool listen_live(VMObject *vm);

/* Methods of VM, each family a table: name in Python, function, how it is called, docstring. */
#define PY_METHOD(name, function, flags, doc) PyObject *function(VMObject *vm, PyObject *args);
#define PY_ROW(name, function, flags, doc) {name, (PyCFunction)(function), flags, doc},

/* clang-format off */
#define LISTEN_TABLE(X) \
    X("_on_event", listen_on_event, METH_VARARGS, "the dispatcher, called for each event") \
    X("_beside", listen_beside, METH_VARARGS, "listeners for the other threads of the search, or why there are none") \
    X("_on_checkpoint", listen_on_checkpoint, METH_VARARGS, "who says what listeners keep, and gives it back to them") \
    X("_subscribe", listen_subscribe, METH_VARARGS, "what the handlers want to hear of") \
    X("_heard", listen_heard, METH_VARARGS, "handlers that are called without the dispatcher") \
    X("_later", listen_later, METH_NOARGS, "does a handler run that the engine called? Who listens changes after it") \
    X("_control", listen_control, METH_VARARGS, "what a listener asks the engine for") \
    X("_probe", listen_probe, METH_VARARGS, "a native listener; its number") \
    X("_steps", listen_steps, METH_VARARGS, "lines of a transition of the path") \
    X("_probe_search", listen_probe_search, METH_NOARGS, "search_probed, from any thread") \
    X("_probe_result", listen_probe_result, METH_VARARGS, "what it has found so far") \
    X("_unused", listen_unused, METH_VARARGS, "patterns that mean nothing that was loaded") \
    X("_attr_get", view_attr_get, METH_VARARGS, "an attribute, or None") \
    X("_attr_set", view_attr_set, METH_VARARGS, "set an attribute that backtracks")
LISTEN_TABLE(PY_METHOD)
#define LISTEN_METHODS LISTEN_TABLE(PY_ROW)

/* choiceview.c: generators as rows; while a search is on. */
#define CHOICE_TABLE(X) \
    X("_cg_levels", choice_levels, METH_NOARGS, NULL) \
    X("_cg", choice_row, METH_VARARGS, NULL) \
    X("_cg_now", choice_now, METH_NOARGS, NULL) \
    X("_cg_all", choice_all, METH_VARARGS, NULL) \
    X("_cg_remove", choice_remove, METH_VARARGS, NULL) \
    X("_marks", choice_marks, METH_NOARGS, NULL) \
    X("_first_step", choice_first_step, METH_VARARGS, NULL)
CHOICE_TABLE(PY_METHOD)
#define CHOICE_METHODS CHOICE_TABLE(PY_ROW)

#define VIEW_TABLE(X) \
    X("_threads", view_threads, METH_NOARGS, NULL) \
    X("_thread", view_thread, METH_VARARGS, NULL) \
    X("_frame", view_frame, METH_VARARGS, NULL) \
    X("_locals", view_locals, METH_VARARGS, NULL) \
    X("_slot", view_slot, METH_VARARGS, NULL) \
    X("_set_slot", view_set_slot, METH_VARARGS, NULL) \
    X("_words", view_words, METH_VARARGS, NULL) \
    X("_object", view_object, METH_VARARGS, NULL) \
    X("_get", view_get, METH_VARARGS, NULL) \
    X("_set", view_set, METH_VARARGS, NULL) \
    X("_string", view_string, METH_VARARGS, NULL) \
    X("_class", view_class_, METH_VARARGS, NULL) \
    X("_find_class", view_find_class, METH_VARARGS, NULL) \
    X("_method", view_method, METH_VARARGS, NULL) \
    X("_code", view_code, METH_VARARGS, NULL) \
    X("_insn", view_insn, METH_VARARGS, NULL) \
    X("_stack", view_stack, METH_VARARGS, NULL) \
    X("_stack_fits", view_stack_fits, METH_VARARGS, NULL) \
    X("_search", view_search, METH_NOARGS, NULL) \
    X("_heap", view_heap, METH_NOARGS, NULL) \
    X("_held", view_held, METH_VARARGS, NULL) \
    X("_output", view_output, METH_NOARGS, NULL) \
    X("_mentions", view_mentions, METH_VARARGS, NULL) \
    X("_annotations", view_annotations, METH_VARARGS, NULL) \
    X("_snapshot", view_snapshot, METH_NOARGS, NULL) \
    X("_statistics", view_statistics, METH_NOARGS, NULL) \
    X("_stats", view_stats, METH_NOARGS, NULL)
VIEW_TABLE(PY_METHOD)
#define VIEW_METHODS VIEW_TABLE(PY_ROW)

#define STRATEGY_TABLE(X) \
    X("_forward", strategy_forward, METH_VARARGS, "the next transition of a search in Python, or one of its choosing") \
    X("_backtrack", strategy_backtrack, METH_NOARGS, NULL) \
    X("_restore", strategy_restore, METH_VARARGS, NULL) \
    X("_stand", strategy_stand, METH_NOARGS, "where a search in Python stands") \
    X("_choices", strategy_choices, METH_NOARGS, "texts of the choices where it stands")
STRATEGY_TABLE(PY_METHOD)
#define STRATEGY_METHODS STRATEGY_TABLE(PY_ROW)
/* clang-format on */

#endif
