/* tree.c -- going back to a state: by its image, or by executing its path again from where that is known. Layer 11. */
#include "search/reduction.h"
#include "kernel/events.h"
#include "search/kind.h"
#include "search/probe/probe.h"

/* --- the generators of a level as words --- */

static u32 list_words(const ChoiceGenerator *cg) {
    if (cg->kind == CK_THREAD) return cg->n_full > 4 ? (u32)cg->n_full : 0;
    return cg_has_list(cg) ? (u32)cg_all(cg) * 2 : 0;
}

#define CG_WORDS ((u32)(sizeof(ChoiceGenerator) / 4))

static Status cg_words(Ctx *cx, const ChoiceGenerator *cg, WordVec *out) {
    ChoiceGenerator c = *cg;
    u32 n = list_words(cg);
    if (n) c.u.list = NULL;
    if (vec_reserve(cx, out, CG_WORDS + n) != ST_OK) return ST_ERROR;
    memcpy(out->v + out->n, &c, sizeof c);
    if (n) mem_copy(out->v + out->n + CG_WORDS, cg->u.list, (size_t)n * 4);
    out->n += CG_WORDS + n;
    return ST_OK;
}

static Status cg_of_words(Ctx *cx, const WordVec *w, u32 *at, ChoiceGenerator *cg) {
    memcpy(cg, w->v + *at, sizeof *cg);
    *at += CG_WORDS;
    u32 n = list_words(cg);
    if (n && !(cg->u.list = cx_alloc(cx, (size_t)n * 4))) return ST_ERROR;
    if (cg->host) cx->host->cg_keep(cx->host->cg_user, cg->host); /* cg_free lets go of it */
    if (!n) return ST_OK;
    mem_copy(cg->u.list, w->v + *at, (size_t)n * 4);
    *at += n;
    return ST_OK;
}

static Status level_words(Ctx *cx, const Level *l, WordVec *out) {
    out->n = 0;
    if (vec_push(cx, out, l->n_up) != ST_OK || cg_words(cx, &l->cg, out) != ST_OK) return ST_ERROR;
    for (u32 i = 0; i < l->n_up; i++)
        if (cg_words(cx, &l->up[i], out) != ST_OK) return ST_ERROR;
    return ST_OK;
}

/* --- images --- */

static NodeImage *image_of(const Search *s, u32 node) {
    const Tree *t = &s->tree;
    if (!t->images || !node || node >= t->image_of.n) return NULL;
    NodeImage *x = &t->image_of.v[node];
    return x->age == t->age && x->image != IMAGE_NONE ? x : NULL;
}

/* Why states are not made from images; NULL: they are. */
static const char *no_images(const Search *s) {
    const KernelState *ks = s->ks;
    if (!s->cfg.images || s->replaying) return "it was asked for";
    if (ks->saw.turns) return "b-threads take turns";
    return ks->hub->always ? "attributes or clocks of threads follow the path" : NULL;
}

/* What the program does may follow from more than its state: listeners and peers count for themselves. */
static bool rests_on_host(const Search *s) { return s->ks->hub->n_sinks || s->ks->cs->peers; }

static bool has_room(const Search *s) {
    u64 limit = s->cfg.memory_limit && (!s->cx->limit || s->cfg.memory_limit < s->cx->limit) ? s->cfg.memory_limit
                                                                                             : s->cx->limit;
    return !limit || s->cx->bytes + images_bytes(s->tree.images) / 2 < limit / 2;
}

/* The host's generators of a level stay as long as images name them. */
static Status keep_hosts(Search *s, const Level *l) {
    for (u32 i = 0; i <= l->n_up; i++) {
        u64 host = level_cg(l, i)->host;
        if (!host) continue;
        if (vec_push(s->cx, &s->tree.hosts, host) != ST_OK) return ST_ERROR;
        s->cx->host->cg_keep(s->cx->host->cg_user, host);
    }
    return ST_OK;
}

/* An image of the last level, which is the node. */
static Status take(Search *s, u32 node) {
    Tree *t = &s->tree;
    const Level *l = &s->path.v[s->path.n - 1], *up = l - 1;
    while (t->image_of.n <= node)
        if (disk_vec_push(s->cx, &t->image_of, ((NodeImage){.image = IMAGE_NONE})) != ST_OK) return ST_ERROR;
    NodeImage x = {
        l->key, l->raw, l->place, IMAGE_NONE, t->age, l->spot.thread != 0, l->tail, l->cg.n == 1 && !l->n_up};
    const NodeImage *from = image_of(s, up->node);
    if (from) x.setup &= from->setup;
    t->image_of.v[node] = x; /* one that was taken before is of objects that lie elsewhere */
    if ((node != 1 && !from) || !has_room(s)) return ST_OK;
    WordVec w = {0};
    Status st = keep_hosts(s, l) == ST_OK ? level_words(s->cx, l, &w) : ST_ERROR;
    if (st == ST_OK)
        st = images_take(t->images, from ? from->image : IMAGE_FIRST, from ? up->mark : l->mark, &w, &x.image);
    vec_free(s->cx, &w);
    t->image_of.v[node] = x;
    return st;
}

