/* path.c -- the levels of the path, of which the older ones are packed (base/cold.h). */
#include "search/search.h"

enum { WORDS = sizeof(Level) / 4 };
/* Levels at the end of the path that are always plain. */
enum { LAST = 64, LAST_STRICT = 3 };
_Static_assert(sizeof(Level) % 4 == 0, "a level is whole words");

/* Words of the levels that may be packed. */
static u64 packable(const Search *s) {
    u32 last = s->cold.strict ? LAST_STRICT : LAST;
    return s->path.n > last ? (u64)(s->path.n - last) * WORDS : 0;
}

Status path_push(Search *s, const Level *l) {
    if (JPF_UNLIKELY(s->path.n == s->path.cap)) {
        u64 n = s->path.n;
        u32 *v = (u32 *)s->path.v;
        u64 end = packable(s);
        if (end > s->cold.plain && cold_due(&s->cold, end)) {
            Status st = left_packs(s, (u32)(cold_reach(&s->cold, end) / WORDS));
            if (st == ST_OK) st = cold_pack(s->cx, &s->cold, v, end);
            left_unpacked(s, (u32)(s->cold.plain / WORDS)); /* where there was no memory */
            if (st != ST_OK) return st;
        }
        u64 cap = cold_room(&s->cold, n ? n : 4, n + 1, sizeof(Level));
        if (cap > UINT32_MAX) return cx_fail(s->cx, ERR_NOMEM, "out of memory (path too long)");
        Level *p = cx_realloc(s->cx, s->path.v, n * sizeof(Level), cap * sizeof(Level));
        if (!p) return ST_ERROR;
        s->path.v = p;
        s->path.cap = (u32)cap;
    }
    s->path.v[s->path.n++] = *l;
    return ST_OK;
}

void path_shorter(Search *s) {
    u64 keep = packable(s);
    if (keep >= s->cold.plain) return;
    cold_unpack(s->cx, &s->cold, (u32 *)s->path.v, keep);
    left_unpacked(s, (u32)(s->cold.plain / WORDS));
    u64 cap = cold_fit(&s->cold, s->path.cap, s->path.n, sizeof(Level));
    if (cap == s->path.cap) return;
    Level *p = cx_realloc(s->cx, s->path.v, s->path.cap * sizeof(Level), cap * sizeof(Level));
    if (!p) return;
    s->path.v = p;
    s->path.cap = (u32)cap;
}

Level *path_look(Search *s, u32 i) {
    cold_look(s->cx, &s->cold, (u32 *)s->path.v, (u64)i * WORDS, (u64)(i + 1) * WORDS);
    return &s->path.v[i];
}

Level *level_hold(Search *s, u32 i) {
    u64 at = (u64)i * WORDS;
    if (at < s->cold.plain) cold_hold(s->cx, &s->cold, (u32 *)s->path.v, at, at + WORDS);
    return &s->path.v[i];
}

void path_free(Search *s) {
    cold_drop(s->cx, &s->cold);
    vec_free(s->cx, &s->path);
}
