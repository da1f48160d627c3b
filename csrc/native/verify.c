/* verify.c -- gov.nasa.jpf.vm.Verify inside the checker. JPF: JPF_gov_nasa_jpf_vm_Verify.
 *
 * A data choice is a native that answers NAT_CHOICE with a request, and is executed again with the
 * value. Without a search (--run) the first choice is taken. Counters, values and bit sets belong to
 * the whole search: they are not undone. */
#include "native/verify.h"

#include <stdio.h>

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
        if (n == 0) return ti->ks->search ? ignored(ti) : throw_no_msg(ti, "java/lang/IllegalArgumentException");
        if (ti->ks->search) {
            i64 *list = cx_alloc(ti->ks->cx, n * sizeof *list);
            if (!list) return NAT_ERROR;
            for (u32 i = 0; i < n; i++) list[i] = element(ti, arr, type, i);
            ChoiceReq *q = verify_request(ti, kind, id);
            q->n = n;
            q->list = list;
            return NAT_CHOICE;
        }
        v = element(ti, arr, type, 0);
    }
    return type == T_INT || type == T_FLOAT ? ret_int(r, (i32)v) : ret_long(r, v);
}

int Verify_getBoolean(ThreadInfo *ti, const u32 *a, u32 *r) {
    return verify_choose_bool(ti, !ti->ks->bool_true_first, "verifyGetBoolean", r);
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
    return choose_list(ti, a[0], T_LONG, CK_LONG_LIST, "verifyLongList", r);
}
int Verify_getDoubleFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_DOUBLE, CK_DOUBLE_LIST, "verifyDoubleList", r);
}
int Verify_getFloatFromList(ThreadInfo *ti, const u32 *a, u32 *r) {
    return choose_list(ti, a[0], T_FLOAT, CK_FLOAT_LIST, "verifyFloatList", r);
}

/* --- the search --- */

int Verify_ignoreIf(ThreadInfo *ti, const u32 *a, u32 *r) { return a[0] && ti->ks->search ? ignored(ti) : NAT_OK; }
int Verify_terminateSearch(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_OK;
    ti->ks->run_end = RUN_TERMINATE_SEARCH;
    return NAT_END;
}
int Verify_beginAtomic(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->ks->ignore_atomic) return NAT_OK;
    ti_touch(ti);
    ti->atomic++;
    if (ti->ks->n_live > 1) ti->ks->saw_atomic = true;
    return NAT_OK;
}
int Verify_endAtomic(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (ti->atomic) {
        ti_touch(ti);
        ti->atomic--;
    }
    return NAT_OK;
}
/* The state is matched here even when no other thread can run. */
int Verify_breakTransition(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search || natb_resumed(ti, AC_BREAK)) return NAT_OK;
    return natb_block(ti, AC_BREAK, 0, 0, false);
}
int Verify_breakTransitionInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    char id[64] = "breakTransition";
    if (a[0] && !ti->ks->choice_req.ready) {
        size_t n;
        char *s = natb_utf8(ti, a[0], &n);
        if (!s) return NAT_ERROR;
        snprintf(id, sizeof id, "%s", s);
        natb_free(ti, s, n);
    }
    return verify_choose_int(ti, (i32)a[1], (i32)a[2], id, r);
}
int Verify_isRunningInJPF(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, 1); }
int Verify_vmIsMatchingStates(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, ti->ks->search); }
int Verify_nothing(ThreadInfo *ti, const u32 *a, u32 *r) { return NAT_OK; }

int Verify_isShared(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, a[0] && (ei(ti->ks->heap, a[0])->hf & EF_SHARED));
}
int Verify_setShared(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (a[0] && a[1]) heap_share(ti->ks->heap, a[0]);
    return NAT_OK;
}
int Verify_notModelled(ThreadInfo *ti, const u32 *a, u32 *r) {
    return nat_not_modelled(ti, "gov.nasa.jpf.vm.Verify.%s", ti->native_mi ? ti->native_mi->name->s : "?");
}

/* --- counters, values, bits: of the whole search --- */

enum { N_COUNTERS = 64 };
static i32 *counter(ThreadInfo *ti, u32 id) { return id < N_COUNTERS ? &ti->ks->counters[id] : NULL; }

