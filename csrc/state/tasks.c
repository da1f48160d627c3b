/* tasks.c -- numbers of tasks start again at 0, and pools forget how many they have run. Layer 10.
 *
 * ScheduledThreadPoolExecutor numbers its tasks to tell which of two that are due at the same time came first.
 * At the end of a transition the numbers of the tasks that live become 0, 1, 2 ... in their order, and the
 * counter the next one. Not done while a frame holds a number.
 * How many tasks a worker and its pool have run is asked for by name only; once it was, on whatever path, the
 * search begins again and leaves these counts alone (KernelState.looks.seen). */
#include "classes/times.h"
#include "state/state_int.h"

#include <stdlib.h>

typedef struct Numbered {
    i64 number;
    u32 meta;
} Numbered;

static const TaskClass *task_of(StateEngine *se, u32 i) { return meta_class(se, i)->task; }

static u32 *words_of(StateEngine *se, u32 i) { return ei_words(ei(se->heap, se->metas.v[i].obj)); }

static void long_set(StateEngine *se, u32 i, u16 word, u64 now) {
    word_set(se, i, word - 1u, (u32)now);
    word_set(se, i, word, (u32)(now >> 32));
}

/* --- numbers --- */

/* Does a frame hold a number: one of the task, or one of the counter, called by who makes tasks? */
static bool frame_holds(const StackFrame *f, const TaskClass *t, const ClassInfo *counter) {
    if (f->mi->step) return false;
    if (f->mi->ci->task == t && (f->mi->known & KM_HOLDS_NUMBER)) return true;
    return f->prev && f->prev->mi->ci == t->outer && f->mi->ci == counter;
}

static bool held(const StateEngine *se, const TaskClass *t, const ClassInfo *counter) {
    const KernelState *ks = se->ks;
    for (u32 i = 0; i < ks->n_threads; i++)
        for (const StackFrame *f = ks->threads.v[i]->top; f; f = f->prev)
            if (frame_holds(f, t, counter)) return true;
    return false;
}

/* Record of the counter's object, and where its value is; 0: not to be had. */
static u32 counter_of(StateEngine *se, const TaskClass *t, u16 *word) {
    Ref r = t->outer->mirror ? get_ref(se->heap, t->outer->mirror, t->counter) : 0;
    if (!r || is_immortal(ei(se->heap, r))) return 0;
    const ElementInfo *e = ei(se->heap, r);
    const FieldInfo *fi = ci_find_field(ei_class(se->heap, e), "value");
    if (!fi || fi->type != T_LONG || e->meta >= se->metas.n || se->metas.v[e->meta].obj != r) return 0;
    *word = (u16)((fi->offset - OBJ_HEADER) / 4 + 1);
    return e->meta;
}

static int by_number(const void *a, const void *b) {
    const Numbered *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static void renumber(StateEngine *se, const TaskClass *t) {
    u16 word;
    u32 counter = counter_of(se, t, &word), n = 0;
    if (!counter || se->metas.v[counter].rd == RD_NONE) return;
    if (!se->tasks.n && !task_long(words_of(se, counter), word)) return;
    Numbered *v = cx_alloc(se->cx, ((u64)se->tasks.n + 1) * sizeof *v);
    if (!ok(se, v ? ST_OK : ST_ERROR)) return;
    for (u32 k = 0; k < se->tasks.n; k++) {
        u32 i = se->tasks.v[k];
        if (se->metas.v[i].rd == RD_NONE || task_of(se, i) != t) continue;
        v[n++] = (Numbered){task_long(words_of(se, i), t->number), i};
    }
    mem_sort(v, n, sizeof *v, by_number);
    bool settled = task_long(words_of(se, counter), word) == n;
    for (u32 k = 0; settled && k < n; k++) settled = v[k].number == k;
    if (!settled && !held(se, t, meta_class(se, counter))) {
        for (u32 k = 0; k < n && !se->failed; k++) long_set(se, v[k].meta, t->number, k);
        long_set(se, counter, word, n);
    }
    cx_free(se->cx, v, ((u64)se->tasks.n + 1) * sizeof *v);
}

/* --- tallies --- */

static void forget_tallies(StateEngine *se) {
    for (u32 k = 0, n = se->dirty.n; k < n && !se->failed; k++) {
        u32 i = se->dirty.v[k].meta;
        if (se->metas.v[i].rd == RD_NONE) continue;
        const TaskClass *t = task_of(se, i);
        if (!t || !t->tally || !task_long(words_of(se, i), t->tally)) continue;
        se->ks->looks.used |= LIB_TALLY;
        long_set(se, i, t->tally, 0);
    }
}

void tasks_settle(StateEngine *se) {
    if (!(se->ks->looks.seen & LIB_TALLY)) forget_tallies(se);
    /* where no task lives, too: one may have been numbered and be gone by now */
    if (se->ks->cs->numbered && !se->failed) renumber(se, se->ks->cs->numbered);
}
