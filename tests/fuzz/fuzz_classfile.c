/* fuzz_classfile.c -- no bytes may crash the class file parser, nor make it slow or leak.
 *
 * libFuzzer:   clang -fsanitize=fuzzer,address,undefined -DJPF_LIBFUZZER ... fuzz_classfile.c
 * standalone:  fuzz_classfile [-n ITERATIONS] [-c CLASSES] [-s SEED] SOURCE...
 * A SOURCE is anything a class path takes (lib/modules too) or a .class file. CLASSES of them are
 * drawn, then mutated and parsed ITERATIONS times. Build it with -fsanitize=address,undefined. */
#include <stdio.h>
#include <stdlib.h>

#include "classfile/classfile.h"
#include "classfile/classpath.h"

/* Read everything the parser gave back, as a user of it would. */
static u64 touch_attr(const Attr *a) {
    u64 h = a->n;
    for (u32 i = 0; i < a->n; i++) h = h * 31 + a->p[i];
    return h;
}
static u64 touch_sym(const Sym *s) { return s ? s->hash + (u8)s->s[s->len] + strlen(s->s) : 0; }
static u64 touch_member(const ClassFile *cf, const CfMember *m) {
    u64 h = touch_sym(m->name) + touch_sym(m->desc) + touch_sym(m->signature) + m->flags;
    if (m->const_value) h += cf->cp[m->const_value].tag;
    for (u32 i = 0; i < m->n_exceptions; i++) h += touch_sym(cf->cp[m->exceptions[i]].u.sym);
    h += touch_attr(&m->annotations) + touch_attr(&m->param_annotations) + touch_attr(&m->params) +
         touch_attr(&m->annotation_default) + touch_attr(&m->type_annotations);
    const CfCode *c = m->code;
    if (!c) return h;
    for (u32 i = 0; i < c->len; i++) h = h * 31 + c->code[i];
    for (u32 i = 0; i < c->n_handlers; i++) {
        const CfHandler *x = &c->handlers[i];
        h += c->code[x->start] + c->code[x->end - 1] + c->code[x->handler];
        if (x->type) h += touch_sym(cf->cp[x->type].u.sym);
    }
    for (u32 i = 0; i < c->n_lines; i++) h += c->code[c->lines[i].pc] + c->lines[i].line;
    for (u32 i = 0; i < c->n_locals; i++)
        h += touch_sym(c->locals[i].name) + touch_sym(c->locals[i].desc) + c->code[c->locals[i].pc];
    for (u32 i = 0; i < c->stackmap_len; i++) h += c->stackmap[i];
    return h + (u64)desc_arg_words(m->desc->s) + (u8)desc_return(m->desc->s);
}
static u64 touch(const ClassFile *cf) {
    u64 h = touch_sym(cf->name) + touch_sym(cf->super) + touch_sym(cf->source_file) + touch_sym(cf->signature) +
            touch_sym(cf->source_debug);
    for (u32 i = 1; i < cf->n_cp; i++) {
        const CpEntry *e = &cf->cp[i];
        switch (e->tag) {
        case CP_Utf8:
        case CP_Class:
        case CP_String:
        case CP_MethodType: h += touch_sym(e->u.sym); break;
        case CP_Fieldref:
        case CP_Methodref:
        case CP_InterfaceMethodref:
            h += touch_sym(cf->cp[e->a].u.sym) + touch_sym(cf->cp[cf->cp[e->b].a].u.sym) +
                 touch_sym(cf->cp[cf->cp[e->b].b].u.sym);
            break;
        case CP_Dynamic:
        case CP_InvokeDynamic: {
            const CfBootstrap *b = &cf->bootstrap[e->a];
            h += cf->cp[b->ref].kind + touch_sym(cf->cp[cf->cp[e->b].b].u.sym);
            for (u32 k = 0; k < b->n; k++) h += cf->cp[b->args[k]].tag;
            break;
        }
        case CP_MethodHandle: h += cf->cp[e->b].tag; break;
        default: break;
        }
    }
    for (u32 i = 0; i < cf->n_ifaces; i++) h += touch_sym(cf->cp[cf->ifaces[i]].u.sym);
    for (u32 i = 0; i < cf->n_fields; i++) h += touch_member(cf, &cf->fields[i]);
    for (u32 i = 0; i < cf->n_methods; i++) h += touch_member(cf, &cf->methods[i]);
    for (u32 i = 0; i < cf->n_inner; i++) {
        h += touch_sym(cf->cp[cf->inner[i].inner].u.sym);
        if (cf->inner[i].outer) h += touch_sym(cf->cp[cf->inner[i].outer].u.sym);
        if (cf->inner[i].name) h += touch_sym(cf->cp[cf->inner[i].name].u.sym);
    }
    for (u32 i = 0; i < cf->n_record; i++)
        h += touch_sym(cf->record[i].name) + touch_sym(cf->record[i].desc) + touch_attr(&cf->record[i].annotations) +
             touch_attr(&cf->record[i].type_annotations);
    for (u32 i = 0; i < cf->n_nest_members; i++) h += touch_sym(cf->cp[cf->nest_members[i]].u.sym);
    for (u32 i = 0; i < cf->n_permitted; i++) h += touch_sym(cf->cp[cf->permitted[i]].u.sym);
    if (cf->nest_host) h += touch_sym(cf->cp[cf->nest_host].u.sym);
    if (cf->has_enclosing) h += touch_sym(cf->cp[cf->enclosing_class].u.sym) + cf->enclosing_method;
    return h + touch_attr(&cf->annotations) + touch_attr(&cf->type_annotations);
}

