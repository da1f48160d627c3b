/* arraycopy.h -- copies of arrays and objects. Layer 7. */
#ifndef JPF_ARRAYCOPY_H
#define JPF_ARRAYCOPY_H
#include "native/util.h"

/* Object.clone of an array: NAT_OK, the copy in r; NAT_CALL: a frame copies it step by step. */
int array_clone(ThreadInfo *ti, Ref arr, u32 *r);
/* The same of an object whose class is Cloneable. */
int object_clone(ThreadInfo *ti, Ref obj, u32 *r);
#endif
