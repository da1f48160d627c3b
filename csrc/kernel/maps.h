/* maps.h -- which threads come to which keys of a ConcurrentHashMap, on whatever path. Layer 5.
 *
 * Calls that are about one key each (KM_MAP: what such a call does is its *deed*) commute if their keys can never lie
 * in one bin, though all of them come to the table and to the count. So a map has places of its own: each of 16 bins,
 * the low bits of a key's hash, and the whole of it. The partners of a call are the threads known to come to its bin,
 * and those that come to the map in another way. A call that is no such deed is of the whole: its partners are all.
 *
 * What must hold, and why it does (read in the sources of 25)
 *  - Keys of different bins lie in different bins of any table of 16 or more, since tables have a power of two. Of a
 *    smaller one, or one that somebody is at work on, calls are of the whole. The key is an Integer, a Long and the
 *    like, or a String, whose hash, equals and compareTo are nobody else's code and look at no other object. What
 *    equals is asked of (an older key of the bin) is asked as an argument.
 *  - Two such calls lead to the same map and the same answers in either order, up to what is the same for states: the
 *    first one makes a table of a size that does not depend on who comes; each comes to nodes of its own bin; the
 *    count is a sum (there are no counter cells: a listed call meets nobody half-way).
 *  - What remains is that the table grows: as soon as the count comes to the limit, and where a bin has eight nodes.
 *    The order of the nodes of a bin can be seen by an iteration, so it counts. As long as the keys that are known,
 *    with those that lie there and were not told, are fewer than the limit, no table grows (and none has eight in a
 *    bin). Otherwise no thread may be known to have taken a key out, so that how large the table is follows from how
 *    many were counted, in whatever order; and no bin may have more than two keys: then a table that grows keeps the
 *    order within each bin, which is that of their coming, and it does not matter whether a key comes before or
 *    behind that. (Of two, either both go the same way, and the list is taken as it is, or each has a bin for itself.
 *    Three may be turned round, and so depend on when the table grows.) Where neither holds, a call is of the whole.
 *  - addCount may be a step of its own, when somebody asks for sizes. The keys are in the table by then, no lock is
 *    held, and it is a deed that has no bin. A count that lags behind may be too large by one for each thread.
 *  - Whoever comes to a map otherwise says so, and is of the whole (PLACE_CALL, written; deeds read it): before the
 *    scheduling point of what he does, at each access to a volatile word of it or of its *cells* (KC_MAP_CELL, and
 *    arrays of them) outside of a told call. Its plain words are accessed behind these only, but for the views, which
 *    are no part of what a deed comes to. Whose a cell is says the nearest method of a map on the stack. If there are
 *    others between, as in an iteration, nobody knows, and all maps are judged by who can reach them (`open`).
 *  - A call whose function comes to a scheduling point stands there with its bin locked, and a table cannot grow. So
 *    who stands in the middle of a call of a map's is of the whole (maps_stands). That is told when the call comes
 *    there for the first time: by then the search has done nothing but what it would have done had it known. Who
 *    takes a key out says so as it is counted, for the same reason: what is found in the key's bin, and what a
 *    function makes of it, follow from what comes to the bin.
 *  - A call may be a part of another listed call, that of another map's or of a collection that has the map, and is not
 *    told before that one's scheduling point (PLACE_INNER): such a map is judged by who can reach it.
 *
 * When a table grows can be told by who goes through the map, then or later (G_ORDER), by the order of the keys. As
 * long as nobody does, all of it is a part of the call that counts. Else:
 *  - Who takes a key out counts that later. A put between the two may find the count at the limit that no order of
 *    whole calls brings there. What lies in the map is in any order of steps what it is in one of whole calls; the
 *    count is larger than that by at most one for each other thread (clear and views count in steps of their own). So
 *    as soon as a put comes so near to the limit (may_grow), and somebody has taken a key out beside others
 *    (LIB_TAKEN), counting is a step of its own (G_MAP).
 *  - A table grows bin by bin, and the map is used meanwhile. A call beside that could as well come before all of it
 *    or behind it, but for the order in a bin of three nodes or more (LIB_CROWD tells of these, by the low bits of the
 *    hash that all tables of 16 have in common; of smaller tables nothing is known), and but for those who go through
 *    the map just then (G_TABLE). With these, what makes the new table is no part of the call's one action (G_GROWTH).
 *    Nor is counting: who counts while another one does takes a cell of his own and does not look whether the table
 *    is full.
 * With neither of these, that those who count meet each other is not explored (docs/juc.md).
 *
 * That is as sound as places are (docs/por-internals.md). The keys that are known are what the first access of each
 * execution that was not known is told by. */
#ifndef JPF_MAPS_H
#define JPF_MAPS_H
#include "kernel/places.h"

static inline bool is_map(const KernelState *ks, Ref r) {
    return r && (ei_class(ks->heap, ei(ks->heap, r))->known & KC_MAP);
}
/* Is it a map, or does it belong to one? */
static inline bool map_part(const ClassInfo *ci) {
    return (ci->known & (KC_MAP | KC_MAP_CELL)) || (ci->kind == CK_ARRAY && (ci->elem->known & KC_MAP_CELL));
}

/* What a call of a method that is KM_MAP does, as a number that tells deeds with other partners apart; 0: of the
 * whole. */
u32 map_deed(const KernelState *ks, const MethodInfo *mi, const u32 *args);
/* ti calls a listed method that is KM_MAP; and that call, the outermost, begins. */
void map_told(ThreadInfo *ti, const MethodInfo *mi, const u32 *args);
void map_enter(KernelState *ks, const MethodInfo *mi, const u32 *args);
/* The table of the map is about to change, beside others: a call of a method that is KM_MAP_GROWS. */
void map_grows(KernelState *ks, Ref map);
/* ti comes to a word of e, which is a map_part, before the scheduling point if there is one. */
void map_touched(ThreadInfo *ti, const ElementInfo *e);
/* ti stops where it stands. */
void maps_stands(ThreadInfo *ti);

/* --- for persistent sets --- */

/* Threads of this path that a deed may meet; false: nothing is known. */
bool map_partners(KernelState *ks, Ref map, u32 deed, ThreadSet *set);
/* r is a node of a map's: its key, as far as it is judged; 0: it is none. */
Ref map_key_of(const KernelState *ks, Ref r);
/* Threads of this path that may get what lies under the key; false: nothing is known. */
bool map_holders(KernelState *ks, Ref map, Ref key, ThreadSet *set);
/* Is the word of obj, which was touched in a told call of the map, one that its deeds are about? */
bool map_owns(const KernelState *ks, Ref map, Ref obj, u32 word);
#endif
