/* bprog.c -- bp.BProgram inside the checker: selection, the turn, marks. Layer 7.
 *
 * Event sets of the classes in bp.eventSets are read straight from the heap. Where a program's own class
 * (or an own equals) must be asked, the native answers NAT_BYTECODE and the Java code of BProgram does the
 * same by calling it, with chosen() for the choice. Selection itself is bp/select.c in both cases that matter
 * for speed: requests are numbered per selection. */
#include "native/bp/bprog.h"

#include <stdio.h>

#define B_THREAD "bp/JavaThreadForBThread" /* begins with BProgram.enter, and ends with its turn */

void bprog_free(Ctx *cx, BProgTables *t) {
    if (!t) return;
    for (u32 i = 0; i < t->names.n; i++) cx_free(cx, t->names.v[i], strlen(t->names.v[i]) + 1);
    vec_free(cx, &t->names);
    vec_free(cx, &t->fair);
    vec_free(cx, &t->events);
    vec_free(cx, &t->req);
    vec_free(cx, &t->hot);
    vec_free(cx, &t->blockers);
    cx_free(cx, t->barred, t->cap_barred * sizeof *t->barred);
    vec_free(cx, &t->picked);
    cx_free(cx, t->blocked, t->cap / 8);
    cx_free(cx, t->seen, t->cap / 8);
    vec_free(cx, &t->kinds);
    if (t->numbers.cx) map_free(&t->numbers);
    cx_free(cx, t, sizeof *t);
}

static BProgTables *bprog_make(KernelState *ks) {
    Natives *N = ks->natives;
    if (N->bprog) return N->bprog;
    N->bprog = cx_alloc(ks->cx, sizeof *N->bprog);
    if (N->bprog) map_init(&N->bprog->numbers, ks->cx);
    return N->bprog;
}

/* The tables, with offsets from the classes of the objects at hand. */
BProgTables *bprog_tables(ThreadInfo *ti, Ref program) {
    BProgTables *t = bprog_make(ti->ks);
    if (!t) return NULL;
    if (!t->ready && program) {
        static const char *const in_program[] = {"bthreads",  "count",  "epsilon", "coordinator",
                                                 "lastEvent", "alarms", "quiet"};
        static const char *const in_bthread[] = {
            "requestedEvents", "watchedEvents", "blockedEvents", "interruptingEvents",
            "priority",        "monitorOnly",   "stage",         "hot",
            "prune",           "bad",           "label",         "name",
            "thread"};
        Heap *h = ti->ks->heap;
        ClassInfo *ci = ei_class(h, ei(h, program)), *al;
        if (nat_class_named(ti, "java/util/ArrayList", &al) != NAT_OK) return NULL;
        for (u32 i = 0; i < F_REQUESTED; i++) t->off[i] = bprog_field(ci, in_program[i]);
        Ref arr = get_ref(h, program, t->off[F_BTHREADS]);
        if (!arr) return t;
        ClassInfo *bt = ei_class(h, ei(h, arr))->elem;
        for (u32 i = F_REQUESTED; i < F_N; i++) t->off[i] = bprog_field(bt, in_bthread[i - F_REQUESTED]);
        t->off_list = bprog_field(al, "elementData");
        t->off_size = bprog_field(al, "size");
        t->ready = t->off_list && t->off_size;
    }
    return t;
}

/* --- turns --- */

static void set_turn(ThreadInfo *ti, u32 turn) {
    KernelState *ks = ti->ks;
    ks_touch(ks);
    ks->bp.turn = turn;
}

static int wait_turn(ThreadInfo *ti) {
    if (nat_resumed(ti, AC_BSYNC)) return NAT_OK;
    if (ti->ks->bp.turn == ti->id + 1) return NAT_OK;
    return nat_block(ti, AC_BSYNC, 0, 0, false);
}

static u32 turn_of(ThreadInfo *ti, Ref thread) {
    ThreadInfo *to = thread ? ks_thread_of(ti->ks, thread) : NULL;
    return to ? to->id + 1 : 0;
}

int BProgram_checking(ThreadInfo *ti, const u32 *a, u32 *r) { return ret_int(r, ti->ks->search); }
int BProgram_labelled(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ret_int(r, ti->ks->search && (ti->ks->cfg.bp_rule & BPR_LABELS));
}