static u64 sink;
static int parse_one(Ctx *cx, SymTab *st, const u8 *p, size_t n) {
    Arena a;
    ClassFile *cf;
    arena_init(&a, cx);
    u64 before = cx->bytes;
    Status s = classfile_parse(&a, st, p, n, NULL, &cf);
    if (s == ST_OK) {
        sink += touch(cf);
    } else {
        if (cx->err.kind == ERR_NONE || !cx->err.msg[0]) abort(); /* every failure says why */
        cx_clear(cx);
    }
    arena_free(&a);
    if (cx->bytes != before) abort();
    return s == ST_OK;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);
int LLVMFuzzerTestOneInput(const u8 *data, size_t n) {
    Ctx cx = {0}, cx2 = {0};
    SymTab st;
    if (symtab_init(&st, &cx2) != ST_OK) return 0;
    parse_one(&cx, &st, data, n);
    if (cx.bytes != 0) abort();
    symtab_free(&st);
    if (cx2.bytes != 0) abort();
    return 0;
}

#ifndef JPF_LIBFUZZER
typedef struct Seed {
    u8 *p;
    size_t n;
} Seed;
static Seed *seeds;
static size_t n_seeds, max_seeds = 200, n_offered;
static u64 rng = 0x9E3779B97F4A7C15ull;
static u64 rnd(void) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    return rng ^= rng << 17;
}

/* Reservoir sampling over everything offered. */
static void offer(const u8 *p, size_t n) {
    size_t at = n_offered++;
    if (at >= max_seeds && (at = rnd() % n_offered) >= max_seeds) return;
    if (at < n_seeds) free(seeds[at].p);
    if (at >= n_seeds) n_seeds = at + 1;
    seeds[at].p = malloc(n ? n : 1);
    if (!seeds[at].p) exit(2);
    memcpy(seeds[at].p, p, n);
    seeds[at].n = n;
}
static Status each(void *u, const char *name) {
    Source *s = u;
    size_t k = strlen(name);
    Resource r;
    bool found;
    if (k < 6 || strcmp(name + k - 6, ".class") != 0) return ST_OK;
    if (source_find(s, name, &r, &found) != ST_OK) return ST_ERROR;
    if (found && r.n < 60000) offer(r.p, r.n);
    res_free(&r);
    return ST_OK;
}

