/* concat.c -- StringConcatFactory. The site's method turns arguments that are neither strings nor
 * integral into strings by the JDK's String.valueOf, left to right (user toString calls have frames
 * of their own), and a native joins strings, ints, longs, chars and booleans: a pure function. */
#include "interp/indy/indy_int.h"
#include <stdio.h>

/* What the native knows: text pieces and argument words with their types. */
typedef struct JoinPiece {
    const u16 *text; /* NULL: argument */
    u32 n;
    u16 word;
    u8 type; /* 'L' String, I J C Z */
    bool wide;
} JoinPiece;
typedef struct Join {
    u32 n;
    u32 off_value, off_coder; /* of java.lang.String */
    JoinPiece p[];
} Join;

static char join_type(const char *d) {
    switch (*d) {
    case 'B':
    case 'S':
    case 'I': return 'I';
    case 'J':
    case 'C':
    case 'Z': return *d;
    default: return 'L';
    }
}

static const char *join_desc(Asm *s, const char *const *types, u32 n) {
    const char *d = "(";
    for (u32 i = 0; i < n; i++) {
        char t = join_type(types[i]);
        d = t == 'L' ? as_fmt(s, "%sLjava/lang/String;", d) : as_fmt(s, "%s%c", d, t);
    }
    return as_fmt(s, "%s)Ljava/lang/String;", d);
}

/* --- the native --- */

static u32 digits(char *buf, i64 v) { return (u32)snprintf(buf, 24, "%lld", (long long)v); }

static i64 word2(const u32 *a) {
    i64 v;
    memcpy(&v, a, 8);
    return v;
}

static int join(ThreadInfo *ti, const u32 *args, u32 *ret) {
    const Join *j = ti->native_mi->extra;
    Heap *h = ti->ks->heap;
    u16 small[256], *out = small;
    u64 total = 0;
    char num[24];
    for (u32 i = 0; i < j->n; i++) {
        const JoinPiece *p = &j->p[i];
        const u32 *a = args + p->word;
        if (p->text) total += p->n;
        else if (p->type == 'L') total += *a ? string_length(h, *a) : 4;
        else if (p->type == 'C') total += 1;
        else if (p->type == 'Z') total += *a ? 4 : 5;
        else total += digits(num, p->type == 'J' ? word2(a) : (i32)*a);
    }
    if (total > 0x7fffffff) return throw_new(ti, "java/lang/OutOfMemoryError", "Overflow: String length out of range");
    if (total > 256 && !(out = cx_alloc(ti->ks->cx, total * 2))) return NAT_ERROR;
    u32 k = 0;
    for (u32 i = 0; i < j->n; i++) {
        const JoinPiece *p = &j->p[i];
        const u32 *a = args + p->word;
        const char *t = num;
        u32 n = 0;
        if (p->text) {
            mem_copy(out + k, p->text, p->n * 2);
            k += p->n;
        } else if (p->type == 'C') {
            out[k++] = (u16)*a;
        } else if (p->type == 'L' && *a) {
            Ref value = get_ref(h, *a, j->off_value);
            u32 len = string_length(h, *a);
            u8 wide = get_u8(h, *a, j->off_coder);
            const u8 *d = arr_at(h, value, T_BYTE, 0, (i64)len << (wide != 0));
            if (!d) len = 0;
            else if (wide) mem_copy(out + k, d, len * 2);
            else
                for (u32 c = 0; c < len; c++) out[k + c] = d[c];
            k += len;
        } else if (p->type == 'L') {
            t = "null", n = 4;
        } else if (p->type == 'Z') {
            t = *a ? "true" : "false", n = *a ? 4 : 5;
        } else {
            n = digits(num, p->type == 'J' ? word2(a) : (i32)*a);
        }
        for (u32 c = 0; c < n; c++) out[k++] = (u8)t[c];
    }
    Status st = string_new_utf16(h, out, k, ret);
    if (out != small) cx_free(ti->ks->cx, out, total * 2);
    if (st) return NAT_ERROR;
    return *ret ? NAT_OK : throw_new(ti, "java/lang/OutOfMemoryError", "Java heap space");
}