static void give_up_images(Search *s) {
    Tree *t = &s->tree;
    while (t->hosts.n) s->cx->host->cg_free(s->cx->host->cg_user, t->hosts.v[--t->hosts.n]);
    images_free(t->images);
    t->images = NULL;
    t->moved = false;
}

/* The last level is the initial state. */
static Status begin_images(Search *s) {
    Tree *t = &s->tree;
    t->age++;
    t->moved = t->filled = false;
    t->solid = 1;
    if (state_unsealed(s->se)) {
        t->wanted = false;
        return ST_OK;
    }
    if (!(t->images = images_new(s->se)) || take(s, 1) != ST_OK) return ST_ERROR;
    if (image_of(s, 1) && !t->image_of.v[1].spins) return ST_OK;
    give_up_images(s);
    t->wanted = false;
    return ST_OK;
}

/* Hollow levels have nothing to be freed. */
void tree_drop_levels(Search *s, u32 n) {
    Tree *t = &s->tree;
    while (s->path.n > n) {
        u32 i = --s->path.n;
        if (tree_hollow(t, i) && !t->filled) { /* so are all below it but the root */
            s->path.n = n ? n : 1;
            path_shorter(s);
            continue;
        }
        Level *l = level_at(s, i);
        if (!tree_hollow(t, i)) stack_leave(s, l->key);
        level_free(s, l);
        path_shorter(s);
    }
}

static Status level_of(Search *s, u32 node, Level *l) {
    const NodeImage *x = image_of(s, node);
    const TreeNode *n = &s->tree.nodes.v[node];
    WordVec w = {0};
    u32 at = 1;
    *l = (Level){.mark = trail_mark(s->ks->heap),
                 .state_id = n->state,
                 .key = x->key,
                 .raw = x->raw,
                 .tried = REACH_ALL,
                 .place = x->place,
                 .tail = x->tail,
                 .set_id = n->set_id,
                 .node = node,
                 .out_n = s->ks->out.n,
                 .answers_n = s->ks->verify.answers_at};
    Status st = images_level(s->tree.images, x->image, &w);
    if (st == ST_OK) st = cg_of_words(s->cx, &w, &at, &l->cg);
    u32 n_up = st == ST_OK ? w.v[0] : 0;
    if (n_up && !(l->up = cx_alloc(s->cx, n_up * sizeof *l->up))) st = ST_ERROR;
    for (; st == ST_OK && l->n_up < n_up; l->n_up++) st = cg_of_words(s->cx, &w, &at, &l->up[l->n_up]);
    l->awake = (u32)l->cg.n_full;
    vec_free(s->cx, &w);
    return st;
}

/* The choice that leads from l to the node is its current one. */
static Status choose(Search *s, Level *l, u32 node) {
    const TreeNode *n = &s->tree.nodes.v[node];
    l->thread = n->thread;
    return level_seek_word(s, l, n->choice) == ST_OK ? level_advance(s, l) : ST_ERROR;
}

Status tree_fill(Search *s) {
    Tree *t = &s->tree;
    if (t->solid < 2 || t->filled) return ST_OK;
    u32 node = s->path.v[t->solid].node, below = node;
    for (u32 i = t->solid - 1; i; i--) s->path.v[i] = (Level){0};
    t->filled = true;
    u32 at = s->path.v[t->solid].answers_n; /* an image says how often the program was told something, not what */
    for (u32 n = node; n; n = t->nodes.v[n].parent)
        for (u32 k = t->nodes.v[n].answers; k-- > 0;) s->ks->verify.answers.v[--at] = t->told.v[t->nodes.v[n].from + k];
    for (u32 i = t->solid - 1; i; i--, below = node) {
        Level *l = &s->path.v[i];
        node = t->nodes.v[below].parent;
        if (level_of(s, node, l) != ST_OK || choose(s, l, below) != ST_OK) return ST_ERROR;
        l->told = true;
        l->answers_n = s->path.v[i + 1].answers_n - t->nodes.v[below].answers;
    }
    return ST_OK;
}

