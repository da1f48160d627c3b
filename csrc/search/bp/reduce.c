/* reduce.c -- bp.por on the VM: persistent sets of events (bp/reduce.c) for b-threads that are Java.
 *
 * bp/reduce.c wants b-threads that are machines over events, and to know which of them have data in common.
 * search/bp/model.c gives the machines. Data in common are found by looking at each stretch of a b-thread, from bSync
 * to bSync: it writes a word if it leaves another value there, and reads are in the log of kernel/footprint.h.
 * B-threads that touch one word which some stretch writes are of one region: their steps depend on each other.
 *  - Only words of objects that were there in the b-program's first state count, by names that hold on every path. A
 *    b-thread comes to an object that another one has made since through a word of an old object that was written
 *    since, or through an event; events that could hold data are not had (search/bp/model.c).
 *  - What the turns themselves write (BProgram, the b-thread's own BThread) is what b-threads say, which the local
 *    state has.
 *  - What can not be seen so ends the reduction: a clock, a class of the program that is initialized on the way,
 *    changes of another thread or of what another b-thread says, choices within a stretch, and so on (off). Nothing is
 *    lost then but the reduction, and the report says why.
 * Steps that others must not be put off behind (bad and hot marks that change, exceptions, pruning) take all events
 * with them. What is not known yet may be missing in a set: holds asks again with all that was seen, and if a set has
 * grown, the search begins again with it. */
#include "search/bp/reduce.h"
#include "kernel/footprint.h"
#include "search/bp/model.h"

enum { BEGIN_AGAIN_MAX = 60, READ_MAX = 65536 };

typedef struct Taken { /* where only some of the events are tried */
    u32 locals, events, n; /* in BpReduction.numbers */
    u32 seed;
    bool alive;
} Taken;

struct BpReduction {
    BpModel m;
    const char *off;
    bool met;    /* the model is that of the first state */
    bool moved;  /* the path was executed again: objects of the state's choices lie elsewhere */
    VEC(u32) group; /* of each b-thread: one of those it has data in common with */
    Map word_of;    /* name of a word -> its row */
    VEC(u64) rows;  /* is it written; who touches it */
    VEC(Taken) taken;
    VEC(u32) numbers, vec;
    u64 alive;
    /* the transition */
    bool on;
    u32 event, runs; /* who: place of a b-thread, BP_NONE the coordinator */
    u32 log_from;
    VEC(u32) before;  /* words logged earlier in the transition: their values when the stretch began */
    VEC(u8) resumed;
};

typedef struct BpReduction R;

static R *active(const Search *s) {
    R *r = s->bp;
    return r && !r->off && !s->silent && !s->rec.on && !s->replaying && s->set ? r : NULL;
}

static void off(Search *s, const char *why) {
    R *r = s->bp;
    if (r->off) return;
    r->off = why;
    r->on = false;
    s->ks->fp.on = false;
    if (r->taken.n) s->restart = true;
}

static Status make(Search *s) {
    if (!s->cfg.bp_por || !s->cfg.por || !s->set || !stateset_has_ids(s->set)) return ST_OK;
    if (!(s->bp = cx_alloc(s->cx, sizeof *s->bp))) return ST_ERROR;
    bpmodel_init(&s->bp->m, s->ks);
    map_init(&s->bp->word_of, s->cx);
    if (s->ks->cfg.bp_rule & BPR_LABELS) off(s, "bp.labels");
    else if (s->ks->cfg.bp_rule & BPR_CHAIN) off(s, "bp.epsilon=chain");
    else if (s->cfg.randomize) off(s, "cg.randomize_choices");
    else if (s->ks->heap->finalize) off(s, "vm.finalize");
    return ST_OK;
}

static void bpr_free(Search *s) {
    R *r = s->bp;
    if (!r) return;
    bpmodel_free(&r->m);
    vec_free(s->cx, &r->group);
    map_free(&r->word_of);
    vec_free(s->cx, &r->rows);
    vec_free(s->cx, &r->taken);
    vec_free(s->cx, &r->numbers);
    vec_free(s->cx, &r->vec);
    vec_free(s->cx, &r->before);
    vec_free(s->cx, &r->resumed);
    cx_free(s->cx, r, sizeof *r);
    s->bp = NULL;
}

