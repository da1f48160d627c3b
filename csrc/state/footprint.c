/* footprint.c -- what a transition read and wrote that others may touch. Layer 10.
 *
 * Two transitions whose footprints do not meet commute (Godefroid, LNCS 1032, section 3). Reads of places
 * that nobody ever writes meet nothing, and most of what library code reads is of that kind. Which places
 * are written is learnt while searching: a place is named by a hash of its class and word (immortal
 * objects: of its label), one bit each; when a place that was relied upon is written after all,
 * fp_broken makes the search begin again with what it has learnt. */
#include "classes/times.h"
#include "kernel/calls.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/inits.h"
#include "kernel/places.h"
#include "state/state_int.h"

#include <stdlib.h>

/* What an initializer leaves.
 *
 * Whoever comes first to a class makes the same statics and objects, so what an initializer does to them is left out
 * (init_books), and so is the class's state where it was initialized from beginning to end (leaves_state).
 * What the thread writes to them in the same step behind that end is a write like any other: the heap keeps these words
 * (Done.late, heap/done.c), and reads of them are noted as such (FpRange.late).
 *  - A static word has one place on all paths, so that is all there is to it.
 *  - An object that the step itself has made lies elsewhere where somebody else comes first. Of two steps that
 *    initialize the class and touch such an object, neither has a name that the other one knows; and a step that does
 *    nothing but initialize it makes the object that a thread would touch which sleeps. So as soon as such an object is
 *    touched behind the end of its initializer, on any path, the state of its class counts for all steps that
 *    initialize it (touch_made), and these depend on each other. Whoever comes to the object without initializing the
 *    class comes behind one that did, in whatever search. For persistent sets the step escapes (Footprint.late): no
 *    thread is known to stay away from the object. Where acts are told apart its words are named as well, for whoever
 *    comes to them later in the same execution. */

static bool marked(const u64 *set, u32 m) { return set[m >> 6] >> (m & 63) & 1; }
static void mark(u64 *set, u32 m) { set[m >> 6] |= 1ull << (m & 63); }

#define WHOLE UINT32_MAX

/* In all processes the same. Arrays are told apart by who made them (kernel/arrays.h): the library for itself, as
 * strings do, an initializer, the program. These marks are made with the array. */
static u32 place_mark(StateEngine *se, const ClassInfo *ci, const ElementInfo *e, Ref r, u32 word) {
    u64 h;
    if (is_immortal(e)) {
        h = mix64(imm_label(se, r), 0x494D4D0000000000ull + word);
    } else {
        bool array = ci->kind == CK_ARRAY;
        h = mix64(ci->key + (array ? array_marks(e) : 0), word != WHOLE && array ? 0 : word);
    }
    return (u32)(h % FP_MARKS);
}

static const FieldInfo *field_at(const ClassInfo *ci, u32 word) {
    for (; ci; ci = ci->super)
        for (u32 i = 0; i < ci->n_fields; i++) {
            const FieldInfo *fi = &ci->fields[i];
            const u32 at = word * 4 + OBJ_HEADER, second = type_size(fi->type) == 8 ? 4 : 0;
            if (!(fi->flags & ACC_STATIC) && (fi->offset == at || fi->offset + second == at)) return fi;
        }
    return NULL;
}

static bool is_final(StateEngine *se, const ClassInfo *ci, u32 word) {
    struct FpField *c = &se->fp_field[(ci->id * 7 + word) % 64];
    if (c->ci != ci || c->word != word) {
        const FieldInfo *fi = field_at(ci, word);
        *c = (struct FpField){ci, word, fi && (fi->flags & ACC_FINAL)};
    }
    return c->final;
}

/* Its initializer writes it once, which the search is told of as of any write. */
static bool is_static_final(const ClassInfo *of, u32 word) {
    for (u32 i = 0; i < of->n_fields; i++) {
        const FieldInfo *fi = &of->fields[i];
        if ((fi->flags & ACC_STATIC) && fi->offset == word * 4 + OBJ_HEADER) return fi->flags & ACC_FINAL;
    }
    return false;
}