/* Fairness requirements are the program's, and set before it starts. */
int BProgram_fair(ThreadInfo *ti, const u32 *a, u32 *r) {
    BProgTables *t = ti->ks->search ? bprog_tables(ti, 0) : NULL;
    if (ti->ks->search && !t) return NAT_ERROR;
    for (u32 i = 0; t && i < 3; i++) t->n_fair[i] = a[i];
    return NAT_OK;
}

int BProgram_rule(ThreadInfo *ti, const u32 *a, u32 *r) {
    return ti->ks->search ? ret_int(r, ti->ks->cfg.bp_rule & 3) : NAT_BYTECODE;
}

/* Has ti done nothing yet that another thread's steps could be interleaved with? */
static bool just_begun(const ThreadInfo *ti) {
    const KernelState *ks = ti->ks;
    return ks->n_threads == 1 || strcmp(ei_class(ks->heap, ei(ks->heap, ti->obj))->name->s, B_THREAD) == 0;
}

int BProgram_beginTurns(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (!ks->search) return NAT_OK;
    ti_touch(ti);
    if (!ti->atomic++ && ks->bp.n_turns != TURNS_LEFT && just_begun(ti)) {
        ks_touch(ks);
        ks->bp.n_turns++;
        ks_update_boundaries(ks);
    }
    ks->saw.atomic = ks->saw.turns = true;
    if (!ks->bp.turn) set_turn(ti, ti->id + 1);
    return NAT_OK;
}

int BProgram_endTurns(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_OK;
    ti_end_atomic(ti);
    set_turn(ti, 0);
    return NAT_OK;
}

int BProgram_endTurn(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_OK;
    ti_end_atomic(ti);
    return NAT_OK;
}

int BProgram_await(ThreadInfo *ti, const u32 *a, u32 *r) { return ti->ks->search ? wait_turn(ti) : NAT_BYTECODE; }

int BProgram_finish(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_BYTECODE;
    set_turn(ti, turn_of(ti, a[1]));
    return NAT_OK;
}

int BProgram_pass(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_BYTECODE;
    Heap *h = ti->ks->heap;
    BProgTables *t = bprog_tables(ti, a[0]);
    if (!t) return NAT_ERROR;
    if (!t->ready) return NAT_BYTECODE;
    Ref e = get_ref(h, a[0], t->off[F_LAST]), arr = get_ref(h, a[0], t->off[F_BTHREADS]);
    Ref to = get_ref(h, a[0], t->off[F_COORDINATOR]);
    u32 n = get_u32(h, a[0], t->off[F_COUNT]);
    if (e && bprog_kind(ti->ks, t, e) != SK_EVENT) return NAT_BYTECODE;
    for (u32 i = a[1] + 1; e && i < n; i++) {
        Ref bt = get_ref(h, arr, OBJ_HEADER + 4 * i);
        if (get_u32(h, bt, t->off[F_STAGE]) != 2) continue;
        int in = bprog_contains(ti->ks, t, get_ref(h, bt, t->off[F_REQUESTED]), e, 0);
        if (!in) in = bprog_contains(ti->ks, t, get_ref(h, bt, t->off[F_WATCHED]), e, 0);
        if (!in) in = bprog_contains(ti->ks, t, get_ref(h, bt, t->off[F_INTERRUPTING]), e, 0);
        if (in < 0) return NAT_BYTECODE;
        if (in) {
            to = get_ref(h, bt, t->off[F_THREAD]);
            break;
        }
    }
    set_turn(ti, turn_of(ti, to));
    return NAT_OK;
}

/* Accesses from here on are of no account for bp.por; until it is off again. */
int Mixed_quiet(ThreadInfo *ti, const u32 *a, u32 *r) {
    KernelState *ks = ti->ks;
    if (ks->search && a[0]) quiet_begin(&ks->quiet, ks->heap->log.n);
    else if (ks->search) quiet_end(&ks->quiet, ks->heap->log.n);
    return NAT_OK;
}

/* --- selection --- */

const BProgTables *bprog_of(const KernelState *ks) {
    const Natives *N = ks->natives;
    return N ? N->bprog : NULL;
}

const u64 *bp_hot_bits(KernelState *ks, u32 *n) {
    const BProgTables *t = bprog_of(ks);
    *n = t ? t->n_bthreads : 0;
    return *n ? t->hot.v : NULL;
}

