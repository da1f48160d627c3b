/* settings.h -- settings of threads and of the whole program: fields of the JDK that one thread sets and others, or the
 * VM, read (classes/jdk/fields.def: SETTING). Layer 5.
 *
 * They are fields like the program's own, scheduling points with all that saves some (fielduse.h). But most programs
 * set them before there is anybody else, and read them everywhere: each println reads System.out, each Thread that is
 * made reads its parent's class loader, each thread that dies of an exception the handlers. So that nobody sets one
 * beside others is assumed of all of them, with reductions and without, and accesses are neither points nor told.
 *
 * What must hold
 *  - each access that the program or the VM makes asks setting_rests first, while another thread could be concerned
 *    (KernelState.watch); who is told that settings rest has relied on it (looks.h);
 *  - each change of a setting that another thread can reach is told so, whoever makes it. It stands in `seen`, so that
 *    a search which has relied on the contrary begins again, and all accesses are points from then on.
 * That loses nothing: without a change beside others each access reads what it reads in any order. The first change of
 * an execution is met by the search that relies on there being none, since up to there that one is right, and what
 * threads do up to there does not depend on how the steps without points are put together.
 *
 * A value that the library makes at the first use of a setting (KM_FILLS), and what the initializer of the class that
 * has it does, is no change: it is the same whoever comes first. */
#ifndef JPF_SETTINGS_H
#define JPF_SETTINGS_H
#include "kernel/kernel.h"

static inline u64 setting_look(const FieldInfo *fi) { return fi->flags & ACC_STATIC ? LIB_SET_STATIC : LIB_SET_OBJECT; }

/* ti is about to access fi, a setting, of e. True: nobody changes any beside others, so it is nobody's business. */
bool setting_rests(ThreadInfo *ti, const FieldInfo *fi, const ElementInfo *e, bool write);

#endif
