/* arena.h -- bump memory freed as a whole, growable vectors, symbols and maps. Layer 1. */
#ifndef JPF_ARENA_H
#define JPF_ARENA_H
#include "base/base.h"

/* --- arena: chunks, 16-byte aligned, zeroed --- */
typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
    Ctx *cx;
    ArenaChunk *head;
    u8 *p, *end;
} Arena;
void arena_init(Arena *a, Ctx *cx);
void *arena_alloc(Arena *a, size_t n); /* NULL: ERR_NOMEM pending */
char *arena_strndup(Arena *a, const char *s, size_t n);
void arena_free(Arena *a);

/* --- vector of T: struct { T *v; u32 n, cap; } --- */
#define VEC(T)                                                                                                         \
    struct {                                                                                                           \
        T *v;                                                                                                          \
        u32 n, cap;                                                                                                    \
    }
/* How many elements a growing array gets room for. A large one grows by an eighth: the host moves its pages, and what
 * nobody uses yet counts as memory too. */
static inline u64 room_for(u64 cap, u64 need, size_t elem) {
    enum { LARGE = 16 << 20 };
    u64 c = cap * elem < LARGE ? 2 * cap : cap + cap / 8;
    return c < need ? need : c;
}
Status vec_fit_(Ctx *cx, void **v, u32 *cap, u32 n, size_t elem);
Status vec_grow_(Ctx *cx, void **v, u32 *cap, u32 need, size_t elem);
#define vec_reserve(cx, x, extra)                                                                                      \
    ((x)->n + (u32)(extra) <= (x)->cap                                                                                 \
         ? ST_OK                                                                                                       \
         : vec_grow_((cx), (void **)&(x)->v, &(x)->cap, (x)->n + (u32)(extra), sizeof *(x)->v))
#define vec_push(cx, x, val) (vec_reserve((cx), (x), 1) == ST_OK ? ((x)->v[(x)->n++] = (val), ST_OK) : ST_ERROR)
#define vec_free(cx, x) (cx_free((cx), (x)->v, (size_t)(x)->cap * sizeof *(x)->v), (x)->v = NULL, (x)->n = (x)->cap = 0)

/* Room for what is there, and no more. */
#define vec_fit(cx, x) vec_fit_((cx), (void **)&(x)->v, &(x)->cap, (x)->n, sizeof *(x)->v)

/* --- symbols: names and descriptors interned once per VM; equal iff same pointer.
 *     Modified UTF-8 as in the class file, NUL added for printing. --- */
typedef struct Sym {
    u32 hash;
    u32 len;
    u32 id; /* order of creation in this VM: never let it reach the state key */
    u16 shape;    /* classfile/desc.c; 0: nobody has asked yet */
    u8 arg_words; /* likewise */
    char s[];
} Sym;
typedef struct SymTab {
    Arena arena;
    struct SymSlot {
        u32 hash; /* of sym, so that probing does not touch it */
        Sym *sym; /* NULL: free */
    } *slot;
    u32 n, cap;
} SymTab;
Status symtab_init(SymTab *t, Ctx *cx);
void symtab_free(SymTab *t);
Sym *sym(SymTab *t, const char *s, size_t n); /* NULL: ERR_NOMEM */
Sym *sym_z(SymTab *t, const char *s);
Sym *sym_find(const SymTab *t, const char *s, size_t n); /* NULL: not there */

/* --- map: u64 -> u64, open addressing; key 0 is allowed --- */
typedef struct Map {
    Ctx *cx;
    u64 *kv; /* pairs */
    u8 *used;
    u32 n, cap;
} Map;
void map_init(Map *m, Ctx *cx);
void map_free(Map *m);
bool map_get(const Map *m, u64 key, u64 *val);
Status map_put(Map *m, u64 key, u64 val);
void map_del(Map *m, u64 key);

#endif
