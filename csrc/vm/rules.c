/* rules.c -- which fields and types are scheduling points, by configuration. JPF's keys (vm.shared.*)
 * and those of its older documents (vm.por.include_fields, exclude_fields) mean the same.
 *
 * What is taken out is out of the search: the report says so among its constraints and is not complete,
 * because "no errors" would not be the whole truth any more. Without vm.por nothing is taken out. */
#include "kernel/fielduse.h"
#include "vm/jpf.h"

#include <stdio.h>

typedef struct Key {
    const char *name;
    bool type;  /* the entries name types: all their fields */
    bool never; /* no scheduling point; false: always one */
} Key;

#define NEVER_METHODS "vm.shared.never_break_methods"
#define ATOMIC_METHODS "vm.por.atomic_methods"

static const Key keys[] = {
    {"vm.shared.always_break_fields", false, false}, {"vm.por.include_fields", false, false},
    {"vm.shared.always_break_types", true, false},   {"vm.shared.never_break_fields", false, true},
    {"vm.por.exclude_fields", false, true},          {"vm.shared.never_break_types", true, true},
};

/* One entry: Class.field, Class.* or, for types, Class. */
static Status add(JPF *j, const Key *k, const Pattern *p) {
    FieldRule r;
    if (rule_of(&j->arena, p, k->type, &r) != ST_OK) return ST_ERROR;
    if (!r.cls)
        return cx_fail(&j->cx, ERR_CONFIG, "%s: `%.*s` names no field (Class.field, with * for any name)", k->name,
                       (int)p->len, p->text);
    if (k->never && !j->ks.cfg.por) return ST_OK;
    r.set = k->never ? FA_NEVER_BREAK : FA_BREAK | FA_ALWAYS;
    r.clear = k->never ? FA_BREAK | FA_ALWAYS : FA_NEVER_BREAK;
    return vec_push(&j->cx, &j->rules, r);
}

/* Class.method, Class.method(types of arguments); `atomic`: `*` is every method */
static Status method_rules(JPF *j, const char *key, bool atomic) {
    Pattern p;
    for (const char *v = jpf_get(j, key); pattern_next(&v, &p);) {
        FieldRule r = {.cls = "*", .member = "*"};
        bool all = atomic && p.n == 1 && *p.s == '*';
        if (!all && rule_of(&j->arena, &p, false, &r) != ST_OK) return ST_ERROR;
        if (!r.cls)
            return cx_fail(&j->cx, ERR_CONFIG, "%s: `%.*s` names no method (Class.method, with * for any name)", key,
                           (int)p.len, p.text);
        if (!j->ks.cfg.por) continue;
        if ((atomic ? vec_push(&j->cx, &j->atomic_rules, r) : vec_push(&j->cx, &j->method_rules, r)) != ST_OK)
            return ST_ERROR;
    }
    return ST_OK;
}

Status rules_read(JPF *j) {
    /* Without library-atomic calls what java.util.concurrent synchronizes with is visible itself: AQS
     * releases a lock by a plain write of its volatile state. Rules of the user come later and win. */
    FieldRule fine = {.cls = "java.util.concurrent.*", .member = "*", .set = FA_BREAK | FA_VOLATILE};
    fine.clear = FA_NEVER_BREAK;
    if (!j->ks.cfg.library_atomic && vec_push(&j->cx, &j->rules, fine) != ST_OK) return ST_ERROR;
    Pattern p;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (const char *v = jpf_get(j, keys[i].name); pattern_next(&v, &p);)
            if (add(j, &keys[i], &p) != ST_OK) return ST_ERROR;
    if (method_rules(j, NEVER_METHODS, false) != ST_OK || method_rules(j, ATOMIC_METHODS, true) != ST_OK)
        return ST_ERROR;
    j->cs.rules = j->rules.v;
    j->cs.n_rules = j->rules.n;
    return ST_OK;
}

/* The constraints that follow, once there is a search. */
Status rules_constraints(JPF *j) {
    if (j->attr.jpf_attributor &&
        search_constraint(&j->search, "vm.attributor.class: the methods of java.* are atomic") != ST_OK)
        return ST_ERROR;
    if (!j->ks.cfg.por) return ST_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *v = jpf_get(j, keys[i].name);
        if (keys[i].never && *v &&
            search_constraint(&j->search, "%s: these are not scheduling points: %.200s", keys[i].name, v) != ST_OK)
            return ST_ERROR;
    }
    const char *methods = jpf_get(j, NEVER_METHODS);
    if (*methods && search_constraint(&j->search, NEVER_METHODS ": no scheduling points in %.200s", methods) != ST_OK)
        return ST_ERROR;
    if (j->ks.uses->skip_inits &&
        search_constraint(&j->search, "vm.shared.skip_inits: no scheduling points in constructors") != ST_OK)
        return ST_ERROR;
    if (j->ks.cfg.quiet_arrays)
        return search_constraint(&j->search, "cg.threads.break_arrays=false: array elements are not scheduling points");
    return ST_OK;
}

/* A pattern that means nothing of what was loaded is most often a mistake: told in the notes of the report. */
void rules_notes(JPF *j, Json *w) {
    struct {
        const char *key;
        int kind;
    } rows[sizeof keys / sizeof *keys + 4] = {
        {"vm.enable_assertions", 'a'}, {"vm.disable_assertions", 'a'}, {NEVER_METHODS, 'm'}, {ATOMIC_METHODS, 'm'}};
    size_t n = 4;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        rows[n].key = keys[i].name;
        rows[n++].kind = keys[i].type ? 't' : 'f';
    }
    Pattern p;
    if (j->search.replaying) return; /* one path does not say what there is */
    for (size_t i = 0; i < n; i++)
        for (const char *v = jpf_get(j, rows[i].key); patterns_unused(&j->cs, &j->arena, rows[i].kind, &v, &p);) {
            char note[400];
            snprintf(note, sizeof note, "warning: %s: `%.*s` matches nothing that was loaded", rows[i].key,
                     p.len > 250 ? 250 : (int)p.len, p.text);
            json_z(w, note);
        }
}
