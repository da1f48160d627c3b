/* test_base.c -- base/: errors, memory, arena, vectors, symbols, maps, hashes.
 * One line per group; exit status 0 iff every check held. */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/host.h"
#include "base/hash.h"
#include "base/json.h"

#include "groups.h"

static u64 rng = 88172645463325252ull;
static u64 rnd(void) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    return rng ^= rng << 17;
}

static void t_errors(void) {
    Ctx cx = {0};
    CHECK(cx_fail(&cx, ERR_IO, "first %d", 1) == ST_ERROR);
    CHECK(cx_fail(&cx, ERR_FORMAT, "second") == ST_ERROR);
    CHECK(cx.err.kind == ERR_IO && !strcmp(cx.err.msg, "first 1"));
    cx_clear(&cx);
    CHECK(cx.err.kind == ERR_NONE && cx.err.msg[0] == 0);
    char big[4096];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = 0;
    cx_fail(&cx, ERR_IO, "%s", big);
    CHECK(strlen(cx.err.msg) == sizeof cx.err.msg - 1);
    group("errors");
}

static void t_memory(void) {
    Ctx cx = {0};
    u8 *p = cx_alloc(&cx, 100);
    CHECK(p && cx.bytes == 112 && p[0] == 0 && p[99] == 0);
    p = cx_realloc(&cx, p, 100, 300);
    CHECK(p && cx.bytes == 320 && p[299] == 0);
    p = cx_realloc(&cx, p, 300, 10);
    CHECK(p && cx.bytes == 32 && cx.peak == 320);
    cx.limit = 80;
    CHECK(!cx_alloc(&cx, 41) && cx.err.kind == ERR_NOMEM && cx.bytes == 32);
    cx_clear(&cx);
    void *q = cx_alloc(&cx, 40);
    CHECK(q && cx.bytes == 80);
    CHECK(!cx_realloc(&cx, p, 10, 25) && cx.err.kind == ERR_NOMEM);
    cx_clear(&cx);
    cx_free(&cx, q, 40);
    cx.limit = 0;
    cx.fail_after = 2;
    q = cx_alloc(&cx, 1);
    CHECK(q);
    CHECK(!cx_alloc(&cx, 1) && cx.err.kind == ERR_NOMEM);
    cx_clear(&cx);
    cx_free(&cx, q, 1);
    cx.fail_after = 1;
    cx.fail_on = true;
    CHECK(!cx_alloc(&cx, 1) && !cx_alloc(&cx, 1));
    cx_clear(&cx);
    CHECK(!cx.fail_on && !cx.fail_after);
    CHECK(!cx_alloc(&cx, SIZE_MAX) && cx.err.kind == ERR_NOMEM);
    cx_clear(&cx);
    char *s = cx_strndup(&cx, "abcdef", 3);
    CHECK(s && !strcmp(s, "abc"));
    cx_free(&cx, s, 4);
    cx_free(&cx, p, 10);
    cx_free(&cx, NULL, 7);
    CHECK(cx.bytes == 0);
    group("memory");
}

static void t_arena(void) {
    Ctx cx = {0};
    Arena a;
    arena_init(&a, &cx);
    u8 *v[3000];
    u32 n[3000];
    for (int i = 0; i < 3000; i++) {
        n[i] = (u32)(rnd() % (i % 50 == 0 ? 100000 : 200));
        v[i] = arena_alloc(&a, n[i]);
        CHECK(v[i] && ((uintptr_t)v[i] & 15) == 0);
        for (u32 k = 0; k < n[i]; k++)
            if (v[i][k]) CHECK(!"zeroed");
        memset(v[i], i & 255, n[i]);
    }
    for (int i = 0; i < 3000; i++)
        for (u32 k = 0; k < n[i]; k++)
            if (v[i][k] != (u8)i) CHECK(!"kept");
    CHECK(!strcmp(arena_strndup(&a, "hello", 4), "hell"));
    CHECK(!arena_alloc(&a, SIZE_MAX) && cx.err.kind == ERR_NOMEM);
    arena_free(&a);
    CHECK(cx.bytes == 0);
    cx_clear(&cx);
    cx.fail_after = 1;
    CHECK(!arena_alloc(&a, 8));
    cx_clear(&cx);
    CHECK(arena_alloc(&a, 8));
    arena_free(&a);
    group("arena");
}

