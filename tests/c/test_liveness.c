/* test_liveness.c -- frame maps at every reachable instruction of java.base, against the compilers'
 * StackMapTables; and the maps of a few hand-made methods, jsr included.
 * Arguments: lib/modules of one or more JDKs, or .class files. */
#include "code_util.h"
#include <time.h>

static u64 n_methods, n_maps, n_frames;

enum { S_TOP, S_PRIM, S_REF };

/* --- StackMapTable (JVMS 4.7.4), expanded to one kind per frame word --- */
typedef struct Smt {
    u8 kind[70000];
    u32 n_locals, n_stack; /* words */
    u8 entry_words[70000]; /* words of each entry, for chop */
    u32 n_entries;
} Smt;
static Smt sm;
static const u8 *vtype(const u8 *p, u32 *at) {
    u8 t = *p++;
    if (t == 7 || t == 8) p += 2;
    u8 k = t == 0 ? S_TOP : t <= 4 ? S_PRIM : S_REF;
    sm.kind[(*at)++] = k;
    if (t == 3 || t == 4) sm.kind[(*at)++] = k;
    return p;
}
static const u8 *local_entry(const u8 *p) {
    u32 was = sm.n_locals;
    p = vtype(p, &sm.n_locals);
    sm.entry_words[sm.n_entries++] = (u8)(sm.n_locals - was);
    return p;
}
static void first_frame(const MethodInfo *mi) {
    sm.n_locals = sm.n_stack = sm.n_entries = 0;
    u8 obj[3] = {7, 0, 0}, in = 1, lo = 4;
    if (!(mi->flags & ACC_STATIC)) local_entry(obj);
    for (const char *d = mi->desc->s + 1; *d != ')'; d = desc_skip(d))
        local_entry(*d == 'L' || *d == '[' ? obj : *d == 'J' || *d == 'D' ? &lo : &in);
}
static u32 u2(const u8 *p) { return (u32)p[0] << 8 | p[1]; }

static void compare(Bench *b, MethodInfo *mi, u32 bci) {
    u32 i = 0;
    while (i < mi->n_code && mi->bci[i] != bci) i++;
    CHECK(i < mi->n_code, "frame at no instruction");
    if (i == mi->n_code) return;
    const FrameMap *m = frame_map(&b->cs, mi, i, false, NULL);
    if (!m) { /* dead code has frames too */
        cx_clear(&b->cx);
        return;
    }
    n_frames++;
    const char *who = mi->ci->name->s, *nm = mi->name->s;
    CHECK(m->stack == sm.n_stack, "%s.%s%s @%u: stack %u, table says %u", who, nm, mi->desc->s, bci, m->stack,
          sm.n_stack);
    if (m->stack != sm.n_stack) return;
    for (int r = 0; r < 2; r++) {
        const u16 *w = r ? m->ref : m->prim;
        for (u32 k = 0; k < (r ? m->n_live_ref : m->n_live_prim); k++) {
            u32 have;
            if (w[k] >= mi->max_locals) have = sm.kind[sm.n_locals + w[k] - mi->max_locals];
            else have = w[k] < sm.n_locals ? sm.kind[w[k]] : S_TOP;
            CHECK(have == (r ? S_REF : S_PRIM), "%s.%s%s @%u: word %u is %s, table says %u", who, nm, mi->desc->s, bci,
                  w[k], r ? "ref" : "prim", have);
        }
    }
}

static void stackmap(Bench *b, MethodInfo *mi) {
    const CfCode *cc = mi->cf->code;
    if (!cc->stackmap) return;
    const u8 *p = cc->stackmap;
    u32 n = u2(p), bci = 0;
    p += 2;
    first_frame(mi);
    for (u32 k = 0; k < n; k++) {
        u8 t = *p++;
        u32 delta;
        sm.n_stack = 0;
        if (t < 64) delta = t;
        else if (t < 128) {
            delta = t - 64u;
            u32 at = sm.n_locals;
            p = vtype(p, &at);
            sm.n_stack = at - sm.n_locals;
        } else {
            delta = u2(p);
            p += 2;
            if (t == 247) {
                u32 at = sm.n_locals;
                p = vtype(p, &at);
                sm.n_stack = at - sm.n_locals;
            } else if (t >= 248 && t <= 250) {
                for (u32 c = 251u - t; c; c--) sm.n_locals -= sm.entry_words[--sm.n_entries];
            } else if (t >= 252 && t <= 254) {
                for (u32 c = t - 251u; c; c--) p = local_entry(p);
            } else if (t == 255) {
                u32 c = u2(p);
                p += 2;
                sm.n_locals = sm.n_entries = 0;
                while (c--) p = local_entry(p);
                c = u2(p);
                p += 2;
                u32 at = sm.n_locals;
                while (c--) p = vtype(p, &at);
                sm.n_stack = at - sm.n_locals;
            }
        }
        bci = k ? bci + delta + 1 : delta;
        compare(b, mi, bci);
    }
}

static void one_class(Bench *b) {
    for (u32 i = 0; i < b->n_methods; i++) {
        MethodInfo *mi = &b->methods[i];
        if (!mi->cf->code) continue;
        n_methods++;
        if (mi_predecode(&b->cs, mi) || !mi->code) {
            CHECK(0, "%s.%s: %s", mi->ci->name->s, mi->name->s, mi->verify_error ? mi->verify_error : b->cx.err.msg);
            cx_clear(&b->cx);
            continue;
        }
        for (u32 k = 0; k < mi->n_code; k++)
            for (int caller = 0; caller < 2; caller++) {
                const FrameMap *m = frame_map(&b->cs, mi, k, caller, NULL);
                if (m) n_maps++;
                else {
                    CHECK(b->cx.err.kind == ERR_INTERNAL && strstr(b->cx.err.msg, "no frame can stand"), "%s",
                          b->cx.err.msg);
                    cx_clear(&b->cx);
                }
            }
        stackmap(b, mi);
    }
}

