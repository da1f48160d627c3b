/* times.c -- which JDK classes are tasks with a time, or count what they have run: jdk/tasks.def. Layer 3. */
#include "classes/times.h"
#include "classes/link.h"

#include <string.h>

static const TaskRow table[] = {
#define TASK(...) {__VA_ARGS__},
#include "classes/jdk/tasks.def"
};

static u16 word_of(ClassInfo *ci, const char *name, u8 type) {
    const FieldInfo *fi = name ? ci_find_field(ci, name) : NULL;
    return fi && fi->type == type && !(fi->flags & ACC_STATIC) ? (u16)((fi->offset - OBJ_BYTES) / 4 + 1) : 0;
}

/* The same, if the field is in the key. */
static u16 kept(ClassInfo *ci, const char *name) {
    u16 w = word_of(ci, name, T_LONG);
    return w && ci->kinds[w - 1] == WK_PRIM ? w : 0;
}

static void number_of(Classes *cs, ClassInfo *ci, const TaskRow *e, TaskClass *t) {
    Sym *name = sym_find(&cs->syms, e->counter_in, strlen(e->counter_in));
    ClassInfo *outer = name ? ci_find(cs, ci->loader, name) : NULL;
    const FieldInfo *fi = outer ? ci_find_field(outer, e->counter) : NULL;
    if (!fi || fi->type != T_REF || !(fi->flags & ACC_STATIC) || !fi->offset) return;
    t->number = kept(ci, e->number);
    t->outer = outer;
    t->counter = fi->offset;
    if (t->number) cs->numbered = t;
}

Status task_of_class(Classes *cs, ClassInfo *ci) {
    const TaskRow *e = table;
    const size_t n = sizeof table / sizeof *table;
    ci->task = ci->super ? ci->super->task : NULL;
    if (!(ci->attrs & CA_SYSTEM)) return ST_OK;
    while (e < table + n && strcmp(e->cls, ci->name->s) != 0) e++;
    if (e == table + n) return ST_OK;
    TaskClass *t = arena_alloc(&cs->arena, sizeof *t);
    if (!t) return ST_ERROR;
    *t = ci->task ? *ci->task : (TaskClass){0};
    t->reads = e->reads;
    t->runs = e->runs;
    if ((t->time = kept(ci, e->time)) != 0) {
        t->kind = e->kind;
        t->period = word_of(ci, e->period, T_LONG);
        t->state = word_of(ci, e->state, T_INT);
        t->index = word_of(ci, e->index, T_INT);
        ci->kinds[t->time - 1] = ci->kinds[t->time] = WK_TIME;
    }
    if (e->number) number_of(cs, ci, e, t);
    if (e->tally) t->tally = kept(ci, e->tally);
    ci->task = t;
    return ST_OK;
}
