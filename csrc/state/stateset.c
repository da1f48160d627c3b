/* stateset.c -- the states seen: by 128-bit keys, exactly, or as bits. Layer 10. JPF: StateSet. */
#include "state/set_int.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINES0 512u
#define BITS_PER_STATE 3 /* bits a state sets in a bitstate set (Holzmann) */
#define DEFAULT_LOG2_BITS 28u

static bool named(const char *s, const char *simple) {
    const char *dot = strrchr(s, '.');
    return strcmp(s, simple) == 0 || (dot && strcmp(dot + 1, simple) == 0);
}

static size_t room_of(u64 lines) { return (lines + 1) * LINE_BYTES; }

static KeyLine *aligned(void *room) {
    return (KeyLine *)(((uintptr_t)room + LINE_BYTES - 1) & ~(uintptr_t)(LINE_BYTES - 1));
}

static Status keys_init(StateSet *s, u64 lines) {
    s->room = cx_alloc(s->cx, room_of(lines));
    if (!s->room) return ST_ERROR;
    s->lines = aligned(s->room);
    s->n_lines = lines;
    s->missed_key.held = UINT64_MAX;
    return ST_OK;
}

static Status bits_init(StateSet *s, const char *arg) {
    char *end = NULL;
    unsigned long n = *arg == ':' ? strtoul(arg + 1, &end, 10) : DEFAULT_LOG2_BITS;
    if ((end && (*end || end == arg + 1)) || n < 10 || n > 40)
        return cx_fail(s->cx, ERR_CONFIG,
                       "vm.storage.class: bitstate:N takes the log2 of the number of bits, 10 to 40");
    s->log2_bits = (u32)n;
    s->bits = cx_alloc(s->cx, ((size_t)1 << n) / 8);
    return s->bits ? ST_OK : ST_ERROR;
}

bool stateset_of_keys(const char *storage) {
    return !*storage || named(storage, "JenkinsStateSet") || named(storage, "keys");
}

Status stateset_new(Ctx *cx, const char *storage, StateSet **out) {
    const char *name = storage ? storage : "";
    *out = NULL;
    if (strcmp(name, "none") == 0 || strcmp(name, "null") == 0 || strcmp(name, "nil") == 0) return ST_OK;
    StateSet *s = cx_alloc(cx, sizeof *s);
    if (!s) return ST_ERROR;
    s->cx = cx;
    Status st;
    if (stateset_of_keys(name)) {
        s->kind = SET_KEYS;
        st = keys_init(s, LINES0);
    } else if (named(name, "FullStateSet") || named(name, "exact")) {
        s->kind = SET_EXACT;
        st = exact_init(s, NULL);
    } else if (strncmp(name, "bitstate", 8) == 0 && (!name[8] || name[8] == ':')) {
        s->kind = SET_BITS;
        st = bits_init(s, name + 8);
    } else {
        st = cx_fail(cx, ERR_CONFIG,
                     "vm.storage.class: unknown state set '%s' (known: gov.nasa.jpf.vm.JenkinsStateSet, "
                     "gov.nasa.jpf.vm.FullStateSet, exact, bitstate, none)",
                     name);
    }
    if (st != ST_OK) {
        stateset_free(s);
        return ST_ERROR;
    }
    *out = s;
    return ST_OK;
}

Status stateset_beside(StateSet *set, StateSet **out) {
    StateSet *s = *out = cx_alloc(set->cx, sizeof *s);
    if (!s) return ST_ERROR;
    s->cx = set->cx;
    s->kind = set->kind == SET_EXACT ? SET_EXACT : SET_KEYS;
    if ((s->kind == SET_EXACT ? exact_init(s, set->store) : keys_init(s, LINES0)) == ST_OK) return ST_OK;
    stateset_free(s);
    *out = NULL;
    return ST_ERROR;
}

