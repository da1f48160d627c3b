/* test_predecode.c -- canonical forms of java.base (arguments: lib/modules files), hand-made bad code,
 * and random code: whatever the bytes are, the answer is instructions or a VerifyError text. */
#include "code_util.h"

static u64 n_insns, n_methods;

/* Every instruction against the bytes it came from. */
static void one_class(Bench *b) {
    const ClassFile *cf = b->ci.cf;
    for (u32 i = 0; i < b->n_methods; i++) {
        MethodInfo *mi = &b->methods[i];
        if (!mi->cf->code) continue;
        n_methods++;
        if (mi_predecode(&b->cs, mi) || !mi->code) {
            CHECK(0, "%s.%s: %s", mi->ci->name->s, mi->name->s, mi->verify_error ? mi->verify_error : b->cx.err.msg);
            cx_clear(&b->cx);
            continue;
        }
        /* the forms before superinstructions */
        const u8 *code = mi->cf->code->code;
        Code c;
        const char *err;
        if (code_decode(&b->cs, mi, &b->arena, &c, &err) || err) {
            CHECK(0, "decodes once only");
            continue;
        }
        CHECK(c.n == mi->n_code, "length");
        for (u32 k = 0; k < c.n; k++) {
            const Insn *in = &c.insn[k];
            const u8 *p = code + mi->bci[k];
            n_insns++;
            CHECK(!(op_info[in->op].flags & (F_FOLD | F_RESERVED)), "folded form %s stays", op_info[in->op].name);
            switch (p[0]) {
            case OP_ICONST_M1: CHECK(in->op == OP_ICONST && in->b == -1, "iconst_m1"); break;
            case OP_BIPUSH: CHECK(in->op == OP_ICONST && in->b == (i8)p[1], "bipush"); break;
            case OP_SIPUSH: CHECK(in->op == OP_ICONST && in->b == (i16)(p[1] << 8 | p[2]), "sipush"); break;
            case OP_ALOAD_3: CHECK(in->op == OP_ALOAD && in->a == 3, "aload_3"); break;
            case OP_DSTORE_1: CHECK(in->op == OP_DSTORE && in->a == 1, "dstore_1"); break;
            case OP_LDC2_W: {
                const CpEntry *e = &cf->cp[p[1] << 8 | p[2]];
                if (e->tag == CP_Long && in->op == OP_LCONST) CHECK(e->u.l == in->b, "lconst");
                if (e->tag == CP_Double && in->op == OP_DCONST) {
                    double d = in->f;
                    CHECK(memcmp(&d, &e->u.d, 8) == 0, "dconst");
                }
                break;
            }
            case OP_GOTO:
            case OP_IFNULL:
            case OP_IF_ICMPLT:
                CHECK(mi->bci[(i32)k + in->b] == mi->bci[k] + (u32)(i16)(p[1] << 8 | p[2]), "branch");
                break;
            case OP_LOOKUPSWITCH: {
                const i32 *t = c.sw + in->b;
                const u8 *q = code + ((mi->bci[k] + 4) & ~3u);
                u32 d = (u32)q[0] << 24 | (u32)q[1] << 16 | (u32)q[2] << 8 | q[3];
                CHECK(mi->bci[(i32)k + t[1]] == mi->bci[k] + d, "lookupswitch");
                break;
            }
            default: break;
            }
        }
        CHECK(c.insn[c.n].op == OP_IMPDEP2, "sentinel");
    }
}

/* --- hand-made code over a pool --- */
typedef struct Made {
    ClassFile cf;
    CfMember m;
    CfCode cc;
    CfHandler h[4];
    MethodInfo mi;
} Made;
static CpEntry pool[32];

