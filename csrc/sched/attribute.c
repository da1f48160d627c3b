/* attribute.c -- attributes of classes, methods and fields, given when a class is loaded. Layer 8.
 *
 * The program's own annotations and the configuration's names come first, then an attributor.
 * JPF: Attributor. Ours says nothing more than steps.def and the field rules do; JPF's own (by name) makes
 * all methods of java.* atomic; a third one may be the user's, in Python. */
#include "sched/sched.h"

void attribute_method(MethodInfo *mi, bool atomic, enum Relevance r) {
    if (atomic) mi->attrs |= MA_ATOMIC | MA_SPECIAL;
    if (r == REL_DEFAULT) return;
    mi->relevance = (u8)r;
    mi->attrs |= MA_SPECIAL;
}

void attribute_field(FieldInfo *fi, enum Relevance r, bool firewall) {
    if (firewall && fi->type == T_REF) fi->attrs |= FA_FIREWALL;
    if (r == REL_DEFAULT || (fi->attrs & FA_INJECTED)) return;
    fi->attrs &= (u8) ~(FA_NEVER_BREAK | FA_BREAK | FA_ALWAYS);
    fi->attrs |= r == REL_NEVER ? FA_NEVER_BREAK : r == REL_ALWAYS ? FA_BREAK | FA_ALWAYS : FA_BREAK;
}

/* What waits, and what runs the program's own code, is not atomic: nothing would ever come of it. */
static bool jpf_atomic(const MethodInfo *mi) {
    return (mi->ci->known & KC_JAVA) && mi->name->s[0] != '<' && !(mi->known & KM_NEVER_ATOMIC);
}

/* The names go into the report. */
static void note(Sched *s, Text *t, const ClassInfo *ci, const char *member) {
    char cls[256];
    if (!t->cx) text_init(t, s->ks->cx);
    text_f(t, "%s%s%s%s", t->n ? ", " : "", ci_external_name(ci, cls, sizeof cls), *member ? "." : "", member);
}

/* @FilterField: out of the state (classes/derived.c does it). */
static Status filtered(Sched *s, ClassInfo *ci) {
    if (!ci->cf || (ci->attrs & CA_SYSTEM)) return ST_OK;
    for (u32 i = 0; i < ci->n_fields; i++) {
        const FieldInfo *fi = &ci->fields[i];
        if (fi->cf && annot_filters(ci->cf, &fi->cf->annotations)) note(s, &s->filtered, ci, fi->name->s);
    }
    return s->filtered.failed ? ST_ERROR : ST_OK;
}

/* @NeverBreak: a field, all fields of a class, or all field accesses below a method are no scheduling points.
 * JPF: GenericSharednessPolicy, which looks at fields only, though the annotation speaks of types too. */
static Status never_break(Sched *s, ClassInfo *ci) {
    const ClassFile *cf = ci->cf;
    if (!s->ks->cfg.por || !cf || (ci->attrs & CA_SYSTEM)) return ST_OK;
    bool whole = annot_never_breaks(cf, &cf->annotations);
    if (whole) note(s, &s->never, ci, "");
    for (u32 i = 0; i < ci->n_fields; i++) {
        FieldInfo *fi = &ci->fields[i];
        bool own = !whole && fi->cf && annot_never_breaks(cf, &fi->cf->annotations);
        if (own) note(s, &s->never, ci, fi->name->s);
        if ((whole || own) && !(fi->attrs & FA_ALWAYS)) attribute_field(fi, REL_NEVER, false);
    }
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        if (!mi->cf || !annot_never_breaks(cf, &mi->cf->annotations)) continue;
        note(s, &s->never, ci, mi->name->s);
        mi->attrs |= MA_NEVER_BREAK | MA_SPECIAL;
    }
    return s->never.failed ? ST_ERROR : ST_OK;
}

Status attribute(Sched *s, ClassInfo *ci) {
    const Host *host = s->ks->cx->host;
    if (never_break(s, ci) != ST_OK || filtered(s, ci) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < ci->n_methods; i++) {
        MethodInfo *mi = &ci->methods[i];
        if (s->jpf_attributor && jpf_atomic(mi)) attribute_method(mi, true, REL_DEFAULT);
        for (u32 k = 0; k < s->n_never_methods; k++)
            if (rule_fits_method(&s->never_methods[k], mi)) mi->attrs |= MA_NEVER_BREAK | MA_SPECIAL;
    }
    if (!host || !host->attribute || ci->kind != CK_CLASS || (ci->attrs & CA_HIDDEN)) return ST_OK;
    return host->attribute(host->cg_user, ci, &s->attributed);
}
