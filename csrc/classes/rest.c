/* rest.c -- which JDK classes have words that count for nothing at rest: jdk/rest.def. Layer 3. */
#include "classes/rest.h"
#include "classes/link.h"

#include <string.h>

static const struct RestRow {
    const char *cls, *head, *tail, *status, *link[2], *front, *back, *data, *spent, *item, *gone, *after, *whose, *much,
        *rover, *stops, *queues, *factory, *tasks, *crew, *maker, *pool;
} table[] = {
#define REST(...) {__VA_ARGS__},
#include "classes/jdk/rest.def"
};

static u16 word_of(ClassInfo *ci, const char *name, u8 type) {
    const FieldInfo *fi = name ? ci_find_field(ci, name) : NULL;
    if (!fi || fi->type != type || (fi->flags & ACC_STATIC)) return 0;
    u16 w = (u16)((fi->offset - OBJ_BYTES) / 4);
    bool kept = ci->kinds[w] == WK_PRIM || ci->kinds[w] == WK_REF; /* the configuration may have taken it out */
    return kept ? (u16)(w + 1) : 0;
}

Status rest_of_class(Classes *cs, ClassInfo *ci) {
    const struct RestRow *e = table;
    const size_t n = sizeof table / sizeof *table;
    /* A class of the program that extends one of these may ask it more. */
    if (!(ci->attrs & CA_SYSTEM)) return ST_OK;
    ci->rest = ci->super ? ci->super->rest : NULL;
    while (e < table + n && strcmp(e->cls, ci->name->s) != 0) e++;
    if (e == table + n) return ST_OK;
    RestClass *r = arena_alloc(&cs->arena, sizeof *r);
    if (!r) return ST_ERROR;
    *r = ci->rest ? *ci->rest : (RestClass){0};
    if (e->head) r->head = word_of(ci, e->head, T_REF);
    if (e->tail) r->tail = word_of(ci, e->tail, T_REF);
    if (e->status) r->status = word_of(ci, e->status, T_INT);
    for (int i = 0; i < 2; i++)
        if (e->link[i]) r->link[i] = word_of(ci, e->link[i], T_REF);
    if (e->front) r->front = word_of(ci, e->front, T_REF);
    if (e->back) r->back = word_of(ci, e->back, T_REF);
    if (e->data) r->data = word_of(ci, e->data, T_BOOLEAN);
    if (e->spent) r->spent = word_of(ci, e->spent, T_BOOLEAN);
    if (e->item) r->item = word_of(ci, e->item, T_REF);
    if (e->gone) r->gone = word_of(ci, e->gone, T_REF);
    if (e->after) r->after = word_of(ci, e->after, T_REF);
    if (e->whose) r->whose = word_of(ci, e->whose, T_REF);
    if (e->much) r->much = word_of(ci, e->much, T_INT);
    if (e->rover) r->rover = word_of(ci, e->rover, T_INT);
    if (e->stops) r->stops = word_of(ci, e->stops, T_INT);
    if (e->queues) r->queues = word_of(ci, e->queues, T_REF);
    if (e->factory) r->factory = word_of(ci, e->factory, T_REF);
    if (e->tasks) r->tasks = word_of(ci, e->tasks, T_REF);
    if (e->crew) r->crew = word_of(ci, e->crew, T_REF);
    if (e->maker) r->maker = word_of(ci, e->maker, T_REF);
    if (e->pool) r->pool = word_of(ci, e->pool, T_REF);
    ci->rest = r;
    return ST_OK;
}