bool tree_setup(const Search *s) {
    const NodeImage *x = s->tree.solid > 1 ? image_of(s, s->tree.nodes.v[s->path.v[s->tree.solid].node].parent) : NULL;
    return !x || x->setup;
}

/* --- going --- */

/* Is the node a level of the path that undoing leads to? */
static bool on_path(const Search *s, u32 node) {
    u32 d = s->tree.nodes.v[node].depth;
    return d < s->path.n && !tree_hollow(&s->tree, d) && s->path.v[d].node == node;
}

/* The node becomes the last level: what differs is written. It is that image from now on. */
static Status jump_to(Search *s, u32 node, u32 image) {
    Tree *t = &s->tree;
    H128 key;
    Level l;
    while (!image_of(s, s->path.v[s->path.n - 1].node)) search_backtrack(s);
    u32 depth = t->nodes.v[node].depth, from = image_of(s, s->path.v[s->path.n - 1].node)->image;
    NodeImage *x = &t->image_of.v[node];
    x->image = image;
    tree_drop_levels(s, t->solid > 1 ? t->solid : 1);
    tree_drop_levels(s, 1);
    t->filled = false;
    if (images_go(t->images, from, x->image, &key) != ST_OK) goto torn;
    t->moved = true;
    s->ks->verify.answers.n = s->ks->verify.answers_at;
    if (!h128_eq(key, x->raw)) {
        cx_fail(s->cx, ERR_INTERNAL, "an image of a state made another one");
        goto torn;
    }
    if (level_of(s, node, &l) != ST_OK || stack_enter(s, x->key) != ST_OK ||
        vec_reserve(s->cx, &s->path, depth + 1 - s->path.n) != ST_OK)
        goto torn;
    s->path.v[depth] = l;
    s->path.n = depth + 1;
    s->last_thread = s->ks->cur;
    t->solid = depth;
    t->at = node;
    return ST_OK;
torn: /* the state is none of the program's */
    s->torn = true;
    return ST_ERROR;
}

static Status jump(Search *s, u32 node) { return jump_to(s, node, image_of(s, node)->image); }

/* Did the choice that was executed again lead away from the node's state? What listeners change in the state that
 * was reached has been done again: it belongs to that state. */
static bool strayed(const Search *s, u32 node) {
    const Tree *t = &s->tree;
    const H128 *raw = node < t->image_of.n ? &t->image_of.v[node].raw : NULL;
    return rests_on_host(s) && raw && (raw->lo || raw->hi) && !h128_eq(*raw, s->path.v[s->path.n - 1].raw);
}

/* A listener or a peer has led the path to its states, and leads it no more: the search is over. */
static Status stray(Search *s) {
    if (s->far) { /* what it knows of the program differs from what the others know */
        s->restart = s->strayed = true;
        return ST_OK;
    }
    if (!rests_on_host(s)) return cx_fail(s->cx, ERR_INTERNAL, "restoring a state led elsewhere");
    s->torn = s->done = true;
    return search_constraint(s,
                             "what follows some states was left out: a path to them could not be executed again, as it "
                             "depends on what is no part of the state");
}

/* The choices from a level of the path to the node are executed again. */
static Status execute(Search *s, u32 target) {
    Tree *t = &s->tree;
    VEC(u32) chain = {0};
    u32 n = target;
    for (; !on_path(s, n); n = t->nodes.v[n].parent)
        if (vec_push(s->cx, &chain, n) != ST_OK) goto fail;
    while (s->path.n > t->nodes.v[n].depth + 1) search_backtrack(s);
    t->again += chain.n;
    s->ks->verify.answers.n = s->ks->verify.answers_at;
    while (chain.n) {
        u32 id = chain.v[--chain.n];
        StepOutcome out = OUT_NEW;
        if (s->far && level_by_id(&s->path.v[s->path.n - 1]) &&
            !level_has_word(&s->path.v[s->path.n - 1], t->nodes.v[id].choice)) {
            vec_free(s->cx, &chain);
            return stray(s);
        }
        if (level_seek_word(s, &s->path.v[s->path.n - 1], t->nodes.v[id].choice) != ST_OK) goto fail;
        for (u32 k = 0; k < t->nodes.v[id].answers; k++)
            if (vec_push(s->cx, &s->ks->verify.answers, t->told.v[t->nodes.v[id].from + k]) != ST_OK) goto fail;
        if (search_forward(s, &out) != ST_OK) goto fail;
        Level *l = &s->path.v[s->path.n - 1];
        if (out == OUT_NEW && search_event_again(s, t->nodes.v[id].state, s->path.n - 1, &l->raw) != ST_OK) goto fail;
        if (out != OUT_NEW || strayed(s, id)) {
            vec_free(s->cx, &chain);
            return stray(s);
        }
        t->nodes.v[id].thread = l[-1].thread;
        l->node = id;
        l->state_id = t->nodes.v[id].state;
        l->set_id = t->nodes.v[id].set_id;
        l->mark = trail_mark(s->ks->heap);
        if (t->images && take(s, id) != ST_OK) goto fail;
    }
    vec_free(s->cx, &chain);
    return ST_OK;
fail:
    vec_free(s->cx, &chain);
    return ST_ERROR;
}

