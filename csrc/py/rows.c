/* rows.c -- the rows of rows.def as named tuples, and those of given.def from dicts. */
#include "py/rows.h"

#include <stddef.h>
#include <string.h>

enum Kind { OBJECT, TEXT, INT, UINT, WIDE, LONG, BOOL };
typedef struct Slot {
    enum Kind kind;
    size_t offset;
} Slot;

/* clang-format off */
#define ROW(row, doc) static PyStructSequence_Field fields_of_##row[] = {
#define FIELD(row, kind, name, type) {#name, type},
#define END(row) {NULL, NULL}};
#include "py/rows.def"
#include "py/given.def"
#undef ROW
#undef FIELD
#undef END

#define ROW(row, doc) static const Slot slots_of_##row[] = {
#define FIELD(row, kind, name, type) {kind, offsetof(struct row, name)},
#define END(row) };
#include "py/rows.def"
#include "py/given.def"
#undef ROW
#undef FIELD
#undef END

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))
static PyStructSequence_Desc descs[] = {
#define ROW(row, doc) {"jpfpy._jpf." #row, doc, fields_of_##row, COUNT(slots_of_##row)},
#define FIELD(row, kind, name, type)
#define END(row)
#include "py/rows.def"
#undef ROW
#undef FIELD
#undef END
};

static const Slot *const slots[] = {
#define ROW(row, doc) slots_of_##row,
#define FIELD(row, kind, name, type)
#define END(row)
#include "py/rows.def"
#undef ROW
#undef FIELD
#undef END
};

static const struct Given {
    const char *name;
    const PyStructSequence_Field *fields; /* name, Python type */
    const Slot *slots;
    int n;
} given[] = {
#define ROW(row, doc) {#row, fields_of_##row, slots_of_##row, COUNT(slots_of_##row)},
#define FIELD(row, kind, name, type)
#define END(row)
#include "py/given.def"
#undef ROW
#undef FIELD
#undef END
};
/* clang-format on */

int rows_add(PyObject *module, RowTypes *types) {
    for (u32 i = 0; i < ROW_COUNT; i++) {
        types->v[i] = PyStructSequence_NewType(&descs[i]);
        if (!types->v[i] || PyModule_AddType(module, types->v[i]) < 0) return -1;
    }
    return 0;
}

int rows_visit(const RowTypes *types, visitproc visit, void *arg) {
    for (u32 i = 0; i < ROW_COUNT; i++) Py_VISIT(types->v[i]);
    return 0;
}

void rows_clear(RowTypes *types) {
    for (u32 i = 0; i < ROW_COUNT; i++) Py_CLEAR(types->v[i]);
}

static PyObject *value_of(enum Kind kind, const void *at) {
    switch (kind) {
    case OBJECT: return *(PyObject *const *)at;
    case TEXT: {
        const char *s = *(const char *const *)at;
        if (!s) Py_RETURN_NONE;
        return PyUnicode_FromString(s);
    }
    case INT: return PyLong_FromLong(*(const i32 *)at);
    case UINT: return PyLong_FromUnsignedLong(*(const u32 *)at);
    case WIDE: return PyLong_FromUnsignedLongLong(*(const u64 *)at);
    case LONG: return PyLong_FromLongLong(*(const i64 *)at);
    default: return PyBool_FromLong(*(const bool *)at);
    }
}

PyObject *row_new(PyObject *of, enum RowId id, const void *row) {
    const RowTypes *types = PyType_GetModuleState(Py_TYPE(of));
    PyObject *o = PyStructSequence_New(types->v[id]);
    for (int i = 0; i < descs[id].n_in_sequence; i++) {
        PyObject *v = value_of(slots[id][i].kind, (const char *)row + slots[id][i].offset);
        if (!v) Py_CLEAR(o);
        if (o) PyStructSequence_SetItem(o, i, v);
        else Py_XDECREF(v);
    }
    return o;
}

void row_append(PyObject **list, PyObject *row) {
    if (*list && (!row || PyList_Append(*list, row) < 0)) Py_CLEAR(*list);
    Py_XDECREF(row);
}

static bool read_value(PyObject *v, const char *type, enum Kind kind, void *at) {
    switch (kind) {
    case OBJECT: *(PyObject **)at = v; return true;
    case TEXT:
        if (v == Py_None && strstr(type, "None")) *(const char **)at = NULL;
        else *(const char **)at = PyUnicode_AsUTF8(v);
        break;
    case INT: {
        long n = PyLong_AsLong(v);
        if (n != (i32)n && !PyErr_Occurred()) PyErr_SetString(PyExc_OverflowError, "more than 32 bits");
        *(i32 *)at = (i32)n;
        break;
    }
    case UINT: {
        unsigned long n = PyLong_AsUnsignedLong(v);
        if (n != (u32)n && !PyErr_Occurred()) PyErr_SetString(PyExc_OverflowError, "more than 32 bits");
        *(u32 *)at = (u32)n;
        break;
    }
    case WIDE: *(u64 *)at = PyLong_AsUnsignedLongLong(v); break;
    case LONG: *(i64 *)at = PyLong_AsLongLong(v); break;
    case BOOL: *(bool *)at = PyObject_IsTrue(v) == 1; break;
    }
    return !PyErr_Occurred();
}

int dict_value(PyObject *dict, const char *key, PyObject **out) {
    PyObject *k = PyUnicode_FromString(key);
    *out = k ? PyDict_GetItemWithError(dict, k) : NULL;
    Py_XDECREF(k);
    return PyErr_Occurred() ? -1 : 0;
}

int row_read(PyObject *dict, enum GivenId id, void *row) {
    const struct Given *g = &given[id];
    if (!PyDict_Check(dict) || PyDict_Size(dict) != g->n) {
        PyErr_Format(PyExc_TypeError, "%s: a dict with its %d keys expected", g->name, g->n);
        return -1;
    }
    for (int i = 0; i < g->n; i++) {
        PyObject *v;
        if (dict_value(dict, g->fields[i].name, &v) < 0) return -1;
        if (!v) {
            PyErr_Format(PyExc_TypeError, "%s: %s is missing", g->name, g->fields[i].name);
            return -1;
        }
        if (read_value(v, g->fields[i].doc, g->slots[i].kind, (char *)row + g->slots[i].offset)) continue;
        PyObject *type, *why, *at;
        PyErr_Fetch(&type, &why, &at);
        PyErr_Format(type, "%s: %s: %S", g->name, g->fields[i].name, why ? why : Py_None);
        Py_XDECREF(type);
        Py_XDECREF(why);
        Py_XDECREF(at);
        return -1;
    }
    return 0;
}
