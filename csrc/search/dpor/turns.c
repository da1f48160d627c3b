/* turns.c -- when search.class=dpor has a turn beside others, and how much it is expected to need. */
#include "search/dpor/turns.h"
#include "kernel/fielduse.h"
#include "search/dpor/dpor.h"
#include "search/por/spin.h"

#include <stdio.h>

/* Sixteenths, where many transitions lead to known states, and where few do: a turn at first, and one where it is
 * expected to end soon. */
enum { SHARE_MANY = 1, SHARE_FEW = 4, SOON = 4 };
/* Few are less than so many of a hundred. */
enum { FEW_KNOWN = 25 };
/* It goes on where it is expected to need no more than so many times what depth first has done: about two rounds. */
enum { WORTH = 4 };
/* What it is expected to make in all grows by this factor at first, as far as one turn tells; where it grows as fast as
 * what was made, the next turn comes when depth first has made so many times as much. */
enum { GROWTH = 4, RETRY = 16 };
/* An execution this much longer than the path of the deepest state is taken to have no end. */
enum { LONGER_BY = 1000, LONGER = 8 };

/* Why executions cannot all be taken one by one here; NULL: that is not known. A state that comes again on its own
 * path makes an execution without end. */
static const char *unfit(const Search *s) {
    const SearchConfig *c = &s->cfg;
    if (!c->por) return "vm.por=false: it is a reduction";
    if (c->match_depth) return "search.match_depth: it stores no states";
    if (c->livelock) return "LivelockProperty: it sees no cycles of states";
    if (s->ks->cfg.idle_limits) return "vm.timeouts=idle: limits depend on all threads";
    if (s->sleep.cyclic) return "threads can go round for ever, and it knows no state again";
    if (s->st.max_depth > s->st.states_new / 2) return "depth first follows one path";
    if (s->ks->n_threads > DPOR_THREADS) return "more than 64 threads";
    return NULL;
}

u32 dpor_share(const Search *s, DporTurns *t, char why[DPOR_WHY]) {
    u64 made = s->st.transitions - t->transitions, known = s->st.visited - t->known;
    const char *cannot = unfit(s);
    *why = 0;
    t->transitions = s->st.transitions;
    t->known = s->st.visited;
    if (cannot) {
        (void)snprintf(why, DPOR_WHY, "%s", cannot);
        return 0;
    }
    u64 percent = made ? known * 100 / made : 0;
    u32 share = percent < FEW_KNOWN ? SHARE_FEW : SHARE_MANY;
    if (!t->ended) {
        (void)snprintf(why, DPOR_WHY, "%llu of 100 transitions depth first led to known states",
                       (unsigned long long)percent);
        return share;
    }
    if (t->left > WORTH * s->st.transitions || s->st.transitions < t->not_before) {
        (void)snprintf(why, DPOR_WHY, "too many executions were expected to be left");
        return 0;
    }
    (void)snprintf(why, DPOR_WHY, "about %llu more transitions were expected of it", (unsigned long long)t->left);
    return t->turns == 1 ? share : share * SOON; /* one turn alone says little */
}

void dpor_turns_anew(DporTurns *t) {
    t->left = t->all;
    t->made = t->transitions = t->known = 0;
    t->waits = false;
}

/* The part of all executions that was taken, in 2^-32: at each level of the path the choices that were explored, of
 * those that are known to be tried there, as if behind each of them were as much. It is too large at first, since more
 * is learned to be tried as executions end. */
static u64 part_done(const Search *s) {
    const Dpor *d = s->dpor;
    u64 weight = 1ull << 62, done = 0;
    for (u32 i = 1; i < d->levels.n && i < s->path.n; i++) {
        const DporLevel *n = &d->levels.v[i];
        u64 explored = n->asleep.n - n->slept, open = 0;
        if (n->chooses) {
            for (u32 w = n->wakes.first; w != DPOR_NONE; w = d->nodes.v[w].next) open++;
        } else {
            u64 at = level_index(level_at(s, i));
            explored = at == UINT64_MAX ? 0 : at;
            open = level_total(level_at(s, i)) - explored - 1;
        }
        u64 width = explored + open + 1;
        weight /= width ? width : 1;
        done += weight * explored;
    }
    return done >> 30;
}

enum { TOO_MANY = 1u << 31 };

/* What it will have made in the end, if what is known to be tried is all. */
static u64 total(const Search *s) {
    u64 done = part_done(s), made = s->st.transitions;
    u64 all = done && made < TOO_MANY ? (made << 32) / done : TOO_MANY;
    return all < TOO_MANY ? all : TOO_MANY;
}

void dpor_judge(const Search *s, const Search *depth_first, DporTurns *t, char why[DPOR_WHY]) {
    const SearchStats *st = &s->st;
    *why = 0;
    if (s->path.n > LONGER_BY + LONGER * depth_first->st.max_depth) {
        (void)snprintf(why, DPOR_WHY, "an execution went on for more than %u transitions", s->path.n - 1);
        return;
    }
    t->turns++;
    if (!st->executions && !st->executions_blocked) return;
    /* Each turn shows more to be tried, and the total grows. As long as it grows by less than what was made, it comes
     * to an end: by about the same factor once more. */
    u64 all = total(s), made = st->transitions, was = t->all;
    bool first = !t->ended || made <= t->made, worse = !first && all > was && all * t->made >= made * was;
    u64 left = all > made ? all - made : 0;
    t->left = all == TOO_MANY ? UINT64_MAX : first ? left * GROWTH : all > was ? left * all / was : left;
    t->not_before = worse ? RETRY * depth_first->st.transitions : 0;
    t->ended = true;
    t->all = all;
    t->made = made;
}

bool dpor_alone(const Search *s) { return assume_stands(s) && s->dpor && s->dpor->learned; }