/* Places that programs write as a rule: fields of their own, of collections. Elements of arrays of a class where some
 * have been written: tables and the values of an enum are only read. */
static bool is_written(StateEngine *se, const ClassInfo *ci, const ElementInfo *e, Ref r, u32 word) {
    if (ci == se->ks->cs->class_) {
        const ClassInfo *of = mirror_class(se->heap, r);
        bool own = word == WHOLE || word * 4 + OBJ_HEADER < ci->inst_end; /* of the Class itself */
        return !own && of && !(of->attrs & CA_SYSTEM) && !is_static_final(of, word);
    }
    if (ci->kind == CK_ARRAY)
        return !is_immortal(e) && ci->elem_type != T_BYTE && ci->elem_type != T_CHAR && use_writes_elements(se->ks, e);
    if ((ci->attrs & CA_SYSTEM) && !(ci->attrs & CA_BREAK_FIELDS)) return false;
    return word == WHOLE || !is_final(se, ci, word);
}

/* A tally (tasks.c) is outside as long as nobody asks for it. */
static bool outside_key(const StateEngine *se, const ClassInfo *ci, u32 word) {
    if (ci->task && ci->task->tally && (word == ci->task->tally - 1u || word == ci->task->tally))
        return looks_rely(&se->ks->looks, LIB_TALLY);
    if (ci->kind != CK_CLASS || word >= (ci->inst_size - OBJ_HEADER) / 4) return false;
    const u8 kind = ci->kinds[word];
    return ci == se->ks->cs->class_ ? kind == WK_SKIP || kind == WK_SKIPREF : kind >= WK_SKIP;
}

/* Is b what comes behind a, and else like it? Then a has it, too. */
static bool take_next(FpSpan *a, const FpSpan *b) {
    if (a->obj != b->obj || a->call != b->call || a->deed != b->deed || a->write != b->write || a->quiet != b->quiet ||
        a->to != b->from)
        return false;
    a->to = b->to;
    return true;
}

/* Writes come in the order of the log, each word once. Reads come more than once, or not, by where objects lie
 * (fp_note), and are put together when all of them are there (tidy). */
static Status add(StateEngine *se, Footprint *f, FpSpan s) {
    if (s.write && f->spans.n && !f->apart && take_next(&f->spans.v[f->spans.n - 1], &s)) return ST_OK;
    return vec_push(se->cx, &f->spans, s);
}

/* The state of a class's initialization. */
static bool init_state(const StateEngine *se, const ClassInfo *ci, Ref r, const u32 *at) {
    if (ci != se->ks->cs->class_) return false;
    const ClassInfo *of = mirror_class(se->heap, r);
    return of && of->mirror_p && (at == of->mirror_p || at == of->mirror_p + 1);
}

/* The class whose initialization a word is the state of, and whose initializer is closed: no two uses of it meet. */
static bool closed_state(const StateEngine *se, Ref r) {
    const ClassInfo *of = mirror_class(se->heap, r);
    return !(of->attrs & CA_SYSTEM) && init_closed(se->ks, of);
}

/* Was the JDK's class initialized within the running transition, from beginning to end? Whoever comes first does the
 * same (init_books), so that this is no act where acts are told apart: who uses the class as the second one finds it
 * initialized and does not do it, whatever order they come in. */
static bool whole_init(const StateEngine *se, Ref r) {
    const ClassInfo *of = mirror_class(se->heap, r);
    const Heap *h = se->heap;
    if (!(of->attrs & CA_SYSTEM) || se->ks->fp.inside || of->mirror_p[0] != CI_INITED) return false;
    u32 widx = (u32)(of->mirror_p - (const u32 *)(const void *)h->base);
    for (u32 i = 0; i < h->log.n; i++)
        if (h->log.v[i].widx == widx) return h->log.v[i].old != CI_INITING;
    return false;
}

/* Bits of classes' states lie behind those of places. */
static u32 state_mark(const ClassInfo *of) { return FP_MARKS + (u32)(mix64(of->key, 0x494E4954u) % FP_MARKS); }