bool bp_label_key(KernelState *ks, H128 *key) {
    const BProgTables *t = bprog_of(ks);
    if (!(ks->cfg.bp_rule & BPR_LABELS) || !t || !t->n_bthreads) return false;
    *key = t->labels;
    return true;
}

void bp_fairness(KernelState *ks, BpFairness *f) {
    const BProgTables *t = bprog_of(ks);
    memset(f, 0, sizeof *f);
    if (!t) return;
    memcpy(f->n, t->n_fair, sizeof f->n);
    f->events = t->names.n;
    f->bits = t->fair.v;
}

u32 bp_bthread_thread(KernelState *ks, u32 index) {
    u32 n;
    if (!bp_hot_bits(ks, &n) || index >= n) return 0;
    const BProgTables *t = bprog_of(ks);
    Ref bt = get_ref(ks->heap, get_ref(ks->heap, t->program, t->off[F_BTHREADS]), OBJ_HEADER + 4 * index);
    Ref thread = get_ref(ks->heap, bt, t->off[F_THREAD]);
    ThreadInfo *ti = thread ? ks_thread_of(ks, thread) : NULL;
    return ti ? ti->id + 1 : 0;
}

void bprog_class_text(const ClassInfo *ci, char *buf, size_t size) {
    ci_external_name(ci, buf, size);
    const char *at = strrchr(buf, '$');
    if (!at || (at[1] >= '0' && at[1] <= '9')) at = strrchr(buf, '.');
    if (at) mem_move(buf, at + 1, strlen(at));
}

void bp_bthread_name(KernelState *ks, u32 index, char *buf, size_t size) {
    u32 n;
    snprintf(buf, size, "b-thread %u", index);
    if (!bp_hot_bits(ks, &n) || index >= n) return;
    const BProgTables *t = bprog_of(ks);
    Ref bt = get_ref(ks->heap, get_ref(ks->heap, t->program, t->off[F_BTHREADS]), OBJ_HEADER + 4 * index);
    ClassInfo *ci = ei_class(ks->heap, ei(ks->heap, bt));
    u32 off = bprog_field(ci, "name");
    Ref s = off ? get_ref(ks->heap, bt, off) : 0;
    size_t bytes;
    char *text = s ? string_utf8(ks->heap, s, &bytes) : NULL;
    if (text) {
        snprintf(buf, size, "%s", text);
        cx_free(ks->cx, text, bytes + 1);
    } else {
        bprog_class_text(ci, buf, size);
    }
}

const char *bp_event_name(KernelState *ks, u32 id) {
    const BProgTables *t = bprog_of(ks);
    return t && id < t->names.n ? t->names.v[id] : "?";
}

static Status new_name(Ctx *cx, BProgTables *t, const char *name, u32 fair, u64 key) {
    char *own = cx_strndup(cx, name, strlen(name));
    if (!own || map_put(&t->numbers, key, t->names.n) != ST_OK || vec_push(cx, &t->fair, fair) != ST_OK)
        return ST_ERROR;
    return vec_push(cx, &t->names, own);
}

/* The numbers go by the order in which the search has met the names. What follows from the class files is found by the
 * first selection, before which Java is asked more (requests): it is there if it was there. */
Status bprog_pack(KernelState *ks, Pack *p) {
    BProgTables *t = bprog_make(ks);
    if (!t) return ST_ERROR;
    pack_it(p, t->ready);
    pack_it(p, t->off);
    pack_it(p, t->off_list);
    pack_it(p, t->off_size);
    pack_it(p, t->off_items);
    pack_it(p, t->off_name);
    pack_vec(p, &t->fair);
    pack_map(p, &t->numbers);
    for (u32 i = 0; i < t->fair.n && !p->failed; i++) {
        char *name = p->reading ? NULL : t->names.v[i];
        pack_string(p, &name);
        if (p->reading && name && vec_push(ks->cx, &t->names, name) != ST_OK) return ST_ERROR;
    }
    return p->failed ? ST_ERROR : ST_OK;
}

