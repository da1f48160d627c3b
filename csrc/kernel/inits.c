/* inits.c -- closed initializers: what one has read and written is looked at when it has ended. Layer 5. */
#include "kernel/inits.h"
#include "kernel/fielduse.h"
#include "kernel/footprint.h"
#include "kernel/places.h"

static void tell_uses(KernelState *ks) {
    ks->uses->tell_inits = true;
    ks->fp.uses |= USES_TELL;
}

static void open_it(KernelState *ks, const ClassInfo *ci) {
    FieldUse *u = use_of_init(ks->uses, ci);
    if (!u || (ci->attrs & CA_SYSTEM) || (u->flags & FU_WRITTEN)) return;
    u->flags |= FU_INIT_OPEN;
    tell_uses(ks);
    ks->uses->stale |= (u->flags & FU_SAVED) != 0;
}

/* --- the log of writes ---
 *
 * A word is logged once in a transition. While an initializer runs, what was logged before it does not count, so that
 * what it writes is seen also where the step has written there before. */

static bool dirty(const Heap *h, u32 w) { return h->dirty[w >> 5] >> (w & 31) & 1; }

static void set_dirty(Heap *h, u32 from, u32 to, bool on) {
    for (u32 i = from; i < to; i++) {
        u32 w = h->log.v[i].widx, bit = 1u << (w & 31);
        if (on) h->dirty[w >> 5] |= bit;
        else h->dirty[w >> 5] &= ~bit;
    }
}

/* Words are logged anew from entry `at` on. */
static void log_split(Heap *h, u32 at) {
    set_dirty(h, 0, at, false);
    set_dirty(h, at, h->log.n, true);
}

/* Each word is logged once again: entries from `at` on go if their word has one before. */
static void log_join(KernelState *ks, u32 at) {
    Heap *h = ks->heap;
    QuietLog q = ks->quiet;
    u32 k = at, n = h->log.n;
    set_dirty(h, at, n, false);
    set_dirty(h, 0, at, true);
    for (u32 i = at; i <= n; i++) {
        for (u32 p = 0; p < q.n; p++) {
            if (q.part[p].from == i) ks->quiet.part[p].from = k;
            if (q.part[p].to == i) ks->quiet.part[p].to = k;
        }
        if (q.open == i) ks->quiet.open = k;
        if (i == n || dirty(h, h->log.v[i].widx)) continue;
        h->log.v[k++] = h->log.v[i];
        set_dirty(h, k - 1, k, true);
    }
    h->log.n = k;
}

bool init_joins(ThreadInfo *ti, const ClassInfo *ci) {
    KernelState *ks = ti->ks;
    InitRuns *in = &ks->inits;
    FpLog *fp = &ks->fp;
    FieldUse *u = use_of_init(ks->uses, ci);
    if (!ks->uses->inits || !u) return false;
    u->flags |= FU_ON_PATH;
    if (ti->atomic) open_it(ks, ci);
    if (u->flags & FU_WRITTEN) return false;
    u->flags |= FU_SAVED;
    fp->uses |= ks->uses->tell_inits ? USES_TELL : 0;
    if (in->n == INIT_RUNS) { /* too many within each other to be looked at */
        inits_open(ti, NULL);
        open_it(ks, ci);
        return true;
    }
    if (!in->n) in->thread = ti->id;
    in->v[in->n++] = (InitRun){ci->id, ks->heap->log.n, ks->heap->done.late.n, fp->reads.n, fp->on, fp->lost};
    if (!fp->on) fp->reads.n = in->v[in->n - 1].read = 0; /* nobody asks for them */
    fp->on = true;
    fp->lost = false;
    log_split(ks->heap, ks->heap->log.n);
    heap_done_again(ks->heap);
    memset(fp->seen, 0, sizeof fp->seen);
    return true;
}

void inits_open(ThreadInfo *ti, const ClassInfo *from) {
    const KernelState *ks = ti->ks;
    for (const StackFrame *f = ti->top; f; f = f->prev) {
        if (!(f->flags & FR_CLINIT)) continue;
        const ClassInfo *ci = ks->cs->by_id.v[f->slots[FR_CLINIT_CLASS]];
        open_it(ti->ks, ci);
        if (ci == from) return;
    }
}

