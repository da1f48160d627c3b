/* layout.c -- where fields lie, and what each payload word is.
 *
 * A function of the class files alone. The state key works on 4-byte words, so a word holds either
 * fields that are in the key or excluded ones, never both; a class begins its fields at a word of
 * its own. Order: 8-byte fields (a 4-byte one before them if that fills a gap), references, 4-byte,
 * then 2- and 1-byte fields, the excluded small ones last; injected fields at the very end. */
#include "classes/link.h"

typedef struct Place {
    u64 pos; /* bytes from the start of the object */
} Place;

static bool mine(const FieldInfo *fi, bool statics) {
    return !(fi->flags & ACC_STATIC) == !statics && !(fi->attrs & FA_INJECTED);
}

static void align(Place *p, u32 to) { p->pos = (p->pos + to - 1) & ~(u64)(to - 1); }

static void place_small(ClassInfo *ci, bool statics, bool excluded, Place *p) {
    for (u32 size = 2; size >= 1; size--)
        for (u32 i = 0; i < ci->n_fields; i++) {
            FieldInfo *fi = &ci->fields[i];
            if (!mine(fi, statics) || type_size(fi->type) != size) continue;
            if (!(fi->attrs & FA_EXCLUDED) != !excluded) continue;
            fi->offset = (u32)p->pos;
            p->pos += size;
        }
    align(p, 4);
}

/* Assigns offsets from `from`; answers the end (a multiple of 4). */
static u64 place(ClassInfo *ci, bool statics, u64 from) {
    Place p = {from};
    const FieldInfo *filler = NULL;
    u32 n8 = 0;
    for (u32 i = 0; i < ci->n_fields; i++) n8 += mine(&ci->fields[i], statics) && type_size(ci->fields[i].type) == 8;
    if (n8 && (p.pos & 7)) {
        for (u32 want = 0; want < 2 && !filler; want++) /* references first */
            for (u32 i = 0; i < ci->n_fields && !filler; i++) {
                FieldInfo *fi = &ci->fields[i];
                if (!mine(fi, statics) || type_size(fi->type) != 4) continue;
                if ((fi->type == T_REF) != (want == 0)) continue;
                fi->offset = (u32)p.pos;
                filler = fi;
            }
        align(&p, 8);
    }
    for (u32 i = 0; i < ci->n_fields; i++) {
        FieldInfo *fi = &ci->fields[i];
        if (!mine(fi, statics) || type_size(fi->type) != 8) continue;
        fi->offset = (u32)p.pos;
        p.pos += 8;
    }
    for (int refs = 1; refs >= 0; refs--) { /* references, then ints and floats */
        for (u32 i = 0; i < ci->n_fields; i++) {
            FieldInfo *fi = &ci->fields[i];
            if (!mine(fi, statics) || type_size(fi->type) != 4 || fi == filler) continue;
            if ((fi->type == T_REF) != (refs == 1)) continue;
            fi->offset = (u32)p.pos;
            p.pos += 4;
        }
    }
    place_small(ci, statics, false, &p);
    place_small(ci, statics, true, &p);
    return p.pos;
}

/* Word kinds of ci's own fields; `kinds` starts at the payload. */
static void mark(const ClassInfo *ci, bool statics, u8 *kinds) {
    for (u32 i = 0; i < ci->n_fields; i++) {
        const FieldInfo *fi = &ci->fields[i];
        if (!(fi->flags & ACC_STATIC) != !statics) continue;
        bool skip = fi->attrs & FA_EXCLUDED;
        u32 w = (fi->offset - OBJ_BYTES) / 4;
        u8 k = fi->type == T_REF ? (skip ? WK_SKIPREF : WK_REF) : (skip ? WK_SKIP : WK_PRIM);
        if ((fi->attrs & FA_INJECTED) && fi->type != T_REF) k = skip ? WK_HIDDEN : WK_VM;
        kinds[w] = k;
        if (type_size(fi->type) == 8) kinds[w + 1] = k;
    }
}

static Status ref_index(Classes *cs, const u8 *kinds, u32 n, u16 **out, u16 *count) {
    u32 refs = 0;
    for (u32 i = 0; i < n; i++) refs += kinds[i] == WK_REF || kinds[i] == WK_SKIPREF;
    *out = arena_alloc(&cs->arena, refs * sizeof **out);
    if (!*out) return ST_ERROR;
    *count = (u16)refs;
    u32 k = 0;
    for (u32 i = 0; i < n; i++)
        if (kinds[i] == WK_REF || kinds[i] == WK_SKIPREF) (*out)[k++] = (u16)i;
    return ST_OK;
}

static bool too_large(const ClassInfo *ci, u64 end, JErr *je) {
    if ((end - OBJ_BYTES) / 4 < MAX_PAYLOAD_WORDS - 4) return false;
    jerr(je, "java/lang/OutOfMemoryError", "fields of class %.400s", ci->name->s);
    return true;
}

Status layout_instance(Classes *cs, ClassInfo *ci, JErr *je) {
    const ClassInfo *sup = ci->super;
    u64 from = sup ? sup->inst_end : OBJ_BYTES;
    u64 end = place(ci, false, from);
    for (u32 i = 0; i < ci->n_fields; i++)
        if (ci->fields[i].attrs & FA_INJECTED) {
            ci->fields[i].offset = (u32)end;
            end += 4;
        }
    if (too_large(ci, end, je)) return ST_OK;
    ci->inst_end = (u32)end;
    ci->inst_size = (u32)((end + 7) & ~7ull);
    if (sup && end == from) {
        ci->kinds = sup->kinds;
        ci->ref_words = sup->ref_words;
        ci->n_ref_words = sup->n_ref_words;
        return ST_OK;
    }
    u32 n = (ci->inst_size - OBJ_BYTES) / 4, own = (u32)(from - OBJ_BYTES) / 4;
    ci->kinds = arena_alloc(&cs->arena, n);
    if (!ci->kinds) return ST_ERROR;
    mem_fill(ci->kinds, WK_HIDDEN, n); /* padding */
    if (own) mem_copy(ci->kinds, sup->kinds, own);
    mark(ci, false, ci->kinds);
    return ref_index(cs, ci->kinds, n, &ci->ref_words, &ci->n_ref_words);
}

Status layout_mirror(Classes *cs, ClassInfo *ci, JErr *je) {
    const ClassInfo *k = cs->class_;
    u64 end = place(ci, true, k->inst_end);
    if (too_large(ci, end, je)) return ST_OK;
    ci->mirror_size = (u32)((end + 7) & ~7ull);
    if (end == k->inst_end) {
        ci->skinds = k->kinds;
        ci->sref_words = k->ref_words;
        ci->n_sref_words = k->n_ref_words;
        return ST_OK;
    }
    u32 n = (ci->mirror_size - OBJ_BYTES) / 4, own = (k->inst_end - OBJ_BYTES) / 4;
    ci->skinds = arena_alloc(&cs->arena, n);
    if (!ci->skinds) return ST_ERROR;
    mem_fill(ci->skinds, WK_HIDDEN, n);
    mem_copy(ci->skinds, k->kinds, own);
    mark(ci, true, ci->skinds);
    return ref_index(cs, ci->skinds, n, &ci->sref_words, &ci->n_sref_words);
}
