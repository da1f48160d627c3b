/* alike.c -- states that are equal but for an exchange of threads count as one (state/symmetry.c). Layer 11.
 *
 * A state is first looked up by its key with names, which costs little; only where that is new the form without
 * names is made. It costs as much as the state is large, so forms have an account: the first ones are free, and so is
 * a share of the work that is done anyway; each state that turns out to be another one under other names pays for the
 * work that it saves. Where nothing is on the account the state is stored with its names, which is always sound: it
 * will not be found under other ones. So symmetry is never given up; where threads that stand alike mostly are not
 * (who has data of his own), it costs that share, and where only forms are dear, states that were missed once are
 * found a few transitions later. The account rests on counts, not on a clock, so that every run makes the same.
 *
 * A state that is taken for another one is explored under the other's names. What the search assumes of "the one
 * thread that uses a field" is true then only of main, and of a thread's own fields (uses_renamed). */
#include "kernel/events.h"
#include "kernel/fielduse.h"
#include "kernel/lastuse.h"
#include "kernel/places.h"
#include "search/kind.h"
#include "search/por/dynamic.h"
#include "search/reduction.h"

/* The account, in machine instructions, roughly: a word of a form, a transition, a bytecode; what is free, for a
 * depth-first search meets a state's like late; the share of all work; how many forms one pays for that saved a
 * state, and of how many states' work at most. */
#define WORD_COST 30ull
#define TRANSITION_COST 8000ull
#define BYTECODE_COST 30ull
#define FREE_COST 300000000ull
#define SHARE 16u
#define PAYS_FORMS 8ull
#define PAYS_STATES 256ull
/* So many states, and this share of those that forms were made of, are met under other names for the sake of places. */
enum { MISSED_FREE = 20, MISSED_SHARE = 2 };

static void alike_free(Search *s) {
    stateset_free(s->alike.plain);
    s->alike.plain = NULL;
    disk_vec_free(s->cx, &s->alike.plain_ids);
    disk_vec_free(s->cx, &s->alike.plain_first);
    vec_free(s->cx, &s->alike.like);
}

/* Listeners, and policies of the host's, are told which thread it is. */
static bool watched(const Search *s) {
    const Host *h = s->cx->host;
    return s->ks->hub->n_sinks || (h && (h->schedule || h->lock_policy || h->shared_point));
}

static Status begin(Search *s, bool *on) {
    KernelState *ks = s->ks;
    s->alike.on = s->cfg.por && s->cfg.symmetry && s->set && stateset_has_ids(s->set) && !ks->saw.names &&
                  !ks->saw.turns && !watched(s) && !s->replaying && !s->cfg.kind->cost && !s->alike.named;
    alike_free(s);
    if (!s->cfg.aside) { /* the search that waits may have written some */
        s->se->await.used = false;
        last_begin(ks);
    }
    s->se->await.statics = s->alike.on && !ks->cs->peers;
    if (s->alike.on && s->work) state_await_shared(s->se);
    s->alike.forms = s->alike.form_words = s->alike.looks = s->alike.look_words = s->alike.missed = 0;
    s->alike.peeks = s->alike.fewer = 0;
    s->alike.ranked = UINT64_MAX;
    if (!s->cfg.aside) ks->uses->renamed &= s->alike.on; /* the search that waits may rest on it */
    *on = s->alike.on || s->alike.named;
    if (!s->alike.on) return ST_OK;
    if (s->cfg.shared_plain) return stateset_join(s->cx, s->cfg.shared_plain, &s->alike.plain);
    return stateset_beside(s->set, &s->alike.plain) == ST_OK ? search_spills(s, s->alike.plain) : ST_ERROR;
}

/* Is there enough on the account for one more, where n were made of so many words, and so many have saved a state? */
static bool affords(const Search *s, u64 words, u64 n, u64 saved) {
    if (s->cfg.named && s->st.transitions % s->cfg.named == 0) return false;
    u64 cost = words * WORD_COST;
    if (cost < FREE_COST) return true;
    u64 work = s->st.transitions * TRANSITION_COST + (s->instructions - s->insns_before) * BYTECODE_COST;
    u64 forms = cost / n * PAYS_FORMS, states = work / (s->st.states_new + 1) * PAYS_STATES;
    return cost < work / SHARE + saved * (forms < states ? forms : states);
}