static void make_pool(Bench *b) {
#define S(x) sym_z(&b->cs.syms, x)
    pool[1] = (CpEntry){.tag = CP_Class, .u.sym = S("T")};
    pool[2] = (CpEntry){.tag = CP_Utf8, .u.sym = S("f")};
    pool[3] = (CpEntry){.tag = CP_Utf8, .u.sym = S("I")};
    pool[4] = (CpEntry){.tag = CP_NameAndType, .a = 2, .b = 3};
    pool[5] = (CpEntry){.tag = CP_Fieldref, .a = 1, .b = 4};
    pool[6] = (CpEntry){.tag = CP_Utf8, .u.sym = S("(J[ILjava/lang/String;)D")};
    pool[7] = (CpEntry){.tag = CP_NameAndType, .a = 2, .b = 6};
    pool[8] = (CpEntry){.tag = CP_Methodref, .a = 1, .b = 7};
    pool[9] = (CpEntry){.tag = CP_Long, .u.l = 1ll << 40};
    pool[11] = (CpEntry){.tag = CP_String, .u.sym = S("x")};
    pool[12] = (CpEntry){.tag = CP_Class, .u.sym = S("[[I")};
    pool[13] = (CpEntry){.tag = CP_Utf8, .u.sym = S("<init>")};
    pool[14] = (CpEntry){.tag = CP_Utf8, .u.sym = S("()V")};
    pool[15] = (CpEntry){.tag = CP_NameAndType, .a = 13, .b = 14};
    pool[16] = (CpEntry){.tag = CP_Methodref, .a = 1, .b = 15};
    pool[17] = (CpEntry){.tag = CP_Double, .u.d = 0.1};
    pool[19] = (CpEntry){.tag = CP_Integer, .u.i = 70000};
}

static const char *decode(Bench *b, Made *d, const u8 *code, u32 n, const char *desc, u16 stack, u16 locals, u16 major,
                          u16 n_handlers) {
    d->cf = (ClassFile){
        .major = major, .n_cp = 20, .cp = pool, .name = pool[1].u.sym, .super = sym_z(&b->cs.syms, "java/lang/Object")};
    d->cc = (CfCode){
        .max_stack = stack, .max_locals = locals, .len = n, .code = code, .n_handlers = n_handlers, .handlers = d->h};
    d->m = (CfMember){.code = &d->cc};
    b->ci.cf = &d->cf;
    b->ci.name = d->cf.name;
    b->ci.arena = &b->arena;
    b->ci.attrs = 0;
    d->mi = (MethodInfo){.ci = &b->ci,
                         .cf = &d->m,
                         .flags = ACC_STATIC,
                         .name = sym_z(&b->cs.syms, "m"),
                         .desc = sym_z(&b->cs.syms, desc),
                         .max_stack = stack,
                         .max_locals = locals,
                         .n_args = (u16)desc_arg_words(desc)};
    if (mi_predecode(&b->cs, &d->mi)) return b->cx.err.msg;
    return d->mi.code ? NULL : d->mi.verify_error;
}

#define BAD(text, desc, stack, locals, ...)                                                                            \
    do {                                                                                                               \
        static const u8 c_[] = {__VA_ARGS__};                                                                          \
        const char *e_ = decode(b, &d, c_, sizeof c_, desc, stack, locals, 52, 0);                                     \
        CHECK(e_ && !strncmp(e_, text, strlen(text)), "want %s, got %s", text, e_ ? e_ : "nothing");                   \
    } while (0)
#define GOOD(desc, stack, locals, ...)                                                                                 \
    do {                                                                                                               \
        static const u8 c_[] = {__VA_ARGS__};                                                                          \
        const char *e_ = decode(b, &d, c_, sizeof c_, desc, stack, locals, 52, 0);                                     \
        CHECK(!e_, "%s", e_);                                                                                          \
    } while (0)