/* The innermost ones, if they have no code, have seen nothing of ci half done. */
void inits_circle(ThreadInfo *ti, const ClassInfo *ci) {
    KernelState *ks = ti->ks;
    const ClassInfo *of = NULL;
    bool inner = true;
    for (const StackFrame *f = ti->top; f && of != ci; f = f->prev) {
        if (!(f->flags & FR_CLINIT)) continue;
        of = ks->cs->by_id.v[f->slots[FR_CLINIT_CLASS]];
        inner &= of == ci || (!of->clinit && ci_is_subclass(of, ci));
    }
    if (!inner) {
        inits_open(ti, ci);
        return;
    }
    of = NULL;
    for (const StackFrame *f = ti->top; f && of != ci; f = f->prev) {
        if (!(f->flags & FR_CLINIT)) continue;
        of = ks->cs->by_id.v[f->slots[FR_CLINIT_CLASS]];
        FieldUse *u = of != ci ? use_of_init(ks->uses, of) : NULL;
        if (!u) continue;
        u->flags |= FU_INIT_INNER;
        tell_uses(ks);
    }
}

/* The reads are given back to whoever had asked for them, or not. */
static void close_run(KernelState *ks) {
    const InitRun *r = &ks->inits.v[--ks->inits.n];
    log_join(ks, r->logged);
    if (ks->inits.n) log_split(ks->heap, r[-1].logged);
    heap_done_again(ks->heap);
    ks->fp.on &= r->on; /* it is off where there was too much to be kept */
    ks->fp.lost |= r->lost;
}

void inits_cut(KernelState *ks) {
    for (InitRuns *in = &ks->inits; in->n;) {
        open_it(ks, ks->cs->by_id.v[in->v[in->n - 1].class_id]);
        close_run(ks);
    }
}

/* --- what it has written --- */

/* Did the initialization of `of` begin in the run? Then it has ended, but for those that the run itself is in. */
static bool began_in(const KernelState *ks, const InitRun *r, const ClassInfo *of) {
    const Heap *h = ks->heap;
    if (!of->mirror_p || of->mirror_p[0] == CI_UNINIT) return false;
    u32 at = (u32)(of->mirror_p - (const u32 *)(const void *)h->base);
    if (!dirty(h, at)) return false;
    if (!(of->attrs & CA_SYSTEM) && !init_closed(ks, of)) return false;
    for (u32 i = r->logged; i < h->log.n; i++)
        if (h->log.v[i].widx == at) return true;
    return false;
}

static bool is_state(const ClassInfo *of, const Heap *h, u32 widx) {
    const u32 *at = (const u32 *)(const void *)h->base + widx;
    return of && of->mirror_p && (at == of->mirror_p || at == of->mirror_p + 1);
}

/* The monitor, the identity hash, whether it is shared. That literals and classes are shared says nothing. */
static bool header_free(const ElementInfo *e, u32 word, u32 old, u32 now) {
    if (old == now && word != offsetof(ElementInfo, lock) / 4) return true;
    return word == offsetof(ElementInfo, hf) / 4 && e->birth == IMMORTAL_BIRTH && old >> 8 == now >> 8;
}

static bool write_closed(const KernelState *ks, const InitRun *r, WordLog l) {
    const Heap *h = ks->heap;
    Ref obj = heap_find(h, l.widx, UINT32_MAX);
    if (!obj) return false;
    const ElementInfo *e = ei(h, obj);
    u32 word = l.widx - obj * 2;
    if (word < OBJ_HEADER / 4) return header_free(e, word, l.old, ((const u32 *)(const void *)h->base)[l.widx]);
    const ClassInfo *of = mirror_class(h, obj);
    const FieldInfo *fi = ei_field_at(h, e, word * 4ull);
    if (of && (is_state(of, h, l.widx) || (fi && (fi->flags & ACC_STATIC)))) return began_in(ks, r, of);
    return fi && (fi->attrs & FA_EXCLUDED); /* derived: nobody can tell whether it has been computed */
}

/* A word of what an initializer has left that ended within the run, or before: who uses that class alone does not
 * find this in it. */
static bool late_closed(const Heap *h, WordLog l) {
    Ref obj = heap_find(h, l.widx, UINT32_MAX);
    if (!obj) return true; /* collected */
    const ElementInfo *e = ei(h, obj);
    u32 word = l.widx - obj * 2;
    if (word < OBJ_HEADER / 4) return header_free(e, word, l.old, ((const u32 *)(const void *)h->base)[l.widx]);
    const FieldInfo *fi = ei_field_at(h, e, word * 4ull);
    return fi && (fi->attrs & FA_EXCLUDED);
}

/* --- what it has read --- */

/* Accesses of such a field are not told (fielduse.h): what is read of it is looked at in footprints alone. */
static bool not_told(const FieldInfo *fi) { return fi && (fi->attrs & (FA_NEVER_BREAK | FA_BREAK)) == FA_NEVER_BREAK; }

