/* symtab.c -- interned names. Linear probing, at most 2/3 full, never deletes. */
#include "base/arena.h"
#include "base/hash.h"

enum { SYM_CAP0 = 1024 };

Status symtab_init(SymTab *t, Ctx *cx) {
    memset(t, 0, sizeof *t);
    arena_init(&t->arena, cx);
    t->slot = cx_alloc(cx, SYM_CAP0 * sizeof *t->slot);
    if (!t->slot) return ST_ERROR;
    t->cap = SYM_CAP0;
    return ST_OK;
}

void symtab_free(SymTab *t) {
    if (!t->arena.cx) return;
    cx_free(t->arena.cx, t->slot, (size_t)t->cap * sizeof *t->slot);
    arena_free(&t->arena);
    t->slot = NULL;
    t->n = t->cap = 0;
}

static struct SymSlot *probe(const SymTab *t, const char *s, size_t n, u32 h) {
    u32 mask = t->cap - 1;
    for (u32 i = h & mask;; i = (i + 1) & mask) {
        struct SymSlot *at = &t->slot[i];
        if (!at->sym) return at;
        if (at->hash == h && at->sym->len == n && (n == 0 || mem_cmp(at->sym->s, s, n) == 0)) return at;
    }
}

static Status grow(SymTab *t) {
    Ctx *cx = t->arena.cx;
    if (t->cap >= 1u << 30) return cx_fail(cx, ERR_NOMEM, "out of memory (symbols)");
    u32 cap = t->cap * 2;
    struct SymSlot *slot = cx_alloc(cx, (size_t)cap * sizeof *slot);
    if (!slot) return ST_ERROR;
    for (u32 i = 0; i < t->cap; i++) {
        if (!t->slot[i].sym) continue;
        u32 j = t->slot[i].hash & (cap - 1);
        while (slot[j].sym) j = (j + 1) & (cap - 1);
        slot[j] = t->slot[i];
    }
    cx_free(cx, t->slot, (size_t)t->cap * sizeof *t->slot);
    t->slot = slot;
    t->cap = cap;
    return ST_OK;
}

Sym *sym_find(const SymTab *t, const char *s, size_t n) {
    return t->cap ? probe(t, s, n, (u32)hash_bytes(s, n, 0))->sym : NULL;
}

Sym *sym(SymTab *t, const char *s, size_t n) {
    u32 h = (u32)hash_bytes(s, n, 0);
    struct SymSlot *at = probe(t, s, n, h);
    if (at->sym) return at->sym;
    if (n > UINT32_MAX - sizeof(Sym) - 1) {
        cx_fail(t->arena.cx, ERR_NOMEM, "out of memory (symbol too long)");
        return NULL;
    }
    if (t->n >= t->cap / 3 * 2) {
        if (grow(t) != ST_OK) return NULL;
        at = probe(t, s, n, h);
    }
    Sym *y = arena_alloc(&t->arena, sizeof *y + n + 1);
    if (!y) return NULL;
    y->hash = h;
    y->len = (u32)n;
    y->id = t->n++;
    mem_copy(y->s, s, n);
    *at = (struct SymSlot){h, y};
    return y;
}

Sym *sym_z(SymTab *t, const char *s) { return sym(t, s, strlen(s)); }