static void hand_made(Bench *b) {
    static Made d;
    arena_init(&b->arena, &b->cx);
    GOOD("()V", 0, 0, OP_RETURN);
    GOOD("()I", 1, 0, OP_LDC, 19, OP_IRETURN);
    CHECK(d.mi.code[0].op == OP_ICONST && d.mi.code[0].b == 70000, "ldc of an Integer");
    GOOD("()V", 2, 0, OP_LDC2_W, 0, 9, OP_POP2, OP_RETURN);
    CHECK(d.mi.code[0].op == OP_LDC2_W && d.mi.code[0].a == CP_Long, "long that does not fit");
    GOOD("()V", 2, 0, OP_LDC2_W, 0, 17, OP_POP2, OP_RETURN);
    CHECK(d.mi.code[0].op == OP_LDC2_W && d.mi.code[0].a == CP_Double, "0.1 is no float");
    GOOD("(I)V", 1, 300, OP_WIDE, OP_IINC, 0, 0, 3, 0xe8, OP_RETURN);
    CHECK(d.mi.code[0].op == OP_IINC && d.mi.code[0].b == 1000, "wide iinc");
    GOOD("()V", 2, 0, OP_NEW, 0, 1, OP_DUP, OP_INVOKESPECIAL, 0, 16, OP_POP, OP_RETURN);
    GOOD("([[I)I", 2, 1, OP_ALOAD_0, OP_ICONST_0, OP_AALOAD, OP_ICONST_0, OP_IALOAD, OP_IRETURN);
    BAD("Control flow falls through", "()V", 1, 0, OP_NOP);
    BAD("Bad instruction", "()V", 1, 0, 0xcb, OP_RETURN);
    BAD("Bad instruction", "()V", 1, 0, OP_GOTO, 0);
    BAD("Illegal target", "()V", 1, 0, OP_GOTO, 0, 1, OP_RETURN);
    BAD("Illegal target", "()V", 1, 0, OP_GOTO, 0x7f, 1, OP_RETURN);
    BAD("Local index", "()V", 1, 1, OP_ICONST_0, OP_ISTORE_1, OP_RETURN);
    BAD("Local index", "()V", 2, 1, OP_LCONST_0, OP_LSTORE_0, OP_RETURN);
    BAD("Illegal constant pool index", "()V", 1, 1, OP_GETSTATIC, 0, 1, OP_RETURN);
    BAD("Illegal constant pool index", "()V", 1, 1, OP_NEW, 0, 99, OP_RETURN);
    BAD("Illegal creation of array", "()V", 1, 1, OP_NEW, 0, 12, OP_RETURN);
    BAD("Operand stack underflow", "()V", 1, 1, OP_POP, OP_RETURN);
    BAD("Operand stack overflow", "()V", 1, 1, OP_ICONST_0, OP_ICONST_0, OP_RETURN);
    BAD("Bad type on operand stack", "()V", 2, 1, OP_ICONST_0, OP_ACONST_NULL, OP_IADD, OP_RETURN);
    BAD("Bad type on operand stack", "()V", 2, 1, OP_LCONST_0, OP_POP, OP_RETURN);
    BAD("Bad local variable type", "()V", 1, 1, OP_ILOAD_0, OP_RETURN);
    BAD("Bad local variable type", "(I)V", 1, 1, OP_ALOAD_0, OP_RETURN);
    BAD("Wrong return type", "()I", 1, 1, OP_RETURN);
    BAD("Bad type on operand stack", "()I", 1, 1, OP_ACONST_NULL, OP_IRETURN);
    BAD("Bad type on operand stack", "([J)I", 2, 1, OP_ALOAD_0, OP_ICONST_0, OP_IALOAD, OP_IRETURN);
    BAD("Bad type on operand stack", "(Ljava/lang/Object;)I", 2, 1, OP_ALOAD_0, OP_ICONST_0, OP_IALOAD, OP_IRETURN);
    BAD("Bad type on operand stack", "([Ljava/lang/Object;)[I", 2, 1, OP_ALOAD_0, OP_ARETURN);
    BAD("Bad type on operand stack", "()V", 4, 0, OP_LCONST_0, OP_ACONST_NULL, OP_ICONST_0, OP_INVOKESTATIC, 0, 8,
        OP_RETURN);
    BAD("Bad type on operand stack", "()V", 2, 0, OP_NEW, 0, 1, OP_ARRAYLENGTH, OP_POP, OP_RETURN);
    BAD("Inconsistent stackmap", "(I)V", 2, 1, OP_ILOAD_0, OP_IFEQ, 0, 4, OP_ICONST_0, OP_RETURN);
    BAD("Bad instruction", "()V", 1, 1, OP_JSR, 0, 3, OP_POP, OP_RETURN);
    BAD("Bad instruction", "()V", 1, 1, OP_ICONST_0, OP_TABLESWITCH, 0, 0, 0, 0, 0, 11, 0, 0, 0, 9, 0, 0, 0, 1,
        OP_RETURN);
    BAD("Bad lookupswitch", "()V", 1, 1, OP_ICONST_0, OP_LOOKUPSWITCH, 0, 0, 0, 0, 0, 27, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0,
        0, 27, 0, 0, 0, 5, 0, 0, 0, 27, OP_RETURN);
    arena_free(&b->arena);
    printf("hand-made methods: %s\n", fails ? "FAIL" : "ok");
}

