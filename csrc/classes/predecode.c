/* predecode.c -- class-file bytecode to struct Insn (opcodes.def has the forms), with the checks of
 * JVMS 4.9.1 that need no types: opcodes, operands, branch targets, handlers, the end of the code. */
#include "classes/code.h"
#include <stdio.h>

typedef struct Decoder {
    Classes *cs;
    const MethodInfo *mi;
    const ClassFile *cf;
    const CfCode *cc;
    Arena *a;
    Code *out;
    u32 *index; /* bytecode index -> instruction + 1, 0: inside one */
    u32 at;     /* bytecode index of the instruction being decoded */
    int opcode;
    const char *err;
    Status st;
} Decoder;

const char *code_error(Arena *a, const MethodInfo *mi, u32 bci, int opcode, const char *reason, const char *detail) {
    char where[64] = "";
    if (opcode >= 0)
        snprintf(where, sizeof where, ": %s",
                 opcode < OP_COUNT && op_info[opcode].name ? op_info[opcode].name : "<illegal>");
    const char *fmt = "%s\nException Details:\n  Location:\n    %s.%s%s @%u%s\n  Reason:\n    %s";
    int n = snprintf(NULL, 0, fmt, reason, mi->ci->name->s, mi->name->s, mi->desc->s, bci, where, detail);
    char *s = arena_alloc(a, (size_t)n + 1);
    if (s) snprintf(s, (size_t)n + 1, fmt, reason, mi->ci->name->s, mi->name->s, mi->desc->s, bci, where, detail);
    return s;
}

static void bad(Decoder *d, const char *reason, const char *detail) {
    if (d->err || d->st) return;
    d->err = code_error(d->a, d->mi, d->at, d->opcode, reason, detail);
    if (!d->err) d->st = ST_ERROR;
}

static inline u32 rd2(const u8 *p) { return (u32)p[0] << 8 | p[1]; }
static inline u32 rd4(const u8 *p) { return rd2(p) << 16 | rd2(p + 2); }

/* Length of the instruction at p, 0 if it is malformed or runs past the end. Switches also give
 * the size of their table. */
static u32 insn_length(Decoder *d, const u8 *p, u32 left, u32 *sw) {
    u32 op = p[0];
    if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        u32 pad = 3 - (d->at & 3), fixed = op == OP_TABLESWITCH ? 12 : 8;
        if (left < 1 + pad + fixed) return 0;
        const u8 *q = p + 1 + pad;
        u64 cells, bytes;
        if (op == OP_TABLESWITCH) {
            i64 n = (i64)(i32)rd4(q + 8) - (i32)rd4(q + 4) + 1;
            if (n <= 0) return bad(d, "Bad instruction", "low must be less than or equal to high in tableswitch"), 0;
            bytes = 4 * (u64)n, cells = 3 + (u64)n;
        } else {
            i64 n = (i32)rd4(q + 4);
            if (n < 0) return bad(d, "Bad instruction", "number of keys in lookupswitch less than 0"), 0;
            bytes = 8 * (u64)n, cells = 2 + 2 * (u64)n;
        }
        if (bytes > left - (1 + pad + fixed)) return 0;
        *sw += (u32)cells;
        return 1 + pad + fixed + (u32)bytes;
    }
    if (op == OP_WIDE) {
        if (left < 2) return 0;
        u32 n = p[1] == OP_IINC ? 6 : 4;
        bool ok = p[1] == OP_IINC || p[1] == OP_RET || (p[1] >= OP_ILOAD && p[1] <= OP_ALOAD) ||
                  (p[1] >= OP_ISTORE && p[1] <= OP_ASTORE);
        if (!ok) return bad(d, "Bad instruction", "Bad wide instruction"), 0;
        return left < n ? 0 : n;
    }
    if (op > OP_JSR_W) return bad(d, "Bad instruction", "Illegal opcode"), 0;
    u32 n = op_info[op].length;
    return left < n ? 0 : n;
}

static u16 local(Decoder *d, u32 n, u32 words) {
    if (n + words > d->cc->max_locals) bad(d, "Local index is invalid", "Local variable index out of range");
    else if (n + words > d->out->n_locals) d->out->n_locals = n + words;
    return (u16)n;
}