static Status begin(Search *s, bool *on) {
    R *r = s->bp;
    if (!r) {
        if (make(s) != ST_OK) return ST_ERROR;
        *on = s->bp != NULL;
        return ST_OK;
    }
    *on = true;
    r->taken.n = r->numbers.n = 0;
    r->alive = 0;
    r->met = r->on = false;
    return ST_OK;
}

/* --- data in common --- */

static u32 root(const R *r, u32 b) {
    while (r->group.v[b] != b) b = r->group.v[b];
    return b;
}

static void join(R *r, u32 a, u32 b) {
    BProg *p = &r->m.prog;
    a = root(r, a);
    b = root(r, b);
    if (a == b) return;
    r->group.v[b] = a;
    p->written[a] |= p->written[b];
    for (u32 i = 0; i < p->n; i++) p->region[i] = p->n + root(r, i);
}

/* A stretch of b-thread b touches that word. */
static Status touch(Search *s, R *r, u32 b, u64 name, bool write) {
    u32 n = r->m.prog.n, width = 1 + (n + 63) / 64;
    u64 at;
    if (!map_get(&r->word_of, name, &at)) {
        at = r->rows.n;
        if (vec_reserve(s->cx, &r->rows, width) != ST_OK || map_put(&r->word_of, name, at) != ST_OK) return ST_ERROR;
        mem_fill(r->rows.v + at, 0, width * 8);
        r->rows.n += width;
    }
    u64 *row = r->rows.v + at;
    if (bit_get(row + 1, b) && (row[0] || !write)) return ST_OK;
    bit_set(row + 1, b);
    row[0] |= write;
    if (!row[0]) return ST_OK;
    for (u32 i = 0; i < n; i++)
        if (bit_get(row + 1, i)) join(r, b, i);
    r->m.prog.written[root(r, b)] = 1;
    return ST_OK;
}

static bool declared_there(const ClassInfo *ci, u32 offset) {
    for (u32 i = 0; i < ci->n_fields; i++)
        if (!(ci->fields[i].flags & ACC_STATIC) && ci->fields[i].offset / 4 == offset / 4) return true;
    return false;
}

/* Words that belong to the turns. *mine: it may be left out; false with `off`: what it says of others is changed. */
static bool of_turns(Search *s, const R *r, u32 b, Ref obj, u32 word, bool write) {
    const Heap *h = s->ks->heap;
    const BProgTables *t = bprog_of(s->ks);
    u32 offset = word * 4 + OBJ_HEADER;
    if (obj == t->program) {
        if (write && offset != t->off[F_LAST]) off(s, "a b-thread that changes the b-program");
        return true;
    }
    const ClassInfo *ci = ei_class(h, ei(h, obj));
    while (ci && !(ci->known & KC_BTHREAD)) ci = ci->super;
    if (!ci || !declared_there(ci, offset)) return false;
    static const u8 plain[] = {F_NAME, F_THREAD, F_PRIORITY};
    bool own = bpmodel_name(&r->m, obj) == r->m.bthreads.v[b], said = false;
    for (u32 i = F_REQUESTED; i < F_N; i++) {
        bool quiet = false;
        for (u32 k = 0; k < sizeof plain; k++) quiet |= plain[k] == i;
        said |= !quiet && t->off[i] / 4 == offset / 4;
    }
    if (!own && (write || said)) off(s, "a b-thread that looks at what another one says");
    return true;
}

static Status touch_word(Search *s, R *r, u32 widx, u32 old, bool write) {
    const Heap *h = s->ks->heap;
    Ref obj;
    enum WordUse use = state_word_use(s->se, widx, old, &obj);
    if (use == WORD_UNKNOWN) off(s, "memory without a name");
    if (use == WORD_INIT && write) off(s, "a class that is initialized on the way");
    if (r->off || use == WORD_NONE || use == WORD_INIT) return ST_OK;
    u64 name = bpmodel_name(&r->m, obj);
    if (!name) { /* made since: of no account, but for the names of events */
        if (write && ei(h, obj)->birth != h->epoch &&
            bprog_kind(s->ks, (BProgTables *)bprog_of(s->ks), obj) == SK_EVENT)
            off(s, "an event that was made on the way and changed");
        return ST_OK;
    }
    u32 word = widx - obj * 2;
    if (use == WORD_DATA && of_turns(s, r, r->runs, obj, word - OBJ_HEADER / 4, write)) return ST_OK;
    return touch(s, r, r->runs, mix64(name, word), write);
}