static int polled;
static Status count_polls(void *user) { return ++polled < *(int *)user ? ST_OK : ST_ERROR; }

static int by_value(const void *a, const void *b) {
    u64 x = *(const u64 *)a >> 20, y = *(const u64 *)b >> 20;
    return (x > y) - (x < y);
}

/* Ascending, stable where runs are merged, and broken off by a limit. */
static void t_sort(void) {
    Ctx cx = {0};
    u64 sum = 0, sorted = 0;
    bool ok = true;
    for (u32 n = 0; n < 200000; n = n * 3 + 1) {
        u64 *v = cx_alloc(&cx, n * sizeof *v);
        for (u32 i = 0; i < n; i++) v[i] = rnd() << 20 | i, sum += v[i];
        ok &= cx_sort(&cx, v, n, sizeof *v, by_value);
        for (u32 i = 0; i < n; i++) sorted += v[i];
        for (u32 i = 1; i < n; i++) ok &= by_value(v + i - 1, v + i) <= 0;
        cx_free(&cx, v, n * sizeof *v);
    }
    CHECK(ok && sum == sorted && !cx.bytes);
    enum { N = 1 << 20 };
    u64 *v = cx_alloc(&cx, N * sizeof *v);
    for (u32 i = 0; i < N; i++) v[i] = rnd();
    cx_limits(&cx, 1e-9, 0);
    CHECK(!cx_sort(&cx, v, N, sizeof *v, by_value) && cx.err.kind == ERR_STOP);
    cx_free(&cx, v, N * sizeof *v);
    CHECK(!cx.bytes && cx_sort(&cx, NULL, 0, 8, by_value));
    u64 one = 1;
    mem_copy(NULL, NULL, 0), mem_move(NULL, NULL, 0), mem_fill(NULL, 0, 0), mem_sort(NULL, 0, 8, by_value);
    CHECK(!mem_cmp(NULL, NULL, 0) && !mem_find(NULL, 0, 0) && !mem_search(&one, NULL, 0, 8, by_value));
    group("sort");
}

static void t_limits(void) {
    int end = 1;
    Host host = {.mask = HE_POLL, .user = &end, .poll = count_polls};
    Ctx cx = {.host = &host};
    cx_limits(&cx, 1e-9, 0);
    CHECK(cx_work(&cx, 0));                                              /* nothing was done yet */
    CHECK(!cx_work(&cx, 1) && cx.err.kind == ERR_STOP && !cx.interrupted); /* the first work looks */
    CHECK(!cx_work(&cx, CX_TANK + 1));                                   /* the error stands */
    CHECK(cx_ends_in_order(&cx));
    cx_wind_up(&cx);
    CHECK(cx.err.kind == ERR_NONE && cx_work(&cx, 1ull << 40) && !polled); /* what is left is not disturbed */
    cx = (Ctx){.host = &host};
    cx_limits(&cx, 0, 1e-9);
    CHECK(!cx_work(&cx, 1) && strstr(cx.err.msg, "CPU time limit"));
    cx = (Ctx){.host = &host};
    cx_limits(&cx, 0, 0);
    CHECK(!cx_work(&cx, 1) && polled == 1 && cx.interrupted && !strcmp(cx.err.msg, "interrupted"));
    group("limits");
}

static void t_vec(void) {
    Ctx cx = {0};
    VEC(u32) v = {0};
    for (u32 i = 0; i < 10000; i++) CHECK(vec_push(&cx, &v, i) == ST_OK);
    for (u32 i = 0; i < 10000; i++) CHECK(v.v[i] == i);
    cx.fail_after = 1;
    u32 room = v.cap - v.n;
    CHECK(vec_reserve(&cx, &v, room) == ST_OK);
    CHECK(vec_reserve(&cx, &v, room + 1) == ST_ERROR && v.n == 10000 && v.v[9999] == 9999);
    cx_clear(&cx);
    vec_free(&cx, &v);
    CHECK(cx.bytes == 0);
    group("vectors");
}