static i32 target(Decoder *d, u32 self, i64 offset) {
    i64 t = (i64)d->at + offset;
    if (t < 0 || t >= d->cc->len || !d->index[t]) {
        bad(d, "Illegal target of jump or branch", "Branch target is outside the code or inside an instruction");
        return 0;
    }
    return (i32)(d->index[t] - 1) - (i32)self;
}

static bool pool(Decoder *d, u32 i, u32 tags /* bit mask of CpTag */) {
    if (i != 0 && i < d->cf->n_cp && (tags >> d->cf->cp[i].tag & 1)) return true;
    bad(d, "Illegal constant pool index", "Bad index or tag of constant pool entry");
    return false;
}

#define TAG(t) (1u << (t))
#define TAGS_LDC                                                                                                       \
    (TAG(CP_Integer) | TAG(CP_Float) | TAG(CP_String) | TAG(CP_Class) | TAG(CP_MethodType) | TAG(CP_MethodHandle) |    \
     TAG(CP_Dynamic))

static void constant(Decoder *d, Insn *in, u32 op, u32 i) {
    bool two = op == OP_LDC2_W;
    if (!pool(d, i, two ? TAG(CP_Long) | TAG(CP_Double) | TAG(CP_Dynamic) : TAGS_LDC)) return;
    const CpEntry *e = &d->cf->cp[i];
    in->op = two ? OP_LDC2_W : OP_LDC;
    in->a = e->tag;
    in->b = (i32)i;
    switch (e->tag) {
    case CP_Integer:
        in->op = OP_ICONST;
        in->b = e->u.i;
        break;
    case CP_Float:
        in->op = OP_FCONST;
        in->f = e->u.f;
        break;
    case CP_Long:
        if (e->u.l == (i32)e->u.l) in->op = OP_LCONST, in->b = (i32)e->u.l;
        break;
    case CP_Double: {
        /* NaNs and values a float cannot hold stay in the pool: the bits must come back exactly */
        float f = (float)e->u.d;
        double back = f;
        if (e->u.d == e->u.d && memcmp(&back, &e->u.d, 8) == 0) in->op = OP_DCONST, in->f = f;
        break;
    }
    case CP_Dynamic: {
        char t = cp_ref_desc(d->cf, (u16)i)->s[0];
        if ((t == 'J' || t == 'D') != two)
            bad(d, "Illegal type in constant pool", "Dynamic constant of the wrong size");
        break;
    }
    default: break;
    }
}

static void member(Decoder *d, Insn *in, u32 op, const u8 *p) {
    u32 i = rd2(p + 1), m = TAG(CP_Methodref);
    in->op = (u16)op;
    in->b = (i32)i;
    if (op <= OP_PUTFIELD) {
        if (pool(d, i, TAG(CP_Fieldref))) in->a = type_of_desc(cp_ref_desc(d->cf, (u16)i)->s[0]);
        return;
    }
    if (op == OP_INVOKEINTERFACE) m = TAG(CP_InterfaceMethodref);
    if (op == OP_INVOKEDYNAMIC) m = TAG(CP_InvokeDynamic);
    if (op == OP_INVOKESPECIAL || op == OP_INVOKESTATIC)
        if (d->cf->major >= 52) m |= TAG(CP_InterfaceMethodref);
    if (!pool(d, i, m)) return;
    const Sym *name = cp_ref_name(d->cf, (u16)i);
    int words = desc_arg_words(cp_ref_desc(d->cf, (u16)i)->s);
    if (op != OP_INVOKESTATIC && op != OP_INVOKEDYNAMIC) words++;
    in->a = (u16)words;
    if (name->s[0] == '<' && (op != OP_INVOKESPECIAL || strcmp(name->s, "<init>") != 0))
        bad(d, "Bad invoke instruction", "Illegal call to internal method");
    if (words > 255) bad(d, "Bad invoke instruction", "Too many arguments");
    if (op == OP_INVOKEINTERFACE && (p[3] != words || p[4]))
        bad(d, "Bad invoke instruction", "Inconsistent args count operand in invokeinterface");
    if (op == OP_INVOKEDYNAMIC && (p[3] || p[4]))
        bad(d, "Bad invoke instruction", "Third and fourth operand bytes of invokedynamic must be zero");
}