/* What the stretch that ends has read and written. */
static Status stretch(Search *s, R *r) {
    KernelState *ks = s->ks;
    const Heap *h = ks->heap;
    if (r->runs == BP_NONE) return ST_OK;
    if (h->done.late.n) off(s, "what the initializer of a class has made, and a b-thread changes");
    if (fp_nameless(ks)) off(s, "a b-thread's use of files, peers, the state of threads or the like");
    if (ks->fp.clock) off(s, "the clock, which a b-thread looks at");
    for (u32 i = 0; i < h->log.n && !r->off; i++) {
        u32 old = i < r->log_from ? r->before.v[i] : h->log.v[i].old;
        const u32 *now = (const u32 *)(const void *)h->base + h->log.v[i].widx;
        if (*now != old && !quiet_write(&ks->quiet, i) && touch_word(s, r, h->log.v[i].widx, old, true) != ST_OK)
            return ST_ERROR;
    }
    for (u32 i = 0; i < ks->fp.reads.n && !r->off; i++) {
        FpRange g = ks->fp.reads.v[i];
        if (g.quiet) continue;
        if (g.to - g.from > READ_MAX) off(s, "very large arrays, read at once");
        for (u32 w = g.from; w < g.to && !r->off; w++) {
            const u32 *now = (const u32 *)(const void *)h->base + w;
            if (touch_word(s, r, w, *now, false) != ST_OK) return ST_ERROR;
        }
    }
    return ST_OK;
}

static Status begin_stretch(Search *s, R *r, u32 who) {
    const Heap *h = s->ks->heap;
    r->runs = who;
    r->log_from = h->log.n;
    r->before.n = 0;
    fp_begin(s->ks, who != BP_NONE);
    if (who == BP_NONE) return ST_OK;
    r->resumed.v[who] = 1;
    if (vec_reserve(s->cx, &r->before, h->log.n) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < h->log.n; i++) r->before.v[i] = *((const u32 *)(const void *)h->base + h->log.v[i].widx);
    r->before.n = h->log.n;
    return ST_OK;
}

/* --- a transition --- */

static Status before(Search *s, const Level *l) {
    R *r = active(s);
    if (!r) return ST_OK;
    r->moved = false;
    r->on = r->met && l->cg.kind == CK_EVENT && l->bp;
    if (!r->on) return ST_OK;
    r->event = l->bp->locals[l->bp->n + l->cg.at];
    mem_fill(r->resumed.v, 0, r->resumed.n);
    return r->on ? begin_stretch(s, r, BP_NONE) : ST_OK;
}

Status bpr_turn(Search *s, const ThreadInfo *to) {
    R *r = active(s);
    if (!r || !r->on) {
        s->ks->fp.lost = true;
        return ST_OK;
    }
    if (stretch(s, r) != ST_OK) return ST_ERROR;
    u32 who = BP_NONE;
    for (u32 i = 0; i < r->m.prog.n; i++)
        if (r->m.threads.v[i] == to->id + 1) who = i;
    return r->on ? begin_stretch(s, r, who) : ST_OK;
}

static Status closing(Search *s, const Level *l, ThreadInfo *ran, const Arrival *to) {
    R *r = active(s);
    if (!r || !r->on) return ST_OK;
    if (stretch(s, r) != ST_OK) return ST_ERROR;
    s->ks->fp.on = false;
    for (u32 i = 0; i < s->ks->n_threads && r->on; i++) {
        const ThreadInfo *t = s->ks->threads.v[i];
        bool in = i == l->cg.thread;
        if (t->touched != s->ks->heap->epoch) continue;
        for (u32 b = 0; b < r->m.prog.n && !in; b++) in = r->resumed.v[b] && r->m.threads.v[b] == i + 1;
        if (!in) off(s, "a b-thread that changes another thread");
    }
    return ST_OK;
}

/* --- what is learned of it --- */

/* Places of the b-threads that must go on with the event are those that did. */
static Status same_resumed(Search *s, R *r, const BpAt *at) {
    BProg *p = &r->m.prog;
    for (u32 b = 0; b < p->n && !r->off; b++) {
        if (bp_local_extend(p, at->locals[b]) != ST_OK) return ST_ERROR;
        if (bit_get(p->locals.v[at->locals[b]].resume, r->event) != r->resumed.v[b])
            off(s, "b-threads that go on with other events than they say");
    }
    return ST_OK;
}