/* Text of the constant pool (modified UTF-8, checked by the parser) as UTF-16. */
static const u16 *utf16(Arena *a, const char *s, u32 len, u32 *n) {
    u16 *out = arena_alloc(a, (len + 1u) * sizeof *out);
    if (!out) return NULL;
    u32 k = 0;
    for (u32 i = 0; i < len;) {
        u8 c = (u8)s[i];
        if (c < 0x80) out[k++] = c, i += 1;
        else if (c < 0xE0 && i + 1 < len) out[k++] = (u16)((c & 0x1F) << 6 | (s[i + 1] & 0x3F)), i += 2;
        else if (i + 2 < len) out[k++] = (u16)((c & 0xF) << 12 | (s[i + 1] & 0x3F) << 6 | (s[i + 2] & 0x3F)), i += 3;
        else break;
    }
    *n = k;
    return out;
}

Status concat_bind(Link *l, ClassInfo *made, const Piece *p, u32 n, const char *const *types, u32 n_args) {
    Arena *a = &ks_indy(l->ks)->arena;
    Join *j = arena_alloc(a, sizeof *j + n * sizeof j->p[0]);
    u16 word[256];
    FieldInfo *value = ci_find_field(l->cs->string, "value"), *coder = ci_find_field(l->cs->string, "coder");
    if (!j) return ST_ERROR;
    if (!value || !coder || n_args > 255) return cx_fail(l->ks->cx, ERR_INTERNAL, "java.lang.String has no value");
    for (u32 i = 0, w = 0; i < n_args; i++) {
        word[i] = (u16)w;
        w += join_type(types[i]) == 'J' ? 2 : 1;
    }
    j->n = n;
    j->off_value = value->offset;
    j->off_coder = coder->offset;
    for (u32 i = 0; i < n; i++) {
        JoinPiece *q = &j->p[i];
        if (p[i].text) {
            if (!(q->text = utf16(a, p[i].text, p[i].len, &q->n))) return ST_ERROR;
        } else {
            q->word = word[p[i].arg];
            q->type = (u8)join_type(types[p[i].arg]);
        }
    }
    for (u32 i = 0; i < made->n_methods; i++)
        if (text_is(made->methods[i].name, "join")) {
            made->methods[i].native = join;
            made->methods[i].known |= KM_FOR_ANYBODY;
            made->methods[i].extra = j;
        }
    return ST_OK;
}

/* --- bytecode --- */

