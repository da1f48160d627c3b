/* annot.c -- the annotations that the VM honours (JVMS 4.7.16). */
#include "classes/link.h"

typedef struct Rd {
    const u8 *p, *end;
    bool bad;
} Rd;

static u32 rd1(Rd *r) {
    if (r->p >= r->end) return r->bad = true, 0;
    return *r->p++;
}
static u32 rd2(Rd *r) {
    u32 a = rd1(r);
    return a << 8 | rd1(r);
}

static void skip_annotation_body(Rd *r, int depth);

/* element_value, JVMS 4.7.16.1 */
static void skip_value(Rd *r, int depth) {
    if (r->bad || depth > 32) {
        r->bad = true;
        return;
    }
    switch (rd1(r)) {
    case 'e': rd2(r), rd2(r); break;
    case '@': rd2(r), skip_annotation_body(r, depth + 1); break;
    case '[':
        for (u32 n = rd2(r); n && !r->bad; n--) skip_value(r, depth + 1);
        break;
    default: rd2(r); break;
    }
}

static void skip_annotation_body(Rd *r, int depth) {
    for (u32 n = rd2(r); n && !r->bad; n--) {
        rd2(r);
        skip_value(r, depth);
    }
}

/* The annotations of an attribute, one after the other: their types' descriptors. */
typedef struct Walk {
    const ClassFile *cf;
    Rd r;
    u32 left;
    bool begun;
} Walk;

static Walk walk(const ClassFile *cf, const Attr *a) {
    Walk w = {.cf = cf, .r = {a->p, a->p ? a->p + a->n : NULL, false}};
    w.left = rd2(&w.r);
    return w;
}

/* NULL: no more. */
static const Sym *next(Walk *w) {
    if (w->begun) skip_annotation_body(&w->r, 0);
    while (w->left && !w->r.bad) {
        w->left--;
        w->begun = true;
        u32 t = rd2(&w->r);
        if (!w->r.bad && t < w->cf->n_cp && w->cf->cp[t].tag == CP_Utf8) return w->cf->cp[t].u.sym;
        skip_annotation_body(&w->r, 0);
    }
    return NULL;
}

u16 annot_attrs(const ClassFile *cf, const Attr *a) {
    u16 attrs = 0;
    Walk w = walk(cf, a);
    for (const Sym *s = next(&w); s; s = next(&w)) {
        if (sym_is(s, "Ljdk/internal/reflect/CallerSensitive;")) attrs |= MA_CALLER_SENSITIVE;
        else if (sym_is(s, "Ljdk/internal/vm/annotation/Hidden;") || sym_is(s, "Ljava/lang/invoke/LambdaForm$Hidden;"))
            attrs |= MA_HIDDEN;
        else if (sym_is(s, "Ljdk/internal/vm/annotation/ForceInline;")) attrs |= MA_FORCE_INLINE;
    }
    return attrs;
}

/* With elements it depends on configuration that is not known here, and does nothing. */
bool annot_filters(const ClassFile *cf, const Attr *a) {
    Walk w = walk(cf, a);
    for (const Sym *s = next(&w); s; s = next(&w))
        if (sym_is(s, "Lgov/nasa/jpf/annotation/FilterField;")) return rd2(&w.r) == 0;
    return false;
}

bool annot_never_breaks(const ClassFile *cf, const Attr *a) {
    Walk w = walk(cf, a);
    for (const Sym *s = next(&w); s; s = next(&w))
        if (sym_is(s, "Lgov/nasa/jpf/annotation/NeverBreak;")) return true;
    return false;
}