static void t_syms(void) {
    Ctx cx = {0};
    SymTab t;
    CHECK(symtab_init(&t, &cx) == ST_OK);
    char b[32];
    static Sym *y[20000];
    for (int i = 0; i < 20000; i++) y[i] = sym(&t, b, (size_t)snprintf(b, sizeof b, "name%d", i));
    for (int i = 0; i < 20000; i++) {
        snprintf(b, sizeof b, "name%d", i);
        CHECK(sym_z(&t, b) == y[i] && !strcmp(y[i]->s, b) && y[i]->id == (u32)i);
    }
    CHECK(sym(&t, "a\0b", 3) != sym(&t, "a\0c", 3) && sym(&t, "", 0)->len == 0);
    CHECK(!sym_find(&t, "no", 2) && sym_find(&t, "name7", 5) == y[7]);
    cx.fail_after = 1;
    CHECK(!sym_z(&t, "fresh") && cx.err.kind == ERR_NOMEM ? true : cx.fail_after == 1);
    cx.fail_after = 0;
    cx_clear(&cx);
    CHECK(sym_z(&t, "fresh") && sym_z(&t, "fresh") == sym_find(&t, "fresh", 5));
    symtab_free(&t);
    CHECK(cx.bytes == 0);
    group("symbols");
}

static void t_map(void) {
    Ctx cx = {0};
    Map m;
    map_init(&m, &cx);
    enum { K = 4096 };
    static u64 model[K];
    static bool in[K];
    CHECK(!map_get(&m, 0, NULL));
    map_del(&m, 3);
    u32 n = 0;
    for (int i = 0; i < 400000; i++) {
        /* phases of growth and shrinkage; keys dense, sparse and 0 */
        u32 k = (u32)(rnd() % K);
        u64 key = k & 1 ? k : (u64)k << 40, v = rnd(), got = 0;
        if ((rnd() & 3) < (u32)(i / 50000 % 2 ? 1 : 3)) {
            CHECK(map_put(&m, key, v) == ST_OK);
            n += !in[k];
            in[k] = true;
            model[k] = v;
        } else {
            map_del(&m, key);
            n -= in[k];
            in[k] = false;
        }
        k = (u32)(rnd() % K);
        key = k & 1 ? k : (u64)k << 40;
        if (map_get(&m, key, &got) != in[k] || (in[k] && got != model[k])) CHECK(!"map = model");
        if (m.n != n) CHECK(!"count");
    }
    map_free(&m);
    for (u64 f = 1; f < 3; f++) {
        cx.fail_after = f;
        CHECK(map_put(&m, 1, 2) == ST_ERROR && m.n == 0);
        cx_clear(&cx);
    }
    CHECK(map_put(&m, 1, 2) == ST_OK);
    map_free(&m);
    CHECK(cx.bytes == 0);
    group("maps");
}

static void t_hash(void) {
    char b[256];
    for (int i = 0; i < 256; i++) b[i] = (char)i;
    CHECK(hash_bytes(b, 200, 0) != hash_bytes(b, 200, 1));
    CHECK(hash_bytes(b, 200, 0) != hash_bytes(b, 199, 0));
    H128 x = hash128_bytes(b, 200, 0), y = hash128_bytes(b + 1, 200, 0);
    CHECK(!h128_eq(x, y) && h128_eq(h128_sub(h128_add(x, y), y), x));
    /* every input bit of mix128 reaches about half of the output bits */
    u64 worst = 128;
    for (int bit = 0; bit < 128; bit++) {
        u64 sum = 0;
        for (int r = 0; r < 64; r++) {
            u64 a = rnd(), c = rnd();
            H128 p = mix128(a, c);
            H128 q = bit < 64 ? mix128(a ^ 1ull << bit, c) : mix128(a, c ^ 1ull << (bit - 64));
            sum += (u64)__builtin_popcountll(p.lo ^ q.lo) + (u64)__builtin_popcountll(p.hi ^ q.hi);
        }
        if (sum / 64 < worst) worst = sum / 64;
    }
    CHECK(worst > 55);
    /* small consecutive integers (slots, values) must not cancel or collide */
    enum { N = 512 };
    Map m;
    Ctx cx = {0};
    map_init(&m, &cx);
    for (u64 a = 0; a < N; a++)
        for (u64 c = 0; c < N; c++) {
            u64 k = mix128(a, c).lo;
            if (map_get(&m, k, NULL)) CHECK(!"mix128 collision");
            map_put(&m, k, 1);
        }
    map_free(&m);
    group("hashes");
}

