/* verify.c -- gov.nasa.jpf.vm.Verify inside the checker. JPF: JPF_gov_nasa_jpf_vm_Verify.
 *
 * A data choice is a native that answers NAT_CHOICE with a request, and is executed again with the
 * value. Without a search (--run) the first choice is taken. Counters, values and bit sets belong to
 * the whole search: they are not undone. */
#include "native/verify/verify.h"

#include "kernel/events.h"

#include <stdio.h>
#include <stdlib.h>

/* --- choices --- */

bool verify_taken(ThreadInfo *ti, i64 *v) {
    ChoiceReq *q = &ti->ks->choice_req;
    if (!q->ready) return false;
    q->ready = 0;
    *v = q->value;
    return true;
}

ChoiceReq *verify_request(ThreadInfo *ti, u8 kind, const char *id) {
    ChoiceReq *q = &ti->ks->choice_req;
    if (q->list) cx_free(ti->ks->cx, q->list, q->n * sizeof *q->list);
    memset(q, 0, sizeof *q);
    q->kind = kind;
    q->pending = 1;
    snprintf(q->id, sizeof q->id, "%s", id);
    return q;
}

static int ignored(ThreadInfo *ti) {
    ti->ks->run_end = RUN_IGNORED;
    return NAT_END;
}

int verify_choose_bool(ThreadInfo *ti, bool false_first, const char *id, u32 *r) {
    i64 v;
    if (verify_taken(ti, &v)) return ret_int(r, v != 0);
    if (!ti->ks->search) return ret_int(r, !false_first);
    verify_request(ti, CK_BOOL, id)->lo = false_first;
    return NAT_CHOICE;
}

int verify_choose_int(ThreadInfo *ti, i32 lo, i32 hi, const char *id, u32 *r) {
    i64 v;
    if (verify_taken(ti, &v)) return ret_int(r, (i32)v);
    if (lo > hi) {
        i32 t = lo;
        lo = hi;
        hi = t;
    }
    if (!ti->ks->search) return ret_int(r, lo);
    ChoiceReq *q = verify_request(ti, CK_INT_INTERVAL, id);
    q->lo = lo;
    q->hi = hi;
    q->delta = 1;
    return NAT_CHOICE;
}

static i64 element(ThreadInfo *ti, Ref arr, u8 type, u32 i) {
    u32 v[2] = {0, 0};
    nat_load(ti->ks->heap, arr_data(ti->ks->heap, arr) + i * type_size(type), type, v);
    if (type == T_INT) return (i32)v[0];
    if (type == T_FLOAT) return v[0];
    return getw_long(v);
}

static int choose_list(ThreadInfo *ti, Ref arr, u8 type, u8 kind, const char *id, u32 *r) {
    i64 v;
    if (!arr) return throw_no_msg(ti, "java/lang/NullPointerException");
    u32 n = arr_len(ti->ks->heap, arr);
    if (!verify_taken(ti, &v)) {
        if (n && ti->ks->search) {
            i64 *list = cx_alloc(ti->ks->cx, n * sizeof *list);
            if (!list) return NAT_ERROR;
            u32 k = 0, bytes = n * (u32)sizeof *list;
            for (u32 i = 0; i < n; i++) {
                i64 x = element(ti, arr, type, i);
                u32 same = 0; /* jpf-core's IntChoiceFromSet takes a value once */
                while (kind == CK_INT_LIST && same < k && list[same] != x) same++;
                if (kind != CK_INT_LIST || same == k) list[k++] = x;
            }
            if (k < n && !(list = cx_realloc(ti->ks->cx, list, bytes, k * sizeof *list))) return NAT_ERROR;
            n = k;
            ChoiceReq *q = verify_request(ti, kind, id);
            q->n = n;
            q->list = list;
            return NAT_CHOICE;
        }
        v = n ? element(ti, arr, type, 0) : 0;
    }
    return type == T_INT || type == T_FLOAT ? ret_int(r, (i32)v) : ret_long(r, v);
}

/* An object for values that come from JSON. */
int Verify_make(ThreadInfo *ti, const u32 *a, u32 *r) {
    const u32 args[2] = {0, a[0]};
    return unsafe_allocateInstance(ti, args, r);
}