void state_ask(StateEngine *se, const StateSet *set) {
    se->asked = set;
    se->store = set && set->kind == SET_EXACT ? set->store : NULL;
}

void stateset_free(StateSet *s) {
    if (!s) return;
    cx_free(s->cx, s->room, s->room ? room_of(s->n_lines) : 0);
    spill_free(s->spill);
    spill_reader_free(s->reader);
    if (s->bits) cx_free(s->cx, s->bits, ((size_t)1 << s->log2_bits) / 8);
    exact_free(s);
    sharedset_close(s->port);
    cx_free(s->cx, s, sizeof *s);
}

/* --- keys --- */

/* The line where the search for a key begins: any number of lines will do (Lemire 2019), so that the table can grow by
 * half. */
static inline u64 place(const StateSet *s, H128 k) {
    u64 h = spill_sign(k);
    if (JPF_UNLIKELY(s->test_bits)) h = cut_hash(h, s->test_bits, s->n_lines);
    return (u64)((unsigned __int128)h * s->n_lines >> 64);
}

static inline bool key_free(H128 k) { return !(k.lo | k.hi); }

typedef struct KeyPlace {
    KeyLine *line;
    u32 at;
} KeyPlace;

/* Where the key is, or belongs. */
static KeyPlace keys_seek(const StateSet *s, H128 k) {
    for (u64 i = place(s, k);; i = i + 1 < s->n_lines ? i + 1 : 0) {
        KeyLine *l = &s->lines[i];
        for (u32 j = 0; j < LINE_KEYS; j++)
            if (key_free(l->keys[j]) || h128_eq(l->keys[j], k)) return (KeyPlace){l, j};
    }
}

/* A large table takes a little more at a time and is filled further: it grows where it lies (the host moves its pages
 * and copies nothing), so that its peak is its size. Lines follow each other as the hashes of their keys do, in a table
 * of any size: a key's new place is not before its old one, and lines are emptied from the last one on, each into those
 * behind it. The few keys for which that does not hold wait until all lines are done: those that stood behind their
 * own line where the lines have hardly moved, and those that came round the end. */
enum { LARGE_LINES = 1 << 15, HUGE_LINES = 1 << 20 };
static bool keys_full(const StateSet *s) {
    u64 percent = s->n_lines < LARGE_LINES ? 80 : s->n_lines < HUGE_LINES ? 90 : 93;
    return s->held >= s->n_lines * LINE_KEYS / 100 * percent;
}

static void keys_put(KeyPlace p, H128 k, u32 id) {
    p.line->keys[p.at] = k;
    p.line->ids[p.at] = id;
}

/* A free place from the key's own line on. False: that line is before `from`, or there is none behind it. */
static bool place_behind(const StateSet *s, H128 k, u64 from, KeyPlace *out) {
    u64 i = place(s, k);
    if (i < from) return false;
    for (; i < s->n_lines; i++)
        for (u32 j = 0; j < LINE_KEYS; j++)
            if (key_free(s->lines[i].keys[j])) {
                *out = (KeyPlace){&s->lines[i], j};
                return true;
            }
    return false;
}

/* Keys are in no line for a moment: the limit of memory must not fall into that. */
static Status keys_spread(StateSet *s, u64 n) {
    VEC(KeyLine) wait = {0};
    Status st = ST_OK;
    u64 limit = s->cx->limit;
    s->cx->limit = 0;
    for (u64 i = n; i-- > 0 && st == ST_OK;) {
        KeyLine l = s->lines[i];
        s->lines[i] = (KeyLine){0};
        for (u32 j = 0; j < LINE_KEYS && !key_free(l.keys[j]) && st == ST_OK; j++) {
            KeyPlace p;
            if (place_behind(s, l.keys[j], i, &p)) keys_put(p, l.keys[j], l.ids[j]);
            else st = vec_push(s->cx, &wait, ((KeyLine){.keys = {l.keys[j]}, .ids = {l.ids[j]}}));
        }
    }
    s->cx->limit = limit;
    s->lost |= st != ST_OK;
    for (u32 i = 0; i < wait.n; i++) keys_put(keys_seek(s, wait.v[i].keys[0]), wait.v[i].keys[0], wait.v[i].ids[0]);
    vec_free(s->cx, &wait);
    return st;
}