/* Events of one name in different fairness requirements have different numbers. */
static int name_number(ThreadInfo *ti, BProgTables *t, Ref e, u32 fair, u32 *out) {
    Heap *h = ti->ks->heap;
    ClassInfo *ci = ei_class(h, ei(h, e));
    char buf[256];
    u32 off = bprog_kind(ti->ks, t, e) == SK_EVENT ? t->off_name : bprog_field(ci, "name");
    FieldInfo *fi = off && off != t->off_name ? ci_find_field(ci, "name") : NULL;
    Ref s = off && (!fi || fi->type == T_REF) ? get_ref(h, e, off) : 0;
    if (s && ei_class(h, ei(h, s)) != ti->ks->cs->string) s = 0;
    u64 seed = 0x6270 + ((u64)fair << 32), v;
    if (!s) bprog_class_text(ci, buf, sizeof buf);
    u64 key = s ? string_hash(h, s, seed) : hash_bytes(buf, strlen(buf), seed);
    if (map_get(&t->numbers, key, &v)) {
        *out = (u32)v;
        return NAT_OK;
    }
    size_t n = 0;
    char *text = s ? nat_utf8(ti, s, &n) : NULL;
    if (s && !text) return NAT_ERROR;
    *out = t->names.n;
    Status st = new_name(ti->ks->cx, t, text ? text : buf, fair, key);
    if (text) nat_utf8_free(ti, text, n);
    return st == ST_OK ? NAT_OK : NAT_ERROR;
}

static u32 number_of(KernelState *ks, BProgTables *t, Ref e) {
    for (u32 i = 0; i < t->events.n; i++)
        if (t->events.v[i] == e) return i;
    return vec_push(ks->cx, &t->events, e) == ST_OK ? t->events.n - 1 : UINT32_MAX;
}

static Status room(ThreadInfo *ti, BProgTables *t) {
    u32 n = t->events.n;
    if (n <= t->cap) return ST_OK;
    u32 cap = (n + 127) & ~63u;
    u64 *b = cx_realloc(ti->ks->cx, t->blocked, t->cap / 8, cap / 8);
    if (!b) return ST_ERROR;
    t->blocked = b;
    u64 *s = cx_realloc(ti->ks->cx, t->seen, t->cap / 8, cap / 8);
    if (!s) return ST_ERROR;
    t->seen = s;
    t->cap = cap;
    return ST_OK;
}

int bprog_requests(KernelState *ks, BProgTables *t, Ref r) {
    Heap *h = ks->heap;
    t->req.n = 0;
    if (!r) return -1;
    enum SetKind k = bprog_kind(ks, t, r);
    if (k == SK_NONE) return 0;
    if (k == SK_EVENT) {
        u32 e = number_of(ks, t, r);
        if (e == UINT32_MAX || vec_push(ks->cx, &t->req, e | BP_GROUP) != ST_OK) return -2;
        return 1;
    }
    if (k != SK_REQUESTS) return -1;
    Ref arr = get_ref(h, r, t->off_list);
    u32 n = get_u32(h, r, t->off_size);
    for (u32 i = 0; i < n; i++) {
        Ref g = get_ref(h, arr, OBJ_HEADER + 4 * i);
        enum SetKind gk = g ? bprog_kind(ks, t, g) : SK_OTHER;
        if (gk == SK_NONE) continue;
        if (gk != SK_EVENT && gk != SK_REQUESTS) return -1;
        Ref inner = gk == SK_EVENT ? 0 : get_ref(h, g, t->off_list);
        u32 m = gk == SK_EVENT ? 1 : get_u32(h, g, t->off_size);
        for (u32 j = 0; j < m; j++) {
            Ref x = gk == SK_EVENT ? g : get_ref(h, inner, OBJ_HEADER + 4 * j);
            if (!x || bprog_kind(ks, t, x) != SK_EVENT) return -1;
            u32 e = number_of(ks, t, x);
            if (e == UINT32_MAX || vec_push(ks->cx, &t->req, e | (j ? 0 : BP_GROUP)) != ST_OK) return -2;
        }
    }
    return t->req.n != 0;
}

