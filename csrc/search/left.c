/* left.c -- how many new states a search is likely to find yet. Layer 11. */
#include "search/left.h"

#include <math.h>

#include "search/kind.h"

void left_begin(Search *s) {
    memset(s->left.of, 0, sizeof s->left.of);
    s->left.layers.n = s->left.seen = 0;
}

void left_free(Search *s) {
    vec_free(s->cx, &s->left.layers);
    vec_free(s->cx, &s->left.packed);
}

/* --- depth first --- */

void left_chose(const Search *s, Level *l) {
    if (s->silent) return;
    if (++l->begun == 2) l->first = s->st.states_new;
}

static u32 stratum(u64 choices) { return choices < LEFT_STRATA ? (u32)choices : LEFT_STRATA - 1; }

void left_closed(Search *s, const Level *l) {
    u64 now = s->st.states_new;
    if (s->silent || l->begun < 2 || now < l->first || l->first < l->found) return; /* counts began again */
    double q = (double)(now - l->first) / (double)(l->begun - 1), weight = (double)(now - l->found + 1);
    struct LeftStratum *x = &s->left.of[stratum(l->begun)];
    x->weight += weight;
    x->sum += weight * q;
    x->squares += weight * q * q;
}

typedef struct Guess {
    double mean, deviation;
} Guess;

/* By number of choices. False: no level with several choices was closed yet. */
static bool guesses(const Left *left, Guess of[LEFT_STRATA]) {
    double before = 1, last = 0, ratio = 1;
    bool any = false;
    for (u32 i = 0; i < LEFT_STRATA; i++) {
        const struct LeftStratum *x = &left->of[i];
        if (x->weight > 0) {
            double mean = x->sum / x->weight, spread = x->squares / x->weight - mean * mean;
            of[i] = (Guess){mean, spread > 0 ? sqrt(spread) : 0};
            before = any ? last : 1;
            last = mean;
            ratio = before > 0 && last > before ? last / before : 1;
            any = true;
        } else {
            last *= ratio;
            of[i] = (Guess){last, last};
        }
    }
    return any;
}

/* Of a level with choices that are another engine's: up to these. */
static u64 to_be_tried(const Level *l) {
    double n = 1;
    for (u32 i = 0; i <= l->n_up; i++) n *= (double)level_cg(l, i)->n;
    if (l->own_to && n > (double)l->own_to) n = (double)l->own_to;
    u64 done = level_index(l) + 1; /* 0 before the first */
    return n > (double)done ? (u64)(n - (double)done) : 0;
}

static void count_open(LeftPacked *x, const Level *l) {
    u64 n = to_be_tried(l);
    x->open[stratum(n + l->begun)] += n;
}

static u32 parted(const Left *f) { return f->packed.n ? f->packed.v[f->packed.n - 1].to : 1; }