/* Random instructions, half of them sensible; jsr allowed. Answers only have to exist. */
static u64 seed = 88172645463325252ull;
static u32 rnd(u32 n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (u32)(seed >> 11) % n;
}
static void random_code(Bench *b, u32 rounds) {
    static Made d;
    static u8 code[256];
    static const u8 easy[] = {OP_ICONST_0, OP_ACONST_NULL, OP_ILOAD_0, OP_ISTORE_0, OP_ALOAD_1,  OP_ASTORE_1,
                              OP_DUP,      OP_POP,         OP_IADD,    OP_LCONST_0, OP_POP2,     OP_NOP,
                              OP_SWAP,     OP_RETURN,      OP_ARETURN, OP_DUP2,     OP_LSTORE_2, OP_LLOAD_2,
                              OP_ASTORE_3, OP_ALOAD_3,     OP_ATHROW};
    u32 ok = 0, jsr = 0, bad = 0;
    for (u32 r = 0; r < rounds; r++) {
        arena_init(&b->arena, &b->cx);
        u32 n = 1 + rnd(60), i = 0;
        while (i < n) {
            u32 k = rnd(10);
            if (k < 6) code[i++] = easy[rnd(sizeof easy)];
            else if (k < 9) {
                static const u8 br[] = {OP_JSR, OP_GOTO, OP_IFEQ, OP_IFNULL, OP_JSR};
                code[i++] = br[rnd(sizeof br)];
                i32 to = (i32)rnd(n) - (i32)(i - 1);
                code[i++] = (u8)(to >> 8);
                code[i++] = (u8)to;
            } else if (rnd(2)) code[i++] = OP_RET, code[i++] = (u8)(1 + 2 * rnd(2));
            else code[i++] = (u8)rnd(256);
        }
        code[i++] = OP_RETURN;
        for (u32 h = 0; h < 2; h++) {
            u16 s = (u16)rnd(i);
            d.h[h] = (CfHandler){s, (u16)(s + rnd(i)), (u16)rnd(i), rnd(2) ? 1 : 0};
        }
        const char *e = decode(b, &d, code, i, "(ILjava/lang/Object;J)V", 6, 8, 48, (u16)rnd(3));
        if (e) {
            bad++;
            CHECK(!b->cx.err.kind, "%s", b->cx.err.msg);
        } else {
            ok++;
            if (d.mi.attrs & MA_HAS_JSR) jsr++;
            for (u32 k = 0; k < d.mi.n_code; k++)
                if (!frame_map(&b->cs, &d.mi, k, rnd(2), NULL)) {
                    CHECK(strstr(b->cx.err.msg, "no frame can stand"), "%s", b->cx.err.msg);
                    cx_clear(&b->cx);
                }
        }
        arena_free(&b->arena);
    }
    printf("random code: %u verify (%u with jsr), %u do not: %s\n", ok, jsr, bad, fails ? "FAIL" : "ok");
}

/* Each allocation of a decode refused in turn: an error, no leak. */
static void no_memory(Bench *b) {
    static Made d;
    static const u8 code[] = {OP_ILOAD_0, OP_IFEQ, 0, 4, OP_NOP, OP_RETURN};
    for (u32 k = 1; k < 40; k++) {
        u64 before = b->cx.bytes;
        arena_init(&b->arena, &b->cx);
        b->cx.fail_after = k;
        decode(b, &d, code, sizeof code, "(I)V", 2, 1, 48, 0);
        if (d.mi.code) frame_map(&b->cs, &d.mi, 0, false, NULL);
        b->cx.fail_after = 0;
        CHECK(!b->cx.err.kind || b->cx.err.kind == ERR_NOMEM, "%s", b->cx.err.msg);
        cx_clear(&b->cx);
        arena_free(&b->arena);
        CHECK(b->cx.bytes == before, "leak when allocation %u fails", k);
    }
    printf("refused allocations: %s\n", fails ? "FAIL" : "ok");
}

int main(int argc, char **argv) {
    static Bench b;
    if (!bench_init(&b)) return 2;
    make_pool(&b);
    hand_made(&b);
    no_memory(&b);
    random_code(&b, argc > 1 && atoi(argv[1]) > 0 ? (u32)atoi(argv[1]) : 100000);
    for (int i = 1; i < argc; i++) {
        if (atoi(argv[i]) > 0) continue;
        Source *s;
        n_methods = n_insns = 0;
        if (source_open(&b.cx, argv[i], &s)) return printf("%s\n", b.cx.err.msg), 2;
        Each e = {&b, s, "java.base", CA_SYSTEM, one_class, 0};
        source_each(s, each_class, &e);
        source_close(s);
        printf("%s: %u classes, %llu methods, %llu instructions: %s\n", argv[i], e.classes,
               (unsigned long long)n_methods, (unsigned long long)n_insns, fails ? "FAIL" : "ok");
    }
    symtab_free(&b.cs.syms);
    CHECK(b.cx.bytes == 0, "%llu bytes leaked", (unsigned long long)b.cx.bytes);
    printf("memory: %s\n", fails ? "FAIL" : "ok");
    return fails != 0;
}
