/* alike.c -- states that are equal but for an exchange of threads count as one (state/symmetry.c). Layer 11.
 *
 * A state is first looked up by its key with names, which costs little; only where that is new the form without
 * names is made. It costs as much as the state is large, so the first states decide whether it pays: where
 * threads that stand alike mostly are not (who has data of his own), and too few states were others under other names,
 * states have names from then on. The decision rests on counts, not on a clock, so that every run makes the same.
 *
 * A state that is taken for another one is explored under the other's names. What the search assumes of "the one
 * thread that uses a field" is true then only of main, and of a thread's own fields (uses_renamed). */
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "search/kind.h"
#include "search/reduction.h"

/* Forms made when it is decided, once and again, and how many of them (in %) must have saved a state for a form that
 * costs as much as a state. Threads that are twins promise more: a depth-first search meets a state's like late. */
static const struct Trial {
    u32 forms, percent;
} trials[] = {{512, 4}, {4096, 8}, {32768, 8}};
/* Machine instructions, roughly: a word of a form, a transition, a bytecode. */
enum { WORD_COST = 30, TRANSITION_COST = 8000, BYTECODE_COST = 30, TWINS_WORTH = 16 };

static void alike_free(Search *s) {
    stateset_free(s->alike.plain);
    s->alike.plain = NULL;
    vec_free(s->cx, &s->alike.plain_ids);
    vec_free(s->cx, &s->alike.plain_first);
}

/* Listeners, and policies of the host's, are told which thread it is. */
static bool watched(const Search *s) {
    const Host *h = s->cx->host;
    return s->ks->hub->n_sinks || (h && (h->schedule || h->lock_policy || h->shared_point));
}

static Status begin(Search *s, bool *on) {
    KernelState *ks = s->ks;
    s->alike.on = s->cfg.por && s->cfg.symmetry && s->set && stateset_has_ids(s->set) && !ks->saw.names &&
                  !ks->saw.turns && !watched(s) && !s->replaying && !s->cfg.kind->cost;
    alike_free(s);
    s->alike.forms = s->alike.form_words = 0;
    s->se->sym_ties = s->se->sym_twins = 0;
    s->alike.ranked = UINT64_MAX;
    s->alike.named_from = UINT32_MAX;
    ks->uses->renamed &= s->alike.on;
    *on = s->alike.on;
    return s->alike.on ? stateset_new(s->cx, NULL, &s->alike.plain) : ST_OK;
}

/* Is it time to ask, and do the forms save too little? */
static bool in_vain(const Search *s) {
    for (u32 i = 0; i < sizeof trials / sizeof *trials; i++) {
        if (s->alike.forms != trials[i].forms) continue;
        u64 work = s->st.transitions * TRANSITION_COST + (s->instructions - s->insns_before) * BYTECODE_COST;
        u64 state = work / (s->st.states_new + 1), form = s->alike.form_words * WORD_COST / s->alike.forms;
        bool twins = s->se->sym_twins * 2 > s->se->sym_ties && form < TWINS_WORTH * state;
        return !twins && s->st.renamed * 100 * state < (u64)trials[i].percent * s->alike.forms * form;
    }
    return false;
}

static Status form(Search *s, H128 *key) {
    if (state_symmetric(s->se, key) != ST_OK) return ST_ERROR;
    s->alike.ranked = s->st.transitions;
    s->alike.forms++;
    s->alike.form_words += s->se->sym_cost;
    return ST_OK;
}

Status alike_ranks(Search *s) {
    H128 key;
    return s->alike.ranked == s->st.transitions ? ST_OK : form(s, &key);
}

/* The form, with what the state's choice adds, in the state set. */
static Status add_form(Search *s, const ChoiceTerm *choice, H128 raw, bool *fresh, u32 *id) {
    H128 key;
    if (form(s, &key) != ST_OK) return ST_ERROR;
    key = h128_add(stateset_is_exact(s->set) ? raw : key, choice->of(s, choice->after, true));
    s->se->sym = s->se->sym_rank.v;
    Status st = stateset_add(s->set, s->se, key, fresh, id);
    s->se->sym = NULL;
    return st;
}

/* A state under new names: is it another one's like? */
static Status add_new_name(Search *s, const ChoiceTerm *choice, H128 raw, bool *fresh, u32 *id) {
    if (add_form(s, choice, raw, fresh, id) != ST_OK) return ST_ERROR;
    if (*fresh && vec_push(s->cx, &s->alike.plain_first, s->alike.plain_ids.n) != ST_OK) return ST_ERROR;
    if (vec_push(s->cx, &s->alike.plain_ids, *id) != ST_OK) return ST_ERROR;
    s->alike.renamed = !*fresh;
    if (!*fresh) {
        s->st.renamed++;
        uses_renamed(s->ks);
    }
    if (in_vain(s)) { /* what was stored so stays so */
        s->alike.on = false;
        s->alike.named_from = (u32)stateset_count(s->set);
    }
    return ST_OK;
}

Status alike_add(Search *s, H128 raw, const ChoiceTerm *choice, H128 *key, bool *fresh, u32 *id) {
    bool exact = stateset_is_exact(s->set), new_name = false;
    u32 name = UINT32_MAX;
    s->alike.renamed = false;
    if (!s->alike.plain) return stateset_add(s->set, s->se, *key, fresh, id);
    if (s->alike.on && stateset_add(s->alike.plain, s->se, *key, &new_name, &name) != ST_OK) return ST_ERROR;
    if (new_name) {
        if (add_new_name(s, choice, raw, fresh, id) != ST_OK) return ST_ERROR;
    } else if (exact) { /* takes no key's word for it */
        Status st = s->alike.on ? add_form(s, choice, raw, fresh, id) : stateset_add(s->set, s->se, *key, fresh, id);
        if (st != ST_OK) return ST_ERROR;
    } else if (s->alike.on || stateset_find(s->alike.plain, *key, &name)) {
        *id = s->alike.plain_ids.v[name];
        *fresh = false;
    } else if (stateset_add(s->set, s->se, *key, fresh, id) != ST_OK) return ST_ERROR;
    if (!new_name && !*fresh && *id < s->alike.plain_first.n) {
        if (name == UINT32_MAX && !stateset_find(s->alike.plain, *key, &name)) name = UINT32_MAX;
        s->alike.renamed = s->alike.plain_first.v[*id] != name;
    }
    *key = mix128(0x53594D, *id); /* the same for all its names */
    return ST_OK;
}

const Reduction reduction_symmetry = {.name = "vm.por.symmetry", .begin = begin, .free = alike_free};