Status left_packs(Search *s, u32 to) {
    enum { LEVELS = 256 };
    for (u32 i = parted(&s->left); i < to;) {
        LeftPacked part = {.to = to - i > LEVELS ? i + LEVELS : to};
        for (; i < part.to; i++) count_open(&part, level_at(s, i)); /* the first ones may be packed already */
        if (vec_push(s->cx, &s->left.packed, part) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

void left_unpacked(Search *s, u32 from) {
    Left *f = &s->left;
    while (f->packed.n && f->packed.v[f->packed.n - 1].to > from) f->packed.n--;
}

static void by_path(const Search *s, LeftPart *now) {
    Guess of[LEFT_STRATA];
    *now = (LeftPart){.known = guesses(&s->left, of)};
    LeftPacked all = {0};
    for (u32 i = 0; i < s->left.packed.n; i++)
        for (u32 k = 0; k < LEFT_STRATA; k++) all.open[k] += s->left.packed.v[i].open[k];
    for (u32 i = parted(&s->left); i < s->path.n; i++) count_open(&all, level_at(s, i));
    for (u32 k = 0; k < LEFT_STRATA; k++) {
        double n = (double)all.open[k];
        now->open += all.open[k];
        now->states += n * of[k].mean;
        now->deviation += n * of[k].deviation; /* what is wrong of one is wrong of all */
    }
}

LeftPart left_part(const Search *s) {
    LeftPart now = {0};
    if (s->cfg.kind == &kind_dfs) by_path(s, &now);
    return now;
}

/* Each engine knows the choices of its own path that it has not given away. Those that are on their way from one to
 * another are few, and left out. */
static void by_paths(const Search *s, LeftNow *now) {
    LeftPart all = left_part(s);
    if (s->work) s->work->parts(s->work->user, &all);
    *now = (LeftNow){.open = all.open, .known = all.known, .states = all.states};
    now->low = all.states > 2 * all.deviation ? all.states - 2 * all.deviation : 0;
    now->high = all.states + 2 * all.deviation;
}

/* --- breadth first --- */

enum { FITTED = 8 };
#define MODEL 1.5

static double behind(double layer, double log_ratio, double slope) {
    double sum = 0;
    for (u32 i = 0; i < 100000 && layer >= 1 && sum < 1e18; i++) {
        sum += layer *= exp(log_ratio);
        log_ratio += slope;
    }
    return sum;
}

static void by_layers(Search *s, LeftNow *now) {
    Left *f = &s->left;
    const Tree *t = &s->tree;
    u32 expanded = (u32)s->frontier.value;
    now->open = s->frontier.queued;
    for (; f->seen < t->nodes.n; f->seen++) {
        while (f->layers.n <= t->nodes.v[f->seen].depth)
            if (vec_push(s->cx, &f->layers, 0) != ST_OK) {
                cx_clear(s->cx);
                return;
            }
        f->layers.v[t->nodes.v[f->seen].depth]++;
    }
    if (expanded < FITTED || f->layers.n <= expanded + 1) return;
    /* the layer that is being expanded is whole, the one behind it is not */
    u64 whole = 0;
    for (u32 i = 0; i <= expanded; i++) whole += f->layers.v[i];
    double layer = (double)f->layers.v[expanded], found = (double)f->layers.v[expanded + 1];
    double waiting = (double)now->open - found, done = waiting < layer ? 1 - waiting / layer : 0;
    double x = 0, y = 0, xx = 0, xy = 0, error = 0, n = FITTED;
    for (u32 k = 0; k < FITTED; k++) {
        u32 i = expanded - FITTED + k;
        double r = log((double)f->layers.v[i + 1] / (double)f->layers.v[i]); /* no layer is empty */
        x += k;
        y += r;
        xx += (double)k * k;
        xy += k * r;
    }
    double slope = (n * xy - x * y) / (n * xx - x * x), at = (y - slope * x) / n;
    for (u32 k = 0; k < FITTED; k++) {
        u32 i = expanded - FITTED + k;
        double r = log((double)f->layers.v[i + 1] / (double)f->layers.v[i]) - at - slope * k;
        error += r * r;
    }
    error = sqrt(error / (n - 2) / (xx - x * x / n)); /* of the slope */
    if (slope >= -1e-4) return;                       /* the layers do not bend yet */
    double next = done > 0.05 ? found / done : layer * exp(at + slope * n);
    double more = next > found ? next - found : 0, ratio = at + slope * (n + 1);
    double flat = slope + 2 * error < slope / 8 ? slope + 2 * error : slope / 8;
    now->known = whole > 1000;
    now->states = more + behind(next, ratio, slope);
    double low = more + behind(next, ratio, slope - 2 * error), high = more + behind(next, ratio, flat);
    now->low = fmin(low, now->states / MODEL); /* the line itself is a guess */
    now->high = fmax(high, now->states * MODEL);
}

LeftNow left_now(Search *s) {
    LeftNow now = {0};
    if (s->cfg.kind == &kind_bfs) by_layers(s, &now);
    else if (s->cfg.kind == &kind_dfs) by_paths(s, &now);
    else now.open = s->frontier.queued;
    return now;
}