int Verify_getBoolean(ThreadInfo *ti, const u32 *a, u32 *r) {
    bool first = true;
    if (!ti->ks->choice_req.ready) {
        if (settings_boundary(ti)) return NAT_BLOCK;
        if (verify_false_first(ti->ks, &first) != ST_OK) return NAT_ERROR;
    }
    return verify_choose_bool(ti, first, "verifyGetBoolean", r);
}
int Verify_getBooleanFirst(ThreadInfo *ti, const u32 *a, u32 *r) {
    return verify_choose_bool(ti, a[0] != 0, "verifyGetBoolean(Z)", r);
}
int Verify_getInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    return verify_choose_int(ti, (i32)a[0], (i32)a[1], "verifyGetInt(II)", r);
}
int Verify_random(ThreadInfo *ti, const u32 *a, u32 *r) {
    return verify_choose_int(ti, 0, (i32)a[0], "verifyRandom", r);
}
int Verify_getIntFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_INT, CK_INT_LIST, "verifyGetIntSet([I)", r);
}
int Verify_getLongFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_LONG, CK_LONG_LIST, "verifyLongList([J)", r);
}
int Verify_getDoubleFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_DOUBLE, CK_DOUBLE_LIST, "verifyDoubleList([D)", r);
}
int Verify_getFloatFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_FLOAT, CK_FLOAT_LIST, "verifyFloatList([F)", r);
}

/* One choice over all selections of nBit of the lowest len bits; the i-th one by the combinatorial number system. */
static u64 binomial(u32 n, u32 k) {
    u64 c = 1;
    if (k > n) return 0;
    for (u32 i = 1; i <= k; i++) c = c * (n - k + i) / i;
    return c;
}
static int flip(ThreadInfo *ti, i64 v, i32 n_bit, i32 len, u8 width, u32 *r) {
    u32 choice[2] = {0, 0};
    if (n_bit < 0 || n_bit > 7 || len > 64 || n_bit > len)
        return throw_new(ti, "java/lang/IllegalArgumentException",
                         "cannot flip %d of %d bits: at most 7, and not more than there are", n_bit, len);
    NAT_TRY(verify_choose_int(ti, 0, (i32)binomial((u32)len, (u32)n_bit) - 1, "verifyGetBitFlip(JII)", choice));
    u64 left = choice[0];
    u32 k = (u32)n_bit;
    for (i32 i = len - 1; i >= 0 && k; i--) {
        u64 below = binomial((u32)i, k);
        if (left < below) continue;
        v ^= (i64)(1ull << i);
        left -= below;
        k--;
    }
    switch (width) {
    case 64: return ret_long(r, v);
    case 16: return ret_int(r, (i16)v);
    case 17: return ret_int(r, (u16)v);
    case 8: return ret_int(r, (i8)v);
    default: return ret_int(r, (i32)v);
    }
}
int Verify_flipLongOf(ThreadInfo *ti, const u32 *a, u32 *r) {
    return flip(ti, getw_long(a), (i32)a[2], (i32)a[3], 64, r);
}
int Verify_flipLong(ThreadInfo *ti, const u32 *a, u32 *r) { return flip(ti, getw_long(a), (i32)a[2], 64, 64, r); }
int Verify_flipInt(ThreadInfo *ti, const u32 *a, u32 *r) { return flip(ti, (i32)a[0], (i32)a[1], 32, 32, r); }
int Verify_flipShort(ThreadInfo *ti, const u32 *a, u32 *r) { return flip(ti, (i32)a[0], (i32)a[1], 16, 16, r); }
int Verify_flipChar(ThreadInfo *ti, const u32 *a, u32 *r) { return flip(ti, (i32)a[0], (i32)a[1], 16, 17, r); }
int Verify_flipByte(ThreadInfo *ti, const u32 *a, u32 *r) { return flip(ti, (i32)a[0], (i32)a[1], 8, 8, r); }

/* --- the search --- */

