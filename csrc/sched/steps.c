/* steps.c -- makes attributes of the rows of steps.def and spins.def, as the configuration says, when a class is
 * linked. */
#include "sched/sched.h"

/* vm.por.atomic_methods: the listed methods that count. */
static bool chosen(const Sched *s, const MethodInfo *mi) {
    for (u32 i = 0; i < s->n_atomic_methods; i++)
        if (rule_fits_method(&s->atomic_methods[i], mi)) return true;
    return !s->n_atomic_methods;
}

/* A synchronizer of the program's own may look at the state of a lock in any way. */
static bool own_synchronizer(const ClassInfo *ci) {
    return !(ci->attrs & CA_SYSTEM) && ci->super && (ci->super->known & KC_SYNCHRONIZER);
}

/* What workers of a fork-join pool and its users tell each other lies in fields that are no points (QUIET). */
static bool pools_by_quiet_fields(const StepRow *row) {
    return (row->attrs & MA_LIB_ALONE) && (row->attrs & MA_LIB_FORK);
}

static void in_group(MethodInfo *mi, const StepRow *row) {
    if (row->group && (row->attrs & MA_LIB_OBSERVER)) mi->tells |= 1ull << row->group;
    else if (row->group) mi->group = 1ull << row->group;
}

/* What a method does beside being a step that is made of it: it ends the listed call that it is called in, or looks at
 * what others leave out. So a method that is taken out is listed no more, and does this all the same (MA_LIB_HEARD): a
 * part of the list has each scheduling point that the whole list has. Then it has the outcomes of the whole list, and
 * no others than fine steps, which are the same. Rows of other kinds take scheduling points away. */
static bool left_out(const StepRow *row, bool fine, bool in) {
    if (row->only_fine) return in;
    return !in && !row->fine && (fine || !(row->attrs & MA_LIB_HEARD));
}

static void step_row(void *arg, MethodInfo *mi, const StepRow *row) {
    const Sched *s = arg;
    if (s->ks->cs->jdk >= row->but_from && s->ks->cs->jdk <= row->but_to) return;
    bool fine = !s->ks->cfg.library_atomic, in = !fine && chosen(s, mi);
    if (!in && pools_by_quiet_fields(row)) {
        attribute_method(mi, false, REL_RUNNABLES);
        return;
    }
    if (left_out(row, fine, in)) return;
    if (row->only_fine) {
        attribute_method(mi, false, REL_RUNNABLES);
    } else if (row->until) {
        mi->until |= 1ull << row->until;
        if (row->point) attribute_method(mi, false, REL_RUNNABLES);
    } else if (row->holds) {
        mi->holds |= 1u << row->holds;
    } else if (row->plain) {
        mi->attrs |= row->attrs | (row->group && (row->attrs & MA_LIB_PEEK) ? MA_LIB_WHILE : 0);
        if (row->attrs & MA_LIB_HEARD) mi->attrs |= MA_SPECIAL;
        in_group(mi, row);
    } else if (row->attrs & (MA_LIB_USE | MA_LIB_CONTROL)) {
        mi->attrs |= row->attrs | MA_SPECIAL;
    } else {
        if (row->point) attribute_method(mi, false, REL_RUNNABLES);
        else if (in && row->group != G_IDLE) mi->attrs |= MA_LIBRARY_ATOMIC;
        else mi->attrs |= MA_SPECIAL; /* no step itself */
        mi->attrs |= row->attrs;
        if (row->attrs & MA_LIB_SPLIT) mi->split = row->split;
        in_group(mi, row);
    }
}

/* A method of the program's that overrides one of the library's splits, or ends, the listed call that it is called by,
 * as that one does. It is no step itself. */
static void overrides(ClassInfo *ci) {
    const u32 how = MA_LIB_SPLIT | MA_LIB_END;
    for (u32 i = 0; i < ci->n_methods && ci->super && !(ci->attrs & CA_SYSTEM); i++) {
        MethodInfo *mi = &ci->methods[i];
        if (mi->vindex < 0 || (u32)mi->vindex >= ci->super->n_vtable) continue;
        const MethodInfo *of = ci->super->vtable[mi->vindex];
        if (!(of->attrs & how)) continue;
        mi->attrs |= (of->attrs & how) | MA_SPECIAL;
        mi->split = of->split;
        mi->group = of->group;
    }
}

Status sched_attribute(Sched *s, ClassInfo *ci) {
    if (attribute(s, ci) != ST_OK) return ST_ERROR;
    /* As long as the program's own code takes no such monitor: looks_quiet_monitor. */
    if (s->ks->cfg.por && (ci->known & KC_THREAD_GROUP)) ci->attrs |= CA_QUIET;
    if (s->ks->cfg.library_atomic && own_synchronizer(ci)) s->ks->looks.seen |= 1u << G_LOCK | 1u << G_QUEUE;
    jdk_steps(ci, step_row, s);
    overrides(ci);
    return ST_OK;
}