/* --- JSON --- */

static void said(const Json *j, const char *expected) {
    CHECK(json_done(j) == ST_OK);
    CHECK(j->t->n == strlen(expected) && memcmp(j->t->v, expected, j->t->n) == 0);
}

static void t_json(void) {
    Ctx cx = {0};
    Text t, part, one;
    Json j, p;
    text_init(&t, &cx);
    text_init(&part, &cx);
    text_init(&one, &cx);
    json_part(&p, &part, false);
    json_key_uint(&p, "u", UINT64_MAX);
    json_part(&p, &part, false); /* what stands there goes on */
    json_key_int(&p, "i", INT64_MIN);
    CHECK(json_done(&p) == ST_OK);
    text_z(&one, "gath\"ered");
    json_begin(&j, &t);
    json_object(&j);
    json_key_array(&j, "a");
    json_bool(&j, true);
    json_null(&j);
    json_array(&j);
    json_end(&j);
    json_object(&j);
    json_end(&j);
    json_raw(&j, "[1,2]", 5);
    json_z(&j, NULL);
    json_end(&j);
    json_splice(&j, &part);
    json_key_object(&j, "k\n");
    json_key_bool(&j, "b", false);
    json_key_null(&j, "n");
    json_end(&j);
    json_key_take(&j, "t", &one);
    json_key(&j, "f");
    json_fixed(&j, 0.5, 6);
    json_key(&j, "g");
    json_general(&j, 1.5e-30, 3);
    json_key(&j, "nan");
    json_general(&j, 0.0 / 0.0, 3);
    json_key_z(&j, "z", "\x7f{\xff\xc3\xa9");
    json_key(&j, "sym");
    json_sym(&j, "\xc0\x80\xed\xa0\xbd", 5);
    json_end(&j);
    said(&j, "{\"a\":[true,null,[],{},[1,2],null],\"u\":18446744073709551615,\"i\":-9223372036854775808,"
             "\"k\\u000a\":{\"b\":false,\"n\":null},\"t\":\"gath\\\"ered\",\"f\":0.500000,\"g\":1.5e-30,"
             "\"nan\":null,\"z\":\"\\u007f{\\ufffd\xc3\xa9\",\"sym\":\"\\u0000\\ud83d\"}");
    text_free(&part);
    /* whatever would be no JSON fails, and stays so */
    for (int wrong = 0; wrong < 9; wrong++) {
        t.n = 0;
        t.failed = false;
        json_begin(&j, &t);
        if (wrong == 0) json_key_z(&j, "a", "a key outside of an object");
        if (wrong == 1) json_z(&j, "two"), json_z(&j, "values");
        if (wrong == 2) json_object(&j), json_z(&j, "no key"), json_end(&j);
        if (wrong == 3) json_array(&j), json_key_z(&j, "a", "a key in an array"), json_end(&j);
        if (wrong == 4) json_object(&j), json_key(&j, "no value"), json_end(&j);
        if (wrong == 5) json_array(&j), json_end(&j), json_end(&j);
        if (wrong == 6) json_object(&j);
        if (wrong == 7) {
            for (int i = 0; i <= JSON_DEPTH; i++) json_array(&j);
            for (int i = 0; i <= JSON_DEPTH; i++) json_end(&j);
        }
        CHECK(json_done(&j) == ST_ERROR); /* 8: nothing at all */
    }
    t.n = 0;
    t.failed = false;
    json_begin(&j, &t);
    for (int i = 0; i < JSON_DEPTH; i++) json_array(&j);
    for (int i = 0; i < JSON_DEPTH; i++) json_end(&j);
    CHECK(json_done(&j) == ST_OK && t.n == 2 * JSON_DEPTH);
    text_free(&t);
    CHECK(cx.bytes == 0);
    group("json");
}

int main(void) {
    t_errors();
    t_memory();
    t_arena();
    t_limits();
    t_sort();
    t_vec();
    t_syms();
    t_map();
    t_hash();
    t_json();
    return failed;
}
