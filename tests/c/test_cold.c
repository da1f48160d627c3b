/* test_cold.c -- base/cold.h: a stack of words is pushed to, gone back on and looked at at random, beside a plain copy.
 * Exit status 0 iff both always hold the same. */
#include <stdio.h>
#include <stdlib.h>

#include "base/cold.h"

#include "groups.h"

static u64 rng = 88172645463325252ull;
static u32 rnd(u32 n) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return (u32)(rng >> 20) % n;
}

typedef struct Stack {
    u32 *v;
    u64 n, cap;
    Cold cold;
} Stack;

enum { MOST = 400000 };
static u32 plain[MOST];

static Status room(Ctx *cx, Stack *s) {
    if (s->n < s->cap) return ST_OK;
    if (cold_due(&s->cold, s->n) && cold_pack(cx, &s->cold, s->v, s->n) != ST_OK) return ST_ERROR;
    u64 cap = cold_room(&s->cold, s->cap ? s->cap : 16, s->n + 1, 4);
    u32 *v = cx_realloc(cx, s->v, s->cap * 4, cap * 4);
    if (!v) return ST_ERROR;
    s->v = v;
    s->cap = cap;
    return ST_OK;
}

/* What a search puts there, and what it does not: rows that repeat, small and larger steps, zeros, noise. */
static u32 next(u32 kind, u64 n, u32 period) {
    u32 up = n >= period ? plain[n - period] : 0;
    switch (kind) {
    case 0: return up;
    case 1: return up + rnd(200) - 100;
    case 2: return up + rnd(60000) - 30000;
    case 3: return 0;
    case 4: return rnd(8) ? up : rnd(UINT32_MAX);
    default: return (u32)(rng = rng * 6364136223846793005ull + 1);
    }
}

static bool same(Ctx *cx, Stack *s, u64 from, u64 to) {
    cold_look(cx, &s->cold, s->v, from, to);
    return !mem_cmp(s->v + from, plain + from, (to - from) * 4);
}

static void t_rounds(u32 rounds, ColdSizes sizes) {
    Ctx cx = {0};
    Stack s = {0};
    bool ok = true;
    const u32 block = sizes.block;
    cold_init(&s.cold, sizes);
    for (u32 i = 0; i < rounds && ok; i++) {
        u32 kind = rnd(6), period = 1 + rnd(300), many = rnd(rnd(4) ? 3000 : 40000);
        for (; many && s.n < MOST && ok; many--) {
            ok = room(&cx, &s) == ST_OK;
            if (ok) plain[s.n] = s.v[s.n] = next(rnd(50) ? kind : rnd(6), s.n, period), s.n++;
        }
        for (u32 k = rnd(40); k && s.n && ok; k--) {
            u64 at = rnd((u32)s.n), to = at + 1 + rnd(block - 1);
            ok = same(&cx, &s, at, to < s.n ? to : s.n);
            if (ok && rnd(2)) s.v[at] = plain[at] = rnd(UINT32_MAX), ok = same(&cx, &s, at, at + 1);
        }
        if (rnd(3)) continue;
        s.n -= rnd(rnd(5) ? 5000 : MOST) % (s.n + 1);
        cold_plain(&cx, &s.cold, s.v, s.n);
        u64 cap = cold_fit(&s.cold, s.cap, s.n, 4);
        u32 *v = cap < s.cap ? cx_realloc(&cx, s.v, s.cap * 4, cap * 4) : NULL;
        if (v) s.v = v, s.cap = cap;
    }
    for (u64 at = 0; at < s.n && ok; at += block) ok = same(&cx, &s, at, at + block < s.n ? at + block : s.n);
    CHECK(ok && cx.err.kind == ERR_NONE);
    CHECK(s.cold.blocks.n * (u64)block == s.cold.plain && s.cold.plain <= s.n);
    cold_plain(&cx, &s.cold, s.v, 0);
    CHECK(!mem_cmp(s.v, plain, s.n * 4));
    cold_drop(&cx, &s.cold);
    cx_free(&cx, s.v, s.cap * 4);
    CHECK(!cx.bytes);
    group("rounds");
}

/* What was looked at last is plain, and what is held is, however many others are looked at. */
static void t_kept(bool strict) {
    enum { BLOCK = 128, WORDS = 100 * BLOCK };
    Ctx cx = {0};
    Stack s = {0};
    cold_init(&s.cold, (ColdSizes){BLOCK, 2 * BLOCK, 0, strict});
    for (u32 i = 0; i < WORDS && room(&cx, &s) == ST_OK; i++) s.v[s.n++] = i;
    CHECK(s.n == WORDS && s.cold.plain > 80 * BLOCK);
    u32 held = 3 * BLOCK - 20, last = held;
    cold_hold(&cx, &s.cold, s.v, held, held + 90);
    for (u32 i = 0; i < 2000; i++) {
        u32 at = rnd(80 * BLOCK);
        cold_look(&cx, &s.cold, s.v, at, at + 90);
        bool ok = true;
        for (u32 k = 0; k < 90; k++)
            ok &= s.v[at + k] == at + k && s.v[held + k] == held + k && s.v[last + k] == last + k;
        CHECK(ok);
        CHECK(s.cold.n_open <= (strict ? COLD_STRICT : COLD_OPEN) + 2);
        last = at;
        if (i % 100) continue;
        held = rnd(80 * BLOCK);
        cold_hold(&cx, &s.cold, s.v, held, held + 90);
        last = held;
    }
    cold_drop(&cx, &s.cold);
    cx_free(&cx, s.v, s.cap * 4);
    CHECK(!cx.bytes);
    group("kept");
}

/* What repeats itself takes little memory, in the books and in the process. */
static void t_small(void) {
    Ctx cx = {0};
    Stack s = {0};
    cold_init(&s.cold, (ColdSizes){COLD_BLOCK, COLD_BLOCK, 0, false});
    for (u32 i = 0; i < 4000000; i++) {
        if (room(&cx, &s) != ST_OK) break;
        s.v[s.n++] = i % 50 ? i % 50 : i;
    }
    CHECK(s.n == 4000000 && cx.bytes < 2000000);
    for (u32 i = 4000000; i-- > 0;) {
        cold_plain(&cx, &s.cold, s.v, i);
        if (s.v[i] != (i % 50 ? i % 50 : i)) CHECK(!"as it was");
    }
    cold_drop(&cx, &s.cold);
    cx_free(&cx, s.v, s.cap * 4);
    CHECK(!cx.bytes);
    group("small");
}

int main(void) {
    t_rounds(300, (ColdSizes){256, 1024, 0, false});
    t_rounds(300, (ColdSizes){128, 256, 0, true});
    t_rounds(300, (ColdSizes){4096, 4096, 30000, false});
    t_rounds(100, (ColdSizes){COLD_BLOCK, 3 * COLD_BLOCK, 0, false});
    t_kept(false);
    t_kept(true);
    t_small();
    return failed;
}