void concat_emit(Link *l, const Piece *p, u32 n, const char *const *types, u32 n_args,
                 void (*load)(Link *l, void *u, u32 arg), void *u) {
    Asm *s = &l->as;
    (void)p;
    (void)n;
    for (u32 i = 0; i < n_args; i++) {
        const char *t = types[i];
        load(l, u, i);
        if (*t == 'F' || *t == 'D')
            as_static(s, "java/lang/String", "valueOf", as_fmt(s, "(%c)Ljava/lang/String;", *t));
        else if (!type_prim(t) && strcmp(t, "Ljava/lang/String;"))
            as_static(s, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
    }
    const char *desc = join_desc(s, types, n_args);
    as_static(s, l->own, "join", desc);
    as_native(s, "join", desc);
}

typedef struct Site {
    const char **types; /* of the arguments, then of constants that are not text */
    u32 *slot;
    u16 *constant; /* pool index when the argument is one */
} Site;
static void load_arg(Link *l, void *u, u32 i) {
    Site *x = u;
    Asm *s = &l->as;
    const CpEntry *e = &l->cf->cp[x->constant[i]];
    if (!x->constant[i]) {
        as_load(s, x->types[i], x->slot[i]);
        return;
    }
    SynthCp c = {.tag = e->tag};
    if (e->tag == CP_Class) c.cls = e->u.sym->s;
    else if (e->tag == CP_Integer) c.bits = (u32)e->u.i;
    else if (e->tag == CP_Float) memcpy(&c.bits, &e->u.f, 4);
    else c.bits = e->u.l;
    if (vec_push(s->cx, &s->cp, c)) s->st = ST_ERROR;
    else as_op_u16(s, type_words(x->types[i]) == 2 ? OP_LDC2_W : OP_LDC_W, (u16)(s->cp.n - 1));
}

/* Type of a constant that has to be formatted at run time, NULL: not modelled. */
static const char *constant_type(u8 tag) {
    switch (tag) {
    case CP_Integer: return "I";
    case CP_Long: return "J";
    case CP_Float: return "F";
    case CP_Double: return "D";
    case CP_Class: return "Ljava/lang/Class;";
    default: return NULL;
    }
}

Status indy_concat(Link *l, bool with_constants) {
    Asm *s = &l->as;
    Sig d;
    as_sig(s, l->desc->s, &d);
    const char *recipe = NULL;
    u32 len = d.n;
    if (with_constants) {
        const Sym *r = link_arg_text(l, 0, CP_String);
        if (!r) return ST_OK;
        recipe = r->s;
        len = r->len;
    }
    u32 max = d.n + l->bs->n + 1;
    Site x = {arena_alloc(&s->a, max * sizeof *x.types), arena_alloc(&s->a, max * sizeof *x.slot),
              arena_alloc(&s->a, max * sizeof *x.constant)};
    Piece *p = arena_alloc(&s->a, (len + 1u) * sizeof *p);
    if (!x.types || !x.slot || !x.constant || !p || s->st) return ST_ERROR;
    /* arguments in the order of the recipe, constants that are no text among them */
    u32 n = 0, n_args = 0, taken = 0, used = 1, slot = 0;
    bool direct = true;
    for (u32 i = 0; i < len; i++) {
        char c = recipe ? recipe[i] : 1;
        if (c == 1) {
            if (taken == d.n)
                return link_bad(l, "java.lang.invoke.StringConcatException: Mismatched number of concat arguments"),
                       ST_OK;
            const char *t = x.types[n_args] = d.p[taken++];
            x.slot[n_args] = slot;
            slot += type_words(t);
            if (*t == 'F' || *t == 'D' || (!type_prim(t) && strcmp(t, "Ljava/lang/String;"))) direct = false;
            p[n++] = (Piece){.arg = n_args++};
        } else if (c == 2) {
            u16 e = used < l->bs->n ? l->bs->args[used] : 0;
            if (!e)
                return link_bad(l, "java.lang.invoke.StringConcatException: Mismatched number of concat constants"),
                       ST_OK;
            used++;
            if (l->cf->cp[e].tag == CP_String) {
                p[n++] = (Piece){.text = l->cf->cp[e].u.sym->s, .len = l->cf->cp[e].u.sym->len};
                continue;
            }
            const char *t = constant_type(l->cf->cp[e].tag);
            if (!t) return link_missing(l, "string concatenation with a constant of another kind"), ST_OK;
            x.types[n_args] = t;
            x.constant[n_args] = e;
            direct = false;
            p[n++] = (Piece){.arg = n_args++};
        } else if (n && p[n - 1].text && p[n - 1].text + p[n - 1].len == recipe + i) {
            p[n - 1].len++;
        } else {
            p[n++] = (Piece){.text = recipe + i, .len = 1};
        }
    }
    if (taken != d.n)
        return link_bad(l, "java.lang.invoke.StringConcatException: Mismatched number of concat arguments"), ST_OK;
    if (d.words > 250 || n_args > 250) return link_missing(l, "string concatenation of more than 250 words"), ST_OK;
    l->own = link_own_name(l, "Concat");
    if (direct) {
        as_native(s, "join", join_desc(s, x.types, n_args));
    } else {
        concat_emit(l, p, n, x.types, n_args, load_arg, &x);
        as_op(s, OP_ARETURN);
        as_method_end(s, "concat", l->desc->s, ACC_STATIC | ACC_SYNTHETIC, d.words, 2 * (d.words + n_args) + 4);
    }
    ClassInfo *ci;
    if (link_define(l, NULL, NULL, 0, &ci)) return ST_ERROR;
    if (!ci) return ST_OK;
    l->site->mi = &ci->methods[direct || text_is(ci->methods[0].name, "concat") ? 0 : 1];
    return concat_bind(l, ci, p, n, x.types, n_args);
}