static bool affords_form(const Search *s) {
    const Alike *a = &s->alike;
    return affords(s, a->form_words, a->forms, s->st.renamed + s->st.alike + a->missed);
}

/* Who is alike costs up to a form to know. */
static bool affords_look(const Search *s) { return affords(s, s->alike.look_words, s->alike.looks, s->st.alike); }

bool alike_nameless(const Search *s, u32 id) {
    if (stateset_is_shared(s->set)) return stateset_has(s->set, id, SM_NAMELESS);
    return s->alike.plain && id < s->alike.plain_first.n && s->alike.plain_first.v[id] != ALIKE_NAMED;
}

/* A state was added to the set; place: of its name in `plain`. */
static Status added(Search *s, u32 id, u32 place) {
    while (s->alike.plain_first.n <= id)
        if (disk_vec_push(s->cx, &s->alike.plain_first, ALIKE_NAMED) != ST_OK) return ST_ERROR;
    s->alike.plain_first.v[id] = place;
    return ST_OK;
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

/* The form, with what the state's choice adds, in the state set. An exact set has it as records: they are written
 * whole. So it has the state's own (`named`) where no threads are alike. */
static Status add_form(Search *s, const ChoiceTerm *choice, H128 raw, H128 named, bool *fresh, u32 *id) {
    H128 key;
    if (form(s, &key) != ST_OK) return ST_ERROR;
    bool exact = stateset_is_exact(s->set);
    if (exact && !s->se->sym_alike) return stateset_add(s->set, s->se, named, fresh, id);
    key = h128_add(exact ? raw : key, choice->of(s, choice->after, true));
    s->se->sym = s->se->sym_rank.v;
    u64 cost = s->se->sym_cost;
    Status st = stateset_add(s->set, s->se, key, fresh, id);
    s->alike.form_words += s->se->sym_cost - cost;
    s->se->sym = NULL;
    return st;
}

/* A state whose name is known, or that stays under its name. */
static Status add_by_name(Search *s, H128 key, bool *fresh, u32 *id) {
    if (stateset_add(s->set, s->se, key, fresh, id) != ST_OK) return ST_ERROR;
    return *fresh ? added(s, *id, ALIKE_NAMED) : ST_OK;
}

/* What is known of who comes to a place goes by the names of threads, and is lost where one is taken for another. Where
 * persistent sets rest on it, and threads are alike only because they are joined together, they keep their names until
 * much of what is met would have been met before. */
static bool keeps_places(Search *s) {
    const Places *pl = s->ks->places;
    if (!s->se->await.last || !pl->answers || !pl->any) return false;
    s->alike.missed++;
    return s->alike.missed <= MISSED_FREE + s->alike.forms / MISSED_SHARE;
}

/* A state under new names: is it another one's like? */
static Status add_new_name(Search *s, const ChoiceTerm *choice, H128 raw, H128 key, bool *fresh, u32 *id) {
    bool new_name;
    u32 name;
    if (stateset_add(s->alike.plain, s->se, key, &new_name, &name) != ST_OK) return ST_ERROR;
    s->alike.name = name;
    if (add_form(s, choice, raw, key, fresh, id) != ST_OK) return ST_ERROR;
    if (*fresh && added(s, *id, name) != ST_OK) return ST_ERROR;
    if (!*fresh && keeps_places(s)) {
        if (add_by_name(s, key, fresh, id) != ST_OK) return ST_ERROR;
        return disk_vec_push(s->cx, &s->alike.plain_ids, *id);
    }
    if (disk_vec_push(s->cx, &s->alike.plain_ids, *id) != ST_OK) return ST_ERROR;
    s->alike.renamed = !*fresh;
    if (*fresh) return ST_OK;
    s->st.renamed++;
    uses_renamed(s->ks);
    return ST_OK;
}

/* With other engines: a name leads to the state's number at once. Two engines that come to a state under one name at
 * the same time may take each other's for another name; uses_renamed costs no more than scheduling points then. */
static Status add_shared(Search *s, H128 raw, const ChoiceTerm *choice, H128 key, bool *fresh, u32 *id) {
    bool is_new, known;
    u32 name;
    *fresh = false;
    if (stateset_find(s->alike.plain, s->se, key, &known, id) != ST_OK) return ST_ERROR;
    if (known) return ST_OK;
    known = !affords_form(s);
    if (!known && stateset_find(s->set, s->se, key, &known, id) != ST_OK) return ST_ERROR;
    if (known) return stateset_add(s->set, s->se, key, fresh, id);
    if (add_form(s, choice, raw, key, fresh, id) != ST_OK) return ST_ERROR;
    if (!*fresh && keeps_places(s)) return stateset_add(s->set, s->se, key, fresh, id);
    if (*fresh && stateset_mark(s->set, *id, SM_NAMELESS) != ST_OK) return ST_ERROR;
    if (stateset_put(s->alike.plain, key, *id, &is_new, &name) != ST_OK) return ST_ERROR;
    s->alike.renamed = !*fresh && is_new;
    if (!s->alike.renamed) return ST_OK;
    s->st.renamed++;
    uses_renamed(s->ks);
    return ST_OK;
}

Status alike_share(Search *s, SharedSet *with) {
    Alike *a = &s->alike;
    if (!a->plain) return ST_OK;
    for (u32 id = 0; id < a->plain_first.n; id++)
        if (a->plain_first.v[id] != ALIKE_NAMED && stateset_mark(s->set, id, SM_NAMELESS) != ST_OK) return ST_ERROR;
    if (stateset_share(a->plain, with, a->plain_ids.v) != ST_OK) return ST_ERROR;
    disk_vec_free(s->cx, &a->plain_ids);
    disk_vec_free(s->cx, &a->plain_first);
    state_await_shared(s->se);
    return ST_OK;
}

Status alike_add(Search *s, H128 raw, const ChoiceTerm *choice, H128 *key, bool *fresh, u32 *id) {
    u32 name;
    bool known, named = false;
    s->alike.renamed = false;
    s->alike.name = ALIKE_NAMED;
    if (!s->alike.plain) return stateset_add(s->set, s->se, *key, fresh, id);
    if (stateset_is_shared(s->set)) {
        if (add_shared(s, raw, choice, *key, fresh, id) != ST_OK) return ST_ERROR;
        *key = alike_key(*id);
        return ST_OK;
    }
    if (stateset_find(s->alike.plain, s->se, *key, &known, &name) != ST_OK) return ST_ERROR;
    if (known) {
        s->alike.name = name;
        *id = s->alike.plain_ids.v[name];
        *fresh = false;
    } else if (!affords_form(s)) {
        if (add_by_name(s, *key, fresh, id) != ST_OK) return ST_ERROR;
    } else {
        if (stateset_find(s->set, s->se, *key, &named, id) != ST_OK) return ST_ERROR;
        *fresh = false;
        if (!named && add_new_name(s, choice, raw, *key, fresh, id) != ST_OK) return ST_ERROR;
    }
    if (known && alike_nameless(s, *id)) s->alike.renamed = s->alike.plain_first.v[*id] != name;
    *key = alike_key(*id);
    return ST_OK;
}

/* --- the choices of a state --- */

/* Does a thread that sleeps stand for those that are like it? */
static bool stands(Search *s, u32 id, bool summed) { return !summed || dynamic_owes(s, id); }

static Status thin(Search *s, const u32 *ids, u32 n, const u32 *alike, ThreadSet first, u8 *part, u32 *kept) {
    enum { NONE = UINT32_MAX };
    const ThreadSets *sets = s->se->sets;
    const bool summed = dynamic_on(s);
    for (u32 i = 0; i < n; i++) kept[i] = NONE;
    for (u32 i = 0; i < n; i++) { /* kept[r]: of those that are like ids[r] */
        u32 k = kept[alike[i]];
        bool asleep = part[i] == PART_NEVER, better = k == NONE || asleep;
        if (asleep && !stands(s, ids[i], summed)) continue;
        if (!better && part[k] != PART_NEVER) {
            bool wanted = ts_has(sets, first, ids[i]), had = ts_has(sets, first, ids[k]);
            better = part[i] < part[k] || (part[i] == part[k] && wanted && !had);
        }
        if (better) kept[alike[i]] = i;
    }
    for (u32 i = 0; i < n; i++) {
        u32 k = kept[alike[i]];
        if (k == i || k == NONE || part[i] == PART_NEVER) continue;
        s->st.alike++;
        part[i] = PART_NEVER;
        if (summed && vec_push(s->cx, &s->alike.like, ((AlikePair){ids[i], ids[k]})) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* If p exchanges two threads a and b and leaves the state as it is, then what b leads to is what a leads to under other
 * names: a state that counts as the same. It need not be made to be known. With sleep sets: where both are awake, p
 * leaves the sleep set as it is too, so that whatever of b's would be tried has its like among a's; and where a sleeps,
 * since what it leads to was seen from elsewhere, so was the like of it. Whoever is kept is in the persistent set if
 * any of his like is, for p maps the set to itself otherwise; a set that is tried as a whole is tried but for the
 * likes. With vm.por=dynamic what was done below b must be known, too (names.c). */
Status alike_thin(Search *s, const u32 *ids, u32 n, ThreadSet first, u8 *part) {
    s->alike.like.n = 0;
    if (!s->alike.plain || n < 2 || s->cfg.kind->walks || !affords_look(s)) return ST_OK;
    u32 *alike = cx_alloc(s->cx, 2 * n * sizeof *alike);
    if (!alike) return ST_ERROR;
    Status st = state_alike(s->se, ids, n, alike);
    s->alike.look_words += s->se->sym_cost;
    s->alike.looks++;
    bool some = false;
    for (u32 i = 0; i < n && st == ST_OK; i++) some |= alike[i] != i;
    if (some && !keeps_places(s)) {
        st = thin(s, ids, n, alike, first, part, alike + n);
        uses_renamed(s->ks);
    }
    cx_free(s->cx, alike, 2 * n * sizeof *alike);
    return st;
}

/* Which of the two saves more nobody knows: to take threads for one another, or to know who comes to a place, which
 * goes by the names of threads (kernel/places.h). So where the one has cost the other it is asked now and then, how
 * many threads would be tried if places were known as far as they are. Where that are fewer in many states, the two
 * ways are tried by turns, each for RUN_GROWS times as many transitions as the run before, until one comes to its end:
 * the search costs a small factor more than the better of the two. The longer it has been, the fewer states are many
enough: a factor can be afforded, a way that comes to no end cannot. Each run is sound by itself: it begins anew. */
enum { RUN_LEAST = 64, RUN_GROWS = 2, PEEK_EACH = 8, PEEK_SHARE = 4, RUN_LONG = 4096 };

static bool without_places(const Search *s) {
    const KernelState *ks = s->ks;
    return s->alike.on && ks->uses->renamed && ks->places->on && !ks->places->answers;
}

bool alike_peeks(const Search *s) { return s->st.states_new % PEEK_EACH == 0 && without_places(s); }

/* Are threads that have names fewer in so many states that it may pay to give them back? */
static bool names_tell(const Alike *a) { return a->fewer * PEEK_SHARE * (1 + a->run / RUN_LONG) >= a->peeks; }

static void take_turns(Search *s) {
    Alike *a = &s->alike;
    if (s->silent || s->restart || s->work || s->cfg.aside || s->replaying || s->ks->saw.names) return;
    if (!a->named && (!without_places(s) || s->ks->places->broken || !names_tell(a))) return;
    u64 done = s->st.transitions;
    if (done <= (a->run ? a->run : RUN_LEAST)) return;
    a->named = !a->named;
    a->run = RUN_GROWS * done;
    s->restart = true;
    if (a->named) {
        uses_named(s->ks);
        return;
    }
    bool stale = s->ks->uses->stale, broken = s->ks->places->broken;
    uses_renamed(s->ks);
    s->ks->uses->stale = stale; /* nothing has failed: it is the way that is another one */
    s->ks->places->broken = broken;
}

static Status after(Search *s, Level *l, const After *a, Arrival *to) {
    take_turns(s);
    if (s->ks->last->news || s->ks->last->broken) s->restart = true;
    if (!state_await_broken(s->se)) return ST_OK;
    s->se->await.used = false;
    s->restart = true;
    return ST_OK;
}

const Reduction reduction_symmetry = {.name = "vm.por.symmetry", .begin = begin, .after = after, .free = alike_free};