static u64 lines_more(u64 n) { return n / (n < LARGE_LINES ? 2 : n < HUGE_LINES ? 8 : 20); }

static Status keys_grow(StateSet *s) {
    u64 n = s->n_lines, more = n + lines_more(n);
    size_t was = (size_t)((u8 *)s->lines - (u8 *)s->room);
    u8 *room = cx_realloc(s->cx, s->room, room_of(n), room_of(more));
    if (!room) return ST_ERROR;
    s->room = room;
    s->lines = aligned(room);
    s->n_lines = more;
    if (room + was != (u8 *)s->lines) { /* what was moved over is 0 again; the rest is new */
        mem_move(s->lines, room + was, n * LINE_BYTES);
        s->lines[n] = (KeyLine){0};
    }
    return keys_spread(s, n);
}

/* --- on the disk --- */

/* Of the memory limit the lines grow into three quarters, as far as others leave them; a share of it they have in any
 * case, so that runs do not get short. */
enum { SPILL_SHARE = 32 };
static u64 spill_limit(const StateSet *s) { return s->cx->told_limit ? s->cx->told_limit : s->cx->limit; }

static bool keys_go(const StateSet *s) {
    u64 limit = spill_limit(s), grown = s->n_lines + lines_more(s->n_lines);
    if (!s->spill) return false;
    if (s->spill_at) return s->held >= s->spill_at;
    if (!limit || grown * LINE_BYTES < limit / SPILL_SHARE) return false;
    return s->cx->bytes + lines_more(s->n_lines) * LINE_BYTES > limit / 4 * 3;
}

/* So many lines, all of them free. A failure leaves the ones that there were, free too. */
static Status lines_renew(StateSet *s, u64 n) {
    u64 was = s->n_lines;
    u8 *room = n == was ? s->room : cx_realloc(s->cx, s->room, room_of(was), room_of(n));
    if (room) {
        s->room = room;
        s->lines = aligned(room);
        s->n_lines = n;
    }
    mem_fill(s->room, 0, room_of(room && n < was ? n : was));
    s->held = 0;
    cx_worked(s->cx, s->n_lines);
    return room ? ST_OK : ST_ERROR;
}

/* What the limit leaves to the lines beside all else, filters of runs too, which grow with what is on the disk. */
static u64 lines_fit(const StateSet *s, u64 most) {
    u64 limit = spill_limit(s), share = limit / SPILL_SHARE, others = s->cx->bytes - room_of(s->n_lines);
    if (!limit) return most;
    u64 left = limit / 4 * 3 > others + share ? limit / 4 * 3 - others : share, n = left / LINE_BYTES;
    n = n > LINES0 ? n : LINES0;
    return n < most ? n : most;
}

/* The keys are put together where they lie. Lines follow each other as the signs of their keys do, so that little is
 * left to be sorted. While runs are merged there is hardly a line. */
static Status keys_spill(StateSet *s, u64 most) {
    SpillKey *v = (SpillKey *)(void *)s->lines;
    u64 n = 0;
    for (u64 i = 0; i < s->n_lines; i++) {
        KeyLine l = s->lines[i];
        for (u32 j = 0; j < LINE_KEYS && !key_free(l.keys[j]); j++) v[n++] = spill_key(l.keys[j], l.ids[j]);
    }
    Status st = spill_put(s->spill, v, n);
    s->lost |= st != ST_OK;
    if (spill_due(s->spill)) {
        u64 limit = spill_limit(s);
        if (lines_renew(s, LINES0) != ST_OK || st != ST_OK) return ST_ERROR;
        if (spill_merge(s->spill, !limit ? UINT64_MAX : limit > s->cx->bytes ? limit - s->cx->bytes : 0) != ST_OK)
            return ST_ERROR;
    }
    return lines_renew(s, lines_fit(s, most)) == ST_OK ? st : ST_ERROR;
}