int Verify_ignoreIf(ThreadInfo *ti, const u32 *a, u32 *r) {
    return a[0] && ti->ks->search && !ti->ks->cfg.keep_ignored ? ignored(ti) : NAT_OK;
}
int Verify_interesting(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti->ks->verify.interesting = a[0];
    return NAT_OK;
}
int Verify_boring(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti->ks->verify.boring = a[0];
    return NAT_OK;
}
int Verify_terminateSearch(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti->ks->verify.end_search = true;
    return NAT_OK;
}
int Verify_beginAtomic(ThreadInfo *ti, const u32 *a, u32 *r) {
    const StackFrame *f = ti->top;
    if (ti->ks->cfg.ignore_atomic) return NAT_OK;
    /* what others do before the section must not be lost with what they cannot do within it */
    if (!ti->atomic && nat_visible(ti, AC_BEGIN_ATOMIC, 0)) return NAT_BLOCK;
    begin_atomic(ti, f->mi, f->mi->code ? (u32)(f->pc - f->mi->code) : 0);
    return NAT_OK;
}
int Verify_endAtomic(ThreadInfo *ti, const u32 *a, u32 *r) {
    ti_end_atomic(ti);
    return NAT_OK;
}
/* A string of the program's, cut to n bytes; `dflt` for null. */
static int reason(ThreadInfo *ti, Ref s, const char *dflt, char *buf, size_t n) {
    snprintf(buf, n, "%s", dflt);
    if (!s) return NAT_OK;
    size_t bytes;
    char *t = nat_utf8(ti, s, &bytes);
    if (!t) return NAT_ERROR;
    snprintf(buf, n, "%s", t);
    nat_utf8_free(ti, t, bytes);
    return NAT_OK;
}
/* The state is matched here, and the same thread goes on. */
int Verify_breakTransition(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_OK;
    if (ti->pend.action == AC_BREAK && ti->pend.index == BREAK_ASKED) {
        ti_touch(ti);
        ti->pend.action = AC_NONE;
        return NAT_OK;
    }
    NAT_TRY(reason(ti, a[0], "breakTransition", ti->ks->verify.break_id, sizeof ti->ks->verify.break_id));
    return nat_block(ti, AC_BREAK, 0, BREAK_ASKED, false);
}
int Verify_breakTransitionInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    char id[200];
    NAT_TRY(reason(ti, a[0], "breakTransition", id, sizeof id));
    return verify_choose_int(ti, (i32)a[1], (i32)a[2], id, r);
}
int Verify_isRunningInJPF(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); }
int Verify_vmIsMatchingStates(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, ti->ks->search && ti->ks->cfg.matching);
}
int Verify_nothing(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }

int Verify_isShared(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, a[0] && ei_counts_shared(ei(ti->ks->heap, a[0])));
}
/* Of a Class: its static fields are meant, as in JPF. */
int Verify_setShared(ThreadInfo *ti, const u32 *a, u32 *r) {
    heap_declare_shared(ti->ks->heap, a[0], a[1] != 0);
    return NAT_OK;
}
int Verify_freezeSharedness(ThreadInfo *ti, const u32 *a, u32 *r) {
    heap_freeze_shared(ti->ks->heap, a[0], a[1] != 0);
    return NAT_OK;
}

/* --- counters, values, bits: of the whole search --- */

/* Counters beyond the first ones, values by the hash of their key, bits by (id, bit): one map. */
static Map *values(ThreadInfo *ti) { return &natives(ti)->values; }

enum { N_COUNTERS = sizeof((VerifyWorld *)NULL)->counters / sizeof(i32) };
/* What belongs to the whole search stays as it is where a path is only executed again. */
static bool again(const ThreadInfo *ti) { return ti->ks->search && ti->ks->hub && hub_again(ti->ks->hub); }

static u64 counter_key(u32 id) { return (u64)id << 32 | 0x434eu; }

/* As in jpf-core: any number names a counter, a negative one none. */
static i32 get_counter(ThreadInfo *ti, u32 id) {
    u64 x = 0;
    if (id < N_COUNTERS) return ti->ks->verify.counters[id];
    return (i32)id >= 0 && map_get(values(ti), counter_key(id), &x) ? (i32)x : 0;
}
static int set_counter(ThreadInfo *ti, u32 id, i32 v) {
    if (again(ti)) return NAT_OK;
    if (id < N_COUNTERS) ti->ks->verify.counters[id] = v;
    else if ((i32)id >= 0 && map_put(values(ti), counter_key(id), (u32)v) != ST_OK) return NAT_ERROR;
    return NAT_OK;
}
/* It is no part of the state: whoever executes the path again is told the same. */
static int told(ThreadInfo *ti, i32 *v) {
    i64 x = *v;
    if (ks_answer(ti->ks, &x) != ST_OK) return NAT_ERROR;
    *v = (i32)x;
    return NAT_OK;
}
int Verify_getCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 v = get_counter(ti, a[0]);
    NAT_TRY(told(ti, &v));
    return ret_int(r, v);
}
int Verify_resetCounter(ThreadInfo *ti, const u32 *a, u32 *r) { return set_counter(ti, a[0], 0); }
int Verify_setCounter(ThreadInfo *ti, const u32 *a, u32 *r) { return set_counter(ti, a[0], (i32)a[1]); }
int Verify_incrementCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    if ((i32)a[0] < 0) return ret_int(r, 0);
    i32 v = (i32)((u32)get_counter(ti, a[0]) + 1);
    NAT_TRY(told(ti, &v));
    NAT_TRY(set_counter(ti, a[0], v));
    return ret_int(r, v);
}

