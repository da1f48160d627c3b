/* arena.c -- bump memory, vectors. */
#include "base/arena.h"

/* Data follows the header; its size is a multiple of 16 so that data is aligned as malloc's. */
struct ArenaChunk {
    ArenaChunk *next;
    size_t size; /* whole chunk, header included */
};

enum { CHUNK_FIRST = 2048, CHUNK_MAX = 256 * 1024 };

void arena_init(Arena *a, Ctx *cx) {
    memset(a, 0, sizeof *a);
    a->cx = cx;
}

static ArenaChunk *chunk_new(Arena *a, size_t size) {
    ArenaChunk *c = cx_alloc(a->cx, size);
    if (c) c->size = size;
    return c;
}

void *arena_alloc(Arena *a, size_t n) {
    if (JPF_UNLIKELY(n > PTRDIFF_MAX - 64)) {
        cx_fail(a->cx, ERR_NOMEM, "out of memory (%zu bytes asked for)", n);
        return NULL;
    }
    n = n ? (n + 15) & ~(size_t)15 : 16;
    if (JPF_LIKELY((size_t)(a->end - a->p) >= n)) {
        u8 *r = a->p;
        a->p += n;
        return r;
    }
    size_t size = a->head ? a->head->size * 2 : CHUNK_FIRST;
    if (size > CHUNK_MAX) size = CHUNK_MAX;
    /* A large piece gets a chunk of its own, behind the head, whose rest stays in use. */
    if (n > size / 4) {
        ArenaChunk *c = chunk_new(a, sizeof *c + n);
        if (!c) return NULL;
        if (a->head) {
            c->next = a->head->next;
            a->head->next = c;
        } else {
            a->head = c;
        }
        return c + 1;
    }
    ArenaChunk *c = chunk_new(a, size);
    if (!c) return NULL;
    c->next = a->head;
    a->head = c;
    a->p = (u8 *)(c + 1) + n;
    a->end = (u8 *)c + size;
    return c + 1;
}

char *arena_strndup(Arena *a, const char *s, size_t n) {
    char *p = arena_alloc(a, n + 1);
    if (p && n) mem_copy(p, s, n);
    return p;
}

void arena_free(Arena *a) {
    for (ArenaChunk *c = a->head, *next; c; c = next) {
        next = c->next;
        cx_free(a->cx, c, c->size);
    }
    a->head = NULL;
    a->p = a->end = NULL;
}

Status vec_grow_(Ctx *cx, void **v, u32 *cap, u32 need, size_t elem) {
    /* `need` is n + extra in 32 bits: smaller than what is there means that it wrapped. */
    if (need <= *cap) return cx_fail(cx, ERR_NOMEM, "out of memory (vector too long)");
    u64 room = room_for(*cap ? *cap : 4, need, elem);
    u32 c = room > UINT32_MAX ? UINT32_MAX : (u32)room;
    void *p = cx_realloc(cx, *v, (size_t)*cap * elem, (size_t)c * elem);
    if (!p) return ST_ERROR;
    *v = p;
    *cap = c;
    return ST_OK;
}

Status vec_fit_(Ctx *cx, void **v, u32 *cap, u32 n, size_t elem) {
    if (!n || n == *cap) return ST_OK;
    void *p = cx_realloc(cx, *v, (size_t)*cap * elem, (size_t)n * elem);
    if (!p) return ST_ERROR;
    *v = p;
    *cap = n;
    return ST_OK;
}