static void class_operand(Decoder *d, Insn *in, u32 op, const u8 *p) {
    u32 i = rd2(p + 1);
    in->op = (u16)op;
    in->b = (i32)i;
    if (!pool(d, i, TAG(CP_Class))) return;
    const Sym *s = d->cf->cp[i].u.sym;
    u32 dims = 0;
    while (dims < s->len && s->s[dims] == '[') dims++;
    if (op == OP_NEW && dims) bad(d, "Illegal creation of array", "new of an array class");
    if (op == OP_ANEWARRAY && dims >= 255) bad(d, "Illegal array", "Array of more than 255 dimensions");
    if (op == OP_MULTIANEWARRAY) {
        in->a = p[3];
        if (p[3] == 0 || p[3] > dims) bad(d, "Illegal dimension argument", "Illegal dimension in multianewarray");
    }
}

static void switch_table(Decoder *d, Insn *in, u32 op, u32 self, const u8 *p) {
    Code *c = d->out;
    const u8 *q = p + 1 + (3 - (d->at & 3));
    i32 *t = c->sw + c->n_sw;
    in->op = (u16)op;
    in->b = (i32)c->n_sw;
    if (op == OP_TABLESWITCH) {
        u32 n = rd4(q + 8) - rd4(q + 4) + 1;
        t[0] = (i32)rd4(q + 4);
        t[1] = (i32)n;
        t[2] = target(d, self, (i32)rd4(q));
        for (u32 k = 0; k < n; k++) t[3 + k] = target(d, self, (i32)rd4(q + 12 + 4 * k));
        c->n_sw += 3 + n;
    } else {
        u32 n = rd4(q + 4);
        t[0] = (i32)n;
        t[1] = target(d, self, (i32)rd4(q));
        for (u32 k = 0; k < n; k++) {
            t[2 + k] = (i32)rd4(q + 8 + 8 * k);
            t[2 + n + k] = target(d, self, (i32)rd4(q + 12 + 8 * k));
            if (k && t[1 + k] >= t[2 + k]) bad(d, "Bad lookupswitch instruction", "Keys are not sorted");
        }
        c->n_sw += 2 + 2 * n;
    }
}

static u32 wide_of(u32 op) { return op == OP_LLOAD || op == OP_DLOAD || op == OP_LSTORE || op == OP_DSTORE ? 2 : 1; }