static u64 value_key(const char *s, size_t n) { return hash_bytes(s, n, 0x56616c) | 1; }

static int key_of(ThreadInfo *ti, Ref s, u64 *key) {
    if (!s) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    char *t = nat_utf8(ti, s, &n);
    if (!t) return NAT_ERROR;
    *key = value_key(t, n);
    nat_utf8_free(ti, t, n);
    return NAT_OK;
}
int Verify_putValue(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k = 0;
    NAT_TRY(key_of(ti, a[0], &k));
    if (again(ti)) return NAT_OK;
    return map_put(values(ti), k, a[1]) == ST_OK ? NAT_OK : NAT_ERROR;
}
int Verify_getValue(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k = 0, v = 0;
    NAT_TRY(key_of(ti, a[0], &k));
    i32 is = map_get(values(ti), k, &v) ? (i32)v : -1;
    NAT_TRY(told(ti, &is));
    return ret_int(r, is);
}
static u64 bit_key(u32 id, u32 bit) { return ((u64)id << 32 | bit) << 1; }
int Verify_setBit(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (again(ti)) return NAT_OK;
    return map_put(values(ti), bit_key(a[0], a[1]), a[2]) == ST_OK ? NAT_OK : NAT_ERROR;
}
int Verify_getBit(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 v = 0;
    i32 is = map_get(values(ti), bit_key(a[0], a[1]), &v) && v;
    NAT_TRY(told(ti, &is));
    return ret_int(r, is);
}

size_t verify_kept(const KernelState *ks, u64 *out) {
    const Map *m = &((const Natives *)ks->natives)->values;
    size_t n = N_COUNTERS;
    for (u32 i = 0; out && i < N_COUNTERS; i++) out[i] = (u32)ks->verify.counters[i];
    for (u32 i = 0; i < m->cap; i++) {
        if (!m->used[i]) continue;
        if (out) {
            out[n] = m->kv[2 * (size_t)i];
            out[n + 1] = m->kv[2 * (size_t)i + 1];
        }
        n += 2;
    }
    return n;
}

Status verify_keep(KernelState *ks, const u64 *words, size_t n) {
    Map *m = &((Natives *)ks->natives)->values;
    for (u32 i = 0; i < N_COUNTERS && i < n; i++) ks->verify.counters[i] = (i32)words[i];
    for (size_t i = N_COUNTERS; i + 1 < n; i += 2)
        if (map_put(m, words[i], words[i + 1]) != ST_OK) return ST_ERROR;
    return ST_OK;
}

void native_forget(KernelState *ks) {
    Natives *N = ks->natives;
    map_free(&N->values);
    map_init(&N->values, ks->cx);
}

bool native_remembers(const KernelState *ks) {
    bool any = ((const Natives *)ks->natives)->values.n != 0 || ks->verify.answers.n != 0;
    for (size_t i = 0; i < sizeof ks->verify.counters / sizeof *ks->verify.counters; i++)
        any |= ks->verify.counters[i] != 0;
    return any;
}

int Verify_setHeuristic(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!again(ti)) ti->ks->verify.heuristic = (i32)a[0];
    return NAT_OK;
}
int Verify_resetHeuristic(ThreadInfo *ti, const u32 *a, u32 *r) {
    const char *v = ti->ks->up.config ? ti->ks->up.config(ti->ks, "search.heuristic.default_value") : NULL;
    ti->ks->verify.heuristic = v ? (i32)strtol(v, NULL, 10) : 0;
    return NAT_OK;
}
int Verify_getHeuristic(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 v = ti->ks->verify.heuristic;
    NAT_TRY(told(ti, &v));
    return ret_int(r, v);
}

/* --- traces --- */