/* The nearest ancestor that can be made by its image; 0: there is none. */
static u32 nearest(const Search *s, u32 node) {
    const NodeImage *x;
    while (node && (!(x = image_of(s, node)) || x->spins)) node = s->tree.nodes.v[node].parent;
    return node;
}

static Status make(Search *s, u32 target) {
    Tree *t = &s->tree;
    if (t->wanted && no_images(s)) {
        t->wanted = false;
        if (t->solid > 1 && jump(s, 1) != ST_OK) return ST_ERROR;
    }
    if (t->wanted && !t->images && s->path.n > 1) { /* a path was executed again from the root */
        while (s->path.n > 2) search_backtrack(s);
        if (begin_images(s) != ST_OK) return ST_ERROR;
    }
    u32 near = t->wanted && t->images ? nearest(s, target) : 0;
    if (near && !on_path(s, near) && s->path.n > 1 && jump(s, near) != ST_OK) return ST_ERROR;
    return execute(s, target);
}

/* Stress: the state that was made is word for word the one that its path leads to. */
static Status check(Search *s, u32 target) {
    WordVec a = {0}, b = {0};
    if (!s->tree.moved || !s->cfg.check_restore || !image_of(s, target) || s->path.n < 2) return ST_OK;
    u32 image = image_of(s, target)->image;
    Status st = state_check(s->se) == ST_OK && (!s->cfg.por || sharedness_check(s->se) == ST_OK) ? ST_OK : ST_ERROR;
    if (st == ST_OK) st = state_canon(s->se, &a, NULL);
    if (st == ST_OK) st = jump(s, 1);
    if (st == ST_OK) st = execute(s, target);
    if (st == ST_OK) st = state_canon(s->se, &b, NULL);
    if (st == ST_OK && (a.n != b.n || mem_cmp(a.v, b.v, (size_t)a.n * 4) != 0))
        st =
            cx_fail(s->cx, ERR_INTERNAL, "a state that was made is not the one that is executed (depth %u)", s->path.n);
    if (st == ST_OK && image_of(s, target) && !image_of(s, target)->spins) st = jump_to(s, target, image);
    vec_free(s->cx, &a);
    vec_free(s->cx, &b);
    return st;
}

static Status quietly(Search *s, u32 target, Status (*what)(Search *s, u32 target)) {
    bool silent = s->silent;
    s->silent = true;
    hub_pause(s->ks);
    Status st = what(s, target);
    hub_resume(s->ks);
    s->silent = silent;
    return st;
}

void tree_home(Search *s) {
    if (s->tree.solid < 2 || s->torn) return;
    hub_pause(s->ks);
    (void)jump(s, 1); /* on failure the search is torn */
    hub_resume(s->ks);
}

Status tree_up(Search *s) {
    u32 node = s->path.v[s->tree.solid].node;
    if (quietly(s, s->tree.nodes.v[node].parent, make) == ST_OK && choose(s, &s->path.v[s->path.n - 1], node) == ST_OK)
        return ST_OK;
    s->torn = true;
    return ST_ERROR;
}

Status tree_root(Search *s) {
    Tree *t = &s->tree;
    Heap *h = s->ks->heap;
    H128 key;
    bool moved = t->moved;
    if (moved) {
        images_home(t->images);
        if (images_go(t->images, image_of(s, t->at)->image, IMAGE_FIRST, &key) != ST_OK) goto torn;
    }
    trail_undo(h, s->path.v[0].mark);
    if (!moved) state_undo(s->se);
    else if (state_rebuild(s->se, &key) != ST_OK) goto torn;
    if (s->cfg.check_state && state_check(s->se) != ST_OK) goto torn;
    give_up_images(s);
    t->solid = 1;
    return ST_OK;
torn:
    s->torn = true;
    return ST_ERROR;
}

