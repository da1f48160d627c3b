/* arrays.h -- whose elements an array's are: the program's, or the library's own. Layer 5.
 *
 * Library code works on arrays that the program gave it (new String(chars), in.read(bytes), List.of(array)); such an
 * access is as much a scheduling point as the program's own. Arrays that the library made for itself are its business,
 * and covered by what is said of its methods. What must hold: an array is marked before the program's code can
 * access its elements, or else that access is noticed (array_of_program), and the search begins again if it had let
 * the library's accesses pass. The marks are no part of the state: like EF_SHARED they may say too much, never too
 * little. */
#ifndef JPF_ARRAYS_H
#define JPF_ARRAYS_H
#include "kernel/kernel.h"

/* EF_PROGRAM or EF_LOOSE by the code that runs, both in an initializer of the JDK's, or 0: the library's own. */
u32 array_maker(const StackFrame *f);

/* Is f's code an initializer of the JDK's, or what one calls, all of it the library's? */
bool jdk_initializes(const StackFrame *f);

/* r was made just now, by the code on top of ti. */
static inline void array_made(const ThreadInfo *ti, Ref r) {
    const ClassInfo *by = ti->top ? ti->top->mi->ci : NULL;
    bool program = by && !(by->attrs & CA_SYSTEM) && !ti->top->mi->step;
    ei(ti->ks->heap, r)->hf |= program ? EF_PROGRAM : array_maker(ti->top);
}

/* The same of an object. */
static inline void object_made(const ThreadInfo *ti, Ref r) {
    Heap *h = ti->ks->heap;
    if (JPF_UNLIKELY(h->done.open.n) && jdk_initializes(ti->top)) ei(h, r)->hf |= EF_MADE;
}

/* The frame whose code accesses elements when f's does: java.util.Arrays works for its caller. */
static inline const StackFrame *array_user(const StackFrame *f) {
    while (f->prev && ((f->mi->ci->known & KC_FOR_CALLER) || f->mi->step) && !f->prev->mi->step) f = f->prev;
    return f;
}

/* Does an access by f's code (array_user) to elements of e, which is shared or POR is off, concern the program? */
bool array_of_program(ThreadInfo *ti, const StackFrame *f, const ElementInfo *e);
#endif