int Verify_isTraceReplay(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, ti->ks->trace_replay); }

static int note(ThreadInfo *ti, Ref file, Ref text) {
    size_t n = 0, m = 0;
    char *name = file ? nat_utf8(ti, file, &n) : NULL, *words = text ? nat_utf8(ti, text, &m) : NULL;
    bool ok = (!file || name) && (!text || words);
    if (ok && ti->ks->up.note) ok = ti->ks->up.note(ti->ks, name, words ? words : "") == ST_OK;
    if (name) nat_utf8_free(ti, name, n);
    if (words) nat_utf8_free(ti, words, m);
    return ok ? NAT_OK : NAT_ERROR;
}
/* JPF: without the name of a file nothing is stored. */
int Verify_storeTrace(ThreadInfo *ti, const u32 *a, u32 *r) { return a[0] ? note(ti, a[0], a[1]) : NAT_OK; }
int Verify_addComment(ThreadInfo *ti, const u32 *a, u32 *r) { return note(ti, 0, a[0]); }

/* --- printing: output of the path, without a stream's locks --- */

#define OUTPUT_STEP(ti)                                                                                                \
    if (bd_output(ti)) return NAT_BLOCK

static int print(ThreadInfo *ti, Ref s, const char *tail) {
    size_t n = 4;
    char *t = s ? nat_utf8(ti, s, &n) : NULL;
    if (s && !t) return NAT_ERROR;
    int res = nat_print(ti, 1, t ? t : "null", n);
    nat_utf8_free(ti, t, n);
    return res == NAT_OK && *tail ? nat_print(ti, 1, tail, strlen(tail)) : res;
}
/* What the path has printed so far, once more, between two lines. */
int Verify_printPathOutput(ThreadInfo *ti, const u32 *a, u32 *r) {
    static const char rule[] = "~~~~~~~~~~~~~~~~~~~~~~~ ";
    if (ti->ks->search) ti->ks->looks.seen |= LIB_OUTPUT; /* the program looks */
    OUTPUT_STEP(ti);
    u32 n = ti->ks->out.n;
    char *so_far = cx_strndup(ti->ks->cx, ti->ks->out.v ? ti->ks->out.v : "", n);
    if (!so_far) return NAT_ERROR;
    int res = nat_print(ti, 1, rule, sizeof rule - 1);
    if (res == NAT_OK && a[0]) res = nat_print(ti, 1, "output of the path at: ", 23);
    if (res == NAT_OK && a[0]) res = print(ti, a[0], "\n");
    if (res == NAT_OK && !a[0]) res = nat_print(ti, 1, "output of the path\n", 19);
    if (res == NAT_OK) res = nat_print(ti, 1, so_far, n);
    if (res == NAT_OK) res = nat_print(ti, 1, rule, sizeof rule - 1);
    if (res == NAT_OK) res = nat_print(ti, 1, "end of it\n", 10);
    cx_free(ti->ks->cx, so_far, n + 1);
    return res;
}
int Verify_printPathOutputIf(ThreadInfo *ti, const u32 *a, u32 *r) {
    return a[0] ? Verify_printPathOutput(ti, a + 1, r) : NAT_OK;
}
int Verify_print(ThreadInfo *ti, const u32 *a, u32 *r) {
    OUTPUT_STEP(ti);
    return print(ti, a[0], "");
}
int Verify_println(ThreadInfo *ti, const u32 *a, u32 *r) {
    OUTPUT_STEP(ti);
    return print(ti, a[0], "\n");
}
int Verify_newline(ThreadInfo *ti, const u32 *a, u32 *r) {
    OUTPUT_STEP(ti);
    return nat_print(ti, 1, "\n", 1);
}
int Verify_printInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    char t[40];
    OUTPUT_STEP(ti);
    snprintf(t, sizeof t, " : %d", (i32)a[1]);
    return print(ti, a[0], t);
}
int Verify_printBool(ThreadInfo *ti, const u32 *a, u32 *r) {
    OUTPUT_STEP(ti);
    return print(ti, a[0], a[1] ? " : true" : " : false");
}
int Verify_printAll(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    OUTPUT_STEP(ti);
    for (u32 i = 0; i < arr_len(h, a[0]); i++) NAT_TRY(print(ti, get_ref(h, a[0], OBJ_HEADER + 4 * i), ""));
    return NAT_OK;
}
