/* store.h -- what states are made of, each part kept once. Layer 10.
 *
 * A record is a vector of words with a name of 64 bits, which no other record of its state has. A state is a set of
 * records: tries over the names' bits, whose nodes are pairs of numbers and are kept once each, as the records are. A
 * subtree with one record is that record. So two sets are equal iff their roots are, and a state that differs from
 * another in a few records needs the nodes above these only (Laarman, van de Pol and Weber, SPIN 2011; Filliatre and
 * Conchon, 2006). Nothing that is in the store ever changes or moves to another number.
 *
 * There are two sides. On which one a record is is decided when its name is first met, and for good: on that of the
 * thread that ran then. What one thread changes is then mostly on one side, and nearly all that is new in a new state
 * is the pair of the two. On each side objects have a trie of their own, so that the way to what changes in every
 * transition, frames above all, is as long with many objects as with few. */
#ifndef JPF_STORE_H
#define JPF_STORE_H
#include "base/arena.h"
#include "base/hash.h"
#include "base/pack.h"

typedef struct Pair {
    u32 a, b;
} Pair;

/* Numbers found by a hash of what they stand for: a cache line tells of twelve, eight bits of each one's hash beside
 * it. Filled from the front. */
enum { ID_LINE = 12 };
/* Side 0: what threads and statics are, side 1; objects of side 0, of side 1. */
enum { TRIE_OBJECTS = 2, TRIES = 4 };
typedef struct IdLine {
    u32 ids[ID_LINE]; /* 0: free */
    u8 tags[ID_LINE];
    u32 pad;
} IdLine;
typedef struct IdIndex {
    IdLine *lines; /* aligned, within `room` */
    void *room;
    u64 n_lines;
    u32 n;
} IdIndex;

/* Pairs made unique: equal pairs have equal numbers. 0 is no pair. */
typedef struct PairTable {
    Pair *v; /* by number */
    u32 n, cap;
    IdIndex of;
} PairTable;

typedef struct Store {
    Ctx *cx;
    u32 test_bits; /* 0: off */
    u32 gen;       /* StateTop.root_gen of roots in this store; 0: none are yet */
    PairTable nodes;
    u32 *words; /* of all records */
    u64 n_words, cap_words;
    u32 *at; /* by record: where its words begin; they end where the next one's do */
    u32 n, cap;
    IdIndex of;
    Map side_of;    /* by name */
    VEC(u32) coded; /* scratch */
} Store;

/* A number in a trie: of a node, or of a record. */
#define STORE_LEAF 0x80000000u
#define STORE_NONE UINT32_MAX /* error pending */

Status store_init(Store *st, Ctx *cx);
void store_free(Store *st);
u64 store_bytes(const Store *st);
/* It is read into a store that may hold anything. */
Status store_pack(Store *st, Pack *p);

/* STORE_NONE: error pending. */
u32 store_pair(Store *st, u32 a, u32 b);
/* A record with its name, as STORE_LEAF; `loose`: what stands in no trie. Most words are 0, which take no room. */
u32 store_record(Store *st, u64 name, const u32 *w, u32 n, bool loose);
u64 store_name(const Store *st, u32 leaf);
bool store_loose(const Store *st, u32 leaf);
/* Its words go behind those of `out`. */
Status store_words(const Store *st, u32 leaf, Ctx *cx, u32 **v, u32 *n, u32 *cap);
/* CHUNK_WORDS words without a name; 0 if all are 0. */
enum { CHUNK_WORDS = 16 };
u32 store_chunk(Store *st, const u32 w[CHUNK_WORDS]);
void store_chunk_words(const Store *st, u32 leaf, u32 w[CHUNK_WORDS]);

/* On which side: as decided before, or now: `hint`. */
u32 store_side(Store *st, u64 name, u32 hint);

typedef struct Change {
    u64 name;
    u64 place;   /* of its name: store_place */
    u32 record;  /* what has the name from now on; 0: nothing */
    u32 source;  /* whose record it is */
    u8 trie;
    bool removes; /* what had the name has it no more */
} Change;
u64 store_place(u64 name);
/* roots with the changes, which are sorted. Two records of one state with one name are an error. */
Status store_change(Store *st, u32 roots[TRIES], Change *c, u32 n);
/* The record of a name; 0: there is none. */
u32 store_find(const Store *st, u32 root, u64 name);
/* Records in their order as one number; they are overwritten. 0 for none. Sequences that differ in a few places share
 * most of their nodes, wherever these are. */
u32 store_fold(Store *st, u32 *v, u32 n);
/* All records of a trie, by place; or of a sequence, in its order. */
Status store_each(const Store *st, u32 root, Status (*fn)(void *arg, u32 leaf), void *arg);

/* --- tables of pairs --- */
Status pairs_init(Ctx *cx, PairTable *t);
void pairs_free(Ctx *cx, PairTable *t);
u64 pairs_bytes(const PairTable *t);
/* 0: it is not there, and not `make`. */
Status pairs_id(const Store *st, PairTable *t, Pair p, bool make, u32 *id, bool *is_new);
Status pairs_pack(const Store *st, PairTable *t, Pack *p);

#endif
