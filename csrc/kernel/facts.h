/* facts.h -- what a search has learned of the program, in a pack. Layer 5.
 *
 * What is learned belongs to the whole search: it is neither undone nor part of the state, and states that are stored
 * hold under it. Another process has other references, other ids of classes and other addresses; so classes are named
 * by their keys, fields by class and place, and immortal objects by their label seeds. All of these are functions of
 * the class files.
 *
 * What must hold: when facts are read, every class that they name is loaded (stable_begin has made the names since). */
#ifndef JPF_FACTS_H
#define JPF_FACTS_H
#include "base/pack.h"
#include "kernel/kernel.h"

typedef struct Stable { /* of this process, by their names */
    Map classes;   /* ClassInfo.key -> ClassInfo.id + 1 */
    Map immortals; /* heap_label_seed -> Ref */
} Stable;
Status stable_begin(KernelState *ks, Stable *t);
void stable_free(Stable *t);
/* NULL, 0: there is none here. */
ClassInfo *stable_class(const KernelState *ks, const Stable *t, u64 key);
Ref stable_immortal(const Stable *t, u64 seed);
/* Will another process that executes the same path find the class by its name before it executes anything? */
bool class_is_stable(const ClassInfo *ci);

/* Uses of fields, places, looks, and what else some path has shown of the program. Read: what was known is replaced.
 * *why: what is known of a class that no other process has by that name, so that it cannot be written; else NULL. */
Status facts_pack(KernelState *ks, Pack *p, const Stable *t, const ClassInfo **why);

#endif
