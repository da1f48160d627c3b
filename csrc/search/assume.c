/* assume.c -- what the search takes to be so until it sees otherwise: then it begins again. Layer 11.
 *
 * Fewer scheduling points and fewer states rest on what was seen so far: fields that one thread uses or that one lock
 * protects, library calls that nobody observes, threads that nobody tells apart. */
#include "kernel/fielduse.h"
#include "search/kind.h"
#include "search/run.h"

/* In transitions: see give_back and adopt. Guesses that fail after LATE cost the search until then; after LATE_MAX of
 * these no more are made. */
enum { ADOPT_FIRST = 64, STALE_FOR = 256, ADOPT_LAST = 4096, LATE = 20000, LATE_MAX = 2 };

void assume_init(Search *s) { s->assume.adopt_at = ADOPT_FIRST; }

void assume_reset(Search *s) {
    FieldUses *us = s->ks->uses;
    if (us->stale) uses_adopt(s->ks);
    if (us->stale && s->st.transitions > LATE && ++us->late > LATE_MAX) uses_give_up(s->ks);
    uses_reset(s->ks);
    s->assume.stale_for = 0;
}

/* An assumption about a field has failed. What follows will be searched again anyway; going on for a
 * while finds others that fail too, which would each cost a restart. Not where a path is executed again. */
static bool give_back(Search *s, const After *a) {
    if (!s->ks->uses->stale) return false;
    return s->cfg.kind->returns || s->cfg.check_restore || a->out != OUT_NEW || a->deadlock || a->uncaught ||
           a->violation || s->prelude.vain || s->ks->hub->violations.n || ++s->assume.stale_for > STALE_FOR;
}

static bool adopt(Search *s) {
    if (s->replaying || s->st.transitions != s->assume.adopt_at) return false;
    s->assume.adopt_at = s->assume.adopt_at < ADOPT_LAST ? s->assume.adopt_at * 8 : 0;
    return uses_adopt(s->ks);
}

Status assume_after(Search *s, const After *a) {
    KernelState *ks = s->ks;
    if (ks->uses->failed) return ST_ERROR;
    if (s->replaying) return ST_OK; /* one path; what had been learned of it stands in the string */
    if (looks_spoilt(&ks->looks)) s->restart = true; /* steps.def: an observer was met */
    if (s->alike.on && ks->saw.names) s->restart = true;
    if (s->alike.plain && ks->saw.turns) s->restart = true; /* b-programs name their states by keys */
    if (ks->saw.atomic && ks->uses->lock) uses_atomic(ks);
    if (!s->silent && (give_back(s, a) || adopt(s))) s->restart = true;
    if (s->settle.on && search_settled_enough(s)) s->restart = true;
    return ST_OK;
}

void assume_at_end(Search *s) {
    if (s->ks->uses->stale) s->restart = true; /* not acted upon yet: see give_back */
    if (looks_spoilt(&s->ks->looks)) s->restart = true; /* a listener has looked at the last state's output */
}

bool assume_stands(const Search *s) {
    return s->restart && !s->done && !s->ks->uses->stale && !looks_spoilt(&s->ks->looks) && !s->se->fp_broken &&
           !s->settle.on;
}
