/* tree.c -- going back to a state: undo to the common ancestor, execute the rest of its path again. Layer 11. */
#include "search/reduction.h"

void tree_free(Search *s) {
    vec_free(s->cx, &s->tree.nodes);
    vec_free(s->cx, &s->tree.told);
}

Status tree_add(Search *s) {
    const KernelState *ks = s->ks;
    Tree *t = &s->tree;
    Level *l = &s->path.v[s->path.n - 1], *up = l - 1;
    TreeNode n = {up->node, level_word(up), l->state_id, l->set_id, t->told.n, 0};
    for (u32 i = up->answers_n; i < ks->verify.answers_at; i++)
        if (vec_push(s->cx, &t->told, ks->verify.answers.v[i]) != ST_OK) return ST_ERROR;
    n.answers = t->told.n - n.from;
    l->node = t->nodes.n;
    return vec_push(s->cx, &t->nodes, n);
}

Status tree_begin(Search *s) {
    s->tree.nodes.n = s->tree.told.n = 0;
    if (vec_push(s->cx, &s->tree.nodes, ((TreeNode){0})) != ST_OK) return ST_ERROR;
    if (s->path.n < 2) return ST_OK;
    if (tree_add(s) != ST_OK) return ST_ERROR;
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

static Status restore(Search *s, u32 target) {
    const Tree *t = &s->tree;
    VEC(u32) chain = {0};
    for (u32 n = target; n != 0; n = t->nodes.v[n].parent)
        if (vec_push(s->cx, &chain, n) != ST_OK) goto fail;
    u32 common = 1;
    while (common < s->path.n && common <= chain.n && s->path.v[common].node == chain.v[chain.n - common]) common++;
    s->silent = true;
    hub_pause(s->ks);
    while (s->path.n > common) search_backtrack(s);
    s->ks->verify.answers.n = s->ks->verify.answers_at;
    for (u32 i = common; i <= chain.n; i++) {
        u32 id = chain.v[chain.n - i];
        StepOutcome out;
        if (level_seek_word(s, &s->path.v[s->path.n - 1], t->nodes.v[id].choice) != ST_OK) goto fail;
        for (u32 k = 0; k < t->nodes.v[id].answers; k++)
            if (vec_push(s->cx, &s->ks->verify.answers, t->told.v[t->nodes.v[id].from + k]) != ST_OK) goto fail;
        if (search_forward(s, &out) != ST_OK) goto fail;
        if (out != OUT_NEW) {
            cx_fail(s->cx, ERR_INTERNAL, "restoring a state led elsewhere");
            goto fail;
        }
        Level *l = &s->path.v[s->path.n - 1];
        l->node = id;
        l->state_id = t->nodes.v[id].state;
        l->set_id = t->nodes.v[id].set_id;
        if (search_event_again(s, l->state_id, s->path.n - 1, &l->raw) != ST_OK) goto fail;
        l->mark = trail_mark(s->ks->heap);
    }
    s->silent = false;
    hub_resume(s->ks);
    s->st.restored++;
    search_event_back(s, EV_state_restored);
    vec_free(s->cx, &chain);
    return ST_OK;
fail:
    if (s->silent) hub_resume(s->ks);
    s->silent = false;
    vec_free(s->cx, &chain);
    return ST_ERROR;
}

Status tree_go(Search *s, u32 node) {
    if (restore(s, node) != ST_OK) return ST_ERROR;
    Level *l = &s->path.v[s->path.n - 1];
    return reduction_arrange(s, l, NULL) == ST_OK ? level_seek(s, l, 0) : ST_ERROR;
}
