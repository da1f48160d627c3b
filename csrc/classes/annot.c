/* annot.c -- the annotations of JDK methods that the VM honours. */
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

u16 annot_attrs(const ClassFile *cf, const Attr *a) {
    u16 attrs = 0;
    if (!a->p || a->n < 2) return 0;
    Rd r = {a->p, a->p + a->n, false};
    for (u32 n = rd2(&r); n && !r.bad; n--) {
        u32 t = rd2(&r);
        if (!r.bad && t < cf->n_cp && cf->cp[t].tag == CP_Utf8) {
            const Sym *s = cf->cp[t].u.sym;
            if (sym_is(s, "Ljdk/internal/reflect/CallerSensitive;")) attrs |= MA_CALLER_SENSITIVE;
            else if (sym_is(s, "Ljdk/internal/vm/annotation/Hidden;") ||
                     sym_is(s, "Ljava/lang/invoke/LambdaForm$Hidden;"))
                attrs |= MA_HIDDEN;
            else if (sym_is(s, "Ljdk/internal/vm/annotation/ForceInline;")) attrs |= MA_FORCE_INLINE;
        }
        skip_annotation_body(&r, 0);
    }
    return attrs;
}