/* May the state of r's class be left out? Then that is relied upon. */
static bool leaves_state(StateEngine *se, Ref r, const Footprint *f) {
    if (!closed_state(se, r) && !(f->apart && whole_init(se, r))) return false;
    u32 m = state_mark(mirror_class(se->heap, r));
    if (marked(se->fp_written, m)) return false;
    mark(se->fp_relied, m);
    return true;
}

/* An object is touched that an initializer has made which ended in this transition. */
static Status touch_made(StateEngine *se, Footprint *f, FpSpan s) {
    const Heap *h = se->heap;
    for (u32 i = 0; i < h->done.classes.n && !s.quiet; i++) {
        ClassInfo *of = se->ks->cs->by_id.v[h->done.classes.v[i].class_id];
        u32 m = state_mark(of);
        mark(se->fp_written, m);
        if (!marked(se->fp_relied, m)) continue;
        se->fp_broken = true;
        se->hidden_class = of;
    }
    f->late |= !s.quiet;
    return f->apart ? add(se, f, s) : ST_OK;
}

/* --- reads --- */

static Status take_read(StateEngine *se, FpRange g, Ref call, u32 deed, Footprint *f) {
    Ref r = object_at(se, g.from);
    if (!r) {
        f->unknown = true;
        return ST_OK;
    }
    const ElementInfo *e = ei(se->heap, r);
    bool made = e->birth == se->heap->epoch;
    if (made && !g.late) return ST_OK; /* its own */
    const ClassInfo *ci = ei_class(se->heap, e);
    u32 word = g.from - r * 2;
    bool monitor = word == offsetof(ElementInfo, lock) / 4;
    bool quiet = (g.quiet && !se->ks->saw.states) || use_guarded(se->ks, e, word, false);
    word = word < OBJ_HEADER / 4 ? WHOLE : word - OBJ_HEADER / 4;
    if (word != WHOLE && outside_key(se, ci, word)) return ST_OK;
    if (init_state(se, ci, r, (const u32 *)(const void *)se->heap->base + g.from)) {
        if (leaves_state(se, r, f)) return ST_OK;
        monitor = quiet = true;
    }
    if (!monitor && (made || !is_written(se, ci, e, r, word))) {
        u32 m = place_mark(se, ci, e, r, word);
        if (!marked(se->fp_written, m)) {
            mark(se->fp_relied, m);
            return ST_OK;
        }
    }
    u8 lock = monitor && g.to == g.from + 1 ? FP_LOOKED : 0;
    FpSpan s = {g.from, g.to, r, false, quiet, .lock = lock, .call = call, .deed = deed};
    return made ? touch_made(se, f, s) : add(se, f, s);
}

/* --- writes --- */

/* The VM keeps books about threads in fields of theirs; each such action is visible by itself. What is
 * left are the settings that others may ask for. */
static bool thread_books(const ClassInfo *ci, u32 word) {
    const FieldInfo *fi = field_at(ci, word);
    return fi && (fi->known & KF_BOOKS);
}

/* Static words of classes that this transition initializes, if whoever comes first does the same: JDK classes, and the
 * program's with closed initializers. These have ended (kernel/inits.h). What is written behind their end is in
 * Done.late. */
static bool init_books(const StateEngine *se, Ref r, const u32 *at) {
    const ClassInfo *of = mirror_class(se->heap, r);
    if (!of || !of->mirror_p) return false;
    if (!(of->attrs & CA_SYSTEM) && (se->ks->fp.inside || !init_closed(se->ks, of))) return false;
    if (of->mirror_p[0] != CI_INITED) return (of->attrs & CA_SYSTEM) != 0;
    u32 widx = (u32)(of->mirror_p - (const u32 *)(const void *)se->heap->base);
    const Heap *h = se->heap;
    return (h->dirty[widx >> 5] >> (widx & 31) & 1) != 0;
}

/* Has an initializer without a scheduling point of its own begun in the step, which others will have to wait for? It
 * was no step of theirs before, and has no partners that would be known. One that has ended as well, within the step,
 * is waited for by nobody. */
