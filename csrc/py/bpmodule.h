/* bpmodule.h -- the type jpfpy._jpf.BProgram. Layer 13. */
#ifndef JPF_PY_BPMODULE_H
#define JPF_PY_BPMODULE_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

int bpmodule_add(PyObject *module);

#endif