static const char *why_again(Search *s, u32 node) {
    const Tree *t = &s->tree;
    const char *why = no_images(s);
    if (why) return why;
    const NodeImage *x = image_of(s, node);
    if (x && x->spins) return "a waiting loop's turns are known by the path";
    if (x) return "the path of an error was executed, and images were made anew";
    return t->images && !has_room(s) ? "images have half of the memory" : "something was changed that no image has";
}

Status tree_go(Search *s, u32 node) {
    u64 again = s->tree.again;
    if (quietly(s, node, make) != ST_OK) return ST_ERROR;
    if (s->torn) return ST_OK;
    if (s->tree.again != again) {
        s->st.executed++;
        s->tree.why_again = why_again(s, node);
    }
    if (quietly(s, node, check) != ST_OK) return ST_ERROR;
    s->st.restored++;
    Level *l = &s->path.v[s->path.n - 1];
    if (reduction_arrange(s, l, NULL) != ST_OK || level_seek(s, l, 0) != ST_OK) return ST_ERROR;
    search_event_back(s, EV_state_restored);
    return ST_OK;
}

Status tree_wander(Search *s, u32 jumps) {
    if (s->tree.nodes.n < 2 || s->torn) return ST_OK;
    for (u32 i = 0; i < jumps; i++) {
        u32 node = 1 + (u32)(mix64(s->cfg.seed, i) % (s->tree.nodes.n - 1));
        if (quietly(s, node, make) != ST_OK || quietly(s, node, check) != ST_OK) return ST_ERROR;
    }
    return ST_OK;
}

/* --- growing --- */

void tree_free(Search *s) {
    if (!s->tree.moved) tree_release(s);
}

void tree_release(Search *s) {
    give_up_images(s);
    vec_free(s->cx, &s->tree.hosts);
    disk_vec_free(s->cx, &s->tree.nodes);
    disk_vec_free(s->cx, &s->tree.told);
    disk_vec_free(s->cx, &s->tree.image_of);
}

Status tree_add(Search *s) {
    const KernelState *ks = s->ks;
    Tree *t = &s->tree;
    Level *l = &s->path.v[s->path.n - 1], *up = l - 1;
    TreeNode n = {up->node, s->path.n - 1, level_word(up), l->state_id, l->set_id, t->told.n, 0, up->thread};
    for (u32 i = up->answers_n; i < ks->verify.answers_at; i++)
        if (disk_vec_push(s->cx, &t->told, ks->verify.answers.v[i]) != ST_OK) return ST_ERROR;
    n.answers = t->told.n - n.from;
    l->node = t->nodes.n;
    if (disk_vec_push(s->cx, &t->nodes, n) != ST_OK) return ST_ERROR;
    if (s->steps && steps_keep(s, l->node) != ST_OK) return ST_ERROR;
    return t->images ? take(s, l->node) : ST_OK;
}

Status tree_pack(Search *s, Pack *p, u32 node) {
    Tree *t = &s->tree;
    disk_vec_pack(p, &t->nodes);
    disk_vec_pack(p, &t->told);
    pack_it(p, t->again);
    if (p->failed) return ST_ERROR;
    if (!p->reading) return ST_OK;
    t->image_of.n = 0;
    t->solid = 1;
    s->path.v[1].node = 1;
    s->path.v[1].state_id = t->nodes.v[1].state;
    s->path.v[1].set_id = t->nodes.v[1].set_id;
    t->wanted = !no_images(s);
    if (t->wanted && begin_images(s) != ST_OK) return ST_ERROR;
    return node == 1 ? ST_OK : make(s, node);
}

Status tree_begin(Search *s) {
    Tree *t = &s->tree;
    t->nodes.n = t->told.n = t->image_of.n = 0;
    t->solid = 1;
    if (disk_vec_push(s->cx, &t->nodes, ((TreeNode){0})) != ST_OK) return ST_ERROR;
    if (s->path.n < 2) return ST_OK;
    if (tree_add(s) != ST_OK) return ST_ERROR;
    t->wanted = !no_images(s);
    if (t->wanted && begin_images(s) != ST_OK) return ST_ERROR;
    s->frontier.queued = 1;
    search_event_back(s, EV_state_stored);
    s->st.backtracked++;
    if (s->ks->events) { /* nothing more is tried from before main */
        s->told.now.depth = 0;
        search_event(s, EV_state_backtracked);
        search_event_cg(s, EV_choice_generator_processed, &s->path.v[0].cg);
        search_event(s, EV_state_processed);
    }
    return ST_OK;
}