static bool begins_unseen(const StateEngine *se, Ref r) {
    const ClassInfo *of = mirror_class(se->heap, r);
    return se->ks->fp.inside || ((of->attrs & CA_SYSTEM) && of->mirror_p[0] == CI_INITING);
}

static void note_write(StateEngine *se, const ClassInfo *ci, const ElementInfo *e, Ref r, u32 word) {
    u32 m = place_mark(se, ci, e, r, word);
    mark(se->fp_written, m);
    if (!marked(se->fp_relied, m)) return;
    se->fp_broken = true;
    se->hidden_class = ci;
}

/* What was written behind the end of the initializer counts, where the same word was written before that. */
static bool counts_late(const Heap *h, u32 widx) { return heap_done_static(h, widx) && heap_wrote_late(h, widx); }

/* A written word: entry i of the heap's log; or, if `late`, of Done.late. */
static Status take_write(StateEngine *se, const ThreadInfo *ran, u32 i, bool late, Footprint *f) {
    const WordLog l = late ? se->heap->done.late.v[i] : se->heap->log.v[i];
    bool quiet = !late && quiet_write(&se->ks->quiet, i) && !se->ks->saw.states;
    Ref r = object_at(se, l.widx);
    if (!r) { /* one that the transition has made may be gone again */
        f->unknown |= !late;
        return ST_OK;
    }
    const ElementInfo *e = ei(se->heap, r);
    if (!late && JPF_UNLIKELY(se->heap->done.late.n) && counts_late(se->heap, l.widx)) return ST_OK;
    if (late && !is_immortal(e) && !heap_is_done(se->heap, e)) return ST_OK; /* another one lies there now */
    if (!(e->hf & EF_SHARED) && !is_immortal(e)) return ST_OK;
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *at = (const u32 *)(const void *)se->heap->base + l.widx;
    u32 word = l.widx - r * 2;
    if (!late && JPF_UNLIKELY(quiet_own_write(&se->ks->quiet, i))) {
        bool unlocked = word == offsetof(ElementInfo, lock) / 4 && l.old == *at;
        if (unlocked || !fp_counts_in_affairs(se->ks, e, word * 4)) return ST_OK;
    }
    u8 lock = 0;
    if (word < OBJ_HEADER / 4) {
        if (word == offsetof(ElementInfo, hf) / 4) {
            if (l.old >> 8 == *at >> 8) return ST_OK;
            note_write(se, ci, e, r, WHOLE);
        }
        if (word == offsetof(ElementInfo, lock) / 4) {
            if (looks_quiet_monitor(&se->ks->looks, ci)) return ST_OK;
            bool had = l.old && l.old >> 16 == ran->id + 1, has = *at && *at >> 16 == ran->id + 1;
            /* A leave disturbs nobody who waits for it: he could not go on before. It disturbs who asks for his state,
             * and so does a call that gives something back and is no step (quiet.h). Who asks reaches the thread that
             * waits, and that one what it waits for: so once somebody asks, all who come to what was given back count,
             * and those who reach these (partners, por/persist.c). */
            quiet |= had && (has || !se->ks->saw.states);
            lock = had ? (has ? FP_KEPT : FP_LEFT) : (has ? FP_ENTERED : FP_ENTERED | FP_LEFT);
        }
    } else {
        quiet |= use_guarded(se->ks, e, word, true) || (!late && use_by_initializer(se->ks, e, word));
        word -= OBJ_HEADER / 4;
        if (outside_key(se, ci, word)) return ST_OK;
        if (init_state(se, ci, r, at)) { /* an initializer has its scheduling point before it begins, as a rule */
            if (leaves_state(se, r, f)) return ST_OK;
            return add(se, f, (FpSpan){l.widx, l.widx + 1, r, true, !begins_unseen(se, r), .old = l.old});
        }
        if (ci == se->ks->cs->class_ ? !late && init_books(se, r, at) : ci->kind == CK_CLASS && thread_books(ci, word))
            return ST_OK;
        if (ci->kind == CK_ARRAY || !is_written(se, ci, e, r, word)) {
            note_write(se, ci, e, r, word);
            note_write(se, ci, e, r, WHOLE);
        }
    }
    u32 deed = 0;
    Ref call = late ? 0 : calls_of(se->ks, true, i, &deed);
    FpSpan s = {l.widx, l.widx + 1, r, true, quiet, lock, l.old, call, deed};
    return late && !is_immortal(e) ? touch_made(se, f, s) : add(se, f, s);
}

