/* listen.h -- what the files of py/ that serve listeners share. Layer 13. */
#ifndef JPF_PY_LISTEN_H
#define JPF_PY_LISTEN_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel/attr.h"
#include "py/choicepy.h"
#include "search/probe.h"
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

typedef struct VMObject {
    PyObject_HEAD char **kv;    /* configuration pairs, owned */
    u32 n;
    JPF *running; /* while a call is active */
    volatile int interrupted;
    /* of the active call */
    PyThreadState *ts;
    PyObject *on_output, *on_progress;
    double last_progress;
    bool failed; /* a Python exception is set: it propagates unchanged */
    ChoicePy cg;
    PyObject *choices; /* jpfpy.choice.Registry or None */
    /* listeners */
    PyObject *on_event; /* NULL: nobody listens */
    bool in_event;      /* the engine stands in a callback: it may be asked and changed */
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
    PyObject *attrs; /* what attributes number (kernel/attr.h) */
} VMObject;

Status probes_ready(VMObject *vm);
void probes_end(VMObject *vm);
void probes_free(VMObject *vm);
Status listen_ready(void *user, struct KernelState *ks);
void listen_end(VMObject *vm);
void listen_free(VMObject *vm);
PyObject *listen_opcodes(void);
PyObject *listen_events(void);
/* The engine may be looked at now; otherwise an exception is set. */
bool listen_live(VMObject *vm);

PyObject *listen_on_event(VMObject *vm, PyObject *args);
PyObject *listen_subscribe(VMObject *vm, PyObject *args);
PyObject *listen_control(VMObject *vm, PyObject *args);
PyObject *listen_probe(VMObject *vm, PyObject *args);
PyObject *listen_steps(VMObject *vm, PyObject *args);
PyObject *listen_probe_search(VMObject *vm, PyObject *args);
PyObject *listen_probe_result(VMObject *vm, PyObject *args);
PyObject *view_attr_get(VMObject *vm, PyObject *args);
PyObject *view_attr_set(VMObject *vm, PyObject *args);
#define LISTEN_METHODS                                                                                                 \
    {"_on_event", (PyCFunction)listen_on_event, METH_VARARGS, "the dispatcher, called for each event"},                \
        {"_subscribe", (PyCFunction)listen_subscribe, METH_VARARGS, "what the handlers want to hear of"},              \
        {"_control", (PyCFunction)listen_control, METH_VARARGS, "what a listener asks the engine for"},                \
        {"_probe", (PyCFunction)listen_probe, METH_VARARGS, "a native listener; its number"},                          \
        {"_steps", (PyCFunction)listen_steps, METH_VARARGS, "lines of a transition of the path"},                      \
        {"_probe_search", (PyCFunction)listen_probe_search, METH_NOARGS, "search_probed, from any thread"},            \
        {"_probe_result", (PyCFunction)listen_probe_result, METH_VARARGS, "what it has found so far"},                 \
        {"_attr_get", (PyCFunction)view_attr_get, METH_VARARGS, "an attribute, or None"},                              \
        {"_attr_set", (PyCFunction)view_attr_set, METH_VARARGS, "set an attribute that backtracks"},

/* choiceview.c: generators as rows; while a search is on. */
PyObject *choice_levels(VMObject *vm, PyObject *args);
PyObject *choice_row(VMObject *vm, PyObject *args);
PyObject *choice_now(VMObject *vm, PyObject *args);
PyObject *choice_all(VMObject *vm, PyObject *args);
PyObject *choice_remove(VMObject *vm, PyObject *args);
PyObject *choice_first_step(VMObject *vm, PyObject *args);
PyObject *choice_marks(VMObject *vm, PyObject *args);
#define CHOICE_METHODS                                                                                                 \
    {"_cg_levels", (PyCFunction)choice_levels, METH_NOARGS, NULL},                                                     \
        {"_cg", (PyCFunction)choice_row, METH_VARARGS, NULL}, {"_cg_now", (PyCFunction)choice_now, METH_NOARGS, NULL}, \
        {"_cg_all", (PyCFunction)choice_all, METH_VARARGS, NULL},                                                      \
        {"_cg_remove", (PyCFunction)choice_remove, METH_VARARGS, NULL},                                                \
        {"_marks", (PyCFunction)choice_marks, METH_NOARGS, NULL},                                                      \
        {"_first_step", (PyCFunction)choice_first_step, METH_VARARGS, NULL},

#define VIEW(n) PyObject *view_##n(VMObject *vm, PyObject *args);
/* clang-format off */
#define VIEWS(X) \
    X(threads) X(thread) X(frame) X(locals) X(slot) X(set_slot) X(words) X(object) X(get) X(set) X(string) \
    X(class_) X(find_class) X(method) X(code) X(insn) X(search) X(heap) X(held) X(stats) X(mentions) X(output) X(stack) X(stack_fits)
/* clang-format on */
VIEWS(VIEW)
#undef VIEW
PyObject *view_annotations(VMObject *vm, PyObject *args); /* annotations.c */
#define VIEW_METHODS                                                                                                   \
    {"_threads", (PyCFunction)view_threads, METH_NOARGS, NULL},                                                        \
        {"_thread", (PyCFunction)view_thread, METH_VARARGS, NULL},                                                     \
        {"_frame", (PyCFunction)view_frame, METH_VARARGS, NULL},                                                       \
        {"_locals", (PyCFunction)view_locals, METH_VARARGS, NULL},                                                     \
        {"_slot", (PyCFunction)view_slot, METH_VARARGS, NULL},                                                         \
        {"_set_slot", (PyCFunction)view_set_slot, METH_VARARGS, NULL},                                                 \
        {"_words", (PyCFunction)view_words, METH_VARARGS, NULL},                                                       \
        {"_object", (PyCFunction)view_object, METH_VARARGS, NULL},                                                     \
        {"_get", (PyCFunction)view_get, METH_VARARGS, NULL}, {"_set", (PyCFunction)view_set, METH_VARARGS, NULL},      \
        {"_string", (PyCFunction)view_string, METH_VARARGS, NULL},                                                     \
        {"_class", (PyCFunction)view_class_, METH_VARARGS, NULL},                                                      \
        {"_find_class", (PyCFunction)view_find_class, METH_VARARGS, NULL},                                             \
        {"_method", (PyCFunction)view_method, METH_VARARGS, NULL},                                                     \
        {"_code", (PyCFunction)view_code, METH_VARARGS, NULL}, {"_insn", (PyCFunction)view_insn, METH_VARARGS, NULL},  \
        {"_stack", (PyCFunction)view_stack, METH_VARARGS, NULL},                                                       \
        {"_stack_fits", (PyCFunction)view_stack_fits, METH_VARARGS, NULL},                                             \
        {"_search", (PyCFunction)view_search, METH_NOARGS, NULL},                                                      \
        {"_heap", (PyCFunction)view_heap, METH_NOARGS, NULL}, {"_held", (PyCFunction)view_held, METH_VARARGS, NULL},   \
        {"_output", (PyCFunction)view_output, METH_NOARGS, NULL},                                                      \
        {"_mentions", (PyCFunction)view_mentions, METH_VARARGS, NULL},                                                 \
        {"_annotations", (PyCFunction)view_annotations, METH_VARARGS, NULL},                                           \
        {"_stats", (PyCFunction)view_stats, METH_NOARGS, NULL},

#endif
