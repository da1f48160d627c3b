/* asm.c -- putting synthetic classes together: pool, bytecode, and the adaptation of types that
 * LambdaMetafactory defines (JDK: TypeConvertingMethodAdapter). */
#include "interp/indy/indy_int.h"
#include <stdio.h>

void as_init(Asm *s, Ctx *cx) {
    memset(s, 0, sizeof *s);
    s->cx = cx;
    arena_init(&s->a, cx);
    if (vec_push(cx, &s->cp, ((SynthCp){0}))) s->st = ST_ERROR;
}

void as_free(Asm *s) {
    vec_free(s->cx, &s->cp);
    vec_free(s->cx, &s->fields);
    vec_free(s->cx, &s->methods);
    vec_free(s->cx, &s->code);
    arena_free(&s->a);
}

const char *as_fmt(Asm *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *t = arena_alloc(&s->a, (size_t)n + 1);
    if (!t) {
        s->st = ST_ERROR;
        return "";
    }
    va_start(ap, fmt);
    vsnprintf(t, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return t;
}

void as_sig(Asm *s, const char *desc, Sig *out) {
    memset(out, 0, sizeof *out);
    for (const char *d = desc + 1; *d != ')'; d = desc_skip(d)) out->n++;
    out->p = arena_alloc(&s->a, (out->n + 1) * sizeof *out->p);
    out->ret = "V";
    if (!out->p) {
        s->st = ST_ERROR;
        out->n = 0;
        return;
    }
    const char *d = desc + 1;
    for (u32 i = 0; i < out->n; i++) {
        const char *e = desc_skip(d);
        out->p[i] = as_fmt(s, "%.*s", (int)(e - d), d);
        out->words += type_words(d);
        d = e;
    }
    out->ret = as_fmt(s, "%s", d + 1);
}

const char *type_class(Asm *s, const char *d) { return *d == '[' ? d : as_fmt(s, "%.*s", (int)strlen(d) - 2, d + 1); }
const char *class_type(Asm *s, const char *name) { return *name == '[' ? name : as_fmt(s, "L%s;", name); }

/* --- pool --- */

static u16 entry(Asm *s, SynthCp e) {
    if (s->cp.n >= 4000) { /* ci_synth adds up to five entries to each */
        s->bad = "the call site needs too many constants";
        return 1;
    }
    if (vec_push(s->cx, &s->cp, e)) {
        s->st = ST_ERROR;
        return 0;
    }
    return (u16)(s->cp.n - 1);
}
u16 as_class(Asm *s, const char *name) { return entry(s, (SynthCp){.tag = CP_Class, .cls = name}); }
u16 as_class_of(Asm *s, ClassInfo *ci) {
    return entry(s, (SynthCp){.tag = CP_Class, .cls = ci->name->s, .resolved.ci = ci});
}
u16 as_string(Asm *s, const char *t) { return entry(s, (SynthCp){.tag = CP_String, .name = t}); }
u16 as_method(Asm *s, const char *cls, const char *name, const char *desc) {
    return entry(s, (SynthCp){.tag = CP_Methodref, .cls = cls, .name = name, .desc = desc});
}
u16 as_method_of(Asm *s, MethodInfo *mi) {
    u8 tag = mi->ci->access & ACC_INTERFACE ? CP_InterfaceMethodref : CP_Methodref;
    return entry(s, (SynthCp){.tag = tag, .resolved.mi = mi});
}
u16 as_field(Asm *s, const char *cls, const char *name, const char *desc) {
    return entry(s, (SynthCp){.tag = CP_Fieldref, .cls = cls, .name = name, .desc = desc});
}
u16 as_field_of(Asm *s, FieldInfo *fi) { return entry(s, (SynthCp){.tag = CP_Fieldref, .resolved.fi = fi}); }

/* --- code --- */

void as_op(Asm *s, u8 op) {
    if (vec_push(s->cx, &s->code, op)) s->st = ST_ERROR;
}
void as_op_u8(Asm *s, u8 op, u8 v) {
    as_op(s, op);
    as_op(s, v);
}
void as_op_u16(Asm *s, u8 op, u16 v) {
    as_op(s, op);
    as_op(s, (u8)(v >> 8));
    as_op(s, (u8)v);
}
void as_int(Asm *s, i32 v) {
    if (v >= -1 && v <= 5) as_op(s, (u8)(OP_ICONST_0 + v));
    else if (v == (i16)v) as_op_u16(s, OP_SIPUSH, (u16)v);
    else as_op_u16(s, OP_LDC_W, entry(s, (SynthCp){.tag = CP_Integer, .bits = (u32)v}));
}
static u32 family(const char *d) { /* position in I J F D A order */
    switch (*d) {
    case 'J': return 1;
    case 'F': return 2;
    case 'D': return 3;
    case 'L':
    case '[': return 4;
    default: return 0;
    }
}
void as_load(Asm *s, const char *type, u32 slot) {
    if (slot < 256) {
        as_op_u8(s, (u8)(OP_ILOAD + family(type)), (u8)slot);
    } else {
        as_op(s, OP_WIDE);
        as_op_u16(s, (u8)(OP_ILOAD + family(type)), (u16)slot);
    }
}
void as_return(Asm *s, const char *type) { as_op(s, *type == 'V' ? OP_RETURN : (u8)(OP_IRETURN + family(type))); }
void as_static(Asm *s, const char *cls, const char *name, const char *desc) {
    as_op_u16(s, OP_INVOKESTATIC, as_method(s, cls, name, desc));
}
void as_virtual(Asm *s, const char *cls, const char *name, const char *desc) {
    as_op_u16(s, OP_INVOKEVIRTUAL, as_method(s, cls, name, desc));
}
void as_invoke(Asm *s, u8 op, MethodInfo *mi) {
    as_op_u16(s, op, as_method_of(s, mi));
    if (op != OP_INVOKEINTERFACE) return;
    as_op(s, (u8)mi->n_args);
    as_op(s, 0);
}
u32 as_branch(Asm *s, u8 op) {
    u32 at = s->code.n;
    as_op_u16(s, op, 0);
    return at;
}
void as_land(Asm *s, u32 at) {
    if (s->st) return;
    u32 d = s->code.n - at;
    if (d > 0x7fff) s->bad = "the call site needs too much code";
    s->code.v[at + 1] = (u8)(d >> 8);
    s->code.v[at + 2] = (u8)d;
}

void as_method_end(Asm *s, const char *name, const char *desc, u16 flags, u32 locals, u32 stack) {
    u8 *code = arena_alloc(&s->a, s->code.n + 1u);
    if (s->code.n > 0xffff) s->bad = "the call site needs too much code";
    if (!code || s->st) {
        s->st = ST_ERROR;
        return;
    }
    mem_copy(code, s->code.v, s->code.n);
    SynthMethod m = {name, desc, flags, (u16)stack, (u16)locals, code, s->code.n, s->catches};
    if (vec_push(s->cx, &s->methods, m)) s->st = ST_ERROR;
    s->code.n = 0;
    s->catches = (struct SynthHandler){0};
}
void as_native(Asm *s, const char *name, const char *desc) {
    SynthMethod m = {.name = name, .desc = desc, .flags = ACC_PRIVATE | ACC_STATIC | ACC_NATIVE | ACC_SYNTHETIC};
    if (vec_push(s->cx, &s->methods, m)) s->st = ST_ERROR;
}
void as_field_add(Asm *s, const char *name, const char *desc, u16 flags) {
    if (vec_push(s->cx, &s->fields, ((SynthField){name, desc, flags}))) s->st = ST_ERROR;
}

/* --- adaptation --- */

static const struct {
    char prim;
    const char *box, *unbox;
} wrappers[] = {
    {'I', "java/lang/Integer", "intValue"},     {'J', "java/lang/Long", "longValue"},
    {'F', "java/lang/Float", "floatValue"},     {'D', "java/lang/Double", "doubleValue"},
    {'Z', "java/lang/Boolean", "booleanValue"}, {'B', "java/lang/Byte", "byteValue"},
    {'S', "java/lang/Short", "shortValue"},     {'C', "java/lang/Character", "charValue"},
};
enum { N_WRAPPERS = sizeof wrappers / sizeof wrappers[0] };

static int wrapper_index(char prim) {
    for (int i = 0; i < N_WRAPPERS; i++)
        if (wrappers[i].prim == prim) return i;
    return 0;
}
/* The primitive a wrapper type is of, or NULL. */
static const char *unwrapped(const char *d) {
    static const char *const prims[] = {"I", "J", "F", "D", "Z", "B", "S", "C"};
    for (int i = 0; i < N_WRAPPERS; i++)
        if (*d == 'L' && !strncmp(d + 1, wrappers[i].box, strlen(wrappers[i].box)) &&
            !strcmp(d + 1 + strlen(wrappers[i].box), ";"))
            return prims[i];
    return NULL;
}

void as_box(Asm *s, const char *prim) {
    const char *box = wrappers[wrapper_index(*prim)].box;
    as_static(s, box, "valueOf", as_fmt(s, "(%c)L%s;", *prim, box));
}
/* Box of class `box` (a wrapper or Number) to the primitive `to`. */
static void unbox(Asm *s, const char *box, const char *to) {
    as_virtual(s, box, wrappers[wrapper_index(*to)].unbox, as_fmt(s, "()%c", *to));
}

/* JLS 5.1.2. Small ints are ints on the stack. */
static void widen(Asm *s, char from, char to) {
    if (from == to) return;
    bool small = from == 'B' || from == 'S' || from == 'C' || from == 'I';
    if (to == 'I' && small) return;
    if (to == 'S' && from == 'B') return;
    if (to == 'J' && small) as_op(s, OP_I2L);
    else if (to == 'F' && small) as_op(s, OP_I2F);
    else if (to == 'D' && small) as_op(s, OP_I2D);
    else if (to == 'F' && from == 'J') as_op(s, OP_L2F);
    else if (to == 'D' && from == 'J') as_op(s, OP_L2D);
    else if (to == 'D' && from == 'F') as_op(s, OP_F2D);
    else s->bad = "a primitive type cannot be widened to the one that is wanted";
}

static void cast(Asm *s, const char *from, const char *to) {
    if (!strcmp(from, to) || !strcmp(to, "Ljava/lang/Object;")) return;
    as_op_u16(s, OP_CHECKCAST, as_class(s, type_class(s, to)));
}

void as_convert(Asm *s, const char *arg, const char *to, const char *promised) {
    if (*arg == 'V' || *to == 'V') return;
    if (!strcmp(arg, to) && !strcmp(arg, promised)) return;
    if (type_prim(arg)) {
        if (type_prim(to)) {
            widen(s, *arg, *to);
            return;
        }
        const char *p = unwrapped(to);
        if (p) {
            widen(s, *arg, *p);
            as_box(s, p);
        } else {
            as_box(s, arg);
            cast(s, as_fmt(s, "L%s;", wrappers[wrapper_index(*arg)].box), to);
        }
        return;
    }
    const char *src = arg;
    if (!type_prim(promised) && *promised != 'V') {
        src = promised;
        cast(s, arg, promised); /* a wrong argument is a ClassCastException here */
    }
    if (!type_prim(to)) {
        cast(s, src, to);
        return;
    }
    const char *p = unwrapped(src);
    if (p && *p != 'C' && *p != 'Z') {
        if (*to == 'C' || *to == 'Z') s->bad = "a boxed number is wanted as a char or boolean";
        else unbox(s, type_class(s, src), to);
    } else if (p) {
        unbox(s, type_class(s, src), p);
        widen(s, *p, *to);
    } else {
        bool number = *to != 'C' && *to != 'Z';
        const char *mid = number ? "java/lang/Number" : wrappers[wrapper_index(*to)].box;
        cast(s, src, as_fmt(s, "L%s;", mid));
        unbox(s, mid, to);
    }
}
