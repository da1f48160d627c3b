/* json.h -- the engine's JSON text as Python objects, without importing the json module (start-up counts). Layer 13. */
#ifndef JPF_PY_JSON_H
#define JPF_PY_JSON_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* A new reference; NULL with ValueError set where the text is not what base/json.c writes (RFC 8259, one line). */
PyObject *json_read(const char *text, size_t n);

#endif
