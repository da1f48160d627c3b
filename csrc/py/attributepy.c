/* attributepy.c -- attributors (vm.attributor.class), lock policies (vm.por.fieldlockinfo.class) and sharedness
 * policies (vm.scheduler.sharedness.class) in Python: jpfpy/attributor.py. Layer 13. */
#include "py/choicepy.h"
#include "py/rows.h"

/* [MemberRow]; None for a name that is no UTF-8: it has no Python name, so nobody can mean it. */
static PyObject *members(ChoicePy *c, const ClassInfo *ci, bool methods) {
    u32 n = methods ? ci->n_methods : ci->n_fields;
    PyObject *list = PyList_New(0);
    for (u32 i = 0; list && i < n; i++) {
        const Sym *name = methods ? ci->methods[i].name : ci->fields[i].name;
        const Sym *desc = methods ? ci->methods[i].desc : ci->fields[i].desc;
        int flags = methods ? ci->methods[i].flags : ci->fields[i].flags;
        PyObject *o =
            ROW_NEW(choicepy_vm(c), MemberRow, .name = PyUnicode_FromStringAndSize(name->s, (Py_ssize_t)name->len),
                    .descriptor = PyUnicode_FromStringAndSize(desc->s, (Py_ssize_t)desc->len), .modifiers = flags);
        if (!o && PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) {
            PyErr_Clear();
            o = Py_NewRef(Py_None);
        }
        row_append(&list, o);
    }
    return list;
}

/* A list of AttributeRow: what they say was checked in Python. */
static bool apply(ClassInfo *ci, PyObject *r, bool *left_out) {
    for (Py_ssize_t i = 0; i < PyList_Size(r); i++) {
        AttributeRow a;
        if (ROW_READ(PyList_GetItem(r, i), AttributeRow, &a) < 0) return false;
        u32 members = a.is_method ? ci->n_methods : ci->n_fields;
        if (a.index >= members || a.relevance < REL_DEFAULT || a.relevance > REL_TOP_LOCK) {
            PyErr_SetString(PyExc_IndexError, "an attributor names no member of the class");
            return false;
        }
        if (a.is_method) attribute_method(&ci->methods[a.index], a.atomic, (enum Relevance)a.relevance);
        else attribute_field(&ci->fields[a.index], (enum Relevance)a.relevance, a.firewall);
        if (a.atomic || a.firewall || a.relevance == REL_NEVER) *left_out = true;
    }
    return true;
}

static Status cb_attribute(void *user, void *class_info, bool *left_out) {
    ChoicePy *c = user;
    ClassInfo *ci = class_info;
    bool saved = choicepy_enter(c);
    PyObject *m = members(c, ci, true), *f = members(c, ci, false), *r = NULL;
    if (m && f)
        r = PyObject_CallMethod(c->registry, "attribute", "ssOOO", ci->name->s, ci->super ? ci->super->name->s : "",
                                ci->attrs & CA_SYSTEM ? Py_True : Py_False, m, f);
    Py_XDECREF(m);
    Py_XDECREF(f);
    if (r && PyList_Check(r) && !apply(ci, r, left_out)) Py_CLEAR(r);
    return choicepy_leave(c, saved, r);
}

static Status cb_lock_policy(void *user, const char *field, u32 thread, const char *locks, u32 checks, bool *is) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *r = PyObject_CallMethod(c->registry, "lock_policy", "sIsI", field, thread, locks, checks);
    int yes = r ? PyObject_IsTrue(r) : -1;
    if (yes < 0) Py_CLEAR(r);
    *is = yes > 0;
    return choicepy_leave(c, saved, r);
}

static Status cb_shared_point(void *user, u32 kind, u32 thread, const char *name, bool *may) {
    ChoicePy *c = user;
    bool saved = choicepy_enter(c);
    PyObject *r = PyObject_CallMethod(c->registry, "shared_point", "IIs", kind, thread, name);
    int yes = r ? PyObject_IsTrue(r) : -1;
    if (yes < 0) Py_CLEAR(r);
    *may = yes > 0;
    return choicepy_leave(c, saved, r);
}

static int has(PyObject *registry, const char *name) {
    PyObject *o = PyObject_GetAttrString(registry, name);
    int yes = o ? o != Py_None : -1;
    Py_XDECREF(o);
    return yes;
}

int attributepy_begin(Host *h, PyObject *registry) {
    int a = has(registry, "attributor"), l = has(registry, "lock_info"), s = has(registry, "sharedness");
    if (a < 0 || l < 0 || s < 0) return -1;
    if (a) h->attribute = cb_attribute;
    if (l) h->lock_policy = cb_lock_policy;
    if (s) h->shared_point = cb_shared_point;
    return 0;
}