static Status learn(Search *s, R *r, const BpAt *at) {
    BProg *p = &r->m.prog;
    if (same_resumed(s, r, at) != ST_OK) return ST_ERROR;
    for (u32 b = 0; b < p->n && !r->off; b++) {
        if (!r->resumed.v[b]) {
            if (at->locals[b] != r->m.locals.v[b]) off(s, "a b-thread that changes what another one says");
        } else if (bp_saw_step(p, at->locals[b], r->event, r->m.locals.v[b]) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

static Status look(Search *s, R *r) {
    if (bpmodel_look(&r->m) != ST_OK) return ST_ERROR;
    if (r->m.unfit) off(s, r->m.unfit);
    return ST_OK;
}

Status bpr_moved(Search *s) {
    R *r = s->bp;
    if (!r || !r->met || r->off) return ST_OK;
    r->moved = true;
    return bpmodel_begin(&r->m, s->se);
}

static Status first_state(Search *s, R *r) {
    if (bpmodel_begin(&r->m, s->se) != ST_OK) return ST_ERROR;
    u32 n = r->m.prog.n;
    if (!r->group.n && (vec_reserve(s->cx, &r->group, n) != ST_OK || vec_reserve(s->cx, &r->resumed, n) != ST_OK ||
                        vec_reserve(s->cx, &r->vec, 2 * n) != ST_OK))
        return ST_ERROR;
    for (u32 i = r->group.n; i < n; i++) r->group.v[i] = i;
    r->group.n = r->resumed.n = n;
    r->vec.n = 2 * n;
    r->met = true;
    return look(s, r);
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    R *r = active(s);
    bool event = a->has_cg && a->cg.kind == CK_EVENT, first = to->first;
    if (!r) return s->silent && first && l->cg.kind != CK_EVENT ? bpr_moved(s) : ST_OK; /* restored from before it */
    if (l->cg.kind != CK_EVENT) {
        if (event && !first) off(s, "choices before the b-program or within a b-thread");
        return event && first ? first_state(s, r) : ST_OK;
    }
    if (!r->on) return ST_OK;
    r->on = false;
    bool stuck = a->deadlock || s->ks->bp.idle;
    bool cut = a->out == OUT_PRUNED || (a->out == OUT_END && s->last == RUN_EXIT);
    if (a->uncaught || a->violation || a->out == OUT_STOP || (cut && !stuck)) {
        reduction_expand(s, l);
        if (!event && !stuck) return ST_OK;
    }
    if (!stuck && s->ks->bp.turn == 0) { /* all b-threads have returned */
        for (u32 b = 0; b < r->m.prog.n; b++)
            if (r->resumed.v[b] && bp_saw_step(&r->m.prog, l->bp->locals[b], r->event, l->bp->locals[b]) != ST_OK)
                return ST_ERROR;
        return ST_OK;
    }
    if (a->has_cg && !event) off(s, "choices before the b-program or within a b-thread");
    if (r->off) return ST_OK;
    if (look(s, r) != ST_OK || (!r->off && learn(s, r, l->bp) != ST_OK)) return ST_ERROR;
    if (r->m.hot != l->bp->hot || r->m.bad || l->bp->bad) reduction_expand(s, l);
    return ST_OK;
}

/* --- which events are tried --- */

static void forget_level(Search *s, Level *l) {
    if (l->bp) cx_free(s->cx, l->bp, sizeof *l->bp + (l->bp->n + l->bp->n_events) * sizeof(u32));
    l->bp = NULL;
}

static void expanded(Search *s, Level *l) {
    R *r = s->bp;
    if (!l->bp || !l->bp->taken) return;
    r->taken.v[l->bp->taken - 1].alive = false;
    l->bp->taken = 0;
    r->alive--;
}

static void restore(R *r, const u32 *locals) {
    u32 n = r->m.prog.n;
    mem_copy(r->vec.v, locals, n * sizeof *locals);
    for (u32 i = n; i < 2 * n; i++) r->vec.v[i] = BP_NONE;
    bp_restore(&r->m.prog, r->vec.v);
}

/* Does the model offer the same events, in the same order? */
static bool same_choices(R *r, const ChoiceGenerator *cg) {
    const BProg *p = &r->m.prog;
    bool same = p->picked.n == cg->n;
    for (u32 i = 0; same && !r->moved && i < p->picked.n; i++)
        same = bpmodel_event(&r->m, (Ref)cg_value(cg, i)) == p->picked.v[i];
    return same;
}

/* Those that are taken come first; their places among all follow the list. */
static Status reorder(Search *s, Level *l, const BProg *p, const u32 *events, u32 k) {
    ChoiceGenerator *cg = &l->cg;
    u32 n = (u32)cg->n, front = 0, back = k;
    i64 *list = cx_alloc(s->cx, 2 * n * sizeof *list);
    if (!list) return ST_ERROR;
    for (u32 i = 0; i < n; i++) {
        bool in = front < k && events[front] == p->picked.v[i];
        u32 at = in ? front++ : back++;
        list[at] = cg->u.list[i];
        l->bp->locals[l->bp->n + at] = p->picked.v[i];
        list[n + at] = i;
    }
    cx_free(s->cx, cg->u.list, n * sizeof *list);
    cg->u.list = list;
    cg->flags |= CGF_RANKED;
    cg->n = k;
    return ST_OK;
}

static Status note(Search *s, R *r, BpAt *at, u32 seed, const u32 *events, u32 k) {
    Taken t = {r->numbers.n, r->numbers.n + at->n, k, seed, true};
    if (vec_reserve(s->cx, &r->numbers, at->n + k) != ST_OK || vec_push(s->cx, &r->taken, t) != ST_OK) return ST_ERROR;
    mem_copy(r->numbers.v + t.locals, at->locals, at->n * sizeof(u32));
    mem_copy(r->numbers.v + t.events, events, k * sizeof *events);
    r->numbers.n += at->n + k;
    at->taken = r->taken.n;
    r->alive++;
    return ST_OK;
}

static Status arrange(Search *s, Level *l, const Arrival *to) {
    R *r = active(s);
    ChoiceGenerator *cg = &l->cg;
    if (!r || !r->met || cg->kind != CK_EVENT || l->n_up || l->bp) return ST_OK;
    if (!to && look(s, r) != ST_OK) return ST_ERROR;
    if (r->off) return ST_OK;
    u32 n = r->m.prog.n, all = (u32)cg->n, k = 0, seed;
    const u32 *events;
    if (!(l->bp = cx_alloc(s->cx, sizeof *l->bp + (n + all) * sizeof(u32)))) return ST_ERROR;
    l->bp->n = n;
    l->bp->n_events = all;
    l->bp->hot = r->m.hot;
    l->bp->bad = r->m.bad;
    mem_copy(l->bp->locals, r->m.locals.v, n * sizeof(u32));
    restore(r, l->bp->locals);
    if (bp_choices(&r->m.prog) != ST_OK) return ST_ERROR;
    if (!same_choices(r, cg)) off(s, "events of the program's own classes");
    if (r->off) return ST_OK;
    mem_copy(l->bp->locals + n, r->m.prog.picked.v, all * sizeof(u32));
    if (all < 2) return ST_OK;
    if (bp_persistent(&r->m.run, &seed, &events, &k) != ST_OK) return ST_ERROR;
    if (!k) return ST_OK;
    if (note(s, r, l->bp, seed, events, k) != ST_OK || reorder(s, l, &r->m.prog, events, k) != ST_OK) return ST_ERROR;
    l->tried = 0;
    l->open = true; /* cycles are cut by bp/reduce.c */
    s->st.reduced++;
    return ST_OK;
}

static Status holds(Search *s) {
    R *r = s->bp;
    bool yes = true;
    if (!r || r->off || s->restart || !r->alive) return ST_OK;
    if (bp_reduce_update(&r->m.run) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < r->taken.n && yes; i++) {
        const Taken *t = &r->taken.v[i];
        if (!t->alive) continue;
        restore(r, r->numbers.v + t->locals);
        if (bp_choices(&r->m.prog) != ST_OK ||
            bp_persists(&r->m.run, t->seed, r->numbers.v + t->events, t->n, &yes) != ST_OK)
            return ST_ERROR;
    }
    s->restart |= !yes;
    if (!yes && s->st.restarts >= BEGIN_AGAIN_MAX) off(s, "what was found out too late, again and again");
    return ST_OK;
}

u64 bpr_states(const Search *s) { return s->bp ? s->bp->alive : 0; }
const char *bpr_why_not(const Search *s) { return s->bp ? s->bp->off : NULL; }

const Reduction reduction_events = {
    .name = "bp.por",
    .begin = begin,
    .before = before,
    .closing = closing,
    .after = after,
    .arrange = arrange,
    .expanded = expanded,
    .forget = forget_level,
    .holds = holds,
    .free = bpr_free,
};