static size_t mutate(const Seed *s, u8 *b, size_t cap) {
    static const u16 odd[] = {0, 1, 2, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff};
    size_t n = s->n;
    memcpy(b, s->p, n);
    for (u64 k = 1 + rnd() % 4; k && n; k--) {
        /* half of the time near the beginning, where the constant pool's heads are */
        size_t at = rnd() & 1 ? rnd() % n : rnd() % (n < 80 ? n : 64 + n / 8);
        switch (rnd() % 8) {
        case 0: b[at] ^= (u8)(1u << (rnd() & 7)); break;
        case 1: b[at] = (u8)rnd(); break;
        case 2: b[at] = (u8)(b[at] + (rnd() & 1 ? 1 : -1)); break;
        case 3:
            if (at + 1 < n) {
                u16 v = odd[rnd() % (sizeof odd / sizeof *odd)];
                b[at] = (u8)(v >> 8);
                b[at + 1] = (u8)v;
            }
            break;
        case 4: n = at; break;
        case 5: { /* cut out */
            size_t len = 1 + rnd() % 16;
            if (at + len > n) len = n - at;
            memmove(b + at, b + at + len, n - at - len);
            n -= len;
            break;
        }
        case 6: { /* insert */
            size_t len = 1 + rnd() % 16;
            if (n + len > cap) break;
            memmove(b + at + len, b + at, n - at);
            for (size_t i = 0; i < len; i++) b[at + i] = (u8)rnd();
            n += len;
            break;
        }
        default: { /* copy from elsewhere */
            size_t from = rnd() % n, len = 1 + rnd() % 8;
            if (from + len <= n && at + len <= n) memmove(b + at, b + from, len);
        }
        }
    }
    return n;
}

int main(int argc, char **argv) {
    u64 iterations = 1000000;
    Ctx cx = {0}, cx2 = {0};
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        u64 v = strtoull(argv[i + 1], NULL, 0);
        if (argv[i][1] == 'n') iterations = v;
        if (argv[i][1] == 'c' && v) max_seeds = v;
        if (argv[i][1] == 's') rng ^= v * 0xD6E8FEB86659FD93ull;
    }
    if (!rng) rng = 1;
    if (!(seeds = calloc(max_seeds, sizeof *seeds))) return 2;
    for (; i < argc; i++) {
        size_t k = strlen(argv[i]);
        if (k > 6 && !strcmp(argv[i] + k - 6, ".class")) {
            FILE *f = fopen(argv[i], "rb");
            static u8 b[1 << 20];
            if (!f) return perror(argv[i]), 2;
            size_t got = fread(b, 1, sizeof b, f);
            fclose(f);
            offer(b, got);
            continue;
        }
        Source *s;
        if (source_open(&cx, argv[i], &s) != ST_OK || source_each(s, each, s) != ST_OK)
            return fprintf(stderr, "%s\n", cx.err.msg), 2;
        source_close(s);
    }
    if (!n_seeds) return fprintf(stderr, "usage: fuzz_classfile [-n N] [-c N] [-s SEED] SOURCE...\n"), 2;
    SymTab st;
    u64 good = 0;
    if (symtab_init(&st, &cx2) != ST_OK) return 2;
    for (size_t k = 0; k < n_seeds; k++)
        if (!parse_one(&cx, &st, seeds[k].p, seeds[k].n)) return fprintf(stderr, "seed %zu is bad\n", k), 1;
    for (u64 it = 0; it < iterations; it++) {
        if (it % 2000 == 1999) { /* symbols of mutants pile up */
            symtab_free(&st);
            if (symtab_init(&st, &cx2) != ST_OK) return 2;
        }
        static u8 tmp[1 << 20];
        size_t n = mutate(&seeds[rnd() % n_seeds], tmp, sizeof tmp);
        u8 *b = malloc(n ? n : 1); /* exact size, so that one byte too far shows */
        if (!b) return 2;
        memcpy(b, tmp, n);
        good += (u64)parse_one(&cx, &st, b, n);
        free(b);
    }
    symtab_free(&st);
    for (size_t k = 0; k < n_seeds; k++) free(seeds[k].p);
    free(seeds);
    printf("ok %zu classes, %llu mutants, %llu of them still parse (%llx)\n", n_seeds, (unsigned long long)iterations,
           (unsigned long long)good, (unsigned long long)sink);
    return cx.bytes == 0 && cx2.bytes == 0 ? 0 : 1;
}
#endif
