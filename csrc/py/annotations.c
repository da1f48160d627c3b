/* annotations.c -- the raw annotations of a class and its members, and the constants they refer to. Decoding them is
 * Python's (jpfpy/views/annotations.py). */
#include "py/listen.h"
#include "py/rows.h"

static PyObject *bytes_of(const Attr *a) {
    if (!a->p) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)a->p, (Py_ssize_t)a->n);
}

static PyObject *sym_text(const Sym *s) { return PyUnicode_DecodeUTF8(s->s, (Py_ssize_t)s->len, "replace"); }

static PyObject *constant(const CpEntry *c) {
    switch (c->tag) {
    case CP_Utf8: return sym_text(c->u.sym);
    case CP_Integer: return PyLong_FromLong(c->u.i);
    case CP_Long: return PyLong_FromLongLong(c->u.l);
    case CP_Float: return PyFloat_FromDouble((double)c->u.f);
    case CP_Double: return PyFloat_FromDouble(c->u.d);
    default: Py_RETURN_NONE;
    }
}

static PyObject *members(VMObject *vm, const CfMember *m, u32 n) {
    PyObject *all = PyList_New(0);
    for (u32 i = 0; all && i < n; i++) {
        if (!m[i].annotations.p && !m[i].param_annotations.p) continue;
        row_append(&all, ROW_NEW(vm, AnnotatedRow, .name = sym_text(m[i].name), .descriptor = sym_text(m[i].desc),
                                 .own = bytes_of(&m[i].annotations), .parameters = bytes_of(&m[i].param_annotations)));
    }
    return all;
}

PyObject *view_annotations(VMObject *vm, PyObject *args) {
    u32 id;
    if (!PyArg_ParseTuple(args, "I", &id)) return NULL;
    if (!listen_live(vm)) return NULL;
    const Classes *cs = vm->ks->cs;
    const ClassFile *cf = id < cs->by_id.n ? cs->by_id.v[id]->cf : NULL;
    if (!cf) Py_RETURN_NONE;
    PyObject *fields = members(vm, cf->fields, cf->n_fields), *methods = members(vm, cf->methods, cf->n_methods);
    bool any = cf->annotations.p || (fields && PyList_Size(fields)) || (methods && PyList_Size(methods));
    PyObject *pool = PyList_New(0);
    for (u32 i = 0; any && pool && i < cf->n_cp; i++) {
        PyObject *c = constant(&cf->cp[i]);
        if (!c || PyList_Append(pool, c) < 0) Py_CLEAR(pool);
        Py_XDECREF(c);
    }
    if (!fields || !methods || !pool) {
        Py_XDECREF(fields);
        Py_XDECREF(methods);
        Py_XDECREF(pool);
        return NULL;
    }
    return ROW_NEW(vm, AnnotationsRow, .own = bytes_of(&cf->annotations), .fields = fields, .methods = methods,
                   .constants = pool);
}