/* t->picked and t->events; answers as bprog_requests(). */
static int select_events(ThreadInfo *ti, BProgTables *t, Ref program) {
    Heap *h = ti->ks->heap;
    Ref arr = get_ref(h, program, t->off[F_BTHREADS]);
    u32 n = get_u32(h, program, t->off[F_COUNT]), tested = 0;
    u64 bits = get_u64(h, program, t->off[F_EPSILON]);
    BpRule rule = {.strict = ti->ks->cfg.bp_rule & BPR_STRICT, .chain = ti->ks->cfg.bp_rule & BPR_CHAIN};
    memcpy(&rule.epsilon, &bits, 8);
    BpPick p = {.rule = &rule};
    t->events.n = t->picked.n = 0;
    int res = 1;
    if (bprog_blockers(ti->ks, t, arr, n) != ST_OK) return -2;
    for (u32 i = 0; i < n; i++) {
        Ref bt = get_ref(h, arr, OBJ_HEADER + 4 * i);
        if (get_u32(h, bt, t->off[F_STAGE]) != 2 || get_u8(h, bt, t->off[F_MONITOR])) continue;
        int k = bprog_requests(ti->ks, t, get_ref(h, bt, t->off[F_REQUESTED]));
        if (k == 0) continue;
        if (k < 0 || room(ti, t) != ST_OK || vec_reserve(ti->ks->cx, &t->picked, t->events.n) != ST_OK) {
            res = k == -1 ? -1 : -2;
            break;
        }
        for (; tested < t->events.n && res > 0; tested++) {
            int in = bprog_blocked(ti->ks, t, t->events.v[tested]);
            if (in < 0) res = -1;
            bit_clear(t->blocked, tested);
            if (in > 0) bit_set(t->blocked, tested);
        }
        if (res < 0) break;
        double prio;
        bits = get_u64(h, bt, t->off[F_PRIORITY]);
        memcpy(&prio, &bits, 8);
        p.blocked = t->blocked;
        p.seen = t->seen;
        p.out = t->picked.v;
        if (!bp_pick(&p, prio, t->req.v, t->req.n)) break;
    }
    bp_pick_end(&p);
    t->picked.n = p.n;
    return res;
}

/* Where a b-thread without a label stands. */
static u64 position(KernelState *ks, Ref thread) {
    u64 at = 0xB7;
    const ThreadInfo *ti = thread ? ks_thread_of(ks, thread) : NULL;
    for (const StackFrame *f = ti ? ti->top : NULL; f; f = f->prev)
        at = mix64(at, f->mi->key + (f->mi->code ? (u64)(f->pc - f->mi->code) : 0));
    return at;
}

/* The state as its marks have it: NAT_OK to go on. */
static int marks(ThreadInfo *ti, BProgTables *t, Ref program) {
    KernelState *ks = ti->ks;
    Heap *h = ks->heap;
    Ref arr = get_ref(h, program, t->off[F_BTHREADS]);
    u32 n = get_u32(h, program, t->off[F_COUNT]);
    bool prune = false;
    u32 w = (n + 63) / 64;
    if (vec_reserve(ks->cx, &t->hot, w > t->hot.n ? w - t->hot.n : 0) != ST_OK) return NAT_ERROR;
    t->hot.n = w;
    t->n_bthreads = n;
    t->program = program;
    t->labels = (H128){0, 0};
    if (w) mem_fill(t->hot.v, 0, w * 8);
    for (u32 i = 0; i < n; i++) {
        Ref bt = get_ref(h, arr, OBJ_HEADER + 4 * i);
        if (get_u32(h, bt, t->off[F_STAGE]) != 2) continue;
        Ref bad = get_ref(h, bt, t->off[F_BAD]);
        if (bad && !ks->bp.bad) {
            size_t len;
            char *s = nat_utf8(ti, bad, &len);
            if (!s) return NAT_ERROR;
            snprintf(ks->violation, sizeof ks->violation, "%s", s);
            nat_utf8_free(ti, s, len);
            ks->bp.bad = 1;
            ks->bp.who = turn_of(ti, get_ref(h, bt, t->off[F_THREAD]));
        }
        if (get_u8(h, bt, t->off[F_HOT])) bit_set(t->hot.v, i);
        prune |= get_u8(h, bt, t->off[F_PRUNE]) != 0;
        if (!(ks->cfg.bp_rule & BPR_LABELS)) continue;
        Ref label = get_ref(h, bt, t->off[F_LABEL]);
        size_t len;
        char *s = label ? nat_utf8(ti, label, &len) : NULL;
        if (label && !s) return NAT_ERROR;
        u64 what = s ? hash_bytes(s, len, 0x1ABE1) : position(ks, get_ref(h, bt, t->off[F_THREAD]));
        t->labels = h128_add(t->labels, mix128(i + 1, what));
        if (s) nat_utf8_free(ti, s, len);
    }
    if (!prune) return NAT_OK;
    ks->exit_status = 0;
    ks->run_end = RUN_EXIT;
    return NAT_END;
}