static int by_address(const void *a, const void *b) {
    const FpSpan *x = a, *y = b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

/* Sort; a word that is both read and written counts as written. The result is disjoint and ascending, and follows from
 * what was read and written, not from how often or in which order. */
static Status tidy(StateEngine *se, Footprint *f) {
    FpSpan *v = f->spans.v;
    u32 n = f->spans.n, k = 0;
    if (n < 2) return ST_OK;
    if (!cx_sort(se->cx, v, n, sizeof *v, by_address)) return ST_ERROR;
    for (u32 i = 1; i < n; i++) {
        if (v[i].from < v[k].to) {
            /* overlapping: one span, written if either is; coarser than need be, and sound */
            if (v[i].to > v[k].to) v[k].to = v[i].to;
            v[k].write |= v[i].write;
            v[k].quiet &= v[i].quiet;
            if (v[k].call != v[i].call || v[k].deed != v[i].deed) v[k].call = v[k].deed = 0;
        } else {
            v[++k] = v[i];
        }
    }
    n = k + 1;
    k = 0;
    for (u32 i = 1; i < n; i++)
        if (!take_next(&v[k], &v[i])) v[++k] = v[i];
    f->spans.n = k + 1;
    return ST_OK;
}

Status fp_open(StateEngine *se) {
    if (!se->fp_written && !(se->fp_written = cx_alloc(se->cx, FP_BITS / 8))) return ST_ERROR;
    if (!se->fp_relied && !(se->fp_relied = cx_alloc(se->cx, FP_BITS / 8))) return ST_ERROR;
    return ST_OK;
}

enum { SPAN_WORK = 4 }; /* in units of cx_work */

Status state_footprint(StateEngine *se, const ThreadInfo *ran, bool reads, Footprint *f) {
    KernelState *ks = se->ks;
    const Heap *h = se->heap;
    if (fp_open(se) != ST_OK) return ST_ERROR;
    f->spans.n = 0;
    f->thread = ran->id;
    f->n_known = se->keyless ? ks->n_threads : se->thread_recs.n;
    f->touched = 0;
    f->starts = f->late = false;
    f->quiet = ks->fp.quiet;
    f->interrupt = ks->fp.interrupt;
    f->looked = ks->fp.looked;
    f->unknown = f->apart ? ks->fp.lost || ks->fp.crowd : fp_nameless(ks);
    f->timed = ks->fp.clock && clock_moves(ks);
    for (u32 i = 0; i < h->log.n; i++) {
        if (!cx_work(se->cx, SPAN_WORK)) return ST_ERROR;
        if (take_write(se, ran, i, false, f) != ST_OK) return ST_ERROR;
    }
    for (u32 i = 0; i < h->done.late.n; i++) {
        if (!cx_work(se->cx, SPAN_WORK)) return ST_ERROR;
        if (take_write(se, ran, i, true, f) != ST_OK) return ST_ERROR;
    }
    if (!reads) return ST_OK;
    for (u32 i = 0; i < ks->fp.reads.n && !f->unknown; i++) {
        if (!cx_work(se->cx, SPAN_WORK)) return ST_ERROR;
        u32 deed;
        Ref call = calls_of(ks, false, i, &deed);
        if (take_read(se, ks->fp.reads.v[i], call, deed, f) != ST_OK) return ST_ERROR;
    }
    ts_begin(se->sets);
    for (u32 i = 0; i < ks->n_threads; i++) {
        const ThreadInfo *t = ks->threads.v[i];
        if (t == ran || t->touched != h->epoch) continue;
        if (!se->keyless && i >= se->thread_recs.n) { /* nobody knows of it yet */
            f->starts = true;
            continue;
        }
        ts_add(se->sets, i);
        f->unknown |= f->apart && i > 62;
    }
    f->touched = ts_made(se->sets);
    return f->apart ? ST_OK : tidy(se, f);
}

bool fp_conflict(const StateEngine *se, const Footprint *a, const Footprint *b) {
    const ThreadSets *t = se->sets;
    if (a->unknown || b->unknown || a->timed || b->timed || a->thread == b->thread || (a->starts && b->starts) ||
        ts_meets(t, a->touched, b->touched) || ts_meets(t, a->touched, b->looked) || ts_meets(t, a->looked, b->touched))
        return true;
    if (ts_has(t, a->touched, b->thread) || ts_has(t, a->looked, b->thread)) return true;
    if (ts_has(t, b->touched, a->thread) || ts_has(t, b->looked, a->thread)) return true;
    for (u32 i = 0, j = 0; i < a->spans.n && j < b->spans.n;) {
        const FpSpan *x = &a->spans.v[i], *y = &b->spans.v[j];
        if (x->from < y->to && y->from < x->to && (x->write || y->write)) return true;
        if (x->to < y->to) i++;
        else j++;
    }
    return false;
}

/* Was something of a thread outside of `set` changed, or looked at, that does not disturb the others? Who has ended
 * never moves again. */
static bool leaves_others(const StateEngine *se, const Footprint *f, ThreadSet of, ThreadSet set) {
    const ThreadSets *t = se->sets;
    if (ts_within(t, of, set)) return true;
    for (u32 i = ts_next(t, of, 0); i != UINT32_MAX; i = ts_next(t, of, i + 1))
        if (!ts_has(t, set, i) && !ts_has(t, f->quiet, i) && se->ks->threads.v[i]->status != TS_TERMINATED)
            return false;
    return true;
}

bool fp_escapes(StateEngine *se, const Footprint *f, ThreadSet set) {
    const ThreadSets *t = se->sets;
    if (f->unknown || f->late || f->touched == REACH_ALL || f->looked == REACH_ALL) return true;
    if (!leaves_others(se, f, f->touched, set) || !leaves_others(se, f, f->looked, set)) return true;
    if (f->interrupt && ti_is_told(se->ks->threads.v[f->thread]) &&
        !ts_within(t, state_reach(se, se->ks->threads.v[f->thread]->obj, false), set))
        return true;
    Ref last = 0;
    bool reached = false; /* from outside of `set` */
    for (u32 i = 0; i < f->spans.n; i++) {
        const FpSpan *s = &f->spans.v[i];
        ThreadSet partners;
        if (s->quiet) continue;
        if (s->obj != last) reached = !ts_within(t, state_reach(se, s->obj, false), set);
        last = s->obj;
        if (!reached) continue;
        const ClassInfo *of = mirror_class(se->heap, s->obj);
        const u32 *at = (const u32 *)(const void *)se->heap->base + s->from;
        if (of && init_state(se, se->ks->cs->class_, s->obj, at)) {
            if (!init_partners(se->ks, of, &partners) || !ts_within(t, partners, set)) return true;
            continue;
        }
        const u32 word = s->from - s->obj * 2;
        if (!call_partners_of(se->ks, s->obj, word, s->write, s->call, s->deed, &partners) &&
            !places_partners(se->ks, s->obj, word, s->to - s->from, s->write, &partners))
            partners = state_holders(se, s->obj);
        if (partners == REACH_ALL || !ts_within(t, partners, set)) return true;
    }
    return false;
}

Footprint *fp_new(Ctx *cx) {
    Footprint *f = cx_alloc(cx, sizeof *f);
    if (f) f->refs = 1;
    return f;
}

bool fp_same(const Footprint *a, const Footprint *b) {
    if (a->thread != b->thread || a->touched != b->touched || a->looked != b->looked || a->quiet != b->quiet ||
        a->unknown != b->unknown || a->timed != b->timed || a->starts != b->starts || a->interrupt != b->interrupt ||
        a->late != b->late || a->apart != b->apart || a->spans.n != b->spans.n)
        return false;
    for (u32 i = 0; i < a->spans.n; i++) {
        const FpSpan *x = &a->spans.v[i], *y = &b->spans.v[i];
        if (x->from != y->from || x->to != y->to || x->obj != y->obj || x->write != y->write || x->quiet != y->quiet ||
            x->lock != y->lock || x->old != y->old || x->call != y->call || x->deed != y->deed)
            return false;
    }
    return true;
}

u64 fp_hash(const Footprint *f) {
    u64 h = mix64(f->thread, f->spans.n);
    for (u32 i = 0; i < f->spans.n; i++)
        h = mix64(h, (u64)f->spans.v[i].to << 32 | f->spans.v[i].from << 1 | f->spans.v[i].write);
    return h;
}

void fp_drop(Ctx *cx, Footprint *f) {
    if (!f || --f->refs) return;
    vec_free(cx, &f->spans);
    cx_free(cx, f, sizeof *f);
}

Footprint *fp_like(Ctx *cx, const Footprint *f, u32 thread) {
    Footprint *x = fp_new(cx);
    if (!x) return NULL;
    *x = *f;
    x->refs = 1;
    x->thread = thread;
    memset(&x->spans, 0, sizeof x->spans);
    if (vec_reserve(cx, &x->spans, f->spans.n) != ST_OK) {
        fp_drop(cx, x);
        return NULL;
    }
    for (; x->spans.n < f->spans.n; x->spans.n++) x->spans.v[x->spans.n] = f->spans.v[x->spans.n];
    return x;
}

void fp_forget(StateEngine *se) {
    se->fp_broken = false;
    if (se->fp_relied) mem_fill(se->fp_relied, 0, FP_BITS / 8);
}

Status fp_pack(StateEngine *se, Pack *p) {
    bool any = pack_u32(p, se->fp_written != NULL) != 0;
    u64 hidden = pack_u64(p, se->hidden_class ? se->hidden_class->key : 0);
    if (p->reading) se->hidden_class = NULL;
    for (u32 i = 0; p->reading && hidden && i < se->ks->cs->by_id.n; i++)
        if (se->ks->cs->by_id.v[i] && se->ks->cs->by_id.v[i]->key == hidden) se->hidden_class = se->ks->cs->by_id.v[i];
    pack_it(p, se->fp_broken);
    if (!any || p->failed) return ST_OK;
    if (fp_open(se) != ST_OK) return ST_ERROR;
    pack_bytes(p, se->fp_written, FP_BITS / 8);
    pack_bytes(p, se->fp_relied, FP_BITS / 8);
    return ST_OK;
}

/* Has it code of its own that runs when it is initialized? Whoever comes first does the same in the JDK's classes. */
static bool initializes(const ClassInfo *ci) {
    for (u32 i = 0; i < ci->n_methods && !(ci->attrs & CA_SYSTEM); i++)
        if (strcmp(ci->methods[i].name->s, "<clinit>") == 0) return true;
    return false;
}

enum WordUse state_word_use(StateEngine *se, u32 widx, u32 old, Ref *obj) {
    Ref r = *obj = object_at(se, widx);
    if (!r) return WORD_UNKNOWN;
    const ElementInfo *e = ei(se->heap, r);
    const ClassInfo *ci = ei_class(se->heap, e);
    const u32 *at = (const u32 *)(const void *)se->heap->base + widx;
    u32 word = widx - r * 2;
    if (word < OBJ_HEADER / 4)
        return word == offsetof(ElementInfo, hf) / 4 && old >> 8 == *at >> 8 ? WORD_NONE : WORD_HEADER;
    word -= OBJ_HEADER / 4;
    if (outside_key(se, ci, word)) return WORD_NONE;
    if (ci == se->ks->cs->class_) {
        const ClassInfo *of = mirror_class(se->heap, r);
        if (init_state(se, ci, r, at)) return initializes(of) ? WORD_INIT : WORD_NONE;
        return init_books(se, r, at) && !heap_wrote_late(se->heap, widx) ? WORD_NONE : WORD_DATA;
    }
    return ci->kind == CK_CLASS && thread_books(ci, word) ? WORD_NONE : WORD_DATA;
}