static int no_counter(ThreadInfo *ti) {
    return throw_new(ti, "java/lang/IllegalArgumentException", "Verify counters are 0 to %d", N_COUNTERS - 1);
}
int Verify_getCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 *c = counter(ti, a[0]);
    return c ? ret_int(r, *c) : no_counter(ti);
}
int Verify_resetCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 *c = counter(ti, a[0]);
    if (!c) return no_counter(ti);
    *c = 0;
    return NAT_OK;
}
int Verify_setCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 *c = counter(ti, a[0]);
    if (!c) return no_counter(ti);
    *c = (i32)a[1];
    return NAT_OK;
}
int Verify_incrementCounter(ThreadInfo *ti, const u32 *a, u32 *r) {
    i32 *c = counter(ti, a[0]);
    return c ? ret_int(r, *c = (i32)((u32)*c + 1)) : no_counter(ti);
}

/* Values are named by the hash of their key, bits by (id, bit): one map for both. */
static u64 value_key(const char *s, size_t n) { return hash_bytes(s, n, 0x56616c) | 1; }

static int key_of(ThreadInfo *ti, Ref s, u64 *key) {
    if (!s) return throw_no_msg(ti, "java/lang/NullPointerException");
    size_t n;
    char *t = natb_utf8(ti, s, &n);
    if (!t) return NAT_ERROR;
    *key = value_key(t, n);
    natb_free(ti, t, n);
    return NAT_OK;
}
static Map *values(ThreadInfo *ti) {
    NatB *B = natb(ti);
    if (B && !B->values.cx) map_init(&B->values, ti->ks->cx);
    return B ? &B->values : NULL;
}
int Verify_putValue(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k;
    NAT_TRY(key_of(ti, a[0], &k));
    Map *m = values(ti);
    return m && map_put(m, k, a[1]) == ST_OK ? NAT_OK : NAT_ERROR;
}
int Verify_getValue(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 k, v = 0;
    NAT_TRY(key_of(ti, a[0], &k));
    Map *m = values(ti);
    if (!m) return NAT_ERROR;
    return ret_int(r, map_get(m, k, &v) ? (i32)v : -1);
}
static u64 bit_key(u32 id, u32 bit) { return ((u64)id << 32 | bit) << 1; }
int Verify_setBit(ThreadInfo *ti, const u32 *a, u32 *r) {
    Map *m = values(ti);
    return m && map_put(m, bit_key(a[0], a[1]), a[2]) == ST_OK ? NAT_OK : NAT_ERROR;
}
int Verify_getBit(ThreadInfo *ti, const u32 *a, u32 *r) {
    u64 v = 0;
    Map *m = values(ti);
    if (!m) return NAT_ERROR;
    return ret_int(r, map_get(m, bit_key(a[0], a[1]), &v) && v);
}

/* --- printing: output of the path, without a stream's locks --- */

static int print(ThreadInfo *ti, Ref s, const char *tail) {
    size_t n = 4;
    char *t = s ? natb_utf8(ti, s, &n) : NULL;
    if (s && !t) return NAT_ERROR;
    int res = natb_print(ti, 1, t ? t : "null", n);
    natb_free(ti, t, n);
    return res == NAT_OK && *tail ? natb_print(ti, 1, tail, strlen(tail)) : res;
}
int Verify_print(ThreadInfo *ti, const u32 *a, u32 *r) { return print(ti, a[0], ""); }
int Verify_println(ThreadInfo *ti, const u32 *a, u32 *r) { return print(ti, a[0], "\n"); }
int Verify_newline(ThreadInfo *ti, const u32 *a, u32 *r) { return natb_print(ti, 1, "\n", 1); }
int Verify_printInt(ThreadInfo *ti, const u32 *a, u32 *r) {
    char t[40];
    snprintf(t, sizeof t, " : %d\n", (i32)a[1]);
    return print(ti, a[0], t);
}
int Verify_printBool(ThreadInfo *ti, const u32 *a, u32 *r) {
    return print(ti, a[0], a[1] ? " : true\n" : " : false\n");
}
int Verify_printAll(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    if (!a[0]) return throw_no_msg(ti, "java/lang/NullPointerException");
    for (u32 i = 0; i < arr_len(h, a[0]); i++) NAT_TRY(print(ti, get_u32(h, a[0], OBJ_HEADER + 4 * i), ""));
    return NAT_OK;
}