static bool read_closed(const KernelState *ks, const InitRun *r, const FpRange *g) {
    const Heap *h = ks->heap;
    Ref obj = heap_find(h, g->from, UINT32_MAX);
    if (!obj) return true; /* it was made in this step, and has been collected */
    const ElementInfo *e = ei(h, obj);
    const ClassInfo *ci = ei_class(h, e), *of = mirror_class(h, obj);
    bool young = e->birth == h->epoch;
    if (young && !g->late) return true;
    u32 from = g->from - obj * 2, to = g->to - obj * 2;
    if (from == offsetof(ElementInfo, lock) / 4 && to == from + 1) return false;
    if (ci == ks->cs->string) return true;
    if (ci->kind == CK_ARRAY) return use_relies(ks->uses, NULL, e);
    for (u32 w = from < OBJ_HEADER / 4 ? OBJ_HEADER / 4 : from; w < to; w++) {
        const FieldInfo *fi = ei_field_at(h, e, w * 4ull);
        if (is_state(of, h, obj * 2 + w)) {
            /* one in progress is this thread's: inits_circle */
            bool known = of->mirror_p[0] == CI_INITING || (of->attrs & CA_SYSTEM) || init_closed(ks, of);
            if (!known && !began_in(ks, r, of)) return false;
            continue;
        }
        if (!fi || (fi->attrs & FA_EXCLUDED)) continue; /* padding; derived */
        if (young && not_told(fi)) continue;
        if ((fi->flags & ACC_STATIC) && (!g->late || not_told(fi)) && began_in(ks, r, of)) continue;
        if (!use_relies(ks->uses, fi, e)) return false;
    }
    return true;
}

void init_over(ThreadInfo *ti, const ClassInfo *ci) {
    KernelState *ks = ti->ks;
    InitRuns *in = &ks->inits;
    if (!in->n || in->v[in->n - 1].class_id != ci->id || in->thread != ti->id) return;
    InitRun r = in->v[in->n - 1];
    bool closed = !ks->fp.lost && init_closed(ks, ci);
    for (u32 i = r.logged; i < ks->heap->log.n && closed; i++) closed = write_closed(ks, &r, ks->heap->log.v[i]);
    for (u32 i = r.late; i < ks->heap->done.late.n && closed; i++)
        closed = late_closed(ks->heap, ks->heap->done.late.v[i]);
    for (u32 i = r.read; i < ks->fp.reads.n && closed; i++) closed = read_closed(ks, &r, &ks->fp.reads.v[i]);
    if (!closed) open_it(ks, ci);
    close_run(ks);
}

/* --- uses --- */

bool init_closed(const KernelState *ks, const ClassInfo *ci) {
    const FieldUse *u = use_of_init(ks->uses, ci);
    return ks->uses->inits && u && !(u->flags & FU_WRITTEN);
}

static bool by_itself(const ThreadInfo *ti, const ClassInfo *ci) {
    return ci && ci->mirror_p && ci->mirror_p[0] == CI_INITING && ci->mirror_p[1] == ti->id + 1;
}

/* A class without code may be open, too: whoever initializes its superclass for it has others wait for both. */
static void came(ThreadInfo *ti, const ClassInfo *ci) {
    const FieldUse *u = ci->mirror && !(ci->attrs & CA_SYSTEM) ? use_of_init(ti->ks->uses, ci) : NULL;
    if (!u) return;
    bool inner = (u->flags & FU_KNOWN) == FU_INIT_INNER && ti->ks->watch;
    for (const ClassInfo *c = ci; inner && c && !by_itself(ti, c->super); c = c->super) open_it(ti->ks, c);
    if (ti->atomic && ti->ks->watch) open_it(ti->ks, ci);
    if (init_closed(ti->ks, ci)) return;
    init_tells(ti);
    if (ti->ks->watch) place_used(ti, ei(ti->ks->heap, ci->mirror), PLACE_INIT, 1, true);
}

void init_use(ThreadInfo *ti, const ClassInfo *ci) {
    for (const ClassInfo *c = ci; c && !(c->attrs & CA_SYSTEM); c = c->super) came(ti, c);
    for (u32 i = 0; i < ci->n_all_ifaces; i++) came(ti, ci->all_ifaces[i]);
}

bool init_partners(KernelState *ks, const ClassInfo *ci, ThreadSet *set) {
    return ci->mirror && !(ci->attrs & CA_SYSTEM) && places_partners(ks, ci->mirror, PLACE_INIT, 1, true, set);
}