Status stateset_spill(StateSet *s, Disk *disk, u64 at) {
    if (s->kind != SET_KEYS) return cx_fail(s->cx, ERR_INTERNAL, "only keys can go to the disk");
    s->spill_at = at;
    return (s->spill = spill_new(s->cx, disk)) && (s->reader = spill_reader(s->cx, disk)) ? ST_OK : ST_ERROR;
}

/* Of a shared set that spills the share is of its tables. */
static Status shared_relieve(StateSet *s) {
    if (!sharedset_disk(s->shared) || sharedset_tables(s->shared) < spill_limit(s) / SPILL_SHARE) return ST_OK;
    return sharedset_relieve(s->port) ? ST_OK : sharedset_failed(s->shared, s->cx);
}

void stateset_allow(StateSet *s, u64 held) {
    if (s->kind != SET_SHARED || !sharedset_disk(s->shared)) return;
    u64 limit = spill_limit(s), tables = sharedset_tables(s->shared), others = held > tables ? held - tables : 0;
    u64 least = limit / SPILL_SHARE, most = limit > others ? limit - others : 0;
    if (!limit) return;
    sharedset_allow(s->shared, limit / 4 * 3 > others + least ? limit / 4 * 3 - others : least, most);
}

const Disk *stateset_disk(const StateSet *s) { return s->kind == SET_SHARED ? sharedset_disk(s->shared) : NULL; }

Status stateset_relieve(StateSet *s) {
    if (s->kind == SET_SHARED) return shared_relieve(s);
    if (!s->spill || s->n_lines * LINE_BYTES < spill_limit(s) / SPILL_SHARE) return ST_OK;
    return keys_spill(s, LINES0);
}

u64 stateset_spilled(const StateSet *s) {
    return s->kind == SET_SHARED ? sharedset_spilled(s->shared) : spill_count(s->spill);
}

u64 stateset_reads(const StateSet *s) {
    return s->kind == SET_SHARED ? s->reads + sharedset_reads(s->shared) : spill_reads(s->reader);
}

/* --- asking and adding --- */

void stateset_prefetch(const StateSet *s, H128 key) {
    if (s->kind == SET_KEYS) __builtin_prefetch(&s->lines[place(s, key)]);
    else if (s->kind == SET_SHARED) sharedset_prefetch(s->port, key);
    if (JPF_UNLIKELY(s->spill != NULL)) spill_prefetch(s->spill, key);
}

static Status keys_find(StateSet *s, H128 key, bool *known, u32 *id) {
    if (JPF_UNLIKELY(key_free(key))) {
        *id = s->zero_id;
        *known = s->has_zero;
        return ST_OK;
    }
    KeyPlace p = keys_seek(s, key);
    *id = p.line->ids[p.at];
    *known = !key_free(p.line->keys[p.at]);
    if (!*known) { /* it may be added next */
        s->missed_key.key = key;
        s->missed_key.line = p.line;
        s->missed_key.at = p.at;
        s->missed_key.held = s->held;
    }
    return *known || JPF_LIKELY(!s->spill) ? ST_OK : spill_find(s->spill, s->reader, key, known, id);
}

/* A key that is not in the lines is put there; p: its place, as they are now. */
static Status keys_hold(StateSet *s, KeyPlace p, H128 k, u32 id) {
    if (keys_full(s) || (s->spill_at && s->held >= s->spill_at)) {
        if ((keys_go(s) ? keys_spill(s, s->n_lines) : keys_grow(s)) != ST_OK) return ST_ERROR;
        p = keys_seek(s, k);
    }
    keys_put(p, k, id);
    s->held++;
    return ST_OK;
}

