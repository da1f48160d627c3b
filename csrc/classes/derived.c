/* derived.c -- attributes of fields: derived fields of the JDK that stay out of the state key, firewalls of
 * sharedness, scheduling points. What is known of which field is in jdk/fields.def; the configuration comes last. */
#include "classes/link.h"

u8 field_attrs(const Classes *cs, const ClassInfo *ci, const FieldInfo *fi) {
    u32 a = 0;
    if (fi->flags & ACC_FINAL) a |= FA_FINAL;
    if (fi->flags & ACC_VOLATILE) a |= FA_VOLATILE;
    if (ci->attrs & CA_SYSTEM) {
        bool shown = (fi->flags & (ACC_VOLATILE | ACC_STATIC)) == ACC_VOLATILE && (ci->known & KC_CONCURRENT);
        bool point = (ci->attrs & CA_BREAK_FIELDS) || (shown && !(fi->known & KF_QUIET));
        point |= (fi->known & (KF_RACY | KF_SPENT | KF_SETTING)) != 0;
        a |= point ? FA_BREAK : FA_NEVER_BREAK;
        if (fi->known & KF_DERIVED) a = (a & ~(u32)FA_BREAK) | FA_EXCLUDED | FA_NEVER_BREAK;
        if (fi->type == T_REF && (fi->known & KF_FIREWALL)) a |= FA_FIREWALL;
    }
    if (!(ci->attrs & CA_SYSTEM) && fi->cf && ci->cf && annot_filters(ci->cf, &fi->cf->annotations)) a |= FA_EXCLUDED;
    for (u32 i = 0; i < cs->n_rules; i++) {
        /* a rule that sets FA_VOLATILE speaks of volatile fields in the key only */
        if ((cs->rules[i].set & FA_VOLATILE) && (a & (FA_VOLATILE | FA_EXCLUDED)) != FA_VOLATILE) continue;
        if (rule_fits_field(&cs->rules[i], ci, fi)) a = (a | cs->rules[i].set) & ~(u32)cs->rules[i].clear;
    }
    return (u8)a;
}
