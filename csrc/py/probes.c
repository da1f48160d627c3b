/* probes.c -- native listeners as Python registers them and asks for their results. */
#include "py/listen.h"
#include "py/rows.h"

static Status turn_on(VMObject *vm, Probe *p) {
    Search *s = &vm->running->search;
    if (p->kind == 'h') { /* no listener: it says that the heap will be listed */
        if (s->path.n) ks_lists_heap(vm->ks);
        else vm->ks->looks.seen |= LIB_HEAP;
        p->on = true;
        return ST_OK;
    }
    if (p->kind == 'o' && !s->replaying) s->ks->looks.seen |= LIB_OUTPUT; /* a replay string says what was seen */
    Status st = p->kind == 'o'   ? ST_OK
                : p->kind == 'r' ? race_on(s, p->include, p->exclude)
                : p->kind == 's' ? steps_on(s, &p->steps)
                : p->kind == 'c' ? cover_on(s, p->include, p->exclude, &p->cover)
                                 : count_on(s, &p->cover);
    p->on = st == ST_OK;
    return st;
}

Status probes_ready(VMObject *vm) {
    for (u32 i = 0; i < vm->n_probes; i++)
        if (!vm->probes[i].on && turn_on(vm, &vm->probes[i]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* The engine that had them is about to be freed. */
void probes_end(VMObject *vm) {
    for (u32 i = 0; i < vm->n_probes; i++) {
        vm->probes[i].on = false;
        vm->probes[i].cover = NULL;
        vm->probes[i].steps = NULL;
    }
}

void probes_free(VMObject *vm) {
    for (u32 i = 0; i < vm->n_probes; i++) {
        PyMem_Free(vm->probes[i].include);
        PyMem_Free(vm->probes[i].exclude);
    }
    vm->n_probes = 0;
}

static char *owned(const char *s) {
    char *p = PyMem_Malloc(strlen(s) + 1);
    if (p) strcpy(p, s);
    else PyErr_NoMemory();
    return p;
}

/* [LineRow] of the transition that began at a level of the path; None: nobody has asked for them. */
PyObject *listen_steps(VMObject *vm, PyObject *args) {
    u32 level;
    if (!PyArg_ParseTuple(args, "I", &level) || !listen_live(vm)) return NULL;
    struct Steps *steps = NULL;
    for (u32 i = 0; i < vm->n_probes; i++)
        if (vm->probes[i].steps) steps = vm->probes[i].steps;
    if (!steps) Py_RETURN_NONE;
    PyObject *out = PyList_New(0);
    MethodInfo *mi;
    i32 line;
    for (u32 i = 0; out && steps_at(steps, level, i, &mi, &line); i++)
        row_append(&out, ROW_NEW(vm, LineRow, .method = mi->id, .line = line));
    return out;
}

PyObject *listen_probe_search(VMObject *vm, PyObject *args) {
    vm->probe_search = 1;
    Py_RETURN_NONE;
}

/* (kind, include, exclude): equal ones are one. */
PyObject *listen_probe(VMObject *vm, PyObject *args) {
    const char *kind, *include, *exclude;
    if (!PyArg_ParseTuple(args, "sss", &kind, &include, &exclude)) return NULL;
    if (!strchr("rcnsoh", kind[0]) || !kind[0]) return PyErr_Format(PyExc_ValueError, "no native listener %s", kind);
    if (vm->busy && !listen_live(vm)) return NULL;
    for (u32 i = 0; i < vm->n_probes; i++) {
        const Probe *p = &vm->probes[i];
        if (p->kind == kind[0] && !strcmp(p->include, include) && !strcmp(p->exclude, exclude))
            return PyLong_FromUnsignedLong(i);
    }
    if (vm->n_probes == MAX_PROBES) return PyErr_Format(PyExc_ValueError, "more than %d native listeners", MAX_PROBES);
    Probe *p = &vm->probes[vm->n_probes];
    *p = (Probe){.kind = kind[0], .include = owned(include), .exclude = owned(exclude)};
    if (!p->include || !p->exclude) {
        PyMem_Free(p->include);
        PyMem_Free(p->exclude);
        return NULL;
    }
    vm->n_probes++;
    if (vm->ks && turn_on(vm, p) != ST_OK) return PyErr_NoMemory();
    return PyLong_FromUnsignedLong(vm->n_probes - 1);
}

/* How often each opcode was executed. */
static PyObject *counts(const Cover *c) {
    PyObject *out = PyList_New(0);
    for (u32 op = 0; out && op < 256; op++) row_append(&out, PyLong_FromUnsignedLongLong(c->counts[op]));
    return out;
}

static PyObject *coverage(VMObject *vm, const Cover *c) {
    PyObject *hits = PyList_New(0), *branches = PyList_New(0);
    for (u32 m = 0; hits && m < c->hit.n; m++) {
        if (!c->hit.v[m]) continue;
        Py_ssize_t bytes = (vm->ks->cs->methods.v[m]->n_code + 31) / 32 * 4;
        row_append(&hits, ROW_NEW(vm, HitRow, .method = m,
                                  .instructions = PyBytes_FromStringAndSize((const char *)c->hit.v[m], bytes)));
    }
    for (u32 k = 0; branches && k < c->branches.n; k++) {
        const Branch *b = &c->branches.v[k];
        row_append(&branches, ROW_NEW(vm, BranchRow, .method = b->method, .insn = b->insn, .to = b->to));
    }
    return ROW_NEW(vm, CoverageRow, .hits = hits, .branches = branches);
}

PyObject *listen_probe_result(VMObject *vm, PyObject *args) {
    u32 i;
    if (!PyArg_ParseTuple(args, "I", &i) || !listen_live(vm)) return NULL;
    const Cover *c = i < vm->n_probes ? vm->probes[i].cover : NULL;
    if (!c) Py_RETURN_NONE;
    return vm->probes[i].kind == 'n' ? counts(c) : coverage(vm, c);
}

/* (kind, patterns): those that mean nothing that was ever loaded; the kinds of patterns_unused. */
PyObject *listen_unused(VMObject *vm, PyObject *args) {
    const char *kind, *list;
    Arena names;
    Pattern p;
    if (!PyArg_ParseTuple(args, "ss", &kind, &list) || !listen_live(vm)) return NULL;
    PyObject *out = PyList_New(0);
    if (!out) return NULL;
    arena_init(&names, vm->ks->cx);
    while (patterns_unused(vm->ks->cs, &names, kind[0], &list, &p)) {
        PyObject *s = PyUnicode_DecodeUTF8(p.text, (Py_ssize_t)p.len, "replace");
        if (!s || PyList_Append(out, s) < 0) {
            Py_XDECREF(s);
            Py_CLEAR(out);
            break;
        }
        Py_DECREF(s);
    }
    arena_free(&names);
    return out;
}