/* Nothing can be selected: the end if every b-thread has returned, else a deadlock. */
static int none_left(ThreadInfo *ti, BProgTables *t, Ref program, u32 *r) {
    Heap *h = ti->ks->heap;
    Ref arr = get_ref(h, program, t->off[F_BTHREADS]);
    u32 n = get_u32(h, program, t->off[F_COUNT]), parked = 0;
    for (u32 i = 0; i < n; i++) parked += get_u32(h, get_ref(h, arr, OBJ_HEADER + 4 * i), t->off[F_STAGE]) == 2;
    if (!parked) return ret_ref(r, 0);
    for (u32 i = 0; i < n && !ti->ks->bp.bad && !(ti->ks->cfg.bp_rule & BPR_NO_HOT_ENDS); i++) {
        if (!bit_get(t->hot.v, i)) continue;
        char name[200];
        bp_bthread_name(ti->ks, i, name, sizeof name);
        snprintf(ti->ks->violation, sizeof ti->ks->violation, "the run ends in a hot state of %s", name);
        ti->ks->bp.bad = 2;
        ti->ks->bp.who = turn_of(ti, get_u32(h, get_ref(h, arr, OBJ_HEADER + 4 * i), t->off[F_THREAD]));
    }
    if ((ti->ks->cfg.bp_rule & BPR_SUPPRESS_DEADLOCK) || get_u8(h, program, t->off[F_QUIET])) {
        ti->ks->bp.idle = 1;
        ti->ks->exit_status = 0;
        ti->ks->run_end = RUN_EXIT;
        return NAT_END;
    }
    set_turn(ti, 0);
    return nat_block(ti, AC_BSYNC, 0, 0, false);
}

static int ask(ThreadInfo *ti, BProgTables *t, const Ref *events, u32 n, Ref fair) {
    Heap *h = ti->ks->heap;
    ChoiceReq *q = &ti->ks->choice_req;
    if (q->list) cx_free(ti->ks->cx, q->list, q->n * sizeof *q->list);
    memset(q, 0, sizeof *q);
    i64 *list = cx_alloc(ti->ks->cx, n * sizeof *list);
    if (!list) return NAT_ERROR;
    for (u32 i = 0; i < n; i++) {
        u32 name;
        if (name_number(ti, t, events[i], fair ? get_u32(h, fair, OBJ_HEADER + 4 * i) : 0, &name) != NAT_OK) {
            cx_free(ti->ks->cx, list, n * sizeof *list);
            return NAT_ERROR;
        }
        list[i] = (i64)name << 32 | events[i];
    }
    q->kind = CK_EVENT;
    q->pending = 1;
    q->n = n;
    q->list = list;
    snprintf(q->id, sizeof q->id, "bSync");
    return NAT_CHOICE;
}

static bool taken(ThreadInfo *ti, u32 *name, Ref *e) {
    ChoiceReq *q = &ti->ks->choice_req;
    if (!q->ready) return false;
    q->ready = 0;
    *name = (u32)((u64)q->value >> 32);
    *e = (Ref)q->value;
    return true;
}

/* Is it the event of that name, and does a parked b-thread request it? */
static bool still_there(ThreadInfo *ti, BProgTables *t, Ref program, Ref e, u32 name) {
    Heap *h = ti->ks->heap;
    Ref arr = get_ref(h, program, t->off[F_BTHREADS]);
    u32 n = get_u32(h, program, t->off[F_COUNT]), is;
    bool found = false;
    if (!heap_is_object(h, e)) return false;
    for (u32 i = 0; i < n && !found; i++) {
        Ref bt = get_ref(h, arr, OBJ_HEADER + 4 * i);
        if (get_u32(h, bt, t->off[F_STAGE]) == 2)
            found = bprog_contains(ti->ks, t, get_ref(h, bt, t->off[F_REQUESTED]), e, 0) == 1;
    }
    return found && bprog_kind(ti->ks, t, e) == SK_EVENT && name_number(ti, t, e, 0, &is) == NAT_OK && is == name;
}

/* The chosen event. A path that is executed again may have made its objects elsewhere; then it is looked for by its
 * name. */
static Ref found_again(ThreadInfo *ti, BProgTables *t, const Ref *events, u32 n, Ref e, u32 name) {
    Ref first = 0;
    for (u32 i = 0; i < n; i++) {
        u32 fair = t->fair.v[name], is;
        if (name_number(ti, t, events[i], fair, &is) != NAT_OK || is != name) continue;
        if (events[i] == e) return e;
        if (!first) first = events[i];
    }
    return first;
}