Status stateset_find(StateSet *s, StateEngine *se, H128 key, bool *known, u32 *id) {
    if (JPF_UNLIKELY(s->kind == SET_EXACT)) return exact_find(s, se, h128_sub(key, se->top.key), known, id);
    if (JPF_LIKELY(s->kind == SET_KEYS)) return keys_find(s, key, known, id);
    return sharedset_find(s->port, key, known, id) ? ST_OK : sharedset_failed(s->shared, s->cx);
}

static Status keys_add(StateSet *s, H128 k, bool *is_new, u32 *id) {
    *is_new = false;
    if (JPF_UNLIKELY(key_free(k))) {
        *is_new = !s->has_zero;
        if (!s->has_zero) s->zero_id = (u32)s->n;
        s->has_zero = true;
        *id = s->zero_id;
        return ST_OK;
    }
    bool missed = h128_eq(k, s->missed_key.key) && s->missed_key.held == s->held && !s->spill;
    KeyPlace p = missed ? (KeyPlace){s->missed_key.line, s->missed_key.at} : keys_seek(s, k);
    if (!key_free(p.line->keys[p.at])) {
        *id = p.line->ids[p.at];
        return ST_OK;
    }
    if (JPF_UNLIKELY(s->spill != NULL)) {
        bool found;
        if (spill_find(s->spill, s->reader, k, &found, id) != ST_OK) return ST_ERROR;
        if (found) return ST_OK;
    }
    if (s->n >= UINT32_MAX) return cx_fail(s->cx, ERR_STOP, "the set of states is full: 2^32 states");
    *is_new = true;
    *id = (u32)s->n;
    return keys_hold(s, p, k, *id);
}

/* --- shared by several engines --- */

static Status no_room(StateSet *s) { return sharedset_failed(s->shared, s->cx); }

static Status enter(StateSet *s, SharedSet *with) {
    s->kind = SET_SHARED;
    s->shared = with;
    s->port = sharedset_open(with, s->cx);
    return s->port ? ST_OK : ST_ERROR;
}

Status stateset_join(Ctx *cx, SharedSet *with, StateSet **out) {
    StateSet *s = *out = cx_alloc(cx, sizeof *s);
    if (!s) return ST_ERROR;
    s->cx = cx;
    return enter(s, with);
}

typedef struct HandOver {
    StateSet *set;
    const u32 *number;
} HandOver;

static Status hand_over(const HandOver *h, H128 key, u32 id) {
    StateSet *s = h->set;
    bool is_new;
    bool ok = sharedset_put(s->port, key, h->number ? h->number[id] : id, &is_new, &id);
    if (ok && !h->number) ok = sharedset_mark(s->shared, id, SM_LEFT) && sharedset_mark(s->shared, id, SM_TOLD);
    return ok ? ST_OK : no_room(s);
}

static Status hand_over_spilled(void *user, const SpillKey *k) { return hand_over(user, spill_h128(k), k->id); }

Status stateset_share(StateSet *s, SharedSet *with, const u32 *number) {
    HandOver h = {s, number};
    Status st = ST_OK;
    if (s->kind != SET_KEYS) return cx_fail(s->cx, ERR_INTERNAL, "only keys can be shared");
    sharedset_test_bits(with, s->test_bits);
    if (enter(s, with) != ST_OK) return ST_ERROR;
    stateset_allow(s, s->cx->bytes + sharedset_bytes(with));
    sharedset_numbered(with, s->n);
    for (u64 i = 0; i < s->n_lines && st == ST_OK; i++) {
        const KeyLine *l = &s->lines[i];
        for (u32 j = 0; j < LINE_KEYS && st == ST_OK && !key_free(l->keys[j]); j++)
            st = hand_over(&h, l->keys[j], l->ids[j]);
    }
    if (st == ST_OK && s->has_zero) st = hand_over(&h, (H128){0, 0}, s->zero_id);
    cx_free(s->cx, s->room, room_of(s->n_lines));
    s->room = NULL;
    s->lines = NULL;
    s->n_lines = 0;
    if (st == ST_OK) st = spill_each(s->spill, s->reader, hand_over_spilled, &h);
    s->reads = spill_reads(s->reader);
    spill_free(s->spill);
    spill_reader_free(s->reader);
    s->spill = NULL;
    s->reader = NULL;
    return st;
}

