/* done.c -- what initializers that have ended in the running transition have left, and writes to it since. Layer 4.
 *
 * A transition's log says which words of old objects it has written, and not when. To others it makes a difference: an
 * initializer leaves the same whoever comes first, so that what it does is nothing they could meet; what is done
 * behind its end, to the statics of its class or to an object that it has made, could have come before or behind what
 * they do there. These objects are young and not logged at all. So where somebody wants to know (`look`), the end of an
 * initializer marks what it leaves, and what is written from there on is kept in `late`, each word once.
 *  - Statics: their dirty bits are cleared, so that the next write comes here. The log gets no second entry.
 *  - Young objects that others can come to: the dirty bit of their first word, which is never written, is set. While
 *    something is marked no object is young by log_epoch, so that writes to young objects come here, too. */
#include "heap/heap_int.h"

static bool dirty(const Heap *h, u32 w) { return h->dirty[w >> 5] >> (w & 31) & 1; }
static void set_dirty(Heap *h, u32 w) { h->dirty[w >> 5] |= 1u << (w & 31); }
static void clear_dirty(Heap *h, u32 w) { h->dirty[w >> 5] &= ~(1u << (w & 31)); }

void heap_init_began(Heap *h, const ClassInfo *ci) {
    if (vec_push(h->cx, &h->done.open, ((OpenInit){ci->id, h->young.n}))) h->in->failed = true;
}

/* The collector keeps the object at `from` of the list of young ones at `to`, where it is. */
void done_kept(Heap *h, u32 from, u32 to, u32 *k) {
    for (; *k < h->done.open.n && h->done.open.v[*k].young <= from; ++*k) h->done.open.v[*k].young = to;
}

/* A young object is freed, and another one may come to lie there. */
void done_freed(Heap *h, Ref r) {
    if (h->log_epoch == h->epoch || !dirty(h, r * 2)) return;
    u32 n = (u32)(ei_bytes(h, ei(h, r)) / 4);
    for (u32 i = 0; i < n; i++) clear_dirty(h, r * 2 + i);
}

static void marks(Heap *h, u32 from) {
    cx_worked(h->cx, h->young.n - from);
    for (u32 i = from; i < h->young.n; i++) {
        Ref r = h->young.v[i];
        if (!(ei(h, r)->hf & EF_SHARED) || dirty(h, r * 2)) continue;
        if (vec_push(h->cx, &h->done.made, r)) h->in->failed = true;
        else set_dirty(h, r * 2);
    }
}

void heap_init_ended(Heap *h, const ClassInfo *ci, bool look, bool ran) {
    Done *d = &h->done;
    u32 from = 0;
    for (u32 i = d->open.n; i-- > 0;) {
        if (d->open.v[i].class_id != ci->id) continue;
        from = d->open.v[i].young;
        d->open.n = i;
        break;
    }
    if (!look || !h->trailing) return;
    u32 at = ci->mirror * 2, own = ei_class(h, ei(h, ci->mirror))->inst_end / 4;
    DoneClass c = {ci->id, at + own, at + (u32)(ei_bytes(h, ei(h, ci->mirror)) / 4)};
    if (vec_push(h->cx, &d->classes, c)) {
        h->in->failed = true;
        return;
    }
    h->log_epoch = NO_EPOCH;
    for (u32 w = c.from; w < c.to; w++) clear_dirty(h, w);
    if (ran) marks(h, from);
}

void heap_done_again(Heap *h) {
    for (u32 i = 0; i < h->done.classes.n; i++)
        for (u32 w = h->done.classes.v[i].from; w < h->done.classes.v[i].to; w++) clear_dirty(h, w);
}

bool heap_done_static(const Heap *h, u32 widx) {
    for (u32 i = 0; i < h->done.classes.n; i++)
        if (widx >= h->done.classes.v[i].from && widx < h->done.classes.v[i].to) return true;
    return false;
}

static bool in_log(const WordLog *v, u32 n, u32 widx) {
    for (u32 i = 0; i < n; i++)
        if (v[i].widx == widx) return true;
    return false;
}

bool heap_wrote_late(const Heap *h, u32 widx) { return in_log(h->done.late.v, h->done.late.n, widx); }

/* A word that is not dirty is about to be written, while something is marked. Has it no place in the log, or has one
 * already? */
bool done_write(Heap *h, const ElementInfo *e, u32 widx, u32 old) {
    bool young = e->birth == h->epoch;
    if (young ? h->done.mute || !heap_is_done(h, e) : !heap_done_static(h, widx)) return young;
    if ((young || !heap_wrote_late(h, widx)) && vec_push(h->cx, &h->done.late, ((WordLog){widx, old})))
        h->in->failed = true;
    if (!young && !in_log(h->log.v, h->log.n, widx)) return false;
    set_dirty(h, widx);
    return true;
}

/* The transition is over. */
void done_clear(Heap *h) {
    Done *d = &h->done;
    for (u32 i = 0; i < d->made.n; i++) clear_dirty(h, d->made.v[i] * 2);
    for (u32 i = 0; i < d->late.n; i++) clear_dirty(h, d->late.v[i].widx);
    d->open.n = d->made.n = d->late.n = d->classes.n = 0;
}

void done_free(Heap *h) {
    vec_free(h->cx, &h->done.open);
    vec_free(h->cx, &h->done.classes);
    vec_free(h->cx, &h->done.made);
    vec_free(h->cx, &h->done.late);
}