int BProgram_choose(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 name = 0;
    Ref e = 0;
    Heap *h = ti->ks->heap;
    if (!ti->ks->search) return NAT_BYTECODE;
    BProgTables *t = bprog_tables(ti, a[0]);
    if (!t) return NAT_ERROR;
    if (!t->ready || t->n_fair[0] + t->n_fair[1] + t->n_fair[2]) return NAT_BYTECODE;
    Ref alarms = get_ref(h, a[0], t->off[F_ALARMS]);
    if (alarms && get_u32(h, alarms, t->off_size)) return NAT_BYTECODE;
    bool again = taken(ti, &name, &e);
    if (again && still_there(ti, t, a[0], e, name)) return ret_ref(r, e);
    if (!again) NAT_TRY(marks(ti, t, a[0]));
    int k = select_events(ti, t, a[0]);
    if (k == -2) return NAT_ERROR;
    if (k == -1) {
        ti->ks->choice_req.ready = again; /* chosen() takes it */
        return NAT_BYTECODE;
    }
    if (!t->picked.n) return none_left(ti, t, a[0], r);
    for (u32 i = 0; i < t->picked.n; i++) t->picked.v[i] = t->events.v[t->picked.v[i]];
    if (again) return ret_ref(r, found_again(ti, t, t->picked.v, t->picked.n, e, name));
    return ask(ti, t, t->picked.v, t->picked.n, 0);
}

/* The choice among candidates that Java code found; a[2]: the fairness requirements each is in, or null. */
int BProgram_chosen(ThreadInfo *ti, const u32 *a, u32 *r) {
    u32 name;
    Ref e;
    Heap *h = ti->ks->heap;
    if (!ti->ks->search) return NAT_BYTECODE;
    BProgTables *t = bprog_tables(ti, a[0]);
    if (!t) return NAT_ERROR;
    if (!t->ready) return ret_ref(r, 0); /* there is no b-thread */
    u32 n = a[1] ? arr_len(h, a[1]) : 0;
    t->picked.n = 0;
    for (u32 i = 0; i < n; i++)
        if (vec_push(ti->ks->cx, &t->picked, get_ref(h, a[1], OBJ_HEADER + 4 * i)) != ST_OK) return NAT_ERROR;
    if (taken(ti, &name, &e)) return ret_ref(r, found_again(ti, t, t->picked.v, n, e, name));
    NAT_TRY(marks(ti, t, a[0]));
    return n ? ask(ti, t, t->picked.v, n, a[2]) : none_left(ti, t, a[0], r);
}

int BProgram_flat(ThreadInfo *ti, const u32 *a, u32 *r) {
    Heap *h = ti->ks->heap;
    if (!ti->ks->search || !a[0]) return NAT_BYTECODE;
    BProgTables *t = natives(ti)->bprog;
    if (!t || !t->ready) return NAT_BYTECODE;
    enum SetKind k = bprog_kind(ti->ks, t, a[0]);
    if (k == SK_EVENT || k == SK_NONE) return ret_int(r, 1);
    if (k != SK_REQUESTS) return NAT_BYTECODE;
    Ref arr = get_ref(h, a[0], t->off_list);
    u32 n = get_u32(h, a[0], t->off_size);
    for (u32 i = 0; i < n; i++) {
        Ref g = get_ref(h, arr, OBJ_HEADER + 4 * i);
        enum SetKind gk = g ? bprog_kind(ti->ks, t, g) : SK_OTHER;
        if (gk == SK_EVENT || gk == SK_NONE) continue;
        if (gk != SK_REQUESTS) return NAT_BYTECODE;
        Ref inner = get_ref(h, g, t->off_list);
        u32 m = get_u32(h, g, t->off_size);
        for (u32 j = 0; j < m; j++) {
            Ref x = get_ref(h, inner, OBJ_HEADER + 4 * j);
            enum SetKind xk = x ? bprog_kind(ti->ks, t, x) : SK_OTHER;
            if (xk == SK_REQUESTS || xk == SK_OTHER) return NAT_BYTECODE;
        }
    }
    return ret_int(r, 1);
}

int BProgram_prune(ThreadInfo *ti, const u32 *a, u32 *r) {
    if (!ti->ks->search) return NAT_OK;
    ti->ks->run_end = RUN_IGNORED;
    return NAT_END;
}