void stateset_keys(const StateSet *s, H128 *by_id) {
    for (u64 i = 0; i < s->n_lines; i++)
        for (u32 j = 0; j < LINE_KEYS && !key_free(s->lines[i].keys[j]); j++)
            by_id[s->lines[i].ids[j]] = s->lines[i].keys[j];
    if (s->has_zero) by_id[s->zero_id] = (H128){0, 0};
}

bool stateset_is_shared(const StateSet *s) { return s && s->kind == SET_SHARED; }

bool stateset_is_keys(const StateSet *s) { return s && s->kind == SET_KEYS; }

Status stateset_mark(StateSet *s, u32 id, enum SharedMark m) {
    return s->kind != SET_SHARED || sharedset_mark(s->shared, id, m) ? ST_OK : no_room(s);
}

bool stateset_has(const StateSet *s, u32 id, enum SharedMark m) {
    return s->kind == SET_SHARED && sharedset_has(s->shared, id, m);
}

void stateset_rest(StateSet *s) {
    if (s->port) sharedset_rest(s->port);
}

Status stateset_put(StateSet *s, H128 key, u32 value, bool *is_new, u32 *id) {
    return sharedset_put(s->port, key, value, is_new, id) ? ST_OK : no_room(s);
}

double stateset_label_pairs(const StateSet *s) { return s->label_pairs; }

void stateset_more_label_pairs(StateSet *s, double more) { s->label_pairs += more; }

/* --- bits --- */

/* A state is taken for a known one with the chance that all its bits are set by others. Of 1 / (1 - p) states that are
 * new one is found to be. */
static void bits_add(StateSet *s, H128 k, bool *is_new, u32 *id) {
    double p = pow(ldexp((double)s->ones, -(int)s->log2_bits), BITS_PER_STATE);
    u64 mask = ((u64)1 << s->log2_bits) - 1, a = k.lo, b = k.hi | 1;
    *is_new = false;
    for (u32 i = 0; i < BITS_PER_STATE; i++, a += b) {
        u64 bit = a & mask;
        if (s->bits[bit >> 6] >> (bit & 63) & 1) continue;
        s->bits[bit >> 6] |= (u64)1 << (bit & 63);
        s->ones++;
        *is_new = true;
    }
    *id = *is_new ? (u32)s->n : UINT32_MAX;
    if (*is_new) s->missed += p / (1 - p);
}

Status stateset_add(StateSet *s, StateEngine *se, H128 key, bool *is_new, u32 *id) {
    u32 none;
    Status st = ST_OK;
    if (!id) id = &none;
    switch (s->kind) {
    case SET_KEYS: st = keys_add(s, key, is_new, id); break;
    case SET_BITS: bits_add(s, key, is_new, id); break;
    case SET_SHARED:
        if (!sharedset_add(s->port, key, is_new, id)) st = no_room(s);
        break;
    case SET_EXACT: st = exact_add(s, se, h128_sub(key, se->top.key), is_new, id); break;
    }
    if (st != ST_OK || !*is_new) return st;
    s->n++;
    if (se) s->label_pairs += (double)se->top.live * se->top.live;
    return ST_OK;
}

bool stateset_is_exact(const StateSet *s) { return s->kind == SET_EXACT; }

bool stateset_has_ids(const StateSet *s) { return s->kind != SET_BITS; }