/* --- hand-made methods: one static (Object, int) method each --- */
static const FrameMap *map_of(Bench *b, MethodInfo *mi, ClassFile *cf, CfCode *cc, CfMember *m, const u8 *code, u32 n,
                              u16 locals, u32 insn, bool caller, const u32 *words) {
    memset(mi, 0, sizeof *mi);
    memset(cc, 0, sizeof *cc);
    memset(m, 0, sizeof *m);
    memset(cf, 0, sizeof *cf);
    cf->major = 48;
    cf->super = cf->name = sym_z(&b->cs.syms, "T");
    cc->max_locals = locals;
    cc->max_stack = 4;
    cc->len = n;
    cc->code = code;
    m->code = cc;
    b->ci.cf = cf;
    b->ci.name = cf->name;
    b->ci.arena = &b->arena;
    b->ci.attrs = 0;
    mi->ci = &b->ci;
    mi->cf = m;
    mi->flags = ACC_STATIC;
    mi->name = sym_z(&b->cs.syms, "m");
    mi->desc = sym_z(&b->cs.syms, "(Ljava/lang/Object;I)V");
    mi->n_args = 2;
    mi->max_locals = locals;
    mi->max_stack = 4;
    const FrameMap *f = frame_map(&b->cs, mi, insn, caller, words);
    if (!f) printf("%s %s\n", b->cx.err.msg, mi->verify_error ? mi->verify_error : ""), cx_clear(&b->cx);
    return f;
}

static void hand_made(Bench *b) {
    arena_init(&b->arena, &b->cx);
    MethodInfo mi;
    ClassFile cf;
    CfCode cc;
    CfMember m;
    /* iload_1; ifeq 8; aload_0; pop; nop; nop; return(8): the object is live until it is popped */
    static const u8 c1[] = {0x1b, 0x99, 0, 7, 0x2a, 0x57, 0, 0, 0xb1};
    const FrameMap *f = map_of(b, &mi, &cf, &cc, &m, c1, sizeof c1, 2, 0, false, NULL);
    CHECK(f && f->n_live_ref == 1 && f->n_live_prim == 1, "c1@0");
    f = f ? frame_map(&b->cs, &mi, 3, false, NULL) : NULL;
    CHECK(f && f->n_live_ref == 1 && f->ref[0] == 2 && f->n_live_prim == 0, "c1@3");
    f = f ? frame_map(&b->cs, &mi, 4, false, NULL) : NULL;
    CHECK(f && f->n_live_ref == 0 && f->n_live_prim == 0 && f->stack == 0, "c1@4");
    /* a subroutine called with local 2 once an int, once a reference:
     * 0 iconst_1 1 istore_2 2 jsr->13 5 aload_0 6 astore_2 7 jsr->13 10 aload_2 11 pop 12 return
     * 13 astore_3 14 nop 15 ret 3 */
    static const u8 c2[] = {0x04, 0x3d, 0xa8, 0, 11, 0x2a, 0x4d, 0xa8, 0, 6, 0x2c, 0x57, 0xb1, 0x4e, 0, 0xa9, 3};
    u32 words[8] = {0};
    words[3] = 3; /* return address: the instruction after the first jsr */
    f = map_of(b, &mi, &cf, &cc, &m, c2, sizeof c2, 4, 10, false, words);
    CHECK(f && (mi.attrs & MA_HAS_JSR), "c2");
    /* after the first call local 2 is dead and the object is needed; after the second the other way */
    CHECK(f && f->n_live_ref == 1 && f->ref[0] == 0 && f->n_live_prim == 1 && f->prim[0] == 3, "c2 first");
    words[3] = 6;
    f = f ? frame_map(&b->cs, &mi, 10, false, words) : NULL;
    CHECK(f && f->n_live_ref == 1 && f->ref[0] == 2 && f->n_live_prim == 1 && f->prim[0] == 3, "c2 second");
    arena_free(&b->arena);
}

int main(int argc, char **argv) {
    static Bench b;
    if (!bench_init(&b)) return 2;
    hand_made(&b);
    printf("hand-made methods: %s\n", fails ? "FAIL" : "ok");
    for (int i = 1; i < argc; i++) {
        Source *s;
        clock_t t = clock();
        n_methods = n_maps = n_frames = 0;
        if (source_open(&b.cx, argv[i], &s)) return printf("%s\n", b.cx.err.msg), 2;
        Each e = {&b, s, NULL, 0, one_class, 0};
        if (source_is_jimage(s)) e.module = getenv("ALL_MODULES") ? NULL : "java.base";
        source_each(s, each_class, &e);
        source_close(s);
        printf("%s: %u classes, %llu methods, %llu maps, %llu table frames, %.2f s: %s\n", argv[i], e.classes,
               (unsigned long long)n_methods, (unsigned long long)n_maps, (unsigned long long)n_frames,
               (double)(clock() - t) / CLOCKS_PER_SEC, fails ? "FAIL" : "ok");
    }
    symtab_free(&b.cs.syms);
    CHECK(b.cx.bytes == 0, "%llu bytes leaked", (unsigned long long)b.cx.bytes);
    printf("memory: %s\n", fails ? "FAIL" : "ok");
    return fails != 0;
}