static void decode_one(Decoder *d, u32 self, const u8 *p) {
    Insn *in = &d->out->insn[self];
    u32 op = p[0];
    d->opcode = (int)op;
    in->op = (u16)op;
    if (op >= OP_ICONST_M1 && op <= OP_ICONST_5) {
        in->op = OP_ICONST;
        in->b = (i32)op - OP_ICONST_0;
    } else if (op == OP_LCONST_0 || op == OP_LCONST_1) {
        in->op = OP_LCONST;
        in->b = (i32)op - OP_LCONST_0;
    } else if (op >= OP_FCONST_0 && op <= OP_FCONST_2) {
        in->op = OP_FCONST;
        in->f = (float)(op - OP_FCONST_0);
    } else if (op == OP_DCONST_0 || op == OP_DCONST_1) {
        in->op = OP_DCONST;
        in->f = (float)(op - OP_DCONST_0);
    } else if (op == OP_BIPUSH || op == OP_SIPUSH) {
        in->op = OP_ICONST;
        in->b = op == OP_BIPUSH ? (i8)p[1] : (i16)rd2(p + 1);
    } else if (op == OP_LDC) {
        constant(d, in, op, p[1]);
    } else if (op == OP_LDC_W || op == OP_LDC2_W) {
        constant(d, in, op, rd2(p + 1));
    } else if ((op >= OP_ILOAD && op <= OP_ALOAD) || (op >= OP_ISTORE && op <= OP_ASTORE)) {
        in->a = local(d, p[1], wide_of(op));
    } else if (op >= OP_ILOAD_0 && op <= OP_ALOAD_3) {
        in->op = (u16)(OP_ILOAD + (op - OP_ILOAD_0) / 4);
        in->a = local(d, (op - OP_ILOAD_0) % 4, wide_of(in->op));
    } else if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3) {
        in->op = (u16)(OP_ISTORE + (op - OP_ISTORE_0) / 4);
        in->a = local(d, (op - OP_ISTORE_0) % 4, wide_of(in->op));
    } else if (op == OP_IINC) {
        in->a = local(d, p[1], 1);
        in->b = (i8)p[2];
    } else if (op == OP_RET) {
        in->a = local(d, p[1], 1);
        d->out->jsr = true;
    } else if (op == OP_WIDE) {
        in->op = p[1];
        in->a = local(d, rd2(p + 2), wide_of(p[1]));
        if (p[1] == OP_IINC) in->b = (i16)rd2(p + 4);
        if (p[1] == OP_RET) d->out->jsr = true;
    } else if (op == OP_GOTO_W || op == OP_JSR_W) {
        in->op = op == OP_GOTO_W ? OP_GOTO : OP_JSR;
        in->b = target(d, self, (i32)rd4(p + 1));
    } else if (op_info[op].flags & F_BRANCH) {
        in->b = target(d, self, (i16)rd2(p + 1));
    } else if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        switch_table(d, in, op, self, p);
    } else if (op >= OP_GETSTATIC && op <= OP_INVOKEDYNAMIC) {
        member(d, in, op, p);
    } else if (op == OP_NEWARRAY) {
        in->a = p[1];
        if (p[1] < T_BOOLEAN || p[1] > T_LONG) bad(d, "Illegal newarray instruction", "Bad type of elements");
    } else if (op == OP_NEW || op == OP_ANEWARRAY || op == OP_CHECKCAST || op == OP_INSTANCEOF ||
               op == OP_MULTIANEWARRAY) {
        class_operand(d, in, op, p);
    }
    if (in->op == OP_JSR) d->out->jsr = true;
    if (d->out->jsr && d->cf->major >= 51) bad(d, "Bad instruction", "jsr/ret in a class file of version 51 or later");
}

static void decode_handlers(Decoder *d) {
    Code *c = d->out;
    const CfCode *cc = d->cc;
    for (u32 i = 0; i < cc->n_handlers; i++) {
        const CfHandler *h = &cc->handlers[i];
        d->at = h->handler;
        d->opcode = -1;
        bool ok = h->start < h->end && h->end <= cc->len && h->handler < cc->len && d->index[h->start] &&
                  d->index[h->end] && d->index[h->handler];
        if (!ok) return bad(d, "Illegal exception table range", "Handler range or target is not on instructions");
        if (h->type && !pool(d, h->type, TAG(CP_Class))) return;
        c->handlers[i] = (Handler){d->index[h->start] - 1, d->index[h->end] - 1, d->index[h->handler] - 1, h->type};
    }
}