u64 stateset_count(const StateSet *s) { return s->kind == SET_SHARED ? sharedset_count(s->shared) : s->n; }

u64 stateset_bytes(const StateSet *s) {
    switch (s->kind) {
    case SET_KEYS: return s->n_lines * LINE_BYTES + spill_bytes(s->spill);
    case SET_BITS: return ((u64)1 << s->log2_bits) / 8;
    case SET_SHARED: return sharedset_bytes(s->shared);
    default: return exact_bytes(s);
    }
}

/* Keys: two of n states have equal 128-bit keys (n^2 / 2^129), or two of the m objects of one state
 * equal 64-bit labels (the sum of m^2 / 2^65). Exact: none. Bits: the
 * chance that some state was taken for another one. */
double stateset_collision_bound(const StateSet *s) {
    double n = (double)stateset_count(s), p;
    switch (s->kind) {
    case SET_SHARED:
    case SET_KEYS: p = ldexp(n * n, -129) + ldexp(s->label_pairs, -65); break;
    case SET_EXACT: return 0;
    default: p = -expm1(-s->missed); break;
    }
    return p < 1 ? p : 1;
}

double stateset_missed(const StateSet *s) { return s->kind == SET_BITS ? s->missed : -1; }

void stateset_test_hash_bits(StateSet *s, u32 bits) {
    s->test_bits = bits;
    if (s->own) s->own->test_bits = bits;
}

/* --- in a pack --- */

typedef struct KeyRow {
    H128 key;
    u32 id;
} KeyRow;

static void row_pack(Pack *p, KeyRow *row) {
    pack_it(p, row->key);
    pack_it(p, row->id);
}

static Status pack_spilled(void *user, const SpillKey *k) {
    row_pack(user, &(KeyRow){spill_h128(k), k->id});
    return ST_OK;
}

static Status keys_write(StateSet *s, Pack *p) {
    if (s->lost) return cx_fail(s->cx, ERR_IO, "the set of states is not whole any more");
    for (u64 i = 0; i < s->n_lines; i++) {
        KeyLine *l = &s->lines[i];
        for (u32 j = 0; j < LINE_KEYS && !key_free(l->keys[j]); j++) row_pack(p, &(KeyRow){l->keys[j], l->ids[j]});
    }
    return spill_each(s->spill, s->reader, pack_spilled, p);
}

/* Wherever keys were, those that are read go to memory, and on from there. */
static Status keys_pack(StateSet *s, Pack *p) {
    u64 lines = pack_u64(p, s->n_lines), n = s->n - s->has_zero;
    if (p->failed) return ST_OK;
    cx_worked(s->cx, 8 * n);
    if (!p->reading) return keys_write(s, p);
    cx_free(s->cx, s->room, room_of(s->n_lines));
    s->room = NULL;
    s->held = 0;
    if (keys_init(s, lines) != ST_OK) return ST_ERROR;
    for (u64 i = 0; i < n; i++) {
        KeyRow row = {{0, 0}, 0};
        row_pack(p, &row);
        if (p->failed || key_free(row.key)) return ST_OK;
        if (keys_hold(s, keys_seek(s, row.key), row.key, row.id) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

Status stateset_pack(StateSet *s, Pack *p) {
    pack_mark(p, 0x53455400u + s->kind);
    pack_it(p, s->n);
    pack_it(p, s->label_pairs);
    pack_it(p, s->has_zero);
    pack_it(p, s->zero_id);
    switch (s->kind) {
    case SET_KEYS: return keys_pack(s, p);
    case SET_EXACT: return exact_pack(s, p);
    case SET_SHARED: sharedset_pack(s->shared, s->port, p); break;
    case SET_BITS:
        pack_mark(p, s->log2_bits);
        pack_it(p, s->ones);
        pack_it(p, s->missed);
        pack_bytes(p, s->bits, ((size_t)1 << s->log2_bits) / 8);
        break;
    }
    return ST_OK;
}
