/* bfs.c -- breadth-first search; any stored state is restored by undoing to the common ancestor
 * and executing the rest of its path again. JPF: BFSHeuristic. */
#include "search/bpreduce.h"
#include "kernel/events.h"

typedef struct Node {
    u32 parent;
    u64 choice; /* its index; a thread's choice: the thread's id, as reductions reorder them */
    u32 state; /* its id */
    u32 set_id;
    u32 from, answers; /* what the program was told on the way from the parent: place and number in Nodes.told */
} Node;
typedef struct Nodes {
    Node *v;
    u32 n, cap;
    VEC(i64) told;
} Nodes;

/* Of the last level. */
static Node node_of(const Search *s, u32 parent, u64 choice) {
    const Level *l = &s->path.v[s->path.n - 1];
    return (Node){.parent = parent, .choice = choice, .state = l->state_id, .set_id = l->set_id};
}

static Status keep_told(Search *s, Nodes *nodes, Node *child) {
    const KernelState *ks = s->ks;
    child->from = nodes->told.n;
    for (u32 i = s->path.v[s->path.n - 2].answers_n; i < ks->answers_at; i++)
        if (vec_push(s->cx, &nodes->told, ks->answers.v[i]) != ST_OK) return ST_ERROR;
    child->answers = nodes->told.n - child->from;
    return ST_OK;
}

/* Make node `target` the last level. Level 0 is the root (node 0); level k of a path is the
 * state its k-th transition led to. */
static Status restore(Search *s, const Nodes *nodes, u32 target) {
    VEC(u32) chain = {0};
    for (u32 n = target; n != 0; n = nodes->v[n].parent)
        if (vec_push(s->cx, &chain, n) != ST_OK) goto fail;
    u32 common = 1;
    while (common < s->path.n && common <= chain.n && s->path.v[common].node == chain.v[chain.n - common]) common++;
    s->silent = true;
    hub_pause(s->ks);
    while (s->path.n > common) search_backtrack(s);
    s->ks->answers.n = s->ks->answers_at;
    for (u32 i = common; i <= chain.n; i++) {
        u32 id = chain.v[chain.n - i];
        StepOutcome out;
        if (level_seek_word(s, &s->path.v[s->path.n - 1], nodes->v[id].choice) != ST_OK) goto fail;
        for (u32 k = 0; k < nodes->v[id].answers; k++)
            if (vec_push(s->cx, &s->ks->answers, nodes->told.v[nodes->v[id].from + k]) != ST_OK) goto fail;
        if (search_forward(s, &out) != ST_OK) goto fail;
        if (out != OUT_NEW) {
            cx_fail(s->cx, ERR_INTERNAL, "restoring a state led elsewhere");
            goto fail;
        }
        Level *l = &s->path.v[s->path.n - 1];
        l->node = id;
        l->state_id = nodes->v[id].state;
        l->set_id = nodes->v[id].set_id;
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

Status search_bfs(Search *s) {
    Nodes nodes = {0};
    Status st = ST_ERROR;
    StepOutcome out;
    s->expanded = UINT32_MAX;
    if (vec_push(s->cx, &nodes, ((Node){0})) != ST_OK) goto end;
    if (search_start(s, &out) != ST_OK) goto end;
    if (out == OUT_NEW) {
        Node first = node_of(s, 0, 0);
        if (keep_told(s, &nodes, &first) != ST_OK || vec_push(s->cx, &nodes, first) != ST_OK) goto end;
        s->path.v[s->path.n - 1].node = 1;
        s->queued = 1;
        search_event_back(s, EV_state_stored);
        s->st.backtracked++;
        if (s->ks->events) {
            s->now.depth = 0;
            search_event(s, EV_state_backtracked);
            search_event_cg(s, EV_choice_generator_processed, &s->path.v[0].cg);
            search_event(s, EV_state_processed);
        }
    }
    for (u32 i = 1; i < nodes.n && !s->done && !s->restart; i++) {
        s->queued = nodes.n - i - 1; /* without the one that is expanded */
        s->expanded = nodes.v[i].state;
        if (restore(s, &nodes, i) != ST_OK) goto end;
        Level *at = &s->path.v[s->path.n - 1];
        if (level_by_id(at) && persist_arrange(s, &at->cg, &at->asleep, &at->tried, &at->awake) != ST_OK) goto end;
        if (s->bp && bpr_arrange(s, at) != ST_OK) goto end;
        if (level_seek(s, at, 0) != ST_OK) goto end;
        while (!s->done && !s->restart) {
            u32 depth = s->path.n;
            bool more;
            if (persist_more(s, &s->path.v[depth - 1], &more) != ST_OK) goto end;
            if (!more) break;
            if (search_forward(s, &out) != ST_OK) goto end;
            if (s->path.n < depth) break; /* the path is lost (forward.c, leave_lost) */
            if (out != OUT_NEW || s->path.n <= depth) continue;
            Node child = node_of(s, i, level_word(&s->path.v[depth - 1]));
            if (keep_told(s, &nodes, &child) != ST_OK || vec_push(s->cx, &nodes, child) != ST_OK) goto end;
            s->path.v[s->path.n - 1].node = nodes.n - 1;
            s->queued++;
            search_event_back(s, EV_state_stored);
            search_backtrack(s);
        }
        if (!s->done && !s->restart) search_event_processed(s);
    }
    st = ST_OK;
end:
    vec_free(s->cx, &nodes.told);
    vec_free(s->cx, &nodes);
    return st;
}
