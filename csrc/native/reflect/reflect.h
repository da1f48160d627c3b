/* reflect.h -- what the reflective calls of JDK 17 and of later ones share. Layer 7. */
#ifndef JPF_NATIVE_REFLECT_H
#define JPF_NATIVE_REFLECT_H
#include "native/util.h"

/* What becomes of an exception of the target: wrapped in InvocationTargetException, or left alone. */
enum { CALL_WRAPPED = 1, CALL_BARE = 3 };

/* Call mi above a VM frame that boxes what it returns; `array` holds the arguments' originals (0: none),
 * `result` is the object of a constructor (0: a method, chosen by its receiver). */
int reflect_run(ThreadInfo *ti, MethodInfo *mi, const u32 *args, Ref array, Ref result, int how);
int reflect_box_ready(ThreadInfo *ti, const MethodInfo *mi);

#endif
