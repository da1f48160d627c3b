/* rows.h -- rows of py/rows.def: filled by name in C, read by name in Python; and of py/given.def, the other way.
 * Layer 13. */
#ifndef JPF_PY_ROWS_H
#define JPF_PY_ROWS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "base/base.h"

typedef PyObject *RowOBJECT;
typedef const char *RowTEXT;
typedef i32 RowINT;
typedef u32 RowUINT;
typedef u64 RowWIDE;
typedef i64 RowLONG;
typedef bool RowBOOL;

/* clang-format off */
#define ROW(row, doc) typedef struct row {
#define FIELD(row, kind, name, type) Row##kind name;
#define END(row) } row;
#include "py/rows.def"
#include "py/given.def"
#undef ROW
#undef FIELD
#undef END

enum RowId {
#define ROW(row, doc) ROW_##row,
#define FIELD(row, kind, name, type)
#define END(row)
#include "py/rows.def"
#undef ROW
#undef FIELD
#undef END
    ROW_COUNT
};

enum GivenId {
#define ROW(row, doc) GIVEN_##row,
#define FIELD(row, kind, name, type)
#define END(row)
#include "py/given.def"
#undef ROW
#undef FIELD
#undef END
};
/* clang-format on */

/* The Python types; the module's state begins with them, so that each type of the module finds them. */
typedef struct RowTypes {
    PyTypeObject *v[ROW_COUNT];
} RowTypes;

int rows_add(PyObject *module, RowTypes *types);
int rows_visit(const RowTypes *types, visitproc visit, void *arg);
void rows_clear(RowTypes *types);

/* A new row. Its objects are taken over; one that is NULL, with an exception set, makes it NULL. `of`: any object of a
 * type that the module has made. */
PyObject *row_new(PyObject *of, enum RowId id, const void *row);
#define ROW_NEW(of, row, ...) row_new((PyObject *)(of), ROW_##row, &(const row){__VA_ARGS__})
/* The same at the end of a list; *list is NULL from the first failure on. */
void row_append(PyObject **list, PyObject *row);

/* What a dict has under a key, NULL if nothing; -1 with an exception set. PyDict_GetItemString says "nothing" also
 * where there is no memory for the key. Borrowed, like it. */
int dict_value(PyObject *dict, const char *key, PyObject **out);

/* A dict with exactly the keys of a row of given.def, read into the struct of that name; -1 with an exception set.
 * Texts and objects are the dict's own: they last as long as it. */
int row_read(PyObject *dict, enum GivenId id, void *row);
#define ROW_READ(dict, row, out) row_read(dict, GIVEN_##row, _Generic((out), row *: (out)))

#endif