Status code_decode(Classes *cs, const MethodInfo *mi, Arena *a, Code *out, const char **err) {
    memset(out, 0, sizeof *out);
    *err = NULL;
    if (!mi->cf || !mi->cf->code)
        return cx_fail(cs->cx, ERR_INTERNAL, "no code in %s.%s%s", mi->ci->name->s, mi->name->s, mi->desc->s);
    const CfCode *cc = mi->cf->code;
    Decoder d = {.cs = cs, .mi = mi, .cf = mi->ci->cf, .cc = cc, .a = a, .out = out, .opcode = -1};
    size_t index_bytes = ((size_t)cc->len + 1) * sizeof(u32);
    d.index = cx_alloc(cs->cx, index_bytes);
    if (!d.index) return ST_ERROR;

    u32 n = 0, sw = 0, last = 0;
    for (u32 p = 0; p < cc->len;) {
        d.at = p;
        d.opcode = cc->code[p];
        u32 len = insn_length(&d, cc->code + p, cc->len - p, &sw);
        if (!len) {
            bad(&d, "Bad instruction", "Instruction runs past the end of the code");
            goto done;
        }
        d.index[p] = ++n;
        last = p;
        p += len;
    }
    d.index[cc->len] = n + 1;
    if (n == 0) {
        bad(&d, "Bad instruction", "No code");
        goto done;
    }
    out->n = n;
    out->n_locals = mi->n_args;
    out->n_handlers = cc->n_handlers;
    out->insn = arena_alloc(a, (n + 1) * sizeof *out->insn);
    out->bci = arena_alloc(a, (n + 1) * sizeof *out->bci);
    out->sw = sw ? arena_alloc(a, sw * sizeof *out->sw) : NULL;
    out->handlers = cc->n_handlers ? arena_alloc(a, cc->n_handlers * sizeof *out->handlers) : NULL;
    if (!out->insn || !out->bci || (sw && !out->sw) || (cc->n_handlers && !out->handlers)) {
        d.st = ST_ERROR;
        goto done;
    }
    for (u32 p = 0; p < cc->len && !d.err && !d.st; p++)
        if (d.index[p]) {
            u32 self = d.index[p] - 1;
            out->bci[self] = d.at = p;
            decode_one(&d, self, cc->code + p);
        }
    out->bci[n] = cc->len;
    out->insn[n].op = OP_IMPDEP2;
    d.at = last;
    d.opcode = cc->code[last];
    u16 end = out->insn[n - 1].op;
    if (!(op_info[end].flags & F_STOP) || end == OP_JSR)
        bad(&d, "Control flow falls through code end", "Control flow falls through code end");
    if (mi->n_args > cc->max_locals) {
        d.at = 0;
        bad(&d, "Arguments can't fit into locals", "Arguments can't fit into locals");
    }
    decode_handlers(&d);
done:
    cx_free(cs->cx, d.index, index_bytes);
    *err = d.err;
    return d.st;
}

/* Classes of the JDK image are trusted to be well typed (the JDK's own build verified them), and so
 * are the VM's static methods (the factory of a lambda fills its object before any constructor);
 * everything else must pass flow.c before it runs. A lambda's methods follow the types in the
 * program's class file and are verified like it. */
static bool trusted(const MethodInfo *mi) {
    return (mi->ci->attrs & CA_SYSTEM) || ((mi->attrs & MA_SYNTHETIC_VM) && (mi->flags & ACC_STATIC));
}

Status mi_predecode(Classes *cs, MethodInfo *mi) {
    if (mi->code || mi->verify_error) return ST_OK;
    Code c;
    const char *err;
    if (code_decode(cs, mi, mi->ci->arena, &c, &err)) return ST_ERROR;
    if (!err && !trusted(mi)) {
        Flow f;
        if (flow_run(cs, mi, &c, true, mi->ci->arena, &f, &err)) return ST_ERROR;
        flow_free(&f);
    }
    if (err) {
        mi->verify_error = err;
        return ST_OK;
    }
    fuse(c.insn, c.n);
    if (mi->ci->attrs & CA_OWN_LOADER) { /* as it was, behind what quickening changes */
        Insn *both = arena_alloc(mi->ci->arena, 2 * (size_t)c.n * sizeof *both);
        if (!both) return ST_ERROR;
        mem_copy(both, c.insn, c.n * sizeof *both);
        mem_copy(both + c.n, c.insn, c.n * sizeof *both);
        c.insn = both;
    }
    mi->code = c.insn;
    mi->n_code = c.n;
    mi->bci = c.bci;
    mi->handlers = c.handlers;
    mi->n_handlers = c.n_handlers;
    mi->switches = c.sw;
    mi->n_switches = c.n_sw;
    if (c.jsr) mi->attrs |= MA_HAS_JSR;
    return ST_OK;
}

void mi_unquicken(MethodInfo *mi) {
    if (!mi->code || !(mi->ci->attrs & CA_OWN_LOADER)) return;
    mem_copy(mi->code, mi->code + mi->n_code, mi->n_code * sizeof *mi->code);
}
