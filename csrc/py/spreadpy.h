/* spreadpy.h -- the search that is one of many, and the keys that it claims, for jpfpy/spread. Layer 13. */
#ifndef JPF_PY_SPREADPY_H
#define JPF_PY_SPREADPY_H
#include "py/listen.h"
#include "search/spread.h"

/* The carrier whose functions call those of vm->carrier; NULL: there is none. */
const Carrier *spreadpy_carrier(VMObject *vm, Carrier *c);
/* The type jpfpy._jpf.KeySet, and functions. */
int spreadpy_add(PyObject *module);

#endif
